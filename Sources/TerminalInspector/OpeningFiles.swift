import ByteReading
import CommandLineSupport
import Structure

extension FilePath {
  /// What the file is like now; `nil` for what has no name, or is gone.
  var stamp: FileStatus.Stamp? {
    isStandardInput ? nil : (try? FileStatus(of: self, followingLinks: true))?.stamp
  }
}

/// How opening a file and going through it ended.
enum Surveying: Sendable {
  case done(Survey)
  /// Why not, without the name of the file.
  case failed(String)

  init(_ path: FilePath, _ progress: ReadingProgress, _ call: InspectorCall) {
    self =
      switch call.open(path, progress) {
      case .opened(let document): .done(Survey(document))
      case .failed(let reason): .failed(reason)
      }
  }
}

/// Opens the files of a call, and compares a pair, while the screen says so, when it takes long.
struct OpeningFiles {
  /// What came of each file, and how a pair compares.
  struct Opened: Sendable {
    var files: [(path: FilePath, stamp: FileStatus.Stamp?, opening: Surveying)]
    var pairing: Pairing?

    /// Why the others could not.
    var failures: [String] {
      files.compactMap {
        if case .failed(let reason) = $0.opening { "\($0.path.display): \(reason)" } else { nil }
      }
    }

    /// Those that could be opened.
    var surveys: [(survey: Survey, path: FilePath)] {
      files.compactMap { if case .done(let survey) = $0.opening { (survey, $0.path) } else { nil } }
    }
  }

  /// What goes on.
  private enum Step: Sendable {
    case reading(FilePath?, ReadingProgress)
    case comparing
  }

  private let errand: Errand<Opened>
  private let step: Guarded<Step>
  /// What was typed meanwhile.
  private(set) var typed: [UInt8] = []

  /// The milliseconds after which a message is shown.
  private static let quiet = 100

  init(_ call: InspectorCall) {
    let step = Guarded(Step.reading(call.files.first, ReadingProgress()))
    self.step = step
    errand = Errand {
      var opened = Opened(
        files: call.files.map { path in
          let progress = ReadingProgress()
          step.value = .reading(path, progress)
          return (path, path.stamp, Surveying(path, progress, call))
        })
      let surveys = opened.surveys
      if call.isPair, surveys.count == 2 {
        step.value = .comparing
        opened.pairing = Pairing(surveys[0].survey.document, surveys[1].survey.document)
      }
      return opened
    }
  }

  /// What is said to who waits: `still reading movie.mov, 38 %: 2 s`.
  var sentence: String {
    switch step.value {
    case .reading(let path, let progress):
      let name = path.map { $0.isStandardInput ? "standard input" : $0.display } ?? ""
      let part = progress.hundredths.map { ", \($0) %" } ?? ""
      return "still reading \(name)\(part): \(errand.seconds) s"
    case .comparing: return "still comparing: \(errand.seconds) s"
    }
  }

  /// What came of it, when that is known soon.
  var soon: Opened? {
    for _ in 0..<Self.quiet / 2 {
      if let result = errand.result { return result }
      pause(milliseconds: 2)
    }
    return errand.result
  }

  /// Waits on a screen; `nil` when the person left, or the terminal is gone.
  mutating func wait(on screen: TerminalScreen, _ painter: inout Painter) -> Opened? {
    while true {
      if let result = errand.result { return result }
      let size = screen.size
      var grid = Grid(columns: min(max(1, size.columns), 1_000), rows: min(max(1, size.rows), 1_000))
      grid.put(sentence, x: 1, y: 0, .strong, ellipsis: "~")
      grid.put("q leaves", x: 1, y: grid.rows - 1, .faint)
      guard screen.write(painter.bytes(for: grid)) else { return nil }
      switch screen.read(within: 50) {
      case .bytes(let bytes):
        if bytes.first == UInt8(ascii: "q") || bytes.first == 3 { return nil }
        if typed.count < InputDecoder.longestPaste { typed += bytes }
      case .closed: return nil
      case .changed: painter.forget()
      case .stop:
        screen.stop()
        painter.forget()
      case .nothing: break
      }
    }
  }
}
