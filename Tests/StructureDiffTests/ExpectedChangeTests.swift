import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// What edited lines of a snapshot expect to be another is told of no aspect, and what came or went is called what it is.
@Suite struct ExpectedChangeTests {
  private func compare(
    _ before: [UInt8], _ after: [UInt8], expecting fields: Set<String>? = nil
  ) throws -> Comparison {
    var options = Comparison.Options()
    if let fields {
      options.expected = Comparison.Options.Expected(aspects: []) { change, path in
        fields.contains("\(path.stepsText).\(change.field)")
      }
    }
    return Comparison(try Files.open(before), try Files.open(after), rules: .media, options: options)
  }

  /// The first letter of a comment, which stands at 3,205.
  @Test func anExpectedTagIsTheSame() throws {
    let before = try Files.bytes("mockups/fast.mp4")
    var after = before
    #expect(after[3_205] == UInt8(ascii: "m"))
    after[3_205] = UInt8(ascii: "M")
    #expect(try compare(before, after, expecting: []).verdict?.state(of: .tags) == .changed)
    let expected = try compare(before, after, expecting: ["moov/udta/meta/ilst/@cmt/data.value"])
    #expect(expected.verdict?.state(of: .tags) == .same && expected.changes.count == 1)
  }

  /// The timescale and the duration of the movie, at 62 and 66: of how long it lasts nobody knows what the first makes, and
  /// the second changes it.
  @Test func whatFollowsFromAnExpectedFieldIsNotChecked() throws {
    let before = try Files.bytes("mockups/fast.mp4")
    var after = before
    #expect(after[60..<68].elementsEqual([0, 0, 3, 0xE8, 0, 0, 7, 0xD0]))
    (after[62], after[63]) = (2, 0x58)
    let expected = try compare(before, after, expecting: ["moov/mvhd.timescale"])
    #expect(expected.verdict?.state(of: .startAndEnd) == .notChecked, "\(expected.verdict?.findings.map(\.sentence) ?? [])")
    #expect(expected.verdict?.regressions.contains(.startAndEnd) == true)
    after[66] = 0x0F
    let other = try compare(before, after, expecting: ["moov/mvhd.timescale"])
    #expect(other.verdict?.state(of: .startAndEnd) == .changed)
  }

  /// A bit of the set-up is expected, and an order of `moov` in which FFmpeg finds no samples is not.
  @Test func anotherOrderIsNoneOfWhatIsExpected() throws {
    let film = try Files.bytes("encoded/h264-aac.mp4")
    // Behind the profile in the first parameter set.
    let other = film.setting("moov/trak/mdia/minf/stbl/stsd/avc1/avcC", at: 10) { u8(0x10) }
    var header: [UInt8] = []
    _ = film.changing("moov/mvhd") { header = $0; return $0 }
    let moved = other.removing("moov/mvhd").adding(behind: "moov/trak") { Piece(header) }
    func verdict(_ after: [UInt8], expects: Bool) throws -> Verdict {
      var options = Comparison.Options()
      options.expected = Comparison.Options.Expected(aspects: []) { change, _ in
        expects && change.field.description.hasSuffix("constraint_set3_flag")
      }
      return try #require(Comparison(Files.open(film), Files.open(after), rules: .media, options: options).verdict)
    }
    #expect(try verdict(other, expects: false).regressions == [.setup])
    #expect(try verdict(other, expects: true).regressions == [])
    let found = try verdict(moved, expects: true)
    #expect(found.state(of: .setup) == .changed && found.regressions.contains(.setup), "\(found.findings.map(\.sentence))")
  }

  /// Bytes of what a snapshot holds of a file are replaced where none of them is known by its digest.
  @Test func bytesThatAreKeptAreReplaced() throws {
    let bytes = try Files.bytes("mockups/fast.mp4")
    let document = try Files.open(bytes)
    var options = Snapshot.Options()
    options.rules = .media
    options.keepsFile = true
    let file = try #require(Snapshot(document, options: options).standIn)
    let part = try #require(file.parts.first)
    // The last piece ends where the part begins.
    let pieces = [(start: part.start - 2, bytes: [1, 2] as [UInt8]), (start: 62, bytes: [2, 0x58] as [UInt8])]
    let source = try #require(file.replacing(pieces)).source()
    let expected: [(place: Int, byte: UInt8)] = [(61, bytes[61]), (62, 2), (63, 0x58), (64, bytes[64]), (part.start - 1, 2)]
    for (place, byte) in expected { #expect(source.bytes.byte(at: place) == byte) }
    #expect(file.replacing([(start: part.start - 1, bytes: [1, 2])]) == nil)
    #expect(file.replacing([(start: part.start, bytes: [1])]) == nil)
    #expect(file.replacing([(start: file.byteCount, bytes: [1])]) == nil)
  }

  /// Of `meta` and `uuid` the type does not say what it is; all other nodes are called by theirs.
  @Test func whatCameOrWentIsCalledWhatItIs() throws {
    func told(_ extra: Piece, isNew: Bool = true) throws -> [String] {
      let files = (atoms { Parts.film() }, atoms { Parts.film(extra: extra) })
      let verdict = try compare(isNew ? files.0 : files.1, isNew ? files.1 : files.0).verdict
      return (verdict?.findings ?? []).filter { $0.state == .changed }.map { "\($0.aspect.rawValue): \($0.sentence)" }
    }
    let meta = atom("meta") { u32(0) }
    #expect(try told(meta) == ["tags: meta (Metadata) added"])
    #expect(try told(meta, isNew: false) == ["tags: meta (Metadata) removed"])
    let packet = uuidAtom("BE7ACFCB-97A9-42E8-9C71-999491E3AFAC") { text("<x:xmpmeta/>") }
    #expect(try told(packet) == ["tags: uuid (XMP) added"])
    let other = uuidAtom("01234567-89AB-CDEF-0123-456789ABCDEF") { u32(7) }
    #expect(try told(other) == ["file: uuid:01234567… added"])
    #expect(try told(atom("zzzz") { u32(7) }) == ["file: zzzz added"])
  }
}
