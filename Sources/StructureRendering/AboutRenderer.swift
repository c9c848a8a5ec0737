package import ByteReading
package import MediaFacts
package import Structure

/// Writes what is said of a file as a whole, for people.
package struct AboutRenderer {
  private let document: Document
  private let about: About
  private let options: RenderOptions

  package init(_ document: Document, _ about: About, options: RenderOptions) {
    self.document = document
    self.about = about
    self.options = options
  }

  /// Writes lines for people; `name` is the name of the file, escaped.
  package func write(name: String, to output: inout ByteWriter) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var page = Page(options, output: taken)
    page.put(ShownText(name), .strong)
    page.end()
    page.end()
    for fact in about.facts where !fact.text.isEmpty { line(fact, &page) }
    if !about.tracks.isEmpty { page.end() }
    for track in about.tracks { line(track, &page) }
    if !about.findings.isEmpty { page.end() }
    var last: StaticString = ""
    for fact in about.findings where !fact.text.isEmpty {
      line(fact, &page, isRepeated: fact.title.isSame(as: last))
      last = fact.title
    }
    let verdict = about.verdict.isEmpty ? document.problems.summary(hasNotes: true) : about.verdict
    line(About.Fact("verdict", "Verdict", verdict), &page)
    output = page.output
  }

  /// The column that texts begin in.
  private static let margin = 14

  private func line(_ fact: About.Fact, _ page: inout Page, isRepeated: Bool = false) {
    page.space(2)
    if !isRepeated { page.put(fact.title, .label) }
    page.pad(to: Self.margin)
    page.hang()
    page.put(ShownText(fact.text))
    paths(fact.nodes, &page)
    page.end()
  }

  private func paths(_ nodes: [NodeIndex], _ page: inout Page) {
    for node in nodes where document.tree.indices.contains(node) {
      page.space(2)
      page.put(ShownText(document.path(of: node)), .faint)
    }
  }

  private func line(_ track: About.Track, _ page: inout Page) {
    page.space(2)
    page.put(.label) {
      $0.put("Track ")
      $0.put(decimal: track.id)
    }
    page.pad(to: Self.margin)
    page.hang()
    for (index, fact) in track.facts.filter({ !$0.text.isEmpty }).enumerated() {
      if index > 0 { page.put(index == 1 ? " " : ", ") }
      page.put(ShownText(fact.text))
    }
    page.end()
  }
}

