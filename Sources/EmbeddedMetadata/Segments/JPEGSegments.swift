import ByteReading
import MediaFacts
import Structure

/// The segments of a picture of JPEG, whatever the picture stands in (T.81 Annex B; JFIF 1.02).
enum JPEGSegments: SyntaxFamily {
  static let tables: [Syntax] = []

  /// All of a picture.
  ///
  /// - Parameter formats: What of its segments is of other formats; `nil` for none, as in the thumbnail of another picture.
  static func picture(formats: Row? = nil) -> Row {
    parts("parts", foundBy: { JPEGFinder() }) {
      uint(16, "marker", .names(markers), if: isPart(.marker)).column
      bytes(.remaining, "fill", if: isPart(.fill))
      bytes(.remaining, "coded_data", if: isPart(.coded))
      bytes(.remaining, "unread", if: isPart(.unread))
      when(isPart(.segment)) {
        uint(16, "marker", .names(markers)).column
        uint(16, "length", .bytes)
        pixels()
        texts()
        // What finders know of the parts in these takes the place of what is known of the segment: they stand last.
        formats ?? bytes(.remaining, "data", if: .remaining(8))
      }
    }
  }

  private static func isPart(_ kind: JPEGFinder.Kind) -> Condition { .equal("part_kind", kind.rawValue) }

  static func isMarker(_ markers: UInt64...) -> Condition { .oneOf("marker", markers) }

  /// Frames, tables and scans, for decoders.
  private static func pixels() -> Row {
    when(.remaining(0)) {
      when(.oneOf("marker", frames)) {
        uint(8, "P", .unit("bits"))
        uint(16, "Y", .unit("px")).column
        uint(16, "X", .unit("px")).column
        uint(8, "Nf")
        table(.field("Nf"), "components") {
          uint(8, "C")
          uint(4, "H")
          uint(4, "V")
          uint(8, "Tq")
        }
      }
      list(.remaining, "tables", if: isMarker(0xFFDB)) {
        uint(4, "Pq", .names([0: "8 bits", 1: "16 bits"])).column
        uint(4, "Tq").column
        array(64, "Q", if: .equal("Pq", 0), of: uint(8, "Q"))
        array(64, "Q", if: .notEqual("Pq", 0), of: uint(16, "Q"))
      }
      bytes(.remaining, "tables", if: isMarker(0xFFC4, 0xFFCC))
      uint(16, "Ri", if: isMarker(0xFFDD)).column
      when(isMarker(0xFFDA)) {
        uint(8, "Ns")
        table(.field("Ns"), "components") {
          uint(8, "Cs")
          uint(4, "Td")
          uint(4, "Ta")
        }
        uint(8, "Ss")
        uint(8, "Se")
        uint(4, "Ah")
        uint(4, "Al")
      }
    }
  }

  private static func texts() -> Row {
    when(.remaining(0)) {
      string(.utf8, .rest, "comment", if: isMarker(0xFFFE)).column
      when(.all([isMarker(0xFFE0), .nextCode("JFIF")])) {
        string(.latin1, .terminated, "identifier").column
        uint(8, "version_major")
        uint(8, "version_minor")
        uint(8, "units", .names([0: "none", 1: "per inch", 2: "per centimetre"]))
        uint(16, "Xdensity")
        uint(16, "Ydensity")
        uint(8, "Xthumbnail", .unit("px"))
        uint(8, "Ythumbnail", .unit("px"))
        bytes(.remaining, "RGB")
      }
      when(.all([isMarker(0xFFEE), .nextCode("Adob")])) {
        string(.latin1, .bytes(5), "identifier").column
        uint(16, "version")
        uint(16, "flags0", .hex)
        uint(16, "flags1", .hex)
        uint(8, "transform", .names([0: "RGB or CMYK", 1: "YCbCr", 2: "YCCK"]))
      }
      when(.all([isMarker(0xFFED), .nextCode("Phot")])) {
        string(.latin1, .terminated, "identifier").column
        ImageResourceTables.rows()
        bytes(.remaining, "padding")
      }
      // `http://ns.adobe.com/xap/1.0/`
      when(.all([isMarker(0xFFE1), .nextCode("http")])) {
        string(.latin1, .terminated, "identifier").column
        bytes(.remaining, "packet", .perhapsText)
      }
    }
  }

  /// Baseline, extended, progressive and lossless frames.
  private static let frames: [UInt64] = [
    0xFFC0, 0xFFC1, 0xFFC2, 0xFFC3, 0xFFC5, 0xFFC6, 0xFFC7, 0xFFC9, 0xFFCA, 0xFFCB, 0xFFCD, 0xFFCE, 0xFFCF,
  ]

