public import ByteReading

extension Media {
  /// Where in a file: the one language of outputs, options, diffs and reports.
  ///
  /// ```
  /// moov/trak[vide]/mdia/minf/stbl/stsd     //stsz.sample_count     moov/udta/@nam
  /// /moof[last]/traf/tfdt.baseMediaDecodeTime                       @0x662d
  /// ```
  ///
  /// A path that begins with `/` starts at the top of the file, with `//` anywhere; with neither it is
  /// tried from the top and, if no node is there, anywhere.
  public struct Path: Sendable, Hashable {
    /// Where the first step begins.
    public var anchor: Anchor
    /// The levels of nodes, from the outside in.
    public var steps: [Step]
    /// The field of the nodes, if one is named.
    public var field: FieldPath?
    /// The offset in the file, of a path that is nothing else.
    public var offset: UInt64?

    /// A path of these parts.
    ///
    /// - Parameters:
    ///   - anchor: Where the first step begins.
    ///   - steps: The levels of nodes, from the outside in.
    ///   - field: The field of the nodes; `nil` for the nodes themselves.
    ///   - offset: The offset in the file, of a path that is nothing else.
    public init(
      anchor: Anchor, steps: [Step] = [], field: FieldPath? = nil, offset: UInt64? = nil
    ) {
      self.anchor = anchor
      self.steps = steps
      self.field = field
      self.offset = offset
    }

    /// Where the first step of a path begins: at the top of the file, anywhere, or at the top and,
    /// where that finds no node, anywhere.
    public enum Anchor: Sendable { case top, anywhere, either }

    /// One level of nodes.
    public struct Step: Sendable, Hashable {
      /// Whether any number of levels may lie before it.
      public var isDeep: Bool
      /// What nodes of the level are called.
      public var name: Name
      /// Which of the nodes of that name are meant; all when there are none.
      public var selectors: [Selector]

      init(isDeep: Bool, name: Name, selectors: [Selector]) {
        self.isDeep = isDeep
        self.name = name
        self.selectors = selectors
      }

      /// All nodes of a code.
      package init(_ code: FourCC) { self.init(isDeep: false, name: .code(code), selectors: []) }

      /// All nodes.
      package static var any: Step { Step(isDeep: false, name: .any, selectors: []) }
    }

    /// What a step calls nodes.
    public enum Name: Sendable, Hashable {
      /// Any node: `*`.
      case any
      /// The code of a node: `moov`, `©nam`.
      case code(FourCC)
      /// The name of a node that has no code: `raw`, `padding`, `ID3v2`.
      case word(String)
      /// The sixteen bytes of an extended type.
      case uuid(Catalogue.ExtendedType)
    }

    /// Which of several siblings a step means.
    public enum Selector: Sendable, Hashable {
      /// From 1, among siblings that the step has selected so far.
      case index(Int)
      /// The last one among siblings of the name: `[last]`.
      case last
      /// A handler, or another identity that is written without its key.
      case word(String)
      /// A key and its value: `[id=2]`.
      case key(String, String)
    }
  }
}

package typealias Path = Media.Path

/// Why a path does not parse.
public struct PathError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, for people.
  public let message: String
  /// The offset of the character it is about.
  public let position: Int

  /// The message and the place, from 1: `… at character 5`.
  public var description: String { "\(message) at character \(position + 1)" }
}

extension Media.Path {
  /// Reads a path as people write it.
  ///
  /// - Parameter text: The path: `moov/trak[vide]/mdia`, `//emsg.id`, `@0x20`.
  /// - Throws: `PathError`, which says what is wrong and where.
  public init(_ text: String) throws(PathError) {
    var parser = Parser(text)
    self = try parser.path()
  }

