public import ByteReading

/// Whose keys a key is one of: `mdta`, `itsk`, `org.id3`.
///
/// The raw values are those of AVFoundation's constants. Tags that AVFoundation does not read have
/// names of ours: `id3v1`, `tagplus`, `lyrics3`, `ape`, `riff`, `aiff`, `item`, `exif`,
/// `xmp`, `iptc`, `plist`, `samsung`, `insta360`, `xtra`, `nero`.
public struct MetadataKeySpace: RawRepresentable, Hashable, Sendable {
  /// The name of the key space as identifiers begin with it: `itsk`.
  public var rawValue: String
  /// The key space of this name.
  ///
  /// - Parameter rawValue: The name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// What all key spaces have in common: `comn`.
  public static let common = MetadataKeySpace(rawValue: "comn")
  /// Items of an iTunes list: `itsk`.
  public static let iTunes = MetadataKeySpace(rawValue: "itsk")
  /// Freeform items of an iTunes list, whose key is a domain and a name: `itlk`.
  public static let iTunesLong = MetadataKeySpace(rawValue: "itlk")
  /// QuickTime metadata, whose keys stand in `keys`: `mdta`.
  public static let quickTimeMetadata = MetadataKeySpace(rawValue: "mdta")
  /// User data of QuickTime files: `udta`.
  public static let quickTimeUserData = MetadataKeySpace(rawValue: "udta")
  /// User data of ISO and 3GPP files: `uiso`.
  public static let isoUserData = MetadataKeySpace(rawValue: "uiso")
  /// Frames of ID3v2: `org.id3`; identifiers begin with `id3/`.
  public static let id3 = MetadataKeySpace(rawValue: "org.id3")
  /// What Icecast streams say: `icy`.
  public static let icy = MetadataKeySpace(rawValue: "icy")
  /// The information of an audio file: `caaf`.
  public static let audioFile = MetadataKeySpace(rawValue: "caaf")
  /// Date ranges of HTTP Live Streaming: `lsdr`.
  public static let hlsDateRange = MetadataKeySpace(rawValue: "lsdr")
  /// The fields of an ID3v1 tag, by name.
  public static let id3v1 = MetadataKeySpace(rawValue: "id3v1")
  /// The fields of an enhanced ID3v1 tag (`TAG+`) or of ID3v1.2 (`EXT`), by name; a text is all of it,
  /// or goes on where that of ID3v1 ends: writers differ.
  public static let enhancedID3v1 = MetadataKeySpace(rawValue: "tagplus")
  /// Fields of a Lyrics3 tag, by their three letters; the lyrics of version 1 are `LYR`, too.
  public static let lyrics3 = MetadataKeySpace(rawValue: "lyrics3")
  /// Items of an APE tag, by key.
  public static let ape = MetadataKeySpace(rawValue: "ape")
  /// Entries of an `INFO` list in a WAV file.
  public static let riff = MetadataKeySpace(rawValue: "riff")
  /// Text chunks of an AIFF file.
  public static let aiff = MetadataKeySpace(rawValue: "aiff")
  /// Blocks of metadata that a still image holds as items: `Exif`, `XMP`.
  public static let imageItems = MetadataKeySpace(rawValue: "item")
  /// Entries of Exif, by the names that it gives its tags; `GPSPosition` and `DateTimeOriginalWithZone` are
  /// what several entries say together.
  public static let exif = MetadataKeySpace(rawValue: "exif")
  /// Properties of XMP, by their prefixes and names: `dc:creator[1]`.
  public static let xmp = MetadataKeySpace(rawValue: "xmp")
  /// Data sets of IPTC-IIM, by the names that it gives them: `By-line`; of those without a name their numbers.
  public static let iptc = MetadataKeySpace(rawValue: "iptc")
  /// Values of property lists, by the keys and numbers that lead to them: `SystemVersion/ProductName`.
  public static let propertyList = MetadataKeySpace(rawValue: "plist")
  /// Blocks that cameras of Samsung leave behind a picture, by their names: `Image_UTC_Data`.
  public static let samsung = MetadataKeySpace(rawValue: "samsung")
  /// Records that cameras of Insta360 leave behind a film, by names of ours: `SerialNumber`, `Position`.
  public static let insta360 = MetadataKeySpace(rawValue: "insta360")
  /// Attributes that Windows writes into the user data of MP4 files (`Xtra`): `WM/Conductor`.
  public static let windowsMedia = MetadataKeySpace(rawValue: "xtra")
  /// Entries that Nero writes into user data (`tags`).
  public static let nero = MetadataKeySpace(rawValue: "nero")

