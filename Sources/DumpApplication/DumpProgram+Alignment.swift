import ByteReading
import CommandLineSupport
import MediaInspection
import MediaReports
import Structure
import StructureRendering

extension DumpProgram {
  /// Lays the renditions of a call beside each other, and gives the exit code.
  func align(_ operands: [FilePath], _ settings: DumpSettings) -> Int32 {
    let terminal = Terminal.current(color: settings.color)
    var options = settings.render
    options.width = settings.width ?? (terminal.isInteractive ? terminal.columns : nil)
    options.isPretty = terminal.isInteractive
    if !settings.hasLimit { options.limit = AlignmentReport.usualRows }
    let report: AlignedPeriodsReport
    var read: [FilePath] = []
    var unread: [(path: FilePath, reason: String)] = []
    var fetched: [RemoteFile] = []
    do throws(UsageError) {
      if let remote = settings.via.remote {
        (report, fetched) = try alignment(of: operands, remote, settings, options)
      } else {
        var reader = RenditionReader(.ofTheSystem(limits: settings.limits))
        let renditions = try reader.renditions(of: operands)
        report = try Self.report(
          renditions, notes: reader.notes, settings, options, ofLists: operands.contains(where: RenditionReader.isList))
        read = reader.read
        unread = reader.unreadOperands
      }
    } catch {
      return tool.fail("\(error)")
    }
    if !settings.isQuiet, settings.form == .text || settings.isVerbose {
      for file in fetched {
        tool.say("\(FilePath(file.operand).display): \(file.summary)")
      }
    }
    for (path, reason) in unread { tool.say("\(path.display): \(reason)") }
    // What the call names and cannot be read is no finding of the files.
    let code: Int32 = !unread.isEmpty ? 2 : report.passes || settings.exitsZero ? 0 : 1
    if settings.isQuiet { return code }
    if settings.form == .svg, let place = settings.outputPlace {
      var settings = settings
      settings.inputs = Set(filesAt: operands + read)
      return draw(report, to: FilePath(place), settings) ?? code
    }
    var output = ByteWriter(descriptor: StandardStream.output.rawValue)
    Self.put(report, settings, options, to: &output)
    output.flush()
    if output.hasFailed, !output.failedBecauseReaderIsGone {
      return tool.fail("the output could not be written: \(SystemError(code: output.failure))")
    }
    return code
  }
}

extension DumpProgram {
  /// - Parameter ofLists: Whether a list is read: what is wrong with one is told where it has one rendition, too.
  private static func report(
    _ renditions: [Rendition], notes: [String] = [], _ settings: DumpSettings, _ options: RenderOptions, ofLists: Bool = false
  ) throws(UsageError) -> AlignedPeriodsReport {
    guard renditions.count > 1 || ofLists else {
      throw UsageError("--align compares renditions: give two files, or a list")
    }
    return AlignedPeriodsReport(
      AlignedPeriods(renditions, notes: notes), tolerance: settings.tolerance?.amount,
      isInTicks: settings.tolerance?.isInTicks ?? false, options: options)
  }

  /// The report on files that a program reads: it is made, and written for nobody, until nothing was missing
  /// that it looked at.
  private func alignment(
    of operands: [FilePath], _ remote: RemoteSettings, _ settings: DumpSettings, _ options: RenderOptions
  ) throws(UsageError) -> (AlignedPeriodsReport, [RemoteFile]) {
    if let list = operands.first(where: RenditionReader.isList) {
      throw UsageError(
        "\(list.display): --via reads the files that the call names, not those that a list names",
        nextStep: "give these, the initialization segment of each rendition before its segments")
    }
    guard operands.count > 1 else { return (try Self.report([], settings, options), []) }
    var files: [(path: FilePath, file: RemoteFile)] = []
    let made: Swift.Result<AlignedPeriodsReport, UsageError>
    do throws(RemoteFailure) {
      for path in operands where !files.contains(where: { $0.path == path }) {
        do throws(FetchError) {
          let file = try RemoteFile(path.bytes, remote, showsProgress: true)
          try file.measure { MediaFile.sketch($0, limits: settings.limits) }
          files.append((path, file))
        } catch {
          throw RemoteFailure(operand: path.bytes, error: error)
        }
      }
      made = try RemoteFile.read(files.map(\.file)) {
        var documents: [FilePath: Document] = [:]
        for (path, file) in files {
          documents[path] = try? MediaFile.open(file.source, limits: settings.limits)
        }
        var reader = RenditionReader(.opened(documents))
        do throws(UsageError) {
          let report = try Self.report(reader.renditions(of: operands), settings, options)
          var nowhere = ByteWriter { _ in true }
          Self.put(report, settings, options, to: &nowhere)
          return .success(report)
        } catch {
          return .failure(error)
        }
      }
    } catch {
      throw UsageError("\(FilePath(error.operand).display): \(error.error.message)")
    }
    return (try made.get(), files.map(\.file))
  }

  /// Writes the report in the form that the call asks for.
  private static func put(
    _ report: AlignedPeriodsReport, _ settings: DumpSettings, _ options: RenderOptions,
    to output: inout ByteWriter
  ) {
    if settings.form == .svg {
      Drawing.putSVG(report.drawings, width: settings.width ?? 960, to: &output)
    } else if let document = settings.form.document(isPretty: options.isPretty) {
      report.write(as: document, to: &output)
    } else {
      report.write(to: &output)
    }
  }

  /// Writes the picture of an alignment to a file of its own; the exit code when it cannot be written.
  private func draw(
    _ report: AlignedPeriodsReport, to path: FilePath, _ settings: DumpSettings
  ) -> Int32? {
    var svg = ByteWriter()
    Drawing.putSVG(report.drawings, width: settings.width ?? 960, to: &svg)
    do throws(WritingError) {
      try OutputFile(named: path).write(svg.contents, sparing: settings.inputs)
      return nil
    } catch {
      return tool.fail(error.message(for: path))
    }
  }
}
