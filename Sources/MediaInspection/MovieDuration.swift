import Atoms
import ByteReading
import MediaFacts
import Structure

/// How long a file of atoms plays: what the movie header says, or its fragments where that counts none.
///
/// Of a movie with fragments `mehd` says it, if it is there (14496-12 §8.8.2); then `mvhd`, or the
/// fragments themselves when they last longer. What differs by more than a quarter of
/// a second and one part in a hundred is a claim.
struct MovieDuration {
  private let document: Document
  private let tree: Tree
  private let atoms: AtomContext

  init(_ document: Document, _ atoms: AtomContext) {
    self.document = document
    self.atoms = atoms
    tree = document.tree
  }

  /// One length that the file says.
  private struct Length {
    let source: DurationFact.Source
    let value: UInt64
    let timescale: UInt64
    var place: FactSource?

    var seconds: Double { Double(value) / Double(max(1, timescale)) }

    func differs(from other: Length) -> Bool {
      abs(seconds - other.seconds) > max(0.25, other.seconds / 100)
    }
  }

  /// `nil` when it is not known.
  ///
  /// - Complexity: O(*n*) in the tracks and fragments, and the samples of the last one of each track.
  var fact: DurationFact? {
    let header = movieHeader
    let fragments = fragments
    // Fragments go on where a header counts the movie alone.
    var counted = header
    if let fragments,
      header.map({ fragments.seconds > $0.seconds && fragments.differs(from: $0) }) ?? true
    {
      counted = fragments
    }
    // An empty header is a statement as well, if there is nothing else.
    let chosen =
      [movieExtends, counted, longestTrack].compactMap { $0 }.first { $0.value > 0 } ?? header
    guard let chosen else { return nil }
    let claims = [header, fragments, longestTrack].compactMap { $0 }.filter {
      $0.source != chosen.source && $0.value > 0 && $0.differs(from: chosen)
    }
    return DurationFact(
      value: chosen.value, timescale: chosen.timescale, source: chosen.source, at: chosen.place,
      claims: claims.map {
        DurationFact.Claim($0.source, value: $0.value, timescale: $0.timescale)
      })
  }

  private var movieHeader: Length? {
    guard tree.child("moov", of: nil) != nil else { return nil }
    // That of a compressed movie stands deeper.
    let found = tree.indices.prefix(4_096).first { tree[$0].type == "mvhd" && !tree[$0].isRaw }
    guard let found else { return nil }
    let fields = document.view(MovieHeader.self, of: found)
    guard let value = fields.number(.duration), let timescale = fields.number(.timescale),
      timescale > 0, value != ((fields.number(.version) ?? 0) == 0 ? 0xFFFF_FFFF : UInt64.max)
    else { return nil }
    return Length(
      source: DurationFact.Source.movieHeader, value: value, timescale: timescale,
      place: FactSource(found, "duration", extent: fields.content(.duration)))
  }

  private var movieExtends: Length? {
    guard let movie = tree.child("moov", of: nil), let extends = tree.child("mvex", of: movie),
      let header = tree.child("mehd", of: extends), atoms.movieTimescale > 0
    else { return nil }
    let fields = document.view(MovieExtendsHeader.self, of: header)
    guard let value = fields.number(.fragment_duration) else { return nil }
    return Length(
      source: DurationFact.Source.movieExtends, value: value, timescale: atoms.movieTimescale,
      place: FactSource(header, "fragment_duration", extent: fields.content(.fragment_duration)))
  }

  /// The longest of what `tkhd` says.
  private var longestTrack: Length? {
    guard atoms.movieTimescale > 0 else { return nil }
    var longest: (ticks: UInt64, node: NodeIndex)?
    for track in atoms.tracks {
      // All ones, of 32 or 64 bits, is *unknown*.
      guard let ticks = track.duration, ticks > longest?.ticks ?? 0, ticks < .max,
        ticks != 0xFFFF_FFFF
      else { continue }
      longest = (ticks, track.node)
    }
    guard let longest else { return nil }
    return Length(
      source: DurationFact.Source.longestTrack, value: longest.ticks,
      timescale: atoms.movieTimescale,
      place: tree.child("tkhd", of: longest.node).map { FactSource($0, "duration") })
  }

  /// From the first fragment of each track to the end of its last one; of the longest track.
  private var fragments: Length? {
    guard tree.countAtTop("moof") > 0 else { return nil }
    var longest: Length?
    for track in MovieSamples(document).tracks where track.timescale > 0 {
      guard let start = track.fragmentStart else { continue }
      let (length, overflow) = track.end.subtractingReportingOverflow(start)
      guard !overflow, length > 0 else { continue }
      let found = Length(
        source: DurationFact.Source.fragments, value: UInt64(length), timescale: track.timescale)
      if found.seconds > longest?.seconds ?? 0 { longest = found }
    }
    return longest
  }
}

extension DurationFact.Source {
  fileprivate static let movieHeader = DurationFact.Source(
    "mvhd", origin: "from 'mvhd'", claimant: "'mvhd'", isUsual: true)
  fileprivate static let movieExtends = DurationFact.Source(
    "mehd", origin: "from 'mehd'", claimant: "'mehd'")
  fileprivate static let fragments = DurationFact.Source(
    "fragments", origin: "of fragments", claimant: "the sum of the fragments")
  fileprivate static let longestTrack = DurationFact.Source(
    "tkhd", origin: "from 'tkhd'", claimant: "the longest track")
  /// The header of a file of chunks.
  static let chunks = DurationFact.Source(
    "chunks", origin: "from the chunks", claimant: "the sum of the chunks", isUsual: true)
}
