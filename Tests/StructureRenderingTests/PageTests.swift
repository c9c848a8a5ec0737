// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import Foundation
import MediaInspection
import Structure
import StructureRendering
import Testing

/// What a page carries, and what it may not: markup from a file, requests, more bytes than it may have.
@Suite struct PageTests {
  private func page(
    of document: Document, name: String = "film.mp4", limit: Int = 5 << 20,
    pictures: [PageRenderer.Picture] = [], warnings: [String] = []
  ) -> String {
    var options = RenderOptions()
    options.toolName = "atomdump"
    options.toolVersion = "0.1.0"
    var output = ByteWriter()
    PageRenderer(document, options, program: "atomdump", operand: name, limit: limit)
      .write(name: name, pictures: pictures, warnings: warnings, to: &output)
    return output.string
  }

  /// The data of a page, as JSON reads it.
  private func data(of page: String) throws -> [String: Any] {
    let start = try #require(page.range(of: "<script type=\"application/json\" id=\"data\">"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let json = Data(page[start.upperBound..<end.lowerBound].utf8)
    return try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
  }

  private func checked(_ path: String) throws -> Document {
    let document = try MediaFile.open(path: Corpus.path(of: path))
    MediaFile.check(document)
    return document
  }

  /// Where tables were not checked "no problems" is said of the rest, and is not shown as good news.
  @Test func noProblemsIsSaidOfWhatWasChecked() throws {
    let whole = try page(of: checked("mockups/movie.mov"))
    #expect(whole.contains("<p class=\"fine\">✓ no problems</p>"))
    var limits = Limits()
    limits.rowsInOutline = 16
    let document = try MediaFile.open(path: Corpus.path(of: "mockups/movie.mov"), limits: limits)
    MediaFile.check(document, isThorough: false)
    let count = document.problems.uncheckedTables
    let part = page(of: document)
    #expect(count > 1 && !part.contains("✓ no problems"))
    #expect(part.contains("<p>no problems in what was checked. Not checked: \(count) large tables.</p>"))
    // What a baseline has, and what rules would say that are off, was found all the same.
    let other = try checked("mockups/movie.mov")
    other.problems.add(
      Diagnostic(.valueUnexpected(found: 1, expected: 0), node: nil, extent: Extent(byteOffset: 0, byteCount: 1)),
      within: Limits())
    other.problems.accept([0])
    other.problems.switchedOff = 2
    let besides = "<p>no problems besides 1 that the baseline has and 2 of rules that are off</p>"
    #expect(page(of: other).contains(besides) && !page(of: other).contains("✓ no problems"))
  }

  /// Notes are no problems; what is worse is.
  @Test func notesAreNoProblems() throws {
    let document = try checked("mockups/movie.mov")
    func add(_ severity: Diagnostic.Severity) {
      document.problems.add(
        Diagnostic(
          .valueUnexpected(found: 1, expected: 0), node: nil, extent: Extent(byteOffset: 0, byteCount: 1),
          severity: severity),
        within: Limits())
    }
    add(.note)
    #expect(page(of: document).contains("<p class=\"fine\">✓ no problems, 1 note</p>"))
    add(.warning)
    #expect(!page(of: document).contains("no problems"))
  }

