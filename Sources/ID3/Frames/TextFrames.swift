import ByteReading
import Structure

/// Text frames of ID3v2.3 and ID3v2.4, in the order of ID3v2.4 (ID3v2.4.0 frames §4.2).
enum TextFrames: FrameFamily {
  static let tables: [Syntax] = [
    // Identification
    text("TIT1", "Content group", "ID3v2.4.0 frames §4.2.1"),
    text("TIT2", "Title", "ID3v2.4.0 frames §4.2.1"),
    text("TIT3", "Subtitle", "ID3v2.4.0 frames §4.2.1"),
    text("TALB", "Album", "ID3v2.4.0 frames §4.2.1"),
    text("TOAL", "Original album", "ID3v2.4.0 frames §4.2.1"),
    text("TRCK", "Track number", "ID3v2.4.0 frames §4.2.1", as: .part),
    text("TPOS", "Part of a set", "ID3v2.4.0 frames §4.2.1", as: .part),
    text("TSST", "Set subtitle", "ID3v2.4.0 frames §4.2.1", in: "ID3\\x04"),
    text("TSRC", "ISRC", "ID3v2.4.0 frames §4.2.1", as: .identifier),
    // Involved persons
    text("TPE1", "Lead artist", "ID3v2.4.0 frames §4.2.2"),
    text("TPE2", "Band", "ID3v2.4.0 frames §4.2.2"),
    text("TPE3", "Conductor", "ID3v2.4.0 frames §4.2.2"),
    text("TPE4", "Interpreted by", "ID3v2.4.0 frames §4.2.2"),
    text("TOPE", "Original artist", "ID3v2.4.0 frames §4.2.2"),
    text("TEXT", "Lyricist", "ID3v2.4.0 frames §4.2.2"),
    text("TOLY", "Original lyricist", "ID3v2.4.0 frames §4.2.2"),
    text("TCOM", "Composer", "ID3v2.4.0 frames §4.2.2"),
    text("TENC", "Encoded by", "ID3v2.4.0 frames §4.2.2", isVolatile: true),
    // Derived and subjective properties
    text("TBPM", "Beats per minute", "ID3v2.4.0 frames §4.2.3", as: .number),
    text("TLEN", "Length", "ID3v2.4.0 frames §4.2.3", as: .milliseconds),
    text("TKEY", "Initial key", "ID3v2.4.0 frames §4.2.3", as: .key),
    text("TLAN", "Languages", "ID3v2.4.0 frames §4.2.3", as: .languages),
    text("TCON", "Genre", "ID3v2.4.0 frames §4.2.3", as: .genre),
    text("TFLT", "File type", "ID3v2.4.0 frames §4.2.3", as: .fileType),
    text("TMED", "Media type", "ID3v2.4.0 frames §4.2.3", as: .mediaType),
    text("TMOO", "Mood", "ID3v2.4.0 frames §4.2.3", in: "ID3\\x04"),
    // Rights and licences
    text("TCOP", "Copyright", "ID3v2.4.0 frames §4.2.4"),
    text("TPRO", "Produced notice", "ID3v2.4.0 frames §4.2.4", in: "ID3\\x04"),
    text("TPUB", "Publisher", "ID3v2.4.0 frames §4.2.4"),
    text("TOWN", "File owner", "ID3v2.4.0 frames §4.2.4"),
    text("TRSN", "Radio station", "ID3v2.4.0 frames §4.2.4"),
    text("TRSO", "Radio station owner", "ID3v2.4.0 frames §4.2.4"),
    // Others
    text("TOFN", "Original file name", "ID3v2.4.0 frames §4.2.5"),
    text("TDLY", "Playlist delay", "ID3v2.4.0 frames §4.2.5", as: .milliseconds),
    text("TDEN", "Encoding time", "ID3v2.4.0 frames §4.2.5", in: "ID3\\x04", as: .time),
    text("TDOR", "Original release time", "ID3v2.4.0 frames §4.2.5", in: "ID3\\x04", as: .time),
    text("TDRC", "Recording time", "ID3v2.4.0 frames §4.2.5", in: "ID3\\x04", as: .time),
    text("TDRL", "Release time", "ID3v2.4.0 frames §4.2.5", in: "ID3\\x04", as: .time),
    text(
      "TDTG", "Tagging time", "ID3v2.4.0 frames §4.2.5", in: "ID3\\x04", as: .time,
      isVolatile: true),
    text("TSSE", "Encoder", "ID3v2.4.0 frames §4.2.5", isVolatile: true),
    text("TSOA", "Album sort order", "ID3v2.4.0 frames §4.2.5", in: "ID3\\x04"),
    text("TSOP", "Performer sort order", "ID3v2.4.0 frames §4.2.5", in: "ID3\\x04"),
    text("TSOT", "Title sort order", "ID3v2.4.0 frames §4.2.5", in: "ID3\\x04"),
    // Dropped by ID3v2.4
    text("TDAT", "Date", "ID3v2.3.0 §4.2.1", in: "ID3\\x03", as: .date, successor: "TDRC"),
    text("TIME", "Time", "ID3v2.3.0 §4.2.1", in: "ID3\\x03", as: .clock, successor: "TDRC"),
    text(
      "TORY", "Original release year", "ID3v2.3.0 §4.2.1", in: "ID3\\x03", as: .number,
      successor: "TDOR"),
    text("TRDA", "Recording dates", "ID3v2.3.0 §4.2.1", in: "ID3\\x03", successor: "TDRC"),
    text("TSIZ", "Size", "ID3v2.3.0 §4.2.1", in: "ID3\\x03", as: .bytes),
    text("TYER", "Year", "ID3v2.3.0 §4.2.1", in: "ID3\\x03", as: .number, successor: "TDRC"),
    // iTunes
    text("TCMP", "Compilation", "iTunes", as: .boolean),
    text("TSO2", "Album artist sort order", "iTunes"),
    text("TSOC", "Composer sort order", "iTunes"),
    text("TCAT", "Podcast category", "iTunes"),
    text("TDES", "Podcast description", "iTunes"),
    text("TGID", "Podcast identifier", "iTunes"),
    text("TKWD", "Podcast keywords", "iTunes"),
    text("MVNM", "Movement name", "iTunes"),
    text("MVIN", "Movement number", "iTunes", as: .part),
    text("MVCN", "Movement count", "taggers", as: .number),
    text("GRP1", "Grouping", "iTunes"),
    // Frames of ID3v2.4 under names that ID3v2.3 leaves to experiments
    text(
      "XDOR", "Original release time", "MusicBrainz", in: "ID3\\x03", as: .time,
      successor: "TDOR"),
    text("XSOA", "Album sort order", "MusicBrainz", in: "ID3\\x03", successor: "TSOA"),
    text("XSOP", "Performer sort order", "MusicBrainz", in: "ID3\\x03", successor: "TSOP"),
    text("XSOT", "Title sort order", "MusicBrainz", in: "ID3\\x03", successor: "TSOT"),
  ]
}

