import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// What notes of makers say of a camera and of persons. Exiftool 13 says the same of the same bytes but for how it writes
/// numbers that have a form of their own.
@Suite struct MakerNoteTests {
  /// An entry: its tag, its type, and the bytes of its values.
  private struct Entry {
    let tag: Int
    let type: Int
    let values: [UInt8]

    init(_ tag: Int, _ type: Int, _ values: [UInt8]) { (self.tag, self.type, self.values) = (tag, type, values) }
    init(_ tag: Int, _ text: String) { self.init(tag, 2, Array(text.utf8) + [0]) }
    /// Characters in bytes of no type, with zeros behind them.
    init(_ tag: Int, _ text: String, of count: Int) {
      self.init(tag, 7, Array(text.utf8) + Array(repeating: 0, count: count - text.utf8.count))
    }
  }

  private func number(_ value: Int, _ count: Int, isLittle: Bool) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isLittle ? bytes : bytes.reversed()
  }

  /// A directory at `place`, from what its offsets count from, and its values behind it.
  private func directory(_ entries: [Entry], at place: Int, isLittle: Bool = false) -> [UInt8] {
    var bytes = number(entries.count, 2, isLittle: isLittle)
    var values: [UInt8] = []
    let start = place + 2 + 12 * entries.count + 4
    for entry in entries {
      let size = [1: 1, 2: 1, 3: 2, 4: 4, 7: 1, 13: 4][entry.type] ?? 1
      bytes += number(entry.tag, 2, isLittle: isLittle) + number(entry.type, 2, isLittle: isLittle)
      bytes += number(entry.values.count / size, 4, isLittle: isLittle)
      if entry.values.count <= 4 {
        bytes += entry.values + Array(repeating: 0, count: 4 - entry.values.count)
      } else {
        bytes += number(start + values.count, 4, isLittle: isLittle)
        values += entry.values
      }
    }
    return bytes + [0, 0, 0, 0] + values
  }

  /// A cover of JPEG whose Exif names a maker and has a note of theirs: what its offsets count from is at 0, the note at
  /// the second number.
  private func file(_ maker: String, isLittle: Bool = false, _ note: (Int) -> [UInt8]) throws -> Document {
    let name = Array(maker.utf8) + [0]
    let start = 8 + 30 + name.count
    let place = start + 18
    let content = note(place)
    var exif: [UInt8] = isLittle ? [0x49, 0x49, 0x2A, 0] : [0x4D, 0x4D, 0, 0x2A]
    exif += number(8, 4, isLittle: isLittle)
    exif += directory(
      [Entry(0x10F, 2, name), Entry(0x8769, 4, number(start, 4, isLittle: isLittle))], at: 8, isLittle: isLittle)
    exif += directory([Entry(0x927C, 7, content)], at: start, isLittle: isLittle)
    let picture: [UInt8] =
      [0xFF, 0xD8, 0xFF, 0xE1] + number(exif.count + 8, 2, isLittle: false) + Array("Exif".utf8) + [0, 0] + exif + [0xFF, 0xD9]
    return try MediaFile.open(
      ByteSource(
        copying: atoms {
          Parts.fileType("M4A ", "M4A ")
          Parts.movie {
            atom("udta") {
              atom("meta", version: 0) {
                atom("hdlr", version: 0) { u32(0); code("mdir"); code("appl"); zeros(9) }
                atom("ilst") { atom("covr") { atom("data") { u32(13, 0); bytes(picture) } } }
              }
            }
          }
        }))
  }

  /// What is found of persons and devices besides the maker: `Nikon:SerialNumber "3012345"`.
  private func found(_ document: Document) -> [String] {
    MediaFile.privacy(of: document).findings.filter { $0.title.contains(":") }
      .map { "\($0.kind.rawValue) \($0.title) \($0.value ?? "")" }
  }

  @Test func appleNamesPictures() throws {
    let document = try file("Apple") { _ in
      Array("Apple iOS\0\0\u{1}MM".utf8)
        + directory([Entry(0x0B, "AA-BURST"), Entry(0x11, "BB-LIVE"), Entry(0x15, "CC-IMAGE"), Entry(0x14, "other")], at: 14)
    }
    #expect(
      found(document) == [
        "identifier Apple:BurstUUID AA-BURST", "identifier Apple:ContentIdentifier BB-LIVE",
        "identifier Apple:ImageUniqueID CC-IMAGE",
      ])
  }

  /// The note is a directory, and its offsets are those of the picture's.
  @Test func canonNamesOwnersAndCameras() throws {
    func note(_ place: Int) -> [UInt8] {
      directory(
        [
          Entry(0x09, "Jana Nova"), Entry(0x0C, 4, number(123_456_789, 4, isLittle: true)),
          Entry(0x28, 1, Array(1...16)), Entry(0x95, 2, Array(repeating: 0, count: 8)), Entry(0x96, "A1234567"),
        ], at: place, isLittle: true)
    }
    #expect(
      try found(file("Canon", isLittle: true, note)) == [
        "person Canon:OwnerName Jana Nova", "device Canon:SerialNumber 123456789",
        "identifier Canon:ImageUniqueID 0102030405060708090a0b0c0d0e0f10",
        "device Canon:InternalSerialNumber A1234567",
      ])
    // Whose note it is the maker says: others begin so, too.
    #expect(try found(file("Some", isLittle: true, note)) == [])
  }

  @Test func othersNameCamerasAndPersons() throws {
    let nikon = try file("NIKON CORPORATION") { _ in
      Array("Nikon\0\u{2}\u{10}\0\0MM\0*".utf8) + [0, 0, 0, 8] + directory([Entry(0x1D, "3012345")], at: 8)
    }
    #expect(found(nikon) == ["device Nikon:SerialNumber 3012345"])
    let fujifilm = try file("FUJIFILM", isLittle: true) { _ in
      Array("FUJIFILM".utf8) + [12, 0, 0, 0] + directory([Entry(0x10, "FC  1234")], at: 12, isLittle: true)
    }
    #expect(found(fujifilm) == ["device Fujifilm:InternalSerialNumber FC  1234"])
    let panasonic = try file("Panasonic", isLittle: true) { place in
      Array("Panasonic\0\0\0".utf8)
        + directory(
          [Entry(0x25, "F070807120345678", of: 16), Entry(0x66, "ANNA", of: 64), Entry(0x6D, "Brno", of: 64)],
          at: place + 12, isLittle: true)
    }
    #expect(
      found(panasonic) == [
        "device Panasonic:InternalSerialNumber F070807120345678", "person Panasonic:BabyName ANNA",
        "place Panasonic:City Brno",
      ])
    let pentax = try file("PENTAX") { place in
      Array("AOC\0MM".utf8) + directory([Entry(0x229, "4512345")], at: place + 6)
    }
    #expect(found(pentax) == ["device Pentax:SerialNumber 4512345"])
  }

  /// A directory that the note's own leads to; one that leads to itself is read once.
  @Test(arguments: [(44, ["device Olympus:SerialNumber BHP12345", "device Olympus:LensSerialNumber ABC21234"]), (12, [])])
  func olympusHasADirectoryOfItsOwnForThem(place: Int, names: [String]) throws {
    let document = try file("OLYMPUS CORPORATION", isLittle: true) { _ in
      Array("OLYMPUS\0II\u{3}\0".utf8)
        + directory([Entry(0x2010, 13, number(place, 4, isLittle: true))], at: 12, isLittle: true)
        + Array(repeating: 0, count: 14)
        + directory([Entry(0x101, "BHP12345"), Entry(0x202, "ABC21234")], at: 44, isLittle: true)
    }
    #expect(found(document) == names)
  }

  /// However many entries there are, and wherever they lead, what is found of a note has a bound.
  @Test func whatIsFoundOfANoteIsBounded() throws {
    let many = try file("OLYMPUS CORPORATION", isLittle: true) { _ in
      Array("OLYMPUS\0II\u{3}\0".utf8)
        + directory(
          Array(repeating: Entry(0x2010, 13, number(12, 4, isLittle: true)), count: 500)
            + (0..<500).map { Entry(0x0404, "BHP\(10_000 + $0)") }, at: 12, isLittle: true)
    }
    #expect(found(many) == (0..<64).map { "device Olympus:SerialNumber BHP\(10_000 + $0)" })
  }

  /// Every beginning of a note, and every note with a byte changed, is read to its end.
  @Test func damagedNotesAreRead() throws {
    let note =
      Array("Apple iOS\0\0\u{1}MM".utf8) + directory([Entry(0x0B, "AA-BURST"), Entry(0x15, "CC-IMAGE")], at: 14)
    for count in note.indices { _ = try found(file("Apple") { _ in Array(note[..<count]) }) }
    for at in note.indices {
      for value in [0x00, 0x7F, 0xFF] as [UInt8] {
        var bytes = note
        bytes[at] = value
        let names = try found(file("Apple") { _ in bytes })
        #expect(names.count <= 2)
      }
    }
  }
}
