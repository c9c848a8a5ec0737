import Atoms
package import ByteReading
import MediaFacts
package import Structure

/// What the NAL units of a sample are called: those of AVC and HEVC, each with its length before it
/// (14496-15 §5.3.3.1, §8.3.3.1).
package struct NALUnits: Sendable {
  let coding: Coding
  /// The bits that the first picture parameter set puts in front of the type of a slice of HEVC.
  private let extraBits: Int?
  /// The bytes of a length, 1...4.
  let lengthSize: Int
  /// The parameter sets that a decoder has before the first sample, where somebody asked for them.
  var sets = ParameterSets()

  enum Coding { case avc, hevc }

  /// How the samples of a sample entry are divided; `nil` for other codings.
  package init?(entry: NodeIndex, in document: Document) {
    let tree = document.tree
    let reader = NodeReader(document)
    for child in tree.children(of: entry) where !tree[child].isRaw {
      let given: UInt64?
      switch tree[child].type {
      case "avcC":
        coding = .avc
        given = reader.view(AVCConfiguration.self, of: child).number(.lengthSizeMinusOne)
        extraBits = nil
      case "hvcC":
        coding = .hevc
        let view = reader.view(HEVCConfiguration.self, of: child)
        given = view.number(.lengthSizeMinusOne)
        extraBits = view.number(.num_extra_slice_header_bits).map { Int($0 & 7) }
      default: continue
      }
      guard let size = given else { return nil }
      lengthSize = Int(size & 3) + 1
      return
    }
    return nil
  }

  /// The units that are named of one sample; what follows is an ellipsis.
  private static let limit = 16

  /// The names of the units in `sample`: `SEI, IDR ×4`; empty when it is not made of units.
  ///
  /// Only the lengths and the first byte of each unit are read.
  func names(in sample: Range<Int>, of source: ByteSource) -> String {
    let bytes = source.bytes
    var names: [(name: String, count: Int)] = []
    var at = sample.lowerBound
    var units = 0
    while at < sample.upperBound {
      let room = sample.upperBound &- at &- lengthSize
      guard room >= 0, let length = bytes.bigEndian(at: at, count: lengthSize),
        length <= UInt64(room),
        let first = bytes.byte(at: at &+ lengthSize)
      else { return names.isEmpty ? "" : text(names) + ", …" }
      let end = at &+ lengthSize &+ Int(length)
      if length > 0 {
        let name = name(first)
        if let last = names.indices.last, names[last].name == name {
          names[last].count += 1
        } else if names.count == Self.limit {
          return text(names) + ", …"
        } else {
          names.append((name, 1))
        }
      }
      // A sample of very many tiny units is not read to its end.
      units += 1
      if units == 4_096 { return text(names) + ", …" }
      at = end
    }
    return text(names)
  }

  /// The unit of `sample` that has the byte at `place` of the file; `nil` when it is not among the first 4,096, or
  /// lengths lead elsewhere.
  func unit(at place: Int, in sample: Range<Int>, of source: ByteSource) -> MediaAtOffset.Unit? {
    let bytes = source.bytes
    var at = sample.lowerBound
    for number in 1...4_096 {
      let start = at
      guard at < sample.upperBound, let unit = unit(at: &at, before: sample.upperBound, bytes) else { return nil }
      guard place < at else { continue }
      var name = ""
      if !unit.isEmpty, let first = bytes.byte(at: unit.lowerBound) {
        name = (coding == .avc ? Self.avc[first & 0x1F] : Self.hevc[first >> 1 & 0x3F]) ?? ""
      }
      let isInLength = place < unit.lowerBound
      return MediaAtOffset.Unit(
        number: number, name: name, byte: isInLength ? place - start : place - unit.lowerBound, isInLength: isInLength,
        byteCount: UInt64(unit.count))
    }
    return nil
  }

  /// Whether `sample` begins with the start code of a byte stream, 00000001, and is not made of units
  /// by their lengths: a unit of one byte is possible.
  ///
  /// Only lengths are read, of at most 64 units.
  func hasStartCode(_ sample: Range<Int>, of source: ByteSource) -> Bool {
    let bytes = source.bytes
    guard lengthSize == 4, sample.count >= 6,
      bytes.bigEndian(at: sample.lowerBound, count: 4) == 1,
      let first = bytes.byte(at: sample.lowerBound &+ 4), isHeader(first)
    else { return false }
    var at = sample.lowerBound
    for _ in 0..<64 {
      if at == sample.upperBound { return false }
      guard sample.upperBound &- at >= 4, let length = bytes.bigEndian(at: at, count: 4),
        length <= UInt64(sample.upperBound &- at &- 4)
      else { return true }
      at = at &+ 4 &+ Int(length)
    }
    return false
  }

  /// Where three bytes that no unit of AVC holds begin in one of `sample`, 000001; `nil` where they do not.
  ///
  /// Units are looked at from their beginning, 64 of them and 65,536 bytes at most.
  func startCode(inUnitsOf sample: Range<Int>, of source: ByteSource) -> Int? {
    guard coding == .avc else { return nil }
    let bytes = source.bytes
    var at = sample.lowerBound
    var room = 1 << 16
    for _ in 0..<64 {
      guard let unit = unit(at: &at, before: sample.upperBound, bytes), room > 0 else { return nil }
      let end = min(unit.upperBound, unit.lowerBound &+ room)
      room &-= unit.count
      // The last of three bytes says most: one above 1 is neither of the first two as well.
      var last = unit.lowerBound &+ 2
      while last < end, let byte = bytes.byte(at: last) {
        if byte > 1 {
          last &+= 3
        } else if byte == 1, bytes.byte(at: last &- 1) == 0, bytes.byte(at: last &- 2) == 0 {
          return last &- 2
        } else {
          last &+= 1
        }
      }
    }
    return nil
  }

  /// How the bytes of a sample agree with the size that lengths are said to have.
  enum Fit {
    case asSaid, otherwise, not
    /// As said, and units without a byte are among them.
    case withEmpty

    /// Whether the sample is divided by lengths of the size that they are said to have.
    var isAsSaid: Bool { self == .asSaid || self == .withEmpty }
  }

  /// Whether `sample` is made of units whose lengths add up, with the size that they are said to have
  /// or with another one.
  ///
  /// Only lengths are read, of at most 4,096 units.
  func fit(_ sample: Range<Int>, of source: ByteSource) -> Fit {
    if Self.addsUp(sample, source, lengthSize) { return .asSaid }
    for size in [1, 2, 4] where size != lengthSize && Self.addsUp(sample, source, size) {
      return .otherwise
    }
    return lengthOfEmptyUnit(in: sample, of: source) == nil ? .not : .withEmpty
  }

  /// Where the first length of 0 stands in `sample`; `nil` where there is none among the first 4,096, where the lengths of
  /// these do not add up, and where none of them has a byte: zeros were written over such a sample.
  func lengthOfEmptyUnit(in sample: Range<Int>, of source: ByteSource) -> Range<Int>? {
    let bytes = source.bytes
    var at = sample.lowerBound
    var found: Range<Int>?
    var hasBytes = false
    for _ in 0..<4_096 {
      if at >= sample.upperBound { break }
      let start = at
      guard let unit = unit(at: &at, before: sample.upperBound, bytes) else { return nil }
      if !unit.isEmpty {
        hasBytes = true
      } else if found == nil {
        found = start..<at
      }
    }
    return hasBytes ? found : nil
  }

  private static func addsUp(_ sample: Range<Int>, _ source: ByteSource, _ size: Int) -> Bool {
    let bytes = source.bytes
    var at = sample.lowerBound
    for _ in 0..<4_096 {
      if at == sample.upperBound { return true }
      let room = sample.upperBound &- at &- size
      // A unit has one byte at least; read in halves, each length would begin with one of none.
      guard room >= 0, let length = bytes.bigEndian(at: at, count: size), length > 0,
        length <= UInt64(room)
      else { return false }
      at = at &+ size &+ Int(length)
    }
    return true
  }

  /// The unit whose length stands at `place`, which moves on behind it; it may have no bytes. `nil` when not
  /// all of it is before `end`.
  func unit(at place: inout Int, before end: Int, _ bytes: RawSpan) -> Range<Int>? {
    let room = end &- place &- lengthSize
    guard room >= 0, let length = bytes.bigEndian(at: place, count: lengthSize), length <= UInt64(room)
    else { return nil }
    let start = place &+ lengthSize
    place = start &+ Int(length)
    return start..<place
  }

  /// Whether parameter sets are among the first 64 units of `sample`.
  func hasParameterSets(_ sample: Range<Int>, of source: ByteSource) -> Bool {
    let bytes = source.bytes
    var at = sample.lowerBound
    for _ in 0..<64 {
      guard let unit = unit(at: &at, before: sample.upperBound, bytes) else { return false }
      guard !unit.isEmpty, let first = bytes.byte(at: unit.lowerBound) else { continue }
      if isParameterSet(first) { return true }
    }
    return false
  }

  /// Whether a unit may begin with this byte: its first bit is 0, and its type is one that is known.
  private func isHeader(_ first: UInt8) -> Bool {
    switch coding {
    case .avc: first & 0x80 == 0 && Self.avc[first & 0x1F] != nil
    case .hevc: first & 0x80 == 0 && Self.hevc[first >> 1 & 0x3F] != nil
    }
  }

  /// What the picture in `sample` depends on, from the header of its first slice; `nil` when that cannot
  /// be read: of other codings, or of data that are protected.
  ///
  /// Of at most 64 units the length and the first byte are read, and of one slice sixteen more.
  package func coding(of sample: Range<Int>, of source: ByteSource) -> PictureCoding? {
    let bytes = source.bytes
    var at = sample.lowerBound
    for _ in 0..<64 {
      guard let unit = unit(at: &at, before: sample.upperBound, bytes) else { return nil }
      if unit.count > 1, let first = bytes.byte(at: unit.lowerBound), isSlice(first) {
        // Most often a few bytes tell it; long numbers of blocks and parameter sets take more.
        return coding(ofSlice: unit, first, bytes, length: 6) ?? coding(ofSlice: unit, first, bytes, length: 20)
      }
    }
    return nil
  }

  /// What kind of picture `sample` begins with, which is said to be one at which decoding may start; `nil` when no slice
  /// was found.
  ///
  /// Of at most 64 units the length and the first byte are read, and of messages their headers.
  package func startKind(of sample: Range<Int>, of source: ByteSource) -> StartPicture? {
    let bytes = source.bytes
    var at = sample.lowerBound
    var isRecovery = false
    for _ in 0..<64 {
      guard let unit = unit(at: &at, before: sample.upperBound, bytes) else { return nil }
      guard unit.count > 1, let first = bytes.byte(at: unit.lowerBound) else { continue }
      guard isSlice(first) else {
        if !isRecovery, let header = messageHeader(first) {
          isRecovery = message(in: unit, header, bytes) { type, _ in type == 6 } != nil
        }
        continue
      }
      let other: StartPicture = isRecovery ? .recoveryPoint : .noIDR
      switch coding {
      case .avc: return first & 0x1F == 5 ? .idr : other
      case .hevc:
        switch first >> 1 & 0x3F {
        case 16...18: return .bla
        case 19, 20: return .idr
        case 21: return .cra
        default: return other
        }
      }
    }
    return nil
  }

  /// Where the settings stand, as text, that x264 or x265 wrote in front of the first slice of `sample`; `nil` where
  /// they are not in its first messages.
  ///
  /// Of at most 64 units the length and the first byte are read, and of messages their headers.
  package func encoderSettings(in sample: Range<Int>, of source: ByteSource) -> Range<Int>? {
    let bytes = source.bytes
    var at = sample.lowerBound
    for _ in 0..<64 {
      guard let unit = unit(at: &at, before: sample.upperBound, bytes), let first = bytes.byte(at: unit.lowerBound)
      else { return nil }
      if isSlice(first) { return nil }
      if let header = messageHeader(first), let found = settings(in: unit, header, bytes) { return found }
    }
    return nil
  }

  /// The same of one unit of messages, whose header has so many bytes.
  private func settings(in unit: Range<Int>, _ header: Int, _ bytes: RawSpan) -> Range<Int>? {
    let found = message(in: unit, header, bytes) { type, content in
      type == 5 && content.count > 16
        && bytes.bigEndian(at: content.lowerBound, count: 8).map { Self.encoders.contains($0) } ?? false
    }
    return found.map { $0.lowerBound &+ 16..<$0.upperBound }
  }

  /// The content of the first message, among sixteen of a unit whose header has so many bytes, that is wanted.
  func message(
    in unit: Range<Int>, _ header: Int, _ bytes: RawSpan, where isWanted: (_ type: Int, _ content: Range<Int>) -> Bool
  ) -> Range<Int>? {
    var at = unit.lowerBound &+ header
    func number() -> Int? {
      var sum = 0
      while at < unit.upperBound, let byte = bytes.byte(at: at) {
        at &+= 1
        sum &+= Int(byte)
        if byte != 0xFF { return sum }
      }
      return nil
    }
    for _ in 0..<16 {
      guard let type = number(), let size = number(), size <= unit.upperBound &- at else { return nil }
      let content = at..<at &+ size
      if isWanted(type, content) { return content }
      at &+= size
    }
    return nil
  }

  /// The first half of the UUIDs of x264 and x265.
  private static let encoders: [UInt64] = [0xDC45_E9BD_E6D9_48B7, 0x2CA2_DE09_B517_47DB]

  /// Whether a unit of this first byte holds a slice (14496-10 Table 7-1, 23008-2 Table 7-1).
  func isSlice(_ first: UInt8) -> Bool {
    switch coding {
    case .avc: [1, 2, 5].contains(first & 0x1F)
    case .hevc: first >> 1 & 0x3F < 32
    }
  }

  private func coding(
    ofSlice unit: Range<Int>, _ first: UInt8, _ bytes: RawSpan, length: Int
  ) -> PictureCoding? {
    let header = coding == .avc ? 1 : 2
    var bits = SliceBits(bytes, unit.lowerBound &+ header, min(unit.upperBound, unit.lowerBound &+ length))
    switch coding {
    case .avc:
      // first_mb_in_slice, slice_type (14496-10 §7.3.3).
      guard bits.exponential() != nil, let type = bits.exponential(), type < 10 else { return nil }
      return [.predicted, .bipredicted, .intra, .predicted, .intra][Int(type % 5)]
    case .hevc:
      let type = first >> 1 & 0x3F
      // Pictures at which decoding may start have slices of no other type.
      if (16...23).contains(type) { return .intra }
      // first_slice_segment_in_pic_flag, slice_pic_parameter_set_id (23008-2 §7.3.6.1).
      guard let extraBits, bits.read(1) == 1, bits.exponential() != nil,
        bits.read(extraBits) != nil, let type = bits.exponential(), type < 3
      else { return nil }
      return [.bipredicted, .predicted, .intra][Int(type)]
    }
  }

  /// How two views share the pictures, by the messages in front of the first slice of `sample`, and in which
  /// unit that stands; `nil` when they do not say it.
  ///
  /// Of at most 64 units the length and the first byte are read, and of messages 4,096 bytes.
  func packing(in sample: Range<Int>, of source: ByteSource) -> (StereoVideo, Range<Int>)? {
    let bytes = source.bytes
    var at = sample.lowerBound
    for _ in 0..<64 {
      guard let unit = unit(at: &at, before: sample.upperBound, bytes) else { return nil }
      if unit.count > 1, let first = bytes.byte(at: unit.lowerBound), isSlice(first) { return nil }
      if let found = packing(ofUnit: unit, of: source) { return (found, unit) }
    }
    return nil
  }

  /// The same of one unit, which may hold anything.
  func packing(ofUnit unit: Range<Int>, of source: ByteSource) -> StereoVideo? {
    let bytes = source.bytes
    guard unit.count > 2, let first = bytes.byte(at: unit.lowerBound), let header = messageHeader(first)
    else { return nil }
    var bits = SliceBits(
      bytes, unit.lowerBound &+ header, min(unit.upperBound, unit.lowerBound &+ 4_096))
    for _ in 0..<64 {
      guard let type = bits.messageNumber(), let size = bits.messageNumber() else { return nil }
      // frame_packing_arrangement (14496-10 §D.1.26, 23008-2 §D.2.16).
      if type == 45 { return Self.packing(&bits) }
      guard bits.skip(bytes: size) else { return nil }
    }
    return nil
  }

  /// Whether messages of other types than `known` may stand in `range`, which units fill: also where their headers
  /// do not tell it.
  ///
  /// Of at most 64 units the length and the first byte are read, and units of messages of at most 4,096 bytes.
  func mayHaveMessages(besides known: [Int], in range: Range<Int>, of source: ByteSource) -> Bool {
    let bytes = source.bytes
    var at = range.lowerBound
    for _ in 0..<64 {
      if at == range.upperBound { return false }
      guard let unit = unit(at: &at, before: range.upperBound, bytes) else { return true }
      guard let first = bytes.byte(at: unit.lowerBound) else { continue }
      if coding == .hevc, first >> 1 & 0x3F == 40 { return true }
      guard let header = messageHeader(first) else { continue }
      guard unit.count <= 4_096 else { return true }
      var bits = SliceBits(bytes, unit.lowerBound &+ header, unit.upperBound)
      // The last byte ends the unit, and is no message of a type without a size.
      while let type = bits.messageNumber(), let size = bits.messageNumber() {
        guard known.contains(type), bits.skip(bytes: size) else { return true }
      }
    }
    return true
  }

  /// The bytes in front of the messages of a unit that begins with `first`; `nil` where it has none, or those
  /// that stand behind the picture (14496-10 Table 7-1, 23008-2 Table 7-1).
  func messageHeader(_ first: UInt8) -> Int? {
    switch coding {
    case .avc: first & 0x1F == 6 ? 1 : nil
    case .hevc: first >> 1 & 0x3F == 39 ? 2 : nil
    }
  }

  private static func packing(_ bits: inout SliceBits) -> StereoVideo? {
    // An identifier, whether it ends what was said before, the type, quincunx_sampling_flag, which view is first.
    guard bits.exponential() != nil, bits.read(1) == 0, let type = bits.read(7), bits.read(1) != nil,
      let meaning = bits.read(6)
    else { return nil }
    let isReversed = meaning == 2
    switch type {
    case 0, 1, 2: return StereoVideo(.woven, isReversed: isReversed)
    case 3: return StereoVideo(isReversed ? .rightLeft : .leftRight)
    case 4: return StereoVideo(.topBottom, isReversed: isReversed)
    case 5: return StereoVideo(.alternating, isReversed: isReversed)
    case 6: return StereoVideo(.mono)
    case 7: return StereoVideo(.custom, isReversed: isReversed)
    default: return nil
    }
  }

  private func text(_ names: [(name: String, count: Int)]) -> String {
    names.map { $0.count == 1 ? $0.name : "\($0.name) ×\($0.count)" }.joined(separator: ", ")
  }

  private func name(_ first: UInt8) -> String {
    switch coding {
    case .avc:
      let type = first & 0x1F
      return Self.avc[type] ?? "type \(type)"
    case .hevc:
      let type = first >> 1 & 0x3F
      return Self.hevc[type] ?? "type \(type)"
    }
  }

  /// Short names of `nal_unit_type` (14496-10 Table 7-1).
  private static let avc: [UInt8: String] = [
    1: "slice", 2: "partition A", 3: "partition B", 4: "partition C", 5: "IDR", 6: "SEI",
    7: "SPS", 8: "PPS", 9: "AUD", 10: "end of sequence", 11: "end of stream", 12: "filler",
    13: "SPS extension", 14: "prefix", 15: "subset SPS", 16: "DPS", 19: "auxiliary slice",
    20: "slice extension", 21: "depth slice extension",
  ]

  /// Short names of `nal_unit_type` (23008-2 Table 7-1).
  private static let hevc: [UInt8: String] = [
    0: "TRAIL_N", 1: "TRAIL_R", 2: "TSA_N", 3: "TSA_R", 4: "STSA_N", 5: "STSA_R", 6: "RADL_N",
    7: "RADL_R", 8: "RASL_N", 9: "RASL_R", 16: "BLA_W_LP", 17: "BLA_W_RADL", 18: "BLA_N_LP",
    19: "IDR_W_RADL", 20: "IDR_N_LP", 21: "CRA", 32: "VPS", 33: "SPS", 34: "PPS", 35: "AUD",
    36: "end of sequence", 37: "end of bitstream", 38: "filler", 39: "SEI", 40: "suffix SEI",
    62: "Dolby Vision RPU", 63: "Dolby Vision EL",
  ]
}

