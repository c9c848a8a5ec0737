import Atoms
import ByteReading
import ID3
import MediaFacts
public import MediaInspection
import SoundFiles
public import Structure

/// A chapter of a file.
public struct MediaChapter: Sendable {
  /// Where it is written down.
  public enum Kind: Sendable, Hashable {
    /// A sample of a text track that another track has as its chapters (QTFF, Chapter Lists).
    case track
    /// An entry of a `chpl` list.
    case list
    /// A `CHAP` frame of an ID3v2 tag.
    case frame
    /// A marker of AIFF, or a cue point of WAV: a moment of the sound, which has an end where a part begins there.
    case marker
  }

  /// Where the chapter stands.
  public let kind: Kind
  /// When it begins.
  public let start: MediaTime
  /// When it ends; indefinite when the file does not say.
  public let end: MediaTime
  /// What it is called; `nil` when it has no name. A title of more than 4,096 bytes is cut, and ends with `…`.
  public let title: String?
  /// The ID of the track that holds it, of chapters in tracks.
  public let trackID: UInt64?
  /// Whether its title is not all in the file, so that ``title`` is not it.
  public let isTitleMissing: Bool
  /// The language of that track.
  public let language: MetadataLanguage?
  /// The name by which a table of contents refers to it, of frames.
  public let elementID: String?
  /// The node it is written in: the track, the list, the frame.
  public let node: NodeIndex
  /// Its number there, from 1.
  public let number: Int
  /// Where it is written in the file; `nil` in what was compressed.
  public let fileOffset: UInt64?
  /// The size of the picture that goes with it, in bytes; `nil` when there is none.
  public let pictureSize: Int?
}

extension MediaFile {
  /// The chapters of an opened file: of text tracks that other tracks have as chapters, of `chpl`
  /// lists, of `CHAP` frames in the order of the table of contents, and markers of sound; in the order of the file.
  ///
  /// They are at most 65,536, and their samples together no larger than the file, or than 1 MiB. What is left out
  /// is among ``Document/leftOut``.
  ///
  /// - Complexity: O(*n*) in the nodes, in the chapters, and in the bytes of their titles.
  ///
  /// - Parameter document: The file.
  /// - Returns: The chapters; empty when there are none.
  public static func chapters(of document: Document) -> [MediaChapter] { chapterList(of: document).chapters }

  /// The same, and whether these are all, with their whole titles.
  package static func chapterList(of document: Document) -> (chapters: [MediaChapter], isWhole: Bool) {
    var finder = ChapterFinder(document)
    finder.find()
    return (finder.chapters, finder.isWhole)
  }
}

/// Finds chapters of every kind.
private struct ChapterFinder: ~Copyable {
  private(set) var chapters: [MediaChapter] = []
  /// Whether nothing was left out.
  private(set) var isWhole = true
  /// Whether no more are read.
  private var isFull = false
  private let document: Document
  private let tree: Tree
  private var reader: MetadataReader
  private let share: MemoryShare
  /// The bytes of samples that are still read. Samples that do not lie over each other have no more than the file.
  private var sampleRoom: Int
  /// Chapters that are read; a file with more is not about its content.
  private static let limit = 65_536
  /// Tracks of chapters that are read.
  private static let trackLimit = 64
  /// The bytes of a title that are read.
  private static let titleLimit = 4_096

  init(_ document: Document) {
    self.document = document
    tree = document.tree
    reader = MetadataReader(document)
    share = MemoryShare(document.memory, for: "there is no memory for all chapters")
    sampleRoom = max(1 << 20, document.tree.file.byteCount)
  }

  mutating func find() {
    if let atoms = document.context as? AtomContext { findTracks(atoms) }
    for index in tree.indices {
      guard !isFull else { return }
      switch tree[index].type {
      case "chpl": findList(index)
      case "CTOC" where tree[index].depth > 0: findContents(index)
      case "MARK", "cue ": if markers == nil, hasMarkers(index) { markers = index }
      default: break
      }
    }
    findFrames()
    if let markers, !isFull { findMarkers(markers) }
  }

