import Atoms
import ByteReading
import MediaFacts
package import Structure

/// What QuickTime movies and MP4 files each say in a way of their own: of a film that was put from one into the other
/// it follows from that.
///
/// Of what decoders are set up by nothing is taken to follow unless it is the same bytes in both.
package struct OtherKind: Sendable {
  private let before, after: Document
  private let language: @Sendable (UInt64) -> String?

  /// - Parameter language: The language of a packed code, or of one of the Macintosh; `nil` for what is none.
  /// - Returns: `nil` unless one of both is a QuickTime movie, and the other is none.
  package init?(_ before: Document, _ after: Document, language: @escaping @Sendable (UInt64) -> String?) {
    guard before.context is AtomContext, after.context is AtomContext,
      before.tree.isQuickTime != after.tree.isQuickTime
    else { return nil }
    (self.before, self.after, self.language) = (before, after, language)
  }

  /// Why a field of two nodes that belong together follows; `nil` where nothing explains it.
  ///
  /// - Parameters:
  ///   - a: The node in the first file.
  ///   - b: The node in the second file.
  package func reason(for field: FieldPath, of a: NodeIndex, _ b: NodeIndex) -> StaticString? {
    guard let name = field.parts.first?.name, before.tree[a].type == after.tree[b].type else { return nil }
    switch before.tree[a].type {
    case "hdlr": return handler(name, a, b)
    case "mdhd": return name == MediaHeader.Field.language.rawValue ? language(a, b) : nil
    case "colr": return colours(a, b)
    default: break
    }
    if let field = VisualEntry.Field(rawValue: name), Self.unread.contains(field), isEntry(a, before.tree),
      before.view(VisualEntry.self, of: a).number(.width) != nil
    {
      return "fields that no decoder goes by"
    }
    if let field = AudioEntry.Field(rawValue: name), Self.ofVersions.contains(field), isSameSound(a, b) {
      return "sound set up by the same bytes"
    }
    return nil
  }

  /// Why a node follows that came, went, or lies in another one now.
  ///
  /// - Parameters:
  ///   - a: The node in the first file; `nil` for one that came.
  ///   - b: The node in the second file; `nil` for one that went.
  ///   - holders: The nodes that it lies in, or would, where these belong together.
  package func reason(
    forNode a: NodeIndex?, _ b: NodeIndex?, in holders: (before: NodeIndex, after: NodeIndex)?
  ) -> StaticString? {
    guard let (node, document) = a.map({ ($0, before) }) ?? b.map({ ($0, after) }) else { return nil }
    let tree = document.tree
    if let a, let b {
      guard Self.configurations.contains(tree[a].type), let x = entry(around: a, before.tree),
        let y = entry(around: b, after.tree)
      else { return nil }
      return isSameSound(x, y) ? "sound set up by the same bytes" : nil
    }
    switch tree[node].type {
    case "hdlr":
      return tree.parent(of: node).map { tree[$0].type == "minf" } == true ? "handlers of data" : nil
    case "btrt": return "bit rates"
    case let type where type == "wave" || Self.configurations.contains(type):
      guard let holders, isSameSound(holders.before, holders.after) else { return nil }
      return "sound set up by the same bytes"
    case "chan":
      guard let holders, isSameSound(holders.before, holders.after), let channels = before.codec(of: holders.before).channels,
        let usual = Self.usualLayouts[channels],
        document.view(AudioChannelLayout.self, of: node).number(.mChannelLayoutTag) == usual
      else { return nil }
      return "the usual channels"
    default: return nil
    }
  }

  // MARK: Fields

  private func handler(_ name: String, _ a: NodeIndex, _ b: NodeIndex) -> StaticString? {
    switch HandlerReference.Field(rawValue: name) {
    case .pre_defined, .component_manufacturer, .component_flags, .component_flags_mask:
      return "kinds of handlers"
    case .name:
      let (old, new) = (before.view(HandlerReference.self, of: a), after.view(HandlerReference.self, of: b))
      guard let text = old.text(.name), text == new.text(.name) else { return nil }
      return "names behind a count or before a zero"
    default: return nil
    }
  }

  /// Each says in a way of its own that the language is not known, and QuickTime has numbers for those that are
  /// (QTFF, Language Code Values).
  private func language(_ a: NodeIndex, _ b: NodeIndex) -> StaticString? {
    guard let old = before.view(MediaHeader.self, of: a).number(.language),
      let new = after.view(MediaHeader.self, of: b).number(.language)
    else { return nil }
    if [old, new].allSatisfy({ $0 == 0x7FFF || $0 == 0x55C4 }) { return "language not known" }
    guard let known = language(old), known == language(new) else { return nil }
    return "codes of languages"
  }

  /// `nclc` is `nclx` without a word on the range, which is not the full one then (QTFF, Color Parameter Atoms).
  private func colours(_ a: NodeIndex, _ b: NodeIndex) -> StaticString? {
    let (old, new) = (before.view(ColourInformation.self, of: a), after.view(ColourInformation.self, of: b))
    let types = [old.code(.colour_type), new.code(.colour_type)]
    guard types == ["nclc", "nclx"] || types == ["nclx", "nclc"],
      [old, new].allSatisfy({ ($0.number(.full_range_flag) ?? 0) == 0 }),
      [.colour_primaries, .transfer_characteristics, .matrix_coefficients].allSatisfy({ old.number($0) == new.number($0) })
    else { return nil }
    return "the same colours"
  }

  /// What writers of QuickTime put into an entry of pictures, and no decoder asks for.
  private static let unread: Set<VisualEntry.Field> = [.revision_level, .vendor, .temporal_quality, .spatial_quality]

  // MARK: Sound

  /// What an entry of compressed sound has in versions of QuickTime, and what stands in the configuration as well.
  private static let ofVersions: Set<AudioEntry.Field> = [
    .version, .revision_level, .vendor, .channelcount, .samplesize, .compression_ID, .packet_size, .samples_per_packet,
    .bytes_per_packet, .bytes_per_frame, .bytes_per_sample,
  ]
  /// What compressed sound is decoded by.
  private static let configurations: [FourCC] = ["esds", "alac", "dac3", "dec3", "dfLa", "dOps"]
  /// By channels the layout that is meant without any: mono, and left and right.
  private static let usualLayouts: [UInt64: UInt64] = [1: 0x64_0001, 2: 0x65_0002]

  private func isEntry(_ node: NodeIndex, _ tree: Tree) -> Bool {
    tree.parent(of: node).map { tree[$0].type == "stsd" } ?? false
  }

  private func entry(around node: NodeIndex, _ tree: Tree) -> NodeIndex? {
    var at: NodeIndex? = node
    while let here = at, !isEntry(here, tree) { at = tree.parent(of: here) }
    return at
  }

  /// Whether two sample entries have the same coding, set up by the same bytes.
  private func isSameSound(_ a: NodeIndex, _ b: NodeIndex) -> Bool {
    let (x, y) = (before.tree, after.tree)
    guard isEntry(a, x), isEntry(b, y), let p = configuration(of: a, x), let q = configuration(of: b, y),
      x[p].type == y[q].type, x[p].source == 0, y[q].source == 0
    else { return false }
    let (old, new) = (before.codec(of: a), after.codec(of: b))
    return old.type == new.type && old.name == new.name && old.channels == new.channels
      && old.sampleRate == new.sampleRate
      && x.file.hasSameBytes(in: decodedBy(p, before), as: y.file, in: decodedBy(q, after))
  }

  /// The bytes of a configuration that decoders go by: of an `esds` what stands behind the bit rates, which writers
  /// reckon in ways of their own (14496-1 §7.2.6.6). That the object is the same one is said by the coding.
  private func decodedBy(_ configuration: NodeIndex, _ document: Document) -> Range<Int> {
    let payload = document.tree[configuration].payload
    let fields = document.view(ElementaryStream.self, of: configuration)
    let start = document.tree[configuration].type == "esds" ? fields.content(.avgBitrate)?.byteEnd : nil
    let end = max(payload.byteOffset, payload.byteEnd)
    return min(max(start ?? payload.byteOffset, payload.byteOffset), end)..<end
  }

  /// QuickTime has it in `wave`.
  private func configuration(of entry: NodeIndex, _ tree: Tree) -> NodeIndex? {
    let wave = tree.child("wave", of: entry)
    for type in Self.configurations {
      if let node = tree.child(type, of: entry) ?? wave.flatMap({ tree.child(type, of: $0) }) { return node }
    }
    return nil
  }
}
