import ByteReading

/// The keys of the data of a page, which its script alone reads: they are no format that we publish.
enum PageKey: FixedText, RecordKey {
  case program, name, word, first, sources, size, from, nodes, problems, moreProblems, fields, bytes, left,
    strands
}

typealias PageRecords = RecordWriter<JSONEncoding, PageKey>

extension PageRecords {
  init() { self.init(JSONEncoding(isPretty: false), PageKey.self, ByteWriter()) }

  /// Puts bytes in base 64.
  mutating func put(base64 bytes: RawSpan) {
    output.put(UInt8(ascii: "\""))
    output.put(base64: bytes)
    output.put(UInt8(ascii: "\""))
  }
}

extension ByteWriter {
  /// Puts JSON as it may stand in an element `script`: `<` stands in strings alone, and is escaped, so
  /// that nothing ends the element.
  mutating func put(insideScript json: borrowing ByteWriter) {
    let bytes = json.contents
    var start = 0
    for index in 0..<bytes.byteCount where bytes.byte(at: index) == UInt8(ascii: "<") {
      put(bytes: bytes.extracting(start..<index))
      put("\\u003c")
      start = index + 1
    }
    put(bytes: bytes.extracting(start..<bytes.byteCount))
  }

  /// Puts bytes in base 64 (RFC 4648 §4).
  mutating func put(base64 bytes: RawSpan) {
    var index = 0
    let count = bytes.byteCount
    while index < count {
      let left = min(3, count - index)
      var word: UInt32 = 0
      for place in 0..<3 {
        word = word << 8 | (place < left ? UInt32(bytes.byte(at: index + place) ?? 0) : 0)
      }
      for place in 0..<4 {
        put(place <= left ? Self.digit(UInt8(word >> UInt32(18 - 6 * place) & 63)) : UInt8(ascii: "="))
      }
      index += 3
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }
}
