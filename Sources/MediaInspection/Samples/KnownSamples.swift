import ByteReading
import Structure

extension Interleaving {
  /// How far apart tracks of video and sound lie, none of whose chunks are left out; `nil` when there are not several of
  /// them, or more than 64.
  ///
  /// - Complexity: as that of ``ofPlayed(in:leavingOut:_:)``, the first time.
  package static func ofPlayed(in movie: MovieSamples) -> Interleaving? {
    let document = movie.document
    let isWhole = movie.documents.count == 1 && movie.tracks.allSatisfy { $0.home === document }
    func measure() -> Interleaving? { ofPlayed(in: movie, leavingOut: { _ in false }, { _, _ in }) }
    return isWhole ? KnownSamples.of(document).interleaving(measure) : measure()
  }
}

extension SampleTrack {
  /// What ``findCodedBeginning()`` finds.
  ///
  /// - Complexity: as that of it, the first time.
  var codedBeginning: CodedSample? {
    guard documents.count == 1, documents[0] === home else { return findCodedBeginning() }
    return KnownSamples.of(home).coded(of: node, isLater: false, findCodedBeginning)
  }

  /// What ``findCodedLater()`` finds.
  ///
  /// - Complexity: as that of it, the first time.
  var codedLater: CodedSample? {
    guard documents.count == 1, documents[0] === home else { return findCodedLater() }
    return KnownSamples.of(home).coded(of: node, isLater: true, findCodedLater)
  }
}

/// What was found out of the samples of a document: rules, facts and pictures ask for the same.
private final class KnownSamples: DocumentFacts {
  private let known = Guarded(Known())

  private struct Known {
    var measured: Measured?
    var coded: [Coded] = []
  }

  private struct Measured {
    let interleaving: Interleaving?
  }

  private struct Coded {
    let track: NodeIndex
    /// Whether it is what was found behind the first sample.
    let isLater: Bool
    let sample: CodedSample?
  }

  /// The samples that are kept, two of a track.
  private static let limit = 128

  /// What is known of the samples of a document.
  static func of(_ document: Document) -> KnownSamples {
    if let known = document.samples as? KnownSamples { return known }
    let made = KnownSamples()
    document.samples = made
    return made
  }

  /// How far its tracks lie apart, which `measure` finds out the first time.
  func interleaving(_ measure: () -> Interleaving?) -> Interleaving? {
    if let measured = known.withLock({ $0.measured }) { return measured.interleaving }
    let found = measure()
    known.withLock { $0.measured = Measured(interleaving: found) }
    return found
  }

  /// A sample of a track that was held against its coding, which `look` finds the first time.
  func coded(of track: NodeIndex, isLater: Bool, _ look: () -> CodedSample?) -> CodedSample? {
    let known = self.known.withLock { $0.coded.first { $0.track == track && $0.isLater == isLater } }
    if let known { return known.sample }
    let found = look()
    self.known.withLock {
      if $0.coded.count < Self.limit { $0.coded.append(Coded(track: track, isLater: isLater, sample: found)) }
    }
    return found
  }
}
