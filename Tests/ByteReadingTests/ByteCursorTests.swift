import ByteReading
import Testing

@Suite struct ByteCursorTests {
  private let bytes: [UInt8] = [
    0xA5, 0x01, 0xFF, 0x00, 0x80, 0x7E, 0xC3, 0x5A, 0x12, 0xED, 0x00, 0x01, 0x99, 0xF0, 0x0F, 0x37,
    0x6B, 0xFE,
  ]

  /// The bits read one at a time, as slowly and plainly as can be.
  private func naive(at position: Int, bits: Int) -> UInt64 {
    var value: UInt64 = 0
    for bit in position..<(position + bits) {
      value = value << 1 | UInt64(bytes[bit / 8] >> UInt8(7 - bit % 8) & 1)
    }
    return value
  }

  @Test(arguments: 0...64) func everyWidthIsReadAtEveryBit(width: Int) throws {
    let limit = bytes.count * 8
    for position in 0...limit {
      let extent = Extent(start: position, count: limit - position)
      var cursor = ByteCursor(bytes.rawBytes, over: extent)
      let peeked = cursor.peek(bits: width)
      if position + width <= limit {
        let value = try cursor.read(bits: width)
        let after = cursor.position
        #expect(value == naive(at: position, bits: width), "bit \(position)")
        #expect(peeked == value)
        #expect(after == position + width)
      } else {
        var thrown: ReadError?
        do throws(ReadError) { _ = try cursor.read(bits: width) } catch { thrown = error }
        let after = cursor.position
        #expect(
          thrown == .truncated(at: position, wanted: width, left: limit - position))
        #expect(after == position)
        #expect(peeked == nil)
      }
    }
  }

  @Test func aRegionIsKeptInsideItsBytes() throws {
    var cursor = ByteCursor(bytes.rawBytes, over: Extent(byteOffset: 2, byteCount: 2))
    #expect(throws: ReadError.truncated(at: 16, wanted: 17, left: 16)) {
      var cursor = ByteCursor(bytes.rawBytes, over: Extent(byteOffset: 2, byteCount: 2))
      _ = try cursor.read(bits: 17)
    }
    let value = try cursor.read(bits: 16)
    let left = cursor.remaining
    #expect(value == 0xFF00)
    #expect(left == 0)
    for extent in [
      Extent(start: -8, count: 4), Extent(start: 1 << 40, count: 8),
      Extent(start: 140, count: 1_000),
    ] {
      let cursor = ByteCursor(bytes.rawBytes, over: extent)
      let (position, end) = (cursor.position, cursor.end)
      #expect(position >= 0 && position <= end && end <= bytes.count * 8)
    }
  }

  @Test func aSkipSaysWhereTheBitsWere() throws {
    var cursor = ByteCursor(bytes.rawBytes)
    try cursor.skip(bits: 3)
    let extent = try cursor.skip(bits: 13)
    #expect(extent == Extent(start: 3, count: 13))
    var thrown: ReadError?
    do throws(ReadError) { try cursor.skip(bits: 1_000) } catch { thrown = error }
    let position = cursor.position
    #expect(thrown == .truncated(at: 16, wanted: 1_000, left: 128))
    #expect(position == 16)
    for bits in [-1, 65] {
      var thrown: ReadError?
      do throws(ReadError) { _ = try cursor.read(bits: bits) } catch { thrown = error }
      #expect(thrown != nil)
    }
  }

  /// The bits of a text of zeros and ones, filled up with zeros.
  private func pack(_ bits: String) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (bits.utf8.count + 7) / 8)
    for (index, bit) in bits.utf8.enumerated() where bit == 0x31 {
      bytes[index / 8] |= 0x80 >> UInt8(index % 8)
    }
    return bytes
  }

  @Test func expGolombCodesAreThoseOfTheTable() throws {
    let codes: [(String, UInt64)] = [
      ("1", 0), ("010", 1), ("011", 2), ("00100", 3), ("00111", 6), ("0001000", 7), ("0001010", 9),
      (String(repeating: "0", count: 32) + "1" + String(repeating: "0", count: 32), 4_294_967_295),
      (String(repeating: "0", count: 63) + String(repeating: "1", count: 64), .max - 1),
    ]
    let stream = pack(codes.map(\.0).joined())
    var cursor = ByteCursor(stream.rawBytes)
    for (code, value) in codes {
      let read = try cursor.readExpGolomb()
      #expect(read == value, "\(code)")
    }
    let zeros = [UInt8](repeating: 0, count: 40)
    for count in [0, 1, 40] {
      var cursor = ByteCursor(zeros.rawBytes, over: Extent(byteOffset: 0, byteCount: count))
      var thrown: ReadError?
      do throws(ReadError) { _ = try cursor.readExpGolomb() } catch { thrown = error }
      #expect(thrown != nil)
    }
  }

  @Test func numbersOfSevenBitGroupsAreRead() throws {
    let little: [([UInt8], UInt64)] = [
      ([0x00], 0), ([0x7F], 127), ([0x80, 0x01], 128), ([0xE5, 0x8E, 0x26], 624_485),
      ([0x80, 0x00], 0), ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], 0xFF_FFFF_FFFF_FFFF),
    ]
    for (bytes, value) in little {
      var cursor = ByteCursor(bytes.rawBytes)
      let read = try cursor.readLEB128()
      let left = cursor.remaining
      #expect(read == value)
      #expect(left == 0)
    }
    let big: [([UInt8], UInt64)] = [
      ([0x19], 25), ([0x80, 0x80, 0x80, 0x19], 25), ([0x81, 0x00], 128),
      ([0xFF, 0xFF, 0xFF, 0x7F], 0xFFF_FFFF),
    ]
    for (bytes, value) in big {
      var cursor = ByteCursor(bytes.rawBytes)
      let read = try cursor.readExpandableSize()
      let left = cursor.remaining
      #expect(read == value)
      #expect(left == 0)
    }
    let cut: [UInt8] = [0x80, 0x80]
    var cursor = ByteCursor(cut.rawBytes)
    var thrown: ReadError?
    do throws(ReadError) { _ = try cursor.readLEB128() } catch { thrown = error }
    #expect(thrown == .truncated(at: 16, wanted: 8, left: 0))
  }

  @Test func emulationPreventionBytesArePassedOver() throws {
    let escaped: [UInt8] = [
      0x67, 0x00, 0x00, 0x03, 0x01, 0x00, 0x00, 0x03, 0x00, 0x00, 0x03, 0x03, 0x00, 0x03,
    ]
    let plain: [UInt64] = [0x67, 0, 0, 1, 0, 0, 0, 0, 3, 0, 3]
    for width in 1...8 {
      var bits: [UInt64] = []
      for byte in plain { for bit in 0..<8 as Range<UInt64> { bits.append(byte >> (7 - bit) & 1) } }
      var cursor = ByteCursor(
        escaped.rawBytes, over: Extent(byteOffset: 0, byteCount: escaped.count),
        skippingEmulationPrevention: true)
      var index = 0
      while index + width <= bits.count {
        let wanted = bits[index..<(index + width)].reduce(0) { $0 << 1 | $1 }
        let value = try cursor.read(bits: width)
        #expect(value == wanted, "bit \(index) by \(width)")
        index += width
      }
    }
    let end: [UInt8] = [0x00, 0x00, 0x03]
    var cursor = ByteCursor(
      end.rawBytes, over: Extent(byteOffset: 0, byteCount: 3), skippingEmulationPrevention: true)
    let first = try cursor.read(bits: 16)
    var thrown: ReadError?
    do throws(ReadError) { _ = try cursor.read(bits: 1) } catch { thrown = error }
    let position = cursor.position
    #expect(first == 0)
    #expect(thrown != nil)
    #expect(position == 16)
  }

  @Test func terminatorsAreFound() throws {
    let text: [UInt8] = [0x61, 0x62, 0x00, 0x00, 0x63, 0x00]
    var cursor = ByteCursor(text.rawBytes)
    let one = cursor.distanceToTerminator(width: 1)
    let two = cursor.distanceToTerminator(width: 2)
    let four = cursor.distanceToTerminator(width: 4)
    try cursor.skip(bits: 24)
    let odd = cursor.distanceToTerminator(width: 2)
    #expect(one == 2)
    #expect(two == 2)
    #expect(four == nil)
    #expect(odd == nil)
  }

  @Test func bytesOfASpanAreHadOneByOne() {
    let span = bytes.rawBytes
    let values = [span.byte(at: 0), span.byte(at: 17), span.byte(at: 18), span.byte(at: -1)]
    #expect(values == [0xA5, 0xFE, nil, nil])
    let numbers = [
      span.bigEndian(at: 0, count: 2), span.bigEndian(at: 16, count: 2),
      span.bigEndian(at: 17, count: 2), span.bigEndian(at: .max, count: 8),
      span.bigEndian(at: 0, count: 9), span.bigEndian(at: 5, count: 0),
    ]
    #expect(numbers == [0xA501, 0x6BFE, nil, nil, nil, 0])
    // Of each width at each place, whatever stands behind it.
    for count in 1...8 {
      for place in 0...bytes.count - count {
        let expected = bytes[place..<place + count].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let number = span.bigEndian(at: place, count: count)
        #expect(number == expected, "\(count) bytes at \(place)")
      }
      let behind = span.bigEndian(at: bytes.count - count + 1, count: count)
      #expect(behind == nil)
    }
  }

  @Test func extentsCountTheBytesTheyTouch() {
    let extent = Extent(start: 13, count: 4)
    #expect(extent.end == 17)
    #expect(extent.byteOffset == 1)
    #expect(extent.byteEnd == 3)
    #expect(extent.byteCount == 2)
    #expect(!extent.isByteAligned)
    #expect(Extent(byteOffset: 3, byteCount: 2) == Extent(start: 24, count: 16))
    #expect(Extent(byteOffset: 3, byteCount: 2).isByteAligned)
  }
}
