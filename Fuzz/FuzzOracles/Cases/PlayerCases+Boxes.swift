// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

/// Boxes that browsers do not read, and tables that they do not follow: beside each one that they do.
extension PlayerCases {
  private static let media = "moov/trak/mdia"
  private static let table = media + "/minf/stbl"
  private static let video = table + "/stsd/avc1"
  private static let soundTable = "moov/trak[2]/mdia/minf/stbl"

  static let boxes: [Case] = [
    // Of seven bytes nobody makes a header.
    Case("moov-child-size-bad", keeping: { $0.adding(to: "moov") { zeros(7) } }) { $0.adding(to: "moov") { zeros(8) } },
    Case("moov-child-size-bad", keeping: { $0.adding(to: "moov") { text("abcdefg") } }) {
      $0.adding(to: table) { u32(5_000); code("zzzz"); zeros(2) }
    },
    // User data is read for itself, and of zeros behind all entries nobody makes one.
    Case(
      "moov-child-size-bad",
      keeping: { $0.adding(to: "moov/udta") { u32(4); code("zzzz") }.adding(to: table + "/stsd") { zeros(8) } }
    ) {
      $0.changing("moov/udta") { [0, 0, 0, 0] + $0[4...] }
    },
    Case("moov-child-size-bad", keeping: { $0.adding(to: "moov/trak") { atom("tref") { zeros(7) } } }) {
      $0.adding(to: "moov/trak") { atom("tref") { zeros(8) } }
    },
    // What a reference leads to may be 0.
    Case("moov-child-size-bad", keeping: { $0.adding(to: "moov/trak") { atom("tref") { atom("chap") { u32(0) } } } }) {
      $0.adding(to: "moov/trak") { atom("tref") { u32(4); code("chap") } }
    },
    // In fragments, and at the top, Firefox passes it over.
    Case("key-system-header", keeping: { $0 + keySystem.bytes }) { $0.adding(to: "moov") { keySystem } },
    // Of two tracks of sound the first is played, which has its own data.
    Case("track-id-taken", "two-languages.mp4", keeping: { $0.setting("moov/trak[3]/tkhd", at: 12) { u32(2) } }) {
      $0.setting("moov/trak[2]/tkhd", at: 12) { u32(1) }
    },
    Case("sound-in-boxes", "h264-faststart.mp4") { $0.setting(soundTable + "/stco", at: 8) { u32(0x100) } },
    Case("box-version-unknown") { $0.adding(to: "moov/trak/tkhd") { u8(0) } },
    Case("box-version-unknown") { $0.adding(to: "moov/trak[2]/mdia/mdhd") { zeros(4) } },
    Case("entry-child-size-zero", keeping: { $0.adding(to: video) { zeros(7) } }) { $0.adding(to: video) { zeros(8) } },
    Case("entry-child-size-zero", "fragmented.mp4") { $0.adding(to: video) { zeros(8) } },
    Case("entry-child-size-zero") { $0.changing(soundTable + "/stsd/mp4a/btrt") { [0, 0, 0, 0] + $0[4...] } },
    Case("box-unread", keeping: { $0.changing(video + "/pasp") { [0, 0, 0, 0] + $0[4...] } }) {
      $0.adding(to: video + "/pasp") { u8(0) }
    },
    // The byte behind the three codes may be missing.
    Case("box-unread", keeping: { $0.adding(to: video) { atom("colr") { code("nclx"); u16(1, 1, 1) } } }) {
      $0.adding(to: video) { atom("colr") { code("nclx"); u16(1, 1) } }
    },
    Case("box-unread", keeping: { $0.adding(to: video) { atom("colr") { code("nclx"); u16(1, 1, 1); u8(0x80) } } }) {
      $0.adding(to: video) { atom("colr") { code("nclx"); u16(1, 1, 1); u8(1) } }
    },
    Case("box-unread", keeping: { $0.adding(to: "moov") { atom("pssh", version: 0) { zeros(20) } } }) {
      $0.adding(to: "moov") { atom("pssh", version: 0) { zeros(16) } }
    },
    Case("box-cut-mse", "fragmented.mp4") { $0.adding(to: video) { atom("colr") { code("nclx"); u16(1, 1, 1) } } },
    Case("box-cut-mse", "fragmented.mp4") { $0.adding(to: video) { atom("colr") { code("nclx"); u16(1, 1) } } },
    Case("box-cut", keeping: { $0.adding(to: "moov") { atom("uuid") { zeros(16) } } }) {
      $0.adding(to: "moov") { atom("uuid") { zeros(15) } }
    },
    Case("box-cut", keeping: { $0.adding(to: video) { atom("clap") { u32(32, 1, 24, 1, 0, 1, 0, 1) } } }) {
      $0.adding(to: video) { atom("clap") { u32(32, 1, 24, 1, 0, 0, 0, 1) } }
    },
    Case("clap-cut") { $0.adding(to: video) { atom("clap") { u32(32, 1, 24, 1, 0, 1, 0) } } },
    Case("box-cut") { $0.adding(to: video) { atom("clap") { u32(65, 1, 24, 1, 0, 1, 0, 1) } } },
    Case("box-cut", keeping: { $0.adding(to: "moov") { atom("pssh", version: 0) { zeros(20) } } }) {
      $0.adding(to: "moov") { atom("pssh", version: 0) { zeros(16) } }
    },
    Case("box-twice", keeping: { $0.changing(media + "/minf/vmhd") { $0 + $0 } }) { $0.changing("moov/trak/tkhd") { $0 + $0 } },
    Case("box-twice", keeping: { $0.changing(table + "/stsz") { $0 + $0 } }) { $0.changing(table + "/stts") { $0 + $0 } },
    // Where samples are in fragments the table of times is empty.
    Case("box-twice", "fragmented.mp4", keeping: { $0.changing(table + "/stts") { $0 + $0 } }) {
      $0.changing(table + "/stsd") { $0 + $0 }
    },
    Case("handler-unknown") { $0.setting(media + "/hdlr", at: 8) { code("pict") } },
    Case("handler-unknown", "fragmented.mp4") { $0.setting(media + "/hdlr", at: 8) { code("auxv") } },
    Case("handler-late") { file in
      var copy: [UInt8] = []
      _ = file.changing(media + "/hdlr") { copy = $0; return $0 }
      let own = copy
      return file.removing(media + "/hdlr").adding(to: media) { bytes(own) }
    },
    Case("track-beyond-end") {
      $0.changing(table + "/stco") { box in
        var box = box
        for at in stride(from: 16, to: box.count, by: 4) { box[at] = 0x05 }
        return box
      }
    },
    // There are 9 chunks.
    Case("chunk-run-beyond", keeping: { addingRun(at: 9, to: $0) }) { addingRun(at: 10, to: $0) },
    Case("chunk-run-beyond") { addingRun(at: 30, to: $0) },
    // Samples of fragments are marked by what 'tfhd' says of all but the first.
    Case("seek-not-idr", "fragmented.mp4") { $0.setting("moof/traf/tfhd", at: 16) { u32(0) } },
    // Of several lists of chapters the last one counts.
    Case("chapters-are-sound", keeping: { referring(to: 99, from: "moov/trak[2]", referring(to: 2, from: "moov/trak", $0)) }) {
      referring(to: 2, from: "moov/trak[2]", referring(to: 99, from: "moov/trak", $0))
    },
    Case("chapters-are-sound", "fragmented.mp4") { referring(to: 2, from: "moov/trak", $0) },
    // A second track of sound, which is not enabled, is not heard anyway.
    Case("chapters-are-sound", "two-languages.mp4", keeping: { referring(to: 3, from: "moov/trak", $0) }) {
      referring(to: 2, from: "moov/trak", $0)
    },
    Case("chapters-are-pictures", keeping: { referring(to: 2, from: "moov/trak", $0) }) {
      referring(to: 1, from: "moov/trak[2]", $0)
    },
    Case("chapters-are-pictures-seek", "fragmented.mp4") { referring(to: 1, from: "moov/trak[2]", $0) },
    Case("chapters-are-pictures-seek", "vp9.mp4") { referring(to: 1, from: "moov/trak", $0) },
    // Numbers in another order are those of samples all the same.
    Case("sync-sample-invalid", keeping: { syncing([6, 1, 1], $0) }) { syncing([1, 11], $0) },
    Case("first-sample-not-sync", keeping: { syncing([6, 1], $0) }) { syncing([7, 6], $0) },
    Case("sync-samples-none", keeping: { $0.adding(to: soundTable) { atom("stss", version: 0) { u32(0) } } }) {
      syncing([], $0)
    },
    // Nor are there any in the samples.
    Case("parameter-sets-missing", keeping: { $0.setting(table + "/stsd", at: 12) { code("avc3") } }) {
      $0.setting(table + "/stsd", at: 12) { code("avc3") }
        .replacing(table + "/stsd/avc3/avcC") { atom("avcC") { hex("01 64000A FF E0 00") } }
    },
    // Browsers read properties of whatever item.
    Case("avif-property-odd", "image.avif", keeping: { property(in: $0) { atom("irot") { u8(3) } } }) {
      property(in: $0) { atom("irot") { u8(4) } }
    },
    Case("avif-property-odd", "image.avif", keeping: { property(in: $0) { atom("imir") { u8(1) } } }) {
      property(in: $0) { atom("imir") { u8(2) } }
    },
    Case("avif-property-odd", "image.avif", keeping: { property(in: $0) { atom("pixi", version: 0) { u8(1, 10) } } }) {
      property(in: $0) { atom("pixi", version: 0) { u8(0) } }
    },
    Case("avif-property-odd", "image.avif") { $0.setting("meta/iprp/ipco/pixi", at: 7) { u8(10) } },
    Case("avif-property-cut", "image.avif", keeping: { property(in: $0) { atom("irot") { u8(1, 0) } } }) {
      property(in: $0) { atom("irot") {} }
    },
    Case("avif-property-cut", "image.avif") { $0.setting("meta/iprp/ipco/pixi", at: 0) { u8(1) } },
    Case("avif-property-cut", "image.avif") { $0.setting("meta/iprp/ipco/pixi", at: 4) { u8(4) } },
    Case("avif-property-long", "image.avif", keeping: { property(in: $0) { atom("irot") { u8(1, 0) } } }) {
      $0.adding(to: "meta/iprp/ipco/pixi") { u8(0) }
    },
    // A box that is no box: behind the movie nobody minds.
    Case("leading-junk", "h264-faststart.mp4", keeping: { $0.adding(behind: "moov") { u32(3); code("free") } }) {
      $0.adding(behind: "ftyp") { u32(3); code("free") }
    },
    Case("leading-junk", keeping: { $0.adding(behind: "mdat") { atom("free") {} } }) { $0.adding(behind: "mdat") { zeros(4) } },
    Case("leading-junk") { $0.adding(behind: "ftyp") { text("hello, this is junk!") } },
    Case("leading-junk") { $0.setting("ftyp", at: -8) { u32(4) } },
    // Before the first fragment, where all samples are in these.
    Case("leading-junk", "cmaf.mp4", keeping: { $0.adding(behind: "moof") { u32(3); code("free") } }) {
      $0.adding(behind: "moov") { u32(3); code("free") }
    },
    Case("junk-among-fragments", "cmaf.mp4", keeping: { $0.adding(behind: "mdat") { atom("free") {} } }) {
      $0.adding(behind: "mdat") { u32(3); code("free") }
    },
    // In front of an image's first box, and of 'meta'; a box does no harm there.
    Case("image-leading-junk", "image.avif", keeping: { $0.adding(behind: "ftyp") { atom("free") {} } }) {
      $0.adding(behind: "ftyp") { zeros(8) }
    },
    Case("image-leading-junk", "image.avif") { Array("sixteen bytes...".utf8) + $0 },
    Case("image-leading-junk", "image.avif") { $0.adding(behind: "ftyp") { text("hello, this is junk!") } },
    Case("image-leading-junk", "gpac-image.heic", keeping: { $0.adding(behind: "meta") { zeros(8) } }) {
      $0.adding(behind: "ftyp") { u32(3); code("free") }
    },
    Case("image-leading-junk", "gpac-image.heic") { $0.setting("ftyp", at: -8) { u32(4) } },
    Case("avif-junk-inside", "image.avif", keeping: { $0.adding(behind: "meta") { atom("free") {} } }) {
      $0.adding(behind: "meta") { zeros(4) }
    },
    Case("avif-junk-inside", "image.avif", keeping: { $0.adding(behind: "mdat") { zeros(4) } }) {
      $0.adding(behind: "meta") { text("hello, this is junk!") }
    },
    Case("configuration-elsewhere") { $0.setting(table + "/stsd", at: 12) { code("zzzz") } },
    Case("configuration-elsewhere", "hevc-hvc1.mp4") { $0.setting(table + "/stsd", at: 12) { code("dvh1") } },
    Case("configuration-elsewhere", "mpeg4.mp4") { $0.setting(table + "/stsd", at: 12) { code("XVID") } },
    Case("configuration-elsewhere", "h263.3gp", keeping: { $0.replacing(Array("d263".utf8), with: Array("free".utf8)) }) { $0 },
    Case("dolby-vision-no-decoder", "hevc-hvc1.mp4") { $0.setting(table + "/stsd", at: 12) { code("dvh1") } },
    Case("encryption-announced", keeping: { announcing(0, $0) }) { announcing(1, $0) },
    Case("pcm-chromium", "pcm-v0.mov", keeping: { plain("ipcm", 32, $0) }) { plain("ipcm", 32, flags: 0, $0) },
    Case("pcm-chromium", "pcm-v0.mov", keeping: { plain("fpcm", 32, $0) }) { plain("fpcm", 64, $0) },
    Case("pcm-chromium", "pcm-v0.mov", keeping: { plain("ipcm", 24, $0) }) {
      $0.replacing(table + "/stsd/sowt") { Parts.audioEntry("ipcm", channels: 2, rate: 44_100) }
    },
    Case("pcm-bits-chromium", "pcm-v0.mov", keeping: { plain("ipcm", 16, $0) }) { plain("ipcm", 8, $0) },
    Case("pcm-bits-chromium", "pcm-v0.mov", keeping: { plain("fpcm", 64, $0) }) { plain("fpcm", 16, $0) },
    Case("avif-metas", "image.avif") { $0 + atom("meta", version: 0) {}.bytes },
  ]

