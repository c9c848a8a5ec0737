import ByteReading
import Corpus
import FuzzOracles
import MediaInspection
import Structure
import Testing

/// Samples, edits and the byte map of files in which bytes were changed: nothing traps, nothing goes
/// on for ever, and every byte still has one owner.
@Suite struct MutatedSampleTests {
  static let files = Corpus.files().filter {
    !$0.hasPrefix("broken/") && !$0.hasSuffix(".mp3") && !$0.hasPrefix("mockups/slow")
  }

  @Test(arguments: files)
  func changedFilesDoNoHarm(name: String) throws {
    guard let whole = try? Corpus.open(name), whole.byteCount < 60_000,
      let document = try? MediaFile.open(whole)
    else { return }
    // Where tables are: sizes, counts and offsets stand there.
    var places: [Int] = []
    for index in document.tree.indices {
      let node = document.tree[index]
      guard node.source == 0, Self.types.contains(node.type.key) else { continue }
      places += (Int(node.start)..<min(Int(node.end), Int(node.start) + 40))
    }
    guard !places.isEmpty else { return }
    var writer = ByteWriter()
    writer.put(bytes: whole.bytes)
    let original = writer.array
    var random = Xorshift(seed: UInt64(original.count) + 7)
    for round in 0..<12 {
      var bytes = original
      for _ in 0...(round % 4) {
        guard let place = places.randomElement(using: &random) else { continue }
        bytes[place] =
          [0, 1, 0x7F, 0x80, 0xFF, bytes[place] ^ 1].randomElement(using: &random) ?? 0
      }
      if round % 5 == 4 { bytes.removeLast(bytes.count / 3) }
      visit(bytes)
    }
  }

  private static let types: Set<String> = [
    "stts", "ctts", "stsc", "stsz", "stz2", "stco", "co64", "stss", "sdtp", "elst", "tfhd", "trun",
    "tfdt", "trex", "saio", "saiz", "iloc", "sbgp", "sgpd", "csgp", "mdhd", "mvhd", "mdat", "moof",
  ]

  private func visit(_ bytes: [UInt8]) {
    guard let document = try? MediaFile.open(ByteSource(copying: bytes)) else { return }
    let fault = SampleLists.firstFault(in: document)
    #expect(fault == nil)
  }
}
