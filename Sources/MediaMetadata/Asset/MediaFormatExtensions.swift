import Atoms
import ByteReading
import MediaFacts
import MediaInspection
import Structure

/// What a format description says beside type and size, by the names that Core Media and Core Video give
/// the keys of such extensions.
public struct MediaFormatExtension: RawRepresentable, Hashable, Sendable {
  /// The key of CoreMedia.
  public var rawValue: String
  /// An extension by its key.
  ///
  /// - Parameter rawValue: The key of CoreMedia.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A dictionary of `Width`, `Height`, `HorizontalOffset`, `VerticalOffset` in pixels.
  public static let cleanAperture = MediaFormatExtension(rawValue: "CVCleanAperture")
  /// A dictionary of `HorizontalSpacing` and `VerticalSpacing`.
  public static let pixelAspectRatio = MediaFormatExtension(rawValue: "CVPixelAspectRatio")
  /// Which red, green and blue the pictures are made of.
  public static let colorPrimaries = MediaFormatExtension(rawValue: "CVImageBufferColorPrimaries")
  /// How light becomes numbers.
  public static let transferFunction = MediaFormatExtension(
    rawValue: "CVImageBufferTransferFunction")
  /// How red, green and blue become brightness and colour.
  public static let yCbCrMatrix = MediaFormatExtension(rawValue: "CVImageBufferYCbCrMatrix")
  /// The exponent of the transfer function, where it is one.
  public static let gammaLevel = MediaFormatExtension(rawValue: "CVImageBufferGammaLevel")
  /// Whether the numbers use the whole range.
  public static let fullRangeVideo = MediaFormatExtension(rawValue: "FullRangeVideo")
  /// 1 for progressive pictures, 2 for interlaced ones.
  public static let fieldCount = MediaFormatExtension(rawValue: "CVFieldCount")
  /// Which field of a picture comes first.
  public static let fieldDetail = MediaFormatExtension(rawValue: "CVFieldDetail")
  /// Bits of a pixel.
  public static let depth = MediaFormatExtension(rawValue: "Depth")
  /// What the sample entry calls the coding.
  public static let formatName = MediaFormatExtension(rawValue: "FormatName")
  /// The bytes of an `mdcv` box without its header.
  public static let masteringDisplayColorVolume = MediaFormatExtension(
    rawValue: "MasteringDisplayColorVolume")
  /// The bytes of a `clli` box without its header.
  public static let contentLightLevelInfo = MediaFormatExtension(rawValue: "ContentLightLevelInfo")
  /// A dictionary of the bytes of the decoder's configuration boxes without their headers, by type.
  public static let sampleDescriptionExtensionAtoms = MediaFormatExtension(
    rawValue: "SampleDescriptionExtensionAtoms")
}

/// The value of an extension.
public indirect enum MediaFormatValue: Sendable, Equatable {
  /// Text.
  case text(String)
  /// A number.
  case number(Double)
  /// Yes or no.
  case flag(Bool)
  /// Bytes.
  case data([UInt8])
  /// Values under names.
  case dictionary([String: MediaFormatValue])
}

/// The part of a picture that is meant to be seen, in pixels of the coded picture (14496-12 §12.1.4).
public struct MediaCleanAperture: Hashable, Sendable {
  /// From left to right, in pixels.
  public let width: Double
  /// From top to bottom, in pixels.
  public let height: Double
  /// How far its centre lies from that of the coded picture, right and down.
  public let horizontalOffset: Double
  /// The centre below that of the picture, in pixels.
  public let verticalOffset: Double

  /// An aperture.
  ///
  /// - Parameters:
  ///   - width: From left to right, in pixels.
  ///   - height: From top to bottom, in pixels.
  ///   - horizontalOffset: Its centre right of that of the picture, in pixels.
  ///   - verticalOffset: Its centre below that of the picture, in pixels.
  public init(width: Double, height: Double, horizontalOffset: Double, verticalOffset: Double) {
    self.width = width
    self.height = height
    self.horizontalOffset = horizontalOffset
    self.verticalOffset = verticalOffset
  }
}

