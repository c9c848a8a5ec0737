import ByteReading
import MediaReports
import Structure
import StructureRendering

extension DumpFile {
  /// Writes a page of HTML, with the pictures that the file has.
  ///
  /// - Returns: The exit code: 2 when the file could not be written, which is said.
  func page(
    of opened: Opened, _ options: RenderOptions, _ output: inout ByteWriter,
    _ talk: inout ByteWriter
  ) -> Int32 {
    var drawn: [PageRenderer.Picture] = []
    let pictures = Pictures(opened.document, readsHeaders: true)
    for drawing in pictures.all {
      var svg = ByteWriter()
      var narrow = ByteWriter()
      drawing.putSVG(to: &svg)
      // What a telephone shows between the edges of the page.
      drawing.putSVG(width: 362, to: &narrow)
      drawn.append(
        PageRenderer.Picture(name: drawing.kind.rawValue, svg: svg.string, narrow: narrow.string))
    }
    var page = ByteWriter()
    PageRenderer(
      opened.document, options, heading: OutlineRenderer.Heading(of: opened.document),
      program: tool, limit: settings.pageLimit
    ).write(name: opened.name, pictures: drawn, strands: pictures.strands, to: &page)
    return put(page, of: opened, to: &output, &talk)
  }
}
