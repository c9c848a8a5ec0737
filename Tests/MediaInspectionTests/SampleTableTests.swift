// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

/// Samples of the tables of a track.
@Suite struct SampleTableTests {
  /// Three chunks of 2, 2 and 1 samples, all tables.
  let bytes = file {
    stts((2, 10), (3, 20))
    ctts(version: 1, (1, 30), (3, -5), (1, 0))
    stsc((1, 2), (3, 1))
    stsz(100, 200, 300, 400, 500)
    stco(1_000, 5_000, 9_000)
    atom("stss", version: 0) { u32(2, 1, 4) }
    atom("sdtp", version: 0) { hex("24 18 58 00 04") }
  }

  @Test func placesTimesAndFlagsComeFromTheTables() throws {
    let samples = try samples(bytes)
    #expect(samples.map(\.number) == [1, 2, 3, 4, 5])
    #expect(samples.map(\.offset) == [1_000, 1_100, 5_000, 5_300, 9_000])
    #expect(samples.map(\.size) == [100, 200, 300, 400, 500])
    #expect(samples.map(\.decodeTime) == [0, 10, 20, 40, 60])
    #expect(samples.map(\.duration) == [10, 10, 20, 20, 20])
    #expect(samples.map(\.compositionTime) == [30, 5, 15, 35, 60])
    #expect(samples.map(\.isSync) == [true, false, false, true, false])
    #expect(samples.map(\.chunk) == [1, 1, 2, 2, 3])
    #expect(samples.map(\.description) == [1, 1, 1, 1, 1])
    #expect(samples.map(\.dependencies.dependsOn) == [2, 1, 1, 0, 0])
    #expect(samples.map(\.dependencies.isDependedOn) == [1, 2, 2, 0, 1])
    #expect(samples.map(\.dependencies.isLeading) == [0, 0, 1, 0, 0])
  }

  /// The first two bits of `sdtp` are `is_leading` in ISO files; in QuickTime the second of them says that later samples
  /// may be shown before this one.
  @Test func whatLeadsIsSaidByISOFilesAlone() throws {
    let old = try samples(Parts.fileType("qt  ", "qt  ").bytes + bytes)
    #expect(old.map(\.dependencies.isLeading) == [0, 0, 0, 0, 0])
    #expect(old.map(\.dependencies.dependsOn) == [2, 1, 1, 0, 0])
  }

  @Test(arguments: 1...7)
  func listsMayBeginAnywhere(first: Int) throws {
    let track = try #require(try movieSamples(bytes).tracks.first)
    let all = Array(track.samples())
    let some = Array(track.samples(from: first))
    #expect(some.count == max(0, 6 - first))
    for (a, b) in zip(all.dropFirst(first - 1), some) { expectSame(a, b) }
  }

  @Test func chunksAreSumsOfTheirSamples() throws {
    let track = try #require(try movieSamples(bytes).tracks.first)
    let chunks = Array(track.chunks)
    #expect(chunks.map(\.number) == [1, 2, 3])
    #expect(chunks.map(\.offset) == [1_000, 5_000, 9_000])
    #expect(chunks.map(\.byteCount) == [300, 700, 500])
    #expect(chunks.map(\.firstSample) == [1, 3, 5])
    #expect(chunks.map(\.sampleCount) == [2, 2, 1])
    #expect(chunks.map(\.decodeTime) == [0, 20, 60])
    #expect(chunks.map(\.duration) == [20, 40, 20])
    #expect(track.end == 80)
  }

  @Test func allSamplesAreSyncSamplesWithoutATable() throws {
    let samples = try samples(
      file {
        stts((2, 1)); stsc((1, 2)); stsz(1, 1); stco(0)
      })
    #expect(samples.map(\.isSync) == [true, true])
  }

