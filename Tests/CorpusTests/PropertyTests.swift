import ByteReading
import Corpus
import Foundation
import FuzzOracles
import MediaInspection
import Structure
import Testing

/// What holds for every file, whatever is in it.
@Suite struct PropertyTests {
  @Test(arguments: Corpus.files())
  func leavesTileTheFile(name: String) throws {
    let gap = Tiling.firstGap(in: Reading(try Corpus.open(name)).document)
    #expect(gap == nil)
  }

  @Test(arguments: Corpus.files())
  func canonicalPathsFindTheirNode(name: String) throws {
    let lost = Reading(try Corpus.open(name)).firstLostPath
    #expect(lost == nil)
  }

  @Test(arguments: Corpus.files())
  func scanningTwiceGivesTheSame(name: String) throws {
    let source = try Corpus.open(name)
    #expect(Reading(source).nodes == Reading(source).nodes)
  }

  /// Prefixes end at the borders of atoms and next to them, and at some fifty places between.
  /// `ATOMTOOLS_PREFIXES=all` takes every byte.
  @Test(arguments: Corpus.files())
  func prefixesTile(name: String) throws {
    let file = try Corpus.open(name)
    guard file.byteCount <= 1 << 16 else { return }
    let bytes = file.prefix(file.byteCount)
    var counts = Set(0...min(40, bytes.count))
    if ProcessInfo.processInfo.environment["ATOMTOOLS_PREFIXES"] == "all" {
      counts = Set(0...bytes.count)
    } else {
      counts.formUnion(stride(from: 0, to: bytes.count, by: max(1, bytes.count / 50)))
      let tree = Reading(bytes).document.tree
      let step = max(1, tree.count / 40)
      for index in stride(from: 0, to: tree.count, by: step) where tree[index].source == 0 {
        let end = Int(tree[index].end)
        counts.formUnion(
          [Int(tree[index].start) + 8 + index % 4, end - 1, end].filter { $0 <= bytes.count })
      }
    }
    for count in counts.sorted() {
      let prefix = Array(bytes.prefix(count))
      let gap = Tiling.firstGap(in: Reading(prefix).document)
      #expect(gap == nil, "the first \(count) bytes")
      if gap != nil { break }
    }
  }

  /// What an encoder writes has no errors and no warnings.
  @Test(arguments: Corpus.files().filter { $0.hasPrefix("encoded/") })
  func whatEncodersWriteChecksClean(name: String) throws {
    let document = Reading(try Corpus.open(name)).document
    MediaFile.check(document, isThorough: true)
    let raised = document.problems.kept.filter { $0.follows < 0 && $0.severity > .note }
      .map { "\($0.kind.id) \(document.path(of: $0.node))" }
    #expect(raised.joined(separator: "\n") == Self.ofEncoders[name, default: ""])
  }

  /// What is raised of files of ffmpeg 5.1; whether rule or file is wrong was not looked up yet.
  private static let ofEncoders: [String: String] = [
    // `senc` stands in the sample table.
    "encoded/encrypted-ctr.mp4": """
      atom-misplaced moov/trak[1]/mdia/minf/stbl/senc
      atom-misplaced moov/trak[2]/mdia/minf/stbl/senc
      """,
    "encoded/encrypted-fragmented.mp4": "atom-misplaced moov/trak/mdia/minf/stbl/senc",
    // next_track_ID is 2, and there is a track 2.
    "encoded/fragmented-separate.mp4": "next-track-id moov/mvhd",
    "encoded/fragmented.mp4": "next-track-id moov/mvhd",
    "encoded/remux-fragmented.mp4": "next-track-id moov/mvhd",
    // A reference ends where no segment begins or ends.
    "encoded/prft.mp4": "segment-index-target sidx[1]\nsegment-index-target sidx[2]",
    // mdhd says 9,728 ticks, the samples last 9,216.
    "encoded/variable-rate.mp4": "media-duration-differs moov/trak/mdia/mdhd",
  ]

  /// Single bytes are replaced by ones that make trouble.
  @Test(arguments: Corpus.files().filter { !$0.hasPrefix("mockups/") })
  func damagedFilesTile(name: String) throws {
    let file = try Corpus.open(name)
    let bytes = file.prefix(file.byteCount)
    guard !bytes.isEmpty else { return }
    var random = Xorshift(seed: UInt64(bytes.count) + 1)
    for _ in 0..<30 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        damaged[place] =
          [0, 1, 0x7F, 0x80, 0xFF, bytes[place] ^ 1].randomElement(using: &random) ?? 0
      }
      let gap = Tiling.firstGap(in: Reading(damaged).document)
      let changes = bytes.indices.filter { bytes[$0] != damaged[$0] }
      #expect(gap == nil, "with \(changes.map { "0x\(String($0, radix: 16)) = \(damaged[$0])" })")
      if gap != nil { break }
    }
  }
}

/// The same for real files from elsewhere, which are no part of the project.
@Suite(.enabled(if: Samples.folder != nil, "ATOMTOOLS_SAMPLES names no folder"))
struct SampleTests {
  @Test(arguments: Samples.files)
  func leavesTileTheFile(name: String) throws {
    let source = try ByteSource.open(path: Corpus.path(ofSample: name))
    let gap = Tiling.firstGap(in: Reading(source).document)
    #expect(gap == nil)
  }

  @Test(arguments: Samples.files)
  func canonicalPathsFindTheirNode(name: String) throws {
    let source = try ByteSource.open(path: Corpus.path(ofSample: name))
    let reading = Reading(source)
    // Finding each of very many nodes by its path takes the square of their number.
    guard reading.document.tree.count <= 5_000 else { return }
    let lost = reading.firstLostPath
    #expect(lost == nil)
  }
}

enum Samples {
  static let folder = Corpus.sampleFolders.first
  /// All but what other tools say of them, whatever they are called: what is no atom has to tile too.
  static let files = Corpus.sampleFiles
}
