import ByteReading
import MediaInspection

/// What is known of two values of a field.
enum Agreement {
  case agrees, differs
  /// In which set of characters a text is nothing says.
  case isUnknown
}

extension MetadataFieldValue {
  /// Whether one text is the other with question marks for characters that ISO-8859-1 has not.
  private static func isSubstitute(_ text: String, for other: String, isCut: Bool) -> Bool {
    let (short, long) = (Array(text.unicodeScalars), Array(other.unicodeScalars))
    guard isCut ? short.count <= long.count : short.count == long.count else { return false }
    return zip(short, long).allSatisfy { $0 == $1 || $0 == "?" && $1.value > 0xFF }
  }

  /// The bytes of a text of ID3v1, which is read as ISO-8859-1; `nil` where all are ASCII.
  private static func bytes(ofLatin1 text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard scalar.value <= 0xFF else { return nil }
      bytes.append(UInt8(scalar.value))
    }
    return bytes.contains { $0 >= 0x80 } ? bytes : nil
  }

  /// Several texts as one, as formats that have room for one alone put them together.
  var joinedTexts: [String] {
    guard case .texts(let texts) = self else { return [] }
    return ["/", ", ", "; ", " "].map { texts.joined(by: $0) }
  }

  /// Whether a candidate says the same, or what of it its format has room for.
  ///
  /// - Parameter joined: ``joinedTexts``, which are the same for all candidates.
  func agreement(with other: MetadataFields.Candidate, joined: [String]) -> Agreement {
    if agrees(with: other, joined: joined) { return .agrees }
    guard other.items.first?.format == .id3v1, case .texts(let a) = self, case .texts(let b) = other.value,
      let stored = Self.bytes(ofLatin1: b.joined(by: "/"))
    else { return .differs }
    let isCut = stored.count >= 28
    return (joined + a).contains { OtherEncoding.mayHave(stored, for: $0, isCut: isCut) } ? .isUnknown : .differs
  }

  private func agrees(with other: MetadataFields.Candidate, joined: [String]) -> Bool {
    if self == other.value { return true }
    switch (self, other.value) {
    case (.date(let a), .date(let b)): return a.agrees(with: b)
    case (.position(let a), .position(let b)):
      return a.number == b.number && (a.total == nil || b.total == nil || a.total == b.total)
    case (.genres(let a), .genres(let b)):
      // ID3v1 has room for one.
      return other.items.first?.format == .id3v1 && b.allSatisfy { a.contains($0) }
    case (.texts(let a), .texts(let b)):
      let texts = b.joined(by: "/")
      let isCut = other.items.first?.format == .id3v1 && texts.unicodeScalars.count >= 28
      // In UTF-8 there is room for less: it is cut off where the next character no longer fits.
      func isCutUTF8(of whole: String) -> Bool {
        guard other.items.first?.format == .id3v1, !texts.utf8.allSatisfy({ $0 < 0x80 }),
          whole.utf8.starts(with: texts.utf8),
          let next = whole.unicodeScalars.dropFirst(texts.unicodeScalars.count).first
        else { return false }
        return texts.utf8.count + UTF8.width(next) >= 28
      }
      let isOld = other.items.first?.format == .id3v1 && texts.utf8.contains(UInt8(ascii: "?"))
      // Many programs write UTF-8 there, and cut it off between any two bytes; or what their Windows has in its place.
      let stored = other.items.first?.format == .id3v1 ? Self.bytes(ofLatin1: texts) : nil
      if let stored,
        (joined + a).contains(where: {
          (isCut ? $0.utf8.starts(with: stored) : $0.utf8.elementsEqual(stored))
            || Windows1251.hasBytes(stored, of: $0, isCut: isCut)
        })
      {
        return true
      }
      return joined.contains { joined in
        joined == texts || isCut && joined.hasPrefix(texts) || isCutUTF8(of: joined)
          || isOld && Self.isSubstitute(texts, for: joined, isCut: isCut)
      } || a.contains { isCut && $0.hasPrefix(texts) || isCutUTF8(of: $0) }
    // They may be of one size and show something else.
    case (.artwork, .artwork): return false
    default: return text == other.value.text
    }
  }
}
