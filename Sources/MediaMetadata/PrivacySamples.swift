import Atoms
import ByteReading
import MediaFacts
import MediaInspection
import Structure

/// What of media was not read.
enum UnreadMedia {
  static let coding = Unread.Reason("samples", "samples of a coding that no table describes,")
  static let encrypted = Unread.Reason("encrypted", "samples that are encrypted, of")
  static let missing = Unread.Reason("missing-samples", "samples whose bytes are not all there, of")
  static let opaque = Unread.Reason("opaque-samples", "bytes in samples whose meaning is not known, of")
  static let texts = Unread.Reason("texts", "texts of samples, which may name anybody: not judged, of")
  static let items = Unread.Reason("item-data", "coded pictures of items")
  static let orphans = Unread.Reason("orphan-bytes", "media data that no table refers to")
  static let coded = Unread.Reason("coded", "sound or pictures that no table divides into samples, of")
  static let steps = Unread.Reason("steps", "samples for which there are no steps left, of")
  static let film = Unread.Reason("film", "a film with tables of its own")
}

/// Gathers what the fields of a sample say of places, persons and devices, and keeps coded pictures apart from
/// bytes of which nobody knows what they say.
struct SampleTexts: FieldSink {
  struct Found {
    let kind: Privacy.Kind
    let title: String
    let value: String?
    let position: GeographicPosition?
    let extent: Extent
    var devicePart: Camera.Part?
  }

  /// How what is read of the samples of one entry has to be taken.
  struct Coding {
    /// The sample entry's type.
    var type: FourCC
    /// The names of the keys of timed metadata, by their numbers.
    var keys: [UInt64: String] = [:]
    /// Types of units that are pictures, and those of the layers and views of AVC.
    var slices: ClosedRange<UInt64>?
    var layers: Set<UInt64> = []
    /// Whether samples are sound and have no room for anything else.
    var isSound = false
  }

  /// What is said when a file costs more steps than it may before all of its samples were read.
  static let noSteps: StaticString = "there are no steps left for the texts of all samples"

  private let coding: Coding
  private(set) var found: [Found] = []
  /// Bytes whose meaning nobody knows, and that are no zeros.
  private(set) var opaqueCount = 0
  /// The bytes of texts that are read on the screen, of which nobody knows whom they name.
  private(set) var textCount = 0
  /// Whether there is more than was looked at.
  var isCut: Bool { others.isCut || hasMore }
  private var hasMore = false
  /// The characters of a text that are looked at.
  private static let textLimit = 65_536
  /// Texts that are nobody's in particular.
  private var others = PersonalFields(0)
  /// The last key, unit and message that began.
  private var key = FourCC(rawValue: 0)
  private var unit: UInt64 = 0
  private var message: UInt64 = 0
  private var number: UInt64 = 0
  /// What the numbers of a position are multiplied with, of telemetry.
  private var scales: [Double] = []
  /// The first numbers of a position that is a structure of several types.
  private var coordinates: [Double] = []
  private var latitude: Double?
  private var longitude: Double?
  private var isSouth = false
  /// As much of a moment as was read, and where it begins.
  private var moment: (text: String, start: Int?) = ("", nil)
  private var isWest = false
  /// Whether a message says that its coordinates are degrees; radians are what it says nothing of.
  private var isInDegrees = false
  /// The bits of a unit that has fewer bytes than it says, which were counted.
  private var broken = Extent(start: 0, count: 0)

  init(_ coding: Coding) { self.coding = coding }

  mutating func wants(item index: Int, of count: Int) -> Bool { others.wants(item: index, of: count) }
  var stopsAtUnwanted: Bool { true }

  /// Of pictures a unit whose length leaves the sample is none: what stands there may be anything.
  mutating func note(_ fault: Fault) {
    guard coding.slices != nil, fault.kind == .fieldsTruncated, fault.extent.byteCount > 0,
      fault.extent.start >= broken.end
    else { return }
    broken = fault.extent
    opaqueCount = opaqueCount.saturatingAdd(fault.extent.byteCount)
  }

