// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaInspection
import Structure
import StructureDiff
import Testing

/// The same in other bytes, and what only looks so.
@Suite struct EncodingTests {
  private static let tables = "moov/trak/mdia/minf/stbl"

  /// A film of four samples in two chunks, with these tables for their sizes and durations, and the
  /// media behind them; `chunks` gets the offsets of the two chunks.
  private func film(
    movie: Piece? = nil, times: Piece? = nil, sizes: Piece? = nil, chunkMap: Piece? = nil,
    chunks: (_ offsets: [UInt32]) -> Piece = { offsets in
      atom("stco", version: 0) {
        u32(2); u32(offsets[0]); u32(offsets[1])
      }
    },
    media: (Piece) -> Piece = { content in atom("mdat") { content } }
  ) throws -> Document {
    let start = Parts.fileType("isom", "isom")
    func moov(_ offsets: [UInt32]) -> Piece {
      atom("moov") {
        movie ?? Parts.movieHeader()
        Parts.track {
          Parts.media {
            Parts.visualEntry("avc1")
          } tables: {
            times
              ?? atom("stts", version: 0) {
                u32(1); u32(4); u32(100)
              }
            chunkMap
              ?? atom("stsc", version: 0) {
                u32(1); u32(1, 2, 1)
              }
            sizes
              ?? atom("stsz", version: 0) {
                u32(0, 4); u32(3, 4, 5, 6)
              }
            chunks(offsets)
          }
        }
      }
    }
    let content = bytes((0..<18).map { 0x40 + $0 })
    let header = media(content).bytes.count - 18
    let first = UInt32(start.bytes.count + moov([0, 0]).bytes.count + header)
    return try Files.open(
      atoms {
        start
        moov([first, first + 7])
        media(content)
      })
  }

  /// Nothing is a change, and something follows for one of these reasons.
  private func expectSame(_ a: Document, _ b: Document, _ reasons: String...) {
    for result in [Files.compare(a, b), Files.compare(b, a)] {
      #expect(result.changes.map(\.field) == [])
      let told = Set(result.consequences.map { result.reason(for: $0) })
      for reason in reasons {
        #expect(told.contains { $0.contains(reason) }, "\(told.sorted())")
      }
    }
  }

  private func changed(_ a: Document, _ b: Document) -> [String] {
    Files.compare(a, b).changes.map { $0.field.description + " " + $0.old + " → " + $0.new }
  }

  private func wide(_ offsets: [UInt32]) -> Piece {
    atom("co64", version: 0) {
      u32(2); u64(UInt64(offsets[0]), UInt64(offsets[1]))
    }
  }

