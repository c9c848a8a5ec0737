public import ByteReading
import MediaFacts
public import Structure

/// Writes a file as JSON of the schema `atomtools.dump/1`, see ``PublishedSchema/dump``.
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
  }

  /// - Parameter name: What the file is called; it need not be UTF-8.
  public init(_ document: Document, name: [UInt8], options: RenderOptions) {
    self.document = document
    self.name = name
    self.options = options
  }

  public init(_ document: Document, name: String, options: RenderOptions) {
    self.init(document, name: Array(name.utf8), options: options)
  }

  /// Writes the file, with a line feed at the end.
  ///
  /// - Complexity: O(*n*) in the output and in the rows of the tables that are shown.
  public func write(_ form: Form = .document, to output: inout ByteWriter) {
    var writing = JSONWriting(
      document, options, isPretty: options.isPretty && form == .document, output)
    writing.write(form, name)
    output = writing.finish()
  }
}

/// The writing of one file.
private struct JSONWriting: ~Copyable {
  let document: Document
  let tree: Tree
  let options: RenderOptions
  var fields: JSONFields
  var walker = Walker()
  var scratch = ByteWriter()
  /// Paths of the nodes that tracks, sources and problems name.
  let paths: NodePaths

  init(
    _ document: Document, _ options: RenderOptions, isPretty: Bool, _ output: consuming ByteWriter
  ) {
    self.document = document
    tree = document.tree
    self.options = options
    fields = JSONFields(output, options, isPretty: isPretty)
    var named = document.problems.kept.map(\.node)
    named += document.synopsis.tracks.map(\.node)
    named += document.tree.sources.map(\.origin)
    named += options.digests?.payloads.compactMap(\.node) ?? []
    paths = NodePaths(document, of: named)
  }

  consuming func finish() -> ByteWriter { fields.finish() }

  mutating func write(_ form: JSONRenderer.Form, _ name: [UInt8]) {
    fields.text.open(0x7B)
    if form == .nodes {
      fields.text.member("kind", word: "file")
      head(name)
      fields.text.close(0x7D, 0)
      lines()
    } else {
      head(name)
      fields.text.line(2)
      fields.text.key("nodes")
      nodes()
      fields.text.line(2)
      fields.text.key("problems")
      problems()
      fields.text.close(0x7D, 0)
      fields.text.output.put(0x0A)
    }
  }

  // MARK: The file

  /// What is said of the file as a whole.
  private mutating func head(_ name: [UInt8]) {
    member("schema")
    fields.text.put(word: PublishedSchema.dump.name)
    member("tool")
    fields.text.putTool(options)
    let synopsis = document.synopsis
    member("file")
    fields.text.openObject()
    fields.text.key("path")
    fields.text.put(text: name.rawBytes)
    fields.text.member("size", tree.file.byteCount)
    fields.text.member("format", text: synopsis.format)
    if let brand = synopsis.brand {
      fields.text.key("brand")
      fields.text.put(code: brand)
    }
    fields.text.closeObject()
    member("summary")
    fields.text.openObject()
    if let duration = synopsis.duration {
      fields.text.key("duration")
      fields.text.openObject()
      fields.text.member("value", duration.value)
      fields.text.member("timescale", duration.timescale)
      fields.text.key("seconds")
      fields.text.output.put(duration.seconds)
      if let source = duration.source { fields.text.member("source", word: source.id) }
      if !duration.claims.isEmpty {
        fields.text.key("claims")
        fields.text.open(0x5B)
        for claim in duration.claims {
          fields.text.line(6)
          fields.text.openObject()
          fields.text.member("source", word: claim.source.id)
          fields.text.member("value", claim.value)
          fields.text.member("timescale", claim.timescale)
          fields.text.key("seconds")
          fields.text.output.put(claim.seconds)
          fields.text.closeObject()
        }
        fields.text.close(0x5D, 4)
      }
      fields.text.closeObject()
    }
    fields.text.member("fragmented", synopsis.isFragmented)
    if let isFastStart = synopsis.isFastStart { fields.text.member("faststart", isFastStart) }
    let mediaType = synopsis.mediaType?(document)
    if let mediaType { fields.text.member("mimeType", text: mediaType.text) }
    fields.text.closeObject()
    member("tracks")
    fields.text.open(0x5B)
    for (index, track) in synopsis.tracks.enumerated() {
      let codecs = mediaType.map(\.codecs) ?? []
      put(track, index < codecs.count ? codecs[index] : MediaType.Codecs())
    }
    fields.text.close(0x5D, 2)
    if let digests = options.digests { put(digests) }
    guard tree.sources.count > 1 else { return }
    member("sources")
    fields.text.open(0x5B)
    for (number, source) in tree.sources.enumerated().dropFirst() {
      fields.text.line(4)
      fields.text.openObject()
      fields.text.member("id", number)
      put(path: source.origin, as: "from")
      fields.text.member("kind", word: source.kind.name)
      fields.text.member("size", source.bytes.byteCount)
      fields.text.closeObject()
    }
    fields.text.close(0x5D, 2)
  }