  mutating func field(_ field: borrowing FieldReading) {
    let name = field.name
    switch coding.type {
    case "gpmd": telemetry(field)
    case "camm": motion(field)
    case "rtmd": acquisition(field)
    case "djmd", "dbgi": message(field)
    case "CTMD": record(field)
    case "mebx": timed(field)
    case "tx3g", "text", "wvtt", "stpp": text(field)
    default:
      if name.isSame(as: "nal_unit_type") || name.isSame(as: "obu_type") { unit = field.raw }
      if name.isSame(as: "payload_type") { message = field.raw }
      stream(field)
    }
  }

  mutating func table(_ table: borrowing TableReading) {
    if coding.type == "rtmd" { return acquisition(table) }
    guard coding.type == "gpmd", table.name.isSame(as: "values") else { return others.table(table) }
    let count = min(table.count, 64)
    func value(_ at: Int) -> Double { Double(Int64(bitPattern: table.raw(row: at, column: 0))) }
    switch key {
    case "SCAL": scales = (0..<count).map(value)
    case "GPS5" where count >= 3: place(latitude: value(0), longitude: value(1), altitude: value(2), table.extent)
    case "MUID", "CINF":
      if (0..<count).allSatisfy({ table.raw(row: $0, column: 0) == 0 }) { return }
      var bytes = ByteWriter()
      bytes.put(hexBytes: table.bytes.extracting(table.extent.byteOffset..<table.extent.byteEnd), separator: nil)
      add(
        key == "MUID" ? .identifier : .device, Self.titles[key] ?? key.key, bytes.string, at: table.extent,
        Self.deviceParts[key])
    default: break
    }
  }

  // MARK: Pictures

  /// Units of a stream of pictures: what encoders say beside the pictures.
  private mutating func stream(_ field: borrowing FieldReading) {
    let name = field.name
    let isSlice = coding.slices?.contains(unit) ?? false || coding.layers.contains(unit)
    if ["slice_data", "rbsp_byte", "rbsp", "obu_data"].contains(where: { name.description == $0 }) {
      if !isSlice { leave(field) }
      return
    }
    if name.isSame(as: "encoder_settings") {
      let text = string(field)
      add(PrivacyKeys.kind(.software, of: text), "encoder_settings", text, at: field.content)
      return
    }
    // Timing and checksums of pictures are numbers, which no table here divides.
    if name.isSame(as: "payload"), Self.numbers.contains(message) { return }
    if field.isBytes || field.isGap {
      if case .perhapsText = field.definition.meaning, isPrintable(field.contentBytes) {
        return judge(name, string(field), field.content)
      }
      return leave(field)
    }
    if case .string = field.definition.kind { judge(name, string(field), field.content) }
  }

  /// Messages that are numbers alone: buffering, timing, decoding units, hashes of pictures.
  private static let numbers: Set<UInt64> = [0, 1, 130, 132]

  // MARK: Metadata

