import Atoms
import ByteReading
import EmbeddedMetadata
import Structure

/// What an assertion says of the bytes of a file, before any of them is hashed (C2PA 2.1 §9.2).
struct HashBinding {
  let exclusions: HashExclusions
  /// Where the hash of all that is not left out lies.
  let whole: Range<Int>?
  let isSHA256: Bool
  /// Hashes of pieces.
  let trees: [HashTree]
  /// Whether there are more trees than are looked at, or none that can be read.
  let isCut: Bool

  /// Whether it is known what an assertion of this label covers.
  static func isKnown(_ label: String) -> Bool {
    label.hasPrefix("c2pa.hash.bmff") || label.hasPrefix("c2pa.hash.data")
  }

  /// - Parameter algorithm: What the claim says, where the assertion does not.
  /// - Returns: `nil` where it is not understood what is left out.
  init?(_ assertion: CBORValue, label: String, algorithm: CBORValue?, _ document: Document) {
    let bytes = document.tree.file.bytes
    guard Self.isKnown(label), let exclusions = HashExclusions(assertion, label: label, document) else { return nil }
    self.exclusions = exclusions
    let named = assertion.value(forKey: "alg", in: bytes).flatMap { $0.isNull ? nil : $0 } ?? algorithm
    isSHA256 = named?.string(in: bytes) == "sha256"
    whole = assertion.value(forKey: "hash", in: bytes)?.byteRange
    guard let merkle = assertion.value(forKey: "merkle", in: bytes).flatMap({ $0.isNull ? nil : $0 }) else {
      (trees, isCut) = ([], false)
      return
    }
    let found = HashTree.all(merkle, algorithm: named, document)
    (trees, isCut) = (found ?? [], found == nil)
  }
}
