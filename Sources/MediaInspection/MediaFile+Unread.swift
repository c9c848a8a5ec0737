import Atoms
import ByteReading
public import MediaFacts
public import Structure

extension MediaFile {
  /// What of an opened file was not read, whatever is looked for in its structure and metadata: that something
  /// is not there is proved only where this is empty.
  ///
  /// What is not read of media, and of formats inside boxes, depends on what is looked for, and is no part of it.
  ///
  /// - Parameter document: The file; whether rules have run on it makes no difference to what reading found.
  /// - Returns: A damaged or missing part, what a limit left out, and what is of a form that nobody reads, each once.
  /// - Complexity: O(*n*) in the problems that are kept, and in the boxes at the top.
  public static func unread(of document: Document) -> [Unread] {
    var list: [Unread] = []
    if document.isDamaged || document.tree.mediaWithoutMovie != nil { list.append(Unread(.damaged)) }
    let kinds = document.problems.counts.map(\.kind.id)
    if !document.leftOut.isEmpty || kinds.contains(where: Diagnostic.Kind.isLimit) { list.append(Unread(.limits)) }
    if kinds.contains(where: Rule.leavesOut) { list.append(Unread(.forms)) }
    return list
  }
}
