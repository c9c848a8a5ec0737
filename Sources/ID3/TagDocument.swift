public import ByteReading
public import Structure

extension Document {
  /// The tags of a sound file, and the sound between them.
  public static func tags(of file: ByteSource, limits: Limits = Limits()) -> Document {
    let tree = Tree(file)
    tree.add(.frames3)
    let builder = TreeBuilder(tree, limits: limits)
    var scanner = TagScanner(builder)
    scanner.scanFile()
    tree.finish()
    let document = Document(tree, limits: limits, problems: builder.problems)
    document.describeAudio()
    return document
  }
}
