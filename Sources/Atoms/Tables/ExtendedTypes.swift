import ByteReading
import Structure

/// Boxes of type `uuid`, told apart by their sixteen bytes (14496-12 §4.2).
enum ExtendedTypes: SyntaxFamily {
  /// What stands before boxes of JUMBF in content credentials: `manifest`, `original`, `update`.
  private static let storePurposes: [Condition] = [
    .next(64, 0x6D61_6E69_6665_7374, offset: 0), .next(64, 0x6F72_6967_696E_616C, offset: 0),
    .next(56, 0x7570_6461_7465_00, offset: 0),
  ]
  /// What stands before CBOR about a piece: `merkle`.
  private static let piecePurpose: Condition = .next(56, 0x6D65_726B_6C65_00, offset: 0)

  static let tables: [Syntax] = [
    Syntax(
      "uuid", "XMP", "XMP Part 3, MPEG-4",
      extendedType: "BE7ACFCB-97A9-42E8-9C71-999491E3AFAC"
    ) {
      bytes(.remaining, "packet", .embedded("XMP "))
    },
    Syntax(
      "uuid", "Sample encryption", "PIFF 1.1 §5.3.2", in: "traf trak", versions: 0...1,
      extendedType: "A2394F52-5A9B-4F14-A244-6C427C648DF4",
      summary: .function(Summaries.sampleEncryption)
    ) {
      flags([0x1: "track encryption overridden", 0x2: "subsamples present"])
      when(.flag(0x1)) {
        uint(24, "AlgorithmID", .names(algorithms))
        uint(8, "IV_size", .bytes)
        uuid("KID")
      }
      uint(32, "sample_count")
      list(.field("sample_count"), "samples", if: .flag(0x1)) {
        bytes(.field("IV_size"), "InitializationVector", .hex)
        subsamples()
      }
      list(.field("sample_count"), "samples", if: .not(.flag(0x1))) {
        bytes(.context(.perSampleIVSize), "InitializationVector", .hex)
        subsamples()
      }
    },
    Syntax(
      "uuid", "Track encryption", "PIFF 1.1 §5.3.3", in: "schi", versions: 0...0,
      extendedType: "8974DBCE-7BE7-4C51-84F9-7148F9882554",
      summary: "{default_AlgorithmID}, key ID {default_KID}, IV of {default_IV_size}"
    ) {
      uint(24, "default_AlgorithmID", .names(algorithms))
      uint(8, "default_IV_size", .bytes)
      uuid("default_KID")
    },
    Syntax(
      "uuid", "Protection system header", "PIFF 1.1 §5.3.1", in: "moov moof", versions: 0...0,
      extendedType: "D08A4F18-10F3-4A82-B6C8-32D8ABA183D3",
      summary: .function(Summaries.protectionSystem)
    ) {
      uuid("SystemID", .names(ProtectionNames.systems)).identity
      uint(32, "DataSize", .bytes)
      ProtectionPayloads.data()
    },
    Syntax(
      "uuid", "Live server manifest", "MS-SSTR §2.2.7.2", in: "file", versions: 0...0,
      extendedType: "A5D40B30-E814-11DD-BA2F-0800200C9A66"
    ) {
      string(.utf8, .rest, "manifest")
    },
    Syntax(
      "uuid", "Sony profile", "Sony", in: "file", versions: 0...0,
      extendedType: "50524F46-21D2-4FCE-BB88-695CFAC9C740"
    ) {
      uint(32, "count")
      boxes()
    },
    Syntax(
      "uuid", "Sony user metadata", "Sony", extendedType: "55534D54-21D2-4FCE-BB88-695CFAC9C740"
    ) {
      boxes()
    },
    Syntax(
      "uuid", "iPod compatibility", "Apple", extendedType: "6B6840F2-5F24-4FC5-BA39-A51BCF0323F3"
    ) {
      uint(32, "value")
    },
    // Telephones of KDDI: a device and what recorded with it, and whether the recording may be copied.
    Syntax(
      "uuid", "Recorder", "KDDI 3GPP2", in: "file", versions: 0...0,
      extendedType: "656E6369-A88C-11D4-8197-009027087703", summary: "{maker}, {model}"
    ) {
      string(.latin1, .bytes(8), "maker")
      string(.latin1, .bytes(8), "model")
      string(.latin1, .bytes(8), "encoder").volatile
      string(.latin1, .bytes(8), "multiplexer").volatile
    },
    Syntax(
      "uuid", "Copy control", "KDDI 3GPP2", in: "file", versions: 0...0,
      extendedType: "63706764-A88C-11D4-8197-009027087703"
    ) {
      uint(32, "copy_guard")
      uint(32, "limit_date")
      uint(32, "limit_period")
      uint(32, "limit_count")
    },
    Syntax(
      "uuid", "Canon metadata", "Canon CR3", in: "moov meta",
      extendedType: "85C0B687-820F-11E0-8111-F4CE462B6A48"
    ) {
      boxes()
    },
    Syntax(
      "uuid", "Canon options", "Canon CR3", in: "file",
      extendedType: "210F1687-9149-11E4-8111-00242131FCE4"
    ) {
      boxes()
    },
    Syntax(
      "uuid", "Canon preview", "Canon CR3", in: "file",
      extendedType: "EAF42B5E-1C98-4B88-B9FB-B7DC406E4D16"
    ) {
      uint(32, "unknown_1")
      uint(32, "unknown_2")
      boxes()
    },
    Syntax(
      "uuid", "Content credentials", "C2PA §A.5.1", versions: 0...0,
      extendedType: "D8FEC3D6-1B0E-483C-9297-5828877EC481", summary: "{box_purpose}"
    ) {
      when(.not(.any(storePurposes + [piecePurpose]))) {
        string(.utf8, .terminated, "box_purpose")
        bytes(.remaining, "data")
      }
      when(.any(storePurposes)) {
        string(.utf8, .terminated, "box_purpose")
        uint(64, "merkle_offset", .fileOffset(.file))
        boxes()
      }
      when(piecePurpose) {
        string(.utf8, .terminated, "box_purpose")
        bytes(.remaining, "merkle", .embedded("CBOR"))
      }
    },
    Syntax("uuid", "Flip data", "Flip", extendedType: "4AB03B0F-618D-4075-82B2-D9FACED35FF5") {
      bytes(.remaining, "data")
    },
    Syntax(
      "uuid", "360fly sensors", "360fly", extendedType: "EFE1589A-BB77-49EF-8095-27759EB1DC6F"
    ) {
      bytes(.remaining, "data")
    },
    Syntax(
      "uuid", "Garmin thumbnail", "Garmin", extendedType: "116E40DC-B186-46E4-847C-D9C0C3491081"
    ) {
      uint(32, "length", .bytes)
      uint(32, "unknown")
      bytes(.remaining, "JPEG")
    },
    Syntax(
      "uuid", "Garmin GPS log", "Garmin", extendedType: "9B630F8D-6374-40EC-8204-BC5FF5091728"
    ) {
      bytes(.remaining, "data")
    },
    Syntax(
      "uuid", "Garmin model", "Garmin", extendedType: "F76CD76A-075B-4A1E-B31C-0E7FAB7E09D4",
      summary: "{model}"
    ) {
      string(.utf8, .bytes(.remaining), "model")
    },
    Syntax(
      "uuid", "Garmin track copy", "Garmin", extendedType: "510B6346-6CFD-4A17-8742-EAC9EAAEB3BD"
    ) {
      bytes(.remaining, "data")
    },
    Syntax("uuid", "Garmin data", "Garmin", extendedType: "B3E821F4-FE33-4E10-8F92-F5E1D436C98A") {
      bytes(.remaining, "data")
    },
    Syntax(
      "uuid", "Garmin VIRB", "Garmin", extendedType: "56495242-6163-7469-6F6E-63616D657261",
      summary: "{software}"
    ) {
      string(.utf8, .bytes(.remaining), "software")
    },
    Syntax(
      "uuid", "Theta sensors", "Ricoh", extendedType: "28F311E2-B791-4F6F-94E2-4F5DEACB3C01"
    ) {
      bytes(.remaining, "data")
    },
    Syntax("uuid", "Exif", "JPEG 2000 Exif", extendedType: "4A706754-6966-6645-7869-662D3E4A5032") {
      bytes(.remaining, "TIFF", .embedded("TIFF"))
    },
    Syntax("uuid", "Exif", "JPEG 2000 Exif", extendedType: "0537CDAB-9D0C-4431-A72A-FA561F2A113E") {
      bytes(.remaining, "TIFF", .embedded("TIFF"))
    },
    Syntax("uuid", "IPTC", "JPEG 2000 IPTC", extendedType: "33C7A4D2-B81D-4723-A0BA-F1A3E097AD38") {
      bytes(.remaining, "IIM", .embedded("IIM "))
    },
    Syntax("uuid", "IPTC", "JPEG 2000 IPTC", extendedType: "09A14E97-C0B4-42E0-BEBF-36DF6F0CE36F") {
      bytes(.remaining, "IIM", .embedded("IIM "))
    },
    // As ER Mapper and GDAL read it.
    Syntax(
      "uuid", "World file", "MSIG", in: "file", extendedType: "96A9F1F1-DC98-402D-A7AE-D68E34451809",
      summary: "{origin_x}, {origin_y}"
    ) {
      code("signature")
      uint(8, "version_major", .hex)
      uint(8, "version_minor", .hex)
      bytes(8, "feature_flags", .hex)
      uint(8, "chunk_count")
      uint(8, "unknown_1")
      uint(8, "chunk_index")
      uint(8, "chunk_properties")
      uint(32, "chunk_size", .bytes).little
      float(64, "scale_x").little
      float(64, "rotation_x").little
      float(64, "rotation_y").little
      float(64, "scale_y").little
      float(64, "origin_x").little
      float(64, "origin_y").little
      bytes(.remaining, "end", .hex)
    },
    // The plug-in of Photoshop for JPEG 2000 writes these four; what they say it has not published.
    Syntax("uuid", "Adobe JPEG 2000", "Adobe", in: "file", extendedType: "3A0D0218-0AE9-4115-B376-4BCA41CE0E71") {
      uint(8, "unknown")
      bytes(.remaining, "data", if: .remaining(8))
    },
    Syntax("uuid", "Adobe JPEG 2000", "Adobe", in: "file", extendedType: "47C92CCC-D1A1-4581-B904-38BB5467713B") {
      uint(8, "unknown")
      bytes(.remaining, "data", if: .remaining(8))
    },
    Syntax("uuid", "Adobe JPEG 2000", "Adobe", in: "file", extendedType: "BC45A774-DD50-4EC6-A9F6-F3A137F47E90") {
      uint(32, "unknown")
      bytes(.remaining, "data", if: .remaining(8))
    },
    Syntax("uuid", "Adobe JPEG 2000", "Adobe", in: "file", extendedType: "D7C8C5EF-951F-43B2-8757-042500F538E8") {
      uint(32, "unknown")
      bytes(.remaining, "data", if: .remaining(8))
    },
    Syntax("uuid", "GeoTIFF", "GeoJP2", extendedType: "B14BF8BD-083D-4B43-A5AE-8CD7D5A6CE03") {
      bytes(.remaining, "TIFF", .embedded("TIFF"))
    },
    Syntax(
      "uuid", "Photoshop resources", "Photoshop",
      extendedType: "2C4C0100-8504-40B9-A03E-562148D6DFEB"
    ) {
      bytes(.remaining, "image_resources", .embedded("8BIM"))
    },
    Syntax(
      "uuid", "Content ID", "GIMI", extendedType: "261EF374-1D97-5BBA-ACBD-9D2C8EA73522",
      summary: "{content_id}"
    ) {
      string(.utf8, .rest, "content_id").identity
    },

    Syntax("c2pa", "Manifest store", "C2PA", in: "uuid jumb") { boxes() },
    Syntax("c2sh", "Salt", "C2PA", in: "jumb jumd") { bytes(.remaining, "salt", .hex) },
  ]

  private static func subsamples() -> Row {
    when(.flag(0x2)) {
      uint(16, "NumberOfEntries")
      table(.field("NumberOfEntries"), "subsamples") {
        uint(16, "BytesOfClearData", .bytes)
        uint(32, "BytesOfEncryptedData", .bytes)
      }
    }
  }

  private static let algorithms: Names = [0: "not encrypted", 1: "AES-128 CTR", 2: "AES-128 CBC"]
}
