import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

private func + (a: Piece, b: Piece) -> Piece { Piece(a.bytes + b.bytes) }

/// Hashes of content credentials are compared with the bytes that they cover; signatures are not verified.
///
/// The hashes of the three files of c2pa-rs among the samples come out the same with an implementation in Python
/// that was written apart.
@Suite struct CredentialTests {
  /// Text and maps of CBOR, as short as they are here.
  private enum Value {
    static func text(_ text: String) -> Piece { head(3, text.utf8.count) + Piece(Array(text.utf8)) }
    static func bytes(_ bytes: [UInt8]) -> Piece { head(2, bytes.count) + Piece(bytes) }
    static func head(_ major: UInt8, _ count: Int) -> Piece {
      Piece(count < 24 ? [major << 5 | UInt8(count)] : [major << 5 | 24, UInt8(count)])
    }
    static func map(_ entries: (String, Piece)...) -> Piece {
      entries.reduce(head(5, entries.count)) { $0 + text($1.0) + $1.1 }
    }
    static func array(_ items: [Piece]) -> Piece { items.reduce(head(4, items.count)) { $0 + $1 } }
  }

  private func box(_ label: String, _ type: String, _ content: Piece) -> Piece {
    atom("jumb") {
      atom("jumd") {
        hex(type + "00110010800000AA00389B71 03")
        text(label + "\0")
      }
      content
    }
  }

  private func cbor(_ label: String, _ value: Piece) -> Piece { box(label, "63626F72", atom("cbor") { value }) }

  private func digest(_ bytes: [UInt8]) -> [UInt8] { SHA256.digest(of: bytes.rawBytes).bytes }

  /// A file with credentials whose hash is of all but the credentials, and `ftyp` when it is `v1`.
  private func file(
    media: [UInt8] = [1, 2, 3, 4], label: String = "c2pa.hash.bmff.v2", path: String = "/uuid",
    forging: (hash: Bool, assertion: Bool) = (false, false)
  ) -> [UInt8] {
    let identifier = hex("D8FEC3D61B0E483C92975828877EC481").bytes
    let type = atom("ftyp") { hex("69736F6D 00000000") }
    let free = atom("mdat") { Piece(media) }
    func credentials(_ hash: [UInt8]) -> Piece {
      let exclusion = Value.map(
        ("xpath", Value.text(path)), ("length", hex("F6")),
        ("data", Value.array([Value.map(("offset", hex("08")), ("value", Value.bytes(identifier)))])))
      let assertion = cbor(
        label,
        Value.map(
          ("exclusions", Value.array([exclusion])), ("alg", Value.text("sha256")), ("hash", Value.bytes(hash))))
      var own = digest(Array(assertion.bytes.dropFirst(8)))
      if forging.assertion { own[0] ^= 1 }
      let claim = cbor(
        "c2pa.claim",
        Value.map(
          ("claim_generator", Value.text("Maker/1.0")), ("alg", Value.text("sha256")),
          (
            "assertions",
            Value.array([
              Value.map(
                ("url", Value.text("self#jumbf=c2pa.assertions/" + label)), ("hash", Value.bytes(own)))
            ])
          )))
      return atom("uuid") {
        Piece(identifier)
        u32(0)
        text("manifest\0")
        u64(0)
        box(
          "c2pa", "63327061",
          box("urn:uuid:1", "63326D61", box("c2pa.assertions", "63326173", assertion) + claim + cbor("c2pa.signature", hex("80"))))
      }
    }
    // Places of the boxes that are hashed stand before their bytes.
    let length = credentials([UInt8](repeating: 0, count: 32)).bytes.count
    func place(_ offset: Int) -> [UInt8] { u64(UInt64(offset)).bytes }
    let hashed =
      label.hasSuffix("v2")
      ? place(0) + type.bytes + place(type.bytes.count + length) + free.bytes : type.bytes + free.bytes
    var hash = digest(hashed)
    if forging.hash { hash[31] ^= 0x80 }
    return type.bytes + credentials(hash).bytes + free.bytes
  }

  private func credentials(_ bytes: [UInt8]) throws -> ContentCredentials {
    try #require(ContentCredentials(of: MediaFile.open(ByteSource(copying: bytes))))
  }

  @Test func hashesOfTheFileAndOfAssertionsMatch() throws {
    for label in ["c2pa.hash.bmff", "c2pa.hash.bmff.v2"] {
      let manifest = try #require(try credentials(file(label: label)).manifests.first)
      #expect(manifest.generator == "Maker/1.0" && manifest.hasSignature)
      #expect(manifest.assertions.map(\.label) == [label] && manifest.assertions.allSatisfy { $0.verdict == .matches })
      #expect(manifest.file?.verdict == .matches && manifest.file?.coveredBytes == 28, "\(String(describing: manifest.file))")
    }
  }

  /// A byte of the media, of the hash, or of the hash of the assertion.
  @Test func whatWasChangedDoesNotMatch() throws {
    var changed = file()
    changed[changed.count - 1] ^= 1
    #expect(try credentials(changed).manifests.first?.file?.verdict == .differs)
    #expect(try credentials(changed).manifests.first?.assertions.first?.verdict == .matches)
    #expect(try credentials(file(forging: (true, false))).manifests.first?.file?.verdict == .differs)
    let forged = try credentials(file(forging: (false, true))).manifests.first
    #expect(forged?.assertions.first?.verdict == .differs && forged?.file?.verdict == .matches)
  }

  /// A path with a place in it is not understood, so the hash says neither.
  @Test func whatIsNotUnderstoodIsNotChecked() throws {
    #expect(try credentials(file(path: "/uuid[1]")).manifests.first?.file?.verdict == .notChecked(.exclusions))
    #expect(
      try ContentCredentials(of: MediaFile.open(ByteSource(copying: atoms { atom("ftyp") { hex("69736F6D00000000") } }))) == nil)
  }
}
