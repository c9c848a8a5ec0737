package import ByteReading

/// Finds atoms of the top of a file behind bytes that are none.
package enum AtomFinder {
  /// The bytes that are gone through at most.
  package static let reach: UInt64 = 16 << 20

  /// The first atom that begins in `range` of `source`: one of a type that a file begins with or
  /// is made of, whose size ends at another atom or with the bytes.
  ///
  /// - Complexity: O(*n*) in the bytes up to it, at most ``reach``.
  package static func first(
    in source: ByteSource, _ range: Range<UInt64>
  ) -> (offset: UInt64, type: FourCC)? {
    let end = UInt64(source.byteCount)
    let limit = min(range.upperBound, end, range.lowerBound.addingReportingOverflow(reach).0)
    // One goes forward, one looks where sizes lead.
    var window = ByteWindow(source)
    var ahead = ByteWindow(source)
    var position = range.lowerBound
    while position < limit, end - position >= 8 {
      // A header may begin in the last bytes that are not there.
      if let next = source.absentEnd(at: Int(clamping: position)), UInt64(next) > position + 7 {
        position = UInt64(next) - 7
        continue
      }
      let count = Int(min(UInt64(ByteWindow.maximumCount), end - position))
      let piece = window.peek(at: Int(position), count: count)
      guard piece.byteCount >= 8 else { return nil }
      var found: (offset: UInt64, type: FourCC)?
      for offset in 0...(piece.byteCount - 8) {
        guard position + UInt64(offset) < limit else { break }
        guard let word = piece.bigEndian(at: offset + 4, count: 4) else { break }
        let type = FourCC(UInt32(truncatingIfNeeded: word))
        guard isSought(type) else { continue }
        let candidate = position + UInt64(offset)
        if leads(from: candidate, type, to: end, &ahead) {
          found = (candidate, type)
          break
        }
      }
      if let found { return found }
      position += UInt64(piece.byteCount - 7)
    }
    return nil
  }

  private static func isSought(_ type: FourCC) -> Bool {
    switch type {
    case "ftyp", "styp", "moov", "moof", "mdat", "sidx", "meta": true
    default: false
    }
  }

  /// Whether the atom at `start` ends with the bytes, or where another begins.
  private static func leads(
    from start: UInt64, _ type: FourCC, to end: UInt64, _ window: inout ByteWindow
  ) -> Bool {
    guard var size = window.word(at: start) else { return false }
    if size == 1 {
      size = (window.word(at: start + 8) ?? 0) &<< 32 | (window.word(at: start + 12) ?? 0)
    }
    if size == 0 { return type == "mdat" }
    guard size >= 8 else { return false }
    // Inside of a movie there are others, which say first that they are of no pictures (23008-12 §6.2).
    if type == "meta", window.code(at: start + 16) != "hdlr" || window.code(at: start + 28) != "pict" { return false }
    let left = end - start
    if size == left { return true }
    guard size < left else {
      // A movie that was cut off has its own header first.
      let child = FourCC(UInt32(truncatingIfNeeded: window.word(at: start + 12) ?? 0))
      return type == "moov" && child == "mvhd" || type == "moof" && child == "mfhd"
    }
    guard left - size >= 8 else { return true }
    guard let following = window.word(at: start + size),
      let code = window.word(at: start + size + 4)
    else { return false }
    return (following <= 1 || following >= 8)
      && FourCC(UInt32(truncatingIfNeeded: code)).isPrintable
  }
}

extension ByteWindow {
  /// The four bytes at `offset` as a big-endian number; `nil` past the end.
  fileprivate mutating func word(at offset: UInt64) -> UInt64? {
    let bytes = peek(at: Int(offset), count: 4)
    return bytes.bigEndian(at: 0, count: 4)
  }

  fileprivate mutating func code(at offset: UInt64) -> FourCC? {
    word(at: offset).map { FourCC(UInt32(truncatingIfNeeded: $0)) }
  }
}
