import AtomTools
import SoundFiles

// snippet: stream
/// What the frames of each stream of a sound file are.
func streams(of path: String) throws -> [String] {
  let document = try MediaFile.open(path: path)
  return document.tree.children(of: nil).compactMap { node in
    AudioStream(document, at: node).map { "\($0.format), \($0.samplingFrequency) Hz" }
  }
}
// end

// snippet: exif
/// What Exif says of a picture, by the names of its tags.
func exif(of path: String) throws -> [String] {
  let document = try MediaFile.open(path: path)
  return MediaFile.metadata(of: document)
    .filter { $0.keySpace == .exif }
    .compactMap { item in item.stringValue.map { "\(item.keyString): \($0)" } }
}
// end

// snippet: format
/// The log of this house: `HLOG`, then lines, each a size in one byte, which counts itself, and text.
enum LogTables: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("HLOG", "Log", "house rules §5", in: "file") { code("signature") },
    Syntax("line", "Line", "house rules §5", in: "file", summary: "{text}") {
      uint(8, "size", .bytes)
      string(.utf8, .rest, "text")
    },
  ]
}

extension Catalogue {
  static let houseLog = Catalogue(
    nodeKind: "line", header: Syntax("*", "No header", "") {}, families: [LogTables.self])
}

extension Format {
  static let houseLog = Format(
    id: ID(rawValue: "house-log"), name: "log of the house", node: "line",
    recognise: { bytes, likelihood in
      likelihood == .begins && bytes.bigEndian(at: 0, count: 4) == 0x484C_4F47
    },
    scan: { file, limits, tables in
      let builder = TreeBuilder(file, limits: limits, tables: tables)
      scanLog(of: UInt64(file.byteCount), byteAt: { file.bytes.byte(at: Int($0)) }, into: builder)
      return Document(builder.finish(), limits: limits)
    },
    synopsis: { _ in
      var synopsis = Synopsis()
      (synopsis.format, synopsis.formatName) = (Format.Kind(rawValue: "hlog"), "log of the house")
      return synopsis
    },
    check: { _, _, _ in })
}

/// Appends a node for the signature and for each line; what is none is raw, up to the end.
private func scanLog(
  of size: UInt64, byteAt: (UInt64) -> UInt8?, into builder: TreeBuilder
) {
  var position: UInt64 = 0
  while position < size {
    let count = position == 0 ? 4 : UInt64(byteAt(position) ?? 0)
    let type: FourCC = position == 0 ? "HLOG" : "line"
    let number = Catalogue.houseLog.table(
      for: type, in: Catalogue.file, handler: nil, extendedType: nil)
    let table = number.map { builder.add(table: $0, of: .houseLog) } ?? Node.noTable
    // The size is a claim, and there may be as many nodes as `limits` says.
    guard count > 0, count <= size - position,
      builder.append(
        Node(start: position, size: count, type: type, table: table, depth: 0, headerSize: 0))
        != nil
    else {
      builder.appendRaw(position..<size, source: 0, depth: 0, marks: .raw)
      return
    }
    position += count
  }
}

/// The lines of a log, and how many bytes are none.
func logLines(of file: [UInt8]) throws -> (lines: [String], rest: UInt64) {
  let document = try MediaFile.open(ByteSource(copying: file), as: .houseLog)
  let lines = try document.nodes("line").compactMap { document.fields(of: $0)["text"]?.text }
  let raw = document.tree.children(of: nil).filter { document.tree[$0].isRaw }
  return (lines, raw.reduce(0) { $0 + document.tree[$1].size })
}
// end
