import Atoms
import ByteReading
import Corpus
import FuzzOracles
import MediaFacts
import MediaInspection
import Structure
import Testing

/// What checks find, and what they leave alone.
@Suite struct CheckTests {
  /// `severity id path`, and what it follows from.
  private func problems(_ document: Document) -> [String] {
    MediaFile.check(document)
    return document.problems.kept.map { problem in
      let line =
        "\(problem.severity.name) \(problem.kind.id) \(problem.node.map { document.path(of: $0) } ?? "file")"
      guard let cause = problem.follows else { return line }
      return line + " follows " + document.problems.kept[cause].kind.id.description
    }
  }

  /// Those about these kinds alone: the files of some tests leave out most of what a file must have.
  private func problems(_ document: Document, about kinds: String...) -> [String] {
    problems(document).filter { line in kinds.contains { line.contains(" \($0)") } }
  }

  @Test(arguments: ["movie.mov", "frag.mp4", "a.mp4", "b.mp4", "fast.mp4", "slow.mp4"])
  func goodFilesHaveNoProblems(name: String) throws {
    #expect(problems(try opened(corpus: "mockups/" + name)) == [])
  }

  @Test func theDamagedFileHasTwoErrors() throws {
    let document = try opened(corpus: "mockups/corrupt.mp4")
    #expect(
      problems(document) == [
        "error atom-exceeds-parent moov/trak[1]/mdia/minf/stbl/stsz",
        "error chunk-beyond-end moov/trak[1]/mdia/minf/stbl/stco follows file-truncated",
        "error chunk-beyond-end moov/trak[2]/mdia/minf/stbl/stco follows file-truncated",
        "error chunk-crosses-end moov/trak[2]/mdia/minf/stbl/stco follows file-truncated",
        "error file-truncated mdat",
      ])
    #expect(document.problems.errors == 2)
    let beyond = try #require(document.problems.kept.dropFirst().first)
    #expect(beyond.detail == Detail(.count(17), .total(47), .end(20_000)))
    let marked = document.tree.indices.filter {
      document.faulty.contain($0, document.tree[$0])
    }
    #expect(
      marked.map { document.tree[$0].type } == ["stsz", "stco", "stco", "mdat"])
  }

  @Test func countsThatDisagreeAreFound() throws {
    let document = try opened(
      atoms {
        movie(handler: "vide") {
          visual("avc1", 16, 16) {}
        } tables: {
          atom("stts", version: 0) {
            u32(1); u32(4, 20)
          }
          atom("stsz", version: 0) { u32(9, 5) }
        }
      })
    #expect(
      problems(document, about: "sample-", "media-") == [
        "warning media-duration-differs moov/trak/mdia/mdhd follows sample-count-differs",
        "error sample-count-differs moov/trak/mdia/minf/stbl/stts",
      ])
  }

  /// The header says 882 ticks, the samples last 1,906: an edit may begin at any time before they end.
  @Test(
    arguments: [
      (1_024, []), (1_905, []), (1_906, ["error edit-beyond-media moov/trak/edts/elst"]),
    ] as [(UInt32, [String])])
  func editsAreMeasuredBySamples(time: UInt32, expected: [String]) throws {
    let document = try opened(
      atoms {
        Parts.fileType("isom", "isom")
        Parts.movie {
          Parts.track {
            atom("edts") {
              atom("elst", version: 0) { u32(1, 882, time, 0x1_0000) }
            }
            Parts.media(duration: 882) {
              Parts.visualEntry("avc1")
            } tables: {
              Parts.sampleTables([5, 4], delta: 953)
            }
          }
        }
      })
    #expect(problems(document, about: "edit-") == expected)
  }

  /// 2,000 ticks of which 2³² − 1 are a second: no tick of video, of 1/12,288 s, nor of sound, of 1/44,100 s.
  @Test(arguments: [(.max, true), (2_000 * 12_288, false), (1_000, false)] as [(UInt32, Bool)])
  func editsLastATickOfTheirMedia(timescale: UInt32, isTold: Bool) throws {
    let film = PlayerCases.content(try Corpus.open("mockups/fast.mp4"))
    let document = try opened(film.setting("moov/mvhd", at: 12) { u32(timescale) })
    let expected = [1, 2].map { "warning edit-duration-zero moov/trak[\($0)]/edts/elst" }
    #expect(problems(document, about: "edit-") == (isTold ? expected : []))
    // Of such a movie there is no mean rate.
    #expect((document.synopsis.bitRate(ofFileOf: UInt64(film.count)) == nil) == isTold)
  }

  /// Samples of 200 ticks, and many of 40: an edit may hold the last for as long as one lasts, and an eighth of all.
  @Test(
    arguments: [
      (2, 200, 400, 1, false), (2, 200, 602, 1, false), (2, 200, 603, 1, true), (100, 40, 4_500, 1, false),
      (100, 40, 4_501, 1, true), (100, 40, 0xFFFF_FFFF, 1, false), (100, 40, 8_000, 0, false), (100, 40, 0x7FFF_FFFF, 1, true),
    ] as [(Int, UInt32, UInt32, UInt16, Bool)])
  func editsAreNoLongerThanTheirMedia(count: Int, delta: UInt32, duration: UInt32, rate: UInt16, isTold: Bool) throws {
    for (handler, flags) in [("vide", 0), ("soun", 0), ("vide", 1), ("text", 0)] as [(FourCC, UInt32)] {
      let document = try opened(
        atoms {
          Parts.fileType("isom", "isom")
          Parts.movie(duration: duration) {
            Parts.track(duration: duration) {
              atom("edts") {
                atom("elst", version: 0, flags: flags) { u32(1, duration, 0); u16(rate, 0) }
              }
              Parts.media(handler: handler, duration: UInt32(count) * delta) {
                Piece()
              } tables: {
                Parts.sampleTables(Array(repeating: 4, count: count), delta: delta)
              }
            }
          }
        })
      let isMeant = isTold && handler != "text" && flags == 0
      #expect(
        problems(document, about: "edit-") == (isMeant ? ["warning edit-longer-than-media moov/trak/edts/elst"] : []),
        "\(handler) \(flags)")
    }
  }

  /// Ticks of 1/1,000 s, samples of 40.
  @Test(
    arguments: [
      (400, false), (401, false), (439, false), (361, false), (440, true), (360, true),
    ] as [(UInt32, Bool)])
  func tracksMayDifferByLessThanASample(duration: UInt32, isTold: Bool) throws {
    for hasEdits in [false, true] {
      let document = try opened(
        atoms {
          Parts.fileType("isom", "isom")
          Parts.movie {
            Parts.track(duration: duration) {
              if hasEdits {
                atom("edts") { atom("elst", version: 0) { u32(1, 400, 0, 0x1_0000) } }
              }
              Parts.media {
                Parts.visualEntry("avc1")
              } tables: {
                Parts.sampleTables(Array(repeating: 4, count: 10), delta: 40)
              }
            }
          }
        })
      // The movie has the right length, and so another than its track.
      let isOfMovie = abs(Int(duration) - 400) > 1
      let follows = isTold ? " follows track-duration-differs" : ""
      #expect(
        problems(document, about: "track-duration", "movie-duration")
          == (isOfMovie ? ["warning movie-duration-differs moov/mvhd" + follows] : [])
          + (isTold ? ["warning track-duration-differs moov/trak/tkhd"] : []))
    }
  }

  /// A film of ten samples of 40 ticks, 400 of the movie, whose header says this.
  private func lengths(
    _ duration: UInt32, handler: FourCC, edit: UInt32? = nil, flags: UInt32 = 0
  ) throws -> [String] {
    try problems(
      opened(
        atoms {
          Parts.fileType("isom", "isom")
          Parts.movie(duration: duration) {
            Parts.track(duration: duration) {
              if let edit {
                atom("edts") { atom("elst", version: 0, flags: flags) { u32(1, edit, 0, 0x1_0000) } }
              }
              Parts.media(handler: handler) {
                handler == "soun" ? Parts.audioEntry("mp4a") : Parts.visualEntry("avc1")
              } tables: {
                Parts.sampleTables(Array(repeating: 4, count: 10), delta: 40)
              }
            }
          }
        }),
      about: "track-duration", "movie-duration")
  }

  /// Encoders put four samples at most around what was recorded.
  @Test func whatEncodersPutAroundSoundIsAdvice() throws {
    let (note, warning) = (["note track-duration-padded moov/trak/tkhd"], ["warning track-duration-differs moov/trak/tkhd"])
    #expect(try lengths(300, handler: "soun") == note)
    #expect(try lengths(239, handler: "soun") == warning)
    #expect(try lengths(300, handler: "vide") == warning)
    // What the edits leave out, and no more than is coded.
    #expect(try lengths(400, handler: "soun", edit: 320) == note)
    #expect(try lengths(400, handler: "vide", edit: 320) == note)
    #expect(try lengths(400, handler: "soun", edit: 200) == warning)
    #expect(try lengths(480, handler: "soun", edit: 400) == warning)
    #expect(try lengths(320, handler: "soun", edit: 400) == warning)
  }

  /// Edits that are repeated go on until the track ends by its header (14496-12 §8.6.6.3).
  @Test func tracksLastLongerThanEditsThatAreRepeated() throws {
    #expect(try lengths(1_200, handler: "pict", edit: 400, flags: 1) == [])
    #expect(try lengths(1_200, handler: "pict", edit: 400) == ["warning track-duration-differs moov/trak/tkhd"])
  }

  /// Three samples of 100 ticks, stored 1 3 2 and shown from 200 to 500; the last one lasts 50.
  @Test(
    arguments: [
      // The sum of the durations, the end of the last that is shown, and what lies between.
      (250, []), (500, []), (300, []),
      // A tick is lost where times are rounded.
      (249, []),
      (248, ["warning media-duration-differs moov/trak/mdia/mdhd"]),
      (450, ["warning media-duration-differs moov/trak/mdia/mdhd"]),
    ] as [(UInt32, [String])])
  func mediaMayLastFromTheFirstToTheLastThatIsShown(
    duration: UInt32, expected: [String]
  ) throws {
    func problems(offsets: [Int32]) throws -> [String] {
      let document = try opened(
        atoms {
          Parts.fileType("isom", "isom")
          Parts.movie(duration: duration) {
            Parts.track(duration: duration) {
              Parts.media(duration: duration) {
                Parts.visualEntry("avc1")
              } tables: {
                Parts.sampleTables([5, 4, 4])
                atom("ctts", version: 1) {
                  u32(UInt32(offsets.count))
                  for offset in offsets {
                    u32(1); i32(offset)
                  }
                }
              }
            }
          }
        }
        .replacing("moov/trak/mdia/minf/stbl/stts") {
          atom("stts", version: 0) { u32(2, 2, 100, 1, 50) }
        })
      return self.problems(document, about: "media-duration")
    }
    // Decoded at 0, 100 and 200; shown at 200, 400 and 300.
    #expect(try problems(offsets: [200, 300, 100]) == expected)
    // A sample that is never shown counts for nothing but the sum.
    #expect(
      try problems(offsets: [.min, 300, 50]).isEmpty == [249, 250, 500].contains(duration),
      "shown from 250 to 500")
    // Offsets for two samples of three.
    #expect(try problems(offsets: [200, 300]).isEmpty == [249, 250].contains(duration))
  }

  @Test func chunksInOtherFilesAreNotMissing() throws {
    let chunks = atom("stco", version: 0) { u32(1, 0xFFFF) }
    func file(flags: UInt32) -> [UInt8] {
      atoms {
        atom("moov") {
          atom("trak") {
            atom("mdia") {
              atom("minf") {
                atom("dinf") {
                  atom("dref", version: 0) {
                    u32(1)
                    atom("url ", version: 0, flags: flags) {
                      if flags == 0 { text("other.mp4", terminated: true) }
                    }
                  }
                }
                atom("stbl") { chunks }
              }
            }
          }
        }
      }
    }
    #expect(problems(try opened(file(flags: 0)), about: "chunk") == [])
    #expect(
      problems(try opened(file(flags: 1)), about: "chunk") == [
        "error chunk-beyond-end moov/trak/mdia/minf/stbl/stco"
      ])
  }

  /// A moment of µ-law is a byte, and its size of 1 is meant; of a coding without such a size it is none.
  @Test(arguments: [("ulaw", true), ("alaw", true), ("mp4a", false)] as [(FourCC, Bool)])
  func soundOfOneByteAMomentIsCut(coding: FourCC, isFound: Bool) throws {
    func film(at offset: UInt32) -> [UInt8] {
      atoms {
        Parts.fileType("isom", "isom")
        Parts.movie {
          Parts.track(width: 0, height: 0) {
            Parts.media(handler: "soun") {
              Parts.audioEntry(coding)
            } tables: {
              atom("stts", version: 0) { u32(1, 16, 1) }
              atom("stsc", version: 0) { u32(1, 1, 16, 1) }
              atom("stsz", version: 0) { u32(1, 16) }
              atom("stco", version: 0) { u32(1, offset) }
            }
          }
        }
        atom("mdat") { zeros(8) }
      }
    }
    let bytes = film(at: UInt32(film(at: 0).count - 8))
    #expect(
      problems(try opened(bytes), about: "chunk")
        == (isFound ? ["error chunk-crosses-end moov/trak/mdia/minf/stbl/stco"] : []))
  }

  /// Fragments of one track: number, time, offset of the data from the fragment; samples last 10 ticks, or what is said
  /// elsewhere.
  private func fragments(
    _ list: [(number: UInt32, time: UInt32, offset: Int32)], haveDuration: Bool = true
  ) -> [UInt8] {
    atoms {
      atom("styp") {
        code("msdh"); u32(0)
      }
      for fragment in list {
        atom("moof") {
          atom("mfhd", version: 0) { u32(fragment.number) }
          atom("traf") {
            if haveDuration {
              atom("tfhd", version: 0, flags: 0x2_0018) { u32(1, 10, 4) }
            } else {
              atom("tfhd", version: 0, flags: 0x2_0010) { u32(1, 4) }
            }
            atom("tfdt", version: 0) { u32(fragment.time) }
            atom("trun", version: 0, flags: 1) {
              u32(2); i32(fragment.offset)
            }
          }
        }
        atom("mdat") { zeros(8) }
      }
    }
  }

  @Test func fragmentsThatFollowEachOtherAreFine() throws {
    #expect(problems(try opened(fragments([(1, 0, 100), (2, 20, 100), (3, 40, 100)]))) == [])
  }

  /// What 'trex' says of durations stands in another file: samples do not last 0 ticks for that.
  @Test func fragmentsWhoseDurationsStandElsewhereHaveNoGaps() throws {
    let offset: Int32 = 96
    #expect(
      problems(try opened(fragments([(1, 0, offset), (2, 20, offset), (3, 40, offset)], haveDuration: false))) == [])
  }

  @Test func fragmentsOutOfOrderAreFound() throws {
    #expect(
      problems(try opened(fragments([(2, 0, 100), (2, 10, 100), (3, 40, 101)]))) == [
        "warning sequence-not-increasing moof[2]/mfhd",
        "warning decode-time-overlap moof[2]/traf/tfdt",
        "note decode-time-gap moof[3]/traf/tfdt",
        "error run-outside-media moof[3]/traf/trun",
      ])
  }

  @Test func fieldsThatAreCutOffAreFound() throws {
    let document = try opened(atoms { atom("moov") { atom("mvhd", version: 0) { u32(0, 0) } } })
    #expect(problems(document) == ["error fields-truncated moov/mvhd"])
  }

  @Test func longTablesAreCountedAndLeftAlone() throws {
    let document = try opened(
      atoms {
        movie(handler: "vide") {
          visual("avc1", 16, 16) {}
        } tables: {
          atom("stco", version: 0) {
            u32(5_000); bytes(Array(repeating: 0xFF, count: 20_000))
          }
        }
      })
    #expect(problems(document, about: "chunk") == [])
    #expect(document.problems.uncheckedTables == 1)
  }
}
