import ByteReading
import MediaFacts
import Structure

/// Writes what the values of tags say, for the entries that point to them.
enum ICCText {
  /// Characters of a text that are written, to which many entries may lead.
  static let textLimit = 256

  /// Writes the value at `offset` from the base, of `size` bytes; nothing for types that say no more than their name.
  static func put(
    _ profile: borrowing ICCBytes, at offset: Int, size: Int, to output: inout ByteWriter
  ) {
    guard let type = profile.code(at: offset), size >= 8 else { return }
    let content = offset &+ 8
    switch type {
    case "XYZ " where size >= 20: put(profile, fixed: content, count: 3, &output)
    case "text", "desc", "mluc":
      guard let text = profile.text(at: offset, size: size) else { return }
      put(profile.bytes.extracting(text.range), text.encoding, &output)
    case "curv": put(profile, curve: content, &output)
    case "para":
      guard let kind = profile.number(at: content, count: 2), let gamma = profile.fixed(at: content &+ 4) else { return }
      if kind > 0 { output.put("parametric, ") }
      output.put("gamma ")
      output.put(rounded: gamma)
    case "sf32" where size &- 8 <= 36: put(profile, fixed: content, count: (size &- 8) / 4, &output)
    case "sig ":
      guard let code = profile.code(at: content) else { return }
      if let name = ICCNames.technologies[UInt64(code.rawValue)] { output.put(name) } else { output.put(quoted: code) }
    default:
      if let name = ICCNames.types[UInt64(type.rawValue)] { output.put(name) }
    }
  }

  private static func put(
    _ profile: borrowing ICCBytes, fixed offset: Int, count: Int, _ output: inout ByteWriter
  ) {
    for index in 0..<max(0, count) {
      guard let number = profile.fixed(at: offset &+ 4 &* index) else { return }
      if index > 0 { output.put(" ") }
      output.put(rounded: number)
    }
  }

  private static func put(_ profile: borrowing ICCBytes, curve offset: Int, _ output: inout ByteWriter) {
    guard let count = profile.number(at: offset, count: 4) else { return }
    switch count {
    case 0: output.put("gamma 1")
    case 1:
      guard let gamma = profile.number(at: offset &+ 4, count: 2) else { return }
      output.put("gamma ")
      output.put(rounded: Double(gamma) / 256)
    default:
      output.put("curve of ")
      output.put(grouped: count)
      output.put(" points")
    }
  }

  private static func put(_ text: RawSpan, _ encoding: TextEncoding, _ output: inout ByteWriter) {
    output.put("\"")
    let outcome = output.put(text: text, encoding: encoding, style: .text, limit: textLimit)
    if outcome.isTruncated { output.put("…") }
    output.put("\"")
  }

  // MARK: What numbers lead to

  /// Of the offset in an entry: what stands there.
  static let value = PointedText("offset from the header") { bytes, field, base, output in
    // Profiles end no later than their source does.
    guard let profile = ICCBytes(bytes, from: base, to: bytes.byteCount),
      let offset = profile.number(at: field &- base, count: 4),
      let size = profile.number(at: field &- base &+ 4, count: 4)
    else { return }
    put(profile, at: Int(offset), size: Int(size), to: &output)
  }

  /// Of the type of a value: which tags point to it.
  static let tags = PointedText("type, and the tags that have it") { bytes, field, base, output in
    guard let profile = ICCBytes(bytes, from: base, to: bytes.byteCount) else { return }
    var isFirst = true
    for index in 0..<profile.tagCount {
      let tag = profile.tag(index)
      guard tag.offset == field &- base else { continue }
      if !isFirst { output.put(", ") }
      isFirst = false
      if let name = ICCNames.tags[UInt64(tag.signature.rawValue)] {
        output.put(name)
      } else {
        output.put(quoted: tag.signature)
      }
    }
  }

  /// Of the offset in a record of a text: the text.
  static let text = PointedText("offset from the type") { bytes, field, base, output in
    guard let size = bytes.bigEndian(at: field &- 4, count: 4), let offset = bytes.bigEndian(at: field, count: 4),
      base >= 0, base <= bytes.byteCount, offset <= UInt64(bytes.byteCount &- base),
      size <= UInt64(bytes.byteCount &- base) &- offset
    else { return }
    let start = base &+ Int(offset)
    put(bytes.extracting(start..<start &+ Int(size)), .utf16BE, &output)
  }
}
