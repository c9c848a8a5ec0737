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
      let lines = State.help(columns)
      guard isASCII else { return lines }
      return lines.map { line in
        String(
          line.map { $0 == "↑" ? "^" : $0 == "↓" ? "v" : $0 == "←" ? "<" : $0 == "→" ? ">" : $0 })
      }
    case .about:
      var options = RenderOptions()
      options.width = max(40, columns - 2)
      options.isASCII = isASCII
      AboutRenderer(document, About(of: document), options: options).write(name: name, to: &text)
    case .picture(let kind):
      let pictures = Pictures(document, readsHeaders: true, track: track)
      guard let drawing = pictures.drawing(kind) else { return [] }
      text.put("\(kind.rawValue)\n\n")
      drawing.putText(
        Drawing.TextLook(width: columns - 3, isASCII: isASCII), to: &text)
    }
    return text.string.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }
}
