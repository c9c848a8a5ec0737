import ByteReading
import Structure

/// User data of GoPro cameras, with telemetry in GoPro's own key-length-value form (GPMF).
enum GoPro: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("GPMF", "Telemetry", "GoPro GPMF", in: "udta") { telemetry(depth: 3) },
    Syntax("gpmd", "Telemetry sample", "GoPro GPMF", in: "mdat") { telemetry(depth: 3) },
    Syntax("FIRM", "Firmware", "GoPro", in: "udta", summary: "{firmware}") {
      string(.utf8, .bytes(.remaining), "firmware").volatile
    },
    Syntax("LENS", "Lens", "GoPro", in: "udta", summary: "{lens}") {
      string(.utf8, .bytes(.remaining), "lens")
    },
    Syntax("CAME", "Camera serial hash", "GoPro", in: "udta") {
      bytes(.remaining, "serial_hash", .hex)
    },
    Syntax("SETT", "Settings", "GoPro", in: "udta") { bytes(.remaining, "settings", .hex) },
    Syntax("MUID", "Media identifier", "GoPro", in: "udta") {
      array(.remaining, "media_id", of: uint(32, "word", .hex))
    },
    Syntax("GUMI", "Unique media identifier", "GoPro", in: "udta") {
      bytes(.remaining, "media_id", .hex)
    },
    Syntax("HMMT", "Highlights", "GoPro", in: "udta") {
      // Newer cameras begin with a count; older ones write moments only, zero for none.
      array(.remaining, "highlights", of: uint(32, "time", .duration(1000)))
    },
    Syntax("BCID", "Broadcast identifier", "GoPro", in: "udta") {
      bytes(.remaining, "broadcast_id", .hex)
    },
    Syntax("GPRO", "Camera information", "GoPro", in: "mdat udta") {
      uint(32, "size", .bytes).little
      bytes(.remaining, "data")
    },
  ]

  /// Entries up to the end of the region; those of type 0 hold entries, so many levels deep.
  private static func telemetry(depth: Int) -> Row {
    parts("entries", foundBy: { TelemetryFinder() }) {
      bytes(.remaining, "padding", if: isPart(.padding))
      when(isPart(.entry)) {
        code("key", .names(keys)).identity
        uint(8, "type", .names(types))
        uint(8, "structure_size", .bytes)
        uint(16, "repeat")
        within(.product(.field("structure_size"), .field("repeat")), "data") { values(depth) }
        // Data end on a multiple of four bytes, and no key begins with a zero.
        reserved(8, if: .next(8, 0, offset: 0))
        reserved(8, if: .next(8, 0, offset: 0))
        reserved(8, if: .next(8, 0, offset: 0))
      }
    }
  }

  private static func isPart(_ kind: TelemetryFinder.Kind) -> Condition { .equal("part_kind", kind.rawValue) }

  private static func values(_ depth: Int) -> Row {
    let nested = depth > 1 ? telemetry(depth: depth - 1) : bytes(.remaining, "entries")
    return when(.remaining(0)) {
      // What finders know of the parts in the last two takes the place of what is known of the entry.
      return elements.map { array(.remaining, "values", if: isOf($0.type), of: $0.row(nil)) } + [
        string(
          .latin1, .bytes(.remaining), "value",
          if: .all([.oneOf("type", [0x63, 0x55]), .remaining(8)])),
        when(isOf(0x3F)) { structures() },
        when(.equal("type", 0)) { nested },
      ]
    }
  }

  /// As many values as fit, of one type.
  private static func isOf(_ type: UInt64) -> Condition { .all([.equal("type", type), .remaining(8)]) }

  /// Values of several types side by side, by what the stream says of them; bytes where it says nothing that fits.
  private static func structures() -> Row {
    parts("values", foundBy: { TelemetryElementFinder() }) {
      return elements.map { $0.row(.equal("part_kind", $0.type)) } + [
        string(.latin1, .bytes(.remaining), "value", if: .oneOf("part_kind", [0x63, 0x55])),
        bytes(.remaining, "value", if: .equal("part_kind", 0)),
      ]
    }
  }

  /// Types of values that have one length, by their letters; numbers are measured.
  private static let elements: [(type: UInt64, row: @Sendable (Condition?) -> Row)] = [
    (0x62, { int(8, "value", .pointer(Telemetry.scaled), if: $0) }),
    (0x42, { uint(8, "value", .pointer(Telemetry.scaled), if: $0) }),
    (0x73, { int(16, "value", .pointer(Telemetry.scaled), if: $0) }),
    (0x53, { uint(16, "value", .pointer(Telemetry.scaled), if: $0) }),
    (0x6C, { int(32, "value", .pointer(Telemetry.scaled), if: $0) }),
    (0x4C, { uint(32, "value", .pointer(Telemetry.scaled), if: $0) }),
    (0x6A, { int(64, "value", .pointer(Telemetry.scaled), if: $0) }),
    (0x4A, { uint(64, "value", .pointer(Telemetry.scaled), if: $0) }),
    (0x66, { float(32, "value", .pointer(Telemetry.scaled), if: $0) }),
    (0x64, { float(64, "value", .pointer(Telemetry.scaled), if: $0) }),
    (0x71, { fixed(16, 16, "value", .pointer(Telemetry.scaled), if: $0) }),
    (0x51, { fixed(32, 32, "value", .pointer(Telemetry.scaled), if: $0) }),
    (0x46, { code("value", if: $0) }),
    (0x47, { uuid("value", if: $0) }),
  ]

  private static let types: Names = [
    0: "nested", 0x62: "b, 8-bit signed", 0x42: "B, 8-bit unsigned", 0x63: "c, text",
    0x64: "d, 64-bit float", 0x66: "f, 32-bit float", 0x46: "F, four characters",
    0x47: "G, GUID", 0x6A: "j, 64-bit signed", 0x4A: "J, 64-bit unsigned",
    0x6C: "l, 32-bit signed", 0x4C: "L, 32-bit unsigned", 0x71: "q, Q15.16", 0x51: "Q, Q31.32",
    0x73: "s, 16-bit signed", 0x53: "S, 16-bit unsigned", 0x55: "U, date and time",
    0x3F: "?, structure",
  ]

  private static let keys: Names = .codes([
    "DEVC": "device", "DVID": "device ID", "DVNM": "device name", "STRM": "stream",
    "STNM": "stream name", "RMRK": "remark", "SCAL": "divisor", "SIUN": "SI units",
    "UNIT": "units", "TYPE": "structure", "TSMP": "total samples", "STMP": "timestamp in µs",
    "TIMO": "time offset", "EMPT": "empty payloads", "ACCL": "acceleration in m/s²",
    "GYRO": "rotation in rad/s", "MAGN": "magnetic field", "GPS5": "position", "GPS9": "position",
    "GPSU": "GPS time", "GPSF": "GPS fix", "GPSP": "dilution of precision × 100",
    "GPSA": "altitude system", "SHUT": "exposure time", "WBAL": "white balance",
    "WRGB": "white balance gains", "ISOE": "sensor ISO", "ISOG": "sensor gain", "FACE": "faces",
    "CORI": "camera orientation", "IORI": "image orientation", "GRAV": "gravity",
    "WNDM": "wind noise", "MWET": "microphone wet", "AALP": "audio level",
    "TMPC": "temperature in °C", "FMWR": "firmware", "LINF": "lens serial",
    "CINF": "camera serial hash", "CASN": "camera serial", "MINF": "camera model",
    "VERS": "version", "MUID": "media identifier",
  ])
}
