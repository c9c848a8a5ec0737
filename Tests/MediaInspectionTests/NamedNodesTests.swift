import ByteReading
import Corpus
import MediaInspection
import Testing

@testable import Structure

/// A path means the same nodes, whether all nodes are gone through or those of its names.
@Suite struct NamedNodesTests {
  @Test(arguments: Corpus.files()) func pathsMeanTheSame(name: String) throws {
    guard let document = try? MediaFile.open(Corpus.open(name)) else { return }
    let identities = IdentityPaths(document)
    var texts: Set<String> = ["*", "//*", "//*[2]", "//*[last]", "*[1]//*[3]", "//uuid", "//'    '", "//zzzz"]
    for index in document.tree.indices.prefix(400) {
      let steps = identities.place(of: index).steps
      texts.insert(identities.place(of: index).stepsText)
      texts.insert(document.path(of: index))
      for anchor in [Path.Anchor.anywhere, .either] {
        // The last step, and the last two of them.
        for count in 1...2 {
          var path = Path(anchor: anchor, steps: steps.suffix(count))
          path.steps[0].isDeep = anchor == .anywhere
          texts.insert(path.stepsText)
          path.steps[path.steps.count - 1].selectors = [.index(2)]
          texts.insert(path.stepsText)
          path.steps[path.steps.count - 1].selectors = []
          texts.insert(path.stepsText)
        }
      }
    }
    let paths = texts.sorted().compactMap { try? Path($0) }
    #expect(paths.count > 8)
    let lookUps = NodeLookUps()
    lookUps.looked(at: 1 << 40)
    #expect(lookUps.named(as: .own, of: document) != nil && lookUps.named(as: .any, of: document) != nil)
    for path in paths {
      #expect(path.nodes(in: document, by: lookUps) == path.nodes(in: document, by: nil), "\(path.stepsText)")
    }
  }

  /// As many paths as there are nodes take steps in proportion to them.
  @Test(arguments: [5_000, 10_000, 20_000]) func manyPathsTakeNoLongerThanNodes(count: Int) throws {
    let types = (0..<UInt32(count)).map { FourCC(0x6161_6161 + $0 % 20 + (($0 / 20 % 20) << 8) + (($0 / 400) << 16)) }
    let document = try MediaFile.open(
      ByteSource(copying: atoms { atom("ftyp") { u32(0x6973_6F6D, 0) } } + types.flatMap { type in atoms { atom(type) } }))
    for (place, type) in types.enumerated() {
      let path = Path(anchor: .anywhere, steps: [Path.Step(isDeep: true, name: .code(type), selectors: [])])
      #expect(path.nodes(in: document) == [NodeIndex(place + 1)])
    }
    #expect(document.work.steps < 300 * UInt64(count) + 1 << 21, "\(document.work.steps)")
  }
}
