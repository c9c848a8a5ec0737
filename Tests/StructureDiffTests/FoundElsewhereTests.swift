// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaReports
import Structure
import StructureDiff
import Testing

/// What is found by what it says and not by its number or place: keys, chapters, samples of another sample entry, tags of
/// another list.
@Suite struct FoundElsewhereTests {
  private func verdict(_ before: [UInt8], _ after: [UInt8]) throws -> Verdict {
    try #require(Comparison(Files.open(before), Files.open(after), rules: .media).verdict)
  }

  private func told(_ verdict: Verdict, _ aspect: Verdict.Aspect) -> [String] {
    verdict.findings(of: aspect, .changed).map(\.text)
  }

  // MARK: Keys

  /// A list whose items count the keys beside it.
  private func keyed(_ items: [(key: String, value: String)]) -> [UInt8] {
    atoms {
      Parts.film(
        brand: "qt  ",
        extra: atom("meta") {
          Parts.handlerReference("mdta")
          atom("keys", version: 0) {
            u32(UInt32(items.count))
            for item in items { atom("mdta") { text(item.key) } }
          }
          atom("ilst") {
            for (number, item) in items.enumerated() {
              atom(FourCC(UInt32(number + 1))) { atom("data") { u32(1); u32(0); text(item.value) } }
            }
          }
        })
    }
  }

  @Test func itemsAreFoundByTheirKeys() throws {
    let (make, place) = (("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.location.ISO6709", "+48.1+011.5/"))
    // In another order nothing is another but the order.
    let order = try verdict(keyed([make, place]), keyed([place, make]))
    #expect(!told(order, .tags).contains { $0.contains("Apple") || $0.contains("48.1") }, "\(told(order, .tags))")
    #expect(!order.regressions.contains(.tags))
    // One more in front of them moves their numbers alone.
    let more = try verdict(keyed([make, place]), keyed([("com.apple.quicktime.model", "X"), make, place]))
    #expect(!told(more, .tags).contains { $0.contains("Apple") || $0.contains("48.1") }, "\(told(more, .tags))")
    #expect(told(more, .tags).contains { $0.contains("com.apple.quicktime.model") }, "\(told(more, .tags))")
    #expect(!more.regressions.contains(.tags))
    // What is gone is named.
    let less = try verdict(keyed([make, place]), keyed([make]))
    #expect(told(less, .tags).contains { $0.contains("com.apple.quicktime.location.ISO6709 removed") }, "\(told(less, .tags))")
    #expect(less.regressions == [.tags])
    let other = try verdict(keyed([make, place]), keyed([("com.apple.quicktime.make", "Other"), place]))
    #expect(told(other, .tags) == [#"com.apple.quicktime.make "Apple" → "Other""#])
  }

  // MARK: Tags

  private func userData(_ title: String) -> Piece { userData(Array(title.utf8)) }

  /// - Parameter language: 0 is English in Mac OS Roman; codes of ISO have UTF-8.
  private func userData(_ title: [UInt8], language: UInt16 = 0) -> Piece {
    atom("udta") { atom("@nam") { u16(UInt16(title.count), language); bytes(title) } }
  }

  private func itemList(_ title: String) -> Piece { itemList(Array(title.utf8)) }

  private func itemList(_ title: [UInt8]) -> Piece {
    atom("udta") {
      atom("meta", version: 0) {
        Parts.handlerReference("mdir")
        atom("ilst") { atom("@nam") { atom("data") { u32(1); u32(0); bytes(title) } } }
      }
    }
  }

  /// The title of user data that is the title of an item list is not lost, and no track says otherwise now.
  @Test func tagsThatStandInAnotherListAreNotLost() throws {
    func film(_ tags: Piece) -> [UInt8] { atoms { Parts.film(extra: tags) } }
    let moved = try verdict(film(userData("One")), film(itemList("One")))
    #expect(moved.regressions == [] && moved.state(of: .tracks) == .same, "\(moved.findings.map(\.sentence))")
    let other = try verdict(film(userData("One")), film(itemList("Two")))
    #expect(other.regressions == [.tags])
    // Bytes that are no UTF-8 would be the same replacement characters.
    let broken = try verdict(film(userData([0x52, 0xE9], language: 0x55C4)), film(itemList([0x52, 0xE8])))
    #expect(broken.regressions == [.tags])
    let gone = try verdict(film(itemList("One")), film(Piece()))
    #expect(gone.regressions == [.tags] && gone.state(of: .tracks) == .same, "\(gone.findings.map(\.sentence))")
  }

  /// One item of a list with these bytes of this type.
  private func value(_ item: FourCC, _ type: UInt32, _ value: String) -> [UInt8] {
    atoms {
      Parts.film(
        extra: atom("udta") {
          atom("meta", version: 0) {
            Parts.handlerReference("mdir")
            atom("ilst") { atom(item) { atom("data") { u32(type, 0); hex(value) } } }
          }
        })
    }
  }

