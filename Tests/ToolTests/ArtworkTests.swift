import Corpus
import Foundation
import Testing

/// Pictures of tags, written out (`--artwork`).
@Suite struct ArtworkTests {
  /// Files of one name in several directories, and one of a name of its own.
  private func folder() throws -> URL {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("art-\(UUID().uuidString)")
    for name in ["one/cd/t.m4a", "two/cd/t.m4a", "two/t.m4a", "two/u.m4a"] {
      let file = place.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: Corpus.path(of: "encoded/tagged.m4a"), toPath: file.path)
    }
    try FileManager.default.createDirectory(
      at: place.appendingPathComponent("out"), withIntermediateDirectories: true)
    return place
  }

  @Test func filesOfOneNameHaveTheirDirectoriesInFront() throws {
    let place = try folder()
    defer { try? FileManager.default.removeItem(at: place) }
    let run = try Run.run(
      Run.atomdump, ["--artwork=out", "-r", "one", "two"], in: place.path, environment: [:], input: nil)
    #expect(run.code == 0, "\(run.errorText)")
    let names = try FileManager.default.contentsOfDirectory(atPath: place.appendingPathComponent("out").path)
    #expect(names.sorted() == ["one-cd-t.png", "two-cd-t.png", "two-t.png", "u.png"])
  }

  /// Of two files of one folder that differ in their extensions alone both are written, and none is hidden behind a dot.
  @Test func filesThatDifferInTheirExtensionsAreToldApart() throws {
    let place = try folder()
    defer { try? FileManager.default.removeItem(at: place) }
    let (copy, out) = (place.appendingPathComponent("two/u.mp4"), place.appendingPathComponent("one/out"))
    try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Corpus.path(of: "encoded/tagged.m4a"), toPath: copy.path)
    let run = try Run.run(
      Run.atomdump, ["--artwork=out", "../two/t.m4a", "../two/cd/t.m4a", "../two/u.m4a", "../two/u.mp4"],
      in: place.appendingPathComponent("one").path, environment: [:], input: nil)
    #expect(run.code == 0, "\(run.errorText)")
    let names = try FileManager.default.contentsOfDirectory(atPath: out.path)
    #expect(names.sorted() == ["cd-t.png", "two-t.png", "u-m4a.png", "u-mp4.png"])
  }

  @Test func aPictureGoesToStandardOutput() throws {
    let place = try folder()
    defer { try? FileManager.default.removeItem(at: place) }
    let run = try Run.run(
      Run.atomdump, ["--artwork", "-", "two/u.m4a"], in: place.path, environment: [:], input: nil)
    #expect(run.code == 0, "\(run.errorText)")
    #expect(run.output.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(run.output.count == 189)
    // Nothing is written beside it, and none at all is no success.
    #expect(!FileManager.default.fileExists(atPath: place.appendingPathComponent("-.png").path))
    let none = try Run.run(
      Run.atomdump, ["--artwork", "-", Corpus.path(of: "mockups/movie.mov")], in: place.path, environment: [:],
      input: nil)
    #expect(none.code == 1)
    #expect(none.output.isEmpty)
    #expect(none.errorText.hasSuffix("movie.mov: no artwork\n"))
    let several = try Run.run(
      Run.atomdump, ["--artwork", "-", "two/u.m4a", "two/t.m4a"], in: place.path, environment: [:], input: nil)
    #expect(several.code == 2)
  }
}
