/// Shapes of what `--about` says.
enum AboutShapes {
  static var root: RecordShape<AboutKey> {
    .object([
      .required(.schema, .constant("atomtools.about/2")),
      .required(.tool, .tool),
      .required(.path, .text, "As it was given; what is not UTF-8 is U+FFFD."),
      .required(.container, .text, "For people."),
      .required(.format, .text, "For programs: mp4, quicktime, heif, mp3."),
      .optional(.brand, .text),
      .required(.size, .definition("natural")),
      .optional(.duration, .number),
      .optional(.durationSource, .definition("durationSource")),
      .optional(
        .durationClaims,
        .array(.object([.required(.source, .definition("durationSource")), .required(.seconds, .number)])),
        "What the file claims besides, where somebody would notice."),
      .optional(.bitRate, .definition("natural")),
      .optional(
        .audio,
        .object([
          .optional(.coding, .text), .optional(.sampleRate, .definition("natural")),
          .optional(.channels, .definition("natural")), .optional(.bits, .definition("natural")),
          .optional(.bitRate, .definition("natural")),
          .optional(.constantBitRate, .boolean),
          .required(.path, .text),
        ]), "Sound that is no track of a movie."),
      .optional(.fragments, .definition("natural")),
      .optional(.fastStart, .boolean),
      .optional(.mediaType, .text),
      .optional(.hls, .text, "Of fragments: the attributes of EXT-X-STREAM-INF, BANDWIDTH of pieces of a second or longer."),
      .optional(
        .writtenBy,
        .object([
          .required(.answer, .definition("answer")),
          .optional(.name, .text),
          .optional(.part, .definition("part")),
          .optional(.path, .text),
          .optional(.field, .text),
          .optional(
            .claims,
            .array(
              .object([
                .required(.name, .text), .required(.part, .definition("part")), .required(.path, .text), .optional(.field, .text),
              ]))),
          .optional(.notRead, .definition("notRead")),
        ])),
      .optional(
        .image,
        .object([
          .optional(.width, .definition("natural")), .optional(.height, .definition("natural")),
          .optional(.items, .definition("natural")),
          .optional(.coding, .text),
          .optional(.bits, .definition("natural")),
          .optional(.columns, .definition("natural")),
          .optional(.rows, .definition("natural")),
          .optional(.tileWidth, .definition("natural")),
          .optional(.tileHeight, .definition("natural")),
          .optional(.shownWidth, .definition("natural")),
          .optional(.shownHeight, .definition("natural")),
          .optional(.thumbnails, .definition("natural")),
          .optional(.auxiliaries, .array(.text)),
          .optional(.colour, .object([], isOpen: true), "As that of a track."),
          .optional(.stereo, .boolean),
          .optional(.exif, .boolean),
          .optional(.xmp, .boolean),
        ]), "The primary image, how it is coded and put together, and what goes with it."),
      .optional(
        .tags,
        .array(
          .object([
            .required(.name, .text),
            .optional(.version, .definition("natural")),
            .required(.size, .definition("natural")),
            .required(.path, .text),
          ]))),
      .optional(.indexes, .array(.text), "Of a file of fragments: sidx, mfra, at the top."),
      .optional(.encoderSettings, encoder, "What the encoder of the first pictures says in front of them."),
      .optional(.absent, .array(.words(["textTracks", "encryption"])), "What there is none of: all of moov was read."),
      .optional(
        .gapless,
        .array(
          .object([
            .required(.source, .text, "LAME, iTunSMPB, 'dOps', 'elst'."),
            .required(.skip, .definition("natural"), "Samples that are passed over, those of the decoder among them."),
            .required(.decoder, .definition("natural")),
            .required(.drop, .definition("naturalOrNull")),
            .optional(.dropWhy, .text, "Why drop is null, where somebody drops samples."),
            .required(.left, .definition("naturalOrNull")),
            .required(.rate, .definition("numberOrNull"), "The samples in a second that the numbers count, where that is not plain."),
            .required(.path, .text),
            .optional(.tolerance, .definition("natural"), "By how many samples drop and left may be wrong."),
            .optional(.preRoll, .definition("natural"), "How many samples of the coded stream decoding begins earlier."),
          ])), "Samples before and behind the sound, as each place says them."),
      .optional(
        .loudness,
        .array(
          .object([
            .required(.name, .text), .required(.value, .text), .required(.source, .text), .required(.path, .text),
          ])), "Replay gain and measured loudness, whatever stores them."),
      .optional(
        .covers,
        .array(
          .object([
            .required(.mediaType, .text, "By its bytes."),
            .required(.declaredType, .definition("textOrNull"), "What the tag says."),
            .required(.bytes, .definition("natural")),
            .optional(.width, .definition("natural")),
            .optional(.height, .definition("natural")),
            .optional(.progressive, .boolean, "Of JPEG."),
            .optional(.pictureType, .definition("natural"), "By the numbers of ID3v2: 3 is the front cover."),
            .required(.advice, .array(.words(["link", "unknown", "type", "format", "progressive", "cmyk", "encoding", "size"])), "Why players may not show it."),
            .required(.path, .text),
          ]))),
      .optional(
        .delivery, .object([.required(.display, .text), .required(.conflicts, .array(.text))]),
        "What a specification of a delivery asks of the first video track, and what contradicts itself in it."),
      .optional(
        .plays,
        .anyOf([
          .array(
            .object([
              .required(.player, .text), .required(.answer, .words(["plays", "with loss", "depends", "no", "unknown"])),
              .required(.rules, .array(.text), "Those that decide it."),
            ])), .null,
        ]), "As --plays says it; null where it was not judged."),
      .optional(.playsWhy, .text, "Why plays is null."),
      .required(
        .tracks,
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
            .optional(
              .pixelAspect,
              .object([
                .required(.across, .definition("natural")),
                .required(.down, .definition("natural")),
              ])),
            .optional(.displayClaims, .array(.text), "Who says another size of what is shown."),
            .optional(.gaps, .array(.object([.required(.start, .number), .required(.seconds, .number)])), "Where edits show nothing; the first 16."),
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
            .optional(.syncDistance, .number, "The longest way from one to the next, in seconds."),
            .optional(.syncDistanceAt, .number, "Where it begins, in seconds."),
            .optional(.peakBitRate, .definition("natural"), "Of the second in which most bytes are decoded."),
            .optional(.playableUntil, .number, "In seconds: what is shown then is not in the file, or lies outside its media data."),
            .optional(
              .colour,
              .object([
                .required(.answer, .definition("answer")),
                .optional(.primaries, .definition("natural")),
                .optional(.transfer, .definition("natural")),
                .optional(.matrix, .definition("natural")),
                .optional(.fullRange, .types([.flag, .null])),
                .optional(.profileBytes, .definition("natural")),
                .optional(.profile, .text, "What the ICC profile calls itself."),
                .optional(.hdr, .words(["pq", "hlg"])),
                .optional(.display, .text),
                .optional(.path, .text),
                .optional(.field, .text),
                .optional(.claims, .array(.object([], isOpen: true))),
                .optional(.notRead, .definition("notRead")),
              ])),
            .optional(.firstSyncKind, .text, "What the first sync sample is: IDR, CRA, BLA, no IDR."),
            .optional(
              .syncKinds,
              .array(.object([.required(.kind, .text), .required(.count, .definition("natural"))])),
              "What the sync samples are that were looked at: at most the first 256."),
            .optional(.frameDurations, .array(.number, least: 2, most: 2), "The shortest and the longest time from one picture to the next, in seconds."),
            .optional(.entryChanges, .array(change), "Where samples begin to need another description; the first four."),
            .optional(
              .scanning,
              .object([
                .required(.answer, .definition("answer")),
                .optional(.kind, .words(["progressive", "interlaced", "mixed"])),
                .optional(.order, .types([.text, .null]), "topFirst or bottomFirst: the field that is shown first."),
                .optional(.path, .text),
                .optional(.field, .text),
                .optional(.claims, .array(.object([], isOpen: true))),
                .optional(.notRead, .definition("notRead")),
              ])),
            .optional(
              .stereo,
              .object([
                .required(.answer, .definition("answer")),
                .optional(
                  .views,
                  .words([
                    "mono", "topBottom", "leftRight", "rightLeft", "custom", "layers", "leftOnly", "rightOnly",
                    "alternating", "woven",
                  ])),
                .optional(.reversed, .boolean),
                .optional(.path, .text),
                .optional(.field, .text),
                .optional(.notRead, .definition("notRead")),
              ])),
            .optional(
              .projection,
              .object([
                .required(.answer, .definition("answer")),
                .optional(
                  .kind,
                  .words([
                    "rectilinear", "equirectangular", "halfEquirectangular", "fisheye", "parametric", "cubemap",
                    "mesh",
                  ])),
                .optional(.fieldOfView, .types([.number, .null]), "In degrees."),
                .optional(.path, .text),
                .optional(.field, .text),
                .optional(.notRead, .definition("notRead")),
              ])),
            .optional(
              .coded,
              .object([
                .required(.answer, .definition("answer")),
                .optional(.chroma, .words(["4:2:2", "4:4:4"])),
                .optional(.opacityBits, .definition("natural"), "0 when all is opaque."),
                .optional(.path, .text),
                .optional(.field, .text),
                .optional(.notRead, .definition("notRead")),
              ]), "What the first picture says of its pixels."),
            .optional(
              .textRole,
              .object([
                .required(.forced, .types([.text, .null]), "some or all of it."),
                .required(.hardOfHearing, .boolean),
                .required(.preferred, .boolean, "The one enabled track among several of text."),
              ])),
            .optional(
              .masteringDisplay,
              .object([
                .required(.answer, .definition("answer")),
                .optional(
                  .primaries, .array(.definition("point")), "Red, green, blue: x and y of CIE 1931."
                ),
                .optional(.whitePoint, .definition("point")),
                .optional(.maximum, .number, "In cd/m²."),
                .optional(.minimum, .number),
                .optional(.path, .text),
                .optional(.field, .text),
                .optional(.notRead, .definition("notRead")),
              ])),
            .optional(
              .contentLight,
              .object([
                .required(.answer, .definition("answer")),
                .optional(.maximum, .definition("natural"), "MaxCLL, in cd/m²."),
                .optional(.average, .definition("natural"), "MaxFALL."),
                .optional(.path, .text),
                .optional(.field, .text),
                .optional(.notRead, .definition("notRead")),
              ])),
            .optional(
              .dolbyVision,
              .object([
                .required(.answer, .definition("answer")),
                .optional(.version, .text),
                .optional(.profile, .definition("natural")),
                .optional(.level, .definition("natural")),
                .optional(
                  .compatibility, .definition("natural"),
                  "What others make of the base layer: 0 nothing, 1 HDR10, 2 SDR, 4 HLG."),
                .optional(.metadata, .boolean),
                .optional(.enhancementLayer, .boolean),
                .optional(.baseLayer, .boolean),
                .optional(.path, .text),
                .optional(.field, .text),
                .optional(.claims, .array(.object([], isOpen: true))),
                .optional(.notRead, .definition("notRead")),
              ])),
            .optional(
              .dynamicMetadata,
              .object([
                .required(.answer, .definition("answer")),
                .optional(.kind, .words(["hdr10-plus", "st2094-10", "hdr-vivid"])),
                .optional(.path, .text),
                .optional(.field, .text),
                .optional(.notRead, .definition("notRead")),
              ])),
            .optional(
              .captions,
              .object([
                .required(.answer, .definition("answer")),
                .optional(.kinds, .array(.words(["cea608-field1", "cea608-field2", "cea708"]))),
                .optional(.padding, .boolean, "Whether the first picture has room for captions, and no text."),
                .optional(.path, .text),
                .optional(.field, .text),
                .optional(.notRead, .definition("notRead")),
              ]),
              "Captions that stand in the coded pictures, as far as the first one has them."),
            .optional(.timecode, .text),
            .optional(.language, .text, "A tag of BCP 47."),
            .optional(.bitRate, .definition("natural")),
            .optional(
              .start, .number, "When the first of it is shown or heard, as its edits place it."),
            .optional(
              .nominalStart, .number,
              "When its first sample would be, if edits passed over nothing; there when it is another."
            ),
            .optional(.end, .number),
            .optional(
              .protection,
              .object([
                .required(.answer, .definition("answer")),
                .optional(.scheme, .types([.text, .null])),
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
                  .changes, .boolean, "Whether sample groups change keys, or leave samples clear."),
                .optional(.path, .text),
                .optional(.field, .text),
                .optional(.claims, .array(.object([], isOpen: true))),
                .optional(.notRead, .definition("notRead")),
              ])),
            .optional(.disabled, .boolean),
          ]))),
      .optional(.audioEndLateness, .number, "Seconds that sound ends after pictures."),
      .optional(.audioLateness, .number, "How much later sound begins than pictures, in seconds."),
      .optional(.nominalAudioLateness, .number, "The same if edits passed over nothing."),
      .optional(.audioLatenessWithoutEdits, .number, "How much later sound is where nobody regards edits."),
      .optional(
        .protectionSystems,
        .object([
          .required(.answer, .definition("answer")),
          .optional(
            .systems,
            .array(
              .object([
                .required(.id, .text),
                .required(.name, .types([.text, .null])),
                .required(.boxes, .definition("natural")),
                .required(.keys, .array(.text), "The key IDs that the file names for it; at most 64."),
                .required(.hasUnreadKeys, .boolean, "Whether they may name others."),
              ]))),
          .optional(.path, .text),
          .optional(.field, .text),
          .optional(.notRead, .definition("notRead")),
        ])),
      .optional(
        .chapters,
        .array(
          .object([
            .required(.kind, .words(["track", "pictures", "list"])),
            .required(.count, .definition("natural")),
            .optional(.track, .definition("natural")),
            .optional(.of, .definition("natural"), "The track that they are chapters of."),
            .required(.path, .text),
          ]))),
      .optional(
        .disagreements,
        .array(
          .object([
            .required(.field, .text),
            .required(
              .found,
              .array(
                .object([.required(.value, .text), .required(.identifier, .text), .required(.path, .text)])),
              "The preferred value, then those that say something else."),
          ])), "Fields about which tags or keys disagree; not there when none do."),
      .optional(
        .timecode,
        .array(
          .object([
            .required(.start, .types([.text, .null])),
            .required(.track, .definition("natural")),
            .required(.usedBy, .array(.definition("natural"))),
            .required(.path, .text),
          ]))),
      .optional(
        .credentials,
        .array(
          .object([
            .required(.label, .text),
            .required(.path, .text),
            .optional(.generator, .text),
            .optional(.title, .text),
            .required(.signature, .words(["notVerified", "none"])),
            .required(
              .assertions,
              .array(
                .object([
                  .required(.label, .text), .required(.verdict, .definition("verdict")), .optional(.reason, .text),
                ]))),
            .optional(
              .fileHash,
              .object([
                .required(.label, .text), .required(.verdict, .definition("verdict")), .optional(.reason, .text),
                .optional(.bytes, .definition("natural"), "Bytes that were hashed."),
                .optional(
                  .pieces,
                  .array(
                    .object([
                      .required(.verdict, .definition("verdict")), .optional(.reason, .text),
                      .required(.count, .definition("natural")), .required(.matching, .definition("natural")),
                      .optional(.offset, .definition("natural"), "Where the first begins that does not match."),
                    ])), "Of each tree of hashes, the pieces that are in the file."),
              ])),
          ])),
        "Manifests of C2PA, the last of which is about the file; hashes are compared, signatures are not verified."
      ),
      .optional(
        .made,
        .object([
          .required(.answer, .definition("answer")),
          .optional(.date, .text),
          .optional(.path, .text),
          .optional(.field, .text),
          .optional(.claims, .array(.object([], isOpen: true))),
          .optional(.notRead, .definition("notRead")),
        ])),
      .optional(
        .camera,
        .object([
          .required(.answer, .definition("answer")),
          .optional(.make, .text),
          .optional(.model, .text),
          .optional(.lens, .text),
          .optional(.software, .text),
          .optional(.serialNumber, .text),
          .optional(.path, .text),
          .optional(.field, .text),
          .optional(.claims, .array(.object([], isOpen: true))),
          .optional(.notRead, .definition("notRead")),
        ])),
      .optional(.location, .definition("disclosures")),
      .optional(.personalData, .definition("disclosures")),
      .optional(
        .notRead, .definition("notRead"),
        "What may name a place or a person too, and was not read: formats within others, media, free space."
      ),
      .required(
        .problems,
        .object([
          .required(.errors, .definition("natural")),
          .required(.warnings, .definition("natural")),
          .required(.notes, .definition("natural")),
          .optional(
            .checked, .boolean, "Not there when rules have run, as they do unless --no-check."),
          .optional(.display, .text, "The worst of them in a sentence, for people."),
          .optional(
            .rules,
            .array(
              .object([
                .required(.id, .text),
                .required(.severity, .words(["note", "warning", "error"])),
                .required(.count, .definition("natural"), "Of the problems that are listed, see --max-problems."),
              ])), "The rules that are broken, in the order of their names; --explain ID says more."),
        ])),
      .optional(
        .digests,
        .array(
          .object([
            .required(.of, .words(["media", "payload", "track"])),
            .optional(.path, .text),
            .optional(.track, .definition("natural")),
            .optional(.kind, .text, "video, audio and so on."),
            .required(.bytes, .definition("natural")),
            .optional(.sha256, .text, "Not there when not all of the bytes are in the file."),
          ])), "With --digest: of all media, of each payload that holds some, and of each track's samples."),
    ] + columns)
  }

  static var encoder: RecordShape<AboutKey> {
    .object([
      .required(.name, .text), .required(.value, .text, "All of it."), .required(.track, .definition("natural")),
      .required(.sample, .definition("natural"), "From 1."),
    ])
  }

  static var change: RecordShape<AboutKey> {
    .object([
      .required(.sample, .definition("natural"), "From 1."),
      .required(.seconds, .number, "When it is shown; where no edit shows it, its time in the media."),
      .required(.entry, .definition("natural"), "Of stsd, from 1."),
    ])
  }

  static var answerOrNull: RecordShape<AboutKey> {
    .types([.text, .null]).described("found, none, notRead; null where nothing is asked.")
  }

  static var answer: RecordShape<AboutKey> {
    .words(["found", "none", "notRead"]).described(
      "none: every place that can hold it was read. notRead: nothing was found, and not all was read."
    )
  }

  static var part: RecordShape<AboutKey> { .words(["encoder", "handler", "space"]) }

  static var point: RecordShape<AboutKey> { .array(.number) }

  static var notRead: RecordShape<AboutKey> {
    .array(
      .object([
        .required(.reason, .text, "What was not read: media, samples, exif, xmp, configuration."),
        .optional(.name, .text),
        .optional(.path, .text, "The first."),
        .optional(.count, .definition("natural")),
        .optional(.bytes, .definition("natural")),
      ]))
  }

  static var disclosures: RecordShape<AboutKey> {
    .object([
      .required(.answer, .definition("answer")),
      .optional(
        .found,
        .array(
          .object([
            .required(.kind, .words(["item", "positions", "alias", "licensee"])),
            .optional(.identifier, .text),
            .optional(.value, .text),
            .optional(.latitude, .number),
            .optional(.longitude, .number),
            .optional(.altitude, .number),
            .required(.path, .text),
          ]))),
      .optional(.path, .text),
      .optional(.field, .text),
    ])
  }
}

extension PublishedSchema {
  /// The JSON Schema (draft 2020-12) of what `--about` writes with `--json` and `--jsonl`.
  public static let about = PublishedSchema(
    "atomtools.about/2",
    "What atomdump --about --json writes of a file. Sizes are in bytes, times in seconds, rates in bits or pictures a second, colours in code points of 23091-2.",
    root: AboutShapes.root,
    definitions: [
      ("natural", .describedNatural),
      ("naturalOrNull", .types([.integer, .null])),
      ("numberOrNull", .types([.number, .null])),
      ("textOrNull", .types([.text, .null])),
      ("answerOrNull", AboutShapes.answerOrNull),
      ("answer", AboutShapes.answer),
      ("durationSource", .durationSource),
      ("part", AboutShapes.part),
      ("point", AboutShapes.point),
      ("notRead", AboutShapes.notRead),
      ("disclosures", AboutShapes.disclosures),
      ("verdict", .words(["matches", "differs", "notChecked"])),
    ])
}
