import Atoms
import ByteReading
import MediaFacts
import Structure

/// A document that rules for players ask of, and what several of its facts are made from.
final class JudgedFile {
  let document: Document
  /// The name of the file, for what it promises.
  let name: [UInt8]?
  let reader: NodeReader
  let context: AtomContext?
  private(set) lazy var movie = knownMovie ?? MovieSamples(document)
  private let knownMovie: MovieSamples?
  private let knownTracks: [Facts.Track]?
  private(set) lazy var facts = MediaFile.facts(of: document)

  init(_ document: Document, name: [UInt8]?, movie: MovieSamples?, tracks: [Facts.Track]?) {
    self.document = document
    self.name = name
    knownMovie = movie
    knownTracks = tracks
    reader = NodeReader(document)
    context = document.context as? AtomContext
  }

  var tree: Tree { document.tree }

  /// How the sample entries of a track are coded, 64 at most: the string, and the entry. Those that are
  /// protected are left out.
  func codings(of track: AtomContext.Track) -> [(string: String, entry: NodeIndex)] {
    var found: [(string: String, entry: NodeIndex)] = []
    if let known = knownTracks?.first(where: { $0.node == track.node }) {
      for coding in known.codings where !coding.isProtected {
        found.append((coding.string ?? coding.type.key, coding.source.node))
      }
      return found
    }
    for entry in track.sampleEntries(in: tree).prefix(64) where !Codec.protected.contains(tree[entry].type) {
      let string = CodecString(entry: entry, in: document)?.text
      found.append((string ?? Codec(entry: entry, in: document).type.key, entry))
    }
    return found
  }

  /// Whether the file is of atoms, and no image alone.
  private(set) lazy var isMovie: Bool = {
    guard document.format?.id == .isoBaseMedia else { return false }
    return !isImage && document.synopsis.format != .jpeg2000 && document.synopsis.format != .jpegXL
      || tree.child("moov", of: nil) != nil
  }()

  private(set) lazy var isImage: Bool = {
    document.format?.id == .isoBaseMedia && document.synopsis.format == .heif
      && tree.child("moov", of: nil) == nil
  }()

  /// The references of the track at `node`, by type, of one box of references.
  func references(of node: NodeIndex) -> [(list: NodeIndex, id: UInt64)] {
    guard let box = tree.child("tref", of: node) else { return [] }
    var found: [(NodeIndex, UInt64)] = []
    for list in tree.children(of: box).prefix(64) where !tree[list].isRaw {
      let extent = document.ownPayload(of: list)
      let bytes = document.source(of: tree[list]).bytes
      var at = extent.byteOffset
      let end = extent.byteOffset &+ min(extent.byteCount, 4_096)
      while at &+ 4 <= end, let id = bytes.bigEndian(at: at, count: 4) {
        found.append((list, id))
        at &+= 4
      }
    }
    return found
  }

  /// Whether the pixels of the `pasp` at `box` are as wide as they are high.
  func isSquare(_ box: NodeIndex) -> Bool {
    let ratio = reader.view(PixelAspectRatio.self, of: box)
    return ratio.number(.hSpacing) == ratio.number(.vSpacing)
  }
}