  /// Says what is left out of the list.
  private mutating func leaveOut(_ sentence: StaticString) {
    isWhole = false
    document.memory.leaveOut(sentence)
  }

  /// Whether there may be a chapter more than `count`, which names it so; where not, no more are read.
  private mutating func hasRoom(after count: Int, for title: String?) -> Bool {
    if count >= Self.limit {
      leaveOut("there are more than 65,536 chapters")
      isFull = true
    } else if !share.grow(by: 2 * MemoryLayout<MediaChapter>.stride + (title?.utf8.count ?? 0)) {
      isWhole = false
      isFull = true
    }
    return !isFull
  }

  /// The text of a title; `nil` where it has none. What is cut is said.
  private mutating func title(_ field: StoredFields.Field?, in source: ByteSource) -> String? {
    guard let (text, isCut) = field?.text(in: source, atMost: Self.titleLimit), !text.isEmpty else { return nil }
    if isCut { leaveOut("titles of chapters have more than 4,096 bytes") }
    return text
  }

  // MARK: Tracks

  private mutating func findTracks(_ atoms: AtomContext) {
    var ids: [UInt64] = []
    for track in atoms.tracks {
      guard let references = tree.child("tref", of: track.node),
        let chapters = tree.child("chap", of: references)
      else { continue }
      for field in reader.fields(of: chapters) where field.is(.track_ID, in: TrackReference.self) {
        guard !ids.contains(field.raw) else { continue }
        guard ids.count < Self.trackLimit else {
          leaveOut("there are more than 64 tracks of chapters")
          break
        }
        ids.append(field.raw)
      }
    }
    guard !ids.isEmpty else { return }
    let movie = MovieSamples(document)
    let pictures = ids.compactMap { movie.track(id: $0) }.first { $0.handler == "vide" }
    // The size of the first picture at each time.
    var sizes: [Int64: UInt64] = [:]
    if let pictures {
      for sample in pictures.samples().prefix(Self.limit) where sizes[sample.decodeTime] == nil {
        sizes[sample.decodeTime] = sample.size
      }
    }
    for id in ids {
      guard !isFull else { return }
      guard let track = movie.track(id: id), track.handler != "vide" else { continue }
      findSamples(of: track, sizes, pictures?.timescale ?? 0)
    }
  }

  private mutating func findSamples(
    of track: SampleTrack, _ pictures: [Int64: UInt64], _ scale: UInt64
  ) {
    let edits = track.editList
    let bytes = tree.file.bytes
    let language = MetadataLanguage(ofTrackAt: track.node, in: document)
    for sample in track.samples() {
      var title: String?
      let isMissing = sample.size > 0 && sample.end.map { $0 > UInt64(bytes.byteCount) } ?? true
      if isMissing {
        leaveOut("titles of chapters are not in the file")
      } else if let offset = sample.offset, offset < UInt64(bytes.byteCount) {
        let count = Int(min(sample.size, UInt64(bytes.byteCount) - offset, 1 << 16))
        guard count <= sampleRoom else {
          leaveOut("samples of chapters have more bytes than the file")
          isFull = true
          return
        }
        sampleRoom -= count
        guard document.work.charge(1 + count / 64, for: "there are no steps left for all chapters") else {
          isWhole = false
          isFull = true
          return
        }
        title = self.title(
          ChapterText.field(in: tree.file, Extent(byteOffset: Int(offset), byteCount: count)), in: tree.file)
      }
      guard let start = edits.presentationTime(of: sample) else { continue }
      guard hasRoom(after: chapters.count, for: title) else { return }
      let time = MediaTime(value: start, timescale: track.timescale)
      let length = MediaTime(
        value: Int64(clamping: sample.duration), timescale: track.timescale)
      // The same time in the ticks of the other track, if it is a whole number of them.
      var picture: UInt64?
      if scale > 0, track.timescale > 0, !pictures.isEmpty {
        let (ticks, overflow) = sample.decodeTime.multipliedReportingOverflow(
          by: Int64(clamping: scale))
        let unit = Int64(clamping: track.timescale)
        if !overflow, ticks % unit == 0 { picture = pictures[ticks / unit] }
      }
      chapters.append(
        MediaChapter(
          kind: .track, start: time, end: time + length, title: title, trackID: track.id, isTitleMissing: isMissing,
          language: language, elementID: nil, node: track.node, number: sample.number,
          fileOffset: sample.offset, pictureSize: picture.map { Int(clamping: $0) }))
    }
  }

