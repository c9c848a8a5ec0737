// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

/// Who owns each byte.
@Suite struct ByteMapTests {
  /// A film whose chunks lie where `chunks` says, counted from the payload of its `mdat` of 20 bytes.
  func map(sizes: [UInt32], chunks: [Int], extra: Piece = Piece()) throws -> (ByteMap, base: UInt64)
  {
    func bytes(_ base: Int) -> [UInt8] {
      atoms {
        Parts.fileType("isom")
        Parts.movie {
          Parts.track {
            Parts.media {
              Parts.visualEntry("avc1")
            } tables: {
              stts((UInt32(sizes.count), 1))
              stsc((1, 1))
              atom("stsz", version: 0) {
                u32(0, UInt32(sizes.count))
                for size in sizes { u32(size) }
              }
              atom("stco", version: 0) {
                u32(UInt32(chunks.count))
                for chunk in chunks { u32(UInt32(max(0, base + chunk))) }
              }
            }
          }
          extra
        }
        atom("mdat") { zeros(20) }
      }
    }
    let base = bytes(0).count - 20
    let document = try MediaFile.open(ByteSource(copying: bytes(base)))
    return (ByteMap(document), UInt64(base))
  }

  /// What media data is made of, as owner and size.
  func media(_ made: (map: ByteMap, base: UInt64)) -> [String] {
    made.map.ranges.filter { $0.start >= made.base }.map { range in
      switch range.owner {
      case .samples: "\(range.byteCount) samples \(range.firstSample)...\(range.lastSample)"
      case .nobody: "\(range.byteCount) nobody"
      case .shared: "\(range.byteCount) shared by \(range.sharers.count)"
      default: "\(range.byteCount) ?"
      }
    }
  }

  /// A tag of 2,418 bytes, ten zeros, and 8,567 bytes of frames; a chunk of sound data in a WAVE file.
  @Test func soundWithoutTablesIsSound() throws {
    let track = ByteMap(try MediaFile.open(path: Corpus.path(of: "mockups/track.mp3")))
    #expect(track.total(of: .sound).byteCount == 8_567)
    #expect(track.ranges.map(\.byteCount) == [2_418, 10, 8_567])
    let wave = ByteMap(try MediaFile.open(path: Corpus.path(of: "encoded/broadcast.wav")))
    #expect(wave.total(of: .sound).byteCount == 1_764)
  }

  @Test func samplesThatFollowOneAnotherAreOneRange() throws {
    let made = try map(sizes: [4, 5, 11], chunks: [0, 4, 9])
    #expect(media(made) == ["20 samples 1...3"])
    #expect(made.0.strays.isEmpty)
    let total = made.0.total(of: .samples(0))
    #expect(total.byteCount == 20 && total.rangeCount == 1)
  }

