import ByteReading
import Corpus
import Foundation
import FuzzOracles
import MediaInspection
import Structure
import Testing

extension HostileCase: CustomTestStringConvertible {
  public var testDescription: String { name }
}

/// Every hostile case through the library: what is told, and at which offset.
@Suite struct HostileCaseTests {
  @Test func thereAreHundredsOfCases() {
    #expect(HostileCase.all.count >= 400)
    #expect(
      Set(HostileCase.all.map(\.name)).count == HostileCase.all.count, "each has its own name")
  }

  /// Those that are there for their size take long here; the programs are given them when they are
  /// optimised (`.ci/run`).
  @Test(arguments: HostileCase.all.filter { !$0.isLarge })
  func whatIsWrongIsToldAtItsOffset(hostile: HostileCase) throws {
    let bytes = hostile.bytes
    let document: Document
    do throws(MediaFileError) {
      document = try MediaFile.open(ByteSource(copying: bytes))
    } catch {
      guard case .refused = hostile.expected else {
        Issue.record("it is not opened: \(error)")
        return
      }
      return
    }
    if case .refused = hostile.expected { Issue.record("it is opened") }
    MediaFile.check(document, isThorough: true)
    let told = document.problems.kept.map {
      HostileCase.line($0.kind.id.description, $0.extent.byteOffset)
    }
    let missing = hostile.wanted(in: bytes).filter { !told.contains($0) }
    #expect(missing.isEmpty, "what is told: \(told.prefix(40).joined(separator: ", "))")
    if case .sound = hostile.expected {
      let errors = document.problems.kept.filter {
        $0.severity == .error && !Self.isOfParts($0.kind.id.description)
      }
      #expect(errors.isEmpty, "\(told.prefix(40))")
    }
    let gap = Tiling.firstGap(in: document)
    #expect(gap == nil)
  }

  /// Problems of atoms and tables that small files leave out.
  static func isOfParts(_ id: String) -> Bool {
    [
      "atom-missing", "movie-missing", "sample-description-missing", "sample-count-differs",
      "entry-count-differs", "chunk-samples-differ", "decoder-configuration-missing",
    ].contains(id)
  }

  /// What fuzzers hold their inputs to: tiling, harmless output in every format, JSON that can be
  /// read, the same twice, paths that find their node.
  @Test(arguments: HostileCase.all.filter { !$0.isLarge })
  func promisesAreKept(hostile: HostileCase) {
    let bytes = hostile.bytes
    guard bytes.count <= 1 << 14 else { return }
    let target = hostile.format == .atoms ? FuzzTarget.atoms : .id3
    let broken = target.firstBroken(by: bytes, stride: 12)
    #expect(broken == nil)
  }
}
