public import ByteReading

/// Writes the canonical paths of nodes while somebody goes through them in document order: every step
/// written out, `[N]` exactly when a sibling is called the same.
///
/// Siblings are counted in one pass for each parent, not for each node, and the text of a path grows
/// and shrinks with the depth.
///
/// ```swift
/// var tracker = PathTracker(document)
/// for index in tree.indices {
///   tracker.move(to: index)
///   tracker.put(to: &output)
/// }
/// ```
public struct PathTracker: ~Copyable {
  private let document: Document
  private let tree: Tree
  /// The path of the current node.
  private var text = ByteWriter()
  private var levels: [Level] = []
  /// How many of `levels` are open; the room of those behind them is used again.
  private var opened = 0
  /// The node that the tracker stands at.
  private var position: NodeIndex?
  /// The siblings of one type that the tracker is among.
  private var run = Run()

  /// What changes from one sibling to the next of the same type; the last of `levels` knows it only
  /// when the run is over.
  private struct Run {
    var depth = -1
    /// The next sibling, and the one that the tracker stands at; `nil` when there is no run.
    var next: NodeIndex?
    var current: NodeIndex?
    var type = FourCC(0)
    /// One past the last node of the parent.
    var end = NodeIndex(0)
    /// The number of siblings of the type, and how many of them were passed.
    var count = 0
    var passed = 0
    /// The length of the text up to the end of the name.
    var nameEnd = 0
    /// Whether the level does not know yet what was passed.
    var isAhead = false
  }

  /// The children of one parent. It is asked by what may change it: to look at one of its properties in a list, it would be
  /// copied.
  private struct Level {
    /// The next child to be counted.
    var next: NodeIndex
    /// The child that the tracker stands at.
    var current: NodeIndex?
    /// One past the last node of the parent.
    var end: NodeIndex
    /// The length of the parent's path.
    var prefix: Int
    /// Whether no two children are called the same, nor any by more than its type: then they are not counted.
    var isPlain = false
    /// The names of the children, where they are counted.
    var names = SiblingNames()
    /// The place in `names` of the last child that was passed, and its type if it has one.
    var last = 0
    var type: FourCC?
    /// The length of the text up to the end of the name that was written last.
    var nameEnd = 0

    /// A level without names, for children from `next` on.
    init(next: NodeIndex, end: NodeIndex, prefix: Int) {
      (self.next, self.end, self.prefix) = (next, end, prefix)
    }

    /// Makes it the level of another parent; the room for names is kept.
    mutating func reset(next: NodeIndex, end: NodeIndex, prefix: Int) {
      (self.next, self.end, self.prefix) = (next, end, prefix)
      current = nil
      if !isPlain { names.removeAll() }
      last = 0
      type = nil
      nameEnd = 0
    }

    /// The place of `name` in `names`, if it is there.
    mutating func place(of name: SiblingName) -> Int? {
      if names.indices.contains(last), names.has(name, at: last) { return last }
      return names.place(of: name)
    }

    /// Counts `run` children of one name.
    mutating func count(_ name: SiblingName, _ run: Int) {
      if let place = place(of: name) {
        names.add(run, at: place)
        last = place
      } else {
        last = names.add(name, count: run)
      }
    }

    /// Counts `run` children of one type that are called by it.
    mutating func count(_ type: FourCC, _ run: Int) {
      if let place = names.place(of: type, near: last) {
        names.add(run, at: place)
        last = place
      } else {
        last = names.add(SiblingName(type: type.rawValue), count: run)
      }
    }

    /// Passes the children up to `index`, and goes there.
    mutating func pass(upTo index: NodeIndex, of document: Document) {
      let tree = document.tree
      current = index
      if isPlain {
        // The siblings in between are passed by going to this one.
        let node = tree[index]
        (next, type) = (node.subtreeEnd, node.type)
        return
      }
      while next <= index {
        let node = tree[next]
        if node.type != type, node.isCalledByType {
          last = names.place(of: node.type, near: last) ?? 0
          type = node.type
        } else if node.type != type || !node.marks.isDisjoint(with: .nameless) || node.type == .uuid {
          let name = document.siblingName(of: node)
          if name.isExtendedType, let any = place(of: .anyExtendedType) { names.pass(at: any) }
          last = place(of: name) ?? 0
          type = node.marks.isDisjoint(with: .nameless) ? node.type : nil
        }
        names.pass(at: last)
        next = node.subtreeEnd
      }
    }