  /// Key, length and value of GoPro.
  private mutating func telemetry(_ field: borrowing FieldReading) {
    if field.name.isSame(as: "key") {
      key = FourCC(rawValue: UInt32(truncatingIfNeeded: field.raw))
      coordinates = []
      return
    }
    switch field.definition.kind {
    case .int where key == "GPS9" && coordinates.count < 3:
      coordinates.append(Double(Int64(bitPattern: field.raw)))
      guard coordinates.count == 3 else { return }
      place(latitude: coordinates[0], longitude: coordinates[1], altitude: coordinates[2], field.content)
    case .string:
      let text = string(field)
      let title = Self.titles[key] ?? key.key
      switch key {
      case "STNM", "SIUN", "UNIT", "RMRK", "TYPE", "GPSA": break
      case "GPSU": add(.time, title, text, at: field.content)
      case "DVNM", "LINF", "CASN", "MINF", "CINF": add(.device, title, text, at: field.content, Self.deviceParts[key])
      case "FMWR", "VERS": add(PrivacyKeys.kind(.software, of: text), title, text, at: field.content)
      case "MUID": add(.identifier, title, text, at: field.content)
      // Settings are short words: AUTO, GPRO.
      default: if text.utf8.count > 12 { judge(title, text, field.content) }
      }
    case .bytes:
      let bytes = field.contentBytes
      guard key == "GPS9" else { return leave(field) }
      guard let north = bytes.bigEndian32(at: 0), let east = bytes.bigEndian32(at: 4), let up = bytes.bigEndian32(at: 8)
      else { return leave(field) }
      func value(_ number: UInt32) -> Double { Double(Int32(bitPattern: number)) }
      place(latitude: value(north), longitude: value(east), altitude: value(up), field.content)
    // Of codes there are those of a vocabulary: the kind of altitude, of a grid.
    default: break
    }
  }

  private static let titles: [FourCC: String] = [
    "GPSU": "Time of a position", "DVNM": "Device", "LINF": "Lens serial number", "CASN": "Camera serial number",
    "MINF": "Camera model", "CINF": "Camera serial number, as a hash", "FMWR": "Firmware", "VERS": "Version",
    "MUID": "Media identifier",
  ]

  private static let deviceParts: [FourCC: Camera.Part] = [
    "MINF": .model, "CASN": .serialNumber, "CINF": .otherNumber, "LINF": .otherNumber,
  ]

  /// Takes the first position of a sample that is one: 0, 0 stands where none is known.
  private mutating func place(latitude: Double, longitude: Double, altitude: Double, _ extent: Extent) {
    guard scales.count >= 3, scales.prefix(3).allSatisfy({ $0 != 0 }), latitude != 0 || longitude != 0 else { return }
    add(place: latitude / scales[0], longitude / scales[1], altitude / scales[2], at: extent)
  }

  /// Packets of a camera.
  private mutating func motion(_ field: borrowing FieldReading) {
    guard case .float(let bits) = field.definition.kind else {
      if field.isBytes || field.isGap { leave(field) }
      return
    }
    let value = floatingPoint(field.raw, bits: bits)
    if field.name.isSame(as: "latitude") { latitude = value }
    if field.name.isSame(as: "longitude") { longitude = value }
    guard field.name.isSame(as: "altitude"), let latitude, let longitude, latitude != 0 || longitude != 0 else { return }
    add(place: latitude, longitude, value, at: field.extent)
    (self.latitude, self.longitude) = (nil, nil)
  }

  /// Items of Sony's acquisition metadata, by their tags.
  private mutating func acquisition(_ field: borrowing FieldReading) {
    if field.name.isSame(as: "tag") { number = field.raw }
    guard case .string = field.definition.kind else {
      take(moment: field, inHexadecimal: true)
      if field.isBytes || field.isGap { leave(field) }
      return
    }
    let text = string(field)
    switch number {
    case AcquisitionTag.latitudeReference: isSouth = text.hasPrefix("S")
    case AcquisitionTag.longitudeReference: isWest = text.hasPrefix("W")
    case AcquisitionTag.lensAttributes: add(.device, "Lens attributes", text, at: field.content)
    case AcquisitionTag.settingFile: add(.path, "Camera setting file", text, at: field.content)
    case AcquisitionTag.cameraAttributes: add(.device, "Camera attributes", text, at: field.content)
    case AcquisitionTag.positionDate: add(.time, "Date of a position", text, at: field.content)
    default: break
    }
  }

