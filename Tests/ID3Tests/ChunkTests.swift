import ByteReading
import ID3
import MediaFacts
import MediaInspection
import MediaMetadata
import MediaReports
import Structure
import StructureRendering
import Testing

@testable import SoundFiles

/// Files of chunks: their nodes, their fields, and what lies about its size.
@Suite struct ChunkTests {
  private func little(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func big(_ value: Int, _ count: Int = 4) -> [UInt8] { little(value, count).reversed() }

  /// A chunk of WAV, with its pad byte.
  private func riff(_ type: String, _ content: [UInt8], size: Int? = nil) -> [UInt8] {
    Array(type.utf8) + little(size ?? content.count) + content
      + (content.count % 2 == 1 ? [0] : [])
  }

  /// A chunk of AIFF, with its pad byte.
  private func iff(_ type: String, _ content: [UInt8], size: Int? = nil) -> [UInt8] {
    Array(type.utf8) + big(size ?? content.count) + content
      + (content.count % 2 == 1 ? [0] : [])
  }

  private func wav(_ content: [UInt8], form: String = "RIFF", size: Int? = nil) -> [UInt8] {
    riff(form, Array("WAVE".utf8) + content, size: size)
  }

  /// PCM, 2 channels, 44,100 Hz, 176,400 bytes a second, blocks of 4, 16 bits.
  private var format: [UInt8] {
    riff(
      "fmt ",
      little(1, 2) + little(2, 2) + little(44_100) + little(176_400) + little(4, 2) + little(16, 2))
  }

  /// An ID3v2.3 tag with the title "A".
  private let tag: [UInt8] =
    Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 12] + Array("TIT2".utf8) + [0, 0, 0, 2, 0, 0, 0, 0x41]

  private func open(_ bytes: [UInt8], limits: Limits = Limits()) throws -> Document {
    try MediaFile.open(ByteSource(copying: bytes), limits: limits)
  }

  private func paths(_ document: Document) -> [String] {
    document.tree.indices.map { document.path(of: $0) }
  }

  private func kinds(_ document: Document) -> [String] {
    document.problems.kept.map { $0.kind.id.description }
  }

