import ByteReading
import ID3
public import MediaFacts
import MediaInspection
import Structure

/// A picture of a tag.
public struct MetadataArtwork: Sendable, Equatable {
  /// Where the picture lies; of a link the address.
  public let bytes: MetadataBytes
  /// The type that the tag gives it, as it stands there: `image/jpeg`, `PNG`; `-->` for a link.
  public let declaredType: String?
  /// What it shows, by the numbers of ID3v2 (ID3v2.4.0 frames §4.14): 3 is the front cover.
  public let type: UInt8?
  /// What the tag says of the picture; `nil` in atoms, which have no room for it.
  public let description: String?

  /// A picture.
  ///
  /// - Parameters:
  ///   - bytes: The picture as it is stored.
  ///   - declaredType: The MIME type that the tag declares.
  ///   - type: What the picture shows, by the numbers of ID3 (ID3v2.4.0 frames §4.14).
  ///   - description: What the tag says of the picture.
  public init(
    _ bytes: MetadataBytes, declaredType: String? = nil, type: UInt8? = nil,
    description: String? = nil
  ) {
    self.bytes = bytes
    self.declaredType = declaredType
    self.type = type
    self.description = description
  }

  /// The picture of an item; `nil` when it has no bytes.
  init?(_ item: MetadataItem, _ contents: MetadataContents) {
    // Of a frame that ends behind its description that is the last field, and no picture.
    if item.keySpace == .id3, contents["info"] == nil, !contents.faults.contains(.cannotBeDecoded) { return nil }
    guard let bytes = contents["image"].flatMap(Self.bytes) ?? contents.data, bytes.count > 0
    else { return nil }
    self.init(bytes, of: item, contents)
  }

  /// What is said beside the bytes of the picture of an item, of which there may be none.
  init(_ bytes: MetadataBytes, of item: MetadataItem, _ contents: MetadataContents) {
    self.init(
      bytes,
      declaredType: contents["MIMEtype"]?.string ?? Self.type(of: contents.dataType),
      type: contents["pictureType"]?.number?.integer.flatMap { UInt8(exactly: $0) }
        ?? (item.keySpace == .ape ? Self.type(named: item.keyString) : nil),
      description: contents["info"]?.string ?? contents["filename"]?.string)
  }

  private static func bytes(_ value: MetadataValue) -> MetadataBytes? {
    if case .data(let bytes) = value { bytes } else { nil }
  }

  /// What the well-known types of iTunes stand for.
  private static func type(of number: UInt64?) -> String? {
    switch number {
    case 12: "image/gif"
    case 13: "image/jpeg"
    case 14: "image/png"
    case 27: "image/bmp"
    default: nil
    }
  }

  /// What the keys of APE tags say that pictures show.
  private static func type(named key: String) -> UInt8? {
    switch key.lowercased() {
    case "cover art (front)": 3
    case "cover art (back)": 4
    default: nil
    }
  }

  /// What the bytes are, by what they begin with.
  public var picture: Picture? { bytes.picture }
  /// Whether the tag has an address instead of a picture.
  public var isLink: Bool { declaredType == "-->" }

  /// The type of the picture, by its bytes; else what the tag says.
  public var mediaType: String {
    picture?.mediaType.description ?? declaredType ?? "application/octet-stream"
  }

  /// The extension of a file that holds it, by its bytes; else by what the tag says, and `bin` when
  /// that is no type that is known.
  public var fileExtension: String {
    if isLink { return "url" }
    switch picture?.format {
    case .jpeg: return "jpg"
    case .png: return "png"
    case .gif: return "gif"
    case .bmp: return "bmp"
    case .webP: return "webp"
    case .tiff: return "tif"
    case nil: break
    }
    switch declaredType?.lowercased() {
    case "image/jpeg", "image/jpg", "jpg": return "jpg"
    case "image/png", "png": return "png"
    case "image/gif", "gif": return "gif"
    case "image/bmp", "bmp": return "bmp"
    case "image/webp": return "webp"
    case "image/tiff": return "tif"
    default: return "bin"
    }
  }

