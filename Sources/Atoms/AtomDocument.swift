public import ByteReading
public import Structure

extension Document {
  /// The atoms of a QuickTime, MP4 or HEIF file, whatever state it is in.
  ///
  /// - Parameters:
  ///   - file: The bytes.
  ///   - limits: What bounds the cost of the file.
  ///   - tables: Tables of the caller's own, beside those of the catalogue.
  ///   - embedded: Is called for the bytes of other formats that atoms hold.
  /// - Returns: A document, with problems where it could not be read.
  /// - Complexity: O(*n*) in the atoms.
  public static func atoms(
    of file: ByteSource, limits: Limits = Limits(), tables: OwnTables = OwnTables(),
    embedded: EmbeddedBytes.Scan? = nil
  ) -> Document {
    atoms(of: file, limits: limits, tables: tables, embedded: embedded, opening: nil)
  }

  /// The same with nodes for the data of `items`, each below the entry of its item.
  package static func atoms(
    of file: ByteSource, limits: Limits = Limits(), tables: OwnTables = OwnTables(),
    embedded: EmbeddedBytes.Scan?, opening items: OpenedItems?
  ) -> Document {
    let builder = TreeBuilder(file, limits: limits, tables: tables)
    var scanner = AtomScanner(builder, embedded: embedded)
    if let items { scanner.items = items }
    scanner.scan()
    let document = Document(builder.finish(), limits: limits, problems: builder.problems)
    document.context = AtomContext(document)
    return document
  }
}
