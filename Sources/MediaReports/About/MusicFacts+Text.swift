import ByteReading
import MediaFacts
import MediaMetadata
import Structure

extension MusicFacts {
  /// What is said of the time of recording, gapless playing, loudness and pictures: of each a fact for people, or one
  /// for each picture, and a list for programs.
  var facts: [About.Fact] {
    var list: [About.Fact] = []
    if let start {
      list.append(About.Fact("startTime", "Starts", start.words, .record(start.members), nodes: [start.node]))
    }
    if !gapless.isEmpty {
      list.append(
        About.Fact(
          "gapless", "Gapless", gapless.map(\.words).joined(by: "; ") + disagreement,
          .list(gapless.map { .record($0.members) }), nodes: gapless.count == 1 ? [gapless[0].node] : []))
    }
    if !loudness.isEmpty {
      list.append(
        About.Fact(
          "loudness", "Loudness", loudness.map { "\($0.name) \($0.value) [\($0.source)]" }.joined(by: ", "),
          .list(loudness.map { .record($0.members) })))
    }
    if !covers.isEmpty {
      list += covers.map { About.Fact("covers", "Cover", $0.words, nil, nodes: [$0.node]) }
      list.append(About.Fact("covers", "", "", .list(covers.map { .record($0.members) })))
    }
    return list
  }

  /// That places which count samples alike pass over, or leave, different numbers of them.
  private var disagreement: String {
    let told = gapless.filter { $0.rate == nil || $0.source == "'elst'" && !$0.countsCore }
    let tolerance = told.map(\.tolerance).max() ?? 0
    func differ(_ numbers: [UInt64]) -> Bool {
      guard let least = numbers.min(), let most = numbers.max() else { return false }
      return most - least > tolerance
    }
    return differ(told.map(\.skip)) || differ(told.compactMap(\.left)) ? ": they disagree" : ""
  }
}

extension MusicFacts.Start {
  /// `01:00:00.000`.
  private var clock: String {
    var text = ByteWriter()
    text.put(fullClock: samples, per: rate)
    return text.string
  }

  /// `01:00:00.000 (TimeReference 172,800,000 at 48 kHz)`.
  fileprivate var words: String {
    "\(clock) (TimeReference \(samples.grouped) at \(Words.kilohertz(Double(rate))))"
  }

  fileprivate var members: About.Value.Members {
    [
      ("samples", .number(samples)), ("rate", .number(rate)), ("seconds", .real(Double(samples) / Double(rate))),
      ("display", .text(clock)), ("path", .node(node)),
    ]
  }
}

extension MusicFacts.Gapless {
  /// `skip 1,105 (576 + 529 decoder), drop 875, 44,100 left [LAME]`.
  fileprivate var words: String {
    var text = "skip " + skip.grouped
    if decoder > 0 { text += " (\((skip - min(skip, decoder)).grouped) + \(decoder.grouped) decoder)" }
    if let drop { text += ", drop " + drop.grouped } else if hasUnknownEnd { text += ", drop not known" }
    if let left { text += ", " + left.grouped + " left" }
    if tolerance > 0 { text += " (± \(tolerance.grouped))" }
    if let preRoll {
      text += ", decoding begins " + Words.counted(preRoll, "sample", "samples") + " earlier ('roll')"
    }
    if let rate, source != "'elst'" || countsCore { text += ", counted at " + Words.kilohertz(rate) }
    return text + " [\(source)]"
  }

  fileprivate var members: About.Value.Members {
    var list: About.Value.Members = [
      ("source", .text(source)), ("skip", .number(skip)), ("decoder", .number(decoder)),
      ("drop", drop.map { .number($0) } ?? .null), ("left", left.map { .number($0) } ?? .null),
      ("rate", rate.map { .real($0) } ?? .null), ("path", .node(node)),
    ]
    if hasUnknownEnd {
      list.append(("dropWhy", .text("it is not known how many samples the last packet is decoded to")))
    }
    if left == nil { list.append(("why", .text("nothing that is believed says how many samples are left"))) }
    if tolerance > 0 { list.append(("tolerance", .number(tolerance))) }
    if let preRoll { list.append(("preRoll", .number(preRoll))) }
    return list
  }
}

extension MusicFacts.Loudness {
  fileprivate var members: About.Value.Members {
    [("name", .text(name)), ("value", .text(value)), ("source", .text(source)), ("path", .node(node))]
  }
}

