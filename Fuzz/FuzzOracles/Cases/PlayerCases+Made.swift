// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

/// Files of which the one that keeps a rule is made as well, beside the one that breaks it.
extension PlayerCases {
  private static let table = "moov/trak/mdia/minf/stbl"
  private static let video = table + "/stsd/avc1"
  private static let sound = table + "/stsd/mp4a"
  private static let soundTrack = "moov/trak[2]"
  private static let soundEntry = soundTrack + "/mdia/minf/stbl/stsd/mp4a"

  static let made = madeFiles + madeTracks + madeSound + madeFragments + appended + madeImages + madeTags

  private static let madeFiles: [Case] = [
    // The movie's header changes places with its first track, which has edits.
    Case("mvhd-behind-edits", "editlist.mp4") { file in
      guard let header = file.firstRange(of: Array("mvhd".utf8))?.lowerBound,
        let track = file.firstRange(of: Array("trak".utf8))?.lowerBound, track > header
      else { return file }
      func end(_ type: Int) -> Int { type - 4 + file[(type - 4)..<type].reduce(0) { $0 << 8 | Int($1) } }
      guard end(header) == track - 4 else { return file }
      return Array(file[..<(header - 4)]) + Array(file[(track - 4)..<end(track)]) + Array(file[(header - 4)..<end(header)])
        + Array(file[end(track)...])
    },
    // The first bytes of the media are all that is there of them.
    Case("first-samples-cut", "h264-faststart.mp4", keeping: { Self.beginning(of: $0, 3_000) }) { Self.beginning(of: $0, 8) },
    Case("leading-junk") { Array("sixteen bytes...".utf8) + $0 },
    Case("music-adts-m4a", breaks: "adts.aac"),
    Case("android-search-length", keeping: { atom("free") { zeros(4_080) }.bytes + $0 }) {
      atom("free") { zeros(4_090) }.bytes + $0
    },
    Case("interleave-coarse", "gpac-plain.mp4") { $0.setting(table + "/stts", at: 12) { u32(10) } },
    Case("music-chpl-255", keeping: { Self.listing(254, in: $0) }) { Self.listing(255, in: $0) },
    Case("music-covr-type", "tagged.m4a") { $0.setting("moov/udta/meta/ilst/covr/data", at: 0) { u32(13) } },
    Case("music-covr-size", "tagged.m4a") {
      $0.adding(to: "moov/udta/meta/ilst/covr/data") { zeros(1_000_000) }
    },
    Case("win-tags", breaks: "keys.mp4", keeps: "tagged.mp4"),
    Case("win-tags", breaks: "keys.mov", keeps: "tagged.m4a"),
  ]

  /// A file up to so many bytes of its media, which stand last.
  private static func beginning(of file: [UInt8], _ count: Int) -> [UInt8] {
    guard let media = file.firstRange(of: Array("mdat".utf8))?.upperBound else { return file }
    return Array(file.prefix(media + count))
  }

  /// With a list of so many chapters of Nero's.
  private static func listing(_ count: UInt8, in file: [UInt8]) -> [UInt8] {
    file.adding(to: "moov/udta") {
      atom("chpl", version: 1) {
        u32(0); u8(count)
        for _ in 0..<count { u64(0); pascal("x") }
      }
    }
  }

  // MARK: Tracks

