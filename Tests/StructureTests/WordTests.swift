import ByteReading
import Structure
import Testing

/// A byte says how the texts of a node are stored.
private enum ByteText: TextChoice {
  private static let encodings: [TextEncoding] = [.latin1, .utf16, .utf16BE, .utf8]
  static func encoding(for value: UInt64) -> TextEncoding {
    value < 4 ? encodings[Int(value)] : .latin1
  }
  static func words(for field: StaticString) -> String { "in what \(field) says" }
  static var hasCommonOrder: Bool { true }
}

/// A number of two bytes says how the text behind it is stored.
private enum CodeText: TextChoice {
  static func encoding(for value: UInt64) -> TextEncoding {
    value < 0x400 || value == 0x7FFF ? .macRoman : .utf8OrUTF16
  }
  static func words(for field: StaticString) -> String { "as \(field) says" }
}

/// Every word of a table, with the bytes it reads and what is told of them.
@Suite struct WordTests: TableSuite {
  // MARK: Numbers

  @Test static func numbersHaveTheirWidth() {
    let text = events([0xA5, 0x12, 0x34, 0xFF, 0xFE, 0x80, 0, 0, 1, 0xC0]) {
      uint(3, "three")
      flag("one")
      uint(4, "four")
      uint(16, "sixteen")
      int(16, "signed")
      int(1, "least")
      uint(31, "many")
      int(2, "two")
      int(6, "six")
    }
    #expect(
      text == """
        three @0.0+3b = 5
        one @0.3+1b = 0
        four @0.4+4b = 5
        sixteen @1+2 = 4660
        signed @3+2 = -2
        least @5.0+1b = -1
        many @5.1+31b = 1
        two @9.0+2b = -1
        six @9.2+6b = 0
        """)
  }

  @Test static func numbersOfSixtyFourBitsFillAWord() {
    let text = events(big(.max, 8) + big(.max, 8) + big(1 << 63, 8)) {
      uint(64, "unsigned")
      int(64, "signed")
      int(64, "least")
    }
    #expect(
      text == """
        unsigned @0+8 = 18446744073709551615
        signed @8+8 = -1
        least @16+8 = -9223372036854775808
        """)
  }

  @Test static func littleNumbersBeginWithTheirLeastByte() {
    let text = events([1, 2, 1, 2, 3, 0xFE, 0xFF, 1, 2, 3, 4, 0x5A]) {
      uint(16, "sixteen").little
      uint(24, "three").little
      int(16, "signed").little
      uint(32, "four").little
      uint(4, "nibble").little
      uint(4, "other")
    }
    #expect(
      text == """
        sixteen @0+2 = 513
        three @2+3 = 197121
        signed @5+2 = -2
        four @7+4 = 67305985
        nibble @11.0+4b = 5
        other @11.4+4b = 10
        """)
  }

  @Test static func realNumbersAreToldAsTheirBits() {
    let text = events(
      [0x3F, 0x80, 0, 0] + [0x40, 0, 0, 0, 0, 0, 0, 0] + [0xFF, 0x80] + [0xFF, 0xFF, 0, 0]
    ) {
      float(32, "single")
      float(64, "double")
      fixed(8, 8, "signed")
      ufixed(16, 16, "unsigned")
    }
    #expect(
      text == """
        single @0+4 = 1065353216
        double @4+8 = 4611686018427387904
        signed @12+2 = -128
        unsigned @14+4 = 4294901760
        """)
  }

  @Test static func codesAndIdentifiersAreTold() {
    let text = events([0xA9] + ascii("nam") + (0...15).map { UInt8($0) }) {
      code("type")
      uuid("identifier")
    }
    #expect(
      text == """
        type @0+4 = '@nam'
        identifier @4+16 = 000102030405060708090a0b0c0d0e0f
        """)
  }

  @Test static func numbersWiderThanAWordAreBytes() {
    let text = events((1...10).map { UInt8($0) }) {
      uint(72, "wide")
      uint(8, "next")
    }
    #expect(
      text == """
        wide @0+9 = 010203040506070809
        next @9+1 = 10
        """)
  }

  @Test static func widthsFollowTheVersion() {
    let old = events([0, 0, 0, 1, 0, 5, 0, 6], versions: 0...1) {
      uint(16, v1: 32, "time")
      int(16, v1: 32, "shift")
    }
    #expect(
      old == """
        version @0+1 = 0
        flags @1+3 = 1
        time @4+2 = 5
        shift @6+2 = 6
        """)
    let new = events([1, 0, 0, 0, 0, 0, 0, 5, 0xFF, 0xFF, 0xFF, 0xFF], versions: 0...1) {
      uint(16, v1: 32, "time")
      int(16, v1: 32, "shift")
    }
    #expect(
      new == """
        version @0+1 = 1
        flags @1+3 = 0
        time @4+4 = 5
        shift @8+4 = -1
        """)
  }

  @Test static func widthsFollowAField() {
    let text = events([4, 0x12, 0x34, 2, 0xAB, 0xCD, 0xEF]) {
      uint(8, "digits")
      uint(.field("digits", times: 2), "first")
      uint(.field("digits", times: 1, plus: 4), "second")
      uint(8, "code")
      uint(.power("code", of: 4), "third")
      int(.remaining, "rest")
    }
    #expect(
      text == """
        digits @0+1 = 4
        first @1+1 = 18
        second @2+1 = 52
        code @3+1 = 2
        third @4+2 = 43981
        rest @6+1 = -17
        """)
  }

  @Test static func fieldsOfNoWidthAreZero() {
    let text = events([0, 9]) {
      uint(8, "digits")
      uint(.field("digits"), "nothing")
      uint(8, "next")
    }
    #expect(
      text == """
        digits @0+1 = 0
        nothing @1+0 = 0
        next @1+1 = 9
        """)
  }

  @Test static func variableLengthCodesAreRead() {
    // 1 | 010 | 011 | 00100 | then signed: 1 | 010 | 011 | 00101 | alignment
    let text = events([0b1010_0110, 0b0100_1010, 0b0110_0101, 0xE5, 0x8E, 0x26, 0x80]) {
      ue("zero")
      ue("one")
      ue("two")
      ue("three")
      se("none")
      se("plus")
      se("minus")
      se("minus_two")
      leb128("long")
      leb128("cut")
    }
    #expect(
      text == """
        zero @0.0+1b = 0
        one @0.1+3b = 1
        two @0.4+3b = 2
        three @0.7+5b = 3
        none @1.4+1b = 0
        plus @1.5+3b = 1
        minus @2.0+3b = -1
        minus_two @2.3+5b = -2
        long @3+3 = 624485
        ! fields-truncated extra_bytes needed 8, left 0
        extra_bytes @6+1 = 80
        """)
  }

  @Test static func anExpectedValueIsChecked() {
    let text = events([1, 2]) {
      uint(8, "right", .expected(1))
      uint(8, "wrong", .expected(1))
    }
    #expect(
      text == """
        right @0+1 = 1
        wrong @1+1 = 2
        ! value-unexpected wrong found 2, expected 1
        """)
  }

  /// Bits that decoders refuse are more than reserved.
  @Test static func reservedBitsThatDecodersRefuseAreUnexpected() {
    let text = events([0x9F, 0xFE]) {
      reserved(1).strict
      uint(7, "number")
      reservedOnes(8).strict
    }
    #expect(
      text == """
        reserved @0.0+1b = 1
        ! value-unexpected reserved found 1, expected 0
        number @0.1+7b = 31
        reserved @1+1 = 254
        ! value-unexpected reserved found 254, expected 255
        """)
  }

  @Test static func timesKnowTheirScale() {
    let text = events([2, 0x58, 9, 9, 9], context: [.movieTimescale: 1_000]) {
      uint(16, "timescale")
      uint(8, "duration", .ticks(.field("timescale")))
      uint(8, "movie", .ticks(.movie))
      uint(8, "media", .ticks(.media))
    }
    #expect(
      text == """
        timescale @0+2 = 600
        duration @2+1 = 9 per 600
        movie @3+1 = 9 per 1000
        media @4+1 = 9
        """)
  }

  // MARK: Reserved bits

  @Test static func reservedBitsAreChecked() {
    let text = events([0xF0, 0x0F] + Array(repeating: 0, count: 17) + [1]) {
      reservedOnes(4)
      reserved(4)
      reserved(4)
      reservedOnes(4)
      reserved(136)
      reserved(8)
    }
    #expect(
      text == """
        reserved @0.0+4b = 15
        reserved @0.4+4b = 0
        reserved @1.0+4b = 0
        reserved @1.4+4b = 15
        reserved @2+17 = 0000000000000000000000000000000000
        reserved @19+1 = 1
        ! reserved-bits reserved found 1, expected 0
        """)
  }

  @Test static func reservedBitsPastAWordAreChecked() {
    let text = events(Array(repeating: 0, count: 8) + [1]) { reserved(72) }
    #expect(
      text == """
        reserved @0+9 = 000000000000000001
        ! reserved-bits reserved found 0, expected 0
        """)
  }

  @Test static func alignmentEndsAByte() {
    let text = events([0b1000_0000, 0b1001_0000, 7]) {
      uint(1, "a")
      alignment()
      uint(3, "b")
      alignment()
      alignment()
      uint(8, "c")
    }
    #expect(
      text == """
        a @0.0+1b = 1
        reserved @0.1+7b = 0
        b @1.0+3b = 4
        reserved @1.3+5b = 16
        ! reserved-bits reserved found 16, expected 0
        c @2+1 = 7
        """)
  }

  // MARK: Text

  @Test static func textEndsAtItsTerminator() {
    let text = events(ascii("ab\0") + [0] + [0, 0x63, 0, 0] + ascii("end")) {
      string(.utf8, .terminated, "first")
      string(.utf8, .terminated, "empty")
      string(.utf16BE, .terminated, "wide")
      string(.utf8, .terminated, "open")
      string(.utf8, .terminated, "none")
    }
    #expect(
      text == """
        first @0+3 = "ab"
        empty @3+1 = ""
        wide @4+4 = "c"
        ! text-unterminated open
        open @8+3 = "end"
        ! text-unterminated none
        none @11+0 = ""
        """)
  }

  @Test static func textToTheEndDropsOneTerminator() {
    #expect(events(ascii("ab")) { string(.utf8, .rest, "a") } == "a @0+2 = \"ab\"")
    #expect(events(ascii("ab\0")) { string(.utf8, .rest, "a") } == "a @0+3 = \"ab\"")
    #expect(
      events(ascii("ab\0\0")) { string(.utf8, .rest, "a") } == "a @0+4 = \"ab\\u0000\"")
    #expect(
      events([0, 0x61, 0, 0]) { string(.utf16BE, .rest, "a") } == "a @0+4 = \"a\"")
    #expect(events([]) { string(.utf8, .rest, "a") } == "a @0+0 = \"\"")
  }

  @Test static func aLastTerminatorMayBeMissing() {
    let text = events(ascii("ab\0cd")) {
      string(.utf8, .terminatedOrEnd, "first")
      string(.utf8, .terminatedOrEnd, "last")
    }
    #expect(
      text == """
        first @0+3 = "ab"
        last @3+2 = "cd"
        """)
  }

  @Test static func valuesAreFieldsOfOneName() {
    func values(_ bytes: [UInt8], _ characters: Characters = .utf8) -> String {
      events(bytes) { string(characters, .values, "a") }
    }
    #expect(values(ascii("ab")) == "a @0+2 = \"ab\"")
    #expect(values(ascii("ab\0")) == "a @0+3 = \"ab\"")
    #expect(
      values(ascii("ab\0cd\0\0e")) == """
        a @0+3 = "ab"
        a @3+3 = "cd"
        a @6+1 = ""
        a @7+1 = "e"
        """)
    // Zeros at the end are no values.
    #expect(values(ascii("ab\0\0\0")) == "a @0+5 = \"ab\"")
    #expect(values([0, 0]) == "a @0+2 = \"\"")
    #expect(values([]) == "a @0+0 = \"\"")
    #expect(
      values([0, 0x61, 0, 0, 0, 0x62, 0], .utf16BE) == """
        a @0+4 = "a"
        a @4+3 = "b"
        """)
  }

  @Test static func textInATagIsStoredAsAByteSays() {
    func text(_ bytes: [UInt8]) -> String {
      events(bytes) {
        uint(8, "encoding")
        string(.chosen(by: "encoding", ByteText.self), .terminated, "a")
        string(.chosen(by: "encoding", ByteText.self), .values, "b")
      }
    }
    #expect(
      text([0, 0xE4, 0, 0xE4]) == """
        encoding @0+1 = 0
        a @1+2 = "ä"
        b @3+1 = "ä"
        """)
    #expect(
      text([3, 0xC3, 0xA4, 0, 0x62, 0, 0xC3, 0xA4]) == """
        encoding @0+1 = 3
        a @1+3 = "ä"
        b @4+2 = "b"
        b @6+2 = "ä"
        """)
    // Zeros in the middle of characters are no terminators.
    #expect(
      text([2, 0x01, 0, 0, 0x61, 0, 0, 0, 0x62]) == """
        encoding @0+1 = 2
        a @1+6 = "Āa"
        b @7+2 = "b"
        """)
    // An encoding that nobody knows is read as the first.
    #expect(text([9, 0xE4, 0, 0xE4]).hasSuffix("b @3+1 = \"ä\""))
  }

  @Test static func theFirstByteOrderMarkIsGoodForTheRest() {
    func text(_ bytes: [UInt8]) -> String {
      events([1] + bytes) {
        uint(8, "encoding")
        string(.chosen(by: "encoding", ByteText.self), .terminated, "a")
        string(.chosen(by: "encoding", ByteText.self), .values, "b")
      }
    }
    let little: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0, 0]
    #expect(
      text(little + [0x62, 0, 0, 0, 0x63, 0]).hasSuffix(
        """
        a @1+6 = "a"
        b @7+4 = "b"
        b @11+2 = "c"
        """))
    // One of its own comes first.
    #expect(text(little + [0xFE, 0xFF, 0, 0x62]).hasSuffix("b @7+4 = \"b\""))
    // Without any, what most characters would be.
    for bytes in [[0, 0x61, 0, 0, 0, 0x62], [0x61, 0, 0, 0, 0x62, 0]] as [[UInt8]] {
      #expect(
        text(bytes) == """
          encoding @0+1 = 1
          a @1+4 = "a"
          ! text-order-missing a
          b @5+2 = "b"
          ! text-order-missing b
          """)
    }
  }

  @Test static func halfACharacterIsAFault() {
    let text = events([2, 0, 0x61, 0x62]) {
      uint(8, "encoding")
      string(.chosen(by: "encoding", ByteText.self), .values, "a")
    }
    #expect(
      text == """
        encoding @0+1 = 2
        a @1+3 = "a\\x62"
        ! text-half-character a length 3
        """)
    // Half a terminator is not.
    let ended = events([2, 0, 0x61, 0]) {
      uint(8, "encoding")
      string(.chosen(by: "encoding", ByteText.self), .values, "a")
    }
    #expect(ended.hasSuffix("a @1+3 = \"a\""))
  }

  @Test static func numbersTakeTheBytesThatTheirBitsNeed() {
    let text = events([12, 0x01, 0x23, 0, 1, 0xFF]) {
      uint(8, "bits")
      uint(.octets(of: "bits"), "a")
      uint(8, "none")
      uint(.octets(of: "none"), "b", if: .notEqual("none", 0))
      uint(8, "one")
      uint(.octets(of: "one"), "c")
    }
    #expect(
      text == """
        bits @0+1 = 12
        a @1+2 = 291
        none @3+1 = 0
        one @4+1 = 1
        c @5+1 = 255
        """)
  }

  @Test static func whetherTextWasEmptyIsKnownLater() {
    let text = events(ascii("\0ab\0") + [7, 8]) {
      string(.utf8, .terminated, "a")
      string(.utf8, .terminated, "b")
      uint(8, "not", if: .notEqual("a", 0))
      uint(8, "yes", if: .equal("b", 2))
    }
    #expect(text.contains("yes @4+1 = 7"))
    #expect(!text.contains("not @"))
  }

  @Test static func countedTextDropsAllTerminators() {
    let text = events([3] + ascii("ab\0cd\0\0")) {
      uint(8, "count")
      string(.utf8, .bytes(.field("count")), "a")
      string(.utf8, .bytes(4), "b")
    }
    #expect(
      text == """
        count @0+1 = 3
        a @1+3 = "ab"
        b @4+4 = "cd"
        """)
  }

  @Test static func pascalStringsBeginWithTheirCount() {
    let text = events([2] + ascii("ab") + [0] + [3] + ascii("cdefg") + [9] + ascii("hi")) {
      string(.utf8, .pascal, "a")
      string(.utf8, .pascal, "none")
      string(.utf8, .fixedPascal(6), "field")
      string(.utf8, .pascal, "cut")
    }
    #expect(
      text == """
        a @0+3 = "ab"
        none @3+1 = ""
        field @4+6 = "cde"
        ! fields-truncated cut needed 72, left 16
        cut @10+3 = "hi"
        """)
  }

  @Test static func aFixedPascalStringMayLackItsCount() {
    let text = events(ascii("abcd")) { string(.utf8, .fixedPascal(4), "field") }
    #expect(text == "field @0+4 = \"abcd\"")
  }

  @Test(
    arguments: [
      (Characters.utf8, [0xC3, 0xA4], "ä"), (.latin1, [0xE4], "ä"), (.macRoman, [0x8A], "ä"),
      (.utf16BE, [0, 0xE4], "ä"), (.utf16LE, [0xE4, 0], "ä"),
      (.utf16, [0xFF, 0xFE, 0xE4, 0], "ä"), (.utf16, [0xFE, 0xFF, 0, 0xE4], "ä"),
      (.macRomanOrUTF8, [0x8A], "ä"), (.macRomanOrUTF8, [0xC3, 0xA4], "ä"), (.macRomanOrUTF8, [0xC3, 0xA4, 0xC3], "√§√"),
      (.latin1OrUTF8, [0xE4], "ä"), (.latin1OrUTF8, [0xC3, 0xA4], "ä"), (.latin1OrUTF8, [0xC3, 0xA4, 0xC3], "Ã¤Ã"),
      (.utf8OrUTF16, [0xC3, 0xA4], "ä"), (.utf8OrUTF16, [0xFE, 0xFF, 0, 0xE4], "ä"),
    ] as [(Characters, [UInt8], String)])
  static func charactersAreStoredInManyWays(
    _ characters: Characters, _ bytes: [UInt8], _ expected: String
  ) {
    let text = events(bytes + [0, 0]) { string(characters, .terminated, "a") }
    #expect(text.hasPrefix("a @0+"))
    #expect(text.contains("= \"\(expected)\""), "\(text)")
  }

  /// A field of a fixed size cuts off what it has no room for: a part of a character is no text.
  @Test(
    arguments: [
      ([0xC3, 0xA4, 0x62, 0xC3], "äb"), ([0xC3, 0xA4, 0xE2, 0x82], "ä"), ([0xC3, 0xA4, 0xE2, 0x62], "Ã¤âb"),
      ([0x61, 0x62, 0x63, 0xC3], "abcÃ"), ([0xC3, 0xA4, 0xC3, 0], "Ã¤Ã"), ([0x61, 0xC3, 0xA4, 0], "aä"),
    ] as [([UInt8], String)])
  static func aLastCharacterMayBeCutOff(_ bytes: [UInt8], _ expected: String) {
    #expect(events(bytes) { string(.latin1OrUTF8, .bytes(4), "a") } == "a @0+4 = \"\(expected)\"")
  }

  @Test(
    arguments: [
      (0, [0xE4, 0], "ä"), (1, [0xFE, 0xFF, 0, 0xE4, 0, 0], "ä"), (2, [0, 0xE4, 0, 0], "ä"),
      (3, [0xC3, 0xA4, 0], "ä"), (9, [0xE4, 0], "ä"),
    ] as [(UInt8, [UInt8], String)])
  static func aFieldSaysHowTextIsStored(_ code: UInt8, _ bytes: [UInt8], _ expected: String) {
    let text = events([code] + bytes) {
      uint(8, "encoding")
      string(.chosen(by: "encoding", ByteText.self), .terminated, "a")
    }
    #expect(
      text == "encoding @0+1 = \(code)\na @1+\(bytes.count) = \"\(expected)\"")
  }

  @Test static func aLanguageSaysHowTextIsStored() {
    for (language, bytes) in [
      (0, [0x8A]), (0x3FF, [0x8A]), (0x7FFF, [0x8A]), (0x55C4, [0xC3, 0xA4]),
    ]
      as [(UInt64, [UInt8])]
    {
      let text = events(big(language, 2) + bytes) {
        uint(16, "language")
        string(.chosen(by: "language", CodeText.self), .rest, "a")
      }
      #expect(text.contains("= \"ä\""), "\(language): \(text)")
    }
  }

  @Test static func textInTheMiddleOfAByteIsRead() {
    // Nothing aligns these, and what they touch reaches past what they hold.
    let text = events([0xFF, 0xFF, 0xFF]) {
      uint(1, "bit")
      string(.utf8, .bytes(2), "text")
    }
    #expect(text.hasPrefix("bit @0.0+1b = 1\ntext @0.1+16b = "), "\(text)")
    for length in [TextLength.terminated, .rest, .pascal, .fixedPascal(2), .bytes(2)] {
      for characters in [Characters.utf8, .utf16BE, .utf8OrUTF16] {
        for count in 0...4 {
          let program = program {
            uint(1, "bit")
            string(characters, length, "text")
          }
          let bytes = Array(repeating: 0 as UInt8, count: count)
          #expect(tile(record(bytes, program).leaves, count), "\(characters) \(length) \(count)")
        }
      }
    }
  }

  // MARK: Bytes

  @Test static func bytesAreCounted() {
    let text = events([2, 1, 2, 3, 4, 5, 6, 7]) {
      uint(8, "count")
      bytes(.field("count"), "counted")
      bytes(1, "one")
      bytes(.remainingLess(2), "most")
      bytes(.remaining, "rest")
      bytes(.remaining, "none")
      bytes(0, "empty")
    }
    #expect(
      text == """
        count @0+1 = 2
        counted @1+2 = 0102
        one @3+1 = 03
        most @4+2 = 0405
        rest @6+2 = 0607
        empty @8+0 = 
        """)
  }

  @Test static func aCountOfBytesIsAClaim() {
    let text = events(big(.max, 8) + [1, 2]) {
      uint(64, "count")
      bytes(.field("count", times: 8), "data")
      uint(8, "never")
    }
    #expect(
      text == """
        count @0+8 = 18446744073709551615
        ! fields-truncated extra_bytes needed 9223372036854775807, left 16
        extra_bytes @8+2 = 0102
        """)
  }

  // MARK: Groups

  @Test static func groupsHaveNames() {
    let text = events([1, 2, 3]) {
      group("outer") {
        uint(8, "a")
        group("inner") { uint(8, "b") }
      }
      uint(8, "c")
    }
    #expect(
      text == """
        outer {
          a @0+1 = 1
          inner {
            b @1+1 = 2
          } @1+1
        } @0+2
        c @2+1 = 3
        """)
  }

  @Test static func groupsEndWhereBytesEnd() {
    let text = events([1]) {
      group("outer") {
        uint(8, "a")
        group("inner") { uint(8, "b") }
      }
      uint(8, "c")
    }
    #expect(
      text == """
        outer {
          a @0+1 = 1
          inner {
          } @1+0
        } @0+1
        ! fields-truncated extra_bytes needed 8, left 0
        """)
  }

  @Test static func partsAreSkippedUnderAnotherCondition() {
    let text = events([1, 5, 6]) {
      uint(8, "kind")
      when(.equal("kind", 0)) { uint(16, "value") }
      when(.equal("kind", 1)) { uint(8, "value") }
      when(.equal("value", 5)) { uint(8, "more") }
    }
    #expect(
      text == """
        kind @0+1 = 1
        value @1+1 = 5
        more @2+1 = 6
        """)
  }

  @Test static func partsOfALengthKeepTheirFaults() {
    let text = events([3, 1, 2, 3, 9, 1, 0xFF]) {
      uint(8, "length")
      within(.field("length"), "left_over") { uint(8, "a") }
      uint(8, "wanted")
      within(1, "cut") { uint(16, "b") }
      uint(8, "next")
    }
    #expect(
      text == """
        length @0+1 = 3
        left_over {
          a @1+1 = 1
          extra_bytes @2+2 = 0203
        } @1+3
        wanted @4+1 = 9
        cut {
        ! fields-truncated extra_bytes needed 16, left 8
          extra_bytes @5+1 = 01
        } @5+1
        next @6+1 = 255
        """)
  }

  @Test static func partsLongerThanTheRestEndWithIt() {
    let text = events([9, 1]) {
      uint(8, "length")
      within(.field("length"), "part") {
        uint(8, "a")
        uint(8, "b", if: .remaining(8))
      }
    }
    #expect(
      text == """
        length @0+1 = 9
        ! fields-truncated part needed 72, left 8
        part {
          a @1+1 = 1
        } @1+1
        """)
  }

  @Test static func emulationPreventionIsPassedOver() {
    // Read: 00 00 01 00 00 02; the last 03 is not followed by what it protects.
    let text = events([0, 0, 3, 1, 0, 0, 3, 2, 7]) {
      within(8, "unit", escaped: true) {
        uint(24, "start")
        uint(16, "zeros")
        uint(8, "end")
      }
      uint(8, "next")
    }
    #expect(
      text == """
        unit {
          start @0+4 = 1
          zeros @4+2 = 0
          end @6+2 = 2
        } @0+8
        next @8+1 = 7
        """)
  }

  @Test static func bytesThatAreNotEscapedStay() {
    let text = events([0, 0, 3, 1]) { within(4, "unit") { uint(24, "start") } }
    #expect(
      text == """
        unit {
          start @0+3 = 3
          extra_bytes @3+1 = 01
        } @0+4
        """)
  }

  // MARK: Descriptors

  @Test static func descriptorsHaveTagAndSize() {
    let text = events([3, 0x80, 0x80, 2, 1, 2, 4, 1, 9, 5]) {
      descriptor(3, "first") { uint(8, "a") }
      descriptor(9, "absent") { uint(8, "b") }
      descriptor(4, "second") { uint(8, "c") }
      uint(8, "next")
    }
    #expect(
      text == """
        first {
          tag @0+1 = 3
          size @1+3 = 2
          a @4+1 = 1
          extra_bytes @5+1 = 02
        } @0+6
        second {
          tag @6+1 = 4
          size @7+1 = 1
          c @8+1 = 9
        } @6+3
        next @9+1 = 5
        """)
  }

  @Test static func descriptorsOfAnyTagAreAList() {
    let text = events([6, 1, 2, 7, 0, 8, 5, 1]) { descriptors() }
    #expect(
      text == """
        descriptors: list of 0 {
          descriptors[0] {
            descriptor {
              tag @0+1 = 6
              size @1+1 = 1
              data @2+1 = 02
            } @0+3
          } @0+3
          descriptors[1] {
            descriptor {
              tag @3+1 = 7
              size @4+1 = 0
            } @3+2
          } @3+2
          descriptors[2] {
            descriptor {
              tag @5+1 = 8
              size @6+1 = 5
        ! fields-truncated size needed 40, left 8
              data @7+1 = 01
            } @5+3
          } @5+3
        } @0+8, 3 items
        """)
  }

  @Test static func aTagWithoutASizeIsLeftOver() {
    let text = events([3, 0x80]) { descriptor(3, "first") { uint(8, "a") } }
    #expect(
      text == """
        ! fields-truncated extra_bytes needed 8, left 0
        extra_bytes @0+2 = 0380
        """)
  }

  // MARK: Lists

  @Test static func listsAreCounted() {
    let text = events([2, 1, 7, 0, 9]) {
      uint(8, "count")
      list(.field("count"), "items") {
        uint(8, "has")
        uint(8, "value", if: .equal("has", 1))
      }
      uint(8, "next")
    }
    #expect(
      text == """
        count @0+1 = 2
        items: list of 2 {
          items[0] {
            has @1+1 = 1
            value @2+1 = 7
          } @1+2
          items[1] {
            has @3+1 = 0
          } @3+1
        } @1+3, 2 items
        next @4+1 = 9
        """)
  }

  @Test static func listsGoOnToTheEnd() {
    for counts in [false, true] {
      let text = events([1, 7, 1, 8], countsLists: counts) {
        list(.remaining, "items") {
          uint(8, "size")
          bytes(.field("size"), "data")
        }
        list(.remaining, "none") { uint(8, "a") }
      }
      #expect(
        text == """
          items: list of \(counts ? 2 : 0) {
            items[0] {
              size @0+1 = 1
              data @1+1 = 07
            } @0+2
            items[1] {
              size @2+1 = 1
              data @3+1 = 08
            } @2+2
          } @0+4, 2 items
          """)
    }
  }

  @Test static func aListPromisesMoreThanThereIs() {
    let text = events([9, 1, 2, 3]) {
      uint(8, "count")
      list(.field("count"), "items") { uint(16, "a") }
      uint(8, "never")
    }
    #expect(
      text == """
        count @0+1 = 9
        items: list of 9 {
          items[0] {
            a @1+2 = 258
          } @1+2
          items[1] {
          } @3+0
        ! count-exceeds-box items claimed 9, room 1
        } @1+2, 1 items
        extra_bytes @3+1 = 03
        """)
  }

  @Test static func itemsWithoutBytesAreNotRepeated() {
    let text = events([0xFF, 0xFF, 0xFF, 0xFF, 5]) {
      uint(32, "count")
      list(.field("count"), "items") { uint(8, "a", if: .equal("count", 0)) }
      uint(8, "next")
    }
    #expect(
      text == """
        count @0+4 = 4294967295
        items: list of 4294967295 {
          items[0] {
          } @4+0
        } @4+0, 1 items
        next @4+1 = 5
        """)
  }

  @Test static func itemsThatAreNotWantedArePassedOver() {
    let text = events([3, 1, 2, 3, 4], items: 1) {
      uint(8, "count")
      list(.field("count"), "items") { uint(8, "a") }
      uint(8, "next")
    }
    #expect(
      text == """
        count @0+1 = 3
        items: list of 3 {
          items[0] {
            a @1+1 = 1
          } @1+1
        } @1+3, 3 items
        next @4+1 = 4
        """)
  }

  @Test static func anItemForgetsTheOneBefore() {
    // The second item skips `size`, so its data is as long as if it were zero.
    let text = events([1, 2, 0xAA, 0xBB, 0, 9]) {
      list(2, "items") {
        uint(8, "has")
        uint(8, "size", if: .equal("has", 1))
        bytes(.field("size"), "data")
      }
      uint(8, "next")
    }
    #expect(
      text == """
        items: list of 2 {
          items[0] {
            has @0+1 = 1
            size @1+1 = 2
            data @2+2 = aabb
          } @0+4
          items[1] {
            has @4+1 = 0
            data @5+0 = 
          } @4+1
        } @0+5, 2 items
        next @5+1 = 9
        """)
  }

  // MARK: Tables

  @Test static func tablesAreReadWhereTheyLie() {
    let text = events([2, 1, 0xFE, 3, 0xFC, 7]) {
      uint(8, "count")
      table(.field("count"), "entries") {
        uint(8, "a")
        int(8, "b")
      }
      uint(8, "next")
    }
    #expect(
      text == """
        count @0+1 = 2
        entries @1+4: 2 of 2 rows of 16 bits (1 -2) (3 -4)
        next @5+1 = 7
        """)
  }

  @Test static func columnsFollowVersionFlagsAndFields() {
    let rows: @Sendable () -> [Row] = {
      [
        uint(4, "size"),
        uint(4, "count"),
        table(.field("count"), "entries") {
          uint(8, v1: 16, "time")
          uint(8, "extra", if: .flag(1))
          uint(.field("size", times: 4), "offset")
          group("pair") {
            uint(4, "x")
            uint(4, "y", if: .notEqual("size", 0))
          }
          when(.version(0)) { uint(8, "old").little }
        },
      ]
    }
    func read(_ bytes: [UInt8]) -> String {
      let table = Syntax("test", "Test", "made up", versions: 0...1, rows: rows)
      let program = Catalogue(nodeKind: "node", header: table, families: []).header
      return record(bytes, program).lines.last ?? ""
    }
    #expect(
      read([1, 0, 0, 1, 0x21, 0, 5, 6, 7, 0x89])
        == "entries @5+5: 1 of 1 rows of 40 bits (5 6 7 8 9)")
    #expect(
      read([0, 0, 0, 0, 0x42, 1, 0, 2, 0x34, 5, 6, 0, 7, 0x89, 1])
        == "entries @5+10: 2 of 2 rows of 40 bits (1 2 3 4 5) (6 7 8 9 1)")
    // Rows of five digits: 01 2 50, 34 f 67.
    #expect(
      read([0, 0, 0, 0, 0x02, 0x01, 0x25, 0x03, 0x4F, 0x67])
        == "entries @5+5: 2 of 2 rows of 20 bits (1 2 80) (52 15 103)")
  }

  @Test static func aTablePromisesMoreThanThereIs() {
    let text = events(big(0xFFFF_FFFF, 4) + [1, 2, 3, 4, 5]) {
      uint(32, "count")
      table(.field("count"), "entries") { uint(16, "a") }
      uint(8, "next")
    }
    #expect(
      text == """
        count @0+4 = 4294967295
        entries @4+4: 2 of 4294967295 rows of 16 bits (258) (772)
        ! count-exceeds-box entries claimed 4294967295, room 2
        next @8+1 = 5
        """)
  }

  @Test static func rowsWithoutBitsAreCountedOnly() {
    let text = events(big(0xFFFF_FFFF, 4) + [5]) {
      uint(32, "count")
      table(.field("count"), "entries") { uint(8, "a", if: .equal("count", 0)) }
      uint(8, "next")
    }
    #expect(
      text == """
        count @0+4 = 4294967295
        entries @4+0: 0 of 4294967295 rows of 0 bits
        next @4+1 = 5
        """)
  }

  @Test static func tablesGoOnToTheEnd() {
    let text = events([1, 2, 3, 4, 5]) { table(.remaining, "entries") { uint(16, "a") } }
    #expect(
      text == """
        entries @0+4: 2 of 2 rows of 16 bits (258) (772)
        extra_bytes @4+1 = 05
        """)
    #expect(events([]) { table(.remaining, "entries") { uint(16, "a") } } == "")
  }

  @Test static func arraysHaveNoNamesInside() {
    let text = events([1, 0, 2, 0, 3] + ascii("abcd")) {
      uint(8, "one")
      array(2, "values", of: uint(16, "value"))
      array(.remaining, "brands", of: code("brand"))
    }
    #expect(
      text == """
        one @0+1 = 1
        values @1+4: 2 of 2 rows of 16 bits (2) (3)
        brands @5+4: 1 of 1 rows of 32 bits ('abcd')
        """)
  }

  @Test static func rowsMayHoldArrays() {
    let text = events([2, 1, 2, 3, 4, 5, 6]) {
      uint(8, "width")
      table(.remaining, "entries") {
        uint(8, "id")
        array(.field("width"), "values", of: uint(8, "value"))
      }
    }
    #expect(
      text == """
        width @0+1 = 2
        entries @1+6: 2 of 2 rows of 24 bits (1 2 3) (4 5 6)
        """)
  }

  @Test static func rowsWiderThanWhatIsLeftAreNotRead() {
    let text = events([0xFF, 1, 2]) {
      uint(8, "width")
      table(1, "entries") { uint(.field("width", times: 8), "a") }
      uint(8, "never")
    }
    #expect(
      text == """
        width @0+1 = 255
        ! fields-truncated extra_bytes needed 2040, left 16
        extra_bytes @1+2 = 0102
        """)
  }

  @Test static func countsAreProductsAndPowers() {
    let text = events([2, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7]) {
      uint(8, "rows")
      uint(8, "columns")
      array(.product(.field("rows"), .field("columns", plus: -1)), "grid", of: uint(8, "v"))
      array(.power("rows", of: 2), "power", of: uint(8, "v"))
      bytes(.field("rows", times: 2), "rest")
    }
    #expect(
      text == """
        rows @0+1 = 2
        columns @1+1 = 3
        grid @2+4: 4 of 4 rows of 8 bits (1) (2) (3) (4)
        power @6+8: 8 of 8 rows of 8 bits (5) (6) (7) (8) (9) (1) (2) (3)
        rest @14+4 = 04050607
        """)
  }

  @Test static func aCountMayBeInEitherOfTwoFields() {
    for (first, second, expected) in [(2, 9, "0102"), (0, 1, "01"), (0, 0, "")]
      as [(UInt8, UInt8, String)]
    {
      let text = events([first, second, 1, 2]) {
        uint(8, "first")
        uint(8, "second")
        bytes(.either("first", "second"), "data")
      }
      #expect(text.contains("data @2+\(expected.count / 2) = \(expected)"), "\(text)")
    }
  }

  @Test static func aNegativeCountIsNone() {
    let text = events([1, 5]) {
      uint(8, "size")
      bytes(.field("size", plus: -4), "data")
      uint(8, "next")
    }
    #expect(
      text == """
        size @0+1 = 1
        data @1+0 = 
        next @1+1 = 5
        """)
  }

  // MARK: Boxes

  @Test static func boxesEndTheRows() {
    let text = events([1, 2, 3]) {
      uint(8, "a")
      boxes()
      uint(8, "never")
    }
    #expect(text == "a @0+1 = 1")
  }
}
