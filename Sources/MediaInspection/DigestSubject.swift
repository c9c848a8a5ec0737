import Atoms
package import ByteReading
public import MediaFacts
public import Structure

/// Bytes of an opened file that a digest can be made of: the payload of a node that holds media, all of
/// these payloads together, or the samples of a track.
///
/// Each is computed alone, so that several can be at once.
package struct DigestSubject: Sendable {
  package enum Kind: Sendable, Equatable {
    /// All payloads that hold media, one behind the other.
    case media
    /// The payload of the node with this index.
    case payload(NodeIndex)
    /// The samples of the track in this place of the movie, in the order in which they are decoded.
    case track(Int)
  }

  package let kind: Kind
  /// What it is for people: `track 1 video`, `mdat`.
  package let name: String
  /// The bytes that it has; the largest number there is when they are more.
  package let byteCount: UInt64
  private let document: Document
  private let extents: [Extent]
  /// The track, if it is one: in memory of its own, since most subjects are none.
  private let tracks: [SampleTrack]
  private var track: SampleTrack? { tracks.first }
  /// What all subjects of a call take.
  private let share: MemoryShare?

  init(payload node: NodeIndex, _ document: Document, _ share: MemoryShare) {
    self.share = share
    kind = .payload(node)
    name = document.tree[node].type.key
    let payload = document.tree[node].payload
    byteCount = UInt64(payload.byteCount)
    extents = [payload]
    tracks = []
    self.document = document
  }

  init(mediaOf nodes: [NodeIndex], _ document: Document) {
    kind = .media
    name = "media"
    extents = nodes.map { document.tree[$0].payload }
    byteCount = extents.reduce(0) { $0.saturatingAdd(UInt64($1.byteCount)) }
    tracks = []
    share = nil
    self.document = document
  }

  init(_ track: SampleTrack, place: Int) {
    kind = .track(place)
    name = track.name
    document = track.document
    extents = []
    tracks = [track]
    share = nil
    byteCount = track.chunks.reduce(0) { $0.saturatingAdd($1.byteCount) }
  }

  /// The digest; `nil` when not all of the bytes are in the file, or when a track refers to the same
  /// bytes again and again.
  ///
  /// - Parameter progress: Called now and then with how many bytes were read since the last call.
  /// - Complexity: O(*n*) in the bytes, which are at most four times as many as the file has.
  package func digest(progress: (_ bytes: Int) -> Void = { _ in }) -> SHA256.Digest? {
    var hash = SHA256()
    guard let track else {
      for extent in extents {
        add(extent.byteOffset..<extent.byteEnd, of: document, to: &hash, progress: progress)
      }
      return hash.digest
    }
    guard byteCount <= UInt64(document.tree.file.byteCount).saturatingMultiply(4) else {
      return nil
    }
    for chunk in track.chunks where chunk.byteCount > 0 {
      let home = track.documents[chunk.file]
      guard let start = chunk.offset, let end = chunk.end,
        end <= UInt64(home.tree.file.byteCount)
      else { return nil }
      add(Int(start)..<Int(end), of: home, to: &hash, progress: progress)
    }
    return hash.digest
  }

  private func add(
    _ range: Range<Int>, of document: Document, to hash: inout SHA256, progress: (Int) -> Void
  ) {
    let bytes = document.tree.file.bytes
    var at = range.lowerBound
    while at < range.upperBound {
      let end = min(range.upperBound, at + (4 << 20))
      hash.update(bytes.extracting(at..<end))
      Mappings.all.giveBack(bytes.extracting(at..<end))
      progress(end - at)
      at = end
    }
  }
}

extension MediaFile {
  /// What digests of `document` can be made of: its media, then the payloads it is made up of, then
  /// its tracks.
  ///
  /// - Complexity: O(*n*) in the nodes and the rows of its tables.
  package static func digestSubjects(
    of document: Document, media: Bool = true, payloads: Bool = true, tracks: Bool = true
  ) -> [DigestSubject] {
    let nodes = media || payloads ? document.tree.indices.filter { isMedia($0, document) } : []
    var subjects: [DigestSubject] = []
    if media, !nodes.isEmpty { subjects.append(DigestSubject(mediaOf: nodes, document)) }
    let share = MemoryShare(document.memory, for: "there is no memory for digests of all payloads")
    if payloads, share.grow(by: nodes.count * bytesOfPayload) {
      subjects += nodes.map { DigestSubject(payload: $0, document, share) }
    }
    if tracks {
      for (place, track) in MovieSamples(document).tracks.enumerated() {
        subjects.append(DigestSubject(track, place: place))
      }
    }
    return subjects
  }

  /// What a payload takes until its digest is written, about: what it is, what it is called, the digest.
  private static let bytesOfPayload = 640

  /// What became of `subjects`, with their digests in the same order.
  package static func digests(
    of document: Document, _ subjects: [DigestSubject], _ found: [SHA256.Digest?]
  ) -> MediaDigests {
    var digests = MediaDigests()
    let tracks = MovieSamples(document).tracks
    for (subject, digest) in zip(subjects, found) {
      switch subject.kind {
      case .media: digests.media = digest
      case .payload(let node):
        digests.payloads.append(
          MediaDigests.Entry(node: node, byteCount: subject.byteCount, digest: digest))
      case .track(let place) where tracks.indices.contains(place):
        digests.tracks.append(
          MediaDigests.Entry(
            track: tracks[place].id, kind: tracks[place].description.kind ?? "other",
            byteCount: subject.byteCount, digest: digest))
      case .track: break
      }
    }
    return digests
  }

  /// The digests of `document`, one after the other.
  ///
  /// - Parameters:
  ///   - document: The opened file.
  ///   - media: Whether the one digest of all media is made.
  ///   - payloads: Whether those of each payload are made.
  ///   - tracks: Whether those of each track are made.
  /// - Returns: The digests that were asked for, each SHA-256.
  /// - Complexity: O(*n*) in the bytes of its media.
  public static func digests(
    of document: Document, media: Bool = true, payloads: Bool = true, tracks: Bool = true
  ) -> MediaDigests {
    let subjects = digestSubjects(of: document, media: media, payloads: payloads, tracks: tracks)
    return digests(of: document, subjects, subjects.map { $0.digest() })
  }

  /// The digests of several documents, made together so that several threads share them: of their
  /// tracks, and when `isWhole` of their payloads too. What has no tracks is known by all of its
  /// media.
  ///
  /// - Parameter running: Calls its last argument once for each number below the first one, and
  ///   returns what it returned, in order. The second argument is how many bytes they go through
  ///   together; the job passes on how many it has gone through.
  package static func digests(
    of documents: [Document], isWhole: Bool,
    running run: (
      _ count: Int, _ byteCount: UInt64,
      _ job: @escaping @Sendable (_ index: Int, _ advance: (Int) -> Void) -> SHA256.Digest?
    ) -> [SHA256.Digest?]
  ) -> [MediaDigests] {
    let subjects = documents.map {
      digestSubjects(of: $0, media: isWhole || $0.synopsis.tracks.isEmpty, payloads: isWhole)
    }
    let all = subjects.flatMap { $0 }
    let total = all.reduce(UInt64(0)) { $0.saturatingAdd($1.byteCount) }
    var found = run(all.count, total) { all[$0].digest(progress: $1) }[...]
    return zip(documents, subjects).map { document, subjects in
      defer { found = found.dropFirst(subjects.count) }
      return digests(of: document, subjects, Array(found.prefix(subjects.count)))
    }
  }
}
