// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// A track that came before others moves their numbers on: what refers to them follows, in whatever aspect it is.
@Suite struct TrackNumberTests {
  private func comparison(_ before: [UInt8], _ after: [UInt8]) throws -> (verdict: Verdict, changes: [String]) {
    let found = Comparison(try Files.open(before), try Files.open(after), rules: .media)
    let words = ChangeWords(found)
    return (try #require(found.verdict), found.changes.map { words.line(for: $0) })
  }

  /// Timecode under another number is that of its track as before; under the number of no track it is none.
  @Test func aReferenceToTheSameTrackFollows() throws {
    let before = try Files.bytes("encoded/timecode.mov")
    func numbered(_ track: UInt32, _ reference: UInt32) -> [UInt8] {
      before.setting("moov/trak[2]/tkhd", at: 12) { u32(track) }.setting("moov/trak[1]/tref/tmcd", at: 0) { u32(reference) }
        .setting("moov/mvhd", at: 96) { u32(78) }
    }
    let moved = try comparison(before, numbered(77, 77))
    #expect(moved.verdict.state(of: .timecode) == .same && moved.verdict.regressions.isEmpty, "\(moved.verdict.findings)")
    #expect(!moved.changes.contains { $0.contains("tref") }, "\(moved.changes)")
    let lost = try comparison(before, numbered(77, 76))
    #expect(lost.verdict.state(of: .timecode) == .changed && !lost.verdict.regressions.isEmpty)
  }

  /// Indexes of fragments are those of their tracks.
  @Test func indexesFollow() throws {
    let before = try Files.bytes("encoded/fragmented.mp4")
    var after = before.setting("moov/trak[2]/tkhd", at: 12) { u32(9) }.setting("moov/mvex/trex[2]", at: 4) { u32(9) }
      .setting("mfra/tfra[2]", at: 4) { u32(9) }
    for number in 1...2 { after = after.setting("moof[\(number)]/traf[2]/tfhd", at: 4) { u32(9) } }
    let found = try comparison(before, after)
    #expect(found.verdict.state(of: .seeking) == .same && found.verdict.aspects(.changed).isEmpty, "\(found.verdict.findings)")
    #expect(!found.changes.contains { $0.contains("tfra") }, "\(found.changes)")
    // That of a track that is none is another index.
    let lost = try comparison(before, after.setting("mfra/tfra[2]", at: 4) { u32(8) })
    #expect(lost.verdict.state(of: .seeking) == .changed)
  }

  /// A number that another track had: each index is that of its track, not that of the number.
  @Test func indexesFollowTracksNotNumbers() throws {
    func film(_ first: UInt32, _ second: UInt32) throws -> [UInt8] {
      var film = try Files.bytes("encoded/fragmented.mp4").removing("mfra")
      for (place, number) in [(1, first), (2, second)] {
        film = film.setting("moov/trak[\(place)]/tkhd", at: 12) { u32(number) }
          .setting("moov/mvex/trex[\(place)]", at: 4) { u32(number) }
        for fragment in 1...2 {
          film = film.setting("moof[\(fragment)]/traf[\(place)]/tfhd", at: 4) { u32(number) }
        }
      }
      return film.adding(behind: "moov") {
        atom("sidx", version: 0) { u32(first, 12_800, 0, 0); u16(0, 0) }
        atom("sidx", version: 0) { u32(second, 48_000, 0, 0); u16(0, 0) }
      }
    }
    let found = try comparison(film(1, 2), film(2, 3))
    #expect(found.verdict.aspects(.changed).isEmpty, "\(found.verdict.findings)")
    #expect(!found.changes.contains { $0.contains("sidx") }, "\(found.changes)")
  }
}
