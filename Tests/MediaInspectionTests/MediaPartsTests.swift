// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

/// What the parts of media data are called.
@Suite struct MediaPartsTests {
  /// The parts of the node at `index`, as start, end and name.
  private func told(_ parts: MediaParts, _ index: NodeIndex, _ range: Range<Int> = 0..<1_000)
    -> [String]
  {
    var list: [String] = []
    parts.pass(range, in: index) { part in
      list.append("\(part.start)..<\(part.end) \(part.name)")
      return true
    }
    return list
  }

  /// Each `mdat` tells its own, whichever is asked for first.
  @Test func nodesAreToldInAnyOrder() throws {
    let document = try MediaFile.open(Corpus.open("mockups/frag.mp4"))
    let media = document.tree.indices.filter { document.tree[$0].type == "mdat" }
    #expect(media.count == 5)
    let inOrder = MediaParts(document)
    let forwards = media.map { told(inOrder, $0) }
    let outOfOrder = MediaParts(document)
    let backwards = media.reversed().map { told(outOfOrder, $0) }
    #expect(forwards == backwards.reversed())
    #expect(forwards.map(\.count) == media.map { inOrder.count(in: $0) })
    #expect(forwards[0].count == 32)
    #expect(forwards[1].first?.hasSuffix("track 1 sample 13") == true)
    // From the middle on, the same as of all.
    #expect(told(outOfOrder, media[2], 30..<34) == Array(forwards[2][30..<34]))
  }

  /// Runs without bytes lead nowhere: all of them were gone through for each `mdat`.
  @Test func runsWithoutBytesArePassedOnce() throws {
    func steps(_ count: Int) throws -> UInt64 {
      let document = try MediaFile.open(
        ByteSource(
          copying: FragmentSampleTests.bytes {
            for _ in 0..<count {
              FragmentSampleTests.fragment {
                atom("traf") {
                  atom("tfhd", version: 0, flags: 0x2_0010) { u32(1); u32(0) }
                  atom("trun", version: 0, flags: 0x1) { u32(1); i32(0) }
                }
              }
              atom("mdat") { text("xx") }
            }
          }))
      let before = document.work.steps
      let parts = MediaParts(document)
      for index in document.tree.indices where document.tree[index].type == "mdat" {
        #expect(parts.count(in: index) == 1)
        #expect(told(parts, index).first?.hasSuffix("nobody's") == true)
      }
      return document.work.steps - before
    }
    let (few, more) = try (steps(128), steps(256))
    #expect(few >= 128 && more <= few * 5 / 2, "\(few), \(more)")
  }

  /// Chunks of two tracks of which one begins inside the other: told as the map has them.
  @Test func mapAndPartsAgree() throws {
    let document = try MediaFile.open(Corpus.open("mockups/movie.mov"))
    let node = try #require(document.tree.indices.first { document.tree[$0].type == "mdat" })
    let map = ByteMap(document)
    var samples = 0
    for range in map.ranges where range.firstSample > 0 {
      samples += range.lastSample - range.firstSample + 1
    }
    #expect(samples == 48 + 88 + 1)
    #expect(MediaParts(document).count(in: node) == samples)
    #expect(map.ranges.count == Array(map.ranges).count)
  }
}

