// swift-format-ignore-file: DoNotUseSemicolons

import Atoms
import ByteReading
import Corpus
import Structure
import Testing

/// Which sample entry says what a track is like.
@Suite struct ShownEntryTests {
  /// Two entries without fields, and how chunks, fragments and their defaults lead to them.
  private static func film(chunks: UInt32?, usual: UInt32?, fragment: UInt32? = nil) -> [UInt8] {
    atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {
        Parts.track {
          atom("mdia") {
            Parts.handlerReference("meta")
            atom("minf") {
              atom("stbl") {
                atom("stsd", version: 0) { u32(2); for code in ["urim", "mett"] as [FourCC] { entry(code) } }
                atom("stsc", version: 0) {
                  if let chunks { u32(1, 1, 1, chunks) } else { u32(0) }
                }
              }
            }
          }
        }
        if let usual { atom("mvex") { atom("trex", version: 0) { u32(1, usual, 0, 0, 0) } } }
      }
      if let fragment {
        atom("moof") { atom("traf") { atom("tfhd", version: 0, flags: 2) { u32(1, fragment) } } }
      }
    }
  }

  private static func entry(_ type: FourCC) -> Piece { atom(type) { zeros(6); u16(1); zeros(2) } }

  @Test(
    arguments: [
      (1, nil, nil, "urim"), (2, nil, nil, "mett"), (3, nil, nil, "urim"), (0, nil, nil, "urim"), (nil, nil, nil, "urim"),
      (nil, 2, nil, "mett"), (nil, 1, 2, "mett"), (2, 1, 1, "mett"),
    ] as [(UInt32?, UInt32?, UInt32?, FourCC)])
  func theEntryOfTheFirstSamplesIsShown(chunks: UInt32?, usual: UInt32?, fragment: UInt32?, type: FourCC) throws {
    let document = try opened(Self.film(chunks: chunks, usual: usual, fragment: fragment))
    let track = try #require((document.context as? AtomContext)?.track(id: 1))
    let entry = try #require(track.shownEntry(in: document))
    #expect(document.tree[entry].type == type)
  }
}
