import Atoms
import ByteReading
import MediaFacts
package import Structure

/// What an item of a file says that is metadata: a key of Exif or XMP, and its value as people read it.
package struct ItemValue: Sendable {
  /// The entry of the item.
  let node: NodeIndex
  let key: String
  let value: String

  package init(node: NodeIndex, key: String, value: String) {
    (self.node, self.key, self.value) = (node, key, value)
  }
}

/// Compares the items of two files.
enum ItemProof {
  typealias Values = (_ document: Document) -> [ItemValue]

  struct Item {
    let id: UInt64
    /// Its `infe`.
    let node: NodeIndex
    let type: String
    let document: Document
    let data: ItemDirectory.Data
    /// Where data are said to be that are not found in the file: in another one, or beyond the end of what they lie in.
    var missing: ItemDirectory.Location?
    /// The path of the `meta` that it is listed in; empty for that of the file.
    var holder = ""

    /// Whether neither lacks data that the other may have: none are missing, or those of one place.
    func lacksTheSame(as other: Item) -> Bool {
      guard let mine = missing, let others = other.missing else { return missing == nil && other.missing == nil }
      return mine.method == others.method && mine.reference == others.reference && mine.base == others.base
        && mine.extents.elementsEqual(others.extents, by: ==)
    }

    /// Whether an item is metadata, and what it is called then.
    var isMetadata: Bool { ["Exif", "mime", "uri ", "iptc"].contains(type) }
  }

  /// Items that are looked at.
  static let limit = 65_536

  static func add(
    _ before: Document, _ after: Document, values: Values?, to proofs: inout MediaProofs,
    budget: inout UInt64, partner: (_ node: NodeIndex) -> NodeIndex?
  ) {
    let said = SaidValues(values)
    var left = namedItems
    compareNested(before, after, said, &left, to: &proofs, budget: &budget, partner: partner)
    guard let x = items(before), let y = items(after) else { return }
    if x.isEmpty, y.isEmpty { return }
    guard x.count <= limit, y.count <= limit else {
      proofs.findings.append(Verdict.Finding(.samples, .notChecked, "more than \(limit) items"))
      return
    }
    if let list = before.tree.child("meta", of: nil) { proofs.itemLists.before.insert(list) }
    if let list = after.tree.child("meta", of: nil) { proofs.itemLists.after.insert(list) }
    let pairs = ItemPairs(x, y, budget)
    compare(pairs, said, &left, to: &proofs, &budget)
    // Where two items have one number it is not known which of them a reference is from.
    if pairs.hasUniqueNumbers {
      noteReferences(of: pairs.gone, in: before, to: &proofs.itemsAlone.before)
      noteReferences(of: pairs.new, in: after, to: &proofs.itemsAlone.after)
    }
    compareInputs(before, after, pairs, to: &proofs)
    compareShown(before, after, to: &proofs)
    if let agreement = ItemAgreement(before, after, pairs) { excuse(agreement, pairs, to: &proofs) }
  }

  private static func compare(
    _ pairs: ItemPairs, _ said: SaidValues, _ left: inout Int, to proofs: inout MediaProofs, _ budget: inout UInt64
  ) {
    for item in pairs.gone {
      report(item, "is gone", isLoss: true, to: &proofs)
      proofs.itemsAlone.before.insert(item.node)
    }
    for (item, other) in pairs.pairs {
      let first = proofs.findings.count
      compare(item, other, to: &proofs, &budget)
      if other.isMetadata, proofs.findings.count > first {
        nameValues(item, other, said: said, isNamed: left > 0, to: &proofs.findings, from: first)
        left -= 1
      }
    }
    for item in pairs.new {
      report(item, "is new", to: &proofs)
      proofs.itemsAlone.after.insert(item.node)
    }
  }

  /// References that say nothing but of what an item is the thumbnail or the description, or what it is made of.
  private static let saidOfItems: Set<FourCC> = ["thmb", "cdsc", "dimg"]

