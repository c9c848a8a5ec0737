import ByteReading
import EmbeddedMetadata
import ID3
import MediaFacts
public import MediaInspection
public import Structure

/// What a file says about itself, in one set of fields whatever its formats are.
///
/// ```swift
/// let fields = MediaFile.fields(of: document)
/// fields["artist"]?.text             // "John Coltrane"
/// fields["track"]?.value             // .position(1/5)
/// fields["year"]?.conflicts          // what other tags of the file say
/// ```
public struct MetadataFields: Sendable {
  /// The fields that the file has, in the order of `MetadataField.all`.
  public let entries: [Entry]

  /// A field and all that the file says of it.
  public struct Entry: Sendable {
    /// Which field it is.
    public let field: MetadataField
    /// What the file says, the preferred first; there is one at least.
    public let candidates: [Candidate]

    /// The preferred value.
    public var value: MetadataFieldValue { candidates[0].value }
    /// The preferred value as text.
    public var text: String { value.text }
    /// Candidates of other keys or tags that say something else than the preferred one.
    ///
    /// A text of ID3v1 that is only cut off, or has the same bytes in UTF-8 or Windows-1251, and a date that only says
    /// less, agree; of one in another set of characters nothing is said; so do places whose numbers are the same, whatever they are called. Pictures and keywords are never in conflict: a file may have several. A tag may
    /// have lyrics in several languages: those of another tag are to be one of them.
    public var conflicts: [Candidate] { conflictPlaces.map { candidates[$0] } }

    /// Where in ``candidates`` those of ``conflicts`` stand, in order.
    ///
    /// - Complexity: O(*n*) in the candidates and the bytes of their texts.
    public var conflictPlaces: [Int] { conflictPlaces { differentPlaces } }

    /// - Parameter different: ``differentPlaces``, which not every field is asked for.
    private func conflictPlaces(_ different: () -> [Int]) -> [Int] {
      switch field.id.description {
      case "artwork", "keywords", "rating": return []
      case "lyrics":
        let own = Set(candidates.filter { $0.isBeside(candidates[0]) }.map { Self.sungWords(of: $0.value.text) })
        return candidates.indices.filter {
          !candidates[$0].isBeside(candidates[0]) && !own.contains(Self.sungWords(of: candidates[$0].value.text))
        }
      default: break
      }
      let first = candidates[0]
      return different().filter { !candidates[$0].isSibling(of: first) }
    }

    /// Lyrics without the times before their lines (`[00:12.00]`), wherever these end.
    private static func sungWords(of text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).map { word in
        var rest = word
        while rest.hasPrefix("["), let end = rest.firstIndex(of: "]"),
          rest[..<end].dropFirst().allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ":" || $0 == ".") })
        {
          rest = rest[rest.index(after: end)...]
        }
        return rest
      }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Where in ``candidates`` those stand that say something else than the preferred one, in order: those of
    /// ``conflictPlaces``, other values under its key, and what a file may have several of.
    ///
    /// - Complexity: O(*n*) in the candidates and the bytes of their texts and pictures.
    public var differentPlaces: [Int] { places().different }

    /// Those of ``conflictPlaces`` and of ``differentPlaces``, and where those of ID3v1 stand whose text is in a set of
    /// characters that nothing names, so that nobody knows whether they say the same. Each candidate is compared once.
    ///
    /// - Complexity: O(*n*) in the candidates and the bytes of their texts and pictures.
    public var comparedPlaces: (conflicts: [Int], different: [Int], uncompared: [Int]) {
      let places = places()
      return (conflictPlaces { places.different }, places.different, places.uncompared)
    }

    /// Compares each candidate with the preferred one.
    private func places() -> (different: [Int], uncompared: [Int]) {
      let first = candidates[0]
      let joined = first.value.joinedTexts
      var places: (different: [Int], uncompared: [Int]) = ([], [])
      for place in candidates.indices.dropFirst() where !first.isAt(candidates[place]) {
        switch first.value.agreement(with: candidates[place], joined: joined) {
        case .agrees: break
        case .differs: places.different.append(place)
        case .isUnknown: places.uncompared.append(place)
        }
      }
      return places
    }
  }

  /// One value of a field, and where it comes from.
  public struct Candidate: Sendable {
    /// Its value.
    public let value: MetadataFieldValue
    /// The items that say it: one, or the frames that a date of ID3v2.3 is made of.
    public let items: [MetadataItem]
    /// The bytes that it was read from: of an item that says several things those of this one, of several values those
    /// of the first.
    public let data: MetadataBytes?
    /// Whether its key means something else, and it stands in only because the file has no other.
    public let isSubstitute: Bool
    /// Where it is, when it is a place with numbers.
    fileprivate let position: GeographicPosition?

    /// Whether it is another value under the same key.
    fileprivate func isSibling(of other: Candidate) -> Bool {
      guard let item = items.first, let first = other.items.first else { return true }
      return isBeside(other) && item.identifier == first.identifier
    }

    /// Whether both are at one place. `loci` has fractions of 16 bits (3GPP TS 26.244 §8.3), and an altitude even where
    /// none is known.
    fileprivate func isAt(_ other: Candidate) -> Bool {
      guard let a = position, let b = other.position else { return false }
      let step = 1.0 / 65_536
      return abs(a.latitude - b.latitude) <= step && abs(a.longitude - b.longitude) <= step
    }

    /// Whether it stands in the same tag.
    fileprivate func isBeside(_ other: Candidate) -> Bool {
      guard let item = items.first, let first = other.items.first else { return true }
      return item.container == first.container
    }
  }

  /// The field of this name.
  ///
  /// - Parameter id: The name of the field: `title`.
  /// - Returns: `nil` when the file does not feed it.
  public subscript(id: String) -> Entry? { entries.first { $0.field.id.description == id } }
}

