// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import Structure
import Testing

@testable import MediaInspection

/// Samples of movie fragments.
@Suite struct FragmentSampleTests {
  /// `moov` of one track whose `trex` says description 1, duration 100, size 50, not sync.
  static let movie = pieces {
    Parts.fileType("iso6")
    Parts.movie(duration: 0) {
      Parts.track(duration: 0) {
        Parts.media(duration: 0) {
          Parts.visualEntry("avc1")
        } tables: {
          Parts.emptyTables
        }
      }
      atom("mvex") {
        atom("trex", version: 0) { u32(1, 1, 100, 50, 0x1_0000) }
      }
    }
  }

  static func fragment(@AtomBuilder _ content: () -> Piece) -> Piece {
    let content = content()
    return atom("moof") {
      atom("mfhd", version: 0) { u32(1) }
      content
    }
  }

  /// A file of the movie and `content`.
  static func bytes(@AtomBuilder _ content: () -> Piece) -> [UInt8] {
    let content = content()
    return atoms {
      movie
      content
    }
  }

  /// Where the first fragment begins.
  static let start = UInt64(movie.bytes.count)

  @Test func trackDefaultsStandInForAll() throws {
    let samples = try samples(
      Self.bytes {
        Self.fragment {
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x2_0000) { u32(1) }
            atom("tfdt", version: 0) { u32(7_000) }
            atom("trun", version: 0, flags: 0x1) {
              u32(2); i32(1_000)
            }
          }
        }
      })
    #expect(samples.map(\.offset) == [Self.start + 1_000, Self.start + 1_050])
    #expect(samples.map(\.size) == [50, 50])
    #expect(samples.map(\.decodeTime) == [7_000, 7_100])
    #expect(samples.map(\.isSync) == [false, false])
    #expect(samples.map(\.description) == [1, 1])
    #expect(samples.map(\.fragment) == [1, 1])
    #expect(samples.map(\.chunk) == [1, 1])
  }

  @Test func headerOverridesTrackDefaults() throws {
    let samples = try samples(
      Self.bytes {
        Self.fragment {
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x3B) {
              u32(1); u64(0x1_0000_0000); u32(2, 10, 20, 0x0200_0000)
            }
            atom("trun", version: 0, flags: 0x1) {
              u32(2); i32(-16)
            }
          }
        }
      })
    #expect(samples.map(\.offset) == [0xFFFF_FFF0, 0x1_0000_0004])
    #expect(samples.map(\.size) == [20, 20])
    #expect(samples.map(\.duration) == [10, 10])
    #expect(samples.map(\.isSync) == [true, true])
    #expect(samples.map(\.dependencies.dependsOn) == [2, 2])
    #expect(samples.map(\.description) == [2, 2])
  }

  /// Each flag brings its own field and no other: with all of them at once, fields of equal width may stand
  /// for one another.
  @Test(
    arguments: [
      (0x02, 2, 100, 50, false), (0x08, 1, 7, 50, false), (0x10, 1, 100, 7, false),
      (0x20, 1, 100, 50, true),
    ] as [(flag: UInt32, description: Int, duration: UInt64, size: UInt64, isSync: Bool)])
  func eachFlagOfTheHeaderBringsItsField(
    flag: UInt32, description: Int, duration: UInt64, size: UInt64, isSync: Bool
  ) throws {
    let value: UInt32 = [0x02: 2, 0x20: 0x0200_0000][flag] ?? 7
    let samples = try samples(
      Self.bytes {
        Self.fragment {
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x2_0000 | flag) { u32(1, value) }
            atom("trun", version: 0, flags: 0x1) {
              u32(1); i32(1_000)
            }
          }
        }
      })
    #expect(samples.map(\.description) == [description])
    #expect(samples.map(\.duration) == [duration])
    #expect(samples.map(\.size) == [size])
    #expect(samples.map(\.isSync) == [isSync])
  }

  @Test func rowsOverrideTheHeader() throws {
    let samples = try samples(
      Self.bytes {
        Self.fragment {
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x2_0038) { u32(1, 10, 20, 0x0200_0000) }
            atom("trun", version: 1, flags: 0xF01) {
              u32(2); i32(500)
              u32(1, 2, 0x0001_0000); i32(-3)
              u32(4, 5, 0x0000_0000); i32(6)
            }
          }
        }
      })
    #expect(samples.map(\.offset) == [Self.start + 500, Self.start + 502])
    #expect(samples.map(\.duration) == [1, 4])
    #expect(samples.map(\.size) == [2, 5])
    #expect(samples.map(\.isSync) == [false, true])
    #expect(samples.map(\.compositionTime) == [-3, 7])
  }

  @Test(
    arguments: [
      (0x101, [11, 12], [50, 50]), (0x201, [100, 100], [11, 12]), (0x301, [11, 13], [12, 14]),
    ] as [(UInt32, [UInt64], [UInt64])])
  func eachColumnMayBeThere(flags: UInt32, durations: [UInt64], sizes: [UInt64]) throws {
    let samples = try samples(
      Self.bytes {
        Self.fragment {
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x2_0000) { u32(1) }
            atom("trun", version: 0, flags: flags) {
              u32(2); i32(0); u32(11, 12, 13, 14)
            }
          }
        }
      })
    #expect(samples.map(\.duration) == durations)
    #expect(samples.map(\.size) == sizes)
  }

  @Test func flagsOfTheFirstSampleStandInForDefaultsOnly() throws {
    func flags(_ bits: UInt32, _ rows: Piece) throws -> [Bool] {
      try samples(
        Self.bytes {
          Self.fragment {
            atom("traf") {
              atom("tfhd", version: 0) { u32(1) }
              atom("trun", version: 0, flags: bits) {
                u32(2); u32(0); rows
              }
            }
          }
        }
      ).map(\.isSync)
    }
    #expect(try flags(0x4, Piece()) == [true, false])
    // Those of its own row count more (14496-12 §8.8.8.1 forbids both).
    #expect(try flags(0x404, u32(0x1_0000, 0)) == [false, true])
  }

  @Test func runsFollowOneAnother() throws {
    let samples = try samples(
      Self.bytes {
        Self.fragment {
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x2_0000) { u32(1) }
            atom("tfdt", version: 1) { u64(0x1_0000_0000) }
            atom("trun", version: 0, flags: 0x201) {
              u32(2); i32(300); u32(5, 6)
            }
            atom("trun", version: 0, flags: 0x200) {
              u32(1); u32(7)
            }
            atom("trun", version: 0, flags: 0x001) {
              u32(1); i32(900)
            }
          }
        }
      })
    #expect(samples.map { $0.offset.map { $0 - Self.start } } == [300, 305, 311, 900])
    #expect(samples.map(\.chunk) == [1, 1, 2, 3])
    #expect(samples.map(\.decodeTime) == [0, 100, 200, 300].map { 0x1_0000_0000 + $0 })
  }

  @Test func withoutBaseDataBeginsWhereThatOfTheTrackBeforeEnds() throws {
    let movie = try movieSamples(
      Self.bytes {
        Self.fragment {
          atom("traf") {
            atom("tfhd", version: 0) { u32(1) }
            atom("trun", version: 0, flags: 0x201) {
              u32(2); i32(400); u32(5, 6)
            }
          }
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x10) { u32(2, 3) }
            atom("trun", version: 0) { u32(2) }
          }
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x2_0010) { u32(3, 3) }
            atom("trun", version: 0) { u32(1) }
          }
        }
      })
    #expect(movie.tracks.map(\.id) == [1, 2, 3])
    let offsets = movie.tracks.map { Array($0.samples()).map { ($0.offset ?? 0) - Self.start } }
    // Track 3 says that its base is the fragment.
    #expect(offsets == [[400, 405], [411, 414], [0]])
  }

  @Test func withoutDecodeTimeOneFragmentFollowsAnother() throws {
    let piece = Self.fragment {
      atom("traf") {
        atom("tfhd", version: 0, flags: 0x2_0000) { u32(1) }
        atom("trun", version: 0, flags: 0x100) { u32(2, 30, 40) }
      }
    }
    let samples = try samples(
      Self.bytes {
        piece; piece
      })
    #expect(samples.map(\.decodeTime) == [0, 30, 70, 100])
    #expect(samples.map(\.number) == [1, 2, 3, 4])
    #expect(samples.map(\.fragment) == [1, 1, 2, 2])
  }

  /// Of 200 fragments of a sample each as many are looked into as of 200 chunks, from the second to the last.
  @Test(arguments: [1, 2, 64, 65, 200]) func someSamplesThatBeginFragmentsAreLookedAt(count: Int) throws {
    let bytes = Self.bytes {
      for number in 1...count {
        Self.fragment {
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x2_0000) { u32(1) }
            atom("tfdt", version: 0) { u32(UInt32(100 * number)) }
            atom("trun", version: 0, flags: 0x1) { u32(1); i32(1_000) }
          }
        }
      }
    }
    let found = try #require(try movieSamples(bytes).tracks.first).laterFirsts
    let expected =
      switch count {
      case 1, 2, 64: count < 2 ? [] : Array(2...count)
      case 65: stride(from: 3, through: 65, by: 2).map { $0 }
      default: stride(from: 5, through: 197, by: 4) + [200]
      }
    #expect(found == expected)
  }

  @Test func fragmentsGoOnAfterTheTables() throws {
    let bytes = atoms {
      Parts.fileType("iso6")
      Parts.movie {
        Parts.track {
          Parts.media {
            Parts.visualEntry("avc1")
          } tables: {
            Parts.sampleTables([9, 9], delta: 200, at: 40)
          }
        }
        atom("mvex") { atom("trex", version: 0) { u32(1, 1, 100, 50, 0) } }
      }
      Self.fragment {
        atom("traf") {
          atom("tfhd", version: 0, flags: 0x2_0000) { u32(1) }
          atom("trun", version: 0) { u32(1) }
        }
      }
    }
    let track = try #require(try movieSamples(bytes).tracks.first)
    let samples = Array(track.samples())
    #expect(track.fragmentedCount == 1)
    #expect(samples.map(\.number) == [1, 2, 3])
    #expect(samples.map(\.decodeTime) == [0, 200, 400])
    #expect(samples.map(\.fragment) == [0, 0, 1])
    #expect(Array(track.samples(from: 3)).map(\.fragment) == [1])
  }

  /// Players and FFmpeg take the samples of runs that are there all the same, so the bytes of the header do not decide.
  @Test func emptyDurationIsTimeWithoutSamplesWhereThereAreNoRuns() throws {
    func piece(_ flags: UInt32, runs: Bool) -> Piece {
      Self.fragment {
        atom("traf") {
          atom("tfhd", version: 0, flags: flags) { u32(1, 500) }
          if runs { atom("trun", version: 0) { u32(1) } }
        }
      }
    }
    let samples = try samples(
      Self.bytes {
        piece(0x1_0008, runs: false); piece(0x8, runs: true); piece(0x1_0008, runs: true); piece(0x1_0008, runs: false)
        piece(0x8, runs: true)
      })
    #expect(samples.map(\.decodeTime) == [500, 1_000, 2_000])
    #expect(samples.map(\.fragment) == [2, 3, 5])
  }

  @Test func dependenciesMayStandInTheFragment() throws {
    let samples = try samples(
      Self.bytes {
        Self.fragment {
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x2_0000) { u32(1) }
            atom("sdtp", version: 0) { hex("20 18") }
            atom("trun", version: 0) { u32(2) }
          }
        }
      })
    #expect(samples.map(\.dependencies.dependsOn) == [2, 1])
    #expect(samples.map(\.dependencies.isDependedOn) == [0, 2])
  }

  @Test func segmentsTakeWhatTheInitializationSays() throws {
    let segment = atoms {
      Self.fragment {
        atom("traf") {
          atom("tfhd", version: 0, flags: 0x2_0000) { u32(1) }
          atom("tfdt", version: 0) { u32(900) }
          atom("trun", version: 0) { u32(1) }
        }
      }
    }
    let alone = try #require(try movieSamples(segment).tracks.first)
    #expect(Array(alone.samples()).map(\.size) == [0])
    #expect(alone.timescale == 0)
    let both = try #require(
      try movieSamples(segment, initialization: Self.movie.bytes).tracks.first)
    #expect(both.timescale == 1_000)
    #expect(both.handler == "vide")
    let samples = Array(both.samples())
    #expect(samples.map(\.size) == [50])
    #expect(samples.map(\.duration) == [100])
    #expect(samples.map(\.offset) == [0])
    #expect(samples.map(\.decodeTime) == [900])
  }

  @Test(arguments: 1...12)
  func listsMayBeginInAnyFragment(first: Int) throws {
    let piece = Self.fragment {
      atom("traf") {
        atom("tfhd", version: 0, flags: 0x2_0000) { u32(1) }
        atom("trun", version: 0, flags: 0x301) {
          u32(2); i32(70); u32(30, 4, 40, 5)
        }
        atom("trun", version: 0, flags: 0) { u32(1) }
      }
    }
    let bytes = Self.bytes {
      piece; piece; piece
    }
    let track = try #require(try movieSamples(bytes).tracks.first)
    let all = Array(track.samples())
    #expect(all.count == 9)
    let some = Array(track.samples(from: first))
    #expect(some.count == max(0, 10 - first))
    for (a, b) in zip(all.dropFirst(first - 1), some) { expectSame(a, b) }
  }

  // MARK: Counts that lie

  @Test func runsThatPromiseMoreThanTheyHaveAreCut() throws {
    let rows = try samples(
      Self.bytes {
        Self.fragment {
          atom("traf") {
            atom("tfhd", version: 0) { u32(1) }
            atom("trun", version: 0, flags: 0x200) { u32(0xFFFF_FFFF, 5, 6) }
          }
        }
      })
    #expect(rows.map(\.size) == [5, 6])
    let bytes = Self.bytes {
      Self.fragment {
        atom("traf") {
          atom("tfhd", version: 0) { u32(1) }
          atom("trun", version: 0) { u32(0xFFFF_FFFF) }
          atom("trun", version: 0) { u32(0xFFFF_FFFF) }
        }
      }
    }
    let track = try #require(try movieSamples(bytes).tracks.first)
    #expect(track.count == bytes.count * 8)
    var count = 0
    for _ in track.samples() { count += 1 }
    #expect(count == track.count)
  }

  @Test func placesThatDoNotFitANumberAreNoPlaces() throws {
    let samples = try samples(
      Self.bytes {
        Self.fragment {
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x1) {
              u32(1); u64(.max)
            }
            atom("trun", version: 0, flags: 0x1) {
              u32(1); i32(1)
            }
            atom("trun", version: 0, flags: 0x1) {
              u32(1); i32(-1)
            }
          }
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x1) {
              u32(1); u64(0)
            }
            atom("trun", version: 0, flags: 0x1) {
              u32(1); i32(-1)
            }
          }
        }
      })
    #expect(samples.map(\.offset) == [nil, .max - 1, nil])
  }

  // MARK: Segments

  /// A media segment of one run of two samples.
  static func segment(_ track: UInt32 = 1, time: UInt32? = nil, offset: Int32 = 100) -> [UInt8] {
    atoms {
      atom("styp") { u32(0x6D73_6468, 0) }
      Self.fragment {
        atom("traf") {
          atom("tfhd", version: 0, flags: 0x2_0000) { u32(track) }
          time.map { time in atom("tfdt", version: 0) { u32(time) } } ?? Piece()
          atom("trun", version: 0, flags: 0x1) {
            u32(2); i32(offset)
          }
        }
      }
    }
  }

  @Test func segmentsGoOnWithTheSamplesOfTheFileBeforeThem() throws {
    let movie = try movieSamples(
      Self.bytes {}, segments: [Self.segment(time: 700), Self.segment(), Self.segment(time: 5_000)])
    #expect(movie.documents.count == 4 && movie.fragmentCount == 3 && movie.firstEarlier == nil)
    let track = try #require(movie.tracks.first)
    #expect(movie.tracks.count == 1 && track.count == 6 && track.fileCount == 3)
    let samples = Array(track.samples())
    #expect(samples.map(\.number) == [1, 2, 3, 4, 5, 6])
    #expect(samples.map(\.file) == [1, 1, 2, 2, 3, 3])
    // Fragments count in each file, and so do offsets: its `moof` lies behind 16 bytes of `styp`.
    #expect(samples.map(\.fragment) == [1, 1, 1, 1, 1, 1])
    #expect(samples.map(\.offset) == [116, 166, 116, 166, 116, 166])
    // The second has no time of its own and goes on.
    #expect(samples.map(\.decodeTime) == [700, 800, 900, 1_000, 5_000, 5_100])
    #expect(track.end == 5_200)
    #expect(track.chunks.map(\.firstSample) == [1, 3, 5])
    #expect(track.chunks.map(\.file) == [1, 2, 3])
    for first in 1...7 {
      let rest = samples.map(\.number).dropFirst(first - 1)
      #expect(track.samples(from: first).map(\.number) == Array(rest))
    }
    #expect(track.sample(shownAt: 950)?.sample.number == 3)
    #expect(track.groups().reduce(0) { count, _ in count + 1 } == 6)
  }

  @Test func segmentsWithoutAMovieOfTheirOwnTakeOneGivenBesideThem() throws {
    let movie = try movieSamples(
      Self.segment(time: 0), initialization: Self.bytes {},
      segments: [Self.segment(offset: 7)])
    let samples = try #require(movie.tracks.first.map { Array($0.samples()) })
    #expect(samples.map(\.file) == [0, 0, 1, 1])
    #expect(samples.map(\.size) == [50, 50, 50, 50])
    #expect(samples.map(\.offset) == [116, 166, 23, 73])
    #expect(samples.map(\.decodeTime) == [0, 100, 200, 300])
  }

  @Test func segmentsInAnotherOrderThanTheirTimesAreTold() throws {
    let movie = try movieSamples(
      Self.bytes {},
      segments: [Self.segment(time: 400), Self.segment(time: 200), Self.segment(time: 0)])
    #expect(movie.firstEarlier == 2)
    #expect(movie.tracks.first?.samples().map(\.decodeTime) == [400, 500, 200, 300, 0, 100])
  }

  @Test func chunksOfSegmentsComeInTheOrderOfFiles() throws {
    let movie = try movieSamples(
      Self.bytes {},
      segments: [
        Self.segment(time: 0, offset: 900), Self.segment(2, time: 0, offset: 500),
        Self.segment(time: 200, offset: 100),
      ])
    let chunks = Array(FileChunks(movie))
    #expect(chunks.map(\.chunk.file) == [1, 2, 3])
    #expect(chunks.map(\.chunk.offset) == [916, 516, 116])
    #expect(chunks.map { movie.tracks[$0.track].id } == [1, 2, 1])
  }

  /// The order of one track is kept for the next who asks, and not that of another: samples of the first lie backwards.
  @Test func chunksOfFragmentsComeInTheOrderOfTheFile() throws {
    func run(_ offset: Int32) -> Piece {
      Self.fragment {
        atom("traf") {
          atom("tfhd", version: 0, flags: 0x2_0000) { u32(1) }
          atom("trun", version: 0, flags: 0x1) { u32(2); i32(offset) }
        }
      }
    }
    for (offsets, isInOrder) in [([900, 100], false), ([100, 900], true)] as [([Int32], Bool)] {
      let movie = try movieSamples(Self.bytes { for offset in offsets { run(offset) } })
      for _ in 1...2 {
        let chunks = Array(FileChunks(movie)).map(\.chunk)
        #expect(chunks.map(\.firstSample) == (isInOrder ? [1, 3] : [3, 1]))
      }
    }
  }

  /// Where each run says where it begins, their order is known when they are listed; a run that does not begins where the
  /// rows of the one before it end, which only reading them says.
  @Test func orderIsKnownWhereRunsSayWhereTheyBegin() throws {
    func known(_ fragments: [[Int32?]]) throws -> (isKnown: Bool, first: [Int]) {
      let movie = try movieSamples(
        Self.bytes {
          for runs in fragments {
            Self.fragment {
              atom("traf") {
                atom("tfhd", version: 0, flags: 0x2_0000) { u32(1) }
                for offset in runs {
                  if let offset {
                    atom("trun", version: 0, flags: 0x1) { u32(1); i32(offset) }
                  } else {
                    atom("trun", version: 0) { u32(1) }
                  }
                }
              }
            }
          }
        })
      let fragments = try #require(movie.document.fragments as? KnownFragments)
      let isKnown = fragments.index.liesInOrder(1)
      return (isKnown, FileChunks(movie).map(\.chunk.firstSample))
    }
    #expect(try known([[100, 200], [300]]) == (true, [1, 2, 3]))
    // The first run of a fragment begins with it, when it does not say where.
    #expect(try known([[0], [nil]]) == (true, [1, 2]))
    #expect(try known([[900], [nil]]) == (false, [2, 1]))
    #expect(try known([[200, 100], [300]]) == (false, [2, 1, 3]))
    #expect(try known([[100, nil], [300]]) == (false, [1, 2, 3]))
    #expect(try known([[500], [100]]) == (false, [2, 1]))
  }
}
