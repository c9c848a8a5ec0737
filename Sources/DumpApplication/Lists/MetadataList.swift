import ByteReading
import MediaFacts
import MediaInspection
import MediaMetadata
import MediaReports
import Structure
import StructureRendering

/// What a file says about itself, one item a row (`--metadata`).
struct MetadataList {
  private let document: Document
  private let items: [MetadataItem]
  /// What a row says, in the order of the columns.
  private let shape: [Column]
  /// The columns of the page, for people.
  private let width: Int?
  private let reader: NodeReader

  /// The columns there are.
  private enum Column {
    case format, identifier, keySpace, key, keyString, commonKey, title, track, language, type
    case value, dataType, path, offset, size, fault
    // For people.
    case shownOffset, shownIdentifier, shownKey, shownCommonKey, shownPath, shownValue
  }

  /// The width from which rows have their paths; else headings say where items are.
  private static let leastWidth = 110

  /// The list of what `document` says, for people in lines of `width` columns.
  init(_ document: Document, isForPeople: Bool, width: Int?) {
    self.document = document
    self.width = width
    reader = NodeReader(document)
    // Lines fold: an outline's have to end.
    reader.listedValues = Self.leastLongList
    items = MediaFile.metadata(of: document)
    guard isForPeople else {
      shape = [
        .format, .identifier, .keySpace, .key, .keyString, .commonKey, .title, .track, .language,
        .type, .value, .dataType, .path, .offset, .size, .fault,
      ]
      return
    }
    // Keys that are text stand in the identifier as they are.
    let hasCodes = items.contains { $0.key.integer != nil }
    let hasCommon = items.contains { $0.commonKey != nil }
    let before =
      [Column.shownOffset, .shownIdentifier] + (hasCodes ? [.shownKey] : [])
      + (hasCommon ? [.shownCommonKey] : [])
    shape =
      before + (Self.hasRoomForPaths(document, items, behind: before, width: width) ? [.shownPath] : [])
      + [.shownValue]
  }

  /// The values of a list from which the others are counted.
  private static let leastLongList = 4_096

  /// Columns that values should have behind paths.
  private static let leastValueWidth = 32

  /// Whether values have room enough behind these columns and paths; headings say, too, where items
  /// are.
  private static func hasRoomForPaths(
    _ document: Document, _ items: [MetadataItem], behind before: [Column], width: Int?
  ) -> Bool {
    guard let width else { return true }
    guard width >= leastWidth else { return false }
    var paths = MetadataPaths(document)
    var (identifier, path, common) = (10, 4, 6)
    for item in items {
      let count = item.identifier.text.utf8.count
      if isUsual(count, width) { identifier = max(identifier, count) }
      path = max(path, paths.path(of: item).utf8.count)
      if let key = item.commonKey { common = max(common, key.rawValue.utf8.count) }
    }
    var used = 10 + 2 + identifier + 2 + path + 2
    if before.contains(.shownKey) { used += 2 + 4 }
    if before.contains(.shownCommonKey) { used += 2 + common }
    return width - used >= leastValueWidth
  }

  /// What a row takes beside its value, about, in bytes: those of one place are there at a time.
  private static let rowSize = 1_024

  /// Whether an identifier of so many characters is no reason to move values to lines of their own.
  private static func isUsual(_ count: Int, _ width: Int) -> Bool { count <= max(16, width / 3) }

  var columns: [ListColumn] { shape.map(Self.column) }

