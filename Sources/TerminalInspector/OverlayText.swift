import ByteReading
import MediaFacts
import MediaReports
import Structure
import StructureRendering

/// Writes what stands over the panes: help, what a file is about, pictures.
package struct OverlayText: Sendable {
  private let document: Document
  private let name: String
  private let track: Int?
  private let columns: Int
  private let isASCII: Bool

  /// - Parameters:
  ///   - name: What the file is called.
  ///   - track: The track that is chosen, by its place in the movie: what shows one track shows it.
  ///   - columns: Those of the screen.
  init(_ document: Document, name: String, track: Int?, columns: Int, isASCII: Bool) {
    self.document = document
    self.name = name
    self.track = track
    self.columns = columns
    self.isASCII = isASCII
  }

  /// The first of these that there is something of, and its lines.
  ///
  /// - Complexity: O(*n*) in the nodes and samples of the file; help costs what it is long.
  package func first(
    of contents: [Overlay.Content]
  ) -> (content: Overlay.Content, lines: [String])? {
    for content in contents {
      let lines = lines(of: content)
      if !lines.isEmpty { return (content, lines) }
    }
    return nil
  }

  /// The lines of an overlay; none when the file has nothing of it.
  func lines(of content: Overlay.Content) -> [String] {
    var text = ByteWriter()
    switch content {
    case .help:
      let lines = KeyHelp.lines(columns)
      guard isASCII else { return lines }
      return lines.map { line in
        String(
          line.map { $0 == "↑" ? "^" : $0 == "↓" ? "v" : $0 == "←" ? "<" : $0 == "→" ? ">" : $0 })
      }
    case .problem(let place): return lines(ofProblem: place)
    case .about:
      var options = RenderOptions()
      options.width = max(40, columns - 2)
      options.isASCII = isASCII
      AboutRenderer(document, About(of: document), options: options).write(name: name, to: &text)
    case .picture(let kind):
      var pictures = Pictures(document, readsHeaders: true, track: track)
      // Of a track without samples there is none: that of the main one then.
      if let track, !pictures.canDraw(track: track) { pictures = Pictures(document, readsHeaders: true) }
      guard let drawing = pictures.drawing(kind) else { return [] }
      text.put("\(kind.rawValue)\n\n")
      drawing.putText(
        Drawing.TextLook(width: columns - 3, isASCII: isASCII), to: &text)
    }
    return text.string.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  /// All that is known of a problem, its sentences over as many rows as they need.
  private func lines(ofProblem place: Int) -> [String] {
    let kept = document.problems.kept
    guard kept.indices.contains(place) else { return [] }
    let problem = kept[place]
    func sentence(_ words: StaticString, of problem: Diagnostic, after label: String = "") -> String {
      var text = ByteWriter()
      text.put(label)
      text.put(sentence: words, of: problem, in: document)
      return ShownText(text.string).text
    }
    func path(of problem: Diagnostic) -> String {
      guard let node = document.tree.known(problem.node) else { return "the file as a whole" }
      return ShownText(document.path(of: node)).text
    }
    let kind = problem.kind
    var lines = ["\(problem.severity.name)[\(kind.id)]"]
    let offset = document.place(of: problem) ?? UInt64(clamping: problem.extent.byteOffset)
    lines += wrapped(path(of: problem) + "  at 0x" + String(offset, radix: 16))
    lines.append("")
    lines += wrapped(sentence(kind.sentence, of: problem))
    if kind.expected.utf8CodeUnitCount > 0 {
      lines += wrapped(sentence(kind.expected, of: problem, after: "expected: "))
    }
    if kind.action.utf8CodeUnitCount > 0 { lines += wrapped(sentence(kind.action, of: problem)) }
    if let place = problem.follows, kept.indices.contains(place) {
      let cause = kept[place]
      lines.append("")
      lines += wrapped(
        "follows from \(cause.kind.id), \(path(of: cause)): "
          + sentence(cause.kind.sentence, of: cause))
    }
    for other in kept where other.follows == place && lines.count < 200 {
      lines.append("")
      lines += wrapped(
        "follows: \(other.kind.id), \(path(of: other)): "
          + sentence(other.kind.sentence, of: other))
    }
    return lines + ["", "  atomdump --explain \(kind.id)"]
  }

  /// Text over rows of the screen, broken at spaces, two columns in; a word that has no room in a row is
  /// broken.
  private func wrapped(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return Folding.pieces(of: bytes.rawBytes, width: max(8, columns - 4), hanging: 0).pieces
      .map { "  " + String(decoding: bytes[$0.bytes], as: UTF8.self) }
  }
}
