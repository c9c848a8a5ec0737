public import ByteReading
import MediaFacts
public import Structure

/// Writes a file as JSON or YAML of the schema `atomtools.dump/1`, see ``PublishedSchema/dump``.
///
/// Everything comes from one walk over each node, as it is written: memory does not grow with the
/// output.
///
/// ```swift
/// JSONRenderer(document, name: "movie.mov", options: options).write(to: &output)
/// ```
public struct JSONRenderer: Sendable {
  private let document: Document
  private let name: [UInt8]
  private let options: RenderOptions

  /// How a file is written.
  public enum Form: Sendable {
    /// One document, pretty when the options say so (`--json`, `--json=tree`).
    case document
    /// One document on one line (`--jsonl`).
    case line
    /// A line for the file, for each node and for each problem (`--jsonl=node`).
    case nodes
    /// One document in YAML (`--yaml`), with the same keys and values.
    case yaml
  }

  /// - Parameters:
  ///   - document: What is written.
  ///   - name: What the file is called; it need not be UTF-8.
  ///   - options: Which nodes and fields are written, and the name of the tool.
  public init(_ document: Document, name: [UInt8], options: RenderOptions) {
    self.document = document
    self.name = name
    self.options = options
  }

  /// Writes a document as JSON.
  ///
  /// - Parameters:
  ///   - document: The document that is written.
  ///   - name: The name of the file, as the output has it.
  ///   - options: What is shown, and how much of it.
  public init(_ document: Document, name: String, options: RenderOptions) {
    self.init(document, name: Array(name.utf8), options: options)
  }

  /// Writes the file, with a line feed at the end.
  ///
  /// - Parameters:
  ///   - form: One document, or a line for each thing.
  ///   - output: Where it is written to.
  /// - Complexity: O(*n*) in the output and in the rows of the tables that are shown.
  public func write(_ form: Form = .document, to output: inout ByteWriter) {
    switch form {
    case .document: write(form, by: JSONEncoding(isPretty: options.isPretty), to: &output)
    case .line, .nodes: write(form, by: JSONEncoding(), to: &output)
    case .yaml: write(form, by: YAMLEncoding(), to: &output)
    }
  }

  private func write<Encoding: RecordEncoding>(
    _ form: Form, by encoding: Encoding, to output: inout ByteWriter
  ) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var writing = JSONWriting(document, options, encoding: encoding, taken)
    writing.write(form, name)
    output = writing.finish()
  }
}

/// The writing of one file.
private struct JSONWriting<Encoding: RecordEncoding>: ~Copyable {
  let document: Document
  let tree: Tree
  let options: RenderOptions
  var fields: JSONFields<Encoding>
  var walker = Walker()
  var scratch = ByteWriter()
  /// Paths of the nodes that tracks, sources and problems name.
  let paths: NodePaths

  init(
    _ document: Document, _ options: RenderOptions, encoding: Encoding,
    _ output: consuming ByteWriter
  ) {
    self.document = document
    tree = document.tree
    self.options = options
    fields = JSONFields(output, options, encoding)
    var named = (document.problems.kept + document.problems.accepted).compactMap(\.node)
    named += document.synopsis.tracks.map(\.node)
    named += document.tree.sources.compactMap(\.origin)
    named += options.digests?.payloads.compactMap(\.node) ?? []
    paths = NodePaths(document, of: named)
  }

  consuming func finish() -> ByteWriter { fields.finish() }

  mutating func write(_ form: JSONRenderer.Form, _ name: [UInt8]) {
    fields.text.openObject(.lines)
    if form == .nodes {
      fields.text.member(.kind, word: "file")
      head(name)
      fields.text.closeObject(.line(0))
      lines()
    } else {
      head(name)
      fields.text.key(.nodes, .line(2))
      nodes()
      fields.text.key(.problems, .line(2))
      problems(keptProblems)
      if document.problems.acceptedCount > 0 {
        fields.text.key(.accepted, .line(2))
        problems(acceptedProblems)
      }
      fields.text.closeObject(.line(0))
      fields.text.endRecord()
    }
  }

  // MARK: The file

