/// How the bytes of a text in a file stand for characters.
public enum TextEncoding: Sendable, BitwiseCopyable {
  /// UTF-8 (RFC 3629).
  case utf8
  /// Seven-bit ASCII; a byte from 0x80 on is invalid.
  case ascii
  /// ISO 8859-1: a byte is the scalar of that number.
  case latin1
  /// The character set of the classic Mac OS, with the euro sign at 0xDB.
  case macRoman
  /// UTF-16, the more significant byte first.
  case utf16BE
  /// UTF-16, the less significant byte first.
  case utf16LE
  /// UTF-16 whose byte order mark decides and is left out; big-endian without one.
  case utf16
  /// UTF-16 when the text begins with FE FF or FF FE, else UTF-8; the mark is left out in each.
  case utf8OrUTF16
  /// UTF-32, the most significant byte first.
  case utf32BE
  /// UTF-32, the least significant byte first.
  case utf32LE
}

extension TextEncoding {
  /// The bytes of the shortest character, and of a terminator.
  package var unitSize: Int {
    switch self {
    case .utf16BE, .utf16LE, .utf16: 2
    case .utf32BE, .utf32LE: 4
    case .utf8, .ascii, .latin1, .macRoman, .utf8OrUTF16: 1
    }
  }
}

/// What is done to characters that could harm the reader or the program that reads our output.
///
/// All styles but `json`, `yaml` and `verbatim` write `\n`, `\t` and `\r`; `\u001b` for other control characters
/// (U+0000–001F, U+007F–009F), bidirectional controls (U+061C, 200E, 200F, 202A–202E, 2066–2069),
/// the line and paragraph separators U+2028 and 2029, and lone surrogates; `\u{FEFF}` for what cannot
/// be seen and for noncharacters (U+00AD, 200B and 2060–2065 among them, but no joiners); and `\xNN` for a
/// byte that is no character of the encoding.
public enum EscapeStyle: Sendable {
  /// Text in quotes, for people and in paths: `"` and `\` are escaped too.
  case text
  /// The inside of a JSON string: the same set by JSON's escapes; what is invalid is U+FFFD.
  case json
  /// The inside of a YAML string in double quotes: as JSON, with one escape for what JSON writes as two.
  case yaml
  /// A value of a plain record: `\` is escaped, `"` is not.
  case record
  /// A file name or the like outside quotes: `"` stays, and so does a `\` that is not mistaken for
  /// the beginning of an escape.
  case name
  /// Text in which what came from a file was escaped before, such as a path or a sentence: `\` and `"`
  /// stay as they are, so that no character is escaped twice, and what could do harm is escaped all the
  /// same.
  case shown
  /// As it is, for programs that take text as a value and never for an output: no character is escaped,
  /// and what is invalid is U+FFFD.
  case verbatim

  /// Whether it is the inside of a string of a machine format, where what is invalid is U+FFFD.
  fileprivate var isQuoted: Bool { self == .json || self == .yaml }
}

/// What became of a text.
public struct TextOutcome: Equatable, Sendable {
  /// Whether all that was read was valid in its encoding.
  public var isValid: Bool
  /// Whether characters were left out because of the limit.
  public var isTruncated: Bool
  /// The scalars written, each invalid byte counting as one.
  public var characters: Int

  /// What came of writing a text.
  ///
  /// - Parameters:
  ///   - isValid: Whether all bytes were characters of the encoding.
  ///   - isTruncated: Whether a limit left characters out.
  ///   - characters: The number of characters that were written.
  public init(isValid: Bool = true, isTruncated: Bool = false, characters: Int = 0) {
    self.isValid = isValid
    self.isTruncated = isTruncated
    self.characters = characters
  }
}

