internal import ByteReading
package import MediaFacts
import Structure

/// What atoms can say in more than one way.
package enum Encodings {
  /// The encodings of all atoms.
  package static let all: [Encoding] = [
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
