import ByteReading
import Structure

/// Pictures of JPEG as they stand among metadata: segments one behind the other, and what of them is of formats that
/// are known here (Exif 3.0 §4.5.4; ICC.1 Annex B.4).
enum JPEGTables: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "JPEG", "JPEG picture", "T.81 Annex B", in: "file", name: "JPEG") { JPEGSegments.picture(formats: formats()) }
  ]

  private static func formats() -> Row {
    when(.remaining(8)) {
      when(.all([JPEGSegments.isMarker(0xFFE1), .next(48, 0x4578_6966_0000, offset: 0)])) {
        string(.latin1, .bytes(6), "identifier").column
        group("Exif") { TIFFTables.picture() }
      }
      when(.all([JPEGSegments.isMarker(0xFFE2), .next(64, 0x4943_435F_5052_4F46, offset: 0)])) {
        string(.latin1, .terminated, "identifier").column
        uint(8, "chunk_number")
        uint(8, "chunk_count")
        bytes(.remaining, "chunk", if: .notEqual("chunk_count", 1))
        group("ICC_profile", if: .equal("chunk_count", 1)) { ICCTables.profile() }
      }
      bytes(.remaining, "data", if: .remaining(8))
    }
  }
}