  /// What is said of the file as a whole.
  private mutating func head(_ name: [UInt8]) {
    fields.text.key(.schema, .line(2))
    fields.text.put(word: PublishedSchema.dump.name)
    fields.text.key(.tool, .line(2))
    fields.text.putTool(options)
    let synopsis = document.synopsis
    fields.text.key(.file, .line(2))
    fields.text.openObject()
    fields.text.member(file: name)
    fields.text.member(.size, tree.file.byteCount)
    fields.text.member(.format, text: synopsis.format?.rawValue ?? "")
    if let brand = synopsis.brand {
      fields.text.key(.brand)
      fields.text.put(code: brand)
    }
    fields.text.closeObject()
    fields.text.key(.summary, .line(2))
    fields.text.openObject()
    if let duration = synopsis.duration {
      fields.text.key(.duration)
      fields.text.openObject()
      fields.text.member(.value, duration.value)
      fields.text.member(.timescale, duration.timescale)
      fields.text.key(.seconds)
      fields.text.put(real: duration.seconds)
      fields.text.member(.source, word: duration.source.id)
      if !duration.claims.isEmpty {
        fields.text.key(.claims)
        fields.text.openArray(.lines)
        for claim in duration.claims {
          fields.text.element(.line(6))
          fields.text.openObject()
          fields.text.member(.source, word: claim.source.id)
          fields.text.member(.value, claim.value)
          fields.text.member(.timescale, claim.timescale)
          fields.text.key(.seconds)
          fields.text.put(real: claim.seconds)
          fields.text.closeObject()
        }
        fields.text.closeArray(.line(4))
      }
      fields.text.closeObject()
    }
    fields.text.member(.fragmented, synopsis.isFragmented)
    if let isFastStart = synopsis.isFastStart { fields.text.member(.faststart, isFastStart) }
    let mediaType = synopsis.mediaType?(document)
    if let mediaType { fields.text.member(.mimeType, text: mediaType.text) }
    fields.text.closeObject()
    fields.text.key(.tracks, .line(2))
    fields.text.openArray(.lines)
    for (index, track) in synopsis.tracks.enumerated() {
      let codecs = mediaType.map(\.codecs) ?? []
      put(track, index < codecs.count ? codecs[index] : MediaType.Codecs())
    }
    fields.text.closeArray(.line(2))
    if let digests = options.digests { put(digests) }
    if !document.problems.areChecked {
      fields.text.key(.checked, .line(2))
      fields.text.put(false)
    }
    if let asked = document.problems.asked { put(asked) }
    guard tree.sources.count > 1 else { return }
    fields.text.key(.sources, .line(2))
    fields.text.openArray(.lines)
    for (number, source) in tree.sources.enumerated().dropFirst() {
      fields.text.element(.line(4))
      fields.text.openObject()
      fields.text.member(.id, number)
      put(path: source.origin, as: .from)
      fields.text.member(.kind, word: source.kind.name)
      fields.text.member(.size, source.bytes.byteCount)
      fields.text.closeObject()
    }
    fields.text.closeArray(.line(2))
  }

  private mutating func put(_ asked: AskedRules) {
    fields.text.key(.asked, .line(2))
    fields.text.openObject()
    fields.text.member(.rules, texts: asked.rules)
    fields.text.member(.others, asked.others)
    fields.text.member(.hiding, texts: asked.hiding)
    fields.text.closeObject()
  }

  private mutating func put(_ digests: MediaDigests) {
    fields.text.key(.digests, .line(2))
    fields.text.openArray(.lines)
    digests.forEach { put($0, of: $1) }
    fields.text.closeArray(.line(2))
  }

  private mutating func put(_ entry: MediaDigests.Entry, of what: StaticString) {
    fields.text.element(.line(4))
    fields.text.openObject()
    fields.text.member(.of, word: what)
    if let node = entry.node { put(path: node, as: .path) }
    if let track = entry.track { fields.text.member(.track, track) }
    if !entry.kind.isEmpty { fields.text.member(.kind, text: entry.kind) }
    fields.text.member(.bytes, entry.byteCount)
    if let digest = entry.digest {
      fields.text.key(.sha256)
      fields.text.put(digest: digest)
    }
    fields.text.closeObject()
  }

