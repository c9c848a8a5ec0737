public import ByteReading
import Foundation

/// Where the corpus lies, and what is in it.
public enum Corpus {
  /// The folder of the corpus: the one this file stands in.
  public static let folder = String(#filePath.dropLast("/Corpus.swift".count))

  /// The media files of the corpus, as paths from its folder, in byte order.
  public static func files() -> [String] { files(in: folder) }

  /// The media files in `folder` and in the folders in it, as paths from there, in byte order.
  ///
  /// What a file is, is told by its extension: transcripts and inputs lie beside the media.
  public static func files(in folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      guard let dot = name.lastIndex(of: ".") else { return false }
      return extensions.contains(name[name.index(after: dot)...].lowercased())
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The path of a file that is named from the corpus's folder.
  public static func path(of name: String) -> String { folder + "/" + name }

  /// The bytes of a file that is named from the corpus's folder.
  ///
  /// - Throws: `SourceError` when it cannot be read.
  public static func open(_ name: String) throws(SourceError) -> ByteSource {
    try ByteSource.open(path: path(of: name))
  }

  /// The folders of real files from elsewhere, which are no part of the project, that
  /// `ATOMTOOLS_SAMPLES` names: one, or several with colons between them.
  public static let sampleFolders: [String] = {
    let names = ProcessInfo.processInfo.environment["ATOMTOOLS_SAMPLES"] ?? ""
    return names.split(separator: ":").map(String.init)
  }()

  /// All files in those folders but what other tools say of them, as paths from their folder.
  public static let sampleFiles: [String] = sampleFolders.flatMap { folder in
    var files: [String] = []
    let walk = FileManager.default.enumerator(atPath: folder)
    while let name = walk?.nextObject() as? String {
      let isFile = walk?.fileAttributes?[.type] as? FileAttributeType == .typeRegular
      if isFile, !name.hasPrefix("expected/") { files.append(name) }
    }
    return files
  }.sorted()

  /// The path of a file that is named from the folder of samples that has it.
  public static func path(ofSample name: String) -> String {
    let paths = sampleFolders.map { $0 + "/" + name }
    return paths.first { FileManager.default.fileExists(atPath: $0) } ?? paths.first ?? name
  }

  private static let extensions: Set<String> = [
    "3g2", "3gp", "aac", "aif", "aiff", "avif", "avifs", "dsf", "f4v", "heic", "heif", "heifs",
    "id3", "ismv", "jp2", "m4a", "m4b", "m4p", "m4r", "m4s", "m4v", "mj2", "mov", "mp2", "mp3",
    "mp4", "mqv", "qt", "tta", "wav",
  ]
}
