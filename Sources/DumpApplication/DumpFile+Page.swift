import ByteReading
import MediaReports
import Structure
import StructureRendering

extension DumpFile {
  /// Writes a page of HTML, with the pictures that the file has.
  func page(of opened: Opened, _ options: RenderOptions, _ output: inout ByteWriter) {
    let pictures = Pictures(opened.document)
    var drawn: [PageRenderer.Picture] = []
    for kind in PictureKind.allCases {
      guard let drawing = pictures.drawing(kind) else { continue }
      var svg = ByteWriter()
      drawing.putSVG(to: &svg)
      drawn.append(PageRenderer.Picture(name: kind.rawValue, svg: svg.string))
    }
    PageRenderer(
      opened.document, options, heading: OutlineRenderer.Heading(of: opened.document), program: tool
    ).write(name: opened.name, pictures: drawn, to: &output)
  }
}
