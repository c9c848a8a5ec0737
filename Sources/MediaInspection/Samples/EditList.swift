import Atoms
import ByteReading
import Structure

/// One row of an edit list: what the track shows for a while (14496-12 §8.6.6).
public struct Edit: Hashable, Sendable, BitwiseCopyable {
  /// Its number, from 1.
  public var number: Int
  /// When it begins, in ticks of the movie.
  public var start: UInt64
  /// How long it lasts, in ticks of the movie; `nil` when it goes on to the end of the media.
  public var duration: UInt64?
  /// The first moment of the media that it shows, in ticks of the media, below zero for one before them; `nil` for an
  /// edit that shows nothing.
  public var mediaTime: Int64?
  /// Media time that passes in one second, times 65,536.
  public var rate: Int64

  /// Whether it shows no media.
  public var isEmpty: Bool { mediaTime == nil }
  /// Whether it holds one moment of the media.
  public var isDwell: Bool { mediaTime != nil && rate == 0 }
  /// Whether its rate is below zero: what such an edit shows no specification says.
  package var isBackwards: Bool { mediaTime != nil && rate < 0 }
  /// When it ends, in ticks of the movie.
  public var end: UInt64? { duration.map { start.saturatingAdd($0) } }
}

/// The edits of a track, and the moments of the media that they show.
///
/// A track without edits shows all of its media from the start.
public struct EditList: Hashable, Sendable {
  /// The edits in order; one over all of the media when the file has none.
  public let edits: [Edit]
  /// Whether the file has an edit list.
  public let isExplicit: Bool
  /// Rows of the list that were not read, because there are more than ``limit``.
  public let omitted: Int
  /// Whether the whole list is played again and again (RepeatEdits).
  public let repeats: Bool
  /// How long all edits take that are played again and again, in ticks of the movie; `nil` where they are played once, and
  /// where one of them has no end.
  package let period: UInt64?
  /// Whether they are played again and again without an end.
  package var repeatsWithoutEnd: Bool { period != nil && length == nil }
  /// When they are not played any more, in ticks of the movie; `nil` where they always are.
  private let length: UInt64?
  private let timescale: UInt64
  private let movieTimescale: UInt64
  /// Parts of the media in order, each with the first edit that shows it.
  private let parts: [Part]

  private struct Part: Hashable, Sendable {
    let start: Int64
    let end: Int64
    let edit: Int
  }

  /// The rows that are read of an edit list.
  public static let limit = 65_536

  init(_ track: SampleTrack) {
    timescale = track.timescale
    movieTimescale = track.movieTimescale
    var edits: [Edit] = []
    var promised = 0
    var repeats = false
    let tree = track.home.tree
    if track.description.node == track.node, tree.indices.contains(track.node),
      let container = tree.child("edts", of: track.node),
      let list = tree.child("elst", of: container)
    {
      let table = track.home.view(EditListEntries.self, of: list)
      repeats = EditListEntries.repeats(table.number(.flags))
      let isLong = (table.number(.version) ?? 0) >= 1
      if let durations = table.column(.edit_duration, of: .entries),
        let times = table.column(.media_time, of: .entries),
        let whole = table.column(.media_rate_integer, of: .entries),
        let fraction = table.column(.media_rate_fraction, of: .entries)
      {
        promised = durations.count
        var start: UInt64 = 0
        for row in 0..<min(promised, Self.limit) {
          let duration = durations[row]
          let time = EditListEntries.mediaTime(times[row])
          let isLast = row == promised - 1
          // All ones or, in the last edit, 0 for the rest of the media, however long it will be.
          let isOpen =
            duration == (isLong ? .max : 0xFFFF_FFFF) || duration == 0 && isLast && time != nil
          edits.append(
            Edit(
              number: row + 1, start: start, duration: isOpen ? nil : duration,
              mediaTime: time,
              rate: Int64(bitPattern: whole[row]) &* 65_536
                &+ Int64(bitPattern: fraction[row] & 0xFFFF)))
          start = isOpen ? .max : start.saturatingAdd(duration)
        }
      }
    }
    isExplicit = !edits.isEmpty
    omitted = max(0, promised - edits.count)
    self.repeats = repeats
    let round = repeats && omitted == 0 ? edits.last?.end ?? 0 : 0
    period = round > 0 ? round : nil
    length = round > 0 ? Self.length(of: track).map { max($0, round) } : nil
    if edits.isEmpty {
      edits.append(Edit(number: 1, start: 0, duration: nil, mediaTime: 0, rate: 65_536))
    }
    self.edits = edits
    parts = Self.parts(of: edits, isExplicit: isExplicit, timescale, movieTimescale)
  }

