import Atoms
public import ByteReading
import ID3
import MediaInspection
import SoundFiles
package import Structure

/// What a track holds: `vide`, `soun`, `text`, by its handler.
public struct MediaTrackType: RawRepresentable, Hashable, Sendable {
  /// The code of the handler.
  public var rawValue: FourCC
  /// A type by its code.
  ///
  /// - Parameter rawValue: The code of the handler.
  public init(rawValue: FourCC) { self.rawValue = rawValue }

  /// Pictures.
  public static let video = MediaTrackType(rawValue: "vide")
  /// Sound.
  public static let audio = MediaTrackType(rawValue: "soun")
  /// Text of QuickTime.
  public static let text = MediaTrackType(rawValue: "text")
  /// Subtitles.
  public static let subtitle = MediaTrackType(rawValue: "sbtl")
  /// Captions (CEA-608, CEA-708).
  public static let closedCaption = MediaTrackType(rawValue: "clcp")
  /// Timecodes.
  public static let timecode = MediaTrackType(rawValue: "tmcd")
  /// Timed metadata.
  public static let metadata = MediaTrackType(rawValue: "meta")
  /// Depths of pictures.
  public static let depthData = MediaTrackType(rawValue: "dpth")
  /// Several kinds in one track.
  public static let muxed = MediaTrackType(rawValue: "muxx")
}

/// What a track is for: `visual`, or what its `tagc` items say, such as `public.auxiliary-content`.
public struct MediaCharacteristic: RawRepresentable, Hashable, Sendable {
  /// The word of AVFoundation.
  public var rawValue: String
  /// A characteristic by its word.
  ///
  /// - Parameter rawValue: The word of AVFoundation.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// It is seen.
  public static let visual = MediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")
  /// It is heard.
  public static let audible = MediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
  /// It is read.
  public static let legible = MediaCharacteristic(rawValue: "AVMediaCharacteristicLegible")
  /// Pictures with a transfer function for more than standard dynamic range.
  public static let containsHDRVideo = MediaCharacteristic(rawValue: "public.contains-hdr-video")
  /// Its pictures have opacity.
  public static let containsAlphaChannel = MediaCharacteristic(
    rawValue: "public.contains-alpha-channel")
  /// It is what the file is about.
  public static let isMainProgramContent = MediaCharacteristic(
    rawValue: "public.main-program-content")
  /// It stands beside what the file is about: a commentary.
  public static let isAuxiliaryContent = MediaCharacteristic(rawValue: "public.auxiliary-content")
  /// It is in the language in which it was made.
  public static let isOriginalContent = MediaCharacteristic(rawValue: "public.original-content")
  /// It says for who does not see what is seen.
  public static let describesVideoForAccessibility = MediaCharacteristic(
    rawValue: "public.accessibility.describes-video")
  /// It has in writing what is spoken, for who does not hear.
  public static let transcribesSpokenDialogForAccessibility = MediaCharacteristic(
    rawValue: "public.accessibility.transcribes-spoken-dialog")
  /// All of its text is shown although nobody asked for text.
  public static let containsOnlyForcedSubtitles = MediaCharacteristic(
    rawValue: "public.subtitles.forced-only")
}

/// A track of an asset; its properties are read when they are asked for.
public struct MediaAssetTrack: Sendable {
  /// The asset that it is of.
  public let asset: MediaAsset
  /// Its ID; a stream of audio that is no track of a movie has 1.
  public let trackID: UInt64
  /// What kind of media it is.
  public let mediaType: MediaTrackType
  /// The `trak`, or the node of the stream.
  let node: NodeIndex

  static func tracks(of asset: MediaAsset, _ document: Document) -> [MediaAssetTrack] {
    if let atoms = document.context as? AtomContext {
      return atoms.tracks.map {
        MediaAssetTrack(
          asset: asset, trackID: $0.id,
          mediaType: MediaTrackType(rawValue: $0.handler ?? FourCC(0)),
          node: $0.node)
      }
    }
    let stream = document.tree.children(of: nil).prefix(4_096)
      .first { AudioStream(document, at: $0) != nil }
    guard
      let node = stream ?? (SoundFormat(document) != nil ? document.tree.firstChild(of: nil) : nil)
    else { return [] }
    return [MediaAssetTrack(asset: asset, trackID: 1, mediaType: .audio, node: node)]
  }

