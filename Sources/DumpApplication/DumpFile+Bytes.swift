import ByteReading
import MediaInspection
import Structure
import StructureRendering

extension DumpFile {
  /// Writes the bytes that were selected, as they are; of an item its data. When those of one are missing,
  /// which is said, nothing is written.
  ///
  /// - Returns: The exit code: 1 when they are.
  func raw(
    _ opened: Opened, _ selection: Selection, to output: inout ByteWriter, talk: inout ByteWriter
  ) -> Int32 {
    let document = opened.document
    var items: [NodeIndex: [Range<Int>]] = [:]
    for (node, field) in selection.nodes where field == nil && settings.form == .raw {
      switch document.itemBytes(of: node) {
      case nil: break
      case .missing(let reason)?:
        say("\(reason); nothing is written", of: opened, &talk)
        return 1
      case .found(let ranges, let isProtected)?:
        items[node] = ranges
        if isProtected { say("an item is encrypted: its bytes are written as they are stored", of: opened, &talk) }
      }
    }
    var walker = Walker()
    for (index, field) in selection.nodes {
      let node = document.tree[index]
      if field == nil, let ranges = items[index] {
        for range in ranges { output.put(bytes: document.tree.file.bytes.extracting(range)) }
        continue
      }
      let source = field == nil ? document.source(of: node) : document.fieldBytes(of: index)
      if let field {
        var narrowed = FieldSelection(field, sink: Extents())
        document.walk(index, &walker, into: &narrowed)
        let found = narrowed.finish()
        for extent in found.extents {
          output.put(bytes: source.bytes.extracting(extent.byteOffset..<extent.byteEnd))
        }
      } else {
        let start = settings.form == .payload ? node.payloadStart : node.start
        output.put(bytes: source.bytes.extracting(Int(start)..<Int(node.end)))
      }
    }
    return 0
  }
}

/// Remembers where fields are: all there is of them, without counts and terminators.
private struct Extents: FieldSink {
  var extents: [Extent] = []
  mutating func field(_ field: borrowing FieldReading) { extents.append(field.content) }
  mutating func table(_ table: borrowing TableReading) { extents.append(table.extent) }
}
