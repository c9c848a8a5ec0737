import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import Structure
import StructureDiff
import Testing

/// Files of the corpus, opened.
enum Files {
  static func open(_ path: String) throws -> Document {
    try MediaFile.open(ByteSource.open(path: Corpus.path(of: path)))
  }

  static func open(_ bytes: [UInt8]) throws -> Document {
    try MediaFile.open(ByteSource(copying: bytes))
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    let source = try ByteSource.open(path: Corpus.path(of: path))
    return (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
  }

  static let rules: Rules = {
    var rules = Rules(
      derivations: MediaFile.derivations, encodings: MediaFile.encodings,
      base: { MediaFile.offsetBase($0, $1, $2) }, isMedia: { MediaFile.isMedia($0, $1) },
      playback: { MediaFile.playback(of: $0) })
    rules.columns = MediaFile.columnDerivations
    rules.items = { node, document in
      MediaFile.itemPlaces(node, document).map {
        ItemPlace(base: $0.base, offsets: $0.offsets, counts: $0.counts)
      }
    }
    rules.isPadding = { MediaFile.isPadding($0, $1) }
    rules.chain = { MediaFile.chain($0, $1, $2) }
    rules.sharedMedia = { MediaFile.sharedMedia($0, $1, partner: $2) }
    rules.sampleRoles = MediaFile.sampleRoles
    rules.track = { MediaFile.track(of: $0, in: $1) }
    return rules
  }()

  static func compare(_ a: Document, _ b: Document) -> Comparison {
    Comparison(a, b, rules: rules)
  }
}

@Suite struct ComparisonTests {
  /// A frame of 60,000 values, of which one behind the 50,000 that are told apart is another.
  @Test func fieldsThatAreNotToldApartAreCompared() throws {
    func file(_ last: String) throws -> Document {
      let builder = TagBuilder(.v4)
      return try Files.open(
        builder.tag {
          builder.frame("TPE1") {
            u8(3)
            Piece(Array(repeatElement([0x61, 0], count: 60_000).joined()))
            string(last)
          }
        }.bytes)
    }
    let result = Files.compare(try file("a"), try file("b"))
    #expect(result.isComplete)
    #expect(result.changes.map(\.field.description) == ["rest"])
    #expect(result.changes.first?.old.contains("bytes of other fields, crc32 ") == true)
    #expect(Files.compare(try file("a"), try file("a")).isEqual)
  }

  /// Without memory no comparison says that files are equal.
  @Test func withoutMemoryNothingIsSaidToBeEqual() throws {
    var limits = Limits()
    limits.memory = Memory(limit: 1_000)
    let bytes = try Files.bytes("mockups/movie.mov")
    let a = try MediaFile.open(ByteSource(copying: bytes), limits: limits)
    let b = try MediaFile.open(ByteSource(copying: bytes), limits: limits)
    let comparison = Files.compare(a, b)
    #expect(!comparison.isComplete)
    #expect(a.leftOut.contains { $0.description.hasPrefix("there is no memory for comparing") })
  }

  @Test func fastStartIsOneChange() throws {
    let result = Files.compare(
      try Files.open("mockups/slow.mp4"), try Files.open("mockups/fast.mp4"))
    #expect(result.changes.map(\.kind) == [.moved])
    let move = try #require(result.changes.first)
    #expect(result.before.tree[try #require(move.before)].type == "moov")
    // 47 + 47 + 1 chunks, all behind the header that moved before them.
    #expect(result.consequences.reduce(0) { $0 + $1.count } == 95)
    #expect(result.consequences.allSatisfy { $0.shift == 3_187 })
    #expect(result.hasSameMedia == true)
  }

