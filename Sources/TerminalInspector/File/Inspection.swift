import ByteReading
import CommandLineSupport
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureRendering

/// An opened file as the inspector asks about it: what others know of it, kept once it was asked for.
final class Inspection {
  let document: Document
  /// The name, escaped.
  let name: String
  let path: FilePath
  /// What is said above the tree.
  let heading: OutlineRenderer.Heading
  private let reader: NodeReader
  /// The tracks and their samples.
  let movie: MovieSamples
  /// The image items, in the order of the file.
  let items: [ImageItem]
  /// The tree as it is shown first, with what repeats folded.
  let folds: FoldedTree
  private var like: (node: NodeIndex, document: ObjectIdentifier, found: NodeIndex?)?
  /// The times that a path was looked for in another document.
  private(set) var lookups = 0
  private var chunkIndex: ChunkIndex?
  private var lastSample: (track: Int, sample: Sample)?
  /// The edits of the track whose samples were shown last.
  private var lastEdits: (track: Int, edits: EditList)?
  private var texts: (node: NodeIndex, path: String)?
  /// What tables say of nodes that were shown: some of it takes going through all their rows.
  private var summaries: [NodeIndex: String] = [:]
  private var siblings: SiblingNumbers
  private var stops = SampleStops()
  private var codings = SampleCodings()
  private var itemPlaces: [(start: UInt64, end: UInt64, item: Int)]?
  /// The texts that were made of nodes so far, and those among them that may take reading tables.
  private(set) var steps = 0
  private(set) var summarySteps = 0

  /// The times that all siblings of a node were gone through.
  var siblingPasses: Int { siblings.passes }
  /// The siblings that were gone through to list those of a type.
  var siblingsCounted: Int { siblings.counted }

  /// The summaries that are kept.
  private static let summariesKept = 2_048

  init(_ survey: Survey, path: FilePath) {
    document = survey.document
    movie = survey.movie
    items = survey.items
    folds = survey.folds
    siblings = survey.siblings
    self.path = path
    name = path.isStandardInput ? "standard input" : path.display
    heading = OutlineRenderer.Heading(of: document)
    reader = NodeReader(document)
  }

  var tree: Tree { document.tree }

  // MARK: Nodes

  func type(of node: NodeIndex) -> String {
    text { document.put(shownTypeOf: tree[node], to: &$0) }
  }

  /// What people call a node.
  func title(of node: NodeIndex) -> String { text { document.put(headingOf: node, to: &$0) } }

  /// What its table says of a node, made once while it is shown again and again.
  ///
  /// - Parameter isKept: Whether it is kept: who goes through all nodes looks at each once.
  func summary(of node: NodeIndex, isKept: Bool = true) -> String {
    if let known = summaries[node] { return known }
    guard isKept else { return text { reader.putSummary(of: node, to: &$0) } }
    if summaries.count >= Self.summariesKept { summaries.removeAll(keepingCapacity: true) }
    summarySteps &+= 1
    let made = text { reader.putSummary(of: node, to: &$0) }
    summaries[node] = made
    return made
  }

  func size(of node: NodeIndex) -> UInt64 { document.shownSize(of: tree[node]) }

  /// The canonical path of a node, made once while it is asked for again and again.
  func path(of node: NodeIndex) -> String {
    if let texts, texts.node == node { return texts.path }
    let path = siblings.path(of: node, in: document)
    texts = (node, path)
    return path
  }

  /// The node of another document that has the path of this one, looked for once while it is asked for
  /// again and again; `nil` when there is none.
  func node(like node: NodeIndex, in other: Document) -> NodeIndex? {
    if let like, like.node == node, like.document == ObjectIdentifier(other) { return like.found }
    lookups &+= 1
    let found = other.found(path(of: node)).first
    like = (node, ObjectIdentifier(other), found)
    return found
  }

  private func text(_ body: (inout ByteWriter) -> Void) -> String {
    steps &+= 1
    var writer = ByteWriter()
    body(&writer)
    return ShownText(writer.string).text
  }

  // MARK: Samples

  /// The samples of a track from a number on, where the place of the track is that in ``movie``; `nil`
  /// when there is no such track.
  ///
  /// - Complexity: O(1) near where one was before, else O(*r*) in the runs of the tables.
  func samples(ofTrack place: Int, from first: Int) -> Samples? {
    guard movie.tracks.indices.contains(place) else { return nil }
    return stops.samples(of: movie.tracks[place], place, from: first)
  }

