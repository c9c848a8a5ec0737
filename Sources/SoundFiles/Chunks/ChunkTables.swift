import ByteReading
import MediaFacts
import Structure

/// The headers of chunks.
enum ChunkHeaders: SyntaxFamily {
  static let tables: [Syntax] = [iff, riff, dsf, dff]

  /// EA IFF 85, Chunks.
  static let iff = Syntax("*", "Chunk header", "EA IFF 85, Chunks") {
    code("ckID")
    uint(32, "ckSize", .bytes)
  }
  /// The same with the least significant byte first.
  static let riff = Syntax("*", "Chunk header", "RIFF, Chunks") {
    code("ckID")
    uint(32, "ckSize", .bytes).little
  }
  /// Sizes count the header.
  static let dsf = Syntax("*", "Chunk header", "DSF, Chunks") {
    code("chunk_header")
    uint(64, "chunk_size", .bytes).little
  }
  static let dff = Syntax("*", "Chunk header", "DSDIFF §2.4") {
    code("ckID")
    uint(64, "ckDataSize", .bytes)
  }
}

/// Chunks of AIFF and AIFF-C, which are most significant byte first (AIFF 1.3, AIFF-C draft).
enum AIFFChunks: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("FORM", "Form", "AIFF 1.3, Form", in: "file", summary: "{formType}") {
      code("formType", .names(.codes(["AIFF": "AIFF", "AIFC": "AIFF-C"])))
      boxes()
    },
    Syntax(
      "FVER", "Format version", "AIFF-C, Format Version Chunk", in: "FORM", summary: "{timestamp}"
    ) {
      // Seconds since 1904 by their form; there is one version, and its day is nobody's.
      uint(32, "timestamp", .names([0xA280_5140: "AIFF-C of 1990-05-23"]))
    },
    Syntax(
      "COMM", "Common", "AIFF 1.3, Common Chunk", in: "FORM",
      summary: .function(ChunkSummaries.common)
    ) {
      int(16, "numChannels")
      uint(32, "numSampleFrames")
      int(16, "sampleSize", .unit("bits"))
      float(80, "sampleRate", .unit("Hz"))
      when(.remaining(32)) {
        code("compressionType", .names(ChunkNames.compressions))
        string(.macRoman, .pascal, "compressionName", if: .remaining(8))
      }
      reserved(8, if: .remaining(8))
    },
    Syntax("SSND", "Sound data", "AIFF 1.3, Sound Data Chunk", in: "FORM", summary: "{soundData}") {
      uint(32, "offset", .bytes)
      uint(32, "blockSize", .bytes)
      bytes(.remaining, "soundData")
    },
    Syntax(
      "MARK", "Markers", "AIFF 1.3, Marker Chunk", in: "FORM",
      summary: .function(ChunkSummaries.markers)
    ) {
      uint(16, "numMarkers")
      list(.field("numMarkers"), "markers") {
        int(16, "id")
        uint(32, "position")
        uint(8, "nameLength")
        string(.macRoman, .bytes(.field("nameLength")), "markerName")
        reserved(8, if: .not(.bits("nameLength", 1)))
      }
    },
    Syntax(
      "COMT", "Comments", "AIFF 1.3, Comments Chunk", in: "FORM",
      summary: .function(ChunkSummaries.comments)
    ) {
      uint(16, "numComments")
      list(.field("numComments"), "comments") {
        uint(32, "timeStamp", .secondsSince1904)
        int(16, "marker")
        uint(16, "count", .bytes)
        string(.macRoman, .bytes(.field("count")), "text")
        reserved(8, if: .bits("count", 1))
      }
    },
    Syntax(
      "INST", "Instrument", "AIFF 1.3, Instrument Chunk", in: "FORM",
      summary: "base note {baseNote}, notes {lowNote} to {highNote}"
    ) {
      int(8, "baseNote")
      int(8, "detune", .unit("cents"))
      int(8, "lowNote")
      int(8, "highNote")
      int(8, "lowVelocity")
      int(8, "highVelocity")
      int(16, "gain", .unit("dB"))
      group("sustainLoop") {
        int(16, "playMode", .names(ChunkNames.loops))
        int(16, "beginLoop")
        int(16, "endLoop")
      }
      group("releaseLoop") {
        int(16, "playMode", .names(ChunkNames.loops))
        int(16, "beginLoop")
        int(16, "endLoop")
      }
    },
    Syntax("MIDI", "MIDI data", "AIFF 1.3, MIDI Data Chunk", in: "FORM", summary: "{MIDIdata}") {
      bytes(.remaining, "MIDIdata")
    },
    Syntax("AESD", "AES channel status", "AIFF 1.3, Audio Recording Chunk", in: "FORM") {
      bytes(24, "AESChannelStatusData")
    },
    Syntax(
      "APPL", "Application", "AIFF 1.3, Application Specific Chunk", in: "FORM",
      summary: "{applicationSignature}, {data}"
    ) {
      code("applicationSignature")
      bytes(.remaining, "data")
    },
    Syntax("NAME", "Name", "AIFF 1.3, Text Chunks", in: "FORM", summary: "{text}") {
      string(.macRomanOrUTF8, .bytes(.remaining), "text")
    },
    Syntax("AUTH", "Author", "AIFF 1.3, Text Chunks", in: "FORM", summary: "{text}") {
      string(.macRomanOrUTF8, .bytes(.remaining), "text")
    },
    Syntax("(c) ", "Copyright", "AIFF 1.3, Text Chunks", in: "FORM", summary: "{text}") {
      string(.macRomanOrUTF8, .bytes(.remaining), "text")
    },
    Syntax("ANNO", "Annotation", "AIFF 1.3, Text Chunks", in: "FORM", summary: "{text}") {
      string(.macRomanOrUTF8, .bytes(.remaining), "text")
    },
    Syntax("CHAN", "Channel layout", "Core Audio, AudioChannelLayout", in: "FORM", summary: "{mChannelLayoutTag}") {
      uint(32, "mChannelLayoutTag", .hex)
      uint(32, "mChannelBitmap", .hex)
      uint(32, "mNumberChannelDescriptions")
      table(.field("mNumberChannelDescriptions"), "mChannelDescriptions") {
        uint(32, "mChannelLabel")
        uint(32, "mChannelFlags", .hex)
        array(3, "mCoordinates", of: float(32, "value"))
      }
    },
    ChunkTables.tag("ID3 ", in: "FORM"), ChunkTables.tag("id3 ", in: "FORM"),
  ]
}

