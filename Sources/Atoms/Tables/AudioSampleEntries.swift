import ByteReading
import Structure

/// The sample entries of audio tracks (14496-12 §12.2.3; QTFF, Sound Sample Descriptions).
enum AudioSampleEntries: SyntaxFamily {
  static let tables: [Syntax] = [
    audio("mp4a", "MPEG-4 audio", "14496-14 §6.7.2"),
    audio("m4ae", "MPEG-4 audio enhancement", "14496-14 §6.7.2"),
    audio("enca", "Encrypted audio", "14496-12 §8.12"),
    audio("resa", "Restricted audio", "14496-12 §8.15"),
    audio("icpa", "Incomplete audio", "14496-12 §8.17"),
    audio("ipcm", "Integer PCM audio", "23003-5 §5"),
    audio("fpcm", "Floating-point PCM audio", "23003-5 §5"),
    audio("alac", "Apple Lossless audio", "Apple Lossless Format"),
    audio("apac", "Apple Positional audio", "Apple"),
    audio("fLaC", "FLAC audio", "FLAC in ISOBMFF"),
    audio("Opus", "Opus audio", "Opus in ISOBMFF §4.3.1"),
    audio("iamf", "Immersive audio", "AOM IAMF §6"),
    audio("ac-3", "AC-3 audio", "ETSI TS 102 366 §F.3"),
    audio("ec-3", "Enhanced AC-3 audio", "ETSI TS 102 366 §F.5"),
    audio("ec+3", "Enhanced AC-3 audio with objects", "withdrawn"),
    audio("ac-4", "AC-4 audio", "ETSI TS 103 190-2 §E.4"),
    // Its rate is a whole number: 192 kHz do not fit into 16 bits.
    Syntax(
      "mlpa", "Dolby TrueHD audio", "Dolby MLP", in: "stsd",
      summary: .function(Summaries.audioEntry)
    ) {
      reserved(48)
      uint(16, "data_reference_index")
      uint(16, "version")
      uint(16, "revision_level")
      code("vendor")
      uint(16, "channelcount")
      uint(16, "samplesize", .unit("bits"))
      int(16, "compression_ID")
      uint(16, "packet_size", .bytes)
      uint(32, "samplerate", .unit("Hz"))
      boxes()
    },
    audio("dtsc", "DTS audio", "ETSI TS 102 114 §E.2"),
    audio("dtsh", "DTS-HD audio", "ETSI TS 102 114 §E.2"),
    audio("dtsl", "DTS-HD lossless audio", "ETSI TS 102 114 §E.2"),
    audio("dtse", "DTS low bit rate audio", "ETSI TS 102 114 §E.2"),
    audio("dts-", "DTS layered audio, base", "ETSI TS 102 114 §E.2"),
    audio("dts+", "DTS layered audio, enhancement", "ETSI TS 102 114 §E.2"),
    audio("dtsx", "DTS-UHD audio", "ETSI TS 103 491"),
    audio("dtsy", "DTS-UHD audio", "ETSI TS 103 491"),
    audio("mha1", "MPEG-H audio", "23008-3 §20.5"),
    audio("mha2", "MPEG-H audio, several streams", "23008-3 §20.5"),
    audio("mhm1", "MPEG-H audio (MHAS)", "23008-3 §20.6"),
    audio("mhm2", "MPEG-H audio (MHAS), several streams", "23008-3 §20.6"),
    audio("a3ds", "Auro-Cx audio", "Auro"),
    audio("av3a", "AVS3 audio", "T/AI 109.7"),
    audio("cavs", "AVS2 audio", "GB/T 33475.3"),
    audio("dra1", "DRA audio", "DRA"),
    audio("g719", "G.719 audio", "ITU-T G.719"),
    audio("g726", "G.726 audio", "SDV"),
    audio("samr", "AMR narrowband audio", "3GPP TS 26.244 §6.5"),
    audio("sawb", "AMR wideband audio", "3GPP TS 26.244 §6.5"),
    audio("sawp", "AMR-WB+ audio", "3GPP TS 26.244 §6.9"),
    audio("sevs", "EVS audio", "3GPP TS 26.244"),
    audio("sevc", "EVRC audio", "3GPP2 C.S0050"),
    audio("sqcp", "QCELP 13K audio", "3GPP2 C.S0050"),
    audio("ssmv", "SMV audio", "3GPP2 C.S0050"),
    audio("lpcm", "PCM audio", "QTFF, Sound Sample Descriptions"),
    audio("sowt", "PCM audio, 16-bit little-endian", "QTFF, Sound Sample Descriptions"),
    audio("twos", "PCM audio, big-endian", "QTFF, Sound Sample Descriptions"),
    audio("in24", "PCM audio, 24-bit", "QTFF, Sound Sample Descriptions"),
    audio("in32", "PCM audio, 32-bit", "QTFF, Sound Sample Descriptions"),
    audio("fl32", "PCM audio, 32-bit floating point", "QTFF, Sound Sample Descriptions"),
    audio("fl64", "PCM audio, 64-bit floating point", "QTFF, Sound Sample Descriptions"),
    audio("NONE", "PCM audio", "QTFF, Sound Sample Descriptions"),
    audio("ulaw", "µ-law audio", "QTFF, Sound Sample Descriptions"),
    audio("alaw", "A-law audio", "QTFF, Sound Sample Descriptions"),
    audio("ima4", "IMA 4:1 audio", "QTFF, Sound Sample Descriptions"),
    audio("ADPC", "ADPCM audio", "QTFF, Sound Sample Descriptions"),
    audio("ms\\x00\\x02", "Microsoft ADPCM audio", "QTFF, Sound Sample Descriptions"),
    audio("ms\\x00\\x11", "IMA ADPCM audio", "QTFF, Sound Sample Descriptions"),
    audio("ms\\x00U", "MP3 audio", "QTFF, Sound Sample Descriptions"),
    audio(".mp3", "MP3 audio", "QTFF, Sound Sample Descriptions"),
    audio(".mp1", "MP1 audio", "vendor"),
    audio(".mp2", "MP2 audio", "vendor"),
    audio("MAC3", "MACE 3:1 audio", "QTFF, Sound Sample Descriptions"),
    audio("MAC6", "MACE 6:1 audio", "QTFF, Sound Sample Descriptions"),
    audio("agsm", "GSM audio", "QTFF, Sound Sample Descriptions"),
    audio("dvi ", "DVI 4:1 audio", "QTFF, Sound Sample Descriptions"),
    audio("dvca", "DV audio", "QTFF, Sound Sample Descriptions"),
    audio("vdva", "DV audio, variable duration", "QTFF, Sound Sample Descriptions"),
    audio("Qclp", "PureVoice audio", "QTFF, Sound Sample Descriptions"),
    audio("QDMC", "QDesign Music audio", "QTFF, Sound Sample Descriptions"),
    audio("QDM2", "QDesign Music 2 audio", "QTFF, Sound Sample Descriptions"),
    audio("aac ", "AAC audio", "Apple"),
    audio("aach", "HE-AAC audio", "Apple"),
    audio("aacp", "HE-AAC v2 audio", "Apple"),
    audio("sac3", "AC-3 audio", "Nero"),
    audio("wma ", "WMA audio", "PIFF; Microsoft WAVEFORMATEX"),
    audio("spex", "Speex audio", "vendor"),
    audio("nmos", "Nellymoser audio", "vendor"),
    audio("NELL", "Nellymoser audio", "vendor"),
    audio("drms", "FairPlay-protected audio", "Apple"),
    audio("aavd", "Audible audio", "Audible"),
    audio(
      "raw ", "PCM audio, 8-bit unsigned", "QTFF, Sound Sample Descriptions", handlers: "soun"),
    audio("*", "Audio sample entry", "14496-12 §12.2.3", handlers: "soun"),
  ]

