package import ByteReading
import MediaFacts
package import Structure

extension Catalogue {
  /// The tables of what lies inside boxes and frames and is a format of its own.
  package static let embedded = Catalogue(
    nodeKind: "metadata", header: Syntax("*", "No header", "") {},
    families: EmbeddedFamilies.all, views: [InstaRecords.self])
}

/// All families, in the order of the catalogue.
package enum EmbeddedFamilies {
  /// What each is called, and the numbers that its tables have in the catalogue.
  package static var names: [(name: String, tables: Range<Int>)] { all.numbered }

  package static var all: [any SyntaxFamily.Type] { 
    [TIFFTables.self, CBORTables.self, XMPTables.self, PropertyListTables.self, SamsungTables.self,
      InstaTables.self, ICCTables.self, IIMTables.self, ImageResourceTables.self, JPEGTables.self, PNGTables.self]
  }
}

/// Finds formats of values inside other formats, and appends a node for each without reading it.
package enum EmbeddedScanner {
  /// Appends a node for the bytes of `embedded` when they begin as its format does.
  ///
  /// Some bytes at the beginning are looked at; what stands in the node is read when somebody asks.
  ///
  /// - Parameter format: The type that the node gets: that of a table in ``Structure/Catalogue``; of a property
  ///   list, whatever its kind, `plst`.
  /// - Returns: Where the bytes end that have a node: at the beginning when they have none.
  package static func scan(
    _ format: FourCC, _ embedded: EmbeddedBytes, into builder: TreeBuilder
  ) -> UInt64 {
    let range = embedded.range
    let source = builder.sources[Int(embedded.source)].bytes
    guard !range.isEmpty, range.upperBound <= UInt64(source.byteCount),
      let format = kind(
        of: format, source.bytes, at: Int(range.lowerBound), before: Int(range.upperBound)),
      let table = Catalogue.embedded.table(
        for: format, in: Catalogue.file, handler: nil, extendedType: nil)
    else { return range.lowerBound }
    let node = Node(
      start: range.lowerBound, size: range.upperBound - range.lowerBound, type: format,
      table: builder.add(table: table, of: .embedded), depth: embedded.depth,
      source: embedded.source, headerSize: 0, marks: .named)
    guard let index = builder.append(node) else { return range.lowerBound }
    if format == .picture || format == .portablePicture { openProfile(of: index, into: builder) }
    return range.upperBound
  }

  /// Appends a node for the profile of the picture at `index` that does not stand in it as it is: one in several pieces,
  /// or one that is compressed. Its bytes are a source of their own.
  private static func openProfile(of index: NodeIndex, into builder: TreeBuilder) {
    let picture = builder[index]
    let bytes = builder.sources[Int(picture.source)].bytes
    let extent = picture.payload
    let limits = builder.limits
    let limit = builder.inflationLimit
    guard Int(picture.depth) + 1 < limits.depth, builder.count < limits.nodes, extent.byteEnd <= bytes.byteCount,
      let profile = PictureProfile(bytes.bytes, extent.byteOffset..<extent.byteEnd)
    else { return }
    let made: (bytes: ByteSource, kind: Tree.Source.Kind, isCut: Bool)
    switch profile {
    case .pieces(let pieces):
      guard let joined = ByteSource.joining(pieces, of: bytes.bytes, limit: limit, memory: builder.memory)
      else { return }
      made = (joined, .joined, false)
    case .compressed(let range):
      let (derived, result) = ByteSource.inflating(
        bytes.bytes.extracting(range), format: .zlib, limit: limit, memory: builder.memory)
      made = (derived, .zlib, !result.isComplete)
    }
    builder.inflated += made.bytes.byteCount
    guard made.bytes.byteCount > 0, let source = builder.add(source: made.bytes, from: index, kind: made.kind, isCut: made.isCut)
    else { return }
    _ = scan(
      .colourProfile,
      EmbeddedBytes(
        .values(.colourProfile), range: 0..<UInt64(made.bytes.byteCount), source: source, depth: picture.depth + 1),
      into: builder)
    builder.close(index)
  }

  /// The type of a node for these bytes; `nil` when they do not begin as their format does.
  private static func kind(
    of format: FourCC, _ bytes: RawSpan, at start: Int, before end: Int
  ) -> FourCC? {
    switch format {
    case .cbor: format
    case .xmp: XMPReader.begins(bytes, at: start, before: end) ? format : nil
    case .propertyList:
      if PropertyListBytes.begins(bytes, at: start), end &- start <= PropertyListBytes.limit,
        end <= PropertyListPlace.sourceLimit, end &- start > PropertyListBytes.headerCount
      {
        .binaryPropertyList
      } else {
        PropertyListText.begins(bytes, at: start, before: end) ? .textPropertyList : nil
      }
    case .colourProfile: ICCBytes(bytes, from: start, to: end) != nil ? format : nil
    case .newsData: IIMReader.begins(bytes, at: start, before: end) ? format : nil
    case .imageResources: ImageResources.begins(bytes, at: start, before: end) ? format : nil
    case .picture: JPEGFinder.begins(bytes, at: start, before: end) ? format : nil
    case .portablePicture: PNGFinder.begins(bytes, at: start, before: end) ? format : nil
    case .samsungTrailer: SamsungTrailer.begins(bytes, at: start, before: end) ? format : nil
    case .instaTrailer: InstaTrailer.begins(bytes, at: start, before: end) ? format : nil
    default: TIFFBytes(bytes, from: start, to: end) != nil ? format : nil
    }
  }
}

extension FourCC {
  /// Values in values (RFC 8949).
  static let cbor: FourCC = "CBOR"
  /// A packet of XMP (ISO 16684-1).
  static let xmp: FourCC = "XMP "
  /// A property list of either kind, where one may stand.
  static let propertyList: FourCC = "plst"
  package static let binaryPropertyList: FourCC = "bpls"
  package static let textPropertyList: FourCC = "xpls"
  /// Blocks that cameras of Samsung leave behind a picture.
  package static let samsungTrailer: FourCC = "SEF "
  /// Records that cameras of Insta360 leave behind a film.
  package static let instaTrailer: FourCC = "INST"
  /// A colour profile (ICC.1).
  static let colourProfile: FourCC = "ICC "
  /// Data sets of IPTC-IIM.
  package static let newsData: FourCC = "IIM "
  /// A picture of JPEG.
  package static let picture: FourCC = "JPEG"
  /// A picture of PNG.
  package static let portablePicture: FourCC = "PNG "
  /// Resources of Photoshop, one of which may hold data sets of IPTC-IIM.
  package static let imageResources: FourCC = "8BIM"
}
