import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

@testable import ID3

/// Tags at the end of a file, and those that others point to.
@Suite struct TrailingTagTests {
  private let v3 = TagBuilder(.v3)
  private let v4 = TagBuilder(.v4)

  private func document(@AtomBuilder _ parts: () -> Piece) -> Document {
    Document.tags(of: ByteSource(copying: parts().bytes))
  }

  private func nodes(_ document: Document) -> [String] {
    document.tree.indices.map {
      let node = document.tree[$0]
      let path = document.path(of: $0)
      return
        "\(path.hasPrefix("raw") ? "audio" + path.dropFirst(3) : path) \(node.start)+\(node.size)"
    }
  }

  private func problems(_ document: Document) -> [String] {
    document.problems.kept.map {
      "\($0.kind.id) \($0.node.map { document.path(of: $0) } ?? "file")"
    }
  }

  /// The text of the first field of this name.
  private func value(_ name: String, _ path: String, _ document: Document) throws -> String? {
    let node = try #require(try Path(path).nodes(in: document).first)
    let reader = NodeReader(document)
    reader.open(node)
    return reader.text(ofFieldNamed: name)
  }

  /// ADTS: FFF1 50 40 is AAC-LC, 44,100 Hz, mono; 02 1F makes 16 bytes of each frame.
  private func adts(frames: Int) -> Piece {
    pieces { for _ in 0..<frames { hex("FFF15040 021FFC 000000000000000000") } }
  }

  /// A tag behind frames, of a version without footers or without its own, is a tag: also behind a
  /// single frame of AAC, and before an ID3v1 tag.
  @Test(arguments: [1, 2, 5])
  func aTagWithoutFooterIsFoundBehindFrames(frames: Int) throws {
    let size = UInt64(frames * 16)
    for builder in [v3, v4] {
      let tag = builder.tag { builder.text("TIT2", "y") }.bytes
      let file = adts(frames: frames).bytes + tag
      let document = try MediaFile.open(ByteSource(copying: file))
      MediaFile.check(document)
      #expect(document.synopsis.format == .aac)
      #expect(document.synopsis.duration?.value == UInt64(frames) * 1_024)
      let found = document.tree.children(of: nil).map { document.tree[$0] }
      #expect(found.map(\.start) == [0, size])
      #expect(found.map(\.size) == [size, UInt64(tag.count)])
      #expect(MediaFile.metadata(of: document).map(\.stringValue) == ["y"])
      #expect(document.problems.kept.map { "\($0.kind.id)" } == ["appended-tag-no-footer"])
    }
    let tag = v3.tag { v3.text("TIT2", "y") }.bytes
    let both = document {
      adts(frames: 3); bytes(tag); id3v1("x")
    }
    let places = nodes(both).filter { !$0.contains("/") }.map { String($0.split(separator: " ")[1]) }
    let end = 48 + tag.count
    #expect(places == ["0+48", "48+\(tag.count)", "\(end)+128"])
  }

