internal import ByteReading
internal import ID3
internal import MediaFacts
internal import MediaInspection
package import Structure

/// Whether what is gone of the metadata of one file stands elsewhere in another: the title of a list that is the title of
/// user data now.
///
/// It keeps what it read of the two files that were asked for last, of each what is kept in the other.
package final class KeptTags: @unchecked Sendable {
  /// What an item says, whatever list it stands in.
  private struct Said: Hashable {
    let key: String
    let value: String

    /// What an item says under each key that lists of several kinds share: none for what has no such key, for what is no
    /// text, number or date, and for what could not be read.
    static func all(_ item: MetadataItem) -> [Said] {
      let keys = item.commonKey.map { [$0.rawValue] } ?? []
      let uses = item.uses.filter { !$0.isOther }
      guard item.trackID == nil, !keys.isEmpty || !uses.isEmpty else { return [] }
      let contents = item.contents
      guard contents.faults.isEmpty, let value = contents.value?.string ?? item.words(of: contents) else { return [] }
      let info = contents["info"]?.string?.lowercased()
      let fields = uses.filter { use in use.description.map { $0 == info } ?? true }
      return (keys + fields.map { MetadataField.all[$0.field].id.description }).map { Said($0, value) }
    }

    private init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }

    /// The day, or the time of day, that stands in a frame of its own, beside one of the year (ID3v2.3.0 §4.2.1).
    init?(partOfMoment item: MetadataItem) {
      let part = MomentFrames.part(item)
      guard part == .day || part == .clock, let value = item.stringValue, value.utf8.count == 4 else { return nil }
      self.init(part == .day ? "day" : "clock", value)
    }

    /// What such frames would say of the moment that an item of a later version says.
    static func parts(ofMoment item: MetadataItem) -> [Said] {
      guard item.keySpace == .id3, item.key == .code(DateFrames.whole), let date = item.stringValue.flatMap({ MetadataDate($0) })
      else { return [] }
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      var parts: [Said] = []
      if let day = date.day, let month = date.month { parts.append(Said("day", two(day) + two(month))) }
      if let hour = date.hour, let minute = date.minute { parts.append(Said("clock", two(hour) + two(minute))) }
      return parts
    }
  }

  private struct Files {
    let before, after: Document
    /// The nodes of items of the first, in the order of the file, with what they say, and whether nobody minds that they
    /// are gone: names of encoders.
    let items: [(node: NodeIndex, said: [Said], isExcused: Bool)]
    /// What those of the second say.
    let said: Set<Said>
    /// What the texts of both take.
    let share: MemoryShare
    /// The nodes that are still looked for.
    var left = 256

    /// Of items for which there is no memory it is not known whether they are kept: they are taken to be lost.
    init(_ before: Document, _ after: Document) {
      (self.before, self.after) = (before, after)
      let share = MemoryShare(before.memory, for: "there is no memory for tags that stand elsewhere")
      func kept(_ said: Said?) -> Said? {
        guard let said, share.grow(by: MemoryLayout<Said>.stride + said.value.utf8.count) else { return nil }
        return said
      }
      func said(_ item: MetadataItem) -> [Said] {
        let all = Said.all(item)
        if all.isEmpty { return kept(Said(partOfMoment: item)).map { [$0] } ?? [] }
        return all.compactMap(kept)
      }
      func isExcused(_ item: MetadataItem) -> Bool {
        let role = MediaFile.aspect(of: item.node, FieldPath(), in: before)
        return role.aspect == .tags && role.excuse != nil
      }
      items = MediaFile.metadata(of: before).map { ($0.node, said($0), isExcused($0)) }.sorted { $0.node < $1.node }
      self.said = Set(MediaFile.metadata(of: after).flatMap { said($0) + Said.parts(ofMoment: $0).compactMap(kept) })
      self.share = share
    }
  }

  // Only touched while the lock is held.
  private let lock = Lock()
  private var files: [Files] = []

  package init() {}

  /// Whether all items in the node at `node` of the first file, or of what leads to items all of these, are items of the
  /// second but for those of which nobody minds that they are gone: false where there are none, and where something else
  /// stands in it.
  ///
  /// - Parameter isLossOnly: Whether it is enough that nothing is lost: no item has to be one of the second then.
  /// - Complexity: O(*n*) in the nodes that it holds, and in the items of both files the first time.
  package func areKept(_ node: NodeIndex, of before: Document, in after: Document, isLossOnly: Bool = false) -> Bool {
    lock.withLock {
      let place: Int
      if let known = files.firstIndex(where: { $0.before === before && $0.after === after }) {
        place = known
      } else {
        if files.count == 2 { files.removeFirst() }
        files.append(Files(before, after))
        place = files.count - 1
      }
      let known = files[place]
      guard known.left > 0 else { return false }
      files[place].left -= 1
      let list = before.tree[node].type.leadsToItems ? before.tree.parent(of: node) ?? node : node
      let subtree = before.tree.subtree(of: list)
      let start = (0..<known.items.count).partitionPoint { known.items[$0].node < subtree.lowerBound }
      var items: [NodeIndex] = []
      var isKept = isLossOnly
      for item in known.items[start...] {
        guard item.node < subtree.upperBound else { break }
        if item.said.contains(where: known.said.contains) {
          isKept = true
        } else if !item.isExcused {
          return false
        }
        items.append(item.node)
      }
      return isKept && !items.isEmpty && holdsOnly(items[...], subtree, before.tree)
    }
  }

  /// Whether nothing stands in nodes but items, what leads to these, and padding.
  private func holdsOnly(_ items: ArraySlice<NodeIndex>, _ subtree: Range<NodeIndex>, _ tree: Tree) -> Bool {
    var rest = items
    var end = subtree.lowerBound
    var at = subtree.lowerBound
    while at < subtree.upperBound {
      while let item = rest.first, item <= at {
        end = max(end, tree[item].subtreeEnd)
        rest.removeFirst()
      }
      let isLeaf = tree[at].subtreeEnd == at.next
      if isLeaf, at >= end, !tree[at].marks.contains(.padding), !Self.leading.contains(tree[at].type) { return false }
      at = at.next
    }
    return true
  }

  /// What leads to items, and room.
  private static let leading: [FourCC] = ["hdlr", "keys", "free", "skip"]
}

extension MediaFile {
  /// Whether two nodes, of two files, hold items of the same keys, each with the same values in the same order, but for those
  /// that say which program wrote the file; false where they hold none, and where a value is too long to be compared.
  ///
  /// - Complexity: O(*n*) in the items of both files.
  package static func haveSameItems(
    _ node: NodeIndex, _ before: Document, _ other: NodeIndex, _ after: Document
  ) -> Bool {
    guard let old = itemsByKey(in: node, of: before), !old.isEmpty else { return false }
    return old == itemsByKey(in: other, of: after)
  }

  private static func itemsByKey(in index: NodeIndex, of document: Document) -> [String: [[UInt8]]]? {
    let inside = document.tree.subtree(of: index)
    var values: [String: [[UInt8]]] = [:]
    for item in metadata(of: document) where inside.contains(item.node) && !namesWritersAlone(item.node, in: document) {
      guard let data = item.contents.data, data.count <= 65_536 else { return nil }
      var copy = ByteWriter()
      data.withBytes { copy.put(bytes: $0) }
      values[item.identifier.text, default: []].append(copy.array)
    }
    return values
  }
}
