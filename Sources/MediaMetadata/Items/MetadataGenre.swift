import ByteReading
import MediaFacts
import Structure

/// A genre: a number of a list that many know, or text.
public enum MetadataGenre: Hashable, Sendable {
  /// A genre of the list of ID3v1 and Winamp, from 0 (Blues); numbers that the list does not have are
  /// kept. 0...255.
  case music(UInt8)
  /// A genre of television shows or movies, from 4000 (Comedy).
  case video(UInt16)
  /// `RX` of ID3v2.
  case remix
  /// `CR` of ID3v2.
  case cover
  /// A genre that no list has, as the file writes it.
  case text(String)

  /// The genre that has this name, compared without case and with the spellings that are in use; else
  /// the text itself.
  ///
  /// A music genre is looked for first, in a file with a video track a video genre. Blanks around the
  /// name do not count.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - hasVideo: Whether the file has a video track.
  public init(named name: some StringProtocol, hasVideo: Bool = false) {
    var trimmed = Substring(name)
    while let first = trimmed.first, first.isWhitespace { trimmed.removeFirst() }
    while let last = trimmed.last, last.isWhitespace { trimmed.removeLast() }
    let folded = trimmed.lowercased()
    func music() -> MetadataGenre? { Self.musicNumber(of: folded).map { .music($0) } }
    func video() -> MetadataGenre? {
      Self.number(of: folded, in: Self.videoNames).map { .video(UInt16(truncatingIfNeeded: $0)) }
    }
    self = (hasVideo ? video() ?? music() : music() ?? video()) ?? .text(String(trimmed))
  }

  /// What people call it; the number of one that has no name.
  public var name: String {
    switch self {
    case .music(let number): GenreNames.id3v1[UInt64(number)]?.description ?? "\(number)"
    case .video(let number): Self.videoNames[UInt64(number)]?.description ?? "\(number)"
    case .remix: "Remix"
    case .cover: "Cover"
    case .text(let text): text
    }
  }

  /// Spellings of other lists (Winamp before 5.6, AVFoundation's sample code).
  private static let spellings: [(name: StaticString, number: UInt8)] = [
    ("jazz-funk", 29), ("alternrock", 40), ("gangsta", 59), ("fast fusion", 84), ("bebob", 85),
    ("a capella", 123), ("negerpunk", 133), ("christian gangsta", 136),
  ]

  /// The genres of television shows, then those of movies, by the numbers of the iTunes Store.
  static let videoNames: Names = [
    4000: "Comedy", 4001: "Drama", 4002: "Animation", 4003: "Action & Adventure", 4004: "Classic",
    4005: "Kids", 4006: "Nonfiction", 4007: "Reality TV", 4008: "Sci-Fi & Fantasy",
    4009: "Sports", 4010: "Teens", 4011: "Latino TV", 4401: "Action & Adventure", 4402: "Anime",
    4403: "Classics", 4404: "Comedy", 4405: "Documentary", 4406: "Drama", 4407: "Foreign",
    4408: "Horror", 4409: "Independent", 4410: "Kids & Family", 4411: "Musicals",
    4412: "Romance", 4413: "Sci-Fi & Fantasy", 4414: "Short Films", 4415: "Special Interest",
    4416: "Thriller", 4417: "Sports", 4418: "Western",
  ]

  /// The number of a name in lower case, by any of its spellings.
  private static func musicNumber(of name: String) -> UInt8? {
    if let spelling = spellings.first(where: { $0.name.description == name }) { return spelling.number }
    return number(of: name, in: GenreNames.id3v1).map { UInt8(truncatingIfNeeded: $0) }
  }

  /// The first number of a list that has this name in lower case: files have few genres, for which no table is made.
  private static func number(of name: String, in names: Names) -> UInt64? {
    for entry in names.entries where entry.name.utf8CodeUnitCount == name.utf8.count {
      let bytes = entry.name.rawBytes
      if name.utf8.enumerated().allSatisfy({ bytes.byte(at: $0.offset)?.lowercase == $0.element }) { return entry.value }
    }
    return nil
  }
}

