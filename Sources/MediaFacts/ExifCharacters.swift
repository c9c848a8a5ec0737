/// How the characters of a text of Exif are written, by the name in eight bytes that stands before it (Exif 3.0 §4.6.6).
package enum ExifCharacters: UInt64, CaseIterable {
  case ascii = 0x4153_4349_4900_0000
  case jis = 0x4A49_5300_0000_0000
  case unicode = 0x554E_4943_4F44_4500
  /// The writer does not say it.
  case undefined = 0
}
