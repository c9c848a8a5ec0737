import Atoms
import ByteReading
import EmbeddedMetadata
package import Structure

/// What content credentials claim of a file, and whether the hashes in them are those of its bytes (C2PA 2.1).
///
/// Signatures are named and not verified: who signed, and whether what is claimed is true, is not said.
package struct ContentCredentials: Sendable {
  /// Whether a hash is that of the bytes that it covers.
  package enum Verdict: Sendable, Equatable {
    case matches
    case differs
    case notChecked(Reason)
  }

  /// Why a hash was not compared.
  package enum Reason: String, Sendable {
    case algorithm, missing, cut, exclusions, tree, size
  }

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
  }

  /// In the order of the file; the last one is about the file as it is.
  package private(set) var manifests: [Manifest] = []
  /// Manifests that were not read: there were too many.
  package private(set) var unreadCount = 0

  package static let manifestLimit = 64
  package static let assertionLimit = 256

  /// - Returns: `nil` for a file without credentials.
  /// - Complexity: O(*n*) in the bytes of the file, once when there is a hash of it.
  package init?(of document: Document) {
    let reading = CredentialReading(document)
    let tree = document.tree
    guard let store = reading.store else { return nil }
    let all = tree.children(of: store).filter { tree[$0].type == "jumb" }
    unreadCount = max(0, all.count - Self.manifestLimit)
    for node in all.prefix(Self.manifestLimit) {
      // The last one is about the file.
      manifests.append(reading.manifest(node, store, isActive: node == all.last))
    }
  }
}

/// Reads manifests.
private struct CredentialReading {
  typealias Manifest = ContentCredentials.Manifest
  typealias Verdict = ContentCredentials.Verdict

  private let document: Document
  private let tree: Tree
  private let reader: NodeReader

  init(_ document: Document) {
    self.document = document
    tree = document.tree
    reader = NodeReader(document)
  }

  /// What holds the manifests.
  var store: NodeIndex? {
    tree.indices.first { tree[$0].type == "jumb" && tree[$0].source == 0 && label(of: $0) == "c2pa" }
  }

  /// What a box is called; empty when it has no name.
  private func label(of node: NodeIndex) -> String {
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

  func manifest(_ node: NodeIndex, _ store: NodeIndex, isActive: Bool) -> Manifest {
    var manifest = Manifest(label: label(of: node), node: node)
    let bytes = tree.file.bytes
    manifest.hasSignature = child("c2pa.signature", of: node) != nil
    guard let claimNode = child("c2pa.claim.v2", of: node) ?? child("c2pa.claim", of: node),
      let claim = value(of: claimNode)
    else { return manifest }
    manifest.generator = generator(of: claim)
    manifest.title = claim.value(forKey: "dc:title", in: bytes)?.string(in: bytes)
    let algorithm = claim.value(forKey: "alg", in: bytes)
    var referred = claim.value(forKey: "assertions", in: bytes)?.items ?? []
    referred += claim.value(forKey: "created_assertions", in: bytes)?.items ?? []
    referred += claim.value(forKey: "gathered_assertions", in: bytes)?.items ?? []
    for reference in referred.prefix(ContentCredentials.assertionLimit) {
      guard let url = reference.value(forKey: "url", in: bytes)?.string(in: bytes) else { continue }
      let target = target(of: url, from: node, store)
      let name = String(url.split(separator: "/").last ?? "")
      let hash = reference.value(forKey: "hash", in: bytes)?.byteRange
      let verdict = verdict(hash, reference.value(forKey: "alg", in: bytes) ?? algorithm, of: target)
      manifest.assertions.append(ContentCredentials.Assertion(label: name, verdict: verdict))
      if isActive, name.hasPrefix("c2pa.hash."), let target, let value = value(of: target) {
        let file = ContentHash(value, label: name, algorithm: algorithm, document)
        manifest.file = ContentCredentials.FileHash(label: name, verdict: file.verdict, coveredBytes: file.coveredBytes)
      }
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
  private func target(of url: String, from manifest: NodeIndex, _ store: NodeIndex) -> NodeIndex? {
    guard let start = url.firstRange(of: "jumbf=") else { return nil }
    var parts = url[start.upperBound...].split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    guard parts.count <= 8 else { return nil }
    var node = manifest
    if parts.first == "c2pa" {
      parts.removeFirst()
      node = store
    }
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

extension RawSpan {
  /// Whether these are the bytes of a digest.
  func isSame(as digest: SHA256.Digest) -> Bool {
    guard byteCount == 32 else { return false }
    for (place, byte) in digest.bytes.enumerated() where self.byte(at: place) != byte { return false }
    return true
  }
}
