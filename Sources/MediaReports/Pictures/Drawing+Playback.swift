import ByteReading
public import MediaFacts
import MediaInspection
package import Structure

extension Drawing {
  /// What is shown of each track of two files: the lanes of the second below those of the first, an area for what each edit
  /// shows; `nil` when neither shows any track. Nothing is joined: that takes what was found of their samples.
  ///
  /// - Parameters:
  ///   - before: What is shown of the first file.
  ///   - after: What is shown of the second file.
  public init?(comparing before: Playback, with after: Playback) {
    self.init(comparing: before, with: after, verdict: nil, lost: (before: [], after: []))
  }

  /// The same of two files, joined where samples of both stand for each other, by how far they moved; it is seen as well
  /// where bytes are missing.
  ///
  /// - Parameter verdict: What was found of their samples; without one nothing is joined.
  /// - Complexity: O(*n*) in the samples of both, none of which are read.
  package init?(comparing before: Document, with after: Document, verdict: Verdict?) {
    let (x, y) = (Self.shown(of: before), Self.shown(of: after))
    self.init(
      comparing: x.playback, with: y.playback, verdict: verdict, lost: (before: x.lost, after: y.lost))
  }

  /// What is shown of a file, and where it cannot be, for which the samples of a movie are looked for once.
  private static func shown(of document: Document) -> (playback: Playback, lost: [PlayableEnd.Moment]) {
    guard document.format?.id == .isoBaseMedia else {
      return (MediaFile.playback(of: document), PlayableEnd.moments(in: document))
    }
    let movie = MovieSamples(document)
    return (MediaFile.playback(of: document, in: movie, knowing: nil), PlayableEnd.moments(of: movie, in: document))
  }

  /// `lost` is when the first sample would be shown that cannot be, in seconds, of each track of both files in its order.
  private init?(
    comparing before: Playback, with after: Playback, verdict: Verdict?,
    lost: (before: [PlayableEnd.Moment], after: [PlayableEnd.Moment])
  ) {
    let limit = Pictures.trackLimit
    let until = (before: lost.before.map(\.until), after: lost.after.map(\.until))
    var scene = ComparedLanes()
    let ids = (before.tracks.map(\.id) + after.tracks.map(\.id))
      .reduce(into: [UInt64]()) { if !$0.contains($1), $0.count <= limit { $0.append($1) } }
    for id in ids.prefix(limit) {
      scene.add(
        id, [ShownTrack(id, of: before, lost: until.before), ShownTrack(id, of: after, lost: until.after)], verdict)
    }
    guard !scene.areas.isEmpty else { return nil }
    self.init(
      .time, title: "when what is shown of each track: A the first file, B the second", axis: .seconds,
      extent: scene.low...Drawing.wide(scene.low, scene.high), owners: [Owner("A", "A"), Owner("B", "B")])
    lanes = scene.lanes
    marks = scene.areas + scene.joins
    let hasMoved = scene.joins.contains(where: \.isProblem)
    let isCut = scene.areas.contains(where: \.isProblem)
    problemName =
      (hasMoved || !isCut ? "shown at another time" : "") + (hasMoved && isCut ? ", or " : "")
      + (isCut ? ShownTrack.lostWords : "")
    if ids.count > limit { notes.append("The first \(limit) tracks are drawn.") }
    if (lost.before + lost.after).contains(where: { !$0.isKnown }) {
      notes.append("Of some tracks it is not known where bytes are missing.")
    }
    if (before.tracks + after.tracks).contains(where: { $0.furtherParts > 0 }) {
      notes.append("Of edits the first \(Playback.partLimit) of a track are drawn.")
    }
  }
}

/// What one file shows of a track, in seconds.
private struct ShownTrack {
  /// What one edit shows.
  struct Piece {
    /// When it begins and ends.
    var start: Double
    var end: Double
    /// The moment of the media that it begins with.
    var media: Double
    /// How much of the media passes in a second.
    var rate: Double
    /// The same as the edit says it.
    var storedRate: Int64

    var mediaEnd: Double { media + (end - start) * rate }

    /// When it shows a moment of the media.
    func time(of moment: Double) -> Double { start + (moment - media) / rate }
  }

