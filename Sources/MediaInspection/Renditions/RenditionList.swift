import ByteReading

/// A stream of segments, as a list of them says: no segment is fetched.
package struct RenditionList: Sendable {
  /// What it is called in the list.
  package var name: String
  /// The period that it is of, where there are several.
  package var period: MediaPeriod?
  /// The initialization segment; `nil` when segments have their own.
  package var initialization: Part?
  /// Those that describe segments behind others that the first one does (RFC 8216 §4.3.2.5).
  package var otherInitializations: [Part] = []
  /// The bytes of the index of the one file that it is; `nil` where the list does not say them.
  package var index: Range<UInt64>?
  /// What is taken from times of the media for those of the presentation, and the ticks in a second it is in.
  package var timeOffset: (ticks: UInt64, timescale: UInt64) = (0, 1)
  package var segments: [Part] = []
  /// Whether it has all segments there are: not where it is of a stream that goes on, or of keyframes alone.
  package var isWhole = true
  /// Whether its segments are keyframes alone, which have gaps between them.
  package var isOfKeyframes = false
  /// Its media type, as the list has it; empty where it does not.
  package var mediaType = ""
  /// What could not be made of the list, for people.
  package var remarks: [String] = []
  /// What of it need not be wrong, for people.
  package var notes: [String] = []
  /// When its media ends, where samples say whether it has all of it.
  package var end: End?
  /// For how many seconds it is shown, where it is of a manifest without several periods.
  package var lasts: Double?

  /// What it is of that has no samples: texts in files of their own, pictures of a seek bar; `nil` for what may be tracks.
  package var kindWithoutSamples: String? {
    if mediaType.hasPrefix("text/") || mediaType.hasPrefix("image/") || mediaType == "application/ttml+xml" { return mediaType }
    // A file of a track may have any name, one of texts has that of what it is.
    let isText = !segments.isEmpty && segments.allSatisfy { part in
      let name = part.fileName.suffix(7).map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
      return name.suffix(4) == Array(".vtt".utf8)[...] || name.suffix(7) == Array(".webvtt".utf8)[...]
    }
    return isText ? "WebVTT" : nil
  }

  /// When media ends, as a list says it.
  package struct End: Sendable, Equatable {
    /// In seconds from its beginning.
    package let seconds: Double
    /// By how much sound and pictures end apart, in seconds.
    package let slack: Double
    /// The number of the segment that is not there; `nil` where the list names no more than there is.
    package let missing: UInt64?
  }

  /// That the samples of the list end before its media does; `nil` where they do not.
  package func shortage(of rendition: Rendition) -> RenditionFinding? {
    guard let end, let track = rendition.track, rendition.timescale > 0 else { return nil }
    let found = Double(rendition.end) / Double(rendition.timescale)
    guard found + end.slack < end.seconds else { return nil }
    let words = "\(found.inWholeMilliseconds) s of \(end.seconds) s were read"
    if let missing = end.missing { return RenditionFinding(.unread, "segment \(missing) is not there: \(words)") }
    // The last text need not be shown up to the end.
    guard ["vide", "soun"].contains(track.handler) else { return nil }
    return RenditionFinding(.unread, "its samples end before the media does: \(words)")
  }

  /// A file, or bytes of one.
  package struct Part: Sendable, Hashable {
    /// As the list has it, its escapes resolved.
    package var reference: String
    /// The bytes of the file; `nil` for all.
    package var range: Range<UInt64>?
    /// How long it is said to last, in seconds.
    package var seconds: Double?
    /// When its first sample is said to be shown, in seconds of the media.
    package var start: Double?
    /// Whether it is said not to be there.
    package var isGap = false
    /// Whether times may begin anew at it.
    package var isDiscontinuous = false
    /// The initialization segment that describes it: 0 for that of the list, then the others from 1 on, −1 for none.
    package var map = 0
    /// Whether one describes it that is not kept.
    package var isForeign = false

    package init(
      reference: String, range: Range<UInt64>? = nil, seconds: Double? = nil, start: Double? = nil
    ) {
      self.reference = reference
      self.range = range
      self.seconds = seconds
      self.start = start
    }
  }

  /// The most segments that are taken from a list.
  package static let limit = 65_536
  /// The most initialization segments that are taken from a list.
  package static let mapLimit = 256
  /// The longest reference that is taken, in bytes: no path is longer.
  package static let longestName = 4_096
  /// By how many ms a time in a list may differ from that of samples: lists round.
  package static let rounding = 100.0

  package init(name: String) { self.name = name }
}

extension RenditionList.Part {
  /// Whether it is somewhere else than in a file, and so is not read.
  package var isRemote: Bool {
    guard let colon = reference.firstIndex(of: ":") else { return reference.hasPrefix("//") }
    // A scheme is of letters, digits and three signs (RFC 3986 §3.1).
    return !reference[..<colon].isEmpty
      && reference[..<colon].utf8.allSatisfy {
        $0.isLetterOrDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
          || $0 == UInt8(ascii: ".")
      }
  }

