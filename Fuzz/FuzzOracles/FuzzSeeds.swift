import Atoms
import ByteReading
import Corpus
import ID3
import MediaInspection
import Structure

extension FuzzTarget {
  /// Small inputs with names: each payload of each table, in the boxes that it stands in, in a tag or
  /// in a file of chunks; and the files that tests break rules with. Lines with paths are
  /// in the corpus, texts of several lines are made.
  public var seeds: [(name: String, bytes: [UInt8])] {
    switch self {
    case .atoms: AtomSeeds().all + Self.cases(.atoms)
    case .id3: Self.frameSeeds + SoundSeeds.all + Self.cases(.tags)
    case .path: PathSeeds.all
    case .diff: pairs + Self.rulePairs
    case .inspector: InspectorSeeds.all
    }
  }

  /// The hostile files of a format, and those that break a rule.
  private static func cases(_ format: HostileCase.Format) -> [(name: String, bytes: [UInt8])] {
    var seeds: [(name: String, bytes: [UInt8])] = []
    for (number, hostile) in HostileCase.all.enumerated()
    where hostile.format == format && !hostile.isLarge {
      seeds.append(("hostile-\(number)", hostile.bytes))
    }
    for (number, rule) in RuleCases.all.enumerated()
    where isTags(rule.broken) == (format == .tags) {
      seeds.append(("rule-\(number)", rule.broken))
    }
    return seeds.filter { $0.bytes.count <= 1 << 16 }
  }

  /// Whether a file begins as none of atoms does.
  private static func isTags(_ bytes: [UInt8]) -> Bool {
    guard let format = try? MediaFile.open(ByteSource(copying: bytes)).tree.catalogues.first
    else { return false }
    return format !== Catalogue.atoms
  }

  /// A file that breaks a rule behind one that does not, where both are small.
  private static var rulePairs: [(name: String, bytes: [UInt8])] {
    RuleCases.all.enumerated().compactMap { number, rule in
      rule.sound.count + rule.broken.count < 1 << 14
        ? ("diff-rule-\(number)", rule.sound + border + rule.broken) : nil
    }
  }

  /// What parts the files of a pair.
  private static let border: [UInt8] = [0, 0, 0, 8] + Array("diff".utf8)

  /// Each payload of an atom beside the next of the same table, for what differs in one atom.
  private var pairs: [(name: String, bytes: [UInt8])] {
    let seeds = AtomSeeds().all
    return zip(seeds, seeds.dropFirst()).compactMap { first, second in
      let table = first.name.prefix { $0 != "-" } + first.name.dropFirst(6).prefix { $0 != "-" }
      let other = second.name.prefix { $0 != "-" } + second.name.dropFirst(6).prefix { $0 != "-" }
      guard table == other else { return nil }
      return ("diff-" + first.name, first.bytes + Self.border + second.bytes)
    }
  }

  /// Each frame in a tag of version 3, which all of its tables can be read in.
  private static var frameSeeds: [(name: String, bytes: [UInt8])] {
    let catalogue = Catalogue.frames3
    var seeds: [(name: String, bytes: [UInt8])] = []
    for number in 0..<catalogue.count {
      guard let program = catalogue.program(number), let entry = catalogue.entries(of: number).first
      else { continue }
      let id = entry.type.rawValue == 0 ? 0x5858_5858 : entry.type.rawValue
      for (place, specimen) in Specimens(of: program).all.enumerated() {
        let frame = seedBytes(id) + seedBytes(UInt32(specimen.bytes.count)) + [0, 0]
        let count = UInt32(frame.count + specimen.bytes.count)
        // Seven bits of each byte.
        let size = count & 0x7F | (count & 0x3F80) << 1 | (count & 0x1F_C000) << 2
        let header = Array("ID3".utf8) + [3, 0, 0] + seedBytes(size)
        seeds.append(("id3-\(number)-\(place)", header + frame + specimen.bytes))
      }
    }
    return seeds
  }
}

/// The bytes of a number of 32 bits.
func seedBytes(_ value: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

/// Puts payloads of atoms into the boxes that they stand in.
private struct AtomSeeds {
  private let catalogue = Catalogue.atoms
  /// The first table of each type.
  private var tables: [FourCC: Int] = [:]

  init() {
    for number in 0..<catalogue.count {
      guard let entry = catalogue.entries(of: number).first, entry.kind == .node else { continue }
      let type = entry.type
      if tables[type] == nil { tables[type] = number }
    }
  }

  var all: [(name: String, bytes: [UInt8])] {
    var seeds: [(name: String, bytes: [UInt8])] = []
    for number in 0..<catalogue.count {
      guard let entry = catalogue.entries(of: number).first, entry.kind == .node else { continue }
      let syntax = catalogue.table(number)
      var type = entry.type
      if type.rawValue == 0 { type = FourCC(0x7878_7878) }
      let digits = syntax.extendedType.description.filter { $0 != "-" }
      let extended = Catalogue.ExtendedType(digits).map { words in
        [words.high, words.low].flatMap { word in
          seedBytes(UInt32(truncatingIfNeeded: word >> 32))
            + seedBytes(UInt32(truncatingIfNeeded: word))
        }
      }
      let specimens = catalogue.programs(of: number).flatMap { Specimens(of: $0).all }
      for (place, specimen) in specimens.enumerated() {
        let box = Self.box(type, (extended ?? []) + specimen.bytes)
        let parents = entry.parents.listedTypes
        let brand = Self.box("ftyp", Array("isom".utf8) + [0, 0, 2, 0])
        seeds.append(("atoms-\(number)-\(place)", brand + wrap(box, parents, depth: 0)))
      }
    }
    return seeds
  }

  private static func box(_ type: FourCC, _ payload: [UInt8]) -> [UInt8] {
    seedBytes(UInt32(8 + payload.count)) + seedBytes(type.rawValue) + payload
  }

  /// The box in the first of its parents, behind that one's own fields, and so on to the top.
  private func wrap(_ box: [UInt8], _ parents: [String], depth: Int) -> [UInt8] {
    guard depth < 12, let parent = parents.first.flatMap({ FourCC(key: $0) }),
      parent != Catalogue.file, let number = tables[parent], let program = catalogue.program(number)
    else { return box }
    let fields = program.childStart == .none ? [] : Specimens(of: program).all.first?.bytes ?? []
    return wrap(
      Self.box(parent, fields + box), program.syntax.parents.description.listedTypes,
      depth: depth + 1)
  }
}
