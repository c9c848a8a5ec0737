import Atoms
import ByteReading
package import MediaFacts
package import Structure

extension MediaFile {
  /// What two files have in common of all that somebody plays: each track sample by sample, each item
  /// byte by byte, sound without tracks frame by frame.
  ///
  /// - Parameters:
  ///   - limit: The bytes that are read at most, of both files together.
  ///   - movies: What is known of the two files already.
  ///   - values: What the items of a file say that are metadata, by the entry of each.
  ///   - partner: Which node of `after` is the one at an index of `before`.
  /// - Complexity: O(*n*) in the samples, the items and their bytes.
  package static func proofs(
    _ before: Document, _ after: Document, limit: UInt64,
    movies: ComparedMovies = ComparedMovies(),
    values: ((_ document: Document) -> [ItemValue])? = nil,
    partner: (_ node: NodeIndex) -> NodeIndex?
  ) -> MediaProofs {
    var budget = limit
    var proofs = MediaProofs()
    if (before.context is AtomContext) != (after.context is AtomContext) {
      // Nothing of the one stands for anything of the other.
      proofs.findings = Verdict.Aspect.allCases.map {
        Verdict.Finding($0, .notChecked, "another kind of file")
      }
      return proofs
    }
    if before.context is AtomContext, after.context is AtomContext {
      MovieProof.add(before, after, to: &proofs, within: &budget, movies: movies, partner: partner)
      if before.tree.isSegmentAlone || after.tree.isSegmentAlone {
        proofs.outside = describedElsewhere.map { Verdict.Finding($0, .notChecked, "described in another file") }
      }
      ItemProof.add(before, after, values: values, to: &proofs, budget: &budget, partner: partner)
    } else {
      SoundProof.add(before, after, to: &proofs, &budget)
    }
    return proofs
  }

  /// What a segment leaves to the file that describes its tracks. What a track of time code counts is in its samples.
  private static let describedElsewhere: [Verdict.Aspect] = [.setup, .display, .sound, .text, .tracks, .protection]
}

extension MediaFile {
  /// Whether samples or items of a file lie in other files.
  ///
  /// - Complexity: O(*n*) in the nodes of tracks and fragments.
  package static func hasMediaElsewhere(_ document: Document) -> Bool {
    guard document.context is AtomContext else { return false }
    if MovieSamples(document).tracks.contains(where: \.isElsewhere) { return true }
    return ItemProof.hasItemsElsewhere(document)
  }
}

/// Compares the tracks of two movies.
private enum MovieProof {
  /// A track that both have.
  private struct Pair {
    let name: String
    let kind: String
    let before: Playback.Track?
    let after: Playback.Track?
    let ids: (before: UInt64?, after: UInt64?)
    let shift: Int64?
    let shiftWithoutEdits: Int64?
    /// Within which it begins, and ends, when it did.
    let tick: Int64
    let endTick: Int64
  }

