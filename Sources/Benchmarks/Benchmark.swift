import Atoms
import ByteReading
import Corpus
import Foundation
import MediaFacts
import MediaInspection
import Structure
import StructureRendering

/// What is measured.
enum Benchmark: String, CaseIterable {
  case scan, fields, outline, samples, map, tool, files, catalogue

  /// Whether it is measured on each workload; the others have something of their own.
  var takesWorkload: Bool { self != .files && self != .catalogue }

  var summary: String {
    switch self {
    case .scan: "open a file and find its atoms"
    case .fields: "read all fields of all atoms, their headers too"
    case .outline: "write the outline to nowhere"
    case .samples: "make every sample of every track"
    case .map: "draw the map of who owns each byte"
    case .tool: "whole processes: atomdump against mp4dump and MP4Box, when they are in PATH"
    case .files: "read all fields and all rows of the files in ATOMTOOLS_SAMPLES"
    case .catalogue: "whole processes that look up a movie's tables, among a tenth of them or all"
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
    case .files:
      try Self.readFiles(runs: runs)
    case .catalogue:
      try Self.compareCatalogues(runs: runs)
    }
  }

  /// Reads every field and every row of every atom in the samples, and says how many bytes of
  /// structure that is in a second.
  private static func readFiles(runs: Int) throws {
    guard let folder = Corpus.sampleFolders.first else {
      print("  files      skipped: ATOMTOOLS_SAMPLES names no folder")
      return
    }
    var documents: [Document] = []
    var inventory = Inventory()
    for file in Corpus.files(in: folder) {
      let source = try ByteSource.open(path: folder + "/" + file)
      guard let document = try? MediaFile.open(source), document.tree.child("ftyp", of: nil) != nil
      else {
        continue
      }
      documents.append(document)
      inventory.add(
        document, path: Array(file.utf8), name: file, payload: MediaFile.payloadTypes)
    }
    var sink = Reader()
    let time = Measurement(runs: runs) {
      sink = Reader()
      var walker = Walker()
      for document in documents {
        for index in document.tree.indices
        where !MediaFile.payloadTypes.contains(document.tree[index].type) {
          document.walkHeader(index, &walker, into: &sink)
          document.walk(index, &walker, into: &sink)
        }
      }
    }
    let bytes = Double(inventory.bytes.structure)
    time.report(
      "files", sink.fields + sink.values, of: "fields and values",
      note: "\(documents.count) files, \((bytes / 1e6).rounded(to: 1)) MB of structure, "
        + "\((bytes / time.minimum / 1e6).rounded(to: 0)) MB/s")
  }

  /// Runs this program again and again with a part of the tables.
  private static func compareCatalogues(runs: Int) throws {
    let program = CommandLine.arguments[0]
    var base: Measurement?
    for (name, percent) in [("none", 0), ("a tenth", 10), ("all", 100)] {
      let command = Command(program: program, arguments: ["--look-up", "\(percent)"])
      let (time, status) = try command.measure(runs: runs * 10, limit: 20)
      let more = base.map { "+\(((time.minimum - $0.minimum) * 1e3).rounded(to: 3)) ms" }
      time.report(name, note: (more ?? "") + (status.map { ", \($0)" } ?? ""))
      if base == nil { base = time }
    }
  }

  /// Makes a catalogue of about `percent` of the tables and lowers the forty that a small movie needs,
  /// which stand in the families that come first.
  static func lookUp(percent: Int) {
    guard percent > 0 else { return }
    var families: [any SyntaxFamily.Type] = []
    for family in AtomFamilies.all where percent == 100 || families.count < movieFamilies {
      families.append(family)
    }
    let catalogue = Catalogue(
      nodeKind: "atom", header: Syntax("*", "Header", ""), families: families)
    for (type, parent) in movieTypes {
      if let table = catalogue.table(for: type, in: parent, handler: nil, extendedType: nil) {
        _ = catalogue.program(table)
      }
    }
  }

  /// The families of the files, movies, media and sample tables: a tenth of all tables.
  private static let movieFamilies = 6

  private static let movieTypes: [(FourCC, FourCC)] = [
    ("ftyp", "file"), ("moov", "file"), ("mdat", "file"), ("free", "file"), ("mvhd", "moov"),
    ("trak", "moov"), ("tkhd", "trak"), ("edts", "trak"), ("elst", "edts"), ("mdia", "trak"),
    ("mdhd", "mdia"), ("hdlr", "mdia"), ("minf", "mdia"), ("vmhd", "minf"), ("smhd", "minf"),
    ("dinf", "minf"), ("dref", "dinf"), ("url ", "dref"), ("stbl", "minf"), ("stsd", "stbl"),
    ("stts", "stbl"), ("ctts", "stbl"), ("stss", "stbl"), ("stsc", "stbl"), ("stsz", "stbl"),
    ("stco", "stbl"), ("co64", "stbl"), ("sdtp", "stbl"),
  ]

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

/// Reads what it is told, rows too.
private struct Reader: FieldSink {
  var fields = 0
  var values = 0
  var sum: UInt64 = 0

  mutating func field(_ field: borrowing FieldReading) {
    fields += 1
    sum &+= field.raw
  }

  mutating func table(_ table: borrowing TableReading) {
    for column in table.columns.indices {
      for row in 0..<table.count { sum &+= table.raw(row: row, column: column) }
    }
    values += table.count * table.columns.count
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
