import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

/// A path that somebody wrote is held against the names of all tables.
@Suite struct KnownNamesTests {
  private static let names = KnownNames(of: MediaFile.catalogues.map(\.catalogue))

  @Test(arguments: [
    ("moov/trak/tkhd.wdith", "wdith", "width"), ("moov/mvhd.timescal", "timescal", "timescale"),
    // A field of other boxes is none of this one.
    ("//tkhd.sample_size", "sample_size", ""), ("//avcC.profile", "profile", ""), ("*.wdith", "wdith", "width"),
    ("//tkhx.width", "tkhx", "tkhd"), ("moov/tark", "tark", "trak"), ("own.wdith", "wdith", "width"),
  ])
  func whatNoTableHasIsFound(path: String, name: String, meant: String) throws {
    let unknown = try #require(Self.names.unknown(in: try Path(path)))
    #expect(unknown.name == name)
    #expect(meant.isEmpty || unknown.candidates.contains(meant))
    #expect(unknown.isField == path.contains("." + name))
  }

  @Test(arguments: [
    "moov/trak[vide]/tkhd.width", "//stsz.entries[3].entry_size", "ID3v2/TPE1.text", "//esds.objectTypeIndication",
    "moov/udta/@nam", "own.width", "//uuid[0123456789abcdef0123456789abcdef].data", "@0x20", "audio",
  ])
  func whatATableHasIsKnown(path: String) throws {
    #expect(Self.names.unknown(in: try Path(path)) == nil)
  }

  /// What the rules of this project ask for is in the tables: a misspelt path would never hold.
  @Test func pathsOfRulesAreKnown() {
    var count = 0
    for rule in PlayerRules.catalogue().rules {
      var paths = rule.cases.compactMap(\.scope)
      for condition in rule.cases.flatMap(\.conditions) {
        if case .field(let expectation) = condition.kind { paths.append(expectation.path) }
      }
      for path in paths {
        count += 1
        let unknown = Self.names.unknown(in: path)
        #expect(unknown == nil, "\(rule.id): \(unknown?.name ?? "")")
      }
    }
    #expect(count > 300)
  }

  /// What is written of a file as expectations names nothing that is not known, but types that no table describes.
  @Test func pathsOfFilesAreKnown() throws {
    var count = 0
    for name in Corpus.files() {
      guard let document = try? MediaFile.open(try Corpus.open(name)) else { continue }
      var output = ByteWriter()
      document.putExpectations(to: &output)
      for expectation in try Expectation.all(in: output.string) {
        count += 1
        guard let unknown = Self.names.unknown(in: expectation.path) else { continue }
        #expect(!unknown.isField, "\(name): \(expectation.text)")
      }
    }
    #expect(count > 1_000)
  }
}
