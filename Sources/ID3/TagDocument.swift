public import ByteReading
public import Structure

extension Document {
  /// The tags of a sound file, and what lies between them, for which `embedded` is called.
  ///
  /// - Parameters:
  ///   - file: The bytes.
  ///   - limits: What bounds the cost of the file.
  ///   - tables: Tables of the caller's own, beside those of the catalogue.
  ///   - embedded: Is called for what lies between the tags.
  ///   - opensPictures: Whether pictures in frames get a node of their own.
  /// - Returns: A document, with problems where it could not be read.
  /// - Complexity: O(*n*) in the frames.
  public static func tags(
    of file: ByteSource, limits: Limits = Limits(), tables: OwnTables = OwnTables(),
    embedded: @escaping EmbeddedBytes.Scan, opensPictures: Bool = false
  ) -> Document {
    let builder = TreeBuilder(file, limits: limits, tables: tables)
    builder.add(tables.catalogue(for: .frames3))
    var scanner = TagScanner(builder, embedded: embedded)
    scanner.opensPictures = opensPictures
    scanner.scanFile()
    return Document(builder.finish(), limits: limits, problems: builder.problems)
  }
}