    /// The number of the child that the level stands at among those of its name, and how many there are.
    mutating func number() -> (passed: Int, count: Int) {
      isPlain ? (1, 1) : (names.passed(at: last), names.count(at: last))
    }

    /// The run that begins with the child that the level stands at; `nil` when that is not called by its type.
    mutating func run(at depth: Int) -> Run? {
      guard let type, type != .uuid else { return nil }
      let (passed, count) = number()
      return Run(
        depth: depth, next: next, current: current, type: type, end: end, count: count, passed: passed, nameEnd: nameEnd)
    }
  }

  /// A tracker that stands before the first node.
  ///
  /// - Parameter document: The document whose nodes are gone to.
  public init(_ document: Document) {
    self.document = document
    tree = document.tree
  }

  /// Goes to the node at `index`, which is the last one or comes after it in document order; any
  /// number of nodes may lie between.
  ///
  /// - Parameter index: The node, of the same tree.
  public mutating func move(to index: NodeIndex) {
    if index == position { return }
    position = index
    let node = tree[index]
    let depth = Int(node.depth)
    if index == run.next, depth == run.depth, index < run.end, node.type == run.type,
      node.marks.isDisjoint(with: .nameless)
    {
      // What was gone to in the sibling before is behind it.
      opened = depth + 1
      run.isAhead = true
      run.passed += 1
      run.next = node.subtreeEnd
      run.current = index
      text.truncate(to: run.nameEnd)
      if run.count > 1 { put(number: run.passed) }
      return
    }
    endRun()
    while opened > depth + 1 || opened > 0 && index >= levels[opened - 1].end { opened -= 1 }
    if opened <= depth {
      if depth > 0 {
        // Go to the parent first, unless the tracker stands there already.
        let isThere =
          opened == depth
          && levels[depth - 1].current.map { index < tree[$0].subtreeEnd } ?? false
        if !isThere, let parent = tree.parent(of: index) {
          move(to: parent)
          position = index
        }
      }
      open(depth > 0 ? levels[depth - 1].current : nil)
    }
    step(to: index, depth)
    beginRun(depth)
  }

  /// Passes the level what the run has passed.
  private mutating func endRun() {
    guard run.depth >= 0, run.depth < opened else { return }
    if run.isAhead {
      if let next = run.next { levels[run.depth].next = next }
      levels[run.depth].current = run.current
      levels[run.depth].names.setPassed(run.passed, at: levels[run.depth].last)
      run.isAhead = false
    }
    run.depth = -1
    run.next = nil
  }

  /// Begins a run with the sibling that was stepped to, when it is called by its type.
  private mutating func beginRun(_ depth: Int) {
    if let next = levels[depth].run(at: depth) { run = next }
  }

  private mutating func put(number: Int) {
    text.put("[")
    text.put(decimal: UInt64(number))
    text.put("]")
  }

  /// Counts the children of `parent`.
  private mutating func open(_ parent: NodeIndex?) {
    let inside = tree.descendants(of: parent)
    let end = inside.upperBound
    var child = inside.lowerBound
    let place = opened
    if place < levels.count {
      levels[place].reset(next: child, end: end, prefix: text.count)
    } else {
      levels.append(Level(next: child, end: end, prefix: text.count))
    }
    opened = place + 1
    levels[place].isPlain = areDistinct(from: child, to: end)
    if levels[place].isPlain { return }
    while child < end {
      let node = tree[child]
      // Siblings that follow one another often have one type.
      var run = 0
      var next = child
      while next < end {
        let other = tree[next]
        guard other.type == node.type, other.marks.isDisjoint(with: .nameless), node.type != .uuid
        else { break }
        run += 1
        next = other.subtreeEnd
      }
      if run == 0 {
        run = 1
        next = node.subtreeEnd
      }
      if node.isCalledByType {
        levels[place].count(node.type, run)
        child = next
        continue
      }
      let key = document.siblingName(of: node)
      levels[place].count(key, run)
      if key.isExtendedType { levels[place].count(.anyExtendedType, run) }
      child = next
    }
    levels[place].last = 0
  }