  /// Reads characters one after another.
  fileprivate struct Parser {
    let scalars: [Unicode.Scalar]
    var at = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

    /// `position` is where parsing stands unless it is given.
    func fail(_ message: String, at position: Int? = nil) -> PathError {
      PathError(message: message, position: position ?? at)
    }

    /// The characters from `start` up to where parsing stands, or to `end`.
    func text(from start: Int, to end: Int? = nil) -> String {
      let end = end ?? at
      var bytes: [UInt8] = []
      bytes.reserveCapacity(end - start)
      for place in start..<end {
        let scalar = scalars[place]
        if scalar.isASCII { bytes.append(UInt8(truncatingIfNeeded: scalar.value)) } else { bytes += Array(String(scalar).utf8) }
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    mutating func take(_ text: String) -> Bool {
      var place = at
      for wanted in text.unicodeScalars {
        guard place < scalars.count, scalars[place] == wanted else { return false }
        place += 1
      }
      at = place
      return true
    }

    /// Takes what stands for any number of levels.
    mutating func takeDeep() -> Bool { next == "/" && (take("//") || take("/…/") || take("/.../")) }

    mutating func path() throws(PathError) -> Path {
      if let offset = offset() {
        return Path(anchor: .top, steps: [], field: nil, offset: offset)
      }
      guard next != nil else { throw fail("the path is empty") }
      var path = Path(anchor: .either, steps: [], field: nil, offset: nil)
      var isDeep = false
      if takeDeep() {
        path.anchor = .anywhere
        isDeep = true
      } else if take("/") {
        path.anchor = .top
      }
      while true {
        path.steps.append(try step(isDeep: isDeep))
        guard next == "/" else { break }
        isDeep = takeDeep()
        if !isDeep { at += 1 }
      }
      if take(".") { path.field = try fieldPath() }
      if next != nil { throw fail("'\(scalars[at])' is not understood here") }
      return path
    }

    /// `@0x` and hexadecimal digits alone.
    mutating func offset() -> UInt64? {
      guard scalars.first == "@" else { return nil }
      let text = text(from: 0, to: scalars.count)
      guard text.hasPrefix("@0x"), text.dropFirst(3).allSatisfy(\.isHexDigit) else { return nil }
      guard let value = UInt64(text.dropFirst(3), radix: 16) else { return nil }
      return value
    }

    static func isBare(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "@", "©", "_", "-", "!", "+", "\\": true
      default: false
      }
    }

    mutating func step(isDeep: Bool) throws(PathError) -> Step {
      var step = Step(isDeep: isDeep, name: .any, selectors: [])
      if take("*") {
        step.name = .any
      } else if take("uuid:") {
        let start = at
        while let scalar = next, scalar.properties.isHexDigit || scalar == "-" { at += 1 }
        guard let type = Catalogue.ExtendedType(text(from: start)) else {
          throw fail("'uuid:' takes 32 hexadecimal digits")
        }
        step.name = .uuid(type)
      } else {
        let isQuoted = next == "'"
        let text = isQuoted ? try quoted() : bare()
        guard !text.isEmpty else {
          throw fail(
            next.map { "a type is missing before '\($0)'" } ?? "a type is missing at the end")
        }
        step.name = FourCC(key: text).map { .code($0) } ?? .word(text.withoutEscapes)
      }
      while take("[") { step.selectors.append(try selector()) }
      return step
    }

    /// A word of bare characters; escapes stay as they are written.
    mutating func bare() -> String {
      let start = at
      while let scalar = next, Self.isBare(scalar) {
        at += 1
        if scalar == "\\", next != nil { at += 1 }
      }
      return text(from: start)
    }

    /// Text in single quotes; `\'` and `\\` lose their backslash only where a key string is not meant.
    mutating func quoted() throws(PathError) -> String {
      let start = at
      at += 1
      while let scalar = next {
        at += 1
        if scalar == "'" { return text(from: start + 1, to: at - 1) }
        if scalar == "\\", next != nil { at += 1 }
      }
      throw fail("a quote is not closed", at: start)
    }

    mutating func number() -> Int? {
      let start = at
      while let scalar = next, ("0"..."9").contains(scalar) { at += 1 }
      guard at > start else { return nil }
      return Int(text(from: start)) ?? .max
    }

    mutating func selector() throws(PathError) -> Selector {
      let start = at
      if let index = number(), take("]") {
        guard index > 0 else { throw fail("indexes start at 1", at: start) }
        return .index(index)
      }
      if at > start, take("..") {
        throw fail("a range selects rows of a field, not nodes", at: start)
      }
      at = start
      if take("last]") { return .last }
      let word: String
      if next == "'" {
        word = try quoted().withoutEscapes
      } else {
        while let scalar = next, scalar != "]", scalar != "=" { at += 1 }
        word = text(from: start)
      }
      guard !word.isEmpty || next == nil else { throw fail("a selector is empty", at: start) }
      if take("]") { return .word(word) }
      guard take("=") else { throw fail("a selector is not closed with ']'") }
      let value: String
      if next == "'" {
        value = try quoted().withoutEscapes
      } else {
        let start = at
        while let scalar = next, scalar != "]" { at += 1 }
        value = text(from: start)
      }
      guard take("]") else { throw fail("a selector is not closed with ']'") }
      return .key(word, value)
    }

    mutating func fieldPath() throws(PathError) -> FieldPath {
      var path = FieldPath(parts: [])
      repeat {
        let start = at
        while let scalar = next, scalar != ".", scalar != "[", scalar != "/" { at += 1 }
        let name = text(from: start)
        guard !name.isEmpty else { throw fail("the name of a field is missing") }
        var part = FieldPath.Part(name: name, indexes: [])
        while take("[") { part.indexes.append(try index()) }
        path.parts.append(part)
      } while take(".")
      return path
    }

    mutating func index() throws(PathError) -> FieldPath.Index {
      if take("*]") { return .all }
      if take("last]") { return .last }
      let start = at
      guard let first = number() else { throw fail("an index is a number, 'last' or '*'") }
      guard first > 0 else { throw fail("indexes start at 1", at: start) }
      if take("..") {
        let second = at
        guard let last = number() else { throw fail("a range needs a second number") }
        guard last >= first else { throw fail("a range ends before it begins", at: second) }
        guard take("]") else { throw fail("an index is not closed with ']'") }
        return .range(first, last)
      }
      guard take("]") else { throw fail("an index is not closed with ']'") }
      return .one(first)
    }
  }
}

extension String {
  /// Quoted text with its escapes resolved.
  var withoutEscapes: String {
    guard utf8.contains(UInt8(ascii: "\\")) else { return self }
    var result = ""
    var scalars = unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\", let escaped = scalars.next() else {
        result.unicodeScalars.append(scalar)
        continue
      }
      switch escaped {
      case "n": result += "\n"
      case "t": result += "\t"
      default: result.unicodeScalars.append(escaped)
      }
    }
    return result
  }
}

extension FieldPath {
  /// Reads a field as people write it: `entries[3].sample_delta`.
  ///
  /// - Parameter text: The field, with the groups around it: `entries[3].sample_delta`.
  /// - Throws: `PathError`, which says what is wrong and where.
  public init(_ text: String) throws(PathError) {
    var parser = Path.Parser(text)
    self = try parser.fieldPath()
    if let next = parser.next { throw parser.fail("'\(next)' is not understood here") }
  }
}
