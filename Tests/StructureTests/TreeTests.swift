import ByteReading
import Structure
import Testing

/// Nodes and the ways between them.
@Suite struct TreeTests {
  @Test func aNodeIsThirtyTwoBytes() {
    #expect(MemoryLayout<Node>.stride == 32)
  }

  @Test func parentsAndChildrenAgree() throws {
    let tree = try Orchard.document(
      node("tree", [], node("bran", [], node("leaf"), node("leaf")), node("head")),
      node("seed"), node("tree")
    ).tree
    #expect(
      tree.indices.map { tree.parent(of: $0) } == [
        nil, NodeIndex(0), NodeIndex(1), NodeIndex(1), NodeIndex(0), nil, nil,
      ])
    #expect(Array(tree.children(of: nil)) == [NodeIndex(0), NodeIndex(5), NodeIndex(6)])
    #expect(Array(tree.children(of: NodeIndex(0))) == [NodeIndex(1), NodeIndex(4)])
    #expect(Array(tree.children(of: NodeIndex(1))) == [NodeIndex(2), NodeIndex(3)])
    #expect(Array(tree.children(of: NodeIndex(2))) == [])
    #expect(tree.firstChild(of: nil) == NodeIndex(0))
    #expect(tree.firstChild(of: NodeIndex(1)) == NodeIndex(2))
    #expect(tree.firstChild(of: NodeIndex(6)) == nil)
    #expect(
      tree.indices.map { tree[$0].subtreeEnd } == [
        NodeIndex(5), NodeIndex(4), NodeIndex(3), NodeIndex(4), NodeIndex(5), NodeIndex(6),
        NodeIndex(7),
      ])
    #expect(tree.ancestor("tree", of: NodeIndex(3)) == NodeIndex(0))
    #expect(tree.ancestor("bran", of: NodeIndex(3)) == NodeIndex(1))
    #expect(tree.ancestor("leaf", of: NodeIndex(3)) == nil)
    #expect(tree.ancestor("tree", of: NodeIndex(0)) == nil)
  }

  @Test func aChildIsTheFirstOfItsType() throws {
    let tree = try Orchard.document(
      [
        raw([1]), node("seed"), node("tree", [], node("leaf"), node("head"), node("head")),
        node("tree"), node("seed"), raw([2], .padding),
      ]
    ).tree
    #expect(tree.child("seed", of: nil) == NodeIndex(1))
    #expect(tree.child("tree", of: nil) == NodeIndex(2))
    #expect(tree.child("head", of: nil) == nil)
    #expect(tree.child("head", of: NodeIndex(2)) == NodeIndex(4))
    #expect(tree.child("seed", of: NodeIndex(2)) == nil)
    #expect(tree.child(FourCC(0), of: nil) == nil)
  }

  @Test func theInnermostNodeHoldsTheOffset() throws {
    // tree 0..<40: header 8, bran 8..<32: header 8, leaf 16..<24, seed 24..<32; head 32..<40.
    let tree = try Orchard.document(
      node("tree", [], node("bran", [], node("leaf"), node("seed")), node("head")), node("seed")
    ).tree
    let expected = [(0, 0), (7, 0), (8, 1), (15, 1), (16, 2), (24, 3), (31, 3), (32, 4), (40, 5)]
    for (offset, index) in expected {
      #expect(tree.innermost(at: UInt64(offset)) == NodeIndex(index))
    }
    #expect(tree.innermost(at: 48) == nil)
    var nodes = InnermostNodes(tree)
    for offset in UInt64(0)..<50 {
      let node = nodes.node(at: offset)
      #expect(node == tree.innermost(at: offset), "\(offset)")
    }
    #expect(nodes.steps < 80)
  }

  @Test func derivedNodesHaveNoPlaceInTheFile() throws {
    let builder = TreeBuilder(ByteSource(copying: Array(repeating: 0, count: 32)))
    let outer = try #require(
      builder.append(Node(start: 0, size: 32, type: "tree", depth: 0, headerSize: 8)))
    let source = try #require(
      builder.add(source: ByteSource(copying: [1, 2, 3, 4]), from: outer, kind: .zlib))
    _ = builder.append(
      Node(start: 0, size: 4, type: "leaf", depth: 1, source: source, headerSize: 0))
    builder.close(outer)
    let tree = builder.finish()
    #expect(tree.innermost(at: 2) == outer)
    #expect(tree.sources.map(\.origin) == [nil, outer])
    #expect(tree.parent(of: NodeIndex(1)) == outer)
  }

  @Test func crowdsOfSiblingsAreFoundAsFewAre() throws {
    var root = node("tree")
    for number in 0..<300 {
      root.children.append(number % 3 == 0 ? node("bran", [], node("leaf")) : node("head"))
    }
    root.children += [node("kind"), raw([1]), node("kind"), node("seed", [], node("leaf"))]
    let tree = try Orchard.document([root, node("tree"), node("seed"), node("tree")]).tree
    for index in tree.indices {
      // Looked for backwards, as far as it takes.
      let depth = tree[index].depth
      let expected = (NodeIndex(0)..<index).last { tree[$0].depth < depth }
      #expect(tree.parent(of: index) == (depth == 0 ? nil : expected), "\(index)")
    }
    let kinds = tree.indices.filter { tree[$0].type == "kind" }
    #expect(tree.child("kind", of: NodeIndex(0)) == kinds[0])
    #expect(tree.child("kind", of: NodeIndex(0)) == kinds[0])
    #expect(tree.child("seed", of: NodeIndex(0)) == kinds[1].next)
    #expect(tree.child("what", of: NodeIndex(0)) == nil)
    #expect(tree.child("what", of: NodeIndex(0)) == nil)
    #expect(tree.countAtTop("tree") == 3)
    #expect(tree.countAtTop("seed") == 1)
    #expect(tree.countAtTop("bran") == 0)
    #expect(tree.rawCount == 1)
  }

  @Test func whatIsOwnEndsAtTheFirstChild() throws {
    let document = try Orchard.document(node("tree", [1, 2], node("seed", [3]), node("leaf")))
    #expect(document.ownExtent(of: NodeIndex(0)) == Extent(byteOffset: 0, byteCount: 10))
    #expect(document.ownExtent(of: NodeIndex(1)) == Extent(byteOffset: 10, byteCount: 9))
  }

  @Test func tablesAreNumberedOnce() throws {
    let builder = TreeBuilder(ByteSource(copying: []))
    let first = builder.add(table: 0, of: Orchard.catalogue)
    #expect(builder.add(table: 0, of: Orchard.catalogue) == first)
    #expect(builder.add(table: 1, of: Orchard.catalogue) != first)
    #expect(builder.add(table: 1_000, of: Orchard.catalogue) == Node.noTable)
    #expect(builder.add(table: -1, of: Orchard.catalogue) == Node.noTable)
    #expect(builder.finish().catalogues.count == 1)
  }
}

