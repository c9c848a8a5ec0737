import MediaFacts

/// Shapes of what `--about` says.
enum AboutShapes {
  static var root: RecordShape<AboutKey> {
    .object([
      .required(.schema, .constant("atomtools.about/2")),
      .required(.tool, .tool),
      .filePath,
      .filePathHex,
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
      .optional(.audio, audio, "Sound that is no track of a movie."),
      .optional(.fragments, .definition("natural")),
      .optional(.fastStart, .boolean),
      .optional(.mediaType, .text),
      .optional(.hls, .text, "Of fragments: the attributes of EXT-X-STREAM-INF, BANDWIDTH of pieces of a second or longer."),
      .optional(.hlsAttributes, hlsAttributes, "The same, each as a value of its own."),
      .optional(.writtenBy, writtenBy),
      .optional(.image, image, "The primary image, how it is coded and put together, and what goes with it."),
      .optional(
        .motionPhoto,
        .object([
          .required(.size, .definition("natural")), .optional(.coding, .text), .optional(.width, .definition("natural")),
          .optional(.height, .definition("natural")), .optional(.seconds, .number), .required(.path, .text),
        ]), "The film beside a picture, which is a movie of its own: its tracks are not among those of the file."),
      .optional(.tags, tags),
      .optional(.indexes, .array(.text), "Of a file of fragments: sidx, mfra, at the top."),
      .optional(.encoderSettings, encoder, "What the encoder of the first pictures says in front of them."),
      .optional(.absent, .array(.words(["textTracks", "encryption"])), "What there is none of: all of moov was read."),
      .optional(.startTime, startTime, "When a recording began, as the extension of a broadcaster says it."),
      .optional(.gapless, gapless, "Samples before and behind the sound, as each place says them."),
      .optional(.loudness, loudness, "Replay gain and measured loudness, whatever stores them."),
      .optional(.covers, covers),
      .optional(
        .delivery, delivery,
        "What a specification of a delivery asks of the first video track, and what contradicts itself in it."),
      .optional(.plays, verdicts, "As --plays says it; null where it was not judged."),
      .optional(.playsWhy, .text, "Why plays is null."),
      .required(.tracks, tracks),
      .optional(.audioEndLateness, .number, "Seconds that sound ends after pictures."),
      .optional(.headerLateness, .number, "Seconds that the end that 'mvhd' says lies behind that of the last track."),
      .optional(.audioLateness, .number, "How much later sound begins than pictures, in seconds."),
      .optional(.nominalAudioLateness, .number, "The same if edits passed over nothing."),
      .optional(.audioLatenessWithoutEdits, .number, "How much later sound is where nobody regards edits."),
      .optional(.protectionSystems, protectionSystems),
      .optional(.chapters, chapters),
      .optional(
        .unused,
        .object([
          .required(.freeSpace, .definition("natural"), "Bytes in free, skip and wide, without their headers."),
          .optional(.unreferenced, .definition("natural"), "Bytes of media data that the rules found nothing to refer to."),
        ])),
      .optional(.disagreements, disagreements, "Fields about which tags or keys disagree; not there when none do."),
      .optional(.timecode, timecodes),
      .optional(
        .credentials, credentials,
        "Manifests of C2PA, the last of which is about the file; hashes are compared, signatures are not verified."),
      .optional(.made, made),
      .optional(.camera, camera),
      .optional(.location, .definition("disclosures")),
      .optional(.personalData, .definition("disclosures")),
      .optional(
        .notRead, .definition("notRead"),
        "What may name a place or a person too, and was not read: formats within others, media, free space."
      ),
      .required(.problems, problems),
      .optional(
        .digests, digests,
        "With --digest: of all media, of each payload that holds some, and of each track's samples."),
    ] + columns)
  }

  static var audio: RecordShape<AboutKey> {
    .object([
      .optional(.coding, .text), .optional(.sampleRate, .definition("natural")),
      .optional(.channels, .definition("natural")),
      .optional(.channelLayout, .text, "How more than two channels are arranged."),
      .optional(.bits, .definition("natural")),
      .optional(.bitRate, .definition("natural")),
      .optional(.constantBitRate, .boolean),
      .required(.path, .text),
    ])
  }