extension ByteWriter {
  /// Puts text from a file as UTF-8 that can do no harm: the only way for such text to the output.
  ///
  /// At most `limit` scalars are written, an invalid byte counting as one. No mark is added for
  /// those left out.
  ///
  /// - Parameters:
  ///   - bytes: The bytes as they are in the file.
  ///   - encoding: How they are to be read.
  ///   - style: Where the text stands, which decides what could do harm.
  ///   - limit: The scalars that are written at most.
  /// - Returns: How many scalars were written, and what the text was like.
  /// - Complexity: O(*n*) in the bytes read.
  @discardableResult
  public mutating func put(
    text bytes: RawSpan, encoding: TextEncoding, style: EscapeStyle, limit: Int = .max
  ) -> TextOutcome {
    let first = bytes.bigEndian(at: 0, count: 2)
    switch encoding {
    case .utf16BE:
      return put(utf16: bytes, from: 0, isBigEndian: true, style, limit)
    case .utf16LE:
      return put(utf16: bytes, from: 0, isBigEndian: false, style, limit)
    case .utf16:
      let skip = first == 0xFEFF || first == 0xFFFE ? 2 : 0
      return put(utf16: bytes, from: skip, isBigEndian: first != 0xFFFE, style, limit)
    case .utf8OrUTF16:
      if first == 0xFEFF || first == 0xFFFE {
        return put(utf16: bytes, from: 2, isBigEndian: first == 0xFEFF, style, limit)
      }
      let skip = bytes.bigEndian(at: 0, count: 3) == 0xEFBBBF ? 3 : 0
      return put(byteText: bytes, from: skip, .utf8, style, limit)
    case .utf32BE:
      return put(utf32: bytes, isBigEndian: true, style, limit)
    case .utf32LE:
      return put(utf32: bytes, isBigEndian: false, style, limit)
    case .utf8, .ascii, .latin1, .macRoman:
      return put(byteText: bytes, from: 0, encoding, style, limit)
    }
  }

