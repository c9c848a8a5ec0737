internal import ByteReading

/// Numbers as people read them.
package enum Words {
  /// `1 byte`, `2,065 bytes`.
  package static func counted(_ number: UInt64, _ one: String, _ many: String) -> String {
    number.grouped + " " + (number == 1 ? one : many)
  }

  /// A text of a file in quotes, its beginning when it is long.
  ///
  /// - Parameter limit: The characters that are shown.
  package static func quoted(_ text: String, limit: Int = 80) -> String {
    var writer = ByteWriter()
    writer.put("\"")
    let outcome = writer.put(text: text, style: .text, limit: limit)
    if outcome.isTruncated { writer.put("…") }
    writer.put("\"")
    return writer.string
  }

  /// A name that stands in a file, as it is shown without quotes.
  package static func name(_ text: String) -> String {
    var writer = ByteWriter()
    writer.put(text: text, style: .name)
    return writer.string
  }

  package static func seconds(_ value: UInt64, _ timescale: UInt64) -> String {
    var text = ByteWriter()
    text.put(clock: value, per: timescale)
    return text.string
  }

  package static func bitRate(_ rate: Double) -> String {
    if rate >= 10_000_000 { return short((rate / 100_000).rounded() / 10) + " Mbit/s" }
    return rate < 1_000
      ? short(rate.rounded()) + " bit/s" : UInt64((rate / 1_000).rounded()).grouped + " kbit/s"
  }

  /// `24`, `29.97 (30000/1001)`: rates of television are exact.
  package static func frameRate(_ rate: Double) -> String {
    let whole = (rate * 1.001).rounded()
    guard rate > 1, rate < 1_000, abs(rate - rate.rounded()) > 1e-4, abs(whole / 1.001 - rate) < rate * 1e-6 else {
      return short(rate)
    }
    return short((rate * 1_000).rounded() / 1_000) + " (\(Int(whole) * 1_000)/1001)"
  }

  package static func kilohertz(_ rate: Double) -> String { short(rate / 1_000) + " kHz" }

  /// A number with as many decimals as it needs, four at most.
  package static func exact(_ number: Double) -> String {
    guard number >= 0, number < 1e12 else { return "?" }
    let parts = UInt64((number * 10_000).rounded())
    var fraction = String(parts % 10_000 + 10_000).dropFirst()
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let whole = (parts / 10_000).grouped
    return fraction.isEmpty ? whole : whole + "." + String(fraction)
  }

  /// A number with at most three decimals.
  package static func short(_ number: Double) -> String {
    guard number >= 0, number < 1e12 else { return "?" }
    let thousandths = UInt64((number * 1_000).rounded())
    var fraction = String(thousandths % 1_000 + 1_000).dropFirst()
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let whole = (thousandths / 1_000).grouped
    return fraction.isEmpty ? whole : whole + "." + String(fraction)
  }
}