  /// The name of its file: without query and fragment, dots and escapes resolved (RFC 3986 §5.2.4, §2.1).
  package var fileName: [UInt8] {
    let path = ReferenceBase.withoutDots(reference).prefix { $0 != "?" && $0 != "#" }
    var result: [UInt8] = []
    let bytes = Array(path.utf8)
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count,
        let value = UInt8(String(decoding: bytes[(at + 1)...(at + 2)], as: UTF8.self), radix: 16)
      {
        result.append(value)
        at += 3
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return result
  }
}

/// Reads playlists of HLS (RFC 8216): as lists of files, without the media.
package enum PlaylistReader {
  /// What a playlist says: streams of segments, or other playlists.
  package enum Content: Sendable {
    case media(RenditionList)
    /// References to playlists, 256 at most; how many there are, and what was not read besides.
    case renditions([Reference], count: Int, remarks: [String])

    /// Whether it is a list of keyframes alone, or names others, whatever it says of them: one may be such a list.
    package var mayHaveKeyframes: Bool {
      switch self {
      case .media(let list): list.isOfKeyframes
      case .renditions: true
      }
    }
  }

  /// What a playlist says of another one.
  package struct Reference: Sendable, Hashable {
    package let text: String
    /// Whether it is said to be one of keyframes alone (§4.3.4.3).
    package let isOfKeyframes: Bool
  }

  /// Whether a file begins as a playlist does.
  package static func recognises(_ text: Substring) -> Bool { text.hasPrefix("#EXTM3U") }

  /// - Complexity: O(*n*) in the text; 65,536 entries are taken at most.
  package static func read(_ text: String, name: String) -> Content {
    var reader = Reader(RenditionList(name: name))
    for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard reader.read(Substring(line)) else { break }
    }
    return reader.content
  }

  private struct Reader {
    private var list: RenditionList
    private var others: [Reference] = []
    private var otherCount = 0
    private var known: Set<Reference> = []
    private var next = RenditionList.Part(reference: "")
    private var isVariant = false
    /// The parts behind the last segment.
    private var partCount = 0
    /// The initialization segment of the next segments, and where each of those stands that are kept.
    private var map = -1
    private var maps: [RenditionList.Part: Int] = [:]
    /// Whether that is one too many, and whether that was said.
    private var (isForeign, toldForeign) = (false, false)
    /// How long the next range is that does not say where it begins.
    private var length: UInt64?
    /// Where such a one begins: behind the one in front of it, in the same file (§4.3.2.2).
    private var last: (file: String, end: UInt64)?

    init(_ list: RenditionList) {
      self.list = list
      // A line says so, but of keyframes.
      self.list.isWhole = false
    }

    var content: Content {
      var reader = self
      // Lines of a length or of bytes stand in front of a name, and so does that of a list.
      if isVariant || next.seconds != nil || next.range != nil || length != nil {
        reader.remark("the list ends before the name that its last lines are of")
      }
      if otherCount == 0 {
        if partCount > 0 {
          let words = partCount == 1 ? "a part behind its last segment was" : "\(partCount) parts behind its last segment were"
          reader.remark(words + " not read (EXT-X-PART)")
        }
        return .media(reader.list)
      }
      let left =
        list.segments.isEmpty
        ? [] : ["\(list.segments.count) segments stand beside its lists, and were not read"]
      return .renditions(others, count: otherCount, remarks: reader.list.remarks + left)
    }

    /// - Returns: Whether lines behind it are read.
    mutating func read(_ line: Substring) -> Bool {
      if list.segments.count + otherCount >= RenditionList.limit {
        remark("the list is longer than \(RenditionList.limit) entries: the rest was not read")
        // The name that they are of is in the rest.
        (isVariant, next, length) = (false, RenditionList.Part(reference: ""), nil)
        return false
      }
      if line.hasPrefix("#EXTINF:") {
        next.seconds = Double(line.dropFirst(8).prefix { $0 != "," })
      } else if line.hasPrefix("#EXT-X-BYTERANGE:") {
        readRange(line.dropFirst(17))
      } else if line.hasPrefix("#EXT-X-MAP:") {
        readMap(PlaylistReader.attributes(of: line.dropFirst(11)))
      } else if line == "#EXT-X-GAP" {
        next.isGap = true
      } else if line == "#EXT-X-ENDLIST" {
        list.isWhole = !list.isOfKeyframes
      } else if line == "#EXT-X-I-FRAMES-ONLY" {
        list.isOfKeyframes = true
        list.isWhole = false
      } else if line == "#EXT-X-DISCONTINUITY" {
        next.isDiscontinuous = true
      } else if line.hasPrefix("#EXT-X-STREAM-INF:") {
        isVariant = true
      } else if line.hasPrefix("#EXT-X-MEDIA:") {
        if let reference = PlaylistReader.attributes(of: line.dropFirst(13))["URI"] { add(other: reference) }
      } else if line.hasPrefix("#EXT-X-I-FRAME-STREAM-INF:") {
        if let reference = PlaylistReader.attributes(of: line.dropFirst(26))["URI"] {
          add(other: reference, isOfKeyframes: true)
        } else {
          remark("a list of keyframes has no name (EXT-X-I-FRAME-STREAM-INF)")
        }
      } else if line.hasPrefix("#EXT-X-SKIP:") {
        let count = PlaylistReader.attributes(of: line.dropFirst(12))["SKIPPED-SEGMENTS"].flatMap { UInt64($0) }
        let words = count.map { $0 == 1 ? "a segment is" : "\($0) segments are" } ?? "segments are"
        remark(words + " left out that an earlier list has (EXT-X-SKIP)")
      } else if line.hasPrefix("#EXT-X-PART:") {
        partCount = partCount.saturatingAdd(1)
      } else if line.hasPrefix("#") || line.isEmpty {
        return true
      } else if isVariant {
        add(other: String(line))
        isVariant = false
      } else {
        add(segment: String(line))
      }
      return true
    }

