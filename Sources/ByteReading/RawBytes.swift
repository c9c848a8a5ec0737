#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension Array where Element: FixedWidthInteger & BitwiseCopyable {
  /// The bytes of the elements as they lie in memory.
  public var rawBytes: RawSpan {
    @_lifetime(borrow self)
    get {
      // Integers have no padding: all bytes are initialized.
      unsafe span.bytes
    }
  }
}

extension RawSpan {
  /// Whether it begins with the bytes of `other`.
  package func hasPrefix(_ other: RawSpan) -> Bool {
    guard other.byteCount <= byteCount else { return false }
    for offset in 0..<other.byteCount where byte(at: offset) != other.byte(at: offset) { return false }
    return true
  }
}

extension StaticString {
  /// The UTF-8 bytes; they are part of the program, and never go.
  ///
  /// - Precondition: It is no single scalar, which has no address; literals are none unless their type
  ///   says so.
  public var rawBytes: RawSpan {
    @_lifetime(immortal)
    get {
      // The pointer is good for as many bytes as the string says.
      let bytes = unsafe RawSpan(
        _unsafeStart: UnsafeRawPointer(utf8Start), byteCount: utf8CodeUnitCount)
      return unsafe _overrideLifetime(bytes, copying: ())
    }
  }

  /// A number that two strings share when they have the same UTF-8 bytes, and hardly ever otherwise
  /// (FNV-1a).
  public var fingerprint: UInt64 { rawBytes.fingerprint }

  /// Whether the two have the same UTF-8 bytes.
  ///
  /// - Parameter other: Another text.
  /// - Returns: Whether the two are equal.
  public func isSame(as other: StaticString) -> Bool {
    guard utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
    // Both pointers are good for as many bytes as their strings say; literals have no others.
    let (a, b) = unsafe (utf8Start, other.utf8Start)
    if unsafe a == b { return true }
    for index in 0..<utf8CodeUnitCount where unsafe a[index] != b[index] { return false }
    return true
  }
}

extension String {
  /// The number of the same text as a ``StaticString``.
  public var fingerprint: UInt64 {
    var text = self
    // The span does not leave the closure, in which the buffer lives.
    return text.withUTF8 { utf8 in unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(utf8)).fingerprint }
  }
}

extension Substring {
  /// The number of the same text as a ``StaticString``.
  public var fingerprint: UInt64 {
    var text = self
    // The span does not leave the closure, in which the buffer lives.
    return text.withUTF8 { utf8 in unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(utf8)).fingerprint }
  }

  /// Whether it has the same UTF-8 bytes as `other`.
  ///
  /// - Parameter other: The other text.
  /// - Returns: Whether the two are equal.
  public func isSame(as other: StaticString) -> Bool {
    guard utf8.count == other.utf8CodeUnitCount else { return false }
    // The pointer is good for as many bytes as the string says.
    let bytes = unsafe other.utf8Start
    var place = 0
    for byte in utf8 {
      guard unsafe bytes[place] == byte else { return false }
      place += 1
    }
    return true
  }
}

extension ByteWriter {
  /// A copy of the bytes held.
  public var array: [UInt8] {
    let bytes = contents
    // The closure gets exactly the bytes of the span.
    return unsafe bytes.withUnsafeBytes { unsafe Array($0) }
  }

  /// The bytes held, as text; invalid UTF-8 is repaired.
  ///
  /// For the rare places that need a `String`, never per row.
  public var string: String { String(copying: contents) }
}

extension String {
  /// A copy of UTF-8 text; what is invalid is repaired, and what is long is ``streamSafe``.
  ///
  /// - Parameter bytes: The bytes.
  public init(copying bytes: RawSpan) {
    // The closure gets exactly the bytes of the span.
    self = unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    if bytes.byteCount >= Self.longOfMarks { self = streamSafe }
  }

  /// The text with a joiner (U+034F) behind each thirty marks that follow one another: no writing has as many, and who
  /// compares texts puts all that follow one another in order, which takes the square of their number
  /// (UAX #15 §13, Stream-Safe Text Format).
  ///
  /// - Complexity: O(*n*), of text without marks by its bytes alone.
  package var streamSafe: String {
    guard mayHaveManyMarks else { return self }
    var safe = ""
    var marks = 0
    var isChanged = false
    for scalar in unicodeScalars {
      marks = scalar.value < 0x300 || scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks &+ 1
      if marks > Self.marks {
        safe.unicodeScalars.append("\u{34F}")
        isChanged = true
        marks = 1
      }
      safe.unicodeScalars.append(scalar)
    }
    return isChanged ? safe : self
  }

