// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

@testable import MediaReports

/// What WAV and AIFF say of when a recording began, how loud it is, and which moments are marked in it.
@Suite struct BroadcastTests {
  // MARK: Files

  /// Least significant byte first.
  private func little(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    Array(type.utf8) + little(content.count) + content + (content.count % 2 == 1 ? [0] : [])
  }

  /// A WAV file of 48 kHz, mono, 16 bits, with two samples and more chunks.
  private func wave(_ chunks: [UInt8]) -> [UInt8] {
    let format = little(1, 2) + little(1, 2) + little(48_000) + little(96_000) + little(2, 2) + little(16, 2)
    return chunk("RIFF", Array("WAVE".utf8) + chunk("fmt ", format) + chunks + chunk("data", [1, 2, 3, 4]))
  }

  /// A `bext` with the samples since midnight, its version, and loudness in hundredths: integrated, range, peak,
  /// momentary, short-term.
  private func extended(_ samples: Int, version: Int = 2, _ levels: [Int] = [0, 0, 0, 0, 0]) -> [UInt8] {
    // Texts, and behind the version an identifier.
    var content = [UInt8](repeating: 0, count: 338)
    content += little(samples, 8) + little(version, 2) + [UInt8](repeating: 0, count: 64)
    for level in levels { content += little(level, 2) }
    // Reserved.
    content += [UInt8](repeating: 0, count: 180)
    return chunk("bext", content)
  }

  /// A `cue ` with points: number, position, where its block begins, and the offset from there.
  private func cues(_ points: [(Int, Int, Int, Int)], claiming count: Int? = nil) -> [UInt8] {
    let rows = points.flatMap { point -> [UInt8] in
      little(point.0) + little(point.1) + Array("data".utf8) + little(0) + little(point.2) + little(point.3)
    }
    return chunk("cue ", little(count ?? points.count) + rows)
  }

  private func notes(_ chunks: [UInt8]) -> [UInt8] { chunk("LIST", Array("adtl".utf8) + chunks) }

  private func label(_ number: Int, _ name: String) -> [UInt8] {
    chunk("labl", little(number) + Array(name.utf8) + [0])
  }

  /// A text of a part that has so many samples.
  private func part(_ number: Int, lasting samples: Int) -> [UInt8] {
    chunk("ltxt", little(number) + little(samples) + Array("rgn ".utf8) + [UInt8](repeating: 0, count: 8))
  }

  /// An AIFF file of 8 kHz, mono, 16 bits, with a sample and markers: position and name.
  private func aiff(_ markers: [(UInt32, String)]) -> [UInt8] {
    let table = pieces {
      u16(UInt16(markers.count))
      for (place, marker) in markers.enumerated() {
        u16(UInt16(place + 1)); u32(marker.0); pascal(marker.1)
        if marker.1.utf8.count % 2 == 0 { u8(0) }
      }
    }
    // An extended number: 8,000 is 0xFA of 2 to the 12th.
    let chunks = pieces {
      code("COMM"); u32(18); u16(1); u32(1); u16(16); hex("400bfa00000000000000")
      code("MARK"); u32(UInt32(table.bytes.count)); table
      code("SSND"); u32(10); u32(0, 0); u16(7)
    }
    return atoms { code("FORM"); u32(UInt32(chunks.bytes.count + 4)); code("AIFF"); chunks }
  }

  private func about(_ bytes: [UInt8]) throws -> About {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    MediaFile.check(document)
    return About(of: document)
  }

  private func texts(_ key: String, _ bytes: [UInt8]) throws -> [String] {
    let about = try about(bytes)
    return (about.facts + about.findings).filter { $0.key.description == key && !$0.text.isEmpty }.map(\.text)
  }

  private func chapters(_ bytes: [UInt8]) throws -> [MediaChapter] {
    MediaFile.chapters(of: try MediaFile.open(ByteSource(copying: bytes)))
  }

  // MARK: When it began

  @Test func theTimeOfARecordingIsTold() throws {
    let bytes = wave(extended(172_800_000))
    #expect(try texts("startTime", bytes) == ["01:00:00.000 (TimeReference 172,800,000 at 48 kHz)"])
    #expect(try texts("startTime", wave(extended(48_012))) == ["00:00:01.000 (TimeReference 48,012 at 48 kHz)"])
    let value = try about(bytes).facts.first { $0.key.description == "startTime" }?.value
    guard case .number(172_800_000)? = value?.at(key: "samples"), case .number(48_000)? = value?.at(key: "rate"),
      case .real(3_600)? = value?.at(key: "seconds"), case .text("01:00:00.000")? = value?.at(key: "display")
    else {
      Issue.record("\(String(describing: value))")
      return
    }
  }

  /// Zero is what is left by who knows no time.
  @Test func noTimeIsNoMidnight() throws {
    #expect(try texts("startTime", wave(extended(0))) == [])
    #expect(try texts("startTime", wave([])) == [])
  }

  // MARK: How loud it is

