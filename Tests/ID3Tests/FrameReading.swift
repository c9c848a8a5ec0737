import ByteReading
import Structure

@testable import ID3

/// A frame of which only the content is there, read by the table of its type.
struct FrameReading {
  /// The tables of frames, without headers.
  static let catalogue = Catalogue(
    nodeKind: "frame", header: Syntax("*", "No header", "") {}, families: FrameFamilies.all,
    views: FrameViews.all)

  let document: Document

  /// A frame of type `code` in a tag of major version `version`.
  init(_ code: FourCC, version: UInt32, _ content: [UInt8], in catalogue: Catalogue = Self.catalogue) {
    let builder = TreeBuilder(ByteSource(copying: content))
    let tag = FourCC(0x4944_3300 | version)
    let number = catalogue.table(for: code, in: tag, handler: nil, extendedType: nil)
    let table = number.map { builder.add(table: $0, of: catalogue) } ?? Node.noTable
    _ = builder.append(
      Node(
        start: 0, size: UInt64(content.count), type: code, table: table, depth: 0, source: 0,
        headerSize: 0, marks: []))
    document = Document(builder.finish(), limits: Limits())
  }

  /// A line for each field: its offset, its name, its value. Those of a group, of an item of a list
  /// and of a row of a table stand two spaces further in. Behind them what is wrong, and what the
  /// outline says.
  var lines: String {
    var walker = Walker()
    var sink = Lines()
    document.walk(NodeIndex(0), &walker, into: &sink)
    var summary = ByteWriter()
    NodeReader(document).putSummary(of: NodeIndex(0), to: &summary)
    if summary.count > 0 { sink.text += "= \(summary.string)\n" }
    return sink.text
  }

  private struct Lines: FieldSink {
    var text = ""
    var depth = 0

    mutating func field(_ field: borrowing FieldReading) {
      var value = ByteWriter()
      value.put(value: field, .field)
      line("\(field.extent.byteOffset) \(field.name) \(value.string)")
    }

    private mutating func line(_ line: String) {
      text += String(repeating: "  ", count: depth) + line + "\n"
    }

    mutating func begin(_ group: borrowing GroupReading) {
      line(group.kind == .item ? "[\(group.index + 1)]" : "\(group.name)")
      depth += 1
    }

    mutating func end(_ group: borrowing GroupReading) { depth -= 1 }

    mutating func table(_ table: borrowing TableReading) {
      line("\(table.name)")
      for row in 0..<table.count {
        let cells = table.columns.indices.map { column in
          var value = ByteWriter()
          let field = table.field(row: row, column: column)
          value.put(value: field, .field)
          return "\(field.name) \(value.string)"
        }
        line("  [\(row + 1)] " + cells.joined(separator: ", "))
      }
    }

    mutating func note(_ fault: Fault) { line("! \(fault.kind.id)") }
  }
}

/// Bytes as hexadecimal digits, and in single quotes characters of ASCII: `00 'Title' 00`.
func content(_ written: String) -> [UInt8] {
  var bytes: [UInt8] = []
  for (index, part) in written.split(separator: "'", omittingEmptySubsequences: false).enumerated()
  {
    if index % 2 == 1 {
      bytes += Array(part.utf8)
    } else {
      let digits = Array(part.filter { !$0.isWhitespace })
      precondition(digits.count % 2 == 0, "half a byte in \(written)")
      bytes += stride(from: 0, to: digits.count, by: 2).map {
        UInt8(String(digits[$0...($0 + 1)]), radix: 16) ?? 0
      }
    }
  }
  return bytes
}
