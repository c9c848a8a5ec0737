package import Structure

extension SnapshotCheck {
  /// The first line of a snapshot that does not say what stands in it for the file, which is opened as
  /// `document`: people review lines, and what stands behind them is compared. `nil` when all do.
  ///
  /// What is said of bytes that are not there is not held against anything, nor is what is wrong with the
  /// file (``Comparison/Options/claimedProblems``).
  ///
  /// - Parameter options: With the profile of the snapshot.
  package static func falseLine(
    of snapshot: Snapshot, _ document: Document, options: Snapshot.Options
  ) -> FalseLine {
    let media = options.media(of: document, from: snapshot.standIn)
    for (name, line, isThere) in [
      ("media", snapshot.media, media != nil),
      ("playback", snapshot.playback, options.playback != nil),
    ] {
      // Of what is not looked into nothing is said.
      guard let line, !isThere else { continue }
      return .found(
        Difference(
          kind: .removed, line: line.line, path: .file, name: name, isNode: false, old: line.text,
          new: ""))
    }
    let check = SnapshotCheck(snapshot, document, options: options, media: media)
    guard check.isComplete else { return .notChecked }
    return check.differences.first.map { .found($0) } ?? .none
  }

  /// What came of holding lines against what stands behind them.
  package enum FalseLine: Sendable {
    case none, notChecked
    case found(Difference)
  }
}
