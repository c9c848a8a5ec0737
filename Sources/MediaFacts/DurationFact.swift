/// How long something plays: the value, where it comes from, and what else claims another.
///
/// It is made once for a file; whoever prints a duration prints this one.
///
/// ```swift
/// fact.seconds   // 3.0
/// fact.remark    // ", counted; the Xing header claims 3.736 s"
/// ```
public struct DurationFact: Sendable, Equatable {
  /// Where a duration comes from, or who claims one.
  public struct Source: Sendable, Equatable {
    /// What machine formats call it, in kebab-case: `xing`.
    public let id: StaticString
    /// What stands behind the value, as in `3.000 s, counted`.
    public let origin: StaticString
    /// Who claims it, as in `the Xing header claims 3.736 s`.
    public let claimant: StaticString

    /// Whether people expect it, so that it is named only where something else is claimed.
    public let isUsual: Bool

    /// A source of durations.
    ///
    /// - Parameters:
    ///   - id: What machine formats call it, in kebab-case.
    ///   - origin: What stands behind the value, as in `3.000 s, counted`.
    ///   - claimant: Who claims it, as in `the Xing header claims 3.736 s`.
    ///   - isUsual: Whether people expect it, so that it is named only beside another claim.
    public init(
      _ id: StaticString, origin: StaticString, claimant: StaticString, isUsual: Bool = false
    ) {
      self.id = id
      self.origin = origin
      self.claimant = claimant
      self.isUsual = isUsual
    }

    /// Whether the two have one ``id``.
    public static func == (a: Source, b: Source) -> Bool {
      a.id.description == b.id.description
    }
  }

  /// Another length that the file claims.
  public struct Claim: Sendable, Equatable {
    /// Who claims it.
    public let source: Source
    /// In units of 1/`timescale` second.
    public let value: UInt64
    /// Units per second, never 0.
    public let timescale: UInt64

    /// A claim of a length.
    ///
    /// - Parameters:
    ///   - source: Who claims it.
    ///   - value: The length in units of 1/`timescale` second.
    ///   - timescale: Units per second; 0 counts as 1.
    public init(_ source: Source, value: UInt64, timescale: UInt64) {
      self.source = source
      self.value = value
      self.timescale = max(1, timescale)
    }

    /// The length in seconds.
    public var seconds: Double { Double(value) / Double(timescale) }
  }

  /// The length in units of 1/`timescale` second.
  public let value: UInt64
  /// Units per second, never 0.
  public let timescale: UInt64
  /// Where it comes from.
  public let source: Source
  /// The node that says it, and the field; `nil` for what was counted or summed up.
  public let place: FactSource?
  /// Whether it is only near the truth.
  public let isEstimate: Bool
  /// What differs from it so that somebody would notice.
  public let claims: [Claim]

  /// A duration, with what it was chosen from.
  ///
  /// - Parameters:
  ///   - value: The length in units of 1/`timescale` second.
  ///   - timescale: Units per second; 0 counts as 1.
  ///   - source: Where it comes from.
  ///   - place: The node and the field that say it; `nil` for what was counted or summed up.
  ///   - isEstimate: Whether it is only near the truth.
  ///   - claims: What differs from it so that somebody would notice.
  public init(
    value: UInt64, timescale: UInt64, source: Source, at place: FactSource? = nil,
    isEstimate: Bool = false, claims: [Claim] = []
  ) {
    self.value = value
    self.timescale = max(1, timescale)
    self.source = source
    self.place = place
    self.isEstimate = isEstimate
    self.claims = claims
  }

  /// Whether it says how long something plays: of a movie whose samples are elsewhere it is 0, and nobody claims more.
  public var isSaid: Bool { value > 0 || isNotable }
  /// Whether the source is worth naming: where another was possible, or is claimed.
  public var isNotable: Bool { !claims.isEmpty || !source.isUsual }

  /// The length in seconds.
  public var seconds: Double { Double(value) / Double(timescale) }
}
