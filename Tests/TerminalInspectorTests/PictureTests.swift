import ByteReading
import CommandLineSupport
import Corpus
import Foundation
import MediaInspection
import Structure
import Testing

@testable import TerminalInspector

/// An opened file of the corpus, as `-i` opens it.
func opened(_ name: String) throws -> (document: Document, path: FilePath) {
  let document = try MediaFile.open(try Corpus.open(name))
  MediaFile.check(document, name: Array(name.utf8))
  return (document, FilePath(String(name.split(separator: "/").last ?? "")))
}

extension State {
  /// The state of these files on a screen of this size.
  init(
    _ names: [String], columns: Int = 80, rows: Int = 24, isPair: Bool = false,
    isASCII: Bool = false
  )
    throws
  {
    let files = try names.map(opened)
    self.init(
      files: files, pairing: isPair ? Pairing(files[0].document, files[1].document) : nil,
      columns: columns, rows: rows, isASCII: isASCII)
  }

  /// Types keys as a terminal sends them, and lets searches come to their end.
  @discardableResult
  mutating func type(_ keys: String) -> [Effect] {
    var decoder = InputDecoder()
    var effects: [Effect] = []
    for event in decoder.take(Array(keys.utf8)) + decoder.timeOut() {
      effects += reduce(event)
      var ticks = 0
      while isWorking, ticks < 10_000 {
        effects += reduce(.tick)
        ticks += 1
      }
    }
    return effects
  }

  var picture: Grid {
    var grid = Grid(columns: columns, rows: rows)
    paint(into: &grid)
    return grid
  }
}

/// Whole pictures, compared to the letter: `Corpus/goldens/inspector/*.screen` hold the size, the files,
/// the keys, and then what is seen.
///
/// `UPDATE_GOLDENS=1 swift test --filter PictureTests` writes what is painted now; what changed is read in
/// review.
@Suite struct PictureTests {
  static let folder = Corpus.path(of: "goldens/inspector")
  static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"

  /// A picture: its name, its size, its files, and the keys that lead to it.
  struct Scene: CustomTestStringConvertible, Sendable {
    var name: String
    var columns = 80
    var rows = 24
    var files: [String]
    var keys = ""
    var isPair = false
    var isASCII = false
    var testDescription: String { name }
  }

  static let scenes: [Scene] = [
    Scene(name: "movie-120x40", columns: 120, rows: 40, files: ["mockups/movie.mov"]),
    Scene(name: "movie-field", files: ["mockups/movie.mov"], keys: ":moov/mvhd.timescale\r"),
    Scene(
      name: "movie-field-120x40", columns: 120, rows: 40, files: ["mockups/movie.mov"],
      keys: ":moov/mvhd.timescale\r"),
    Scene(
      name: "readme", columns: 100, files: ["mockups/movie.mov"], keys: ":moov/mvhd.timescale\r"),
    Scene(name: "movie-50x12", columns: 50, rows: 12, files: ["mockups/movie.mov"]),
    Scene(
      name: "movie-fields-50x12", columns: 50, rows: 12, files: ["mockups/movie.mov"],
      keys: "j\t"),
    Scene(
      name: "movie-bytes-50x12", columns: 50, rows: 12, files: ["mockups/movie.mov"], keys: "j3"),
    Scene(name: "movie-40x8", columns: 40, rows: 8, files: ["mockups/movie.mov"]),
    Scene(
      name: "movie-chunk", files: ["mockups/movie.mov"],
      keys: ":moov/trak[2]/mdia/minf/stbl/stco.entries[3]\r\r"),
    Scene(
      name: "movie-sync", files: ["mockups/movie.mov"],
      keys: ":moov/trak[1]/mdia/minf/stbl/stss.entries[1]\r\r"),
    Scene(name: "movie-search", files: ["mockups/movie.mov"], keys: "/soun\rn"),
    Scene(name: "movie-completion", files: ["mockups/movie.mov"], keys: ":moov/t\t"),
    Scene(name: "movie-help", files: ["mockups/movie.mov"], keys: "?"),
    Scene(name: "movie-ascii", files: ["mockups/movie.mov"], keys: "jl", isASCII: true),
    Scene(name: "corrupt", files: ["mockups/corrupt.mp4"]),
    Scene(name: "corrupt-second", files: ["mockups/corrupt.mp4"], keys: "!!!!!"),
    Scene(
      name: "fragments", files: ["mockups/frag.mp4"], keys: ":moof[2]/traf[1]/trun.samples[2]\r\r"),
    Scene(name: "track", files: ["mockups/track.mp3"], keys: ":ID3v2/TXXX\r"),
    Scene(name: "items", columns: 100, files: ["made/items-v2.heic"], keys: "44"),
    Scene(
      name: "pair", columns: 100, files: ["mockups/a.mp4", "mockups/b.mp4"], keys: "]c]c",
      isPair: true),
  ]

  @Test(arguments: scenes)
  func pictureIsAsItWas(scene: Scene) throws {
    var state = try State(
      scene.files, columns: scene.columns, rows: scene.rows, isPair: scene.isPair,
      isASCII: scene.isASCII)
    state.type(scene.keys)
    #expect(state.broken == nil)
    let shown = scene.keys.replacingOccurrences(of: "\r", with: "⏎")
      .replacingOccurrences(of: "\t", with: "⇥")
    let text =
      "\(scene.columns)×\(scene.rows)  \(scene.files.joined(separator: " "))  \(shown)\n"
      + state.picture.text
    let place = Self.folder + "/" + scene.name + ".screen"
    if Self.isUpdating {
      try FileManager.default.createDirectory(
        atPath: Self.folder, withIntermediateDirectories: true)
      try text.write(toFile: place, atomically: true, encoding: .utf8)
    } else {
      let before = try String(contentsOfFile: place, encoding: .utf8)
      #expect(before == text, "\(scene.name)")
    }
  }

  /// The page that people read first shows what is painted.
  @Test func readmeShowsTheInspector() throws {
    let scene = try #require(Self.scenes.first { $0.name == "readme" })
    var state = try State(scene.files, columns: scene.columns, rows: scene.rows)
    state.type(scene.keys)
    let place = String(Corpus.folder.dropLast("/Corpus".count)) + "/README.md"
    var parts = try String(contentsOfFile: place, encoding: .utf8).components(separatedBy: "```\n")
    let number = try #require(
      parts.firstIndex { $0 == "SCENE\n" || $0.hasPrefix(" movie.mov  QuickTime movie") })
    if Self.isUpdating {
      parts[number] = state.picture.text
      try parts.joined(separator: "```\n").write(toFile: place, atomically: true, encoding: .utf8)
    } else {
      #expect(parts[number] == state.picture.text)
    }
  }

  @Test func everyGoldenIsOfAScene() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(Set(files) == Set(Self.scenes.map { $0.name + ".screen" }))
  }
}
