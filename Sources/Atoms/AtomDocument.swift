public import ByteReading
public import Structure

extension Document {
  /// The atoms of a QuickTime, MP4 or HEIF file, whatever state it is in.
  public static func atoms(of file: ByteSource, limits: Limits = Limits()) -> Document {
    let tree = Tree(file)
    var scanner = AtomScanner(tree, limits: limits)
    scanner.scan()
    let document = Document(tree, limits: limits, problems: scanner.problems)
    document.context = AtomContext(document)
    return document
  }
}
