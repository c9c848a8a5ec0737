import Corpus
import Foundation
import Testing

/// `--raw` of samples and of items: their bytes, whole or not at all.
@Suite struct RawBytesTests {
  private func atomdump(_ options: String, _ file: String) throws -> Run {
    try Run.shell("atomdump \(options) '\(file)'", in: Corpus.path(of: "."))
  }

  private func bytes(_ file: String, _ range: Range<Int>) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: Corpus.path(of: file)))[range])
  }

  /// In this file sample 1 of the video lies in 0x28..<0x9e8, and sample 2, of 201 bytes, behind it.
  private static let movie = "mockups/movie.mov"

  /// What no field holds was not looked into: that nothing matches is not said of it.
  @Test func whatIsNotSearchedIsSaid() throws {
    let text = try atomdump("--find nobody-is-called-this", Self.movie)
    #expect(text.code == 1)
    #expect(text.errorText.contains("not searched: media and free space ("), "\(text.errorText)")
    // A number has no one form in bytes.
    let number = try Run.shell("atomdump --find =16412345 movie.mov")
    #expect(number.errorText.contains("; --find 0xHEX searches all bytes"), "\(number.errorText)")
    #expect(text.errorText.contains("searches all bytes"))
    // A key is stored with the byte of its sign.
    for form in [#"©xyz"#, #"\xa9xyz"#] {
      let key = try atomdump("--find '\(form)'", Self.movie)
      #expect(key.errorText.contains(#"; --find "0xa978797a" searches all bytes"#), "\(key.errorText)")
    }
    let bytes = try atomdump("--find 0xDEADBEEFDEADBEEF", Self.movie)
    #expect(bytes.code == 1 && !bytes.errorText.contains("not searched"), "\(bytes.errorText)")
  }

  /// A name that acts on a terminal is escaped once, in each line that is about the file.
  @Test(arguments: ["--find zzz-zzz", "-p //nope"])
  func namesAreEscapedOnce(call: String) throws {
    let folder = try Scratch()
    try FileManager.default.copyItem(
      atPath: Corpus.path(of: Self.movie), toPath: folder.path + "/new\nline.mov")
    let run = try Run.shell("atomdump \(call) *.mov", in: folder.path)
    #expect(run.code == 1 && run.errorText.contains("atomdump: new\\x0aline.mov: no"), "\(run.errorText)")
    #expect(!run.errorText.contains(#"new\\x0a"#), "\(run.errorText)")
  }

  /// Pictures and sound are not searched for text either; machines are given the bytes.
  @Test func whatIsNotSearchedOfATrackIsSaid() throws {
    let text = try atomdump("--find nobody-is-called-this", "mockups/track.mp3")
    let words = "media and free space (8,247 bytes), pictures and other bytes of fields (2,170 bytes)"
    #expect(text.code == 1)
    #expect(
      text.errorText.contains("not searched: \(words); --find \"'nobody-is-called-this\" searches all bytes"),
      "\(text.errorText)")
    for form in ["--json", "--jsonl", "--jsonl=node"] {
      let none = try atomdump("\(form) --find nobody-is-called-this", "mockups/track.mp3")
      #expect(none.text.contains(#""notSearched":{"media":8247,"nodes":0,"fields":2170}"#), "\(none.text)")
      for found in ["--find Coltrane", "--find \"'nobody-is-called-this\""] {
        #expect(try !atomdump("\(form) \(found)", "mockups/track.mp3").text.contains("notSearched"))
      }
    }
  }

  @Test func samplesAreWrittenOneBehindTheOther() throws {
    let second = try atomdump("--raw --samples=1:2", Self.movie)
    #expect(second.code == 0 && second.errorText == "")
    #expect(second.output == (try bytes(Self.movie, 0x9e8..<0xab1)))
    let both = try atomdump("--raw --samples=vide:1..2", Self.movie)
    #expect(both.output == (try bytes(Self.movie, 0x28..<0xab1)))
    // A moment is that of the sample that is shown then.
    let first = try atomdump("--raw --samples=1:0s..0.01s", Self.movie)
    #expect(first.output == (try bytes(Self.movie, 0x28..<0x9e8)))
  }

  /// A whole track is what --digest digests.
  @Test func aWholeTrackIsWhatItsDigestIsOf() throws {
    let run = try Run.shell(
      """
      atomdump --raw --samples=2 movie.mov | sha256sum | cut -c1-64
      atomdump --digest --json movie.mov | grep -o '"of":"track","track":2[^}]*' | grep -o '[0-9a-f]\\{64\\}'
      """, in: Corpus.path(of: "mockups"))
    #expect(run.lines.count == 2 && run.lines.first == run.lines.last, "\(run.lines)")
  }

  /// Samples of a fragment count on from those of the table.
  @Test func samplesOfFragmentsAreFound() throws {
    let list = try atomdump("--samples=1:3 --plain", "mockups/frag.mp4")
    let columns = try #require(list.lines.first { $0.hasPrefix("1\t3\t") }).split(separator: "\t", omittingEmptySubsequences: false)
    let (offset, size) = (try #require(Int(columns[2])), try #require(Int(columns[3])))
    let run = try atomdump("--raw --samples=1:3", "mockups/frag.mp4")
    #expect(run.output == (try bytes("mockups/frag.mp4", offset..<offset + size)))
  }

  @Test func whatIsNotOneTrackIsACallAtFault() throws {
    let all = try atomdump("--raw --samples", Self.movie)
    #expect(all.code == 2 && all.output.isEmpty)
    #expect(all.errorText.contains("which of track 1 video, track 2 audio, track 3 timecode?"), "\(all.errorText)")
    let gone = try atomdump("--raw --samples=9:1", Self.movie)
    #expect(gone.code == 1 && gone.output.isEmpty && gone.errorText.contains("no track '9'"))
    let none = try atomdump("--raw --samples=1:900", Self.movie)
    #expect(none.code == 1 && none.output.isEmpty && none.errorText.contains("no samples in this range"), "\(none.errorText)")
    #expect(try atomdump("--payload --samples=1:1", Self.movie).code == 2)
    #expect(try atomdump("--raw --samples=1:1 -n 3", Self.movie).code == 2)
    #expect(try atomdump("--raw", Self.movie).code == 2)
  }

  @Test func halfAStreamIsNotWritten() throws {
    let cut = try atomdump("--raw --samples=1", "mockups/corrupt.mp4")
    #expect(cut.code == 1 && cut.output.isEmpty)
    #expect(
      cut.errorText.contains(", and the file ends at 0x4e20; nothing is written"), "\(cut.errorText)")
    let whole = try atomdump("--raw --samples=1:1", "mockups/corrupt.mp4")
    #expect(whole.output.count > 1_000, "\(whole.errorText)")
  }

  @Test func encryptedSamplesAreSaidToBe() throws {
    let run = try atomdump("--raw --samples=1:1", "encoded/bento4-cenc.mp4")
    #expect(run.code == 0 && !run.output.isEmpty)
    #expect(run.errorText.contains("track 1 video is encrypted"), "\(run.errorText)")
  }

  /// 48 samples of 12,000 bytes, all from the same place on: together they are more than the file.
  @Test func samplesInEachOtherAreNotWrittenWithoutEnd() throws {
    let folder = try Scratch()
    var data = try Data(contentsOf: URL(fileURLWithPath: Corpus.path(of: Self.movie)))
    let sizes = 0x662d + 20
    let offsets = 0x6701 + 16
    for row in 0..<48 { data.replaceSubrange(sizes + row * 4..<sizes + row * 4 + 4, with: [0, 0, 0x2E, 0xE0]) }
    for row in 0..<47 { data.replaceSubrange(offsets + row * 4..<offsets + row * 4 + 4, with: [0, 0, 0, 0x24]) }
    try data.write(to: URL(fileURLWithPath: folder.path + "/same.mov"))
    let run = try Run.shell("atomdump --raw --samples=1 same.mov", in: folder.path)
    #expect(run.code == 1 && run.output.isEmpty && run.errorText.contains("they lie in each other"), "\(run.errorText)")
    let one = try Run.shell("atomdump --raw --samples=1:1 same.mov", in: folder.path)
    #expect(one.output == Array(data[0x24..<0x24 + 12_000]))
  }

  @Test func anItemIsItsData() throws {
    let run = try atomdump("--raw -p 'infe[id=1]'", "encoded/image.avif")
    #expect(run.code == 0, "\(run.errorText)")
    #expect(run.output == (try bytes("encoded/image.avif", 0x121..<0x286)))
    // What describes it is still to be had, and so is what holds that.
    let entry = try atomdump("--payload -p 'infe[id=1]'", "encoded/image.avif")
    let list = try atomdump("--raw -p iinf", "encoded/image.avif")
    #expect(String(decoding: entry.output, as: UTF8.self).contains("av01"))
    #expect(String(decoding: list.output, as: UTF8.self).contains("infe"))
    // In the box beside the directory.
    let inside = try atomdump("--raw -p 'infe[id=4]'", "broken/item-list-version.heic")
    #expect(inside.output == (try bytes("broken/item-list-version.heic", 0x24e..<0x250)), "\(inside.errorText)")
  }

  @Test func anItemWithoutDataIsSaid() throws {
    let run = try Run.shell(
      "head -c 600 image.avif | atomdump --raw -p 'infe[id=1]' -", in: Corpus.path(of: "encoded"))
    #expect(run.code == 1 && run.output.isEmpty)
    #expect(run.errorText.contains("item 1 has data that are not all in the file; nothing is written"), "\(run.errorText)")
  }
}
