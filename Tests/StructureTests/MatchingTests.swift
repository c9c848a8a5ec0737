import ByteReading
import Testing

@testable import Structure

/// Paths on trees of a made-up format.
@Suite struct MatchingTests {
  /// Two trees with branches, and what lies between.
  private func orchard() throws -> Document {
    try Orchard.document(
      node(
        "tree", [],
        node("head", big(7, 4)),
        node(
          "bran", [],
          node("head", big(1, 4) + [0xFF] + ascii("Ann")),
          node("leaf", [], node("kind", ascii("oak "))),
          node("seed", [9, 1, 2])),
        node(
          "bran", [],
          node("head", big(2, 4) + [3] + ascii("it's")),
          node("leaf", [], node("kind", ascii("pine"))),
          node("bran", [], node("head", big(3, 4) + [0]), node("seed"))),
        node("@nam", ascii("x")),
        node("seed", [5])),
      raw([0, 0, 0]),
      node("tree", [], node("head", big(8, 4))),
      raw([0], .padding), raw([1, 2]))
  }

  /// The canonical paths of what a path finds: among all nodes, and among those of its names.
  private func found(_ text: String, _ document: Document) throws -> [String] {
    let nodes = try Path(text).nodes(in: document)
    let lookUps = NodeLookUps()
    lookUps.looked(at: 1 << 40)
    #expect(try Path(text).nodes(in: document, by: lookUps) == nodes, "\(text)")
    return nodes.map(document.path(of:))
  }

