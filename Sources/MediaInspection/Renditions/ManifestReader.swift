import ByteReading

/// Reads manifests of DASH (23009-1): as lists of files, without the media.
package enum ManifestReader {
  /// Whether a text is a manifest.
  package static func recognises(_ text: Substring) -> Bool {
    // Its name may have a prefix, as any of XML (Namespaces in XML §4).
    text.prefix(4_096).split(separator: "<").contains { local($0.prefix { $0 != ">" && $0 != "/" }) == "MPD" }
  }

  /// The representations of a manifest, 256 at most; the last one says so when there are more.
  ///
  /// - Parameters:
  ///   - text: The manifest.
  ///   - exists: Whether a file of this name is there: templates without a count end where none is.
  /// - Returns: Lists whose references take 16 MiB at most, all together. What was left out is a remark.
  /// - Complexity: O(*n*) in the text and the segments.
  package static func read(
    _ text: String, exists: @escaping (RenditionList.Part) -> Bool
  ) -> [RenditionList] {
    var reader = Reader(exists: exists)
    reader.read(text)
    // What is of all of them is said with one that is read.
    if let last = reader.lists.lastIndex(where: { $0.kindWithoutSamples == nil }) ?? reader.lists.indices.last {
      if reader.hasMore { reader.lists[last].remarks.append("more than 256 representations: the rest was not read") }
      if reader.hasMorePeriods { reader.lists[last].remarks.append("more than \(ManifestPeriods.limit) periods: the rest was not read") }
      if let words = ManifestPeriods.words(empty: reader.empty) { reader.lists[last].notes.append(words) }
      reader.lists[last].remarks += reader.elsewhere
      let number = reader.lists[last].period?.number
      for place in reader.lists.indices
      where !reader.elsewhere.isEmpty || (reader.hasMore || reader.breaksOff) && reader.lists[place].period?.number == number {
        reader.lists[place].period?.isPart = true
      }
      if reader.breaksOff { reader.lists[last].remarks.append("the manifest ends inside an element: not all of it was read") }
    }
    if reader.hasPeriodsElsewhere {
      for place in reader.lists.indices { reader.lists[place].lasts = nil }
    } else {
      for (place, remark) in reader.shortages { reader.lists[place].remarks.append(remark) }
      for (place, end) in reader.ends { reader.lists[place].end = end }
      for (place, note) in reader.surpluses { reader.lists[place].notes.append(note) }
    }
    return reader.lists
  }

  /// The most files that a manifest has looked for: a timeline may ask for one with each of its entries.
  package static let lookUpLimit = 1 << 18
  /// How far behind a missing segment of a stream that goes on others are looked for: each of the next, then every
  /// so many, so that what is made anew after hours is found in some hundred steps.
  package static let lookAheads = Array(1...512) + Array(stride(from: 520, through: 1_024, by: 8))
    + Array(stride(from: 1_056, through: 4_096, by: 32))
  /// How far they are looked for in any case.
  private static let nearest = 32
  /// What an element stands for that is to be left out (§5.5.3).
  static let nothing = "urn:mpeg:dash:resolve-to-zero:2013"

  /// What holds for a representation: what elements around it said, unless it says its own.
  private struct Level {
    var name: Substring
    var base = ReferenceBase("")
    /// Whether the base stands in this element itself: of several the first is taken.
    var hasBase = false
    var id = ""
    var bandwidth: UInt64?
    var initialization: RenditionList.Part?
    var index: Range<UInt64>?
    var list: [RenditionList.Part] = []
    /// Whether the list stands in this element: it takes the place of that of the elements around it.
    var hasList = false
    var media: String?
    /// A name that is longer than any path, and so is none.
    var tooLong: StaticString?
    var start: UInt64 = 1
    /// The number of the last segment; `nil` where the manifest does not say it.
    var last: UInt64?
    var timescale: UInt64 = 1
    var duration: UInt64?
    var timeline: [(time: UInt64?, duration: UInt64, repeats: Int)] = []
    /// Whether entries were left out of a list or a timeline.
    var isCut = false
    /// The seconds that the media or the period lasts.
    var total: Double?
    var period: MediaPeriod?
    /// Whether the stream goes on.
    var isDynamic = false
    /// The media type; empty where none is said.
    var mediaType = ""
    /// What is taken from times of the media, in ticks (§5.3.9.2.2).
    var timeOffset: UInt64 = 0
    /// Where the content of this element itself stands (§5.5), and how many representations there were in front of it.
    var link: String?
    var representationsBefore = 0
  }

  private struct Reader {
    let exists: (RenditionList.Part) -> Bool
    var lists: [RenditionList] = []
    private var levels: [Level] = [Level(name: "")]
    private var text = ""
    /// The bytes that references may still take.
    private var room = 16 << 20
    /// The files that may still be looked for.
    private var lookUps = ManifestReader.lookUpLimit
    /// The periods of the manifest, and how many of them began.
    private var periods = ManifestPeriods()
    private var begun = 0
    /// Whether there are more periods than are kept.
    private(set) var hasMorePeriods = false
    /// The numbers of periods without representations since the last one that is read.
    private(set) var empty: [Int] = []
    /// The representations that ended, of whatever period.
    private var representations = 0
    /// What stands in other files: the first of it.
    private(set) var elsewhere: [String] = []
    /// Whether a period does: nobody knows how long the others are.
    private(set) var hasPeriodsElsewhere = false
    /// Whether one does behind the last that has representations.
    private var isBehindUnread = false
    /// Whether the text ends inside an element, or one has another end: what stands in it may not have been read.
    private(set) var breaksOff = false
    /// Whether there are more representations than are read.
    private(set) var hasMore = false
    /// What segments lack at the end of the media, of lists by their places: where periods stand elsewhere, nobody knows how
    /// long the others are.
    private(set) var shortages: [(list: Int, remark: String)] = []
    /// When the media of lists ends whose lengths say it about right.
    private(set) var ends: [(list: Int, end: RenditionList.End)] = []
    /// What lies behind the last segment that the manifest names: where other periods follow it may be theirs, and is no
    /// surplus.
    private(set) var surpluses: [(list: Int, note: String)] = []

    init(exists: @escaping (RenditionList.Part) -> Bool) { self.exists = exists }

    mutating func read(_ source: String) {
      periods = ManifestPeriods(source)
      ManifestReader.eachTag(of: source) { tag, before in
        text = String(before.prefix(RenditionList.longestName + 1))
        if tag.hasPrefix("/") {
          end(ManifestReader.local(tag.dropFirst()))
          return true
        }
        let isEmpty = tag.hasSuffix("/")
        let body = isEmpty ? tag.dropLast() : tag
        let name = ManifestReader.local(body)
        if name == "Representation", lists.count == 256 {
          hasMore = true
          return false
        }
        if name == "Period" {
          begun += 1
          guard begun <= ManifestPeriods.limit else {
            hasMorePeriods = true
            return false
          }
        }
        begin(name, ManifestReader.attributes(of: body))
        if isEmpty { end(name) }
        return true
      }
      breaksOff = levels.count > 1 && !hasMore && !hasMorePeriods
    }

    private mutating func begin(_ name: Substring, _ attributes: [String: String]) {
      if name == "S" || name == "SegmentURL" {
        // These hold no others. Lists grow where they are: a copy of each would take the square of them.
        add(name, attributes)
        return
      }
      guard levels.count < 64, var level = levels.last else {
        if name == "Representation" {
          var list = RenditionList(name: "representation")
          list.remarks = ["it stands in more than 64 elements"]
          lists.append(list)
        }
        return
      }
      func number(_ key: String) -> UInt64? { attributes[key].flatMap { UInt64($0) } }
      func text(_ key: String, _ what: StaticString) -> String? {
        guard let value = attributes[key] else { return nil }
        if value.utf8.count > RenditionList.longestName { level.tooLong = what }
        return value
      }
      level.name = name
      if let type = attributes["mimeType"] { level.mediaType = String(type.lowercased().prefix(80)) }
      level.hasBase = false
      level.hasList = false
      level.link = nil
      level.representationsBefore = representations
      switch name {
      case "MPD":
        level.isDynamic = attributes["type"] == "dynamic"
        level.total = attributes["mediaPresentationDuration"].flatMap(ManifestReader.seconds)
      case "Period":
        level.period = periods[begun]
        level.period?.isBehindUnread = isBehindUnread
        level.total = level.period?.seconds
      case "Representation":
        level.id = text("id", "id") ?? ""
        level.bandwidth = number("bandwidth")
      case "SegmentTemplate", "SegmentList", "SegmentBase":
        if let value = text("media", "media") { level.media = value }
        if let value = text("initialization", "initialization") { level.initialization = .init(reference: value) }
        if let value = number("startNumber") { level.start = value }
        if let value = number("endNumber") { level.last = value }
        if let value = number("timescale"), value > 0 { level.timescale = value }
        if let value = number("duration") { level.duration = value }
        if let value = number("presentationTimeOffset") { level.timeOffset = value }
        if let value = attributes["indexRange"].flatMap(ManifestReader.range) { level.index = value }
      case "Initialization":
        level.initialization = .init(
          reference: text("sourceURL", "sourceURL") ?? "",
          range: attributes["range"].flatMap(ManifestReader.range))
      // One that stands nearer takes the place of that of the elements around it.
      case "SegmentTimeline": level.timeline = []
      default: break
      }
      // Other elements that may stand elsewhere hold no media.
      if name == "Period" || name == "AdaptationSet" || name == "SegmentList" {
        level.link = ManifestReader.link(attributes)
      }
      levels.append(level)
    }

    /// Adds an entry to the list or the timeline that it stands in.
    private mutating func add(_ name: Substring, _ attributes: [String: String]) {
      let last = levels.count - 1
      if name == "S" {
        // Elsewhere it means nothing.
        guard levels[last].name == "SegmentTimeline", let duration = attributes["d"].flatMap({ UInt64($0) })
        else { return }
        guard levels[last].timeline.count < RenditionList.limit else {
          levels[last].isCut = true
          return
        }
        let start = attributes["t"].flatMap { UInt64($0) }
        levels[last].timeline.append((start, duration, attributes["r"].flatMap { Int($0) } ?? 0))
        return
      }
      if !levels[last].hasList {
        levels[last].list = []
        levels[last].hasList = true
      }
      guard levels[last].list.count < RenditionList.limit else {
        levels[last].isCut = true
        return
      }
      let reference = attributes["media"] ?? ""
      if reference.utf8.count > RenditionList.longestName { levels[last].tooLong = "media" }
      levels[last].list.append(
        .init(reference: reference, range: attributes["mediaRange"].flatMap(ManifestReader.range)))
    }

    /// Tells that the content of an element was not read, which stands elsewhere.
    private mutating func pass(_ level: Level, at link: String) {
      guard link != ManifestReader.nothing else { return }
      if level.name == "Period" { (hasPeriodsElsewhere, isBehindUnread) = (true, true) }
      guard elsewhere.count < 16 else { return }
      elsewhere.append("\(level.name) stands elsewhere (\(String(link.unicodeScalars.prefix(240)))): nothing is fetched")
    }

    private mutating func end(_ name: Substring) {
      guard levels.count > 1, let level = levels.last, level.name == name else { return }
      levels.removeLast()
      if let link = level.link, name == "SegmentList" ? !level.hasList : representations == level.representationsBefore {
        pass(level, at: link)
      }
      var outer = levels[levels.count - 1]
      switch name {
      case "BaseURL":
        let base = text.split(whereSeparator: ManifestReader.isBlank).first ?? ""
        if outer.hasBase { break }
        outer.hasBase = true
        outer.base = ReferenceBase(outer.base.resolving(ManifestReader.resolved(base)))
        if max(base.utf8.count, outer.base.text.utf8.count) > RenditionList.longestName {
          outer.base = ReferenceBase("")
          outer.tooLong = "BaseURL"
        }
      // What stands in these holds for the element around them.
      case "SegmentTemplate", "SegmentList", "SegmentBase", "Initialization", "SegmentTimeline":
        let keeps = outer
        outer = level
        (outer.name, outer.base, outer.hasBase, outer.id) = (keeps.name, keeps.base, keeps.hasBase, keeps.id)
        (outer.link, outer.representationsBefore) = (keeps.link, keeps.representationsBefore)
      case "Representation":
        representations += 1
        var list = list(of: level)
        // Times of a period are times of its own; of the only one they are those of the media.
        if periods.areSeveral { list.period = level.period } else if !level.isDynamic { list.lasts = level.total }
        if let words = ManifestPeriods.words(empty: empty) { list.notes.append(words) }
        empty = []
        lists.append(list)
      case "Period":
        if representations > level.representationsBefore {
          isBehindUnread = false
        } else if level.link == nil, let period = level.period {
          empty.append(period.number)
        }
      default: break
      }
      levels[levels.count - 1] = outer
    }

    private mutating func list(of level: Level) -> RenditionList {
      var list = RenditionList(name: level.id.isEmpty ? "representation" : level.id)
      list.isWhole = !level.isDynamic
      list.mediaType = level.mediaType
      list.timeOffset = (level.timeOffset, level.timescale)
      if let what = level.tooLong {
        list.name = "representation"
        list.remarks = ["its \(what) is longer than \(RenditionList.longestName) bytes"]
        return list
      }
      list.initialization = level.initialization.flatMap { part in
        named(part.reference, of: level, number: 0, time: 0).map { .init(reference: $0, range: part.range) }
      }
      if level.initialization != nil, list.initialization == nil {
        list.remarks = ["the name of its initialization segment is too long"]
      } else if !level.list.isEmpty {
        let seconds = level.timeline.isEmpty ? level.duration.map { Double($0) / Double(level.timescale) } : nil
        for part in level.list {
          guard let reference = named(part.reference, of: level, number: 0, time: 0) else {
            list.remarks = ["a name of its segments is too long: those behind it were not read"]
            break
          }
          guard add(.init(reference: reference, range: part.range, seconds: seconds), to: &list) else { break }
        }
        // The last one ends where the media does, whatever the others last.
        if let last = list.segments.indices.last { list.segments[last].seconds = nil }
        endsWithTheMedia(level)
      } else if let media = level.media {
        if level.timeline.isEmpty {
          fill(&list, media, level)
        } else {
          follow(&list, media, level)
        }
      } else {
        // One file, whose index says where its segments are.
        list.segments = [.init(reference: level.base.text)]
        list.index = level.index
        if list.initialization == RenditionList.Part(reference: level.base.text) { list.initialization = nil }
        endsWithTheMedia(level)
      }
      if level.isCut {
        list.remarks.append("more than \(RenditionList.limit) entries: the rest was not read")
      }
      return list
    }

    /// Has the samples of the next list held against the length of the media, where it names all that there is. Sound and
    /// pictures end up to half a second apart.
    private mutating func endsWithTheMedia(_ level: Level) {
      guard let total = total(of: level, behind: 0) else { return }
      ends.append((lists.count, RenditionList.End(seconds: total, slack: 0.5, missing: nil)))
    }

    /// The number of the last segment of a template that the length of the media names, whatever files there are
    /// (§5.3.9.5.3); `nil` where that is not said, or the stream goes on.
    private func lastNumber(of level: Level, lasting seconds: Double?) -> UInt64? {
      guard !level.isDynamic, let seconds, seconds > 0, let total = level.total, total > 0 else { return nil }
      // What is left by dividing is no segment.
      let count = (total / seconds - 1e-6).rounded(.up)
      guard count < 1e9 else { return nil }
      return level.start.saturatingAdd(UInt64(max(1, count)) - 1)
    }

    /// Takes segments as long as their files are there, up to the last one that is named (§5.3.9.4).
    private mutating func fill(_ list: inout RenditionList, _ media: String, _ level: Level) {
      var number = level.start
      var time: UInt64 = 0
      let seconds = level.duration.map { Double($0) / Double(level.timescale) }
      var isMissing = false
      // The next segments that are known not to be there, and are listed.
      var absent = 0
      let lastNamed = level.last == nil ? lastNumber(of: level, lasting: seconds) : nil
      while number <= level.last ?? lastNamed ?? .max, let reference = named(media, of: level, number: number, time: time, in: &list) {
        if absent > 0 {
          absent -= 1
        } else {
          guard let isThere = looksFor(reference, &list) else { break }
          if !isThere {
            guard let count = gap(media, level, at: number, time, of: level.duration ?? 0, &list) else {
              isMissing = true
              break
            }
            absent = count - 1
          }
        }
        guard add(.init(reference: reference, seconds: seconds), to: &list) else { break }
        number = number.saturatingAdd(1)
        time = time.saturatingAdd(level.duration ?? 0)
      }
      let found = Double(list.segments.count) * (seconds ?? 0)
      if isMissing, let last = level.last, !level.isDynamic {
        shortages.append((lists.count, "segment \(number) is not there: the last is said to be \(last)"))
      } else if isMissing, let seconds, let total = total(of: level, behind: 0) {
        // What a template says of lengths is right to half a segment (§5.3.9.2), of many in one direction: samples say it.
        ends.append((lists.count, RenditionList.End(seconds: total, slack: min(0.5, seconds / 2), missing: number)))
      } else if let last = level.last, number > last, let seconds, let total = total(of: level, behind: found + seconds / 2) {
        shortages.append((lists.count, "its segments end at \(last): \(found) s of \(total) s were read"))
      }
      // What the next period has may be called as what goes on.
      if let lastNamed, number > lastNamed, !periods.areSeveral, let total = level.total, lookUps > media.utf8.count,
        let next = named(media, of: level, number: number, time: time), looksFor(next, &list) == true
      {
        surpluses.append((lists.count, "its segments end at \(lastNamed), with the \(total) s of the media, and '\(next)' is there, too"))
      }
      // The last one ends where the media does, whatever the others last.
      if let last = list.segments.indices.last { list.segments[last].seconds = nil }
    }

    /// Takes the segments of a timeline (§5.3.9.6).
    private mutating func follow(_ list: inout RenditionList, _ media: String, _ level: Level) {
      var number = level.start
      var time: UInt64 = 0
      var absent = 0
      runs: for (place, run) in level.timeline.enumerated() {
        if let start = run.time { time = start }
        let seconds = Double(run.duration) / Double(level.timescale)
        var left = max(run.repeats, 0)
        // Below 0 it goes on to where the next run begins, or to the end.
        let end = run.repeats < 0 && place + 1 < level.timeline.count ? level.timeline[place + 1].time : nil
        // A long template is filled in as long as many short ones.
        let cost = media.utf8.count / 64
        while true {
          guard number <= level.last ?? .max else { break runs }
          guard takeLookUps(cost, &list), let reference = named(media, of: level, number: number, time: time, in: &list)
          else { return }
          if absent > 0 {
            absent -= 1
          } else if run.repeats < 0, end == nil {
            guard let isThere = looksFor(reference, &list) else { return }
            if !isThere {
              guard place + 1 == level.timeline.count,
                let count = gap(media, level, at: number, time, of: run.duration, &list)
              else { break }
              absent = count - 1
            }
          }
          let start = (Double(time) - Double(level.timeOffset)) / Double(level.timescale)
          guard add(.init(reference: reference, seconds: seconds, start: start), to: &list) else { return }
          number = number.saturatingAdd(1)
          time = time.saturatingAdd(run.duration)
          if run.repeats >= 0 {
            if left == 0 { break }
            left -= 1
          } else if let end, time >= end {
            break
          }
        }
      }
      let found = (Double(time) - Double(level.timeOffset)) / Double(level.timescale)
      // Sound and pictures end up to half a second apart; the last segment may be as short as it likes.
      let longest = Double(level.timeline.reduce(0) { max($0, $1.duration) }) / Double(level.timescale)
      if let total = total(of: level, behind: found + min(0.5, longest / 2)) {
        shortages.append((lists.count, "its timeline ends at \(found) s of \(total) s"))
      }
    }

    /// How many segments are not there from one of a stream that goes on, or of no known length, where one behind them is;
    /// `nil` where none of those that are looked for is, which is a remark where there is none in front either: others may
    /// be made yet.
    private mutating func gap(
      _ media: String, _ level: Level, at number: UInt64, _ time: UInt64, of ticks: UInt64, _ list: inout RenditionList
    ) -> Int? {
      guard level.isDynamic || level.total == nil else { return nil }
      var missing = 0
      for ahead in ManifestReader.lookAheads {
        // What is left is for the streams behind this one.
        if ahead > ManifestReader.nearest, lookUps < ManifestReader.lookUpLimit / 2 { break }
        guard let isThere = looksFor(ahead, behind: number, time, of: ticks, media, level, &list) else { break }
        if isThere {
          // Where it begins is somewhere between the two.
          for nearer in missing + 1..<ahead where looksFor(nearer, behind: number, time, of: ticks, media, level, &list) == true {
            return nearer
          }
          return ahead
        }
        missing = ahead
      }
      if list.segments.isEmpty, list.remarks.isEmpty, let name = named(media, of: level, number: number, time: time) {
        list.remarks.append("segment \(number) ('\(name)') is not there, and none was found behind it")
      }
      return nil
    }

    /// Whether the segment is there that is so many behind another one; `nil` where none is named, or no more files are
    /// looked for.
    private mutating func looksFor(
      _ ahead: Int, behind number: UInt64, _ time: UInt64, of ticks: UInt64, _ media: String, _ level: Level,
      _ list: inout RenditionList
    ) -> Bool? {
      let (length, isTooLong) = ticks.multipliedReportingOverflow(by: UInt64(ahead))
      let next = number.saturatingAdd(UInt64(ahead))
      guard !isTooLong, next <= level.last ?? .max,
        let reference = named(media, of: level, number: next, time: time.saturatingAdd(length))
      else { return nil }
      return looksFor(reference, &list)
    }

    /// The seconds that the media lasts, where that is behind a moment; `nil` where it is not, and of a stream that goes on.
    private func total(of level: Level, behind moment: Double) -> Double? {
      guard let total = level.total, !level.isDynamic, moment < total else { return nil }
      return total
    }

    /// Whether the file of the next segment is there, and another one than that of the last; `nil` when no
    /// more files are looked for, which is a remark.
    private mutating func looksFor(_ reference: String, _ list: inout RenditionList) -> Bool? {
      guard takeLookUps(1 + reference.utf8.count / 16, &list) else { return nil }
      return list.segments.last?.reference != reference && exists(.init(reference: reference))
    }

    /// Whether there are so many look-ups left, which are taken; where there are not, that is a remark.
    private mutating func takeLookUps(_ cost: Int, _ list: inout RenditionList) -> Bool {
      guard lookUps >= cost else {
        list.remarks.append("files behind its first \(list.segments.count) segments were not looked for: there are too many")
        return false
      }
      lookUps -= cost
      return true
    }

    /// The reference that the template of a list means; `nil` for one that is too long, which is a remark.
    private func named(
      _ template: String, of level: Level, number: UInt64, time: UInt64, in list: inout RenditionList
    ) -> String? {
      if let reference = named(template, of: level, number: number, time: time) { return reference }
      list.remarks.append("the name of segment \(number) is too long: it and those behind it were not read")
      return nil
    }

    /// The reference that a template means; `nil` for one that is too long.
    private func named(_ template: String, of level: Level, number: UInt64, time: UInt64) -> String? {
      ManifestReader.filled(template, of: level, number: number, time: time).map { level.base.resolving($0) }
    }

    /// - Returns: Whether there was room for it.
    private mutating func add(_ part: RenditionList.Part, to list: inout RenditionList) -> Bool {
      let bytes = part.reference.utf8.count + 64
      guard list.segments.count < RenditionList.limit, bytes <= room else {
        list.remarks.append("only \(list.segments.count) of its segments were read: there are too many")
        return false
      }
      room -= bytes
      list.segments.append(part)
      return true
    }
  }

  /// Fills in what a template leaves open (23009-1 §5.3.9.4.4); `nil` when that is longer than any path.
  private static func filled(_ template: String, of level: Level, number: UInt64, time: UInt64) -> String? {
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
      switch (halves.first, level.bandwidth) {
      case (nil, _): value = "$"
      case ("RepresentationID", _): value = level.id
      case ("Bandwidth", let bandwidth?): value = String(bandwidth)
      case ("Number", _): value = String(number)
      case ("Time", _): value = String(time)
      default: value = "$" + part + "$"
      }
      var width = 0
      if halves.count == 2, halves[1].hasPrefix("0"), halves[1].hasSuffix("d") {
        width = min(32, Int(halves[1].dropFirst().dropLast()) ?? 0)
      }
      result += String(repeating: "0", count: max(0, width - value.count)) + value
      if result.utf8.count > RenditionList.longestName { return nil }
    }
    return result
  }
}