extension MusicFacts.Cover {
  /// `JPEG 500×500, progressive, 34,123 bytes: some players show no progressive pictures`.
  fileprivate var words: String {
    let size = UInt64(max(0, artwork.bytes.count)).grouped + (artwork.bytes.count == 1 ? " byte" : " bytes")
    var parts: [String]
    if artwork.bytes.count == 0 {
      parts = ["empty", size]
    } else if artwork.isLink {
      parts = ["a link of " + size]
    } else if let picture = artwork.picture {
      let pixels = picture.width > 0 && picture.height > 0 ? " \(picture.width)×\(picture.height)" : ""
      parts = [picture.name.description + pixels]
      if let isProgressive = picture.isProgressive { parts.append(isProgressive ? "progressive" : "baseline") }
      parts.append(size)
    } else {
      parts = ["no picture that is known, " + size]
    }
    let text = parts.joined(by: ", ")
    return advice.isEmpty ? text : text + ": " + advice.map { $0.words }.joined(by: "; ")
  }

  fileprivate var members: About.Value.Members {
    var list: About.Value.Members = [
      ("mediaType", .text(artwork.mediaType)), ("declaredType", artwork.declaredType.map { .text($0) } ?? .null),
      ("bytes", .number(UInt64(max(0, artwork.bytes.count)))),
    ]
    if let picture = artwork.picture, picture.width > 0, picture.height > 0 {
      list += [("width", .number(UInt64(picture.width))), ("height", .number(UInt64(picture.height)))]
    }
    if let isProgressive = artwork.picture?.isProgressive { list.append(("progressive", .flag(isProgressive))) }
    if let type = artwork.type { list.append(("pictureType", .number(UInt64(type)))) }
    if artwork.declaredType == nil { list.append(("why", .text("the tag says no type"))) }
    return list + [("advice", .list(advice.map { .text($0.code) })), ("path", .node(node))]
  }

  /// Bytes, and pixels of a side, from which on a picture is large for what plays it.
  private static let (largest, widest) = (1_000_000, 3_000)

  /// Why players may not show it: a code for programs, and a sentence.
  private var advice: [(code: String, words: String)] {
    if artwork.bytes.count == 0 { return [("empty", "players that take this one show nothing")] }
    if artwork.isLink { return [("link", "players do not follow links")] }
    guard let picture = artwork.picture else { return [("unknown", "nothing shows it")] }
    var list: [(code: String, words: String)] = []
    if let declared = artwork.declaredType, !Self.means(declared, picture) {
      list.append(("type", "the tag says \(Words.quoted(declared)): some players show nothing then"))
    }
    if isCut(picture) { list.append(("cut", "its end is not there: it is cut off")) }
    if picture.format != .jpeg, picture.format != .png {
      list.append(("format", "few players show \(picture.name): JPEG and PNG are shown by all"))
    }
    if picture.isProgressive == true { list.append(("progressive", "some players in cars and pockets show baseline alone")) }
    if picture.channelCount == 4 { list.append(("cmyk", "of four channels, for print: few players show it")) }
    switch (encoding, artwork.description ?? "") {
    case (1, ""), (2, ""): list.append(("encoding", "its empty description is UTF-16: iTunes and Finder have shown none then"))
    case (3, _): list.append(("encoding", "its description is UTF-8: iTunes has shown none then, ISO 8859-1 is read by all"))
    default: break
    }
    if artwork.bytes.count > Self.largest { list.append(("size", "large: some players pass over pictures of more than 1 MB")) }
    if max(picture.width, picture.height) > Self.widest { list.append(("pixels", "wide: some players pass over pictures of more than 3,000 pixels")) }
    return list
  }

  /// Whether what ends a picture of JPEG or PNG is not among its last bytes, behind which others may stand.
  private func isCut(_ picture: Picture) -> Bool {
    let end: [UInt8]
    switch picture.format {
    case .jpeg: end = [0xFF, 0xD9]
    case .png: end = Array("IEND".utf8)
    default: return false
    }
    return artwork.bytes.withBytes { bytes in
      var place = bytes.byteCount - end.count
      let first = max(0, place - 65_536)
      while place >= first {
        if end.indices.allSatisfy({ bytes.byte(at: place + $0) == end[$0] }) { return false }
        place -= 1
      }
      return true
    }
  }

  /// Whether what a tag says is the type of the picture.
  private static func means(_ declared: String, _ picture: Picture) -> Bool {
    let word = declared.lowercased()
    if word == picture.mediaType.description || word.isEmpty { return true }
    switch picture.format {
    case .jpeg: return ["image/jpg", "jpg", "jpeg"].contains(word)
    case .png: return word == "png"
    default: return word == picture.name.description.lowercased()
    }
  }
}
