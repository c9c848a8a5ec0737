import ByteReading
import MediaFacts
import MediaInspection
import Structure

/// Facts as values for programs, and in words for people.

extension About.Value {
  typealias Members = [(key: StaticString, value: About.Value)]

  /// A fact: its answer, its value and where it stands, what else is claimed, and what was not read.
  static func fact<Value>(
    _ fact: Fact<Value>, hasUnread: Bool = true, _ members: (Value) -> Members
  ) -> About.Value {
    var list: Members = [("answer", .text(fact.answer.rawValue))]
    if let value = fact.value { list += members(value) }
    if let source = fact.source { list += source.members }
    if !fact.claims.isEmpty {
      list.append(
        ("claims", .list(fact.claims.map { .record(members($0.value) + $0.source.members) })))
    }
    if hasUnread, !fact.unread.isEmpty {
      list.append(("notRead", .list(fact.unread.map { .record($0.members) })))
    }
    return .record(list)
  }
}

extension FactSource {
  var members: About.Value.Members {
    [("path", .node(node))] + (field.map { [("field", .text($0.description))] } ?? [])
  }

  /// The type of the node: `avcC`.
  func kind(in tree: Tree) -> String? {
    tree.indices.contains(node) ? tree[node].type.key : nil
  }

  /// Who says it: `'colr'`, `the first sample`.
  func words(in tree: Tree) -> String? {
    guard let kind = kind(in: tree) else { return nil }
    return isInSample(in: tree) ? "the first sample" : "'\(kind)'"
  }

  /// Whether it stands in media.
  func isInSample(in tree: Tree) -> Bool {
    kind(in: tree) == "mdat" && extent != nil
  }
}

extension Unread {
  var members: About.Value.Members {
    var list: About.Value.Members = [("reason", .text(reason.id.description))]
    if !name.isEmpty { list.append(("name", .text(name))) }
    if let node { list.append(("path", .node(node))) }
    if count > 1 { list.append(("count", .number(UInt64(count)))) }
    if let byteCount { list.append(("bytes", .number(byteCount))) }
    return list
  }

  /// `Exif, which may name a place, a camera and its owner (first of 2)`.
  package var words: String { Self.words(of: [self]) }

  /// Places of one reason in one line: `a value whose key is not known, "ILOC", "IZZZ" (first of 2)`.
  static func words(of places: [Unread]) -> String {
    guard let first = places.first else { return "" }
    var count = 0
    var byteCount: UInt64? = 0
    for left in places {
      count += left.count
      // What was not counted of one is not known of all.
      byteCount = byteCount.flatMap { sum in left.byteCount.map { sum.saturatingAdd($0) } }
    }
    let bytes = byteCount.map { Words.counted($0, "byte", "bytes") }
    if let bytes, first.node == nil { return bytes + " of " + first.reason.words.description }
    let text = first.reason.words.description + names(of: places) + (bytes.map { ", " + $0 } ?? "")
    return count == 1 ? text : text + " (first of \(UInt64(clamping: count).grouped))"
  }

  /// The names of places that a line has; more are counted.
  private static let namesInLine = 4
  /// The characters that are shown of each name, where there are several.
  private static let charactersOfName = 40

  /// ` "PRIV", "GEOB" and 2 more`, behind the words of a reason.
  private static func names(of places: [Unread]) -> String {
    if places.count == 1 { return places[0].name.isEmpty ? "" : " " + Words.quoted(places[0].name) }
    let names = places.map(\.name).filter { !$0.isEmpty }
    if names.isEmpty { return "" }
    let shown = names.prefix(namesInLine).map { Words.quoted($0, limit: charactersOfName) }
    let others = places.count - shown.count
    return " " + shown.joined(by: ", ") + (others > 0 ? " and \(others) more" : "")
  }

  /// Those of one reason together, in the order in which the first of each stands.
  static func byReason(_ unread: [Unread]) -> [[Unread]] {
    var groups: [[Unread]] = []
    for left in unread {
      if let place = groups.firstIndex(where: { $0[0].reason == left.reason }) {
        groups[place].append(left)
      } else {
        groups.append([left])
      }
    }
    return groups
  }
}

