internal import ByteReading
public import Structure

/// What two files are to somebody who plays them, aspect by aspect: a plain value, made once and printed
/// by every report.
///
/// What is not among ``findings`` is the same, and proved to be: whoever fills this says of everything
/// that could make it other either what became of it or that it was not checked.
public struct Verdict: Sendable {
  /// What somebody may notice of a file.
  public enum Aspect: String, Sendable, CaseIterable {
    /// The bytes that the tables of each track and each item lead to.
    case samples
    /// When each sample is shown.
    case times
    /// When tracks begin and end, on their own and against each other.
    case startAndEnd = "start and end"
    /// Where decoding may start, and what leads there.
    case seeking
    /// What a decoder is given before the first sample.
    case setup
    /// How pictures are shown.
    case display
    /// How sound is heard.
    case sound
    /// Subtitles, captions and chapters.
    case text
    /// Which tracks there are, and by what players choose among them.
    case tracks
    /// Encryption and what lifts it.
    case protection
    /// What has to be read before the first sample is shown.
    case opening
    /// The time code that a track writes beside the pictures.
    case timecode
    /// Messages for those who play a file.
    case events
    /// What tags say of the contents.
    case tags
    /// What only a program that reads the file sees.
    case file
    /// Rules that the second file alone breaks.
    case problems
  }

  /// What became of an aspect.
  public enum State: String, Sendable, CaseIterable {
    /// All that makes it is equal in the tracks and items that both files have: proved.
    case same
    /// Something differs, and nobody who plays the file can notice.
    case equivalent
    /// It is not the same.
    case changed
    /// Not all that makes it was looked at.
    case notChecked = "not checked"
  }

  /// Something that is not the same.
  public struct Finding: Sendable {
    /// Whether it makes a decoder decode the same samples otherwise.
    package var isDecoding = false
    /// Whether it is that something is no longer wrong.
    package var isRepair = false
    /// What of the file it is about.
    public var aspect: Aspect
    /// Anything but ``State/same``.
    public var state: State
    /// What it is about: `video`, `track 3 audio`, `item 4`; empty for the file as a whole.
    public var subject = ""
    /// The nodes at the top of both files in which the samples lie that are others; none where tables say of each that it
    /// lies elsewhere in its media, or has another size. `nil` where that is not known.
    package var holders: (before: Set<NodeIndex>, after: Set<NodeIndex>)?
    /// The track that it is about, in both files.
    public var track: (before: UInt64?, after: UInt64?) = (nil, nil)
    /// Whether it is a track or an item that is gone, or one of which something is, or may be.
    public var isLoss = false
    /// What became of it, or why that is not known; escaped.
    public var text: String

    /// A finding.
    ///
    /// - Parameters:
    ///   - aspect: What of the file it is about.
    ///   - state: Anything but ``State/same``.
    ///   - text: What became of it, or why that is not known; escaped.
    ///   - subject: What it is about; empty for the file as a whole.
    ///   - track: The number of the track that it is about, in both files.
    public init(
      _ aspect: Aspect, _ state: State, _ text: String, subject: String = "",
      track: (before: UInt64?, after: UInt64?) = (nil, nil)
    ) {
      self.aspect = aspect
      self.state = state
      self.text = text
      self.subject = subject
      self.track = track
    }

    /// `video sample 25 (1.000 s) is no longer a sync sample`.
    public var sentence: String { subject.isEmpty ? text : subject + " " + text }
  }

  /// By how much later samples of the second file come than those of the first that they stand for, in nanoseconds.
  package enum Shift: Sendable, Equatable {
    /// All samples, in the media, whatever edits show of them.
    case inMedia(Int64)
    /// Those that edits of both show, in the movie: there are others in one of the files.
    case whereShown(Int64)
  }

  /// What was looked at of a track or an item that both files have, or that one of them has.
  public struct Subject: Sendable {
    /// `track 1 video`, `item 3`.
    public var name: String
    /// Its number in both files; `nil` where it is not.
    public var numbers: (before: UInt64?, after: UInt64?)
    /// How many samples each file has of it.
    public var counts: (before: Int, after: Int) = (0, 0)
    /// How many of the samples of the second file have the bytes that they had, and are as many bytes.
    public var sameCount: Int?
    /// How many of these hold the same slices in other bytes.
    public var rewrappedCount = 0
    /// By how much later samples come that stand for each other; `nil` where that is not one time for all of them, or
    /// not known.
    package var shift: Shift?
    /// The node of the track in the first file, when both have it.
    public var node: NodeIndex?
    /// Whether it is metadata, which is not media: Exif and XMP are items as pictures are.
    public var isMetadata = false
    /// The bytes that were compared for that, of both files together.
    public var comparedBytes: UInt64 = 0

