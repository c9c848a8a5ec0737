import ByteReading
import Structure

extension State {
  /// What does not hold of this state although it always should; `nil` when all does. Fuzzers and tests
  /// ask after each event.
  package var broken: String? {
    let layout = layout
    guard files.indices.contains(current) else { return "no file is shown" }
    if view.tree.count > 0 {
      guard view.tree.known(view.node) != nil else { return "no node is chosen" }
      guard let row = view.folds.row(of: view.node) else { return "the chosen node has no row" }
      if view.folds.node(at: row) != view.node { return "row \(row) is that of another node" }
      if let fault = Self.fault(
        ofRow: row, top: view.treeTop, height: layout.height(of: .tree), named: "node")
      {
        return fault
      }
    }
    if let field = view.field {
      if field < 0 || field >= view.places.count { return "field \(field) of \(view.places.count)" }
      if let fault = Self.fault(
        ofRow: field, top: view.fieldTop, height: layout.height(of: .fields), named: "field")
      {
        return fault
      }
    }
    if view.byte < 0 || view.byte > max(0, view.byteCount - 1) {
      return "byte \(view.byte) of \(view.byteCount)"
    }
    let count = panelCount(of: view)
    if view.panelRow < 0 || view.panelRow > max(0, count - 1) {
      return "row \(view.panelRow) of \(count) of \(view.panel.title)"
    }
    return nil
  }

  /// Whether a row is among those that are on the screen.
  private static func fault(ofRow row: Int, top: Int, height: Int, named name: String) -> String? {
    if top < 0 { return "the first \(name) on the screen is \(top)" }
    guard height > 0 else { return nil }
    return row < top || row >= top + height
      ? "\(name) \(row) is not among \(height) from \(top)" : nil
  }

  /// The steps of reading that were taken for what was shown: names and rows that were made.
  package var rowsMade: Int { files.reduce(0) { $0 + $1.inspection.steps } }

  /// The summaries among them, of which some take going through all rows of a table.
  package var summariesMade: Int { files.reduce(0) { $0 + $1.inspection.summarySteps } }

  /// The samples that were passed to begin a list at another.
  package var samplesPassed: Int { files.reduce(0) { $0 &+ $1.inspection.samplesPassed } }

  /// The times that a path was looked for in the other file of a pair.
  package var pathLookups: Int { files.reduce(0) { $0 + $1.inspection.lookups } }

  /// The times that all siblings of a node were gone through for its path.
  package var siblingPasses: Int { files.reduce(0) { $0 + $1.inspection.siblingPasses } }

  /// The siblings that were gone through to list those of a type.
  package var siblingsCounted: Int { files.reduce(0) { $0 &+ $1.inspection.siblingsCounted } }

  /// The steps that folding and unfolding took: nodes and hidden ranges that were gone through.
  package var foldSteps: Int { files.reduce(0) { $0 &+ $1.folds.steps } }
}
