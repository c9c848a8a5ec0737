package import ByteReading
package import CommandLineSupport
import MediaInspection
package import Structure
import StructureRendering

/// What a dump tool writes when it is called with certain arguments, for documents that are open
/// already.
///
/// Fuzzers and tests hold it against what is promised for every file; the call is read once, and no
/// terminal, pager or file has a part in it.
package struct DumpReport: Sendable {
  /// Where the report goes, as far as it looks otherwise there.
  package enum Place: Sendable {
    /// A file or a pipe.
    case file
    /// A file with the reports of others.
    case fileOfMany
    /// A file, and the document is read as a movie and a segment that goes on with it, both of the
    /// same bytes.
    case fileBeforeItself
    /// A screen of so many lines and columns.
    case screen(rows: Int, columns: Int)
  }

  /// What is written, and the limits that files are opened with.
  package let settings: DumpSettings
  private let file: DumpFile
  private let isOnScreen: Bool
  private let isBeforeItself: Bool

  /// Reads a call without the tool's name and without files: `["--json", "-x"]`.
  ///
  /// - Throws: `UsageError` for a call that a tool would refuse, or that asks for help.
  package init(
    _ program: DumpProgram, _ arguments: [String], to place: Place = .file
  ) throws(UsageError) {
    switch try program.tool.parse(arguments, into: DumpSettings()) {
    case .print: throw UsageError("the call asks for help")
    case .complete: throw UsageError("the call asks for words")
    case .run(var settings, _):
      if let message = program.complete(&settings) { throw UsageError(message) }
      settings.render.width = settings.width
      settings.render.hasColor = settings.color == .always
      var isAlone = true
      var isOnScreen = false
      switch place {
      case .file, .fileBeforeItself: break
      case .fileOfMany: isAlone = false
      case .screen(let rows, let columns):
        isOnScreen = true
        settings.render.width = settings.width ?? columns
        settings.render.isPretty = true
        if !settings.unfoldsAll { settings.render.height = rows }
      }
      self.settings = settings
      self.isOnScreen = isOnScreen
      isBeforeItself = if case .fileBeforeItself = place { true } else { false }
      file = DumpFile(settings: settings, tool: program.tool.name, isAlone: isAlone)
    }
  }

  /// Writes the report on `document`, which is checked, and what is said beside it.
  ///
  /// - Parameters:
  ///   - source: The bytes that `document` was made from.
  ///   - name: What the file is called.
  ///   - expectations: What it is compared with, as if it stood in files of these names.
  ///   - output: Takes what goes to the standard output.
  ///   - talk: Takes what goes to the standard error output.
  /// - Returns: The exit code it asks for.
  package func write(
    on document: Document, of source: ByteSource, name: String,
    expecting expectations: [(file: String, list: [Expectation])] = [],
    to output: inout ByteWriter, talk: inout ByteWriter
  ) -> Int32 {
    // What is known of problems beforehand changes the document, which is the caller's.
    let document = settings.policy.isActive ? Document(copying: document) : document
    var opened = DumpFile.Opened(
      document: document, source: source, name: FilePath(name).display, path: Array(name.utf8))
    file.apply(settings.policy, to: &opened, &talk)
    if isBeforeItself { opened.segments = [opened] }
    var file = file
    if !expectations.isEmpty {
      var settings = settings
      settings.expectations = expectations
      settings.report = .expectations
      file = DumpFile(settings: settings, tool: file.tool, isAlone: file.isAlone)
    }
    var result = file.report(opened, &output, &talk, endsOnScreen: isOnScreen)
    file.finish(&result, opened, &talk)
    if let inventory = result.inventory { settings.put(inventory, to: &output) }
    if let row = result.row { settings.put([row], result.tally, to: &output) }
    settings.put([result], to: &output)
    for message in result.missing ?? [] { file.say(message, of: opened, &talk) }
    return result.missing == nil ? result.code : max(result.code, 1)
  }

  /// Writes what a call asks for that needs no file: a schema, the catalogue of atoms, what a rule is
  /// about.
  ///
  /// - Returns: Whether it asks for one of them.
  /// - Throws: `UsageError` when there is nothing of the name that is asked for.
  package func writeWithoutFile(to output: inout ByteWriter) throws(UsageError) -> Bool {
    if settings.printsSchema {
      settings.schema.put(to: &output)
    } else if case .catalogue(let word) = settings.report {
      let catalogue = DumpCatalogue(
        catalogue: MediaFile.atoms, brands: { MediaFile.brands }, embedded: MediaFile.embedded, settings: settings,
        options: settings.render)
      try catalogue.write(word, to: &output)
    } else if case .explanation(let id) = settings.report {
      try RuleText.put(id, width: settings.render.width, isASCII: settings.isASCII, to: &output)
    } else {
      return false
    }
    return true
  }
}