    /// A track or an item.
    ///
    /// - Parameters:
    ///   - name: `track 1 video`, `item 3`.
    ///   - numbers: Its number in both files; `nil` where it is not.
    public init(_ name: String, numbers: (before: UInt64?, after: UInt64?)) {
      self.name = name
      self.numbers = numbers
    }
  }

  /// What is not the same, in the order in which it was found.
  public private(set) var findings: [Finding] = []
  /// The tracks and items that were looked at.
  public var subjects: [Subject] = []
  /// The aspects of which something is gone that no finding is about: a tag, or a key.
  public var lost: Set<Aspect> = []
  /// Whether a decoder is given something else before the same samples.
  public var isDecodedOtherwise = false
  /// Whether all bytes of both files are the same, which proves all aspects at once.
  public var isOfEqualBytes = false
  /// The bytes of each file then.
  public var byteCount = 0

  /// A verdict before anything was compared: all aspects are the same.
  public init() {}

  /// Keeps a finding that is not ``State/same``.
  ///
  /// - Parameter finding: What became of an aspect.
  public mutating func add(_ finding: Finding) {
    guard finding.state != .same else { return }
    findings.append(finding)
  }

  /// Takes what changed of an aspect for what nobody knows; what is gone, or makes a decoder decode otherwise, stays.
  ///
  /// - Parameters:
  ///   - aspect: One of the sixteen, of which nothing is said where nothing changed.
  ///   - why: Why that is not known; escaped.
  package mutating func leaveOpen(_ aspect: Aspect, _ why: String) {
    guard state(of: aspect) == .changed, Self.gateRule(of: aspect) == .change || !regressions.contains(aspect)
    else { return }
    findings.removeAll { $0.aspect == aspect && $0.state == .changed }
    add(Finding(aspect, .notChecked, why))
  }

  /// What became of an aspect: the worst that was found of it.
  ///
  /// - Parameter aspect: One of the sixteen.
  /// - Returns: ``State/same`` when no finding is about it.
  public func state(of aspect: Aspect) -> State {
    var worst = State.same
    for finding in findings where finding.aspect == aspect {
      if finding.state == .changed { return .changed }
      if finding.state == .notChecked || worst == .same { worst = finding.state }
    }
    return worst
  }

  /// What became of an aspect of one subject of ``subjects``.
  ///
  /// - Parameters:
  ///   - aspect: One of the sixteen.
  ///   - subject: A track or an item; findings about the file as a whole count for each.
  /// - Returns: The worst that was found.
  public func state(of aspect: Aspect, for subject: Subject) -> State {
    var part = Verdict()
    part.findings = findings.filter {
      $0.track.before == nil && $0.track.after == nil
        || $0.track.before == subject.numbers.before && $0.track.after == subject.numbers.after
    }
    return part.state(of: aspect)
  }

  /// What was found of an aspect with a state.
  ///
  /// - Parameters:
  ///   - aspect: One of the sixteen.
  ///   - state: The state of the findings that are asked for.
  /// - Returns: The findings in the order in which they were found.
  public func findings(of aspect: Aspect, _ state: State) -> [Finding] {
    findings.filter { $0.aspect == aspect && $0.state == state }
  }

  /// All aspects of a state, in their order.
  ///
  /// - Parameter state: The state that is asked for.
  /// - Returns: The aspects; none when there is none of the state.
  public func aspects(_ state: State) -> [Aspect] {
    Aspect.allCases.filter { self.state(of: $0) == state }
  }

  /// Whether the media are the same, byte for byte: `nil` when there are none, or when not all were looked at.
  /// Slices that are wrapped otherwise are not: a hash of the samples is another.
  public var hasSameMedia: Bool? {
    let states = subjects.map { state(of: .samples, for: $0) }
    if state(of: .samples) == .changed || hasOtherMedia { return false }
    if isOfEqualBytes { return true }
    if state(of: .samples) == .equivalent { return false }
    if states.isEmpty || state(of: .samples) == .notChecked { return nil }
    return true
  }

