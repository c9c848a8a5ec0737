import Atoms
import ByteReading
import Structure

/// What the first bytes of a file say.
enum Signature {
  /// Whether the file is made of atoms: its first one has a type that may stand at the top, or it
  /// is of no other format and its first type can be read.
  static func isAtoms(_ bytes: RawSpan) -> Bool {
    let count = UInt64(bytes.byteCount)
    guard let size = bytes.bigEndian(at: 0, count: 4), let word = bytes.bigEndian(at: 4, count: 4)
    else { return false }
    let type = FourCC(UInt32(truncatingIfNeeded: word))
    let isSane = size == 0 || size == 1 || size >= 8
    if known.contains(type) { return true }
    guard isSane, !isOther(bytes), type.isPrintable || type.byte(0) == 0xA9 else { return false }
    if size == 1 {
      guard let large = bytes.bigEndian(at: 8, count: 8) else { return false }
      return large >= 16 && isPlausible(large, of: type, among: count, in: bytes)
    }
    return size == 0 || isPlausible(size, of: type, among: count, in: bytes)
  }

  /// Whether an atom of unknown type is one: another follows, or it ends the file.
  private static func isPlausible(
    _ size: UInt64, of type: FourCC, among count: UInt64, in bytes: RawSpan
  ) -> Bool {
    if size == count { return true }
    guard size < count else { return Catalogue.atoms.isLegal(type, in: Catalogue.file) }
    guard count - size >= 8 else { return true }
    guard let next = bytes.bigEndian(at: Int(size), count: 4),
      let code = bytes.bigEndian(at: Int(size) + 4, count: 4)
    else { return false }
    return FourCC(UInt32(truncatingIfNeeded: code)).isPrintable
      || (8...count - size).contains(next)
  }

  private static let known: [FourCC] = [
    "ftyp", "styp", "moov", "mdat", "moof", "sidx", "ssix", "free", "skip", "wide", "pnot", "PICT",
    "meta", "uuid", "emsg", "prft", "mfra", "imda", "pdin", "jP  ", "JXL ", "JXL\\x20", "mini",
    "!mov", "!mof", "!six", "!ssx",
  ]

  /// Whether it begins as a format that is not made of atoms.
  private static func isOther(_ bytes: RawSpan) -> Bool { !description(of: bytes).isEmpty }

  /// What a stream that begins at `offset` is called when its first bytes say it, as in
  /// `Monkey's Audio`.
  static func name(ofStreamIn bytes: RawSpan, at offset: Int) -> String? {
    let pattern = patterns.first { $0.start == 0 && matches(bytes, $0.pattern, at: offset) }
    let form = forms.first {
      matches(bytes, Array($0.outer.utf8), at: offset)
        && matches(bytes, Array($0.inner.utf8), at: offset + 8)
    }
    guard let words = (pattern?.name ?? form?.name)?.split(separator: " ").dropFirst()
    else { return nil }
    return (words.last == "file" ? words.dropLast() : words).joined(separator: " ")
  }

  /// What a file that is not made of atoms looks like; `nil` when that is not known.
  static func description(of bytes: RawSpan) -> String {
    if let version = tagVersion(bytes) {
      return "looks like \(afterTag(bytes)) with an ID3v2.\(version) tag"
    }
    // Of the syncframe's `bsid` 11 to 16 are of the enhanced syntax (ETSI TS 102 366, E.1.3.1.6).
    if matches(bytes, [0x0B, 0x77], at: 0) {
      return (bytes.byte(at: 5) ?? 0) >> 3 > 10 ? "looks like an E-AC-3 stream" : "looks like an AC-3 stream"
    }
    for (start, pattern, name) in patterns where matches(bytes, pattern, at: start) {
      return "looks like \(name)"
    }
    for (outer, inner, name) in forms
    where matches(bytes, Array(outer.utf8), at: 0) && matches(bytes, Array(inner.utf8), at: 8) {
      return "looks like \(name)"
    }
    if matches(bytes, Array("RIFF".utf8), at: 0) { return "looks like a RIFF file" }
    if matches(bytes, Array("FORM".utf8), at: 0) { return "looks like an IFF file" }
    if isTransport(bytes) { return "looks like an MPEG transport stream" }
    if let answer = serverAnswer(bytes) { return "looks like \(answer)" }
    if let word = bytes.bigEndian(at: 0, count: 2), word & 0xFFE0 == 0xFFE0 {
      if word & 0xFFF6 == 0xFFF0 { return "looks like an AAC file (ADTS)" }
      if word >> 1 & 3 != 0, word >> 3 & 3 != 1 { return "looks like an MPEG audio file" }
    }
    return ""
  }

