import ByteReading
import Structure

/// Reads what notes of makers say of a camera, of who has it, and of one picture alone. Whatever else is in them is not
/// read: no specification describes it.
enum MakerNotes {
  /// What a note of a maker's says.
  ///
  /// - Parameters:
  ///   - note: The bytes of the note, from the base of `tiff`.
  ///   - maker: Who made the camera, as the picture's directory says.
  ///   - path: That of the note's field.
  /// - Returns: Empty for notes of other makers, and for those that begin otherwise; 64 findings at most.
  /// - Complexity: O(*n*) in the entries of a note, of which 1,024 are read in each of two directories.
  static func findings(
    in tiff: borrowing TIFFBytes, _ note: Range<Int>, maker: String?, path: String
  ) -> [EmbeddedFinding] {
    let bytes = tiff.bytes.extracting(tiff.base &+ note.lowerBound..<tiff.base &+ note.upperBound)
    guard let form = forms.first(where: { $0.isOf(bytes, maker) }) else { return [] }
    let base = form.base.map { note.lowerBound &+ $0 } ?? 0
    let end = form.base == nil ? tiff.byteCount : note.upperBound
    guard let isLittle = form.isLittle(bytes, tiff.isLittle),
      let directory = TIFFBytes(tiff.bytes, base: tiff.base &+ base, end: tiff.base &+ end, isLittle: isLittle)
    else { return [] }
    let start: Int
    switch form.directory {
    case .at(let offset): start = note.lowerBound &+ offset &- base
    case .pointer(let offset): start = directory.uint32(at: note.lowerBound &+ offset &- base).map { Int($0) } ?? -1
    }
    return findings(in: directory, at: start, form.maker, form.tags, path)
  }

  /// What an entry of a directory of Canon's says that has a header of its own (CR3); empty for one that nobody knows.
  static func findings(ofCanon entry: TIFFEntry, in tiff: borrowing TIFFBytes, path: String) -> [EmbeddedFinding] {
    guard let tag = canon.first(where: { $0.number == entry.tag }) else { return [] }
    return finding(of: entry, tag, "Canon", tiff, path).map { [$0] } ?? []
  }

  private static func findings(
    in tiff: borrowing TIFFBytes, at start: Int, _ maker: StaticString, _ tags: [Tag], _ path: String
  ) -> [EmbeddedFinding] {
    guard let count = tiff.uint16(at: start) else { return [] }
    var found: [EmbeddedFinding] = []
    var isInnerRead = false
    for index in 0..<min(Int(count), entryLimit) where found.count < findingLimit {
      guard let entry = TIFFEntry(tiff, at: start &+ 2 &+ index &* TIFFEntry.byteCount, in: .canon) else { break }
      guard let tag = tags.first(where: { $0.number == entry.tag }) else { continue }
      if let inner = tag.leadsTo {
        // Later cameras point to it, older ones have it as their value. None lies in another, and there is one.
        let place = entry.type == .undefined ? entry.values?.lowerBound : tiff.uint32(at: entry.offset &+ 8).map { Int($0) }
        if let place, !isInnerRead {
          found += findings(in: tiff, at: place, maker, inner.filter { $0.leadsTo == nil }, path)
        }
        isInnerRead = true
      } else if let finding = finding(of: entry, tag, maker, tiff, path) {
        found.append(finding)
      }
    }
    return found
  }

  private static let entryLimit = 1_024
  private static let findingLimit = 64

  private static func finding(
    of entry: TIFFEntry, _ tag: Tag, _ maker: StaticString, _ tiff: borrowing TIFFBytes, _ path: String
  ) -> EmbeddedFinding? {
    guard let values = entry.values, !values.isEmpty else { return nil }
    // Many entries may lead to one value, which may be all of the file.
    let read = values.prefix(TIFFText.textLimit).moved(by: tiff.base)
    let content = tiff.bytes.extracting(read)
    // Room for what nobody set.
    if (0..<content.byteCount).allSatisfy({ content.byte(at: $0) == 0 }) { return nil }
    var text = ByteWriter()
    var number: Double?
    switch entry.type {
    case .byte?, .undefined?:
      if tag.isText {
        let end = content.offset(of: 0, from: 0) ?? content.byteCount
        _ = text.put(text: content.extracting(0..<end), encoding: .utf8, style: .verbatim, limit: TIFFText.textLimit)
      } else {
        text.put(hexBytes: content.extracting(0..<min(content.byteCount, 64)), separator: nil)
      }
    case .ascii?, .utf8?:
      let end = content.offset(of: 0, from: 0) ?? content.byteCount
      _ = text.put(text: content.extracting(0..<end), encoding: .utf8, style: .verbatim, limit: TIFFText.textLimit)
    default:
      TIFFText(tiff).put(entry, to: &text)
      if entry.count == 1 { number = entry.real(0, tiff) }
    }
    var said = text.string
    while said.last == " " { said.removeLast() }
    if said.isEmpty { return nil }
    return EmbeddedFinding(
      name: "\(maker):\(tag.name)", tag: entry.tag, subject: tag.subject, text: said, number: number,
      values: values.moved(by: tiff.base), fieldPath: path)
  }

  // MARK: Makers

  /// How a maker's notes are written.
  private struct Form {
    enum Place {
      case at(Int)
      /// Four bytes there say where, from the base.
      case pointer(Int)
    }
    enum Order {
      case ofFile, little
      /// `II` or `MM` stands there.
      case mark(Int)
    }