  /// Values in other bytes: words with zeros behind them, numbers in one byte and in four, text in UTF-16, a genre by its
  /// number.
  @Test(
    arguments: [
      ("disk", 0, "0000 0001 0002", "disk", 0, "0000 0001 0002 0000"), ("tmpo", 21, "78", "tmpo", 21, "0000 0078"),
      ("@nam", 1, "4A C3BC", "@nam", 2, "004A 00FC"), ("gnre", 0, "0012", "@gen", 1, "526F 636B"),
    ] as [(FourCC, UInt32, String, FourCC, UInt32, String)])
  func valuesInOtherBytesAreTheSame(
    item: FourCC, type: UInt32, bytes: String, other: FourCC, otherType: UInt32, otherBytes: String
  ) throws {
    let (a, b) = (value(item, type, bytes), value(other, otherType, otherBytes))
    for (x, y) in [(a, b), (b, a)] {
      let result = Comparison(try Files.open(x), try Files.open(y), rules: .media)
      #expect(try #require(result.verdict).findings(of: .tags, .equivalent).map(\.text) == ["1 value written otherwise"])
      #expect(result.changes.allSatisfy { $0.cause != nil } && result.verdict?.regressions == [])
    }
  }

  @Test(
    arguments: [
      ("disk", 0, "0000 0001 0002", "disk", 0, "0000 0001 0003 0000"), ("disk", 0, "0000 0001 0002", "disk", 0, "0000 0001 0002 0001"),
      ("tmpo", 21, "78", "tmpo", 21, "0000 0079"), ("@nam", 1, "4A C3BC", "@nam", 2, "004A 00FD"),
      // Nobody knows what bytes of no kind are, nor what bytes say that are no UTF-8.
      ("@nam", 1, "52 E9", "@nam", 1, "52 E8"),
      ("@nam", 1, "4A", "@nam", 0, "4A"), ("gnre", 0, "0012", "@gen", 1, "506F 70"),
    ] as [(FourCC, UInt32, String, FourCC, UInt32, String)])
  func otherValuesAreNot(
    item: FourCC, type: UInt32, bytes: String, other: FourCC, otherType: UInt32, otherBytes: String
  ) throws {
    let found = try verdict(value(item, type, bytes), value(other, otherType, otherBytes))
    #expect(found.state(of: .tags) == .changed && found.closing == nil, "\(found.findings.map(\.sentence))")
  }

  /// What changed places with room stands where it stood.
  @Test func nothingMovesAroundPadding() throws {
    func film(_ parts: [Piece]) -> [UInt8] {
      atoms { Parts.film(extra: atom("udta") { atom("meta", version: 0) { for part in parts { part } } }) }
    }
    let list = atom("ilst") { atom("@nam") { atom("data") { u32(1, 0); text("One") } } }
    let room = atom("free") { bytes([UInt8](repeating: 0, count: 90)) }
    let result = Comparison(
      try Files.open(film([Parts.handlerReference("mdir"), list, room])),
      try Files.open(film([Parts.handlerReference("mdir"), room, list])), rules: .media)
    let moved = result.changes.filter { $0.kind == .moved }
    #expect(moved.map { $0.before.map { result.before.tree[$0].type } } == ["free"])
    #expect(result.verdict?.regressions == [])
  }

  // MARK: Sample entries