  /// The time by which a sample of the track at this place is named, in its ticks: that at which its edits show it, as
  /// in every other report.
  ///
  /// - Complexity: O(log *n*) in the edits of the track, O(*n* log *n*) when it was another one before.
  func moment(of sample: Sample, ofTrack place: Int) -> Int64 {
    if let lastEdits, lastEdits.track == place { return lastEdits.edits.moment(of: sample) }
    guard movie.tracks.indices.contains(place) else { return sample.compositionTime }
    let edits = movie.tracks[place].editList
    lastEdits = (place, edits)
    return edits.moment(of: sample)
  }

  /// Whether samples of a track may say what they depend on: I, P or B.
  func hasCodings(_ place: Int) -> Bool {
    movie.tracks.indices.contains(place) && codings.areReadable(movie.tracks[place], place)
  }

  /// What a sample of a track depends on; `nil` when it does not say it, or was not read yet.
  func coding(of number: Int, ofTrack place: Int) -> PictureCoding? {
    codings.coding(of: number, place)
  }

  /// Whether one of these samples of a track was not asked yet what it depends on.
  func hasCodingsToRead(of numbers: Range<Int>, ofTrack place: Int) -> Bool {
    hasCodings(place) && codings.firstUnknown(of: numbers, place) != nil
  }

  /// Asks a few of these samples of a track what they depend on.
  func readCodings(of numbers: Range<Int>, ofTrack place: Int) {
    guard hasCodings(place), let first = codings.firstUnknown(of: numbers, place),
      let samples = samples(ofTrack: place, from: first)
    else { return }
    codings.read(samples, min(Self.codingsASlice, numbers.upperBound - first), of: place, in: tree.file)
  }

  /// Samples whose bytes are looked at between two keys.
  private static let codingsASlice = 8

  /// The samples that were passed so far to begin a list at another.
  var samplesPassed: Int { stops.passed }

  /// The track that a node says something of, or stands for; `nil` when it is about none.
  func track(of node: NodeIndex) -> Int? {
    let tracks = movie.tracks
    if let place = tracks.firstIndex(where: {
      $0.home === document && tree.subtree(of: $0.node).contains(node)
    }) {
      return place
    }
    let run = tree[node].type == "traf" ? node : tree.ancestor("traf", of: node)
    return run.flatMap { movie.track(ofFragment: $0) }
  }

  /// Whether looking for the sample at a place takes more reading first.
  var hasChunksToRead: Bool { chunkIndex.map { !$0.isComplete } ?? false }

  /// Whether not all of that is kept.
  var isCut: Bool { chunkIndex?.isCut ?? false }

  /// How much of that is done, in hundredths.
  var chunkProgress: Int { chunkIndex?.progress ?? 0 }

  /// Whether the bytes of a node are those of samples.
  func holdsSamples(_ node: NodeIndex) -> Bool {
    guard tree.known(node) != nil, tree[node].source == 0 else { return false }
    return tree[node].type == "mdat" || tree[node].type == "imda"
  }

  /// Begins to read where samples lie, unless that was begun.
  func beginChunks() {
    guard chunkIndex == nil else { return }
    chunkIndex = ChunkIndex(movie.tracks)
    readChunks(1_024)
  }

  /// Reads some more of what is needed to know which sample lies where.
  func readChunks(_ count: Int) { chunkIndex?.advance(count) }

  /// The sample at an offset of the file; `nil` when there is none, or not all chunks are read.
  func sample(at offset: UInt64) -> (track: SampleTrack, sample: Sample)? {
    place(of: offset).map { (movie.tracks[$0.track], $0.sample) }
  }

  /// The same with the place of the track in the movie.
  func place(of offset: UInt64) -> (track: Int, sample: Sample)? {
    if let lastSample, let start = lastSample.sample.offset, let end = lastSample.sample.end,
      start <= offset, offset < end
    {
      return lastSample
    }
    lastSample = chunkIndex?.sample(at: offset) { samples(ofTrack: $0, from: $1) }
    return lastSample
  }

  /// The first item whose bytes hold an offset of the file; `nil` when none does.
  ///
  /// - Complexity: O(log *n*) in the extents of items, O(*n* log *n*) the first time.
  func item(at offset: UInt64) -> ImageItem? { itemPlace(at: offset).map { items[$0] } }

  /// The place of the same among the items.
  func itemPlace(at offset: UInt64) -> Int? {
    if itemPlaces == nil {
      var places: [(start: UInt64, end: UInt64, item: Int)] = []
      for (number, item) in items.enumerated() {
        for range in item.ranges where places.count < 1 << 18 {
          places.append((range.lowerBound, range.upperBound, number))
        }
      }
      itemPlaces = places.sorted { $0.start < $1.start }
    }
    let places = itemPlaces ?? []
    let place = places.partition { $0.start <= offset }
    guard place > 0, offset < places[place - 1].end else { return nil }
    return places[place - 1].item
  }
}
