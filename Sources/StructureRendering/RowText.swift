import ByteReading
import Structure

/// A row of a table in words, for the reference: what a field is, how large, when it is there, and
/// what its values mean.
///
/// The words come from the row alone; text, Markdown and JSON are made of them.
struct RowText: Equatable {
  /// The number of rows around it.
  var depth: Int
  var name: String
  /// What stands in the bytes: `uint(32)`, `code`, `list`.
  var type: String
  /// How many there are, for lists, tables, arrays and bytes.
  var count = ""
  /// When it is there.
  var condition = ""
  /// What its number means.
  var meaning = ""
  /// Its values that have names.
  var values: [Value] = []
  /// Whether the specification reserves it.
  var isReserved = false
  /// The numbers of bits it has in version 0 and from version 1 on, when they are known.
  var bits: Widths?

  struct Widths: Equatable {
    var first: Int
    var later: Int

    init(_ first: Int, _ later: Int) { (self.first, self.later) = (first, later) }
  }

  /// A value and its name.
  struct Value: Equatable {
    let raw: UInt64
    /// As it is written for a field of this kind: `'vide'`, `-1`, `0x10`.
    let text: String
    let name: String
    /// Whether it is a four-character code.
    var isCode = false
  }
}

/// All rows of a table in words, outer before inner.
struct SyntaxText {
  private(set) var rows: [RowText] = []
  private let program: Program
  private let catalogue: Catalogue
  private let kinds: [String: Row.Kind]

  /// The rows of table `number` as they are written; `nil` when there is no such table.
  init?(_ number: Int, of catalogue: Catalogue) {
    guard let program = catalogue.reference(number) else { return nil }
    self.program = program
    self.catalogue = catalogue
    var kinds: [String: Row.Kind] = [:]
    for row in program.rows where !row.name.isEmpty { kinds[row.name.description] = row.kind }
    self.kinds = kinds
    var depths: [Int] = []
    var number = 0
    while number < program.gapRow {
      let row = program.rows[number]
      let around = program.enclosing[number]
      depths.append(around < 0 ? 0 : depths[around] + 1)
      // This condition always holds: it makes one row of several where a function returns them.
      if case .when = row.kind, case .remaining(0)? = row.condition {
        depths[number] -= 1
        number += 1
        continue
      }
      var text = RowText(depth: depths[number], name: row.name.description, type: "")
      describe(row, &text)
      // An array of values without names is one row.
      if row.isArray, number + 1 < program.gapRow,
        program.enclosing[number + 1] == number
      {
        var inner = RowText(depth: 0, name: "", type: "")
        describe(program.rows[number + 1], &inner)
        text.type = inner.type + "[]"
        text.bits = nil
        if text.meaning.isEmpty { text.meaning = inner.meaning }
        if text.values.isEmpty { text.values = inner.values }
        depths.append(depths[number] + 1)
        number += 1
      }
      rows.append(text)
      number += 1
    }
  }

  // MARK: Rows

