import ByteReading
import MediaInspection
import MediaMetadata
import Structure
import StructureRendering

/// The chapters of a file, of every kind, and markers of sound (`--chapters`).
struct ChapterList {
  private let document: Document
  private let chapters: [MediaChapter]

  /// The rows that columns are made wide enough for; a later one may need more.
  private static let rowsMeasured = 1_024

  init(_ document: Document) {
    self.document = document
    chapters = MediaFile.chapters(of: document)
  }

  static let columns: [ListColumn] = [
    ListColumn(.kind),
    ListColumn(.number, title: "chapter"),
    ListColumn(.offset, title: "offset"),
    ListColumn(.start, title: "from"),
    ListColumn(.end, title: "to"),
    ListColumn(.track),
    ListColumn(.language),
    ListColumn(.elementID),
    ListColumn(.path),
    ListColumn(.pictureSize),
    ListColumn(.title, isLeft: true),
    ListColumn(title: "title", isLeft: true),
  ]

  func write(_ list: inout ListRenderer) {
    guard !chapters.isEmpty else {
      list.none("no chapters")
      return
    }
    let paths = MetadataPaths.paths(of: chapters.map(\.node), in: document)
    var start = 0
    while start < chapters.count {
      let first = chapters[start]
      var end = start + 1
      while end < chapters.count, chapters[end].kind == first.kind,
        chapters[end].kind == .frame || chapters[end].node == first.node
      {
        end += 1
      }
      let part = chapters[start..<end]
      list.heading(heading(of: part, path: paths[start]))
      // A row takes more room than its chapter: no more of them are made at a time.
      let measured = zip(part, paths[start..<end]).prefix(Self.rowsMeasured).map { row($0, path: $1) }
      if list.isForPeople { list.titles(for: measured) }
      for row in measured {
        list.row(row)
        if list.hasFailed { return }
      }
      for place in start + measured.count..<end {
        list.row(row(chapters[place], path: paths[place]))
        if list.hasFailed { return }
      }
      start = end
    }
  }

  /// `3 chapters in track 3 (en), moov/trak[3]`
  private func heading(of chapters: ArraySlice<MediaChapter>, path: String) -> String {
    var text = ByteWriter()
    guard let first = chapters.first else { return text.string }
    if first.kind == .marker {
      text.put(chapters.count, "marker", "markers")
    } else {
      text.put(chapters.count, "chapter", "chapters")
    }
    switch first.kind {
    case .track:
      text.put(" in track ")
      text.put(decimal: first.trackID ?? 0)
      if let language = first.language {
        text.put(" (")
        text.put(language.tag)
        text.put(")")
      }
      text.put(": ")
      text.put(path)
    case .list:
      text.put(" in a list: ")
      text.put(path)
    case .frame:
      text.put(" in frames: ")
      text.put(document.tree.parent(of: first.node).map { document.path(of: $0) } ?? "")
    case .marker:
      text.put(": ")
      text.put(path)
    }
    return text.string
  }

  private func row(_ chapter: MediaChapter, path: String) -> [ListValue] {
    let kind: StaticString =
      switch chapter.kind {
      case .track: "track"
      case .list: "list"
      case .frame: "frame"
      case .marker: "marker"
      }
    var title = ByteWriter()
    if let text = chapter.title {
      title.put(text: text, style: .name)
    } else {
      title.put(chapter.isTitleMissing ? "(the title is not in the file)" : "(no title)")
    }
    if let size = chapter.pictureSize {
      title.put(", picture of ")
      title.put(size, "byte", "bytes")
    }
    return [
      .word(kind), .number(UInt64(chapter.number)),
      chapter.fileOffset.map { .offset($0) } ?? .absent, time(chapter.start), time(chapter.end),
      chapter.trackID.map { .number($0) } ?? .absent,
      chapter.language.map { .text(FileText($0.tag)) } ?? .absent,
      chapter.elementID.map { .text(FileText($0)) } ?? .absent,
      .shown(ShownText(path)),
      chapter.pictureSize.map { .number(UInt64($0)) } ?? .absent,
      chapter.title.map { .text(FileText($0)) } ?? .absent, .shown(ShownText(title.string)),
    ]
  }

  private func time(_ time: MediaTime) -> ListValue {
    time.isNumeric ? .time(time.value, per: time.timescale) : .absent
  }
}
