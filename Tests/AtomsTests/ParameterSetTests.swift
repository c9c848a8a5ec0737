// swift-format-ignore-file: DoNotUseSemicolons

import Atoms
import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

/// Parameter sets are read to their last bit where what follows depends on values before.
///
/// The same sequence parameter sets, and some 600 made at random, were held against the `trace_headers`
/// filter of ffmpeg 5.1: all fields and values are equal. So were 650 parameter sets of VVC made at random,
/// with that of ffmpeg 9.0: one differs, since it reads timing of as many sub-layers as there are where
/// `vps_hrd_max_tid` says fewer.
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

    /// Ones to the next whole byte.
    func ones() -> Bits { Bits(text: text + String(repeating: "1", count: (8 - text.count % 8) % 8)) }

    /// The bits, and zeros to the next whole byte.
    var bytes: [UInt8] {
      let bits = Array(text.utf8) + Array(repeating: UInt8(ascii: "0"), count: (8 - text.count % 8) % 8)
      return stride(from: 0, to: bits.count, by: 8).map { start in
        bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 & 1) }
      }
    }

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
      for unit in units { u8(0x80 | unit.type); u16(1, UInt16(unit.bytes.count)); Piece(unit.bytes) }
    }
  }

  /// A sequence parameter set of 64×64 up to its sets of reference pictures.
  private var sequence: Bits {
    Bits().u(16, 0x4201).u(4, 0).u(3, 0).u(1, 1)
      .u(8, 4).u(32, 0x0800_0000).u(4, 9).u(44, 0).u(8, 93)
      .ue(0, 1, 64, 64).u(1, 0).ue(0, 0, 0).u(1, 1).ue(15, 0, 0)
      .ue(0, 1, 0, 1, 0, 0).flags("0 0 1 0")
  }

  /// A tile as far away as a number can say: the next slice begins in none of these.
  @Test func tilesFarAwayAreNone() throws {
    // 2⁶³ − 1 as a signed code.
    let far = String(repeating: "0", count: 63) + String(repeating: "1", count: 63) + "0"
    let set = finished(tiled(64, 128, row: 1, slices: 3).u(1, 1).ue(0, 0).flags(far))
    let (told, _) = try fields("vvcC", vvc((16, set.unit)))
    #expect(told.contains("pps_tile_idx_delta_val=9223372036854775807"))
  }

  /// Depth has three differences of at most 5 and at least 2: three bits for the least, two for what is beyond it.
  @Test func depthTablesFollowFromTheirGreatestDifference() throws {
    let set = Bits().u(16, 0x4401).ue(0, 0).flags("0 0 000 0 0").ue(0, 0).se(0).flags("0 0 0")
      .se(0).se(0).flags("0 0 0 0 0 0 0 0").flags("0 0").ue(0).flags("0 1")
      .flags("0 0 1 0 0000").u(1, 1).u(6, 0).u(4, 0).flags("1 0 0")
      .u(8, 3).u(8, 5).u(3, 1).u(8, 10).u(2, 1).u(2, 3)
    let (told, faults) = try fields("hvcC", hevc((34, set.unit)))
    #expect(faults == 0)
    let start = try #require(told.firstIndex(of: "num_val_delta_dlt=3"))
    #expect(
      told[start...].prefix(7).joined(separator: " ")
        == "num_val_delta_dlt=3 max_diff=5 min_diff_minus1=1 delta_dlt_val0=10 delta_val_diff_minus_min=1 "
        + "delta_val_diff_minus_min=3 rbsp_stop_one_bit=1")
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

  /// Zeros of the start code that followed belong to no set: `transform_8x8_mode_flag` is not the bit that ends it.
  @Test(arguments: [0, 1, 3])
  func zerosBehindASetAreNoneOfIt(count: Int) throws {
    let zeros = [UInt8](repeating: 0, count: count)
    let sets = [hex("6742c00ada11e4").bytes + zeros, hex("68ce3c80").bytes + zeros]
    let (told, faults) = try fields(
      "avcC",
      atom("avcC") {
        hex("01 42c0 0a ff e1"); u16(UInt16(sets[0].count)); Piece(sets[0]); u8(1); u16(UInt16(sets[1].count)); Piece(sets[1])
      })
    #expect(faults == 0)
    #expect(!told.contains { $0.hasPrefix("extra_bytes") || $0.hasPrefix("transform_8x8_mode_flag") })
    #expect(told.filter { $0 == "rbsp_stop_one_bit=1" }.count == 2)
    #expect(told.filter { $0.hasPrefix("trailing_zero_8bits") }.count == (count > 0 ? 2 : 0))
    // An extension of a sequence without alpha: its number, its format, and nothing more.
    let high = Bits().u(8, 0x67).u(8, 100).u(8, 0).u(8, 10).ue(0).ue(1, 0, 0).flags("0 0")
      .ue(0, 2, 1).u(1, 0).ue(0, 0).flags("1 1 0 0").unit
    let more = hex("6D D0").bytes + zeros
    let extended = try fields(
      "avcC",
      atom("avcC") {
        hex("01 64 00 0A FF E1"); u16(UInt16(high.count)); Piece(high); hex("00 FD F8 F8 01")
        u16(UInt16(more.count)); Piece(more)
      })
    #expect(extended.faults == 0 && extended.told.filter { $0 == "rbsp_stop_one_bit=1" }.count == 2)
    #expect(!extended.told.contains { $0.hasPrefix("extra_bytes") })
    #expect(extended.told.contains { $0.hasPrefix("trailing_zero_8bits") } == (count > 0))
    let layered = try fields("hvcC", hevc((33, sequence.ue(0).flags("0 1 0 0 0").unit + zeros)))
    #expect(layered.faults == 0 && layered.told.contains("rbsp_stop_one_bit=1"))
    #expect(!layered.told.contains { $0.hasPrefix("extra_bytes") })
  }

  private func vvc(_ units: (type: UInt8, bytes: [UInt8])...) -> Piece {
    atom("vvcC", version: 0) {
      u8(0xFE); u8(UInt8(units.count))
      for unit in units { u8(0x80 | unit.type); u16(1, UInt16(unit.bytes.count)); Piece(unit.bytes) }
    }
  }

  /// Two views as cameras write them: layer 1 needs layer 0, both are output, and each has a profile of its own.
  @Test func viewsAreLayers() throws {
    let set = Bits().u(16, 0x4001).u(4, 0).flags("1 1").u(6, 1).u(3, 0).u(1, 1).u(16, 0xFFFF)
      .u(8, 1).u(32, 0x6000_0000).u(4, 0b1011).u(44, 0).u(8, 93)
      .u(1, 0).ue(4, 2, 0).u(6, 1).ue(1).flags("1 1").flags("0 1").ones()
      // The level of the base layer; views are the second kind of scalability, told by one bit.
      .u(8, 0).u(1, 0).u(16, 0x4000).u(3, 0).u(1, 1).u(6, 1).u(1, 1)
      .u(4, 1).u(1, 0).u(1, 1).u(1, 1).flags("0 0 1")
      // Three profiles, of which the third says no more than its level; two bits choose one.
      .ue(2).u(1, 0).u(8, 120).ue(0).u(2, 0).u(2, 1).u(2, 2)
      // One format of 64×48, and buffers of both layers.
      .ue(0).u(16, 64).u(16, 48).u(1, 1).u(2, 1).u(4, 0).u(4, 0).u(1, 0)
      .flags("1 0").u(1, 0).ue(4, 3).ue(2, 0)
      .ue(0).u(1, 1).u(2, 2).ue(0).u(1, 0).u(1, 0)
    let (told, faults) = try fields("hvcC", hevc((32, set.unit)))
    #expect(faults == 0)
    #expect(!told.contains { $0.hasPrefix("extra_bytes") })
    let start = try #require(told.firstIndex(of: "vps_num_profile_tier_level_minus1=2"))
    #expect(
      told[start...].joined(separator: " ") == """
        vps_num_profile_tier_level_minus1=2 vps_profile_present_flag=0 general_level_idc=120 num_add_olss=0 \
        default_output_layer_idc=0 profile_tier_level_idx=1 profile_tier_level_idx=2 \
        vps_num_rep_formats_minus1=0 pic_width_vps_in_luma_samples=64 pic_height_vps_in_luma_samples=48 \
        chroma_and_bit_depth_vps_present_flag=1 chroma_format_vps_idc=1 bit_depth_vps_luma_minus8=0 \
        bit_depth_vps_chroma_minus8=0 conformance_window_vps_flag=0 max_one_active_ref_layer_flag=1 \
        vps_poc_lsb_aligned_flag=0 sub_layer_flag_info_present_flag=0 max_vps_dec_pic_buffering_minus1=4 \
        max_vps_dec_pic_buffering_minus1=3 max_vps_num_reorder_pics=2 max_vps_latency_increase_plus1=0 \
        direct_dep_type_len_minus2=0 direct_dependency_all_layers_flag=1 \
        direct_dependency_all_layers_type=2 vps_non_vui_extension_length=0 vps_vui_present_flag=0 \
        vps_extension2_flag=0 rbsp_stop_one_bit=1 reserved=0
        """)
    #expect(told.filter { $0 == "scalability_mask_flag=1" }.count == 1)
    #expect(told.filter { $0.hasPrefix("view_id_val=") } == ["view_id_val=0", "view_id_val=1"])
  }

  /// The beginning of a picture parameter set of VVC with tiles of two coding tree units, up to the number of
  /// its slices less one.
  private func tiled(_ width: Int, _ height: Int, row: Int, slices: Int) -> Bits {
    let isOne = width <= 64 && height <= 32 * (row + 1)
    let start = Bits().u(16, 0x0081).u(6, 0).u(4, 0).u(1, 0).ue(width, height).flags("0 0 0 0 0").u(2, 0)
      .ue(0, 0).ue(1, row)
    return (isOne ? start : start.flags("1 1")).u(1, 0).ue(slices)
  }

  private func finished(_ bits: Bits) -> Bits {
    bits.flags("0 0").ue(0, 0).flags("0 0 0 0").se(0).flags("0 0 0 0 0 0 0 0 0 0")
  }

  /// Three tiles by two of 64×64: the first slice is two tiles wide; the second begins in the last column, which
  /// says no width, and divides its tile into two of one coding tree unit each; the last one has what is left.
  @Test func slicesFollowFromTheirTiles() throws {
    let set = finished(tiled(192, 128, row: 1, slices: 3).u(1, 0).ue(1, 0).ue(1, 0))
    let (told, faults) = try fields("vvcC", vvc((16, set.unit)))
    #expect(faults == 0)
    #expect(!told.contains { $0.hasPrefix("extra_bytes") })
    let start = try #require(told.firstIndex(of: "pps_num_slices_in_pic_minus1=3"))
    #expect(
      told[start...].prefix(8).joined(separator: " ") == """
        pps_num_slices_in_pic_minus1=3 pps_tile_idx_delta_present_flag=0 pps_slice_width_in_tiles_minus1=1 \
        pps_slice_height_in_tiles_minus1=0 pps_num_exp_slices_in_tile=1 pps_exp_slice_height_in_ctus_minus1=0 \
        pps_loop_filter_across_slices_enabled_flag=0 pps_cabac_init_present_flag=0
        """)
    #expect(told.last == "reserved=0")
  }

  /// 2³² − 2 slices in one tile of one row, which say nothing: reading goes on behind some thousands.
  @Test func slicesWithoutBitsEnd() throws {
    let set = finished(tiled(64, 32, row: 0, slices: 4_294_967_294).u(1, 0))
    let (told, _) = try fields("vvcC", vvc((16, set.unit)))
    #expect(told.contains("pps_num_slices_in_pic_minus1=4294967294"))
    #expect(told.contains("pps_cabac_init_present_flag=0"))
  }

  /// A scaling list of VVC that is copied, of chroma that is not there: of 28 lists ten are read.
  @Test func scalingListsOfLumaAreTen() throws {
    var set = Bits().u(16, 0x0089).u(3, 2).u(5, 1).u(1, 0)
    for number in 0..<28 where number % 3 == 2 || number == 27 {
      // Copied from the one before, which the first of a size has no number for.
      set = set.u(1, 1)
      if number != 2, number != 8 { set = set.ue(0) }
    }
    let (told, faults) = try fields("vvcC", vvc((17, set.u(1, 0).unit)))
    #expect(faults == 0)
    #expect(!told.contains { $0.hasPrefix("extra_bytes") })
    #expect(told.filter { $0 == "scaling_list_copy_mode_flag=1" }.count == 10)
    #expect(told.filter { $0 == "scaling_list_pred_id_delta=0" }.count == 8)
  }

  /// Of which view the left eye sees, and how wide the display is: an exponent of zero and 31 bits of precision leave
  /// one bit to the mantissa.
  @Test func displaysSayWhichViewIsLeft() throws {
    let message = Bits().u(16, 0x4E01).u(8, 176).u(8, 4)
      .ue(31).u(1, 0).ue(0).ue(1, 0).u(6, 0).u(1, 1).flags("0 0").flags("1 00000")
    let (told, faults) = try fields("hvcC", hevc((39, message.unit)))
    #expect(faults == 0)
    #expect(!told.contains { $0.hasPrefix("extra_bytes") })
    let start = try #require(told.firstIndex(of: "left_view_id=1"))
    #expect(
      told[start...].prefix(5).joined(separator: " ") == """
        left_view_id=1 right_view_id=0 exponent_ref_display_width=0 mantissa_ref_display_width=1 \
        additional_shift_present_flag=0
        """)
  }

  /// Two signals in one pair of channels of MPEG-H: a signal is chosen by one bit. A set that the stream is compatible
  /// with stands behind them.
  @Test func elementsFollowFromSignals() throws {
    let configuration = Bits().u(8, 11).u(5, 3).u(3, 1).flags("0 0").u(2, 0).u(6, 2)
      .u(5, 0).u(3, 0).u(5, 1).u(1, 0)
      .u(4, 0).u(1, 0).u(2, 1).flags("0 0 1 1  1 1 1 1").u(5, 3).u(4, 5).u(1, 0)
      .u(2, 1).u(1, 1).u(1, 1).u(1, 0)
      .u(1, 1).u(2, 0).u(4, 7).u(4, 2).u(4, 0).u(4, 0).u(8, 11)
    let bytes = configuration.bytes
    let (told, faults) = try fields(
      "mhaC", atom("mhaC") { hex("01 0B 02"); u16(UInt16(bytes.count)); Piece(bytes) })
    #expect(faults == 0)
    #expect(!told.contains { $0.hasPrefix("extra_bytes") })
    let start = try #require(told.firstIndex(of: "qceIndex=1"))
    #expect(
      told[start...].prefix(9).joined(separator: " ") == """
        qceIndex=1 shiftIndex0=1 shiftChannel0=1 shiftIndex1=0 usacConfigExtensionPresent=1 numConfigExtensions=0 \
        usacConfigExtType=7 usacConfigExtLength=2 bsNumCompatibleSets=0
        """)
    #expect(told.contains("CompatibleSetIndication=11"))
  }

  /// Extended HE-AAC in stereo: frames that come first, a pair with replication and parametric stereo, an identifier.
  /// No encoder made it; MediaInfo 23.04 reads the same fields of the same bytes.
  @Test func theConfigurationOfUSACIsReadToItsEnd() throws {
    let configuration = Bits().u(5, 31).u(6, 10).u(4, 3).u(4, 2)
      .u(5, 3).u(3, 3).u(5, 2).u(4, 1)
      .u(2, 3).u(4, 3).u(4, 0).flags("0 0")
      .u(2, 1).flags("0 1  1 0 0").u(4, 5).u(4, 7).flags("0 1").u(2, 2).u(2, 2).flags("1 0")
      .u(2, 2).u(3, 3).u(3, 0).u(2, 2).u(2, 0).flags("1 1 1").u(5, 9).u(5, 7).flags("1 0")
      .u(1, 1).u(2, 0).u(4, 7).u(4, 2).u(16, 0xBEEF)
    #expect(configuration.bytes == hex("F9464362 1CC058AE D5311D27 A395F778").bytes)
    let (told, faults) = try fields("esds", stream(configuration.bytes))
    #expect(faults == 0)
    #expect(!told.contains { $0.hasPrefix("extra_bytes") })
    let start = try #require(told.firstIndex(of: "usacSamplingFrequencyIndex=3"))
    #expect(
      told[start...].prefix(40).joined(separator: " ") == """
        usacSamplingFrequencyIndex=3 coreSbrFrameLengthIndex=3 channelConfigurationIndex=2 numElements=1 \
        usacElementType=3 usacExtElementType=3 usacExtElementConfigLength=0 usacExtElementDefaultLengthPresent=0 \
        usacExtElementPayloadFrag=0 usacElementType=1 tw_mdct=0 noiseFilling=1 harmonicSBR=1 bs_interTes=0 bs_pvc=0 \
        dflt_start_freq=5 dflt_stop_freq=7 dflt_header_extra1=0 dflt_header_extra2=1 dflt_limiter_bands=2 \
        dflt_limiter_gains=2 dflt_interpol_freq=1 dflt_smoothing_mode=0 stereoConfigIndex=2 bsFreqRes=3 \
        bsFixedGainDMX=0 bsTempShapeConfig=2 bsDecorrConfig=0 bsHighRateMode=1 bsPhaseCoding=1 \
        bsOttBandsPhasePresent=1 bsOttBandsPhase=9 bsResidualBands=7 bsPseudoLr=1 bsEnvQuantMode=0 \
        usacConfigExtensionPresent=1 numConfigExtensions=0 usacConfigExtType=7 usacConfigExtLength=2 \
        streamIdentifier=48879
        """)
  }

  /// Channels at places of their own, without replication, and an extension of four bytes.
  @Test func channelsOfUSACHavePlaces() throws {
    let configuration = Bits().u(5, 31).u(6, 10).u(4, 4).u(4, 0)
      .u(5, 31).u(24, 44_056).u(3, 1).u(5, 0).u(5, 2).u(5, 0).u(5, 26).u(4, 1)
      .u(2, 0).flags("0 1").u(2, 2)
      .u(1, 1).u(2, 0).u(4, 0).u(4, 4).u(32, 0xA5A5_A5A5)
    let (told, faults) = try fields("esds", stream(configuration.bytes))
    #expect(faults == 0)
    #expect(!told.contains { $0.hasPrefix("extra_bytes") })
    let start = try #require(told.firstIndex(of: "usacSamplingFrequency=44056"))
    #expect(
      told[start...].prefix(15).joined(separator: " ") == """
        usacSamplingFrequency=44056 coreSbrFrameLengthIndex=1 channelConfigurationIndex=0 numOutChannels=2 \
        bsOutputChannelPos=0 bsOutputChannelPos=26 numElements=1 usacElementType=0 tw_mdct=0 noiseFilling=1 \
        usacElementType=2 usacConfigExtensionPresent=1 numConfigExtensions=0 usacConfigExtType=0 usacConfigExtLength=4
        """)
    #expect(told.contains("config_extension=2779096485"))
  }

  /// An elementary stream of MPEG-4 sound with this configuration.
  private func stream(_ configuration: [UInt8]) -> Piece {
    let count = UInt8(configuration.count)
    return atom("esds", version: 0) {
      u8(3, 20 + count); u16(1); u8(0)
      u8(4, 15 + count, 0x40, 0x15); u24(0); u32(0, 0)
      u8(5, count); Piece(configuration)
    }
  }

  /// As many elements as three fields can claim, and none of them there.
  @Test func elementsThatAreNotThereEnd() throws {
    let configuration = Bits().u(8, 11).u(5, 3).u(3, 1).flags("0 0").u(2, 0).u(6, 2)
      .u(5, 0).u(3, 0).u(5, 31).u(8, 255).u(16, 65_535).u(1, 0).u(4, 15).u(8, 255).u(16, 65_535).u(1, 0)
    let bytes = configuration.bytes
    let (told, faults) = try fields(
      "mhaC", atom("mhaC") { hex("01 0B 02"); u16(UInt16(bytes.count)); Piece(bytes) })
    #expect(faults > 0)
    #expect(told.contains("numElementsAdd2=65535"))
  }

  // MARK: EVC and LCEVC

  /// A configuration of EVC with one unit of a type.
  private func evc(_ type: UInt8, _ unit: [UInt8]) -> Piece {
    atom("evcC") {
      hex("01 01 5A 00000000 0000000F 52 0780 0438 03"); u8(1, 0x80 | type); u16(1, UInt16(unit.count)); Piece(unit)
    }
  }

  /// A Main profile with lists of references, a table of quantisation and how it is to be shown. No byte prevents
  /// emulation: the tools begin with seven zeros.
  @Test func setsOfEVCAreRead() throws {
    let bits = Bits().u(1, 0).u(6, 25).u(3, 0).u(5, 0).u(1, 0)
      .ue(0).u(8, 1).u(8, 90).u(32, 0).u(32, 15).ue(1, 1_920, 1_080, 2, 2)
      .u(1, 1).ue(1, 2, 3, 4, 5).u(1, 1).ue(1, 1).flags("1 11111 1 1").ue(3).flags("1 1 1 1 111 1 1 1 1")
      // Order of pictures by its low bits, and two lists of which the second is the first.
      .ue(4).ue(3).flags("0 1").ue(1).ue(2).ue(1).u(1, 0).ue(0)
      .u(1, 1).ue(0, 0, 0, 4)
      .flags("1 1 0").ue(1).u(6, 5).se(-2).u(6, 6).se(3)
      .u(1, 1).u(1, 0).u(1, 0).u(1, 1).u(3, 5).flags("0 1").u(8, 9).u(8, 16).u(8, 9).flags("0 0 0 0 0 0 0 0")
      .flags("1")
    let (told, faults) = try fields("evcC", evc(24, bits.bytes))
    #expect(faults == 0 && !told.contains { $0.hasPrefix("rbsp=") || $0.hasPrefix("extra_bytes") })
    for field in [
      "nal_unit_type_plus1=25", "pic_width_in_luma_samples=1920", "sps_dra_flag=1", "log2_max_ibc_cand_size_minus2=3",
      "log2_max_pic_order_cnt_lsb_minus4=4", "ref_pic_num=2", "delta_poc_st=1", "picture_crop_bottom_offset=4",
      "delta_qp_out_val=-2", "delta_qp_out_val=3", "colour_primaries=9", "transfer_characteristics=16",
      "bitstream_restriction_flag=0", "rbsp_stop_one_bit=1",
    ] { #expect(told.contains(field), "\(field)") }
    #expect(told.filter { $0.hasPrefix("strp_entry_sign_flag") } == ["strp_entry_sign_flag=0"])

    let picture = Bits().u(1, 0).u(6, 26).u(3, 0).u(5, 0).u(1, 0)
      .ue(0, 0, 1, 1, 0).flags("0 0").ue(1, 1).flags("0").ue(3).ue(4).flags("1").ue(7).ue(2).flags("1")
      .u(3, 1).u(3, 2).u(3, 3).u(3, 4).flags("1").u(5, 6).flags("0 1 1").ue(2).flags("1")
    let second = try fields("evcC", evc(25, picture.bytes))
    #expect(second.faults == 0)
    #expect(second.told.filter { $0.hasPrefix("tile_id_val=") } == (1...4).map { "tile_id_val=\($0)" })
    #expect(second.told.contains("log2_cu_qp_delta_area_minus6=2") && second.told.contains("rbsp_stop_one_bit=1"))
  }

  private func lcevc(_ units: [UInt8]...) -> Piece {
    atom("lvcC") {
      hex("01 00 02 40 FF 00000780 00000438 1F 01"); u8(29); u16(UInt16(units.count))
      Piece(units.flatMap { [0, UInt8($0.count)] + $0 })
    }
  }

  /// Blocks whose sizes stand in three bits, or in bytes of seven bits each.
  @Test func blocksOfLCEVCAreRead() throws {
    let bits = Bits().u(16, 0x7BFF)
      .u(3, 2).u(5, 0).u(4, 0).u(4, 2).u(2, 1).u(1, 0).u(5, 0)
      // 13 bytes, written as 128 · 0 + 13.
      .u(3, 7).u(5, 1).u(8, 0x80).u(8, 13)
      .u(1, 0).u(6, 26).u(1, 1).u(2, 1).u(2, 0).u(2, 0).flags("1 1 1 1").u(3, 4).u(1, 0).u(2, 0).u(2, 2).u(2, 0).u(2, 0)
      .flags("0 0").u(8, 48).u(16, 0x06D8).u(16, 0x3950).u(16, 0x0FD1).u(16, 0x0262)
      .u(3, 7).u(5, 5).u(8, 6).u(8, 1).flags("0 0 1").u(3, 5).flags("1 1").u(8, 9).u(8, 16).u(8, 9).u(1, 0).u(7, 0)
    let (told, faults) = try fields("lvcC", lcevc(bits.unit))
    #expect(faults == 0)
    for field in [
      "nal_unit_type=29", "level_idc=2", "sublevel_idc=1", "is_followed=1", "size_bits=13", "resolution_type=26",
      "upsample_type=4", "scaling_mode_level2=2", "temporal_step_width_modifier=48", "additional_info_type=1",
      "colour_primaries=9", "transfer_characteristics=16",
    ] { #expect(told.contains(field), "\(field)") }
    #expect(told.suffix(2) == ["rbsp_stop_one_bit=1", "reserved=0"])
    #expect(told.filter { $0.hasPrefix("payload_type=") } == ["payload_type=0", "payload_type=1", "payload_type=5"])
  }

  /// What has no header of a unit stays what it is: `shaka-player--out-sorted-video` has payloads alone.
  @Test func payloadsOfLCEVCWithoutUnitsStayBytes() throws {
    let (told, faults) = try fields("lvcC", lcevc(hex("0240").bytes, hex("3543E0800006D839500FD10262").bytes))
    #expect(faults == 0 && !told.contains { $0.hasPrefix("payload_type") || $0.hasPrefix("nal_unit_type") })
    #expect(told.contains("rbsp=576"))
  }

  /// Sizes that are larger than anything end where the unit does.
  @Test func sizesOfLCEVCThatAreLargerThanAnythingEnd() throws {
    let unit = [0x7B, 0xFF, 0xE0] + [UInt8](repeating: 0xFF, count: 40) + [0x7F, 1, 2]
    let (told, faults) = try fields("lvcC", lcevc(unit))
    #expect(faults > 0 && told.contains("payload_size_type=7"))
  }
}
