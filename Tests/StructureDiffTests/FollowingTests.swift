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

  // MARK: Samples that went

  /// Runs that only got shorter because samples went are part of that; another group of one that stayed is not.
  @Test(arguments: [false, true]) func groupsOfSamplesThatStayedFollow(_ arePatterns: Bool) throws {
    let table = arePatterns ? "csgp" : "sbgp"
    var film = Film()
    film.hasPatterns = arePatterns
    film.groups = [(5, 1), (3, 2)]
    var cut = film
    cut.samples = [1, 2, 3, 4, 5, 6]
    cut.groups = [(5, 1), (1, 2)]
    var late = film
    late.samples = [4, 5, 6, 7, 8]
    late.groups = [(2, 1), (3, 2)]
    let whole = try film.document()
    for other in [try cut.document(), try late.document()] {
      for (a, b) in [(whole, other), (other, whole)] {
        let result = compare(a, b)
        #expect(lines(result).allSatisfy { !$0.contains(table) && !$0.contains("stsz") }, "\(lines(result))")
        #expect(result.verdict?.state(of: .seeking) == .same)
        #expect(result.verdict?.state(of: .samples) == .changed)
      }
    }
    // The same runs of which one begins a sample later, and one for a sample that is not there.
    for groups in [[(4, 1), (2, 2)], [(5, 1), (2, 2)]] as [[(count: UInt32, group: UInt32)]] {
      var other = cut
      other.groups = groups
      let result = compare(whole, try other.document())
      #expect(lines(result).contains { $0.contains(table) }, "\(lines(result))")
      #expect(result.verdict?.state(of: .seeking) == .changed)
    }
  }

  /// A bit rate that is that of all samples, before and after, follows from which there are; one that is not is told.
  @Test func ratesOfSamplesFollow() throws {
    var film = Film()
    // 16 bytes in 450 ms, 12 in 350.
    film.lengths = [100, 50]
    film.rates = (284, 284)
    var cut = film
    cut.samples.removeLast(2)
    cut.rates = (274, 274)
    for (a, b) in [(film, cut), (cut, film)] {
      let result = compare(try a.document(), try b.document())
      #expect(lines(result).allSatisfy { !$0.contains("itrate") }, "\(lines(result))")
      #expect(result.counted.first { $0.kind == "bit rate" }?.count == 2)
    }
    // Another number, a greatest one that is not the average, and one that was wrong.
    for (old, new, isGreatest) in [((284, 284), (274, 280), false), ((400, 284), (390, 274), true), ((284, 300), (274, 274), false)]
      as [((UInt32, UInt32), (UInt32, UInt32), Bool)]
    {
      film.rates = old
      cut.rates = new
      let told = lines(compare(try film.document(), try cut.document())).filter { $0.contains("itrate") }
      #expect(told.count == 1 && told[0].contains(isGreatest ? "maxBitrate" : "avgBitrate"), "\(told)")
    }
  }

  /// Fragments of samples of so many bytes, each of which is that number, and lasts so many ticks; all fragments but
  /// the first are late.
  private func fragments(_ parts: [[UInt8]], ticks: (UInt8) -> UInt32 = { _ in 100 }, late: UInt64 = 0) throws -> Document {
    func time(_ place: Int) -> UInt64 {
      parts.prefix(place).joined().reduce(place > 0 ? late : 0) { $0 + UInt64(ticks($1)) }
    }
    return try Files.open(
      atoms {
        Parts.fileType("iso5", "iso5")
        Parts.fragmentedMovie()
        for (place, sizes) in parts.enumerated() {
          atom("moof") {
            atom("mfhd", version: 0) { u32(UInt32(place + 1)) }
            atom("traf") {
              atom("tfhd", version: 0, flags: 0x02_0000) { u32(1) }
              atom("tfdt", version: 1) { u64(time(place)) }
              atom("trun", version: 0, flags: 0x301) {
                u32(UInt32(sizes.count)); u32(96 + 8 * UInt32(sizes.count))
                for size in sizes { u32(ticks(size)); u32(UInt32(size)) }
              }
            }
          }
          atom("mdat") { for size in sizes { for _ in 0..<size { u8(size) } } }
        }
      })
  }

  /// Of a fragment that only got shorter the run follows, whichever end was cut; another duration, or a hole, of
  /// samples that stayed is told.
  @Test func runsOfSamplesThatStayedFollow() throws {
    let whole = try fragments([[3, 4, 5], [6, 7, 8], [9, 10, 11]])
    for other in [
      try fragments([[3, 4, 5], [6, 7, 8], [9]]), try fragments([[5], [6, 7, 8], [9, 10, 11]]),
    ] {
      for (a, b) in [(whole, other), (other, whole)] {
        let result = compare(a, b)
        #expect(
          lines(result).allSatisfy { !$0.contains("trun") && !$0.contains("tfdt") && !$0.contains("tfhd") },
          "\(lines(result))")
        #expect(result.verdict?.state(of: .samples) == .changed)
      }
    }
    let longer = compare(whole, try fragments([[3, 4, 5], [6, 7, 8], [9]], ticks: { $0 == 7 ? 200 : 100 }))
    #expect(lines(longer).contains { $0.contains("trun") }, "\(lines(longer))")
    let hole = compare(whole, try fragments([[3, 4, 5], [6, 7, 8], [9]], late: 50))
    #expect(lines(hole).contains { $0.contains("tfdt") }, "\(lines(hole))")
  }

  /// Of samples that last longer now it is told, although others went.
  @Test func durationsOfSamplesThatStayedAreTold() throws {
    var film = Film()
    film.samples = [1, 2, 3, 4, 5, 6]
    let whole = try Film().document()
    #expect(lines(compare(whole, try film.document())).allSatisfy { !$0.contains("stts") })
    film.lengths = [100, 100, 200, 100]
    #expect(lines(compare(whole, try film.document())).contains { $0.contains("stts") })
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