  @Test func aPageHasEveryNodeItsFieldsAndItsBytes() throws {
    let document = try checked("mockups/movie.mov")
    let page = try data(of: page(of: document))
    let nodes = try #require(page["nodes"] as? [[Any]])
    let fields = try #require(page["fields"] as? [Any])
    #expect(nodes.count == document.tree.count && fields.count == nodes.count)
    // Paths put together of their steps are the canonical ones.
    var open: [String] = []
    let kinds = try #require(page["kinds"] as? [[String]])
    for (index, node) in nodes.enumerated() {
      let depth = try #require(node[0] as? Int)
      let kind = try #require(node[5] as? Int)
      let type = try #require(kinds[kind].first)
      // A step that is its type is the number in brackets alone.
      let ordinal = node[6] as? Int
      let step = ordinal.map { $0 > 0 ? "\(type)[\($0)]" : type } ?? node[6] as? String ?? "?"
      open.removeLast(max(0, open.count - depth))
      open.append(
        step.hasPrefix("/") ? String(step.dropFirst())
          : open.isEmpty ? step : (open.last ?? "") + "/" + step)
      #expect(open.last == document.path(of: NodeIndex(index)))
    }
    // Media is 25,279 bytes, of which the header and 256 are carried; everything else is whole.
    let ranges = try #require(page["bytes"] as? [[Any]])
    let carried = ranges.compactMap { Data(base64Encoded: $0[2] as? String ?? "?")?.count }
      .reduce(0, +)
    #expect(carried == 28_724 - 25_279 + 8 + 256)
    #expect(page["left"] as? [String] == ["Of payload only the first bytes are in this page."])
    // What is searched for and not found is missing in the file where the page has all of it.
    #expect(page["held"] as? [String] == ["", ": it has 3,709 of 28,724 bytes"])
  }

  @Test func fieldsAreTheRowsOfTheTables() throws {
    let document = try checked("mockups/movie.mov")
    let page = try data(of: page(of: document))
    let header = try Path("moov/mvhd").nodes(in: document).first
    let index = try #require(header)
    let fields = try #require((page["fields"] as? [[[Any]]])?[index.number])
    let timescale = try #require(fields.first { $0[1] as? String == "timescale" })
    // Depth, name, first bit, bits, value, note, kind.
    #expect(timescale[0] as? Int == 0 && timescale[2] as? Int == 25_335 * 8)
    #expect(timescale[3] as? Int == 32 && timescale[4] as? String == "1,000")
    #expect(timescale[6] as? String == "u")
    let found = try Path("moov/trak[1]//stsz").nodes(in: document).first
    let sizes = try #require(found)
    let table = try #require((page["fields"] as? [[[Any]]])?[sizes.number].last?[7] as? [Any])
    #expect(table[0] as? [String] == ["entry_size"] && (table[1] as? [Any])?.count == 48)
    #expect(table[2] as? Int == 32)
  }

  /// A text of many values has the first and the last of them, and how many stand between: a value takes two bytes of a
  /// file and fifty of a page.
  @Test func aTextOfManyValuesIsShortened() throws {
    let file = atoms {
      TagBuilder(.v4).tag { TagBuilder(.v4).text("TPE1", (1...3_000).map { "\($0)" }.joined(separator: "\0"), encoding: .utf8) }
    }
    let document = try MediaFile.open(ByteSource(copying: file))
    let page = try data(of: page(of: document))
    let fields = try #require((page["fields"] as? [[[Any]]])?.last)
    let values = fields.compactMap { $0[4] as? String }
    #expect(values.contains("\"100\"") && !values.contains("\"101\"") && !values.contains("\"2900\""), "\(values)")
    #expect(values.contains("2,800 more") && values.last == "\"3000\"")
    #expect((page["held"] as? [String])?.first == ": it has the first rows of long tables")
  }

  @Test func textOfAFileStaysText() throws {
    let hostile = "</script><img src=x onerror=alert(1)>\u{202E}\u{0}"
    let file = atoms {
      atom("ftyp") { code("isom"); u32(0) }
      atom("moov") { atom("udta") { atom("titl", version: 0) { u16(0x55C4); text(hostile); u8(0) } } }
    }
    let document = try MediaFile.open(ByteSource(copying: file))
    let page = page(of: document, name: "a<b>\"&.mp4")
    #expect(!page.contains("<img src=x") && !page.contains("a<b>"))
    #expect(page.contains("<title>a&lt;b&gt;&quot;&amp;.mp4 — atomdump</title>"))
    #expect(page.unicodeScalars.allSatisfy { $0 != "\u{202E}" && ($0.value >= 0x20 || $0 == "\n") })
    let read = try data(of: page)
    #expect(String(describing: read["fields"]).contains("onerror=alert(1)"))
  }

