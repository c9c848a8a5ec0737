import ByteReading
import Corpus
import Testing

@Suite struct TagBuilderTests {
  @Test func framesHaveTheHeadersOfTheirVersion() {
    let two = TagBuilder(.v2).tag { TagBuilder(.v2).text("TT2", "A") }
    #expect(two == hex("494433 0200 00 00000008 545432 000002 00 41"))
    let three = TagBuilder(.v3).tag(padding: 3) { TagBuilder(.v3).text("TIT2", "A", "B") }
    #expect(three == hex("494433 0300 00 00000011 54495432 00000004 0000 00 41 00 42 000000"))
    let four = TagBuilder(.v4).tag(footer: true) {
      TagBuilder(.v4).frame("PRIV") { zeros(200) }
    }
    #expect(four.bytes.prefix(10) == hex("494433 0400 10 00000152").bytes[...])
    #expect(four.bytes.dropFirst(10).prefix(10) == hex("50524956 00000148 0000").bytes[...])
    #expect(four.bytes.suffix(10) == hex("334449 0400 10 00000152").bytes[...])
  }

  @Test func textIsEncoded() {
    let text = TagBuilder(.v4)
    #expect(
      text.text("TIT2", "é€", "x", encoding: .utf16)
        == hex("54495432 0000000d 0000 01 fffe e900 ac20 0000 fffe 7800"))
    #expect(
      text.text("TIT2", "é", encoding: .utf16BE, terminated: true)
        == hex("54495432 00000005 0000 02 00e9 0000"))
    #expect(text.text("TIT2", "é", encoding: .utf8) == hex("54495432 00000003 0000 03 c3a9"))
    #expect(string("a", .utf16, isBigEndian: true) == hex("feff 0061 0000"))
    #expect(string("a", .utf16, terminated: false, hasMark: false) == hex("6100"))
  }

  @Test func unsynchronisationPartsWhatLooksLikeSound() {
    #expect(unsynchronisation(of: [0xFF, 0xFB, 1]) == [0xFF, 0, 0xFB, 1])
    #expect(unsynchronisation(of: [0xFF, 0, 0xFF]) == [0xFF, 0, 0, 0xFF, 0])
    #expect(unsynchronisation(of: [0xFF, 0xDF]) == [0xFF, 0xDF])
    // The size of the tag is the one after it, the size of the frame the one before.
    let v3 = TagBuilder(.v3)
    #expect(
      v3.tag(unsynchronised: true) { v3.frame("PCNT") { hex("ffff00") } }
        == hex("494433 0300 80 0000000f 50434e54 00000003 0000 ff 00 ff 00 00"))
    let v4 = TagBuilder(.v4)
    #expect(
      v4.tag(unsynchronised: true) {
        v4.frame("PCNT", .init(isUnsynchronised: true, hasDataLength: true)) { hex("ffff00") }
      } == hex("494433 0400 80 00000013 50434e54 00000009 0003 00000003 ff 00 ff 00 00"))
  }

  @Test func extendedHeadersHaveTheirChecksum() {
    let v3 = TagBuilder(.v3)
    // The CRC-32 of nine digits is known from everywhere.
    #expect(
      v3.tag(extended: .init(hasChecksum: true), padding: 2) { text("123456789") }
        == hex(
          "494433 0300 40 00000019 0000000a 8000 00000002 cbf43926 313233343536373839 0000"))
    let v4 = TagBuilder(.v4)
    #expect(
      v4.tag(extended: .init(isUpdate: true, hasChecksum: true, restrictions: 0x41)) {
        text("123456789")
      }
        == hex(
          """
          494433 0400 40 00000018 0000000f 01 70 00 05 0c5f507226 01 41 313233343536373839
          """))
  }

  @Test func formatsOfFramesStandInTheOrderOfTheVersion() {
    let three = TagBuilder(.v3).frame(
      "PRIV", .init(status: 0x8000, isCompressed: true, encryption: 0x81, group: 0x90)
    ) { u8(0x41) }
    #expect(
      three
        == hex(
          "50524956 00000012 80e0 00000001 81 90 7801 01 0100 feff 41 00420042"))
    let four = TagBuilder(.v4).frame(
      "PRIV", .init(status: 0x4000, isCompressed: true, encryption: 0x81, group: 0x90)
    ) { u8(0x41) }
    #expect(
      four == hex("50524956 00000012 404d 90 81 00000001 7801 01 0100 feff 41 00420042"))
  }

  @Test func otherTagsHaveTheirSizes() {
    let first = id3v1("T", artist: "A", year: "2024", comment: "C", track: 5, genre: 17)
    #expect(first.bytes.count == 128)
    #expect(first.bytes.prefix(4) == hex("54414754").bytes[...])
    #expect(first.bytes.suffix(4) == hex("00 00 05 11").bytes[...])
    #expect(enhancedTag("T", speed: 1, from: "000:10", to: "001:00").bytes.count == 227)
    #expect(
      lyrics3v2 { lyricsField("IND", "00") }
        == text("LYRICSBEGININD0000200000021LYRICS200"))
    let tag = apeTag([apeItem("Title") { text("T") }])
    #expect(
      tag
        == hex(
          """
          4150455441474558 d0070000 2f000000 01000000 000000a0 0000000000000000
          01000000 00000000 5469746c6500 54
          4150455441474558 d0070000 2f000000 01000000 00000080 0000000000000000
          """))
    #expect(apeTag(version: 1_000, [apeItem("T") { text("x") }]).bytes.count == 32 + 11)
  }

  @Test func framesOfSoundFollowOneAnother() {
    let bytes = mpegAudio(frames: 3).bytes
    #expect(bytes.count == 3 * 208)
    #expect(bytes[208..<212] == hex("FFFB50C0").bytes[...])
  }
}
