import ByteReading
import Structure

extension NALUnits {
  /// What units are there for that decoders may leave out without another picture.
  struct Wrapping: OptionSet {
    let rawValue: UInt8
    static let delimiters = Wrapping(rawValue: 1)
    static let filler = Wrapping(rawValue: 2)
    static let encoder = Wrapping(rawValue: 4)
    /// Those of the configuration once more.
    static let parameterSets = Wrapping(rawValue: 8)

    static let kinds: [(option: Wrapping, name: String)] = [
      (delimiters, "access unit delimiters"), (filler, "filler"), (encoder, "names of encoders"),
      (parameterSets, "repeated parameter sets"),
    ]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Those of ``kinds`` at whose place it says so.
    fileprivate init(_ isThere: [Bool]) {
      self.init(zip(Self.kinds, isThere).filter(\.1).map(\.0.option))
    }

    /// `access unit delimiters, filler`.
    var names: [String] { Self.kinds.filter { contains($0.option) }.map(\.name) }
  }

  /// What two samples whose bytes differ are to a decoder.
  enum Likeness {
    /// The same units, and the kinds of those that only one has and a decoder may leave out. Of the first and of the
    /// second whether parameter sets were passed over, which counts only where the samples of that track have no others
    /// (``SampleTrack/keepsSets(of:within:)``).
    case same(Wrapping, Bool, Bool)
    /// The same units, and an empty one in one of them alone, at which decoders give a sample up: whether that is the
    /// second.
    case emptied(Bool)
    /// Other units, or lengths that do not add up.
    case others
    /// Digests of whole samples do not say it.
    case unknown
  }

  /// Whether two samples are coded alike and hold the same units in the same order, but for those that say
  /// where a picture begins, fill, name an encoder, or repeat the parameter sets of the configuration; and the kinds of
  /// these that only one of them has.
  ///
  /// - Complexity: O(*n*) in the bytes.
  static func likeness(
    of p: SamplePlace, in units: NALUnits, and q: SamplePlace, in others: NALUnits
  ) -> Likeness {
    guard units.coding == others.coding else { return .others }
    if p.isAbsent || q.isAbsent { return knownLikeness(of: p, in: units, and: q, in: others) }
    var (x, y) = (Unwrapping(p, units), Unwrapping(q, others))
    while true {
      guard let unit = x.next(), let other = y.next(), unit.isEmpty == other.isEmpty else { return .others }
      if unit.isEmpty { break }
      guard p.document.tree.file.hasSameBytes(in: unit, as: q.document.tree.file, in: other) else {
        return .others
      }
    }
    if x.hasEmpty || y.hasEmpty { return x.hasEmpty == y.hasEmpty ? .others : .emptied(y.hasEmpty) }
    return .same(Wrapping(zip(x.passed, y.passed).map { $0 != $1 }), x.hasSets, y.hasSets)
  }

  /// The same by digests of what a decoder is given.
  private static func knownLikeness(
    of p: SamplePlace, in units: NALUnits, and q: SamplePlace, in others: NALUnits
  ) -> Likeness {
    guard let x = units.given(p), let y = others.given(q) else { return .unknown }
    guard let mine = x.content, let theirs = y.content else { return .others }
    switch mine.digest.comparison(with: theirs.digest) {
    case false?: return .others
    case nil: return .unknown
    case true? where x.hasEmpty || y.hasEmpty:
      return x.hasEmpty == y.hasEmpty ? .others : .emptied(y.hasEmpty)
    case true?:
      let differing = mine.leftOut ^ theirs.leftOut
      let kinds = Wrapping.kinds.indices.map { differing &>> UInt64(16 * $0) & 0xFFFF != 0 }
      return .same(Wrapping(kinds), x.hasSets, y.hasSets)
    }
  }

  /// What a decoder is given of a sample; no content where lengths do not add up.
  private struct Given {
    var content: PartContent?
    /// Whether parameter sets were passed over that nobody has made sure of.
    var hasSets = false
    /// Whether a unit without a byte was passed over.
    var hasEmpty = false
  }

