import ByteReading
import CommandLineSupport
import MediaReports
import Structure
import StructureRendering

extension State {
  // MARK: Keys of a prompt

  mutating func reducePrompt(_ key: Key) {
    guard var prompt else { return }
    if case .replacing(let name) = prompt.purpose {
      self.prompt = nil
      if key == Key("y") { return write(name, replaces: true) }
      return say("not written")
    }
    switch key.code {
    case .escape: self.prompt = nil
    case .character("g") where key.isControl: self.prompt = nil
    case .enter:
      self.prompt = nil
      enter(prompt)
    case .backspace where prompt.text.isEmpty: self.prompt = nil
    case .character("d") where key.isControl && prompt.text.isEmpty: self.prompt = nil
    case .tab:
      if let behind = prompt.fileStart {
        let name = String(prompt.line.dropFirst(behind))
        return effects.append(.complete(name: name, behind: behind))
      }
      guard prompt.purpose == .command else { return }
      let view = view
      complete(prompt) { Self.completions(of: $0, in: view) }
    default:
      _ = prompt.edit(key)
      self.prompt = prompt
    }
  }

  /// Completes what is typed, and says what else there is.
  private mutating func complete(_ prompt: Prompt, _ found: (String) -> [String]) {
    var prompt = prompt
    let found = prompt.complete(found)
    message = found.count > 1 ? found.prefix(12).joined(separator: "  ") : ""
    if found.isEmpty { say("nothing begins so") }
    self.prompt = prompt
  }

  /// Completes the name of a file that is typed, with the names that there are.
  ///
  /// - Parameters:
  ///   - name: What was typed when they were asked for, behind so many characters.
  package mutating func complete(_ name: String, behind count: Int, with names: [String]) {
    guard let prompt, prompt.fileStart == count, prompt.line.dropFirst(count) == name else { return }
    let head = prompt.line.prefix(count)
    complete(prompt) { _ in names.map { head + $0 } }
  }

  private mutating func enter(_ prompt: Prompt) {
    let line = prompt.line
    message = ""
    switch prompt.purpose {
    case .search:
      guard !line.isEmpty else { return searchAgain(isForward: true) }
      searchLines.append(line)
      query = Needle(line)
      searchAgain(isForward: true)
    case .command:
      let command = line.trimmed
      guard !command.isEmpty else { return }
      commandLines.append(command)
      run(command)
    case .writing: if !line.isEmpty { write(line, replaces: false) }
    case .comparing: if !line.isEmpty { effects.append(.compare(name: line)) }
    case .replacing: break
    }
  }

  // MARK: Commands

  /// The words that are commands, and what they do.
  static let commands: [(word: String, meaning: String)] = [
    ("about", "what is said of the file as a whole"), ("check", "run all rules over all tables"),
    ("compare", "compare with another file"), ("follow", "read the file again when it changes"),
    ("help", "the keys"), ("next", "the next file"), ("plot", "pictures"),
    ("previous", "the file before"), ("quit", "leave"),
    ("write", "write the chosen bytes to a file"),
  ]

  /// Does what a line asks for: a command, a path, an offset.
  private mutating func run(_ line: String) {
    let parts = line.split(separator: " ", maxSplits: 1).map { String($0) }
    let argument = parts.count > 1 ? parts[1].trimmed : ""
    switch parts.first {
    case "q", "q!", "qa", "quit", "exit", "wq", "x": return effects.append(.quit)
    case "e", "edit", "open", "E":
      return say("files are named at the start and are tabs then; D compares with another")
    case "set", "se": return say("x, t and -- of the command line choose what is shown; ? the keys")
    case "$": return end()
    case "n", "next": return turnFile(1)
    case "p", "previous": return turnFile(-1)
    case "about": return show(.about)
    case "h", "help": return show(.help)
    case "check": return effects.append(.check(file: current))
    case "follow":
      follows = true
      return effects.append(.reload(file: current))
    case "plot":
      guard let kind = PictureKind(rawValue: argument) else { return showPicture() }
      return show([.picture(kind)])
    case "compare":
      if argument.isEmpty {
        prompt = Prompt(.comparing)
      } else {
        effects.append(.compare(name: argument))
      }
      return
    case "w", "write":
      if argument.isEmpty { writeBytes() } else { write(argument, replaces: false) }
      return
    default: go(to: line)
    }
  }

  /// Goes to an offset, or to what a path means.
  mutating func go(to line: String) {
    if line.hasSuffix("%"), let part = Int(line.dropLast()), (0...100).contains(part) {
      return go(toHundredth: part)
    }
    let text = line.hasPrefix("@") ? String(line.dropFirst()) : line
    if let offset = Needle.number(text) {
      guard offset < UInt64(view.tree.file.byteCount) else {
        return say("the file has \(view.tree.file.byteCount.grouped) bytes", isAlarm: true)
      }
      view.remember()
      focus = .bytes
      return view.go(toByte: Int(clamping: offset))
    }
    let path: Path
    do throws(PathError) {
      path = try Path(line)
    } catch {
      return say("'\(line)' is no path: \(error.message)", isAlarm: true)
    }
    guard let node = path.nodes(in: view.document).first else {
      let meant = view.document.suggestion(for: path, line).map { " — " + $0 } ?? ""
      return say("nothing matches '\(line)'" + meant, isAlarm: true)
    }
    view.remember()
    view.choose(node)
    focus = .tree
    guard let field = path.field else { return }
    guard let row = view.row(of: field.description) else {
      return say(
        "\(view.inspection.type(of: node)) has no field '\(field.description)'", isAlarm: true)
    }
    view.choose(field: row)
    focus = .fields
  }

