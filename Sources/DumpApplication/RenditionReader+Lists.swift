import ByteReading
import CommandLineSupport
import MediaInspection
import Structure

/// Renditions of lists: what they name is opened, and is read run by run.
extension RenditionReader {
  /// Segments one behind the other that one initialization segment describes, or none.
  private struct Run {
    /// As ``RenditionList/Part/map``.
    let map: Int
    let initialization: (part: RenditionList.Part, path: FilePath, document: Document)?
    /// The files of segments.
    var documents: [(path: FilePath, document: Document)] = []
    var segments: [Segment] = []
    /// The files of segments that are parts of them, each of which is read once.
    var places: [FilePath: Int] = [:]
    /// How the index of the only file divides it, where the list does not.
    var index: [IndexedPiece] = []

    /// The initialization segment stands in front, when it is another file.
    var all: [(path: FilePath, document: Document)] {
      guard let initialization, documents.first?.path != initialization.path else { return documents }
      return [(initialization.path, initialization.document)] + documents
    }
    var ranges: [(file: Int, bytes: Range<UInt64>)] {
      segments.compactMap { segment in segment.part.range.map { (file: segment.file, bytes: $0) } }
    }
  }

  mutating func rendition(of list: RenditionList, at path: FilePath) -> Rendition {
    var findings = list.remarks.map { RenditionFinding(.unread, $0) }
    var share = Share(of: room)
    var runs = runs(of: list, at: path, &share, &findings).filter { !$0.all.isEmpty }
    let readCount = runs.reduce(0) { $0 + $1.segments.count }
    // What was not read, or not understood, may have what else no segment has.
    let isWhole = list.isWhole && list.remarks.isEmpty && readCount == list.segments.count
    var found: Rendition?
    var (before, fileCount) = (Rendition.Before(), 0)
    var files: [[UInt8]] = []
    // What is behind samples that were left out does not go on from them.
    for place in runs.indices where !(found?.isCut ?? false) {
      let limits = share.limits(behind: found)
      var next = rendition(of: &runs[place], list, isWhole: isWhole, isAlone: runs.count == 1, before, limits)
      let run = runs[place]
      if found == nil {
        if runs.count > 1 { next.isWhole = isWhole }
        found = next
      } else {
        let isAnew = run.segments.first?.isDiscontinuous ?? false
        found?.append(next, named: run.initialization?.part.reference ?? "", isDiscontinuous: isAnew, behind: fileCount)
      }
      fileCount += run.all.count
      before.segments = found?.boundaries.count ?? 0
      before.pieces += run.segments.count
      files += run.all.map(\.path.bytes)
    }
    guard var rendition = found else {
      var nothing = unread(list.name, of: path, "nothing of it could be read", isOfKeyframes: list.isOfKeyframes)
      (nothing.period, nothing.notes) = (list.period, list.notes)
      room.take(share, of: nothing)
      for finding in findings { nothing.add(finding) }
      return nothing
    }
    (rendition.file, rendition.notes, rendition.files) = (path.bytes, list.notes + rendition.notes, files)
    (rendition.period, rendition.lasts) = (list.period, list.lasts)
    room.take(share, of: rendition)
    for finding in findings { rendition.add(finding) }
    check(runs, of: list, &rendition)
    return rendition
  }

  // MARK: What lists name

