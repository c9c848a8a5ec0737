import ByteReading
package import CommandLineSupport
package import MediaInspection
import Structure
import StructureRendering

/// Opens the renditions that files, and lists of files, are.
package struct RenditionReader {
  private let files: RenditionFiles
  /// The files that were opened, which are mapped as long as this is there.
  private var opened: [FilePath: Document] = [:]
  /// Files that could not be opened, and why: a list may name one again and again.
  private var absent: [FilePath: String] = [:]
  /// By which name files are known that have several: that which was read first.
  private var names: [FilePath: FilePath] = [:]
  private var firstNames: [FileStatus.Identity: FilePath] = [:]
  private var lists: Set<FilePath> = []
  /// Whether the call names several lists: representations of several manifests may have one name.
  private var hasSeveralLists = false
  /// What was read of playlists: others may name one by several references.
  private var playlists: [FilePath: PlaylistReader.Content] = [:]
  var room: Room
  /// The samples of files that were opened.
  private var sampleCounts: [FilePath: Int] = [:]

  /// What the renditions of a call may still take, all together: a list may name one file again and
  /// again, and another one that list.
  package struct Room: Sendable {
    package var nodes = 1 << 23
    package var samples = 1 << 24
    package var boundaries = 1 << 21
    /// Keyframes that lists of keyframes are held against.
    package var keyframes = 1 << 21
    /// Places of lists at which a file stands, or should: no more files are looked for.
    package var places = 1 << 17
    /// Files that are mapped together, of which Linux allows 65,530. A dozen of three hours in 4 s fit.
    package var files = 1 << 15

    package init() {}
  }

  package init(_ files: RenditionFiles, room: Room = Room()) { (self.files, self.room) = (files, room) }

  /// What lists name that is not compared and need not be, for people.
  package private(set) var notes: [String] = []
  /// How many lists these are of.
  private var otherCount = 0

  /// Files of the call that could not be read, and why.
  package private(set) var unreadOperands: [(path: FilePath, reason: String)] = []

  /// The files that were read, lists too.
  package var read: [FilePath] { Array(opened.keys) + lists }

  /// The renditions that the operands of a call are.
  ///
  /// - Throws: `UsageError` for a list that cannot be read, or is none. What a list names and cannot be
  ///   read is a finding of its rendition.
  package mutating func renditions(of operands: [FilePath]) throws(UsageError) -> [Rendition] {
    var found: [Rendition] = []
    var files: [FilePath] = []
    hasSeveralLists = operands.count { Self.isList($0) } > 1
    var lists: [FilePath: String] = [:]
    for operand in operands where Self.isList(operand) && lists[operand] == nil {
      let text = try self.files.text(operand)
      lists[operand] = text
      if PlaylistReader.recognises(text[...]) { playlists[operand] = PlaylistReader.read(text, name: operand.display) }
    }
    // They take room where they are asked for alone.
    if !playlists.values.contains(where: \.mayHaveKeyframes) { room.keyframes = 0 }
    // What the call names has its place, whatever its lists name.
    for operand in operands where !Self.isList(operand) { _ = open(name(of: operand)) }
    for operand in operands {
      guard let list = lists[operand] else {
        files.append(operand)
        continue
      }
      found += renditions(ofFiles: files)
      files = []
      found += try renditions(ofList: list, at: operand, isNested: false)
    }
    return found + renditions(ofFiles: files)
  }

  /// Whether a file is called like a list.
  static func isList(_ path: FilePath) -> Bool {
    let ending = path.fileExtension.map { String(decoding: $0, as: UTF8.self).lowercased() }
    return ["m3u8", "m3u", "mpd"].contains(ending)
  }

  /// - Parameters:
  ///   - isNested: Whether another list names it.
  ///   - isOfKeyframes: Whether that says that it is one of keyframes.
  private mutating func renditions(
    ofList text: String, at path: FilePath, isNested: Bool, isOfKeyframes: Bool = false
  ) throws(UsageError) -> [Rendition] {
    lists.insert(path)
    if PlaylistReader.recognises(text[...]) {
      let content = playlists[path] ?? PlaylistReader.read(text, name: path.display)
      playlists[path] = content
      switch content {
      case .media(var list):
        if isOfKeyframes, !list.isOfKeyframes {
          list.isOfKeyframes = true
          list.remarks.append("another list has it as one of keyframes, and it has no EXT-X-I-FRAMES-ONLY")
        }
        return [rendition(of: list, at: path)]
      case .renditions(let references, let count, let remarks):
        guard !isNested else { throw UsageError("\(path.display): a list of lists in a list") }
        var found = remarks.map { unread(path.display, of: path, $0) }
        for reference in references {
          let part = RenditionList.Part(reference: reference.text)
          let file = place(of: part, beside: path)
          guard !part.isRemote, let text = try? files.text(file) else {
            var list = RenditionList(name: reference.text)
            list.isOfKeyframes = reference.isOfKeyframes
            list.remarks = [part.isRemote ? "it is elsewhere: nothing is fetched" : "\(file.display) cannot be read"]
            found.append(rendition(of: list, at: path))
            continue
          }
          if PlaylistReader.recognises(text[...]), !reference.isOfKeyframes {
            let content = playlists[file] ?? PlaylistReader.read(text, name: file.display)
            playlists[file] = content
            if case .media(let list) = content, let kind = list.kindWithoutSamples {
              lists.insert(file)
              pass(list, of: kind)
              continue
            }
          }
          found += try renditions(ofList: text, at: file, isNested: true, isOfKeyframes: reference.isOfKeyframes)
        }
        found = Self.picturesFirst(found)
        if count > references.count {
          found.append(unread(path.display, of: path, "\(count - references.count) more of its lists were not read"))
        }
        guard !found.isEmpty else { throw UsageError("\(path.display): none of its lists is of media with samples") }
        return found
      }
    }
    guard ManifestReader.recognises(text[...]) else {
      throw UsageError("\(path.display): neither a playlist of HLS nor a manifest of DASH")
    }
    let lists = ManifestReader.read(text) { [files] part in
      !part.isRemote && files.exists(Self.place(of: part, beside: path))
    }
    guard !lists.isEmpty else { throw UsageError("\(path.display): there are no representations in it") }
    let found = lists.compactMap { list -> Rendition? in
      var list = list
      if hasSeveralLists { list.name = "\(path.display) \(list.name)" }
      if let kind = list.kindWithoutSamples {
        pass(list, of: kind)
        return nil
      }
      return rendition(of: list, at: path)
    }
    guard !found.isEmpty else { throw UsageError("\(path.display): none of its representations is of media with samples") }
    return Self.picturesFirst(found)
  }

  /// Passes over a list of what has no samples to be compared.
  private mutating func pass(_ list: RenditionList, of kind: String) {
    otherCount += 1
    if otherCount <= 8 {
      notes.append("not compared: \(list.name) (\(kind)), which has no samples")
    } else {
      notes[8...] = ["not compared: \(otherCount - 8) more lists of what has no samples"]
    }
  }

  /// The renditions of a list, those with pictures in front, which others are held against, and what was not read behind.
  private static func picturesFirst(_ renditions: [Rendition]) -> [Rendition] {
    func kind(_ rendition: Rendition) -> Int { rendition.track?.handler == "vide" ? 0 : rendition.isRead ? 1 : 2 }
    return (0...2).flatMap { place in renditions.filter { kind($0) == place } }
  }

  func place(of part: RenditionList.Part, beside path: FilePath) -> FilePath {
    Self.place(of: part, beside: path)
  }

  /// The file of a part: beside the list that names it.
  private static func place(of part: RenditionList.Part, beside path: FilePath) -> FilePath {
    let name = part.fileName
    if name.isEmpty { return path }
    if name.first == UInt8(ascii: "/") { return FilePath(name) }
    guard let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(name) }
    return FilePath(Array(path.bytes[...slash]) + name)
  }

  /// The name that a file is known by: `../x/a.m4s` in one list may be what another one calls `a.m4s`.
  mutating func name(of path: FilePath) -> FilePath {
    if let known = names[path] { return known }
    let identity = files.identity(path)
    let name = identity.flatMap { firstNames[$0] } ?? path
    if names.count < 2 * room.places {
      names[path] = name
      if let identity { firstNames[identity] = name }
    }
    return name
  }

  /// - Parameter path: The name that the file is known by.
  mutating func open(_ path: FilePath) -> Document? {
    if let known = opened[path] { return known }
    guard opened.count < room.files, absent[path] == nil else { return nil }
    do throws(UsageError) {
      let document = try files.open(path)
      opened[path] = document
      return document
    } catch {
      absent[path] = error.message
      return nil
    }
  }

  /// Why a file was not opened that was asked for.
  func reason(against path: FilePath) -> String {
    absent[path] ?? "more than \(room.files) files are named"
  }

  // MARK: Files

  /// Renditions of files of the call: an initialization segment and the segments behind it are one.
  private mutating func renditions(ofFiles files: [FilePath]) -> [Rendition] {
    var found: [Rendition] = []
    var group: [(path: FilePath, document: Document)] = []
    for path in files {
      let known = name(of: path)
      guard let document = open(known) else {
        found += [rendition(of: group)].compactMap(\.self)
        group = []
        let reason = reason(against: known)
        unreadOperands.append((path, reason))
        found.append(unread(path.display, of: path, reason))
        continue
      }
      if document.isSegmentAlone, !group.isEmpty {
        group.append((path, document))
      } else {
        found += [rendition(of: group)].compactMap(\.self)
        group = [(path, document)]
      }
    }
    return found + [rendition(of: group)].compactMap(\.self)
  }

  /// The rendition that files of the call are together; `nil` of none.
  private mutating func rendition(of group: [(path: FilePath, document: Document)]) -> Rendition? {
    guard let first = group.first else { return nil }
    var share = Share(of: room)
    let files = group.map { self.name(of: $0.path) }
    for (file, (_, document)) in zip(files, group) { share.add(document, samples: sampleCount(of: file, document)) }
    let movie = MovieSamples(first.document, segments: group.dropFirst().map(\.document))
    let name = first.path.display + (group.count > 1 ? " and \(group.count - 1) segments" : "")
    let index = group.count == 1 ? Self.index(of: first.document, movie) : []
    var rendition = Rendition(
      name: name, movie: movie, ranges: index.map { Rendition.Piece(file: 0, bytes: $0.bytes) },
      isListed: group.count > 1,
      advice: first.document.tree.countAtTop("moov") == 0 ? "give the initialization segment first" : nil, limits: share.limits)
    (rendition.file, rendition.files) = (first.path.bytes, files.map(\.bytes))
    room.take(share, of: rendition)
    Self.check(index, first.document, &rendition)
    if let finding = Self.damage(in: group) { rendition.add(finding) }
    return rendition
  }

  /// How many samples a file adds to a rendition.
  mutating func sampleCount(of path: FilePath, _ document: Document) -> Int {
    if let known = sampleCounts[path] { return known }
    let count = MovieSamples(document).tracks.reduce(0) { Self.sum($0, $1.count) }
    sampleCounts[path] = count
    return count
  }

  /// A sum of counts, the greatest number there is when it is more.
  fileprivate static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }

  /// What one rendition takes of the room.
  struct Share {
    let room: Room
    private(set) var nodes = 0
    private(set) var samples = 0
    private(set) var places = 0

    init(of room: Room) { self.room = room }

    /// Why no more files are taken; `nil` when there is room. The last one that is taken may have more
    /// samples than are read.
    var refusal: StaticString? {
      if places >= room.places { return "there are too many" }
      if nodes >= room.nodes { return "their boxes are too many" }
      return samples >= room.samples ? "their samples are too many" : nil
    }

    var limits: Rendition.Limits {
      Rendition.Limits(
        boundaries: min(1 << 20, room.boundaries), samples: room.samples, keyframes: min(1 << 20, room.keyframes))
    }

    /// What is left of them behind what was read of the same list.
    func limits(behind rendition: Rendition?) -> Rendition.Limits {
      var limits = limits
      guard let rendition else { return limits }
      limits.boundaries -= min(limits.boundaries, rendition.boundaries.count)
      limits.samples -= min(limits.samples, rendition.repeatedCount)
      limits.keyframes -= min(limits.keyframes, rendition.keyframes.count)
      return limits
    }

    /// Passes a place at which there is no file.
    mutating func pass() { places += 1 }

    mutating func add(_ document: Document, samples count: Int) {
      places += 1
      nodes = RenditionReader.sum(nodes, document.tree.count)
      samples = RenditionReader.sum(samples, count)
    }
  }

  func unread(_ name: String, of file: FilePath, _ why: String, isOfKeyframes: Bool = false) -> Rendition {
    var rendition = Rendition(unread: name, isOfKeyframes: isOfKeyframes)
    rendition.file = file.bytes
    rendition.add(RenditionFinding(.unread, why))
    return rendition
  }

  /// What is damaged of the files of a rendition, so that samples may be missing that nobody knows of; `nil` when
  /// nothing is.
  static func damage(in files: [(path: FilePath, document: Document)]) -> RenditionFinding? {
    let damaged = files.filter { $0.document.problems.errors > 0 }
    guard let (path, document) = damaged.first else { return nil }
    var text = "'\(path.display)' is damaged"
    if let first = document.problems.firstError { text += ": \(document.sentence(of: first)) [\(first.kind.id)]" }
    if damaged.count > 1 { text += ", and \(damaged.count - 1) more files" }
    return RenditionFinding(.unread, text, offset: document.problems.firstError.flatMap { document.place(of: $0) })
  }
}

extension RenditionReader.Room {
  mutating func take(_ share: RenditionReader.Share, of rendition: Rendition) {
    nodes -= min(nodes, share.nodes)
    samples -= min(samples, RenditionReader.sum(share.samples, rendition.repeatedCount))
    places -= min(places, share.places)
    boundaries -= min(boundaries, rendition.boundaries.count)
    keyframes -= min(keyframes, rendition.keyframes.count)
  }
}