  /// - Returns: `nil` where it is not known.
  private func given(_ place: SamplePlace) -> Given? {
    let file = place.document.tree.file
    if let part = file.partOfKnownContent(at: place.range) {
      // Lengths of another size than four bytes are never all of the bytes as they are.
      return Given(content: part.content ?? (lengthSize == 4 ? PartContent(part.digest) : nil))
    }
    if file.isAbsent(place.range) { return nil }
    switch content(of: place) {
    case .broken: return Given()
    case .whole: return Given(content: PartContent(file.bytes.extracting(place.range).partDigest))
    case .other(let content, let hasSets, let hasEmpty):
      return Given(content: content, hasSets: hasSets, hasEmpty: hasEmpty)
    }
  }

  /// What a decoder is given of a sample: its units, each behind its length in four bytes, but for those that it may
  /// leave out.
  enum UnitContent {
    /// All of its bytes, as they are.
    case whole
    /// What its digest is of, and whether parameter sets were left out, and units without a byte, at which a decoder
    /// may give up.
    case other(PartContent, hasSets: Bool, hasEmpty: Bool)
    /// Lengths do not add up.
    case broken
  }

  /// What a decoder is given of a sample whose bytes are there.
  ///
  /// - Complexity: O(*n*) in the units, and in the bytes of those samples that are not given as they are.
  func content(of place: SamplePlace) -> UnitContent {
    var passing = Unwrapping(place, self)
    var count = 0
    while true {
      guard let unit = passing.next() else { return .broken }
      if unit.isEmpty { break }
      count &+= 4 &+ unit.count
    }
    if lengthSize == 4, count == place.range.count { return .whole }
    var hash = SHA256()
    let bytes = place.document.tree.file.bytes
    var units = Unwrapping(place, self)
    while let unit = units.next(), !unit.isEmpty {
      let length = (0..<4).map { UInt8(truncatingIfNeeded: unit.count &>> (24 - 8 * $0)) }
      hash.update(length.rawBytes)
      bytes.extracting(unit).forEachPiece { piece, _ in
        hash.update(piece)
        return true
      }
    }
    var leftOut: UInt64 = 0
    for (number, passed) in passing.passed.enumerated() where passed != 0 {
      let short = (passed ^ passed &>> 16 ^ passed &>> 32 ^ passed &>> 48) & 0xFFFF
      leftOut |= max(1, short) &<< UInt64(16 * number)
    }
    return .other(
      PartContent(PartDigest(hash.digest), leftOut: leftOut), hasSets: passing.hasSets, hasEmpty: passing.hasEmpty)
  }

  /// Goes through the units of a sample that no decoder may leave out.
  private struct Unwrapping {
    private let place: SamplePlace
    private let units: NALUnits
    private var at: Int
    /// What the others are like, a number for each kind.
    private(set) var passed = Array(repeating: UInt64(0), count: Wrapping.kinds.count)
    /// Whether parameter sets are among them.
    private(set) var hasSets = false
    /// Whether units without a byte are there.
    private(set) var hasEmpty = false

    init(_ place: SamplePlace, _ units: NALUnits) {
      (self.place, self.units, at) = (place, units, place.range.lowerBound)
    }

    /// The next of them; empty at the end, `nil` for a length that leads beyond it.
    mutating func next() -> Range<Int>? {
      let file = place.document.tree.file
      let end = place.range.upperBound
      while at < end {
        guard let unit = units.unit(at: &at, before: end, file.bytes) else { return nil }
        if unit.isEmpty {
          hasEmpty = true
          continue
        }
        guard let kinds = units.wrapping(of: unit, file.bytes) else { return unit }
        if kinds.contains(.parameterSets) { hasSets = true }
        for (number, kind) in Wrapping.kinds.enumerated() where kinds.contains(kind.option) {
          // What is known of the sample as a whole says nothing of its units.
          passed[number] = file.bytes.extracting(unit).mixed(into: passed[number])
        }
      }
      return end..<end
    }
  }