  private static let madeTracks: [Case] = [
    // Chunks from the second run on are of the second entry, which is a copy of the first.
    Case("stsd-several", keeping: doublingEntry) { doublingEntry($0).setting(table + "/stsc", at: 28) { u32(2) } },
    // 12 s with one sync sample, and with two.
    Case("single-sync-sample", keeping: { $0.setting(table + "/stts", at: 12) { u32(15_360) } }) {
      $0.setting(table + "/stts", at: 12) { u32(15_360) }
        .replacing(table + "/stss") { atom("stss", version: 0) { u32(1, 1) } }
    },
    Case("several-audio-tracks", "two-languages.mp4") { $0.setting("moov/trak[3]/tkhd", at: 0) { u32(3) } },
    // A track of text that holds chapters, shown and not.
    Case("apple-timecode-chapters", "subtitles.mp4", keeping: { chapters($0).setting(soundTrack + "/tkhd", at: 0) { u32(2) } }) {
      chapters($0).setting(soundTrack + "/tkhd", at: 0) { u32(3) }
    },
    Case("apple-two-video-tracks", keeping: { twoPictures($0, layer: 0) }) { twoPictures($0, layer: 1) },
    Case("key-frame-distance", keeping: { $0.setting(table + "/stts", at: 12) { u32(5_120) } }) {
      // 5 samples of 0.44 s from one to the other.
      $0.setting(table + "/stts", at: 12) { u32(5_632) }
    },
    // Of plain pixels, beside which no samples can say it.
    Case("hdr10-metadata", "rawvideo.mov", keeping: { bright($0, display) }) { bright($0) },
    Case("hvc1-inband-sets", breaks: "hevc-hdr10.mp4", keeps: "hevc-hvc1.mp4"),
    Case("android-duplicate-config", "aac-5.1.mp4") { file in
      var copy: [UInt8] = []
      _ = file.changing(sound + "/esds") { copy = $0; return $0 }
      let own = copy
      return file.adding(behind: sound + "/esds") { bytes(own) }
    },
    Case("android-duplicate-config", "hevc-hvc1.mp4", keeping: { $0.adding(behind: hevc) { atom("lhvC") { zeros(8) } } }) {
      $0.changing(hevc) { atom("lhvC") { zeros(8) }.bytes + $0 }
    },
    Case("android-box-size-zero") { $0.changing(video + "/pasp") { [0, 0, 0, 0] + $0[4...] } },
    // 25 frames a second: the fields of the entry stand 16 bytes behind those of the table.
    Case("bc-drop-frame", "timecode-drop.mov") {
      $0.setting(soundTrack + "/mdia/minf/stbl/stsd", at: 32) { u32(25, 1); u8(25) }
    },
    Case("bc-drop-frame", "timecode-drop.mov", keeping: { $0.setting(soundTrack + "/mdia/minf/stbl/stsd", at: 32) { u32(60_000, 1_001); u8(60) } }) {
      $0.setting(soundTrack + "/mdia/minf/stbl/stsd", at: 32) { u32(24_000, 1_001); u8(24) }
    },
  ]

  private static let hevc = table + "/stsd/hvc1/hvcC"

  /// With PQ in the one sample entry, and what else describes the light.
  private static func bright(_ file: [UInt8], _ light: Piece = Piece()) -> [UInt8] {
    file.changing(table + "/stsd") { box in
      let boxes = pieces {
        atom("colr") { code("nclx"); u16(9, 16, 9); u8(0) }
        light
      }.bytes
      return atom("stsd", version: 0) {
        u32(1); u32(UInt32(box.count - 16 + boxes.count)); bytes([UInt8](box[20...])); bytes(boxes)
      }.bytes
    }
  }

  /// Primaries of BT.2020, up to 1,000 cd/m².
  private static let display = atom("mdcv") {
    u16(8_500, 39_850, 6_550, 2_300, 35_400, 14_600, 15_635, 16_450); u32(10_000_000, 50)
  }

  private static let doublingEntry: @Sendable ([UInt8]) -> [UInt8] = { file in
    file.changing(table + "/stsd") { box in
      atom("stsd", version: 0) { u32(2); bytes([UInt8](box[16...])); bytes([UInt8](box[16...])) }.bytes
    }
  }

  /// With the second track as chapters of the first.
  private static func chapters(_ file: [UInt8]) -> [UInt8] {
    file.adding(to: "moov/trak") { atom("tref") { atom("chap") { u32(2) } } }
  }

  /// With the track of pictures twice, the copy on this layer.
  private static func twoPictures(_ file: [UInt8], layer: Int16) -> [UInt8] {
    var track: [UInt8] = []
    _ = file.changing("moov/trak") { track = $0; return $0 }
    let copy = track.setting("trak/tkhd", at: 12) { u32(3) }.setting("trak/tkhd", at: 32) { i16(layer) }
    return file.adding(to: "moov") { bytes(copy) }
  }

  // MARK: Sound

