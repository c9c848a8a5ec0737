import Atoms
import ByteReading
import MediaFacts
import Structure

/// Gathers what messages beside coded pictures say of light and captions: SEI of AVC, HEVC and VVC, metadata of AV1;
/// in the configuration of a decoder, and in front of the first slice of a sample.
struct PictureMessages: FieldSink {
  /// What dynamic metadata there is, and the bits of the field that says so last.
  private(set) var dynamicMetadata: (value: DynamicMetadata, extent: Extent)?
  private(set) var captions: (value: CaptionData, extent: Extent)?
  private(set) var contentLight: (value: ContentLight, extent: Extent)?
  private(set) var masteringDisplay: (value: MasteringDisplay, extent: Extent)?
  /// `TransferCharacteristics` by which displays that know them are to show the pictures.
  private(set) var preferredTransfer: (value: UInt64, extent: Extent)?

  /// What was read of the message that began last.
  private var country: UInt64 = 0
  private var provider: UInt64 = 0
  private var use: UInt64 = 0
  private var isValid = false
  private var captionType: UInt64 = 0
  private var first: UInt64 = 0
  private var light: UInt64?
  private var numbers: [Double] = []
  private var start = Extent(start: 0, count: 0)

  mutating func field(_ field: borrowing FieldReading) {
    let name = field.name
    for (row, step) in Self.steps where name.isSame(as: row) { return take(step, field.raw, field.extent) }
    if name.isSame(as: "itu_t_t35_payload_byte"), country == 0x26, provider == 4,
      field.contentBytes.bigEndian(at: 0, count: 2) == 5
    {
      dynamicMetadata = dynamicMetadata ?? (.hdrVivid, field.extent)
    }
  }

  mutating func table(_ table: borrowing TableReading) {}

  /// The fields that are looked at.
  private enum Step {
    case country, provider, use, application, valid, kind, firstByte, secondByte, maximum, average, transfer
    /// A coordinate of a colour, a luminance and the last one, each with how many make a whole.
    case point(Double), luminance(Double), last(Double)
  }

  private static let steps: [(row: StaticString, step: Step)] = [
    (row: "itu_t_t35_country_code", .country), (row: "itu_t_t35_provider_code", .provider),
    (row: "itu_t_t35_provider_oriented_code", .use), (row: "application_identifier", .application),
    (row: "cc_valid", .valid), (row: "cc_type", .kind), (row: "cc_data_1", .firstByte),
    (row: "cc_data_2", .secondByte), (row: "max_content_light_level", .maximum),
    (row: "max_pic_average_light_level", .average), (row: "max_cll", .maximum), (row: "max_fall", .average),
    (row: "display_primaries_x", .point(50_000)), (row: "display_primaries_y", .point(50_000)),
    (row: "white_point_x", .point(50_000)), (row: "white_point_y", .point(50_000)),
    (row: "max_display_mastering_luminance", .luminance(10_000)),
    (row: "min_display_mastering_luminance", .last(10_000)),
    (row: "primary_chromaticity_x", .point(65_536)), (row: "primary_chromaticity_y", .point(65_536)),
    (row: "white_point_chromaticity_x", .point(65_536)), (row: "white_point_chromaticity_y", .point(65_536)),
    (row: "luminance_max", .luminance(256)), (row: "luminance_min", .last(16_384)),
    (row: "preferred_transfer_characteristics", .transfer),
  ]

  private mutating func take(_ step: Step, _ raw: UInt64, _ extent: Extent) {
    switch step {
    case .country: (country, provider, use) = (raw, 0, 0)
    case .provider: provider = raw
    case .use: use = raw
    case .application:
      // SMPTE ST 2094-40: United States, Samsung, 1, application 4.
      if country == 0xB5, provider == 0x3C, use == 1, raw == 4 {
        dynamicMetadata = dynamicMetadata ?? (.hdr10Plus, extent)
      }
    case .valid: isValid = raw == 1
    case .kind: captionType = raw
    case .firstByte: first = raw
    case .secondByte: if isValid { addCaption(raw, extent) }
    case .transfer: preferredTransfer = preferredTransfer ?? (raw, extent)
    case .maximum: light = raw
    case .average:
      if let maximum = light, contentLight == nil {
        contentLight = (ContentLight(maximum: maximum, average: raw), extent)
      }
      light = nil
    case .point(let whole):
      if numbers.isEmpty { start = extent }
      if numbers.count < 8 { numbers.append(Double(raw) / whole) }
    case .luminance(let whole): numbers.append(Double(raw) / whole)
    case .last(let whole): addDisplay(minimum: Double(raw) / whole, isHEVC: whole == 10_000)
    }
  }

  private mutating func addCaption(_ second: UInt64, _ extent: Extent) {
    let kind: CaptionData.Kind = captionType == 0 ? .field1 : captionType == 1 ? .field2 : .digital
    // Seven bits and their parity; two zeros are padding. A packet of CEA-708 has one size at least.
    let isPadding = captionType < 2 ? (first | second) & 0x7F == 0 : first | second == 0
    guard var known = captions else {
      captions = (CaptionData([kind], isPadding: isPadding), extent)
      return
    }
    if !known.value.kinds.contains(kind) {
      known.value.kinds = CaptionData.Kind.allCases.filter { $0 == kind || known.value.kinds.contains($0) }
    }
    known.value.isPadding = known.value.isPadding && isPadding
    captions = known
  }

  /// SEI have green, blue and red, AV1 has red, green and blue (23008-2 §D.3.28, AV1 §6.7.4).
  private mutating func addDisplay(minimum: Double, isHEVC: Bool) {
    defer { numbers.removeAll() }
    guard numbers.count == 9, masteringDisplay == nil else { return }
    let points = stride(from: 0, to: 8, by: 2).map { MasteringDisplay.Point(x: numbers[$0], y: numbers[$0 + 1]) }
    masteringDisplay = (
      MasteringDisplay(
        primaries: isHEVC ? [points[2], points[0], points[1]] : Array(points.prefix(3)), whitePoint: points[3],
        maximumLuminance: numbers[8], minimumLuminance: minimum),
      start
    )
  }
}

extension NALUnits {
  /// The bytes of `sample` in front of its first slice, where messages stand; `nil` when no slice is among the first
  /// 64 units, or more than 64 KiB before it.
  ///
  /// Of each unit the length and the first byte are read.
  func prefix(of sample: Range<Int>, of source: ByteSource) -> Range<Int>? {
    let bytes = source.bytes
    var at = sample.lowerBound
    for _ in 0..<64 {
      let start = at
      guard start &- sample.lowerBound <= 65_536, let unit = unit(at: &at, before: sample.upperBound, bytes) else {
        return nil
      }
      if let first = bytes.byte(at: unit.lowerBound), !unit.isEmpty, isSlice(first) { return sample.lowerBound..<start }
    }
    return nil
  }
}
