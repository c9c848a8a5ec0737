import Atoms
import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import Structure
import Testing

/// Codec strings and media types of tracks and items made for it.
@Suite struct CodecStringTests {
  /// What the media type of a movie with one track of this entry says of it.
  private func codecs(_ handler: FourCC = "vide", _ entry: Piece) throws -> String {
    let document = try opened(movie(handler: handler, entry: { entry }).bytes)
    let type = try #require(document.synopsis.mediaType?(document))
    #expect(type.codecs.count == 1)
    return type.codecs[0].text
  }

  private func video(_ type: FourCC, _ box: FourCC, _ digits: String) -> Piece {
    visual(type, 1920, 1080) { atom(box) { hex(digits) } }
  }

  private static let high = "01 F4 00 0B FF E0 00"
  private static let main10 =
    "01 22 20000000 B00000000000 99 F000 FC FD FA FA 0000 0F 00"

  @Test func videoSaysProfileAndLevel() throws {
    for type in ["avc1", "avc2", "avc3", "avc4"] as [FourCC] {
      #expect(try codecs("vide", video(type, "avcC", Self.high)) == "\(type.key).F4000B")
    }
    for type in ["hvc1", "hev1"] as [FourCC] {
      // The compatibility flags are written from the last bit to the first.
      #expect(try codecs("vide", video(type, "hvcC", Self.main10)) == "\(type.key).2.4.H153.B0")
    }
    // Multilayer, frame only: the first two bits, then six of the constraints.
    #expect(
      try codecs(
        "vide",
        video(
          "vvc1", "vvcC", "00000000 FF 0011 5F 01 0233 80 00 0780 0438 0000 00"))
        == "vvc1.1.L51.CQA")
    #expect(
      try codecs("vide", video("evc1", "evcC", "01 01 5A 00000000 0000000F 52 0780 0438 03 00"))
        == "evc1.vprf1.vlev90.vtolF.vbit22")
    #expect(
      try codecs("vide", video("lvc1", "lvcC", "01 00 02 40 FF 00000780 00000438 1F 00"))
        == "lvc1.vprf0.vlev2")
    #expect(
      try codecs(
        "vide",
        video("apv1", "apvC", "00000000 01 01 01 01 00 21 5A 01 00000780 00000438 22 00"))
        == "apv1.apvf33.apvl90.apvb1")
    #expect(
      try codecs("vide", video("avs3", "av3c", "01 0006 000001B0 22 46 FC")) == "avs3.22.46")
  }

  @Test func coloursAreSaidWhenTheyAreNotTheUsualOnes() throws {
    #expect(try codecs("vide", video("av01", "av1C", "81 05 4C 00")) == "av01.0.05M.10")
    // Grey, high tier, 12 bits.
    #expect(
      try codecs("vide", video("av01", "av1C", "81 4D FC 00"))
        == "av01.2.13H.12.1.110.02.02.02.0")
    #expect(
      try codecs("vide", video("vp09", "vpcC", "01000000 00 0A 82 02 02 02 0000"))
        == "vp09.00.10.08")
    #expect(
      try codecs("vide", video("vp09", "vpcC", "01000000 02 33 A3 09 10 09 0000"))
        == "vp09.02.51.10.01.09.16.09.01")
  }

  @Test func dolbyVisionIsMainOrSupplement() throws {
    let layer = "01 00 10 3D 41 000000" + String(repeating: "00", count: 16)
    let own = visual("dvh1", 1920, 1080) {
      atom("hvcC") { hex(Self.main10) }
      atom("dvvC") { hex(layer) }
    }
    #expect(try codecs("vide", own) == "dvh1.08.07")
    let both = visual("hvc1", 1920, 1080) {
      atom("hvcC") { hex(Self.main10) }
      atom("dvvC") { hex(layer) }
    }
    let document = try opened(movie(handler: "vide", entry: { both }).bytes)
    let type = try #require(document.synopsis.mediaType?(document))
    #expect(type.codecs[0].text == "hvc1.2.4.H153.B0")
    #expect(type.codecs[0].supplements == "dvh1.08.07/db4h")
    // Profile 5 has no base that others could show (compatibility 0): it is beside nothing.
    let alone = visual("hvc1", 1920, 1080) {
      atom("hvcC") { hex(Self.main10) }
      atom("dvcC") { hex("01 00 0A 3D 00 000000"); zeros(16) }
    }
    let other = try opened(movie(handler: "vide", entry: { alone }).bytes)
    #expect(try #require(other.synopsis.mediaType?(other)).codecs[0].supplements == "")
  }

  /// An `esds` of this object type with this specific information.
  private func stream(_ object: UInt8, _ specific: String = "") -> Piece {
    let info = hex(specific)
    let tail = UInt8(info.bytes.count)
    return atom("esds", version: 0) {
      u8(3, tail == 0 ? 18 : 20 + tail); u16(1); u8(0)
      u8(4, tail == 0 ? 13 : 15 + tail, object, object == 0x20 ? 0x11 : 0x15); u24(0); u32(0, 0)
      tail == 0
        ? Piece()
        : pieces {
          u8(5, tail); info
        }
    }
  }

  @Test(
    arguments: [
      (0x40, "1210", "mp4a.40.2"),
      // SBR first, SBR after the configuration, PS after it, PS first, USAC.
      (0x40, "2B8A0800", "mp4a.40.5"),
      (0x40, "131056E598", "mp4a.40.5"),
      (0x40, "131056E59D4880", "mp4a.40.29"),
      (0x40, "EB8A0800", "mp4a.40.29"),
      (0x40, "F94640", "mp4a.40.42"),
      (0x67, "1210", "mp4a.67"), (0x6B, "", "mp4a.6B"), (0xE1, "", "mp4a.E1"),
    ] as [(Int, String, String)])
  func mpegAudioSaysWhatKindItIs(object: Int, specific: String, text: String) throws {
    let entry = audio("mp4a", channels: 2, rate: 44_100) { stream(UInt8(object), specific) }
    #expect(try codecs("soun", entry) == text)
  }

  @Test func mpegVideoSaysItsLevelInDecimal() throws {
    let entry = visual("mp4v", 320, 240) { stream(0x20, "000001B0 F5 000001B5") }
    #expect(try codecs("vide", entry) == "mp4v.20.245")
    #expect(try codecs("vide", visual("mp4v", 320, 240) { stream(0x61) }) == "mp4v.61")
  }

  @Test func otherAudioSaysWhatItsRuleAsks() throws {
    func sound(_ type: FourCC, _ box: FourCC, _ digits: String) throws -> String {
      try codecs(
        "soun", audio(type, channels: 2, rate: 48_000) { atom(box) { hex(digits) } })
    }
    #expect(try sound("ac-3", "dac3", "10 11 60") == "ac-3")
    #expect(try sound("ec-3", "dec3", "0C00 20 0F 00 01 10") == "ec-3")
    #expect(
      try sound("ac-4", "dac4", "20 A4 01 40 00 00 00 1F FF FF FF E0 01 02 0B 00")
        == "ac-4.02.01.03")
    #expect(try sound("mha1", "mhaC", "01 0D 06 0000") == "mha1.0x0D")
    #expect(
      try sound("iamf", "iacb", "01 16 F8 06 69616D66 0001 00 0C 00 4F707573 C007 FFFC 000102")
        == "iamf.000.001.Opus")
    let plain: [FourCC] = [
      "Opus", "fLaC", "alac", "dtsc", "dtse", "dtsh", "dtsl", "dtsx", "samr", "sawb",
    ]
    for type in plain {
      #expect(try codecs("soun", audio(type, channels: 2, rate: 8_000)) == type.key)
    }
  }

  @Test func textSaysItsProfile() throws {
    func subtitles(_ namespace: String, _ schema: String = "", _ content: Piece = Piece()) -> Piece
    {
      atom("stpp") {
        zeros(6); u16(1)
        text(namespace, terminated: true); text(schema, terminated: true); u8(0)
        content
      }
    }
    let markup = "http://www.w3.org/ns/ttml"
    #expect(try codecs("subt", subtitles("urn:other")) == "stpp")
    #expect(try codecs("subt", subtitles(markup)) == "stpp.ttml")
    #expect(
      try codecs("subt", subtitles(markup, "http://www.w3.org/ns/ttml/profile/imsc1/text"))
        == "stpp.ttml.im1t")
    let type = atom("mime", version: 0) {
      text("application/ttml+xml;codecs=im2t|etd1", terminated: true)
    }
    #expect(try codecs("subt", subtitles(markup, "", type)) == "stpp.ttml.im2t|etd1")
    for type in ["wvtt", "tx3g", "c608"] as [FourCC] {
      let entry = atom(type) {
        zeros(6); u16(1)
      }
      #expect(try codecs("text", entry) == type.key)
    }
  }

  @Test func protectionDoesNotShowAndRestrictionDoes() throws {
    func scheme(_ original: FourCC, _ scheme: FourCC, in box: FourCC) -> Piece {
      atom(box) {
        atom("frma") { code(original) }
        atom("schm", version: 0) {
          code(scheme); u32(0x1_0000)
        }
      }
    }
    let encrypted = visual("encv", 1920, 1080) {
      atom("avcC") { hex(Self.high) }
      scheme("avc1", "cbcs", in: "sinf")
    }
    #expect(try codecs("vide", encrypted) == "avc1.F4000B")
    let projected = visual("resv", 1920, 1080) {
      atom("hvcC") { hex(Self.main10) }
      scheme("hvc1", "podv", in: "rinf")
    }
    #expect(try codecs("vide", projected) == "resv.podv.hvc1.2.4.H153.B0")
    #expect(try codecs("vide", visual("encv", 1920, 1080) {}) == "encv")
  }

  @Test func aFileIsCalledByBrandAndContent() throws {
    func type(_ brand: FourCC, _ handler: FourCC, _ entry: Piece) throws -> String {
      var bytes = movie(handler: handler, entry: { entry }).bytes
      bytes.replaceSubrange(8..<12, with: code(brand).bytes)
      let document = try opened(bytes)
      return try #require(document.synopsis.mediaType?(document)).text
    }
    let film = video("avc1", "avcC", Self.high)
    #expect(try type("isom", "vide", film) == "video/mp4; codecs=\"avc1.F4000B\"")
    #expect(try type("qt  ", "vide", film) == "video/quicktime; codecs=\"avc1.F4000B\"")
    #expect(try type("3gp6", "vide", film) == "video/3gpp; codecs=\"avc1.F4000B\"")
    let sound = audio("samr", channels: 1, rate: 8_000)
    #expect(try type("isom", "soun", sound) == "audio/mp4; codecs=\"samr\"")
    #expect(try type("3g2a", "soun", sound) == "audio/3gpp2; codecs=\"samr\"")
    // A blank has to be written as digits, and the list says so.
    let raw = visual("raw ", 16, 16) {}
    #expect(try type("qt  ", "vide", raw) == "video/quicktime; codecs*=\"''raw%20\"")
    let clock = atom("tmcd") {
      zeros(6); u16(1); u32(0, 0, 24, 1); u8(24, 0)
    }
    #expect(try type("qt  ", "tmcd", clock) == "video/quicktime")
  }

  @Test func imagesAreCalledByTheirItems() throws {
    let bytes = atoms {
      atom("ftyp") {
        code("mif1"); u32(0); code("mif1", "heic")
      }
      atom("meta", version: 0) {
        atom("hdlr", version: 0) {
          u32(0); code("pict"); zeros(13)
        }
        atom("pitm", version: 0) { u16(2) }
        atom("iinf", version: 0) {
          u16(3)
          atom("infe", version: 2) {
            u16(1, 0); code("hvc1"); u8(0)
          }
          atom("infe", version: 2) {
            u16(2, 0); code("grid"); u8(0)
          }
          atom("infe", version: 2) {
            u16(3, 0); code("Exif"); u8(0)
          }
        }
        atom("iprp") {
          atom("ipco") { atom("hvcC") { hex(Self.main10) } }
          atom("ipma", version: 0) {
            u32(1); u16(1); u8(1, 0x81)
          }
        }
      }
    }
    let document = try opened(bytes)
    #expect(
      try #require(document.synopsis.mediaType?(document)).text
        == "image/heic; itemtypes=\"grid,hvc1.2.4.H153.B0\"")
  }
}
