import Atoms
import ByteReading
import EmbeddedMetadata
package import Structure

/// What content credentials claim of a file, and whether the hashes in them are those of its bytes (C2PA 2.1).
///
/// Signatures are named and not verified: who signed, and whether what is claimed is true, is not said.
package struct ContentCredentials: Sendable {
  package typealias Verdict = HashVerdict

  /// What a claim says of one thing: a part of the manifest with a hash.
  package struct Assertion: Sendable {
    /// Its label: `c2pa.actions`.
    package let label: String
    package let verdict: Verdict
  }

  /// What was claimed at one time.
  package struct Manifest: Sendable {
    /// Its label, by which others refer to it.
    package let label: String
    /// Its `jumb`.
    package let node: NodeIndex
    /// The program that made the claim.
    package var generator: String?
    package var title: String?
    package var assertions: [Assertion] = []
    package var hasSignature = false
    /// Whether the file is what the claim is about; `nil` in a claim without a hash of the file.
    package var file: FileHash?
  }

  /// The hash of a file.
  package struct FileHash: Sendable {
    /// The label of the assertion: `c2pa.hash.bmff.v2`.
    package let label: String
    package let verdict: Verdict
    /// The bytes that it covers, where it was compared.
    package let coveredBytes: UInt64?
    /// The trees of pieces, where some of these are in the file.
    package let pieces: [Pieces]
  }

  /// Pieces of a file that have hashes of their own.
  package struct Pieces: Sendable {
    /// Of all of them, and of what comes before them.
    package let verdict: Verdict
    /// How many are in the file.
    package let count: Int
    /// How many have the hashes that are claimed.
    package let matching: Int
    /// Where the first begins that does not.
    package let first: Int?
  }

  /// In the order of the file; the last one is about the file as it is.
  package private(set) var manifests: [Manifest] = []
  /// Manifests that were not read: there were too many.
  package private(set) var unreadCount = 0

  package static let manifestLimit = 64
  package static let assertionLimit = 256

  /// Pieces of a tree whose hashes are in another file, the initialization segment.
  package private(set) var strayPieces = 0

  /// - Returns: `nil` for a file without credentials.
  /// - Complexity: O(*n*) in the bytes of the file, once when there is a hash of it.
  package init?(of document: Document) {
    let reading = CredentialReading(document)
    let all = reading.manifests
    if all.isEmpty {
      // Most files have no box that could be one.
      if document.tree.mayHave("uuid") { strayPieces = HashGround(document).proofs.count }
      if strayPieces == 0, reading.stores.isEmpty { return nil }
    }
    unreadCount = max(0, all.count - Self.manifestLimit)
    let active = reading.active
    for node in all.prefix(Self.manifestLimit) { manifests.append(reading.manifest(node, active)) }
  }

  /// The assertion with the hash of the file as it is.
  static func fileHash(of document: Document) -> HashAssertion? { CredentialReading(document).active }
}

/// An assertion with the hash of a file.
struct HashAssertion {
  let manifest: NodeIndex
  let label: String
  let value: CBORValue
  /// What the claim says of hashes that say nothing themselves.
  let algorithm: CBORValue?
  /// The program that made the claim.
  let generator: String?
}

/// Reads manifests.
private struct CredentialReading {
  typealias Manifest = ContentCredentials.Manifest
  typealias Verdict = ContentCredentials.Verdict

  private let document: Document
  private let tree: Tree
  private let reader: NodeReader
  /// What holds the manifests: one store, or that of the file and that of what was added to it later.
  let stores: [NodeIndex]

  init(_ document: Document) {
    self.document = document
    tree = document.tree
    reader = NodeReader(document)
    var found: [NodeIndex] = []
    for node in tree.indices where tree[node].type == "jumb" && tree[node].source == 0 && found.count < 16 {
      if Self.label(of: node, tree, reader) == "c2pa" { found.append(node) }
    }
    stores = found
  }

  var manifests: [NodeIndex] { stores.flatMap { tree.children(of: $0).filter { tree[$0].type == "jumb" } } }

  /// The hash of the file as it is: that of the last claim that has one. Claims that were added later, and change
  /// nothing in the file, have none.
  var active: HashAssertion? {
    for node in manifests.prefix(ContentCredentials.manifestLimit).reversed() {
      if let found = hash(in: node) { return found }
    }
    return nil
  }

  /// What a box is called; empty when it has no name.
  private func label(of node: NodeIndex) -> String { Self.label(of: node, tree, reader) }

  private static func label(of node: NodeIndex, _ tree: Tree, _ reader: NodeReader) -> String {
    guard let description = tree.child("jumd", of: node) else { return "" }
    return reader.view(JUMBFDescription.self, of: description).text(.LABEL) ?? ""
  }

  private func child(_ label: String, of node: NodeIndex) -> NodeIndex? {
    tree.children(of: node).first { tree[$0].type == "jumb" && self.label(of: $0) == label }
  }

  /// The value in a box of JUMBF that holds CBOR.
  private func value(of node: NodeIndex) -> CBORValue? {
    guard let content = tree.child("cbor", of: node) else { return nil }
    let payload = tree[content].payload
    return CBORValue.read(tree.file.bytes, in: payload.byteOffset..<payload.byteEnd)
  }

