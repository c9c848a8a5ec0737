// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import CommandLineSupport
import Corpus
import DiffApplication
import MediaInspection
import Structure
import StructureDiff
import Testing

/// One bit of one byte: a file that differs in it is told to differ, whatever the bit says.
@Suite struct FlipTests {
  private static let program = DiffProgram(
    Tool<DiffSettings>(
      name: "atomdiff", summary: "", version: "0", usage: [], options: DiffSettings.options))

  private static func contents(_ path: String) throws -> [UInt8] {
    let source = try ByteSource.open(path: path)
    return (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
  }

  private static func open(_ bytes: [UInt8]) throws -> Document {
    try MediaFile.open(ByteSource(copying: bytes))
  }

  /// What is written of two files.
  private static func report(_ call: [String], _ a: [UInt8], _ b: [UInt8]) throws -> String {
    var output = ByteWriter()
    try PairReport(program, call, before: open(a), after: open(b)).write(to: &output)
    return output.string
  }

  // MARK: Media where nobody looks for them

  /// Samples that lie in a `free` are no padding: the same movie with `free` in place of `mdat`.
  @Test(arguments: ["free", "skip", "uuid", "udta"]) func samplesAreToldWhereverTheyLie(_ type: String) throws {
    var before = try Self.contents(Corpus.path(of: "mockups/slow.mp4"))
    let place = 44
    #expect(Array(before[place..<place + 4]) == Array("mdat".utf8))
    before.replaceSubrange(place..<place + 4, with: Array(type.utf8))
    var after = before
    after[place + 2_000] ^= 1
    for profile in ["default", "reproducible", "media", "exact"] {
      let report = try PairReport(
        Self.program, ["--profile", profile], before: Self.open(before), after: Self.open(after))
      #expect(report.differs, "\(type), \(profile)")
    }
    let document = try Self.open(after)
    let snapshot = try Snapshot(Self.open(before), options: DiffConfiguration("").snapshotOptions(of: Self.open(before)))
    let check = try SnapshotCheck(snapshot, document, options: DiffConfiguration("").snapshotOptions(of: document))
    #expect(!check.differences.isEmpty, "\(type)")
    // What no sample lies in is padding still.
    let padded = try [UInt32(1), 2].map { number in try Self.open(before + atoms { atom("free") { u32(number) } }) }
    #expect(try !PairReport(Self.program, ["--profile", "reproducible"], before: padded[0], after: padded[1]).differs)
  }

  // MARK: Names of programs

  /// What holds nothing but names of programs comes and goes with them; what says anything else is told.
  @Test func aListOfNamesOfProgramsIsOneOfThem() throws {
    func differs(_ a: Piece, _ b: Piece) throws -> [Bool] {
      try [(a, b), (b, a)].map { x, y in
        let report = try PairReport(
          Self.program, ["--profile", "reproducible"], before: Self.open(x.bytes), after: Self.open(y.bytes))
        return report.differs
      }
    }
    func song(_ frames: [(String, String)]) -> Piece {
      let tag = TagBuilder(.v3)
      return pieces {
        if !frames.isEmpty { tag.tag { for frame in frames { tag.text(frame.0, frame.1) } } }
        mpegAudio(frames: 3)
      }
    }
    #expect(try differs(song([]), song([("TSSE", "Lavf")])) == [false, false])
    #expect(try differs(song([]), song([("TSSE", "Lavf"), ("TENC", "Jane")])) == [false, false])
    #expect(try differs(song([]), song([("TSSE", "Lavf"), ("TIT2", "Song")])) == [true, true])
    func film(_ items: [(String, String)], space: FourCC = "mdta", handler: String = "") -> Piece {
      if items.isEmpty { return pieces { Parts.film(extra: Piece()) } }
      let numbered = items.enumerated().map { (number: $0 + 1, value: $1.1) }
      return film(keys: items.map(\.0), numbered, space: space, handler: handler)
    }
    func film(
      keys: [String], _ items: [(number: Int, value: String)], space: FourCC = "mdta", handler: String = ""
    ) -> Piece {
      pieces {
        Parts.film(
          extra: atom("udta") {
            atom("meta", version: 0) {
              Parts.handlerReference("mdta", name: handler)
              atom("keys", version: 0) {
                u32(UInt32(keys.count))
                for key in keys { atom(space) { text(key) } }
              }
              atom("ilst") {
                for item in items {
                  atom(FourCC(UInt32(item.number))) { atom("data") { u32(1, 0); text(item.value) } }
                }
              }
            }
          })
      }
    }
    let title = ("title", "Reel")
    #expect(try differs(film([]), film([("encoder", "Lavf")])) == [false, false])
    #expect(try differs(film([title]), film([title, ("encoder", "Lavf")])) == [false, false])
    #expect(try differs(film([]), film([title, ("encoder", "Lavf")])) == [true, true])
    #expect(try differs(film([title]), film([("encoder", "Lavf")])) == [true, true])
    for key in ["encoder", "software", "com.apple.quicktime.software"] {
      #expect(try differs(film([title, (key, "Lavf58")]), film([title, (key, "Lavf60")])) == [false, false], "\(key)")
      #expect(try differs(film([title]), film([title, (key, "Lavf")])) == [false, false], "\(key)")
    }
    for key in ["org.someone.software", "com.apple.encoders", "encoder."] {
      #expect(try differs(film([(key, "1")]), film([(key, "2")])) == [true, true], "\(key)")
    }
    #expect(try differs(film([("encoder", "Lavf")]), film([("encoder", "Lavf")], space: "udta")) == [true, true])
    // Who wrote the handler may have put a name there.
    #expect(try differs(film([]), film([("encoder", "Lavf")], handler: "Jane")) == [true, true])
    // An item of which the key is too long for a name is called by its number, which is that of another key here.
    let long = ["a", "b"].map { String(repeating: $0, count: 1_100) }
    let reel = [(number: 2, value: "Reel")]
    #expect(try differs(film(keys: long, reel), film(keys: ["encoder"] + long, reel)) == [true, true])
  }

  /// The program that wrote a packet of XMP is left out where it is named as an element and as an attribute, and told as what it
  /// is elsewhere; so it is of a snapshot.
  @Test(arguments: ["<xmp:CreatorTool>Tool 1</xmp:CreatorTool>", "<rdf:li xmp:CreatorTool='Tool 1'/>", "<a x:xmptk='Tool 1'/>"])
  func theProgramThatWroteXMPIsLeftOut(_ property: String) throws {
    func film(_ property: String) throws -> Document {
      try Self.open(
        atoms {
          Parts.film(
            extra: pieces {
              atom("udta") {
                atom("XMP_") { text("<x:xmpmeta><rdf:RDF><rdf:Description>\(property)</rdf:Description></rdf:RDF></x:xmpmeta>") }
              }
            })
        })
    }
    func differs(_ a: String, _ b: String) throws -> Bool {
      try PairReport(Self.program, ["--profile", "reproducible"], before: film(a), after: film(b)).differs
    }
    let other = property.replacing("Tool 1", with: "Tool 20")
    #expect(try !differs(property, other))
    func titled(_ text: String) -> String { text.replacing("xmp:CreatorTool", with: "dc:title").replacing("x:xmptk", with: "x:b") }
    #expect(try differs(property, titled(property)))
    #expect(try differs(titled(property), titled(other)))
    var output = ByteWriter()
    try PairReport(Self.program, [], before: film(property), after: film(other)).write(to: &output)
    #expect(output.string.contains("equivalent  tags (encoder names)"), "\(output.string)")
  }

  /// The name of the program in WAV is left out whether it changed, came or went.
  @Test func theProgramThatWroteAWaveFileIsLeftOut() throws {
    func chunk(_ id: String, _ body: [UInt8]) -> [UInt8] {
      Array(id.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) } + body
    }
    func wave(_ entries: [(id: String, text: String)]) throws -> Document {
      var parts = Array("WAVE".utf8) + chunk("fmt ", [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0])
      if !entries.isEmpty {
        parts += chunk("LIST", Array("INFO".utf8) + entries.flatMap { chunk($0.id, Array($0.text.utf8)) })
      }
      return try Self.open(chunk("RIFF", parts + chunk("data", (0..<64).map { 96 + $0 })))
    }
    func differs(_ a: [(id: String, text: String)], _ b: [(id: String, text: String)]) throws -> Bool {
      try PairReport(Self.program, ["--profile", "reproducible"], before: wave(a), after: wave(b)).differs
    }
    #expect(try !differs([("ISFT", "Lavf58")], [("ISFT", "Lavf60")]))
    #expect(try !differs([("ISFT", "Lavf58")], []))
    #expect(try !differs([("INAM", "Reel"), ("ISFT", "Lavf58")], [("INAM", "Reel")]))
    #expect(try differs([("INAM", "Reel"), ("ISFT", "Lavf58")], [("ISFT", "Lavf58")]))
    #expect(try differs([("INAM", "Reel"), ("ISFT", "Lavf58")], []))
  }

