import ByteReading
import Corpus
import Foundation
import Testing

@Suite struct RecipeTests {
  /// Recipes are written to their files instead of compared when `ATOMTOOLS_RECORD` is set.
  static let isRecording = ProcessInfo.processInfo.environment["ATOMTOOLS_RECORD"] != nil

  @Test(arguments: Recipe.all.map(\.name))
  func fileEqualsItsRecipe(name: String) throws {
    let recipe = try #require(Recipe.all.first { $0.name == name })
    let path = Corpus.path(of: name)
    if Self.isRecording { try Data(recipe.contents).write(to: URL(fileURLWithPath: path)) }
    let file = try Corpus.open(name)
    #expect(file.prefix(file.byteCount) == recipe.contents)
  }

  @Test func namesAreUnique() {
    let names = Recipe.all.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test func everyBrokenAndMadeFileHasARecipe() {
    let names = Set(Recipe.all.map(\.name))
    let folders = ["broken/", "made/", "findings/"]
    let strays = Corpus.files().filter { file in
      folders.contains { file.hasPrefix($0) } && !names.contains(file)
    }
    #expect(strays == [])
  }

  @Test func readmeHasARowForEveryFile() throws {
    let readme = try String(contentsOfFile: Corpus.path(of: "README.md"), encoding: .utf8)
    #expect(Corpus.files().filter { !readme.contains("| `\($0)` |") } == [])
    for recipe in Recipe.all {
      // The whole page is no help to whoever has to write the row.
      let row = "| `\(recipe.name)` | \(recipe.purpose) | recipe |"
      let isThere = readme.contains(row)
      #expect(isThere, "Corpus/README.md wants the row \(row)")
    }
  }
}
