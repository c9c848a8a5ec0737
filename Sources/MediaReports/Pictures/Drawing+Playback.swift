public import MediaFacts

extension Drawing {
  /// When what is shown of each track of two files: the lanes of the second below those of the first,
  /// joined by how far they moved; `nil` when neither shows any track.
  ///
  /// - Parameters:
  ///   - before: What is shown of the first file.
  ///   - after: What is shown of the second file.
  public init?(comparing before: Playback, with after: Playback) {
    let limit = Pictures.trackLimit
    var lanes: [Lane] = []
    var marks: [Mark] = []
    var low = 0.0
    var high = 0.0
    let ids = (before.tracks.map(\.id) + after.tracks.map(\.id))
      .reduce(into: [UInt64]()) { if !$0.contains($1), $0.count <= limit { $0.append($1) } }
    for id in ids.prefix(limit) {
      let sides = [before, after].map { side in side.tracks.first { $0.id == id } }
      guard let kind = sides.compactMap(\.self).first?.kind else { continue }
      let ranges = sides.map { track -> ClosedRange<Double>? in
        // What edits cut off counts as well, so that the same media stands above itself.
        guard let track, let start = track.nominalStart else { return nil }
        let from = Double(start) / 1_000_000
        return from...max(from, Double(track.end ?? start) / 1_000_000)
      }
      for (side, range) in ranges.enumerated() {
        var lane = Lane("track \(id) \(kind), \(side == 0 ? "A" : "B")", 0, 1, pixels: 18, lines: 1)
        lane.leadsOn = side == 0
        lanes.append(lane)
        guard let range else { continue }
        low = min(low, range.lowerBound)
        high = max(high, range.upperBound)
        marks.append(
          Mark(
            lanes.count - 1, .area, x: range, owner: side,
            name: "\(side == 0 ? "A" : "B"), track \(id) \(kind): \(Drawing.seconds(range.lowerBound)) to \(Drawing.seconds(range.upperBound))"))
        if let track = sides[side], let start = track.start, track.skipped > 0 {
          let shown = max(range.lowerBound, min(range.upperBound, Double(start) / 1_000_000))
          marks[marks.count - 1].x = shown...range.upperBound
          marks.append(
            Mark(
              lanes.count - 1, .hatched, x: range.lowerBound...shown, owner: side,
              name: "decoded, not shown: \(Playback.length(track.skipped))"))
        }
      }
      if let first = ranges[0], let second = ranges[1] {
        marks.append(
          Mark(
            lanes.count - 2, .join, x: first, y: (second.lowerBound, second.upperBound), owner: 1,
            isProblem: first != second))
      }
    }
    guard !marks.isEmpty else { return nil }
    self.init(
      .time, title: "when what is shown of each track: A the first file, B the second", axis: .seconds,
      extent: low...Drawing.wide(low, high), owners: [Owner("A", "A"), Owner("B", "B")])
    self.lanes = lanes
    self.marks = marks
    problemName = "shown at another time"
    if ids.count > limit { notes.append("The first \(limit) tracks are drawn.") }
  }
}
