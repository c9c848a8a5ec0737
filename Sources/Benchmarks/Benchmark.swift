import Atoms
import ByteReading
import Foundation
import MediaInspection
import Structure
import StructureRendering

/// What is measured.
enum Benchmark: String, CaseIterable {
  case scan, fields, outline, samples, map, tool

  var summary: String {
    switch self {
    case .scan: "open a file and find its atoms"
    case .fields: "read all fields of all atoms, their headers too"
    case .outline: "write the outline to nowhere"
    case .samples: "make every sample of every track"
    case .map: "draw the map of who owns each byte"
    case .tool: "whole processes: atomdump against mp4dump and MP4Box, when they are in PATH"
    }
  }

  /// Measures on the file at `path` and prints a line.
  func run(_ path: String, runs: Int) throws {
    switch self {
    case .scan:
      var count = 0
      let time = try Measurement(runs: runs) {
        count = try MediaFile.open(ByteSource.open(path: path)).tree.count
      }
      time.report(rawValue, count, of: "atoms")
    case .fields:
      let document = try MediaFile.open(ByteSource.open(path: path))
      var sink = Counter()
      let time = Measurement(runs: runs) {
        sink = Counter()
        var walker = Walker()
        for index in document.tree.indices {
          document.walkHeader(index, &walker, into: &sink)
          document.walk(index, &walker, into: &sink)
        }
      }
      time.report(rawValue, sink.fields, of: "fields", note: "\(sink.rows.grouped) rows")
    case .outline:
      let document = try MediaFile.open(ByteSource.open(path: path))
      guard let nowhere = FileHandle(forWritingAtPath: "/dev/null") else { return }
      let time = Measurement(runs: runs) {
        var outline = OutlineRenderer(
          document, RenderOptions(), output: ByteWriter(descriptor: nowhere.fileDescriptor))
        _ = outline.render(name: "file.mp4")
        var output = outline.finish()
        output.flush()
      }
      time.report(rawValue, document.tree.count, of: "atoms")
    case .samples:
      let document = try MediaFile.open(ByteSource.open(path: path))
      var count = 0
      let time = Measurement(runs: runs) {
        count = 0
        for track in MovieSamples(document).tracks {
          for sample in track.samples() { count += sample.count }
        }
      }
      time.report(rawValue, count, of: "samples")
    case .map:
      let document = try MediaFile.open(ByteSource.open(path: path))
      var count = 0
      let time = Measurement(runs: runs) { count = ByteMap(document).ranges.count }
      time.report(rawValue, count, of: "ranges")
    case .tool:
      try compare(path, runs: runs)
    }
  }

  /// Runs the tool and its peers and prints each with its ratio to the tool.
  private func compare(_ path: String, runs: Int) throws {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    let search = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init)
    var base: Measurement?
    for (name, arguments) in [
      ("atomdump", [path]), ("mp4dump", [path]), ("MP4Box", ["-info", path]),
    ] {
      let folders = name == "atomdump" ? [folder] : search ?? []
      let program = folders.map { $0 + "/" + name }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
      guard let program else {
        print("  \(name.padded(to: 10)) not found")
        continue
      }
      let command = Command(program: program, arguments: arguments)
      let (time, status) = try command.measure(runs: runs, limit: 20)
      let ratio = base.map { time.minimum / $0.minimum }
      time.report(
        name, note: (ratio.map { "\($0.rounded(to: 1))×" } ?? "") + (status.map { ", \($0)" } ?? "")
      )
      if base == nil { base = time }
    }
  }
}

/// Counts what it is told.
private struct Counter: FieldSink {
  var fields = 0
  /// Rows of tables, which are not read.
  var rows = 0

  mutating func field(_ field: borrowing FieldReading) { fields += 1 }
  mutating func table(_ table: borrowing TableReading) { rows += table.count }
}