  // MARK: What a reader makes nothing of

  /// The size of a descriptor ends after four bytes, whatever the first bit of the last says: `80 80 80 01`
  /// and `80 80 80 81` are both 1.
  @Test func aSizeThatIsStoredOtherwiseIsTold() throws {
    let before = try Self.contents(Corpus.path(of: "encoded/h264-aac.mp4"))
    let place = 5_020
    #expect(Array(before[place - 4...place + 1]) == [0x06, 0x80, 0x80, 0x80, 0x01, 0x02])
    var after = before
    after[place] ^= 0x80
    for profile in ["default", "reproducible", "exact"] {
      let text = try Self.report(["--profile", profile], before, after)
      #expect(text.contains("size"), "\(text)")
      #expect(
        try PairReport(
          Self.program, ["--profile", profile], before: Self.open(before), after: Self.open(after)
        ).differs)
    }
    let text = try Self.report([], before, after)
    #expect(text.contains("SLConfigDescriptor.size"), "\(text)")
  }

  /// `One`, and what stands behind it in the same frame.
  @Test(arguments: ["Another", "an other", "Anoth\u{E9}r", "Another\0third"])
  func everyValueOfAFrameIsCompared(_ second: String) throws {
    func file(_ text: String, encoding: UInt8 = 3) throws -> [UInt8] {
      let tag = TagBuilder(.v4)
      return tag.tag {
        tag.frame("TPE1") { u8(encoding); bytes(Array(text.utf8)) }
        tag.frame("TXXX") { u8(encoding); string("a"); bytes(Array(text.utf8)) }
      }.bytes + mpegAudio(frames: 3).bytes
    }
    let before = try file("One\0Two")
    let after = try file("One\0" + second)
    let text = try Self.report([], before, after)
    #expect(text.contains("TPE1") && text.contains("TXXX"), "\(text)")
    #expect(!text.contains("re-encoding"), "\(text)")
    #expect(text.contains("tags"), "\(text)")
  }

  /// Terminators behind a text are none of it, however many: it is the same, written otherwise, and that is said.
  @Test func terminatorsAreNoText() throws {
    func file(zeros: Int) throws -> [UInt8] {
      let tag = TagBuilder(.v3)
      return tag.tag {
        tag.frame("TIT2") { u8(0); bytes(Array("Title".utf8)); bytes(Array(repeating: 0, count: zeros)) }
      }.bytes + mpegAudio(frames: 3).bytes
    }
    for (before, after) in [(0, 1), (1, 3)] {
      let text = try Self.report([], file(zeros: before), file(zeros: after))
      #expect(text.contains("TIT2") && text.contains("1 value written otherwise"), "\(text)")
    }
  }

  // MARK: Sweeps

  /// Files of many writers, with what is most of each left out.
  static let files = [
    "encoded/h264-aac.mp4", "encoded/hevc-hvc1.mp4", "encoded/gpac-image.heic",
    "encoded/fragmented.mp4", "encoded/mutagen-tags.mp4", "encoded/mutagen-v24.mp3",
    "encoded/id3v2-tags.mp3", "encoded/timecode.mov", "encoded/gpac-cenc.mp4",
    "encoded/tagged.aiff", "encoded/broadcast.wav", "encoded/bento4-cbcs.mp4",
  ]

  /// Real files from elsewhere.
  static let samples = [
    "heif/exiftool--QuickTime.heic", "heif/libvips--17000x17000.avif", "heif/fq--heic.mp4",
    "id3/fq--txxx-wxxx", "id3/mp3agic--v24tagswithalbumimage.mp3",
    "id3/music-metadata--pr-544-id3v24.mp3", "isobmff/exiftool--QuickTime.m4a",
    "isobmff/fq--avc.mp4", "isobmff/nom-exif--sony-a7-xavc.MP4", "quicktime/exiftool--QuickTime.mov",
  ]

  private static let flips = 48

  @Test(arguments: files)
  func aFlippedBitIsSeen(file: String) throws {
    try Self.sweep(Self.contents(Corpus.path(of: file)), file)
  }

  @Test(
    .enabled(if: !Corpus.sampleFolders.isEmpty, "ATOMTOOLS_SAMPLES names no folder"),
    arguments: samples)
  func aFlippedBitOfASampleIsSeen(file: String) throws {
    try Self.sweep(Self.contents(Corpus.path(ofSample: file)), file)
  }

  private static func sweep(_ before: [UInt8], _ name: String) throws {
    let document = try open(before)
    let named = NamedBytes(document, before)
    var seed = UInt64(truncatingIfNeeded: name.utf8.reduce(17) { $0 &* 31 &+ Int($1) })
    func next(below limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    var compared = (all: 0, reproducible: 0)
    for _ in 0..<flips {
      let (place, bit) = (next(below: before.count), next(below: 8))
      var after = before
      after[place] ^= 1 << UInt8(bit)
      // What is no file of ours any more is exit code 2.
      guard let other = try? open(after) else { continue }
      let all = try PairReport(program, [], before: document, after: other)
      #expect(all.differs, "\(name): byte \(place), bit \(bit)")
      compared.all += 1
      if named.contains(place) { continue }
      let some = try PairReport(program, ["--profile", "reproducible"], before: document, after: other)
      #expect(some.differs, "\(name), reproducible: byte \(place), bit \(bit)")
      compared.reproducible += 1
    }
    #expect(compared.all > flips / 2 && compared.reproducible > flips / 4, "\(name): \(compared)")
  }
}

