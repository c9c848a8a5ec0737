import Atoms
import ByteReading
import MediaFacts
import Structure

/// Which field of pictures of H.264 is shown first, as the first of them say it: by the order counts of their fields
/// (14496-10 §8.2.1) and, of frames, by the message of timing in front of them (§D.2.3). FFmpeg has x264 write both, and
/// they say two things where it is not told how its pictures lie: then neither is believed.
struct AVCFields {
  let scanning: Scanning
  /// The first bytes of the first unit that says it.
  let place: Range<Int>

  /// The pictures that have to agree, and the units of each that are looked at.
  static let pictures = 8
  private static let units = 64
  /// The bytes that the beginning of a slice takes at most.
  private static let sliceBytes = 64

  private typealias Said = (order: Scanning.Order, place: Range<Int>)

  /// Reads the beginnings of some samples; `nil` where a picture may be one whole frame, or says it otherwise than
  /// another, and where samples have other parameter sets than the configuration.
  ///
  /// - Parameters:
  ///   - samples: Where the first samples lie, in the order in which they are decoded.
  ///   - entry: Their sample entry.
  ///   - document: The file of both.
  /// - Complexity: O(*n*) in the parameter sets of the configuration; of samples the headers of units are read.
  init?(_ samples: some Sequence<Range<Int>>, entry: NodeIndex, in document: Document) {
    let tree = document.tree
    guard var layout = NALUnits(entry: entry, in: document), layout.coding == .avc,
      let configuration = tree.child("avcC", of: entry), !tree[configuration].isRaw
    else { return nil }
    var numbers = SetNumbers()
    var walker = Walker()
    document.walk(configuration, &walker, into: &numbers)
    guard numbers.areKnown else { return nil }
    layout.sets = ParameterSets(of: entry, in: document, by: layout)
    var found: Said?
    var pending: Field?
    for sample in samples {
      switch Self.order(in: sample, layout, numbers, &pending, tree.file.bytes) {
      case .unknown: return nil
      // The other field of the picture is another sample.
      case .half: continue
      case .said(let said):
        if let found, found.order != said.order { return nil }
        found = found ?? said
      }
    }
    guard let found else { return nil }
    scanning = Scanning(.interlaced, order: found.order)
    place = found.place
  }

  private enum Answer { case unknown, half, said(Said) }

  /// A field that is a picture of its own.
  private struct Field {
    let isBottom: Bool
    let frame: UInt32
    let count: UInt32?
    let place: Range<Int>
  }

  private static func order(
    in sample: Range<Int>, _ layout: NALUnits, _ numbers: SetNumbers, _ pending: inout Field?, _ bytes: RawSpan
  ) -> Answer {
    var at = sample.lowerBound
    var structure: UInt32?
    for _ in 0..<units where at < sample.upperBound {
      guard let unit = layout.unit(at: &at, before: sample.upperBound, bytes) else { return .unknown }
      guard !unit.isEmpty, let first = bytes.byte(at: unit.lowerBound) else { continue }
      if layout.isParameterSet(first), !layout.sets.contains(unit, bytes) { return .unknown }
      if layout.messageHeader(first) != nil { structure = structure ?? numbers.structure(inMessagesOf: unit, bytes) }
      guard layout.isSlice(first) else { continue }
      let place = unit.lowerBound..<min(unit.upperBound, unit.lowerBound &+ sliceBytes)
      guard let slice = numbers.slice(place, isIDR: first & 0x1F == 5, bytes) else { return .unknown }
      switch slice {
      case .frame(let step):
        return numbers.order(ofFrame: step, structure).map { .said(($0, place)) } ?? .unknown
      case .field(let isBottom, let frame, let count):
        guard let other = pending else {
          pending = Field(isBottom: isBottom, frame: frame, count: count, place: place)
          continue
        }
        // Another slice of the same field.
        if other.isBottom == isBottom { continue }
        pending = nil
        guard other.frame == frame, let isFirst = numbers.isBefore(other.count, count) else { return .unknown }
        return .said((other.isBottom == isFirst ? .bottomFirst : .topFirst, other.place))
      }
    }
    return pending == nil ? .unknown : .half
  }
}

/// What parameter sets say of how slices and messages of timing are written: those of a configuration that has one of a
/// sequence.
private struct SetNumbers: FieldSink {
  private var sequences = 0
  private var frameBits = 0
  private var countType: UInt64?
  private var countBits = 0
  private var hasPlanes = false
  private var hasFields = false
  private var hasBottomCounts: Bool?
  private var areUnclear = false
  private var hasStructure = false
  /// Whether blocks of a frame may be of fields.
  private var isAdaptive = false
  /// The bits of both delays in a message; 0 without any.
  private var delays: (removal: Int, output: Int) = (0, 0)

  /// Whether they are those of pictures that may have fields.
  var areKnown: Bool { sequences == 1 && hasFields && countType != nil && hasBottomCounts != nil && !areUnclear }

  mutating func field(_ field: borrowing FieldReading) {
    let name = field.name
    for (row, step) in Self.steps where name.isSame(as: row) { return take(step, field.raw) }
  }

