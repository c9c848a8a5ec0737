package import Atoms
import ByteReading
package import MediaFacts
import Structure

/// Where samples of a track begin to need another key, or none, as their groups say it (23001-7 §6).
package struct KeyChanges: Sendable {
  package struct Change: Sendable {
    /// The first sample of those that have it.
    package let sample: Sample
    /// When the movie shows it, in ticks of the media; `nil` where no edit does.
    package let time: Int64?
    /// How samples were protected before, and are from here on; `nil` where sample entries say it.
    package let before: GroupProtection?
    package let protection: GroupProtection?
  }

  /// The first of them.
  package private(set) var changes: [Change] = []
  /// How many there are, among the samples that were looked at.
  package private(set) var count = 0
  /// How the first sample is protected; `nil` where sample entries say it.
  package private(set) var first: GroupProtection?
  /// Whether there are more samples than were looked at.
  package private(set) var isCut = false

  /// Whether samples may be protected otherwise than sample entries say.
  package var isUsed: Bool { !changes.isEmpty || first != entry || isCut }

  private let entry: GroupProtection?
  /// The samples that are looked at.
  private static let sampleLimit = 1 << 20

  /// - Parameters:
  ///   - track: The track.
  ///   - entry: How samples are protected that are in no group; `nil` where there are several sample entries.
  ///   - limit: How many changes are kept.
  /// - Complexity: O(*n*) in the samples of the track, of which 1,048,576 are looked at.
  package init(of track: SampleTrack, entry: GroupProtection?, limit: Int = 4) {
    self.entry = entry
    var described = Described(track)
    var groups = track.groups()
    var now: GroupProtection?
    var passed = 0
    for sample in track.samples() {
      guard passed < Self.sampleLimit else {
        isCut = true
        break
      }
      guard let own = groups.next() else { break }
      let protection = own.first { $0.type == "seig" }.flatMap { described.protection(of: $0, sample: passed) } ?? entry
      if passed == 0 {
        first = protection
      } else if protection != now {
        count += 1
        if changes.count < limit {
          changes.append(
            Change(
              sample: sample, time: track.editList.presentationTime(of: sample), before: now, protection: protection))
        }
      }
      now = protection
      passed += 1
    }
    track.document.work.charge(passed)
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