  @Test func sizesMayBeOneForAllOrFourBitsEach() throws {
    let same = try samples(
      file {
        stts((3, 1)); stsc((1, 3)); stsz(all: 7, count: 3); stco(10)
      })
    #expect(same.map(\.size) == [7, 7, 7])
    #expect(same.map(\.offset) == [10, 17, 24])
    let compact = try samples(
      file {
        stts((3, 1)); stsc((1, 3)); stco(10)
        atom("stz2", version: 0) {
          u24(0); u8(4); u32(3); hex("12 f0")
        }
      })
    #expect(compact.map(\.size) == [1, 2, 15])
    #expect(compact.map(\.offset) == [10, 11, 13])
  }

  @Test func offsetsHave64Bits() throws {
    let samples = try samples(
      file {
        stts((2, 0xFFFF_FFFF)); stsc((1, 1)); stsz(5, 6)
        atom("co64", version: 0) {
          u32(2); u64(0x1_0000_0000, 0xFFFF_FFFF_FFFF_FFFF)
        }
      })
    #expect(samples.map(\.offset) == [0x1_0000_0000, .max])
    #expect(samples.map(\.end) == [0x1_0000_0005, .max])
    #expect(samples.map(\.decodeTime) == [0, 0xFFFF_FFFF])
  }

  @Test func emptyRowsAndEmptyChunksArePassed() throws {
    let samples = try samples(
      file {
        stts((0, 9), (1, 5), (0, 7), (1, 6))
        ctts((0, 1), (2, 3))
        stsc((1, 0), (2, 1), (3, 0), (4, 1))
        stsz(1, 2)
        stco(10, 20, 30, 40)
      })
    #expect(samples.map(\.offset) == [20, 40])
    #expect(samples.map(\.chunk) == [2, 4])
    #expect(samples.map(\.duration) == [5, 6])
    #expect(samples.map(\.compositionOffset) == [3, 3])
  }

  @Test func tablesThatEndEarlyLeaveOnlyWhatTheySay() throws {
    let samples = try samples(
      file {
        stts((1, 5)); ctts((1, 3)); stsc((1, 1)); stsz(1, 1, 1); stco(10, 20)
      })
    #expect(samples.map(\.offset) == [10, 20, nil])
    #expect(samples.map(\.chunk) == [1, 2, 0])
    // The last duration goes on.
    #expect(samples.map(\.decodeTime) == [0, 5, 10])
    #expect(samples.map(\.compositionOffset) == [3, 0, 0])
  }

