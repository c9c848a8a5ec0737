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
  private typealias Value = Credentials.Value

  private func box(_ label: String, _ type: String, _ content: Piece) -> Piece { Credentials.box(label, type, content) }
  private func cbor(_ label: String, _ value: Piece) -> Piece { Credentials.cbor(label, value) }
  private func digest(_ bytes: [UInt8]) -> [UInt8] { Credentials.digest(bytes) }

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

  /// The hash of an initialization segment, whose fragments are files of their own, is compared; that of fragments in the
  /// same file is not. The one of the sample `c2pa-rs--dashinit.mp4` matches.
  @Test func hashesOfInitializationSegmentsAreCompared() throws {
    func file(flipping flip: UInt8 = 0, media: Bool = false) throws -> ContentCredentials.FileHash? {
      try credentials(segment(flipping: flip, media: media)).manifests.first?.file
    }
    #expect(try file()?.verdict == .matches && file()?.coveredBytes == 16)
    #expect(try file(flipping: 1)?.verdict == .differs)
    #expect(try file(media: true)?.verdict == .notChecked(.tree))
  }

  /// An `ftyp` and credentials with a tree of hashes for each of two tracks.
  private func segment(flipping flip: UInt8, media: Bool) -> [UInt8] {
    let type = atom("ftyp") { hex("69736F6D 00000000") }
    let identifier = hex("D8FEC3D61B0E483C92975828877EC481").bytes
    var hash = digest(u64(0).bytes + type.bytes)
    hash[0] ^= flip
    func map(_ number: String) -> Piece {
      Value.map(
        ("uniqueId", hex(number)), ("localId", hex(number)), ("count", hex("02")), ("alg", Value.text("sha256")),
        ("initHash", Value.bytes(hash)), ("hashes", Value.array([Value.bytes([UInt8](repeating: 7, count: 32))])))
    }
    let assertion = cbor(
      "c2pa.hash.bmff.v2",
      Value.map(
        ("exclusions", Value.array([Value.map(("xpath", Value.text("/uuid")), ("data", hex("F6")))])),
        ("merkle", Value.array([map("01"), map("02")]))))
    let claim = cbor(
      "c2pa.claim",
      Value.map(
        (
          "assertions",
          Value.array([
            Value.map(
              ("url", Value.text("self#jumbf=c2pa.assertions/c2pa.hash.bmff.v2")),
              ("hash", Value.bytes(digest(Array(assertion.bytes.dropFirst(8))))))
          ])
        )))
    let store = box(
      "c2pa", "63327061",
      box("urn:uuid:1", "63326D61", box("c2pa.assertions", "63326173", assertion) + claim))
    let credentials = atom("uuid") {
      Piece(identifier)
      u32(0)
      text("manifest\0")
      u64(0)
      store
    }
    return type.bytes + credentials.bytes + (media ? atom("mdat") { hex("01") }.bytes : [])
  }

  private func file(of bytes: [UInt8]) throws -> ContentCredentials.FileHash {
    try #require(try credentials(bytes).manifests.last?.file)
  }

  /// Media data in blocks of one size, of several, in one; the leaves are stored, a row above them, or the root.
  @Test func hashesOfBlocksMatch() throws {
    for (blocks, height, count) in [
      (Credentials.Blocks.fixed(32), 0, 3), (.fixed(32), 1, 3), (.fixed(32), 2, 3), (.fixed(20), 1, 5),
      (.fixed(13), 2, 8), (.variable([40, 50, 6]), 0, 3), (.variable([96]), 0, 1), (.whole, 0, 1),
    ] {
      let found = try file(of: Credentials.film(blocks, height: height))
      #expect(found.verdict == .matches && found.pieces.map(\.matching) == [count], "\(blocks) \(height) \(found)")
      #expect(found.pieces.first?.count == count && found.pieces.first?.first == nil)
    }
  }

  /// The byte that was changed says which piece it is; below a row that is not that of the leaves, which pieces are
  /// hashed together.
  @Test func aPieceThatWasChangedIsFound() throws {
    let bytes = Credentials.film()
    let tree = try MediaFile.open(ByteSource(copying: bytes)).tree
    let media = try #require(tree.children(of: nil).first { tree[$0].type == "mdat" })
    let start = Int(tree[media].start)
    func found(_ height: Int, at offset: Int) throws -> ContentCredentials.FileHash {
      var changed = Credentials.film(height: height)
      changed[start + offset] ^= 1
      return try file(of: changed)
    }
    let second = try found(0, at: 16 + 40)
    #expect(second.verdict == .differs && second.pieces.first?.matching == 2)
    #expect(second.pieces.first?.first == start + 48)
    let both = try found(1, at: 16 + 40)
    #expect(both.verdict == .differs && both.pieces.first?.matching == 1 && both.pieces.first?.first == start + 16)
    // The first sixteen bytes belong to the hash of the file.
    let header = try found(0, at: 12)
    #expect(header.verdict == .differs && header.pieces.first?.matching == 3)
  }

  @Test func hashesOfFragmentsMatch() throws {
    for proofs in [true, false] {
      let found = try file(of: Credentials.fragments(proofs: proofs))
      #expect(found.verdict == .matches && found.pieces.map(\.matching) == [3], "\(found)")
    }
    var changed = Credentials.fragments()
    changed[changed.count - 1] ^= 1
    let found = try file(of: changed)
    #expect(found.verdict == .differs && found.pieces.first?.matching == 2)
    // The hash of what comes before the fragments.
    changed = Credentials.fragments()
    changed[44] ^= 1
    #expect(try file(of: changed).verdict == .differs && file(of: changed).pieces.first?.matching == 3)
  }

  /// Fragments that are gone, that stand twice, and proofs of others.
  @Test func fragmentsThatAreNotThereAreNotChecked() throws {
    let bytes = Credentials.fragments()
    let tree = try MediaFile.open(ByteSource(copying: bytes)).tree
    let boxes = tree.children(of: nil).map { (tree[$0].type, Int(tree[$0].start), Int(tree[$0].end)) }
    let starts = boxes.filter { $0.0 == "uuid" }.map(\.1).dropFirst()
    let third = try #require(starts.last)
    let gone = try file(of: Array(bytes.prefix(third)))
    #expect(gone.verdict == .notChecked(.missing) && gone.pieces.map(\.matching) == [2])
    // Without its box a fragment is none of the tree.
    let moof = try #require(boxes.last { $0.0 == "moof" }?.1)
    let bare = try file(of: Array(bytes.prefix(third) + bytes.suffix(from: moof)))
    #expect(bare.verdict != .matches)
    // A location beyond the leaves, and a proof that is one too long.
    for (offset, some) in [(0x40, [UInt8(9)]), (0x48, [0x81, 0x40])] {
      var changed = bytes
      changed.replaceSubrange(third + offset..<third + offset + some.count, with: some)
      #expect(try file(of: changed).verdict != .matches)
    }
  }

  /// The boxes of fragments whose hashes are in another file.
  @Test func piecesWithoutATreeAreCounted() throws {
    let found = try credentials(
      Parts.fileType("iso6", "iso6").bytes
        + Credentials.proof(0, [], filling: 0).bytes
        + Parts.fragment(sequence: 1, time: 0, duration: 200, sample: [1]).bytes)
    #expect(found.manifests.isEmpty && found.strayPieces == 1)
  }

  /// Claims that were added later are about the same bytes, and stand in a store of their own.
  @Test func theHashIsThatOfTheLastClaimThatHasOne() throws {
    let later = Credentials.store("c2pa.actions", Value.map(), purpose: "update").bytes
    let found = try credentials(Credentials.film() + later)
    #expect(found.manifests.map { $0.file?.verdict } == [.matches, nil])
  }

  /// Each byte is in one part: hashed, a piece, or left out.
  @Test func whatIsCoveredTilesTheFile() throws {
    for (bytes, kinds) in [
      (Credentials.film(), 5), (Credentials.fragments(), 7),
    ] {
      let document = try MediaFile.open(ByteSource(copying: bytes))
      let coverage = try #require(HashCoverage(of: document))
      #expect(coverage.parts.first?.start == 0 && coverage.parts.last?.end == UInt64(bytes.count))
      #expect(zip(coverage.parts, coverage.parts.dropFirst()).allSatisfy { $0.end == $1.start })
      #expect(coverage.parts.count == kinds, "\(coverage.parts)")
      let found = try file(of: bytes)
      #expect(found.coveredBytes == coverage.covered)
      #expect(coverage.share(from: 0, to: UInt64(bytes.count)).hashed > 0)
    }
  }

  /// What would have a file gone through very often is not looked at.
  @Test func manyExclusionsAreNotFollowed() throws {
    let part = Value.map(("offset", Value.number(1)), ("length", Value.number(1)))
    for (subsets, verdict) in [(62, HashVerdict.differs), (63, .notChecked(.exclusions))] {
      let exclusion = Value.map(
        ("xpath", Value.text("/mdat")), ("subset", Value.array(Array(repeating: part, count: subsets))))
      let assertion = Value.map(
        ("exclusions", Value.array([exclusion, Value.map(("xpath", Value.text("/uuid")))])),
        ("alg", Value.text("sha256")), ("hash", Value.bytes([UInt8](repeating: 0, count: 32))))
      let bytes = Parts.film().bytes + Credentials.store("c2pa.hash.bmff.v3", assertion).bytes
      #expect(try file(of: bytes).verdict == verdict)
    }
  }

  /// Sizes, counts and rows that cannot be, and very many pieces: said, and never a trap.
  @Test(arguments: [
    "fixedBlockSize": hex("00"), "fixedBlockSize ": hex("1BFFFFFFFFFFFFFFFF"), "count": hex("1BFFFFFFFFFFFFFFFF"),
    "count ": hex("00"), "hashes": hex("80"), "hashes ": hex("8140"), "variableBlockSizes": hex("811BFFFFFFFFFFFFFFFF"),
    "variableBlockSizes ": hex("80"),
  ])
  func sizesThatCannotBeAreNotChecked(name: String, value: Piece) throws {
    let key = name.split(separator: " ").joined()
    var map: [String: Piece] = [
      "uniqueId": hex("00"), "localId": hex("00"), "count": hex("01"), "hashes": hex("80"),
      "initHash": hex("F6"),
    ]
    map[key] = value
    let merkle = Piece([0xA0 | UInt8(map.count)]) + map.map { Value.text($0.key) + $0.value }.reduce(Piece(), +)
    let assertion = Value.map(("alg", Value.text("sha256")), ("merkle", Value.array([merkle])))
    let bytes =
      Parts.film().bytes + Credentials.store("c2pa.hash.bmff.v3", assertion).bytes
      + Credentials.fragments().suffix(300)
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let found = try #require(ContentCredentials(of: document)?.manifests.last?.file)
    #expect(found.verdict != .matches)
    #expect(HashCoverage(of: document)?.parts.last?.end == UInt64(bytes.count))
  }

  /// A path with a place in it is not understood, so the hash says neither.
  @Test func whatIsNotUnderstoodIsNotChecked() throws {
    #expect(try credentials(file(path: "/uuid[1]")).manifests.first?.file?.verdict == .notChecked(.exclusions))
    #expect(
      try ContentCredentials(of: MediaFile.open(ByteSource(copying: atoms { atom("ftyp") { hex("69736F6D00000000") } }))) == nil)
  }
}
