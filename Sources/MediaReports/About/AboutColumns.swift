import ByteReading
import MediaFacts
import Structure

extension About {
  /// Fills ``About/columns`` from what has been gathered: they say nothing that stands nowhere else.
  ///
  /// - Complexity: O(*n*) in the number of tracks and of rules that are broken.
  mutating func fillColumns(of document: Document) {
    let video = tracks.first { $0.isOf("vide") }
    let sound = tracks.first { $0.isOf("soun") }
    /// What a file says that has no such track.
    let image = video == nil ? fact("image") : nil
    let audio = sound == nil ? fact("audio") : nil
    let colour = video?.fact("colour")
    let location = fact("location")
    let place = location?.at(key: "found")?.elements.first { $0.at(key: "latitude") != nil }

    column("trackCount", .number(UInt64(tracks.count)))
    column("codecList", codecs)
    column("protectionAnswer", protection)
    column("videoTrack", video.map { .number($0.id) })
    column("videoCodec", video?.fact("codec"))
    column("videoCodecName", video?.fact("codecName"))
    column("width", video?.fact("width") ?? image?.at(key: "width"))
    column("height", video?.fact("height") ?? image?.at(key: "height"))
    column("rotation", video?.fact("rotation") ?? video?.fact("angle") ?? image?.at(key: "rotation"))
    column("frameRate", video?.fact("frameRate"))
    column("variableFrameRate", video?.fact("variableFrameRate"))
    column("videoBitRate", video?.fact("bitRate"))
    column("colourAnswer", colour?.at(key: "answer"))
    column("colourPrimaries", colour?.at(key: "primaries"))
    column("colourTransfer", colour?.at(key: "transfer"))
    column("colourMatrix", colour?.at(key: "matrix"))
    column("hdr", colour?.at(key: "hdr"))
    column("dolbyVisionProfile", video?.fact("dolbyVision")?.at(key: "profile"))
    column("audioTrack", sound.map { .number($0.id) })
    column("audioCodec", sound?.fact("codec"))
    column("audioCodecName", sound?.fact("codecName") ?? audio?.at(key: "coding"))
    column("sampleRate", sound?.fact("sampleRate") ?? audio?.at(key: "sampleRate"))
    column("channels", sound?.fact("channels") ?? audio?.at(key: "channels"))
    column("audioBitRate", sound?.fact("bitRate") ?? audio?.at(key: "bitRate"))
    column("audioLanguage", sound?.fact("language"))
    column("writer", fact("writtenBy")?.at(key: "name"))
    column("madeDate", fact("made")?.at(key: "date"))
    column("cameraMake", fact("camera")?.at(key: "make"))
    column("cameraModel", fact("camera")?.at(key: "model"))
    column("locationAnswer", location?.at(key: "answer"))
    column("latitude", place?.at(key: "latitude"))
    column("longitude", place?.at(key: "longitude"))
    column("personalDataAnswer", fact("personalData")?.at(key: "answer"))

    // Zero, where no rule has run, would be read as "no problem".
    let problems = document.problems.areChecked ? document.problems : nil
    column("errorCount", problems.map { .number(UInt64(max(0, $0.errors))) })
    column("warningCount", problems.map { .number(UInt64(max(0, $0.warnings))) })
    column("noteCount", problems.map { .number(UInt64(max(0, $0.notes))) })
    column("ruleList", problems.map { .text(Self.rules($0).joined(by: ",")) })
  }

  /// The rules that are broken, sorted, each once. The runtime would have to make the types of a set.
  private static func rules(_ problems: Problems) -> [String] {
    var rules: [String] = []
    for id in problems.counts.map({ $0.kind.id.description }).sorted() where rules.last != id { rules.append(id) }
    return rules
  }

  private mutating func column(_ key: StaticString, _ value: Value?) {
    columns.append(Fact(key, "", "", value))
  }

  private func fact(_ key: StaticString) -> Value? {
    (facts + findings).first { $0.key.isSame(as: key) && $0.value != nil }?.value
  }

  /// The codecs of all tracks, each once; `nil` without any.
  private var codecs: Value? {
    var list: [String] = []
    // Most files have few tracks, which are looked through.
    let areFew = tracks.count <= 64
    lazy var seen: Set<String> = []
    for track in tracks {
      guard case .text(let codec)? = track.fact("codec"),
        areFew ? !list.contains(codec) : seen.insert(codec).inserted
      else { continue }
      list.append(codec)
    }
    return list.isEmpty ? nil : .text(list.joined(by: ","))
  }

  /// Whether a track is protected: none only if each of them says so.
  private var protection: Value? {
    guard !tracks.isEmpty else { return nil }
    var answer = FactAnswer.none
    for track in tracks {
      guard case .text(let word)? = track.fact("protection")?.at(key: "answer") else {
        answer = .notRead
        continue
      }
      if word == FactAnswer.found.rawValue { return .text(word) }
      if word != FactAnswer.none.rawValue { answer = .notRead }
    }
    return .text(answer.rawValue)
  }
}

extension About.Track {
  fileprivate func isOf(_ handler: String) -> Bool {
    if case .text(handler)? = fact("handler") { true } else { false }
  }

  /// The value of a fact of the track.
  func fact(_ key: StaticString) -> About.Value? {
    facts.first { $0.key.isSame(as: key) && $0.value != nil }?.value
  }
}

extension About.Value {
  /// The member of a record; `nil` of anything else.
  func at(key: String) -> About.Value? {
    guard case .record(let members) = self else { return nil }
    return members.first { $0.key.description == key }?.value
  }

  fileprivate var elements: [About.Value] {
    if case .list(let values) = self { values } else { [] }
  }
}
