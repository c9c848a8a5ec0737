import ByteReading
import Corpus
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
    let movie = MovieSamples(document)
    for track in movie.tracks {
      let edits = track.editList
      var count = 0
      var groups = track.groups()
      for sample in track.samples() {
        count += sample.count
        _ = edits.presentationTime(of: sample)
        _ = sample.end
        if count < 1_000 { _ = groups.next() }
        // More than the file could hold are not listed.
        if count > track.count { break }
      }
      #expect(count <= max(track.count, 0))
      for first in [track.count / 2, track.count, track.count + 1] {
        var samples = track.samples(from: first)
        _ = samples.next()
      }
      for time in [0, 1_000, Int64.max, .min] { _ = track.sample(shownAt: time) }
      for edit in edits.edits.prefix(64) { _ = edits.mediaDuration(of: edit) }
      _ = track.end
    }
    for _ in FileChunks(movie).prefix(100_000) {}
    let map = ByteMap(document, movie: movie)
    var end: UInt64 = 0
    var isWhole = true
    for range in map.ranges {
      if range.start != end || range.end <= range.start { isWhole = false }
      end = range.end
    }
    #expect(isWhole && end == UInt64(bytes.count))
    let parts = MediaParts(document)
    for index in document.tree.indices where document.tree[index].type == "mdat" {
      let count = parts.count(in: index)
      var told = 0
      parts.tell(0..<min(count, 200), in: index) { part in
        told += part.end > part.start ? 1 : 0
        return true
      }
      #expect(told <= count)
    }
  }
}
