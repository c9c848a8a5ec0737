import Corpus
import Foundation

/// Inputs that a fuzzer found worth keeping, in one file: four bytes of size before each.
public enum FuzzPack {
  /// The inputs of a pack in their order; `nil` when it is none.
  public static func inputs(in bytes: [UInt8]) -> [[UInt8]]? {
    var inputs: [[UInt8]] = []
    var at = 0
    while at < bytes.count {
      guard bytes.count - at >= 4 else { return nil }
      let size = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      guard size <= bytes.count - at - 4 else { return nil }
      inputs.append(Array(bytes[at + 4..<at + 4 + size]))
      at += 4 + size
    }
    return inputs
  }

  /// A pack of `inputs`, each once: the short ones first, so that the same inputs make the same file.
  public static func packed(_ inputs: [[UInt8]]) -> [UInt8] {
    Set(inputs).sorted { ($0.count, $0.description) < ($1.count, $1.description) }
      .flatMap { seedBytes(UInt32($0.count)) + $0 }
  }
}

extension FuzzTarget {
  /// The name of the pack in the corpus.
  public var packName: String { "fuzz/\(rawValue).pack" }

  /// What fuzzing found worth keeping; none when there is no pack.
  public var kept: [[UInt8]] {
    FileManager.default.contents(atPath: Corpus.path(of: packName))
      .flatMap { FuzzPack.inputs(in: Array($0)) } ?? []
  }
}
