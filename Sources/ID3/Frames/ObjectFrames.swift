import ByteReading
import MediaFacts
import Structure

/// Frames that hold pictures, files, and data of others (ID3v2.4.0 frames §4.4, §4.14–4.15,
/// §4.19–4.20, §4.23–4.28).
enum ObjectFrames: FrameFamily {
  static let tables: [Syntax] = [
    Syntax(
      "MCDI", "Music CD identifier", "ID3v2.4.0 frames §4.4", in: "ID3\\x03 ID3\\x04",
      summary: .function(FrameSummaries.compactDisc), rows: compactDisc),
    Syntax(
      "MCI", "Music CD identifier", "ID3v2.2.0 §4.5", in: "ID3\\x02", successor: "MCDI",
      summary: .function(FrameSummaries.compactDisc), rows: compactDisc),
    Syntax(
      "APIC", "Attached picture", "ID3v2.4.0 frames §4.14", in: "ID3\\x03 ID3\\x04",
      identities: "type=picture_type description=description",
      summary: .function(FrameSummaries.picture)
    ) {
      encoding()
      when(.next(32, 0x2D2D_3E00, offset: 0)) {
        string(.latin1, .terminated, "mime_type")
        pictureDescription()
        string(.latin1, .values, "url")
      }
      when(.equal("mime_type", 0)) {
        string(.latin1, .terminated, "mime_type")
        pictureDescription()
        bytes(.remaining, "data", .image)
      }
    },
    Syntax(
      "PIC", "Attached picture", "ID3v2.2.0 §4.15", in: "ID3\\x02",
      identities: "type=picture_type description=description", successor: "APIC",
      summary: .function(FrameSummaries.picture)
    ) {
      encoding()
      when(.next(24, 0x2D2D3E, offset: 0)) {
        string(.latin1, .bytes(3), "image_format")
        pictureDescription()
        string(.latin1, .values, "url")
      }
      when(.equal("image_format", 0)) {
        string(.latin1, .bytes(3), "image_format")
        pictureDescription()
        bytes(.remaining, "data", .image)
      }
    },
    Syntax(
      "GEOB", "Encapsulated object", "ID3v2.4.0 frames §4.15", in: "ID3\\x03 ID3\\x04",
      identities: "description=description",
      summary: .function(FrameSummaries.object), rows: object),
    Syntax(
      "GEO", "Encapsulated object", "ID3v2.2.0 §4.16", in: "ID3\\x02",
      identities: "description=description", successor: "GEOB",
      summary: .function(FrameSummaries.object), rows: object),
    Syntax(
      "ATXT", "Audio-text", "ID3v2 accessibility 1.0 §3", in: "ID3\\x03 ID3\\x04",
      summary: .function(FrameSummaries.audioText)
    ) {
      encoding()
      string(.latin1, .terminated, "mime_type")
      uint(8, "flags", .flags([0x1: "scrambled"]))
      given("equivalent_text").identity
      bytes(.remaining, "audio")
    },
    // Rights and encryption
    Syntax(
      "AENC", "Audio encryption", "ID3v2.4.0 frames §4.19", in: "ID3\\x03 ID3\\x04",
      identities: "owner=owner",
      summary: "{owner}, preview of {preview_length}", rows: audioEncryption),
    Syntax(
      "CRA", "Audio encryption", "ID3v2.2.0 §4.21", in: "ID3\\x02",
      identities: "owner=owner", successor: "AENC",
      summary: "{owner}, preview of {preview_length}", rows: audioEncryption),
    Syntax(
      "CRM", "Encrypted frame", "ID3v2.2.0 §4.20", in: "ID3\\x02",
      identities: "owner=owner content=content",
      summary: .function(FrameSummaries.owned)
    ) {
      owner()
      string(.latin1, .terminated, "content").identity
      bytes(.remaining, "encrypted_data")
    },
    Syntax(
      "CDM", "Compressed frames", "ID3v2.2.1 draft", in: "ID3\\x02",
      summary: "{compression_method}, {decompressed_size} of frames"
    ) {
      uint(8, "compression_method", .names([0x7A: "zlib"]))
      uint(32, "decompressed_size", .bytes)
      bytes(.remaining, "compressed_data")
    },
    Syntax(
      "LINK", "Linked information", "ID3v2.4.0 frames §4.20", in: "ID3\\x03 ID3\\x04",
      identities: "frame=frame_id url=url",
      summary: .function(FrameSummaries.link)
    ) {
      code("frame_id").identity
      string(.latin1, .terminated, "url").identity
      bytes(.remaining, "additional_data", .perhapsText)
    },
    Syntax(
      "LNK", "Linked information", "ID3v2.2.0 §4.22", in: "ID3\\x02",
      identities: "frame=frame_id url=url", successor: "LINK",
      summary: .function(FrameSummaries.link)
    ) {
      string(.latin1, .bytes(3), "frame_id").identity
      string(.latin1, .terminated, "url").identity
      bytes(.remaining, "additional_data", .perhapsText)
    },
    Syntax(
      "OWNE", "Ownership", "ID3v2.4.0 frames §4.23", in: "ID3\\x03 ID3\\x04",
      summary: .function(FrameSummaries.ownership)
    ) {
      encoding()
      string(.latin1, .terminated, "price_paid")
      string(.latin1, .bytes(8), "date_of_purchase")
      given("seller", .values)
    },
    Syntax(
      "COMR", "Commercial frame", "ID3v2.4.0 frames §4.24", in: "ID3\\x03 ID3\\x04",
      summary: .function(FrameSummaries.offer)
    ) {
      encoding()
      string(.latin1, .terminated, "price")
      string(.latin1, .bytes(8), "valid_until")
      string(.latin1, .terminated, "contact_url")
      uint(8, "received_as", .names(FrameNames.deliveries))
      given("seller")
      given("description", .terminatedOrEnd)
      string(.latin1, .terminated, "picture_mime_type", if: .remaining(8))
      bytes(.remaining, "seller_logo", .image)
    },
    Syntax(
      "ENCR", "Encryption method", "ID3v2.4.0 frames §4.25", in: "ID3\\x03 ID3\\x04",
      identities: "owner=owner method=method_symbol",
      summary: .function(FrameSummaries.registration)
    ) {
      owner()
      uint(8, "method_symbol", .hex).identity
      bytes(.remaining, "encryption_data", .perhapsText)
    },
    Syntax(
      "GRID", "Group identification", "ID3v2.4.0 frames §4.26", in: "ID3\\x03 ID3\\x04",
      identities: "owner=owner group=group_symbol",
      summary: .function(FrameSummaries.registration)
    ) {
      owner()
      uint(8, "group_symbol", .hex).identity
      bytes(.remaining, "group_dependent_data", .perhapsText)
    },
    Syntax(
      "SIGN", "Signature", "ID3v2.4.0 frames §4.28", in: "ID3\\x04",
      identities: "group=group_symbol",
      summary: "group {group_symbol}, {signature}"
    ) {
      uint(8, "group_symbol", .hex).identity
      bytes(.remaining, "signature")
    },
    Syntax(
      "PRIV", "Private", "ID3v2.4.0 frames §4.27", in: "ID3\\x03 ID3\\x04",
      identities: "owner=owner",
      summary: .function(FrameSummaries.owned)
    ) {
      // HTTP Live Streaming: when the first sample of packed audio is presented.
      when(startsWith("com.apple.streaming.transportStreamTimestamp")) {
        owner()
        uint(64, "timestamp", .duration(90_000), if: .remaining(64))
      }
      // Windows Media
      when(
        .all([.equal("owner", 0), .any([startsWith("PeakValue"), startsWith("AverageLevel")])])
      ) {
        owner()
        uint(32, "value", if: .remaining(32)).little
      }
      when(
        .all([
          .equal("owner", 0),
          .any([startsWith("WM/Provider"), startsWith("WM/UniqueFileIdentifier")]),
        ])
      ) {
        owner()
        string(.utf16LE, .values, "value")
      }
      when(.all([.equal("owner", 0), startsWith("XMP")])) {
        owner()
        Row(name: "packet", kind: .string(.utf8, .rest), meaning: .embedded("XMP "))
      }
      when(.equal("owner", 0)) { owner() }
      bytes(.remaining, "data", .perhapsText)
    },
    // iTunes and others
    Syntax("PCST", "Podcast", "iTunes", in: "ID3\\x03 ID3\\x04", summary: "{value}") {
      uint(.remaining, "value", .names([0: "podcast"]))
    },
    Syntax("PCS", "Podcast", "iTunes", in: "ID3\\x02", successor: "PCST", summary: "{value}") {
      uint(.remaining, "value", .names([0: "podcast"]))
    },
    Syntax("ITNU", "iTunes U", "iTunes", in: "ID3\\x03 ID3\\x04", summary: "{data}") {
      bytes(.remaining, "data")
    },
    Syntax("ITU", "iTunes U", "iTunes", in: "ID3\\x02", successor: "ITNU", summary: "{data}") {
      bytes(.remaining, "data")
    },
    Syntax("NCON", "MusicMatch data", "MusicMatch", in: "ID3\\x03 ID3\\x04", summary: "{data}") {
      bytes(.remaining, "data")
    },
    Syntax("CM1", "MusicMatch data", "MusicMatch", in: "ID3\\x02", summary: "{data}") {
      bytes(.remaining, "data")
    },
    Syntax("XHD3", "mp3HD data", "Technicolor", in: "ID3\\x03 ID3\\x04", summary: "{data}") {
      bytes(.remaining, "data")
    },
    Syntax("XOLY", "Dictation data", "Olympus", in: "ID3\\x03", summary: "{data}") {
      bytes(.remaining, "data")
    },
  ]

