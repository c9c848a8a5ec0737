import Atoms
import ByteReading
import EmbeddedMetadata
import MediaInspection
import Structure

/// What Exif and XMP say, item by item.
extension MetadataFinder {
  /// The entries of the directories in the node at `index`.
  mutating func findExif(in index: NodeIndex) {
    let node = tree[index]
    guard node.marks.contains(.named), node.payload.byteCount > 0 else { return }
    let bytes = document.source(of: node).bytes
    let extent = node.payload
    guard extent.byteEnd <= bytes.byteCount else { return }
    add(
      ExifReader.findings(
        in: bytes, extent.byteOffset..<extent.byteEnd, format: node.type), node: index,
      source: .source(node.source), isField: true)
    findContents(
      in: document.source(of: node), extent.byteOffset..<extent.byteEnd, format: node.type, node: index,
      source: .source(node.source), isNode: true)
  }

  /// What IPTC-IIM and XMP say in the directories of Exif.
  private mutating func findContents(
    in bytes: ByteSource, _ range: Range<Int>, format: FourCC, node: NodeIndex, source: MetadataItem.Bytes, isNode: Bool
  ) {
    for (place, content) in ExifReader.contents(in: bytes.bytes, range, format: format) {
      switch content {
      case .newsData(let path):
        add(
          IIMReader.findings(in: bytes.bytes, place, path: path), .iptc, .iptc, node: node, source: source,
          isField: isNode && path != nil)
      case .packet:
        let reader = XMPReader(bytes.bytes, place)
        add(reader.findings, .xmp, .xmp, node: node, source: source, isField: false)
      }
    }
  }

  /// The entries of the directories in an item (23008-12 §A.2.1).
  mutating func findExif(in data: ItemContent, of entry: NodeIndex) {
    guard let directories = ExifItem.directories(in: data.range, of: data.bytes) else { return }
    let place = Int(directories.lowerBound)..<Int(directories.upperBound)
    add(ExifReader.findings(in: data.bytes.bytes, place), node: entry, source: data.source, isField: false)
    findContents(in: data.bytes, place, format: "TIFF", node: entry, source: data.source, isNode: false)
  }

  /// The properties of the packet in the node at `index`, when it is one of XMP.
  mutating func findProperties(in index: NodeIndex) {
    guard MetadataCarriers.reason(toLeave: index, in: tree) == MetadataCarriers.xmp else { return }
    // What begins as a packet has a node of its own.
    findProperties(of: tree.firstChild(of: index) ?? index, in: index)
  }

  /// The properties of the packet that is the node at `index`.
  ///
  /// - Parameter holder: The node that they are said to stand in; `nil` for the packet itself.
  mutating func findProperties(of index: NodeIndex, in holder: NodeIndex? = nil) {
    let packet = tree[index]
    guard packet.payload.count >= 0 else { return }
    findProperties(
      in: UInt64(packet.payload.byteOffset)..<UInt64(packet.payload.byteEnd), source: packet.source,
      of: holder ?? index)
  }

  /// The properties of the packet in a range of what was derived from the file.
  private mutating func findProperties(in range: Range<UInt64>, source: UInt16, of node: NodeIndex) {
    findProperties(
      in: ItemContent(bytes: tree.sources[Int(source)].bytes, range: range, source: .source(source)), of: node)
  }

  /// The properties of a packet.
  mutating func findProperties(in data: ItemContent, of node: NodeIndex) {
    guard data.range.upperBound <= UInt64(data.bytes.byteCount) else { return }
    let reader = XMPReader(data.bytes.bytes, Int(data.range.lowerBound)..<Int(data.range.upperBound))
    add(reader.findings, .xmp, .xmp, node: node, source: data.source, isField: false)
  }

  /// Finds the values of the property list that is the node at `index`; none when it is no list.
  mutating func findList(of index: NodeIndex) {
    guard [.binaryPropertyList, .textPropertyList].contains(tree[index].type) else { return }
    add(.propertyList, .propertyList, node: index) { PropertyList.findings(in: $0, $1) }
  }