  /// What a unit is there for, when decoders may leave it out.
  private func wrapping(of unit: Range<Int>, _ bytes: RawSpan) -> Wrapping? {
    guard let first = bytes.byte(at: unit.lowerBound), !unit.isEmpty else { return nil }
    var header = 1
    let type: UInt8
    switch coding {
    case .avc: type = first & 0x1F
    case .hevc:
      // Those of other layers belong to other pictures.
      guard let second = bytes.byte(at: unit.lowerBound &+ 1), unit.count > 1, first & 1 == 0,
        second >> 3 == 0
      else { return nil }
      type = first >> 1 & 0x3F
      header = 2
    }
    switch (coding, type) {
    case (.avc, 9), (.hevc, 35): return .delimiters
    case (.avc, 12), (.hevc, 38): return .filler
    case (.avc, 6), (.hevc, 39), (.hevc, 40):
      return messages(in: unit.lowerBound &+ header..<unit.upperBound, bytes)
    case (.avc, 7), (.avc, 8), (.hevc, 32...34): return sets.contains(unit, bytes) ? .parameterSets : nil
    default: return nil
    }
  }

  /// What the messages of an SEI unit are there for; `nil` where one of them says anything else
  /// (14496-10 §7.3.2.3.1, D.1).
  private func messages(in unit: Range<Int>, _ bytes: RawSpan) -> Wrapping? {
    var cursor = ByteCursor(
      bytes, over: Extent(byteOffset: unit.lowerBound, byteCount: unit.count),
      skippingEmulationPrevention: true)
    var found: Wrapping = []
    do {
      repeat {
        let type = try Self.messageNumber(&cursor)
        let size = try Self.messageNumber(&cursor)
        switch type {
        case 3: found.insert(.filler)
        case 5 where size >= 16:
          let name = (try cursor.read(bits: 64), try cursor.read(bits: 64))
          guard Self.encoders.contains(where: { $0 == name }) else { return nil }
          found.insert(.encoder)
          var version = EncoderVersion()
          for _ in 0..<size &- 16 { version.read(UInt8(truncatingIfNeeded: try cursor.read(bits: 8))) }
          if coding == .avc, version.decidesDecoding { return nil }
          continue
        default: return nil
        }
        for _ in 0..<size { _ = try cursor.read(bits: 8) }
      } while cursor.remaining > 8
      return try cursor.read(bits: 8) == 0x80 ? found : nil
    } catch { return nil }
  }

  /// The type or the size of a message: bytes that are added up, of which the last is not 255.
  private static func messageNumber(_ cursor: inout ByteCursor) throws(ReadError) -> Int {
    var value = 0
    while true {
      let byte = Int(try cursor.read(bits: 8))
      value &+= byte
      if byte != 0xFF { return value }
    }
  }

  /// The UUIDs of messages in which encoders name themselves and their settings: x264, x265.
  private static let encoders: [(UInt64, UInt64)] = [
    (0xDC45_E9BD_E6D9_48B7, 0x962C_D820_D923_EEEF), (0x2CA2_DE09_B517_47DB, 0xBB55_A4FE_7FC2_FC4E),
  ]
}

/// The version of x264 in the message by which it names itself: `x264 - core 164 r3095`. FFmpeg takes any blanks in front
/// of the number, and a sign.
private struct EncoderVersion {
  private var place = 0
  private var number: Int?
  private var isOver = false
  private var isBehindSign = false
  private static let name: StaticString = "x264 - core"
  /// From this version on decoders do what the standard says: before it some of its pictures are decoded with its
  /// own faults, which they know by this number.
  private static let faultless = 151

  mutating func read(_ byte: UInt8) {
    if isOver { return }
    if place < Self.name.utf8CodeUnitCount {
      isOver = Self.name.rawBytes.byte(at: place) != byte
      place += 1
    } else if number == nil, !isBehindSign, byte == 0x20 || (0x09...0x0D).contains(byte) {
      return
    } else if number == nil, !isBehindSign, byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
      isBehindSign = true
    } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), number ?? 0 < 100_000 {
      number = (number ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
    } else {
      isOver = true
    }
  }

  /// Whether pictures may be decoded otherwise without the message.
  var decidesDecoding: Bool { number.map { $0 < Self.faultless } ?? false }
}