  /// Reads properties of the track, in the order asked for.
  ///
  /// - Throws: What `MediaAsset.load(_:)` throws.
  ///
  /// - Parameter wanted: The properties.
  /// - Returns: Their values.
  public func load<each Value: Sendable>(
    _ wanted: repeat MediaTrackProperty<each Value>
  ) async throws -> (repeat each Value) {
    (repeat try await load(each wanted))
  }

  /// Reads one property of the track.
  ///
  /// - Parameter wanted: The property.
  /// - Returns: Its value.
  /// - Throws: What `MediaAsset.load(_:)` throws.
  public func load<Value: Sendable>(_ wanted: MediaTrackProperty<Value>) async throws -> Value {
    try await asset.load(wanted.property(of: self), track: node)
  }

  /// What became of a property so far.
  ///
  /// - Parameter property: The property.
  /// - Returns: Its value once it was read, or why it could not be.
  public func status<Value: Sendable>(
    of property: MediaTrackProperty<Value>
  ) -> MediaPropertyStatus<Value> {
    asset.status(of: property.property(of: self), track: node)
  }
}

/// A property of a track.
public struct MediaTrackProperty<Value: Sendable>: Sendable {
  let name: String
  let read: @Sendable (TrackReading) throws -> Value

  init(_ name: String, _ read: @escaping @Sendable (TrackReading) throws -> Value) {
    self.name = name
    self.read = read
  }

  /// The same as a property of the asset, which keeps what was read.
  func property(of track: MediaAssetTrack) -> MediaAssetProperty<Value> {
    MediaAssetProperty("track." + name) { [read] asset in
      try read(TrackReading(document: try await asset.document(), track: track))
    }
  }
}

/// What properties of a track are read from.
struct TrackReading: Sendable {
  let document: Document
  let track: MediaAssetTrack

  /// The track of a movie.
  var description: AtomContext.Track? {
    (document.context as? AtomContext)?.tracks.first { $0.node == track.node }
  }

  var stream: AudioStream? { AudioStream(document, at: track.node) }

  var samples: SampleTrack? {
    description == nil ? nil : MovieSamples(document).tracks.first { $0.node == track.node }
  }

  func reader(_ type: FourCC, in parent: NodeIndex? = nil) -> NodeReader? {
    guard let node = document.tree.child(type, of: parent ?? track.node) else { return nil }
    let reader = NodeReader(document)
    reader.open(node)
    return reader
  }

  /// The nine numbers of the matrix in `tkhd`, as they are stored.
  var matrix: [Int64]? {
    reader("tkhd")?.view(TrackHeader.self).withTable(.matrix) { table in
      (0..<min(table.count, 9)).map { Int64(bitPattern: table.raw(row: $0, column: 0)) }
    }.flatMap { $0.count == 9 ? $0 : nil }
  }

  /// The sample entries.
  var entries: [NodeIndex] { description?.sampleEntries(in: document.tree) ?? [] }
}

/// A width and a height, in pixels.
public struct MediaSize: Hashable, Sendable {
  /// From left to right.
  public let width: Double
  /// From top to bottom.
  public let height: Double

  /// A size.
  ///
  /// - Parameters:
  ///   - width: From left to right.
  ///   - height: From top to bottom.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// How samples are coded.
public struct MediaFormatDescription: Sendable, Equatable {
  /// What kind of media it is.
  public let mediaType: MediaTrackType
  /// The type of the sample entry; of protected samples what it was before.
  public let mediaSubType: FourCC
  /// What people call it: `H.264`, `AAC-LC`.
  public let codecName: String
  /// What the web calls it: `avc1.64000A`; `nil` where RFC 6381 has no rule for it.
  public let codecs: String?
  /// The pixels of a picture; `nil` for sound.
  public let dimensions: MediaSize?
  /// What is said of sound; `nil` for pictures.
  public let audioStreamBasicDescription: Audio?
  /// Whether its samples are encrypted.
  public let isProtected: Bool
  /// Where it is described, as a path.
  public let path: String
  /// The part of a picture that is meant to be seen; `nil` for all of it.
  public internal(set) var cleanAperture: MediaCleanAperture?
  /// The sides of a pixel; `nil` where the file does not say, which means a square.
  public internal(set) var pixelAspectRatio: MediaPixelAspectRatio?
  /// Which loudspeaker each channel is for; `nil` where the file does not say.
  public internal(set) var channelLayout: MediaChannelLayout?
  /// What else is said of pictures, by the keys of Core Media and Core Video.
  public internal(set) var extensions: [MediaFormatExtension: MediaFormatValue] = [:]

