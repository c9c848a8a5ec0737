// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// A film that was put from a QuickTime movie into an MP4 file: what both say in ways of their own is no change.
@Suite struct OtherKindTests {
  /// A film of a track of pictures and one of sound, as QuickTime or MP4 has it.
  private struct Film {
    var isMovie = false
    var language: UInt16?
    var name = "Handler"
    var vendor: FourCC = "FFMP"
    /// AAC-LC of 8,000 Hz, one channel.
    var sound: [UInt8] = [0x15, 0x88]
    var rate: UInt32 = 0
    /// Of `chan`, which is cut off without one.
    var layout: UInt32? = 0x64_0001
    var colours: [UInt16] = [1, 1, 1]
    var isFullRange = false
    var title = "T"
    /// What stands beside the title of a movie.
    var beside = Piece()
    /// Whether the list of MP4 stands in `moov` itself.
    var isWithoutUserData = false

    private func handler(_ type: FourCC, _ name: String, of component: FourCC) -> Piece {
      guard isMovie else { return Parts.handlerReference(type, name: name) }
      return atom("hdlr", version: 0) { code(component); code(type); zeros(12); pascal(name) }
    }

    private var configuration: Piece {
      atom("esds", version: 0) {
        hex("03 16 0000 00 04 11 40 15 000000"); u32(rate, rate)
        hex("05 02"); Piece(sound)
      }
    }

    private func media(_ handler: FourCC, header: Piece, entry: Piece, sample: UInt32, at offset: UInt32) -> Piece {
      atom("mdia") {
        atom("mdhd", version: 0) { u32(0, 0, 1_000, 400); u16(language ?? (isMovie ? 0x7FFF : 0x55C4)); u16(0) }
        self.handler(handler, name, of: "mhlr")
        atom("minf") {
          header
          if isMovie { self.handler("url ", "DataHandler", of: "dhlr") }
          atom("dinf") { atom("dref", version: 0) { u32(1); atom("url ", version: 0, flags: 1) } }
          atom("stbl") { atom("stsd", version: 0) { u32(1); entry }; Parts.sampleTables([sample], delta: 400, at: offset) }
        }
      }
    }

    private var pictures: Piece {
      atom("mp4v") {
        zeros(6); u16(1)
        u16(0); u16(0)
        if isMovie { code(vendor); u32(512, 512) } else { zeros(12) }
        u16(64); u16(48); fixed16(72); fixed16(72); u32(0); u16(1)
        pascal("", filling: 32)
        u16(24); i16(-1)
        atom("colr") {
          code(isMovie ? "nclc" : "nclx"); for colour in colours { u16(colour) }
          if !isMovie { u8(isFullRange ? 0x80 : 0) }
        }
        if !isMovie { atom("btrt") { u32(0, 100, 100) } }
      }
    }

    private var soundEntry: Piece {
      atom("mp4a") {
        zeros(6); u16(1)
        u16(isMovie ? 1 : 0); u16(0); zeros(4)
        u16(isMovie ? 1 : 2); u16(16); i16(isMovie ? -2 : 0); u16(0); u32(8_000 << 16)
        if isMovie {
          u32(1_024, 0, 0, 2)
          atom("wave") { atom("frma") { code("mp4a") }; atom("mp4a") { u32(0) }; configuration; atom(FourCC(0)) }
          atom("chan", version: 0) { if let layout { u32(layout, 0, 0) } }
        } else {
          configuration
        }
      }
    }

    private var tags: Piece {
      if isMovie {
        return atom("udta") {
          atom("@nam") { u16(UInt16(title.utf8.count)); u16(0x55C4); text(title) }
          beside
        }
      }
      let list = atom("meta", version: 0) {
        Parts.handlerReference("mdir")
        atom("ilst") { atom("@nam") { atom("data") { u32(1); u32(0); text(title) } } }
      }
      return isWithoutUserData ? list : atom("udta") { list }
    }

    var bytes: [UInt8] {
      func moov(_ offset: UInt32) -> Piece {
        atom("moov") {
          Parts.movieHeader()
          Parts.track {
            media(
              "vide", header: atom("vmhd", version: 0, flags: 1) { zeros(8) }, entry: pictures, sample: 2, at: offset)
          }
          Parts.track(id: 2, width: 0, height: 0) {
            media("soun", header: atom("smhd", version: 0) { zeros(4) }, entry: soundEntry, sample: 2, at: offset + 2)
          }
          tags
        }
      }
      let start = isMovie ? Parts.fileType("qt  ", "qt  ") : Parts.fileType("isom", "isom")
      let offset = UInt32(start.bytes.count + moov(0).bytes.count + 8)
      return atoms { start; moov(offset); atom("mdat") { u8(1, 2, 3, 4) } }
    }
  }

  private func comparison(_ before: Film, _ after: Film) throws -> Comparison {
    Comparison(try Files.open(before.bytes), try Files.open(after.bytes), rules: .media)
  }

