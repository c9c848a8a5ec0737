import ByteReading
package import CommandLineSupport
import Structure

/// The inspector on a terminal: what stands between the pure ``State`` and the world.
package enum TerminalInspector {
  /// Shows the files of a call until a person leaves, and gives the exit code: 2 where one could not be read. What is
  /// wrong with the others the person has seen.
  package static func run(_ call: InspectorCall) -> Int32 {
    var opening = OpeningFiles(call)
    var painter = Painter(theme: Theme(color: call.color, environment: .process))
    var files = opening.soon
    // What cannot be opened is said where there is no terminal, too.
    if let files, !isShown(files, call) {
      report(files, call)
      return 2
    }
    let screen: TerminalScreen
    do throws(TerminalScreen.Failure) {
      screen = try TerminalScreen.open()
    } catch {
      if let files { report(files, call) }
      return refuse(error, call)
    }
    if files == nil {
      files = opening.wait(on: screen, &painter)
      painter.forget()
    }
    guard let files, isShown(files, call) else {
      screen.close()
      if let files { report(files, call) }
      return files == nil ? 0 : 2
    }
    var stamps: [FilePath: FileStatus.Stamp] = [:]
    for file in files.files { stamps[file.path] = file.stamp }
    let size = screen.size
    let terminal = Terminal.current(color: call.color)
    var state = State(
      surveys: files.surveys, pairing: files.pairing, paths: call.paths, columns: size.columns,
      rows: size.rows, isASCII: call.isASCII || !terminal.isUTF8)
    state.zone = { localSecondsAheadOfUTC(at: $0) }
    state.tellFailures(files.failures)
    var session = Session(
      call: call, screen: screen, state: state, painter: painter, stamps: stamps)
    let isLeft = session.run(typed: opening.typed)
    screen.close()
    report(files, call)
    if !isLeft { say("the terminal is gone", call) }
    return isLeft && files.failures.isEmpty ? 0 : 2
  }

  /// Whether there is something to look at: of several files those that can be opened, of a pair both.
  private static func isShown(_ opened: OpeningFiles.Opened, _ call: InspectorCall) -> Bool {
    let count = opened.surveys.count
    return count > 0 && (!call.isPair || count == opened.files.count)
  }

  /// Says what could not be opened.
  private static func report(_ opened: OpeningFiles.Opened, _ call: InspectorCall) {
    for failure in opened.failures { say(failure, call) }
  }

  /// Why there is no screen, and what to use instead.
  private static func refuse(_ failure: TerminalScreen.Failure, _ call: InspectorCall) -> Int32 {
    say("-i needs a terminal, and \(failure.reason); without -i the report goes anywhere", call)
    return 2
  }

  private static func say(_ text: String, _ call: InspectorCall) {
    var line = ByteWriter()
    line.put(message: text, from: call.tool)
    _ = StandardStream.error.tell(line.array, isASCII: call.isASCII)
  }
}

/// One run of the inspector: waits, reduces, does, paints.
struct Session {
  let call: InspectorCall
  let screen: TerminalScreen
  var state: State
  var painter: Painter
  private var decoder = InputDecoder()
  /// When the file was looked at last, and whether it was said that it changed.
  private var lastLook: UInt64 = 0
  private var hasToldChange = false
  private var hasQuit = false
  /// What the files were like before they were opened.
  private var stamps: [FilePath: FileStatus.Stamp]

  /// What another thread does, and what for.
  private var task: (purpose: Purpose, errand: Errand<Done>, progress: ReadingProgress)?

  private enum Purpose {
    case compare(FilePath, with: Document)
    case reload(Int, FilePath)
    case check(Int, Document)
    /// For a screen of so many columns.
    case draw([Overlay.Content], Document, columns: Int)

    var name: String {
      switch self {
      case .compare: "comparing"
      case .reload: "reading again"
      case .check: "checking"
      case .draw: "drawing"
      }
    }
  }

  private enum Done: Sendable {
    case opened(Surveying, FileStatus.Stamp?, Pairing?)
    case checked(Survey)
    case drawn((content: Overlay.Content, lines: [String])?)
  }

  init(
    call: InspectorCall, screen: TerminalScreen, state: State, painter: Painter,
    stamps: [FilePath: FileStatus.Stamp]
  ) {
    self.call = call
    self.stamps = stamps
    self.screen = screen
    self.state = state
    self.painter = painter
  }

  /// Milliseconds: how often another thread is asked, and how often a file is looked at.
  private static let taskTime = 20
  private static let lookTime = 500

