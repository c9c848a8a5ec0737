import ByteReading
package import Corpus
import Structure

/// Property lists made byte by byte.
package enum PropertyListCases {
  /// A binary list of these objects, the first the outermost.
  ///
  /// - Parameters:
  ///   - offsets: Where each begins, of two bytes; where they do when `nil`.
  ///   - count: The objects that the end promises.
  package static func list(
    _ objects: [Piece], top: UInt64 = 0, referenceSize: UInt8 = 1, offsets: [UInt16]? = nil,
    promising count: UInt64? = nil
  ) -> Piece {
    var at = 8
    var places: [UInt16] = []
    for object in objects {
      places.append(UInt16(at))
      at += object.bytes.count
    }
    return pieces {
      text("bplist00")
      Piece(objects.flatMap(\.bytes))
      Piece((offsets ?? places).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
      hex("000000000000 02"); u8(referenceSize)
      u64(count ?? UInt64(objects.count), top, UInt64(at))
    }
  }

  /// The box that a list is all of.
  package static func box(_ list: Piece) -> Piece {
    uuidAtom("0A0B0C0D-0000-4000-8000-504C49535430") { list }
  }

  private static func film(_ list: Piece) -> [UInt8] { Files.film + atoms { box(list) } }

  /// `{a: 1}`: a dictionary, its key and its value.
  private static let dictionary: [Piece] = [hex("D1 01 02"), hex("51 61"), hex("10 01")]
  private static let sound = film(list(dictionary))
  private static let markup = film(text("<plist><dict><key>a</key><integer>1</integer></dict></plist>"))

  /// So many arrays, each in the one before.
  private static func nested(_ count: UInt16) -> Piece {
    list(
      (1...count).map { number in pieces { u8(0xA1); u16(number) } } + [hex("09")], referenceSize: 2)
  }

  /// Four arrays of 14 references each, all of them to the next.
  private static let branches = (1...4).map { number in
    Piece([0xAE] + Array(repeating: UInt8(number), count: 14))
  }
  private static let branching = list(branches + [hex("09")])

  /// A file for each rule.
  static let rules: [RuleCase] = [
    RuleCase("plist-trailer", film(list(dictionary, top: 3)), sound: sound),
    RuleCase("plist-offset-outside", film(list(dictionary, offsets: [8, 11, 4_096])), sound: sound),
    RuleCase(
      "plist-object", film(list([hex("D1 01 02"), hex("51 61"), hex("E0 01")])), sound: sound),
    RuleCase(
      "plist-reference-outside", film(list([hex("D1 01 07"), hex("51 61"), hex("10 01")])),
      sound: sound),
    RuleCase("plist-cycle", film(list([hex("A1 00")])), sound: sound),
    // The value is said to lie in the key.
    RuleCase("plist-overlap", film(list(dictionary, offsets: [8, 11, 12])), sound: sound),
    RuleCase(
      "plist-key", film(list([hex("D1 02 02"), hex("51 61"), hex("10 01")])), sound: sound),
    RuleCase("plist-nested", film(nested(65)), sound: film(nested(60))),
    RuleCase("plist-too-many", film(branching), sound: sound),
    RuleCase("plist-malformed", film(text("<plist><dict></plist>")), sound: markup),
    RuleCase(
      "plist-entity", film(text("<!DOCTYPE plist [<!ENTITY a 'b'>]><plist>&a;</plist>")),
      sound: markup),
  ]

  /// What is made to make readers run long, deep or beyond the end.
  static let all: [HostileCase] = [
    HostileCase("a property list of 10,000 arrays in one another", .told("plist-nested", at: 0xF2)) {
      box(nested(10_000))
    },
    HostileCase("two arrays of a property list in each other", .told("plist-cycle", at: 0x37)) {
      box(list([hex("A1 01"), hex("A1 00")]))
    },
    HostileCase("a property list that branches 14⁴ times", .told("plist-too-many", at: 0x61)) {
      box(branching)
    },
    HostileCase("a property list that branches 14⁴ times to nothing", .told("plist-too-many", at: 0x61)) {
      box(list(branches + [hex("A0")]))
    },
    HostileCase("a property list of 2⁶⁰ objects", .told("plist-trailer", at: 0x41)) {
      box(list(dictionary, promising: 1 << 60))
    },
    HostileCase("an array of a property list of 2⁶⁴-1 objects", .told("plist-object", at: 0x34)) {
      box(list([hex("AF 13 FFFFFFFFFFFFFFFF")]))
    },
    HostileCase("a count of a property list that is no number", .told("plist-object", at: 0x34)) {
      box(list([hex("5F 51 61")]))
    },
    HostileCase("an object in the table of a property list", .told("plist-overlap", at: 0x3B)) {
      box(list(dictionary, offsets: [8, 11, 15]))
    },
    HostileCase("a property list of 20,000 objects in one place", .told("plist-too-many", at: 0x35)) {
      box(list([hex("09")], offsets: Array(repeating: 8, count: 20_000), promising: 20_000))
    },
    HostileCase("a long text that a property list refers to 1,000 times", .told("plist-too-many", at: 0x57)) {
      box(
        list([
          Piece([0xAF, 0x11, 0x03, 0xE8] + Array(repeating: 1, count: 1_000)),
          Piece([0x5F, 0x11, 0x80, 0x00] + Array(repeating: 0x61, count: 0x8000)),
        ]))
    },
    HostileCase("a property list of text 10,000 elements deep", .told("plist-nested", at: 0x1AD)) {
      box(text("<plist>" + String(repeating: "<dict>", count: 10_000)))
    },
    HostileCase("a property list of text that grows", .told("plist-entity", at: 0x2C)) {
      box(
        text(
          "<!DOCTYPE plist [<!ENTITY b 'bbbb'><!ENTITY c '&b;&b;&b;'>]><plist><string>&c;</string></plist>"))
    },
    HostileCase("a property list of text of 100,000 values", .told("plist-too-many", at: 0x2443)) {
      box(text("<plist><array>" + String(repeating: "<string/>", count: 100_000)))
    },
  ]
}
