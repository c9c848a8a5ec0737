import Atoms
public import ByteReading
import ID3
public import MediaFacts
public import MediaInspection
import SoundFiles
public import Structure

/// Where the bytes of an asset come from.
public protocol MediaAssetSource: Sendable {
  /// The bytes; asked for once, when a property is loaded first.
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
/// Making an asset reads nothing. A property is read off the caller's thread, once, however many ask
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

    public init(preferPreciseDurationAndTiming: Bool = false, limits: Limits = Limits()) {
      self.preferPreciseDurationAndTiming = preferPreciseDurationAndTiming
      self.limits = limits
    }
  }

  public let options: Options
  private let source: any MediaAssetSource
  private let properties = PropertyStore()

  /// The asset of a source; it is not opened yet.
  public init(_ source: any MediaAssetSource, options: Options = Options()) {
    self.source = source
    self.options = options
  }

  /// The asset of the file at `path`, which is not opened yet.
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
  public func loadMetadata(for format: MetadataFormat) async throws -> [MetadataItem] {
    try await load(.metadata).items(in: format)
  }

  /// The track with this ID; `nil` when there is none.
  public func loadTrack(withTrackID id: UInt64) async throws -> MediaAssetTrack? {
    try await load(.tracks).first { $0.trackID == id }
  }

  /// The tracks of this type, in the order of the file.
  public func loadTracks(withMediaType type: MediaTrackType) async throws -> [MediaAssetTrack] {
    try await load(.tracks).filter { $0.mediaType == type }
  }

  /// The tracks of this type that are in one of these languages, as
  /// `items(preferring:)` has the items of metadata: the first is what somebody who
  /// prefers these languages wants to hear or read.
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
  case notYetLoaded
  case loading
  case loaded(Value)
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

struct PropertyKey: Hashable, Sendable {
  let name: String
  /// The track's node: two tracks of a file may have one ID.
  let track: NodeIndex?
}

/// What was loaded, and what is being loaded.
///
/// A property is read by a task of its own, so that who asked first may go away and others go on.
final class PropertyStore: @unchecked Sendable {
  private let lock = Lock()
  private var entries: [PropertyKey: Entry] = [:]
  private var count = 0

  private enum Entry {
    case loading(Reading)
    case loaded(any Sendable)
    case failed(any Error)
  }

  /// A task that reads a property, and how many wait for it.
  private struct Reading {
    let number: Int
    let task: Task<any Sendable, any Error>
    var waiting: Int
  }

  /// What one who asks for a property holds until it is there.
  final class Claim<Value: Sendable>: Sendable {
    private let store: PropertyStore
    private let key: PropertyKey
    private let number: Int
    private let task: Task<any Sendable, any Error>?
    private let known: Result<any Sendable, any Error>?

    init(
      _ store: PropertyStore, _ key: PropertyKey, number: Int,
      _ task: Task<any Sendable, any Error>?, _ known: Result<any Sendable, any Error>?
    ) {
      self.store = store
      self.key = key
      self.number = number
      self.task = task
      self.known = known
    }

    /// The value, once it is there.
    func value() async throws -> Value {
      try Task.checkCancellation()
      let value: any Sendable
      if let known {
        value = try known.get()
      } else if let task {
        value = try await task.value
      } else {
        throw CancellationError()
      }
      try Task.checkCancellation()
      guard let value = value as? Value else { throw CancellationError() }
      return value
    }

    /// Says that nobody waits here any more.
    func release() { if task != nil { store.release(key, number) } }
  }

  /// Joins who waits for a property, or begins to read it.
  func claim<Value: Sendable>(
    _ key: PropertyKey, _ read: @escaping @Sendable () async throws -> Value
  ) -> Claim<Value> {
    lock.withLock {
      switch entries[key] {
      case .loaded(let value): return Claim(self, key, number: 0, nil, .success(value))
      case .failed(let error): return Claim(self, key, number: 0, nil, .failure(error))
      case .loading(var reading):
        reading.waiting += 1
        entries[key] = .loading(reading)
        return Claim(self, key, number: reading.number, reading.task, nil)
      case nil:
        count += 1
        let number = count
        let task = Task.detached { () async throws -> any Sendable in
          do {
            let value = try await read()
            try Task.checkCancellation()
            self.finish(key, number, .loaded(value))
            return value
          } catch {
            // Who was cancelled did not fail.
            self.finish(key, number, error is CancellationError ? nil : .failed(error))
            throw error
          }
        }
        entries[key] = .loading(Reading(number: number, task: task, waiting: 1))
        return Claim(self, key, number: number, task, nil)
      }
    }
  }

