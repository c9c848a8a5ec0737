internal import ByteReading

/// A value of CBOR as code consults it: what it holds, and where text and bytes lie (RFC 8949).
package enum CBORValue: Sendable {
  case number(UInt64)
  /// Where the text lies; pieces of unknown length are none of these.
  case text(Range<Int>)
  case bytes(Range<Int>)
  case array([CBORValue])
  case map([(key: CBORValue, value: CBORValue)])
  case flag(Bool)
  case null
  /// A negative number, a float, a tag's number.
  case other

  /// The first value in `range` of `bytes`.
  ///
  /// - Returns: `nil` when it is cut off, has more than ``limit`` values, is deeper than ``depthLimit``, or has
  ///   pieces of unknown length.
  /// - Complexity: O(*n*) in its values.
  package static func read(_ bytes: RawSpan, in range: Range<Int>) -> CBORValue? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.byteCount else { return nil }
    var reader = CBORReader(at: range.lowerBound, end: range.upperBound)
    return reader.value(bytes, depth: 0)
  }

  package static let limit = 16_384
  package static let depthLimit = 32

  /// The value behind a key that is this text.
  package func value(forKey name: StaticString, in bytes: RawSpan) -> CBORValue? {
    guard case .map(let entries) = self else { return nil }
    for (key, value) in entries {
      if case .text(let range) = key, range.count == name.utf8CodeUnitCount,
        bytes.extracting(range).begins(with: name)
      {
        return value
      }
    }
    return nil
  }

  package var items: [CBORValue] { if case .array(let items) = self { items } else { [] } }
  package var number: UInt64? { if case .number(let number) = self { number } else { nil } }
  package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  package var isNull: Bool { if case .null = self { true } else { false } }
  package var byteRange: Range<Int>? { if case .bytes(let range) = self { range } else { nil } }

  /// The text, at most 4,096 bytes of it; whoever prints it escapes it.
  package func string(in bytes: RawSpan) -> String? {
    guard case .text(let range) = self, range.count <= 4_096 else { return nil }
    var text = ByteWriter()
    text.put(text: bytes.extracting(range), encoding: .utf8, style: .verbatim)
    return text.string
  }
}

private struct CBORReader {
  private var at: Int
  private let end: Int
  private var left = CBORValue.limit

  init(at: Int, end: Int) {
    self.at = at
    self.end = end
  }

  mutating func value(_ bytes: RawSpan, depth: Int) -> CBORValue? {
    guard depth < CBORValue.depthLimit, left > 0, at < end, let head = bytes.byte(at: at) else { return nil }
    left &-= 1
    at &+= 1
    let (major, information) = (head &>> 5, head & 31)
    var argument = UInt64(information)
    if information >= 24 {
      guard information < 28 else { return nil }
      let count = 1 &<< Int(information &- 24)
      guard count <= end &- at, let number = bytes.bigEndian(at: at, count: count) else { return nil }
      argument = number
      at &+= count
    }
    switch major {
    case 0: return .number(argument)
    case 1: return .other
    case 2, 3:
      guard argument <= UInt64(end &- at) else { return nil }
      let range = at..<at &+ Int(argument)
      at = range.upperBound
      return major == 2 ? .bytes(range) : .text(range)
    case 4:
      guard argument <= UInt64(min(left, end &- at)) else { return nil }
      var items: [CBORValue] = []
      for _ in 0..<argument {
        guard let item = value(bytes, depth: depth &+ 1) else { return nil }
        items.append(item)
      }
      return .array(items)
    case 5:
      guard argument <= UInt64(min(left, end &- at)) / 2 else { return nil }
      var entries: [(key: CBORValue, value: CBORValue)] = []
      for _ in 0..<argument {
        guard let key = value(bytes, depth: depth &+ 1), let value = value(bytes, depth: depth &+ 1)
        else { return nil }
        entries.append((key, value))
      }
      return .map(entries)
    case 6: return value(bytes, depth: depth &+ 1)
    default:
      switch information {
      case 20, 21: return .flag(information == 21)
      case 22, 23: return .null
      default: return .other
      }
    }
  }
}
