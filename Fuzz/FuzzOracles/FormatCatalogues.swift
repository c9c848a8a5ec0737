import MediaInspection
package import Structure

extension Catalogue {
  /// The catalogues of all formats, by what they are called in tests.
  package static var ofFormats: [(name: String, catalogue: Catalogue)] { MediaFile.catalogues }

  /// The lowered tables of all formats.
  package static var programsOfFormats: [Program] {
    ofFormats.flatMap { _, catalogue in (0..<catalogue.count).compactMap { catalogue.program($0) } }
  }
}
