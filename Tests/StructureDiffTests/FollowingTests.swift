import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// What follows from other changes whatever the format, and what is one change although it is many fields.
@Suite struct FollowingTests {
  private let v3 = TagBuilder(.v3)

  private func compare(_ a: Document, _ b: Document) -> Comparison {
    Comparison(a, b, rules: .media)
  }

  private func lines(_ comparison: Comparison) -> [String] {
    let words = ChangeWords(comparison)
    return comparison.changes.map { words.line(for: $0) }
  }

  // MARK: Times

  /// All times in ticks of a third: the timescale is what changed.
  @Test func timesInOtherTicksFollow() throws {
    var film = Film()
    film.lengths = [100, 50]
    film.offsets = [100, 200, 50, 100, 200, 50, 100, 100]
    film.edits = [(350, 100)]
    var other = film
    other.timescale = 3_000
    other.lengths = [300, 150]
    other.offsets = film.offsets.map { 3 * $0 }
    other.edits = [(350, 300)]
    let (before, after) = (try film.document(), try other.document())
    for (a, b) in [(before, after), (after, before)] {
      let result = compare(a, b)
      #expect(result.changes.map(\.field.description) == ["timescale"])
      #expect(result.counted.first { $0.kind == "time" }?.count == 3)
    }
    // One tick more is another time.
    other.offsets[3] += 1
    let result = compare(before, try other.document())
    #expect(result.changes.map(\.field.description).contains("entries"))
  }

  /// Numbers that are the same in another timescale are other times.
  @Test func ticksThatStayAreOtherTimes() throws {
    let film = Film()
    var other = film
    other.timescale = 2_000
    let verdict = try #require(compare(try film.document(), try other.document()).verdict)
    #expect(verdict.state(of: .times) == .changed)
  }

  // MARK: Order

  /// Five frames the other way round are one line.
  @Test func anotherOrderIsOneChange() throws {
    let names = ["TIT2", "TPE1", "TALB", "TRCK", "TCON"]
    func file(_ names: [String]) throws -> Document {
      try Files.open(
        v3.tag {
          for name in names { v3.frame(name) { u8(0); string(name, terminated: false) } }
        }.bytes + mpegAudio(frames: 3).bytes)
    }
    let result = compare(try file(names), try file(names.reversed()))
    #expect(result.changes.count == 1)
    #expect(result.changes.first?.kind == .moved)
    #expect(result.changes.first?.places.count == 4)
    #expect(lines(result).first?.hasSuffix("and 1 more: stand in another order") ?? false)
  }

  // MARK: Padding

  private func padded(_ brand: FourCC, _ padding: [UInt8]) throws -> Document {
    try Files.open(
      atoms {
        Parts.fileType(brand, brand)
        atom("free") { bytes(padding) }
        atom("mdat") { u8(1, 2, 3, 4) }
      })
  }

  /// Zeros that fill what is left follow; alone they are a change, and so is what is no zero.
  @Test func paddingTakesWhatIsLeft() throws {
    let zeros = Array(repeating: UInt8(0), count: 16)
    let before = try padded("isom", zeros)
    #expect(compare(before, try padded("isom", zeros + zeros)).changes.count == 1)
    let both = compare(before, try padded("mp42", zeros + zeros))
    #expect(both.changes.allSatisfy { $0.field.description.contains("brand") })
    #expect(both.counted.contains { $0.kind == "padding" && $0.count == 1 })
    #expect(both.verdict?.findings(of: .file, .equivalent).map(\.text) == ["padding"])
    let text = compare(before, try padded("mp42", Array("who reads this".utf8)))
    #expect(text.changes.contains { $0.field == "data" })
  }

  // MARK: Sound

  /// The frame in which an encoder says something of the others: bytes of `Info`, its flags and frames.
  private func information(frames: UInt8) -> [UInt8] {
    let start: [UInt8] = [0xFF, 0xFB, 0x50, 0xC0] + Array(repeating: 0, count: 17)
    let said = Array("Info".utf8) + [0, 0, 0, 1, 0, 0, 0, frames]
    return start + said + Array(repeating: 0, count: 208 - start.count - said.count)
  }

