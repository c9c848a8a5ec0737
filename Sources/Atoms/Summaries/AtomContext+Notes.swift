public import ByteReading
public import Structure

/// What atoms say of the fields of other atoms.
extension AtomContext {
  /// Writes what a field stands for, where other atoms say it: the handler of a track that is named, the type of
  /// an item.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - node: The atom that has it.
  ///   - output: What the note is written to; it stays as it is where there is no note.
  public func putNote(
    on field: borrowing FieldReading, at node: NodeIndex, to output: inout ByteWriter
  ) {
    switch field.definition.meaning {
    case .reference(.item):
      if let items = items(around: node) {
        Summaries.put(item: field.raw, in: items, document, &output)
      }
    case .reference(.property):
      guard let items = items(around: node), let property = items.property(Int(clamping: field.raw))
      else { return }
      Summaries.put(property: property, document, &output)
    case .reference(.track):
      if let track = track(id: field.raw) { Summaries.put(track: track, document, &output) }
    case .fileOffset(.item):
      guard let items = items(around: node) else { return }
      putPlace(of: field, in: items, &output)
    case .fileOffset(.fragment):
      guard let start = defaults(ofRun: node)?.dataStart else { return }
      output.put(offset: start)
      output.put(" in the file")
    default:
      if field.is(.sample_count, in: TrackRun.self) {
        defaults(ofRun: node)?.put(to: &output)
      } else if case .code = field.definition.kind,
        let name = BrandNames.name(of: FourCC(UInt32(truncatingIfNeeded: field.raw)))
      {
        // Of codes those alone are noted that are brands.
        output.put(String(name))
      }
    }
  }

  /// Where an extent of an item lies in the file.
  private func putPlace(
    of field: borrowing FieldReading, in items: ItemDirectory, _ output: inout ByteWriter
  ) {
    // The row begins with what stands before the offset, if anything does.
    var row = field.extent.start
    if items.location(ofRowAt: row) == nil { row -= field.extent.count }
    guard let location = items.location(ofRowAt: row) else { return }
    guard location.reference == 0 else {
      output.put("in another file")
      return
    }
    let shown = 3
    switch items.data(ofRowAt: row, atMost: shown + 1) {
    case .found(let ranges, _) where !ranges.isEmpty:
      for (index, range) in ranges.prefix(shown).enumerated() {
        if index > 0 { output.put(", ") }
        output.put(offset: range.lowerBound)
        output.put("–")
        output.put(offset: range.upperBound &- 1)
      }
      if ranges.count > shown { output.put(", …") }
      output.put(" of the file")
    case .found, .absent: output.put("not in the file")
    case .tooMany: output.put("in too many parts of other items to follow")
    }
  }
}

extension Summaries {
  /// `hvc1 4032×3024`: what an item is, in few words.
  static func put(
    item: UInt64, in items: ItemDirectory, _ document: Document, _ output: inout ByteWriter
  ) {
    let reader = NodeReader(document)
    let start = output.total
    guard let entry = items.entry(of: item) else {
      if let size = items.imageSize(of: item) {
        reader.open(size)
        imageSize(reader, &output)
      } else if !items.isEmpty {
        output.put("no such item")
      }
      return
    }
    let fields = reader.view(ItemEntry.self, of: entry)
    if let type = fields.code(.item_type) {
      output.put(key: type)
      if type == "mime", fields.hasText(.content_type) {
        output.put(" ")
        fields.put(.content_type, to: &output)
      }
    } else if fields.hasText(.item_name) {
      fields.put(.item_name, to: &output)
    }
    guard let size = items.imageSize(of: item) else { return }
    if output.total > start { output.put(" ") }
    reader.open(size)
    imageSize(reader, &output)
  }

  /// `ispe 4032×3024`: a property, and what its table says of it.
  static func put(property: NodeIndex, _ document: Document, _ output: inout ByteWriter) {
    output.put(key: document.tree[property].type)
    var text = ByteWriter()
    NodeReader(document).putSummary(of: property, to: &text)
    guard text.count > 0 else { return }
    output.put(" ")
    output.put(text)
  }

  /// `video H.264 160×120`: what a track is, in few words.
  static func put(track: AtomContext.Track, _ document: Document, _ output: inout ByteWriter) {
    let facts = TrackFacts(track, in: document)
    output.put(facts.kind)
    guard let codec = facts.codec, track.handler != "tmcd" else { return }
    output.put(" ")
    output.put(codec.name)
    if let width = codec.width, let height = codec.height, width > 0 {
      output.put(" ")
      output.put(width, by: height)
    }
  }
}