  private mutating func put(_ track: Synopsis.Track, _ codecs: MediaType.Codecs) {
    fields.text.element(.line(4))
    fields.text.openObject()
    fields.text.member(.id, track.id)
    fields.text.key(.handler)
    fields.text.put(code: track.handler)
    if let codec = track.codec {
      fields.text.key(.codec)
      fields.text.put(code: codec)
    }
    if !codecs.text.isEmpty { fields.text.member(.codecs, text: codecs.text) }
    if !codecs.supplements.isEmpty {
      fields.text.member(.supplementalCodecs, text: codecs.supplements)
    }
    if let width = track.width { fields.text.member(.width, width) }
    if let height = track.height { fields.text.member(.height, height) }
    if let rate = track.sampleRate {
      fields.text.key(.sampleRate)
      fields.text.put(real: rate)
    }
    if let channels = track.channels { fields.text.member(.channels, channels) }
    if let samples = track.samples { fields.text.member(.samples, samples) }
    if let language = track.language { fields.text.member(.language, text: language) }
    put(path: track.node, as: .path)
    fields.text.closeObject()
  }

  private mutating func put(path node: NodeIndex?, as key: DumpKey) {
    fields.text.key(key)
    fields.text.put(escaped: paths.text, node.map { paths.path(of: $0) } ?? 0..<0)
  }

  // MARK: Nodes

  private mutating func nodes() {
    var tracker = PathTracker(document)
    fields.text.openArray(.lines)
    // Nodes whose children are being written: where each ends, and whether it has any yet.
    var open: [(end: NodeIndex, hasChildren: Bool)] = []
    for shown in ShownNodes(document, options) {
      if options.isNested {
        while let last = open.last, shown.index >= last.end {
          close(&open)
        }
        if let last = open.indices.last, !open[last].hasChildren {
          open[last].hasChildren = true
          fields.text.key(.children, .line(indent(open.count) - 2))
          fields.text.openArray(.lines)
        }
      }
      fields.text.element(.line(indent(open.count)))
      tracker.move(to: shown.index)
      node(shown, tracker, indent(open.count))
      if options.isNested {
        open.append((shown.node.subtreeEnd, false))
      } else {
        fields.text.closeObject()
      }
    }
    while !open.isEmpty { close(&open) }
    fields.text.closeArray(.line(2))
  }

  /// The column of a node that so many nodes are around.
  private func indent(_ depth: Int) -> Int { 4 + 4 * depth }

  /// Ends the innermost node whose children are being written.
  private mutating func close(_ open: inout [(end: NodeIndex, hasChildren: Bool)]) {
    guard let last = open.popLast() else { return }
    if last.hasChildren { fields.text.closeArray(.line(indent(open.count) + 2)) }
    fields.text.closeObject()
  }

  /// One node up to the end of its fields; the caller closes it.
  private mutating func node(
    _ shown: ShownNodes.Shown, _ tracker: borrowing PathTracker, _ indent: Int
  ) {
    let node = shown.node
    fields.text.openObject(.mixed)
    fields.text.key(.path)
    scratch.removeAll()
    tracker.put(to: &scratch)
    fields.text.put(escaped: scratch)
    put(kindOf: node)
    fields.text.member(.offset, node.start)
    fields.text.member(.size, node.size)
    if node.marks.contains(.clamped), let declared = document.declaredSize(of: shown.index, &walker)
    {
      fields.text.member(.declaredSize, declared)
    }
    fields.text.member(.headerSize, Int(node.headerSize))
    fields.text.member(.depth, Int(node.depth))
    if node.source != 0 { fields.text.member(.source, Int(node.source)) }
    if shown.folded > 0 { fields.text.member(.folded, shown.folded) }
    fields.text.key(.fields, .line(indent + 2))
    fields.text.openArray(.lines)
    fields.indent = indent + 4
    fields.notes = FieldNotes(document, shown.index)
    document.pass(
      shown, of: options.selection, header: options.hex != nil ? .whole : .details, &walker, into: &fields)
    fields.text.closeArray(.afterLast)
  }

  private mutating func put(kindOf node: Node) {
    if node.isRaw {
      fields.text.member(.kind, word: node.marks.contains(.raw) ? "raw" : "padding")
      return
    }
    fields.text.member(.kind, word: tree.catalogue(of: node)?.nodeKind ?? "raw")
    if let word = document.word(for: node) {
      fields.text.member(.type, text: word)
      return
    }
    fields.text.key(.type)
    fields.text.put(code: node.type)
    if !node.type.isPrintable {
      fields.text.key(.typeHex)
      fields.text.put(hex: UInt64(node.type.rawValue), digits: 8)
    }
    if node.type == .uuid, let type = document.extendedType(of: node) {
      fields.text.key(.usertype)
      fields.text.put(uuid: type)
    }
  }

  // MARK: Lines

