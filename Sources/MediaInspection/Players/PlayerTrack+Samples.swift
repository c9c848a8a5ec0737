import Atoms
import ByteReading
import MediaFacts
import SoundFiles
import Structure

extension PlayerTrack {
  /// Facts for which bytes of samples are read: as few as answer.
  func ofSamples(_ fact: PlayerFact) -> PlayerFactValue {
    switch fact {
    case .units: units
    case .unitsLater: unitsLater
    case .soundOfZeros: soundOfZeros.map { PlayerFactValue($0.number, track.node, $0.place) } ?? PlayerFactValue(0, track.node)
    case .mpegLayer: layer
    case .layerRateRefused: layerRate
    case .setsInSamples: parameterSets
    case .syncNotIdr: syncNotIDR
    default: .absent
    }
  }

  /// Whether other samples may say that those of the track are encrypted, which then begin with anything.
  private var isDescribedElsewhere: Bool { (track.home.context as? AtomContext)?.objectDescriptors != nil }

  private static let describedElsewhere = PlayerFactValue(
    unread: "object descriptors, which may say that samples are encrypted, were not read")

  private var units: PlayerFactValue {
    guard let sample = beginning else { return .absent }
    if !sample.fit.isAsSaid, isDescribedElsewhere { return Self.describedElsewhere }
    let value: UInt64 =
      switch sample.fit {
      case .asSaid, .withEmpty: 1
      case .not: 2
      case .otherwise: 3
      }
    return PlayerFactValue(value, track.node, sample.place)
  }

  /// Whether one of the three sync samples behind the first begins with a picture of AVC that is no IDR, and whether
  /// pictures of the track are decoded in another order than they are shown in.
  private var syncNotIDR: PlayerFactValue {
    guard let units = track.units, units.coding == .avc else { return .absent }
    var seen = 0
    var latest = Int64.min
    var isReordered = false
    var found: Extent?
    for sample in track.samples() {
      isReordered = isReordered || sample.compositionTime < latest
      latest = max(latest, sample.compositionTime)
      if isReordered, let found { return PlayerFactValue(1, track.node, found) }
      guard sample.isSync else { continue }
      seen += 1
      // Each may have to be fetched.
      if seen > 4 { break }
      guard found == nil, seen > 1, track.isNoIDR(sample, by: units), let range = track.place(of: sample) else { continue }
      found = Extent(byteOffset: range.lowerBound, byteCount: min(16, range.count))
    }
    return found.map { PlayerFactValue(2, track.node, $0) } ?? PlayerFactValue(0, track.node)
  }

  private var unitsLater: PlayerFactValue {
    guard let sample = track.codedLater else { return .absent }
    if !sample.fit.isAsSaid, isDescribedElsewhere { return Self.describedElsewhere }
    return sample.fit.isAsSaid ? PlayerFactValue(1, track.node) : PlayerFactValue(2, track.node, sample.place)
  }

  /// The layer that the first frame of MPEG audio says (11172-3 §2.4.1.3).
  var layerOfFirstFrame: PlayerFactValue {
    guard let entry = track.description.sampleEntry, track.home.tree[entry].type == "mp4a",
      let box = track.home.tree.child("esds", of: entry),
      let kind = track.home.view(ElementaryStream.self, of: box).number(.objectTypeIndication),
      kind == 0x69 || kind == 0x6B
    else { return .absent }
    guard let first = track.firstSample, let header = first.source.bytes.bigEndian(at: first.range.lowerBound, count: 2)
    else { return PlayerFactValue(unread: "the first sample is not in the file") }
    let place = Extent(byteOffset: first.range.lowerBound, byteCount: min(4, first.range.count))
    // Layer 0 is reserved in MPEG audio; in ADTS it is what AAC has.
    guard header & 0xFFE0 == 0xFFE0, header >> 1 & 3 != 0 else { return PlayerFactValue(0, track.node, place) }
    return PlayerFactValue(4 - header >> 1 & 3, track.node, place)
  }

  /// Whether the bit rate of layer 2 is one that MPEG-1 has for other channels alone (11172-3 §2.4.2.3).
  private var layerRate: PlayerFactValue {
    guard layer.number == 2, let first = track.firstSample,
      let word = first.source.bytes.bigEndian(at: first.range.lowerBound, count: 4),
      let header = MPEGAudioHeader(UInt32(truncatingIfNeeded: word)), header.version == .mpeg1
    else { return .absent }
    let refused = header.channelCount == 1 ? [224, 256, 320, 384] : [32, 48, 56, 80]
    let place = Extent(byteOffset: first.range.lowerBound, byteCount: min(4, first.range.count))
    return PlayerFactValue(refused.contains(header.bitRate / 1_000), track.node, place)
  }

  /// The sync samples in which parameter sets are looked for.
  private static let syncSamples = 16

  private var parameterSets: PlayerFactValue {
    guard let units = track.units else { return .absent }
    var seen = 0
    var isRead = false
    var rest = false
    for sample in track.samples() where sample.isSync {
      if seen == Self.syncSamples {
        rest = true
        break
      }
      seen += 1
      guard let range = track.place(of: sample) else { continue }
      isRead = true
      if units.hasParameterSets(range, of: track.documents[sample.file].tree.file) {
        return PlayerFactValue(
          1, track.node, Extent(byteOffset: range.lowerBound, byteCount: min(16, range.count)))
      }
    }
    // Of an initialization segment the samples are elsewhere.
    guard isRead else { return .absent }
    return rest
      ? PlayerFactValue(unread: "of the samples, the first sync samples alone were read")
      : PlayerFactValue(0, track.node)
  }
}
