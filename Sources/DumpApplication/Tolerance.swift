import ByteReading

/// How far apart two moments may lie.
package struct Tolerance: Sendable, Equatable {
  /// In ms, or ticks of the finer of two timescales.
  package let amount: Double
  package let isInTicks: Bool

  /// Reads `10ms`, `0.5s`, `0.5`, `2t`.
  package init?(_ text: String) {
    var digits = Substring(text)
    var scale = 1_000.0
    var isInTicks = false
    if digits.hasSuffix("ms") {
      digits = digits.dropLast(2)
      scale = 1
    } else if digits.hasSuffix("s") {
      digits = digits.dropLast()
    } else if digits.hasSuffix("t") {
      digits = digits.dropLast()
      scale = 1
      isInTicks = true
    }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }),
      let number = Double(digits), number.isFinite, number < 1e12
    else { return nil }
    amount = number * scale
    self.isInTicks = isInTicks
  }
}
