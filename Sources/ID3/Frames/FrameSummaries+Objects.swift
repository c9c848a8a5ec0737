import ByteReading
import MediaFacts
import Structure

/// Pictures, files, owners, links and shops.
extension FrameSummaries {
  /// `image/jpeg 64×64, 2,170 bytes, type 0 (Other)`
  static func picture(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(AttachedPicture.self)
    let hasType =
      fields.putName(.mime_type, to: &output) || fields.putName(.image_format, to: &output)
    fields.withField(.url) { field in
      output.put(" ")
      output.put(value: field, .summary)
    }
    fields.withField(.data) { field in
      if let picture = Picture(field.contentBytes), picture.width > 0, picture.height > 0 {
        if hasType { output.put(" ") }
        output.put(decimal: picture.width)
        output.put("×")
        output.put(decimal: picture.height)
      }
      output.put(", ")
      output.put(grouped: field.content.byteCount)
      output.put(field.content.byteCount == 1 ? " byte" : " bytes")
    }
    fields.withField(.picture_type) { field in
      output.put(", type ")
      output.put(value: field, .field)
    }
    if fields.hasCharacters(.description) {
      output.put(", ")
      fields.put(.description, to: &output)
    }
  }

  static func object(_ reader: NodeReader, _ output: inout ByteWriter) {
    putList(
      [.mime_type], [.filename, .description, .object], of: reader.view(EncapsulatedObject.self),
      to: &output)
  }

  static func audioText(_ reader: NodeReader, _ output: inout ByteWriter) {
    putList([.mime_type], [.equivalent_text, .audio], of: reader.view(AudioText.self), to: &output)
  }

  /// `http://musicbrainz.org = "…"`
  static func owned(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(OwnedData.self)
    if fields.putName(.owner, to: &output) { output.put(" = ") }
    if fields.putName(.content, to: &output) { output.put(", ") }
    for field in [.timestamp, .identifier, .value, .data, .encrypted_data] as [OwnedData.Field]
    where fields.put(field, to: &output) { return }
    // A packet that begins as one has a node of its own.
    var count = reader.tree.firstChild(of: reader.index).map { reader.tree[$0].size }
    fields.withField(.packet) { field in count = count ?? UInt64(field.content.byteCount) }
    guard let count else { return }
    output.put(grouped: count)
    output.put(" bytes of XMP")
  }

  /// `encrypted (0x80, http://e), 6 bytes`: the owner is that whom the tag registers for the method (ID3v2.4.0 frames §4.25).
  @Sendable
  static func undecoded(_ node: OpenNode, _ output: inout ByteWriter) {
    guard let reader = node as? NodeReader else { return }
    let index = reader.index
    let count = reader.node.size - UInt64(reader.node.headerSize)
    var walker = Walker()
    var sink = EncryptionMethod()
    reader.document.walkHeader(index, &walker, into: &sink)
    guard let method = sink.method else {
      output.put(grouped: count)
      output.put(" bytes, not decoded")
      return
    }
    output.put("encrypted (0x")
    output.put(hex: method, digits: 2)
    if let owner = owner(ofMethod: method, beside: index, in: reader.document) {
      output.put(", ")
      output.put(owner)
    }
    output.put("), ")
    output.put(grouped: count)
    output.put(count == 1 ? " byte" : " bytes")
  }

  /// The siblings that are looked at for who registered a method: each frame that is encrypted asks.
  private static let siblingLimit = 256

  private static func owner(ofMethod method: UInt64, beside index: NodeIndex, in document: Document) -> String? {
    let tree = document.tree
    guard let tag = tree.parent(of: index) else { return nil }
    for frame in tree.children(of: tag).prefix(siblingLimit) where tree[frame].type == "ENCR" {
      let fields = document.view(Registration.self, of: frame)
      if fields.number(.method_symbol) == method { return fields.text(.owner) }
    }
    return nil
  }

  static func registration(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(Registration.self)
    if !fields.put(.method_symbol, to: &output) { fields.put(.group_symbol, to: &output) }
    output.put(" = ")
    fields.putName(.owner, to: &output)
    for field in [.encryption_data, .group_dependent_data] as [Registration.Field]
    where fields.content(field) != nil {
      output.put(", ")
      fields.put(field, to: &output)
    }
  }

  static func link(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(LinkedInformation.self)
    if let code = fields.code(.frame_id), fields.content(.frame_id)?.count == 32 {
      output.put(key: code)
    } else {
      fields.putName(.frame_id, to: &output)
    }
    output.put(" in ")
    fields.put(.url, to: &output)
    if fields.content(.additional_data) != nil {
      output.put(", ")
      fields.put(.additional_data, to: &output)
    }
  }

  /// `USD10.00 on 2024-05-01, "Shop"`
  static func ownership(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(Ownership.self)
    if fields.putName(.price_paid, to: &output) { output.put(" ") }
    output.put("on ")
    putDay(.date_of_purchase, of: fields, to: &output)
    if fields.hasCharacters(.seller) {
      output.put(", ")
      fields.put(.seller, to: &output)
    }
  }

  static func offer(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(Offer.self)
    if fields.putName(.price, to: &output) { output.put(" ") }
    output.put("until ")
    putDay(.valid_until, of: fields, to: &output)
    for field in [.received_as, .seller, .description] as [Offer.Field]
    where fields.number(field) != nil && (field == .received_as || fields.hasCharacters(field)) {
      output.put(", ")
      fields.put(field, to: &output)
    }
  }

  /// `12 tracks`, or what other writers store.
  static func compactDisc(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(CompactDisc.self)
    if let first = fields.number(.first_track), let last = fields.number(.last_track) {
      let count = last < first ? 0 : last - first + 1
      output.put(decimal: count)
      output.put(count == 1 ? " track" : " tracks")
      return
    }
    fields.put(.cd_toc, to: &output)
  }

}

/// The method by which the header of a frame says that it is encrypted.
private struct EncryptionMethod: FieldSink {
  private(set) var method: UInt64?

  mutating func field(_ field: borrowing FieldReading) {
    if field.name.isSame(as: "encryption_method") { method = field.raw }
  }

  mutating func table(_ table: borrowing TableReading) {}
}
