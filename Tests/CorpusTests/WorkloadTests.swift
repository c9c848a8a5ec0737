import ByteReading
import Corpus
import Foundation
import FuzzOracles
import Structure
import Testing

/// Workloads in small: what benchmarks measure has to be what it says.
@Suite struct WorkloadTests {
  /// The document of a file that `write` makes.
  private func document(_ write: (_ path: String) throws -> Void) throws -> Document {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("atomtools-\(UUID().uuidString).mp4").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try write(path)
    return Reading(try ByteSource.open(path: path)).document
  }

  @Test(arguments: [false, true])
  func tablesHaveTheirRows(areAllLong: Bool) throws {
    let document = try document {
      try Workload.tables(count: 1_000, areAllLong: areAllLong, to: $0)
    }
    #expect(Tiling.firstGap(in: document) == nil)
    let reader = NodeReader(document)
    for name in areAllLong ? ["stsz", "stts", "ctts", "stco"] : ["stsz"] {
      let found = try Path("//" + name).nodes(in: document)
      try #require(found.count == 1)
      reader.open(found[0])
      #expect(reader.count("entries") == 1_000, "\(name)")
    }
  }

  @Test func fragmentsFollowOneAnother() throws {
    let document = try document { try Workload.fragments(count: 20, to: $0) }
    #expect(document.problems.kept.isEmpty)
    #expect(Tiling.firstGap(in: document) == nil)
    let tree = document.tree
    let reader = NodeReader(document)
    let fragments = tree.children(of: nil).filter { tree[$0].type == "moof" }
    try #require(fragments.count == 20)
    var time: UInt64 = 0
    for (number, fragment) in fragments.enumerated() {
      reader.open(try #require(tree.child("mfhd", of: fragment)))
      #expect(reader.number("sequence_number") == UInt64(number + 1))
      let track = try #require(tree.child("traf", of: fragment))
      reader.open(try #require(tree.child("tfdt", of: track)))
      #expect(reader.number("baseMediaDecodeTime") == time)
      reader.open(try #require(tree.child("trun", of: track)))
      let media = tree[tree[fragment].subtreeEnd]
      #expect(media.type == "mdat")
      #expect(reader.number("data_offset") == media.payloadStart - tree[fragment].start)
      let sample = reader.withTable("samples") { table in
        (0..<table.columns.count).map { table.raw(row: 0, column: $0) }
      }
      try #require(sample?.count == 2)
      #expect(sample?[1] == media.size - 8)
      time += sample?[0] ?? 0
    }
  }

  @Test func siblingsAndNestedAtomsAreCounted() throws {
    #expect(try document { try Workload.siblings(count: 500, to: $0) }.tree.count == 501)
    let nested = try document { try Workload.nested(depth: 50, to: $0) }
    #expect(nested.tree.count == 50)
    #expect(nested.tree[NodeIndex(49)].depth == 49)
  }

  @Test func sparseFilesHaveTheirMovieAtTheEnd() throws {
    let document = try document { try Workload.sparse(byteCount: 8 << 30, to: $0) }
    #expect(document.problems.kept.isEmpty)
    let tree = document.tree
    #expect(tree.children(of: nil).map { tree[$0].type.key } == ["ftyp", "mdat", "moov"])
    #expect(tree.children(of: nil).map { tree[$0].end }.last == 8 << 30)
  }

  @Test func theSameCallGivesTheSameBytes() throws {
    let files = try (0..<2).map { _ in
      try document { try Workload.tables(count: 100, areAllLong: true, to: $0) }.tree.file
    }
    #expect(files[0].prefix(.max) == files[1].prefix(.max))
  }

  @Test func tagsHoldWhatTheySay() throws {
    let picture = try document { try Workload.picture(byteCount: 5_000, to: $0) }
    #expect(picture.tree.child("APIC", of: NodeIndex(0)).map { picture.tree[$0].size } == 5_024)
    let frames = try document { try Workload.frames(count: 100, to: $0) }
    #expect(
      frames.tree.children(of: NodeIndex(0)).filter { frames.tree[$0].type == "TXXX" }.count == 100)
    let tiny = try document { try Workload.tinyFrames(count: 100, to: $0) }
    #expect(tiny.tree.children(of: NodeIndex(0)).filter { tiny.tree[$0].size == 11 }.count == 100)
    let noise = try document { try Workload.unsynchronised(byteCount: 100_000, to: $0) }
    #expect(noise.tree.sources.count == 2)
    #expect(noise.tree.child("PRIV", of: NodeIndex(0)).map { noise.tree[$0].size } == 100_016)
    for document in [picture, frames, tiny, noise] {
      #expect(document.problems.errors == 0)
      #expect(Tiling.firstGap(in: document) == nil)
    }
  }
}
