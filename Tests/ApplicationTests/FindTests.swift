import ByteReading
import Corpus
import MediaInspection
import Structure
import StructureRendering
import Testing

/// What is searched for is found where it is: each path that is printed finds it again.
@Suite struct FindTests {
  private func places(_ what: String, in bytes: [UInt8]) throws -> [FoundPlace] {
    try places(what, in: MediaFile.open(ByteSource(copying: bytes)))
  }

  private func places(_ what: String, in document: Document) throws -> [FoundPlace] {
    var finder = Finder(Needle(what), in: document)
    var found: [FoundPlace] = []
    while finder.advance(nodes: 3, { found.append($0); return true }) {}
    return found
  }

  private var file: [UInt8] {
    atoms {
      Parts.fileType("isom")
      atom("moov") {
        atom("mvhd", version: 0) { zeros(8); u32(1_000); u32(400); zeros(80) }
        atom("udta") { atom("@nam") { u16(9); u16(0x55C4); text("A needle!") } }
      }
      atom("mdat") { text("needle in the hay") }
    }
  }

  @Test func textIsFoundInValuesWithItsPlace() throws {
    let found = try places("needle", in: file)
    #expect(found.count == 1)
    let place = try #require(found.first)
    #expect(place.path.hasPrefix("moov/udta/@nam."))
    #expect(place.value == "A needle!" && place.match == 2..<8)
    let offset = Int(try #require(place.offset))
    #expect(String(decoding: file[offset..<offset + 9], as: UTF8.self) == "A needle!")
  }

  @Test func lettersAreTheSameUnlessThereAreCapitals() throws {
    #expect(try places("a NEEDLE", in: file).isEmpty)
    #expect(try places("a needle", in: file).count == 1)
    #expect(try places("movie header", in: file).map(\.path) == ["moov/mvhd"])
  }

  /// A type is found in each form that a key string has, and so is a code in a field.
  @Test(arguments: ["@nam", "©nam", "\\xa9nam", "\\xA9nam", "@na\\x6d"])
  func keyStringsAreFoundInEachForm(key: String) throws {
    let found = try places(key, in: file)
    #expect(found.map(\.path) == ["moov/udta/@nam"])
    let place = try #require(found.first)
    let match = try #require(place.match)
    #expect(String(decoding: Array(place.value.utf8)[match], as: UTF8.self) == "@nam")
    let brands = try places("isom", in: file).map(\.path)
    #expect(try places("\\x69som", in: file).map(\.path) == brands && brands.contains("ftyp.major_brand"), "\(brands)")
    // In text such a form is nothing but text.
    #expect(!SearchText(key).isIn("a@nam") || key == "@nam")
  }

  @Test func bytesAreFoundInMediaToo() throws {
    let found = try places("0x6e6565646c65", in: file)
    #expect(found.map(\.path) == ["moov/udta/@nam", "mdat"])
    #expect(found.map(\.byteCount) == [6, 6])
    let overlapping = try places("0x6161", in: atoms { Parts.fileType("isom"); atom("mdat") { text("aaa") } })
    #expect(overlapping.count == 2)
  }

  /// The path of one of many siblings, and the node that has the byte, were sought from the first one on for each.
  @Test func bytesInTwiceAsManyAtomsTakeTwiceTheSteps() throws {
    func steps(_ count: Int) throws -> UInt64 {
      let document = try MediaFile.open(
        ByteSource(
          copying: atoms {
            Parts.fileType("isom")
            for _ in 0..<count { atom("free") { text("a needle") } }
          }))
      let before = document.work.steps
      let found = try places("0x6e6565646c65", in: document)
      #expect(found.count == count && found.last?.path == "free[\(count)]")
      #expect(found.map(\.node) == found.compactMap { $0.offset.flatMap { document.tree.innermost(at: $0) } })
      return document.work.steps - before
    }
    let (few, more) = try (steps(256), steps(512))
    #expect(few >= 256 && more <= few * 5 / 2, "\(few), \(more)")
  }

  @Test func numbersAreFoundInFieldsAndRows() throws {
    let bytes = atoms {
      atom("moov") {
        atom("trak") {
          atom("mdia") {
            atom("minf") {
              atom("stbl") {
                atom("stsz", version: 0) { u32(0); u32(3); u32(7); u32(4_711); u32(7) }
              }
            }
          }
        }
      }
    }
    #expect(
      try places("=4,711", in: bytes).map(\.path) == ["moov/trak/mdia/minf/stbl/stsz.entries[2].entry_size"])
    #expect(try places("=0x1267", in: bytes).count == 1)
    #expect(try places("=7", in: bytes).map(\.offset) == [60, 68])
    #expect(try places("=4712", in: bytes).isEmpty)
  }

