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

  /// The catalogue has each of them once, in the types that have fields for brands, beside a type of the same code.
  @Test func theyAreInTheCatalogue() throws {
    let brands = MediaFile.brands
    #expect(brands.count > 200 && Set(brands.map(\.type)).count == brands.count)
    #expect(brands.allSatisfy { BrandNames.name(of: $0.type).map(String.init) == $0.title && $0.kind == .brand })
    let brand = try #require(brands.first { $0.key == "isom" })
    #expect(brand.parents.split(separator: " ").sorted() == ["brnd", "ftyp", "styp", "ttyp", "tyco"])
    var renderer = CatalogueRenderer(.atoms, RenderOptions(), output: ByteWriter())
    renderer.render(brand, isFirst: true)
    let page = renderer.finish().string
    let lines = page.split(separator: "\n").map { String($0) }
    #expect(lines.first == "isom  ISO base media" && lines.dropFirst().first == "  a brand", "\(page)")
    let places = lines.dropFirst(2)
    #expect(places.count == 2, "\(page)")
    for line in ["  in major_brand, compatible_brands of ", "  in compatible_brands of tyco"] {
      #expect(places.contains { $0.hasPrefix(line) }, "\(page)")
    }
    let types = try #require(places.first { $0.hasPrefix("  in major_brand") }).filter { $0 != "," }.split(separator: " ").suffix(4)
    #expect(types.sorted() == ["brnd", "ftyp", "styp", "ttyp"], "\(page)")
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
