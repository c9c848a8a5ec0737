import ByteReading
import Structure

/// The configuration of an MPEG-4 audio decoder (14496-3 §1.6.2.1); it has no box of its own.
enum AudioSpecificConfig: SyntaxFamily {
  static let tables: [Syntax] = []

  /// The rows, for the content of a `DecoderSpecificInfo`.
  static func rows() -> Row {
    group("AudioSpecificConfig") {
      uint(5, "audioObjectType", .names(objectTypes))
      uint(
        6, "audioObjectTypeExt", .names(extendedObjectTypes), if: .equal("audioObjectType", 31))
      uint(4, "samplingFrequencyIndex", .names(frequencies))
      uint(24, "samplingFrequency", .unit("Hz"), if: .equal("samplingFrequencyIndex", 15))
      uint(4, "channelConfiguration", .names(channels))
      when(isHierarchical) {
        uint(4, "extensionSamplingFrequencyIndex", .names(frequencies))
        uint(
          24, "extensionSamplingFrequency", .unit("Hz"),
          if: .equal("extensionSamplingFrequencyIndex", 15))
        uint(5, "coreAudioObjectType", .names(objectTypes))
        uint(
          6, "coreAudioObjectTypeExt", .names(extendedObjectTypes),
          if: .equal("coreAudioObjectType", 31))
        uint(4, "extensionChannelConfiguration", if: .equal("coreAudioObjectType", 22))
        generalAudio("coreAudioObjectType", if: .oneOf("coreAudioObjectType", generalTypes))
        alignment(if: .oneOf("coreAudioObjectType", generalTypes))
      }
      when(.all([.not(isHierarchical), .oneOf("audioObjectType", generalTypes)])) {
        generalAudio("audioObjectType", if: .remaining(0))
        uint(2, "epConfig", if: .oneOf("audioObjectType", [17, 19, 20, 21, 22, 23]))
        syncExtension()
        alignment(if: .remaining(0))
      }
      lossless()
      USAC.configuration(if: .all([.equal("audioObjectType", 31), .equal("audioObjectTypeExt", 10), .remaining(14)]))
    }
  }

  /// `ALSSpecificConfig` (§11.6.2), behind five bits that fill up its byte; positions of more than two channels, and
  /// the header of the file that was coded, stay bytes.
  private static func lossless() -> Row {
    group("ALSSpecificConfig", if: .all([.equal("audioObjectType", 31), .equal("audioObjectTypeExt", 4)])) {
      uint(5, "fillBits")
      code("als_id")
      uint(32, "samp_freq", .unit("Hz"))
      uint(32, "samples", .names([0xFFFF_FFFF: "unknown"]))
      uint(16, "channels", .minusOne)
      uint(3, "file_type", .names([0: "unknown or raw", 1: "WAVE", 2: "AIFF", 3: "BWF"]))
      uint(3, "resolution", .names([0: "8 bits", 1: "16 bits", 2: "24 bits", 3: "32 bits"]))
      flag("floating")
      flag("msb_first")
      uint(16, "frame_length", .minusOne)
      uint(8, "random_access")
      uint(2, "ra_flag", .names([0: "no sizes", 1: "sizes in frames", 2: "sizes in the header"]))
      flag("adapt_order")
      uint(2, "coef_table")
      flag("long_term_prediction")
      uint(10, "max_order")
      uint(2, "block_switching")
      flag("bgmc_mode")
      flag("sb_part")
      flag("joint_stereo")
      flag("mc_coding")
      flag("chan_config")
      flag("chan_sort")
      flag("crc_enabled")
      flag("RLSLMS")
      reserved(5)
      flag("aux_data_enabled")
      uint(16, "chan_config_info", .hex, if: .equal("chan_config", 1))
      when(.any([.equal("chan_sort", 0), .equal("channels", 1)])) {
        list(2, "chan_pos", if: .equal("chan_sort", 1)) { uint(1, "chan_pos") }
        alignment()
        uint(32, "header_size", .bytes, if: .remaining(32))
        uint(32, "trailer_size", .bytes, if: .remaining(32))
      }
    }
  }

  /// `GASpecificConfig` (§4.4.1); `objectType` names the field that says of what.
  private static func generalAudio(_ objectType: StaticString, if condition: Condition) -> Row {
    group("GASpecificConfig", if: condition) {
      flag("frameLengthFlag")
      flag("dependsOnCoreCoder")
      uint(14, "coreCoderDelay", if: .equal("dependsOnCoreCoder", 1))
      flag("extensionFlag")
      programConfig()
      uint(3, "layerNr", if: .oneOf(objectType, [6, 20]))
      when(.equal("extensionFlag", 1)) {
        uint(5, "numOfSubFrame", if: .equal(objectType, 22))
        uint(11, "layer_length", if: .equal(objectType, 22))
        when(.oneOf(objectType, [17, 19, 20, 23])) {
          flag("aacSectionDataResilienceFlag")
          flag("aacScalefactorDataResilienceFlag")
          flag("aacSpectralDataResilienceFlag")
        }
        flag("extensionFlag3")
      }
    }
  }

