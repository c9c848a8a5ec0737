import ByteReading
package import Structure

extension Document {
  /// What was meant by a path that means no node: `did you mean 'moov/trak'? (3 found)`; `nil` when nothing is near.
  ///
  /// - Parameter text: The path as it was written.
  /// - Complexity: O(*n*) in the nodes for each of the last eight steps, the names of 100,000 at most.
  package func suggestion(for path: Path, _ text: String) -> String? {
    var types: Set<UInt32> = []
    var words: Set<String> = []
    for index in tree.indices.prefix(100_000) where !tree[index].isRaw {
      if tree[index].marks.contains(.named) {
        if let word = word(for: tree[index]) { words.insert(word) }
      } else {
        types.insert(tree[index].type.rawValue)
      }
    }
    let names = (types.map { FourCC($0).key } + words).sorted()
    // Nobody mistypes a step that many others stand behind.
    for place in path.steps.indices.suffix(8).reversed() {
      if let found = suggestion(for: path, text, handlerAt: place) { return found }
      let name: String
      switch path.steps[place].name {
      case .code(let code): name = code.key
      case .word(let word): name = word
      default: continue
      }
      // A blank at the end of a type is easily forgotten.
      let padded = name.padding(to: 4)
      let near = names.contains(padded) ? padded : nearest(to: name, among: names)
      guard let near else { continue }
      let code = words.contains(near) ? nil : FourCC(key: near)
      var other = path
      other.steps[place].name = code.map { .code($0) } ?? .word(near)
      var step = ByteWriter()
      if let code { step.put(step: code) } else { step.put(step: near) }
      if let found = suggestion(of: other, text.replacingLast(name, with: step.string)) { return found }
    }
    return nil
  }

  /// The same where the first selector of a step that means nothing is a handler: `did you mean 'trak[vide]'? (1 found)`.
  private func suggestion(for path: Path, _ text: String, handlerAt place: Int) -> String? {
    for (number, selector) in path.steps[place].selectors.enumerated() {
      guard case .word(let word) = selector else { continue }
      var before = path
      before.steps.removeSubrange((place + 1)...)
      before.steps[place].selectors.removeSubrange(number...)
      before.field = nil
      guard let near = nearest(to: word, among: handlers(of: before.nodes(in: self))) else { continue }
      var other = path
      other.steps[place].selectors[number] = .word(near)
      if let found = suggestion(of: other, text.replacingLast(word, with: Path.Selector.word(near).description)) { return found }
    }
    return nil
  }

  /// The suggestion of a path, written as `text`; `nil` when it means no node either.
  private func suggestion(of path: Path, _ text: String) -> String? {
    var path = path
    path.field = nil
    let count = path.nodes(in: self).count
    guard count > 0 else { return nil }
    // A path that has quotes of its own is printed so that it can be pasted into a shell.
    let quote = text.contains("'") ? "\"" : "'"
    return "did you mean \(quote)\(text)\(quote)? (\(count) found)"
  }
}

extension String {
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - self.count))
  }

  /// The text with the last occurrence of `word` replaced.
  fileprivate func replacingLast(_ word: String, with other: String) -> String {
    var index = endIndex
    while index > startIndex {
      index = self.index(before: index)
      if self[index...].hasPrefix(word) {
        return String(self[..<index]) + other
          + String(self[self.index(index, offsetBy: word.count)...])
      }
    }
    return self
  }
}
