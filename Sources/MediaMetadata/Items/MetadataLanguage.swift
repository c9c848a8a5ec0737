import Atoms
import ByteReading
import Structure

/// The language of a value.
public struct MetadataLanguage: Hashable, Sendable {
  /// Three letters of ISO 639-2 (terminological): `eng`, `deu`; `und` and the like are no language.
  public let code: String
  /// Two letters of ISO 3166 or three digits of UN M.49: behind a hyphen in BCP 47, beside the language
  /// in QuickTime metadata.
  public let country: String?
  /// Four letters of ISO 15924: `Hant`.
  public let script: String?

  /// The language of a code of two or three letters, or of a tag of BCP 47 (RFC 5646 §2.1): what follows
  /// hyphens or underscores is its script, its country, and other parts, which are passed over.
  ///
  /// `nil` for `und`, `XXX`, and what is no code.
  ///
  /// - Parameter code: A code, or a tag.
  public init?(code: some StringProtocol) {
    let parts = code.split(whereSeparator: { $0 == "-" || $0 == "_" })
    guard let first = parts.first else { return nil }
    let folded = first.lowercased()
    guard folded.utf8.allSatisfy({ $0.isLowercaseLetter }) else { return nil }
    guard let letters = Letters(folded) else { return nil }
    var found = folded
    if folded.utf8.count == 2 {
      guard let entry = Self.entries.first(where: { $0.two == letters }) else { return nil }
      found = entry.three.text
    } else {
      found = LanguageCodes.terminological(folded)
    }
    guard found.utf8.count == 3, found != "und", found != "xxx", found != "zxx" else { return nil }
    self.code = found
    var script: String?
    var country: String?
    for part in parts.dropFirst().prefix(8) {
      // What follows a single letter is an extension, or private.
      if part.utf8.count == 1 { break }
      let areLetters = part.utf8.allSatisfy { $0.isLetter }
      if part.utf8.count == 4, areLetters, script == nil, country == nil {
        script = part.prefix(1).uppercased() + part.dropFirst().lowercased()
      } else if country == nil,
        part.utf8.count == 2 && areLetters
          || part.utf8.count == 3 && part.utf8.allSatisfy({ $0.isDigit })
      {
        country = part.uppercased()
      }
    }
    self.script = script
    self.country = country
  }

  /// The language that a packed number stands for: three letters of five bits, or below 0x400 a code
  /// of the Macintosh (QTFF, Language Code Values); and a country of two ASCII letters.
  package init?(packed number: UInt64, country: UInt64 = 0) {
    let code: String
    if number < 0x400 {
      guard let known = LanguageCodes.macintosh[number] else { return nil }
      code = known.description
    } else {
      var letters = ""
      for shift in [10, 5, 0] as [UInt64] {
        let letter = number &>> shift & 31
        guard (1...26).contains(letter) else { return nil }
        letters.unicodeScalars.append(Unicode.Scalar(UInt8(letter &+ 0x60)))
      }
      code = letters
    }
    guard let known = MetadataLanguage(code: code) else { return nil }
    self.code = known.code
    script = nil
    self.country = Self.country(packed: country)
  }

  /// The country of two ASCII letters; `nil` for other numbers.
  static func country(packed number: UInt64) -> String? {
    let letters = [UInt8(number &>> 8 & 0xFF), UInt8(number & 0xFF)]
    guard letters.allSatisfy({ $0.isUppercaseLetter }) else { return nil }
    return String(decoding: letters, as: UTF8.self)
  }

  /// The tag of BCP 47: `en`, `de-AT`, `zh-Hant-TW`; three letters where there are no two.
  public var tag: String {
    let letters = Letters(code)
    let language = Self.entries.first { $0.three == letters }?.two.text ?? ""
    return (language.isEmpty ? code : language) + (script.map { "-" + $0 } ?? "")
      + (country.map { "-" + $0 } ?? "")
  }

  /// How far it is from what somebody asked for: 0 where it has the script and the country that were
  /// asked for, if any were; 1 in another country, 2 in another script, 3 both. `nil` for another
  /// language.
  func distance(from wanted: MetadataLanguage) -> Int? {
    guard code == wanted.code else { return nil }
    let isElsewhere = wanted.country != nil && country != wanted.country
    let isWrittenOtherwise = wanted.script != nil && script != wanted.script
    return (isWrittenOtherwise ? 2 : 0) + (isElsewhere ? 1 : 0)
  }

