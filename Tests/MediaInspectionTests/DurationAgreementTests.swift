// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import MediaReports
import Structure
import StructureRendering
import Testing

/// How long sound plays: one value in every report, with where it comes from and what else is claimed.
@Suite struct DurationAgreementTests {
  /// The sound files of the corpus and of the samples.
  static let files: [String] = {
    let ends = ["mp3", "mp2", "mp1", "aac", "adts", "id3", "aif", "aiff", "wav", "tta", "dsf"]
    let paths =
      Corpus.files().map { Corpus.path(of: $0) }
      + Corpus.sampleFiles.map { Corpus.path(ofSample: $0) }
    return paths.filter { path in ends.contains { path.hasSuffix("." + $0) } }
  }()

  private static func document(
    _ source: ByteSource, isThorough: Bool
  ) throws -> Document {
    let document = try MediaFile.open(source)
    MediaFile.check(document, isThorough: isThorough, countingFrames: isThorough)
    return document
  }

  @Test func allReportsSayOneDuration() async throws {
    var compared = 0
    for path in Self.files {
      guard let source = try? ByteSource.open(path: path),
        let outline = try? Self.document(source, isThorough: false)
      else { continue }
      let thorough = try Self.document(source, isThorough: true)
      let fact = outline.synopsis.duration
      #expect(thorough.synopsis.duration == fact, "\(path)")
      let about = About(of: thorough).facts
      if let fact, fact.isNotable || fact.value > 0 {
        let real = about.first { $0.key.description == "duration" }?.value
        if case .real(let seconds)? = real {
          #expect(seconds == fact.seconds, "\(path)")
          compared += 1
        } else {
          Issue.record("\(path): nothing is said of its duration")
        }
      }
      let asset = MediaAsset(path: path, options: .init(preferPreciseDurationAndTiming: true))
      let loaded = try await asset.load(.duration)
      if let fact, fact.isNotable || fact.value > 0 {
        #expect(loaded.seconds == fact.seconds && loaded.claims == fact.claims, "\(path)")
      }
      // A key of the machine formats has one value.
      let keys = about.filter { $0.value != nil }.map(\.key.description)
      #expect(Set(keys).count == keys.count, "\(path): \(keys)")
    }
    #expect(compared >= 20)
  }

  /// Three frames of 26 ms; `TLEN` claims 3 s.
  @Test func whatATagClaimsStandsBesideWhatWasCounted() throws {
    let tag = TagBuilder(.v3).tag { TagBuilder(.v3).text("TLEN", "3000") }
    let bytes = tag.bytes + mpegAudio(frames: 3).bytes
    let document = try Self.document(ByteSource(copying: bytes), isThorough: false)
    let fact = try #require(document.synopsis.duration)
    #expect(fact.value == 3 * 1_152 && fact.timescale == 44_100)
    #expect(fact.source.id.description == "counted" && !fact.isEstimate)
    #expect(fact.claims.map { "\($0.source.id) \($0.value) \($0.timescale)" } == ["tlen 3000 1000"])
    #expect(OutlineRenderer.Heading(of: document).facts.first == "0.078 s (TLEN claims 3.000 s)")
    let text = About(of: document).facts.first { $0.key.description == "duration" }?.text
    #expect(text == "0.078 s, counted; TLEN claims 3.000 s")
    #expect(document.problems.kept.map(\.kind.id.description) == ["audio-length-differs"])
  }

  /// Three frames of 1,152 samples; the tag counts 0x44DA28 of them, behind a delay of 0x210 and before 0x738 more.
  @Test func whatATagCountsStandsBesideWhatIsThere() throws {
    let words = " 00000000 00000210 00000738 000000000044DA28 00000000"
    let tag = TagBuilder(.v3).tag {
      TagBuilder(.v3).frame("COMM") { u8(0); text("eng"); text("iTunSMPB", terminated: true); text(words) }
    }
    let document = try Self.document(
      ByteSource(copying: tag.bytes + mpegAudio(frames: 3).bytes), isThorough: false)
    let fact = try #require(document.synopsis.duration)
    #expect(fact.claims.map { "\($0.source.id) \($0.value) \($0.timescale)" } == ["itunsmpb 4512296 44100"])
    let problem = try #require(document.problems.kept.first)
    #expect(problem.kind.id.description == "audio-gapless-differs")
    #expect(problem.detail == Detail(.claimed(4_512_296), .found(3_456)))
  }

  /// The header of a frame and three bytes: nothing of it can be played, whatever a tag claims.
  @Test func nothingWholeIsCountedAsNothing() throws {
    let tag = TagBuilder(.v3).tag { TagBuilder(.v3).text("TLEN", "114000") }
    let bytes = tag.bytes + mpegAudio(frames: 1).bytes.prefix(60)
    let document = try Self.document(ByteSource(copying: bytes), isThorough: false)
    let fact = try #require(document.synopsis.duration)
    #expect(fact.value == 0 && fact.source.id.description == "counted")
    #expect(fact.claims.map(\.seconds) == [114])
  }

  /// Three tags are a list of three under one key.
  @Test func tagsAreOneListForPrograms() throws {
    let tag = TagBuilder(.v3).tag { TagBuilder(.v3).text("TIT2", "x") }.bytes
    let bytes = tag + tag + mpegAudio(frames: 2).bytes + id3v1("x").bytes
    let document = try Self.document(ByteSource(copying: bytes), isThorough: true)
    let facts = About(of: document).facts.filter { $0.key.description == "tags" }
    #expect(facts.filter { !$0.text.isEmpty }.count == 3)
    #expect(facts.filter { $0.value != nil }.count == 1)
    guard case .list(let values)? = facts.last?.value else {
      Issue.record("no list of tags")
      return
    }
    #expect(values.count == 3)
  }
}
