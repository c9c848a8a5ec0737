import ByteReading
import CommandLineSupport
import Corpus
import Foundation
import MediaInspection
import Structure
import Testing

@testable import DumpApplication

/// What people read of a search and of an offset: values as they are, and where they were cut.
@Suite struct FindReportTests {
  private static let tool = Tool<DumpSettings>(
    name: "atomdump", summary: "", version: "0", usage: [],
    options: DumpSettings.options(pathDetails: "") + DumpSettings.listOptions
      + DumpSettings.metadataOptions + DumpSettings.catalogueOptions)

  private func report(
    _ call: [String], on source: ByteSource, named name: String = "a.mp4", after change: () throws -> Void = {}
  ) throws -> (output: String, talk: String, code: Int32) {
    let report = try DumpReport(DumpProgram(Self.tool), call)
    let document = try MediaFile.open(source, limits: report.settings.limits)
    try change()
    var output = ByteWriter()
    var talk = ByteWriter()
    let code = report.write(on: document, of: source, name: name, to: &output, talk: &talk)
    return (output.string, talk.string, code)
  }

  private func film(_ title: String) -> [UInt8] {
    atoms {
      Parts.fileType("isom")
      atom("moov") {
        atom("mvhd", version: 0) { zeros(8); u32(1_000); u32(400); zeros(80) }
        atom("udta") { atom("titl", version: 0) { u16(0x55C4); text(title, terminated: true) } }
      }
    }
  }

  /// A letter with two marks has five bytes: of the 120 in front of a blank and the match 23 letters are whole.
  @Test func excerptsAreCutBetweenLetters() throws {
    let letter = "e\u{323}\u{301}"
    let many = String(repeating: letter, count: 100)
    let found = try report(["--find=needle"], on: ByteSource(copying: film(many + " needle " + many)))
    let part = String(repeating: letter, count: 23)
    #expect(found.output.contains("…\(part) «needle» \(part)… (of "), "\(found.output)")
    #expect(!found.output.contains(part + letter + " «"))
    let last = try report(["--find=needle"], on: ByteSource(copying: film("needle " + many))).output
    #expect(last.contains("«needle» \(part)… (of ") && !last.contains("…«"), "\(last)")
  }

  /// A path is left so that it can be pasted; the name that was found stands in front of the value.
  @Test func namesAreMarkedInFrontOfValues() throws {
    let found = try report(["--find=scale"], on: ByteSource(copying: film("x")))
    #expect(found.output.contains("moov/mvhd.timescale") && found.output.contains("time«scale»  1,000"), "\(found.output)")
  }

  /// Where all paths are long, the first columns are as wide as what stands in them all the same.
  @Test func placesStandBelowTheirTitle() throws {
    let lines = try report(["--find=language", "--width=40"], on: Corpus.open("encoded/h264-faststart.mp4")).output
      .split(separator: "\n")
    #expect(lines.count > 2 && lines[0].hasPrefix("    offset  path"), "\(lines)")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  0") || $0.hasPrefix("    ") }, "\(lines)")
  }

  /// Behind the end of all tracks there is no frame, and none has a timecode.
  @Test func behindTheEndThereIsNoTimecode() throws {
    func said(_ time: String) throws -> String {
      try report(["--at=" + time], on: Corpus.open("mockups/movie.mov")).output
    }
    #expect(try said("1.5").contains("\n1.500 s is frame 36 of track 1 video (the first is 0), 01:00:01:12\n"))
    let late = try said("3600")
    #expect(!late.contains("02:00:00:00") && late.contains("  3 timecode "), "\(late)")
    #expect(late.split(separator: "\n").count { $0.contains("after the end of the track") } == 3, "\(late)")
  }

  /// A row of a film with a track of timecode has 80 columns.
  @Test func aMomentHasRoomOnAPage() throws {
    let lines = try report(["--at=1.5", "--width=80"], on: Corpus.open("mockups/movie.mov")).output.split(separator: "\n")
    #expect(lines[0].hasPrefix("  track ") && lines[0].hasSuffix("  at"), "\(lines)")
    #expect(lines[1].contains("  1 video ") && lines.contains { $0.hasPrefix("  3 timecode ") }, "\(lines)")
  }

