import ByteReading
import MediaFacts
import Structure

/// What the text of a frame stands for, and how the outline shows it: numbers and identifiers bare,
/// meanings in words, and in quotes what is neither.
enum TextKind {
  case text
  /// A position, or a position and a count: `1`, `1/5`.
  case part
  case number
  /// A code of letters and digits.
  case identifier
  case milliseconds
  case bytes
  case boolean
  /// A subset of ISO 8601 (ID3v2.4.0 structure §4).
  case time
  /// A day and a month: `3112`.
  case date
  /// Hours and minutes: `2359`.
  case clock
  case genre
  case fileType
  case mediaType
  /// A musical key.
  case key
  /// Codes of ISO 639-2.
  case languages

  /// Writes what characters of ASCII mean.
  ///
  /// - Returns: Whether they are of this kind; they are not written when not.
  func put(_ text: [UInt8], to output: inout ByteWriter) -> Bool {
    switch self {
    case .text: return false
    case .part: return putPart(text, &output)
    case .number: return putNumber(text, &output)
    case .identifier:
      guard !text.isEmpty, text.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }) else {
        return false
      }
      output.put(text)
    case .milliseconds:
      guard let number = text.number else { return false }
      output.put(clock: number, per: 1_000)
    case .bytes:
      guard let number = text.number else { return false }
      output.put(grouped: number)
      output.put(number == 1 ? " byte" : " bytes")
    case .boolean:
      guard text == [UInt8(ascii: "0")] || text == [UInt8(ascii: "1")] else { return false }
      output.put(text == [UInt8(ascii: "1")] ? "yes" : "no")
    case .time:
      let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      guard parts.count <= 2, parts.allSatisfy({ Self.isTime(Array($0)) }) else { return false }
      output.put(text)
    case .date: return putDate(text, &output)
    case .clock:
      guard text.count == 4, let number = text.number, number / 100 < 24, number % 100 < 60 else {
        return false
      }
      output.put(Array(text[..<2]))
      output.put(":")
      output.put(Array(text[2...]))
    case .genre: return Genres.put(text, to: &output)
    case .fileType: return putCode(text, Self.fileTypes, &output)
    case .mediaType: return putCode(text, Self.mediaTypes, &output)
    case .key: return putKey(text, &output)
    case .languages:
      guard text.count == 3, text.allSatisfy(\.isLetterOrDigit) else { return false }
      output.put(text)
    }
    return true
  }

  private func putPart(_ text: [UInt8], _ output: inout ByteWriter) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count <= 2, let number = Array(parts[0]).number else { return false }
    var total: UInt64?
    if parts.count == 2, !parts[1].isEmpty {
      guard let count = Array(parts[1]).number else { return false }
      total = count
    }
    output.put(decimal: number)
    if let total {
      output.put(" of ")
      output.put(decimal: total)
    }
    return true
  }

  /// Digits, and perhaps a fraction.
  private func putNumber(_ text: [UInt8], _ output: inout ByteWriter) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ Array($0).number != nil }) else { return false }
    output.put(text)
    return true
  }

  /// `yyyy`, and as much as there is of `-MM-ddTHH:mm:ss`.
  private static func isTime(_ text: [UInt8]) -> Bool {
    let form = Array("0000-00-00T00:00:00".utf8)
    guard [4, 7, 10, 13, 16, 19].contains(text.count) else { return false }
    for (character, wanted) in zip(text, form) {
      if wanted == UInt8(ascii: "0") ? !character.isDigit : character != wanted { return false }
    }
    return true
  }

  private func putDate(_ text: [UInt8], _ output: inout ByteWriter) -> Bool {
    guard text.count == 4, let number = text.number, (1...31).contains(number / 100) else {
      return false
    }
    let month: StaticString
    switch number % 100 {
    case 1: month = "January"
    case 2: month = "February"
    case 3: month = "March"
    case 4: month = "April"
    case 5: month = "May"
    case 6: month = "June"
    case 7: month = "July"
    case 8: month = "August"
    case 9: month = "September"
    case 10: month = "October"
    case 11: month = "November"
    case 12: month = "December"
    default: return false
    }
    output.put(decimal: number / 100)
    output.put(" ")
    output.put(month)
    return true
  }

  /// A note, its sign, `m` for minor; `o` off key.
  private func putKey(_ text: [UInt8], _ output: inout ByteWriter) -> Bool {
    if text == Array("o".utf8) {
      output.put("off key")
      return true
    }
    guard let note = text.first, note.isUppercaseLetter, note <= UInt8(ascii: "G"), text.count <= 3
    else { return false }
    var rest = text.dropFirst()
    if let sign = rest.first, sign == UInt8(ascii: "b") || sign == UInt8(ascii: "#") {
      rest = rest.dropFirst()
    }
    guard rest.isEmpty || Array(rest) == Array("m".utf8) else { return false }
    output.put(text)
    return true
  }

  /// A code that may stand in brackets and have refinements behind a slash: `MPEG audio (MPG/3)`.
  private func putCode(
    _ text: [UInt8], _ codes: [(code: StaticString, name: StaticString)],
    _ output: inout ByteWriter
  ) -> Bool {
    var code = text[...]
    if code.first == UInt8(ascii: "("), code.last == UInt8(ascii: ")") {
      code = code.dropFirst().dropLast()
    }
    let head = code.prefix { $0 != UInt8(ascii: "/") }
    guard let entry = codes.first(where: { $0.code.description.utf8.elementsEqual(head) }) else {
      return false
    }
    output.put(entry.name)
    output.put(" (")
    output.put(Array(code))
    output.put(")")
    return true
  }

  /// ID3v2.4.0 frames §4.2.3, TFLT.
  private static let fileTypes: [(code: StaticString, name: StaticString)] = [
    ("MPG", "MPEG audio"), ("VQF", "transform-domain weighted interleave VQ"),
    ("PCM", "pulse code modulation"), ("MIME", "type of the internet"),
  ]

  /// ID3v2.4.0 frames §4.2.3, TMED.
  private static let mediaTypes: [(code: StaticString, name: StaticString)] = [
    ("DIG", "other digital media"), ("ANA", "other analogue media"), ("CD", "compact disc"),
    ("LD", "laserdisc"), ("TT", "turntable record"), ("MD", "MiniDisc"), ("DAT", "DAT"),
    ("DCC", "DCC"), ("DVD", "DVD"), ("TV", "television"), ("VID", "video"), ("RAD", "radio"),
    ("TEL", "telephone"), ("MC", "cassette"), ("REE", "reel"),
  ]
}

