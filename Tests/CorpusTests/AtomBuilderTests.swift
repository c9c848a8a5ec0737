import ByteReading
import Corpus
import Testing

@Suite struct AtomBuilderTests {
  @Test func sizesAreComputed() {
    let bytes = atoms {
      atom("moov") {
        atom("free")
        atom("@nam", version: 1, flags: 0x20304) { u16(0x0506) }
      }
    }
    #expect(
      bytes == [
        0, 0, 0, 30, 0x6D, 0x6F, 0x6F, 0x76,
        0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65,
        0, 0, 0, 14, 0xA9, 0x6E, 0x61, 0x6D, 1, 2, 3, 4, 5, 6,
      ])
  }

  @Test func sizesMayLie() {
    #expect(atom("free", rawSize: 7).bytes == [0, 0, 0, 7, 0x66, 0x72, 0x65, 0x65])
    let large = largeAtom("free", rawSize: .max) { u8(9) }
    #expect(
      large.bytes == [0, 0, 0, 1, 0x66, 0x72, 0x65, 0x65] + Array(repeating: 0xFF, count: 8) + [9])
  }

  @Test func largeAndExtendedHeadersCount() {
    #expect(largeAtom("free") { u8(9) }.bytes.suffix(9) == [0, 0, 0, 0, 0, 0, 0, 17, 9])
    let extended = uuidAtom("00010203-0405-0607-0809-0a0b0c0d0e0f") { u8(0x10) }
    #expect(extended.bytes == [0, 0, 0, 25, 0x75, 0x75, 0x69, 0x64] + Array(0...0x10))
  }

  @Test func bitsStandSideBySide() {
    #expect(bits((1, 1), (2, 0), (5, 21), (12, 0xABC), (4, 1)).bytes == [0x95, 0xAB, 0xC1])
  }

  @Test func numbersAreBigEndian() {
    #expect(u24(0x01_0203).bytes == [1, 2, 3])
    #expect(u16(1, 2).bytes == [0, 1, 0, 2])
    #expect(i16(-2).bytes == [0xFF, 0xFE])
    #expect(fixed16(1.5, -1).bytes == [0, 1, 0x80, 0, 0xFF, 0xFF, 0, 0])
    #expect(fixed8(1).bytes == [1, 0])
    #expect(language("und").bytes == [0x55, 0xC4])
  }

  @Test func textHasItsFraming() {
    #expect(text("ü", terminated: true).bytes == [0xC3, 0xBC, 0])
    #expect(pascal("ab", filling: 4).bytes == [2, 0x61, 0x62, 0])
    #expect(utf16("é").bytes == [0xFE, 0xFF, 0, 0xE9])
  }
}