  /// Of a file that is not read to its end hundreds of rules are open for one reason, which is said once for each answer.
  @Test func whatIsNotCheckedForOneReasonIsSaidOnce() throws {
    let lines = try report(["--plays", "--max-nodes=5", "--width=200"], on: Corpus.open("mockups/slow.mp4")).output
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let text = lines.joined(separator: " ")
    #expect(lines.count < 60, "\(lines)")
    #expect(text.contains("the file was not read to its end [node-limit] [movie-missing, ") && text.contains(" and others]"), "\(lines)")
  }

  /// A file that grew may have now what was not found.
  @Test func nothingIsSaidToBeMissingInAFileThatChanged() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("grows-\(UUID().uuidString).mp4").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    // Of a file that is read into memory nothing changes.
    let rest = atoms { atom("free") { zeros(1 << 20) } }
    try Data(film("x") + rest).write(to: URL(fileURLWithPath: path))
    let still = try report(["--find=zzz"], on: ByteSource.open(path: path), named: path)
    #expect(still.code == 1 && still.talk.contains("nothing matches 'zzz'"), "\(still)")
    let source = try ByteSource.open(path: path)
    let grown = try report(["--find=zzz"], on: source, named: path) {
      try Data(film("x") + rest + film("zzz")).write(to: URL(fileURLWithPath: path), options: [])
    }
    #expect(grown.code == 2 && grown.talk.contains("file changed while being read"), "\(grown)")
    #expect(!grown.talk.contains("nothing matches"), "\(grown)")
  }

  /// Of bytes that are media it is said when no sample has them, and how many they are once.
  @Test func bytesInNoSampleAreSaidToBe() throws {
    let bytes = atoms {
      atom("mdat") { text("abcdefghijkl") }
      Parts.movie {
        Parts.track {
          Parts.media(entry: { Parts.visualEntry("avc1") }, tables: { Parts.sampleTables([2, 3], at: 8) })
        }
      }
    }
    let unused = try report(["-p", "@0xe", "--width=200"], on: ByteSource(copying: bytes)).output
    #expect(unused.contains("byte 6, in no sample or item\n"), "\(unused)")
    #expect(!unused.contains("(12 bytes, 12 bytes)"), "\(unused)")
    let used = try report(["-p", "@0x9", "--width=200"], on: ByteSource(copying: bytes)).output
    #expect(used.contains("sample 1 (") && !used.contains("in no sample"), "\(used)")
    #expect(try !report(["-p", "@0x4"], on: ByteSource(copying: bytes)).output.contains("in no sample"))
  }

  /// A byte of what is compressed is one of its node.
  @Test func aByteThatNoFieldHasIsOfItsNode() throws {
    let v3 = TagBuilder(.v3)
    let bytes = atoms {
      v3.tag { v3.frame("TIT2", TagBuilder.Format(isCompressed: true)) { u8(0); text("a title") } }
      mpegAudio(frames: 3)
    }
    let found = try report(["-p", "@0x20", "--width=200"], on: ByteSource(copying: bytes), named: "a.mp3").output
    #expect(found.contains("\n  @0x20  ID3v2/TIT2 ("), "\(found)")
  }

  /// Offsets behind the end, and decimal ones.
  @Test func offsetsThatAreNoneSayWhy() throws {
    let source = ByteSource(copying: film("x"))
    let behind = try report(["-p", "@0x20000"], on: source).talk
    #expect(behind.contains("no atom matches '@0x20000': the file has \(source.byteCount) bytes"), "\(behind)")
    let decimal = try report(["-p", "@64"], on: source).talk
    #expect(decimal.contains("no atom matches '@64' — did you mean '@0x40', byte 64?"), "\(decimal)")
  }

  /// A handler that is none of the file is likely one of it, and the colon of `-i` is none of a path.
  @Test(arguments: [
    ("trak[vdie]", "no atom matches 'trak[vdie]' — did you mean 'trak[vide]'? (1 found)"),
    ("moov/trak[suon]/tkhd.width", "— did you mean 'moov/trak[soun]/tkhd.width'? (1 found)"),
    ("moov/trk[vide]", "— did you mean 'moov/trak[vide]'? (1 found)"),
  ])
  func aPathIsLikelyAnother(path: String, message: String) throws {
    let talk = try report(["-p", path], on: Corpus.open("mockups/a.mp4")).talk
    #expect(talk.contains(message), "\(talk)")
    #expect(try !report(["-p", "trak[text]"], on: Corpus.open("mockups/a.mp4")).talk.contains("did you mean"))
  }
}
