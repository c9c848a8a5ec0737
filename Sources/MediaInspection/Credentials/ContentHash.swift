import Atoms
import ByteReading
import EmbeddedMetadata
import Structure

/// The hash of a file, in one or in pieces, as an assertion has it (C2PA 2.1 §15.12, §18.5, §18.6).
struct ContentHash {
  let verdict: HashVerdict
  /// The bytes of the file that hashes cover, where they were compared.
  private(set) var coveredBytes: UInt64?
  /// Of each tree of pieces how many there are, and how many match.
  private(set) var pieces: [ContentCredentials.Pieces] = []

  /// Files up to this size are hashed.
  static let byteLimit = 1 << 30

  /// - Parameter algorithm: What the claim says, where the assertion does not.
  /// - Complexity: O(*n*) in the bytes of the file.
  init(_ assertion: CBORValue, label: String, algorithm: CBORValue?, _ document: Document) {
    let bytes = document.tree.file.bytes
    guard let binding = HashBinding(assertion, label: label, algorithm: algorithm, document) else {
      verdict = .notChecked(HashBinding.isKnown(label) ? .exclusions : .kind)
      return
    }
    guard bytes.byteCount <= Self.byteLimit else {
      verdict = .notChecked(.size)
      return
    }
    guard binding.whole != nil || !binding.trees.isEmpty else {
      verdict = .notChecked(binding.isCut ? .tree : .missing)
      return
    }
    var verdict = HashVerdict.matches
    var covered: UInt64 = 0
    if let hash = binding.whole {
      if hash.count == 32, binding.isSHA256 {
        let found = binding.exclusions.digest(of: 0..<bytes.byteCount)
        verdict = bytes.extracting(hash).isSame(as: found.digest) ? .matches : .differs
        covered = found.count
      } else {
        verdict = .notChecked(.algorithm)
      }
    }
    var known: [Range<Int>: SHA256.Digest] = [:]
    for tree in binding.trees {
      let found = tree.verdicts(binding.exclusions, document, known: &known)
      verdict = verdict.and(found.whole)
      guard !tree.pieces.isEmpty else { continue }
      pieces.append(
        ContentCredentials.Pieces(
          verdict: found.whole, count: tree.pieces.count,
          matching: found.pieces.count { $0 == .matches },
          first: zip(tree.pieces, found.pieces).first { $0.1 == .differs }?.0.range.lowerBound))
    }
    // In a damaged file a box that is left out may not have been found.
    if verdict == .differs, document.isDamaged { verdict = .notChecked(.cut) }
    self.verdict = verdict
    guard verdict == .matches || verdict == .differs else { return }
    coveredBytes = binding.trees.isEmpty ? covered : HashCoverage.parts(of: binding, document).covered
  }
}
