import Atoms
import ByteReading
import Structure

/// The nodes that the paths of rules mean: many rules have the same, and most begin alike. Sample entries that no
/// sample leads to are none of them.
final class PlayerScopes {
  fileprivate let file: JudgedFile
  fileprivate var document: Document { file.document }
  /// Steps from the top, each with what it means below the step before it.
  fileprivate var steps: [Step] = []
  /// Texts of paths, by their fingerprints: rules have few paths.
  private var texts: [KnownNodes] = []
  /// The type that a path began with last, and whether no node of the file is of it: rules about the same stand together.
  private var lastType = (code: FourCC(0), isAbsent: false)
  /// Paths that do not begin at the top, or leave levels out.
  private var others: [Other] = []
  /// The nodes whose fields were looked at, in the order of the file: rules ask for several of the same.
  private var looked: [Looked] = []
  private var valueCount = 0

  fileprivate struct Step {
    /// The place of the step before it among all, -1 at the top.
    let parent: Int
    /// That of the text of the step; 0 where it was asked for without one.
    var fingerprint: UInt64 = 0
    let step: Path.Step
    let nodes: [NodeIndex]
  }

  private struct Other {
    let path: Path
    let nodes: [NodeIndex]
  }

  private struct Looked {
    let node: NodeIndex
    let values: PlainValues
  }

  init(_ file: JudgedFile) { self.file = file }

  /// The numbers and codes of the fields of a node.
  func values(at node: NodeIndex) -> PlainValues {
    let place = (0..<looked.count).partitionPoint { looked[$0].node < node }
    if place < looked.count, looked[place].node == node { return looked[place].values }
    let found = file.reader.plainValues(at: node)
    let count = found.count
    if looked.count < Self.kept.nodes, valueCount + count <= Self.kept.values {
      looked.insert(Looked(node: node, values: found), at: place)
      valueCount += count
    }
    return found
  }

  /// The nodes whose fields are kept, and of how many names and values together: less than a megabyte.
  private static let kept = (nodes: 1_024, values: 16_384)

