/// The number of terminal columns that `utf8` takes.
///
/// Combining marks and joiners take none, East Asian wide characters and pictographs two, all
/// others one; so does each byte that is not UTF-8.
///
/// - Complexity: O(*n*) in the bytes.
package func columns(of utf8: RawSpan) -> Int {
  // Of ASCII each byte is a column.
  utf8.isASCII ? utf8.byteCount : measure(utf8, limit: .max).columns
}

/// The number of bytes at the start of `utf8` that fit into `columns` columns, whole characters
/// only; marks that follow the last of them are among them.
///
/// - Complexity: O(*n*) in the bytes that fit.
package func prefix(of utf8: RawSpan, columns: Int) -> Int {
  measure(utf8, limit: max(0, columns)).bytes
}

private func measure(_ utf8: RawSpan, limit: Int) -> (bytes: Int, columns: Int) {
  var offset = 0
  var columns = 0
  let count = utf8.byteCount
  while offset < count {
    // ASCII, eight bytes at a time.
    if count &- offset >= 8, limit &- columns >= 8,
      utf8.word(at: offset) & 0x8080_8080_8080_8080 == 0
    {
      columns &+= 8
      offset &+= 8
      continue
    }
    if let byte = utf8.byte(at: offset), byte < 0x80 {
      if limit &- columns < 1 { break }
      columns &+= 1
      offset &+= 1
      continue
    }
    let scalar = utf8.scalar(at: offset)
    let width = scalar.isValid ? displayWidth(of: scalar.value) : 1
    if width > limit &- columns { break }
    columns &+= width
    offset &+= scalar.count
  }
  return (offset, columns)
}

/// The columns of one scalar, 0...2.
package func displayWidth(of scalar: UInt32) -> Int {
  if scalar < 0x300 { return 1 }
  // What trees are drawn with; both lists have nothing from there on up to 0x25FD.
  if scalar >= 0x2500, scalar < 0x2580 { return 1 }
  if contains(combiningRanges, scalar) { return 0 }
  if scalar < 0x1100 { return 1 }
  return contains(wideRanges, scalar) ? 2 : 1
}

/// Whether `scalar` lies in one of `ranges`: first, last, first, last, in ascending order.
private func contains(_ ranges: [UInt32], _ scalar: UInt32) -> Bool {
  var low = 0
  var high = ranges.count / 2
  while low < high {
    let middle = (low &+ high) / 2
    if scalar < ranges[2 &* middle] {
      high = middle
    } else if scalar > ranges[2 &* middle &+ 1] {
      low = middle &+ 1
    } else {
      return true
    }
  }
  return false
}

/// The marks that take no column of their own, by block, and the zero-width characters.
private let combiningRanges: [UInt32] = [
  0x0300, 0x036F, 0x0483, 0x0489, 0x0591, 0x05BD, 0x05BF, 0x05BF, 0x05C1, 0x05C2, 0x05C4, 0x05C5,
  0x05C7, 0x05C7, 0x0610, 0x061A, 0x061C, 0x061C, 0x064B, 0x065F, 0x0670, 0x0670, 0x06D6, 0x06DC,
  0x06DF, 0x06E4, 0x06E7, 0x06E8, 0x06EA, 0x06ED, 0x0711, 0x0711, 0x0730, 0x074A, 0x07A6, 0x07B0,
  0x07EB, 0x07F3, 0x0816, 0x0819, 0x081B, 0x0823, 0x0825, 0x0827, 0x0829, 0x082D, 0x0859, 0x085B,
  0x08D3, 0x08E1, 0x08E3, 0x0902, 0x093A, 0x093A, 0x093C, 0x093C, 0x0941, 0x0948, 0x094D, 0x094D,
  0x0951, 0x0957, 0x0962, 0x0963, 0x0981, 0x0981, 0x09BC, 0x09BC, 0x09C1, 0x09C4, 0x09CD, 0x09CD,
  0x0A3C, 0x0A3C, 0x0A41, 0x0A51, 0x0ABC, 0x0ABC, 0x0AC1, 0x0AC8, 0x0ACD, 0x0ACD, 0x0BCD, 0x0BCD,
  0x0C46, 0x0C56, 0x0CBC, 0x0CBC, 0x0CCC, 0x0CCD, 0x0D4D, 0x0D4D, 0x0E31, 0x0E31, 0x0E34, 0x0E3A,
  0x0E47, 0x0E4E, 0x0EB1, 0x0EB1, 0x0EB4, 0x0EBC, 0x0EC8, 0x0ECD, 0x0F18, 0x0F19, 0x0F35, 0x0F35,
  0x0F37, 0x0F37, 0x0F39, 0x0F39, 0x0F71, 0x0F7E, 0x0F80, 0x0F84, 0x0F86, 0x0F87, 0x0F8D, 0x0FBC,
  0x102D, 0x1030, 0x1032, 0x1037, 0x1039, 0x103A, 0x1160, 0x11FF, 0x135D, 0x135F, 0x17B4, 0x17B5,
  0x17B7, 0x17BD, 0x17C6, 0x17C6, 0x17C9, 0x17D3, 0x180B, 0x180E, 0x1AB0, 0x1AFF, 0x1DC0, 0x1DFF,
  0x200B, 0x200F, 0x202A, 0x202E, 0x2060, 0x2064, 0x2066, 0x206F, 0x20D0, 0x20F0, 0x302A, 0x302D,
  0x3099, 0x309A, 0xA66F, 0xA672, 0xA674, 0xA67D, 0xFB1E, 0xFB1E, 0xFE00, 0xFE0F, 0xFE20, 0xFE2F,
  0xFEFF, 0xFEFF, 0x1D167, 0x1D169, 0x1D173, 0x1D182, 0x1F3FB, 0x1F3FF, 0xE0001, 0xE007F,
  0xE0100, 0xE01EF,
]