  @Test func mediaInAnotherFileHasNoPlaceHere() throws {
    var bytes = file {
      stts((1, 5)); stsc((1, 1)); stsz(1); stco(10)
    }
    // The flag of `url ` says that the media is in the same file.
    let place = try #require(
      (0..<bytes.count - 8).first { bytes[$0..<$0 + 4].elementsEqual("url ".utf8) })
    bytes[place + 7] = 0
    let track = try #require(try movieSamples(bytes).tracks.first)
    #expect(track.isElsewhere)
    #expect(Array(track.samples()).map(\.offset) == [nil])
  }

  @Test func soundOfQuickTimeHasPackets() throws {
    // IMA 4:1: 64 samples in 34 bytes, said by version 1 of the description; sizes say 1.
    let entry = atom("ima4") {
      zeros(6); u16(1); u16(1); u16(0); u32(0)
      u16(1); u16(16); i16(-1); u16(0); u32(8_000 << 16)
      u32(64, 34, 34, 2)
    }
    let bytes = file(handler: "soun", entry: entry) {
      stts((160, 1)); stsc((1, 128), (2, 32)); stsz(all: 1, count: 160); stco(100, 500)
    }
    let track = try #require(try movieSamples(bytes).tracks.first)
    let samples = Array(track.samples())
    #expect(samples.map(\.number) == [1, 65, 129])
    #expect(samples.map(\.count) == [64, 64, 32])
    #expect(samples.map(\.offset) == [100, 134, 500])
    #expect(samples.map(\.size) == [34, 34, 34])
    #expect(samples.map(\.duration) == [64, 64, 32])
    #expect(Array(track.chunks).map(\.byteCount) == [68, 34])
    // A packet is not entered in its middle.
    #expect(Array(track.samples(from: 70)).map(\.number) == [65, 129])
  }

  // MARK: Counts that lie

  @Test func sizesThatArePromisedAreNotInvented() throws {
    let bytes = file {
      stts((0xFFFF_FFFF, 1)); stsc((1, 0xFFFF_FFFF)); stco(10)
      atom("stsz", version: 0) { u32(0, 0xFFFF_FFFF, 5, 6) }
    }
    let track = try #require(try movieSamples(bytes).tracks.first)
    #expect(track.promisedCount == 0xFFFF_FFFF)
    #expect(track.count == 2)
    #expect(Array(track.samples()).map(\.size) == [5, 6])
  }

  @Test func samplesWithoutRowsAreNotMoreThanTheFileCouldHold() throws {
    let bytes = file {
      stts((0xFFFF_FFFF, 0xFFFF_FFFF)); stsc((1, 0xFFFF_FFFF))
      stsz(all: 0xFFFF_FFFF, count: 0xFFFF_FFFF); stco(10)
    }
    let track = try #require(try movieSamples(bytes).tracks.first)
    #expect(track.promisedCount == 0xFFFF_FFFF)
    #expect(track.count == bytes.count * 8)
    var last: Sample?
    for sample in track.samples() { last = sample }
    #expect(last?.number == track.count)
    #expect(Array(track.chunks).count == 1)
  }

  @Test func sumsStopAtTheirLimit() throws {
    let bytes = file {
      stts((3, 0xFFFF_FFFF)); ctts((1, .max), (1, .min), (1, 1)); stsc((1, 3)); stsz(9, 9, 9)
      atom("co64", version: 0) {
        u32(1); u64(.max - 10)
      }
    }
    let samples = try samples(bytes)
    let last = UInt64.max
    #expect(samples.map(\.offset) == [last - 10, last - 1, last])
    #expect(samples.map(\.end) == [last - 1, last, last])
    let chunks = try Array(#require(movieSamples(bytes).tracks.first).chunks)
    #expect(chunks.map(\.end) == [.max])
  }

  @Test func chunksInTheWrongOrderEndTheList() throws {
    // first_chunk goes back: rows that were passed stay passed.
    let samples = try samples(
      file {
        stts((4, 1)); stsc((3, 1), (1, 2), (0, 1)); stsz(1, 1, 1, 1); stco(10, 20, 30)
      })
    #expect(samples.count == 4)
    #expect(samples.last?.offset == nil)
  }

  @Test(arguments: [FourCC("stts"), "stsc", "stsz", "stco", "stss", "ctts", "sdtp"])
  func everyTableMayBeCutShort(type: FourCC) throws {
    let whole = bytes
    let place = try #require(
      (0..<whole.count - 8).first {
        whole[$0..<$0 + 4].elementsEqual(type.key.utf8)
      })
    // All counts behind the type become as large as they can be.
    for position in place + 8..<min(whole.count, place + 28) {
      var damaged = whole
      damaged[position] = 0xFF
      for track in try movieSamples(damaged).tracks {
        var count = 0
        for sample in track.samples() { count = sample.number }
        for _ in track.chunks {}
        #expect(count <= track.count)
      }
    }
  }
}

func expectSame(_ a: Sample, _ b: Sample, _ location: SourceLocation = #_sourceLocation) {
  #expect(a.number == b.number, sourceLocation: location)
  #expect(a.offset == b.offset, sourceLocation: location)
  #expect(a.size == b.size, sourceLocation: location)
  #expect(a.decodeTime == b.decodeTime, sourceLocation: location)
  #expect(a.compositionOffset == b.compositionOffset, sourceLocation: location)
  #expect(a.duration == b.duration, sourceLocation: location)
  #expect(a.isSync == b.isSync, sourceLocation: location)
  #expect(a.dependencies == b.dependencies, sourceLocation: location)
  #expect(a.description == b.description, sourceLocation: location)
  #expect(a.chunk == b.chunk, sourceLocation: location)
  #expect(a.fragment == b.fragment, sourceLocation: location)
}
