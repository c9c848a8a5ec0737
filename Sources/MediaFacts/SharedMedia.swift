public import ByteReading
public import Structure

/// What the media of two files have in common: a plain value, filled by whoever knows the formats.
///
/// A diff folds with it what only says in other tables, or of other places, that the samples are those
/// they were.
public struct SharedMedia: Sendable {
  /// What is said of each sample of a track.
  public struct Traits: OptionSet, Sendable {
    /// One bit for each.
    public let rawValue: UInt8
    /// Traits by their bits.
    ///
    /// - Parameter rawValue: One bit for each.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Its bytes, so its size, and the sample entry it needs; with those of all samples how many there
    /// are and in which order.
    public static let content = Traits(rawValue: 1)
    /// How long it lasts.
    public static let durations = Traits(rawValue: 2)
    /// What is added to that for the time when it is shown.
    public static let offsets = Traits(rawValue: 4)
    /// Whether decoding may start there.
    public static let sync = Traits(rawValue: 8)
    /// What it depends on, and what depends on it.
    public static let dependencies = Traits(rawValue: 16)
    /// How much later than the end of the one before it is decoded.
    public static let starts = Traits(rawValue: 32)
    /// Which groups it is in.
    public static let groups = Traits(rawValue: 64)
    /// What plays: all but the dependencies, of which many files are silent.
    public static let played: Traits = [.content, .durations, .offsets, .sync, .starts]
  }

  /// What is said of samples, and is not the same in both files.
  public struct Difference: Sendable {
    /// Which of them it is; a single one.
    public var trait: Traits
    /// The first sample of which it is not the same, from 1.
    public var sample: Int
    /// What is said of that one, in ticks of the media; whether it is a sync sample 0 or 1.
    public var before: Int64
    /// The same of the second file.
    public var after: Int64
    /// Of how many samples it is not the same.
    public var count = 1

    /// A difference.
    ///
    /// - Parameters:
    ///   - trait: Which of what is said of samples it is.
    ///   - sample: The first sample of which it is not the same, from 1.
    ///   - before: What the first file says of that one.
    ///   - after: What the second file says of it.
    public init(trait: Traits, sample: Int, before: Int64, after: Int64) {
      self.trait = trait
      self.sample = sample
      self.before = before
      self.after = after
    }
  }

  /// A track that both files have.
  public struct Track: Sendable {
    /// Its node in the first file.
    public var before: NodeIndex
    /// Its node in the second file.
    public var after: NodeIndex
    /// What people call it: `track 2 audio`.
    public var name: String
    /// Ticks per second of its media in both files, 0 where one does not say.
    public var timescales: (before: UInt64, after: UInt64) = (0, 0)
    /// What is the same of all its samples.
    public var alike: Traits = []
    /// What is not, of tracks with the same content: for each trait the first sample. What is left out
    /// of ``alike`` and is not here could not be compared.
    public var differences: [Difference] = []
    /// How many samples each file has of it.
    public var counts: (before: Int, after: Int) = (0, 0)
    /// How many bytes these have.
    public var byteCounts: (before: UInt64, after: UInt64) = (0, 0)
    /// When they are over, in microseconds; `nil` when one of the files does not say.
    public var lengths: (before: Int64, after: Int64)?
    /// How many samples of the one file are in the other too, wherever; `nil` when not all of their
    /// bytes are in the files, or when they are too many to look at.
    public var equalCount: Int?
    /// Where samples only went, or only came, and those that both files have are in the same order: what is the
    /// same of each of these; empty else.
    public var kept: Traits = []

    /// A track of which no sample was compared yet.
    ///
    /// - Parameters:
    ///   - before: Its node in the first file.
    ///   - after: Its node in the second file.
    ///   - name: What people call it.
    public init(before: NodeIndex, after: NodeIndex, name: String) {
      self.before = before
      self.after = after
      self.name = name
    }
  }

  /// The tracks that both files have, in the order of the first.
  public var tracks: [Track] = []
  /// Whether these are all tracks of both.
  public var isComplete = false
  /// Whether the bytes of media that belong to no sample are the same in both files, or zeros.
  public var isRestSame = false
  /// Whether the items that both files have, which have no tracks then, are the same.
  public var areItemsSame = false
  /// The nodes that describe an item which the other file has not.
  public var lostItems: (before: [NodeIndex], after: [NodeIndex]) = ([], [])
  /// The fragments that each file has.
  public var fragmentCounts: (before: Int, after: Int) = (0, 0)
  /// Nodes of each file that lead to its fragments, all of whose rows are right.
  public var indexes: (before: [NodeIndex], after: [NodeIndex]) = ([], [])

  /// Media of which no track was compared yet.
  public init() {}

  /// Whether all tracks that both files have hold the same content, and of what is said of their samples all that
  /// differs is known. A track that one of them has alone is a change of its own.
  public var isKnown: Bool {
    !tracks.isEmpty
      && tracks.allSatisfy { track in
        track.alike.contains(.content)
          && track.differences.reduce(track.alike) { $0.union($1.trait) }.isSuperset(of: .played)
      }
  }
}

/// What the nodes of some types say of samples: formats export lists of these.
public struct SampleRole: Sendable {
  /// What nodes say of samples.
  public enum Kind: Sendable, Equatable {
    /// A table that says something of each sample of its track.
    case table(SharedMedia.Traits)
    /// A table that says where the samples of its track lie.
    case places
    /// A part of a movie that says only what some samples are and where they lie.
    case fragment
    /// What announces that there are fragments.
    case announcement
    /// What leads to fragments.
    case index
  }

  /// The types of the nodes.
  public let types: [FourCC]
  /// What they say.
  public let kind: Kind
  /// The fields that say it, by the first name of their path; all when there are none.
  public let fields: [StaticString]

  /// A role.
  ///
  /// - Parameters:
  ///   - kind: What the nodes say.
  ///   - types: Their types.
  ///   - fields: The fields that say it, by the first name of their path; all when there are none.
  public init(_ kind: Kind, _ types: [FourCC], fields: [StaticString] = []) {
    self.kind = kind
    self.types = types
    self.fields = fields
  }
}
