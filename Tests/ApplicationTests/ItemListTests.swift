// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaInspection
import Structure
import StructureRendering
import Testing

@testable import DumpApplication

/// What `--items` lists of an image.
@Suite struct ItemListTests {
  /// An image of 64 by 48 pixels with one property more.
  private func image(_ change: Piece) -> [UInt8] {
    atoms {
      Parts.fileType("mif1", "heic")
      atom("meta", version: 0) {
        Parts.handlerReference("pict")
        atom("pitm", version: 0) { u16(1) }
        atom("iinf", version: 0) { u16(1); atom("infe", version: 2) { u16(1, 0); code("hvc1"); u8(0) } }
        atom("iprp") {
          atom("ipco") { atom("ispe", version: 0) { u32(64, 48) }; change }
          atom("ipma", version: 0) { u32(1); u16(1); u8(2, 1, 0x82) }
        }
      }
    }
  }

  private func list(_ bytes: [UInt8], _ form: ListRenderer.Form) throws -> String {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let options = RenderOptions()
    var list = ListRenderer(form, kind: "imageItem", columns: ItemList.columns, document, options, output: ByteWriter())
    list.begin([ListFile(document, path: [0x61], name: "a", unread: [])], options)
    ItemList(document).write(&list)
    list.end()
    return list.finish().string
  }

  /// Degrees are clockwise and behind a mirror, as `--about` has them.
  @Test func turnsHaveNumbers() throws {
    func turn(_ change: Piece) throws -> [Substring] {
      let cells = try list(image(change), .plain).split(separator: "\t", omittingEmptySubsequences: false)
      return Array(cells[5..<11])
    }
    #expect(try turn(atom("irot") { u8(1) }) == ["64", "48", "48", "64", "270", "0"])
    #expect(try turn(atom("imir") { u8(0) }) == ["64", "48", "", "", "180", "1"])
    #expect(try turn(atom("free") { u8(0) }) == ["64", "48", "", "", "", ""])
  }
}
