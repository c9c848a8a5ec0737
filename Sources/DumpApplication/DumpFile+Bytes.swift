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
      if let field {
        var found = Extents()
        document.walk(selecting: field, of: index, &walker, into: &found)
        for place in found.places {
          let source = document.tree.sources[Int(place.source)].bytes
          output.put(bytes: source.bytes.extracting(place.extent.byteOffset..<place.extent.byteEnd))
        }
      } else {
        let start = settings.form == .payload ? node.payloadStart : node.start
        output.put(bytes: document.source(of: node).bytes.extracting(Int(start)..<Int(node.end)))
      }
    }
    return 0
  }
}

/// Remembers where fields are: all there is of them, without counts and terminators.
private struct Extents: FieldSink {
  /// Those of a header lie in the source of the node, others perhaps in what was decoded.
  var places: [(extent: Extent, source: UInt16)] = []
  private var source: UInt16 = 0

  mutating func begin(source: UInt16) { self.source = source }
  mutating func field(_ field: borrowing FieldReading) { places.append((field.content, source)) }
  mutating func table(_ table: borrowing TableReading) { places.append((table.extent, source)) }
}
