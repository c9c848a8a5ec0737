// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// Tracks with several sample entries: which of them each sample leads to, and what stands under its number.
@Suite struct SampleEntryTests {
  private typealias Run = (firstChunk: UInt32, entry: UInt32)

  private static func entry(width: UInt16 = 64, colours: UInt16? = nil, isProtected: Bool = false) -> Piece {
    atom(isProtected ? "encv" : "avc1") {
      zeros(6); u16(1); zeros(16)
      u16(width); u16(48); fixed16(72); fixed16(72); u32(0); u16(1)
      pascal("", filling: 32)
      u16(24); i16(-1)
      Parts.avcConfiguration
      if let colours { atom("colr") { code("nclx"); u16(colours, colours, colours); u8(0) } }
      if isProtected {
        atom("sinf") {
          atom("frma") { code("avc1") }
          atom("schm", version: 0) { code("cenc"); u32(0x1_0000) }
        }
      }
    }
  }

  /// Four samples of a second, each in a chunk of its own.
  private static func film(_ entries: [Piece], _ runs: [Run], dropping first: Int = 0, chunks: Int = 4, isElsewhere: Bool = false) -> [UInt8] {
    let samples = (0..<4).map { [0, 0, 0, 2, 0x65, UInt8($0 + 1)] as [UInt8] }.dropFirst(first)
    return atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { for sample in samples { bytes(sample) } }
      Parts.movie {
        Parts.track {
          atom("mdia") {
            Parts.mediaHeader(duration: 4_000)
            Parts.handlerReference("vide")
            atom("minf") {
              if isElsewhere {
                atom("dinf") { atom("dref", version: 0) { u32(1); atom("url ", version: 0) { text("other.mp4", terminated: true) } } }
              }
              atom("stbl") {
                atom("stsd", version: 0) { u32(UInt32(entries.count)); for entry in entries { entry } }
                atom("stts", version: 0) { u32(1, UInt32(samples.count), 1_000) }
                atom("stsc", version: 0) { u32(UInt32(runs.count)); for run in runs { u32(run.firstChunk, 1, run.entry) } }
                atom("stsz", version: 0) { u32(6, UInt32(samples.count)) }
                atom("stco", version: 0) { u32(UInt32(min(chunks, samples.count))); for place in samples.indices.prefix(chunks) { u32(UInt32(28 + 6 * (place - first))) } }
              }
            }
          }
        }
      }
    }
  }

  private func verdict(_ before: [UInt8], _ after: [UInt8]) throws -> Verdict {
    try #require(Comparison(Files.open(before), Files.open(after), rules: .media).verdict)
  }

  private func told(_ verdict: Verdict, _ aspect: Verdict.Aspect) -> [String] {
    verdict.findings(of: aspect, .changed).map(\.text)
  }

  private static let first: [Run] = [(1, 1)]
  private static let switching: [Run] = [(1, 1), (3, 2)]
  private static let back: [Run] = [(1, 2), (3, 1)]

  /// Each run of samples has its own sentence.
  @Test func runsThatChangeEntriesAreToldEach() throws {
    let entries = [Self.entry(), Self.entry(colours: 9)]
    let verdict = try verdict(Self.film(entries, Self.switching), Self.film(entries, Self.back))
    let early = "2 of 4 samples, from 1 (0.000 s) on, use"
    let late = "2 of 4 samples, from 3 (2.000 s) on, use"
    #expect(told(verdict, .setup) == [early + " sample entry 2, not 1", late + " sample entry 1, not 2"])
    // What the track has as a whole is what the entry of its first samples says.
    let whole = "colour tagged BT.2020 / log 100:1 / BT.2020 (was unspecified)"
    #expect(
      Set(told(verdict, .display)) == [
        whole, early + " a sample entry with a 'colr'", late + " a sample entry with no 'colr'",
      ])
    #expect(verdict.regressions.contains(.setup))
  }

  /// The tables say what they said, and the entries have changed places.
  @Test func entriesThatChangedPlacesDescribeOtherSamples() throws {
    let (plain, wide) = (Self.entry(), Self.entry(width: 128))
    let verdict = try verdict(Self.film([plain, wide], Self.switching), Self.film([wide, plain], Self.switching))
    let setup = told(verdict, .setup)
    #expect(setup.contains("2 of 4 samples, from 1 (0.000 s) on, use what was sample entry 2"), "\(setup)")
    #expect(setup.contains("2 of 4 samples, from 3 (2.000 s) on, use what was sample entry 1"), "\(setup)")
    #expect(
      told(verdict, .display).contains("2 of 4 samples, from 1 (0.000 s) on, use a sample entry with another size"),
      "\(told(verdict, .display))")
    #expect(verdict.regressions.contains(.setup))
  }

  /// What decodes the same is no regression of its own, wherever it stands.
  @Test func theSameEntryUnderAnotherNumberIsSaidToBeThat() throws {
    let (plain, other) = (Self.entry(), Self.entry(colours: 9))
    let all = try verdict(Self.film([plain], Self.first), Self.film([other, plain], [(1, 2)]))
    #expect(told(all, .setup).contains("all 4 samples use sample entry 2, not 1, which has the same bytes"), "\(told(all, .setup))")
    #expect(told(all, .display) == ["avc1[1] added"])
    let both = try verdict(Self.film([plain, other], Self.switching), Self.film([other, plain], Self.back))
    #expect(told(both, .setup).count { $0.hasSuffix(", which has the same bytes") } == 2, "\(told(both, .setup))")
    #expect(both.state(of: .display) == .same, "\(told(both, .display))")
  }

  /// An entry in front that no sample leads to says neither how large pictures are nor which colours they have.
  @Test func whatATrackIsLikeIsWhatTheEntryOfItsFirstSamplesSays() throws {
    let other = Self.entry(width: 128, colours: 9)
    for (runs, width, colours) in [(Self.first, 128, 9), ([(1, 2)], 64, nil)] as [([Run], UInt64, UInt64?)] {
      let document = try Files.open(Self.film([other, Self.entry()], runs))
      let shown = try #require(MediaFile.shownPictures(of: document).first)
      #expect(shown.picture.width == width)
      let colour = MediaFile.facts(of: document).tracks.first?.colour
      #expect(colour?.value?.points?.primaries == colours, "\(String(describing: colour))")
    }
  }

  /// An entry that no sample leads to says nothing of samples; one that is led to and not there is no entry.
  @Test func samplesAreToldOfEntriesThatTheyLeadTo() throws {
    let (plain, other) = (Self.entry(), Self.entry(width: 128))
    let unused = try verdict(Self.film([plain], Self.first), Self.film([plain, other], Self.first))
    #expect(!told(unused, .setup).contains { $0.contains("samples") }, "\(told(unused, .setup))")
    let nowhere = try verdict(
      Self.film([plain, other], Self.switching), Self.film([plain, other], [(1, 1), (3, 3)]))
    #expect(told(nowhere, .setup) == ["2 of 4 samples, from 3 (2.000 s) on, use sample entry 3, not 2"])
    // What lies in no chunk leads to none.
    let cut = try verdict(Self.film([plain], Self.first), Self.film([plain], Self.first, chunks: 2))
    #expect(told(cut, .setup) == [] && told(cut, .samples).count == 1, "\(told(cut, .setup)) \(told(cut, .samples))")
  }

  /// Samples that lie in another file have entries here.
  @Test func samplesElsewhereLeadToEntries() throws {
    let entries = [Self.entry(), Self.entry(width: 128)]
    let verdict = try verdict(
      Self.film(entries, [(1, 1), (3, 2)], isElsewhere: true), Self.film(entries, [(1, 1), (4, 2)], isElsewhere: true))
    #expect(told(verdict, .setup).contains { $0.contains("uses sample entry 1, not 2") }, "\(told(verdict, .setup))")
  }

  /// A lead in clear that is encrypted now, by its entry alone.
  @Test func anEntryThatSaysProtectionIsProtection() throws {
    let entries = [Self.entry(), Self.entry(isProtected: true)]
    let verdict = try verdict(Self.film(entries, Self.switching), Self.film(entries, [(1, 2)]))
    #expect(told(verdict, .setup) == ["2 of 4 samples, from 1 (0.000 s) on, use sample entry 2, not 1"])
    #expect(
      told(verdict, .protection).contains("2 of 4 samples, from 1 (0.000 s) on, use a sample entry with a 'sinf'"),
      "\(told(verdict, .protection))")
  }

  /// Where samples are gone at the front the others are held against themselves.
  @Test func samplesThatStandForEachOtherAreComparedAfterACut() throws {
    let entries = [Self.entry(), Self.entry(colours: 9)]
    let before = Self.film(entries, Self.switching)
    #expect(told(try verdict(before, Self.film(entries, [(1, 1), (2, 2)], dropping: 1)), .setup) == [])
    #expect(
      told(try verdict(before, Self.film(entries, [(1, 1), (3, 2)], dropping: 1)), .setup)
        == ["sample 2 of 3 (1.000 s) uses sample entry 1, not 2"])
  }
}
