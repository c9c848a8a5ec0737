import ByteReading
import MediaFacts
import Structure

/// Tags of acquisition metadata that say of places, times and devices (SMPTE RDD 18, EBU Tech 3349; those of positions are
/// Exif's, 0x8500 higher).
package enum AcquisitionTag {
  package static let lensAttributes: UInt64 = 0x8007
  package static let settingFile: UInt64 = 0x8113
  package static let cameraAttributes: UInt64 = 0x8114
  package static let latitudeReference: UInt64 = 0x8501
  package static let latitude: UInt64 = 0x8502
  package static let longitudeReference: UInt64 = 0x8503
  package static let longitude: UInt64 = 0x8504
  package static let positionDate: UInt64 = 0x851D
}

/// What cameras note of each picture, as samples: acquisition metadata of Sony, telemetry of DJI, records of Canon.
enum CameraSamples: SyntaxFamily {
  private typealias Tag = AcquisitionTag

  static let tables: [Syntax] = [
    Syntax("rtmd", "Acquisition metadata sample", "Sony XAVC, SMPTE RDD 18, EBU Tech 3349", in: "mdat") {
      uint(16, "header_size", .bytes)
      within(.field("header_size", plus: -2), "header") {
        bytes(11, "data", .hex)
        uint(8, "hours")
        uint(8, "minutes")
        uint(8, "seconds")
        uint(8, "drop_frame", .boolean)
        uint(8, "frames")
        bytes(.remaining, "rest", .hex, if: .remaining(8))
      }
      list(.remaining, "sets") { set() }
    },
    Syntax("djmd", "Telemetry sample", "DJI", in: "mdat") { telemetry },
    Syntax("dbgi", "Debug information sample", "DJI", in: "mdat") { telemetry },
    Syntax("CTMD", "Timed metadata sample", "Canon", in: "mdat") { list(.remaining, "records") { record() } },
  ]

  // MARK: Messages

  /// What the texts are that have a name: where ExifTool finds them in the telemetry of sixteen cameras.
  private static let dialect = ProtocolBuffers.Dialect(
    texts: [0x01_01_01, 0x01_01_05, 0x02_02_03_01, 0x01_01_0A, 0x03_04_02_06_01, 0x03_03_04_06_01], hasPositions: true)

  private static var telemetry: Row {
    ProtocolBuffers.message(dialect) {
      string(.utf8, .rest, "protocol", if: ProtocolBuffers.isText(0))
      string(.utf8, .rest, "serial_number", if: .any([ProtocolBuffers.isText(1), ProtocolBuffers.isText(2)]))
      string(.utf8, .rest, "model", if: ProtocolBuffers.isText(3))
      string(.utf8, .rest, "date_time", if: .any([ProtocolBuffers.isText(4), ProtocolBuffers.isText(5)]))
      leb128("coordinate_unit", .names([0: "radians", 1: "degrees"]), if: ProtocolBuffers.isCoordinate(.unit))
      float(64, "latitude", if: ProtocolBuffers.isCoordinate(.latitude)).little
      float(64, "longitude", if: ProtocolBuffers.isCoordinate(.longitude)).little
    }
  }

  // MARK: Records

  /// A record of Canon, least significant bytes first.
  private static func record() -> Row {
    // A record that is promised has a byte at least.
    when(.remaining(0)) {
      uint(32, "size", .bytes).little
      uint(16, "type", .names(records)).little.identity
      bytes(6, "header", .hex)
      within(.field("size", plus: -12), "data", if: .atLeast("size", 13)) {
        when(.equal("type", 1)) {
          uint(16, "reserved_time", .hex).little
          uint(16, "year").little
          uint(8, "month")
          uint(8, "day")
          uint(8, "hour")
          uint(8, "minute")
          uint(8, "second")
          uint(8, "hundredth")
        }
        fraction("focal_length_numerator", "focal_length_denominator", 4)
        fraction("f_number_numerator", "f_number_denominator", 5)
        fraction("exposure_time_numerator", "exposure_time_denominator", 5)
        // What the highest bit says nobody knows.
        uint(32, "iso", .pointer(sensitivity), if: .equal("type", 5)).little
        list(.remaining, "directories", if: .oneOf("type", [7, 8, 9])) {
          uint(32, "directory_size", .bytes).little
          uint(32, "tag", .names([0x8769: "Exif", 0x927C: "maker note"])).little
          bytes(.field("directory_size", plus: -8), "tiff", if: .atLeast("directory_size", 9))
        }
        bytes(.remaining, "value", .hex, if: .remaining(8))
      }
    }
  }

