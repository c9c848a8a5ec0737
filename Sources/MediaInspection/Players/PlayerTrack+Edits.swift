import Atoms
import ByteReading
import MediaFacts
import Structure

extension PlayerTrack {
  func ofEdits(_ fact: PlayerFact) -> PlayerFactValue {
    // Others are timed by these, or not shown.
    guard track.handler == "vide" || track.handler == "soun" else { return .absent }
    let list = edits
    guard list.isExplicit, list.omitted == 0 else {
      return list.omitted > 0 ? PlayerFactValue(unread: "the edit list is longer than is read") : .absent
    }
    let tree = track.home.tree
    let node = tree.child("edts", of: track.node).flatMap { tree.child("elst", of: $0) }
    let shown = shownEdits
    switch fact {
    case .edits: return PlayerFactValue(shown.count, node)
    case .editsEmpty: return PlayerFactValue(!list.edits.isEmpty && shown.isEmpty, node)
    case .emptyStart:
      guard let first = list.edits.first, first.isEmpty, !shown.isEmpty else { return PlayerFactValue(0) }
      return PlayerFactValue(first.duration ?? 0, node)
    case .editsRepeat: return PlayerFactValue(repeats(shown, list), node)
    case .editRate:
      let odd = shown.first { $0.rate != 65_536 }
      return PlayerFactValue(odd.map { $0.rate.multipliedReportingOverflow(by: 1_000).partialValue / 65_536 } ?? 1_000, node)
    case .editRateWhole: return PlayerFactValue(shown.count { $0.rate >> 16 != 1 }, node)
    case .editDurationBits:
      let longest = durations(node).map { column in (0..<column.count).reduce(0) { max($0, column[$1]) } }
      return longest.map { PlayerFactValue(UInt64.bitWidth - $0.leadingZeroBitCount, node) } ?? .absent
    case .editsVoid: return PlayerFactValue(areVoid(shown, durations(node)), node)
    case .editPastMedia:
      let end = track.end
      return PlayerFactValue(shown.count { end > 0 && ($0.mediaTime ?? 0) >= end }, node)
    case .editInsideGroup:
      guard let time = shown.first?.mediaTime, time > 0, let sample = track.sample(shownAt: time) else {
        return PlayerFactValue(0)
      }
      return PlayerFactValue(!sample.sample.isSync, node)
    case .editBeginsAtFirst:
      guard let first = firstCompositionTime else { return .absent }
      return PlayerFactValue(shown.first?.mediaTime == first, node)
    case .editCutsEnd: return PlayerFactValue(ticksCutAtEnd, node)
    case .editCutsBoth:
      return PlayerFactValue((shown.first?.mediaTime ?? 0) > 0 && ticksCutAtEnd > 0, node)
    case .editShowsSync: return showsSync(shown, list, node)
    default: return .absent
    }
  }

  private func repeats(_ shown: [Edit], _ list: EditList) -> Int {
    var end = Int64.min
    var count = 0
    for edit in shown where !edit.isDwell {
      let start = edit.mediaTime ?? 0
      if start < end { count += 1 }
      end = max(end, list.mediaDuration(of: edit).map { start.saturatingAdd($0) } ?? .max)
    }
    return count
  }

  /// How long the rows say that edits last, in ticks of the movie.
  private func durations(_ node: NodeIndex?) -> StoredColumn? {
    node.flatMap { track.home.view(EditListEntries.self, of: $0).column(.edit_duration, of: .entries) }
  }

  private func areVoid(_ shown: [Edit], _ durations: StoredColumn?) -> Bool {
    guard let durations, !shown.isEmpty else { return false }
    // Chromium passes over the rate, by which EditList tells what is over.
    let first = shown.contains { ($0.mediaTime ?? 0) < 0 } ? firstCompositionTime ?? 0 : 0
    return shown.allSatisfy { edit in
      guard edit.number <= durations.count, let time = edit.mediaTime else { return false }
      let ticks = durations[edit.number - 1].scaled(by: track.timescale, over: track.movieTimescale)
      guard ticks > 0, let ticks = Int64(exactly: ticks) else { return true }
      return time < 0 && time.saturatingAdd(ticks) <= first
    }
  }

  /// The ticks of the media behind the last moment that is shown, less those of one sample.
  func cutAtEnd(_ shown: [Edit], _ list: EditList) -> Int64 {
    guard !shown.isEmpty, !track.document.synopsis.isFragmented else { return 0 }
    let cut = list.ticksLeftOutAtEnd(of: track)
    guard cut > 0 else { return 0 }
    return max(0, cut.saturatingSubtract(Int64(clamping: track.samples().first { _ in true }?.duration ?? 0)))
  }

  /// Whether a sync sample is shown, found by going on from where the edits begin.
  private func showsSync(_ shown: [Edit], _ list: EditList, _ node: NodeIndex?) -> PlayerFactValue {
    guard !shown.isEmpty, !track.document.synopsis.isFragmented else { return .absent }
    for edit in shown.prefix(64) {
      let start = edit.mediaTime ?? 0
      let end = list.mediaDuration(of: edit).map { start.saturatingAdd($0) } ?? .max
      func isShownSync(_ sample: Sample) -> Bool {
        sample.isSync && sample.compositionTime >= start && sample.compositionTime < end
      }
      let first = track.sample(shownAt: start)?.sample
      if let first, isShownSync(first) { return PlayerFactValue(1, node) }
      var steps = 0
      for sample in track.samples(from: first?.number ?? 1) {
        if sample.decodeTime >= end { break }
        if isShownSync(sample) { return PlayerFactValue(1, node) }
        steps += 1
        if steps > 100_000 { return PlayerFactValue(unread: "too many samples before a sync sample") }
      }
    }
    return PlayerFactValue(0, node)
  }
}
