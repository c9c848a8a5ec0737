import CommandLineSupport
import Testing

@testable import DumpApplication

/// What pictures and pages of many files are called in one directory.
@Suite struct PictureNamesTests {
  private func names(_ paths: String...) -> [String] {
    let found = NamesInDirectory.names(for: paths.map { FilePath($0) }, of: .pictures)
    return paths.map { path in
      if let name = found[Array(path.utf8)] { return String(decoding: name, as: UTF8.self) }
      return String((path.split(separator: "/").last ?? "").prefix { $0 != "." })
    }
  }

  @Test func noTwoFilesHaveOne() {
    #expect(names("a/01.mp3", "b/01.mp3") == ["a-01", "b-01"])
    #expect(names("a/01.mp3", "a/01.flac") == ["01-mp3", "01-flac"])
    // What tells two apart is what a third is called.
    #expect(names("b-01.mp3", "b/01.mp3", "a/01.mp3") == ["b-01", "b-01.2", "a-01"])
    // The first of several pictures of `two` is `two-1`.
    #expect(names("two.mp3", "two-1.mp3") == ["two", "two-1.2"])
    #expect(names("two-1.mp3", "two.mp3") == ["two-1", "two.2"])
    // So is a picture of its first chapter, and one of its contents.
    #expect(names("two.mp3", "two-chapter-1.mp3") == ["two", "two-chapter-1.2"])
    #expect(names("two-chapter-1.mp3", "two.mp3") == ["two-chapter-1", "two.2"])
    #expect(names("two.mp3", "two-contents.mp3") == ["two", "two-contents.2"])
    #expect(names("x/01.mp3", "x/02.mp3", "x/disc-a.mp3") == ["01", "02", "disc-a"])
  }

  private func pages(_ paths: String...) -> [String] {
    let found = NamesInDirectory.names(for: paths.map { FilePath($0) }, of: .page)
    return paths.map { path in
      found[Array(path.utf8)].map { String(decoding: $0, as: UTF8.self) } ?? String(path.split(separator: "/").last ?? "")
    }
  }

  /// Pages have the whole name, which may tell files apart by its extension already.
  @Test func noTwoFilesHaveOnePage() {
    #expect(pages("p1/x.mov", "p2/x.mov") == ["p1-x.mov", "p2-x.mov"])
    #expect(pages("p/x.mov", "p/x.mp4", "p/x-1.mov") == ["x.mov", "x.mp4", "x-1.mov"])
    #expect(pages("p1-x.mov", "p1/x.mov", "p2/x.mov") == ["p1-x.mov", "p1-x.mov.2", "p2-x.mov"])
    #expect(pages("x.mov", "./x.mov") == ["x.mov", "x.mov.2"])
    // Standard input is called `file` where no other is.
    #expect(pages("-", "file") == ["-", "file.2"])
    #expect(pages("file", "-") == ["file", "file.2"])
  }
}