  /// With plain samples in stereo, as `pcmC` describes them: little-endian where nothing else is said.
  static func plain(_ type: FourCC, _ bits: UInt8, flags: UInt8 = 1, _ file: [UInt8]) -> [UInt8] {
    file.replacing(table + "/stsd/sowt") {
      Parts.audioEntry(type, channels: 2, rate: 44_100) { atom("pcmC", version: 0) { u8(flags, bits) } }
    }
  }

  /// With a sample entry of encryption that no sample leads to, which says whether it protects something.
  package static func announcing(_ isProtected: UInt8, _ file: [UInt8]) -> [UInt8] {
    secondEntry(in: file) { entry in
      atom("encv") {
        bytes([UInt8](entry.dropFirst(8)))
        Parts.protection(by: "cenc") {
          atom("tenc", version: 0) { u8(0, 0, isProtected, 8 &* isProtected); hex("00112233445566778899aabbccddeeff") }
        }
      }.bytes
    }
  }

  /// Where the track at `path` has its chapters in another.
  private static func referring(to track: UInt32, from path: String, _ file: [UInt8]) -> [UInt8] {
    file.adding(to: path) { atom("tref") { atom("chap") { u32(track) } } }
  }

  /// With a property of no item.
  private static func property(in file: [UInt8], _ box: () -> Piece) -> [UInt8] {
    let own = box()
    return file.adding(to: "meta/iprp/ipco") { own }
  }

  private static let keySystem = atom("pssh", version: 0) { zeros(16); u32(0) }

  private static func addingRun(at chunk: UInt32, to file: [UInt8]) -> [UInt8] {
    file.setting(table + "/stsc", at: 4) { u32(3) }.adding(to: table + "/stsc") { u32(chunk, 1, 1) }
  }

  private static func syncing(_ numbers: [UInt32], _ file: [UInt8]) -> [UInt8] {
    file.replacing(table + "/stss") {
      atom("stss", version: 0) {
        u32(UInt32(numbers.count))
        for number in numbers { u32(number) }
      }
    }
  }
}
