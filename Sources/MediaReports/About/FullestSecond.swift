import MediaInspection

/// The second in which most bytes are decoded, wherever it begins.
struct FullestSecond {
  private let timescale: Int64
  /// The samples of the second that ends with the last one, from ``first`` on.
  private var samples: [(time: Int64, bytes: UInt64, number: Int)] = []
  private var first = 0
  private var bytes: UInt64 = 0
  /// The number of the first sample of the fullest, and the bytes of all of it; `nil` without any, and where more samples
  /// are in a second than are looked at.
  private(set) var most: (first: Int, bytes: UInt64)?
  private var isWhole = true
  /// The samples of a second that are looked at; a recording of 192 kHz has fewer.
  private static let limit = 1 << 18

  /// - Parameter timescale: Ticks a second, 1 or more.
  init(timescale: Int64) { self.timescale = timescale }

  /// Goes on to a sample in the order of decoding.
  ///
  /// - Complexity: O(1), as a mean of many.
  mutating func add(_ sample: Sample) {
    guard isWhole else { return }
    let time = sample.decodeTime
    if let last = samples.last, time < last.time {
      // Times begin anew.
      samples.removeAll(keepingCapacity: true)
      (first, bytes) = (0, 0)
    }
    while first < samples.count, time.saturatingSubtract(samples[first].time) >= timescale {
      bytes -= min(bytes, samples[first].bytes)
      first += 1
    }
    if first >= Self.limit {
      samples.removeFirst(first)
      first = 0
    }
    guard samples.count - first < Self.limit else {
      (isWhole, most) = (false, nil)
      return
    }
    samples.append((time, sample.size, sample.number))
    bytes = bytes.saturatingAdd(sample.size)
    if bytes > most?.bytes ?? 0 { most = (samples[first].number, bytes) }
  }
}
