import ByteReading
import Structure

/// Layouts that the specification does not have and that writers use all the same: they are read as
/// they are meant, and reported.
enum DepartureRules {
  static let rules: [Rule] = [
    Rule(
      .textEntryIsTimedText, "QTFF, Text Sample Description; 3GPP TS 26.245 §5.16",
      why:
        "'text' is QuickTime's entry, whose fields differ from those of 'tx3g', which stand here.",
      players: "They read it: FFmpeg and Nero write chapters so.",
      mend: "Leave it in a chapter track; else call the entry 'tx3g'."),
    Rule(
      .handlerNameCounted, "14496-12 §8.4.3",
      why: "The name ends with a zero; one that begins with its length is QuickTime's form.",
      players: "They do not look at it; some show the length as a character.",
      mend: "Write the name with a zero behind it."),
    Rule(
      .handlerNameTrailing, "14496-12 §8.4.3",
      why: "The atom ends with its name; nobody knows what the byte behind it means.",
      players: "They ignore it.",
      mend: "Leave it, or write the atom without it."),
    Rule(
      .neroKeySizeShort, "Nero",
      why: "Lengths of keys have four bytes in other files of this writer.",
      players: "Hardly any read these tags at all.",
      mend: "Write the tags as 'ilst', which all read."),
    Rule(
      .colourRangeMissing, "14496-12 §12.1.5",
      why:
        "'nclx' ends with a byte that says whether the full range of values is used; 'nclc' has none.",
      players: "They take limited range, or ignore the atom.",
      mend: "Write the byte, or call the type 'nclc' in a QuickTime file."),
    Rule(
      .itemListVersion, "14496-12 §8.11.6",
      why: "A list of items has version 0, with a count of 16 bits, or 1, with one of 32.",
      players: "They read every version but 0 with a count of 32 bits.",
      mend: "Write version 1."),
    Rule(
      .exifPrefixUncounted, "23008-12 §A.2.1",
      why: "The item says how many bytes stand before the byte order; as JPEG has it, there are six.",
      players: "Most pass over the six bytes whatever the item says.",
      mend: "Write 6, or leave the bytes out."),
  ]
}

extension Diagnostic.Kind {
  static let textEntryIsTimedText = Self(
    "text-entry-is-timed-text", .note, "has the fields of 'tx3g'", action: "read as those")
  static let handlerNameCounted = Self(
    "handler-name-counted", .note, "the name begins with its length", expected: "a zero after it",
    action: "read as QuickTime's")
  static let handlerNameTrailing = Self(
    "handler-name-trailing", .note, "a byte behind the name", action: "passed over")
  static let neroKeySizeShort = Self(
    "nero-key-size-short", .note, "lengths of keys have three bytes", expected: "four",
    action: "read as three")
  static let colourRangeMissing = Self(
    "colour-range-missing", .warning, "'nclx' without the byte for the range",
    action: "limited range is assumed")
  static let itemListVersion = Self(
    "item-list-version", .note, "version 2, which no specification has",
    action: "read as version 1")
  static let exifPrefixUncounted = Self(
    "exif-prefix-uncounted", .note, "'Exif' and two zeros stand before the byte order, uncounted",
    expected: "exif_tiff_header_offset 6", action: "passed over")
}
