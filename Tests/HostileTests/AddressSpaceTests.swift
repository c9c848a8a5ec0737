import ByteReading
import Corpus
import Foundation
import FuzzOracles
import Testing

/// Large files through the programs where the address space is small: none ends by a signal, and what is
/// left out is said.
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
    for limit in Self.limits {
      for call in Self.calls {
        let run = try Programs.shell(
          "ulimit -c 0; ulimit -v \(limit); exec \(call) >/dev/null", in: folder.path)
        #expect(
          (0...2).contains(run.code),
          "\(Self.files[file].name), \(limit) KiB, \(call): \(run.code) \(run.errorText.prefix(200))")
        if run.code == 2 {
          #expect(run.errorText.contains("memory") || run.errorText.contains("mapped"), "\(call)")
        }
      }
    }
  }
}

#if os(Linux)
  private let isLinuxSystem = true
#else
  private let isLinuxSystem = false
#endif
