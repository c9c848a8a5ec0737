import ByteReading

/// A picture before it is painted: lanes above each other on one axis, and marks in them that each have
/// an owner and a name. SVG, text and JSON are painted from it, and from nothing else.
public struct Drawing: Sendable {
  /// What a coordinate across is.
  public enum Axis: Sendable {
    /// Seconds of the presentation.
    case seconds
    /// Bytes from the start of the file.
    case bytes
    /// Pixels of an image.
    case pixels
  }

  /// What a place across a lane is.
  public enum Clock: Sendable, Equatable {
    /// Seconds of the movie.
    case movie
    /// Seconds of the media of an owner, by its place in `owners`.
    case media(Int)
    /// Bytes of the file.
    case file
  }

  /// A band of marks that share a scale.
  public struct Lane: Sendable {
    /// What stands at its left.
    public var label: String
    /// The same where there is little room; empty for the same.
    public var short = ""
    /// What stands at the bottom and at the top of the band.
    public var low: Double
    /// The value at the top of the band.
    public var high: Double
    /// Values that get a line and a word at the left.
    public var scale: [(value: Double, word: String)] = []
    /// Its height in pixels, and in lines of text.
    public var pixels: Int
    /// Its height in lines of text.
    public var lines: Int
    /// Whether the lowest value is at the top.
    public var isDownward = false
    /// Whether lines lead from marks in it into the lane below, which then stands further off.
    public var leadsOn = false
    /// Whether areas and shares divide it among owners, so that none of them may be lost.
    public var isDivided = false
    /// What a place across is for a cursor; `nil` where a cursor has no place.
    public var clock: Clock?

    /// A lane without marks.
    ///
    /// - Parameters:
    ///   - label: What stands at its left.
    ///   - low: The value at its bottom.
    ///   - high: The value at its top; moved up where the two are one.
    ///   - pixels: Its height in pixels.
    ///   - lines: Its height in lines of text.
    ///   - isDownward: Whether the lowest value is at the top.
    public init(
      _ label: String, _ low: Double, _ high: Double, pixels: Int, lines: Int,
      isDownward: Bool = false
    ) {
      self.label = label
      self.low = low
      self.high = Drawing.wide(low, high)
      self.pixels = pixels
      self.lines = lines
      self.isDownward = isDownward
    }
  }

  /// How a mark looks.
  public enum Shape: String, Sendable {
    /// From the bottom of the lane up to a value.
    case bar
    /// From one point to another.
    case line
    /// A point at a value.
    case dot
    /// The whole height of the lane between two places across.
    case area
    /// A part of the height between two places across: its share of what lies there.
    case share
    /// The same as an area, hatched: there, but not shown.
    case hatched
    /// A line across the height of the lane.
    case tick
    /// From a part of the lane down to a part of the next: `y` is where across that one begins and ends.
    case join
    /// A frame around a part of the lane, across and up.
    case box
    /// A line across the whole lane at a value, with its word.
    case rule
    /// From one point to another, dashed: from what strays to where it belongs.
    case lead
    /// From a place in the lane to one in the next, with a head there: `y` is where.
    case arrow
  }

  /// A part of a bar, which lies on the one before it.
  public struct Part: Sendable {
    /// What it is, by its place in `kinds`.
    public var kind: Int
    /// Up to which value it goes.
    public var top: Double

    /// A part.
    ///
    /// - Parameters:
    ///   - kind: What it is, by its place in `kinds`.
    ///   - top: Up to which value it goes.
    public init(_ kind: Int, to top: Double) {
      self.kind = kind
      self.top = top
    }
  }

  /// What parts of marks are told apart by: a shade of the colour of their owner.
  public struct Kind: Sendable, Equatable {
    /// How full the colour is.
    public enum Shade: Sendable, Equatable {
      /// The whole colour, half of it, or a trace.
      case full, half, faint
      /// What is not known to be any of the others.
      case hatched
    }

    /// What people call it.
    public var name: String
    /// What stands for it where there are no colours.
    public var letter: Character
    /// How full the colour of the owner is.
    public var shade: Shade

