import ByteReading
import MediaFacts

/// Positions in texts of samples, as cameras and loggers write them where a film has room for subtitles alone.
enum TextPositions {
  /// The first position in a text; `nil` for a text without any, and for 0, 0, which stands where none is known.
  ///
  /// - Complexity: O(*n*) in the bytes of the text.
  static func first(in text: String) -> GeographicPosition? {
    known(sentence(in: text) ?? telemetry(in: text) ?? GeographicPosition(iso6709: text))
  }

  /// 0, 0 stands where none is known.
  private static func known(_ position: GeographicPosition?) -> GeographicPosition? {
    position.flatMap { $0.latitude != 0 || $0.longitude != 0 ? $0 : nil }
  }

  // MARK: JSON

  /// The first position in JSON that is written in base 64: `{"gpsData": [{"lat": 48.13, "lon": 11.57}]}`, as Nextbase
  /// writes it. Of long text the beginning is read.
  ///
  /// - Complexity: O(*n*) in the digits.
  static func first(inBase64 text: String) -> GeographicPosition? {
    // A text that was cut ends with a mark, which is none of them.
    let digits = Array(text.utf8.prefix { $0 < 0x80 })
    var bytes: [UInt8] = []
    // What is cut off ends at a whole group of four.
    let whole = digits.count - digits.count % 4
    guard Base64.decode(digits.rawBytes.extracting(0..<whole), into: &bytes),
      let latitude = named("\"lat\"", in: bytes), let longitude = named("\"lon\"", in: bytes)
    else { return nil }
    return known(GeographicPosition(latitude: latitude, longitude: longitude))
  }

  // MARK: Logs

  /// Positions in lines of text among bytes of any kind.
  struct Log {
    let first: GeographicPosition
    /// The bytes of the line that says the first.
    let line: Range<Int>
    /// How many lines behind it say a position.
    private(set) var others = 0

    /// The lines that are longer than any that says a position are no text.
    private static let longest = 512

    /// The positions in `bytes`; `nil` when no line has one.
    ///
    /// - Complexity: O(*n*) in the bytes.
    init?(_ bytes: RawSpan) {
      var found: (position: GeographicPosition, line: Range<Int>)?
      var others = 0
      var start = 0
      for at in 0...bytes.byteCount {
        let byte = bytes.byte(at: at) ?? 0
        // A sentence of NMEA begins with this, whatever stands before it.
        let begins = byte == UInt8(ascii: "$")
        if byte.isPrintable, !begins { continue }
        if let position = Self.position(in: bytes, start..<at) {
          if found == nil { found = (position, start..<at) } else { others += 1 }
        }
        start = begins ? at : at + 1
      }
      guard let found else { return nil }
      first = found.position
      line = found.line
      self.others = others
    }

    private static func position(in bytes: RawSpan, _ line: Range<Int>) -> GeographicPosition? {
      guard line.count >= 12, line.count <= longest, let head = bytes.byte(at: line.lowerBound) else { return nil }
      // Numbers with signs may be anything; those of a place have decimals here.
      let isSigned = head == UInt8(ascii: "+") || head == UInt8(ascii: "-")
      func hasPoint() -> Bool { line.contains { bytes.byte(at: $0) == UInt8(ascii: ".") } }
      guard head == UInt8(ascii: "$") || isSigned && hasPoint() || hasWord(bytes, line) else { return nil }
      return TextPositions.first(in: String(decoding: line.map { bytes.byte(at: $0) ?? 0 }, as: UTF8.self))
    }

    /// Whether a word stands in the line that lines of positions have: most texts are none.
    private static func hasWord(_ bytes: RawSpan, _ line: Range<Int>) -> Bool {
      for at in line.lowerBound..<line.upperBound - 3 {
        guard let word = bytes.bigEndian(at: at, count: 4) else { return false }
        let small = word | 0x2020_2020
        // "gps" and a character, "home", "lati".
        if small >> 8 == 0x67_7073 || small == 0x686F_6D65 || small == 0x6C61_7469 { return true }
      }
      return false
    }
  }

  // MARK: NMEA

