import Atoms
import ByteReading
import Corpus
import FuzzOracles
import MediaInspection
import Structure
import Testing

/// What protection systems put into their headers, and what is said of it.
@Suite struct ProtectionTests {
  private static let widevine = "EDEF8BA9 79D6 4ACE A3C8 27DCD51D21ED"
  private static let playReady = "9A04F079 9840 4286 AB92 E65BE0885F95"
  private static let key = "00112233445566778899AABBCCDDEEFF"

  private func header(_ system: String, _ data: Piece, keys: String? = nil) -> Piece {
    atom("pssh", version: keys == nil ? 0 : 1) {
      hex(system)
      if let keys {
        u32(UInt32(hex(keys).bytes.count / 16)); hex(keys)
      }
      u32(UInt32(data.bytes.count)); data
    }
  }

  private func said(_ header: Piece) throws -> String {
    try summary(of: "pssh") { header }
  }

  @Test func aWidevineMessageIsReadFieldByField() throws {
    // Algorithm, two keys, provider, content, scheme 'cbcs', and a field that nobody defined.
    let data = hex(
      """
      0801 1210 \(Self.key) 1210 \(Self.key) 1A04 74657374 2202 0001
      48F3C6899B06 A001 05
      """)
    let box = header(Self.widevine, data)
    #expect(
      try said(box) == "Widevine, 2 key IDs, provider \"test\", content 0001, 'cbcs'")
    let document = Document.atoms(of: ByteSource(copying: box.bytes))
    let reader = NodeReader(document)
    reader.open(NodeIndex(0))
    #expect(reader.number("algorithm") == 1)
    #expect(reader.count("fields") == 7)
    #expect(reader.contents("key_id").map(\.byteCount) == [16, 16])
    #expect(reader.number("protection_scheme") == UInt64(FourCC("cbcs").rawValue))
    // The number 20 needs a second byte.
    #expect(reader.number("field_number_rest") == 1)
    #expect(reader.number("value") == 5)
  }

  @Test func keysBeyondTheFirstFewAreCounted() throws {
    var data = Piece()
    for _ in 0..<40 {
      data = pieces {
        data; hex("1210" + Self.key)
      }
    }
    #expect(try said(header(Self.widevine, data)) == "Widevine, 40 key IDs")
  }

  @Test(
    arguments: [
      (
        "<WRMHEADER version=\"4.0.0.0\"><DATA><KID>MyIRAFVEd2aImaq7zN3u/w==</KID></DATA>",
        "4.0.0.0"
      ),
      (
        "<WRMHEADER version=\"4.3.0.0\"><DATA><PROTECTINFO><KIDS>"
          + "<KID ALGID=\"AESCBC\" VALUE=\"MyIRAFVEd2aImaq7zN3u/w==\"></KID></KIDS>",
        "4.3.0.0"
      ),
    ])
  func keysOfAPlayReadyHeaderAreReadOut(xml: String, version: String) throws {
    var text = Piece()
    for byte in xml.utf8 {
      text = pieces {
        text; u8(byte, 0)
      }
    }
    let count = text.bytes.count
    func little(_ value: Int, _ bytes: Int) -> Piece {
      bytes == 2
        ? u8(UInt8(value & 0xFF), UInt8(value >> 8))
        : u8(UInt8(value & 0xFF), UInt8(value >> 8), 0, 0)
    }
    let data = pieces {
      little(count + 10, 4); little(1, 2); little(1, 2); little(count, 2); text
    }
    #expect(
      try said(header(Self.playReady, data))
        == "PlayReady, 1 key ID 00112233-4455-6677-8899-aabbccddeeff, header \(version)")
  }

  @Test func otherSystemsKeepTheirBytes() throws {
    #expect(
      try said(header("1077EFEC C0B2 4D02 ACE3 3C1E52E2FB4B", Piece(), keys: Self.key + Self.key))
        == "W3C common, 2 key IDs")
    #expect(
      try said(header("F239E769 EFA3 4850 9C16 A903C6932EFB", zeros(5)))
        == "Adobe Primetime, 5 bytes")
    // Boxes whose layout only their system knows.
    let inner = atom("fpsd") { zeros(4) }
    let box = header("94CE86FB 07FF 4F43 ADB8 93D2FA968CA2", inner)
    #expect(try said(box) == "FairPlay Streaming, 12 bytes")
    let reader = NodeReader(Document.atoms(of: ByteSource(copying: box.bytes)))
    reader.open(NodeIndex(0))
    #expect(reader.code("box_type") == "fpsd")
  }

  /// What says how samples are protected, or restricted, names one scheme.
  @Test(arguments: [("encv", "sinf"), ("resv", "rinf")] as [(FourCC, FourCC)])
  func aSchemeIsNamedOnce(entry: FourCC, box: FourCC) throws {
    func isDuplicated(_ count: Int) throws -> Bool {
      let file = Files.film.replacing(Files.tables + "stsd/avc1") {
        Parts.visualEntry(entry) {
          Parts.avcConfiguration
          atom(box) {
            atom("frma") { code("avc1") }
            for _ in 0..<count {
              atom("schm", version: 0) {
                code("cbcs"); u32(0x1_0000)
              }
            }
          }
        }
      }
      let document = try MediaFile.open(ByteSource(copying: file))
      MediaFile.check(document)
      return document.problems.kept.contains { $0.kind.id.isSame(as: "atom-duplicated") }
    }
    #expect(try !isDuplicated(1))
    #expect(try isDuplicated(2))
  }

  @Test func schemesAreSaidInOneLine() throws {
    func scheme(_ type: FourCC, _ encryption: Piece) -> Piece {
      Parts.protection(by: type) { encryption }
    }
    let constant = atom("tenc", version: 1) {
      u8(0, 0x19, 1, 0); hex(Self.key); u8(16); zeros(16)
    }
    #expect(
      try summary(of: "tenc") { scheme("cbcs", constant) }
        == "cbcs 1:9, 16-byte constant IV, key ID 00112233-4455-6677-8899-aabbccddeeff")
    #expect(
      try summary(of: "sinf") { scheme("cbcs", constant) }
        == "'avc1' protected by 'cbcs' 1:9, key ID 00112233-4455-6677-8899-aabbccddeeff")
    let each = atom("tenc", version: 0) {
      u8(0, 0, 1, 8); hex(Self.key)
    }
    #expect(
      try summary(of: "tenc") { scheme("cenc", each) }
        == "cenc, 8-byte IV, key ID 00112233-4455-6677-8899-aabbccddeeff")
    let clear = atom("tenc", version: 0) {
      zeros(4); zeros(16)
    }
    #expect(
      try summary(of: "tenc") { scheme("cenc", clear) }
        == "cenc, not protected, key ID 00000000-0000-0000-0000-000000000000")
  }
}
