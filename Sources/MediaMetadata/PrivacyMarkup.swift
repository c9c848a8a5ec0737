import Atoms
import ByteReading
import EmbeddedMetadata
import MediaFacts
import Structure

/// What elements of XML give away that are no properties of XMP: iXML of recorders, descriptions of sound, and whatever
/// stands in a box of its own.
///
/// It is looked at element by element, as the texts of fields are: what no word of a program is may name anybody.
enum PrivacyMarkup {
  struct Found {
    /// The names of the elements that it stands in.
    let name: String
    let value: String
    /// Its bytes, in the source of its node.
    let bytes: Range<Int>
    let kind: Privacy.Kind
  }

  /// What the elements in a node give away; `nil` for a node without XML, and where not all of it was read.
  ///
  /// - Complexity: O(*n*) in the bytes of the node, of which 1 MiB are read at most.
  static func found(in index: NodeIndex, _ document: Document) -> [Found]? {
    let payload = document.tree[index].payload
    guard payload.byteCount > 0, payload.byteCount <= limit else { return nil }
    let bytes = document.source(of: document.tree[index]).bytes
    // Behind a version and flags in some boxes, and before the zero that ends a text.
    guard let start = [0, 4].map({ payload.byteOffset &+ $0 }).first(where: { XMPReader.begins(bytes, at: $0, before: payload.byteEnd) })
    else { return nil }
    let reader = XMPReader(elements: bytes, start..<payload.byteEnd)
    guard reader.isWhole else { return nil }
    var found: [Found] = []
    for finding in reader.findings {
      guard let text = finding.text else { return nil }
      let value = text.trimming { $0.properties.isWhitespace || $0 == "\0" }
      if value.isEmpty { continue }
      switch answer(to: value, named: finding.name) {
      case .harmless, .title: break
      // Elements within the text of one are not read.
      case .markup: return nil
      case .found(let kind): found.append(Found(name: finding.name, value: value, bytes: finding.values, kind: kind))
      }
    }
    return found
  }

  /// What of a device a property of XML says by its name: `Device/serialNo`, `Device/modelName`.
  static func devicePart(ofProperty name: String) -> Camera.Part? {
    let last = (name.split(separator: "/").last ?? "").lowercased()
    if last.hasBytes(of: "serial") { return .serialNumber }
    return last.hasSuffix("model") || last.hasSuffix("modelname") ? .model : nil
  }

  private static let limit = 1 << 20

  /// Rates, counts and versions have numbers that are no longer; those of telephones and accounts are.
  private static let shortNumber = 6

  private static let partsOfAddresses = [
    "city", "country", "county", "district", "number", "postbox", "postcode", "province", "region", "state", "street", "town",
    "zip", "zipcode",
  ]

  private static func answer(to value: String, named path: String) -> PrivacyTexts.Answer {
    // Where the grammar of the markup is to be found (XML Schema Part 1 §2.6).
    if path.hasSuffix("xsi:schemaLocation") || path.hasSuffix("xsi:noNamespaceSchemaLocation") { return .harmless }
    // Which part of an address an element is; the part is its text (JPEG 2000 Part 2, annex N).
    if path.hasSuffix("ADDR_COMP/TYPE"), partsOfAddresses.contains(value.lowercased()) { return .harmless }
    if let kind = PrivacyKeys.kind(ofName: path) ?? PrivacyKeys.kind(ofOwnKey: path) {
      return .found(PrivacyKeys.kind(kind, of: value))
    }
    if value.utf8.count <= shortNumber, Double(value) != nil { return .harmless }
    return PrivacyTexts.of(value, named: "value", isPartOfItem: false)
  }
}
