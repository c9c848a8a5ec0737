import ByteReading
import Corpus
import Structure
import StructureDiff
import Testing

/// What follows, and what only looks so.
@Suite struct CauseTests {
  private func document(@AtomBuilder _ content: () -> Piece) throws -> Document {
    try Files.open(atoms(content))
  }

  /// A track of one run of samples whose media says it lasts `duration` ticks.
  private func movie(duration: UInt32, samples: UInt32, delta: UInt32) throws -> Document {
    try document {
      atom("ftyp") {
        code("isom"); u32(0)
      }
      atom("moov") {
        atom("trak") {
          atom("mdia") {
            atom("mdhd", version: 0) {
              u32(0, 0, 1_000, duration); u16(0x55C4, 0)
            }
            atom("minf") {
              atom("stbl") { atom("stts", version: 0) { u32(1, samples, delta) } }
            }
          }
        }
      }
    }
  }

  private func told(_ changes: [Change]) -> [String] {
    changes.map { "\($0.field) \($0.old) → \($0.new)" }
  }

  @Test func aDurationFollowsFromItsSamples() throws {
    let result = Files.compare(
      try movie(duration: 400, samples: 2, delta: 200),
      try movie(duration: 600, samples: 3, delta: 200))
    #expect(result.changes.map(\.field) == ["entries[1].sample_count"])
    #expect(result.consequences.map(\.field) == ["duration"])
  }

  /// The rule has to hold on both sides.
  @Test func aDurationThatWasWrongIsAChange() throws {
    let result = Files.compare(
      try movie(duration: 401, samples: 2, delta: 200),
      try movie(duration: 600, samples: 3, delta: 200))
    #expect(result.changes.map(\.field) == ["duration", "entries[1].sample_count"])
    #expect(result.consequences.isEmpty)
  }

  /// And what it is made from has to have changed.
  @Test func aDurationAloneIsAChange() throws {
    let result = Files.compare(
      try movie(duration: 400, samples: 2, delta: 200),
      try movie(duration: 600, samples: 2, delta: 200))
    #expect(result.changes.map(\.field) == ["duration"])
  }

  private func sizes(_ count: UInt32, _ rows: [UInt32]) throws -> Document {
    try document {
      atom("ftyp") {
        code("isom"); u32(0)
      }
      atom("moov") {
        atom("trak") {
          atom("mdia") {
            atom("minf") {
              atom("stbl") {
                atom("stsz", version: 0) {
                  u32(0, count); Piece(rows.flatMap { u32($0).bytes })
                }
              }
            }
          }
        }
      }
    }
  }

  @Test func aCountFollowsFromRows() throws {
    let result = Files.compare(try sizes(2, [7, 8]), try sizes(3, [7, 9, 8]))
    #expect(result.changes.map(\.field) == ["entries"])
    #expect(result.changes.first?.rowCounts.added == 1)
    #expect(result.changes.first?.rows.map(\.new) == ["9"])
    let counts = result.consequences.filter { if case .count = $0.cause { true } else { false } }
    #expect(counts.map(\.field) == ["sample_count"])
  }

  /// It promises a row that is not there.
  @Test func aCountThatLiesIsAChange() throws {
    let result = Files.compare(try sizes(2, [7, 8]), try sizes(4, [7, 9, 8]))
    #expect(result.changes.map(\.field).contains("sample_count"))
  }

  @Test func aRowInTheMiddleOfManyIsOneRow() throws {
    let before = (0..<5_000).map { UInt32($0 &* 7_919 % 1_009) }
    var after = before
    after.insert(77_777, at: 2_500)
    after.remove(at: 4_000)
    let result = Files.compare(try sizes(5_000, before), try sizes(5_000, after))
    let rows = try #require(result.changes.first)
    #expect(result.changes.count == 1)
    #expect(rows.rowCounts.added == 1)
    #expect(rows.rowCounts.removed == 1)
    #expect(rows.rowCounts.changed == 0)
    #expect(rows.rows.map(\.after) == [2_500, nil])
    #expect(rows.rows.map(\.before) == [nil, 3_999])
  }

