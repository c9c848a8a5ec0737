public import ByteReading

extension Media.Path {
  /// Its steps as they are written, without what says where it begins: `moov/trak[vide]/mdia`.
  public var stepsText: String {
    var text = ""
    for (place, step) in steps.enumerated() {
      if place > 0 { text += step.isDeep ? "/…/" : "/" }
      text += step.description
    }
    return text
  }
}

extension Media.Path.Step: CustomStringConvertible {
  /// As paths write it: `trak[vide]`.
  public var description: String {
    var text = ByteWriter()
    switch name {
    case .any: text.put("*")
    case .code(let code): text.put(step: code)
    case .word(let word): text.put(step: word)
    case .uuid(let type):
      text.put("uuid:")
      text.put(hex: type.high, digits: 16)
      text.put(hex: type.low, digits: 16)
    }
    return text.string + selectors.map { "[\($0)]" }.joined()
  }
}

extension Media.Path.Selector: CustomStringConvertible {
  /// As paths write it between brackets: `2`, `vide`, `id=3`.
  public var description: String {
    switch self {
    case .index(let number): "\(number)"
    case .last: "last"
    case .word(let word): Self.quoted(word)
    case .key(let key, let value): "\(Self.quoted(key))=\(Self.quoted(value))"
    }
  }

  /// A value as paths write it: bare when it is a word.
  private static func quoted(_ value: String) -> String {
    let isBare = value.utf8.allSatisfy {
      $0.isLetterOrDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
    if isBare { return value }
    return "'" + value.replacingScalars { $0 == "'" || $0 == "\\" ? "\\\($0)" : nil } + "'"
  }
}

extension Document {
  /// What a step of a path calls a node.
  func pathName(of node: Node) -> Path.Name {
    if !node.marks.isDisjoint(with: .nameless), let word = word(for: node) { return .word(word) }
    if node.type == .uuid, let type = extendedType(of: node) { return .uuid(type) }
    return .code(node.type)
  }
}