  /// A tag is looked for in the last 4 KiB: one that begins before them is bytes without a frame.
  @Test(arguments: [(4_096, true), (4_200, false)])
  func aTagWithoutFooterIsNotLookedForInTheSound(size: Int, isFound: Bool) throws {
    let text = String(repeating: "y", count: size - 10 - 10 - 1)
    let tag = v3.tag { v3.text("TIT2", text) }.bytes
    #expect(tag.count == size)
    let document = try MediaFile.open(ByteSource(copying: adts(frames: 9).bytes + tag))
    MediaFile.check(document)
    #expect(nodes(document).contains { $0.hasPrefix("ID3v2 144+") } == isFound)
    #expect(
      document.problems.kept.map { "\($0.kind.id)" }
        == [isFound ? "appended-tag-no-footer" : "tag-in-audio"])
  }

  /// Nobody reads a tag between frames, so what it says of persons is not none.
  @Test func aTagInTheAudioIsLeftByWhoLooksForPersons() throws {
    let tag = v3.tag { v3.text("TPE1", "Joe Smith") }.bytes
    func privacy(_ between: [UInt8]) throws -> Privacy {
      MediaFile.privacy(
        of: try MediaFile.open(ByteSource(copying: adts(frames: 3).bytes + between + adts(frames: 3).bytes)))
    }
    let left = try privacy(tag).unread
    #expect(left.map(\.reason.id.description) == ["between-frames"])
    #expect(left.first?.byteCount == UInt64(tag.count))
    #expect(try privacy([UInt8](repeating: 0, count: tag.count)).unread == [])
    #expect(try privacy([]).unread == [])
  }

  /// Two recordings that were put one behind another, the first with tags at its end.
  @Test func tagsInTheAudioAreNamed() throws {
    let second = v3.tag { v3.text("TIT2", "y") }.bytes
    let parts =
      [adts(frames: 3).bytes, id3v1("x").bytes, second, [1, 2], adts(frames: 3).bytes]
    let document = try MediaFile.open(ByteSource(copying: Array(parts.joined())))
    MediaFile.check(document)
    #expect(
      document.problems.kept.map { "\($0.kind.id) \($0.extent.byteOffset)+\($0.extent.byteCount)" }
        == ["tag-in-audio 48+128", "tag-in-audio 176+\(second.count)",
          "audio-sync-lost \(176 + second.count)+2"])
  }

  /// As in a file of androidx-media: a tag, a frame alone, another tag, and all other frames.
  @Test func aTagMayStandBehindTheFirstFrame() throws {
    let tag = v4.tag { v4.text("TIT2", "y") }.bytes
    let file = tag + adts(frames: 1).bytes + tag + adts(frames: 143).bytes
    let document = try MediaFile.open(ByteSource(copying: file))
    MediaFile.check(document)
    #expect(
      nodes(document).filter { !$0.contains("/") }
        == ["ID3v2 0+\(tag.count)", "audio \(tag.count)+\(144 * 16 + tag.count)"])
    #expect(document.synopsis.duration?.value == 144 * 1_024)
    #expect(
      document.problems.kept.map { "\($0.kind.id) \($0.extent.byteOffset)+\($0.extent.byteCount)" }
        == ["tag-in-audio \(tag.count + 16)+\(tag.count)"])
  }

  /// Audacious puts its tag behind the old one.
  @Test func anOldTagIsFoundBeforeANewOne() throws {
    let document = document {
      adts(frames: 3); id3v1("x"); v4.tag(footer: true) { v4.text("TIT2", "y") }
    }
    let found = nodes(document).filter { !$0.contains("/") }
    #expect(found.map { $0.split(separator: " ")[1] } == ["0+48", "48+128", "176+32"])
  }

  /// A header whose size leads elsewhere, or whose tag has a footer that is not there, is none.
  @Test func bytesThatLookLikeATagAreNone() throws {
    let tag = v4.tag { v4.text("TIT2", "y") }.bytes
    for change in [(9, tag[9] + 1), (5, 0x10), (3, 5)] as [(Int, UInt8)] {
      var other = tag
      other[change.0] = change.1
      let document = document {
        adts(frames: 3); bytes(other)
      }
      #expect(!nodes(document).contains { $0.contains("TIT2") }, "\(change)")
    }
  }

  @Test func tagsAreFoundFromTheEnd() throws {
    let document = document {
      v3.tag { v3.text("TIT2", "x") }
      mpegAudio(frames: 3)
      v4.tag(footer: true) { v4.text("TIT2", "y") }
      apeTag([
        apeItem("Album Artist") { text("Ann") },
        apeItem("Year") { text("1958") },
        apeItem("Cover Art (Front)", flags: 2) { hex("612E6A706700FFD8") },
      ])
      lyrics3v2 {
        lyricsField("IND", "10")
        lyricsField("ETT", "A title")
      }
      enhancedTag("A title that is")
      id3v1("A title", track: 7, genre: 8)
    }
    #expect(
      nodes(document) == [
        "ID3v2[1] 0+22", "ID3v2[1]/TIT2 10+12", "audio 22+624", "ID3v2[2] 646+32",
        "ID3v2[2]/TIT2 656+12", "ID3v2[2]/footer 668+10", "APEv2 678+139",
        "APEv2/'Album Artist' 710+24", "APEv2/Year 734+17", "APEv2/'Cover Art (Front)' 751+34",
        "APEv2/footer 785+32", "Lyrics3 817+51", "Lyrics3/IND 828+10", "Lyrics3/ETT 838+15",
        "Lyrics3/footer 853+15", "TAG+ 868+227", "ID3v1 1095+128",
      ])
    #expect(problems(document).isEmpty)
    #expect(try value("value", "APEv2/'Album Artist'", document) == "Ann")
    #expect(try value("value", "APEv2/Year", document) == "1958")
    #expect(try value("track", "ID3v1", document) == "7")
    #expect(try value("value", "Lyrics3/ETT", document) == "A title")
  }

  @Test(arguments: [
    ("4D414320", "tags", "Monkey's Audio"), ("77767063", "tags", "unknown format"),
    ("7776706B", "tags", "WavPack"), ("524946460000000057415645", "wav", "WAV"),
  ])
  func aFileOfAnotherFormatIsOpenedForTheTagAtItsEnd(
    start: String, format: String, name: String
  ) throws {
    let tagged = pieces {
      hex(start)
      zeros(100)
      apeTag([apeItem("Year") { text("1958") }])
    }
    let document = try MediaFile.open(ByteSource(copying: tagged.bytes))
    #expect(document.synopsis.format?.rawValue == format)
    #expect(document.synopsis.formatName == name)
    if format == "tags" {
      #expect(
        nodes(document) == [
          "audio 0+104", "APEv2 104+81", "APEv2/Year 136+17", "APEv2/footer 153+32",
        ])
    }
  }

  @Test func aFileThatIsATagOnlySaysSo() throws {
    let document = try MediaFile.open(ByteSource(copying: id3v1("A title").bytes))
    #expect(document.synopsis.formatName == "tags only")
    #expect(nodes(document) == ["ID3v1 0+128"])
    let text = [UInt8]("no tag, ".utf8) + [UInt8](repeating: 0x61, count: 300)
    #expect(throws: MediaFileError.self) { try MediaFile.open(ByteSource(copying: text)) }
  }

  @Test func everyPathFindsItsNode() throws {
    let document = document {
      v3.tag { v3.text("TIT2", "x") }
      mpegAudio(frames: 3)
      apeTag([
        apeItem("It's \\ here") { text("Ann") }, apeItem("TIT2") { text("x") },
        apeItem("ID3v1") { text("x") }, apeItem("@nam") { text("x") },
      ])
      id3v1("A title")
    }
    for index in document.tree.indices {
      let path = document.path(of: index)
      #expect(try Path(path).nodes(in: document) == [index], "\(path)")
    }
  }

  @Test func lyricsOfVersion1EndBeforeID3v1() throws {
    let document = document {
      mpegAudio(frames: 3)
      lyrics3("[00:01]La la")
      id3v1("A title", comment: "No track in thirty characters!")
    }
    #expect(nodes(document) == ["audio 0+624", "Lyrics3 624+32", "ID3v1 656+128"])
    #expect(try value("lyrics", "Lyrics3", document) == "[00:01]La la")
    #expect(try value("comment", "ID3v1", document) == "No track in thirty characters!")
    #expect(try value("track", "ID3v1", document) == nil)
  }

  @Test func seekLeadsToATagInTheMiddle() {
    let document = document {
      v4.tag { v4.frame("SEEK") { u32(624) } }
      mpegAudio(frames: 3)
      v4.tag { v4.text("TIT2", "x") }
      mpegAudio(frames: 3)
    }
    #expect(
      nodes(document) == [
        "ID3v2[1] 0+24", "ID3v2[1]/SEEK 10+14", "audio[1] 24+624", "ID3v2[2] 648+22",
        "ID3v2[2]/TIT2 658+12", "audio[2] 670+624",
      ])
  }

  @Test(arguments: [0, 5, .max] as [UInt32])
  func seekIsFollowedOnlyToATag(offset: UInt32) {
    let document = document {
      v4.tag { v4.frame("SEEK") { u32(offset) } }
      mpegAudio(frames: 3)
    }
    #expect(nodes(document).count == 3)
    #expect(problems(document) == ["seek-wrong ID3v2/SEEK"])
  }

  @Test func zerosBetweenTagsArePadding() {
    let document = document {
      v3.tag { v3.text("TIT2", "x") }
      zeros(100)
      v3.tag { v3.text("TIT2", "x") }
    }
    #expect(
      nodes(document) == [
        "ID3v2[1] 0+22", "ID3v2[1]/TIT2 10+12", "padding 22+100", "ID3v2[2] 122+22",
        "ID3v2[2]/TIT2 132+12",
      ])
  }

  @Test func aTagThatIsTooLongEndsWhereAnotherBegins() {
    let document = document {
      v3.tag(rawSize: 1_000) { v3.text("TIT2", "x") }
      id3v1("A title")
    }
    #expect(nodes(document) == ["ID3v2 0+22", "ID3v2/TIT2 10+12", "ID3v1 22+128"])
    #expect(problems(document) == ["tag-truncated ID3v2"])
  }

  @Test func itemsPastTheirTagEndWithIt() {
    let document = document {
      apeTag([apeItem("Year", rawSize: 1_000) { text("1958") }])
    }
    #expect(nodes(document) == ["APEv2 0+81", "APEv2/Year 32+17", "APEv2/footer 49+32"])
    #expect(problems(document) == ["item-exceeds-tag APEv2/Year"])
  }

  @Test func whatIsNoItemIsRaw() {
    let document = document {
      apeTag([apeItem("Year") { text("1958") }, hex("00000000 00000000 FF010203 00")])
    }
    #expect(problems(document) == ["not-an-item APEv2/raw"])
  }
}
