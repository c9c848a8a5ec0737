import ByteReading
public import Structure

extension Document {
  /// Looks for what is wrong with the atoms, after they were scanned: their fields first, then what
  /// breaks the rules of ``Structure/Rule/atoms``.
  ///
  /// Unless it is thorough, tables of more than ``Limits/rowsInOutline`` rows are left alone, and
  /// counted in ``Problems/uncheckedTables``.
  public func runChecks(isThorough: Bool = false) {
    countLargeTables(isThorough: isThorough)
    runChecks(Examination(self, isThorough: isThorough), Rule.fields + Rule.atoms)
  }

  /// Counts the tables that are not read because they are long.
  public func countLargeTables(isThorough: Bool) {
    if !isThorough { problems.uncheckedTables += LargeTables.count(in: self) }
  }
}

extension Rule {
  /// The rules of atoms: those that are found while structure is scanned first.
  public static let atoms: [Rule] =
    ScanRules.rules + StructureRules.rules + FileRules.rules + MovieRules.rules
    + TimingRules.rules + SampleTableRules.rules + ChunkRules.rules + FragmentRules.rules
    + DepartureRules.rules + AgreementRules.rules + CodecRules.rules + ProtectionRules.rules
    + ItemRules.rules + MetadataRules.rules
}

/// The tables that an outline does not read because they are long.
private enum LargeTables {
  static func count(in document: Document) -> Int {
    guard let atoms = document.context as? AtomContext else { return 0 }
    let tree = document.tree
    let reader = NodeReader(document)
    var found = 0
    for track in atoms.tracks {
      guard let table = tree.sampleTable(of: track.node) else { continue }
      for child in tree.children(of: table) {
        switch tree[child].type {
        case "stts", "ctts", "stss", "stsc", "stsz", "stz2", "stco", "co64":
          reader.open(child)
          if let count = reader.count("entries"), count > document.limits.rowsInOutline {
            found += 1
          }
        default: break
        }
      }
    }
    return found
  }
}

extension Tree {
  /// The `stbl` of the track at `track`.
  func sampleTable(of track: Int) -> Int? {
    guard let media = child("mdia", of: track), let information = child("minf", of: media)
    else { return nil }
    return child("stbl", of: information)
  }
}

extension Examination {
  /// What atoms say of each other.
  var atoms: AtomContext? { document.context as? AtomContext }

  /// The number in the first field of this name of the node at `index`, which is open afterwards.
  func number(_ name: StaticString, of index: Int) -> UInt64? {
    reader.open(index)
    return reader.number(name)
  }

  /// The fields of the node at `index`, which is open afterwards, that `type` names.
  func view<Fields: FieldView>(_ type: Fields.Type, of index: Int) -> View<Fields> {
    reader.open(index)
    return reader.view(type, of: index)
  }

  /// Tells `body` the table of this name of the node at `index`, which is open afterwards, unless it
  /// is longer than may be read or some of its rows are missing.
  func withRows<T>(
    of index: Int, _ name: StaticString = "entries", _ body: (borrowing TableReading) -> T
  ) -> T? {
    let limit = rowLimit
    reader.open(index)
    return reader.withTable(name) { table -> T? in
      table.count <= limit && table.count == table.declared ? body(table) : nil
    } ?? nil
  }

  /// The problem, by its place among those that were kept, that says the file is cut off.
  var truncation: Int? {
    document.problems.kept.firstIndex { $0.kind == .fileTruncated }
  }
}
