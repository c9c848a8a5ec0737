import MediaInspection
package import Structure

/// What takes going through the whole structure of a file to know: who opens the file makes it, on any
/// thread, so that no key waits for it.
package struct Survey: Sendable {
  package let document: Document
  /// The tracks and their samples.
  let movie: MovieSamples
  /// The image items, in the order of the file.
  let items: [ImageItem]
  /// The tree as it is shown first, with what repeats folded.
  let folds: FoldedTree
  /// The paths of what stands at the top, when that is much.
  let siblings: SiblingNumbers

  /// - Complexity: O(*n*) in the nodes of the file; tables are not read.
  package init(_ document: Document) {
    self.document = document
    movie = MovieSamples(document)
    items = document.imageItems()
    let tiles = Set(items.lazy.filter(\.isTile).map(\.node))
    folds = FoldedTree(document.tree, runs: SiblingRuns(document, tiles: tiles))
    siblings = SiblingNumbers(atTopOf: document)
  }
}
