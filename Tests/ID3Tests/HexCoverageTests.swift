import ByteReading
import Corpus
import MediaInspection
import Structure
import StructureRendering
import Testing

@testable import ID3

/// The hexdump of a file of tags shows every byte of it once, as it lies there.
@Suite struct HexCoverageTests {
  /// What tags are made of: each way to store a frame.
  static let files: [(name: String, piece: Piece)] = {
    let v2 = TagBuilder(.v2)
    let v3 = TagBuilder(.v3)
    let v4 = TagBuilder(.v4)
    let picture = pieces {
      u8(0); string("image/jpeg"); u8(3); string("")
      hex("FFD8FFE000104A464946FF00FF00FFFFD9FF")
    }
    return [
      (
        "version 2",
        v2.tag(unsynchronised: true, padding: 9) {
          v2.frame("PIC") { hex("00 4A5047 03 00 FFD8FFE000FF") }
          v2.text("TT2", "Title")
        }
      ),
      (
        "version 3, un-synchronised",
        v3.tag(unsynchronised: true, extended: .init(hasChecksum: true), padding: 7) {
          v3.text("TIT2", "\u{FF}\u{FE}", encoding: .utf16)
          v3.frame("APIC") { picture }
          v3.frame("ETCO") {
            u8(2, 2); u32(0xFF); u8(3); u32(0xFFE0)
          }
          v3.frame("TIT3", .init(isCompressed: true, group: 0x90)) { hex("00FFFF4142") }
          v3.frame("CHAP") {
            string("one"); u32(0, 0xFF00, 0xFFFF_FFFF, 0xFFFF_FFFF)
            v3.text("TIT2", "\u{FF}", encoding: .utf16)
          }
          v3.frame("ZZZZ") { hex("FFFFFF") }
        }
      ),
      (
        "version 4",
        v4.tag(extended: .init(isUpdate: true, hasChecksum: true, restrictions: 0xFF), footer: true)
        {
          v4.frame("APIC", .init(isUnsynchronised: true, hasDataLength: true)) { picture }
          v4.frame("TIT2", .init(isCompressed: true)) { hex("034142") }
          v4.frame("TXXX", .init(encryption: 0x80, group: 0x81)) { hex("FF00FF") }
          v4.frame("CHAP", .init(isUnsynchronised: true)) {
            string("one"); u32(0, 0xFF00, 0xFFFF_FFFF, 0xFFFF_FFFF)
            v4.text("TIT2", "\u{FF}\u{FE}", encoding: .utf16)
          }
        }
      ),
      (
        // The first frame tells of the others; bytes that are none stand between two of them.
        "sound",
        pieces {
          v3.tag { v3.text("TIT2", "Title") }
          Piece(informed(frames: 2))
          hex("0102030405")
          mpegAudio(frames: 9)
        }
      ),
      (
        "damaged",
        v3.tag {
          v3.frame("TIT2", rawSize: 1 << 30) { hex("00FF00") }
          text("no frame")
        }
      ),
    ]
  }()

  /// A frame that says that so many follow, and they.
  private static func informed(frames count: Int) -> [UInt8] {
    var frame = frames(1, 0xFFFB_50C4)
    frame.replaceSubrange(21..<33, with: Array("Info".utf8) + [0, 0, 0, 1, 0, 0, 0, UInt8(count)])
    return frame + frames(count, 0xFFFB_50C4)
  }

  /// The bytes of the lines that a dump has for the file, by offset; derived ones begin with `+`.
  static func shown(_ document: Document) -> [(offset: Int, byte: UInt8)] {
    var options = RenderOptions()
    options.hex = .fields
    options.limit = nil
    options.bytes = .all
    var nodes = NodeRenderer(document, options, output: ByteWriter())
    for index in document.tree.indices { nodes.renderInDump(index) }
    let text = nodes.finish().string
    var found: [(offset: Int, byte: UInt8)] = []
    for line in text.split(separator: "\n") where line.hasPrefix("  ") {
      let columns = Array(line.utf8)
      guard columns.count > 12,
        let offset = Int(String(decoding: columns[2..<10], as: UTF8.self), radix: 16),
        columns[2] != UInt8(ascii: "+"), columns[10] == 0x20, columns[11] == 0x20
      else { continue }
      for place in 0..<8 {
        let start = 12 + place * 3
        guard start + 2 <= columns.count,
          let byte = UInt8(String(decoding: columns[start..<start + 2], as: UTF8.self), radix: 16)
        else { break }
        found.append((offset + place, byte))
      }
    }
    return found
  }

  @Test(arguments: files.indices)
  func everyByteIsShownOnce(number: Int) {
    let bytes = Self.files[number].piece.bytes
    let document = Document.tags(of: ByteSource(copying: bytes))
    let shown = Self.shown(document)
    let byPlace = shown.sorted { $0.offset < $1.offset }
    #expect(byPlace.map(\.offset) == Array(bytes.indices), "\(Self.files[number].name)")
    #expect(byPlace.map(\.byte) == bytes, "\(Self.files[number].name)")
    #expect(shown.map(\.offset) == byPlace.map(\.offset), "in the order of the file")
  }
}