/// How far tracks lie apart.
@Suite struct InterleavingTests {
  /// A sound and a film of three chunks of one second each, at these places in the file.
  ///
  /// The film has so many `samples` in each of its chunks. Edits are a length and the media from which on it is shown.
  private func distance(
    _ film: [UInt32], _ sound: [UInt32], samples: UInt32 = 1, filmEdits: [(UInt32, UInt32)] = [],
    soundEdits: [(UInt32, UInt32)] = []
  ) throws -> Double {
    let movie = try movieSamples(
      atoms {
        Parts.fileType("isom")
        Parts.movie {
          for (id, chunks, samples) in [(1, film, samples), (2, sound, 1)] as [(UInt32, [UInt32], UInt32)] {
            Parts.track(id: id) {
              let edits = id == 1 ? filmEdits : soundEdits
              if !edits.isEmpty {
                atom("edts") {
                  atom("elst", version: 0) {
                    u32(UInt32(edits.count))
                    for edit in edits { u32(edit.0, edit.1, 0x1_0000) }
                  }
                }
              }
              Parts.media {
                Parts.visualEntry("avc1")
              } tables: {
                stts((UInt32(chunks.count) * samples, 1_000))
                stsc((1, samples))
                stsz(all: 1, count: UInt32(chunks.count) * samples)
                atom("stco", version: 0) {
                  u32(UInt32(chunks.count))
                  for chunk in chunks { u32(chunk) }
                }
              }
            }
          }
        }
      })
    let chunks = FileChunks(movie)
    var interleaving = Interleaving(chunks, of: movie) { _ in true }
    for element in chunks { interleaving.add(element) }
    return interleaving.isMeasured ? interleaving.distance * Double(movie.tracks[0].timescale) : -1
  }

  @Test func tracksInTurnAreOneChunkApart() throws {
    #expect(try distance([10, 30, 50], [20, 40, 60]) == 1_000)
  }

  /// When the film is over it holds nobody up, so that the sound may go on alone; its last sample cannot be
  /// parted.
  @Test func tracksBehindEachOtherAreAllApart() throws {
    #expect(try distance([10, 11, 12], [20, 21, 22]) == 2_000)
  }

  /// The sound waits for all of the film, though this is over with its only chunk.
  @Test func oneChunkOfATrackHoldsUpTheOther() throws {
    #expect(try distance([10], [20, 21, 22], samples: 3) == 2_000)
  }

  /// As a cover that is shown as long as the song lasts.
  @Test func oneSampleHoldsNobodyUp() throws {
    #expect(try distance([10], [20, 21, 22]) == 0)
  }

  /// A sound that begins two seconds later, and stands where it is needed; and one that stands where it would be needed
  /// without its edit.
  @Test func tracksAreComparedAsTheMovieShowsThem() throws {
    let late: [(UInt32, UInt32)] = [(2_000, .max), (3_000, 0)]
    #expect(try distance([10, 20, 30, 50, 70], [40, 60, 80], soundEdits: late) == 1_000)
    #expect(try distance([10, 30, 50], [20, 40, 60]) == 1_000)
    #expect(try distance([10, 30, 50], [20, 40, 60], soundEdits: late) == 2_000)
    // A film of which an edit passes over the first two seconds.
    #expect(try distance([10, 20, 30, 50], [40, 60], filmEdits: [(2_000, 2_000)]) == 1_000)
  }

  /// Of several edits each shows its own part; in another order nothing is measured.
  @Test func eachPartIsComparedAsItsEditShowsIt() throws {
    let halves: [(UInt32, UInt32)] = [(1_000, 0), (2_000, .max), (1_000, 1_000)]
    #expect(try distance([10, 20], [15, 16, 17, 25], filmEdits: halves) == 1_000)
    #expect(try distance([10, 20], [15, 16, 17, 25]) == 2_000)
    #expect(try distance([10, 20, 30], [15, 25, 35], filmEdits: [(1_000, 1_000), (1_000, 0)]) == -1)
    #expect(try distance([10, 20, 30], [15, 25, 35], filmEdits: [(500, 0), (1_000, 1_000)]) == 500)
  }

  @Test func oneTrackIsNotCompared() throws {
    #expect(try distance([10, 11, 12], []) == -1)
  }

  @Test func theLastChunkOfEachTrackIsTold() throws {
    let movie = MovieSamples(try MediaFile.open(Corpus.open("mockups/movie.mov")))
    let last = FileChunks(movie).filter(\.isLast)
    #expect(last.count == movie.tracks.count)
    #expect(Set(last.map(\.track)).count == movie.tracks.count)
  }
}