  @Test(arguments: [256 << 10, 1 << 20]) func aPageKeepsItsLimit(_ limit: Int) throws {
    // 20,000 boxes with a field each, and a table of 50,000 rows.
    let file = atoms {
      atom("ftyp") { code("isom"); u32(0) }
      atom("moov") {
        for _ in 0..<20_000 { atom("udta") { atom("hnti") { u32(1) } } }
      }
    }
    let document = try MediaFile.open(ByteSource(copying: file))
    let text = page(of: document, limit: limit)
    #expect(text.utf8.count <= limit)
    let left = try #require(try data(of: text)["left"] as? [String])
    #expect(!left.isEmpty)
  }

  /// 40,000 atoms in one level, of which the outline alone is longer than the page, and texts whose characters
  /// are escaped, each with a problem.
  @Test(arguments: [
    atoms { for _ in 0..<40_000 { atom("free") {} } },
    atoms { for _ in 0..<10_000 { atom("<<<<") { text("<<<<<<<<") } } },
    atoms { atom("moov") { for _ in 0..<4_000 { atom("trak") { atom("tkhd", version: 0) { u32(0) } } } } },
  ])
  func noFileMakesAPageTooLong(_ file: [UInt8]) throws {
    let document = try MediaFile.open(ByteSource(copying: file))
    MediaFile.check(document)
    let limit = 128 << 10
    let text = page(
      of: document, limit: limit,
      pictures: [PageRenderer.Picture(name: "map", svg: Array(String(repeating: "<g/>", count: 9_000).utf8))])
    #expect(text.utf8.count <= limit)
    let left = try #require(try data(of: text)["left"] as? [String])
    #expect(left.contains { $0.hasSuffix("nodes are not in this page.") })
    // The outline for those without scripts ends with what it leaves out, where it is cut.
    if text.contains("this outline goes on") { #expect(text.contains("the rest of it is not in this page\n</pre>")) }
  }

  /// What a picture shows to be wrong and no rule was asked about is said, instead of that all is well.
  @Test func whatPicturesShowIsNoAllClear() throws {
    let document = try MediaFile.open(path: Corpus.path(of: "mockups/fast.mp4"))
    #expect(page(of: document).contains("<p class=\"fine\">"))
    let warned = page(of: document, warnings: ["50 bytes are claimed twice."])
    #expect(warned.contains("<p class=\"s1\">50 bytes are claimed twice.</p>") && !warned.contains("no problems</p>"))
  }

  /// 100,000 nodes are in a page of 5 MB; of very many siblings the first have their fields and bytes, and so
  /// does what stands behind them.
  @Test func aHundredThousandNodesHaveRoom() throws {
    let file = atoms {
      atom("ftyp") { code("isom"); u32(0) }
      atom("moov") { for _ in 0..<99_990 { atom("free") {} } }
      atom("skip") { u32(0x0102_0304) }
    }
    let text = page(of: try MediaFile.open(ByteSource(copying: file)), limit: 5_000_000)
    #expect(text.utf8.count <= 5_000_000)
    let page = try data(of: text)
    let nodes = try #require(page["nodes"] as? [[Any]])
    #expect(nodes.count == 99_993)
    let fields = try #require(page["fields"] as? [Any])
    func hasFields(_ index: Int) -> Bool { fields[index] is [Any] }
    #expect(hasFields(0) && hasFields(2) && hasFields(51) && !hasFields(52) && !hasFields(99_991) && hasFields(99_992))
    let left = try #require(page["left"] as? [String])
    #expect(left.first == "The fields of 99,940 nodes are not in this page.")
    #expect((page["held"] as? [String])?.first == ": it has the fields of 53")
    // The last four bytes are 01 02 03 04.
    let last = try #require((page["bytes"] as? [[Any]])?.last)
    #expect(Data(base64Encoded: last[2] as? String ?? "?")?.suffix(4) == Data([1, 2, 3, 4]))
  }

  @Test func theShellIsSmallAndAsksForNothing() throws {
    let empty = page(of: try MediaFile.open(ByteSource(copying: atoms { atom("ftyp") { u32(0) } })))
    #expect(empty.utf8.count < 40 << 10)
    for word in ["http:", "https:", "src=", "@import", "url(", "fetch(", "XMLHttpRequest", "import("] {
      #expect(!empty.contains(word), "\(word) would ask for something")
    }
  }

  /// `node --check`, where node is installed.
  @Test func theScriptIsJavaScript() throws {
    let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard let node = paths.map({ "\($0)/node" }).first(where: FileManager.default.isExecutableFile)
    else {
      print("skipped: node is not installed")
      return
    }
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString).js")
    defer { try? FileManager.default.removeItem(at: place) }
    try "\(PageShell.script)".write(to: place, atomically: true, encoding: .utf8)
    let child = try Child.run(node, ["--check", place.path])
    #expect(child.code == 0, "\(child.errorText)")
    // As it is in the page, with names that are short: none of them is declared twice where it is seen.
    let text = page(of: try MediaFile.open(ByteSource(copying: atoms { atom("ftyp") { u32(0) } })))
    let start = try #require(text.range(of: "</script>\n<script>\n"))
    let end = try #require(text.range(of: "</script>", range: start.upperBound..<text.endIndex))
    let short = String(text[start.upperBound..<end.lowerBound])
    try short.write(to: place, atomically: true, encoding: .utf8)
    let other = try Child.run(node, ["--check", place.path])
    #expect(other.code == 0, "\(other.errorText)")
    #expect(short.contains("const $") && !short.contains("chosenField"))
  }

