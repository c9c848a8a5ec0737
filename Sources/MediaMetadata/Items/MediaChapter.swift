import Atoms
import ByteReading
import ID3
import MediaFacts
public import MediaInspection
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
  }

  /// Where the chapter stands.
  public let kind: Kind
  /// When it begins.
  public let start: MediaTime
  /// When it ends; indefinite when the file does not say.
  public let end: MediaTime
  /// What it is called; `nil` when it has no name.
  public let title: String?
  /// The ID of the track that holds it, of chapters in tracks.
  public let trackID: UInt64?
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
  /// lists, and of `CHAP` frames in the order of the table of contents; in the order of the file.
  ///
  /// - Complexity: O(*n*) in the nodes and in the chapters.
  ///
  /// - Parameter document: The file.
  /// - Returns: The chapters; empty when there are none.
  public static func chapters(of document: Document) -> [MediaChapter] {
    var finder = ChapterFinder(document)
    finder.find()
    return finder.chapters
  }
}

/// Finds chapters of every kind.
private struct ChapterFinder: ~Copyable {
  private(set) var chapters: [MediaChapter] = []
  private let document: Document
  private let tree: Tree
  private var reader: MetadataReader
  /// Chapters that are read; a file with more is not about its content.
  private static let limit = 65_536

  init(_ document: Document) {
    self.document = document
    tree = document.tree
    reader = MetadataReader(document)
  }

  mutating func find() {
    if let atoms = document.context as? AtomContext { findTracks(atoms) }
    for index in tree.indices where chapters.count < Self.limit {
      switch tree[index].type {
      case "chpl": findList(index)
      case "CTOC" where tree[index].depth > 0: findContents(index)
      default: break
      }
    }
    findFrames()
  }

  // MARK: Tracks

  private mutating func findTracks(_ atoms: AtomContext) {
    var ids: [UInt64] = []
    for track in atoms.tracks {
      guard let references = tree.child("tref", of: track.node),
        let chapters = tree.child("chap", of: references)
      else { continue }
      for field in reader.fields(of: chapters) where field.is(.track_ID, in: TrackReference.self) {
        if !ids.contains(field.raw), ids.count < 64 { ids.append(field.raw) }
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
      guard chapters.count < Self.limit else { return }
      var title: String?
      if let offset = sample.offset, offset < UInt64(bytes.byteCount) {
        let count = min(sample.size, UInt64(bytes.byteCount) - offset, 1 << 16)
        title = ChapterText.text(
          in: tree.file, Extent(byteOffset: Int(offset), byteCount: Int(count)))
      }
      guard let start = edits.presentationTime(of: sample) else { continue }
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
          kind: .track, start: time, end: time + length, title: title, trackID: track.id,
          language: language, elementID: nil, node: track.node, number: sample.number,
          fileOffset: sample.offset, pictureSize: picture.map { Int(clamping: $0) }))
    }
  }

  // MARK: Lists

  private mutating func findList(_ index: NodeIndex) {
    var found: [(start: UInt64, title: String, offset: Int)] = []
    var start: UInt64 = 0
    let bytes = document.fieldBytes(of: index)
    for field in reader.fields(of: index) where field.item >= 0 {
      if field.is(.start_time, in: ChapterTitles.self) {
        start = field.raw
      } else if field.is(.title, in: ChapterTitles.self) {
        found.append((start, field.text(in: bytes).text, field.content.byteOffset))
      }
    }
    for (place, chapter) in found.enumerated() {
      guard chapters.count < Self.limit else { return }
      // Units are tenths of a microsecond.
      let time = MediaTime(value: Int64(clamping: chapter.start), timescale: 10_000_000)
      var end = document.duration
      if place + 1 < found.count {
        end = MediaTime(value: Int64(clamping: found[place + 1].start), timescale: 10_000_000)
      }
      chapters.append(
        MediaChapter(
          kind: .list, start: time, end: end < time ? .indefinite : end,
          title: chapter.title.isEmpty ? nil : chapter.title, trackID: nil, language: nil,
          elementID: nil, node: index, number: place + 1,
          fileOffset: tree.fileOffset(
            of: UInt64(chapter.offset), in: document.fieldSource(of: index)), pictureSize: nil))
    }
  }

  // MARK: Frames

  /// The order in which a table of contents that is at the top names its chapters, by their names.
  private var order: [String: Int] = [:]

  private mutating func findContents(_ index: NodeIndex) {
    let fields = reader.fields(of: index)
    // The flags are a service of other frames; here they are read by their name.
    guard order.isEmpty,
      let flags = fields.first(where: { $0.is(.flags, in: TableOfContents.self) }),
      flags.raw & 2 != 0
    else { return }
    let bytes = document.fieldBytes(of: index)
    for field in fields where field.is(.child_element_id, in: TableOfContents.self) {
      let name = field.text(in: bytes).text
      if order[name] == nil { order[name] = order.count }
    }
  }

  private mutating func findFrames() {
    var found: [(place: Int, chapter: MediaChapter)] = []
    for index in tree.indices where tree[index].type == "CHAP" {
      guard tree[index].depth > 0, found.count < Self.limit,
        let chapter = chapter(index, found.count + 1)
      else { continue }
      found.append((chapter.elementID.flatMap { order[$0] } ?? .max, chapter))
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
        element = field.text(in: bytes).text
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
      title = reader.texts(of: frame, .text, in: TextFrame.self).first
    }
    var picture: Int?
    if let frame = tree.child("APIC", of: index) {
      picture = reader.fields(of: frame).first { $0.isImage }?.content.byteCount
    }
    return MediaChapter(
      kind: .frame, start: MediaTime(value: Int64(start), timescale: 1_000),
      end: end.map { MediaTime(value: Int64($0), timescale: 1_000) } ?? .indefinite, title: title,
      trackID: nil, language: nil, elementID: element, node: index, number: number,
      fileOffset: offset, pictureSize: picture)
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

  static func text(in source: ByteSource, _ extent: Extent) -> String? {
    guard let program = catalogue.program(0) else { return nil }
    var walker = Walker()
    var sink = StoredFields()
    var cursor = ByteCursor(source.bytes, over: extent)
    walker.walk(program, &cursor, context: NoContext(), into: &sink)
    let text = sink.fields.first { $0.is(.text, in: Fields.self) }?.text(in: source).text
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension Document {
  /// How long the file plays; indefinite when it does not say.
  var duration: MediaTime {
    guard let duration = synopsis.duration, duration.timescale > 0 else { return .indefinite }
    return MediaTime(value: Int64(clamping: duration.value), timescale: duration.timescale)
  }
}
