import Atoms
public import ByteReading
import EmbeddedMetadata
import MediaFacts
public import MediaInspection
public import Structure

/// Which bytes of a file are zeros in its skeleton: the same file without what it shows, plays and says,
/// which somebody may attach to a report of a fault.
///
/// Types, sizes, counts and offsets stay. Samples, pictures, sound, free space, values of metadata, texts,
/// times, formats inside nodes and bytes that no table divides, those of decoders too, are zeros; where a zero would
/// end something before its time, each byte is the letter x. ``proof(in:of:)`` says whether a file is a skeleton of
/// another.
public struct Skeleton: Sendable {
  /// Bytes of the file that are zeros.
  public struct Blank: Sendable, BitwiseCopyable, Equatable {
    /// The offset of the first.
    public var start: UInt64
    /// The offset behind the last.
    public var end: UInt64

    /// Bytes from one offset to another.
    ///
    /// - Parameters:
    ///   - start: The first, from the start of the file.
    ///   - end: The one behind the last.
    public init(start: UInt64, end: UInt64) {
      self.start = start
      self.end = end
    }

    /// The number of bytes.
    public var count: UInt64 { end &- start }
  }

  /// What bytes are zeros for.
  public enum Part: Int, Sendable, CaseIterable {
    /// Samples, sound, free space, and bytes that are no structure.
    case media
    /// Values of metadata, formats inside nodes, and what nobody knows.
    case metadata
    /// Texts in other fields.
    case text
    /// Times at which something was made or changed.
    case time
  }

  /// The bytes, in order; no two touch. They lie in the file.
  public let blanks: SealedChunks<Blank>
  /// The bytes that are the letter x, in order: texts which end at a zero and have something behind them, and what is no
  /// structure and has a node behind it in a tag, which ends where zeros begin. None of them is among `blanks`.
  public let fills: [Blank]
  /// How many there are for each part; those that are of two count for the first that was met.
  public let byteCounts: [UInt64]
  /// Whether all were found: there was memory for the list, and what was derived from the file leads back
  /// to it. What is not complete is no skeleton.
  public let isComplete: Bool

  /// What the bytes of `fills` are.
  public static let fill = PrivacyTexts.fill

  /// How many bytes are zeros.
  public var byteCount: UInt64 { byteCounts.reduce(0, &+) }
}

extension MediaFile {
  /// What of an opened file is zeros in its skeleton. Samples and free space are not read; sound is gone
  /// through from frame to frame.
  ///
  /// - Complexity: O(*n*) in the nodes, their fields that are no rows of tables, and the bytes of items.
  ///
  /// - Parameter document: The file.
  /// - Returns: The ranges that are zeros in it.
  public static func skeleton(of document: Document) -> Skeleton {
    var planner = SkeletonPlanner(document)
    return planner.plan()
  }
}

/// Goes through a file once.
private struct SkeletonPlanner {
  private let document: Document
  private let tree: Tree
  private let insides: SkeletonInsides
  private let blanks: BlankList
  /// Where the values of items lie, by their nodes.
  private var items: [NodeIndex: [Extent]] = [:]
  /// The nodes whose numbers are the value of an item, or a part of it.
  private var numbers: Set<NodeIndex> = []

  init(_ document: Document) {
    self.document = document
    tree = document.tree
    insides = SkeletonInsides(document)
    blanks = BlankList(document.tree)
    let items = MediaFile.metadata(of: document)
    for (item, contents) in zip(items, MediaFile.contents(of: items)) {
      self.items[item.node, default: []] +=
        (contents.main ?? contents.data).flatMap { $0.isIn(tree, contentsOf: item.node) ? [$0.extent] : nil } ?? []
      // Where a type says what follows, the bytes of the value are known.
      // Of a place the numbers say where it is, and of a disc which, whatever the value is shown as.
      if item.isWholeNode, contents.dataType == nil,
        contents.value?.hasNumbers ?? true || PrivacyKeys.hasNumbersBeside(item, contents)
      {
        numbers.insert(item.node)
      }
    }
  }

