import Atoms
import ByteReading
import MediaFacts
import Structure

/// What the parts of a file that are played are coded as.
struct CodingsOfFile {
  /// One of them.
  struct Part {
    /// As a list of a player has it: a codec string, `image:` and the type of an item, `file:` and a
    /// format.
    var key: String
    /// For people; empty for a sample entry, which ``CodingsOfFile/name(of:)`` reads.
    var name = ""
    var node: NodeIndex?
    var track: NodeIndex?
    var isUntried = false
  }

  private let document: Document
  private let isImage: Bool
  private var parts: [Part] = []
  /// The tracks of video and sound.
  private(set) var played: [NodeIndex] = []
  var isEmpty: Bool { parts.isEmpty && played.isEmpty }

  init(_ facts: PlayerFacts) {
    document = facts.document
    isImage = facts.isImage
    if isImage {
      guard let meta = document.tree.child("meta", of: nil) else {
        if let box = document.tree.child("mini", of: nil) {
          parts = [Part(key: "image:mini", name: "an image in one box", node: box)]
        }
        return
      }
      let coded = facts.image.codedType?.key ?? "?"
      parts = [Part(key: "image:" + coded, name: "an image of '\(coded)'", node: meta)]
      // Whoever decodes pictures, and puts tiles together, need not make others of them.
      if let derived = facts.image.derivedType?.key {
        parts.append(Part(key: "image:" + derived, name: "an image of '\(derived)'", node: meta))
      }
      return
    }
    guard document.format?.id == .isoBaseMedia else {
      guard let format = document.synopsis.format?.rawValue else { return }
      // What holds sound of any coding is played where that is.
      if let sound = WAVCoding(facts.document) {
        parts = [Part(key: "file:" + format + sound.key, name: sound.name, node: sound.node)]
      } else {
        parts = [Part(key: "file:" + format, name: format)]
      }
      return
    }
    for track in facts.context?.tracks ?? [] where track.handler == "vide" || track.handler == "soun" {
      played.append(track.node)
      for coding in facts.file.codings(of: track) {
        let string = Self.withoutPercents(coding.string)
        // QuickTime has one type for plain pictures and plain sound.
        let key = string == "raw " ? track.handler == "soun" ? "raw.sound" : "raw.video" : string
        parts.append(Part(key: key, node: coding.entry, track: track.node))
      }
    }
  }

  /// A codec string as lists have it: in media types, characters other than letters and digits are percent-coded.
  private static func withoutPercents(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    let coded = Array(text.utf8)
    var place = 0
    while place < coded.count {
      if coded[place] == UInt8(ascii: "%"), place + 2 < coded.count,
        let value = UInt8(String(decoding: coded[place + 1...place + 2], as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        place += 3
      } else {
        bytes.append(coded[place])
        place += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What a part is called: a sample entry is asked for its name where somebody wants to know it.
  func name(of part: Part) -> String {
    guard part.name.isEmpty, let entry = part.node else { return part.name }
    let codec = document.codec(of: entry)
    let kind = document.synopsis.tracks.first { $0.node == part.track }?.kind ?? "track"
    return "\(codec.name.isEmpty ? codec.type.key : codec.name) (\(kind))"
  }

  /// What a specification has nothing to say of; `nil` where it is about the file.
  func strange(to player: Player) -> String? {
    let isSound = document.format?.id != .isoBaseMedia
    // What a file is as a whole has a word of its own.
    if player.subjects.isEmpty || player.subjects.contains(isSound ? "sound" : isImage ? "image" : "movie")
      || parts.contains(where: { part in player.subjects.contains { Self.is(part.key, $0) } })
    {
      return nil
    }
    return isImage ? parts.first?.name ?? "an image" : isSound ? "sound alone" : "a movie"
  }

  /// The parts whose coding a player does not list, but for tracks that rules say something of.
  ///
  /// - Parameter covered: These tracks, in order.
  func unlisted(for player: Player, besides covered: [NodeIndex]) -> [Part] {
    if player.isSpecification { return [] }
    var found: [Part] = []
    for part in parts {
      if let track = part.track, covered.holds(track) { continue }
      if player.plays.contains(where: { Self.is(part.key, $0) }) { continue }
      var part = part
      part.isUntried = player.untried.contains { Self.is(part.key, $0) }
      found.append(part)
    }
    return found
  }

  /// Whether a coding is one that an entry of a list means: the entry is the string or its beginning,
  /// or says more than what is known of the coding.
  private static func `is`(_ key: String, _ entry: RawSpan) -> Bool {
    var keys = key.utf8.makeIterator()
    var place = 0
    while true {
      switch (keys.next(), entry.byte(at: place)) {
      case (nil, nil): return true
      case (let more?, nil): return more == UInt8(ascii: ".") || more == UInt8(ascii: " ")
      case (nil, let more?): return more == UInt8(ascii: ".")
      case (let a?, let b?): if a.lowercase != b.lowercase { return false }
      }
      place &+= 1
    }
  }
}
