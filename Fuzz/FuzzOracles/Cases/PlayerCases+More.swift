// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

extension PlayerCases {
  private static let table = "moov/trak/mdia/minf/stbl"
  private static let entry = table + "/stsd"

  /// A tag of ID3v2.3 with these frames, in front of sound.
  private static func tagged(_ frames: Piece, version: UInt8 = 3, flags: UInt8 = 0) -> @Sendable ([UInt8]) -> [UInt8] {
    let content = frames.bytes
    return { sound in
      let count = content.count
      let size = [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: count >> $0) & 0x7F }
      return Array("ID3".utf8) + [version, 0, flags] + size + content + Self.withoutTag(sound)
    }
  }

  /// Where the last `moof` begins.
  private static func lastFragment(in file: [UInt8]) -> Int {
    let type = Array("moof".utf8)
    return file.indices.dropLast(4).last { Array(file[($0 + 4)..<min(file.count, $0 + 8)]) == type } ?? 0
  }

  /// A frame of ID3v2.3.
  private static func frame(_ id: String, @AtomBuilder _ content: () -> Piece) -> Piece {
    let content = content().bytes
    return pieces {
      text(id); u32(UInt32(content.count)); u16(0); bytes(content)
    }
  }

  private static func withoutTag(_ file: [UInt8]) -> [UInt8] {
    guard file.starts(with: Array("ID3".utf8)), file.count > 10 else { return file }
    let size = file[6..<10].reduce(0) { $0 << 7 | Int($1) }
    return [UInt8](file.dropFirst(10 + size))
  }

  /// A picture in a frame, of this type and encoding of its description.
  private static func picture(_ type: String, encoding: UInt8 = 0, byteCount: Int = 16) -> Piece {
    frame("APIC") {
      u8(encoding); text(type, terminated: true); u8(3)
      if encoding == 1 { hex("FFFE 0000") } else { u8(0) }
      zeros(byteCount)
    }
  }

  static let more: [Case] = [
    Case("leading-id3") { hex("494433 0400 00 0000000A").bytes + Array(repeating: 0, count: 10) + $0 },
    Case("junk-before-sound", "mutagen-v23.mp3") { Array(String(repeating: "junk", count: 20).utf8) + $0 },
    // Microsoft ADPCM, which stands at the beginning of the payload of 'fmt '.
    // ADPCM, and floats of 64 bits.
    Case("wav-coding-firefox", "broadcast.wav", keeping: { $0.changing("fmt ", at: 0, to: [3, 0]).changing("fmt ", at: 14, to: [64]) }) {
      $0.changing("fmt ", at: 0, to: [2, 0])
    },
    Case("mp2-file", breaks: "layer2.mp2", keeps: "mpeg2-plain.mp3"),
    Case("wav-coding", "broadcast.wav") { file in
      var file = file
      let name = Array("fmt ".utf8)
      if let at = file.indices.first(where: { file[$0...].starts(with: name) }) { file[at + 8] = 2 }
      return file
    },
    Case("compressed-moov") { $0.changing("moov") { moov in
      nested(["moov", "cmov"]) { atom("dcom") { text("zlib") }; atom("cmvd") { u32(UInt32(moov.count)); Recipe.stored(Piece(moov)) } }.bytes
    } },
    Case("apple-mp4v", breaks: "mpeg4.mp4"),
    Case("music-chpl-only") {
      $0.adding(to: "moov") { atom("udta") { atom("chpl", version: 1) { u32(0); u8(1); u64(0); pascal("One") } } }
    },
    Case("music-m4b-brand") { file in
      file.setting("ftyp", at: 0) { code("M4A ") }.adding(to: "moov/trak") { atom("tref") { atom("chap") { u32(2) } } }
    },
    Case("configuration-version") { $0.changing(entry) { Self.patching("avcC", at: 0, [2], $0) } },
    Case("configuration-version", "av1.mp4") { $0.changing(entry) { Self.patching("av1C", at: 0, [0x82], $0) } },
    Case("configuration-version-firefox", "vp9.mp4") { $0.changing(entry) { Self.patching("vpcC", at: 0, [2], $0) } },
    Case("configuration-version-firefox", "opus.mp4") { $0.changing(entry) { Self.patching("dOps", at: 0, [2], $0) } },
    Case("configuration-version", "flac.mp4") { $0.changing(entry) { Self.patching("dfLa", at: 0, [2], $0) } },
    Case("configuration-version", "fragmented.mp4") { $0.changing(entry) { Self.patching("avcC", at: 0, [2], $0) } },
    Case("odd-dimensions") { $0.setting(entry + "/avc1", at: 24) { u16(63) } },
    Case("win-mov", breaks: "prores.mov"),
    Case("bc-timecode", breaks: "prores.mov", keeps: "timecode.mov"),
    Case("bc-prores-colr", "prores.mov") { $0.removing(entry + "/apco/colr") },
    Case("bc-cfr", breaks: "variable-rate.mp4"),
    Case("bc-edit-list") {
      $0.replacing("moov/trak/edts/elst") {
        atom("elst", version: 0) { u32(2, 100, 1_024, 0x1_0000, 100, 3_000, 0x1_0000) }
      }
    },
    Case("hls-frame-rate") { $0.setting(table + "/stts", at: 12) { u32(100) } },
    Case("mse-scheme", breaks: "bento4-cens.mp4"),
    Case("mse-scheme-refused", breaks: "bento4-cbc1.mp4"),
    Case("av1-monochrome", "av1.mp4") { $0.changing(entry) { atom in
      var atom = atom
      for place in atom.indices.dropLast(7) where Array(atom[place..<place + 4]) == Array("av1C".utf8) { atom[place + 6] |= 0x10 }
      return atom
    } },
    Case("av1-no-config", "av1.mp4") { $0.changing(entry) { Self.cutting("av1C", to: 0, $0) } },
    Case("av1-level-hls", "av1.mp4") { $0.changing(entry) { Self.patching("av1C", at: 1, [19], $0) } },
    Case("hev1-inband-only", "hevc-hev1.mp4") { $0.changing(entry) { Self.patching("hvcC", at: 22, [0], $0) } },
    Case("hevc-422-444-12", "hevc-hvc1.mp4") {
      $0.changing(entry) { Self.patching("hvcC", at: 16, [0xFE], Self.patching("hvcC", at: 1, [4], $0)) }
    },
    Case("android-edit-no-sync") { $0.setting("moov/trak/edts/elst", at: 12) { u32(2_000) }.setting("moov/trak/edts/elst", at: 8) { u32(40) } },
    Case("dash-edit-list", "fragmented-separate.mp4") { $0.adding(to: "moov/trak") {
      atom("edts") { atom("elst", version: 0) { u32(1, 0, 0, 0x1_0000) } } } },
    Case("mse-elst-empty", "fragmented-separate.mp4") { $0.adding(to: "moov/trak") {
      atom("edts") { atom("elst", version: 0) { u32(2, 500, 0xFFFF_FFFF, 0x1_0000, 400, 0, 0x1_0000) } } } },
    Case("mse-no-default-base-moof", "fragmented-separate.mp4") { $0.setting("moof/traf/tfhd", at: 1) { u8(0) } },
    Case("mse-first-not-sync", "fragmented-separate.mp4") { Self.notSync($0) },
    Case("hls-key-frames", "fragmented-separate.mp4") { Self.notSync($0) },
    Case("dash-inband-sets", breaks: "dash-sidx.mp4"),
    Case("cmaf-sidx", "dash-sidx.mp4") { $0.setting("sidx", at: 32) { u8(0x80) } },
    Case("dash-sidx-fields", "dash-sidx.mp4") { $0.setting("sidx", at: 40) { u8(0) } },
    Case("avif-no-pixi", "image.avif") { $0.removing("meta/iprp/ipco/pixi") },
    Case("image-configuration-missing", "image.avif") { $0.changing("meta/iprp/ipco/av1C") { $0[..<4] + Array("free".utf8) + $0[8...] } },
    Case("avif-depth-differs", "image.avif") { $0.setting("meta/iprp/ipco/pixi", at: 5) { u8(10, 10, 10) } },
    Case("avif-item-unmeasured", "image.avif") { $0.setting("meta/iloc", at: 18) { u32(0) } },
    Case("miaf-brand", "image.avif") { $0.replacing("ftyp") { Parts.fileType("avif", "avif", "mif1") } },
    Case("avif-ispe-wrong", "image.avif") { $0.setting("meta/iprp/ipco/ispe", at: 4) { u32(1, 1) } },
    Case("text-encoding-unknown", "mutagen-v23.mp3", tagged(frame("TIT2") { u8(3); text("x") })),
    Case("id3-apic-mime", "mutagen-v23.mp3", tagged(picture("image/webp"))),
    Case("id3-apic-utf16-desc", "lame-cbr.mp3") { sound in
      tagged(picture("image/png", encoding: 1))(sound)
    },
    Case("id3-apic-size", "mutagen-v23.mp3", tagged(picture("image/png", byteCount: 16_000_001))),
    Case("id3-large-tag", "mutagen-v23.mp3", tagged(frame("PRIV") { text("x", terminated: true); zeros(2_000_001) })),
    Case("id3-unsync", "mutagen-v23.mp3", tagged(frame("TIT2") { u8(0); text("x") }, flags: 0x80)),
    Case("avcc-profile-level-lie", breaks: "../broken/level-differs.mp4"),
    Case("mdat-larger-than-file", "h264-faststart.mp4") {
      $0.changing("mdat") { mdat in [mdat[0], mdat[1], mdat[2] &+ 8] + mdat[3...] }
    },
    Case("mse-elst-media-time", "fragmented-separate.mp4") { $0.adding(to: "moov/trak") {
      atom("edts") { atom("elst", version: 0) { u32(1, 0, 1_024, 0x1_0000) } } } },
    Case("mse-elst-skip", "fragmented-separate.mp4") { $0.adding(to: "moov/trak") {
      atom("edts") { atom("elst", version: 0) { u32(1, 0, 1_536, 0x1_0000) } } } },
    Case("dash-first-pts", breaks: "fragmented-separate.mp4"),
    Case("cmaf-cts", breaks: "fragmented-separate.mp4"),
    Case("mse-moov-with-samples") { $0.adding(to: "moov") { atom("mvex") { atom("trex", version: 0) { u32(1, 1, 0, 0, 0) } } } },
    Case("cmaf-colr", breaks: "hevc-hvc1.mp4"),
    Case("hls-dolby-vision") { $0.adding(to: entry + "/avc1") { atom("dvcC") { hex("0100 0E0D 00"); zeros(19) } } },
    Case("run-outside-media", "fragmented-separate.mp4") { $0.setting("moof/traf/trun", at: 8) { u32(0x7000_0000) } },
    Case("runs-outside-media", "cmaf.mp4", keeping: { $0.setting("moof/traf/trun", at: 8) { u32(0x7000_0000) } }) {
      $0.setting("moof/traf/trun", at: 8) { u32(0x7000_0000) }.setting("moof[2]/traf/trun", at: 8) { u32(0x7000_0000) }
    },
    // All data in front of its fragment is what another rule is about.
    Case("runs-outside-media", "cmaf.mp4", keeping: { behindMedia(second: behindMedia(first: $0)) }) {
      behindMedia(first: $0).setting("moof[2]/traf/trun", at: 8) { u32(0x7000_0000) }
    },
    Case("runs-before-fragment", "cmaf.mp4") { behindMedia(second: $0) },
    Case("runs-before-first", "cmaf.mp4", keeping: { behindMedia(second: $0) }) { behindMedia(second: behindMedia(first: $0)) },
    Case("cmaf-addressing", "cmaf.mp4") { $0.setting("moof/traf/trun", at: 8) { u32(0x7000_0000) } },
    Case("decode-time-gap", "fragmented-separate.mp4") { $0.setting("moof/traf/tfhd", at: 8) { u32(400) } },
    Case("hls-tfdt", "fragmented-separate.mp4") { $0.setting("moof/traf/tfhd", at: 8) { u32(400) } },
    Case("cmaf-time-sum", "fragmented-separate.mp4") { $0.setting("moof/traf/tfhd", at: 8) { u32(400) } },
    Case("tag-truncated", "mutagen-v23.mp3") { [UInt8]($0.prefix(20)) },
    // By 200 bytes, into the second frame.
    Case("tag-past-sound", "mutagen-v23.mp3") { file in
      let size = file[6..<10].reduce(0) { $0 << 7 | Int($1) } + 200
      return file[..<6] + [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: size >> $0) & 0x7F } + file[10...]
    },
    // The rate is taken out of each frame, which is as long as before.
    Case("mp3-free-format", "mpeg2-plain.mp3") { file in
      var (file, at) = (file, 0)
      while at + 4 <= file.count, file[at] == 0xFF {
        let next = at + 104 + Int(file[at + 2] >> 1 & 1)
        file[at + 2] &= 0x0F
        at = next
      }
      return file
    },
    // The third frame of a stream of one channel is said to have two.
    Case("mp3-channels-vary", "mpeg2-plain.mp3") { file in
      var (file, at) = (file, 0)
      for _ in 0..<2 where at + 4 <= file.count { at += 104 + Int(file[at + 2] >> 1 & 1) }
      if at + 4 <= file.count { file[at + 3] &= 0x3F }
      return file
    },
    // Three bytes, beside four; behind the sound, where it is no shorter a 'LIST'.
    Case("wav-list-short", "broadcast.wav", keeping: { $0 + text("LIST").bytes + [4, 0, 0, 0] + text("INFO").bytes }) {
      $0 + text("LIST").bytes + [3, 0, 0, 0] + text("INF").bytes + [0]
    },
    Case("adts-cut", "adts.aac") { [UInt8]($0.dropLast(20)) },
    Case("wav-firefox", "broadcast.wav") { $0.changing("fmt ", at: 14, to: [20]) },
    // 2,999 Hz, 768,001 Hz, nine channels; beside 3,000 Hz, 768,000 Hz and eight.
    Case("wav-range", "broadcast.wav", keeping: { $0.changing("fmt ", at: 4, to: [0xB8, 0x0B, 0, 0]) }) {
      $0.changing("fmt ", at: 4, to: [0xB7, 0x0B, 0, 0])
    },
    Case("wav-range", "broadcast.wav", keeping: { $0.changing("fmt ", at: 4, to: [0, 0xB8, 0x0B, 0]) }) {
      $0.changing("fmt ", at: 4, to: [1, 0xB8, 0x0B, 0])
    },
    Case("wav-range", "broadcast.wav", keeping: { $0.changing("fmt ", at: 2, to: [8, 0]) }) {
      $0.changing("fmt ", at: 2, to: [9, 0])
    },
    Case("wav-firefox", "broadcast.wav") { file in
      guard let place = place(of: "fmt ", in: file) else { return file }
      return Array(file[..<place] + file[(place + 24)...] + file[place..<place + 24])
    },
    // Behind a chunk that goes on behind the form there is sound.
    Case("sound-missing", "broadcast.wav", keeping: { file in
      guard let place = place(of: "data", in: file) else { return file }
      let size = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: (place + 100) >> $0) }
      let junk = text("junk").bytes + [0xE8, 3, 0, 0] + zeros(1_000).bytes
      return file[..<4] + size + file[8..<place] + junk + file[place...]
    }) { file in place(of: "data", in: file).map { [UInt8](file.prefix($0)) } ?? file },
    // Samples that are not made of NAL units.
    Case("chunk-offset-shifted", "tagged.m4a") { shifting($0) },
    Case("chunk-offset-shifted", "aac-5.1.mp4") { shifting($0) },
    // Zeros where AAC is said to be, in which nothing ends a sample.
    Case("chunk-offset-shifted", "tagged.m4a") { $0.changing("mdat") { $0[..<8] + zeros($0.count - 8).bytes } },
    // The first sample of sound, the second, and the first of a later chunk.
    Case("sound-of-zeros-first", "h264-aac.mp4") { silencing(1_304..<1_429, in: $0) },
    Case("sound-of-zeros-first", "fragmented-separate.mp4") { silencing(2_829..<2_954, in: $0) },
    Case("sound-of-zeros", "h264-aac.mp4") { silencing(1_441..<1_600, in: $0) },
    Case("sound-of-zeros", "h264-aac.mp4") { silencing(2_542..<2_622, in: $0) },
    // One byte of it is none.
    Case("sound-of-zeros", "fragmented-separate.mp4", keeping: { silencing(2_954..<3_112, in: $0) }) {
      silencing(2_954..<3_113, in: $0)
    },
    Case("chunk-offset-shifted", "av1.mp4") { shifting($0) },
    Case("chunk-offset-shifted", "flac.mp4") { shifting($0) },
    Case("chunk-offset-shifted", "opus.mp4") { shifting($0) },
    Case("chunk-offset-shifted", "prores.mov") { shifting($0) },
    Case("chunk-offset-shifted", "vp9.mp4") { shifting($0) },
    Case("unit-start-code") { $0.changing("mdat") { joiningUnits($0) } },
    Case("unit-start-code", "fragmented-separate.mp4") { $0.changing("mdat") { joiningUnits($0) } },
    Case("unit-empty") { $0.changing("mdat") { emptyingUnit($0) } },
    Case("seek-not-idr") { $0.replacing(table + "/stss") { atom("stss", version: 0) { u32(2, 1, 2) } } },
    Case("hls-key-frames", "fragmented-separate.mp4") { $0.changing("mdat") { pictureOfAnotherKind($0) } },
    Case("sound-one-frame", "mpeg2-plain.mp3") { [UInt8]($0.prefix(104)) },
    Case("sound-one-frame", "adts.aac") { file in [UInt8](file.prefix(Int(file[3] & 3) << 11 | Int(file[4]) << 3 | Int(file[5]) >> 5)) },
    Case("sound-two-frames", "mpeg2-plain.mp3") { $0.prefix(208) + text("TAG").bytes + zeros(125).bytes },
    Case("sound-missing", "broadcast.wav") { file in
      place(of: "data", in: file).map { [UInt8](file.prefix($0)) } ?? file
    },
    Case("sound-missing", "broadcast.wav") { file in
      place(of: "fmt ", in: file).map { file.prefix($0) + Array("none".utf8) + file.dropFirst($0 + 4) } ?? file
    },
    Case("sound-missing", "broadcast.wav") { $0.changing("fmt ", at: 2, to: [0, 0]) },
    Case("sound-missing", "broadcast.wav") { $0.changing("fmt ", at: 4, to: [0, 0, 0, 0]) },
    Case("sound-missing", "tagged.aiff") { file in
      place(of: "SSND", in: file).map { file.prefix($0) + Array("none".utf8) + file.dropFirst($0 + 4) } ?? file
    },
    Case("media-missing", breaks: "segment-init.mp4"),
    Case("sound-cut", "broadcast.wav") { [UInt8]($0.prefix($0.count * 2 / 3)) },
    Case("sound-cut", "lame-vbr.mp3") { [UInt8]($0.prefix($0.count * 2 / 3)) },
    // 600 s, as the tag of a file says that was cut out of a longer one.
    Case("sound-cut", "lame-vbr.mp3", keeping: tagged(frame("TLEN") { u8(0); text("600000") })) {
      [UInt8]($0.prefix($0.count * 2 / 3))
    },
    Case("wav-rf64", breaks: "rf64.wav", keeps: "broadcast.wav"),
    // As it stands while it is written: without a size of the sound, with one of the file or none.
    Case("wav-unsized", "broadcast.wav") { file in
      place(of: "data", in: file).map { file.prefix($0 + 4) + [0, 0, 0, 0] + file.dropFirst($0 + 8) } ?? file
    },
    Case("wav-unsized", "broadcast.wav") { file in
      place(of: "data", in: file).map {
        file.prefix(4) + [0, 0, 0, 0] + file[8..<$0 + 4] + [0, 0, 0, 0] + file.dropFirst($0 + 8)
      } ?? file
    },
    Case("chunks-behind-tag", "broadcast.wav") { hex("494433 0300 00 0000000A").bytes + Array(repeating: 0, count: 10) + $0 },
    Case("chunks-behind-tag", "rf64.wav") { hex("494433 0300 00 0000000A").bytes + Array(repeating: 0, count: 10) + $0 },
    Case("chunks-behind-tag", "tagged.aiff") { hex("494433 0300 00 0000000A").bytes + Array(repeating: 0, count: 10) + $0 },
    // 1,048,543 bytes of tag, and one more.
    Case("chunks-tag-long", "broadcast.wav", keeping: { hex("494433 0300 00 003F7F55").bytes + Array(repeating: 0, count: 1_048_533) + $0 }) {
      hex("494433 0300 00 003F7F56").bytes + Array(repeating: 0, count: 1_048_534) + $0
    },
    Case("chunks-tag-long", "rf64.wav") { hex("494433 0300 00 003F7F56").bytes + Array(repeating: 0, count: 1_048_534) + $0 },
    Case("adts-behind-tag", "adts.aac") { hex("494433 0300 00 0000000A").bytes + Array(repeating: 0, count: 10) + $0 },
    // In the middle of the last fragment, and in front of it, where an index alone knows of it.
    Case("fragment-lost", "dash-sidx.mp4") { [UInt8]($0.prefix(lastFragment(in: $0) + 30)) },
    Case("fragment-lost", "dash-sidx.mp4") { [UInt8]($0.prefix(lastFragment(in: $0))) },
    Case("fragment-header-cut", "dash-sidx.mp4") { [UInt8]($0.prefix(lastFragment(in: $0) + 30)) },
    Case("aiff", breaks: "tagged.aiff", keeps: "broadcast.wav"),
    // The bit behind the height of the parameter set.
    Case("fields-allowed") { $0.changing(entry + "/avc1/avcC") { box in
      var box = box
      box[24] &= 0xBF
      return box
    } },
    Case("vectors-missing", "encrypted-ctr.mp4") { $0.removing(table + "/senc").removing(table + "/saiz") },
    Case("tracks-disabled") {
      $0.setting("moov/trak/tkhd", at: 0) { u32(0) }.setting("moov/trak[2]/tkhd", at: 0) { u32(0) }
    },
    Case("negative-offsets-late", breaks: "cmaf.mp4"),
    Case("decode-time-overlap", "fragmented-separate.mp4") { $0.setting("moof/traf/tfhd", at: 8) { u32(1_024) } },
    // As QuickTime has it: four fields of 32 bits behind those of MP4. In a table of version 1 there are none behind
    // them (14496-12 §12.2.3.2).
    Case(
      "sound-entry-quicktime", "fragmented-separate.mp4",
      keeping: {
        let table = "moov/trak[2]/mdia/minf/stbl/stsd"
        return $0.setting(table, at: 0) { u32(0x100_0000) }.setting(table + "/mp4a", at: 8) { u16(1) }
      }
    ) {
      $0.changing("moov/trak[2]/mdia/minf/stbl/stsd/mp4a") { box in
        let children = Array(box[36...])
        return atom("mp4a") {
          bytes(Array(box[8..<16])); u16(1); bytes(Array(box[18..<36])); u32(1_024, 0, 0, 2); bytes(children)
        }.bytes
      }
    },
    // The same picture, 64 by 48 pixels, in one box: a configuration of 4 bytes, 357 of AV1.
    Case("image-mini", "image.avif") { file in
      guard let configuration = place(of: "av1C", in: file), let media = place(of: "mdat", in: file) else { return file }
      return atoms {
        atom("ftyp") { text("mif3avif") }
        atom("mini") {
          hex("00083f5e080590")
          bytes(Array(file[configuration + 4..<configuration + 8] + file[(media + 4)...]))
        }
      }
    },
    Case("pcm-chromium", breaks: "pcm-float.mov", keeps: "pcm-v0.mov"),
  ]

  /// With the first fragment behind its media.
  private static func behindMedia(first file: [UInt8]) -> [UInt8] { puttingBehindMedia(0x2E5..<0x379, size: 1_301, in: file) }

  /// With the second fragment behind its media.
  private static func behindMedia(second file: [UInt8]) -> [UInt8] { puttingBehindMedia(0x88E..<0x922, size: 675, in: file) }

  /// With a fragment of one run behind the `mdat` that it stands in front of, which has `size` bytes.
  private static func puttingBehindMedia(_ fragment: Range<Int>, size: Int, in file: [UInt8]) -> [UInt8] {
    var moved = Array(file[fragment])
    guard let run = place(of: "trun", in: moved) else { return file }
    moved.replaceSubrange(run + 12..<run + 16, with: i32(Int32(8 - size)).bytes)
    let end = fragment.upperBound + size
    return file[..<fragment.lowerBound] + file[fragment.upperBound..<end] + moved + file[end...]
  }

  /// With zeros in a range.
  private static func silencing(_ range: Range<Int>, in file: [UInt8]) -> [UInt8] {
    file[..<range.lowerBound] + zeros(range.count).bytes + file[range.upperBound...]
  }

  /// With all chunks three bytes further on than they are.
  private static func shifting(_ file: [UInt8]) -> [UInt8] {
    file.changing(table + "/stco") { box in
      var box = box
      for at in stride(from: 19, to: box.count, by: 4) { box[at] &+= 3 }
      return box
    }
  }

  /// Says of the first IDR picture that it is none.
  private static func pictureOfAnotherKind(_ media: [UInt8]) -> [UInt8] {
    var media = media
    if let place = media.indices.dropLast().first(where: { media[$0] == 0x65 && media[$0 + 1] == 0x88 }) { media[place] = 0x41 }
    return media
  }

  /// The first two units as one, with a start code in place of the length of the second.
  private static func joiningUnits(_ media: [UInt8]) -> [UInt8] {
    func length(at place: Int) -> Int { media[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let second = 12 + length(at: 8)
    let whole = UInt32(second - 8 + length(at: second))
    return media[..<8] + u32(whole).bytes + media[12..<second] + [0, 0, 0, 1] + media[(second + 4)...]
  }

  /// With the last four bytes of the first unit as a unit of their own, which is empty.
  private static func emptyingUnit(_ media: [UInt8]) -> [UInt8] {
    let length = media[8..<12].reduce(0) { $0 << 8 | Int($1) }
    var media = media
    media.replaceSubrange(8..<12, with: u32(UInt32(length - 4)).bytes)
    media.replaceSubrange(8 + length..<12 + length, with: zeros(4).bytes)
    return media
  }

  /// Says of the first sample of the first run that it is no sync sample.
  private static func notSync(_ file: [UInt8]) -> [UInt8] {
    file.setting("moof/traf/trun", at: 12) { u32(0x0101_0000) }
  }

  /// With bytes overwritten `offset` bytes behind the header of the atom of this type, wherever it is in `atom`.
  private static func patching(_ type: String, at offset: Int, _ bytes: [UInt8], _ atom: [UInt8]) -> [UInt8] {
    guard let place = place(of: type, in: atom), place + 4 + offset + bytes.count <= atom.count else { return atom }
    var atom = atom
    atom.replaceSubrange(place + 4 + offset..<place + 4 + offset + bytes.count, with: bytes)
    return atom
  }

  /// With the atom of this type cut to `count` bytes of payload; what is behind them becomes free space.
  private static func cutting(_ type: String, to count: Int, _ atom: [UInt8]) -> [UInt8] {
    guard let place = place(of: type, in: atom), place >= 4 else { return atom }
    let size = atom[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
    guard size - 8 - count >= 8 else { return atom }
    var atom = atom
    func put(_ value: Int, _ at: Int) {
      for byte in 0..<4 { atom[at + byte] = UInt8(truncatingIfNeeded: value >> (8 * (3 - byte))) }
    }
    put(8 + count, place - 4)
    let rest = place + 4 + count
    put(size - 8 - count, rest)
    atom.replaceSubrange(rest + 4..<rest + 8, with: Array("free".utf8))
    return atom
  }

  /// Where the four bytes of a type stand.
  private static func place(of type: String, in atom: [UInt8]) -> Int? {
    let code = Array(type.utf8)
    return atom.indices.dropLast(3).first { atom[$0..<$0 + 4].elementsEqual(code) }
  }
}

extension [UInt8] {
  /// With bytes overwritten behind the header of the chunk of this type.
  fileprivate func changing(_ type: String, at offset: Int, to bytes: [UInt8]) -> [UInt8] {
    let code = Array(type.utf8)
    guard let place = indices.dropLast(3).first(where: { self[$0..<$0 + 4].elementsEqual(code) }),
      place + 8 + offset + bytes.count <= count
    else { return self }
    return self[..<(place + 8 + offset)] + bytes + self[(place + 8 + offset + bytes.count)...]
  }
}