  @Test func offsetsIn64BitsAreTheSame() throws {
    expectSame(try film(), try film(chunks: wide), "the same positions in 32 and in 64 bits")
    // Four bytes beside the chunk.
    #expect(
      changed(try film(), try film(chunks: { wide([$0[0], $0[1] + 4]) })).count == 1)
  }

  @Test func sizesIn64BitsAreTheSame() throws {
    expectSame(
      try film(), try film(media: { content in largeAtom("mdat") { content } }),
      "a size in 32 bits, in 64 bits, or up to the end")
    expectSame(
      try film(), try film(media: { content in atom("mdat", rawSize: 0) { content } }),
      "a size in 32 bits, in 64 bits, or up to the end")
  }

  /// A file that ends within a box has its header as it was: *8 bytes → 8 bytes, size past the end* was a change beside it.
  @Test func aBoxThatIsCutOffHasAnotherSizeAlone() throws {
    let source = try Corpus.open("mockups/fast.mp4")
    let bytes = (0..<source.byteCount).compactMap { source.bytes.byte(at: $0) }
    let found = Files.compare(
      try MediaFile.open(ByteSource(copying: bytes)), try MediaFile.open(ByteSource(copying: Array(bytes.prefix(20_000)))))
    let texts = found.changes.filter { ["header", "size"].contains($0.field.description) }
      .map { $0.field.description + " " + $0.old + " → " + $0.new }
    #expect(texts == ["size 25,279 → 16,773 (its header says more)"], "\(texts)")
  }

  private func header(version: UInt8, duration: UInt32 = 400) -> Piece {
    atom("mvhd", version: version) {
      if version == 0 {
        u32(Parts.time, Parts.time, 1_000, duration)
      } else {
        u64(UInt64(Parts.time), UInt64(Parts.time)); u32(1_000); u64(UInt64(duration))
      }
      fixed16(1); fixed8(1); zeros(10)
      fixed16(1, 0, 0, 0, 1, 0, 0, 0); u32(0x4000_0000)
      zeros(24); u32(2)
    }
  }

  @Test func valuesOfAnotherVersionAreTheSame() throws {
    expectSame(
      try film(movie: header(version: 0)), try film(movie: header(version: 1)),
      "the same values in the fields of another version")
    #expect(
      changed(
        try film(movie: header(version: 0)), try film(movie: header(version: 1, duration: 90)))
        == ["duration 400 (0.400 s) → 90 (0.090 s)"])
  }

  @Test func sizesInSixteenBitsAreTheSame() throws {
    let small = atom("stz2", version: 0) {
      u24(0); u8(16); u32(4); u16(3, 4, 5, 6)
    }
    expectSame(try film(), try film(sizes: small), "the same size for each sample")
    let other = atom("stz2", version: 0) {
      u24(0); u8(16); u32(4); u16(3, 4, 5, 7)
    }
    #expect(
      changed(try film(), try film(sizes: other)).contains("entries[4].entry_size 6 → 7"))
  }

  @Test func oneSizeForAllIsTheSameAsEach() throws {
    let one = atom("stsz", version: 0) { u32(5, 4) }
    let each = atom("stsz", version: 0) {
      u32(0, 4); u32(5, 5, 5, 5)
    }
    expectSame(try film(sizes: one), try film(sizes: each), "the same size for each sample")
  }

  @Test func runsMayBeDividedDifferently() throws {
    let divided = atom("stts", version: 0) {
      u32(3); u32(1, 100); u32(2, 100); u32(1, 100)
    }
    expectSame(try film(), try film(times: divided), "the same duration for each sample")
    let other = atom("stts", version: 0) {
      u32(3); u32(1, 100); u32(2, 101); u32(1, 100)
    }
    let result = Files.compare(try film(), try film(times: other))
    #expect(result.changes.map(\.rowsText) == ["1 run → 3: 1 changed, 2 added, 4 samples in both"])
  }

  @Test func chunksMayBeMappedRowByRow() throws {
    let rows = atom("stsc", version: 0) {
      u32(2); u32(1, 2, 1); u32(2, 2, 1)
    }
    expectSame(try film(), try film(chunkMap: rows), "the same samples in each chunk")
  }

  /// Four chunks of one sample instead of two of two.
  @Test func theSameSamplesMayBeInOtherChunks() throws {
    let map = atom("stsc", version: 0) {
      u32(1); u32(1, 1, 1)
    }
    func chunks(_ late: UInt32) -> (_ offsets: [UInt32]) -> Piece {
      { offsets in
        atom("stco", version: 0) {
          u32(4); u32(offsets[0], offsets[0] + 3, offsets[1] + late, offsets[1] + 5)
        }
      }
    }
    let result = try film(chunkMap: map, chunks: chunks(0))
    expectSame(try film(), result, "the same samples, in other chunks")
    // The third begins one byte late, so that two samples are others.
    let late = try film(chunkMap: map, chunks: chunks(1))
    #expect(changed(try film(), late).count == 2)
  }
}