  private static let madeSound: [Case] = [
    Case("apple-mp4-with-pcm", "pcm-v0.mov") { plain("ipcm", 16, $0) },
    Case("music-gapless", "tagged.m4a") { $0.removing("moov/trak/edts") },
    Case("music-gapless", "tagged.m4a", keeping: { gapless($0.removing("moov/trak/edts")) }) { $0.removing("moov/trak/edts") },
    // The first frame says layer 2.
    // 32 kbit/s, which are for one channel, and for two.
    Case("mp2-rate", "mp3.mp4", keeping: { $0.changing("mdat") { $0[..<9] + [0xFD] + $0[10...] } }) {
      $0.changing("mdat") { $0[..<9] + [0xFD, $0[10], 0x04] + $0[12...] }
    },
    Case("mp2-mp4", "mp3.mp4") { $0.changing("mdat") { $0[..<9] + [0xFD] + $0[10...] } },
    // 24,000 Hz in the configuration, 48,000 in the sample entry.
    Case("heaac-implicit", "tagged.m4a", keeping: { stream($0, hex("1188")) }) { stream($0, hex("1308")) },
    // The configuration says that nothing doubles its rate.
    Case("heaac-implicit", "tagged.m4a", keeping: { stream($0, hex("1308 56E500")) }) { stream($0, hex("1308")) },
    Case("heaac-hierarchical", "tagged.m4a", keeping: { stream($0, hex("1308 56E598")) }) { stream($0, hex("2B098800")) },
    Case("android-partial-edit") { $0.setting(soundTrack + "/edts/elst", at: 8) { u32(300) } },
    Case("bc-audio-discrete", "pcm-v2-5.1.mov") { cutting("chan", in: $0) },
    // Of version 2 with two channels, where an older field always says three.
    Case("bc-audio-discrete", "pcm-v2-5.1.mov", keeping: { channels(2, $0) }) { channels(3, $0) },
    Case("bc-audio-discrete", "pcm-v0.mov", keeping: { cutting("chan", in: $0) }) {
      cutting("chan", in: $0).setting(table + "/stsd", at: 8 + 8 + 16) { u16(6) }
    },
    Case("hls-aac-stereo", breaks: "ac3.mp4"),
  ]

  /// With a decoder configuration of these bytes, and without other descriptors.
  private static func stream(_ file: [UInt8], _ configuration: Piece) -> [UInt8] {
    let count = UInt8(configuration.bytes.count)
    return file.replacing(sound + "/esds") {
      atom("esds", version: 0) {
        u8(3, 23 + count); u16(1); u8(0)
        u8(4, 15 + count, 0x40, 0x15); u24(0); u32(0, 0)
        u8(5, count); configuration
        u8(6, 1, 2)
      }
    }
  }

  /// With iTunes' count of samples to be left out.
  private static func gapless(_ file: [UInt8]) -> [UInt8] {
    file.adding(to: "moov/udta/meta/ilst") {
      atom("----") {
        atom("mean", version: 0) { text("com.apple.iTunes") }
        atom("name", version: 0) { text("iTunSMPB") }
        atom("data") { u32(1, 0); text(" 00000000 00000840 000001C0 0000000000005000") }
      }
    }
  }

  /// With so many channels in the entry of version 2, and no layout of them.
  private static func channels(_ count: UInt32, _ file: [UInt8]) -> [UInt8] {
    file.changing(table + "/stsd") { box in
      var box = cutting("chan", box)
      box.replaceSubrange(16 + 48..<16 + 52, with: u32(count).bytes)
      return box
    }
  }

  /// With what the entry has of this type called free space.
  private static func cutting(_ type: String, in file: [UInt8]) -> [UInt8] {
    file.changing(table + "/stsd") { cutting(type, $0) }
  }

  /// With the atom of this type called free space.
  private static func cutting(_ type: String, _ atom: [UInt8]) -> [UInt8] {
    var atom = atom
    if let place = atom.indices.dropLast(3).first(where: { atom[$0..<$0 + 4].elementsEqual(type.utf8) }) {
      atom.replaceSubrange(place..<place + 4, with: Array("free".utf8))
    }
    return atom
  }

  // MARK: Fragments

