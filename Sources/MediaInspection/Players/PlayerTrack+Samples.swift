import Atoms
import ByteReading
import MediaFacts
import Structure

extension PlayerTrack {
  /// Facts for which bytes of samples are read: as few as answer.
  func ofSamples(_ fact: PlayerFact) -> PlayerFactValue {
    switch fact {
    case .units: units
    case .unitsLater: unitsLater
    case .mpegLayer: layer
    case .setsInSamples: parameterSets
    case .syncNotIdr: syncNotIDR
    default: .absent
    }
  }

  private var first: (range: Range<Int>, source: ByteSource)? {
    guard let sample = track.samples().first(where: { $0.size > 0 }), let range = track.place(of: sample)
    else { return nil }
    return (range, track.documents[sample.file].tree.file)
  }

  private var units: PlayerFactValue {
    guard let units = track.units else { return beginnings }
    guard let first else { return .absent }
    let place = Extent(byteOffset: first.range.lowerBound, byteCount: min(16, first.range.count))
    switch units.fit(first.range, of: first.source) {
    case .asSaid: return PlayerFactValue(1, track.node, place)
    case .not: return PlayerFactValue(2, track.node, place)
    case .otherwise: return PlayerFactValue(3, track.node, place)
    }
  }

  /// How samples begin that are not made of units with their lengths before them.
  private var beginnings: PlayerFactValue {
    guard track.description.protectedShare(in: track.home.tree) == .none, let entry = track.description.sampleEntry,
      let form = SampleBeginning(entry: entry, in: track.home)
    else { return .absent }
    var found: [(range: Range<Int>, isSync: Bool, source: ByteSource)] = []
    var samples = track.samples()
    for _ in 0..<64 {
      guard found.count < (form.isSure ? 1 : 16), let sample = samples.next() else { break }
      // Sample entries may be of several codings.
      guard sample.size > 0, sample.description <= 1, let range = track.place(of: sample) else { continue }
      found.append((range, sample.isSync, track.documents[sample.file].tree.file))
    }
    guard let place = found.first?.range, let fits = form.fits(found) else { return .absent }
    return PlayerFactValue(
      fits ? 1 : 2, track.node, Extent(byteOffset: place.lowerBound, byteCount: min(16, place.count)))
  }

  /// Whether one of the three sync samples behind the first begins with a picture of AVC that is no IDR.
  private var syncNotIDR: PlayerFactValue {
    guard let units = track.units, units.coding == .avc else { return .absent }
    var seen = 0
    for sample in track.samples() where sample.isSync {
      seen += 1
      // Each may have to be fetched.
      if seen > 4 { break }
      guard seen > 1, track.isNoIDR(sample, by: units), let range = track.place(of: sample) else { continue }
      return PlayerFactValue(
        1, track.node, Extent(byteOffset: range.lowerBound, byteCount: min(16, range.count)))
    }
    return PlayerFactValue(0, track.node)
  }

  /// The later chunks of which the first sample is looked at.
  private static let looked = (chunks: 32, syncSamples: 16)

  private var unitsLater: PlayerFactValue {
    guard let units = track.units, let first, units.fit(first.range, of: first.source) == .asSaid
    else { return .absent }
    let count = track.chunkCount
    let step = max(1, count / Self.looked.chunks)
    // Samples of the tables are gone on to; who begins among fragments finds out where.
    var samples = track.samples()
    let isOfTables = track.fragmentedCount == 0
    for chunk in track.chunks where chunk.number > 1 && (chunk.number.isMultiple(of: step) || chunk.number == count) {
      if isOfTables {
        samples.skip(to: chunk.firstSample)
      } else {
        samples = track.samples(from: chunk.firstSample)
      }
      guard let sample = samples.next(), sample.size > 0, let range = track.place(of: sample)
      else { continue }
      let source = track.documents[sample.file].tree.file
      guard units.fit(range, of: source) != .asSaid else { continue }
      return PlayerFactValue(
        2, track.node, Extent(byteOffset: range.lowerBound, byteCount: min(16, range.count)))
    }
    return PlayerFactValue(1, track.node)
  }

  /// The layer that the first frame of MPEG audio says (11172-3 §2.4.1.3).
  private var layer: PlayerFactValue {
    guard let entry = track.description.sampleEntry, track.home.tree[entry].type == "mp4a",
      let box = track.home.tree.child("esds", of: entry),
      let kind = track.home.view(ElementaryStream.self, of: box).number(.objectTypeIndication),
      kind == 0x69 || kind == 0x6B
    else { return .absent }
    guard let first, let header = first.source.bytes.bigEndian(at: first.range.lowerBound, count: 2)
    else { return PlayerFactValue(unread: "the first sample is not in the file") }
    let place = Extent(byteOffset: first.range.lowerBound, byteCount: min(4, first.range.count))
    // Layer 0 is reserved in MPEG audio; in ADTS it is what AAC has.
    guard header & 0xFFE0 == 0xFFE0, header >> 1 & 3 != 0 else { return PlayerFactValue(0, track.node, place) }
    return PlayerFactValue(4 - header >> 1 & 3, track.node, place)
  }

  private var parameterSets: PlayerFactValue {
    guard let units = track.units else { return .absent }
    var seen = 0
    var rest = false
    for sample in track.samples() where sample.isSync {
      if seen == Self.looked.syncSamples {
        rest = true
        break
      }
      seen += 1
      guard let range = track.place(of: sample) else { continue }
      if units.hasParameterSets(range, of: track.documents[sample.file].tree.file) {
        return PlayerFactValue(
          1, track.node, Extent(byteOffset: range.lowerBound, byteCount: min(16, range.count)))
      }
    }
    return rest
      ? PlayerFactValue(unread: "of the samples, the first sync samples alone were read")
      : PlayerFactValue(0, track.node)
  }
}