  private func describe(_ row: Row, _ text: inout RowText) {
    if let condition = row.condition { text.condition = words(condition) }
    describe(row.meaning, row, &text)
    let little =
      row.traits.contains(.little) ? "le" : row.traits.contains(.syncsafe) ? "syncsafe" : ""
    switch row.kind {
    case .uint(let width): number("uint\(little)", width, &text)
    case .int(let width): number("int\(little)", width, &text)
    case .float(let bits):
      text.type = "float\(little)(\(bits))"
      text.bits = .init(bits, bits)
    case .fixed(let whole, let fraction, let signed):
      text.type = "\(signed ? "fixed" : "ufixed")\(little)(\(whole).\(fraction))"
      text.bits = .init(whole + fraction, whole + fraction)
    case .code:
      let bits = row.traits.contains(.threeCharacters) ? 24 : 32
      text.type = "code"
      text.bits = .init(bits, bits)
    case .uuid:
      text.type = "uuid"
      text.bits = .init(128, 128)
    case .reserved(let width, let ones):
      text.isReserved = true
      if row.traits.contains(.alignment) {
        text.type = "bits"
        text.meaning = "zeros to a whole byte"
      } else {
        number("bits", width, &text)
        text.meaning = ones ? "ones" : "zeros"
      }
    case .expGolomb(let signed): text.type = signed ? "se(v)" : "ue(v)"
    case .leb128: text.type = "leb128"
    case .byteSum: text.type = "sum of bytes"
    case .string(let characters, let length):
      text.type = "text"
      text.meaning = words(characters) + ", " + words(length)
      if case .fixedPascal(let bytes) = length { text.bits = .init(bytes * 8, bytes * 8) }
    case .bytes(let quantity):
      text.type = "bytes"
      text.count = words(quantity, open: "to the end")
    case .group: text.type = "group"
    case .when, .following: text.type = ""
    case .choice: text.type = "the first that fits"
    case .within(let quantity, _, let escaped):
      text.type = "part"
      text.count = words(quantity, open: "to the end", of: "bytes")
      if escaped { text.meaning = "a NAL unit, emulation prevention bytes taken out" }
    case .list(let quantity, _):
      text.type = "list"
      text.count = words(quantity, open: "as many as fit")
    case .table(let quantity, _), .array(let quantity, _):
      text.type = "table"
      text.count = words(quantity, open: "as many as fit")
    case .found(_, _, let repeats):
      text.type = repeats ? "parts" : "part"
      text.count = repeats ? "as many as are found" : "if it is found"
    case .descriptor(let tags, _):
      text.type = tags.count == 1 ? "descriptor \(Self.tag(tags.lowerBound))" : "descriptor"
      // That it is there is what its tag says.
      text.condition = ""
    case .entry(let name):
      text.type = "entry"
      text.meaning = "the table of the entry that \(name) names"
    case .named(let name):
      let tag = catalogue.tag(ofDescriptor: name)
      text.type = "descriptor" + (tag.map { " \(Self.tag($0))" } ?? "")
      text.meaning = "a table of its own"
    case .again(let name):
      text.type = "again"
      text.meaning = "the rows of \(name), at most \(Walker.deepestNesting) deep"
    case .boxes: text.type = "boxes"
    }
    if row.name.description == "size", text.type == "uint(0)" { text.type = "expandable" }
  }

  /// A tag as it is written.
  static func tag(_ tag: UInt8) -> String {
    let digits = String(tag, radix: 16)
    return "0x" + (digits.count < 2 ? "0" : "") + digits
  }

  private func number(_ kind: String, _ width: Width, _ text: inout RowText) {
    switch width {
    case .bits(let bits):
      text.type = "\(kind)(\(bits))"
      text.bits = .init(bits, bits)
    case .versioned(let bits, let v1):
      text.type = "\(kind)(\(bits)|\(v1))"
      text.bits = .init(bits, v1)
    case .quantity(let quantity):
      text.type = kind
      text.count = words(quantity, open: "all that are left", of: "bits")
    }
  }

  // MARK: Meanings

