import CommandLineSupport

/// What is written of many files into one directory, each under a name of its own.
enum NamesInDirectory {
  /// What is written of a file, and so which part of its name stays.
  enum Kind {
    /// Pictures of it, numbered where there are several: `track-2.jpg`, of a chapter
    /// `track-chapter-2.jpg`.
    case pictures
    /// A page, behind whose name the form stands: `track.mp3.html`.
    case page

    /// What standard input is called, which has no name.
    var unnamed: [UInt8] {
      switch self {
      case .pictures: Array("artwork".utf8)
      case .page: Array("file".utf8)
      }
    }
  }

  /// What is written of files is called in one directory, where several files have one name: by as many of
  /// the directories above as tell them apart, `disc 1-track`, or pictures by the extensions of the files, `track-mp3`.
  /// What is still the name of another, or of a picture of another that has several, gets a number behind a point,
  /// `track-1.2`.
  ///
  /// - Parameters:
  ///   - paths: The files; `-` is standard input.
  ///   - kind: What is written of them: of pictures the names have no extensions.
  /// - Returns: The names of those files alone, by their paths.
  /// - Complexity: O(*n*) in the bytes of the paths, for each directory that is needed.
  static func names(for paths: [FilePath], of kind: Kind) -> [[UInt8]: [UInt8]] {
    let slash = UInt8(ascii: "/")
    // What leads upwards is no name: with a dot in front a file would be hidden.
    let upwards: [[UInt8]] = [Array(".".utf8), Array("..".utf8)]
    let parts: [[[UInt8]]] = paths.map { path in
      if path.isStandardInput { return [kind.unnamed] }
      let named = kind == .page ? path : path.withoutExtension
      return named.bytes.split(separator: slash).map { Array($0) }.filter { !upwards.contains($0) }
    }
    var found: [[UInt8]: [UInt8]] = [:]
    var rest = Array(paths.indices)
    for depth in 1...8 {
      var groups: [[UInt8]: [Int]] = [:]
      for index in rest {
        groups[Array(parts[index].suffix(depth).joined(separator: [UInt8(ascii: "-")])), default: []].append(index)
      }
      rest = []
      for (name, members) in groups {
        let isOfOne = members.allSatisfy { parts[$0] == parts[members[0]] }
        if !isOfOne, members.contains(where: { parts[$0].count > depth }) {
          rest += members
        } else {
          for index in members {
            let isTold = kind == .pictures && members.count > 1
            let end = isTold ? paths[index].fileExtension.map { [UInt8(ascii: "-")] + Array($0) } ?? [] : []
            if depth > 1 || !end.isEmpty { found[paths[index].bytes] = name + end }
          }
        }
      }
      if rest.isEmpty { break }
    }
    var used: Set<[UInt8]> = []
    var stems: Set<[UInt8]> = []
    var known: Set<[UInt8]> = []
    for (index, path) in paths.enumerated() where known.insert(path.bytes).inserted {
      let wanted = found[path.bytes] ?? parts[index].last ?? []
      var name = wanted
      var number = 1
      while used.contains(name) || stems.contains(name)
        || Self.stems(of: name, kind).contains(where: { used.contains($0) })
      {
        number += 1
        name = wanted + Array(".\(number)".utf8)
      }
      used.insert(name)
      for stem in Self.stems(of: name, kind) { stems.insert(stem) }
      if number > 1 { found[path.bytes] = name }
    }
    return found
  }

  /// `track` of `track-12`, `track-chapter-12`, `track-chapter` and `track-contents`: the names of files of which that may
  /// be a picture. By a number behind a point names are told apart: it is none of them.
  private static func stems(of name: [UInt8], _ kind: Kind) -> [[UInt8]] {
    guard kind == .pictures else { return [] }
    for end in [PictureList.contents, PictureList.chapter] {
      if let stem = stem(of: name, before: end) { return [stem] }
    }
    let digits = name.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    let rest = name.dropLast(digits)
    guard digits > 0, rest.last == UInt8(ascii: "-") else { return [] }
    let numbered = Array(rest.dropLast())
    // It may be that of another file that is called so.
    return [numbered] + (stem(of: numbered, before: PictureList.chapter).map { [$0] } ?? [])
  }

  private static func stem(of name: [UInt8], before end: String) -> [UInt8]? {
    let end = Array(end.utf8)
    return name.suffix(end.count) == end[...] ? Array(name.dropLast(end.count)) : nil
  }
}

extension FilePath {
  /// The path without the extension of its last component, if it has one.
  var withoutExtension: FilePath {
    fileExtension.map { FilePath(Array(bytes.dropLast($0.count + 1))) } ?? self
  }
}
