public import ByteReading

extension Snapshot {
  /// The column that names begin at, after shorter paths.
  private static let column = 34

  /// Writes it as text that ``init(parsing:)`` reads back.
  ///
  /// - Parameters:
  ///   - output: Where the text is written to.
  ///   - memory: What it may take beside `output`.
  /// - Returns: False when there was no memory for the file that stands behind the lines; then it is not
  ///   written.
  @discardableResult
  public func write(to output: inout ByteWriter, memory: Memory = Memory()) -> Bool {
    output.put("atomtools snapshot ")
    output.put(decimal: standIn?.isDivided == true ? Self.version : Self.usualVersion)
    output.put("   profile ")
    output.put(profile)
    output.put("\n")
    writeLines(to: &output)
    guard let standIn else { return true }
    guard let bytes = standIn.encoded(memory) else { return false }
    output.put(Self.structure)
    output.put(" ")
    output.put(decimal: standIn.byteCount)
    output.put(" bytes, lines ")
    output.put(checksum)
    output.put("\n")
    var at = 0
    while at < bytes.count {
      let end = min(bytes.count, at + Self.bytesOfLine)
      output.put("  ")
      output.put(base64: bytes.rawBytes.extracting(at..<end))
      output.put("\n")
      at = end
    }
    return true
  }

  /// Where the lines of a snapshot end that is written as `bytes`: before what stands for the file.
  ///
  /// - Complexity: O(*n*).
  package static func linesEnd(in bytes: RawSpan) -> Int {
    let word = Array("\(structure) ".utf8)
    var at = 0
    while let end = bytes.offset(of: 0x0A, from: at) {
      at = end + 1
      if bytes.extracting(droppingFirst: at).hasPrefix(word.rawBytes) { return at }
    }
    return bytes.byteCount
  }

  /// The word that the line begins with behind which the file itself stands.
  static let structure = "structure"
  /// Bytes of it in a line: 96 digits.
  private static let bytesOfLine = 72

  /// Writes it without the line that says what it is.
  ///
  /// - Parameter output: Where the lines are written to.
  public func writeLines(to output: inout ByteWriter) {
    var before: [Anchor: [String]] = [:]
    var beside: [Anchor: String] = [:]
    var last: [String] = []
    for comment in comments {
      guard let anchor = comment.anchor else {
        last.append(comment.text)
        continue
      }
      if comment.isTrailing, beside[anchor] == nil, anchor != .media, anchor != .playback {
        beside[anchor] = comment.text
      } else {
        before[anchor, default: []].append(comment.text)
      }
    }
    func line(_ anchor: Anchor, head: String, rest: String, to output: inout ByteWriter) {
      for text in before[anchor] ?? [] { Self.put(comment: text, to: &output) }
      output.put(head)
      if !rest.isEmpty {
        output.putSpaces(max(2, Self.column - head.count))
        output.put(rest)
      }
      if let text = beside[anchor] {
        output.put("  # ")
        output.put(text)
      }
      output.put("\n")
    }
    if let media { line(.media, head: "media", rest: media.text, to: &output) }
    if let playback { line(.playback, head: "playback", rest: playback.text, to: &output) }
    for text in problems?.lines ?? [] { line(.problem(text), head: "problem", rest: text, to: &output) }
    for node in nodes {
      let anchors = node.anchors
      if node.fields.isEmpty, let anchor = anchors.first { line(anchor, head: node.path, rest: "", to: &output) }
      for (anchor, field) in zip(anchors, node.fields) {
        line(anchor, head: node.path, rest: field.name + " " + field.value, to: &output)
      }
    }
    for text in last { Self.put(comment: text, to: &output) }
  }

  /// Puts a line that has nothing beside it; one without a name for a node alone.
  static func put(
    _ path: String, _ name: String, _ value: String, to output: inout ByteWriter
  ) {
    output.put(path)
    if !name.isEmpty {
      output.putSpaces(max(2, column - path.count))
      output.put(name)
      output.put(" ")
      output.put(value)
    }
    output.put("\n")
  }

  private static func put(comment text: String, to output: inout ByteWriter) {
    output.put(text.isEmpty ? "#" : "# ")
    output.put(text)
    output.put("\n")
  }
}