  /// Whether its keys are four-character codes.
  public var hasCodes: Bool {
    switch self {
    case .iTunes, .quickTimeUserData, .isoUserData, .id3, .riff, .aiff: true
    default: false
    }
  }

  /// What identifiers begin with: the raw value but for `id3` and `common`.
  public var identifierPrefix: String {
    switch self {
    case .id3: "id3"
    case .common: "common"
    default: rawValue
    }
  }

  /// The key space whose identifiers begin with this.
  package init(identifierPrefix prefix: some StringProtocol) {
    switch prefix {
    case "id3": self = .id3
    case "common": self = .common
    default: self.init(rawValue: String(prefix))
    }
  }

  /// The key that this key string stands for; `nil` when it is no code and keys here are.
  package func key(string: some StringProtocol) -> MetadataKey? {
    hasCodes ? FourCC(key: String(string)).map { .code($0) } : .text(String(string))
  }
}

/// A key: a number, of which people know the four characters, or text.
public enum MetadataKey: Hashable, Sendable {
  /// A number, written as its four characters.
  case code(FourCC)
  /// A text, as key spaces with reverse-DNS names have them.
  case text(String)

  /// A number as AVFoundation gives it, signed.
  ///
  /// - Parameter integer: The number.
  public init(integer: Int32) { self = .code(FourCC(UInt32(bitPattern: integer))) }

  /// The number that a four-character key is, signed; `nil` for text.
  public var integer: Int32? {
    if case .code(let code) = self { Int32(bitPattern: code.rawValue) } else { nil }
  }

  /// The key as constants spell it: `@nam`, `TT2`, `com.apple.quicktime.make`.
  ///
  /// Characters that cannot stand in it are escaped as in `FourCC.key`.
  public var keyString: String {
    switch self {
    case .code(let code): code.key
    case .text(let text): text
    }
  }
}

/// A key and its key space as one text: `itsk/%A9alb`, `id3/%00TT2`, `mdta/com.apple.quicktime.make`.
///
/// The key's bytes stand behind the key space; what is no ASCII letter or digit nor one of `- . _ ~`
/// is written `%` and two upper-case hexadecimal digits. A number is its four bytes, the most
/// significant first.
///
/// ```swift
/// MetadataIdentifier("itsk/%A9alb")?.key.keyString   // "@alb"
/// MetadataIdentifier(.iTunes, .code("@alb")).text    // "itsk/%A9alb"
/// ```
public struct MetadataIdentifier: Hashable, Sendable {
  /// The key space.
  public var keySpace: MetadataKeySpace
  /// The key.
  public var key: MetadataKey

  /// The identifier of a key in its key space.
  ///
  /// - Parameters:
  ///   - keySpace: The key space.
  ///   - key: The key.
  public init(_ keySpace: MetadataKeySpace, _ key: MetadataKey) {
    self.keySpace = keySpace
    self.key = key
  }

  /// Reads an identifier; `nil` when there is no slash, an escape is broken, or the key is not of
  /// the kind that its key space has.
  ///
  /// - Parameter text: The identifier: `itsk/%A9nam`.
  public init?(_ text: some StringProtocol) {
    guard let slash = text.firstIndex(of: "/") else { return nil }
    let keySpace = MetadataKeySpace(identifierPrefix: text[..<slash])
    guard !keySpace.rawValue.isEmpty,
      let bytes = Self.bytes(escaped: text[text.index(after: slash)...].utf8)
    else { return nil }
    if keySpace.hasCodes {
      guard bytes.count == 4 else { return nil }
      let code = bytes.reduce(UInt32(0)) { $0 &<< 8 | UInt32($1) }
      self.init(keySpace, .code(FourCC(code)))
    } else {
      guard let key = String(validating: bytes, as: UTF8.self)?.streamSafe else { return nil }
      self.init(keySpace, .text(key))
    }
  }

  /// The identifier that AVFoundation has a constant for, by what stands behind
  /// `AVMetadataIdentifier`: `iTunesMetadataSongName`; for common ones `CommonIdentifierTitle`, what
  /// stands behind `AVMetadata`.
  ///
  /// - Parameter name: The name of the constant.
  /// - Complexity: O(*n*) in the constants.
  public init?(constant name: some StringProtocol) {
    guard
      let entry = MetadataTable.entries.first(where: { $0.constant.map { $0 == name } ?? false })
    else { return nil }
    self = entry.identifier
  }

