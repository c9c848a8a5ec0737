import ByteReading
import CommandLineSupport
import MediaInspection
import MediaReports
import StructureRendering

extension DumpProgram {
  /// Lays the renditions of a call beside each other, and gives the exit code.
  func align(_ operands: [FilePath], _ settings: DumpSettings) -> Int32 {
    var reader = RenditionReader(.ofTheSystem(limits: settings.limits))
    let renditions: [Rendition]
    do throws(UsageError) {
      renditions = try reader.renditions(of: operands)
    } catch {
      return tool.fail("\(error)")
    }
    guard renditions.count > 1 else {
      return tool.fail("--align compares renditions: give two files, or a list that has two")
    }
    let terminal = Terminal.current(color: settings.color)
    var options = settings.render
    options.width = settings.width ?? (terminal.isInteractive ? terminal.columns : nil)
    options.isPretty = terminal.isInteractive
    let document = settings.form.document(isPretty: options.isPretty)
    options.limit = settings.hasLimit ? options.limit : document == nil ? 24 : nil
    let report = AlignmentReport(
      Alignment(renditions), tolerance: settings.tolerance?.amount ?? 0,
      isInTicks: settings.tolerance?.isInTicks ?? false, options: options)
    let code: Int32 = report.passes || settings.exitsZero ? 0 : 1
    if settings.isQuiet { return code }
    if settings.form == .svg, let place = settings.outputPlace {
      var settings = settings
      settings.inputs = Set(filesAt: operands + reader.read)
      return draw(report, to: FilePath(place), settings) ?? code
    }
    var output = ByteWriter(descriptor: StandardStream.output.rawValue)
    if settings.form == .svg {
      Drawing.putSVG([report.drawing].compactMap(\.self), width: settings.width ?? 960, to: &output)
    } else if let document {
      report.write(as: document, to: &output)
    } else {
      report.write(to: &output)
    }
    output.flush()
    if output.hasFailed, !output.failedBecauseReaderIsGone {
      return tool.fail("the output could not be written: \(SystemError(code: output.failure))")
    }
    return code
  }
}

extension DumpProgram {
  /// Writes the picture of an alignment to a file of its own; the exit code when it cannot be written.
  private func draw(
    _ report: AlignmentReport, to path: FilePath, _ settings: DumpSettings
  ) -> Int32? {
    var svg = ByteWriter()
    Drawing.putSVG([report.drawing].compactMap(\.self), width: settings.width ?? 960, to: &svg)
    do throws(WritingError) {
      try OutputFile(named: path).write(svg.contents, sparing: settings.inputs)
      return nil
    } catch {
      return tool.fail(error.message(for: path))
    }
  }
}