  private static let madeFragments: [Case] = [
    Case("mse-tfdt-all-zero", "dash-sidx.mp4") { $0.setting("moof[2]/traf/tfdt", at: 4) { u64(0) } },
    Case("mse-start-gap", "dash-sidx.mp4") {
      $0.setting("moof/traf/tfdt", at: 4) { u64(64_000) }.setting("moof[2]/traf/tfdt", at: 4) { u64(66_560) }
    },
    // The run lies eight bytes further from the start of its fragment.
    Case("mse-moof-large-size", "dash-sidx.mp4") {
      $0.setting("moof/traf/trun", at: 8) { u32(0xA0) }.changing("moof") { widened("moof", $0) }
    },
    Case("android-leaf-large-size", "dash-sidx.mp4") { $0.changing("moof/mfhd") { widened("mfhd", $0) } },
    Case(
      "sample-flags-reserved", "dash-sidx.mp4", keeping: { $0.setting("moof/traf/trun", at: 12) { u32(0x0200_0000) } }
    ) {
      $0.setting("moof/traf/trun", at: 12) { u32(0x0300_0000) }
    },
    Case("mse-trun-v0-negative", "dash-sidx.mp4", keeping: { negative($0, version: 1) }) { negative($0, version: 0) },
    Case("mse-unsupported-extra-track", "fragmented.mp4") {
      $0.setting(soundTrack + "/mdia/minf/stbl/stsd", at: 12) { code("ac-3") }
    },
    // DTS under the name of AAC.
    Case("mse-unsupported-extra-track", "fragmented.mp4") {
      $0.changing(soundTrack + "/mdia/minf/stbl/stsd/mp4a/esds") { box in
        var box = box
        if let place = box.indices.dropFirst(12).first(where: { box[$0] == 0x40 }) { box[place] = 0xA9 }
        return box
      }
    },
    Case("hls-sbr", "fragmented.mp4", keeping: { half($0, 24_000) }) { half($0, 48_000) },
    Case("hls-one-audio", "two-languages.mp4", keeping: extended) { extended($0).setting("moov/trak[3]/tkhd", at: 0) { u32(3) } },
    Case("hls-imsc", "subtitles.mp4") { extended($0) },
    // Two runs of key groups, and one.
    Case("android-sbgp", "dash-sidx.mp4", keeping: { keys($0, [(5, 1)]) }) { keys($0, [(2, 1), (3, 2)]) },
    Case("auxiliary-count-differs", "dash-sidx.mp4", keeping: { vectors($0, 5) }) { vectors($0, 4) },
  ]

  /// The atom, with a size of 64 bits.
  private static func widened(_ type: FourCC, _ atom: [UInt8]) -> [UInt8] {
    largeAtom(type) { bytes([UInt8](atom[8...])) }.bytes
  }

  /// With an offset below zero in the first run.
  private static func negative(_ file: [UInt8], version: UInt8) -> [UInt8] {
    file.setting("moof/traf/trun", at: 20) { u32(0xFFFF_FE00) }.setting("moof/traf/trun", at: 0) { u8(version) }
  }

  /// With 24,000 Hz in the configuration of the sound, and `rate` in its sample entry.
  private static func half(_ file: [UInt8], _ rate: UInt32) -> [UInt8] {
    file.setting(soundEntry, at: 24) { u32(rate << 16) }.replacing(soundEntry + "/esds") {
      atom("esds", version: 0) {
        u8(3, 25); u16(1); u8(0)
        u8(4, 17, 0x40, 0x15); u24(0); u32(0, 0)
        u8(5, 2); hex("1308"); u8(6, 1, 2)
      }
    }
  }

  private static let extended: @Sendable ([UInt8]) -> [UInt8] = { file in
    file.adding(to: "moov") {
      atom("mvex") { for id: UInt32 in 1...2 { atom("trex", version: 0) { u32(id, 1, 0, 0, 0) } } }
    }
  }

  private static func keys(_ file: [UInt8], _ runs: [(count: UInt32, group: UInt32)]) -> [UInt8] {
    file.adding(to: "moof/traf") {
      atom("sbgp", version: 0) {
        code("seig"); u32(UInt32(runs.count))
        for run in runs { u32(run.count, run.group) }
      }
    }
  }

  /// With initialization vectors for so many samples in the first fragment, which has 5.
  private static func vectors(_ file: [UInt8], _ count: UInt32) -> [UInt8] {
    file.adding(to: "moof/traf") { atom("senc", version: 0) { u32(count); zeros(8 * Int(count)) } }
  }

  // MARK: Images

