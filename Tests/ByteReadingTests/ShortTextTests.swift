import ByteReading
import Testing

@Suite struct ShortTextTests {
  /// Each length up to one too many, put where the store stands at each alignment.
  @Test func constantTextIsPutAsItIs() {
    let letters = "abcdefghijklmnopq"
    for length in 0...17 {
      let text = String(letters.prefix(length))
      let short = ShortText(Array(text.utf8).rawBytes)
      for lead in 0..<9 {
        let head = String(repeating: ".", count: lead)
        let found = written {
          $0.put(head)
          $0.put(short)
          $0.put("|")
        }
        #expect(found == head + String(text.prefix(16)) + "|", "\(length) bytes behind \(lead)")
      }
    }
  }

  /// The writer of a table is full after some thousand rows, in the middle of a piece.
  @Test func constantTextGrowsTheStore() {
    let short = ShortText(Array("0123456789abcdef".utf8).rawBytes)
    let found = written { for _ in 0..<1_000 { $0.put(short) } }
    #expect(found == String(repeating: "0123456789abcdef", count: 1_000))
  }

  private func isASCII(_ bytes: [UInt8]) -> Bool { bytes.rawBytes.isASCII }
  private func width(_ bytes: [UInt8]) -> Int { columns(of: bytes.rawBytes) }

  @Test func columnsOfASCIIAreItsBytes() {
    for length in 0...40 {
      var bytes = [UInt8](repeating: 0x61, count: length)
      #expect(isASCII(bytes))
      #expect(width(bytes) == length)
      // A byte that is none, in each place.
      for place in 0..<length {
        bytes[place] = 0xC3
        #expect(!isASCII(bytes), "\(length) bytes, one of them at \(place)")
        bytes[place] = 0x61
      }
    }
    #expect(width(Array("├─ 日".utf8)) == 5)
  }

  /// Ticks whose product with the scale needs more than 64 bits, and the largest that does not.
  @Test func secondsAreExactWhereTheProductIsWide() {
    #expect(written { $0.put(seconds: 1 << 62, per: (1 << 62) + 1, digits: 6) } == "1.000000")
    #expect(written { $0.put(seconds: 1 << 61, per: 1 << 62, digits: 6) } == "0.500000")
    #expect(written { $0.put(seconds: 1, per: 3, digits: 6) } == "0.333333")
    #expect(written { $0.put(seconds: 2, per: 3, digits: 6) } == "0.666667")
    #expect(written { $0.put(seconds: 18_446_744_073_709, per: 18_446_744_073_710, digits: 6) } == "1.000000")
  }
}