  /// What the data sets of IPTC-IIM say in the node at `index`, or in a resource in it.
  mutating func findDataSets(of index: NodeIndex) {
    let isField = tree[index].type == .newsData
    add(.iptc, .iptc, node: index, isField: isField) { bytes, range in
      guard let inner = isField ? range : ImageResources.newsData(in: bytes, range) else { return [] }
      return IIMReader.findings(in: bytes, inner)
    }
  }

  /// What the data sets of IPTC-IIM say in an item.
  mutating func findDataSets(in data: ItemContent, of entry: NodeIndex) {
    guard data.range.upperBound <= UInt64(data.bytes.byteCount) else { return }
    let place = Int(data.range.lowerBound)..<Int(data.range.upperBound)
    add(IIMReader.findings(in: data.bytes.bytes, place), .iptc, .iptc, node: entry, source: data.source, isField: false)
  }

  /// What the blocks say of the trailer that is the node at `index`.
  mutating func findBlocks(of index: NodeIndex) {
    add(.samsung, .samsung, node: index) { SamsungTrailer.findings(in: $0, $1) }
  }

  /// What the records say of the trailer that is the node at `index`.
  mutating func findRecords(of index: NodeIndex) {
    add(.insta360, .insta360, node: index) { InstaTrailer.findings(in: $0, $1) }
  }

  /// Those of the lists in the descriptions of timed metadata.
  mutating func findLists(inEntriesOf table: NodeIndex) {
    guard let descriptions = tree.child("stsd", of: table), tree.child("mebx", of: descriptions) != nil
    else { return }
    var index = descriptions.next
    while index < tree[descriptions].subtreeEnd {
      findList(of: index)
      index = index.next
    }
  }

  /// Adds what a reader finds in the payload of the node at `index`, where a scanner made it for bytes of a format.
  private mutating func add(
    _ format: MetadataFormat, _ keySpace: MetadataKeySpace, node index: NodeIndex, isField: Bool = false,
    _ read: (_ bytes: RawSpan, _ range: Range<Int>) -> [EmbeddedFinding]
  ) {
    let node = tree[index]
    let bytes = document.source(of: node).bytes
    let extent = node.payload
    guard node.marks.contains(.named), extent.byteEnd <= bytes.byteCount else { return }
    add(read(bytes, extent.byteOffset..<extent.byteEnd), format, keySpace, node: index, source: .source(node.source), isField: isField)
  }

  private mutating func add(
    _ findings: [EmbeddedFinding], _ format: MetadataFormat = .exif,
    _ keySpace: MetadataKeySpace = .exif, node: NodeIndex, source: MetadataItem.Bytes, isField: Bool
  ) {
    if findings.last?.nextLeftOut != nil {
      document.memory.leaveOut("there are more than 1,024 entries of Exif in one place")
    }
    for finding in findings {
      add(
        format, keySpace, .text(finding.name), container: node, node: node,
        part: .finding(finding, source: source, isField: isField))
    }
  }
}

extension MetadataReader {
  /// What an entry of Exif says: a number, a text, or bytes that nobody describes.
  func contents(of finding: EmbeddedFinding, in source: MetadataItem.Bytes) -> MetadataContents {
    var contents = MetadataContents()
    let extent = Extent(byteOffset: finding.values.lowerBound, byteCount: finding.values.count)
    let tree = document.tree
    let bytes =
      switch source {
      case .source(0): MetadataBytes(tree.file, extent, fileOffset: UInt64(finding.values.lowerBound))
      case .source(let number):
        MetadataBytes(
          tree.sources[Int(number)].bytes, extent,
          fileOffset: tree.fileOffset(of: UInt64(finding.values.lowerBound), in: number))
      case .made(let bytes): MetadataBytes(bytes, extent, fileOffset: nil)
      }
    contents.data = bytes
    if let text = finding.text {
      contents.value = .text(text)
      if let number = finding.number, number.isFinite {
        contents.attributes = [MetadataAttribute("number", .number(.real(number)))]
      }
    } else {
      contents.value = .data(bytes)
    }
    return contents
  }
}