  private static let madeImages: [Case] = [
    Case("image-size-missing", "image.avif") {
      $0.changing("meta/iprp/ipco/ispe") { $0[..<4] + Array("free".utf8) + $0[8...] }
    },
    // The third of four associations is that of the configuration.
    Case("property-not-essential", "image.avif") { $0.setting("meta/iprp/ipma", at: 13) { u8(3) } },
    Case("property-associations-repeated", "image.avif", keeping: { Self.associating(version: 1, $0) }) {
      Self.associating(version: 0, $0)
    },
    Case("avif-grid", "image.avif") { _ in grid("av01", "av01", side: 64) },
    Case("avif-derived", "image.avif") { _ in changing("grid", to: "iovl", grid("av01", "av01", side: 64)) },
    Case("avif-derived", "image.avif") { _ in changing("grid", to: "iden", grid("av01", "av01", side: 64)) },
    Case("image-tile-count-differs", "image.avif", keeping: { _ in grid("av01", "av01", side: 64) }) { _ in
      grid("av01", "av01", side: 64, rows: 2)
    },
    // More than are looked at one by one.
    Case(
      "image-tile-count-differs", "image.avif",
      keeping: { _ in grid("av01", "av01", side: 64, rows: 41, columns: 100, tiles: 4_100) }
    ) { _ in
      grid("av01", "av01", side: 64, rows: 41, columns: 100, tiles: 4_096)
    },
    Case("avif-grid-ios", "image.avif") { _ in grid("av01", "av01", side: 64) },
    Case("avif-size-limit", "image.avif", keeping: { $0.setting("meta/iprp/ipco/ispe", at: 4) { u32(16_384, 16_384) } }) {
      $0.setting("meta/iprp/ipco/ispe", at: 4) { u32(16_385, 16_384) }
    },
    Case("avif-size-limit", "image.avif") { $0.setting("meta/iprp/ipco/ispe", at: 4) { u32(0, 0) } },
    Case("heif-exif-orientation", "image.avif", keeping: { _ in exif(orientation: 1, turned: false) }) { _ in
      exif(orientation: 6, turned: false)
    },
    Case("heif-exif-orientation", "image.avif", keeping: { _ in exif(orientation: 6, turned: true) }) { _ in
      exif(orientation: 6, turned: false)
    },
    Case("heif-exif-orientation", "image.avif", keeping: { _ in exif(orientation: 1, turned: false, offset: pieces {}) }) { _ in
      exif(orientation: 6, turned: false, offset: pieces {})
    },
    Case("miaf-idat", "image.avif") {
      $0.replacing("meta/iloc") {
        atom("iloc", version: 1) { u8(0x44, 0); u16(1, 1, 1, 0, 1); u32(0, 357) }
      }.adding(to: "meta") { atom("idat") { zeros(357) } }
    },
    Case("miaf-pasp", "image.avif", keeping: { Self.having(atom("pasp") { u32(1, 1) }, $0) }) {
      Self.having(atom("pasp") { u32(2, 1) }, $0)
    },
    Case("miaf-clap-even", "image.avif", keeping: { Self.having(Self.crop(32), $0) }) { Self.having(Self.crop(33), $0) },
    // Where no colours are halved there is no harm.
    Case("miaf-clap-even", "image.avif", keeping: { Self.having(Self.crop(33), $0.setting("meta/iprp/ipco/av1C", at: 1) { u8(0x20, 0) }) }) {
      Self.having(Self.crop(33), $0)
    },
    // 64 less 34 leaves 15 pixels at the left.
    Case("miaf-clap-even", "image.avif", keeping: { Self.having(Self.crop(32), $0) }) { Self.having(Self.crop(34), $0) },
    Case("miaf-grid", "image.avif", keeping: { _ in grid("av01", "av01", side: 64) }) { _ in grid("av01", "av01", side: 32) },
    Case("miaf-grid", "image.avif", keeping: { _ in grid("av01", "av01", side: 64) }) { _ in grid("av01", "hvc1", side: 64) },
    Case("image-tiles-mixed", "image.avif", keeping: { _ in grid("av01", "av01", side: 64) }) { _ in grid("av01", "hvc1", side: 64) },
    Case("avif-profile", "image.avif") { $0.setting("meta/iprp/ipco/av1C", at: 1) { u8(0x20) } },
    Case("avif-property-refused", "image.avif", keeping: { Self.having(Self.crop(32), $0, isEssential: false) }) {
      Self.having(Self.crop(32), $0)
    },
    Case("avif-property-refused", "image.avif", keeping: { Self.having(atom("free") { u8(0) }, $0) }) {
      Self.having(atom("a1op") { u8(0) }, $0)
    },
    Case("avif-property-refused", "image.avif", keeping: { Self.having(light, [5], $0) }) { Self.having(light, [0x85], $0) },
    Case("avif-crop", "image.avif") { Self.having(Self.crop(32), $0, isEssential: false) },
    Case("avif-property-unmarked", "image.avif", keeping: { Self.having(turn, [0x85], $0) }) { Self.having(turn, [5], $0) },
    // That of the configuration does no harm.
    Case("avif-property-unmarked", "image.avif", keeping: { $0.setting("meta/iprp/ipma", at: 13) { u8(3) } }) {
      Self.having(Self.crop(32), [5], $0)
    },
    Case("avif-property-unknown", "image.avif", keeping: { Self.having(strange, [5], $0) }) { Self.having(strange, [0x85], $0) },
    Case("avif-property-unknown", "image.avif", keeping: { Self.having(layers, [5], $0) }) { Self.having(layers, [0x85], $0) },
    // The size again in place of the colours.
    Case("avif-property-repeated", "image.avif") { $0.setting("meta/iprp/ipma", at: 14) { u8(1) } },
    Case("avif-property-repeated", "image.avif", keeping: { Self.having(turnAndMirror, [0x85, 0x86], $0) }) {
      Self.having(turnAndMirror, [0x86, 0x85], $0)
    },
    Case("avif-colours-two", "image.avif", keeping: { Self.having(colours("nclx"), [], $0) }) {
      Self.having(colours("nclx"), [5], $0)
    },
    Case("colr-two", "image.avif", keeping: { _ in coloured("nclx", "prof") }) { _ in coloured("nclx", "nclx") },
    Case("avif-boxes", "image.avif", keeping: { $0.adding(behind: "meta/hdlr") { atom("free") {} } }) {
      $0.removing("meta/hdlr").adding(to: "meta") { Parts.handlerReference("pict", name: "PictureHandler") }
    },
    Case("avif-boxes", "image.avif") { $0.setting("meta/hdlr", at: 38) { u8(0x41) } },
    Case("avif-boxes", "image.avif") {
      $0.changing("meta/iprp") { Array($0[..<8]) + Array($0[83...]) + Array($0[8..<83]) }
    },
    Case("avif-boxes", "image.avif", keeping: { $0.adding(to: "meta") { atom("idat") {} } }) {
      $0.adding(to: "meta") { atom("pitm", version: 0) { u16(1) } }
    },
    Case("avif-associations", "image.avif", keeping: { $0.setting("meta/iprp/ipma", at: 14) { u8(0) } }) {
      $0.setting("meta/iprp/ipma", at: 14) { u8(5) }
    },
    Case("avif-associations", "image.avif", keeping: { Self.associating([(1, [1, 2, 0x83]), (9, [4])], $0) }) {
      Self.associating([(1, [1, 2, 0x83]), (1, [4])], $0)
    },
    Case("avif-associations", "image.avif") { Self.associating([(9, [4]), (1, [1, 2, 0x83])], $0) },
    Case("avif-associations", "image.avif", keeping: { Self.associating(version: 1, $0) }) {
      $0.adding(to: "meta/iprp") { atom("ipma", version: 1) { u32(1, 1); u8(1, 4) } }
    },
    Case("avif-ftyp", "image.avif") { atom("free") { zeros(8) }.bytes + $0 },
    Case("avif-ftyp", "image.avif", keeping: { $0.setting("ftyp", at: 0) { code("mif1") } }) {
      $0.setting("ftyp", at: 0) { code("avis") }
    },
    // The box goes on behind the end of the file.
    Case("image-items-cut", "image.avif") { file in
      guard let place = file.firstRange(of: Array("meta".utf8))?.lowerBound else { return file }
      return Array(file[..<(place - 4)]) + [0, 0x31, 0x41, 0x59] + Array(file[place...])
    },
    Case("avif-reference-zero", "image.avif", keeping: { Self.referring(from: 1, to: 9, $0) }) { Self.referring(from: 1, to: 0, $0) },
    Case("avif-reference-zero", "image.avif", keeping: { Self.referring(from: 9, to: 1, $0) }) { Self.referring(from: 0, to: 1, $0) },
  ]