  /// How long a track is shown by its header, in ticks of the movie; `nil` where it has no end, or does not say it.
  private static func length(of track: SampleTrack) -> UInt64? {
    guard let node = track.home.tree.child("tkhd", of: track.node) else { return nil }
    let header = track.home.view(TrackHeader.self, of: node)
    guard let duration = header.number(.duration) else { return nil }
    return duration == ((header.number(.version) ?? 0) >= 1 ? .max : 0xFFFF_FFFF) ? nil : duration
  }

  /// The ticks of the media that pass during `edit`; `nil` when it has no end.
  ///
  /// - Parameter edit: An edit of this list.
  /// - Returns: The ticks, at the rate of the edit.
  public func mediaDuration(of edit: Edit) -> UInt64? {
    guard let duration = edit.duration else { return nil }
    guard edit.mediaTime != nil, edit.rate > 0 else { return 0 }
    let ticks = duration.scaled(by: timescale, over: movieTimescale)
    return edit.rate == 65_536 ? ticks : ticks.scaled(by: UInt64(edit.rate), over: 65_536)
  }

  /// Divides the media so that each part is shown first by one edit.
  private static func parts(
    of edits: [Edit], isExplicit: Bool, _ timescale: UInt64, _ movieTimescale: UInt64
  ) -> [Part] {
    // Without edits, what is composed before the start is shown too.
    guard isExplicit else { return [Part(start: .min, end: .max, edit: 0)] }
    var ranges: [Part] = []
    for (index, edit) in edits.enumerated() {
      guard let start = edit.mediaTime else { continue }
      let end: Int64
      if let duration = edit.duration {
        let ticks = duration.scaled(by: timescale, over: movieTimescale)
        let shown =
          edit.rate == 65_536 || edit.rate <= 0
          ? (edit.rate <= 0 ? 1 : ticks) : ticks.scaled(by: UInt64(edit.rate), over: 65_536)
        end = start.saturatingAdd(shown)
      } else {
        end = .max
      }
      if end > start { ranges.append(Part(start: start, end: end, edit: index)) }
    }
    var borders = ranges.flatMap { [$0.start, $0.end] }.sorted()
    var count = 0
    for border in borders where count == 0 || borders[count - 1] != border {
      borders[count] = border
      count += 1
    }
    borders.removeLast(borders.count - count)
    guard count > 1 else { return [] }
    func place(_ border: Int64) -> Int {
      (0..<borders.count).partitionPoint { borders[$0] < border }
    }
    // Each edit takes what none before it has; `next` leads past what is taken.
    var owners = Array(repeating: -1, count: count)
    var next = Array(0...count)
    for range in ranges {
      let end = place(range.end)
      var at = place(range.start)
      while true {
        var free = at
        while next[free] != free { free = next[free] }
        // What was looked up is found at once the next time.
        while next[at] != at {
          let step = next[at]
          next[at] = free
          at = step
        }
        guard free < end else { break }
        owners[free] = range.edit
        next[free] = free + 1
        at = free + 1
      }
    }
    var parts: [Part] = []
    for index in 0..<count - 1 where owners[index] >= 0 {
      if let last = parts.last, last.edit == owners[index], last.end == borders[index] {
        parts[parts.count - 1] = Part(start: last.start, end: borders[index + 1], edit: last.edit)
      } else {
        parts.append(Part(start: borders[index], end: borders[index + 1], edit: owners[index]))
      }
    }
    return parts
  }

