import Atoms
import ByteReading
import MediaFacts
import Structure

/// What browsers make of boxes with sizes that cannot be, and of those that are there twice.
extension PlayerFacts {
  func ofBoxes(_ fact: PlayerFact, _ scope: NodeIndex) -> PlayerFactValue {
    switch fact {
    case .sizesWrong: wrongSizes(scope)
    case .zerosInside: zeros(inside: scope)
    case .boxesUnread: boxesUnread(scope)
    case .boxesTwice: boxesTwice(scope)
    case .configurationMisplaced: configurationMisplaced(scope)
    default: .absent
    }
  }

  /// Boxes whose children browsers read one after another. What stands in others they pass over with these, or read
  /// without harm to the movie (`udta`).
  private static let childrenRead: [FourCC] = [
    "moov", "trak", "tref", "edts", "mdia", "minf", "stbl", "stsd", "mvex", "sinf", "schi",
  ]

  private enum Reading { case passedOver, ofMovie, ofEntry }

  /// How the children of `parent`, a box in `movie`, are read.
  private func reading(of parent: NodeIndex, in movie: NodeIndex) -> Reading {
    var node = parent
    var found = Reading.ofMovie
    while node != movie {
      guard let outer = tree.parent(of: node) else { return .passedOver }
      if tree[outer].type == "stsd" {
        // Entries of other media have no fields that are known, and are passed over.
        guard let handler = context?.track(at: node)?.handler, handler == "soun" || handler.isHandlerOfPictures else {
          return .passedOver
        }
        found = .ofEntry
      } else if !Self.childrenRead.contains(tree[node].type) {
        return .passedOver
      }
      node = outer
    }
    return found
  }

  /// Counts boxes below `movie` whose size cannot be, and looks for zeros where the size of a box would stand.
  ///
  /// - Complexity: O(*n*) in the problems that were kept, and in the nodes of a file with bytes that are no boxes.
  private func wrongSizes(_ movie: NodeIndex) -> PlayerFactValue {
    let nodes = tree.subtree(of: movie)
    var count = 0
    var place: NodeIndex?
    for problem in document.problems.kept {
      let kind = problem.kind.id.description
      let isZero = kind == "atom-size-zero"
      guard isZero || kind == "atom-size-invalid" || kind == "atom-exceeds-parent", let node = problem.node, node != movie,
        nodes.contains(node), tree[node].type != "dinf", !document.problems.followsFromLimit(problem),
        let parent = tree.parent(of: node)
      else { continue }
      switch reading(of: parent, in: movie) {
      case .passedOver: continue
      // It costs the entry alone.
      case .ofEntry where isZero: continue
      case .ofEntry, .ofMovie: break
      }
      count += 1
      place = place ?? node
    }
    guard count == 0, tree.rawCount > 0 else { return PlayerFactValue(count, place) }
    for node in nodes where tree[node].marks.contains(.padding) {
      // Behind the entries that 'stsd' counts nobody reads.
      guard let parent = tree.parent(of: node), tree[parent].type != "stsd", isSizeZero(node, in: parent),
        reading(of: parent, in: movie) == .ofMovie
      else { continue }
      return PlayerFactValue(1, node)
    }
    return PlayerFactValue(0)
  }

  /// Whether what stands at `node` reads as the header of a box of size 0: of fewer than 8 bytes nobody makes one.
  private func isSizeZero(_ node: NodeIndex, in parent: NodeIndex) -> Bool {
    let start = tree[node].start
    return tree[parent].end >= start && tree[parent].end - start >= 8
      && document.source(of: tree[node]).bytes.bigEndian(at: Int(clamping: start), count: 4) == 0
  }

  /// What reads as a box of size 0 in the sample entry at `entry`.
  private func zeros(inside entry: NodeIndex) -> PlayerFactValue {
    for child in tree.children(of: entry) where isSizeZero(child, in: entry) { return PlayerFactValue(1, child) }
    return PlayerFactValue(0)
  }

  /// A box of the shape of pixels or of colours, in the sample entry at `entry`, that Firefox does not read: cut short,
  /// longer than its fields, or with reserved bits that are set. Of `nclx` the last byte may be missing.
  private func boxesUnread(_ entry: NodeIndex) -> PlayerFactValue {
    for child in tree.children(of: entry) {
      // Of what is behind it nothing is read, and nothing of the track.
      if isSizeZero(child, in: entry) { break }
      let type = tree[child].type
      guard type == "pasp" || type == "colr" else { continue }
      let count = document.ownPayload(of: child).byteCount
      if type == "pasp" {
        if count != 8 { return PlayerFactValue(1, child) }
        continue
      }
      let start = Int(clamping: tree[child].payloadStart)
      let bytes = document.source(of: tree[child]).bytes
      guard count >= 4, let colours = bytes.bigEndian(at: start, count: 4) else { return PlayerFactValue(1, child) }
      guard colours == FourCC("nclx").rawValue else { continue }
      let isRead = count == 10 || count == 11 && bytes.byte(at: start &+ 10).map { $0 & 0x7F == 0 } ?? true
      if !isRead { return PlayerFactValue(1, child) }
    }
    return PlayerFactValue(0)
  }

