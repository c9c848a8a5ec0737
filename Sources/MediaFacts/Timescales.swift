/// Numbers that are counted in ticks of two timescales.
package enum Timescales {
  /// Whether two stored numbers, negative ones in two's complement, are exactly the same time although
  /// their ticks are others.
  ///
  /// - Parameters:
  ///   - old: The number of the first file.
  ///   - new: The number of the second file.
  ///   - scales: The ticks per second that each is counted in; 0 when it is no time.
  package static func isSameTime(
    _ old: UInt64, _ new: UInt64, _ scales: (before: UInt64, after: UInt64)
  ) -> Bool {
    guard scales.before > 0, scales.after > 0, scales.before != scales.after else { return false }
    let (x, y) = (Int64(bitPattern: old), Int64(bitPattern: new))
    guard (x < 0) == (y < 0) else { return false }
    return x.magnitude.multipliedFullWidth(by: scales.after)
      == y.magnitude.multipliedFullWidth(by: scales.before)
  }
}