/// The sides of a pixel.
public struct MediaPixelAspectRatio: Hashable, Sendable {
  /// From left to right, in a unit that both share.
  public let horizontalSpacing: Int
  /// From top to bottom, in the same unit.
  public let verticalSpacing: Int
}

/// Which loudspeaker each channel is for.
public struct MediaChannelLayout: Hashable, Sendable {
  /// A tag of Core Audio, the channels in its lower 16 bits; `nil` where the layout is ISO's.
  public let layoutTag: UInt32?
  /// A bit for each channel, where the tag says so.
  public let channelBitmap: UInt32?
  /// `ChannelConfiguration` of 23091-3; `nil` where the layout is Core Audio's.
  public let definedLayout: UInt8?
}

/// Reads what a sample entry says beside its type and size.
struct FormatExtensionReading {
  private let document: Document
  private let tree: Tree
  private let entry: NodeIndex
  private let reader: NodeReader
  private let type: FourCC

  init(entry: NodeIndex, type: FourCC, in document: Document) {
    self.document = document
    self.entry = entry
    self.type = type
    tree = document.tree
    reader = NodeReader(document)
  }

  private func child(_ type: FourCC) -> NodeReader? {
    tree.child(type, of: entry).map { reader.reading($0) }
  }

  var cleanAperture: MediaCleanAperture? {
    guard let box = child("clap")?.view(CleanAperture.self) else { return nil }
    func ratio(_ above: CleanAperture.Field, _ below: CleanAperture.Field) -> Double? {
      guard let above = box.real(above), let below = box.real(below), below != 0 else { return nil }
      return above / below
    }
    guard let width = ratio(.cleanApertureWidthN, .cleanApertureWidthD),
      let height = ratio(.cleanApertureHeightN, .cleanApertureHeightD), width > 0, height > 0
    else { return nil }
    return MediaCleanAperture(
      width: width, height: height, horizontalOffset: ratio(.horizOffN, .horizOffD) ?? 0,
      verticalOffset: ratio(.vertOffN, .vertOffD) ?? 0)
  }

  var pixelAspectRatio: MediaPixelAspectRatio? {
    guard let node = tree.child("pasp", of: entry) else { return nil }
    let box = reader.view(PixelAspectRatio.self, of: node)
    guard let across = box.number(.hSpacing), let down = box.number(.vSpacing), across > 0,
      down > 0, let horizontal = Int(exactly: across), let vertical = Int(exactly: down)
    else { return nil }
    return MediaPixelAspectRatio(horizontalSpacing: horizontal, verticalSpacing: vertical)
  }

  var channelLayout: MediaChannelLayout? {
    for index in tree.subtree(of: entry).prefix(256) where !tree[index].isRaw {
      switch tree[index].type {
      case "chan":
        let box = reader.view(AudioChannelLayout.self, of: index)
        guard let tag = box.number(.mChannelLayoutTag) else { continue }
        // 0x10000 says that the bitmap counts.
        let bitmap = tag == 0x1_0000 ? box.number(.mChannelBitmap) : nil
        return MediaChannelLayout(
          layoutTag: UInt32(truncatingIfNeeded: tag),
          channelBitmap: bitmap.map { UInt32(truncatingIfNeeded: $0) }, definedLayout: nil)
      case "chnl":
        let box = reader.view(ChannelLayout.self, of: index)
        guard let layout = box.number(.definedLayout) else { continue }
        return MediaChannelLayout(
          layoutTag: nil, channelBitmap: nil, definedLayout: UInt8(truncatingIfNeeded: layout))
      default: continue
      }
    }
    return nil
  }

  var colour: Colour? { ColourReading(entry: entry, type: type, in: document).colour.value }