  // MARK: Lists

  private mutating func findList(_ index: NodeIndex) {
    var found: [(start: UInt64, title: String?, offset: Int)] = []
    var start: UInt64 = 0
    let bytes = document.fieldBytes(of: index)
    for field in reader.fields(of: index) where field.item >= 0 {
      if field.is(.start_time, in: ChapterTitles.self) {
        start = field.raw
      } else if field.is(.title, in: ChapterTitles.self) {
        found.append((start, title(field, in: bytes), field.content.byteOffset))
      }
    }
    for (place, chapter) in found.enumerated() {
      guard hasRoom(after: chapters.count, for: chapter.title) else { return }
      // Units are tenths of a microsecond.
      let time = MediaTime(value: Int64(clamping: chapter.start), timescale: 10_000_000)
      var end = document.duration
      if place + 1 < found.count {
        end = MediaTime(value: Int64(clamping: found[place + 1].start), timescale: 10_000_000)
      }
      chapters.append(
        MediaChapter(
          kind: .list, start: time, end: end < time ? .indefinite : end,
          title: chapter.title, trackID: nil, isTitleMissing: false, language: nil,
          elementID: nil, node: index, number: place + 1,
          fileOffset: tree.fileOffset(
            of: UInt64(chapter.offset), in: document.fieldSource(of: index)), pictureSize: nil))
    }
  }

  // MARK: Frames

  /// The order in which a table of contents that is at the top names its chapters, by their names.
  private var order = NumbersOfTexts()

  private mutating func findContents(_ index: NodeIndex) {
    let fields = reader.fields(of: index)
    // The flags are a service of other frames; here they are read by their name.
    guard order.count == 0,
      let flags = fields.first(where: { $0.is(.flags, in: TableOfContents.self) }),
      flags.raw & 2 != 0
    else { return }
    let bytes = document.fieldBytes(of: index)
    for field in fields where field.is(.child_element_id, in: TableOfContents.self) {
      let name = field.text(in: bytes, atMost: Self.titleLimit).text[...]
      if order.number(of: name) == nil { order.add(name, number: order.count) }
    }
  }

  private mutating func findFrames() {
    var found: [(place: Int, chapter: MediaChapter)] = []
    for index in tree.indices where tree[index].type == "CHAP" {
      guard tree[index].depth > 0, let chapter = chapter(index, found.count + 1) else { continue }
      guard hasRoom(after: chapters.count + found.count, for: chapter.title) else { break }
      found.append((chapter.elementID.flatMap { order.number(of: $0[...]) } ?? .max, chapter))
    }
    chapters += found.enumerated()
      .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
      .map(\.element.chapter)
  }

