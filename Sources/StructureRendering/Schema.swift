package import ByteReading

/// The keys of the format `atomtools.dump/1`, and of the lists `atomtools.list/1` that stand in its schema.
package enum DumpKey: FixedText, DocumentKey, FileKey {
  case schema, tool, file, summary, tracks, digests, sources, nodes, problems, kind, of, path, pathHex,
    track, bytes, sha256, list, segments, rows, headerSize, name, version, size, format, brand,
    duration, fragmented, faststart, mimeType, value, timescale, seconds, source, claims, id,
    handler, codec, codecs, supplementalCodecs, width, height, sampleRate, channels, samples,
    language, from, type, typeHex, usertype, offset, declaredSize, depth, folded, fields, children,
    bits, reserved, raw, symbol, set, display, encoding, hex, items, table, index, first, count,
    omitted, declared, stride, columns, notes, stats, min, max, sum, truncated, severity, message,
    expected, found, action, follows, number, rowKind, decodeTime, compositionTime, time, fragment,
    chunk, sync, flags, description, groups, firstSample, lastSample, gap, note, owner, item, state,
    sample, to, mediaTime, syncOffset, syncTime, distance, edit, movieStart, movieDuration,
    mediaStart, mediaDuration, mediaFrom, mediaTo, rate, effect, start, end, elementID, pictureSize,
    title, field, rank, total, identifier, conflict, substitute, keySpace, key, keyString,
    commonKey, dataType, fault, mediaType, pictureType, checked,
    asked, rules, others, hiding, frame, timecode, role, shownWidth, shownHeight, rotation, mirrored, colour, hash, hashedBytes,
    notRead, reason, accepted, fetchOffset, fetchSize, notSearched, media, compressed
}

private enum DumpShapes {
  static var root: RecordShape<DumpKey> {
    .oneOf([
      .definition("document"),
      .definition("fileLine"),
      .definition("node"),
      .definition("problemLine"),
      .definition("acceptedLine"),
      .definition("list"),
      .definition("listFileLine"),
      .definition("listRowLine"),
    ])
  }

  static var document: RecordShape<DumpKey> {
    .object(
      beginning + [
        .required(
          .nodes, .array(.definition("node")),
          "In document order; with --json=tree only the outermost, the others in their children."),
        .required(.problems, .array(.definition("problem"))),
        .optional(
          .accepted, .array(.definition("problem")), "With --baseline: those that it has, which are no problems then."),
      ])
  }

  static var fileLine: RecordShape<DumpKey> {
    .object([.required(.kind, .constant("file"))] + beginning)
  }

  /// What a document and the first line of lines say of the file.
  private static var beginning: [RecordMember<DumpKey>] {
    [
      .required(.schema, .constant("atomtools.dump/1")),
      .required(.tool, .definition("tool")),
      .required(.file, .definition("file")),
      .required(.summary, .definition("summary")),
      .required(.tracks, .array(.definition("track"))),
      .optional(.digests, .array(.definition("digest")), "With --digest."),
      .optional(.sources, .array(.definition("source"))),
      .optional(
        .checked, .boolean,
        "No rule has run: problems are those that reading found. Not there when rules have run."),
      .optional(
        .asked,
        .object([
          .required(.rules, .array(.text)),
          .required(
            .hiding, .array(.text),
            "Other rules that the file breaks so that those that were asked may not have seen what they judge."),
          .required(.others, .integer(least: 0), "How many rules were not asked."),
        ]), "With --rule: problems are those of these rules alone."),
    ]
  }

  static var digest: RecordShape<DumpKey> {
    .object([
      .required(.of, .words(["media", "payload", "track"])),
      .optional(.path, .text),
      .optional(.track, .integer(least: 0)),
      .optional(.kind, .text, "video, audio and so on."),
      .required(.bytes, .integer(least: 0)),
      .optional(.sha256, .text, "Not there when not all of the bytes are in the file."),
    ]).described(
      "A digest of all media, of the payload of one node, or of the samples of a track in the order in which they are decoded."
    )
  }