  /// Puts text that was made a string before, such as a name from the command line.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - style: Where the text stands, which decides what could do harm.
  ///   - limit: The scalars that are written at most.
  /// - Returns: How many scalars were written, and what the text was like.
  @discardableResult
  public mutating func put(
    text: String, style: EscapeStyle, limit: Int = .max
  ) -> TextOutcome {
    var text = text
    return text.withUTF8 { utf8 in
      // The span does not leave the closure, in which the buffer lives.
      put(
        text: unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(utf8)), encoding: .utf8,
        style: style, limit: limit)
    }
  }

  /// Escapes what was put from `start` on, as UTF-8: where all of it is plain, as most is, nothing is moved.
  ///
  /// Of use in memory mode, where all bytes are held.
  ///
  /// - Parameters:
  ///   - start: How many of the bytes held stay as they are.
  ///   - style: Where the text stands, which decides what could do harm.
  ///   - scratch: Where what is escaped is put first; what it holds is lost.
  package mutating func escape(from start: Int, style: EscapeStyle, _ scratch: inout ByteWriter) {
    let plain = start &+ plainRun(of: contents, from: start, limit: .max)
    guard plain < count else { return }
    scratch.removeAll()
    scratch.put(bytes: contents.extracting(plain..<count))
    truncate(to: plain)
    put(text: scratch.contents, encoding: .utf8, style: style)
  }

  /// Puts the name of a file, which need not be UTF-8: bytes that are not are written `\xNN`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the name.
  ///   - style: Where the text stands, which decides what could do harm.
  /// - Returns: How many scalars were written, and what the text was like.
  @discardableResult
  public mutating func put(name bytes: RawSpan, style: EscapeStyle = .name) -> TextOutcome {
    put(text: bytes, encoding: .utf8, style: style)
  }

  /// Text of an encoding in which ASCII characters are single bytes.
  private mutating func put(
    byteText bytes: RawSpan, from start: Int, _ encoding: TextEncoding, _ style: EscapeStyle,
    _ limit: Int
  ) -> TextOutcome {
    var outcome = TextOutcome()
    var escapes = PendingBackslash()
    var offset = start
    let count = bytes.byteCount
    while offset < count {
      let left = limit &- outcome.characters
      guard left > 0 else {
        outcome.isTruncated = true
        break
      }
      let run = plainRun(of: bytes, from: offset, limit: left)
      if run > 0 {
        if escapes.isPending { resolve(&escapes, before: UInt32(bytes.byte(at: offset) ?? 0)) }
        put(bytes: bytes.extracting(offset..<(offset &+ run)))
        offset &+= run
        outcome.characters &+= run
        continue
      }
      var scalar = (value: UInt32(bytes.byte(at: offset) ?? 0), count: 1, isValid: true)
      if scalar.value >= 0x80 {
        switch encoding {
        case .ascii: scalar.isValid = false
        case .macRoman: scalar.value = UInt32(macRomanScalars[Int(scalar.value & 0x7F)])
        case .latin1: break
        default: scalar = bytes.scalar(at: offset)
        }
      }
      if scalar.isValid {
        put(scalar: scalar.value, style, &escapes)
      } else {
        outcome.isValid = false
        put(invalidByte: UInt8(truncatingIfNeeded: scalar.value), style, &escapes)
      }
      offset &+= scalar.count
      outcome.characters &+= 1
    }
    return outcome
  }

  private mutating func put(
    utf16 bytes: RawSpan, from start: Int, isBigEndian: Bool, _ style: EscapeStyle, _ limit: Int
  ) -> TextOutcome {
    var outcome = TextOutcome()
    var escapes = PendingBackslash()
    var offset = start
    let count = bytes.byteCount
    while offset < count {
      guard outcome.characters < limit else {
        outcome.isTruncated = true
        break
      }
      outcome.characters &+= 1
      guard let unit = bytes.unit(at: offset, isBigEndian: isBigEndian) else {
        // Half a unit at the end.
        outcome.isValid = false
        put(invalidByte: bytes.byte(at: offset) ?? 0, style, &escapes)
        break
      }
      offset &+= 2
      if unit & 0xF800 != 0xD800 {
        put(scalar: unit, style, &escapes)
      } else if unit < 0xDC00, let low = bytes.unit(at: offset, isBigEndian: isBigEndian),
        low & 0xFC00 == 0xDC00
      {
        offset &+= 2
        put(scalar: 0x10000 &+ (unit & 0x3FF) &<< 10 &+ low & 0x3FF, style, &escapes)
      } else {
        outcome.isValid = false
        if style.isQuoted || style == .verbatim {
          put("\u{FFFD}")
        } else {
          resolve(&escapes, before: nil)
          put("\\u")
          put(hex: UInt64(unit), digits: 4)
        }
      }
    }
    return outcome
  }

  private mutating func put(
    utf32 bytes: RawSpan, isBigEndian: Bool, _ style: EscapeStyle, _ limit: Int
  ) -> TextOutcome {
    var outcome = TextOutcome()
    var escapes = PendingBackslash()
    var offset = 0
    while offset < bytes.byteCount {
      guard outcome.characters < limit else {
        outcome.isTruncated = true
        break
      }
      outcome.characters &+= 1
      let number = bytes.bigEndian(at: offset, count: 4).map { UInt32(truncatingIfNeeded: $0) }
      if let number, let scalar = Unicode.Scalar(isBigEndian ? number : number.byteSwapped) {
        offset &+= 4
        put(scalar: scalar.value, style, &escapes)
      } else {
        // No scalar, or a part of a unit at the end: each byte is one that is invalid.
        outcome.isValid = false
        put(invalidByte: bytes.byte(at: offset) ?? 0, style, &escapes)
        offset &+= 1
        guard number != nil else { continue }
        for _ in 1..<4 where outcome.characters < limit {
          outcome.characters &+= 1
          put(invalidByte: bytes.byte(at: offset) ?? 0, style, &escapes)
          offset &+= 1
        }
      }
    }
    return outcome
  }

  /// The number of bytes from `offset` on, at most `limit`, that every style writes as they are.
  private func plainRun(of bytes: RawSpan, from offset: Int, limit: Int) -> Int {
    let count = min(bytes.byteCount &- offset, limit)
    var run = 0
    while run &+ 8 <= count, bytes.word(at: offset &+ run).isPlainText { run &+= 8 }
    while run < count, let byte = bytes.byte(at: offset &+ run) {
      guard byte.isPrintable, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
      run &+= 1
    }
    return run
  }

  private mutating func put(
    scalar: UInt32, _ style: EscapeStyle, _ escapes: inout PendingBackslash
  ) {
    if style == .verbatim { return put(utf8: scalar) }
    switch scalar {
    case 0x20...0x7E:
      resolve(&escapes, before: scalar)
      if scalar == value(of: "\\") {
        switch style {
        case .name: escapes.isPending = true
        case .shown: break
        default: put(UInt8(ascii: "\\"))
        }
      } else if scalar == value(of: "\""), style == .text || style.isQuoted {
        put(UInt8(ascii: "\\"))
      }
      put(UInt8(truncatingIfNeeded: scalar))
    case 0x0A: put(escape: "\\n", &escapes)
    case 0x09: put(escape: "\\t", &escapes)
    case 0x0D: put(escape: "\\r", &escapes)
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
      put(escape: "\\u", &escapes)
      put(hex: UInt64(scalar), digits: 4)
    case _ where InvisibleScalars.contains(scalar):
      put(invisible: scalar, style, &escapes)
    default:
      escapes.isPending = false
      put(utf8: scalar)
    }
  }

  /// A scalar that cannot be seen: `\u{FEFF}`, or as JSON writes it.
  private mutating func put(
    invisible scalar: UInt32, _ style: EscapeStyle, _ escapes: inout PendingBackslash
  ) {
    if style.isQuoted {
      guard scalar > 0xFFFF else {
        put("\\u")
        return put(hex: UInt64(scalar), digits: 4)
      }
      if style == .yaml {
        put("\\U")
        return put(hex: UInt64(scalar), digits: 8)
      }
      let rest = scalar &- 0x10000
      put("\\u")
      put(hex: UInt64(0xD800 &+ rest &>> 10), digits: 4)
      put("\\u")
      return put(hex: UInt64(0xDC00 &+ rest & 0x3FF), digits: 4)
    }
    put(escape: "\\u{", &escapes)
    put(String(scalar, radix: 16, uppercase: true))
    put("}")
  }

  private mutating func put(escape: StaticString, _ escapes: inout PendingBackslash) {
    resolve(&escapes, before: nil)
    put(escape)
  }

  private mutating func put(
    invalidByte byte: UInt8, _ style: EscapeStyle, _ escapes: inout PendingBackslash
  ) {
    if style.isQuoted || style == .verbatim { return put("\u{FFFD}") }
    put(escape: "\\x", &escapes)
    put(hex: UInt64(byte), digits: 2)
  }

  /// Doubles a backslash written before when what follows would make an escape of it: an escape,
  /// for which `next` is `nil`, or a character that stands in one.
  private mutating func resolve(_ escapes: inout PendingBackslash, before next: UInt32?) {
    guard escapes.isPending else { return }
    escapes.isPending = false
    switch next {
    case nil, value(of: "\\"), value(of: "n"), value(of: "r"), value(of: "t"), value(of: "u"),
      value(of: "x"):
      put(UInt8(ascii: "\\"))
    default: break
    }
  }

  /// The number of a character that our own source names.
  @inline(__always)
  private func value(of character: Unicode.Scalar) -> UInt32 { character.value }

  /// Puts a scalar that the caller knows to be one.
  private mutating func put(utf8 scalar: UInt32) {
    let last = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
    let third = UInt8(truncatingIfNeeded: 0x80 | scalar &>> 6 & 0x3F)
    let second = UInt8(truncatingIfNeeded: 0x80 | scalar &>> 12 & 0x3F)
    switch scalar {
    case 0..<0x80:
      put(UInt8(truncatingIfNeeded: scalar))
    case 0x80..<0x800:
      put(UInt8(truncatingIfNeeded: 0xC0 | scalar &>> 6))
      put(last)
    case 0x800..<0x10000:
      put(UInt8(truncatingIfNeeded: 0xE0 | scalar &>> 12))
      put(third)
      put(last)
    default:
      put(UInt8(truncatingIfNeeded: 0xF0 | scalar &>> 18 & 0x07))
      put(second)
      put(third)
      put(last)
    }
  }
}

