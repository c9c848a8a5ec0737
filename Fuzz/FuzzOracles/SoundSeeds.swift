import ByteReading
import Corpus
import ID3
import SoundFiles
import Structure

/// Small files with sound: each kind of header that frames have, and each chunk of each kind of file.
enum SoundSeeds {
  static var all: [(name: String, bytes: [UInt8])] {
    mpeg + adts + tta + chunks + items
  }

  // MARK: Frames

  /// Three frames of each version, layer and mode, with and without a CRC, and what encoders say of
  /// them in one before.
  private static var mpeg: [(name: String, bytes: [UInt8])] {
    var seeds: [(name: String, bytes: [UInt8])] = []
    for version in [0, 2, 3] as [UInt32] {
      for layer in [1, 2, 3] as [UInt32] {
        for (mode, isBare) in [(0, true), (1, true), (1, false), (3, true)] as [(UInt32, Bool)] {
          var header = 0xFFE0_0000 | version << 19 | layer << 17 | 5 << 12 | mode << 6
          if isBare { header |= 1 << 16 }
          guard let size = MPEGAudioHeader(header)?.byteCount, size > 4 else { continue }
          let frame = seedBytes(header) + Array(repeating: 0, count: size - 4)
          let frames = Array(repeatElement(frame, count: 3).joined())
          let name = "sound-\(version)-\(layer)-\(mode)-\(isBare ? 0 : 1)"
          seeds.append((name, frames))
          guard layer == 1 else { continue }
          // The frame that says it holds no sound; the same rate, as a rule.
          let side = version == 3 ? mode == 3 ? 17 : 32 : mode == 3 ? 9 : 17
          for (kind, content) in information(frames: 3, bytes: frames.count + frame.count) {
            let place = kind == "VBRI" ? 36 : 4 + side + (isBare ? 0 : 2)
            var first = frame
            guard place + content.count <= first.count else { continue }
            first.replaceSubrange(place..<place + content.count, with: content)
            seeds.append((name + "-" + kind, first + frames))
          }
        }
      }
    }
    return seeds
  }

  /// What encoders say of so many frames.
  private static func information(
    frames: Int, bytes: Int
  ) -> [(kind: String, content: [UInt8])] {
    let counts = seedBytes(UInt32(frames)) + seedBytes(UInt32(bytes))
    let toc = (0..<100).map { UInt8($0 * 255 / 99) }
    let settings: [UInt8] = [
      0x24, 0xA0, 0x3F, 0, 0, 0, 0x2E, 0x10, 0x4E, 0x05, 0x14, 0x80, 0x24, 0, 0x40, 0x6C, 0, 1,
      0x80,
    ]
    let lame = Array("LAME3.100".utf8) + settings + seedBytes(UInt32(bytes)) + [0, 0, 0, 0]
    return [
      ("Xing", Array("Xing".utf8) + seedBytes(15) + counts + toc + seedBytes(78)),
      ("Info", Array("Info".utf8) + seedBytes(3) + counts),
      ("LAME", Array("Info".utf8) + seedBytes(3) + counts + lame),
      ("Lavf", Array("Xing".utf8) + seedBytes(1) + seedBytes(9) + Array("Lavf58.76".utf8)),
      (
        "VBRI",
        Array("VBRI".utf8) + [0, 1, 0x12, 0x34, 0, 75] + counts.suffix(4) + counts.prefix(4)
          + [0, 2, 0, 1, 0, 2, 0, 1, 0, 100, 0, 101]
      ),
    ]
  }

  /// Three frames of each profile, the last with CRC and several blocks.
  private static var adts: [(name: String, bytes: [UInt8])] {
    (0..<4).map { profile in
      let isBare = profile < 3
      let frame: [UInt8] = [
        0xFF, isBare ? 0xF1 : 0xF0, UInt8(profile << 6) | 0x10, 0x80, 0x04, 0x1F,
        isBare ? 0xFC : 0xFD,
      ]
      let whole = frame + Array(repeating: 0x21, count: 32 - frame.count)
      return ("adts-\(profile)", whole + whole + whole)
    }
  }

  private static var tta: [(name: String, bytes: [UInt8])] {
    // Two seconds in two frames of 256/245 s.
    let header = Array("TTA1".utf8) + [1, 0, 2, 0, 16, 0] + little(8_000) + little(16_000)
    let table = little(12) + little(8) + little(0)
    return [("tta", header + little(0) + table + Array(repeating: 7, count: 20))]
  }

  static func little(_ value: UInt32) -> [UInt8] { seedBytes(value).reversed() }

