// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaReports
import Structure
import StructureDiff
import Testing

/// Parameter sets that say more than they did: what they say is told, and how long they are and which flags announce it is
/// nothing to anybody.
@Suite struct ParameterSetTests {
  /// A film of which the sequence parameter set is this one, of 320 by 240 pixels.
  private static func film(_ set: String) -> [UInt8] {
    let set = hex(set)
    return atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {
        Parts.track(width: 320, height: 240) {
          Parts.media {
            Parts.visualEntry("avc1") {
              atom("avcC") {
                hex("01 64 00 0d ff e1"); u16(UInt16(set.bytes.count)); set
                hex("01 0006 68ebe3cb22c0 fdf8f800")
              }
            }
          } tables: {
            Parts.emptyTables
          }
        }
      }
    }
  }

  private static let plain = "6764000dacd94141fb011000000300100000030320f1429960"

  private func comparison(_ set: String) throws -> Comparison {
    try Comparison(Files.open(Self.film(Self.plain)), Files.open(Self.film(set)), rules: .media)
  }

  private func told(_ comparison: Comparison, _ aspect: Verdict.Aspect) throws -> [String] {
    try #require(comparison.verdict).findings.filter { $0.aspect == aspect }.map { "\($0.state.rawValue): \($0.sentence)" }
  }

  /// As `h264_metadata=colour_primaries=9:…` of FFmpeg writes it.
  @Test func coloursThatASetSaysNowAreNoOtherSetup() throws {
    let found = try comparison("6764000dacd94141fb016a122012800000030080000019078a14cb")
    #expect(try told(found, .display) == ["changed: colour tagged BT.2020 / PQ / BT.2020 (was unspecified)"])
    #expect(try told(found, .setup) == ["equivalent: flags by which fields are there"])
    let names = found.changes.filter { $0.cause == nil }.map { $0.field.parts.last?.name ?? "" }
    #expect(!names.contains("sequenceParameterSetLength") && !names.contains("reserved"), "\(names)")
    #expect(names.contains("colour_primaries") && found.verdict?.isDecodedOtherwise == false)
  }

  /// A flag alone by which the bits behind it are read as other fields.
  @Test func aFlagByWhichOthersAreReadIsAnotherSetup() throws {
    // video_signal_type_present_flag, bit 3 of the byte.
    let found = try comparison(Self.plain.replacing("fb0110", with: "fb0130"))
    let setup = try told(found, .setup)
    #expect(setup.contains { $0.hasPrefix("changed: ") }, "\(setup)")
    #expect(found.verdict?.isDecodedOtherwise == true)
  }
}
