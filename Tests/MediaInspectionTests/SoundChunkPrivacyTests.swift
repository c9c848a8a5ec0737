// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import SoundFiles
import Structure
import Testing

/// What chunks of AIFF and WAV give away, and which of them are about nobody.
@Suite struct SoundChunkPrivacyTests {
  /// A chunk of AIFF, with its pad byte.
  private func chunk(_ type: FourCC, @AtomBuilder _ content: () -> Piece) -> Piece {
    let content = content().bytes
    return pieces { code(type); u32(UInt32(content.count)); Piece(content); zeros(content.count & 1) }
  }

  /// The same in WAV, with the least byte of the size first.
  private func riff(_ type: FourCC, @AtomBuilder _ content: () -> Piece) -> Piece {
    let content = content().bytes
    return pieces { code(type); u32(UInt32(content.count).byteSwapped); Piece(content); zeros(content.count & 1) }
  }

  /// AIFF-C of one sample: mono, 16 bits, 8,000 Hz.
  private func form(coding: FourCC = "NONE", called name: String, @AtomBuilder _ chunks: () -> Piece) throws -> Document {
    let chunks = chunks()
    let bytes = chunk("FORM") {
      code("AIFC")
      chunk("FVER") { u32(0xA280_5140) }
      chunk("COMM") {
        u16(1); u32(1); u16(16); hex("400B FA00 0000 0000 0000"); code(coding)
        u8(UInt8(name.utf8.count)); text(name); zeros(1 - name.utf8.count & 1)
      }
      chunks
      chunk("SSND") { u32(0, 0); u16(1) }
    }
    return try MediaFile.open(ByteSource(copying: bytes.bytes))
  }

  private func wav(@AtomBuilder _ chunks: () -> Piece) throws -> Document {
    let chunks = chunks()
    let bytes = riff("RIFF") {
      code("WAVE")
      riff("fmt ") { hex("0100 0100 401F0000 803E0000 0200 1000") }
      chunks
      riff("data") { u16(1) }
    }
    return try MediaFile.open(ByteSource(copying: bytes.bytes))
  }

  private func said(_ document: Document) -> [String] {
    MediaFile.privacy(of: document).findings.map { "\($0.kind) \($0.value ?? "")" }
  }

  /// The version of AIFF-C is the same in all files, and notes and loops of an instrument are no trailer of a camera.
  @Test func theVersionAndTheInstrumentOfAIFFAreAboutNobody() throws {
    let document = try form(called: "not compressed") {
      chunk("INST") { hex("3C 00 00 7F 01 7F 0000 0000 0001 0002 0000 0003 0004") }
    }
    let privacy = MediaFile.privacy(of: document)
    #expect(privacy.findings.isEmpty && privacy.unread.isEmpty)
    #expect(try said(form(called: "as Anna likes it") {}) == ["text as Anna likes it"])
  }

  /// Some write the name of the chunk in small letters.
  @Test(arguments: ["ID3 ", "id3 "] as [FourCC])
  func tagsInAIFFAreRead(type: FourCC) throws {
    let builder = TagBuilder(.v4)
    let tag = builder.tag { builder.frame("TOWN") { u8(3); text("Anna Example") } }.bytes
    let document = try form(called: "not compressed") { chunk(type) { Piece(tag) } }
    #expect(said(document).contains { $0.hasSuffix("Anna Example") })
  }

  /// What a radio station keeps beside a cut (AES46 §4.3), and what AFsp writes.
  @Test func cartsAndRecordsOfAFspAreRead() throws {
    func field(_ value: String, _ size: Int) -> Piece { pieces { text(value); zeros(size - value.utf8.count) } }
    let document = try wav {
      riff("cart") {
        text("0101"); field("Ident", 64); field("Anna Example", 64)
        zeros(5 * 64)
        text("2026/01/0203:04:052027/01/0203:04:05")
        zeros(3 * 64 + 4 + 64 + 276 + 1_024)
        text("call Anna")
      }
      riff("afsp") { text("AFspdate: 2026-01-02 03:04:05 UTC\0user: anna@host.example\0") }
    }
    let found = said(document)
    #expect(found.contains("text Anna Example") && found.contains("text call Anna"))
    #expect(found.contains { $0.hasSuffix("user: anna@host.example") })
    #expect(!found.contains { $0.hasSuffix("0101") })
    #expect(MediaFile.checked(document).problems.kept.isEmpty)
  }

  /// How many samples a block of GSM 6.10 has, and how Microsoft's coding predicts.
  @Test(arguments: [
    "3100 0100 401F0000 59060000 4100 0000 0200 4001",
    "0200 0100 401F0000 00100000 0001 0400 0800 F401 0100 0001 0000",
  ])
  func numbersOfCodingsAreDescribed(format: String) throws {
    let bytes = riff("RIFF") {
      code("WAVE")
      riff("fmt ") { hex(format) }
      riff("data") { zeros(65) }
    }
    let document = try MediaFile.open(ByteSource(copying: bytes.bytes))
    let privacy = MediaFile.privacy(of: document)
    #expect(privacy.findings.isEmpty && privacy.unread.isEmpty)
  }
}
