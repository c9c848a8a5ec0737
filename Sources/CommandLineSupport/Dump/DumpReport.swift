package import ByteReading
import MediaInspection
package import Structure
import StructureRendering

/// What a dump tool writes when it is called with certain arguments, for documents that are open
/// already.
///
/// Fuzzers and tests hold it against what is promised for every file; the call is read once, and no
/// terminal, pager or file has a part in it.
package struct DumpReport: Sendable {
  /// What is written, and the limits that files are opened with.
  package let settings: DumpSettings
  private let file: DumpFile

  /// Reads a call without the tool's name and without files: `["--json", "-x"]`.
  ///
  /// - Throws: `UsageError` for a call that a tool would refuse, or that asks for help.
  package init(_ program: DumpProgram, _ arguments: [String]) throws(UsageError) {
    switch try program.tool.parse(arguments, into: DumpSettings()) {
    case .print: throw UsageError("the call asks for help")
    case .run(var settings, _):
      if let message = program.complete(&settings) { throw UsageError(message) }
      settings.render.width = settings.width
      settings.render.hasColor = settings.color == .always
      self.settings = settings
      file = DumpFile(settings: settings, tool: program.tool.name, isAlone: true)
    }
  }

  /// Writes the report on `document`, which is checked, and what is said beside it.
  ///
  /// - Parameters:
  ///   - source: The bytes that `document` was made from.
  ///   - name: What the file is called.
  ///   - output: Takes what goes to the standard output.
  ///   - talk: Takes what goes to the standard error output.
  /// - Returns: The exit code it asks for.
  package func write(
    on document: Document, of source: ByteSource, name: String, to output: inout ByteWriter,
    talk: inout ByteWriter
  ) -> Int32 {
    let opened = DumpFile.Opened(
      document: document, source: source, name: FilePath(name).display, path: Array(name.utf8))
    let result = file.report(opened, &output, &talk, endsOnScreen: false)
    for message in result.missing ?? [] { file.say(message, of: opened, &talk) }
    return result.missing == nil ? result.code : max(result.code, 1)
  }
}
