// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// Tags that say the same under other names and in other bytes, and those that only look so.
@Suite struct TagStorageTests {
  private let v2 = TagBuilder(.v2)
  private let v3 = TagBuilder(.v3)
  private let v4 = TagBuilder(.v4)

  /// A tag with sound behind it.
  private func song(_ tag: Piece) throws -> Document { try Files.open(tag.bytes + mpegAudio(frames: 3).bytes) }

  private func verdict(_ a: Document, _ b: Document) throws -> Verdict {
    try #require(Comparison(a, b, rules: .media).verdict)
  }

  // MARK: Bytes behind what is compressed

  /// A title that is compressed, with bytes behind it that nobody unpacks: other ones are no other packing.
  @Test func bytesBehindCompressedOnesAreBytes() throws {
    func title(_ rest: Piece) throws -> Document {
      // A latin-1 "t" in a block that is stored as it is.
      try song(v3.tag { v3.frame("TIT2", .init(status: 0x80)) { u32(2); hex("7801 01 0200 fdff 0074 00760075"); rest } })
    }
    func problems(_ document: Document) -> [String] {
      MediaFile.check(document)
      return document.problems.kept.map(\.kind.id.description)
    }
    let (plain, first, second) = try (title(u8(0, 0)), title(u8(1, 2)), title(u8(1, 3)))
    #expect(!problems(plain).contains("inflate-failed") && !problems(plain).contains("compressed-rest"))
    #expect(problems(first).contains("compressed-rest"))
    #expect(try verdict(first, second).state(of: .tags) == .changed)
    #expect(try verdict(plain, first).state(of: .problems) == .changed)
    #expect(try verdict(plain, title(u8(0, 0))).findings.isEmpty)
  }

  // MARK: Names of encoders

  /// A tag of anybody may be called after a tool.
  @Test func aNameThatEndsAsThatOfAnEncoderIsNone() throws {
    func userText(_ value: String) throws -> Document {
      try song(v3.tag { v3.frame("TXXX") { u8(0); string("Favourite tool"); bytes(Array(value.utf8)) } })
    }
    let hammer = try userText("Hammer")
    let other = try verdict(hammer, userText("Screwdriver"))
    #expect(other.state(of: .tags) == .changed && other.closing == nil)
    let gone = try verdict(hammer, song(v3.tag { v3.text("TIT2", "Title") }))
    #expect(gone.regressions.contains(.tags))
  }

  /// Who encoded a file is a name; by which program is not.
  @Test(arguments: [("TENC", Verdict.State.changed), ("TSSE", .equivalent)])
  func whoEncodedAFileIsNoEncoder(frame: String, state: Verdict.State) throws {
    func tag(_ value: String) throws -> Document { try song(v3.tag { v3.text(frame, value) }) }
    let verdict = try verdict(tag("John Smith"), tag("Jane Doe"))
    #expect(verdict.state(of: .tags) == state)
  }

  /// The name `tool` is one of iTunes; in a space of somebody else it is a word.
  @Test(arguments: [
    ("com.apple.iTunes", "tool", Verdict.State.equivalent), ("com.apple.iTunes", "Encoding Params", .equivalent),
    ("com.acme", "tool", .changed), ("com.apple.iTunes", "Favourite tool", .changed),
  ])
  func namesOfItemsAreWhole(space: String, name: String, state: Verdict.State) throws {
    func film(_ value: String) throws -> Document {
      try Files.open(
        atoms {
          Parts.film(
            extra: atom("udta") {
              atom("meta", version: 0) {
                Parts.handlerReference("mdir", name: "")
                atom("ilst") {
                  atom("----") {
                    atom("mean", version: 0) { bytes(Array(space.utf8)) }
                    atom("name", version: 0) { bytes(Array(name.utf8)) }
                    atom("data") { u32(1, 0); bytes(Array(value.utf8)) }
                  }
                }
              }
            })
        })
    }
    let verdict = try verdict(film("Hammer"), film("Saw"))
    #expect(verdict.state(of: .tags) == state, "\(verdict.findings.map(\.sentence))")
  }

