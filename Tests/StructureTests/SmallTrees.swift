import ByteReading
import Structure
import Testing

/// A node of a made-up format: a size of four bytes, a type, a payload, and nodes.
struct Written {
  var type: FourCC
  var payload: [UInt8]
  var children: [Written]
  var extendedType: [UInt8] = []
  var marks: Node.Marks = []
}

func node(_ type: FourCC, _ payload: [UInt8] = [], _ children: Written...) -> Written {
  Written(type: type, payload: payload, children: children)
}

/// A node whose real type is these 16 bytes.
func extended(_ type: [UInt8]) -> Written {
  Written(type: .uuid, payload: [], children: [], extendedType: type)
}

/// Bytes that are no structure.
func raw(_ bytes: [UInt8], _ marks: Node.Marks = .raw) -> Written {
  Written(type: FourCC(0), payload: bytes, children: [], marks: marks)
}

/// Tables for them.
enum Orchard: SyntaxFamily {
  static let catalogue = Catalogue(
    nodeKind: "node",
    header: Syntax("*", "Header", "made up") {
      uint(32, "size", .bytes)
      code("type")
      uuid("usertype", if: .code("type", "uuid"))
    }, families: [Orchard.self])

  static let tables: [Syntax] = [
    Syntax("tree", "Tree", "§1", in: "file", identities: "seq=head.tree_number") { boxes() },
    Syntax(
      "bran", "Branch", "§2", in: "tree bran",
      identities: "id=head.branch_ID handler=leaf/kind.kind"
    ) { boxes() },
    Syntax("head", "Head", "§3", in: "tree") { uint(32, "tree_number") },
    Syntax("head", "Branch head", "§3", in: "bran") {
      uint(32, "branch_ID").identity
      int(8, "lean")
      string(.utf8, .rest, "owner_name")
    },
    Syntax("leaf", "Leaf", "§4", in: "bran") { boxes() },
    Syntax("kind", "Kind", "§5", in: "leaf") { code("kind") },
    Syntax("seed", "Seeds", "§6", summary: "{seeds|count} seeds, first {first}") {
      uint(8, "first")
      table(.remaining, "seeds") { uint(8, "seed") }
    },
  ]

  /// A document of these nodes.
  static func document(_ roots: Written...) throws -> Document { try document(roots) }

  static func document(_ roots: [Written]) throws -> Document {
    var bytes: [UInt8] = []
    var nodes: [(node: Node, parent: FourCC, extended: Catalogue.ExtendedType?)] = []
    func lay(_ written: Written, _ parent: FourCC, _ depth: UInt16) {
      let start = bytes.count
      let at = nodes.count
      let isRaw = !written.marks.isDisjoint(with: [.raw, .padding])
      if !isRaw {
        bytes += big(0, 4) + big(UInt64(written.type.rawValue), 4) + written.extendedType
      }
      let headerSize = bytes.count - start
      bytes += written.payload
      let reader = ByteSource(copying: written.extendedType)
      let high = reader.bytes.bigEndian(at: 0, count: 8)
      let low = reader.bytes.bigEndian(at: 8, count: 8)
      var type: Catalogue.ExtendedType?
      if let high, let low { type = Catalogue.ExtendedType(high: high, low: low) }
      nodes.append(
        (
          Node(
            start: UInt64(start), size: 0, type: written.type, depth: depth,
            headerSize: UInt8(headerSize), marks: written.marks), parent, type
        ))
      for child in written.children { lay(child, written.type, depth + 1) }
      nodes[at].node.size = UInt64(bytes.count - start)
      if !isRaw { bytes.replaceSubrange(start..<start + 4, with: big(nodes[at].node.size, 4)) }
    }
    for root in roots { lay(root, Catalogue.file, 0) }

    let builder = TreeBuilder(ByteSource(copying: bytes))
    builder.add(catalogue)
    var open: [NodeIndex] = []
    for (node, parent, type) in nodes {
      while let last = open.last, builder[last].depth >= node.depth {
        builder.close(open.removeLast())
      }
      var node = node
      if !node.isRaw,
        let number = catalogue.table(
          for: node.type, in: parent, handler: nil, extendedType: type)
      {
        node.table = builder.add(table: number, of: catalogue)
      }
      open.append(try #require(builder.append(node)))
    }
    while let last = open.popLast() { builder.close(last) }
    return Document(builder.finish(), limits: Limits())
  }
}

/// Numbers that look random and are the same each time (xorshift).
struct Seeded: RandomNumberGenerator {
  var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