extension Colour {
  var members: About.Value.Members {
    var list: About.Value.Members = []
    if let points {
      list = [
        ("primaries", .number(points.primaries)), ("transfer", .number(points.transfer)),
        ("matrix", .number(points.matrix)),
        ("fullRange", points.isFullRange.map { .flag($0) } ?? .null),
      ]
      if points.isFullRange == nil { list.append(("why", .text("what says the colours says no range"))) }
    }
    if let size = profileByteCount { list.append(("profileBytes", .number(size))) }
    if let name = profileName { list.append(("profile", .text(name))) }
    if let range = highDynamicRange { list.append(("hdr", .text(range.rawValue))) }
    return list + [("display", .text(words))]
  }
}

extension MasteringDisplay {
  var members: About.Value.Members {
    func point(_ point: Point) -> About.Value { .list([.real(point.x), .real(point.y)]) }
    return [
      ("primaries", .list(primaries.map(point))), ("whitePoint", point(whitePoint)),
      ("maximum", .real(maximumLuminance)), ("minimum", .real(minimumLuminance)),
    ]
  }

  /// `mastered at 0.005 – 1,000 cd/m²`.
  var words: String {
    "mastered at \(Words.exact(minimumLuminance)) – \(Words.exact(maximumLuminance)) cd/m²"
  }
}

extension ContentLight {
  var members: About.Value.Members {
    [("maximum", .number(maximum)), ("average", .number(average))]
  }

  /// `MaxCLL 1,000, MaxFALL 400`.
  var words: String { "MaxCLL \(maximum.grouped), MaxFALL \(average.grouped)" }
}

extension DolbyVision {
  var members: About.Value.Members {
    [
      ("version", .text("\(majorVersion).\(minorVersion)")), ("profile", .number(profile)),
      ("level", .number(level)), ("compatibility", .number(compatibility)),
      ("metadata", .flag(hasMetadata)), ("enhancementLayer", .flag(hasEnhancementLayer)),
      ("baseLayer", .flag(hasBaseLayer)),
    ]
  }

  /// `Dolby Vision profile 8.4 (HLG-compatible base, level 2)`.
  var words: String {
    let base =
      switch compatibility {
      case 1: "HDR10-compatible base, "
      case 2: "SDR-compatible base, "
      case 4: "HLG-compatible base, "
      case 6: "Blu-ray-compatible base, "
      default: ""
      }
    return "Dolby Vision profile \(profile)\(profile >= 8 ? ".\(compatibility)" : "") "
      + "(\(base)level \(level))"
  }
}

extension CaptionData {
  var members: About.Value.Members {
    [("kinds", .list(kinds.map { .text($0.rawValue) })), ("padding", .flag(isPadding))]
  }

  /// `captions in the pictures (CEA-608 field 1, CEA-708)`.
  var words: String {
    let names = kinds.map { kind in
      switch kind {
      case .field1: "CEA-608 field 1"
      case .field2: "CEA-608 field 2"
      case .digital: "CEA-708"
      }
    }
    return "captions in the pictures (" + names.joined(by: ", ")
      + (isPadding ? "; none in the first one)" : ")")
  }
}

extension DynamicMetadata {
  var words: String {
    switch self {
    case .hdr10Plus: "HDR10+"
    case .st2094_10: "SMPTE ST 2094-10"
    case .hdrVivid: "HDR Vivid"
    }
  }
}

extension Scanning {
  var members: About.Value.Members {
    var list: About.Value.Members = [("kind", .text(kind.rawValue))]
    // Of whole frames there is none.
    guard kind != .progressive else { return list }
    list.append(("order", order.map { .text($0.rawValue) } ?? .null))
    if order == nil { list.append(("why", .text("no field is said to come first, or not in a way that all read alike"))) }
    return list
  }

  /// `interlaced, top field first`.
  var words: String {
    switch kind {
    case .progressive: "progressive"
    case .mixed: "frames or fields, as each picture says"
    case .interlaced:
      switch order {
      case .topFirst: "interlaced, top field first"
      case .bottomFirst: "interlaced, bottom field first"
      case nil: "interlaced"
      }
    }
  }
}

extension StereoVideo {
  var members: About.Value.Members { [("views", .text(views.rawValue)), ("reversed", .flag(isReversed))] }