extension [UInt8] {
  /// The number that one to nineteen digits make.
  var number: UInt64? {
    guard !isEmpty, count <= 19 else { return nil }
    var value: UInt64 = 0
    for byte in self {
      guard byte.isDigit else { return nil }
      value = value &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
    }
    return value
  }
}

/// How frames write genres (ID3v2.3.0 §4.2.1 and ID3v2.4.0 frames §4.2.3, TCON).
enum Genres {
  /// Writes references in words, what is written out in quotes: `Eurodisco`, `(4)Eurodisco`,
  /// `(4)(9)`, `17`, `RX`.
  ///
  /// - Returns: Whether it held a reference; the output stays as it is when not.
  static func put(_ text: [UInt8], to output: inout ByteWriter) -> Bool {
    let (references, rest) = parts(of: text)
    guard !references.isEmpty else { return false }
    for (index, reference) in references.enumerated() {
      if index > 0 { output.put(", ") }
      put(reference: reference, to: &output)
    }
    if !rest.isEmpty {
      output.put(", \"")
      output.put(text: String(decoding: rest, as: UTF8.self), style: .text)
      output.put("\"")
    }
    return true
  }

  /// The genres of a value, each on its own and references written out: `Metal` and `Rock` for `(9)(17)`, `Disco` and
  /// `Eurodisco` for `(4)Eurodisco`, `Rock` for `17`, which version 4 has as values.
  static func written(_ text: String) -> [String] {
    let (references, rest) = parts(of: Array(text.utf8))
    if references.isEmpty { return [text] }
    var genres = references.map { reference in
      reference.number.flatMap { GenreNames.id3v1[$0] }.map { "\($0)" } ?? String(decoding: reference, as: UTF8.self)
    }
    if !rest.isEmpty { genres.append(String(decoding: rest, as: UTF8.self)) }
    return genres
  }

  /// What a value refers to, and the text behind that.
  private static func parts(of text: [UInt8]) -> (references: [[UInt8]], rest: ArraySlice<UInt8>) {
    if isReference(text) { return ([text], []) }
    var references: [[UInt8]] = []
    var rest = text[...]
    // Two brackets stand for one that is text.
    while rest.first == UInt8(ascii: "("), rest.dropFirst().first != UInt8(ascii: "("),
      let close = rest.firstIndex(of: UInt8(ascii: ")"))
    {
      let inside = Array(rest[rest.startIndex + 1..<close])
      guard isReference(inside) else { break }
      references.append(inside)
      rest = rest[(close + 1)...]
    }
    if rest.starts(with: Array("((".utf8)) { rest = rest.dropFirst() }
    return (references, rest)
  }

  private static func isReference(_ text: [UInt8]) -> Bool {
    text == Array("RX".utf8) || text == Array("CR".utf8)
      || text.count <= 3 && text.number.map { $0 < 256 } ?? false
  }

  private static func put(reference: [UInt8], to output: inout ByteWriter) {
    if let number = reference.number {
      output.put(GenreNames.id3v1[number] ?? "unknown")
    } else {
      output.put(reference == Array("RX".utf8) ? "remix" : "cover")
    }
    output.put(" (")
    output.put(reference)
    output.put(")")
  }
}

extension ByteWriter {
  /// Puts characters of ASCII.
  fileprivate mutating func put(_ characters: [UInt8]) {
    for character in characters { put(character) }
  }
}
