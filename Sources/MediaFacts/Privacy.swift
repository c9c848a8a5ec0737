public import Structure

/// All that a file says of persons, places, devices and accounts, and what of it was not read.
///
/// It has three answers for metadata and for media each: ``FactAnswer/found``, ``FactAnswer/none`` when every
/// place that can hold something was read, and ``FactAnswer/notRead``.
public struct Privacy: Sendable {
  /// What a finding may give away.
  public enum Kind: String, Sendable, CaseIterable {
    /// Where somebody was.
    case place
    /// A name of a person, or an address of mail.
    case person
    /// A name of one who made or performs a work that is published, as its sleeve prints it: public, and so
    /// not counted among what is personal.
    case credit
    /// A name, number or date by which a shop or a service knows somebody.
    case account
    /// Make, model, serial number.
    case device
    /// A value that is this file's or this device's alone.
    case identifier
    /// A name of a file or a disk where it was made.
    case path
    /// A time of the day at which something was made or changed.
    case time
    /// What somebody wrote about it.
    case comment
    /// A text that is no item of metadata and no word of a program that is known: it may name anybody.
    case text
    /// The programs that made it, which name nobody, and so are not counted among what is personal.
    case software

    /// Whether it is of a person, a place, a device or an account.
    public var isPersonal: Bool { self != .credit && self != .software }
  }

  /// Something that the file says.
  public struct Finding: Sendable, Equatable {
    /// What it may give away.
    public let kind: Kind
    /// What people call it: `Serial number`; of a key that nobody named, the key.
    public let title: String
    /// The identifier of the item of metadata; `nil` for a field that is none.
    public let identifier: String?
    /// Its value as text, as it stands in the file; `nil` for bytes and for places whose numbers were
    /// read.
    public let value: String?
    /// Where it is, when it is a place whose numbers were read.
    public let position: GeographicPosition?
    /// The node that says it.
    public let node: NodeIndex
    /// Where it stands: the path of the node, and of its field where it is one of several.
    public let path: String
    /// Its first byte in the file; `nil` in what was compressed.
    public let offset: UInt64?
    /// Its bytes; `nil` when they are not in one place.
    public let byteCount: UInt64?
    /// The sample of the track ``node`` that says it, from 1; `nil` where metadata do.
    public let sample: Int?
    /// How many other places say the same under the same name; of places and times in samples, how many
    /// other values there are.
    public var others = 0
    /// What of a device it is, where its maker says so in fields of its own; `nil` for all others.
    public let devicePart: Camera.Part?

    /// A finding.
    ///
    /// - Parameters:
    ///   - kind: What it may give away.
    ///   - title: What people call it.
    ///   - identifier: The identifier of the item of metadata; `nil` for a field that is none.
    ///   - value: Its value as text, as it stands in the file.
    ///   - position: Where it is, when it is a place whose numbers were read.
    ///   - node: The node that says it.
    ///   - path: The path of the node, and of its field where it is one of several.
    ///   - offset: Its first byte in the file; `nil` in what was compressed.
    ///   - byteCount: Its bytes; `nil` when they are not in one place.
    ///   - sample: The sample of the track that says it, from 1; `nil` where metadata do.
    ///   - devicePart: What of a device it is, where its maker says so in fields of its own.
    public init(
      _ kind: Kind, title: String, identifier: String? = nil, value: String?,
      position: GeographicPosition? = nil, node: NodeIndex, path: String, offset: UInt64?,
      byteCount: UInt64?, sample: Int? = nil, devicePart: Camera.Part? = nil
    ) {
      self.kind = kind
      self.title = title
      self.identifier = identifier
      self.value = value
      self.position = position
      self.node = node
      self.path = path
      self.offset = offset
      self.byteCount = byteCount
      self.sample = sample
      self.devicePart = devicePart
    }
  }

  /// What became of the media where they were read, too.
  public struct MediaReading: Sendable {
    /// The samples that were gone through.
    public var sampleCount: UInt64 = 0
    /// What in them, and between them, was not read. What pictures show and sound says is no part of it.
    public var unread: [Unread] = []

