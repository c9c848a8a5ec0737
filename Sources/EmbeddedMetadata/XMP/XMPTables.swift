import ByteReading
import Structure

/// A packet of XMP as the text that it is: tags, attributes and values one behind the other, from the first
/// byte to the last (ISO 16684-1 §7, XML 1.0 §2 and §3). What they mean ``XMPReader`` says.
enum XMPTables: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("XMP ", "XMP", "ISO 16684-1 §7", in: "file", name: "XMP") {
      parts("parts", foundBy: { XMPFinder(.properties) }) { pieces() }
    }
  ]

  /// The pieces of a text with markup, in the encoding that it has: as bytes where these are its characters.
  static func pieces() -> Row {
    when(.remaining(0)) {
      when(isIn(.utf8)) {
        when(isPart(.element)) {
          bytes(1, "open", .perhapsText)
          string(.utf8, .bytes(.field("part_first")), "element").column
          space()
        }
        when(isPart(.attribute)) {
          string(.utf8, .bytes(.field("part_first")), "attribute").column
          bytes(.remaining, "equals", .perhapsText)
        }
        when(isPart(.value)) {
          string(.utf8, .bytes(.field("part_first")), "value").column
          bytes(.remaining, "quote", .perhapsText)
        }
        when(isPart(.close)) {
          bytes(2, "open", .perhapsText)
          string(.utf8, .bytes(.field("part_first")), "end").column
          space()
        }
        bytes(.remaining, "tag_end", .perhapsText, if: isPart(.tagEnd))
        string(.utf8, .rest, "value", if: isPart(.text)).column
        bytes(.remaining, "space", .perhapsText, if: isPart(.space))
        string(.utf8, .rest, "instruction", if: isPart(.instruction)).column
      }
      wide(.utf16BE, .utf16BE, 2)
      wide(.utf16LE, .utf16LE, 2)
      wide(.utf32BE, .utf32BE, 4)
      wide(.utf32LE, .utf32LE, 4)
      bytes(.remaining, "unread", .perhapsText, if: isPart(.unread))
    }
  }

  /// The same pieces in units of more bytes than one.
  private static func wide(
    _ encoding: MarkupUnits.Encoding, _ characters: Characters, _ width: Int
  ) -> Row {
    when(isIn(encoding)) {
      when(isPart(.element)) {
        string(characters, .bytes(.exactly(width)), "open")
        string(characters, .bytes(.field("part_first")), "element").column
        string(characters, .rest, "space", if: .remaining(8))
      }
      when(isPart(.attribute)) {
        string(characters, .bytes(.field("part_first")), "attribute").column
        string(characters, .rest, "equals")
      }
      when(isPart(.value)) {
        string(characters, .bytes(.field("part_first")), "value").column
        string(characters, .rest, "quote")
      }
      when(isPart(.close)) {
        string(characters, .bytes(.exactly(width * 2)), "open")
        string(characters, .bytes(.field("part_first")), "end").column
        string(characters, .rest, "space")
      }
      string(characters, .rest, "tag_end", if: isPart(.tagEnd))
      string(characters, .rest, "value", if: isPart(.text)).column
      string(characters, .rest, "space", if: isPart(.space))
      string(characters, .rest, "instruction", if: isPart(.instruction)).column
    }
  }

  private static func isIn(_ encoding: MarkupUnits.Encoding) -> Condition {
    .equal("part_second", encoding.rawValue)
  }

  private static func isPart(_ kind: XMPPart.Kind) -> Condition {
    .equal("part_kind", kind.rawValue)
  }

  private static func space() -> Row { bytes(.remaining, "space", .perhapsText) }
}

/// A piece of a packet.
struct XMPPart {
  /// What it is; the raw value is what the table asks for.
  enum Kind: UInt64 {
    /// `<`, a name, and white space.
    case element = 1
    /// A name, and what stands before its value.
    case attribute
    /// The value of an attribute, and its quotation mark.
    case value
    /// `>` or `/>`.
    case tagEnd
    /// `</`, a name and `>`.
    case close
    /// Characters between tags.
    case text
    /// White space between tags.
    case space
    /// A processing instruction or a comment.
    case instruction
    /// What stands behind a fault.
    case unread
  }

  static let limit = 16_384

  /// From the beginning of the source.
  let range: Range<Int>
  let kind: Kind
  /// The bytes of its name or value.
  let first: Int
}

extension XMPPart {
  /// Parts as tables ask for them.
  static func arranged(
    _ parts: [XMPPart], _ encoding: MarkupUnits.Encoding
  ) -> [(range: Range<Int>, values: PartValues)] {
    parts.map {
      ($0.range, PartValues(kind: $0.kind.rawValue, first: UInt64($0.first), second: encoding.rawValue))
    }
  }
}

/// Gives the table of a packet the places of its parts.
struct XMPFinder: ArrangedPartFinder {
  let gap = Diagnostic.Kind.xmpMalformed
  let dialect: XMPReader.Dialect
  var found: FoundParts?

  init(_ dialect: XMPReader.Dialect) { self.dialect = dialect }

  func read(_ bytes: RawSpan, from position: Int, to end: Int) -> FoundParts? {
    let reader = XMPReader(bytes, position..<end, dialect)
    return FoundParts(
      XMPPart.arranged(reader.parts, reader.units.encoding), faults: reader.fault.map { [$0] } ?? [])
  }
}
