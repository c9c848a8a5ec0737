import ByteReading

/// The names that a script gives to its own values, put shorter for the page: a name that people read in the
/// sources needs no room in each page.
///
/// Only a name that is declared, as a value or as all that a function takes, and that stands nowhere as the member
/// or the key of an object, is another one in the page. A name that is taken out of an object by itself is a key,
/// too; one with a default there (`{ name = 1 }`) would not be seen as one, and the script has none.
enum ScriptNames {
  /// What is known of a name.
  private struct Name: BitwiseCopyable {
    let hash: UInt64
    /// Where it stands first.
    let start: Int
    let count: Int
    /// How often it stands somewhere.
    var places = 0
    var isDeclared = false
    /// Whether it may be something else than the value that was declared.
    var isKept = false
    /// Its short name, by number; −1 for one that stays as it is.
    var short = -1

    /// The bytes that it takes.
    var room: Int { places * count }
  }

  /// A place where a name stands.
  private struct Place: BitwiseCopyable {
    let start: Int
    let name: Int
    /// Whether it is all that a function takes, and needs no brackets: `(name) =>`.
    let isLone: Bool
  }

  /// Names of fewer letters are as they are.
  private static let least = 3

  static func shortened(_ script: [UInt8]) -> [UInt8] {
    var names: [Name] = []
    let places = places(in: script.span, &names)
    let order = names.indices.filter { names[$0].isDeclared && !names[$0].isKept }.sorted { one, other in
      let (first, second) = (names[one], names[other])
      return first.room != second.room ? first.room > second.room : first.start < second.start
    }
    for (number, name) in order.enumerated() { names[name].short = number }
    var written = ByteWriter()
    var end = 0
    for place in places {
      let name = names[place.name]
      guard name.short >= 0 else { continue }
      written.put(bytes: script.rawBytes.extracting(end..<place.start - (place.isLone ? 1 : 0)))
      written.put("$")
      put(letters: name.short, to: &written)
      end = place.start + name.count + (place.isLone ? 1 : 0)
    }
    written.put(bytes: script.rawBytes.extracting(end..<script.count))
    return written.array
  }

  /// Where names stand in a script, and what is known of each.
  ///
  /// - Complexity: O(*n*), as it is done for each page.
  private static func places(in script: borrowing Span<UInt8>, _ names: inout [Name]) -> [Place] {
    var found: [Place] = []
    found.reserveCapacity(script.count / 8)
    // Their numbers by a hash (FNV-1a), −1 where there is none. A name takes four letters of the script at
    // least, so that some are free.
    var size = 64
    while size < script.count / 3 { size *= 2 }
    var slots = [Int16](repeating: -1, count: size)
    var quotes = PageShell.Quotes()
    /// The brackets that are open, those of code alone: what stands between commas is a key in braces only.
    var open: [UInt8] = []
    var at = 0
    var isDeclaring = false
    let letters = PageShell.ByteSet.letters
    // Signs that open and close nothing.
    let idle = PageShell.ByteSet(".,;=<>?:&|*+-!/%^")
    while at < script.count {
      let byte = script[at]
      if quotes.isText ? letters.contains(byte) : idle.contains(byte) {
        quotes.passLetter()
        isDeclaring = false
        at += 1
        continue
      }
      guard !quotes.isText, letters.contains(byte) || byte == UInt8(ascii: "$") else {
        // The first of a pattern is declared, too: `const [first, second] = pair`.
        if byte != UInt8(ascii: " "), byte != UInt8(ascii: "[") { isDeclaring = false }
        let wasText = quotes.isText
        quotes.pass(byte)
        // In a pattern one may stand behind a backslash.
        if !wasText || !quotes.isText, Self.byte(script, at - 1) != UInt8(ascii: "\\") || wasText {
          switch byte {
          case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(byte)
          case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): _ = open.popLast()
          default: break
          }
        }
        at += 1
        continue
      }
      let start = at
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      var last = byte
      repeat {
        last = script[at]
        hash = (hash ^ UInt64(last)) &* 0x100_0000_01B3
        at += 1
      } while at < script.count && (letters.contains(script[at]) || script[at] == UInt8(ascii: "$"))
      // Of a name its last letter alone can mean something for what follows: `$` before a brace.
      quotes.pass(last)
      let count = at - start
      let isDeclared = isDeclaring
      isDeclaring = count == 5 && hash == const || count == 3 && hash == `let`
      guard count >= least, !isDeclaring else { continue }
      var slot = Int(truncatingIfNeeded: hash) & (size - 1)
      while slots[slot] >= 0, names[Int(slots[slot])].hash != hash { slot = (slot + 1) & (size - 1) }
      if slots[slot] < 0 {
        guard let number = Int16(exactly: names.count) else { break }
        slots[slot] = number
        names.append(Name(hash: hash, start: start, count: count))
      }
      let number = Int(slots[slot])
      if names[number].isKept { continue }
      let (before, after) = (Self.byte(script, start - 1), Self.byte(script, at))
      // What stands before the brackets is no name (`async (name) =>`).
      let isLone =
        before == UInt8(ascii: "(") && after == UInt8(ascii: ")") && Self.byte(script, at + 1) == UInt8(ascii: "=")
        && Self.byte(script, at + 2) == UInt8(ascii: ">") && !letters.contains(Self.byte(script, start - 2))
      found.append(Place(start: start, name: number, isLone: isLone))
      names[number].places += 1
      let isSpread = before == UInt8(ascii: ".") && Self.byte(script, start - 2) == before
      // Behind the first of a declaration there are others: `let one = 1, other = 2`.
      let isNext =
        before == UInt8(ascii: ",") && after == UInt8(ascii: "=") && Self.byte(script, at + 1) != UInt8(ascii: "=")
        && Self.byte(script, at + 1) != UInt8(ascii: ">")
      if isDeclared || isNext || isLone { names[number].isDeclared = true }
      // What is put into a text (`${name}`) is no key, and neither is what is chosen (`is ? name : other`).
      let isPutIn = before == UInt8(ascii: "{") && Self.byte(script, start - 2) == UInt8(ascii: "$")
      let isFirst =
        !isPutIn && (before == UInt8(ascii: "{") || before == UInt8(ascii: ",")) && open.last == UInt8(ascii: "{")
      let isMember = before == UInt8(ascii: ".") && !isSpread || isFirst && after == UInt8(ascii: ":")
      let isListed = isFirst && (after == UInt8(ascii: ",") || after == UInt8(ascii: "}"))
      // A pattern may have the same letters.
      let isInPattern =
        before == UInt8(ascii: "/") || before == UInt8(ascii: "\\") || before == UInt8(ascii: "^")
      if isMember || isListed || isInPattern { names[number].isKept = true }
    }
    return found
  }

  // What declares a name.
  private static let const = ("const" as StaticString).fingerprint
  private static let `let` = ("let" as StaticString).fingerprint

  private static func byte(_ script: borrowing Span<UInt8>, _ place: Int) -> UInt8 {
    place >= 0 && place < script.count ? script[place] : 0
  }

  /// What stands behind the `$` of the name of this number: `a`, `b`, and behind `Z` `aa`. No name of the script
  /// begins so.
  private static func put(letters number: Int, to output: inout ByteWriter) {
    let letters: StaticString = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    let count = letters.utf8CodeUnitCount
    if number >= count { put(letters: number / count - 1, to: &output) }
    output.put(letters.rawBytes.byte(at: number % count) ?? 0)
  }
}
