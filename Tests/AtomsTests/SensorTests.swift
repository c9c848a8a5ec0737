// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

/// What images say of the sensor that they come from (23001-17 §6.1).
@Suite struct SensorTests {
  /// A sensor of two pixels, as libheif writes it: gains of all pixels, then what is added to each.
  @Test func correctionsAreRead() throws {
    let bytes = atoms {
      Parts.fileType("mif1", "mif1")
      atom("meta", version: 0) {
        atom("iprp") {
          atom("ipco") {
            atom("snuc", version: 0) {
              u32(1, 7); u8(0x80); u32(2, 1)
              u32(0x3F80_0000, 0x4000_0000, 0, 0x3F00_0000)
            }
          }
        }
      }
    }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let node = try #require(document.nodes("//snuc").first)
    let fields = document.fields(of: node)
    #expect(fields["nuc_is_applied"]?.number == 1 && fields["image_width"]?.number == 2)
    var tables = Tables()
    var walker = Walker()
    document.walk(node, &walker, into: &tables)
    #expect(tables.lines == ["component_indexes: 7", "nuc_gains: 1.0 2.0", "nuc_offsets: 0.0 0.5"])
    #expect(tables.end == document.tree[node].extent.end)
  }

  private struct Tables: FieldSink {
    var lines: [String] = []
    var end = 0
    mutating func field(_ field: borrowing FieldReading) { end = field.extent.end }
    mutating func table(_ table: borrowing TableReading) {
      end = table.extent.end
      let values = (0..<table.count).map { row in
        var text = ByteWriter()
        text.put(value: table.field(row: row, column: 0), .summary)
        return text.string
      }
      lines.append("\(table.name): " + values.joined(separator: " "))
    }
  }
}
