import Atoms
import ByteReading
import Corpus
import EmbeddedMetadata
import Foundation
import StructureRendering
import Testing

/// The pages of the reference, which are printed from the tables.
///
/// `UPDATE_GOLDENS=1 swift test --filter ReferencePageTests` writes them again.
@Suite struct ReferencePageTests {
  static let folder =
    String(Corpus.folder.dropLast("/Corpus".count)) + "/Sources/Atoms/Atoms.docc/Reference"
  static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"

  /// The name of a family in words: `SampleTable` is "Sample table", `HEVC` stays.
  static func title(of family: String) -> String {
    var words: [String] = []
    for character in family {
      let isBreak = character.isUppercase && words.last?.last?.isLowercase == true
      if words.isEmpty || isBreak {
        words.append(String(character))
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words.enumerated().map { place, word in
      place > 0 && word.dropFirst().contains(where: \.isLowercase) ? word.lowercased() : word
    }.joined(separator: " ")
  }

  /// The pages as they are to be, by the names of their files.
  static func pages() -> [(name: String, text: String)] {
    var options = RenderOptions()
    options.width = 96
    var pages: [(String, String)] = []
    var list = """
      # Boxes

      All boxes that have a table, family by family.

      ## Overview

      The same is printed by `atomdump --boxes` and `atomdump --boxes=TYPE`. What stands in the bytes
      is written as in the tables: `uint(32)`, `uint(32|64)` for 32 bits in version 0 and 64 from
      version 1 on, `fixed(16.16)`, `code` for four characters, `ue(v)` for an Exp-Golomb code,
      `uintle` for least significant byte first, `code[]` for values side by side. A `part` is rows
      inside so many bytes, a `table` rows of one size, a `list` rows whose sizes vary.

      ## Topics

      ### Families


      """
    for (name, tables) in AtomFamilies.names {
      var renderer = CatalogueRenderer(.atoms, options, output: ByteWriter())
      renderer.putPage(title(of: name), of: tables)
      pages.append(("\(name)Boxes.md", renderer.finish().string))
      list += "- <doc:\(name)Boxes>\n"
    }
    return [("Boxes.md", list)] + pages
  }

  /// The pages of formats inside boxes and frames.
  static func embeddedPages() -> [(name: String, text: String)] {
    var options = RenderOptions()
    options.width = 96
    var pages: [(String, String)] = []
    var list = """
      # Formats inside boxes

      All formats inside boxes and frames that have a table, family by family.

      ## Overview

      The same is printed by `atomdump --boxes=TYPE`. What stands in the bytes is written as in the reference of boxes;
      `parts` are pieces whose places a finder knows, and rows ask by `part_kind` which of them they are in.

      ## Topics

      ### Families


      """
    for (name, tables) in EmbeddedFamilies.names {
      var renderer = CatalogueRenderer(.embedded, options, output: ByteWriter())
      renderer.putPage(
        title(of: String(name.dropLast("Tables".count))), of: tables, besides: EmbeddedFamilies.names)
      pages.append(("\(name).md", renderer.finish().string))
      list += "- <doc:\(name)>\n"
    }
    return [("EmbeddedFormats.md", list)] + pages
  }

  static let embeddedFolder =
    String(Corpus.folder.dropLast("/Corpus".count)) + "/Sources/EmbeddedMetadata/EmbeddedMetadata.docc/Reference"

  @Test func pagesAreWhatTheTablesSay() throws {
    let pages = Self.pages()
    #expect(pages.count > 30)
    try Self.hold(pages, in: Self.folder)
  }

  @Test func pagesOfEmbeddedFormatsAreWhatTheirTablesSay() throws {
    let pages = Self.embeddedPages()
    #expect(pages.count == EmbeddedFamilies.all.count + 1)
    try Self.hold(pages, in: Self.embeddedFolder)
  }

  /// The rows of Exif stand in pictures, too, whose pages name its page.
  @Test func rowsAreDescribedOnOnePage() {
    let pages = Self.embeddedPages()
    for name in ["JPEGTables.md", "PNGTables.md"] {
      let text = pages.first { $0.name == name }?.text ?? ""
      #expect(text.contains("`TIFF` in <doc:TIFFTables>") && text.contains("  as TIFF\n"), "\(name)")
      #expect(!text.contains("PhotometricInterpretation"), "\(name)")
    }
    #expect(pages.count { $0.text.contains("GPSLatitudeRef") } == 1)
    // Two tables with the same rows have them both.
    #expect(Set(pages.filter { $0.text.contains("instruction") }.map(\.name)) == ["PropertyListTables.md", "XMPTables.md"])
  }

  /// Holds the pages in a folder against those that the tables make, or writes them.
  private static func hold(_ pages: [(name: String, text: String)], in folder: String) throws {
    let manager = FileManager.default
    if isUpdating { try manager.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    let present = Set((try? manager.contentsOfDirectory(atPath: folder)) ?? [])
    for (name, text) in pages {
      let place = folder + "/" + name
      if isUpdating {
        try text.write(toFile: place, atomically: true, encoding: .utf8)
        continue
      }
      let found = try? String(contentsOfFile: place, encoding: .utf8)
      ListingDifference.report(
        name, kept: found, made: text, renewedBy: "ReferencePageTests"
      ) { $0.hasPrefix("## ") }
    }
    for name in present.subtracting(pages.map(\.name)) {
      if isUpdating {
        try manager.removeItem(atPath: folder + "/" + name)
      } else {
        Issue.record("\(name) belongs to no family")
      }
    }
  }

  @Test func namesAreWords() {
    #expect(Self.title(of: "SampleTable") == "Sample table")
    #expect(Self.title(of: "HEVC") == "HEVC")
    #expect(Self.title(of: "JPEG2000") == "JPEG2000")
    #expect(Self.title(of: "NALSampleEntries") == "NALSample entries")
  }
}
