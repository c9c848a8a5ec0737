import ByteReading

/// What references of a manifest stand beside (RFC 3986 §5.2).
struct ReferenceBase {
  let text: String
  /// Scheme and host; empty for a path alone.
  private let root: String
  /// The path as far as its last `/`, behind scheme and host.
  private let directory: String
  /// Without query and fragment.
  private let path: String

  init(_ text: String) {
    self.text = text
    let path = text.prefix { $0 != "?" && $0 != "#" }
    var rest = path
    if let slashes = path.firstRange(of: "//"), path[..<slashes.lowerBound].isEmpty || path[..<slashes.lowerBound].last == ":" {
      rest = path[slashes.upperBound...].drop { $0 != "/" }
    }
    let root = path[..<rest.startIndex]
    self.path = String(path)
    self.root = String(root)
    directory = rest.lastIndex(of: "/").map { String(path[...$0]) } ?? (root.isEmpty ? "" : root + "/")
  }

  /// What a reference means here.
  ///
  /// - Complexity: O(*n*) in both.
  func resolving(_ reference: String) -> String {
    switch reference.utf8.first {
    case nil: text
    case UInt8(ascii: "?"), UInt8(ascii: "#"): path + reference
    case _ where RenditionList.Part(reference: reference).isRemote: reference
    case UInt8(ascii: "/"): root + reference
    default: directory + reference
    }
  }
}
