public import ByteReading
public import MediaFacts
import Structure

/// The bytes of a value, where they lie: they are not copied until ``array`` is asked for.
public struct MetadataBytes: Sendable {
  private let source: ByteSource
  /// Where they are in their source: the file, or what was derived from it.
  public let extent: Extent
  /// Where they are in the file; `nil` in what was compressed.
  public let fileOffset: UInt64?

  init(_ source: ByteSource, _ extent: Extent, fileOffset: UInt64?) {
    self.source = source
    self.extent = extent
    self.fileOffset = fileOffset
  }

  /// Bytes that are in no file.
  ///
  /// - Parameter bytes: The bytes.
  public init(copying bytes: [UInt8]) {
    self.init(
      ByteSource(copying: bytes), Extent(byteOffset: 0, byteCount: bytes.count), fileOffset: nil)
  }

  /// The number of bytes.
  public var count: Int { extent.byteCount }

  /// Lends the bytes to `body`.
  ///
  /// - Parameter body: What looks at them; the bytes do not outlive it.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withBytes<T, E: Error>(_ body: (RawSpan) throws(E) -> T) throws(E) -> T {
    try body(source.bytes.extracting(extent.byteOffset..<extent.byteEnd))
  }

  /// Says that the bytes are needed, of a file that is fetched in parts.
  package func want() { source.want(extent.byteOffset..<extent.byteEnd) }

  /// A copy of the bytes.
  public var array: [UInt8] {
    withBytes { bytes in
      var copy: [UInt8] = []
      copy.reserveCapacity(bytes.byteCount)
      for index in bytes.byteOffsets { copy.append(bytes.byte(at: index) ?? 0) }
      return copy
    }
  }

  /// What picture they are, if they are one that is known here.
  public var picture: Picture? { withBytes { Picture($0) } }
}

extension MetadataBytes: Equatable {
  /// Whether they are the same bytes, wherever they lie.
  ///
  /// - Parameters:
  ///   - a: Bytes of one value.
  ///   - b: Bytes of another.
  /// - Returns: Whether they are equal.
  /// - Complexity: O(*n*) in the bytes.
  public static func == (a: MetadataBytes, b: MetadataBytes) -> Bool {
    a.count == b.count && a.withBytes { first in b.withBytes { first.hasSameBytes(as: $0) } }
  }
}

/// A number as it was stored.
public enum MetadataNumber: Hashable, Sendable {
  /// A whole number that fits with a sign.
  case integer(Int64)
  /// A number without sign, from 2⁶³ on where ``integer(_:)`` cannot hold it.
  case unsigned(UInt64)
  /// A number with a fraction.
  case real(Double)

  /// The number, rounded where a `Double` has fewer digits.
  public var double: Double {
    switch self {
    case .integer(let number): Double(number)
    case .unsigned(let number): Double(number)
    case .real(let number): number
    }
  }

  /// The number when it is whole and fits.
  public var integer: Int64? {
    switch self {
    case .integer(let number): number
    case .unsigned(let number): Int64(exactly: number)
    case .real(let number): Int64(exactly: number)
    }
  }

  /// The number in decimal.
  public var text: String {
    switch self {
    case .integer(let number): "\(number)"
    case .unsigned(let number): "\(number)"
    case .real(let number): "\(number)"
    }
  }

  /// The whole or decimal number that a text is; blanks around it do not count.
  init?(_ text: String) {
    var trimmed = Substring(text)
    while trimmed.first == " " { trimmed.removeFirst() }
    while trimmed.last == " " { trimmed.removeLast() }
    if let number = Int64(trimmed) {
      self = .integer(number)
    } else if let number = UInt64(trimmed) {
      self = .unsigned(number)
    } else if trimmed.utf8.allSatisfy({ $0.isDigit || "-.".utf8.contains($0) }),
      let number = Double(trimmed)
    {
      self = .real(number)
    } else {
      return nil
    }
  }
}

/// What an item says.
public enum MetadataValue: Sendable, Equatable {
  /// Text.
  case text(String)
  /// A number.
  case number(MetadataNumber)
  /// A moment, as exact as the file gives it.
  case date(MetadataDate)
  /// Bytes.
  case data(MetadataBytes)
  /// Several values.
  case list([MetadataValue])
  /// Values with names: the text of a comment with its language, a picture with its type.
  case dictionary([MetadataAttribute])

