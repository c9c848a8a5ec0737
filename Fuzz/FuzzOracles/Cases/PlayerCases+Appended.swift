// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

/// Files in fragments that browsers refuse when a page appends them, or read otherwise than they are written.
extension PlayerCases {
  private static let table = "moov/trak/mdia/minf/stbl"
  private static let soundTrack = "moov/trak[2]"

  static let appended: [Case] = [
    // What breaks a file is refused in fragments too.
    Case("avcc-twice", "fragmented.mp4") { file in
      var copy: [UInt8] = []
      _ = file.changing(table + "/stsd/avc1/avcC") { copy = $0; return $0 }
      let own = copy
      return file.adding(behind: table + "/stsd/avc1/avcC") { bytes(own) }
    },
    Case("mvhd-behind-edits") { $0.removing("moov/mvhd") },
    Case("no-mvhd", "fragmented.mp4") { $0.removing("moov/mvhd") },
    Case("moov-child-size-bad", "fragmented.mp4") { $0.adding(to: "moov/trak/mdia") { u32(4); code("zzzz") } },
    Case("handler-unsuited", "fragmented.mp4") { $0.setting(soundTrack + "/mdia/hdlr", at: 8) { code("vide") } },
    Case("sound-entry-version", "fragmented.mp4") { $0.setting(soundTrack + "/mdia/minf/stbl/stsd/mp4a", at: 8) { u16(3) } },
    Case("stsd-size-zero", "fragmented.mp4") { $0.setting(table + "/stsd/avc1", at: 24) { u16(0) } },
    // Four zeros, as QuickTime ends lists of boxes, and less than a box.
    Case("mse-box-remains", "fragmented-separate.mp4") { $0.adding(to: table + "/stsd/avc1") { u32(0) } },
    Case("mse-box-remains", "fragmented-separate.mp4") { $0.adding(to: "moov/trak") { text("abc") } },
    Case("mse-handler-name", "fragmented-separate.mp4", keeping: { handler($0, text("Video", terminated: true)) }) {
      handler($0, text("Video"))
    },
    Case("mse-edits-empty", "fragmented-separate.mp4") { $0.adding(behind: "moov/trak/tkhd") { atom("edts") {} } },
    Case("mse-sound-bits", "fragmented.mp4") { $0.setting(soundTrack + "/mdia/minf/stbl/stsd/mp4a", at: 18) { u16(0) } },
    // 2⁶² ms, and as many ticks of 1 µs.
    Case("mse-duration-huge", "fragmented-separate.mp4", keeping: { lasting(1 << 62, scale: 1_000_000, $0) }) {
      lasting(1 << 62, scale: 1_000, $0)
    },
    // All bits say that nobody knows.
    Case("mse-duration-huge", "fragmented-separate.mp4", keeping: { lasting(.max, scale: 1_000, $0) }) {
      lasting(1 << 62, scale: 1_000, $0)
    },
    // The data of the second track fragment begins where that of the first ends.
    Case("base-misread", "fragmented.mp4", keeping: { $0.setting("moof/traf/tfhd", at: 1) { u8(0) } }) {
      $0.setting("moof/traf[2]/tfhd", at: 1) { u8(0) }.setting("moof/traf[2]/trun", at: 8) { u32(0) }
    },
    // Without an offset, and four bytes shorter for it.
    Case("base-misread", "fragmented.mp4", keeping: { withoutOffset($0) }) {
      withoutOffset($0).setting("moof/traf[2]/tfhd", at: 1) { u8(0) }
    },
    // It is counted from the fragment, and not said to be.
    Case(
      "base-from-fragment", "fragmented.mp4",
      keeping: { $0.setting("moof/traf[2]/tfhd", at: 1) { u8(0) }.setting("moof/traf[2]/trun", at: 8) { u32(0) } }
    ) {
      $0.setting("moof/traf[2]/tfhd", at: 1) { u8(0) }
    },
    Case("pictures-outside-media", "fragmented.mp4", keeping: { $0.setting("moof/traf/trun", at: 8) { u32(0x20) } }) {
      $0.setting("moof/traf/trun", at: 8) { u32(0x20) }.setting("moof[2]/traf/trun", at: 8) { u32(0x20) }
    },
    Case("mse-type-mpeg2-main", "fragmented.mp4", keeping: { kind($0, 0x67) }) { kind($0, 0x66) },
    // The first two samples are of 1,221 and 35 bytes.
    Case("run-unplaced", "fragmented-separate.mp4", keeping: { twoRuns($0, offset: 0x594) }) {
      twoRuns($0, offset: nil)
    },
    // Without the fragment there is nothing that is not played.
    Case("moov-with-samples", "fragmented-base.mp4", keeping: { $0.removing("moof") }) { $0 },
    Case("fragment-description-beyond", "cmaf.mp4") { describing($0, by: 2) },
    Case("fragment-description-beyond", "cmaf.mp4") { describing($0, by: 0) },
    Case("extends-description-beyond", "cmaf.mp4") { describing($0, by: 2) },
    Case("extends-description-beyond", "fragmented.mp4") { $0.setting("moov/mvex/trex", at: 8) { u32(2) } },
    // The timescale stands behind the ID, the entries behind two bytes that count them.
    Case("index-refused", "dash-sidx.mp4") { $0.setting("sidx", at: 8) { u32(0) } },
    Case("index-refused", "dash-sidx.mp4") { $0.setting("sidx", at: 30) { u16(0) } },
    Case("index-refused", "dash-sidx.mp4") { $0.setting("sidx", at: 32) { u8(0x80) } },
    // One track fragment is of no track.
    Case("fragment-track-unknown", "fragmented.mp4") { $0.setting("moov/trak/tkhd", at: 12) { u32(0) } },
    Case("base-offset-tracks", "fragmented.mp4") { absolute($0) },
  ]

