// swift-format-ignore-file: DoNotUseSemicolons

internal import ByteReading

/// Makes ID3v2 tags of one version.
///
/// ```swift
/// let v3 = TagBuilder(.v3)
/// let file = atoms {
///   v3.tag(padding: 10) {
///     v3.text("TIT2", "Blue Train")
///     v3.frame("PCNT") { u32(7) }
///   }
///   mpegAudio(frames: 3)
/// }
/// ```
///
/// Sizes, checksums and unsynchronisation are computed; a size that is to lie is given.
public struct TagBuilder: Sendable {
  /// The major version.
  public enum Version: UInt8, Sendable { case v2 = 2, v3, v4 }

  public let version: Version

  public init(_ version: Version) { self.version = version }

  // MARK: Tags

  /// What stands between the header of a tag and its frames.
  public struct ExtendedHeader: Sendable {
    /// The tag changes an earlier one; version 4.
    public var isUpdate = false
    public var hasChecksum = false
    /// A checksum to write instead of the right one.
    public var checksum: UInt64?
    /// The byte of restrictions; version 4.
    public var restrictions: UInt8?

    public init(
      isUpdate: Bool = false, hasChecksum: Bool = false, checksum: UInt64? = nil,
      restrictions: UInt8? = nil
    ) {
      self.isUpdate = isUpdate
      self.hasChecksum = hasChecksum
      self.checksum = checksum
      self.restrictions = restrictions
    }
  }

  /// A tag.
  ///
  /// Unsynchronisation is that of the version: of the whole tag in versions 2 and 3, of each frame
  /// in version 4, where `frame` does it. `flags` are added to those that follow from the rest;
  /// `rawSize` is written instead of the size, which does not count header and footer.
  public func tag(
    unsynchronised: Bool = false, extended: ExtendedHeader? = nil, footer: Bool = false,
    padding: Int = 0, flags: UInt8 = 0, revision: UInt8 = 0, rawSize: UInt32? = nil,
    @AtomBuilder _ frames: () -> Piece
  ) -> Piece {
    let frames = frames().bytes
    var content = frames
    var flags = flags
    if let extended {
      flags |= 0x40
      content = header(extended, of: frames, padding: padding) + content
    }
    content += Array(repeating: 0, count: padding)
    if unsynchronised {
      flags |= 0x80
      if version != .v4 { content = unsynchronisation(of: content) }
    }
    if footer { flags |= 0x10 }
    let size = rawSize ?? UInt32(content.count)
    func ends(_ identifier: String) -> [UInt8] {
      Array(identifier.utf8) + [version.rawValue, revision, flags] + syncsafe(size).bytes
    }
    return Piece(ends("ID3") + content + (footer ? ends("3DI") : []))
  }

  private func header(
    _ extended: ExtendedHeader, of frames: [UInt8], padding: Int
  ) -> [UInt8] {
    let zeros = Array(repeating: UInt8(0), count: padding)
    if version == .v4 {
      var flags: UInt8 = 0
      var data: [UInt8] = []
      if extended.isUpdate {
        flags |= 0x40
        data += [0]
      }
      if extended.hasChecksum {
        flags |= 0x20
        let checksum = extended.checksum ?? UInt64(checksum(of: frames + zeros))
        data.append(5)
        for place in (0..<5 as Range<UInt64>).reversed() { data.append(UInt8(checksum >> (7 * place) & 0x7F)) }
      }
      if let restrictions = extended.restrictions {
        flags |= 0x10
        data += [1, restrictions]
      }
      return syncsafe(UInt32(6 + data.count)).bytes + [1, flags] + data
    }
    let checksum = extended.checksum ?? UInt64(checksum(of: frames))
    return pieces {
      u32(extended.hasChecksum ? 10 : 6)
      u16(extended.hasChecksum ? 0x8000 : 0)
      u32(UInt32(padding))
      if extended.hasChecksum { u32(UInt32(truncatingIfNeeded: checksum)) }
    }.bytes
  }

  // MARK: Frames

  /// How a frame is stored.
  public struct Format: Sendable {
    /// Bits that say what is to be done with the frame, as the version has them.
    public var status: UInt16 = 0
    /// The content is compressed, in one stored block.
    public var isCompressed = false
    /// The method that the content is said to be encrypted by.
    public var encryption: UInt8?
    /// The group the frame belongs to.
    public var group: UInt8?
    /// The content is unsynchronised; version 4.
    public var isUnsynchronised = false
    /// The length of the content before all of that is given; version 4. Compression gives it too.
    public var hasDataLength = false

    public init(
      status: UInt16 = 0, isCompressed: Bool = false, encryption: UInt8? = nil,
      group: UInt8? = nil, isUnsynchronised: Bool = false, hasDataLength: Bool = false
    ) {
      self.status = status
      self.isCompressed = isCompressed
      self.encryption = encryption
      self.group = group
      self.isUnsynchronised = isUnsynchronised
      self.hasDataLength = hasDataLength
    }
  }