/// The bytes that the profile `reproducible` names: times, names of encoders, padding.
private struct NamedBytes: FieldSink {
  private static let types = ["free", "skip", "wide", "@too", "@swr", "@enc", "TSSE", "TENC", "ISFT"]
  private var ranges: [Range<Int>] = []

  init(_ document: Document, _ bytes: [UInt8]) {
    var walker = Walker()
    for index in document.tree.indices {
      let node = document.tree[index]
      guard node.source == 0 else { continue }
      let isItem = document.tree.parent(of: index).map { document.tree[$0].type == "ilst" } ?? false
      if Self.types.contains(node.type.key) || node.marks.contains(.padding)
        || isItem && MediaFile.namesWritersAlone(index, in: document)
      {
        ranges.append(node.extent.byteOffset..<node.extent.byteEnd)
        // How long a tag is says how much of the padding at its end is in it.
        if let tag = document.tree.parent(of: index), document.tree[tag].marks.contains(.named) {
          ranges.append(Int(document.tree[tag].start)..<Int(document.tree[tag].payloadStart))
        }
      } else if document.fieldSource(of: index) == 0 {
        document.walk(index, &walker, into: &self)
      }
    }
    for word in ["x:xmptk=\"", "xmp:CreatorTool>", "xmp:CreatorTool=\"", "tiff:Software>", "tiff:Software=\""] {
      add(behind: word, in: bytes)
    }
  }

