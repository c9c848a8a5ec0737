package import CommandLineSupport

extension DumpSettings {
  /// The options of a tool whose files have tracks and samples.
  package static var listOptions: [CommandOption<DumpSettings>] {
    [
      CommandOption(
        "samples", value: .optional("TRACK[:RANGE]", .known(.tracks), alone: "the samples of all tracks"),
        group: .lists,
        gist: "one row a sample",
        summary: "List samples: where their bytes lie, when they are decoded and shown.",
        details: """
          TRACK is an ID or a handler (vide, soun). RANGE selects by number (10..20) or by the \
          time at which they are shown (1.5s..2s, 1:30..1:31). -f also tells what they depend on, \
          their description and their groups, and what their bytes say: messages of encoders and \
          captions in units of AVC and HEVC, units of AV1, telemetry, timed metadata, texts; records \
          have no room for that. Without -n there are 24 rows of each track, in records and JSON all.
          """, onlyOne: "report"
      ) { settings, value throws(UsageError) in
        settings.report = .list(try ListRequest.samples(value ?? ""))
      },
      CommandOption(
        "chunks", value: .optional("TRACK", .known(.tracks), alone: "the chunks of all tracks"), group: .lists,
        gist: "how tracks mingle",
        summary: "List chunks in the order of the file: how tracks are interleaved.",
        details: """
          Runs of fragments are listed as chunks. gap is the number of bytes since the end of what \
          comes before.
          """, onlyOne: "report"
      ) { settings, value throws(UsageError) in
        settings.report = .list(.chunks(try TrackChoice(value ?? "")))
      },
      CommandOption(
        "timeline", value: .optional("TRACK", .known(.tracks), alone: "the edits of all tracks"), group: .lists,
        gist: "what edits do",
        summary: "List edits: what of the media is shown, when, and what that does.",
        onlyOne: "report"
      ) { settings, value throws(UsageError) in
        settings.report = .list(.timeline(try TrackChoice(value ?? "")))
      },
      CommandOption(
        "at", value: .required("TIME"), group: .lists,
        gist: "what a moment shows",
        summary: "Show the sample that each track shows at TIME, and where decoding starts for it.",
        details: "TIME is in seconds (1.5), or minutes and seconds (1:02.5, 1:00:00).",
        onlyOne: "report"
      ) { settings, value throws(UsageError) in
        guard let moment = Moment(value ?? "") else {
          throw UsageError(
            "'\(value ?? "")' is no time", nextStep: "use seconds (1.5) or 1:02.5")
        }
        settings.report = .list(.moment(moment))
      },
      CommandOption(
        "items", group: .lists,
        gist: "items of an image",
        summary: "List items of an image file: what each is for, its size, bits, colour and bytes.",
        details: """
          What samples are to a movie. -p 'infe[id=1]' shows one, --raw -p 'infe[id=1]' writes its bytes, and \
          --open-items opens those that are no images.
          """, onlyOne: "report"
      ) { settings, _ in settings.report = .list(.imageItems) },
      CommandOption(
        "map", group: .lists,
        gist: "who owns each byte",
        summary: "Show who owns each byte: headers, fields, samples, items, padding or nobody.",
        details: """
          First what each owner has in all, and what refers to places where no media data is; then \
          the ranges of the file.
          """, onlyOne: "report"
      ) { settings, _ in settings.report = .list(.map) },
      CommandOption(
        "init", value: .required("FILE", .file), group: .lists,
        summary: "Take what media segments leave unsaid from the initialization segment FILE.",
        details: """
          Segments that stand behind each other in the call are one list then, and so are those \
          that stand behind their initialization segment: init.mp4 seg-*.m4s. They are taken in \
          the order of the call.
          """, listing: .hidden
      ) { settings, value in settings.initialization = value },
    ]
  }
}

extension ListRequest {
  /// The row of the table of reports.
  var kind: ReportKind {
    switch self {
    case .samples: .samples
    case .chunks: .chunks
    case .timeline: .timeline
    case .moment: .moment
    case .map: .map
    case .items: .items
    case .fields: .common
    case .chapters: .chapters
    case .imageItems: .imageItems
    case .artwork: .artwork
    case .find: .find
    }
  }
}