  private static let markers: Names = [
    0xFF01: "TEM", 0xFFC0: "SOF0", 0xFFC1: "SOF1", 0xFFC2: "SOF2", 0xFFC3: "SOF3", 0xFFC4: "DHT", 0xFFC5: "SOF5",
    0xFFC6: "SOF6", 0xFFC7: "SOF7", 0xFFC8: "JPG", 0xFFC9: "SOF9", 0xFFCA: "SOF10", 0xFFCB: "SOF11", 0xFFCC: "DAC",
    0xFFCD: "SOF13", 0xFFCE: "SOF14", 0xFFCF: "SOF15", 0xFFD0: "RST0", 0xFFD1: "RST1", 0xFFD2: "RST2",
    0xFFD3: "RST3", 0xFFD4: "RST4", 0xFFD5: "RST5", 0xFFD6: "RST6", 0xFFD7: "RST7", 0xFFD8: "SOI", 0xFFD9: "EOI",
    0xFFDA: "SOS", 0xFFDB: "DQT", 0xFFDC: "DNL", 0xFFDD: "DRI", 0xFFDE: "DHP", 0xFFDF: "EXP", 0xFFE0: "APP0",
    0xFFE1: "APP1", 0xFFE2: "APP2", 0xFFE3: "APP3", 0xFFE4: "APP4", 0xFFE5: "APP5", 0xFFE6: "APP6", 0xFFE7: "APP7",
    0xFFE8: "APP8", 0xFFE9: "APP9", 0xFFEA: "APP10", 0xFFEB: "APP11", 0xFFEC: "APP12", 0xFFED: "APP13",
    0xFFEE: "APP14", 0xFFEF: "APP15", 0xFFFE: "COM",
  ]
}

/// Gives the table of a picture the places of its segments, and of the coded pixels between them.
///
/// - Complexity: O(*n*) in the bytes.
struct JPEGFinder: PartFinder {
  /// What a part is; the raw value is what tables ask for.
  enum Kind: UInt64 {
    case marker = 1
    case segment, coded, fill, unread
  }

  // Parts follow one another without any.
  let gap = Diagnostic.Kind.iccOverlap
  private var kind = Kind.unread
  private var isInScan = false
  private var isOver = false

  /// Whether a picture begins there.
  static func begins(_ bytes: RawSpan, at start: Int, before end: Int) -> Bool {
    start >= 0 && end <= bytes.byteCount && end &- start >= 4
      && Picture.jpegMagic.stands(in: bytes, at: start)
  }

  mutating func next(in bytes: RawSpan, from position: Int, to end: Int) -> Range<Int>? {
    guard position < end else { return nil }
    if isInScan {
      isInScan = false
      let scan = Self.endOfScan(bytes.extracting(0..<end), from: position)
      if scan > position { return part(.coded, position..<scan) }
    }
    guard !isOver, end &- position >= 2, bytes.byte(at: position) == 0xFF, let marker = bytes.byte(at: position &+ 1)
    else { return part(.unread, position..<end) }
    switch marker {
    case 0xFF: return part(.fill, position..<position &+ 1)
    case 0x01, 0xD0...0xD8: return part(.marker, position..<position &+ 2)
    case 0xD9:
      isOver = true
      return part(.marker, position..<position &+ 2)
    case 0: return part(.unread, position..<end)
    default:
      guard let length = bytes.bigEndian(at: position &+ 2, count: 2), length >= 2,
        Int(length) <= end &- position &- 2
      else { return part(.unread, position..<end) }
      isInScan = marker == 0xDA
      return part(.segment, position..<position &+ 2 &+ Int(length))
    }
  }

  /// Where the next marker stands that does not belong to the coded pixels: no stuffed zero, and no restart.
  static func endOfScan(_ bytes: RawSpan, from start: Int) -> Int {
    var at = start
    while let byte = bytes.byte(at: at) {
      if byte == 0xFF {
        guard let next = bytes.byte(at: at &+ 1) else { return at }
        switch next {
        case 0, 0xD0...0xD7: at &+= 1
        case 0xFF: break
        default: return at
        }
      }
      at &+= 1
    }
    return at
  }

  private mutating func part(_ kind: Kind, _ range: Range<Int>) -> Range<Int> {
    self.kind = kind
    return range
  }

  var values: PartValues { PartValues(kind: kind.rawValue) }
}