  private static func column(_ column: Column) -> ListColumn {
    switch column {
    case .format: ListColumn(.format)
    case .identifier: ListColumn(.identifier)
    case .keySpace: ListColumn(.keySpace)
    case .key: ListColumn(.key)
    case .keyString: ListColumn(.keyString)
    case .commonKey: ListColumn(.commonKey)
    case .title: ListColumn(.title)
    case .track: ListColumn(.track)
    case .language: ListColumn(.language)
    case .type: ListColumn(.type)
    case .value: ListColumn(.value)
    case .dataType: ListColumn(.dataType)
    case .path: ListColumn(.path)
    case .offset: ListColumn(.offset)
    case .size: ListColumn(.size)
    case .fault: ListColumn(.fault)
    case .shownOffset: ListColumn(.offset, title: "offset")
    case .shownIdentifier: ListColumn(.identifier, title: "identifier", isLeft: true)
    case .shownKey: ListColumn(.keyString, title: "key", isLeft: true)
    case .shownCommonKey: ListColumn(.commonKey, title: "common", isLeft: true)
    case .shownPath: ListColumn(.path, title: "path", isLeft: true)
    case .shownValue: ListColumn(.value, title: "value", isLeft: true)
    }
  }

  /// Says that there is none; where metadata may stand in what was not read, that what was read has none, and what that
  /// is, as who asks for persons and places is told.
  static func putNone(of document: Document, to list: inout ListRenderer) {
    // What recorders write is in chunks with fields of their own.
    if MediaFile.hasRecorderChunks(document) {
      return list.none("no items of metadata; -f shows the chunks of a recorder, --privacy what they say")
    }
    // Of a file that was not read as a whole the list says it by itself.
    guard list.isForPeople, MediaFile.unread(of: document).isEmpty else { return list.none("no metadata") }
    let left = MediaFile.privacy(of: document).unread
    guard !left.isEmpty else { return list.none("no metadata") }
    let more = left.count > 4 ? ["\(left.count - 4) more (--privacy)"] : []
    list.none(
      "no metadata in what was read", besides: "; not read: " + (left.prefix(4).map(\.words) + more).joined(by: "; "))
  }

  func write(_ list: inout ListRenderer) {
    guard !items.isEmpty else { return Self.putNone(of: document, to: &list) }
    var paths = MetadataPaths(document)
    guard list.isForPeople else {
      for item in items {
        list.row(row(item, item.contents, &paths))
        if list.hasFailed { return }
      }
      return
    }
    let contents = MediaFile.contents(of: items)
    var start = 0
    while start < items.count {
      // Items of one place stand together.
      let first = items[start]
      var end = start + 1
      while end < items.count, items[end].container == first.container,
        items[end].format == first.format
      {
        end += 1
      }
      list.heading(heading(of: items[start..<end], &paths))
      let share = MemoryShare(document.memory, for: MetadataItem.noMemory)
      var rows: [[ListValue]] = []
      for index in start..<end {
        let size = contents[index].value?.string?.utf8.count ?? 0
        guard share.grow(by: Self.rowSize + 2 * min(size, .max / 4)) else { break }
        rows.append(row(items[index], contents[index], &paths))
      }
      // On a narrow page one long identifier does not move all values to lines of their own.
      let usual = rows.indices.filter { row in
        width.map { Self.isUsual(items[start + row].identifier.text.utf8.count, $0) } ?? true
      }.map { rows[$0] }
      list.titles(for: usual.count * 2 > rows.count ? usual : rows)
      for row in rows {
        list.row(row)
        if list.hasFailed { return }
      }
      if rows.count < end - start { list.omitted(UInt64(end - start - rows.count), MetadataItem.noMemory.description) }
      start = end
    }
    // Comparing takes another list of all of them.
    let share = MemoryShare(document.memory, for: MetadataItem.noMemory)
    guard share.grow(by: items.count * Self.rowSize) else { return }
    let conflicts = MediaFile.conflicts(of: document, items: items, contents: contents)
    guard !conflicts.isEmpty else { return }
    list.heading("What tags disagree about (-m=common):")
    for entry in conflicts { list.remark("  " + entry.disagreement) }
  }

  /// `iTunes metadata in moov/udta/meta/ilst: 5 items`
  private func heading(
    of items: ArraySlice<MetadataItem>, _ paths: inout MetadataPaths
  ) -> String {
    var text = ByteWriter()
    guard let first = items.first else { return "" }
    // In the order of the file with those of the rows.
    let path = paths.path(of: first.container)
    text.put(first.format.name)
    if first.trackID == nil, first.document.tree[first.container].marks.contains(.named) {
      // A tag is called as its path says.
      text.removeAll()
      text.put(path)
    } else {
      text.put(" in ")
      text.put(path)
    }
    text.put(": ")
    text.put(items.count, "item", "items")
    return text.string
  }

