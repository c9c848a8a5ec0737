import ByteReading
import CommandLineSupport
import Corpus
import DiffApplication
import Foundation
import FuzzOracles
import MediaInspection
import Structure
import Testing

/// The same for what is no atom: frames of tags, chunks of sound, formats within others; and for what a
/// comparison prints of text that is on one side alone.
@Suite struct HostileTableTests {
  /// A tag with one frame, or a file of chunks with one, for each payload of each table.
  private static let made = FuzzTarget.id3.seeds.filter {
    !$0.name.hasPrefix("hostile-") && !$0.name.hasPrefix("rule-")
  }

  /// One report of so many is written of each file, beginning at another one each; all in the long run.
  private static let stride =
    ProcessInfo.processInfo.environment["ATOMTOOLS_LONG"] != nil ? 1 : 13

  @Test(arguments: 0..<6)
  func textOfTagsAndChunksActsOnNoScreen(part: Int) throws {
    var count = 0
    for number in Swift.stride(from: part, to: Self.made.count, by: 6) {
      let seed = Self.made[number]
      let source = ByteSource(copying: seed.bytes)
      guard let document = try? MediaFile.open(source) else { continue }
      let hostile = HostileFieldTests.hostile(document, source)
      guard hostile != seed.bytes else { continue }
      count += 1
      try HostileFieldTests.check(hostile, seed.name, stride: Self.stride, offset: count)
    }
    #expect(count > 10, "no table of this part has text")
  }

  /// What begins a format that lies within others: directories of TIFF, XMP, property lists, resources
  /// of Photoshop, profiles of colour, boxes of JUMBF.
  private static let marks: [[UInt8]] = [
    Array("Exif".utf8), Array("<x:xmpmeta".utf8), Array("bplist00".utf8), Array("<plist".utf8),
    Array("8BIM".utf8), Array("jumb".utf8), Array("acsp".utf8), Array("<?xml".utf8),
    [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2A, 0],
  ]

  /// Each run of letters behind such a beginning is overwritten in turn, but for its first two bytes:
  /// names of elements, keys and values alike.
  @Test func textOfFormatsWithinOthersActsOnNoScreen() throws {
    var files = HostileFieldTests.files.compactMap { name -> (String, [UInt8])? in
      guard let source = try? Corpus.open(name) else { return nil }
      return (name, (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 })
    }
    for (number, hostile) in HostileCase.all.enumerated() where !hostile.isLarge {
      files.append(("hostile case \(number)", hostile.bytes))
    }
    var found: Set<Int> = []
    var count = 0
    for (name, bytes) in files where bytes.count < 1 << 15 {
      for (kind, mark) in Self.marks.enumerated() {
        guard let start = Self.place(of: mark, in: bytes) else { continue }
        found.insert(kind)
        let runs = Self.runs(in: bytes, from: start + mark.count)
        // A few of each file, others of the next.
        let step = max(3, runs.count / (Self.stride == 1 ? 32 : 12))
        for place in Swift.stride(from: count % 3, to: runs.count, by: step) {
          var hostile = bytes
          for (number, byte) in runs[place].dropFirst(2).enumerated() {
            hostile[byte] = HostileFieldTests.attack[number % HostileFieldTests.attack.count]
          }
          count += 1
          try HostileFieldTests.check(
            hostile, "\(name) at \(runs[place].lowerBound)", stride: Self.stride, offset: count)
        }
      }
    }
    #expect(found.count >= 6, "\(found)")
    #expect(count > 40, "\(count)")
  }

  private static func place(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= mark.count else { return nil }
    return (0...bytes.count - mark.count).first {
      bytes[$0] == mark[0] && bytes[$0..<$0 + mark.count].elementsEqual(mark)
    }
  }

  /// Where four letters and more, or figures, stand one after another.
  private static func runs(in bytes: [UInt8], from start: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var begin = start
    for place in start...bytes.count {
      let isLetter =
        place < bytes.count
        && (0x30...0x39 ~= bytes[place] || 0x41...0x5A ~= bytes[place]
          || 0x61...0x7A ~= bytes[place])
      if isLetter { continue }
      if place - begin >= 4 { runs.append(begin..<place) }
      begin = place + 1
    }
    return runs
  }

  // MARK: Comparisons

  private static let program = DiffProgram(
    Tool<DiffSettings>(
      name: "atomdiff", summary: "", version: "0", usage: [], options: DiffSettings.options))

  private static let calls = [
    [], ["--all", "--width=60"], ["--json", "--all"], ["--stat"], ["--summary=markdown"],
    ["--profile", "exact", "--json"], ["--profile", "tags"], ["--unified"], ["--side-by-side"],
    ["--junit"], ["--sarif"], ["--summary"], ["--html"],
  ]

  /// A file beside the same with hostile text, both ways round: each form of what differs.
  @Test(arguments: Array(HostileFieldTests.files.enumerated()).map { ($0.offset, $0.element) })
  func comparisonsActOnNoScreen(number: Int, name: String) throws {
    let source = try Corpus.open(name)
    guard let document = try? MediaFile.open(source) else { return }
    let hostile = HostileFieldTests.hostile(document, source)
    guard let other = try? MediaFile.open(ByteSource(copying: hostile)) else { return }
    for (place, call) in Self.calls.enumerated() where (place + number) % 3 == 0 {
      for (before, after) in [(document, other), (other, document)] {
        var output = ByteWriter()
        try PairReport(Self.program, call, before: before, after: after).write(to: &output)
        let harm =
          OutputText.firstHarm(in: output.array)
          ?? (call.contains("--json") || call == ["--sarif"]
            ? OutputText.firstFault(inJSON: output.array) : nil)
        #expect(harm == nil, "\(call) of \(name)")
      }
    }
  }
}
