/// Makes events of the bytes that a terminal sends: characters, CSI and SS3 sequences, SGR mouse reports,
/// pasted text, and answers to questions.
///
/// The clock stands outside: a lone escape is the key when its caller has waited long enough and calls
/// ``timeOut()``. What is not understood is swallowed up to its end, however it is cut into pieces.
///
/// ```swift
/// var decoder = InputDecoder()
/// let events = decoder.take(bytes)
/// if decoder.isWaiting { … events += decoder.timeOut() }
/// ```
package struct InputDecoder: Sendable {
  private var pending: [UInt8] = []
  private var pasted: [UInt8]?
  /// When bytes came last, in nanoseconds of the clock of the caller.
  private var lastTaken: UInt64 = 0

  /// The nanoseconds that an escape waits for what may follow it.
  package static let escapeTime: UInt64 = 40_000_000
  /// The bytes of pasted text that are kept; the rest is dropped.
  package static let longestPaste = 4_096
  /// The bytes of a sequence, after which it is none.
  private static let longestSequence = 256

  package init() {}

  /// Whether the last bytes may be the beginning of something longer.
  package var isWaiting: Bool { !pending.isEmpty && pasted == nil }

  /// The events that `bytes` complete.
  package mutating func take(_ bytes: [UInt8]) -> [Event] {
    var events: [Event] = []
    pending += bytes
    var at = 0
    while at < pending.count {
      if pasted != nil {
        guard let next = takePasted(from: at, &events) else {
          // What was taken is gone from `pending` already.
          at = 0
          break
        }
        at = next
        continue
      }
      guard let (event, count) = Self.next(in: pending[at...]) else { break }
      at += count
      if case .begin = event { pasted = [] }
      if case .event(let found) = event { events.append(found) }
    }
    pending.removeFirst(min(at, pending.count))
    return events
  }

  /// The same of bytes that came at a time, which ``timeOut(at:)`` counts from.
  package mutating func take(_ bytes: [UInt8], at now: UInt64) -> [Event] {
    lastTaken = now
    return take(bytes)
  }

  /// What the bytes mean that nothing has followed for long enough, however often one asks meanwhile.
  package mutating func timeOut(at now: UInt64) -> [Event] {
    now &- lastTaken >= Self.escapeTime ? timeOut() : []
  }

  /// What the bytes mean that nothing followed: the escape key, or a key with it held.
  package mutating func timeOut() -> [Event] {
    guard isWaiting else { return [] }
    var rest = pending
    pending = []
    var events: [Event] = []
    if rest.first == 0x1B {
      events.append(.key(Key(.escape)))
      rest.removeFirst()
      // A sequence that was cut means nothing.
      if rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O")
        || rest.first == UInt8(ascii: "]")
      {
        return events
      }
    }
    return rest.isEmpty || rest.first.map({ $0 >= 0x80 }) == true ? events : events + take(rest)
  }

  private enum Step {
    case event(Event)
    /// Text is pasted from here on.
    case begin
    case nothing
  }

  // MARK: Pasting

  /// Collects pasted text from `start` on; the place behind its end, or `nil` when more is to come.
  private mutating func takePasted(from start: Int, _ events: inout [Event]) -> Int? {
    let end = Array("\u{1B}[201~".utf8)
    var at = start
    while at < pending.count {
      if pending[at] == 0x1B {
        let rest = pending[at...].prefix(end.count)
        if rest.elementsEqual(end) {
          let text = String(decoding: pasted ?? [], as: UTF8.self)
          pasted = nil
          events.append(.paste(text))
          return at + end.count
        }
        // The end may have been cut in two.
        if end.starts(with: rest) { break }
      }
      if (pasted?.count ?? 0) < Self.longestPaste { pasted?.append(pending[at]) }
      at += 1
    }
    pending.removeFirst(at)
    return nil
  }

  // MARK: Sequences

  /// The first event of `bytes` and its length; `nil` when it is not complete.
  private static func next(in bytes: ArraySlice<UInt8>) -> (Step, Int)? {
    guard let first = bytes.first else { return nil }
    if first == 0x1B { return escape(bytes) }
    if first < 0x20 || first == 0x7F { return (.event(.key(control(first))), 1) }
    if first < 0x80 { return (.event(.key(Key(Unicode.Scalar(first)))), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
    if length == 1 { return (.nothing, 1) }
    if bytes.count < length { return nil }
    let text = String(decoding: bytes.prefix(length), as: UTF8.self)
    guard let scalar = text.unicodeScalars.first, scalar != "\u{FFFD}" else { return (.nothing, 1) }
    return (.event(.key(Key(scalar))), length)
  }

  private static func control(_ byte: UInt8) -> Key {
    switch byte {
    case 0x0D, 0x0A: return Key(.enter)
    case 0x09: return Key(.tab)
    case 0x7F, 0x08: return Key(.backspace)
    case 0x00: return .control(" ")
    default: return .control(Unicode.Scalar(byte &+ 0x60))
    }
  }

  private static func escape(_ bytes: ArraySlice<UInt8>) -> (Step, Int)? {
    let rest = bytes.dropFirst()
    guard let second = rest.first else { return nil }
    switch second {
    case UInt8(ascii: "["): return sequence(rest.dropFirst(), before: 2)
    case UInt8(ascii: "O"):
      guard let third = rest.dropFirst().first else { return nil }
      return (letter(third, parameters: []).map(Step.event) ?? .nothing, 3)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
      return string(rest.dropFirst(), before: 2)
    case 0x1B: return (.event(.key(Key(.escape))), 1)
    default:
      guard let (step, count) = next(in: rest) else { return nil }
      if case .event(.key(var key)) = step {
        key.isAlternate = true
        return (.event(.key(key)), count + 1)
      }
      return (step, count + 1)
    }
  }

  /// A control sequence: parameters up to a byte from 0x40 on (ECMA-48 §5.4).
  private static func sequence(_ bytes: ArraySlice<UInt8>, before: Int) -> (Step, Int)? {
    guard let end = bytes.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return bytes.count > longestSequence ? (.nothing, before + bytes.count) : nil
    }
    let count = before + (end - bytes.startIndex) + 1
    let last = bytes[end]
    guard (0x40...0x7E).contains(last) else { return (.nothing, count - 1) }
    let body = bytes[bytes.startIndex..<end]
    if body.first == UInt8(ascii: "<"), last == UInt8(ascii: "M") || last == UInt8(ascii: "m") {
      return (mouse(numbers(body.dropFirst()), last).map(Step.event) ?? .nothing, count)
    }
    if let first = body.first, first >= 0x3C { return (.nothing, count) }
    let parameters = numbers(body)
    if last == UInt8(ascii: "~") {
      if parameters.first == 200 { return (.begin, count) }
      return (tilde(parameters).map(Step.event) ?? .nothing, count)
    }
    return (letter(last, parameters: parameters).map(Step.event) ?? .nothing, count)
  }

  /// A string up to BEL or ESC \ (ECMA-48 §5.6): of the answers only that about the background is looked
  /// at.
  private static func string(_ bytes: ArraySlice<UInt8>, before: Int) -> (Step, Int)? {
    guard let end = bytes.firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else {
      return bytes.count > longestSequence ? (.nothing, before + bytes.count) : nil
    }
    var count = before + (end - bytes.startIndex) + 1
    if bytes[end] == 0x1B {
      guard let next = bytes[end...].dropFirst().first else { return nil }
      if next == UInt8(ascii: "\\") { count += 1 } else { count -= 1 }
    }
    let text = String(decoding: bytes[bytes.startIndex..<end], as: UTF8.self)
    guard text.hasPrefix("11;rgb:") else { return (.nothing, count) }
    let parts = text.dropFirst(7).split(separator: "/")
    guard parts.count == 3 else { return (.nothing, count) }
    let values = parts.compactMap { Int($0.prefix(2), radix: 16) }
    guard values.count == 3 else { return (.nothing, count) }
    return (.event(.background(red: values[0], green: values[1], blue: values[2])), count)
  }

  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
      Int(String(decoding: part.prefix(6).prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)) ?? 0
    }
  }

  private static func mouse(_ numbers: [Int], _ last: UInt8) -> Event? {
    guard numbers.count >= 3 else { return nil }
    let (button, x, y) = (numbers[0], max(0, numbers[1] - 1), max(0, numbers[2] - 1))
    if button & 64 != 0 {
      guard button & 3 < 2 else { return nil }
      return .mouse(Mouse(button & 1 == 0 ? .wheelUp : .wheelDown, x: x, y: y))
    }
    if last == UInt8(ascii: "m") { return .mouse(Mouse(.release, x: x, y: y)) }
    guard button & 3 == 0 else { return nil }
    return .mouse(Mouse(button & 32 != 0 ? .drag : .press, x: x, y: y))
  }

  private static func letter(_ byte: UInt8, parameters: [Int]) -> Event? {
    let code: Key.Code
    switch byte {
    case UInt8(ascii: "A"): code = .up
    case UInt8(ascii: "B"): code = .down
    case UInt8(ascii: "C"): code = .right
    case UInt8(ascii: "D"): code = .left
    case UInt8(ascii: "H"): code = .home
    case UInt8(ascii: "F"): code = .end
    case UInt8(ascii: "M"): code = .enter
    case UInt8(ascii: "P")...UInt8(ascii: "S"): code = .function(Int(byte) - 0x4F)
    case UInt8(ascii: "Z"):
      var key = Key(.tab)
      key.isShift = true
      return .key(key)
    default: return nil
    }
    return .key(held(Key(code), parameters.count > 1 ? parameters[1] : 1))
  }

  private static func tilde(_ parameters: [Int]) -> Event? {
    let code: Key.Code
    switch parameters.first {
    case 1, 7: code = .home
    case 2: code = .insert
    case 3: code = .delete
    case 4, 8: code = .end
    case 5: code = .pageUp
    case 6: code = .pageDown
    // The numbers leave gaps between F5, F6, F10 and F11, as those of the VT220 do.
    case let number? where (11...15).contains(number): code = .function(number - 10)
    case let number? where (17...21).contains(number): code = .function(number - 11)
    case 23: code = .function(11)
    case 24: code = .function(12)
    default: return nil
    }
    return .key(held(Key(code), parameters.count > 1 ? parameters[1] : 1))
  }

  /// The key with those held that the number of a sequence says: one more than their bits.
  private static func held(_ key: Key, _ number: Int) -> Key {
    let bits = max(0, number - 1)
    var key = key
    key.isShift = bits & 1 != 0
    key.isAlternate = bits & 2 != 0
    key.isControl = bits & 4 != 0
    return key
  }
}