  // MARK: Chunks

  /// Each payload of each chunk between what makes a file of its kind, alone and with a tag behind.
  private static var chunks: [(name: String, bytes: [UInt8])] {
    let tag = atoms { TagBuilder(.v3).tag { TagBuilder(.v3).text("TIT2", "Title") } }
    var seeds: [(name: String, bytes: [UInt8])] = []
    for (kind, catalogue) in [
      ("aiff", Catalogue.aiff), ("wav", .wav), ("dsf", .dsf), ("dsdiff", .dsdiff),
    ] {
      for number in 0..<catalogue.count {
        guard let program = catalogue.program(number),
          let entry = catalogue.entries(of: number).first
        else { continue }
        // What stands for any type is told by a title.
        let type = entry.type.rawValue == 0 ? Array("INAM".utf8) : seedBytes(entry.type.rawValue)
        for (place, specimen) in Specimens(of: program).all.enumerated() {
          let form = Form(kind)
          var content = form.chunk(type, specimen.bytes)
          if entry.parents.listedTypes.contains("file"), kind != "dsf" { content = [] }
          // What stands in the form itself stands there; lists begin with the kind of what is in them.
          let parents = entry.parents.listedTypes
          if parents.allSatisfy({ !["file", "FORM", "RIFF", "FRM8"].contains($0) }),
            let parent = parents.first.flatMap({ FourCC(key: $0) })
          {
            let labels = ["labl", "note", "ltxt"]
            let head =
              switch parent {
              case "LIST": labels.contains(entry.key) ? "adtl" : "INFO"
              case "PROP": "SND "
              default: ""
              }
            content = form.chunk(seedBytes(parent.rawValue), Array(head.utf8) + content)
          }
          seeds.append(("\(kind)-\(number)-\(place)", form.file(content, tag)))
        }
      }
    }
    return seeds
  }

  /// How chunks are written in a kind of file.
  private struct Form {
    let kind: String

    init(_ kind: String) { self.kind = kind }

    func chunk(_ type: [UInt8], _ content: [UInt8]) -> [UInt8] {
      let count = UInt32(content.count)
      let pad: [UInt8] = content.count & 1 == 1 ? [0] : []
      switch kind {
      case "aiff": return type + seedBytes(count) + content + pad
      case "wav": return type + little(count) + content + pad
      case "dsf": return type + little(count + 12) + little(0) + content
      default: return type + seedBytes(0) + seedBytes(count) + content + pad
      }
    }

    /// A file of the kind with chunks in it, and a tag where the kind has it.
    func file(_ content: [UInt8], _ tag: [UInt8]) -> [UInt8] {
      switch kind {
      case "aiff":
        let rest = content + chunk(Array("ID3 ".utf8), tag)
        return chunk(Array("FORM".utf8), Array("AIFC".utf8) + rest)
      case "wav":
        let rest = content + chunk(Array("data".utf8), [1, 2]) + chunk(Array("id3 ".utf8), tag)
        return chunk(Array("RIFF".utf8), Array("WAVE".utf8) + rest)
      case "dsf":
        let size = UInt32(28 + content.count)
        let sizes = little(size + UInt32(tag.count)) + little(0) + little(size) + little(0)
        return chunk(Array("DSD ".utf8), sizes) + content + tag
      default:
        let rest = content + chunk(Array("ID3 ".utf8), tag)
        return chunk(Array("FRM8".utf8), Array("DSD ".utf8) + rest)
      }
    }
  }

  // MARK: Tags

  /// Each frame of ID3v2.2 and ID3v2.4 that version 3 has not, and each part of a tag.
  private static var items: [(name: String, bytes: [UInt8])] {
    var seeds: [(name: String, bytes: [UInt8])] = []
    for version in [TagBuilder.Version.v2, .v4] {
      let tag = TagBuilder(version)
      let catalogue = version == .v2 ? Catalogue.frames2 : .frames4
      for (place, entry) in catalogue.entries.enumerated() {
        guard let number = entry.table, let program = catalogue.program(number) else { continue }
        let key = String(decoding: seedBytes(entry.type.rawValue).prefix { $0 != 0 }, as: UTF8.self)
        guard key.utf8.count == (version == .v2 ? 3 : 4),
          let first = Specimens(of: program).all.first
        else { continue }
        let frame = tag.frame(key) { bytes(first.bytes) }
        seeds.append(("id3-v\(version.rawValue)-\(place)", atoms { tag.tag { frame } }))
      }
    }
    return seeds
  }
}
