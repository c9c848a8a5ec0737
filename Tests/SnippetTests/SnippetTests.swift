// swift-format-ignore-file: DoNotUseSemicolons

import AtomTools
import Corpus
import Foundation
import Testing

/// The snippets of the documentation say what is true: each is run on a file of the corpus, or on bytes
/// that are made here.
@Suite struct SnippetTests {
  private func path(_ name: String) -> String { Corpus.path(of: name) }

  @Test func aFileIsOpenedWithOneImport() throws {
    #expect(
      try contents(of: path("mockups/movie.mov"))
        == "QuickTime movie: ftyp wide mdat moov")
  }

  @Test func aHeaderIsRead() throws {
    let (size, type, left) = try firstHeader(of: path("mockups/a.mp4"))
    #expect(size == 32 && type == "ftyp" && left == 28_053 - 8)
  }

  @Test func eventsAreListed() throws {
    // 473 is where the second of the two stands: the first has 61 bytes.
    let found = try events(in: path("made/segments.m4s"))
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.hasPrefix("urn:") }, "\(found)")
  }

  /// `mvhd` of version 0, whose timescale is 600, then 90,000.
  @Test(arguments: [600, 90_000] as [UInt32])
  func aRuleOfOnesOwnPrintsItsSentence(timescale: UInt32) throws {
    let expected =
      timescale == 600 ? ["moov/mvhd: the timescale is 600, no multiple of 1,000"] : []
    let file = atoms {
      atom("ftyp") { code("isom"); u32(0) }
      atom("moov") {
        atom("mvhd", version: 0) { u32(0, 0, timescale, 0); zeros(80) }
      }
    }
    let document = try MediaFile.open(ByteSource(copying: file))
    let before = document.problems.kept.count
    #expect(brokenRules(of: document) == expected)
    // The document that was handed out stays as it was, and a second run says the same.
    #expect(document.problems.kept.count == before)
    #expect(brokenRules(of: MediaFile.checked(document)) == expected)
  }

  @Test func aLengthHasItsSource() throws {
    #expect(try length(of: path("mockups/movie.mov")) == "2.0 s from mvhd")
  }

  @Test func tracksAreListed() throws {
    #expect(
      try tracks(of: path("mockups/movie.mov")) == [
        "1 vide avc1.F4000B", "2 soun mp4a.40.2", "3 tmcd tmcd",
      ])
  }

  @Test func titleAndArtworkAreFound() throws {
    let (title, artwork) = try titleAndArtwork(of: path("mockups/track.mp3"))
    #expect(title == "Blue Train")
    #expect(artwork == "ID3v2/APIC: 2170 bytes, 64 wide")
  }

  @Test func aDocumentIsPrinted() throws {
    let document = try MediaFile.open(path: path("mockups/movie.mov"))
    let text = json(of: document, name: "movie.mov")
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(value?["schema"] as? String == "atomtools.dump/1")
    #expect((value?["nodes"] as? [Any])?.count == document.tree.count)
  }

  @Test func twoFilesAreComparedInATest() throws {
    try expectSameMovieInFront(path("mockups/slow.mp4"), path("mockups/fast.mp4"))
  }

  @Test func aPictureIsDrawn() throws {
    let document = try MediaFile.open(path: path("mockups/movie.mov"))
    let text = try #require(bytesDrawn(of: document, width: 60))
    #expect(text.split(separator: "\n").count > 2)
  }

  /// `wthr` of version 0: rain, 1,200 µm, in Oslo.
  @Test func aBoxOfOnesOwnIsRead() throws {
    let file = atoms {
      atom("ftyp") { code("isom"); u32(0) }
      atom("moov") {
        atom("udta") {
          atom("wthr", version: 0) { u8(2); u16(1_200); text("Oslo", terminated: true) }
        }
      }
    }
    #expect(
      try weather(in: file) == [
        "version: 0", "flags: 0x000000", "kind: 2 (rain)", "rainfall: 1,200 µm",
        "station: \"Oslo\"",
      ])
    #expect(try weather(in: atoms { atom("ftyp") { code("isom"); u32(0) } }) == [])
  }

  @Test func aFrameOfOnesOwnIsRead() throws {
    let tag = TagBuilder(.v4)
    let file = atoms { tag.tag { tag.text("TIT2", "Storm"); tag.frame("XMOO") { u8(2, 180) } } }
    #expect(try mood(in: file) == "2 (wild)")
  }

  /// Two lines of two and three characters; then a size that says more than there is, none, and
  /// a log that ends behind its signature.
  @Test func aFormatOfOnesOwnIsRead() throws {
    let log = Array("HLOG\u{3}on\u{4}off".utf8)
    let whole = try logLines(of: log)
    #expect(whole.lines == ["on", "off"] && whole.rest == 0)
    for (tail, rest) in [([9, 0x6F], 2), ([0, 1, 2], 3)] as [([UInt8], UInt64)] {
      let cut = try logLines(of: log + tail)
      #expect(cut.lines == ["on", "off"] && cut.rest == rest)
    }
    #expect(try logLines(of: Array("HLOG".utf8)).lines == [])
    // Fewer bytes than a signature has are no node.
    #expect(try logLines(of: Array("HL".utf8)).rest == 2)
  }

  @Test func streamsAreNamed() throws {
    #expect(try streams(of: path("mockups/track.mp3")) == ["MPEG-1 Layer III, 44100 Hz"])
  }

  /// What stands in the way is said with the path.
  @Test func errorsDescribeThemselves() throws {
    let missing = path("mockups/no-such-file.mp4")
    #expect(throws: UnreadableFile.self) { try MediaFile.open(path: missing) }
    do {
      _ = try MediaFile.open(path: missing)
    } catch {
      #expect("\(error)" == "\(missing): no such file")
    }
    do {
      _ = try Media.Path("moov/")
    } catch {
      #expect("\(error)".hasSuffix("at character 6"), "\(error)")
    }
    let short = ReadError.truncated(at: 8, wanted: 32, left: 5)
    #expect("\(short)" == "32 bits are needed at bit 8, 5 are left")
    #expect("\(SourceError.notFound)" == "no such file")
  }

  /// Names of everybody can be said with the name of the package in front.
  @Test func namesAreMembers() throws {
    let document: Media.Document = try MediaFile.open(path: path("mockups/movie.mov"))
    let place: Media.Path = try Media.Path("moov/trak[2]")
    let nodes = place.nodes(in: document)
    #expect(nodes.map { document.path(of: $0) } == ["moov/trak[2]"])
  }
}
