public import ByteReading
public import Structure

extension Document {
  /// The tags of a sound file, and what lies between them, for which `embedded` is called.
  public static func tags(
    of file: ByteSource, limits: Limits = Limits(), tables: OwnTables = OwnTables(),
    embedded: @escaping EmbeddedBytes.Scan
  ) -> Document {
    let tree = Tree(file, memory: limits.memory)
    tree.add(tables.catalogue(for: .frames3))
    let builder = TreeBuilder(tree, limits: limits, tables: tables)
    var scanner = TagScanner(builder, embedded: embedded)
    scanner.scanFile()
    tree.finish()
    return Document(tree, limits: limits, problems: builder.problems)
  }
}
