import ByteReading
import CommandLineSupport
import MediaInspection
import MediaReports
import Structure
import StructureRendering

extension DumpFile {
  /// The form that lists are written in.
  var listForm: ListRenderer.Form {
    switch settings.form {
    case .plain: .plain
    case .json, .tree: .document
    case .line: .line
    case .nodes: .rows
    case .yaml: .yaml
    case .text, .html, .svg, .textconv, .xxd, .raw, .payload, .junit, .sarif: .text
    }
  }

  /// Writes the list that the settings ask for.
  ///
  /// - Returns: The exit code: 1 when there is no track that it is of, 2 when a picture could not be
  ///   written, which is said.
  func list(
    _ request: ListRequest, _ opened: Opened, _ options: RenderOptions,
    to output: inout ByteWriter, talk: inout ByteWriter
  ) -> Int32 {
    let form = listForm
    var options = options
    if !isAlone, settings.form != .raw, opened.segments.isEmpty || request != .map {
      if form == .text {
        var name = opened.name
        if !opened.segments.isEmpty {
          name += " and " + Words.counted(UInt64(opened.segments.count), "segment", "segments")
        }
        Self.heading(name, options, to: &output)
      } else if form == .plain {
        options.recordPrefix = opened.cell
      }
    }
    if request == .map, !opened.segments.isEmpty {
      // Each file has bytes of its own.
      var code: Int32 = 0
      for (number, var file) in opened.all.enumerated() {
        file.segments = []
        var each = self
        each.isAlone = false
        if number > 0 {
          each.initialization = initialization ?? opened.document
          if form == .text { output.put("\n") }
        }
        code = max(code, each.list(request, file, options, to: &output, talk: &talk))
      }
      return code
    }
    let document = opened.document
    switch request {
    case .items:
      let list = MetadataList(document, isForPeople: form == .text, width: options.width)
      write("item", columns: list.columns, as: form, of: opened, options: options, to: &output) { list.write(&$0) }
      return 0
    case .fields:
      let list = FieldList(document, isForPeople: form == .text, width: options.width)
      write("field", columns: list.columns, as: form, of: opened, options: options, to: &output) { list.write(&$0) }
      return 0
    case .chapters:
      let list = ChapterList(document)
      write(
        "chapter", columns: ChapterList.columns, as: form, of: opened, options: options,
        to: &output) { list.write(&$0) }
      return 0
    case .imageItems:
      let list = ItemList(document)
      write(
        "imageItem", columns: ItemList.columns, as: form, of: opened, options: options, to: &output) { list.write(&$0) }
      return 0
    case .artwork(let place):
      let list = PictureList(document)
      if let fault = fault(of: opened) {
        say("\(opened.name): its pictures: \(fault)", &talk)
        return 2
      }
      if place == "-" {
        let remark = list.write(to: &output, isRehearsal: isRehearsal)
        if let remark { say("\(opened.name): \(remark)", &talk) }
        guard list.isEmpty else { return 0 }
        say("\(opened.name): \(opened.listed.none("no artwork"))", &talk)
        return 1
      }
      var isWritten = true
      write("picture", columns: PictureList.columns, as: form, of: opened, options: options, to: &output) { renderer in
        isWritten = list.write(
          &renderer, to: FilePath(place), named: FilePath(opened.path), in: settings.outputNames,
          isRehearsal: isRehearsal
        ) { say($0, &talk) }
      }
      return isWritten ? 0 : 2
    case .samples, .chunks, .timeline, .moment, .map, .find: break
    }
    let movie = MovieSamples(
      document, initialization: initialization, segments: opened.segments.map(\.document))
    if let number = movie.firstEarlier {
      say(
        "\(opened.all[number].name): its samples are decoded before those of "
          + "\(opened.all[number - 1].name), which was given before it", &talk)
    }
    if let choice = request.choice, choice != .all,
      !movie.tracks.contains(where: { choice.holds($0) })
    {
      sayMissing(choice, among: movie, of: opened, to: &talk)
      return 1
    }
    switch request {
    case .samples(let choice, let range) where settings.form == .raw:
      return SampleBytes(
        movie: movie, choice: choice, range: range, missing: opened.listed.none("there are no samples"))
        .write(to: &output) { say($0, of: opened, &talk) }
    case .samples(let choice, let range):
      let list = SampleList(
        movie: movie, choice: choice, range: range, limit: options.limit,
        isDetailed: options.fields != .none)
      var isMatched = true
      write("sample", columns: SampleList.columns, as: form, of: opened, options: options, to: &output) { renderer in
        isMatched = list.write(&renderer)
      }
      // A number that was asked for and that matched none is no success; people read so in the list.
      if !isMatched, form != .text { say("\(opened.name): \(list.missing)", &talk) }
      return isMatched ? 0 : 1
    case .chunks(let choice):
      let list = ChunkList(movie: movie, choice: choice, limit: options.limit)
      write(
        "chunk", columns: ChunkList.columns, as: form, of: opened, options: options, to: &output) { list.write(&$0) }
    case .timeline(let choice):
      let list = TimelineList(movie: movie, choice: choice, limit: options.limit)
      write(
        "edit", columns: TimelineList.columns, as: form, of: opened, options: options, to: &output) { list.write(&$0) }
    case .moment(let moment):
      let list = MomentList(movie: movie, moment: moment)
      write(
        "moment", columns: MomentList.columns, as: form, of: opened, options: options, to: &output) { list.write(&$0) }
    case .map:
      let list = MapList(document, movie: movie, limit: options.limit)
      write("range", columns: list.columns, as: form, of: opened, options: options, to: &output) { list.write(&$0) }
    case .items, .fields, .chapters, .imageItems, .artwork, .find: break
    }
    return 0
  }

  /// Writes a list of `kind` whose rows have `columns`.
  private func write(
    _ kind: StaticString, columns: [ListColumn], as form: ListRenderer.Form, of opened: Opened,
    options: RenderOptions, to output: inout ByteWriter, _ body: (inout ListRenderer) -> Void
  ) {
    var list = ListRenderer(
      form, kind: kind, columns: columns, opened.document, options, output: take(&output))
    list.begin(opened.all.map(\.listed), options)
    body(&list)
    list.end()
    output = list.finish()
  }
}

extension DumpFile.Opened {
  /// The file as lists are given it, with what was not read of it.
  var listed: ListFile { ListFile(document, path: path, name: name, unread: MediaFile.unread(of: document)) }
}
