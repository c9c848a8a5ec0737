public import MediaFacts
import SoundFiles
import Structure
import MediaInspection

/// How long a file plays, and how that was found.
public struct MediaDuration: Sendable, Equatable {
  /// Where a duration comes from.
  public enum Source: Sendable {
    /// The header of the movie, its fragments, or of the chunks of the file.
    case header
    /// The number of frames in a `Xing` or `Info` header.
    case xing
    /// The number of frames in a `VBRI` header.
    case vbri
    /// All frames were counted.
    case counted
    /// A tag claims it.
    case tlen
    /// A tag counts the samples that are heard.
    case gapless
    /// The bytes and the rate of the first frames.
    case estimated
    /// The file does not say.
    case unknown
  }

  /// The length; indefinite when the file does not say it.
  public let time: MediaTime
  /// Where the length comes from.
  public let source: Source
  /// What the file claims besides, where it is so different that somebody would notice.
  public let claims: [DurationFact.Claim]
  /// The length in seconds; not a number when the file does not say it.
  public var seconds: Double { time.seconds }

  init(_ document: Document) {
    // What all reports print is this one.
    guard let fact = document.synopsis.duration else {
      (time, source, claims) = (.indefinite, .unknown, [])
      return
    }
    time = MediaTime(value: Int64(clamping: fact.value), timescale: fact.timescale)
    source = Source(fact.source)
    claims = fact.claims
  }
}

extension MediaDuration.Source {
  fileprivate init(_ source: DurationFact.Source) {
    switch source {
    case AudioDuration.Source.xing.fact: self = .xing
    case AudioDuration.Source.vbri.fact: self = .vbri
    case AudioDuration.Source.counted.fact: self = .counted
    case AudioDuration.Source.tlen.fact: self = .tlen
    case AudioDuration.Source.gapless.fact: self = .gapless
    case AudioDuration.Source.estimated.fact: self = .estimated
    default: self = .header
    }
  }
}
