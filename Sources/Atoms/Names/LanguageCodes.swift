import ByteReading
package import Structure

/// Codes of languages for the numbers that the Macintosh has for them (QTFF, Language Code Values).
package enum LanguageCodes {
  /// The three letters of ISO 639-2 (terminological) of a number below 0x400.
  package static let macintosh: Names = [
    0: "eng", 1: "fra", 2: "deu", 3: "ita", 4: "nld", 5: "swe", 6: "spa", 7: "dan", 8: "por", 9: "nor", 10: "heb",
    11: "jpn", 12: "ara", 13: "fin", 14: "ell", 15: "isl", 16: "mlt", 17: "tur", 18: "hrv", 19: "zho", 20: "urd",
    21: "hin", 22: "tha", 23: "kor", 24: "lit", 25: "pol", 26: "hun", 27: "est", 28: "lav", 29: "sme", 30: "fao",
    31: "fas", 32: "rus", 33: "zho", 34: "nld", 35: "gle", 36: "sqi", 37: "ron", 38: "ces", 39: "slk", 40: "slv",
    41: "yid", 42: "srp", 43: "mkd", 44: "bul", 45: "ukr", 46: "bel", 47: "uzb", 48: "kaz", 49: "aze", 50: "aze",
    51: "hye", 52: "kat", 53: "ron", 54: "kir", 55: "tgk", 56: "tuk", 57: "mon", 58: "mon", 59: "pus", 60: "kur",
    61: "kas", 62: "snd", 63: "bod", 64: "nep", 65: "san", 66: "mar", 67: "ben", 68: "asm", 69: "guj", 70: "pan",
    71: "ori", 72: "mal", 73: "kan", 74: "tam", 75: "tel", 76: "sin", 77: "mya", 78: "khm", 79: "lao", 80: "vie",
    81: "ind", 82: "tgl", 83: "msa", 84: "msa", 85: "amh", 86: "tir", 87: "orm", 88: "som", 89: "swa", 90: "kin",
    91: "run", 92: "nya", 93: "mlg", 94: "epo", 128: "cym", 129: "eus", 130: "cat", 131: "lat", 132: "que",
    133: "grn", 134: "aym", 135: "tat", 136: "uig", 137: "dzo", 138: "jav",
  ]

  /// The terminological code of ISO 639-2 for a code in small letters: `deu` for the bibliographic `ger`; others are as
  /// they stand.
  package static func terminological(_ code: String) -> String {
    guard code.utf8.count == 3 else { return code }
    let word = Array(code.utf8)
    let pairs = bibliographic.rawBytes
    var at = 0
    while at < pairs.byteCount {
      let pair = pairs.extracting(at..<at + 6)
      if pair.hasPrefix(word.rawBytes) { return String(copying: pair.extracting(3..<6)) }
      at += 7
    }
    return code
  }

  /// Pairs of both codes: to make a dictionary takes longer than to look through them.
  private static let bibliographic: StaticString = """
    albsqi armhye baqeus burmya chizho czeces dutnld frefra geokat gerdeu greell iceisl macmkd maomri maymsa perfas rumron \
    sloslk tibbod welcym
    """
}
