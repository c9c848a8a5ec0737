import ByteReading

/// Code that a page of the documentation shows, and the file that compiles it.
public struct ShownCode {
  /// The blocks of Swift of the page, in lines without the blanks around them.
  public let blocks: [[String]]
  private let compiled: [String]

  /// - Parameters:
  ///   - page: The path of the page in the project.
  ///   - file: That of the file which has its code.
  /// - Throws: `SourceError` when one cannot be read.
  public init(page: String, compiledIn file: String) throws {
    var blocks: [[String]] = []
    var isInside = false
    for line in try Self.lines(page) {
      if line == "```swift" {
        blocks.append([])
        isInside = true
      } else if line == "```" {
        isInside = false
      } else if isInside {
        blocks[blocks.count - 1].append(line)
      }
    }
    self.blocks = blocks
    compiled = try Self.lines(file)
  }

  /// The blocks that the file has not, as they stand in the page.
  public var missing: [String] {
    blocks.filter { block in !compiled.indices.contains { compiled[$0...].starts(with: block) } }
      .map { $0.joined(separator: "\n") }
  }

  /// The lines of a file without the blanks around them.
  private static func lines(_ path: String) throws -> [String] {
    let source = try ByteSource.open(path: Corpus.folder + "/../" + path)
    var text = ByteWriter()
    text.put(bytes: source.bytes)
    return text.string.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line.drop { $0 == " " }
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }
}
