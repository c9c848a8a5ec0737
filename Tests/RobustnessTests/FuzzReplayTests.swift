import ByteReading
import Corpus
import Foundation
import FuzzOracles
import MediaInspection
import Structure
import Testing

/// What the fuzzers start from, and what they found, through the function that they call.
@Suite struct FuzzReplayTests {
  /// Of so many reports one is written, which one the bytes choose; the fuzzers write all of them.
  private static let stride: UInt64 = 3
  /// libFuzzer is asked for inputs up to this size.
  private static let largest = 1 << 16

  private func bytes(_ name: String) throws -> [UInt8] {
    let source = try Corpus.open(name)
    let bytes = source.bytes
    return (0..<source.byteCount).compactMap { bytes.byte(at: $0) }
  }

  @Test(arguments: Corpus.files())
  func atomsKeepTheirPromises(name: String) throws {
    let bytes = try bytes(name)
    guard bytes.count <= Self.largest else { return }
    let broken = FuzzTarget.atoms.firstBroken(by: bytes, stride: Self.stride)
    #expect(broken == nil)
  }

  /// Tags, and atoms as what is no tag.
  @Test(arguments: Corpus.files().filter { !$0.hasPrefix("mockups/") && !$0.hasPrefix("encoded/") })
  func tagsKeepTheirPromises(name: String) throws {
    let bytes = try bytes(name)
    guard bytes.count <= Self.largest else { return }
    let broken = FuzzTarget.id3.firstBroken(by: bytes, stride: Self.stride)
    #expect(broken == nil)
  }

  /// A file, and the one that its own bytes make of it.
  @Test(arguments: Corpus.files())
  func pairsKeepTheirPromises(name: String) throws {
    let bytes = try bytes(name)
    guard bytes.count <= Self.largest else { return }
    let broken = FuzzTarget.diff.firstBroken(by: bytes)
    #expect(broken == nil)
  }

  @Test func snapshotsKeepTheirPromises() {
    for text in [
      "atomtools snapshot 1   profile default\n", "atomtools snapshot 1",
      "atomtools snapshot 3   profile default\nmoov\n",
      "atomtools snapshot 2   profile default\nmoov\nstructure 8 bytes, lines 00000000\n  AAAA\n",
      "atomtools snapshot 1   profile default\r\nmedia  x\r\nmoov/mvhd  timescale 1000  # why\r\n",
      "atomtools snapshot 1   profile default\nmoov/mvhd  +24 bytes 0x00\n# end",
      "atomtools snapshot 1   profile default\nmoov/mvhd\n  \"\n",
      "expect moov\nexpect ftyp.major_brand = 'qt  '", "expect moov\nexpct", "expect moov[\u{301}",
    ] {
      let broken = FuzzTarget.path.firstBroken(by: Array(text.utf8))
      #expect(broken == nil)
    }
  }

  @Test(arguments: [
    "profile media", "profile none", "ignore moov/udta\r\nignore //mdhd # why\n", "ignore moov[",
    "tolerate //mdhd.duration ±1\nprofile exact\nexpect //mdhd.duration > 0",
    "[*.mp4]\nignore //mdat\n[b]\nprofile tags\n[", "[]", "ignore //*.compressorname", "ignore",
    "profile reproducible\n[**/*]\nignore //\u{1B}",
    "tolerate //stsz.entries ±18446744073709551616",
  ])
  func rulesKeepTheirPromises(text: String) {
    let broken = FuzzTarget.path.firstBroken(by: Array(text.utf8))
    #expect(broken == nil)
  }

  @Test(arguments: seeds)
  func pathsKeepTheirPromises(path: String) {
    let broken = FuzzTarget.path.firstBroken(by: Array(path.utf8))
    #expect(broken == nil)
  }

  /// A path and the file that it is tried on, for every file.
  @Test(arguments: Corpus.files().filter { $0.hasPrefix("made/") || $0.hasPrefix("broken/") })
  func pathsKeepTheirPromisesInEachFile(name: String) throws {
    let broken = FuzzTarget.path.firstBroken(by: Array("//*[last]\n".utf8) + (try bytes(name)))
    #expect(broken == nil)
  }

  @Test(
    arguments: [
      "findings/path-control-in-a-message.path", "findings/path-comment-of-one-of-two.path",
      "findings/path-comment-of-a-line-without-a-field.path",
    ])
  func pathFindingsKeepTheirPromises(name: String) throws {
    let broken = FuzzTarget.path.firstBroken(by: try bytes(name))
    #expect(broken == nil)
  }

  /// Lines of keys with their files, that fuzzing found worth keeping.
  @Test func keptKeysKeepTheirPromises() {
    let kept = FuzzTarget.inspector.kept
    #expect(!kept.isEmpty)
    for place in kept.indices {
      #expect(FuzzTarget.inspector.firstBroken(by: kept[place]) == nil, "input \(place)")
    }
  }

