import Atoms
public import ByteReading
import ID3
import MediaFacts
public import MediaInspection
import SoundFiles
public import Structure

/// Where the bytes of an asset come from.
public protocol MediaAssetSource: Sendable {
  /// The bytes; asked for once, when a property is loaded first.
  ///
  /// - Returns: The source.
  /// - Throws: What stands in the way: the property that was asked for fails with it.
  func open() throws -> ByteSource
  /// The path of the file, for its extension.
  var path: String? { get }
}

/// A file by its path.
private struct FileSource: MediaAssetSource {
  let file: String
  var path: String? { file }
  func open() throws -> ByteSource { try ByteSource.open(path: file) }
}

/// A media file whose properties are read when they are asked for.
///
/// Making an asset does not read. A property is read off the caller's thread, once, however many ask
/// for it at a time; what several properties need, such as the structure of the file, is shared.
///
/// ```swift
/// let asset = MediaAsset(path: "movie.mov")
/// let (duration, tracks) = try await asset.load(.duration, .tracks)
/// let title = try await asset.load(.commonMetadata).items(with: .title).first?.stringValue
/// ```
public final class MediaAsset: Sendable {
  /// How an asset is read.
  public struct Options: Sendable {
    /// Whether all frames of a stream of audio are counted for its duration, rather than its header
    /// believed, or `TLEN`, or the rate of its first frames.
    public var preferPreciseDurationAndTiming = false
    /// Bounds on what the file may cost.
    public var limits = Limits()

    /// Options of an asset.
    ///
    /// - Parameters:
    ///   - preferPreciseDurationAndTiming: Whether all frames of a stream are counted, where a header only estimates.
    ///   - limits: What bounds the cost of the file.
    public init(preferPreciseDurationAndTiming: Bool = false, limits: Limits = Limits()) {
      self.preferPreciseDurationAndTiming = preferPreciseDurationAndTiming
      self.limits = limits
    }
  }

  /// How the file is read.
  public let options: Options
  private let source: any MediaAssetSource
  private let properties = PropertyStore()

  /// The asset of a source; it is not opened yet.
  ///
  /// - Parameters:
  ///   - source: Where the bytes come from.
  ///   - options: How the file is read.
  public init(_ source: any MediaAssetSource, options: Options = Options()) {
    self.source = source
    self.options = options
  }

  /// The asset of the file at `path`, which is not opened yet.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - options: How the file is read.
  public convenience init(path: String, options: Options = Options()) {
    self.init(FileSource(file: path), options: options)
  }

  /// The type that files with this extension have; `nil` for unknown extensions. The file is not
  /// looked at.
  public var fileTypeForExtension: MediaFileType? {
    guard let path = source.path, let dot = path.lastIndex(of: ".") else { return nil }
    return MediaFileType(extension: path[path.index(after: dot)...])
  }

  // MARK: Loading

  /// Reads properties, together, and gives them in the order asked for.
  ///
  /// Each keeps its own status: one that fails hides no other.
  ///
  /// - Throws: `CancellationError` when the task is cancelled; what of the file could not be read, of
  ///   the first property that failed.
  ///
  /// - Parameter wanted: The properties.
  /// - Returns: Their values.
  public func load<each Value: Sendable>(
    _ wanted: repeat MediaAssetProperty<each Value>
  ) async throws -> (repeat each Value) {
    // All are begun before the first is waited for.
    let claims =
      (repeat properties.claim((each wanted).key(of: nil)) { [self] in
        try await (each wanted).read(self)
      })
    return try await withTaskCancellationHandler {
      // Those that come after one that fails are finished, too, for who asks next.
      (repeat try await (each claims).value())
    } onCancel: {
      repeat (each claims).release()
    }
  }

  /// Reads one property.
  ///
  /// - Parameter wanted: The property.
  /// - Returns: Its value.
  /// - Throws: `CancellationError` when the task is cancelled; what of the file could not be read.
  public func load<Value: Sendable>(_ wanted: MediaAssetProperty<Value>) async throws -> Value {
    try await load(wanted, track: nil)
  }

