import ByteReading
import CommandLineSupport
import MediaFacts
import MediaInspection
import Structure

extension DumpProgram {
  /// What `-i` is asked: files, those in directories among them, and how each is opened.
  func inspectorCall(_ operands: [FilePath], _ settings: DumpSettings) -> InspectorCall {
    let files = FileWalk(
      operands, isRecursive: settings.isRecursive, extensions: settings.extensions
    ).compactMap { item -> FilePath? in
      switch item {
      case .file(let path): path
      case .standardInput: FilePath("-")
      case .problem(let path, _): path
      }
    }
    var call = InspectorCall(
      tool: tool.name, files: files, color: settings.color, isASCII: settings.isASCII,
      open: { settings.openForInspection($0, $1) },
      check: { document, path in
        MediaFile.checked(
          document, name: path.isStandardInput ? nil : path.bytes, isThorough: true)
      })
    call.paths = settings.pathTexts
    return call
  }
}

extension DumpSettings {
  /// Opens a file and runs the rules that an outline runs.
  fileprivate func openForInspection(
    _ path: FilePath, _ progress: ReadingProgress
  ) -> InspectorCall.Opening {
    do {
      let source =
        path.isStandardInput
        ? try ByteSource.open(descriptor: StandardStream.input.rawValue)
        : try ByteSource.open(path: path.bytes)
      var limits = limits
      limits.progress = progress
      let document = try MediaFile.open(
        source.dropping(first: skipped), limits: limits, as: reading)
      MediaFile.check(
        document, name: path.isStandardInput ? nil : path.bytes, runsRules: runsRules
      ) { progress.note(UInt64(clamping: $0), of: UInt64(clamping: $1)) }
      return .opened(document)
    } catch let error as SourceError {
      return .failed(error.message)
    } catch let error as MediaFileError {
      return .failed(error.message)
    } catch {
      return .failed("\(error)")
    }
  }
}
