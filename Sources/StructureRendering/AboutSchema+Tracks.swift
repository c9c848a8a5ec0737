/// Shapes of what `--about` says of a track.
extension AboutShapes {
  static var tracks: RecordShape<AboutKey> {
    .array(
      .object([
        .required(.id, .definition("natural")),
        .required(.path, .text),
        .required(.kind, .text),
        .optional(.handler, .text),
        .optional(.codec, .text, "The type of the sample entry, or what it was before it was protected."),
        .optional(.codecName, .text), .optional(.codecs, .text),
        .optional(.supplementalCodecs, .text),
        .optional(.width, .definition("natural")),
        .optional(.height, .definition("natural")),
        .optional(
          .shownWidth, .definition("natural"),
          "After rotation and the pixel aspect ratio; there when it is another, as are those that follow."
        ),
        .optional(.shownHeight, .definition("natural")),
        .optional(.rotation, .integer(least: 0, most: 270), "Degrees clockwise, of a turn by quarters."),
        .optional(
          .angle, .integer(least: 0, most: 359), "Degrees clockwise, rounded, of another turn: there is no rotation then."
        ),
        .optional(.rotationWhy, .text, "Why there is neither: what a matrix does that does more than turn and mirror."),
        .optional(.mirrored, .boolean),
        .optional(.pixelAspect, pixelAspect),
        .optional(.displayClaims, .array(.text), "Who says another size of what is shown."),
        .optional(.gaps, .array(.object([.required(.start, .number), .required(.seconds, .number)])), "Where edits show nothing; the first 16."),
        .optional(
          .holds, .array(.object([.required(.start, .number), .required(.seconds, .types([.number, .null]))])),
          "Where edits hold one moment of the media; seconds is null where the last one has no end; the first 16."),
        .optional(.mediaParts, .array(.object([.required(.start, .number), .required(.seconds, .number)])), "Which parts of the media edits show, where they are several; the first 16."),
        .optional(.sampleRate, .number),
        .optional(.channels, .definition("natural")),
        .optional(.channelLayout, .text, "How more than two are arranged, where the file says it: 5.1."),
        .optional(.samples, .definition("natural")),
        .optional(.frameRate, .number),
        .optional(.variableFrameRate, .boolean),
        .optional(.syncSamples, .definition("natural"), "Of video."),
        .optional(
          .partialSyncSamples, .definition("natural"),
          "Intra pictures of QuickTime ('stps') from which a reader may begin: those shown before them need more."),
        .optional(.syncDistance, .number, "The longest way from one that is shown to the next, or from the last to the end, in seconds."),
        .optional(.syncDistanceAt, .number, "Where it begins, in seconds."),
        .optional(.peakBitRate, .definition("natural"), "Of the second in which most bytes are decoded."),
        .optional(.playableUntil, .number, "In seconds: what is shown then is not in the file, or lies outside its media data."),
        .optional(.colour, colour),
        .optional(.firstSyncKind, .text, "What the first sync sample is: IDR, CRA, BLA, recovery point, no IDR."),
        .optional(
          .syncKinds,
          .array(.object([.required(.kind, .text), .required(.count, .definition("natural"))])),
          "What the sync samples are that were looked at: at most the first 256."),
        .optional(.frameDurations, .array(.number, least: 2, most: 2), "The shortest and the longest time from one picture to the next, in seconds."),
        .optional(.entryChanges, .array(change), "Where samples begin to need another description; the first four."),
        .optional(.moreEntryChanges, .integer(least: 1), "How many there are behind these."),
        .optional(.keyChanges, .array(keyChange), "From which samples on they have which key, where groups say it, or all are clear and a sample entry has one; the first five."),
        .optional(.scanning, scanning),
        .optional(.stereo, stereo),
        .optional(.projection, projection),
        .optional(.coded, coded, "What the first picture says of its pixels."),
        .optional(.textRole, textRole),
        .optional(.masteringDisplay, masteringDisplay),
        .optional(.contentLight, contentLight),
        .optional(.dolbyVision, dolbyVision),
        .optional(.dynamicMetadata, dynamicMetadata),
        .optional(.captions, captions, "Captions that stand in the coded pictures, as far as the first one has them."),
        .optional(.timecode, .text),
        .optional(.language, .text, "A tag of BCP 47."),
        .optional(.title, .text, "What the track is called in its user data."),
        .optional(.bitRate, .definition("natural")),
        .optional(
          .start, .number, "When the first of it is shown or heard, as its edits place it."),
        .optional(.startWhy, .text, "Why there is no start of samples that are there."),
        .optional(
          .nominalStart, .number,
          "When its first sample would be, if edits passed over nothing; there when it is another."
        ),
        .optional(.end, .number),
        .optional(.protection, protection),
        .optional(.disabled, .boolean),
      ]))
  }

  static var pixelAspect: RecordShape<AboutKey> {
    .object([
      .required(.across, .definition("natural")),
      .required(.down, .definition("natural")),
    ])
  }

  static var colour: RecordShape<AboutKey> { .answered(colourMembers, hasClaims: true) }