  func load<Value: Sendable>(
    _ wanted: MediaAssetProperty<Value>, track: NodeIndex?
  ) async throws -> Value {
    let claim = properties.claim(wanted.key(of: track)) { [self] in try await wanted.read(self) }
    return try await withTaskCancellationHandler {
      try await claim.value()
    } onCancel: {
      claim.release()
    }
  }

  /// What became of a property so far.
  ///
  /// - Parameter property: The property.
  /// - Returns: Its value once it was read, or why it could not be.
  public func status<Value: Sendable>(
    of property: MediaAssetProperty<Value>
  ) -> MediaPropertyStatus<Value> {
    properties.status(property.key(of: nil))
  }

  func status<Value: Sendable>(
    of property: MediaAssetProperty<Value>, track: NodeIndex
  ) -> MediaPropertyStatus<Value> {
    properties.status(property.key(of: track))
  }

  /// The structure of the file.
  func document() async throws -> Document { try await load(.document) }

  func openDocument() throws -> Document {
    try MediaFile.open(source.open(), limits: options.limits)
  }

  // MARK: What takes a parameter

  /// The metadata of one format; ``MediaAssetProperty/metadata`` is all of them together.
  ///
  /// - Parameter format: The format of the items.
  /// - Returns: The items in the order of the file.
  /// - Throws: As each `load(_:)`.
  public func loadMetadata(for format: MetadataFormat) async throws -> [MetadataItem] {
    try await load(.metadata).items(in: format)
  }

  /// The track with this ID; `nil` when there is none.
  ///
  /// - Parameter id: The number of the track in the file.
  /// - Returns: The first track of that number.
  /// - Throws: As each `load(_:)`.
  public func loadTrack(withTrackID id: UInt64) async throws -> MediaAssetTrack? {
    try await load(.tracks).first { $0.trackID == id }
  }

  /// The tracks of this type, in the order of the file.
  ///
  /// - Parameter type: What kind of media it is.
  /// - Returns: The tracks; empty when there are none.
  /// - Throws: As each `load(_:)`.
  public func loadTracks(withMediaType type: MediaTrackType) async throws -> [MediaAssetTrack] {
    try await load(.tracks).filter { $0.mediaType == type }
  }

  /// The tracks of this type that are in one of these languages, as
  /// `items(preferring:)` has the items of metadata: the first is what somebody who
  /// prefers these languages wants to hear or read.
  ///
  /// - Parameters:
  ///   - type: What kind of media it is.
  ///   - languages: Codes such as `de`, `deu` or `de-AT`, the preferred one first.
  /// - Returns: The tracks; empty when there are none.
  /// - Throws: As each `load(_:)`.
  public func loadTracks(
    withMediaType type: MediaTrackType, preferring languages: [String]
  ) async throws -> [MediaAssetTrack] {
    var found: [(element: MediaAssetTrack, language: MetadataLanguage?)] = []
    for track in try await loadTracks(withMediaType: type) {
      found.append((track, try await track.load(.language)))
    }
    return MetadataLanguage.sorted(found, preferring: languages)
  }

  /// The tracks that have this characteristic, in the order of the file.
  ///
  /// - Parameter characteristic: What the tracks are for.
  /// - Returns: The tracks; empty when there are none.
  /// - Throws: As each `load(_:)`.
  public func loadTracks(
    withMediaCharacteristic characteristic: MediaCharacteristic
  ) async throws -> [MediaAssetTrack] {
    var found: [MediaAssetTrack] = []
    for track in try await load(.tracks)
    where try await track.load(.characteristics).contains(characteristic) {
      found.append(track)
    }
    return found
  }
}

/// What became of a property so far.
public enum MediaPropertyStatus<Value: Sendable>: Sendable {
  /// Nobody has asked for it.
  case notYetLoaded
  /// It was asked for, and is not there yet.
  case loading
  /// It is there.
  case loaded(Value)
  /// It cannot be had.
  case failed(any Error)
}

/// A property of an asset.
public struct MediaAssetProperty<Value: Sendable>: Sendable {
  let name: String
  let read: @Sendable (MediaAsset) async throws -> Value

  init(_ name: String, _ read: @escaping @Sendable (MediaAsset) async throws -> Value) {
    self.name = name
    self.read = read
  }

  func key(of track: NodeIndex?) -> PropertyKey { PropertyKey(name: name, track: track) }
}
