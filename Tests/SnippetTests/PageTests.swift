import Corpus
import Foundation
import Testing

/// The pages of the DocC catalogs show the snippets as they are compiled, and each snippet is shown.
@Suite struct PageTests {
  private static let root = String(Corpus.folder.dropLast("/Corpus".count))

  private static func text(of file: String) throws -> String {
    try String(contentsOfFile: root + "/" + file, encoding: .utf8)
  }

  /// The pages of all catalogs, as paths from the checkout.
  private static func pages() -> [String] {
    let walk = FileManager.default.enumerator(atPath: root + "/Sources")
    var found: [String] = []
    for case let file as String in walk ?? FileManager.DirectoryEnumerator()
    where file.hasSuffix(".md") && file.contains(".docc/") {
      found.append("Sources/" + file)
    }
    return found.sorted()
  }

  /// The snippets of the sources beside this one, by name.
  private static func snippets() throws -> [String: String] {
    var found: [String: String] = [:]
    for file in ["Snippets.swift", "SoundSnippets.swift"] {
      let source = try text(of: "Tests/SnippetTests/" + file)
      for part in source.components(separatedBy: "\n// snippet: ").dropFirst() {
        let name = String(part.prefix { $0 != "\n" })
        let body = part.dropFirst(name.count + 1).components(separatedBy: "// end\n")
        try #require(body.count == 2, "\(name) has no end")
        #expect(found.updateValue(body[0], forKey: name) == nil, "\(name) stands there twice")
      }
    }
    return found
  }

  /// The blocks of a page, each with the name in front of it.
  private static func blocks(of page: String) -> [(name: String, code: String)] {
    page.components(separatedBy: "<!-- snippet: ").dropFirst().map { part in
      let name = part.components(separatedBy: " -->")[0]
      let code = part.components(separatedBy: "```swift\n").dropFirst().first ?? ""
      return (name, code.components(separatedBy: "```")[0])
    }
  }

  @Test func pagesShowWhatIsCompiled() throws {
    let snippets = try Self.snippets()
    #expect(snippets.count >= 12)
    var shown: Set<String> = []
    for page in Self.pages() {
      for (name, code) in Self.blocks(of: try Self.text(of: page)) {
        let snippet = try #require(snippets[name], "\(page) shows \(name), which is no snippet")
        #expect(code == snippet, "\(page): \(name) is not as it is compiled")
        shown.insert(name)
      }
    }
    #expect(shown == Set(snippets.keys))
  }

  /// Each library of the package has a catalog, whose page shows a snippet and whose links to pages
  /// lead somewhere.
  @Test func everyLibraryHasAPage() throws {
    let manifest = try Self.text(of: "Package.swift")
    let libraries = manifest.components(separatedBy: ".library(name: \"").dropFirst().map {
      $0.components(separatedBy: "\"")[0]
    }
    #expect(libraries.count >= 12 && libraries.contains("AtomTools"))
    for library in libraries {
      let folder = "Sources/\(library)/\(library).docc"
      let page = try Self.text(of: "\(folder)/\(library).md")
      #expect(page.hasPrefix("# ``\(library)``\n"), "\(library)")
      #expect(!Self.blocks(of: page).isEmpty, "\(folder) shows no snippet")
      for link in page.components(separatedBy: "<doc:").dropFirst() {
        let name = link.components(separatedBy: ">")[0]
        let target = "\(Self.root)/\(folder)/\(name).md"
        let isInFolder = FileManager.default.fileExists(atPath: target)
        let isBelow = Self.pages().contains {
          $0.hasPrefix(folder + "/") && $0.hasSuffix("/\(name).md")
        }
        #expect(isInFolder || isBelow, "\(library).md links to \(name)")
      }
    }
  }
}
