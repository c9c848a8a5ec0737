import ByteReading
import Structure

extension State {
  /// Makes the next state of an event, and says what is to be done outside.
  package mutating func reduce(_ event: Event) -> [Effect] {
    effects = []
    switch event {
    case .key(let key): reduce(key)
    case .mouse(let mouse): reduce(mouse)
    case .paste(let text): prompt?.insert(text)
    case .background: break
    case .resize(let columns, let rows): resize(columns, rows)
    case .tick: work()
    case .fileChanged:
      if follows {
        effects.append(.reload(file: current))
      } else {
        say("the file has changed: R reads it again, F follows it", isAlarm: true)
      }
    }
    settle()
    return effects
  }

  private mutating func reduce(_ key: Key) {
    if key == .control("z") { return effects.append(.stop) }
    if key == .control("l") { return effects.append(.redraw) }
    if key == Key(.function(10)) { return effects.append(.quit) }
    if key == .control("c"), stopWork() { return }
    if prompt != nil { return reducePrompt(key) }
    if overlay != nil { return reduceOverlay(key) }
    message = ""
    isAlarm = false
    if let prefix {
      self.prefix = nil
      return reduce(prefix, key)
    }
    if reduceEverywhere(key) { return }
    let isKnown =
      switch focus {
      case .tree: reduceTree(key)
      case .fields: reduceFields(key)
      case .bytes: reduceBytes(key)
      case .panel: reducePanel(key)
      }
    if !isKnown { answer(key) }
  }

  /// Stops what goes on, or closes what is open; false when there is nothing of it.
  private mutating func stopWork() -> Bool {
    if task != nil {
      task = nil
      effects.append(.cancel)
      say("stopped")
      return true
    }
    if search != nil {
      search = nil
      say("search stopped")
      return true
    }
    if prompt != nil {
      prompt = nil
      return true
    }
    if overlay != nil {
      overlay = nil
      return true
    }
    prefix = nil
    say("q quits, ? shows the keys")
    return true
  }

  // MARK: Keys of all panes

  /// Whether the key means the same in all panes; it was done then.
  private mutating func reduceEverywhere(_ key: Key) -> Bool {
    switch key.code {
    case .escape:
      if search != nil || task != nil { _ = stopWork() }
      return true
    case .tab:
      turn(key.isShift ? -1 : 1)
      return true
    case .function(1):
      show(.help)
      return true
    case .function(3):
      searchAgain(isForward: !key.isShift)
      return true
    case .function(5):
      effects.append(.reload(file: current))
      return true
    case .left where key.isAlternate:
      goBack()
      return true
    case .right where key.isAlternate:
      goForward()
      return true
    case .home where key.isControl:
      start()
      return true
    case .end where key.isControl:
      end()
      return true
    case .backspace:
      goBack()
      return true
    case .character(let scalar):
      if key.isAlternate { return reduceAlternate(scalar) }
      return key.isControl ? reduceControl(scalar) : reduceLetter(scalar)
    default: return false
    }
  }

