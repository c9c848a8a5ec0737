import ByteReading
import CommandLineSupport
import MediaFacts
import MediaInspection
import Structure
import StructureDiff

/// The digests of the media of two files, when somebody wants to see them.
struct MediaIdentity: Sendable {
  /// The digests of both files, when they were asked for.
  private(set) var digests: (before: MediaDigests, after: MediaDigests)?

  /// Nothing was looked at.
  init() {}

  /// - Parameter isAsked: Whether digests are wanted.
  init(_ comparison: Comparison, isAsked: Bool) {
    guard isAsked else { return }
    let documents = [comparison.before, comparison.after]
    let size = documents.reduce(0) { $0.saturatingAdd($1.tree.file.byteCount) }
    let found = MediaFile.digests(of: documents, isWhole: true) {
      runWithProgress(in: "", size: size, count: $0, byteCount: $1, job: $2)
    }
    digests = (found[0], found[1])
  }
}
