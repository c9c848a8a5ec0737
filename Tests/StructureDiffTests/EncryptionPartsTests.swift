// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaReports
import Structure
import StructureDiff
import Testing

/// A track that is encrypted in one file alone: one change, its `sinf`, and what comes with it.
@Suite struct EncryptionPartsTests {
  /// Two samples of six bytes, with what stands beside them to decrypt them.
  private struct Film {
    var isEncrypted = false
    /// What the entry was before it was encrypted, as `frma` has it.
    var original: FourCC = "avc1"
    var vectors = Piece()
    var media: [UInt8] = [0, 0, 0, 2, 0x65, 1, 0, 0, 0, 2, 0x41, 2]

    static func encrypted(_ vectors: Piece = Self.vectors) -> Film {
      Film(isEncrypted: true, vectors: vectors, media: [0, 0, 0, 2, 0x65, 9, 0, 0, 0, 2, 0x41, 7])
    }

    static var vectors: Piece {
      pieces {
        atom("senc", version: 0) { u32(2); zeros(16) }
        atom("saiz", version: 0) { u8(8); u32(2) }
        atom("saio", version: 0) { u32(1, 0) }
      }
    }

    var file: [UInt8] {
      let start = Parts.fileType("isom", "isom").bytes
      func movie(_ offset: UInt32) -> [UInt8] {
        atoms {
          Parts.movie {
            Parts.track {
              Parts.media {
                Parts.visualEntry(isEncrypted ? "encv" : "avc1") {
                  Parts.avcConfiguration
                  if isEncrypted { Parts.protection(of: original, by: "cenc") { Parts.trackEncryption } }
                }
              } tables: {
                Parts.sampleTables([6, 6], at: offset)
                vectors
              }
            }
          }
        }
      }
      return start + movie(UInt32(start.count + movie(0).count + 8)) + atoms { atom("mdat") { bytes(media) } }
    }
  }

  private func comparison(_ before: Film, _ after: Film) throws -> Comparison {
    Comparison(try Files.open(before.file), try Files.open(after.file), rules: .media)
  }

  /// The types of nodes with changes of their own, without media and new problems, in the order of the report.
  private func own(_ comparison: Comparison) -> [FourCC] {
    comparison.changes.compactMap { change in
      let type =
        change.before.map { comparison.before.tree[$0].type } ?? change.after.map { comparison.after.tree[$0].type }
      return type == "mdat" || change.field == "new problem" ? nil : type
    }
  }

  @Test(arguments: [true, false])
  func oneTrackIsOneChange(isNew: Bool) throws {
    let (plain, encrypted) = (Film(), Film.encrypted())
    let found = try isNew ? comparison(plain, encrypted) : comparison(encrypted, plain)
    #expect(own(found) == ["sinf"])
    let parts = try #require(found.counted.first { $0.noun == "part" })
    #expect(parts.count == 4 && parts.remark == " (of an encryption)")
    let verdict = try #require(found.verdict)
    // A check asks where 'senc' stands.
    let told = verdict.aspects(.changed).filter { $0 != .problems }
    #expect(told == [.samples, .protection], "\(verdict.findings.map(\.sentence))")
  }

  /// What the encryption of the track does not explain is a change of its own.
  @Test func whatIsAnotherIsAChangeAllTheSame() throws {
    // Another coding than the one before.
    var other = Film.encrypted()
    other.original = "hvc1"
    #expect(try own(comparison(Film(), other)).contains("avc1"))
    // Information of another kind.
    let hints = pieces {
      Film.vectors
      atom("saiz", version: 0, flags: 1) { code("abcd"); u32(0); u8(8); u32(2) }
    }
    #expect(try own(comparison(Film(), .encrypted(hints))) == ["sinf", "saiz"])
    // A track that was encrypted before.
    #expect(try own(comparison(.encrypted(Piece()), .encrypted())) == ["senc", "saiz", "saio"])
  }
}
