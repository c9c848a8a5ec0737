import Atoms
import ByteReading
import MediaFacts
import MediaInspection
import Structure

/// Goes through the samples of a file once, for what they say of places, persons and devices.
struct PersonalMedia {
  /// What was found before, and in media.
  private(set) var privacy: Privacy
  private(set) var reading = Privacy.MediaReading()
  private let document: Document
  private let tree: Tree
  /// The places of findings of media in ``privacy``, by what they say.
  private var known: [Said: Int] = [:]
  /// The bytes of samples that may still be read: samples may lie in one another.
  private var room: Int

  private struct Said: Hashable {
    let track: NodeIndex
    let title: String
    let value: String?
  }

  /// - Parameters:
  ///   - privacy: What was found elsewhere.
  ///   - advance: Is called with how many bytes of samples were passed.
  /// - Complexity: O(*n*) in the samples and the bytes of those that a table describes, which are at most four
  ///   times those of the file.
  init(_ document: Document, besides privacy: Privacy, advance: (Int) -> Void) {
    self.document = document
    self.privacy = privacy
    tree = document.tree
    let count = document.tree.file.byteCount
    room = count > .max / 8 ? .max : count * 4
    let movie = MovieSamples(document)
    for track in movie.tracks { look(at: track, advance) }
    lookBetween(movie)
  }

  // MARK: Samples

  private mutating func look(at track: SampleTrack, _ advance: (Int) -> Void) {
    let layouts = track.layouts
    let codings = codings(of: track)
    let name = codings.first?.type.key ?? track.name
    let isProtected = track.isProtected
    var left: (
      coding: (Int, UInt64), missing: (Int, UInt64), opaque: (Int, UInt64), texts: (Int, UInt64), steps: (Int, UInt64)
    ) = ((0, 0), (0, 0), (0, 0), (0, 0), (0, 0))
    // Of QuickTime sound a packet is several samples.
    func count(_ sample: Sample, in part: inout (Int, UInt64)) {
      part = (part.0.saturatingAdd(sample.count), part.1.saturatingAdd(sample.size))
    }
    var passed = 0
    for sample in track.samples() {
      passed = passed.saturatingAdd(sample.count)
      reading.sampleCount = reading.sampleCount.saturatingAdd(UInt64(clamping: sample.count))
      guard sample.size > 0 else { continue }
      advance(Int(clamping: sample.size))
      guard let place = track.place(of: sample) else {
        count(sample, in: &left.missing)
        continue
      }
      let number = max(0, sample.description - 1)
      if number < codings.count, codings[number].isSound { continue }
      guard number < layouts.count, number < codings.count, let layout = layouts[number] else {
        count(sample, in: &left.coding)
        continue
      }
      guard sample.file == 0, place.count <= room,
        document.work.charge(1 + place.count / 64, for: SampleTexts.noSteps)
      else {
        count(sample, in: &left.steps)
        continue
      }
      room -= place.count
      var sink = SampleTexts(codings[number])
      layout.walk(place, of: document, into: &sink)
      if sink.opaqueCount > 0 || sink.isCut {
        left.opaque.0 = left.opaque.0.saturatingAdd(sample.count)
        left.opaque.1 = left.opaque.1.saturatingAdd(UInt64(sink.opaqueCount))
      }
      if sink.textCount > 0 {
        left.texts.0 = left.texts.0.saturatingAdd(sample.count)
        left.texts.1 = left.texts.1.saturatingAdd(UInt64(sink.textCount))
      }
      for found in sink.found { add(found, sample, track) }
    }
    left.steps.0 = left.steps.0.saturatingAdd(max(0, track.count - passed))
    leave(isProtected ? UnreadMedia.encrypted : UnreadMedia.coding, track, name: name, part: left.coding)
    leave(UnreadMedia.missing, track, name: name, part: left.missing)
    leave(UnreadMedia.opaque, track, name: name, part: left.opaque)
    leave(UnreadMedia.texts, track, name: name, part: left.texts)
    leave(UnreadMedia.steps, track, name: name, part: left.steps)
  }

  private mutating func leave(
    _ reason: Unread.Reason, _ track: SampleTrack, name: String, part: (count: Int, bytes: UInt64)
  ) {
    guard part.count > 0 else { return }
    leave(Unread(reason, node: track.node, count: part.count, byteCount: part.bytes, name: name))
  }

  /// Names what was not read; of very many places those of one reason are counted together.
  private mutating func leave(_ unread: Unread) {
    guard reading.unread.count >= Self.unreadLimit,
      let place = reading.unread.lastIndex(where: { $0.reason == unread.reason })
    else { return reading.unread.append(unread) }
    let known = reading.unread[place]
    reading.unread[place] = Unread(
      known.reason, node: known.node, count: known.count.saturatingAdd(unread.count),
      byteCount: (known.byteCount ?? 0).saturatingAdd(unread.byteCount ?? 0), name: "")
  }

