// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

/// Atoms in atoms in atoms, frames in frames, and very many of them.
enum NestingCases {
  static let all: [HostileCase] = [
    deep, many, frames,
  ].flatMap { $0 }

  /// The 63rd atom of a nest is as deep as may be: what it holds is raw.
  static let deep: [HostileCase] = [
    HostileCase("64 atoms deep", .sound) { Parts.nest(62) },
    HostileCase("65 atoms deep", .told("depth-limit", at: 0x14 + 8 * 63)) { Parts.nest(65) },
    HostileCase("10,000 atoms deep", .told("depth-limit", at: 0x14 + 8 * 63)) {
      Parts.nest(10_000)
    },
    HostileCase("100,000 atoms deep", .told("depth-limit", at: 0x14 + 8 * 63), isLarge: true) {
      Parts.nest(100_000)
    },
    HostileCase("'meta' in 'meta', 300 times", .told("depth-limit", at: 0x14 + 12 * 63)) {
      (0..<300).reduce(pieces { atom("free") }) { inner, _ in atom("meta", version: 0) { inner } }
    },
    HostileCase("'stsd' in 'stsd', 100 times", .told("depth-limit", at: 0x3c + 16 * 58)) {
      inSampleTable {
        (0..<100).reduce(pieces { atom("free") }) { inner, _ in
          atom("stsd", version: 0) {
            u32(1); inner
          }
        }
      }
    },
    HostileCase("'cmov' in 'moov', 100 times", .told("depth-limit", at: 0x14 + 8 * 63)) {
      (0..<50).reduce(pieces { atom("free") }) { inner, _ in
        atom("moov") { atom("cmov") { inner } }
      }
    },
    HostileCase("descriptors in descriptors", .survives) {
      Parts.movie {
        atom("iods", version: 0) {
          // Each holds the next: 0x10 with a size that counts it.
          (0..<60).reduce(pieces { hex("1000") }) { inner, _ in
            pieces {
              u8(0x10, UInt8(inner.bytes.count)); inner
            }
          }
        }
      }
    },
  ]

  static let many: [HostileCase] = [
    HostileCase("100,000 atoms of 8 bytes", .sound, isLarge: true) {
      Parts.movie {}
      bytes(Array(repeatElement(atom("free").bytes, count: 100_000).joined()))
    },
    HostileCase("100,000 atoms of no known type", .sound, isLarge: true) {
      Parts.movie {}
      bytes(
        (0..<100_000).flatMap { number in
          atom(FourCC(0x6161_0000 + UInt32(number % 0x6000))).bytes
        })
    },
    HostileCase(
      "20,000 'trak' with nothing in them", .told("atom-missing", at: 0x1c), isLarge: true
    ) {
      atom("moov") { bytes(Array(repeatElement(atom("trak").bytes, count: 20_000).joined())) }
    },
    HostileCase(
      "1 MB of zeros in 'udta'", .told("atom-header-truncated", at: 0x90 + 1_000_000), isLarge: true
    ) {
      Parts.movie {
        atom("udta") {
          zeros(1_000_000); u8(1)
        }
      }
    },
    HostileCase("20,000 'uuid' that differ", .sound, isLarge: true) {
      Parts.movie {}
      bytes(
        (0..<20_000).flatMap { number in
          atom("uuid") {
            u32(UInt32(number), 1, 2, 3)
          }.bytes
        })
    },
    HostileCase(
      "5,000 fragments of no track",
      .told("atom-missing", at: 0x14 + Parts.fragmentedMovie().bytes.count), isLarge: true
    ) {
      Parts.fragmentedMovie()
      bytes(
        Array(
          repeatElement(
            atoms {
              atom("moof"); atom("mdat")
            }, count: 5_000
          ).joined()))
    },
  ]

  static let frames: [HostileCase] = [
    HostileCase(tag: "chapters in chapters, 100 deep", .told("depth-limit", at: 0x0a + 62 * 28)) {
      let v3 = TagBuilder(.v3)
      v3.tag {
        (0..<100).reduce(v3.text("TIT2", "x")) { inner, _ in
          v3.frame("CHAP") {
            string("c"); u32(0, 1, 2, 3); inner
          }
        }
      }
    },
    HostileCase(tag: "50,000 frames of a byte", .sound, isLarge: true) {
      let v3 = TagBuilder(.v3)
      let frame = v3.frame("PRIV") { u8(0) }.bytes
      v3.tag { bytes(Array(repeatElement(frame, count: 50_000).joined())) }
      mpegAudio(frames: 2)
    },
    HostileCase(tag: "50,000 frames without a byte", .told("frame-empty", at: 0x0e), isLarge: true)
    {
      let v3 = TagBuilder(.v3)
      let frame = v3.frame("TXXX").bytes
      v3.tag { bytes(Array(repeatElement(frame, count: 50_000).joined())) }
    },
    HostileCase(tag: "2,000 tags", .sound, isLarge: true) {
      let tag = TagBuilder(.v4).tag { TagBuilder(.v4).text("TIT2", "x") }.bytes
      bytes(Array(repeatElement(tag, count: 2_000).joined()))
    },
    HostileCase(tag: "1,000 ID3v1 tags", .sound, isLarge: true) {
      mpegAudio(frames: 3)
      bytes(Array(repeatElement(id3v1("x").bytes, count: 1_000).joined()))
    },
  ]
}