  static var list: RecordShape<DumpKey> {
    .object(listBeginning + [.required(.rows, .array(.definition("listRow")))]).described(
      "Samples, chunks, edits, moments or ranges of a file; metadata items, fields of all formats, chapters, pictures, or items of images."
    )
  }

  static var listFileLine: RecordShape<DumpKey> {
    .object([.required(.kind, .constant("file"))] + listBeginning)
  }

  /// What a list and the first line of its lines say of the file.
  private static var listBeginning: [RecordMember<DumpKey>] {
    [
      .required(.schema, .constant("atomtools.list/1")),
      .required(.list, .definition("listKind")),
      .required(.tool, .definition("tool")),
      .required(.file, .definition("file")),
      .optional(.segments, .definition("segments")),
      .optional(
        .notRead, .array(.object([.required(.reason, .text, "damaged, limits or forms.")])),
        "There may be more than the rows say: a part of the file is damaged or missing, lies behind a limit, or is of a form that is not read. Not there when the structure was read as a whole."),
      .optional(
        .notSearched,
        .object([
          .required(.media, .definition("natural"), "Media and free space."),
          .required(.nodes, .definition("natural"), "Other nodes without fields."),
          .required(.fields, .definition("natural"), "Fields that are bytes alone, as pictures are."),
          .optional(.compressed, .definition("natural"), "What is compressed, of a search for bytes."),
        ]),
        "Bytes that --find did not look into, where it found nothing: a search for bytes looks into all that is not compressed. Not there when all was searched."),
    ]
  }

  static var listRowLine: RecordShape<DumpKey> {
    .object(
      [
        .required(.kind, .definition("listKind")),
        .optional(.headerSize, .null, "Never there: a chunk that has one is a node."),
      ], isOpen: true
    ).described("A row of a list, with what it is.")
  }

