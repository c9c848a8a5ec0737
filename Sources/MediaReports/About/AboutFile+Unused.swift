import ByteReading
import MediaFacts
import MediaInspection
import Structure

/// What stands in a file for nobody.
extension AboutFile {
  /// Says what free space costs, and media data that nothing refers to.
  mutating func unused() {
    let free = tree.freeSpace
    let media = unreferenced
    guard free.byteCount > 0 || media != nil else { return }
    let size = UInt64(tree.file.byteCount)
    func words(_ count: UInt64) -> String {
      let tenths = size > 0 ? (Double(count) * 1_000 / Double(size)).rounded() / 10 : 0
      return Words.counted(count, "byte", "bytes") + (tenths > 0 ? " (\(Words.exact(tenths)) %)" : "")
    }
    var parts: [String] = []
    // Room for the size of a long 'mdat', and a few bytes in front of the first sample, are left by many.
    func isMuch(_ count: UInt64) -> Bool { count >= 1_024 || count >= 256 && count > size / 100 }
    if isMuch(free.byteCount) { parts.append(words(free.byteCount) + " of free space") }
    if let media, isMuch(media) { parts.append(words(media) + " of media data that nothing refers to") }
    if !parts.isEmpty {
      find("unused", "Unused", parts.joined(by: ", "), nodes: isMuch(free.byteCount) ? [free.first].compactMap(\.self) : [])
    }
    find(
      "unused",
      .record([("freeSpace", .number(free.byteCount))] + (media.map { [("unreferenced", .number($0))] } ?? [])))
  }

  /// The bytes of media data that no table refers to, as the rule found them; `nil` where it found none, was not
  /// asked, or not all tables were read.
  private var unreferenced: UInt64? {
    let problem = document.problems.kept.first { $0.kind.id.isSame(as: "media-unreferenced") }
    return problem?.detail.first?.number
  }
}
