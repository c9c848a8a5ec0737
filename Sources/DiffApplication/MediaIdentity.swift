import ByteReading
import CommandLineSupport
import MediaFacts
import MediaInspection
import Structure
import StructureDiff

/// Whether two files hold the same media, as far as that was looked at.
struct MediaIdentity: Sendable {
  /// What the line of the second file says: `same video, new audio`; empty when neither has media.
  private(set) var verdict = ""
  /// The digests of both files, when they were asked for.
  private(set) var digests: (before: MediaDigests, after: MediaDigests)?
  /// Whether all samples are the same; `nil` when that was not looked at.
  private(set) var isSame: Bool?

  /// Nothing was looked at.
  init() {}

  /// - Parameter isAsked: Whether digests are wanted in any case; else they are made when payloads
  ///   differ and are not long.
  init(_ comparison: Comparison, isAsked: Bool) {
    isSame = comparison.hasSameMedia
    let documents = [comparison.before, comparison.after]
    if isAsked {
      let found = MediaFile.digests(of: documents, isWhole: true, running: runWithProgress)
      digests = (found[0], found[1])
    }
    if comparison.isMediaUnknown, digests == nil {
      verdict = "media not compared (--digest)"
      return
    }
    guard let isSameBytes = comparison.hasSameMedia ?? digests.map({ $0.0.media == $0.1.media })
    else { return }
    guard !isSameBytes else {
      verdict = "same media"
      if comparison.changes.allSatisfy({ $0.kind == .moved }) { verdict += ", same metadata" }
      return
    }
    let found =
      digests.map { [$0.before, $0.after] } ?? MediaFile.digests(of: documents, isWhole: false, running: runWithProgress)
    let words = MediaVerdict(found[0], found[1])
    verdict = words.text
    isSame = words.isSame
    let fragmented = documents.map { $0.synopsis.isFragmented }
    if words.isSame, fragmented[0] != fragmented[1] {
      verdict = fragmented[1] ? "same media, now fragmented" : "same media, no longer fragmented"
    }
  }
}
