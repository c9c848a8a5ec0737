import ByteReading
import MediaFacts
import MediaInspection
package import MediaMetadata

extension MetadataFieldValue {
  /// The value as people read it: `3 of 12`.
  package var shownText: String {
    guard case .position(let position) = self else { return text }
    switch (position.number, position.total) {
    case (let number?, let total?): return "\(number) of \(total)"
    case (nil, let total?): return "one of \(total)"
    default: return text
    }
  }
}

extension MetadataFields.Entry {
  /// What tags disagree about: `Year: 1999 in id3/TYER, 2024 in id3v1/year`; texts in quotes, in which a blank at the end
  /// is seen.
  package var disagreement: String {
    var text = ByteWriter()
    text.put(field.title)
    text.put(": ")
    let told = (candidates.prefix(1) + conflicts).prefix(4)
    // Numbers and dates are digits and the signs between them.
    let isQuoted = told.contains { candidate in
      if case .position = candidate.value { return false }
      return candidate.value.shownText.utf8.contains { !(UInt8(ascii: ",")...UInt8(ascii: ":")).contains($0) }
    }
    for (place, candidate) in told.enumerated() {
      if place > 0 { text.put(", ") }
      if isQuoted {
        text.put(Words.quoted(candidate.value.shownText, limit: .max))
      } else {
        text.put(text: candidate.value.shownText, style: .name)
      }
      text.put(" in ")
      text.put(candidate.items.first?.identifier.text ?? "")
    }
    return text.string
  }

  /// The same for programs, all of those that say something else.
  var members: About.Value.Members {
    let found = (candidates.prefix(1) + conflicts).compactMap { candidate -> About.Value? in
      guard let item = candidate.items.first else { return nil }
      return .record([
        ("value", .text(candidate.value.text)), ("identifier", .text(item.identifier.text)),
        ("path", .node(item.node)),
      ])
    }
    return [("field", .text(field.id.description)), ("found", .list(found))]
  }
}