  private static func fraction(_ numerator: StaticString, _ denominator: StaticString, _ type: UInt64) -> Row {
    when(.equal("type", type)) {
      uint(16, numerator).little
      uint(16, denominator).little
    }
  }

  private static let sensitivity = PointedText("the lower 31 bits") { bytes, field, _, output in
    guard let raw = bytes.littleEndian(at: field, count: 4), raw &>> 31 == 1 else { return }
    output.put(grouped: raw & 0x7FFF_FFFF)
  }

  private static let records: Names = [
    1: "time", 4: "focal length", 5: "exposure", 7: "Exif and maker note", 8: "maker note", 9: "maker note",
  ]

  // MARK: Sets

  /// A label of SMPTE and a length, and what is noted under tags of two bytes; behind the last set zeros.
  private static func set() -> Row {
    // A set that is promised has a byte at least.
    when(.remaining(0)) {
      when(.next(32, 0x060E_2B34, offset: 0)) {
        uint(64, "set_designator", .hex)
        bytes(8, "set", .content(setName)).column
        // A length of BER (SMPTE 336 §6.4.1).
        uint(8, "length_form", .hex)
        uint(8, "length", .bytes, if: .equal("length_form", 0x81))
        uint(16, "length", .bytes, if: .equal("length_form", 0x82))
        uint(24, "length", .bytes, if: .equal("length_form", 0x83))
        uint(32, "length", .bytes, if: .equal("length_form", 0x84))
        within(.field("length"), "items", if: .oneOf("length_form", [0x81, 0x82, 0x83, 0x84])) { items() }
        within(.field("length_form"), "items", if: .not(.atLeast("length_form", 0x80))) { items() }
      }
      bytes(.remaining, "rest", .hex, if: .not(.equal("set_designator", 0x060E_2B34_0253_0101)))
    }
  }

  private static func items() -> Row {
    list(.remaining, "items") {
      uint(16, "tag", .names(tags)).identity
      uint(16, "length", .bytes)
      within(.field("length"), "data", if: .notEqual("length", 0)) {
        lens
        camera
        place
        own
        bytes(.remaining, "value", .hex, if: .remaining(8))
      }
    }
  }

  private static func isOf(_ tags: [UInt64]) -> Condition { .oneOf("tag", tags) }

  private static func isAmong(_ tags: ClosedRange<UInt64>) -> Condition {
    .all([.atLeast("tag", tags.lowerBound), .not(.atLeast("tag", tags.upperBound + 1))])
  }

  private static var lens: Row {
    when(isAmong(0x8000...0x800B)) {
      uint(16, "value", .pointer(stop), if: isOf([0x8000, 0x8008])).column
      uint(16, "value", .pointer(distance), if: isOf([0x8001, 0x8002])).column
      uint(8, "value", .names([0: "off", 1: "on"]), if: .equal("tag", 0x8003)).column
      uint(16, "value", .pointer(focalLength), if: isOf([0x8004, 0x8005])).column
      uint(16, "value", .unit("%"), if: .equal("tag", 0x8006)).column
      string(.utf8, .rest, "value", if: .equal("tag", Tag.lensAttributes)).column
      ufixed(0, 16, "value", if: isOf([0x8009, 0x800A, 0x800B])).column
    }
  }

