import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// Frames that are told apart by what they say of themselves: `.identity` rows and `identities`.
@Suite struct TagComparisonTests {
  private let v3 = TagBuilder(.v3)

  private func file(@AtomBuilder _ frames: () -> Piece) throws -> Document {
    let tag = v3.tag(frames)
    return try Files.open(tag.bytes + mpegAudio(frames: 3).bytes)
  }

  private func userText(_ description: String, _ value: String) -> Piece {
    v3.frame("TXXX") {
      u8(0); string(description); string(value, terminated: false)
    }
  }

  private func comment(_ language: String, _ description: String, _ text: String) -> Piece {
    v3.frame("COMM") {
      u8(0); string(language, terminated: false); string(description)
      string(text, terminated: false)
    }
  }

  private func picture(_ type: UInt8, _ data: String) -> Piece {
    v3.frame("APIC") {
      u8(0); string("image/jpeg"); u8(type); string(""); hex(data)
    }
  }

  /// Kind, path by identity, field.
  private func changes(_ a: Document, _ b: Document) -> [String] {
    let result = Files.compare(a, b)
    return result.changes.map { change in
      let document = change.before == nil ? result.after : result.before
      let path = (change.before ?? change.after).map { IdentityPaths(document).path(of: $0) } ?? ""
      return "\(change.kind) \(path)" + (change.field.isEmpty ? "" : ".\(change.field)")
    }
  }

  /// What is gone with a tag is what it said, not how many bytes that took.
  @Test func aWholeTagIsToldWithItsFrames() throws {
    let sound = try Files.open(mpegAudio(frames: 3).bytes)
    let tagged = try file {
      v3.frame("TIT2") { u8(0); string("Title", terminated: false) }
      comment("eng", "", "said")
    }
    for found in [Comparison(tagged, sound, rules: .media), Comparison(sound, tagged, rules: .media)] {
      let told = found.changes.first.map { $0.old + $0.new } ?? ""
      #expect(found.changes.count == 1 && told.hasSuffix(#": TIT2 "Title"; COMM "said" (eng)"#), "\(told)")
    }
  }

  @Test func aWholeListOfTextsIsToldWithThese() throws {
    func chunk(_ type: String, _ bytes: [UInt8]) -> [UInt8] { Array(type.utf8) + [UInt8(bytes.count), 0, 0, 0] + bytes }
    func wave(_ list: [UInt8]) throws -> Document {
      let format = chunk("fmt ", [1, 0, 1, 0, 0x44, 0xAC, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0])
      return try Files.open(chunk("RIFF", Array("WAVE".utf8) + format + list + chunk("data", [1, 2, 3, 4])))
    }
    let texts = chunk("INAM", Array("Tone".utf8)) + chunk("IART", Array("Pipe".utf8))
    let found = Comparison(try wave(chunk("LIST", Array("INFO".utf8) + texts)), try wave([]), rules: .media)
    #expect(found.changes.map(\.old) == [#"'INFO': INAM "Tone"; IART "Pipe""#])
  }