  /// Adds what stands behind `word` in XMP, up to the end of the attribute or the element.
  private mutating func add(behind word: String, in bytes: [UInt8]) {
    let word = Array(word.utf8)
    for start in bytes.indices where bytes[start] == word[0] && bytes[start...].starts(with: word) {
      let value = start + word.count
      let end = bytes[value...].firstIndex { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "<") } ?? bytes.endIndex
      ranges.append(value..<end)
    }
  }

  mutating func field(_ field: borrowing FieldReading) {
    let isNamed =
      field.definition.traits.contains(.volatile) || field.name.description == "compressorname"
    if isNamed { ranges.append(field.extent.byteOffset..<field.extent.byteEnd) }
  }

  mutating func table(_ table: borrowing TableReading) {}

  func contains(_ place: Int) -> Bool { ranges.contains { $0.contains(place) } }
}

/// Lists of values in one frame.
@Suite struct ValueListTests {
  private func changes(_ before: String, _ after: String) throws -> [String] {
    func file(_ text: String) throws -> Document {
      let tag = TagBuilder(.v4)
      let frames = tag.tag { tag.frame("TPE1") { u8(3); bytes(Array(text.utf8)) } }.bytes
      return try MediaFile.open(
        ByteSource(copying: frames + mpegAudio(frames: 3).bytes))
    }
    let program = DiffProgram(
      Tool<DiffSettings>(
        name: "atomdiff", summary: "", version: "0", usage: [], options: DiffSettings.options))
    let report = try PairReport(program, [], before: file(before), after: file(after))
    return report.comparison.changes.map { change in
      let rows = change.rows.map { [$0.old, $0.new].filter { !$0.isEmpty }.joined(separator: "→") }
      return "\(change.field) "
        + (change.kind == .rows
          ? change.rowsText + " " + rows.joined(separator: ", ") : "\(change.old) → \(change.new)")
    }
  }

  /// One that is gone is one difference and not all behind it.
  @Test func valuesAreFoundByWhatTheySay() throws {
    #expect(
      try changes("a\0b\0c\0d\0e\0f", "a\0b\0d\0e\0f")
        == [#"text 6 values → 5: 1 removed "c""#])
    #expect(
      try changes("a\0b\0c\0d\0e\0f", "a\0new\0b\0c\0d\0e\0f")
        == [#"text 6 values → 7: 1 added "new""#])
    #expect(try changes("a\0b\0c\0d", "a\0b\0C\0d") == [#"text[3] "c" → "C""#])
    #expect(try changes("a", "a\0b") == [#"text 1 value → 2: 1 added "b""#])
  }

  /// A separator that is one no more makes one value of two, and leaves the rest as it is.
  @Test func aSeparatorThatIsGoneJoinsTwoValues() throws {
    let before = (1...400).map { "value \($0)" }.joined(separator: "\0")
    let after = before.replacing("value 100\0", with: "value 100 ")
    #expect(
      try changes(before, after)
        == [
          #"text 400 values → 399: 1 changed, 1 removed "#
            + #""value 100"→"value 100 value 101", "value 101""#
        ])
  }
}