  /// The size of pictures on a screen with square pixels, before they are turned.
  ///
  /// - Parameters:
  ///   - usesPixelAspectRatio: Whether pixels that are no squares stretch it.
  ///   - usesCleanAperture: Whether only the clean aperture counts.
  /// - Returns: `nil` for sound.
  public func presentationDimensions(
    usesPixelAspectRatio: Bool = true, usesCleanAperture: Bool = true
  ) -> MediaSize? {
    guard let dimensions else { return nil }
    var (width, height) = (dimensions.width, dimensions.height)
    if usesCleanAperture, let clean = cleanAperture {
      (width, height) = (clean.width, clean.height)
    }
    if usesPixelAspectRatio, let aspect = pixelAspectRatio {
      width *= Double(aspect.horizontalSpacing) / Double(aspect.verticalSpacing)
    }
    return MediaSize(width: width, height: height)
  }

  /// What is said of sound.
  public struct Audio: Sendable, Equatable {
    /// Samples per second.
    public let sampleRate: Double
    /// The number of channels; `nil` when it is not said.
    public let channelsPerFrame: Int?
    /// Samples in a packet; `nil` when it is not said.
    public let framesPerPacket: Int?
  }
}

/// A part of a track's timeline and the part of its media that it shows.
public struct MediaTrackSegment: Sendable, Equatable {
  /// When it is shown.
  public let target: MediaTimeRange
  /// What of the media is shown; `nil` when it is a pause.
  public let source: MediaTimeRange?
  /// Media time that passes in a second.
  public let rate: Double

  /// Whether it is a pause.
  public var isEmpty: Bool { source == nil }
}

// MARK: Properties

extension MediaTrackProperty where Value == [MediaFormatDescription] {
  /// How its samples are coded: one description for each sample entry.
  public static var formatDescriptions: Self {
    Self("formatDescriptions") { reading in
      let document = reading.document
      guard reading.description != nil else {
        return reading.sound.map { [$0] } ?? []
      }
      return reading.entries.map { entry in
        let codec = document.codec(of: entry)
        var size: MediaSize?
        if let width = codec.width, let height = codec.height {
          size = MediaSize(width: Double(width), height: Double(height))
        }
        var description = MediaFormatDescription(
          mediaType: reading.track.mediaType, mediaSubType: codec.type, codecName: codec.name,
          codecs: CodecString(entry: entry, in: document)?.text, dimensions: size,
          audioStreamBasicDescription: codec.sampleRate.map {
            MediaFormatDescription.Audio(
              sampleRate: $0, channelsPerFrame: codec.channels.flatMap { Int(exactly: $0) },
              framesPerPacket: nil)
          }, isProtected: codec.isEncrypted, path: document.path(of: entry))
        let more = FormatExtensionReading(entry: entry, type: codec.type, in: document)
        if size != nil {
          description.cleanAperture = more.cleanAperture
          description.pixelAspectRatio = more.pixelAspectRatio
          description.extensions = more.extensions(of: more.colour)
        } else {
          description.channelLayout = more.channelLayout
        }
        return description
      }
    }
  }
}

extension TrackReading {
  /// The description of a stream, or of the sound of a file of chunks.
  fileprivate var sound: MediaFormatDescription? {
    let path = document.path(of: track.node)
    if let stream {
      let type: FourCC =
        stream.format.hasPrefix("AAC")
        ? "aac "
        : stream.format.hasSuffix("III") ? ".mp3" : stream.format.hasSuffix("II") ? ".mp2" : ".mp1"
      return MediaFormatDescription(
        mediaType: .audio, mediaSubType: type, codecName: stream.format, codecs: nil,
        dimensions: nil,
        audioStreamBasicDescription: MediaFormatDescription.Audio(
          sampleRate: Double(stream.samplingFrequency), channelsPerFrame: stream.channelCount,
          framesPerPacket: stream.samplesPerFrame), isProtected: false, path: path)
    }
    guard let format = SoundFormat(document), let frequency = format.frequency else { return nil }
    return MediaFormatDescription(
      mediaType: .audio, mediaSubType: "lpcm",
      codecName: format.coding.isEmpty ? "PCM" : format.coding, codecs: nil, dimensions: nil,
      audioStreamBasicDescription: MediaFormatDescription.Audio(
        sampleRate: Double(frequency),
        channelsPerFrame: format.channels.flatMap { Int(exactly: $0) },
        framesPerPacket: 1), isProtected: false, path: path)
  }
}

extension MediaTrackProperty where Value == MediaSize? {
  /// The pixels of the first sample description.
  public static var encodedSize: Self {
    Self("encodedSize") { reading in
      guard let codec = reading.entries.first.map({ reading.document.codec(of: $0) }),
        let width = codec.width, let height = codec.height
      else { return nil }
      return MediaSize(width: Double(width), height: Double(height))
    }
  }

