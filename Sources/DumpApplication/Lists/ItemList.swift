import ByteReading
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import StructureRendering

/// The items of an image file (`--items`): what samples are to a movie.
struct ItemList {
  private let document: Document
  private let survey: ItemSurvey

  init(_ document: Document) {
    self.document = document
    survey = ItemSurvey(document)
  }

  static let columns: [ListColumn] = [
    ListColumn(.item, title: "item"),
    ListColumn(.type, title: "type", isLeft: true),
    ListColumn(.offset, title: "offset"),
    ListColumn(.bytes, title: "bytes"),
    ListColumn(title: "coded", isLeft: true),
    ListColumn(title: "shown", isLeft: true),
    ListColumn(.bits, title: "bits"),
    ListColumn(.width),
    ListColumn(.height),
    ListColumn(.shownWidth),
    ListColumn(.shownHeight),
    ListColumn(.rotation),
    ListColumn(.mirrored),
    ListColumn(.colour, title: "colour", isLeft: true),
    ListColumn(.role, title: "role", isLeft: true),
    ListColumn(.name),
    ListColumn(.path),
    ListColumn(.note, title: "", isLeft: true),
  ]

  func write(_ list: inout ListRenderer) {
    guard !survey.items.isEmpty else {
      list.none("no items")
      return
    }
    let paths = MetadataPaths.paths(of: survey.items.map(\.node), in: document)
    let rows = zip(survey.items, paths).map { row($0, path: $1) }
    if list.isForPeople { list.titles(for: rows) }
    for row in rows {
      list.row(row)
      if list.hasFailed { return }
    }
    if survey.omitted > 0 { list.remark("… \(survey.omitted) more items") }
  }

  private func row(_ item: ItemSurvey.Item, path: String) -> [ListValue] {
    func size(_ size: (width: UInt64, height: UInt64)?) -> ListValue {
      size.map { .text(FileText("\($0.width)×\($0.height)")) } ?? .absent
    }
    func number(_ number: UInt64?) -> ListValue { number.map { .number($0) } ?? .absent }
    let shown = [item.shown.map { "\($0.width)×\($0.height)" }, item.turn?.words].compactMap(\.self).joined(separator: ", ")
    let note = [item.name, item.missing].filter { !$0.isEmpty }.joined(separator: ": ")
    return [
      .identifier(item.id), item.type.map { .code($0) } ?? .absent, item.offset.map { .offset($0) } ?? .absent,
      number(item.byteCount), size(item.coded), shown.isEmpty ? .absent : .text(FileText(shown)), number(item.bits),
      number(item.coded?.width), number(item.coded?.height), number(item.shown?.width), number(item.shown?.height),
      number(item.turn?.degrees), item.turn.map { .flag($0.isMirrored) } ?? .absent,
      item.colour.map { .text(FileText($0.words)) } ?? .absent, .text(FileText(item.roles.joined(separator: ", "))),
      item.name.isEmpty ? .absent : .text(FileText(item.name)), .text(FileText(path)), note.isEmpty ? .absent : .text(FileText(note)),
    ]
  }
}