// MARK: iTunes

extension MetadataGenre {
  /// The genre that the bytes of a `gnre` item stand for: two, big-endian, the number of ID3v1 plus
  /// one. `nil` for 0, for other lengths, and for numbers above 256.
  ///
  /// - Parameter bytes: The bytes of the value.
  public init?(iTunes bytes: [UInt8]) {
    guard bytes.count == 2 else { return nil }
    let number = Int(bytes[0]) << 8 | Int(bytes[1])
    guard (1...256).contains(number) else { return nil }
    self = .music(UInt8(number - 1))
  }

  /// The two bytes of a `gnre` item; `nil` for what is no music genre.
  public var iTunesBytes: [UInt8]? {
    guard case .music(let number) = self else { return nil }
    let raised = Int(number) + 1
    return [UInt8(raised >> 8), UInt8(raised & 0xFF)]
  }
}

// MARK: ID3

extension MetadataGenre {
  /// The genres in the values of a `TCON` or `TCO` frame.
  ///
  /// Each value is a number, `RX`, `CR` or a name (ID3v2.4.0 frames §4.2.3), or references in brackets
  /// with text behind them, of which two opening brackets stand for one (ID3v2.3.0 §4.2.1); both are
  /// understood in all versions. Text that only repeats the name of the reference before it is left
  /// out.
  ///
  /// - Parameter values: The values of the frame.
  /// - Returns: The genres in their order.
  public static func genres(inID3 values: [String]) -> [MetadataGenre] {
    var genres: [MetadataGenre] = []
    for value in values {
      if let reference = MetadataGenre(reference: value[...]) {
        genres.append(reference)
        continue
      }
      var rest = value[...]
      while rest.first == "(", !rest.hasPrefix("(("), let close = rest.firstIndex(of: ")"),
        let reference = MetadataGenre(reference: rest[rest.index(after: rest.startIndex)..<close])
      {
        genres.append(reference)
        rest = rest[rest.index(after: close)...]
      }
      if rest.hasPrefix("((") { rest.removeFirst() }
      guard !rest.isEmpty else { continue }
      let genre = MetadataGenre(named: rest)
      if genres.last != genre { genres.append(genre) }
    }
    return genres
  }

  /// A number of one to three digits below 256, `RX` or `CR`.
  private init?(reference: Substring) {
    switch reference {
    case "RX": self = .remix
    case "CR": self = .cover
    default:
      guard (1...3).contains(reference.utf8.count),
        reference.utf8.allSatisfy({ $0.isDigit }), let number = UInt8(reference)
      else { return nil }
      self = .music(number)
    }
  }

  /// The values of a `TCON` frame of ID3v2.4 that say these genres.
  ///
  /// - Parameter genres: The genres.
  /// - Returns: A value for each.
  public static func valuesForID3v24(_ genres: [MetadataGenre]) -> [String] {
    genres.map { genre in
      switch genre {
      case .music(let number): "\(number)"
      case .remix: "RX"
      case .cover: "CR"
      case .video, .text: genre.escaped
      }
    }
  }

  /// The text of a `TCON` or `TCO` frame of ID3v2.2 or ID3v2.3 that says these genres: references in
  /// brackets, then one text. `nil` when there is more than one text, or one before a reference.
  ///
  /// - Parameter genres: The genres.
  /// - Returns: The text.
  public static func textForID3v23(_ genres: [MetadataGenre]) -> String? {
    var text = ""
    for (index, genre) in genres.enumerated() {
      switch genre {
      case .music(let number): text += "(\(number))"
      case .remix: text += "(RX)"
      case .cover: text += "(CR)"
      case .video, .text:
        guard index == genres.count - 1 else { return nil }
        text += genre.escaped
      }
    }
    return text
  }

  /// A name as frames write it: an opening bracket at its start is doubled.
  private var escaped: String { name.hasPrefix("(") ? "(" + name : name }
}

extension MetadataGenre: CustomStringConvertible {
  /// The name of the genre.
  public var description: String { name }
}
