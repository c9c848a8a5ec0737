import Atoms
import ByteReading
import Structure
import Testing

/// fq says of each field which bits it has: fields are held against ours by their bits, whatever
/// either calls them.
@Suite(.enabled(if: Samples.folder != nil, "ATOMTOOLS_SAMPLES names no folder"))
struct FQTests {
  @Test func boxesAndFieldsAgree() throws {
    var all = Comparison(.fq)
    for entry in Samples.entries where entry.expectations.contains(where: { $0.contains("/fq/") }) {
      // Atoms alone: what other formats hold in them is listed among the differences.
      guard let opened = try? Samples.document(entry.path) else { continue }
      let isAtoms = opened.tree.catalogues.first === Catalogue.atoms
      let document = isAtoms ? Document.atoms(of: opened.tree.file) : opened
      for name in entry.expectations(in: "fq", ending: ".fqtest") {
        let transcript = FQTranscript(
          try Samples.expectation(name), of: entry.originalName)
        var comparison = FQComparison(document, entry.path)
        comparison.compare(transcript)
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

/// One file held against one transcript.
struct FQComparison: ~Copyable {
  private let document: Document
  private let list: FieldList
  private let path: String
  /// The nodes of the file by their first byte.
  private var nodes: [UInt64: [NodeIndex]] = [:]
  /// The bytes of the file that are emulation prevention in a NAL unit, by the group that holds
  /// what the unit says.
  private var escapes: [Int: (start: Int, places: [Int])] = [:]
  private(set) var result = Comparison(.fq)

  init(_ document: Document, _ path: String) {
    self.document = document
    self.path = path
    list = FieldList(document)
    for index in document.tree.indices where document.tree[index].source == 0 {
      nodes[document.tree[index].start, default: []].append(index)
    }
  }

  mutating func compare(_ transcript: FQTranscript) {
    let fields = transcript.fields
    // The box that each group is, or stands in: its node.
    var owners: [NodeIndex?] = Array(repeating: nil, count: fields.count)
    for (index, field) in fields.enumerated() {
      let parent = field.parent.flatMap { owners[$0] }
      owners[index] = parent
      if field.isGroup {
        if let frame = frame(index, fields) { owners[index] = frame }
        guard isBox(index, fields) else { continue }
        owners[index] = compare(
          box: field, in: parent, size: fields[index + 1].value, type: fields[index + 2].value)
      } else if let parent {
        compare(field, in: fields, of: parent)
      }
    }
  }

  /// Whether the group begins with the header of a box.
  private func isBox(_ index: Int, _ fields: [FQTranscript.Field]) -> Bool {
    guard index + 2 < fields.count else { return false }
    let (size, type) = (fields[index + 1], fields[index + 2])
    return size.name == "size" && size.parent == index && type.name == "type"
      && type.parent == index && type.extent.start == size.extent.start + 32
      && type.extent.count == 32
  }

  /// The node of the group, if it begins with the header of an ID3v2 frame and we have it as one.
  private mutating func frame(_ index: Int, _ fields: [FQTranscript.Field]) -> NodeIndex? {
    guard index + 2 < fields.count, fields[index + 1].name == "id",
      fields[index + 1].parent == index, fields[index + 2].name == "size",
      fields[index + 2].parent == index
    else { return nil }
    let (extent, id) = (fields[index].extent, FQValue(fields[index + 1].value))
    let found = nodes[UInt64(extent.byteOffset)]?.first {
      document.tree[$0].size == UInt64(extent.byteCount) && hasType(document.tree[$0].type, id)
    }
    if found != nil { result.box(true, path, "") }
    return found
  }

  private mutating func compare(
    box: FQTranscript.Field, in parent: NodeIndex?, size: String, type: String
  ) -> NodeIndex? {
    let place = "\(path) 0x\(String(box.extent.byteOffset, radix: 16))"
    // The place that fq prints ends with the last field it reads; the box's size is what counts.
    let claim = Agreement.unsigned(FQValue(size).text) ?? 0
    let count = claim > 1 ? claim : UInt64(box.extent.byteCount)
    let found = nodes[UInt64(box.extent.byteOffset)]?.first {
      document.tree[$0].size == count
        && (parent == nil || document.tree.parent(of: $0) == parent)
        && hasType(document.tree[$0].type, FQValue(type))
    }
    result.box(found != nil, place, "no box \(type) of \(count) bytes")
    return found
  }

  /// Whether fq says this type: in ISO-8859-1 without spaces at its end, or the key of a metadata
  /// item and the type in brackets.
  private func hasType(_ type: FourCC, _ value: FQValue) -> Bool {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: type.rawValue >> (24 - $0 * 8)) }
    let texts = [value.text] + value.brackets.map { FQValue($0).text }
    return texts.contains {
      Agreement.trimmed($0) == Agreement.trimmed(String(bytes.map { Character(UnicodeScalar($0)) }))
    }
  }

  private mutating func compare(
    _ field: FQTranscript.Field, in fields: [FQTranscript.Field], of node: NodeIndex
  ) {
    let value = FQValue(field.value)
    // Values without bits are made up by fq; raw bits are bits without a value.
    guard field.extent.count > 0, !(value.text == "raw" && value.rest.first == "bits") else {
      return result.passOver()
    }
    let box = document.tree[node].type.key
    var extent = field.extent
    var known = list.values[node.number]
    if let unit = unit(around: field, fields) {
      guard let (start, places) = escapes(in: unit, fields) else {
        return result.field(
          false, box: box, field: field.name, path, "its bytes are not in the file")
      }
      extent.start += start * 8
      // Our fields are where the file has them: move them as if emulation prevention were out.
      for index in known.indices {
        let old = known[index].extent
        let (before, inside) = (
          places.count { $0 * 8 < old.start },
          places.count { old.start <= $0 * 8 && $0 * 8 < old.end }
        )
        known[index].extent = Extent(start: old.start - before * 8, count: old.count - inside * 8)
      }
      known = known.filter { $0.extent.start >= start * 8 }
    }
    let place = "\(path) 0x\(String(extent.byteOffset, radix: 16))"
    let ours = known.filter {
      $0.extent.start < extent.end && extent.start < $0.extent.end
    }
    result.field(
      agrees(value, extent, ours), box: box, field: field.name,
      inside: bytes(around: extent, ours), place,
      "fq says \(field.value.prefix(60)), we \(ours.map(\.summary))")
  }

  /// The name of the field that is bytes with us and around `extent`.
  private func bytes(around extent: Extent, _ ours: [FieldValue]) -> String? {
    guard ours.count == 1, let field = ours.first, case .bytes = field.value, !field.isReserved,
      field.extent.count > extent.count
    else { return nil }
    return field.name
  }

  /// The group around `field` that does not lie in the one around it: it counts in bytes of its
  /// own, those of a NAL unit without emulation prevention. With the group around it.
  private func unit(
    around field: FQTranscript.Field, _ fields: [FQTranscript.Field]
  ) -> (inner: Int, outer: Int)? {
    var group = field.parent
    while let at = group, let outer = fields[at].parent {
      let (inner, around) = (fields[at].extent, fields[outer].extent)
      if inner.start < around.start || inner.end > around.end { return (at, outer) }
      group = outer
    }
    return nil
  }

  /// Where the NAL unit in group `inner` begins in the file, and its bytes of emulation prevention.
  ///
  /// The bytes it was made from are the gap in the group around.
  private mutating func escapes(
    in unit: (inner: Int, outer: Int), _ fields: [FQTranscript.Field]
  ) -> (start: Int, places: [Int])? {
    if let known = escapes[unit.inner] { return known }
    let gap = fields.first { $0.parent == unit.outer && $0.name.hasPrefix("gap") }
    guard let gap else { return nil }
    let bytes = document.tree.file.bytes
    let places = (gap.extent.byteOffset..<gap.extent.byteEnd).filter { offset in
      offset >= gap.extent.byteOffset + 2 && bytes.byte(at: offset) == 3
        && bytes.byte(at: offset - 1) == 0 && bytes.byte(at: offset - 2) == 0
    }
    escapes[unit.inner] = (gap.extent.byteOffset, places)
    return escapes[unit.inner]
  }

  private func agrees(_ value: FQValue, _ extent: Extent, _ ours: [FieldValue]) -> Bool {
    if ours.count == 1, let field = ours.first {
      if field.extent == extent { return agrees(value, field) }
      // fq divides what is one number with us: its bits have to say the same.
      guard let bits = field.bits(of: extent) else { return false }
      if value.isQuoted {
        // A code of zeros, or a language without the bit before it.
        if value.text.isEmpty { return bits == 0 }
        if case .language = field.meaning { return value.text == Agreement.language(bits) }
      }
      return numbers(value).contains { Agreement.unsigned($0) == bits }
    }
    // We divide what is one number with fq.
    guard let first = ours.first, first.extent.start == extent.start,
      ours.last?.extent.end == extent.end, extent.count <= 64
    else { return false }
    var bits: UInt64 = 0
    for field in ours {
      guard let part = field.bits else { return false }
      bits = (field.extent.count == 64 ? 0 : bits << UInt64(field.extent.count)) | part
    }
    return numbers(value).contains {
      // Integer and fraction of a 16.16 number are two fields of `elst` (14496-12 §8.6.6.2).
      Agreement.unsigned($0) == bits || ours.count == 2 && Double($0) == Double(bits) / 0x1_0000
    }
  }

  private func agrees(_ value: FQValue, _ field: FieldValue) -> Bool {
    if value.isQuoted, Agreement.text(value.text, field) { return true }
    return numbers(value).contains { Agreement.number($0, field) }
      || value.brackets.contains { $0.hasPrefix("\"") && Agreement.text(FQValue($0).text, field) }
  }

  /// What may be the number: the value, or what is in brackets behind its symbol.
  private func numbers(_ value: FQValue) -> [String] {
    value.isQuoted ? value.brackets : [value.text] + value.brackets
  }
}