  /// A number is found as people read it, in what has a fraction as well.
  @Test func wholeNumbersAreFoundInFractions() throws {
    let document = try MediaFile.open(Corpus.open("mockups/movie.mov"))
    let rate = try places("=44100", in: document).map(\.path)
    #expect(rate.contains { $0.hasSuffix("mp4a.samplerate") } && rate.contains { $0.hasSuffix("mdhd.timescale") }, "\(rate)")
    #expect(try places("=160", in: document).map(\.path).contains { $0.hasSuffix("tkhd.width") })
    #expect(try places("=1", in: document).map(\.path).contains("moov/mvhd.rate"))
    // As it is stored, too.
    #expect(try places("=0xAC440000", in: document).map(\.path).contains { $0.hasSuffix("mp4a.samplerate") })
  }

  /// What cannot be read as a number or as bytes is text.
  @Test func strangeQuestionsAreText() throws {
    for text in ["0x", "0x1", "0xzz", "0x+1", "=", "=x", "=-", "=99999999999999999999"] {
      #expect(Needle(text) == .text(SearchText(text)))
    }
    #expect(Needle("=-1") == .number(.max))
    #expect(Needle("0xA9") == .bytes([0xA9]))
  }

  /// Digits that make no whole bytes are a mistake, which names both ways to search for them.
  @Test func oddDigitsAreNoBytes() throws {
    #expect(Needle.oddDigits(of: "0x4") == 1 && Needle.oddDigits(of: "0xabc") == 3)
    for text in ["0x", "0x04", "0xzzz", "x4", "0x+1", "0x１"] { #expect(Needle.oddDigits(of: text) == nil, "\(text)") }
  }

  @Test func whoHasEnoughIsGivenNoMore() throws {
    let document = try MediaFile.open(Corpus.open("mockups/movie.mov"))
    for what in ["a", "=1", "0x00"] {
      var finder = Finder(Needle(what), in: document)
      var count = 0
      let goesOn = finder.advance(nodes: .max) { _ in
        count += 1
        return count < 3
      }
      #expect(count == 3 && !goesOn, "\(what)")
    }
  }

  /// Every file that can be opened, and every path: it finds the node, and a field of this name.
  @Test(arguments: ["mockups/movie.mov", "mockups/frag.mp4", "mockups/track.mp3"])
  func eachPathFindsItsNode(file: String) throws {
    let document = try MediaFile.open(Corpus.open(file))
    var count = 0
    for what in ["i", "=1", "=1024", "0x6d"] {
      for place in try places(what, in: document).prefix(400) {
        let path = try Path(place.path)
        #expect(path.nodes(in: document).contains(place.node), "\(place.path)")
        count += 1
        guard let field = path.field else { continue }
        var walker = Walker()
        var selection = FieldSelection(field, sink: NoSink())
        document.walkHeader(place.node, &walker, into: &selection)
        document.walk(place.node, &walker, into: &selection)
        let hasMatched = selection.hasMatched
        #expect(hasMatched, "\(place.path)")
      }
    }
    #expect(count > 50)
  }
}