/// Chunks of WAV, RF64 and BW64, which are least significant byte first.
enum WAVChunks: SyntaxFamily {
  static let tables: [Syntax] = [
    form("RIFF", "RIFF form", "RIFF, Forms"),
    form("RF64", "RF64 form", "EBU Tech 3306 §3"),
    form("BW64", "BW64 form", "ITU-R BS.2088 §4"),
    Syntax("ds64", "64-bit sizes", "EBU Tech 3306 §3", in: forms, summary: "data {dataSize}") {
      uint(64, "riffSize", .bytes).little
      uint(64, "dataSize", .bytes).little
      uint(64, "sampleCount").little
      uint(32, "tableLength").little
      table(.field("tableLength"), "table") {
        code("chunkId")
        uint(64, "chunkSize", .bytes).little
      }
    },
    Syntax(
      "fmt ", "Format", "RIFF, WAVE Format Chunk", in: forms,
      summary: .function(ChunkSummaries.format)
    ) {
      uint(16, "wFormatTag", .names(ChunkNames.formats)).little
      uint(16, "nChannels").little
      uint(32, "nSamplesPerSec", .unit("Hz")).little
      uint(32, "nAvgBytesPerSec", .bytes).little
      uint(16, "nBlockAlign", .bytes).little
      uint(16, "wBitsPerSample", .unit("bits"), if: .remaining(16)).little
      uint(16, "cbSize", .bytes, if: .remaining(16)).little
      when(.all([.equal("wFormatTag", 0xFFFE), .remaining(176)])) {
        uint(16, "wValidBitsPerSample", .unit("bits")).little
        uint(32, "dwChannelMask", .flags(ChunkNames.speakers)).little
        uint(16, "subFormat", .names(ChunkNames.formats)).little
        bytes(14, "subFormatRest")
      }
      when(.all([.equal("wFormatTag", 0x55), .remaining(96)])) {
        uint(16, "wID").little
        uint(32, "fdwFlags", .hex).little
        uint(16, "nBlockSize", .bytes).little
        uint(16, "nFramesPerBlock").little
        uint(16, "nCodecDelay", .unit("samples")).little
      }
      // Coded in blocks: how many samples are in each, and what Microsoft's coding predicts by.
      when(.all([.oneOf("wFormatTag", [0x02, 0x11, 0x31]), .remaining(16)])) {
        uint(16, "wSamplesPerBlock").little
        when(.all([.equal("wFormatTag", 0x02), .remaining(16)])) {
          uint(16, "wNumCoef").little
          table(.field("wNumCoef"), "aCoef") {
            int(16, "iCoef1").little
            int(16, "iCoef2").little
          }
        }
      }
      bytes(.remaining, "extension")
    },
    Syntax("fact", "Fact", "RIFF, Fact Chunk", in: forms, summary: "{dwSampleLength} samples") {
      uint(32, "dwSampleLength").little
    },
    Syntax("data", "Sound data", "RIFF, WAVE Data", in: forms, summary: "{data}") {
      bytes(.remaining, "data")
    },
    Syntax(
      "cue ", "Cue points", "RIFF, Cue-Points Chunk", in: forms,
      summary: .function(ChunkSummaries.points)
    ) {
      uint(32, "dwCuePoints").little
      table(.field("dwCuePoints"), "points") {
        uint(32, "dwName").little
        uint(32, "dwPosition").little
        code("fccChunk")
        uint(32, "dwChunkStart").little
        uint(32, "dwBlockStart").little
        uint(32, "dwSampleOffset").little
      }
    },
    Syntax(
      "smpl", "Sampler", "RIFF, Sampler Chunk", in: forms, summary: .function(ChunkSummaries.loops)
    ) {
      uint(32, "dwManufacturer", .hex).little
      uint(32, "dwProduct").little
      uint(32, "dwSamplePeriod", .unit("ns")).little
      uint(32, "dwMIDIUnityNote").little
      uint(32, "dwMIDIPitchFraction").little
      uint(32, "dwSMPTEFormat", .unit("fps")).little
      uint(32, "dwSMPTEOffset", .hex).little
      uint(32, "cSampleLoops").little
      uint(32, "cbSamplerData", .bytes).little
      table(.field("cSampleLoops"), "loops") {
        uint(32, "dwIdentifier").little
        uint(32, "dwType", .names([0: "forward", 1: "alternating", 2: "backward"])).little
        uint(32, "dwStart").little
        uint(32, "dwEnd").little
        uint(32, "dwFraction").little
        uint(32, "dwPlayCount").little
      }
      bytes(.remaining, "samplerData")
    },
    Syntax(
      "inst", "Instrument", "RIFF, Instrument Chunk", in: forms,
      summary: "base note {bUnshiftedNote}"
    ) {
      int(8, "bUnshiftedNote")
      int(8, "chFineTune", .unit("cents"))
      int(8, "chGain", .unit("dB"))
      int(8, "bLowNote")
      int(8, "bHighNote")
      int(8, "bLowVelocity")
      int(8, "bHighVelocity")
    },
    Syntax(
      "bext", "Broadcast extension", "EBU Tech 3285 §2.3", in: forms,
      summary: "{Description}, {Originator}"
    ) {
      string(.latin1, .bytes(256), "Description")
      string(.latin1, .bytes(32), "Originator").volatile
      string(.latin1, .bytes(32), "OriginatorReference")
      string(.latin1, .bytes(10), "OriginationDate").volatile
      string(.latin1, .bytes(8), "OriginationTime").volatile
      uint(64, "TimeReference", .unit("samples")).little
      uint(16, "Version").little
      bytes(64, "UMID")
      int(16, "LoudnessValue", .scaled(100, "LUFS")).little
      int(16, "LoudnessRange", .scaled(100, "LU")).little
      int(16, "MaxTruePeakLevel", .scaled(100, "dBTP")).little
      int(16, "MaxMomentaryLoudness", .scaled(100, "LUFS")).little
      int(16, "MaxShortTermLoudness", .scaled(100, "LUFS")).little
      reserved(1_440)
      string(.latin1, .bytes(.remaining), "CodingHistory")
    },
    Syntax("cart", "Cart", "AES46 §4.3", in: forms, summary: "{Title}, {Artist}") {
      string(.latin1, .bytes(4), "Version")
      string(.latin1, .bytes(64), "Title")
      string(.latin1, .bytes(64), "Artist")
      string(.latin1, .bytes(64), "CutID")
      string(.latin1, .bytes(64), "ClientID")
      string(.latin1, .bytes(64), "Category")
      string(.latin1, .bytes(64), "Classification")
      string(.latin1, .bytes(64), "OutCue")
      string(.latin1, .bytes(10), "StartDate")
      string(.latin1, .bytes(8), "StartTime")
      string(.latin1, .bytes(10), "EndDate")
      string(.latin1, .bytes(8), "EndTime")
      string(.latin1, .bytes(64), "ProducerAppID").volatile
      string(.latin1, .bytes(64), "ProducerAppVersion").volatile
      string(.latin1, .bytes(64), "UserDef")
      int(32, "dwLevelReference").little
      table(8, "PostTimer") {
        code("dwUsage")
        uint(32, "dwValue", .unit("samples")).little
      }
      reserved(2_208)
      string(.latin1, .bytes(1_024), "URL")
      string(.latin1, .bytes(.remaining), "TagText")
    },
    Syntax("afsp", "AFsp information", "AFsp, Audio File Formats", in: forms, summary: "{records|count} records") {
      code("identifier")
      list(.remaining, "records") { string(.latin1, .terminated, "record") }
    },
    // Of the content of `data`.
    Syntax("MD5 ", "Checksum of the sound", "BWF MetaEdit", in: forms, summary: "{digest}") {
      bytes(16, "digest", .hex)
    },
    Syntax("PEAK", "Peaks", "libsndfile, Peak Chunk", in: forms, summary: .function(ChunkSummaries.peaks)) {
      uint(32, "version").little
      uint(32, "seconds_since_1970", .unit("s")).little.volatile
      table(.remaining, "peaks") {
        float(32, "value").little
        uint(32, "position", .unit("samples")).little
      }
    },
    // A name or a picture that stands for the file, as the clipboard of Windows has it.
    Syntax("DISP", "Display", "RIFF, Display Chunk", in: forms, summary: .function(ChunkSummaries.display)) {
      uint(32, "type", .names(ChunkNames.clipboardFormats)).little
      string(.latin1OrUTF8, .bytes(.remaining), "text", if: .equal("type", 1))
      bytes(.remaining, "data", if: .not(.equal("type", 1)))
    },
    text("iXML", "iXML", "iXML 3.0"),
    text("axml", "Audio definition", "EBU Tech 3285 s5"),
    Syntax("_PMX", "XMP", "XMP part 3 §1.1.2", in: forms) {
      bytes(.remaining, "packet", .embedded("XMP "))
    },
    Syntax("LIST", "List", "RIFF, Lists", in: "RIFF RF64 BW64 LIST", summary: "{listType}") {
      code("listType", .names(.codes(["INFO": "information", "adtl": "associated data"])))
      boxes()
    },
    Syntax("labl", "Label", "RIFF, Label Chunk", in: "LIST", summary: "{dwName}: {data}") {
      uint(32, "dwName").little
      string(.latin1, .bytes(.remaining), "data")
    },
    Syntax("note", "Note", "RIFF, Note Chunk", in: "LIST", summary: "{dwName}: {data}") {
      uint(32, "dwName").little
      string(.latin1, .bytes(.remaining), "data")
    },
    Syntax(
      "ltxt", "Text of a part", "RIFF, Text with Data Length", in: "LIST",
      summary: "{dwName}: {data}"
    ) {
      uint(32, "dwName").little
      uint(32, "dwSampleLength").little
      code("dwPurpose")
      uint(16, "wCountry").little
      uint(16, "wLanguage").little
      uint(16, "wDialect").little
      uint(16, "wCodePage").little
      string(.latin1, .bytes(.remaining), "data")
    },
    // How its characters are written stands first, as in a picture.
    Syntax("eucm", "User comment", "Exif 2.32 §5.4.5", in: "LIST", summary: "{text}") {
      uint(64, "character_code", .names(ChunkNames.characterCodes), if: .any(ChunkNames.namesCharacters))
      when(.equal("character_code", ChunkNames.unicode)) {
        // Nothing says which byte comes first; of most letters the greater one is zero.
        string(.utf16BE, .bytes(.remaining), "text", if: .next(8, 0, offset: 0))
        string(.utf16LE, .bytes(.remaining), "text", if: .not(.next(8, 0, offset: 0)))
      }
      string(.utf8, .bytes(.remaining), "text", if: .not(.equal("character_code", ChunkNames.unicode)))
    },
    Syntax(
      "*", "Information", "RIFF, INFO List Chunk", in: "LIST", summary: "{text}",
      titles: Titles { ChunkNames.information }
    ) {
      string(.utf8, .bytes(.remaining), "text")
    },
    filler("JUNK"), filler("junk"), filler("PAD "), filler("FLLR"),
    ChunkTables.tag("id3 ", in: forms), ChunkTables.tag("ID3 ", in: forms),
  ]

