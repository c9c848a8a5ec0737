import ByteReading
import MediaFacts
import MediaInspection

/// The sync samples of a track of pictures as edits show them: how many there are, and how far they lie apart.
struct SyncRhythm {
  /// How many there are.
  private(set) var count = 0
  /// How many of these edits show, and how far these lie apart as they are shown, in ticks as the movie counts them.
  private(set) var shownCount = 0
  private var distance = SyncDistance()
  private let edits: EditList
  private let timescale: UInt64

  init(_ track: SampleTrack, _ edits: EditList) {
    self.edits = edits
    timescale = track.timescale
  }

  /// Passes the next one, in the order of decoding.
  ///
  /// - Parameters:
  ///   - time: When it is composed, in ticks of the media.
  ///   - duration: How long it lasts, in ticks of the media.
  ///   - isHidden: Whether it is decoded and never shown.
  mutating func pass(_ time: Int64, lasting duration: UInt64, isHidden: Bool) {
    count += 1
    guard !isHidden, let shown = edits.presentationTime(of: time, lasting: duration) else { return }
    shownCount += 1
    distance.pass(shown)
  }

  /// Ends behind the last one.
  ///
  /// - Parameter end: When nothing more is shown of the track, in microseconds of the movie; `nil` where that is not known.
  mutating func end(at end: Int64?) {
    if let end = ticks(end) { distance.end(at: end, rounding: edits.rounding) }
  }

  /// When nothing more is shown of the track, in ticks as the movie counts them, which may be rounded to those of the
  /// movie; `nil` where that is not known, and where edits may show a sync sample again.
  private func ticks(_ end: Int64?) -> Int64? {
    guard let end, edits.isShownOnce else { return nil }
    let ticks = Double(end) / 1e6 * Double(timescale)
    return ticks.magnitude < 1e15 ? Int64(ticks.rounded()) : nil
  }

  /// The longest way without one, in ticks; `nil` where none is known.
  var longest: SyncDistance.Way? { distance.isReordered ? nil : distance.longest }

  /// `18.000 s apart at most, from 2.000 s to the end`; `nil` where no distance is known, and of one that is shown, whose
  /// moment says as much.
  var apart: String? {
    guard let longest, shownCount != 1 else { return nil }
    return seconds(longest.length) + " apart at most, from " + seconds(max(0, longest.start))
      + (longest.isToEnd ? " to the end" : "")
  }

  /// `1 sync sample, at 0.080 s`: of sync samples between which no distance is known.
  var fewWords: String {
    if count == 0 { return "no sync samples" }
    let text = count == 1 ? "1 sync sample" : count.grouped + " sync samples"
    guard let last = distance.last else { return text + (count == 1 ? ", which no edit shows" : ", none of which any edit shows") }
    // One edit leaves the order of what it shows.
    if distance.isReordered {
      return text + (edits.edits.count > 1 ? ", which edits show in another order" : ", shown in another order")
    }
    let moment = seconds(max(0, last))
    if count == 1 { return text + ", at " + moment }
    let scope = shownCount == count ? "all" : "\(shownCount.grouped) shown"
    return "\(text), \(scope) at \(moment)"
  }

  private func seconds(_ ticks: Int64) -> String { Words.seconds(ticks.magnitude, timescale) }
}
