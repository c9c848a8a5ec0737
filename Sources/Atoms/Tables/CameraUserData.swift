import ByteReading
import Structure

/// What cameras and telephones leave in user data and at the top of a file, as ExifTool reads it
/// (`QuickTime.pm`). Where nobody has published what stands inside, it is bytes.
enum CameraUserData: SyntaxFamily {
  static let tables: [Syntax] = [
    // Canon
    Syntax("CNMN", "Camera model", "Canon", in: "udta", summary: "{model}") {
      string(.latin1, .bytes(.remaining), "model")
    },
    Syntax("CNFV", "Camera firmware", "Canon", in: "udta", summary: "{firmware}") {
      string(.latin1, .bytes(.remaining), "firmware")
    },

    // GoPro
    Syntax("GoPr", "Camera type", "GoPro", in: "udta", summary: "{camera}") {
      string(.utf8, .bytes(.remaining), "camera")
    },

    // Garmin
    Syntax("pmcc", "Camera settings", "Garmin", in: "udta", summary: "{settings}") {
      uint(32, "unknown", .hex)
      string(.utf8, .bytes(.remaining), "settings")
    },

    // DJI
    Syntax("fsid", "Original file name, with its path", "DJI", in: "udta", summary: "{path}") {
      string(.utf8, .bytes(.remaining), "path")
    },
    Syntax("btec", "Portrait settings", "DJI", in: "udta") { bytes(.remaining, "data", .perhapsText) },

    // Nextbase and other dash cameras
    Syntax("info", "Camera firmware", "Nextbase", in: "udta", summary: "{firmware}") {
      string(.utf8, .bytes(.remaining), "firmware")
    },
    Syntax("finm", "Original file name", "Nextbase", in: "udta", summary: "{file_name}") {
      string(.utf8, .bytes(.remaining), "file_name")
    },
    Syntax("IDIT", "Recording date", "VSYS, DuDuBell", in: "file", summary: "{date}") {
      string(.latin1, .bytes(.remaining), "date")
    },
    Syntax("gsen", "Accelerometer log", "VSYS, DuDuBell", in: "file") { bytes(.remaining, "data") },
    // JSON, in Base64.
    Syntax("gdat", "Position log", "Nextbase", in: "file") { string(.latin1, .bytes(.remaining), "base64") },
    Syntax("nbmt", "Camera data", "Nextbase", in: "file") { bytes(.remaining, "data", .perhapsText) },
    Syntax("thum", "Thumbnail", "dash cameras", in: "file") { bytes(.remaining, "data") },

    // Casio, Pentax, Ricoh, Sigma
    Syntax("QVMI", "Casio Exif", "Casio", in: "udta") { bytes(.remaining, "data") },
    Syntax("PXTH", "Pentax preview", "Pentax", in: "udta") { bytes(.remaining, "data") },
    Syntax("PXMN", "Pentax maker notes", "Pentax", in: "udta") { bytes(.remaining, "data") },
    Syntax("RICO", "Ricoh Exif", "Ricoh", in: "udta") {
      when(isExifSegment) {
        uint(16, "marker", .hex)
        uint(16, "length", .bytes)
        string(.latin1, .bytes(6), "identifier")
        bytes(.remaining, "TIFF", .embedded("TIFF"))
      }
      bytes(.remaining, "data", if: .not(isExifSegment))
    },
    Syntax("RMKN", "Ricoh maker notes", "Ricoh", in: "udta") { return tiffOrBytes },
    Syntax("RTHU", "Ricoh preview", "Ricoh", in: "udta") { bytes(.remaining, "data") },
    Syntax("RDTA", "Ricoh data", "Ricoh", in: "udta") { bytes(.remaining, "data") },
    Syntax("RDTB", "Ricoh data", "Ricoh", in: "udta") { bytes(.remaining, "data") },
    Syntax("RDTC", "Ricoh data", "Ricoh", in: "udta") { bytes(.remaining, "data") },
    Syntax("RDTG", "Ricoh data", "Ricoh", in: "udta") { bytes(.remaining, "data") },
    Syntax("RDTL", "Ricoh data", "Ricoh", in: "udta") { bytes(.remaining, "data") },
    Syntax("SIGM", "Sigma Exif or preview", "Sigma", in: "udta") { return tiffOrBytes },

    // Kodak
    Syntax("DcMD", "Kodak data", "Kodak", in: "udta") { bytes(.remaining, "data") },
    Syntax("ptch", "Pitch", "Kodak", in: "udta") { bytes(.remaining, "data", .hex) },
    Syntax("_yaw", "Yaw", "Kodak", in: "udta") { bytes(.remaining, "data", .hex) },
    Syntax("lvlm", "Level", "Kodak", in: "udta") { bytes(.remaining, "data", .hex) },
    Syntax("Lvlm", "Level", "Kodak", in: "udta") { bytes(.remaining, "data", .hex) },
    Syntax("pose", "Orientation log", "Kodak", in: "udta") { bytes(.remaining, "data") },
    Syntax("frea", "Kodak data", "Kodak", in: "file") { bytes(.remaining, "data") },

    // Others
    Syntax("TTMD", "TomTom data", "TomTom", in: "udta") { bytes(.remaining, "data") },
    Syntax("htcb", "HTC data", "HTC", in: "udta") { bytes(.remaining, "data") },
    Syntax("_htc", "HTC data", "HTC", in: "file") { bytes(.remaining, "data") },
    Syntax("htka", "HTC track", "HTC", in: "moov") { bytes(.remaining, "data") },
    Syntax("vrot", "Orientation log", "Samsung", in: "udta") { bytes(.remaining, "data") },
    Syntax("mcvr", "Preview", "Samsung", in: "udta") { bytes(.remaining, "data") },
    Syntax("nail", "Thumbnail", "Insta360", in: "udta") { bytes(.remaining, "data") },
    Syntax("kvar", "Kandao data", "Kandao", in: "file") { bytes(.remaining, "data") },
    Syntax("kfix", "Kandao data", "Kandao", in: "file") { bytes(.remaining, "data") },
    Syntax("kstb", "Kandao data", "Kandao", in: "file") { bytes(.remaining, "data") },
    Syntax("ardt", "Drone file", "Parrot", in: "file") { bytes(.remaining, "data", .perhapsText) },
    Syntax("prrt", "Drone telemetry", "Parrot", in: "file") { bytes(.remaining, "data") },
    Syntax("SEAL", "Signature", "SEAL", in: "file", summary: "{seal}") {
      string(.utf8, .bytes(.remaining), "seal")
    },
    Syntax("cdis", "Content distributor identifier", "ISO", in: "udta") {
      bytes(.remaining, "data", .perhapsText)
    },
    Syntax("albr", "Album artist", "ISO", in: "udta") { bytes(.remaining, "data", .perhapsText) },
  ]

  /// A segment of JPEG with Exif.
  private static let isExifSegment: Condition = .all([
    .next(16, 0xFFE1, offset: 0), .nextCode("Exif", offset: 32), .remaining(96),
  ])

  private static let isTIFF: Condition = .any([
    .next(32, 0x4949_2A00, offset: 0), .next(32, 0x4D4D_002A, offset: 0),
  ])

  @Rows private static var tiffOrBytes: [Row] {
    bytes(.remaining, "TIFF", .embedded("TIFF"), if: isTIFF)
    bytes(.remaining, "data", if: .not(isTIFF))
  }
}