  static var listRow: RecordShape<DumpKey> {
    .object([
      .optional(.track, .definition("natural")),
      .optional(.number, .definition("natural")),
      .optional(.kind, .text),
      .optional(.rowKind, .text, "The kind of an edit or chapter, in a line of its own."),
      .optional(.offset, .definition("natural")),
      .optional(.size, .definition("natural")),
      .optional(.decodeTime, .definition("integer")),
      .optional(.compositionTime, .definition("integer")),
      .optional(.duration, .anyOf([.definition("natural"), .types([.number, .null])])),
      .optional(.time, .types([.number, .null])),
      .optional(.fragment, .definition("natural")),
      .optional(.chunk, .definition("natural")),
      .optional(.sync, .anyOf([.boolean, .definition("natural")])),
      .optional(.flags, .text),
      .optional(.description, .anyOf([.text, .definition("natural")])),
      .optional(.groups, .text),
      .optional(.firstSample, .definition("natural")),
      .optional(.lastSample, .definition("natural")),
      .optional(.samples, .definition("natural")),
      .optional(.gap, .definition("integer")),
      .optional(.note, .text),
      .optional(.owner, .text),
      .optional(
        .hash, .text,
        "Of a range of a file with content credentials: file, pieces, fileAndPieces, part, leftOut, none."),
      .optional(.hashedBytes, .definition("natural"), "How many bytes of it the hash covers."),
      .optional(.item, .definition("natural")),
      .optional(.path, .text),
      .optional(.state, .text),
      .optional(.sample, .definition("natural")),
      .optional(.from, .types([.number, .null])),
      .optional(.to, .types([.number, .null])),
      .optional(.mediaTime, .definition("integer")),
      .optional(.syncOffset, .definition("natural")),
      .optional(.syncTime, .types([.number, .null])),
      .optional(.distance, .definition("natural")),
      .optional(.fetchOffset, .definition("natural"), "Of a moment: the first byte that has to be read to show it, of all tracks."),
      .optional(.fetchSize, .definition("natural"), "Of a moment: how many bytes from there on."),
      .optional(.frame, .definition("natural"), "Of a moment: counted from 0 at the start of the movie."),
      .optional(.timecode, .text),
      .optional(.role, .text, "Of an item of an image: primary, tile of 26, alpha of 1."),
      .optional(.shownWidth, .definition("natural")),
      .optional(.shownHeight, .definition("natural")),
      .optional(
        .rotation, .integer(least: 0, most: 270), "Of an item of an image that is turned or mirrored: degrees clockwise."),
      .optional(.mirrored, .boolean, "Of the same: whether left and right are exchanged before it is turned."),
      .optional(.colour, .text),
      .optional(.bits, .definition("natural"), "Of a channel."),
      .optional(.bytes, .definition("natural")),
      .optional(.name, .text),
      .optional(.edit, .definition("natural")),
      .optional(.movieStart, .definition("natural")),
      .optional(.movieDuration, .definition("natural")),
      .optional(.mediaStart, .definition("integer")),
      .optional(.mediaDuration, .definition("natural")),
      .optional(.mediaFrom, .types([.number, .null])),
      .optional(.mediaTo, .types([.number, .null])),
      .optional(.rate, .text),
      .optional(.effect, .text),
      .optional(.start, .types([.number, .null])),
      .optional(.end, .types([.number, .null])),
      .optional(.elementID, .text),
      .optional(.pictureSize, .definition("natural")),
      .optional(.title, .text),
      .optional(.language, .text),
      .optional(.field, .text),
      .optional(.rank, .definition("natural")),
      .optional(.type, .text),
      .optional(.value, .anyOf([.types([.text, .number, .flag, .null]), .array(.text)])),
      .optional(.total, .definition("natural")),
      .optional(.identifier, .text),
      .optional(.conflict, .boolean),
      .optional(.substitute, .boolean),
      .optional(.format, .text),
      .optional(.keySpace, .text),
      .optional(.key, .anyOf([.text, .definition("integer")])),
      .optional(.keyString, .text),
      .optional(.commonKey, .text),
      .optional(.dataType, .definition("natural")),
      .optional(.fault, .text),
      .optional(.file, .text),
      .optional(.mediaType, .text),
      .optional(.width, .definition("natural")),
      .optional(.height, .definition("natural")),
      .optional(.pictureType, .definition("natural")),
      .optional(.fields, .array(.definition("field")), "With --fields, what the bytes of a sample say."),
    ])
    .described(
      "What is not known is absent. Offsets and sizes are in bytes, decodeTime, compositionTime, duration, mediaStart, mediaDuration and mediaTime in ticks of the media, movieStart and movieDuration in ticks of the movie, all other times in seconds. file is the path of the file that a row is of, when there are segments."
    )
  }

  static var segments: RecordShape<DumpKey> {
    .array(.definition("file"), least: 1).described(
      "The media segments that are listed with the file, in their order.")
  }

  static var listKind: RecordShape<DumpKey> {
    .words(["sample", "chunk", "edit", "moment", "range", "item", "field", "chapter", "picture", "hit", "imageItem"])
  }

  static var file: RecordShape<DumpKey> {
    .object([
      .filePath,
      .filePathHex,
      .required(.size, .definition("natural")),
      .required(.format, .text),
      .optional(.brand, .definition("code")),
    ])
  }

  static var summary: RecordShape<DumpKey> {
    .object([
      .optional(
        .duration,
        .object([
          .required(.value, .definition("natural")),
          .required(.timescale, .definition("natural")),
          .required(.seconds, .types([.number, .null])),
          .optional(
            .source,
            .durationSource, "Where the duration comes from."),
          .optional(
            .claims,
            .array(
              .object([
                .required(.source, .text),
                .required(.value, .definition("natural")),
                .required(.timescale, .definition("natural")),
                .required(.seconds, .number),
              ])), "What the file claims besides, where somebody would notice."),
        ])),
      .required(.fragmented, .boolean),
      .optional(.faststart, .boolean, "Absent when there is no media."),
      .optional(.mimeType, .text, "The media type with its parameters."),
    ])
  }

