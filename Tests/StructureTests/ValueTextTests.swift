import ByteReading
import Structure
import Testing

/// Values as people read them: each meaning in each style.
@Suite struct ValueTextTests: TableSuite {
  /// Writes each field in four styles, `summary | field | raw | display`.
  private struct Styles: FieldSink {
    var lines: [String] = []
    mutating func field(_ field: borrowing FieldReading) {
      var texts: [String] = []
      for style in [ValueStyle.summary, .field, .raw, .display] {
        var text = ByteWriter()
        text.put(value: field, style)
        texts.append(text.string)
      }
      lines.append(texts.joined(separator: " | "))
    }
    mutating func table(_ table: borrowing TableReading) {
      var texts: [String] = []
      for style in [ValueStyle.summary, .field, .raw, .display] {
        var text = ByteWriter()
        text.put(array: table, style, limit: 4)
        texts.append(text.string)
      }
      lines.append(texts.joined(separator: " | "))
    }
  }

  /// The first field of these bytes in four styles; the last of them when `last`.
  private static func styles(
    _ bytes: [UInt8], last: Bool = false, context: [ContextKey: UInt64] = [:],
    @Rows _ rows: @escaping @Sendable () -> [Row]
  ) -> String {
    let program = program(rows)
    let source = ByteSource(copying: bytes)
    var cursor = ByteCursor(source.bytes)
    var walker = Walker()
    var sink = Styles()
    walker.walk(program, &cursor, context: Known(values: context), into: &sink)
    return (last ? sink.lines.last : sink.lines.first) ?? ""
  }

  private static func styles(_ value: UInt64, _ width: Int, _ meaning: Meaning) -> String {
    styles(big(value << UInt64(64 - width), 8)) { uint(width, "v", meaning) }
  }

