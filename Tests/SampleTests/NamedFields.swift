import ByteReading
import Foundation
import Structure

/// What a tool prints of one box: its fields by name, each with its values in order.
struct NamedFields {
  private(set) var names: [String] = []
  private(set) var values: [String: [String]] = [:]

  mutating func add(_ name: String, _ value: String) {
    if values[name] == nil { names.append(name) }
    values[name, default: []].append(value)
  }
}

/// One file held against what a tool prints with names.
struct NamedComparison: ~Copyable {
  let document: Document
  let list: FieldList
  let path: String
  let aliases: [Alias]
  var result: Comparison

  init(_ document: Document, _ path: String, _ tool: Difference.Tool, _ aliases: [Alias]) {
    self.document = document
    self.path = path
    self.aliases = aliases
    list = FieldList(document)
    result = Comparison(tool)
  }

  func place(of node: NodeIndex) -> String {
    "\(path) 0x\(String(document.tree[node].start, radix: 16))"
  }

  /// Holds the values of every field against ours.
  mutating func compare(_ fields: NamedFields, with node: NodeIndex) {
    let box = document.tree[node].type.key
    let tool = result.tool.rawValue
    for name in fields.names {
      let printed = fields.values[name] ?? []
      let alias = aliases.first { $0.isAbout(box, name) }
      // `entry.sampleCount` is one of many `sampleCount`.
      let plainName = name.split(separator: ".").last.map(String.init) ?? name
      let known = values(named: alias?.name ?? plainName, of: node)
      for (index, text) in printed.enumerated() {
        let isEqual: Bool
        var ours = "nothing"
        switch alias?.form {
        case .payloadSize:
          let node = document.tree[node]
          isEqual = UInt64(text) == node.size - UInt64(node.headerSize)
        case .payload: isEqual = text == payload(of: node)
        case .group, .groupEnd:
          let groups = list.groups[node.number].filter { Alias.same($0.name, alias?.name ?? "") }
          let bytes = groups.count == printed.count ? Agreement.hex(groups[index].bytes) : ""
          isEqual =
            if case .group = alias?.form {
              text.lowercased() == bytes
            } else {
              // A descriptor begins with its tag and with its size in one to four bytes.
              bytes.hasSuffix(text.lowercased()) && (4...10).contains(bytes.count - text.count)
            }
          ours = "\(groups.map { Agreement.hex($0.bytes) })"
        default:
          let fits = index < known.count && known.count == printed.count
          isEqual = fits && agrees(text, known[index], alias?.form ?? .value)
          ours =
            known.count == printed.count
            ? known[index].summary : "\(known.count) instead of \(printed.count) values"
        }
        result.field(
          isEqual, box: box, field: name, place(of: node),
          "\(tool) says \(text.prefix(60)), we \(ours)")
      }
    }
  }

  /// The values of the field of this name where it is found first; of a table without names of its
  /// columns, by its name.
  private func values(named name: String, of node: NodeIndex) -> [FieldValue] {
    let all = list.values[node.number].filter { Alias.same($0.name, name) }
    // A box's own fields stand before those of its header and of what is inside them.
    let groups = all.min { $0.groups.count < $1.groups.count }?.groups
    return all.filter { $0.groups == groups }
  }

  private func payload(of node: NodeIndex) -> String {
    let payload = document.tree[node].payload
    let bytes = document.source(of: document.tree[node]).bytes
    return Agreement.hex(
      (payload.byteOffset..<payload.byteEnd).compactMap { bytes.byte(at: $0) })
  }

  private func agrees(_ text: String, _ value: FieldValue, _ form: Alias.Form) -> Bool {
    switch form {
    case .hex: return UInt64(text, radix: 16) == value.bits
    case .stored: return Agreement.unsigned(text) == value.bits
    case .times(let factor): return UInt64(text) == value.bits.map { $0 * factor }
    case .bits(let count, let start):
      return Agreement.unsigned(text) == value.bits.map { $0 >> start & ((1 << count) - 1) }
    case .numbered(let letters):
      return text.hasPrefix(letters) && UInt64(text.dropFirst(letters.count)) == value.bits
    case .moment:
      if text == "0" { return value.bits == 0 }
      let seconds = try? Date(text, strategy: .iso8601).timeIntervalSince1970
      // 1904 to 1970.
      return seconds.map { UInt64($0 + 2_082_844_800) } == value.bits
    case .words(let words): return words[text] == value.bits
    case .value, .group, .groupEnd, .payload, .payloadSize:
      return Agreement.text(text, value) || Agreement.number(text, value)
    }
  }
}

extension Alias {
  static func same(_ a: String, _ b: String) -> Bool {
    Agreement.folded(a) == Agreement.folded(b)
  }
}