    /// A kind.
    ///
    /// - Parameters:
    ///   - name: What people call it.
    ///   - letter: What stands for it where there are no colours.
    ///   - shade: How full the colour of the owner is.
    public init(_ name: String, _ letter: Character, _ shade: Shade) {
      self.name = name
      self.letter = letter
      self.shade = shade
    }
  }

  /// Something that is drawn in a lane.
  public struct Mark: Sendable {
    /// The lane, by its place in `lanes`.
    public var lane: Int
    /// How it looks.
    public var shape: Shape
    /// From where to where it goes across, on the axis.
    public var x: ClosedRange<Double>
    /// The values at the ends of a line; of others the greater counts.
    public var y: (Double, Double)
    /// By its place in `owners`.
    public var owner: Int
    /// Whether it is what is wrong.
    public var isProblem = false
    /// Whether it is drawn paler than others of its owner, so that neighbours are told apart.
    public var isPale = false
    /// What it is, by its place in the kinds of the drawing; `nil` where it is none of them.
    public var kind: Int?
    /// What a bar consists of, from the bottom to the top; empty where it is one thing.
    public var parts: [Part] = []
    /// What stands in it where there is room: `I`, `12`.
    public var label = ""
    /// A shorter one, its number, by which text lists those whose label has no room; empty where a label
    /// that has no room is not missed.
    public var key = ""
    /// What is said when one points at it.
    public var name: String
    /// Where in the file it leads, in bytes from the start.
    public var offset: UInt64?
    /// The samples of its owner that it stands for, by their numbers from 1; `nil` for none.
    public var samples: ClosedRange<Int>?

    /// A mark.
    ///
    /// - Parameters:
    ///   - lane: The lane, by its place in `lanes`.
    ///   - shape: How it looks.
    ///   - x: From where to where it goes across, on the axis.
    ///   - y: The values at the ends of a line; of others the greater counts.
    ///   - owner: By its place in `owners`.
    ///   - name: What is said when one points at it.
    ///   - offset: Where in the file it leads, in bytes from the start.
    ///   - isProblem: Whether it is what is wrong.
    public init(
      _ lane: Int, _ shape: Shape, x: ClosedRange<Double>, y: (Double, Double) = (0, 0),
      owner: Int, name: String = "", offset: UInt64? = nil, isProblem: Bool = false
    ) {
      self.lane = lane
      self.shape = shape
      self.x = x
      self.y = y
      self.owner = owner
      self.name = name
      self.offset = offset
      self.isProblem = isProblem
    }

    /// Whether no word and no problem tells what it is.
    var isNameless: Bool { label.isEmpty && !isProblem }

    /// Whether nothing but its shade tells it apart from its neighbours.
    fileprivate var isEveryOther: Bool { shape == .area && isPale && !isProblem && kind == nil && label.isEmpty }
  }

  /// The colour of an owner.
  public enum Tone: Sendable, Equatable {
    /// One of those of tracks, in turn, by its place among the owners.
    case place
    /// One that no track has.
    case structure, items, padding, other, film, rest
    /// That of the first, wherever it stands.
    case first
    /// What is wrong.
    case problem
  }

  /// Who marks belong to: a word, a letter for pictures without colour.
  public struct Owner: Sendable, Equatable {
    /// What people call it.
    public var name: String
    /// What stands for it where there are no colours.
    public var letter: Character
    /// Its colour.
    public var tone: Tone

    /// An owner.
    ///
    /// - Parameters:
    ///   - name: What people call it.
    ///   - letter: What stands for it where there are no colours.
    ///   - tone: Its colour.
    public init(_ name: String, _ letter: Character, _ tone: Tone = .place) {
      self.name = name
      self.letter = letter
      self.tone = tone
    }
  }

