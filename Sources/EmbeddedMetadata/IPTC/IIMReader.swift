import ByteReading
import Structure

/// Goes through data sets of IPTC-IIM once, forward: a mark, a record, a number, a size and as many bytes (IIM 4.2 §1.5).
package enum IIMReader {
  /// One data set.
  struct DataSet {
    let record: UInt8
    let number: UInt8
    /// All of it, and its value, in the source.
    let range: Range<Int>
    let value: Range<Int>
  }

  static let mark: UInt8 = 0x1C
  /// The mark, the record, the number and the size.
  private static let headCount = 5
  /// What a size of more than 15 bits has in place of it: the highest bit, and how many bytes the size has.
  private static let extended: UInt64 = 0x8000
  /// `ESC % G`: text is UTF-8 (ISO 2022).
  static let utf8: UInt64 = 0x1B_2547
  static let limit = 4_096
  static let textLimit = 65_536

  /// Whether a data set begins there.
  static func begins(_ bytes: RawSpan, at start: Int, before end: Int) -> Bool {
    start >= 0 && start < end && end <= bytes.byteCount && dataSet(bytes, at: start, before: end) != nil
  }

  /// The data set at `start`; `nil` when none begins there, or not all of it is there.
  static func dataSet(_ bytes: RawSpan, at start: Int, before end: Int) -> DataSet? {
    guard start >= 0, start <= end, end &- start >= headCount, bytes.byte(at: start) == mark,
      let record = bytes.byte(at: start &+ 1), (1...9).contains(record), let number = bytes.byte(at: start &+ 2),
      var size = bytes.bigEndian(at: start &+ 3, count: 2)
    else { return nil }
    var first = start &+ headCount
    if size & extended != 0 {
      let count = Int(size & (extended &- 1))
      guard (1...8).contains(count), count <= end &- first, let long = bytes.bigEndian(at: first, count: count)
      else { return nil }
      size = long
      first &+= count
    }
    guard first <= end, size <= UInt64(end &- first) else { return nil }
    let last = first &+ Int(size)
    return DataSet(record: record, number: number, range: start..<last, value: first..<last)
  }

  /// What the data sets say that begin with the first byte of `range`. Empty when none begin there.
  ///
  /// - Parameters:
  ///   - bytes: All bytes of the source.
  ///   - path: The path of the field that they lie in; `nil` when they are a node.
  /// - Complexity: O(*n*) in the bytes; no more than 4,096 data sets are looked at.
  package static func findings(
    in bytes: RawSpan, _ range: Range<Int>, path: String? = nil
  ) -> [EmbeddedFinding] {
    guard range.lowerBound >= 0, range.upperBound <= bytes.byteCount else { return [] }
    var findings: [EmbeddedFinding] = []
    var at = range.lowerBound
    var encoding = TextEncoding.latin1
    while let set = dataSet(bytes, at: at, before: range.upperBound) {
      guard findings.count < limit else {
        findings[findings.count - 1].nextLeftOut = at
        break
      }
      if set.record == 1, set.number == 90 {
        encoding = set.value.count == 3 && bytes.bigEndian(at: set.value.lowerBound, count: 3) == utf8 ? .utf8 : .latin1
      }
      let place = "data_sets[\(findings.count + 1)]"
      findings.append(finding(set, bytes, encoding: encoding, path: path.map { "\($0).\(place)" } ?? place))
      at = set.range.upperBound
    }
    return findings
  }

  private static func finding(
    _ set: DataSet, _ bytes: RawSpan, encoding: TextEncoding, path: String
  ) -> EmbeddedFinding {
    let name = IIMNames.names(of: UInt64(set.record))[UInt64(set.number)]
    var text: String?
    var number: Double?
    if IIMNames.isNumber(set.number, in: set.record), set.value.count == 2 {
      let value = bytes.bigEndian(at: set.value.lowerBound, count: 2) ?? 0
      number = Double(value)
      text = "\(value)"
    } else if set.record == 1, set.number == 90, encoding == .utf8 {
      text = "UTF-8"
    } else if IIMNames.isText(set.number, in: set.record) {
      var written = ByteWriter()
      written.put(
        text: bytes.extracting(set.value), encoding: encoding, style: .verbatim, limit: textLimit)
      text = written.string
      while text?.last == "\0" || text?.last == " " { text?.removeLast() }
    }
    return EmbeddedFinding(
      name: name?.description ?? "\(set.record):\(set.number)",
      tag: UInt16(set.record) << 8 | UInt16(set.number),
      subject: IIMNames.subject(of: set.number, in: set.record), text: text, number: number, values: set.value,
      fieldPath: path,
      // The first data set of a record is the version of the model that it keeps to.
      role: set.number == 0 ? .version : .entry)
  }
}