  /// A program that reads what a file looks like, as in `mkvinfo shows`; `nil` when none is known.
  static func reader(ofWhat likeness: String) -> String? {
    readers.first { likeness.hasPrefix("looks like \($0.name)") }?.reader
  }

  private static let readers: [(name: String, reader: String)] = [
    ("a Matroska", "mkvinfo and ffprobe show"), ("an Ogg", "ogginfo and ffprobe show"),
    ("a FLAC", "metaflac --list shows"), ("a WebP", "webpinfo shows"),
    ("an MPEG transport", "tsanalyze (TSDuck) and ffprobe show"),
    ("an MPEG program", "ffprobe shows"), ("an MPEG video", "ffprobe shows"),
    ("an MXF", "mxf2raw and ffprobe show"), ("an IVF", "ffprobe shows"),
    ("an AVI", "ffprobe shows"), ("a RIFX", "ffprobe shows"), ("an FLV", "ffprobe shows"), ("a PNG", "pngcheck -v shows"),
    ("a JPEG", "exiftool -v3 shows"), ("a TIFF", "tiffdump shows"), ("a GIF", "exiftool -v3 shows"),
    ("an AC-3", "ffprobe shows"), ("an E-AC-3", "ffprobe shows"), ("an H.264", "ffprobe shows"), ("an HEVC", "ffprobe shows"),
    ("a WavPack", "wvunpack -ss shows"), ("a Windows Media", "ffprobe shows"),
    ("a RealMedia", "ffprobe shows"), ("an AMR", "ffprobe shows"),
    ("a DTS", "ffprobe shows"), ("a DV", "ffprobe shows"),
  ]

  private static func tagVersion(_ bytes: RawSpan) -> Int? {
    guard matches(bytes, Array("ID3".utf8), at: 0), let version = bytes.byte(at: 3),
      (2...4).contains(version)
    else { return nil }
    return Int(version)
  }

  /// What comes after an ID3v2 tag, whose size is four groups of seven bits.
  private static func afterTag(_ bytes: RawSpan) -> String {
    guard let size = bytes.bigEndian(at: 6, count: 4) else { return "an MP3 file" }
    let start = 10 + Int(size.withoutEighthBits)
    if matches(bytes, Array("fLaC".utf8), at: start) { return "a FLAC file" }
    if matches(bytes, Array("TTA1".utf8), at: start) { return "a TTA file" }
    if matches(bytes, Array("MAC ".utf8), at: start) { return "a Monkey's Audio file" }
    if let word = bytes.bigEndian(at: start, count: 2), word & 0xFFF6 == 0xFFF0 {
      return "an AAC file"
    }
    return "an MP3 file"
  }

  private static func isTransport(_ bytes: RawSpan) -> Bool {
    for start in [0, 4] where bytes.byteCount > start + 2 * 192 {
      let stride = 188 + start
      if [0, 1, 2].allSatisfy({ bytes.byte(at: start + $0 * stride) == 0x47 }) { return true }
    }
    return false
  }

