package import ByteReading

extension FourCC {
  /// Whether it is the type of an ID3v2 tag: `ID3`, and the number of a version.
  package var isID3v2Tag: Bool { rawValue &>> 8 == 0x49_4433 }
}