  /// Whether a look at the siblings from `child` on says that no two are called the same, and each by its type: those of
  /// nearly all parents that have few.
  private func areDistinct(from child: NodeIndex, to end: NodeIndex) -> Bool {
    var (child, seen) = (child, 0 as UInt64)
    while child < end {
      let node = tree[child]
      // One of 64 bits for each type; two types of one bit have to be counted.
      let bit = 1 as UInt64 &<< UInt64((node.type.rawValue &* 0x9E37_79B1) &>> 26)
      guard seen & bit == 0, node.isCalledByType else { return false }
      seen |= bit
      child = node.subtreeEnd
    }
    return true
  }

  /// Passes the siblings up to `index` and writes its name.
  private mutating func step(to index: NodeIndex, _ depth: Int) {
    levels[depth].pass(upTo: index, of: document)
    text.truncate(to: levels[depth].prefix)
    if depth > 0 { text.put("/") }
    document.put(nameOf: tree[index], to: &text)
    levels[depth].nameEnd = text.count
    let (passed, count) = levels[depth].number()
    if count > 1 { put(number: passed) }
  }

  /// The path of the node that was gone to last.
  public var path: String { text.string }

  /// The number in brackets of the last step, 0 where there is none, when the step is the type of the node and
  /// no more than that; `nil` when it is something else, and has to be written to be known.
  package var number: Int? {
    guard run.depth >= 0, run.depth == opened - 1 else { return nil }
    return run.count > 1 ? run.passed : 0
  }

  /// Writes the last step of the path.
  ///
  /// - Parameter output: Where the step is written to, without a slash before it.
  package func put(stepTo output: inout ByteWriter) {
    guard opened > 0 else { return }
    let prefix = levels[opened - 1].prefix
    output.put(bytes: text.contents.extracting((opened > 1 ? prefix + 1 : prefix)..<text.count))
  }

  /// The steps to the node that was gone to last.
  fileprivate var steps: [Path.Step] {
    levels.enumerated().compactMap { depth, level in
      // The last level knows what its run has passed only when that is over.
      let isRun = depth == run.depth
      guard let node = isRun ? run.current : level.current else { return nil }
      var level = level
      let (passed, counted) = level.number()
      let (number, count) = isRun ? (run.passed, run.count) : (passed, counted)
      return Path.Step(
        isDeep: false, name: document.pathName(of: tree[node]),
        selectors: count > 1 ? [.index(number)] : [])
    }
  }

  /// Writes the path of the node that was gone to last.
  ///
  /// - Parameter output: Where the path is written to, without a line feed.
  public func put(to output: inout ByteWriter) { output.put(text) }
}

extension Node {
  /// Whether its type, and no more, is what it is called among its siblings.
  fileprivate var isCalledByType: Bool { marks.isDisjoint(with: .nameless) && type != .uuid }
}

extension Document {
  /// What a node is called among its siblings.
  fileprivate func siblingName(of node: Node) -> SiblingName {
    if node.isRaw { return SiblingName(kind: node.marks.contains(.raw) ? 1 : 2) }
    if node.type == .uuid, let type = extendedType(of: node) {
      return .extendedType(type.high, type.low)
    }
    if node.marks.contains(.named), let name = tree.program(of: node)?.syntax.name,
      !name.isEmpty, !name.description.hasPrefix("{")
    {
      // Tags of several versions are called the same.
      return SiblingName(kind: 4, high: name.fingerprint)
    }
    return SiblingName(type: node.type.rawValue)
  }

  /// Writes a node's name as a step of a path: a key string, quoted where it is not bare.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - output: Where the step is written to.
  public func put(nameOf node: Node, to output: inout ByteWriter) {
    if !node.marks.isDisjoint(with: .nameless), let word = word(for: node) {
      output.put(step: word)
    } else if node.type == .uuid, let type = extendedType(of: node) {
      output.put("uuid:")
      output.put(hex: type.high, digits: 16)
      output.put(hex: type.low, digits: 16)
    } else {
      output.put(step: node.type)
    }
  }
}