  /// `stereo (left + right, in layers)`; for one view empty.
  var words: String {
    let how: String
    switch views {
    case .mono: return ""
    case .topBottom: how = "left above right"
    case .leftRight: how = "left beside right"
    case .rightLeft: how = "right beside left"
    case .custom: how = "packed in a way of its own"
    case .layers: how = "left + right, in layers"
    case .unplaced: how = "left + right, where the second lies is not known"
    case .leftOnly: how = "the left eye alone"
    case .rightOnly: how = "the right eye alone"
    case .alternating: how = "left and right in turn"
    case .woven: how = "left and right woven into each other"
    }
    return "stereo (\(how)\(isReversed ? ", reversed" : ""))"
  }
}

extension VideoProjection {
  var members: About.Value.Members {
    var list: About.Value.Members = [("kind", .text(kind.rawValue)), ("fieldOfView", fieldOfView.map { .real($0) } ?? .null)]
    if fieldOfView == nil { list.append(("why", .text("no box says how much is seen"))) }
    if let code { list.append(("code", .text(code.key))) }
    if let covered { list += [("across", .real(covered.across)), ("down", .real(covered.down))] }
    return list
  }

  /// `rectilinear, 64°`.
  var words: String {
    let name =
      switch kind {
      case .rectilinear: "rectilinear"
      case .equirectangular:
        covered.map { "equirectangular (\(Int($0.across.rounded()))° × \(Int($0.down.rounded()))° of 360° × 180°)" }
          ?? "equirectangular (360°)"
      case .halfEquirectangular: "half equirectangular (180°)"
      case .fisheye: "fisheye"
      case .parametric: "parametric immersive"
      case .cubemap: "cubemap (360°)"
      case .mesh: "projected on a mesh"
      case .other: "projected in a way that is not known" + (code.map { " ('\($0)')" } ?? "")
      }
    return name + (fieldOfView.map { ", " + Words.short($0) + "° wide" } ?? "")
  }
}

extension Encryption {
  /// `keys change, some samples clear, IVs of 8 bytes in groups`; `nil` where sample groups say nothing otherwise.
  ///
  /// - Parameter isUsed: Whether keys of samples may be otherwise; they are not where no sample is in such a group.
  func wordsOfGroups(isUsed: Bool) -> String? {
    var parts: [String] = []
    if isUsed, groups.hasOtherKeys { parts.append(keys.count > 1 ? "keys change" : "keys by sample groups alone") }
    if isUsed, groups.leavesSamplesClear { parts.append("some samples clear") }
    if !groups.vectorSizes.isEmpty {
      parts.append("IVs of " + groups.vectorSizes.map { "\($0)" }.joined(by: ", ") + " bytes in groups")
    }
    return parts.isEmpty ? nil : parts.joined(by: ", ")
  }

  /// `, key 0011…, IVs of 8 bytes, pattern 1:9`: what is known besides the scheme.
  var words: String {
    var text = ""
    let names = keys.prefix(2).map(\.text)
    if !names.isEmpty {
      text += keys.count == 1 ? ", key " : ", keys "
      text += names.joined(by: ", ")
      if keys.count > names.count { text += " and \(keys.count - names.count) more" }
    }
    if let size = vectorSize, size > 0 { text += ", IVs of \(size) bytes" }
    if let size = constantVectorSize, size > 0 { text += ", one IV of \(size) bytes" }
    if let pattern { text += ", pattern \(pattern.encrypted):\(pattern.clear)" }
    return text
  }

  var members: About.Value.Members {
    var list: About.Value.Members = [
      ("scheme", scheme.map { .text($0.key) } ?? .null),
      ("entries", .number(UInt64(entries))),
      ("protectedEntries", .number(UInt64(protectedEntries))),
      ("keys", .list(keys.map { .text($0.text) })),
    ]
    if scheme == nil { list.append(("why", .text("no 'schm' says the scheme"))) }
    if let pattern {
      list.append(
        (
          "pattern",
          .record([
            ("encrypted", .number(pattern.encrypted)), ("clear", .number(pattern.clear)),
          ])
        ))
    }
    if let vectorSize { list.append(("vectorSize", .number(vectorSize))) }
    if let constantVectorSize {
      list.append(("constantVectorSize", .number(constantVectorSize)))
    }
    if !groups.isEmpty { list.append(("changes", .flag(true))) }
    if !groups.vectorSizes.isEmpty {
      list.append(("groupVectorSizes", .list(groups.vectorSizes.map { .number($0) })))
    }
    return list
  }
}

