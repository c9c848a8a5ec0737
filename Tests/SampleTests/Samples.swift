import ByteReading
import Corpus
import Foundation
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// Real files from elsewhere with what other tools say of them; no part of the project.
enum Samples {
  /// The first folder that `ATOMTOOLS_SAMPLES` names; `nil` when it names none.
  static let folder: String? = {
    if Corpus.sampleFolders.isEmpty {
      print("ATOMTOOLS_SAMPLES names no folder: files from elsewhere are not read")
    }
    return Corpus.sampleFolders.first
  }()

  /// The path of a file that is named from the folder that has it.
  static func place(of path: String) -> String { Corpus.path(ofSample: path) }

  /// One line of `MANIFEST.tsv`.
  struct Entry: Sendable, CustomTestStringConvertible {
    /// The file, as a path from the folder.
    let path: String
    /// What others say of it, as paths from the folder.
    let expectations: [String]

    var testDescription: String { path }
    /// Whether the file is damaged.
    var isBroken: Bool { path.hasPrefix("broken/") }
    /// The name that the project it is from gives the file.
    var originalName: String {
      path.range(of: "--").map { String(path[$0.upperBound...]) } ?? path
    }

    /// The expectations in a folder whose names end in this.
    func expectations(in folder: String, ending: String) -> [String] {
      expectations.filter { $0.hasPrefix("expected/\(folder)/") && $0.hasSuffix(ending) }
    }
  }

  /// The files of the manifests.
  static let entries: [Entry] = Corpus.sampleFolders.flatMap { folder -> [Entry] in
    guard let text = try? text(folder + "/MANIFEST.tsv") else { return [] }
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count > 7 else { return nil }
      return Entry(
        path: cells[0],
        expectations: cells[7] == "-" ? [] : cells[7].split(separator: " ").map(String.init))
    }
  }

  /// The files that begin as atoms, but not those that are damaged.
  static let atoms = entries.filter {
    !$0.isBroken && (try? document($0.path))?.tree.catalogues.first?.nodeKind.description == "atom"
  }

  static func document(_ path: String) throws -> Document {
    try MediaFile.open(ByteSource.open(path: place(of: path)))
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  /// The text of an expectation.
  static func expectation(_ path: String) throws -> String {
    try text(place(of: path))
  }
}
