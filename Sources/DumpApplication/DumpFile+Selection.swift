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
        var fitting = nodes.filter { document.has(field, in: $0) }
        if fitting.isEmpty {
          for reading in path.readingsWithDotsAsSteps {
            var others = reading.nodes(in: document)
            if let field = reading.field { others.removeAll { !document.has(field, in: $0) } }
            if others.isEmpty { continue }
            if isAlone {
              let hint = "'\(text)' is read with '/' for '.': levels are separated by '/'"
              say(hint, of: opened, &talk)
            }
            (path, fitting) = (reading, others)
            break
          }
        }
        if fitting.isEmpty, !nodes.isEmpty {
          missing.append(document.whyMissing(field, in: nodes[0], text))
          continue
        }
        nodes = fitting
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
    var sink = NoSink()
    return walk(selecting: path, of: index, &walker, into: &sink)
  }

  /// Why a path means nothing: `no atom matches 'moov/trk' — did you mean 'moov/trak'? (3 found)`
  fileprivate func whyMissing(_ path: Path, _ text: String) -> String {
    let message = "no \(nodeWord) matches '\(text)'"
    if let offset = path.offset {
      guard offset >= UInt64(tree.file.byteCount) else { return message }
      return message + ": the file has " + Words.counted(UInt64(tree.file.byteCount), "byte", "bytes")
    }
    // Decimal digits may be a type: `@123` is one with the byte of `©`.
    if text.hasPrefix("@"), let offset = UInt64(text.dropFirst()), offset < UInt64(tree.file.byteCount) {
      return message + " — did you mean '@0x\(String(offset, radix: 16))', byte \(offset.grouped)?"
    }
    return message + (suggestion(for: path, text).map { " — " + $0 } ?? "")
  }

  /// `no field 'size' in …/stsz — did you mean 'sample_size'?`
  fileprivate func whyMissing(_ field: FieldPath, in index: NodeIndex, _ text: String) -> String {
    let program = tree.program(of: tree[index])
    let header = tree.catalogue(of: tree[index])?.header
    let names = [program, header].flatMap { $0?.rows.map { $0.name.description } ?? [] }.filter { !$0.isEmpty }
    let wanted = field.parts.last?.name ?? ""
    let message = "no field matches '\(text)' in \(path(of: index))"
    let near =
      nearest(to: wanted, among: names)
      ?? names.first { $0.lowercased().hasSuffix(wanted.lowercased()) && !wanted.isEmpty }
    guard let near else { return message }
    return message + " — did you mean '\(near)'?"
  }
}