  /// The text, or a number or date in its usual form; of a dictionary its `text`, of a list the texts
  /// with a slash between them. `nil` for bytes.
  public var string: String? {
    switch self {
    case .text(let text): return text
    case .number(let number): return number.text
    case .date(let date): return date.text
    case .data: return nil
    case .list(let values):
      let texts = values.compactMap(\.string)
      return texts.count == values.count ? texts.joined(by: "/") : nil
    case .dictionary: return self["text"]?.string
    }
  }

  /// The number, or that which the text is.
  public var number: MetadataNumber? {
    switch self {
    case .number(let number): number
    case .text(let text): MetadataNumber(text)
    default: nil
    }
  }

  /// The date, or that which the text is.
  public var date: MetadataDate? {
    switch self {
    case .date(let date): date
    case .text(let text): MetadataDate(text)
    default: nil
    }
  }

  /// The texts of a list, or the one text there is.
  public var strings: [String] {
    if case .list(let values) = self { return values.compactMap(\.string) }
    return string.map { [$0] } ?? []
  }

  /// What persons did, and their names, of a list of such pairs; `nil` for what is none.
  package var credits: [(part: String, name: String)]? {
    guard case .list(let values) = self else { return nil }
    var credits: [(part: String, name: String)] = []
    for value in values {
      guard case .dictionary(let members) = value, members.count == 2, case .text(let part) = members[0].value,
        case .text(let name) = members[1].value
      else { return nil }
      credits.append((part, name))
    }
    return credits.isEmpty ? nil : credits
  }

  /// The value of this name in a dictionary.
  ///
  /// - Parameter name: The name.
  /// - Returns: `nil` when the value is no dictionary, or has no such name.
  public subscript(name: String) -> MetadataValue? { attribute(name)?.value }

  /// The value of this name in a dictionary, with where it lies.
  func attribute(_ name: String) -> MetadataAttribute? {
    guard case .dictionary(let attributes) = self else { return nil }
    return attributes.first { $0.name == name }
  }
}

/// A value with a name.
public struct MetadataAttribute: Sendable, Equatable {
  /// What the file calls it.
  public let name: String
  /// What it is.
  public let value: MetadataValue
  /// The bytes of the value as they are stored; `nil` where it has no field of its own.
  public private(set) var data: MetadataBytes?

  /// A named value.
  ///
  /// - Parameters:
  ///   - name: What the file calls it.
  ///   - value: What it is.
  public init(_ name: String, _ value: MetadataValue) {
    self.name = name
    self.value = value
  }

  /// A value that was read from these bytes.
  init(_ name: String, _ value: MetadataValue, from data: MetadataBytes) {
    self.init(name, value)
    self.data = data
  }

  /// Whether both are the same value under the same name, wherever they lie.
  ///
  /// - Parameters:
  ///   - a: A value with a name.
  ///   - b: Another.
  /// - Returns: Whether names and values are equal.
  public static func == (a: MetadataAttribute, b: MetadataAttribute) -> Bool {
    a.name == b.name && a.value == b.value
  }
}

/// Why a value is not what its format says that it is.
public enum MetadataFault: Hashable, Sendable {
  /// The bytes do not fit this well-known type of QuickTime; they are given as data.
  case doesNotFitType(UInt64)
  /// Bytes of the text are no characters of its encoding; each stands as U+FFFD, and the bytes can be
  /// had as data.
  case invalidText
  /// The frame is encrypted, or compressed in a way that cannot be undone; it is given as data.
  case cannotBeDecoded
  /// Its text is longer than is read, or than there is memory for; it is given as data.
  case tooLong
  /// The value is missing.
  case missing

  /// The fault in words.
  public var message: String {
    switch self {
    case .doesNotFitType(let type): "its bytes are not of its type \(type)"
    case .invalidText: "not all of its bytes are characters"
    case .cannotBeDecoded: "it is coded in a way that is not known here"
    case .tooLong: "its text is longer than is read here"
    case .missing: "there is no value"
    }
  }
}