  private static let forms: StaticString = "RIFF RF64 BW64"

  private static func form(
    _ code: StaticString, _ title: StaticString, _ clause: StaticString
  ) -> Syntax {
    Syntax(code, title, clause, in: "file", summary: "{formType}") {
      Self.code("formType")
      boxes()
    }
  }

  private static func text(
    _ code: StaticString, _ title: StaticString, _ clause: StaticString
  ) -> Syntax {
    Syntax(code, title, clause, in: forms, summary: "{text}") {
      string(.utf8, .bytes(.remaining), "text")
    }
  }

  private static func filler(_ code: StaticString) -> Syntax {
    Syntax(code, "Filler", "RIFF, Filler Chunk", in: forms, summary: "{data}") {
      bytes(.remaining, "data")
    }
  }
}

/// Chunks of DSF, which are least significant byte first (Sony, DSF File Format 1.01).
enum DSFChunks: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "DSD ", "DSD", "DSF 1.01, DSD Chunk", in: "file",
      summary: "{total_file_size}, tag at {metadata_pointer}"
    ) {
      uint(64, "total_file_size", .bytes).little
      uint(64, "metadata_pointer", .fileOffset(.file)).little
    },
    Syntax(
      "fmt ", "Format", "DSF 1.01, FMT Chunk", in: "file", summary: .function(ChunkSummaries.dsf)
    ) {
      uint(32, "format_version").little
      uint(32, "format_id", .names([0: "DSD raw"])).little
      uint(32, "channel_type", .names(ChunkNames.channelTypes)).little
      uint(32, "channel_num").little
      uint(32, "sampling_frequency", .unit("Hz")).little
      uint(32, "bits_per_sample", .unit("bits")).little
      uint(64, "sample_count").little
      uint(32, "block_size_per_channel", .bytes).little
      reserved(32)
    },
    Syntax("data", "Sample data", "DSF 1.01, Data Chunk", in: "file", summary: "{sample_data}") {
      bytes(.remaining, "sample_data")
    },
  ]
}