/// A tree that was handed out stays as it is.
@Suite struct FinishedTreeTests {
  @Test func aBuilderChangesNoTreeThatItMade() throws {
    let builder = TreeBuilder(ByteSource(copying: Array(repeating: 0, count: 24)))
    let first = try #require(
      builder.append(Node(start: 0, size: 16, type: "tree", depth: 0, headerSize: 8)))
    _ = builder.append(Node(start: 8, size: 8, type: "leaf", depth: 1, headerSize: 8))
    builder.close(first)
    let tree = builder.finish()
    #expect(builder.append(Node(start: 16, size: 8, type: "leaf", depth: 0, headerSize: 8)) == nil)
    #expect(builder.appendRaw(16..<24, source: 0, depth: 0, marks: .raw) == nil)
    builder[first].marks.insert(.faulty)
    builder[first].type = "head"
    #expect(tree.count == 2)
    #expect(tree[first].type == "tree" && !tree[first].marks.contains(.faulty))
    #expect(tree[first].subtreeEnd == NodeIndex(2))
  }

  /// Threads that ask for what is looked up once see the same.
  @Test func aTreeIsReadByManyThreads() async throws {
    var root = node("tree")
    for _ in 0..<200 { root.children.append(node("bran", [], node("leaf"))) }
    root.children.append(node("seed"))
    let tree = try Orchard.document(root).tree
    let last = NodeIndex(tree.count - 1)
    let answers = await withTaskGroup(of: [NodeIndex?].self) { group in
      for _ in 0..<8 {
        group.addTask { [tree.child("seed", of: NodeIndex(0)), tree.parent(of: last)] }
      }
      return await group.reduce(into: [[NodeIndex?]]()) { $0.append($1) }
    }
    #expect(answers.count == 8)
    #expect(answers.allSatisfy { $0 == [last, NodeIndex(0)] })
  }

  /// What a check finds in a copy is not seen in the document that it was made from.
  @Test func aCopyGathersForItself() throws {
    let document = try Orchard.document(node("tree", [], node("leaf")), node("seed"))
    let copy = Document(copying: document)
    for index in [1, 0, 1, 2] { copy.faulty.insert(NodeIndex(index)) }
    copy.problems.uncheckedTables += 1
    #expect(document.problems.uncheckedTables == 0 && copy.problems.uncheckedTables == 1)
    let tree = document.tree
    #expect(tree.indices.allSatisfy { !document.faulty.contain($0, tree[$0]) })
    #expect(tree.indices.allSatisfy { copy.faulty.contain($0, tree[$0]) })
  }
}

