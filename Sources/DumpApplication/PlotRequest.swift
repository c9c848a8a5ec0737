import ByteReading
import CommandLineSupport
import MediaInspection
package import MediaReports
import StructureRendering

extension DumpSettings {
  /// The options of pictures.
  static var plotOptions: [CommandOption<DumpSettings>] {
    [
      CommandOption(
        "plot",
        value: .optional(
          "PICTURE[:TRACK]", .heads(PictureKind.allCases.map(\.rawValue)),
          alone: "all that the file has"),
        group: .lists, gist: "draw it as text",
        summary: "Draw what the file is like.",
        details: """
          time shows what is seen and heard when, and what never is; rate how many bytes each moment \
          takes, by I, P and B; pace how long each picture stays; order where in the file lies what is \
          shown; bytes what each byte belongs to; grid of which tiles an image is made. Without PICTURE \
          all that the file has are drawn. rate and pace are of one track: the first video, or the sound \
          where there are only stills. TRACK chooses another, by ID or kind: rate:2, pace:soun. To tell \
          I, P and B the first bytes of pictures are read. Goes with --svg, --json, --jsonl and --yaml.
          """, onlyOne: "report"
      ) { settings, value throws(UsageError) in
        settings.report = .plot(try value.map { text throws(UsageError) in try PlotChoice(text) })
      }
    ]
  }
}

/// Which picture is drawn, and of which track.
package struct PlotChoice: Sendable, Equatable {
  package let kind: PictureKind
  package let track: TrackChoice

  /// Reads `rate`, `rate:2`, `pace:soun`.
  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = PictureKind(rawValue: String(parts.first ?? "")) else {
      throw UsageError("'\(text)' is no picture", nextStep: "see --help=all")
    }
    self.kind = kind
    track = try TrackChoice(parts.count > 1 ? parts[1] : "")
    guard track == .all || kind == .rate || kind == .pace else {
      throw UsageError(
        "--plot=\(kind.rawValue) shows all tracks", nextStep: "leave out ':\(track.text)'")
    }
  }
}

extension DumpSettings {
  /// Whether each file has a page, which is a file of its own.
  var writesPages: Bool { form == .html || form == .svg }

  /// Why so many files cannot have pages, which are files of their own; `nil` when they can.
  func refusal(ofPagesOf count: Int) -> String? {
    guard count > 1, writesPages, let option = form.option else { return nil }
    guard let outputPlace else {
      return "\(option) of several files needs a directory: \(option)=DIR"
    }
    if FilePath(outputPlace).isDirectory { return nil }
    return "\(option) of several files needs a directory: '\(outputPlace)' is none"
  }
}

extension DumpFile {
  /// Draws the pictures that are asked for.
  ///
  /// - Returns: The exit code: 2 when a file could not be written, which is said.
  func plot(
    _ choice: PlotChoice?, _ opened: Opened, _ options: RenderOptions, to output: inout ByteWriter,
    talk: inout ByteWriter
  ) -> Int32 {
    let kind = choice?.kind
    var track: Int?
    if let wanted = choice?.track, wanted != .all {
      let movie = MovieSamples(opened.document)
      // Of several of a kind the first that has samples.
      track = movie.tracks.firstIndex { wanted.holds($0) && $0.count > 0 } ?? movie.tracks.firstIndex { wanted.holds($0) }
      if track == nil {
        sayMissing(wanted, among: movie, of: opened, to: &talk)
        return 1
      }
    }
    let pictures = Pictures(opened.document, readsHeaders: true, track: track)
    if let track, !pictures.canDraw(track: track), let wanted = choice?.track {
      let reason = opened.listed.none("no samples with times that are drawn")
      say("\(opened.name): track '\(wanted.text)': \(reason)", &talk)
      return 1
    }
    let drawings = kind.map { [pictures.drawing($0)].compactMap(\.self) } ?? pictures.all
    if let form = settings.form.document(isPretty: options.isPretty) {
      DrawingRecords(drawings, name: opened.path, options: options).write(as: form, to: &output)
      return 0
    }
    if settings.form == .svg {
      var svg = ByteWriter()
      Drawing.putSVG(drawings, width: settings.width ?? 960, to: &svg)
      return put(svg, of: opened, to: &output, &talk)
    }
    if !isAlone {
      Self.heading(opened.name, options, to: &output)
    }
    let look = Drawing.TextLook(
      width: options.width ?? 80, isASCII: options.isASCII, hasColor: options.hasColor)
    if drawings.isEmpty {
      let reason: StaticString =
        switch kind {
        case .grid: "no image that stands for the file"
        case .order: "no tables of samples, whose order in the file is drawn"
        default: "no samples and no sound"
        }
      Drawing.put(sentence: "nothing to draw: \(opened.listed.none(reason))", look, to: &output)
    }
    for (place, drawing) in drawings.enumerated() {
      if place > 0 { output.put("\n") }
      drawing.putText(look, to: &output)
    }
    return 0
  }

  /// Says that a file does not have a track that was asked for, and which it has.
  func sayMissing(
    _ choice: TrackChoice, among movie: MovieSamples, of opened: Opened, to talk: inout ByteWriter
  ) {
    let more = movie.tracks.count - 16
    let names =
      movie.tracks.prefix(16).map(\.name).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    say(
      "\(opened.name): no track '\(choice.text)'"
        + (names.isEmpty ? ": " + opened.listed.none("there are no tracks") : " — there is \(names)"), &talk)
  }

  /// Puts a report that is a file of its own where the call wants it.
  ///
  /// - Returns: The exit code: 2 when the file could not be written, which is said.
  func put(
    _ text: borrowing ByteWriter, of opened: Opened, to output: inout ByteWriter,
    _ talk: inout ByteWriter
  ) -> Int32 {
    guard let place = settings.outputPlace else {
      output.put(text)
      return 0
    }
    if isRehearsal { return 0 }
    let path = FilePath(place)
    var file = OutputFile(named: path)
    if path.isDirectory {
      // The name that the file has, or what tells it from others of that name, with the form behind it.
      let last = FilePath(opened.path).name
      let usual = last.isEmpty || last == Array("-".utf8) ? NamesInDirectory.Kind.page.unnamed : last
      let base = settings.outputNames[opened.path] ?? usual
      let ending: StaticString = settings.form == .svg ? ".svg" : ".html"
      file = OutputFile(derived: [base + Array(ending.description.utf8)], in: path)
    }
    do throws(WritingError) {
      if let fault = fault(of: opened) { throw fault }
      try file.write(text.contents, sparing: settings.inputs)
      return 0
    } catch {
      say(error.message(for: file.path), &talk)
      return 2
    }
  }
}
