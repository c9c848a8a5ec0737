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
    /// For people.
    var name: String
    var node: NodeIndex?
    var track: NodeIndex?
    var isUntried = false
  }

  private var parts: [Part] = []
  /// The tracks of video and sound.
  private(set) var played: [NodeIndex] = []
  var isEmpty: Bool { parts.isEmpty && played.isEmpty }

  init(_ facts: PlayerFacts) {
    let document = facts.document
    if facts.isImage {
      guard let meta = document.tree.child("meta", of: nil) else { return }
      let coded = facts.image.codedType?.key ?? "?"
      parts = [Part(key: "image:" + coded, name: "an image of '\(coded)'", node: meta)]
      return
    }
    guard document.format?.id == .isoBaseMedia else {
      guard let format = document.synopsis.format?.rawValue else { return }
      parts = [Part(key: "file:" + format, name: format)]
      return
    }
    for track in facts.facts.tracks where track.handler == "vide" || track.handler == "soun" {
      played.append(track.node)
      for coding in track.codings where !coding.isProtected {
        let key = coding.string ?? coding.type.key
        let known = document.synopsis.tracks.first { $0.node == track.node }?.kind ?? "track"
        parts.append(
          Part(
            key: key, name: "\(coding.name.isEmpty ? coding.type.key : coding.name) (\(known))",
            node: coding.source.node, track: track.node))
      }
    }
  }

  /// The parts whose coding a player does not list, but for tracks that rules say something of.
  func unlisted(for player: Player, besides covered: Set<NodeIndex>) -> [Part] {
    if player.isSpecification { return [] }
    return parts.compactMap { part in
      if let track = part.track, covered.contains(track) { return nil }
      if player.plays.contains(where: { Self.is(part.key, $0) }) { return nil }
      var part = part
      part.isUntried = player.untried.contains { Self.is(part.key, $0) }
      return part
    }
  }

  /// Whether a coding is one that an entry of a list means: the entry is the string or its beginning,
  /// or says more than what is known of the coding.
  private static func `is`(_ key: String, _ entry: String) -> Bool {
    let key = key.lowercased()
    let entry = entry.lowercased()
    return key == entry || key.hasPrefix(entry + ".") || entry.hasPrefix(key + ".")
      || key.split(separator: " ").first.map(String.init) == entry
  }
}
