import ByteReading
import MediaInspection
import Structure
import StructureRendering

extension DumpFile {
  /// Writes the list that the settings ask for.
  func list(
    _ request: ListRequest, _ opened: Opened, _ options: RenderOptions, _ output: inout ByteWriter
  ) {
    let form: ListRenderer.Form
    switch settings.format {
    case .plain: form = .plain
    case .json, .tree: form = .document
    case .line: form = .line
    case .nodes: form = .rows
    case .text, .raw, .payload: form = .text
    }
    var options = options
    if !isAlone {
      if form == .text {
        output.put(opened.name)
        output.put(":\n\n")
      } else if form == .plain {
        var name = ByteWriter()
        name.put(text: opened.name, style: .record)
        options.recordPrefix = name.string
      }
    }
    switch request {
    case .samples(let choice, let range):
      let list = SampleList(
        movie: MovieSamples(opened.document), choice: choice, range: range, limit: options.limit,
        isDetailed: options.fields != .none)
      write(form, "sample", SampleList.columns, opened, options, &output) { list.write(&$0) }
    }
  }

  /// Writes a list of `kind` whose rows have `columns`.
  private func write(
    _ form: ListRenderer.Form, _ kind: StaticString, _ columns: [ListColumn], _ opened: Opened,
    _ options: RenderOptions, _ output: inout ByteWriter, _ body: (inout ListRenderer) -> Void
  ) {
    var list = ListRenderer(
      form, kind: kind, columns: columns, opened.document, options, output: take(&output))
    list.begin(opened.document, name: opened.path, options)
    body(&list)
    list.end()
    output = list.finish()
  }
}