  /// Written beside the tests when a folder is named, to be looked at in a browser.
  @Test(arguments: ["mockups/movie.mov", "mockups/corrupt.mp4", "mockups/track.mp3"])
  func pagesToLookAt(_ path: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["ATOMTOOLS_PAGES"] else { return }
    let name = String(path.split(separator: "/").last ?? "")
    let text = page(of: try checked(path), name: name)
    try text.write(toFile: "\(folder)/\(name).html", atomically: true, encoding: .utf8)
  }
}

/// Lines of the outline on paper: whole, and below their column where they go on.
@Suite struct PageLineTests {
  private func folded(_ text: String, _ width: Int) -> [String] {
    var writer = ByteWriter()
    writer.put(text)
    return writer.folded(width: width).string.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func whatIsLongGoesOnBelowItsColumn() {
    #expect(
      folded("at  name    a summary of some words\nshort\n", 24) == [
        "at  name    a summary of", "            some words", "short", "",
      ])
    // A number stays beside what leads to it, and its unit.
    #expect(folded("at  name    a sum of 1.000 s", 24) == ["at  name    a sum", "            of 1.000 s", ""])
    // Words that are longer than a line, and characters that take two columns.
    #expect(folded("abcdefghijkl", 5) == ["abcde", "fghij", "kl", ""])
    #expect(folded("日本語日本語", 5) == ["日本", "語日", "本語", ""])
  }

  @Test(arguments: ["mockups/movie.mov", "mockups/frag.mp4", "mockups/corrupt.mp4"])
  func noSummaryIsCut(_ path: String) throws {
    let document = try MediaFile.open(path: Corpus.path(of: path))
    var renderer = OutlineRenderer(document, RenderOptions(), output: ByteWriter())
    _ = renderer.render(name: "x")
    let whole = renderer.finish()
    let folded = whole.folded(width: 110).string
    #expect(folded.split(separator: "\n").allSatisfy { $0.count <= 110 })
    func words(_ text: String) -> [Substring] { text.split { $0 == " " || $0 == "\n" } }
    #expect(words(folded) == words(whole.string))
  }
}
