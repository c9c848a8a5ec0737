package import ByteReading
import MediaInspection
package import StructureRendering

/// The keys of the format `atomtools.alignment/1`.
package enum AlignmentKey: FixedText, DocumentKey, NameBytesKey {
  case schema, tool, name, version, pathHex, aligned, renditions, pairs, remarks, unit, track, timescale, end, boundaries,
    time, decodeTime, offset, file, keyframe, findings, kind, message, fails, first, second, ticks, milliseconds,
    boundary, drift, withinFrame, missing, unmatched, omitted, notCompared, pairsNotCompared, widest, keyframeLists, list,
    rendition, keyframes, listed, elsewhere, ownFiles, periods, period, number, id, start, duration
}

extension PublishedSchema {
  /// The format of `--align`.
  package static let alignment = PublishedSchema(
    "atomtools.alignment/1", "How the boundaries of renditions lie beside each other.",
    root: RecordShape<AlignmentKey>.object([
      .required(.schema, .constant("atomtools.alignment/1")),
      .required(.tool, .tool),
      .required(.aligned, .flag, "Of one rendition, which lies beside no other: whether nothing in it fails."),
      .required(.renditions, .array(.definition("rendition"))),
      .required(.pairs, .array(.definition("pair")), "Of one period each."),
      .optional(
        .periods,
        .array(
          .object([
            .required(.number, .integer(least: 1), "In the manifest."),
            .optional(.id, .text),
            .optional(.start, .number, "In seconds, where that is known."),
            .optional(.duration, .number, "In seconds, where that is known."),
            .required(.aligned, .flag),
          ])), "Where a manifest has several: renditions are compared within each, and when it begins with when the one before it ends."),
      .optional(
        .widest,
        .object([
          .required(.first, .integer(least: 0)), .required(.second, .integer(least: 0)),
          .required(.ticks, .number, "In ticks of the finer timescale."),
          .required(.timescale, .definition("natural")), .required(.milliseconds, .number),
          .required(.boundary, .integer(least: 0), "Where, from 0."),
        ]), "The two beside the first that lie farthest apart where both have a boundary beside one of the first."),
      .optional(.notCompared, .integer(least: 1), "How many of the last renditions were not compared."),
      .optional(.pairsNotCompared, .integer(least: 1), "How many of the last pairs without the first are left out: none lies farther apart than the widest."),
      .optional(
        .keyframeLists,
        .array(
          .object([
            .required(.list, .integer(least: 0), "By its place among the renditions."),
            .required(.rendition, .integer(least: 0), "Whose keyframes they are held against, by its place."),
            .required(.keyframes, .integer(least: 0), "How many that has."),
            .required(.listed, .integer(least: 0), "How many of them the list has, at their times."),
            .required(.elsewhere, .integer(least: 0), "Entries of the list at which it has none."),
            .optional(.milliseconds, .number, "How far these lie from the nearest at most."),
            .required(.ownFiles, .flag, "Whether the list is of files that the rendition has not."),
          ])), "Lists of keyframes alone, which stand behind the other renditions and are in no pair."),
      .required(.remarks, .array(.text)),
    ]),
    definitions: [
      ("natural", .describedNatural),
      (
        "rendition",
        .object([
          .required(.name, .text, "For people: of its first file, or what a list calls it."),
          .filePathHex("The bytes of the name of its first file, or of the list, when it is not UTF-8."),
          .optional(.period, .integer(least: 1), "The number of its period: its times are counted from the start of that."),
          .required(.unit, .words(["segments", "fragments", "keyframes"])),
          .optional(.track, .definition("natural")),
          .optional(.timescale, .definition("natural"), "Ticks a second, where that is known: of several initialization segments such as all their timescales have."),
          .optional(.end, .number, "In ticks, when its last sample ends."),
          .required(
            .boundaries,
            .array(
              .object([
                .required(.time, .number, "In ticks, after edits."),
                .required(.decodeTime, .number, "In ticks of the media."),
                .optional(.offset, .definition("natural"), "In bytes, in its file."),
                .required(.file, .integer(least: 0), "By its place in the rendition."),
                .required(.keyframe, .flag),
              ]))),
          .required(
            .findings,
            .array(
              .object([
                .required(.kind, .words(RenditionFinding.Kind.keywords)),
                .required(.message, .text, "For people; its words may change."),
                .optional(.time, .number), .optional(.offset, .definition("natural")),
                .required(.fails, .flag, "Whether it makes the exit code 1."),
              ]))),
          .optional(.omitted, .integer(least: 1), "Findings besides, none worse than those of its kind."),
        ])
      ),
      (
        "pair",
        .object([
          .required(.first, .integer(least: 0)), .required(.second, .integer(least: 0)),
          .optional(.ticks, .number, "The largest misalignment, in ticks of the finer timescale."),
          .optional(.timescale, .definition("natural")),
          .optional(.milliseconds, .number),
          .optional(.boundary, .integer(least: 0), "Where, by the boundaries of the first rendition, from 0."),
          .optional(.drift, .number, "In ms, from the first boundary to the last."),
          .optional(
            .withinFrame, .flag,
            "Of sound and something else, or sound in frames of another length: whether all lie less than the longer frame apart, which does not fail without --tolerance."),
          .required(
            .fails, .flag,
            "Whether it makes the exit code 1. Without --tolerance boundaries of sound and pictures may lie 100 ms apart, or less than a frame where that is longer."),
          .required(
            .missing, .integer(least: 0),
            "Boundaries of the first without one in the second; of pairs without 0 those beside one of 0."),
          .required(
            .unmatched, .integer(least: 0),
            "Boundaries of the second without one in the first; of pairs without 0 those beside one of 0."),
        ])
      ),
    ])
}
