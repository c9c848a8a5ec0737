// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

/// Tags and what stands beside them: ID3v2, ID3v1, APE, Lyrics3, chunks, MPEG audio.
enum TagCases {
  static let all: [HostileCase] = [
    sizes, frames, headers, fields, others, chunks, audio,
  ].flatMap { $0 }

  private static let v2 = TagBuilder(.v2)
  private static let v3 = TagBuilder(.v3)
  private static let v4 = TagBuilder(.v4)

  static let sizes: [HostileCase] = [1, 100, 1 << 20, 0xFFF_FFFF].flatMap { (excess: UInt32) in
    ([.v2, .v3, .v4] as [TagBuilder.Version]).map { version in
      HostileCase(
        tag: "an ID3v2.\(version.rawValue) tag that says it has \(excess) bytes more",
        .told("tag-truncated", at: 0)
      ) {
        let builder = TagBuilder(version)
        let frame = builder.text(version == .v2 ? "TT2" : "TIT2", "Title")
        builder.tag(rawSize: min(0xFFF_FFFF, UInt32(frame.bytes.count) + excess)) { frame }
      }
    }
  }

  static let frames: [HostileCase] = tooLong + misread

  private static let tooLong: [HostileCase] = ([1, 255, 0x7FFF_FFFF, .max] as [UInt32]).map {
    excess in
    HostileCase(
      tag: "a frame that says it has \(excess) bytes more", .told("frame-exceeds-tag", at: 0x0e)
    ) {
      let (size, overflow) = excess.addingReportingOverflow(6)
      v3.tag { v3.frame("TIT2", rawSize: overflow ? .max : size) { hex("00 5469746c65") } }
    }
  }

  private static let misread: [HostileCase] = [
    HostileCase(
      tag: "a frame of 3 characters that is too long", .told("frame-exceeds-tag", at: 0x0d)
    ) {
      v2.tag { v2.frame("TT2", rawSize: 0xFF_FFFF) { u8(0) } }
    },
    HostileCase(tag: "a size of version 4 with high bits", .told("frame-exceeds-tag", at: 0x0e)) {
      v4.tag {
        text("TIT2"); hex("ffffffff"); u16(0); hex("0041")
      }
    },
    HostileCase(
      tag: "a size that is not of groups of 7 bits", .told("frame-size-not-syncsafe", at: 0x0e)
    ) {
      v4.tag {
        v4.frame("PRIV", rawSize: 300) { zeros(300) }
        v4.text("TIT2", "x")
      }
    },
    HostileCase(
      tag: "a size of groups of 7 bits in version 3", .told("frame-size-syncsafe", at: 0x0e)
    ) {
      v3.tag {
        text("PRIV"); syncsafe(300); u16(0); zeros(300)
        v3.text("TIT2", "x")
      }
    },
    HostileCase(tag: "frames of version 2 in version 3", .told("frame-identifier-old", at: 0x0a)) {
      v3.tag {
        text("TT2\0"); u32(2); u16(0); hex("0041")
      }
    },
    HostileCase(
      tag: "the flag of un-synchronisation over a picture",
      .told("unsynchronisation-absent", at: 0x18)
    ) {
      v4.tag(flags: 0x80) { v4.frame("PRIV") { hex("6100 ffd8 ffe0 ff00 41") } }
    },
    HostileCase(
      tag: "sizes that count zeros put in", .told("frame-size-unsynchronised", at: 0x05)
    ) {
      v3.tag(flags: 0x80) {
        v3.frame("PRIV") { hex("6100 ff00 e0 ff00 00 ff00 fb") }
        v3.text("TIT2", "x")
      }
    },
    HostileCase(tag: "a frame called Date", .told("frame-identifier-invalid", at: 0x0a)) {
      v3.tag {
        v3.frame("Date") { hex("00 41") }; v3.text("TIT2", "x")
      }
    },
    HostileCase(tag: "a frame size with high bits", .told("frame-size-high-bits", at: 0x0e)) {
      v4.tag { v4.frame("TIT2", rawSize: 0x8000_0002) { hex("00 41") } }
    },
    HostileCase(tag: "a tag size with high bits", .told("tag-size-high-bits", at: 0x06)) {
      text("ID3"); hex("0300 00 8000000c"); v3.text("TIT2", "x")
    },
    HostileCase(tag: "a plain tag size", .told("tag-size-not-syncsafe", at: 0x06)) {
      text("ID3"); hex("0300 00 0000009a"); v3.frame("PRIV") { zeros(0x90) }
    },
    HostileCase(
      tag: "identifiers that lead nowhere, over and over", .told("not-a-frame", at: 0x0a)
    ) {
      v3.tag { bytes(Array(repeating: Array("!TIT2".utf8), count: 4_000).flatMap(\.self)) }
    },
    HostileCase(tag: "a frame without a byte", .told("frame-empty", at: 0x0e)) {
      v3.tag {
        v3.frame("TIT2"); v3.text("TALB", "x")
      }
    },
    HostileCase(tag: "9 bytes behind the last frame", .told("frame-header-truncated", at: 0x16)) {
      v3.tag {
        v3.text("TIT2", "x"); text("TALBTALBT")
      }
    },
    HostileCase(tag: "what is no frame", .told("not-a-frame", at: 0x16)) {
      v3.tag {
        v3.text("TIT2", "x"); text("this is no frame at all")
      }
    },
    HostileCase(tag: "padding that is not zeros", .told("padding-not-zero", at: 0x16 + 20)) {
      v3.tag {
        v3.text("TIT2", "x"); zeros(20); text("junk")
      }
    },
    HostileCase(
      tag: "a group and a method without their bytes", .told("fields-truncated", at: 0x15)
    ) {
      v4.tag {
        text("TIT2"); syncsafe(1); u16(0x4F); u8(0)
      }
    },
    HostileCase(tag: "a data length that is wrong", .told("data-length-wrong", at: 0x0a)) {
      v4.tag {
        text("TIT2"); syncsafe(6); u16(1); syncsafe(99); hex("0041")
      }
    },
  ]