  @Test func whatNobodyRefersToIsFound() throws {
    let made = try map(sizes: [4, 5], chunks: [2, 10])
    #expect(
      media(made) == ["2 nobody", "4 samples 1...1", "4 nobody", "5 samples 2...2", "5 nobody"])
    #expect(made.0.total(of: .nobody).byteCount == 11)
  }

  @Test func whatIsReferredToTwiceIsFound() throws {
    let made = try map(sizes: [10, 10, 3], chunks: [0, 5, 7])
    #expect(
      media(made) == [
        "5 samples 1...1", "2 shared by 2", "3 shared by 0", "5 samples 2...2", "5 nobody",
      ])
    #expect(made.0.ranges.first { $0.owner == .shared }?.sharers == [.samples(0), .samples(0)])
  }

  @Test func whatLiesElsewhereIsFound() throws {
    let made = try map(sizes: [10, 10, 30], chunks: [15, -14, 100])
    let strays = made.0.strays
    #expect(strays.count == 2)
    let inside = try #require(strays.first { !$0.isOutsideFile })
    // 6 bytes lie before the header of `mdat`, 4 in it.
    #expect(inside.count == 1 && inside.byteCount == 10 && inside.firstSample == 2)
    #expect(inside.firstOffset == made.base - 14)
    let outside = try #require(strays.first { $0.isOutsideFile })
    #expect(outside.count == 2 && outside.byteCount == 35 && outside.node == nil)
    #expect(outside.firstSample == 1)
  }

  /// Who does not ask for strays has the same map without them.
  @Test func straysAreNotedForWhoAsks() throws {
    let map = try map(sizes: [10, 10, 10, 30], chunks: [0, 5, -14, 100]).0
    let other = ByteMap(map.tracks[0].home, notesStrays: false)
    #expect(map.strays.count == 2 && other.strays.isEmpty)
    #expect(Array(other.ranges) == Array(map.ranges) && other.totals == map.totals)
    #expect(other.overlaps == map.overlaps && other.overlaps.count == 1)
  }

  @Test func freeSpaceAndUnknownAtomsAreTold() throws {
    let made = try map(
      sizes: [20], chunks: [0],
      extra: pieces {
        atom("free") { zeros(9) }; atom("zzzz") { zeros(7) }
      })
    #expect(made.0.total(of: .freeSpace).byteCount == 9)
    #expect(made.0.total(of: .unknown).byteCount == 7)
    #expect(made.0.headerBytes > 8 * 20)
  }

  @Test func itemsOwnTheirExtents() throws {
    let document = try MediaFile.open(Corpus.open("encoded/image.avif"))
    let map = ByteMap(document)
    #expect(map.total(of: .item(1)).byteCount == 357)
    #expect(map.total(of: .nobody).byteCount == 0)
  }

  @Test func dataAboutSamplesIsNotNobodys() throws {
    // 16 bytes of vectors in the `mdat`, behind the samples.
    let auxiliary = pieces {
      atom("saiz", version: 0) {
        u8(8); u32(2)
      }
      atom("saio", version: 0) { u32(1, 0x0102_0304) }
    }
    let bytes = Parts.film(inTables: auxiliary).bytes + atoms { atom("mdat") { zeros(16) } }
    var placed = bytes
    let place = try #require((0..<bytes.count - 4).first { bytes[$0..<$0 + 4] == [1, 2, 3, 4] })
    let offset = UInt32(bytes.count - 16)
    placed.replaceSubrange(place..<place + 4, with: u32(offset).bytes)
    let map = ByteMap(try MediaFile.open(ByteSource(copying: placed)))
    #expect(map.total(of: .auxiliary(0)).byteCount == 16)
    #expect(map.total(of: .nobody).byteCount == 0)
  }

  /// Every byte once, whatever the state of the file.
  @Test(arguments: Corpus.files())
  func rangesTileTheFile(name: String) throws {
    guard let document = try? MediaFile.open(Corpus.open(name)) else { return }
    expectTiles(ByteMap(document), document)
  }

  /// Chunks of several tracks come in the order of the file, also when a track's do not.
  @Test func chunksComeInTheOrderOfTheFile() throws {
    let bytes = atoms {
      Parts.fileType("isom")
      Parts.movie {
        for (id, chunks) in [(1, [50, 10, 30]), (2, [20, 40])] as [(UInt32, [UInt32])] {
          Parts.track(id: id) {
            Parts.media {
              Parts.visualEntry("avc1")
            } tables: {
              stts((3, 1))
              stsc((1, 1))
              stsz(all: 1, count: UInt32(chunks.count))
              atom("stco", version: 0) {
                u32(UInt32(chunks.count))
                for chunk in chunks { u32(chunk) }
              }
            }
          }
        }
      }
    }
    let found = FileChunks(try movieSamples(bytes)).map { [$0.track, $0.chunk.number] }
    #expect(found == [[0, 2], [1, 1], [0, 3], [1, 2], [0, 1]])
  }
}

/// The ranges of `map` cover each byte of the file once, and its totals say the same.
func expectTiles(
  _ map: ByteMap, _ document: Document, _ location: SourceLocation = #_sourceLocation
) {
  let size = UInt64(document.tree.file.byteCount)
  var end: UInt64 = 0
  var isWhole = true
  for range in map.ranges {
    if range.start != end || range.end <= range.start { isWhole = false }
    end = range.end
  }
  #expect(isWhole && end == size, sourceLocation: location)
  #expect(map.totals.reduce(0) { $0 + $1.byteCount } == size, sourceLocation: location)
}
