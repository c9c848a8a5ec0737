import Atoms
import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

/// What encoders say beside the pictures is read as fields, without the bytes that prevent emulation.
@Suite struct SupplementalInformationTests {
  /// `name=value` of all fields of the messages in a unit of HEVC, in a configuration.
  private func fields(_ unit: String, bytes: [UInt8] = []) throws -> (told: [String], faults: Int) {
    let unit = hex(unit).bytes + bytes
    let document = try opened(
      atoms {
        atom("ftyp") { hex("68656963 00000000 6D696631 68656963") }
        atom("meta", version: 0) {
          atom("iprp") {
            atom("ipco") {
              atom("hvcC") {
                hex("01 04 08000000 000000000000 5D F000 FC FD F8 F8 0000 0F 01 A7 0001"); u16(UInt16(unit.count))
                Piece(unit)
              }
            }
          }
        }
      })
    let node = try #require(document.nodes("meta/iprp/ipco/hvcC").first)
    var walker = Walker()
    var sink = Told()
    document.walk(node, &walker, into: &sink)
    let start = sink.lines.firstIndex { $0.hasPrefix("payload_type=") } ?? sink.lines.endIndex
    return (Array(sink.lines[start...]), sink.faults)
  }

  private struct Told: FieldSink {
    var lines: [String] = []
    var faults = 0
    mutating func field(_ field: borrowing FieldReading) {
      var text = ByteWriter()
      text.put(value: field, .summary)
      lines.append("\(field.name)=\(text.string)")
    }
    mutating func table(_ table: borrowing TableReading) {}
    mutating func note(_ fault: Fault) { faults += 1 }
  }

  /// The primaries of P3 and 0.005 cd/m², whose first bytes are zeros: 00 00 03 00 stands for 00 00 00. The size
  /// counts 24 bytes without that.
  @Test func masteringDisplayCountsWithoutEmulationPrevention() throws {
    let (told, faults) = try fields(
      "4E01 89 18 33C2 86C4 1D4C 0BB8 84D0 3E80 3D13 4042 00989680 000003 0032 90 04 03E8 0190 80")
    #expect(faults == 0)
    #expect(
      told == [
        "payload_type=mastering display", "payload_size=24",
        "display_primaries_x=0.265", "display_primaries_y=0.69",
        "display_primaries_x=0.15", "display_primaries_y=0.06",
        "display_primaries_x=0.68", "display_primaries_y=0.32",
        "white_point_x=0.3127", "white_point_y=0.329",
        "max_display_mastering_luminance=1000.0 cd/m²", "min_display_mastering_luminance=0.005 cd/m²",
        "payload_type=content light level", "payload_size=4",
        "max_content_light_level=1,000 cd/m²", "max_pic_average_light_level=400 cd/m²",
        "rbsp_stop_one_bit=1", "reserved=0",
      ])
  }

  /// A size of 255 and 20: sixteen bytes of the UUID of x265, 259 of text.
  @Test func settingsOfAnEncoderAreText() throws {
    let text = "x265 (build 199) - " + String(repeating: "a", count: 239)
    let (told, faults) = try fields(
      "4E01 05 FF14 2CA2DE09B51747DBBB55A4FE7FC2FC4E", bytes: Array(text.utf8) + [0, 0x80])
    #expect(faults == 0)
    #expect(told.prefix(2) == ["payload_type=user data, by UUID", "payload_size=275"])
    #expect(told.contains("uuid_iso_iec_11578=2ca2de09-b517-47db-bb55-a4fe7fc2fc4e"))
    #expect(told.contains { $0.hasPrefix("encoder_settings=\"x265 (build 199)") })
    #expect(told.last == "reserved=0")
  }

  /// One pair of field 1, one of field 2, one of CEA-708.
  @Test func captionsAreFound() throws {
    let (told, faults) = try fields(
      "4E01 04 14 B5 0031 47413934 03 43 FF FC9420 FD8080 FF0123 FF 80")
    #expect(faults == 0)
    #expect(
      told.filter { $0.hasPrefix("cc_type=") } == [
        "cc_type=CEA-608, field 1", "cc_type=CEA-608, field 2", "cc_type=CEA-708, start",
      ])
    #expect(told.contains("itu_t_t35_provider_code=ATSC"))
    #expect(told.filter { $0.hasPrefix("cc_data_1=") } == ["cc_data_1=0x94", "cc_data_1=0x80", "cc_data_1=0x01"])
  }

  /// 10:20:30, frame 12.
  @Test func aTimeIsRead() throws {
    // 01 | 1 0 00000 1 0 0 | 000001100 | 011110 010100 01010 | 00000 | 1 0000
    let (told, faults) = try fields("4E01 88 06 604063CA2810 80")
    #expect(faults == 0, "\(told)")
    for field in ["n_frames=12", "seconds_value=30", "minutes_value=20", "hours_value=10"] {
      #expect(told.contains(field), "\(told)")
    }
  }

  /// A message that says that it has more bytes than there are is a problem, and so is one without an end of its
  /// size; reading ends with the unit.
  @Test func sizesThatLeadOutsideAreProblems() throws {
    #expect(try fields("4E01 89 FFFFFFFF10 0000").faults > 0)
    #expect(try fields("4E01 05 FFFFFF").faults > 0)
    #expect(try fields("4E01 04 02 B500 80").faults > 0)
    #expect(try fields("4E01 04 03 B50099 80").faults == 0)
  }

  /// Units of one view and of a second one, in the configuration of the second.
  @Test func subsetsOfSequencesAreRead() throws {
    // profile 118, level 4, set 0, 4:2:0, 1×1 macroblocks, no VUI; then a view more, which refers to none, and
    // one level with one operating point.
    let set = "6F 76 00 28"
    let rest = bits(
      "1 010 1 1 0 0 1 011 1 0 1 1 1 1 0 0" + " 1" + " 010 1 010" + " 1 1" + " 1 1" + " 1 00101000 1 000 1 1 1" + " 0" + " 0 1")
    let unit = hex(set).bytes + rest
    let document = try opened(
      atoms {
        atom("ftyp") { hex("69736F6D 00000000") }
        atom("moov") {
          atom("trak") {
            atom("mdia") {
              atom("minf") {
                atom("stbl") {
                  atom("stsd", version: 0) {
                    u32(1)
                    Parts.visualEntry("mvc1") {
                      atom("mvcC") {
                        hex("01 76 00 28 3F 01"); u16(UInt16(unit.count)); Piece(unit); hex("00")
                      }
                    }
                  }
                }
              }
            }
          }
        }
      })
    let node = try #require(document.nodes("//mvcC").first)
    var walker = Walker()
    var sink = Told()
    document.walk(node, &walker, into: &sink)
    #expect(sink.faults == 0, "\(sink.lines)")
    for field in ["num_views_minus1=", "applicable_op_num_views_minus1=", "mvc_vui_parameters_present_flag=", "rbsp_stop_one_bit="] {
      #expect(sink.lines.contains { $0.hasPrefix(field) }, "\(field) \(sink.lines)")
    }
    #expect(sink.lines.filter { $0.hasPrefix("view_id=") } == ["view_id=0", "view_id=1"])
    #expect(!sink.lines.contains { $0.hasPrefix("extra_bytes") })
  }

  private func bits(_ text: String) -> [UInt8] {
    var digits = text.filter { $0 != " " }.map { $0 == "1" ? UInt8(1) : 0 }
    while digits.count % 8 != 0 { digits.append(0) }
    return stride(from: 0, to: digits.count, by: 8).map { start in
      digits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
    }
  }
}
