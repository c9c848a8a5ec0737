// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import Testing

/// How far sync samples lie apart, up to the end of what is shown.
@Suite struct SyncDistanceTests {
  /// Pictures of 40 ms, 1 byte each; `syncs` are the rows of 'stss', `rows` those of edits: how long, and from where.
  private func film(_ count: Int, syncs: [UInt32], edits rows: [(UInt32, UInt32)] = [], flags: UInt8 = 0) -> [UInt8] {
    atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { zeros(count) }
      Parts.movie(duration: UInt32(count * 40)) {
        Parts.track(duration: UInt32(count * 40)) {
          Parts.media(duration: UInt32(count * 40)) { Parts.visualEntry("avc1") } tables: {
            Parts.sampleTables(Array(repeating: 1, count: count), delta: 40, at: 28)
            atom("stss", version: 0) {
              u32(UInt32(syncs.count))
              for sync in syncs { u32(sync) }
            }
          }
          if !rows.isEmpty {
            atom("edts") {
              atom("elst") {
                u8(0, 0, 0, flags); u32(UInt32(rows.count))
                for (duration, time) in rows { u32(duration, time, 0x1_0000) }
              }
            }
          }
        }
      }
    }
  }

  private func opened(_ bytes: [UInt8]) throws -> Document {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    MediaFile.check(document, isThorough: true)
    return document
  }

  private func fact(_ key: String, _ bytes: [UInt8]) throws -> About.Fact? {
    try About(of: opened(bytes)).tracks.first?.facts.first { $0.key.description == key }
  }

  private func number(_ key: String, _ bytes: [UInt8]) throws -> Double? {
    guard case .real(let number) = try fact(key, bytes)?.value else { return nil }
    return number
  }

  /// Two keyframes, and then none for 11.96 s: the report and the check say one length.
  @Test func theWayToTheEndCounts() throws {
    let bytes = film(300, syncs: [1, 2])
    #expect(try fact("syncDistance", bytes)?.text == "sync samples 11.960 s apart at most, from 0.040 s to the end")
    #expect(try number("syncDistance", bytes) == 11.96)
    #expect(try number("syncDistanceAt", bytes) == 0.04)
    let kinds = try opened(bytes).problems.kept.map(\.kind.id.description)
    #expect(kinds.contains("key-frame-distance"))
    // A way to the end that is as long as another one is not said in its place.
    #expect(try fact("syncDistance", film(10, syncs: [1, 6]))?.text == "sync samples 0.200 s apart at most, from 0.000 s")
  }

  @Test func ofOneSyncSampleTheWayIsAValue() throws {
    let bytes = film(10, syncs: [1])
    #expect(try fact("syncSamples", bytes)?.text == "1 sync sample, at 0.000 s")
    #expect(try number("syncDistance", bytes) == 0.4)
  }

  /// The end is that of what edits show. Where they show media twice a sync sample may come again.
  @Test func theEndIsThatOfEdits() throws {
    #expect(
      try fact("syncDistance", film(10, syncs: [1, 2], edits: [(200, 0)]))?.text
        == "sync samples 0.160 s apart at most, from 0.040 s to the end")
    let words = "sync samples 0.040 s apart at most, from 0.000 s"
    #expect(try fact("syncDistance", film(10, syncs: [1, 2], edits: [(200, 0), (200, 0)]))?.text == words)
    #expect(try fact("syncDistance", film(10, syncs: [1, 2], edits: [(200, 0)], flags: 1))?.text == words)
  }
}