  /// What servers answer instead of a file that is not there, or is not for everybody; `nil` for all else.
  private static func serverAnswer(_ bytes: RawSpan) -> String? {
    let start = textStart(bytes)
    if pages.contains(where: { matchesMarkup(bytes, $0, at: start) }) { return "an HTML page (an error page?)" }
    guard bytes.byte(at: start) == UInt8(ascii: "{") else { return nil }
    // The name of a member follows, or there is none.
    let next = bytes.byte(at: blanksEnd(bytes, from: start + 1))
    return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}") ? "JSON (an error message?)" : nil
  }

  /// How pages begin, in small letters.
  private static let pages = ["<!doctype html", "<html", "<head", "<body"].map { Array($0.utf8) }

  /// Where text begins, behind a byte order mark of UTF-8 and blanks.
  private static func textStart(_ bytes: RawSpan) -> Int {
    blanksEnd(bytes, from: matches(bytes, [0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0)
  }

  /// Where blanks and ends of lines from `start` on end, of which so many are looked at.
  private static func blanksEnd(_ bytes: RawSpan, from start: Int) -> Int {
    var place = start
    while place < start + 1_024, let byte = bytes.byte(at: place), blanks.contains(byte) { place += 1 }
    return place
  }

  private static let blanks = Array(" \t\r\n".utf8)

  /// Whether markup stands at `start`, in capital or small letters.
  private static func matchesMarkup(_ bytes: RawSpan, _ pattern: [UInt8], at start: Int) -> Bool {
    pattern.indices.allSatisfy { bytes.byte(at: start + $0)?.lowercase == pattern[$0] }
  }

  private static func matches(_ bytes: RawSpan, _ pattern: [UInt8], at start: Int) -> Bool {
    guard start >= 0, start <= bytes.byteCount, pattern.count <= bytes.byteCount - start
    else { return false }
    for (index, byte) in pattern.enumerated() where bytes.byte(at: start + index) != byte {
      return false
    }
    return true
  }

  private static let forms: [(outer: String, inner: String, name: String)] = [
    ("RIFF", "WAVE", "a WAV file"), ("RF64", "WAVE", "a WAV file"), ("RIFF", "AVI ", "an AVI file"),
    ("RIFF", "WEBP", "a WebP image"), ("FORM", "AIFF", "an AIFF file"),
    ("FORM", "AIFC", "an AIFF-C file"), ("FRM8", "DSD ", "a DSDIFF file"),
  ]

  private static let patterns: [(start: Int, pattern: [UInt8], name: String)] = [
    (
      0, Array("version https://git-lfs.github.com/spec/".utf8),
      "a pointer of Git LFS, not the file itself: 'git lfs pull' gets it"
    ),
    (0, Array("fLaC".utf8), "a FLAC file"),
    (0, Array("OggS".utf8), "an Ogg file"),
    (0, [0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM file"),
    (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "a PNG image"),
    (0, [0xFF, 0xD8, 0xFF], "a JPEG image"),
    (0, [0xFF, 0x4F, 0xFF, 0x51], "a JPEG 2000 codestream without boxes"),
    (0, [0xFF, 0x0A], "a JPEG XL codestream without boxes"),
    (0, Array("GIF8".utf8), "a GIF image"),
    (0, [0x49, 0x49, 0x2A, 0x00], "a TIFF file"),
    (0, [0x4D, 0x4D, 0x00, 0x2A], "a TIFF file"),
    (0, [0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0D, 0x01, 0x02], "an MXF file"),
    (0, Array("DKIF".utf8), "an IVF file"),
    (0, [0x7F, 0xFE, 0x80, 0x01], "a DTS file"),
    (0, [0xFE, 0x7F, 0x01, 0x80], "a DTS file"),
    (0, [0x1F, 0xFF, 0xE8, 0x00], "a DTS file"),
    (0, [0xFF, 0x1F, 0x00, 0xE8], "a DTS file"),
    (0, Array("DTSHDHDR".utf8), "a DTS-HD file"),
    (0, [0x1F, 0x07, 0x00], "a DV file"),
    (0, Array("FLV\u{1}".utf8), "an FLV file"),
    (0, Array("MAC ".utf8), "a Monkey's Audio file"),
    (0, Array("TTA1".utf8), "a TTA file"),
    (0, Array("wvpk".utf8), "a WavPack file"),
    (0, Array("MPCK".utf8), "a Musepack file"),
    (0, Array("MP+".utf8), "a Musepack file"),
    (0, Array("DSD ".utf8), "a DSF file"),
    (0, Array("TAG".utf8), "an ID3v1 tag"),
    (0, Array("APETAGEX".utf8), "an APE tag"),
    (0, Array("#!AMR".utf8), "an AMR file"),
    (0, Array(".RMF".utf8), "a RealMedia file"),
    (0, [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], "a Windows Media file"),
    (0, [0x00, 0x00, 0x01, 0xBA], "an MPEG program stream"),
    (0, [0x00, 0x00, 0x01, 0xB3], "an MPEG video stream"),
    (0, [0x00, 0x00, 0x00, 0x01, 0x67], "an H.264 stream without a container"),
    (0, [0x00, 0x00, 0x00, 0x01, 0x40], "an HEVC stream without a container"),
    (0, Array("%PDF".utf8), "a PDF file"),
    (0, [0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
    (0, [0x1F, 0x8B], "a gzip file"),
    (0, [0x7F, 0x45, 0x4C, 0x46], "a program"),
    (0, Array("#EXTM3U".utf8), "an HLS playlist; --align compares what it lists"),
    (0, Array("caff".utf8), "a Core Audio Format file"),
    (0, Array("RIFX".utf8), "a RIFX file"),
    (0, Array("riff".utf8) + [0x2E, 0x91, 0xCF, 0x11], "a Wave64 file"),
    (0, Array("<MPD".utf8), "a DASH manifest; --align compares what it lists"),
    (0, Array("<?xml".utf8), "an XML file"),
    (0, Array("WEBVTT".utf8), "a WebVTT file"),
  ]
}