    private mutating func readRange(_ text: Substring) {
      length = nil
      next.range = PlaylistReader.range(text, after: nil)
      if next.range != nil { return }
      length = text.contains("@") ? nil : UInt64(text)
      if length == nil { remark("'\(String(text.unicodeScalars.prefix(240)))' is no range of bytes") }
    }

    private mutating func readMap(_ attributes: [String: String]) {
      guard let reference = attributes["URI"] else { return }
      var part = RenditionList.Part(reference: reference)
      if let text = attributes["BYTERANGE"] {
        part.range = PlaylistReader.range(text[...], after: 0)
        if part.range == nil { remark("'\(String(text.unicodeScalars.prefix(240)))' is no range of bytes") }
      }
      if reference.utf8.count > RenditionList.longestName {
        remark("the name of the initialization segment is too long")
        isForeign = true
      } else if let known = maps[part] {
        (map, isForeign) = (known, false)
      } else if maps.count < RenditionList.mapLimit {
        (map, isForeign) = (maps.count, false)
        maps[part] = map
        if map == 0 { list.initialization = part } else { list.otherInitializations.append(part) }
      } else {
        isForeign = true
        if !toldForeign {
          remark("segments behind EXT-X-MAP (\(String(reference.unicodeScalars.prefix(240)))) were not read: there are more than \(RenditionList.mapLimit)")
        }
        toldForeign = true
      }
    }

    private mutating func add(other text: String, isOfKeyframes: Bool = false) {
      guard text.utf8.count <= RenditionList.longestName else {
        return remark("the name of a list is too long")
      }
      let reference = Reference(text: text, isOfKeyframes: isOfKeyframes)
      guard known.insert(reference).inserted else { return }
      otherCount += 1
      if others.count < 256 { others.append(reference) }
    }

    private mutating func add(segment reference: String) {
      next.reference = reference
      (next.map, next.isForeign) = (map, isForeign)
      if let length {
        if let last, last.file == reference {
          let (end, overflow) = last.end.addingReportingOverflow(length)
          if !overflow { next.range = last.end..<end }
        }
        if next.range == nil { remark("a range of bytes does not say where it begins (\(String(reference.unicodeScalars.prefix(240))))") }
      }
      last = next.range.map { (reference, $0.upperBound) }
      if reference.utf8.count <= RenditionList.longestName {
        list.segments.append(next)
      } else {
        remark("the name of a segment is too long")
      }
      next = RenditionList.Part(reference: "")
      length = nil
      partCount = 0
    }

    /// Of many remarks the first are kept: one is enough to fail.
    private mutating func remark(_ text: String) {
      if list.remarks.count < 16 { list.remarks.append(text) }
    }
  }

  /// `n@o`, or `n` behind `start`; `nil` when that is no range.
  fileprivate static func range(_ text: Substring, after start: UInt64?) -> Range<UInt64>? {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard let count = parts.first.flatMap({ UInt64($0) }),
      let offset = parts.count == 2 ? UInt64(parts[1]) : start
    else { return nil }
    let (end, overflow) = offset.addingReportingOverflow(count)
    return overflow ? nil : offset..<end
  }

  /// Names and values of a list of attributes (§4.2), values without their quotes.
  fileprivate static func attributes(of text: Substring) -> [String: String] {
    var found: [String: String] = [:]
    var rest = text
    while let equals = rest.firstIndex(of: "="), found.count < 64 {
      let name = rest[..<equals].drop { $0 == "," || $0 == " " }
      rest = rest[rest.index(after: equals)...]
      if rest.first == "\"" {
        rest = rest.dropFirst()
        let end = rest.firstIndex(of: "\"") ?? rest.endIndex
        found[String(name)] = String(rest[..<end])
        rest = rest[end...].dropFirst()
      } else {
        let end = rest.firstIndex(of: ",") ?? rest.endIndex
        found[String(name)] = String(rest[..<end])
        rest = rest[end...]
      }
    }
    return found
  }
}
