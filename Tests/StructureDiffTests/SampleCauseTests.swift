// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import Structure
import StructureDiff
import Testing

/// What follows from samples: the same ones in other places, in fragments, and other ones.
@Suite struct SampleCauseTests {
  /// Samples of a track that lie behind each other.
  private struct Chunk {
    let track: Int
    let samples: [[UInt8]]

    init(_ track: Int, _ samples: [UInt8]...) {
      self.track = track
      self.samples = samples
    }
  }

  /// A film of two tracks whose chunks lie in this order in one `mdat`, `tail` behind them; `late` is
  /// added to the last position of the second track.
  private func film(
    _ chunks: [Chunk], tail: [UInt8] = [], late: UInt32 = 0, delta: UInt32 = 100
  ) throws -> Document {
    let start = Parts.fileType("isom", "isom")
    func moov(at place: UInt32) -> Piece {
      var offsets: [[UInt32]] = [[], []]
      var at = place
      for chunk in chunks {
        offsets[chunk.track].append(at)
        at += UInt32(chunk.samples.joined().count)
      }
      offsets[1][offsets[1].count - 1] += late
      return atom("moov") {
        Parts.movieHeader()
        for track in [0, 1] {
          let own = chunks.filter { $0.track == track }
          let sizes = own.flatMap(\.samples).map { UInt32($0.count) }
          Parts.track(id: UInt32(track + 1)) {
            Parts.media(handler: track == 0 ? "vide" : "soun") {
              if track == 0 { Parts.visualEntry("avc1") } else { Parts.audioEntry("mp4a") }
            } tables: {
              atom("stts", version: 0) {
                u32(1); u32(UInt32(sizes.count), delta)
              }
              atom("stsc", version: 0) {
                u32(UInt32(own.count))
                for (number, chunk) in own.enumerated() {
                  u32(UInt32(number + 1), UInt32(chunk.samples.count), 1)
                }
              }
              atom("stsz", version: 0) {
                u32(0, UInt32(sizes.count))
                for size in sizes { u32(size) }
              }
              atom("stco", version: 0) {
                u32(UInt32(own.count))
                for offset in offsets[track] { u32(offset) }
              }
            }
          }
        }
      }
    }
    let place = UInt32(start.bytes.count + moov(at: 0).bytes.count + 8)
    return try Files.open(
      atoms {
        start
        moov(at: place)
        atom("mdat") {
          for chunk in chunks { bytes(Array(chunk.samples.joined())) }
          bytes(tail)
        }
      })
  }

  private let interleaved = [
    Chunk(0, [1, 2, 3], [4, 5]), Chunk(1, [10, 11]), Chunk(0, [6, 7, 8, 9]),
    Chunk(1, [12], [13, 14, 15]),
  ]
  private let oneByOne = [
    Chunk(0, [1, 2, 3], [4, 5]), Chunk(0, [6, 7, 8, 9]), Chunk(1, [10, 11], [12]),
    Chunk(1, [13, 14, 15]),
  ]

  /// Compares both ways round, of which each is the mirror of the other.
  private func compare(_ a: Document, _ b: Document) -> Comparison {
    #expect(Told.asymmetry(a, b).isEmpty)
    return Files.compare(a, b)
  }

  private func told(_ comparison: Comparison) -> [String] {
    comparison.changes.map { change in
      let node =
        change.before.map { comparison.before.tree[$0] }
        ?? change.after.map { comparison.after.tree[$0] }
      let field = change.field.isEmpty ? "" : ".\(change.field)"
      return "\(change.kind) \(node?.type.key ?? "")\(field)"
    }
  }

  private func following(_ comparison: Comparison, _ kind: Cause.Samples) -> [String] {
    comparison.consequences.compactMap { change in
      guard case .samples(let samples) = change.cause, samples == kind else { return nil }
      return
        (change.before.map { comparison.before.tree[$0] }
        ?? change.after.map { comparison.after.tree[$0] })?.type.key
    }
  }

  // MARK: In another order

  @Test func theSameSamplesInAnotherOrderAreNoChange() throws {
    let result = compare(try film(interleaved), try film(oneByOne))
    #expect(told(result) == [])
    #expect(following(result, .elsewhere) == ["mdat"])
    let moved = result.consequences.filter { if case .moved = $0.cause { true } else { false } }
    // The second chunk of the one and the first of the other track.
    #expect(moved.reduce(0) { $0 + $1.count } == 2 + 1)
  }

