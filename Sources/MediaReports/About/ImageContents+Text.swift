import ByteReading
import MediaFacts
import MediaInspection

extension Synopsis.Image {
  /// `1204×800`, `3 items`; and the size of the coded picture where that is another.
  func words(besides contents: ImageContents?) -> [String] {
    var words = words
    if let coded = contents?.otherSize, width != nil, !words.isEmpty {
      words[0] += " (by 'ispe'; the \(contents?.grid == nil ? "coded picture has" : "grid makes") \(coded.width)×\(coded.height))"
    }
    return words
  }
}

extension ImageContents {
  var members: About.Value.Members {
    var list: About.Value.Members = []
    if let coding { list.append(("coding", .text(coding.key))) }
    if let bits = codedBits ?? bits { list.append(("bits", .number(bits))) }
    if let colour { list.append(("colour", .record(colour.members))) }
    if let derivation {
      list += [
        ("derivation", .text(derivation.kind.rawValue)), ("derivedFrom", .number(UInt64(max(0, derivation.sources)))),
      ]
    }
    if let grid {
      list += [("columns", .number(grid.columns)), ("rows", .number(grid.rows))]
      if let tile = grid.tile {
        list += [("tileWidth", .number(tile.width)), ("tileHeight", .number(tile.height))]
      }
    }
    if let shown { list += [("shownWidth", .number(shown.width)), ("shownHeight", .number(shown.height))] }
    if let turn { list += [("rotation", .number(turn.degrees)), ("mirrored", .flag(turn.isMirrored))] }
    return list + [
      ("thumbnails", .number(UInt64(thumbnails))), ("auxiliaries", .list(auxiliaryNames.map { .text($0) })),
      ("stereo", .flag(isStereo)), ("exif", .flag(hasExif)), ("xmp", .flag(hasXMP)),
    ]
  }

  /// `HEVC of 8 bit`, `8×6 tiles of 512×512`, `HDR gain map`.
  var words: [String] {
    var words: [String] = []
    if let codingName {
      // What decodes it says how many there are; a property that says something else is a claim.
      let depth = (codedBits ?? bits).map { " of \($0) bits" } ?? ""
      let claim = bits.flatMap { bits in codedBits.flatMap { $0 == bits ? nil : " ('pixi' says \(bits))" } } ?? ""
      words.append(codingName + depth + claim)
    }
    if let grid {
      words.append("\(grid.columns)×\(grid.rows) tiles" + (grid.tile.map { " of \($0.width)×\($0.height)" } ?? ""))
    }
    if let derivation {
      let count = UInt64(max(0, derivation.sources))
      switch derivation.kind {
      case .overlay: words.append("an overlay of \(Words.counted(count, "image", "images"))")
      case .identity: words.append("made of another image")
      case .toneMap: words.append("a tone map of \(Words.counted(count, "image", "images"))")
      }
    }
    if let colour { words.append(colour.words) }
    if let shown {
      words.append("shown \(shown.width)×\(shown.height)" + (turn.map { " (\($0.words))" } ?? ""))
    } else if let turn {
      words.append(turn.words)
    }
    if isStereo { words.append("stereo") }
    if thumbnails > 0 { words.append(thumbnails == 1 ? "a thumbnail" : "\(thumbnails) thumbnails") }
    words += auxiliaryNames
    if hasExif { words.append("Exif") }
    if hasXMP { words.append("XMP") }
    return words
  }
}

extension MotionPhoto {
  var members: About.Value.Members {
    var list: About.Value.Members = [("size", .number(byteCount))]
    if let coding { list.append(("coding", .text(coding))) }
    if let size { list += [("width", .number(size.width)), ("height", .number(size.height))] }
    if let seconds { list.append(("seconds", .real(seconds))) }
    return list + [("path", .node(node))]
  }

  /// `a film of 3,226,469 bytes: HEVC, 1920×1440, 2.954 s`
  var words: String {
    var words: [String] = []
    if let coding { words.append(coding) }
    if let size { words.append("\(size.width)×\(size.height)") }
    if let seconds { words.append(Words.seconds(UInt64(max(0, min(seconds, 1e12)) * 1e6), 1_000_000)) }
    let head = "a film of " + Words.counted(byteCount, "byte", "bytes")
    return words.isEmpty ? head : head + ": " + words.joined(by: ", ")
  }
}
