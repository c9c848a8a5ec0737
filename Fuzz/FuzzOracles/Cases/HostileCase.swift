import ByteReading
import Corpus

/// A file that is made to do harm, and what has to be said of it.
///
/// ```swift
/// HostileCase("a size of 7", .told("atom-size-invalid", at: 0x14)) {
///   atom("free", rawSize: 7) { zeros(8) }
/// }
/// ```
///
/// Files of atoms begin with an `ftyp` of 0x14 bytes, so that what is built begins at 0x14, in the
/// first container at 0x1c, and so on, eight bytes a level. Tags stand alone: their first frame begins
/// at 0x0a.
package struct HostileCase: Sendable {
  /// What the file must lead to.
  package enum Expected: Sendable {
    /// Each of these, among whatever else is wrong.
    case all([Told])
    /// Nothing that is an error.
    case sound
    /// It is none of our formats: exit code 2 and a line that says so.
    case refused

    /// Whatever: that it ends well, and all of it is listed, is what is asked.
    static let survives = Expected.all([])
    /// A problem of this kind at this offset in bytes.
    static func told(_ id: String, at offset: Int) -> Expected { .all([Told(id, at: offset)]) }
    /// A problem of this kind, so many bytes behind the beginning of the first atom of a type.
    static func told(_ id: String, in type: FourCC, _ offset: Int) -> Expected {
      .all([Told(id, in: type, offset)])
    }
  }

  /// A problem that has to be told.
  package struct Told: Sendable {
    let id: String
    /// The atom that the offset counts from, or nothing for the file.
    let type: FourCC?
    let offset: Int

    init(_ id: String, at offset: Int) { (self.id, type, self.offset) = (id, nil, offset) }
    init(_ id: String, in type: FourCC, _ offset: Int) {
      (self.id, self.type, self.offset) = (id, type, offset)
    }

    /// It as `kind at 0x14`.
    func line(in bytes: [UInt8]) -> String {
      HostileCase.line(id, offset + (type.map { HostileCase.start(of: $0, in: bytes) } ?? 0))
    }
  }

  package enum Format: Sendable { case atoms, tags }

  package let name: String
  package let format: Format
  package let expected: Expected
  /// Whether it is there for its size: such are not shown with all their bytes.
  package let isLarge: Bool
  private let content: @Sendable () -> Piece

  /// Atoms behind an `ftyp`.
  init(
    _ name: String, _ expected: Expected, isLarge: Bool = false,
    @AtomBuilder _ content: @escaping @Sendable () -> Piece
  ) {
    self.init(whole: name, .atoms, expected, isLarge: isLarge) {
      Parts.fileType("isom", "isom")
      content()
    }
  }

  /// A tag, with whatever stands behind it.
  init(
    tag name: String, _ expected: Expected, isLarge: Bool = false,
    @AtomBuilder _ content: @escaping @Sendable () -> Piece
  ) {
    self.init(whole: name, .tags, expected, isLarge: isLarge, content)
  }

  /// A whole file.
  init(
    whole name: String, _ format: Format, _ expected: Expected, isLarge: Bool = false,
    @AtomBuilder _ content: @escaping @Sendable () -> Piece
  ) {
    self.name = name
    self.format = format
    self.expected = expected
    self.isLarge = isLarge
    self.content = content
  }

  package var bytes: [UInt8] { content().bytes }

  /// What has to be told, as `kind at 0x14`.
  package func wanted(in bytes: [UInt8]) -> [String] {
    guard case .all(let problems) = expected else { return [] }
    return problems.map { $0.line(in: bytes) }
  }

  /// Where the first atom of a type begins: four bytes before the type.
  fileprivate static func start(of type: FourCC, in bytes: [UInt8]) -> Int {
    let code = (0..<4).map { UInt8(truncatingIfNeeded: type.rawValue >> UInt32(24 - 8 * $0)) }
    let place = bytes.indices.dropLast(3).first { bytes[$0..<$0 + 4].elementsEqual(code) }
    return (place ?? 0) - 4
  }

  package static func line(_ id: String, _ offset: Int) -> String {
    "\(id) at 0x\(String(offset, radix: 16))"
  }

  /// All of them.
  package static let all: [HostileCase] = [
    SizeCases.all, NestingCases.all, CountCases.all, FieldCases.all, ReferenceCases.all,
    CompressionCases.all, TextCases.all, NumberCases.all, TagCases.all, TruncationCases.all,
    EmbeddedCases.all, PropertyListCases.all, SamsungCases.all, ICCCases.all, IPTCCases.all,
    TelemetryCases.all, PictureCases.all, CameraCases.all,
  ].flatMap { $0 }
}

/// Atoms one in the other, the first outside: what is built begins eight bytes later for each.
func nested(_ types: [FourCC], @AtomBuilder _ content: () -> Piece) -> Piece {
  types.reversed().reduce(content()) { inner, type in atom(type) { inner } }
}

/// The sample table of a track: what is built begins at 0x3c.
func inSampleTable(@AtomBuilder _ content: () -> Piece) -> Piece {
  nested(["moov", "trak", "mdia", "minf", "stbl"], content)
}

/// A fragment of a track: what is built begins at 0x24.
func inTrackFragment(@AtomBuilder _ content: () -> Piece) -> Piece {
  nested(["moof", "traf"], content)
}