  /// Those of `list` in one of these languages, those of the first language first and of one language
  /// the nearest first; then those of no language, as they stand.
  static func sorted<Element>(
    _ list: [(element: Element, language: MetadataLanguage?)], preferring languages: [String]
  ) -> [Element] {
    let wanted = languages.compactMap { MetadataLanguage(code: $0) }
    var ranked: [(rank: Int, distance: Int, place: Int)] = []
    for (place, entry) in list.enumerated() {
      guard let language = entry.language else {
        ranked.append((wanted.count, 0, place))
        continue
      }
      let found = wanted.enumerated().lazy
        .compactMap { rank, other in language.distance(from: other).map { (rank, $0) } }
      // `de-AT` before `de` asks for the one first and for all others then.
      guard let best = found.min(by: { $0.1 == 0 && $1.1 > 0 }) else { continue }
      ranked.append((best.0, best.1, place))
    }
    ranked.sort { ($0.rank, $0.distance, $0.place) < ($1.rank, $1.distance, $1.place) }
    return ranked.map { list[$0.place].element }
  }

  /// A line of ``lines``, as numbers: asking for the language of one track makes no strings of all.
  private struct Entry {
    var three = Letters()
    var two = Letters()

    /// One more character of the word in `column`.
    mutating func take(_ byte: UInt8, _ column: Int) {
      if byte == UInt8(ascii: "-") { return }
      switch column {
      case 0: three.take(byte)
      default: two.take(byte)
      }
    }
  }

  /// Up to four letters as one number, the last in the lowest byte; 0 for no letters.
  private struct Letters: Equatable {
    private var number: UInt32 = 0

    init() {}

    /// `nil` for what has more than four bytes.
    init?(_ text: String) {
      guard text.utf8.count <= 4 else { return nil }
      for byte in text.utf8 { take(byte) }
    }

    mutating func take(_ byte: UInt8) { number = number &<< 8 | UInt32(byte) }

    /// The letters; empty for none.
    var text: String {
      var text = ""
      for shift in [24, 16, 8, 0] as [UInt32] {
        let letter = UInt8(truncatingIfNeeded: number &>> shift)
        if letter != 0 { text.unicodeScalars.append(Unicode.Scalar(letter)) }
      }
      return text
    }
  }

  /// Languages with codes of two letters, or of the Macintosh: ISO 639-2 and ISO 639-1.
  private static let lines: StaticString = """
    eng en
    fra fr
    deu de
    ita it
    nld nl
    swe sv
    spa es
    dan da
    por pt
    nor no
    heb he
    jpn ja
    ara ar
    fin fi
    ell el
    isl is
    mlt mt
    tur tr
    hrv hr
    zho zh
    urd ur
    hin hi
    tha th
    kor ko
    lit lt
    pol pl
    hun hu
    est et
    lav lv
    sme se
    fao fo
    fas fa
    rus ru
    gle ga
    sqi sq
    ron ro
    ces cs
    slk sk
    slv sl
    yid yi
    srp sr
    mkd mk
    bul bg
    ukr uk
    bel be
    uzb uz
    kaz kk
    aze az
    hye hy
    kat ka
    kir ky
    tgk tg
    tuk tk
    mon mn
    pus ps
    kur ku
    kas ks
    snd sd
    bod bo
    nep ne
    san sa
    mar mr
    ben bn
    asm as
    guj gu
    pan pa
    ori or
    mal ml
    kan kn
    tam ta
    tel te
    sin si
    mya my
    khm km
    lao lo
    vie vi
    ind id
    tgl tl
    msa ms
    amh am
    tir ti
    orm om
    som so
    swa sw
    kin rw
    run rn
    nya ny
    mlg mg
    epo eo
    cym cy
    eus eu
    cat ca
    lat la
    que qu
    grn gn
    aym ay
    tat tt
    uig ug
    dzo dz
    jav jv
    glg gl
    afr af
    bos bs
    bre br
    gla gd
    ltz lb
    nob nb
    nno nn
    zul zu
    xho xh
    hau ha
    ibo ig
    yor yo
    """

  private static let entries: [Entry] = {
    let text = lines.rawBytes
    var entries: [Entry] = []
    entries.reserveCapacity(128)
    var entry = Entry()
    var column = 0
    for index in 0..<text.byteCount {
      guard let byte = text.byte(at: index) else { break }
      switch byte {
      case UInt8(ascii: " "): column += 1
      case UInt8(ascii: "\n"):
        entries.append(entry)
        entry = Entry()
        column = 0
      default: entry.take(byte, column)
      }
    }
    entries.append(entry)
    return entries
  }()
}

extension MetadataLanguage: CustomStringConvertible {
  /// The tag of BCP 47.
  public var description: String { tag }
}
