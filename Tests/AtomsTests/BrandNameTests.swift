import ByteReading
import Corpus
import MediaInspection
import Structure
import StructureRendering
import Testing

@testable import Atoms

/// Brands have names where all there is to say of them is shown, and codes elsewhere.
@Suite struct BrandNameTests {
  private let file = atoms { Parts.fileType("isom", "avc1", "zzzz"); atom("mdat") { u8(1) } }

  @Test func brandsAreFoundByTheirCodes() {
    #expect(BrandNames.name(of: "qt  ") == "QuickTime")
    #expect(BrandNames.name(of: "3gp6") == "3GPP release 6, basic")
    #expect(BrandNames.name(of: "yt4 ") == "YouTube")
    #expect(BrandNames.name(of: "zzzz") == nil)
  }

  @Test func theirNamesStandInFieldsAndNotInTheOutline() throws {
    let document = try MediaFile.open(ByteSource(copying: file))
    var renderer = NodeRenderer(document, RenderOptions(), output: ByteWriter())
    renderer.render(NodeIndex(0), field: nil)
    let page = renderer.finish().string
    #expect(page.contains("'isom' (ISO base media)"), "\(page)")
    #expect(page.contains("'avc1' (AVC extensions of the ISO base media file format) 'zzzz'"), "\(page)")
    var summary = ByteWriter()
    NodeReader(document).putSummary(of: NodeIndex(0), to: &summary)
    #expect(!summary.string.contains("("), "\(summary.string)")
    var json = ByteWriter()
    JSONRenderer(document, name: "a.mp4", options: RenderOptions()).write(.document, to: &json)
    #expect(json.string.contains(#""display":"ISO base media""#), "\(json.string)")
  }

  /// Types of sample groups whose entries nobody describes are known by their names.
  @Test func sampleGroupsHaveNames() {
    #expect(Catalogue.atoms.register.entry(for: "av1M", in: "sgpd")?.name == "AV1 metadata (sample group)")
  }
}
