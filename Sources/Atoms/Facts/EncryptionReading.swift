import ByteReading
package import MediaFacts
package import Structure

/// What the boxes of a file say of protection.
package struct EncryptionReading {
  private let document: Document
  private let tree: Tree
  private let reader: NodeReader
  /// The sample groups of fragments that may be about encryption, in the order of the tracks.
  private let groups: [Groups]
  /// The track of object descriptors.
  private let descriptors: NodeIndex?

  /// The descriptions of groups in one run of samples.
  private struct Groups {
    let track: UInt64
    let run: NodeIndex
  }

  /// - Complexity: O(*n* log *n*) in the fragments.
  package init(_ document: Document) {
    self.document = document
    tree = document.tree
    reader = NodeReader(document)
    descriptors = (document.context as? AtomContext)?.objectDescriptors
    var groups: [Groups] = []
    if tree.countAtTop("moof") > 0 {
      for moof in tree.children(of: nil) where tree[moof].type == "moof" {
        for run in tree.children(of: moof) where tree[run].type == "traf" {
          guard tree.child("sgpd", of: run) != nil, let header = tree.child("tfhd", of: run),
            let id = reader.view(TrackFragmentHeader.self, of: header).number(.track_ID)
          else { continue }
          groups.append(Groups(track: id, run: run))
        }
      }
    }
    self.groups = groups.sorted { ($0.track, $0.run) < ($1.track, $1.run) }
  }

  /// How the samples of a track are protected: by the sample entries, whose keys sample groups may
  /// change.
  package func encryption(of track: AtomContext.Track) -> Fact<Encryption> {
    let entries = track.sampleEntries(in: tree)
    guard !entries.isEmpty else {
      // Of a track without entries nothing is known, unless it can have no samples.
      return Fact(unread: [Unread(.damaged, node: track.node)])
    }
    let protected = entries.filter { Codec.protected.contains(tree[$0].type) }
    guard let first = protected.first else {
      // What they say stands in samples, which are not read.
      return Fact(unread: descriptors.map { [Unread(.objectDescriptors, node: $0)] } ?? [])
    }
    var value = Encryption(protectedEntries: protected.count, of: entries.count)
    var source = FactSource(first)
    var claims: [Fact<Encryption>.Claim] = []
    for entry in protected {
      var own = Encryption(protectedEntries: protected.count, of: entries.count)
      let place = read(entry, &own)
      if entry == first {
        value = own
        value.entryKey = own.keys.first
        source = place
        continue
      }
      for key in own.keys { Self.add(key, to: &value) }
      if own.scheme != value.scheme || own.pattern != value.pattern {
        claims.append(.init(own, from: place))
      }
    }
    var described = self.described(inFragmentsOf: track.id)
    if let table = track.sampleTable(in: tree) {
      described =
        tree.children(of: table).prefix(4_096).filter { tree[$0].type == "sgpd" } + described
    }
    let known = value.keys
    for node in described {
      let group = reader.reading(node, items: Encryption.keyLimit)
      guard group.code("grouping_type") == "seig" else { continue }
      for extent in group.contents("KID") {
        guard let key = key(extent, node) else { continue }
        // Samples without encryption have no key.
        if key.high | key.low != 0, !known.contains(key) { value.groups.hasOtherKeys = true }
        Self.add(key, to: &value)
      }
      readVectors(of: group, &value)
    }
    return Fact(value, from: source, claims: claims)
  }

  /// How the groups that the `sgpd` at `node` describes are protected, in its order, 4,096 at most; `nil` where they are
  /// about something else.
  package static func groups(describedBy node: NodeIndex, in document: Document) -> [GroupProtection]? {
    let group = NodeReader(document).reading(node, items: 4_096)
    guard group.code("grouping_type") == "seig" else { return nil }
    var flags: [Bool] = []
    group.withEach("isProtected") { field in
      flags.append(field.raw != 0)
      return true
    }
    let bytes = document.fieldBytes(of: node).bytes
    return zip(flags, group.contents("KID")).map { isProtected, extent in
      GroupProtection(key: isProtected ? KeyID(extent, bytes) : nil)
    }
  }

  /// Whether samples of groups are clear, and how long their vectors are.
  private func readVectors(of group: NodeReader, _ value: inout Encryption) {
    let (own, constant) = (value.vectorSize, value.constantVectorSize)
    func take(_ size: UInt64, besides known: UInt64?) {
      guard size > 0, size != known, value.groups.vectorSizes.count < 16, !value.groups.vectorSizes.contains(size)
      else { return }
      value.groups.vectorSizes.append(size)
    }
    group.withEach("isProtected") { field in
      if field.raw == 0 { value.groups.leavesSamplesClear = true }
      return true
    }
    group.withEach("Per_Sample_IV_Size") { field in
      take(field.raw, besides: own)
      return true
    }
    group.withEach("constant_IV_size") { field in
      take(field.raw, besides: constant)
      return true
    }
  }

  /// The descriptions of sample groups in the fragments of a track, 4,096 at most.
  private func described(inFragmentsOf track: UInt64) -> [NodeIndex] {
    var described: [NodeIndex] = []
    var at = (0..<groups.count).partitionPoint { groups[$0].track < track }
    while at < groups.count, groups[at].track == track, described.count < 4_096 {
      for child in tree.children(of: groups[at].run) where tree[child].type == "sgpd" && described.count < 4_096 {
        described.append(child)
      }
      at += 1
    }
    return described
  }

  /// Reads the scheme and the keys of the entry at `entry`; gives back where the scheme stands.
  private func read(_ entry: NodeIndex, _ value: inout Encryption) -> FactSource {
    var source = FactSource(entry)
    for index in tree.subtree(of: entry).prefix(4_096) where !tree[index].isRaw {
      switch tree[index].type {
      case "schm":
        // Of several schemes the first is what players go by; `srpp` is about another transport.
        guard value.scheme == nil || source.node == entry,
          let parent = tree.parent(of: index), tree[parent].type == "sinf"
        else { continue }
        let scheme = reader.view(SchemeType.self, of: index)
        guard let type = scheme.code(.scheme_type) else { continue }
        value.scheme = type
        value.schemeVersion = scheme.number(.scheme_version)
        source = FactSource(index, "scheme_type", extent: scheme.content(.scheme_type))
      case "tenc":
        let encryption = reader.view(TrackEncryption.self, of: index)
        if let crypt = encryption.number(.default_crypt_byte_block),
          let skip = encryption.number(.default_skip_byte_block), crypt + skip > 0
        {
          value.pattern = Encryption.Pattern(encrypted: crypt, clear: skip)
        }
        value.vectorSize = encryption.number(.default_Per_Sample_IV_Size)
        value.constantVectorSize = encryption.number(.default_constant_IV_size)
        if let extent = encryption.content(.default_KID), let key = key(extent, index) {
          Self.add(key, to: &value)
        }
      case .uuid:
        let encryption = reader.view(OlderTrackEncryption.self, of: index)
        guard encryption.isOfItsTable else { continue }
        value.vectorSize = encryption.number(.default_IV_size)
        if let extent = encryption.content(.default_KID), let key = key(extent, index) {
          Self.add(key, to: &value)
        }
      default: break
      }
    }
    return source
  }

  private static func add(_ key: KeyID, to value: inout Encryption) {
    guard key.high | key.low != 0, value.keys.count < Encryption.keyLimit,
      !value.keys.contains(key)
    else { return }
    value.keys.append(key)
  }

  /// The 16 bytes at `extent` of the node at `index`.
  private func key(_ extent: Extent, _ index: NodeIndex) -> KeyID? {
    KeyID(extent, document.fieldBytes(of: index).bytes)
  }

  /// The systems that boxes are for, in the order of the file: at the top, in the movie and its
  /// metadata, in fragments.
  package var systems: Fact<[ProtectionSystem]> {
    var found: [ProtectionSystem] = []
    var first: NodeIndex?
    func add(_ parent: NodeIndex?) {
      for index in tree.children(of: parent) where ["pssh", .uuid].contains(tree[index].type) {
        let box = NamedKeys.fields(of: index, reader)
        guard let id = box.content(.SystemID).flatMap({ key($0, index) }) else { continue }
        if first == nil { first = index }
        if let place = found.firstIndex(where: { $0.id == id }) {
          found[place].boxes += 1
          found[place].add(NamedKeys(in: box, of: document.fieldBytes(of: index).bytes))
        } else if found.count < 64 {
          var system = ProtectionSystem(id, name: ProtectionNames.systems[id.high], boxes: 1)
          system.add(NamedKeys(in: box, of: document.fieldBytes(of: index).bytes))
          found.append(system)
        }
      }
    }
    add(nil)
    for index in tree.children(of: nil) where ["moov", "moof", "meta"].contains(tree[index].type) {
      add(index)
    }
    guard let first else { return .none }
    return Fact(found, from: FactSource(first, "SystemID"))
  }
}

