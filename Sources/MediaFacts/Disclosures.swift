public import Structure

/// What a file gives away of places, persons and devices.
public struct Disclosure: Sendable, Equatable {
  /// What it is.
  public enum Kind: Sendable, Equatable {
    /// An item of metadata: the text of its identifier, and its value where that is text or a number.
    case item(identifier: String, value: String?)
    /// A track whose samples are positions.
    case positions
    /// An index of blocks that hold positions.
    case indexOfPositions
    /// A log of positions in one box, of which the first that is known is the place.
    case logOfPositions
    /// An alias record, which names a disk and a file on it.
    case alias
    /// Who may play samples that are protected.
    case licensee
  }

  /// What it is.
  public let kind: Kind
  /// The node that says it.
  public let node: NodeIndex
  /// What its key is called where the node has values of several keys; `nil` where the node is all its
  /// own.
  public let part: String?
  /// Where it is, when it is a place whose numbers were read.
  public let position: GeographicPosition?

  /// A place, person or device that a node names.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - node: The node that says it.
  ///   - part: What its key is called, where the node has values of several keys.
  ///   - position: Where it is, when it is a place whose numbers were read.
  public init(
    _ kind: Kind, node: NodeIndex, part: String? = nil, position: GeographicPosition? = nil
  ) {
    self.kind = kind
    self.node = node
    self.part = part
    self.position = position
  }
}

/// A place on the earth, in degrees and metres.
public struct GeographicPosition: Sendable, Equatable {
  /// North of the equator, -90...90.
  public var latitude: Double
  /// East of Greenwich, -180...180.
  public var longitude: Double
  /// Above the ellipsoid; `nil` when it is not said.
  public var altitude: Double?

  /// A place by its numbers; `nil` for numbers that are no place on the earth.
  ///
  /// - Parameters:
  ///   - latitude: North of the equator, in degrees.
  ///   - longitude: East of Greenwich, in degrees.
  ///   - altitude: Above the ellipsoid, in metres.
  public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude),
      altitude?.isFinite ?? true
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }

  /// Reads ISO 6709 annex H: `+51.5334-000.1255+027.000/`, in degrees, in degrees and minutes
  /// (`+5132.0-00007.5/`), or with seconds. What stands behind the slash is not looked at.
  ///
  /// - Parameter text: The text; 64 characters of it at most are read. `nil` where they are no place.
  public init?(iso6709 text: some StringProtocol) {
    var parts: [Part] = []
    // For iterators of any other text the runtime looks up types once.
    characters: for byte in String(text).utf8.prefix(64) {
      switch byte {
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        guard parts.count < 3 else { return nil }
        parts.append(Part(isNegative: byte == UInt8(ascii: "-")))
        continue characters
      default: break
      }
      if byte == UInt8(ascii: "/") || byte == 0 { break characters }
      guard !parts.isEmpty, parts[parts.count - 1].take(byte) else { return nil }
    }
    guard parts.count >= 2, let latitude = parts[0].degrees(2),
      let longitude = parts[1].degrees(3)
    else { return nil }
    self.init(
      latitude: latitude, longitude: longitude, altitude: parts.count > 2 ? parts[2].number : nil)
  }

  /// A sign and digits.
  private struct Part {
    let isNegative: Bool
    var digits: [UInt8] = []
    /// How many of the digits stand before the point; `nil` without one.
    var whole: Int?

    init(isNegative: Bool) { self.isNegative = isNegative }

    /// - Returns: Whether the character may stand here.
    mutating func take(_ byte: UInt8) -> Bool {
      if byte == UInt8(ascii: ".") {
        if whole != nil { return false }
        whole = digits.count
        return true
      }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return false }
      digits.append(byte &- UInt8(ascii: "0"))
      return true
    }

    /// The digits from `first` on as a number, the point where it is.
    private func number(from first: Int) -> Double {
      var value = 0.0
      var scale = 1.0
      for place in first..<digits.count {
        value = value * 10 + Double(digits[place])
        if place >= whole ?? digits.count { scale *= 10 }
      }
      return value / scale
    }

    /// All of it as one number; `nil` without digits.
    var number: Double? {
      digits.isEmpty ? nil : isNegative ? -number(from: 0) : number(from: 0)
    }

    /// Degrees in `count` digits, with minutes and seconds in two each behind them, where there are as
    /// many.
    func degrees(_ count: Int) -> Double? {
      let before = whole ?? digits.count
      var value: Double
      switch before {
      case count: value = number(from: 0)
      // Some programs write fewer digits than are asked for: before a point they are degrees.
      case 1..<count where whole != nil: value = number(from: 0)
      case count + 2: value = whole(0..<count) + number(from: count) / 60
      case count + 4:
        value = whole(0..<count) + whole(count..<count + 2) / 60 + number(from: count + 2) / 3_600
      default: return nil
      }
      if isNegative { value = -value }
      return value
    }

    private func whole(_ range: Range<Int>) -> Double {
      digits[range].reduce(0) { $0 * 10 + Double($1) }
    }
  }
}

/// The device that a file was made with.
public struct Camera: Sendable, Equatable {
  /// Who made it; `nil`, as each of these, where the file does not say.
  public var make: String?
  /// What its maker calls it.
  public var model: String?
  /// The lens.
  public var lens: String?
  /// The programs in it, with their version.
  public var software: String?
  /// The number of this device alone.
  public var serialNumber: String?

  /// What of a device a value of its maker's own fields is.
  public enum Part: Sendable {
    case model
    /// The number of this device alone.
    case serialNumber
    /// A number of this device alone that is not printed on it: of its lens, or a sum of the serial number.
    case otherNumber
  }

  /// A device of which nobody said a thing.
  public init() {}

  /// Whether no part of it is known.
  public var isEmpty: Bool {
    make == nil && model == nil && lens == nil && software == nil && serialNumber == nil
  }
}