  @Test func editedPairHasEightChanges() throws {
    let result = Files.compare(try Files.open("mockups/a.mp4"), try Files.open("mockups/b.mp4"))
    let paths = IdentityPaths(result.before)
    let told = result.changes.map { change in
      let path = (change.before ?? change.after).map {
        (change.before == nil ? IdentityPaths(result.after) : paths).path(of: $0)
      }
      return "\(change.kind) \(path ?? "")" + (change.field.isEmpty ? "" : ".\(change.field)")
    }
    #expect(
      told == [
        "moved moov", "removed moov/trak[vide]/edts",
        "added moov/trak[vide]/mdia/minf/stbl/stsd/avc1/colr", "removed moov/trak[soun]/edts",
        "rows moov/trak[soun]/mdia/minf/stbl/stts.entries",
        "changed moov/udta/meta/ilst/@nam/data.value", "changed moov/mvhd.creation_time",
      ])
    let stts = try #require(result.changes.first { $0.kind == .rows })
    // (87, 1024) (1, 136) became (1, 3675) (86, 1024) (1, 136).
    #expect(stts.rowCounts.added == 1)
    #expect(stts.rowCounts.changed == 1)
    #expect(stts.rowCounts.removed == 0)
    // Both times of mvhd, and of two tkhd and two mdhd.
    #expect(result.changes.last?.places.count == 10)
    var counts = (offsets: 0, sizes: 0, counts: 0, derived: 0)
    for change in result.consequences {
      switch change.cause {
      case .moved(let isProved):
        #expect(isProved)
        counts.offsets += change.count
      case .size: counts.sizes += 1
      case .count: counts.counts += 1
      case .derivation: counts.derived += 1
      case .encoding, .column, .samples, .rescaled, .renumbered, .kind, .part, .padding:
        Issue.record("nothing of that kind follows")
      case nil: Issue.record("a consequence without a cause")
      }
    }
    #expect(counts.offsets == 94)
    #expect(counts.counts == 1)
    // Three durations, and a bit rate in two places.
    #expect(counts.derived == 5)
  }

  @Test func oneByteOfAnOffsetIsThatEntry() throws {
    var bytes = try Files.bytes("mockups/fast.mp4")
    let fast = try Files.open(bytes)
    let stco = try #require(fast.tree.indices.first { fast.tree[$0].type == "stco" })
    // version and flags, the number of entries, four entries, then the last byte of the fifth.
    bytes[Int(fast.tree[stco].payloadStart) + 8 + 4 * 4 + 3] ^= 1
    let result = Files.compare(fast, try Files.open(bytes))
    #expect(result.changes.map(\.field) == ["entries[5].chunk_offset"])
    #expect(result.consequences.isEmpty)
    // The same beside a header that moved.
    let other = Files.compare(try Files.open("mockups/slow.mp4"), try Files.open(bytes))
    #expect(other.changes.map(\.field) == ["", "entries[5].chunk_offset"])
    #expect(other.consequences.reduce(0) { $0 + $1.count } == 94)
  }
}

/// What holds for every pair.
@Suite struct PairTests {
  static let files = [
    "mockups/a.mp4", "mockups/b.mp4", "mockups/slow.mp4", "mockups/fast.mp4", "mockups/frag.mp4",
    "mockups/movie.mov", "mockups/corrupt.mp4", "mockups/track.mp3",
  ]

  @Test(arguments: files)
  func aFileDoesNotDifferFromItself(file: String) throws {
    let result = Files.compare(try Files.open(file), try Files.open(file))
    #expect(result.changes.isEmpty)
    #expect(result.consequences.isEmpty)
  }

  @Test(arguments: files, files)
  func theOtherWayRoundIsTheMirror(a: String, b: String) throws {
    let there = Files.compare(try Files.open(a), try Files.open(b))
    let back = Files.compare(try Files.open(b), try Files.open(a))
    #expect(there.changes.map(Told.mirrored).sorted() == back.changes.map(Told.straight).sorted())
    #expect(there.consequences.count == back.consequences.count)
    #expect(there.changes.isEmpty == (a == b))
  }
}
