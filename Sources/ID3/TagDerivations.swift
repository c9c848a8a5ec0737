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
  private static let nameRule: StaticString = "the same frame under the name of another version"

  /// The encodings of all tags: of each frame with text, and of each that versions give other names.
  package static let all: [Encoding] = {
    let texts = Set((TextFrames.tables + ShortTextFrames.tables).map { FourCC(stringLiteral: $0.code) })
    return FrameGenerations.all.compactMap { names in
      guard let first = names.first else { return nil }
      return texts.contains(first) ? text(names) : encoding(of: FrameGenerations.last(of: first), names)
    }
  }()

  /// What a frame that is no plain text can say in more than one way, by its last name; `nil` for one that has one name
  /// and is compared as it is.
  private static func encoding(of last: FourCC, _ names: [FourCC]) -> Encoding? {
    switch last {
    case "TXXX": userText(names)
    case "APIC": picture(names)
    case "TIPL": people(names)
    case "COMM", "USLT", "USER": comment(names)
    case "WXXX": userAddress(names)
    case "GEOB": object(names)
    case "LINK": link(names)
    default:
      names.count > 1 ? Encoding(names, fields: [], isOfVersions: true, rule: nameRule) : nil
    }
  }

  private static func text(_ names: [FourCC]) -> Encoding {
    let isGenre = names.contains("TCON")
    return Encoding(names, fields: ["encoding", "text"], isOfVersions: true, rule: rule) { index, document in
      let text = document.view(TextFrame.self, of: index).wholeText(.text).map(plain)
      return list([isGenre ? text.map(genres) : text.map { moment($0, of: index, document) }])
    }
  }

  private static func userText(_ names: [FourCC]) -> Encoding {
    Encoding(names, fields: ["encoding", "description", "value"], isOfVersions: true, rule: rule) { index, document in
      let frame = document.view(UserText.self, of: index)
      return list([frame.text(.description), frame.wholeText(.value).map(plain)])
    }
  }

  private static func comment(_ names: [FourCC]) -> Encoding {
    Encoding(names, fields: ["encoding", "description", "text"], isOfVersions: true, rule: rule) { index, document in
      let frame = document.view(Comment.self, of: index)
      return list([frame.text(.description) ?? "", frame.text(.text).map(plain)])
    }
  }

  /// The address itself is compared as it is, and so are a file and a picture below.
  private static func userAddress(_ names: [FourCC]) -> Encoding {
    Encoding(names, fields: ["encoding", "description"], isOfVersions: true, rule: rule) { index, document in
      list([document.view(AddressFrame.self, of: index).text(.description)])
    }
  }

  private static func object(_ names: [FourCC]) -> Encoding {
    Encoding(
      names, fields: ["encoding", "filename", "description"], isOfVersions: true, rule: rule
    ) { index, document in
      let frame = document.view(EncapsulatedObject.self, of: index)
      return list([frame.text(.filename), frame.text(.description)])
    }
  }

  private static func picture(_ names: [FourCC]) -> Encoding {
    Encoding(
      names, fields: ["encoding", "description", "image_format", "mime_type"], isOfVersions: true, rule: rule
    ) { index, document in
      let frame = document.view(AttachedPicture.self, of: index)
      return list([frame.text(.description), frame.text(.mime_type) ?? frame.text(.image_format).map(mediaType)])
    }
  }

  /// A frame that stands elsewhere has the name that its version gives it.
  private static func link(_ names: [FourCC]) -> Encoding {
    Encoding(names, fields: ["frame_id"], isOfVersions: true, rule: nameRule) { index, document in
      let name = document.view(LinkedInformation.self, of: index).text(.frame_id).flatMap { FourCC(key: $0) }
      return list([name.map { FrameGenerations.last(of: $0).key }])
    }
  }

  private static func people(_ names: [FourCC]) -> Encoding {
    Encoding(names, fields: ["encoding", "people"], isOfVersions: true, rule: rule) { index, document in
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
    }
  }

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
    values.split(separator: separator, omittingEmptySubsequences: false)
      .flatMap { Genres.written(String($0)) }.joined(separator: separator)
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
