import ByteReading
import MediaFacts

/// What texts in fields give away that are no items of metadata: the one place where the words of writers are
/// listed, which name nobody.
enum PrivacyTexts {
  /// What a text is.
  enum Answer: Equatable {
    /// It was looked at and names nobody.
    case harmless
    /// It is marked up, and what stands in it is not read.
    case markup
    /// It is what a work or a part of it is called, or its words: these may name anybody.
    case title
    case found(Privacy.Kind)
  }

  static let markup = Unread.Reason("xml", "XML, which may name a place and persons")

  /// What a skeleton has in place of a text that zeros would make shorter.
  static let fill = UInt8(ascii: "x")

  /// What a text or a time in a field gives away.
  ///
  /// - Parameters:
  ///   - carrier: What the node that holds it is known to carry.
  ///   - isKey: Whether values are found by it.
  ///   - isTitle: Whether the node that holds it says what a part of a work is called.
  static func of(
    _ found: PersonalFields.Found, in carrier: Privacy.Kind?, isKey: Bool, isPartOfItem: Bool, isTitle: Bool
  ) -> Answer {
    if found.isTime { return .found(.time) }
    if found.value.utf8.allSatisfy({ $0 == fill }) { return .harmless }
    if let carrier {
      let name = found.name.description
      return .found(name.hasSuffix("Date") || name.hasSuffix("Time") ? .time : carrier)
    }
    if isKey { return ofKey(found.value) }
    return of(found.value, named: isTitle ? "title" : found.name, isPartOfItem: isPartOfItem)
  }

  /// What a text gives away.
  ///
  /// A text that is not known to be harmless is found as one that may name anybody.
  ///
  /// - Parameters:
  ///   - name: The name of its field.
  ///   - isPartOfItem: Whether it stands beside the value of an item of metadata, in the same node.
  static func of(_ text: String, named name: StaticString, isPartOfItem: Bool) -> Answer {
    let looks = PrivacyKeys.looks(text)
    if isPartOfItem, let part = parts.first(where: { $0.name.isSame(as: name) }) {
      return isOfWriter(text) ? .harmless : .found(looks ?? part.kind)
    }
    if let looks { return isOfWriter(text) ? .harmless : .found(looks) }
    if let answer = answer(toMark: text, named: name) { return answer }
    if !isPartOfItem, titles.contains(where: { $0.isSame(as: name) }) { return isOfWriter(text) ? .harmless : .title }
    if isPartOfItem || names.contains(where: { $0.isSame(as: name) }) { return .harmless }
    if isMarkup(text) { return .markup }
    if isDevice(name) { return .found(.device) }
    switch name.description {
    case "description", "text", "unicode_description", "mac_description":
      return isOfProfile(text) || isOfWriter(text) ? .harmless : .found(.text)
    case "extended_language" where isLanguage(text): return .harmless
    case "compressionName" where codings.contains(text.lowercased()): return .harmless
    case "sdptext" where !isSession(text): return .harmless
    default: return isOfWriter(text) || isType(text) ? .harmless : .found(.text)
    }
  }

  /// What a text gives away by which a frame is found; `nil` for others. Whatever is no such mark is somebody's words.
  private static func answer(toMark text: String, named name: StaticString) -> Answer? {
    switch name.description {
    case "element_id", "child_element_id":
      let letters = text.lowercased().filter(\.isLetter)
      return isOfWriter(text) || text.utf8.count <= 16 && elements.contains(letters) ? .harmless : .title
    case "owner":
      let lowered = text.lowercased()
      if isOfWriter(text) || owners.contains(where: { lowered.hasPrefix($0) }) { return .harmless }
      if lowered.hasBytes(of: "://") || lowered.hasPrefix("www.") { return .found(.text) }
      // The name of a company's server, from its end: `com.example.player`.
      return text.utf8.contains(UInt8(ascii: ".")) && !text.contains(where: \.isWhitespace) ? .harmless : .title
    default: return nil
    }
  }

