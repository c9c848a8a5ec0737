extension AboutShapes {
  static var hlsAttributes: RecordShape<AboutKey> {
    .object([
      .required(.bandwidth, .definition("natural"), "Bits a second, of the fullest segments."),
      .required(.averageBandwidth, .definition("natural"), "Bits a second, of the whole file."),
      .required(.codecs, .array(.text)),
      .optional(.supplementalCodecs, .array(.text), "Each with its brands behind a slash."),
      .optional(.width, .definition("natural"), "In pixels, as it is shown."),
      .optional(.height, .definition("natural")),
      .optional(.frameRate, .number, "The highest that there is in it; hls has three decimals of it."),
      .optional(.videoRange, .words(["SDR", "HLG", "PQ"])),
    ])
  }

  static var delivery: RecordShape<AboutKey> {
    .object([
      .required(.display, .text, "All of it as people read it."),
      .required(.codecName, .text),
      .required(.width, .definition("natural"), "In pixels, as it is stored."),
      .required(.height, .definition("natural")),
      .optional(.frameRate, .number, "Pictures a second; of a rate that varies the mean."),
      .optional(.variableFrameRate, .boolean),
      .optional(
        .exactRate, .object([.required(.numerator, .definition("natural")), .required(.denominator, .definition("natural"))]),
        "A constant rate in lowest terms."),
      .optional(.scanning, .object(scanningMembers)),
      .optional(.chroma, .text, "Which samples there are: 4:2:2."),
      .optional(.bits, .definition("natural"), "Of a sample."),
      .optional(.opacityBits, .definition("natural"), "Of a sample of an alpha channel."),
      .optional(
        .aspect, .object([.required(.across, .definition("natural")), .required(.down, .definition("natural"))]),
        "Of the picture as it is shown, in lowest terms."),
      .optional(
        .aperture, .object([.required(.width, .number), .required(.height, .number)]),
        "The part that is meant to be seen, in pixels, where it is not all."),
      .optional(.bitRate, .definition("natural"), "Bits a second, the mean."),
      .required(.conflicts, .array(.text), "What contradicts itself, as people read it."),
      .required(.contradictions, .array(contradiction), "The same in the same order, as values."),
    ])
  }

  private static var contradiction: RecordShape<AboutKey> {
    .object([
      .required(.what, .words(["scanning", "chroma", "colour", "lines", "entryRate", "timecodeRate", "timecodeDrop"])),
      .optional(.path, .text, "What says it."),
      .optional(.field, .text),
      .optional(.scanning, .object(scanningMembers)),
      .optional(.chroma, .text, "Of the first picture."),
      .optional(.colour, .object(colourMembers)),
      .optional(.lines, .definition("natural"), "That the name of the sample entry says."),
      .optional(.track, .definition("natural"), "Of timecode, by its number."),
      .optional(.frameRate, .number, "That the name of the sample entry says, or that timecode is counted at."),
      .optional(.display, .text, "What of the name of the sample entry says it: 1080i60."),
    ])
  }
}
