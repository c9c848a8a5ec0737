import ByteReading
import MediaFacts
import Structure

/// The trailer as a table.
enum InstaTables: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("INST", "Insta360 trailer", "Insta360", in: "file", name: "INST") {
      parts("parts", foundBy: { InstaTrailerFinder() }) {
        within(.field("part_first"), "data", if: .all([isRecord, .notEqual("part_first", 0)])) {
          when(isPart(.information)) { information }
          bytes(.remaining, "preview", if: isPart(.preview))
          motion
          table(.remaining, "exposures", if: isPart(.exposures)) {
            uint(64, "time", .duration(1_000)).little
            float(64, "exposure_time", .unit("s")).little
          }
          table(.remaining, "times", if: isPart(.times)) { uint(64, "time", .duration(1_000)).little }
          positions
          table(.remaining, "directory", if: isPart(.directory)) {
            uint(16, "number", .names(records)).little
            uint(32, "size", .bytes).little
            uint(32, "offset", .hex).little
          }
          bytes(.remaining, "value", if: isPart(.other))
        }
        when(isRecord) {
          uint(16, "number", .names(records)).little
          uint(32, "size", .bytes).little
        }
        group("end", if: isPart(.end)) {
          bytes(32, "reserved", .hex)
          uint(32, "trailer_size", .bytes).little
          uint(32, "version").little
          string(.latin1, .bytes(32), "mark")
        }
        bytes(.remaining, "unused", if: isPart(.unused))
      }
    }
  ]

  private static var information: Row {
    ProtocolBuffers.message(ProtocolBuffers.Dialect(texts: [1, 2, 3])) {
      string(.utf8, .rest, "serial_number", if: ProtocolBuffers.isText(0))
      string(.utf8, .rest, "model", if: ProtocolBuffers.isText(1))
      string(.utf8, .rest, "firmware", if: ProtocolBuffers.isText(2))
    }
  }

  private static var motion: Row {
    when(.any([isPart(.motion), isPart(.wideMotion)])) {
      table(.remaining, "motion", if: isPart(.motion)) {
        uint(64, "time", .duration(1_000)).little
        uint(16, "acceleration_x", .pointer(thousandths)).little
        uint(16, "acceleration_y", .pointer(thousandths)).little
        uint(16, "acceleration_z", .pointer(thousandths)).little
        uint(16, "rotation_x", .pointer(thousandths)).little
        uint(16, "rotation_y", .pointer(thousandths)).little
        uint(16, "rotation_z", .pointer(thousandths)).little
      }
      table(.remaining, "motion", if: isPart(.wideMotion)) {
        uint(64, "time", .duration(1_000)).little
        float(64, "acceleration_x").little
        float(64, "acceleration_y").little
        float(64, "acceleration_z").little
        float(64, "rotation_x").little
        float(64, "rotation_y").little
        float(64, "rotation_z").little
      }
    }
  }

  /// Numbers of both signs in 16 bits.
  private static let thousandths = PointedText("thousandths, counted from 32,768") { bytes, field, _, output in
    guard let raw = bytes.littleEndian(at: field, count: 2) else { return }
    output.put(real: (Double(raw) - 32_768) / 1_000)
  }

  private static var positions: Row {
    table(.remaining, "positions", if: isPart(.positions)) {
      uint(32, "seconds_since_1970").little
      uint(32, "counter").little
      uint(16, "milliseconds").little
      uint(8, "status", .names([0x41: "A, known", 0x56: "V, not known"]))
      float(64, "latitude", .unit("°")).little
      uint(8, "latitude_reference", .names([0x4E: "N", 0x53: "S"]))
      float(64, "longitude", .unit("°")).little
      uint(8, "longitude_reference", .names([0x45: "E", 0x57: "W", 0x4F: "O, west"]))
      float(64, "speed", .unit("m/s")).little
      float(64, "track", .unit("°")).little
      float(64, "altitude", .unit("m")).little
    }
  }

  private static var isRecord: Condition { .not(.any([isPart(.end), isPart(.unused)])) }

  private static func isPart(_ kind: InstaTrailer.Kind) -> Condition { .equal("part_kind", kind.rawValue) }

  private static let records: Names = [
    0: "directory", 0x101: "information", 0x200: "preview", 0x300: "motion", 0x400: "exposures", 0x600: "times",
    0x700: "positions",
  ]
}
