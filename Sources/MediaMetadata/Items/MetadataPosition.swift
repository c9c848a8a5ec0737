import ByteReading

/// A number of a track or disc, and how many there are; what is 0 or not said is `nil`.
public struct MetadataPosition: Hashable, Sendable {
  /// 1...65,535 in iTunes items; in texts up to 19 digits.
  public let number: UInt64?
  /// How many there are.
  public let total: UInt64?

  /// A position; zeros become `nil`.
  ///
  /// - Parameters:
  ///   - number: Which it is.
  ///   - total: How many there are.
  public init(number: UInt64?, total: UInt64?) {
    self.number = number == 0 ? nil : number
    self.total = total == 0 ? nil : total
  }

  // MARK: iTunes

  /// The bytes of a `trkn` or `disk` item: words of two bytes, big-endian: 0, number, total, and in
  /// `trkn` another 0. `nil` for fewer than four bytes or an odd number of them.
  ///
  /// - Parameter bytes: The bytes of the value.
  public init?(iTunes bytes: [UInt8]) {
    guard bytes.count >= 4, bytes.count % 2 == 0 else { return nil }
    func word(_ index: Int) -> UInt64 {
      bytes.count >= index * 2 + 2
        ? UInt64(bytes[index * 2]) << 8 | UInt64(bytes[index * 2 + 1]) : 0
    }
    self.init(number: word(1), total: word(2))
  }

  /// The eight bytes of a `trkn` item; `nil` when a number does not fit two bytes.
  public var trackBytes: [UInt8]? { discBytes.map { $0 + [0, 0] } }

  /// The six bytes of a `disk` item; `nil` when a number does not fit two bytes.
  public var discBytes: [UInt8]? {
    let (number, total) = (number ?? 0, total ?? 0)
    guard number <= 0xFFFF, total <= 0xFFFF else { return nil }
    return [
      0, 0, UInt8(number >> 8), UInt8(number & 0xFF), UInt8(total >> 8), UInt8(total & 0xFF),
    ]
  }

  // MARK: ID3

  /// The text of a `TRCK` or `TPOS` frame: `7`, `7/`, `/12`, `07/12` (ID3v2.4.0 frames §4.2.1).
  ///
  /// Blanks around it and around the slash do not count. `nil` for other texts, such as `A1`, and for
  /// those in which no number stands.
  ///
  /// - Parameter text: The text.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { return nil }
    var numbers: [UInt64?] = []
    for part in parts {
      let digits = part.utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
      if digits.isEmpty {
        numbers.append(nil)
        continue
      }
      guard digits.count <= 19 else { return nil }
      var number: UInt64 = 0
      for digit in digits {
        guard digit.isDigit else { return nil }
        number = number &* 10 &+ UInt64(digit &- UInt8(ascii: "0"))
      }
      numbers.append(number)
    }
    guard numbers.contains(where: { $0 != nil }) else { return nil }
    self.init(number: numbers[0], total: numbers.count == 2 ? numbers[1] : nil)
  }

  /// The text of a `TRCK` or `TPOS` frame: `7`, `7/12`, `/12`; `0` when neither is known.
  public var text: String {
    switch (number, total) {
    case (nil, nil): "0"
    case (let number?, nil): "\(number)"
    case (nil, let total?): "/\(total)"
    case (let number?, let total?): "\(number)/\(total)"
    }
  }
}

extension MetadataPosition: CustomStringConvertible {
  /// The position as `TRCK` has it: `7/12`.
  public var description: String { text }
}