  static let headers: [HostileCase] = extendedHeaders + badHeaders

  private static let extendedHeaders: [HostileCase] =
    ([0, 1, 5, 0x7F, 0xFFF_FFFF] as [UInt32]).map { size in
      HostileCase(
        tag: "an extended header of \(size) bytes", .told("extended-header-invalid", at: 0x0a)
      ) {
        v4.tag(flags: 0x40) {
          syncsafe(size); hex("0100"); v4.text("TIT2", "x")
        }
      }
    }

  private static let badHeaders: [HostileCase] = [
    HostileCase(
      tag: "an extended header that the tag has no room for",
      .told("extended-header-invalid", at: 0x0a)
    ) {
      v3.tag(flags: 0x40) { u16(0) }
    },
    HostileCase(tag: "a checksum that is wrong", .told("checksum-wrong", at: 0x0a)) {
      v4.tag(extended: .init(hasChecksum: true, checksum: 7)) { v4.text("TIT2", "x") }
    },
    HostileCase(tag: "padding that is not there", .told("padding-differs", at: 0x10)) {
      v3.tag(flags: 0x40) {
        u32(6); u16(0); u32(.max); v3.text("TIT2", "x")
      }
    },
    HostileCase(tag: "a footer of another tag", .told("footer-differs", at: 0x16)) {
      text("ID3"); hex("040010"); syncsafe(12)
      v4.text("TIT2", "x")
      text("3DI"); hex("040010"); syncsafe(99)
    },
    HostileCase(tag: "version 2.9", .told("tag-version-unknown", at: 3)) {
      text("ID3"); hex("090000"); syncsafe(12); zeros(12)
    },
    HostileCase(tag: "a compressed tag of version 2", .told("tag-compressed", at: 3)) {
      v2.tag(flags: 0x40) { v2.text("TT2", "x") }
    },
    HostileCase(tag: "a tag that is un-synchronised and ends in FF", .sound) {
      text("ID3"); hex("030080"); syncsafe(14)
      text("PRIV"); u32(3); u16(0); hex("6100ff00")
    },
    HostileCase(tag: "a tag of no bytes", .sound) {
      text("ID3"); hex("040000"); syncsafe(0)
    },
    HostileCase(tag: "a tag in a tag", .sound) {
      v4.tag { v4.frame("PRIV") { v4.tag { v4.text("TIT2", "x") } } }
    },
  ]