extension Camera {
  /// Makers and models are known by their names: lenses, versions and numbers have a word in front.
  private var parts: [(key: StaticString, word: String, text: String?)] {
    [
      ("make", "", make), ("model", "", model), ("lens", "lens ", lens), ("software", "software ", software),
      ("serialNumber", "serial number ", serialNumber),
    ]
  }

  var members: About.Value.Members {
    parts.compactMap { part in part.text.map { (part.key, .text($0)) } }
  }

  /// `Apple, iPhone 14 Pro, software 17.0`.
  var words: String { parts.compactMap { part in part.text.map { part.word + $0 } }.joined(by: ", ") }
}

extension Disclosure {
  var members: About.Value.Members {
    var list: About.Value.Members
    switch kind {
    case .positions, .indexOfPositions, .logOfPositions: list = [("kind", .text("positions"))]
    case .alias: list = [("kind", .text("alias"))]
    case .licensee: list = [("kind", .text("licensee"))]
    case .item(let identifier, let value):
      list = [("kind", .text("item")), ("identifier", .text(identifier))]
      if let value { list.append(("value", .text(value))) }
    }
    if let position {
      list.append(("latitude", .real(position.latitude)))
      list.append(("longitude", .real(position.longitude)))
      if let altitude = position.altitude { list.append(("altitude", .real(altitude))) }
    }
    return list + [("path", .node(node))]
  }
}

extension Synopsis.Sound {
  var members: About.Value.Members {
    var list: About.Value.Members = coding.isEmpty ? [] : [("coding", .text(coding))]
    let numbers: [(StaticString, UInt64?)] = [
      ("sampleRate", sampleRate), ("channels", channels), ("bits", bits), ("bitRate", bitRate),
    ]
    for case (let key, let number?) in numbers { list.append((key, .number(number))) }
    if let channelLayout { list.append(("channelLayout", .text(channelLayout))) }
    if bitRate != nil { list.append(("constantBitRate", .flag(hasConstantRate))) }
    return list + [("path", .node(node))]
  }
}

extension Synopsis.Image {
  var members: About.Value.Members {
    let numbers: [(StaticString, UInt64?)] = [
      ("width", width), ("height", height), ("items", items),
    ]
    return numbers.compactMap { entry in entry.1.map { (entry.0, .number($0)) } }
  }
}

extension Synopsis.Tag {
  var members: About.Value.Members {
    var list: About.Value.Members = [("name", .text(name.description))]
    if let version { list.append(("version", .number(UInt64(version)))) }
    list.append(("size", .number(size)))
    return list + [("path", .node(node))]
  }
}

extension CodedPicture {
  var members: About.Value.Members {
    let numbers: [(StaticString, UInt64?)] = [("bits", bits), ("width", size?.width), ("height", size?.height)]
    return [("chroma", .text(chroma.rawValue)), ("opacityBits", .number(UInt64(max(0, opacityBits))))]
      + numbers.compactMap { entry in entry.1.map { (entry.0, .number($0)) } }
  }

  /// `4:2:2 10-bit`.
  var sampling: String { chroma.rawValue + (bits.map { " \($0)-bit" } ?? "") }

  /// `alpha of 16 bits`, `4:2:2 8-bit`; what the name of the coding says already is left out.
  var words: String {
    var parts: [String] = []
    if isUnexpected {
      parts.append(sampling + " in the first sample")
    } else if bits != nil {
      parts.append(sampling)
    }
    if hasOtherSize, let size { parts.append("\(size.width)×\(size.height) in the first sample") }
    if opacityBits > 0 { parts.append("alpha of \(opacityBits) bits") }
    return parts.joined(by: ", ")
  }
}

extension TextRole {
  var members: About.Value.Members {
    [
      ("forced", forced.map { .text($0.rawValue) } ?? .null), ("hardOfHearing", .flag(isForDeaf)),
      ("preferred", .flag(isPreferred)),
    ]
  }

  /// `default, forced, for the hard of hearing`; empty when nothing says anything.
  var words: String {
    var parts: [String] = []
    if isPreferred { parts.append("default") }
    switch forced {
    case .all: parts.append("forced")
    case .some: parts.append("partly forced")
    case nil: break
    }
    if isForDeaf { parts.append("for the hard of hearing") }
    return parts.joined(by: ", ")
  }
}