  static var writtenBy: RecordShape<AboutKey> {
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
    ])
  }

  static var image: RecordShape<AboutKey> {
    .object([
      .optional(.width, .definition("natural")), .optional(.height, .definition("natural")),
      .optional(.items, .definition("natural")),
      .optional(.coding, .text),
      .optional(.bits, .definition("natural")),
      .optional(.derivation, .words(["overlay", "identity", "toneMap"]), "What it is put together as, where it is no grid."),
      .optional(.derivedFrom, .definition("natural"), "Of how many images."),
      .optional(.columns, .definition("natural")),
      .optional(.rows, .definition("natural")),
      .optional(.tileWidth, .definition("natural")),
      .optional(.tileHeight, .definition("natural")),
      .optional(.shownWidth, .definition("natural")),
      .optional(.shownHeight, .definition("natural")),
      .optional(.rotation, .integer(least: 0, most: 270), "Degrees clockwise, of an image that is turned or mirrored."),
      .optional(.mirrored, .boolean, "Whether left and right are exchanged before it is turned."),
      .optional(.thumbnails, .definition("natural")),
      .optional(.auxiliaries, .array(.text)),
      .optional(.colour, .object([], isOpen: true), "As that of a track."),
      .optional(.stereo, .boolean),
      .optional(.exif, .boolean),
      .optional(.xmp, .boolean),
    ])
  }

  static var tags: RecordShape<AboutKey> {
    .array(
      .object([
        .required(.name, .text),
        .optional(.version, .definition("natural")),
        .required(.size, .definition("natural")),
        .required(.path, .text),
      ]))
  }

  static var gapless: RecordShape<AboutKey> {
    .array(
      .object([
        .required(.source, .text, "LAME, iTunSMPB, 'dOps', 'elst'."),
        .required(.skip, .definition("natural"), "Samples that are passed over, those of the decoder among them."),
        .required(.decoder, .definition("natural")),
        .required(.drop, .definition("naturalOrNull")),
        .optional(.dropWhy, .text, "Why drop is null, where somebody drops samples."),
        .required(.left, .definition("naturalOrNull")),
        .optional(.why, .text, "Why left is null."),
        .required(.rate, .definition("numberOrNull"), "The samples in a second that the numbers count, where that is not plain."),
        .required(.path, .text),
        .optional(.tolerance, .definition("natural"), "By how many samples drop and left may be wrong."),
        .optional(.preRoll, .definition("natural"), "How many samples of the coded stream decoding begins earlier."),
      ]))
  }

  static var startTime: RecordShape<AboutKey> {
    .object([
      .required(.samples, .definition("natural"), "Since midnight."),
      .required(.rate, .definition("natural"), "Samples in a second."),
      .required(.seconds, .number, "Since midnight."),
      .required(.display, .text),
      .required(.path, .text),
    ])
  }

  static var loudness: RecordShape<AboutKey> {
    .array(
      .object([
        .required(.name, .text), .required(.value, .text), .required(.source, .text), .required(.path, .text),
      ]))
  }

  static var covers: RecordShape<AboutKey> {
    .array(
      .object([
        .required(.mediaType, .text, "By its bytes."),
        .required(.declaredType, .definition("textOrNull"), "What the tag says."),
        .optional(.why, .text, "Why declaredType is null."),
        .required(.bytes, .definition("natural")),
        .optional(.width, .definition("natural")),
        .optional(.height, .definition("natural")),
        .optional(.progressive, .boolean, "Of JPEG."),
        .optional(.pictureType, .definition("natural"), "By the numbers of ID3v2: 3 is the front cover."),
        .required(
          .advice,
          .array(.words(["empty", "link", "unknown", "type", "format", "progressive", "cut", "cmyk", "encoding", "size", "pixels"])),
          "Why players may not show it."),
        .required(.path, .text),
      ]))
  }

  static var verdicts: RecordShape<AboutKey> {
    .anyOf([
      .array(
        .object([
          .required(.player, .text), .required(.answer, .words(PlayerAnswer.keywords)),
          .required(.rules, .array(.text), "Those that decide it."),
        ])), .null,
    ])
  }

  static var protectionSystems: RecordShape<AboutKey> {
    .answered(
      [
        .optional(
          .systems,
          .array(
            .object([
              .required(.id, .text),
              .required(.name, .types([.text, .null])),
              .optional(.why, .text, "Why name is null."),
              .required(.boxes, .definition("natural")),
              .required(.keys, .array(.text), "The key IDs that the file names for it; at most 64."),
              .required(.hasUnreadKeys, .boolean, "Whether they may name others."),
            ]))),
      ])
  }

  static var chapters: RecordShape<AboutKey> {
    .array(
      .object([
        .required(.kind, .words(["track", "pictures", "list", "markers"])),
        .required(.count, .definition("natural")),
        .optional(.track, .definition("natural")),
        .optional(.of, .definition("natural"), "The track that they are chapters of."),
        .required(.path, .text),
      ]))
  }

  static var disagreements: RecordShape<AboutKey> {
    .array(
      .object([
        .required(.field, .text),
        .required(
          .found,
          .array(
            .object([.required(.value, .text), .required(.identifier, .text), .required(.path, .text)])),
          "The preferred value, then those that say something else."),
      ]))
  }

  static var timecodes: RecordShape<AboutKey> {
    .array(
      .object([
        .required(.start, .types([.text, .null])),
        .optional(.why, .text, "Why start is null."),
        .required(.track, .definition("natural")),
        .required(.usedBy, .array(.definition("natural"))),
        .required(.path, .text),
      ]))
  }

  static var credentials: RecordShape<AboutKey> {
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
      ]))
  }

  static var made: RecordShape<AboutKey> {
    .answered(
      [
        .optional(.date, .text),
      ], hasClaims: true)
  }

  static var camera: RecordShape<AboutKey> {
    .answered(
      [
        .optional(.make, .text),
        .optional(.model, .text),
        .optional(.lens, .text),
        .optional(.software, .text),
        .optional(.serialNumber, .text),
      ], hasClaims: true)
  }

  static var problems: RecordShape<AboutKey> {
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
    ])
  }

  static var digests: RecordShape<AboutKey> {
    .array(
      .object([
        .required(.of, .words(["media", "payload", "track"])),
        .optional(.path, .text),
        .optional(.track, .definition("natural")),
        .optional(.kind, .text, "video, audio and so on."),
        .required(.bytes, .definition("natural")),
        .optional(.sha256, .text, "Not there when not all of the bytes are in the file."),
      ]))
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
      .required(.shown, .boolean, "Whether an edit shows it."),
      .required(.from, .definition("natural"), "The entry of the samples before, of stsd, from 1."),
      .required(.entry, .definition("natural"), "Of stsd, from 1."),
      .optional(.before, description, "What the samples before are that these are not; not there where nothing of it is another."),
      .optional(.after, description, "What these are in its place."),
    ])
  }

  private static var description: RecordShape<AboutKey> {
    .object([
      .optional(.encrypted, .boolean),
      .optional(.codecName, .text),
      .optional(.width, .definition("natural"), "In pixels, as it is stored."),
      .optional(.height, .definition("natural")),
    ])
  }

  static var keyChange: RecordShape<AboutKey> {
    .object([
      .required(.sample, .definition("natural"), "From 1."),
      .required(.seconds, .number, "When it is shown; where no edit shows it, its time in the media."),
      .optional(.encrypted, .boolean, "Not there where the sample entry says it, or nothing does."),
      .optional(.key, .text),
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

extension RecordShape<AboutKey> {
  /// What is said of an answer with where it stands, what else says another, and what was not read.
  static func answered(_ members: [RecordMember<AboutKey>], hasClaims: Bool = false) -> RecordShape {
    let claims: [RecordMember<AboutKey>] = hasClaims ? [.optional(.claims, .array(.object([], isOpen: true)))] : []
    return .object(
      [.required(.answer, .definition("answer"))] + members
        + [.optional(.path, .text), .optional(.field, .text)] + claims + [.optional(.notRead, .definition("notRead"))])
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
