import ByteReading
import MediaInspection
import MediaMetadata
import MediaReports
import Structure
import StructureRendering

/// What a file says about itself, in the fields that all formats have (`--metadata=common`).
///
/// People see the preferred value of each field and what says something else, and where other tags of the file
/// disagree, all of them; machines get every candidate.
struct FieldList {
  private let document: Document
  private let fields: MetadataFields
  /// How many items of metadata there are, whether they feed a field or not.
  private let itemCount: Int
  private let shape: [Column]

  /// The columns there are.
  private enum Column {
    case field, rank, type, value, number, total, identifier, path, offset, size, conflict
    case substitute
    // For people.
    case shownField, shownOffset, shownIdentifier, shownPath, shownValue
  }

  /// The width from which rows have their paths.
  private static let leastWidth = 110

  init(_ document: Document, isForPeople: Bool, width: Int?) {
    self.document = document
    let items = MediaFile.metadata(of: document)
    itemCount = items.count
    fields = MediaFile.fields(of: document, items: items)
    shape =
      isForPeople
      ? [.shownField, .shownOffset, .shownIdentifier]
        + (width ?? .max >= Self.leastWidth ? [.shownPath] : []) + [.shownValue]
      : [
        .field, .rank, .type, .value, .number, .total, .identifier, .path, .offset, .size,
        .conflict, .substitute,
      ]
  }

  var columns: [ListColumn] { shape.map(Self.column) }

  private static func column(_ column: Column) -> ListColumn {
    switch column {
    case .field: ListColumn(.field)
    case .rank: ListColumn(.rank)
    case .type: ListColumn(.type)
    case .value: ListColumn(.value)
    case .number: ListColumn(.number)
    case .total: ListColumn(.total)
    case .identifier: ListColumn(.identifier)
    case .path: ListColumn(.path)
    case .offset: ListColumn(.offset)
    case .size: ListColumn(.size)
    case .conflict: ListColumn(.conflict)
    case .substitute: ListColumn(.substitute)
    case .shownField: ListColumn(.field, title: "field", isLeft: true)
    case .shownOffset: ListColumn(.offset, title: "offset")
    case .shownIdentifier: ListColumn(.identifier, title: "from", isLeft: true)
    case .shownPath: ListColumn(.path, title: "path", isLeft: true)
    case .shownValue: ListColumn(.value, title: "value", isLeft: true)
    }
  }

  /// A candidate with what its row needs.
  private struct Row {
    let entry: MetadataFields.Entry
    let candidate: MetadataFields.Candidate
    let rank: Int
    let isConflict: Bool
    /// Whether nobody knows what its text says.
    let isUncompared: Bool
    let path: String

    /// What stands behind the value.
    var remark: String? { isConflict ? "(differs)" : isUncompared ? "(in another encoding: not compared)" : nil }
  }

  func write(_ list: inout ListRenderer) {
    guard !fields.entries.isEmpty else {
      if itemCount > 0 {
        return list.none("no common fields", besides: "; " + Words.counted(UInt64(itemCount), "item", "items") + ": -m")
      }
      return MetadataList.putNone(of: document, to: &list)
    }
    var rows: [[ListValue]] = []
    // Paths are found in the order of the file: one by one each would be counted out anew.
    var paths = MetadataPaths.paths(
      of: fields.entries.flatMap { $0.candidates.compactMap(\.items.first) }, in: document)[...]
    for entry in fields.entries {
      // Programs are told of conflicts alone, for which pictures need not be compared.
      let compared = list.isForPeople ? entry.comparedPlaces : (conflicts: entry.conflictPlaces, different: [], uncompared: [])
      let conflicts = compared.conflicts
      var others = conflicts[...]
      var different = compared.different[...]
      var uncompared = compared.uncompared[...]
      var own = paths.prefix(entry.candidates.count { !$0.items.isEmpty })
      paths = paths.dropFirst(own.count)
      for (place, candidate) in entry.candidates.enumerated() {
        let isConflict = others.first == place
        if isConflict { others = others.dropFirst() }
        let isDifferent = different.first == place
        if isDifferent { different = different.dropFirst() }
        let isUncompared = uncompared.first == place
        if isUncompared { uncompared = uncompared.dropFirst() }
        let path = candidate.items.isEmpty ? "" : own.popFirst() ?? ""
        // Who agrees says nothing new.
        if list.isForPeople, place > 0, !isDifferent, !isUncompared, conflicts.isEmpty { continue }
        let row = Row(
          entry: entry, candidate: candidate, rank: place + 1, isConflict: isConflict, isUncompared: isUncompared, path: path)
        rows.append(shape.map { value($0, row) })
      }
    }
    if list.isForPeople { list.titles(for: rows) }
    for row in rows {
      list.row(row)
      if list.hasFailed { return }
    }
  }

  private func value(_ column: Column, _ row: Row) -> ListValue {
    let value = row.candidate.value
    let item = row.candidate.items.first
    switch column {
    case .field: return .word(row.entry.field.id)
    case .shownField: return row.rank > 1 ? .word("") : .word(row.entry.field.title)
    case .rank: return .number(UInt64(row.rank))
    case .type: return .word(value.kindName)
    case .value:
      switch value {
      case .texts(let texts) where texts.count > 1: return .texts(texts.map(FileText.init))
      case .genres(let genres) where genres.count > 1:
        return .texts(genres.map { FileText($0.name) })
      case .number(.integer(let number)): return .signed(number)
      case .number(.real(let number)): return .real(number)
      case .flag(let flag): return .flag(flag)
      case .artwork(let artwork): return .text(FileText(artwork.mediaType))
      default: return .text(FileText(value.text))
      }
    case .number:
      if case .position(let position) = value, let number = position.number {
        return .number(number)
      }
      return .absent
    case .total:
      if case .position(let position) = value, let total = position.total {
        return .number(total)
      }
      return .absent
    case .identifier, .shownIdentifier:
      return .text(FileText(row.candidate.items.map(\.identifier.text).joined(separator: " + ")))
    case .path, .shownPath: return item == nil ? .absent : .shown(ShownText(row.path))
    case .offset, .shownOffset: return row.candidate.data?.fileOffset.map { .offset($0) } ?? .absent
    case .size: return row.candidate.data.map { .number(UInt64($0.count)) } ?? .absent
    case .conflict: return .flag(row.isConflict)
    case .substitute: return .flag(row.candidate.isSubstitute)
    case .shownValue:
      var lines = value.shownText.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      // Line feeds at the end are no lines.
      while let last = lines.last, last.isEmpty { lines.removeLast() }
      if lines.count > 1 {
        return .lines(lines.map { FileText(String($0)) } + (row.remark.map { [FileText($0)] } ?? []))
      }
      var text = ByteWriter()
      text.put(text: value.shownText, style: .name)
      if let remark = row.remark { text.put(" " + remark) }
      return .shown(ShownText(text.string))
    }
  }
}

extension MetadataFieldValue {
  var kindName: StaticString {
    switch self {
    case .texts(let texts): texts.count > 1 ? "list" : "string"
    case .number: "number"
    case .date: "date"
    case .genres(let genres): genres.count > 1 ? "list" : "string"
    case .position: "position"
    case .artwork: "data"
    case .flag: "flag"
    }
  }
}
