import Atoms
package import ByteReading
import MediaFacts
package import Structure

/// A file that somebody still writes or sends, as far as its atoms are there.
package struct GrowingFile: Sendable {
  private var atoms = GrowingAtoms()

  package init() {}

  /// Where the last atom at the top ends that is whole.
  package var end: UInt64 { atoms.end }
  /// The atom behind it, when it has a header and is not whole.
  package var part: Part? {
    guard case .part(let atom) = atoms.next else { return nil }
    return Part(type: atom.type, start: atom.start, byteCount: atom.byteCount)
  }
  /// Whether bytes stand there that begin no atom.
  package var isLost: Bool { atoms.next == .noAtom }

  /// An atom as its header claims it.
  package struct Part: Equatable, Sendable {
    package let type: FourCC
    /// Its first byte.
    package let start: UInt64
    /// Its bytes with its header; `nil` when it goes on to the end of the file, wherever that will be.
    package let byteCount: UInt64?
  }

  /// Whether the file is made of atoms, which say one behind the other how long they are; `nil` as long as
  /// there is too little to know.
  package static func isMadeOfAtoms(_ source: ByteSource) -> Bool? {
    guard source.byteCount >= 16 else { return nil }
    if (0..<16).allSatisfy({ source.bytes.byte(at: $0) == 0 }) { return nil }
    return Format.isoBaseMedia.recognise(source.bytes, .begins)
  }

  /// Goes on through what is there.
  ///
  /// - Returns: Whether the file only grew; if not, one has to begin anew.
  package mutating func advance(through source: ByteSource, limits: Limits) -> Bool {
    atoms.advance(through: source, atMost: limits.nodes)
  }

  /// The atoms that are whole, without rules, which are of all of a file.
  package func document(of source: ByteSource, limits: Limits) -> Document {
    MediaFile.read(source.keeping(first: Int(clamping: atoms.end)), as: .isoBaseMedia, limits: limits)
  }
}