  @Test func bytesBesideTheSamplesAreAChange() throws {
    let before = try film(interleaved)
    #expect(told(compare(before, try film(oneByOne, tail: [0, 0]))) == [])
    let result = compare(before, try film(oneByOne, tail: [0, 7]))
    #expect(told(result) == ["changed mdat.data"])
    #expect(result.changes.first?.note == "")
    // Both have them.
    let both = compare(try film(interleaved, tail: [7, 8]), try film(oneByOne, tail: [7, 8]))
    #expect(told(both) == [])
    let other = compare(try film(interleaved, tail: [7, 8]), try film(oneByOne, tail: [8, 7]))
    #expect(told(other) == ["changed mdat.data"])
  }

  @Test func anotherByteOfASampleIsAChange() throws {
    var chunks = oneByOne
    chunks[1] = Chunk(0, [6, 7, 99, 9])
    let result = compare(try film(interleaved), try film(chunks))
    #expect(told(result) == ["changed mdat.data"])
    #expect(result.changes.first?.note == "track 1 video: 1 of 3 samples differs")
  }

  /// One position beside its chunk leaves a byte that no sample has.
  @Test func aWrongPositionIsAChangeBesideOthers() throws {
    let result = compare(try film(interleaved), try film(oneByOne, tail: [1], late: 1))
    #expect(told(result) == ["rows stsc.entries", "rows stco.entries", "changed mdat.data"])
    let alone = compare(try film(interleaved), try film(interleaved, late: 1))
    #expect(told(alone) == ["changed stco.entries[2].chunk_offset"])
  }

  // MARK: Other samples