/// Positions that lead to atoms and to items, and what is computed from fragments.
@Suite struct PlaceTests {
  private func segment(
    padding: Int, sidx: (_ size: UInt32) -> Piece, tail: (_ moof: UInt32) -> Piece
  ) throws -> Document {
    let start = Parts.fileType("iso6", "iso6")
    let movie = Parts.fragmentedMovie()
    func fragment(_ number: UInt32, _ time: UInt64) -> Piece {
      Parts.fragment(sequence: number, time: time, duration: 100, sample: [1, 2, 3])
    }
    let first = fragment(1, 0)
    let gap = atom("free") { zeros(padding) }
    let size = UInt32(first.bytes.count + gap.bytes.count)
    let index = sidx(size)
    let place = start.bytes.count + movie.bytes.count + index.bytes.count
    return try Files.open(
      atoms {
        start
        movie
        index
        first
        gap
        fragment(2, 100)
        tail(UInt32(place) + size)
      })
  }

  private func index(_ sizes: UInt32..., duration: UInt32 = 100) -> Piece {
    atom("sidx", version: 0) {
      u32(1, 1_000, 0, 0); u16(0, UInt16(sizes.count))
      for size in sizes { u32(size, duration, 0x9000_0000) }
    }
  }

  private func access(_ place: UInt32) -> Piece {
    atom("mfra") {
      atom("tfra", version: 0) {
        u32(1, 0, 1); u32(100, place); u8(1, 1, 1)
      }
      atom("mfro", version: 0) { u32(51) }
    }
  }

