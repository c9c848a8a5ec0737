package import ByteReading

/// YAML 1.2, which readers of YAML 1.1 understand as well: blocks where parts stand on lines of their
/// own, `{…}` and `[…]` elsewhere. Text is always in quotes, so that `no` and `1e3` stay text; each
/// document begins with `---`.
package struct YAMLEncoding: RecordEncoding {
  package static var style: EscapeStyle { .yaml }
  package static var hasQuotes: Bool { true }

  /// An object or array that is open.
  private struct Level {
    let isFlow: Bool
    let indent: Int
    var isEmpty = true
    /// Whether a key precedes it on its line, from which a blank has to part it.
    let followsKey: Bool
  }

  private var levels: [Level] = []
  /// Whether a key was written whose value is to follow.
  private var followsKey = false
  /// Whether `- ` was written, behind which the first part of a block stands.
  private var followsDash = false

  package init() {}

  package mutating func key(
    _ name: StaticString, _ place: RecordPlace, to output: inout ByteWriter
  ) {
    begin(to: &output)
    output.put(name)
    output.put(UInt8(ascii: ":"))
    followsKey = true
  }

  package mutating func element(_ place: RecordPlace, to output: inout ByteWriter) {
    begin(to: &output)
    guard let level = levels.last, !level.isFlow else { return }
    output.put("- ")
    followsDash = true
  }

  /// Begins a part of what is open.
  private mutating func begin(to output: inout ByteWriter) {
    guard let last = levels.indices.last else { return }
    let level = levels[last]
    levels[last].isEmpty = false
    if level.isFlow {
      if !level.isEmpty { output.put(", ") }
    } else if followsDash {
      followsDash = false
    } else {
      output.put(UInt8(ascii: "\n"))
      output.putSpaces(level.indent)
    }
  }

  package mutating func value(to output: inout ByteWriter) {
    if followsKey { output.put(UInt8(ascii: " ")) }
    followsKey = false
    followsDash = false
  }

  package mutating func open(
    _ container: RecordContainer, _ layout: RecordLayout, to output: inout ByteWriter
  ) {
    guard let around = levels.last else {
      output.put("---")
      levels.append(Level(isFlow: layout == .inline, indent: 0, followsKey: true))
      if layout == .inline { output.put(container == .array ? " [" : " {") }
      return
    }
    if around.isFlow || layout == .inline {
      value(to: &output)
      output.put(container == .array ? UInt8(ascii: "[") : UInt8(ascii: "{"))
      levels.append(Level(isFlow: true, indent: 0, followsKey: false))
    } else {
      levels.append(
        Level(isFlow: false, indent: around.indent &+ 2, followsKey: followsKey))
      followsKey = false
    }
  }

  package mutating func close(
    _ container: RecordContainer, _ end: RecordEnd, to output: inout ByteWriter
  ) {
    guard let level = levels.popLast() else { return }
    if level.isFlow {
      output.put(container == .array ? UInt8(ascii: "]") : UInt8(ascii: "}"))
    } else if level.isEmpty {
      if level.followsKey { output.put(UInt8(ascii: " ")) }
      output.put(container == .array ? "[]" : "{}")
      followsDash = false
    }
  }

  package mutating func endRecord(to output: inout ByteWriter) {
    output.put(UInt8(ascii: "\n"))
    levels.removeAll(keepingCapacity: true)
    followsKey = false
    followsDash = false
  }

  /// As JSON writes it, with the point that YAML 1.1 wants before an exponent.
  package func put(real: Double, to output: inout ByteWriter) {
    guard real.isFinite else { return output.put("null") }
    let text = real.description
    guard let exponent = text.firstIndex(of: "e"), !text[..<exponent].contains(".") else {
      return output.put(text)
    }
    output.put(String(text[..<exponent]))
    output.put(".0")
    output.put(String(text[exponent...]))
  }
}