  private func describe(_ meaning: Meaning, _ row: Row, _ text: inout RowText) {
    switch meaning {
    case .plain, .hex: break
    case .bytes: text.meaning = "bytes"
    case .boolean: text.meaning = "flag"
    case .ticks(.field(let name)): text.meaning = "ticks of 1/\(name) s"
    case .ticks(.movie): text.meaning = "ticks of the movie's timescale"
    case .ticks(.media): text.meaning = "ticks of the media's timescale"
    case .duration(let units): text.meaning = "in 1/\(units.grouped) s"
    case .secondsSince1904: text.meaning = "seconds since 1904-01-01 UTC"
    case .microsecondsSince1904: text.meaning = "microseconds since 1904-01-01 UTC"
    case .ntp: text.meaning = "NTP time, seconds since 1900 with 32 bits of fraction"
    case .names(let names):
      var isCode = false
      if case .code = row.kind { isCode = true }
      text.values = names().entries.map {
        RowText.Value(
          raw: $0.value, text: value($0.value, row.kind), name: $0.name.description, isCode: isCode)
      }
    case .flags(let names):
      text.meaning = "flags"
      text.values = names().entries.map {
        RowText.Value(
          raw: $0.value, text: "0x" + String($0.value, radix: 16), name: $0.name.description)
      }
    case .expected(let expected): text.meaning = "always " + value(expected, row.kind)
    case .fileOffset(.file): text.meaning = "offset in the file"
    case .fileOffset(.fragment): text.meaning = "offset from the fragment"
    case .fileOffset(.boxEnd): text.meaning = "offset from the end of this \(catalogue.nodeKind)"
    case .fileOffset(.item): text.meaning = "offset by the construction method"
    case .language: text.meaning = "language, three letters of five bits"
    case .matrix: text.meaning = "transformation matrix"
    case .reference(.track): text.meaning = "ID of a track"
    case .reference(.item): text.meaning = "ID of an item"
    case .reference(.property): text.meaning = "index of a property, from 1"
    case .reference(.group): text.meaning = "ID of a group"
    case .reference(.sampleDescription): text.meaning = "index of a sample description, from 1"
    case .identifier: text.meaning = "a number that something is known by"
    case .unit(let unit): text.meaning = unit.description
    case .scaled(let parts, let unit):
      text.meaning = "in 1/\(parts.grouped)" + (unit.description.isEmpty ? "" : " \(unit)")
    case .minusOne: text.meaning = "one less than the count"
    case .version, .dotted: text.meaning = "version"
    case .colour(let axis):
      let names = ColourNames.names(axis)
      text.values = names.entries.map {
        RowText.Value(raw: $0.value, text: String($0.value), name: $0.name.description)
      }
    case .content(let content): text.meaning = content.noun.description
    case .embedded: text.meaning = "in a format of their own"
    case .pointer(let pointed): text.meaning = pointed.noun.description
    case .perhapsText: text.meaning = "text when all are printable"
    case .sampleFlags: text.meaning = "flags of a sample (14496-12 §8.8.3.1)"
    case .departure(let kind): text.meaning = "not as specified, [\(kind().id)]"
    case .decibels(let parts): text.meaning = parts == 1 ? "dB" : "in 1/\(parts.grouped) dB"
    }
  }

  /// A value as it is written for a field of this kind.
  private func value(_ value: UInt64, _ kind: Row.Kind) -> String {
    switch kind {
    case .code: value == 0 ? "0" : "'\(FourCC(UInt32(truncatingIfNeeded: value)).key)'"
    case .int, .expGolomb(signed: true): String(Int64(bitPattern: value))
    default: value > 0xFFFF ? "0x" + String(value, radix: 16) : String(value)
    }
  }

  private func value(_ value: UInt64, of name: StaticString) -> String {
    kinds[name.description].map { self.value(value, $0) } ?? String(value)
  }

  // MARK: Amounts

  private func words(_ quantity: Quantity, open: String, of unit: String = "") -> String {
    let suffix = unit.isEmpty ? "" : " " + unit
    switch quantity {
    case .remaining: return open
    case .remainingLess(let count):
      return count == 0 ? open : "\(open), less \(count)"
    default: return words(quantity) + suffix
    }
  }

  private func words(_ quantity: Quantity) -> String {
    switch quantity {
    case .exactly(let count): return String(count)
    case .field(let name, let times, let plus):
      var text = name.description
      if times != 1 { text += " × \(times)" }
      if plus > 0 { text += " + \(plus)" }
      if plus < 0 { text += " − \(-plus)" }
      return text
    case .product(let first, let second):
      return factor(first()) + " × " + factor(second())
    case .power(let name, let base): return base == 1 ? "2^\(name)" : "\(base) × 2^\(name)"
    case .octets(let name): return "\(name), rounded up to whole bytes"
    case .either(let first, let second): return "\(first), or \(second) when it is 0"
    case .remaining: return "all that is left"
    case .remainingLess(let count): return "all that is left, less \(count)"
    case .context(let key): return words(key)
    }
  }

  private func factor(_ quantity: Quantity) -> String {
    if case .field(_, _, let plus) = quantity, plus != 0 { return "(\(words(quantity)))" }
    return words(quantity)
  }

  /// `perSampleIVSize` as what it is: something that another node says.
  private func words(_ key: ContextKey) -> String { "\(key.name) (from another \(catalogue.nodeKind))" }

  // MARK: Conditions

