/// Times from seconds, products and conversions that round.
///
/// No operation traps: what does not fit is ``MediaTime/invalid``.
extension MediaTime {
  /// What becomes of what does not fit a timescale.
  public enum Rounding: Sendable {
    /// To the nearest; what lies between two goes away from zero.
    case halfAwayFromZero
    /// To the next one toward zero.
    case towardZero
    /// To the next one away from zero.
    case awayFromZero
    /// Toward zero to a coarser timescale and away from it to a finer one; a negative time never
    /// becomes zero.
    case quickTime
    /// To the next greater one.
    case up
    /// To the next smaller one.
    case down
  }

  /// The time nearest to `seconds` in units of 1/`preferredTimescale` second.
  ///
  /// A timescale that the time is too long for is halved until it fits. What is no finite number, or too
  /// long for whole seconds, is invalid.
  ///
  /// - Parameters:
  ///   - seconds: The time in seconds.
  ///   - preferredTimescale: Units per second.
  public init(seconds: Double, preferredTimescale: UInt64) {
    var timescale = preferredTimescale
    var ticks: Int64?
    while seconds.isFinite, timescale > 0 {
      ticks = Int64(exactly: (seconds * Double(timescale)).rounded(.toNearestOrAwayFromZero))
      if ticks != nil { break }
      timescale /= 2
    }
    self = ticks.map { MediaTime(value: $0, timescale: timescale) } ?? .invalid
  }

  /// The same time in units of 1/`timescale` second, rounded as asked; invalid when it does not fit.
  ///
  /// - Complexity: O(1).
  ///
  /// - Parameters:
  ///   - timescale: Units per second of the result.
  ///   - rounding: What becomes of a time between two units.
  /// - Returns: The time in that timescale.
  public func converted(to timescale: UInt64, rounding: Rounding) -> MediaTime {
    guard isNumeric else { return self }
    guard timescale > 0 else { return .invalid }
    if timescale == self.timescale { return self }
    let product = value.magnitude.multipliedFullWidth(by: timescale)
    var rounding = rounding
    if rounding == .quickTime {
      rounding = timescale > self.timescale ? .awayFromZero : .towardZero
      let result = Self.quotient(product, self.timescale, isNegative: value < 0, rounding)
      if result == 0, value < 0 { return MediaTime(value: -1, timescale: timescale) }
      return result.map { MediaTime(value: $0, timescale: timescale) } ?? .invalid
    }
    return Self.quotient(product, self.timescale, isNegative: value < 0, rounding)
      .map { MediaTime(value: $0, timescale: timescale) } ?? .invalid
  }

  /// `product` over `divisor` with this sign, rounded; `nil` when it does not fit.
  private static func quotient(
    _ product: (high: UInt64, low: UInt64), _ divisor: UInt64, isNegative: Bool,
    _ rounding: Rounding
  ) -> Int64? {
    guard product.high < divisor else { return nil }
    var (quotient, rest) = divisor.dividingFullWidth(product)
    if rest > 0 {
      let isAway =
        switch rounding {
        case .halfAwayFromZero: rest >= divisor - rest
        case .towardZero, .quickTime: false
        case .awayFromZero: true
        case .up: !isNegative
        case .down: isNegative
        }
      if isAway {
        let (sum, overflow) = quotient.addingReportingOverflow(1)
        if overflow { return nil }
        quotient = sum
      }
    }
    guard isNegative else { return Int64(exactly: quotient) }
    if quotient == UInt64(bitPattern: Int64.min) { return .min }
    return Int64(exactly: quotient).map { -$0 }
  }

  /// The product, in the same timescale; invalid when it does not fit.
  ///
  /// - Parameters:
  ///   - time: A time.
  ///   - factor: How often it is taken.
  /// - Returns: The time `factor` times as long.
  public static func * (time: MediaTime, factor: Int) -> MediaTime {
    time.multiplied(by: Int64(factor), over: 1)
  }

  /// The product, in the same timescale; invalid when it does not fit.
  ///
  /// - Parameters:
  ///   - factor: How often the time is taken.
  ///   - time: A time.
  /// - Returns: The time `factor` times as long.
  public static func * (factor: Int, time: MediaTime) -> MediaTime { time * factor }

  /// The time `numerator`/`denominator` times as long: exactly, in the same timescale or, where that has
  /// no such time, in a finer one; only where none fits, rounded to the nearest in the same.
  ///
  /// A denominator of 0 makes it invalid.
  ///
  /// - Parameters:
  ///   - numerator: How often it is taken.
  ///   - denominator: Into how many parts that is divided.
  /// - Returns: The time `numerator`/`denominator` times as long.
  public func multiplied(by numerator: Int64, over denominator: Int64) -> MediaTime {
    guard isValid, denominator != 0 else { return .invalid }
    guard isNumeric else { return self }
    let isNegative = (value < 0) != ((numerator < 0) != (denominator < 0))
    let product = value.magnitude.multipliedFullWidth(by: numerator.magnitude)
    let divisor = denominator.magnitude
    // Exactly in this timescale.
    if product.high < divisor {
      let (quotient, rest) = divisor.dividingFullWidth(product)
      if rest == 0 { return Self.make(quotient, isNegative, timescale) }
    }
    // Exactly in one that is finer by what the denominator does not share with the product.
    let common = Self.commonDivisor(divisor, value.magnitude)
    let left = divisor / common
    let other = Self.commonDivisor(left, numerator.magnitude)
    let (whole, isTooLarge) = (value.magnitude / common).multipliedReportingOverflow(
      by: numerator.magnitude / other)
    let (finer, isTooFine) = timescale.multipliedReportingOverflow(by: left / other)
    if !isTooLarge, !isTooFine {
      let exact = Self.make(whole, isNegative, finer)
      if exact.isValid { return exact }
    }
    return Self.quotient(product, divisor, isNegative: isNegative, .halfAwayFromZero)
      .map { MediaTime(value: $0, timescale: timescale) } ?? .invalid
  }

  /// The time `factor` times as long, rounded to the nearest in a timescale of 65,536 or more that this
  /// one's ticks are whole numbers in.
  ///
  /// - Parameters:
  ///   - time: A time.
  ///   - factor: How often it is taken.
  /// - Returns: The time `factor` times as long.
  public static func * (time: MediaTime, factor: Double) -> MediaTime {
    guard time.isValid, factor.isFinite else { return .invalid }
    guard time.isNumeric else { return time }
    let multiple = time.timescale >= 65_536 ? 1 : (65_535 + time.timescale) / time.timescale
    for scale in multiple == 1 ? [1] : [multiple, 1] {
      let ticks = (Double(time.value) * factor * Double(scale)).rounded(.toNearestOrAwayFromZero)
      if let value = Int64(exactly: ticks) {
        return MediaTime(value: value, timescale: time.timescale * scale)
      }
    }
    return .invalid
  }

  private static func make(_ value: UInt64, _ isNegative: Bool, _ timescale: UInt64) -> MediaTime {
    if isNegative, value == UInt64(bitPattern: Int64.min) {
      return MediaTime(value: .min, timescale: timescale)
    }
    guard let value = Int64(exactly: value) else { return .invalid }
    return MediaTime(value: isNegative ? -value : value, timescale: timescale)
  }

  private static func commonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(1, a)
  }
}
