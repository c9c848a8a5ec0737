package import ByteReading
package import MediaFacts
import Structure

/// What follows from what in tags that count what they hold.
package enum TagDerivations {
  /// The derivations of all tags: sizes and numbers of items in APE.
  package static let all: [Derivation] =
    // Version 1 has no header.
    [
      Derivation(.ape2, "header.size", noun: "size", rule: "size = items and footer") {
        node, document in size(of: node, document)
      },
      Derivation(.ape2, "header.item_count", noun: "entry count", rule: "the number of items") {
        node, document in itemCount(of: node, document)
      },
      Derivation(.apeEnd, "size", noun: "size", rule: "size = items and footer") {
        node, document in document.tree.parent(of: node).flatMap { size(of: $0, document) }
      },
      Derivation(.apeEnd, "item_count", noun: "entry count", rule: "the number of items") {
        node, document in document.tree.parent(of: node).flatMap { itemCount(of: $0, document) }
      },
    ]

  /// The bytes of a tag behind its header, which it may be without.
  private static func size(of tag: NodeIndex, _ document: Document) -> Derivation.Outcome? {
    let node = document.tree[tag]
    let header = UInt64(document.ownPayload(of: tag).byteCount)
    // Without items the footer is the first of its parts.
    guard header <= node.size, document.tree.firstChild(of: tag) != nil else { return nil }
    return Derivation.Outcome(node.size - header, from: [tag])
  }

  private static func itemCount(of tag: NodeIndex, _ document: Document) -> Derivation.Outcome? {
    let tree = document.tree
    let items = tree.children(of: tag).filter { !tree[$0].isRaw && tree[$0].type != .apeEnd }
    return Derivation.Outcome(UInt64(items.count), from: [tag] + items)
  }
}

/// Frames that say together when something was.
package enum DateFrames {
  /// Those that say a day and a time of day beside one that says a year (ID3v2.3.0 §4.2.1, ID3v2.2.0 §4.2.1).
  package static let besideYears: [(year: FourCC, day: FourCC, clock: FourCC)] = [
    ("TYER", "TDAT", "TIME"), ("TYE", "TDA", "TIM"),
  ]
  /// The one that says all of it in version 4 (ID3v2.4.0 frames §4.2.5).
  package static let whole: FourCC = "TDRC"

  /// What of a moment a frame says.
  package enum Part: Sendable { case year, day, clock }

  /// The part that frames of a type say of those in ``besideYears``; `nil` for all others.
  package static func part(of type: FourCC) -> Part? {
    for frames in besideYears {
      if type == frames.year { return .year }
      if type == frames.day { return .day }
      if type == frames.clock { return .clock }
    }
    return nil
  }
}

