// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import Foundation
import Testing

/// What `--timeline` says of edits that follow one another: whether they go on, jump, or show something again.
@Suite struct TimelineWordsTests {
  /// The effects of the edits of a film of 0.400 s, each a duration and a time of the media in milliseconds.
  private func effects(_ edits: [(UInt32, UInt32)]) throws -> [String] {
    let list = atom("edts") {
      atom("elst", version: 0) {
        u32(UInt32(edits.count))
        for (duration, time) in edits { u32(duration, time, 0x1_0000) }
      }
    }
    let folder = try Scratch()
    let path = try folder.write(atoms { Parts.film(inTrack: list) }, to: "film.mp4")
    let run = try Run.run(
      Run.atomdump, ["--timeline", "--width=200", path], in: folder.path, environment: [:], input: nil)
    // Behind the header of the table a line for each edit, whose last column begins behind the rate.
    return run.lines.filter { $0.contains(" s  ") && !$0.contains("edit  ") }.compactMap {
      $0.components(separatedBy: "     1  ").last
    }
  }

  @Test func whatWasShownIsShownAgain() throws {
    #expect(
      try effects([(200, 0), (200, 0)]) == [
        "nothing trimmed", "goes back 0.200 s in the media, shows 0.200 s again, leaves out 0.200 s at the end",
      ])
  }

  /// A time of the media is signed: −1 alone is none.
  @Test func anEditMayBeginBeforeTheMedia() throws {
    let first = try effects([(400, UInt32(bitPattern: -100))])
    #expect(first == ["begins 0.100 s before the first sample, leaves out 0.100 s at the end"])
  }

  @Test func whatAnotherEditShowsIsNotTrimmed() throws {
    #expect(
      try effects([(200, 200), (200, 0)]) == [
        "nothing trimmed, another edit shows 0.200 s before it in the media", "goes back 0.400 s in the media",
      ])
    #expect(
      try effects([(200, 200), (100, 0)]) == [
        "trims 0.100 s, another edit shows 0.100 s before it in the media", "goes back 0.400 s in the media",
      ])
  }

  @Test func whatFollowsGoesOn() throws {
    #expect(try effects([(200, 0), (200, 200)]) == ["nothing trimmed", "goes on in the media"])
    #expect(
      try effects([(100, 0), (200, 200)]) == ["nothing trimmed", "jumps ahead 0.100 s in the media"])
    // The last edit ends before what one before it has shown.
    #expect(
      try effects([(400, 0), (100, 100)]) == [
        "nothing trimmed", "goes back 0.300 s in the media, shows 0.100 s again",
      ])
  }
}