  /// The extensions of pictures, by their keys.
  func extensions(of colour: Colour?) -> [MediaFormatExtension: MediaFormatValue] {
    var list: [MediaFormatExtension: MediaFormatValue] = [:]
    if let clean = cleanAperture {
      list[.cleanAperture] = .dictionary([
        "Width": .number(clean.width), "Height": .number(clean.height),
        "HorizontalOffset": .number(clean.horizontalOffset),
        "VerticalOffset": .number(clean.verticalOffset),
      ])
    }
    if let aspect = pixelAspectRatio {
      list[.pixelAspectRatio] = .dictionary([
        "HorizontalSpacing": .number(Double(aspect.horizontalSpacing)),
        "VerticalSpacing": .number(Double(aspect.verticalSpacing)),
      ])
    }
    if let points = colour?.points {
      list[.colorPrimaries] = Self.primaries[points.primaries].map { .text($0) }
      list[.transferFunction] = Self.transfers[points.transfer].map { .text($0) }
      list[.yCbCrMatrix] = Self.matrices[points.matrix].map { .text($0) }
      list[.fullRangeVideo] = points.isFullRange.map { .flag($0) }
    }
    if let gamma = child("gama")?.view(GammaLevel.self).real(.level) { list[.gammaLevel] = .number(gamma) }
    if let box = child("fiel")?.view(FieldHandling.self), let count = box.number(.fields),
      count == 1 || count == 2
    {
      list[.fieldCount] = .number(Double(count))
      if count == 2, let detail = box.number(.detail) {
        list[.fieldDetail] = Self.fieldDetails[detail].map { .text($0) }
      }
    }
    let picture = reader.view(VisualEntry.self, of: entry)
    if let depth = picture.number(.depth) { list[.depth] = .number(Double(depth)) }
    if let name = name, !name.isEmpty { list[.formatName] = .text(name) }
    list[.masteringDisplayColorVolume] = bytes("mdcv").map { .data($0) }
    list[.contentLightLevelInfo] = bytes("clli").map { .data($0) }
    var atoms: [String: MediaFormatValue] = [:]
    for type in Self.configurations {
      if let bytes = bytes(type) { atoms[type.key] = .data(bytes) }
    }
    if !atoms.isEmpty { list[.sampleDescriptionExtensionAtoms] = .dictionary(atoms) }
    return list
  }

  /// The name of the compressor, as the entry says it.
  private var name: String? {
    let picture = reader.view(VisualEntry.self, of: entry)
    return picture.hasText(.compressorname) ? picture.text(.compressorname) : nil
  }

  /// The bytes of a box without its header, 64 KiB at most.
  private func bytes(_ type: FourCC) -> [UInt8]? {
    guard let node = tree.child(type, of: entry) else { return nil }
    let payload = tree[node].payload
    guard payload.byteCount <= 1 << 16 else { return nil }
    let source = document.source(of: tree[node])
    let bytes = source.bytes
    return (payload.byteOffset..<payload.byteEnd).map { bytes.byte(at: $0) ?? 0 }
  }

  private static let configurations: [FourCC] = [
    "avcC", "hvcC", "lhvC", "vvcC", "av1C", "vpcC", "esds", "dvcC", "dvvC", "dvwC", "apvC",
  ]

  private static let primaries: [UInt64: String] = [
    1: "ITU_R_709_2", 5: "EBU_3213", 6: "SMPTE_C", 9: "ITU_R_2020", 11: "DCI_P3", 12: "P3_D65",
    22: "P22",
  ]
  private static let transfers: [UInt64: String] = [
    1: "ITU_R_709_2", 6: "ITU_R_709_2", 7: "SMPTE_240M_1995", 8: "Linear", 13: "IEC_sRGB",
    14: "ITU_R_2020", 15: "ITU_R_2020", 16: "SMPTE_ST_2084_PQ", 17: "SMPTE_ST_428_1",
    18: "ITU_R_2100_HLG",
  ]
  private static let matrices: [UInt64: String] = [
    1: "ITU_R_709_2", 5: "ITU_R_601_4", 6: "ITU_R_601_4", 7: "SMPTE_240M_1995", 9: "ITU_R_2020",
  ]
  /// What the interleaved kinds, 9 and 14, are called is not known here.
  private static let fieldDetails: [UInt64: String] = [
    1: "TemporalTopFirst", 6: "TemporalBottomFirst",
  ]
}