  private static var camera: Row {
    when(.any([isOf([0x3210, 0x3219, 0x321A]), isAmong(0x8100...0x8118)])) {
      when(isOf([0x3210, 0x3219, 0x321A, 0x8100])) {
        uint(64, "label_designator", .hex)
        bytes(8, "label", .content(label)).column
      }
      uint(8, "value", .names(areas), if: .equal("tag", 0x8101)).column
      uint(8, "value", .names(filters), if: .equal("tag", 0x8102)).column
      uint(16, "value", .names([1: "clear"]), if: .equal("tag", 0x8103)).column
      uint(16, "value", .scaled(1_000, "mm"), if: isOf([0x8104, 0x8105])).column
      rational(isOf([0x8106, 0x8109, 0x8111]))
      uint(8, "value", .names(readouts), if: .equal("tag", 0x8107)).column
      uint(32, "value", .scaled(60, "°"), if: .equal("tag", 0x8108)).column
      int(16, "value", .scaled(100, "dB"), if: .equal("tag", 0x810A)).column
      uint(16, "value", if: isOf([0x810B, 0x8115])).column
      uint(16, "value", .unit("%"), if: .equal("tag", 0x810C)).column
      uint(8, "value", .names(balances), if: .equal("tag", 0x810D)).column
      uint(16, "value", .unit("K"), if: .equal("tag", 0x810E)).column
      int(16, "value", .scaled(10, "%"), if: isOf([0x810F, 0x8110, 0x8112])).column
      string(.utf8, .rest, "value", if: isOf([Tag.settingFile, Tag.cameraAttributes])).column
      uint(8, "value", .names(gammas), if: .equal("tag", 0x8116)).column
      when(isOf([0x8117, 0x8118])) {
        uint(32, "count")
        uint(32, "size", .bytes)
        array(.remaining, "values", if: .equal("tag", 0x8117), of: uint(16, "value", .hex))
        table(.remaining, "values", if: .equal("tag", 0x8118)) {
          uint(32, "numerator")
          uint(32, "denominator")
        }
      }
    }
  }

  /// The tags of a position are those of Exif, 0x8500 higher.
  private static var place: Row {
    when(isAmong(0x8500...Tag.positionDate)) {
      array(.remaining, "value", if: .equal("tag", 0x8500), of: uint(8, "value"))
      string(
        .utf8, .rest, "value",
        if: isOf([Tag.latitudeReference, Tag.longitudeReference, 0x8509, 0x850A, 0x8512, Tag.positionDate])
      ).column
      table(.remaining, "values", if: isOf([Tag.latitude, Tag.longitude, 0x8507])) {
        uint(32, "numerator")
        uint(32, "denominator")
      }
    }
  }

  /// What Sony adds.
  private static var own: Row {
    when(.atLeast("tag", 0xE000)) {
      uuid("value", if: .equal("tag", 0xE000)).column
      uint(8, "value", .names(whites), if: .equal("tag", 0xE303)).column
      when(.equal("tag", 0xE304)) {
        uint(8, "zone", .hex)
        uint(16, "year", .hex).column
        uint(8, "month", .hex).column
        uint(8, "day", .hex).column
        uint(8, "hour", .hex).column
        uint(8, "minute", .hex).column
        uint(8, "second", .hex).column
      }
      when(isOf([0xE43B, 0xE44B])) {
        uint(32, "count")
        uint(32, "size", .bytes)
        array(.remaining, "values", of: int(16, "value"))
      }
    }
  }

  private static func rational(_ condition: Condition) -> Row {
    when(condition) {
      uint(32, "numerator").column
      uint(32, "denominator").column
    }
  }

  // MARK: What numbers say

  /// A number of the iris: 2 to the power of 8 (1 − *v* / 65,536).
  private static let stop = PointedText("f-number or T-number") { bytes, field, _, output in
    guard let raw = bytes.bigEndian(at: field, count: 2) else { return }
    output.put("f/")
    output.put(real: (powerOfTwo(8 - Double(raw) / 8_192) * 100).rounded() / 100)
  }

  private static let distance = PointedText("metres, an exponent of ten in four bits") { bytes, field, _, output in
    guard let metres = metres(bytes, field) else { return }
    output.put(real: metres)
    output.put(" m")
  }

  private static let focalLength = PointedText("metres, as millimetres") { bytes, field, _, output in
    guard let metres = metres(bytes, field) else { return }
    output.put(real: (metres * 100_000).rounded() / 100)
    output.put(" mm")
  }

  private static func metres(_ bytes: RawSpan, _ field: Int) -> Double? {
    guard let raw = bytes.bigEndian(at: field, count: 2) else { return nil }
    let exponent = Int(raw &>> 12) - (raw &>> 15 == 1 ? 16 : 0)
    var scale = 1.0
    for _ in 0..<abs(exponent) { scale *= 10 }
    let mantissa = Double(raw & 0xFFF)
    return exponent < 0 ? mantissa / scale : mantissa * scale
  }

  // MARK: Names

  private static let setName = ContentText("the name of a set") { bytes, output in put(name: bytes, sets, to: &output) }
  private static let label = ContentText("the name of a label") { bytes, output in put(name: bytes, labels, to: &output) }