  /// Whether the samples hold the same slices, wrapped otherwise, and all other media are the same.
  public var hasSameSlices: Bool {
    hasSameMedia == false && state(of: .samples) == .equivalent && !hasOtherMedia
  }

  /// Whether one of the files alone has a track or an item, of which nothing can be the same.
  public var hasLoneSubjects: Bool {
    subjects.contains { !$0.isMetadata && ($0.numbers.before == nil) != ($0.numbers.after == nil) && $0.counts != (0, 0) }
  }

  /// Whether some media are gone, new, or other ones of those that are no sound and no pictures.
  private var hasOtherMedia: Bool {
    subjects.contains { subject in
      !subject.isMetadata
        && (subject.counts.before != subject.counts.after
          || subject.sameCount.map { $0 < subject.counts.after } ?? false)
    }
  }

  /// Whether tracks and items that are gone or new are all that is other of the media.
  private var hasSameMediaOfBoth: Bool {
    let own = subjects.filter { !$0.isMetadata && $0.counts != (0, 0) }
    let common = own.filter { $0.numbers.before != nil && $0.numbers.after != nil }
    return !common.isEmpty && common.count < own.count
      && common.allSatisfy { subject in
        state(of: .samples, for: subject) == .same && subject.counts.before == subject.counts.after
          && subject.sameCount == subject.counts.after
      }
  }

  /// What became of the media in a few words, for a heading: `same media`, `same slices` where samples
  /// hold them wrapped otherwise, `same media of what both have` where a track is new, `other media`, `media not compared (…)`; empty when there are none.
  public var media: String {
    guard let isSame = hasSameMedia else {
      let why = findings(of: .samples, .notChecked).first?.text ?? ""
      return subjects.isEmpty
        ? "" : why.isEmpty ? "media not compared" : "media not compared (\(why))"
    }
    if isSame { return "same media" }
    if hasSameSlices { return "same slices" }
    if hasSameMediaOfBoth { return "same media of what both have" }
    let some = subjects.contains { subject in
      !subject.isMetadata && subject.sameCount.map { $0 > 0 || subject.counts.after == 0 } ?? false
    }
    return some ? "some media changed" : "other media"
  }

  /// What of an aspect closes a gate.
  public enum GateRule: Sendable {
    /// Any change, and what was not checked, which may be one.
    case change
    /// What is gone: a track, an item, a tag or a key, or one in whose place another stands.
    case loss
    /// Another value of what a decoder is set up by: the same samples are decoded otherwise.
    case decoding
    /// Nothing.
    case never
  }

  /// What of an aspect closes a gate: the one list of it, from which ``regressions`` and the help are made.
  ///
  /// - Parameter aspect: One of the sixteen.
  /// - Returns: The rule.
  public static func gateRule(of aspect: Aspect) -> GateRule {
    switch aspect {
    case .samples, .times, .startAndEnd, .timecode, .problems: .change
    case .text, .tracks, .protection, .events, .tags: .loss
    case .setup: .decoding
    case .seeking, .display, .sound, .opening, .file: .never
    }
  }

  /// By what a gate closes, in sentences.
  public static var gateWords: String {
    func names(_ rule: GateRule) -> String {
      Aspect.allCases.filter { gateRule(of: $0) == rule }.map(\.rawValue).joined(separator: ", ")
    }
    return "It closes for what changed, or was not checked, of: \(names(.change)); for what is gone of: "
      + "\(names(.loss)); for what makes a decoder decode the same samples otherwise, of: \(names(.decoding)). It "
      + "stays open for what else changed of these, and for: \(names(.never)). Problems that are gone close nothing."
  }

  /// The aspects for which a gate closes.
  public var regressions: [Aspect] {
    Aspect.allCases.filter { aspect in
      let state = state(of: aspect)
      switch Self.gateRule(of: aspect) {
      case .change:
        // What was mended is no regression, whatever players made of it before.
        return state == .notChecked
          || state == .changed && findings(of: aspect, .changed).contains { !$0.isRepair }
      case .loss:
        return state == .changed
          && (lost.contains(aspect) || findings(of: aspect, .changed).contains(where: \.isLoss))
      case .decoding:
        return state == .changed
          && (isDecodedOtherwise || findings(of: aspect, .changed).contains(where: \.isDecoding))
      case .never: return false
      }
    }
  }