  private func finish(_ key: PropertyKey, _ number: Int, _ entry: Entry?) {
    lock.withLock {
      guard case .loading(let reading) = entries[key], reading.number == number else { return }
      entries[key] = entry
    }
  }

  /// One that waited does so no more; after the last the property is as if nobody had asked.
  fileprivate func release(_ key: PropertyKey, _ number: Int) {
    let task = lock.withLock { () -> Task<any Sendable, any Error>? in
      guard case .loading(var reading) = entries[key], reading.number == number else { return nil }
      reading.waiting -= 1
      if reading.waiting > 0 {
        entries[key] = .loading(reading)
        return nil
      }
      entries[key] = nil
      return reading.task
    }
    task?.cancel()
  }

  func status<Value: Sendable>(_ key: PropertyKey) -> MediaPropertyStatus<Value> {
    lock.withLock {
      switch entries[key] {
      case nil: .notYetLoaded
      case .loading: .loading
      case .loaded(let value): (value as? Value).map { .loaded($0) } ?? .notYetLoaded
      case .failed(let error): .failed(error)
      }
    }
  }
}

// MARK: Properties

extension MediaAssetProperty where Value == Document {
  /// The structure of the file: all atoms or frames.
  public static var document: Self { Self("document") { try $0.openDocument() } }
}

extension MediaAssetProperty where Value == MediaDuration {
  /// How long the file plays, and how that was found.
  public static var duration: Self {
    Self("duration") { asset in
      let document = try await asset.document()
      guard asset.options.preferPreciseDurationAndTiming, document.hasAudioFrames else {
        return MediaDuration(document)
      }
      // Frames are counted in a document of their own: the shared one others may be reading.
      let own = try MediaFile.open(document.tree.file, limits: asset.options.limits)
      guard MediaFile.countFrames(of: own, isCancelled: { Task.isCancelled }) else {
        throw CancellationError()
      }
      return MediaDuration(own)
    }
  }
}

extension MediaAssetProperty where Value == [MediaAssetTrack] {
  /// The tracks, in the order of the file; a stream of audio is one.
  public static var tracks: Self {
    Self("tracks") { asset in MediaAssetTrack.tracks(of: asset, try await asset.document()) }
  }
}

extension MediaAssetProperty where Value == [MetadataItem] {
  /// What the file says about itself; what is said of tracks is theirs.
  public static var metadata: Self {
    Self("metadata") { asset in
      MediaFile.metadata(of: try await asset.document()).filter { $0.trackID == nil }
    }
  }

  /// Those items whose meaning all formats have.
  public static var commonMetadata: Self {
    Self("commonMetadata") { asset in
      try await asset.load(.metadata).filter { $0.commonKey != nil }
    }
  }
}

extension MediaAssetProperty where Value == [MetadataFormat] {
  /// The formats that metadata is stored in, in the order of the file.
  public static var availableMetadataFormats: Self {
    Self("availableMetadataFormats") { asset in
      var formats: [MetadataFormat] = []
      for item in try await asset.load(.metadata) where !formats.contains(item.format) {
        formats.append(item.format)
      }
      return formats
    }
  }
}

extension MediaAssetProperty where Value == MetadataFields {
  /// What the file says about itself in the fields that all formats have.
  public static var fields: Self {
    Self("fields") { asset in
      MediaFile.fields(of: try await asset.document(), items: try await asset.load(.metadata))
    }
  }
}

extension MediaAssetProperty where Value == MetadataDate? {
  /// When the content was made: what metadata says, else the header of the movie.
  public static var creationDate: Self {
    Self("creationDate") { asset in
      MediaFile.creationDate(
        of: try await asset.document(), items: try await asset.load(.metadata)
      ).value
    }
  }
}

extension MediaAssetProperty where Value == Facts {
  /// What is said of the file and its tracks, each as a value with its source and the claims against
  /// it.
  public static var facts: Self {
    Self("facts") { MediaFile.facts(of: try await $0.document()) }
  }
}

extension MediaAssetProperty where Value == Playback {
  /// What a player makes of the file: what it shows, from when on and for how long.
  public static var playback: Self {
    Self("playback") { MediaFile.playback(of: try await $0.document()) }
  }
}

