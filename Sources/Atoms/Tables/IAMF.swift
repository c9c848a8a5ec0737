import ByteReading
import Structure

/// The descriptors of immersive audio (AOM IAMF §3); they stand in `iacb`.
enum IAMF: SyntaxFamily {
  static let tables: [Syntax] = []

  /// What is heard together: channels or a scene, and the substreams that they are coded in (§3.6).
  static func audioElement() -> Row {
    when(.remaining(8)) {
      leb128("audio_element_id").identity
      uint(3, "audio_element_type", .names([0: "channels", 1: "scene"]))
      reserved(5)
      leb128("codec_config_id")
      leb128("num_substreams")
      list(.field("num_substreams"), "audio_substream_ids") { leb128("audio_substream_id") }
      leb128("num_parameters")
      list(.field("num_parameters"), "parameters") {
        leb128("param_definition_type", .names([0: "mix gain", 1: "demixing", 2: "reconstruction gain"]))
        when(.oneOf("param_definition_type", [1, 2])) { parameter() }
        when(.equal("param_definition_type", 1)) {
          uint(3, "dmixp_mode")
          reserved(5)
          uint(4, "default_w")
          reserved(4)
        }
        when(.not(.oneOf("param_definition_type", [1, 2]))) {
          leb128("param_definition_size", .bytes)
          bytes(.field("param_definition_size"), "param_definition_bytes")
        }
      }
      when(.equal("audio_element_type", 0)) { channels() }
      when(.equal("audio_element_type", 1)) { scene() }
      when(.not(.oneOf("audio_element_type", [0, 1]))) {
        leb128("audio_element_config_size", .bytes)
        bytes(.field("audio_element_config_size"), "audio_element_config_bytes")
      }
    }
  }

  /// `ParamDefinition` (§3.6.1).
  private static func parameter() -> Row {
    when(.remaining(8)) {
      leb128("parameter_id")
      leb128("parameter_rate", .unit("Hz"))
      flag("param_definition_mode")
      reserved(7)
      when(.equal("param_definition_mode", 0)) {
        leb128("duration")
        leb128("constant_subblock_duration")
        when(.equal("constant_subblock_duration", 0)) {
          leb128("num_subblocks")
          list(.field("num_subblocks"), "subblock_durations") { leb128("subblock_duration") }
        }
      }
    }
  }

  /// `ScalableChannelLayoutConfig` (§3.6.2).
  private static func channels() -> Row {
    group("scalable_channel_layout_config") {
      uint(3, "num_layers")
      reserved(5)
      list(.field("num_layers"), "channel_audio_layer_configs") {
        uint(4, "loudspeaker_layout", .names(layouts))
        flag("output_gain_is_present_flag")
        flag("recon_gain_is_present_flag")
        reserved(2)
        uint(8, "substream_count")
        uint(8, "coupled_substream_count")
        when(.equal("output_gain_is_present_flag", 1)) {
          uint(6, "output_gain_flags", .hex)
          reserved(2)
          int(16, "output_gain", .decibels(256))
        }
        uint(8, "expanded_loudspeaker_layout", if: .equal("loudspeaker_layout", 15))
      }
    }
  }

  /// `AmbisonicsConfig` (§3.6.3).
  private static func scene() -> Row {
    group("ambisonics_config") {
      leb128("ambisonics_mode", .names([0: "mono", 1: "projection"]))
      when(.oneOf("ambisonics_mode", [0, 1])) {
        uint(8, "output_channel_count")
        uint(8, "substream_count")
      }
      array(
        .field("output_channel_count"), "channel_mapping", if: .equal("ambisonics_mode", 0),
        of: uint(8, "channel_mapping"))
      when(.equal("ambisonics_mode", 1)) {
        uint(8, "coupled_substream_count")
        array(
          .product(.field("substream_count"), .field("output_channel_count")), "demixing_matrix",
          of: int(16, "demixing_matrix"))
        array(
          .product(.field("coupled_substream_count"), .field("output_channel_count")), "demixing_matrix_coupled",
          of: int(16, "demixing_matrix"))
      }
    }
  }