  let kind: String
  var pieces: [Piece]
  /// What is decoded before the only piece and not shown, in microseconds and in seconds; 0 for nothing. What was passed
  /// over before one of several pieces does not lie beside it.
  var skipped: Int64 = 0
  var hidden: Double { Double(skipped) / 1e6 }
  /// When the first sample would be shown that cannot be.
  let lost: Double?

  static let lostWords = "behind a sample that cannot be played"

  /// `nil` for a track that the file has not.
  init?(_ id: UInt64, of playback: Playback, lost: [Double?]) {
    guard let place = playback.tracks.firstIndex(where: { $0.id == id }) else { return nil }
    let track = playback.tracks[place]
    kind = track.kind
    self.lost = lost.indices.contains(place) ? lost[place] : nil
    pieces = track.parts.map { part in
      Piece(
        start: Double(part.start) / 1e6, end: Double(part.end) / 1e6, media: Double(part.media) / 1e6,
        rate: Double(part.rate) / 65_536, storedRate: part.rate)
    }
    if pieces.isEmpty, let start = track.start, let end = track.end, end > start {
      // Sound that is no track has no edits.
      let from = Double(start) / 1e6
      pieces = [Piece(start: from, end: Double(end) / 1e6, media: from, rate: 1, storedRate: 65_536)]
    }
    if pieces.count == 1, pieces[0].rate == 1 { skipped = track.skipped }
  }

  /// The pieces, the only one with what is hidden before it: the same media stands above itself.
  var nominal: [Piece] {
    guard hidden > 0, var piece = pieces.first else { return pieces }
    piece.start -= hidden
    piece.media -= hidden
    return [piece]
  }

  /// The only piece, where it is played as it is.
  var only: Piece? { pieces.count == 1 && pieces[0].rate == 1 ? nominal.first : nil }
}

/// Lanes of two files above each other.
private struct ComparedLanes {
  var lanes: [Drawing.Lane] = []
  var areas: [Drawing.Mark] = []
  var joins: [Drawing.Mark] = []
  var low = 0.0
  var high = 0.0

  /// The joins of a track at most: of edits that each show the same media there are as many as pairs of them.
  private static let joinLimit = 256
  /// Times that differ by no more are the same, in seconds.
  private static let tolerance = Double(Playback.tolerance) / 1e6

  /// Adds two lanes for a track of either file, or of both.
  mutating func add(_ id: UInt64, _ sides: [ShownTrack?], _ verdict: Verdict?) {
    guard let kind = sides.compactMap(\.self).first?.kind else { return }
    for (side, track) in sides.enumerated() {
      let letter = side == 0 ? "A" : "B"
      var lane = Drawing.Lane("track \(id) \(kind), \(letter)", 0, 1, pixels: 18, lines: 1)
      lane.leadsOn = side == 0
      lanes.append(lane)
      if let track { add(track, "\(letter), track \(id) \(kind): ", owner: side) }
    }
    guard let first = sides[0], let second = sides[1] else { return }
    for (above, below) in pairs(first, second, id, verdict).prefix(Self.joinLimit) {
      guard let (above, below) = Self.clipped(above, below, first.lost, second.lost) else { continue }
      let away = max(abs(above.lowerBound - below.lowerBound), abs(above.upperBound - below.upperBound))
      joins.append(
        Drawing.Mark(
          lanes.count - 2, .join, x: above, y: (below.lowerBound, below.upperBound), owner: 1,
          isProblem: away > Self.tolerance))
    }
  }