  static var colourMembers: [RecordMember<AboutKey>] {
    [
      .optional(.primaries, .definition("natural")),
      .optional(.transfer, .definition("natural")),
      .optional(.matrix, .definition("natural")),
      .optional(.fullRange, .types([.flag, .null])),
      .optional(.why, .text, "Why fullRange is null."),
      .optional(.profileBytes, .definition("natural")),
      .optional(.profile, .text, "What the ICC profile calls itself."),
      .optional(.hdr, .words(["pq", "hlg"])),
      .optional(.display, .text),
    ]
  }

  static var scanning: RecordShape<AboutKey> { .answered(scanningMembers, hasClaims: true) }

  static var scanningMembers: [RecordMember<AboutKey>] {
    [
      .optional(.kind, .words(["progressive", "interlaced", "mixed"])),
      .optional(.order, .types([.text, .null]), "topFirst or bottomFirst: the field that is shown first."),
      .optional(.why, .text, "Why order is null."),
    ]
  }

  static var stereo: RecordShape<AboutKey> {
    .answered(
      [
        .optional(
          .views,
          .words([
            "mono", "topBottom", "leftRight", "rightLeft", "custom", "layers", "leftOnly", "rightOnly",
            "alternating", "woven", "unplaced",
          ])),
        .optional(.reversed, .boolean),
      ])
  }

  static var projection: RecordShape<AboutKey> {
    .answered(
      [
        .optional(
          .kind,
          .words([
            "rectilinear", "equirectangular", "halfEquirectangular", "fisheye", "parametric", "cubemap",
            "mesh", "other",
          ])),
        .optional(.fieldOfView, .types([.number, .null]), "In degrees."),
        .optional(.why, .text, "Why fieldOfView is null."),
        .optional(.code, .text, "The code of a kind that is not known."),
        .optional(.across, .number, "Degrees of 360 that the picture covers, where it is not all of the sphere."),
        .optional(.down, .number, "Of 180."),
      ])
  }

  static var coded: RecordShape<AboutKey> {
    .answered(
      [
        .optional(.chroma, .words(["4:2:2", "4:4:4"])),
        .optional(.opacityBits, .definition("natural"), "0 when all is opaque."),
        .optional(.bits, .definition("natural"), "Of a sample, where its coding has several."),
        .optional(.width, .definition("natural"), "Of DNxHD, as the first picture says it."),
        .optional(.height, .definition("natural")),
      ])
  }

  static var textRole: RecordShape<AboutKey> {
    .object([
      .required(.forced, .types([.text, .null]), "some or all of it; null for none."),
      .required(.hardOfHearing, .boolean),
      .required(.preferred, .boolean, "The one enabled track among several of text."),
    ])
  }

  static var masteringDisplay: RecordShape<AboutKey> {
    .answered(
      [
        .optional(
          .primaries, .array(.definition("point")), "Red, green, blue: x and y of CIE 1931."
        ),
        .optional(.whitePoint, .definition("point")),
        .optional(.maximum, .number, "In cd/m²."),
        .optional(.minimum, .number),
      ])
  }

  static var contentLight: RecordShape<AboutKey> {
    .answered(
      [
        .optional(.maximum, .definition("natural"), "MaxCLL, in cd/m²."),
        .optional(.average, .definition("natural"), "MaxFALL."),
      ])
  }

  static var dolbyVision: RecordShape<AboutKey> {
    .answered(
      [
        .optional(.version, .text),
        .optional(.profile, .definition("natural")),
        .optional(.level, .definition("natural")),
        .optional(
          .compatibility, .definition("natural"),
          "What others make of the base layer: 0 nothing, 1 HDR10, 2 SDR, 4 HLG."),
        .optional(.metadata, .boolean),
        .optional(.enhancementLayer, .boolean),
        .optional(.baseLayer, .boolean),
      ], hasClaims: true)
  }

  static var dynamicMetadata: RecordShape<AboutKey> {
    .answered(
      [
        .optional(.kind, .words(["hdr10-plus", "st2094-10", "hdr-vivid"])),
      ])
  }

  static var captions: RecordShape<AboutKey> {
    .answered(
      [
        .optional(.kinds, .array(.words(["cea608-field1", "cea608-field2", "cea708"]))),
        .optional(.padding, .boolean, "Whether the first picture has room for captions, and no text."),
      ])
  }

  static var protection: RecordShape<AboutKey> {
    .answered(
      [
        .optional(.scheme, .types([.text, .null])),
        .optional(.why, .text, "Why scheme is null."),
        .optional(.entries, .definition("natural")),
        .optional(.protectedEntries, .definition("natural")),
        .optional(.keys, .array(.text)),
        .optional(
          .pattern,
          .object([
            .required(.encrypted, .definition("natural")),
            .required(.clear, .definition("natural")),
          ])),
        .optional(.vectorSize, .definition("natural")),
        .optional(.constantVectorSize, .definition("natural")),
        .optional(
          .changes, .boolean, "Whether sample groups have other keys or vectors, or leave samples clear."),
        .optional(.groupVectorSizes, .array(.definition("natural")), "Of sample groups, where they are others."),
      ], hasClaims: true)
  }
}
