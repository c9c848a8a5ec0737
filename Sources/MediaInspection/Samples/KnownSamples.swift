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
  /// What ``findCodedLater()`` finds.
  ///
  /// - Complexity: as that of it, the first time.
  var codedLater: CodedSample? {
    guard documents.count == 1, documents[0] === home else { return findCodedLater() }
    return KnownSamples.of(home).codedLater(of: node, findCodedLater)
  }
}

/// What was found out of the samples of a document: rules, facts and pictures ask for the same.
private final class KnownSamples: DocumentFacts {
  private let known = Guarded(Known())

  private struct Known {
    var measured: Measured?
    var later: [Later] = []
  }

  private struct Measured {
    let interleaving: Interleaving?
  }

  private struct Later {
    let track: NodeIndex
    let sample: CodedSample?
  }

  /// The tracks of which it is kept.
  private static let limit = 64

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

  /// Which sample of a track behind the first is not what its coding makes, which `look` finds out the first time.
  func codedLater(of track: NodeIndex, _ look: () -> CodedSample?) -> CodedSample? {
    if let later = known.withLock({ known in known.later.first { $0.track == track } }) { return later.sample }
    let found = look()
    known.withLock { if $0.later.count < Self.limit { $0.later.append(Later(track: track, sample: found)) } }
    return found
  }
}
