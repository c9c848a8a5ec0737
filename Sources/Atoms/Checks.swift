import ByteReading
public import Structure

extension Document {
  /// Looks for what is wrong with the atoms, after they were scanned: their fields first, then what
  /// breaks the rules of ``Structure/Rule/atoms``.
  ///
  /// Unless it is thorough, tables of more than ``Limits/rowsInOutline`` rows are left alone, and
  /// counted in ``Problems/uncheckedTables``.
  package func runChecks(isThorough: Bool = false) {
    countLargeTables(isThorough: isThorough)
    runChecks(Examination(self, isThorough: isThorough), Rule.fields + Rule.atoms)
  }

  /// Counts the tables that are not read because they are long.
  package func countLargeTables(isThorough: Bool) {
    if !isThorough { problems.uncheckedTables += LargeTables.count(in: self) }
  }
}

extension Rule {
  /// The rules of atoms: those that are found while structure is scanned first.
  public static let atoms: [Rule] =
    ScanRules.rules + StructureRules.rules + FileRules.rules + MovieRules.rules
    + TimingRules.rules + SampleTableRules.rules + ChunkRules.rules + FragmentRules.rules
    + DepartureRules.rules + AgreementRules.rules + CodecRules.rules + DescriptionRules.rules
    + ProtectionRules.rules + ItemRules.rules + MetadataRules.rules
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
        let count: Int? =
          switch tree[child].type {
          case "stts": reader.view(TimeToSample.self, of: child).count(.entries)
          case "ctts": reader.view(CompositionOffsets.self, of: child).count(.entries)
          case "stss": reader.view(SyncSamples.self, of: child).count(.entries)
          case "stsc": reader.view(SampleToChunk.self, of: child).count(.entries)
          case "stsz", "stz2": reader.view(SampleSizes.self, of: child).count(.entries)
          case "stco", "co64": reader.view(ChunkOffsets.self, of: child).count(.entries)
          case "sdtp": reader.view(SampleDependencies.self, of: child).count(.entries)
          default: nil
          }
        if let count, count > document.limits.rowsInOutline { found += 1 }
      }
    }
    return found
  }
}

extension Tree {
  /// The `stbl` of the track at `track`.
  func sampleTable(of track: NodeIndex) -> NodeIndex? {
    guard let media = child("mdia", of: track), let information = child("minf", of: media)
    else { return nil }
    return child("stbl", of: information)
  }
}

extension Examination {
  /// What atoms say of each other.
  var atoms: AtomContext? { reader.provider as? AtomContext }

  /// The fields of the node at `index`, which is open afterwards, that `type` names.
  func view<Fields: FieldView>(_ type: Fields.Type, of index: NodeIndex) -> View<Fields> {
    reader.open(index)
    return reader.view(type, of: index)
  }

  /// Passes a table of the node at `index`, which is open afterwards, to `body`, unless it is longer
  /// than may be read or some of its rows are missing.
  func withRows<Fields: FieldView, T>(
    _ table: Fields.Field, of type: Fields.Type, at index: NodeIndex,
    _ body: (borrowing TableReading) -> T
  ) -> T? {
    let limit = rowLimit
    return view(type, of: index).withTable(table) { table -> T? in
      table.count <= limit && table.count == table.declared ? body(table) : nil
    } ?? nil
  }

  /// When the `mvhd`, `tkhd` or `mdhd` at `index`, which is open afterwards, says that something was
  /// made and changed.
  func times(of index: NodeIndex) -> [(field: ViewedField, time: UInt64)] {
    func times<Fields: FieldView>(
      _ type: Fields.Type, _ fields: [Fields.Field]
    ) -> [(field: ViewedField, time: UInt64)] {
      let header = view(type, of: index)
      return fields.compactMap { field in header.number(field).map { (type[field], $0) } }
    }
    return switch tree[index].type {
    case "mvhd": times(MovieHeader.self, [.creation_time, .modification_time])
    case "tkhd": times(TrackHeader.self, [.creation_time, .modification_time])
    default: times(MediaHeader.self, [.creation_time, .modification_time])
    }
  }

  /// Where the data of the sample entry at `index`, which is open afterwards, lies: the number of an
  /// entry of `dref`.
  func dataReference(of index: NodeIndex) -> (number: UInt64, field: ViewedField)? {
    reader.open(index)
    return reader.dataReference
  }

  /// The problem, by its place among those that were kept, that says the file is cut off.
  var truncation: Int? {
    document.problems.kept.firstIndex { $0.kind == .fileTruncated }
  }
}