extension AtomContext {
  /// The first track whose samples describe those of others, and may say that they are encrypted where their sample
  /// entries say nothing (14496-1 §7.2.6.14); `nil` when there is none.
  package var objectDescriptors: NodeIndex? {
    let tree = document.tree
    return tracks.first { track in
      track.handler == "odsm" || tree.child("tref", of: track.node).flatMap { tree.child("mpod", of: $0) } != nil
    }?.node
  }
}

extension AtomContext.Track {
  /// Its sample table; `nil` when it has none.
  package func sampleTable(in tree: Tree) -> NodeIndex? {
    guard let media = tree.child("mdia", of: node),
      let information = tree.child("minf", of: media)
    else { return nil }
    return tree.child("stbl", of: information)
  }

  /// Its sample entries, 256 at most; free space among them is none.
  package func sampleEntries(in tree: Tree) -> [NodeIndex] {
    guard let first = sampleEntry, let descriptions = tree.parent(of: first) else { return [] }
    return tree.children(of: descriptions).prefix(256).filter {
      !tree[$0].isRaw && !["free", "skip"].contains(tree[$0].type)
    }
  }

  /// Of how many of its sample entries samples are protected (14496-12 §8.12), used by samples or not.
  package func protectedShare(in tree: Tree) -> ProtectedShare {
    let entries = sampleEntries(in: tree)
    let count = entries.count { Codec.protected.contains(tree[$0].type) }
    return count == 0 ? .none : count == entries.count ? .all : .some
  }
}

extension ProtectionSystem {
  /// Adds what one more of its boxes names.
  fileprivate mutating func add(_ named: NamedKeys) {
    if !named.isWhole { hasUnreadKeys = true }
    for key in named.keys where !keys.contains(key) {
      guard keys.count < Encryption.keyLimit else {
        hasUnreadKeys = true
        return
      }
      keys.append(key)
    }
  }
}
