import ByteReading
import Structure

/// What is asked of each place, as far as it can be said before a rule is read.
enum RuleCondition {
  case fact(PlayerFact, Expectation.Comparison, Int64)
  /// Whether there is a node, or one that has a field.
  case path(Range<Int>, field: Range<Int>?, isAbsent: Bool)
  /// A field of nodes that is compared with one of the values from a place of the line on.
  case field(Range<Int>, name: Range<Int>, Expectation.Comparison, values: Int)
  /// What is known when the rule is read, or found by other means.
  case open
  /// What no place can be.
  case never

  /// What conditions name. It is an object: each condition is held against it, and is not to copy its lists.
  final class Vocabulary {
    /// The kinds of problems that were found.
    let problems: [StaticString]
    /// Taken once: what is made once in all is looked for each time that somebody asks.
    fileprivate let facts = PlayerFact.names

    init(problems: [StaticString]) { self.problems = problems }
  }

  /// A condition as its line has it behind `when` or `unless`; `nil` for an empty one.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - known: What conditions may name.
  init?(_ line: RawSpan, _ known: Vocabulary) {
    var words = LineWords()
    guard let word = words.next(line) else { return nil }
    let first = line.extracting(word)
    if first.isSame(as: "problem") {
      var isThere = false
      while !isThere, let word = words.next(line) {
        let id = line.extracting(word)
        isThere = known.problems.contains { id.isSame(as: $0) }
      }
      self = isThere ? .open : .never
      return
    }
    if first.isSame(as: "fact") {
      self = Self.fact(line, words, known.facts)
      return
    }
    let sign = words.next(line)
    let isAbsent = sign.map { line.extracting($0).isSame(as: "absent") } ?? false
    let isThere = sign.map { line.extracting($0).isSame(as: "exists") } ?? true
    guard let end = Self.endOfPath(line, word) else {
      self = .open
      return
    }
    let isOfField = end < word.upperBound
    if !isAbsent, !isThere, let sign {
      guard isOfField, line.extracting(end &+ 1..<word.upperBound).isName,
        let comparison = Self.comparison(ofField: line.extracting(sign))
      else {
        self = .open
        return
      }
      self = .field(word.lowerBound..<end, name: end &+ 1..<word.upperBound, comparison, values: words.at)
      return
    }
    let field = end &+ 1..<max(word.upperBound, end &+ 1)
    if isOfField, !line.extracting(field).isName {
      self = .open
      return
    }
    self = .path(word.lowerBound..<end, field: isOfField ? field : nil, isAbsent: isAbsent)
  }

  /// A fact and what it is compared with: without anything it is to be other than 0.
  private static func fact(_ line: RawSpan, _ rest: LineWords, _ names: PlayerFact.Names) -> RuleCondition {
    var words = rest
    guard let name = words.next(line), let fact = names.fact(line.extracting(name).fingerprint) else {
      return .open
    }
    guard let sign = words.next(line) else { return .fact(fact, .notEqual, 0) }
    guard let comparison = comparison(line.extracting(sign)), let value = words.next(line),
      let number = line.extracting(value).wholeNumber, words.next(line) == nil
    else { return .open }
    return .fact(fact, comparison, number)
  }

  /// The place of the point behind a path, or its end; `nil` where the path has quotes or escapes.
  private static func endOfPath(_ line: RawSpan, _ word: Range<Int>) -> Int? {
    var end = word.lowerBound
    while end < word.upperBound, let byte = line.byte(at: end), byte != UInt8(ascii: ".") {
      // A quoted type may have anything in it.
      if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\") { return nil }
      end &+= 1
    }
    return end
  }

