import ByteReading
import Structure

/// The parameter sets of AVC (14496-10 §7.3.2); they have no box of their own.
enum AVC: SyntaxFamily {
  static let tables: [Syntax] = []

  static func sequenceParameterSet() -> Row {
    bytes(.field("sequenceParameterSetLength"), "sequenceParameterSetNALUnit")
  }
  static func pictureParameterSet() -> Row {
    bytes(.field("pictureParameterSetLength"), "pictureParameterSetNALUnit")
  }
}
