import ByteReading
import Structure

/// The open bitstream units of AV1 (AV1 §5.3–5.5); they have no box of their own.
enum AV1: SyntaxFamily {
  static let tables: [Syntax] = []

  static func units(_ name: StaticString) -> Row { bytes(.remaining, name, if: .remaining(8)) }
}
