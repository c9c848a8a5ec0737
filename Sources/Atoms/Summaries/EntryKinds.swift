package import Structure

extension Document {
  /// Whether a sample entry is one of pictures, and not of sound; `nil` for entries of other kinds, and where no table
  /// describes it.
  package func isVisualEntry(_ index: NodeIndex) -> Bool? {
    let isVisual = view(VisualEntry.self, of: index).isOfItsTable
    return isVisual == view(AudioEntry.self, of: index).isOfItsTable ? nil : isVisual
  }
}