  /// The identifier as text.
  public var text: String {
    var text = ByteWriter()
    put(to: &text)
    return text.string
  }

  /// Puts the identifier as text.
  ///
  /// - Parameter output: Where it is written to.
  public func put(to output: inout ByteWriter) {
    output.put(keySpace.identifierPrefix)
    output.put("/")
    switch key {
    case .code(let code):
      for index in 0..<4 { output.put(escaped: code.byte(index)) }
    case .text(let key):
      for byte in key.utf8 { output.put(escaped: byte) }
    }
  }

  /// What AVFoundation calls it, where it has a constant: see ``init(constant:)``.
  public var constant: String? {
    MetadataTable.constant(of: self)
  }

  /// The same in words, without the key space: `Creation date`; `nil` where there is no constant.
  package var constantWords: String? {
    guard let constant, let name = MetadataTable.name(of: constant, in: keySpace) else { return nil }
    let letters = Array(name)
    var words = ""
    for (place, letter) in letters.enumerated() {
      // A capital begins a word where a small letter stands before it.
      guard place > 0, letter.isUppercase, letters[place - 1].isLowercase else {
        words.append(letter)
        continue
      }
      let isInitial = place + 1 < letters.count && letters[place + 1].isUppercase
      words += isInitial ? " " + String(letter) : " " + letter.lowercased()
    }
    return words
  }

  /// The common key of its meaning, where there is one.
  public var commonKey: CommonKey? { MetadataTable.commonKey(of: self) }

  /// All identifiers that have a constant or a common key.
  public static var known: [MetadataIdentifier] { MetadataTable.entries.map(\.identifier) }

  private static func bytes(escaped text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.next()?.hexDigit, let low = rest.next()?.hexDigit else { return nil }
      bytes.append(high &<< 4 | low)
    }
    return bytes
  }
}

extension MetadataIdentifier: CustomStringConvertible {
  /// The identifier as text.
  public var description: String { text }
}

/// What an item means in every format: `title`, `artist`, `creationDate`.
public struct CommonKey: RawRepresentable, Hashable, Sendable {
  /// The name as AVFoundation has it: `albumName`.
  public var rawValue: String
  /// The common key of this name.
  ///
  /// - Parameter rawValue: The name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// What is to be seen, for those who do not see it.
  public static let accessibilityDescription = CommonKey(rawValue: "accessibilityDescription")
  /// The name of the album.
  public static let albumName = CommonKey(rawValue: "albumName")
  /// Who performs.
  public static let artist = CommonKey(rawValue: "artist")
  /// The picture on the sleeve.
  public static let artwork = CommonKey(rawValue: "artwork")
  /// The identifier of the asset.
  public static let identifier = CommonKey(rawValue: "identifier")
  /// Who wrote it.
  public static let author = CommonKey(rawValue: "author")
  /// Who contributed to it.
  public static let contributor = CommonKey(rawValue: "contributor")
  /// The notice of copyright.
  public static let copyrights = CommonKey(rawValue: "copyrights")
  /// When it was created.
  public static let creationDate = CommonKey(rawValue: "creationDate")
  /// Who created it.
  public static let creator = CommonKey(rawValue: "creator")
  /// What it is about.
  public static let description = CommonKey(rawValue: "description")
  /// The format of the data.
  public static let format = CommonKey(rawValue: "format")
  /// The language of the content.
  public static let language = CommonKey(rawValue: "language")
  /// When it was changed last.
  public static let lastModifiedDate = CommonKey(rawValue: "lastModifiedDate")
  /// Where it was recorded (ISO 6709).
  public static let location = CommonKey(rawValue: "location")
  /// Who made the device.
  public static let make = CommonKey(rawValue: "make")
  /// The model of the device.
  public static let model = CommonKey(rawValue: "model")
  /// Who published it.
  public static let publisher = CommonKey(rawValue: "publisher")
  /// What it is related to.
  public static let relation = CommonKey(rawValue: "relation")
  /// The program that wrote it.
  public static let software = CommonKey(rawValue: "software")
  /// What it was made from.
  public static let source = CommonKey(rawValue: "source")
  /// The subject.
  public static let subject = CommonKey(rawValue: "subject")
  /// The title.
  public static let title = CommonKey(rawValue: "title")
  /// The type of the content.
  public static let type = CommonKey(rawValue: "type")

