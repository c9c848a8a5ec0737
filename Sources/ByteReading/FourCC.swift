/// A four-character code: the type of an atom, a brand, a handler, a metadata key.
///
/// As text it is a *key string*: its characters, with a leading byte 0xA9 (`©` in MacRoman) written
/// `@`, as AVFoundation's constants spell it: `@nam`, `@ART`. No byte is lost: a real `@` in first
/// place is written `\x40`, any other byte outside 0x20...0x7E `\xNN`, a backslash `\\`. A code
/// whose first byte is zero and whose others are letters or digits is a three-character ID3v2.2 key
/// and is written with those three.
///
/// ```swift
/// FourCC(key: "@nam")   // 0xA96E616D
/// FourCC(0x4050_524D).key  // "\\x40PRM"
/// ```
public struct FourCC: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The code as a big-endian integer.
  public var rawValue: UInt32

  /// The code of this number.
  ///
  /// - Parameter rawValue: The four bytes, the first one most significant.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The code of these four bytes.
  ///
  /// - Parameter rawValue: The bytes, the first the most significant.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// The bytes of the code, first to last, for `index` in 0...3.
  ///
  /// - Parameter index: Which byte, 0...3.
  /// - Returns: The byte.
  public func byte(_ index: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: rawValue &>> UInt32(24 &- 8 &* index))
  }

  /// Whether the code is an ID3v2.2 key: a zero byte, then three letters or digits.
  public var isThreeCharacters: Bool {
    guard byte(0) == 0 else { return false }
    for index in 1..<4 where !(byte(index).isDigit || byte(index).isUppercaseLetter) {
      return false
    }
    return true
  }

  /// Whether all four bytes are printable ASCII characters.
  public var isPrintable: Bool {
    for index in 0..<4 where !byte(index).isPrintable { return false }
    return true
  }

  /// The key string.
  public var key: String {
    // Each byte takes four characters at most, which fit into a string without memory of its own.
    unsafe String(unsafeUninitializedCapacity: 16) { text in
      var count = 0
      func put(_ byte: UInt8) {
        unsafe text[count] = byte
        count &+= 1
      }
      func put(digit: UInt8) { put(digit &+ (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") &- 10)) }
      for index in (isThreeCharacters ? 1 : 0)..<4 {
        let byte = byte(index)
        switch byte {
        case 0xA9 where index == 0: put(UInt8(ascii: "@"))
        case UInt8(ascii: "@") where index == 0, _ where !byte.isPrintable:
          put(UInt8(ascii: "\\"))
          put(UInt8(ascii: "x"))
          put(digit: byte &>> 4)
          put(digit: byte & 0xF)
        case UInt8(ascii: "\\"):
          put(byte)
          put(byte)
        default: put(byte)
        }
      }
      return count
    }
  }

  /// The code that a key string stands for; `©nam`, `@nam` and `\xa9nam` are the same.
  ///
  /// Three letters or digits make an ID3v2.2 key. No other text that is not four bytes is a code.
  ///
  /// - Parameter key: The key string, at most four characters without escapes.
  public init?(key: String) { self.init(key: key[...]) }

  /// The same of a part of a text.
  ///
  /// - Parameter key: The key string.
  public init?(key: Substring) {
    var value: UInt32 = 0
    var count = 0
    var scalars = key.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      let byte: UInt8
      switch scalar {
      case "@" where count == 0, "©": byte = 0xA9
      case "\\":
        guard let escaped = scalars.next() else { return nil }
        if escaped == "x" {
          guard let high = scalars.next()?.hexDigit, let low = scalars.next()?.hexDigit
          else { return nil }
          byte = high &<< 4 | low
        } else {
          guard escaped.isASCII else { return nil }
          byte = UInt8(truncatingIfNeeded: escaped.value)
        }
      default:
        guard scalar.value < 0x80 else { return nil }
        byte = UInt8(truncatingIfNeeded: scalar.value)
      }
      value = value &<< 8 | UInt32(byte)
      count += 1
      if count > 4 { return nil }
    }
    guard count == 4 || count == 3 else { return nil }
    rawValue = value
    if count == 3, !isThreeCharacters { return nil }
  }
}

extension FourCC: ExpressibleByStringLiteral {
  /// A code written in our own source as its key string.
  ///
  /// - Parameter value: The key string.
  /// - Precondition: The literal is a key string; a mistake in our tables ends the program, and a
  ///   test touches them all.
  @inlinable
  @inline(__always)
  public init(stringLiteral value: StaticString) {
    if value.utf8CodeUnitCount == 4, value.hasPointerRepresentation {
      // The string is four bytes long.
      let start = unsafe value.utf8Start
      let code =
        unsafe UInt32(start[0]) &<< 24 | UInt32(start[1]) &<< 16 | UInt32(start[2]) &<< 8
        | UInt32(start[3])
      // Four characters stand for themselves unless the first is `@`, which is 0xA9, or one a backslash or not
      // ASCII. Comparisons with literals are everywhere, and this much a compiler folds.
      let isPlain =
        code & 0x8080_8080 == 0 && code & 0xFF != 0x5C && code &>> 8 & 0xFF != 0x5C && code &>> 16 & 0xFF != 0x5C
        && code &>> 24 != 0x5C
      if isPlain {
        self.init(rawValue: code &>> 24 == 0x40 ? code & 0xFF_FFFF | 0xA900_0000 : code)
        return
      }
    }
    if value.utf8CodeUnitCount == 3, value.hasPointerRepresentation {
      let start = unsafe value.utf8Start
      let (first, second, third) = unsafe (start[0], start[1], start[2])
      if Self.isOfKey(first), Self.isOfKey(second), Self.isOfKey(third) {
        self.init(rawValue: UInt32(first) &<< 16 | UInt32(second) &<< 8 | UInt32(third))
        return
      }
    }
    self.init(written: value)
  }

  /// Whether a byte of a literal is one that ID3v2.2 keys are made of.
  @inlinable
  @inline(__always)
  static func isOfKey(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 || byte >= 0x41 && byte <= 0x5A }

  /// A code in our own source whose key string has escapes.
  @usableFromInline
  init(written value: StaticString) {
    guard let code = FourCC(key: value.description) else {
      preconditionFailure("not a four-character code: \(value)")
    }
    self = code
  }
}

extension FourCC {
  /// Whether `list`, key strings of ours separated by single spaces, names this code.
  ///
  /// - Parameter list: The key strings, with one space between two.
  /// - Returns: Whether one of them is this code.
  public func isListed(in list: StaticString) -> Bool { place(in: list) != nil }

  /// Where `list`, key strings of ours separated by single spaces, names this code: how many come before it.
  package func place(in list: StaticString) -> Int? {
    var place = 0
    var isListed = false
    list.eachKey { code, length in
      isListed = length == 4 && code == rawValue
      if !isListed { place &+= 1 }
      return !isListed
    }
    return isListed ? place : nil
  }
}

extension StaticString {
  /// Calls `body` with each four-character code of a list of key strings that are separated by single
  /// spaces; three letters or digits are an ID3v2.2 key.
  package func eachCode(_ body: (FourCC) -> Void) {
    eachKey { code, length in
      let code = FourCC(code)
      if length == 4 || length == 3 && code.isThreeCharacters { body(code) }
      return true
    }
  }

  /// Calls `body` with the bytes of each key string in such a list and how many they are, until it
  /// returns false.
  @inline(__always)
  fileprivate func eachKey(_ body: (_ code: UInt32, _ length: Int) -> Bool) {
    let count = utf8CodeUnitCount
    guard hasPointerRepresentation else { return }
    // The pointer is good for `count` bytes, and `index` stays below it.
    let bytes = unsafe utf8Start
    var index = 0
    var code: UInt32 = 0
    var length = 0
    while index <= count {
      let byte = unsafe index < count ? bytes[index] : UInt8(ascii: " ")
      if byte == UInt8(ascii: " ") {
        if length > 0, !body(code, length) { return }
        code = 0
        length = 0
        index += 1
        continue
      }
      var value = UInt32(byte)
      if byte == UInt8(ascii: "@"), length == 0 { value = 0xA9 }
      if byte == UInt8(ascii: "\\"), index + 3 < count,
        unsafe bytes[index + 1] == UInt8(ascii: "x")
      {
        value = unsafe UInt32(bytes[index + 2].hexDigit ?? 0) &<< 4
          | UInt32(bytes[index + 3].hexDigit ?? 0)
        index += 3
      }
      code = code &<< 8 | value
      length += 1
      index += 1
    }
  }
}

extension FourCC: CustomStringConvertible {
  /// The key string.
  public var description: String { key }
}

extension Unicode.Scalar {
  fileprivate var hexDigit: UInt8? { isASCII ? UInt8(ascii: self).hexDigit : nil }
}
