import Atoms
package import ByteReading
import MediaFacts
package import Structure

/// The samples in which two movies differ, track by track: found by what is in them, so that one that is
/// gone is one difference and not all behind it.
package struct SampleDifferences: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case inserted, dropped, replaced
    /// The same bytes, before or behind others than before.
    case reordered
    /// As many bytes as before, read from another place: what was there stands a few bytes off.
    case shifted
  }

  /// What is said of a sample of one file.
  package struct Side: Sendable {
    /// From 1.
    package let number: Int
    /// When it is shown, in nanoseconds; of one that no edit shows, when it would be if the nearest did: it may be below 0.
    package let time: Int64
    package let size: UInt64
    package let isSync: Bool
    /// `nil` when not all of its bytes are in the file.
    package let digest: SHA256.Digest?
  }

  /// A sample that is not the same.
  package struct Row: Sendable {
    package let kind: Kind
    /// `nil` for one that was inserted.
    package let before: Side?
    /// `nil` for one that was dropped.
    package let after: Side?
    /// How many bytes further on it is read; 0 for all that is not ``Kind/shifted``.
    package let shift: Int64
  }

  /// A track of either file, or of both.
  package struct Track: Sendable {
    package let name: String
    /// The IDs in both files; `nil` in one that has it not.
    package let ids: (before: UInt64?, after: UInt64?)
    /// How many samples each file has of it.
    package let counts: (before: Int, after: Int)
    /// Why its samples could not be compared; `nil` when they were.
    package fileprivate(set) var unread: String?
    package fileprivate(set) var rows: [Row] = []
    /// How many differ, of which no more than the first are in ``rows``.
    package fileprivate(set) var count = 0
  }

  package private(set) var tracks: [Track] = []

  /// Samples of a track that are listed.
  package static let limit = 1_000

  /// Whether all samples of all tracks are the same; `nil` when some could not be compared.
  package var areSame: Bool? {
    if tracks.contains(where: { $0.count > 0 || $0.ids.before == nil || $0.ids.after == nil }) {
      return false
    }
    return tracks.contains { $0.unread != nil } ? nil : true
  }

  /// What is read whatever the size of the files: a small one may have silence that many samples share.
  private static let leastBudget: UInt64 = 64 << 20

  /// - Parameters:
  ///   - before: The first movie.
  ///   - after: The second one.
  ///   - budget: The bytes of samples that are read at most; `nil` for several times those of the files, which is more
  ///     than samples are that do not lie in each other.
  /// - Returns: `nil` when one of them has no tracks.
  /// - Complexity: O(*n* log *n*) in the samples and O(*n*) in their bytes.
  package init?(_ before: Document, _ after: Document, within budget: UInt64? = nil) {
    guard before.context is AtomContext, after.context is AtomContext else { return nil }
    let movies = ComparedMovies()
    let (x, y) = (movies.movie(of: before), movies.movie(of: after))
    guard !x.tracks.isEmpty, !y.tracks.isEmpty else { return nil }
    let present = (x.documents + y.documents).reduce(UInt64(0)) { $0.saturatingAdd(UInt64($1.tree.file.byteCount)) }
    var budget = budget ?? max(Self.leastBudget, present.saturatingMultiply(4))
    var partners: [NodeIndex: NodeIndex] = [:]
    for pair in MediaFile.trackPartners(before, after, movies) { partners[pair.before] = pair.after }
    let promised = Set(partners.values)
    var left = y.tracks
    func isFree(_ other: SampleTrack, for track: SampleTrack) -> Bool {
      other.handler == track.handler && !promised.contains(other.node)
    }
    for track in x.tracks {
      let place =
        partners[track.node].flatMap { node in left.firstIndex { $0.node == node } }
        ?? left.firstIndex { $0.id == track.id && isFree($0, for: track) }
        ?? left.firstIndex { isFree($0, for: track) }
      guard let place else {
        tracks.append(Track(name: track.name, ids: (track.id, nil), counts: (track.count, 0)))
        continue
      }
      tracks.append(Self.compare(track, left.remove(at: place), &budget))
    }
    tracks += left.map { Track(name: $0.name, ids: (nil, $0.id), counts: (0, $0.count)) }
  }

  /// What a sample takes while it is listed, about.
  private static let bytesOfStep = 48

  private static func compare(
    _ a: SampleTrack, _ b: SampleTrack, _ budget: inout UInt64
  ) -> Track {
    var track = Track(name: b.name, ids: (a.id, b.id), counts: (a.count, b.count))
    guard
      let alignment = SampleAlignment(
        a, b, tick: MovieTime.tick(of: [a.timescale, b.timescale]), &budget)
    else {
      track.unread = "it has more samples or bytes than are read"
      return track
    }
    let share = MemoryShare(b.document.memory, for: "there is no memory for comparing all samples")
    guard share.grow(by: (alignment.counts.before + alignment.counts.after) * bytesOfStep) else {
      track.unread = "it has more samples or bytes than are read"
      return track
    }
    var steps = steps((0..<alignment.counts.before).map(alignment.partner(ofBefore:)), count: alignment.counts.after)
    // What neither file has is not another one: it is not known.
    let absent = (absentSizes(a, steps.compactMap(\.before)), absentSizes(b, steps.compactMap(\.after)))
    if !absent.0.isEmpty, !absent.1.isEmpty {
      let count = steps.count
      steps.removeAll { step in
        guard step.kind == .replaced, let x = step.before, let y = step.after, let size = absent.0[x] else { return false }
        return absent.1[y] == size
      }
      if steps.count < count {
        track.unread = count - steps.count == 1
          ? "1 sample is not in the files" : "\(count - steps.count) samples are not in the files"
      }
    }
    track.count = steps.count
    let shown = steps.prefix(limit)
    let old = sides(a, Set(shown.compactMap(\.before)))
    let new = sides(b, Set(shown.compactMap(\.after)))
    for step in shown {
      let (x, y) = (step.before.flatMap { old[$0] }, step.after.flatMap { new[$0] })
      var (kind, shift) = (step.kind, Int64(0))
      if kind == .replaced, let p = x?.place, let q = y?.place, p.range.count == q.range.count,
        let found = p.shift(in: q), found != 0
      {
        (kind, shift) = (.shifted, found)
      }
      track.rows.append(Row(kind: kind, before: x?.side, after: y?.side, shift: shift))
    }
    return track
  }

  // MARK: Steps

  /// A difference, by the places of samples in their tracks.
  private struct Step {
    let kind: Kind
    var before: Int?
    var after: Int?
  }

  /// What became of the samples, in their order: between two that have stayed one that is gone and one that
  /// is new stand for each other.
  private static func steps(_ partners: [Int], count: Int) -> [Step] {
    let kept = RisingPart.places(of: partners).reversed()
    var taken = Array(repeating: false, count: count)
    for place in partners where place >= 0 { taken[place] = true }
    var steps: [Step] = []
    var (i, j) = (0, 0)
    func pass(_ end: Int, _ otherEnd: Int) {
      let gone = (i..<end).filter { partners[$0] < 0 }
      let new = (j..<otherEnd).filter { !taken[$0] }
      for place in i..<end where partners[place] >= 0 {
        steps.append(Step(kind: .reordered, before: place, after: partners[place]))
      }
      for place in 0..<max(gone.count, new.count) {
        let old = place < gone.count ? gone[place] : nil
        let other = place < new.count ? new[place] : nil
        steps.append(
          Step(
            kind: old == nil ? .inserted : other == nil ? .dropped : .replaced, before: old,
            after: other))
      }
    }
    for place in kept {
      pass(place, partners[place])
      (i, j) = (place + 1, partners[place] + 1)
    }
    pass(partners.count, count)
    return steps
  }

  /// The sizes of those of the samples at some places of a track that are not all in the file.
  private static func absentSizes(_ track: SampleTrack, _ places: [Int]) -> [Int: UInt64] {
    var found: [Int: UInt64] = [:]
    if places.isEmpty { return found }
    let (wanted, documents) = (Set(places), track.documents)
    for (number, sample) in track.samples().enumerated() where wanted.contains(number) {
      if SamplePlace(sample, in: documents) == nil { found[number] = sample.size }
    }
    return found
  }

  /// What is said of the samples at some places of a track.
  private static func sides(
    _ track: SampleTrack, _ places: Set<Int>
  ) -> [Int: (side: Side, place: SamplePlace?)] {
    var found: [Int: (side: Side, place: SamplePlace?)] = [:]
    if places.isEmpty { return found }
    let edits = track.editList
    let documents = track.documents
    for (number, sample) in track.samples().enumerated() where places.contains(number) {
      let place = SamplePlace(sample, in: documents)
      let digest = place.map {
        SHA256.digest(of: $0.document.tree.file.bytes.extracting($0.range))
      }
      let side = Side(
        number: sample.number,
        time: MovieTime.nanoseconds(edits.moment(of: sample), track.timescale),
        size: sample.size, isSync: sample.isSync, digest: digest)
      found[number] = (side, place)
    }
    return found
  }
}