  mutating func plan() -> Skeleton {
    var walker = Walker()
    var index = NodeIndex(0)
    while index < tree.end {
      blank(index, &walker)
      index = insides.areGone(in: index) ? tree[index].subtreeEnd : index.next
    }
    return blanks.finish()
  }

  private func blank(_ index: NodeIndex, _ walker: inout Walker) {
    let node = tree[index]
    if node.isRaw {
      if endsAtZeros(at: index) { return blanks.fill(node.extent, in: node.source) }
      return blanks.add(node.extent, in: node.source, for: .media)
    }
    if insides.arePacked(in: index) {
      return blanks.add(node.payload, in: node.source, for: .metadata)
    }
    if node.type == .instaTrailer, node.marks.contains(.named) {
      // It is found by what stands behind its records.
      let bytes = document.source(of: node).bytes
      for range in InstaTrailer.values(in: bytes, node.payload.byteOffset..<min(node.payload.byteEnd, bytes.byteCount)) {
        blanks.add(Extent(byteOffset: range.lowerBound, byteCount: range.count), in: node.source, for: .metadata)
      }
      return blanks.flush()
    }
    let parent = tree.parent(of: index).map { tree[$0].type }
    let isGone = insides.areGone(in: index)
    let values = items[index]
    let isMedia = PrivacyKeys.isMedia(node, in: document)
    // What stands behind a text with a terminator, or is counted by a number, would be read from another
    // place.
    // Items that were opened stand in no node.
    let own = document.ownExtent(of: index)
    let holdsNodes = own.end < node.extent.end || tree.program(of: node)?.childStart ?? .none != .none
    if !PrivacyKeys.isKey(node.type, in: parent) {
      var sink = BlankFields(
        into: blanks, for: isMedia ? .media : isGone || values != nil ? .metadata : .text)
      let carrier = PrivacyKeys.carrier(node.type, in: parent)
      sink.takesBytes = isGone || values != nil || PrivacyKeys.isOpaque(node.type, in: parent) || carrier != nil
      sink.takesNumbers = !holdsNodes && (numbers.contains(index) || carrier == .account)
      sink.keepsTerminated = !isGone && holdsNodes
      sink.end = isGone || values != nil ? 0 : own.end
      sink.hasNoHeader = node.headerSize == 0
      sink.name =
        node.marks.contains(.named) ? tree.program(of: node)?.syntax.name.description ?? "" : ""
      document.walk(index, &walker, into: &sink)
      document.work.charge(1 + sink.count + document.stepsForContents(of: index))
      if !sink.kept.isEmpty { fill(sink.kept, of: index, &walker, isPart: values != nil) }
    }
    // Of what holds nodes, the texts that may be zeros are zeros already.
    for extent in holdsNodes ? [] : values ?? [] {
      blanks.add(extent, in: tree.contents(of: index) ?? node.source, for: .metadata)
    }
    if isGone {
      blanks.add(
        Extent(start: own.end, count: node.extent.end &- own.end), in: node.source,
        for: isMedia ? .media : .metadata)
      // What zeros were taken out of lies in bytes of its own.
      for child in tree.children(of: index) where tree[child].source != node.source {
        blanks.add(tree[child].extent, in: tree[child].source, for: .metadata)
      }
    }
    blanks.flush()
  }

  /// Fills those of the texts of a node, which zeros would make shorter, that give something away.
  private func fill(_ kept: [Extent], of index: NodeIndex, _ walker: inout Walker, isPart: Bool) {
    let node = tree[index]
    var fields = PersonalFields(node.source)
    document.walk(index, &walker, into: &fields)
    document.work.charge(1 + fields.found.count)
    let carrier = PrivacyKeys.carrier(node.type, in: tree.parent(of: index).map { tree[$0].type })
    for found in fields.found where kept.contains(found.extent) {
      let answer = PrivacyTexts.of(
        found, in: carrier, isKey: false, isPartOfItem: isPart,
        isTitle: !isPart && PrivacyKeys.isTitle(node.type))
      if answer != .harmless { blanks.fill(found.extent, in: found.source) }
    }
  }

