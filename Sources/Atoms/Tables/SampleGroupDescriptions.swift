import ByteReading
import Structure

/// What a sample group description holds, one `when` for each grouping type.
extension SampleGroups {
  /// Grouping types of 14496-12 §10, 23001-7 §6, AV1 and Apple.
  static func isoDescription() -> Row {
    when(.remaining(1)) {
      when(.code("grouping_type", "roll")) { int(16, "roll_distance") }
      when(.code("grouping_type", "prol")) { int(16, "roll_distance") }
      when(.code("grouping_type", "rap ")) {
        flag("num_leading_samples_known")
        uint(7, "num_leading_samples")
      }
      when(.code("grouping_type", "tele")) {
        flag("level_independently_decodable")
        reserved(7)
      }
      when(.code("grouping_type", "sap ")) {
        flag("dependent_flag")
        reserved(3)
        uint(4, "SAP_type")
      }
      when(.code("grouping_type", "alst")) {
        uint(16, "roll_count")
        uint(16, "first_output_sample")
        table(.field("roll_count"), "sample_offsets") { uint(32, "sample_offset", .ticks(.media)) }
        table(.remaining, "output", if: .remaining(32)) {
          uint(16, "num_output_samples")
          uint(16, "num_total_samples")
        }
      }
      when(.code("grouping_type", "rash")) {
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
      }
      when(.code("grouping_type", "drap")) {
        uint(3, "DRAP_type")
        reserved(29)
      }
      when(.code("grouping_type", "seig")) {
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
      }
      when(.code("grouping_type", "stmi")) {
        code("meta_box_handler_type")
        uint(32, "num_items")
        array(.field("num_items"), "item_ids", of: uint(32, "item_id", .reference(.item)))
      }
      when(.code("grouping_type", "pasr")) {
        uint(32, "hSpacing")
        uint(32, "vSpacing")
      }
      when(.code("grouping_type", "casg")) {
        uint(32, "cleanApertureWidthN")
        uint(32, "cleanApertureWidthD")
        uint(32, "cleanApertureHeightN")
        uint(32, "cleanApertureHeightD")
        int(32, "horizOffN")
        uint(32, "horizOffD")
        int(32, "vertOffN")
        uint(32, "vertOffD")
      }
      when(.code("grouping_type", "seam")) { uuid("identifier", if: .remaining(128)) }
      when(.code("grouping_type", "av1f")) { uint(8, "fwd_distance", if: .remaining(8)) }
    }
  }

  /// Grouping types of 23008-12 §6.8.
  static func imageDescription() -> Row {
    when(.remaining(1)) {
      when(.code("grouping_type", "eqiv")) {
        int(16, "time_offset")
        ufixed(8, 8, "timescale_multiplier")
      }
      when(.code("grouping_type", "refs")) {
        uint(32, "sample_id")
        uint(8, "num_direct_reference_samples")
        array(
          .field("num_direct_reference_samples"), "direct_reference_sample_ids",
          of: uint(32, "direct_reference_sample_id"))
      }
      when(.code("grouping_type", "aebr")) {
        int(8, "exposure_step")
        int(8, "exposure_numerator")
      }
      when(.code("grouping_type", "afbr")) {
        int(8, "flash_exposure_numerator")
        int(8, "flash_exposure_denominator")
      }
      when(.code("grouping_type", "dobr")) {
        int(8, "f_stop_numerator")
        int(8, "f_stop_denominator")
      }
      when(.code("grouping_type", "fobr")) {
        uint(16, "focus_distance_numerator")
        uint(16, "focus_distance_denominator")
      }
      when(.code("grouping_type", "pano")) { uint(16, "frame_number") }
      when(.code("grouping_type", "wbbr")) {
        uint(16, "blue_amber")
        int(8, "green_magenta")
      }
    }
  }