extension SampleTrack {
  /// How its samples are divided into units; `nil` for codings without them, and where samples are
  /// protected, so that what stands in units is not what it seems.
  package var units: NALUnits? {
    guard description.protectedShare(in: home.tree) == .none else { return nil }
    return description.sampleEntry.flatMap { NALUnits(entry: $0, in: home) }
  }

  /// How samples of the sample entry of this number, from 1, are divided into units; `nil` where there is no such entry,
  /// or it says nothing of units.
  func units(ofDescription number: Int) -> NALUnits? {
    if number <= 1 { return units }
    let entries = description.sampleEntries(in: home.tree)
    guard number <= entries.count, description.protectedShare(in: home.tree) == .none else { return nil }
    return NALUnits(entry: entries[number - 1], in: home)
  }
}

extension SampleTrack {
  /// How all its samples are divided into units; `nil` where sample entries may differ in that.
  package var singleUnits: NALUnits? {
    guard let entry = description.sampleEntry, let list = home.tree.parent(of: entry) else { return nil }
    var entries = home.tree.children(of: list).filter { !home.tree[$0].isRaw }.prefix(2).makeIterator()
    guard entries.next() == entry, entries.next() == nil else { return nil }
    return units
  }
}

/// What a picture depends on.
package enum PictureCoding: Character, Sendable, CaseIterable {
  /// On nothing else.
  case intra = "I"
  /// On one other at a time.
  case predicted = "P"
  /// On two at a time.
  case bipredicted = "B"

  /// Its letter as a text that is there already.
  package var letter: StaticString {
    switch self {
    case .intra: "I"
    case .predicted: "P"
    case .bipredicted: "B"
    }
  }
}