  /// A frame. `rawSize` stands in its header as it is, instead of the size the version wants.
  ///
  /// - Precondition: `identifier` has as many characters as the version gives it, and version 2 has
  ///   no formats.
  public func frame(
    _ identifier: String, _ format: Format = Format(), rawSize: UInt32? = nil,
    @AtomBuilder _ content: () -> Piece = { Piece() }
  ) -> Piece {
    precondition(identifier.utf8.count == (version == .v2 ? 3 : 4), identifier)
    var content = content().bytes
    let length = UInt32(content.count)
    if version == .v2 {
      return Piece(
        Array(identifier.utf8) + u24(rawSize ?? length).bytes + content)
    }
    var flags = format.status
    var extra: [UInt8] = []
    if format.isCompressed { content = Recipe.stored(Piece(content)).bytes }
    if version == .v3 {
      if format.isCompressed {
        flags |= 0x80
        extra += u32(length).bytes
      }
      if let method = format.encryption {
        flags |= 0x40
        extra.append(method)
      }
      if let group = format.group {
        flags |= 0x20
        extra.append(group)
      }
    } else {
      if let group = format.group {
        flags |= 0x40
        extra.append(group)
      }
      if let method = format.encryption {
        flags |= 0x04
        extra.append(method)
      }
      if format.isCompressed { flags |= 0x08 }
      if format.isCompressed || format.hasDataLength {
        flags |= 0x01
        extra += syncsafe(length).bytes
      }
      if format.isUnsynchronised {
        flags |= 0x02
        content = unsynchronisation(of: content)
      }
    }
    let stored = UInt32(extra.count + content.count)
    let size = rawSize.map { u32($0) } ?? (version == .v4 ? syncsafe(stored) : u32(stored))
    return Piece(Array(identifier.utf8) + size.bytes + u16(flags).bytes + extra + content)
  }

  /// A text frame: the encoding, then the values with a terminator between them, and behind the last
  /// one when it is `terminated`.
  public func text(
    _ identifier: String, _ values: String..., encoding: TagEncoding = .latin1,
    terminated: Bool = false, format: Format = Format()
  ) -> Piece {
    frame(identifier, format) {
      u8(encoding.rawValue)
      for (index, value) in values.enumerated() {
        string(value, encoding, terminated: index < values.count - 1 || terminated)
      }
    }
  }

  /// A frame that is an address.
  public func address(_ identifier: String, _ address: String) -> Piece {
    frame(identifier) { string(address, terminated: false) }
  }
}

/// The encodings of text in ID3v2, by the byte that names them.
public enum TagEncoding: UInt8, Sendable, CaseIterable { case latin1, utf16, utf16BE, utf8 }

/// Text in an encoding of ID3v2; UTF-16 with a byte order mark, little-endian as most writers have it
/// unless `isBigEndian`, unless it `hasMark` not.
///
/// - Precondition: ISO-8859-1 has the characters.
public func string(
  _ text: String, _ encoding: TagEncoding = .latin1, terminated: Bool = true,
  isBigEndian: Bool = false, hasMark: Bool = true
) -> Piece {
  var bytes: [UInt8] = []
  switch encoding {
  case .latin1:
    bytes = text.unicodeScalars.map { scalar in
      precondition(scalar.value < 0x100, "ISO-8859-1 has no \(scalar)")
      return UInt8(scalar.value)
    }
  case .utf8: bytes = Array(text.utf8)
  case .utf16, .utf16BE:
    let isBigEndian = isBigEndian || encoding == .utf16BE
    let units = (encoding == .utf16 && hasMark ? [0xFEFF] : []) + Array(text.utf16)
    bytes = units.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
  }
  let isWide = encoding == .utf16 || encoding == .utf16BE
  if terminated { bytes += isWide ? [0, 0] : [0] }
  return Piece(bytes)
}

/// A number in four bytes of seven bits.
///
/// - Precondition: It is below 2²⁸.
public func syncsafe(_ value: UInt32) -> Piece {
  precondition(value < 1 << 28, "\(value) needs more bits")
  return Piece((0..<4).reversed().map { UInt8(value >> UInt32(7 * $0) & 0x7F) })
}

/// Bytes in which nothing looks like the beginning of an MPEG audio frame: a zero after each FF that
/// is last, or that a zero or three ones follow (ID3v2.3.0 §5).
public func unsynchronisation(of bytes: [UInt8]) -> [UInt8] {
  var result: [UInt8] = []
  for (index, byte) in bytes.enumerated() {
    result.append(byte)
    guard byte == 0xFF else { continue }
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    if next == 0 || next >= 0xE0 { result.append(0) }
  }
  return result
}