  /// With a reference between items.
  private static func referring(from item: UInt16, to other: UInt16, _ file: [UInt8]) -> [UInt8] {
    file.adding(to: "meta") { atom("iref", version: 0) { atom("cdsc") { u16(item, 1, other) } } }
  }

  /// With a second box of associations, which has none.
  private static func associating(version: UInt8, _ file: [UInt8]) -> [UInt8] {
    file.adding(to: "meta/iprp") { atom("ipma", version: version) { u32(0) } }
  }

  /// With these items in `ipma`, and no other.
  private static func associating(_ items: [(id: UInt16, properties: [UInt8])], _ file: [UInt8]) -> [UInt8] {
    file.replacing("meta/iprp/ipma") {
      atom("ipma", version: 0) {
        u32(UInt32(items.count))
        for item in items {
          u16(item.id); u8(UInt8(item.properties.count)); bytes(item.properties)
        }
      }
    }
  }

  private static let light = atom("clli") { u16(1, 1) }
  private static let turn = atom("irot") { u8(1) }
  private static let turnAndMirror = pieces { turn; atom("imir") { u8(0) } }
  private static let strange = atom("zzzz") { u8(0) }
  private static let layers = atom("a1lx") { u8(0); u16(1, 1, 1) }

  private static func colours(_ kind: FourCC) -> Piece { atom("colr") { code(kind); u16(1, 1, 1); u8(0) } }

