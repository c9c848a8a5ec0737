import ByteReading
import Structure

/// What was found out of the samples of a document: rules, facts and pictures ask for the same.
final class KnownSamples: DocumentFacts {
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
