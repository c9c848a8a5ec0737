// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// The same bytes are other pictures where they are decrypted otherwise, and other places to begin at where a table
/// says so.
@Suite struct DecryptionProofTests {
  /// Two protected samples of six bytes, and behind them among the media the initialization vectors of eight bytes
  /// that `saio` leads to (14496-12 §8.7.9).
  private static func film(vectors: [UInt8], partial: Piece = Piece()) -> [UInt8] {
    let start = Parts.fileType("isom", "isom").bytes
    func movie(_ offset: UInt32) -> [UInt8] {
      atoms {
        Parts.movie {
          Parts.track {
            Parts.media {
              Parts.protectedEntry
            } tables: {
              Parts.sampleTables([6, 6], at: offset)
              atom("stss", version: 0) { u32(1, 1) }
              partial
              atom("saiz", version: 0) { u8(8); u32(2) }
              atom("saio", version: 0) { u32(1, offset + 12) }
            }
          }
        }
      }
    }
    let offset = UInt32(start.count + movie(0).count + 8)
    return start + movie(offset) + atoms { atom("mdat") { u32(2); u8(0x65, 1); u32(2); u8(0x41, 2); bytes(vectors) } }
  }

  private func verdict(_ before: [UInt8], _ after: [UInt8]) throws -> Verdict {
    let files = try [before, after].map { try MediaFile.open(ByteSource(copying: $0)) }
    return try #require(Comparison(files[0], files[1], rules: .media).verdict)
  }

  private static let vectors = [UInt8](repeating: 7, count: 16)

  @Test func aVectorAmongMediaIsCompared() throws {
    var other = Self.vectors
    other[9] ^= 1
    let verdict = try verdict(Self.film(vectors: Self.vectors), Self.film(vectors: other))
    #expect(verdict.state(of: .protection) == .changed, "\(verdict.findings.map(\.sentence))")
    #expect(verdict.closing == nil && verdict.regressions.contains(.samples))
    #expect(verdict.media != "same media")
  }

  /// Another scheme for the same bytes closes the gate.
  @Test func anotherSchemeIsARegression() throws {
    let film = Self.film(vectors: Self.vectors)
    let entry = "moov/trak/mdia/minf/stbl/stsd/encv/sinf/schm"
    let verdict = try verdict(film, film.setting(entry, at: 4) { code("cbc1") })
    #expect(verdict.regressions.contains(.protection), "\(verdict.findings.map(\.sentence))")
  }

  /// The second sample becomes one at which decoding may start (QTFF, Partial Sync Sample Atom).
  @Test func aPartialSyncSampleIsAPlaceToSeekTo() throws {
    let verdict = try verdict(
      Self.film(vectors: Self.vectors),
      Self.film(vectors: Self.vectors, partial: atom("stps", version: 0) { u32(1, 2) }))
    #expect(verdict.state(of: .seeking) == .changed, "\(verdict.findings.map(\.sentence))")
    #expect(verdict.closing == nil)
  }
}