  private func claim(of node: NodeIndex) -> CBORValue? {
    (child("c2pa.claim.v2", of: node) ?? child("c2pa.claim", of: node)).flatMap { value(of: $0) }
  }

  /// What a claim refers to.
  private func references(of claim: CBORValue) -> ArraySlice<CBORValue> {
    let bytes = tree.file.bytes
    var referred = claim.value(forKey: "assertions", in: bytes)?.items ?? []
    referred += claim.value(forKey: "created_assertions", in: bytes)?.items ?? []
    referred += claim.value(forKey: "gathered_assertions", in: bytes)?.items ?? []
    return referred.prefix(ContentCredentials.assertionLimit)
  }

  /// The hash of a file that a claim has; of several one whose kind is known.
  private func hash(in node: NodeIndex) -> HashAssertion? {
    let bytes = tree.file.bytes
    guard let claim = claim(of: node) else { return nil }
    var found: HashAssertion?
    for reference in references(of: claim) {
      guard let url = reference.value(forKey: "url", in: bytes)?.string(in: bytes) else { continue }
      let name = String(url.split(separator: "/").last ?? "")
      guard name.hasPrefix("c2pa.hash."), found.map({ !HashBinding.isKnown($0.label) }) ?? true,
        let target = target(of: url, from: node), let value = value(of: target)
      else { continue }
      found = HashAssertion(
        manifest: node, label: name, value: value, algorithm: claim.value(forKey: "alg", in: bytes),
        generator: generator(of: claim))
    }
    return found
  }

  func manifest(_ node: NodeIndex, _ active: HashAssertion?) -> Manifest {
    var manifest = Manifest(label: label(of: node), node: node)
    let bytes = tree.file.bytes
    manifest.hasSignature = child("c2pa.signature", of: node) != nil
    guard let claim = claim(of: node) else { return manifest }
    manifest.generator = generator(of: claim)
    manifest.title = claim.value(forKey: "dc:title", in: bytes)?.string(in: bytes)
    let algorithm = claim.value(forKey: "alg", in: bytes)
    for reference in references(of: claim) {
      guard let url = reference.value(forKey: "url", in: bytes)?.string(in: bytes) else { continue }
      let target = target(of: url, from: node)
      let name = String(url.split(separator: "/").last ?? "")
      let hash = reference.value(forKey: "hash", in: bytes)?.byteRange
      let verdict = verdict(hash, reference.value(forKey: "alg", in: bytes) ?? algorithm, of: target)
      manifest.assertions.append(ContentCredentials.Assertion(label: name, verdict: verdict))
    }
    if let active, active.manifest == node {
      let file = ContentHash(active.value, label: active.label, algorithm: active.algorithm, document)
      manifest.file = ContentCredentials.FileHash(
        label: active.label, verdict: file.verdict, coveredBytes: file.coveredBytes, pieces: file.pieces)
    }
    return manifest
  }

  private func generator(of claim: CBORValue) -> String? {
    let bytes = tree.file.bytes
    if let name = claim.value(forKey: "claim_generator", in: bytes)?.string(in: bytes), !name.isEmpty { return name }
    guard let information = claim.value(forKey: "claim_generator_info", in: bytes) else { return nil }
    let first = information.items.first ?? information
    return first.value(forKey: "name", in: bytes)?.string(in: bytes)
  }

  /// The box that a reference is to: `self#jumbf=c2pa.assertions/c2pa.actions`, or from the store on with
  /// `/c2pa/` before the label of a manifest.
  private func target(of url: String, from manifest: NodeIndex) -> NodeIndex? {
    guard let start = url.firstRange(of: "jumbf=") else { return nil }
    let parts = url[start.upperBound...].split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    guard parts.count <= 8 else { return nil }
    guard parts.first == "c2pa" else { return node(at: parts[...], from: manifest) }
    for store in stores {
      if let found = node(at: parts.dropFirst(), from: store) { return found }
    }
    return nil
  }

  private func node(at parts: ArraySlice<String>, from start: NodeIndex) -> NodeIndex? {
    var node = start
    for part in parts {
      guard let next = child(part, of: node) else { return nil }
      node = next
    }
    return node
  }

  /// Whether `hash` is that of what a box holds, from its description on.
  private func verdict(_ hash: Range<Int>?, _ algorithm: CBORValue?, of node: NodeIndex?) -> Verdict {
    let bytes = tree.file.bytes
    guard let node, tree[node].source == 0 else { return .notChecked(.missing) }
    guard let hash, hash.count == 32, algorithm?.string(in: bytes) == "sha256" else { return .notChecked(.algorithm) }
    let payload = tree[node].payload
    guard payload.byteEnd <= bytes.byteCount else { return .notChecked(.cut) }
    document.work.charge(payload.byteCount / 64)
    let digest = SHA256.digest(of: bytes.extracting(payload.byteOffset..<payload.byteEnd))
    return bytes.extracting(hash).isSame(as: digest) ? .matches : .differs
  }
}