  /// The part of the media that holds `time`, or the first one after it.
  private func part(at time: Int64) -> Part? {
    let point = (0..<parts.count).partitionPoint { parts[$0].end <= time }
    return point < parts.count ? parts[point] : nil
  }

  // MARK: Times

  /// When `edit` shows the moment `time` of the media, or would if it began before that.
  ///
  /// - Parameters:
  ///   - time: In ticks of the media, as composition times are.
  ///   - edit: An edit as ``edit(at:)`` gives it.
  /// - Returns: The moment in ticks of the media from the start of the movie, below zero for one before it.
  package func presentationTime(of time: Int64, in edit: Edit) -> Int64 {
    let start = start(of: edit)
    guard let mediaTime = edit.mediaTime else { return start }
    let into = time.saturatingSubtract(mediaTime)
    if edit.rate == 65_536 { return start.saturatingAdd(into) }
    guard edit.rate > 0 else { return start.saturatingAdd(min(0, into)) }
    let passed = Int64(clamping: into.magnitude.scaled(by: 65_536, over: UInt64(edit.rate)))
    return into < 0 ? start.saturatingSubtract(passed) : start.saturatingAdd(passed)
  }

  /// When an edit begins, in ticks of the media from the start of the movie.
  package func start(of edit: Edit) -> Int64 { mediaTicks(edit.start) }

  /// When an edit ends, in ticks of the media from the start of the movie; `nil` when it goes on to the end of the media.
  package func end(of edit: Edit) -> Int64? { edit.end.map { mediaTicks($0) } }

  /// A time of the movie in ticks of the media.
  private func mediaTicks(_ time: UInt64) -> Int64 { Int64(clamping: time.scaled(by: timescale, over: movieTimescale)) }

  /// When the moment `time` of the media is shown first, in ticks of the media from the start of the
  /// movie; `nil` when no edit shows it.
  ///
  /// - Parameter time: In ticks of the media, as composition times are.
  /// - Returns: The moment.
  /// - Complexity: O(log *n*) in the edits.
  public func presentationTime(of time: Int64) -> Int64? {
    guard let part = part(at: time), part.start <= time else { return nil }
    return presentationTime(of: time, in: edits[part.edit])
  }

  /// When `sample` is shown first, in ticks of the media from the start of the movie: one that
  /// begins before the edit that shows its end begins with that edit.
  ///
  /// `nil` when no edit shows any of it.
  ///
  /// - Parameter sample: A sample of the track.
  /// - Returns: The moment.
  public func presentationTime(of sample: Sample) -> Int64? {
    sample.isHidden ? nil : presentationTime(of: sample.compositionTime, lasting: sample.duration)
  }

  /// The same of a sample that is not hidden, by the moment of the media at which it is composed and by how long it lasts,
  /// both in ticks of the media.
  package func presentationTime(of time: Int64, lasting duration: UInt64) -> Int64? {
    guard let part = part(at: time) else { return nil }
    if part.start <= time { return presentationTime(of: time, in: edits[part.edit]) }
    let end = time.saturatingAdd(duration)
    return part.start < end ? presentationTime(of: part.start, in: edits[part.edit]) : nil
  }

  /// When the beginning of `sample` would be shown, in ticks of the media from the start of the movie,
  /// if the edit that shows some of it showed all: what it cuts off counts as well, so that the time
  /// moves with the edit tick by tick and may lie before the movie.
  ///
  /// `nil` when no edit shows any of it.
  ///
  /// - Parameter sample: A sample of the track.
  /// - Returns: The moment.
  public func nominalTime(of sample: Sample) -> Int64? {
    let time = sample.compositionTime
    let end = max(time.saturatingAdd(1 as Int64), time.saturatingAdd(sample.duration))
    guard !sample.isHidden, let part = part(at: time), part.start < end else { return nil }
    return presentationTime(of: time, in: edits[part.edit])
  }