  private mutating func reduceControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "o", "h", "t": goBack()
    // Terminals send Tab for it, unless they name keys.
    case "i": goForward()
    // What the terminal sends for Ctrl-].
    case "}":
      focus = .fields
      follow()
    case "r": effects.append(.redraw)
    case "w": turn(1)
    case "n": turnFile(1)
    case "p": turnFile(-1)
    case "g": prompt = Prompt(.command, history: commandLines)
    case "e": scroll(1)
    case "y": scroll(-1)
    case "f", "v": page(1)
    case "b": page(-1)
    case "d": page(1, half: true)
    case "u": page(-1, half: true)
    default: return false
    }
    return true
  }

  /// Letters with the alternate key held, as pagers have them.
  private mutating func reduceAlternate(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "v": page(-1)
    case "<": start()
    case ">": end()
    default: return false
    }
    return true
  }

  private mutating func reduceLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "q", "Q": effects.append(.quit)
    case "?": show(.help)
    case "a": show(.about)
    case "P": showPicture()
    case "1": focus = .tree
    case "2": focus = .fields
    case "3": focus = .bytes
    case "4": turnPanel()
    case "/": prompt = Prompt(.search, history: searchLines)
    case ":": prompt = Prompt(.command, history: commandLines)
    case "n": searchAgain(isForward: true)
    case "N": searchAgain(isForward: false)
    case "!": nextProblem()
    case "g", "[", "]", "m", "'", "z", "Z": prefix = scalar
    case "`": prefix = "'"
    case "}", "J": sibling(1)
    case "{", "K": sibling(-1)
    case "p": chooseParent()
    case "U": goForward()
    case "*", "#": searchLike(isForward: scalar == "*")
    case "<": start()
    case "G", ">": end()
    case "H": choose(.top)
    case "M": choose(.middle)
    case "L": choose(.end)
    case " ", "f": page(1)
    case "b": page(-1)
    case "d": page(1, half: true)
    case "u": page(-1, half: true)
    case "-": foldAll()
    case "=", "+": unfoldAll()
    case "x":
      isRaw.toggle()
      say(isRaw ? "numbers as they are stored" : "numbers with what they mean")
    case "t": turnTimes()
    case "y": copyPath()
    case "Y": copyBytes()
    case "w": writeBytes()
    case "D": prompt = Prompt(.comparing)
    case "o": otherFile()
    case "R": effects.append(.reload(file: current))
    case "F":
      follows.toggle()
      say(follows ? "following: the file is read again when it changes" : "not following any more")
      if follows { effects.append(.reload(file: current)) }
    default: return false
    }
    return true
  }

  /// A key behind one that waits for it.
  private mutating func reduce(_ prefix: Unicode.Scalar, _ key: Key) {
    guard case .character(let scalar) = key.code, !key.isControl, !key.isAlternate else { return }
    switch (prefix, scalar) {
    case ("g", "g"): start()
    case ("g", "t"): turnFile(1)
    case ("g", "T"): turnFile(-1)
    case ("g", "0"..."9"), ("g", "@"), ("g", "/"):
      prompt = Prompt(.command, text: String(Character(scalar)), history: commandLines)
    case ("]", "]"): sibling(1)
    case ("[", "["): sibling(-1)
    case ("Z", "Z"), ("Z", "Q"): effects.append(.quit)
    case ("z", "t"): bring(to: .top)
    case ("z", "z"): bring(to: .middle)
    case ("z", "b"): bring(to: .end)
    case ("z", "o"): unfold()
    case ("z", "c"): fold()
    case ("z", "a"): if view.tree.count > 0, view.folds.isOpen(view.node) { fold() } else { unfold() }
    case ("z", "M"): foldAll()
    case ("z", "R"): unfoldAll()
    case ("]", "c"): nextChange(1)
    case ("[", "c"): nextChange(-1)
    case ("m", _):
      guard scalar.properties.isAlphabetic, scalar.isASCII else {
        return say("a mark is a letter")
      }
      view.mark(Character(scalar))
      say("marked as \(Character(scalar)): ' and \(Character(scalar)) returns here")
    case ("'", "'"): goBack()
    case ("'", _):
      guard let mark = view.marks.first(where: { $0.name == Character(scalar) }) else {
        return say("there is no mark \(Character(scalar))")
      }
      view.remember()
      view.go(to: mark.spot)
    default: say("\(Character(prefix)) and \(Character(scalar)) mean nothing: ? shows the keys")
    }
  }

  // MARK: Keys of one pane

  private mutating func reduceTree(_ key: Key) -> Bool {
    guard view.tree.count > 0 else { return true }
    let node = view.node
    switch key.code {
    case .up, .character("k"): move(-1)
    case .down, .character("j"): move(1)
    case .pageUp: page(-1)
    case .pageDown: page(1)
    case .home: start()
    case .end: end()
    case .left, .character("h"): fold()
    case .right, .character("l"):
      if view.folds.foldedRun(at: node) != nil {
        view.folds.open(node)
      } else if !view.folds.hasChildren(node) {
        focus = .fields
        if view.field == nil { view.choose(field: 0) }
      } else if view.folds.isOpen(node) {
        view.choose(row: node.next)
      } else {
        view.folds.open(node)
      }
    case .enter:
      if view.folds.isOpen(node) {
        view.folds.close(node)
      } else if view.folds.hasChildren(node) || view.folds.foldedRun(at: node) != nil {
        view.folds.open(node)
      } else {
        focus = .fields
        if view.field == nil { view.choose(field: 0) }
      }
    default: return false
    }
    return true
  }

  /// Folds the chosen node or the run that it begins; from one that has nothing to fold it goes to its parent.
  private mutating func fold() {
    guard view.tree.count > 0 else { return }
    let node = view.node
    if view.folds.isOpen(node) {
      view.folds.close(node)
    } else if view.folds.beginsOpenRun(node) {
      view.folds.closeRun(at: node)
    } else if let parent = view.tree.parent(of: node) {
      view.choose(row: parent)
    }
  }

  private mutating func unfold() { if view.tree.count > 0 { view.folds.open(view.node) } }

  private mutating func reduceFields(_ key: Key) -> Bool {
    switch key.code {
    case .up, .character("k"): move(-1)
    case .down, .character("j"): move(1)
    case .pageUp: page(-1)
    case .pageDown: page(1)
    case .home: start()
    case .end: end()
    case .left, .character("h"): focus = .tree
    case .right, .character("l"): focus = .bytes
    case .enter: follow()
    default: return false
    }
    return true
  }

  private mutating func reduceBytes(_ key: Key) -> Bool {
    let width = layout.bytesInRow
    switch key.code {
    case .left, .character("h"): view.choose(byte: view.byte - 1)
    case .right, .character("l"): view.choose(byte: view.byte + 1)
    case .up, .character("k"): view.choose(byte: view.byte - width)
    case .down, .character("j"): view.choose(byte: view.byte + width)
    case .pageUp: page(-1)
    case .pageDown: page(1)
    case .home, .character("0"), .character("^"): view.choose(byte: view.byte / width * width)
    case .end, .character("$"): view.choose(byte: view.byte / width * width + width - 1)
    case .enter: focus = view.field == nil ? .tree : .fields
    default: return false
    }
    return true
  }

  private mutating func reducePanel(_ key: Key) -> Bool {
    switch key.code {
    case .up, .character("k"): move(-1)
    case .down, .character("j"): move(1)
    case .pageUp: page(-1)
    case .pageDown: page(1)
    case .home: start()
    case .end: end()
    case .left, .character("h"): turnTrack(-1)
    case .right, .character("l"): turnTrack(1)
    case .enter: openPanelRow()
    default: return false
    }
    return true
  }

  // MARK: The overlay

  private mutating func reduceOverlay(_ key: Key) {
    guard var overlay else { return }
    let height = overlayHeight
    switch key.code {
    case .escape where task != nil:
      _ = stopWork()
      return
    case .escape, .enter, .backspace, .function(1), .character("q"), .character("Q"),
      .character("?"), .character("a"):
      self.overlay = nil
      return
    case .up, .character("k"), .character("y"): overlay.top -= 1
    case .down, .character("j"), .character("e"): overlay.top += 1
    case .character("u"): overlay.top -= max(1, height / 2)
    case .character("d"): overlay.top += max(1, height / 2)
    case .pageUp, .character("b"): overlay.top -= height
    case .pageDown, .character(" "), .character("f"), .character("v"): overlay.top += height
    case .home, .character("g"), .character("<"): overlay.top = 0
    case .end, .character("G"), .character(">"): overlay.top = overlay.lines.count
    case .left, .character("h"): return turnPicture(-1)
    case .right, .character("l"), .tab: return turnPicture(1)
    case .character("P"):
      if case .picture = overlay.content { return turnPicture(1) }
      return showPicture()
    default: break
    }
    overlay.top = min(max(0, overlay.top), max(0, overlay.lines.count - height))
    self.overlay = overlay
  }

  // MARK: The mouse

  private mutating func reduce(_ mouse: Mouse) {
    if overlay != nil {
      switch mouse.action {
      case .wheelUp: reduceOverlay(Key(.up))
      case .wheelDown: reduceOverlay(Key(.down))
      case .press: overlay = nil
      default: break
      }
      return
    }
    let layout = layout
    switch mouse.action {
    case .release: isDragging = false
    case .drag: if isDragging { leftWidth = min(max(20, mouse.x), max(20, columns - 36)) }
    case .wheelUp, .wheelDown:
      guard let found = layout.pane(at: mouse.x, mouse.y) else { return }
      let kept = focus
      focus = found.pane
      move(mouse.action == .wheelUp ? -3 : 3)
      focus = kept
    case .press:
      message = ""
      if let divider = layout.divider, mouse.x == divider, mouse.y >= layout.headerRows {
        isDragging = true
        return
      }
      guard let found = layout.pane(at: mouse.x, mouse.y) else { return }
      focus = found.pane
      if found.row >= 0, let area = layout.panes[found.pane] {
        press(found.pane, row: found.row, column: mouse.x - area.x, of: layout)
      }
    }
  }

  /// A click on a row of a pane.
  private mutating func press(_ pane: Pane, row: Int, column x: Int, of layout: Layout) {
    switch pane {
    case .tree:
      guard let node = view.folds.node(at: view.treeTop + row) else { return }
      let isAgain = node == view.node
      view.choose(row: node)
      let marker = Int(view.tree[node].depth) * 2
      if isAgain || x == marker {
        if view.folds.isOpen(node) { view.folds.close(node) } else { view.folds.open(node) }
      }
    case .fields:
      let wanted = view.fieldTop + row
      if wanted < view.places.count { view.choose(field: wanted) }
    case .bytes:
      let first = layout.offsetDigits + 3
      let width = layout.bytesInRow
      let inHex = x - first
      let inText = x - layout.textColumn(in: layout.panes[.bytes]?.width ?? 0)
      let place =
        inText >= 0 && inText < width ? inText : inHex >= 0 && inHex < width * 3 ? inHex / 3 : nil
      guard let place else { return }
      view.choose(byte: (view.byteTop + row) * width + place)
    case .panel:
      let wanted = view.panelTop + row
      guard wanted < panelCount(of: view) else { return }
      view.panelRow = wanted
      openPanelRow()
      focus = .panel
    }
  }
}