  static func add(
    _ before: Document, _ after: Document, to proofs: inout MediaProofs, within budget: inout UInt64,
    movies: ComparedMovies, partner: (NodeIndex) -> NodeIndex?
  ) {
    defer {
      for text in ClaimProof.words(before, after, otherThan: LengthProof.growth(before, after)) {
        proofs.findings.append(Verdict.Finding(.startAndEnd, .changed, text))
      }
    }
    let x = movies.movie(of: before)
    let difference = movies.difference(before, after, within: budget)
    let y = movies.movie(of: after, difference, x)
    guard !x.tracks.isEmpty || !y.tracks.isEmpty else { return }
    let playback = (movies.playback(of: before), movies.playback(of: after))
    let shown = (playback.0.tracks, playback.1.tracks)
    var places: [NodeIndex: Int] = [:]
    for (place, track) in y.tracks.enumerated() where after.tree[track.node].type == "trak" {
      places[track.node] = place
    }
    var taken: Set<Int> = []
    var pairs: [Pair] = []
    var partners: [(before: Int, after: Int)] = []
    // The first track may use up all that may be read.
    let reserve = budget / 16 / UInt64(max(1, x.tracks.count))
    for (place, track) in x.tracks.enumerated() {
      var other = partner(track.node).flatMap { places[$0] }
      if other == nil, before.tree[track.node].type != "trak" {
        // Of tracks that only fragments name the number is all there is.
        other = y.tracks.firstIndex { $0.id == track.id && after.tree[$0.node].type != "trak" }
      }
      guard let other, taken.insert(other).inserted else {
        report(track, isGone: true, x, to: &proofs)
        continue
      }
      let name = name(of: y.tracks[other], in: y)
      partners.append((place, other))
      let known = (movies.walk(ofTrackAt: track.node), movies.alignment(of: track, and: y.tracks[other]))
      let proof = TrackProof(
        track, y.tracks[other], called: name, difference: difference, known: known, reserve: reserve, within: &budget)
      proofs.findings += proof.findings
      proofs.subjects.append(proof.subject)
      // Of a track without samples nothing was gone through: what its tables say is compared as it stands.
      if track.count > 0 || y.tracks[other].count > 0 { proofs.walked.append((track.node, y.tracks[other].node)) }
      if proof.isRewrapped { proofs.rewrapped.append((track.node, y.tracks[other].node)) }
      let scales = [track.timescale, y.tracks[other].timescale, x.movieTimescale, y.movieTimescale]
      pairs.append(
        Pair(
          name: name, kind: y.tracks[other].description.kind ?? "",
          before: place < shown.0.count ? shown.0[place] : nil,
          after: other < shown.1.count ? shown.1[other] : nil,
          ids: (track.id, y.tracks[other].id), shift: proof.shift,
          shiftWithoutEdits: proof.shiftWithoutEdits,
          tick: MovieTime.tick(of: scales, atMost: MovieTime.startLimit), endTick: MovieTime.tick(of: scales)))
      if x.tracks.count > 256 || y.tracks.count > 256 {
        proofs.findings.append(
          Verdict.Finding(.startAndEnd, .notChecked, "of more than 256 tracks"))
      }
      let scale = (track.timescale, y.tracks[other].timescale)
      if (scale.0 == 0) != (scale.1 == 0) {
        proofs.findings.append(
          Verdict.Finding(
            .times, .changed, (scale.0 == 0 ? "had" : ProofWords.verb("has", "have", of: name)) + " no timescale",
            subject: name))
      }
      if let old = track.handler, let new = y.tracks[other].handler, (old == "soun") != (new == "soun") {
        let verb = ProofWords.verb("is", "are", of: name)
        let words = verb + (old == "soun" ? " no track of sound any more" : " a track of sound now")
        proofs.findings.append(Verdict.Finding(.sound, .changed, words, subject: name, track: pairs.last?.ids ?? (nil, nil)))
      }
    }
    for (place, track) in y.tracks.enumerated() where !taken.contains(place) {
      report(track, isGone: false, y, to: &proofs)
    }
    compareAuxiliaryData(x, y, partners, to: &proofs, within: &budget)
    reportStarts(pairs, lateness: (playback.0.audioLateness, playback.1.audioLateness), to: &proofs)
    if !reportEnds(pairs, to: &proofs), let words = LengthProof.words(before, after, of: "the movie") {
      proofs.findings.append(Verdict.Finding(.startAndEnd, .changed, words))
    }
    for (pair, place) in zip(pairs, partners) {
      let ends = (pair.before?.end, pair.after?.end)
      for text in ClaimProof.words(x.tracks[place.before], y.tracks[place.after], ends: ends) {
        proofs.findings.append(
          Verdict.Finding(.startAndEnd, .changed, text, subject: pair.name, track: pair.ids))
      }
    }
    reportWithoutEdits(pairs, x, y, to: &proofs)
    reportTimecodes(before, after, pairs, to: &proofs)
    ReferenceProof.add(partners.map { (x.tracks[$0.before], y.tracks[$0.after]) }, before, after, to: &proofs)
    reportOpening(x, y, to: &proofs)
  }

