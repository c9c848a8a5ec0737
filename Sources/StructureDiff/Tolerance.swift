/// How far apart two numbers of a field may lie and still count as the same.
public enum Tolerance: Sendable, Hashable {
  /// In the units of the field.
  case units(UInt64)
  /// Of fields that are counted in ticks, whatever their timescale. Other fields have to be equal.
  case nanoseconds(UInt64)
  /// Of the larger number.
  case partsPerMillion(UInt64)

  /// Whether two stored numbers, negative ones in two's complement, are near enough.
  ///
  /// - Parameter scales: The ticks per second that each is counted in; 0 when it is no time.
  func allows(
    _ old: UInt64, _ new: UInt64, _ scales: (before: UInt64, after: UInt64)
  ) -> Bool {
    let distance = min(old &- new, new &- old)
    switch self {
    case .units(let units): return old.distance(to: new, isAtMost: units)
    case .partsPerMillion(let parts):
      let larger = max(Int64(bitPattern: old).magnitude, Int64(bitPattern: new).magnitude)
      return Self.isProduct(distance, 1_000_000, atMost: (larger, parts))
    case .nanoseconds(let time):
      guard scales.before > 0, scales.after > 0 else { return false }
      if scales.before == scales.after {
        return Self.isProduct(distance, 1_000_000_000, atMost: (time, scales.before))
      }
      let (x, y) = (Int64(bitPattern: old), Int64(bitPattern: new))
      guard (x < 0) == (y < 0) else { return false }
      // Both in ticks of the product of the timescales; what is more than can be counted is not known
      // to be near.
      let a = x.magnitude.multipliedReportingOverflow(by: scales.after)
      let b = y.magnitude.multipliedReportingOverflow(by: scales.before)
      let scale = scales.before.multipliedReportingOverflow(by: scales.after)
      guard !a.overflow, !b.overflow, !scale.overflow else { return false }
      let apart = max(a.partialValue, b.partialValue) &- min(a.partialValue, b.partialValue)
      return Self.isProduct(apart, 1_000_000_000, atMost: (time, scale.partialValue))
    }
  }

  /// Whether two stored numbers of which nobody knows a timescale are near enough.
  ///
  /// - Parameters:
  ///   - old: The number in the first file.
  ///   - new: The number in the second file.
  /// - Returns: Whether their difference is allowed.
  public func allows(_ old: UInt64, _ new: UInt64) -> Bool { allows(old, new, (0, 0)) }

  /// What a text such as `±1`, `±1.5ms`, `±2s`, `±20us`, `±0.1%` or `± 0.1 %` allows, the sign of which may be left
  /// out; `nil` for what is none.
  ///
  /// - Parameter text: The tolerance.
  public init?(_ text: some StringProtocol) {
    let isSigned = text.hasPrefix("±")
    let rest = text.dropFirst(isSigned ? 1 : 0)
    let text = isSigned && rest.first == " " ? rest.dropFirst() : rest
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = UInt64(parts.first ?? "") else { return nil }
    let decimals = parts.count == 2 ? parts[1] : ""
    guard parts.count == 1 || !decimals.isEmpty, decimals.count <= 9 else { return nil }
    /// The number in units that are so many to one of its own; `nil` for one that is no whole number of
    /// them.
    func number(per unit: UInt64) -> UInt64? {
      var (value, scale) = (whole.multipliedReportingOverflow(by: unit), unit)
      for digit in decimals {
        guard scale % 10 == 0, let digit = digit.wholeNumberValue else { return nil }
        scale /= 10
        let sum = value.partialValue.addingReportingOverflow(UInt64(digit) &* scale)
        value = (sum.partialValue, value.overflow || sum.overflow)
      }
      return value.overflow ? nil : value.partialValue
    }
    var name = text.dropFirst(digits.count)
    // `0.1 %` and `1 ms` are how these are written in English and in the SI.
    if name.first == " ", name.count > 1 { name = name.dropFirst() }
    switch name {
    case "":
      guard let units = number(per: 1) else { return nil }
      self = .units(units)
    case "s", "ms", "us", "µs", "ns":
      let units: [Substring: UInt64] = [
        "s": 1_000_000_000, "ms": 1_000_000, "us": 1_000, "µs": 1_000, "ns": 1,
      ]
      guard let unit = units[Substring(name)],
        let time = number(per: unit)
      else { return nil }
      self = .nanoseconds(time)
    case "%":
      guard let share = number(per: 10_000) else { return nil }
      self = .partsPerMillion(share)
    default: return nil
    }
  }

  /// Whether one product is not more than another.
  private static func isProduct(
    _ a: UInt64, _ b: UInt64, atMost limit: (UInt64, UInt64)
  ) -> Bool {
    let (x, y) = (a.multipliedFullWidth(by: b), limit.0.multipliedFullWidth(by: limit.1))
    return (x.high, x.low) <= (y.high, y.low)
  }
}
