import ByteReading
import Structure

/// The boxes of scalable and multiview video (14496-15 §6, §7).
enum LayeredVideo: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("seib", "Scalability information SEI", "14496-15 §6.5.3") {
      bytes(.remaining, "scalinfosei")
    },
    Syntax("vsib", "View scalability information SEI", "14496-15 §7.6.3") {
      bytes(.remaining, "mvcscalinfosei")
    },
    Syntax("3sib", "Depth scalability information SEI", "14496-15 §7.6.3") {
      bytes(.remaining, "mvdscalinfosei")
    },
    Syntax("svcP", "SVC priority assignment", "14496-15 §6.5.3") { priorities() },
    Syntax("mvcP", "MVC view priority assignment", "14496-15 §7.6.3") { priorities() },
    Syntax("svmC", "SVC metadata configuration", "14496-15 §6.5.3", in: "svcM", versions: 0...0) {
      uint(8, "sample_statement_type")
      uint(8, "default_statement_type")
      uint(8, "default_statement_length", .bytes)
      uint(8, "entry_count")
      list(.field("entry_count"), "entries") {
        uint(8, "statement_type")
        string(.utf8, .terminated, "statement_namespace")
      }
    },
    Syntax("qlif", "SVC priority layers", "14496-15 §6.5.3", in: "svcM") {
      uint(8, "pr_layer_num")
      table(.field("pr_layer_num"), "layers") {
        uint(8, "pr_layer")
        uint(24, "profile_level_idc", .hex)
        uint(32, "max_bitrate", .unit("bit/s"))
        uint(32, "avg_bitrate", .unit("bit/s"))
      }
    },
    Syntax("3dpr", "Depth resolution", "14496-15 §7.8.3", in: "mvdC a3dC") {
      uint(16, "depth_width")
      uint(16, "depth_height")
      when(.remaining(56)) {
        uint(16, "depth_hor_mult_minus1", .minusOne)
        uint(16, "depth_ver_mult_minus1", .minusOne)
        uint(4, "depth_hor_rsh")
        uint(4, "depth_ver_rsh")
        uint(16, "grid_pos_num_views")
        table(.field("grid_pos_num_views"), "grid_positions") {
          reserved(6)
          uint(10, "grid_pos_view_id")
          int(16, "grid_pos_x")
          int(16, "grid_pos_y")
        }
      }
    },
    Syntax("vwid", "View identifiers", "14496-15 §7.6.3", versions: 0...0) {
      reserved(2)
      uint(3, "min_temporal_id")
      uint(3, "max_temporal_id")
      uint(16, "num_views")
      list(.field("num_views"), "views") {
        reserved(6)
        uint(10, "view_id")
        reserved(6)
        uint(10, "view_order_index")
        flag("texture_in_stream")
        flag("texture_in_track")
        flag("depth_in_stream")
        flag("depth_in_track")
        uint(2, "base_view_type")
        uint(10, "num_ref_views")
        table(.field("num_ref_views"), "ref_views") {
          reserved(4)
          uint(2, "dependent_component_idc")
          uint(10, "ref_view_id")
        }
      }
    },
    Syntax("dhec", "Default HEVC extractor", "14496-15 §A.7", versions: 0...0) {
      uint(32, "num_entries")
      bytes(.remaining, "constructors")
    },
    Syntax("ldep", "Tier dependency", "14496-15 §6.5.4") {
      uint(16, "entry_count")
      array(.field("entry_count"), "dependencyTierIds", of: uint(16, "dependencyTierId"))
    },
    Syntax("svdr", "SVC dependency range", "14496-15 §6.5.4") {
      uint(3, "min_dependency_id")
      uint(3, "min_temporal_id")
      reserved(6)
      uint(4, "min_quality_id")
      uint(3, "max_dependency_id")
      uint(3, "max_temporal_id")
      reserved(6)
      uint(4, "max_quality_id")
    },
    Syntax("svip", "Initial parameter sets", "14496-15 §6.5.4") {
      uint(8, "sps_id_count")
      array(.field("sps_id_count"), "SPS_indexes", of: uint(8, "SPS_index"))
      uint(8, "pps_id_count")
      array(.field("pps_id_count"), "PPS_indexes", of: uint(8, "PPS_index"))
    },
    Syntax("svpr", "Priority range", "14496-15 §6.5.4") {
      reserved(2)
      uint(6, "min_priorityId")
      reserved(2)
      uint(6, "max_priorityId")
    },
    Syntax("tran", "Transcoding information", "14496-15 §6.5.4") {
      reserved(4)
      uint(2, "conversion_idc")
      flag("cavlc_info_present_flag")
      flag("cabac_info_present_flag")
      when(.equal("cavlc_info_present_flag", 1)) {
        uint(24, "cavlc_profile_level_idc", .hex)
        uint(32, "cavlc_max_bitrate", .unit("bit/s"))
        uint(32, "cavlc_avg_bitrate", .unit("bit/s"))
      }
      when(.equal("cabac_info_present_flag", 1)) {
        uint(24, "cabac_profile_level_idc", .hex)
        uint(32, "cabac_max_bitrate", .unit("bit/s"))
        uint(32, "cabac_avg_bitrate", .unit("bit/s"))
      }
    },
    Syntax("rrgn", "Rectangular region", "14496-15 §6.5.4") {
      uint(16, "base_region_tierID")
      flag("dynamic_rect")
      reserved(7)
      when(.equal("dynamic_rect", 0)) {
        uint(16, "horizontal_offset")
        uint(16, "vertical_offset")
        uint(16, "region_width")
        uint(16, "region_height")
      }
    },
    Syntax("iroi", "Regions of interest", "14496-15 §6.5.4") {
      uint(2, "iroi_type", .names([0: "grid", 1: "list"]))
      reserved(6)
      uint(8, "grid_roi_mb_width", if: .equal("iroi_type", 0))
      uint(8, "grid_roi_mb_height", if: .equal("iroi_type", 0))
      when(.equal("iroi_type", 1)) {
        uint(24, "num_roi")
        table(.field("num_roi"), "rois") {
          uint(32, "top_left_mb")
          uint(8, "roi_mb_width")
          uint(8, "roi_mb_height")
        }
      }
    },
    Syntax("tiri", "Tier information", "14496-15 §6.5.4") {
      uint(16, "tierID").identity
      uint(8, "profileIndication", .names(CodecNames.avcProfiles))
      uint(8, "profile_compatibility", .hex)
      uint(8, "levelIndication", .scaled(10, ""))
      reserved(8)
      uint(16, "visualWidth")
      uint(16, "visualHeight")
      uint(2, "discardable")
      uint(2, "constantFrameRate")
      reserved(4)
      uint(16, "frameRate", .scaled(256, "fps"))
    },
    Syntax("tibr", "Tier bit rate", "14496-15 §6.5.4") {
      uint(32, "baseBitRate", .unit("bit/s"))
      uint(32, "maxBitRate", .unit("bit/s"))
      uint(32, "avgBitRate", .unit("bit/s"))
      uint(32, "tierBaseBitRate", .unit("bit/s"))
      uint(32, "tierMaxBitRate", .unit("bit/s"))
      uint(32, "tierAvgBitRate", .unit("bit/s"))
    },
    Syntax("buff", "Buffering", "14496-15 §6.5.4") {
      uint(16, "operating_point_count")
      table(.field("operating_point_count"), "operating_points") {
        uint(32, "byte_rate", .unit("B/s"))
        uint(32, "cpb_size", .bytes)
        uint(32, "dpb_size", .bytes)
        uint(32, "init_cpb_delay")
        uint(32, "init_dpb_delay")
      }
    },
    Syntax("vwdi", "Multiview scene", "14496-15 §7.6.6", in: "mvcg") { uint(8, "max_disparity") },
    Syntax("mvci", "Multiview information", "14496-15 §7.6.6", in: "minf", versions: 0...0) {
      boxes()
    },
    Syntax("mvcg", "Multiview group", "14496-15 §7.6.6", in: "mvci", versions: 0...0) {
      uint(32, "multiview_group_id").identity
      uint(16, "num_entries")
      reserved(8)
      list(.field("num_entries"), "entries") {
        uint(8, "entry_type")
        uint(32, "track_id", .reference(.track), if: .oneOf("entry_type", [0, 1]))
        uint(16, "tier_id", if: .equal("entry_type", 1))
        when(.equal("entry_type", 2)) {
          reserved(6)
          uint(10, "output_view_id")
        }
        when(.equal("entry_type", 3)) {
          reserved(6)
          uint(10, "start_view_id")
          uint(16, "view_count")
        }
      }
      boxes()
    },
    Syntax("mvra", "Multiview relation", "14496-15 §7.6.6", versions: 0...0) {
      reserved(16)
      uint(16, "num_common_attributes")
      table(.field("num_common_attributes"), "common_attributes") {
        code("common_attribute")
        uint(32, "common_value")
      }
      reserved(16)
      uint(16, "num_differentiating_attributes")
      array(
        .field("num_differentiating_attributes"), "differentiating_attributes",
        of: code("differentiating_attribute"))
    },
    Syntax("swtc", "Multiview group relation", "14496-15 §7.6.6", in: "mvci", versions: 0...0) {
      uint(32, "num_entries")
      array(.field("num_entries"), "multiview_group_ids", of: uint(32, "multiview_group_id"))
      boxes()
    },
  ]

  /// The operating points of layered video, `OperatingPointsRecord` (14496-15 §9.6.2).
  static func operatingPoints() -> Row {
    when(.remaining(1)) {
      uint(16, "scalability_mask", .hex)
      reserved(2)
      uint(6, "num_profile_tier_level")
      table(.field("num_profile_tier_level"), "profile_tier_levels") {
        uint(2, "general_profile_space")
        uint(1, "general_tier_flag")
        uint(5, "general_profile_idc")
        uint(32, "general_profile_compatibility_flags", .hex)
        uint(48, "general_constraint_indicator_flags", .hex)
        uint(8, "general_level_idc")
      }
      uint(16, "num_operating_points")
      list(.field("num_operating_points"), "operating_points") {
        uint(16, "output_layer_set_idx")
        uint(8, "max_temporal_id")
        uint(8, "layer_count")
        table(.field("layer_count"), "layers") {
          uint(8, "ptl_idx")
          uint(6, "layer_id")
          flag("is_outputlayer")
          flag("is_alternate_outputlayer")
        }
        uint(16, "minPicWidth", .unit("px"))
        uint(16, "minPicHeight", .unit("px"))
        uint(16, "maxPicWidth", .unit("px"))
        uint(16, "maxPicHeight", .unit("px"))
        uint(2, "maxChromaFormat", .names(CodecNames.chromaFormats))
        uint(3, "maxBitDepthMinus8")
        reserved(1)
        flag("frame_rate_info_flag")
        flag("bit_rate_info_flag")
        when(.equal("frame_rate_info_flag", 1)) {
          uint(16, "avgFrameRate")
          reserved(6)
          uint(2, "constantFrameRate")
        }
        when(.equal("bit_rate_info_flag", 1)) {
          uint(32, "maxBitRate", .unit("bit/s"))
          uint(32, "avgBitRate", .unit("bit/s"))
        }
      }
      uint(8, "max_layer_count")
      list(.field("max_layer_count"), "layers") {
        uint(8, "dependent_layerID")
        uint(8, "num_layers_dependent_on")
        array(
          .field("num_layers_dependent_on"), "dependent_on_layerIDs",
          of: uint(8, "dependent_on_layerID"))
        dimensions()
      }
    }
  }

  /// One `dimension_identifier` for each bit of `scalability_mask`.
  private static func dimensions() -> Row {
    when(.notEqual("scalability_mask", 0)) {
      dimension(0)
      dimension(1)
      dimension(2)
      dimension(3)
      dimension(4)
      dimension(5)
      dimension(6)
      dimension(7)
      dimension(8)
      dimension(9)
      dimension(10)
      dimension(11)
      dimension(12)
      dimension(13)
      dimension(14)
      dimension(15)
    }
  }

  private static func dimension(_ bit: UInt64) -> Row {
    uint(8, "dimension_identifier", if: .bits("scalability_mask", 1 << bit))
  }

  private static func priorities() -> Row {
    when(.remaining(0)) {
      uint(8, "method_count")
      list(.field("method_count"), "methods") {
        string(.utf8, .terminated, "PriorityAssignmentURI")
      }
    }
  }
}
