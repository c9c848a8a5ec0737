import Atoms
public import ByteReading
import Structure

/// Which group of one kind a sample is in.
public struct SampleGroup: Sendable, Hashable {
  /// `grouping_type`: `roll`, `seig`.
  public let type: FourCC
  /// The description of the group, from 1, in the `sgpd` of the same type; 0 for no group.
  public let index: Int
  /// Whether the description stands in the fragment of the sample, not in the movie.
  public let isInFragment: Bool
}

/// A place in the tables that put the samples of a track, or of a fragment, into groups
/// (14496-12 §8.9).
struct SampleGroupCursor {
  private var kinds: [Kind] = []
  /// Kinds of groups that are followed in one track or fragment.
  static let limit = 32

  private enum Source {
    case runs(RunCursor, StoredColumn)
    case patterns(PatternCursor)
    case none
  }

  private struct Kind {
    let type: FourCC
    var source: Source
    /// The group of samples that no row names (`sgpd` version 2).
    let standard: UInt64
  }

  /// The groups of the `stbl` or `traf` at `parent`.
  init(_ parent: NodeIndex, _ reader: NodeReader) {
    let tree = reader.tree
    var standards: [FourCC: UInt64] = [:]
    for child in tree.children(of: parent) where tree[child].type == "sgpd" {
      let description = reader.view(SampleGroupDescription.self, of: child)
      if let type = description.code(.grouping_type), standards.count < Self.limit,
        let standard = description.number(.default_group_description_index)
      {
        standards[type] = standard
      }
    }
    for child in tree.children(of: parent) where !tree[child].isRaw {
      guard kinds.count < Self.limit else { break }
      let source: Source
      let grouping: FourCC?
      switch tree[child].type {
      case "sbgp":
        let table = reader.view(SampleToGroup.self, of: child)
        guard let rows = table.column(.group_description_index, of: .entries) else { continue }
        source = .runs(RunCursor(table.column(.sample_count, of: .entries)), rows)
        grouping = table.code(.grouping_type)
      case "csgp", "csgm":
        let table = reader.view(CompactSampleToGroup.self, of: child)
        guard let cursor = PatternCursor(table) else { continue }
        source = .patterns(cursor)
        grouping = table.code(.grouping_type)
      default: continue
      }
      guard let type = grouping else { continue }
      kinds.append(Kind(type: type, source: source, standard: standards[type] ?? 0))
    }
    for (type, standard) in standards.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where standard > 0 && !kinds.contains(where: { $0.type == type }) {
      kinds.append(Kind(type: type, source: .none, standard: standard))
    }
  }

  /// The groups of the next sample.
  mutating func next() -> [SampleGroup] {
    var groups: [SampleGroup] = []
    for place in kinds.indices {
      var index = kinds[place].standard
      switch kinds[place].source {
      case .runs(var cursor, let rows):
        if !cursor.isPast {
          index = rows[cursor.current]
          cursor.advance()
          kinds[place].source = .runs(cursor, rows)
        }
      case .patterns(var cursor):
        if let found = cursor.next() {
          index = found
          kinds[place].source = .patterns(cursor)
        }
      case .none: break
      }
      guard index > 0 else { continue }
      // Above 0x10000 stand the descriptions of the fragment itself (14496-12 §8.9.4).
      let isInFragment = index > 0x1_0000
      groups.append(
        SampleGroup(
          type: kinds[place].type, index: Int(clamping: isInFragment ? index - 0x1_0000 : index),
          isInFragment: isInFragment))
    }
    return groups
  }

  /// Passes `count` samples.
  mutating func skip(_ count: Int) {
    for place in kinds.indices {
      switch kinds[place].source {
      case .runs(var cursor, let rows):
        var left = UInt64(max(0, count))
        while left > 0, !cursor.isPast {
          let here = min(left, cursor.left)
          cursor.advance(by: here)
          left -= here
        }
        kinds[place].source = .runs(cursor, rows)
      case .patterns(var cursor):
        cursor.skip(UInt64(max(0, count)))
        kinds[place].source = .patterns(cursor)
      case .none: break
      }
    }
  }
}

/// A place in a `csgp`: patterns of group indexes, each repeated over a number of samples
/// (14496-12 §8.9.5).
private struct PatternCursor {
  private let lengths: StoredColumn
  private let counts: StoredColumn
  private let indexes: StoredColumn
  private var runs: RunCursor
  private var row = -1
  /// The row of `indexes` at which the pattern begins, and the samples into it.
  private var start = 0
  private var into: UInt64 = 0

  init?(_ table: View<CompactSampleToGroup>) {
    guard let lengths = table.column(.pattern_length, of: .patterns),
      let counts = table.column(.sample_count, of: .patterns),
      let indexes = table.column(.sample_group_description_index, of: .indices)
    else { return nil }
    self.lengths = lengths
    self.counts = counts
    self.indexes = indexes
    runs = RunCursor(counts)
    settle()
  }

  /// Goes on to the pattern that the runs stand at.
  private mutating func settle() {
    while row < runs.current {
      if row >= 0 {
        start = start.addingReportingOverflow(Int(clamping: lengths[row])).partialValue
      }
      row += 1
      into = 0
    }
  }

  mutating func next() -> UInt64? {
    guard !runs.isPast else { return nil }
    let length = lengths[row]
    let place = length > 0 ? into % length : 0
    let index = indexes[start &+ Int(clamping: place)]
    into &+= 1
    runs.advance()
    settle()
    return index
  }

  mutating func skip(_ count: UInt64) {
    var left = count
    while left > 0, !runs.isPast {
      let here = min(left, runs.left)
      into &+= here
      left -= here
      runs.advance(by: here)
      settle()
    }
  }
}

/// The groups of the samples of one track, one sample after another.
public struct SampleGroups: Sequence, IteratorProtocol {
  private let track: SampleTrack
  private var reader: NodeReader
  private var file = 0
  private var cursor: SampleGroupCursor?
  /// The samples passed, and the first one that the cursor is not for.
  private var passed: Int
  private var end: Int
  private var opened = 0

  init(_ track: SampleTrack, from first: Int) {
    self.track = track
    passed = Swift.max(0, first &- 1)
    end = track.tableCount
    reader = NodeReader(track.document)
    if passed < end, let table = track.tables?.node {
      var cursor = SampleGroupCursor(table, reader)
      cursor.skip(passed)
      self.cursor = cursor
    }
  }

  /// The groups of the next sample; `nil` after the last.
  ///
  /// - Returns: One group for each grouping that the sample is in.
  public mutating func next() -> [SampleGroup]? {
    while passed >= end {
      guard opened < track.fragments.count else { return nil }
      let fragment = track.fragments[opened]
      opened += 1
      let first = track.tableCount + fragment.firstSample
      end = first + fragment.count
      guard passed < end else { continue }
      if fragment.file != file {
        file = fragment.file
        reader = NodeReader(track.documents[file])
      }
      var next = SampleGroupCursor(fragment.node, reader)
      next.skip(passed - first)
      cursor = next
    }
    passed += 1
    return cursor?.next() ?? []
  }
}

extension SampleTrack {
  /// The groups of its samples from number `first` on, in the order of ``samples(from:)``.
  ///
  /// - Parameter first: The number of the first sample, from 1.
  /// - Returns: A sequence that finds the groups of each sample when it is asked for.
  public func groups(from first: Int = 1) -> SampleGroups { SampleGroups(self, from: first) }
}
