import ByteReading

/// Reads manifests of DASH (23009-1): as lists of files, and nothing more.
package enum ManifestReader {
  /// Whether a text is a manifest.
  package static func recognises(_ text: Substring) -> Bool {
    text.prefix(4_096).contains("<MPD")
  }

  /// The representations of a manifest, 256 at most.
  ///
  /// - Parameters:
  ///   - text: The manifest.
  ///   - exists: Whether a file of this name is there: templates without a count end where none is.
  /// - Complexity: O(*n*) in the text and the segments.
  package static func read(
    _ text: String, exists: (RenditionList.Part) -> Bool
  ) -> [RenditionList] {
    withoutActuallyEscaping(exists) { exists in
      var reader = Reader(exists: exists)
      reader.read(text)
      return reader.lists
    }
  }

  /// What holds for a representation: what elements around it said, unless it says its own.
  private struct Level {
    var name: Substring
    var base = ""
    var id = ""
    var initialization: RenditionList.Part?
    var list: [RenditionList.Part] = []
    var media: String?
    var start: UInt64 = 1
    var timescale: UInt64 = 1
    var duration: UInt64?
    var timeline: [(time: UInt64?, duration: UInt64, repeats: Int)] = []
  }

  private struct Reader {
    let exists: (RenditionList.Part) -> Bool
    var lists: [RenditionList] = []
    private var levels: [Level] = [Level(name: "")]
    private var text = ""

    init(exists: @escaping (RenditionList.Part) -> Bool) { self.exists = exists }

    mutating func read(_ source: String) {
      var rest = Substring(source)
      while let open = rest.firstIndex(of: "<"), lists.count < 256 {
        text = String(rest[..<open].prefix(4_096))
        rest = rest[open...]
        if rest.hasPrefix("<!--") {
          guard let end = rest.firstRange(of: "-->") else { return }
          rest = rest[end.upperBound...]
          continue
        }
        guard let close = rest.firstIndex(of: ">") else { return }
        let tag = rest[rest.index(after: open)..<close]
        rest = rest[rest.index(after: close)...]
        if tag.hasPrefix("?") || tag.hasPrefix("!") { continue }
        if tag.hasPrefix("/") {
          end(local(tag.dropFirst()))
        } else {
          let isEmpty = tag.hasSuffix("/")
          let body = isEmpty ? tag.dropLast() : tag
          let name = local(body.prefix { $0 != " " && $0 != "\n" && $0 != "\t" && $0 != "\r" })
          begin(name, ManifestReader.attributes(of: body))
          if isEmpty { end(name) }
        }
      }
    }

    private func local(_ name: Substring) -> Substring {
      let name = name.prefix { $0 != " " }
      return name.firstIndex(of: ":").map { name[name.index(after: $0)...] } ?? name
    }

    private mutating func begin(_ name: Substring, _ attributes: [String: String]) {
      guard levels.count < 64, var level = levels.last else { return }
      func number(_ key: String) -> UInt64? { attributes[key].flatMap { UInt64($0) } }
      level.name = name
      switch name {
      case "Representation": level.id = attributes["id"] ?? ""
      case "SegmentTemplate", "SegmentList", "SegmentBase":
        if let value = attributes["media"] { level.media = value }
        if let value = attributes["initialization"] { level.initialization = .init(reference: value) }
        if let value = number("startNumber") { level.start = value }
        if let value = number("timescale"), value > 0 { level.timescale = value }
        if let value = number("duration") { level.duration = value }
      case "Initialization":
        level.initialization = .init(
          reference: attributes["sourceURL"] ?? "", range: attributes["range"].flatMap(ManifestReader.range))
      case "SegmentURL":
        if level.list.count < RenditionList.limit {
          level.list.append(
            .init(
              reference: attributes["media"] ?? "", range: attributes["mediaRange"].flatMap(ManifestReader.range)))
        }
      case "S":
        if level.timeline.count < RenditionList.limit, let duration = number("d") {
          level.timeline.append((number("t"), duration, attributes["r"].flatMap { Int($0) } ?? 0))
        }
      default: break
      }
      levels.append(level)
    }

    private mutating func end(_ name: Substring) {
      guard levels.count > 1, let level = levels.last, level.name == name else { return }
      levels.removeLast()
      var outer = levels[levels.count - 1]
      switch name {
      case "BaseURL":
        let base = text.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }.first ?? ""
        outer.base = base.hasPrefix("/") || base.contains("://") ? String(base) : outer.base + base
      // What stands in these holds for the element around them.
      case "SegmentTemplate", "SegmentList", "SegmentBase", "Initialization", "SegmentURL",
        "SegmentTimeline", "S":
        let keeps = (outer.name, outer.base, outer.id)
        outer = level
        (outer.name, outer.base, outer.id) = keeps
      case "Representation": lists.append(list(of: level))
      default: break
      }
      levels[levels.count - 1] = outer
    }

    private func list(of level: Level) -> RenditionList {
      var list = RenditionList(name: level.id.isEmpty ? "representation" : level.id)
      func part(_ part: RenditionList.Part) -> RenditionList.Part {
        var part = part
        part.reference = level.base + ManifestReader.filled(part.reference, level.id, 0, 0)
        return part
      }
      list.initialization = level.initialization.map(part)
      if !level.list.isEmpty {
        list.segments = level.list.map(part)
        return list
      }
      guard let media = level.media else {
        // One file, whose index says where its segments are.
        list.segments = [.init(reference: level.base)]
        list.initialization = nil
        return list
      }
      var number = level.start
      var time: UInt64 = 0
      func add(_ duration: UInt64) -> Bool {
        let reference = level.base + ManifestReader.filled(media, level.id, number, time)
        let part = RenditionList.Part(
          reference: reference, seconds: Double(duration) / Double(level.timescale))
        guard list.segments.count < RenditionList.limit else {
          list.remarks.append("more than \(RenditionList.limit) segments: the rest was not read")
          return false
        }
        list.segments.append(part)
        number = number.saturatingAdd(1)
        time = time.saturatingAdd(duration)
        return true
      }
      if level.timeline.isEmpty {
        while list.segments.count < RenditionList.limit {
          let reference = level.base + ManifestReader.filled(media, level.id, number, time)
          guard exists(.init(reference: reference)), add(level.duration ?? 0) else { break }
        }
        return list
      }
      for run in level.timeline {
        if let start = run.time { time = start }
        var left = run.repeats
        repeat {
          if run.repeats < 0 {
            let reference = level.base + ManifestReader.filled(media, level.id, number, time)
            guard exists(.init(reference: reference)) else { break }
          }
          guard add(run.duration) else { return list }
          left -= 1
        } while run.repeats < 0 || left >= 0
      }
      return list
    }
  }

  /// Fills in what a template leaves open (23009-1 §5.3.9.4.4).
  private static func filled(_ template: String, _ id: String, _ number: UInt64, _ time: UInt64) -> String {
    var result = ""
    let parts = template.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count > 2 else { return template }
    for (place, part) in parts.enumerated() {
      guard place % 2 == 1, place < parts.count - 1 else {
        result += part
        continue
      }
      let halves = part.split(separator: "%", maxSplits: 1)
      let value: String
      switch halves.first {
      case nil: value = "$"
      case "RepresentationID": value = id
      case "Number": value = String(number)
      case "Time": value = String(time)
      default: value = "$" + part + "$"
      }
      var width = 0
      if halves.count == 2, halves[1].hasPrefix("0"), halves[1].hasSuffix("d") {
        width = min(32, Int(halves[1].dropFirst().dropLast()) ?? 0)
      }
      result += String(repeating: "0", count: max(0, width - value.count)) + value
    }
    return result
  }

  /// `first-last`, both among them.
  private static func range(_ text: String) -> Range<UInt64>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = UInt64(parts[0]), let last = UInt64(parts[1]), last >= first,
      last < .max
    else { return nil }
    return first..<last + 1
  }

  private static func attributes(of tag: Substring) -> [String: String] {
    var found: [String: String] = [:]
    var rest = tag.drop { $0 != " " && $0 != "\n" && $0 != "\t" && $0 != "\r" }
    while let equals = rest.firstIndex(of: "="), found.count < 64 {
      let name = rest[..<equals].split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }.last ?? ""
      rest = rest[rest.index(after: equals)...].drop { $0 == " " }
      guard let quote = rest.first, quote == "\"" || quote == "'" else { break }
      rest = rest.dropFirst()
      let end = rest.firstIndex(of: quote) ?? rest.endIndex
      found[String(name)] = resolved(rest[..<end])
      rest = rest[end...].dropFirst()
    }
    return found
  }

  private static func resolved(_ text: Substring) -> String {
    guard text.contains("&") else { return String(text) }
    return String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&apos;", with: "'").replacing("&amp;", with: "&")
  }
}