  private func row(
    _ item: MetadataItem, _ contents: MetadataContents, _ paths: inout MetadataPaths
  ) -> [ListValue] {
    shape.map { value($0, of: item, in: contents, paths: &paths) }
  }

  private func value(
    _ column: Column, of item: MetadataItem, in contents: MetadataContents,
    paths: inout MetadataPaths
  ) -> ListValue {
    switch column {
    case .format: .text(FileText(item.format.rawValue))
    case .identifier: .text(FileText(item.identifier.text))
    case .keySpace: .text(FileText(item.keySpace.rawValue))
    case .key: item.key.integer.map { .signed(Int64($0)) } ?? .text(FileText(item.keyString))
    case .keyString:
      item.key.integer == nil ? .text(FileText(item.keyString)) : .shown(ShownText(item.keyString))
    case .commonKey: item.commonKey.map { .text(FileText($0.rawValue)) } ?? .absent
    case .title: item.title.map { .text(FileText($0)) } ?? .absent
    case .track: item.trackID.map { .number($0) } ?? .absent
    case .language: contents.language.map { .text(FileText($0.tag)) } ?? .absent
    case .type: contents.value.map { .word($0.kindName) } ?? .absent
    case .value: contents.value?.listed ?? .absent
    case .dataType: contents.dataType.map { .number($0) } ?? .absent
    case .path, .shownPath: .shown(ShownText(paths.path(of: item)))
    case .offset, .shownOffset: contents.data?.fileOffset.map { .offset($0) } ?? .absent
    case .size: contents.data.map { .number(UInt64($0.count)) } ?? .absent
    case .fault:
      contents.faults.isEmpty
        ? .absent : .text(FileText(contents.faults.map(\.message).joined(separator: "; ")))
    case .shownIdentifier: .shown(ShownText(item.identifier.text))
    case .shownKey: if case .code(let code) = item.key { .code(code) } else { .absent }
    case .shownCommonKey: item.commonKey.map { .text(FileText($0.rawValue)) } ?? .absent
    case .shownValue: .shown(ShownText(MetadataText.text(of: item, contents, reader)))
    }
  }
}

extension RawSpan {
  /// Whether something was left out of the text.
  fileprivate var hasEllipsis: Bool {
    for index in byteOffsets where byte(at: index) == 0xE2 {
      if bigEndian(at: index, count: 3) == 0xE280A6 { return true }
    }
    return false
  }
}

extension MetadataValue {
  /// What kind of value it is, for machines.
  var kindName: StaticString {
    switch self {
    case .text: "string"
    case .number: "number"
    case .date: "date"
    case .data: "data"
    case .list: "list"
    case .dictionary: "dictionary"
    }
  }

  /// The value for machines: bytes are given by where they are and how many.
  fileprivate var listed: ListValue {
    switch self {
    case .number(.integer(let number)): .signed(number)
    case .number(.unsigned(let number)): .number(number)
    case .number(.real(let number)): .real(number)
    case .list:
      if let credits {
        .texts(credits.map { FileText($0.part.isEmpty ? $0.name : $0.part + ": " + $0.name) })
      } else {
        string == nil ? .absent : .texts(strings.map(FileText.init))
      }
    default: string.map { .text(FileText($0)) } ?? .absent
    }
  }
}

extension MetadataItem {
  /// Whether it is one of a list of value atoms.
  fileprivate var isListed: Bool { format == .iTunes || format == .quickTimeMetadata }
}

