import Atoms
import EmbeddedMetadata
import ID3
import SoundFiles
package import Structure

extension Catalogue {
  /// The catalogues of all formats, by what they are called in tests: whoever goes through all tables goes
  /// through these, and a format that is added is added here.
  package static let ofFormats: [(name: String, catalogue: Catalogue)] = [
    ("atoms", .atoms), ("frames", .frames3), ("tags", .tags), ("tag parts", .tagParts),
    ("tag items", .tagItems), ("audio", .audio), ("AIFF", .aiff), ("WAV", .wav), ("DSF", .dsf),
    ("DSDIFF", .dsdiff), ("embedded", .embedded),
  ]

  /// The lowered tables of all formats.
  package static var programsOfFormats: [Program] {
    ofFormats.flatMap { _, catalogue in (0..<catalogue.count).compactMap { catalogue.program($0) } }
  }
}