  /// Other characters, a terminator, and the names of another version: the texts are the same.
  @Test func rewrittenTextsAreTheSame() throws {
    let sound = mpegAudio(frames: 3).bytes
    func texts(
      _ tag: TagBuilder, _ names: [String], encoding: UInt8 = 0, title: [UInt8] = Array("Title".utf8)
    ) throws -> Document {
      try Files.open(
        tag.tag {
          tag.frame(names[0]) { u8(encoding); bytes(title) }
          tag.frame(names[1]) { u8(encoding == 1 ? 0 : encoding); string("2001", terminated: false) }
        }.bytes + sound)
    }
    let (v2, v4) = (TagBuilder(.v2), TagBuilder(.v4))
    let before = try texts(v3, ["TIT2", "TYER"])
    let wide: [UInt8] = [0xFF, 0xFE] + Array("Title".utf8).flatMap { [$0, 0] }
    for (after, count) in [
      (try texts(v3, ["TIT2", "TYER"], encoding: 1, title: wide), 0),
      (try texts(v3, ["TIT2", "TYER"], title: Array("Title".utf8) + [0]), 0),
      (try texts(v3, ["TIT2", "TYER"], title: Array("Title".utf8) + [0, 0]), 0),
      (try texts(v2, ["TT2", "TYE"]), 1), (try texts(v4, ["TIT2", "TDRC"], encoding: 3), 1),
    ] {
      for (a, b) in [(before, after), (after, before)] {
        let result = Comparison(a, b, rules: .media)
        // The version of the tag is told, and nothing of what it holds.
        #expect(result.changes.map(\.field.description) == Array(repeating: "version", count: count))
        #expect(
          result.changes.map(\.note)
            == Array(repeating: "2 frames rewritten, texts the same", count: count))
        let verdict = try #require(result.verdict)
        #expect(verdict.closing == "viewer: no change (16 aspects)", "\(verdict.findings)")
      }
    }
  }

  /// Texts that are stored otherwise are one thing that nobody notices, whatever is other: characters or terminators.
  @Test func textsThatAreStoredOtherwiseAreOneThing() throws {
    func tag(_ encoding: UInt8, _ write: ([UInt8]) -> [UInt8]) throws -> Document {
      try file {
        for (name, text) in [("TIT2", "Title"), ("TPE1", "Artist")] {
          v3.frame(name) { u8(encoding); bytes(write(Array(text.utf8))) }
        }
      }
    }
    let before = try tag(0) { $0 }
    for (after, words) in [
      (try tag(1) { [0xFF, 0xFE] + $0.flatMap { [$0, 0] } }, "2 texts in another encoding"),
      (try tag(0) { $0 + [0, 0] }, "2 values written otherwise"),
    ] {
      let result = Comparison(before, after, rules: .media)
      #expect(result.changes.isEmpty)
      let verdict = try #require(result.verdict)
      #expect(verdict.state(of: .tags) == .equivalent)
      #expect(verdict.findings(of: .tags, .equivalent).map(\.sentence) == [words])
      let told = ChangeWords(result).rewrittenTexts(result.rewritten.filter(\.isSameText))
      #expect(told.place == "ID3v2")
      #expect(told.names == "TIT2, TPE1")
      #expect(told.body == words)
    }
  }

  /// A byte that is another character in another encoding, and one that is none, are other texts.
  @Test func textsAreComparedByTheirCharacters() throws {
    let sound = mpegAudio(frames: 3).bytes
    func title(_ encoding: UInt8, _ text: [UInt8]) throws -> Document {
      let tag = TagBuilder(.v4)
      return try Files.open(tag.tag { tag.frame("TIT2") { u8(encoding); bytes(text) } }.bytes + sound)
    }
    let before = try title(0, [0x41, 0xE9])
    for after in [try title(3, [0x41, 0xE9]), try title(3, [0x41, 0xC3, 0xA8])] {
      let result = Comparison(before, after, rules: .media)
      #expect(!result.changes.isEmpty)
      #expect(result.verdict?.state(of: .tags) == .changed)
    }
    let same = Comparison(before, try title(3, [0x41, 0xC3, 0xA9]), rules: .media)
    #expect(same.changes.isEmpty)
  }

  /// An APE tag says twice how long it is and how many items it has.
  @Test func sizesOfTagsFollowTheirItems() throws {
    func file(_ items: [(String, String)], lie: UInt32 = 0) throws -> Document {
      var tag = apeTag(
        items.map { key, value in apeItem(key) { bytes(Array(value.utf8)) } }
      ).bytes
      // The number of items in the footer, 32 bytes long.
      tag[tag.count - 32 + 16] &+= UInt8(lie)
      return try Files.open(mpegAudio(frames: 3).bytes + tag)
    }
    let before = try file([("Title", "One"), ("Artist", "Me")])
    let result = Files.compare(
      before, try file([("Title", "One"), ("Artist", "Me"), ("Year", "2020")]))
    #expect(result.changes.map(\.kind) == [.added])
    #expect(
      Set(result.consequences.map(\.field)).isSuperset(
        of: ["header.size", "header.item_count", "size", "item_count"]))
    let wrong = Files.compare(
      before, try file([("Title", "One"), ("Artist", "Me"), ("Year", "2020")], lie: 1))
    #expect(wrong.changes.map(\.field.description).sorted() == ["", "item_count"])
    // The number alone is no consequence of anything.
    let alone = Files.compare(before, try file([("Title", "One"), ("Artist", "Me")], lie: 1))
    #expect(alone.changes.map(\.field) == ["item_count"])
  }

  /// In another order, one changed, one new: one line each.
  @Test func userTextsAreKnownByTheirDescriptions() throws {
    let before = try file {
      userText("a", "1"); userText("b", "2"); userText("c", "3")
    }
    let after = try file {
      userText("new", "0"); userText("a", "1"); userText("b", "5"); userText("c", "3")
    }
    #expect(
      changes(before, after).sorted() == [
        "added ID3v2/TXXX[description=new]", "changed ID3v2/TXXX[description=b].value",
      ])
  }

  @Test func commentsAreKnownByDescriptionAndLanguage() throws {
    let before = try file {
      comment("eng", "iTunNORM", "1"); comment("eng", "", "A note"); comment("deu", "", "Notiz")
    }
    let after = try file {
      comment("deu", "", "Andere"); comment("eng", "", "A note"); comment("eng", "iTunNORM", "1")
    }
    let told = changes(before, after)
    #expect(told.contains("changed ID3v2/COMM[language=deu].text"))
    #expect(told.filter { !$0.hasPrefix("moved") }.count == 1, "\(told)")
  }

  /// Another encoding is for all texts of a frame: of those whose characters stayed nothing is told.
  @Test func theTextBesideOneThatChangedIsNotTold() throws {
    func texts(_ encoding: TagEncoding, _ code: UInt8, _ value: String, description: String = "Tagging time") throws -> Document {
      try file {
        v3.frame("TXXX") { u8(code); string(description, encoding); string(value, encoding, terminated: false) }
        v3.frame("COMM") {
          u8(code); string("eng", terminated: false); string("Note", encoding); string(value, encoding, terminated: false)
        }
      }
    }
    let before = try texts(.latin1, 0, "one")
    func fields(_ after: Document) -> [Substring] { changes(before, after).compactMap { $0.split(separator: ".").last }.sorted() }
    #expect(try fields(texts(.utf16, 1, "two")) == ["text", "value"])
    #expect(try fields(texts(.utf16, 1, "one")) == [])
    #expect(try fields(texts(.utf16, 1, "two", description: "Tagging tim\u{E9}")) == ["description", "text", "value"])
  }

  @Test func picturesAreKnownByTheirType() throws {
    let before = try file {
      picture(3, "FFD8FF01"); picture(4, "FFD8FF02")
    }
    let after = try file {
      picture(4, "FFD8FF02"); picture(3, "FFD8FF09")
    }
    let told = changes(before, after)
    #expect(told.contains("changed ID3v2/APIC[type=3].data"), "\(told)")
    #expect(told.filter { !$0.hasPrefix("moved") }.count == 1, "\(told)")
  }

  /// Items of APE tags have their keys for names, fields of Lyrics3 their identifiers.
  @Test func itemsAreKnownByTheirKeys() throws {
    func file(_ first: String, _ second: String) throws -> Document {
      try Files.open(
        pieces {
          mpegAudio(frames: 3)
          apeTag([apeItem(first) { text("x") }, apeItem(second) { text("x") }])
        }.bytes)
    }
    let told = changes(try file("Title", "Artist"), try file("Artist", "Title"))
    #expect(told.allSatisfy { $0.hasPrefix("moved APEv2/") }, "\(told)")
    let other = changes(try file("Title", "Artist"), try file("Title", "Album"))
    #expect(other.contains("removed APEv2/Artist"), "\(other)")
    #expect(other.contains("added APEv2/Album"), "\(other)")
  }
}
