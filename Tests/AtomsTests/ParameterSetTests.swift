import Atoms
import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

/// Parameter sets are read to their last bit where what follows depends on values before.
///
/// The same sequence parameter sets, and some 600 made at random, were held against the `trace_headers`
/// filter of ffmpeg 5.1: all fields and values are equal.
@Suite struct ParameterSetTests {
  /// Bits as a specification counts them.
  private struct Bits {
    var text = ""

    func u(_ width: Int, _ value: Int) -> Bits {
      let digits = String(value, radix: 2)
      return Bits(text: text + String(repeating: "0", count: max(0, width - digits.count)) + digits)
    }
    func ue(_ values: Int...) -> Bits {
      values.reduce(self) { bits, value in
        let digits = String(value + 1, radix: 2)
        return Bits(text: bits.text + String(repeating: "0", count: digits.count - 1) + digits)
      }
    }
    func se(_ value: Int) -> Bits { ue(value > 0 ? 2 * value - 1 : -2 * value) }
    func flags(_ digits: String) -> Bits { Bits(text: text + digits.filter { $0 != " " }) }

    /// The unit with the bit that ends it, and with emulation prevention.
    var unit: [UInt8] {
      var bits = Array(text.utf8) + [UInt8(ascii: "1")]
      while bits.count % 8 != 0 { bits.append(UInt8(ascii: "0")) }
      var unit: [UInt8] = []
      for start in stride(from: 0, to: bits.count, by: 8) {
        let byte = bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 & 1) }
        if byte <= 3, unit.suffix(2) == [0, 0] { unit.append(3) }
        unit.append(byte)
      }
      return unit
    }
  }

  /// `name=value` of all fields of the units in the first node of a type.
  private func fields(_ type: String, _ configuration: Piece) throws -> (told: [String], faults: Int) {
    let document = try opened(
      atoms {
        atom("ftyp") { hex("68656963 00000000 6D696631 68656963") }
        atom("meta", version: 0) { atom("iprp") { atom("ipco") { configuration } } }
      })
    let node = try #require(document.nodes("meta/iprp/ipco/\(type)").first)
    var walker = Walker()
    var sink = Told()
    document.walk(node, &walker, into: &sink)
    return (sink.lines, sink.faults)
  }

  private struct Told: FieldSink {
    var lines: [String] = []
    var faults = 0
    mutating func field(_ field: borrowing FieldReading) {
      lines.append("\(field.name)=\(Int64(bitPattern: field.raw))")
    }
    mutating func table(_ table: borrowing TableReading) {}
    mutating func note(_ fault: Fault) { faults += 1 }
  }

  private func hevc(_ units: (type: UInt8, bytes: [UInt8])...) -> Piece {
    atom("hvcC") {
      hex("01 04 08000000 000000000000 5D F000 FC FD F8 F8 0000 0F"); u8(UInt8(units.count))
      Piece(
        units.flatMap {
          [0x80 | $0.type, 0, 1, UInt8($0.bytes.count >> 8), UInt8($0.bytes.count & 0xFF)] + $0.bytes
        })
    }
  }

  /// A sequence parameter set of 64×64 up to its sets of reference pictures.
  private var sequence: Bits {
    Bits().u(16, 0x4201).u(4, 0).u(3, 0).u(1, 1)
      .u(8, 4).u(32, 0x0800_0000).u(4, 9).u(44, 0).u(8, 93)
      .ue(0, 1, 64, 64).u(1, 0).ue(0, 0, 0).u(1, 1).ue(15, 0, 0)
      .ue(0, 1, 0, 1, 0, 0).flags("0 0 1 0")
  }

  /// Set 0 has −1, −3 and 2. Set 1 moves it by −1 and has −1 itself: −1, −2, −4 and 1. Set 2 moves that by 1:
  /// −1 becomes 0, which is the current picture and none of its references, so −1, −3, 1 and 2 are left.
  /// Set 3 has a flag for each of these four and one more, not for the five that were kept.
  @Test func referenceSetsFollowFromThoseBefore() throws {
    let set = sequence.ue(4)
      .ue(2, 1).ue(0).u(1, 1).ue(1).u(1, 1).ue(1).u(1, 1)
      .flags("1 1").ue(0).flags("1111")
      .flags("1 0").ue(0).flags("11111")
      .flags("1 1").ue(1).flags("1 01 00 1 1")
    // One picture kept for long, in four bits; no more than flags behind.
    let bits = set.u(1, 1).ue(1).u(4, 11).u(1, 1).flags("1 0 0 0")
    let (told, faults) = try fields("hvcC", hevc((33, bits.unit)))
    #expect(faults == 0)
    #expect(!told.contains { $0.hasPrefix("extra_bytes") })
    let start = try #require(told.firstIndex(of: "num_short_term_ref_pic_sets=4"))
    #expect(
      told[start...].joined(separator: " ") == """
        num_short_term_ref_pic_sets=4 num_negative_pics=2 num_positive_pics=1 \
        delta_poc_s0_minus1=0 used_by_curr_pic_s0_flag=1 delta_poc_s0_minus1=1 \
        used_by_curr_pic_s0_flag=1 delta_poc_s1_minus1=1 used_by_curr_pic_s1_flag=1 \
        inter_ref_pic_set_prediction_flag=1 delta_rps_sign=1 abs_delta_rps_minus1=0 \
        used_by_curr_pic_flag=1 used_by_curr_pic_flag=1 used_by_curr_pic_flag=1 \
        used_by_curr_pic_flag=1 inter_ref_pic_set_prediction_flag=1 delta_rps_sign=0 \
        abs_delta_rps_minus1=0 used_by_curr_pic_flag=1 used_by_curr_pic_flag=1 \
        used_by_curr_pic_flag=1 used_by_curr_pic_flag=1 used_by_curr_pic_flag=1 \
        inter_ref_pic_set_prediction_flag=1 delta_rps_sign=1 abs_delta_rps_minus1=1 \
        used_by_curr_pic_flag=1 used_by_curr_pic_flag=0 use_delta_flag=1 used_by_curr_pic_flag=0 \
        use_delta_flag=0 used_by_curr_pic_flag=1 used_by_curr_pic_flag=1 \
        long_term_ref_pics_present_flag=1 num_long_term_ref_pics_sps=1 lt_ref_pic_poc_lsb_sps=11 \
        used_by_curr_pic_lt_sps_flag=1 sps_temporal_mvp_enabled_flag=1 \
        strong_intra_smoothing_enabled_flag=0 vui_parameters_present_flag=0 \
        sps_extension_present_flag=0 rbsp_stop_one_bit=1 reserved=0
        """)
  }

  /// Sets of 2³² − 2 pictures, and sets without end that refer to each other: what is not there is a problem,
  /// and reading ends with the bits.
  @Test func claimsOfReferencePicturesEndWithTheBits() throws {
    let many = sequence.ue(2).ue(4_294_967_294, 4_294_967_294).ue(3).u(1, 1)
    let (told, faults) = try fields("hvcC", hevc((33, many.unit)))
    #expect(faults > 0)
    #expect(told.contains("num_negative_pics=4294967294"))
    #expect(!told.contains { $0.hasPrefix("long_term_ref_pics_present_flag") })

    // Each set moves the one before by the greatest distance there is.
    var moving = sequence.ue(64).ue(1, 1).ue(4_294_967_294).u(1, 1).ue(4_294_967_294).u(1, 1)
    for _ in 0..<20 { moving = moving.flags("1 1").ue(4_294_967_294).flags("111") }
    #expect(try fields("hvcC", hevc((33, moving.unit))).faults > 0)
  }

  /// Where a layer lies in the one below it: one offset, two lines from the top, and phases of 1 to 4.
  @Test func layersLieInOthers() throws {
    let set = Bits().u(16, 0x4401).ue(0, 0).flags("0 0 000 0 0").ue(0, 0).se(0).flags("0 0 0")
      .se(0).se(0).flags("0 0 0 0 0 0 0 0").flags("0 0").ue(0).flags("0 1")
      // Of the extensions only the one of layers.
      .flags("0 1 0 0 0000").flags("1 0").ue(1).u(6, 3).flags("1").se(0).se(2).se(0).se(-2)
      .flags("0 1").ue(1, 2, 3, 4).flags("0")
    let (told, faults) = try fields("hvcC", hevc((34, set.unit)))
    #expect(faults == 0)
    let start = try #require(told.firstIndex(of: "poc_reset_info_present_flag=1"))
    #expect(
      told[start...].joined(separator: " ") == """
        poc_reset_info_present_flag=1 pps_infer_scaling_list_flag=0 num_ref_loc_offsets=1 \
        ref_loc_offset_layer_id=3 scaled_ref_layer_offset_present_flag=1 \
        scaled_ref_layer_left_offset=0 scaled_ref_layer_top_offset=2 \
        scaled_ref_layer_right_offset=0 scaled_ref_layer_bottom_offset=-2 \
        ref_region_offset_present_flag=0 resample_phase_set_present_flag=1 phase_hor_luma=1 \
        phase_ver_luma=2 phase_hor_chroma_plus8=3 phase_ver_chroma_plus8=4 \
        colour_mapping_enabled_flag=0 rbsp_stop_one_bit=1 reserved=0
        """)
  }

  /// Differences of a scaling list end where one leads to zero: 8 + 4 = 12, 12 − 12 = 0. The next list has
  /// all its sixteen; what follows them is where it should be.
  @Test func scalingListsEndWithZero() throws {
    var bits = Bits().u(8, 0x67).u(8, 100).u(8, 0).u(8, 10).ue(0)
      .ue(1, 0, 0).u(1, 0).u(1, 1)
      .u(1, 1).se(4).se(-12)
      .u(1, 1)
    for _ in 0..<16 { bits = bits.se(1) }
    // Six lists are left out; then frame numbers, order, references, 1×1 macroblocks.
    bits = bits.flags("000000").ue(0, 2, 1).u(1, 0).ue(0, 0).flags("1 1 0 0")
    let unit = bits.unit
    let (told, faults) = try fields(
      "avcC",
      atom("avcC") {
        hex("01 64 00 0A FF E1"); u16(UInt16(unit.count)); Piece(unit); hex("00 FD F8 F8 00")
      })
    #expect(faults == 0)
    #expect(!told.contains { $0.hasPrefix("extra_bytes") })
    #expect(told.filter { $0.hasPrefix("delta_scale=") }.count == 18)
    #expect(told.filter { $0 == "seq_scaling_list_present_flag=0" }.count == 6)
    #expect(told.contains("delta_scale=-12"))
    let place = try #require(told.firstIndex(of: "log2_max_frame_num_minus4=0"))
    #expect(told[place + 1] == "pic_order_cnt_type=2")
    #expect(told.contains("rbsp_stop_one_bit=1"))
  }
}