  /// The nodes that `path` means: of one that does not begin at the top, where it names no field.
  func nodes(_ path: Path) -> [NodeIndex] {
    guard path.isPlainFromTop else {
      if let place = others.firstIndex(where: { $0.path == path }) { return others[place].nodes }
      let nodes = file.used(path.nodes(in: document))
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

  /// The nodes that `path` means below `scope`, where it is of plain steps; `nil` for any other path.
  func nodes(_ path: Path, below scope: NodeIndex) -> [NodeIndex]? {
    guard path.anchor == .either, path.offset == nil else { return nil }
    var nodes = [scope]
    for step in path.steps {
      guard case .code(let code) = step.name, step.selectors.isEmpty, !step.isDeep,
        let children = children(code, of: nodes)
      else { return nil }
      nodes = children
    }
    return nodes
  }

  private func place(of step: Path.Step, below parent: Int) -> Int {
    for place in steps.indices where steps[place].parent == parent && steps[place].step == step { return place }
    let found = file.used(Path.nodes(of: step, below: parent < 0 ? nil : steps[parent].nodes, in: document, file.reader))
    steps.append(Step(parent: parent, step: step, nodes: found))
    return steps.count - 1
  }

  /// The nodes that a path of the project's rules means, which stands in `text`.
  ///
  /// - Returns: `nil` for what is no path.
  func nodes(_ text: RawSpan) -> [NodeIndex]? {
    if beginsNowhere(text) { return [] }
    let fingerprint = text.fingerprint
    if let place = texts.firstIndex(where: { $0.fingerprint == fingerprint }) { return texts[place].nodes }
    guard let nodes = nodes(ofSteps: text) ?? (try? Path(text.text)).map({ nodes($0) }) else { return nil }
    texts.append(KnownNodes(fingerprint: fingerprint, nodes: nodes))
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

  /// Whether a path begins with a type that no node of the file has: most rules are about one kind of file.
  private func beginsNowhere(_ text: RawSpan) -> Bool {
    guard text.byte(at: 0) == UInt8(ascii: "/"), let word = text.bigEndian32(at: 1),
      text.byteCount == 5 || text.byte(at: 5) == UInt8(ascii: "/") || text.byte(at: 5) == UInt8(ascii: "[")
    else { return false }
    let last = lastType
    if last.code.rawValue == word { return last.isAbsent }
    guard let code = text.extracting(1..<5).plainCode else { return false }
    lastType = (code, !document.tree.mayHave(code))
    return lastType.isAbsent
  }

  private func place(of text: RawSpan, below parent: Int) -> Int? {
    let fingerprint = text.fingerprint
    if let place = steps.firstIndex(where: { $0.fingerprint == fingerprint && $0.parent == parent }) { return place }
    let parents = parent < 0 ? nil : steps[parent].nodes
    let (step, found): (Path.Step, [NodeIndex])
    if let code = text.plainCode, let children = children(code, of: parents) {
      (step, found) = (Path.Step(code), children)
    } else if let code = text.handlerOfTrack, let parents, let children = children("trak", of: parents) {
      var track = Path.Step("trak")
      track.selectors = [.word(code.key)]
      (step, found) = (track, children.filter { isTrack($0, of: code) })
    } else if text.byteCount == 1, text.byte(at: 0) == UInt8(ascii: "*") {
      (step, found) = (.any, parents?.flatMap { document.tree.children(of: $0) } ?? Array(document.tree.children(of: nil)))
    } else {
      guard let path = try? Path(text.text), path.anchor == .either, path.steps.count == 1, path.field == nil,
        path.offset == nil
      else { return nil }
      (step, found) = (path.steps[0], Path.nodes(of: path.steps[0], below: parents, in: document, file.reader))
    }
    steps.append(Step(parent: parent, fingerprint: fingerprint, step: step, nodes: file.used(found)))
    return steps.count - 1
  }

  /// Whether a path finds a track by this handler: of most tracks it is known already.
  private func isTrack(_ node: NodeIndex, of handler: FourCC) -> Bool {
    if let track = file.context?.track(at: node), track.node == node { return track.handler == handler }
    return document.identity("handler", of: node, file.reader) == handler.key
  }

  /// The nodes of a code at the top, or below nodes that are beside each other; `nil` where one has a name of its
  /// own, by which it is found.
  func children(_ code: FourCC, of parents: [NodeIndex]?) -> [NodeIndex]? {
    let tree = document.tree
    var found: [NodeIndex] = []
    func look(in parent: NodeIndex?) -> Bool {
      for child in tree.children(of: parent) {
        let node = tree[child]
        if node.marks.contains(.named) { return false }
        if node.type == code, !node.isRaw, !node.marks.contains(.padding) { found.append(child) }
      }
      return true
    }
    guard let parents else { return look(in: nil) ? found : nil }
    for parent in parents where !look(in: parent) { return nil }
    return found
  }
}

/// The nodes that a text means, by its fingerprint: one type for all, since the runtime makes that of each array.
struct KnownNodes {
  let fingerprint: UInt64
  /// `nil` where that is not known.
  let nodes: [NodeIndex]?
}

extension Path {
  /// Whether it begins at the top of the file and leaves no level out.
  var isPlainFromTop: Bool { anchor == .top && offset == nil && !steps.contains(where: \.isDeep) }
}

extension RawSpan {
  /// The handler that `trak[vide]` asks for, where it is of four letters; `nil` for any other step.
  fileprivate var handlerOfTrack: FourCC? {
    guard byteCount == 10, hasPrefix(("trak[" as StaticString).rawBytes), byte(at: 9) == UInt8(ascii: "]") else { return nil }
    for offset in 5..<9 where !(byte(at: offset)?.isLetter ?? false) { return nil }
    return extracting(5..<9).plainCode
  }

  /// The type that a name of four letters and digits is; `nil` for any other name.
  var plainCode: FourCC? {
    guard byteCount == 4 else { return nil }
    for offset in 0..<4 where !(byte(at: offset)?.isLetterOrDigit ?? false) { return nil }
    return bigEndian32(at: 0).map { FourCC($0) }
  }

  /// The bytes as text, which are UTF-8 of our own source.
  var text: String { String(copying: self) }
}
