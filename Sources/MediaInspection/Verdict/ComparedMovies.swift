import Atoms
import ByteReading
package import MediaFacts
package import Structure

/// What is worked out of the two files of a comparison once for all who ask: their samples, what a player
/// makes of them, and where their media differ.
///
/// It keeps the files that were asked for last.
package final class ComparedMovies: @unchecked Sendable {
  private struct Kept {
    let document: Document
    var movie: MovieSamples?
    var playback: Playback?
    var checked: Document?

    /// Whether it is what is kept of the file that `other` is, too, checked or not.
    func isOf(_ other: Document) -> Bool { document === other || checked === other }
  }

  /// Held for what is kept, and not while it is worked out.
  private let lock = Lock()
  private var files: [Kept] = []
  private var lastDifference: (before: Document, after: Document, found: MediaDifference?)?
  /// What was found on the way through tracks of the first of these files.
  private var walks: [NodeIndex: DifferenceWalk] = [:]
  private var alignments: [KeptAlignment] = []

  /// Which samples of a track stand for each other.
  private struct KeptAlignment {
    let before: Document
    let after: Document
    let node: NodeIndex
    let alignment: SampleAlignment
  }

  package init() {}

  /// The files of a comparison.
  private static let limit = 2

  private func kept(_ document: Document) -> Kept? {
    lock.withLock { files.first { $0.isOf(document) } }
  }

  private func keep(_ document: Document, _ change: (inout Kept) -> Void) {
    lock.withLock {
      if let place = files.firstIndex(where: { $0.isOf(document) }) {
        change(&files[place])
        return
      }
      if files.count == Self.limit { files.removeFirst() }
      var kept = Kept(document: document)
      change(&kept)
      files.append(kept)
    }
  }

  /// The samples of a file.
  ///
  /// - Complexity: O(*n*) in the nodes of tracks and fragments the first time.
  package func movie(of document: Document) -> MovieSamples {
    if let known = kept(document)?.movie { return known }
    let movie = MovieSamples(document)
    keep(document) { $0.movie = movie }
    return movie
  }

  /// The samples of the second of two files, of which those of the first are known: they are the same where
  /// nothing but bytes of media differ.
  func movie(of after: Document, _ difference: MediaDifference?, _ before: MovieSamples) -> MovieSamples {
    if difference == nil { return movie(of: after) }
    if let known = kept(after)?.movie { return known }
    let movie = before.standing(in: after)
    keep(after) { $0.movie = movie }
    return movie
  }

  /// What a player makes of a file.
  package func playback(of document: Document) -> Playback {
    if let known = kept(document)?.playback { return known }
    // Where nothing but bytes of media differ, a player makes the same of both.
    if let last = lock.withLock({ lastDifference }), last.found != nil, last.after === document,
      let known = kept(last.before)?.playback
    {
      return known
    }
    let playback =
      document.context is AtomContext
      ? MediaFile.playback(of: document, in: movie(of: document), knowing: nil)
      : MediaFile.playback(of: document)
    keep(document) { $0.playback = playback }
    return playback
  }

  /// The document with all that is wrong with the file, by rules that look at all of it.
  package func checked(_ document: Document) -> Document {
    if let known = kept(document)?.checked { return known }
    let checked = MediaFile.checked(document, isThorough: true)
    keep(document) { $0.checked = checked }
    return checked
  }

  /// Where two files differ, when that is in nothing but media; `nil` where it is not, or where so many bytes
  /// must not be read.
  ///
  /// - Complexity: O(*n*) in the bytes of the files the first time.
  func difference(
    _ before: Document, _ after: Document, within budget: UInt64
  ) -> MediaDifference? {
    guard UInt64(before.tree.file.byteCount) <= budget / 2 else { return nil }
    if let known = lock.withLock({ lastDifference }), known.before === before, known.after === after {
      return known.found
    }
    let found = MediaDifference(before, after, within: budget)
    lock.withLock {
      lastDifference = (before, after, found)
      walks = [:]
    }
    return found
  }

  /// Whether two files have the same problems for certain: nothing but bytes of media differ, of which no node shows a
  /// field, and the rules that read media find the same in both.
  ///
  /// - Complexity: O(*n*) in the bytes of the files, of which no more than `budget` are read, and in their nodes.
  package func haveSameProblems(_ before: Document, _ after: Document, within budget: UInt64) -> Bool {
    guard before.context is AtomContext,
      let difference = difference(before, after, within: budget)
        ?? MediaDifference(standIn: before, of: after, within: budget),
      difference.leavesFields(of: before.tree)
    else { return false }
    let first = movie(of: before)
    let (x, y) = (
      MediaRules.holdMedia(of: before, first), MediaRules.holdMedia(of: after, movie(of: after, difference, first))
    )
    // Who ran out of steps or memory may not have found all.
    return before.leftOut.isEmpty && after.leftOut.isEmpty
      && [x, y].allSatisfy { found in found.kept.count == found.counts.reduce(0) { $0 + $1.count } }
      && x.kept.elementsEqual(y.kept) { $0.kind == $1.kind && $0.node == $1.node && $0.severity == $1.severity }
  }

  /// Keeps which samples of a track of the first file differing bytes meet.
  func keep(_ walk: DifferenceWalk, ofTrackAt node: NodeIndex) {
    lock.withLock { walks[node] = walk }
  }

  /// Which samples of a track of the first file differing bytes meet; `nil` when nobody knows.
  func walk(ofTrackAt node: NodeIndex) -> DifferenceWalk? {
    lock.withLock { walks[node] }
  }

  /// Keeps which samples of a track stand for each other; those of other files are forgotten.
  func keep(_ alignment: SampleAlignment, of a: SampleTrack, and b: SampleTrack) {
    lock.withLock {
      alignments.removeAll { $0.before !== a.document || $0.after !== b.document }
      guard alignments.count < Self.alignmentLimit else { return }
      alignments.append(KeptAlignment(before: a.document, after: b.document, node: a.node, alignment: alignment))
    }
  }

  /// Which samples of a track stand for each other; `nil` when nobody knows.
  func alignment(of a: SampleTrack, and b: SampleTrack) -> SampleAlignment? {
    lock.withLock {
      alignments.first { $0.before === a.document && $0.after === b.document && $0.node == a.node }?.alignment
    }
  }

  /// Tracks whose alignment is kept.
  private static let alignmentLimit = 16
}

/// What going through the samples of a track found out, of files that differ in nothing but media.
struct DifferenceWalk: Sendable {
  /// The samples that a differing byte meets.
  var met: [Sample] = []
  /// The bytes of all samples.
  var byteCount: UInt64 = 0
  /// Whether none of these is in the second file what another of them was in the first.
  var isOfNewBytes = false

  /// Samples that are kept.
  static let limit = 64
}