  /// The letters in identifiers of chapters.
  private static let elements = ["ch", "chp", "chap", "chapter", "toc", "ctoc", "id", "part"]

  /// How the owners of frames begin that many programs write.
  private static let owners = [
    "http://musicbrainz.org", "https://musicbrainz.org", "http://www.cddb.com/", "http://www.id3.org/", "www.amazon.com",
    "averagelevel", "peakvalue", "wm/", "zune", "google/uits", "https://github.com/google/shaka-packager",
    "https://github.com/shaka-project/",
  ]

  /// What the text of a key gives away, by which values are found: what it looks like.
  static func ofKey(_ text: String) -> Answer { PrivacyKeys.looks(text).map { .found($0) } ?? .harmless }

  /// Texts beside the value of an item that are about persons, too.
  private static let parts: [(name: StaticString, kind: Privacy.Kind)] = [
    ("email", .person), ("seller", .person), ("contact_url", .person), ("description", .comment), ("filename", .path),
    ("date_of_purchase", .account), ("additional_notes", .comment), ("url", .text),
  ]

  /// Fields of texts that are what a work or a part of it is called, or its words.
  private static let titles: [StaticString] = ["title", "markerName", "lyrics"]

  /// Whether the text of a field is a device, however short it is: there are cameras of two letters.
  static func isDevice(_ name: StaticString) -> Bool { name.isSame(as: "model") || name.isSame(as: "maker") }

  /// Fields of texts that are found by their looks alone: marks of a format, and languages.
  private static let names: [StaticString] = [
    "identifier", "end_identifier", "id", "size", "key", "key_value", "language", "locale_string", "datatype", "font_name", "rtpmap_string", "image_format", "mime_type",
    "picture_mime_type", "font", "encoder_settings",
  ]

  /// What common colour profiles are called, and whose they are.
  private static let profiles = [
    "display p3", "srgb", "adobe rgb", "apple rgb", "apple wide color", "generic rgb", "generic gray", "color lcd",
    "hd 709", "itu-r bt", "rec. 709", "rec. 2020", "rec.709", "rec.2020", "dci(p3)", "dci-p3", "prophoto rgb", "rommrgb",
    "ecirgb", "gimp", "google/skia/", "e-srgb", "scrgb", "uncalibrated", "iec http://www.iec.ch",
    "iec 61966", "reference viewing condition in iec 61966", "copyright apple", "copyright (c) 1998 hewlett-packard",
    "copyright (c) hewlett-packard", "copyright 1999 adobe", "copyright 2000 adobe", "copyright adobe",
    "copyright international color consortium", "copyright google", "copyright 2016 google", "google inc. 20",
    "public domain",
  ]

  private static func isOfProfile(_ text: String) -> Bool {
    let text = text.lowercased()
    return profiles.contains { text.hasPrefix($0) }
  }

  /// How AIFF-C calls codings in words (AIFF-C, Common Chunk), and QuickTime those that came later.
  private static let codings = [
    "not compressed", "ace 2-to-1", "ace 8-to-3", "mace 3-to-1", "mace 6-to-1", "µlaw 2:1", "alaw 2:1", "ima 4:1",
    "ccitt g.728", "ieee 32-bit float", "ieee 64-bit float", "32-bit floating point", "64-bit floating point",
    "signed integer (little-endian) linear pcm",
  ]

  private static func isMarkup(_ text: String) -> Bool { text.hasPrefix("<") && text.contains(">") }

