package import ByteReading
import Structure

/// Reads what directories of Exif say, by the tables' own names and words.
package enum ExifReader {
  /// What the directories say that begin with the first byte of `range`: those of the picture, not of its
  /// thumbnail. Empty when none begin there.
  ///
  /// - Parameters:
  ///   - bytes: All bytes of the source.
  ///   - format: The type that a node for these bytes has, which says what the first directory is.
  ///   - limit: How many at most.
  /// - Complexity: O(*n* log *n*) in the entries, of which no more than 16,384 are looked at.
  package static func findings(
    in bytes: RawSpan, _ range: Range<Int>, format: FourCC = "TIFF", limit: Int = 1_024
  ) -> [EmbeddedFinding] {
    guard range.upperBound <= bytes.byteCount,
      let tiff = TIFFBytes(bytes, from: range.lowerBound, to: range.upperBound),
      let root = root(of: format)
    else { return [] }
    let layout = TIFFLayout(tiff, root: root)
    var findings: [EmbeddedFinding] = []
    var leftOut: Int?
    var hasNote = false
    parts: for (number, part) in layout.parts.enumerated() {
      // A picture has one.
      if case .makerNote = part.kind, !hasNote {
        hasNote = true
        findings += MakerNotes.findings(
          in: tiff, part.range, maker: maker(layout, tiff), path: "parts[\(number + 1)].MakerNote")
      }
      guard case .directory(let kind) = part.kind, let name = name(of: kind) else { continue }
      let first = part.range.lowerBound &+ 2
      for entry in layout.entries
      where entry.directory == kind && part.range.contains(entry.offset) {
        guard findings.count < limit else {
          leftOut = tiff.base &+ entry.offset
          break parts
        }
        let place = (entry.offset &- first) / TIFFEntry.byteCount
        let path = "parts[\(number + 1)].\(name).entries[\(place + 1)]"
        findings += kind == .canon
          ? MakerNotes.findings(ofCanon: entry, in: tiff, path: path) : finding(entry, layout, tiff, path: path)
      }
    }
    leaveAlone(&findings)
    findings += composed(layout, findings, tiff)
    if let leftOut, let last = findings.indices.last { findings[last].nextLeftOut = leftOut }
    return findings
  }

  /// How the picture is to be turned, 1 to 8 (Exif 3.0 §4.6.5), by the directories that begin with the first
  /// byte of `range`, and where that stands; `nil` when they do not say it.
  ///
  /// - Parameter bytes: All bytes of the source.
  /// - Complexity: O(*n* log *n*) in the entries, of which no more than 16,384 are looked at.
  package static func orientation(in bytes: RawSpan, _ range: Range<Int>) -> (value: Int, place: Range<Int>)? {
    guard range.upperBound <= bytes.byteCount,
      let tiff = TIFFBytes(bytes, from: range.lowerBound, to: range.upperBound)
    else { return nil }
    let entries = TIFFLayout(tiff, root: .image).entries
    guard let entry = entries.first(where: { $0.directory == .image && $0.tag == 0x112 }),
      let values = entry.values, let value = entry.real(0, tiff), value >= 1, value <= 8
    else { return nil }
    return (Int(value), tiff.base &+ values.lowerBound..<tiff.base &+ values.upperBound)
  }

  /// What of another format stands in directories.
  package enum Content: Sendable, Equatable {
    /// Data sets of IPTC-IIM: in a tag of their own, with the path of its part, or in resources of Photoshop.
    case newsData(path: String?)
    /// A packet of XMP.
    case packet
  }

  /// Where data sets of IPTC-IIM and packets of XMP lie in the directories that begin with the first byte of `range`.
  /// Empty when none are there.
  ///
  /// - Parameters:
  ///   - bytes: All bytes of the source.
  ///   - format: The type that a node for these bytes has, which says what the first directory is.
  /// - Complexity: O(*n* log *n*) in the entries, of which no more than 16,384 are looked at.
  package static func contents(
    in bytes: RawSpan, _ range: Range<Int>, format: FourCC = "TIFF"
  ) -> [(range: Range<Int>, content: Content)] {
    guard range.upperBound <= bytes.byteCount,
      let tiff = TIFFBytes(bytes, from: range.lowerBound, to: range.upperBound), let root = root(of: format)
    else { return [] }
    return TIFFLayout(tiff, root: root).parts.enumerated().compactMap { number, part in
      let place = part.range.moved(by: tiff.base)
      switch part.kind {
      case .newsData: return (place, Content.newsData(path: "parts[\(number + 1)].IPTC"))
      case .imageResources: return ImageResources.newsData(in: bytes, place).map { ($0, Content.newsData(path: nil)) }
      case .packet: return (place, Content.packet)
      default: return nil
      }
    }
  }

  private static func root(of format: FourCC) -> TIFFDirectory? {
    switch format {
    case "TIFF": .image
    case "TIFe": .exif
    case "TIFg": .gps
    case "TIFc": .canon
    default: nil
    }
  }

  private static func name(of kind: TIFFDirectory) -> StaticString? {
    switch kind {
    case .image: "IFD0"
    case .exif: "Exif"
    case .gps: "GPS"
    case .canon: "Canon"
    case .thumbnail, .interoperability, .sub: nil
    }
  }

  /// Who made the camera.
  private static func maker(_ layout: TIFFLayout, _ tiff: borrowing TIFFBytes) -> String? {
    guard let entry = layout.entries.first(where: { $0.directory == .image && $0.tag == Tag.maker }),
      let content = entry.text(tiff)
    else { return nil }
    var text = ByteWriter()
    _ = text.put(text: tiff.bytes.extracting(content.bytes), encoding: content.encoding, style: .verbatim, limit: 64)
    return text.string
  }

  /// Tags that say where other things lie.
  private static let pointers: Set<UInt16> = [0x8769, 0x8825, 0xA005, 0x14A, 0x111, 0x117]

  private static func finding(
    _ entry: TIFFEntry, _ layout: TIFFLayout, _ tiff: borrowing TIFFBytes, path: String
  ) -> [EmbeddedFinding] {
    guard let values = entry.values, entry.directory == .gps || !pointers.contains(entry.tag)
    else { return [] }
    let known = TIFFTags.names(of: entry.directory)[UInt64(entry.tag)]
    let place = tiff.base &+ values.lowerBound..<tiff.base &+ values.upperBound
    var text: String?
    if let content = entry.text(tiff) {
      var written = ByteWriter()
      _ = written.put(
        text: tiff.bytes.extracting(content.bytes), encoding: content.encoding, style: .verbatim, limit: 4_096)
      text = written.string
      while text?.last == " " { text?.removeLast() }
    } else {
      var written = ByteWriter()
      TIFFText(tiff).put(entry, to: &written)
      if written.count > 0 { text = written.string }
      // Characters in bytes of no type are shown between quotation marks.
      if entry.type == .undefined, let quoted = text, quoted.utf8.count >= 2,
        quoted.utf8.first == UInt8(ascii: "\"")
      {
        text = String(quoted.dropFirst().dropLast())
      }
      if let written = text { text = written + side(of: entry, written, layout, tiff) }
    }
    let hasNames = !TIFFValues.names(of: entry.tag, in: entry.directory).entries.isEmpty
    return [
      EmbeddedFinding(
        name: known?.description ?? "0x" + String(entry.tag, radix: 16), tag: entry.tag,
        subject: subject(of: entry), text: text,
        number: entry.count == 1 && !hasNames ? entry.real(0, tiff) : nil, values: place,
        fieldPath: path,
        role: role(of: entry, tiff))
    ]
  }

  private static func role(of entry: TIFFEntry, _ tiff: borrowing TIFFBytes) -> EmbeddedFinding.Role {
    if entry.directory == .gps, entry.tag == Tag.versionOfPlaces { return .version }
    // No tag has more than a few fractions, and many entries may have the same bytes.
    guard entry.type == .rational || entry.type == .srational, let values = entry.values, (1...64).contains(values.count)
    else { return .entry }
    for place in values.moved(by: tiff.base) where tiff.bytes.byte(at: place) != 0 { return .entry }
    return .unknown
  }

  /// Where no latitude and no longitude is told, marks what says something of these alone.
  private static func leaveAlone(_ findings: inout [EmbeddedFinding]) {
    func isEntry(_ finding: EmbeddedFinding, of tags: [UInt16]) -> Bool {
      finding.subject == .place && finding.role == .entry && tags.contains(finding.tag)
    }
    guard !findings.contains(where: { isEntry($0, of: Tag.numbersOfPlaces) }) else { return }
    for place in findings.indices where isEntry(findings[place], of: Tag.besidePlaces) { findings[place].role = .lone }
  }

  /// The numbers of the tags that are looked for among the entries (Exif 3.0 §4.6).
  private enum Tag {
    static let versionOfPlaces: UInt16 = 0
    static let maker: UInt16 = 0x10F
    static let latitude: UInt16 = 2
    /// Latitudes and longitudes, of a place and of where somebody goes.
    static let numbersOfPlaces: [UInt16] = [2, 4, 20, 22]
    /// Their references, the height and whether that is below the sea.
    static let besidePlaces: [UInt16] = [1, 3, 5, 6, 19, 21]
    static let originalMoment: UInt16 = 0x9003
    static let zoneOfOriginalMoment: UInt16 = 0x9011
    static let fractionOfOriginalMoment: UInt16 = 0x9291
  }

  /// What a latitude or a longitude says by its reference, where that does not stand right before it, and so is
  /// not in its text.
  private static func side(
    of entry: TIFFEntry, _ text: String, _ layout: TIFFLayout, _ tiff: borrowing TIFFBytes
  ) -> String {
    guard entry.directory == .gps, let sides = sides.first(where: { $0.tag == entry.tag }) else { return "" }
    guard let letter = letter(of: layout, entry.tag &- 1, tiff), sides.letters.contains(letter) else {
      return ", no reference: \(sides.words) is not told"
    }
    return text.hasSuffix(" \(letter)") ? "" : " \(letter)"
  }

  /// The letters before the entries that are nothing without them (Exif 3.0 §4.6.7).
  private static let sides: [(tag: UInt16, letters: [Character], words: StaticString)] = [
    (2, ["N", "S"], "north or south"), (4, ["E", "W"], "east or west"),
    (20, ["N", "S"], "north or south"), (22, ["E", "W"], "east or west"),
  ]

  private static func subject(of entry: TIFFEntry) -> EmbeddedFinding.Subject {
    if entry.directory == .gps { return entry.tag == 29 || entry.tag == 7 ? .moment : .place }
    // Where a picture of a map lies (GeoTIFF 1.1 §7.2).
    if entry.directory == .image, entry.tag == 0x8482 || entry.tag == 0x85D8 { return .place }
    switch entry.tag {
    case 0x830E, 0x8480, 0x87AF, 0x87B0, 0x87B1: return .picture
    case 0x10F, 0x110, 0x13C, 0xA433, 0xA434, 0xA432, 0xC614: return .device
    case 0xA431, 0xA435, 0xC62F: return .serialNumber
    case 0x13B, 0x8298, 0xA430, 0xA437, 0xA438, 0x9C9D: return .person
    case 0x132, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292, 0x882A:
      return .moment
    case 0x131, 0xA439, 0xA43A, 0xA43B, 0xA43C: return .software
    case 0x10D, 0x11D, 0x9213, 0x9286, 0x9C9B, 0x9C9C, 0x9C9E, 0x9C9F, 0xA436, 0xC789: return .comment
    case 0xA420: return .identifier
    case 0x829A...0x9216: return .picture
    default: return .other
    }
  }

  // MARK: Said by several entries

  /// The position, and the moment with its zone: each where its first entry stands.
  private static func composed(
    _ layout: TIFFLayout, _ findings: [EmbeddedFinding], _ tiff: borrowing TIFFBytes
  ) -> [EmbeddedFinding] {
    var all: [EmbeddedFinding] = []
    if let position = position(layout, tiff),
      let source = findings.first(where: { $0.subject == .place && $0.tag == Tag.latitude })
    {
      all.append(
        EmbeddedFinding(
          name: "GPSPosition", tag: source.tag, subject: .place, text: position, number: nil,
          values: source.values, fieldPath: source.fieldPath,
          role: .composed))
    }
    if let source = findings.first(where: { $0.subject == .moment && $0.tag == Tag.originalMoment }),
      let moment = moment(source, findings)
    {
      all.append(
        EmbeddedFinding(
          name: "DateTimeOriginalWithZone", tag: source.tag, subject: .moment, text: moment,
          number: nil, values: source.values, fieldPath: source.fieldPath,
          role: .composed))
    }
    return all
  }

  /// The position as ISO 6709 writes it: `+47.6358-122.3300+120/`; `nil` when any part of it is missing.
  private static func position(_ layout: TIFFLayout, _ tiff: borrowing TIFFBytes) -> String? {
    func entry(_ tag: UInt16) -> TIFFEntry? {
      layout.entries.first { $0.directory == .gps && $0.tag == tag }
    }
    func degrees(_ tag: UInt16, _ negative: Character, _ positive: Character) -> Double? {
      guard let entry = entry(tag), let value = TIFFText.degrees(entry, tiff),
        let reference = self.letter(of: layout, tag &- 1, tiff)
      else { return nil }
      return reference == negative ? -value : reference == positive ? value : nil
    }
    guard let latitude = degrees(2, "S", "N"), latitude.magnitude <= 90,
      let longitude = degrees(4, "W", "E"), longitude.magnitude <= 180
    else { return nil }
    var text = ByteWriter()
    text.put(degrees: latitude, digits: 2)
    text.put(degrees: longitude, digits: 3)
    if let entry = entry(6), let altitude = entry.real(0, tiff), altitude.magnitude < 100_000 {
      let isBelow = self.entry(of: layout, 5)?.fraction(0, tiff)?.0 == 1
      text.put(isBelow ? "-" : "+")
      text.put(rounded: altitude.magnitude)
    }
    text.put("/")
    return text.string
  }

  private static func entry(of layout: TIFFLayout, _ tag: UInt16) -> TIFFEntry? {
    layout.entries.first { $0.directory == .gps && $0.tag == tag }
  }

  private static func letter(
    of layout: TIFFLayout, _ tag: UInt16, _ tiff: borrowing TIFFBytes
  ) -> Character? {
    guard let entry = entry(of: layout, tag), entry.type == .ascii, let values = entry.values,
      let letter = tiff.number(at: values.lowerBound, count: 1)
    else { return nil }
    return Character(UnicodeScalar(UInt8(truncatingIfNeeded: letter)))
  }

  /// `2021-09-27T07:13:34.114-06:00`; `nil` without a zone, or for text that is no moment.
  private static func moment(_ source: EmbeddedFinding, _ findings: [EmbeddedFinding]) -> String? {
    func text(_ tag: UInt16) -> String? {
      findings.first { $0.subject == .moment && $0.tag == tag }?.text
    }
    guard let zone = text(Tag.zoneOfOriginalMoment), zone.utf8.count == 6,
      let written = source.text, written.utf8.count == 19
    else { return nil }
    var characters = Array(written.utf8)
    let isDate = characters.enumerated().allSatisfy { place, byte in
      switch place {
      case 4, 7, 13, 16: byte == UInt8(ascii: ":")
      case 10: byte == UInt8(ascii: " ")
      default: byte.isDigit
      }
    }
    let isZone = zone.utf8.enumerated().allSatisfy { place, byte in
      place == 0
        ? byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
        : place == 3 ? byte == UInt8(ascii: ":") : byte.isDigit
    }
    guard isDate, isZone else { return nil }
    characters[4] = UInt8(ascii: "-")
    characters[7] = UInt8(ascii: "-")
    characters[10] = UInt8(ascii: "T")
    var moment = String(decoding: characters, as: UTF8.self)
    if let fraction = text(Tag.fractionOfOriginalMoment), !fraction.isEmpty, fraction.utf8.count <= 9,
      fraction.utf8.allSatisfy({ $0.isDigit })
    {
      moment += "." + fraction
    }
    return moment + zone
  }
}