/// Chunks of DSDIFF, most significant byte first with sizes of 64 bits (Philips, DSDIFF 1.5).
enum DSDIFFChunks: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("FRM8", "Form", "DSDIFF §3.1", in: "file", summary: "{formType}") {
      code("formType")
      boxes()
    },
    Syntax("FVER", "Format version", "DSDIFF §3.1.1", in: "FRM8", summary: "{version}") {
      uint(32, "version", .dotted(after: ""))
    },
    Syntax("PROP", "Properties", "DSDIFF §3.1.2", in: "FRM8", summary: "{propType}") {
      code("propType")
      boxes()
    },
    Syntax("FS  ", "Sample rate", "DSDIFF §3.2.1", in: "PROP", summary: "{sampleRate}") {
      uint(32, "sampleRate", .unit("Hz"))
    },
    Syntax("CHNL", "Channels", "DSDIFF §3.2.2", in: "PROP", summary: "{numChannels} channels") {
      uint(16, "numChannels")
      array(.field("numChannels"), "chID", of: code("value"))
    },
    Syntax(
      "CMPR", "Compression", "DSDIFF §3.2.3", in: "PROP",
      summary: "{compressionType}, {compressionName}"
    ) {
      code("compressionType", .names(.codes(["DSD ": "none", "DST ": "DST"])))
      string(.latin1, .pascal, "compressionName")
      reserved(8, if: .remaining(8))
    },
    Syntax(
      "ABSS", "Absolute start time", "DSDIFF §3.2.4", in: "PROP",
      summary: "{hours} h {minutes} min {seconds} s"
    ) {
      uint(16, "hours")
      uint(8, "minutes")
      uint(8, "seconds")
      uint(32, "samples")
    },
    Syntax("LSCO", "Loudspeakers", "DSDIFF §3.2.5", in: "PROP", summary: "{lsConfig}") {
      uint(16, "lsConfig", .names([0: "stereo", 3: "5 channels", 4: "5.1", 65_535: "not defined"]))
    },
    Syntax("DSD ", "Sound data", "DSDIFF §3.3", in: "FRM8", summary: "{DSDsoundData}") {
      bytes(.remaining, "DSDsoundData")
    },
    Syntax("DST ", "Compressed sound data", "DSDIFF §3.4", in: "FRM8") { boxes() },
    Syntax(
      "FRTE", "Frame information", "DSDIFF §3.4.1", in: "DST\\x20",
      summary: "{numFrames} frames, {frameRate} a second"
    ) {
      uint(32, "numFrames")
      uint(16, "frameRate")
    },
    Syntax("DIIN", "Edited master", "DSDIFF §3.6", in: "FRM8") { boxes() },
    Syntax("DIAR", "Artist", "DSDIFF §3.6.5", in: "DIIN", summary: "{artistText}") {
      uint(32, "count", .bytes)
      string(.latin1, .bytes(.field("count")), "artistText")
      reserved(8, if: .remaining(8))
    },
    Syntax("DITI", "Title", "DSDIFF §3.6.6", in: "DIIN", summary: "{titleText}") {
      uint(32, "count", .bytes)
      string(.latin1, .bytes(.field("count")), "titleText")
      reserved(8, if: .remaining(8))
    },
    ChunkTables.tag("ID3 ", in: "FRM8"),
  ]
}

