import Structure

/// Names for what is in the header of a frame of MPEG audio (11172-3 §2.4.2.3, 13818-3 §2.4.2.3).
enum MPEGAudioNames {
  static let layerI: Names = [
    0: "free format", 1: "32 kbit/s", 2: "64 kbit/s", 3: "96 kbit/s", 4: "128 kbit/s",
    5: "160 kbit/s", 6: "192 kbit/s", 7: "224 kbit/s", 8: "256 kbit/s", 9: "288 kbit/s",
    10: "320 kbit/s", 11: "352 kbit/s", 12: "384 kbit/s", 13: "416 kbit/s", 14: "448 kbit/s",
  ]
  static let layerII: Names = [
    0: "free format", 1: "32 kbit/s", 2: "48 kbit/s", 3: "56 kbit/s", 4: "64 kbit/s",
    5: "80 kbit/s", 6: "96 kbit/s", 7: "112 kbit/s", 8: "128 kbit/s", 9: "160 kbit/s",
    10: "192 kbit/s", 11: "224 kbit/s", 12: "256 kbit/s", 13: "320 kbit/s", 14: "384 kbit/s",
  ]
  static let layerIII: Names = [
    0: "free format", 1: "32 kbit/s", 2: "40 kbit/s", 3: "48 kbit/s", 4: "56 kbit/s",
    5: "64 kbit/s", 6: "80 kbit/s", 7: "96 kbit/s", 8: "112 kbit/s", 9: "128 kbit/s",
    10: "160 kbit/s", 11: "192 kbit/s", 12: "224 kbit/s", 13: "256 kbit/s", 14: "320 kbit/s",
  ]
  static let lowLayerI: Names = [
    0: "free format", 1: "32 kbit/s", 2: "48 kbit/s", 3: "56 kbit/s", 4: "64 kbit/s",
    5: "80 kbit/s", 6: "96 kbit/s", 7: "112 kbit/s", 8: "128 kbit/s", 9: "144 kbit/s",
    10: "160 kbit/s", 11: "176 kbit/s", 12: "192 kbit/s", 13: "224 kbit/s", 14: "256 kbit/s",
  ]
  static let lowLayers: Names = [
    0: "free format", 1: "8 kbit/s", 2: "16 kbit/s", 3: "24 kbit/s", 4: "32 kbit/s",
    5: "40 kbit/s", 6: "48 kbit/s", 7: "56 kbit/s", 8: "64 kbit/s", 9: "80 kbit/s",
    10: "96 kbit/s", 11: "112 kbit/s", 12: "128 kbit/s", 13: "144 kbit/s", 14: "160 kbit/s",
  ]
  static let frequencies: Names = [0: "44,100 Hz", 1: "48,000 Hz", 2: "32,000 Hz"]
  static let halves: Names = [0: "22,050 Hz", 1: "24,000 Hz", 2: "16,000 Hz"]
  static let quarters: Names = [0: "11,025 Hz", 1: "12,000 Hz", 2: "8,000 Hz"]
  static let modes: Names = [0: "stereo", 1: "joint stereo", 2: "dual channel", 3: "mono"]
  static let jointLayerIII: Names = [
    0: "neither", 1: "intensity", 2: "mid/side", 3: "intensity and mid/side",
  ]
  static let bounds: Names = [0: "bound 4", 1: "bound 8", 2: "bound 12", 3: "bound 16"]
}

/// Names for what is in the header of an ADTS frame (14496-3 §1.6.3.4).
enum ADTSNames {
  static let frequencies: Names = [
    0: "96,000 Hz", 1: "88,200 Hz", 2: "64,000 Hz", 3: "48,000 Hz", 4: "44,100 Hz",
    5: "32,000 Hz", 6: "24,000 Hz", 7: "22,050 Hz", 8: "16,000 Hz", 9: "12,000 Hz",
    10: "11,025 Hz", 11: "8,000 Hz", 12: "7,350 Hz",
  ]
}
