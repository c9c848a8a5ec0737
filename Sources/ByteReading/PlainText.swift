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
  /// The same with blanks in place of underscores, as names of fields are read.
  ///
  /// `replacing` prepares a search each time, for which the runtime makes types the first time.
  package var withBlanks: String {
    let underscore = UInt8(ascii: "_")
    guard utf8.contains(underscore) else { return self }
    return String(decoding: utf8.map { $0 == underscore ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

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

  /// Whether the bytes of one of `words` stand somewhere in those of this text.
  ///
  /// - Complexity: as that of ``hasBytes(of:)`` for each.
  package func hasBytes(ofAny words: [StaticString]) -> Bool {
    var text = self
    return text.withUTF8 { text in
      // The span does not leave the closure, in which the buffer lives.
      let bytes = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(text))
      for word in words where bytes.has(word.rawBytes) { return true }
      return false
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
    while let found = offset(of: first, from: start), found &+ part.byteCount <= byteCount {
      var place = 1
      while place < part.byteCount, byte(at: found &+ place) == part.byte(at: place) { place &+= 1 }
      if place == part.byteCount { return true }
      start = found &+ 1
    }
    return false
  }
}