  /// The position of the first sentence of NMEA 0183 that has one: `$GPRMC,123519,A,4807.038,N,01131.000,E,…`.
  private static func sentence(in text: String) -> GeographicPosition? {
    for part in text.split(separator: "$") {
      let fields = part.split(separator: ",", maxSplits: 16, omittingEmptySubsequences: false)
      // Two letters say what received the signals: GP, GL, GN.
      guard let type = fields.first, type.utf8.count == 5, let first = sentences[type.dropFirst(2)],
        fields.count > first + 3,
        let latitude = degrees(fields[first], negative: "S", in: fields[first + 1]),
        let longitude = degrees(fields[first + 2], negative: "W", in: fields[first + 3])
      else { continue }
      let altitude = type.hasSuffix("GGA") && fields.count > 9 ? number(fields[9]) : nil
      if let position = GeographicPosition(latitude: latitude, longitude: longitude, altitude: altitude) {
        return position
      }
    }
    return nil
  }

  /// The field that the latitude is, by the types of sentences.
  private static let sentences: [Substring: Int] = ["RMC": 3, "GGA": 2, "GLL": 1]

  /// Degrees and minutes, `4807.038`, as degrees.
  private static func degrees(_ text: Substring, negative: Substring, in letter: Substring) -> Double? {
    guard let value = number(text), value >= 0, value <= 18_000 else { return nil }
    let whole = (value / 100).rounded(.down)
    let minutes = value - whole * 100
    guard minutes < 60 else { return nil }
    let degrees = whole + minutes / 60
    return letter == negative ? -degrees : degrees
  }

  // MARK: DJI

  /// The position in a line of DJI's: `GPS (11.57, 48.13, 15)`, the longitude first, or
  /// `[latitude: 48.13] [longitude: 11.57]`.
  private static func telemetry(in text: String) -> GeographicPosition? {
    let bytes = Array(text.lowercased().utf8)
    for word in ["gps", "home"] {
      var line = Line(bytes)
      while line.skip(past: word) {
        guard line.skip("("), let longitude = line.number(), line.skip(","), let latitude = line.number() else { continue }
        if let position = GeographicPosition(latitude: latitude, longitude: longitude) { return position }
      }
    }
    // Some spell it with another t.
    guard let latitude = named("latitude", in: bytes),
      let longitude = named("longitude", in: bytes) ?? named("longtitude", in: bytes)
    else { return nil }
    return GeographicPosition(latitude: latitude, longitude: longitude)
  }

  /// The number behind a word and a colon.
  private static func named(_ word: String, in bytes: [UInt8]) -> Double? {
    var line = Line(bytes)
    while line.skip(past: word) {
      if line.skip(":"), let number = line.number() { return number }
    }
    return nil
  }

  /// A decimal number without an exponent; `nil` for what is none.
  private static func number(_ text: Substring) -> Double? {
    guard text.utf8.count <= 24, text.utf8.allSatisfy({ $0.isDigit || ".-+".utf8.contains($0) }) else { return nil }
    return Double(text)
  }

  /// A text that is read from its beginning on.
  private struct Line {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Moves behind the next place where a word stands.
    ///
    /// - Returns: Whether it stands anywhere; else nothing is moved past.
    mutating func skip(past word: String) -> Bool {
      let word = Array(word.utf8)
      guard let first = word.first else { return false }
      var at = place
      while at + word.count <= bytes.count {
        if bytes[at] == first, bytes[at..<at + word.count].elementsEqual(word) {
          place = at + word.count
          return true
        }
        at += 1
      }
      return false
    }

    /// Moves behind blanks and this character, where it is the next.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      skipBlanks()
      guard place < bytes.count, UInt32(bytes[place]) == character.value else { return false }
      place += 1
      return true
    }

    /// Reads the decimal number behind blanks.
    mutating func number() -> Double? {
      skipBlanks()
      let start = place
      while place < bytes.count, bytes[place].isDigit || ".-+".utf8.contains(bytes[place]) { place += 1 }
      return TextPositions.number(Substring(decoding: bytes[start..<place], as: UTF8.self))
    }

    private mutating func skipBlanks() {
      while place < bytes.count, bytes[place] == UInt8(ascii: " ") { place += 1 }
    }
  }
}