  /// Whether zeros in the place of a node would end the tag that it stands in before the nodes behind it.
  private func endsAtZeros(at index: NodeIndex) -> Bool {
    guard let parent = tree.parent(of: index), tree[parent].type.isID3v2Tag else { return false }
    return tree[index].subtreeEnd < tree[parent].subtreeEnd
  }
}

extension MetadataValue {
  /// Whether a number is it, or a part of it.
  fileprivate var hasNumbers: Bool {
    switch self {
    case .number: true
    case .dictionary(let members): members.contains(where: \.value.hasNumbers)
    case .list(let values): values.contains(where: \.hasNumbers)
    case .text, .date, .data: false
    }
  }
}

extension MetadataBytes {
  /// Whether the bytes lie where the fields of a node do.
  fileprivate func isIn(_ tree: Tree, contentsOf index: NodeIndex) -> Bool {
    let node = tree[index]
    guard let source = tree.contents(of: index) else { return false }
    if source != node.source { return true }
    return extent.start >= node.payload.start && extent.end <= node.payload.end
  }
}

/// The nodes of which a skeleton has the header alone: what stands in them is zeros, other nodes too.
struct SkeletonInsides {
  private let document: Document
  private let tree: Tree
  /// The nodes whose payload is compressed.
  private let packed: Set<NodeIndex>

  init(_ document: Document) {
    self.document = document
    tree = document.tree
    // What an image in one box has compressed is bytes of a field of it.
    packed = Set(tree.sources.filter { $0.kind == .zlib }.compactMap(\.origin).filter { [tree] in tree[$0].type != "mini" })
  }

  /// Whether the payload is stored in a way that zeros cannot be put into: compressed or enciphered.
  func arePacked(in index: NodeIndex) -> Bool {
    packed.contains(index) || tree.contents(of: index) == nil
  }

  /// Whether no byte inside a node is left.
  func areGone(in index: NodeIndex) -> Bool {
    let node = tree[index]
    if node.isRaw || arePacked(in: index) || PrivacyKeys.isMedia(node, in: document) { return true }
    if node.type == "mini" { return true }
    let hasChildren = index.next < node.subtreeEnd
    guard let program = tree.program(of: node) else { return !hasChildren }
    if hasChildren { return program.isEmbedding }
    return (program.childStart == .none || program.isEmbedding)
      && MetadataCarriers.reason(toLeave: index, in: tree) != nil
  }
}

/// Gathers bytes that are zeros, in the order of the file.
private final class BlankList {
  private let tree: Tree
  private let list: ChunkedStore<Skeleton.Blank>
  /// Those of one node, which need not be in order.
  private var pending: [(blank: Skeleton.Blank, part: Skeleton.Part)] = []
  /// Those that begin before others which were added.
  private var late: [Skeleton.Blank] = []
  /// What is the letter x.
  private var fills: [Skeleton.Blank] = []
  private var byteCounts = Array(repeating: UInt64(0), count: Skeleton.Part.allCases.count)
  private var isComplete = true

  /// How many are kept until they are put in order.
  private static let pendingLimit = 4_096
  private static let lateLimit = 1 << 16

  init(_ tree: Tree) {
    self.tree = tree
    list = ChunkedStore(tree.memory, for: "there is no memory for what a skeleton leaves out")
  }

  /// Adds whole bytes of a source. Those of what was compressed are zeros with the node that holds it.
  func add(_ extent: Extent, in source: UInt16, for part: Skeleton.Part) {
    guard extent.count > 0, extent.start & 7 == 0, extent.count & 7 == 0 else { return }
    let range = UInt64(extent.byteOffset)..<UInt64(extent.byteEnd)
    guard source != 0 else { return put(range.lowerBound, range.upperBound, part) }
    guard let first = tree.fileOffset(of: range.lowerBound, in: source),
      let last = tree.fileOffset(of: range.upperBound - 1, in: source), first <= last
    else { return }
    addStuffed(first..<last &+ 1, part)
  }