  /// Degrees, minutes and seconds, each a fraction; the longitude comes last.
  private mutating func acquisition(_ table: borrowing TableReading) {
    guard number == AcquisitionTag.latitude || number == AcquisitionTag.longitude, table.count == 3 else { return }
    var degrees = 0.0
    for (row, share) in [1.0, 60, 3_600].enumerated() {
      let denominator = table.raw(row: row, column: 1)
      if denominator == 0 { return }
      degrees += Double(table.raw(row: row, column: 0)) / Double(denominator) / share
    }
    if number == AcquisitionTag.latitude {
      latitude = isSouth ? -degrees : degrees
    } else if let latitude, latitude != 0 || degrees != 0 {
      add(place: latitude, isWest ? -degrees : degrees, at: table.extent)
    }
  }

  /// Records of Canon: their time, the numbers of the lens and the exposure, and what is not read.
  private mutating func record(_ field: borrowing FieldReading) {
    take(moment: field, inHexadecimal: false)
    if field.name.isSame(as: "tiff") || field.name.isSame(as: "value") || field.isGap { leave(field) }
  }

  /// Takes a number of a moment, the second the last of them: as it is, or in Binary Coded Decimal.
  private mutating func take(moment field: borrowing FieldReading, inHexadecimal isHexadecimal: Bool) {
    let name = field.name
    let isLast = name.isSame(as: "second")
    var text = ByteWriter()
    if name.isSame(as: "year") {
      moment = ("", field.content.start)
    } else if name.isSame(as: "month") || name.isSame(as: "day") {
      text.put("-")
    } else if name.isSame(as: "hour") {
      text.put(" ")
    } else if name.isSame(as: "minute") || isLast {
      text.put(":")
    } else {
      return
    }
    if isHexadecimal { text.put(hex: field.raw, digits: 2) } else { text.put(decimal: field.raw, zeroPaddedTo: 2) }
    moment.text += text.string
    guard isLast else { return }
    let start = moment.start ?? field.content.start
    add(.time, "Date and time", moment.text, at: Extent(start: start, count: field.content.end &- start))
  }

  /// Fields of DJI's messages: those that have a name say something, of the others nobody knows what they are.
  private mutating func message(_ field: borrowing FieldReading) {
    let name = field.name
    if case .string = field.definition.kind {
      let text = string(field)
      if name.isSame(as: "serial_number") { return add(.device, "Serial number", text, at: field.content, .serialNumber) }
      if name.isSame(as: "model") { return add(.device, "Model", text, at: field.content, .model) }
      if name.isSame(as: "date_time") { return add(.time, "Time of a position", text, at: field.content) }
      if !name.isSame(as: "protocol") { judge(name, text, field.content) }
      return
    }
    if name.isSame(as: "coordinate_unit") { isInDegrees = field.raw == 1 }
    if name.isSame(as: "latitude") { latitude = floatingPoint(field.raw, bits: 64) }
    if name.isSame(as: "longitude") {
      let scale = isInDegrees ? 1 : 180 / Double.pi
      let longitude = floatingPoint(field.raw, bits: 64) * scale
      if let latitude, latitude != 0 || longitude != 0 { add(place: latitude * scale, longitude, at: field.extent) }
      (latitude, isInDegrees) = (nil, false)
    }
    if field.isBytes || field.isGap || name.isSame(as: "value") || name.isSame(as: "fixed64")
      || name.isSame(as: "fixed32")
    {
      leave(field)
    }
  }

  /// Values of timed metadata, by the keys that the sample entry lists.
  private mutating func timed(_ field: borrowing FieldReading) {
    if field.name.isSame(as: "local_key_id") { number = field.raw }
    guard field.isBytes || field.isGap else { return }
    let name = coding.keys[number] ?? ""
    let title = name.isEmpty ? "value" : name
    let isText = isPrintable(field.contentBytes)
    if let named = PrivacyKeys.kind(ofName: name) {
      let text = isText ? string(field) : nil
      let kind = PrivacyKeys.kind(named, of: text)
      let position = kind == .place ? text.flatMap { GeographicPosition(iso6709: $0) } : nil
      add(Found(kind: kind, title: title, value: text, position: position, extent: field.content))
    } else if isText {
      judge(title, string(field), field.content)
    } else {
      leave(field)
    }
  }

