import Structure

/// The entries of a sample group description, one table for each grouping type: 14496-12 §10,
/// 23001-7 §6, 23008-12 §6.8, 14496-15, AV1 and Apple.
///
/// An entry has no header: its `sgpd` says in `grouping_type` what all of its entries are.
enum SampleGroupEntries: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("roll", "Roll recovery", "14496-12 §10.1", in: "sgpd", entry: .code) {
      int(16, "roll_distance")
    },
    Syntax("prol", "Audio pre-roll", "14496-12 §10.1", in: "sgpd", entry: .code) {
      int(16, "roll_distance")
    },
    Syntax("rash", "Rate share", "14496-12 §10.2", in: "sgpd", entry: .code) {
      uint(16, "operation_point_count")
      uint(16, "target_rate_share", if: .equal("operation_point_count", 1))
      table(
        .field("operation_point_count"), "operation_points",
        if: .notEqual("operation_point_count", 1)
      ) {
        uint(32, "available_bitrate", .unit("kbit/s"))
        uint(16, "target_rate_share")
      }
      uint(32, "maximum_bitrate", .unit("kbit/s"))
      uint(32, "minimum_bitrate", .unit("kbit/s"))
      uint(8, "discard_priority")
    },
    Syntax("alst", "Alternative startup sequence", "14496-12 §10.3", in: "sgpd", entry: .code) {
      uint(16, "roll_count")
      uint(16, "first_output_sample")
      table(.field("roll_count"), "sample_offsets") { uint(32, "sample_offset", .ticks(.media)) }
      table(.remaining, "output", if: .remaining(32)) {
        uint(16, "num_output_samples")
        uint(16, "num_total_samples")
      }
    },
    Syntax("rap ", "Random access point", "14496-12 §10.4", in: "sgpd", entry: .code) {
      flag("num_leading_samples_known")
      uint(7, "num_leading_samples")
    },
    Syntax("tele", "Temporal level", "14496-12 §10.5", in: "sgpd", entry: .code) {
      flag("level_independently_decodable")
      reserved(7)
    },
    Syntax("sap ", "Stream access point", "14496-12 §10.6", in: "sgpd", entry: .code) {
      flag("dependent_flag")
      reserved(3)
      uint(4, "SAP_type")
    },
    Syntax("stmi", "Samples to metadata items", "14496-12 §10.7", in: "sgpd", entry: .code) {
      code("meta_box_handler_type")
      uint(32, "num_items")
      array(.field("num_items"), "item_ids", of: uint(32, "item_id", .reference(.item)))
    },
    Syntax("drap", "Dependent random access point", "14496-12 §10.8", in: "sgpd", entry: .code) {
      uint(3, "DRAP_type")
      reserved(29)
    },
    Syntax("pasr", "Pixel aspect ratio", "14496-12 §10.9", in: "sgpd", entry: .code) {
      uint(32, "hSpacing")
      uint(32, "vSpacing")
    },
    Syntax("casg", "Clean aperture", "14496-12 §10.10", in: "sgpd", entry: .code) {
      uint(32, "cleanApertureWidthN")
      uint(32, "cleanApertureWidthD")
      uint(32, "cleanApertureHeightN")
      uint(32, "cleanApertureHeightD")
      int(32, "horizOffN")
      uint(32, "horizOffD")
      int(32, "vertOffN")
      uint(32, "vertOffD")
    },
    Syntax("seig", "Sample encryption", "23001-7 §6", in: "sgpd", entry: .code) {
      reserved(8)
      uint(4, "crypt_byte_block")
      uint(4, "skip_byte_block")
      uint(8, "isProtected", .boolean)
      uint(8, "Per_Sample_IV_Size", .bytes)
      uuid("KID")
      when(.all([.equal("isProtected", 1), .equal("Per_Sample_IV_Size", 0)])) {
        uint(8, "constant_IV_size", .bytes)
        bytes(.field("constant_IV_size"), "constant_IV")
      }
    },
    // As GPAC writes it.
    Syntax("esgh", "Essential descriptions", "14496-12 §10", in: "sgpd", entry: .code) {
      uint(32, "group_count")
      array(.field("group_count"), "group_types", of: code("group_type", .names(SampleGroups.types)))
    },
    Syntax("av1f", "AV1 forward key frame", "AV1-ISOBMFF §2.5", in: "sgpd", entry: .code) {
      uint(8, "fwd_distance", if: .remaining(8))
    },
    Syntax("av1s", "AV1 switch frame", "AV1-ISOBMFF §2.7", in: "sgpd", entry: .code),
    Syntax("seam", "Seam", "QuickTime", in: "sgpd", entry: .code) {
      uuid("identifier", if: .remaining(128))
    },
    Syntax("eqiv", "Equivalent samples", "23008-12 §6.8", in: "sgpd", entry: .code) {
      int(16, "time_offset")
      ufixed(8, 8, "timescale_multiplier")
    },
    Syntax("refs", "Direct reference samples", "23008-12 §6.8", in: "sgpd", entry: .code) {
      uint(32, "sample_id")
      uint(8, "num_direct_reference_samples")
      array(
        .field("num_direct_reference_samples"), "direct_reference_sample_ids",
        of: uint(32, "direct_reference_sample_id"))
    },
    Syntax("aebr", "Auto exposure bracketing", "23008-12 §6.8", in: "sgpd", entry: .code) {
      int(8, "exposure_step")
      int(8, "exposure_numerator")
    },
    Syntax("afbr", "Flash exposure bracketing", "23008-12 §6.8", in: "sgpd", entry: .code) {
      int(8, "flash_exposure_numerator")
      int(8, "flash_exposure_denominator")
    },
    Syntax("dobr", "Depth of field bracketing", "23008-12 §6.8", in: "sgpd", entry: .code) {
      int(8, "f_stop_numerator")
      int(8, "f_stop_denominator")
    },
    Syntax("fobr", "Focus bracketing", "23008-12 §6.8", in: "sgpd", entry: .code) {
      uint(16, "focus_distance_numerator")
      uint(16, "focus_distance_denominator")
    },
    Syntax("pano", "Panorama", "23008-12 §6.8", in: "sgpd", entry: .code) {
      uint(16, "frame_number")
    },
    Syntax("wbbr", "White balance bracketing", "23008-12 §6.8", in: "sgpd", entry: .code) {
      uint(16, "blue_amber")
      int(8, "green_magenta")
    },
    Syntax("nalm", "NAL unit map", "14496-15", in: "sgpd", entry: .code) {
      reserved(6)
      flag("large_size")
      flag("rle")
      uint(8, "entry_count", if: .equal("large_size", 0))
      uint(16, "entry_count", if: .equal("large_size", 1))
      table(.field("entry_count"), "units") {
        uint(8, "NALU_start_number", if: .all([.equal("rle", 1), .equal("large_size", 0)]))
        uint(16, "NALU_start_number", if: .all([.equal("rle", 1), .equal("large_size", 1)]))
        uint(16, "groupID")
      }
    },
    Syntax("pase", "Parameter set", "14496-15", in: "sgpd", entry: .code) {
      uint(16, "ps_nalu_length", .bytes)
      bytes(.field("ps_nalu_length"), "ps_nal_unit")
    },
    Syntax("aud ", "Access unit delimiter", "14496-15", in: "sgpd", entry: .code) {
      uint(24, "audNalUnit", .hex)
    },
    Syntax("eob ", "End of bitstream", "14496-15", in: "sgpd", entry: .code) {
      uint(16, "eobNalUnit", .hex)
    },
    Syntax("eos ", "End of sequence", "14496-15", in: "sgpd", entry: .code) {
      uint(8, "num_eos_nal_unit_minus1", .minusOne)
      array(
        .field("num_eos_nal_unit_minus1", plus: 1), "eosNalUnits",
        of: uint(16, "eosNalUnit", .hex))
    },
    Syntax("avll", "AVC layer", "14496-15 §5", in: "sgpd", entry: .code) {
      uint(8, "layerNumber")
      reserved(7)
      flag("accurateStatisticsFlag")
      uint(16, "avgBitRate", .unit("kbit/s"))
      uint(16, "avgFrameRate")
    },
    Syntax("avss", "AVC sub-sequence", "14496-15 §5", in: "sgpd", entry: .code) {
      uint(16, "subSequenceIdentifer")
      uint(8, "layerNumber")
      flag("durationFlag")
      flag("avgRateFlag")
      reserved(6)
      uint(32, "duration", .ticks(.media), if: .equal("durationFlag", 1))
      when(.equal("avgRateFlag", 1)) {
        reserved(7)
        flag("accurateStatisticsFlag")
        uint(16, "avgBitRate", .unit("kbit/s"))
        uint(16, "avgFrameRate")
      }
      uint(8, "numReferences")
      table(.field("numReferences"), "dependency") {
        uint(8, "subSeqDirectionFlag")
        uint(8, "layerNumber")
        uint(16, "subSequenceIdentifier")
      }
    },
    Syntax("dtrt", "Decode re-timing", "14496-15 §6", in: "sgpd", entry: .code) {
      uint(8, "tierCount")
      table(.field("tierCount"), "tiers") {
        uint(16, "tierID")
        int(16, "delta", .ticks(.media))
      }
    },
    Syntax("scif", "SVC scalability", "14496-15 §6", in: "sgpd", entry: .code) {
      uint(8, "groupID")
      uint(8, "primary_groupID")
      flag("is_tier_IDR")
      flag("noInterLayerPredFlag")
      flag("useRefBasePicFlag")
      flag("storeBaseRepFlag")
      flag("is_tl_switching_point")
      reserved(3)
      uint(8, "tl_switching_distance")
      bytes(.remaining, "boxes", if: .remaining(8))
    },
    Syntax("scnm", "Scalable NAL unit map", "14496-15 §6", in: "sgpd", entry: .code) {
      reserved(8)
      uint(8, "NALU_count")
      array(.field("NALU_count"), "groupIDs", of: uint(8, "groupID"))
    },
    Syntax("mvif", "MVC scalability", "14496-15 §7", in: "sgpd", entry: .code) {
      uint(8, "groupID")
      uint(8, "primary_groupID")
      reserved(4)
      flag("is_tl_switching_point")
      reserved(3)
      uint(8, "tl_switching_distance")
      bytes(.remaining, "boxes", if: .remaining(8))
    },
    Syntax("vipr", "View priority", "14496-15 §7", in: "sgpd", entry: .code) {
      bytes(.remaining, "boxes")
    },
    Syntax("sync", "Sync samples", "14496-15 §8", in: "sgpd", entry: .code) {
      reserved(2)
      uint(6, "NAL_unit_type")
    },
    Syntax("tsas", "Temporal sub-layer access", "14496-15 §8", in: "sgpd", entry: .code),
    Syntax("stsa", "Step-wise temporal sub-layer access", "14496-15 §8", in: "sgpd", entry: .code),
    Syntax("tscl", "Temporal layer", "14496-15 §8", in: "sgpd", entry: .code) {
      uint(8, "temporalLayerId")
      uint(2, "tlprofile_space")
      flag("tltier_flag")
      uint(5, "tlprofile_idc")
      uint(32, "tlprofile_compatibility_flags", .hex)
      uint(48, "tlconstraint_indicator_flags", .hex)
      uint(8, "tllevel_idc")
      uint(16, "tlMaxBitRate", .unit("kbit/s"))
      uint(16, "tlAvgBitRate", .unit("kbit/s"))
      uint(8, "tlConstantFrameRate")
      uint(16, "tlAvgFrameRate")
    },
    Syntax("linf", "Layer information", "14496-15 §9", in: "sgpd", entry: .code) {
      reserved(2)
      uint(6, "num_layers_in_track")
      table(.field("num_layers_in_track"), "layers") {
        reserved(2)
        flag("irap_gdr_pics_in_layer_only_flag")
        flag("completeness_flag")
        uint(6, "layer_id")
        uint(3, "min_TemporalId")
        uint(3, "max_TemporalId")
        reserved(1)
        uint(7, "sub_layer_presence_flags", .hex)
      }
    },
    Syntax("oinf", "Operating points", "14496-15 §9.6.2", in: "sgpd", entry: .code) {
      LayeredVideo.operatingPoints()
    },
    Syntax("opth", "Operating point time hint", "14496-15 §9", in: "sgpd", entry: .code) {
      int(32, "delta_time", .ticks(.media))
    },
    Syntax("lbli", "External base layer", "14496-15 §9", in: "sgpd", entry: .code) {
      reservedOnes(1)
      flag("bl_irap_pic_flag")
      uint(6, "bl_irap_nal_unit_type")
      int(8, "sample_offset")
    },
    Syntax("trif", "Rectangular region", "14496-15 §10", in: "sgpd", entry: .code) {
      uint(16, "groupID")
      flag("rect_region_flag")
      reserved(7, if: .equal("rect_region_flag", 0))
      when(.equal("rect_region_flag", 1)) {
        uint(2, "independent_idc")
        flag("full_picture")
        flag("filtering_disabled")
        flag("has_dependency_list")
        reserved(2)
        uint(16, "horizontal_offset", if: .equal("full_picture", 0))
        uint(16, "vertical_offset", if: .equal("full_picture", 0))
        uint(16, "region_width")
        uint(16, "region_height")
        when(.equal("has_dependency_list", 1)) {
          uint(16, "dependency_rect_region_count")
          array(
            .field("dependency_rect_region_count"), "dependencyRectRegionGroupIDs",
            of: uint(16, "dependencyRectRegionGroupID"))
        }
      }
    },
    Syntax("rror", "Rectangular region order", "14496-15 §11", in: "sgpd", entry: .code) {
      flag("subpic_id_info_flag")
      reserved(7)
      uint(16, "num_alternate_region_set")
      list(.field("num_alternate_region_set"), "alternate_region_sets") {
        uint(16, "num_regions_in_set")
        uint(16, "alternate_region_set_id")
        array(.field("num_regions_in_set"), "groupIDs", of: uint(16, "groupID"))
      }
      uint(16, "num_regions_minus1", .minusOne)
      array(.field("num_regions_minus1"), "region_ids", of: uint(16, "region_id"))
      bytes(.remaining, "subpic_id_rewriting_info", if: .equal("subpic_id_info_flag", 1))
    },
    Syntax("pss1", "In-band parameter sets", "14496-15 §11", in: "sgpd", entry: .code) {
      flag("sps_present")
      flag("pps_present")
      flag("aps_present")
      reserved(5)
    },
    Syntax("dcfi", "Decoding capability", "14496-15 §11", in: "sgpd", entry: .code) {
      uint(16, "dci_nal_unit_length", .bytes)
      bytes(.field("dci_nal_unit_length"), "dci_nal_unit")
    },
    Syntax("minp", "Mixed NAL unit types", "14496-15 §11", in: "sgpd", entry: .code) {
      uint(16, "num_mix_nalu_pic_idx")
      table(.field("num_mix_nalu_pic_idx"), "pictures") {
        uint(16, "mix_subp_track_idx1")
        uint(16, "mix_subp_track_idx2")
      }
      uint(10, "pps_mix_nalu_types_in_pic_bit_pos")
      uint(6, "pps_id")
    },
    Syntax("spid", "Subpicture ID", "14496-15 §11", in: "sgpd", entry: .code) {
      flag("rect_region_flag")
      reserved(2)
      flag("continuous_id_flag")
      uint(12, "num_subpics_minus1", .minusOne)
      uint(16, "subpic_id", if: .equal("continuous_id_flag", 1))
      table(
        .field("num_subpics_minus1", plus: 1), "subpictures",
        if: .any([.equal("continuous_id_flag", 0), .equal("rect_region_flag", 1)])
      ) {
        uint(16, "subpic_id", if: .equal("continuous_id_flag", 0))
        uint(16, "groupID", if: .equal("rect_region_flag", 1))
      }
    },
    Syntax("spli", "Subpicture level", "14496-15 §11", in: "sgpd", entry: .code) {
      uint(8, "level_idc")
    },
    Syntax("spor", "Subpicture order", "14496-15 §11", in: "sgpd", entry: .code) {
      flag("subpic_id_info_flag")
      uint(15, "num_subpic_ref_idx")
      array(
        .field("num_subpic_ref_idx"), "subp_track_ref_idxs", of: uint(16, "subp_track_ref_idx"))
      bytes(.remaining, "subpic_id_rewriting_info", if: .equal("subpic_id_info_flag", 1))
    },
    Syntax("sulm", "Subpicture layout", "14496-15 §11", in: "sgpd", entry: .code) {
      code("groupID_info_4cc")
      uint(16, "entry_count_minus1", .minusOne)
      array(.field("entry_count_minus1", plus: 1), "groupIDs", of: uint(16, "groupID"))
    },
  ]
}
