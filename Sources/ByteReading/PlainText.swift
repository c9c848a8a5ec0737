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
    var (text, part) = (self, part)
    return text.withUTF8 { text in
      part.withUTF8 { part in
        // The spans do not leave the closures, in which the buffers live.
        unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(text)).has(
          RawSpan(_unsafeBytes: UnsafeRawBufferPointer(part)))
      }
    }
  }
}

extension RawSpan {
  /// Whether the bytes of `part` stand somewhere in these.
  ///
  /// - Complexity: O(*n* · *m*) in the bytes of both.
  fileprivate func has(_ part: RawSpan) -> Bool {
    guard let first = part.byte(at: 0) else { return true }
    var start = 0
    while start &+ part.byteCount <= byteCount {
      if byte(at: start) == first {
        var place = 1
        while place < part.byteCount, byte(at: start &+ place) == part.byte(at: place) { place &+= 1 }
        if place == part.byteCount { return true }
      }
      start &+= 1
    }
    return false
  }
}