  static var track: RecordShape<DumpKey> {
    .object([
      .required(.id, .definition("natural")),
      .required(.handler, .definition("code")),
      .optional(.codec, .definition("code")),
      .optional(.codecs, .text, "As in RFC 6381, one string for each sample entry."),
      .optional(.supplementalCodecs, .text, "The same for decoders of an enhancement."),
      .optional(.width, .definition("natural")),
      .optional(.height, .definition("natural")),
      .optional(.sampleRate, .types([.number, .null])),
      .optional(.channels, .definition("natural")),
      .optional(.samples, .definition("natural")),
      .optional(.language, .text),
      .required(.path, .text),
    ])
  }

  static var source: RecordShape<DumpKey> {
    .object([
      .required(.id, .integer(least: 1)),
      .required(.from, .text, "The path of the node."),
      .required(.kind, .words(["zlib", "unsynchronised", "joined"])),
      .required(.size, .definition("natural")),
    ]).described(
      "Bytes that were derived from a node: offsets of nodes that name it count in them.")
  }

  static var node: RecordShape<DumpKey> {
    .object([
      .required(.path, .text),
      .required(.kind, .words(["atom", "tag", "frame", "chunk", "audio", "metadata", "padding", "raw"])),
      .optional(.type, .definition("code"), "Absent for raw and padding."),
      .optional(
        .typeHex, .definition("hex"), "When the type is not four printable ASCII characters."),
      .optional(.usertype, .definition("uuid"), "The extended type, where the type is uuid."),
      .required(.offset, .definition("natural")),
      .required(.size, .definition("natural"), "What it uses, header included."),
      .optional(
        .declaredSize, .definition("natural"),
        "What its header says, when that is more than there is room for."),
      .required(.headerSize, .definition("natural")),
      .required(.depth, .definition("natural")),
      .optional(.source, .definition("sourceID")),
      .optional(
        .folded, .integer(least: 1), "The number of nodes beneath it that --depth leaves out."),
      .required(
        .fields, .array(.definition("field")),
        "Those of a header that no member says stand first: version, flags that are set, group, method, length."),
      .optional(.children, .array(.definition("node"))),
    ])
  }

  static var field: RecordShape<DumpKey> {
    .object(
      [
        .required(.name, .text),
        .required(.offset, .definition("natural")),
        .required(.size, .definition("natural"), "The bytes it touches."),
        .optional(.bits, .definition("bits")),
        .optional(.source, .definition("sourceID")),
        .optional(.reserved, .flag),
        .optional(.value, .definition("value")),
        .optional(.raw, .definition("integer"), "A fixed-point number as stored."),
        .optional(.symbol, .text, "The name of the value."),
        .optional(.set, .array(.text), "The names of the bits that are set."),
        .optional(.display, .text, "For people, no part of the contract."),
        .optional(
          .encoding,
          .words(["utf-8", "us-ascii", "iso-8859-1", "macintosh", "utf-16be", "utf-16le", "utf-32be", "utf-32le"])),
        .optional(
          .hex, .definition("hex"),
          "All bytes it touches, at most 256 of them unless --limit all: with --hex, of codes, of text that is not valid in its encoding, of numbers that are not finite."
        ),
        .optional(.fields, .array(.definition("field")), "The fields of a group or descriptor."),
        .optional(.items, .array(.definition("item")), "The items of a list."),
        .optional(.table, .definition("table")),
        .optional(
          .index, .integer(least: 1), "Of an item that was selected without its list, from 1."),
        .optional(.first, .definition("first")),
        .optional(
          .count, .definition("natural"),
          "The items of a list; the values of an array of which some are omitted."),
        .optional(.omitted, .definition("omitted")),
      ], oneOf: [.value, .fields, .items, .table])
  }

  static var item: RecordShape<DumpKey> {
    .object([
      .required(.index, .integer(least: 1), "From 1."),
      .required(.offset, .definition("natural")),
      .required(.size, .definition("natural")),
      .optional(.bits, .definition("bits")),
      .optional(.source, .definition("sourceID")),
      .required(.fields, .array(.definition("field"))),
    ])
  }

