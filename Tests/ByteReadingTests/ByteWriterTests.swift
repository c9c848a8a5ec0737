import ByteReading
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct ByteWriterTests {
  /// Text put in pieces of 1,000 numbers, so that the store moves through all alignments.
  private func compare(
    _ numbers: some Sequence<UInt64>, put: (inout ByteWriter, UInt64) -> Void,
    expected: (UInt64) -> String
  ) {
    var writer = ByteWriter()
    var wanted: [UInt8] = []
    var count = 0
    for number in numbers {
      put(&writer, number)
      writer.put(0x0A)
      wanted += Array(expected(number).utf8)
      wanted.append(0x0A)
      count += 1
      if count % 1_000 == 0 {
        if writer.contents.array != wanted {
          #expect(
            String(decoding: writer.contents.array, as: UTF8.self)
              == String(decoding: wanted, as: UTF8.self))
          return
        }
        writer.removeAll()
        wanted.removeAll(keepingCapacity: true)
      }
    }
    #expect(
      String(decoding: writer.contents.array, as: UTF8.self)
        == String(decoding: wanted, as: UTF8.self))
  }

  @Test func decimalsBelowAMillionAreThoseOfTheStandardLibrary() {
    compare(0..<1_000_000, put: { $0.put(decimal: $1) }, expected: { String($0) })
  }

  @Test func largeDecimalsAreThoseOfTheStandardLibrary() {
    compare(telling, put: { $0.put(decimal: $1) }, expected: { String($0) })
  }

  @Test func hexadecimalsBelowAMillionAreThoseOfTheStandardLibrary() {
    compare(
      0..<1_000_000, put: { $0.put(hex: $1, digits: 1) }, expected: { String($0, radix: 16) })
  }

  @Test func largeHexadecimalsAreThoseOfTheStandardLibrary() {
    compare(telling, put: { $0.put(hex: $1, digits: 0) }, expected: { String($0, radix: 16) })
    for digits in [2, 8, 9, 16, 20] {
      compare(
        telling.prefix(300), put: { $0.put(hex: $1, digits: digits) },
        expected: {
          let text = String($0, radix: 16)
          return String(repeating: "0", count: max(0, digits - text.count)) + text
        })
    }
  }

  /// Groups of three made the slow way.
  private func grouped(_ value: UInt64) -> String {
    var text = ""
    for (index, digit) in String(value).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  @Test func groupsOfThreeDigitsHaveCommas() {
    compare(telling, put: { $0.put(grouped: $1) }, expected: grouped)
    #expect(written { $0.put(grouped: 1_234_567 as UInt64) } == "1,234,567")
    #expect(written { $0.put(grouped: -1_000 as Int64) } == "-1,000")
    #expect(written { $0.put(grouped: Int64.min) } == "-9,223,372,036,854,775,808")
    #expect(written { $0.put(grouped: -5) } == "-5")
    for number in telling { #expect(number.grouped == grouped(number)) }
    #expect((-1_234_567).grouped == "-1,234,567")
    #expect(Int64.min.grouped == "-9,223,372,036,854,775,808")
    #expect((999 as UInt16).grouped == "999")
  }

  @Test func signedDecimalsHaveAMinus() {
    #expect(written { $0.put(decimal: Int64.min) } == "-9223372036854775808")
    #expect(written { $0.put(decimal: Int64.max) } == "9223372036854775807")
    #expect(written { $0.put(decimal: -1) } == "-1")
    #expect(written { $0.put(decimal: 0) } == "0")
  }

  @Test func widthsAlignToTheRight() {
    for width in [-1, 0, 1, 5, 26, 40] {
      let pad = { (text: String) in
        String(repeating: " ", count: max(0, width - text.count)) + text
      }
      compare(
        telling.prefix(300), put: { $0.put(decimal: $1, width: width) },
        expected: { pad(String($0)) })
      compare(
        telling.prefix(300), put: { $0.put(grouped: $1, width: width) },
        expected: { pad(self.grouped($0)) })
      compare(
        telling.prefix(300), put: { $0.put(decimal: $1, zeroPaddedTo: width) },
        expected: { pad(String($0)).replacing(" ", with: "0") })
    }
  }

  @Test func digitsAreCounted() {
    for number in telling { #expect(number.decimalDigitCount == String(number).count) }
  }

  @Test func textAndBytesGoInAsTheyAre() {
    #expect(written { $0.put("Größe") } == "Größe")
    let name = "mv" + "hd"
    #expect(written { $0.put(name) } == "mvhd")
    #expect(written { $0.put("") } == "")
    let bytes: [UInt8] = [0x61, 0x62]
    let none: [UInt8] = []
    #expect(written { $0.put(bytes: bytes.rawBytes) } == "ab")
    #expect(written { $0.put(bytes: none.rawBytes) } == "")
    #expect(written { $0.putSpaces(3) } == "   ")
    #expect(written { $0.putSpaces(-3) } == "")
    #expect(written { $0.put(repeating: 0x2D, count: 17) } == "-----------------")
  }

  @Test(arguments: 0..<20) func hexBytesWithAndWithoutSeparator(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let pairs = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    #expect(written { $0.put(hexBytes: bytes.rawBytes, separator: nil) } == pairs.joined())
    #expect(
      written { $0.put(hexBytes: bytes.rawBytes, separator: 0x20) }
        == pairs.joined(separator: " "))
  }

  @Test func doublesReadBack() {
    #expect(written { $0.put(2.0) } == "2.0")
    #expect(written { $0.put(0.1) } == "0.1")
    #expect(written { $0.put(-1e20) } == "-1e+20")
    #expect(written { $0.put(Double.nan) } == "null")
    #expect(written { $0.put(-Double.infinity) } == "null")
  }

  @Test func rationalsAreRoundedHalfUp() {
    let rational = { (numerator: UInt64, denominator: UInt64, digits: Int) in
      written { $0.put(seconds: numerator, per: denominator, digits: digits) }
    }
    #expect(rational(1, 2, 0) == "1")
    #expect(rational(1, 3, 3) == "0.333")
    #expect(rational(2, 3, 3) == "0.667")
    #expect(rational(1_001, 30_000, 6) == "0.033367")
    #expect(rational(9_995, 1_000, 2) == "10.00")
    #expect(rational(9_994, 1_000, 2) == "9.99")
    #expect(rational(5, 1_000, 2) == "0.01")
    #expect(rational(.max, 1, 3) == "18446744073709551615.000")
    #expect(rational(.max, .max, 19) == "1.0000000000000000000")
    #expect(rational(.max - 1, .max, 19) == "0.9999999999999999999")
    #expect(rational(.max - 1, .max, 18) == "1.000000000000000000")
    #expect(rational(.max, 2, 0) == "9223372036854775808")
    #expect(rational(1, 0, 3) == "null")
  }

  @Test func keysAreTheirKeyStrings() {
    for first in 0...255 {
      for rest: UInt32 in [
        0x6E_616D, 0x41_5254, 0x5C_2020, 0x20_5C7E, 0x00_0001, 0x7F_7F7F, 0xFF_A940, 0x20_1F41,
        0x40_4040, 0x54_5432,
      ] {
        let code = FourCC(UInt32(first) << 24 | rest)
        #expect(written { $0.put(key: code) } == code.key)
      }
    }
  }

  @Test func truncationCutsALine() {
    var writer = ByteWriter()
    writer.put("first line")
    let mark = writer.count
    writer.put(", and more")
    writer.truncate(to: mark)
    writer.truncate(to: 1_000)
    #expect(writer.contents.array == Array("first line".utf8))
    #expect(writer.total == 10)
    writer.removeAll()
    #expect(writer.count == 0)
    #expect(writer.total == 10)
  }

  @Test func aWriterInMemoryGrowsAndIsPutIntoAnother() {
    var other = ByteWriter()
    for number in 0..<100_000 as Range<UInt64> { other.put(decimal: number, width: 10) }
    var writer = ByteWriter()
    writer.put("x")
    writer.put(other)
    #expect(writer.count == 1_000_001)
    let last = writer.contents.byte(at: 1_000_000)
    #expect(last == 0x39)
    #expect(writer.failure == 0)
  }

  @Test func aDescriptorGetsAllBytesInOrder() throws {
    // A pipe holds 64 KiB on both systems, so all of it fits.
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    defer { close(ends[0]) }
    var writer = ByteWriter(descriptor: ends[1])
    for number in 0..<6_000 as Range<UInt64> { writer.put(decimal: number, width: 9) }
    writer.put("end")
    writer.flush()
    #expect(writer.failure == 0)
    #expect(writer.total == 54_003)
    close(ends[1])
    var bytes = [UInt8](repeating: 0, count: 54_003)
    var count = 0
    while count < bytes.count {
      let got = unsafe bytes[count...].withUnsafeMutableBytes {
        unsafe read(ends[0], $0.baseAddress, $0.count)
      }
      if got <= 0 { break }
      count += got
    }
    #expect(count == 54_003)
    #expect(String(decoding: bytes[53_991..<54_003], as: UTF8.self) == "     5999end")
  }

  @Test func textLongerThanTheBufferGoesInPieces() throws {
    let path = "/tmp/atomtools-writer-\(getpid())"
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    try #require(descriptor >= 0)
    defer {
      close(descriptor)
      _ = unsafe unlink(path)
    }
    let long = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
    var writer = ByteWriter(descriptor: descriptor)
    writer.put("head")
    writer.put(bytes: long.rawBytes)
    writer.flush()
    #expect(writer.total == 300_004)
    var back = [UInt8](repeating: 0, count: 300_004)
    let got = unsafe back.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, $0.count, 0)
    }
    #expect(got == 300_004)
    #expect(back == Array("head".utf8) + long)
  }

  @Test func theFirstFailureIsKept() throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    close(ends[1])
    // The reading end cannot be written to.
    var writer = ByteWriter(descriptor: ends[0])
    for _ in 0..<40_000 { writer.put("0123456789") }
    #expect(writer.failure == EBADF)
    writer.flush()
    let hasFailed = writer.hasFailed
    #expect(hasFailed)
    #expect(writer.total == 400_000)
    close(ends[0])
  }

  @Test(arguments: [
    (2, 1, "2.000 s"), (0, 7, "0.000 s"), (59_999, 1_000, "59.999 s"), (599_996, 10_000, "1:00.000"),
    (125, 2, "1:02.500"), (33_000, 1, "9:10:00.000"), (1, 0, "null"),
    (UInt64.max, 1, "5124095576030431:00:15.000"),
  ] as [(UInt64, UInt64, String)])
  func timesAreClocksFromAMinuteOn(ticks: UInt64, scale: UInt64, expected: String) {
    var writer = ByteWriter()
    writer.put(clock: ticks, per: scale)
    let text = writer.string
    #expect(text == expected)
  }

  /// It is the same millisecond as without the zeros in front.
  @Test(arguments: [
    (2_048, 12_288, "00:00:00.167"), (33_000, 1, "09:10:00.000"), (599_996, 10_000, "00:01:00.000"), (1, 0, "null"),
    (UInt64.max, UInt64.max, "00:00:01.000"),
  ] as [(UInt64, UInt64, String)])
  func fullClocksHaveHours(ticks: UInt64, scale: UInt64, expected: String) {
    var writer = ByteWriter()
    writer.put(fullClock: ticks, per: scale)
    let text = writer.string
    #expect(text == expected)
  }

  @Test(arguments: [
    (1, "1 byte"), (10_239, "10,239 bytes"), (10_240, "10.0 KiB"), (28_724, "28.1 KiB"), (1_048_575, "1,024.0 KiB"),
    (1 << 20, "1.0 MiB"), (34_145_000_000, "31.8 GiB"), (UInt64.max, "17,179,869,184.0 GiB"),
  ] as [(UInt64, String)])
  func sizesHaveUnitsFromTenOn(count: UInt64, expected: String) {
    var writer = ByteWriter()
    writer.put(byteSize: count)
    let text = writer.string
    #expect(text == expected)
  }

  /// The digits of so many bytes, whole blocks of them and what is behind the last, are those of their bits by six.
  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7, 3_071, 3_072, 3_073, 3_074, 3_075, 3_076, 6_148])
  func digitsOfBase64AreSixBitsEach(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 167 + 11) }
    var writer = ByteWriter()
    writer.put(base64: bytes.rawBytes)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
    var expected = ""
    for start in stride(from: 0, to: bits.count, by: 6) {
      let six = (0..<6).reduce(0) { $0 * 2 + Int(start + $1 < bits.count ? bits[start + $1] : 0) }
      expected.append(letters[six])
    }
    while expected.count % 4 > 0 { expected += "=" }
    #expect(writer.string == expected)
  }
}
