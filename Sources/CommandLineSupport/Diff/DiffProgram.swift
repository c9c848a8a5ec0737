import ByteReading
import MediaInspection
import Structure
import StructureDiff

/// The diff tool: its options, and what it does with them.
public struct DiffProgram: Sendable {
  public let tool: Tool<DiffSettings>

  public init(_ tool: Tool<DiffSettings>) { self.tool = tool }

  /// Runs the tool with the arguments of the process and gives its exit code.
  public func run() -> Int32 {
    Signals.install(tool: tool.name)
    let invocation: Invocation<DiffSettings>
    do throws(UsageError) {
      invocation = try tool.parse(commandLineArguments(), into: DiffSettings())
    } catch {
      return fail("\(error)")
    }
    switch invocation {
    case .print(let text):
      switch StandardStream.output.write(text) {
      case .written, .readerGone: return 0
      case .failed(let error): return fail("the output could not be written: \(error)")
      }
    case .run(let settings, let operands):
      guard operands.count == 2 else {
        let given = operands.count == 1 ? "one file" : "\(operands.count) files"
        return fail(
          "two files are compared, \(operands.isEmpty ? "none" : given) given — try '\(tool.name) A B', or '\(tool.name) --help'"
        )
      }
      guard !operands[0].isStandardInput || !operands[1].isStandardInput else {
        return fail("standard input can be one of the files, not both")
      }
      return diff(operands[0], operands[1], settings)
    }
  }

  private func fail(_ message: String) -> Int32 {
    say(message)
    return 2
  }

  private func say(_ message: String) {
    var text = ByteWriter()
    text.put(tool.name)
    text.put(": ")
    text.put(text: message, style: .name)
    text.put("\n")
    _ = StandardStream.error.write(text.string)
  }

  /// An opened file, or nothing when it cannot be and that was said.
  private func open(_ path: FilePath) -> (document: Document, source: ByteSource)? {
    let name = path.isStandardInput ? "standard input" : path.display
    let source: ByteSource
    do throws(SourceError) {
      source =
        path.isStandardInput
        ? try ByteSource.open(descriptor: StandardStream.input.rawValue)
        : try ByteSource.open(path: path.bytes)
    } catch {
      say("\(name): \(error.message)")
      return nil
    }
    do throws(MediaFileError) {
      return (try MediaFile.open(source), source)
    } catch {
      say("\(name): \(error.message)")
      return nil
    }
  }

  private func diff(_ a: FilePath, _ b: FilePath, _ settings: DiffSettings) -> Int32 {
    let x = open(a)
    let y = open(b)
    guard let x, let y else { return 2 }
    // Where only the answer counts, what stands at the top may tell it.
    if settings.isQuiet, settings.countsAll, Comparison.differsAtTop(x.document, y.document) {
      return 1
    }
    var options = Comparison.Options()
    let selection = DiffSelection(settings, x.document, y.document)
    options.isIgnored = { selection.isIgnored($0) }
    if settings.showsDigests { options.payloadLimit = .max }
    let comparison = Comparison(x.document, y.document, rules: .media, options: options)
    for text in selection.unused { say("'\(text)' means nothing in either file") }
    let report = DiffReport(
      comparison, settings, names: (a.display, b.display),
      hasColor: Terminal.current(color: settings.color).hasColor)
    var code: Int32 = report.differs ? 1 : 0
    if !settings.isQuiet {
      var output = ByteWriter(descriptor: StandardStream.output.rawValue)
      if settings.why.isEmpty {
        report.write(to: &output)
      } else {
        let missing = report.explain(to: &output)
        for text in missing { say("nothing differs at '\(text)'") }
      }
      output.flush()
      if output.hasFailed, !output.failedBecauseReaderIsGone {
        code = fail("the output could not be written: \(SystemError(code: output.failure))")
      }
    }
    for (opened, path) in [(x, a), (y, b)] where opened.source.hasChanged() {
      code = fail("\(path.display): file changed while being read")
    }
    return code
  }
}

/// What a profile and the rules of a call leave out.
struct DiffSelection {
  private let ignored: DiffScope
  private let only: DiffScope?
  private let wanted: DiffScope?
  private let profile: DiffSettings.Profile
  private let padding: DiffScope
  /// Rules of the call that mean nothing in either file.
  var unused: [String] { ignored.unused + (wanted?.unused ?? []) }

  init(_ settings: DiffSettings, _ before: Document, _ after: Document) {
    profile = settings.profile
    ignored = DiffScope(settings.ignored, before, after)
    wanted = settings.only.isEmpty ? nil : DiffScope(settings.only, before, after)
    switch profile {
    case .exact, .standard:
      only = nil
      padding = DiffScope([String](), before, after)
    case .reproducible:
      only = nil
      padding = DiffScope(
        [
          "//free", "//skip", "//wide", "//padding", "//@too", "//@swr", "//@enc", "//TSSE",
          "//TENC", "//*.compressorname",
        ], before, after)
    case .media:
      only = DiffScope(
        [
          "//mdat", "//idat", "//stbl", "//edts", "//moof", "//mvex", "//mdhd.timescale",
          "//mdhd.duration", "//mvhd.timescale", "//iloc", "//iprp", "//audio",
        ], before, after)
      padding = DiffScope([String](), before, after)
    case .tags:
      only = DiffScope(
        ["//udta", "//meta", "//ID32", "//ID3v2", "//ID3v1", "//APEv2", "//Lyrics3v2"], before,
        after)
      padding = DiffScope([String](), before, after)
    }
  }

  func isIgnored(_ change: Change) -> Bool {
    if ignored.contains(change) || padding.contains(change) { return true }
    if profile == .reproducible, change.isVolatile { return true }
    if let only, !only.contains(change) { return true }
    if let wanted, !wanted.contains(change) { return true }
    return false
  }
}
