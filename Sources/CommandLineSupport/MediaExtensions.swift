import Structure

/// How names of media files end: what `--ext media` takes in directories, what git is told of, and what
/// the action and the hook of this repository look at.
package enum MediaExtensions {
  /// Those of files of atoms, in lower case and without their period.
  package static let ofAtoms: [String] = MediaEnding.all.filter { !$0.isSound }.map(\.name)
  /// Those of files of sound that `id3dump` reads.
  package static let ofSound: [String] = MediaEnding.all.filter(\.isSound).map(\.name)

  package static let all = ofAtoms + ofSound

  /// Whether a file of this name is meant to be media: one that is found in a directory and is not of a format that is
  /// known is at fault then, and nothing to be passed over.
  ///
  /// Names that begin with `._` are those under which macOS keeps, on disks of other systems, what belongs to the file
  /// of the name behind it. What ends in `dsf` may be a file of another program.
  package static func isMediaName(_ path: FilePath) -> Bool {
    guard let ending = path.fileExtension, let known = MediaEnding(String(decoding: ending, as: UTF8.self))
    else { return false }
    return known.kind != .dsf && !path.name.starts(with: "._".utf8)
  }

  /// A pattern of git's that means names with this extension, whether letters are capital or not:
  /// `*.[mM][pP]4`.
  static func pattern(of name: String) -> String {
    "*." + name.map { $0.isLetter ? "[\($0)\($0.uppercased())]" : String($0) }.joined()
  }
}
