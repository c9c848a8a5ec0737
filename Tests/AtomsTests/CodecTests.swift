import Atoms
import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

/// The rate and the channels of sound, from the entry or from the configuration that knows better.
@Suite struct CodecTests {
  private func codec(_ entry: Piece, brand: FourCC = "isom") throws -> Codec {
    let document = try opened(movie(handler: "soun", entry: { entry }).bytes)
    let description = try first("stsd", in: document)
    return Codec(entry: try #require(document.tree.firstChild(of: description)), in: document)
  }

  /// Codes of cameras, editors and plain pixels, as FFmpeg's lists of them have them.
  @Test(arguments: [
    ("ai52", "AVC-Intra 50 1080p25/50"), ("ai15", "AVC-Intra 100 1080i50"), ("ai16", "AVC-Intra 100 1080i60"),
    ("aivx", "XAVC"), ("xd51", "XDCAM HD422 720p30"), ("dvh4", "DVCPRO HD"), ("dvl ", "DV NTSC wide"), ("mp2v", "MPEG-2"),
    ("Hap1", "Hap"), ("HapA", "Hap Alpha-Only"), ("dpx ", "DPX"), ("BGRA", "BGRA 8-bit"), ("yuv4", "Packed YUV 4:2:0 8-bit"),
    ("VP31", "VP3"), ("rv64", "H.264 (Radvision)"),
  ] as [(FourCC, String)])
  func sampleEntriesOfOthersHaveNames(type: FourCC, name: String) throws {
    let document = try opened(movie(handler: "vide", entry: { Parts.visualEntry(type) }).bytes)
    let description = try first("stsd", in: document)
    #expect(Codec(entry: try #require(document.tree.firstChild(of: description)), in: document).name == name)
  }

  @Test(arguments: [(".mp2", "MP2"), ("spex", "Speex"), ("nmos", "Nellymoser"), ("sac3", "AC-3")] as [(FourCC, String)])
  func soundOfOthersHasNames(type: FourCC, name: String) throws {
    #expect(try codec(audio(type, channels: 1, rate: 8_000) {}).name == name)
  }

  /// `ALACSpecificConfig`: 16 bits, so many channels, the rate in 32 bits.
  private func lossless(_ rate: UInt32, channels: UInt8) -> Piece {
    atom("alac", version: 0) {
      u32(4_096); u8(0, 16, 40, 10, 14, channels); u16(255); u32(0, 0, rate)
    }
  }

  @Test(arguments: [8_000, 44_100, 48_000, 96_000, 192_000] as [UInt32])
  func ratesOfConfigurationsAreIntegers(rate: UInt32) throws {
    // A rate past 65,535 does not fit the entry, which then says 0.
    let said = rate < 65_536 ? Double(rate) : 0
    let alac = try codec(
      audio("alac", channels: 1, rate: said) { lossless(rate, channels: 2) })
    #expect(alac.sampleRate == Double(rate))
    #expect(alac.channels == 2)
    #expect(alac.name == "Apple Lossless 16-bit")

    // STREAMINFO: 20 bits of rate, 3 of channels less one, 5 of bits less one.
    let flac = try codec(
      audio("fLaC", channels: 1, rate: said) {
        atom("dfLa", version: 0) {
          hex("80 000022 1000 1000 000000 000000"); u32(rate << 12 | 1 << 9 | 15 << 4)
          zeros(20)
        }
      })
    #expect(flac.sampleRate == Double(rate))
    #expect(flac.channels == 2)
    #expect(flac.name == "FLAC 16-bit")

    // An explicit rate: index 15, then 24 bits. Object type 2 (AAC-LC) and 36 (ALS, escaped).
    let plain = try codec(
      audio("mp4a", channels: 2, rate: said) {
        atom("esds", version: 0) {
          hex("03 1C 0001 00 04 14 40 15 000000 00000000 00000000 05 05")
          u8(0x17, UInt8(0x80 | rate >> 17 & 0x7F))
          u16(UInt16(truncatingIfNeeded: rate >> 1)); u8(UInt8(rate & 1) << 7 | 0x10)
          hex("06 01 02")
        }
      })
    #expect(plain.name == "AAC-LC")
    #expect(plain.sampleRate == Double(rate))
  }

  /// One channel as well as two are written as two; 0x6B is MPEG-1 audio, 0x69 MPEG-2 audio.
  @Test(arguments: [0x69, 0x6B, 0x40] as [UInt8])
  func channelsOfMP3AreNotWhatTheEntrySays(object: UInt8) throws {
    let sound = try codec(
      audio("mp4a", channels: 2, rate: 44_100) {
        atom("esds", version: 0) {
          hex("03 15 0001 00 04 0D"); u8(object)
          hex("15 000000 00000000 00000000 06 01 02")
        }
      })
    #expect(sound.channels == (object == 0x40 ? 2 : nil))
    #expect(sound.sampleRate == 44_100)
  }

  /// One channel as well as six are written as two; the first header of Vorbis has how many there are. Without one
  /// nobody knows.
  @Test(arguments: [("vorbis", 1, 1, nil), ("vorbis", 6, 6, "5.1"), ("theora", 1, nil, nil)] as [(String, UInt8, UInt64?, String?)])
  func channelsOfVorbisAreThoseOfItsHeader(word: String, stored: UInt8, channels: UInt64?, layout: String?) throws {
    let sound = try codec(
      audio("mp4a", channels: 2, rate: 44_100) {
        atom("esds", version: 0) {
          hex("03 2A 0001 00 04 22 DD 15 000000 00000000 00000000")
          // How many headers there are besides, how long these are; the first of them, of version 0 and 48 kHz.
          hex("05 13 02 1E 2A 01"); text(word); hex("00000000"); u8(stored); hex("80BB0000")
          hex("06 01 02")
        }
      })
    #expect(sound.name == "Vorbis")
    #expect(sound.channels == channels)
    #expect(sound.layout == layout)
    #expect(sound.sampleRate == (channels == nil ? 44_100 : 48_000))
  }

  @Test func trueHDHasAWholeNumber() throws {
    let entry = atom("mlpa") {
      zeros(6); u16(1); zeros(8); u16(2, 24); u32(0); u32(192_000)
    }
    #expect(try codec(entry).sampleRate == 192_000)
  }

  /// The channels of `dmlp`, not the two that every entry names: 5.1 of the presentation of six, 7.1
  /// (L R, C, LFE, surrounds, rears) and 13 loudspeakers' bits of the one of eight.
  @Test(
    arguments: [
      // Rate 0, types 0; modifiers 0; six 01111, eight 0.
      (0x0007_8000, 6), (0x0007_804F, 8), (0x0007_9FFF, 20), (0x0000_8000, 2), (0, 2),
    ] as [(UInt32, UInt64)])
  func trueHDHasTheChannelsOfItsLargestPresentation(info: UInt32, channels: UInt64) throws {
    let entry = atom("mlpa") {
      zeros(6); u16(1); zeros(8); u16(2, 24); u32(0); u32(48_000)
      atom("dmlp") {
        u32(info); u16(0); u32(0)
      }
    }
    #expect(try codec(entry).channels == channels)
  }

  @Test func ratesOfEntriesAreFixedPoint() throws {
    let entry = atom("twos") {
      zeros(6); u16(1); zeros(8); u16(1, 16); u32(0); u32(0x5622_8000)
    }
    #expect(try codec(entry).sampleRate == 22_050.5)
  }

  /// Their `channelcount` is 2 by definition (3GPP TS 26.244 §6.5).
  @Test(arguments: ["samr", "sawb", "sevc", "sqcp", "ssmv"] as [FourCC])
  func voicesHaveOneChannel(type: FourCC) throws {
    #expect(try codec(audio(type, channels: 2, rate: 8_000)).channels == 1)
  }

  /// The timescale of the track stands where others have the rate.
  @Test(arguments: [("samr", 8_000), ("sawb", 16_000)] as [(FourCC, Double)])
  func voicesHaveOneRate(type: FourCC, rate: Double) throws {
    #expect(try codec(audio(type, channels: 2, rate: 50)).sampleRate == rate)
  }

  /// The entry has one of three rates for all; 96,000 is none of them, and 0 is none at all.
  @Test(arguments: [(24_000, 24_000), (96_000, 96_000), (0, 48_000)] as [(UInt32, Double)])
  func ratesOfDTSAreThoseOfItsConfiguration(rate: UInt32, said: Double) throws {
    let entry = audio("dtsc", channels: 2, rate: 48_000) {
      atom("ddts") { u32(rate); hex("0002EE00 0002EE00 10 00000000 0002 00") }
    }
    #expect(try codec(entry).sampleRate == said)
  }

  /// One presentation of version 1: behind its configuration and 20 bits of numbers, whether channels are coded, their
  /// mode in five bits, and which they are in 24. Of objects, and of what is not read, the entry says two, too.
  @Test(arguments: [
    ("07 F8 000009 00000000", 6, "5.1"), ("07 F8 000008 40000000", 2, nil), ("07 F8 00000A 40000000", 7, "5.0.2"),
    // 7.1.4, which may lack four of them; objects; two bytes that say nothing of it.
    ("08 F8 00000B 00000000 00", nil, nil), ("04 FC 000000", nil, nil), ("02 0B 00", nil, nil),
  ] as [(String, UInt64?, String?)])
  func channelsOfAC4AreThoseOfItsPresentation(presentation: String, channels: UInt64?, layout: String?) throws {
    let parts = hex(presentation).bytes
    let entry = audio("ac-4", channels: 2, rate: 48_000) {
      atom("dac4") {
        hex("20 A4 01 40 00 00 00 1F FF FF FF E0 01")
        u8(UInt8(parts.count - 1)); Piece(Array(parts.dropFirst()))
      }
    }
    let sound = try codec(entry)
    #expect(sound.channels == channels && sound.layout == layout)
  }

  /// An element of channels in one layer, 5.1, coded as Opus. Of two elements nobody knows how many are heard.
  @Test func oneElementOfImmersiveAudioSaysTheChannels() throws {
    let element = hex("08 0D 00 00 00 04 00010203 00 20 20 04 02").bytes
    func sound(_ elements: Int) throws -> Codec {
      let units = hex("F8 06 69616D66 0000 00 0C 00 4F707573 C007 FFFC 000102").bytes
        + Array(repeating: element, count: elements).flatMap { $0 }
      return try codec(
        audio("iamf", channels: 0, rate: 0) { atom("iacb") { u8(1, UInt8(units.count)); Piece(units) } })
    }
    #expect(try sound(1).channels == 6 && sound(1).layout == "5.1" && sound(1).sampleRate == 48_000)
    #expect(try sound(2).channels == nil && sound(0).channels == nil)
  }

  /// What an entry without a size shows is as large as its only parameter set says.
  @Test func anEntryWithoutASizeHasThatOfItsParameterSet() throws {
    func size(_ entry: Piece) throws -> [UInt64?] {
      let document = try opened(movie(handler: "vide", entry: { entry }).bytes)
      let description = try first("stsd", in: document)
      let codec = Codec(entry: try #require(document.tree.firstChild(of: description)), in: document)
      return [codec.width, codec.height]
    }
    #expect(try size(visual("avc1", 0, 0) { Parts.avcConfiguration }) == [64, 48])
    #expect(try size(visual("avc1", 32, 32) { Parts.avcConfiguration }) == [32, 32])
    #expect(try size(visual("avc1", 0, 0) {}) == [0, 0])
    let two = atom("avcC") {
      hex("01 42c0 0a ff e2"); u16(7); hex("6742c00ada11e4"); u16(7); hex("6742c00ada11e4"); u8(0)
    }
    #expect(try size(visual("avc1", 0, 0) { two }) == [0, 0])
  }

  @Test func subpicturesOfDiscsHaveAName() throws {
    func entry(_ object: UInt8) -> Piece {
      atom("mp4s") {
        zeros(6); u16(1)
        atom("esds", version: 0) { hex("03 15 0001 00 04 0D"); u8(object); hex("E1 000000 00000000 00000000 06 01 02") }
      }
    }
    #expect(try codec(entry(0xE0)).name == "VobSub" && codec(entry(0x01)).name == "MPEG-4 systems")
  }

  /// What `enca` of Smooth Streaming is when it was decrypted.
  @Test func soundOfWindowsHasItsFormat() throws {
    let entry = audio("wma ", channels: 2, rate: 48_000) {
      atom("wfex") { hex("6101 0200 80BB0000 803E0000 0030 1000 0A00 00880000 0F0000000000") }
    }
    #expect(try codec(entry).name == "WMA")
    let document = try opened(movie(handler: "soun", entry: { entry }).bytes)
    MediaFile.check(document, isThorough: true)
    #expect(!document.problems.kept.contains { $0.kind.id.description == "atom-misplaced" })
  }

  @Test func othersHaveWhatTheyHave() throws {
    #expect(try codec(audio("sawp", channels: 2, rate: 16_000)).channels == 2)
    #expect(try codec(audio("ulaw", channels: 2, rate: 8_000)).channels == 2)
  }

  @Test func anExplicitRateThatAgreesIsNoProblem() throws {
    let document = try opened(
      movie(handler: "soun") {
        audio("mp4a", channels: 2, rate: 44_100) {
          atom("esds", version: 0) {
            // 44,100 is 0x00AC44, behind 00010 1111.
            hex("03 1C 0001 00 04 14 40 15 000000 00000000 00000000 05 05 17 80 56 22 10 06 01 02")
          }
        }
      }.bytes)
    MediaFile.check(document, isThorough: true)
    #expect(!document.problems.kept.contains { $0.kind.id.description == "sampling-rate-differs" })
  }

  // MARK: Layouts

  /// AAC-LC at 48,000 Hz whose elements say the channels: in front one single and one pair, behind one pair, and one of
  /// low frequencies. The entry has 2, as for all AAC.
  @Test func elementsOfAACSayTheChannels() throws {
    // 00010 0011 0000 000, then 0000 01 0011 0010 0000 0001 01 000 0000 0 0 0 and the elements 0 0000, 1 0000;
    // 1 0001; 0000; a comment of no bytes.
    func sound(_ configuration: String) throws -> Codec {
      let content = hex(configuration).bytes
      return try codec(
        audio("mp4a", channels: 2, rate: 48_000) {
          atom("esds", version: 0) {
            u8(3, UInt8(20 + content.count)); u16(1); u8(0, 4, UInt8(15 + content.count), 0x40, 0x15)
            zeros(11); u8(5, UInt8(content.count)); bytes(content)
          }
        })
    }
    let surround = try sound("1180 04C8 0500 0108 8000")
    #expect(surround.channels == 6 && surround.layout == "5.1")
    // Where they are cut off nobody knows.
    let cut = try sound("1180 04C8")
    #expect(cut.channels == nil && cut.layout == nil)
    // `channelConfiguration` 1, 6, 7 and 11.
    #expect(try sound("1188").channels == 1)
    #expect(try sound("11B0").layout == "5.1")
    #expect(try sound("11B8").channels == 8 && sound("11B8").layout == "7.1")
    #expect(try sound("11D8").channels == 7 && sound("11D8").layout == "6.1")
  }

  /// Six channels are six channels; `chan` says which they are: a tag, a bitmap, or a label for each.
  @Test(arguments: [
    (6, "", nil), (6, "00790006 00000000 00000000", "5.1"), (6, "006E0006 00000000 00000000", "hexagonal"),
    // Left, right, centre, LFE and both surrounds; without LFE and with the centre behind.
    (6, "00010000 0000003F 00000000", "5.1"), (6, "00010000 00000137 00000000", "6.0"),
    // A bitmap of five, and a tag of eight, are not of these six.
    (6, "00010000 00000037 00000000", nil), (6, "007E0008 00000000 00000000", nil), (8, "007E0008 00000000 00000000", "7.1"),
  ] as [(UInt16, String, String?)])
  func layoutsAreSaidWhereTheFileSaysThem(channels: UInt16, layout: String, name: String?) throws {
    let sound = try codec(
      audio("sowt", channels: channels, rate: 48_000) {
        if !layout.isEmpty { atom("chan", version: 0) { hex(layout) } }
      })
    #expect(sound.channels == UInt64(channels))
    #expect(sound.layout == name)
  }

  @Test func labelsAndDefinedLayoutsAreRead() throws {
    // Left, right and LFE, each with flags and coordinates of zeros.
    let labels = try codec(
      audio("sowt", channels: 3, rate: 48_000) {
        atom("chan", version: 0) {
          u32(0, 0, 3)
          for label in [1, 2, 4] as [UInt32] { u32(label); zeros(16) }
        }
      })
    #expect(labels.layout == "2.1")
    let defined = try codec(
      audio("ipcm", channels: 12, rate: 48_000) { atom("chnl", version: 0) { u8(1, 19); u64(0) } })
    #expect(defined.layout == "7.1.4")
    // 5 full channels (acmod 7) and LFE: fscod 00, bsid 01000, bsmod 000, acmod 111, lfeon 1, bit_rate_code 01111.
    let dolby = try codec(audio("ac-3", channels: 2, rate: 48_000) { atom("dac3") { hex("10 3D E0") } })
    #expect(dolby.channels == 6 && dolby.layout == "5.1")
  }

  /// The first frame says the layer and the channels: 0xFFFD is MPEG-1 Layer II, 0xFFFB Layer III; the two highest bits
  /// of the last byte are 3 for one channel.
  @Test(arguments: [(0xFFFD_84C4, "MP2", 1), (0xFFFB_9404, "MP3", 2), (0x0102_0304, "MPEG-1 audio", nil)] as [(UInt32, String, UInt64?)])
  func theFirstFrameSaysTheLayer(header: UInt32, name: String, channels: UInt64?) throws {
    let bytes = atoms {
      atom("mdat") { u32(header) }
      movie(handler: "soun") {
        audio("mp4a", channels: 2, rate: 48_000) {
          atom("esds", version: 0) { hex("03 15 0001 00 04 0D 6B 15 000000 00000000 00000000 06 01 02") }
        }
      } tables: {
        atom("stco", version: 0) { u32(1, 8) }
      }
    }
    let document = try opened(bytes)
    let sound = Codec(entry: try first("mp4a", in: document), in: document)
    #expect(sound.name == name && sound.channels == channels)
  }
}
