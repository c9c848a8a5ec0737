import Structure

/// Names of channels and of their arrangements.
enum ChannelNames {
  /// Core Audio's channel layout tags: a number in the upper half, the channels in the lower.
  static let layoutTags: Names = [
    0x0000_0000: "described below", 0x0001_0000: "by bitmap", 0x0064_0001: "mono",
    0x0065_0002: "stereo", 0x0066_0002: "stereo headphones", 0x0067_0002: "matrix stereo",
    0x0068_0002: "mid/side", 0x0069_0002: "XY", 0x006A_0002: "binaural",
    0x006B_0004: "ambisonic B-format", 0x006C_0004: "quadraphonic", 0x006D_0005: "pentagonal",
    0x006E_0006: "hexagonal", 0x006F_0008: "octagonal", 0x0070_0008: "cube",
    0x0071_0003: "MPEG 3.0 A (L R C)", 0x0072_0003: "MPEG 3.0 B (C L R)",
    0x0073_0004: "MPEG 4.0 A (L R C Cs)", 0x0074_0004: "MPEG 4.0 B (C L R Cs)",
    0x0075_0005: "MPEG 5.0 A (L R C Ls Rs)", 0x0076_0005: "MPEG 5.0 B (L R Ls Rs C)",
    0x0077_0005: "MPEG 5.0 C (L C R Ls Rs)", 0x0078_0005: "MPEG 5.0 D (C L R Ls Rs)",
    0x0079_0006: "MPEG 5.1 A (L R C LFE Ls Rs)", 0x007A_0006: "MPEG 5.1 B (L R Ls Rs C LFE)",
    0x007B_0006: "MPEG 5.1 C (L C R Ls Rs LFE)", 0x007C_0006: "MPEG 5.1 D (C L R Ls Rs LFE)",
    0x007D_0007: "MPEG 6.1 A", 0x007E_0008: "MPEG 7.1 A", 0x007F_0008: "MPEG 7.1 B",
    0x0080_0008: "MPEG 7.1 C", 0x0081_0008: "Emagic default 7.1", 0x0082_0008: "SMPTE DTV",
    0x0083_0003: "ITU 2.1", 0x0084_0004: "ITU 2.2", 0x0085_0003: "DVD 4 (L R LFE)",
    0x0086_0004: "DVD 5", 0x0087_0005: "DVD 6", 0x0088_0004: "DVD 10", 0x0089_0005: "DVD 11",
    0x008A_0005: "DVD 18", 0x008B_0006: "AudioUnit 6.0", 0x008C_0007: "AudioUnit 7.0",
    0x008D_0006: "AAC 6.0", 0x008E_0007: "AAC 6.1", 0x008F_0007: "AAC 7.0",
    0x0090_0008: "AAC octagonal", 0x0091_0010: "TMH 10.2", 0x0092_0015: "TMH 10.2 full",
    0x0094_0007: "AudioUnit 7.0 front", 0x0095_0002: "AC-3 1.0.1", 0x0096_0003: "AC-3 3.0",
    0x0097_0004: "AC-3 3.1", 0x0098_0004: "AC-3 3.0.1", 0x0099_0004: "AC-3 2.1.1",
    0x009A_0005: "AC-3 3.1.1", 0x00C0_000C: "Atmos 7.1.4", 0x00C1_0010: "Atmos 9.1.6",
    0x00C2_0008: "Atmos 5.1.2", 0x00C3_000A: "Atmos 5.1.4", 0x00C4_000A: "Atmos 7.1.2",
    0x00CC_0018: "CICP 13 (22.2)",
  ]

  /// The bits of Core Audio's channel bitmap.
  static let bitmap: Names = [
    0x1: "left", 0x2: "right", 0x4: "centre", 0x8: "LFE", 0x10: "left surround",
    0x20: "right surround", 0x40: "left of centre", 0x80: "right of centre",
    0x100: "centre surround", 0x200: "left side", 0x400: "right side", 0x800: "top centre",
    0x1000: "top front left", 0x2000: "top front centre", 0x4000: "top front right",
    0x8000: "top back left", 0x1_0000: "top back centre", 0x2_0000: "top back right",
  ]

  /// Core Audio's channel labels.
  static let labels: Names = [
    0: "unused", 1: "left", 2: "right", 3: "centre", 4: "LFE", 5: "left surround",
    6: "right surround", 7: "left of centre", 8: "right of centre", 9: "centre surround",
    10: "left side", 11: "right side", 12: "top centre", 13: "top front left",
    14: "top front centre", 15: "top front right", 16: "top back left", 17: "top back centre",
    18: "top back right", 33: "rear left surround", 34: "rear right surround", 35: "left wide",
    36: "right wide", 37: "LFE 2", 38: "left total", 39: "right total", 40: "hearing impaired",
    41: "narration", 42: "mono", 43: "dialogue-centric mix", 44: "centre surround direct",
    45: "haptic", 100: "by coordinates", 200: "ambisonic W", 201: "ambisonic X", 202: "ambisonic Y",
    203: "ambisonic Z", 204: "mid", 205: "side", 206: "X of XY", 207: "Y of XY",
    0xFFFF_FFFF: "unknown",
  ]

  /// Loudspeaker layouts (23091-3 §6.3, ChannelConfiguration).
  static let definedLayouts: Names = [
    0: "described below", 1: "mono", 2: "stereo", 3: "3.0", 4: "4.0", 5: "5.0", 6: "5.1",
    7: "7.1 front", 9: "2/1", 10: "2/2", 11: "6.1", 12: "7.1", 13: "22.2", 14: "5.1.2",
    15: "10.2", 16: "5.1.4", 17: "6.1.5", 18: "7.1.6", 19: "7.1.4", 20: "9.1.4",
  ]

  /// Loudspeaker positions (23091-3 §6.2, OutputChannelPosition).
  static let speakerPositions: Names = [
    0: "left", 1: "right", 2: "centre", 3: "LFE", 4: "left surround", 5: "right surround",
    6: "left of centre", 7: "right of centre", 8: "rear left surround", 9: "rear right surround",
    10: "rear centre", 11: "left surround direct", 12: "right surround direct",
    13: "left side surround", 14: "right side surround", 15: "left wide", 16: "right wide",
    17: "left front height", 18: "right front height", 19: "centre front height",
    20: "left rear height", 21: "right rear height", 22: "centre rear height",
    23: "left side height", 24: "right side height", 25: "overhead centre", 26: "LFE 2",
    27: "left front low", 28: "right front low", 29: "centre front low",
    30: "left vertical height surround", 31: "right vertical height surround",
    126: "explicit position", 127: "unknown",
  ]
}