/// Hangul, CJK, kana, fullwidth forms and pictographs.
private let wideRanges: [UInt32] = [
  0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0, 0x23F3, 0x23F3,
  0x25FD, 0x25FE, 0x2614, 0x2615, 0x2648, 0x2653, 0x267F, 0x267F, 0x2693, 0x2693, 0x26A1, 0x26A1,
  0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26CE, 0x26CE, 0x26D4, 0x26D4, 0x26EA, 0x26EA,
  0x26F2, 0x26F3, 0x26F5, 0x26F5, 0x26FA, 0x26FA, 0x26FD, 0x26FD, 0x2705, 0x2705, 0x270A, 0x270B,
  0x2728, 0x2728, 0x274C, 0x274C, 0x274E, 0x274E, 0x2753, 0x2755, 0x2757, 0x2757, 0x2795, 0x2797,
  0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C, 0x2B50, 0x2B50, 0x2B55, 0x2B55, 0x2E80, 0x303E,
  0x3041, 0x33FF, 0x3400, 0x4DBF, 0x4E00, 0x9FFF, 0xA000, 0xA4CF, 0xA960, 0xA97C, 0xAC00, 0xD7A3,
  0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6B, 0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0, 0x18CFF,
  0x1B000, 0x1B2FB, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF, 0x1F18E, 0x1F18E, 0x1F191, 0x1F19A,
  0x1F200, 0x1F320, 0x1F32D, 0x1F335, 0x1F337, 0x1F37C, 0x1F37E, 0x1F393, 0x1F3A0, 0x1F3CA,
  0x1F3CF, 0x1F3D3, 0x1F3E0, 0x1F3F0, 0x1F3F4, 0x1F3F4, 0x1F3F8, 0x1F43E, 0x1F440, 0x1F440,
  0x1F442, 0x1F4FC, 0x1F4FF, 0x1F53D, 0x1F54B, 0x1F54E, 0x1F550, 0x1F567, 0x1F57A, 0x1F57A,
  0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB, 0x1F64F, 0x1F680, 0x1F6C5, 0x1F6CC, 0x1F6CC,
  0x1F6D0, 0x1F6D2, 0x1F6D5, 0x1F6D7, 0x1F6DC, 0x1F6DF, 0x1F6EB, 0x1F6EC, 0x1F6F4, 0x1F6FC,
  0x1F7E0, 0x1F7EB, 0x1F90C, 0x1F93A, 0x1F93C, 0x1F945, 0x1F947, 0x1F9FF, 0x1FA70, 0x1FAFF,
  0x20000, 0x2FFFD, 0x30000, 0x3FFFD,
]

extension RawSpan {
  /// Whether all bytes are below 0x80.
  ///
  /// - Complexity: O(*n*) in the bytes, eight at a time.
  package var isASCII: Bool {
    let count = byteCount
    guard count >= 8 else {
      for offset in 0..<count where (byte(at: offset) ?? 0) >= 0x80 { return false }
      return true
    }
    var offset = 0
    while offset < count &- 8 {
      if word(at: offset) & 0x8080_8080_8080_8080 != 0 { return false }
      offset &+= 8
    }
    return word(at: count &- 8) & 0x8080_8080_8080_8080 == 0
  }

  /// Whether all bytes are characters of UTF-8, and not all of them of ASCII: text in a set of single bytes is hardly
  /// ever that by chance.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package var isUTF8BeyondASCII: Bool { countOfUTF8BeyondASCII() != nil }

  /// How many bytes the characters of a text have that is UTF-8, and not all of it ASCII; `nil` for any other.
  ///
  /// - Parameter isCut: Whether the last character may be cut off; its bytes do not count, nor does it say that the text
  ///   is UTF-8.
  /// - Complexity: O(*n*) in the bytes.
  package func countOfUTF8BeyondASCII(isCut: Bool = false) -> Int? {
    if isASCII { return nil }
    var offset = 0
    var hasOthers = false
    while offset < byteCount {
      let scalar = scalar(at: offset)
      guard scalar.isValid else { return isCut && hasOthers && isCutOff(at: offset) ? offset : nil }
      hasOthers = hasOthers || scalar.count > 1
      offset &+= scalar.count
    }
    return offset
  }

  /// Whether a character of UTF-8 begins at `offset` that ends behind the bytes.
  private func isCutOff(at offset: Int) -> Bool {
    let first = byte(at: offset) ?? 0
    guard (0xC2...0xF4).contains(first), byteCount &- offset < (first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2) else {
      return false
    }
    return (offset &+ 1..<byteCount).allSatisfy { (byte(at: $0) ?? 0) & 0xC0 == 0x80 }
  }

  /// The UTF-8 scalar at `offset`, which the caller knows to be inside, and its bytes; or the one
  /// byte there when it does not begin a valid scalar (RFC 3629 §4).
  internal func scalar(at offset: Int) -> (value: UInt32, count: Int, isValid: Bool) {
    let first = UInt32(byte(at: offset) ?? 0)
    if first < 0x80 { return (first, 1, true) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4, length <= byteCount &- offset else {
      return (first, 1, false)
    }
    var value = first & (0x7F &>> UInt32(length))
    for index in 1..<length {
      let next = UInt32(byte(at: offset &+ index) ?? 0)
      guard next & 0xC0 == 0x80 else { return (first, 1, false) }
      value = value &<< 6 | next & 0x3F
    }
    // No forms that are too long, no surrogates, no scalars above U+10FFFF.
    let least: UInt32 = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80
    guard value >= least, value <= 0x10FFFF, value & 0xFFFF_F800 != 0xD800 else {
      return (first, 1, false)
    }
    return (value, length, true)
  }
}
