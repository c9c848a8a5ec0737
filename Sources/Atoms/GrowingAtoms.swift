package import ByteReading

/// The atoms at the top of a file that is not all there yet: each says where the next one begins.
///
/// Only headers are read. Who writes the file may come back to them, so that those of the beginning, and
/// the one whose atom is not whole, are read anew each time.
///
/// ```swift
/// var atoms = GrowingAtoms()
/// _ = atoms.advance(through: source, atMost: 1_000)
/// atoms.end     // where the last atom ends that is whole
/// atoms.next    // what stands there
/// ```
package struct GrowingAtoms: Sendable {
  /// An atom as its header claims it.
  package struct Atom: Equatable, Sendable {
    package let type: FourCC
    /// Its first byte.
    package let start: UInt64
    /// Its bytes with its header; `nil` when it goes on to the end of the file, wherever that will be.
    package let byteCount: UInt64?

    /// Where it ends; `nil` when nobody says so, or that is at no place of a file.
    package var end: UInt64? {
      guard let byteCount else { return nil }
      let (end, isTooFar) = start.addingReportingOverflow(byteCount)
      return isTooFar ? nil : end
    }
  }

  /// What stands behind the last whole atom.
  package enum Next: Equatable, Sendable {
    /// Nothing, less than a header, or zeros that somebody will write over.
    case nothing
    /// An atom that is not whole.
    case part(Atom)
    /// Bytes that begin no atom.
    case noAtom
  }

  /// Where the last atom ends that is whole, and that all before it are.
  package private(set) var end: UInt64 = 0
  package private(set) var next = Next.nothing
  private var count = 0
  /// The first atoms, by which a file is known that was written over.
  private var first: [Atom] = []
  private static let knownCount = 64

  package init() {}

  /// Goes on to the last whole atom of what is there.
  ///
  /// - Parameter limit: The atoms that are gone through at most, in all calls together.
  /// - Returns: Whether the first atoms are those of the last call; if not, it has to begin anew.
  /// - Complexity: O(*n*) in the atoms that are new.
  package mutating func advance(through source: ByteSource, atMost limit: Int) -> Bool {
    var window = ByteWindow(source)
    guard UInt64(source.byteCount) >= end else { return false }
    for atom in first where Self.next(at: atom.start, in: &window) != .part(atom) { return false }
    while count < limit {
      next = Self.next(at: end, in: &window)
      guard case .part(let atom) = next, let atomEnd = atom.end, atomEnd <= UInt64(source.byteCount)
      else { return true }
      if first.count < Self.knownCount { first.append(atom) }
      end = atomEnd
      count += 1
    }
    next = .nothing
    return true
  }

  /// What the header at `start` says.
  private static func next(at start: UInt64, in window: inout ByteWindow) -> Next {
    guard start <= UInt64(window.byteCount), let first = window.number(at: start, count: 8) else {
      return .nothing
    }
    let type = FourCC(UInt32(truncatingIfNeeded: first))
    switch first &>> 32 {
    case 0:
      return type.rawValue == 0 ? .nothing : .part(Atom(type: type, start: start, byteCount: nil))
    case 1:
      let (place, isTooFar) = start.addingReportingOverflow(8)
      guard !isTooFar, let size = window.number(at: place, count: 8) else { return .nothing }
      return size < 16 ? .noAtom : .part(Atom(type: type, start: start, byteCount: size))
    case let size: return size < 8 ? .noAtom : .part(Atom(type: type, start: start, byteCount: size))
    }
  }
}
