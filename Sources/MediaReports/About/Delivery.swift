import ByteReading
import MediaFacts
import MediaInspection
import Structure

/// What a specification of a delivery asks of a track of video, in one row, with what contradicts itself in it:
/// `ProRes 422 HQ · 1920×1080 29.97i (30000/1001, top first) · 4:2:2 10-bit · 16:9 · 184 Mbit/s mean`.
struct Delivery {
  let text: String
  let conflicts: [String]

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
    let scanning = facts?.shape?.scanning
    let isInterlaced = scanning?.value.map { $0.kind == .interlaced } ?? false
    guard hasTimecode || isInterlaced || Self.isOfProduction(name) else { return nil }
    var parts = [name]
    let rate = flow.frameRate?.rate ?? track.frameRate
    let isVariable = flow.frameRate?.isVariable ?? track.hasVariableRate
    parts.append("\(width)×\(height)" + Self.rate(rate, isVariable: isVariable, isInterlaced: isInterlaced, scanning?.value, exact: picture.rate))
    var sampling = [picture.chroma, picture.bits.map { "\($0)-bit" }].compactMap(\.self)
    if let coded = facts?.coded?.value {
      sampling = [coded.chroma.rawValue] + sampling.dropFirst()
      if coded.opacityBits > 0 { sampling.append("+ alpha") }
    }
    if !sampling.isEmpty { parts.append(sampling.joined(by: " ")) }
    var shape = picture.shape.map { "\($0.across):\($0.down)" } ?? ""
    if let seen = picture.aperture {
      shape += (shape.isEmpty ? "" : ", ") + "clap \(Words.short(seen.width))×\(Words.short(seen.height))"
    }
    if !shape.isEmpty { parts.append(shape) }
    if let bits = flow.bitRate { parts.append(Words.bitRate(bits) + " mean") }
    conflicts =
      Self.conflicts(name, rate: rate, height: height, facts, in: tree)
      + clocks.flatMap { Self.conflicts(of: $0, rate: isVariable ? nil : rate) }
    text = parts.joined(by: " · ") + (conflicts.isEmpty ? "" : "; but " + conflicts.joined(by: ", and "))
  }

  /// ` 29.97i (30000/1001, top first)`.
  private static func rate(
    _ rate: Double?, isVariable: Bool, isInterlaced: Bool, _ scanning: Scanning?,
    exact: (numerator: UInt64, denominator: UInt64)?
  ) -> String {
    guard let rate else { return "" }
    var text = " " + (isVariable ? "about " : "") + Words.short((rate * 100).rounded() / 100)
    text += isInterlaced ? "i" : scanning?.kind == .progressive ? "p" : " fps"
    var details: [String] = []
    if !isVariable, let exact, exact.denominator > 1,
      abs(Double(exact.numerator) / Double(exact.denominator) - rate) < rate * 1e-6
    {
      details.append("\(exact.numerator)/\(exact.denominator)")
    }
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
  ) -> [String] {
    var list: [String] = []
    for claim in facts?.shape?.scanning.claims.prefix(4) ?? [] {
      if let source = claim.source.words(in: tree) { list.append("\(source) says \(claim.value.words)") }
    }
    if let coded = facts?.coded?.value, coded.isUnexpected { list.append("the first picture is \(coded.chroma.rawValue)") }
    for claim in facts?.colour?.claims.prefix(4) ?? [] {
      // What a message prefers is no other word for what is coded.
      if let own = facts?.colour?.value?.points, claim.value.points?.isHybrid(insteadOf: own) == true { continue }
      if let source = claim.source.words(in: tree) { list.append("\(source) says \(claim.value.words)") }
    }
    if let named = Self.named(name) {
      if named.height != height { list.append("the entry is of \(named.height) lines") }
      if let rate, !named.rates.contains(where: { abs(rate / $0 - 1) < 0.0005 }) {
        list.append("the entry is of \(named.text)")
      }
    }
    return list
  }

  /// What a track of timecode says against pictures of a constant rate. Those of 50 a second may be counted as 25.
  private static func conflicts(of clock: SampleTrack, rate: Double?) -> [String] {
    guard let count = clock.timecodeRate, count.rate > 0 else { return [] }
    var list: [String] = []
    if let rate, rate > 0 {
      let times = max(count.rate / rate, rate / count.rate)
      if abs(times - times.rounded()) > 0.0005 * times {
        list.append("track \(clock.id) counts timecode at \(Words.frameRate(count.rate)) fps")
      }
    }
    if count.dropsOddly { list.append("track \(clock.id) drops numbers of timecode at \(Words.frameRate(count.rate)) fps") }
    return list
  }

  /// What the name of a coding says: `XDCAM EX 1080i60` has 1,080 lines and 30 pictures a second, or 29.97.
  private static func named(_ name: String) -> (text: String, height: UInt64, rates: [Double])? {
    for word in name.split(separator: " ") {
      guard let mark = word.firstIndex(where: { $0 == "i" || $0 == "p" }), let height = UInt64(word[..<mark]),
        let number = UInt64(word[word.index(after: mark)...]), (480...4_320).contains(height), (23...120).contains(number)
      else { continue }
      let rate = word[mark] == "i" ? Double(number) / 2 : Double(number)
      return (String(word), height, [rate, rate / 1.001])
    }
    return nil
  }
}
