import CommandLineSupport
import Corpus
import Foundation
import Testing

/// What git, the action and the hook of this repository look at is what `--ext media` means.
@Suite struct MediaExtensionsTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: Corpus.folder + "/../" + path, encoding: .utf8)
  }

  /// Rarer names of what is read are names of media.
  @Test func rareEndingsAreMedia() {
    #expect(MediaExtensions.ofAtoms.filter { ["m4p", "m4r", "3gpp", "3gp2", "hif", "avci"].contains($0) }.count == 6)
    #expect(MediaExtensions.ofSound.filter { ["mp2", "adts", "aifc", "wave", "bwf"].contains($0) }.count == 5)
    #expect(Set(MediaExtensions.all).count == MediaExtensions.all.count)
  }

  /// A name says what its file is meant to be, whatever letters it has; that of a companion of a file says nothing.
  @Test(arguments: [
    ("d/a.mp4", true), ("A.MOV", true), ("d/x.y.Heic", true), ("a.mp3", true), ("a.aif", true), ("a", false),
    (".mp4", false), ("mp4", false), ("d.mp4/a", false), ("a.mp4.txt", false), ("a.ts", false), ("a.dsf", false),
    ("d/._a.mp4", false),
  ])
  func namesOfMediaAreKnown(name: String, isMedia: Bool) {
    #expect(MediaExtensions.isMediaName(FilePath(name)) == isMedia)
  }

  @Test func theActionLooksAtAll() throws {
    let patterns = MediaExtensions.all.map { "*.\($0)" }.joined(separator: " ")
    #expect(try Self.text(".github/actions/atomdiff/action.yml").contains("default: \"\(patterns)\""))
  }

  @Test func theHooksLookAtAll() throws {
    let pattern = #"(?i)\.("# + MediaExtensions.all.joined(separator: "|") + #")(\.atoms)?$"#
    let hooks = try Self.text(".pre-commit-hooks.yaml").split(separator: "\n")
      .filter { $0.hasPrefix("  files: ") }
    #expect(hooks.count == 3)
    for hook in hooks { #expect(hook == "  files: \(pattern)") }
  }
}
