// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaInspection
import Structure
import StructureRendering
import Testing

@testable import DumpApplication

/// What `-m=common` says where no field is fed.
@Suite struct FieldListTests {
  private func list(ending: Piece = Piece(), _ frames: (TagBuilder) -> Piece) throws -> String {
    let builder = TagBuilder(.v4)
    let frames = frames(builder)
    let bytes = atoms { builder.tag { frames }; mpegAudio(frames: 2); ending }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let options = RenderOptions()
    let fields = FieldList(document, isForPeople: true, width: nil)
    var list = ListRenderer(.text, kind: "field", columns: fields.columns, document, options, output: ByteWriter())
    list.begin([ListFile(document, path: [0x61], name: "a", unread: [])], options)
    fields.write(&list)
    list.end()
    return list.finish().string
  }

  @Test func metadataThatFeedsNoFieldIsCounted() throws {
    func note(_ tag: TagBuilder, _ name: String) -> Piece {
      tag.frame("TXXX") { u8(0); text(name, terminated: true); text("1") }
    }
    #expect(try list { note($0, "r128_track_gain") }.contains("no common fields; 1 item: -m"))
    #expect(try list { tag in pieces { note(tag, "one"); note(tag, "two") } }.contains("no common fields; 2 items: -m"))
    #expect(try !list { $0.text("TIT2", "Name") }.contains("no common fields"))
    #expect(try list { _ in Piece() }.contains("no metadata"))
  }

  /// Metadata may stand in what was not read.
  @Test func noneIsSaidOfWhatWasRead() throws {
    func none(@AtomBuilder _ content: () -> Piece) throws -> String {
      let content = content()
      let document = try MediaFile.open(ByteSource(copying: atoms { Parts.fileType("isom"); content }))
      let options = RenderOptions()
      let metadata = MetadataList(document, isForPeople: true, width: nil)
      var list = ListRenderer(.text, kind: "item", columns: metadata.columns, document, options, output: ByteWriter())
      list.begin([ListFile(document, path: [0x61], name: "a", unread: [])], options)
      metadata.write(&list)
      list.end()
      return list.finish().string
    }
    let movie = Parts.movie { Piece() }
    #expect(try none { movie } == "no metadata\n")
    #expect(
      try none { movie; atom("abcd") { text("City=Brno") } }
        == "no metadata in what was read; not read: an atom that no table describes, 9 bytes\n")
  }

  /// A title in ISO-8859-2, which nothing says.
  @Test func whatIsInAnotherSetOfCharactersIsNotCompared() throws {
    let text = try list(ending: id3v1("¯ó³æ", artist: "Other")) { tag in
      pieces { tag.text("TIT2", "Żółć", encoding: .utf8); tag.text("TPE1", "Artist") }
    }
    #expect(text.contains("¯ó³æ (in another encoding: not compared)"), "\(text)")
    #expect(text.contains("Other (differs)"))
  }
}
