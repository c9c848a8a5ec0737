// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Foundation

/// Files too large to be kept, made anew when they are needed. The same call gives the same bytes.
public enum Workload: String, CaseIterable, Sendable {
  /// One track of 2,000,000 samples in an `stsz`: 8 MB in one table.
  case bigTable = "big-table"
  /// The same track with `stts`, `ctts` and `stco` of 2,000,000 rows each beside it: 56 MB.
  case bigTables = "big-tables"
  /// 100,000 movie fragments of one sample.
  case fragments
  /// 1,000,000 empty atoms.
  case siblings
  /// Atoms 10,000 deep.
  case nested
  /// 100 GiB of which nearly all is a hole: `mdat` with a 64-bit size before `moov`.
  case sparse
  /// An ID3v2.3 tag with a picture of 64 MiB.
  case picture
  /// An ID3v2.3 tag of 10,000 frames.
  case frames
  /// An ID3v2.3 tag of 500,000 frames of one byte.
  case tinyFrames = "tiny-frames"
  /// An ID3v2.3 tag of 32 MiB that is un-synchronised as a whole.
  case unsynchronised

  /// What it is made of, in a few words.
  public var summary: String {
    switch self {
    case .bigTable: "stsz of 2,000,000 entries"
    case .bigTables: "stsz, stts, ctts and stco of 2,000,000 entries each"
    case .fragments: "100,000 movie fragments"
    case .siblings: "1,000,000 empty atoms"
    case .nested: "atoms 10,000 deep"
    case .sparse: "100 GiB, nearly all of it a hole"
    case .picture: "an ID3 tag with a picture of 64 MiB"
    case .frames: "an ID3 tag of 10,000 frames"
    case .tinyFrames: "an ID3 tag of 500,000 frames of one byte"
    case .unsynchronised: "an un-synchronised ID3 tag of 32 MiB"
    }
  }

  /// How much there is of it: rows, fragments, atoms, levels, frames or bytes, as its summary says.
  public var count: Int {
    switch self {
    case .bigTable, .bigTables: 2_000_000
    case .fragments: 100_000
    case .siblings: 1_000_000
    case .nested, .frames: 10_000
    case .sparse: 100 << 30
    case .picture: 64 << 20
    case .tinyFrames: 500_000
    case .unsynchronised: 32 << 20
    }
  }

  /// Writes it to a file at `path`, which is replaced.
  ///
  /// - Parameter count: How much of it, at least 1; `nil` for ``count``. Of the hole no less than a
  ///   mebibyte.
  public func write(to path: String, count: Int? = nil) throws {
    let count = max(1, count ?? self.count)
    let number = UInt32(clamping: count)
    switch self {
    case .bigTable: try Self.tables(count: number, areAllLong: false, to: path)
    case .bigTables: try Self.tables(count: number, areAllLong: true, to: path)
    case .fragments: try Self.fragments(count: number, to: path)
    case .siblings: try Self.siblings(count: count, to: path)
    case .nested: try Self.nested(depth: count, to: path)
    case .sparse: try Self.sparse(byteCount: UInt64(max(count, 1 << 20)), to: path)
    case .picture: try Self.picture(byteCount: count, to: path)
    case .frames: try Self.frames(count: count, to: path)
    case .tinyFrames: try Self.tinyFrames(count: count, to: path)
    case .unsynchronised: try Self.unsynchronised(byteCount: count, to: path)
    }
  }

  /// A title, a picture of so many bytes, and a second of sound.
  public static func picture(byteCount: Int, to path: String) throws {
    let builder = TagBuilder(.v3)
    try write(
      builder.tag {
        builder.text("TIT2", "A title")
        builder.frame("APIC") {
          u8(0); string("image/jpeg"); u8(3); string(""); zeros(byteCount)
        }
      }, to: path)
  }

  /// So many frames with a key and a value each.
  public static func frames(count: Int, to path: String) throws {
    let builder = TagBuilder(.v3)
    var content: [UInt8] = []
    for number in 0..<count {
      content +=
        builder.frame("TXXX") {
          u8(0); string("key \(number)"); string("value number \(number)", terminated: false)
        }.bytes
    }
    try write(builder.tag { Piece(content) }, to: path)
  }

  /// So many frames with nothing but an encoding.
  public static func tinyFrames(count: Int, to path: String) throws {
    let builder = TagBuilder(.v3)
    let frame = builder.frame("TIT2") { u8(0) }.bytes
    try write(
      builder.tag { Piece(Array(repeatElement(frame, count: count).joined())) }, to: path)
  }

  /// So many bytes of noise, in which every 2,000th byte or so has to be un-synchronised.
  public static func unsynchronised(byteCount: Int, to path: String) throws {
    let builder = TagBuilder(.v3)
    var random = Xorshift(seed: 32)
    var noise: [UInt8] = []
    noise.reserveCapacity(byteCount + 8)
    while noise.count < byteCount {
      let word = random.next()
      for shift in 0..<8 { noise.append(UInt8(truncatingIfNeeded: word >> UInt64(shift * 8))) }
    }
    try write(
      builder.tag(unsynchronised: true) {
        builder.text("TIT2", "A title")
        builder.frame("PRIV") {
          string("noise"); Piece(noise)
        }
      }, to: path)
  }

  /// A tag and a second of sound.
  private static func write(_ tag: Piece, to path: String) throws {
    let output = try Output(path)
    output.put(tag)
    output.put(mpegAudio(frames: 38))
    try output.close()
  }