/// The value of a field.
public enum MetadataFieldValue: Sendable, Equatable {
  /// One text, or several where the format has several values.
  case texts([String])
  /// A number.
  case number(MetadataNumber)
  /// A moment, as exact as the file gives it.
  case date(MetadataDate)
  /// One genre or several.
  case genres([MetadataGenre])
  /// A number among how many: of a track, of a disc.
  case position(MetadataPosition)
  /// A picture.
  case artwork(MetadataArtwork)
  /// Yes or no.
  case flag(Bool)

  /// The value as one text, several with a semicolon and a blank between them.
  public var text: String {
    switch self {
    case .texts(let texts): texts.joined(by: "; ")
    case .number(let number): number.text
    case .date(let date): date.text
    case .genres(let genres): genres.map(\.name).joined(by: "; ")
    case .position(let position): position.text
    case .artwork(let artwork): artwork.text
    case .flag(let flag): flag ? "yes" : "no"
    }
  }
}

extension MediaFile {
  /// What an opened file says about itself, in one set of fields.
  ///
  /// - Parameters:
  ///   - items: Those of ``metadata(of:)``, when they are known already.
  ///   - contents: What was read of each of these items, when it was.
  ///   - languages: The languages that are preferred, where a file has values in several: codes of
  ///     two or three letters, the most preferred first.
  /// - Returns: The fields that the file feeds, in the order in which reports print them.
  /// - Complexity: O(*n*) in the items and the bytes of their texts.
  public static func fields(
    of document: Document, items: [MetadataItem]? = nil, contents: [MetadataContents]? = nil,
    languages: [String] = []
  ) -> MetadataFields {
    let items = items ?? metadata(of: document)
    var maker = FieldMaker(document, items: items, contents: contents, languages: languages)
    return MetadataFields(entries: maker.entries { _ in true })
  }

  /// Those fields of ``fields(of:items:contents:languages:)`` about which the file says different
  /// things.
  ///
  /// Of a file with one tag hardly any value is looked at: where one key alone speaks there is no contradiction.
  ///
  /// - Parameters:
  ///   - document: The file.
  ///   - items: Its metadata.
  ///   - contents: What the items say, where the caller has read them already.
  /// - Returns: The fields, each with all that feeds it.
  public static func conflicts(
    of document: Document, items: [MetadataItem], contents: [MetadataContents]? = nil
  ) -> [MetadataFields.Entry] {
    var maker = FieldMaker(document, items: items, contents: contents, languages: [])
    let entries = maker.entries { uses in
      guard let first = uses.first.map({ items[$0.item] }) else { return false }
      return uses.contains {
        items[$0.item].container != first.container || items[$0.item].identifier != first.identifier
      }
    }
    return entries.filter { !$0.conflicts.isEmpty }
  }
}

