import Atoms
import ByteReading
import Corpus
import Foundation
import ID3
import MediaInspection
import Structure

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A parser with what is promised of it, for libFuzzer and for tests.
public enum FuzzTarget: String, Sendable, CaseIterable {
  case atoms = "FuzzAtoms"
  case id3 = "FuzzID3"
  case path = "FuzzPath"
  case diff = "FuzzDiff"
  case inspector = "FuzzInspector"

  /// The first promise that `bytes` break, in words; nothing when all are kept.
  ///
  /// - Parameter stride: Of so many reports one is written.
  public func firstBroken(by bytes: [UInt8], stride: UInt64 = 1) -> String? {
    switch self {
    case .atoms: Promises.firstBroken(by: bytes, as: .atoms, stride: stride)
    case .id3: Promises.firstBroken(by: bytes, as: .tags, stride: stride)
    case .path: PathPromises.firstBroken(by: bytes)
    case .diff: DiffPromises.firstBroken(by: bytes)
    case .inspector: InspectorPromises.firstBroken(by: bytes)
    }
  }

  // MARK: Fuzzing

  /// Tries one input of libFuzzer, and dies of a broken promise, so that the input is kept.
  public func run(_ bytes: UnsafeBufferPointer<UInt8>) -> CInt {
    if let promise = unsafe firstBroken(by: Array(bytes), stride: 12) {
      FileHandle.standardError.write(Data("\(rawValue): \(promise)\n".utf8))
      abort()
    }
    return 0
  }

  // MARK: Replaying

  /// Runs as a program: tries the files that the arguments name, and those in folders; with
  /// `--dictionary` prints the words of the format for libFuzzer's `-dict`, with `--seeds FOLDER`
  /// writes inputs made from the tables and those of its pack, with `--pack FOLDER` writes the files of
  /// a folder to its pack in the corpus, with `--mutate SEED COUNT FILE...` tries files in which bytes
  /// were changed, with `--damage SEED FILE` writes one of those to standard output, with `--sound FILE...` says which
  /// are found to be damaged. With `--quick` before the files it writes one report in twelve of each, and ends at the first broken promise.
  ///
  /// - Returns: The exit code: 1 when a promise was broken, 2 when a file could not be read.
  public func replay(_ arguments: [String]) -> Int32 {
    if arguments == ["--dictionary"] {
      for line in dictionary { print(line) }
      return 0
    }
    if arguments.count == 2, arguments[0] == "--seeds" {
      let kept = kept.enumerated().map { (name: "kept-\($0)", bytes: $1) }
      for seed in seeds + kept {
        let file = arguments[1] + "/" + seed.name
        guard FileManager.default.createFile(atPath: file, contents: Data(seed.bytes)) else {
          print("\(file) cannot be written")
          return 2
        }
      }
      return 0
    }
    if arguments.count == 2, arguments[0] == "--pack" {
      let inputs = Self.files(at: arguments[1]).compactMap {
        FileManager.default.contents(atPath: $0).map { Array($0) }
      }
      let pack = Data(FuzzPack.packed(inputs))
      guard FileManager.default.createFile(atPath: Corpus.path(of: packName), contents: pack) else {
        print("\(packName) cannot be written")
        return 2
      }
      print("\(packName): \(inputs.count) inputs, \(pack.count) bytes")
      return 0
    }
    if arguments.count > 3, arguments[0] == "--mutate", let seed = UInt64(arguments[1]),
      let count = Int(arguments[2])
    {
      return mutate(arguments[3...].flatMap(Self.files(at:)), seed: seed, count: count)
    }
    if arguments.count == 3, arguments[0] == "--damage", let seed = UInt64(arguments[1]),
      let bytes = FileManager.default.contents(atPath: arguments[2])
    {
      var mutation = Mutation(seed: seed)
      FileHandle.standardOutput.write(Data(mutation.changed(Array(bytes))))
      return 0
    }
    guard !arguments.isEmpty else {
      print(
        "\(rawValue) FILE..., --dictionary, --seeds FOLDER, --pack FOLDER,"
          + " --mutate SEED COUNT FILE...,"
          + " --damage SEED FILE, --sound FILE..., or --quick FILE...")
      return 2
    }
    if arguments[0] == "--sound" { return replaySound(arguments.dropFirst().flatMap(Self.files(at:))) }
    let isQuick = arguments[0] == "--quick"
    var code: Int32 = 0
    var count = 0
    for file in arguments.dropFirst(isQuick ? 1 : 0).flatMap(Self.files(at:)) {
      guard let bytes = FileManager.default.contents(atPath: file) else {
        print("\(file) cannot be read")
        code = 2
        continue
      }
      let inputs = file.hasSuffix(".pack") ? FuzzPack.inputs(in: Array(bytes)) : [Array(bytes)]
      for (number, input) in (inputs ?? []).enumerated() {
        count += 1
        guard let promise = firstBroken(by: input, stride: isQuick ? 12 : 1) else { continue }
        print("\(file)\(inputs?.count == 1 ? "" : " input \(number)"): \(promise)")
        if isQuick { return 1 }
        code = max(code, 1)
      }
    }
    print("\(rawValue): \(count) inputs")
    return code
  }

  /// Says which of the files are found to be damaged, and by what.
  private func replaySound(_ paths: [String]) -> Int32 {
    var code: Int32 = 0
    for path in paths {
      guard let bytes = FileManager.default.contents(atPath: path) else {
        print("\(path) cannot be read")
        return 2
      }
      guard let error = Promises.firstError(in: Array(bytes), as: self == .id3 ? .tags : .atoms) else { continue }
      print("\(path): \(error)")
      code = 1
    }
    return code
  }