  /// The time by which a sample is named to who reads of it, in ticks of the media from the start of the movie: when it
  /// is shown. Of one that no edit shows it is when the edit before it in the media would show it if it went on, or the
  /// first one if it began earlier, which may be before the movie.
  ///
  /// - Parameter sample: A sample of the track.
  /// - Returns: The moment.
  /// - Complexity: O(log *n*) in the edits.
  package func moment(of sample: Sample) -> Int64 {
    if let shown = presentationTime(of: sample) { return shown }
    let time = sample.compositionTime
    let point = (0..<parts.count).partitionPoint { parts[$0].start <= time }
    guard let part = point > 0 ? parts[point - 1] : parts.first else { return time }
    return presentationTime(of: time, in: edits[part.edit])
  }

  /// When what ends at `time` of the media is over in the movie, and when what begins there is due, both in ticks of the
  /// media from the start of the movie; of media that no edit shows, when the edit before it ends and the next one begins.
  ///
  /// - Parameter time: In ticks of the media. Times of decoding are as good as those of composition, but for what is
  ///   re-ordered across the end of an edit.
  /// - Returns: The moments.
  /// - Complexity: O(log *n*) in the edits.
  func due(_ time: Int64) -> (end: Int64, need: Int64) {
    let next = (0..<parts.count).partitionPoint { parts[$0].start <= time }
    let last = (0..<parts.count).partitionPoint { parts[$0].start < time }
    guard let first = parts.first else { return (time, time) }
    func moment(_ place: Int) -> Int64 {
      let part = place > 0 ? parts[place - 1] : first
      return presentationTime(of: min(time, part.end), in: edits[part.edit])
    }
    if next > 0, next < parts.count, parts[next - 1].end <= time {
      return (moment(last), presentationTime(of: parts[next].start, in: edits[parts[next].edit]))
    }
    return (moment(last), moment(next))
  }

  /// The first edit that shows something, and what is passed over before it of media whose first sample is
  /// composed at `first`, in ticks of the media: below 0 for what it shows before that sample is there. What
  /// another edit shows is not passed over.
  ///
  /// `nil` when no edit shows anything, or the file has none.
  ///
  /// - Parameter first: The composition time of the first sample, in ticks of the media.
  /// - Returns: The edit and the ticks that it passes over.
  /// - Complexity: O(*n*) in the edits.
  public func beginning(ofMediaFrom first: Int64) -> (edit: Edit, passed: Int64)? {
    guard isExplicit, let edit = edits.first(where: { !$0.isEmpty && !isOver($0, before: first) }),
      let time = edit.mediaTime
    else { return nil }
    let before = time.saturatingSubtract(first)
    guard before > 0 else { return (edit, before) }
    var passed = before
    for part in parts {
      guard part.start < time else { break }
      passed = passed.saturatingSubtract(max(0, min(part.end, time).saturatingSubtract(max(part.start, first))))
    }
    // Less than that is left by rounding alone.
    return (edit, passed < before && passed <= rounding ? 0 : passed)
  }

  /// Whether an edit ends before the moment `first` of the media, so that it shows as much as an empty one.
  package func isOver(_ edit: Edit, before first: Int64) -> Bool {
    guard edit.rate == 65_536, let time = edit.mediaTime, time < 0, let end = end(of: edit) else { return false }
    return time.saturatingAdd(end.saturatingSubtract(start(of: edit))) <= first
  }

  /// The edit that is played at `time` of the movie, in ticks of the movie; `nil` after the last. Of a list that is played
  /// again and again it begins when it does in that round.
  ///
  /// - Parameter time: In ticks of the movie, from its start.
  /// - Returns: The edit.
  /// - Complexity: O(log *n*) in the edits.
  public func edit(at time: UInt64) -> Edit? {
    if let length, time >= length { return nil }
    let begun = period.map { time - time % $0 } ?? 0
    let point = (0..<edits.count).partitionPoint { edits[$0].start <= time - begun }
    guard point > 0 else { return nil }
    var edit = edits[point - 1]
    edit.start = edit.start.saturatingAdd(begun)
    if let end = edit.end, end <= time { return nil }
    return edit
  }