  @Test func positionsOfAtomsFollow() throws {
    let before = try segment(padding: 0, sidx: { self.index($0, 115) }, tail: access)
    let after = try segment(padding: 100, sidx: { self.index($0, 115) }, tail: access)
    let result = Files.compare(before, after)
    #expect(result.changes.map { before.tree[$0.before ?? NodeIndex(0)].type } == ["free"])
    let moved = result.consequences.filter { if case .moved = $0.cause { true } else { false } }
    #expect(moved.map(\.field) == ["references", "entries"])
    // One byte beside the fragment, or a size that leads there.
    let beside = try segment(padding: 100, sidx: { self.index($0 + 1, 115) }) {
      self.access($0 + 1)
    }
    #expect(
      Set(Files.compare(before, beside).changes.map(\.field))
        == ["references[1].referenced_size", "entries[1].moof_offset"])
  }

  @Test func decodeTimesFollowTheFragmentsBefore() throws {
    func movie(_ duration: UInt32, _ time: UInt64) throws -> Document {
      try Files.open(
        atoms {
          Parts.fileType("iso6", "iso6")
          Parts.fragmentedMovie()
          Parts.fragment(sequence: 1, time: 0, duration: duration, sample: [1, 2])
          Parts.fragment(sequence: 2, time: time, duration: 50, sample: [3])
        })
    }
    let result = Files.compare(try movie(100, 100), try movie(120, 120))
    #expect(result.changes.map(\.field) == ["samples[1].sample_duration"])
    #expect(result.consequences.map(\.field) == ["baseMediaDecodeTime"])
    let wrong = Files.compare(try movie(100, 100), try movie(120, 121))
    #expect(
      wrong.changes.map(\.field) == ["samples[1].sample_duration", "baseMediaDecodeTime"])
  }

  /// What stands beside samples is found by its position: `saio` of a `stbl` counts from the file.
  @Test func auxiliaryDataIsFollowed() throws {
    func film(_ padding: Int, beside: UInt32 = 0) throws -> Document {
      func bytes(at place: UInt32) -> [UInt8] {
        Parts.film(
          extra: atom("free") { zeros(padding) },
          inTables: pieces {
            atom("saiz", version: 0) {
              u8(2); u32(2)
            }
            atom("saio", version: 0) {
              u32(1); u32(place)
            }
          }
        ).bytes
      }
      let probe = try Files.open(bytes(at: 0))
      let media = try #require(probe.tree.indices.first { probe.tree[$0].type == "mdat" })
      return try Files.open(
        bytes(at: UInt32(probe.tree[media].payloadStart) + 1 + beside))
    }
    let before = try film(4)
    func auxiliary(_ changes: [Change]) -> [FieldPath] {
      changes.filter { $0.before.map { before.tree[$0].type == "saio" } ?? false }.map(\.field)
    }
    let result = Files.compare(before, try film(100))
    #expect(auxiliary(result.changes) == [])
    #expect(auxiliary(result.consequences).count == 1)
    // One byte beside them.
    #expect(auxiliary(Files.compare(before, try film(100, beside: 1)).changes).count == 1)
    #expect(auxiliary(Files.compare(before, try film(4, beside: 1)).changes).count == 1)
  }

  /// In a fragmented movie the edit up to the end of the media lasts 0; what is decoded before it is
  /// shown is no part of what is passed over.
  @Test func editsUpToTheEndFollow() throws {
    func film(_ length: UInt32, isFragmented: Bool, _ duration: UInt32 = 400) throws -> Document {
      try Files.open(
        atoms {
          Parts.fileType("isom", "isom")
          Parts.movie(duration: 0) {
            Parts.track(duration: 0) {
              atom("edts") {
                atom("elst", version: 0) {
                  u32(1, length, 200); u16(1, 0)
                }
              }
              Parts.media(duration: isFragmented ? 0 : duration) {
                Parts.visualEntry("avc1")
              } tables: {
                if !isFragmented {
                  atom("stts", version: 0) { u32(1, 4, 100) }
                  atom("ctts", version: 0) { u32(3, 1, 200, 1, 500, 2, 100) }
                }
              }
            }
            if isFragmented {
              atom("mvex") { atom("trex", version: 0) { u32(1, 1, 0, 0, 0) } }
            }
          }
        })
    }
    func edits(_ a: Document, _ b: Document) -> Int {
      let result = Files.compare(a, b)
      return result.changes.count { $0.before.map { a.tree[$0].type == "elst" } ?? false }
    }
    // The first is shown 200 ticks after it is decoded, where the edit begins: all 400 are shown.
    #expect(edits(try film(400, isFragmented: false), try film(0, isFragmented: true)) == 0)
    #expect(edits(try film(390, isFragmented: false), try film(0, isFragmented: true)) == 1)
    #expect(edits(try film(400, isFragmented: false), try film(7, isFragmented: true)) == 1)
  }

  /// Items of four and of three bytes in an `mdat`, the second with a base.
  private func image(_ padding: Int, ids: [UInt16] = [1, 2], late: UInt32 = 0) throws -> Document {
    let start = atoms {
      Parts.fileType("mif1", "mif1")
      atom("free") { zeros(padding) }
    }
    func meta(_ place: UInt32) -> Piece {
      atom("meta", version: 0) {
        Parts.handlerReference("pict")
        atom("iloc", version: 0) {
          u8(0x44, 0x40); u16(UInt16(ids.count))
          for id in ids {
            u16(id, 0); u32(id == 1 ? 0 : place + 4); u16(1)
            u32(id == 1 ? place : late, id == 1 ? 4 : 3)
          }
        }
      }
    }
    let place = UInt32(start.count + meta(0).bytes.count + 8)
    return try Files.open(
      start
        + atoms {
          meta(place)
          atom("mdat") { u8(1, 2, 3, 4, 5, 6, 7) }
        })
  }

  @Test func itemsFollowTheirBytes() throws {
    let result = Files.compare(try image(0), try image(20))
    #expect(result.changes.map(\.field) == ["data"])
    let moved = result.consequences.filter { if case .moved = $0.cause { true } else { false } }
    #expect(
      moved.map(\.field.description).sorted() == ["items[1].extents", "items[2].base_offset"])
    let late = Files.compare(try image(0), try image(20, late: 1))
    #expect(
      Set(late.changes.map(\.field))
        == ["items[2].base_offset", "items[2].extents[1].extent_offset"])
  }

  /// An item in front of others leaves these what they were.
  @Test func itemsAreKnownByTheirNumber() throws {
    let before = try image(0)
    let after = try image(0, ids: [7, 1, 2])
    let result = Files.compare(before, after)
    #expect(result.changes.map(\.field) == ["items"])
    #expect(result.changes.first?.rowCounts.added == 1)
    #expect(result.changes.first?.rowsText == "2 items → 3: 1 added")
    #expect(result.changes.first?.rows.first?.new.hasPrefix("item_ID 7") == true)
    #expect(Files.compare(after, before).changes.first?.rowsText == "3 items → 2: 1 removed")
  }
}