  /// Adds whole bytes of the file that are the letter x; those of other sources are not known.
  func fill(_ extent: Extent, in source: UInt16) {
    guard extent.count > 0, extent.start & 7 == 0, extent.count & 7 == 0 else { return }
    let end = min(UInt64(extent.byteEnd), UInt64(tree.file.byteCount))
    guard source == 0, UInt64(extent.byteOffset) < end else { return }
    guard fills.count < Self.lateLimit else {
      isComplete = false
      return
    }
    fills.append(Skeleton.Blank(start: UInt64(extent.byteOffset), end: end))
  }

  /// Adds bytes that zeros were put into behind each 0xFF (ID3v2.4.0 structure §6.1): these two stay, or
  /// there would be more bytes when the zeros are taken out.
  private func addStuffed(_ range: Range<UInt64>, _ part: Skeleton.Part) {
    let bytes = tree.file.bytes
    var start = Int(clamping: range.lowerBound)
    var at = start
    let end = min(Int(clamping: range.upperBound), bytes.byteCount)
    while at < end {
      if bytes.byte(at: at) == 0xFF, bytes.byte(at: at &+ 1) == 0 {
        put(UInt64(start), UInt64(at), part)
        at &+= 2
        start = at
      } else {
        at &+= 1
      }
    }
    put(UInt64(start), UInt64(max(start, end)), part)
  }

  private func put(_ start: UInt64, _ end: UInt64, _ part: Skeleton.Part) {
    let end = min(end, UInt64(tree.file.byteCount))
    guard start < end else { return }
    if pending.count >= Self.pendingLimit { flush() }
    pending.append((Skeleton.Blank(start: start, end: end), part))
  }

  /// Takes over those of one node.
  func flush() {
    guard !pending.isEmpty else { return }
    if pending.count > 1 { pending.sort { $0.blank.start < $1.blank.start } }
    for (blank, part) in pending { append(blank, part) }
    pending.removeAll(keepingCapacity: true)
  }

  private func append(_ blank: Skeleton.Blank, _ part: Skeleton.Part) {
    guard let last = list.isEmpty ? nil : list[list.count - 1], blank.start <= last.end else {
      byteCounts[part.rawValue] &+= blank.count
      if !list.append(blank) { isComplete = false }
      return
    }
    if blank.start < last.start {
      // Counted with what it is of, though others may have counted a part of it.
      if late.count < Self.lateLimit { late.append(blank) } else { isComplete = false }
      byteCounts[part.rawValue] &+= blank.count
    } else if blank.end > last.end {
      byteCounts[part.rawValue] &+= blank.end - last.end
      list[list.count - 1].end = blank.end
    }
  }

  func finish() -> Skeleton {
    flush()
    let all = late.isEmpty ? list : merged()
    return Skeleton(
      blanks: all.sealed(), fills: fills.sorted { $0.start < $1.start }, byteCounts: byteCounts, isComplete: isComplete)
  }

  /// All of them in order.
  private func merged() -> ChunkedStore<Skeleton.Blank> {
    late.sort { $0.start < $1.start }
    let all = ChunkedStore<Skeleton.Blank>(
      tree.memory, for: "there is no memory for what a skeleton leaves out")
    var (a, b) = (0, 0)
    while a < list.count || b < late.count {
      let next: Skeleton.Blank
      if b == late.count || a < list.count && list[a].start <= late[b].start {
        next = list[a]
        a += 1
      } else {
        next = late[b]
        b += 1
      }
      if all.count > 0, next.start <= all[all.count - 1].end {
        all[all.count - 1].end = max(all[all.count - 1].end, next.end)
      } else if !all.append(next) {
        isComplete = false
      }
    }
    return all
  }
}

