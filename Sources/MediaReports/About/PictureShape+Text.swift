import MediaFacts
import MediaInspection
import Structure

extension PictureShape {
  /// Says each fact for programs, and for people what is out of the ordinary.
  func say(_ say: (StaticString, String, About.Value?, [NodeIndex]) -> Void, in tree: Tree) {
    let isPlain = scanning.value?.kind == .progressive && scanning.claims.isEmpty
    let words = conflict(in: tree) ?? scanning.value?.words ?? ""
    say("scanning", isPlain ? "" : words, .fact(scanning) { $0.members }, [])
    say("stereo", stereo.value?.words ?? "", .fact(stereo) { $0.members }, [])
    say("projection", projection.value?.words ?? "", .fact(projection) { $0.members }, [])
  }

  /// `interlaced, but 'avcC' says progressive`; `nil` when nothing else is said.
  private func conflict(in tree: Tree) -> String? {
    guard let value = scanning.value, let claim = scanning.claims.first, let source = claim.source.kind(in: tree)
    else { return nil }
    return value.words + ", but '\(source)' says " + claim.value.words
  }

  /// What is to be known before anything else, without the track: interlaced, stereo, all around.
  func remarks(in tree: Tree) -> [String] {
    var lines: [String] = []
    if let conflict = conflict(in: tree) {
      lines.append(conflict)
    } else if let value = scanning.value, value.kind != .progressive {
      lines.append(value.words)
    }
    if let value = stereo.value, value.views != .mono { lines.append(value.words) }
    if let value = projection.value, value.kind != .rectilinear { lines.append(value.words) }
    return lines
  }
}