  /// Configurations, and the sample entries of pictures in which Firefox reads them. In any other it takes them for a mistake,
  /// and does not read the movie.
  private static let entriesOfConfigurations: [(configuration: FourCC, entries: [FourCC])] = [
    ("avcC", ["avc1", "avc3", "encv"]), ("hvcC", ["hvc1", "hev1", "encv"]), ("esds", ["mp4v", "encv"]),
  ]

  private func configurationMisplaced(_ entry: NodeIndex) -> PlayerFactValue {
    let type = tree[entry].type
    let misplaced = tree.children(of: entry).first { child in
      Self.entriesOfConfigurations.contains { $0.configuration == tree[child].type && !$0.entries.contains(type) }
    }
    return PlayerFactValue(misplaced != nil, misplaced)
  }

  /// Counts second boxes, in the track at `track`, of kinds of which FFmpeg takes one.
  private func boxesTwice(_ track: NodeIndex) -> PlayerFactValue {
    let nodes = tree.subtree(of: track)
    let kinds: [FourCC] = ["tkhd", "mdia", "mdhd", "minf", "stbl", "stsd"]
    let second = document.problems.kept.filter { problem in
      guard problem.kind.id.description == "atom-duplicated", let node = problem.node, nodes.contains(node) else { return false }
      // Without samples a table of times is empty, and read again.
      return kinds.contains(tree[node].type) || tree[node].type == "stts" && !file.synopsis.isFragmented
    }
    return PlayerFactValue(second.count, second.first?.node)
  }

  /// What is no box before the first one, in a movie before what leads to its first sample: `moov`, or the first fragment
  /// where tables have none, and in an image before `meta`. Browsers go from box to box up to there.
  ///
  /// - Complexity: O(*n*) in the boxes at the top and the tracks, and in the problems that were kept.
  var junkBefore: PlayerFactValue {
    guard document.format?.id == .isoBaseMedia, let first = tree.firstChild(of: nil) else { return .absent }
    guard let junk = tree[first].size < 8 ? first : firstJunk(from: first),
      junk == first || endOfSearch.map({ junk < $0 }) ?? false
    else { return .absent }
    return PlayerFactValue(tree[junk].size, junk)
  }

  /// What is no box between the first fragment and the last one, or in an image between `meta` and another box.
  ///
  /// - Complexity: O(*n*) in the boxes at the top, and in the problems that were kept.
  var junkAmong: PlayerFactValue {
    if isImage, let items = tree.child("meta", of: nil) {
      guard let junk = firstJunk(from: items), tree.children(of: nil).contains(where: { $0 > junk && !tree[$0].isRaw })
      else { return .absent }
      return PlayerFactValue(tree[junk].size, junk)
    }
    guard isMovie, let fragment = tree.child("moof", of: nil), let junk = firstJunk(from: fragment),
      tree.children(of: nil).contains(where: { $0 > junk && tree[$0].type == "moof" })
    else { return .absent }
    return PlayerFactValue(tree[junk].size, junk)
  }

  /// The first place at the top from `start` on that is no box, or in a movie or an image has a size that cannot be.
  private func firstJunk(from start: NodeIndex) -> NodeIndex? {
    var junk = tree.rawCount > 0 ? tree.children(of: nil).first { $0 >= start && tree[$0].isRaw } : nil
    for problem in document.problems.kept where isMovie || isImage {
      // A node that there was no memory for is none.
      guard let node = tree.known(problem.node), node >= start, tree[node].depth == 0,
        ["atom-size-invalid", "not-an-atom"].contains(problem.kind.id.description)
      else { continue }
      junk = min(junk ?? node, node)
    }
    return junk
  }

  /// What leads to the first sample of a movie, or to the items of an image; `nil` where nothing does.
  private var endOfSearch: NodeIndex? {
    if isImage { return tree.child("meta", of: nil) }
    guard isMovie else { return nil }
    let box = tree.child("moov", of: nil)
    guard let fragment = tree.child("moof", of: nil), movie.tracks.allSatisfy({ $0.tableCount == 0 }) else { return box }
    return max(box ?? fragment, fragment)
  }

  /// Counts `uuid` that are too short for the identifier that follows, at the top and in the movie.
  var identifiersCut: PlayerFactValue {
    let movie = tree.child("moov", of: nil).map { tree.subtree(of: $0) }
    let cut = document.problems.kept.filter { problem in
      guard problem.kind.id.description == "atom-header-truncated", let node = problem.node, tree[node].type == "uuid" else {
        return false
      }
      return tree[node].depth == 0 || movie?.contains(node) ?? false
    }
    return PlayerFactValue(cut.count, cut.first?.node)
  }
}
