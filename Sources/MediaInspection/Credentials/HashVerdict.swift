/// Whether a hash is that of the bytes that it covers.
package enum HashVerdict: Sendable, Equatable {
  case matches
  case differs
  case notChecked(Reason)

  /// Why a hash was not compared.
  package enum Reason: String, Sendable {
    /// It is not by SHA-256, or of a kind that is not known.
    case algorithm, kind
    /// What it covers, or a hash, is not there; bytes of it are missing.
    case missing, cut
    /// What it leaves out is not understood.
    case exclusions
    /// The pieces of a tree are not in this file; they are others than it says; they are chunks of tracks; there are
    /// too many of them.
    case elsewhere, tree, chunks, pieces
    /// There are too many bytes.
    case size
  }

  /// What is so when both are so: a hash that differs comes first, then one that was not compared.
  func and(_ other: HashVerdict) -> HashVerdict {
    if self == .differs || other == .differs { return .differs }
    return self == .matches ? other : self
  }
}
