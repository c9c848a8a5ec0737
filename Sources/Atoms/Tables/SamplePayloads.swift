import ByteReading
package import Structure

extension ContextKey {
  /// The bits of the length in front of each unit of a sample.
  package static let unitLengthBits = ContextKey(21, "unitLengthBits")
}

/// What samples hold, by the coding that their sample entry names.
///
/// Their parent is written `mdat`, as `file` stands for the top level: no box has their type there.
enum SamplePayloads: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("avc1", "AVC sample", "14496-15 §5.3.3.1, 14496-10 §7.3", in: "mdat") {
      units { AVC.unit() }
    },
    Syntax("hvc1", "HEVC sample", "14496-15 §8.3.3.1, 23008-2 §7.3", in: "mdat") {
      units { HEVC.content() }
    },
    Syntax("vvc1", "VVC sample", "14496-15 §11.2.3, 23090-3 §7.3", in: "mdat") {
      units { VVC.unit() }
    },
    Syntax("av01", "AV1 sample", "AV1-ISOBMFF §2.4", in: "mdat") { AV1.units("temporal_unit") },
    Syntax("camm", "Camera motion sample", "Google Camera Motion Metadata", in: "mdat") {
      list(.remaining, "packets") { motion() }
    },
    Syntax("tmcd", "Timecode sample", "QTFF, Timecode Sample Data", in: "mdat") {
      uint(32, "frame_number")
    },
    Syntax("mebx", "Timed metadata sample", "QTFF, Timed Metadata Media", in: "mdat") {
      list(.remaining, "values") {
        uint(32, "size", .bytes)
        uint(32, "local_key_id").identity
        bytes(.field("size", plus: -8), "value", .perhapsText)
      }
    },
    Syntax("tx3g", "Timed text sample", "3GPP TS 26.245 §5.17", in: "mdat") {
      uint(16, "text_length", .bytes)
      string(.utf8OrUTF16, .bytes(.field("text_length")), "text")
      modifiers()
    },
    Syntax("text", "Text sample", "QTFF, Text Sample Data", in: "mdat") {
      uint(16, "text_length", .bytes)
      string(.macRoman, .bytes(.field("text_length")), "text")
      modifiers()
    },
    Syntax("wvtt", "WebVTT sample", "14496-30 §6.6", in: "mdat") {
      list(.remaining, "cues") {
        uint(32, "size", .bytes)
        code("type", .names(cues))
        within(.field("size", plus: -8), "cue", if: .notEqual("size", 8)) {
          string(.utf8, .rest, "cue_additional_text", if: .code("type", "vtta"))
          list(.remaining, "parts", if: .code("type", "vttc")) {
            uint(32, "part_size", .bytes)
            code("part_type", .names(cues))
            uint(32, "source_ID", if: .code("part_type", "vsid"))
            string(.utf8, .bytes(.field("part_size", plus: -8)), "content", if: .not(.code("part_type", "vsid")))
          }
        }
      }
    },
    Syntax("stpp", "XML subtitles sample", "14496-30 §5.5", in: "mdat") {
      string(.utf8, .rest, "document")
    },
    Syntax("c608", "Captions sample", "QTFF, Closed Captioning Sample Data", in: "mdat") {
      list(.remaining, "captions") {
        uint(32, "size", .bytes)
        code("type", .names(.codes(["cdat": "CEA-608, field 1", "cdt2": "CEA-608, field 2", "ccdp": "CEA-708"])))
        within(.field("size", plus: -8), "data", if: .notEqual("size", 8)) {
          table(.remaining, "pairs", if: .not(.code("type", "ccdp"))) {
            uint(8, "cc_data_1", .hex)
            uint(8, "cc_data_2", .hex)
          }
          bytes(.remaining, "ccdp", if: .code("type", "ccdp"))
        }
      }
    },
  ]

  /// Units to the end of the sample, each with its length before it.
  private static func units(_ unit: @escaping @Sendable () -> Row) -> Row {
    list(.remaining, "nal_units") {
      uint(8, "nal_unit_length", .bytes, if: .context(.unitLengthBits, 8))
      uint(16, "nal_unit_length", .bytes, if: .context(.unitLengthBits, 16))
      uint(24, "nal_unit_length", .bytes, if: .context(.unitLengthBits, 24))
      uint(32, "nal_unit_length", .bytes, if: .context(.unitLengthBits, 32))
      within(.field("nal_unit_length"), "nal_unit", escaped: true) { unit() }
    }
  }

  /// Boxes behind a text that say how it looks.
  private static func modifiers() -> Row {
    list(.remaining, "modifiers") {
      uint(32, "size", .bytes)
      code("type")
      bytes(.field("size", plus: -8), "modifier", if: .notEqual("size", 8))
    }
  }

  private static let cues: Names = .codes([
    "vttc": "cue", "vtte": "no cue", "vtta": "comment", "vsid": "source", "iden": "identifier", "ctim": "current time",
    "sttg": "settings", "payl": "text",
  ])

  /// A packet of a camera: each kind has a size of its own, least significant bytes first.
  private static func motion() -> Row {
    when(.remaining(8)) {
      reserved(16)
      uint(16, "type", .names(motions)).little
      when(.equal("type", 1)) {
        int(32, "pixel_exposure_time", .unit("ns")).little
        int(32, "rolling_shutter_skew_time", .unit("ns")).little
      }
      axes("angle_axis", "rad", 0)
      axes("gyro", "rad/s", 2)
      axes("acceleration", "m/s²", 3)
      axes("position", "", 4)
      when(.equal("type", 5)) {
        float(64, "latitude", .unit("°")).little
        float(64, "longitude", .unit("°")).little
        float(64, "altitude", .unit("m")).little
      }
      when(.equal("type", 6)) {
        float(64, "time_gps_epoch", .unit("s")).little
        uint(32, "gps_fix_type", .names([0: "none", 2: "2D", 3: "3D"])).little
        float(64, "latitude", .unit("°")).little
        float(64, "longitude", .unit("°")).little
        float(32, "altitude", .unit("m")).little
        float(32, "horizontal_accuracy", .unit("m")).little
        float(32, "vertical_accuracy", .unit("m")).little
        float(32, "velocity_east", .unit("m/s")).little
        float(32, "velocity_north", .unit("m/s")).little
        float(32, "velocity_up", .unit("m/s")).little
        float(32, "speed_accuracy", .unit("m/s")).little
      }
      axes("magnetic_field", "µT", 7)
      bytes(.remaining, "data", if: .atLeast("type", 8))
    }
  }

  private static func axes(_ name: StaticString, _ unit: StaticString, _ type: UInt64) -> Row {
    array(3, name, if: .equal("type", type), of: float(32, name, .unit(unit)).little)
  }

  private static let motions: Names = [
    0: "rotation of the camera", 1: "exposure", 2: "gyroscope", 3: "accelerometer", 4: "position in space",
    5: "position", 6: "position and speed", 7: "magnetic field",
  ]
}