  @Test(
    arguments: [
      (1_234_567, 32, .plain, "1,234,567 | 1,234,567 | 1,234,567 | "),
      (0, 32, .plain, "0 | 0 | 0 | "),
      (
        .max, 64, .plain,
        "18,446,744,073,709,551,615 | 18,446,744,073,709,551,615 | 18,446,744,073,709,551,615 | "
      ),
      (5, 8, .expected(5), "5 | 5 | 5 | "),
      (5, 8, .reference(.track), "5 | 5 | 5 | "),
      (1, 1, .boolean, "1 | 1 | 1 | "),
      (1_000, 32, .bytes, "1,000 bytes | 1,000 | 1,000 | "),
      (1, 32, .bytes, "1 byte | 1 | 1 | "),
      (0x200, 32, .hex, "0x00000200 | 0x00000200 | 512 | "),
      (0x2, 3, .hex, "0x2 | 0x2 | 2 | "),
      (0x0102, 16, .version, "0x0102 | 0x0102 | 258 | "),
      (0x28, 32, .fileOffset(.file), "0x28 | 0x28 | 40 | "),
      (100, 8, .names([100: "High"]), "High | 100 (High) | 100 | High"),
      (101, 8, .names([100: "High"]), "101 | 101 | 101 | "),
      (9, 8, .colour(.primaries), "BT.2020 | 9 (BT.2020) | 9 | BT.2020"),
      (16, 8, .colour(.transfer), "PQ | 16 (PQ) | 16 | PQ"),
      (0, 8, .colour(.matrix), "RGB | 0 (RGB) | 0 | RGB"),
      (255, 8, .colour(.matrix), "255 | 255 | 255 | "),
      (
        3, 24, .flags([1: "enabled", 2: "in movie"]),
        "enabled, in movie | 0x000003 (enabled, in movie) | 3 | enabled, in movie"
      ),
      (
        0x11, 8, .flags([1: "enabled"]), "enabled, 0x10 | 0x11 (enabled, 0x10) | 17 | enabled, 0x10"
      ),
      (0x10, 8, .flags([1: "enabled"]), "0x10 | 0x10 (0x10) | 16 | 0x10"),
      (0, 24, .flags([1: "enabled"]), " | 0x000000 | 0 | "),
      (44_100, 32, .unit("Hz"), "44,100 Hz | 44,100 Hz | 44,100 | "),
      (
        35_400, 16, .scaled(50_000, "cd/m²"),
        "0.708 cd/m² | 35,400 (0.708 cd/m²) | 35,400 | 0.708 cd/m²"
      ),
      (3, 2, .minusOne, "4 | 3 (4) | 3 | 4"),
      (2_000, 32, .duration(1_000), "2.000 s | 2,000 (2.000 s) | 2,000 | 2.000 s"),
      (0, 32, .duration(1_000), "0.000 s | 0 | 0 | "),
      (
        0xFFFF_FFFF, 32, .duration(1_000),
        "unknown | 4,294,967,295 (unknown) | 4,294,967,295 | unknown"
      ),
      (
        2_082_844_800, 32, .secondsSince1904,
        "1970-01-01T00:00:00Z | 2,082,844,800 (1970-01-01T00:00:00Z) | 2,082,844,800"
          + " | 1970-01-01T00:00:00Z"
      ),
      (0, 32, .secondsSince1904, "not set | 0 (not set) | 0 | not set"),
      (
        UInt64.max, 64, .secondsSince1904,
        "18,446,744,073,709,551,615 s | 18,446,744,073,709,551,615 (18,446,744,073,709,551,615 s)"
          + " | 18,446,744,073,709,551,615 | 18,446,744,073,709,551,615 s"
      ),
      (
        2_082_844_800_000_001, 64, .microsecondsSince1904,
        "1970-01-01T00:00:00Z | 2,082,844,800,000,001 (1970-01-01T00:00:00Z)"
          + " | 2,082,844,800,000,001 | 1970-01-01T00:00:00Z"
      ),
      (
        2_208_988_800 << 32, 64, .ntp,
        "1970-01-01T00:00:00Z | 9,487,534,653,230,284,800 (1970-01-01T00:00:00Z)"
          + " | 9,487,534,653,230,284,800 | 1970-01-01T00:00:00Z"
      ),
      (0x15C7, 16, .language, "eng | 0x15c7 (eng) | 5,575 | eng"),
      (
        0x55C4, 16, .language,
        "unspecified | 0x55c4 (und, unspecified) | 21,956 | und, unspecified"
      ),
      (0x7FFF, 16, .language, "unspecified | 0x7fff (unspecified) | 32,767 | unspecified"),
      (0, 16, .language, "English | 0x0000 (English) | 0 | English"),
      (11, 16, .language, "Japanese | 0x000b (Japanese) | 11 | Japanese"),
      (138, 16, .language, "Javanese | 0x008a (Javanese) | 138 | Javanese"),
      (
        0x3FF, 16, .language,
        "Macintosh language 1023 | 0x03ff (Macintosh language 1023) | 1,023"
          + " | Macintosh language 1023"
      ),
      (0x0400, 16, .language, "a?? | 0x0400 (a??) | 1,024 | a??"),
      (
        0x0200_0000, 32, .sampleFlags,
        "sync, independent | 0x02000000 (sync, independent) | 33,554,432 | sync, independent"
      ),
      (
        0x0101_0000, 32, .sampleFlags,
        "not sync, depends on others | 0x01010000 (not sync, depends on others) | 16,842,752"
          + " | not sync, depends on others"
      ),
      (
        0x0301_0000, 32, .sampleFlags,
        "not sync, reserved dependency | 0x03010000 (not sync, reserved dependency) | 50,397,184"
          + " | not sync, reserved dependency"
      ),
      (
        0x0C81_0000, 32, .sampleFlags,
        "not sync, disposable, leading, decodable"
          + " | 0x0c810000 (not sync, disposable, leading, decodable) | 209,780,736"
          + " | not sync, disposable, leading, decodable"
      ),
    ] as [(UInt64, Int, Meaning, String)])
  static func aMeaningIsWritten(
    _ value: UInt64, _ width: Int, _ meaning: Meaning, _ expected: String
  ) {
    #expect(styles(value, width, meaning) == expected)
  }