  static var table: RecordShape<DumpKey> {
    .object([
      .required(.count, .definition("natural"), "The rows that are there."),
      .required(.declared, .definition("natural"), "The rows that are promised."),
      .required(
        .stride, .number(least: 0),
        "Bytes from one row to the next, a fraction when rows are not whole bytes: 1.5 is 12 bits."),
      .required(.columns, .array(.definition("column"))),
      .required(.rows, .array(.array(.definition("value")))),
      .optional(
        .notes, .array(.text),
        "What other boxes say of each row, for people, no part of the contract."),
      .optional(.first, .definition("first")),
      .optional(.omitted, .definition("omitted")),
      .optional(
        .stats,
        .array(
          .anyOf([
            .null,
            .object([
              .required(.min, .definition("integer")),
              .required(.max, .definition("integer")),
              .optional(.sum, .definition("integer")),
            ]),
          ])),
        "Of all rows, in the order of the columns; null for a column that is no quantity. No sum when it does not fit 64 bits."
      ),
    ]).described(
      "Rows of one size. A row is an array of values in the order of the columns; row 1 begins at the offset of the field, each other one stride after the one before it."
    )
  }

  static var column: RecordShape<DumpKey> {
    .object([
      .required(.name, .text),
      .required(.offset, .definition("natural"), "From the byte in which its row begins."),
      .required(.size, .definition("natural")),
      .optional(.bits, .definition("bits")),
      .optional(.reserved, .flag),
    ])
  }

  static var omitted: RecordShape<DumpKey> {
    .array(.integer(least: 1), least: 2, most: 2).described(
      "The first and the last row, item or value left out (--limit), counted from 1. Arrays of unnamed values are whole up to 16."
    )
  }

  static var first: RecordShape<DumpKey> {
    .integer(least: 2).described(
      "The number of the first row or value when --path selects some of them; absent for 1.")
  }

  static var bits: RecordShape<DumpKey> {
    .array(.integer(least: 0), least: 2, most: 2).described(
      "When it is not whole bytes: its first bit, 0 being the most significant of the byte at offset, and how many there are."
    )
  }

  static var value: RecordShape<DumpKey> {
    .anyOf([
      .types([.number, .text, .null]),
      .definition("bytes"),
      .array(.definition("value")),
    ]).described(
      "Integers past 2^53-1 are decimal strings; fixed-point numbers are the exact decimal; codes are key strings; null is a number that is not finite; an array holds values without names."
    )
  }

  static var bytes: RecordShape<DumpKey> {
    .object([
      .required(.size, .definition("natural")),
      .required(.hex, .definition("hex")),
      .required(.truncated, .boolean, "Whether hex is less than all."),
    ])
  }

  static var problemLine: RecordShape<DumpKey> { line(of: "problem") }

  /// A problem that `--baseline` has.
  static var acceptedLine: RecordShape<DumpKey> { line(of: "accepted") }

  private static func line(of kind: StaticString) -> RecordShape<DumpKey> {
    .object([
      .required(.kind, .constant(kind)),
      .required(.id, .definition("problemID")),
      .required(.severity, .definition("severity")),
      .required(.path, .text),
      .required(.offset, .definition("natural")),
      .required(.size, .definition("natural")),
      .optional(.source, .definition("sourceID")),
      .required(.message, .text),
      .optional(.expected, .text),
      .optional(.found, .definition("integer")),
      .optional(.action, .text),
      .required(.count, .integer(least: 1)),
      .optional(.follows, .definition("natural")),
    ])
  }

  static var problem: RecordShape<DumpKey> {
    .object([
      .required(.id, .definition("problemID")),
      .required(.severity, .definition("severity")),
      .required(.path, .text, "Empty when it is about no node."),
      .required(.offset, .definition("natural")),
      .required(.size, .definition("natural")),
      .optional(.source, .definition("sourceID")),
      .required(.message, .text),
      .optional(.expected, .text),
      .optional(.found, .definition("integer")),
      .optional(.action, .text, "What was done about it."),
      .required(
        .count, .integer(least: 1),
        "How many it stands for: 1, and on the last one listed of its kind also those of that kind that are not listed. Where none of its kind is listed, and among those accepted, these are an entry of their own, of no node and of no bytes."
      ),
      .optional(
        .follows, .definition("natural"), "The index, from 0, of the problem it follows from."),
    ])
  }

