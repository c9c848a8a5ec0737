// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaInspection
import Structure
import StructureRendering
import Testing

@testable import DumpApplication

/// What `--map` says of media data that no table refers to.
@Suite struct MapListTests {
  private func list(_ bytes: [UInt8], _ form: ListRenderer.Form, limits: Limits = Limits()) throws -> String {
    let document = try MediaFile.open(ByteSource(copying: bytes), limits: limits)
    MediaFile.check(document)
    let options = RenderOptions()
    let map = MapList(document, movie: MovieSamples(document), limit: nil)
    var list = ListRenderer(form, kind: "range", columns: map.columns, document, options, output: ByteWriter())
    list.begin([ListFile(document, path: [0x61], name: "a", unread: [])], options)
    map.write(&list)
    list.end()
    return list.finish().string
  }

  /// Two pictures in media data of 20 bytes, of which they need 8.
  private let film = atoms {
    Parts.fileType("isom", "isom")
    atom("mdat") { zeros(20) }
    Parts.movie {
      Parts.track { Parts.media { Parts.visualEntry("avc1") } tables: { Parts.sampleTables([4, 4], at: 28) } }
    }
  }

  @Test func whatNothingRefersToIsNobodys() throws {
    let text = try list(film, .text)
    #expect(text.contains("media data that nothing refers to") && text.contains("12  nobody"), "\(text)")
    #expect(!text.contains("not known"))
    #expect(try list(film, .line).contains(#""size":12,"owner":"nobody""#))
  }

  /// Where tables were not read nobody knows: there is no movie, it is cut, or lies behind a limit.
  @Test func whereTablesAreMissingItIsNotKnown() throws {
    var few = Limits()
    few.nodes = 8
    let cut = film.changing("moov/trak/mdia/minf/stbl/stco") { [0, 0, 0, 9] + $0.dropFirst(4) }
    let found = [
      try list(film.removing("moov"), .text), try list(film, .text, limits: few), try list(cut, .text),
    ]
    for text in found {
      #expect(text.contains("media data, not known whose: not all tables were read"), "\(text)")
      #expect(text.contains("  not known\n") && !text.contains("nobody") && !text.contains("nothing"), "\(text)")
    }
    let machines = try list(film.removing("moov"), .line)
    #expect(machines.contains(#""size":20}"#) && !machines.contains("nobody"), "\(machines)")
  }
}
