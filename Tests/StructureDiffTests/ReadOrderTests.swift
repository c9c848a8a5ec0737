import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// Nodes that stand elsewhere, or twice: players that read one after the other find no samples, or other ones.
@Suite struct ReadOrderTests {
  private func verdict(_ before: [UInt8], _ after: [UInt8]) throws -> Verdict {
    try #require(Comparison(try Files.open(before), try Files.open(after), rules: .media).verdict)
  }

  private func told(_ verdict: Verdict, _ aspect: Verdict.Aspect) -> [String] {
    verdict.findings.filter { $0.aspect == aspect }.map { "\($0.state.rawValue): \($0.sentence)" }
  }

  /// The boxes of a file, of which some are moved and some come.
  private struct Boxes {
    var bytes: [UInt8]

    typealias Box = (type: String, range: Range<Int>)

    private static let headers = ["meta": 12, "dref": 16, "stsd": 16]

    private func size(at place: Int) -> Int {
      bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The boxes one behind the other in a range.
    private func boxes(in range: Range<Int>) -> [Box] {
      var found: [Box] = []
      var place = range.lowerBound
      while place + 8 <= range.upperBound, size(at: place) >= 8 {
        let end = place + size(at: place)
        found.append((String(decoding: bytes[place + 4..<place + 8], as: UTF8.self), place..<end))
        place = end
      }
      return found
    }

    /// What is in the first box of each type of a path, and where the sizes of those around it stand.
    private func inside(_ path: String) -> (range: Range<Int>, sizes: [Int]) {
      var (range, sizes) = (0..<bytes.count, [Int]())
      for type in path.split(separator: "/") {
        guard let box = boxes(in: range).first(where: { $0.type == type }) else { return (0..<0, []) }
        sizes.append(box.range.lowerBound)
        range = box.range.lowerBound + (Self.headers[String(type)] ?? 8)..<box.range.upperBound
      }
      return (range, sizes)
    }

    /// The last box of a type in those of a path is the first of them, or the first of the type the last.
    func moving(_ type: String, in path: String, toFront: Bool) -> [UInt8] {
      let range = inside(path).range
      var parts = boxes(in: range)
      guard let place = toFront ? parts.lastIndex(where: { $0.type == type }) : parts.firstIndex(where: { $0.type == type })
      else { return [] }
      parts.insert(parts.remove(at: place), at: toFront ? 0 : parts.count)
      return bytes[..<range.lowerBound] + parts.flatMap { bytes[$0.range] } + bytes[range.upperBound...]
    }

    /// A box of its own in those of a path.
    func adding(_ box: [UInt8], in path: String, atFront: Bool) -> [UInt8] {
      let (range, sizes) = inside(path)
      var all = bytes
      all.insert(contentsOf: box, at: atFront ? range.lowerBound : range.upperBound)
      for place in sizes {
        let size = UInt32(self.size(at: place) + box.count)
        for byte in 0..<4 { all[place + byte] = UInt8(truncatingIfNeeded: size >> (24 - 8 * UInt32(byte))) }
      }
      return all
    }

    /// The bytes of the first box of a type in those of a path.
    func box(_ type: String, in path: String) -> [UInt8] {
      boxes(in: inside(path).range).first { $0.type == type }.map { Array(bytes[$0.range]) } ?? []
    }
  }

  private func boxes(_ file: String) throws -> Boxes { Boxes(bytes: try Files.bytes(file)) }

  struct Move: CustomTestStringConvertible, Sendable {
    let file: String
    let path: String
    let type: String
    var toFront = false
    let aspect: Verdict.Aspect
    let words: String

    var testDescription: String { "\(file) \(path)/\(type)" }
  }

  private static let moves = [
    Move(
      file: "encoded/h264-aac.mp4", path: "moov", type: "mvhd", aspect: .setup,
      words: "trak stands in front of mvhd in moov now: FFmpeg goes by the order"),
    Move(
      file: "encoded/fragmented.mp4", path: "moof/traf", type: "tfhd", aspect: .setup,
      words: "tfdt stands in front of tfhd in traf now: FFmpeg goes by the order"),
    Move(
      file: "encoded/fragmented.mp4", path: "moof/traf", type: "trun", toFront: true, aspect: .setup,
      words: "trun stands in front of tfhd in traf now: FFmpeg goes by the order"),
    Move(
      file: "encoded/image.avif", path: "meta", type: "hdlr", aspect: .setup,
      words: "others stand in front of hdlr in meta now: libavif goes by the order"),
    Move(
      file: "encoded/image.avif", path: "meta/iprp", type: "ipco", aspect: .setup,
      words: "ipma stands in front of ipco in iprp now: libavif goes by the order"),
    Move(
      file: "encoded/keys.mov", path: "moov/udta/meta", type: "ilst", toFront: true, aspect: .tags,
      words: "ilst stands in front of keys in meta now: FFmpeg goes by the order"),
  ]

