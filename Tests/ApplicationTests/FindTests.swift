import ByteReading
import Corpus
import MediaInspection
import MediaReports
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

  /// What a header says beside type and size is found by number and by name, and its path is one of `-p` and `--expect`.
  @Test func fieldsOfHeadersAreFoundByTheirPaths() throws {
    let tag = TagBuilder(.v4)
    let document = try MediaFile.open(
      ByteSource(copying: tag.tag { tag.frame("TXXX", .init(group: 0x81)) { u8(3); string("k"); text("v") } }.bytes))
    let path = "ID3v2/TXXX.group_identifier"
    #expect(try places("=129", in: document).map(\.path) == [path])
    #expect(try places("group_identifier", in: document).map(\.path) == [path])
    #expect(try places("TXXX", in: document).map(\.path) == ["ID3v2/TXXX"])
    for line in ["expect \(path) = 0x81", "expect ID3v2/TXXX.size = 5", "expect ID3v2/TXXX.data_length absent"] {
      #expect(try Expectation(line: line, number: 1)?.failure(in: document)?.message == nil, "\(line)")
    }
    #expect(try Expectation(line: "expect \(path) absent", number: 1)?.failure(in: document) != nil)
    var walker = Walker()
    var sink = NoSink()
    let field = try #require(try Path(path).field)
    #expect(document.walk(selecting: field, of: try #require(try document.nodes("ID3v2/TXXX").first), &walker, into: &sink))
  }

  private struct Numbers: FieldSink {
    var found: [UInt64] = []

    mutating func field(_ field: borrowing FieldReading) { found.append(field.raw) }
    mutating func table(_ table: borrowing TableReading) {}
  }

  /// What the payload calls so is meant: the box is of 21 bytes, and says a size of 5.
  @Test func aFieldOfThePayloadIsMeantBeforeOneOfTheHeader() throws {
    let document = try MediaFile.open(
      ByteSource(
        copying: atoms {
          Parts.fileType("qt  ", "qt  ")
          Parts.movie {
            Parts.track {
              Parts.media { Parts.visualEntry("SVQ3") { atom("SMI ") { code("SEQH"); u32(5); hex("0000000000") } } } tables: {
                Parts.sampleTables([1], at: 0)
              }
            }
          }
        }))
    let node = try #require(try document.nodes("//'SMI '").first)
    for (name, numbers) in [("size", [5]), ("size[1]", [21]), ("size[2]", [5])] as [(String, [UInt64])] {
      var walker = Walker()
      var sink = Numbers()
      let field = try #require(try Path("//'SMI '.\(name)").field)
      document.walk(selecting: field, of: node, &walker, into: &sink)
      #expect(sink.found == numbers, "\(name)")
    }
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
    #expect(found.count == 2 && found.last?.path == "mdat")
    // A field is named, one that is all of its atom needs no name.
    #expect(found.first?.path == (try places("needle", in: file).first?.path))
    #expect(try places("0x6d766864", in: file).map(\.path) == ["moov/mvhd.type"])
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

  /// A field that is called so is found by its name, and its value is as it is.
  @Test func namesThatAreFoundAreKnown() throws {
    let place = try #require(try places("scale", in: file).first)
    #expect(place.path == "moov/mvhd.timescale" && place.value == "1,000" && place.match == nil)
    #expect(place.name == "timescale" && place.nameMatch == 4..<9)
  }

  /// Bytes in many fields of one atom: no more of them are looked at than an atom has, times what one is allowed.
  @Test func bytesInManyFieldsAreFound() throws {
    let bytes = atoms {
      atom("moov") {
        atom("trak") {
          atom("mdia") {
            atom("minf") {
              atom("stbl") { atom("stsz", version: 0) { u32(0); u32(20_000); for _ in 0..<20_000 { u32(0x4142) } } }
            }
          }
        }
      }
    }
    let found = try places("'AB", in: bytes).map(\.path)
    #expect(found.count == 20_000 && found.first == "moov/trak/mdia/minf/stbl/stsz.entries[1].entry_size", "\(found.prefix(2))")
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

  /// Bytes as a hexdump has them, and as people copy them from there.
  @Test func pairsWithBlanksAreBytes() throws {
    let type: [UInt8] = [0x6D, 0x76, 0x68, 0x64]
    for text in ["6d 76 68 64", "6D 76 68 64", "0x6d 76 68 64", "6d 7668 64"] { #expect(Needle(text) == .bytes(type), "\(text)") }
    for text in ["6d", "6d766864", "6d7 6864", "6d 7", "6d 7g", "6d +7", "is it"] {
      #expect(Needle(text) == .text(SearchText(text)), "\(text)")
    }
    #expect(try places("6d 76 68 64", in: file).map(\.path) == ["moov/mvhd.type"])
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

  /// Texts of one name have their numbers, those that are passed over too.
  @Test func textsOfOneNameAreNumbered() throws {
    let v4 = TagBuilder(.v4)
    let bytes = v4.tag {
      v4.frame("TPE1") { u8(3); text("ab", terminated: true); text("c", terminated: true); text("ab") }
      v4.frame("TXXX") { u8(3); text("ab", terminated: true); text("x", terminated: true); text("ab") }
    }.bytes
    #expect(
      try places("ab", in: bytes).map(\.path) == [
        "ID3v2/TPE1.text[1]", "ID3v2/TPE1.text[3]", "ID3v2/TXXX.description", "ID3v2/TXXX.value[2]",
      ])
    // Where a byte is says the same.
    let document = try MediaFile.open(ByteSource(copying: bytes))
    #expect(Finder.fields(at: 0x1B, in: document).map(\.path) == ["ID3v2/TPE1.text[3]"])
  }

  // MARK: What is not searched

  /// What a search for text or a number does not look into, in words.
  private func unsearched(_ bytes: [UInt8], _ what: String = "nobody") throws -> String? {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    return document.unsearchedBytes(by: Needle(what)).map { document.words(of: $0) }
  }

  private static func tag(unsynchronised: Bool = false, padding: Int = 0, picture: Piece) -> Piece {
    let v3 = TagBuilder(.v3)
    return v3.tag(unsynchronised: unsynchronised, padding: padding) {
      v3.text("TIT2", "x")
      v3.frame("APIC") { u8(0); text("image/png", terminated: true); u8(3); u8(0); picture }
    }
  }

  /// A cover has bytes that no text is searched for in, and neither has media: both are named.
  @Test func bytesOfPicturesAndMediaAreNamed() throws {
    let bytes = atoms {
      Parts.fileType("isom")
      atom("moov") {
        atom("mvhd", version: 0) { zeros(8); u32(1_000); u32(400); zeros(80) }
        atom("udta") {
          atom("meta", version: 0) {
            atom("hdlr", version: 0) { u32(0); code("mdir"); zeros(13) }
            atom("ilst") { atom("covr") { atom("data") { u32(14); u32(0); text("a needle") } } }
          }
        }
      }
      atom("free") { zeros(4) }
      atom("mdat") { text("needle in the hay") }
    }
    let words = "media and free space (21 bytes), pictures and other bytes of fields (8 bytes)"
    #expect(try places("needle", in: bytes).isEmpty)
    #expect(try unsearched(bytes, "needle") == words)
    #expect(try unsearched(bytes, "=4711") == words)
    // All bytes are.
    #expect(try places("'needle", in: bytes).count == 2)
    #expect(try unsearched(bytes, "'needle") == nil)
  }

  /// Of a stream of audio what stands between the headers of frames is media. Bytes that were taken out of a tag for
  /// unsynchronisation are none of a picture.
  @Test func soundBetweenTagsIsNamed() throws {
    let words = "media and free space (612 bytes), pictures and other bytes of fields (8 bytes)"
    let plain = atoms { Self.tag(padding: 10, picture: text("a needle")); mpegAudio(frames: 3) }
    #expect(try unsearched(plain) == words)
    let marked = atoms {
      Self.tag(unsynchronised: true, picture: pieces { hex("FFE0"); text("needle") })
      mpegAudio(frames: 3)
    }
    #expect(try unsearched(marked) == words)
    // ADTS: FFF1 50 40 is AAC-LC, 44,100 Hz, mono; 02 1F makes 16 bytes of each frame.
    let stream = atoms { for _ in 0..<4 { hex("FFF15040 021FFC 000000000000000000") } }
    #expect(try unsearched(stream) == "media and free space (36 bytes)")
  }

  /// Chunks of sound are media, whether they have fields or none.
  @Test func soundOfChunksIsNamed() throws {
    let waves = atoms {
      text("FORM"); u32(54); text("AIFF")
      text("COMM"); u32(18); u16(1); u32(4); u16(16); hex("400EAC44000000000000")
      text("SSND"); u32(16); u32(0, 0); zeros(8)
    }
    #expect(try unsearched(waves) == "media and free space (8 bytes)")
    let others = atoms {
      text("RIFF"); hex("26000000"); text("WAVE")
      text("fmt "); hex("10000000 0100 0100 401F0000 803E0000 0200 1000")
      text("data"); hex("02000000 0102")
    }
    #expect(try unsearched(others) == "media and free space (2 bytes)")
  }

  /// A picture that was opened is searched as far as it has fields.
  @Test func openedPicturesAreSearched() throws {
    func left(_ document: Document) throws -> UnsearchedBytes {
      try #require(document.unsearchedBytes(by: Needle("nobody")))
    }
    let document = try MediaFile.open(Corpus.open("mockups/track.mp3"))
    let closed = try left(document)
    #expect(closed.media == 8_247 && closed.fieldBytes == 2_170 && closed.nodes == 0)
    let opened = try left(MediaFile.openingItems(of: document))
    #expect(opened.media == 8_247 && opened.fieldBytes < 2_170, "\(opened)")
  }

  /// A movie that was inflated is searched for text, and so is not left out of it; for bytes it is.
  @Test func compressedMoviesAreSearchedForTextAlone() throws {
    func file(_ movie: Piece, declaring count: Int) -> [UInt8] {
      atoms {
        Parts.fileType("qt  ", "qt  ")
        atom("moov") {
          atom("cmov") {
            atom("dcom") { code("zlib") }
            atom("cmvd") { u32(UInt32(count)); Recipe.stored(movie) }
          }
        }
      }
    }
    let movie = atom("moov") {
      atom("mvhd", version: 0) { zeros(8); u32(1_000); u32(400); zeros(80) }
    }
    let count = Recipe.stored(movie).bytes.count
    let whole = file(movie, declaring: movie.bytes.count)
    #expect(try places("movie header", in: whole).count == 1)
    #expect(try unsearched(whole) == nil)
    #expect(try unsearched(whole, "'nobody") == "compressed data (\(count + 4) bytes)")
    #expect(try unsearched(whole, "0x00112233") == "compressed data (\(count + 4) bytes)")
    // Less came of it than it says.
    let cut = try #require(try unsearched(file(movie, declaring: 5_000)))
    #expect(cut == "pictures and other bytes of fields (\(count) bytes)")
    #expect(try unsearched(self.file, "'nobody") == nil)
  }

  /// What is searched for is quoted once, and text that is searched for in bytes is that of UTF-8.
  @Test func messagesNameWhatIsSearchedFor() {
    #expect(Needle("core 164").named("core 164") == "'core 164'" && Needle("0x41").named("0x41") == "'0x41'")
    #expect(Needle("'core").named("'core") == "'core' as UTF-8" && Needle("'core'").named("'core'") == "'core' as UTF-8")
    #expect(Needle("core").nextSearch("core") == "--find \"'core\" searches all bytes of the file as UTF-8")
    #expect(Needle("©nam").nextSearch("©nam") == "--find \"0xa96e616d\" searches all bytes of the file")
    #expect(Needle("=1").nextSearch("=1") == "--find 0xHEX searches all bytes of the file")
    #expect(Needle("'core'").nextSearch("'core'") == "--find \"core\" searches the text in it")
    #expect(Needle("0x41").nextSearch("0x41") == nil)
    // Without the quotes these are no text.
    #expect(Needle("'0x41'").nextSearch("'0x41'") == nil && Needle("'=5").nextSearch("'=5") == nil)
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
