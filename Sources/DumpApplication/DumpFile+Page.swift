import ByteReading
import CommandLineSupport
import MediaReports
import Structure
import StructureRendering

extension DumpFile {
  /// What a picture takes at least between the edges of a window of 760 pixels and more, and of one of 320
  /// with two scrollbars; the page draws it apart to the width that there is.
  private static let pageWidths = (wide: 712, narrow: 262)

  /// Writes a page of HTML, with the pictures that the file has.
  ///
  /// - Returns: The exit code: 2 when the file could not be written, which is said.
  func page(
    of opened: Opened, _ options: RenderOptions, _ output: inout ByteWriter,
    _ talk: inout ByteWriter
  ) -> Int32 {
    var drawn: [PageRenderer.Picture] = []
    let pictures = Pictures(opened.document, readsHeaders: true, hasCursor: true)
    // Of an image it is seen first what it is made of.
    let kinds = PictureKind.allCases.filter { $0 != .bytes } + [.bytes]
    let drawings = kinds.flatMap { kind in
      [pictures.drawing(kind)].compactMap(\.self).map { (kind.rawValue, $0) } + pictures.others(kind)
    }
    for (name, drawing) in drawings {
      var svg = ByteWriter()
      drawing.putSVG(width: Self.pageWidths.wide, growth: 2, isStyled: false, to: &svg)
      drawn.append(PageRenderer.Picture(name: name, svg: svg.array))
    }
    // What a telephone shows between the edges of the page; what has no room in it is not drawn.
    if PageRenderer.hasRoomForNarrow(drawn, limit: settings.pageLimit) {
      for (place, (_, drawing)) in drawings.enumerated() {
        var narrow = ByteWriter()
        drawing.putSVG(
          width: Self.pageWidths.narrow, isNamed: false, growth: 2, isStyled: false, to: &narrow)
        drawn[place].narrow = narrow.array
      }
    }
    // The style of all pictures stands once in the page.
    var style = ByteWriter()
    if !drawn.isEmpty { Drawing.putStyle(to: &style) }
    var page = ByteWriter()
    PageRenderer(
      opened.document, options, heading: OutlineRenderer.Heading(of: opened.document),
      program: tool, operand: operand(of: opened), limit: settings.pageLimit
    ).write(
      name: opened.name, pictures: drawn, style: style.string, strands: pictures.strands,
      warnings: drawings.flatMap { $0.1.warnings }, to: &page)
    return put(page, of: opened, to: &output, &talk)
  }

  /// How a file stands in a call that reads it as this one did, in words of the shell.
  private func operand(of opened: Opened) -> String {
    var words = settings.skipped > 0 ? "--skip=\(settings.skipped) " : ""
    if let word = settings.readingWord { words += "--as=\(word) " }
    return words + FilePath(opened.path).shellWord
  }
}