/// Writes what is said of a file as a whole for machines: a document of the schema `atomtools.about/2`.
package struct AboutRecords: RecordReport {
  package typealias Key = AboutKey

  private let document: Document
  private let about: About
  private let name: [UInt8]
  private let options: RenderOptions

  /// - Parameter name: The name of the file as given.
  package init(_ document: Document, _ about: About, name: [UInt8], options: RenderOptions) {
    self.document = document
    self.about = about
    self.name = name
    self.options = options
  }

  /// The paths of all nodes that are named, which may be as many as the file has.
  private var paths: NodePaths {
    var nodes = about.tracks.map(\.node)
    for fact in about.facts + about.findings + about.columns { Self.gather(fact.value, &nodes) }
    for track in about.tracks {
      for fact in track.facts { Self.gather(fact.value, &nodes) }
    }
    return NodePaths(document, of: nodes)
  }

  private static func gather(_ value: About.Value?, _ nodes: inout [NodeIndex]) {
    switch value {
    case .node(let node): nodes.append(node)
    case .list(let values): for value in values { gather(value, &nodes) }
    case .record(let members): for member in members { gather(member.value, &nodes) }
    case nil, .null, .number, .real, .flag, .text: break
    }
  }

  package func write<Encoding: RecordEncoding>(to records: inout RecordWriter<Encoding, AboutKey>) {
    let paths = paths
    records.openDocument(PublishedSchema.about.name, options)
    records.member(file: name, .line(2))
    for fact in about.facts {
      guard let value = fact.value else { continue }
      records.key(named: fact.key, .line(2))
      put(value, paths, to: &records)
    }
    records.key(.tracks, .line(2))
    records.openArray(.lines)
    for track in about.tracks {
      records.element(.line(4))
      records.openObject()
      records.member(.id, track.id)
      records.key(.path)
      records.put(text: paths.text.contents.extracting(paths.path(of: track.node)))
      for fact in track.facts {
        guard let value = fact.value else { continue }
        records.key(named: fact.key)
        put(value, paths, to: &records)
      }
      records.closeObject()
    }
    records.closeArray(.line(2))
    for fact in about.findings {
      guard let value = fact.value else { continue }
      records.key(named: fact.key, .line(2))
      put(value, paths, to: &records)
    }
    records.key(.problems, .line(2))
    records.openObject()
    records.member(.errors, document.problems.errors)
    records.member(.warnings, document.problems.warnings)
    records.member(.notes, document.problems.notes)
    if !document.problems.areChecked { records.member(.checked, false) }
    if !about.verdict.isEmpty { records.member(.display, text: about.verdict) }
    putRules(to: &records)
    records.closeObject()
    if let digests = options.digests { put(digests, to: &records) }
    putColumns(paths, to: &records)
    records.closeDocument()
  }

  /// The rules that are broken, each once, in the order of their names.
  private func putRules<Encoding: RecordEncoding>(to records: inout RecordWriter<Encoding, AboutKey>) {
    records.key(.rules)
    records.openArray()
    for rule in document.problems.keptByRule {
      records.element()
      records.openObject()
      records.member(.id, text: rule.id)
      records.member(.severity, word: rule.severity.name)
      records.member(.count, rule.count)
      records.closeObject()
    }
    records.closeArray()
  }

  /// The flat row: each key, whatever the file says.
  private func putColumns<Encoding: RecordEncoding>(
    _ paths: borrowing NodePaths, to records: inout RecordWriter<Encoding, AboutKey>
  ) {
    for fact in about.columns {
      records.key(named: fact.key, .line(2))
      put(fact.value ?? .null, paths, to: &records)
    }
    guard let digests = options.digests else { return }
    put(digests.media, as: .mediaSHA256, to: &records)
    put(digest(of: "videoTrack", in: digests), as: .videoSHA256, to: &records)
    put(digest(of: "audioTrack", in: digests), as: .audioSHA256, to: &records)
  }

  /// The digest of the track whose number stands in a column.
  private func digest(of column: StaticString, in digests: MediaDigests) -> SHA256.Digest? {
    guard case .number(let id)? = about.columns.first(where: { $0.key.isSame(as: column) })?.value
    else { return nil }
    return digests.tracks.first { $0.track == id }?.digest
  }

  private func put<Encoding: RecordEncoding>(
    _ digest: SHA256.Digest?, as key: AboutKey, to records: inout RecordWriter<Encoding, AboutKey>
  ) {
    records.key(key, .line(2))
    if let digest { records.put(digest: digest) } else { records.putNull() }
  }

  private func put<Encoding: RecordEncoding>(
    _ digests: MediaDigests, to records: inout RecordWriter<Encoding, AboutKey>
  ) {
    records.key(.digests, .line(2))
    records.openArray(.lines)
    digests.forEach { entry, what in
      records.element(.line(4))
      records.openObject()
      records.member(.of, word: what)
      if let node = entry.node { records.member(.path, text: document.path(of: node)) }
      if let track = entry.track { records.member(.track, track) }
      if !entry.kind.isEmpty { records.member(.kind, text: entry.kind) }
      records.member(.bytes, entry.byteCount)
      if let digest = entry.digest {
        records.key(.sha256)
        records.put(digest: digest)
      }
      records.closeObject()
    }
    records.closeArray(.line(2))
  }

  private func put<Encoding: RecordEncoding>(
    _ value: About.Value, _ paths: borrowing NodePaths, to records: inout RecordWriter<Encoding, AboutKey>
  ) {
    switch value {
    case .null: records.putNull()
    case .node(let node): records.put(text: paths.text.contents.extracting(paths.path(of: node)))
    case .number(let number): records.put(number)
    case .real(let number): records.put(real: number)
    case .flag(let flag): records.put(flag)
    case .text(let text): records.put(text: text)
    case .list(let values):
      records.openArray()
      for value in values {
        records.element()
        put(value, paths, to: &records)
      }
      records.closeArray()
    case .record(let members):
      records.openObject()
      for member in members {
        records.key(named: member.key)
        put(member.value, paths, to: &records)
      }
      records.closeObject()
    }
  }
}
