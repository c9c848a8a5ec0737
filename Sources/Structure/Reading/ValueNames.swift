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
    29: "Sami", 30: "Faroese", 31: "Farsi", 32: "Russian", 33: "Simplified Chinese", 34: "Flemish",
    35: "Irish", 36: "Albanian", 37: "Romanian", 38: "Czech", 39: "Slovak", 40: "Slovenian",
    41: "Yiddish", 42: "Serbian", 43: "Macedonian", 44: "Bulgarian", 45: "Ukrainian",
    46: "Belarusian", 47: "Uzbek", 48: "Kazakh", 49: "Azerbaijani in Cyrillic",
    50: "Azerbaijani in Arabic", 51: "Armenian", 52: "Georgian", 53: "Moldavian", 54: "Kirghiz",
    55: "Tajik", 56: "Turkmen", 57: "Mongolian", 58: "Mongolian in Cyrillic", 59: "Pashto",
    60: "Kurdish", 61: "Kashmiri", 62: "Sindhi", 63: "Tibetan", 64: "Nepali", 65: "Sanskrit",
    66: "Marathi", 67: "Bengali", 68: "Assamese", 69: "Gujarati", 70: "Punjabi", 71: "Oriya",
    72: "Malayalam", 73: "Kannada", 74: "Tamil", 75: "Telugu", 76: "Sinhala", 77: "Burmese",
    78: "Khmer", 79: "Lao", 80: "Vietnamese", 81: "Indonesian", 82: "Tagalog", 83: "Malay",
    84: "Malay in Arabic", 85: "Amharic", 86: "Tigrinya", 87: "Oromo", 88: "Somali", 89: "Swahili",
    90: "Kinyarwanda", 91: "Rundi", 92: "Nyanja", 93: "Malagasy", 94: "Esperanto", 128: "Welsh",
    129: "Basque", 130: "Catalan", 131: "Latin", 132: "Quechua", 133: "Guarani", 134: "Aymara",
    135: "Tatar", 136: "Uyghur", 137: "Dzongkha", 138: "Javanese",
  ]
}