  @Test func canonicalPathsAreThese() throws {
    let document = try orchard()
    #expect(
      document.tree.indices.map(document.path(of:)) == [
        "tree[1]", "tree[1]/head", "tree[1]/bran[1]", "tree[1]/bran[1]/head",
        "tree[1]/bran[1]/leaf", "tree[1]/bran[1]/leaf/kind", "tree[1]/bran[1]/seed",
        "tree[1]/bran[2]", "tree[1]/bran[2]/head", "tree[1]/bran[2]/leaf",
        "tree[1]/bran[2]/leaf/kind", "tree[1]/bran[2]/bran", "tree[1]/bran[2]/bran/head",
        "tree[1]/bran[2]/bran/seed", "tree[1]/@nam", "tree[1]/seed", "raw[1]", "tree[2]",
        "tree[2]/head", "padding", "raw[2]",
      ])
  }

  @Test(
    arguments: [
      // Ordinals count in each parent.
      ("tree", ["tree[1]", "tree[2]"]),
      ("tree[2]", ["tree[2]"]),
      ("tree[3]", []),
      ("tree[last]", ["tree[2]"]),
      ("tree/head[1]", ["tree[1]/head", "tree[2]/head"]),
      ("//seed[1]", ["tree[1]/bran[1]/seed", "tree[1]/bran[2]/bran/seed", "tree[1]/seed"]),
      ("//bran[2]", ["tree[1]/bran[2]"]),
      ("tree[1]/bran[2]/*[1]", ["tree[1]/bran[2]/head"]),
      ("*[last]", ["raw[2]"]),
      ("raw", ["raw[1]", "raw[2]"]),
      ("padding", ["padding"]),
      ("tree/@nam", ["tree[1]/@nam"]),
      // Anchors.
      ("/seed", []),
      ("seed[1]", ["tree[1]/bran[1]/seed", "tree[1]/bran[2]/bran/seed", "tree[1]/seed"]),
      ("leaf/kind", ["tree[1]/bran[1]/leaf/kind", "tree[1]/bran[2]/leaf/kind"]),
      ("/leaf/kind", []),
      ("/tree/bran", ["tree[1]/bran[1]", "tree[1]/bran[2]"]),
      // Each node once, however many ways lead to it.
      (
        "//bran//head",
        ["tree[1]/bran[1]/head", "tree[1]/bran[2]/head", "tree[1]/bran[2]/bran/head"]
      ),
      ("tree//bran//seed", ["tree[1]/bran[1]/seed", "tree[1]/bran[2]/bran/seed"]),
      ("//bran/bran", ["tree[1]/bran[2]/bran"]),
      // Identities, declared here and in another node.
      ("tree[seq=8]", ["tree[2]"]),
      ("//bran[id=2]", ["tree[1]/bran[2]"]),
      ("//bran[ID=0x3]", ["tree[1]/bran[2]/bran"]),
      ("//bran[pine]", ["tree[1]/bran[2]"]),
      ("//bran['oak ']", ["tree[1]/bran[1]"]),
      ("//bran[handler=pine]", ["tree[1]/bran[2]"]),
      ("//bran[oak]", []),
      ("//bran[elm]", []),
      ("//bran[pine][1]", ["tree[1]/bran[2]"]),
      ("//bran[pine][2]", []),
      // Fields, compared without case and underscores.
      ("//head[branch_ID=1]", ["tree[1]/bran[1]/head"]),
      ("//head[branchid=1]", ["tree[1]/bran[1]/head"]),
      ("//head[owner_name=Ann]", ["tree[1]/bran[1]/head"]),
      ("//head[ownername='it\\'s']", ["tree[1]/bran[2]/head"]),
      ("//head[lean=-1]", ["tree[1]/bran[1]/head"]),
      ("//head[tree_number=8]", ["tree[2]/head"]),
      ("//head[colour=red]", []),
    ] as [(String, [String])])
  func aPathFinds(_ path: String, _ expected: [String]) throws {
    #expect(try found(path, orchard()) == expected)
  }

  @Test func anOffsetIsItsInnermostNode() throws {
    let document = try orchard()
    for index in document.tree.indices {
      let node = document.tree[index]
      let offset = String(node.start, radix: 16)
      #expect(try Path("@0x\(offset)").nodes(in: document) == [index], "\(offset)")
      // The last byte belongs to the last node in it.
      let last = try #require(document.tree.innermost(at: node.end - 1))
      #expect(last >= index && last < node.subtreeEnd)
    }
    let end = String(document.tree.file.byteCount, radix: 16)
    #expect(try Path("@0x\(end)").nodes(in: document) == [])
    #expect(try Path("@0xffffffffffffffff").nodes(in: document) == [])
  }

  @Test func dotsLeadToNodes() throws {
    let document = try orchard()
    let path = try #require(try Path("tree[1].bran[2].head").withDotsAsSteps)
    #expect(path.nodes(in: document).map(document.path(of:)) == ["tree[1]/bran[2]/head"])
  }

  @Test func extendedTypesAreTold() throws {
    let one = big(1, 8) + big(2, 8)
    let two = big(0xFFFF_0000_0000_0001, 8) + big(0, 8)
    let document = try Orchard.document(extended(one), extended(two), extended(one))
    let name = "uuid:00000000000000010000000000000002"
    #expect(
      document.tree.indices.map(document.path(of:)) == [
        "\(name)[1]", "uuid:ffff0000000000010000000000000000", "\(name)[2]",
      ])
    #expect(try Path("\(name)[2]").nodes(in: document) == [NodeIndex(2)])
    #expect(try Path("uuid").nodes(in: document) == [NodeIndex(0), NodeIndex(1), NodeIndex(2)])
  }

  /// As a step, `uuid` means every extended type: one that is too short to have its own is numbered
  /// among all of them.
  @Test func aBoxWithoutItsExtendedTypeIsNumberedAmongThoseThatHaveOne() throws {
    let document = try Orchard.document(
      extended(big(1, 8) + big(2, 8)), node(.uuid), extended(big(3, 8) + big(4, 8)), node(.uuid))
    let paths = IdentityPaths(document)
    #expect(
      document.tree.indices.map(document.path(of:)).filter { !$0.contains(":") } == [
        "uuid[2]", "uuid[4]",
      ])
    for index in document.tree.indices {
      #expect(try Path(document.path(of: index)).nodes(in: document) == [index])
      #expect(try Path(paths.path(of: index)).nodes(in: document) == [index])
    }
  }

  /// More names than are looked through one by one: types, extended types, a box without one, and bytes, each of them
  /// twice.
  @Test func siblingsOfManyNamesAreNumberedEach() throws {
    let once =
      (0..<300 as Range<UInt32>).map { node(FourCC(0x6161_6161 &+ $0 % 20 &* 0x100 &+ $0 / 20)) }
      + (0..<200 as Range<UInt64>).map { extended(big(1, 8) + big($0, 8)) } + [node(.uuid), raw([1]), raw([0], .padding)]
    let document = try Orchard.document(once + once)
    let paths = document.tree.indices.map(document.path(of:))
    for place in once.indices {
      let (first, second) = (paths[place], paths[once.count + place])
      let isShort = place == 500
      #expect(first.hasSuffix(isShort ? "uuid[201]" : "[1]"), "\(first)")
      #expect(second.hasSuffix(isShort ? "uuid[402]" : "[2]"), "\(second)")
      #expect(first.prefix { $0 != "[" } == second.prefix { $0 != "[" })
    }
    #expect(Set(paths).count == paths.count)
    var tracker = PathTracker(document)
    for index in document.tree.indices {
      tracker.move(to: index)
      var text = ByteWriter()
      tracker.put(to: &text)
      #expect(text.string == paths[Int(index.number)])
    }
  }

  /// A field says what its node is called, which may be the code of another beside it.
  @Test func nodesWithAndWithoutACodeAreSiblings() throws {
    let document = try Orchard.document(
      node("tree", [], node("raw "), raw([1]), node("seed")), node("tree", [], raw([2])), node("tree", [], node("seed")))
    for text in ["raw", "//raw", "//raw[1]", "//raw[2]", "tree/raw[last]", "//'raw '", "tree[2]/raw", "tree[3]/*", "//*[2]"] {
      _ = try found(text, document)
    }
    #expect(try found("//raw[1]", document) == ["tree[1]/raw", "tree[2]/raw"])
  }

  @Test func anEmptyTreeHasNothing() throws {
    let document = try Orchard.document()
    for text in ["tree", "//tree", "*", "//*[last]", "@0x0"] {
      #expect(try found(text, document) == [])
    }
  }

  /// A tree of few types, so that names meet.
  private func random(_ seed: UInt64) -> [Written] {
    let types: [FourCC] = [
      "tree", "bran", "leaf", "url ", "@nam", "\\x40nam", "a/b[", ".mp3", "it's", "a\\\\b'",
      "@0xa", "\\x00\\x01\\xff\\x7f", "uuid", "****", "last", "\\x00\\x00\\x00\\x00", "a001",
      "a002",
      "a003", "a004", "a005", "a006", "a007", "a008", "a009",
    ]
    var numbers = Seeded(seed)
    var left = Int.random(in: 1...120, using: &numbers)
    // Some are crowds of siblings.
    let width = seed % 4 == 0 ? 60 : 6
    func nodes(_ depth: Int) -> [Written] {
      var result: [Written] = []
      for _ in 0..<Int.random(in: 1...width, using: &numbers) where left > 0 {
        left -= 1
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0: result.append(raw([1, 2], Bool.random(using: &numbers) ? .raw : .padding))
        case 1:
          let word = UInt64.random(in: 0...1, using: &numbers)
          result.append(extended(big(word, 8) + big(1, 8)))
        default:
          let type = types.randomElement(using: &numbers) ?? "tree"
          var written = node(type)
          if depth < 8, Bool.random(using: &numbers) { written.children = nodes(depth + 1) }
          result.append(written)
        }
      }
      return result
    }
    return nodes(0)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func aCanonicalPathFindsItsNodeAndNoOther(_ seed: UInt64) throws {
    let document = try Orchard.document(random(seed))
    var seen: Set<String> = []
    for index in document.tree.indices {
      let path = document.path(of: index)
      #expect(seen.insert(path).inserted, "\(path) twice")
      #expect(try Path(path).nodes(in: document) == [index], "\(path)")
      #expect(try Path("/" + path).nodes(in: document) == [index], "/\(path)")
    }
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func aTrackerMaySkipNodes(_ seed: UInt64) throws {
    let document = try Orchard.document(random(seed))
    var numbers = Seeded(seed)
    for step in [1, 2, 3, 7] {
      var tracker = PathTracker(document)
      var index = NodeIndex(0)
      while index < document.tree.end {
        tracker.move(to: index)
        var text = ByteWriter()
        tracker.put(to: &text)
        #expect(text.string == document.path(of: index), "node \(index), steps of \(step)")
        var last = ByteWriter()
        tracker.put(stepTo: &last)
        let parent = document.tree.parent(of: index).map { document.path(of: $0) + "/" } ?? ""
        #expect(parent + last.string == text.string)
        // Of a step that is a type and a number these are enough.
        if let number = tracker.number {
          var name = ByteWriter()
          document.put(nameOf: document.tree[index], to: &name)
          #expect(last.string == name.string + (number > 0 ? "[\(number)]" : ""))
        }
        index = index.advanced(by: Int.random(in: 1...step, using: &numbers))
      }
    }
  }
}
