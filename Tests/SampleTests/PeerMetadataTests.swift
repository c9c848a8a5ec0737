import ByteReading
import Corpus
import Foundation
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// What mutagen and exiftool say of the tags of every sample and of what encoders write, held against the fields that are made of
/// them: for each value of theirs one of the candidates of the field has to say the same.
@Suite(.enabled(if: Samples.folder != nil, "ATOMTOOLS_SAMPLES names no folder"))
struct PeerMetadataTests {
  @Test(.enabled(if: Mutagen.isInstalled, "python3 cannot import mutagen"))
  func mutagenAgrees() throws {
    let told = try JSONDecoder().decode(
      [String: [String: [String]]].self,
      from: Peers.run("/usr/bin/env", ["python3", "-c", Self.script], input: Self.paths))
    var agreement = FieldAgreement(
      names: Self.mutagen,
      known: [
        ("id3/dhowden-tag--sample_utf8_v1.mp3 ", "the tag is ID3v1 with UTF-8, which we know and mutagen reads as ISO-8859-1")
      ])
    for (path, values) in told.sorted(by: { $0.key < $1.key }) {
      try agreement.compare(path, values)
    }
    print("mutagen: \(agreement.files) files, \(agreement.values) values")
    #expect(agreement.complaints.isEmpty, "\(agreement.complaints.joined(separator: "\n"))")
    #expect(agreement.unneeded.isEmpty, "\(agreement.unneeded)")
    #expect(agreement.files >= 40 && agreement.values >= 250)
  }

  @Test(.enabled(if: Peers.path(of: "exiftool") != nil, "exiftool is not installed"))
  func exiftoolAgrees() throws {
    let data = try Peers.run(
      Peers.path(of: "exiftool") ?? "", ["-j", "-G1", "-a", "-@", "-"], input: Self.paths)
    let told = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
    var agreement = FieldAgreement(names: Self.exiftool, known: Self.exceptions)
    for file in told {
      guard let path = file["SourceFile"] as? String else { continue }
      var values: [String: [String]] = [:]
      for (key, value) in file {
        let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, Self.groups.contains(where: { parts[0].hasPrefix($0) })
        else { continue }
        let texts = (value as? [Any] ?? [value]).map { "\($0)" }
        // An empty field of ID3v1 is none, and what iTunes notes is no comment.
        let isEmpty = texts.allSatisfy {
          let text = $0.trimmingCharacters(in: .whitespaces)
          return text.isEmpty || text == "None" && parts[1] == "Genre" || text.hasPrefix("(iTun")
        }
        if !isEmpty { values[parts[1], default: []] += texts }
      }
      try agreement.compare(path, values)
    }
    print("exiftool: \(agreement.files) files, \(agreement.values) values")
    #expect(agreement.complaints.isEmpty, "\(agreement.complaints.joined(separator: "\n"))")
    #expect(agreement.unneeded.isEmpty, "\(agreement.unneeded)")
    #expect(agreement.files >= 70 && agreement.values >= 400)
  }

  /// Where exiftool differs, and who is right.
  private static let exceptions: [(place: String, reason: String)] = [
    (
      "id3/dhowden-tag--sample_utf8_v1.mp3 ",
      "the tag is ID3v1 with UTF-8, which we know and exiftool reads as Windows-1252"
    ),
    (
      "isobmff/file-type--fixture-babys-songbook.m4b.m4a Genre",
      "nine bytes of text under type 18, which is for numbers: neither reads it, exiftool counts bytes"
    ),
    (
      "id3/SwiftTaggerID3--mp3-v23-with-meta.mp3 Grouping",
      "the file has GRP1 and TIT1: with GRP1, TIT1 is the work (iTunes); exiftool calls both grouping"
    ),
  ]

  private static let groups = ["ID3", "ItemList", "Keys", "UserData", "APE"]

  private static var paths: String {
    (Samples.entries.map { Samples.place(of: $0.path) }
      + Corpus.files().filter { $0.hasPrefix("encoded/") }.map { Corpus.path(of: $0) })
      .map { $0 + "\n" }.joined()
  }

  /// What mutagen's keys are with us.
  private static let mutagen = [
    "title": "name", "artist": "artist", "album": "album", "albumartist": "albumArtist",
    "composer": "composer", "genre": "genre", "date": "year", "tracknumber": "track",
    "discnumber": "disc", "bpm": "bpm", "copyright": "copyright", "comment": "comment",
  ]