/// What tags can say in more than one way: text in one character encoding or another, with terminators or
/// without, under the name that a frame has in one version or another.
package enum TagEncodings {
  private static let rule: StaticString = "the same text in other characters or under another name"

  /// The encodings of all tags.
  package static let all: [Encoding] =
    texts + [
      Encoding(["TXX", "TXXX"], fields: ["encoding", "description", "value"], rule: rule) {
        let frame = $1.view(UserText.self, of: $0)
        return list([frame.text(.description), frame.wholeText(.value).map(plain)])
      }
    ]
    + [
      // Its other fields are compared as they are.
      Encoding(["PIC", "APIC"], fields: ["encoding", "description", "image_format", "mime_type"], rule: rule) {
        let frame = $1.view(AttachedPicture.self, of: $0)
        return list([frame.text(.description), frame.text(.mime_type) ?? frame.text(.image_format).map(mediaType)])
      },
      Encoding(["IPL", "IPLS", "TIPL"], fields: ["encoding", "people"], rule: rule) { index, document in
        var texts: [String] = []
        var isWhole = true
        let frame = NodeReader(document).view(People.self, of: index)
        // Of more a reader does not remember the rest.
        guard let count = frame.count(.people), count <= 16 else { return nil }
        for field in [.involvement, .name] as [People.Field] {
          frame.withEach(field) { reading in
            var text = ByteWriter()
            let outcome = text.put(
              text: reading.contentBytes, encoding: reading.encoding, style: .verbatim, limit: 4_096)
            isWhole = isWhole && !outcome.isTruncated && texts.count < 1_024
            texts.append(text.string)
            return isWhole
          }
        }
        return isWhole ? texts : nil
      },
    ]
    + [["COM", "COMM"], ["ULT", "USLT"], ["USER"]].map { types in
      Encoding(types, fields: ["encoding", "description", "text"], rule: rule) {
        let frame = $1.view(Comment.self, of: $0)
        return list([frame.text(.description) ?? "", frame.text(.text).map(plain)])
      }
    }

  /// Frames of text by the name that the last version has for them.
  private static let texts: [Encoding] = {
    var successors: [FourCC: FourCC] = [:]
    var names: [FourCC] = []
    for syntax in TextFrames.tables + ShortTextFrames.tables {
      let code = FourCC(stringLiteral: syntax.code)
      if names.contains(code) { continue }
      names.append(code)
      if syntax.successor.utf8CodeUnitCount > 0 {
        successors[code] = FourCC(stringLiteral: syntax.successor)
      }
    }
    // A day and a time of day are parts of what a moment is: no other name for it.
    for part in ["TDA", "TDAT", "TIM", "TIME", "TRD", "TRDA"] as [FourCC] { successors[part] = nil }
    successors["TDA"] = "TDAT"
    successors["TIM"] = "TIME"
    successors["TRD"] = "TRDA"
    var groups: [FourCC: [FourCC]] = [:]
    for name in names {
      var last = name
      while let next = successors[last] { last = next }
      groups[last, default: []].append(name)
    }
    return names.compactMap { groups[$0] }.map { types in
      Encoding(types, fields: ["encoding", "text"], rule: rule) {
        let text = $1.view(TextFrame.self, of: $0).wholeText(.text).map(plain)
        return list([types.contains("TCON") ? text.map(genres) : text.map { [index = $0, document = $1] in moment($0, of: index, document) }])
      }
    }
  }()

  /// What stands between values as they are escaped.
  private static let separator = "\\u0000"

  /// Values without the byte order marks that some writers put before each of them, and without the terminators that
  /// stand behind the last.
  private static func plain(_ values: String) -> String {
    let values = values.replacing(separator + "\\u{FEFF}", with: separator)
    var text = values[...]
    while text.hasSuffix(separator) { text = text.dropLast(separator.count) }
    return String(text)
  }

  /// Genres with each written out.
  private static func genres(_ values: String) -> String {
    if !values.contains(separator) { return Genres.written(values) }
    return values.split(separator: separator, omittingEmptySubsequences: false)
      .map { Genres.written(String($0)) }.joined(separator: separator)
  }

  /// What version 2 calls the kind of a picture, as later ones do.
  private static func mediaType(_ format: String) -> String {
    switch format {
    case "JPG": "image/jpeg"
    case "PNG": "image/png"
    default: format
    }
  }

  /// A year with the day and the time of day that stand beside it in frames of their own, as one frame of version 4 says
  /// them (ID3v2.4.0 structure §4).
  private static func moment(_ text: String, of index: NodeIndex, _ document: Document) -> String {
    let tree = document.tree
    let frames = DateFrames.besideYears.first { $0.year == tree[index].type }
    guard let frames, text.utf8.count == 4, let tag = tree.parent(of: index) else { return text }
    func parts(_ type: FourCC) -> (Substring, Substring)? {
      guard let frame = tree.children(of: tag).first(where: { tree[$0].type == type }),
        let text = document.view(TextFrame.self, of: frame).wholeText(.text).map(plain), text.utf8.count == 4,
        text.utf8.allSatisfy(\.isDigit)
      else { return nil }
      return (text.prefix(2), text.suffix(2))
    }
    guard let (day, month) = parts(frames.day) else { return text }
    let date = "\(text)-\(month)-\(day)"
    return parts(frames.clock).map { "\(date)T\($0.0):\($0.1)" } ?? date
  }

  private static func list(_ texts: [String?]) -> [String]? {
    let found = texts.compactMap { $0 }
    return found.count == texts.count ? found : nil
  }
}
