internal import ByteReading
package import MediaFacts
import Structure

/// What atoms can say in more than one way.
package enum Encodings {
  /// The encodings of all atoms.
  package static let all: [Encoding] = tables + texts

  /// Texts of user data in UTF-8, or in UTF-16 behind a byte order mark (14496-12 §8.10.2, 26.244 §8).
  private static let texts: [Encoding] = (UserData.tables + AssetInformation.tables).compactMap { table in
    let fields = table.rows().compactMap { row -> StaticString? in
      if case .string(.utf8OrUTF16, _) = row.kind { row.name } else { nil }
    }
    if fields.isEmpty || table.isForManyTypes { return nil }
    return Encoding(
      [FourCC(stringLiteral: table.code)], fields: fields, rule: "the same text in other characters"
    ) { node, document in
      var walker = Walker()
      var sink = ChosenTexts()
      document.walk(node, &walker, into: &sink)
      // A node of the same type elsewhere has another table, and none of these texts.
      return sink.texts.isEmpty || !sink.isWhole ? nil : sink.texts
    }
  }

  private static let tables: [Encoding] = [
    Encoding(["stco", "co64"], fields: [], rule: "the same positions in 32 and in 64 bits"),
    Encoding(
      ["stsz", "stz2"],
      fields: ["sample_size", "sample_count", "entries", "field_size", "reserved"],
      rule: "the same size for each sample", content: sizes),
    Encoding(
      ["stts"], fields: ["entry_count", "entries"], counts: "sample_count",
      rule: "the same duration for each sample"
    ) { node, document in
      let times = document.view(TimeToSample.self, of: node)
      return counted(
        times.column(.sample_delta, of: .entries), times.column(.sample_count, of: .entries))
    },
    Encoding(
      ["ctts"], fields: ["entry_count", "entries", "version"], counts: "sample_count",
      rule: "the same offset for each sample"
    ) { node, document in
      let offsets = document.view(CompositionOffsets.self, of: node)
      return counted(
        offsets.column(.sample_offset, of: .entries),
        offsets.column(.sample_count, of: .entries))
    },
    Encoding(
      ["sbgp"], fields: ["entry_count", "entries"], counts: "sample_count",
      rule: "the same group for each sample"
    ) { node, document in
      let groups = document.view(SampleToGroup.self, of: node)
      return counted(
        groups.column(.group_description_index, of: .entries),
        groups.column(.sample_count, of: .entries))
    },
    Encoding(
      ["stsc"], fields: ["entry_count", "entries"], rule: "the same samples in each chunk"
    ) { node, document in
      let chunks = document.view(SampleToChunk.self, of: node)
      guard let firsts = chunks.column(.first_chunk, of: .entries),
        let each = chunks.column(.samples_per_chunk, of: .entries),
        let descriptions = chunks.column(.sample_description_index, of: .entries),
        firsts.declared == firsts.count
      else { return nil }
      return RunList([each, descriptions], firsts: firsts)
    },
  ]

  private static func counted(_ values: StoredColumn?, _ counts: StoredColumn?) -> RunList? {
    guard let values, let counts, counts.declared == counts.count else { return nil }
    return RunList(values, counts: counts)
  }

  private static func sizes(_ node: NodeIndex, _ document: Document) -> RunList? {
    let fields = document.view(SampleSizes.self, of: node)
    if let common = fields.number(.sample_size), common > 0 {
      return RunList(common, count: fields.number(.sample_count) ?? 0)
    }
    guard let sizes = fields.column(.entry_size, of: .entries), sizes.declared == sizes.count
    else { return nil }
    return RunList(rows: sizes)
  }
}

/// The texts of a node that are stored in one of two encodings, in its order.
private struct ChosenTexts: FieldSink {
  private(set) var texts: [String] = []
  /// Whether none is longer than what is compared.
  private(set) var isWhole = true
  private static let longest = 4_096

  mutating func field(_ field: borrowing FieldReading) {
    guard case .string(.utf8OrUTF16, _) = field.definition.kind else { return }
    var text = ByteWriter()
    let outcome = text.put(text: field.contentBytes, encoding: field.encoding, style: .name, limit: Self.longest)
    if outcome.isTruncated { isWhole = false }
    texts.append(text.string)
  }

  mutating func table(_ table: borrowing TableReading) {}
}
