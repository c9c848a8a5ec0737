package import ByteReading

/// Where the next member or element of an object or array stands, as far as a form has room for it.
package enum RecordPlace: Sendable, Equatable {
  /// Behind the one before it.
  case inline
  /// Behind the one before it, without a blank: numbers of a row.
  case tight
  /// On a line of its own, so many columns from the left.
  case line(Int)
}

/// How an object or array is laid out, as far as a form has room for it.
package enum RecordLayout: Sendable {
  /// On the line that it begins on.
  case inline
  /// Each part on a line of its own.
  case lines
  /// Some parts on lines of their own.
  case mixed
}

/// What holds parts.
package enum RecordContainer: Sendable { case object, array }

/// Where an object or array ends.
package enum RecordEnd: Sendable {
  /// On the line that it began on.
  case inline
  /// On the line of its last part.
  case afterLast
  /// On a line of its own, so many columns from the left, unless it is empty.
  case line(Int)
}

/// The punctuation of a machine form: JSON, YAML, records. A new form is one of these.
///
/// What is written, and under which keys, is said to a ``RecordWriter``; an encoding puts around it what
/// its form wants. Encodings are generic parameters, so that no conformance is looked up for a row.
package protocol RecordEncoding: Sendable {
  /// What is done to text.
  static var style: EscapeStyle { get }
  /// Whether text stands in quotes.
  static var hasQuotes: Bool { get }
  /// Whether what is absent keeps its place: a value is found by its column, not by its key.
  static var hasColumns: Bool { get }

  /// Begins a member called `name`.
  mutating func key(_ name: StaticString, _ place: RecordPlace, to output: inout ByteWriter)
  /// Begins an element of an array.
  mutating func element(_ place: RecordPlace, to output: inout ByteWriter)
  /// Is called before each value that is neither object nor array.
  mutating func value(to output: inout ByteWriter)
  mutating func open(
    _ container: RecordContainer, _ layout: RecordLayout, to output: inout ByteWriter)
  mutating func close(_ container: RecordContainer, _ end: RecordEnd, to output: inout ByteWriter)
  /// Ends a document or a line of its own; what follows is another.
  mutating func endRecord(to output: inout ByteWriter)

  /// Puts a value that is not known.
  func putNull(to output: inout ByteWriter)
  func put(flag: Bool, to output: inout ByteWriter)
  func put(real: Double, to output: inout ByteWriter)
  /// Puts ticks of which nothing says how many there are in a second.
  func put(ticks: Int64, to output: inout ByteWriter)
}

extension RecordEncoding {
  package static var hasColumns: Bool { false }
  @inline(__always)
  package mutating func value(to output: inout ByteWriter) {}
  package func putNull(to output: inout ByteWriter) { output.put("null") }
  package func put(flag: Bool, to output: inout ByteWriter) {
    output.put(flag ? "true" : "false")
  }
  package func put(real: Double, to output: inout ByteWriter) { output.put(real) }
  package func put(ticks: Int64, to output: inout ByteWriter) { putNull(to: &output) }
}

/// JSON (RFC 8259), and JSON Lines where it is not pretty.
package struct JSONEncoding: RecordEncoding {
  package static var style: EscapeStyle { .json }
  package static var hasQuotes: Bool { true }

  /// Whether lines are broken where the caller asks for it; otherwise everything stays on its line.
  let isPretty: Bool
  /// Whether what comes next is the first in its object or array.
  private var isFirst = true

  package init(isPretty: Bool = false) { self.isPretty = isPretty }

  @inline(__always)
  package mutating func element(_ place: RecordPlace, to output: inout ByteWriter) {
    switch place {
    case .inline: if !isFirst { output.put(isPretty ? ", " : ",") }
    case .tight: if !isFirst { output.put(UInt8(ascii: ",")) }
    case .line(let indent):
      if !isFirst { output.put(UInt8(ascii: ",")) }
      breakLine(indent, to: &output)
    }
    isFirst = false
  }

  @inline(__always)
  package mutating func key(
    _ name: StaticString, _ place: RecordPlace, to output: inout ByteWriter
  ) {
    element(place, to: &output)
    output.put(UInt8(ascii: "\""))
    output.put(name)
    output.put(isPretty ? "\": " : "\":")
  }

  private func breakLine(_ indent: Int, to output: inout ByteWriter) {
    guard isPretty else { return }
    output.put(UInt8(ascii: "\n"))
    output.putSpaces(indent)
  }

  @inline(__always)
  package mutating func open(
    _ container: RecordContainer, _ layout: RecordLayout, to output: inout ByteWriter
  ) {
    switch container {
    case .array: output.put(UInt8(ascii: "["))
    case .object where layout == .lines || !isPretty: output.put(UInt8(ascii: "{"))
    case .object: output.put("{ ")
    }
    isFirst = true
  }

  @inline(__always)
  package mutating func close(
    _ container: RecordContainer, _ end: RecordEnd, to output: inout ByteWriter
  ) {
    if isPretty {
      switch end {
      case .line(let indent): if !isFirst { breakLine(indent, to: &output) }
      case .afterLast: if !isFirst { output.put(UInt8(ascii: " ")) }
      case .inline: if container == .object { output.put(UInt8(ascii: " ")) }
      }
    }
    output.put(container == .array ? UInt8(ascii: "]") : UInt8(ascii: "}"))
    isFirst = false
  }

  package mutating func endRecord(to output: inout ByteWriter) {
    output.put(UInt8(ascii: "\n"))
    isFirst = true
  }
}

/// Records for `cut`, `awk` and `sort`: the members of an object one after another with TABs between
/// them, and a line feed behind the outermost object. What an array holds stands in one column.
package struct TabEncoding: RecordEncoding {
  package static var style: EscapeStyle { .record }
  package static var hasQuotes: Bool { false }
  package static var hasColumns: Bool { true }

  /// Whether what comes next is the first in its record.
  private var isFirst = true
  private var depth = 0
  /// Whether what comes next is the first in its array.
  private var isFirstElement = true

  package init() {}

  @inline(__always)
  package mutating func key(
    _ name: StaticString, _ place: RecordPlace, to output: inout ByteWriter
  ) {
    if !isFirst { output.put(UInt8(ascii: "\t")) }
    isFirst = false
  }

  package mutating func element(_ place: RecordPlace, to output: inout ByteWriter) {
    if !isFirstElement { output.put("; ") }
    isFirstElement = false
  }

  @inline(__always)
  package mutating func open(
    _ container: RecordContainer, _ layout: RecordLayout, to output: inout ByteWriter
  ) {
    if container == .array {
      isFirstElement = true
    } else {
      if depth == 0 { isFirst = true }
      depth &+= 1
    }
  }

  @inline(__always)
  package mutating func close(
    _ container: RecordContainer, _ end: RecordEnd, to output: inout ByteWriter
  ) {
    guard container == .object else { return }
    depth &-= 1
    if depth == 0 { output.put(UInt8(ascii: "\n")) }
  }

  package mutating func endRecord(to output: inout ByteWriter) {}

  package func putNull(to output: inout ByteWriter) {}
  package func put(flag: Bool, to output: inout ByteWriter) { output.put(flag ? "1" : "0") }
  package func put(real: Double, to output: inout ByteWriter) { output.put(real.description) }
  package func put(ticks: Int64, to output: inout ByteWriter) { output.put(decimal: ticks) }
}
