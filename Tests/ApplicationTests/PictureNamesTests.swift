import CommandLineSupport
import Testing

@testable import DumpApplication

/// What pictures of many files are called in one directory.
@Suite struct PictureNamesTests {
  private func names(_ paths: String...) -> [String] {
    let found = PictureList.names(for: paths.map { FilePath($0) })
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
    #expect(names("x/01.mp3", "x/02.mp3", "x/disc-a.mp3") == ["01", "02", "disc-a"])
  }
}