  /// Whether there are as many bytes beside ASCII behind one another as thirty marks take.
  private var mayHaveManyMarks: Bool {
    var text = self
    return text.withUTF8 { utf8 in
      // The span does not leave the closure, in which the buffer lives.
      let bytes = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(utf8))
      var (place, run) = (0, 0)
      while place < bytes.byteCount {
        if place &+ 8 <= bytes.byteCount, bytes.word(at: place) & 0x8080_8080_8080_8080 == 0 {
          (place, run) = (place &+ 8, 0)
          continue
        }
        run = bytes.byte(at: place).map { $0 < 0x80 } ?? true ? 0 : run &+ 1
        if run > 2 * Self.marks { return true }
        place &+= 1
      }
      return false
    }
  }

  /// Marks that may follow one another, and the bytes of a text that is looked through for more: to put those of a
  /// shorter one in order takes no time.
  private static let marks = 30
  private static let longOfMarks = 256
}

extension RawSpan {
  /// Whether all bytes are characters of ASCII, and none is zero.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public var isPlainASCII: Bool {
    for index in byteOffsets {
      guard let byte = byte(at: index), byte &- 1 < 0x7F else { return false }
    }
    return true
  }

  /// `seed` mixed with the bytes: a number that spans with the same bytes share, and others hardly ever
  /// do unless somebody made them so.
  ///
  /// - Parameter seed: A number to begin with; those of several spans are chained by it.
  /// - Returns: The number; it is no proof that bytes are equal, nor that nobody chose them.
  /// - Complexity: O(*n*) in the bytes.
  public func mixed(into seed: UInt64) -> UInt64 {
    var hash = seed
    forEachPiece { piece, _ in
      hash = piece.mixedAsOne(into: hash)
      return true
    }
    return hash
  }

  private func mixedAsOne(into seed: UInt64) -> UInt64 {
    var hash = seed
    var at = 0
    while at + 8 <= byteCount {
      hash = (hash ^ (bigEndian(at: at, count: 8) ?? 0)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 29
      at += 8
    }
    while at < byteCount {
      hash = (hash ^ UInt64(byte(at: at) ?? 0)) &* 0x100_0000_01B3
      at += 1
    }
    return hash
  }

  /// Whether the two have the same bytes.
  ///
  /// - Parameter other: The other bytes.
  /// - Returns: Whether the two are equal.
  /// - Complexity: O(*n*) in the bytes, when they are as many.
  public func hasSameBytes(as other: RawSpan) -> Bool {
    guard byteCount == other.byteCount else { return false }
    if byteCount <= Mappings.step { return hasSameBytesAsOne(other) }
    return forEachPiece { piece, offset in
      let others = other.extracting(offset..<offset &+ piece.byteCount)
      defer { Mappings.all.giveBack(others) }
      return piece.hasSameBytesAsOne(others)
    }
  }

  /// The offset of the first `byte` from `start` on; `nil` when there is none.
  ///
  /// - Complexity: O(*n*) in the bytes that are passed, as many at a time as the machine can.
  package func offset(of byte: UInt8, from start: Int) -> Int? {
    let start = max(0, start)
    if start >= byteCount { return nil }
    // The closure gets exactly the bytes of the span, and `start` is one of them.
    return unsafe withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, let found = unsafe memchr(base + start, Int32(byte), byteCount &- start)
      else { return nil }
      return unsafe base.distance(to: found)
    }
  }

  /// A number that two texts share when they have the same bytes, and hardly ever otherwise (FNV-1a).
  package var fingerprint: UInt64 {
    // The closure gets exactly the bytes of the span.
    unsafe withUnsafeBytes { bytes in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for unsafe byte in unsafe bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return hash
    }
  }

  private func hasSameBytesAsOne(_ other: RawSpan) -> Bool {
    if byteCount == 0 { return true }
    // Both closures get exactly the bytes of their span, which are as many.
    return unsafe withUnsafeBytes { a in
      unsafe other.withUnsafeBytes { b in
        guard let a = a.baseAddress, let b = b.baseAddress else { return true }
        return unsafe memcmp(a, b, byteCount) == 0
      }
    }
  }
}
