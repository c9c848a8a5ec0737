// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// Bytes by which the same samples are other pictures and other sound, or are not found: a gate closes for each of them.
@Suite struct DecodedOtherwiseTests {
  private func verdict(_ before: [UInt8], _ after: [UInt8]) throws -> Verdict {
    try #require(Comparison(try Files.open(before), try Files.open(after), rules: .media).verdict)
  }

  private func told(_ verdict: Verdict, _ aspect: Verdict.Aspect) -> [String] {
    verdict.findings.filter { $0.aspect == aspect }.map { "\($0.state.rawValue): \($0.sentence)" }
  }

  /// One byte of a real file.
  struct Edit: CustomTestStringConvertible, Sendable {
    let file: String
    /// What the byte lies in, and how far behind the first byte of the type.
    let type: String
    let offset: Int
    let from: UInt8
    let to: UInt8
    let aspect: Verdict.Aspect
    let words: String

    var testDescription: String { "\(file) \(type) + \(offset)" }
  }

  private static let edits: [Edit] = [
    // The size of a decoder's configuration: what stands there is read as descriptors now, and no change is left but it.
    Edit(file: "mpeg4.mp4", type: "esds", offset: 37, from: 0x80, to: 0, aspect: .setup, words: "esds.size 30 → 0"),
    Edit(
      file: "h264-aac.mp4", type: "avcC", offset: 12, from: 0x67, to: 0xE7, aspect: .setup,
      words: "avcC.reserved[1] 0 → 1"),
    Edit(
      file: "av1.mp4", type: "av1C", offset: 8, from: 0x0A, to: 0x8A, aspect: .setup, words: "av1C.reserved[1] 0 → 1"),
    Edit(
      file: "h264-aac.mp4", type: "esds", offset: 40, from: 0x88, to: 0x90, aspect: .sound,
      words: "esds.channelConfiguration 1 (mono) → 2 (stereo)"),
    Edit(
      file: "adpcm-ima.mov", type: "ima4", offset: 21, from: 1, to: 2, aspect: .sound, words: "ima4.channelcount 1 → 2"),
    Edit(
      file: "h264-aac.mp4", type: "mp4a", offset: 13, from: 0, to: 1, aspect: .setup, words: "mp4a.version 0 → 1"),
    Edit(
      file: "broadcast.wav", type: "fmt ", offset: 8, from: 1, to: 6, aspect: .sound,
      words: "'fmt '.wFormatTag 1 (PCM) → 6 (A-law)"),
    // One bit by which seventeen fields behind it are read from other bits.
    Edit(
      file: "h264-aac.mp4", type: "avcC", offset: 21, from: 4, to: 5, aspect: .setup,
      words: "avcC.video_signal_type_present_flag 0 → 1"),
    // A shape of pixels that nobody has defined: FFmpeg 5 refuses the parameter set.
    Edit(
      file: "h264-aac.mp4", type: "avcC", offset: 21, from: 4, to: 0xF8, aspect: .display,
      words: "avcC.aspect_ratio_idc 1 (1:1) → 62"),
    Edit(
      file: "alaw.aif", type: "FVER", offset: 11, from: 0x40, to: 0x41, aspect: .setup, words: "FVER.timestamp"),
    Edit(
      file: "alaw.aif", type: "alaw", offset: 0, from: 0x61, to: 0x75, aspect: .sound,
      words: "COMM.compressionType 'alaw' (A-law) → 'ulaw' (µ-law)"),
    Edit(
      file: "alaw.aif", type: "COMM", offset: 13, from: 0x9D, to: 0x9C, aspect: .startAndEnd,
      words: "COMM.numSampleFrames 2,205 → 2,204"),
    Edit(
      file: "image.avif", type: "pict", offset: 0, from: 0x70, to: 0x71, aspect: .tracks,
      words: "hdlr.handler_type 'pict' (images) → 'qict'"),
    Edit(
      file: "h264-aac.mp4", type: "soun", offset: 0, from: 0x73, to: 0x74, aspect: .tracks,
      words: "hdlr.handler_type 'soun' (audio) → 'toun'"),
  ]

  @Test(arguments: edits) func aByteThatDecodersGoByClosesTheGate(_ edit: Edit) throws {
    let before = try Files.bytes("encoded/\(edit.file)")
    let code = Array(edit.type.utf8)
    let place = try #require(before.indices.dropLast(3).first { Array(before[$0..<$0 + 4]) == code })
    try #require(before[place + edit.offset] == edit.from)
    var after = before
    after[place + edit.offset] = edit.to
    let verdict = try verdict(before, after)
    #expect(told(verdict, edit.aspect).contains { $0.hasPrefix("changed: ") && $0.contains(edit.words) }, "\(verdict.findings)")
    #expect(!verdict.regressions.isEmpty && verdict.closing == nil)
  }