  /// Whether it is a language (BCP 47) of which no part is of somebody's own.
  private static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.allSatisfy(\.isASCII) }
      && !parts.contains { $0 == "x" || $0 == "X" }
  }

  /// Whether a description of a session has lines that name its origin, what it is about, or persons (RFC 8866).
  private static func isSession(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { line in
      ["o=", "s=", "i=", "u=", "e=", "p=", "c="].contains { line.hasPrefix($0) }
    }
  }

  /// Whether it is a type of media: `application/rdf+xml`.
  private static func isType(_ text: String) -> Bool {
    let parts = text.prefix { $0 != ";" }.split(separator: "/")
    return parts.count == 2 && text.utf8.count <= 80 && types.contains(parts[0].lowercased())
      && parts[1].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-._".contains($0)) }
  }

  private static let types: [String] = [
    "application", "audio", "video", "image", "text", "font", "model", "message", "multipart",
  ]

  /// Whether it is one of the texts that programs write into every file, or is made of words of the trade.
  static func isOfWriter(_ text: String) -> Bool {
    if namesDevice(text) { return false }
    let text = text.lowercased()
    if writers.contains(text) || starts.contains(where: { text.hasPrefix($0) }) { return true }
    // Versions have short numbers; those of telephones and accounts are longer.
    let numbers = text.split { !$0.isNumber }
    guard numbers.allSatisfy({ $0.count < 5 }), numbers.reduce(0, { $0 + $1.count }) <= 12 else { return false }
    var isKnown = false
    for word in text.split(whereSeparator: { !$0.isLetter }) {
      if word.count == 1, word.first?.isASCII ?? false { continue }
      guard words.contains(word) else { return false }
      isKnown = true
    }
    return isKnown || text.utf8.count <= 12
  }

  /// Whether a recorder of Apple names itself, and behind it the device as its owner calls it, where others have the
  /// version of the system: `com.apple.VoiceMemos (Anna's iPhone (null))`, not
  /// `com.apple.VoiceMemos (iPhone Version 17.4 (Build 21E219))`.
  static func namesDevice(_ text: String) -> Bool {
    guard text.hasPrefix(recorder) else { return false }
    let inside = text.dropFirst(recorder.count)
    func isModel(_ word: Substring) -> Bool { devices.contains(word.lowercased()) || Int(word) != nil }
    let rest = inside.prefix { !"()".contains($0) }.split(separator: " ").drop(while: isModel)
    guard let last = rest.last else {
      // Names may have parentheses of their own; a build stands behind a version alone.
      return inside.split { "() ".contains($0) }.contains { !isModel($0) && $0 != "null" }
    }
    // Where the version is not known, what stands before is a name. The word for a version is in the language of the
    // system, and in some there is no blank behind it.
    return rest.count > 2 || text.hasSuffix("(null))")
      || !(last.contains(where: \.isNumber) && (last.contains(".") || rest.first == "Version"))
  }

  private static let recorder = "com.apple.VoiceMemos ("

  private static let devices = [
    "iphone", "ipad", "ipod", "touch", "mac", "macbook", "imac", "pro", "air", "mini", "apple", "watch", "vision", "max",
    "plus", "os", "ios", "ipados", "macos", "simulator",
  ]

  /// Whether it is a program that encodes, with its version and nothing else: `iTunes 12.9`, `Lavf58.76.100`.
  static func isProgram(_ text: String) -> Bool {
    let lowered = text.lowercased()
    for name in encoders where lowered.hasPrefix(name) {
      let rest = lowered.dropFirst(name.count)
      guard !(rest.first?.isLetter ?? false), rest.split(whereSeparator: { !$0.isNumber }).allSatisfy({ $0.count < 6 })
      else { continue }
      return rest.split(whereSeparator: { !$0.isLetter }).allSatisfy {
        $0.utf8.count == 1 || words.contains($0) || partsOfEncoders.contains($0)
      }
    }
    // A number alone, and initials, are no program.
    return text.split(whereSeparator: { !$0.isLetter }).contains { $0.count > 1 } && isOfWriter(text)
  }

  private static let encoders = [
    "itunes", "exact audio copy", "fre:ac", "lame", "dbpoweramp", "foobar2000", "audacity", "garageband", "logic pro",
    "cdex", "audiograbber", "easy cd-da extractor", "winamp", "mediamonkey", "musicmatch jukebox", "windows media",
    "handbrake", "nero aac", "sound forge", "hydrogenaudio", "wavelab", "qaac",
  ]

  private static let partsOfEncoders: [Substring] = [
    "alpha", "beta", "build", "encoder", "exe", "mac", "mode", "os", "player", "release", "secure", "version", "windows",
  ]

  /// What players and servers write where a name or an address of somebody could stand.
  private static let writers: [String] = [
    "windows media player 9 series", "no@email", "rating@winamp.com", "mediamonkey", "banshee",
    "quodlibet@lists.sacredchao.net", "traktor4@www.native-instruments.de", "id3v1 comment", "about:html-kind",
    "serato overview", "serato analysis", "serato autotags", "serato markers_", "serato markers2",
    "serato beatgrid", "serato offsets_", "c2pa", "itunpgap", "itunnorm", "itunsmpb", "itunes_cddb_ids",
  ]

  /// Names of schemes that bodies of standards and makers gave out.
  private static let starts = [
    "urn:mpeg:", "urn:scte:", "urn:dvb:", "urn:dolby:", "urn:uuid:", "urn:iso:", "urn:com:apple",
    "http://www.w3.org/", "https://www.w3.org/", "http://dashif.org/", "https://dashif.org/",
    "http://youtube.com/streaming/", "https://aomedia.org/", "http://www.smpte-ra.org/",
    "https://developer.apple.com/", "tag:apple.com", "com.apple.", "public.", "c2pa.", "stds.", "cai.",
  ]

  /// Words of the trade: what handlers, codecs and the programs that write them are called, without digits; in the
  /// order of the alphabet, by which they are found.
  static let words = WordList(
    """
    aac adaptive adobe aiff alaw alias alpha alternate android animation aom appl apple applemark application art \
    ateme audible audio auxiliary av avc avid avif avifs bento bifs bit bitmap blackmagic by caff canon caption \
    captions cavif cbr cddb chapter chapterhandler chapters cicp clcp closed codec codecs coding color colour com \
    comment commentary comments compressed content context core cover created crsm data datahandle datahandler dci \
    default depth derived desc description design dev dhlr director disabled dnxhd dnxhr dolby dst dts dub dv dvcpro \
    easyreader ec edgeware edius emergency enabled encoded encoder encoding engine english ex exif exr ff ffmpeg \
    file final flac forced format forte from front gain gainmap generic generically github gmap google gopro gpac \
    grid h handle handler hap hd hdmv hdr hdv heic heif heifs hevc hint hinthandler hip hq http https hvc ids image \
    imagemagick images imagesequence imx inc information intermediate iso jcodec jpeg jpg jvt jxl karaoke kb \
    keywords ks kvazaar l lame lavc lavf layer left libaom libavif libfdk libheif libjxl libopenh librav libsvtav \
    libvpx libvvenc libwz libx liner link longdescription lpcm lsmash lt lyrics main mainconcept manifest map mask \
    master matte mb mbit mdir mdta me meddatahandler media met meta metadata metahandle metahandler mhlr microsoft \
    mmal mono motion mov movie mp mpeg mpg mssgen muxer notes ntsc null nvenc od odsm on opus org original packager \
    packed pal pcm phone photo pict picture picturehandler png primary produced profile prores proxy public \
    quicktime r raw rev revrelease rle s screen sd sdsm sequence series shaka sign smart smash song sos soun sound \
    soundhandle soundhandler sprite stereo still stream streaming sub subpicture subtitle subtitlehandler subtitles \
    supplemental supplementary svt system tail tcd text texthandler thumbnail tiff timecode timecodehandler timed \
    titan tk tmcd track ts tv uncompressed url urldatahandler usp v vbr vide video videohandle videohandler vp vpc \
    vtt vvenc webp webvtt wide with writer www xdcam xdcamhd xml xmp yuv zlib
    """)
}
