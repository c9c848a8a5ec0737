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

  /// Why a file is not as expected, or why nobody knows: what was not found is absent only where all was read.
  ///
  /// - Parameters:
  ///   - expectation: What is expected.
  ///   - document: The file; rules that have run on it may say more of what was not read.
  /// - Returns: What is there instead, or what hides it; `nil` when all that the path means is as expected.
  /// - Complexity: O(*n*) in the number of nodes and in that of values that are compared.
  public static func failure(of expectation: Expectation, in document: Document) -> Expectation.Failure? {
    if let failure = expectation.failure(in: document) { return failure }
    guard expectation.test == .absent else { return nil }
    let hiding = document.hidingRules
    if hiding.isEmpty { return nil }
    return Expectation.Failure(
      message: "none was found, but not all was seen: \(hiding.joined(separator: ", "))", node: nil,
      extent: Extent(byteOffset: 0, byteCount: 0), others: 0)
  }

  /// The sentence about expectations that hold of values, where not all values were seen.
  ///
  /// - Parameter hiding: The rules that name what was not seen; one at least.
  package static func comparedInPart(_ hiding: [String]) -> String {
    "compared with what was read, but not all was seen: \(hiding.joined(separator: ", "))"
  }
}