  /// Which picture it is.
  public var kind: PictureKind
  /// The finding, in words.
  public var title: String
  /// What else there is to say, a sentence each.
  public var notes: [String] = []
  /// Those of them that are wrong, and that no rule may have reported: not all rules are asked of each file.
  public var warnings: [String] = []
  /// What a place across means.
  public var axis: Axis
  /// From where to where the picture goes across.
  public var extent: ClosedRange<Double>
  /// Whom marks belong to.
  public var owners: [Owner]
  /// What marks and their parts are told apart by beside their owners.
  public var kinds: [Kind] = []
  /// What is wrong with marks that are a problem.
  public var problemName = "a problem"
  /// What ticks are that have no words of their own, and what pale ones are.
  package var tickName = "sync sample"
  package var paleTickName = "open sync sample"
  /// What is hatched.
  public var hatchName = "not presented"
  /// The lanes, from top to bottom.
  public var lanes: [Lane] = []
  /// The marks, those that lie upon others behind them.
  public var marks: [Mark] = []
  /// Whether places across mean nothing, so that no scale is drawn.
  public var isScaleless = false
  /// Up to where the scale goes, where the picture ends before the space that it has.
  public var scaleEnd: Double?
  /// Parts of it that are drawn again below, enlarged.
  public var insets: [Drawing] = []

  init(
    _ kind: PictureKind, title: String, axis: Axis, extent: ClosedRange<Double>,
    owners: [Owner]
  ) {
    self.kind = kind
    self.title = title
    self.axis = axis
    self.extent =
      extent.lowerBound...Self.wide(extent.lowerBound, extent.upperBound)
    self.owners = owners
  }

  /// What of owners and kinds the marks show, for a legend: of some thousands of marks each is looked at once.
  struct Used {
    /// The owners that have marks, in their order.
    fileprivate(set) var owners: [Int] = []
    /// The kinds that bars consist of, in their order, and whose bars; `nil` where no bar has parts.
    fileprivate(set) var kinds: (owner: Int, kinds: [Int])?
    /// Whose marks are hatched, the first of them; `nil` where none are.
    fileprivate(set) var hatchedOwner: Int?
    /// Whether neighbours are told apart by the other shade, without words of their own, and whose they are first.
    fileprivate(set) var paleOwner: Int?
    /// Those who have nothing but bars that are one thing.
    fileprivate(set) var barOwners: Set<Int> = []
    /// Whether marks are red that belong to an owner who is not.
    fileprivate(set) var hasRedMarks = false
  }

  /// What the marks show.
  var used: Used {
    var used = Used()
    var hasMarks = [Bool](repeating: false, count: owners.count)
    var hasParts = [Bool](repeating: false, count: kinds.count)
    var owner: Int?
    var hasOthers = [Bool](repeating: false, count: owners.count)
    for place in marks.indices {
      let (whose, shape, isProblem) = (marks[place].owner, marks[place].shape, marks[place].isProblem)
      let isOwned = owners.indices.contains(whose)
      if isOwned, shape != .join {
        hasMarks[whose] = true
        if shape != .bar || !marks[place].parts.isEmpty { hasOthers[whose] = true }
      }
      if isOwned, shape == .hatched, used.hatchedOwner == nil { used.hatchedOwner = whose }
      if isOwned, used.paleOwner == nil, marks[place].isEveryOther { used.paleOwner = whose }
      if isOwned, isProblem, owners[whose].tone != .problem { used.hasRedMarks = true }
      guard !marks[place].parts.isEmpty else { continue }
      if owner == nil { owner = whose }
      for part in marks[place].parts where kinds.indices.contains(part.kind) { hasParts[part.kind] = true }
    }
    used.owners = owners.indices.filter { hasMarks[$0] }
    used.barOwners = Set(used.owners.filter { !hasOthers[$0] })
    used.kinds = owner.map { ($0, kinds.indices.filter { hasParts[$0] }) }
    return used
  }

  /// The greater of two ends, or one that is greater than `low`: where a number is so large that one
  /// more makes no other, the next that there is.
  static func wide(_ low: Double, _ high: Double) -> Double {
    high > low ? high : max(low + 1, low.nextUp)
  }

  /// How far across a place is, from 0 to 1.
  func position(_ x: Double) -> Double {
    Self.share(x, extent.lowerBound, extent.upperBound)
  }

  /// How far between two values another one is, from 0 to 1, whatever they are.
  static func share(_ value: Double, _ low: Double, _ high: Double) -> Double {
    let share = (value - low) / (high - low)
    return share > 0 ? min(share, 1) : 0
  }