  /// A program that reads from the first byte on meets sound before it knows what that is.
  @Test func aFormatBehindTheSoundIsAProblem() throws {
    func chunk(_ type: String, _ bytes: [UInt8]) -> [UInt8] {
      Array(type.utf8) + [UInt8(bytes.count), 0, 0, 0] + bytes
    }
    // PCM, one channel, 44,100 Hz, 88,200 bytes a second, blocks of 2 bytes, 16 bits.
    let format = chunk("fmt ", [1, 0, 1, 0, 0x44, 0xAC, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0])
    let sound = chunk("data", [1, 2, 3, 4])
    func wave(_ chunks: [UInt8]) -> [UInt8] { chunk("RIFF", Array("WAVE".utf8) + chunks) }
    let found = try verdict(wave(format + sound), wave(sound + format))
    #expect(told(found, .problems) == ["changed: 1 new: format-behind-sound"])
    // How many samples there are, said once more; two samples, and three.
    let counted = try verdict(wave(format + sound), wave(format + chunk("fact", [2, 0, 0, 0]) + sound))
    #expect(told(counted, .startAndEnd) == ["equivalent: a length that the bytes come to"])
    #expect(counted.regressions.isEmpty)
    // So it is of µ-law, of which a sample is a byte: 7, one channel, 8,000 Hz, blocks of 1 byte, 8 bits.
    let law = chunk("fmt ", [7, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0])
    let coded = try verdict(wave(law + sound), wave(law + chunk("fact", [4, 0, 0, 0]) + sound))
    #expect(told(coded, .startAndEnd) == ["equivalent: a length that the bytes come to"])
    let wrong = try verdict(wave(format + sound), wave(format + chunk("fact", [3, 0, 0, 0]) + sound))
    #expect(told(wrong, .startAndEnd) == ["changed: fact added"])
  }

  /// What players take from tags is of their aspect, whatever stores it and however it is written.
  @Test func gainAndLengthInTagsAreNoTags() throws {
    func frame(_ type: String, _ text: String) -> [UInt8] {
      let body = Array(text.utf8)
      return Array(type.utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
    }
    func tag(_ frame: [UInt8]) -> [UInt8] { Array("ID3\u{4}\0\0".utf8) + [0, 0, 0, UInt8(frame.count)] + frame }
    func aspects(_ type: String, _ name: String, _ old: String, _ new: String) throws -> [Verdict.Aspect] {
      try verdict(tag(frame(type, name + old)), tag(frame(type, name + new))).aspects(.changed)
    }
    #expect(try aspects("TXXX", "\u{3}REPLAYGAIN_TRACK_GAIN\0", "-6.00 dB", "+9.00 dB") == [.sound])
    #expect(try aspects("TXXX", "\u{3}MOOD\0", "calm", "wild") == [.tags])
    let samples = " 00000000 00000210 00000A14 "
    #expect(
      try aspects("COMM", "\u{3}engiTunSMPB\0", samples + "0000000000001234", samples + "0000000000001235")
        == [.startAndEnd])
  }

  /// What is found by a number is found wherever it stands.
  @Test func itemsInAnotherOrderAreTheSame() throws {
    let before = try Files.bytes("encoded/gpac-image.heic")
    let code = Array("infe".utf8)
    let places = before.indices.dropLast(3).filter { Array(before[$0..<$0 + 4]) == code }.map { $0 - 4 }
    let sizes = places.map { Int(before[$0 + 3]) }
    try #require(places.count == 2 && places[0] + sizes[0] == places[1])
    let whole = places[0]..<places[1] + sizes[1]
    var after = before
    after.replaceSubrange(whole, with: before[places[1]..<whole.upperBound] + before[places[0]..<places[1]])
    let found = try verdict(before, after)
    #expect(found.state(of: .tracks) == .same && found.regressions.isEmpty, "\(found.findings)")
  }

  /// Lengths that are rounded otherwise are the same to a tick; a second is not.
  @Test func aLengthIsTheSameToATick() throws {
    let before = try Files.bytes("encoded/h264-aac.mp4")
    let code = Array("tkhd".utf8)
    let place = try #require(before.indices.dropLast(3).first { Array(before[$0..<$0 + 4]) == code })
    // Version 0 and flags, two times, the number and a reserved number: 0.400 s.
    let duration = place + 24
    try #require(Array(before[duration..<duration + 4]) == [0, 0, 1, 0x90])
    var after = before
    after[duration + 3] = 0x8F
    let found = try verdict(before, after)
    #expect(told(found, .startAndEnd) == ["equivalent: within a tick of the coarser timescale"])
    after[duration + 3] = 0x70
    #expect(try verdict(before, after).state(of: .startAndEnd) == .changed)
  }