  /// Seen of FFmpeg 5.1 and of libavif 0.11: no samples, no picture, no tags.
  @Test(arguments: moves) func anOrderThatPlayersGoByClosesTheGate(_ move: Move) throws {
    let film = try boxes(move.file)
    let moved = film.moving(move.type, in: move.path, toFront: move.toFront)
    try #require(moved.count == film.bytes.count && moved != film.bytes)
    for (before, after, isThere) in [(film.bytes, moved, true), (moved, film.bytes, false)] {
      let verdict = try verdict(before, after)
      #expect(told(verdict, move.aspect).contains("changed: " + move.words) == isThere, "\(verdict.findings)")
      #expect(verdict.closing == nil && verdict.regressions == [move.aspect])
    }
  }

  /// What else moved in the same node is told as well.
  @Test func anotherOrderOfTracksIsToldBesideIt() throws {
    let film = try boxes("encoded/h264-aac.mp4")
    let behind = Boxes(bytes: film.moving("mvhd", in: "moov", toFront: false))
    let both = behind.moving("trak", in: "moov", toFront: false)
    let found = try verdict(film.bytes, both)
    #expect(told(found, .setup).count == 1 && told(found, .tracks).contains { $0.hasPrefix("changed") }, "\(found.findings)")
  }

  /// Others are found by their types.
  @Test(arguments: [
    ("moov/trak/mdia/minf/stbl", "stsd"), ("moov/trak/mdia/minf/stbl", "stts"), ("moov/trak", "tkhd"), ("moov/trak/mdia", "hdlr"),
  ])
  func anyOtherOrderIsNoChange(path: String, type: String) throws {
    let film = try boxes("encoded/h264-aac.mp4")
    let verdict = try verdict(film.bytes, film.moving(type, in: path, toFront: false))
    #expect(verdict.closing?.hasPrefix("viewer: no change") == true, "\(verdict.findings)")
  }

  private static let room: [UInt8] = [0, 0, 0, 8] + Array("free".utf8)

  /// Numbers in `ipma` and in sample entries lead to another node then: of the image no colours are left, of the film
  /// nothing is found.
  @Test(arguments: [("encoded/image.avif", "meta/iprp/ipco"), ("encoded/h264-aac.mp4", "moov/trak/mdia/minf/dinf/dref")])
  func roomAmongCountedNodesIsNoPadding(file: String, path: String) throws {
    let film = try boxes(file)
    let last = film.adding(Self.room, in: path, atFront: false)
    let found = try verdict(last, film.adding(Self.room, in: path, atFront: true))
    #expect(found.closing == nil && found.regressions.contains(.setup), "\(found.findings)")
    let behind = try verdict(film.bytes, film.adding(Self.room, in: path, atFront: false))
    #expect(!told(behind, .setup).contains { $0.hasPrefix("changed") }, "\(behind.findings)")
  }

  /// What a profile leaves out as padding is none where something is counted behind it, and in front of a frame that says
  /// how long the sound is.
  @Test func paddingThatMovesOthersIsMeant() throws {
    func meant(_ bytes: [UInt8]) throws -> [String] {
      let document = try Files.open(bytes)
      return MediaFile.meantPadding(of: document).map { document.path(of: $0) }
    }
    let film = try boxes("encoded/image.avif")
    let path = "meta/iprp/ipco"
    #expect(try meant(film.adding(Self.room, in: path, atFront: true)) == ["meta/iprp/ipco/free"])
    #expect(try meant(film.adding(Self.room, in: path, atFront: false)).isEmpty)
    #expect(try meant(film.adding(Self.room, in: "meta", atFront: false)).isEmpty)
    let sound = try Files.bytes("encoded/lame-cbr.mp3")
    let tag = TagBuilder(.v3).tag { TagBuilder(.v3).text("TIT2", "T") }.bytes
    let start = try #require(sound.indices.first { sound[$0] == 0xFF && sound[$0 + 1] & 0xE0 == 0xE0 })
    let frames = Array(sound[start...])
    #expect(try meant(tag + Array(repeating: 0, count: 1_000) + frames) == ["padding"])
    #expect(try meant(tag + Array(repeating: 0, count: 1_000) + mpegAudio(frames: 3).bytes).isEmpty)
    #expect(try MediaFile.isCounted(Path("meta/iprp/ipco/free")) && !MediaFile.isCounted(Path("moov/free")))
  }

  /// FFmpeg goes by the second one.
  @Test func aSecondTableIsNotChecked() throws {
    let film = try boxes("encoded/h264-aac.mp4")
    let path = "moov/trak/edts"
    let found = try verdict(film.bytes, film.adding(film.box("elst", in: path), in: path, atFront: false))
    let words = "not checked: a second 'elst': players may go by the other"
    #expect(told(found, .times) == [words] && told(found, .startAndEnd) == [words])
    #expect(found.regressions.contains(.times))
  }