  // MARK: Mixes

  /// What is mixed for whom, and how loud it is (§3.7).
  static func mixPresentation() -> Row {
    when(.remaining(8)) {
      leb128("mix_presentation_id").identity
      leb128("count_label")
      list(.field("count_label"), "annotations_languages") {
        string(.utf8, .terminated, "annotations_language")
      }
      list(.field("count_label"), "localized_presentation_annotations") {
        string(.utf8, .terminated, "localized_presentation_annotation")
      }
      leb128("num_sub_mixes")
      list(.field("num_sub_mixes"), "sub_mixes") { subMix() }
      when(.remaining(8)) {
        uint(8, "num_tags")
        list(.field("num_tags"), "tags") {
          string(.utf8, .terminated, "tag_name").identity
          string(.utf8, .terminated, "tag_value")
        }
      }
    }
  }

  private static func subMix() -> Row {
    when(.remaining(8)) {
      leb128("num_audio_elements")
      list(.field("num_audio_elements"), "audio_elements") {
        leb128("audio_element_id")
        list(.field("count_label"), "localized_element_annotations") {
          string(.utf8, .terminated, "localized_element_annotation")
        }
        uint(2, "headphones_rendering_mode", .names([0: "stereo", 1: "binaural"]))
        reserved(6)
        leb128("rendering_config_extension_size", .bytes)
        bytes(
          .field("rendering_config_extension_size"), "rendering_config_extension_bytes",
          if: .atLeast("rendering_config_extension_size", 1))
        group("element_mix_gain") {
          parameter()
          int(16, "default_mix_gain", .decibels(256))
        }
      }
      group("output_mix_gain") {
        parameter()
        int(16, "default_mix_gain", .decibels(256))
      }
      leb128("num_layouts")
      list(.field("num_layouts"), "layouts") { loudness() }
    }
  }

  private static func loudness() -> Row {
    when(.remaining(8)) {
      uint(2, "layout_type", .names([2: "loudspeakers", 3: "binaural"]))
      uint(4, "sound_system", .names(systems), if: .equal("layout_type", 2))
      reserved(2, if: .equal("layout_type", 2))
      reserved(6, if: .notEqual("layout_type", 2))
      uint(8, "info_type", .flags([0x1: "true peak", 0x2: "anchored loudness"]))
      int(16, "integrated_loudness", .scaled(256, "LKFS"))
      int(16, "digital_peak", .decibels(256))
      int(16, "true_peak", .decibels(256), if: .bits("info_type", 1))
      when(.bits("info_type", 2)) {
        uint(8, "num_anchored_loudness")
        list(.field("num_anchored_loudness"), "anchored_loudnesses") {
          uint(8, "anchor_element", .names([1: "dialogue", 2: "album"]))
          int(16, "anchored_loudness", .scaled(256, "LKFS"))
        }
      }
      when(.bits("info_type", 0xFC)) {
        leb128("info_type_size", .bytes)
        bytes(.field("info_type_size"), "info_type_bytes")
      }
    }
  }

  private static let layouts: Names = [
    0: "mono", 1: "stereo", 2: "5.1", 3: "5.1.2", 4: "5.1.4", 5: "7.1", 6: "7.1.2", 7: "7.1.4", 8: "3.1.2",
    9: "binaural", 15: "expanded",
  ]

  private static let systems: Names = [
    0: "A, 0+2+0", 1: "B, 0+5+0", 2: "C, 2+5+0", 3: "D, 4+5+0", 4: "E, 4+5+1", 5: "F, 3+7+0", 6: "G, 4+9+0",
    7: "H, 9+10+3", 8: "I, 0+7+0", 9: "J, 4+7+0", 10: "7.1.2", 11: "3.1.2", 12: "mono", 13: "9.1.6",
  ]
}