  /// Compares what `saio` leads to among media, such as initialization vectors; what lies in boxes is compared as
  /// boxes are.
  private static func compareAuxiliaryData(
    _ x: MovieSamples, _ y: MovieSamples, _ partners: [(before: Int, after: Int)], to proofs: inout MediaProofs,
    within budget: inout UInt64
  ) {
    let (old, new) = (auxiliaryData(of: x), auxiliaryData(of: y))
    if old.isEmpty, new.isEmpty { return }
    for pair in partners {
      let a = JoinedBytes(document: x.document, ranges: (old[pair.before] ?? [])[...])
      let b = JoinedBytes(document: y.document, ranges: (new[pair.after] ?? [])[...])
      if a.ranges.isEmpty, b.ranges.isEmpty { continue }
      let track = y.tracks[pair.after]
      let isProtected = track.description.protectedShare(in: track.home.tree) != .none
      func add(_ state: Verdict.State, _ words: String) {
        let what = isProtected ? "initialization vectors and the like beside samples" : "auxiliary data of samples"
        proofs.findings.append(
          Verdict.Finding(
            isProtected ? .protection : .samples, state, what + words, subject: name(of: track, in: y),
            track: (x.tracks[pair.before].id, track.id)))
      }
      let need = a.count.saturatingAdd(b.count)
      guard need <= budget else {
        add(.notChecked, " (\(need) bytes; --digest reads all)")
        continue
      }
      budget -= need
      switch a.isSame(as: b) {
      case true?: continue
      case nil: add(.notChecked, "")
      case false?:
        add(.changed, " are others")
        guard isProtected else { continue }
        proofs.findings.append(
          Verdict.Finding(
            .samples, .changed, ProofWords.verb("is", "are", of: name(of: track, in: y)) + " decrypted otherwise",
            subject: name(of: track, in: y),
            track: (x.tracks[pair.before].id, track.id)))
      }
    }
  }

  /// Where it lies among media, by the place of its track. Where a box beside holds it ('senc', and what stood for
  /// that before), offsets that lead elsewhere are a writer's fault, and readers go by the box.
  private static func auxiliaryData(of movie: MovieSamples) -> [Int: [Range<UInt64>]] {
    let tree = movie.document.tree
    guard let areas = MediaAreas(of: tree) else { return [:] }
    var ranges: [Int: [Range<UInt64>]] = [:]
    for extent in AuxiliaryData.extents(of: movie) where areas.area(at: extent.start) != nil {
      if tree.children(of: extent.node).contains(where: { tree[$0].type == "senc" || tree[$0].type == .uuid }) { continue }
      ranges[extent.track, default: []].append(extent.start..<extent.start.saturatingAdd(extent.byteCount))
    }
    return ranges
  }

  /// `video`, or `track 3 audio` where there are several of a kind.
  private static func name(of track: SampleTrack, in movie: MovieSamples) -> String {
    guard let kind = track.description.kind else { return track.name }
    var count = 0
    // There are few kinds: of most a second one is found soon.
    for place in movie.tracks.indices where movie.tracks[place].description.kind == kind {
      count += 1
      if count > 1 { return track.name }
    }
    return kind
  }

  private static func report(
    _ track: SampleTrack, isGone: Bool, _ movie: MovieSamples, to proofs: inout MediaProofs
  ) {
    let ids: (UInt64?, UInt64?) = isGone ? (track.id, nil) : (nil, track.id)
    var subject = Verdict.Subject(track.name, numbers: ids)
    subject.counts = isGone ? (track.count, 0) : (0, track.count)
    proofs.subjects.append(subject)
    if isGone { proofs.alone.before.append(track.node) } else { proofs.alone.after.append(track.node) }
    let aspect = TrackProof.aspect(of: track)
    let isPlayed = aspect == .samples
    var finding = Verdict.Finding(
      isPlayed ? .tracks : aspect, .changed,
      ProofWords.verb("is", "are", of: name(of: track, in: movie)) + (isGone ? " gone" : " new"),
      subject: name(of: track, in: movie), track: ids)
    finding.isLoss = isGone
    proofs.findings.append(finding)
  }

