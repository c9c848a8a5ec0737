// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// What stays byte for byte, or is new, and means something else to who plays the file: each was the same to a viewer
/// once.
@Suite struct ReferenceProofTests {
  private func verdict(_ before: [UInt8], _ after: [UInt8]) throws -> Verdict {
    try #require(Comparison(Files.open(before), Files.open(after), rules: .media).verdict)
  }

  private func told(_ verdict: Verdict) -> [String] {
    verdict.findings.map { "\($0.aspect.rawValue) \($0.state.rawValue): \($0.sentence)" }
  }

  /// Pictures and sound under each other's number: the lists of their hints name the other one now.
  @Test func aReferenceMeansTheTrackOfItsNumber() throws {
    let before = try Files.bytes("encoded/ffmpeg-hints.mp4")
    let after = before.setting("moov/trak/tkhd", at: 12) { u32(2) }.setting("moov/trak[2]/tkhd", at: 12) { u32(1) }
    let found = try verdict(before, after)
    for id in 1...2 {
      #expect(told(found).contains { $0.contains("'hint' refers to track \(id), which is another one now") }, "\(told(found))")
    }
    #expect(found.regressions.contains(.tracks) && found.closing == nil)
    // Where the lists follow, nothing is another.
    let whole = after.setting("moov/trak[3]/tref/hint", at: 0) { u32(2) }.setting("moov/trak[4]/tref/hint", at: 0) { u32(1) }
    #expect(try !told(verdict(before, whole)).contains { $0.contains("another one now") })
  }

  /// A film of fragments with tracks under these numbers; what else refers to them is as it was.
  private func renumbered(_ film: [UInt8], _ numbers: UInt32...) -> [UInt8] {
    var film = film
    for (place, number) in numbers.enumerated() {
      film = film.setting("moov/trak[\(place + 1)]/tkhd", at: 12) { u32(number) }
        .setting("moov/mvex/trex[\(place + 1)]", at: 4) { u32(number) }
      for fragment in 1...2 {
        film = film.setting("moof[\(fragment)]/traf[\(place + 1)]/tfhd", at: 4) { u32(number) }
      }
    }
    return film
  }

  private func newProblems(_ before: [UInt8], _ after: [UInt8]) throws -> [String] {
    try Comparison(Files.open(before), Files.open(after), rules: .media).newProblems.list.map { $0.kind.id.description }
  }

  /// Indexes that stand as they were are for a track that is gone.
  @Test func anIndexIsForTheTrackOfItsNumber() throws {
    let before = try Files.bytes("encoded/dash-sidx.mp4")
    let after = renumbered(before, 5)
    let stale = try verdict(before, after)
    for type in ["sidx", "tfra"] {
      let words = "seeking changed: '\(type)' refers to track 1, which is no longer there"
      #expect(told(stale).contains(words), "\(told(stale))")
    }
    // What seeking finds closes no gate; that there is a new problem does.
    #expect(stale.regressions == [.problems] && stale.closing == nil)
    #expect(try newProblems(before, after) == ["index-track-unknown", "index-track-unknown"])
    let whole = after.setting("sidx", at: 4) { u32(5) }.setting("mfra/tfra", at: 4) { u32(5) }
    let moved = try verdict(before, whole)
    #expect(moved.closing?.hasPrefix("viewer: no change") == true, "\(told(moved))")
    #expect(try newProblems(before, whole).isEmpty)
  }

  /// Tracks under each other's number: the index of the one is that of the other now, unless both follow.
  @Test func anIndexMayBeForTheOtherTrack() throws {
    let before = try Files.bytes("encoded/fragmented.mp4")
    let after = renumbered(before, 2, 1)
    let stale = try told(verdict(before, after))
    for id in 1...2 {
      #expect(stale.contains("seeking changed: 'tfra' refers to track \(id), which is another one now"), "\(stale)")
    }
    let whole = after.setting("mfra/tfra", at: 4) { u32(2) }.setting("mfra/tfra[2]", at: 4) { u32(1) }
    #expect(try !told(verdict(before, whole)).contains { $0.contains("'tfra' refers") })
  }