  /// Tries `count` inputs made from the files of up to 1 MiB in turn, each with a seed of its own from
  /// `seed` on.
  ///
  /// What takes long, and the most memory that was in use, are told; a trap ends it, and the line above
  /// tells near which seed.
  private func mutate(_ paths: [String], seed: UInt64, count: Int) -> Int32 {
    let originals = paths.compactMap { path in
      FileManager.default.contents(atPath: path).map { (path: path, bytes: [UInt8]($0)) }
    }.filter { !$0.bytes.isEmpty && $0.bytes.count <= 1 << 20 }
    guard !originals.isEmpty else {
      print("no files")
      return 2
    }
    var code: Int32 = 0
    var longest = 0.0
    for number in 0..<count {
      let own = seed &+ UInt64(number)
      if number % 100 == 0 { FileHandle.standardError.write(Data("from seed \(own)\n".utf8)) }
      let original = originals[number % originals.count]
      var mutation = Mutation(seed: own)
      let bytes = mutation.changed(original.bytes)
      let start = ProcessInfo.processInfo.systemUptime
      let promise = firstBroken(by: bytes, stride: 12)
      let time = ProcessInfo.processInfo.systemUptime - start
      longest = max(longest, time)
      if let promise {
        print("seed \(own), \(original.path): \(promise)")
        code = 1
      }
      if time > 2 { print("seed \(own), \(original.path): \(time) s") }
    }
    var usage = rusage()
    // The system fills the local value. 0 is this process, under a name of another type on each system.
    unsafe getrusage(0, &usage)
    print(
      "\(rawValue): \(count) inputs of \(originals.count) files, seeds \(seed) to "
        + "\(seed &+ UInt64(count) &- 1), longest \(longest) s, \(usage.ru_maxrss >> 10) MiB")
    return code
  }

  private static func files(at path: String) -> [String] {
    guard let names = FileManager.default.enumerator(atPath: path) else { return [path] }
    var files: [String] = []
    for case let name as String in names
    where names.fileAttributes?[.type] as? FileAttributeType == .typeRegular {
      files.append(path + "/" + name)
    }
    return files.isEmpty ? [path] : files.sorted()
  }

  // MARK: The dictionary

  /// The words of the format as lines of a dictionary of libFuzzer, each once, taken from the tables.
  public var dictionary: [String] {
    var words: Set<[UInt8]> = []
    switch self {
    case .atoms: words = Self.words(of: [.atoms])
    case .inspector:
      words = Self.words(of: [.atoms]).union(InspectorSeeds.keys.map { Array($0.utf8) })
    case .diff: words = Self.words(of: [.atoms, .tags, .frames3])
    case .id3: words = Self.words(of: [.tags, .tagParts, .frames3])
    case .path:
      for entry in Catalogue.atoms.entries where entry.table != nil {
        words.insert(Array(entry.key.utf8))
      }
      for number in 0..<Catalogue.atoms.count {
        guard let program = Catalogue.atoms.program(number) else { continue }
        for row in program.rows { words.insert(Array(("." + row.name.description).utf8)) }
      }
      for word in ["atomtools snapshot 1   profile default\n", "media ", "playback ", "+24 bytes "]
      {
        words.insert(Array(word.utf8))
      }
      for word in ["//", "/", "[", "]", "..", "[last]", "[1..2]", "*", "@0x", "=", "[id=", "raw"] {
        words.insert(Array(word.utf8))
      }
    }
    return words.filter { !$0.isEmpty && $0.count <= 64 }
      .sorted { $0.lexicographicallyPrecedes($1) }.map(Self.line)
  }

  /// Types, the codes that fields may hold, and extended types.
  private static func words(of catalogues: [Catalogue]) -> Set<[UInt8]> {
    var words: Set<[UInt8]> = []
    for catalogue in catalogues {
      for entry in catalogue.entries
      where entry.table != nil && entry.type.rawValue != 0 && entry.kind != .descriptor {
        words.insert(bytes(of: entry.type))
        for type in entry.parents.listedTypes + entry.handlers.listedTypes {
          if let code = FourCC(key: type) { words.insert(bytes(of: code)) }
        }
      }
      for number in 0..<catalogue.count {
        let table = catalogue.table(number)
        let digits = table.extendedType.description.filter { $0 != "-" }
        if let type = Catalogue.ExtendedType(digits) {
          words.insert(bytes(type.high, 8) + bytes(type.low, 8))
        }
        guard let program = catalogue.program(number) else { continue }
        for row in program.rows {
          guard case .code = row.kind, case .names(let names) = row.meaning else { continue }
          for entry in names().entries { words.insert(bytes(entry.value, 4)) }
        }
      }
    }
    return words
  }

  private static func bytes(of code: FourCC) -> [UInt8] {
    let all = bytes(UInt64(code.rawValue), 4)
    // Identifiers of three letters end with a zero or a version.
    return all[3] == 0 ? Array(all.prefix(3)) : all
  }

  private static func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64((count - 1 - $0) * 8)) }
  }

  private static func line(_ word: [UInt8]) -> String {
    var text = "\""
    for byte in word {
      if (0x20..<0x7F).contains(byte), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16)
      }
    }
    return text + "\""
  }
}
