import Atoms
import ByteReading
package import MediaFacts
import Structure

/// Where samples of a track begin to need another key, or none, as their groups say it (23001-7 §6).
package struct KeyChanges: Sendable {
  /// Samples that are protected alike, one behind the other.
  package struct Span: Sendable {
    /// The first of them.
    package let sample: Sample
    /// When the movie shows it, in ticks of the media; `nil` where no edit does.
    package let time: Int64?
    package let protection: Protection
  }

  package enum Protection: Sendable, Equatable {
    /// As their sample entry says, of several.
    case ofEntry
    case group(GroupProtection)
    /// Nothing describes the group that they are in.
    case unknown
  }

  /// From the first sample on, as many as are kept.
  package private(set) var spans: [Span] = []
  /// How many there are, among the samples that were looked at.
  package private(set) var count = 0
  /// Whether all samples were looked at, and of each it is known what its group says.
  package private(set) var isWhole = true

  /// Whether samples may be protected otherwise than sample entries say.
  package var isUsed: Bool { !isWhole || count > 1 || spans.first?.protection != entry }

  /// How samples are protected that are in no group.
  private let entry: Protection
  /// The samples that are looked at.
  private static let sampleLimit = 1 << 20

  /// - Parameters:
  ///   - track: The track.
  ///   - entry: How samples are protected that are in no group; `nil` where there are several sample entries.
  ///   - limit: How many spans are kept.
  /// - Complexity: O(*n*) in the samples of the track, of which 1,048,576 are looked at.
  package init(of track: SampleTrack, entry: GroupProtection?, limit: Int = 5) {
    let entry = entry.map { Protection.group($0) } ?? .ofEntry
    self.entry = entry
    var described = Described(track)
    var groups = track.groups()
    var now = entry
    var passed = 0
    for sample in track.samples() {
      guard passed < Self.sampleLimit, let own = groups.next() else { break }
      var protection = entry
      if let group = own.first(where: { $0.type == "seig" }) {
        protection = described.protection(of: group, sample: passed).map { .group($0) } ?? .unknown
        if protection == .unknown { isWhole = false }
      }
      if passed == 0 || protection != now {
        count += 1
        if spans.count < limit {
          spans.append(
            Span(sample: sample, time: track.editList.presentationTime(of: sample), protection: protection))
        }
      }
      now = protection
      passed += 1
    }
    if passed < track.count { isWhole = false }
  }

  /// What groups of a track say, read once for each table that describes them.
  private struct Described {
    private let track: SampleTrack
    private var ofTrack: [GroupProtection]?
    private var ofFragment: [GroupProtection] = []
    /// The fragment that `ofFragment` is of, and the samples of the track before and behind it.
    private var fragment = -1
    private var end: Int

    init(_ track: SampleTrack) {
      self.track = track
      end = track.tableCount
    }

    mutating func protection(of group: SampleGroup, sample: Int) -> GroupProtection? {
      let entries = group.isInFragment ? fragmentEntries(sample) : trackEntries()
      return entries.indices.contains(group.index - 1) ? entries[group.index - 1] : nil
    }

    private mutating func trackEntries() -> [GroupProtection] {
      if let ofTrack { return ofTrack }
      let found = track.tables.map { Self.entries(in: $0.node, of: track.document) } ?? []
      ofTrack = found
      return found
    }

    private mutating func fragmentEntries(_ sample: Int) -> [GroupProtection] {
      while sample >= end, fragment + 1 < track.fragments.count {
        fragment += 1
        let place = track.fragments[fragment]
        end = track.tableCount + place.firstSample + place.count
        ofFragment = sample < end ? Self.entries(in: place.node, of: track.documents[place.file]) : []
      }
      return ofFragment
    }

    private static func entries(in parent: NodeIndex, of document: Document) -> [GroupProtection] {
      let tree = document.tree
      for child in tree.children(of: parent) where tree[child].type == "sgpd" && !tree[child].isRaw {
        if let found = EncryptionReading.groups(describedBy: child, in: document) { return found }
      }
      return []
    }
  }
}