  /// Two sample entries, the second of which has lengths of units of another size, and samples that use one of them.
  private func entries(swapped: Bool, using number: UInt32) -> [UInt8] {
    let good = Parts.visualEntry("avc1")
    let film = atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { bytes([0, 0, 0, 1, 0x65, 0, 0, 0, 0x41]) }
      Parts.movie { Parts.track { Parts.media { good } tables: { Parts.sampleTables([5, 4], at: 28) } } }
    }
    let other = Parts.visualEntry("avc1") {
      Piece(Parts.avcConfiguration.bytes.enumerated().map { $0.offset == 12 ? 0xFD : $0.element })
    }
    return film.replacing("moov/trak/mdia/minf/stbl/stsd") {
      atom("stsd", version: 0) {
        u32(2)
        if swapped { other; good } else { good; other }
      }
    }.setting("moov/trak/mdia/minf/stbl/stsc", at: 16) { u32(number) }
  }

  @Test func samplesAreHeldAgainstTheirOwnEntry() throws {
    let same = try verdict(entries(swapped: false, using: 1), entries(swapped: true, using: 2))
    #expect(same.state(of: .problems) == .same, "\(same.findings.map(\.sentence))")
  }

  // MARK: Sound

  private func sound(_ type: FourCC, channels: UInt16 = 1, bits: UInt16 = 16, flags: UInt8 = 1) -> [UInt8] {
    var entry = Parts.audioEntry(type, channels: channels) {
      if type == "ipcm" { atom("pcmC", version: 0) { u8(flags, 16) } }
    }.bytes
    entry.replaceSubrange(26..<28, with: u16(bits).bytes)
    return atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { zeros(16) }
      Parts.movie {
        Parts.track { Parts.media(handler: "soun") { Piece(entry) } tables: { Parts.sampleTables([8, 8], at: 28) } }
      }
    }
  }

  /// Plain samples have no other description: with another one they are noise.
  @Test func plainSoundThatIsDividedOtherwiseClosesTheGate() throws {
    #expect(try verdict(sound("sowt"), sound("sowt", channels: 2)).regressions.contains(.setup))
    #expect(try verdict(sound("sowt"), sound("sowt", bits: 8)).regressions.contains(.setup))
    for type in ["raw ", "NONE", "lpcm"] as [FourCC] {
      #expect(try verdict(sound(type), sound(type, channels: 2)).regressions.contains(.setup), "\(type)")
    }
    #expect(try verdict(sound("ipcm"), sound("ipcm", flags: 0)).regressions.contains(.setup))
    #expect(try verdict(sound("ipcm"), sound("ipcm", channels: 2)).regressions.contains(.setup))
  }

  // MARK: Fragments

  private func run(version: UInt8) -> [UInt8] {
    atoms {
      Parts.fileType("iso5", "iso5")
      Parts.fragmentedMovie()
      atom("moof") {
        atom("mfhd", version: 0) { u32(1) }
        atom("traf") {
          atom("tfhd", version: 0, flags: 0x02_0000) { u32(1) }
          atom("tfdt", version: 1) { u64(0) }
          atom("trun", version: version, flags: 0xB01) {
            u32(2); u32(120); u32(100, 4, 100); u32(100, 4); i32(-50)
          }
        }
      }
      atom("mdat") { bytes([0, 0, 0, 0, 0, 0, 0, 0]) }
    }
  }

  /// In version 0 an offset has no sign: a negative one is days to strict players.
  @Test func negativeOffsetsInARunOfVersion0AreAProblem() throws {
    let verdict = try verdict(run(version: 1), run(version: 0))
    #expect(verdict.regressions == [.problems], "\(verdict.findings.map(\.sentence))")
  }

  private func film(parts: [[UInt32]]) -> [UInt8] {
    let sizes = parts.flatMap { $0 }
    let head = parts.reduce(8 + 16 + 8) { $0 + 8 + 16 + 20 + 20 + 8 * $1.count }
    return atoms {
      Parts.fileType("iso5", "iso5")
      Parts.fragmentedMovie()
      atom("moof") {
        atom("mfhd", version: 0) { u32(1) }
        for (place, part) in parts.enumerated() {
          let passed = parts[..<place].flatMap { $0 }
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x02_0000) { u32(1) }
            atom("tfdt", version: 1) { u64(UInt64(100 * passed.count)) }
            atom("trun", version: 0, flags: 0x301) {
              u32(UInt32(part.count)); u32(UInt32(head) + passed.reduce(0, +))
              for size in part { u32(100, size) }
            }
          }
        }
      }
      atom("mdat") { bytes((0..<sizes.reduce(0, +)).map { UInt8(truncatingIfNeeded: $0) }) }
    }
  }

  /// The same samples of a track in two parts of a fragment: nothing is another but how they are divided.
  @Test func samplesInOtherPartsOfAFragmentFollow() throws {
    let (a, b) = try (Files.open(film(parts: [[4, 5, 6, 7]])), Files.open(film(parts: [[4, 5], [6, 7]])))
    let found = Comparison(a, b, rules: .media)
    #expect(found.changes.filter { $0.cause == nil }.isEmpty, "\(found.changes.filter { $0.cause == nil }.map { "\($0.kind) \($0.field)" })")
    #expect(found.verdict?.closing != nil)
  }

  // MARK: Pictures

  /// An image with what is done to it before it is shown.
  private func image(_ properties: Piece...) -> [UInt8] {
    atoms {
      Parts.fileType("avif", "avif")
      atom("meta", version: 0) {
        Parts.handlerReference("pict")
        atom("pitm", version: 0) { u16(1) }
        atom("iinf", version: 0) {
          u16(1)
          atom("infe", version: 2) { u16(1, 0); code("av01"); u8(0) }
        }
        atom("iprp") {
          atom("ipco") {
            atom("ispe", version: 0) { u32(64, 48) }
            for property in properties { property }
          }
          atom("ipma", version: 0) {
            u32(1); u16(1); u8(UInt8(properties.count + 1), 1)
            for place in properties.indices { u8(0x80 | UInt8(place + 2)) }
          }
        }
      }
    }
  }

  @Test func howAPictureIsTurnedIsSaid() throws {
    let turned = atom("irot") { u8(1) }
    let mirrored = atom("imir") { u8(1) }
    let first = try verdict(image(), image(turned))
    #expect(told(first, .display).contains("the picture is rotated 90° anticlockwise now (was shown as it is coded)"), "\(told(first, .display))")
    let back = try verdict(image(), image(atom("irot") { u8(3) }))
    #expect(told(back, .display).contains("the picture is rotated 90° clockwise now (was shown as it is coded)"), "\(told(back, .display))")
    let order = try verdict(image(turned, mirrored), image(mirrored, turned))
    #expect(
      told(order, .display).contains(
        "the picture is mirrored left to right, then rotated 90° anticlockwise now (was rotated 90° anticlockwise, then mirrored left to right)"),
      "\(told(order, .display))")
  }
}