  /// A picture of HEVC with colours of these kinds.
  private static func coloured(_ kinds: FourCC...) -> [UInt8] {
    items(
      [Item(type: "hvc1", properties: [1] + kinds.indices.map { UInt8($0 + 2) })],
      properties: pieces {
        atom("ispe", version: 0) { u32(64, 48) }
        for kind in kinds { colours(kind) }
      },
      references: pieces {})
  }

  /// With more properties than the four that the picture has, and these associations with them; its data are where they are
  /// said to be.
  private static func having(_ properties: Piece, _ associated: [UInt8], _ file: [UInt8]) -> [UInt8] {
    file.adding(to: "meta/iprp/ipco") { properties }.replacing("meta/iprp/ipma") {
      atom("ipma", version: 0) { u32(1); u16(1); u8(UInt8(4 + associated.count), 1, 2, 0x83, 4); bytes(associated) }
    }.setting("meta/iloc", at: 14) { u32(UInt32(0x121 + properties.bytes.count + associated.count)) }
  }

  private static func having(_ property: Piece, _ file: [UInt8], isEssential: Bool = true) -> [UInt8] {
    // The picture has four properties; this is its fifth.
    file.adding(to: "meta/iprp/ipco") { property }.replacing("meta/iprp/ipma") {
      atom("ipma", version: 0) { u32(1); u16(1); u8(5, 1, 2, 0x83, 4, isEssential ? 0x85 : 5) }
    }
  }

  private static func crop(_ width: UInt32) -> Piece { atom("clap") { u32(width, 1, 24, 1, 0, 1, 0, 1) } }

  /// An item and the numbers of its properties.
  private struct Item {
    var type: FourCC
    var properties: [UInt8] = []
    var content: [UInt8] = [0x12, 0]
  }

  /// A file of items, numbered from 1, the first of which is primary.
  private static func items(_ items: [Item], properties: Piece, references: Piece) -> [UInt8] {
    let start = Parts.fileType("avif", "avif", "mif1", "miaf").bytes
    func meta(at offset: Int) -> [UInt8] {
      var place = UInt32(offset)
      return atom("meta", version: 0) {
        Parts.handlerReference("pict")
        atom("pitm", version: 0) { u16(1) }
        atom("iloc", version: 0) {
          u8(0x44, 0); u16(UInt16(items.count))
          for (index, item) in items.enumerated() {
            u16(UInt16(index + 1), 0, 1); u32(place, UInt32(item.content.count))
            bytes({ place += UInt32(item.content.count); return [] }())
          }
        }
        atom("iinf", version: 0) {
          u16(UInt16(items.count))
          for (index, item) in items.enumerated() {
            atom("infe", version: 2) { u16(UInt16(index + 1), 0); code(item.type); u8(0) }
          }
        }
        atom("iref", version: 0) { references }
        atom("iprp") {
          atom("ipco") { properties }
          atom("ipma", version: 0) {
            u32(UInt32(items.count))
            for (index, item) in items.enumerated() {
              u16(UInt16(index + 1)); u8(UInt8(item.properties.count)); bytes(item.properties)
            }
          }
        }
      }.bytes
    }
    return start + meta(at: start.count + meta(at: 0).count + 8)
      + atom("mdat") { bytes(items.flatMap(\.content)) }.bytes
  }

  /// With an item of another type: the first that is of this one.
  private static func changing(_ type: FourCC, to other: FourCC, _ file: [UInt8]) -> [UInt8] {
    guard let place = file.firstRange(of: code(type).bytes) else { return file }
    return Array(file[..<place.lowerBound]) + code(other).bytes + Array(file[place.upperBound...])
  }