/// Text frames of ID3v2.2 (ID3v2.2.0 §4.2).
enum ShortTextFrames: FrameFamily {
  static let tables: [Syntax] = [
    short("TAL", "Album", successor: "TALB"),
    short("TBP", "Beats per minute", as: .number, successor: "TBPM"),
    short("TCM", "Composer", successor: "TCOM"),
    short("TCO", "Genre", as: .genre, successor: "TCON"),
    short("TCR", "Copyright", successor: "TCOP"),
    short("TDA", "Date", as: .date, successor: "TDAT"),
    short("TDY", "Playlist delay", as: .milliseconds, successor: "TDLY"),
    short("TEN", "Encoded by", isVolatile: true, successor: "TENC"),
    short("TFT", "File type", as: .fileType, successor: "TFLT"),
    short("TIM", "Time", as: .clock, successor: "TIME"),
    short("TKE", "Initial key", as: .key, successor: "TKEY"),
    short("TLA", "Languages", as: .languages, successor: "TLAN"),
    short("TLE", "Length", as: .milliseconds, successor: "TLEN"),
    short("TMT", "Media type", as: .mediaType, successor: "TMED"),
    short("TOA", "Original artist", successor: "TOPE"),
    short("TOF", "Original file name", successor: "TOFN"),
    short("TOL", "Original lyricist", successor: "TOLY"),
    short("TOR", "Original release year", as: .number, successor: "TORY"),
    short("TOT", "Original album", successor: "TOAL"),
    short("TP1", "Lead artist", successor: "TPE1"),
    short("TP2", "Band", successor: "TPE2"),
    short("TP3", "Conductor", successor: "TPE3"),
    short("TP4", "Interpreted by", successor: "TPE4"),
    short("TPA", "Part of a set", as: .part, successor: "TPOS"),
    short("TPB", "Publisher", successor: "TPUB"),
    short("TRC", "ISRC", as: .identifier, successor: "TSRC"),
    short("TRD", "Recording dates", successor: "TRDA"),
    short("TRK", "Track number", as: .part, successor: "TRCK"),
    short("TSI", "Size", as: .bytes, successor: "TSIZ"),
    short("TSS", "Encoder", isVolatile: true, successor: "TSSE"),
    short("TT1", "Content group", successor: "TIT1"),
    short("TT2", "Title", successor: "TIT2"),
    short("TT3", "Subtitle", successor: "TIT3"),
    short("TXT", "Lyricist", successor: "TEXT"),
    short("TYE", "Year", as: .number, successor: "TYER"),
    // iTunes
    short("TSA", "Album sort order", "iTunes", successor: "TSOA"),
    short("TSP", "Performer sort order", "iTunes", successor: "TSOP"),
    short("TST", "Title sort order", "iTunes", successor: "TSOT"),
    short("TS2", "Album artist sort order", "iTunes", successor: "TSO2"),
    short("TSC", "Composer sort order", "iTunes", successor: "TSOC"),
    short("TCP", "Compilation", "iTunes", as: .boolean, successor: "TCMP"),
    short("TCT", "Podcast category", "iTunes", successor: "TCAT"),
    short("TDR", "Release time", "iTunes", as: .time, successor: "TDRL"),
    short("TDS", "Podcast description", "iTunes", successor: "TDES"),
    short("TID", "Podcast identifier", "iTunes", successor: "TGID"),
    short("TKW", "Podcast keywords", "iTunes", successor: "TKWD"),
    short("MVN", "Movement name", "iTunes", successor: "MVNM"),
    short("MVI", "Movement number", "iTunes", as: .part, successor: "MVIN"),
    short("GP1", "Grouping", "iTunes", successor: "GRP1"),
  ]

  private static func short(
    _ code: StaticString, _ title: StaticString, _ clause: StaticString = "ID3v2.2.0 §4.2.1",
    as kind: TextKind = .text, isVolatile: Bool = false, successor: StaticString
  ) -> Syntax {
    text(
      code, title, clause, in: "ID3\\x02", as: kind, isVolatile: isVolatile, successor: successor)
  }
}
