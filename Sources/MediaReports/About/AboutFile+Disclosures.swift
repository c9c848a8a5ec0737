import ByteReading
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure

/// What it gives away, and what was not read.
extension AboutFile {
  mutating func disclosures() {
    let found = MediaFile.disclosures(of: document, items: items, contents: contents)
    if let date = found.creationDate.value {
      find("made", "Made", date.text, nodes: found.creationDate.source.map { [$0.node] } ?? [])
    }
    find("made", .fact(found.creationDate) { [("date", .text($0.text))] })
    if let camera = found.camera.value {
      find("camera", "Camera", camera.words, nodes: found.camera.source.map { [$0.node] } ?? [])
    }
    find("camera", .fact(found.camera) { $0.members })
    tell("location", "Location", found.places)
    tell("personalData", "Personal", found.persons)
    let unread = found.places.unread
    let kinds = Unread.byReason(unread)
    for places in kinds.prefix(16) {
      find("notRead", "Not read", Unread.words(of: places), nodes: places[0].node.map { [$0] } ?? [])
    }
    if kinds.count > 16 { find("notRead", "Not read", "and \(kinds.count - 16) more") }
    find("notRead", .list(unread.map { .record($0.members) }))
  }

  /// What was found, or that nothing was in what is read as metadata: what was not read stands in
  /// lines of its own.
  private mutating func tell(
    _ key: StaticString, _ title: StaticString, _ fact: Fact<[Disclosure]>
  ) {
    let found = fact.value ?? []
    if found.isEmpty {
      let texts: [StaticString] = ["text", "comment", "titles"]
      let hasTexts = fact.unread.contains { left in texts.contains { left.reason.id.isSame(as: $0) } }
      find(
        key, title,
        fact.answer == .none
          ? "none"
          : key.isSame(as: "personalData") && hasTexts
            ? "none by its key; a text may be one (see below)" : "none in the metadata that was read")
    }
    for disclosure in found.prefix(16) {
      find(key, title, words(of: disclosure), nodes: [disclosure.node])
    }
    if found.count > 16 { find(key, title, "and \(found.count - 16) more") }
    find(
      key,
      .fact(fact, hasUnread: false) { found in
        [("found", .list(found.map { .record($0.members) }))]
      })
  }

  private func words(of disclosure: Disclosure) -> String {
    switch disclosure.kind {
    case .positions: return "a track of positions"
    case .indexOfPositions: return "an index of positions"
    case .logOfPositions: return disclosure.position?.words(beside: nil) ?? "a log of positions"
    case .alias: return "an alias, which names a disk and a file on it"
    case .licensee: return what(disclosure.node, summary(of: disclosure.node))
    case .item(let identifier, let value):
      if let position = disclosure.position { return position.words(beside: value) }
      // Of a node that holds many things the one that is meant.
      if let part = disclosure.part { return part + (value.map { " " + Words.quoted($0, limit: .max) } ?? "") }
      // A key that is text says what it is itself.
      let summary = summary(of: disclosure.node)
      if identifier.hasPrefix("mdta/") { return summary }
      // Names are not cut, as the summary of an outline is, and the zeros that fill a field are no part of one.
      let isCut = summary.hasBytes(of: "…") || summary.hasBytes(of: #"\u0000"#)
      let says = value.flatMap { isCut ? Words.quoted($0, limit: .max) : nil } ?? summary
      // All items of APE are called the same but for their keys.
      if identifier.hasPrefix("ape/"), let item = MetadataIdentifier(identifier) {
        return item.key.keyString + (says.isEmpty ? "" : " " + says)
      }
      return what(disclosure.node, says)
    }
  }

  /// What an atom is called and says.
  private func what(_ index: NodeIndex, _ says: String) -> String {
    let program = tree.program(of: tree[index])
    let title = program.map { $0.titles?[UInt64(tree[index].type.rawValue)] ?? $0.syntax.title }?.description ?? ""
    return says.isEmpty ? title : title + " " + says
  }

  func summary(of index: NodeIndex) -> String {
    var text = ByteWriter()
    reader.putSummary(of: index, to: &text)
    return text.string
  }
}
