import ByteReading
import CommandLineSupport
import MediaFacts
import MediaInspection
import Structure

/// Files that are not on this disk.
extension DiffWork {
  /// Compares two files that a program reads, or one that it reads and another: each comparison is made
  /// and reported for nobody, until nothing was missing that it looked at.
  ///
  /// - Parameter report: Makes the report of a result.
  func compare(
    _ operands: [FilePath], _ remote: RemoteSettings, reporting report: (Result) -> Void
  ) -> Result {
    let isPair = remote.command.takesOperand
    let before = DiffSource.file(isPair ? operands[0] : FilePath(remote.command.text))
    let after = isPair ? DiffSource.file(operands[1]) : DiffSource(operands[0])
    var files: [RemoteFile] = []
    do throws(RemoteFailure) {
      for source in isPair ? [before, after] : [before] {
        let operand = source.path.bytes
        do throws(FetchError) {
          let file = try RemoteFile(operand, remote, showsProgress: true)
          try file.measure { MediaFile.sketch($0, limits: settings.limits) }
          files.append(file)
        } catch {
          throw RemoteFailure(operand: operand, error: error)
        }
      }
      var result = try RemoteFile.read(files) {
        // The second of a pair may be the same operand.
        var next = files[...]
        let result = compare(DiffPairs.Pair(before: before, after: after)) {
          source, _ throws(DiffSource.Failure) in
          guard let file = next.popFirst() else { return try source.open(settings.limits) }
          do throws(MediaFileError) {
            let bytes = file.source
            return DiffSource.Opened(
              document: try MediaFile.open(bytes, limits: settings.limits), source: bytes,
              origin: source)
          } catch {
            throw .other(error.message)
          }
        }
        report(result)
        return result
      }
      if let text = result.outcome.unproved {
        result.outcome.isUncheckedBeside = true
        result.fetched.append("\(after.name): \(text)")
      }
      if settings.isVerbose || settings.format == .text, !settings.isQuiet {
        result.fetched += files.map { "\(FilePath($0.operand).display): \($0.summary)" }
      }
      return result
    } catch {
      let source = error.operand == before.path.bytes ? before : after
      return Self.failed(before, after, at: source, error.error.message)
    }
  }

  /// Whether the bytes of media would have to be fetched to be looked at.
  func isFetched(_ source: ByteSource) -> Bool { source.isMissing(0..<source.byteCount) }
}