  private mutating func put(_ digests: MediaDigests) {
    member("digests")
    fields.text.open(0x5B)
    let count = digests.payloads.reduce(UInt64(0)) { $0 &+ $1.byteCount }
    if let media = digests.media {
      put(MediaDigests.Entry(byteCount: count, digest: media), of: "media")
    }
    for entry in digests.payloads { put(entry, of: "payload") }
    for entry in digests.tracks { put(entry, of: "track") }
    fields.text.close(0x5D, 2)
  }

  private mutating func put(_ entry: MediaDigests.Entry, of what: StaticString) {
    fields.text.line(4)
    fields.text.openObject()
    fields.text.member("of", word: what)
    if let node = entry.node { put(path: node, as: "path") }
    if let track = entry.track { fields.text.member("track", track) }
    if !entry.kind.isEmpty { fields.text.member("kind", text: entry.kind) }
    fields.text.member("bytes", entry.byteCount)
    if let digest = entry.digest {
      var text = ByteWriter()
      text.put(digest: digest)
      fields.text.member("sha256", text: text.string)
    }
    fields.text.closeObject()
  }

  private mutating func member(_ name: StaticString) {
    fields.text.line(2)
    fields.text.key(name)
  }

  private mutating func put(_ track: Synopsis.Track, _ codecs: MediaType.Codecs) {
    fields.text.line(4)
    fields.text.openObject()
    fields.text.member("id", track.id)
    fields.text.key("handler")
    fields.text.put(code: track.handler)
    if let codec = track.codec {
      fields.text.key("codec")
      fields.text.put(code: codec)
    }
    if !codecs.text.isEmpty { fields.text.member("codecs", text: codecs.text) }
    if !codecs.supplements.isEmpty {
      fields.text.member("supplementalCodecs", text: codecs.supplements)
    }
    if let width = track.width { fields.text.member("width", width) }
    if let height = track.height { fields.text.member("height", height) }
    if let rate = track.sampleRate {
      fields.text.key("sampleRate")
      fields.text.output.put(rate)
    }
    if let channels = track.channels { fields.text.member("channels", channels) }
    if let samples = track.samples { fields.text.member("samples", samples) }
    if let language = track.language { fields.text.member("language", text: language) }
    put(path: track.node, as: "path")
    fields.text.closeObject()
  }

  private mutating func put(path node: Int, as name: StaticString) {
    fields.text.key(name)
    fields.text.put(escaped: paths.text, paths.path(of: node))
  }

  // MARK: Nodes

  private mutating func nodes() {
    var tracker = PathTracker(document)
    fields.text.open(0x5B)
    // Nodes whose children are being written: where each ends, and whether it has any yet.
    var open: [(end: Int, hasChildren: Bool)] = []
    for shown in ShownNodes(document, options) {
      if options.isNested {
        while let last = open.last, shown.index >= last.end {
          close(&open)
        }
        if let last = open.indices.last, !open[last].hasChildren {
          open[last].hasChildren = true
          fields.text.line(indent(open.count) - 2)
          fields.text.key("children")
          fields.text.open(0x5B)
        }
      }
      fields.text.line(indent(open.count))
      tracker.move(to: shown.index)
      node(shown, tracker, indent(open.count))
      if options.isNested {
        open.append((Int(shown.node.subtreeEnd), false))
      } else {
        fields.text.closeObject()
      }
    }
    while !open.isEmpty { close(&open) }
    fields.text.close(0x5D, 2)
  }

  /// The column of a node that so many nodes are around.
  private func indent(_ depth: Int) -> Int { 4 + 4 * depth }

  /// Ends the innermost node whose children are being written.
  private mutating func close(_ open: inout [(end: Int, hasChildren: Bool)]) {
    guard let last = open.popLast() else { return }
    if last.hasChildren { fields.text.close(0x5D, indent(open.count) + 2) }
    fields.text.closeObject()
  }