/// Nodes that stand elsewhere, and numbers that may differ a little.
@Suite struct ElsewhereTests {
  private let note = atom("meta", version: 0) {
    Parts.handlerReference("mdta")
    atom("free") { text("made for this test") }
  }

  @Test func whatMovedToAnotherParentIsFound() throws {
    let inTrack = Parts.film(inTrack: atom("udta") { note }).bytes
    let inMovie = Parts.film(extra: atom("udta") { note }).bytes
    let result = Files.compare(try Files.open(inTrack), try Files.open(inMovie))
    #expect(result.changes.map(\.kind) == [.moved])
    let move = try #require(result.changes.first)
    #expect(move.isElsewhere)
    #expect(result.before.tree[try #require(move.before)].type == "udta")
    // Out of what held it, which is gone.
    let alone = Parts.film(extra: note).bytes
    let other = Files.compare(try Files.open(inTrack), try Files.open(alone))
    #expect(other.changes.map(\.kind) == [.removed, .moved])
    let back = Files.compare(try Files.open(alone), try Files.open(inTrack))
    #expect(Set(back.changes.map(\.kind)) == [.added, .moved])
  }

  /// `udta` with the note moved to another node, and the note stands once more before it: one was added,
  /// whichever of the two files is the first.
  @Test func whatStandsInANodeThatIsFoundGoesWithIt() throws {
    let before = try Files.open(
      atoms {
        Parts.fileType("isom", "isom")
        atom("moov") { atom("udta") { note } }
      })
    let after = try Files.open(
      atoms {
        Parts.fileType("isom", "isom")
        note
        atom("trak") { atom("udta") { note } }
      })
    func kinds(_ a: Document, _ b: Document) -> [String: Int] {
      Files.compare(a, b).changes.reduce(into: [:]) { $0[$1.kind.rawValue, default: 0] += 1 }
    }
    #expect(kinds(before, after) == ["removed": 1, "added": 2, "moved": 1])
    #expect(kinds(after, before) == ["removed": 2, "added": 1, "moved": 1])
  }

  /// Zeros stand everywhere.
  @Test func zerosDoNotMove() throws {
    let a = Parts.film(inTrack: atom("free") { zeros(20) }).bytes
    let b = Parts.film(extra: atom("free") { zeros(20) }).bytes
    let result = Files.compare(try Files.open(a), try Files.open(b))
    #expect(Set(result.changes.map(\.kind)) == [.added, .removed])
  }

  @Test func numbersMayDifferByATolerance() throws {
    let before = Parts.film().bytes
    let path = "moov/trak/mdia/minf/stbl/stts"
    let after = before.setting(path, at: 8) { u32(2, 203) }
    func compare(_ units: UInt64, _ field: String) throws -> (Comparison, Int) {
      var asked = 0
      var options = Comparison.Options()
      options.tolerance = { change in
        guard change.field.description == field || change.field.description.hasSuffix("." + field)
        else { return [] }
        asked += 1
        return [.units(units)]
      }
      let result = Comparison(
        try Files.open(before), try Files.open(after), rules: Files.rules, options: options)
      return (result, asked)
    }
    let (result, asked) = try compare(3, "sample_delta")
    #expect(result.changes.isEmpty && asked > 0)
    #expect(result.toleratedCount == 1)
    #expect(try compare(2, "sample_delta").0.changes.map(\.field) == ["entries[1].sample_delta"])
    #expect(try compare(3, "entry_size").0.changes.count == 1)
  }
}
