import ByteReading
import Structure

extension FieldLines {
  /// Writes the size of a field and the bytes that were asked for, in lines of their own.
  ///
  /// - Returns: Whether it did: else the value says what is asked for.
  mutating func putBytes(of field: borrowing FieldReading, _ style: ValueStyle) -> Bool {
    guard let shown = bytesBelow(field, style) else { return false }
    let column = page.columns
    let count = field.contentBytes.byteCount
    page.put {
      $0.put(grouped: UInt64(count))
      $0.put(count == 1 ? " byte" : " bytes")
    }
    note(on: field)
    page.end()
    bytes(of: field, shown, column)
    return true
  }

  /// How many bytes of a field stand below its line; `nil` when its value says what is asked for.
  private func bytesBelow(_ field: borrowing FieldReading, _ style: ValueStyle) -> Int? {
    guard options.bytes != .usual, case .bytes = field.definition.kind, field.content.isByteAligned
    else { return nil }
    let count = field.contentBytes.byteCount
    let shown = min(count, options.bytes.inText)
    if shown == count, count <= 16, !field.isGap { return nil }
    // What is no mere bytes says it in its value.
    if style != .raw {
      switch field.definition.meaning {
      case .content, .perhapsText: return nil
      default: break
      }
    }
    return shown
  }

  /// Lines of sixteen bytes, and what is left out.
  private mutating func bytes(of field: borrowing FieldReading, _ shown: Int, _ column: Int) {
    let content = field.contentBytes
    let start = field.content.byteOffset
    let perLine = page.width.map { $0 < column + 47 ? 8 : 16 } ?? 16
    var next = 0
    while next < shown {
      let end = min(shown, next + perLine)
      beginBytes(Extent(byteOffset: start + next, byteCount: end - next), field.depth, column)
      page.put { $0.put(hexBytes: content.extracting(next..<end), separator: UInt8(ascii: " ")) }
      page.end()
      if page.output.hasFailed { return }
      next = end
    }
    let left = content.byteCount - shown
    guard left > 0 else { return }
    beginBytes(Extent(byteOffset: start + shown, byteCount: left), field.depth, column)
    page.put(.faint) {
      $0.put(shown == 0 ? "" : "… ")
      $0.put(grouped: UInt64(left))
      $0.put(shown == 0 ? " bytes at 0x" : " more at 0x")
      $0.put(hex: UInt64(clamping: start + shown), digits: 1)
      $0.put(" (--bytes all)")
    }
    page.end()
  }

  /// Begins a line of bytes below a field's: in the outline with its own place.
  private mutating func beginBytes(_ extent: Extent, _ depth: Int, _ column: Int) {
    if case .outline = margin { begin(extent, depth: depth) }
    page.pad(to: column)
  }
}