  /// Runs until the person leaves; false when the terminal goes away before.
  ///
  /// - Parameter typed: What was typed before.
  mutating func run(typed: [UInt8]) -> Bool {
    take(typed)
    // Whether the terminal is light, and what every terminal answers, so that the answer is over.
    if painter.theme.depth != .none, !screen.write(Array("\u{1B}]11;?\u{7}\u{1B}[c".utf8)) {
      return false
    }
    var isFirst = true
    while !hasQuit {
      // The answer comes before the first picture, or is not waited for.
      if isFirst, painter.theme.depth != .none, case .bytes(let bytes) = screen.read(within: 100) {
        take(bytes)
      }
      isFirst = false
      if !paint() { return false }
      let wait =
        state.isWorking
        ? 0 : decoder.isWaiting ? Int(InputDecoder.escapeTime / 1_000_000) : task != nil ? Self.taskTime : Self.lookTime
      switch screen.read(within: wait) {
      case .bytes(let bytes): take(bytes)
      case .closed: return false
      case .changed:
        let size = screen.size
        painter.forget()
        reduce(.resize(columns: size.columns, rows: size.rows))
      case .stop: stop()
      // While work goes on nobody waits for keys, and an escape is one all the same when its time is over.
      case .nothing: take(decoder.timeOut(at: monotonicNanoseconds()))
      }
      if state.isWorking { reduce(.tick) }
      finishTask()
      look()
    }
    return true
  }

  private mutating func paint() -> Bool {
    var grid = Grid(columns: state.columns, rows: state.rows)
    state.paint(into: &grid)
    return screen.write(painter.bytes(for: grid))
  }

  private mutating func take(_ bytes: [UInt8]) {
    take(decoder.take(bytes, at: monotonicNanoseconds()))
  }

  private mutating func take(_ events: [Event]) {
    for event in events {
      if case .background(let red, let green, let blue) = event {
        let isLight = red * 3 + green * 6 + blue > 1_275
        if isLight != painter.theme.isLight {
          painter.theme.isLight = isLight
          painter.forget()
        }
        continue
      }
      reduce(event)
      if hasQuit { return }
    }
  }

  /// Looks now and then whether the file is still the one that was opened.
  private mutating func look() {
    let now = monotonicNanoseconds()
    if screen.takeLostBytes() {
      state.say(
        "the file is shorter than it was: zeros stand for what is gone; R reads it again",
        isAlarm: true)
      hasToldChange = true
    }
    guard now &- lastLook > UInt64(Self.lookTime) &* 1_000_000 else { return }
    lastLook = now
    guard let path = state.path(of: state.currentFile), let known = stamps[path] else { return }
    guard let stamp = path.stamp else {
      if !hasToldChange {
        state.say("the file is gone; what is shown is as it was", isAlarm: true)
        hasToldChange = true
      }
      return
    }
    if stamp == known {
      hasToldChange = false
    } else if !hasToldChange || state.follows {
      hasToldChange = true
      reduce(.fileChanged)
    }
  }

  private mutating func stop() {
    screen.stop()
    painter.forget()
    let size = screen.size
    reduce(.resize(columns: size.columns, rows: size.rows))
  }

  // MARK: Effects

  private mutating func reduce(_ event: Event) {
    for effect in state.reduce(event) { perform(effect) }
  }

  private mutating func perform(_ effect: Effect) {
    switch effect {
    case .quit: hasQuit = true
    case .stop: stop()
    case .redraw: painter.forget()
    case .copy(let text):
      // Where the terminal gives nobody its clipboard, what was copied stands in the last row.
      var sequence = ByteWriter()
      sequence.put("\u{1B}]52;c;")
      sequence.put(base64: Array(text.utf8).rawBytes)
      sequence.put("\u{7}")
      _ = screen.write(sequence.array)
    case .write(let name, let file, let source, let bytes, let replaces):
      write(to: name, file: file, source: source, range: bytes, replaces: replaces)
    case .compare(let name): compare(Self.named(name))
    case .reload(let file): reload(file)
    case .check(let file):
      guard let path = state.path(of: file), let document = state.document(of: file) else { return }
      let call = call
      begin(.check(file, document)) { _ in .checked(Survey(call.check(document, path))) }
    case .draw(let contents, let file): draw(contents, file)
    case .complete(let name, let behind):
      state.complete(name, behind: behind, with: Self.names(beginning: name))
    case .cancel:
      task = nil
      state.task = nil
    }
  }

  /// The names of files that begin so; directories end in a slash.
  static func names(beginning name: String) -> [String] {
    let cut = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
    let (folder, begin) = (String(name[..<cut]), String(name[cut...]))
    let place = named(folder.isEmpty ? "." : folder)
    let found = (try? directoryNames(at: place, followingLinks: true)) ?? []
    var names: [String] = []
    for name in found.prefix(100_000) {
      // What is no text cannot be typed.
      guard let text = String(validating: name, as: UTF8.self), text.hasPrefix(begin),
        begin.hasPrefix(".") || !text.hasPrefix(".")
      else { continue }
      names.append(folder + text + ((try? FileStatus(of: place.appending(name), followingLinks: true))?.kind == .directory ? "/" : ""))
      if names.count >= 200 { break }
    }
    return names
  }