  // MARK: Texts

  /// What is read on the screen is what the film says: positions and addresses in it are found, and of its words it is
  /// said that nobody judged them. What stands beside it is for somebody else.
  private mutating func text(_ field: borrowing FieldReading) {
    guard case .string = field.definition.kind else {
      if field.isBytes || field.isGap, !Self.styles.contains(key) { leave(field) }
      if field.name.isSame(as: "type") { key = FourCC(rawValue: UInt32(truncatingIfNeeded: field.raw)) }
      return
    }
    let text = string(field)
    if field.name.isSame(as: "cue_additional_text") { return add(.comment, "Comment", text, at: field.content) }
    if field.name.isSame(as: "document"), text.contains("ttm:") || text.contains("<metadata") {
      opaqueCount = opaqueCount.addingReportingOverflow(field.content.byteCount).partialValue
    }
    if let kind = PrivacyKeys.looks(text) { add(kind, field.name.description, text, at: field.content) }
    if let position = TextPositions.first(in: text) {
      add(Found(kind: .place, title: "Position", value: nil, position: position, extent: field.content))
    }
    if !PrivacyTexts.isOfWriter(text) { textCount = textCount.saturatingAdd(field.content.byteCount) }
  }

  /// Boxes behind a text that say how it looks.
  private static let styles: Set<FourCC> = [
    "styl", "hlit", "hclr", "krok", "dlay", "tbox", "blnk", "twrp", "encd", "ftab", "drpo", "drpt", "imag", "metr",
  ]

  // MARK: Values

  private mutating func add(place latitude: Double, _ longitude: Double, _ altitude: Double? = nil, at extent: Extent) {
    let position = GeographicPosition(latitude: latitude, longitude: longitude, altitude: altitude)
    add(Found(kind: .place, title: "Position", value: nil, position: position, extent: extent))
  }

  private mutating func add(
    _ kind: Privacy.Kind, _ title: String, _ value: String, at extent: Extent, _ devicePart: Camera.Part? = nil
  ) {
    if value.isEmpty { return }
    add(Found(kind: kind, title: title, value: value, position: nil, extent: extent, devicePart: devicePart))
  }

  /// Keeps what was found, as far as anybody reads.
  private mutating func add(_ what: Found) {
    if found.count < Privacy.limit { found.append(what) } else { hasMore = true }
  }

  private mutating func judge(_ name: some CustomStringConvertible, _ text: String, _ extent: Extent) {
    guard case .found(let kind) = PrivacyTexts.of(text, named: "value", isPartOfItem: false) else { return }
    add(kind, name.description, text, at: extent)
  }

  private mutating func leave(_ field: borrowing FieldReading) {
    let bytes = field.contentBytes
    if field.content.start >= broken.start, field.content.end <= broken.end, broken.count > 0 { return }
    // Filler is made of ones.
    if bytes.isBlank(isStuffed: true) { return }
    opaqueCount = opaqueCount.saturatingAdd(bytes.byteCount)
  }

  /// The text of a field; of a longer one its beginning, and its bytes are not read.
  private mutating func string(_ field: borrowing FieldReading) -> String {
    var text = ByteWriter()
    let outcome = text.put(
      text: field.contentBytes, encoding: field.encoding, style: .verbatim, limit: Self.textLimit)
    if outcome.isTruncated { opaqueCount = opaqueCount.saturatingAdd(field.content.byteCount) }
    return text.string.filter { $0 != "\0" }
  }

  private func isPrintable(_ bytes: RawSpan) -> Bool {
    for at in bytes.byteOffsets {
      guard let byte = bytes.byte(at: at), byte.isPrintable else { return false }
    }
    return bytes.byteCount > 0
  }
}