/// Tables found by type and place.
@Suite struct CatalogueTests {
  private enum Places: SyntaxFamily {
    static let tables: [Syntax] = [
      Syntax("data", "Anywhere", "§1"),
      Syntax("data", "In a list", "§2", in: "list item"),
      Syntax("data", "In a sound list", "§3", in: "list", handlers: "soun"),
      Syntax("name", "Video name", "§4", in: "list", handlers: "vide"),
      Syntax("*", "Any in a bag", "§5", in: "bags"),
      Syntax("@*", "Any text in user data", "§6", in: "udta"),
      Syntax("T*", "Any text in a tag", "§9", in: "tag2 tag3"),
      Syntax("@cpy", "Copyright", "§7", in: "udta"),
      Syntax("uuid", "Own", "§8", extendedType: "00000000-0000-0001-0000-000000000002"),
    ]
  }
  private let catalogue = Catalogue(
    nodeKind: "node", header: Syntax("*", "Header", "§0"), families: [Places.self])

  private func title(
    _ type: FourCC, in parent: FourCC, _ handler: FourCC? = nil,
    _ extended: Catalogue.ExtendedType? = nil
  ) -> String? {
    catalogue.table(for: type, in: parent, handler: handler, extendedType: extended)
      .map { catalogue.table($0).title.description }
  }

  @Test func theNearestTableIsFound() {
    #expect(title("data", in: "list") == "In a list")
    #expect(title("data", in: "item") == "In a list")
    #expect(title("data", in: "moov") == "Anywhere")
    #expect(title("name", in: "list", "vide") == "Video name")
    #expect(title("name", in: "list", "soun") == nil)
    // In a wrong place it is still read.
    #expect(title("name", in: "moov", "vide") == "Video name")
    #expect(title("data", in: "bags") == "Anywhere")
    #expect(title("what", in: "bags") == "Any in a bag")
    #expect(title("what", in: "moov") == nil)
    #expect(title("@xyz", in: "udta") == "Any text in user data")
    #expect(title("@cpy", in: "udta") == "Copyright")
    #expect(title("TXYZ", in: "tag3") == "Any text in a tag")
    #expect(title("TXY", in: "tag2") == "Any text in a tag")
    #expect(title("WXYZ", in: "tag3") == nil)
    #expect(title("TXYZ", in: "udta") == nil)
    #expect(title("xyz ", in: "udta") == nil)
    #expect(title(.uuid, in: "moov", nil, .init(high: 1, low: 2)) == "Own")
    #expect(title(.uuid, in: "moov", nil, .init(high: 1, low: 3)) == nil)
  }

  @Test func placesAreLegalOrNot() {
    #expect(catalogue.isLegal("@cpy", in: "udta"))
    #expect(!catalogue.isLegal("@cpy", in: "moov"))
    #expect(catalogue.isLegal("data", in: "moov"))
    #expect(!catalogue.isLegal("what", in: "moov"))
  }

  @Test func extendedTypesAreThirtyTwoDigits() {
    let type = Catalogue.ExtendedType(high: 0x0102_0304_0506_0708, low: 9)
    #expect(Catalogue.ExtendedType("01020304-0506-0708-0000-000000000009") == type)
    #expect(Catalogue.ExtendedType("01020304050607080000000000000009") == type)
    for text in [
      "", "0102", "0102030405060708000000000000000g", "+1020304050607080000000000000009",
    ] {
      #expect(Catalogue.ExtendedType(text) == nil, "\(text)")
    }
  }
}