  /// One video track of `count` samples of 100...20,000 bytes. Without `areAllLong` only `stsz` has a
  /// row for each; otherwise `stts`, `ctts` and `stco` have too.
  public static func tables(count: UInt32, areAllLong: Bool, to path: String) throws {
    var random = Xorshift(seed: 8)
    let rows = Int(count)
    let sizes = Piece.table(
      "stsz",
      header: pieces {
        u32(0); u32(count)
      }, rows: rows
    ) {
      [UInt32.random(in: 100...20_000, using: &random)]
    }
    let times =
      areAllLong
      ? Piece.table("stts", header: u32(count), rows: rows) {
        [1, UInt32.random(in: 990...1_010, using: &random)]
      }
      : atom("stts", version: 0) {
        u32(1); u32(count); u32(1_000)
      }
    let offsets =
      areAllLong
      ? Piece.table("ctts", header: u32(count), rows: rows) {
        [1, UInt32.random(in: 0...4, using: &random) * 500]
      } : Piece()
    var place: UInt32 = 0
    let chunks =
      areAllLong
      ? Piece.table("stco", header: u32(count), rows: rows) {
        place &+= UInt32.random(in: 100...2_000, using: &random)
        return [place]
      }
      : atom("stco", version: 0) {
        u32(1); u32(0)
      }
    let output = try Output(path)
    output.put(Parts.fileType("isom", "isom", "avc1"))
    output.put(
      Parts.movie(timescale: 1_000, duration: count) {
        Parts.track(id: 1, duration: count) {
          Parts.media(handler: "vide", timescale: 1_000, duration: count) {
            Parts.visualEntry("avc1")
          } tables: {
            times
            offsets
            atom("stsc", version: 0) {
              u32(1); u32(1); u32(areAllLong ? 1 : count); u32(1)
            }
            sizes
            chunks
          }
        }
      })
    try output.close()
  }

  /// A fragmented file of one track; each fragment is a `moof` and an `mdat` of one sample.
  public static func fragments(count: UInt32, to path: String) throws {
    var random = Xorshift(seed: 9)
    let output = try Output(path)
    output.put(Parts.fileType("iso5", "iso5", "iso6", "mp41"))
    output.put(Parts.fragmentedMovie())
    var time: UInt64 = 0
    for number in 1...max(1, count) {
      let size = UInt32.random(in: 4...32, using: &random)
      let duration = UInt32.random(in: 900...1_100, using: &random)
      output.put(
        Parts.fragment(
          sequence: number, time: time, duration: duration,
          sample: (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }))
      time += UInt64(duration)
    }
    try output.close()
  }

  /// `count` `free` atoms of eight bytes.
  public static func siblings(count: Int, to path: String) throws {
    let output = try Output(path)
    output.put(Parts.fileType("isom", "isom"))
    let one = atom("free")
    for _ in 0..<count { output.put(one) }
    try output.close()
  }

  /// `moov` and `udta` in turn, one in the other.
  public static func nested(depth: Int, to path: String) throws {
    let output = try Output(path)
    output.put(Parts.nest(depth))
    try output.close()
  }

  /// A file of `byteCount` bytes: `ftyp`, an `mdat` that is a hole, and a `moov` at the end.
  public static func sparse(byteCount: UInt64, to path: String) throws {
    let start = Parts.fileType("isom", "isom", "mp42")
    let movie = Parts.movie(timescale: 1_000, duration: 1_000) {
      Parts.track(id: 1, duration: 1_000) {
        Parts.media(handler: "vide", timescale: 1_000, duration: 1_000) {
          Parts.visualEntry("avc1")
        } tables: {
          atom("stts", version: 0) {
            u32(1); u32(2); u32(500)
          }
          atom("stsc", version: 0) {
            u32(1); u32(1); u32(1); u32(1)
          }
          atom("stsz", version: 0) {
            u32(1_000); u32(2)
          }
          atom("co64", version: 0) {
            u32(2); u64(44); u64(byteCount - 100_000)
          }
        }
      }
    }
    let media = byteCount - UInt64(start.bytes.count + movie.bytes.count)
    let output = try Output(path)
    output.put(start)
    output.put(largeAtom("mdat", rawSize: media))
    try output.skip(to: UInt64(start.bytes.count) + media)
    output.put(movie)
    try output.close()
  }
}

/// A small generator of numbers that look random (xorshift64, Marsaglia 2003).
public struct Xorshift: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// - Precondition: `seed` is not zero, from which nothing else comes.
  public init(seed: UInt64) {
    precondition(seed != 0)
    state = seed &* 0x9E37_79B9_7F4A_7C15
  }

  public mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// A file that is written in large blocks.
private final class Output {
  private let file: FileHandle
  private var buffer: [UInt8] = []

  init(_ path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw CocoaError(.fileWriteUnknown) }
    self.file = file
  }

  func put(_ piece: Piece) {
    buffer += piece.bytes
    // A failure shows when the file is closed: what is behind it cannot be written either.
    if buffer.count >= 1 << 20 { try? flush() }
  }

  /// Leaves a hole up to `offset`.
  func skip(to offset: UInt64) throws {
    try flush()
    try file.truncate(atOffset: offset)
    try file.seek(toOffset: offset)
  }

  func close() throws {
    try flush()
    try file.close()
  }

  private func flush() throws {
    try file.write(contentsOf: buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

extension Piece {
  /// An atom with version and flags 0, `header`, and `rows` rows of 32-bit numbers.
  fileprivate static func table(
    _ type: FourCC, header: Piece, rows: Int, _ row: () -> [UInt32]
  ) -> Piece {
    var content: [UInt8] = header.bytes
    for _ in 0..<rows {
      for value in row() {
        content.append(UInt8(truncatingIfNeeded: value >> 24))
        content.append(UInt8(truncatingIfNeeded: value >> 16))
        content.append(UInt8(truncatingIfNeeded: value >> 8))
        content.append(UInt8(truncatingIfNeeded: value))
      }
    }
    return atom(type, version: 0) { Piece(content) }
  }
}