  /// Notes the references from items that one of the files has alone, and the list of all where there are no others.
  private static func noteReferences(of items: [Item], in document: Document, to nodes: inout Set<NodeIndex>) {
    guard !items.isEmpty, let meta = document.tree.child("meta", of: nil),
      let list = document.tree.child("iref", of: meta), ImageParts.areRead(in: meta, of: document)
    else { return }
    let numbers = Set(items.map(\.id))
    let all = ImageParts.references(in: meta, of: document, limit: limit)
    let own = all.filter { saidOfItems.contains($0.type) && numbers.contains($0.from) }
    for reference in own { nodes.insert(reference.node) }
    if own.count == all.count, all.count < limit { nodes.insert(list) }
  }

  /// Compares the items of other lists than that of the file, such as those of a movie and its tracks: where both files have
  /// the list, since one that came or went as a whole is a change of its own.
  private static func compareNested(
    _ before: Document, _ after: Document, _ said: SaidValues, _ left: inout Int, to proofs: inout MediaProofs,
    budget: inout UInt64, partner: (_ node: NodeIndex) -> NodeIndex?
  ) {
    let lists = nestedLists(before)
    if lists.count > nestedLimit || nestedLists(after).count > nestedLimit {
      proofs.findings.append(Verdict.Finding(.tags, .notChecked, "more than \(nestedLimit) lists of items"))
    }
    for list in lists.prefix(nestedLimit) {
      guard let other = partner(list), let x = items(in: list, named: before.path(of: list), before),
        let y = items(in: other, named: after.path(of: other), after)
      else { continue }
      guard x.count <= limit, y.count <= limit else {
        proofs.findings.append(
          Verdict.Finding(.tags, .notChecked, "more than \(limit) items of \(after.path(of: other))"))
        continue
      }
      compare(ItemPairs(x, y, budget), said, &left, to: &proofs, &budget)
      proofs.itemLists.before.insert(list)
      proofs.itemLists.after.insert(other)
    }
  }

  /// The lists of items within movies and other nodes that are compared.
  private static let nestedLimit = 64

  /// The nodes below the top that say where items lie, in the order of the file; one more than are compared at most.
  private static func nestedLists(_ document: Document) -> [NodeIndex] {
    let tree = document.tree
    guard tree.mayHave("iloc") else { return [] }
    let places = tree.indices.lazy.filter { tree[$0].type == "iloc" && tree[$0].depth > 1 && !tree[$0].isRaw }
    var lists: [NodeIndex] = []
    for place in places {
      guard let list = tree.parent(of: place), lists.last != list else { continue }
      lists.append(list)
      if lists.count > nestedLimit { break }
    }
    return lists
  }

  /// Notes what of the items is the same, so that what says it otherwise is no change to anybody.
  private static func excuse(_ agreement: ItemAgreement, _ pairs: ItemPairs, to proofs: inout MediaProofs) {
    guard pairs.hasUniqueNumbers else {
      if pairs.isRenumbered {
        proofs.findings.append(
          Verdict.Finding(.display, .notChecked, "which items are referred to: two of a file have one number"))
      }
      return
    }
    let numbers = "item numbers"
    // What became of items was told of each.
    proofs.itemExcuses[.data] = "where items lie"
    if agreement.hasSameProperties {
      let form = "associations written otherwise"
      proofs.itemExcuses[.form] = form
      proofs.itemExcuses[.properties] =
        pairs.isRenumbered ? numbers : agreement.hasOtherOrderOfProperties ? "order of properties" : form
    }
    if agreement.hasSameReferences {
      proofs.itemExcuses[.references] = pairs.isRenumbered ? numbers : "order of references"
    }
    guard pairs.isRenumbered else { return }
    proofs.itemExcuses[.numbers] = numbers
    if agreement.hasSamePrimary { proofs.itemExcuses[.primary] = numbers }
    let hasSameGroups = agreement.hasSameGroups
    if hasSameGroups == nil {
      proofs.findings.append(Verdict.Finding(.display, .notChecked, "which items are grouped: groups cannot be read"))
    }
    // What refers to the same number means another item now.
    for (isSame, text) in [
      (agreement.hasSamePrimary, "another item stands for the whole"),
      (agreement.hasSameProperties, "items have other properties under their new numbers"),
      (agreement.hasSameReferences, "items refer to others under their new numbers"),
      (hasSameGroups ?? true, "groups have other items under their new numbers"),
    ] where !isSame { proofs.findings.append(Verdict.Finding(.display, .changed, text)) }
  }

