import ByteReading
import MediaFacts
import Structure

/// What comes before the rows.
struct ListHead {
  let kind: StaticString
  let first: ListFile
  let segments: ArraySlice<ListFile>
  let options: RenderOptions

  /// Writes it as a line of its own, or as the beginning of a document.
  func write<Encoding: RecordEncoding>(
    isLine: Bool, to records: inout RecordWriter<Encoding, DumpKey>
  ) {
    let place = isLine ? RecordPlace.inline : .line(2)
    records.openObject(.lines)
    if isLine { records.member(.kind, word: "file") }
    records.key(.schema, place)
    records.put(word: PublishedSchema.listName)
    records.key(.list, place)
    records.put(word: kind)
    records.key(.tool, place)
    records.putTool(options)
    records.key(.file, place)
    put(first, to: &records)
    if !segments.isEmpty {
      records.key(.segments, place)
      records.openArray()
      for file in segments {
        records.element(.tight)
        put(file, to: &records)
      }
      records.closeArray()
    }
    let reasons = unreadReasons
    if !reasons.isEmpty {
      records.key(.notRead, place)
      records.openArray()
      for reason in reasons {
        records.element(.tight)
        records.openObject()
        records.member(.reason, word: reason.id)
        records.closeObject()
      }
      records.closeArray()
    }
    if let left = first.unsearched, left.isWhole {
      records.key(.notSearched, place)
      records.openObject()
      records.member(.media, left.media)
      records.member(.nodes, left.nodeBytes)
      records.member(.fields, left.fieldBytes)
      if left.compressed > 0 { records.member(.compressed, left.compressed) }
      records.closeObject()
    }
    if isLine {
      records.closeObject(.line(0))
      records.endRecord()
    } else {
      records.key(.rows, .line(2))
      records.openArray(.lines)
    }
  }

  /// Why the list may not be all there is, each reason once.
  private var unreadReasons: [Unread.Reason] {
    var reasons: [Unread.Reason] = []
    for left in first.unread + segments.flatMap(\.unread) where !reasons.contains(left.reason) {
      reasons.append(left.reason)
    }
    return reasons
  }

  private func put<Encoding: RecordEncoding>(
    _ file: ListFile, to records: inout RecordWriter<Encoding, DumpKey>
  ) {
    records.openObject()
    records.member(file: file.path)
    records.member(.size, file.document.tree.file.byteCount)
    records.member(.format, text: file.document.synopsis.format?.rawValue ?? "")
    if let brand = file.document.synopsis.brand {
      records.key(.brand)
      records.put(code: brand)
    }
    records.closeObject()
  }
}
