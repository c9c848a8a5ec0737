import ByteReading
import Corpus
import Foundation
import FuzzOracles
import Testing

/// Large files through the programs where the address space is small: none ends by a signal, and what is
/// left out is said. Each call of each file is tried with one of the sizes, with all in the long run.
@Suite(.enabled(if: isLinuxSystem, "address space is limited on Linux")) struct AddressSpaceTests {
  /// In KiB. Programs that are not optimised have their libraries beside them, and need 128 MiB alone.
  private static let limits =
    Programs.areOptimised ? [65_536, 131_072, 262_144, 1_048_576] : [393_216]

  /// Files that ask for much memory for each of their bytes.
  static let files: [(name: String, write: @Sendable (_ path: String) throws -> Void)] = [
    ("siblings", { try Workload.siblings(count: Self.many(1_000_000), to: $0) }),
    ("fragments", { try Workload.fragments(count: UInt32(Self.many(100_000)), to: $0) }),
    ("tiny frames", { try Workload.tinyFrames(count: Self.many(500_000), to: $0) }),
    (
      "empty tracks",
      { path in
        let track = atoms { atom("trak") }
        let count = Self.many(300_000)
        let movie = atoms { largeAtom("moov", rawSize: UInt64(16 + count * 8)) }
        try Data(movie + Array(repeatElement(track, count: count).joined()))
          .write(to: URL(fileURLWithPath: path))
      }
    ),
    (
      "items of a list",
      { path in
        let family = try #require(Family.all.first { $0.name == "items of a list" })
        try Data(family.bytes(count: Self.many(100_000))).write(to: URL(fileURLWithPath: path))
      }
    ),
    (
      "other types",
      { path in
        let family = try #require(Family.all.first { $0.name == "siblings of other types" })
        try Data(family.bytes(count: Self.many(100_000))).write(to: URL(fileURLWithPath: path))
      }
    ),
  ]

  /// As many as there are for optimised programs; others take twenty times as long for each, and have room
  /// for a tenth of them.
  private static func many(_ count: Int) -> Int { Programs.areOptimised ? count : count / 40 }

  static let calls = [
    "atomdump file", "atomdump --check -v file", "atomdump --json file", "atomdump --textconv file",
    "atomdump --map file", "atomdump --samples file", "atomdump -m file", "atomdump --about file",
    "atomdump --digest file", "atomdump --expect-from file", "atomdiff file other",
    "atomdiff --update file", "atomdiff --verify file",
  ]

  @Test(arguments: files.indices) func nothingEndsByASignal(file: Int) throws {
    let folder = try Folder()
    try Self.files[file].write(folder.path + "/file")
    var other = folder.bytes(of: "file")
    // Another atom in the middle, and one less at the end.
    other[other.count / 2] ^= 1
    try folder.write(Array(other.dropLast(8)), to: "other")
    let isLong = ProcessInfo.processInfo.environment["ATOMTOOLS_LONG"] != nil
    for (size, limit) in Self.limits.enumerated() {
      for (number, call) in Self.calls.enumerated()
      where isLong || (number + file) % Self.limits.count == size {
        // What snapshots come to stands in the report.
        let report = call.hasPrefix("atomdiff --") ? "" : " >/dev/null"
        let run = try Programs.shell(
          "ulimit -c 0; ulimit -v \(limit); exec \(call)\(report)", in: folder.path)
        #expect(
          (0...2).contains(run.code),
          "\(Self.files[file].name), \(limit) KiB, \(call): \(run.code) \(run.errorText.prefix(200))")
        if run.code == 2 {
          let said = run.errorText + run.text
          #expect(said.contains("memory") || said.contains("mapped"), "\(call): \(said.prefix(200))")
        }
      }
    }
  }

  /// Small files of all kinds: those of the corpus, those that are made to do harm, and samples where a call
  /// of the tests names them.
  private static let small: [(name: String, bytes: [UInt8])] = {
    var files: [(name: String, bytes: [UInt8])] = []
    for (number, hostile) in HostileCase.all.enumerated() where !hostile.isLarge {
      files.append(("hostile case \(number)", hostile.bytes))
    }
    let samples = ProcessInfo.processInfo.environment["ATOMTOOLS_SAMPLES"] ?? ""
    let folders =
      ["broken", "findings", "made"].map { Corpus.path(of: $0) }
      + samples.split(separator: ":").map(String.init)
    for folder in folders {
      for name in (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
        .sorted()
      {
        guard let data = FileManager.default.contents(atPath: folder + "/" + name),
          !data.isEmpty, data.count < 16 << 20
        else { continue }
        files.append((name, Array(data)))
      }
    }
    return files
  }()

  /// Each file by one call in the smallest space; by all of them in the long run.
  @Test(
    .enabled(if: Programs.areOptimised, "others need their libraries beside them"),
    arguments: 0..<4)
  func smallFilesEndByThemselves(part: Int) throws {
    let folder = try Folder()
    let isLong = ProcessInfo.processInfo.environment["ATOMTOOLS_LONG"] != nil
    for number in stride(from: part, to: Self.small.count, by: 4) {
      let (name, bytes) = Self.small[number]
      var other = bytes
      // One of them has no bytes.
      if !other.isEmpty { other[other.count / 2] ^= 1 }
      try folder.write(bytes, to: "file")
      try folder.write(Array(other.dropLast(min(8, max(0, other.count - 1)))), to: "other")
      for (place, call) in Self.calls.enumerated()
      where isLong || (number / 4) % Self.calls.count == place {
        let run = try Programs.shell(
          "ulimit -c 0; ulimit -v 65536; exec \(call) >/dev/null", in: folder.path)
        #expect(
          (0...2).contains(run.code), "\(name), \(call): \(run.code) \(run.errorText.prefix(200))")
      }
    }
  }
}

#if os(Linux)
  private let isLinuxSystem = true
#else
  private let isLinuxSystem = false
#endif