  private mutating func chapter(_ index: NodeIndex, _ number: Int) -> MediaChapter? {
    let bytes = document.fieldBytes(of: index)
    var element: String?
    var offset: UInt64?
    var start: UInt64?
    var end: UInt64?
    for field in reader.fields(of: index) {
      if field.is(.element_id, in: Chapter.self) {
        let (name, isCut) = field.text(in: bytes, atMost: Self.titleLimit)
        if isCut { leaveOut("names of chapters have more than 4,096 bytes") }
        element = name
      } else if field.is(.start_time, in: Chapter.self) {
        start = field.raw
        offset = tree.fileOffset(
          of: UInt64(field.extent.byteOffset), in: document.fieldSource(of: index))
      } else if field.is(.end_time, in: Chapter.self) {
        end = field.raw
      }
    }
    guard let start else { return nil }
    var title: String?
    if let frame = tree.child("TIT2", of: index) ?? tree.child("\\x00TT2", of: index) {
      let fields = reader.fields(of: frame)
      title = self.title(
        fields.first { $0.is(.text, in: TextFrame.self) }, in: document.fieldBytes(of: frame))
    }
    var picture: Int?
    if let frame = tree.child("APIC", of: index) {
      picture = reader.fields(of: frame).first { $0.isImage }?.content.byteCount
    }
    return MediaChapter(
      kind: .frame, start: MediaTime(value: Int64(start), timescale: 1_000),
      end: end.map { MediaTime(value: Int64($0), timescale: 1_000) } ?? .indefinite, title: title,
      trackID: nil, isTitleMissing: false, language: nil, elementID: element, node: index, number: number,
      fileOffset: offset, pictureSize: picture)
  }

  // MARK: Markers

  /// The chunk of markers that is met first: a form has one.
  private var markers: NodeIndex?

  /// What a list of associated data says of a cue point.
  private struct Note {
    /// The number of the point.
    let name: UInt64
    let node: NodeIndex
  }

  private func hasMarkers(_ index: NodeIndex) -> Bool {
    document.view(AIFFMarkers.self, of: index).isOfItsTable
      || document.view(WAVCuePoints.self, of: index).isOfItsTable
  }

  private mutating func findMarkers(_ index: NodeIndex) {
    // Positions are counted in samples; without a rate they are no times.
    let rate = SoundFormat(document)?.frequency ?? 0
    if tree[index].type == "MARK" { findNamedMarkers(index, rate) } else { findCuePoints(index, rate) }
  }

  /// Markers with their names (AIFF 1.3, Marker Chunk).
  private mutating func findNamedMarkers(_ index: NodeIndex, _ rate: UInt64) {
    let bytes = document.fieldBytes(of: index)
    var position: StoredFields.Field?
    var number = 0
    for field in reader.fields(of: index) where field.item >= 0 {
      if field.is(.position, in: AIFFMarkers.self) {
        position = field
      } else if field.is(.markerName, in: AIFFMarkers.self), let found = position {
        number += 1
        let time = MediaTime(value: Int64(clamping: found.raw), timescale: rate)
        let name = title(field, in: bytes)
        guard addMarker(number, of: index, time, .indefinite, name, at: found.extent.byteOffset) else { return }
      }
    }
    if reader.isCut { isWhole = false }
  }

  /// Cue points with their labels, and the lengths of parts that begin there (RIFF, Cue-Points Chunk, Label Chunk,
  /// Text with Data Length Chunk).
  private mutating func findCuePoints(_ index: NodeIndex, _ rate: UInt64) {
    let points = document.view(WAVCuePoints.self, of: index)
    guard let names = points.column(.dwName, of: .points), let positions = points.column(.dwPosition, of: .points),
      let chunks = points.column(.dwChunkStart, of: .points), let blocks = points.column(.dwBlockStart, of: .points),
      let offsets = points.column(.dwSampleOffset, of: .points),
      let row = points.withTable(.points, { $0.count > 0 ? $0.extent(ofRow: 0) : nil }) ?? nil, let form = tree.parent(of: index)
    else { return }
    let notes = NodeReader(document)
    let labels = self.notes("labl", in: form) { notes.view(WAVLabel.self, of: $0).number(.dwName) }
    let parts = self.notes("ltxt", in: form) { notes.view(WAVLabelledPart.self, of: $0).number(.dwName) }
    for place in 0..<names.count {
      // Of sound that is coded in blocks the offset counts from the beginning of a block.
      let position = chunks[place] == 0 && blocks[place] == 0 ? offsets[place] : positions[place]
      let time = MediaTime(value: Int64(clamping: position), timescale: rate)
      var end = MediaTime.indefinite
      if let part = Self.first(names[place], in: parts),
        let length = notes.view(WAVLabelledPart.self, of: part).number(.dwSampleLength), length > 0
      {
        end = time + MediaTime(value: Int64(clamping: length), timescale: rate)
      }
      var name: String?
      if let label = Self.first(names[place], in: labels) {
        let field = reader.fields(of: label).first { $0.is(.data, in: WAVLabel.self) }
        name = title(field, in: document.fieldBytes(of: label))
      }
      // Rows have as many bytes each, all of which are in the file.
      let offset = row.byteOffset &+ row.byteCount &* place
      guard addMarker(place + 1, of: index, time, end, name, at: offset) else { return }
    }
  }