  @Test func otherSamplesAreOneChange() throws {
    let again = [
      Chunk(0, [1, 2, 3], [4, 5]), Chunk(1, [20, 21, 22], [23]), Chunk(0, [6, 7, 8, 9]),
      Chunk(1, [24, 25], [26]),
    ]
    let result = compare(try film(interleaved), try film(again))
    #expect(told(result) == ["changed mdat.data"])
    #expect(
      result.changes.first?.note
        == "track 2 audio: 3 samples → 4 others, 6 bytes → 7, 0.300 s → 0.400 s")
    #expect(Set(following(result, .others)) == ["stts", "stsz", "stsc", "stco"])
    // The pictures moved along, also with the row that the table of sizes has more.
    let moved = result.consequences.filter { if case .moved = $0.cause { true } else { false } }
    #expect(moved.map(\.count) == [2])
  }

  /// Where a track has a sample more and what tables say of the others stayed, that is the change.
  @Test func aSampleMoreIsOneChange() throws {
    var chunks = interleaved
    chunks[3] = Chunk(1, [12], [77, 78], [13, 14, 15])
    let result = compare(try film(interleaved), try film(chunks))
    #expect(told(result) == ["changed mdat.data"])
    #expect(Set(following(result, .others)).isSuperset(of: ["stts", "stsz"]))
    #expect(
      result.changes.last?.note
        == "track 2 audio: 3 samples → 4, 3 of them the same, 6 bytes → 8, 0.300 s → 0.400 s")
    // Where one of the others is another as well, the tables say which.
    chunks[3] = Chunk(1, [12], [77, 78], [13, 14, 16])
    #expect(
      told(compare(try film(interleaved), try film(chunks))) == [
        "changed stts.entries[1].sample_count", "rows stsz.entries", "changed mdat.data",
      ])
  }

  // MARK: Fragments

  /// The two samples of `Parts.film()` in two fragments.
  private func fragments(
    time: UInt64 = 200, duration: UInt32 = 200, last: UInt8 = 0x41, extra: Piece = Piece()
  ) throws -> Document {
    try Files.open(
      atoms {
        Parts.fileType("isom", "isom")
        Parts.fragmentedMovie()
        Parts.fragment(sequence: 1, time: 0, duration: 200, sample: [0, 0, 0, 1, 0x65])
        Parts.fragment(sequence: 2, time: time, duration: duration, sample: [0, 0, 0, last])
        extra
      })
  }

  private func whole() throws -> Document { try Files.open(Parts.film().bytes) }

  @Test func fragmentsAreOneChange() throws {
    let result = compare(try whole(), try fragments())
    #expect(told(result) == ["added mvex"])
    #expect(result.changes.first?.note == "now fragmented: the same 2 samples in 2 fragments")
    #expect(Set(following(result, .fragments)) == ["stts", "stsz", "moof", "mdat"])
    let back = Files.compare(try fragments(), try whole())
    #expect(back.changes.first?.note == "no longer fragmented: the same 2 samples")
  }

  @Test func whatFragmentsSayOtherwiseIsTold() throws {
    let longer = compare(try whole(), try fragments(duration: 250))
    #expect(told(longer) == ["changed stts.entries", "added mvex"])
    let change = try #require(longer.changes.first)
    #expect([change.old, change.new] == ["200", "250"])
    #expect(change.note == "duration of sample 2: 0.200 s → 0.250 s")
    // A table of durations cannot say that nothing is decoded for a while.
    let later = compare(try whole(), try fragments(time: 300))
    #expect(told(later) == ["added mvex"])
    #expect(
      later.changes.first?.note
        == "now fragmented: the same 2 samples in 2 fragments; track 1 video: 0 → 100,"
        + " gap before sample 2: 0.000 s → 0.100 s")
  }

  @Test func otherSamplesInFragmentsAreChanges() throws {
    let result = compare(try whole(), try fragments(last: 0x42))
    #expect(told(result).contains("added moof"))
    #expect(told(result).contains("rows stsz.entries"))
  }

  /// An index follows when it leads to where decoding may start.
  @Test func anIndexOfFragmentsFollowsWhenItIsRight() throws {
    let first = try fragments()
    let place = try #require(first.tree.indices.first { first.tree[$0].type == "moof" })
    func access(_ offset: UInt64, time: UInt32 = 0, size: UInt32 = 59) -> Piece {
      atom("mfra") {
        atom("tfra", version: 0) {
          u32(1, 0, 1); u32(time, UInt32(offset)); u8(1, 1, 1)
        }
        atom("mfro", version: 0) { u32(size) }
      }
    }
    let start = first.tree[place].start
    #expect(told(compare(try whole(), try fragments(extra: access(start)))) == ["added mvex"])
    for wrong in [access(start + 1), access(start, time: 1), access(start, size: 51)] {
      let result = compare(try whole(), try fragments(extra: wrong))
      #expect(told(result).contains("added mfra"))
    }
  }

  /// What stands in a fragment beside what samples are is no consequence.
  @Test func moreInAFragmentIsAChange() throws {
    let other = try Files.open(
      atoms {
        Parts.fileType("isom", "isom")
        Parts.fragmentedMovie()
        Parts.fragment(sequence: 1, time: 0, duration: 200, sample: [0, 0, 0, 1, 0x65])
        atom("moof") {
          atom("mfhd", version: 0) { u32(2) }
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x02_0000) { u32(1) }
            atom("tfdt", version: 1) { u64(200) }
            atom("trun", version: 0, flags: 0x301) {
              u32(1); u32(112); u32(200); u32(4)
            }
            atom("free")
          }
        }
        atom("mdat") { bytes([0, 0, 0, 0x41]) }
      })
    #expect(told(compare(try whole(), other)) == ["added mvex", "added moof"])
  }

  /// More fragments of the same samples.
  @Test func dividedOtherwiseIsOneChange() throws {
    let one = try Files.open(
      atoms {
        Parts.fileType("isom", "isom")
        Parts.fragmentedMovie()
        atom("moof") {
          atom("mfhd", version: 0) { u32(1) }
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x02_0000) { u32(1) }
            atom("tfdt", version: 1) { u64(0) }
            atom("trun", version: 0, flags: 0x301) {
              u32(2); u32(112); u32(200, 5); u32(200, 4)
            }
          }
        }
        atom("mdat") { bytes([0, 0, 0, 1, 0x65, 0, 0, 0, 0x41]) }
      })
    let result = compare(one, try fragments())
    #expect(told(result) == ["added moof"])
    #expect(result.changes.first?.note == "the same 2 samples in 2 fragments, not 1")
  }
}
