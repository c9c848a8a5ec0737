import ByteReading
import MediaFacts
import MediaInspection
import Structure

/// What a specification of a delivery asks of a track of video, in one row, with what contradicts itself in it:
/// `ProRes 422 HQ · 1920×1080 29.97i (30000/1001, top first) · 4:2:2 10-bit · 16:9 · 184 Mbit/s mean`.
struct Delivery {
  private let name: String
  /// In pixels, as it is stored.
  private let size: (width: UInt64, height: UInt64)
  /// Pictures a second; the mean of a rate that varies.
  private let rate: Double?
  private let isVariable: Bool
  private let scanning: Scanning?
  private let picture: DeliveredPicture
  private let chroma: String?
  private let bits: UInt64?
  private let opacityBits: UInt64
  /// Bits a second, the mean.
  private let bitRate: Double?
  private let conflicts: [DeliveryConflict]

  /// `nil` of what nobody delivers so: pictures that are neither coded for production, nor interlaced, nor have a
  /// timecode.
  ///
  /// - Parameter clocks: The tracks of timecode that it refers to.
  init?(
    _ track: Synopsis.Track, _ facts: Facts.Track?, _ flow: SampleFlow, hasTimecode: Bool, clocks: [SampleTrack], in tree: Tree
  ) {
    guard let name = track.codecName, let width = track.width, let height = track.height, width > 0, height > 0,
      let picture = DeliveredPicture(flow.track)
    else { return nil }
    scanning = facts?.shape?.scanning.value
    guard hasTimecode || scanning?.kind == .interlaced || Self.isOfProduction(name) else { return nil }
    self.name = name
    self.picture = picture
    size = (width, height)
    rate = flow.frameRate?.rate ?? track.frameRate
    isVariable = flow.frameRate?.isVariable ?? track.hasVariableRate
    let coded = facts?.coded?.value
    chroma = coded?.chroma.rawValue ?? picture.chroma
    bits = coded?.bits ?? picture.bits
    opacityBits = UInt64(clamping: coded?.opacityBits ?? 0)
    bitRate = flow.bitRate
    let counted = isVariable ? nil : rate
    conflicts =
      Self.conflicts(name, rate: rate, height: height, facts, in: tree)
      + clocks.flatMap { Self.conflicts(of: $0, rate: counted) }
  }

  var text: String {
    var parts = [name, "\(size.width)×\(size.height)" + rateWords]
    let sampling = [chroma, bits.map { "\($0)-bit" }, opacityBits > 0 ? "+ alpha" : nil].compactMap(\.self)
    if !sampling.isEmpty { parts.append(sampling.joined(by: " ")) }
    var shape = picture.shape.map { "\($0.across):\($0.down)" } ?? ""
    if let seen = picture.aperture {
      shape += (shape.isEmpty ? "" : ", ") + "clap \(Words.short(seen.width))×\(Words.short(seen.height))"
    }
    if !shape.isEmpty { parts.append(shape) }
    if let bitRate { parts.append(Words.bitRate(bitRate) + " mean") }
    let conflicts = conflicts.map(\.words)
    return parts.joined(by: " · ") + (conflicts.isEmpty ? "" : "; but " + conflicts.joined(by: ", and "))
  }

  /// The same, each as a value of its own.
  var members: About.Value.Members {
    var list: About.Value.Members = [
      ("display", .text(text)), ("codecName", .text(name)), ("width", .number(size.width)), ("height", .number(size.height)),
    ]
    if let rate { list += [("frameRate", .real(rate)), ("variableFrameRate", .flag(isVariable))] }
    if let exactRate {
      list.append(
        ("exactRate", .record([("numerator", .number(exactRate.numerator)), ("denominator", .number(exactRate.denominator))])))
    }
    if let scanning { list.append(("scanning", .record(scanning.members))) }
    if let chroma { list.append(("chroma", .text(chroma))) }
    if let bits { list.append(("bits", .number(bits))) }
    if opacityBits > 0 { list.append(("opacityBits", .number(opacityBits))) }
    if let shape = picture.shape {
      list.append(("aspect", .record([("across", .number(shape.across)), ("down", .number(shape.down))])))
    }
    if let seen = picture.aperture {
      list.append(("aperture", .record([("width", .real(seen.width)), ("height", .real(seen.height))])))
    }
    if let bits = bitRate.flatMap({ UInt64(exactly: $0.rounded(.down)) }) { list.append(("bitRate", .number(bits))) }
    return list + [
      ("conflicts", .list(conflicts.map { .text($0.words) })),
      ("contradictions", .list(conflicts.map { .record($0.members) })),
    ]
  }

  /// The rate as a fraction in lowest terms, where it is constant and the first pictures last as all do.
  private var exactRate: (numerator: UInt64, denominator: UInt64)? {
    guard !isVariable, let rate, let exact = picture.rate, exact.denominator > 0,
      abs(Double(exact.numerator) / Double(exact.denominator) - rate) < rate * 1e-6
    else { return nil }
    return exact
  }

  /// ` 29.97i (30000/1001, top first)`; of one picture, which has no rate, ` interlaced (top first)`.
  private var rateWords: String {
    var text = ""
    if let rate {
      text = " " + (isVariable ? "about " : "") + Words.short((rate * 100).rounded() / 100)
      text += scanning?.kind == .interlaced ? "i" : scanning?.kind == .progressive ? "p" : " fps"
    } else if let scanning, scanning.kind != .mixed {
      text = " " + scanning.kind.rawValue
    } else {
      return ""
    }
    var details: [String] = []
    if let exactRate, exactRate.denominator > 1 { details.append("\(exactRate.numerator)/\(exactRate.denominator)") }
    switch scanning?.order {
    case .topFirst?: details.append("top first")
    case .bottomFirst?: details.append("bottom first")
    case nil: break
    }
    return details.isEmpty ? text : text + " (\(details.joined(by: ", ")))"
  }