  // MARK: Names in versions

  /// Names of frames in version 2, those in version 3, and bytes that both have.
  static let frames: [(String, String, [UInt8])] = [
    ("POP", "POPM", [0x61, 0, 0x80, 0, 0, 0, 1]), ("UFI", "UFID", [0x61, 0, 0x62]), ("CNT", "PCNT", [0, 0, 0, 5]),
    ("GEO", "GEOB", [0, 0x61, 0, 0x62, 0, 0x63, 0, 1, 2]), ("WXX", "WXXX", [0, 0x64, 0, 0x68, 0x3A]),
    ("SLT", "SYLT", [0, 0x65, 0x6E, 0x67, 2, 1, 0x64, 0, 0x6C, 0, 0, 0, 0, 1]), ("WAR", "WOAR", [0x68, 0x3A]),
    ("MCI", "MCDI", [1, 2, 3, 4]), ("ETC", "ETCO", [2, 2, 0, 0, 0, 1]), ("PCS", "PCST", [0, 0, 0, 0]),
    ("WFD", "WFED", [0x68, 0x3A]), ("TDR", "TDRL", [0, 0x32, 0x30, 0x30, 0x31]),
    ("REV", "RVRB", [0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]), ("RVA", "RVAD", [3, 16, 1, 0, 1, 0, 0, 0, 0, 0]),
  ]

  /// Each frame of version 2 has a longer name in version 3, and the same bytes.
  @Test(arguments: frames)
  func framesOfAnotherVersionAreTheSame(old: String, new: String, content: [UInt8]) throws {
    let before = try song(v2.tag { v2.text("TT2", "Title"); v2.frame(old) { bytes(content) } })
    let after = try song(v3.tag { v3.text("TIT2", "Title"); v3.frame(new) { bytes(content) } })
    for (a, b) in [(before, after), (after, before)] {
      let result = Comparison(a, b, rules: .media)
      #expect(result.changes.map(\.field.description) == ["version"])
      #expect(result.changes.map(\.note) == ["2 frames rewritten, texts the same"])
      let verdict = try #require(result.verdict)
      #expect(verdict.closing == "viewer: no change (16 aspects)", "\(verdict.findings.map(\.sentence))")
      #expect(verdict.findings.allSatisfy { $0.text == "tag version" })
    }
    // Another value is one under whatever name.
    var changed = content
    changed[changed.count - 1] ^= 1
    let other = try song(v3.tag { v3.text("TIT2", "Title"); v3.frame(new) { bytes(changed) } })
    let verdict = try verdict(before, other)
    #expect(verdict.closing == nil, "\(new)")
  }

  /// What changed of a frame that is of sound is the name that the version of the tag gives it.
  @Test func anotherNameIsNamedInItsAspect() throws {
    let content: [UInt8] = [3, 16, 1, 0, 1, 0, 0, 0, 0, 0]
    let verdict = try verdict(
      song(v2.tag { v2.frame("RVA") { bytes(content) } }), song(v3.tag { v3.frame("RVAD") { bytes(content) } }))
    #expect(verdict.findings(of: .sound, .equivalent).map(\.sentence) == ["tag version"])
  }

  /// A link names a frame as its own version does.
  @Test func linksLeadToFramesOfTheirVersion() throws {
    func link(_ tag: TagBuilder, _ name: String, to frame: String) throws -> Document {
      try song(tag.tag { tag.frame(name) { bytes(Array(frame.utf8)); string("a:b"); u8(1) } })
    }
    let before = try link(v2, "LNK", to: "TT2")
    #expect(Comparison(before, try link(v3, "LINK", to: "TIT2"), rules: .media).changes.map(\.field) == ["version"])
    #expect(try verdict(before, link(v3, "LINK", to: "TALB")).state(of: .tags) == .changed)
  }