  static var problemID: RecordShape<DumpKey> {
    .pattern("^[a-z0-9]+(-[a-z0-9]+)*$")
  }

  static var severity: RecordShape<DumpKey> {
    .words(["error", "warning", "note"])
  }

  static var sourceID: RecordShape<DumpKey> {
    .integer(least: 1).described("The derived source that offsets count in; absent for the file.")
  }

  static var integer: RecordShape<DumpKey> {
    .anyOf([
      .integer,
      .pattern("^-?[0-9]+$"),
    ])
  }

  static var code: RecordShape<DumpKey> {
    .text.described(
      "A key string: 0xA9 in first place is @, a real @ there \\x40, bytes outside 0x20-0x7E \\xNN, a backslash two."
    )
  }

  static var hex: RecordShape<DumpKey> {
    .pattern("^([0-9a-f][0-9a-f])*$")
  }

  static var uuid: RecordShape<DumpKey> {
    .pattern("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")
  }
}

extension PublishedSchema {
  /// The name and version of the format of lists: samples, chunks, edits, the byte map.
  public static let listName: StaticString = "atomtools.list/1"

  /// The JSON Schema (draft 2020-12) of what ``JSONRenderer`` writes.
  ///
  /// A document (`--json`, `--json=tree`, `--yaml`, a line of `--jsonl`) and each line of
  /// `--jsonl=node` are valid against it.
  public static let dump = PublishedSchema(
    "atomtools.dump/1",
    "What atomdump and id3dump write: a document with --json and --jsonl; with --jsonl=node a line for the file, one for each node, one for each problem. Lists (--samples, --chunks, --timeline, --at, --map) are documents of rows, or with --jsonl=node a line for the file and one for each row. Offsets and sizes are in bytes; indexes count from 1.",
    root: DumpShapes.root,
    definitions: [
      ("document", DumpShapes.document),
      ("fileLine", DumpShapes.fileLine),
      ("digest", DumpShapes.digest),
      ("list", DumpShapes.list),
      ("listFileLine", DumpShapes.listFileLine),
      ("listRowLine", DumpShapes.listRowLine),
      ("listRow", DumpShapes.listRow),
      ("segments", DumpShapes.segments),
      ("listKind", DumpShapes.listKind),
      ("tool", .tool),
      ("file", DumpShapes.file),
      ("summary", DumpShapes.summary),
      ("track", DumpShapes.track),
      ("source", DumpShapes.source),
      ("node", DumpShapes.node),
      ("field", DumpShapes.field),
      ("item", DumpShapes.item),
      ("table", DumpShapes.table),
      ("column", DumpShapes.column),
      ("omitted", DumpShapes.omitted),
      ("first", DumpShapes.first),
      ("bits", DumpShapes.bits),
      ("value", DumpShapes.value),
      ("bytes", DumpShapes.bytes),
      ("problemLine", DumpShapes.problemLine),
      ("acceptedLine", DumpShapes.acceptedLine),
      ("problem", DumpShapes.problem),
      ("problemID", DumpShapes.problemID),
      ("severity", DumpShapes.severity),
      ("sourceID", DumpShapes.sourceID),
      ("integer", DumpShapes.integer),
      ("natural", .natural),
      ("code", DumpShapes.code),
      ("hex", DumpShapes.hex),
      ("uuid", DumpShapes.uuid),
    ])
}

extension RecordShape {
  /// Where a duration comes from.
  static var durationSource: RecordShape {
    .words(["mvhd", "mehd", "tkhd", "fragments", "samples", "comm", "data", "chunks", "xing", "vbri", "counted", "tlen", "itunsmpb", "estimated"])
  }
}