extension MediaAssetProperty where Value == Disclosures {
  /// What the file gives away of places, persons and devices, and what was not read for them.
  public static var disclosures: Self {
    Self("disclosures") { MediaFile.disclosures(of: try await $0.document()) }
  }
}

extension MediaAssetProperty where Value == [MediaChapter] {
  /// The chapters, of every kind.
  public static var chapters: Self {
    Self("chapters") { MediaFile.chapters(of: try await $0.document()) }
  }
}

extension MediaAssetProperty where Value == MediaFileType? {
  /// The type of the file, from its content.
  public static var fileType: Self {
    Self("fileType") { MediaFileType(content: try await $0.document()) }
  }
}

extension MediaAssetProperty where Value == String? {
  /// What the file is called on the web, with its codecs: `video/mp4; codecs="avc1.64000A"`.
  public static var mediaType: Self {
    Self("mediaType") { asset in
      let document = try await asset.document()
      return document.synopsis.mediaType?(document).text
    }
  }
}

extension MediaAssetProperty where Value == Bool {
  /// Whether some track has a sample description of protected media, used by samples or not.
  public static var hasProtectedContent: Self {
    Self("hasProtectedContent") { asset in
      try await asset.document().synopsis.tracks.contains { $0.protectedShare != .none }
    }
  }
}

extension MediaAssetProperty where Value == MediaPlayability {
  /// Whether the file can be played as far as its structure tells, and why not.
  public static var isPlayable: Self {
    Self("isPlayable") { MediaPlayability(try await $0.document()) }
  }
}

/// How long a file plays, and how that was found.
public struct MediaDuration: Sendable, Equatable {
  /// Where a duration comes from.
  public enum Source: Sendable {
    /// The header of the movie, its fragments, or of the chunks of the file.
    case header
    /// The number of frames in a `Xing` or `Info` header.
    case xing
    /// The number of frames in a `VBRI` header.
    case vbri
    /// All frames were counted.
    case counted
    /// A tag claims it.
    case tlen
    /// The bytes and the rate of the first frames.
    case estimated
    /// Nothing says it.
    case unknown
  }

  /// The length; indefinite when nothing says it.
  public let time: MediaTime
  public let source: Source
  /// What the file claims besides, where it is so different that somebody would notice.
  public let claims: [DurationFact.Claim]
  /// The length in seconds; not a number when nothing says it.
  public var seconds: Double { time.seconds }

  init(_ document: Document) {
    // What all reports print is this one.
    guard let fact = document.synopsis.duration else {
      (time, source, claims) = (.indefinite, .unknown, [])
      return
    }
    time = MediaTime(value: Int64(clamping: fact.value), timescale: fact.timescale)
    source = Source(fact.source)
    claims = fact.claims
  }
}

extension MediaDuration.Source {
  fileprivate init(_ source: DurationFact.Source) {
    switch source {
    case AudioDuration.Source.xing.fact: self = .xing
    case AudioDuration.Source.vbri.fact: self = .vbri
    case AudioDuration.Source.counted.fact: self = .counted
    case AudioDuration.Source.tlen.fact: self = .tlen
    case AudioDuration.Source.estimated.fact: self = .estimated
    default: self = .header
    }
  }
}

extension Document {
  /// Whether it holds a stream of frames of audio.
  fileprivate var hasAudioFrames: Bool {
    tree.children(of: nil).prefix(4_096).contains { AudioStream(self, at: $0) != nil }
  }
}

/// Whether a file can be played, as far as its structure tells.
public struct MediaPlayability: Sendable, Equatable {
  public let isPlayable: Bool
  /// Why not, in words; empty when it can be.
  public let reasons: [String]

