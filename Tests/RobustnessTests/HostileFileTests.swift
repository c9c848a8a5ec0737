import Atoms
import ByteReading
import Corpus
import MediaInspection
import Structure
import StructureRendering
import Testing

/// Files that were made to do harm.
@Suite struct HostileFileTests {
  private func document(@AtomBuilder _ content: () -> Piece) throws -> Document {
    try MediaFile.open(ByteSource(copying: atoms(content)), limits: Limits())
  }

  /// The nodes as lines of a dump: all of them, with their bytes.
  private func dump(_ document: Document, _ hex: RenderOptions.HexStyle) -> String {
    var options = RenderOptions()
    options.hex = hex
    var nodes = NodeRenderer(document, options, output: ByteWriter())
    for index in document.tree.indices { nodes.renderInDump(index) }
    let output = nodes.finish()
    return output.string
  }

  // MARK: Time

  /// Whoever asks for the parent or for a sibling behind thousands of nodes gets it at once.
  @Test func relativesAreFoundBehindManySiblings() throws {
    let document = try document {
      atom("ftyp") { code("isom"); u32(0) }
      atom("moov") {
        for number in 0..<600 {
          atom(number % 2 == 0 ? "udta" : "free") { if number % 2 == 0 { atom("skip") } }
        }
        atom("mvex") { atom("free") }
      }
    }
    let tree = document.tree
    var open: [Int] = []
    for index in tree.indices {
      while let last = open.last, index >= Int(tree[last].subtreeEnd) { open.removeLast() }
      #expect(tree.parent(of: index) == open.last)
      open.append(index)
    }
    #expect(tree.child("mvex", of: 1) == tree.count - 2)
    #expect(tree.child("mvex", of: 1) == tree.count - 2)
    #expect(tree.child("trak", of: 1) == nil)
    #expect(tree.child("trak", of: 1) == nil)
    // The list of parents is shortened and goes on with the tree.
    tree.removeAll(from: tree.count - 1)
    tree.close(tree.count - 1)
    #expect(tree.parent(of: tree.count - 1) == 1)
    #expect(tree.child("mvex", of: 1) == tree.count - 1)
  }

  /// Siblings of many names are counted as well as those of few.
  @Test func pathsFindTheirNodeAmongManyNames() throws {
    let document = try document {
      atom("ftyp") { code("isom"); u32(0) }
      for number in 0..<120 { atom(FourCC(0x6100_0000 + UInt32(number % 50))) }
    }
    var tracker = PathTracker(document)
    for index in document.tree.indices {
      tracker.move(to: index)
      // A second time, as for two fields of one node.
      tracker.move(to: index)
      #expect(try Path(tracker.path).nodes(in: document) == [index], "\(tracker.path)")
    }
  }
}