  // MARK: Start and end

  private static func shift(of pair: Pair) -> Int64? {
    if let shift = pair.shift { return shift }
    guard let x = pair.before?.start, let y = pair.after?.start else { return nil }
    return y.saturatingSubtract(x).multipliedReportingOverflow(by: 1_000).partialValue
  }

  /// The first tracks of sound and of pictures, by how much later their samples are shown against each other than
  /// before, and within what that is the same; in nanoseconds.
  private static func soundShift(
    _ pairs: [Pair], _ shift: (Pair) -> Int64?
  ) -> (by: Int64, tick: UInt64)? {
    guard let sound = pairs.first(where: { $0.kind == "audio" }),
      let pictures = pairs.first(where: { $0.kind == "video" }), let late = shift(sound), let base = shift(pictures)
    else { return nil }
    return (late.saturatingSubtract(base), UInt64(clamping: max(sound.tick, pictures.tick)))
  }

  /// `start: video and audio together → audio 83.3 ms before video`, where that is not what became of the samples that
  /// both files show: a track begins with others now, such as those that set up a decoder.
  private static func words(ofStarts lateness: (before: Int64?, after: Int64?), _ pairs: [Pair]) -> String? {
    guard let old = lateness.before, let new = lateness.after else { return nil }
    let limit = UInt64(Playback.tolerance)
    let change = new.saturatingSubtract(old)
    let known = (soundShift(pairs, shift(of:))?.by ?? 0) / 1_000
    guard change.magnitude > limit, change.saturatingSubtract(known).magnitude > limit else { return nil }
    return "start: \(Playback.words(ofSoundAfterPictures: old)) → \(Playback.words(ofSoundAfterPictures: new))"
  }

  private static func reportStarts(
    _ pairs: [Pair], lateness: (before: Int64?, after: Int64?), to proofs: inout MediaProofs
  ) {
    let starts = words(ofStarts: lateness, pairs)
    defer {
      if let starts { proofs.findings.append(Verdict.Finding(.startAndEnd, .changed, starts)) }
    }
    let moved = pairs.compactMap { pair in
      shift(of: pair).map { (pair: pair, by: $0) }
    }
    let shifted = moved.filter { $0.by != 0 }
    if shifted.isEmpty { return reportVisible(pairs, to: &proofs) }
    let largest = shifted.map { $0.by.magnitude }.max() ?? 0
    if shifted.allSatisfy({ $0.by.magnitude <= UInt64($0.pair.tick) }) {
      proofs.findings.append(
        Verdict.Finding(
          .startAndEnd, .equivalent, "within \(ProofWords.length(Int64(clamping: largest)))"))
      return reportVisible(pairs, to: &proofs)
    }
    let isTogether =
      moved.count == pairs.count && pairs.count > 1
      && moved.allSatisfy {
        $0.by.saturatingSubtract(moved[0].by).magnitude <= UInt64($0.pair.tick)
      }
    if isTogether {
      let tracks = "\(pairs.count == 2 ? "both" : "all \(pairs.count)") tracks"
      // Shown when they were, and more or less of their beginnings is cut off.
      let isInPlace = pairs.allSatisfy { pair in
        guard let x = pair.before?.start, let y = pair.after?.start else { return false }
        return y.saturatingSubtract(x).magnitude <= UInt64(clamping: pair.tick / 1_000 &+ 2)
      }
      let by = moved[0].by
      let words: String
      if isInPlace {
        let place = by < 0 ? "further on in" : "nearer to the beginning of"
        words = "\(tracks) begin \(ProofWords.length(by)) \(place) their media"
      } else if starts == nil {
        words = "\(tracks) start \(ProofWords.moved(by))"
      } else {
        words = "the same samples of \(tracks) are shown \(ProofWords.moved(by))"
      }
      proofs.findings.append(
        Verdict.Finding(.startAndEnd, .changed, words + ", together as before"))
    } else {
      for entry in shifted where entry.by.magnitude > UInt64(entry.pair.tick) {
        proofs.findings.append(
          Verdict.Finding(
            .startAndEnd, .changed, ProofWords.verb("starts", "start", of: entry.pair.name)
              + " \(ProofWords.moved(entry.by))\(against(entry.pair, moved))",
            subject: entry.pair.name, track: entry.pair.ids))
      }
    }
    reportVisible(pairs, to: &proofs)
  }