  /// What fuzzing found worth keeping: some of it here, all of it in `.ci/run`.
  @Test(arguments: [FuzzTarget.atoms])
  func keptInputsKeepTheirPromises(target: FuzzTarget) {
    let kept = target.kept
    #expect(kept.count > 50)
    for place in Swift.stride(from: 0, to: kept.count, by: max(1, kept.count / 40)) {
      let broken = target.firstBroken(by: kept[place], stride: 12)
      #expect(broken == nil, "\(target.packName) input \(place)")
    }
  }

  @Test func packsAreReadAsTheyAreWritten() {
    let inputs: [[UInt8]] = [[], [7], [1, 2], [1, 3], Array(repeating: 0xFF, count: 300)]
    let pack = FuzzPack.packed(inputs.reversed() + [[7]])
    #expect(FuzzPack.inputs(in: pack) == inputs)
    #expect(pack.starts(with: [0, 0, 0, 0, 0, 0, 0, 1, 7, 0, 0, 0, 2, 1, 2]))
    #expect(FuzzPack.inputs(in: Array(pack.dropLast())) == nil)
    #expect(FuzzPack.inputs(in: [0, 0]) == nil)
  }

  static let seeds: [String] = {
    let text = try? String(contentsOfFile: Corpus.path(of: "inputs/paths.txt"), encoding: .utf8)
    return text?.split(separator: "\n").map(String.init) ?? []
  }()

  @Test func thereArePathsToTry() { #expect(Self.seeds.count > 40) }

  /// One that is not understood would be left out.
  @Test func everyCallIsUnderstood() {
    let count = Promises.callCount
    #expect(count.read == count.written && count.written > 20)
  }

  @Test(arguments: FuzzTarget.allCases)
  func wordsComeFromTheTables(target: FuzzTarget) {
    let words = target.dictionary
    #expect(words.count > (target == .id3 ? 5 : 500))
    #expect(Set(words).count == words.count)
    for word in words {
      let isQuoted = word.first == "\"" && word.last == "\"" && word.count > 2
      #expect(isQuoted && word.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(word)")
    }
    switch target {
    case .atoms: #expect(words.contains("\"stsz\"") && words.contains("\"\\xa9nam\""))
    case .id3: #expect(words.contains("\"ID3\\x04\""))
    case .diff: #expect(words.contains("\"stsz\"") && words.contains("\"TXXX\""))
    case .inspector: #expect(words.contains("\"gg\"") && words.contains("\"stsz\""))
    case .path: #expect(words.contains("\"@nam\"") && words.contains("\".sample_count\""))
    }
  }
}

/// That a broken promise is noticed.
@Suite struct OutputTextTests {
  @Test(
    arguments: [
      [0x1B], [0x61, 0x07], [0x7F], [0xC2, 0x85], [0xE2, 0x80, 0xAE], [0xE2, 0x81, 0xA6],
      [0xE2, 0x80, 0xA8], [0xD8, 0x9C], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0x09], [0x0D], [0x00],
    ] as [[UInt8]])
  func harmIsFound(bytes: [UInt8]) {
    let harm = OutputText.firstHarm(in: bytes)
    #expect(harm != nil)
  }

  @Test func colorIsNoHarmWhereItIsAskedFor() {
    let red = Array("\u{1B}[1;31merror\u{1B}[0m ©\u{1F600}\n".utf8)
    let move = Array("\u{1B}[2J".utf8)
    let isRedFine = OutputText.firstHarm(in: red, hasColor: true) == nil
    #expect(isRedFine)
    #expect(OutputText.firstHarm(in: red) != nil)
    #expect(OutputText.firstHarm(in: move, hasColor: true) != nil)
    #expect(OutputText.firstHarm(in: [0x61, 0x09, 0x62], hasTabs: true) == nil)
  }

  @Test(arguments: [
    "", "{", "}", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "{1:2}", "01", "1.", ".5", "-", "1e", "+1",
    "nul", "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"",
    "\"\u{1}\"", "[1 2]", "[}", "{]", "1 2", "[1]]", "NaN", "'a'",
  ])
  func whatIsNoJSONIsFound(text: String) {
    let fault = OutputText.firstFault(inJSON: Array((text + "\n").utf8))
    #expect(fault != nil)
  }

  @Test(arguments: [
    "{}", "[]", "0", "-0.5e+10", "1E5", "\"\\u00e9\\ud83d\\ude00\\n\\\"é\"", "true", "null",
    "{\"a\":[1,{\"b\":[]},\"c\"],\"d\":{}}", " [ 1 , 2 ]", "[\n  1\n]", "[[[[]]],{\"a\":{}}]",
  ])
  func whatIsJSONIsNotFaulted(text: String) throws {
    let fault = OutputText.firstFault(inJSON: Array((text + "\n").utf8))
    #expect(fault == nil)
    _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  @Test func aValueOverLinesIsFoundWhereLinesCount() {
    #expect(OutputText.firstFault(inJSON: Array("{\"a\":\n1}\n".utf8), isLines: true) != nil)
    #expect(OutputText.firstFault(inJSON: Array("{}\n[]\n".utf8), isLines: true) == nil)
    #expect(OutputText.firstFault(inJSON: Array("{}".utf8)) != nil)
  }
}
