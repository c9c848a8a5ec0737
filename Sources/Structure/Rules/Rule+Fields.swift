extension Rule {
  /// What is found while the fields of a node are read, whatever its format.
  public static let fields: [Rule] = [
    Rule(
      .fieldsTruncated, "the table of its type",
      why: "A field that is not there has no value: everything that depends on it is a guess.",
      players: "Most stop reading there; some read on into what follows.",
      mend: "Write it again with all fields of its version, or cut its size to what it has."),
    Rule(
      .countExceedsBox, "the table of its type",
      why:
        "Whoever trusts the count reads past the end, or reserves memory for rows nobody wrote.",
      players: "Careful ones refuse the file; others take what follows for rows.",
      mend: "Set the count to the rows that are there, or write the missing rows."),
    Rule(
      .textUnterminated, "the table of its type",
      why: "Text in this place ends with a zero; without one its end has to be guessed.",
      players: "Most read to the end of it all, a few read past that.",
      mend: "Write a zero behind the text."),
    Rule(
      .textHalfCharacter, "the table of its type",
      why: "Each unit of UTF-16 has two bytes; one byte is too much or too few.",
      players: "Most ignore the last byte; some show a wrong character.",
      mend: "Write the text again."),
    Rule(
      .textOrderMissing, "ID3v2.4.0 structure §4",
      why:
        "Each unit of UTF-16 has two bytes, and only the mark before the text says which comes first.",
      players: "Some show other characters, most often East Asian ones; others take a guess.",
      mend: "Write the text again, with its mark, or in UTF-8."),
    Rule(
      .valueUnexpected, "the table of its type",
      why:
        "The specification allows one value here, so that later versions can give others a meaning.",
      players: "Nearly all ignore it; validators do not.",
      mend: "Write the value that the specification gives."),
    Rule(
      .reservedNotZero, "the table of its type",
      why: "Reserved bits may get a meaning later; what is left in them will then be taken for it.",
      players: "They ignore these bits today.",
      mend: "Write zeros."),
    Rule(
      .versionUnknown, "14496-12 §4.2.2",
      why: "Another version is another layout: the fields cannot be known.",
      players: "They are asked to ignore all of it, and so may miss what it says.",
      mend: "Write a version that the specification has."),
    Rule(
      .contextMissing, "the table of its type",
      why: "The sizes of these fields stand elsewhere, in what is missing or cannot be read.",
      players: "They need what stands there as well, and fail or guess.",
      mend: "Restore what this one depends on."),
    Rule(
      .valuesNested, "8949 §10",
      why: "Nobody writes values so deep in one another but to make readers run out of memory.",
      players: "Careful ones refuse the value; others crash.",
      mend: "Write the value flatter, or remove it."),
    Rule(
      .extraBytes, "the table of its type",
      why: "Nobody knows what these bytes mean: an extension, or a size that is wrong.",
      players: "They skip them.",
      mend: "Leave them if they are a vendor's; else write it again with the right size."),
  ]
}
