extension [String] {
  /// The elements one behind another, with a separator between them.
  ///
  /// It gives what `joined(separator:)` gives. For that the runtime looks up once in a process how arrays are
  /// collections, which takes longer than a small file does.
  ///
  /// - Parameter separator: What stands between two elements.
  /// - Complexity: O(*n*) in the bytes of all elements.
  package func joined(by separator: String) -> String {
    var text = ""
    for place in indices {
      if place > 0 { text += separator }
      text += self[place]
    }
    return text
  }
}

extension String {
  /// Whether the bytes of `part` stand somewhere in those of this text.
  ///
  /// For words in ASCII it is what `contains` says, which compares characters and prepares a search each time.
  ///
  /// - Complexity: O(*n* · *m*) in the bytes of both.
  package func hasBytes(of part: String) -> Bool {
    guard let first = part.utf8.first else { return true }
    var start = utf8.startIndex
    while let place = utf8[start...].firstIndex(of: first) {
      if utf8[place...].starts(with: part.utf8) { return true }
      start = utf8.index(after: place)
    }
    return false
  }
}
