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
      mend: "Leave it in a chapter track; else call the entry 'tx3g'.")
  ]
}

extension Diagnostic.Kind {
  static let textEntryIsTimedText = Self(
    "text-entry-is-timed-text", .note, "has the fields of 'tx3g'", action: "read as those")
}