/// The bits at the beginning of a unit behind its header, without the bytes that only keep start codes out
/// (14496-10 §7.4.1, 23008-2 §7.4.2).
struct SliceBits {
  private var value: [UInt8] = []
  private var place = 0

  init(_ bytes: RawSpan, _ start: Int, _ end: Int) {
    var zeros = 0
    var at = start
    value.reserveCapacity(max(0, min(end &- start, bytes.byteCount)))
    while at < end, let byte = bytes.byte(at: at) {
      at &+= 1
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros &+ 1 : 0
      value.append(byte)
    }
  }

  /// The next bits, 32 at most; `nil` when there are not so many.
  mutating func read(_ count: Int) -> UInt32? {
    guard count >= 0, count <= 32, place &+ count <= value.count &* 8 else { return nil }
    var result: UInt32 = 0
    for _ in 0..<count {
      result = result &<< 1 | UInt32(value[place &>> 3] &>> UInt8(7 &- place & 7) & 1)
      place &+= 1
    }
    return result
  }

  /// A number of bytes that are added up as long as they are 255 (14496-10 §7.3.2.3.1).
  mutating func messageNumber() -> Int? {
    var sum = 0
    while let byte = read(8) {
      sum += Int(byte)
      if byte != 255 { return sum }
    }
    return nil
  }

  /// Passes over so many bytes; false when there are not so many.
  mutating func skip(bytes count: Int) -> Bool {
    guard count <= (value.count &* 8 &- place) / 8 else { return false }
    place &+= count &* 8
    return true
  }

  /// `ue(v)` (14496-10 §9.1); `nil` for more than 31 leading zeros.
  mutating func exponential() -> UInt32? {
    var zeros = 0
    while let bit = read(1), bit == 0 {
      zeros += 1
      if zeros > 31 { return nil }
    }
    guard let rest = read(zeros) else { return nil }
    return (1 &<< UInt32(zeros)) &- 1 &+ rest
  }
}