  /// `program_config_element` (§4.4.1.1), there when no channel configuration is given.
  private static func programConfig() -> Row {
    group("program_config_element", if: .equal("channelConfiguration", 0)) {
      uint(4, "element_instance_tag")
      uint(2, "object_type", .names([0: "Main", 1: "LC", 2: "SSR", 3: "LTP"]))
      uint(4, "sampling_frequency_index", .names(frequencies))
      uint(4, "num_front_channel_elements")
      uint(4, "num_side_channel_elements")
      uint(4, "num_back_channel_elements")
      uint(2, "num_lfe_channel_elements")
      uint(3, "num_assoc_data_elements")
      uint(4, "num_valid_cc_elements")
      flag("mono_mixdown_present")
      uint(4, "mono_mixdown_element_number", if: .equal("mono_mixdown_present", 1))
      flag("stereo_mixdown_present")
      uint(4, "stereo_mixdown_element_number", if: .equal("stereo_mixdown_present", 1))
      flag("matrix_mixdown_idx_present")
      uint(2, "matrix_mixdown_idx", if: .equal("matrix_mixdown_idx_present", 1))
      flag("pseudo_surround_enable", if: .equal("matrix_mixdown_idx_present", 1))
      list(.field("num_front_channel_elements"), "front_elements") {
        flag("front_element_is_cpe")
        uint(4, "front_element_tag_select")
      }
      list(.field("num_side_channel_elements"), "side_elements") {
        flag("side_element_is_cpe")
        uint(4, "side_element_tag_select")
      }
      list(.field("num_back_channel_elements"), "back_elements") {
        flag("back_element_is_cpe")
        uint(4, "back_element_tag_select")
      }
      list(.field("num_lfe_channel_elements"), "lfe_elements") {
        uint(4, "lfe_element_tag_select")
      }
      list(.field("num_assoc_data_elements"), "assoc_data_elements") {
        uint(4, "assoc_data_element_tag_select")
      }
      list(.field("num_valid_cc_elements"), "valid_cc_elements") {
        flag("cc_element_is_ind_sw")
        uint(4, "valid_cc_element_tag_select")
      }
      alignment()
      string(.latin1, .pascal, "comment_field_data")
    }
  }

  /// SBR and PS signalled after the configuration, so that older decoders do not see them.
  private static func syncExtension() -> Row {
    when(.all([.remaining(16), .next(11, 0x2B7, offset: 0)])) {
      uint(11, "syncExtensionType", .hex)
      uint(5, "extensionAudioObjectType", .names(objectTypes))
      when(.oneOf("extensionAudioObjectType", [5, 22])) {
        flag("sbrPresentFlag")
        when(.equal("sbrPresentFlag", 1)) {
          uint(4, "extensionSamplingFrequencyIndex", .names(frequencies))
          uint(
            24, "extensionSamplingFrequency", .unit("Hz"),
            if: .equal("extensionSamplingFrequencyIndex", 15))
          when(.all([.remaining(12), .next(11, 0x548, offset: 0)])) {
            uint(11, "syncExtensionType2", .hex)
            flag("psPresentFlag")
          }
        }
        uint(4, "extensionChannelConfiguration", if: .equal("extensionAudioObjectType", 22))
      }
    }
  }

  private static func alignment(if condition: Condition) -> Row {
    when(condition) { alignment() }
  }

  private static let isHierarchical: Condition = .oneOf("audioObjectType", [5, 29])

  /// The object types that `GASpecificConfig` configures.
  private static let generalTypes: [UInt64] = [1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23]

  private static let objectTypes: Names = [
    0: "Null", 1: "AAC Main", 2: "AAC LC", 3: "AAC SSR", 4: "AAC LTP", 5: "SBR",
    6: "AAC Scalable", 7: "TwinVQ", 8: "CELP", 9: "HVXC", 12: "TTSI", 13: "Main synthetic",
    14: "Wavetable synthesis", 15: "General MIDI", 16: "Algorithmic synthesis",
    17: "ER AAC LC", 19: "ER AAC LTP", 20: "ER AAC Scalable", 21: "ER TwinVQ", 22: "ER BSAC",
    23: "ER AAC LD", 24: "ER CELP", 25: "ER HVXC", 26: "ER HILN", 27: "ER Parametric",
    28: "SSC", 29: "PS", 30: "MPEG Surround", 31: "extended",
  ]

  /// The types from 32 on, less 32.
  private static let extendedObjectTypes: Names = [
    0: "Layer-1", 1: "Layer-2", 2: "Layer-3", 3: "DST", 4: "ALS", 5: "SLS", 6: "SLS non-core",
    7: "ER AAC ELD", 8: "SMR Simple", 9: "SMR Main", 10: "USAC", 11: "SAOC",
    12: "LD MPEG Surround", 13: "SAOC-DE", 14: "Audio Sync",
  ]

  private static let frequencies: Names = [
    0: "96,000 Hz", 1: "88,200 Hz", 2: "64,000 Hz", 3: "48,000 Hz", 4: "44,100 Hz",
    5: "32,000 Hz", 6: "24,000 Hz", 7: "22,050 Hz", 8: "16,000 Hz", 9: "12,000 Hz",
    10: "11,025 Hz", 11: "8,000 Hz", 12: "7,350 Hz", 15: "given next",
  ]

  private static let channels: Names = [
    0: "given by a program config element", 1: "mono", 2: "stereo", 3: "3.0", 4: "4.0", 5: "5.0",
    6: "5.1", 7: "7.1 front", 11: "6.1", 12: "7.1", 13: "22.2", 14: "5.1.2",
  ]
}
