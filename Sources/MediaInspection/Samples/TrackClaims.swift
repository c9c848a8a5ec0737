import Atoms
import ByteReading
import Structure

/// Timecodes that follow a first one, frame by frame.
package struct Timecodes: Sendable {
  fileprivate let counter: TimecodeCounter

  /// Frames per second.
  package var rate: Double { counter.rate }

  /// The frames that have begun after so many seconds.
  package func frames(in seconds: Double) -> UInt64 { counter.frames(in: seconds) }

  /// The timecode so many frames after the first: `01:00:02:12`.
  package func timecode(after count: UInt64) -> String { counter.timecode(after: count) }
}

extension SampleTrack {
  /// The bits a second that `btrt` of the sample entry of its first samples says: in the mean and at most, 0 for what
  /// it leaves open (14496-12 §8.5.2); `nil` without one.
  package var claimedRate: (mean: UInt64, most: UInt64)? {
    guard let entry = description.shownEntry(in: home), home.tree.indices.contains(entry),
      let node = home.tree.child("btrt", of: entry)
    else { return nil }
    let rates = home.view(BitRate.self, of: node)
    guard let mean = rates.number(.avgBitrate), let most = rates.number(.maxBitrate) else { return nil }
    return (mean, most)
  }

  /// The frames per second of a timecode track, and whether it drops numbers at a rate of which none are dropped; `nil` of
  /// other tracks.
  package var timecodeRate: (rate: Double, dropsOddly: Bool)? {
    guard handler == "tmcd", let entry = description.shownEntry(in: home), home.tree.indices.contains(entry),
      let format = TimecodeFormat(entry, NodeReader(home))
    else { return nil }
    return (format.rate, format.dropsOddly)
  }

  /// How the timecodes of a timecode track go on from its first; `nil` when that was not read.
  package var timecodes: Timecodes? {
    guard handler == "tmcd" else { return nil }
    return TrackFacts(description, in: home).timecodes.map(Timecodes.init)
  }

  /// Whether groups of its samples mark open random access points: `rap ` (14496-12 §10.4). Of fragments
  /// the first 64 are looked at.
  package var marksOpenPoints: Bool {
    let reader = NodeReader(document)
    let tree = document.tree
    var places = fragments.prefix(64).filter { $0.file == 0 }.map(\.node)
    if let table = tables?.node { places.append(table) }
    return places.contains { place in
      tree.children(of: place).contains { child in
        let grouping: FourCC? =
          switch tree[child].type {
          case "sbgp": reader.view(SampleToGroup.self, of: child).code(.grouping_type)
          case "csgp": reader.view(CompactSampleToGroup.self, of: child).code(.grouping_type)
          default: nil
          }
        return grouping == "rap "
      }
    }
  }
}
