import ByteReading
import ID3

/// A date as tags know it: a year, and as much more as was said.
///
/// No calendar and no time zone are assumed: what was not written is `nil`.
public struct MetadataDate: Hashable, Sendable {
  /// 0...9999.
  public let year: Int
  /// 1...12.
  public let month: Int?
  /// 1...31, and not more than the month has.
  public let day: Int?
  /// 0...23.
  public let hour: Int?
  /// 0...59.
  public let minute: Int?
  /// 0...60, for leap seconds.
  public let second: Int?
  /// Nanoseconds, 0...999,999,999.
  public let nanosecond: Int?
  /// Minutes east of UTC, -1439...1439; 0 for `Z`; `nil` when no zone is given.
  public let zone: Int?

  /// A date; `nil` when a part is out of its bounds or stands without the one before it. A zone
  /// needs an hour, and nanoseconds need a second.
  ///
  /// - Parameters:
  ///   - year: 0...9999.
  ///   - month: 1...12.
  ///   - day: 1 to the last day of the month.
  ///   - hour: 0...23.
  ///   - minute: 0...59.
  ///   - second: 0...60.
  ///   - nanosecond: 0...999,999,999.
  ///   - zone: Minutes that the clock is ahead of UTC.
  public init?(
    year: Int, month: Int? = nil, day: Int? = nil, hour: Int? = nil, minute: Int? = nil,
    second: Int? = nil, nanosecond: Int? = nil, zone: Int? = nil
  ) {
    func isBehind(_ part: Int?, _ larger: Int?) -> Bool { part == nil || larger != nil }
    guard isBehind(day, month), isBehind(hour, day), isBehind(minute, hour), isBehind(second, minute),
      isBehind(nanosecond, second), (0...9_999).contains(year), month.map({ (1...12).contains($0) }) ?? true,
      day.map({ (1...Self.days(in: month ?? 1, of: year)).contains($0) }) ?? true,
      hour.map({ (0...23).contains($0) }) ?? true,
      minute.map({ (0...59).contains($0) }) ?? true,
      second.map({ (0...60).contains($0) }) ?? true,
      nanosecond.map({ (0...999_999_999).contains($0) }) ?? true,
      zone.map({ (-1_439...1_439).contains($0) && hour != nil }) ?? true
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.nanosecond = nanosecond
    self.zone = zone
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// Reads the forms that tags are written in: `yyyy`, `yyyy-MM`, `yyyy-MM-dd`, the same with `THH`,
  /// `:mm`, `:ss` and `.fff`, and a zone `Z`, `+0200`, `+02:00`, `+02`, `GMT`, `UTC` or `GMT+2` behind a time. Instead
  /// of `T` there may be a blank, instead of a hyphen a slash, full stop or colon, as Exif and cameras write.
  ///
  /// Blanks and zeros around it are passed over. Anything else is `nil`.
  ///
  /// - Parameter text: The text.
  public init?(_ text: some StringProtocol) {
    var scanner = Scanner(Array(text.utf8))
    scanner.trim()
    guard let year = scanner.number(4) else { return nil }
    var month: Int?
    var day: Int?
    var hour: Int?
    var minute: Int?
    var second: Int?
    var nanosecond: Int?
    var zone: Int?
    if let sign = scanner.take("-/.:") {
      guard let value = scanner.number(2) else { return nil }
      month = value
      if scanner.take(sign) {
        guard let value = scanner.number(2) else { return nil }
        day = value
        if scanner.take("Tt ") != nil {
          guard let value = scanner.number(2) else { return nil }
          hour = value
          if scanner.take(UInt8(ascii: ":")) {
            guard let value = scanner.number(2) else { return nil }
            minute = value
            if scanner.take(UInt8(ascii: ":")) {
              guard let value = scanner.number(2) else { return nil }
              second = value
              if scanner.take(".,") != nil {
                guard let value = scanner.fraction() else { return nil }
                nanosecond = value
              }
            }
          }
          if scanner.take("Zz") != nil {
            zone = 0
          } else {
            _ = scanner.take(" ")
            // Cameras write the zone of a locale, too: `GMT+2`.
            let isNamed = scanner.take(zone: "GMT") || scanner.take(zone: "UTC")
            if isNamed { zone = 0 }
            if let sign = scanner.take("+-") {
              guard let hours = scanner.number(2) ?? (isNamed ? scanner.number(1) : nil), hours < 24 else { return nil }
              _ = scanner.take(UInt8(ascii: ":"))
              let minutes = scanner.isAtEnd ? 0 : scanner.number(2) ?? 60
              guard minutes < 60 else { return nil }
              zone = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
            }
          }
        }
      }
    }
    guard scanner.isAtEnd else { return nil }
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      nanosecond: nanosecond, zone: zone)
  }

