import ByteReading
package import MediaFacts
package import Structure

/// Tracks of messages (ITU-T T.35) that belong to the pictures of other tracks, as far as their sample
/// entries say of what kind the messages are.
///
/// Messages themselves are samples, and are not read.
package struct MessageTracks {
  private var found: [(track: UInt64, fact: Fact<DynamicMetadata>)] = []

  /// What messages begin with: country, provider and what it uses them for.
  private static let prefixes: [(bytes: [UInt8], kind: DynamicMetadata)] = [
    // SMPTE ST 2094-40: United States, Samsung, 1, application 4.
    ([0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04], .hdr10Plus),
    // HDR Vivid: China, the UHD World Association, 5.
    ([0x26, 0x00, 0x04, 0x00, 0x05], .hdrVivid),
  ]

  /// The tracks among `tracks` whose entry says what their messages are.
  ///
  /// - Complexity: O(*n*) in the tracks, and in the references of those of messages.
  package init(_ document: Document, _ tracks: [AtomContext.Track]) {
    let tree = document.tree
    let reader = NodeReader(document)
    for track in tracks {
      guard let entry = track.sampleEntry, tree[entry].type == "it35",
        let prefix = reader.view(MessageEntry.self, of: entry).content(.prefix)
      else { continue }
      let bytes = document.source(of: tree[entry]).bytes
      let kind = Self.prefixes.first { known in
        known.bytes.count <= prefix.byteCount
          && known.bytes.indices.allSatisfy {
            bytes.byte(at: prefix.byteOffset &+ $0) == known.bytes[$0]
          }
      }?.kind
      guard let kind, let list = tree.child("tref", of: track.node) else { continue }
      let fact = Fact(kind, from: FactSource(entry, "prefix", extent: prefix))
      for reference in tree.children(of: list).prefix(64)
      where ["rndr", "cdsc"].contains(tree[reference].type) {
        let ids = reader.view(TrackReference.self, of: reference).numbers(.track_IDs)
        for id in ids.prefix(64) where found.count < 1_024 { found.append((id, fact)) }
      }
    }
  }

  /// What messages of the track with this ID are; `nil` where no entry says it.
  package func metadata(ofTrack id: UInt64) -> Fact<DynamicMetadata>? {
    found.first { $0.track == id }?.fact
  }
}