  /// Opens the files that a list names, as far as there is room.
  private mutating func runs(
    of list: RenditionList, at path: FilePath, _ share: inout Share, _ findings: inout [RenditionFinding]
  ) -> [Run] {
    var runs: [Run] = []
    var missing = MissingSegments()
    var gaps = MissingSegments()
    var maps: [Int: Run] = [:]
    var unread: [RenditionFinding] = []
    func map(_ number: Int, _ reader: inout RenditionReader) -> Run {
      if let known = maps[number] { return known }
      let run = reader.run(number, of: list, at: path, &unread)
      maps[number] = run
      return run
    }
    // A list may name one and have no segments.
    if list.segments.isEmpty || list.segments[0].map == 0 { runs = [map(0, &self)] }
    let isOnlyMap = list.otherInitializations.isEmpty && list.segments.first?.map == 0
    let isInParts = list.isOfKeyframes || list.segments.contains { $0.range != nil }
    var isAnew = false
    for (number, part) in list.segments.enumerated() {
      // What cannot be read takes nothing of it away: the next one does not go on from what was read.
      isAnew = isAnew || part.isDiscontinuous
      if part.isGap {
        gaps.add(part, number: number + 1, because: "EXT-X-GAP")
        continue
      }
      let file = name(of: place(of: part, beside: path))
      let isNew = runs.last?.map != part.map
      let known = isNew ? nil : runs[runs.count - 1].places[file]
      if known == nil, isNew || runs.last?.documents.last?.path != file, let why = share.refusal {
        unread.append(RenditionFinding(.unread, "\(list.segments.count - number) segments were not read: \(why)"))
        break
      }
      // What the list says of its initialization segment is a remark already.
      if part.isForeign { continue }
      let isDescribed = isNew ? map(part.map, &self).initialization != nil : runs[runs.count - 1].initialization != nil
      // What is not there says nothing of the times of its segments; where it is the only one, they are looked at.
      if !isDescribed, part.map >= 0, !isOnlyMap { continue }
      guard !part.isRemote, let document = open(file) else {
        share.pass()
        missing.add(part, number: number + 1, because: part.isRemote ? "nothing is fetched" : reason(against: file))
        continue
      }
      if isNew {
        let run = map(part.map, &self)
        // It is gone through anew for each of its runs.
        if !runs.isEmpty, let initialization = run.initialization { share.add(initialization.document, samples: 0) }
        runs.append(run)
      }
      let last = runs.count - 1
      // A file that is listed twice is played twice.
      if known == nil {
        if isInParts { runs[last].places[file] = runs[last].documents.count }
        share.add(document, samples: sampleCount(of: file, document))
        runs[last].documents.append((file, document))
      }
      let shift = runs[last].initialization.map { $0.path == runs[last].documents[0].path ? 0 : 1 } ?? 0
      runs[last].segments.append(
        Segment(
          number: number + 1, part: part, file: (known ?? runs[last].documents.count - 1) + shift, isDiscontinuous: isAnew))
      isAnew = false
    }
    findings += unread + gaps.gaps + missing.findings
    return runs.count > 1 ? runs.filter { !$0.segments.isEmpty } : runs
  }

  /// An empty run of an initialization segment, which is opened.
  private mutating func run(
    _ map: Int, of list: RenditionList, at path: FilePath, _ findings: inout [RenditionFinding]
  ) -> Run {
    let other = list.otherInitializations.indices.contains(map - 1) ? list.otherInitializations[map - 1] : nil
    guard let part = map == 0 ? list.initialization : other else { return Run(map: map, initialization: nil) }
    let file = name(of: place(of: part, beside: path))
    guard !part.isRemote, let document = open(file) else {
      findings.append(
        RenditionFinding(
          .unread, "the initialization segment '\(part.reference)' was not read: "
            + (part.isRemote ? "nothing is fetched" : reason(against: file))))
      return Run(map: map, initialization: nil)
    }
    if let finding = Self.check(initialization: part, document) { findings.append(finding) }
    return Run(map: map, initialization: (part, file, document))
  }

  // MARK: What is made of it

  /// - Parameters:
  ///   - isWhole: Whether the list has all segments there are, and all were read.
  ///   - isAlone: Whether there is no other run of the list.
  private func rendition(
    of run: inout Run, _ list: RenditionList, isWhole: Bool, isAlone: Bool, _ before: Rendition.Before,
    _ limits: Rendition.Limits
  ) -> Rendition {
    let all = run.all
    let movie = MovieSamples(all[0].document, segments: all.dropFirst().map(\.document))
    let ranges = run.ranges
    let restarts = Set(run.segments.filter(\.isDiscontinuous).map(\.file))
    // One file without ranges is divided as its index says; beside parts of files one without a range is all of its file.
    if ranges.isEmpty, list.segments.count == 1, all.count == 1 { run.index = Self.index(of: all[0].document, movie) }
    var pieces = run.index.map { Rendition.Piece(file: 0, bytes: $0.bytes) }
    if !ranges.isEmpty || list.isOfKeyframes {
      pieces = run.segments.filter { $0.file < all.count }.map {
        Rendition.Piece(
          file: $0.file, bytes: $0.part.range ?? 0..<UInt64(all[$0.file].document.tree.file.byteCount),
          isDiscontinuous: $0.isDiscontinuous, seconds: $0.part.seconds)
      }
    }
    // Another run may have the rest of a file.
    return Rendition(
      name: list.name, movie: movie, ranges: pieces,
      isListed: ranges.isEmpty && list.segments.count > 1 && !list.isOfKeyframes,
      restarts: restarts, timeOffset: list.timeOffset, isWhole: isWhole && isAlone, isOfKeyframes: list.isOfKeyframes,
      advice: run.initialization == nil ? "the list names no initialization segment" : nil, before: before, limits: limits)
  }

