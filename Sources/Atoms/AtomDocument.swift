public import ByteReading
public import Structure

extension Document {
  /// The atoms of a QuickTime, MP4 or HEIF file, whatever state it is in.
  ///
  /// `embedded` is called for the bytes of other formats that atoms hold.
  public static func atoms(
    of file: ByteSource, limits: Limits = Limits(), tables: OwnTables = OwnTables(),
    embedded: EmbeddedBytes.Scan? = nil
  ) -> Document {
    let builder = TreeBuilder(file, limits: limits, tables: tables)
    var scanner = AtomScanner(builder, embedded: embedded)
    scanner.scan()
    let document = Document(builder.finish(), limits: limits, problems: builder.problems)
    document.context = AtomContext(document)
    return document
  }
}
