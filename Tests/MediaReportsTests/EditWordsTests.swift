// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import Testing

/// What `--about` says of edits that hold a moment, or show nothing at all.
@Suite struct EditWordsTests {
  /// Two pictures of 200 ms with edits of a length and a time in milliseconds, and a rate.
  private func facts(_ edits: (length: UInt32, time: UInt32, rate: UInt32)...) throws -> [About.Fact] {
    try #require(about(edits).tracks.first).facts
  }

  private func about(
    _ edits: [(length: UInt32, time: UInt32, rate: UInt32)], flags: UInt32 = 0, lasting duration: UInt32 = 400,
    movie: UInt32 = 400
  ) throws -> About {
    let bytes = atoms {
      Parts.fileType("isom", "isom")
      Parts.movie(duration: movie) {
        Parts.track(duration: duration) {
          Parts.media { Parts.visualEntry("avc1") } tables: { Parts.sampleTables([4, 4], at: 0) }
          atom("edts") {
            atom("elst", version: 0, flags: flags) { u32(UInt32(edits.count)); for edit in edits { u32(edit.length, edit.time, edit.rate) } }
          }
        }
      }
      atom("mdat") { zeros(16) }
    }
    return try About(of: MediaFile.open(ByteSource(copying: bytes)))
  }

  private func text(_ key: String, _ facts: [About.Fact]) -> String? { facts.first { $0.key.description == key }?.text }

  @Test func whatIsHeldHasATime() throws {
    let facts = try facts((200, 0, 0x1_0000), (2_000, 200, 0), (200, 200, 0x1_0000))
    #expect(text("gaps", facts) == "held for 2.000 s at 0.200 s")
    guard case .list(let holds)? = facts.first(where: { $0.key.description == "holds" })?.value, holds.count == 1,
      case .record(let hold) = holds[0], case .real(0.2)? = hold.first(where: { $0.key.description == "start" })?.value,
      case .real(2)? = hold.first(where: { $0.key.description == "seconds" })?.value
    else {
      Issue.record("\(facts)")
      return
    }
  }

  /// The last edit of no length goes on.
  @Test func whatIsHeldWithoutAnEnd() throws {
    #expect(text("gaps", try facts((200, 0, 0x1_0000), (0, 200, 0))) == "held from 0.200 s on")
  }

  @Test func whatNoEditShowsIsSaid() throws {
    #expect(text("startWhy", try facts((400, 0xFFFF_FFFF, 0x1_0000))) == "no edit shows it")
    #expect(text("startWhy", try facts((400, 0xFFFF_FFFF, 0x1_0000), (400, 0, 0x1_0000))) == nil)
  }

  /// Edits that are repeated last as long as the header of the track says; all ones stand for no end.
  @Test func whatIsRepeatedLastsAsLongAsItsTrack() throws {
    let once = [(length: UInt32(400), time: UInt32(0), rate: UInt32(0x1_0000))]
    let thrice = try about(once, flags: 1, lasting: 1_200, movie: 1_200)
    #expect(text("duration", thrice.facts) == "1.200 s")
    #expect(text("gaps", try #require(thrice.tracks.first).facts) == "repeated")
    let endless = try about(once, flags: 1, lasting: .max, movie: .max)
    #expect(text("duration", endless.facts) == "0.400 s, of samples and edits")
    #expect(text("gaps", try #require(endless.tracks.first).facts) == "repeated without end")
    #expect(text("duration", try about(once, lasting: 1_200, movie: 1_200).facts)?.hasPrefix("0.400 s") == true)
  }
}
