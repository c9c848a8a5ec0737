import ByteReading

/// The periods of a manifest, as their tags say when they begin and how long they last.
struct ManifestPeriods {
  /// The most periods that are kept.
  static let limit = 1 << 17
  /// The characters of an identifier that are kept.
  private static let longestID = 80

  private var periods: [MediaPeriod] = []
  /// Whether there are several that stand for something.
  private(set) var areSeveral = false

  /// Those of no manifest.
  init() {}

  /// - Complexity: O(*n*) in the text.
  init(_ source: String) {
    var total: Double?
    // The place of the last one that is not to be left out.
    var last: Int?
    ManifestReader.eachTag(of: source) { tag, _ in
      // With a prefix an end is called as a beginning is.
      guard !tag.hasPrefix("/") else { return true }
      let name = ManifestReader.local(tag.hasSuffix("/") ? tag.dropLast() : tag)
      guard name == "MPD" || name == "Period" else { return true }
      let attributes = ManifestReader.attributes(of: tag)
      func seconds(_ key: String) -> Double? { attributes[key].flatMap(ManifestReader.seconds) }
      if name == "MPD" {
        total = seconds("mediaPresentationDuration")
        return true
      }
      let id = String((attributes["id"] ?? "").unicodeScalars.prefix(Self.longestID))
      var period = MediaPeriod(number: periods.count + 1, id: id, start: seconds("start"), seconds: seconds("duration"))
      guard ManifestReader.link(attributes) != ManifestReader.nothing else {
        periods.append(period)
        return periods.count <= Self.limit
      }
      // One that says no start begins where the one in front of it ends (§5.3.2.1).
      if let last {
        let before = periods[last]
        if period.start == nil {
          period.start = before.start.flatMap { start in before.seconds.map { start + $0 } }
        } else if let start = before.start, let next = period.start, next > start {
          // One that is said to last longer is cut there.
          periods[last].seconds = min(before.seconds ?? .infinity, next - start)
        }
      } else {
        period.start = period.start ?? 0
      }
      areSeveral = last != nil
      last = periods.count
      periods.append(period)
      return periods.count <= Self.limit
    }
    if let last, periods[last].seconds == nil, let total, let start = periods[last].start, total > start {
      periods[last].seconds = total - start
    }
  }

  /// The period of this number; `nil` where there is none.
  subscript(number: Int) -> MediaPeriod? { periods.indices.contains(number - 1) ? periods[number - 1] : nil }

  /// What is said of periods without representations, one behind the other; `nil` where there are none.
  static func words(empty numbers: [Int]) -> String? {
    guard let first = numbers.first else { return nil }
    return numbers.count == 1
      ? "period \(first) has no representations" : "\(numbers.count) periods have no representations, the first of them is period \(first)"
  }
}
