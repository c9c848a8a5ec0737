import ByteReading
package import MediaFacts
import MediaInspection
public import Structure
public import StructureRendering

extension OutlineRenderer.Heading {
  /// What is said above the outline of an opened file: the facts of its synopsis in words.
  ///
  /// Of a file with errors it says what it holds, and the first of them.
  ///
  /// - Parameter document: The file.
  public init(of document: Document) {
    self.init()
    let synopsis = document.synopsis
    let size = UInt64(document.tree.file.byteCount)
    let isDamaged = document.problems.errors > 0
    let fragments = synopsis.fragments
    if let duration = synopsis.duration, duration.isSaid {
      let claims = duration.claimTexts.joined(by: "; ")
      facts.append(claims.isEmpty ? duration.length : "\(duration.length) (\(claims))")
    }
    if let sound = synopsis.sound {
      if let rate = sound.bitRateWords { facts.append(rate) }
      // Of frames each says it.
      if sound.bitRate == nil || synopsis.format == .wav, let words = sound.rateWords {
        facts.append(words)
        if let bits = sound.bits { facts.append(bits == 1 ? "1 bit" : "\(bits) bits") }
      }
    } else if !isDamaged, let rate = synopsis.bitRate(ofFileOf: size) {
      facts.append(Self.bitRate(rate) + " mean")
    }
    remarks = synopsis.tags.map(\.words)
    if fragments > 0 { facts.append(Self.count(UInt64(fragments), "fragment", "fragments")) }
    if let image = synopsis.image {
      let isImage = [.heif, .jpeg2000, .jpegXL].contains(synopsis.format) && synopsis.tracks.isEmpty
      let contents = isImage ? ImageContents.of(document) : nil
      facts += image.words(besides: contents) + (contents?.words ?? [])
    }
    if !isDamaged {
      if synopsis.fastStart.value == false { facts.append("moov last") }
      if let writer = synopsis.writer.value { facts.append("by " + Words.name(writer.name)) }
    }
    let line = Self.named(synopsis.tracks).map(Self.words).joined(by: " · ")
    if !line.isEmpty {
      let more = synopsis.tracks.count - Self.trackLimit
      lines.append(more > 0 ? line + " · \(more) more" : line)
    }
    warn(of: document)
  }

  /// The tracks that are named at most.
  private static let trackLimit = 6

  /// The tracks that are named: the first ones; where no video is among them, the first of video in front of them.
  private static func named(_ tracks: [Synopsis.Track]) -> [Synopsis.Track] {
    let first = Array(tracks.prefix(trackLimit))
    guard tracks.count > trackLimit, !first.contains(where: { $0.handler == "vide" }),
      let video = tracks.first(where: { $0.handler == "vide" })
    else { return first }
    return [video] + first.dropLast()
  }

  /// Adds what is to be known before anything else.
  private mutating func warn(of document: Document) {
    lines += HeaderRemarks(document).lines.map { "! " + $0 }
  }

  /// `video H.264 160×120 24 fps`, `audio AAC-LC 44.1 kHz mono`, `timecode 01:00:00:00`.
  private static func words(of track: Synopsis.Track) -> String {
    var words = [track.kindWords]
    if let timecode = track.timecode { return words[0] + " " + timecode }
    // A timecode says itself what it is.
    if let name = track.codecName, track.handler != "tmcd" {
      if let share = track.protectedShare.words { words.append(share) }
      words.append(name)
      if let width = track.width, let height = track.height, width > 0 {
        words.append("\(width)×\(height)")
      }
      if let range = track.dynamicRange { words.append(range.words) }
      if let rate = track.sampleRate { words.append(Words.kilohertz(rate)) }
      if let channels = track.channels { words.append(ChannelWords.words(channels, layout: track.channelLayout)) }
    }
    if let rate = track.frameRate {
      words.append((track.hasVariableRate ? "about " : "") + Words.frameRate(rate) + " fps" + track.rateEnd)
    }
    return words.joined(by: " ")
  }

  private static func count(_ count: UInt64, _ one: String, _ many: String) -> String {
    count.grouped + " " + (count == 1 ? one : many)
  }

  private static func bitRate(_ rate: UInt64) -> String {
    rate >= 10_000_000
      ? Words.short((Double(rate) / 100_000).rounded() / 10) + " Mbit/s"
      : ((rate + 500) / 1_000).grouped + " kbit/s"
  }
}

// MARK: Facts in words

extension ProtectedShare {
  /// `encrypted`, `partly encrypted`; `nil` when nothing is.
  package var words: String? {
    switch self {
    case .none: nil
    case .some: "partly encrypted"
    case .all: "encrypted"
    }
  }
}

extension Synopsis.Track {
  /// `audio` for `soun`: what people call the media, or the handler in quotes.
  package var kindWords: String { kind ?? "without handler" }
}

extension Synopsis.Sound {
  /// `64 kbit/s`, `187 kbit/s on average`.
  package var bitRateWords: String? {
    guard let bitRate else { return nil }
    let text = ((bitRate + 500) / 1_000).grouped + " kbit/s"
    if hasConstantRate { return text }
    return isSampled ? "≈ " + text : text + " on average"
  }

  /// `44,100 Hz stereo`.
  package var rateWords: String? {
    guard let sampleRate else { return nil }
    let rate = sampleRate.grouped + " Hz"
    let core = mayHaveSBR ? Self.coreWords.description : ""
    switch channels {
    case nil: return rate + core
    case 1: return rate + " mono" + core
    case 2: return rate + " stereo" + core
    case let count?: return rate + " " + (channelLayout ?? count.grouped + " channels") + core
    }
  }

  /// `MPEG-1 Layer III, 192 kbit/s, 44,100 Hz stereo`.
  package var words: String {
    var parts = coding.isEmpty ? [] : [coding]
    if let bitRateWords { parts.append(bitRateWords) }
    if let rateWords { parts.append(rateWords) }
    if let bits { parts.append(bits == 1 ? "1 bit" : "\(bits) bits") }
    return parts.joined(by: ", ")
  }
}

extension Synopsis.Image {
  /// `1204×800`, `3 items`.
  package var words: [String] {
    var words: [String] = []
    if let width, let height { words.append("\(width)×\(height)") }
    if let items { words.append(items.grouped + (items == 1 ? " item" : " items")) }
    return words
  }
}

extension Synopsis.Tag {
  /// `ID3v2.3.0 (2,428 bytes at the start)`.
  package var words: String {
    name.description + (version.map { ".\($0).0" } ?? "") + " (" + size.grouped
      + (size == 1 ? " byte" : " bytes") + (isAtStart ? " at the start)" : ")")
  }
}
