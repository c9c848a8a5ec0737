import ByteReading
import Testing

@Suite struct EscapedTextTests {
  private func escaped(
    _ bytes: [UInt8], _ encoding: TextEncoding = .utf8, _ style: EscapeStyle = .text,
    limit: Int = .max
  ) -> (text: String, outcome: TextOutcome) {
    var writer = ByteWriter()
    let outcome = writer.put(text: bytes.rawBytes, encoding: encoding, style: style, limit: limit)
    return (String(decoding: writer.contents.array, as: UTF8.self), outcome)
  }

  private func escaped(_ text: String, _ style: EscapeStyle) -> String {
    escaped(Array(text.utf8), .utf8, style).text
  }

  @Test func eachStyleEscapesWhatItMust() {
    let text = "a\"b\\c\nd\te\u{1}\u{7F}é"
    #expect(escaped(text, .text) == "a\\\"b\\\\c\\nd\\te\\u0001\\u007fé")
    #expect(escaped(text, .json) == "a\\\"b\\\\c\\nd\\te\\u0001\\u007fé")
    #expect(escaped(text, .record) == "a\"b\\\\c\\nd\\te\\u0001\\u007fé")
    #expect(escaped(text, .name) == "a\"b\\c\\nd\\te\\u0001\\u007fé")
  }

  @Test(arguments: [EscapeStyle.text, .json, .record, .name])
  func nothingThatSteersATerminalGetsThrough(style: EscapeStyle) {
    var harmful: [UInt32] = Array(0...0x1F) + Array(0x7F...0x9F)
    harmful += [0x061C, 0x200E, 0x200F, 0x2028, 0x2029]
    harmful += Array(0x202A...0x202E) + Array(0x2066...0x2069)
    for value in harmful {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = escaped("<\(Character(scalar))>", style)
      #expect(text.hasPrefix("<\\") && text.hasSuffix(">"), "U+\(String(value, radix: 16))")
      #expect(text.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 })
    }
  }

  @Test func allOtherScalarsAreLeftAsTheyAre() {
    for value in stride(from: UInt32(0xA0), through: 0x10FFFF, by: 61) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      switch value {
      case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: continue
      case _ where InvisibleScalars.contains(value): continue
      default: break
      }
      let text = String(Character(scalar))
      let units = Array(text.utf16)
      #expect(escaped(text, .text) == text)
      #expect(escaped(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }, .utf16BE).text == text)
      #expect(escaped(units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, .utf16LE).text == text)
    }
  }

  @Test func invalidUTF8IsShownByteByByte() {
    let cases: [([UInt8], String)] = [
      ([0x61, 0xFF, 0x62], "a\\xffb"),
      ([0xC3], "\\xc3"),
      ([0xC0, 0x80], "\\xc0\\x80"),
      ([0xE0, 0x80, 0x80], "\\xe0\\x80\\x80"),
      ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"),
      ([0xF4, 0x90, 0x80, 0x80], "\\xf4\\x90\\x80\\x80"),
      ([0xE2, 0x82, 0x28], "\\xe2\\x82("),
      ([0xF0, 0x9F, 0x98, 0x80], "😀"),
    ]
    for (bytes, text) in cases {
      let result = escaped(bytes)
      #expect(result.text == text)
      #expect(result.outcome.isValid == !text.contains("\\x"))
    }
    #expect(escaped([0x61, 0xFF, 0xFE], .utf8, .json).text == "a\u{FFFD}\u{FFFD}")
  }

  @Test func loneSurrogatesAreShown() {
    #expect(escaped([0xD8, 0x00, 0x00, 0x41], .utf16BE).text == "\\ud800A")
    #expect(escaped([0xDC, 0x00], .utf16BE).text == "\\udc00")
    #expect(escaped([0xD8, 0x00], .utf16BE, .json).text == "\u{FFFD}")
    #expect(!escaped([0xD8, 0x00], .utf16BE).outcome.isValid)
    #expect(escaped([0x00, 0x41, 0x80], .utf16BE).text == "A\\x80")
  }

  @Test func byteOrderMarksDecide() {
    #expect(escaped([0xFE, 0xFF, 0x00, 0x41], .utf16).text == "A")
    #expect(escaped([0xFF, 0xFE, 0x41, 0x00], .utf16).text == "A")
    #expect(escaped([0x00, 0x41], .utf16).text == "A")
    #expect(escaped([0xFE, 0xFF, 0x00, 0x41], .utf8OrUTF16).text == "A")
    #expect(escaped([0xFF, 0xFE, 0x41, 0x00], .utf8OrUTF16).text == "A")
    #expect(escaped([0xEF, 0xBB, 0xBF, 0x41], .utf8OrUTF16).text == "A")
    #expect(escaped([0x41, 0x42], .utf8OrUTF16).text == "AB")
    #expect(escaped([0xEF, 0xBB, 0xBF, 0x41], .utf8).text == #"\u{FEFF}A"#)
    #expect(escaped([], .utf16).outcome == TextOutcome())
  }

  @Test func singleByteSetsAreRead() {
    #expect(escaped([0xE9, 0x41], .latin1).text == "éA")
    #expect(escaped([0x85], .latin1).text == "\\u0085")
    #expect(escaped([0xE9], .ascii).text == "\\xe9")
    #expect(escaped([0xA9, 0x8A, 0xDB, 0xF0, 0xFF, 0x80], .macRoman).text == "©ä€\u{F8FF}ˇÄ")
    let all = escaped(Array(0x80...0xFF), .macRoman).text.unicodeScalars.map(\.value)
    #expect(Set(all).count == 128)
  }

  @Test func theLimitCountsScalars() {
    let bytes = Array("añ😀\n\"xyz".utf8)
    for limit in 0...9 {
      let result = escaped(bytes, .utf8, .record, limit: limit)
      let kept = "añ😀\n\"xyz".unicodeScalars.prefix(limit)
      let wanted = String(String.UnicodeScalarView(kept)).replacing("\n", with: "\\n")
      #expect(result.text == wanted)
      #expect(result.outcome.characters == min(limit, 8))
      #expect(result.outcome.isTruncated == (limit < 8))
    }
    #expect(escaped([0, 0x41, 0, 0x42], .utf16BE, limit: 1).text == "A")
    #expect(escaped([0, 0x41, 0, 0x42], .utf16BE, limit: 1).outcome.isTruncated)
  }

  @Test func namesKeepHarmlessBackslashes() {
    #expect(escaped("C:\\Films\\new", .name) == "C:\\Films\\\\new")
    #expect(escaped("a\\", .name) == "a\\")
    #expect(escaped("a\\\u{1}", .name) == "a\\\\\\u0001")
    #expect(escaped("\\\\x", .name) == "\\\\\\\\x")
    #expect(escaped("\\é\\x", .name) == "\\é\\\\x")
    var writer = ByteWriter()
    let name: [UInt8] = [0x61, 0xE9, 0x1B]
    writer.put(name: name.rawBytes)
    writer.put(text: "–\u{7}", style: .text)
    #expect(writer.contents.array == Array("a\\xe9\\u001b–\\u0007".utf8))
  }

  @Test func longRunsAreCopiedWhole() {
    let text = String(repeating: "0123456789", count: 20_000) + "\\"
    #expect(escaped(text, .text) == text + "\\")
  }
}