  /// Who looks for `TSOP` does not find `XSOP` in a tag of the same version.
  @Test func anotherNameInTheSameVersionIsAnotherFrame() throws {
    let before = try song(v3.tag { v3.text("TSOP", "Artist, The") })
    let result = Comparison(before, try song(v3.tag { v3.text("XSOP", "Artist, The") }), rules: .media)
    #expect(result.changes.map(\.field) == ["type"])
    let verdict = try #require(result.verdict)
    #expect(verdict.findings(of: .tags, .changed).map(\.sentence) == ["TSOP.type TSOP → XSOP"])
    #expect(verdict.regressions.contains(.tags))
    let old = try song(v3.tag { v3.text("XSOP", "Artist, The") })
    let later = Comparison(old, try song(v4.tag { v4.text("TSOP", "Artist, The") }), rules: .media)
    #expect(later.changes.map(\.field) == ["version"])
    #expect(later.verdict?.closing == "viewer: no change (16 aspects)")
  }

  // MARK: Genres

  private func genre(_ tag: TagBuilder, _ values: [String], title: String = "Title") throws -> Document {
    try song(
      tag.tag {
        tag.frame("TIT2") { u8(tag.version == .v4 ? 3 : 0); bytes(Array(title.utf8)) }
        tag.frame("TCON") { u8(tag.version == .v4 ? 3 : 0); bytes(Array(values.joined(separator: "\0").utf8)) }
      })
  }

  /// Version 3 writes several genres into one value, version 4 has a value for each.
  @Test(arguments: [
    ("(9)(17)", ["Metal", "Rock"]), ("(9)(17)", ["9", "17"]), ("(17)", ["Rock"]), ("(4)Eurodisco", ["4", "Eurodisco"]),
    ("(4)((live)", ["Disco", "(live)"]), ("(17)(RX)", ["Rock", "RX"]),
  ])
  func genresAreWrittenOut(old: String, new: [String]) throws {
    let result = Comparison(try genre(v3, [old]), try genre(v4, new), rules: .media)
    #expect(result.changes.map(\.field) == ["version"], "\(old)")
    #expect(result.changes.map(\.note) == ["2 frames rewritten, texts the same"])
    #expect(result.verdict?.state(of: .tags) == .equivalent)
  }

  /// Where a text is listed as changed it is not said that the texts are the same.
  @Test(arguments: [("(17)Punkish", ["Rock"]), ("(9)(17)", ["Metal", "Jazz"]), ("(9)(17)", ["Metal"])])
  func aGenreThatChangedIsNotTheSameText(old: String, new: [String]) throws {
    let result = Comparison(try genre(v3, [old]), try genre(v4, new), rules: .media)
    #expect(result.changes.first { $0.field == "version" }?.note == "1 frame rewritten")
    #expect(result.verdict?.state(of: .tags) == .changed)
  }

  // MARK: Storage

  /// Only how the tag is stored is another: whoever reads it finds the same.
  private func expectStored(_ before: Document, _ after: Document) throws {
    for (a, b) in [(before, after), (after, before)] {
      let result = Comparison(a, b, rules: .media)
      #expect(!result.changes.isEmpty)
      let verdict = try #require(result.verdict)
      #expect(verdict.findings(of: .tags, .equivalent).map(\.sentence) == ["how it is stored"])
      #expect(verdict.closing == "viewer: no change (16 aspects)", "\(verdict.findings.map(\.sentence))")
    }
  }

  private func title(_ text: String = "é", _ format: TagBuilder.Format = TagBuilder.Format()) -> Piece {
    v4.text("TIT2", text, encoding: .utf16, format: format)
  }