  /// Grouping types of 14496-15 for HEVC and VVC, and those of any NAL unit video.
  static func nalDescription() -> Row {
    when(.remaining(1)) {
      when(.code("grouping_type", "sync")) {
        reserved(2)
        uint(6, "NAL_unit_type")
      }
      when(.code("grouping_type", "tscl")) {
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
      }
      when(.code("grouping_type", "nalm")) {
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
      }
      when(.code("grouping_type", "trif")) {
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
      }
      when(.code("grouping_type", "rror")) {
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
      }
      when(.code("grouping_type", "linf")) {
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
      }
      when(.code("grouping_type", "oinf")) { LayeredVideo.operatingPoints() }
      when(.code("grouping_type", "opth")) { int(32, "delta_time", .ticks(.media)) }
      when(.code("grouping_type", "lbli")) {
        reservedOnes(1)
        flag("bl_irap_pic_flag")
        uint(6, "bl_irap_nal_unit_type")
        int(8, "sample_offset")
      }
      when(.code("grouping_type", "aud ")) { uint(24, "audNalUnit", .hex) }
      when(.code("grouping_type", "eob ")) { uint(16, "eobNalUnit", .hex) }
      when(.code("grouping_type", "eos ")) {
        uint(8, "num_eos_nal_unit_minus1", .minusOne)
        array(
          .field("num_eos_nal_unit_minus1", plus: 1), "eosNalUnits",
          of: uint(16, "eosNalUnit", .hex))
      }
      when(.code("grouping_type", "pase")) {
        uint(16, "ps_nalu_length", .bytes)
        bytes(.field("ps_nalu_length"), "ps_nal_unit")
      }
      when(.code("grouping_type", "pss1")) {
        flag("sps_present")
        flag("pps_present")
        flag("aps_present")
        reserved(5)
      }
      when(.code("grouping_type", "dcfi")) {
        uint(16, "dci_nal_unit_length", .bytes)
        bytes(.field("dci_nal_unit_length"), "dci_nal_unit")
      }
      when(.code("grouping_type", "minp")) {
        uint(16, "num_mix_nalu_pic_idx")
        table(.field("num_mix_nalu_pic_idx"), "pictures") {
          uint(16, "mix_subp_track_idx1")
          uint(16, "mix_subp_track_idx2")
        }
        uint(10, "pps_mix_nalu_types_in_pic_bit_pos")
        uint(6, "pps_id")
      }
      when(.code("grouping_type", "spid")) {
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
      }
      when(.code("grouping_type", "spli")) { uint(8, "level_idc") }
      when(.code("grouping_type", "spor")) {
        flag("subpic_id_info_flag")
        uint(15, "num_subpic_ref_idx")
        array(
          .field("num_subpic_ref_idx"), "subp_track_ref_idxs", of: uint(16, "subp_track_ref_idx"))
        bytes(.remaining, "subpic_id_rewriting_info", if: .equal("subpic_id_info_flag", 1))
      }
      when(.code("grouping_type", "sulm")) {
        code("groupID_info_4cc")
        uint(16, "entry_count_minus1", .minusOne)
        array(.field("entry_count_minus1", plus: 1), "groupIDs", of: uint(16, "groupID"))
      }
    }
  }

  /// Grouping types of 14496-15 for AVC, SVC and MVC.
  static func layeredDescription() -> Row {
    when(.remaining(1)) {
      when(.code("grouping_type", "avll")) {
        uint(8, "layerNumber")
        reserved(7)
        flag("accurateStatisticsFlag")
        uint(16, "avgBitRate", .unit("kbit/s"))
        uint(16, "avgFrameRate")
      }
      when(.code("grouping_type", "avss")) {
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
      }
      when(.code("grouping_type", "dtrt")) {
        uint(8, "tierCount")
        table(.field("tierCount"), "tiers") {
          uint(16, "tierID")
          int(16, "delta", .ticks(.media))
        }
      }
      when(.code("grouping_type", "scif")) {
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
      }
      when(.code("grouping_type", "mvif")) {
        uint(8, "groupID")
        uint(8, "primary_groupID")
        reserved(4)
        flag("is_tl_switching_point")
        reserved(3)
        uint(8, "tl_switching_distance")
        bytes(.remaining, "boxes", if: .remaining(8))
      }
      when(.code("grouping_type", "scnm")) {
        reserved(8)
        uint(8, "NALU_count")
        array(.field("NALU_count"), "groupIDs", of: uint(8, "groupID"))
      }
      when(.code("grouping_type", "vipr")) { bytes(.remaining, "boxes") }
    }
  }
}
