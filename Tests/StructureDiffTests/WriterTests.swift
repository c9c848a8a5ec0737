// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// What programs that write a film again do to it beside its samples: told where it matters, and only there.
@Suite struct WriterTests {
  /// The places of a type in the bytes of a file, of which nothing else reads like it.
  private static func places(of type: String, in bytes: [UInt8]) -> [Int] {
    let code = Array(type.utf8)
    return bytes.indices.dropLast(3).filter { Array(bytes[$0..<$0 + 4]) == code }
  }

  private static func renamed(_ bytes: [UInt8], _ type: String, to other: String) -> [UInt8] {
    var bytes = bytes
    for place in places(of: type, in: bytes) { bytes.replaceSubrange(place..<place + 4, with: Array(other.utf8)) }
    return bytes
  }

  private func verdict(_ before: [UInt8], _ after: [UInt8]) throws -> Verdict {
    try #require(Comparison(try Files.open(before), try Files.open(after), rules: .media).verdict)
  }

  private func told(_ verdict: Verdict, _ aspect: Verdict.Aspect) -> [String] {
    verdict.findings.filter { $0.aspect == aspect }.map { "\($0.state.rawValue): \($0.sentence)" }
  }

  /// The times of the whole are the same without any `tfdt`; those of a fragment that is fetched by itself are not known.
  @Test func fragmentsThatDoNotSayWhenTheyBeginAreTold() throws {
    let before = try Files.bytes("encoded/fragmented.mp4")
    #expect(Self.places(of: "tfdt", in: before).count == 4)
    let after = try verdict(before, Self.renamed(before, "tfdt", to: "free"))
    #expect(
      told(after, .times) == [
        "changed: video 2 of 2 fragments do not say any more when they begin ('tfdt')",
        "changed: audio 2 of 2 fragments do not say any more when they begin ('tfdt')",
      ])
    #expect(after.regressions.contains(.times))
    // That they say it now is no loss.
    let again = try verdict(Self.renamed(before, "tfdt", to: "free"), before)
    #expect(again.state(of: .times) == .same)
  }

  /// Samples whose chunks are said to lie a byte before them are read wrongly, encrypted or not.
  @Test func encryptedSamplesThatAreReadElsewhereAreNotEncryptedAnew() throws {
    let before = try Files.bytes("encoded/gpac-cenc.mp4")
    let place = try #require(Self.places(of: "stco", in: before).first)
    // 'stco', version, one chunk at 0x551.
    #expect(Array(before[place + 4..<place + 16]) == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 5, 0x51])
    var after = before
    after[place + 15] = 0x50
    let found = told(try verdict(before, after), .samples)
    #expect(found.count == 1 && found[0].hasSuffix("are read from other bytes (-1)"), "\(found)")
  }

  /// A reference to the file itself is one in the words of QuickTime and of MP4.
  @Test func aReferenceToTheFileItselfIsOneByAnyName() throws {
    let before = try Files.bytes("encoded/h264-aac.mp4")
    let found = try verdict(before, Self.renamed(before, "url ", to: "alis"))
    #expect(found.state(of: .samples) == .same)
    #expect(told(found, .file) == ["equivalent: data references to the file itself"])
    #expect(found.regressions.isEmpty)
  }

  /// Flags without a meaning, and bytes that no table leads to: a viewer has the same, and the file is another.
  @Test func whatLeadsToTheSameSamplesIsOfTheFile() throws {
    let before = try Files.bytes("encoded/h264-aac.mp4")
    let place = try #require(Self.places(of: "stts", in: before).first)
    var after = before
    after[place + 6] ^= 1
    let flags = try verdict(before, after)
    #expect(told(flags, .file) == ["equivalent: tables of samples written otherwise"], "\(flags.findings)")
    #expect(flags.closing?.hasPrefix("viewer: no change") == true && flags.regressions.isEmpty)
    let more = try verdict(before, before + atom("mdat") { zeros(50) }.bytes)
    #expect(told(more, .file) == ["equivalent: 'mdat' divided otherwise, or with bytes in no sample or item"], "\(more.findings)")
    #expect(more.closing?.hasPrefix("viewer: no change") == true && more.hasSameMedia == true)
  }

  /// `mehd` says that fragments follow, and `gmhd` of texts has no timecode.
  @Test func whatComesOrGoesIsOfItsOwnAspect() throws {
    let fragments = try Files.bytes("encoded/gpac-fragments.mp4")
    let found = try verdict(Self.renamed(fragments, "mehd", to: "free"), fragments)
    #expect(found.state(of: .startAndEnd) == .same)
    #expect(told(found, .opening) == ["changed: mehd added"])
    let texts = try Files.bytes("encoded/subtitles.mov")
    #expect(try verdict(texts, Self.renamed(texts, "gmhd", to: "free")).state(of: .timecode) == .same)
    let timecode = try Files.bytes("encoded/timecode.mov")
    #expect(try verdict(timecode, Self.renamed(timecode, "gmhd", to: "free")).state(of: .timecode) == .changed)
  }

  /// 25 frames a second are 25 by any ticks; a frame that lasts longer is another rate, and one that lasts no time is none.
  @Test func aRateOfTimecodeInOtherTicksIsTheSame() throws {
    let before = try Files.bytes("encoded/timecode.mov")
    func after(_ scale: UInt32, _ duration: UInt32, frames: UInt8 = 25) throws -> Verdict {
      let after = before.setting("moov/trak[2]/mdia/minf/stbl/stsd/tmcd", at: 16) { u32(scale, duration); u8(frames) }
      return try verdict(before, after)
    }
    for (scale, duration) in [(600, 24), (25, 1)] as [(UInt32, UInt32)] {
      let same = try after(scale, duration)
      #expect(told(same, .timecode) == ["equivalent: other ticks for the same frame rate"], "\(same.findings)")
      #expect(same.closing?.hasPrefix("viewer: no change") == true && same.regressions.isEmpty)
    }
    for (scale, duration) in [(600, 20), (30_000, 1_001), (600, 0)] as [(UInt32, UInt32)] {
      #expect(try after(scale, duration).state(of: .timecode) == .changed)
    }
    #expect(try after(600, 24, frames: 30).state(of: .timecode) == .changed)
  }

  /// Before or behind the edits, the references of a track are what they are.
  @Test func theOrderOfNodesThatAreNoTracksIsNobodys() throws {
    let before = try Files.bytes("mockups/movie.mov")
    let place = try #require(Self.places(of: "tref", in: before).first) - 4
    // 36 bytes of 'edts', 20 of 'tref'.
    #expect(Self.places(of: "edts", in: before).contains(place - 32))
    var after = before
    after.replaceSubrange(place - 36..<place + 20, with: before[place..<place + 20] + before[place - 36..<place])
    let found = try verdict(before, after)
    #expect(found.state(of: .tracks) == .same)
    #expect(told(found, .file) == ["equivalent: order"])
  }

  /// Ten times the ticks, each a tenth as long, cut off from those that two tables share with fragments: the same times.
  @Test func ticksOfAnotherTimescaleAreCountedInIt() throws {
    var before = Film()
    (before.lengths, before.mediaDuration, before.movieDuration) = ([100], 800, 800)
    var after = before
    (after.timescale, after.lengths, after.mediaDuration) = (10_000, [1_000], 8_000)
    let comparison = Comparison(try before.document(), try after.document(), rules: .media)
    #expect(comparison.changes.map(\.field.description) == ["timescale"])
    let media = try #require(MediaFile.sharedMedia(comparison.before, comparison.after) { $0 })
    #expect(media.tracks[0].alike.isSuperset(of: [.durations, .starts]))
    #expect(media.tracks[0].timescales == (1_000, 10_000))
    // Another length is said in the ticks of its own file.
    after.lengths = [2_000]
    let longer = try #require(MediaFile.sharedMedia(comparison.before, try after.document()) { $0 })
    #expect(longer.tracks[0].differences.map(\.trait).contains(.durations))
  }

  /// Fragments under the numbers that others had are those of their tracks: each was gone through with its own.
  @Test func numbersOfFragmentsMayBeThoseOfOthers() throws {
    let before = try Files.bytes("encoded/fragmented.mp4")
    let places = Self.places(of: "mfhd", in: before)
    // Version and flags, then the number: 1 and 2.
    #expect(places.map { before[$0 + 11] } == [1, 2])
    var after = before
    for place in places { after[place + 11] += 1 }
    let found = try verdict(before, after)
    #expect(found.hasSameMedia == true && found.regressions.isEmpty, "\(found.findings)")
  }

  /// Of tracks whose samples are the same their languages say which is which, and not their numbers.
  @Test func tracksOfTheSameSamplesAreToldApartByLanguage() throws {
    func film(_ languages: [String]) -> [UInt8] {
      atoms {
        Parts.fileType("isom", "isom")
        atom("mdat") { u8(1, 2, 3, 4) }
        Parts.movie {
          for (number, code) in languages.enumerated() {
            Parts.track(id: UInt32(number + 1), width: 0, height: 0) {
              atom("mdia") {
                atom("mdhd", version: 0) { zeros(8); u32(1_000, 400); language(code); u16(0) }
                Parts.handlerReference("soun")
                Parts.mediaInformation(
                  handler: "soun", entry: Parts.audioEntry("sowt", channels: 1), tables: Parts.sampleTables([4], at: 28))
              }
            }
          }
        }
      }
    }
    let found = try verdict(film(["eng", "fra"]), film(["fra", "eng"]))
    #expect(!told(found, .tracks).contains { $0.contains("language") }, "\(found.findings)")
    #expect(told(try verdict(film(["eng", "fra"]), film(["deu", "fra"])), .tracks).contains { $0.contains("language") })
  }

  /// Samples in fragments of so many each, those of the second group behind the first `head`.
  private func grouped(_ parts: [Int], head: Int) -> [UInt8] {
    atoms {
      Parts.fileType("iso6", "iso6")
      Parts.fragmentedMovie()
      for (number, count) in parts.enumerated() {
        let first = parts[..<number].reduce(0, +)
        let before = min(max(0, head - first), count)
        let runs = [(before, UInt32(1)), (count - before, UInt32(2))].filter { $0.0 > 0 }
        // moof 8, mfhd 16, traf 8, tfhd 16, tfdt 20, trun 20 and 4 for each sample, sbgp 20 and 8 for each run, mdat 8.
        let offset = UInt32(116 + 4 * count + 8 * runs.count)
        atom("moof") {
          atom("mfhd", version: 0) { u32(UInt32(number + 1)) }
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x02_0000) { u32(1) }
            atom("tfdt", version: 1) { u64(UInt64(first) * 1_000) }
            atom("trun", version: 0, flags: 0x201) { u32(UInt32(count), offset); for _ in 0..<count { u32(2) } }
            atom("sbgp", version: 0) {
              code("roll"); u32(UInt32(runs.count)); for run in runs { u32(UInt32(run.0), run.1) }
            }
          }
        }
        atom("mdat") { for sample in first..<first + count { u8(1, UInt8(sample)) } }
      }
    }
  }

  /// Groups of samples are what they were, however fragments divide them; another group of one is told.
  @Test func groupsDividedByFragmentsAreTheSame() throws {
    let divided = try verdict(grouped([2, 4], head: 3), grouped([3, 2, 1], head: 3))
    #expect(divided.hasSameMedia == true && divided.state(of: .seeking) == .same, "\(divided.findings)")
    let other = try verdict(grouped([2, 4], head: 3), grouped([3, 2, 1], head: 4))
    #expect(other.hasSameMedia == true && other.state(of: .seeking) == .changed, "\(other.findings)")
  }

  /// User data that went are of the aspect of what is in them, whatever stands first; empty ones are of none.
  @Test func userDataAreWhatIsInThem() throws {
    func film(_ data: Piece) -> [UInt8] {
      atoms {
        Parts.fileType("isom", "isom")
        atom("mdat") { u8(1, 2, 3, 4) }
        Parts.movie {
          Parts.track {
            Parts.media { Parts.visualEntry("avc1") } tables: { Parts.sampleTables([4], at: 28) }
            data
          }
        }
      }
    }
    let kind = atom("kind", version: 0) { text("urn:mpeg:dash:role:2011", terminated: true); text("caption", terminated: true) }
    let lost = try verdict(film(atom("udta") { atom("free") { zeros(4) }; kind }), film(Piece()))
    #expect(lost.regressions == [.tracks], "\(lost.findings)")
    #expect(told(lost, .tags).isEmpty)
    let empty = try verdict(film(atom("udta") { Piece() }), film(Piece()))
    #expect(empty.regressions.isEmpty && empty.closing != nil, "\(empty.findings)")
  }

  /// A fragment that went takes what stands beside its samples along, and fragments elsewhere go by what a movie says.
  @Test func whatStandsBesideSamplesIsTold() throws {
    let film = grouped([2], head: 1)
    let system = atom("pssh", version: 0) { hex("1077efec-c0b2-4d02-ace3-3c1e52e2fb4b"); u32(0) }
    let keys = atoms { atom("moof") { atom("mfhd", version: 0) { u32(2) }; system } }
    let lost = try verdict(film + keys, film)
    #expect(lost.regressions.contains(.protection), "\(lost.findings)")
    func initial(_ duration: UInt32) -> [UInt8] {
      atoms {
        Parts.fileType("iso6", "iso6")
        atom("mdat") { u8(1, 2, 3, 4) }
        Parts.movie {
          Parts.track { Parts.media { Parts.visualEntry("avc1") } tables: { Parts.sampleTables([4], at: 28) } }
          atom("mvex") { atom("trex", version: 0) { u32(1, 1); u32(duration); u32(0, 0) } }
        }
      }
    }
    #expect(try verdict(initial(512), initial(1_024)).state(of: .times) == .changed)
  }
}