  /// Nodes and problems, each on a line of its own.
  private mutating func lines() {
    var tracker = PathTracker(document)
    for shown in ShownNodes(document, options) {
      fields.text.endRecord()
      tracker.move(to: shown.index)
      node(shown, tracker, 0)
      fields.text.closeObject()
    }
    for (kind, list) in [("problem", keptProblems), ("accepted", acceptedProblems)] as [(StaticString, [Listed])] {
      for listed in list {
        fields.text.endRecord()
        fields.text.openObject()
        fields.text.member(.kind, word: kind)
        put(listed)
        fields.text.closeObject()
      }
    }
    fields.text.endRecord()
  }

  // MARK: Problems

  /// What is listed among problems.
  private enum Listed {
    /// One that was kept, with how many it stands for.
    case kept(Diagnostic, count: Int)
    /// Those that were only counted, of a rule of which none was kept.
    case counted(Problems.Rest)
  }

  /// The problems that there are.
  private var keptProblems: [Listed] {
    let problems = document.problems
    return problems.kept.enumerated().map { .kept($1, count: count(of: $0)) }
      + problems.rest.filter { rest in !problems.kept.contains { $0.kind == rest.kind } }.map { .counted($0) }
  }

  /// Those that a baseline has.
  private var acceptedProblems: [Listed] {
    document.problems.accepted.map { .kept($0, count: 1) } + document.problems.acceptedRest.map { .counted($0) }
  }

  /// A list of problems.
  private mutating func problems(_ list: [Listed]) {
    fields.text.openArray(.lines)
    for listed in list {
      fields.text.element(.line(4))
      fields.text.openObject()
      put(listed)
      fields.text.closeObject()
    }
    fields.text.closeArray(.line(2))
  }

  /// The members of what is listed.
  private mutating func put(_ listed: Listed) {
    switch listed {
    case .kept(let problem, let count): self.problem(problem, count: count)
    case .counted(let rest): self.rest(rest)
    }
  }

  /// The members of problems that have no place, because they were only counted.
  private mutating func rest(_ rest: Problems.Rest) {
    fields.text.member(.id, word: rest.kind.id)
    fields.text.member(.severity, word: rest.severity.name)
    put(path: nil, as: .path)
    fields.text.member(.offset, 0)
    fields.text.member(.size, 0)
    fields.text.member(.message, text: rest.sentence)
    fields.text.member(.count, rest.count)
  }

  /// The members of one problem that stands for `count`.
  private mutating func problem(_ problem: Diagnostic, count: Int) {
    let kind = problem.kind
    fields.text.member(.id, word: kind.id)
    fields.text.member(.severity, word: problem.severity.name)
    put(path: problem.node, as: .path)
    fields.text.member(.offset, problem.extent.byteOffset)
    fields.text.member(.size, problem.extent.count == 0 ? 0 : problem.extent.byteCount)
    let source =
      problem.source ?? (tree.known(problem.node).map { tree[$0].source } ?? 0)
    if source != 0 { fields.text.member(.source, Int(source)) }
    put(sentence: kind.sentence, .message, problem)
    put(sentence: kind.expected, .expected, problem)
    if !kind.expected.isEmpty, let found = problem.detail.found {
      fields.text.member(.found, found)
    }
    put(sentence: kind.action, .action, problem)
    fields.text.member(.count, count)
    if let cause = problem.follows { fields.text.member(.follows, cause) }
  }

  private mutating func put(
    sentence: StaticString, _ key: DumpKey, _ problem: Diagnostic
  ) {
    guard !sentence.isEmpty else { return }
    scratch.removeAll()
    scratch.put(sentence: sentence, of: problem, in: document)
    fields.text.key(key)
    fields.text.put(escaped: scratch)
  }

  /// How many problems the one at `index` stands for: itself, and when it is the last that was kept
  /// of its kind, those of that kind that were not.
  private func count(of index: Int) -> Int {
    let kept = document.problems.kept
    let kind = kept[index].kind
    var ofKind = 0
    for (place, other) in kept.enumerated() where other.kind.id.isSame(as: kind.id) {
      if place > index { return 1 }
      ofKind += 1
    }
    for counted in document.problems.counts where counted.kind.id.isSame(as: kind.id) {
      return max(1, 1 + counted.count - ofKind)
    }
    return 1
  }
}

extension Tree.Source.Kind {
  var name: StaticString {
    switch self {
    case .file: "file"
    case .zlib: "zlib"
    case .unsynchronised: "unsynchronised"
    case .joined: "joined"
    }
  }
}
