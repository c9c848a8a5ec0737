import Corpus
import MediaInspection
import Structure
import Testing

@testable import DiffApplication

/// A path is left out only where it means no node.
@Suite struct NodeNamesTests {
  @Test(arguments: Corpus.files())
  func pathsThatMeanANodeAreNotLeftOut(name: String) throws {
    guard let document = try? MediaFile.open(Corpus.open(name)) else { return }
    let names = NodeNames(document, document)
    let paths = IdentityPaths(document)
    var texts: Set<String> = []
    for index in document.tree.indices {
      let place = paths.place(of: index)
      #expect(names.mayMean(place), "\(place)")
      texts.insert(place.stepsText)
    }
    // As they are written, too.
    for text in texts.sorted().prefix(200) {
      let path = try Path(text)
      #expect(path.nodes(in: document).isEmpty || names.mayMean(path), "\(text)")
    }
    #expect(names.mayMean(try Path("//*/data")) == !(try Path("//data")).nodes(in: document).isEmpty)
    #expect(try !names.mayMean(Path("//zzzz")) && !names.mayMean(Path("moov/nothing.field")))
  }
}