  @Test static func signedNumbersAreWritten() {
    #expect(styles([0xFF, 0xFF, 0xFC, 0x18]) { int(32, "v") } == "-1,000 | -1,000 | -1,000 | ")
    #expect(styles([0x80]) { int(8, "v", .unit("px")) } == "-128 px | -128 px | -128 | ")
    #expect(styles([0xFF, 0x80]) { int(16, "v", .hex) } == "0xff80 | 0xff80 | -128 | ")
    #expect(
      styles([0xFF, 0xF4]) { int(16, "v", .decibels(8)) }
        == "-1.5 dB | -12 (-1.5 dB) | -12 | -1.5 dB")
    #expect(
      styles([0xFF, 0xF6]) { int(16, "v", .scaled(100, "m")) }
        == "-0.1 m | -10 (-0.1 m) | -10 | -0.1 m")
    #expect(
      styles([0xFF, 0xFF, 0xFE, 0x0C]) { int(32, "v", .duration(1_000)) }
        == "-0.500 s | -500 (-0.500 s) | -500 | -0.500 s")
    #expect(styles([0b0010_1000]) { se("v") } == "-2 | -2 | -2 | ")
  }

  @Test static func ticksNeedTheirScale() {
    let rows: [(UInt8, String)] = [
      (24, "0.500 s | 12 (0.500 s) | 12 | 0.500 s"), (0, "12 | 12 | 12 | "),
      (7, "1.714 s | 12 (1.714 s) | 12 | 1.714 s"),
    ]
    for (scale, expected) in rows {
      let text = styles([scale, 12], last: true) {
        uint(8, "timescale")
        uint(8, "v", .ticks(.field("timescale")))
      }
      #expect(text == expected)
    }
    #expect(styles([9]) { uint(8, "v", .ticks(.media)) } == "9 | 9 | 9 | ")
    #expect(
      styles([9], context: [.mediaTimescale: 9]) { uint(8, "v", .ticks(.media)) }
        == "1.000 s | 9 (1.000 s) | 9 | 1.000 s")
  }

  @Test static func minusOneIsATimeUnlessTheTableSaysOtherwise() {
    // An offset of one tick (14496-12 §8.6.1.3), and an empty edit (§8.6.6.3).
    let ones: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    let known: [ContextKey: UInt64] = [.mediaTimescale: 50]
    #expect(
      styles(ones, context: known) { int(32, "sample_offset", .ticks(.media)) }
        == "-0.020 s | -1 (-0.020 s) | -1 | -0.020 s")
    #expect(
      styles(ones, context: known) { int(32, "media_time", .ticks(.media)).minusOneIsNone }
        == "none | -1 (none) | -1 | none")
  }

  @Test static func realNumbersAreShort() {
    #expect(styles([0, 1, 0x80, 0]) { fixed(16, 16, "v") } == "1.5 | 1.5 | 98304 | ")
    #expect(styles([0xFF, 0]) { fixed(8, 8, "v") } == "-1.0 | -1.0 | -256 | ")
    #expect(styles([0xFF, 0]) { ufixed(8, 8, "v") } == "255.0 | 255.0 | 65280 | ")
    #expect(styles([0xC0, 0, 0, 0]) { fixed(2, 30, "v") } == "-1.0 | -1.0 | -1073741824 | ")
    #expect(
      styles([0x00, 0x48, 0, 0]) { ufixed(16, 16, "v", .unit("dpi")) }
        == "72.0 dpi | 72.0 dpi | 4718592 | ")
    #expect(styles([0x3E, 0x80, 0, 0]) { float(32, "v") }.hasPrefix("0.25 | 0.25 | "))
    #expect(styles([0x7F, 0xC0, 0, 0]) { float(32, "v") }.hasPrefix("NaN | NaN | "))
    #expect(styles([0xFF, 0x80, 0, 0]) { float(32, "v") }.hasPrefix("-infinity | -infinity | "))
    #expect(styles(big(0x7FF0 << 48, 8)) { float(64, "v") }.hasPrefix("infinity | infinity | "))
    #expect(styles(big(0x3FB9_9999_9999_999A, 8)) { float(64, "v") }.hasPrefix("0.1 | 0.1 | "))
  }

  @Test static func codesAreQuoted() {
    #expect(styles(ascii("vide")) { code("v") } == "'vide' | 'vide' | 'vide' | ")
    #expect(
      styles(ascii("vide")) { code("v", .names(.codes(["vide": "video"]))) }
        == "'vide' | 'vide' (video) | 'vide' | video")
    #expect(styles([0xA9] + ascii("nam")) { code("v") } == "'@nam' | '@nam' | '@nam' | ")
    #expect(styles([0, 0, 0, 1]) { code("v") }.hasPrefix("'\\x00\\x00\\x00\\x01' | "))
    #expect(
      styles(big(0x0102_0304_0506_0708, 8) + big(9, 8)) { uuid("v") }
        == Array(repeating: "01020304-0506-0708-0000-000000000009", count: 3)
        .joined(separator: " | ") + " | ")
  }

  @Test static func textIsEscapedAndCut() {
    #expect(
      styles(ascii("a\"\n\u{202E}")) { string(.utf8, .rest, "v") }
        == "\"a\\\"\\n\\u202e\" | \"a\\\"\\n\\u202e\" | \"a\\\"\\n\\u202e\" | ")
    let long = styles(Array(repeating: 0x61, count: 300)) { string(.utf8, .rest, "v") }
    #expect(long.hasPrefix("\"" + String(repeating: "a", count: 256) + "…\" | "))
    // What is asked for is whole: only a summary is cut.
    #expect(long.hasSuffix(" | \"" + String(repeating: "a", count: 300) + "\" | \"" + String(repeating: "a", count: 300) + "\" | "))
    let exact = styles(Array(repeating: 0x61, count: 256)) { string(.utf8, .rest, "v") }
    #expect(exact.hasPrefix("\"" + String(repeating: "a", count: 256) + "\" | "))
  }

  @Test static func shortBytesAreShown() {
    #expect(styles([1, 0xAB]) { bytes(.remaining, "v") } == "01ab | 01ab | 01ab | ")
    #expect(
      styles(Array(repeating: 0, count: 17)) { bytes(.remaining, "v") }
        == "17 bytes | 17 bytes | 17 bytes | ")
    #expect(styles([]) { bytes(0, "v") } == "0 bytes | 0 bytes | 0 bytes | ")
    // Bytes that nothing accounts for are only counted.
    #expect(styles([7]) { uint(8, "a", if: .remaining(16)) } == "1 byte | 1 byte | 1 byte | ")
    #expect(
      styles((0...8).map { UInt8($0) }) { uint(72, "v") }.hasPrefix("0x000102030405060708 | "))
    #expect(styles([0, 5]) { reserved(16) } == "5 | 5 | 5 | ")
  }

  // MARK: Dates

  @Test(
    arguments: [
      (0, "1904-01-01T00:00:00Z"),
      (1, "1904-01-01T00:00:01Z"),
      (59 * 86_400, "1904-02-29T00:00:00Z"),
      (60 * 86_400, "1904-03-01T00:00:00Z"),
      (366 * 86_400 - 1, "1904-12-31T23:59:59Z"),
      (3_034_627_199, "2000-02-28T23:59:59Z"),
      (3_034_627_200, "2000-02-29T00:00:00Z"),
      (3_034_713_600, "2000-03-01T00:00:00Z"),
      (4_294_967_295, "2040-02-06T06:28:15Z"),
      (6_190_300_800, "2100-02-28T00:00:00Z"),
      (6_190_387_200, "2100-03-01T00:00:00Z"),
      (255_485_145_599, "9999-12-31T23:59:59Z"),
      (255_485_145_600, "255,485,145,600 s"),
      (.max, "9,223,372,036,854,775,807 s"),
      (-1, "1903-12-31T23:59:59Z"),
      (-60_052_751_999, "0001-01-01T00:00:01Z"),
      (-60_052_752_000, "-60,052,752,000 s"),
      (.min, "-9,223,372,036,854,775,808 s"),
    ] as [(Int64, String)])
  static func aMomentIsADate(_ seconds: Int64, _ expected: String) {
    var text = ByteWriter()
    text.put(date: seconds, since: .year1904)
    #expect(text.string == expected)
  }

  @Test static func datesCountFromTheirYear() {
    var text = ByteWriter()
    text.put(date: 0, since: .year1900)
    text.put(" ")
    text.put(date: 0, since: .year1970)
    text.put(" ")
    text.put(date: -86_401, since: .year1970)
    #expect(text.string == "1900-01-01T00:00:00Z 1970-01-01T00:00:00Z 1969-12-30T23:59:59Z")
  }

  @Test static func everyDayFollowsTheOneBefore() {
    // 1999-12-31 to 2101-01-01, by the rules of the calendar.
    var (year, month, day) = (2000, 1, 1)
    var seconds: Int64 = 946_684_800
    while year < 2101 {
      var text = ByteWriter()
      text.put(date: seconds, since: .year1970)
      func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
      let expected = "\(year)-\(two(month))-\(two(day))T00:00:00Z"
      if text.string != expected {
        Issue.record("\(text.string) for \(expected)")
        return
      }
      seconds += 86_400
      day += 1
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }

  // MARK: Arrays

  private static func matrix(_ values: [Int32]) -> String {
    styles(values.flatMap { big(UInt64(UInt32(bitPattern: $0)), 4) }) {
      array(9, "matrix", .matrix, of: int(32, "value"))
    }
  }

  @Test static func aMatrixIsItsNumbers() {
    let one: Int32 = 0x1_0000
    #expect(
      matrix([one, 0, 0, 0, one, 0, 0, 0, 0x4000_0000])
        == "identity | identity | 65,536, 0, …, 0, 1,073,741,824 | identity")
    let text = matrix([0, one, 0, -one, 0, 0, one / 2, 0, 0x4000_0000])
    #expect(
      text.hasPrefix("0.0, 1.0, 0.0; -1.0, 0.0, 0.0; 0.5, 0.0, 1.0 | "), "\(text)")
  }

  @Test static func arraysStandSideBySide() {
    #expect(
      styles(ascii("isomavc1")) { array(.remaining, "brands", of: code("brand")) }
        == "'isom' 'avc1' | 'isom' 'avc1' | 'isom' 'avc1' | ")
    #expect(
      styles((1...6).map { UInt8($0) }) { array(.remaining, "values", of: uint(8, "v")) }
        == "1, 2, …, 5, 6 | 1, 2, …, 5, 6 | 1, 2, …, 5, 6 | ")
    #expect(
      styles([1, 2, 3, 4]) { array(.remaining, "values", of: uint(8, "v", .minusOne)) }
        == "2, 3, 4, 5 | 2, 3, 4, 5 | 1, 2, 3, 4 | ")
  }

  /// The statistics of the column `v`, after two bits of `skip`.
  private struct Sums: FieldSink {
    var found: [TableReading.Statistics?] = []
    mutating func field(_ field: borrowing FieldReading) {}
    mutating func table(_ table: borrowing TableReading) {
      for column in -1...table.columns.count {
        found.append(column < 0 ? nil : table.statistics(ofColumn: column))
      }
    }
  }

  @Test static func columnsAreSummed() {
    let program = program {
      table(.remaining, "entries") {
        uint(64, "v")
        int(8, "signed")
      }
    }
    func sums(_ values: [UInt64]) -> TableReading.Statistics? {
      let source = ByteSource(copying: values.flatMap { big($0, 8) + [0xFF] })
      var cursor = ByteCursor(source.bytes)
      var walker = Walker()
      var sink = Sums()
      walker.walk(program, &cursor, context: NoContext(), into: &sink)
      #expect(sink.found.dropFirst(2).allSatisfy { $0 == nil })
      return sink.found.count > 1 ? sink.found[1] : nil
    }
    let three = sums([5, 1, 9])
    #expect(three?.least == 1)
    #expect(three?.greatest == 9)
    #expect(three?.sum == 15)
    #expect(three?.mean == 5)
    #expect(three?.count == 3)
    let huge = sums([.max, 1])
    #expect(huge?.sum == nil)
    #expect(huge?.mean == nil)
    #expect(huge?.greatest == .max)
    #expect(sums([]) == nil)
  }

  @Test static func numbersInARowAreFoundOnlyWhereTheyAre() {
    struct Rows: FieldSink {
      var values: [UInt64] = []
      mutating func field(_ field: borrowing FieldReading) {}
      mutating func table(_ table: borrowing TableReading) {
        for row in -1...table.count { values.append(table.raw(row: row, column: 0)) }
        values.append(table.raw(row: 0, column: 1))
      }
    }
    let program = program { table(.remaining, "entries") { uint(8, "v") } }
    let source = ByteSource(copying: [7, 8])
    var cursor = ByteCursor(source.bytes)
    var walker = Walker()
    var sink = Rows()
    walker.walk(program, &cursor, context: NoContext(), into: &sink)
    #expect(sink.values == [0, 7, 8, 0, 0])
  }
}
