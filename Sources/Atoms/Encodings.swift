internal import ByteReading
public import MediaFacts
import Structure

/// What atoms can say in more than one way.
public enum Encodings {
  /// The encodings of all atoms.
  public static let all: [Encoding] = [
    Encoding(["stco", "co64"], fields: [], rule: "the same positions in 32 and in 64 bits"),
    Encoding(
      ["stsz", "stz2"],
      fields: ["sample_size", "sample_count", "entries", "field_size", "reserved", "alignment"],
      rule: "the same size for each sample", content: sizes),
    Encoding(
      ["stts"], fields: ["entry_count", "entries"], counts: "sample_count",
      rule: "the same duration for each sample"
    ) { node, document in
      counted("sample_delta", node, document)
    },
    Encoding(
      ["ctts"], fields: ["entry_count", "entries", "version"], counts: "sample_count",
      rule: "the same offset for each sample"
    ) { node, document in
      counted("sample_offset", node, document)
    },
    Encoding(
      ["sbgp"], fields: ["entry_count", "entries"], counts: "sample_count",
      rule: "the same group for each sample"
    ) { node, document in
      counted("group_description_index", node, document)
    },
    Encoding(
      ["stsc"], fields: ["entry_count", "entries"], rule: "the same samples in each chunk"
    ) { node, document in
      let reader = NodeReader(document)
      reader.open(node)
      guard let firsts = reader.column("first_chunk", of: "entries"),
        let each = reader.column("samples_per_chunk", of: "entries"),
        let descriptions = reader.column("sample_description_index", of: "entries"),
        firsts.declared == firsts.count
      else { return nil }
      return RunList([each, descriptions], firsts: firsts)
    },
  ]

  private static func counted(
    _ value: StaticString, _ node: Int, _ document: Document
  ) -> RunList? {
    let reader = NodeReader(document)
    reader.open(node)
    guard let values = reader.column(value, of: "entries"),
      let counts = reader.column("sample_count", of: "entries"), counts.declared == counts.count
    else { return nil }
    return RunList(values, counts: counts)
  }

  private static func sizes(_ node: Int, _ document: Document) -> RunList? {
    let reader = NodeReader(document)
    reader.open(node)
    if let common = reader.number("sample_size"), common > 0 {
      return RunList(common, count: reader.number("sample_count") ?? 0)
    }
    guard let sizes = reader.column("entry_size", of: "entries"), sizes.declared == sizes.count
    else { return nil }
    return RunList(rows: sizes)
  }
}
