import ByteReading
import MediaFacts
import MediaInspection
import Structure
import Testing

@testable import StructureRendering

@Suite struct InventoryTests {
  /// 12 bytes of a file type, a registered type without a table, two that nobody registered, media, and
  /// five bytes behind them that are no atom.
  private let bytes: [UInt8] =
    atom("ftyp", Array("isom".utf8), number(0, 4)) + atom("2dss", [1, 2, 3]) + atom("zzzz", [4])
    + atom("zzzz", [5, 6]) + atom("mdat", Array(repeating: 7, count: 100)) + [1, 2, 3, 4, 5]

  private func inventory(_ bytes: [UInt8], _ name: String) -> Inventory {
    var inventory = Inventory()
    inventory.add(
      document(bytes), path: Array(name.utf8), name: name, payload: MediaFile.payloadTypes)
    return inventory
  }

  @Test func bytesAreCountedOnce() throws {
    let inventory = inventory(bytes, "a.mp4")
    #expect(inventory.bytes.all == UInt64(bytes.count))
    #expect(inventory.bytes.payload == 100)
    // Headers of five atoms and the two fields of the first.
    #expect(inventory.bytes.fields == 5 * 8 + 8)
    #expect(inventory.bytes.raw == 3 + 1 + 2 + 5)
    #expect(inventory.nodes == 5)
    let file = try #require(inventory.files.first)
    #expect(file.types == 4)
    #expect(file.unknown == 3)
  }

  @Test func typesAreTold() throws {
    let types = inventory(bytes, "a.mp4").types
    #expect(types.map(\.key) == ["2dss", "ftyp", "mdat", "raw", "zzzz"])
    #expect(types.map(\.form) == [.named, .described, .bytes, .raw, .unregistered])
    #expect(types.map(\.count) == [1, 1, 1, 1, 2])
    #expect(types.map(\.notUnderstood) == [1, 0, 0, 1, 2])
  }

  @Test func filesAreAddedUp() throws {
    var both = inventory(atom("ftyp", Array("isom".utf8), number(0, 4)), "a.mp4")
    both.add(inventory(bytes, "b.mp4"))
    #expect(both.files.map(\.name) == ["a.mp4", "b.mp4"])
    let ftyp = try #require(both.types.first { $0.key == "ftyp" })
    #expect(ftyp.count == 2 && ftyp.files == 2 && ftyp.firstFile == 0)
    let unknown = try #require(both.types.first { $0.key == "zzzz" })
    #expect(unknown.files == 1 && unknown.firstFile == 1 && unknown.firstNotUnderstood == 1)
    var renderer = InventoryRenderer(RenderOptions(), output: ByteWriter())
    renderer.render(both)
    let text = renderer.finish().string
    #expect(text.contains("zzzz: not registered, at the top of the file; first in b.mp4"))
    #expect(text.contains("2 files — 175 bytes, 6 atoms of 4 types"))
  }

  @Test func JSONIsValid() throws {
    var text = ByteWriter()
    PublishedSchema.stats.put(to: &text)
    let schema = try parsed(text.string)
    for isPretty in [false, true] {
      var options = RenderOptions()
      options.isPretty = isPretty
      var output = ByteWriter()
      InventoryRecords(inventory(bytes, "a.mp4"), options)
        .write(as: .json(isPretty: options.isPretty), to: &output)
      let value = try parsed(output.string)
      #expect(Validator(schema).complaint(about: value) == nil)
    }
  }
}
