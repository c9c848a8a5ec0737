// swift-format-ignore-file: DoNotUseSemicolons

internal import ByteReading

/// Content credentials in the making (C2PA 2.1): hashes are computed as the specification has it, apart from what reads
/// them, and nothing is signed.
public enum Credentials {
  /// Values of CBOR, as short as they are here.
  public enum Value {
    public static func number(_ number: Int) -> Piece { head(0, number) }
    public static func text(_ text: String) -> Piece { head(3, text.utf8.count) + Piece(Array(text.utf8)) }
    public static func bytes(_ bytes: [UInt8]) -> Piece { head(2, bytes.count) + Piece(bytes) }
    public static var null: Piece { Piece([0xF6]) }

    public static func map(_ entries: (String, Piece)...) -> Piece {
      entries.reduce(head(5, entries.count)) { $0 + text($1.0) + $1.1 }
    }

    public static func array(_ items: [Piece]) -> Piece { items.reduce(head(4, items.count)) { $0 + $1 } }

    private static func head(_ major: UInt8, _ count: Int) -> Piece {
      Piece(
        count < 24
          ? [major << 5 | UInt8(count)]
          : count < 256
            ? [major << 5 | 24, UInt8(count)] : [major << 5 | 25, UInt8(count >> 8), UInt8(count & 255)])
    }
  }

  /// The type of their boxes.
  public static let identifier: [UInt8] = hex("D8FEC3D61B0E483C92975828877EC481").bytes

  public static func digest(_ bytes: [UInt8]) -> [UInt8] { SHA256.digest(of: bytes.rawBytes).bytes }

  public static func box(_ label: String, _ type: String, _ content: Piece) -> Piece {
    atom("jumb") {
      atom("jumd") {
        hex(type + "00110010800000AA00389B71 03")
        text(label + "\0")
      }
      content
    }
  }

  public static func cbor(_ label: String, _ value: Piece) -> Piece {
    box(label, "63626F72", atom("cbor") { value })
  }

  /// What an exclusion says of all boxes of content credentials.
  public static var ownBoxes: Piece {
    Value.map(
      ("xpath", Value.text("/uuid")), ("length", Value.null),
      ("data", Value.array([Value.map(("offset", Value.number(8)), ("value", Value.bytes(identifier)))])))
  }

  /// A store with one claim that has one assertion, the hash of the file.
  public static func store(_ label: String, _ hash: Piece, purpose: String = "manifest") -> Piece {
    let assertion = cbor(label, hash)
    let reference = Value.map(
      ("url", Value.text("self#jumbf=c2pa.assertions/" + label)),
      ("hash", Value.bytes(digest([UInt8](assertion.bytes.dropFirst(8))))))
    let claim = cbor(
      "c2pa.claim",
      Value.map(
        ("claim_generator", Value.text("Maker/1.0")), ("alg", Value.text("sha256")),
        ("assertions", Value.array([reference]))))
    let parts = box("c2pa.assertions", "63326173", assertion) + claim + cbor("c2pa.signature", hex("80"))
    return atom("uuid") {
      bytes(identifier); u32(0); text(purpose + "\0"); u64(0)
      box("c2pa", "63327061", box("urn:uuid:1", "63326D61", parts))
    }
  }

  /// A box in front of a piece: which leaf it is, and what leads from there to the row.
  public static func proof(_ location: Int, _ hashes: [[UInt8]], filling count: Int) -> Piece {
    let value = proofValue(location, hashes)
    return atom("uuid") {
      bytes(identifier); u32(0); text("merkle\0"); value
      zeros(max(0, count - value.bytes.count))
    }
  }

  private static func proofValue(_ location: Int, _ hashes: [[UInt8]]) -> Piece {
    Value.map(
      ("uniqueId", Value.number(1)), ("localId", Value.number(1)), ("location", Value.number(location)),
      ("hashes", hashes.isEmpty ? Value.null : Value.array(hashes.map(Value.bytes))))
  }

  /// The rows of the tree over `leaves`, these first: a node without a partner goes up as it is.
  public static func tree(_ leaves: [[UInt8]]) -> [[[UInt8]]] {
    var rows = [leaves]
    while let last = rows.last, last.count > 1 {
      rows.append(
        stride(from: 0, to: last.count, by: 2).map { place in
          place + 1 < last.count ? digest(last[place] + last[place + 1]) : last[place]
        })
    }
    return rows
  }

  /// Bytes with the place of their box in front.
  private static func placed(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] { u64(UInt64(offset)).bytes + bytes }

  // MARK: Files

  /// How media data is divided.
  public enum Blocks: Sendable {
    case fixed(Int)
    case variable([Int])
    case whole
  }