/// Whether a backslash was written that what follows may make part of an escape.
private struct PendingBackslash {
  var isPending = false
}

extension RawSpan {
  /// The UTF-16 unit at `offset`, or `nil` when fewer than two bytes are there.
  fileprivate func unit(at offset: Int, isBigEndian: Bool) -> UInt32? {
    guard let first = byte(at: offset), let second = byte(at: offset &+ 1) else { return nil }
    return isBigEndian
      ? UInt32(first) &<< 8 | UInt32(second) : UInt32(second) &<< 8 | UInt32(first)
  }
}

/// The scalars of the bytes 0x80...0xFF (Inside Macintosh: Text; 0xDB is the euro sign since Mac OS
/// 8.5).
private let macRomanScalars: [UInt16] = [
  0x00C4, 0x00C5, 0x00C7, 0x00C9, 0x00D1, 0x00D6, 0x00DC, 0x00E1,
  0x00E0, 0x00E2, 0x00E4, 0x00E3, 0x00E5, 0x00E7, 0x00E9, 0x00E8,
  0x00EA, 0x00EB, 0x00ED, 0x00EC, 0x00EE, 0x00EF, 0x00F1, 0x00F3,
  0x00F2, 0x00F4, 0x00F6, 0x00F5, 0x00FA, 0x00F9, 0x00FB, 0x00FC,
  0x2020, 0x00B0, 0x00A2, 0x00A3, 0x00A7, 0x2022, 0x00B6, 0x00DF,
  0x00AE, 0x00A9, 0x2122, 0x00B4, 0x00A8, 0x2260, 0x00C6, 0x00D8,
  0x221E, 0x00B1, 0x2264, 0x2265, 0x00A5, 0x00B5, 0x2202, 0x2211,
  0x220F, 0x03C0, 0x222B, 0x00AA, 0x00BA, 0x03A9, 0x00E6, 0x00F8,
  0x00BF, 0x00A1, 0x00AC, 0x221A, 0x0192, 0x2248, 0x2206, 0x00AB,
  0x00BB, 0x2026, 0x00A0, 0x00C0, 0x00C3, 0x00D5, 0x0152, 0x0153,
  0x2013, 0x2014, 0x201C, 0x201D, 0x2018, 0x2019, 0x00F7, 0x25CA,
  0x00FF, 0x0178, 0x2044, 0x20AC, 0x2039, 0x203A, 0xFB01, 0xFB02,
  0x2021, 0x00B7, 0x201A, 0x201E, 0x2030, 0x00C2, 0x00CA, 0x00C1,
  0x00CB, 0x00C8, 0x00CD, 0x00CE, 0x00CF, 0x00CC, 0x00D3, 0x00D4,
  0xF8FF, 0x00D2, 0x00DA, 0x00DB, 0x00D9, 0x0131, 0x02C6, 0x02DC,
  0x00AF, 0x02D8, 0x02D9, 0x02DA, 0x00B8, 0x02DD, 0x02DB, 0x02C7,
]

extension UInt64 {
  /// Whether all eight bytes are printable ASCII, and none is `"` or `\\`.
  var isPlainText: Bool {
    let high: UInt64 = 0x8080_8080_8080_8080
    guard self & high == 0 else { return false }
    let ones: UInt64 = 0x0101_0101_0101_0101
    // With bit 7 clear no lane carries into the next: it is set by 0x20 and above, and by all but the
    // character that is compared with.
    let printable = self &+ ones &* 0x60
    let isNoDelete = (self ^ ones &* 0x7F) &+ ones &* 0x7F
    let isNoQuote = (self ^ ones &* 0x22) &+ ones &* 0x7F
    let isNoBackslash = (self ^ ones &* 0x5C) &+ ones &* 0x7F
    return printable & isNoDelete & isNoQuote & isNoBackslash & high == high
  }
}
