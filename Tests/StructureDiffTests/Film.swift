import ByteReading
import Corpus
import Structure

/// A film of samples of two bytes each.
struct Film {
  var samples: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
  var timescale: UInt32 = 1_000
  var movieTimescale: UInt32 = 1_000
  /// What `mvhd` and `tkhd` claim, and what `mdhd` does, in ticks of the movie and of the media.
  var movieDuration: UInt32 = 400
  var mediaDuration: UInt32 = 400
  /// Ticks of each sample; those of the last go on.
  var lengths: [UInt32] = [100]
  var offsets: [UInt32] = []
  /// Ticks of the movie, and of the media.
  var edits: [(length: UInt32, from: UInt32)] = []
  /// Media time that passes in a second of each edit, times 65,536; that of the others is 1.
  var speeds: [UInt32] = []
  /// Bytes at the end of the file that are not there.
  var missing = 0
  var handler: FourCC = "vide"
  /// The coding of what is not pictures.
  var coding: FourCC = "mp4a"
  /// Whether groups are patterns of `csgp`, of one sample each.
  var hasPatterns = false
  /// The greatest bit rate and the average that `btrt` claims.
  var rates: (UInt32, UInt32)?
  /// How many samples are in which group of `roll`.
  var groups: [(count: UInt32, group: UInt32)] = []

  func document() throws -> Document {
    func moov(_ offset: UInt32) -> Piece {
      atom("moov") {
        Parts.movieHeader(timescale: movieTimescale, duration: movieDuration)
        Parts.track(duration: movieDuration) {
          if !edits.isEmpty {
            atom("edts") {
              atom("elst", version: 0) {
                u32(UInt32(edits.count))
                for (place, edit) in edits.enumerated() {
                  u32(edit.length); u32(edit.from); u32(place < speeds.count ? speeds[place] : 0x10000)
                }
              }
            }
          }
          Parts.media(handler: handler, timescale: timescale, duration: mediaDuration) {
            handler == "vide"
              ? Parts.visualEntry("avc1") { if let rates { atom("btrt") { u32(0, rates.0, rates.1) } } }
              : Parts.audioEntry(coding)
          } tables: {
            atom("stts", version: 0) {
              u32(UInt32(lengths.count))
              for (place, length) in lengths.enumerated() {
                u32(UInt32(place + 1 < lengths.count ? 1 : samples.count - place)); u32(length)
              }
            }
            if !offsets.isEmpty {
              atom("ctts", version: 0) {
                u32(UInt32(offsets.count))
                for offset in offsets { u32(1); u32(offset) }
              }
            }
            if hasPatterns, !groups.isEmpty {
              // Numbers of 8 bits; flags of sizes, two bits each.
              atom("csgp") {
                u32(0b01_01_01); code("roll"); u32(UInt32(groups.count))
                for run in groups { u8(1, UInt8(run.count)) }
                for run in groups { u8(UInt8(run.group)) }
              }
            } else if !groups.isEmpty {
              atom("sbgp", version: 0) {
                code("roll"); u32(UInt32(groups.count))
                for run in groups { u32(run.count, run.group) }
              }
            }
            atom("stsc", version: 0) { u32(1); u32(1, UInt32(samples.count), 1) }
            atom("stsz", version: 0) { u32(2, UInt32(samples.count)) }
            atom("stco", version: 0) { u32(1, offset) }
          }
        }
      }
    }
    let start = Parts.fileType("isom", "isom")
    let offset = UInt32(start.bytes.count + moov(0).bytes.count + 8)
    let file = atoms {
      start
      moov(offset)
      atom("mdat") { bytes(samples.flatMap { [$0, $0] }) }
    }
    return try Files.open(Array(file.dropLast(missing)))
  }
}