extension ByteWriter {
  /// Writes a type as a step of a path: bare when all its characters are letters, digits or
  /// `@ _ - ! +`, else in quotes.
  ///
  /// - Parameter code: The type.
  public mutating func put(step code: FourCC) {
    if code.isBareStep {
      put(key: code)
    } else {
      put("'")
      let key = code.key
      if key.contains("'") {
        put(key.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'"))
      } else {
        put(key)
      }
      put("'")
    }
  }
}

extension ByteWriter {
  /// Writes a word as a step of a path, in quotes where it is not bare.
  ///
  /// - Parameter word: The word, as it comes from a table or from a file; it is escaped where it is
  ///   quoted.
  public mutating func put(step word: String) {
    let isBare = word.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        || scalar == "_" || scalar == "-" || scalar == "!" || scalar == "+"
    }
    if isBare, !word.isEmpty {
      put(word)
      return
    }
    put("'")
    for scalar in word.unicodeScalars {
      if scalar == "'" || scalar == "\\" { put("\\") }
      put(String(scalar))
    }
    put("'")
  }
}

extension FourCC {
  /// Whether the key string can stand in a path without quotes; `@0x…` there is an offset.
  public var isBareStep: Bool {
    // Most are four small letters: with bit 7 clear no byte carries into the next.
    let (fromA, behindZ) = (rawValue &+ 0x1F1F_1F1F, rawValue &+ 0x0505_0505)
    if rawValue & 0x8080_8080 == 0, fromA & ~behindZ & 0x8080_8080 == 0x8080_8080 { return true }
    if rawValue &>> 8 == 0xA9_3078, byte(3).hexDigit != nil { return false }
    if isThreeCharacters { return true }
    let first = byte(0)
    return (first.isBare || first == 0xA9) && byte(1).isBare && byte(2).isBare && byte(3).isBare
  }
}

extension UInt8 {
  /// Whether it is a letter, a digit, or one of `! + - _`: a bit for each is asked.
  fileprivate var isBare: Bool {
    let bits: UInt64 = self < 0x40 ? 0x03FF_2802_0000_0000 : self < 0x80 ? 0x07FF_FFFE_87FF_FFFE : 0
    return bits &>> UInt64(self & 0x3F) & 1 == 1
  }
}

extension Document {
  /// The canonical path of the node at `index`.
  ///
  /// - Parameter index: The node.
  /// - Returns: The path, in which siblings of one name are distinguished by number:
  ///   `moov/trak[2]`.
  /// - Complexity: O(*n*) in the number of siblings on each level.
  public func path(of index: NodeIndex) -> String {
    var text = ByteWriter()
    if put(pathOfTyped: index, to: &text) { return text.string }
    var tracker = PathTracker(self)
    tracker.move(to: index)
    return tracker.path
  }

  /// Writes the path of a node that is called by its type, as those around it are: of their siblings only those of the
  /// same type are counted. False, and nothing is written, for any other.
  private func put(pathOfTyped index: NodeIndex, to text: inout ByteWriter) -> Bool {
    let node = tree[index]
    guard node.marks.isDisjoint(with: .nameless), node.type != .uuid else { return false }
    let parent = tree.parent(of: index)
    if let parent {
      guard put(pathOfTyped: parent, to: &text) else { return false }
      text.put("/")
    }
    text.put(step: node.type)
    var (number, count) = (0, 0)
    for sibling in tree.children(of: parent) {
      let other = tree[sibling]
      guard other.type == node.type, other.marks.isDisjoint(with: .nameless) else { continue }
      count += 1
      if sibling <= index { number = count }
    }
    if count > 1 {
      text.put("[")
      text.put(decimal: UInt64(number))
      text.put("]")
    }
    return true
  }

  /// The path of the node at `index` with the levels in its middle left out, where that finds the same
  /// node and no other; else its canonical path.
  package func shortPath(of index: NodeIndex) -> String {
    var tracker = PathTracker(self)
    tracker.move(to: index)
    var short = Path(anchor: .either, steps: tracker.steps)
    guard short.steps.count > 4 else { return tracker.path }
    short.steps.removeSubrange(2..<short.steps.count - 1)
    short.steps[2].isDeep = true
    return short.nodes(in: self) == [index] ? short.stepsText : tracker.path
  }
}
