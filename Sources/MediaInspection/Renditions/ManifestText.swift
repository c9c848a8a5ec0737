import ByteReading

/// What tags of a manifest say.
extension ManifestReader {
  /// Whether it is what XML has between words (XML 1.0 §2.3); the two that end a line of Windows are one character.
  static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t" || character == "\n" || character == "\r" || character == "\r\n"
  }

  /// `first-last`, both among them.
  static func range(_ text: String) -> Range<UInt64>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = UInt64(parts[0]), let last = UInt64(parts[1]), last >= first,
      last < .max
    else { return nil }
    return first..<last + 1
  }

  /// The seconds of a duration: `PT1H2M3.5S` (ISO 8601-1 §5.5.2); `nil` for one with years or months other
  /// than 0, and for what is none.
  static func seconds(_ text: String) -> Double? {
    guard text.hasPrefix("P") else { return nil }
    var sum = 0.0
    var number = ""
    var isTime = false
    for scalar in text.unicodeScalars.dropFirst() {
      switch scalar {
      case "0"..."9", ".": number.unicodeScalars.append(scalar)
      case "T": isTime = true
      default:
        let factor: Double
        switch scalar {
        // How long these are nobody knows, but of none.
        case "Y" where !isTime, "M" where !isTime:
          guard Double(number) == 0 else { return nil }
          factor = 0
        case "D" where !isTime: factor = 86_400
        case "H" where isTime: factor = 3_600
        case "M" where isTime: factor = 60
        case "S" where isTime: factor = 1
        default: return nil
        }
        guard number.utf8.count < 32, let value = Double(number) else { return nil }
        sum += value * factor
        number = ""
      }
    }
    return number.isEmpty ? sum : nil
  }

  /// Goes through the tags of a text, without their brackets and what stands between these alone: comments, declarations.
  ///
  /// - Parameter body: Is given a tag and the text before it, and says whether there is need of others.
  /// - Complexity: O(*n*) in the text.
  static func eachTag(of source: String, _ body: (_ tag: Substring, _ before: Substring) -> Bool) {
    var rest = Substring(source)
    while let open = rest.firstIndex(of: "<") {
      let before = rest[..<open]
      rest = rest[open...]
      if rest.hasPrefix("<!--") {
        guard let end = rest.firstRange(of: "-->") else { return }
        rest = rest[end.upperBound...]
        continue
      }
      guard let close = end(ofTag: rest) else { return }
      let tag = rest[rest.index(after: open)..<close]
      rest = rest[rest.index(after: close)...]
      if tag.hasPrefix("?") || tag.hasPrefix("!") { continue }
      guard body(tag, before) else { return }
    }
  }

  /// Where the content of an element stands that is not here (§5.5); `nil` where nothing says so.
  static func link(_ attributes: [String: String]) -> String? {
    attributes.filter { $0.key.hasSuffix(":href") }.min { $0.key < $1.key }?.value
  }

  /// The name that a tag begins with, without its prefix.
  static func local(_ tag: Substring) -> Substring {
    let name = tag.prefix { !isBlank($0) }
    return name.firstIndex(of: ":").map { name[name.index(after: $0)...] } ?? name
  }

  /// The `>` that a text which begins with a tag has at the end of it; `nil` where it has none. In quotes it is a
  /// character like others (XML 1.0 §2.4).
  ///
  /// - Complexity: O(*n*) in the tag.
  static func end(ofTag text: Substring) -> Substring.Index? {
    // What is declared, and what is for programs, quotes nothing.
    let quotes = !text.hasPrefix("<!") && !text.hasPrefix("<?")
    var open: UInt8?
    return text.utf8.firstIndex { byte in
      if let quote = open {
        if byte == quote { open = nil }
        return false
      }
      if quotes, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { open = byte }
      return byte == UInt8(ascii: ">")
    }
  }

  /// The attributes of a tag by their names, 64 at most.
  static func attributes(of tag: Substring) -> [String: String] {
    var found: [String: String] = [:]
    var rest = tag.drop { !isBlank($0) }
    while let equals = rest.firstIndex(of: "="), found.count < 64 {
      let name = rest[..<equals].split(whereSeparator: isBlank).last ?? ""
      rest = rest[rest.index(after: equals)...].drop(while: isBlank)
      guard let quote = rest.first, quote == "\"" || quote == "'" else { break }
      rest = rest.dropFirst()
      let end = rest.firstIndex(of: quote) ?? rest.endIndex
      found[String(name)] = resolved(rest[..<end])
      rest = rest[end...].dropFirst()
    }
    return found
  }

  /// A text with the characters that it refers to (XML 1.0 §4.1); what refers to none stays as it is.
  static func resolved(_ text: Substring) -> String {
    var result = ""
    var rest = text.utf8
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += String(Substring(rest[..<start]))
      rest = rest[start...]
      let name = rest.dropFirst().prefix(16).prefix { $0 != UInt8(ascii: ";") }
      let behind = rest[name.endIndex...]
      if behind.first == UInt8(ascii: ";"), let scalar = scalar(named: Substring(name)) {
        result.unicodeScalars.append(scalar)
        rest = behind.dropFirst()
      } else {
        result += "&"
        rest = rest.dropFirst()
      }
    }
    return result + String(Substring(rest))
  }

  /// The character that a reference means: by a name that needs no declaration, or by its number.
  private static func scalar(named name: Substring) -> Unicode.Scalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "amp": return "&"
    default:
      let digits = name.dropFirst()
      guard name.hasPrefix("#"), digits.utf8.allSatisfy(\.isLetterOrDigit) else { return nil }
      let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap { $0 > 0 ? Unicode.Scalar($0) : nil }
    }
  }
}