  /// `image/jpeg 64×64, 2,170 bytes`
  var text: String {
    var text = ByteWriter()
    text.put(isLink ? "link" : mediaType)
    if let picture, picture.width > 0, picture.height > 0 {
      text.put(" ")
      text.put(decimal: UInt64(picture.width))
      text.put("×")
      text.put(decimal: UInt64(picture.height))
    }
    text.put(", ")
    text.put(grouped: bytes.count)
    text.put(bytes.count == 1 ? " byte" : " bytes")
    return text.string
  }
}

extension MetadataItem {
  /// Whether its key is one of those that the field of pictures is read from, whatever its format is.
  var isCover: Bool {
    uses.contains { !$0.isOther && MetadataField.all[$0.field].kind == .artwork }
  }
}

// MARK: Bytes

/// A version of ID3v2.
public enum TagVersion: UInt8, Sendable, CaseIterable {
  /// ID3v2.2, ID3v2.3 and ID3v2.4.
  case v22 = 2, v23, v24

  /// The type of its tags.
  var tag: FourCC { FourCC(0x4944_3300 | UInt32(rawValue)) }
}

extension MetadataArtwork {
  /// The picture in the payload of an `APIC` frame, or of a `PIC` frame of ID3v2.2; `nil` when the
  /// frame has no picture.
  ///
  /// - Parameters:
  ///   - bytes: The payload of the frame.
  ///   - version: The version of the tag.
  public init?(frame bytes: [UInt8], _ version: TagVersion) {
    let frame = FrameBytes(version == .v22 ? "PIC" : "APIC", bytes, version)
    guard
      let data = frame.bytes(of: AttachedPicture[.data]) ?? frame.bytes(of: AttachedPicture[.url])
    else { return nil }
    self.init(
      data,
      declaredType: frame.text(of: AttachedPicture[.mime_type])
        ?? frame.text(of: AttachedPicture[.image_format]),
      type: frame.number(of: AttachedPicture[.picture_type]).flatMap { UInt8(exactly: $0) },
      description: frame.text(of: AttachedPicture[.description]))
  }

  /// The payload of a frame that holds the picture.
  ///
  /// ID3v2.2 knows `PNG`, `JPG` and links alone; another type stands there as `BIN`. What no type was
  /// declared for gets the one its bytes have.
  ///
  /// - Parameter version: The version of the tag.
  /// - Returns: The payload.
  public func frame(_ version: TagVersion) -> [UInt8] {
    var writer = FrameWriter(version, texts: [description ?? ""])
    if version == .v22 {
      let format =
        isLink
        ? "-->" : fileExtension == "jpg" ? "JPG" : fileExtension == "png" ? "PNG" : "BIN"
      writer.put(latin1: format, isTerminated: false)
    } else {
      writer.put(latin1: declaredType ?? mediaType)
    }
    writer.bytes.append(type ?? 0)
    writer.put(description ?? "", isTerminated: true)
    writer.bytes += bytes.array
    return writer.bytes
  }

  /// The picture in the payload of a `data` atom: type, locale, bytes.
  ///
  /// - Parameter bytes: The payload of the atom; `nil` for eight bytes and fewer, and for another set of types than the well-known one.
  public init?(iTunes bytes: [UInt8]) {
    guard bytes.count > 8, bytes[0] == 0 else { return nil }
    let type = UInt64(bytes[1]) << 16 | UInt64(bytes[2]) << 8 | UInt64(bytes[3])
    self.init(
      MetadataBytes(copying: Array(bytes.dropFirst(8))), declaredType: Self.type(of: type))
  }

  /// The payload of a `data` atom that holds the picture; `nil` for a link.
  public var iTunesBytes: [UInt8]? {
    guard !isLink else { return nil }
    let type: UInt8 =
      switch fileExtension {
      case "gif": 12
      case "jpg": 13
      case "png": 14
      case "bmp": 27
      default: 0
      }
    return [0, 0, 0, type, 0, 0, 0, 0] + bytes.array
  }
}

/// A comment, or lyrics: text with a language and a description.
public struct MetadataComment: Hashable, Sendable {
  /// Three letters of ISO 639-2, as they stand in the frame.
  public let language: String
  /// What keeps comments of one language apart; empty for the comment that people write.
  public let description: String
  /// The text itself.
  public let text: String

