import ByteReading
import MediaInspection
import MediaReports
import Structure
import StructureRendering

extension DumpFile {
  /// Says of offsets that were asked for which sample or item has the byte, and which byte of it that is.
  func media(
    at offsets: [UInt64], in document: Document, _ options: RenderOptions, _ output: inout ByteWriter
  ) {
    for offset in offsets {
      for place in document.media(at: offset) {
        let text = "@0x" + String(offset, radix: 16) + "  " + words(for: place)
        for line in Folding.lines(of: text, width: (options.width ?? 80) - 2) { output.put("\n  " + line) }
        output.put("\n")
      }
    }
  }

  /// `track 1 video sample 1 (sync, 2,496 bytes, 0.000 s), byte 58: unit 2, IDR, byte 3`.
  private func words(for place: MediaAtOffset) -> String {
    var text: String
    switch place.owner {
    case .sample(let sample, let track, let time):
      var facts = sample.isSync && track.handler == "vide" ? ["sync"] : []
      facts.append(Words.grouped(sample.size) + (sample.size == 1 ? " byte" : " bytes"))
      if let time, time >= 0 {
        facts.append(Words.seconds(time.magnitude, track.timescale))
      } else if time == nil {
        facts.append("not shown")
      }
      text = "\(track.name) sample \(Words.grouped(UInt64(sample.number))) (\(facts.joined(separator: ", ")))"
    case .item(let id, let type, let count):
      let kind = type.map { "'\($0.key)', " } ?? ""
      text = "item \(id) (\(kind)\(Words.grouped(count)) \(count == 1 ? "byte" : "bytes"))"
    }
    text += ", byte " + Words.grouped(place.byte)
    guard let unit = place.unit else { return text }
    let name = unit.name.isEmpty ? "" : " " + unit.name
    let size = Words.grouped(unit.byteCount)
    return text
      + (unit.isInLength
        ? ": byte \(unit.byte) of the length of unit \(unit.number),\(name) of \(size) bytes"
        : ": unit \(unit.number),\(name) of \(size) bytes, byte \(Words.grouped(UInt64(unit.byte)))")
  }
}
