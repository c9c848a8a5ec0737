import Atoms
import ByteReading
import Structure

/// The parameter sets that a decoder has before the first sample: those of the configuration, of several with one
/// number the last (14496-15 §5.3.3, §8.3.3). A sample that holds one of them once more changes nothing, unless some
/// sample has another one.
struct ParameterSets: Sendable {
  private struct Entry: Sendable {
    /// The type of the unit, and the number by which pictures and other sets name it.
    let type: UInt8
    let number: UInt32
    let bytes: [UInt8]
  }

  private var entries: [Entry] = []

  /// Those that are kept, and their bytes: a configuration with more has none.
  private static let limit = 64
  private static let mostBytes = 1 << 16

  /// None.
  init() {}

  /// Those of the configuration in a sample entry; none where not all of it is understood.
  init(of entry: NodeIndex, in document: Document, by units: NALUnits) {
    guard let node = document.tree.child(units.coding == .avc ? "avcC" : "hvcC", of: entry),
      !document.tree[node].isRaw
    else { return }
    var sink = SetExtents()
    var walker = Walker()
    document.walk(node, &walker, into: &sink)
    let source = document.fieldBytes(of: node)
    if !sink.isUnclear, let found = Self.entries(at: sink.found, in: source, by: units) { entries = found }
  }

  /// The sets among some units of a configuration; `nil` where one is not there, and for too many.
  private static func entries(
    at ranges: [Range<Int>], in source: ByteSource, by units: NALUnits
  ) -> [Entry]? {
    var found: [Entry] = []
    var count = 0
    for range in ranges {
      count = count.saturatingAdd(range.count)
      guard count <= mostBytes, range.upperBound <= source.byteCount, !source.isAbsent(range) else { return nil }
      // Messages stand among them as well.
      guard !range.isEmpty, let first = source.bytes.byte(at: range.lowerBound), units.isParameterSet(first)
      else { continue }
      guard let (type, number) = units.setNumber(range, first, source.bytes) else { return nil }
      found.removeAll { $0.type == type && $0.number == number }
      guard found.count < limit else { return nil }
      var copy = ByteWriter()
      copy.put(bytes: source.bytes.extracting(range))
      found.append(Entry(type: type, number: number, bytes: copy.array))
    }
    return found
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Whether a unit is one of them, byte for byte.
  func contains(_ unit: Range<Int>, _ bytes: RawSpan) -> Bool {
    for entry in entries where entry.bytes.count == unit.count {
      if entry.bytes.rawBytes.hasSameBytes(as: bytes.extracting(unit)) { return true }
    }
    return false
  }
}

/// Finds where the units of a configuration stand: behind their lengths.
private struct SetExtents: FieldSink {
  private(set) var found: [Range<Int>] = []
  /// Whether there are sets that belong to others, which a set that is repeated may take out of force.
  private(set) var isUnclear = false

  mutating func field(_ field: borrowing FieldReading) {
    let name = field.name
    if name.isSame(as: "sequenceParameterSetExtLength") { isUnclear = true }
    let isLength =
      name.isSame(as: "sequenceParameterSetLength") || name.isSame(as: "pictureParameterSetLength")
      || name.isSame(as: "nalUnitLength")
    guard isLength else { return }
    let start = field.extent.byteEnd
    let (end, isTooFar) = start.addingReportingOverflow(Int(clamping: field.raw))
    if isTooFar { isUnclear = true } else { found.append(start..<end) }
  }

  mutating func table(_ table: borrowing TableReading) {}
}

extension NALUnits {
  /// Whether a unit of this first byte holds a parameter set (14496-10 Table 7-1, 23008-2 Table 7-1).
  func isParameterSet(_ first: UInt8) -> Bool {
    switch coding {
    case .avc: [7, 8].contains(first & 0x1F)
    case .hevc: (32...34).contains(first >> 1 & 0x3F)
    }
  }

  /// The type of a parameter set and the number by which others name it (14496-10 §7.3.2.1.1, §7.3.2.2,
  /// 23008-2 §7.3.2.1, §7.3.2.3); `nil` where it is cut. That of a sequence of HEVC stands behind much else, and is
  /// taken to be the same for all.
  fileprivate func setNumber(_ unit: Range<Int>, _ first: UInt8, _ bytes: RawSpan) -> (UInt8, UInt32)? {
    let (type, header) = coding == .avc ? (first & 0x1F, 1) : (first >> 1 & 0x3F, 2)
    var bits = SliceBits(bytes, unit.lowerBound &+ header, min(unit.upperBound, unit.lowerBound &+ 32))
    let number: UInt32?
    switch (coding, type) {
    case (.avc, 7):
      // profile_idc, constraints, level_idc.
      guard bits.read(24) != nil else { return nil }
      number = bits.exponential()
    case (.hevc, 32): number = bits.read(4)
    case (.hevc, 33): number = 0
    default: number = bits.exponential()
    }
    return number.map { (type, $0) }
  }

  /// Whether `sample` has no parameter sets but those of ``sets``, and nothing that these do not account for.
  ///
  /// Of each unit the length and the first byte are read, of parameter sets all.
  fileprivate func hasNoOtherSets(_ sample: Range<Int>, _ bytes: RawSpan) -> Bool {
    var at = sample.lowerBound
    while at < sample.upperBound {
      guard let unit = unit(at: &at, before: sample.upperBound, bytes) else { return false }
      guard !unit.isEmpty, let first = bytes.byte(at: unit.lowerBound) else { continue }
      // What belongs to a sequence besides its set: of auxiliary pictures, other views, depth.
      if coding == .avc, [13, 15, 16].contains(first & 0x1F) { return false }
      if isParameterSet(first), !sets.contains(unit, bytes) { return false }
    }
    return true
  }
}

extension SampleTrack {
  /// How all its samples are divided into units, and the parameter sets that their decoder has before; `nil` where
  /// sample entries may differ in that.
  var configuredUnits: NALUnits? {
    guard var units = singleUnits, let entry = description.sampleEntry else { return nil }
    units.sets = ParameterSets(of: entry, in: home, by: units)
    return units
  }

  /// Whether no sample has other parameter sets than those of `units`, so that these stay in force; `nil` where that
  /// takes samples of more bytes than `budget`.
  ///
  /// - Complexity: O(*n*) in the units of the samples.
  func keepsSets(of units: NALUnits, within budget: UInt64) -> Bool? {
    if units.sets.isEmpty { return true }
    let documents = documents
    var rest = budget
    for sample in samples() where sample.size > 0 {
      guard sample.size <= rest else { return nil }
      rest -= sample.size
      guard let place = SamplePlace(sample, in: documents), !place.isAbsent,
        units.hasNoOtherSets(place.range, place.document.tree.file.bytes)
      else { return false }
    }
    return true
  }
}
