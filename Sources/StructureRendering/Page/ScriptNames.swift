import ByteReading

/// The names that a script gives to its own values, put shorter for the page: a name that people read in the
/// sources needs no room in each page.
///
/// Only a name that is declared, and that stands nowhere as the member or the key of an object, is another
/// one in the page. A name that is taken out of an object by itself is a key, too; one with a default
/// there (`{ name = 1 }`) would not be seen as one, and the script has none.
enum ScriptNames {
  /// What is known of a name.
  private struct Name {
    /// Where it stands, each time.
    var places: [Range<Int>] = []
    var isDeclared = false
    /// Whether it may be something else than the value that was declared.
    var isKept = false
  }

  /// Names of fewer letters are as they are.
  private static let least = 4

  static func shortened(_ script: [UInt8]) -> [UInt8] {
    var short: [(place: Range<Int>, letters: [UInt8])] = []
    var number = 0
    for name in names(of: script) where name.isDeclared && !name.isKept {
      let letters = letters(of: number)
      number += 1
      for place in name.places { short.append((place, letters)) }
    }
    short.sort { $0.place.lowerBound < $1.place.lowerBound }
    var written: [UInt8] = []
    written.reserveCapacity(script.count)
    var end = 0
    for (place, letters) in short {
      written += script[end..<place.lowerBound]
      written += letters
      end = place.upperBound
    }
    written += script[end...]
    return written
  }

  /// The names of a script, those that take most room first.
  private static func names(of script: [UInt8]) -> [Name] {
    var found: [Name] = []
    // Their places in `found` by a hash (FNV-1a), −1 where there is none. A name takes five letters of the
    // script at least, so that most are free.
    var size = 64
    while size < script.count / 2 { size *= 2 }
    var slots = [Int](repeating: -1, count: size)
    var hashes: [UInt64] = []
    var quotes = PageShell.Quotes()
    var at = 0
    var isDeclaring = false
    func byte(_ place: Int) -> UInt8 { script.indices.contains(place) ? script[place] : 0 }
    while at < script.count {
      guard !quotes.isText, isLetter(script[at]) else {
        // The first of a pattern is declared, too: `const [first, second] = pair`.
        if script[at] != UInt8(ascii: " "), script[at] != UInt8(ascii: "[") { isDeclaring = false }
        quotes.pass(script[at])
        at += 1
        continue
      }
      let start = at
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      while at < script.count, isLetter(script[at]) {
        hash = (hash ^ UInt64(script[at])) &* 0x100_0000_01B3
        at += 1
      }
      // Of a name its last letter alone can mean something for what follows: `$` before a brace.
      quotes.pass(script[at - 1])
      let isDeclared = isDeclaring
      isDeclaring =
        at - start == 5 && script[start..<at].elementsEqual("const".utf8)
        || at - start == 3 && script[start..<at].elementsEqual("let".utf8)
      guard at - start >= least, !isDeclaring else { continue }
      let (before, after) = (byte(start - 1), byte(at))
      let isSpread = before == UInt8(ascii: ".") && byte(start - 2) == before
      var slot = Int(truncatingIfNeeded: hash) & (size - 1)
      while slots[slot] >= 0, hashes[slots[slot]] != hash { slot = (slot + 1) & (size - 1) }
      if slots[slot] < 0 {
        slots[slot] = found.count
        hashes.append(hash)
        found.append(Name())
      }
      let number = slots[slot]
      // Two that have one hash stay as they are.
      if let first = found[number].places.first, !script[first].elementsEqual(script[start..<at]) {
        found[number].isKept = true
      }
      found[number].places.append(start..<at)
      // Behind the first of a declaration there are others: `let one = 1, other = 2`.
      let isNext = before == UInt8(ascii: ",") && after == UInt8(ascii: "=") && !"=>".utf8.contains(byte(at + 1))
      if isDeclared || isNext { found[number].isDeclared = true }
      // What is put into a text (`${name}`) is no key, and neither is what is chosen (`is ? name : other`).
      let isPutIn = before == UInt8(ascii: "{") && byte(start - 2) == UInt8(ascii: "$")
      let isFirst = !isPutIn && "{,".utf8.contains(before)
      let isMember = before == UInt8(ascii: ".") && !isSpread || isFirst && after == UInt8(ascii: ":")
      let isListed = isFirst && ",}".utf8.contains(after)
      // A pattern may have the same letters.
      if isMember || isListed || "/\\^".utf8.contains(before) { found[number].isKept = true }
    }
    return found.sorted { one, other in
      let (first, second) = (room(one), room(other))
      return first != second ? first > second : one.places[0].lowerBound < other.places[0].lowerBound
    }
  }

  private static func room(_ name: Name) -> Int { name.places.count * (name.places.first?.count ?? 0) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: false
    }
  }

  /// `$a`, `$b`, and behind `$Z` `$aa`: no name of the script begins so.
  private static func letters(of number: Int) -> [UInt8] {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    var name: [UInt8] = []
    var left = number
    repeat {
      name.insert(letters[left % letters.count], at: 0)
      left = left / letters.count - 1
    } while left >= 0
    return [UInt8(ascii: "$")] + name
  }
}