  /// A film whose media data has hashes of its own, in blocks; the rest has one. `height` says which row of the tree is
  /// stored, the leaves or one above them.
  public static func film(_ blocks: Blocks = .fixed(32), height: Int = 0) -> [UInt8] {
    let start = Parts.fileType("isom", "isom").bytes
    func movie(at offset: Int) -> [UInt8] {
      Parts.movie {
        Parts.track {
          Parts.media {
            Parts.visualEntry("avc1")
          } tables: {
            Parts.sampleTables([60, 44], at: UInt32(offset))
          }
        }
      }
      .bytes
    }
    let header = movie(at: start.count + movie(at: 0).count + 8)
    let units = hex("00000038 65").bytes + [UInt8](1...55) + hex("00000028 41").bytes + [UInt8](101...139)
    let media = atom("mdat") { bytes(units) }.bytes
    // Sixteen bytes belong to no block, as many as a long header has.
    var left = media.dropFirst(16)
    var leaves: [[UInt8]] = []
    var sizes: [Int] = []
    switch blocks {
    case .fixed(let size): sizes = Array(repeating: size, count: (left.count + size - 1) / size)
    case .variable(let some): sizes = some
    case .whole: sizes = [left.count]
    }
    for size in sizes {
      leaves.append(digest([UInt8](left.prefix(size))))
      left = left.dropFirst(size)
    }
    let at = start.count + header.count
    let hash = digest(placed(0, start) + placed(start.count, header) + placed(at, [UInt8](media.prefix(16))))
    var map: [(String, Piece)] = []
    switch blocks {
    case .fixed(let size): map = [("fixedBlockSize", Value.number(size))]
    case .variable(let sizes): map = [("variableBlockSizes", Value.array(sizes.map(Value.number)))]
    case .whole: break
    }
    let row = Value.array(tree(leaves)[height].map(Value.bytes))
    let merkle =
      map.isEmpty
      ? Value.map(
        ("uniqueId", Value.number(0)), ("localId", Value.number(0)), ("count", Value.number(leaves.count)),
        ("hashes", row))
      : Value.map(
        ("uniqueId", Value.number(0)), ("localId", Value.number(0)), ("count", Value.number(leaves.count)),
        ("hashes", row), map[0])
    let subset = Value.array([Value.map(("offset", Value.number(16)), ("length", Value.number(0)))])
    let exclusions = Value.array([ownBoxes, Value.map(("xpath", Value.text("/mdat")), ("subset", subset))])
    let assertion = Value.map(
      ("exclusions", exclusions), ("alg", Value.text("sha256")), ("hash", Value.bytes(hash)),
      ("merkle", Value.array([merkle])))
    return start + header + media + store("c2pa.hash.bmff.v3", assertion).bytes
  }

  /// A film in three fragments, each with a hash of its own, and what leads from there up to the row of the two hashes
  /// that are stored. Without `proofs` nothing says which is which.
  public static func fragments(proofs: Bool = true) -> [UInt8] {
    let start = Parts.fileType("iso6", "iso6").bytes
    let movie = Parts.fragmentedMovie().bytes
    let pieces = (1...3).map { number in
      let sample = hex("00000005 65").bytes + [UInt8](repeating: UInt8(number), count: 4)
      return Parts.fragment(
        sequence: UInt32(number), time: UInt64(number - 1) * 200, duration: 200, sample: sample
      ).bytes
    }
    func file(_ rows: [[[UInt8]]], _ initial: [UInt8]) -> (bytes: [UInt8], leaves: [[UInt8]]) {
      let merkle = Value.map(
        ("uniqueId", Value.number(1)), ("localId", Value.number(1)), ("count", Value.number(3)),
        ("initHash", Value.bytes(initial)), ("hashes", Value.array(rows[proofs ? 1 : 0].map(Value.bytes))))
      let assertion = Value.map(
        ("exclusions", Value.array([ownBoxes])), ("alg", Value.text("sha256")), ("merkle", Value.array([merkle])))
      var bytes = start + movie + store("c2pa.hash.bmff.v2", assertion).bytes
      var leaves: [[UInt8]] = []
      // All boxes are as long as the longest one.
      let header = proof(0, [], filling: 0).bytes.count - proofValue(0, []).bytes.count
      let room = proof(0, [rows[0][1]], filling: 0).bytes.count - header
      for (place, piece) in pieces.enumerated() {
        let way = place == 2 ? [] : [rows[0][place ^ 1]]
        if proofs { bytes += proof(place, way, filling: room).bytes }
        let size = piece.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        leaves.append(
          digest(
            placed(bytes.count, [UInt8](piece.prefix(size)))
              + placed(bytes.count + size, [UInt8](piece.dropFirst(size)))))
        bytes += piece
      }
      return (bytes, leaves)
    }
    let none = [UInt8](repeating: 0, count: 32)
    let leaves = file(tree([none, none, none]), none).leaves
    let initial = digest(placed(0, start) + placed(start.count, movie))
    return file(tree(leaves), initial).bytes
  }
}