  /// The date in three frames of ID3v2.3: `yyyy`, `DDMM`, `HHMM`; the second and third may be missing,
  /// and count only when they are of that form.
  ///
  /// - Parameters:
  ///   - year: The text of `TYER`.
  ///   - dayAndMonth: The text of `TDAT`.
  ///   - clock: The text of `TIME`.
  public init?(year: some StringProtocol, dayAndMonth: String?, clock: String?) {
    var scanner = Scanner(Array(year.utf8))
    scanner.trim()
    guard let number = scanner.number(4), scanner.isAtEnd else { return nil }
    let date = Self.pair(dayAndMonth)
    let time = date == nil ? nil : Self.pair(clock)
    if let date,
      let full = MetadataDate(
        year: number, month: date.second, day: date.first, hour: time?.first, minute: time?.second)
    {
      self = full
    } else if let date,
      let day = MetadataDate(year: number, month: date.second, day: date.first)
    {
      self = day
    } else {
      self.init(year: number)
    }
  }

  /// Four digits as two numbers.
  private static func pair(_ text: String?) -> (first: Int, second: Int)? {
    guard let text else { return nil }
    var scanner = Scanner(Array(text.utf8))
    scanner.trim()
    guard let first = scanner.number(2), let second = scanner.number(2), scanner.isAtEnd
    else { return nil }
    return (first, second)
  }

  /// Seconds since 1904-01-01 00:00 UTC, as QuickTime counts (14496-12 §8.2.2).
  ///
  /// `nil` from the year 10,000 on.
  ///
  /// - Parameter seconds: As the file counts them.
  public init?(secondsSince1904 seconds: UInt64) {
    self.init(seconds: seconds, daysBefore1970: 24_107)
  }

  /// Seconds since 1601-01-01 00:00 UTC, as Windows counts. `nil` from the year 10,000 on.
  ///
  /// - Parameter seconds: Whole seconds.
  public init?(secondsSince1601 seconds: UInt64) {
    self.init(seconds: seconds, daysBefore1970: 134_774)
  }