  /// ` against video`, when the pictures did not move as well.
  private static func against(_ pair: Pair, _ moved: [(pair: Pair, by: Int64)]) -> String {
    guard pair.kind == "audio",
      let video = moved.first(where: { $0.pair.kind == "video" }),
      video.by.magnitude <= UInt64(video.pair.tick)
    else { return "" }
    return " against video"
  }

  /// Whether something is shown at all, and what of the beginning is.
  private static func reportVisible(_ pairs: [Pair], to proofs: inout MediaProofs) {
    for pair in pairs {
      guard let x = pair.before, let y = pair.after else { continue }
      if (x.start == nil) != (y.start == nil) {
        proofs.findings.append(
          Verdict.Finding(
            .startAndEnd, .changed,
            ProofWords.verb("shows", "show", of: pair.name) + (y.start == nil ? " nothing any more" : " something now"),
            subject: pair.name, track: pair.ids))
      }
    }
  }

  /// - Returns: Whether a track lasts longer or less, so that the movie does, too.
  private static func reportEnds(_ pairs: [Pair], to proofs: inout MediaProofs) -> Bool {
    var isReported = false
    for pair in pairs {
      guard let x = pair.before, let y = pair.after, let from = x.start, let to = y.start else {
        continue
      }
      func add(_ text: String) {
        isReported = true
        proofs.findings.append(
          Verdict.Finding(
            .startAndEnd, .changed, text, subject: pair.name, track: pair.ids))
      }
      switch (x.end, y.end) {
      case (nil, nil): break
      case (nil, _): add(ProofWords.verb("has", "have", of: pair.name) + " an end now")
      case (_, nil): add(ProofWords.verb("has", "have", of: pair.name) + " no end any more")
      case (let endX?, let endY?):
        let (old, new) = (endX.saturatingSubtract(from), endY.saturatingSubtract(to))
        let away = new.saturatingSubtract(old)
        let limit = UInt64(clamping: pair.endTick / 1_000 &+ 2)
        if away.magnitude > limit {
          let verb = ProofWords.verb("lasts", "last", of: pair.name)
          add("\(verb) \(Playback.seconds(new)), not \(Playback.seconds(old))")
        } else if away != 0 {
          proofs.findings.append(
            Verdict.Finding(
              .startAndEnd, .equivalent, ProofWords.verb("ends", "end", of: pair.name) + " within a tick", subject: pair.name,
              track: pair.ids))
        }
      }
    }
    return isReported
  }