  static let fields: [HostileCase] = [
    HostileCase(tag: "a peak of 255 bits", .told("fields-truncated", at: 0x1a)) {
      v4.tag {
        v4.frame("RVA2") {
          string("a"); u8(1); i16(.min); u8(0xFF); zeros(2)
        }
      }
    },
    HostileCase(tag: "an index of 65,535 points", .told("count-exceeds-box", at: 0x0a + 10 + 11)) {
      v4.tag {
        v4.frame("ASPI") {
          u32(0, .max); u16(.max); u8(8, 1, 2)
        }
      }
    },
    HostileCase(tag: "an index of points of no bits", .sound) {
      v4.tag {
        v4.frame("ASPI") {
          u32(0, 100); u16(.max); u8(0, 1, 2)
        }
      }
    },
    HostileCase(tag: "deviations of 255 bits", .told("fields-truncated", at: 0x1e)) {
      v3.tag {
        v3.frame("MLLT") {
          u16(.max); u24(0xFF_FFFF); u24(0xFF_FFFF); u8(255, 255, 1, 2)
        }
      }
    },
    HostileCase(
      tag: "a table of contents of 255 entries", .told("count-exceeds-box", at: 0x0a + 10 + 4)
    ) {
      v4.tag {
        v4.frame("CTOC") {
          string("a"); u8(3, 255); string("b")
        }
      }
    },
    HostileCase(tag: "half a character", .told("text-half-character", in: "TIT2", 15)) {
      v4.tag { v4.frame("TIT2") { hex("01 fffe 4100 42") } }
    },
    HostileCase(tag: "lone surrogates", .sound) {
      v4.tag {
        v4.frame("TIT2") { hex("02 d800 dc00 dc00 d800 0041 d83d") }
        v4.frame("TXXX") { hex("01 fffe 00d8 0000 fffe 00dc") }
      }
    },
    HostileCase(tag: "a picture that ends in its kind", .told("text-unterminated", at: 0x0a + 11)) {
      v3.tag {
        v3.frame("APIC") {
          u8(0); text("image/jpeg")
        }
      }
    },
    HostileCase(tag: "a comment of 2 bytes", .told("fields-truncated", at: 0x0a + 11)) {
      v3.tag {
        v3.frame("COMM") {
          u8(0); u8(0x65)
        }
      }
    },
    HostileCase(tag: "a chapter of 3 bytes", .told("fields-truncated", at: 0x0a + 12)) {
      v4.tag {
        v4.frame("CHAP") {
          string("a"); u8(1)
        }
      }
    },
    HostileCase(tag: "a counter of 20 bytes", .sound) {
      v3.tag { v3.frame("PCNT") { bytes(Array(repeating: 0xFF, count: 20)) } }
    },
    HostileCase(tag: "a volume of 255 bits", .told("fields-truncated", at: 0x16)) {
      v3.tag {
        v3.frame("RVAD") {
          u8(0x3F, 0xFF); zeros(3)
        }
      }
    },
  ]

  static let others: [HostileCase] = [
    HostileCase(whole: "an APE tag of 4 GiB", .tags, .refused) {
      text("APETAGEX")
      u32(UInt32(2_000).byteSwapped, .max, UInt32(1).byteSwapped, UInt32(0xA000_0000).byteSwapped)
      zeros(8)
      apeItem("Title") { text("x") }
    },
    HostileCase(whole: "an APE item of 4 GiB", .tags, .told("item-exceeds-tag", at: 0x20)) {
      apeTag([apeItem("Title", rawSize: .max) { text("x") }])
    },
    HostileCase(whole: "an APE item without a key", .tags, .told("not-an-item", at: 0x20)) {
      apeTag([
        pieces {
          u32(0, 0); bytes(Array(repeating: 0x61, count: 300))
        }
      ])
    },
    HostileCase(whole: "an APE footer that says it is larger than the file", .tags, .sound) {
      mpegAudio(frames: 2)
      text("APETAGEX")
      u32(UInt32(2_000).byteSwapped, .max, UInt32(9).byteSwapped, 0)
      zeros(8)
    },
    HostileCase(whole: "lyrics that say they are larger than the file", .tags, .sound) {
      mpegAudio(frames: 2)
      lyrics3v2(rawSize: "999999") { lyricsField("LYR", "x") }
      id3v1("x")
    },
    HostileCase(whole: "lyrics whose field is too long", .tags, .told("item-exceeds-tag", at: 430))
    {
      mpegAudio(frames: 2)
      lyrics3v2 { text("LYR99999x") }
      id3v1("x")
    },
    HostileCase(whole: "lyrics that are no fields", .tags, .told("not-a-field", at: 427)) {
      mpegAudio(frames: 2)
      lyrics3v2 { text("not a field at all") }
      id3v1("x")
    },
  ]