/// Values as people read them.
enum MetadataText {
  /// `"Sample Reel"`, `3 of 12`, `image/jpeg 64×64, 2,170 bytes`: as the outline prints it, but texts
  /// are not cut short where an outline would.
  ///
  /// - Parameter reader: A reader of the item's file; which node it has open is of no matter.
  static func text(
    of item: MetadataItem, _ contents: MetadataContents, _ reader: NodeReader
  ) -> String {
    var text = ByteWriter()
    guard let value = contents.value else { return "no value" }
    if let field = item.field {
      if case .text = value {
      } else {
        reader.put(field, of: item.node, to: &text)
      }
    } else if item.isWholeNode {
      reader.putSummary(of: item.node, to: &text)
    }
    // A number that means nothing more than it says stands as it is: 2024 may be a year.
    var isPlain =
      (value.string != nil || value.credits != nil) && text.contents.hasEllipsis
      || contents.faults.contains { if case .doesNotFitType = $0 { true } else { false } }
    // A cover is printed with its size, which its bytes say and no field does.
    if case .data(let bytes) = value, item.isListed, bytes.picture != nil { isPlain = true }
    if case .number(let number) = value, text.string.filter({ $0 != "," }) == number.text {
      isPlain = true
    }
    if text.count == 0 || isPlain {
      text.removeAll()
      if let info = contents["info"]?.string ?? contents["owner"]?.string, !info.isEmpty {
        text.put(text: info, style: .name)
        text.put(" = ")
      }
      if let own = value["text"] { put(own, to: &text) } else { put(value, to: &text) }
    }
    if let language = contents.language, item.keySpace != .id3 || isPlain {
      text.put(" (")
      text.put(language.tag)
      text.put(")")
    }
    for fault in contents.faults where fault != .missing {
      text.put(" (")
      text.put(fault.message)
      text.put(")")
    }
    return text.string
  }

  private static func put(_ value: String, to text: inout ByteWriter) {
    text.put("\"")
    text.put(text: value, style: .text)
    text.put("\"")
  }

  private static func put(_ value: MetadataValue, to text: inout ByteWriter) {
    switch value {
    case .text(let value): put(value, to: &text)
    case .number(let number): text.put(number.text)
    case .date(let date): text.put(date.text)
    case .data(let bytes): put(bytes, to: &text)
    case .list(let values):
      let start = text.count
      let credits = value.credits
      // Texts are what people came for, of other values that they are there.
      let isOfText = credits != nil || value.string != nil
      for (index, value) in values.enumerated() {
        if index > 0 { text.put(", ") }
        guard text.count - start < (isOfText ? much : enough), isOfText || index < 8 else {
          put(more: values.count - index, to: &text)
          if isOfText { text.put(" (--json)") }
          return
        }
        guard let credit = credits?[index] else {
          put(value, to: &text)
          continue
        }
        if !credit.part.isEmpty {
          text.put(text: credit.part, style: .name)
          text.put(" = ")
        }
        put(credit.name, to: &text)
      }
    case .dictionary(let attributes):
      let start = text.count
      for (index, attribute) in attributes.enumerated() {
        if index > 0 { text.put(", ") }
        guard index < 8, text.count - start < enough else { return put(more: attributes.count - index, to: &text) }
        text.put(text: attribute.name, style: .name)
        text.put(" ")
        put(attribute.value, to: &text)
      }
    }
  }

  /// `and 12 more`
  private static func put(more count: Int, to text: inout ByteWriter) {
    text.put("and ")
    text.put(grouped: count)
    text.put(" more")
  }

  /// Bytes of a list after which there is no need of more: what holds many things is read elsewhere; and of a list of
  /// texts, which are read here.
  private static let (enough, much) = (120, 2_000)

  /// `JPEG 64×64, 2,170 bytes`
  static func put(_ bytes: MetadataBytes, to text: inout ByteWriter) {
    if let picture = bytes.picture {
      text.put(picture.mediaType)
      if picture.width > 0, picture.height > 0 {
        text.put(" ")
        text.put(decimal: picture.width)
        text.put("×")
        text.put(decimal: picture.height)
      }
      text.put(", ")
    }
    text.put(bytes.count, "byte", "bytes")
  }
}
