import Corpus
import Foundation
import Testing

/// `--privacy --strict`: nothing passes that somebody may not want to pass on.
@Suite struct StrictPrivacyTests {
  /// An artist, an album that is called by a number, and a place in it: all of it was read, and the album is nobody's
  /// name.
  @Test func namesOnASleeveCountWhenStrict() throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("sleeve-\(UUID().uuidString).mp3")
    let tag = TagBuilder(.v3)
    let bytes = tag.tag { tag.text("TPE1", "A Name"); tag.text("TALB", "1989"); tag.text("TRCK", "1") }.bytes
    try Data(bytes).write(to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    let plain = try Run.atomdump("--privacy", place.path)
    #expect(plain.code == 0 && plain.text.contains("metadata: none but 1 credit\n"), "\(plain.text)")
    #expect(try Run.atomdump("--privacy", "--strict", place.path).code == 1)
  }

  /// A program that wrote the file is nobody, unless somebody stands where it is to be named.
  @Test(arguments: [("Lavf58.76.100", false), ("encoded by anna@example.com", true)])
  func programsCountWhenStrict(_ name: String, isPersonal: Bool) throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("program-\(UUID().uuidString).mp3")
    let tag = TagBuilder(.v3)
    try Data(tag.tag { tag.text("TSSE", name) }.bytes).write(to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    let plain = try Run.atomdump("--privacy", place.path)
    #expect(plain.code == (isPersonal ? 1 : 0), "\(plain.text)")
    #expect(plain.text.contains(isPersonal ? "metadata: 1 found\n" : "metadata: none but 1 program\n"), "\(plain.text)")
    #expect(try Run.atomdump("--privacy", "--strict", place.path).code == 1)
    let json = try Run.atomdump("--privacy", "--json", place.path)
    #expect(json.text.contains(isPersonal ? #""programs":0"# : #""programs":1"#), "\(json.text)")
  }
}