  @Test func framesMayBeStoredOtherwise() throws {
    let plain = try song(v4.tag { title() })
    let stuffed = TagBuilder.Format(isUnsynchronised: true)
    try expectStored(plain, song(v4.tag(unsynchronised: true) { title("é", stuffed) }))
    try expectStored(plain, song(v4.tag { title("é", TagBuilder.Format(hasDataLength: true)) }))
    try expectStored(plain, song(v4.tag { title("é", TagBuilder.Format(isCompressed: true)) }))
    // Not all of a frame that is stored otherwise is the same.
    let other = try song(v4.tag { title("è", TagBuilder.Format(isCompressed: true)) })
    #expect(try verdict(plain, other).state(of: .tags) == .changed)
    // What becomes of a frame, and what it belongs to, is more than storage.
    for format in [TagBuilder.Format(group: 1), TagBuilder.Format(status: 0x4000), TagBuilder.Format(encryption: 1)] {
      #expect(try verdict(plain, song(v4.tag { title("é", format) })).state(of: .tags) == .changed)
    }
  }

  /// Version 3 is unsynchronised as a whole: the bytes of the tag are those of its frames.
  @Test func aTagMayBeStoredOtherwise() throws {
    func tag(isUnsynchronised: Bool, _ text: String = "é") throws -> Document {
      try song(
        v3.tag(unsynchronised: isUnsynchronised) {
          v3.text("TIT2", text, encoding: .utf16)
          v3.frame("APIC") { u8(0); string("image/jpeg"); u8(3, 0); hex("FFD8FFE0 FF00 FF00") }
        })
    }
    let plain = try tag(isUnsynchronised: false)
    let stored = try tag(isUnsynchronised: true)
    try expectStored(plain, stored)
    #expect(Comparison(plain, stored, rules: .media).changes.map(\.field) == ["flags"])
    let other = Comparison(plain, try tag(isUnsynchronised: true, "è"), rules: .media)
    #expect(Set(other.changes.map(\.field)) == ["flags", "text"])
    #expect(other.verdict?.state(of: .tags) == .changed)
    // A title that is another is all that changed where both are unsynchronised.
    #expect(Comparison(stored, try tag(isUnsynchronised: true, "è"), rules: .media).changes.map(\.field) == ["text"])
  }

  @Test func footersAndChecksumsAreStorage() throws {
    let plain = try song(v4.tag { title() })
    try expectStored(plain, song(v4.tag(footer: true) { title() }))
    try expectStored(plain, song(v4.tag(extended: TagBuilder.ExtendedHeader(hasChecksum: true)) { title() }))
    // What restricts a tag, or makes it an update of another, says more.
    for extended in [TagBuilder.ExtendedHeader(restrictions: 0x10), TagBuilder.ExtendedHeader(isUpdate: true)] {
      #expect(try verdict(plain, song(v4.tag(extended: extended) { title() })).state(of: .tags) == .changed)
    }
  }

  // MARK: User data

  /// Texts of 3GPP are in UTF-8, or in UTF-16 behind a mark.
  @Test(arguments: ["titl", "cprt", "dscp", "auth", "perf", "gnre"] as [FourCC])
  func userDataMayBeInOtherCharacters(type: FourCC) throws {
    func film(_ text: [UInt8]) throws -> Document {
      try Files.open(
        atoms { Parts.film(extra: atom("udta") { atom(type, version: 0) { u16(0x15C7); bytes(text) } }) })
    }
    let before = try film([0x68, 0x69, 0])
    let result = Comparison(before, try film([0xFE, 0xFF, 0, 0x68, 0, 0x69, 0, 0]), rules: .media)
    #expect(result.changes.isEmpty)
    #expect(result.verdict?.findings(of: .tags, .equivalent).map(\.sentence) == ["1 value written otherwise"])
    let other = Comparison(before, try film([0xFE, 0xFF, 0, 0x68, 0, 0x6F, 0, 0]), rules: .media)
    #expect(other.changes.count == 1)
    #expect(other.verdict?.state(of: .tags) == .changed)
  }
}
