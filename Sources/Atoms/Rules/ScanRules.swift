import Structure

/// What is found while atoms are scanned.
enum ScanRules {
  static let rules: [Rule] = [
    Rule(
      .fileTruncated, "14496-12 §4.2.2",
      why: "The file is shorter than its atoms say: the end is missing, or was never written.",
      players: "They play what is there, or refuse the file when 'moov' was to come last.",
      mend:
        "Get the file again, or record it to the end; if 'moov' is missing, only a tool that rebuilds it from a similar file helps."
    ),
    Rule(
      .atomExceedsParent, "14496-12 §4.2.2",
      why: "An atom lies inside the one around it; a size that says more is damage.",
      players:
        "They stop, or read the next atoms as part of this one and lose a track or the file.",
      mend: "Write the right size into the first four bytes of the atom."),
    Rule(
      .atomSizeInvalid, "14496-12 §4.2.2",
      why:
        "A size counts the header as well, so it cannot be less; nothing says where the next atom begins.",
      players: "They stop here, and what follows is lost.",
      mend: "Write the right size; what follows often shows where the atom ends."),
    Rule(
      .atomSizeZero, "14496-12 §4.2.2",
      why: "Size 0 means 'to the end of the file', which only an atom at the top can say.",
      players: "Some read to the end of the parent, some to the end of the file, some stop.",
      mend: "Write the size that the atom has."),
    Rule(
      .headerTruncated, "14496-12 §4.2.2",
      why:
        "Between atoms there is nothing; a few bytes too many mean that a size is wrong somewhere before.",
      players: "They ignore them, or report damage.",
      mend: "Remove the bytes, or make them a 'free' atom together with something else."),
    Rule(
      .notAnAtom, "14496-12 §4.2.2",
      why:
        "Zeros fill a place where an atom should begin, and what comes behind them cannot be found.",
      players: "They take the zeros for an atom up to the end of the file and ignore the rest.",
      mend: "Put the zeros into a 'free' atom."),
    Rule(
      .behindTerminator, "QTFF, Terminator Atom",
      why: "An atom of eight zeros but for its size ends the list; what follows is not described.",
      players: "They do not look at it.",
      mend: "Nothing needs to be done."),
    Rule(
      .depthLimit, "a limit of this tool",
      why: "No real file nests so deep: it is damaged, or made to break programs.",
      players: "Those that read atoms recursively may end badly.",
      mend: "Nothing, unless the file is meant so; then raise the limit with --max-depth."),
    Rule(
      .nodeLimit, "a limit of this tool",
      why: "Reading on would cost more memory than was allowed.",
      players: "They may take very long.",
      mend: "Raise the limit with --max-nodes."),
    Rule(
      .trackLimit, "a limit of this tool",
      why: "No real movie has so many tracks: it is damaged, or made to break programs.",
      players: "They may take very long, or need all memory there is.",
      mend: "Nothing, unless the file is meant so."),
    Rule(
      .memoryExhausted, "a limit of this machine",
      why: "The rest of the file was not looked at.",
      players: "They do not keep a list of all atoms, and may play the file.",
      mend: "Read it on a machine with more memory, or less of it with --max-nodes."),
    Rule(
      .stepsExhausted("there are no steps left for all of it"), "a limit of this tool",
      why: "Looking at all of the file would cost more steps than were allowed.",
      players: "They look at less of the file, and may play it.",
      mend: "Raise the limit with --max-steps."),
    Rule(
      .inflateFailed, "QTFF, Compressed Movie Resources",
      why: "The movie is stored compressed and cannot be unpacked as a whole.",
      players: "They cannot play the file.",
      mend: "Get the file again; compressed data cannot be repaired."),
    Rule(
      .inflateLimit, "a limit of this tool",
      why: "Unpacking all of it would cost more memory than was allowed.",
      players: "They unpack it, if it is honest.",
      mend: "Raise the limit with --max-inflate."),
  ]
}
