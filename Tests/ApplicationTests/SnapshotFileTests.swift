import ByteReading
import CommandLineSupport
import Corpus
import Foundation
import MediaInspection
import StructureDiff
import Testing

@testable import DiffApplication

/// Snapshots as files.
@Suite struct SnapshotFileTests {
  /// A snapshot that takes more to be read than there is would never be compared with anything.
  @Test func whatCouldNotBeReadAgainIsNotWritten() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("snapshots-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let media = FilePath(Array("movie.mov".utf8))
    let file = try #require(SnapshotFile(of: media, in: folder.path))
    let snapshot = Snapshot(
      try MediaFile.open(try Corpus.open("mockups/movie.mov")), options: Snapshot.Options())
    // Its text has 26,000 bytes, of which each takes fifteen to be read.
    func outcome(_ limit: Int) -> String {
      let memory = Memory(limit: limit)
      do {
        try file.write(snapshot, of: media, memory)
      } catch {
        return error.description
      }
      guard case .snapshot(let read) = file.read(memory), read.nodes.count == snapshot.nodes.count else {
        return "not read"
      }
      return "read"
    }
    var texts: [String] = []
    for shift in 12...24 { texts.append(outcome(1 << shift)) }
    #expect(Set(texts.filter { $0 != "read" }).count == 1, "\(texts)")
    let reason = "bytes takes more memory to be read again than there is (--max-memory)"
    #expect(texts.first?.hasSuffix(reason) == true, "\(texts)")
    #expect(texts.last == "read")
  }

  /// What a profile leaves out is not known of one that there is not: no other is taken for it.
  @Test(
    arguments: [
      ("atomtools snapshot 2   profile exacct\n", ":1:32: 'exacct' is no profile — did you mean 'exact'?"),
      (
        "atomtools snapshot 2 profile  none # of these\r\nftyp  major_brand 'isom'\r\n",
        ":1:31: 'none' is no profile: use exact, default, reproducible, media or tags"
      ),
      ("atomtools snapshot 2   profile exact\n", nil), ("atomtools snapshot 1\n", nil),
    ] as [(String, String?)])
  func theProfileOfASnapshotIsOneThatThereIs(text: String, message: String?) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("snapshots-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/x.mov.atoms"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    switch SnapshotFile(named: FilePath(path)).read(Memory()) {
    case .snapshot(let snapshot): #expect(message == nil, "\(snapshot.profile)")
    case .failed(let found): #expect(message.map { path + $0 } == found)
    case .missing, .conflict: Issue.record("not read")
    }
  }
}