/// What several kinds of files share.
enum ChunkTables {
  /// A chunk that holds an ID3v2 tag.
  static func tag(_ code: StaticString, in parents: StaticString) -> Syntax {
    Syntax(code, "ID3 tag", "ID3v2, in a chunk", in: parents) {
      AIFFChunks.bytes(.remaining, "data")
    }
  }
}

/// Names for what chunks say.
private enum ChunkNames {
  static let compressions = Names.codes([
    "NONE": "not compressed", "twos": "big-endian PCM", "sowt": "little-endian PCM",
    "fl32": "32-bit float", "FL32": "32-bit float", "fl64": "64-bit float",
    "FL64": "64-bit float", "in24": "24-bit PCM", "in32": "32-bit PCM", "raw ": "unsigned PCM",
    "alaw": "A-law", "ALAW": "A-law", "ulaw": "µ-law", "ULAW": "µ-law", "ima4": "IMA ADPCM",
    "MAC3": "MACE 3:1", "MAC6": "MACE 6:1",
  ])
  static let loops: Names = [0: "none", 1: "forward", 2: "forward and backward"]
  static let formats: Names = [
    1: "PCM", 2: "Microsoft ADPCM", 3: "float", 6: "A-law", 7: "µ-law", 0x10: "OKI ADPCM", 0x11: "IMA ADPCM",
    0x14: "G.723 ADPCM", 0x22: "TrueSpeech", 0x31: "GSM 6.10", 0x40: "G.721 ADPCM", 0x45: "G.726",
    0x50: "MPEG Layer I or II", 0x55: "MPEG Layer III", 0x64: "G.726 ADPCM", 0x65: "G.722 ADPCM", 0x92: "Dolby AC-3",
    0xFF: "AAC", 0x160: "WMA 1", 0x161: "WMA", 0x162: "WMA Pro", 0x163: "WMA Lossless", 0x1600: "AAC (ADTS)",
    0x2000: "AC-3", 0x2001: "DTS",
    0xF1AC: "FLAC", 0xFFFE: "extensible",
  ]
  static let speakers: Names = [
    0x1: "FL", 0x2: "FR", 0x4: "FC", 0x8: "LFE", 0x10: "BL", 0x20: "BR", 0x40: "FLC",
    0x80: "FRC", 0x100: "BC", 0x200: "SL", 0x400: "SR",
  ]
  static let channelTypes: Names = [
    1: "mono", 2: "stereo", 3: "3 channels", 4: "quad", 5: "4 channels", 6: "5 channels",
    7: "5.1",
  ]
  /// Eight characters (Exif 2.32 §4.6.5).
  static let unicode = ExifCharacters.unicode.rawValue
  static let clipboardFormats: Names = [1: "text", 2: "bitmap", 3: "metafile", 8: "device-independent bitmap"]
  static let characterCodes: Names = [
    ExifCharacters.ascii.rawValue: "ASCII", ExifCharacters.jis.rawValue: "JIS", unicode: "Unicode",
    ExifCharacters.undefined.rawValue: "undefined",
  ]
  static var namesCharacters: [Condition] {
    ExifCharacters.allCases.map { .next(64, $0.rawValue, offset: 0) }
  }
  static let information = Names.codes([
    "IARL": "Archive", "IART": "Artist", "ICMS": "Commissioned by", "ICMT": "Comment",
    "ICOP": "Copyright", "ICRD": "Creation date", "IENG": "Engineer", "IGNR": "Genre",
    "IKEY": "Keywords", "IMED": "Medium", "INAM": "Title", "IPRD": "Album", "IPRT": "Track number",
    "ISBJ": "Subject", "ISFT": "Software", "ISRC": "Source", "ITCH": "Technician",
    "ITRK": "Track number", "ILNG": "Language", "IWRI": "Written by", "IDIT": "Creation time", "IMUS": "Composer",
    // Of MediaMonkey and those who follow it.
    "iaar": "Album artist", "itrk": "Track number", "IRTD": "Rating",
    // Of a list of Exif (Exif 2.32 §5).
    "ever": "Exif version", "ecor": "Camera maker", "emdl": "Camera model", "etim": "Creation time",
    "eucm": "User comment", "erel": "Related file name", "emnt": "Camera notes",
  ])
}