  private static func riff(
    _ size: UInt32? = nil, @AtomBuilder _ content: () -> Piece
  ) -> Piece {
    let content = content()
    return pieces {
      text("RIFF"); u32((size ?? UInt32(content.bytes.count) + 4).byteSwapped); text("WAVE")
      content
    }
  }

  static let chunks: [HostileCase] = [
    HostileCase(whole: "a chunk of 4 GiB", .tags, .told("chunk-exceeds-parent", at: 0x0c)) {
      riff {
        text("LIST"); u32(0xFEFF_FFFF); text("INFO"); zeros(4)
      }
    },
    HostileCase(whole: "a file that says it has 4 GiB", .tags, .told("chunk-exceeds-parent", at: 0))
    {
      riff(0xFFFF_FFF0) {
        text("data"); u32(UInt32(4).byteSwapped); zeros(4)
      }
    },
    HostileCase(whole: "a tag in a chunk that is cut", .tags, .told("tag-truncated", at: 0x14)) {
      riff {
        text("id3 "); u32(UInt32(16).byteSwapped)
        text("ID3"); hex("040000"); syncsafe(500); text("TIT2"); zeros(2)
      }
    },
    HostileCase(whole: "chunks of no bytes", .tags, .sound, isLarge: true) {
      riff {
        bytes(Array(repeatElement([0x4A, 0x55, 0x4E, 0x4B, 0, 0, 0, 0], count: 20_000).joined()))
      }
    },
    HostileCase(
      whole: "FORM of AIFF with a 'COMM' of 2 bytes", .tags, .told("fields-truncated", at: 0x16)
    ) {
      text("FORM"); u32(14); text("AIFF"); text("COMM"); u32(2); u16(2)
    },
    HostileCase(whole: "DSF whose tag lies behind the end", .tags, .all([])) {
      text("DSD "); u64(UInt64(28).byteSwapped, UInt64(92).byteSwapped, UInt64.max)
      text("fmt "); u64(UInt64(52).byteSwapped); zeros(40)
      text("data"); u64(UInt64(12).byteSwapped)
    },
  ]

  static let audio: [HostileCase] = [
    HostileCase(whole: "an Xing header that promises 2³² − 1 frames", .tags, .sound) {
      let frame = mpegAudio(frames: 1).bytes
      Piece(Array(frame[..<21])); text("Xing"); u32(15)
      Piece(Array(repeating: 0xFF, count: 112)); Piece(Array(frame[141...]))
      mpegAudio(frames: 2)
    },
    HostileCase(whole: "a frame of sound that is cut", .tags, .sound) {
      mpegAudio(frames: 2)
      Piece(Array(mpegAudio(frames: 1).bytes.prefix(9)))
    },
    HostileCase(whole: "1 MB between two frames of sound", .tags, .sound, isLarge: true) {
      mpegAudio(frames: 4)
      bytes(Array(repeating: 0xFE, count: 1_000_000))
      mpegAudio(frames: 4)
    },
    HostileCase(whole: "1 MB of the first bytes of frames", .tags, .all([]), isLarge: true) {
      mpegAudio(frames: 4)
      bytes(Array(repeatElement([0xFF, 0xFB, 0x90, 0x64], count: 250_000).joined()))
    },
  ]
}
