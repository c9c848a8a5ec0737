// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaInspection
import Structure

/// The samples of files that a test has made.
func movieSamples(
  _ bytes: [UInt8], initialization: [UInt8]? = nil, segments: [[UInt8]] = []
) throws -> MovieSamples {
  try MovieSamples(
    MediaFile.open(ByteSource(copying: bytes)),
    initialization: initialization.map { try MediaFile.open(ByteSource(copying: $0)) },
    segments: segments.map { try MediaFile.open(ByteSource(copying: $0)) })
}

/// The samples of the first track.
func samples(_ bytes: [UInt8]) throws -> [Sample] {
  try movieSamples(bytes).tracks.first.map { Array($0.samples()) } ?? []
}

/// A file of one track with these tables, without media: what lies at an offset does not matter.
func file(
  handler: FourCC = "vide", timescale: UInt32 = 1_000, entry: Piece? = nil,
  inTrack: Piece = Piece(),
  @AtomBuilder tables: () -> Piece
) -> [UInt8] {
  let tables = tables()
  return atoms {
    Parts.fileType("isom")
    Parts.movie {
      Parts.track {
        inTrack
        Parts.media(handler: handler, timescale: timescale) {
          entry ?? Parts.visualEntry("avc1")
        } tables: {
          tables
        }
      }
    }
    atom("mdat") { zeros(64) }
  }
}

func stts(_ runs: (count: UInt32, delta: UInt32)...) -> Piece {
  atom("stts", version: 0) {
    u32(UInt32(runs.count))
    for run in runs { u32(run.count, run.delta) }
  }
}

func ctts(version: UInt8 = 0, _ runs: (count: UInt32, offset: Int32)...) -> Piece {
  atom("ctts", version: version) {
    u32(UInt32(runs.count))
    for run in runs {
      u32(run.count); i32(run.offset)
    }
  }
}

func stsc(_ runs: (first: UInt32, samples: UInt32)...) -> Piece {
  atom("stsc", version: 0) {
    u32(UInt32(runs.count))
    for run in runs { u32(run.first, run.samples, 1) }
  }
}

func stsz(_ sizes: UInt32...) -> Piece {
  atom("stsz", version: 0) {
    u32(0, UInt32(sizes.count))
    for size in sizes { u32(size) }
  }
}

func stsz(all size: UInt32, count: UInt32) -> Piece {
  atom("stsz", version: 0) { u32(size, count) }
}

func stco(_ offsets: UInt32...) -> Piece {
  atom("stco", version: 0) {
    u32(UInt32(offsets.count))
    for offset in offsets { u32(offset) }
  }
}

/// An edit list of version 0.
func edits(_ rows: (duration: UInt32, time: Int32, rate: Double)...) -> Piece {
  atom("edts") {
    atom("elst", version: 0) {
      u32(UInt32(rows.count))
      for row in rows {
        u32(row.duration); i32(row.time); fixed16(row.rate)
      }
    }
  }
}
