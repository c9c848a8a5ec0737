/// One sample of a track: where its bytes lie, when it is decoded and shown, and what depends on it.
///
/// Times are in ticks of the track's media timescale. Sums that would not fit stop at the largest
/// number there is.
public struct Sample: Sendable, BitwiseCopyable {
  /// Its number in the track, from 1; those of fragments go on after those of the sample table.
  public var number: Int
  /// How many samples of the sample table it stands for: 1, or those of a packet of QuickTime sound,
  /// whose samples have no bytes of their own (QTFF, Sound Sample Descriptions).
  public var count = 1
  /// The offset of its first byte in the file; `nil` when no chunk holds it, or when it is in
  /// another file.
  public var offset: UInt64?
  /// Its size in bytes.
  public var size: UInt64
  /// When it is decoded.
  public var decodeTime: Int64
  /// What is added to the decode time for its composition time (14496-12 §8.6.1.3).
  public var compositionOffset: Int64
  /// The ticks to the decode time of the next sample.
  public var duration: UInt64
  /// Whether decoding may start here: listed in `stss`, or all are when there is none (§8.6.2); in
  /// fragments `sample_is_non_sync_sample` is 0 (§8.8.3.1).
  public var isSync: Bool
  /// Whether it is listed in QuickTime's `stps`: an intra picture that later leading pictures need
  /// more than.
  public var isPartialSync = false
  /// What `sdtp` or the sample flags say.
  public var dependencies: Dependencies
  /// The sample entry it needs, from 1; 0 when it is not known.
  public var description: Int
  /// The chunk it lies in, from 1, or the `trun` of its `traf`; 0 for none.
  public var chunk: Int
  /// The `moof` it belongs to, from 1 in the order of its file; 0 for those of the sample table.
  public var fragment = 0
  /// The file that its offset is in: its place in ``MovieSamples/documents``.
  public var file = 0

  /// Whether it is decoded and not shown, which an offset of −2³¹ says (14496-12 §8.6.1.3).
  public var isHidden: Bool { compositionOffset == Int64(Int32.min) }
  /// When it is shown in the media's own time, before edits; of one that is not shown, when it is
  /// decoded.
  public var compositionTime: Int64 {
    isHidden ? decodeTime : decodeTime.saturatingAdd(compositionOffset)
  }
  /// When the next one is to be decoded.
  var decodeEnd: Int64 { decodeTime.saturatingAdd(duration) }

  /// Whether it is decoded when `other` is and as long before the next, and shown as much later.
  func hasTimes(of other: Sample) -> Bool {
    decodeTime == other.decodeTime && duration == other.duration && compositionOffset == other.compositionOffset
  }

  /// The offset after its last byte.
  public var end: UInt64? { offset.map { $0.saturatingAdd(size) } }

  /// Two bits each of what a sample depends on and what depends on it (14496-12 §8.6.4.3).
  public struct Dependencies: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    /// `is_leading`, `sample_depends_on`, `sample_is_depended_on`, `sample_has_redundancy`, as a
    /// row of `sdtp` has them.
    public var rawValue: UInt8
    /// What the bits of a row of `sdtp` say.
    ///
    /// - Parameter rawValue: The eight bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// 1: leading and not decodable from the sync sample before it, 2: not leading, 3: leading and
    /// decodable.
    public var isLeading: UInt8 { rawValue &>> 6 }
    /// 1: depends on others, 2: does not.
    public var dependsOn: UInt8 { rawValue &>> 4 & 3 }
    /// 1: others may depend on it, 2: disposable.
    public var isDependedOn: UInt8 { rawValue &>> 2 & 3 }
    /// 1: has redundant coding, 2: has none.
    public var hasRedundancy: UInt8 { rawValue & 3 }
  }
}

extension Int {
  /// The sum, or the largest number there is.
  package func saturatingAdd(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

extension Int64 {
  /// The sum, or the number nearest to it that there is.
  package func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The sum with a number without sign, or the largest number there is.
  package func saturatingAdd(_ other: UInt64) -> Int64 { saturatingAdd(Int64(clamping: other)) }

  /// The difference, or the number nearest to it that there is.
  package func saturatingSubtract(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}

extension UInt64 {
  /// This and `distance`; `nil` where there is no such offset.
  func moved(by distance: Int64) -> UInt64? {
    let sum =
      distance < 0
      ? subtractingReportingOverflow(distance.magnitude)
      : addingReportingOverflow(distance.magnitude)
    return sum.overflow ? nil : sum.partialValue
  }

  /// The sum, or the largest number there is.
  package func saturatingAdd(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// The product, or the largest number there is.
  package func saturatingMultiply(_ other: UInt64) -> UInt64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }

  /// This number times `numerator` / `denominator`, rounded to the nearest whole number and kept
  /// within the largest; 0 when the denominator is 0.
  func scaled(by numerator: UInt64, over denominator: UInt64) -> UInt64 {
    guard denominator != 0 else { return 0 }
    let product = multipliedFullWidth(by: numerator)
    guard product.high < denominator else { return .max }
    let (quotient, rest) = denominator.dividingFullWidth(product)
    return rest >= denominator &- rest ? quotient.saturatingAdd(1) : quotient
  }
}