  // MARK: What they say

  /// Values that are named of an item, the rest being counted, and items whose values are named.
  private static let named = 3
  private static let namedItems = 64

  /// What the metadata of files says, which is read when it is asked for and once.
  private final class SaidValues {
    private let read: Values?
    private var known: [ObjectIdentifier: [NodeIndex: [ItemValue]]] = [:]

    init(_ read: Values?) { self.read = read }

    func values(of item: Item) -> [ItemValue] {
      let document = ObjectIdentifier(item.document)
      if known[document] == nil {
        known[document] = Dictionary(grouping: read?(item.document) ?? [], by: \.node)
      }
      return known[document]?[item.node] ?? []
    }
  }

  /// Says of metadata that has other bytes which of its values are others, where both can be read, and whether some are
  /// gone.
  ///
  /// - Parameter isNamed: Whether its values are to be named.
  private static func nameValues(
    _ x: Item, _ y: Item, said: SaidValues, isNamed: Bool, to findings: inout [Verdict.Finding], from first: Int
  ) {
    let places = findings.indices.filter {
      $0 >= first && findings[$0].aspect == .tags && findings[$0].state == .changed
    }
    guard let place = places.first else { return }
    guard case .found(let p, let countX) = x.data, case .found(let q, let countY) = y.data,
      !isAbsent(p, x.document), !isAbsent(q, y.document)
    else {
      // Of what cannot be read some may be gone.
      if case .absent = x.data { return }
      findings[place].isLoss = true
      return
    }
    if countX > 0, countY == 0 { findings[place].isLoss = true }
    let (old, new) = (said.values(of: x), said.values(of: y))
    let values = [old, new].map { Dictionary(grouping: $0, by: \.key).mapValues { $0.map(\.value) } }
    var texts: [String] = []
    var keys: Set<String> = []
    for value in old + new where keys.insert(value.key).inserted {
      let (was, now) = (values[0][value.key] ?? [], values[1][value.key] ?? [])
      if was == now { continue }
      if now.count < was.count { findings[place].isLoss = true }
      var text = ByteWriter()
      text.put(text: value.key, style: .name)
      switch (was.first, now.first) {
      case (nil, let now?):
        text.put(" now ")
        put(now, to: &text)
      case (_, nil): text.put(" is gone")
      case (let was?, let now?):
        text.put(" ")
        put(was, to: &text)
        text.put(" → ")
        put(now, to: &text)
      }
      texts.append(text.string)
    }
    guard isNamed, !texts.isEmpty else { return }
    let rest = texts.count - named
    findings[place].text =
      texts.prefix(named).joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }

  private static func put(_ value: String, to output: inout ByteWriter) {
    output.put("\"")
    if output.put(text: value, style: .text, limit: 60).isTruncated { output.put("…") }
    output.put("\"")
  }

  private static func isAbsent(_ ranges: some Sequence<Range<UInt64>>, _ document: Document) -> Bool {
    ranges.contains { document.tree.file.isAbsent(Int($0.lowerBound)..<Int($0.upperBound)) }
  }

  // MARK: How the picture is shown

  /// How the primary picture is cut, turned and mirrored before it is shown, and of how many pixels it is.
  private static func compareShown(_ before: Document, _ after: Document, to proofs: inout MediaProofs) {
    guard let x = ImageLayout(before), let y = ImageLayout(after), let old = x.steps(in: before),
      let new = y.steps(in: after)
    else { return }
    var text = ByteWriter()
    if old != new {
      text.put("the picture is \(words(new)) now (was \(words(old)))")
    } else if x.width != y.width || x.height != y.height {
      text.put("the picture has \(y.width)×\(y.height) pixels now (was \(x.width)×\(x.height))")
    } else {
      return
    }
    proofs.findings.append(Verdict.Finding(.display, .changed, text.string))
  }

