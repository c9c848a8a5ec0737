import ByteReading
import Structure

/// The parameter sets of HEVC (23008-2 §7.3.2); they have no box of their own.
enum HEVC: SyntaxFamily {
  static let tables: [Syntax] = []

  static func unit() -> Row { bytes(.field("nalUnitLength"), "nalUnit") }
}
