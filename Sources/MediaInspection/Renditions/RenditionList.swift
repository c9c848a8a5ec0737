/// A stream of segments, as a list of them says: nothing of it is fetched.
package struct RenditionList: Sendable {
  /// What it is called in the list.
  package var name: String
  /// The initialization segment; `nil` when segments have their own.
  package var initialization: Part?
  package var segments: [Part] = []
  /// What could not be made of the list, for people.
  package var remarks: [String] = []

  /// A file, or bytes of one.
  package struct Part: Sendable, Equatable {
    /// As the list has it, its escapes resolved.
    package var reference: String
    /// The bytes of the file; `nil` for all.
    package var range: Range<UInt64>?
    /// How long it is said to last, in seconds.
    package var seconds: Double?

    package init(reference: String, range: Range<UInt64>? = nil, seconds: Double? = nil) {
      self.reference = reference
      self.range = range
      self.seconds = seconds
    }
  }

  /// The most segments that are taken from a list.
  package static let limit = 65_536

  package init(name: String) { self.name = name }
}

extension RenditionList.Part {
  /// Whether it is somewhere else than in a file, and so is not read.
  package var isRemote: Bool {
    guard let colon = reference.firstIndex(of: ":") else { return reference.hasPrefix("//") }
    // A scheme is of letters, digits and three signs (RFC 3986 §3.1).
    return !reference[..<colon].isEmpty
      && reference[..<colon].utf8.allSatisfy {
        (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)
      }
  }

  /// The name of its file: without query and fragment, with escapes resolved (RFC 3986 §2.1).
  package var fileName: [UInt8] {
    let path = reference.prefix { $0 != "?" && $0 != "#" }
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

/// Reads playlists of HLS (RFC 8216): as lists of files, and nothing more.
package enum PlaylistReader {
  /// What a playlist says: streams of segments, or other playlists.
  package enum Content: Sendable {
    case media(RenditionList)
    /// References to playlists.
    case renditions([String])
  }

  /// Whether a file begins as a playlist does.
  package static func recognises(_ text: Substring) -> Bool { text.hasPrefix("#EXTM3U") }

  /// - Complexity: O(*n*) in the text; 65,536 entries are taken at most.
  package static func read(_ text: String, name: String) -> Content {
    var list = RenditionList(name: name)
    var others: [String] = []
    var next = RenditionList.Part(reference: "")
    var isVariant = false
    /// Where a range begins that does not say it: behind the one before it in the same file.
    var last: (file: String, end: UInt64) = ("", 0)
    for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let line = Substring(line)
      if list.segments.count + others.count >= RenditionList.limit {
        list.remarks.append("the list is longer than \(RenditionList.limit) entries: the rest was not read")
        break
      }
      if line.hasPrefix("#EXTINF:") {
        next.seconds = Double(line.dropFirst(8).prefix { $0 != "," })
      } else if line.hasPrefix("#EXT-X-BYTERANGE:") {
        next.range = range(line.dropFirst(17), after: nil)
        if next.range == nil, let count = UInt64(line.dropFirst(17)) { next.range = 0..<count }
        if !line.contains("@"), let range = next.range {
          let start = last.end
          next.range = start..<start.saturatingAdd(range.upperBound - range.lowerBound)
        }
      } else if line.hasPrefix("#EXT-X-MAP:") {
        let attributes = attributes(of: line.dropFirst(11))
        guard let reference = attributes["URI"] else { continue }
        let part = RenditionList.Part(
          reference: reference, range: attributes["BYTERANGE"].flatMap { range(Substring($0), after: 0) })
        if list.initialization == nil {
          list.initialization = part
        } else if list.initialization != part {
          list.remarks.append("a second EXT-X-MAP (\(reference)) was not followed")
        }
      } else if line.hasPrefix("#EXT-X-STREAM-INF:") {
        isVariant = true
      } else if line.hasPrefix("#EXT-X-MEDIA:") {
        if let reference = attributes(of: line.dropFirst(13))["URI"] { others.append(reference) }
      } else if line.hasPrefix("#") || line.isEmpty {
        continue
      } else if isVariant {
        if !others.contains(String(line)) { others.append(String(line)) }
        isVariant = false
      } else {
        next.reference = String(line)
        if let range = next.range { last = (next.reference, range.upperBound) }
        list.segments.append(next)
        next = RenditionList.Part(reference: "")
      }
    }
    return others.isEmpty ? .media(list) : .renditions(others)
  }

  /// `n@o`, or `n` behind `start`; `nil` when that is no range.
  private static func range(_ text: Substring, after start: UInt64?) -> Range<UInt64>? {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard let count = parts.first.flatMap({ UInt64($0) }),
      let offset = parts.count == 2 ? UInt64(parts[1]) : start
    else { return nil }
    let (end, overflow) = offset.addingReportingOverflow(count)
    return overflow ? nil : offset..<end
  }

  /// Names and values of a list of attributes (§4.2), values without their quotes.
  private static func attributes(of text: Substring) -> [String: String] {
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
