import ByteReading
import Structure

/// The nodes that the paths of rules mean: many rules have the same, and most begin alike.
final class PlayerScopes {
  fileprivate let document: Document
  /// Steps from the top, each with what it means below the step before it.
  fileprivate var steps: [Step] = []
  /// Texts of paths, by their fingerprints: rules have few paths.
  private var texts: [Text] = []
  /// Paths that do not begin at the top, or leave levels out.
  private var others: [Other] = []

  fileprivate struct Step {
    /// The place of the step before it among all, -1 at the top.
    let parent: Int
    /// That of the text of the step; 0 where it was asked for without one.
    var fingerprint: UInt64 = 0
    let step: Path.Step
    let nodes: [NodeIndex]
  }

  private struct Text {
    let fingerprint: UInt64
    let nodes: [NodeIndex]
  }

  private struct Other {
    let path: Path
    let nodes: [NodeIndex]
  }

  init(_ document: Document) { self.document = document }

  /// The nodes that `path`, which names no field, means.
  func nodes(_ path: Path) -> [NodeIndex] {
    guard path.anchor == .top, path.offset == nil, !path.steps.contains(where: \.isDeep) else {
      if let place = others.firstIndex(where: { $0.path == path }) { return others[place].nodes }
      let nodes = path.nodes(in: document)
      others.append(Other(path: path, nodes: nodes))
      return nodes
    }
    var place = -1
    for step in path.steps {
      place = self.place(of: step, below: place)
      if steps[place].nodes.isEmpty { return [] }
    }
    return place < 0 ? [] : steps[place].nodes
  }

  private func place(of step: Path.Step, below parent: Int) -> Int {
    for place in steps.indices where steps[place].parent == parent && steps[place].step == step { return place }
    let found = Path.nodes(of: step, below: parent < 0 ? nil : steps[parent].nodes, in: document)
    steps.append(Step(parent: parent, step: step, nodes: found))
    return steps.count - 1
  }

  /// The nodes that a path of the project's rules means, which stands in `text`.
  ///
  /// - Returns: `nil` for what is no path.
  func nodes(_ text: RawSpan) -> [NodeIndex]? {
    let fingerprint = text.fingerprint
    for known in texts where known.fingerprint == fingerprint { return known.nodes }
    guard let nodes = nodes(ofSteps: text) ?? (try? Path(text.text)).map({ nodes($0) }) else { return nil }
    texts.append(Text(fingerprint: fingerprint, nodes: nodes))
    return nodes
  }
}

extension PlayerScopes {
  /// The nodes that a path of plain steps from the top means: each step is read once.
  ///
  /// - Returns: `nil` for any other path.
  private func nodes(ofSteps text: RawSpan) -> [NodeIndex]? {
    guard text.byte(at: 0) == UInt8(ascii: "/"), text.isASCII, text.offset(of: UInt8(ascii: "'"), from: 0) == nil
    else { return nil }
    var place = -1
    var start = 1
    while start < text.byteCount {
      let end = text.offset(of: UInt8(ascii: "/"), from: start) ?? text.byteCount
      guard let next = self.place(of: text.extracting(start..<end), below: place) else { return nil }
      place = next
      start = end &+ 1
    }
    return place < 0 ? nil : steps[place].nodes
  }

  private func place(of text: RawSpan, below parent: Int) -> Int? {
    let fingerprint = text.fingerprint
    for place in steps.indices where steps[place].fingerprint == fingerprint && steps[place].parent == parent {
      return place
    }
    guard let path = try? Path(text.text), path.anchor == .either, path.steps.count == 1, path.field == nil,
      path.offset == nil
    else { return nil }
    let parents = parent < 0 ? nil : steps[parent].nodes
    let found = Path.nodes(of: path.steps[0], below: parents, in: document)
    steps.append(Step(parent: parent, fingerprint: fingerprint, step: path.steps[0], nodes: found))
    return steps.count - 1
  }
}

extension RawSpan {
  /// The number of the same text as a `StaticString`.
  var fingerprint: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for offset in 0..<byteCount { hash = (hash ^ UInt64(byte(at: offset) ?? 0)) &* 0x100_0000_01B3 }
    return hash
  }

  /// The bytes as text, which are UTF-8 of our own source.
  var text: String {
    var text = ByteWriter()
    text.put(bytes: self)
    return text.string
  }
}