  /// The sample entry `type`: the rows that all audio sample entries share, then boxes.
  ///
  /// QuickTime's versions 1 and 2 stand in a sample description box of version 0, ISO's version 1
  /// in one of version 1.
  @inline(__always)
  private static func audio(
    _ type: StaticString, _ title: StaticString, _ clause: StaticString,
    handlers: StaticString = ""
  ) -> Syntax {
    Syntax(
      type, title, clause, in: "stsd", handlers: handlers, summary: .function(Summaries.audioEntry),
      rows: AudioSampleEntries.rows)
  }

  @Rows private static func rows() -> [Row] {
    reserved(48)
    uint(16, "data_reference_index")
    uint(16, "version")
    uint(16, "revision_level")
    code("vendor")
    when(.not(isVersion2)) {
      uint(16, "channelcount")
      uint(16, "samplesize", .unit("bits"))
      int(16, "compression_ID")
      uint(16, "packet_size", .bytes)
      ufixed(16, 16, "samplerate", .unit("Hz"))
    }
    when(isVersion1) {
      uint(32, "samples_per_packet")
      uint(32, "bytes_per_packet", .bytes)
      uint(32, "bytes_per_frame", .bytes)
      uint(32, "bytes_per_sample", .bytes)
    }
    when(isVersion2) {
      uint(16, "always3", .expected(3))
      uint(16, "always16", .expected(16))
      int(16, "alwaysMinus2")
      uint(16, "always0", .expected(0))
      uint(32, "always65536", .expected(65536))
      uint(32, "sizeOfStructOnly", .bytes)
      float(64, "audioSampleRate", .unit("Hz"))
      uint(32, "numAudioChannels")
      uint(32, "always7F000000", .expected(0x7F00_0000))
      uint(32, "constBitsPerChannel", .unit("bits"))
      uint(32, "formatSpecificFlags", .flags(pcmFlags))
      uint(32, "constBytesPerAudioPacket", .bytes)
      uint(32, "constLPCMFramesPerAudioPacket")
    }
    boxes()
  }

  /// The four words are missing where a box follows at once, whatever the version says.
  private static let isVersion1: Condition = .all([
    .equal("version", 1), .context(.stsdVersion, 0), .not(.nextCode("esds", offset: 32)),
    .not(.nextCode("wave", offset: 32)),
  ])

  private static let isVersion2: Condition = .all([
    .equal("version", 2), .context(.stsdVersion, 0),
  ])

  private static let pcmFlags: Names = [
    0x1: "floating point", 0x2: "big-endian", 0x4: "signed", 0x8: "packed", 0x10: "aligned high",
    0x20: "not interleaved", 0x40: "not mixable",
  ]
}
