package import ByteReading
package import Structure

extension Catalogue {
  /// The tables of what lies inside boxes and frames and is a format of its own.
  package static let embedded = Catalogue(
    nodeKind: "metadata", header: Syntax("*", "No header", "") {},
    families: EmbeddedFamilies.all)
}

/// All families, in the order of the catalogue.
package enum EmbeddedFamilies {
  package static var all: [any SyntaxFamily.Type] { 
    [TIFFTables.self, CBORTables.self, XMPTables.self]
  }
}

/// Finds formats of values inside other formats, and appends a node for each without reading it.
package enum EmbeddedScanner {
  /// Appends a node for the bytes of `embedded` when they begin as its format does.
  ///
  /// Some bytes at the beginning are looked at; what stands in the node is read when somebody asks.
  ///
  /// - Parameter format: The type that the node gets: that of a table in ``Structure/Catalogue``.
  /// - Returns: Where the bytes end that have a node: at the beginning when they have none.
  package static func scan(
    _ format: FourCC, _ embedded: EmbeddedBytes, into builder: TreeBuilder
  ) -> UInt64 {
    let range = embedded.range
    let source = builder.sources[Int(embedded.source)].bytes
    guard !range.isEmpty, range.upperBound <= UInt64(source.byteCount),
      begins(format, source.bytes, at: Int(range.lowerBound), before: Int(range.upperBound)),
      let table = Catalogue.embedded.table(
        for: format, in: Catalogue.file, handler: nil, extendedType: nil)
    else { return range.lowerBound }
    let node = Node(
      start: range.lowerBound, size: range.upperBound - range.lowerBound, type: format,
      table: builder.add(table: table, of: .embedded), depth: embedded.depth,
      source: embedded.source, headerSize: 0, marks: .named)
    return builder.append(node) == nil ? range.lowerBound : range.upperBound
  }

  private static func begins(
    _ format: FourCC, _ bytes: RawSpan, at start: Int, before end: Int
  ) -> Bool {
    switch format {
    case .cbor: true
    case .xmp: XMPReader.begins(bytes, at: start, before: end)
    default: TIFFBytes(bytes, from: start, to: end) != nil
    }
  }
}

extension FourCC {
  /// Values in values (RFC 8949).
  static let cbor: FourCC = "CBOR"
  /// A packet of XMP (ISO 16684-1).
  static let xmp: FourCC = "XMP "
}