  /// Draws what a file shows of a track in the last lane, and nothing where it shows nothing.
  private mutating func add(_ track: ShownTrack, _ name: String, owner: Int) {
    let lane = lanes.count - 1
    func area(_ x: ClosedRange<Double>, _ words: String, _ shape: Drawing.Shape = .area) -> Drawing.Mark {
      Drawing.Mark(lane, shape, x: x, owner: owner, name: words)
    }
    func times(_ x: ClosedRange<Double>) -> String {
      name + Drawing.seconds(x.lowerBound) + " to " + Drawing.seconds(x.upperBound)
    }
    if track.hidden > 0, let piece = track.pieces.first {
      let start = piece.start - track.hidden
      low = min(low, start)
      areas.append(
        area(start...piece.start, "decoded, not shown: \(Playback.length(track.skipped))", .hatched))
    }
    for (number, piece) in track.pieces.enumerated() {
      low = min(low, piece.start)
      high = max(high, piece.end)
      let end = min(max(track.lost ?? piece.end, piece.start), piece.end)
      if end > piece.start {
        let speed = piece.storedRate == 65_536 ? "" : Playback.speed(piece.storedRate)
        var mark = area(piece.start...end, times(piece.start...end) + (speed.isEmpty ? "" : ", " + speed))
        mark.isPale = number % 2 == 1
        mark.label = speed
        areas.append(mark)
      }
      if end < piece.end {
        var mark = area(end...piece.end, times(end...piece.end) + ", \(ShownTrack.lostWords)")
        mark.isProblem = true
        areas.append(mark)
      }
    }
  }

  /// What of the first file stands above what of the second: samples that stand for each other.
  private func pairs(
    _ first: ShownTrack, _ second: ShownTrack, _ id: UInt64, _ verdict: Verdict?
  ) -> [(ClosedRange<Double>, ClosedRange<Double>)] {
    let subject = verdict?.subjects.first { $0.numbers.before == id && $0.numbers.after == id }
    switch subject?.shift {
    case .inMedia(let time): return Self.pairs(first.nominal, second.nominal, mediaShift: Double(time) / 1e9)
    case .whereShown(let time):
      let shift = Double(time) / 1e9
      guard let a = first.only, let b = second.only else { return [] }
      let (start, end) = (max(a.start, b.start - shift), min(a.end, b.end - shift))
      return start < end ? [(start...end, start + shift...end + shift)] : []
    case nil:
      // What has stayed as a whole leads from end to end, however long it lasts now.
      let hasStayed =
        subject.map { $0.counts.before == $0.counts.after && $0.sameCount == $0.counts.after }
        ?? (id == 0 && verdict?.hasSameMedia == true)
      guard hasStayed, let a = first.only, let b = second.only else { return [] }
      return [(a.start...a.end, b.start...b.end)]
    }
  }

  /// The parts of edits that show the same media, of which all of the second file comes later by so many seconds.
  private static func pairs(
    _ first: [ShownTrack.Piece], _ second: [ShownTrack.Piece], mediaShift shift: Double
  ) -> [(ClosedRange<Double>, ClosedRange<Double>)] {
    var found: [(ClosedRange<Double>, ClosedRange<Double>)] = []
    for a in first {
      for b in second where found.count < joinLimit {
        if a.rate == 0, b.rate == 0, abs(b.media - a.media - shift) <= tolerance {
          found.append((a.start...a.end, b.start...b.end))
        }
        guard a.rate > 0, b.rate > 0 else { continue }
        let start = max(a.media, b.media - shift)
        let end = min(a.mediaEnd, b.mediaEnd - shift)
        guard end - start > tolerance else { continue }
        let above = a.time(of: start)...max(a.time(of: start), a.time(of: end))
        let below = b.time(of: start + shift)
        found.append((above, below...max(below, b.time(of: end + shift))))
      }
    }
    return found
  }

  /// What of both is before the samples that cannot be played; `nil` for nothing.
  private static func clipped(
    _ above: ClosedRange<Double>, _ below: ClosedRange<Double>, _ lost: Double?, _ lostBelow: Double?
  ) -> (ClosedRange<Double>, ClosedRange<Double>)? {
    func share(_ range: ClosedRange<Double>, _ end: Double?) -> Double {
      let length = range.upperBound - range.lowerBound
      guard let end, end < range.upperBound, length > 0 else { return 1 }
      return max(0, (end - range.lowerBound) / length)
    }
    let part = min(share(above, lost), share(below, lostBelow))
    guard part > 0 else { return nil }
    func cut(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
      part >= 1 ? range : range.lowerBound...(range.lowerBound + (range.upperBound - range.lowerBound) * part)
    }
    return (cut(above), cut(below))
  }
}
