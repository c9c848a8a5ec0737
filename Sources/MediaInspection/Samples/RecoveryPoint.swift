import ByteReading
import Structure

extension NALUnits {
  /// Whether `sample` begins with a recovery point behind which pictures are right only some time later, when decoding
  /// starts there: its count is above zero (14496-10 §D.2.8, 23008-2 §D.3.8).
  ///
  /// Of at most 64 units the length and the first byte are read, and of messages their headers.
  func recoversLater(in sample: Range<Int>, of source: ByteSource) -> Bool {
    guard startKind(of: sample, of: source) == .recoveryPoint else { return false }
    let bytes = source.bytes
    var at = sample.lowerBound
    for _ in 0..<64 {
      guard let unit = unit(at: &at, before: sample.upperBound, bytes) else { return false }
      guard let first = bytes.byte(at: unit.lowerBound), let header = messageHeader(first),
        let content = message(in: unit, header, bytes, where: { type, _ in type == 6 })
      else { continue }
      var bits = SliceBits(bytes, content.lowerBound, min(content.upperBound, content.lowerBound &+ 12))
      guard let count = bits.exponential() else { return false }
      // Of HEVC the number has a sign, and odd ones are above zero.
      return coding == .avc ? count > 0 : count % 2 == 1
    }
    return false
  }
}

/// Why pictures may not be right that are decoded from a sync sample on.
package enum StartDoubt: Sendable {
  /// It is a recovery point, and they are only some time behind it: refreshed bit by bit.
  case recoversLater
  /// Its picture is none at which decoding may start, and no message says that it may.
  case noIDR
}

extension SampleTrack {
  /// Why what `shown` shows may not be right where decoding starts at `sync`; `nil` where nothing says so.
  ///
  /// - Complexity: O(1): a few bytes of the sync sample are read.
  package func startDoubt(from sync: Sample, to shown: Sample) -> StartDoubt? {
    guard let place = place(of: sync), let units = units(ofDescription: sync.description) else { return nil }
    let file = documents[sync.file].tree.file
    switch units.startKind(of: place, of: file) {
    case .recoveryPoint: return units.recoversLater(in: place, of: file) ? .recoversLater : nil
    case .noIDR:
      // A picture that needs no other is whole wherever it stands.
      return sync.number == shown.number && units.coding(of: place, of: file) == .intra ? nil : .noIDR
    case .idr, .cra, .bla, nil: return nil
    }
  }

  /// The last IDR before a recovery point: what is decoded from there on is right at once. `nil` when none of the last 64
  /// sync samples before it is one.
  ///
  /// - Complexity: O(*n*) in the samples before it.
  package func lastRefresh(before sync: Sample) -> Sample? {
    var found: [Sample] = []
    for sample in samples() {
      guard sample.number < sync.number else { break }
      guard sample.isSync else { continue }
      if found.count >= 128 { found.removeFirst(64) }
      found.append(sample)
    }
    return found.suffix(64).last { sample in
      units(ofDescription: sample.description).flatMap { startKind(of: sample, by: $0) } == .idr
    }
  }
}
