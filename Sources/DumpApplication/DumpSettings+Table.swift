import ByteReading
import CommandLineSupport
import MediaInspection
import MediaReports
import Structure
import StructureRendering

extension DumpSettings {
  /// The options of tables with a line a file.
  static var tableOptions: [CommandOption<DumpSettings>] {
    [
      CommandOption(
        "table", value: .optional("COLUMNS", .known(.columns), alone: TableRequest.usual), group: .show,
        gist: "one line a file",
        summary: "Write one line a file: columns of facts, separated by commas.",
        details: """
          name, size, duration, format, video, audio, moov, tracks, verdict, and every fact of \
          --about --json by its path: mediaType, tracks[0].codec. The verdict is that of --check. Goes \
          with --plain, and with --json as one line a file.
          """, onlyOne: "report"
      ) { settings, value throws(UsageError) in
        settings.report = .table
        settings.table.columns = []
        for name in (value ?? TableRequest.usual).split(separator: ",") {
          settings.table.columns.append(try column(String(name)))
        }
        guard !settings.table.columns.isEmpty else {
          throw UsageError("--table needs columns", nextStep: TableRequest.usual)
        }
      },
      CommandOption(
        "sort", value: .required("COLUMN", .known(.columns)), group: .show,
        summary: "Put the lines of --table in order by COLUMN; -COLUMN has the greatest first.",
        listing: .hidden
      ) { settings, value throws(UsageError) in
        let text = value ?? ""
        let name = String(text.hasPrefix("-") ? text.dropFirst() : text[...])
        _ = try column(name)
        settings.table.order = (name, text.hasPrefix("-"))
      },
    ]
  }

  private static func column(_ name: String) throws(UsageError) -> FileTable.Column {
    if let column = FileTable.Column(name) { return column }
    if FactPath.digests.contains(where: { name == $0 || name.hasPrefix($0 + ".") }) {
      throw UsageError("--table reads no media, which '\(name)' is about", nextStep: "--about --digest --jsonl has it")
    }
    let near = FactPath.meant(by: name) ?? nearest(to: name, among: FileTable.Column.names(after: name))
    throw UsageError(
      "there is no column '\(name)'",
      nextStep: near.map { "did you mean '\($0)'?" } ?? "see --help=all, or a key of --about --json")
  }

  /// Why the table and its order do not go together; `nil` when they do.
  var tableRefusal: String? {
    guard table.order != nil, report != .table else { return nil }
    return "--sort is about lines of files: give it with --table"
  }

  /// Writes a line a file, in the order that was asked for, and for people how many there are.
  func put(_ rows: [FileTable.Row], _ tally: Tally, to output: inout ByteWriter) {
    if isQuiet || rows.isEmpty { return }
    let gathered = gatheredColumns
    var files = FileTable(gathered)
    for row in rows { files.add(row) }
    if let order = table.order, let place = gathered.firstIndex(where: { $0.name == order.name }) {
      files.sort(by: place, isDescending: order.isDescending)
    }
    files = files.showing(table.columns.count)
    switch form {
    case .plain: files.putPlain(to: &output)
    case .json, .tree, .line, .nodes, .yaml: files.putLines(to: &output)
    case .text, .html, .svg, .textconv, .xxd, .raw, .payload, .junit, .sarif:
      files.putText(render, to: &output)
      tally.put(render, to: &output)
    }
  }

  /// The columns that a row is made of: those that are shown, and the one that they are put in order by.
  var gatheredColumns: [FileTable.Column] {
    guard let order = table.order, !table.columns.contains(where: { $0.name == order.name }),
      let column = FileTable.Column(order.name)
    else { return table.columns }
    return table.columns + [column]
  }
}
