import ByteReading
import Corpus
import Foundation
import FuzzOracles
import MediaInspection
import Structure
import Testing

/// Thousands of files in which bytes were changed, the same for a seed.
///
/// `ATOMTOOLS_SEED` chooses others, `ATOMTOOLS_MUTATIONS` how many. With `ATOMTOOLS_SAMPLES` the files
/// of that folder are changed as well.
@Suite struct MutationTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  static let seed = UInt64(max(0, number("ATOMTOOLS_SEED") ?? 1))
  static let total = number("ATOMTOOLS_MUTATIONS") ?? 300
  /// Files that one run of a program is given.
  static let batch = 50
  static let batches = Array(0..<max(1, total / batch))

  /// What is changed: files of up to 64 KiB, so that each change matters.
  private static let originals: [(name: String, bytes: [UInt8])] = {
    var paths = Corpus.files().map { Corpus.path(of: $0) }
    for folder in Corpus.sampleFolders {
      let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      paths += names.sorted().map { folder + "/" + $0 }
    }
    return paths.compactMap { path in
      guard let bytes = FileManager.default.contents(atPath: path), !bytes.isEmpty,
        bytes.count <= 1 << 16
      else { return nil }
      return (URL(fileURLWithPath: path).lastPathComponent, [UInt8](bytes))
    }
  }()

  private static func mutants(
    _ batch: Int
  ) -> [(seed: UInt64, name: String, bytes: [UInt8])] {
    (0..<Self.batch).map { place in
      let number = batch * Self.batch + place
      let original = originals[number % originals.count]
      let seed = Self.seed &* 1_000_003 &+ UInt64(number)
      var mutation = Mutation(seed: seed)
      return (seed, original.name, mutation.changed(original.bytes))
    }
  }

  @Test func theSeedIsTold() {
    print("mutations: seed \(Self.seed), \(Self.total) of \(Self.originals.count) files")
    var mutation = Mutation(seed: 7)
    var again = Mutation(seed: 7)
    var other = Mutation(seed: 8)
    let bytes = Array(repeating: UInt8(0x55), count: 500)
    let first = mutation.changed(bytes)
    #expect(first == again.changed(bytes) && first != bytes && first != other.changed(bytes))
    #expect(Self.originals.count > 150)
  }

  /// Through the library: every byte of the file is listed once, and samples and the byte map hold.
  @Test(arguments: batches)
  func everyByteIsListed(batch: Int) {
    for mutant in Self.mutants(batch) {
      guard let document = try? MediaFile.open(ByteSource(copying: mutant.bytes)) else { continue }
      MediaFile.check(document)
      let gap = Tiling.firstGap(in: document)
      #expect(gap == nil, "seed \(mutant.seed), \(mutant.name)")
      let fault = SampleLists.firstFault(in: document)
      #expect(fault == nil, "seed \(mutant.seed), \(mutant.name)")
    }
  }

  /// Through the programs: no signal, no harm in what they write, JSON that can be read. A file that
  /// ends a program takes the rest of its batch with it, and is found by its number.
  @Test(arguments: batches)
  func programsGoOn(batch: Int) throws {
    let folder = try Folder()
    for (place, mutant) in Self.mutants(batch).enumerated() {
      try folder.write(mutant.bytes, to: "\(place)-\(mutant.seed).bin")
    }
    let calls = ["atomdump --json", "atomdump -f -n 20 -v", "atomdump --map --plain", "id3dump -x"]
    for call in [calls[batch % 4], calls[(batch + 1) % 4]] {
      let run = try Programs.shell(
        """
        ulimit -c 0; ulimit -v \(Programs.memory); ulimit -t \(Programs.seconds * Self.batch / 10)
        exec \(call) -J 1 *.bin
        """, in: folder.path)
      #expect(run.code <= 2 && !run.tookTooLong, "\(call), batch \(batch): \(run.code)")
      let harm =
        OutputText.firstHarm(in: run.output, hasTabs: call.hasSuffix("--plain"))
        ?? OutputText.firstHarm(in: run.errors)
      #expect(harm == nil, "\(call), batch \(batch), seed \(Self.seed)")
      // A batch may hold nothing that is still a format of ours.
      if call.hasSuffix("--json"), !run.output.isEmpty {
        let fault = OutputText.firstFault(inJSON: run.output, isLines: true)
        #expect(fault == nil, "\(call), batch \(batch), seed \(Self.seed)")
      }
    }
  }
}
