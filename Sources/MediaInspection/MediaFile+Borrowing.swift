package import ByteReading
import Atoms
import MediaFacts
package import Structure

extension MediaFile {
  /// The structure of a file that may be another one but for its media: it has the nodes of that one then, which take no
  /// time and no memory.
  ///
  /// - Parameters:
  ///   - source: The bytes of the file.
  ///   - limits: What the file may cost.
  ///   - other: A document as it was opened; `nil` where there is none.
  /// - Returns: The opened document.
  /// - Throws: `MediaFileError` when the content is empty or is none of our formats.
  /// - Complexity: O(*n*) in the bytes of files of one size, up to 128 MiB each; else, and where something else
  ///   differs, that of opening it.
  package static func open(
    _ source: ByteSource, limits: Limits, besides other: Document?
  ) throws(MediaFileError) -> Document {
    if let other, let document = standing(for: other, in: source) { return document }
    return try open(source, limits: limits)
  }

  /// Bytes of both files that are read to find out whether they differ in media alone.
  private static let comparedByteCount: UInt64 = 256 << 20

  /// `nil` where other nodes may be found in the file: by what differs, or by what was looked for beside them.
  private static func standing(for other: Document, in source: ByteSource) -> Document? {
    let tree = other.tree
    guard let format = other.format, format.id == .isoBaseMedia, other.context is AtomContext,
      // Damaged files are looked through for what follows the damage.
      other.problems.counts.isEmpty, other.leftOut.isEmpty, tree.rawCount == 0, tree.namedCount == 0,
      // What was inflated, or put together, is read from bytes of its own.
      tree.sources.count == 1,
      // Formats are told apart by the first bytes.
      let first = tree.children(of: nil).first(where: { _ in true }), tree[first].type != "mdat",
      !source.isMissing(0..<source.byteCount), !tree.file.isMissing(0..<tree.file.byteCount),
      let others = nodesOfOtherBytes(other, source),
      // Behind an atom that nobody knows a trailer is looked for at the end of the file.
      tree.children(of: nil).allSatisfy({ tree[$0].table != Node.noTable })
    else { return nil }
    let document = Document(other, standingIn: source, but: others)
    document.context = AtomContext(document)
    document.describe(as: format)
    return document
  }

  /// The nodes of media in which a file has other bytes than another; `nil` where it may have others elsewhere. One that
  /// stands in for the other has the same bytes, whichever of them are not there.
  private static func nodesOfOtherBytes(_ other: Document, _ source: ByteSource) -> [NodeIndex]? {
    if MediaDifference(standIn: source, of: other, within: comparedByteCount) != nil { return [] }
    return MediaDifference(other, source, within: comparedByteCount)?.nodes(of: other.tree)
  }
}