  mutating func table(_ table: borrowing TableReading) {}

  private enum Step { case frameBits, countType, countBits, planes, whole, adaptive, bottom, structure, removal, output }

  private static let steps: [(row: StaticString, step: Step)] = [
    (row: "log2_max_frame_num_minus4", .frameBits), (row: "pic_order_cnt_type", .countType),
    (row: "log2_max_pic_order_cnt_lsb_minus4", .countBits), (row: "separate_colour_plane_flag", .planes),
    (row: "frame_mbs_only_flag", .whole), (row: "mb_adaptive_frame_field_flag", .adaptive), (row: "bottom_field_pic_order_in_frame_present_flag", .bottom),
    (row: "pic_struct_present_flag", .structure), (row: "cpb_removal_delay_length_minus1", .removal),
    (row: "dpb_output_delay_length_minus1", .output),
  ]

  private mutating func take(_ step: Step, _ raw: UInt64) {
    switch step {
    case .frameBits:
      sequences += 1
      frameBits = Int(min(raw, 12)) + 4
    case .countType: countType = raw
    case .countBits: countBits = Int(min(raw, 12)) + 4
    case .planes: hasPlanes = raw == 1
    case .whole: hasFields = raw == 0
    case .adaptive: isAdaptive = raw == 1
    case .bottom:
      if let known = hasBottomCounts, known != (raw == 1) { areUnclear = true }
      hasBottomCounts = raw == 1
    case .structure: hasStructure = raw == 1
    case .removal: delays.removal = Int(min(raw, 31)) + 1
    case .output: delays.output = Int(min(raw, 31)) + 1
    }
  }

  enum Slice {
    /// Both fields, of which the bottom one is so much later.
    case frame(Int64)
    case field(isBottom: Bool, frame: UInt32, count: UInt32?)
  }

  /// The beginning of a slice (14496-10 §7.3.3); `nil` where it is cut.
  func slice(_ unit: Range<Int>, isIDR: Bool, _ bytes: RawSpan) -> Slice? {
    var bits = SliceBits(bytes, unit.lowerBound &+ 1, unit.upperBound)
    // first_mb_in_slice, slice_type, pic_parameter_set_id, colour_plane_id.
    guard bits.exponential() != nil, bits.exponential() != nil, bits.exponential() != nil,
      bits.read(hasPlanes ? 2 : 0) != nil, let frame = bits.read(frameBits), let isField = bits.read(1)
    else { return nil }
    let isBottom = isField == 1 ? bits.read(1) : 0
    guard let isBottom, isIDR ? bits.exponential() != nil : true else { return nil }
    guard countType == 0 else { return isField == 1 ? .field(isBottom: isBottom == 1, frame: frame, count: nil) : .frame(0) }
    guard let count = bits.read(countBits) else { return nil }
    if isField == 1 { return .field(isBottom: isBottom == 1, frame: frame, count: count) }
    guard hasBottomCounts == true else { return .frame(0) }
    guard let code = bits.exponential() else { return nil }
    // `se(v)`: odd numbers are positive (§9.1.1).
    return .frame(code & 1 == 1 ? Int64(code / 2) + 1 : -Int64(code / 2))
  }

  /// Whether the field that is decoded first is shown first; `nil` where the counts of both do not say it.
  func isBefore(_ count: UInt32?, _ next: UInt32?) -> Bool? {
    // Pictures are shown in the order in which they are decoded.
    if countType == 2 { return true }
    guard let count, let next, count != next else { return nil }
    // The last bits of both, of which neither is half as far from the other as there are numbers.
    return (next &- count) & (1 &<< UInt32(countBits) &- 1) < 1 &<< UInt32(countBits &- 1)
  }

  /// Which field of a frame is first, of which the bottom one is so much later, and of which a message says so; `nil` for
  /// one whose fields may be of one moment.
  func order(ofFrame step: Int64, _ structure: UInt32?) -> Scanning.Order? {
    let counted: Scanning.Order? = step > 0 ? .topFirst : step < 0 ? .bottomFirst : nil
    let said: Scanning.Order
    switch structure {
    case nil: return isAdaptive ? counted : nil
    case 3: said = .topFirst
    case 4: said = .bottomFirst
    default: return nil
    }
    return counted ?? said == said ? said : nil
  }

  /// `pic_struct` of the message of timing in a unit (14496-10 §D.1.3, Table D-1).
  func structure(inMessagesOf unit: Range<Int>, _ bytes: RawSpan) -> UInt32? {
    guard hasStructure else { return nil }
    var bits = SliceBits(bytes, unit.lowerBound &+ 1, min(unit.upperBound, unit.lowerBound &+ 4_096))
    for _ in 0..<16 {
      guard let type = bits.messageNumber(), let size = bits.messageNumber() else { return nil }
      if type == 1 {
        return bits.read(delays.removal) != nil && bits.read(delays.output) != nil ? bits.read(4) : nil
      }
      guard bits.skip(bytes: size) else { return nil }
    }
    return nil
  }
}