  /// What players that ignore edits make of sound against pictures, where that is another thing than what became of it
  /// with edits: an edit that makes up for other composition times is none to them.
  private static func reportWithoutEdits(
    _ pairs: [Pair], _ x: MovieSamples, _ y: MovieSamples, to proofs: inout MediaProofs
  ) {
    guard let with = soundShift(pairs, { $0.shift }),
      let without = soundShift(pairs, { $0.shiftWithoutEdits })
    else { return }
    let away = without.by.saturatingSubtract(with.by)
    guard without.by.magnitude > without.tick, away.magnitude > without.tick else { return }
    func late(_ movie: MovieSamples) -> Int64? {
      movie.tracks.contains { $0.editList.isExplicit } ? movie.soundLatenessWithoutEdits : 0
    }
    var words = "audio starts \(ProofWords.moved(without.by)) against video"
    // How late it is in each file says it where these tracks are the ones that it is said of, and the samples of both
    // belong together as before.
    if let old = late(x), let new = late(y), with.by.magnitude <= with.tick,
      new.saturatingSubtract(old).saturatingSubtract(away / 1_000).magnitude <= UInt64(Playback.tolerance)
    {
      words = "audio \(Playback.words(ofSoundLate: old)) → \(Playback.words(ofSoundLate: new))"
    }
    // Nobody who regards edits notices; beside what they do notice it stands with that.
    let isSeen = proofs.findings.contains { $0.aspect == .startAndEnd && $0.state == .changed }
    proofs.findings.append(
      Verdict.Finding(.startAndEnd, isSeen ? .changed : .equivalent, "players that ignore edits: " + words))
  }

  // MARK: Timecode and opening

  private static func reportTimecodes(
    _ before: Document, _ after: Document, _ pairs: [Pair], to proofs: inout MediaProofs
  ) {
    defer { reportTimecodeShifts(pairs, to: &proofs) }
    let old = before.synopsis.tracks.compactMap(\.timecode)
    let new = after.synopsis.tracks.compactMap(\.timecode)
    guard old != new else { return }
    // Where all that is known is that its samples are others, this says which.
    proofs.findings.removeAll { $0.aspect == .timecode }
    let (x, y) = (old.joined(separator: ", "), new.joined(separator: ", "))
    proofs.findings.append(
      Verdict.Finding(
        .timecode, .changed,
        x.isEmpty ? "starts at \(y) now" : y.isEmpty ? "\(x) is gone" : "starts at \(y), not \(x)"))
  }

  /// A time code that is shown earlier or later says another time for each picture.
  private static func reportTimecodeShifts(_ pairs: [Pair], to proofs: inout MediaProofs) {
    let pictures = pairs.first { $0.kind == "video" }
    for pair in pairs where pair.kind == "timecode" {
      guard let by = shift(of: pair), let base = pictures.map({ shift(of: $0) }) ?? 0 else { continue }
      let away = by.saturatingSubtract(base)
      guard away.magnitude > UInt64(pair.tick) else { continue }
      proofs.findings.append(
        Verdict.Finding(
          .timecode, .changed, "comes \(ProofWords.moved(away))\(pictures == nil ? "" : " against the pictures")",
          subject: pair.name, track: pair.ids))
    }
  }

  private static func reportOpening(
    _ x: MovieSamples, _ y: MovieSamples, to proofs: inout MediaProofs
  ) {
    func add(_ text: String) {
      proofs.findings.append(Verdict.Finding(.opening, .changed, text))
    }
    let (a, b) = (x.document.synopsis, y.document.synopsis)
    if let was = a.isFastStart, let now = b.isFastStart, was != now {
      add(now ? "what a player needs comes first now" : "what a player needs comes last now")
    }
    if x.fragmentCount != y.fragmentCount {
      add(
        x.fragmentCount == 0
          ? "in \(y.fragmentCount) \(y.fragmentCount == 1 ? "fragment" : "fragments") now"
          : y.fragmentCount == 0
            ? "no longer in fragments" : "\(x.fragmentCount) → \(y.fragmentCount) fragments")
      return
    }
    guard x.tracks.count == y.tracks.count else { return }
    let chunks = (
      x.tracks.reduce(0) { $0 &+ $1.chunkCount }, y.tracks.reduce(0) { $0 &+ $1.chunkCount }
    )
    if chunks.0 != chunks.1 { add("interleaved otherwise: \(chunks.0) → \(chunks.1) chunks") }
  }
}
