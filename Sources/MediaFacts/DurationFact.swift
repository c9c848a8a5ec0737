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

    public init(_ id: StaticString, origin: StaticString, claimant: StaticString) {
      self.id = id
      self.origin = origin
      self.claimant = claimant
    }

    public static func == (a: Source, b: Source) -> Bool {
      a.id.description == b.id.description
    }
  }

  /// Another length that the file claims.
  public struct Claim: Sendable, Equatable {
    public let source: Source
    /// In units of 1/`timescale` second.
    public let value: UInt64
    /// Units per second, never 0.
    public let timescale: UInt64

    public init(_ source: Source, value: UInt64, timescale: UInt64) {
      self.source = source
      self.value = value
      self.timescale = max(1, timescale)
    }

    public var seconds: Double { Double(value) / Double(timescale) }
  }

  /// The length in units of 1/`timescale` second.
  public let value: UInt64
  /// Units per second, never 0.
  public let timescale: UInt64
  /// Where it comes from; `nil` for the header of the file, which nothing else was held against.
  public let source: Source?
  /// Whether it is only near the truth.
  public let isEstimate: Bool
  /// What differs from it so that somebody would notice.
  public let claims: [Claim]

  public init(
    value: UInt64, timescale: UInt64, source: Source? = nil, isEstimate: Bool = false,
    claims: [Claim] = []
  ) {
    self.value = value
    self.timescale = max(1, timescale)
    self.source = source
    self.isEstimate = isEstimate
    self.claims = claims
  }

  /// The length in seconds.
  public var seconds: Double { Double(value) / Double(timescale) }
}
