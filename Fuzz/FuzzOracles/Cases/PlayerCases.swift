// swift-format-ignore-file: DoNotUseSemicolons

package import ByteReading
import Corpus

/// Files that break rules for players, and what they were made from.
package enum PlayerCases {
  /// A file that breaks a rule, and one that keeps it: of one origin.
  package struct Case: CustomStringConvertible, Sendable {
    package let rule: String
    package let base: String
    package let keeping: @Sendable ([UInt8]) -> [UInt8]
    package let edit: @Sendable ([UInt8]) -> [UInt8]
    package var description: String { rule }

    /// `edit` gets the bytes of the file `base` of `encoded/`.
    init(_ rule: String, _ base: String = "h264-aac.mp4", _ edit: @escaping @Sendable ([UInt8]) -> [UInt8]) {
      self.init(rule, base, keeping: { $0 }, edit)
    }

    /// Both are made from the file `base` of `encoded/`: `keeping` makes the one that keeps the rule.
    init(
      _ rule: String, _ base: String = "h264-aac.mp4", keeping: @escaping @Sendable ([UInt8]) -> [UInt8],
      _ edit: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
      (self.rule, self.base, self.keeping, self.edit) = (rule, base, keeping, edit)
    }

    /// A rule that another file of `encoded/` breaks.
    init(_ rule: String, breaks file: String, keeps base: String = "h264-aac.mp4") {
      self.init(rule, base) { _ in (try? Corpus.open("encoded/\(file)")).map(content) ?? [] }
    }
  }

  /// With these bytes where the DecoderSpecificInfo of the sound begins: its tag, its size, the first of its content.
  private static func configuring(_ file: [UInt8], _ bytes: Piece) -> [UInt8] {
    guard let place = file.firstRange(of: hex("0580808005").bytes)?.lowerBound else { return file }
    return file[..<place] + bytes.bytes + file[(place + bytes.bytes.count)...]
  }

  /// With a sample entry of encryption for the video, whose samples are said not to be encrypted.
  private static func unprotecting(_ file: [UInt8]) -> [UInt8] {
    file.adding(to: video) {
      atom("sinf") {
        atom("frma") { code("avc1") }
        atom("schm", version: 0) { code("cenc"); u32(0x1_0000) }
        atom("schi") { atom("tenc", version: 0) { zeros(20) } }
      }
    }.changing(video) { $0[..<4] + Array("encv".utf8) + $0[8...] }
  }

  package static func content(_ source: ByteSource) -> [UInt8] {
    (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
  }

  private static let table = "moov/trak/mdia/minf/stbl"
  private static let video = table + "/stsd/avc1"
  private static let sound = table + "/stsd/mp4a"
  private static let protection = table + "/stsd/encv/sinf/schi/tenc"
  private static let soundTrack = "moov/trak[2]"

  static let container: [Case] = [
    Case("movie-missing") { $0.removing("moov") },
    Case("file-truncated", "h264-faststart.mp4") { [UInt8]($0.prefix($0.count * 2 / 3)) },
    Case("brand-firefox", "h264-faststart.mp4") { $0.setting("ftyp", at: 0) { code("3gp6") } },
    Case("mdat-size-zero", "h264-faststart.mp4") { $0.changing("mdat") { [0, 0, 0, 0] + $0[4...] } },
    Case("moov-size-zero") { $0.changing("moov") { [0, 0, 0, 0] + $0[4...] } },
    Case("ftyp-not-first") { atom("free") { zeros(8) }.bytes + $0 },
    Case("trailing-junk") { $0 + Array(repeating: 0x55, count: 100) },
    Case("moov-child-size-bad") { $0.adding(to: "moov") { u32(4); code("zzzz") } },
    Case("no-mvhd") { $0.removing("moov/mvhd") },
    Case("no-tkhd") { $0.removing("moov/trak/tkhd") },
    Case("no-mdhd") { $0.removing("moov/trak/mdia/mdhd") },
    Case("no-hdlr") { $0.removing("moov/trak/mdia/hdlr") },
    Case("handler-unsuited") { $0.setting("moov/trak/mdia/hdlr", at: 8) { code("soun") } },
    Case("no-sample-table-box") { $0.removing(table + "/stts") },
    Case("no-sound-table-box") { $0.removing(soundTrack + "/mdia/minf/stbl/stts") },
    Case("track-without-tables") { $0.removing(table + "/stsd") },
    Case("track-without-tables") { $0.removing(soundTrack + "/mdia/minf") },
    Case("track-without-tables", "fragmented.mp4") { $0.removing(soundTrack + "/mdia/minf/stbl") },
    Case("media-header-version") { $0.setting("moov/trak/mdia/mdhd", at: 0) { u8(3) } },
    Case("handler-unknown") { $0.setting("moov/trak/mdia/hdlr", at: 8) { code("abcd") } },
    Case("handler-unknown", "fragmented.mp4") { $0.setting(soundTrack + "/mdia/hdlr", at: 8) { code("abcd") } },
    Case("box-version-unknown") { $0.setting("moov/trak/mdia/hdlr", at: 0) { u8(3) } },
    Case("table-count") { $0.setting(table + "/ctts", at: 4) { u32(11) } },
    Case("table-count") { $0.setting("moov/trak/edts/elst", at: 4) { u32(2) } },
    Case("table-count-chunks") { $0.setting(table + "/stsc", at: 4) { u32(3) } },
    Case("table-count-doubtful") { $0.setting(table + "/stsd", at: 4) { u32(2) } },
    Case("data-reference-none") { $0.setting("moov/trak/mdia/minf/dinf/dref", at: 4) { u32(0) } },
    Case("data-reference-none") { $0.changing("moov/trak/mdia/minf/dinf/dref") { box in
      atom("dref", version: 0) { u32(0) }.bytes + atom("free") { zeros(box.count - 24) }.bytes
    } },
    Case("data-reference-size") { $0.setting("moov/trak/mdia/minf/dinf/dref", at: 8) { u32(4) } },
    Case("first-chunk-zero") { $0.setting(table + "/stsc", at: 8) { u32(0) } },
    Case("first-chunk-zero-picture") { $0.setting(table + "/stsc", at: 8) { u32(0) } },
    Case("sync-sample-invalid") { $0.setting(table + "/stss", at: 8) { u32(0) } },
    Case("sample-duration-negative") { $0.setting(table + "/stts", at: 12) { u32(0xFFFF_FFFF) } },
    Case("aac-configuration-missing") { configuring($0, hex("0F808080051188")) },
    Case("aac-configuration-missing", "fragmented.mp4") { configuring($0, hex("0F808080051188")) },
    Case("aac-channels-reserved") { configuring($0, hex("058080800511C0")) },
    Case("aac-channels-reserved", "fragmented.mp4") { configuring($0, hex("058080800511C0")) },
    Case("aac-channels-reserved") { configuring($0, hex("05808080051688")) },
    Case("aac-channels-refused") { configuring($0, hex("058080800511E8")) },
    Case("aac-channels-refused", "fragmented.mp4") { configuring($0, hex("058080800511F8")) },
    Case("aac-channels-height") { configuring($0, hex("058080800511F0")) },
    Case("aac-channels-height", "fragmented.mp4") { configuring($0, hex("058080800511F0")) },
    Case("aac-kind-firefox") { configuring($0, hex("05808080053188")) },
    Case("mse-type-refused", "fragmented.mp4") { configuring($0, hex("05808080050988")) },
    Case("configuration-elsewhere") { $0.setting(table + "/stsd", at: 12) { code("avc2") } },
    Case("sound-entry-version") { $0.setting(soundTrack + "/mdia/minf/stbl/stsd/mp4a", at: 8) { u16(3) } },
    Case("no-vmhd-dinf") { $0.removing("moov/trak/mdia/minf/vmhd") },
    Case("timescale-zero") { $0.setting("moov/mvhd", at: 12) { u32(0) } },
    Case("timescale-zero-media") { $0.setting("moov/trak/mdia/mdhd", at: 12) { u32(0) } },
    Case("box-version-unknown") { $0.setting("moov/mvhd", at: 0) { u8(2) } },
    Case("track-id-duplicate") { $0.setting(soundTrack + "/tkhd", at: 12) { u32(1) } },
    Case("movie-duration-differs") { $0.setting("moov/mvhd", at: 16) { u32(0) } },
    Case("external-dref") { $0.setting("moov/trak/mdia/minf/dinf/dref/url ", at: 0) { u32(0) } },
    Case("moof-without-mvex", "fragmented.mp4") { $0.removing("moov/mvex") },
    Case("ftyp-avif-on-video") { $0.setting("ftyp", at: 0) { code("avif") } },
    Case("ftyp-missing-or-odd") { $0.setting("ftyp", at: 0) { code("qt  ") } },
    Case("fragmented-file", "fragmented-separate.mp4") { $0.removing("mfra") },
    Case("faststart", breaks: "h264-aac.mp4", keeps: "h264-faststart.mp4"),
    Case("chunk-beyond-end") { bytes in
      let change: ([UInt8]) -> [UInt8] = { box in
        var box = box
        for at in stride(from: 16, to: box.count, by: 4) { box[at] = 0x05 }
        return box
      }
      return bytes.changing(table + "/stco", change)
        .changing(soundTrack + "/mdia/minf/stbl/stco", change)
    },
    // One byte too far: 0x0001 of the length that stands there is read with the byte behind it.
    Case("chunk-offset-wrong") { $0.setting(table + "/stco", at: 12) { u32(0x596) } },
    Case("chunks-swapped") { file in
      file.setting(table + "/stco", at: 16) { u32(0x703, 0x679) }
    },
    Case("chunk-offset-shifted") { bytes in
      bytes.changing(table + "/stco") { box in
        var box = box
        for at in stride(from: 19, to: box.count, by: 4) { box[at] &+= 3 }
        return box
      }
    },
  ]

  static let tables: [Case] = [
    Case("description-index-invalid") { $0.setting(table + "/stsc", at: 16) { u32(9) } },
    Case("description-index-of-none") {
      $0.setting(table + "/stsc", at: 16) { u32(2) }.setting(table + "/stsc", at: 28) { u32(2) }
    },
    Case("sample-sizes-compact") { file in
      file.changing(table + "/stsz") { box in
        // 16 of the 32 bits of each.
        let sizes = stride(from: 20, to: box.count, by: 4).flatMap { box[$0 + 2..<$0 + 4] }
        return atom("stz2", version: 0) { u32(16); bytes(Array(box[16..<20]) + sizes) }.bytes
      }
    },
    Case("description-index-zero") { $0.setting(table + "/stsc", at: 16) { u32(0) } },
    Case("chunk-samples-differ") { $0.setting(table + "/stsc", at: 12) { u32(9) } },
    // The second chunk of video begins in the middle of the first one of sound.
    Case("samples-overlap") { $0.setting(table + "/stco", at: 12) { u32(0x520) } },
    Case("sample-description-missing") { $0.replacing(table + "/stsd") { atom("stsd", version: 0) { u32(0) } } },
    Case("sync-samples-none") { $0.replacing(table + "/stss") { atom("stss", version: 0) { u32(0) } } },
    Case("first-sample-not-sync") { $0.replacing(table + "/stss") { atom("stss", version: 0) { u32(1, 6) } } },
    Case("sample-count-differs") { $0.setting(table + "/stts", at: 8) { u32(5) } },
    Case("sample-duration-zero") { $0.setting(table + "/stts", at: 12) { u32(0) } },
    Case("track-disabled-video") { $0.setting("moov/trak/tkhd", at: 0) { u32(0) } },
    Case("track-disabled-audio") { $0.setting(soundTrack + "/tkhd", at: 0) { u32(0) } },
    Case("sample-entry-unknown", breaks: "mjpeg.mov"),
    Case("sample-entry-drmi") { $0.setting(table + "/stsd", at: 12) { code("drmi") } },
    Case("encrypted-cenc", breaks: "gpac-cenc.mp4"),
    Case("encrypted-cenc", "gpac-cenc.mp4", keeping: { $0.setting(protection, at: 6) { u8(0, 0) } }) { $0 },
    // Groups of samples may be encrypted all the same.
    Case("encrypted-cenc", "gpac-cenc.mp4", keeping: { $0.setting(protection, at: 6) { u8(0, 0) } }) {
      $0.setting(protection, at: 6) { u8(0, 0) }.adding(to: table) {
        atom("sgpd", version: 1) { code("seig"); u32(20, 1); u8(0, 0, 1, 8); zeros(16) }
      }
    },
    Case("encryption-unused") { unprotecting($0) },
    Case("subtitles-tx3g", breaks: "subtitles.mp4"),
    Case("tmcd-track", breaks: "timecode.mov"),
    Case("track-reference-dangling") {
      $0.adding(to: "moov/trak") { atom("tref") { atom("chap") { u32(77) } } }
    },
    Case("apple-prores", breaks: "prores.mov"),
    Case("apple-avc3", breaks: "h264-avc3.mp4"),
    Case("music-chap-only") {
      $0.adding(to: "moov/trak") { atom("tref") { atom("chap") { u32(2) } } }
    },
  ]

  /// With a second sample entry of video, which no sample leads to, changed.
  package static func secondEntry(in file: [UInt8], _ change: ([UInt8]) -> [UInt8] = { $0 }) -> [UInt8] {
    var copy: [UInt8] = []
    _ = file.changing(video) { copy = $0; return $0 }
    let own = change(copy)
    return file.setting(table + "/stsd", at: 4) { u32(2) }.adding(behind: video) { bytes(own) }
  }

  static let picture: [Case] = [
    Case("avcc-missing") { $0.removing(video + "/avcC") },
    Case("avcc-missing", "h264-avc3.mp4") { $0.removing(table + "/stsd/avc3/avcC") },
    Case("hvcc-missing", "hevc-hvc1.mp4") { $0.removing(table + "/stsd/hvc1/hvcC") },
    Case("av1-vp9-configuration-missing", "av1.mp4") { $0.removing(table + "/stsd/av01/av1C") },
    Case("av1-vp9-configuration-missing", "vp9.mp4") { $0.removing(table + "/stsd/vp09/vpcC") },
    Case("flac-configuration-missing", "flac.mp4") { $0.removing(table + "/stsd/fLaC/dfLa") },
    Case("opus-configuration-missing", "opus.mp4") { $0.removing(table + "/stsd/Opus/dOps") },
    Case("parameter-sets-missing") { $0.setting(video + "/avcC", at: 5) { u8(0xE0) } },
    Case("configuration-invalid") { $0.setting(video + "/avcC", at: 0) { u8(14) } },
    Case("configuration-invalid") { $0.setting(video + "/avcC", at: 8) { u8(0x68) } },
    Case("configuration-invalid", "opus.mp4") { $0.setting(table + "/stsd/Opus/dOps", at: 0) { u8(255) } },
    Case("configuration-invalid", "opus.mp4") { $0.setting(table + "/stsd/Opus/dOps", at: 1) { u8(254) } },
    Case("configuration-invalid", "flac.mp4") { $0.setting(table + "/stsd/fLaC/dfLa", at: 5) { u8(0xFF) } },
    Case("configuration-invalid", "flac.mp4") { $0.setting(table + "/stsd/fLaC/dfLa", at: 8) { u8(0xED) } },
    Case("configuration-invalid", "vp9.mp4") { $0.setting(table + "/stsd/vp09/vpcC", at: 11) { u8(255) } },
    Case("configuration-doubtful", "vp9.mp4") { $0.setting(table + "/stsd/vp09/vpcC", at: 0) { u8(254) } },
    // 1,000,000 Hz and more, where 48,000 are described.
    Case("stream-info-differs", "flac.mp4") { $0.setting(table + "/stsd/fLaC/dfLa", at: 18) { u8(0xF4) } },
    Case("stream-info-differs", "flac.mp4") { $0.setting(table + "/stsd/fLaC/dfLa", at: 19) { u8(0x0B) } },
    // The unit of the first array, a video parameter set, says that it is an SEI message.
    Case("parameter-sets-missing", "hevc-hvc1.mp4") {
      $0.setting(table + "/stsd/hvc1/hvcC", at: 28) { u8(0x4E) }
    },
    Case("avcc-length-size") { $0.setting(video + "/avcC", at: 4) { u8(0xFD) } },
    Case("entries-differ", keeping: { secondEntry(in: $0) }) { file in
      secondEntry(in: file) { $0[..<4] + Array("zzzz".utf8) + $0[8...] }
    },
    Case("first-entry-unused", keeping: { secondEntry(in: $0).setting(table + "/stsc", at: 28) { u32(2) } }) { file in
      secondEntry(in: file).setting(table + "/stsd", at: 12) { code("zzzz") }
        .setting(table + "/stsc", at: 16) { u32(2) }.setting(table + "/stsc", at: 28) { u32(2) }
    },
    Case("sample-entry-unused") { secondEntry(in: $0) },
    Case("avcc-twice") { file in
      var copy: [UInt8] = []
      _ = file.changing(video + "/avcC") { copy = $0; return $0 }
      let own = copy
      return file.adding(behind: video + "/avcC") { bytes(own) }
    },
    Case("avc-444") { $0.setting(video + "/avcC", at: 1) { u8(244) } },
    Case("avc-422") { $0.setting(video + "/avcC", at: 1) { u8(122) } },
    Case("avc-high10") { $0.setting(video + "/avcC", at: 1) { u8(110) } },
    // The first byte of the parameter set itself.
    Case("avc-set-beyond-high") { $0.setting(video + "/avcC", at: 9) { u8(110) } },
    Case("avc-set-beyond-high") { $0.setting(video + "/avcC", at: 9) { u8(122) } },
    Case("avc-level-high") { $0.setting(video + "/avcC", at: 3) { u8(62) } },
    Case("avc-interlaced") { $0.adding(to: video) { atom("fiel") { u8(2, 1) } } },
    Case("hev1", breaks: "hevc-hev1.mp4", keeps: "hevc-hvc1.mp4"),
    Case("hevc-no-decoder", breaks: "hevc-hvc1.mp4"),
    Case("win-hevc", breaks: "hevc-hvc1.mp4"),
    Case("hevc-profile-level-hls", "hevc-hvc1.mp4") {
      $0.setting(table + "/stsd", at: 8 + 8 + 78 + 8 + 12) { u8(180) }
    },
    Case("av1-apple", breaks: "av1.mp4"),
    Case("win-av1-vp9", breaks: "vp9.mp4"),
    Case("win-avc-level", keeping: { $0.setting(video + "/avcC", at: 3) { u8(51) } }) {
      $0.setting(video + "/avcC", at: 3) { u8(52) }
    },
    // 7.1; 96 kHz; and with bands replicated to that rate.
    Case("aac-beyond-listed") { configuring($0, hex("058080800511B8")) },
    Case("aac-beyond-listed") { configuring($0, hex("05808080051008")) },
    Case("aac-beyond-listed") { configuring($0, hex("0580808005299008")) },
    Case("android-vp9-profile", "vp9.mp4") { $0.setting(table + "/stsd/vp09/vpcC", at: 4) { u8(1) } },
    Case("vp9-mp4", breaks: "vp9.mp4"),
    Case("stsd-size-zero") { $0.setting(video, at: 24) { u16(0) } },
    Case("picture-size-differs", keeping: { $0.setting(video, at: 24) { u16(128) } }) {
      $0.removing(video + "/pasp").setting(video, at: 24) { u16(128) }
    },
    Case("picture-size-differs", keeping: { $0.removing(video + "/pasp").setting(video, at: 24) { u16(128, 96) } }) {
      $0.setting(video, at: 24) { u16(32_768, 96) }
    },
    Case(
      "colour-missing",
      keeping: {
        // Its parameter set says BT.709.
        $0.setting(video, at: 24) { u16(1_920) }.replacing(video + "/avcC") {
          atom("avcC") {
            hex("01 42c0 0a ff e1"); u16(12); hex("6742c00ada11e9a808080810"); u8(1); u16(4); hex("68ce3c80")
          }
        }
      }) { $0.setting(video, at: 24) { u16(1_920) } },
    Case("colr-two") {
      $0.adding(to: video) {
        for _ in 0..<2 { atom("colr") { code("nclx"); u16(1, 1, 1); u8(0) } }
      }
    },
    Case("mv-hevc", "hevc-hvc1.mp4") {
      $0.changing(table + "/stsd") { box in
        var box = box + atom("lhvC") { zeros(8) }.bytes
        for place in 0..<4 { box[place] = UInt8(truncatingIfNeeded: box.count >> (8 * (3 - place))) }
        let size = box.count - 16
        for place in 0..<4 { box[16 + place] = UInt8(truncatingIfNeeded: size >> (8 * (3 - place))) }
        return box
      }
    },
    Case("dolby-vision-5") { $0.adding(to: video) { atom("dvcC") { hex("0100 0A0D 00"); zeros(19) } } },
    Case("dolby-vision-7") { $0.adding(to: video) { atom("dvcC") { hex("0100 0E0D 00"); zeros(19) } } },
    Case("dolby-vision-8") { $0.adding(to: video) { atom("dvvC") { hex("0100 100D 40"); zeros(19) } } },
    Case("matrix-rotate", breaks: "rotated.mp4"),
    Case("matrix-flip") { $0.setting("moov/trak/tkhd", at: 40) { u32(0xFFFF_0000) } },
    Case("matrix-odd") { $0.setting("moov/trak/tkhd", at: 40) { u32(0x2_0000) } },
    Case("matrix-mvhd") {
      $0.setting("moov/mvhd", at: 36) { u32(0, 0x1_0000, 0, 0xFFFF_0000, 0, 0) }
    },
    Case("pasp") { $0.setting(video + "/pasp", at: 0) { u32(2, 1) } },
    Case("tkhd-aspect") { $0.setting("moov/trak/tkhd", at: 76) { u32(256 << 16) } },
    Case("clap") { $0.adding(to: video) { atom("clap") { u32(32, 1, 24, 1, 0, 1, 0, 1) } } },
  ]

  static let heard: [Case] = [
    Case("object-type-differs") { $0.setting(soundTrack + "/mdia/minf/stbl/stsd/mp4a/esds", at: 17) { u8(0x6B) } },
    Case("ac3-eac3-web", breaks: "ac3.mp4"),
    Case("dts-truehd", "aac-5.1.mp4") { $0.removing(sound + "/esds").setting(table + "/stsd", at: 12) { code("dtsc") } },
    Case("alac-web", breaks: "alac.m4a", keeps: "tagged.m4a"),
    Case("opus-mp4-apple", breaks: "opus.mp4"),
    Case("flac-mp4-apple", breaks: "flac.mp4"),
    Case("mp3-in-mp4", breaks: "mp3.mp4"),
    Case("pcm-mov", breaks: "pcm-v0.mov"),
    Case("vorbis-mp4", "aac-5.1.mp4") { $0.setting(sound + "/esds", at: 17) { u8(0xDD) } },
    Case("esds-missing", "aac-5.1.mp4") { $0.removing(sound + "/esds") },
    // Of the whole descriptor, and of the decoder configuration in it, the tag.
    Case("esds-missing", "aac-5.1.mp4") { $0.setting(sound + "/esds", at: 4) { u8(0) } },
    Case("esds-missing", "fragmented.mp4") { $0.setting(soundTrack + "/mdia/minf/stbl/stsd/mp4a/esds", at: 12) { u8(0x99) } },
    Case("audio-entry-fields", "aac-5.1.mp4") { $0.setting(sound, at: 18) { u16(0) } },
    Case("edit-list-aac-priming") { $0.removing(soundTrack + "/edts") },
  ]

  /// An edit of so many ticks, in 64 bits.
  private static func endless(_ duration: UInt64) -> Piece {
    atom("elst", version: 1) { u32(1); u64(duration, 1_024); u32(0x1_0000) }
  }

  static let timed: [Case] = [
    Case("composition-delay") { $0.removing("moov/trak/edts") },
    Case("elst-empty-edit") {
      $0.replacing("moov/trak/edts/elst") {
        atom("elst", version: 0) { u32(2, 500, 0xFFFF_FFFF, 0x1_0000, 400, 1_024, 0x1_0000) }
      }
    },
    Case("elst-delays-all") { file in
      [("moov/trak", 1_024), (soundTrack, 1_024)].reduce(file) { bytes, track in
        bytes.replacing(track.0 + "/edts/elst") {
          atom("elst", version: 0) { u32(2, 500, 0xFFFF_FFFF, 0x1_0000, 400, track.1, 0x1_0000) }
        }
      }
    },
    Case("elst-several-edits") {
      $0.replacing("moov/trak/edts/elst") {
        atom("elst", version: 0) { u32(2, 100, 1_024, 0x1_0000, 100, 3_000, 0x1_0000) }
      }
    },
    Case("elst-repeat") {
      $0.replacing("moov/trak/edts/elst") {
        atom("elst", version: 0) { u32(2, 100, 1_024, 0x1_0000, 100, 1_024, 0x1_0000) }
      }
    },
    Case("elst-only-empty") {
      $0.replacing("moov/trak/edts/elst") { atom("elst", version: 0) { u32(1, 400, .max, 0x1_0000) } }
    },
    Case("elst-rate") { $0.setting("moov/trak/edts/elst", at: 16) { u32(0x8000) } },
    Case("android-edit-rate") { $0.setting("moov/trak/edts/elst", at: 16) { u32(0) } },
    Case("elst-shows-no-picture") {
      $0.removing("moov/trak/mdia/minf/stbl/ctts").setting("moov/trak/edts/elst", at: 8) { u32(0, 0) }
    },
    Case("elst-shows-no-picture") {
      $0.removing("moov/trak/mdia/minf/stbl/ctts").setting("moov/trak/edts/elst", at: 12) { i32(-50_000) }
    },
    Case("elst-duration-signed") { $0.replacing("moov/trak/edts/elst") { Self.endless(.max) } },
    Case("elst-duration-huge") { $0.replacing("moov/trak/edts/elst") { Self.endless(.max >> 1) } },
    Case("elst-zero-duration") { $0.setting("moov/trak/edts/elst", at: 12) { i32(-50_000) } },
    Case("elst-zero-duration") { $0.setting("moov/trak/edts/elst", at: 8) { u32(0) } },
    Case("edit-beyond-media") { $0.setting("moov/trak/edts/elst", at: 12) { u32(900_000) } },
    Case("elst-starts-inside-gop") { $0.setting("moov/trak/edts/elst", at: 12) { u32(1_024 + 512) } },
    Case("elst-shorter-than-media") { $0.setting("moov/trak/edts/elst", at: 8) { u32(100) } },
    Case("ctts-negative-v1") { $0.setting(table + "/ctts", at: 0) { u8(1) }.setting(table + "/ctts", at: 12) { u32(0xFFFF_FE00) } },
    Case("composition-offset-negative") { $0.setting(table + "/ctts", at: 12) { u32(0xFFFF_FE00) } },
    Case("frame-rate-uneven", "h264-aac.mp4") {
      $0.replacing(table + "/stts") { atom("stts", version: 0) { u32(5, 2, 400, 2, 500, 2, 600, 2, 700, 2, 800) } }
    },
  ]

  static let fragmented: [Case] = [
    Case("mse-not-fragmented", breaks: "h264-aac.mp4", keeps: "fragmented-separate.mp4"),
    Case("base-offset-absolute", breaks: "fragmented-base.mp4", keeps: "dash-sidx.mp4"),
    Case("decode-time-missing", "fragmented-separate.mp4") { $0.removing("moof/traf/tfdt") },
    Case("mse-no-mfhd", "fragmented-separate.mp4") { $0.removing("moof/mfhd") },
    Case("mse-multi-traf", breaks: "fragmented.mp4", keeps: "fragmented-separate.mp4"),
    Case("track-extends-missing", "fragmented-separate.mp4") { $0.removing("moov/mvex/trex") },
    Case("fragments-without-extends", "fragmented-separate.mp4") { $0.removing("moov/mvex/trex") },
    Case("fragments-without-extends", "fragmented-separate.mp4") { $0.setting("moov/mvex/trex", at: 8) { u32(0) } },
    Case("fragments-overlap", "dash-sidx.mp4") { $0.setting("moof[2]/traf/tfdt", at: 4) { u32(0, 0) } },
    Case("fragment-track-unknown", "fragmented-separate.mp4") { $0.setting("moof/traf/tfhd", at: 4) { u32(9) } },
    Case("fragment-track-unknown-file", "fragmented-separate.mp4") { $0.setting("moof/traf/tfhd", at: 4) { u32(9) } },
    Case("fragment-tracks-unknown", "cmaf.mp4", keeping: { $0.setting("moof/traf/tfhd", at: 4) { u32(9) } }) {
      $0.setting("moof/traf/tfhd", at: 4) { u32(9) }.setting("moof[2]/traf/tfhd", at: 4) { u32(9) }
    },
    Case("mse-no-init", breaks: "segment-1.m4s", keeps: "fragmented-separate.mp4"),
    Case("mse-no-ftyp", "fragmented-separate.mp4") { $0.removing("ftyp") },
    Case("mse-unknown-top-box", "fragmented-separate.mp4") { $0 + atom("zzzz") { u32(0) }.bytes },
    // An initialization segment: what stands before the first fragment.
    Case("mse-unknown-top-box", "fragmented-separate.mp4", keeping: { [UInt8]($0.prefix(0x4C4)) }) {
      $0.prefix(0x4C4) + atom("zzzz") { u32(0) }.bytes
    },
    Case("mse-stbl-boxes", "fragmented-separate.mp4") { $0.removing(table + "/stts") },
    Case("android-sidx", breaks: "fragmented-separate.mp4", keeps: "dash-sidx.mp4"),
    Case("win-fragmented", breaks: "fragmented-separate.mp4"),
    Case("cmaf-one-track", breaks: "fragmented.mp4", keeps: "cmaf.mp4"),
    Case("cmaf-meta-place", "cmaf.mp4") { $0 + atom("udta") {}.bytes },
    Case("cmaf-brand", breaks: "fragmented.mp4", keeps: "cmaf.mp4"),
    Case("dash-one-sidx", breaks: "fragmented-separate.mp4", keeps: "dash-sidx.mp4"),
    Case("android-brand") { $0.replacing("ftyp") { Parts.fileType("zzzz", "zzzz") } },
    Case("android-stsz") { $0.removing(table + "/stsz") },
    Case("android-stsc-first") { $0.setting(table + "/stsc", at: 8) { u32(2) } },
    Case("hls-parameter-sets", breaks: "h264-avc3.mp4"),
    Case("hls-hevc-in-fmp4", breaks: "hevc-hvc1.mp4"),
    Case("hls-encryption", breaks: "gpac-cenc.mp4"),
  ]

  static let others: [Case] = [
    Case("avif-brands", "image.avif") { $0.replacing("ftyp") { Parts.fileType("mif1", "mif1") } },
    Case("avif-trailing", "image.avif", keeping: { $0 + Array(repeating: 0x55, count: 100) }) { $0 + zeros(50).bytes },
    Case("item-outside", "image.avif") { [UInt8]($0.dropLast(60)) },
    Case("heic-browsers", breaks: "gpac-image.heic", keeps: "gpac-image.avif"),
    Case("heic-windows", breaks: "gpac-image.heic", keeps: "gpac-image.avif"),
    Case("id3-v24-windows", breaks: "mutagen-v24.mp3", keeps: "mutagen-v23.mp3"),
    Case("id3-footer", "mutagen-v24.mp3") { bytes in
      var bytes = bytes
      bytes[5] |= 0x10
      return bytes
    },
    Case("id3-two-tags", "mutagen-v24.mp3") { hex("494433 0400 00 0000000A").bytes + Array(repeating: 0, count: 10) + $0 },
  ]

  package static let all = container + tables + picture + heard + timed + fragmented + others + more + made + boxes
}