  /// What a field is compared with, from `start` of its line on: words, and what stands in single quotes; nothing where
  /// that is not understood.
  static func values(_ line: RawSpan, from start: Int) -> [Expectation.Value] {
    var words = LineWords(at: start)
    var values: [Expectation.Value] = []
    while let word = words.next(line) {
      if line.byte(at: word.lowerBound) == UInt8(ascii: "'") {
        let start = word.lowerBound &+ 1
        guard let end = line.offset(of: UInt8(ascii: "'"), from: start) else { return [] }
        words.at = end &+ 1
        values.append(Expectation.Value(text: line.extracting(start..<end).text, number: nil))
      } else {
        let text = line.extracting(word)
        if let number = text.wholeNumber {
          values.append(
            Expectation.Value(text: text.text, number: number < 0 ? .negative(number) : .natural(UInt64(number))))
        } else {
          let text = text.text
          values.append(Expectation.Value(text: text, number: Expectation.Number(text)))
        }
      }
    }
    return values
  }

  /// `in` is equal to one of several.
  private static func comparison(ofField sign: RawSpan) -> Expectation.Comparison? {
    sign.isSame(as: "in") ? .equal : comparison(sign)
  }

  private static func comparison(_ sign: RawSpan) -> Expectation.Comparison? {
    if sign.isSame(as: "=") { return .equal }
    if sign.isSame(as: ">") { return .greater }
    if sign.isSame(as: "<") { return .less }
    if sign.isSame(as: ">=") { return .greaterOrEqual }
    if sign.isSame(as: "<=") { return .lessOrEqual }
    return sign.isSame(as: "!=") ? .notEqual : nil
  }
}

extension PlayerFact {
  /// All facts by the fingerprints of their names: rules ask for many of them before the first line is written.
  static let names = Names()

  struct Names {
    let all = PlayerFact.allCases
    private let fingerprints: [UInt64]
    /// The first fact of each bucket and the next in the same one, from 1.
    private var buckets = [UInt16](repeating: 0, count: 256)
    private var next: [UInt16] = []

    init() {
      fingerprints = all.map { $0.rawValue.fingerprint }
      next.reserveCapacity(all.count)
      for (place, fingerprint) in fingerprints.enumerated() {
        next.append(buckets[Int(fingerprint & 0xFF)])
        buckets[Int(fingerprint & 0xFF)] = UInt16(place + 1)
      }
    }

    func fact(_ fingerprint: UInt64) -> PlayerFact? {
      var place = Int(buckets[Int(fingerprint & 0xFF)])
      while place > 0 {
        if fingerprints[place &- 1] == fingerprint { return all[place &- 1] }
        place = Int(next[place &- 1])
      }
      return nil
    }
  }

  /// The fact that is called so.
  static func named(_ name: RawSpan) -> PlayerFact? { names.fact(name.fingerprint) }
}

extension RawSpan {
  func isSame(as text: StaticString) -> Bool {
    byteCount == text.utf8CodeUnitCount && hasPrefix(text.rawBytes)
  }

  /// Whether it is of letters, digits and underscores alone.
  fileprivate var isName: Bool {
    for offset in 0..<byteCount {
      guard let byte = byte(at: offset), byte.isLetterOrDigit || byte == UInt8(ascii: "_") else { return false }
    }
    return byteCount > 0
  }

  /// A whole number in decimal digits, or in hexadecimal ones behind `0x`; `nil` for any other text.
  fileprivate var wholeNumber: Int64? {
    var at = 0
    let isNegative = byte(at: 0) == UInt8(ascii: "-")
    if isNegative { at = 1 }
    var base: UInt8 = 10
    if !isNegative, byte(at: 0) == UInt8(ascii: "0"), byte(at: 1) == UInt8(ascii: "x") { (at, base) = (2, 16) }
    // Fifteen digits of either are no more than 60 bits.
    guard at < byteCount, byteCount &- at <= 15 else { return nil }
    var number: Int64 = 0
    while at < byteCount, let byte = byte(at: at) {
      guard let digit = byte.hexDigit, digit < base else { return nil }
      number = number &* Int64(base) &+ Int64(digit)
      at &+= 1
    }
    return isNegative ? -number : number
  }
}