  /// Whether the text that comes next is this one, a zero behind it.
  private static func startsWith(_ text: StaticString) -> Condition {
    let bytes = Array(text.description.utf8) + [0]
    return .all(
      stride(from: 0, to: bytes.count, by: 8).map { start in
        let part = bytes[start..<min(bytes.count, start + 8)]
        return .next(
          8 * part.count, part.reduce(0) { $0 << 8 | UInt64($1) }, offset: 8 * start)
      })
  }

  private static func pictureDescription() -> Row {
    when(.remaining(0)) {
      uint(8, "picture_type", .names(FrameNames.pictures)).identity
      given("description").identity
    }
  }

  @Rows @Sendable private static func object() -> [Row] {
    encoding()
    string(.latin1, .terminated, "mime_type")
    given("filename")
    given("description").identity
    bytes(.remaining, "object", .image)
  }

  @Rows @Sendable private static func audioEncryption() -> [Row] {
    owner()
    uint(16, "preview_start", .unit("frames"))
    uint(16, "preview_length", .unit("frames"))
    bytes(.remaining, "encryption_info")
  }

  /// The table of contents of a CD as drives give it (SCSI MMC, READ TOC, format 0), which begins with
  /// a count below 1,024; other writers store the numbers as hexadecimal text.
  @Rows @Sendable private static func compactDisc() -> [Row] {
    when(.all([.next(6, 0, offset: 0), .next(7, 0, offset: 16)])) {
      uint(16, "toc_data_length", .bytes)
      uint(8, "first_track")
      uint(8, "last_track")
      table(.remaining, "tracks") {
        reserved(8)
        uint(4, "adr")
        uint(4, "control", .flags([0x1: "pre-emphasis", 0x2: "copying permitted", 0x4: "data"]))
        uint(8, "track_number", .names([0xAA: "lead-out"]))
        reserved(8)
        uint(32, "start_address", .unit("sectors"))
      }
    }
    // Windows Media Player
    when(.all([.next(8, 0, offset: 8), .next(8, 0, offset: 24)])) {
      string(.utf16LE, .values, "cd_toc")
    }
    bytes(.remaining, "cd_toc", .perhapsText)
  }
}

/// Text and addresses that no document describes; tables that do come first.
enum UnknownTextFrames: FrameFamily {
  static let tables: [Syntax] = [
    text(
      "T*", "Unknown text", "ID3v2.4.0 structure §4", in: "ID3\\x02 ID3\\x03 ID3\\x04"),
    address(
      "W*", "Unknown address", "ID3v2.4.0 structure §4", in: "ID3\\x02 ID3\\x03 ID3\\x04"),
  ]
}
