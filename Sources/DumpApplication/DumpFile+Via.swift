import ByteReading
import CommandLineSupport
import MediaInspection
import Structure

/// Files that are not on this disk.
extension DumpFile {
  /// Opens a file of which a program prints ranges, and makes its report without showing it, so that all
  /// that this looks at is there; or says on `talk` why it cannot be.
  func open(
    _ file: FilePath, _ settings: RemoteSettings, _ talk: inout ByteWriter, refusal: inout Refusal
  ) -> Opened? {
    let name = file.display
    func refuse(_ message: String, isOther: Bool = false) {
      refusal = Refusal(name: name, path: file.bytes, message: message, isOther: isOther)
      say("\(name): \(message)", &talk)
    }
    let skipped = self.settings.skipped
    do throws(FetchError) {
      let remote = try RemoteFile(file.bytes, settings, showsProgress: isAlone)
      try remote.measure {
        MediaFile.sketch($0.dropping(first: skipped), limits: self.settings.limits)
      }
      var words: [UInt8] = []
      var outcome: Swift.Result<Opened, MediaFileError>
      var rehearsal = self
      rehearsal.isRehearsal = true
      repeat {
        var heard = ByteWriter()
        outcome = rehearsal.rehearsed(remote.source.dropping(first: skipped), name: name, path: file.bytes, &heard)
        words = heard.array
      } while try !remote.fetchMissing()
      switch outcome {
      case .success(var opened):
        talk.put(bytes: words.rawBytes)
        opened.remote = remote
        return opened
      case .failure(let error):
        refuse(error.message, isOther: true)
        talk.put(bytes: words.rawBytes)
        return nil
      }
    } catch {
      refuse(error.message)
      return nil
    }
  }

  /// A file whose report was made once, for nobody; what is said besides is what opening it says.
  private func rehearsed(
    _ source: ByteSource, name: String, path: [UInt8], _ talk: inout ByteWriter
  ) -> Swift.Result<Opened, MediaFileError> {
    do throws(MediaFileError) {
      let opened = try opened(source, name: name, path: path, &talk)
      var nowhere = ByteWriter { _ in true }
      var nobody = ByteWriter { _ in true }
      var result = report(opened, &nowhere, &nobody, endsOnScreen: false)
      finish(&result, opened, &nobody)
      return .success(opened)
    } catch {
      if case .unknownFormat("") = error, isAlone { say(whatToDoWith: source, &talk) }
      return .failure(error)
    }
  }

  /// Why a report on a file that is fetched in parts is not written to a file of its own; `nil` when all
  /// that it looked at is there.
  func fault(of opened: Opened) -> WritingError? {
    guard let remote = opened.remote, !remote.isWhole else { return nil }
    return .isUnproved("bytes were looked at that were not fetched")
  }

  /// Says how much was fetched; and when the report looked at more than that made for nobody, that it is
  /// none of the file.
  func finish(
    _ remote: RemoteFile, result: inout Result, of opened: Opened, to talk: inout ByteWriter
  ) {
    if !remote.isWhole {
      say("\(opened.name): bytes were looked at that were not fetched: do not trust what is said of it", &talk)
      result.code = 2
    }
    if settings.isQuiet || settings.form != .text && !settings.isVerbose { return }
    say("\(opened.name): \(remote.summary)", &talk)
  }
}
