// The snippets of the pages in the DocC catalogs, as they stand there: what is between a line
// `// snippet: NAME` and a line `// end` is the block of a page behind `<!-- snippet: NAME -->`.
//
// The one import is all that a program needs.

import AtomTools
import Testing

// snippet: open
/// What the file at `path` is, and the types at its top.
func contents(of path: String) throws -> String {
  let document = try MediaFile.open(path: path)
  let tree = document.tree
  let types = tree.children(of: nil).map { tree[$0].type.key }
  return "\(document.synopsis.formatName): \(types.joined(separator: " "))"
}
// end

// snippet: header
/// The size and the type in the first eight bytes of a file, and how many bytes follow them.
func firstHeader(of path: String) throws -> (size: UInt64, type: FourCC, left: Int) {
  let source = try ByteSource.open(path: path)
  var cursor = ByteCursor(source.bytes)
  let size = try cursor.read(bits: 32)
  let type = FourCC(UInt32(truncatingIfNeeded: try cursor.read(bits: 32)))
  let payload = try cursor.skip(bits: cursor.remaining)
  return (size, type, payload.byteCount)
}
// end

// snippet: events
/// A line for each event message of the file at `path`: its scheme, its ID and where its bytes begin.
func events(in path: String) throws -> [String] {
  let document = try MediaFile.open(path: path)
  return try document.nodes("//emsg").map { event in
    let fields = document.fields(of: event)
    let scheme = fields["scheme_id_uri"]?.text ?? "-"
    let id = fields["id"]?.number.map { "\($0)" } ?? "-"
    return "\(scheme) \(id) at \(document.tree[event].start)"
  }
}
// end

// snippet: rule
/// Movies of this house count time so that milliseconds are whole.
let wholeMilliseconds = Rule(
  "timescale-of-the-house", .warning, "the timescale is {found}, no multiple of 1,000",
  expected: "a multiple of 1,000", "house rules §4",
  why: "Cuts are noted in milliseconds, and are to be met exactly.",
  players: "They play it.", mend: "Write the movie again with a timescale of 1,000.", of: "mvhd"
) { examination, header in
  examination.reader.open(header)
  guard let timescale = examination.reader.number("timescale"), timescale % 1_000 != 0
  else { return }
  examination.report(header, .found(timescale))
}

/// Where a document breaks the rule, and its sentence.
func brokenRules(of document: Document) -> [String] {
  let checked = MediaFile.checked(document, rules: [wholeMilliseconds])
  return checked.problems.kept.filter { $0.kind == wholeMilliseconds.kind }.map { problem in
    let place = problem.node.map { checked.path(of: $0) } ?? "the file"
    return "\(place): \(checked.sentence(of: problem))"
  }
}
// end

// snippet: duration
/// How long the file at `path` is, with where that is written and what else is claimed.
func length(of path: String) throws -> String {
  let facts = MediaFile.facts(of: try MediaFile.open(path: path))
  guard let duration = facts.duration else { return "no length is known" }
  let claims = duration.claims.map { "\($0.source.id) claims \($0.seconds) s" }
  return (["\(duration.seconds) s from \(duration.source.id)"] + claims).joined(separator: ", ")
}
// end

// snippet: tracks
/// A line for each track of the file at `path`: its ID, its handler, and its codecs.
func tracks(of path: String) throws -> [String] {
  let document = try MediaFile.open(path: path)
  return MediaFile.facts(of: document).tracks.map { track in
    let codecs = track.codings.map { $0.string ?? $0.name }.joined(separator: ", ")
    return "\(track.id) \(track.handler?.key ?? "-") \(codecs)"
  }
}
// end

// snippet: title
/// The title of the file at `path`, and what its picture is, whatever format its tags have.
func titleAndArtwork(of path: String) throws -> (title: String?, artwork: String?) {
  let document = try MediaFile.open(path: path)
  let items = MediaFile.metadata(of: document)
  let title = items.items(with: .title).first?.stringValue
  let picture = items.items(with: .artwork).first
  let artwork = picture?.dataValue.map { bytes in
    "\(picture?.path ?? ""): \(bytes.count) bytes, \(bytes.picture?.width ?? 0) wide"
  }
  return (title, artwork)
}
// end

// snippet: json
/// What `atomdump --json` prints of a document.
func json(of document: Document, name: String) -> String {
  var options = RenderOptions()
  options.isPretty = true
  var output = ByteWriter()
  JSONRenderer(document, name: name, options: options).write(to: &output)
  return output.string
}
// end

// snippet: diff
/// A test: the second file is the first with the movie in front, and nothing else.
func expectSameMovieInFront(_ first: String, _ second: String) throws {
  let comparison = Comparison(
    try MediaFile.open(path: first), try MediaFile.open(path: second), rules: .media)
  let words = ChangeWords(comparison)
  #expect(comparison.isComplete && comparison.hasSameMedia == true)
  #expect(
    comparison.changes.map(words.line) == [
      "moov  moved before mdat: 0x62e7 → 0x20 (now fast start)"
    ])
}
// end

// snippet: drawing
/// Who owns which bytes of a file, drawn in characters.
func bytesDrawn(of document: Document, width: Int) -> String? {
  guard let drawing = Pictures(document).drawing(.bytes) else { return nil }
  var output = ByteWriter()
  drawing.putText(Drawing.TextLook(width: width), to: &output)
  return output.string
}
// end

// snippet: box
/// The boxes of this house: `wthr` in user data, as its specification prints it.
enum WeatherBoxes: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("wthr", "Weather", "house rules §1", in: "udta", versions: 0...0) {
      uint(8, "kind", .names(kinds))
      uint(16, "rainfall", .unit("µm"))
      string(.utf8, .terminated, "station")
    }
  ]
  static let kinds: Names = [1: "sun", 2: "rain"]
}

/// What a file of this house says of the weather: a line for each field.
func weather(in file: [UInt8]) throws -> [String] {
  let tables = OwnTables(boxes: [WeatherBoxes.self])
  let document = try MediaFile.open(ByteSource(copying: file), tables: tables)
  guard let box = try document.nodes("moov/udta/wthr").first else { return [] }
  return document.fields(of: box).map { "\($0.name): \($0.shown)" }
}
// end

// snippet: frame
/// The frames of this house, in ID3v2.3 and ID3v2.4.
enum MoodFrames: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("XMOO", "Mood of the house", "house rules §2", in: "ID3\\x03 ID3\\x04") {
      uint(8, "kind", .names([1: "calm", 2: "wild"]))
      uint(8, "beats", .unit("a minute"))
    }
  ]
}

/// What a tag of this house says of the mood.
func mood(in file: [UInt8]) throws -> String? {
  let document = try MediaFile.open(
    ByteSource(copying: file), tables: OwnTables(frames: [MoodFrames.self]))
  return try document.nodes("ID3v2/XMOO").first.flatMap { document.fields(of: $0)["kind"]?.shown }
}
// end
