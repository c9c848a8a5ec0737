import ByteReading
package import Structure

extension MediaFile {
  /// What a path that begins with `beginning` may go on as in the first of these files that can be opened;
  /// see `Document.completions(of:limit:)`.
  package static func completions(of beginning: String, inFirstOf paths: [[UInt8]]) -> [String] {
    first(of: paths)?.completions(of: beginning) ?? []
  }

  /// The first of these files that can be opened; its rules have not run.
  package static func first(of paths: [[UInt8]]) -> Document? {
    for path in paths {
      if let source = try? ByteSource.open(path: path), let document = try? open(source) {
        return document
      }
    }
    return nil
  }
}
