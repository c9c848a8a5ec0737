/// Tables of a program's own, which are read before those of the formats.
///
/// It is made once, and used for any number of files:
///
/// ```swift
/// let tables = OwnTables(boxes: [WeatherBoxes.self])
/// let document = try MediaFile.open(path: "storm.mp4", tables: tables)
/// ```
public struct OwnTables: Sendable {
  /// What stands for catalogues of the formats; each is made of one of these.
  private let catalogues: [Catalogue]

  /// - Parameter catalogues: Catalogues that were made of those that they stand for, by
  ///   ``Catalogue/init(_:adding:)`` or by ``Catalogue/init(_:header:sizeExcludes:for:)``.
  public init(_ catalogues: [Catalogue] = []) { self.catalogues = catalogues }

  /// What is read in place of `catalogue`: itself, unless the program has tables of its own.
  ///
  /// - Parameter catalogue: A catalogue of one of our formats.
  /// - Returns: The catalogue that nodes of the format are read with.
  public func catalogue(for catalogue: Catalogue) -> Catalogue {
    for own in catalogues where own.original === catalogue { return own }
    return catalogue
  }
}
