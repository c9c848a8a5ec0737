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
    switch falseLines(of: snapshot, document, options: options) {
    case nil: .notChecked
    case let lines?: lines.first.map { .found($0) } ?? .none
    }
  }

  /// All such lines, in order; `nil` when there is no memory for looking for them.
  ///
  /// - Parameter options: With the profile of the snapshot.
  package static func falseLines(
    of snapshot: Snapshot, _ document: Document, options: Snapshot.Options
  ) -> [Difference]? {
    let media = options.media(of: document, from: snapshot.standIn)
    var found: [Difference] = []
    for (name, line, isThere) in [
      ("media", snapshot.media, media != nil),
      ("playback", snapshot.playback, options.playback != nil),
    ] {
      // Of what is not looked into nothing is said.
      guard let line, !isThere else { continue }
      found.append(
        Difference(
          kind: .removed, line: line.line, path: .file, name: name, isNode: false, old: line.text,
          new: ""))
    }
    let check = SnapshotCheck(snapshot, document, options: options, media: media)
    return check.isComplete ? found + check.differences : nil
  }

  /// What came of holding lines against what stands behind them.
  package enum FalseLine: Sendable {
    case none, notChecked
    case found(Difference)
  }
}