  /// A condition in words, or what it is when it does not hold.
  func words(_ condition: Condition, isNot: Bool = false) -> String {
    switch condition {
    case .equal(let name, let value):
      return "\(name) \(isNot ? "≠" : "=") \(self.value(value, of: name))"
    case .notEqual(let name, let value): return words(.equal(name, value), isNot: !isNot)
    case .oneOf(let name, let values):
      let values = values()
      let list = values.map { value($0, of: name) }
      guard list.count > 1 else { return words(.equal(name, values.first ?? 0), isNot: isNot) }
      return "\(name) is \(isNot ? "not " : "")\(list.dropLast().joined(separator: ", ")) or "
        + list[list.count - 1]
    case .atLeast(let name, let value):
      return "\(name) \(isNot ? "<" : "≥") \(self.value(value, of: name))"
    case .bits(let name, let mask):
      return "\(name) & 0x\(String(mask, radix: 16))\(isNot ? " = 0" : "")"
    case .remaining(let bits):
      if bits <= 8 { return isNot ? "nothing is left" : "anything is left" }
      let count = bits % 8 == 0 ? "\(bits / 8) bytes" : "\(bits) bits"
      return isNot ? "less than \(count) are left" : "\(count) are left"
    case .next(let bits, let value, let offset):
      return words(bits: bits, value: value, ahead: offset, isNot: isNot)
    case .ending(let bits):
      return "what is left is \(isNot ? "not " : "")a one and zeros, at most \(bits) bits"
    case .context(let key, let value):
      let code = FourCC(UInt32(truncatingIfNeeded: value))
      let what = value > 0xFFFF && code.isPrintable ? "'\(code.key)'" : String(value)
      return "\(words(key)) \(isNot ? "≠" : "=") \(what)"
    case .not(let inner): return words(inner(), isNot: !isNot)
    // Not all of them is any of them not.
    case .all(let parts): return joined(parts(), isNot ? " or " : " and ", isNot)
    case .any(let parts): return joined(parts(), isNot ? " and " : " or ", isNot)
    }
  }

  private func words(bits: Int, value: UInt64, ahead offset: Int, isNot: Bool) -> String {
    let code = FourCC(UInt32(truncatingIfNeeded: value))
    let not = isNot ? "not " : ""
    let what =
      bits == 32 && code.isPrintable
      ? "'\(code.key)'" : (value < 10 ? "" : "0x") + String(value, radix: 16)
    if offset == 0 { return "the next \(bits) bits are \(not)\(what)" }
    let place = offset % 8 == 0 ? "\(offset / 8) bytes" : "\(offset) bits"
    return "the \(bits) bits \(place) ahead are \(not)\(what)"
  }

  private func joined(_ parts: [Condition], _ word: String, _ isNot: Bool) -> String {
    parts.map { part in
      switch part {
      case .all(let inner) where inner().count > 1, .any(let inner) where inner().count > 1:
        "(\(words(part, isNot: isNot)))"
      default: words(part, isNot: isNot)
      }
    }.joined(separator: word)
  }

  // MARK: Text

  private func words(_ characters: Characters) -> String {
    switch characters {
    case .utf8: "UTF-8"
    case .latin1: "ISO-8859-1"
    case .macRoman: "MacRoman"
    case .utf16BE: "UTF-16BE"
    case .utf16LE: "UTF-16LE"
    case .utf32BE: "UTF-32BE"
    case .utf32LE: "UTF-32LE"
    case .utf16: "UTF-16"
    case .utf8OrUTF16: "UTF-8, or UTF-16 with a byte order mark"
    case .macRomanOrUTF8: "MacRoman, or UTF-8 beyond ASCII"
    case .latin1OrUTF8: "ISO-8859-1, or UTF-8 beyond ASCII"
    case .chosen(let name, let choice): choice.words(for: name)
    }
  }

  private func words(_ length: TextLength) -> String {
    switch length {
    case .terminated: "up to a zero"
    case .terminatedOrEnd: "up to a zero or to the end"
    case .values: "to the end, a field for each up to a zero"
    case .rest: "to the end"
    case .pascal: "after a byte with its length"
    case .fixedPascal(let bytes): "\(bytes) bytes, the first its length"
    case .bytes(let quantity): words(quantity, open: "to the end", of: "bytes")
    }
  }
}