  /// `rotated 90° anticlockwise, then mirrored left to right`; `shown as it is coded` without a step.
  private static func words(_ steps: [ImageChange]) -> String {
    if steps.isEmpty { return "shown as it is coded" }
    var words: [String] = []
    for step in steps {
      switch step {
      case .crop(let left, let top, let width, let height):
        words.append("cut to \(number(width))×\(number(height)) from \(number(left)), \(number(top))")
      case .turn(let quarters): words.append(ImageTurn([.turn(quarters)])?.words ?? "not rotated")
      case .mirror(let isAcross): words.append(isAcross ? "mirrored left to right" : "mirrored top to bottom")
      }
    }
    return words.joined(separator: ", then ")
  }

  /// To three digits behind the point at most.
  private static func number(_ value: Double) -> String {
    let rounded = (value * 1_000).rounded() / 1_000
    return Int(exactly: rounded).map { String($0) } ?? String(rounded)
  }

  // MARK: What items are made of

  /// The items that each item is made of, in order: a grid of its tiles, an overlay of its layers.
  private struct Inputs {
    var lists: [UInt64: [UInt64]] = [:]
    /// Whether not all were read.
    var isCut = false

    private static let limit = (references: 65_536, items: 4_096)

    init(_ document: Document) {
      guard let meta = document.tree.child("meta", of: nil) else { return }
      let all = ImageParts.references(in: meta, of: document, limit: Self.limit.references)
      isCut = all.count == Self.limit.references
      for reference in all where reference.type == "dimg" {
        isCut = isCut || reference.to.count >= Self.limit.items
        lists[reference.from, default: []] += reference.to
      }
    }
  }

  /// A picture that is put together of others has no bytes of its own that would change.
  private static func compareInputs(
    _ before: Document, _ after: Document, _ pairs: ItemPairs, to proofs: inout MediaProofs
  ) {
    let (old, new) = (Inputs(before), Inputs(after))
    if old.isCut || new.isCut {
      proofs.findings.append(
        Verdict.Finding(.samples, .notChecked, "items made of very many others"))
    }
    for (before, item) in pairs.pairs {
      let x = old.lists[before.id]?.map { pairs.numbers[$0] ?? 0 }
      guard let x, let y = new.lists[item.id], x != y else {
        if (x == nil) != (new.lists[item.id] == nil) {
          proofs.findings.append(
            Verdict.Finding(
              .samples, .changed,
              new.lists[item.id] == nil ? "is not made of others any more" : "is made of others now",
              subject: name(of: item), track: (before.id, item.id)))
        }
        continue
      }
      let isOrder = x.count == y.count && x.sorted() == y.sorted()
      proofs.findings.append(
        Verdict.Finding(
          .samples, .changed,
          isOrder ? "is made of the same items in another order" : "is made of other items",
          subject: name(of: item), track: (before.id, item.id)))
    }
  }

  // MARK: Their bytes

  static func items(_ document: Document) -> [Item]? {
    guard document.context is AtomContext else { return nil }
    return document.tree.child("meta", of: nil).map { items(in: $0, named: "", document) } ?? []
  }

  /// The items that a `meta` lists; `nil` for a file that is not made of atoms.
  private static func items(in meta: NodeIndex, named holder: String, _ document: Document) -> [Item]? {
    guard let atoms = document.context as? AtomContext else { return nil }
    let tree = document.tree
    guard let list = tree.child("iinf", of: meta) else { return [] }
    let directory = atoms.items(around: meta)
    let reader = NodeReader(document)
    var found: [Item] = []
    for index in tree.children(of: list) where tree[index].type == "infe" {
      let entry = reader.view(ItemEntry.self, of: index)
      guard let id = entry.number(.item_ID) else { continue }
      let data = directory?.data(of: id) ?? .absent
      var missing: ItemDirectory.Location?
      if case .absent = data, let location = directory?.location(of: id), !location.extents.isEmpty { missing = location }
      let type = entry.number(.item_type).map { FourCC(rawValue: UInt32(truncatingIfNeeded: $0)) }
      found.append(
        Item(
          id: id, node: index, type: type?.key ?? "", document: document, data: data, missing: missing,
          holder: holder))
      if found.count > limit { break }
    }
    return found
  }