  /// The edit that is played at a moment; without a movie's clock the first.
  ///
  /// - Parameter ticks: The moment in ticks of which there are so many in a second.
  package func edit(at ticks: (_ timescale: UInt64) -> Int64) -> Edit? {
    movieTimescale > 0 ? edit(at: UInt64(max(0, ticks(movieTimescale)))) : edits.first
  }

  /// The moment of the media that `edit` shows at `time`, both in ticks of the media, `time` from the
  /// start of the movie; `nil` when it shows none.
  ///
  /// - Parameters:
  ///   - time: In ticks of the media, from the start of the movie.
  ///   - edit: An edit of this list.
  /// - Returns: The moment, as composition times are counted.
  public func mediaTime(at time: Int64, in edit: Edit) -> Int64? {
    guard let first = edit.mediaTime else { return nil }
    let into = max(0, time.saturatingSubtract(start(of: edit)))
    if edit.rate == 65_536 { return first.saturatingAdd(into) }
    guard edit.rate > 0 else { return first }
    return first.saturatingAdd(into.magnitude.scaled(by: UInt64(edit.rate), over: 65_536))
  }
}

// MARK: Ranges

extension EditList {
  /// The moments of the media that are shown from one time of the movie to another: ranges in their order that are apart
  /// from each other, in ticks of the media.
  ///
  /// - Parameters:
  ///   - first: In ticks of the media, from the start of the movie.
  ///   - last: The same; what is shown then belongs to it.
  /// - Complexity: O(*n* log *n*) in the edits.
  package func mediaTimes(shownFrom first: Int64, through last: Int64) -> [ClosedRange<Int64>] {
    var found: [ClosedRange<Int64>] = []
    for round in rounds(from: first, through: last) {
      for edit in edits where !edit.isBackwards {
        let from = max(round.first, start(of: edit))
        let to = min(round.last, (end(of: edit) ?? .max).saturatingSubtract(1))
        guard from <= to, let low = mediaTime(at: from, in: edit), let high = mediaTime(at: to, in: edit), low <= high
        else { continue }
        found.append(low...high)
      }
    }
    found.sort { $0.lowerBound < $1.lowerBound }
    var joined: [ClosedRange<Int64>] = []
    for range in found {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  /// What of the edits is played from one time to another, from the start of their round: two parts at most, as one whole
  /// round shows all.
  private func rounds(from first: Int64, through last: Int64) -> [(first: Int64, last: Int64)] {
    guard let period else { return [(first, last)] }
    let last = length.map { min(last, mediaTicks($0).saturatingSubtract(1)) } ?? last
    guard first <= last else { return [] }
    let end = mediaTicks(period).saturatingSubtract(1)
    func round(_ time: Int64) -> UInt64 { UInt64(max(0, time)).scaled(by: movieTimescale, over: timescale) / period }
    let (one, other) = (round(first), round(last))
    guard other - one < 2 else { return [(0, end)] }
    func time(_ time: Int64, in round: UInt64) -> Int64 {
      max(0, time.saturatingSubtract(mediaTicks(round.saturatingMultiply(period))))
    }
    if one == other { return [(time(first, in: one), time(last, in: one))] }
    return [(time(first, in: one), end), (0, time(last, in: other))]
  }

  /// The parts of a range of the media that no edit shows, in their order, but for what rounding of times leaves.
  ///
  /// - Complexity: O(*n*) in the edits.
  package func unshown(in range: Range<Int64>) -> [Range<Int64>] {
    // Of what is played backwards nobody knows where it ends, nor of edits that were not read.
    guard omitted == 0, !edits.contains(where: \.isBackwards) else { return [] }
    var found: [Range<Int64>] = []
    // Where each tick of the media is one of the movie nothing is rounded.
    let isExact = timescale > 0 && movieTimescale >= timescale && movieTimescale % timescale == 0
    func add(_ start: Int64, _ end: Int64) {
      if end.saturatingSubtract(start) > (isExact ? 0 : rounding) { found.append(start..<end) }
    }
    var start = range.lowerBound
    for part in parts {
      guard part.start < range.upperBound else { break }
      add(start, part.start)
      start = max(start, part.end)
    }
    add(start, range.upperBound)
    return found
  }
}

extension EditList {
  /// The ticks of the media of `track` behind the last moment that an edit shows; 0 where media are shown to their end,
  /// and where no edit shows any.
  ///
  /// - Complexity: O(*n*) in the edits, and as ``SampleTrack/lastCompositionEnd``.
  package func ticksLeftOutAtEnd(of track: SampleTrack) -> Int64 {
    guard isExplicit, omitted == 0, let end = track.lastCompositionEnd else { return 0 }
    var last: Int64?
    for edit in edits {
      guard let start = edit.mediaTime else { continue }
      guard let duration = mediaDuration(of: edit) else { return 0 }
      last = max(last ?? .min, start.saturatingAdd(duration))
    }
    return last.map { max(0, end.saturatingSubtract($0)) } ?? 0
  }

  /// Whether an edit goes on elsewhere in the media than the one before it ended.
  ///
  /// - Complexity: O(*n*) in the edits.
  package var leavesOutBetween: Bool {
    guard isExplicit else { return false }
    var end: Int64?
    for edit in edits {
      guard let start = edit.mediaTime else { continue }
      if let end, start.saturatingSubtract(end).magnitude > rounding.magnitude { return true }
      // Behind one without a length nothing is left.
      guard let duration = mediaDuration(of: edit) else { return false }
      end = start.saturatingAdd(duration)
    }
    return false
  }

  /// Whether each moment of the media is shown once at most, and in its order.
  ///
  /// - Complexity: O(*n*) in the edits.
  package var isShownOnce: Bool {
    guard omitted == 0, !repeats else { return false }
    var end = Int64.min
    for edit in edits {
      guard let start = edit.mediaTime else { continue }
      guard edit.rate > 0, start >= end.saturatingSubtract(rounding) else { return false }
      end = mediaDuration(of: edit).map { start.saturatingAdd($0) } ?? .max
    }
    return true
  }

  /// By how many ticks of the media an edit may end elsewhere than it was meant to: it ends on a tick of the movie.
  package var rounding: Int64 {
    movieTimescale > 0 ? Int64(clamping: timescale / movieTimescale).saturatingAdd(1 as Int64) : 1
  }
}

extension SampleTrack {
  /// Its edits.
  ///
  /// - Complexity: O(*n* log *n*) in the rows of `elst`.
  public var editList: EditList { EditList(self) }
}

extension EditList {
  /// By how many microseconds what the only edit of `track` shows comes later where nobody regards it; `nil` where
  /// several show something, and at another speed.
  fileprivate func lateness(of track: SampleTrack) -> Double? {
    let shown = edits.filter { !$0.isEmpty }
    guard shown.count == 1, let edit = shown.first, let time = edit.mediaTime, edit.rate == 65_536, track.timescale > 0
    else { return nil }
    let start = edit.start == 0 ? 0 : track.movieTimescale == 0 ? nil : Double(edit.start) / Double(track.movieTimescale)
    return start.map { (Double(time) / Double(track.timescale) - $0) * 1e6 }
  }
}

extension MovieSamples {
  /// By how many microseconds more sound comes after the pictures that belong to it where somebody shows media as if
  /// there were no edits; `nil` without edits, and where several edits of a track show something.
  package var soundLatenessWithoutEdits: Int64? {
    guard let video = tracks.first(where: { $0.handler == "vide" }),
      let audio = tracks.first(where: { $0.handler == "soun" })
    else { return nil }
    let lists = (video.editList, audio.editList)
    guard lists.0.isExplicit || lists.1.isExplicit, let first = lists.0.lateness(of: video),
      let second = lists.1.lateness(of: audio)
    else { return nil }
    let late = second - first
    return late.magnitude < 1e12 ? Int64(late) : nil
  }
}
