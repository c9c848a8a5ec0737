import ByteReading
import Structure

/// The boxes of audio sample entries that are not a codec's configuration (14496-12 §12.2; QTFF,
/// Sound Sample Description Extensions).
enum AudioExtensions: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("wave", "Decompression parameters", "QTFF, siDecompressionParam Atom") { boxes() },
    Syntax("frma", "Original format", "14496-12 §8.12.3", in: "wave sinf rinf cinf pinf") {
      code("data_format")
    },
    Syntax("enda", "Endianness", "QTFF, Endian Atom", in: "wave") {
      uint(16, "littleEndian", .names([0: "big-endian", 1: "little-endian"]))
    },
    Syntax("mp4a", "MPEG-4 audio", "QTFF, siDecompressionParam Atom", in: "wave") {
      bytes(.remaining, "data")
    },
    Syntax("\\x00\\x00\\x00\\x00", "Terminator", "QTFF, Terminator Atom", in: "wave"),
    Syntax(
      "chan", "Audio channel layout", "QTFF, Audio Channel Layout Atom", versions: 0...0,
      summary: "{mChannelLayoutTag}"
    ) {
      uint(32, "mChannelLayoutTag", .names(ChannelNames.layoutTags))
      uint(32, "mChannelBitmap", .flags(ChannelNames.bitmap))
      uint(32, "mNumberChannelDescriptions")
      table(.field("mNumberChannelDescriptions"), "mChannelDescriptions") {
        uint(32, "mChannelLabel", .names(ChannelNames.labels))
        uint(
          32, "mChannelFlags",
          .flags([0x1: "rectangular coordinates", 0x2: "spherical coordinates", 0x4: "metres"]))
        array(3, "mCoordinates", of: float(32, "value"))
      }
    },
    Syntax(
      "srat", "Sampling rate", "14496-12 §12.2.3", versions: 0...0, summary: "{sampling_rate}"
    ) {
      uint(32, "sampling_rate", .unit("Hz"))
    },
    Syntax("chnl", "Channel layout", "14496-12 §12.2.4", versions: 0...1) {
      uint(8, v1: 4, "stream_structure", .flags([0x1: "channels", 0x2: "objects"]))
      uint(4, "format_ordering", if: .versionAtLeast(1))
      uint(8, "baseChannelCount", if: .versionAtLeast(1))
      when(.bits("stream_structure", 1)) {
        uint(8, "definedLayout", .names(ChannelNames.definedLayouts))
        uint(
          8, "layout_channel_count",
          if: .all([.versionAtLeast(1), .equal("definedLayout", 0)]))
        list(
          .context(.channelCount), "speakers",
          if: .all([.version(0), .equal("definedLayout", 0)])
        ) {
          speaker()
        }
        list(
          .field("layout_channel_count"), "speakers",
          if: .all([.versionAtLeast(1), .equal("definedLayout", 0)])
        ) {
          speaker()
        }
        when(.all([.versionAtLeast(1), .notEqual("definedLayout", 0)])) {
          reserved(4)
          uint(3, "channel_order_definition")
          flag("omitted_channels_present")
          uint(64, "omittedChannelsMap", .hex, if: .bits("omitted_channels_present", 1))
        }
        uint(
          64, "omittedChannelsMap", .hex,
          if: .all([.version(0), .notEqual("definedLayout", 0)]))
      }
      uint(8, "object_count", if: .all([.version(0), .bits("stream_structure", 2)]))
    },
    Syntax("dmix", "Downmix instructions", "14496-12 §12.2.5", versions: 0...2) {
      when(.versionAtLeast(1)) {
        reserved(1)
        uint(7, "downmix_instructions_count")
        list(.field("downmix_instructions_count"), "downmix_instructions") {
          downmixInstruction()
        }
      }
      list(1, "downmix_instructions", if: .version(0)) { downmixInstruction() }
    },
    Syntax("udc1", "Basic dynamic range coefficients", "23003-4 §7.2", versions: 0...1) {
      bytes(.remaining, "data")
    },
    Syntax("udi1", "Basic dynamic range instructions", "23003-4 §7.2", versions: 0...1) {
      bytes(.remaining, "data")
    },
    Syntax("udc2", "Dynamic range coefficients", "23003-4 §7.2", versions: 0...1) {
      bytes(.remaining, "data")
    },
    Syntax("udi2", "Dynamic range instructions", "23003-4 §7.2", versions: 0...1) {
      bytes(.remaining, "data")
    },
    Syntax("udex", "Dynamic range extension", "23003-4 §7.2", versions: 0...1) {
      bytes(.remaining, "data")
    },
    Syntax("leqi", "Loudness equalisation", "23003-4 §7.2", versions: 0...1) {
      bytes(.remaining, "data")
    },
    Syntax("ueqc", "Equaliser coefficients", "23003-4 §7.2", versions: 0...1) {
      bytes(.remaining, "data")
    },
    Syntax("ueqi", "Equaliser instructions", "23003-4 §7.2", versions: 0...1) {
      bytes(.remaining, "data")
    },
    Syntax("pdc1", "Parametric range coefficients", "23003-4 §7.2", versions: 0...1) {
      bytes(.remaining, "data")
    },
    Syntax("pdi1", "Parametric range instructions", "23003-4 §7.2", versions: 0...1) {
      bytes(.remaining, "data")
    },
    Syntax("ludt", "Loudness", "14496-12 §12.2.7", in: "udta") { boxes() },
    Syntax("tlou", "Track loudness", "14496-12 §12.2.7", in: "ludt", versions: 0...1) {
      loudness()
    },
    Syntax("alou", "Album loudness", "14496-12 §12.2.7", in: "ludt", versions: 0...1) {
      loudness()
    },
    Syntax("SA3D", "Spatial audio", "Google Spatial Audio RFC") {
      uint(8, "version", .expected(0))
      flag("head_locked_stereo")
      uint(7, "ambisonic_type", .names([0: "periphonic"]))
      uint(32, "ambisonic_order")
      uint(8, "ambisonic_channel_ordering", .names([0: "ACN"]))
      uint(8, "ambisonic_normalization", .names([0: "SN3D"]))
      uint(32, "num_channels")
      array(.field("num_channels"), "channel_map", of: uint(32, "channel"))
    },
  ]

  private static func speaker() -> Row {
    when(.remaining(0)) {
      uint(8, "speaker_position", .names(ChannelNames.speakerPositions))
      int(16, "azimuth", .unit("°"), if: .equal("speaker_position", 126))
      int(8, "elevation", .unit("°"), if: .equal("speaker_position", 126))
    }
  }

  private static func downmixInstruction() -> Row {
    when(.remaining(0)) {
      uint(8, "targetLayout", .names(ChannelNames.definedLayouts))
      reserved(1)
      uint(7, "targetChannelCount")
      flag("in_stream")
      uint(7, "downmix_ID")
      when(.equal("in_stream", 0)) {
        uint(4, "bs_downmix_offset", if: .versionAtLeast(1))
        array(
          .product(.field("targetChannelCount"), .context(.channelCount)),
          "bs_downmix_coefficients", of: uint(4, v1: 5, "bs_downmix_coefficient"))
        alignment()
      }
    }
  }

  private static func loudness() -> Row {
    when(.remaining(0)) {
      when(.versionAtLeast(1)) {
        uint(2, "loudness_info_type")
        uint(6, "loudness_base_count")
        list(.field("loudness_base_count"), "loudness_base") {
          reserved(2)
          uint(6, "EQ_set_ID")
          loudnessBase()
        }
      }
      list(1, "loudness_base", if: .version(0)) { loudnessBase() }
    }
  }

  private static func loudnessBase() -> Row {
    when(.remaining(0)) {
      reserved(3)
      uint(7, "downmix_ID")
      uint(6, "DRC_set_ID")
      int(12, "bs_sample_peak_level")
      int(12, "bs_true_peak_level")
      uint(4, "measurement_system_for_TP", .names(measurementSystems))
      uint(4, "reliability_for_TP", .names(reliabilities))
      uint(8, "measurement_count")
      table(.field("measurement_count"), "measurements") {
        uint(8, "method_definition", .names(methods))
        uint(8, "method_value")
        uint(4, "measurement_system", .names(measurementSystems))
        uint(4, "reliability", .names(reliabilities))
      }
    }
  }

  static let methods: Names = [
    0: "unknown", 1: "programme loudness", 2: "anchor loudness", 3: "maximum of loudness range",
    4: "maximum momentary loudness", 5: "maximum short-term loudness", 6: "loudness range",
    7: "mixing level", 8: "room type", 9: "short-term loudness",
  ]
  private static let measurementSystems: Names = [
    0: "unknown", 1: "EBU R 128", 2: "ITU-R BS.1770-4", 3: "ITU-R BS.1770-4 with pre-processing",
    4: "user", 5: "expert panel", 6: "ITU-R BS.1771-1", 7: "reserved A", 8: "reserved B",
    9: "reserved C", 10: "reserved D", 11: "reserved E",
  ]
  private static let reliabilities: Names = [
    0: "unknown", 1: "unverified", 2: "not to exceed ceiling", 3: "accurate",
  ]
}
