import ByteReading
import Corpus
import Foundation
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

@testable import DiffApplication

/// Many rules of a file of rules leave out what each of them does.
@Suite struct DiffScopeTests {
  private static let rules = [
    "//mdhd", "//*.flags", "moov/trak[1]/tkhd.width", "//stsd/*", "//mvhd.duration", "//mvhd.Dura_tion", "moov",
    "//stts.entries.sample_count", "//stts.sample_delta", "//hdlr.name", "@0x30", "//zzzz", "//mvhd.nothing", "//*[2]",
    "//tkhd.matrix", "//stco", "//stsz.sample_size", "//mdhd.language", "//mdhd.timescale", "//mvhd.rate",
    "//mvhd.volume", "//mvhd.matrix", "//mvhd.next_track_ID", "//mvhd.creation_time", "//mvhd.modification_time",
  ]

  /// A made file, and the same with one byte in each of its atoms changed.
  private static func pair(_ name: String) throws -> (Document, Document)? {
    guard let before = try? MediaFile.open(Corpus.open(name)), before.tree.count < 2_000 else { return nil }
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Corpus.path(of: name))))
    for index in before.tree.indices {
      let node = before.tree[index]
      let at = Int(clamping: node.payloadStart) + Int(node.payload.byteCount % 13)
      if node.source == 0, node.subtreeEnd == index.next, at < Int(clamping: node.end), bytes.indices.contains(at) {
        bytes[at] ^= 1
      }
    }
    guard let after = try? MediaFile.open(ByteSource(copying: bytes)) else { return nil }
    return (before, after)
  }

  @Test(arguments: Corpus.files()) func manyPathsMeanWhatEachMeans(name: String) throws {
    guard let (before, after) = try Self.pair(name) else { return }
    let paths = try Self.rules.map { try Path($0) }
    let all = DiffScope(paths, before, after, isReached: true)
    let each = paths.map { DiffScope([$0], before, after, isReached: true) }
    #expect(all.isMeant == each.map { !$0.isEmpty })
    let comparison = Comparison(before, after, rules: .media)
    let changes = comparison.changes + comparison.consequences
    for change in changes {
      #expect(all.contains(change) == each.contains { $0.contains(change) })
      #expect(all.reaches(change) == each.contains { $0.reaches(change) })
    }
    let identities = IdentityPaths(after)
    let recorded = RecordedScopes(paths)
    let eachRecorded = paths.map { RecordedScopes([$0]) }
    let fields =
      try [FieldPath()] + ["flags", "duration", "entries[3].sample_count", "matrix", "width"].map { try FieldPath($0) }
    for node in after.tree.indices.prefix(300) {
      let place = identities.place(of: node)
      for field in fields {
        #expect(all.holds(node, field) == each.contains { $0.holds(node, field) })
        #expect(all.leavesOut(node, field) == each.contains { $0.leavesOut(node, field) })
        #expect(recorded.contains(place, field) == eachRecorded.contains { $0.contains(place, field) })
      }
    }
  }

  /// What one path means is told of what it names, and of nothing beside it.
  @Test func aPathMeansItsFieldAndItsNode() throws {
    let bytes = atoms {
      atom("ftyp") { u32(0x6973_6F6D, 0) }
      atom("free") { u32(1) }
      atom("skip") { u32(2) }
    }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let scope = DiffScope([try Path("free"), try Path("ftyp.major_brand")], document, document)
    #expect(scope.leavesOut(NodeIndex(1), FieldPath()) && !scope.leavesOut(NodeIndex(2), FieldPath()))
    #expect(!scope.leavesOut(NodeIndex(0), FieldPath()))
    let (brand, version) = (FieldPath("majorBrand"), FieldPath("minor_version"))
    #expect(scope.leavesOut(NodeIndex(0), brand) && !scope.leavesOut(NodeIndex(0), version))
    #expect(RecordedScopes([try Path("//free")]).contains(try Path("moov/free"), FieldPath()))
    #expect(!RecordedScopes([try Path("//free")]).contains(try Path("moov/skip"), FieldPath()))
  }
}
