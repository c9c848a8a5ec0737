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
      for index in stride(from: NodeIndex(0), to: tree.end, by: step)
      where tree[index].source == 0 {
        let end = Int(tree[index].end)
        counts.formUnion(
          [Int(tree[index].start) + 8 + index.number % 4, end - 1, end].filter { $0 <= bytes.count }
        )
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
    let raised = document.problems.kept.filter { $0.follows == nil && $0.severity > .note }
      .map { "\($0.kind.id) \($0.node.map { document.path(of: $0) } ?? "file")" }
    #expect(raised.joined(separator: "\n") == Self.ofEncoders[name, default: ""])
  }

  /// What is raised of files of encoders, and why it is right. Each was looked up in the
  /// specification and in what the encoder writes.
  private static let ofEncoders: [String: String] = [
    // referenced_size is that of `moof` and `mdat`, and `prft` stands between `sidx` and them: who
    // fetches by the index gets 32 bytes too little (14496-12 §8.16.3.3: from the first byte behind
    // `sidx` on). ffmpeg writes the index first and does not count `prft`.
    "encoded/prft.mp4": "segment-index-target sidx[1]\nsegment-index-target sidx[2]",
    // mp4mux leaves the edits of its source out, and keeps the lengths that they gave its tracks.
    "encoded/bento4-edits.mp4": "track-duration-differs moov/trak[2]/tkhd",
    // mp4encrypt adds a track of object descriptors, whose media last one tick of 1/1000, and itself one of the movie.
    "encoded/bento4-marlin.mp4": "track-duration-differs moov/trak[1]/tkhd",
    // GPAC writes type 21, one big-endian number, where iTunes has 0; the positions are read.
    "encoded/gpac-covers.m4a": "metadata-type-unsuited moov/udta/meta/ilst/trkn/data",
    // Ten samples of 512 ticks, shown from 1,024 to 6,144, in a media of 13,824: GPAC takes the last
    // sample of another file for one that lasts a second longer.
    "encoded/gpac-hevc.mp4": "media-duration-differs moov/trak/mdia/mdhd",
    // mutagen moves fragments when it puts tags into 'moov', and the offsets in them, but not what
    // 'mfra' says of where they begin.
    "encoded/mutagen-fragments.mp4":
      "random-access-target mfra/tfra[1]\nrandom-access-target mfra/tfra[2]",
  ]

  /// Each kind of advice that is given about what encoders write has its reason.
  @Test func adviceAboutEncodersHasReasons() throws {
    var raised: Set<String> = []
    for name in Corpus.files() where name.hasPrefix("encoded/") {
      let document = Reading(try Corpus.open(name)).document
      MediaFile.check(document, isThorough: true)
      for problem in document.problems.kept
      where problem.follows == nil && problem.severity == .note {
        raised.insert(problem.kind.id.description)
      }
    }
    #expect(raised.sorted() == Self.advice.keys.sorted())
  }

  private static let advice = [
    "base-offset-absolute":
      "ffmpeg and GPAC without their options for CMAF: valid, not for streams",
    "colour-missing": "no encoder writes 'colr' unless it is told the colours",
    "composition-delay":
      "mp4mux drops the edits that took the delay away; fragments of ffmpeg never had one",
    "decode-time-missing":
      "GPAC's -frag and mp4fragment --no-tfdt write none; DASH asks for them, plain files do not",
    "faststart":
      "ffmpeg writes 'moov' last unless it is asked for +faststart, others put tags there",
    "frame-rate-uneven": "pictures were left out on purpose",
    "language-zero":
      "the chapter tracks of ffmpeg in MP4 files: QuickTime's number for English, which is no code",
    "next-track-id":
      "ffmpeg counts only tracks that have samples when it writes 'moov', and in fragments none has; mp4encrypt adds one",
    // 23001-7 §7.2 puts it into `traf` or `trak`.
    "sample-encryption-beside-offsets":
      "ffmpeg puts 'senc' beside 'saiz' and 'saio', in fragmented files an empty one; 'saio' leads to the vectors",
    "sample-duration-zero":
      "hints of ffmpeg for pictures that are stored in another order than they are shown",
    "text-entry-is-timed-text":
      "the chapter tracks of ffmpeg, as QuickTime itself does not write them",
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