  /// Whether somebody who plays a file meets the aspect.
  ///
  /// - Parameter aspect: One of the sixteen.
  /// - Returns: `false` for what only a program that reads the file sees.
  public static func concernsViewers(_ aspect: Aspect) -> Bool { aspect != .file }

  /// `viewer: no change (16 aspects; 270 of 270 samples)`, which is said when every aspect that a viewer
  /// meets is the same or as good as that and all of them were checked; `no change found; samples not
  /// checked (…)` when something was; `nil` when something changed.
  public var closing: String? {
    let viewed = Aspect.allCases.filter(Self.concernsViewers)
    if viewed.contains(where: { state(of: $0) == .changed }) { return nil }
    let unchecked = aspects(.notChecked)
    guard unchecked.isEmpty else {
      // Aspects of which the same is said stand together, with it behind the last.
      var groups: [(names: String, why: String)] = []
      for aspect in unchecked {
        let why = findings(of: aspect, .notChecked).first?.sentence ?? ""
        if let last = groups.last, !why.isEmpty, last.why == why {
          groups[groups.count - 1].names += ", " + aspect.rawValue
        } else {
          groups.append((aspect.rawValue, why))
        }
      }
      let parts = groups.map { $0.names + " not checked" + ($0.why.isEmpty ? "" : " (\($0.why))") }
      return "no change found; " + parts.joined(separator: "; ")
    }
    var text = ByteWriter()
    text.put("viewer: no change (")
    if isOfEqualBytes {
      text.put(byteCount == 1 ? "the only byte is" : "all ")
      if byteCount != 1 {
        text.put(grouped: byteCount)
        text.put(" bytes are")
      }
      text.put(" equal)")
      return text.string
    }
    let count = Aspect.allCases.count - aspects(.changed).count
    text.put(count, "aspect", "aspects")
    let samples = subjects.reduce(0) { $0 &+ $1.counts.after }
    if samples > 0 {
      text.put("; ")
      text.put(grouped: subjects.reduce(0) { $0 &+ ($1.sameCount ?? 0) })
      text.put(" of ")
      text.put(samples, "sample", "samples")
    }
    text.put(")")
    return text.string
  }
}

/// What was found of the media of two files, for a verdict: filled by whoever knows the formats.
public struct MediaProofs: Sendable {
  /// What was found.
  public var findings: [Verdict.Finding] = []
  /// What nobody knows of two files in which something changed, since it stands in others: what the tracks of segments
  /// are. Of files in which nothing did it is not said.
  package var outside: [Verdict.Finding] = []
  /// The tracks and items that were looked at.
  public var subjects: [Verdict.Subject] = []
  /// Pairs of tracks whose tables were gone through sample by sample, so that no change in these is left
  /// to be listed.
  public var walked: [(before: NodeIndex, after: NodeIndex)] = []
  /// Those of them in which all samples hold the same units as before, divided as the files say.
  public var rewrapped: [(before: NodeIndex, after: NodeIndex)] = []
  /// Tracks that one of both files has alone, which is said of them.
  public var alone: (before: [NodeIndex], after: [NodeIndex]) = ([], [])
  /// The nodes of which all items were compared, so that where these lie is no change of its own.
  public var itemLists: (before: Set<NodeIndex>, after: Set<NodeIndex>) = ([], [])
  /// What lists items that one of both files has alone, and says what they are of others: it came or went with them,
  /// which is said of each.
  package var itemsAlone: (before: Set<NodeIndex>, after: Set<NodeIndex>) = ([], [])
  /// Why nobody notices another way to say what of items was found the same.
  public var itemExcuses: [AspectRole.ItemPart: String] = [:]

  /// Proofs before anything was compared.
  public init() {}

  /// Whether a node came or went with items, which is said of these; one of its places is `nil` then.
  package func isOfItemsAlone(_ before: NodeIndex?, _ after: NodeIndex?) -> Bool {
    switch (before, after) {
    case (let node?, nil): itemsAlone.before.contains(node)
    case (nil, let node?): itemsAlone.after.contains(node)
    default: false
    }
  }
}

/// The order in which nodes stand that some players read one after the other.
public struct ReadOrder: Sendable {
  /// What of the file they do not find in another order.
  package let aspect: Verdict.Aspect
  /// Whether they find no samples then, or other ones.
  package let isDecoding: Bool
  /// The types in the order in which the first of each stands; ``others`` for all that are not named.
  package let types: [String]
  package static let others = "others"
  /// Who reads so.
  package let readers: String