  /// Round places across, `count` at most, with their words.
  func ticks(_ count: Int) -> [(x: Double, word: String)] {
    let span = extent.upperBound - extent.lowerBound
    guard span > 0, span.isFinite, count > 0, !isScaleless else { return [] }
    var step = 1.0
    if axis == .seconds {
      step = Self.timeStep(span, atMost: count)
    } else {
      let factors: [Double] = axis == .bytes ? [2] : [2, 2.5, 2]
      var turn = 0
      while span / step > Double(count), turn < 200 {
        step *= factors[turn % factors.count]
        turn += 1
      }
    }
    var found: [(Double, String)] = []
    var at = (extent.lowerBound / step).rounded(.up) * step
    while at <= min(extent.upperBound, scaleEnd ?? .infinity), found.count <= count + 1 {
      found.append((at, word(at, step)))
      at += step
    }
    return found
  }

  /// The round step of time that divides a span into so many parts at most: of a clock, from half a minute on.
  private static func timeStep(_ span: Double, atMost count: Int) -> Double {
    var step = 0.001
    let factors: [Double] = [2, 2.5, 2]
    // Up to 20 seconds.
    for turn in 0..<13 where span / step > Double(count) { step *= factors[turn % factors.count] }
    let clock: [Double] = [30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 18_000, 36_000, 86_400]
    for next in clock where span / step > Double(count) { step = next }
    for turn in 0..<200 where span / step > Double(count) { step *= factors[turn % factors.count] }
    return step
  }

  /// Four to five round times from 0 to `high`, a minute or more.
  static func timeScale(to high: Double) -> [(value: Double, word: String)] {
    guard high >= 60, high.isFinite else { return [] }
    let step = timeStep(high, atMost: 4)
    var values: [(Double, String)] = []
    var at = 0.0
    while at <= high, values.count < 6 {
      values.append((at, clock(at, step, hasHours: high >= 3_600)))
      at += step
    }
    return values
  }

  /// `1:23:45`, `23:45`, `23:45.5`, as a clock shows a time in steps of this.
  private static func clock(_ seconds: Double, _ step: Double, hasHours: Bool) -> String {
    guard abs(seconds) < 1e12 else { return Self.seconds(seconds) }
    let digits = Self.digits(step)
    var factor: UInt64 = 1
    for _ in 0..<digits { factor *= 10 }
    let scaled = UInt64(saturating: (abs(seconds) * Double(factor)).rounded())
    let whole = scaled / factor
    var text = ByteWriter()
    if seconds < 0, scaled > 0 { text.put("-") }
    if hasHours {
      text.put(decimal: whole / 3_600)
      text.put(":")
      text.put(decimal: whole / 60 % 60, zeroPaddedTo: 2)
    } else {
      text.put(decimal: whole / 60)
    }
    text.put(":")
    text.put(decimal: whole % 60, zeroPaddedTo: 2)
    if digits > 0 {
      text.put(".")
      text.put(decimal: scaled % factor, zeroPaddedTo: digits)
    }
    return text.string
  }

  /// How many decimals tell times in steps of this.
  private static func digits(_ step: Double) -> Int { step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3 }

  /// What stands at a place across.
  private func word(_ at: Double, _ step: Double) -> String {
    switch axis {
    case .seconds:
      extent.upperBound >= 60
        ? Self.clock(at, step, hasHours: extent.upperBound >= 3_600) : Self.decimal(at, Self.digits(step)) + " s"
    case .bytes: Self.offset(UInt64(saturating: at))
    case .pixels: Self.rate(at)
    }
  }

  static func offset(_ value: UInt64) -> String { "0x" + String(value, radix: 16) }

  /// A value in as many digits as tell it: `1,234`, `12`, `1.2`, `0.123`.
  static func rate(_ value: Double) -> String {
    if value == 0 { return "0" }
    if value >= 10, value < 1e15 { return UInt64(saturating: value.rounded()).grouped }
    return decimal(value, value >= 1 && value < 10 ? (value == value.rounded() ? 0 : 1) : 3)
  }

