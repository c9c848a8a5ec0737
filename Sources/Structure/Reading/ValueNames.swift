/// Names of the code points of 23091-2.
package enum ColourNames {
  /// The names along one axis.
  package static func names(_ axis: Meaning.ColourAxis) -> Names {
    switch axis {
    case .primaries: primaries
    case .transfer: transfer
    case .matrix: matrix
    }
  }

  package static let primaries: Names = [
    1: "BT.709", 2: "unspecified", 4: "BT.470 M", 5: "BT.601-625", 6: "BT.601-525",
    7: "SMPTE 240M", 8: "film", 9: "BT.2020", 10: "XYZ", 11: "DCI-P3", 12: "Display P3",
    22: "EBU 3213",
  ]
  package static let transfer: Names = [
    1: "BT.709", 2: "unspecified", 4: "gamma 2.2", 5: "gamma 2.8", 6: "BT.601", 7: "SMPTE 240M",
    8: "linear", 9: "log 100:1", 10: "log 316:1", 11: "xvYCC", 12: "BT.1361", 13: "sRGB",
    14: "BT.2020 10-bit", 15: "BT.2020 12-bit", 16: "PQ", 17: "SMPTE 428", 18: "HLG",
  ]
  package static let matrix: Names = [
    0: "RGB", 1: "BT.709", 2: "unspecified", 4: "FCC", 5: "BT.601-625", 6: "BT.601-525",
    7: "SMPTE 240M", 8: "YCgCo", 9: "BT.2020", 10: "BT.2020 constant", 11: "SMPTE 2085",
    12: "derived", 13: "derived constant", 14: "ICtCp", 15: "IPT-C2", 16: "YCgCo-Re",
    17: "YCgCo-Ro",
  ]
}

/// Names of Macintosh language codes (QTFF, Language Code Values).
enum MacLanguages {
  static let names: Names = [
    0: "English", 1: "French", 2: "German", 3: "Italian", 4: "Dutch", 5: "Swedish", 6: "Spanish",
    7: "Danish", 8: "Portuguese", 9: "Norwegian", 10: "Hebrew", 11: "Japanese", 12: "Arabic",
    13: "Finnish", 14: "Greek", 15: "Icelandic", 16: "Maltese", 17: "Turkish", 18: "Croatian",
    19: "Traditional Chinese", 20: "Urdu", 21: "Hindi", 22: "Thai", 23: "Korean",
    24: "Lithuanian", 25: "Polish", 26: "Hungarian", 27: "Estonian", 28: "Latvian",
    30: "Faroese", 31: "Farsi", 32: "Russian", 33: "Simplified Chinese", 34: "Flemish",
    35: "Irish", 36: "Albanian", 37: "Romanian", 38: "Czech", 39: "Slovak", 40: "Slovenian",
    41: "Yiddish", 42: "Serbian", 43: "Macedonian", 44: "Bulgarian", 45: "Ukrainian",
  ]
}