  /// With a run of the second track in the first fragment that does not say where its data lies.
  private static func withoutOffset(_ file: [UInt8]) -> [UInt8] {
    file.changing("moof/traf[2]/trun") { box in
      atom("trun") { bytes(Array(box[8..<11]) + [box[11] & 0xFE] + Array(box[12..<16]) + Array(box[20...])) }.bytes
    }
  }

  /// With this kind of sound in the descriptor of its decoder.
  private static func kind(_ file: [UInt8], _ kind: UInt8) -> [UInt8] {
    file.setting(soundTrack + "/mdia/minf/stbl/stsd/mp4a/esds", at: 17) { u8(kind) }
  }

  /// With this content as the name of the first handler.
  private static func handler(_ file: [UInt8], _ name: Piece) -> [UInt8] {
    file.replacing("moov/trak/mdia/hdlr") { atom("hdlr", version: 0) { u32(0); code("vide"); zeros(12); name } }
  }

  /// With a header of the movie of version 1 that says so many ticks of this scale.
  private static func lasting(_ duration: UInt64, scale: UInt32, _ file: [UInt8]) -> [UInt8] {
    file.changing("moov/mvhd") { box in
      atom("mvhd", version: 1) { u64(0, 0); u32(scale); u64(duration); bytes([UInt8](box[28...])) }.bytes
    }
  }

  /// With the five samples of the first run in two, of which the second has this offset.
  private static func twoRuns(_ file: [UInt8], offset: UInt32?) -> [UInt8] {
    file.changing("moof") { moof in
      moof.changing("moof/traf/trun") { run in
        // Sizes and offsets of composition, eight bytes a sample.
        let rows = [UInt8](run[24...])
        return atoms {
          atom("trun", version: 0, flags: 0xA05) {
            u32(2, offset == nil ? 0xA8 : 0xAC, 0x0200_0000); bytes([UInt8](rows.prefix(16)))
          }
          atom("trun", version: 0, flags: offset == nil ? 0xA00 : 0xA01) {
            u32(3)
            if let offset { u32(offset) }
            bytes([UInt8](rows.dropFirst(16)))
          }
        }
      }
    }
  }

  /// With both fragments of this sample entry.
  private static func describing(_ file: [UInt8], by entry: UInt32) -> [UInt8] {
    file.setting("moof/traf/tfhd", at: 8) { u32(entry) }.setting("moof[2]/traf/tfhd", at: 8) { u32(entry) }
  }

  /// With fragments that count from the start of the file.
  private static func absolute(_ file: [UInt8]) -> [UInt8] {
    var file = file
    // Each fragment grows by eight bytes for each of its two tracks.
    for fragment in 1...2 {
      let type = Array("moof".utf8)
      let places = file.indices.dropLast(3).filter { file[$0..<$0 + 4].elementsEqual(type) }
      guard fragment <= places.count else { return file }
      let start = UInt64(places[fragment - 1] - 4)
      for track in 1...2 {
        let path = "moof[\(fragment)]/traf[\(track)]"
        file = file.changing(path + "/tfhd") { box in
          atom("tfhd", version: 0, flags: 0x39) { bytes([UInt8](box[12..<16])); u64(start); bytes([UInt8](box[16...])) }.bytes
        }.changing(path + "/trun") { box in
          let offset = box[16..<20].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
          return box[..<16] + u32(offset + 16).bytes + box[20...]
        }
      }
    }
    return file
  }
}
