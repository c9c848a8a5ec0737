import MediaFacts
import MediaInspection
import Structure

extension PictureShape {
  /// Says each fact for programs, and for people what is out of the ordinary.
  func say(_ say: (StaticString, String, About.Value?, [NodeIndex]) -> Void, in tree: Tree) {
    let isPlain = scanning.value?.kind == .progressive && scanning.claims.isEmpty
    let words = conflict(in: tree) ?? scanning.value?.words ?? ""
    say("scanning", isPlain ? "" : words, .fact(scanning) { $0.members }, [])
    say("stereo", stereoWords(in: tree), .fact(stereo) { $0.members }, [])
    say("projection", projection.value?.words ?? "", .fact(projection) { $0.members }, [])
  }

  /// `stereo (left beside right), by SEI of the first sample`: messages are said to be where it was read.
  private func stereoWords(in tree: Tree) -> String {
    guard let value = stereo.value, let source = stereo.source, !value.words.isEmpty else { return "" }
    if source.isInSample(in: tree) { return value.words + ", by SEI of the first sample" }
    return source.kind(in: tree) == "hvcC" ? value.words + ", by SEI in 'hvcC'" : value.words
  }

  /// `interlaced, but 'avcC' says progressive`; `nil` when nothing else is said.
  private func conflict(in tree: Tree) -> String? {
    guard let value = scanning.value, let claim = scanning.claims.first, let source = claim.source.words(in: tree)
    else { return nil }
    return value.words + ", but \(source) says " + claim.value.words
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