  /// What is said of a bar that is cut off: how high it is, with its unit, which words of a scale leave out.
  func peak(_ value: Double) -> String {
    switch kind {
    case .pace: "▲" + Self.length(value)
    case .order: "▲" + Self.seconds(value)
    case .time, .rate, .bytes, .grid: "▲" + Self.rate(value) + " kbit/s"
    }
  }

  /// `1 byte`, `1,234 bytes`.
  static func count(_ value: UInt64, _ one: String, _ many: String) -> String {
    "\(value.grouped) \(value == 1 ? one : many)"
  }

  /// `1.234 s`, from a minute on `1:02.500`.
  static func seconds(_ value: Double) -> String {
    var text = ByteWriter()
    text.put(seconds: value)
    return text.string
  }

  /// How long something is shown, in milliseconds: `41.67 ms`, from a second on as ``seconds(_:)`` has it.
  static func length(_ milliseconds: Double) -> String {
    var text = ByteWriter()
    text.put(length: milliseconds)
    return text.string
  }

  /// A number with so many decimals.
  static func decimal(_ value: Double, _ digits: Int) -> String {
    var text = ByteWriter()
    text.put(value, decimals: digits)
    return text.string
  }
}

// Names of marks are written by these: a picture has some thousands, and a text for each number in them
// took most of the time of a page.
extension ByteWriter {
  /// Puts a number with so many decimals, 0 to 6.
  mutating func put(_ value: Double, decimals: Int) {
    guard value.isFinite, abs(value) < 1e12 else { return put(abs(value) < 1e15 ? "\(value.rounded())" : "∞") }
    let decimals = max(0, min(decimals, 6))
    var factor: UInt64 = 1
    for _ in 0..<decimals { factor *= 10 }
    let scaled = UInt64((abs(value) * Double(factor)).rounded())
    if value < 0, scaled > 0 { put("-") }
    put(decimal: scaled / factor)
    guard decimals > 0 else { return }
    put(".")
    put(decimal: scaled % factor, zeroPaddedTo: decimals)
  }

  /// Puts seconds as ``Drawing/seconds(_:)`` has them: `1.234 s`, from a minute on `1:02.500`.
  mutating func put(seconds: Double) {
    guard abs(seconds) < 1e12 else {
      put(seconds, decimals: 3)
      return put(" s")
    }
    let thousandths = UInt64(saturating: (abs(seconds) * 1_000).rounded())
    if seconds < 0, thousandths > 0 { put("-") }
    put(clock: thousandths, per: 1_000)
  }

  /// Puts milliseconds as ``Drawing/length(_:)`` has them: `41.67 ms`, from a second on `1.000 s`.
  mutating func put(length milliseconds: Double) {
    guard abs(milliseconds) < 999.995 else { return put(seconds: milliseconds / 1_000) }
    put(milliseconds, decimals: 2)
    put(" ms")
  }

  /// Puts numbers that follow one another, with what they are called: `sample 7`, `samples 7–12`.
  mutating func put(_ unit: String, _ first: Int, _ last: Int) {
    put(unit)
    if first != last { put("s") }
    put(" ")
    put(decimal: first)
    guard first != last else { return }
    put("–")
    put(decimal: last)
  }
}

extension UInt64 {
  /// The whole number in `value`, or the nearest that there is; 0 for what is no number.
  init(saturating value: Double) {
    // 2^64 is the first that does not fit.
    self = value >= 0x1p64 ? .max : value > 0 ? UInt64(value) : 0
  }
}

/// The pictures of a file.
public enum PictureKind: String, CaseIterable, Sendable {
  /// What is shown when, and from where in the media.
  case time
  /// How many bytes time takes.
  case rate
  /// How long each frame is shown.
  case pace
  /// In which order samples lie in the file.
  case order
  /// Who owns which bytes.
  case bytes
  /// How an image is put together.
  case grid

  /// What it shows, for lists of pictures.
  public var summary: StaticString {
    switch self {
    case .time: "what is shown when"
    case .rate: "bytes over time"
    case .pace: "how long each frame is shown"
    case .order: "where samples lie in the file"
    case .bytes: "who owns each byte"
    case .grid: "how an image is put together of others"
    }
  }
}