  @Test func loudnessOfBroadcastsIsTold() throws {
    #expect(
      try texts("loudness", wave(extended(0, [-2_300, 650, -100, -1_800, -2_000]))) == [
        "track loudness programme -23.0 LUFS, range 6.5 LU, maximum momentary -18.0 LUFS, "
          + "maximum short-term -20.0 LUFS, true peak -1.0 dBTP [bext]"
      ])
  }

  /// 0x7FFF is for what was not measured; a version before the second has none, and where all are zero nobody measured.
  @Test func loudnessThatWasNotMeasuredIsNone() throws {
    #expect(
      try texts("loudness", wave(extended(0, [-2_300, 0x7FFF, -100, 0x7FFF, -32_768])))
        == ["track loudness programme -23.0 LUFS, true peak -1.0 dBTP [bext]"])
    #expect(try texts("loudness", wave(extended(0, [0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF]))) == [])
    #expect(try texts("loudness", wave(extended(0))) == [])
    #expect(try texts("loudness", wave(extended(0, version: 1, [-2_300, 650, -100, -1_800, -2_000]))) == [])
  }

  // MARK: Markers

  @Test func cuePointsAreMarkers() throws {
    let bytes = wave(cues([(1, 0, 0, 0), (2, 96_000, 0, 96_000)]) + notes(label(1, "Intro") + label(2, "Verse")))
    #expect(try texts("chapters", bytes) == [#"2 markers ('cue '): "Intro" at 0.000 s, "Verse" at 2.000 s"#])
    let markers = try chapters(bytes)
    #expect(markers.map(\.kind) == [.marker, .marker] && markers.map(\.number) == [1, 2])
    #expect(markers.map(\.title) == ["Intro", "Verse"])
    #expect(markers.map(\.start) == [.zero, MediaTime(value: 2, timescale: 1)])
    #expect(markers.allSatisfy { $0.end.isIndefinite })
    // Each row has 24 bytes, and begins with the number of the point.
    let rows = markers.compactMap { $0.fileOffset.map(Int.init) }
    #expect(rows.map { Array(bytes[$0..<($0 + 4)]) } == [little(1), little(2)])
    guard case .list(let values)? = try about(bytes).findings.last(where: { $0.key.description == "chapters" })?.value,
      values.count == 1, case .text("markers")? = values[0].at(key: "kind"),
      case .number(2)? = values[0].at(key: "count")
    else {
      Issue.record("there is no value of two markers")
      return
    }
  }

  /// Labels stand in any order, of which the first of a number counts; a part has an end.
  @Test func labelsBelongToPointsByTheirNumbers() throws {
    let markers = try chapters(
      wave(
        notes(label(7, "B") + label(9, "Nobody's") + part(7, lasting: 24_000)) + cues([(3, 0, 0, 0), (7, 0, 0, 48_000)])
          + notes(label(7, "other") + label(3, "A"))))
    #expect(markers.map(\.title) == ["A", "B"])
    #expect(markers.map { $0.end.isIndefinite } == [true, false])
    #expect(markers.last?.end == MediaTime(value: 3, timescale: 2))
  }

  /// Of sound in blocks an offset counts from where one of them begins, and the position from the start.
  @Test func pointsInBlocksAreWhereTheirPositionIs() throws {
    #expect(try chapters(wave(cues([(1, 72_000, 512, 100)]))).map(\.start) == [MediaTime(value: 3, timescale: 2)])
  }

  /// What a chunk claims of the number of its points is held against its bytes.
  @Test func pointsThatAreNotThereAreNone() throws {
    let bytes = wave(cues([(1, 0, 0, 24_000)], claiming: 1_000_000))
    #expect(try chapters(bytes).count == 1)
    #expect(try texts("chapters", bytes) == ["1 marker ('cue '): 0.500 s"])
    #expect(try texts("chapters", wave(cues([]))) == ["none: no tag has frames of chapters, and there are no markers"])
  }

  @Test func manyMarkersAreCounted() throws {
    let bytes = wave(cues((1...6).map { ($0, 0, 0, $0 * 48_000) }))
    #expect(try texts("chapters", bytes) == ["6 markers ('cue '): 1.000 s, 2.000 s, 3.000 s, 4.000 s and 2 more"])
  }

  @Test func markersOfAIFFAreMarkers() throws {
    let bytes = aiff([(0, "Intro"), (4_000, "Ab"), (16_000, "")])
    #expect(try texts("chapters", bytes) == [#"3 markers ('MARK'): "Intro" at 0.000 s, "Ab" at 0.500 s, 2.000 s"#])
    let markers = try chapters(bytes)
    #expect(markers.map(\.kind) == [.marker, .marker, .marker] && markers.map(\.number) == [1, 2, 3])
    #expect(markers.map(\.title) == ["Intro", "Ab", nil])
    #expect(
      markers.map(\.start) == [.zero, MediaTime(value: 1, timescale: 2), MediaTime(value: 2, timescale: 1)])
    // At the position, behind the number of the marker.
    #expect(markers[1].fileOffset.map { Array(bytes[Int($0)..<(Int($0) + 4)]) } == [0, 0, 0x0F, 0xA0])
  }

  /// Chapters of a tag come first, and neither hides the other.
  @Test func markersStandBesideChapters() throws {
    let tags = TagBuilder(.v4)
    let tag = tags.tag {
      tags.frame("CHAP") { text("c1", terminated: true); u32(0, 500, .max, .max) }
    }
    let bytes = wave(cues([(1, 0, 0, 0)]) + chunk("id3 ", tag.bytes))
    #expect(try chapters(bytes).map(\.kind) == [.frame, .marker])
    #expect(try texts("chapters", bytes) == ["1 in a tag", "1 marker ('cue '): 0.000 s"])
  }

  @Test func markersAreDrawn() throws {
    let bytes = wave(cues([(1, 0, 0, 96_000), (2, 0, 0, 0)]) + notes(label(1, "Verse") + part(1, lasting: 48_000)))
    let drawing = try #require(Pictures(try MediaFile.open(ByteSource(copying: bytes))).drawing(.time))
    #expect(drawing.title == "markers of sound")
    #expect(drawing.lanes.map(\.label) == ["markers"])
    #expect(drawing.marks.map(\.label) == ["Verse", "2"])
    #expect(drawing.marks.map(\.shape) == [.area, .tick])
    #expect(drawing.marks.map(\.x) == [2...3, 0...0])
  }
}
