public import ByteReading

/// Bytes of a file in the making: an atom, a field, or several of them.
///
/// Written top-down, with sizes computed:
///
/// ```swift
/// let file = atoms {
///   atom("moov") {
///     atom("mvhd", version: 0) { u32(0); u32(0); u32(1000); u32(400); zeros(80) }
///   }
/// }
/// ```
///
/// Numbers are big-endian. A value that does not fit its field ends the program: the mistake is in
/// our own source.
public struct Piece: Sendable, Equatable {
  public var bytes: [UInt8]

  public init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  static func + (a: Piece, b: Piece) -> Piece { Piece(a.bytes + b.bytes) }

  fileprivate init(_ value: UInt64, count: Int) {
    precondition(count == 8 || value >> UInt64(8 * count) == 0, "\(value) needs more bytes")
    bytes = (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }
}

/// Joins pieces.
@resultBuilder
public enum AtomBuilder {
  public static func buildExpression(_ piece: Piece) -> Piece { piece }
  public static func buildBlock(_ pieces: Piece...) -> Piece { buildArray(pieces) }
  public static func buildOptional(_ piece: Piece?) -> Piece { piece ?? Piece() }
  public static func buildEither(first piece: Piece) -> Piece { piece }
  public static func buildEither(second piece: Piece) -> Piece { piece }

  public static func buildArray(_ pieces: [Piece]) -> Piece {
    Piece(pieces.flatMap(\.bytes))
  }
}

/// The bytes of atoms that follow one another.
public func atoms(@AtomBuilder _ content: () -> Piece) -> [UInt8] { content().bytes }

/// Pieces that follow one another, as one.
public func pieces(@AtomBuilder _ content: () -> Piece) -> Piece { content() }

// MARK: Atoms

/// An atom. `rawSize` is written instead of its size, for those that lie.
public func atom(
  _ type: FourCC, rawSize: UInt32? = nil, @AtomBuilder _ content: () -> Piece = { Piece() }
) -> Piece {
  let content = content()
  let size = rawSize.map(UInt64.init) ?? UInt64(content.bytes.count + 8)
  return Piece(
    Piece(size, count: 4).bytes + Piece(UInt64(type.rawValue), count: 4).bytes + content.bytes)
}

/// An atom that begins with a version and flags.
public func atom(
  _ type: FourCC, version: UInt8, flags: UInt32 = 0, rawSize: UInt32? = nil,
  @AtomBuilder _ content: () -> Piece = { Piece() }
) -> Piece {
  let content = content()
  return atom(type, rawSize: rawSize) {
    u8(version)
    u24(flags)
    content
  }
}

/// An atom with a 64-bit size.
public func largeAtom(
  _ type: FourCC, rawSize: UInt64? = nil, @AtomBuilder _ content: () -> Piece = { Piece() }
) -> Piece {
  let content = content()
  return Piece(
    Piece(1, count: 4).bytes + Piece(UInt64(type.rawValue), count: 4).bytes
      + Piece(rawSize ?? UInt64(content.bytes.count + 16), count: 8).bytes + content.bytes)
}

/// An atom with an extended type: 32 hexadecimal digits, with or without dashes.
public func uuidAtom(
  _ digits: String, rawSize: UInt32? = nil, @AtomBuilder _ content: () -> Piece = { Piece() }
) -> Piece {
  let content = content()
  return atom("uuid", rawSize: rawSize) {
    hex(digits)
    content
  }
}

// MARK: Fields

extension Piece {
  fileprivate init(_ values: [some FixedWidthInteger & UnsignedInteger], count: Int) {
    bytes = values.flatMap { Piece(UInt64($0), count: count).bytes }
  }
}

public func u8(_ values: UInt8...) -> Piece { Piece(values) }
public func u16(_ values: UInt16...) -> Piece { Piece(values, count: 2) }
/// - Precondition: Each value is below 2²⁴.
public func u24(_ values: UInt32...) -> Piece { Piece(values, count: 3) }
public func u32(_ values: UInt32...) -> Piece { Piece(values, count: 4) }
public func u64(_ values: UInt64...) -> Piece { Piece(values, count: 8) }
public func i16(_ values: Int16...) -> Piece {
  Piece(values.map(UInt16.init(bitPattern:)), count: 2)
}
public func i32(_ values: Int32...) -> Piece {
  Piece(values.map(UInt32.init(bitPattern:)), count: 4)
}

/// A number of 16 bits before and 16 bits after the point.
public func fixed16(_ values: Double...) -> Piece {
  AtomBuilder.buildArray(values.map { i32(Int32(($0 * 65_536).rounded())) })
}

/// A number of 8 bits before and 8 bits after the point.
public func fixed8(_ values: Double...) -> Piece {
  AtomBuilder.buildArray(values.map { i16(Int16(($0 * 256).rounded())) })
}

/// Four-character codes, from their key strings.
public func code(_ codes: FourCC...) -> Piece { Piece(codes.map(\.rawValue), count: 4) }

/// Text in UTF-8, with a zero behind it when it is `terminated`.
public func text(_ text: String, terminated: Bool = false) -> Piece {
  Piece(Array(text.utf8) + (terminated ? [0] : []))
}

/// Text with its length in one byte before it, filled with zeros to `count` bytes when given.
public func pascal(_ text: String, filling count: Int? = nil) -> Piece {
  let bytes = [UInt8(text.utf8.count)] + Array(text.utf8)
  guard let count else { return Piece(bytes) }
  return Piece(bytes + Array(repeating: 0, count: count - bytes.count))
}

/// Text in UTF-16, big-endian, with a byte order mark.
public func utf16(_ text: String) -> Piece {
  Piece([0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
}

public func bytes(_ bytes: [UInt8]) -> Piece { Piece(bytes) }

public func zeros(_ count: Int) -> Piece { Piece(Array(repeating: 0, count: count)) }

/// Bytes as hexadecimal digits; dashes and white space are passed over.
public func hex(_ digits: String) -> Piece {
  let digits = digits.filter { $0 != "-" && !$0.isWhitespace }.map { $0.hexDigitValue ?? 16 }
  precondition(digits.count % 2 == 0 && !digits.contains(16), "not hexadecimal digits")
  let pairs = stride(from: 0, to: digits.count, by: 2)
  return Piece(pairs.map { place in UInt8(digits[place] * 16 + digits[place + 1]) })
}

/// Numbers of any width side by side, most significant bit first; together whole bytes.
public func bits(_ fields: (width: Int, value: UInt64)...) -> Piece {
  var bits: [UInt8] = []
  for (width, value) in fields {
    precondition(width == 64 || value >> UInt64(width) == 0, "\(value) needs more bits")
    bits += (0..<width).reversed().map { UInt8(value >> UInt64($0) & 1) }
  }
  precondition(bits.count % 8 == 0, "\(bits.count) bits are not whole bytes")
  return Piece(
    stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
    })
}

/// A language as three letters of five bits each (14496-12 §8.4.2).
public func language(_ code: String) -> Piece {
  precondition(code.utf8.count == 3 && code.utf8.allSatisfy { (0x61...0x7A).contains($0) })
  return u16(code.utf8.reduce(0) { $0 << 5 | UInt16($1 - 0x60) })
}