  /// The size of pictures with square pixels, before the track's matrix: that of `tkhd`, where it has
  /// one.
  public static var naturalSize: Self {
    Self("naturalSize") { reading in
      guard let header = reading.reader("tkhd")?.view(TrackHeader.self),
        let width = header.number(.width), let height = header.number(.height), width > 0,
        height > 0
      else { return nil }
      return MediaSize(width: Double(width) / 65_536, height: Double(height) / 65_536)
    }
  }

  /// The size that the picture has on the screen: the clean aperture of the first sample description
  /// with square pixels, turned as the track's matrix says; that of `tkhd` where no description has a
  /// size.
  public static var presentationSize: Self {
    Self("presentationSize") { reading in
      guard let size = presentation(reading) else { return nil }
      guard let matrix = reading.matrix, matrix[0] == 0, matrix[4] == 0, matrix[1] != 0,
        matrix[3] != 0
      else { return size }
      return MediaSize(width: size.height, height: size.width)
    }
  }

  private static func presentation(_ reading: TrackReading) -> MediaSize? {
    let descriptions = try? MediaTrackProperty<[MediaFormatDescription]>.formatDescriptions
      .read(reading)
    if let size = descriptions?.first?.presentationDimensions(), size.width > 0, size.height > 0 {
      return size
    }
    guard let header = reading.reader("tkhd")?.view(TrackHeader.self),
      let width = header.number(.width), let height = header.number(.height), width > 0,
      height > 0
    else { return nil }
    return MediaSize(width: Double(width) / 65_536, height: Double(height) / 65_536)
  }
}

extension MediaTrackProperty where Value == [Double] {
  /// The nine numbers of the track's matrix, row by row.
  public static var preferredTransform: Self {
    Self("preferredTransform") { reading in
      guard let matrix = reading.matrix else { return [1, 0, 0, 0, 1, 0, 0, 0, 1] }
      return matrix.enumerated().map { place, number in
        // The last column has 30 bits of fraction (14496-12 §6.2.2).
        Double(number) / (place % 3 == 2 ? 1_073_741_824 : 65_536)
      }
    }
  }
}

extension MediaTrackProperty where Value == MediaTimeRange {
  /// When the track is played, from the start of the movie.
  public static var timeRange: Self {
    Self("timeRange") { reading in
      if let track = reading.description,
        let atoms = reading.document.context as? AtomContext, atoms.movieTimescale > 0,
        let duration = track.duration, duration > 0, duration < 0xFFFF_FFFF
      {
        return MediaTimeRange(
          start: .zero,
          duration: MediaTime(value: Int64(clamping: duration), timescale: atoms.movieTimescale))
      }
      if let samples = reading.samples, samples.timescale > 0 {
        return MediaTimeRange(
          start: .zero, duration: MediaTime(value: samples.end, timescale: samples.timescale))
      }
      return MediaTimeRange(start: .zero, duration: MediaDuration(reading.document).time)
    }
  }
}

extension MediaTrackProperty where Value == Double? {
  /// Samples of pictures per second, on average; `nil` when they have no duration.
  public static var nominalFrameRate: Self {
    Self("nominalFrameRate") { reading in
      reading.description.flatMap { TrackFacts($0, in: reading.document).frameRate }
    }
  }

