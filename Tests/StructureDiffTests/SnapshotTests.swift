import ByteReading
import Corpus
import Foundation
import MediaInspection
import Structure
import StructureDiff
import Testing

/// Snapshots: their text, and what they catch.
@Suite struct SnapshotTests {
  private static let movie = atoms {
    atom("ftyp") {
      code("isom"); u32(512); code("isom"); code("avc1")
    }
    atom("moov") {
      atom("mvhd", version: 0) {
        u32(0, 0, 1_000, 2_000, 0x1_0000); u16(0x100, 0); u32(0, 0)
        u32(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000)
        u32(0, 0, 0, 0, 0, 0, 2)
      }
      atom("udta") {
        atom("zzzz") { u32(1, 2, 3) }
        atom("name") { text("it's \"here\" \\ #1") }
      }
    }
    atom("mdat") { u32(1, 2, 3, 4, 5) }
  }

  private static var options: Snapshot.Options {
    var options = Snapshot.Options()
    options.rules = Files.rules
    return options
  }

  private func written(_ snapshot: Snapshot) -> String {
    var text = ByteWriter()
    snapshot.write(to: &text)
    return text.string
  }

  private func snapshot(_ bytes: [UInt8]) throws -> Snapshot {
    Snapshot(try Files.open(bytes), options: Self.options)
  }

  private func check(_ text: String, _ bytes: [UInt8]) throws -> SnapshotCheck {
    SnapshotCheck(
      try Snapshot(parsing: text), try Files.open(bytes), options: Self.options)
  }

