import ByteReading
import CommandLineSupport
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureRendering

extension DumpFile {
  /// Finds what the paths mean.
  ///
  /// - Returns: Why nothing was found, a line for each path; `nil` when something was.
  func select(
    _ opened: Opened, _ selection: inout Selection, _ talk: inout ByteWriter
  ) -> [String]? {
    let document = opened.document
    var missing: [String] = []
    for (number, path) in settings.paths.enumerated() {
      let text = settings.pathTexts[number]
      var path = path
      var nodes = path.nodes(in: document)
      if let field = path.field {
        let fitting = nodes.filter { document.has(field, in: $0) }
        if fitting.isEmpty, let dotless = path.withDotsAsSteps {
          let others = dotless.nodes(in: document)
          if !others.isEmpty {
            if isAlone {
              let hint = "'\(text)' is read with '/' for '.': levels are separated by '/'"
              say(hint, of: opened, &talk)
            }
            path = dotless
            nodes = others
          }
        }
        if path.field != nil {
          if fitting.isEmpty, !nodes.isEmpty {
            missing.append(document.whyMissing(field, in: nodes[0], text))
            continue
          }
          nodes = fitting
        }
      }
      if nodes.isEmpty {
        missing.append(document.whyMissing(path, text))
        continue
      }
      for node in nodes { selection.nodes.append((node: node, field: path.field)) }
    }
    guard !selection.nodes.isEmpty else { return missing }
    for message in missing where isAlone { say(message, of: opened, &talk) }
    selection.nodes.sort { $0.node < $1.node }
    return nil
  }
}

extension Document {
  /// Whether the node at `index` has a field that `path` means.
  fileprivate func has(_ path: FieldPath, in index: NodeIndex) -> Bool {
    var walker = Walker()
    var selection = FieldSelection(path, sink: NoSink())
    walk(index, &walker, into: &selection)
    return selection.hasMatched
  }

  /// `no atom matches 'moov/trk' — did you mean 'moov/trak'? (3 found)`
  fileprivate func whyMissing(_ path: Path, _ text: String) -> String {
    let message = "no \(nodeWord) matches '\(text)'"
    if let offset = path.offset {
      guard offset >= UInt64(tree.file.byteCount) else { return message }
      return message + ": the file has " + Words.counted(UInt64(tree.file.byteCount), "byte", "bytes")
    }
    // Decimal digits may be a type: `@123` is one with the byte of `©`.
    if text.hasPrefix("@"), let offset = UInt64(text.dropFirst()), offset < UInt64(tree.file.byteCount) {
      return message + " — did you mean '@0x\(String(offset, radix: 16))', byte \(Words.grouped(offset))?"
    }
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
      other.field = nil
      let count = other.nodes(in: self).count
      guard count > 0 else { continue }
      var step = ByteWriter()
      if let code { step.put(step: code) } else { step.put(step: near) }
      let fixed = text.replacingFirst(name, with: step.string)
      // A path that has quotes of its own is printed so that it can be pasted into a shell.
      let quote = fixed.contains("'") ? "\"" : "'"
      return message + " — did you mean \(quote)\(fixed)\(quote)? (\(count) found)"
    }
    return message
  }

  /// `no field 'size' in …/stsz — did you mean 'sample_size'?`
  fileprivate func whyMissing(_ field: FieldPath, in index: NodeIndex, _ text: String) -> String {
    let program = tree.program(of: tree[index])
    let names = program?.rows.map { $0.name.description }.filter { !$0.isEmpty } ?? []
    let wanted = field.parts.last?.name ?? ""
    let message = "no field matches '\(text)' in \(path(of: index))"
    let near =
      nearest(to: wanted, among: names)
      ?? names.first { $0.lowercased().hasSuffix(wanted.lowercased()) && !wanted.isEmpty }
    guard let near else { return message }
    return message + " — did you mean '\(near)'?"
  }
}

extension String {
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - self.count))
  }

  /// The text with the last occurrence of `word` replaced.
  fileprivate func replacingFirst(_ word: String, with other: String) -> String {
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
