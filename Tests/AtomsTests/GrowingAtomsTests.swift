import ByteReading
import Corpus
import Testing

@testable import Atoms

/// Atoms at the top of files of which a part is there.
@Suite struct GrowingAtomsTests {
  private static func u32(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number &>> UInt32(24 - 8 * $0)) }
  }

  private func hold(_ isTrue: Bool, _ place: SourceLocation = #_sourceLocation) {
    #expect(isTrue, sourceLocation: place)
  }

  /// Of every prefix the whole atoms end where those of the file do, and what is missing is said.
  @Test func everyPrefixEndsWithAWholeAtom() {
    let bytes =
      Self.u32(12) + Array("ftypqt  ".utf8) + Self.u32(1) + Array("mdat".utf8) + Self.u32(0) + Self.u32(20)
      + [1, 2, 3, 4] + Self.u32(8) + Array("free".utf8)
    let ends: [UInt64] = [0, 12, 32, 40]
    var atoms = GrowingAtoms()
    for count in 0...bytes.count {
      let source = ByteSource(copying: Array(bytes[..<count]))
      hold(atoms.advance(through: source, atMost: 10))
      var fresh = GrowingAtoms()
      hold(fresh.advance(through: source, atMost: 10))
      let end = ends.last { $0 <= UInt64(count) } ?? 0
      #expect(atoms.end == end && fresh.end == end)
      #expect(atoms.next == fresh.next)
      // A size of 64 bits is known when all of it is there.
      let known = end == 12 ? 16 : 8
      if count - Int(end) < known {
        #expect(atoms.next == .nothing)
      } else if case .part(let atom) = atoms.next {
        #expect(atom.start == end && atom.end == ends.first { $0 > end })
      } else {
        Issue.record("\(count)")
      }
    }
  }

  @Test func sizesThatAreNone() {
    func next(_ bytes: [UInt8]) -> GrowingAtoms.Next {
      var atoms = GrowingAtoms()
      hold(atoms.advance(through: ByteSource(copying: bytes), atMost: 10))
      #expect(atoms.end == 0)
      return atoms.next
    }
    let free = Array("free".utf8)
    #expect(next(Self.u32(7) + free) == .noAtom)
    #expect(next(Self.u32(1) + free + Self.u32(0) + Self.u32(15)) == .noAtom)
    #expect(next(Self.u32(0) + Self.u32(0)) == .nothing)
    #expect(next(Self.u32(0) + free) == .part(.init(type: "free", start: 0, byteCount: nil)))
    let all = next(Self.u32(1) + free + [UInt8](repeating: 0xFF, count: 8))
    guard case .part(let atom) = all else {
      Issue.record("\(all)")
      return
    }
    #expect(atom.byteCount == .max && atom.end == .max)
    // From 8 on so many bytes lead out of all files.
    var atoms = GrowingAtoms()
    let late = Self.u32(8) + free + Self.u32(1) + free + [UInt8](repeating: 0xFF, count: 8)
    hold(atoms.advance(through: ByteSource(copying: late), atMost: 10) && atoms.end == 8)
    guard case .part(let behind) = atoms.next else {
      Issue.record("\(atoms.next)")
      return
    }
    #expect(behind.end == nil)
  }

  /// Another beginning, or less than there was, is another file.
  @Test func aFileThatWasWrittenOverIsKnown() {
    let (free, skip) = (Self.u32(8) + Array("free".utf8), Self.u32(8) + Array("skip".utf8))
    var atoms = GrowingAtoms()
    hold(atoms.advance(through: ByteSource(copying: free + free), atMost: 10))
    hold(atoms.advance(through: ByteSource(copying: free + free + skip), atMost: 10))
    #expect(atoms.end == 24)
    var (changed, shorter) = (atoms, atoms)
    hold(!changed.advance(through: ByteSource(copying: free + skip + skip), atMost: 10))
    hold(!shorter.advance(through: ByteSource(copying: free + free), atMost: 10))
  }

  @Test func noMoreAreGoneThroughThanThatMany() {
    var atoms = GrowingAtoms()
    let bytes = (0..<9).flatMap { _ in Self.u32(8) + Array("free".utf8) }
    hold(atoms.advance(through: ByteSource(copying: bytes), atMost: 4))
    #expect(atoms.end == 32 && atoms.next == .nothing)
  }
}