    /// What is known before the first sample: none was read.
    public init() {}
  }

  /// The findings that are kept; more are counted.
  public static let limit = 4_096

  /// Those of metadata, in the order of the file, then those of media; ``limit`` at most.
  public private(set) var findings: [Finding] = []
  /// How many there are besides.
  public private(set) var omitted = 0
  /// How many there are of each kind in metadata, and behind these in media; empty before the first. The runtime would have
  /// to find out how kinds are hashed, which takes as long as a third of a small outline.
  private var counts: [Int] = []
  /// The metadata that was not read.
  public var unread: [Unread] = []
  /// The bytes of samples, sound, and pictures that are a node of their own, none of which were read but for
  /// ``mediaReading``. Free space is no part of it: what is not blank is among ``unread``.
  public var mediaByteCount: UInt64 = 0
  /// Whether there are bytes without a structure, or an image in one box, which may be media that are not known here.
  public var mayHaveOtherMedia = false
  /// What became of the media; `nil` where nobody asked for them.
  public var mediaReading: MediaReading?

  /// What is known before a file was looked through: no finding, and no place that was not read.
  public init() {}

  /// Keeps a finding, or counts it where ``limit`` are kept.
  ///
  /// - Parameter finding: What the file says.
  public mutating func add(_ finding: Finding) {
    if counts.isEmpty { counts = Array(repeating: 0, count: 2 * Kind.allCases.count) }
    counts[Self.place(of: finding.kind, inMedia: finding.sample != nil)] += 1
    guard findings.count < Self.limit else {
      omitted += 1
      return
    }
    findings.append(finding)
  }

  /// Counts another place that says what a finding says.
  ///
  /// - Parameter place: The number of the finding in ``findings``, from 0.
  public mutating func repeated(_ place: Int) {
    if findings.indices.contains(place) { findings[place].others += 1 }
  }

  /// How many findings there are that are personal: all but ``creditCount`` and ``programCount``.
  public var count: Int { personalCount() + mediaCount }
  /// How many of ``count`` stand in samples.
  public var mediaCount: Int { personalCount(inMedia: true) }
  /// How many names of a published work there are.
  public var creditCount: Int { count(of: .credit) + count(of: .credit, inMedia: true) }
  /// How many names of programs there are.
  public var programCount: Int { count(of: .software) + count(of: .software, inMedia: true) }

  private func personalCount(inMedia isInMedia: Bool = false) -> Int {
    Kind.allCases.reduce(0) { $1.isPersonal ? $0 + count(of: $1, inMedia: isInMedia) : $0 }
  }

  /// How many findings of a kind there are.
  ///
  /// - Parameters:
  ///   - kind: What they may give away.
  ///   - isInMedia: Whether those in samples are meant, not those in metadata.
  public func count(of kind: Kind, inMedia isInMedia: Bool = false) -> Int {
    counts.isEmpty ? 0 : counts[Self.place(of: kind, inMedia: isInMedia)]
  }

  /// The place of a kind in ``counts``.
  private static func place(of kind: Kind, inMedia isInMedia: Bool) -> Int {
    let kinds = Kind.allCases
    return (kinds.firstIndex(of: kind) ?? 0) + (isInMedia ? kinds.count : 0)
  }

  /// What can be said of the metadata.
  public var metadata: FactAnswer { count > mediaCount ? .found : unread.isEmpty ? .none : .notRead }
  /// What can be said of samples, sound and pictures.
  public var media: FactAnswer { mediaCount > 0 ? .found : isMediaRead ? .none : .notRead }
  /// Whether something was not read that may say more.
  public var isComplete: Bool { unread.isEmpty && isMediaRead }
  private var isMediaRead: Bool {
    if mediaByteCount == 0, mayHaveOtherMedia { return false }
    return mediaReading?.unread.isEmpty ?? (mediaByteCount == 0)
  }
}