  /// Codings that cameras and editors write, by the beginning of their names.
  private static func isOfProduction(_ name: String) -> Bool {
    [
      "ProRes", "DNx", "VC-3", "XDCAM", "AVC-Intra", "XAVC", "DV", "HDV", "Uncompressed", "CineForm", "JPEG 2000",
      "Apple Intermediate", "IMX", "MPEG IMX", "H.264 High 10 Intra", "H.264 High 4:2:2 Intra", "Animation", "PNG",
    ].contains { name.hasPrefix($0) }
  }

  private static func conflicts(
    _ name: String, rate: Double?, height: UInt64, _ facts: Facts.Track?, in tree: Tree
  ) -> [DeliveryConflict] {
    var list: [DeliveryConflict] = []
    for claim in facts?.shape?.scanning.claims.prefix(4) ?? [] {
      if let source = claim.source.words(in: tree) { list.append(.scanning(claim.value, claim.source, by: source)) }
    }
    if let coded = facts?.coded?.value, coded.isUnexpected { list.append(.chroma(coded.chroma.rawValue)) }
    for claim in facts?.colour?.claims.prefix(4) ?? [] {
      // What a message prefers is no other word for what is coded.
      if let own = facts?.colour?.value?.points, claim.value.points?.isHybrid(insteadOf: own) == true { continue }
      if let source = claim.source.words(in: tree) { list.append(.colour(claim.value, claim.source, by: source)) }
    }
    if let named = Self.named(name) {
      if named.height != height { list.append(.lines(named.height)) }
      if let rate, ![named.rate, named.rate / 1.001].contains(where: { abs(rate / $0 - 1) < 0.0005 }) {
        list.append(.entryRate(named.text, named.rate))
      }
    }
    return list
  }

  /// What a track of timecode says against pictures of a constant rate. Those of 50 a second may be counted as 25.
  private static func conflicts(of clock: SampleTrack, rate: Double?) -> [DeliveryConflict] {
    guard let count = clock.timecodeRate, count.rate > 0 else { return [] }
    var list: [DeliveryConflict] = []
    if let rate, rate > 0 {
      let times = max(count.rate / rate, rate / count.rate)
      if abs(times - times.rounded()) > 0.0005 * times {
        list.append(.timecodeRate(track: clock.id, count.rate))
      }
    }
    if count.dropsOddly { list.append(.timecodeDrop(track: clock.id, count.rate)) }
    return list
  }

  /// What the name of a coding says: `XDCAM EX 1080i60` has 1,080 lines and 30 pictures a second, or 29.97.
  private static func named(_ name: String) -> (text: String, height: UInt64, rate: Double)? {
    for word in name.split(separator: " ") {
      guard let mark = word.firstIndex(where: { $0 == "i" || $0 == "p" }), let height = UInt64(word[..<mark]),
        let number = UInt64(word[word.index(after: mark)...]), (480...4_320).contains(height), (23...120).contains(number)
      else { continue }
      let rate = word[mark] == "i" ? Double(number) / 2 : Double(number)
      return (String(word), height, rate)
    }
    return nil
  }
}

/// Something that contradicts what a delivery says elsewhere.
enum DeliveryConflict {
  /// Whole frames or fields, and whose words these are.
  case scanning(Scanning, FactSource, by: String)
  /// The samples of chroma of the first picture.
  case chroma(String)
  /// Colours, and whose words these are.
  case colour(Colour, FactSource, by: String)
  /// The lines that the name of the sample entry says.
  case lines(UInt64)
  /// What the name of the sample entry says, with pictures a second.
  case entryRate(String, Double)
  /// Pictures a second that a track of timecode counts.
  case timecodeRate(track: UInt64, Double)
  /// The same of one that drops numbers at a rate at which nobody does.
  case timecodeDrop(track: UInt64, Double)

  var words: String {
    switch self {
    case .scanning(let scanning, _, let source): "\(source) says \(scanning.words)"
    case .chroma(let chroma): "the first picture is \(chroma)"
    case .colour(let colour, _, let source): "\(source) says \(colour.words)"
    case .lines(let count): "the entry is of \(count) lines"
    case .entryRate(let text, _): "the entry is of \(text)"
    case .timecodeRate(let track, let rate): "track \(track) counts timecode at \(Words.frameRate(rate)) fps"
    case .timecodeDrop(let track, let rate): "track \(track) drops numbers of timecode at \(Words.frameRate(rate)) fps"
    }
  }

  var members: About.Value.Members {
    switch self {
    case .scanning(let scanning, let source, _):
      [("what", .text("scanning"))] + source.members + [("scanning", .record(scanning.members))]
    case .chroma(let chroma): [("what", .text("chroma")), ("chroma", .text(chroma))]
    case .colour(let colour, let source, _):
      [("what", .text("colour"))] + source.members + [("colour", .record(colour.members))]
    case .lines(let count): [("what", .text("lines")), ("lines", .number(count))]
    case .entryRate(let text, let rate):
      [("what", .text("entryRate")), ("frameRate", .real(rate)), ("display", .text(text))]
    case .timecodeRate(let track, let rate):
      [("what", .text("timecodeRate")), ("track", .number(track)), ("frameRate", .real(rate))]
    case .timecodeDrop(let track, let rate):
      [("what", .text("timecodeDrop")), ("track", .number(track)), ("frameRate", .real(rate))]
    }
  }
}
