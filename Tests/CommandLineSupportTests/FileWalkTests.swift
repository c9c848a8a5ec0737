import CommandLineSupport
import Foundation
import Testing

@Suite struct FileWalkTests {
  /// A directory that is removed when the test is over.
  final class Folder {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("walk-\(UUID().uuidString)").path

    init(directories: [String], files: [String], links: [String: String] = [:]) throws {
      let manager = FileManager.default
      try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
      for name in directories {
        try manager.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
      }
      for name in files { try Data(name.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)")) }
      for (name, target) in links {
        try manager.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The items of a walk, paths below the folder.
    func walk(_ operands: [String], isRecursive: Bool = true, extensions: [String] = []) -> [String]
    {
      let paths = operands.map { FilePath($0.isEmpty ? path : "\(path)/\($0)") }
      return FileWalk(paths, isRecursive: isRecursive, extensions: extensions).map { item in
        switch item {
        case .standardInput: "-"
        case .file(let file): String(file.display.dropFirst(path.count + 1))
        case .problem(let file, let problem):
          "\(file.display.dropFirst(path.count + 1)): \(problem)"
        }
      }
    }
  }

  @Test func directoriesAreWalkedInByteOrderWithHiddenFiles() throws {
    let folder = try Folder(
      directories: ["b", "b/d", "empty"], files: ["b/z", "b/d/x", "a", ".hidden", "Z", "é", "c"])
    #expect(folder.walk([""]) == [".hidden", "Z", "a", "b/d/x", "b/z", "c", "é"])
  }

  /// What git keeps of films, as `git lfs` does, is no other film; in a folder that is named it is what somebody means.
  @Test func foldersOfVersionControlArePassedOver() throws {
    let folder = try Folder(
      directories: [".git", ".git/lfs", "in", "in/.hg", "in/.svn", ".github"],
      files: [".git/lfs/a", "in/.hg/b", "in/.svn/c", "in/.git", "in/film", ".github/d"])
    #expect(folder.walk([""]) == [".github/d", "in/.git", "in/film"])
    #expect(folder.walk([".git"]) == [".git/lfs/a"])
    #expect(folder.walk([".git/", "in/.hg"]) == [".git/lfs/a", "in/.hg/b"])
  }

  /// A link in a directory may lead to one around it; one that is named is what somebody means.
  @Test func linksAreFollowedWhenNamedAndElseCounted() throws {
    let folder = try Folder(
      directories: ["d", "e"], files: ["d/a", "e/b"],
      links: [
        "d/loop": "../d", "d/up": "..", "d/alias": "a", "d/film.mp4": "a", "named": "d", "dangling": "nowhere",
        "gone.mov": "nowhere",
      ])
    #expect(folder.walk(["d"]) == ["d/a"])
    #expect(folder.walk(["named"]) == ["named/a"])
    #expect(folder.walk(["dangling"]) == ["dangling: no such file or directory"])
    #expect(folder.walk([""]) == ["d/a", "e/b"])
    #expect(folder.walk(["d/alias"], isRecursive: false) == ["d/alias"])
    // Two that lead to directories in 'd', one at the top; what is called as media is, wherever it leads.
    func links(_ extensions: [String]) -> Int {
      var walk = FileWalk([FilePath(folder.path)], isRecursive: true, extensions: extensions)
      while walk.next() != nil {}
      return walk.passedOver.links
    }
    #expect(links([]) == 5)
    #expect(links(["mp4"]) == 4)
    #expect(FileWalk.words(ofLinks: 0) == nil)
    #expect(FileWalk.words(ofLinks: 1) == "1 symbolic link passed over: name it to follow it")
    #expect(FileWalk.words(ofLinks: 3) == "3 symbolic links passed over: name them to follow them")
  }

  /// Who reads from one of these waits for ever.
  @Test func linksToDevicesAreNoFiles() throws {
    let folder = try Folder(
      directories: ["d"], files: ["d/b.mp4"], links: ["d/a.mp4": "/dev/zero", "d/c.mp4": "/dev/null"])
    #expect(folder.walk(["d"]) == ["d/b.mp4"])
  }

  @Test func eachFileIsTakenOnceByInode() throws {
    let folder = try Folder(directories: ["d"], files: ["d/b"])
    try FileManager.default.linkItem(atPath: "\(folder.path)/d/b", toPath: "\(folder.path)/d/c")
    #expect(folder.walk(["d"]) == ["d/b"])
    #expect(folder.walk(["d/c", "d", "d"]) == ["d/c"])
    // What is named without -r is taken as named.
    #expect(folder.walk(["d/c", "d/b", "d/c"], isRecursive: false) == ["d/c", "d/b", "d/c"])
  }

  @Test func extensionsFilterDirectoriesNotOperands() throws {
    let folder = try Folder(
      directories: ["d"], files: ["d/a.mp4", "d/B.MOV", "d/c.txt", "d/.mp4", "d/mp4", "e.txt"])
    #expect(
      folder.walk(["d", "e.txt"], extensions: ["mp4", ".mov"]) == ["d/B.MOV", "d/a.mp4", "e.txt"])
  }

  @Test func problemsStandWhereTheFileWould() throws {
    let folder = try Folder(directories: ["d"], files: ["a", "b"])
    #expect(
      folder.walk(["a", "none", "d", "b"], isRecursive: false) == [
        "a", "none: no such file or directory",
        "d: is a directory — add -r to read the files in it", "b",
      ])
    #expect(Array(FileWalk([FilePath("-")])) == [.standardInput])
  }

  @Test(
    arguments: [
      (Array("a b.mp4".utf8), "a b.mp4"), (Array("é—日".utf8), "é—日"),
      ([0x61, 0xFF, 0x0A], "a\\xff\\x0a"), (Array("a\\b".utf8), "a\\\\b"),
      (Array("\u{1B}[31m".utf8), "\\x1b[31m"), (Array("\u{202E}gpj".utf8), "\\xe2\\x80\\xaegpj"),
      ([0xE2, 0x82], "\\xe2\\x82"), ([0xC0, 0xAF], "\\xc0\\xaf"), ([0xC3, 0x41], "\\xc3A"),
      (Array("🎬".utf8), "🎬"), (Array("e\u{301}".utf8), "e\u{301}"),
    ] as [([UInt8], String)])
  func namesAreShownEscaped(bytes: [UInt8], expected: String) {
    #expect(FilePath(bytes).display == expected)
  }

  #if os(Linux)
    @Test func namesThatAreNotUTF8AreKept() throws {
      let folder = try Folder(directories: ["d"], files: [])
      guard let bash = program("bash") else { return }
      _ = try run(bash, [], input: "touch '\(folder.path)/d/'$'a\\xffb'")
      let items = Array(FileWalk([FilePath("\(folder.path)/d")], isRecursive: true))
      #expect(items == [.file(FilePath("\(folder.path)/d").appending([0x61, 0xFF, 0x62]))])
    }
  #endif
}