/// Adds what is zeros of the fields of one node.
private struct BlankFields: FieldSink {
  private let blanks: BlankList
  private let part: Skeleton.Part
  private var source: UInt16 = 0
  /// Whether fields that are only bytes are zeros, whatever they are. Those of which nobody knows what they say are
  /// anyway, those of decoders too: headers, profiles, data of an encoder.
  var takesBytes = false
  /// Whether numbers are zeros.
  var takesNumbers = false
  /// Whether texts stay that end where a terminator says.
  var keepsTerminated = false
  /// Where the fields of the node end; 0 where all of them are zeros.
  var end = 0
  /// Whether what a node is found by stands in its fields.
  var hasNoHeader = false
  /// The name that nodes of the table have; one in braces is that of the field that has it.
  var name = ""
  /// How many fields there were.
  private(set) var count = 0
  /// Texts that stay, since they end where a terminator says.
  private(set) var kept: [Extent] = []
  private static let keptLimit = 64

  init(into blanks: BlankList, for part: Skeleton.Part) {
    self.blanks = blanks
    self.part = part
  }

  mutating func begin(source: UInt16) { self.source = source }

  mutating func field(_ field: borrowing FieldReading) {
    count += 1
    let row = field.definition
    if row.isMoment || PrivacyKeys.unixTime(field.name, 0) != nil { return blanks.add(field.extent, in: source, for: .time) }
    switch row.kind {
    case .string:
      let isTerminated = field.content.end < field.extent.end && !row.hasFixedSize
      if keepsTerminated, isTerminated {
        if kept.count < Self.keptLimit { kept.append(field.content) }
        return
      }
      // Zeros would move the fields behind it to other places.
      if isTerminated, source == 0, field.extent.end < end, field.extent.end &- field.content.end == 8 {
        return blanks.fill(field.content, in: source)
      }
      if !name.isEmpty, name == "{\(field.name)}" { return }
      if hasNoHeader, PrivacyKeys.isMark(field.name) { return }
      // Behind the text of a field of fixed size something may stand.
      let end = row.hasFixedSize ? field.extent.end : field.content.end
      blanks.add(
        Extent(start: field.content.start, count: end &- field.content.start), in: source, for: part)
    case .uint, .int, .float, .fixed, .code, .uuid:
      let isHeader = field.program.syntax.versions != nil && field.row < 2
      // What is wider than any number is bits that nobody divides.
      let isWide = field.extent.count > 128
      let isKept = field.raw != 0 && PrivacyKeys.isKeptForLater(field.name)
      let isNumber = !isHeader && !PrivacyKeys.isEncoding(field.name)
      if takesNumbers && isNumber || isWide || isKept { blanks.add(field.extent.wholeBytes, in: source, for: part) }
    default:
      let isUnknown = !PrivacyKeys.isHarmless(field.name)
      if (takesBytes || isUnknown) && field.isBytes || field.isGap || row.isText
        || PrivacyKeys.isUnitLeft(field.name)
      {
        blanks.add(field.content, in: source, for: part)
      }
    }
  }

  /// Bits that are kept for later are zeros, where there are enough of them to say something.
  mutating func note(_ fault: Fault) {
    guard fault.kind == .reservedNotZero, fault.extent.byteCount >= 4 else { return }
    blanks.add(fault.extent.wholeBytes, in: source, for: part)
  }

  mutating func table(_ table: borrowing TableReading) {
    let program = table.program
    if takesBytes || takesNumbers || table.columns.contains(where: { program.rows[$0.row].isPersonal }) {
      blanks.add(table.extent, in: source, for: part)
    }
  }
}

extension Extent {
  /// The bytes that lie in it as a whole.
  fileprivate var wholeBytes: Extent {
    let first = (start &+ 7) & ~7
    return Extent(start: first, count: max(0, (end & ~7) &- first))
  }
}

extension Row {
  /// Whether it is bytes that are shown as text.
  fileprivate var isText: Bool {
    if case .perhapsText = meaning { true } else { false }
  }

  /// Whether it is a text of a size that the text does not say.
  fileprivate var hasFixedSize: Bool {
    switch kind {
    case .string(_, .fixedPascal), .string(_, .bytes): true
    default: false
    }
  }

  /// Whether what stands in a column is zeros.
  fileprivate var isPersonal: Bool {
    if case .string = kind { return true }
    return isMoment || isText
  }
}