  @Test func aFieldIsALine() throws {
    #expect(
      written(try snapshot(Self.movie)) == #"""
        atomtools snapshot 2   profile default
        ftyp                              major_brand 'isom'
        ftyp                              minor_version 512
        ftyp                              compatible_brands 'isom' 'avc1'
        moov/mvhd                         creation_time 0
        moov/mvhd                         modification_time 0
        moov/mvhd                         timescale 1000
        moov/mvhd                         duration 2000
        moov/mvhd                         rate 1.0
        moov/mvhd                         volume 1.0
        moov/mvhd                         matrix 1.0 0.0 0.0 0.0 1.0 0.0 0.0 0.0 1.0
        moov/mvhd                         preview_time 0
        moov/mvhd                         preview_duration 0
        moov/mvhd                         poster_time 0
        moov/mvhd                         selection_time 0
        moov/mvhd                         selection_duration 0
        moov/mvhd                         current_time 0
        moov/mvhd                         next_track_ID 2
        moov/udta/zzzz                    +12 bytes crc32 8f67d0f6
        moov/udta/name                    name 'it\'s \"here\" \\ #1'
        mdat                              data 20 bytes, crc32 54488b0f

        """#)
  }

  /// Every file of the corpus, damaged ones as well.
  @Test(arguments: Files.all)
  func textReadsBackAndIsClean(file: String) throws {
    let document = try Files.open(at: file)
    let snapshot = Snapshot(document, options: Self.options)
    let read = try Snapshot(parsing: written(snapshot))
    #expect(read == snapshot)
    let check = SnapshotCheck(read, document, options: Self.options)
    #expect(check.differences.isEmpty, "\(check.differences)")
    #expect(check.notes.isEmpty)
  }

  /// Changes one bit of a field, everywhere in a file, and looks whether the snapshot sees it.
  @Test(arguments: Files.all)
  func oneBitOfOneFieldIsSeen(file: String) throws {
    let bytes = try Files.bytes(at: file)
    guard bytes.count <= 1 << 16 else { return }
    let document = try Files.open(bytes)
    let snapshot = Snapshot(document, options: Self.options)
    let places = FieldPlaces.all(in: document)
    // Some of each file; the files are many.
    for place in places.indices where place % max(1, places.count / 12) == 0 {
      let missed = try Self.missed(places[place], bytes, snapshot)
      #expect(missed == nil, "\(file): \(missed ?? "")")
    }
  }

  /// Says which field it is when the snapshot does not see that a bit of it changed.
  static func missed(
    _ place: FieldPlaces.Place, _ bytes: [UInt8], _ snapshot: Snapshot
  ) throws -> String? {
    var changed = bytes
    changed[place.bit / 8] ^= 0x80 >> UInt8(place.bit % 8)
    guard let document = try? Files.open(changed) else { return nil }
    let check = SnapshotCheck(snapshot, document, options: Self.options)
    return check.differences.isEmpty ? "\(place.path).\(place.name) at bit \(place.bit)" : nil
  }

  /// To Swift strings are equal when they look the same: bytes are what a file has. U+212B and A with a ring
  /// have three bytes each.
  @Test func textOfOtherBytesIsOtherText() throws {
    func movie(_ name: String) -> [UInt8] {
      atoms { atom("moov") { atom("udta") { atom("name") { text(name) } } } }
    }
    let kept = written(try snapshot(movie("caf\u{212B}")))
    let check = try check(kept, movie("cafA\u{30A}"))
    #expect(check.differences.map(\.path.stepsText) == ["moov/udta/name"])
    #expect(try self.check(kept, movie("caf\u{212B}")).differences.isEmpty)
  }

  @Test func movesAndFieldsAreTold() throws {
    let slow = try Files.open("mockups/slow.mp4")
    let fast = try Files.open("mockups/fast.mp4")
    let taken = try Snapshot(parsing: written(Snapshot(slow, options: Self.options)))
    let check = SnapshotCheck(taken, fast, options: Self.options)
    #expect(
      check.differences.map { "\($0.kind) \($0.path.stepsText) \($0.new)" } == ["moved moov before mdat"])

    var bytes = Self.movie
    bytes[23] = 0x32
    let other = try self.check(written(try snapshot(Self.movie)), bytes)
    #expect(
      other.differences.map { "\($0.line) \($0.kind) \($0.path.stepsText) \($0.name) \($0.old) \($0.new)" }
        == ["4 changed ftyp compatible_brands 'isom' 'avc1' 'isom' 'avc2'"])
  }

  @Test func nodesThatCameAndWentAreOneEach() throws {
    let a = try Files.open("mockups/a.mp4")
    let b = try Files.open("mockups/b.mp4")
    var options = Self.options
    options.leavesOut = { _, _, row in row?.traits.contains(.volatile) ?? false }
    let taken = try Snapshot(parsing: written(Snapshot(a, options: options)))
    let check = SnapshotCheck(taken, b, options: options)
    let told = check.differences.filter(\.isNode).map { "\($0.kind) \($0.path.stepsText)" }
    #expect(
      told == [
        "moved moov", "removed moov/trak[vide]/edts",
        "added moov/trak[vide]/mdia/minf/stbl/stsd/avc1/colr", "removed moov/trak[soun]/edts",
      ])
  }

  // MARK: Consequences

  /// A number of rows follows from the rows, and the bytes of the one `mdat` from the digest of all media.
  @Test func numbersOfRowsFollow() throws {
    func film(_ durations: [UInt32], count: UInt32? = nil, _ sample: UInt8 = 1) throws -> Document {
      try Files.open(
        atoms {
          atom("stts", version: 0) {
            u32(count ?? UInt32(durations.count))
            for duration in durations { u32(1, duration) }
          }
          atom("mdat") { u8(sample, 2) }
        })
    }
    func compare(_ a: Document, _ b: Document, _ media: (String, String)) throws -> SnapshotCheck {
      var options = Self.options
      options.media = { media.0 }
      let taken = try Snapshot(parsing: written(Snapshot(a, options: options)))
      options.media = { media.1 }
      return SnapshotCheck(taken, b, options: options)
    }
    for counts in [(2, 3), (2, 11), (12, 11)] {
      let check = try compare(
        film((0..<counts.0).map { UInt32($0) }), film((0..<counts.1).map { UInt32($0 + 5) }),
        ("a", "a"))
      #expect(check.differences.map(\.name) == ["entries"], "\(counts)")
      #expect(check.following.map(\.name) == ["entry_count"], "\(counts)")
    }
    // It promises a row more than there are.
    let lie = try compare(film([1, 2]), film([1, 2, 3], count: 4), ("a", "a"))
    #expect(lie.differences.map(\.name).contains("entry_count"))
    let alone = try compare(film([1, 2]), film([1, 2], count: 3), ("a", "a"))
    #expect(alone.differences.map(\.name).contains("entry_count"))

    let media = try compare(film([1]), film([1], 9), ("a", "b"))
    #expect(media.differences.map(\.name) == ["media"])
    #expect(media.following.map(\.name) == ["data"])
    #expect(try compare(film([1]), film([1], 9), ("a", "a")).differences.map(\.name) == ["data"])
  }

  // MARK: Later versions of the tool

  /// What an earlier version knew as bytes, and this one by name, is no difference.
  @Test func newlyNamedBytesAreNotes() throws {
    let bytes = Self.movie
    // The 100 bytes of mvhd behind version and flags.
    let file = ByteSource(copying: bytes)
    let start = 24 + 8 + 12
    var sum = ByteWriter()
    sum.put(hex: UInt64(crc32(of: file.bytes.extracting(start..<start + 96))), digits: 8)
    let kept = written(try snapshot(bytes)).split(separator: "\n").filter {
      !$0.hasPrefix("moov/mvhd")
    }
    let old =
      kept[0...3].joined(separator: "\n") + "\nmoov/mvhd  +96 bytes crc32 \(sum.string)\n"
      + kept[4...].joined(separator: "\n") + "\n"
    let clean = try check(old, bytes)
    #expect(clean.differences.isEmpty, "\(clean.differences)")
    #expect(clean.notes.count == 14)
    #expect(clean.notes.first?.name == "creation_time")

    var changed = bytes
    changed[start + 11] = 1
    let other = try check(old, changed)
    #expect(other.differences.map(\.kind) == [.changed])
    #expect(other.differences.first?.old == "crc32 \(sum.string)")
    #expect(other.differences.first?.line == 5)
  }

  /// Atoms that an earlier version knew as bytes of another.
  @Test func newlyNamedAtomsAreNotes() throws {
    let bytes = Self.movie
    let file = ByteSource(copying: bytes)
    let document = try Files.open(bytes)
    let udta = try #require(Path("moov/udta").nodes(in: document).first)
    let payload = document.tree[udta].payload
    var sum = ByteWriter()
    sum.put(
      hex: UInt64(crc32(of: file.bytes.extracting(payload.byteOffset..<payload.byteEnd))),
      digits: 8)
    let old = written(try snapshot(bytes))
      .replacing("moov/udta/zzzz                    +12 bytes crc32 8f67d0f6\n", with: "")
      .split(separator: "\n").map { line in
        line.hasPrefix("moov/udta/name")
          ? "moov/udta  +\(payload.byteCount) bytes crc32 \(sum.string)" : String(line)
      }.joined(separator: "\n")
    let clean = try check(old, bytes)
    #expect(clean.differences.isEmpty, "\(clean.differences)")
    #expect(clean.notes.map(\.path.stepsText) == ["moov/udta/zzzz", "moov/udta/name"])
  }

  // MARK: Text that people edit

  @Test func commentsStayAtTheirLines() throws {
    var old = written(try snapshot(Self.movie))
    old.replace(
      "moov/mvhd                         timescale", with: "# why 1000?\nmoov/mvhd  timescale")
    old.replace("volume 1.0", with: "volume 1.0   # quiet please")
    old += "#\n# the end\n"
    var new = try snapshot(Self.movie)
    new.keepComments(of: try Snapshot(parsing: old))
    let lines = written(new).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[6] == "# why 1000?")
    #expect(lines[7] == "moov/mvhd                         timescale 1000")
    #expect(lines[10] == "moov/mvhd                         volume 1.0  # quiet please")
    #expect(lines.suffix(3) == ["#", "# the end", ""])
    #expect(try Snapshot(parsing: written(new)) == new)
  }

  /// A comment whose line is gone goes on to the next that is still there.
  @Test func commentsOfLinesThatAreGoneMoveOn() throws {
    let old = written(try snapshot(Self.movie)).replacing(
      "moov/udta/zzzz                    +12", with: "# ours\nmoov/udta/zzzz  +12")
    var bytes = Self.movie
    bytes.replace(Array("zzzz".utf8), with: Array("free".utf8))
    var new = try snapshot(bytes)
    new.keepComments(of: try Snapshot(parsing: old))
    #expect(written(new).contains("# ours\nmoov/udta/name"))
  }

  /// Of bytes without a name there may be several lines that begin alike; each has its own comment.
  @Test func commentsOfBytesWithoutANameStayAtTheirs() throws {
    let text = """
      atomtools snapshot 2   profile t
      # before the first
      moov/mvhd                         +24 bytes crc32 00000001  # the first
      # before the second
      moov/mvhd                         +24 bytes crc32 00000002
      moov/mvhd                         +24 bytes crc32 00000003  # the third

      """
    let snapshot = try Snapshot(parsing: text)
    #expect(written(snapshot) == text)
    #expect(try Snapshot(parsing: written(snapshot)) == snapshot)
  }

  /// Lines of a node need not stand together, nor does one without a field have a line beside those with one.
  @Test func commentsGoWithTheLinesThatAreWritten() throws {
    let text = "atomtools snapshot 2   profile t\na  x 1  # one\nb  y 2  # two\na  z 3  # three\na # of all\n"
    let snapshot = try Snapshot(parsing: text)
    let lines = written(snapshot).split(separator: "\n").dropFirst().map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines == ["# of all", "a x 1 # one", "a z 3 # three", "b y 2 # two"])
    #expect(try Snapshot(parsing: written(snapshot)) == snapshot)
  }

  @Test func endsOfLinesMayBeThoseOfWindows() throws {
    let old = written(try snapshot(Self.movie))
    #expect(try Snapshot(parsing: old.replacing("\n", with: "\r\n")) == Snapshot(parsing: old))
  }

  @Test(arguments: [
    ("", 1, 1, "the file is empty: 'atomtools snapshot 2' is missing"),
    ("hello\n", 1, 1, "a snapshot begins with 'atomtools snapshot 2'"),
    (
      "atomtools snapshot 4\n", 1, 20,
      "snapshot version 4 is newer than this tool, which knows 3"
    ),
    (
      "atomtools snapshot 1\nftyp major_brand 'isom'\n", 2, 5,
      "two blanks stand between a path and a field"
    ),
    (
      "atomtools snapshot 1\n\nftyp  major_brand 'isom\n", 3, 19,
      "the quote that opens here is not closed"
    ),
    ("atomtools snapshot 1\nftyp  major_brand\n", 2, 18, "a value is missing"),
    (
      "atomtools snapshot 1\nelst  entries 1 × {1, 2\n", 2, 19,
      "the '{' that opens here is not closed"
    ),
    ("atomtools snapshot 1\nelst  entries 1 × 2}\n", 2, 20, "'}' closes nothing"),
    (
      "atomtools snapshot 1\nzzzz  +x bytes crc32 00000000\n", 2, 7,
      "'+N bytes' is meant: how many?"
    ),
    (
      "atomtools snapshot 1\nzzzz  +4 bytes crc32 12\n", 2, 22,
      "eight hexadecimal digits follow 'crc32'"
    ),
    (
      "atomtools snapshot 1\nftyp  a 1\nftyp  a 2\n", 3, 1, "this stands in an earlier line already"
    ),
    (
      "atomtools snapshot 1\nmoov/[1]  a 1\n", 2, 6,
      "'moov/[1]' is no path: a type is missing before '['"
    ),
  ])
  func aWrongLineIsNamed(text: String, line: Int, column: Int, message: String) {
    #expect(throws: SnapshotError.self) { try Snapshot(parsing: text) }
    do {
      _ = try Snapshot(parsing: text)
    } catch {
      #expect(error.message == message)
      #expect(error.line == line)
      #expect(error.column == column)
    }
  }
}

extension Array where Element: Equatable {
  /// Replaces the first run of elements that is `old`.
  fileprivate mutating func replace(_ old: [Element], with new: [Element]) {
    guard let place = firstRange(of: old) else { return }
    replaceSubrange(place, with: new)
  }
}

/// Where the fields of a file are.
struct FieldPlaces: FieldSink {
  struct Place {
    let path: String
    let name: String
    let bit: Int
  }

  private var places: [Place] = []
  private var path = ""

  /// A bit of every field of every node in the file itself: the middle one of what counts.
  static func all(in document: Document) -> [Place] {
    var sink = FieldPlaces()
    var walker = Walker()
    for index in document.tree.indices
    where document.tree[index].source == 0 && document.fieldSource(of: index) == 0 {
      sink.path = document.path(of: index)
      document.walk(index, &walker, into: &sink)
    }
    return sink.places
  }

  mutating func field(_ field: borrowing FieldReading) {
    let extent = field.content.count > 0 ? field.content : field.extent
    guard extent.count > 0 else { return }
    places.append(
      Place(path: path, name: field.name.description, bit: extent.start + extent.count / 2))
  }

  mutating func table(_ table: borrowing TableReading) {
    guard table.count > 0 else { return }
    for (number, column) in table.columns.enumerated() where column.width > 0 {
      let row = table.extent(ofRow: (number * 7) % table.count)
      places.append(
        Place(
          path: path, name: table.name.description,
          bit: row.start + column.start + column.width - 1))
    }
  }
}

extension Files {
  /// The files that hold something: those of the corpus, and the samples when
  /// `ATOMTOOLS_SAMPLES` names their folder.
  static let all: [String] = {
    var paths = Corpus.files().map { Corpus.path(of: $0) }
    for folder in Corpus.sampleFolders {
      paths += Corpus.files(in: folder).map { folder + "/" + $0 }
    }
    if Corpus.sampleFolders.isEmpty {
      print("ATOMTOOLS_SAMPLES names no folder: snapshots are made of the corpus only")
    }
    return paths.filter { (try? open(at: $0)) != nil }
  }()

  static func open(at path: String) throws -> Document {
    try MediaFile.open(ByteSource.open(path: path))
  }

  static func bytes(at path: String) throws -> [UInt8] {
    let source = try ByteSource.open(path: path)
    return (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
  }
}
