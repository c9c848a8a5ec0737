import ByteReading
import Structure

extension ByteWriter {
  /// Writes a number with at most four decimals.
  mutating func put(rounded number: Double) {
    guard number.magnitude < 1e15 else { return put(real: number) }
    let scaled = (number * 10_000).rounded()
    // The bounds above hold the product within what an integer takes.
    guard scaled.remainder(dividingBy: 10_000) == 0, number.magnitude < 1e14 else {
      return put(real: scaled / 10_000)
    }
    put(decimal: Int64(scaled / 10_000))
  }
}