  /// Holds the files of a run against each other, and what the list says of them.
  ///
  /// - Parameter fileCount: How many files runs in front of it are of.
  private func check(_ run: Run, of list: RenditionList, behind fileCount: Int, isAlone: Bool, _ rendition: inout Rendition) {
    let (all, ranges) = (run.all, run.ranges)
    if let initialization = run.initialization, let segment = run.documents.first,
      let finding = Self.check(initialization: initialization.part, initialization.document, describes: segment.document)
    {
      rendition.add(finding)
    }
    if isAlone { Self.check(run.index, all[0].document, &rendition) }
    if let index = list.index, let finding = Self.check(index: index, all[0].document) { rendition.add(finding) }
    if run.initialization == nil, let finding = Self.checkMovie(of: all[0].document, in: ranges) { rendition.add(finding) }
    check(ranges, of: all, isOfKeyframes: list.isOfKeyframes, behind: fileCount, &rendition)
  }

  /// Holds bytes of segments against the boxes of their files, and their indexes.
  private func check(
    _ ranges: [(file: Int, bytes: Range<UInt64>)], of all: [(path: FilePath, document: Document)], isOfKeyframes: Bool,
    behind fileCount: Int, _ rendition: inout Rendition
  ) {
    let start = ranges.map(\.bytes.lowerBound).min() ?? 0
    // A list may name one file as often as it has entries; most have no index.
    var indexes: [FilePath: Set<UInt64>?] = [:]
    var boxes: [FilePath: Set<UInt64>] = [:]
    for file in Set(ranges.map(\.file)) where file < all.count && boxes[all[file].path] == nil {
      boxes[all[file].path] = Self.boundaries(of: all[file].document)
      // Keyframes need not begin subsegments.
      indexes.updateValue(
        isOfKeyframes ? nil : all[file].document.indexedSegments(before: start), forKey: all[file].path)
    }
    // Bytes of a keyframe end with it: what is left of 'mdat' is not played.
    var ends: [Int: Set<UInt64>] = [:]
    if isOfKeyframes {
      for boundary in rendition.boundaries { if let end = boundary.byteEnd { ends[boundary.file, default: []].insert(end) } }
    }
    // Where keyframes end that were not gone through nobody knows.
    for (file, range) in ranges where !(isOfKeyframes && rendition.isCut) {
      guard file < all.count,
        let finding = Self.check(
          range, all[file].document, boxes[all[file].path] ?? [], indexes[all[file].path] ?? nil, ends[file + fileCount] ?? [])
      else { continue }
      rendition.add(finding)
    }
  }

  /// Holds what a list says of all that it names against that.
  private func check(_ runs: [Run], of list: RenditionList, _ rendition: inout Rendition) {
    var seen: Set<FilePath> = []
    let files = runs.flatMap(\.all).filter { seen.insert($0.path).inserted }
    if let finding = Self.damage(in: files) { rendition.add(finding) }
    var fileCount = 0
    for run in runs {
      check(run, of: list, behind: fileCount, isAlone: runs.count == 1, &rendition)
      fileCount += run.all.count
    }
    if let finding = list.shortage(of: rendition) { rendition.add(finding) }
    check(runs.flatMap(\.segments), isOfKeyframes: list.isOfKeyframes, &rendition)
  }
}
