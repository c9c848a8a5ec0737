import ByteReading
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure

/// Chapters that stand in no movie, and what other files have in their place.
extension AboutFile {
  /// Chapters of frames in tags and of lists that stand in no movie, and markers of sound, which are looked for where
  /// there may be any.
  ///
  /// - Returns: The same for programs; empty when there are none.
  mutating func chaptersElsewhere() -> [About.Value] {
    guard tree.indices.contains(where: { ["CHAP", "chpl", "MARK", "cue "].contains(tree[$0].type) }) else { return [] }
    let (found, isWhole) = MediaFile.chapterList(of: document)
    let least = isWhole ? "" : "at least "
    // Markers are the last.
    let count = (0..<found.count).partitionPoint { found[$0].kind != .marker }
    var values: [About.Value] = []
    if count > 0, let first = found.first {
      find(
        "chapters", "Chapters", "\(least)\(count.grouped) in \(first.kind == .frame ? "a tag" : "a list")",
        nodes: [first.node])
      values.append(
        .record([("kind", .text("list")), ("count", .number(UInt64(count))), ("path", .node(first.node))]))
    }
    if count < found.count {
      let markers = found[count...]
      let node = found[count].node
      find("chapters", "Chapters", least + words(ofMarkers: markers, in: node), nodes: [node])
      values.append(
        .record([("kind", .text("markers")), ("count", .number(UInt64(markers.count))), ("path", .node(node))]))
    }
    return values
  }

  /// `2 markers ('cue '): "Intro" at 0.000 s, "Verse" at 2.000 s`.
  private func words(ofMarkers markers: ArraySlice<MediaChapter>, in node: NodeIndex) -> String {
    var said: [String] = []
    for marker in markers.prefix(4) {
      var parts: [String] = []
      if let title = marker.title { parts.append(Words.quoted(title)) }
      if marker.start.isNumeric {
        parts.append(Words.seconds(UInt64(clamping: marker.start.value), marker.start.timescale))
      }
      if !parts.isEmpty { said.append(parts.joined(by: " at ")) }
    }
    var text = Words.counted(UInt64(markers.count), "marker", "markers") + " ('\(tree[node].type.key)')"
    if !said.isEmpty { text += ": " + said.joined(by: ", ") }
    if markers.count > 4 { text += " and \((markers.count - 4).grouped) more" }
    return text
  }

  /// The chapters of a file that is no movie.
  mutating func chaptersOfSound() {
    let found = chaptersElsewhere()
    guard found.isEmpty else { return find("chapters", .list(found)) }
    // What was left out may be one, and so may a frame that is there and has no time.
    guard isAllRead, !tree.indices.contains(where: { tree[$0].type == "CHAP" }) else {
      return find("chapters", "Chapters", "none in the tags that were read")
    }
    let mayHaveMarkers = synopsis.format == .wav || synopsis.format == .aiff
    find("chapters", "Chapters", "none: no tag has frames of chapters" + (mayHaveMarkers ? ", and there are no markers" : ""))
    find("chapters", .list([]))
  }
}
