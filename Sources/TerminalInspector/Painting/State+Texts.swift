import ByteReading
import Structure
import StructureRendering

extension State {
  /// The keys, in two columns where both have room.
  static func help(_ columns: Int) -> [String] {
    var blocks: [[String]] = []
    for (title, keys) in keys {
      blocks.append([title] + keys.map { "  " + $0.0 + pad($0.0, 14) + $0.1 })
    }
    // Two columns, the blocks in their order.
    let half = blocks.reduce(0) { $0 + $1.count + 1 } / 2
    var left: [String] = []
    var right: [String] = []
    for block in blocks {
      if left.count < half { left += block + [""] } else { right += block + [""] }
    }
    let width = 3 + (left.map(\.count).max() ?? 0)
    guard 2 + width + (right.map(\.count).max() ?? 0) < columns else {
      return blocks.flatMap { $0 + [""] }
    }
    return (0..<max(left.count, right.count)).map { row in
      let a = row < left.count ? left[row] : ""
      let b = row < right.count ? right[row] : ""
      return "  " + a + pad(a, width) + b
    }
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count))
  }

  /// The keys, as help lists them.
  static let keys: [(String, [(String, String)])] = [
    (
      "Moving",
      [
        ("↑ ↓  k j", "a row"), ("← →  h l", "fold, unfold; left, right in bytes"),
        ("Space b", "a page down, up; also f, PgDn PgUp"), ("d u", "half a page down, up"),
        ("gg G", "first, last row; also < >, Home End"),
        ("H M L", "first, middle, last row shown"),
        ("]] [[", "the next sibling, the one before; also } {, J K"),
        ("p", "what it stands in"), ("- =", "fold, unfold all; also zM zR"),
        ("zo zc za", "unfold, fold, the other of the two"),
        ("zt zz zb", "row to the top, the middle, the end"),
        ("Ctrl-E Ctrl-Y", "what is shown a row up, down"),
        ("Enter", "open; go to a row's offset or sample"),
        ("Backspace", "back to where you were; also Ctrl-O, Alt-←"),
        ("m a  ' a", "mark, and return to it"),
      ]
    ),
    (
      "Panes",
      [
        ("Tab", "the next pane"), ("1 2 3", "tree, fields, bytes"),
        ("4", "samples, items, problems, changes, marks"), ("x", "numbers as they are stored"),
        ("t", "dates here or in UTC; times of samples"),
        ("Ctrl-N Ctrl-P", "next, previous file; also gt gT, :n :p"),
      ]
    ),
    (
      "Finding",
      [
        ("/", "types, names, values; =1000 a number"),
        ("", "0x6d6f6f76 bytes; 'moov text among bytes"),
        ("n N", "the next, the one before; also F3"),
        ("* #", "more that is called like this, either way"),
        (":", "offset, path, 50%; Tab completes"), ("!", "the next problem"),
        ("Esc Ctrl-C", "stop what goes on"),
      ]
    ),
    (
      "Looking and taking",
      [
        ("a", "about the file"), ("P", "pictures; ← → the next"),
        ("y Y", "copy path, bytes as hex"),
        ("w", "write the chosen bytes to a file"), (":check", "run all rules over all tables"),
      ]
    ),
    (
      "Two files",
      [
        ("D", "compare with another file"), ("]c [c", "the next change, the one before"),
        ("o", "the other file at the same place"), ("F R", "follow a growing file; read it again"),
      ]
    ),
    ("Leaving", [("q", "quit; also Q ZZ :q F10"), ("Ctrl-Z", "stop; fg returns"), ("Ctrl-L", "draw again")]),
  ]

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
      parts.append("u\(count * 8) \(Self.grouped(number))")
      let shift = UInt64(64 - count * 8)
      let signed = Int64(bitPattern: number << shift) >> Int64(shift)
      if signed < 0 { parts.append("s\(count * 8) \(signed)") }
      parts.append("hex \(String(number, radix: 16))")
      if count == 2 || count == 4 || count == 8 {
        var little: UInt64 = 0
        for place in 0..<count {
          little |= UInt64(bytes.byte(at: first + place) ?? 0) << UInt64(place * 8)
        }
        if little != number { parts.append("little \(Self.grouped(little))") }
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

  private static func grouped(_ number: UInt64) -> String {
    var text = ByteWriter()
    text.put(grouped: number)
    return text.string
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