  /// A picture of two tiles side by side, coded as these types, of `side` pixels each way, in a grid of so many rows and
  /// columns; of more tiles each is one of the two.
  private static func grid(
    _ first: FourCC, _ second: FourCC, side: UInt16, rows: UInt8 = 1, columns: UInt8 = 2, tiles: UInt16 = 2
  ) -> [UInt8] {
    let size = UInt32(side)
    let width = UInt16(columns) * side
    return items(
      [
        Item(type: "grid", properties: [1], content: pieces { u8(0, 0, rows - 1, columns - 1); u16(width, side) }.bytes),
        Item(type: first, properties: [2, 0x83]), Item(type: second, properties: [2, 0x83]),
      ],
      properties: pieces {
        atom("ispe", version: 0) { u32(UInt32(width), size) }
        atom("ispe", version: 0) { u32(size, size) }
        atom("av1C") { hex("81000C00") }
      },
      references: atom("dimg") {
        u16(1, tiles)
        for tile in 0..<tiles { u16(2 + tile % 2) }
      })
  }

  /// A picture with Exif that says how it is to be turned, which a property says too if it is `turned`; `offset` says where
  /// the directories begin.
  private static func exif(orientation: UInt16, turned: Bool, offset: Piece = u32(0)) -> [UInt8] {
    items(
      [
        Item(type: "av01", properties: turned ? [1, 0x82, 0x83] : [1, 0x82]),
        Item(
          type: "Exif",
          content: pieces { offset; text("MM"); u16(42); u32(8); u16(1, 0x112, 3); u32(1); u16(orientation, 0); u32(0) }.bytes),
      ],
      properties: pieces {
        atom("ispe", version: 0) { u32(64, 48) }
        atom("av1C") { hex("81000C00") }
        atom("irot") { u8(3) }
      },
      references: atom("cdsc") { u16(2, 1, 1) })
  }

  // MARK: Tags

  private static let madeTags: [Case] = [
    // Quotation marks of Windows, which Latin-1 does not have.
    Case("id3-latin1-not-latin1", "mutagen-v23.mp3", keeping: { tag(3, [("TIT2", hex("00 E9"), 2)], $0) }) {
      tag(3, [("TIT2", hex("00 93 78 94"), 4)], $0)
    },
    // 201 bytes are 0xC9, or 0x149 with seven bits a byte.
    Case("frame-size-not-syncsafe", "mutagen-v24.mp3", keeping: { tag(4, [("TIT2", long, 0x149), ("TALB", hex("0078"), 2)], $0) }) {
      tag(4, [("TIT2", long, 0xC9), ("TALB", hex("0078"), 2)], $0)
    },
    Case("frame-size-syncsafe", "mutagen-v23.mp3", keeping: { tag(3, [("TIT2", long, 0xC9), ("TALB", hex("0078"), 2)], $0) }) {
      tag(3, [("TIT2", long, 0x149), ("TALB", hex("0078"), 2)], $0)
    },
    Case("bytes-behind-tag", "mutagen-v23.mp3") { $0[..<6] + [0, 0, 0, 10] + $0[10...] },
    // The name of the header that says so is gone.
    Case("mp3-no-xing", "lame-vbr.mp3") { file in
      var file = file
      if let place = file.indices.dropLast(3).first(where: { file[$0..<$0 + 4].elementsEqual("Xing".utf8) }) {
        file.replaceSubrange(place..<place + 4, with: [0, 0, 0, 0])
      }
      return file
    },
  ]

  /// Text of 200 letters, in Latin-1.
  private static let long = Piece([0] + Array(repeating: UInt8(ascii: "x"), count: 200))

  /// With a tag of this version in place of its own, of frames with these sizes in their headers.
  private static func tag(_ version: UInt8, _ frames: [(id: String, content: Piece, size: UInt32)], _ file: [UInt8])
    -> [UInt8]
  {
    let content = frames.flatMap { frame in
      pieces { text(frame.id); u32(frame.size); u16(0); frame.content }.bytes
    }
    let own = file[6..<10].reduce(0) { $0 << 7 | Int($1) }
    let size = [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: content.count >> $0) & 0x7F }
    return Array("ID3".utf8) + [version, 0, 0] + size + content + file.dropFirst(10 + own)
  }
}
