// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import Foundation
@testable import MediaMetadata
import Structure
import Testing

@testable import MediaInspection

/// What is read of a file, by the pages that are looked at while it is read.
@Suite(.serialized) struct LazinessTests {
  /// A file and where its large pieces are.
  struct Laid {
    let bytes: [UInt8]
    /// The bytes of the picture, and of the samples or frames.
    let picture: Range<Int>
    let media: Range<Int>
  }

  /// A PNG of 64×48, as far as its header tells, in 256 KiB.
  static let picture =
    hex("89504E470D0A1A0A 0000000D 49484452 00000040 00000030 0802000000 00000000").bytes
    + [UInt8](repeating: 0x5A, count: 256 << 10)

  static let samples = [UInt8](repeating: 0xA5, count: 1 << 20)

  /// Where `piece` stands in `bytes`; it begins with what is nowhere else.
  static func place(of piece: [UInt8], in bytes: [UInt8]) throws -> Range<Int> {
    let found = try #require(Data(bytes).range(of: Data(piece)))
    return found.lowerBound..<found.upperBound
  }

  /// A film with a title, a picture between texts, and 1 MiB of media behind it.
  static func movie() throws -> Laid {
    func file(at offset: Int) -> [UInt8] {
      atoms {
        Parts.fileType("M4A ")
        Parts.movie {
          Parts.track {
            Parts.media {
              Parts.visualEntry("avc1")
            } tables: {
              Parts.sampleTables([700_000, 300_000], at: UInt32(offset))
            }
          }
          MetadataItemTests.list {
            atom("@nam") { MetadataItemTests.data(1) { text("Title") } }
            atom("covr") { MetadataItemTests.data(14) { Piece(picture) } }
            atom("@ART") { MetadataItemTests.data(1) { text("Artist") } }
          }
        }
        atom("mdat") { Piece(samples) }
      }
    }
    let offset = file(at: 0).count - samples.count
    let bytes = file(at: offset)
    return Laid(
      bytes: bytes, picture: try place(of: picture, in: bytes), media: offset..<bytes.count)
  }

  /// A tag with a title, a picture between texts, and 5,000 frames of sound behind it.
  static func song() throws -> Laid {
    let builder = TagBuilder(.v4)
    let bytes =
      builder.tag {
        builder.text("TIT2", "Title")
        builder.frame("APIC") {
          u8(0); text("image/png", terminated: true); u8(3, 0)
          Piece(picture)
        }
        builder.text("TPE1", "Artist")
      }.bytes
    return Laid(
      bytes: bytes + mpegAudio(frames: 5_000).bytes, picture: try place(of: picture, in: bytes),
      media: bytes.count..<bytes.count + 5_000 * 208)
  }

  @Test(arguments: ["movie", "song"])
  func onlyWhatIsAskedForIsRead(kind: String) async throws {
    let laid = kind == "movie" ? try Self.movie() : try Self.song()
    let file = try WatchedBytes(laid.bytes, path: "file")
    let asset = MediaAsset(file)
    #expect(asset.status(of: .metadata).isNotYetLoaded)
    #expect(file.opened == 0 && file.touched.isEmpty)

    // Of the media the first frames of a stream at most, of the picture nothing but its edges.
    let items = try await asset.load(.metadata)
    #expect(file.opened == 1 && !file.touched.isEmpty)
    #expect(file.touched(inside: laid.picture) == 0)
    let frames = kind == "movie" ? 0 : 64 << 10
    #expect(file.touched(inside: laid.media) <= frames)
    #expect(items.map(\.commonKey) == [.title, .artwork, .artist])

    // What was loaded is not read again.
    file.forget()
    let (again, formats) = try await asset.load(.metadata, .availableMetadataFormats)
    #expect(again.count == 3 && formats.count == 1)
    #expect(file.touched.isEmpty)

    // A value is read when it is asked for, where it is.
    let title = try await items[0].load(.stringValue)
    #expect(title == "Title")
    let offset = try #require(items[0].fileOffset)
    #expect(file.touched == [Int(offset) / WatchedBytes.pageSize])
    #expect(try await items[2].load(.stringValue) == "Artist")
    #expect(file.touched.count == 2)

    // A picture is known by its first bytes, and copied when somebody wants its bytes.
    let fields = try await asset.load(.fields)
    #expect(fields["artwork"]?.text == "image/png 64×48, 262,177 bytes")
    let data = try #require(try await items[1].load(.dataValue))
    #expect(data.count == Self.picture.count)
    #expect(file.touched(inside: laid.picture) == 0 && file.touched(inside: laid.media) <= frames)
    #expect(data.array == Self.picture)
    #expect(file.touched(inside: laid.picture) > 240 << 10)
    #expect(file.touched(inside: laid.media) <= frames)
    #expect(file.opened == 1)
  }

  @Test func whoComesWhileSomebodyReadsWaitsForIt() async throws {
    let laid = try Self.movie()
    let file = try WatchedBytes(laid.bytes)
    let asset = MediaAsset(file)
    // The second comes while the first has read up to the title.
    file.closeGate(at: laid.picture.lowerBound)
    async let first = asset.load(.metadata)
    Thread.detachNewThread {
      while !file.isSomebodyAtTheGate { usleep(1_000) }
      Thread.sleep(forTimeInterval: 0.02)
      file.openGate()
    }
    async let second = asset.load(.metadata, .duration)
    let (one, (two, duration)) = try await (first, second)
    #expect(duration.seconds == 0.4)
    #expect(file.isSomebodyAtTheGate && file.opened == 1)
    let document = try #require(one.first?.document)
    #expect(two.count == 3 && two.allSatisfy { $0.document === document })
  }

  /// Counting stops a bounded number of frames after it was cancelled.
  @Test func countingStopsWhenItIsCancelled() async throws {
    let count = 24_000
    let bytes = mpegAudio(frames: count).bytes
    let file = try WatchedBytes(bytes, path: "long.mp3")
    // Somewhere in the middle, where nobody looks who does not count.
    let middle = bytes.count / 2
    file.closeGate(at: middle)
    let asset = MediaAsset(file, options: .init(preferPreciseDurationAndTiming: true))
    let task = Task { try await asset.load(.duration) }
    Thread.detachNewThread {
      while !file.isSomebodyAtTheGate { usleep(1_000) }
      task.cancel()
      file.openGate()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(asset.status(of: .duration).isNotYetLoaded)
    // The task that read it may have 4,096 frames more to go.
    var before = -1
    while file.touched.count != before {
      before = file.touched.count
      try await Task.sleep(nanoseconds: 200_000_000)
    }
    // In the last 4 KiB tags were looked for.
    let rest = middle + 4_096 * 208 + 64 << 10..<bytes.count - 8 << 10
    #expect(file.touched(inside: rest) == 0)
    // Who asks again counts to the end.
    #expect(try await asset.load(.duration).source == .counted)
    #expect(file.touched(inside: rest) > 1 << 20)
    #expect(file.opened == 1)
  }
}

extension MediaPropertyStatus {
  fileprivate var isNotYetLoaded: Bool { if case .notYetLoaded = self { true } else { false } }
}
