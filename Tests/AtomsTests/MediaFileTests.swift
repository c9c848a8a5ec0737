import ByteReading
import Corpus
import FuzzOracles
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureRendering
import Testing

/// What a file is, and what is said of it as a whole.
@Suite struct MediaFileTests {
  private func lines(_ document: Document) -> [String] {
    let heading = OutlineRenderer.Heading(of: document)
    return [([document.synopsis.formatName] + heading.facts).joined(separator: ", ")]
      + heading.lines
  }

  @Test func theMockupsAreSummedUp() throws {
    let unplayable = "! H.264 4:4:4: not in Safari, QuickTime, Android, Windows [avc-444]"
    #expect(
      lines(try opened(corpus: "mockups/movie.mov")) == [
        "QuickTime movie, 2.000 s, 115 kbit/s mean, moov last, by Lavf59.27.100",
        "video H.264 High 4:4:4 160×120 24 fps · audio AAC-LC 44.1 kHz mono · timecode 01:00:00:00", unplayable,
      ])
    // A damaged file keeps its codings; before them comes why it ends early, which is not its first problem: the size of
    // that atom was found again.
    #expect(
      lines(try opened(corpus: "mockups/corrupt.mp4")) == [
        "MP4 (isom), 2.000 s",
        "video H.264 High 4:4:4 160×120 24 fps · audio AAC-LC 44.1 kHz mono · timecode 01:00:00:00",
        "! cut: plays video 1.292 s, audio 1.207 s of 2.000 s: "
          + "needs 25,279 bytes, the file ends after 16,773 of them: 8,506 bytes are missing (mdat), and 1 more [file-truncated]",
        unplayable,
      ])
    #expect(
      lines(try opened(corpus: "mockups/frag.mp4")) == [
        "MP4 (iso5), 2.083 s, 5 fragments, by Lavf59.27.100",
        "video H.264 High 4:4:4 160×120 24 fps · audio AAC-LC 44.1 kHz mono · timecode 01:00:00:00",
        unplayable.replacing(" [", with: ", Firefox (MSE) ["),
      ])
  }

  /// 12,288 / 512 frames of a second, of which 24 are counted: another scale, duration or count.
  @Test(arguments: [
    (16, [0, 0, 0, 0], "timecode"), (20, [0, 0, 0, 0], "timecode"), (20, [255, 255, 255, 255], "timecode"),
    (24, [0], "timecode 24 fps"), (24, [26], "timecode"), (24, [23], "timecode"), (20, [0, 0, 2, 1], "timecode 01:00:00:00"),
    (16, [0, 0, 96, 0], "timecode 01:00:00:00"),
  ] as [(Int, [UInt8], String)])
  func timecodesOfNoRateAreNotSaid(place: Int, bytes: [UInt8], said: String) throws {
    let film = PlayerCases.content(try Corpus.open("mockups/fast.mp4"))
    let document = try opened(film.setting("moov/trak[3]/mdia/minf/stbl/stsd/tmcd", at: place) { Piece(bytes) })
    #expect(lines(document)[1].split(separator: " · ").last.map(String.init) == said)
  }

  @Test func tracksAreListedForMachines() throws {
    let synopsis = try opened(corpus: "mockups/movie.mov").synopsis
    #expect(synopsis.format == .quickTime)
    #expect(synopsis.brand == "qt  ")
    #expect(synopsis.isFastStart == false)
    #expect(!synopsis.isFragmented)
    #expect(synopsis.duration?.value == 2_000)
    #expect(synopsis.tracks.map(\.id) == [1, 2, 3])
    #expect(synopsis.tracks.map(\.codec) == ["avc1", "mp4a", "tmcd"])
    #expect(synopsis.tracks[0].width == 160)
    #expect(synopsis.tracks[0].samples == 48)
    #expect(synopsis.tracks[1].sampleRate == 44_100)
    #expect(synopsis.tracks[1].channels == 1)
  }

  @Test(
    arguments: [
      ("qt  ", "QuickTime movie"), ("isom", "MP4 (isom)"), ("M4A ", "M4A audio"),
      ("heic", "HEIC image"), ("avif", "AVIF image"), ("3gp5", "3GPP (3gp5)"),
      ("jp2 ", "JPEG 2000 image"),
      ("crx ", "Canon CR3 image"),
    ] as [(FourCC, String)])
  func brandsNameFormats(brand: FourCC, name: String) throws {
    let document = try opened(
      atoms {
        atom("ftyp") {
          code(brand); u32(0); code(brand)
        }
      })
    #expect(document.synopsis.formatName == name)
  }

  @Test func aMovieWithoutTypeIsQuickTime() throws {
    #expect(try opened(atoms { atom("moov") {} }).synopsis.format == .quickTime)
  }

  @Test func damagedBeginningsAreOpened() throws {
    #expect(try opened([0, 0, 0, 8] + Array("ftyp".utf8)).tree.count == 1)
    #expect(try opened([0xFF, 0xFF, 0xFF, 0xFF] + Array("moov".utf8) + [0, 0]).tree.count >= 1)
    #expect(
      try opened(
        atoms {
          atom("abcd") { zeros(4) }; atom("moov") {}
        }
      ).tree.count == 2)
  }

  @Test(arguments: [
    ("RIFF\0\0\0\0AVI LIST", "looks like an AVI file"),
    ("FORM\0\0\0\0ILBMBMHD", "looks like an IFF file"), ("RIFX\0\0\0\u{4}WAVE", "looks like a RIFX file"),
    ("fLaC\0\0\0\u{22}", "looks like a FLAC file"),
    ("OggS\0\0\0\0", "looks like an Ogg file"), ("GIF89a\0\0", "looks like a GIF image"),
    ("DKIF\0\0\u{20}\0", "looks like an IVF file"), ("no such thing", ""),
    ("\u{B}w\0\0\0\u{40}", "looks like an AC-3 stream"), ("\u{B}w\0\0\0\u{50}", "looks like an AC-3 stream"),
    ("\u{B}w\0\0\0\u{58}", "looks like an E-AC-3 stream"), ("\u{B}w", "looks like an AC-3 stream"),
    ("DTSHDHDR", "looks like a DTS-HD file"), ("\u{1F}\u{7}\0", "looks like a DV file"),
    // What servers answer where there is no such file.
    ("<!DOCTYPE html><html>", "looks like an HTML page (an error page?)"),
    ("\u{FEFF}<html>", "looks like an HTML page (an error page?)"),
    ("\r\n\t <Html lang=\"de\">", "looks like an HTML page (an error page?)"),
    ("{\"error\":\"AccessDenied\"}", "looks like JSON (an error message?)"),
    (" { \n\"code\": 404}", "looks like JSON (an error message?)"), ("{}", "looks like JSON (an error message?)"),
    ("{ 1", ""), ("{", ""), ("<p>html", ""), ("<htm", ""),
  ])
  func otherFormatsAreNamed(start: String, likeness: String) {
    #expect(throws: MediaFileError.unknownFormat(likeness)) { try opened(Array(start.utf8)) }
  }

  @Test func anEmptyFileIsRefused() {
    #expect(throws: MediaFileError.empty) { try opened([]) }
  }
}