  private func lines(_ comparison: Comparison) -> [String] {
    let words = ChangeWords(comparison)
    return comparison.changes.map(words.line)
  }

  @Test(arguments: [true, false])
  func theSameFilmIsAnotherKindOfFileAlone(isMovie: Bool) throws {
    let found = try comparison(Film(isMovie: isMovie), Film(isMovie: !isMovie))
    let lines = lines(found)
    #expect(lines.allSatisfy { $0.hasPrefix("ftyp.") }, "\(lines)")
    #expect(!lines.isEmpty)
    let verdict = try #require(found.verdict)
    #expect(verdict.aspects(.changed) == [.opening], "\(verdict.findings)")
    #expect(verdict.regressions.isEmpty)
    #expect(verdict.findings(of: .sound, .equivalent).map(\.text).joined().contains("usual channels"))
    #expect(verdict.findings(of: .tags, .equivalent).map(\.text).joined().contains("the same texts in another list"))
    #expect(found.counted.contains { $0.noun == "container difference" })
  }

  /// German by its number, and by its letters.
  @Test func languagesHaveTwoCodes() throws {
    func changes(_ number: UInt16, _ letters: UInt16) throws -> [String] {
      lines(try comparison(Film(isMovie: true, language: number), Film(language: letters)))
    }
    #expect(try !changes(2, 0x10B5).contains { $0.contains("language") })
    #expect(try changes(0, 0x10B5).contains { $0.contains("language") })
    // No number of a language.
    #expect(try changes(700, 0x55C4).contains { $0.contains("language") })
  }

  /// What decodes the sound is the same bytes, wherever they stand: both can be joined.
  @Test func bothKindsGoOnWithEachOther() throws {
    func sound(_ a: Film, _ b: Film) throws -> Joining.Answer? {
      let joining = try #require(Joining(Files.open(a.bytes), Files.open(b.bytes)))
      return joining.parts.first { $0.kind == "audio" }?.answer
    }
    #expect(try sound(Film(isMovie: true), Film()) == .yes && sound(Film(), Film(isMovie: true)) == .yes)
    #expect(try sound(Film(isMovie: true), Film(sound: [0x15, 0x90])) == .no)
  }

  /// In each of them something is another that the kind of file does not explain.
  @Test func whatIsAnotherIsAChangeAllTheSame() throws {
    let movie = Film(isMovie: true)
    func changes(_ edit: (inout Film) -> Void) throws -> String {
      var film = Film()
      edit(&film)
      return lines(try comparison(movie, film)).joined(separator: "\n")
    }
    #expect(try changes { $0.language = 0x15C7 }.contains("language"))
    #expect(try changes { $0.name = "Other" }.contains(#""Handler" → "Other""#))
    #expect(try changes { $0.colours = [9, 16, 9] }.contains("colour_primaries"))
    #expect(try changes { $0.isFullRange = true }.contains("full_range_flag"))
    #expect(try changes { $0.title = "U" }.contains("@nam"))
    // Two channels: the bytes of the configuration are others, and so nothing of the entry follows.
    let stereo = try changes { $0.sound = [0x15, 0x90] }
    for part in ["esds", "wave", "chan ", "channelcount"] { #expect(stereo.contains(part), "\(part): \(stereo)") }
    // Another bit rate is no other sound.
    #expect(try !changes { $0.rate = 9_000 }.contains("mp4a"))
    var surround = movie
    surround.layout = 0x65_0002
    #expect(lines(try comparison(surround, Film())).contains { $0.contains("chan") })
    // Six channels, of which the layout is not there: nothing says that it was the usual one.
    let six: [UInt8] = [0x15, 0xB0]
    surround = Film(isMovie: true, sound: six, layout: nil)
    #expect(lines(try comparison(surround, Film(sound: six))).contains { $0.contains("chan ") })
  }

  /// Of a list that is gone as a whole all has to be elsewhere, not only what is understood of it.
  @Test func whatNobodyUnderstandsIsLost() throws {
    var film = Film()
    film.isWithoutUserData = true
    var movie = Film(isMovie: true)
    #expect(try !lines(comparison(movie, film)).contains { $0.hasPrefix("moov/udta") })
    movie.beside = atom("priv") { text("mine") }
    let found = try comparison(movie, film)
    #expect(lines(found).contains { $0.hasPrefix("moov/udta  removed") }, "\(lines(found))")
    #expect(found.verdict?.regressions == [.tags])
  }

  /// Two files of one kind say in the same way what they say.
  @Test func filesOfOneKindHaveNoOtherWays() throws {
    var other = Film(isMovie: true)
    other.vendor = "appl"
    other.language = 0x55C4
    let lines = lines(try comparison(Film(isMovie: true), other))
    #expect(lines.contains { $0.contains("vendor") } && lines.contains { $0.contains("language") }, "\(lines)")
  }
}
