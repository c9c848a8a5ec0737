// swift-format-ignore-file: DoNotUseSemicolons

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

  // MARK: Chapters

  private static let tag = TagBuilder(.v4)
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xD9]
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private static func picture(_ type: String, _ bytes: [UInt8]) -> Piece {
    tag.frame("APIC") { u8(0); text(type, terminated: true); u8(3, 0); Piece(bytes) }
  }

  private static func chapter(_ id: String, _ frames: Piece...) -> Piece {
    tag.frame("CHAP") {
      text(id, terminated: true); u32(0, 500, .max, .max)
      for frame in frames { frame }
    }
  }

  /// A podcast whose tag has these frames, in a folder of its own with one for pictures.
  private func podcast(@AtomBuilder _ frames: () -> Piece) throws -> URL {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("art-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: place.appendingPathComponent("out"), withIntermediateDirectories: true)
    let bytes = Self.tag.tag(frames).bytes + mpegAudio(frames: 3).bytes
    try Data(bytes).write(to: place.appendingPathComponent("t.mp3"))
    return place
  }

  private func run(_ arguments: String..., in place: URL) throws -> Run {
    try Run.run(Run.atomdump, arguments, in: place.path, environment: [:], input: nil)
  }

  /// Pictures of chapters are called as these are in `--chapters`, beside those of the file.
  @Test func picturesOfChaptersAreNamedByThem() throws {
    let place = try podcast {
      Self.picture("image/png", Self.png)
      Self.chapter("c1", Self.tag.text("TIT2", "One"))
      Self.chapter("c2", Self.picture("image/jpeg", Self.jpeg))
      Self.chapter("c3", Self.picture("image/jpeg", Self.jpeg), Self.picture("image/jpeg", Self.jpeg + [0]))
    }
    defer { try? FileManager.default.removeItem(at: place) }
    let run = try run("--artwork=out", "t.mp3", in: place)
    #expect(run.code == 0, "\(run.errorText)")
    let out = place.appendingPathComponent("out")
    let names = try FileManager.default.contentsOfDirectory(atPath: out.path)
    #expect(names.sorted() == ["t-chapter-2.jpg", "t-chapter-3.2.jpg", "t-chapter-3.jpg", "t.png"])
    #expect(try Data(contentsOf: out.appendingPathComponent("t-chapter-2.jpg")) == Data(Self.jpeg))
    #expect(try Data(contentsOf: out.appendingPathComponent("t-chapter-3.2.jpg")) == Data(Self.jpeg + [0]))
    #expect(run.text.contains("out/t-chapter-2.jpg"), "\(run.text)")
  }

  /// A file may be called as pictures of chapters of another are.
  @Test func picturesOfAFileCalledAsAChapterAreToldApart() throws {
    let place = try podcast {
      Self.picture("image/png", Self.png)
      Self.chapter("c1", Self.tag.text("TIT2", "One"))
      Self.chapter("c2", Self.picture("image/jpeg", Self.jpeg))
    }
    defer { try? FileManager.default.removeItem(at: place) }
    let other = try podcast {
      Self.picture("image/jpeg", Self.jpeg + [1])
      Self.picture("image/jpeg", Self.jpeg + [2])
    }
    defer { try? FileManager.default.removeItem(at: other) }
    try FileManager.default.moveItem(
      at: other.appendingPathComponent("t.mp3"), to: place.appendingPathComponent("t-chapter.mp3"))
    let run = try run("--artwork=out", "t.mp3", "t-chapter.mp3", in: place)
    #expect(run.code == 0, "\(run.errorText)")
    let out = place.appendingPathComponent("out")
    let written = try FileManager.default.contentsOfDirectory(atPath: out.path).map {
      Array(try Data(contentsOf: out.appendingPathComponent($0)))
    }
    #expect(Set(written) == [Self.png, Self.jpeg, Self.jpeg + [1], Self.jpeg + [2]])
  }

  /// The only picture needs no number, whatever it is of.
  @Test func theOnlyPictureOfAChapterIsCalledAsTheFileIs() throws {
    let place = try podcast { Self.chapter("c1", Self.picture("image/jpeg", Self.jpeg)) }
    defer { try? FileManager.default.removeItem(at: place) }
    #expect(try run("--artwork=out", "t.mp3", in: place).code == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.appendingPathComponent("out").path)
    #expect(names == ["t.jpg"])
    let written = try run("--artwork", "-", "t.mp3", in: place)
    #expect(written.code == 0 && Array(written.output) == Self.jpeg)
  }
}