  /// One node up to the end of its fields; the caller closes it.
  private mutating func node(
    _ shown: ShownNodes.Shown, _ tracker: borrowing PathTracker, _ indent: Int
  ) {
    let node = shown.node
    fields.text.openObject()
    fields.text.key("path")
    scratch.removeAll()
    tracker.put(to: &scratch)
    fields.text.put(escaped: scratch)
    put(kindOf: node)
    fields.text.member("offset", node.start)
    fields.text.member("size", node.size)
    if node.marks.contains(.clamped), let declared = document.declaredSize(of: shown.index, &walker)
    {
      fields.text.member("declaredSize", declared)
    }
    fields.text.member("headerSize", Int(node.headerSize))
    fields.text.member("depth", Int(node.depth))
    if node.source != 0 { fields.text.member("source", Int(node.source)) }
    if shown.folded > 0 { fields.text.member("folded", shown.folded) }
    fields.text.line(indent + 2)
    fields.text.key("fields")
    fields.text.open(0x5B)
    fields.indent = indent + 4
    fields.notes = FieldNotes(document, shown.index)
    document.tell(
      shown, of: options.selection, hasHeader: options.hex != nil, &walker, into: &fields)
    fields.text.closeOnLine(0x5D)
  }

  private mutating func put(kindOf node: Node) {
    if node.isRaw {
      fields.text.member("kind", word: node.marks.contains(.raw) ? "raw" : "padding")
      return
    }
    fields.text.member("kind", word: tree.catalogue(of: node)?.nodeKind ?? "raw")
    if let word = document.word(for: node) {
      fields.text.member("type", text: word)
      return
    }
    fields.text.key("type")
    fields.text.put(code: node.type)
    if !node.type.isPrintable {
      fields.text.key("typeHex")
      fields.text.output.put(0x22)
      fields.text.output.put(hex: UInt64(node.type.rawValue), digits: 8)
      fields.text.output.put(0x22)
    }
    if node.type == .uuid, let type = document.extendedType(of: node) {
      fields.text.key("usertype")
      fields.text.output.put(0x22)
      fields.text.output.put(uuid: type.high, type.low)
      fields.text.output.put(0x22)
    }
  }

  // MARK: Lines

  /// Nodes and problems, each on a line of its own.
  private mutating func lines() {
    var tracker = PathTracker(document)
    for shown in ShownNodes(document, options) {
      fields.text.breakRecord()
      tracker.move(to: shown.index)
      node(shown, tracker, 0)
      fields.text.closeObject()
    }
    for index in document.problems.kept.indices {
      fields.text.breakRecord()
      fields.text.openObject()
      fields.text.member("kind", word: "problem")
      problem(index)
      fields.text.closeObject()
    }
    fields.text.output.put(0x0A)
  }

  // MARK: Problems

  private mutating func problems() {
    fields.text.open(0x5B)
    for index in document.problems.kept.indices {
      fields.text.line(4)
      fields.text.openObject()
      problem(index)
      fields.text.closeObject()
    }
    fields.text.close(0x5D, 2)
  }

  /// The members of one problem.
  private mutating func problem(_ index: Int) {
    let problem = document.problems.kept[index]
    let kind = problem.kind
    fields.text.member("id", word: kind.id)
    fields.text.member("severity", word: problem.severity.name)
    put(path: problem.node, as: "path")
    fields.text.member("offset", problem.extent.byteOffset)
    fields.text.member("size", problem.extent.count == 0 ? 0 : problem.extent.byteCount)
    let source =
      problem.source ?? (tree.indices.contains(problem.node) ? tree[problem.node].source : 0)
    if source != 0 { fields.text.member("source", Int(source)) }
    put(sentence: kind.sentence, "message", problem)
    put(sentence: kind.expected, "expected", problem)
    if !kind.expected.isEmpty, kind.sentence.description.contains("{present") {
      fields.text.member("found", problem.present)
    }
    put(sentence: kind.action, "action", problem)
    fields.text.member("count", count(of: index))
    if problem.follows >= 0 { fields.text.member("follows", problem.follows) }
  }

  private mutating func put(
    sentence: StaticString, _ name: StaticString, _ problem: Diagnostic
  ) {
    guard !sentence.isEmpty else { return }
    scratch.removeAll()
    scratch.put(sentence: sentence, of: problem, in: document)
    fields.text.key(name)
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
    }
  }
}

extension ByteWriter {
  /// Sixteen bytes as 8-4-4-4-12 hexadecimal digits.
  mutating func put(uuid high: UInt64, _ low: UInt64) {
    put(hex: high &>> 32, digits: 8)
    put("-")
    put(hex: high &>> 16 & 0xFFFF, digits: 4)
    put("-")
    put(hex: high & 0xFFFF, digits: 4)
    put("-")
    put(hex: low &>> 48, digits: 4)
    put("-")
    put(hex: low & 0xFFFF_FFFF_FFFF, digits: 12)
  }
}
