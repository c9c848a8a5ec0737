import ByteReading

/// The keys of the data of a page, which its script alone reads: they are no format that we publish.
enum PageKey: FixedText, RecordKey {
  case call, name, word, first, sources, size, from, kinds, nodes, problems, moreProblems, fields, bytes, left,
    held, strands
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
    while let index = bytes.offset(of: UInt8(ascii: "<"), from: start) {
      put(bytes: bytes.extracting(start..<index))
      put("\\u003c")
      start = index + 1
    }
    put(bytes: bytes.extracting(start..<bytes.byteCount))
  }
}
