import MediaInspection
import MediaReports
import Structure

extension State {
  /// The nodes and samples of a file up to which what takes going through all of them is written at once.
  static let shortFile = 50_000

  /// The rows that there are for the lines of an overlay.
  var overlayHeight: Int {
    let layout = layout
    return max(1, rows - layout.headerRows - (layout.statusRow == nil ? 0 : 2))
  }

  /// Shows the first of these that the file has something of: at once, or when it was written elsewhere.
  mutating func show(_ contents: [Overlay.Content]) {
    if contents.contains(where: \.readsAll), isLong {
      say("\(contents.first == .about ? "reading" : "drawing")… (Esc stops)")
      return effects.append(.draw(contents, file: current))
    }
    take(overlayText.first(of: contents))
  }

  /// Takes what was written for an overlay; `nil` when there is none of it.
  package mutating func take(_ written: (content: Overlay.Content, lines: [String])?) {
    guard let (content, lines) = written else {
      return say("there is nothing to draw in this file")
    }
    let top = overlay?.content == content ? overlay?.top ?? 0 : 0
    if overlay == nil || overlay?.content != content { message = "" }
    overlay = Overlay(
      content: content, lines: lines, top: min(top, max(0, lines.count - overlayHeight)))
  }

  /// What writes the overlays of the file that is shown, on any thread.
  package var overlayText: OverlayText {
    let isOfList = hasPanel && focus == .panel && view.panel == .samples
    let track = isOfList ? view.track : view.inspection.track(of: view.node)
    return OverlayText(
      view.document, name: view.inspection.name, track: track, columns: columns, isASCII: isASCII)
  }

  /// Whether going through all nodes and samples takes longer than a key may.
  private var isLong: Bool {
    var count = view.tree.count
    for track in view.inspection.movie.tracks where count <= Self.shortFile { count &+= track.count }
    return count > Self.shortFile
  }

  mutating func show(_ content: Overlay.Content) { show([content]) }

  mutating func showPicture() { show(PictureKind.allCases.map { .picture($0) }) }

  mutating func turnPicture(_ step: Int) {
    guard case .picture(let kind)? = overlay?.content else { return }
    let kinds = PictureKind.allCases
    let place = kinds.firstIndex(of: kind) ?? 0
    // All of them, the next one first and that which is shown last.
    show((1...kinds.count).map { .picture(kinds[(place + $0 * step + kinds.count * kinds.count) % kinds.count]) })
  }
}