/// Bytes are looked at eight at a time: what means something is found wherever it stands among them.
@Suite struct EightBytesTests {
  private static let signs = ["<", ">", "&", "\"", "\\", "\u{1B}", "#", "é", "–", "├", " ", "\u{7F}"]

  @Test(arguments: signs) func markupIsEscapedWhereverItStands(_ sign: String) {
    let entities = ["<": "&lt;", ">": "&gt;", "&": "&amp;", "\"": "&quot;"]
    let shown = ["\u{1B}": "\\u001b", "\u{7F}": "\\u007f"]
    for place in 0...17 {
      let (before, after) = (String(repeating: "a", count: place), String(repeating: "z", count: 9))
      let text = before + sign + sign + after
      let entity = entities[sign] ?? sign
      let bytes = written {
        var other = ByteWriter()
        other.put(text)
        $0.put(markup: other)
      }
      #expect(bytes == before + entity + entity + after, "\(place)")
      let whole = shown[sign] ?? entity
      #expect(written { $0.put(markup: text) } == before + whole + whole + after, "\(place)")
    }
  }

  @Test(arguments: signs) func whatWasPutIsEscapedInItsPlace(_ sign: String) {
    for place in 0...17 {
      let text = String(repeating: "a", count: place) + sign + "zzzzzzzzz" + sign
      let escaped = written {
        var scratch = ByteWriter()
        $0.put("\"before\"")
        let start = $0.count
        $0.put(text)
        $0.escape(from: start, style: .json, &scratch)
      }
      let expected = written {
        $0.put("\"before\"")
        $0.put(text: text, style: .json)
      }
      #expect(escaped == expected, "\(place)")
    }
  }
}

@Suite struct DisplayWidthTests {
  @Test func charactersTakeNoneOneOrTwoColumns() {
    let cases: [(String, Int)] = [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("한", 2),
      ("😀", 2), ("→", 1), ("×", 1), ("\u{1F1E9}", 1), ("か\u{3099}", 2), ("©", 1), ("🎬", 2),
    ]
    for (text, width) in cases {
      let bytes = Array(text.utf8)
      let measured = columns(of: bytes.rawBytes)
      #expect(measured == width, "\(text)")
    }
    let invalid: [UInt8] = [0xFF, 0xE6, 0x97]
    let measured = columns(of: invalid.rawBytes)
    #expect(measured == 3)
  }

  @Test func aPrefixEndsBeforeACharacterThatDoesNotFit() {
    let bytes = Array("a日e\u{301}b".utf8)
    let lengths = (-1...6).map { prefix(of: bytes.rawBytes, columns: $0) }
    #expect(lengths == [0, 0, 1, 1, 4, 7, 8, 8])
  }
}
