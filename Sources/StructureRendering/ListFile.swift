package import MediaFacts
package import Structure

/// A file that rows are of.
package struct ListFile {
  package let document: Document
  /// Its path as given.
  package let path: [UInt8]
  /// What people call it, escaped.
  package let name: String
  /// What of it was not read, and may have more of what is listed.
  package let unread: [Unread]
  /// What of it a search did not look into that found nothing.
  package var unsearched: UnsearchedBytes?

  package init(_ document: Document, path: [UInt8], name: String, unread: [Unread]) {
    self.document = document
    self.path = path
    self.name = name
    self.unread = unread
  }

  /// Says that it has none of what is listed, or where that is not proved, that what was read of it has none,
  /// and why there may be more: `no metadata in what was read: 5,307 bytes are missing [file-truncated]`.
  package func none(_ words: StaticString) -> String {
    guard !unread.isEmpty else { return words.description }
    let start = words.description + " in what was read"
    if unread.contains(where: { $0.reason == .damaged }), let error = document.problems.firstError {
      return start + ": " + document.sentence(of: error) + " [\(error.kind.id.description)]"
    }
    return start + "; not read: " + unread.map(\.reason.words.description).joined(separator: ", ")
  }
}
