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

  // MARK: Places

  /// Writes degrees with their sign, so many digits and six decimals: at most 180 of them.
  mutating func put(degrees: Double, digits: Int) {
    // Millionths fit.
    let millionths = UInt64((min(degrees.magnitude, 360) * 1_000_000).rounded())
    put(degrees < 0 ? "-" : "+")
    put(decimal: millionths / 1_000_000, zeroPaddedTo: digits)
    put(".")
    put(decimal: millionths % 1_000_000, zeroPaddedTo: 6)
  }

  /// A position as ISO 6709 writes it: `+47.6358-122.3300+120/`; an altitude that is none is left out.
  package static func position(_ latitude: Double, _ longitude: Double, _ altitude: Double) -> String {
    var text = ByteWriter()
    text.put(degrees: latitude, digits: 2)
    text.put(degrees: longitude, digits: 3)
    if altitude.magnitude < 100_000 {
      text.put(altitude < 0 ? "-" : "+")
      text.put(rounded: altitude.magnitude)
    }
    text.put("/")
    return text.string
  }
}
