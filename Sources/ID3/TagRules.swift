public import Structure

extension Rule {
  /// The rules of tags and frames.
  public static let tagged: [Rule] = frames + UsageRules.rules

  private static let frames: [Rule] = [
    Rule(
      .tagTruncated, "ID3v2.4.0 structure §3.1",
      why: "The tag says that it is longer than the file: the end of it is missing.",
      players: "They show the frames that are there; some take sound for frames.",
      mend: "Get the file again, or write the tag again."),
    Rule(
      .frameExceedsTag, "ID3v2.4.0 structure §4",
      why:
        "A frame lies inside its tag; a size that says more is damage, or was written in the other of the two ways to write sizes.",
      players: "They stop here, and lose the frames behind it.",
      mend: "Write the tag again with a program that knows its version."),
    Rule(
      .frameEmpty, "ID3v2.4.0 structure §4",
      why: "A frame has at least one byte of data; this one says nothing.",
      players: "They skip it; some stop reading the tag.",
      mend: "Remove the frame."),
    Rule(
      .frameHeaderTruncated, "ID3v2.4.0 structure §4",
      why: "A few bytes too many mean that a size is wrong somewhere before.",
      players: "They ignore them.",
      mend: "Make them zeros, which is padding."),
    Rule(
      .notAFrame, "ID3v2.4.0 structure §4",
      why:
        "Frames begin with an identifier of capital letters and digits; what follows cannot be found.",
      players: "They ignore the rest of the tag.",
      mend: "Write the tag again; the frames from here on may be lost."),
    Rule(
      .paddingNotZero, "ID3v2.4.0 structure §3.3",
      why: "Padding is zeros, so that nobody takes it for frames.",
      players: "They ignore it.",
      mend: "Fill the padding with zeros."),
    Rule(
      .tagCompressed, "ID3v2.2.0 §3.1",
      why:
        "The flag was reserved for a compression that was never defined.",
      players: "They ignore the tag, as they should.",
      mend: "Write the tag again without the flag."),
    Rule(
      .tagVersionUnknown, "ID3v2.4.0 structure §3.1",
      why:
        "Another version may lay its frames out in another way.",
      players: "They ignore the tag.",
      mend: "Write the tag as version 2.3 or 2.4."),
    Rule(
      .footerDiffers, "ID3v2.4.0 structure §3.4",
      why:
        "The footer repeats the header, so that a tag at the end can be found from behind.",
      players: "They find the tag from the front, or not at all.",
      mend: "Write the tag again."),
    Rule(
      .appendedTagFooter, "ID3v2.4.0 structure §5",
      why:
        "A tag at the end is found from behind, by its footer; only version 2.4 has one.",
      players: "They read the tag at the start, or none.",
      mend: "Put the tag at the start, or write a footer."),
    Rule(
      .extendedHeaderWrong, "ID3v2.4.0 structure §3.2",
      why:
        "Frames begin behind the extended header, and its size cannot be right.",
      players: "They take it for frames, or ignore the tag.",
      mend: "Write the tag again without an extended header."),
    Rule(
      .paddingDiffers, "ID3v2.3.0 §3.2",
      why:
        "The extended header says how much padding there is; it was not kept up to date.",
      players: "They ignore it.",
      mend: "Write the tag again."),
    Rule(
      .checksumWrong, "ID3v2.4.0 structure §3.2",
      why:
        "The frames are not those that the checksum was made of: they were damaged or changed.",
      players: "They ignore checksums.",
      mend: "Write the tag again if its frames are right."),
    Rule(
      .frameSizePlain, "ID3v2.4.0 structure §4",
      why:
        "Sizes in version 4 have seven bits a byte; some programs wrote them plain, as in version 3.",
      players: "Careful ones notice; others lose all frames from here on.",
      mend: "Write the tag again with a program that knows its version."),
    Rule(
      .frameSizeSyncsafe, "ID3v2.3.0 §3.3",
      why:
        "Sizes in version 3 are plain numbers; some programs wrote them as version 4 does.",
      players: "Careful ones notice; others lose all frames from here on.",
      mend: "Write the tag again with a program that knows its version."),
    Rule(
      .frameIdentifierOld, "ID3v2.3.0 §3.3",
      why:
        "Identifiers have four characters here; this one was taken over from version 2, as iTunes did.",
      players: "Most ignore the frame.",
      mend: "Write the tag again with identifiers of its version."),
    Rule(
      .frameIdentifierInvalid, "ID3v2.4.0 structure §4",
      why:
        "Identifiers are capital letters and digits; some programs wrote names of their own.",
      players: "Some show the frames behind it, others stop here.",
      mend: "Write the frame again under a registered identifier, or as TXXX."),
    Rule(
      .frameSizeHighBits, "ID3v2.4.0 structure §6.2",
      why:
        "The first bit of each byte of a size is 0; this one would be too large as a plain number.",
      players: "They ignore the bits, or stop here.",
      mend: "Write the tag again."),
    Rule(
      .frameSizeStored, "ID3v2.3.0 §3.3",
      why:
        "In version 3 a tag is un-synchronised when it is finished, so sizes are those before; some programs counted after.",
      players: "Those that go by the specification lose the frames behind a picture.",
      mend: "Write the tag again without un-synchronisation."),
    Rule(
      .unsynchronisationAbsent, "ID3v2.4.0 structure §6.1",
      why:
        "The flag says that a zero was put behind bytes of all ones; here they stand without, or a zero stands where none is put.",
      players: "Some take zeros out that belong to a picture, which then is damaged.",
      mend: "Write the tag again without un-synchronisation."),
    Rule(
      .tagSizePlain, "ID3v2.4.0 structure §3.1",
      why:
        "The size of a tag has seven bits a byte; this one was written as a plain number.",
      players: "Careful ones notice; others find no tag, or take frames for sound.",
      mend: "Write the tag again with a program that knows its version."),
    Rule(
      .tagSizeHighBits, "ID3v2.4.0 structure §3.1",
      why:
        "The first bit of each byte of a size is 0; this one would be wrong as a plain number, too.",
      players: "They ignore the bits, or find no tag.",
      mend: "Write the tag again."),
    Rule(
      .inflateLonger, "ID3v2.3.0 §3.3.1",
      why: "More bytes come out of the compressed data than the frame says.",
      players: "They show what fits, or all of it, or drop the frame.",
      mend: "Write the frame again, best without compression."),
    Rule(
      .compressedRest, "ID3v2.3.0 §3.3.1",
      why: "A compressed frame ends with the data; nothing that unpacks it meets these bytes.",
      players: "They ignore them.",
      mend: "Write the frame again, and look at the bytes first: nobody else does."),
    Rule(
      .dataLengthWrong, "ID3v2.4.0 structure §4.1.2",
      why:
        "The data length says how long the frame is when it is unpacked.",
      players: "They reserve too little or too much, or ignore the frame.",
      mend: "Write the tag again."),
    Rule(
      .dataLengthMissing, "ID3v2.4.0 structure §4.1.2",
      why:
        "A compressed frame says how long it is when it is unpacked; this one does not.",
      players: "Some do not unpack it.",
      mend: "Write the tag again."),
    Rule(
      .inflateNested, "a limit of this tool",
      why:
        "What is compressed again and again, frames in frames or movies in movies, is made to break programs.",
      players: "They do not look into them.",
      mend: "Nothing, unless the file is meant so."),
    Rule(
      .seekWrong, "ID3v2.4.0 frames §4.29",
      why:
        "The frame says where another tag begins; there is none.",
      players: "They do not find the other tag.",
      mend: "Remove the frame, or correct its offset."),
    Rule(
      .notAField, "Lyrics3 v2.00",
      why:
        "Fields begin with three letters and a size of five digits; what follows cannot be found.",
      players: "They ignore the rest of the lyrics.",
      mend: "Write the lyrics again."),
    Rule(
      .notAnItem, "APEv2, Item",
      why:
        "Items begin with two numbers and a key; what follows cannot be found.",
      players: "They ignore the rest of the tag.",
      mend: "Write the tag again."),
    Rule(
      .itemExceedsTag, "APEv2, Item",
      why:
        "An item lies inside its tag; a size that says more is damage.",
      players: "They stop here, and lose the items behind it.",
      mend: "Write the tag again."),
    Rule(
      .contentsCycle, "ID3v2 chapters 1.0 §3.2",
      why: "A table of contents that leads back to itself has no end.",
      players: "Careful ones show it once; others do not end.",
      mend: "Remove the entry that leads back."),
  ]
}