  /// FFmpeg opens neither of these files; other players go by the first, or by the last.
  @Test(arguments: [
    ("moov", "mvhd", [.times, .startAndEnd, .display, .sound]), ("moov/trak", "tkhd", [.startAndEnd, .display, .sound]),
    ("moov/trak/mdia", "mdhd", [.times, .startAndEnd, .tracks]),
    ("moov/trak/mdia/minf", "stbl", [.samples, .times, .seeking, .setup]),
    ("moov/trak/mdia/minf/stbl", "stsz", [.samples]),
  ] as [(String, String, [Verdict.Aspect])])
  func whatASecondHeaderSaysIsNotChecked(path: String, type: String, aspects: [Verdict.Aspect]) throws {
    let film = try boxes("encoded/h264-aac.mp4")
    let twice = film.adding(film.box(type, in: path), in: path, atFront: false)
    for (before, after) in [(film.bytes, twice), (twice, film.bytes)] {
      let found = try verdict(before, after)
      for aspect in aspects {
        #expect(
          told(found, aspect).contains("not checked: a second '\(type)': players may go by the other"),
          "\(aspect): \(found.findings)")
      }
      #expect(found.closing?.hasPrefix("viewer") != true)
    }
    #expect(try verdict(twice, twice).findings.isEmpty)
  }

  /// Of two tables the samples were gone through by the second.
  @Test func aChangeInTheFirstOfTwoTablesIsNotChecked() throws {
    let film = try boxes("encoded/h264-aac.mp4")
    let path = "moov/trak/mdia/minf/stbl"
    let before = film.adding(film.box("stts", in: path), in: path, atFront: false)
    // Behind the type: version, flags, one run of ten samples of 512 ticks.
    let place = try #require(before.firstRange(of: Array("stts".utf8))).lowerBound
    #expect(Array(before[place + 8..<place + 20]) == [0, 0, 0, 1, 0, 0, 0, 10, 0, 0, 2, 0])
    var after = before
    after[place + 19] = 1
    let found = try verdict(before, after)
    #expect(told(found, .times) == ["not checked: a second 'stts': players may go by the other"], "\(found.findings)")
  }

  // MARK: Tags

  /// Of two that say the same kind of thing players show the first, or the last.
  @Test func theOrderOfTagsIsOne() throws {
    func wave(_ titles: [String]) -> [UInt8] {
      func chunk(_ type: String, _ bytes: [UInt8]) -> [UInt8] { Array(type.utf8) + [UInt8(bytes.count), 0, 0, 0] + bytes }
      let format = chunk("fmt ", [1, 0, 1, 0, 0x44, 0xAC, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0])
      let list = chunk("LIST", Array("INFO".utf8) + titles.flatMap { chunk("INAM", Array($0.utf8)) })
      return chunk("RIFF", Array("WAVE".utf8) + format + chunk("data", [1, 2, 3, 4]) + list)
    }
    let info = try verdict(wave(["ab", "cd"]), wave(["cd", "ab"]))
    #expect(told(info, .tags) == ["changed: INAM in another order"])
    let tag = TagBuilder(.v3)
    func tags(_ titles: [String]) -> [UInt8] {
      titles.flatMap { title in tag.tag { tag.text("TIT2", title) }.bytes } + mpegAudio(frames: 3).bytes
    }
    let found = try verdict(tags(["a", "bc"]), tags(["bc", "a"]))
    #expect(told(found, .tags).contains { $0.hasSuffix("in another order") } && found.closing == nil, "\(found.findings)")
  }

  /// The numbers of keys are those of a file, and each item has its key as before.
  @Test func keysMayHaveOtherNumbers() throws {
    func film(_ keys: [String], _ values: [(UInt32, String)]) -> [UInt8] {
      atoms {
        Parts.fileType("qt  ", "qt  ")
        atom("moov") {
          atom("meta") {
            Parts.handlerReference("mdta")
            atom("keys", version: 0) {
              u32(UInt32(keys.count))
              for key in keys { u32(8 + UInt32(key.utf8.count)); code("mdta"); text(key) }
            }
            atom("ilst") {
              for (number, value) in values { atom(FourCC(number)) { atom("data") { u32(1, 0); text(value) } } }
            }
          }
        }
      }
    }
    let before = film(["foo", "baz"], [(1, "bar"), (2, "qux")])
    let found = try verdict(before, film(["baz", "foo"], [(2, "bar"), (1, "qux")]))
    #expect(told(found, .tags) == ["equivalent: numbers of keys"] && found.regressions.isEmpty)
    let swapped = try verdict(before, film(["baz", "foo"], [(1, "bar"), (2, "qux")]))
    #expect(told(swapped, .tags).contains { $0.hasPrefix("changed") } && swapped.closing == nil)
  }