/// Makes fields of items.
private struct FieldMaker {
  private let hasVideo: Bool
  private let languages: [String]
  private let items: [MetadataItem]
  /// What each item says, where the caller has read them; what was read of each where not.
  private let given: [MetadataContents]?
  private var known: [MetadataContents?]
  /// The frames that say a part of a moment, once they were asked for.
  private var moments: MomentFrames?
  /// The frames that say nothing any more.
  private let updated: UpdatedItems

  init(
    _ document: Document, items: [MetadataItem], contents: [MetadataContents]?,
    languages: [String]
  ) {
    hasVideo = document.synopsis.tracks.contains { $0.handler == "vide" }
    self.languages = languages.compactMap { MetadataLanguage(code: $0)?.code }
    self.items = items
    updated = UpdatedItems(items, in: document)
    given = contents.flatMap { $0.count == items.count ? $0 : nil }
    known = given == nil ? Array(repeating: nil, count: items.count) : []
  }

  /// A key that an item has, and a field that it feeds.
  struct Feed {
    let use: MetadataField.Use
    let item: Int
  }

  /// The fields that the items feed, of those that `isWanted` says so.
  mutating func entries(
    where isWanted: (ArraySlice<Feed>) -> Bool
  ) -> [MetadataFields.Entry] {
    // What is said of a track is not said of the file.
    var feeds: [Feed] = []
    for index in items.indices where items[index].trackID == nil && !updated.contains(index) {
      for use in items[index].uses {
        feeds.append(Feed(use: use, item: index))
      }
    }
    feeds.sort {
      ($0.use.field, $0.use.number, $0.item) < ($1.use.field, $1.use.number, $1.item)
    }
    var entries: [MetadataFields.Entry] = []
    var start = 0
    while start < feeds.count {
      let place = feeds[start].use.field
      let own = feeds[start...].prefix { $0.use.field == place }
      guard isWanted(own) else {
        start = own.endIndex
        continue
      }
      let field = MetadataField.all[place]
      var candidates: [MetadataFields.Candidate] = []
      var hasOwn = false
      while start < own.endIndex {
        let use = feeds[start].use
        var found: [Int] = []
        while start < own.endIndex, feeds[start].use.number == use.number {
          found.append(feeds[start].item)
          start += 1
        }
        if use.isOther, hasOwn { continue }
        candidates += self.candidates(of: found, field, use)
        hasOwn = hasOwn || !use.isOther && !candidates.isEmpty
      }
      if field.kind == .date { Self.sortDates(&candidates) }
      if field.kind == .artwork {
        // Front covers first, else as they stand.
        candidates =
          candidates.filter { $0.isFrontCover } + candidates.filter { !$0.isFrontCover }
      }
      if !candidates.isEmpty {
        entries.append(MetadataFields.Entry(field: field, candidates: candidates))
      }
    }
    return entries
  }

  /// In a tag of ID3v2.3 its own frames for the date come before those of the next version.
  private static func sortDates(_ candidates: inout [MetadataFields.Candidate]) {
    guard let place = candidates.firstIndex(where: { $0.isOldYear }),
      let other = candidates.firstIndex(where: { $0.isNewTimeInOldTag }), other < place
    else { return }
    candidates.insert(candidates.remove(at: place), at: other)
  }

  private mutating func contents(of index: Int) -> MetadataContents {
    if let given { return given[index] }
    if let contents = known[index] { return contents }
    let contents = items[index].contents
    known[index] = contents
    return contents
  }