  /// What exiftool's tags are with us.
  private static let exiftool = [
    "Title": "name", "Artist": "artist", "Album": "album", "Band": "albumArtist",
    "AlbumArtist": "albumArtist", "Composer": "composer", "Genre": "genre", "Year": "year",
    "RecordingTime": "year", "ContentCreateDate": "year", "Track": "track", "TrackNumber": "track",
    "PartOfSet": "disc", "DiskNumber": "disc", "BeatsPerMinute": "bpm", "Comment": "comment",
    "Copyright": "copyright", "Make": "make", "Model": "model", "Lyrics": "lyrics",
    "Encoder": "encoder", "EncodedBy": "encodedBy", "Publisher": "publisher",
    "Software": "encoder", "CreationDate": "year", "Description": "description",
    "Grouping": "grouping", "ISRC": "isrc", "Conductor": "conductor", "Director": "director",
    "Producer": "producer",
  ]

  private static let script = """
    import json, sys
    import mutagen

    folder = None
    result = {}
    for path in sys.stdin.read().splitlines():
        try:
            file = mutagen.File(path, easy=True)
        except Exception:
            continue
        if file is None or not file.tags: continue
        values = {}
        for key in ["title", "artist", "album", "albumartist", "composer", "genre", "date",
                    "tracknumber", "discnumber", "bpm", "copyright", "comment"]:
            try:
                value = file.tags.get(key)
            except Exception:
                continue
            if value: values[key] = [str(one) for one in value] \\
                if isinstance(value, list) else [str(value)]
        result[path] = values
    print(json.dumps(result))
    """
}

/// Other programs.
enum Peers {
  /// The place of a program in the search path.
  static func path(of name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return folders.split(separator: ":").map { $0 + "/" + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// What a program writes.
  static func run(_ program: String, _ arguments: [String], input: String) throws -> Data {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "atomtools-peers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let asked = folder.appendingPathComponent("in")
    try Data(input.utf8).write(to: asked)
    return Data(try Child.run(program, arguments, input: asked.path, limit: 600).output)
  }
}

/// Our fields held against what another program says.
private struct FieldAgreement {
  /// What the fields are with us that it calls so.
  let names: [String: String]
  var known: [(place: String, reason: String)] = []
  private(set) var files = 0
  private(set) var values = 0
  private(set) var complaints: [String] = []
  private var needed: Set<String> = []

  init(names: [String: String], known: [(place: String, reason: String)] = []) {
    self.names = names
    self.known = known
  }

  /// The exceptions that nothing needed.
  var unneeded: [String] { known.map(\.place).filter { !needed.contains($0) } }

  mutating func compare(_ path: String, _ told: [String: [String]]) throws {
    let folders = (Corpus.sampleFolders + [Corpus.folder]).map { $0 + "/" }
    let folder = folders.first { path.hasPrefix($0) } ?? ""
    guard let document = try? MediaFile.open(ByteSource.open(path: path)) else { return }
    let path = String(path.dropFirst(folder.count))
    let fields = MediaFile.fields(of: document)
    var isTagged = false
    for (name, theirs) in told.sorted(by: { $0.key < $1.key }) {
      guard let field = names[name] else { continue }
      isTagged = true
      values += 1
      let ours = fields[field]?.candidates.map(\.value) ?? []
      // It gives several tags' values together, or those of one.
      let agrees =
        ours.contains { Self.agree($0, theirs, field) }
        || theirs.allSatisfy { value in ours.contains { Self.agree($0, [value], field) } }
      if agrees { continue }
      let place = "\(path) \(name)"
      if let exception = known.first(where: { place.hasPrefix($0.place) }) {
        needed.insert(exception.place)
      } else {
        complaints.append("\(place): we have \(ours.map(\.text)), the other \(theirs)")
      }
    }
    if isTagged { files += 1 }
  }

  private static func agree(
    _ ours: MetadataFieldValue, _ theirs: [String], _ field: String
  ) -> Bool {
    var theirs = theirs
    // exiftool writes the description of a comment before it.
    if ["comment", "lyrics"].contains(field) {
      theirs = theirs.map { $0.replacing(#/^\([^)]*\) /#, with: "") }
    }
    let text = theirs.joined(separator: "/")
    switch ours {
    case .date(let date):
      let (a, b) = (digits(date.text), digits(text))
      return a.prefix(4) == b.prefix(4) && (a.hasPrefix(b) || b.hasPrefix(a))
    case .position(let position):
      let numbers = text.split { !$0.isNumber }.compactMap { UInt64($0) }.filter { $0 > 0 }
      return numbers == [position.number, position.total].compactMap { $0 }
    case .flag(let flag): return text == (flag ? "1" : "0")
    default: return words(ours.text) == words(text)
    }
  }

  private static func digits(_ text: String) -> String { text.filter(\.isNumber) }

  /// Text without case, and without what stands between words.
  private static func words(_ text: String) -> [Substring] {
    text.lowercased().split { $0.isWhitespace || ";,/()|.\0".contains($0) }
  }
}
