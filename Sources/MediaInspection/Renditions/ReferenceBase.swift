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
    case UInt8(ascii: "/"): whole(root + reference)
    default: whole(directory + reference)
    }
  }

  /// What is of a host is not read: its dots stay.
  private func whole(_ reference: String) -> String { root.isEmpty ? Self.withoutDots(reference) : reference }

  /// A path, and what stands behind it, without the segments `.` and `..` (§5.2.4); those that lead out of a relative
  /// path stay in front.
  ///
  /// - Complexity: O(*n*).
  static func withoutDots(_ reference: String) -> String {
    let path = reference.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
    guard segments.contains(where: { dots(in: $0) > 0 }) else { return reference }
    let isRooted = segments.first?.isEmpty == true
    var kept: [Substring] = []
    for (place, segment) in segments.enumerated() {
      let count = dots(in: segment)
      if count == 0 {
        kept.append(segment)
        continue
      }
      if count == 2 {
        if kept.count > (isRooted ? 1 : 0), kept.last != ".." {
          kept.removeLast()
        } else if !isRooted {
          kept.append("..")
        }
      }
      // What such a segment ends with is a directory.
      if place == segments.count - 1 { kept.append("") }
    }
    let result = kept.joined(separator: "/")
    // It stays relative, and is no scheme.
    let isOther = !isRooted && (result.utf8.first == UInt8(ascii: "/") || kept.first?.contains(":") == true)
    return (isOther ? "./" : "") + result + String(Substring(reference.utf8[path.endIndex...]))
  }

  /// How many dots a segment of a path is, one or two of which mean a directory; 0 for a name. Escaped ones are dots, too.
  private static func dots(in segment: Substring) -> Int {
    // No longer text is dots.
    guard let first = segment.utf8.first, first == UInt8(ascii: ".") || first == UInt8(ascii: "%"), segment.utf8.count <= 6
    else { return 0 }
    switch segment.lowercased().replacing("%2e", with: ".") {
    case ".": return 1
    case "..": return 2
    default: return 0
    }
  }
}
