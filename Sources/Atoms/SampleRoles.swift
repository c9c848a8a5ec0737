internal import ByteReading
package import MediaFacts
package import Structure

/// What atoms say of samples.
package enum SampleRoles {
  /// The roles of all atoms that have one.
  package static let all: [SampleRole] = [
    SampleRole(
      .table(.content), ["stsz", "stz2"],
      fields: ["sample_size", "sample_count", "entries", "field_size"]),
    SampleRole(.table(.durations), ["stts"], fields: rows),
    SampleRole(.table(.offsets), ["ctts"], fields: rows),
    SampleRole(.table(.sync), ["stss", "stps"], fields: rows),
    SampleRole(.table(.dependencies), ["sdtp"], fields: ["entries"]),
    SampleRole(.table(.groups), ["sbgp"], fields: rows),
    SampleRole(
      .table(.groups), ["csgp", "csgm"],
      fields: ["pattern_size_code", "count_size_code", "index_size_code", "pattern_count", "patterns", "indices"]),
    SampleRole(.places, ["stsc", "stco", "co64"], fields: rows),
    SampleRole(.fragment, ["moof", "mfhd", "traf", "tfhd", "tfdt", "trun"]),
    SampleRole(.announcement, ["mvex"]),
    SampleRole(.index, ["mfra"]),
  ]

  private static let rows: [StaticString] = ["entry_count", "entries"]

  /// The node of the track that the node at `index` says something of; `nil` for other nodes.
  package static func track(of index: NodeIndex, in document: Document) -> NodeIndex? {
    (document.context as? AtomContext)?.track(at: index)?.node
  }
}