  /// The identifier of the key itself: `common/title`.
  public var identifier: MetadataIdentifier { MetadataIdentifier(.common, .text(rawValue)) }
}

/// The format that an item was stored in, as AVFoundation calls it.
public struct MetadataFormat: RawRepresentable, Hashable, Sendable {
  /// The name of the format as AVFoundation has it.
  public var rawValue: String
  /// The format of this name.
  ///
  /// - Parameter rawValue: The name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// User data of a QuickTime file, of the movie or of a track.
  public static let quickTimeUserData = MetadataFormat(rawValue: "com.apple.quicktime.udta")
  /// User data of an ISO or 3GPP file.
  public static let isoUserData = MetadataFormat(rawValue: "org.mp4ra")
  /// QuickTime metadata: `keys` and `ilst` under the handler `mdta`.
  public static let quickTimeMetadata = MetadataFormat(rawValue: "com.apple.quicktime.mdta")
  /// An iTunes list: `ilst` under the handler `mdir`.
  public static let iTunes = MetadataFormat(rawValue: "com.apple.itunes")
  /// An ID3v2 tag.
  public static let id3 = MetadataFormat(rawValue: "org.id3")
  /// An ID3v1 tag; a name of ours, as are those that follow.
  public static let id3v1 = MetadataFormat(rawValue: "id3v1")
  /// An enhanced ID3v1 tag, or ID3v1.2.
  public static let enhancedID3v1 = MetadataFormat(rawValue: "id3v1.enhanced")
  /// A Lyrics3 tag.
  public static let lyrics3 = MetadataFormat(rawValue: "lyrics3")
  /// An APE tag.
  public static let ape = MetadataFormat(rawValue: "ape")
  /// An `INFO` list of a WAV file.
  public static let riff = MetadataFormat(rawValue: "riff.info")
  /// The text chunks of an AIFF file.
  public static let aiff = MetadataFormat(rawValue: "aiff.text")
  /// Items of a still image that hold metadata.
  public static let imageItems = MetadataFormat(rawValue: "heif.items")
  /// Directories of Exif.
  public static let exif = MetadataFormat(rawValue: "exif")
  /// A packet of XMP.
  public static let xmp = MetadataFormat(rawValue: "xmp")
  /// Data sets of IPTC-IIM.
  public static let iptc = MetadataFormat(rawValue: "iptc")
  /// A property list, binary or of text.
  public static let propertyList = MetadataFormat(rawValue: "plist")
  /// What cameras of Samsung leave behind a picture.
  public static let samsung = MetadataFormat(rawValue: "samsung")
  /// What cameras of Insta360 leave behind a film.
  public static let insta360 = MetadataFormat(rawValue: "insta360")
  /// Attributes of Windows in user data.
  public static let windowsMedia = MetadataFormat(rawValue: "windows.xtra")
  /// Tags of Nero in user data.
  public static let nero = MetadataFormat(rawValue: "nero.tags")

  /// What people call it.
  public var name: StaticString {
    switch self {
    case .quickTimeUserData: "QuickTime user data"
    case .isoUserData: "ISO user data"
    case .quickTimeMetadata: "QuickTime metadata"
    case .iTunes: "iTunes metadata"
    case .id3: "ID3v2"
    case .id3v1: "ID3v1"
    case .enhancedID3v1: "Enhanced ID3v1"
    case .lyrics3: "Lyrics3"
    case .ape: "APE"
    case .riff: "WAV information"
    case .aiff: "AIFF text"
    case .imageItems: "Metadata of the image"
    case .exif: "Exif"
    case .xmp: "XMP"
    case .iptc: "IPTC-IIM"
    case .propertyList: "Property list"
    case .samsung: "Samsung trailer"
    case .insta360: "Insta360 trailer"
    case .windowsMedia: "Windows attributes"
    case .nero: "Nero tags"
    default: "Metadata"
    }
  }
}

extension ByteWriter {
  /// A byte of an identifier's key.
  fileprivate mutating func put(escaped byte: UInt8) {
    switch byte {
    case _ where byte.isLetterOrDigit, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      put(byte)
    default:
      put("%")
      put(digit: byte &>> 4)
      put(digit: byte & 15)
    }
  }

  private mutating func put(digit: UInt8) {
    put(digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "A") &+ (digit &- 10))
  }
}