    let maker: StaticString
    /// What a note begins with; `nil` where that is its directory, and the picture says who made the camera.
    let start: StaticString?
    /// Where its directory is, from the first byte of the note.
    let directory: Place
    let order: Order
    /// What offsets count from, from the first byte of the note; `nil` where that is the base of the picture's.
    let base: Int?
    let tags: [Tag]

    func isOf(_ note: RawSpan, _ maker: String?) -> Bool {
      start.map { note.begins(with: $0) } ?? (maker?.hasPrefix(self.maker.description) == true)
    }

    func isLittle(_ note: RawSpan, _ ofFile: Bool) -> Bool? {
      switch order {
      case .ofFile: return ofFile
      case .little: return true
      case .mark(let offset):
        switch note.bigEndian(at: offset, count: 2) {
        case 0x4949: return true
        case 0x4D4D: return false
        default: return nil
        }
      }
    }
  }

  /// What exiftool's tables say of them; Apple's and Canon's were seen in files.
  private static let forms: [Form] = [
    Form(maker: "Apple", start: "Apple iOS\0", directory: .at(14), order: .mark(12), base: 0, tags: apple),
    Form(maker: "Nikon", start: "Nikon\0\u{2}", directory: .pointer(14), order: .mark(10), base: 10, tags: nikon),
    Form(maker: "Fujifilm", start: "FUJIFILM", directory: .pointer(8), order: .little, base: 0, tags: fujifilm),
    Form(maker: "Olympus", start: "OLYMPUS\0", directory: .at(12), order: .mark(8), base: 0, tags: olympus),
    Form(maker: "Olympus", start: "OM SYSTEM\0", directory: .at(16), order: .mark(12), base: 0, tags: olympus),
    Form(maker: "Olympus", start: "OLYMP\0", directory: .at(8), order: .ofFile, base: nil, tags: olympus),
    Form(maker: "Panasonic", start: "Panasonic\0", directory: .at(12), order: .ofFile, base: nil, tags: panasonic),
    Form(maker: "Pentax", start: "AOC\0", directory: .at(6), order: .mark(4), base: nil, tags: pentax),
    Form(maker: "Pentax", start: "PENTAX \0", directory: .at(10), order: .mark(8), base: 0, tags: pentax),
    Form(maker: "Canon", start: nil, directory: .at(0), order: .ofFile, base: nil, tags: canon),
  ]

  /// What an entry is called, and whom it is about.
  private struct Tag {
    let number: UInt16
    let name: StaticString
    let subject: EmbeddedFinding.Subject
    /// Whether bytes of no type are characters.
    var isText = true
    /// The tags of the directory that it leads to.
    var leadsTo: [Tag]?

    init(
      _ number: UInt16, _ name: StaticString, _ subject: EmbeddedFinding.Subject, isText: Bool = true, leadsTo: [Tag]? = nil
    ) {
      self.number = number
      self.name = name
      self.subject = subject
      self.isText = isText
      self.leadsTo = leadsTo
    }
  }

  private static let apple: [Tag] = [
    Tag(0x0B, "BurstUUID", .identifier), Tag(0x11, "ContentIdentifier", .identifier),
    Tag(0x15, "ImageUniqueID", .identifier), Tag(0x20, "ImageCaptureRequestID", .identifier),
    Tag(0x2B, "PhotoIdentifier", .identifier),
  ]

  private static let canon: [Tag] = [
    Tag(0x06, "ImageType", .device), Tag(0x07, "FirmwareVersion", .software), Tag(0x09, "OwnerName", .person),
    Tag(0x0C, "SerialNumber", .serialNumber), Tag(0x28, "ImageUniqueID", .identifier, isText: false),
    Tag(0x95, "LensModel", .device), Tag(0x96, "InternalSerialNumber", .serialNumber),
  ]

  private static let nikon: [Tag] = [
    Tag(0x1D, "SerialNumber", .serialNumber), Tag(0xA0, "SerialNumber", .serialNumber),
  ]

  private static let fujifilm: [Tag] = [Tag(0x10, "InternalSerialNumber", .serialNumber)]

  private static let olympus: [Tag] = [
    Tag(0x0404, "SerialNumber", .serialNumber),
    Tag(
      0x2010, "Equipment", .device,
      leadsTo: [
        Tag(0x0101, "SerialNumber", .serialNumber), Tag(0x0102, "InternalSerialNumber", .serialNumber),
        Tag(0x0202, "LensSerialNumber", .serialNumber), Tag(0x0302, "ExtenderSerialNumber", .serialNumber),
      ]),
  ]

  private static let panasonic: [Tag] = [
    Tag(0x25, "InternalSerialNumber", .serialNumber), Tag(0x52, "LensSerialNumber", .serialNumber),
    Tag(0x65, "Title", .comment), Tag(0x66, "BabyName", .person), Tag(0x67, "Location", .place),
    Tag(0x69, "Country", .place), Tag(0x6B, "State", .place), Tag(0x6D, "City", .place),
    Tag(0x6F, "Landmark", .place), Tag(0x80, "City2", .place),
  ]

  private static let pentax: [Tag] = [
    Tag(0x0229, "SerialNumber", .serialNumber), Tag(0x022E, "Artist", .person), Tag(0x022F, "Copyright", .person),
  ]
}