  /// The name of the second half of a label of SMPTE, else its digits.
  private static func put(name bytes: RawSpan, _ names: Names, to output: inout ByteWriter) {
    guard let raw = bytes.bigEndian(at: 0, count: 8) else { return }
    if let name = names[raw] { output.put(name) } else { output.put(hexBytes: bytes, separator: nil) }
  }

  private static let sets: Names = [
    0x0C02_0101_0101_0000: "lens unit", 0x0C02_0101_0201_0000: "camera unit", 0x0C02_0101_7F01_0000: "user defined",
  ]

  private static let tags: Names = [
    0x3210: "capture gamma equation", 0x3219: "colour primaries", 0x321A: "coding equations",
    0x8000: "iris (F)", 0x8001: "focus position from image plane", 0x8002: "focus position from front lens vertex",
    0x8003: "macro setting", 0x8004: "lens zoom, 35 mm equivalent", 0x8005: "lens zoom, actual focal length",
    0x8006: "optical extender magnification", Tag.lensAttributes: "lens attributes", 0x8008: "iris (T)",
    0x8009: "iris ring position", 0x800A: "focus ring position", 0x800B: "zoom ring position",
    0x8100: "auto exposure mode", 0x8101: "auto focus sensing area", 0x8102: "colour correction filter wheel",
    0x8103: "neutral density filter wheel, 1 / n", 0x8104: "imager width", 0x8105: "imager height",
    0x8106: "capture frame rate", 0x8107: "image sensor readout mode", 0x8108: "shutter angle",
    0x8109: "shutter time in s", 0x810A: "camera master gain adjustment", 0x810B: "ISO sensitivity",
    0x810C: "electrical extender magnification", 0x810D: "auto white balance mode", 0x810E: "white balance",
    0x810F: "camera master black level", 0x8110: "camera knee point", 0x8111: "camera knee slope",
    0x8112: "camera luminance dynamic range", Tag.settingFile: "camera setting file URI",
    Tag.cameraAttributes: "camera attributes",
    0x8115: "exposure index of photo meter", 0x8116: "gamma for CDL", 0x8117: "ASC CDL V1.2", 0x8118: "colour matrix",
    0x8500: "GPSVersionID", Tag.latitudeReference: "GPSLatitudeRef", Tag.latitude: "GPSLatitude",
    Tag.longitudeReference: "GPSLongitudeRef", Tag.longitude: "GPSLongitude", 0x8507: "GPSTimeStamp",
    0x8509: "GPSStatus", 0x850A: "GPSMeasureMode", 0x8512: "GPSMapDatum", Tag.positionDate: "GPSDateStamp",
    0xE000: "set identifier", 0xE303: "white balance preset", 0xE304: "date and time", 0xE43B: "pitch, roll and yaw",
    0xE44B: "accelerometer",
  ]

  private static let labels: Names = [
    0x0510_0101_0101_0000: "manual", 0x0510_0101_0102_0000: "full auto", 0x0510_0101_0103_0000: "gain priority auto",
    0x0510_0101_0104_0000: "iris priority auto", 0x0510_0101_0105_0000: "shutter priority auto",
    0x0401_0101_0101_0000: "BT.601", 0x0401_0101_0102_0000: "BT.709", 0x0401_0101_0103_0000: "SMPTE 240M",
    0x0401_0101_0106_0000: "linear", 0x0401_0101_0108_0000: "xvYCC", 0x0401_0101_0109_0000: "BT.2020",
    0x0401_0101_010A_0000: "PQ", 0x0401_0101_010B_0000: "HLG",
  ]
  private static let gammas: Names = [0: "as captured", 1: "linear", 2: "S-Log", 3: "Cine-Log"]
  private static let areas: Names = [
    0: "manual", 1: "centre sensitive auto", 2: "full screen sensing auto", 3: "multi spot sensing auto",
    4: "single spot sensing auto",
  ]
  private static let filters: Names = [
    0: "cross effect", 1: "3200 K", 2: "4300 K", 3: "6300 K", 4: "5600 K",
  ]
  private static let readouts: Names = [
    0: "interlaced field", 1: "interlaced frame", 2: "progressive frame", 0xFF: "undefined",
  ]
  private static let balances: Names = [0: "preset", 1: "automatic", 2: "hold", 3: "one push"]
  private static let whites: Names = [
    1: "incandescent", 2: "fluorescent", 4: "daylight", 5: "cloudy", 6: "custom", 255: "preset",
  ]
}