  /// A `meta` of a movie or a track with an item of Exif, whose bytes are the first of `mdat`, or others.
  private func items(at offset: UInt32 = 28) -> Piece {
    atom("meta", version: 0) {
      Parts.handlerReference("null")
      atom("iinf", version: 0) {
        u16(1)
        atom("infe", version: 2) { u16(1, 0); code("Exif"); text("", terminated: true) }
      }
      atom("iloc", version: 0) { u8(0x44, 0); u16(1, 1, 0, 1); u32(offset, 4) }
    }
  }

  private func film(_ data: String, @AtomBuilder _ movie: () -> Piece) -> [UInt8] {
    let movie = movie()
    return atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { text(data) }
      atom("moov") { movie }
    }
  }

  /// What a movie has as items is read by programs that show metadata.
  @Test func itemsOfAMovieAreCompared() throws {
    let found = try verdict(film("abcd") { items() }, film("abce") { items() })
    #expect(told(found, .tags) == ["changed: Exif (item 1) of moov/meta has other bytes"], "\(found.findings)")
    #expect(found.closing == nil)
  }

  /// A list of items within user data is one as well, and those of tracks stay with their tracks where another went.
  @Test func itemsBelongToTheirLists() throws {
    func track(_ id: UInt32, _ offset: UInt32) -> Piece {
      Parts.track(id: id) {
        Parts.media { Parts.visualEntry(id == 1 ? "avc1" : "hvc1") } tables: { Parts.sampleTables([], at: 0) }
        items(at: offset)
      }
    }
    func said(_ data: String) -> [UInt8] { film(data) { atom("udta") { items() } } }
    let data = try verdict(said("abcd"), said("abce"))
    #expect(told(data, .tags) == ["changed: Exif (item 1) of moov/udta/meta has other bytes"], "\(data.findings)")
    let both = film("abcdefgh") { Parts.movieHeader(); track(1, 28); track(2, 32) }
    let second = film("abcdefgh") { Parts.movieHeader(); track(2, 32) }
    let found = try verdict(both, second)
    #expect(!told(found, .tags).contains { $0.contains("other bytes") }, "\(found.findings)")
  }

  /// Of very many lists the last are not compared, and where their items lie is told.
  @Test func listsThatAreNotComparedAreNotPassedOver() throws {
    func many(_ last: UInt32) -> [UInt8] {
      film("abcdefgh") { for number in 0..<66 { atom("udta") { items(at: number == 65 ? last : 28) } } }
    }
    let found = try verdict(many(28), many(32))
    #expect(told(found, .tags).contains("not checked: more than 64 lists of items"), "\(found.findings)")
    #expect(found.closing == nil && found.regressions.contains(.samples), "\(found.findings)")
  }

  /// What a program that writes version 4 makes of frames of version 3, and of those of version 2.
  @Test func framesOfOtherVersionsSayTheSame() throws {
    let (v2, v3, v4) = (TagBuilder(.v2), TagBuilder(.v3), TagBuilder(.v4))
    let sound = mpegAudio(frames: 3).bytes
    func people(_ tag: TagBuilder, _ type: String, _ name: String) -> Piece {
      tag.frame(type) { u8(0); text("producer", terminated: true); text(name, terminated: true) }
    }
    let old = v3.tag { v3.text("TYER", "2020"); v3.text("TDAT", "3112"); people(v3, "IPLS", "Bob") }.bytes + sound
    let new = v4.tag { v4.text("TDRC", "2020-12-31"); people(v4, "TIPL", "Bob") }.bytes + sound
    let found = try verdict(old, new)
    #expect(!told(found, .tags).contains { $0.hasPrefix("changed") } && found.regressions.isEmpty, "\(found.findings)")
    for (date, name) in [("2020-12-30", "Bob"), ("2020-12-31", "Rob")] {
      let other = try verdict(old, v4.tag { v4.text("TDRC", date); people(v4, "TIPL", name) }.bytes + sound)
      #expect(told(other, .tags).contains { $0.hasPrefix("changed") } && other.closing == nil, "\(other.findings)")
    }
    func picture(_ tag: TagBuilder, _ type: String, _ kind: Piece) -> [UInt8] {
      tag.tag { tag.frame(type) { u8(0); kind; u8(3); text("", terminated: true); hex("ffd8ffd9") } }.bytes + sound
    }
    let short = picture(v2, "PIC", text("JPG"))
    #expect(try verdict(short, picture(v3, "APIC", text("image/jpeg", terminated: true))).regressions.isEmpty)
    #expect(try verdict(short, picture(v3, "APIC", text("image/png", terminated: true))).closing == nil)
  }
}
