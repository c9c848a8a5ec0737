import ByteReading
import MediaInspection
import MediaReports
import Structure
import StructureRendering

extension DumpFile {
  /// Says of offsets that were asked for which sample, item or field has the byte, and which byte of it that is.
  func media(
    at offsets: [UInt64], in document: Document, _ options: RenderOptions, _ output: inout ByteWriter
  ) {
    for offset in offsets {
      let width = (options.width ?? 80) - 2
      let media = document.media(at: offset)
      let said = media.isEmpty ? fields(at: offset, in: document) : media.map { words(for: $0) }
      for words in said {
        let text = "@0x" + String(offset, radix: 16) + "  " + words
        for line in Folding.lines(of: text, width: width) { output.put("\n  " + line) }
        output.put("\n")
      }
      if let row = Self.row(around: offset, in: document, width: width) { output.put("\n  " + row + "\n") }
    }
  }

  /// `moov/mvhd.creation_time (4 bytes, 3,873,691,800), byte 1`, of the smallest fields that have the byte; of the node
  /// where no field has it, as in what is compressed. Of media that no sample has that is said.
  private func fields(at offset: UInt64, in document: Document) -> [String] {
    guard let node = document.tree.innermost(at: offset) else { return [] }
    let found = Finder.fields(at: offset, in: document)
    let isUnused =
      MediaFile.isMedia(node, document) && offset >= document.tree[node].payloadStart
      && !MovieSamples(document).tracks.isEmpty && MediaFile.unread(of: document).isEmpty
    let end = isUnused ? ", in no sample or item" : ""
    func words(_ path: String, _ count: UInt64, _ value: String, _ start: UInt64) -> String {
      let size = Words.counted(count, "byte", "bytes")
      return path + " (" + size + (value.isEmpty || value == size ? "" : ", " + value) + "), byte "
        + (offset >= start ? offset - start : 0).grouped + end
    }
    guard let least = found.map(\.byteCount).min() else {
      let start = document.tree.fileOffset(of: document.tree[node].start, in: document.tree[node].source)
      return [words(document.path(of: node), document.tree[node].size, "", start ?? offset)]
    }
    return found.filter { $0.byteCount == least }.prefix(8).map { place in
      var text = ByteWriter()
      text.put(text: place.value, style: .name, limit: 60)
      return words(place.path, place.byteCount, text.string, place.offset ?? offset)
    }
  }

  /// The bytes around one of the file, which stands in brackets: `00000020  0e b0 d0 [dc] 45 e9  …`; `nil` behind the
  /// end.
  private static func row(around offset: UInt64, in document: Document, width: Int) -> String? {
    let file = document.tree.file
    guard offset < UInt64(file.byteCount) else { return nil }
    let place = Int(offset)
    // Eight digits, four columns for each byte, and what stands between.
    let count = [16, 8].first { 14 + $0 * 4 <= width } ?? 4
    let start = place & ~(count - 1)
    var digits = String(start, radix: 16)
    digits = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    var row = digits + " "
    var characters = ""
    for at in start..<start + count {
      let byte = at < file.byteCount ? file.bytes.byte(at: at) : nil
      let hex = byte.map { (0..<16 ~= $0 ? "0" : "") + String($0, radix: 16) } ?? "  "
      row += at == place ? "[" : at == place + 1 ? "]" : " "
      row += hex
      if let byte { characters.unicodeScalars.append((0x20...0x7E).contains(byte) ? Unicode.Scalar(byte) : ".") }
    }
    return row + (place == start + count - 1 ? "]" : " ") + "  |" + characters + "|"
  }

  /// `track 1 video sample 1 (sync, 2,496 bytes, 0.000 s), byte 58: unit 2, IDR, byte 3`.
  private func words(for place: MediaAtOffset) -> String {
    var text: String
    switch place.owner {
    case .sample(let sample, let track, let time):
      var facts = sample.isSync && track.handler == "vide" ? ["sync"] : []
      facts.append(sample.size.grouped + (sample.size == 1 ? " byte" : " bytes"))
      if let time, time >= 0 {
        facts.append(Words.seconds(time.magnitude, track.timescale))
      } else if time == nil {
        facts.append("not shown")
      }
      text = "\(track.name) sample \(sample.number.grouped) (\(facts.joined(separator: ", ")))"
    case .item(let id, let type, let count):
      let kind = type.map { "'\($0.key)', " } ?? ""
      text = "item \(id) (\(kind)\(count.grouped) \(count == 1 ? "byte" : "bytes"))"
    }
    text += ", byte " + place.byte.grouped
    guard let unit = place.unit else { return text }
    let name = unit.name.isEmpty ? "" : " " + unit.name
    let size = unit.byteCount.grouped
    return text
      + (unit.isInLength
        ? ": byte \(unit.byte) of the length of unit \(unit.number),\(name) of \(size) bytes"
        : ": unit \(unit.number),\(name) of \(size) bytes, byte \(unit.byte.grouped)")
  }
}
