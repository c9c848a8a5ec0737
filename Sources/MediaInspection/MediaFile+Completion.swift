import ByteReading
package import Structure

extension MediaFile {
  /// What a path that begins with `beginning` may go on as in the first of these files that can be opened;
  /// see `Document.completions(of:limit:)`.
  package static func completions(of beginning: String, inFirstOf paths: [[UInt8]]) -> [String] {
    guard let document = first(of: paths) else { return [] }
    let fields = document.fieldCompletions(of: beginning)
    return fields.isEmpty ? document.completions(of: beginning) : fields
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

extension Document {
  /// What `//stsz.` may go on as: the fields of the first node that it means. Behind `//` types are completed alone.
  fileprivate func fieldCompletions(of beginning: String) -> [String] {
    guard let slash = beginning.lastIndex(of: "/"), beginning[...slash].hasSuffix("//") else { return [] }
    let step = beginning.index(after: slash)
    guard let period = beginning[step...].lastIndex(of: "."), period > step,
      let meant = try? Path(String(beginning[..<period])), meant.field == nil,
      let node = meant.nodes(in: self).first
    else { return [] }
    // What was typed in front of the field stays as it is.
    let head = String(beginning[..<period])
    let own = path(of: node)
    return completions(of: own + String(beginning[period...])).map { head + String($0.dropFirst(own.count)) }
  }
}