  /// A comment; `nil` when the language is not three characters of ASCII, or a text holds a zero,
  /// which ends it in a frame.
  ///
  /// - Parameters:
  ///   - text: The text itself.
  ///   - language: Three characters of ISO 639-2; `und` for none.
  ///   - description: What keeps comments of one language apart.
  public init?(_ text: String, language: String = "und", description: String = "") {
    guard language.utf8.count == 3, language.utf8.allSatisfy({ $0.isPrintable }),
      !text.utf8.contains(0), !description.utf8.contains(0)
    else { return nil }
    self.language = language
    self.description = description
    self.text = text
  }

  /// The comment in the payload of a `COMM` or `USLT` frame.
  ///
  /// - Parameters:
  ///   - bytes: The payload of the frame; `nil` when a part of it is missing.
  ///   - version: The version of the tag.
  public init?(frame bytes: [UInt8], _ version: TagVersion) {
    let frame = FrameBytes(version == .v22 ? "COM" : "COMM", bytes, version)
    guard let text = frame.text(of: Comment[.text]),
      let language = frame.text(of: Comment[.language])
    else { return nil }
    self.language = language
    self.text = text
    description = frame.text(of: Comment[.description]) ?? ""
  }

  /// The payload of a frame that holds the comment, in the narrowest encoding that has all its
  /// characters and that the version knows.
  ///
  /// - Parameter version: The version of the tag.
  /// - Returns: The payload.
  public func frame(_ version: TagVersion) -> [UInt8] {
    var writer = FrameWriter(version, texts: [description, text])
    writer.put(latin1: language, isTerminated: false)
    writer.put(description, isTerminated: true)
    writer.put(text, isTerminated: false)
    return writer.bytes
  }
}

/// Writes the payload of a frame.
private struct FrameWriter {
  var bytes: [UInt8]
  private let encoding: TagEncoding

  private enum TagEncoding: UInt8 { case latin1, utf16, utf16BE, utf8 }

  /// Begins with the encoding that `texts` need.
  init(_ version: TagVersion, texts: [String]) {
    if texts.allSatisfy({ $0.unicodeScalars.allSatisfy { $0.value < 0x100 } }) {
      encoding = .latin1
    } else {
      encoding = version == .v24 ? .utf8 : .utf16
    }
    bytes = [encoding.rawValue]
  }

  mutating func put(latin1 text: String, isTerminated: Bool = true) {
    bytes += text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    if isTerminated { bytes.append(0) }
  }

  mutating func put(_ text: String, isTerminated: Bool) {
    switch encoding {
    case .latin1: put(latin1: text, isTerminated: isTerminated)
    case .utf16, .utf16BE:
      bytes += [0xFF, 0xFE]
      for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
      if isTerminated { bytes += [0, 0] }
    case .utf8:
      bytes += Array(text.utf8)
      if isTerminated { bytes.append(0) }
    }
  }
}

/// The fields of a frame's payload that stands alone, by the frame's syntax table.
private struct FrameBytes {
  private let fields: [StoredFields.Field]
  private let source: ByteSource

  init(_ type: FourCC, _ bytes: [UInt8], _ version: TagVersion) {
    source = ByteSource(copying: bytes)
    fields = Self.fields(of: type, source, version)
  }

  private static func fields(
    of type: FourCC, _ source: ByteSource, _ version: TagVersion
  ) -> [StoredFields.Field] {
    let catalogue = Catalogue.frames3
    guard
      let number = catalogue.table(for: type, in: version.tag, handler: nil, extendedType: nil),
      let program = catalogue.program(number)
    else { return [] }
    var walker = Walker()
    var sink = StoredFields()
    var cursor = ByteCursor(
      source.bytes, over: Extent(byteOffset: 0, byteCount: source.byteCount))
    walker.walk(program, &cursor, context: NoContext(), into: &sink)
    return sink.fields
  }

  private func first(_ field: ViewedField) -> StoredFields.Field? {
    fields.first { $0.program.row($0.row, is: field) }
  }

  func text(of field: ViewedField) -> String? { first(field)?.text(in: source).text }
  func number(of field: ViewedField) -> UInt64? { first(field)?.raw }

  func bytes(of field: ViewedField) -> MetadataBytes? {
    first(field).map { MetadataBytes(source, $0.content, fileOffset: nil) }
  }
}