  /// The places that are named; reasons are fewer.
  private static let unreadLimit = 256

  private mutating func add(_ found: SampleTexts.Found, _ sample: Sample, _ track: SampleTrack) {
    // Of positions and times the first is reported, and how many there are.
    let isSeries = found.kind == .place || found.kind == .time
    let said = Said(track: track.node, title: found.title, value: isSeries ? nil : found.value)
    if let place = known[said] { return privacy.repeated(place) }
    if privacy.findings.count < Privacy.limit { known[said] = privacy.findings.count }
    privacy.add(
      Privacy.Finding(
        found.kind, title: found.title, value: found.value, position: found.position, node: track.node,
        path: track.home.path(of: track.node), offset: UInt64(found.extent.byteOffset),
        byteCount: UInt64(found.extent.byteCount), sample: sample.number, devicePart: found.devicePart))
  }

  /// How the samples of each sample entry have to be taken.
  private func codings(of track: SampleTrack) -> [SampleTexts.Coding] {
    let tree = track.home.tree
    guard let first = track.description.sampleEntry, let list = tree.parent(of: first) else { return [] }
    let reader = NodeReader(track.home)
    return tree.children(of: list).filter { !tree[$0].isRaw }.prefix(64).map { entry in
      var coding = SampleTexts.Coding(type: tree[entry].type)
      if tree.child("avcC", of: entry) != nil {
        coding.slices = 1...5
        coding.layers = [19, 20, 21]
      } else if tree.child("hvcC", of: entry) != nil {
        // Types 10 to 15 and 22 to 31 are kept for later, and decoders skip them (23008-2 §7.4.2.2).
        coding.slices = 0...9
        coding.layers = [16, 17, 18, 19, 20, 21]
      } else if tree.child("vvcC", of: entry) != nil {
        // 4, 5, 6 and 11 are kept for later (23090-3 §7.4.2.2).
        coding.slices = 0...3
        coding.layers = [7, 8, 9, 10]
      } else if coding.type == "av01" || coding.type == "dav1" {
        // Metadata (5) are none: without a size of their own no table divides them. A temporal delimiter (2) has
        // no bytes (AV1 §5.6).
        coding.slices = 6...8
        coding.layers = [3, 4]
      }
      coding.isSound = track.description.protectedShare(in: tree) == .none && coding.type.isSoundByTheSample
      if coding.type == "mebx", let keys = tree.child("keys", of: entry) {
        for key in tree.children(of: keys).prefix(1_024) {
          guard let declared = tree.child("keyd", of: key) else { continue }
          coding.keys[UInt64(tree[key].type.rawValue)] = reader.view(KeyDeclaration.self, of: declared).text(.key_value)
        }
      }
      return coding
    }
  }

  // MARK: What no sample is

  private mutating func lookBetween(_ movie: MovieSamples) {
    var items: UInt64 = 0
    var itemCount = 0
    var lost: UInt64 = 0
    var film: UInt64 = 0
    let survey = ItemSurvey(document)
    // Items that are no pictures were read with the metadata, or it was said there that they were not.
    let passed = Set(survey.items.filter { !$0.isCodedPicture }.map(\.id))
    let bytes = tree.file.bytes
    _ = ByteMap(document, movie: movie, notesStrays: false) { range in
      switch range.owner {
      case .item(let id) where !passed.contains(id):
        items = items.saturatingAdd(range.byteCount)
        itemCount += 1
      case .nobody:
        guard range.end <= UInt64(bytes.byteCount), range.start < range.end else { return }
        let isLookedAt = document.work.charge(1 + Int(clamping: range.byteCount >> 6), for: SampleTexts.noSteps)
        if !isLookedAt || !bytes.extracting(Int(range.start)..<Int(range.end)).isBlank() {
          lost = lost.saturatingAdd(range.byteCount)
        }
      case .film: film = film.saturatingAdd(range.byteCount)
      default: break
      }
    }
    if items > 0 {
      let list = tree.indices.first { tree[$0].type == "iinf" }
      leave(Unread(UnreadMedia.items, node: list, count: itemCount, byteCount: items))
    }
    if lost > 0 { leave(Unread(UnreadMedia.orphans, byteCount: lost)) }
    if film > 0 { leave(Unread(UnreadMedia.film, byteCount: film)) }
    // Sound between tags, and streams of pictures in a node of their own.
    for index in tree.indices {
      let node = tree[index]
      guard !node.isRaw, !PlainAtoms.mediaData.contains(node.type), PrivacyKeys.isMedia(node, in: document),
        !PrivacyKeys.isFree(node.type), node.payload.byteCount > 0
      else { continue }
      leave(
        Unread(UnreadMedia.coded, node: index, byteCount: UInt64(node.payload.byteCount), name: node.type.key))
    }
  }
}