  /// Bits of samples per second, on average; `nil` when they have no duration.
  public static var estimatedDataRate: Self {
    Self("estimatedDataRate") { reading in
      if let rate = reading.stream?.bitRate { return Double(rate) }
      guard let samples = reading.samples, samples.timescale > 0, samples.end > 0 else {
        return nil
      }
      var bytes: UInt64 = 0
      for chunk in samples.chunks { bytes = bytes.saturatingAdd(chunk.byteCount) }
      return Double(bytes) * 8 * Double(samples.timescale) / Double(samples.end)
    }
  }
}

extension MediaTrackProperty where Value == MetadataLanguage? {
  /// The language of the track.
  public static var language: Self {
    Self("language") { reading in
      MetadataLanguage(ofTrackAt: reading.track.node, in: reading.document)
    }
  }
}

extension MetadataLanguage {
  /// The language of the media of the `trak` at `node`: of `elng`, else of `mdhd`.
  package init?(ofTrackAt node: NodeIndex, in document: Document) {
    guard let media = document.tree.child("mdia", of: node) else { return nil }
    let found: MetadataLanguage? =
      switch TrackLanguage(ofMedia: media, in: document, NodeReader(document)) {
      case .tag(let tag): MetadataLanguage(code: tag)
      case .packed(let code, _): MetadataLanguage(packed: code)
      case nil: nil
      }
    guard let found else { return nil }
    self = found
  }
}

extension MediaTrackProperty where Value == Bool {
  /// Whether the track is played unless somebody chooses otherwise.
  public static var isEnabled: Self {
    Self("isEnabled") { reading in
      (reading.reader("tkhd")?.view(TrackHeader.self).number(.flags) ?? 1) & 1 == 1
    }
  }
}

extension MediaTrackProperty where Value == [MediaTrackSegment] {
  /// Its edits; one segment over all of the media when it has none.
  public static var segments: Self {
    Self("segments") { reading in
      guard let track = reading.samples else { return [] }
      let edits = track.editList
      let end = MediaTime(value: track.end, timescale: track.timescale)
      return edits.edits.map { edit in
        let start = MediaTime(value: Int64(clamping: edit.start), timescale: track.movieTimescale)
        let length = edit.duration.map {
          MediaTime(value: Int64(clamping: $0), timescale: track.movieTimescale)
        }
        let first = edit.mediaTime.map { MediaTime(value: $0, timescale: track.timescale) }
        let media = edits.mediaDuration(of: edit).map {
          MediaTime(value: Int64(clamping: $0), timescale: track.timescale)
        }
        let rest = first.map { end - $0 } ?? end
        return MediaTrackSegment(
          target: MediaTimeRange(
            start: edit.start == 0 ? .zero : start, duration: length ?? rest),
          source: first.map { MediaTimeRange(start: $0, duration: media ?? rest) },
          rate: Double(edit.rate) / 65_536)
      }
    }
  }
}

extension MediaTrackProperty where Value == [MetadataItem] {
  /// What is said of the track.
  public static var metadata: Self {
    Self("metadata") { reading in
      MediaFile.metadata(of: reading.document).filter { $0.trackID == reading.track.trackID }
    }
  }
}

extension MediaTrackProperty where Value == [MediaCharacteristic] {
  /// What the track is for: what follows from its type and coding, then what its `tagc` items say.
  public static var characteristics: Self {
    Self("characteristics") { reading in
      var list: [MediaCharacteristic] = []
      switch reading.track.mediaType {
      case .video: list.append(.visual)
      case .audio: list.append(.audible)
      case .subtitle, .closedCaption: list += [.visual, .legible]
      case .text: list.append(.legible)
      case .muxed: list += [.visual, .audible]
      default: break
      }
      for entry in reading.entries {
        if reading.document.codec(of: entry).dynamicRange != nil,
          !list.contains(.containsHDRVideo)
        {
          list.append(.containsHDRVideo)
        }
      }
      for item in MediaFile.metadata(of: reading.document)
      where item.trackID == reading.track.trackID && item.keyString == "tagc" {
        if let text = item.stringValue {
          let characteristic = MediaCharacteristic(rawValue: text)
          if !list.contains(characteristic) { list.append(characteristic) }
        }
      }
      return list
    }
  }
}
