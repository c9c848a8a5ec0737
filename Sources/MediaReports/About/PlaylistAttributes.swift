import ByteReading
import MediaFacts
import MediaInspection
import Structure

/// What a multivariant playlist of HLS says of a fragmented file that is one of its variants (RFC 8216bis
/// §4.4.6.2).
struct PlaylistAttributes {
  /// Bits a second: of the fullest segments, and of the whole file.
  private let rates: (peak: UInt64, mean: UInt64)
  private let codecs: [String]
  /// Each with the brands that it is compatible with.
  private let supplements: [String]
  /// In pixels, as it is shown.
  private var resolution: (width: UInt64, height: UInt64)?
  /// Pictures a second.
  private var frameRate: Double?
  private var range: String?

  /// Reads no samples: `flows` have gone through the tables.
  ///
  /// - Parameters:
  ///   - mediaType: What the file and its tracks are called.
  ///   - flows: What the samples of each track come to.
  ///   - tree: The nodes of the file.
  /// - Returns: `nil` when the file is not cut into fragments, or nothing is known of its coding or of its rate.
  init?(
    _ synopsis: Synopsis, mediaType: MediaType, facts: Facts, playback: Playback, flows: [SampleFlow],
    in tree: Tree
  ) {
    guard synopsis.fragments > 0, synopsis.format == .mp4 else { return nil }
    var codecs: [String] = []
    var supplements: [String] = []
    for (track, names) in zip(synopsis.tracks, mediaType.codecs)
    where Self.played.contains(track.handler) && !names.isOfChapters && !names.text.isEmpty {
      codecs += names.text.split(separator: ",").map { String($0.drop { $0 == " " }) }
      if !names.supplements.isEmpty { supplements.append(names.supplements) }
    }
    // Without a BANDWIDTH it is no such tag.
    guard !codecs.isEmpty, let rates = Self.rates(flows, in: tree) else { return nil }
    self.rates = rates
    self.codecs = Self.unique(codecs)
    self.supplements = Self.unique(supplements)
    if let place = synopsis.tracks.firstIndex(where: { $0.handler == "vide" }) {
      let track = synopsis.tracks[place]
      let shown = playback.tracks.indices.contains(place) ? playback.tracks[place].size : nil
      if let width = shown?.width ?? track.width, let height = shown?.height ?? track.height, width > 0, height > 0 {
        resolution = (width, height)
      }
      // The highest that there is in it (RFC 8216 §4.3.4.2).
      let flow = flows.first { $0.track.node == track.node }
      let mean = flow.flatMap { $0.seconds > 0 ? Double($0.track.count) / $0.seconds : nil }
      // One picture that is shown for a moment says nothing of the others.
      if let rate = flow?.highestFrameRate ?? track.frameRate, rate <= 4 * (mean ?? rate) {
        frameRate = rate
      }
      range = facts.tracks.first { $0.node == track.node }.flatMap(Self.range)
    }
  }

  /// The attributes, as they stand behind `#EXT-X-STREAM-INF:`.
  var text: String {
    var attributes = ["BANDWIDTH=\(rates.peak)", "AVERAGE-BANDWIDTH=\(rates.mean)", "CODECS=" + Self.quoted(codecs)]
    if !supplements.isEmpty { attributes.append("SUPPLEMENTAL-CODECS=" + Self.quoted(supplements)) }
    if let resolution { attributes.append("RESOLUTION=\(resolution.width)x\(resolution.height)") }
    if let frameRate { attributes.append("FRAME-RATE=" + Self.thousandths(frameRate)) }
    if let range { attributes.append("VIDEO-RANGE=" + range) }
    return attributes.joined(by: ",")
  }

  /// The same, each as a value of its own.
  var members: About.Value.Members {
    var list: About.Value.Members = [
      ("bandwidth", .number(rates.peak)), ("averageBandwidth", .number(rates.mean)),
      ("codecs", .list(codecs.map { .text($0) })),
    ]
    if !supplements.isEmpty { list.append(("supplementalCodecs", .list(supplements.map { .text($0) }))) }
    if let resolution { list += [("width", .number(resolution.width)), ("height", .number(resolution.height))] }
    if let frameRate { list.append(("frameRate", .real(frameRate))) }
    if let range { list.append(("videoRange", .text(range))) }
    return list
  }

  /// Tracks that a player of HLS decodes.
  private static let played: [FourCC] = ["vide", "soun", "text", "sbtl", "subt", "clcp"]

  private static func unique(_ names: [String]) -> [String] {
    var unique: [String] = []
    for name in names where !unique.contains(name) { unique.append(name) }
    return unique
  }

  private static func quoted(_ names: [String]) -> String { "\"" + names.joined(by: ",") + "\"" }

  /// Bits a second of all tracks together: of the fullest segments, and of the whole file.
  private static func rates(_ flows: [SampleFlow], in tree: Tree) -> (peak: UInt64, mean: UInt64)? {
    guard let longest = flows.map(\.seconds).max(), longest > 0 else { return nil }
    let mean = Double(tree.file.byteCount) * 8 / longest
    // What stands in tables alone has no segments.
    let tables = flows.reduce(0) { $0 + ($1.fragmented == 0 ? $1.bitRate ?? 0 : 0) }
    let peak = (SegmentRates(flows, in: tree).peak ?? 0) + tables
    guard mean >= 1, mean < 1e15, peak < 1e15 else { return nil }
    // Where one segment is all, the bytes in front of it are fetched as well.
    let most = peak > mean * (1 + 1e-9) ? peak : mean
    return (UInt64(most.rounded(.up)), UInt64(mean.rounded(.up)))
  }

  /// A number with three decimals.
  private static func thousandths(_ rate: Double) -> String {
    guard rate >= 0, rate < 1e9 else { return "0.000" }
    let number = UInt64((rate * 1_000).rounded())
    let rest = String(number % 1_000)
    return "\(number / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// Which of the three ranges pictures have by their transfer characteristic (23091-2 Table 3), by one that a message
  /// prefers, or by the profile of Dolby Vision; `nil` for what is not said.
  private static func range(_ facts: Facts.Track) -> String? {
    let points = facts.colour?.value?.points
    if let points, facts.colour?.claims.contains(where: { $0.value.points?.isHybrid(insteadOf: points) == true }) == true {
      return "HLG"
    }
    switch points?.transfer {
    case 16: return "PQ"
    case 18: return "HLG"
    case 1, 6, 13, 14, 15: return "SDR"
    default: break
    }
    // Profile 5, and 10 without a base that others can show, are coded with PQ, which their stream need not say.
    guard let vision = facts.dolbyVision?.value else { return nil }
    return vision.profile == 5 || vision.profile == 10 && vision.compatibility == 0 ? "PQ" : nil
  }
}