  private func says(_ document: Document, _ path: String) throws -> String {
    let index = try #require(
      document.tree.indices.first { document.path(of: $0) == path }, "\(paths(document))")
    var text = ByteWriter()
    NodeReader(document).putSummary(of: index, to: &text)
    return text.string
  }

  /// The tables whose nodes hold sound are known by their codes and titles: no other ones, and no fewer.
  @Test func tablesOfSoundAreThese() {
    let families: [any SyntaxFamily.Type] = [
      AudioTables.self, AIFFChunks.self, WAVChunks.self, DSFChunks.self, DSDIFFChunks.self,
    ]
    let found = families.map { $0.tables.filter(\.isSound).map(\.code.description) }
    #expect(found == [["mpga", "adts"], ["SSND"], ["data"], ["data"], ["DSD "]])
  }

  /// WAV and AIFF are what they are behind tags, and offsets are those of the file.
  @Test func chunksBehindTags() throws {
    let sound = wav(format + riff("data", Array(repeating: 1, count: 400)))
    for tags in [tag, tag + tag] {
      let document = try open(tags + sound)
      #expect(document.format?.id == .soundChunks)
      #expect(paths(document).suffix(3) == ["RIFF", "RIFF/'fmt '", "RIFF/data"])
      #expect(document.tree.soundForm.map { document.tree[$0].start } == UInt64(tags.count))
      #expect(document.synopsis.format == .wav && document.synopsis.tags.count == tags.count / tag.count)
      #expect(document.synopsis.duration?.value == 100)
      MediaFile.check(document)
      #expect(kinds(document) == [])
    }
    // The size of neither was written; the form ends where its only chunk does.
    let open64 = tag + wav(riff("ds64", little(472, 8) + little(400, 8) + little(100, 8) + little(0)) + format + riff("data", Array(repeating: 1, count: 400), size: 0xFFFF_FFFF), form: "RF64", size: 0xFFFF_FFFF)
    #expect(try open(open64).synopsis.duration?.value == 100)
    let unwritten = tag + wav(format + riff("data", Array(repeating: 1, count: 400)), size: 0)
    #expect(try kinds(open(unwritten)) == ["chunk-size-unknown"])
    let common = iff("COMM", big(2, 2) + big(100) + big(16, 2) + [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0])
    let form = iff("FORM", Array("AIFF".utf8) + common + iff("SSND", Array(repeating: 0, count: 408)))
    #expect(try open(tag + form).synopsis.format == .aiff)
    #expect(try open(tag + form).synopsis.duration?.value == 100)
  }

  /// Nothing but tags may stand before them, of which a footer is part.
  @Test func chunksBehindOtherBytesAreNone() throws {
    let sound = wav(format + riff("data", Array(repeating: 1, count: 400)))
    #expect(try open(tag + [0, 0] + sound).format?.id == .taggedAudio)
    #expect(try open(tag + Array("DSD ".utf8) + little(28, 8) + Array(repeating: 0, count: 16)).format?.id == .taggedAudio)
    let footed = Array("ID3".utf8) + [4, 0, 0x10] + tag[6...] + Array("3DI".utf8) + [4, 0, 0x10] + tag[6..<10]
    let document = try open(footed + sound)
    #expect(document.format?.id == .soundChunks && document.synopsis.duration?.value == 100)
  }

  @Test func chunksOfWAVAndTheTagInOne() throws {
    let information = Array("INFO".utf8) + riff("INAM", Array("Tone".utf8) + [0])
    let document = try open(
      wav(format + riff("LIST", information) + riff("data", [1, 2, 3, 4]) + riff("id3 ", tag)))
    #expect(
      paths(document) == [
        "RIFF", "RIFF/'fmt '", "RIFF/LIST", "RIFF/LIST/INAM", "RIFF/LIST/padding", "RIFF/data",
        "RIFF/'id3 '", "RIFF/'id3 '/ID3v2", "RIFF/'id3 '/ID3v2/TIT2",
      ])
    #expect(document.problems.kept.isEmpty)
    #expect(try says(document, "RIFF/'fmt '") == "44,100 Hz stereo, 16 bits")
    #expect(try says(document, "RIFF/LIST/INAM") == "\"Tone\"")
    #expect(document.synopsis.formatName == "WAV")
    let heading = OutlineRenderer.Heading(of: document)
    #expect(heading.facts == ["0.000 s", "44,100 Hz stereo", "16 bits"])
    #expect(heading.remarks == ["ID3v2.3.0 (22 bytes)"])
  }

  /// `COMM` with 44,100 Hz as an extended number: exponent 400E, significand AC44 0000 0000 0000.
  @Test func chunksOfAIFF() throws {
    let common =
      big(1, 2) + big(44_100) + big(16, 2) + [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
    let document = try open(
      iff(
        "FORM",
        Array("AIFF".utf8) + iff("COMM", common) + iff("NAME", Array("odd".utf8))
          + iff("MARK", big(1, 2) + big(7, 2) + big(100) + [3] + Array("end".utf8))
          + iff("SSND", big(0) + big(0) + [1, 2]) + iff("ID3 ", tag)))
    #expect(
      paths(document) == [
        "FORM", "FORM/COMM", "FORM/NAME", "FORM/padding", "FORM/MARK", "FORM/SSND", "FORM/'ID3 '",
        "FORM/'ID3 '/ID3v2", "FORM/'ID3 '/ID3v2/TIT2",
      ])
    #expect(document.problems.kept.isEmpty)
    #expect(try says(document, "FORM/COMM") == "44,100 Hz mono, 16 bits, 1.000 s")
    #expect(try says(document, "FORM/NAME") == "\"odd\"")
    #expect(try says(document, "FORM/MARK") == "1 marker")
    #expect(document.synopsis.formatName == "AIFF")
    // Two bytes are one sample, whatever the header claims.
    #expect(document.synopsis.duration?.value == 1)
    #expect(document.synopsis.duration?.claims.map(\.value) == [44_100])
  }

  /// Of sound that is coded in blocks the header counts these (FFmpeg writes and reads it so), or the samples in them; how
  /// long it is follows from its bytes.
  @Test(arguments: [(10, false), (640, false), (11, true), (64, true)])
  func samplesOfBlocksAreCounted(_ claimed: Int, _ isWrong: Bool) throws {
    func file(_ compression: String, channels: Int, frames: Int, _ sound: [UInt8]) throws -> Document {
      let common =
        big(channels, 2) + big(frames) + big(16, 2) + [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
        + Array(compression.utf8) + [0, 0]
      return try open(
        iff(
          "FORM",
          Array("AIFC".utf8) + iff("FVER", big(0xA280_5140)) + iff("COMM", common)
            + iff("SSND", big(0) + big(0) + sound)))
    }
    // Ten blocks of 34 bytes for each of two channels, of 64 samples.
    let document = try file("ima4", channels: 2, frames: claimed, Array(repeating: 1, count: 680))
    #expect(document.synopsis.duration?.value == 640)
    let found = MediaFile.checked(document).problems.kept.filter { $0.kind.id.isSame(as: "sound-length-differs") }
    #expect(found.count == (isWrong ? 1 : 0))
    if isWrong { #expect(found[0].detail.found == 10) }
    let law = try file("alaw", channels: 2, frames: claimed, Array(repeating: 1, count: claimed * 2))
    #expect(law.synopsis.duration?.value == UInt64(claimed) && law.synopsis.duration?.claims.isEmpty == true)
  }

  /// Nobody plays a form without sound, or without what says how it is stored.
  @Test func soundThatIsMissing() throws {
    func found(_ bytes: [UInt8]) throws -> [String] {
      let document = MediaFile.checked(try open(bytes))
      return document.problems.kept.filter { $0.kind.id.isSame(as: "sound-missing") }.map { problem in
        let node = problem.node.map { document.path(of: $0) } ?? ""
        var text = ByteWriter()
        text.put(problem.follows == nil ? node + " " : "follows: \(node) ")
        text.put(sentence: problem.kind.sentence, of: problem, in: document)
        return text.string
      }
    }
    func wave(_ channels: Int, _ rate: Int) -> [UInt8] {
      riff("fmt ", little(1, 2) + little(channels, 2) + little(rate) + little(0) + little(0, 2) + little(16, 2))
    }
    let data = riff("data", [1, 2, 3, 4])
    #expect(try found(wav(format + data)) == [])
    #expect(try found(wav(format)) == ["RIFF no 'data'"])
    #expect(try found(wav(data)) == ["RIFF no 'fmt '"])
    #expect(try found(wav(format + riff("data", []))) == ["RIFF/data no bytes of sound"])
    #expect(try found(wav(wave(0, 44_100) + data)) == ["RIFF/'fmt ' sound of 0 channels"])
    #expect(try found(wav(wave(1, 0) + data)) == ["RIFF/'fmt ' sound of 0 samples per second"])
    let checked = MediaFile.checked(try open(wav(data) + [1, 2, 3]))
    #expect(kinds(checked) == ["sound-missing", "bytes-behind-chunks"])
    // The rest of a file that is cut off may have it.
    #expect(try found(wav(format, size: 400)) == ["follows: RIFF no 'data'"])
    let common = iff("COMM", big(1, 2) + big(1) + big(16, 2) + [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0])
    func form(_ content: [UInt8]) -> [UInt8] { iff("FORM", Array("AIFF".utf8) + content) }
    #expect(try found(form(common + iff("SSND", big(0) + big(0) + [1, 2]))) == [])
    #expect(try found(form(common)) == ["FORM no 'SSND'"])
    #expect(try found(form(common + iff("SSND", big(0) + big(0)))) == ["FORM/SSND no bytes of sound"])
  }

  /// A comment of Exif says first how its characters are written; one that does not is text.
  @Test func commentsOfExifHaveCharacters() throws {
    func comment(_ bytes: [UInt8]) throws -> String {
      let list = riff("LIST", Array("exif".utf8) + riff("eucm", bytes))
      return try says(open(wav(format + list + riff("data", [0, 0, 0, 0]))), "RIFF/LIST/eucm")
    }
    let units = Array("Jürgen".utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(try comment(Array("ASCII\0\0\0Jane".utf8)) == "\"Jane\"")
    #expect(try comment(Array("UNICODE\0".utf8) + little) == "\"Jürgen\"")
    #expect(try comment(Array("UNICODE\0".utf8) + big) == "\"Jürgen\"")
    #expect(try comment(Array(repeating: 0, count: 8) + Array("Jane".utf8)) == "\"Jane\"")
    #expect(try comment(Array("Jane Doe was here".utf8)) == "\"Jane Doe was here\"")
  }

  /// In RF64 the sizes of form and data are -1 and stand in `ds64`.
  @Test func sizesOf64BitsStandInAChunkOfTheirOwn() throws {
    let sizes = riff("ds64", little(68, 8) + little(6, 8) + little(0, 8) + little(0))
    let data = Array("data".utf8) + little(0xFFFF_FFFF) + [1, 2, 3, 4, 5, 6]
    let long = Array("RF64".utf8) + little(0xFFFF_FFFF) + Array("WAVE".utf8) + sizes + data
    var document = try open(long)
    #expect(kinds(document) == ["chunk-exceeds-parent"], "the form is 68 bytes, 54 are there")
    let exact = 4 + sizes.count + data.count
    document = try open(
      Array("RF64".utf8) + little(0xFFFF_FFFF) + Array("WAVE".utf8)
        + riff("ds64", little(exact, 8) + little(6, 8) + little(0, 8) + little(0)) + data)
    #expect(kinds(document).isEmpty)
    #expect(paths(document) == ["RF64", "RF64/ds64", "RF64/data"])
    #expect(document.tree[NodeIndex(2)].size == 14)
    #expect(document.synopsis.formatName == "WAV (RF64)")
  }

  /// A writer that could not go back leaves -1.
  @Test func anUnknownSizeGoesOnToTheEnd() throws {
    let document = try open(
      Array("RIFF".utf8) + little(0xFFFF_FFFF) + Array("WAVE".utf8) + Array("data".utf8)
        + little(0xFFFF_FFFF) + [1, 2, 3])
    #expect(kinds(document) == ["chunk-size-unknown", "chunk-size-unknown"])
    #expect(document.tree[NodeIndex(1)].size == 11)
  }

  /// Another leaves 0, which is believed where a chunk or nothing follows.
  @Test func aSizeThatWasNeverWrittenGoesOnToTheEnd() throws {
    let form = Array("RIFF".utf8) + little(0) + Array("WAVE".utf8) + format
    let data = Array("data".utf8) + little(0)
    // Sound, and sound that looks like the beginning of a chunk.
    for sound in [[0, 0, 1, 0, 2, 0, 3, 0], Array("abcdefgh".utf8), [1, 2]] as [[UInt8]] {
      let document = try open(form + data + sound)
      #expect(kinds(document) == ["chunk-size-unknown", "chunk-size-unknown"])
      #expect(paths(document) == ["RIFF", "RIFF/'fmt '", "RIFF/data"])
      #expect(document.tree[NodeIndex(2)].size == UInt64(8 + sound.count))
      #expect(document.problems.kept.last?.detail.found == 0)
    }
    // Too few bytes for a chunk, in a form behind which the file goes on.
    let few = try open(wav(format + data + Array("abcd".utf8)) + riff("LIST", Array("INFO".utf8)))
    #expect(few.tree[NodeIndex(2)].size == 12)
    #expect(kinds(few) == ["chunk-size-unknown", "bytes-behind-chunks"])
    for behind in [[], riff("LIST", Array("INFO".utf8)), data] {
      let document = try open(wav(format + data + behind))
      #expect(kinds(document).isEmpty)
      #expect(document.tree[NodeIndex(2)].size == 8)
    }
  }

  @Test func aChunkThatGoesOnPastItsFormIsCutOff() throws {
    let document = try open(wav(format + riff("data", [1, 2], size: 500), size: 500))
    #expect(kinds(document) == ["chunk-exceeds-parent", "chunk-exceeds-parent"])
    #expect(document.problems.errors == 2, "data promises more than even the form has")
    #expect(document.tree[NodeIndex(2)].size == 10)
    let cut = try open(
      Array(wav(format + riff("data", Array(repeating: 0, count: 90))).dropLast(9)))
    #expect(cut.problems.errors == 1, "that data is cut off follows from the form")
  }

  /// Some writers leave the pad byte out.
  @Test func aChunkOfOddSizeMayLackItsPadByte() throws {
    let odd = Array("LIST".utf8) + little(9) + Array("INFOx".utf8) + [0, 0, 0, 0]
    let document = try open(wav(odd + format))
    #expect(kinds(document).contains("chunk-unpadded"))
    #expect(paths(document).contains("RIFF/'fmt '"))
  }

  /// Where the size of the form is too small, what is known behind it is read, and told once; sound is none of it.
  @Test func chunksBehindTheFormAreRead() throws {
    let form = wav(format + riff("data", [1, 2, 3, 4]))
    let list = riff("LIST", Array("INFO".utf8) + riff("INAM", Array("Name".utf8)))
    let document = try open(form + list + list)
    #expect(kinds(document) == ["bytes-behind-chunks"])
    #expect(document.problems.kept.first?.extent == Extent(byteOffset: form.count, byteCount: 2 * list.count))
    #expect(paths(document).suffix(4) == ["LIST[1]", "LIST[1]/INAM", "LIST[2]", "LIST[2]/INAM"])
    // What is none behind them is told with them.
    let more = try open(form + list + riff("abcd", [1, 2, 3, 4]))
    #expect(kinds(more) == ["bytes-behind-chunks"])
    #expect(paths(more).suffix(3) == ["LIST", "LIST/INAM", "raw"])
    // Of what does not fit, is not known or is sound nobody knows that it is meant so.
    for other in [riff("LIST", Array("INFO".utf8), size: 400), riff("abcd", [1, 2, 3, 4]), riff("data", [1, 2, 3, 4])] {
      let document = try open(form + other)
      #expect(kinds(document) == ["bytes-behind-chunks"])
      #expect(paths(document).last == "raw")
    }
  }

  @Test func theTagOfDSFStandsBehindItsChunks() throws {
    let data = Array("data".utf8) + little(16, 8) + [0, 0, 0, 0]
    let format =
      Array("fmt ".utf8) + little(52, 8) + little(1) + little(0) + little(2) + little(2)
      + little(2_822_400) + little(1) + little(2_822_400, 8) + little(4_096) + little(0)
    let document = try open(
      Array("DSD ".utf8) + little(28, 8) + little(96 + tag.count, 8) + little(96, 8) + format
        + data + tag)
    #expect(paths(document) == ["'DSD '", "'fmt '", "data", "ID3v2", "ID3v2/TIT2"])
    #expect(document.problems.kept.isEmpty)
    #expect(try says(document, "'fmt '") == "DSD, 2,822,400 Hz stereo, 1 bit, 1.000 s")
    #expect(try says(document, "'DSD '") == "118 bytes, tag at 0x60")
  }

  /// FRM8 with sizes of 64 bits.
  @Test func chunksOfDSDIFF() throws {
    func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
      Array(type.utf8) + big(content.count, 8) + content
    }
    let properties =
      Array("SND ".utf8) + chunk("FS  ", big(2_822_400))
      + chunk("CHNL", big(1, 2) + Array("C   ".utf8))
    let document = try open(
      chunk(
        "FRM8",
        Array("DSD ".utf8) + chunk("FVER", [1, 5, 0, 0]) + chunk("PROP", properties)
          + chunk("DSD ", [1, 2]) + chunk("ID3 ", tag)))
    #expect(
      paths(document) == [
        "FRM8", "FRM8/FVER", "FRM8/PROP", "FRM8/PROP/'FS  '", "FRM8/PROP/CHNL", "FRM8/'DSD '",
        "FRM8/'ID3 '", "FRM8/'ID3 '/ID3v2", "FRM8/'ID3 '/ID3v2/TIT2",
      ])
    #expect(try says(document, "FRM8/FVER") == "1.5.0.0")
    #expect(document.synopsis.formatName == "DSDIFF")
  }

  /// TTA: PCM, mono, 16 bits, 44,100 Hz, 50,000 samples in two frames of 100 and 60 bytes.
  @Test func TTAHasATableOfItsFrames() throws {
    let header =
      Array("TTA1".utf8) + little(1, 2) + little(1, 2) + little(16, 2) + little(44_100)
      + little(50_000) + little(0)
    let bytes =
      header + little(100) + little(60) + little(0) + [UInt8](repeating: 0, count: 160)
    let document = try open(bytes)
    #expect(paths(document) == ["audio"])
    #expect(try says(document, "audio") == "TTA, 44,100 Hz mono, 16 bits, 1.134 s")
    let words = fields(document, NodeIndex(0)).words
    #expect(words.contains("frame_sizes×2"))
    #expect(words.last == "frames=160 bytes")
  }

  @Test func whatIsNoChunkIsRaw() throws {
    let document = try open(wav(format + [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))
    #expect(kinds(document) == ["not-a-chunk"])
    #expect(paths(document).last == "RIFF/raw")
    let short = try open(wav(format + [65, 66, 67]))
    #expect(kinds(short).contains("chunk-header-truncated"))
  }

  @Test func nestedListsEndAtTheLimit() throws {
    var bytes: [UInt8] = []
    for _ in 0..<200 { bytes = riff("LIST", Array("INFO".utf8) + bytes) }
    let document = try open(wav(bytes))
    #expect(kinds(document).contains("depth-limit"))
    #expect(document.tree.indices.allSatisfy { document.tree[$0].depth <= 64 })
  }

  @Test func manyChunksEndAtTheLimit() throws {
    var limits = Limits()
    limits.nodes = 100
    let bytes = wav((0..<1_000).flatMap { _ in riff("JUNK", []) })
    let document = try open(bytes, limits: limits)
    #expect(kinds(document).contains("node-limit"))
    #expect(document.tree.count <= 110)
  }

  /// Two channels, the loudest sample of each; and a title as the clipboard has it.
  @Test func peaksAndTitlesAreDescribed() throws {
    let peaks = little(1) + little(1_577_836_800) + [0, 0, 0, 0x3F] + little(7) + [0, 0, 0x80, 0x3F] + little(9)
    let title = little(1) + Array("Title".utf8) + [0]
    let document = try open(wav(format + riff("PEAK", peaks) + riff("DISP", title) + riff("data", [1, 0, 2, 0])))
    #expect(try says(document, "RIFF/PEAK") == "2 peaks")
    #expect(try says(document, "RIFF/DISP").contains("Title"))
    let found = MediaFile.privacy(of: document)
    #expect(found.findings.contains { $0.kind == .time && $0.value == "2020-01-01T00:00:00Z" })
    #expect(found.unread.isEmpty)
  }

  @Test func whatIsInAFormIsAChunk() throws {
    let document = try open(wav(format + riff("zzzz", [1, 2, 3, 4]) + riff("data", [1, 0, 2, 0])))
    #expect(
      MediaFile.privacy(of: document).unread.map { $0.reason.words.description }.contains("a chunk that no table describes"))
  }

  /// IMA ADPCM, 4,055 bytes a second.
  @Test func codedSoundHasARate() throws {
    func document(_ tag: Int) throws -> Document {
      let format = riff(
        "fmt ", little(tag, 2) + little(1, 2) + little(8_000) + little(4_055) + little(256, 2) + little(4, 2) + little(0, 2))
      return try open(wav(format + riff("data", Array(repeating: 0, count: 4_055))))
    }
    #expect(try document(0x11).synopsis.sound?.bitRate == 32_440)
    #expect(try document(0x11).synopsis.sound?.bitRateWords == "32 kbit/s on average")
    // That of plain sound is what its channels and bits come to.
    #expect(try document(1).synopsis.sound?.bitRate == nil)
  }

  /// AAC of 24 kHz may be the core of twice that, which ADTS does not say; of 44.1 kHz it is not.
  @Test func whatMayBeACoreIsSaid() throws {
    var bytes = adtsFrames(10)
    let plain = try open(bytes).synopsis.sound
    #expect(plain?.rateWords == "44,100 Hz stereo")
    for start in stride(from: 2, to: bytes.count, by: 64) { bytes[start] = 0x58 }
    let document = try open(bytes)
    #expect(document.synopsis.sound?.rateWords == "24,000 Hz stereo (core; SBR not looked for)")
    #expect(try says(document, "audio").contains("24,000 Hz stereo (core; SBR not looked for)"))
  }
}
