package import ByteReading
import CommandLineSupport
import MediaInspection
package import StructureRendering

/// A list that a call asks for instead of the atoms.
package enum ListRequest: Sendable, Equatable {
  /// The samples of tracks (`--samples`).
  case samples(TrackChoice, SampleRange)
  /// The chunks and runs of tracks in the order of the file (`--chunks`).
  case chunks(TrackChoice)
  /// The edits of tracks (`--timeline`).
  case timeline(TrackChoice)
  /// What is shown at one time (`--at`).
  case moment(Moment)
  /// Who owns each byte (`--map`).
  case map
  /// What the file says about itself, item by item (`--metadata`).
  case items
  /// The same in the fields that all formats have (`--metadata=common`).
  case fields
  /// Chapters of every kind (`--chapters`).
  case chapters
  /// The items of an image file (`--items`).
  case imageItems
  /// Where something is (`--find`), as it was written.
  case find(Needle, text: String)
  /// Pictures, written to this place (`--artwork`).
  case artwork(String)
}

/// Which tracks a list is of.
package enum TrackChoice: Sendable, Equatable {
  case all
  /// The track with this ID.
  case id(UInt64)
  /// The tracks with this handler.
  case handler(FourCC)

  /// Reads `1` or `vide`; empty text is all tracks.
  init(_ text: some StringProtocol) throws(UsageError) {
    if text.isEmpty {
      self = .all
    } else if let id = UInt64(text), text.first != "+" {
      self = .id(id)
    } else if let code = FourCC(key: String(text)) {
      self = .handler(code)
    } else {
      throw UsageError(
        "'\(text)' names no track", nextStep: "use its ID, or its handler: vide, soun, text")
    }
  }

  /// Whether it means `track`.
  func holds(_ track: SampleTrack) -> Bool {
    switch self {
    case .all: true
    case .id(let id): track.id == id
    case .handler(let code): track.handler == code
    }
  }

  /// As it is written in a call.
  var text: String {
    switch self {
    case .all: ""
    case .id(let id): "\(id)"
    case .handler(let code): code.key
    }
  }
}

/// Which samples of a track are listed.
package enum SampleRange: Sendable, Equatable {
  case all
  /// Those with these numbers, from 1.
  case numbers(ClosedRange<Int>)
  /// Those that are shown between these times of the movie.
  case times(Moment, Moment)

  /// Reads `10`, `10..20`, `1.5s..2s`, `1:30..1:31`.
  init(_ text: some StringProtocol) throws(UsageError) {
    let ends = String(text).components(around: "..")
    let first = ends.first
    let last = ends.last ?? ""
    if let low = Self.number(first), let high = Self.number(last), ends.count <= 2 {
      guard low >= 1 else { throw UsageError("samples are counted from 1", nextStep: "not \(low)") }
      guard low <= high else {
        throw UsageError("'\(text)' is no range", nextStep: "\(high) is below \(low)")
      }
      self = .numbers(low...high)
      return
    }
    guard ends.count == 2, let first, let from = Moment(first), let to = Moment(last) else {
      throw UsageError(
        "'\(text)' is no range of samples",
        nextStep: "use numbers (10..20) or times (1.5s..2s, 1:30..1:31)")
    }
    guard from <= to else {
      throw UsageError("'\(text)' is no range", nextStep: "it ends before it begins")
    }
    self = .times(from, to)
  }

  private static func number(_ text: String?) -> Int? {
    guard let text, !text.isEmpty, text.utf8.allSatisfy({ $0.isDigit })
    else { return nil }
    return Int(text)
  }
}

/// A time of a movie, as a call gives it: an exact number of seconds.
package struct Moment: Sendable, Equatable, Comparable {
  /// The time times ``scale``.
  package let ticks: UInt64
  /// Ticks per second, a power of ten.
  package let scale: UInt64

  /// Reads `1.5`, `1.5s`, `90s`, `1:30`, `1:02:03.25`.
  package init?(_ text: some StringProtocol) {
    var text = String(text)
    if text.hasSuffix("s") { text.removeLast() }
    var seconds: UInt64 = 0
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let last = parts.last else { return nil }
    let (whole, fraction): (Substring, Substring)
    if let point = last.firstIndex(of: ".") {
      (whole, fraction) = (last[..<point], last[last.index(after: point)...])
      guard !fraction.isEmpty else { return nil }
    } else {
      (whole, fraction) = (last, "")
    }
    for part in parts.dropLast() + [whole] {
      guard !part.isEmpty, part.utf8.allSatisfy({ $0.isDigit }),
        let number = UInt64(part), number < 1 << 32, seconds < 1 << 32
      else { return nil }
      seconds = seconds * 60 + number
    }
    guard fraction.count <= 6, fraction.utf8.allSatisfy({ $0.isDigit })
    else { return nil }
    var scale: UInt64 = 1
    for _ in 0..<fraction.count { scale *= 10 }
    let (product, overflow) = seconds.multipliedReportingOverflow(by: scale)
    guard !overflow else { return nil }
    let (sum, overflows) = product.addingReportingOverflow(UInt64(fraction) ?? 0)
    guard !overflows else { return nil }
    ticks = sum
    self.scale = scale
  }

  /// The time in ticks of which there are `timescale` in a second, rounded down.
  package func ticks(per timescale: UInt64) -> Int64 {
    let product = ticks.multipliedFullWidth(by: timescale)
    guard product.high < scale else { return .max }
    return Int64(clamping: scale.dividingFullWidth(product).quotient)
  }

  package static func < (a: Moment, b: Moment) -> Bool {
    let left = a.ticks.multipliedFullWidth(by: b.scale)
    let right = b.ticks.multipliedFullWidth(by: a.scale)
    return (left.high, left.low) < (right.high, right.low)
  }

  package static func == (a: Moment, b: Moment) -> Bool { !(a < b) && !(b < a) }
}

extension String {
  /// What stands before and behind the first `separator`; the text alone when there is none.
  func components(around separator: String) -> [String] {
    guard let range = firstRange(of: separator) else { return [self] }
    return [String(self[..<range.lowerBound]), String(self[range.upperBound...])]
  }
}

extension ListRequest {
  /// Whether media segments that stand behind each other in a call are one list.
  var joinsSegments: Bool {
    switch self {
    case .samples, .chunks, .timeline, .moment, .map: true
    case .items, .fields, .chapters, .imageItems, .artwork, .find: false
    }
  }

  /// The tracks that it is of, where some can be chosen.
  var choice: TrackChoice? {
    switch self {
    case .samples(let choice, _), .chunks(let choice), .timeline(let choice): choice
    case .moment, .map, .items, .fields, .chapters, .imageItems, .artwork, .find: nil
    }
  }

  /// Reads the value of `--samples`: a track, a range, or both with a colon between them.
  static func samples(_ text: String) throws(UsageError) -> ListRequest {
    guard let colon = text.firstIndex(of: ":") else {
      return .samples(try TrackChoice(text), .all)
    }
    let range = text[text.index(after: colon)...]
    return .samples(
      try TrackChoice(text[..<colon]), range.isEmpty ? .all : try SampleRange(range))
  }
}
