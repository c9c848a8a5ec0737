// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import StructureRendering
import Testing

@testable import MediaReports

/// What `--about` says of tags that programs fill in ways of their own.
@Suite struct TagAnswerTests {
  /// The lines of a kind.
  private func lines(_ key: String, _ bytes: [UInt8]) throws -> [String] {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    MediaFile.check(document)
    let about = About(of: document)
    return (about.facts + about.findings).filter { $0.key.description == key && !$0.text.isEmpty }.map(\.text)
  }

  /// Sound with a tag.
  private func sound(_ version: TagBuilder.Version, _ frames: (TagBuilder) -> Piece) -> [UInt8] {
    let builder = TagBuilder(version)
    let frames = frames(builder)
    return atoms { builder.tag { frames }; mpegAudio(frames: 2) }
  }

  // MARK: Texts

  /// The bytes of UTF-8, each as a character of ISO-8859-1.
  private func misread(_ text: String, most: Int = .max) -> String {
    String(text.utf8.prefix(most).map { Character(Unicode.Scalar($0)) })
  }

  /// FFmpeg writes UTF-8 into ID3v1, and cuts it off between any two bytes.
  @Test func theSameBytesAreTheSameText() throws {
    func disagreements(_ title: String, _ old: String) throws -> [String] {
      try lines("disagreements", sound(.v4) { $0.text("TIT2", title, encoding: .utf8) } + id3v1(old).bytes)
    }
    #expect(try disagreements("Größe und Glück", misread("Größe und Glück")) == [])
    // The thirtieth byte is the first of two.
    let long = "Viele Grüße von nebenan, u ä"
    #expect(try disagreements(long, misread(long, most: 30)) == [])
    #expect(try disagreements("Größe und Glück", misread("Größe und Pech")).count == 1)
    // What is not cut off is all of it.
    #expect(try disagreements("Größe und Glück", misread("Größe")).count == 1)
  }

  /// Programs on a Cyrillic Windows write its bytes into ID3v1. Letters with marks may be two characters in the other tag.
  @Test func cyrillicOfWindowsIsTheSameText() throws {
    func disagreements(_ title: String, _ stored: String) throws -> [String] {
      let old = String(hex(stored).bytes.map { Character(Unicode.Scalar($0)) })
      return try lines("disagreements", sound(.v4) { $0.text("TIT2", title, encoding: .utf8) } + id3v1(old).bytes)
    }
    #expect(try disagreements("Мой Ёж – №1", "CC EE E9 20 A8 E6 20 96 20 B9 31") == [])
    #expect(try disagreements("Мо\u{438}\u{306}", "CC EE E9") == [])
    // Thirty bytes, up to the comma.
    let long = "Вечерний звон над тихой рекой, вечер"
    let bytes = "C2 E5 F7 E5 F0 ED E8 E9 20 E7 E2 EE ED 20 ED E0 E4 20 F2 E8 F5 EE E9 20 F0 E5 EA EE E9 2C"
    #expect(try disagreements(long, bytes) == [])
    // A letter may be another one in a set that nothing names: that is not compared.
    #expect(try disagreements("Мой Ёж", "CC EE E9 20 C5 E6") == [])
    // What is not cut off is all of it.
    #expect(try disagreements("Мой Ёж", "CC EE E9").count == 1)
    #expect(try disagreements("Мой 猫", "CC EE E9 20 A4") == [])
  }

  /// Texts of AIFF are those of the Macintosh where they are not UTF-8.
  @Test(arguments: [("53C3A4C39FE280A6", "Säß…"), ("538AA7C9", "Säß…"), ("53C3", "S√"), ("54657874", "Text")])
  func textsOfAIFFAreUTF8WhereTheyCanBe(_ stored: String, _ text: String) throws {
    let name = hex(stored)
    let content = pieces {
      code("AIFF")
      code("COMM"); u32(18); u16(1); u32(2); u16(16); hex("400E AC44 0000 0000 0000")
      code("SSND"); u32(12); u32(0, 0); hex("0001 0002")
      code("NAME"); u32(UInt32(name.bytes.count)); name
    }
    let bytes = atoms { code("FORM"); u32(UInt32(content.bytes.count)); content }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let node = try #require(document.tree.indices.first { document.tree[$0].type == "NAME" })
    var summary = ByteWriter()
    NodeReader(document).putSummary(of: node, to: &summary)
    #expect(summary.string == "\"\(text)\"")
  }

  // MARK: Loudness

  /// By which field a gain is known does not depend on where it is stored.
  @Test func gainsAreThoseOfTracksAndAlbums() throws {
    let volumes = sound(.v4) { tag in
      pieces {
        tag.frame("RVA2") { text("track", terminated: true); hex("01 F300 10 7530"); hex("02 0200 00") }
        tag.frame("RVA2") { text("Album", terminated: true); hex("01 F800 00") }
        tag.frame("RVA2") { text("car", terminated: true); hex("01 0200 00") }
        tag.frame("RVA2") { text("track", terminated: true); hex("02 0200 00") }
      }
    }
    #expect(
      try lines("loudness", volumes) == [
        "track gain -6.50 dB, front right 1.00 dB [RVA2], track peak 30,000 of 16 bits [RVA2], "
          + "album gain -4.00 dB [RVA2], adjustment car = master volume 1.00 dB [RVA2], "
          + "adjustment track = front right 1.00 dB [RVA2]"
      ])
  }

  /// A freeform item of an iTunes list.
  private func freeform(_ mean: String, _ name: String, _ value: String) -> Piece {
    atom("----") {
      atom("mean", version: 0) { text(mean) }
      atom("name", version: 0) { text(name) }
      atom("data") { u32(1, 0); text(value) }
    }
  }

  @Test func gainsHaveFieldsWhoeverNamesThem() throws {
    let movie = atoms {
      Parts.fileType("M4A ")
      Parts.movie {
        atom("udta") {
          atom("meta", version: 0) {
            Parts.handlerReference("mdir")
            atom("ilst") {
              freeform("org.hydrogenaudio.replaygain", "replaygain_track_gain", "-7 dB")
              freeform("org.hydrogenaudio.replaygain", "replaygain_album_peak", "0.9")
            }
          }
        }
      }
    }
    let old = sound(.v2) { tag in tag.frame("TXX") { u8(0); text("replaygain_track_gain", terminated: true); text("-7 dB") } }
    for bytes in [movie, old] {
      let document = try MediaFile.open(ByteSource(copying: bytes))
      #expect(MediaFile.fields(of: document)["trackGain"]?.text == "-7 dB")
      #expect(try !lines("notRead", bytes).contains { $0.contains("key is not known") })
    }
  }

  // MARK: Names

  /// All items of APE are nodes of one kind; what they are called is their key.
  @Test func itemsOfAPEAreCalledByTheirKeys() throws {
    let bytes = atoms {
      mpegAudio(frames: 2)
      apeTag([apeItem("Artist") { text("A"); u8(0); text("B") }, apeItem("Album Artist") { text("X") }])
    }
    #expect(try lines("personalData", bytes).map { $0.prefix { $0 != " " } } == ["Artist", "Album"])
    #expect(try lines("personalData", bytes).first?.hasPrefix(#"Artist "A""#) == true)
  }
}