  package init(_ aspect: Verdict.Aspect, isDecoding: Bool, types: [String], readers: String) {
    (self.aspect, self.isDecoding, self.types, self.readers) = (aspect, isDecoding, types, readers)
  }
}

/// What a node or a field of it is to somebody who plays the file.
public struct AspectRole: Sendable {
  /// Which aspect it is of.
  public var aspect: Verdict.Aspect
  /// Why nobody notices when it changes; `nil` for what somebody may.
  public var excuse: String?
  /// Whether another value in place of one is as if that were gone: the name of a key, and what the same bytes are
  /// decrypted by.
  public var isIdentity = false
  /// Whether going through the samples finds what it does.
  public var isWalked = false
  /// Whether it says how samples are divided into units, which their comparison reports where it found them the
  /// same.
  public var isOfUnits = false
  /// Whether its excuse holds only where samples were gone through: other ticks are other times where nothing
  /// shows that these are the same.
  public var needsWalk = false
  /// What its excuse is where times or lengths are others as well, which is reported on its own; `nil` when it is the
  /// same one.
  package var excuseBesideTimes: String?
  /// Whether what a change of it does is not looked into: something of the aspect is another, and nobody knows
  /// what.
  public var isUnproved = false
  /// Whether a decoder is set up by it.
  public var isDecoding = false
  /// Whether the bitstream says the colours that it says as well: it is gone or new without anybody noticing where a
  /// player makes the same of both.
  public var isOfColour = false
  /// Why nobody notices when it is gone or new where nothing says colours: it says that they are not known.
  package var excuseWithoutColours: String?
  /// Whether how a file plays tells what it does: it is named there, where that is another.
  package var isPlayed = false
  /// What else of a file is in it, where it is gone or new as a whole.
  package var besides: [Verdict.Aspect] = []
  /// Why nobody notices that it came or went where what it says stands elsewhere.
  package var excuseWhereKept: String?
  /// What is said of the file where going through the samples or items found them the same: that they are written down
  /// otherwise. `nil` for what is none of the tables that lead to them.
  package var excuseWhereSame: String?
  /// What else of the file is not known where it is gone or new, since one more of its type stands where one may, and
  /// why; `nil` for a node that stands alone.
  package var doubt: (aspects: [Verdict.Aspect], words: String)?
  /// The rate that the field says with another beside it, as one number over another, and why nobody notices other
  /// numbers where both files say the same one; `nil` for a field that stands for itself.
  package var rate: (numerator: UInt64, denominator: UInt64, excuse: String)?
  /// Whether others count it by its number: it is another key for an item that has another number then.
  package var isOfNumbers = false
  /// Whether it is no item itself, but says what the items beside it are.
  package var leadsToItems = false
  /// What it gives to items, or says of them by their numbers; `nil` for all else.
  public var itemPart: ItemPart?
  /// What a node is to those beside it.
  public var order = Order.none

  /// What is said of items by numbers: those of the items themselves, or places in a list.
  public enum ItemPart: Sendable {
    /// Which properties each has.
    case properties
    /// In which form that is written: another version, or other flags.
    case form
    /// To which others each refers.
    case references
    /// Which stands for the whole.
    case primary
    /// Which number it has.
    case numbers
    /// Bytes that items lie in.
    case data
  }

  /// Whether it is something else to stand in another place among siblings.
  public enum Order: Sendable {
    /// Whoever reads them finds each by its name.
    case none
    /// Something counts all of them by place: from `ipma`, `stsd`, `dref` numbers lead there.
    case amongAll
    /// Of several of its type players take the first.
    case amongItsKind
    /// Each has a number, by which it is found wherever it stands.
    case byNumber
  }

  /// A role.
  ///
  /// - Parameters:
  ///   - aspect: Which aspect it is of.
  ///   - excuse: Why nobody notices when it changes; `nil` for what somebody may.
  ///   - isWalked: Whether going through the samples finds what it does.
  public init(_ aspect: Verdict.Aspect, excuse: String? = nil, isWalked: Bool = false) {
    self.aspect = aspect
    self.excuse = excuse
    self.isWalked = isWalked
  }
}

extension Set<Verdict.Aspect> {
  /// With both of what the same tables say: when samples are shown, and from when to when.
  package var withTimes: Self { isDisjoint(with: [.times, .startAndEnd]) ? self : union([.times, .startAndEnd]) }
}