  /// The file of a name that was typed, where `~` is the home of the person, as in a shell.
  private static func named(_ name: String) -> FilePath {
    guard name.hasPrefix("~/"), let home = Environment.process["HOME"], !home.isEmpty else {
      return FilePath(name)
    }
    return FilePath(home + name.dropFirst())
  }

  private mutating func draw(_ contents: [Overlay.Content], _ file: Int) {
    guard file == state.currentFile, let document = state.document(of: file) else { return }
    let text = state.overlayText
    begin(.draw(contents, document, columns: state.columns)) { _ in
      .drawn(text.first(of: contents))
    }
  }

  private mutating func reload(_ file: Int) {
    guard let path = state.path(of: file) else { return }
    guard !path.isStandardInput else {
      return state.say("standard input cannot be read again", isAlarm: true)
    }
    let call = call
    let partner = state.partner(of: file)
    begin(.reload(file, path)) { progress in
      let stamp = path.stamp
      let opening = Surveying(path, progress, call)
      guard case .done(let survey) = opening, let partner else {
        return .opened(opening, stamp, nil)
      }
      let (document, isFirst) = (survey.document, file == 0)
      return .opened(
        opening, stamp, Pairing(isFirst ? document : partner, isFirst ? partner : document))
    }
  }

  private mutating func compare(_ path: FilePath) {
    guard let shown = state.document(of: state.currentFile) else { return }
    let call = call
    begin(.compare(path, with: shown)) { progress in
      let stamp = path.stamp
      let opening = Surveying(path, progress, call)
      guard case .done(let survey) = opening else { return .opened(opening, stamp, nil) }
      return .opened(opening, stamp, Pairing(shown, survey.document))
    }
  }

  // MARK: Other threads

  private mutating func begin(
    _ purpose: Purpose, _ work: @escaping @Sendable (ReadingProgress) -> Done
  ) {
    if let task {
      return state.say("\(task.purpose.name) goes on: Ctrl-C ends it first", isAlarm: true)
    }
    let progress = ReadingProgress()
    task = (purpose, Errand { work(progress) }, progress)
  }

  /// Takes what another thread has done.
  private mutating func finishTask() {
    guard let (purpose, errand, progress) = task else { return }
    guard let done = errand.result else {
      let part = progress.hundredths.map { "\($0) %, " } ?? ""
      state.task = "\(purpose.name) \(part)\(errand.seconds) s"
      return
    }
    task = nil
    state.task = nil
    switch (purpose, done) {
    case (.compare(let path, let shown), .opened(.done(let survey), let stamp, let pairing?)):
      stamps[path] = stamp
      guard let file = (0..<state.fileCount).first(where: { state.document(of: $0) === shown })
      else { return state.say("the file was read again meanwhile: not compared", isAlarm: true) }
      state.compare(file, with: survey, path: path, pairing)
    case (.reload(let file, let path), .opened(.done(let survey), let stamp, let pairing)):
      stamps[path] = stamp
      if state.path(of: file) == path { state.take(survey, of: file, pairing: pairing) }
      hasToldChange = false
      if !state.follows { state.say("read again") }
    case (.compare(let path, _), .opened(.failed(let reason), _, _)),
      (.reload(_, let path), .opened(.failed(let reason), _, _)):
      state.say("\(path.display): \(reason)", isAlarm: true)
    case (.check(let file, let before), .checked(let survey)):
      // The file may have been read again meanwhile.
      guard state.document(of: file) === before else { return }
      state.take(checked: survey, of: file)
      state.say("all rules have run over all tables")
    case (.draw(let contents, let document, let columns), .drawn(let written)):
      guard state.document(of: state.currentFile) === document else { return }
      state.take(written)
      // The screen may have another width by now.
      if columns != state.columns { draw(contents, state.currentFile) }
    default: break
    }
  }

  private mutating func write(
    to name: String, file: Int, source: UInt16, range: Range<Int>, replaces: Bool
  ) {
    guard let document = state.document(of: file),
      document.tree.sources.indices.contains(Int(source))
    else { return }
    let bytes = document.tree.sources[Int(source)].bytes
    guard range.lowerBound >= 0, range.upperBound <= bytes.byteCount else { return }
    var inputs: Set<FileStatus.Identity> = []
    for place in 0..<state.fileCount {
      guard let path = state.path(of: place), !path.isStandardInput,
        let status = try? FileStatus(of: path, followingLinks: true)
      else { continue }
      inputs.insert(status.identity)
    }
    let path = Self.named(name)
    do throws(WritingError) {
      try OutputFile(named: path).write(
        bytes.bytes.extracting(range), replaces: replaces, sparing: inputs)
      state.say("\(range.count.grouped) bytes written to \(path.display)")
    } catch .exists {
      state.askToReplace(name)
    } catch {
      state.say(error.message(for: path), isAlarm: true)
    }
  }
}
