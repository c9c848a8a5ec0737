package import ByteReading

extension FourCC {
  /// Whether sound of this coding is numbers as they are: PCM, of integers or floating point (QTFF, Sound Media; 23003-5).
  package var isPlainSound: Bool { Self.plainSound.contains(self) }

  /// Whether it is plain, or each of its numbers is coded by itself (A-law and μ-law): a sample is some bytes, and they
  /// are nothing else.
  package var isSoundByTheSample: Bool { isPlainSound || self == "ulaw" || self == "alaw" }

  private static let plainSound: [FourCC] = [
    "lpcm", "sowt", "twos", "in24", "in32", "fl32", "fl64", "NONE", "raw ", "ipcm", "fpcm",
  ]
}
