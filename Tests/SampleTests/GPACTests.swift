import ByteReading
import Foundation
import Structure
import Testing

/// The box trees that MP4Box printed for the files of the MPEG conformance suite.
@Suite(.enabled(if: Samples.folder != nil, "ATOMTOOLS_SAMPLES names no folder"))
struct GPACTests {
  @Test func boxesAndFieldsAgree() throws {
    var all = Comparison(.gpac)
    for entry in Samples.entries {
      for name in entry.expectations(in: "mpeg-conformance", ending: "_gpac.json") {
        let data = Data(try Samples.expectation(name).utf8)
        let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let file = try #require(json?["IsoMediaFile"] as? [String: Any])
        var comparison = NamedComparison(
          try Samples.document(entry.path), entry.path, .gpac, Alias.gpac)
        comparison.compare(children: file, with: nil)
        print("\(entry.path): \(comparison.result.summary)")
        all.add(comparison.result)
      }
    }
    print(all.summary)
    #expect(all.complaints.isEmpty, "\(all.complaints.joined(separator: "\n"))")
    #expect(all.unneeded.isEmpty, "\(all.unneeded)")
    #expect(all.boxes > 0)
  }
}

extension NamedComparison {
  /// Holds the boxes in `element` against the nodes in `parent`, type by type: in this form the
  /// order of siblings of one type is kept and that of types is not.
  mutating func compare(children element: [String: Any], with parent: NodeIndex?) {
    var nodes: [String: [NodeIndex]] = [:]
    for child in document.tree.children(of: parent) where !document.tree[child].isRaw {
      nodes[document.tree[child].type.key, default: []].append(child)
    }
    for box in boxes(in: element) {
      let type = box["@Type"] as? String ?? ""
      let size = UInt64(box["@Size"] as? String ?? "")
      let origin = parent.map { place(of: $0) } ?? path
      guard let node = nodes[type]?.first else {
        result.box(false, origin, "no box \(type)")
        continue
      }
      nodes[type]?.removeFirst()
      let found = document.tree[node].size
      result.box(found == size, place(of: node), "\(type) has \(found) bytes, not \(size ?? 0)")
      var fields = NamedFields()
      collect(box, "", into: &fields)
      compare(fields, with: node)
      compare(children: box, with: node)
    }
    for (type, more) in nodes {
      for node in more { result.box(false, place(of: node), "\(type) is not known to gpac") }
    }
  }

  /// The outermost boxes in `element`, itself not among them.
  private func boxes(in element: [String: Any]) -> [[String: Any]] {
    element.keys.sorted().flatMap { key -> [[String: Any]] in
      let members =
        element[key] as? [[String: Any]] ?? (element[key] as? [String: Any]).map { [$0] }
      return (members ?? []).flatMap { $0["@Type"] == nil ? boxes(in: $0) : [$0] }
    }
  }

  /// The attributes of a box and of the elements in it that are no boxes.
  private func collect(_ element: [String: Any], _ name: String, into fields: inout NamedFields) {
    for key in element.keys.sorted() {
      if let text = element[key] as? String {
        guard key.hasPrefix("@") else { continue }
        let attribute = String(key.dropFirst())
        // What GPAC knows of the type is not in the file.
        if ["Specification", "Container", "Type"].contains(attribute) { continue }
        if name.isEmpty, attribute == "Size" { continue }
        fields.add(Self.name(attribute, in: name), Self.plain(text))
      } else {
        let members =
          element[key] as? [[String: Any]] ?? (element[key] as? [String: Any]).map { [$0] }
        for member in members ?? [] where member["@Type"] == nil {
          collect(member, key, into: &fields)
        }
      }
    }
  }

  /// The name of an attribute: with that of its element where it is called as what the box has.
  private static func name(_ attribute: String, in element: String) -> String {
    if element == "Matrix" { return element }
    return ["size", "Size", "content"].contains(attribute) ? "\(element).\(attribute)" : attribute
  }

  /// A value without the scheme of its data in hexadecimal, without remarks and spaces at its end.
  private static func plain(_ text: String) -> String {
    let prefix = "data:application/octet-string,"
    if text.hasPrefix(prefix) { return text.dropFirst(prefix.count).filter { $0 != "%" } }
    return text.replacing(/\ \(unknown\)$/, with: "").trimmingCharacters(in: .whitespaces)
  }
}