  /// It plays nothing: with and without it the sound is the same, and it is one change.
  @Test func aFrameWithoutSoundIsNoSound() throws {
    let sound = mpegAudio(frames: 5).bytes
    let (bare, said) = (try Files.open(sound), try Files.open(information(frames: 5) + sound))
    for (a, b) in [(bare, said), (said, bare)] {
      let result = compare(a, b)
      #expect(result.verdict?.hasSameMedia == true)
      #expect(result.verdict?.state(of: .seeking) == .changed)
      #expect(result.changes.map(\.field.description) == ["information_frame"])
    }
    // A byte of the sound behind it is another.
    var other = information(frames: 5) + sound
    other[208 + 100] = 1
    let result = compare(said, try Files.open(other))
    #expect(result.verdict?.hasSameMedia == false)
    #expect(
      result.verdict?.findings(of: .samples, .changed).map(\.text)
        == ["1 of 5 frames is another, from 1 on"])
  }

  // MARK: Layout

  /// A profile byte that takes fields away: their bytes are there, read otherwise.
  @Test func fieldsThatAProfileTakesAwayFollow() throws {
    let before = try Files.bytes("encoded/h264-aac.mp4")
    let place = try #require(
      (0..<before.count - 4).first { before[$0..<$0 + 4].elementsEqual(Array("avcC".utf8)) })
    #expect(before[place + 5] == 100)
    var after = before
    after[place + 5] = 66
    for (a, b) in [(before, after), (after, before)] {
      let result = compare(try Files.open(a), try Files.open(b))
      #expect(result.changes.map(\.field.description) == ["AVCProfileIndication"])
      #expect(result.verdict?.state(of: .setup) == .changed)
    }
  }

  // MARK: Items

  /// A picture, three bytes further on when it is `far`, and an Exif item behind it.
  private func picture(exif: Bool, far: Bool = false, byte: UInt8 = 1) throws -> Document {
    func meta(_ start: UInt32) -> Piece {
      atom("meta", version: 0) {
        Parts.handlerReference("pict")
        atom("pitm", version: 0) { u16(1) }
        atom("iloc", version: 0) {
          u8(0x44, 0x40)
          u16(exif ? 2 : 1)
          u16(1, 0); u32(start + (far ? 3 : 0)); u16(1); u32(0, 4)
          if exif { u16(2, 0); u32(start + 4 + (far ? 3 : 0)); u16(1); u32(0, 6) }
        }
        atom("iinf", version: 0) {
          u16(exif ? 2 : 1)
          atom("infe", version: 2) { u16(1, 0); string("hvc1", terminated: false); u8(0) }
          if exif {
            atom("infe", version: 2, flags: 1) {
              u16(2, 0); string("Exif", terminated: false); u8(0)
            }
          }
        }
      }
    }
    let head = Parts.fileType("heic", "mif1")
    let start = UInt32(head.bytes.count + meta(0).bytes.count + 8)
    return try Files.open(
      atoms {
        head
        meta(start)
        atom("mdat") {
          if far { u8(0, 0, 0) }
          u8(byte, 2, 3, 4)
          if exif { u8(0, 0, 0, 0, 0x4D, 0x4D) }
        }
      })
  }

  /// What came is told by its entry: where the others lie, and what holds them, follows.
  @Test func itemsThatAreTheSameFollow() throws {
    let (bare, described) = (try picture(exif: false), try picture(exif: true))
    for (a, b, kind) in [(bare, described, Change.Kind.added), (described, bare, .removed)] {
      let result = compare(a, b)
      #expect(result.changes.map(\.kind) == [kind], "\(lines(result))")
      #expect(result.verdict?.hasSameMedia == true)
      #expect(result.verdict?.state(of: .samples) == .same)
    }
    // Where nothing came, bytes that nobody owns are told, and where the item lies follows.
    #expect(compare(bare, try picture(exif: false, far: true)).changes.map(\.field) == ["data"])
    // Another byte of the picture is another picture, and stays in the list.
    let result = compare(bare, try picture(exif: true, byte: 9))
    #expect(result.changes.contains { $0.field == "data" })
    #expect(result.verdict?.state(of: .samples) == .changed)
  }
}