/// The CRC-32 of ISO 3309, as zlib has it.
func checksum(of bytes: [UInt8]) -> UInt32 {
  var rest: UInt32 = .max
  for byte in bytes {
    rest ^= UInt32(byte)
    for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
  }
  return ~rest
}

// MARK: Other tags

/// Text in ISO-8859-1, filled with zeros to `count` bytes.
public func padded(_ text: String, _ count: Int) -> Piece {
  let bytes = string(text, terminated: false).bytes
  precondition(bytes.count <= count, "'\(text)' is longer than \(count)")
  return Piece(bytes + Array(repeating: 0, count: count - bytes.count))
}

/// An ID3v1 tag of 128 bytes; with a `track`, which takes two bytes from the comment, an ID3v1.1 tag.
public func id3v1(
  _ title: String = "", artist: String = "", album: String = "", year: String = "",
  comment: String = "", track: UInt8? = nil, genre: UInt8 = 255
) -> Piece {
  pieces {
    text("TAG")
    padded(title, 30)
    padded(artist, 30)
    padded(album, 30)
    padded(year, 4)
    if let track {
      padded(comment, 28)
      u8(0, track)
    } else {
      padded(comment, 30)
    }
    u8(genre)
  }
}

/// The enhanced tag of 227 bytes that stands before an ID3v1 tag and goes on with its texts.
public func enhancedTag(
  _ title: String = "", artist: String = "", album: String = "", speed: UInt8 = 0,
  genre: String = "", from start: String = "", to end: String = ""
) -> Piece {
  pieces {
    text("TAG+")
    padded(title, 60)
    padded(artist, 60)
    padded(album, 60)
    u8(speed)
    padded(genre, 30)
    padded(start, 6)
    padded(end, 6)
  }
}

/// A Lyrics3 tag of version 1.
public func lyrics3(_ lyrics: String) -> Piece {
  pieces {
    text("LYRICSBEGIN")
    string(lyrics, terminated: false)
    text("LYRICSEND")
  }
}

/// A Lyrics3 tag of version 2, of fields that ``lyricsField(_:_:)`` makes.
public func lyrics3v2(rawSize: String? = nil, @AtomBuilder _ fields: () -> Piece) -> Piece {
  let fields = fields()
  return pieces {
    text("LYRICSBEGIN")
    fields
    text(rawSize ?? decimal(fields.bytes.count + 11, digits: 6))
    text("LYRICS200")
  }
}

/// A field of a Lyrics3 tag of version 2.
public func lyricsField(_ identifier: String, _ value: String) -> Piece {
  let bytes = string(value, terminated: false)
  return pieces {
    text(identifier)
    text(decimal(bytes.bytes.count, digits: 5))
    bytes
  }
}

private func decimal(_ number: Int, digits: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: digits - text.count) + text
}

/// An APE tag: version 1,000 with a footer, or version 2,000 with header and footer as they are
/// wanted. Items are made by ``apeItem(_:flags:_:)``.
public func apeTag(
  version: UInt32 = 2_000, header: Bool = true, footer: Bool = true, _ items: [Piece]
) -> Piece {
  let items = items.map(\.bytes)
  let hasHeader = header && version >= 2_000
  let size = UInt32(items.joined().count + (footer ? 32 : 0))
  func end(isHeader: Bool) -> Piece {
    var flags: UInt32 = 0
    if version >= 2_000 {
      if hasHeader { flags |= 1 << 31 }
      if !footer { flags |= 1 << 30 }
      if isHeader { flags |= 1 << 29 }
    }
    return pieces {
      text("APETAGEX")
      u32(version.byteSwapped, size.byteSwapped, UInt32(items.count).byteSwapped)
      u32(flags.byteSwapped)
      zeros(8)
    }
  }
  return pieces {
    if hasHeader { end(isHeader: true) }
    bytes(Array(items.joined()))
    if footer { end(isHeader: false) }
  }
}

/// An item of an APE tag.
public func apeItem(
  _ key: String, flags: UInt32 = 0, rawSize: UInt32? = nil, @AtomBuilder _ value: () -> Piece
) -> Piece {
  let value = value()
  return pieces {
    u32((rawSize ?? UInt32(value.bytes.count)).byteSwapped, flags.byteSwapped)
    text(key, terminated: true)
    value
  }
}

// MARK: Audio

/// Silent frames of MPEG-1 Layer III, 64 kbit/s, 44,100 Hz, mono: 208 bytes and 1,152 samples each.
public func mpegAudio(frames: Int) -> Piece {
  let frame = hex("FFFB50C0").bytes + Array(repeating: 0, count: 204)
  return Piece(Array(repeatElement(frame, count: frames).joined()))
}
