import ByteReading
import Corpus
import ID3
import MediaFacts
import MediaInspection
import Structure
import Testing

/// Files that an encoder wrote or a recipe made with care have nothing wrong.
@Suite struct SoundFileTests {
  /// What is told of types that nobody knows.
  static let expected = [
    "made/sample-groups.mp4": Array(
      repeating: "moov/trak/mdia/minf/stbl/sgpd[5]: 3 extra bytes", count: 2),
    "encoded/ffmpeg-everything.mp4": [
      "moov/trak[4]/mdia/minf/stbl/stsd/text: text-entry-is-timed-text"
    ],
    "encoded/subtitles.mov": [
      "moov/trak[2]/mdia/minf/stbl/stsd/text: text-entry-is-timed-text"
    ],
    "made/id3v2-encodings.mp3": [
      "ID3v2[1]/TIT2: text-order-missing text", "ID3v2[1]/TIT3: text-half-character text length 9",
    ],
  ]

  @Test(arguments: Corpus.files().filter { $0.hasPrefix("encoded/") || $0.hasPrefix("made/") })
  func tablesAccountForEveryByte(name: String) throws {
    let file = try Corpus.open(name)
    let document = name.hasSuffix(".mp3") ? Document.tags(of: file) : Reading(file).document
    let problems = document.problems.kept.filter { $0.severity == .error }
    #expect(
      problems.map { "\($0.kind.id) in \($0.node.map { document.path(of: $0) } ?? "file")" } == [])
    var walker = Walker()
    var faults: [String] = []
    for index in document.tree.indices {
      var sink = Faults()
      document.walk(index, &walker, into: &sink)
      faults += sink.found.map { "\(document.path(of: index)): \($0)" }
    }
    #expect(faults == Self.expected[name] ?? [])
  }
}

/// Remembers what is wrong with fields, and bytes that no row accounts for.
private struct Faults: FieldSink {
  var found: [String] = []

  mutating func field(_ field: borrowing FieldReading) {
    if field.isGap { found.append("\(field.content.byteCount) extra bytes") }
  }

  mutating func table(_ table: borrowing TableReading) {}

  mutating func note(_ fault: Fault) {
    let row = fault.row < fault.program.rows.count ? "\(fault.program.rows[fault.row].name)" : ""
    found.append(
      ["\(fault.kind.id)", row, "\(fault.finding.detail)"].filter { !$0.isEmpty }
        .joined(separator: " "))
  }
}