  /// Goes as far into what the pane shows, as `%` does in pagers: rows of the tree, else bytes.
  private mutating func go(toHundredth part: Int) {
    view.remember()
    func place(_ count: Int) -> Int { Int(UInt64(clamping: max(0, count - 1)) / 100) * part
        + max(0, count - 1) % 100 * part / 100 }
    switch focus {
    case .tree:
      if let node = view.folds.node(at: place(view.folds.count)) { view.choose(row: node) }
    case .fields: view.choose(field: place(view.places.count))
    case .panel: view.panelRow = place(panelCount(of: view))
    case .bytes: view.go(toByte: place(view.tree.file.byteCount))
    }
  }

  /// What a line may go on as: commands, and what its path may.
  static func completions(of line: String, in view: FileView) -> [String] {
    let words = line.contains("/") ? [] : commands.map(\.word).filter { $0.hasPrefix(line) }
    return (words + view.document.completions(of: line)).unique
  }

  // MARK: Searching

  mutating func searchAgain(isForward: Bool) {
    guard let query else { return say("nothing was searched for yet: / begins") }
    search = Search(
      query, isForward: isForward, in: view.tree, node: view.node, row: view.field, byte: view.byte)
    work()
  }

  /// Says that nothing was found, and of what nobody looked into, how that is searched.
  private mutating func sayNotFound(_ query: Needle) {
    let line = searchLines.last ?? ""
    var text = "not found: \(line)"
    if let left = view.document.unsearchedBytes(by: query) {
      let parts = view.document.words(of: left)
      if let way = query.searchingAllBytes(line) {
        text += "; /\(way) searches \(parts)"
      } else {
        text += "; not searched: \(parts)"
        if case .number = query { text += "; /0xHEX searches all bytes" }
      }
    }
    say(text, isAlarm: true)
  }

  /// Goes on with what is not finished, for a slice.
  mutating func work() {
    view.inspection.readChunks(2_048)
    view.inspection.readCodings(of: listedSamples, ofTrack: view.track)
    guard var search else { return }
    let outcome = search.advance(view.inspection)
    self.search = nil
    switch outcome {
    case .working:
      self.search = search
      message = "searching… \(search.progress) %  (Esc stops)"
    case .none: sayNotFound(search.query)
    case .found(let hit):
      message = ""
      view.remember()
      switch hit {
      case .node(let node):
        view.choose(node)
        focus = .tree
      case .field(let node, let row):
        view.choose(node)
        view.choose(field: row)
        focus = .fields
      case .byte(let offset):
        view.go(toByte: offset)
        focus = .bytes
      }
    }
  }

  // MARK: Copying and writing

  mutating func copyPath() {
    var path = view.inspection.path(of: view.node)
    if let row = view.fieldRow { path += "." + row.path }
    effects.append(.copy(path))
    say("copied: \(path)")
  }

  /// The bytes that are chosen: of the sample in the pane of bytes, else of the field, else of the node.
  var chosenBytes: Range<Int>? {
    if focus == .bytes, let range = view.sampleBytes { return range }
    if let extent = view.fieldExtent, extent.count > 0 { return extent.byteOffset..<extent.byteEnd }
    return view.nodeBytes
  }

  mutating func copyBytes() {
    guard let range = chosenBytes, view.tree.sources.indices.contains(Int(view.source)) else {
      return
    }
    let limit = 65_536
    let source = view.tree.sources[Int(view.source)].bytes
    let end = min(range.upperBound, source.byteCount, range.lowerBound + limit)
    guard range.lowerBound < end else { return }
    var text = ByteWriter()
    text.put(hexBytes: source.bytes.extracting(range.lowerBound..<end), separator: nil)
    effects.append(.copy(text.string))
    let count = end - range.lowerBound
    say(
      count < range.count
        ? "copied the first \(count.grouped) of \(range.count.grouped) bytes as hex; w writes all"
        : "copied \(count.grouped) \(count == 1 ? "byte" : "bytes") as hex: \(text.string.prefix(40))")
  }

  mutating func writeBytes() {
    guard let range = chosenBytes, !range.isEmpty else { return say("there are no bytes here") }
    let name = view.inspection.type(of: view.node).filter { $0.isLetter || $0.isNumber }
    prompt = Prompt(.writing, text: (name.isEmpty ? "bytes" : name) + ".bin")
  }

  mutating func write(_ name: String, replaces: Bool) {
    guard let range = chosenBytes, !range.isEmpty else { return say("there are no bytes here") }
    effects.append(
      .write(name: name, file: current, source: view.source, bytes: range, replaces: replaces))
  }
}

extension FileView {
  /// The row of a field by its path; `nil` when the node has no such field among its first 4,096 rows.
  func row(of field: String) -> Int? {
    let rows = document.rows(of: node, for: .texts(0..<4_096)).rows
    if let found = rows.first(where: { $0.path == field }) { return found.number }
    // Further rows of a table are found by their number.
    guard let open = field.lastIndex(of: "["), field.last == "]",
      let number = Int(field[field.index(after: open)...].dropLast()), number > 0,
      let table = rows.first(where: { $0.path == field[..<open] && $0.kind == .table }),
      let place = places.place(of: table.number), number <= place.rows
    else { return nil }
    return table.number + number
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension Array where Element == String {
  /// The elements without those that were there before.
  var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