  init(_ document: Document) {
    var reasons: [String] = []
    if let atoms = document.context as? AtomContext {
      let tree = document.tree
      if tree.child("moov", of: nil) == nil {
        if tree.child("meta", of: nil) == nil {
          reasons.append(
            tree.child("moof", of: nil) != nil
              ? "it is a media segment without its initialization segment" : "it has no movie")
        }
      } else {
        let played = atoms.tracks.filter { ["vide", "soun"].contains($0.handler?.key ?? "") }
        if played.isEmpty { reasons.append("no track has pictures or sound") }
        let movie = MovieSamples(document)
        let size = UInt64(tree.file.byteCount)
        for track in movie.tracks where ["vide", "soun"].contains(track.handler?.key ?? "") {
          if track.count == 0 { reasons.append("\(track.name) has no samples") }
          if track.description.sampleEntry == nil {
            reasons.append("\(track.name) has no sample description")
          }
          if track.isElsewhere {
            reasons.append("\(track.name) has samples in other files")
          } else if let fault = Self.lost(track.chunks.prefix(4_096), of: size) {
            reasons.append("\(track.name) has samples " + fault)
          }
          if track.description.protectedShare(in: tree) != .none {
            reasons.append("\(track.name) is encrypted")
          }
        }
      }
    } else if !document.hasAudioFrames, SoundFormat(document) == nil {
      reasons.append("no sound was found")
    }
    self.reasons = reasons
    isPlayable = reasons.isEmpty
  }

  /// Why samples cannot be had from a file of `size` bytes; `nil` when all of these chunks lie in it.
  private static func lost(_ chunks: some Sequence<Chunk>, of size: UInt64) -> String? {
    for chunk in chunks where chunk.sampleCount > 0 {
      guard let end = chunk.end else { return "that no chunk holds" }
      if end > size { return "beyond the end of the file" }
    }
    return nil
  }
}

/// A type of files, by the uniform type identifiers of Apple's systems.
public struct MediaFileType: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let mov = MediaFileType(rawValue: "com.apple.quicktime-movie")
  public static let mp4 = MediaFileType(rawValue: "public.mpeg-4")
  public static let m4v = MediaFileType(rawValue: "com.apple.m4v-video")
  public static let m4a = MediaFileType(rawValue: "com.apple.m4a-audio")
  public static let mobile3GPP = MediaFileType(rawValue: "public.3gpp")
  public static let mobile3GPP2 = MediaFileType(rawValue: "public.3gpp2")
  public static let wav = MediaFileType(rawValue: "com.microsoft.waveform-audio")
  public static let aiff = MediaFileType(rawValue: "public.aiff-audio")
  public static let aifc = MediaFileType(rawValue: "public.aifc-audio")
  public static let mp3 = MediaFileType(rawValue: "public.mp3")
  public static let mp2 = MediaFileType(rawValue: "public.mp2")
  public static let aac = MediaFileType(rawValue: "public.aac-audio")
  public static let heic = MediaFileType(rawValue: "public.heic")
  public static let heif = MediaFileType(rawValue: "public.heif")
  public static let avci = MediaFileType(rawValue: "public.avci")
  public static let avif = MediaFileType(rawValue: "public.avif")

  private static let extensions: [(names: StaticString, type: MediaFileType)] = [
    ("mov qt", .mov), ("mp4", .mp4), ("m4v", .m4v), ("m4a m4b m4p m4r", .m4a),
    ("3gp 3gpp", .mobile3GPP), ("3g2 3gp2", .mobile3GPP2), ("wav wave bwf", .wav),
    ("aif aiff", .aiff), ("aifc", .aifc), ("mp3", .mp3), ("mp2", .mp2), ("aac adts", .aac),
    ("heic", .heic), ("heif", .heif), ("avci", .avci), ("avif", .avif),
  ]

  /// The type that files with this extension have.
  init?(extension name: some StringProtocol) {
    let folded = name.lowercased()
    let entry = Self.extensions.first { entry in
      entry.names.description.split(separator: " ").contains { $0 == folded }
    }
    guard let entry else { return nil }
    self = entry.type
  }

  /// The type of an opened file.
  init?(content document: Document) {
    let brand = document.synopsis.brand
    switch document.synopsis.format {
    case "quicktime": self = .mov
    case "mp4":
      switch brand {
      case "M4A ", "M4B ", "M4P ": self = .m4a
      case "M4V ", "M4VH", "M4VP": self = .m4v
      default: self = .mp4
      }
    case "3gp": self = .mobile3GPP
    case "3g2": self = .mobile3GPP2
    case "heif":
      switch brand {
      case "avif", "avis": self = .avif
      case "avci", "avcs": self = .avci
      case "heic", "heix", "hevc", "hevx", "heim", "heis": self = .heic
      default: self = .heif
      }
    case "mp3": self = .mp3
    case "mp2": self = .mp2
    case "aac": self = .aac
    case "wav": self = .wav
    case "aiff": self = document.synopsis.variant == "AIFC" ? .aifc : .aiff
    default: return nil
    }
  }
}
