/// A time as a fraction of a second: a value and how many of its units make a second.
///
/// Times are compared and added exactly. Two are equal when they are the same moment, whatever their
/// timescales.
public struct MediaTime: Sendable {
  /// Units of 1/``timescale`` second.
  public let value: Int64
  /// Units per second; 0 for a time that is none.
  public let timescale: UInt64
  private let kind: Kind

  private enum Kind: Sendable { case numeric, invalid, indefinite }

  /// A time; invalid when there are no units in a second.
  ///
  /// - Parameters:
  ///   - value: Units.
  ///   - timescale: Units per second.
  public init(value: Int64, timescale: UInt64) {
    self.init(value, timescale, timescale == 0 ? .invalid : .numeric)
  }

  private init(_ value: Int64, _ timescale: UInt64, _ kind: Kind) {
    self.value = kind == .numeric ? value : 0
    self.timescale = kind == .numeric ? timescale : 0
    self.kind = kind
  }

  /// No time at all.
  public static let zero = MediaTime(value: 0, timescale: 1)
  /// No time at all: the result of sums that do not fit.
  public static let invalid = MediaTime(0, 0, .invalid)
  /// A time that is not known: how long a stream lasts that goes on.
  public static let indefinite = MediaTime(0, 0, .indefinite)

  /// Whether it is a number of units.
  public var isNumeric: Bool { kind == .numeric }
  /// Whether it is a number of units, or indefinite.
  public var isValid: Bool { kind != .invalid }
  /// Whether it is not known how long it is.
  public var isIndefinite: Bool { kind == .indefinite }

  /// The time in seconds, rounded to a `Double`; not a number when it is no number.
  public var seconds: Double { isNumeric ? Double(value) / Double(timescale) : .nan }

  /// The same time in units of 1/`timescale` second, rounded down; invalid when it does not fit.
  ///
  /// - Parameter timescale: Units per second of the result.
  /// - Returns: The time in that timescale.
  public func converted(to timescale: UInt64) -> MediaTime {
    guard isNumeric, timescale > 0 else { return self }
    if timescale == self.timescale { return self }
    let product = value.magnitude.multipliedFullWidth(by: timescale)
    guard product.high < self.timescale else { return .invalid }
    let (quotient, rest) = self.timescale.dividingFullWidth(product)
    guard value < 0 else {
      return Int64(exactly: quotient).map { MediaTime(value: $0, timescale: timescale) } ?? .invalid
    }
    guard let whole = Int64(exactly: quotient) else { return .invalid }
    return MediaTime(value: rest == 0 ? -whole : -whole - 1, timescale: timescale)
  }

  /// The sum, exactly, in the least timescale that holds both; invalid when it does not fit, and
  /// indefinite when one of the two is.
  ///
  /// - Parameters:
  ///   - a: A time.
  ///   - b: The time behind it.
  /// - Returns: Both together.
  public static func + (a: MediaTime, b: MediaTime) -> MediaTime {
    guard a.isValid, b.isValid else { return .invalid }
    guard a.isNumeric, b.isNumeric else { return .indefinite }
    let divisor = greatestCommonDivisor(a.timescale, b.timescale)
    let (timescale, tooLarge) = a.timescale.multipliedReportingOverflow(by: b.timescale / divisor)
    guard !tooLarge, let left = Int64(exactly: b.timescale / divisor),
      let right = Int64(exactly: a.timescale / divisor)
    else { return .invalid }
    let (first, overflow) = a.value.multipliedReportingOverflow(by: left)
    let (second, overflows) = b.value.multipliedReportingOverflow(by: right)
    let (sum, overflown) = first.addingReportingOverflow(second)
    guard !overflow, !overflows, !overflown else { return .invalid }
    return MediaTime(value: sum, timescale: timescale)
  }

  /// The difference, under the rules of the sum.
  ///
  /// - Parameters:
  ///   - a: A time.
  ///   - b: What is taken off it.
  /// - Returns: What is left.
  public static func - (a: MediaTime, b: MediaTime) -> MediaTime { a + -b }

  /// The same time on the other side of zero; what is no number of ticks stays as it is.
  public static prefix func - (time: MediaTime) -> MediaTime {
    guard time.isNumeric else { return time }
    let (value, overflow) = Int64(0).subtractingReportingOverflow(time.value)
    return overflow ? .invalid : MediaTime(value: value, timescale: time.timescale)
  }

  private static func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(1, a)
  }
}

extension MediaTime: Comparable, Hashable {
  /// Whether the two are equally long, in whatever timescales.
  public static func == (a: MediaTime, b: MediaTime) -> Bool { compare(a, b) == 0 }

  /// Whether `a` is the earlier one. What is no number comes after all numbers, the invalid last.
  ///
  /// - Parameters:
  ///   - a: A time.
  ///   - b: Another one.
  /// - Returns: Whether `a` stands before `b`.
  public static func < (a: MediaTime, b: MediaTime) -> Bool { compare(a, b) < 0 }

  private static func compare(_ a: MediaTime, _ b: MediaTime) -> Int {
    func rank(_ time: MediaTime) -> Int { time.isNumeric ? 0 : time.isIndefinite ? 1 : 2 }
    guard a.isNumeric, b.isNumeric else { return rank(a) - rank(b) }
    if (a.value < 0) != (b.value < 0) { return a.value < 0 ? -1 : 1 }
    let left = a.value.magnitude.multipliedFullWidth(by: b.timescale)
    let right = b.value.magnitude.multipliedFullWidth(by: a.timescale)
    if left == right { return 0 }
    let isLess = (left.high, left.low) < (right.high, right.low)
    return isLess == (a.value >= 0) ? -1 : 1
  }

  /// Equal times have equal hashes, in whatever timescales.
  ///
  /// - Parameter hasher: What the time is fed to.
  public func hash(into hasher: inout Hasher) {
    guard isNumeric else { return hasher.combine(isIndefinite) }
    let divisor = Self.greatestCommonDivisor(value.magnitude, timescale)
    hasher.combine(value < 0)
    hasher.combine(value.magnitude / divisor)
    hasher.combine(timescale / divisor)
  }
}

extension MediaTime: CustomStringConvertible {
  /// `1001/30000`, `invalid`, `indefinite`.
  public var description: String {
    isNumeric ? "\(value)/\(timescale)" : isIndefinite ? "indefinite" : "invalid"
  }
}

/// A stretch of time.
public struct MediaTimeRange: Hashable, Sendable {
  /// When it begins.
  public let start: MediaTime
  /// How long it lasts.
  public let duration: MediaTime

  /// A range of time.
  ///
  /// - Parameters:
  ///   - start: When it begins.
  ///   - duration: How long it lasts.
  public init(start: MediaTime, duration: MediaTime) {
    self.start = start
    self.duration = duration
  }

  /// When it ends.
  public var end: MediaTime { start + duration }
}
