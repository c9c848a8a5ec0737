import ByteReading
import Structure

/// The names that one frame has in the versions of tags, as tables give them: each says what a later version has in its
/// place.
enum FrameGenerations {
  /// The names of each frame that tables describe, in their order; alone where no other version calls it otherwise.
  static var all: [[FourCC]] { found.groups }

  /// What the last version of tags calls the frame that some version calls `name`.
  static func last(of name: FourCC) -> FourCC { found.lasts[name] ?? name }

  private static let found: (groups: [[FourCC]], lasts: [FourCC: FourCC]) = {
    var rows: [FourCC: [String]] = [:]
    var successors: [FourCC: FourCC] = [:]
    var names: [FourCC] = []
    for family in FrameFamilies.all {
      for table in family.tables where !table.isForManyTypes {
        let name = FourCC(stringLiteral: table.code)
        if rows[name] != nil { continue }
        names.append(name)
        rows[name] = table.rows().map { $0.name.description }
        if table.successor.utf8CodeUnitCount > 0 { successors[name] = FourCC(stringLiteral: table.successor) }
      }
    }
    // A day and a time of day are parts of what a moment is: no other name for it.
    for part in ["TDAT", "TIME", "TRDA"] as [FourCC] { successors[part] = nil }
    // What version 2 has is the same under more letters. What version 4 has in the place of a frame of version 3 is the
    // same where it has the same fields.
    for name in names where !name.isThreeCharacters {
      if let next = successors[name], rows[name] != rows[next] { successors[name] = nil }
    }
    var groups: [FourCC: [FourCC]] = [:]
    var lasts: [FourCC: FourCC] = [:]
    for name in names {
      var last = name
      // No frame has more names; tables that name each other in a ring would be a mistake of ours.
      for _ in names {
        guard let next = successors[last] else { break }
        last = next
      }
      lasts[name] = last
      groups[last, default: []].append(name)
    }
    return (names.compactMap { groups[$0] }, lasts)
  }()
}