  private mutating func candidates(
    of places: [Int], _ field: MetadataField, _ use: MetadataField.Use
  ) -> [MetadataFields.Candidate] {
    let description = use.description
    var found: [Ranked] = []
    for place in places {
      let item = items[place]
      let contents = contents(of: place)
      let info = contents["info"]?.string
      if let description, info?.lowercased() != description { continue }
      var rank = 0
      if field.kind == .comment, item.keySpace == .id3 {
        let name = info ?? ""
        if name.hasPrefix("iTun") || name.hasPrefix("ID3v1") { continue }
        rank = name.isEmpty ? 0 : 1
      }
      guard let reading = reading(of: item, contents, field) else { continue }
      rank *= languages.count + 1
      if let language = contents.language {
        rank += languages.firstIndex(of: language.code) ?? languages.count
      } else {
        rank += languages.count
      }
      let candidate = MetadataFields.Candidate(
        value: reading.value, items: [item] + reading.others,
        data: reading.data ?? contents.data, isSubstitute: use.isOther,
        position: item.commonKey == .location ? Disclosure.position(contents) : nil)
      found.append(Ranked(rank: rank, place: found.count, candidate: candidate))
    }
    return found.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.candidate)
  }

  /// What stands for a field, how far behind others, and where among those of its rank.
  private struct Ranked {
    let rank: Int
    let place: Int
    let candidate: MetadataFields.Candidate
  }

  /// What an item says of a field.
  private struct Reading {
    let value: MetadataFieldValue
    /// The other items that it needs for it.
    var others: [MetadataItem] = []
    /// The bytes it was read from, where they are a part of what the item says.
    var data: MetadataBytes?

    init(_ value: MetadataFieldValue, with others: [MetadataItem] = [], from data: MetadataBytes? = nil) {
      self.value = value
      self.others = others
      self.data = data
    }
  }

  private mutating func reading(
    of item: MetadataItem, _ contents: MetadataContents, _ field: MetadataField
  ) -> Reading? {
    guard let value = contents.value else { return nil }
    let texts = texts(value)
    switch field.kind {
    case .text, .comment:
      if texts.isEmpty {
        // A place of 3GPP may have no name, and has its numbers.
        guard item.commonKey == .location, let position = Disclosure.position(contents) else { return nil }
        return Reading(
          .texts([ByteWriter.position(position.latitude, position.longitude, position.altitude ?? .infinity)]))
      }
      return Reading(.texts(texts))
    case .lyrics:
      guard let events = value["values"] else { return texts.isEmpty ? nil : Reading(.texts(texts)) }
      return Self.lyrics(of: value, events)
    case .number:
      if let rating = value.attribute("rating"), let number = rating.value.number {
        // 0 stands for none (ID3v2.4.0 frames §4.17).
        if item.keySpace == .id3, number.integer == 0 { return nil }
        return Reading(.number(number), from: rating.data)
      }
      guard let text = texts.first else { return nil }
      return Reading(value.number.map { .number($0) } ?? .texts([text]))
    case .flag:
      guard let number = value.number?.integer else {
        return texts.isEmpty ? nil : Reading(.texts(texts))
      }
      return Reading(.flag(number != 0))
    case .date: return date(of: item, contents, texts).map { Reading($0, with: $1) }
    case .position: return position(contents, item, texts)
    case .genre: return genres(of: item, contents, texts).map { Reading($0) }
    case .artwork:
      return MetadataArtwork(item, contents).map { Reading(.artwork($0), from: $0.bytes) }
    case .producer:
      guard case .list(let people) = value else {
        return texts.isEmpty ? nil : Reading(.texts(texts))
      }
      let names = people.compactMap { person -> (text: String, data: MetadataBytes?)? in
        let role = person["involvement"]?.string?.lowercased()
        guard role == "producer", let name = person.attribute("name"), let text = name.value.string else { return nil }
        return (text, name.data)
      }
      return names.first.map { Reading(.texts(names.map(\.text)), from: $0.data) }
    }
  }

  /// The words of lyrics that have times (ID3v2.4.0 frames §4.9), which are those of lyrics and transcriptions alone. A
  /// line begins with a line feed; where there is none each event is a line.
  private static func lyrics(of value: MetadataValue, _ events: MetadataValue) -> Reading? {
    guard let type = value["content_type"]?.number?.integer, type == 1 || type == 2, case .list(let list) = events
    else { return nil }
    let texts = list.compactMap { $0["text"]?.string }
    let hasLines = texts.contains { $0.utf8.contains(0x0A) }
    let words = texts.joined(separator: hasLines ? "" : "\n").drop { $0.isNewline }
    guard !words.isEmpty else { return nil }
    return Reading(.texts([String(words)]), from: list.first?.attribute("text")?.data)
  }

  /// The texts of a value, those left out that are empty.
  private func texts(_ value: MetadataValue) -> [String] {
    let texts = value["text"]?.strings ?? value.strings
    return texts.filter { !$0.isEmpty }
  }

  private mutating func date(
    of item: MetadataItem, _ contents: MetadataContents, _ texts: [String]
  ) -> (MetadataFieldValue, [MetadataItem])? {
    guard let text = texts.first else { return nil }
    guard MomentFrames.part(item) == .year else {
      if let date = contents.value?.date ?? MetadataDate(text) { return (.date(date), []) }
      // Of a span the beginning.
      if let slash = text.firstIndex(of: "/"), let date = MetadataDate(text[..<slash]) {
        return (.date(date), [])
      }
      return (.texts(texts), [])
    }
    let moments = moments ?? MomentFrames(items)
    self.moments = moments
    let day = frame(moments.days[item.container])
    let clock = frame(moments.clocks[item.container])
    let date = MetadataDate(year: text, dayAndMonth: day?.text, clock: clock?.text)
    guard let date else {
      return MetadataDate(text).map { (.date($0), []) } ?? (.texts(texts), [])
    }
    var others: [MetadataItem] = []
    if date.day != nil, let day { others.append(day.item) }
    if date.minute != nil, let clock { others.append(clock.item) }
    return (.date(date), others)
  }

  /// The item at a place, and its text.
  private mutating func frame(_ place: Int?) -> (item: MetadataItem, text: String)? {
    guard let place, let text = contents(of: place).value?.strings.first else { return nil }
    return (items[place], text)
  }

  private func position(
    _ contents: MetadataContents, _ item: MetadataItem, _ texts: [String]
  ) -> Reading? {
    let position: MetadataPosition?
    var data: MetadataBytes?
    if item.keySpace == .iTunes {
      position = (contents.data?.array).flatMap {
        $0.count <= 64 ? MetadataPosition(iTunes: $0) : nil
      }
    } else if item.keySpace == .isoUserData {
      // The number stands behind the title of the album.
      let number = contents.attribute("track_number")
      data = number?.data
      position = number?.value.number?.integer.map {
        MetadataPosition(number: UInt64(clamping: $0), total: nil)
      }
    } else if let number = contents.value?.number?.integer, number >= 0 {
      position = MetadataPosition(number: UInt64(number), total: nil)
    } else {
      position = texts.first.flatMap { MetadataPosition($0) }
      if position == nil, !texts.isEmpty { return Reading(.texts(texts)) }
    }
    guard let position, position.number != nil || position.total != nil else { return nil }
    return Reading(.position(position), from: data)
  }

  private func genres(
    of item: MetadataItem, _ contents: MetadataContents, _ texts: [String]
  ) -> MetadataFieldValue? {
    switch item.keySpace {
    case .id3:
      let genres = MetadataGenre.genres(inID3: texts)
      return genres.isEmpty ? nil : .genres(genres)
    case .id3v1:
      return contents.value?.number?.integer.flatMap { UInt8(exactly: $0) }
        .map { .genres([.music($0)]) }
    case .iTunes where item.keyString == "gnre":
      guard let data = contents.data, data.count <= 8 else { return nil }
      return MetadataGenre(iTunes: data.array).map { .genres([$0]) }
    default:
      let genres = texts.map { MetadataGenre(named: $0, hasVideo: hasVideo) }
      return genres.isEmpty ? nil : .genres(genres)
    }
  }
}

extension MetadataFields.Candidate {
  fileprivate var isFrontCover: Bool {
    if case .artwork(let artwork) = value { artwork.type == 3 } else { false }
  }

  private var isInOldTag: Bool {
    guard let item = items.first, item.keySpace == .id3 else { return false }
    return item.document.tree[item.container].type.byte(3) < 4
  }

  fileprivate var isOldYear: Bool { isInOldTag && items.first?.keyString == "TYER" }
  fileprivate var isNewTimeInOldTag: Bool { isInOldTag && items.first?.keyString == "TDRC" }
}