  private func fragments(_ padding: Int, offset: Int32, _ base: UInt32 = 0x2_0000) throws
    -> Document
  {
    try document {
      atom("styp") {
        code("msdh"); u32(0)
      }
      atom("free") { zeros(padding) }
      atom("moof") {
        atom("mfhd", version: 0) { u32(1) }
        atom("traf") {
          atom("tfhd", version: 0, flags: base) { u32(1) }
          atom("trun", version: 0, flags: 0x201) {
            u32(1); i32(offset); u32(4)
          }
        }
        atom("free") { zeros(padding) }
      }
      atom("mdat") { u32(0xCAFE_F00D) }
    }
  }

  /// The first fragment's data begins behind it: 8 + 16 + 8 + 16 + 24 bytes, a free atom and a header.
  @Test func anOffsetInAFragmentFollowsItsData() throws {
    let result = Files.compare(
      try fragments(0, offset: 88), try fragments(100, offset: 188))
    #expect(!result.changes.map(\.field).contains("data_offset"))
    let moved = result.consequences.filter { if case .moved = $0.cause { true } else { false } }
    #expect(moved.map(\.field) == ["data_offset"])
    #expect(moved.map(\.shift) == [100])
  }

  @Test func anOffsetBesideItsDataIsAChange() throws {
    let result = Files.compare(
      try fragments(0, offset: 88), try fragments(100, offset: 187))
    #expect(result.changes.map(\.field).contains("data_offset"))
  }

  private func tracks(_ order: [(id: UInt32, handler: FourCC)]) throws -> Document {
    try document {
      atom("ftyp") {
        code("isom"); u32(0)
      }
      atom("moov") {
        Piece(
          order.flatMap { track in
            atom("trak") {
              atom("tkhd", version: 0) {
                u32(0, 0, track.id); zeros(68)
              }
              atom("mdia") {
                atom("hdlr", version: 0) {
                  u32(0); code(track.handler); zeros(13)
                }
              }
            }.bytes
          })
      }
    }
  }

  @Test func tracksAreKnownByNumberAndHandler() throws {
    let both = try tracks([(1, "vide"), (2, "soun")])
    let swapped = Files.compare(both, try tracks([(2, "soun"), (1, "vide")]))
    #expect(swapped.changes.map(\.kind) == [.moved])
    // Renumbered: the handler says which is which.
    let renumbered = Files.compare(both, try tracks([(7, "vide"), (2, "soun")]))
    #expect(told(renumbered.changes) == ["track_ID 1 → 7"])
    // A sound track is no picture track, whatever its place.
    let other = Files.compare(try tracks([(1, "vide")]), both)
    #expect(other.changes.map(\.kind) == [.added])
    let paths = IdentityPaths(both)
    #expect(other.changes.compactMap(\.after).map(paths.path) == ["moov/trak[soun]"])
    #expect(paths.path(of: NodeIndex(0)) == "ftyp")
  }

  /// Steps by identity take no longer for each of many siblings than for one of few.
  @Test func pathsOfManySiblingsAreByIdentity() throws {
    let count = 20_000
    let film = try document {
      atom("styp") {
        code("msdh"); u32(0)
      }
      for number in 1...count {
        // The last two have the same number.
        atom("moof") { atom("mfhd", version: 0) { u32(UInt32(min(number, count - 1))) } }
      }
    }
    let paths = IdentityPaths(film)
    let tree = film.tree
    #expect(paths.path(of: NodeIndex(1)) == "moof[seq=1]")
    #expect(paths.path(of: NodeIndex(2)) == "moof[seq=1]/mfhd")
    for index in tree.indices where tree[index].type == "mfhd" { _ = paths.path(of: index) }
    // Also when it was forgotten.
    #expect(paths.path(of: NodeIndex(2)) == "moof[seq=1]/mfhd")
    #expect(paths.path(of: NodeIndex(tree.count - 1)) == "moof[\(count)]/mfhd")
    #expect(paths.path(of: NodeIndex(tree.count - 3)) == "moof[\(count - 1)]/mfhd")
    #expect(paths.path(of: NodeIndex(tree.count - 5)) == "moof[seq=\(count - 2)]/mfhd")
  }
}
