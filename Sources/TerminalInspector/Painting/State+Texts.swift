import ByteReading
import Structure
import StructureRendering

extension State {
  // MARK: The converter

  /// What the chosen bytes are: integers of both ends, fixed point, a code, a UUID, text, bits.
  var converted: String {
    guard let extent = view.fieldExtent, extent.count > 0,
      view.tree.sources.indices.contains(Int(view.source))
    else { return "" }
    let source = view.tree.sources[Int(view.source)].bytes
    let bytes = source.bytes
    let (first, count) = (extent.byteOffset, extent.byteCount)
    guard first >= 0, count <= bytes.byteCount - first else { return "" }
    var parts: [String] = []
    if !extent.isByteAligned || extent.count < 8 {
      return extent.count <= 64 ? "bits " + Self.bits(extent, bytes) : ""
    }
    if count <= 8 {
      let number = bytes.bigEndian(at: first, count: count) ?? 0
      parts.append("u\(count * 8) \(number.grouped)")
      let shift = UInt64(64 - count * 8)
      let signed = Int64(bitPattern: number << shift) >> Int64(shift)
      if signed < 0 { parts.append("s\(count * 8) \(signed)") }
      parts.append("hex \(String(number, radix: 16))")
      if count == 2 || count == 4 || count == 8 {
        var little: UInt64 = 0
        for place in 0..<count {
          little |= UInt64(bytes.byte(at: first + place) ?? 0) << UInt64(place * 8)
        }
        if little != number { parts.append("little \(little.grouped)") }
      }
      if count == 4 { parts.append("16.16 \(Self.fixed(number))") }
    }
    if count == 16 {
      var text = ByteWriter()
      text.put(uuid: bytes.extracting(first..<first + 16))
      parts.append(text.string)
    }
    var isText = true
    for place in first..<first + min(count, 24)
    where !(0x20...0x7E).contains(bytes.byte(at: place) ?? 0) {
      isText = false
    }
    if isText {
      var text = ByteWriter()
      text.put(
        text: bytes.extracting(first..<first + min(count, 24)), encoding: .ascii, style: .text)
      parts.append("'\(text.string)'" + (count > 24 ? "…" : ""))
    }
    return parts.joined(separator: " · ")
  }

  /// A number of 32 bits as one of 16.16, with four decimals at most.
  private static func fixed(_ number: UInt64) -> String {
    let value = Int64(Int32(truncatingIfNeeded: number))
    let parts = (value.magnitude & 0xFFFF) * 10_000 / 65_536
    var digits = String(parts + 10_000).dropFirst()
    while digits.count > 1, digits.last == "0" { digits.removeLast() }
    return "\(value < 0 ? "-" : "")\(value.magnitude >> 16).\(digits)"
  }

  private static func bits(_ extent: Extent, _ bytes: RawSpan) -> String {
    var text = ""
    for bit in extent.start..<extent.end {
      let byte = bytes.byte(at: bit >> 3) ?? 0
      text += byte >> UInt8(7 - bit & 7) & 1 == 0 ? "0" : "1"
    }
    return text
  }
}
