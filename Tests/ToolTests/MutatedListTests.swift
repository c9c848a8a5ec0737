import Corpus
import Foundation
import Testing

/// Lists of files in which bytes of tables were changed, as they are written: nothing traps, nothing
/// goes on for ever, and what machines read is still well formed.
@Suite struct MutatedListTests {
  static let originals = [
    "mockups/movie.mov", "mockups/frag.mp4", "encoded/editlist.mp4",
    "encoded/encrypted-fragmented.mp4", "encoded/pcm-v1.mov", "encoded/dash-sidx.mp4",
    "made/items-v1.heic",
  ]
  static let types = [
    "stts", "ctts", "stsc", "stsz", "stco", "elst", "tfhd", "trun", "tfdt", "trex", "saio", "saiz",
    "iloc", "sbgp", "mdhd", "mvhd", "moof", "mdat",
  ]
  /// Changed files of each.
  static let rounds = 6

  /// `bytes` with some of those that follow the types of tables changed, always the same for a `seed`.
  private static func changed(_ bytes: [UInt8], seed: UInt64) -> [UInt8] {
    var places: [Int] = []
    for type in types {
      let code = Array(type.utf8)
      for at in bytes.indices.dropLast(4)
      where bytes[at] == code[0] && bytes[at..<at + 4].elementsEqual(code) {
        places += max(0, at - 4)..<min(bytes.count, at + 36)
      }
    }
    guard !places.isEmpty else { return bytes }
    var random = Xorshift(seed: seed)
    var bytes = bytes
    for _ in 0...(seed % 4) {
      guard let place = places.randomElement(using: &random) else { continue }
      bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, bytes[place] ^ 1].randomElement(using: &random) ?? 0
    }
    if seed % 5 == 4 { bytes.removeLast(bytes.count / 3) }
    return bytes
  }

  /// The changed files, in a folder.
  private static func write(to scratch: borrowing Scratch) throws -> Int {
    var count = 0
    for (number, name) in originals.enumerated() {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Corpus.path(of: name))))
      for round in 0..<rounds {
        let seed = UInt64(number * rounds + round + 1)
        try scratch.write(changed(bytes, seed: seed), to: String(format: "%03d.mp4", count))
        count += 1
      }
    }
    return count
  }

  @Test(
    arguments: [
      "--samples", "--samples=1:2..9 -f --width=50", "--samples=1:0.1s..0.3s", "--chunks",
      "--timeline --width=80", "--at=0.2 --width=60", "--map",
      "-m --width=80", "-m=common",
    ])
  func changedFilesAreListedInEveryForm(list: String) throws {
    let scratch = try Scratch()
    let count = try Self.write(to: scratch)
    #expect(count == Self.originals.count * Self.rounds)
    // Moments and items are few, and have no limit.
    let limit = list.hasPrefix("-m") || list.hasPrefix("--at") ? "" : " -n 50"
    for form in ["", "--plain" + limit, "--json" + limit] {
      // All in one process, so that a file that ends it takes the others with it.
      let run = try Run.shell(
        "atomdump \(list) \(form) *.mp4", in: scratch.path)
      #expect((0...2).contains(run.code) && !run.tookTooLong, "\(list) \(form): \(run.code)")
      let told = run.errorText.split(separator: "\n").filter { !$0.hasPrefix("atomdump: ") }
      #expect(told == [], "\(list) \(form)")
      #expect(String(validating: run.output, as: UTF8.self) != nil, "\(list) \(form)")
      if form.hasPrefix("--json") {
        var documents = 0
        for line in run.lines {
          let value = try? JSONSerialization.jsonObject(with: Data(line.utf8))
          #expect(value is [String: Any], "\(list) \(form): \(line.prefix(200))")
          documents += 1
        }
        // Those whose track has gone have none.
        #expect(documents > count / 2, "\(list) \(form): \(documents)")
      } else if form.hasPrefix("--plain") {
        let rows = Set(
          run.lines.filter { !$0.isEmpty }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).count })
        #expect(rows.count == 1, "\(list) \(form): \(rows)")
      }
    }
  }

  @Test func changedSegmentsAreListedTogether() throws {
    let scratch = try Scratch()
    let names = ["segment-init.mp4", "segment-0.m4s", "segment-1.m4s"]
    for round in 0..<12 {
      for name in names {
        let path = Corpus.path(of: "encoded/" + name)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        try scratch.write(
          round % 3 == names.firstIndex(of: name)
            ? Self.changed(bytes, seed: UInt64(round + 100)) : bytes, to: name)
      }
      for list in ["--samples", "--chunks", "--timeline", "--at=0.3", "--map"] {
        let run = try Run.atomdump(
          list, "--json", names[0], names[1], names[2], in: scratch.path)
        let call = "\(list), round \(round)"
        #expect((0...2).contains(run.code) && !run.tookTooLong, "\(call): \(run.code)")
        for line in run.lines where !line.isEmpty {
          let value = try? JSONSerialization.jsonObject(with: Data(line.utf8))
          #expect(value is [String: Any], "\(call): \(line.prefix(200))")
        }
      }
    }
  }
}
