import Structure

/// Names that the configurations of codecs and their bit streams have in common.
enum CodecNames {
  static let avcProfiles: Names = [
    44: "CAVLC 4:4:4 Intra", 66: "Baseline", 77: "Main", 83: "Scalable Baseline",
    86: "Scalable High", 88: "Extended", 100: "High", 110: "High 10", 118: "Multiview High",
    122: "High 4:2:2", 128: "Stereo High", 134: "MFC High", 135: "MFC Depth High",
    138: "Multiview Depth High", 139: "Enhanced Multiview Depth High", 144: "High 4:4:4",
    244: "High 4:4:4 Predictive",
  ]

  static let hevcProfiles: Names = [
    1: "Main", 2: "Main 10", 3: "Main Still Picture", 4: "Range Extensions",
    5: "High Throughput", 6: "Multiview Main", 7: "Scalable Main", 8: "3D Main",
    9: "Screen-Extended", 10: "Scalable Range Extensions", 11: "High Throughput Screen-Extended",
  ]

  static let vvcProfiles: Names = [
    1: "Main 10", 2: "Main 12", 10: "Main 12 Intra", 17: "Multilayer Main 10",
    33: "Main 10 4:4:4", 34: "Main 12 4:4:4", 35: "Main 16 4:4:4", 42: "Main 12 4:4:4 Intra",
    43: "Main 16 4:4:4 Intra", 49: "Multilayer Main 10 4:4:4", 65: "Main 10 Still Picture",
    66: "Main 12 Still Picture", 97: "Main 10 4:4:4 Still Picture",
    98: "Main 12 4:4:4 Still Picture", 99: "Main 16 4:4:4 Still Picture",
  ]

  static let av1Profiles: Names = [0: "Main", 1: "High", 2: "Professional"]

  static let av1Levels: Names = [
    0: "2.0", 1: "2.1", 2: "2.2", 3: "2.3", 4: "3.0", 5: "3.1", 6: "3.2", 7: "3.3", 8: "4.0",
    9: "4.1", 10: "4.2", 11: "4.3", 12: "5.0", 13: "5.1", 14: "5.2", 15: "5.3", 16: "6.0",
    17: "6.1", 18: "6.2", 19: "6.3", 20: "7.0", 21: "7.1", 22: "7.2", 23: "7.3",
    31: "no limits",
  ]

  static let av1ChromaPositions: Names = [0: "unknown", 1: "vertical", 2: "co-located"]

  static let chromaFormats: Names = [0: "4:0:0", 1: "4:2:0", 2: "4:2:2", 3: "4:4:4"]

  static let vpSubsampling: Names = [
    0: "4:2:0 vertical", 1: "4:2:0 co-located with luma", 2: "4:2:2", 3: "4:4:4",
  ]

  static let parallelism: Names = [
    0: "mixed or unknown", 1: "slices", 2: "tiles", 3: "wavefronts",
  ]

  static let constantFrameRates: Names = [
    0: "unknown", 1: "constant", 2: "constant in each temporal layer",
  ]

  static let avcUnits: Names = [
    1: "slice", 5: "IDR slice", 6: "SEI", 7: "sequence parameter set",
    8: "picture parameter set", 9: "access unit delimiter", 13: "sequence parameter set extension",
    14: "prefix", 15: "subset sequence parameter set",
  ]

  static let hevcUnits: Names = [
    32: "video parameter set", 33: "sequence parameter set", 34: "picture parameter set",
    35: "access unit delimiter", 39: "prefix SEI", 40: "suffix SEI", 62: "Dolby Vision RPU",
    63: "Dolby Vision enhancement layer",
  ]

  static let vvcUnits: Names = [
    12: "operating point information", 13: "decoding capability information",
    14: "video parameter set", 15: "sequence parameter set", 16: "picture parameter set",
    17: "prefix adaptation parameter set", 18: "suffix adaptation parameter set",
    20: "access unit delimiter", 23: "prefix SEI", 24: "suffix SEI",
  ]

  static let aspectRatios: Names = [
    0: "unspecified", 1: "1:1", 2: "12:11", 3: "10:11", 4: "16:11", 5: "40:33", 6: "24:11",
    7: "20:11", 8: "32:11", 9: "80:33", 10: "18:11", 11: "15:11", 12: "64:33", 13: "160:99",
    14: "4:3", 15: "3:2", 16: "2:1", 255: "given next",
  ]

  static let videoFormats: Names = [
    0: "component", 1: "PAL", 2: "NTSC", 3: "SECAM", 4: "MAC", 5: "unspecified",
  ]
}