  /// What the lists of a form have of one type, by the numbers of the points that it is about; of one number in the
  /// order of the file.
  private func notes(_ type: FourCC, in form: NodeIndex, _ point: (NodeIndex) -> UInt64?) -> [Note] {
    var notes: [Note] = []
    for list in tree.children(of: form) where tree[list].type == "LIST" {
      for node in tree.children(of: list) where tree[node].type == type && notes.count < Self.limit {
        if let name = point(node) { notes.append(Note(name: name, node: node)) }
      }
    }
    return notes.sorted { ($0.name, $0.node) < ($1.name, $1.node) }
  }

  /// The first that is about the point of this number.
  private static func first(_ name: UInt64, in notes: [Note]) -> NodeIndex? {
    let place = (0..<notes.count).partitionPoint { notes[$0].name < name }
    return place < notes.count && notes[place].name == name ? notes[place].node : nil
  }

  /// Adds a marker that is written at `offset` in the fields of a node.
  ///
  /// - Returns: Whether there may be more.
  private mutating func addMarker(
    _ number: Int, of index: NodeIndex, _ start: MediaTime, _ end: MediaTime, _ title: String?, at offset: Int
  ) -> Bool {
    guard hasRoom(after: chapters.count, for: title) else { return false }
    // Many points may have one long label.
    guard document.work.charge(1 + (title?.utf8.count ?? 0) / 64, for: "there are no steps left for all chapters")
    else {
      isWhole = false
      isFull = true
      return false
    }
    chapters.append(
      MediaChapter(
        kind: .marker, start: start, end: end, title: title, trackID: nil, isTitleMissing: false, language: nil,
        elementID: nil, node: index, number: number,
        fileOffset: tree.fileOffset(of: UInt64(clamping: offset), in: document.fieldSource(of: index)),
        pictureSize: nil))
    return true
  }
}

/// The text in a sample of a chapter track.
private enum ChapterText: SyntaxFamily {
  /// A count and so many bytes; atoms that say how the text is drawn follow (QTFF, Text Sample Data;
  /// 3GPP TS 26.245 §5.17).
  static let tables: [Syntax] = [
    Syntax("text", "Text sample", "QTFF, Text Sample Data") {
      uint(16, "text_length", .bytes)
      string(.utf8OrUTF16, .bytes(.field("text_length")), "text")
      bytes(.remaining, "modifiers")
    }
  ]

  private static let header = Syntax("*", "No header", "") {}
  private static let catalogue = Catalogue(
    nodeKind: "sample", header: header, families: [ChapterText.self], views: [Fields.self])

  private enum Fields: FieldView {
    static let table: StaticString = "text"
    enum Field: String, CaseIterable, Sendable { case text }
  }

  static func field(in source: ByteSource, _ extent: Extent) -> StoredFields.Field? {
    guard let program = catalogue.program(0) else { return nil }
    var walker = Walker()
    var sink = StoredFields()
    var cursor = ByteCursor(source.bytes, over: extent)
    walker.walk(program, &cursor, context: NoContext(), into: &sink)
    return sink.fields.first { $0.is(.text, in: Fields.self) }
  }
}

extension Document {
  /// How long the file plays; indefinite when it does not say.
  var duration: MediaTime {
    guard let duration = synopsis.duration, duration.timescale > 0 else { return .indefinite }
    return MediaTime(value: Int64(clamping: duration.value), timescale: duration.timescale)
  }
}