  /// What announces fragments, and what says when they were made, is of a track as indexes are.
  @Test func announcementsAreOfTheTrackOfTheirNumber() throws {
    let film = try Files.bytes("encoded/fragmented.mp4").removing("mfra")
    func announced(_ film: [UInt8], _ track: UInt32) -> [UInt8] {
      film.adding(to: "moov/mvex") {
        atom("trep", version: 0) { u32(1) }
        atom("trep", version: 0) { u32(track); atom("assp", version: 0) { u32(1) } }
        atom("leva", version: 0) { u8(2); u32(1); u8(3); u32(track); u8(3) }
      }.adding(behind: "moov") {
        atom("prft", version: 0) { u32(track); u64(0xE9_9000_0000_0000); u32(0) }
      }
    }
    let before = announced(film, 2)
    let stale = try told(verdict(before, announced(renumbered(film, 1, 9), 2)))
    for (aspect, type) in [("opening", "trep"), ("opening", "leva"), ("events", "prft")] {
      #expect(
        stale.contains("\(aspect) changed: '\(type)' refers to track 2, which is no longer there"), "\(stale)")
    }
    let moved = try verdict(before, announced(renumbered(film, 1, 9), 9))
    #expect(moved.closing?.hasPrefix("viewer: no change") == true, "\(told(moved))")
  }

  /// Groups of the file list tracks as well as items: those that follow are the same, and those that do not are others.
  @Test func groupsListTracksByTheirNumbers() throws {
    let film = try Files.bytes("encoded/h264-aac.mp4")
    func grouped(_ numbers: (UInt32, UInt32), _ group: (UInt32, UInt32)) -> [UInt8] {
      film.setting("moov/trak/tkhd", at: 12) { u32(numbers.0) }.setting("moov/trak[2]/tkhd", at: 12) { u32(numbers.1) }
        + atoms {
          atom("meta", version: 0) {
            Parts.handlerReference("null")
            // What is no track keeps its number.
            atom("grpl") { atom("altr", version: 0) { u32(77, 3, group.0, group.1, 30) } }
          }
        }
    }
    let before = grouped((1, 2), (1, 2))
    let stale = try verdict(before, grouped((5, 6), (1, 2)))
    #expect(
      told(stale).contains("display changed: groups have other tracks under their new numbers"), "\(told(stale))")
    #expect(stale.closing == nil)
    #expect(try Set(newProblems(before, grouped((5, 6), (1, 2)))) == ["group-entity-unknown"])
    let moved = try verdict(before, grouped((5, 6), (5, 6)))
    #expect(moved.closing?.hasPrefix("viewer: no change") == true, "\(told(moved))")
    // One that has another member is another.
    let other = try verdict(before, grouped((5, 6), (5, 5)))
    #expect(other.state(of: .display) == .changed, "\(told(other))")
  }

  /// Segments elsewhere find their track by its number.
  @Test func theNumberOfATrackIsNoMatterOfTasteInAnInitializationSegment() throws {
    let before = try Files.bytes("encoded/segment-init.mp4")
    for after in [
      before.setting("moov/mvex/trex", at: 4) { u32(2) },
      before.setting("moov/mvex/trex", at: 4) { u32(5) }.setting("moov/trak/tkhd", at: 12) { u32(5) },
    ] {
      let found = try verdict(before, after)
      #expect(found.state(of: .tracks) == .changed && found.regressions.contains(.tracks), "\(told(found))")
    }
  }

  @Test func flagsOfSamplesInFragmentsAreSeeking() throws {
    let before = try Files.bytes("encoded/fragmented.mp4")
    for (flags, words) in [(0x0501_0000, "leading"), (0x0111_0000, "coded twice")] as [(UInt32, String)] {
      let after = before.changing("moof/traf/tfhd") { box in
        // The flags stand last.
        Array(box.dropLast(4)) + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: flags >> $0) }
      }
      #expect(after != before)
      #expect(try told(verdict(before, after)).contains { $0.hasPrefix("seeking") && $0.contains(words) })
    }
  }

  /// A key that a group of samples needs (23001-7 §6) is one as that of its sample entry is.
  @Test func keysOfGroupsAreProtection() throws {
    func film(_ key: UInt8, isProtected: UInt8 = 1) throws -> [UInt8] {
      try Files.bytes("encoded/encrypted-fragmented.mp4").adding(to: "moof/traf") {
        atom("sgpd", version: 1) {
          code("seig"); u32(20, 1)
          u8(0, 0, isProtected, 8); bytes([UInt8](repeating: key, count: 16))
        }
      }
    }
    for after in try [film(2), film(1, isProtected: 0)] {
      let found = try verdict(film(1), after)
      #expect(found.state(of: .protection) == .changed && found.regressions.contains(.protection), "\(told(found))")
    }
  }

  /// What nobody knows is no part of what samples say where it stands among that.
  @Test(arguments: ["moof", "moof/traf"]) func anUnknownBoxIsPartOfTheFile(_ place: String) throws {
    let before = try Files.bytes("encoded/fragmented.mp4")
    let after = before.adding(to: place) { atom("zzzz") { u32(1) } }
    #expect(try verdict(before, after).state(of: .file) == .changed)
  }

  /// A box that came with what it holds is all of that.
  @Test func whatComesInAContainerIsTold() throws {
    let before = try Files.bytes("encoded/h264-faststart.mp4")
    let after = before.adding(to: "moov/trak[2]") {
      atom("udta") {
        atom("ludt") { atom("tlou", version: 0) { u16(0, 0, 0); u8(0, 0) } }
        atom("kind", version: 0) { text("urn:mpeg:dash:role:2011", terminated: true); text("main", terminated: true) }
      }
    }
    let found = try verdict(before, after)
    #expect(found.state(of: .sound) == .changed && found.state(of: .tracks) == .changed, "\(told(found))")
    let back = try verdict(after, before)
    #expect(back.regressions.contains(.tracks), "\(told(back))")
  }

  /// What is gone closes a gate, whatever it was.
  @Test func whatIsGoneClosesAGate() throws {
    let film = try Files.bytes("encoded/fragmented.mp4")
    let message = film.adding(behind: "ftyp") {
      atom("emsg", version: 0) {
        text("urn:example", terminated: true); text("1", terminated: true)
        u32(1_000, 0, 10, 7)
      }
    }
    let gone = try verdict(message, film)
    #expect(gone.regressions.contains(.events), "\(told(gone))")
  }

  /// Offsets in 64 bits where 32 did are told of the type alone, and that nothing specifies colours is what nothing says.
  @Test func otherBytesForTheSameAreTold() throws {
    let before = try Files.bytes("encoded/h264-aac.mp4")
    let after = before.changing("moov/trak/mdia/minf/stbl/stco") { box in
      let offsets = stride(from: 16, to: box.count, by: 4).map { Array(box[$0..<$0 + 4]) }
      return atoms {
        atom("co64", version: 0) {
          u32(UInt32(offsets.count))
          for offset in offsets { u32(0); bytes(offset) }
        }
      }
    }
    let found = Comparison(try Files.open(before), try Files.open(after), rules: .media)
    #expect(!found.changes.contains { $0.field.description == "bytes" }, "\(found.changes.map(\.field))")
    #expect(found.consequences.contains { $0.old == "stco" && $0.new == "co64" })
    let colours = before.adding(to: "moov/trak/mdia/minf/stbl/stsd/avc1") {
      atom("colr") { code("nclx"); u16(2, 2, 2); u8(0) }
    }
    let told = try told(verdict(before, colours))
    #expect(!told.contains { $0.contains("was unspecified") }, "\(told)")
  }

  /// Another program is another name in metadata, whichever key has it.
  @Test func namesOfProgramsAreEquivalent() throws {
    let before = try Files.bytes("encoded/ffmpeg-everything.mp4")
    let place = try #require(before.firstRange(of: Array("Lavf".utf8)))
    var after = before
    after[place.lowerBound] = UInt8(ascii: "X")
    let found = try verdict(before, after)
    #expect(found.state(of: .tags) == .equivalent, "\(told(found))")
  }
}