  /// What two files without tracks have in common of their items; `nil` when there are none.
  ///
  /// - Parameter budget: The bytes that may be read.
  static func shared(_ before: Document, _ after: Document, _ budget: inout UInt64) -> SharedMedia? {
    guard let x = items(before), let y = items(after), !x.isEmpty, !y.isEmpty, x.count <= limit,
      y.count <= limit
    else { return nil }
    var shared = SharedMedia()
    guard Set(y.map(\.id)).count == y.count, Set(x.map(\.id)).count == x.count else { return nil }
    let pairs = ItemPairs(x, y, budget)
    shared.areItemsSame = true
    shared.lostItems.before = pairs.gone.map(\.node)
    for (item, other) in pairs.pairs {
      guard item.type == other.type else { return nil }
      switch (item.data, other.data) {
      case (.absent, .absent) where item.lacksTheSame(as: other): continue
      case (.found(let p, let count), .found(let q, let otherCount)):
        guard count == otherCount, count.saturatingMultiply(2) <= budget,
          JoinedBytes(document: before, ranges: p).isSame(as: JoinedBytes(document: after, ranges: q))
            == true
        else { return nil }
        budget -= count.saturatingMultiply(2)
      default: return nil
      }
    }
    shared.lostItems.after = pairs.new.map(\.node)
    return shared
  }

  static func hasItemsElsewhere(_ document: Document) -> Bool {
    items(document)?.contains { if case .absent = $0.data { true } else { false } } ?? true
  }

  private static func name(of item: Item) -> String {
    (item.type == "Exif" ? "Exif (item \(item.id))" : "item \(item.id)" + (item.type.isEmpty ? "" : " (\(item.type))"))
      + (item.holder.isEmpty ? "" : " of " + item.holder)
  }

  private static func report(
    _ item: Item, _ text: String, isLoss: Bool = false, to proofs: inout MediaProofs
  ) {
    var finding = Verdict.Finding(
      item.isMetadata ? .tags : .tracks, .changed, text, subject: name(of: item))
    finding.isLoss = isLoss
    proofs.findings.append(finding)
  }

  private static func compare(
    _ x: Item, _ y: Item, to proofs: inout MediaProofs, _ budget: inout UInt64
  ) {
    var subject = Verdict.Subject(name(of: y), numbers: (x.id, y.id))
    subject.counts = (1, 1)
    subject.isMetadata = y.isMetadata
    let aspect: Verdict.Aspect = y.isMetadata ? .tags : .samples
    func add(_ state: Verdict.State, _ text: String) {
      proofs.findings.append(
        Verdict.Finding(aspect, state, text, subject: name(of: y), track: (x.id, y.id)))
    }
    if x.type != y.type {
      proofs.findings.append(
        Verdict.Finding(
          .setup, .changed, "was \(x.type)", subject: name(of: y), track: (x.id, y.id)))
    }
    switch (x.data, y.data) {
    case (.found(let p, let countX), .found(let q, let countY)):
      if countX != countY {
        subject.sameCount = 0
        add(.changed, "has other bytes (\(countX) → \(countY))")
        break
      }
      let need = countX.saturatingAdd(countY)
      guard need <= budget else {
        add(.notChecked, "\(countX) bytes; --digest reads all")
        break
      }
      budget -= need
      subject.comparedBytes = need
      guard let isSame = JoinedBytes(document: x.document, ranges: p)
        .isSame(as: JoinedBytes(document: y.document, ranges: q)) else {
        add(.notChecked, "its parts are not known on their own")
        break
      }
      subject.sameCount = isSame ? 1 : 0
      if !isSame { add(.changed, "has other bytes") }
    case (.absent, .absent):
      if x.lacksTheSame(as: y) {
        // An item without data, which is derived from others; or what neither file has at one place.
        subject.sameCount = 1
      } else {
        add(.notChecked, "data not found in the files")
      }
    case (.tooMany, _), (_, .tooMany): add(.notChecked, "lies in too many parts")
    case (.absent, .found): add(.changed, "lies in the file now")
    case (.found, .absent): add(.changed, "does not lie in the file any more")
    }
    proofs.subjects.append(subject)
  }
}