  /// Seconds since a day so many days before 1970.
  private init?(seconds: UInt64, daysBefore1970: Int) {
    guard seconds < 1 << 40 else { return nil }
    let days = Int(seconds / 86_400) - daysBefore1970
    let clock = Int(seconds % 86_400)
    // Years are counted from March, so that a leap day comes last.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let place = (5 * ofYear + 2) / 153
    let month = place < 10 ? place + 3 : place - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: ofYear - (153 * place + 2) / 5 + 1, hour: clock / 3_600, minute: clock / 60 % 60,
      second: clock % 60, zone: 0)
  }

  /// The date as ISO 8601 writes it, as exact as it is: `2004`, `2004-05-01T12:30:45.5+02:00`.
  public var text: String {
    var text = ByteWriter()
    text.put(decimal: UInt64(year), zeroPaddedTo: 4)
    func put(_ sign: StaticString, _ part: Int?) {
      guard let part else { return }
      text.put(sign)
      text.put(decimal: UInt64(part), zeroPaddedTo: 2)
    }
    put("-", month)
    put("-", day)
    put("T", hour)
    put(":", minute)
    put(":", second)
    if let nanosecond {
      text.put(".")
      var digits = String(nanosecond + 1_000_000_000).dropFirst()
      while digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
      text.put(String(digits))
    }
    if let zone {
      if zone == 0 {
        text.put("Z")
      } else {
        text.put(zone < 0 ? "-" : "+")
        text.put(decimal: UInt64(zone.magnitude / 60), zeroPaddedTo: 2)
        text.put(":")
        text.put(decimal: UInt64(zone.magnitude % 60), zeroPaddedTo: 2)
      }
    }
    return text.string
  }

  /// The texts of `TYER`, `TDAT` and `TIME` (ID3v2.3.0 §4.2.1), which say at most minutes; a date
  /// without a day has the first alone.
  public var framesOf23: (year: String, dayAndMonth: String?, clock: String?) {
    func two(_ first: Int?, _ second: Int?) -> String? {
      guard let first, let second else { return nil }
      var text = ByteWriter()
      text.put(decimal: UInt64(first), zeroPaddedTo: 2)
      text.put(decimal: UInt64(second), zeroPaddedTo: 2)
      return text.string
    }
    var text = ByteWriter()
    text.put(decimal: UInt64(year), zeroPaddedTo: 4)
    return (text.string, two(day, month), two(hour, minute))
  }

  /// The text of a time frame of ID3v2.4, which knows neither zones nor parts of a second
  /// (ID3v2.4.0 structure §4): a zone is taken off, the time being UTC there.
  ///
  /// `nil` when a time with a zone has no minutes, or lies on another day in UTC.
  public var frameOf24: String? {
    guard let zone, zone != 0 else {
      return MetadataDate(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)?.text
    }
    guard let hour, let minute else { return nil }
    let minutes = hour * 60 + minute - zone
    guard (0..<1_440).contains(minutes) else { return nil }
    return MetadataDate(
      year: year, month: month, day: day, hour: minutes / 60, minute: minutes % 60, second: second
    )?.text
  }

  /// Whether one date is the other, or the same said more exactly; without zones they are compared as
  /// they stand.
  ///
  /// - Parameter other: Another date.
  /// - Returns: `false` when a part that both have differs.
  public func agrees(with other: MetadataDate) -> Bool {
    let mine = [month, day, hour, minute, second]
    let theirs = [other.month, other.day, other.hour, other.minute, other.second]
    return year == other.year
      && zip(mine, theirs).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
  }
}

extension MetadataDate: CustomStringConvertible {
  /// The date as tags write it.
  public var description: String { text }
}

/// Goes through the characters of a date.
private struct Scanner {
  private let text: [UInt8]
  private var at = 0
  private var end: Int

  init(_ text: [UInt8]) {
    self.text = text
    end = text.count
  }

  var isAtEnd: Bool { at == end }

  /// Passes over blanks and zeros around the date.
  mutating func trim() {
    while at < end, text[at] <= 0x20 { at += 1 }
    while end > at, text[end - 1] <= 0x20 { end -= 1 }
  }

  /// The number that the next `count` characters make, all digits.
  mutating func number(_ count: Int) -> Int? {
    guard end - at >= count else { return nil }
    var number = 0
    for byte in text[at..<at + count] {
      guard byte.isDigit else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    at += count
    return number
  }

  /// Nanoseconds: one digit or more, those behind the ninth left out.
  mutating func fraction() -> Int? {
    var number = 0
    var count = 0
    while at < end, text[at].isDigit {
      if count < 9 { number = number * 10 + Int(text[at] - UInt8(ascii: "0")) }
      count += 1
      at += 1
    }
    guard count > 0 else { return nil }
    for _ in min(count, 9)..<9 { number *= 10 }
    return number
  }

  /// Passes over one of these characters.
  mutating func take(_ characters: StaticString) -> UInt8? {
    guard at < end, characters.description.utf8.contains(text[at]) else { return nil }
    at += 1
    return text[at - 1]
  }

  /// Passes over the name of a zone.
  mutating func take(zone name: StaticString) -> Bool {
    guard text[at..<end].starts(with: name.description.utf8) else { return false }
    at += name.utf8CodeUnitCount
    return true
  }

  /// Passes over this character.
  mutating func take(_ character: UInt8) -> Bool {
    guard at < end, text[at] == character else { return false }
    at += 1
    return true
  }
}
