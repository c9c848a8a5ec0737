import ByteReading
import CommandLineSupport
import MediaInspection
import Structure
import StructureRendering

/// `--follow`: a file that somebody writes.
extension DumpProgram {
  /// The milliseconds between two looks at a file.
  private static let interval = 250

  /// Shows nodes of a file as they are written, until a signal, the end of the input or of the file's name, or
  /// until nobody reads what is shown; and gives the exit code.
  func follow(_ operands: [FilePath], _ settings: DumpSettings) -> Int32 {
    guard let path = operands.first, operands.count == 1 else {
      return tool.fail("--follow is of one file: give it one")
    }
    if settings.isQuiet { return tool.fail("--follow -q would show nothing") }
    if settings.skipped > 0 || settings.reading != nil {
      return tool.fail("--follow is of a whole file, read as what it is: it goes with neither --skip nor --as")
    }
    let terminal = Terminal.current(color: settings.color)
    var settings = settings
    if terminal.isASCII { settings.render.isASCII = true }
    var outline = GrowingOutline(
      settings, width: settings.width ?? (terminal.isInteractive ? terminal.columns : nil),
      hasColor: terminal.hasColor)
    var output = ByteWriter(descriptor: StandardStream.output.rawValue)
    let code =
      path.isStandardInput
      ? followInput(&outline, &output) : follow(path, &outline, &output)
    output.flush()
    if output.hasFailed {
      if output.failedBecauseReaderIsGone { return 0 }
      return tool.fail("the output could not be written: \(SystemError(code: output.failure))")
    }
    return code
  }

  private func isNoFile(_ name: String) -> Int32 {
    tool.fail("\(name): --follow is for files of atoms, each of which says where the next one begins")
  }

  private func followInput(_ outline: inout GrowingOutline, _ output: inout ByteWriter) -> Int32 {
    let name = "standard input"
    var seen = 0
    var isOther = false
    let source: ByteSource
    do throws(SourceError) {
      source = try ByteSource.open(descriptor: StandardStream.input.rawValue, waiting: { count, source in
        if isOther || count == seen || output.hasFailed { return nil }
        if outline.pause > 0 { return outline.pause }
        guard let source = try? source() else { return nil }
        seen = count
        if case .isOther = outline.show(source, to: &output) { isOther = true }
        output.flush()
        return nil
      })
    } catch {
      return tool.fail("\(name): \(error.message)")
    }
    if source.byteCount == 0 { return tool.fail("\(name): \(MediaFileError.empty)") }
    if case .isOther = outline.show(source, isEnd: true, to: &output) { return isNoFile(name) }
    guard GrowingFile.isMadeOfAtoms(source) == true else { return isNoFile(name) }
    guard let missing = outline.missing(of: source) else { return 0 }
    output.flush()
    tool.say("\(name): \(missing)")
    return 1
  }

  private func follow(
    _ path: FilePath, _ outline: inout GrowingOutline, _ output: inout ByteWriter
  ) -> Int32 {
    let name = path.display
    var known: FileStatus.Stamp?
    /// What was made of the file the last time.
    var seen: FileStatus.Stamp?
    while true {
      let stamp: FileStatus.Stamp
      do throws(SystemError) {
        stamp = try FileStatus(of: path, followingLinks: true).stamp
      } catch {
        return tool.fail(known == nil ? "\(name): \(error)" : "\(name): is not followed any more: \(error)")
      }
      if let known, known.identity != stamp.identity {
        tool.say("\(name): another file has its name now, shown from its beginning")
        outline.restart()
      } else if let known, stamp.byteCount < known.byteCount {
        let isBefore = UInt64(max(0, stamp.byteCount)) < outline.end
        tool.say(
          "\(name): was cut from \(known.byteCount) to \(stamp.byteCount) bytes"
            + (isBefore ? ", shown from its beginning" : ""))
        if isBefore { outline.restart() }
      }
      known = stamp
      if stamp != seen, outline.pause == 0 {
        let source: ByteSource
        do throws(SourceError) {
          source = try ByteSource.open(path: path.bytes)
        } catch {
          return tool.fail("\(name): \(error.message)")
        }
        switch outline.show(source, to: &output) {
        case .shown: seen = stamp
        case .isOther: return isNoFile(name)
        case .isAnother: tool.say("\(name): was written over, shown from its beginning")
        }
        output.flush()
        if output.hasFailed { return 0 }
      }
      if StandardStream.output.isDeserted(after: Self.interval) { return 0 }
    }
  }
}