  /// Samples of compressed sound have the size that the compression gives them, whatever the header says.
  @Test func theSizeOfSamplesBeforeTheyAreCodedIsNotOfAccount() throws {
    let before = try Files.bytes("encoded/alaw.aif")
    let code = Array("COMM".utf8)
    let place = try #require(before.indices.dropLast(3).first { Array(before[$0..<$0 + 4]) == code })
    try #require(Array(before[place + 14..<place + 16]) == [0, 8])
    var after = before
    after[place + 15] = 16
    let found = try verdict(before, after)
    #expect(found.state(of: .sound) == .equivalent && found.regressions.isEmpty, "\(found.findings)")
    // Of a compression that nobody knows it may be that.
    func unknown(_ bytes: [UInt8]) -> [UInt8] { bytes.replacing("alaw".utf8, with: "alxx".utf8) }
    #expect(try verdict(unknown(before), unknown(after)).state(of: .sound) == .changed)
  }

  /// Sets in samples that are others may set decoders up otherwise, which a sample entry does not tell.
  @Test func parameterSetsInOtherSamplesAreNotChecked() throws {
    let before = try Files.bytes("encoded/h264-aac.mp4")
    let media = try #require(before.indices.dropLast(3).first { before[$0...].starts(with: "mdat".utf8) }) + 4
    // The first unit has 684 bytes: words of the encoder (SEI).
    try #require(Array(before[media..<media + 6]) == [0, 0, 2, 0xAC, 6, 5])
    var after = before
    after[media + 4] = 0x67
    let found = try verdict(before, after)
    #expect(found.state(of: .samples) != .same)
    #expect(told(found, .setup) == ["not checked: video parameter sets inside samples"], "\(found.findings)")
    // Other slices alone are decoded by the same.
    var slices = before
    slices[media + 4 + 684 + 8] ^= 1
    let other = try verdict(before, slices)
    #expect(other.state(of: .samples) == .changed && other.state(of: .setup) == .same, "\(other.findings)")
  }

  /// Where sound comes from is in no list of how it is decoded.
  @Test func anAmbisonicLayoutIsSound() throws {
    func film(_ order: UInt32) -> [UInt8] {
      atoms {
        Parts.fileType("isom", "isom")
        atom("mdat") { u8(1, 2, 3, 4) }
        Parts.movie {
          Parts.track {
            Parts.media(handler: "soun") {
              Parts.audioEntry("mp4a", channels: 4) {
                atom("SA3D") { u8(0, 0); u32(order); u8(0, 0); u32(4, 0, 1, 2, 3) }
              }
            } tables: {
              Parts.sampleTables([4], at: 28)
            }
          }
        }
      }
    }
    #expect(told(try verdict(film(1), film(2)), .sound) == ["changed: SA3D.ambisonic_order 1 → 2"])
  }

  /// Sound beside that of a head, and what pictures are mastered for, as sample entries and items have it.
  @Test func boxesWithoutATableAreSoundAndDisplay() throws {
    func film(_ type: FourCC, _ value: UInt8, isSound: Bool) -> [UInt8] {
      let box = atom(type, version: 0) { u32(UInt32(value)) }
      return atoms {
        Parts.fileType("isom", "isom")
        atom("mdat") { u8(1, 2, 3, 4) }
        Parts.movie {
          Parts.track {
            Parts.media(handler: isSound ? "soun" : "vide") {
              if isSound { Parts.audioEntry("mp4a") { box } } else { Parts.visualEntry("avc1") { Parts.avcConfiguration; box } }
            } tables: {
              Parts.sampleTables([4], at: 28)
            }
          }
        }
      }
    }
    func still(_ type: FourCC, _ value: UInt8) -> [UInt8] {
      atoms {
        Parts.fileType("mif1", "mif1", "heic")
        atom("meta", version: 0) {
          Parts.handlerReference("pict", name: "")
          atom("pitm", version: 0) { u16(1) }
          atom("iinf", version: 0) { u16(1); atom("infe", version: 2) { u16(1, 0); code("hvc1"); u8(0) } }
          atom("iprp") {
            atom("ipco") { atom(type, version: 0) { u32(UInt32(value)) } }
            atom("ipma", version: 0) { u32(1); u16(1); u8(1, 1) }
          }
        }
      }
    }
    let sound = try verdict(film("SAND", 1, isSound: true), film("SAND", 2, isSound: true))
    #expect(sound.aspects(.changed) == [.sound], "\(sound.findings.map(\.sentence))")
    for type in ["ndwt", "reve"] as [FourCC] {
      let entry = try verdict(film(type, 1, isSound: false), film(type, 2, isSound: false))
      #expect(entry.aspects(.changed) == [.display], "\(entry.findings.map(\.sentence))")
      let item = try verdict(still(type, 1), still(type, 2))
      #expect(item.aspects(.changed) == [.display], "\(item.findings.map(\.sentence))")
    }
  }
}
