import Structure

extension Diagnostic.Kind {
  static let xmpMalformed = Self(
    "xmp-malformed", .warning, "the packet is no well-formed XML from here on",
    expected: "elements that are closed, and attributes between quotation marks",
    action: "the rest is listed as unread")
  static let xmpEntity = Self(
    "xmp-entity", .warning, "declares a document type, or refers to a character that is not declared",
    expected: "no declarations, and the five references of XML", action: "the rest is not read")
  static let xmpNested = Self(
    "xmp-nested", .warning, "elements lie in one another more than {limit} deep",
    action: "the rest is listed as unread")
  static let xmpTooMany = Self(
    "xmp-too-many", .warning, "more than {limit} properties, parts or namespaces",
    action: "the rest is listed as unread")
}

extension Finding {
  static func xmpNested(limit: UInt64) -> Self { Self(.xmpNested, .limit(limit)) }
  static func xmpTooMany(limit: UInt64) -> Self { Self(.xmpTooMany, .limit(limit)) }
}

extension Rule {
  /// What must hold of packets of XMP.
  static let xmp: [Rule] = [
    Rule(
      .xmpMalformed, "ISO 16684-1 §7.3",
      why: "XMP is XML: what is not well formed has no meaning behind the fault.",
      players: "Most drop the whole packet; some show what stands before the fault.",
      mend: "Write the metadata again with a program that writes XMP."),
    Rule(
      .xmpEntity, "ISO 16684-1 §7.3",
      why: "Declarations can make a text grow without bounds, or fetch other files; packets have none.",
      players: "Careful ones refuse the packet.",
      mend: "Write the characters themselves, or the references &amp; &lt; &gt; &quot; &apos;."),
    Rule(
      .xmpNested, "ISO 16684-1 §7.3",
      why: "No writer nests structures so deep: the packet is made to keep readers busy.",
      players: "Careful ones stop somewhere as well.",
      mend: "Remove the packet."),
    Rule(
      .xmpTooMany, "ISO 16684-1 §7.3",
      why: "The packet has more in it than is read: it may be sound, but what it says further on is not said.",
      players: "They read it all, and take long.",
      mend: "Remove what nobody needs, such as the history of edits."),
  ]
}
