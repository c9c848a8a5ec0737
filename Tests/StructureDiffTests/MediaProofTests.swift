import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// Files that differ in bytes of media alone are compared where they differ; what is found is what going
/// through all samples finds.
@Suite struct MediaProofTests {
  private func verdict(_ before: [UInt8], _ after: [UInt8]) throws -> Verdict {
    try #require(
      Comparison(Files.open(before), Files.open(after), rules: .media).verdict)
  }

  private func told(_ verdict: Verdict) -> [String] {
    // The atoms that stand behind one of two pairs are no media.
    verdict.findings.filter { $0.aspect != .file && $0.aspect != .problems && $0.aspect != .opening }
      .map { "\($0.aspect.rawValue) \($0.state.rawValue): \($0.sentence)" }
  }

  /// What players made of a damaged file is not known: one that is mended is not called the same, and no regression.
  @Test func whatIsMendedIsNotCalledTheSame() throws {
    let source = try Corpus.open("encoded/h264-aac.mp4")
    let good = (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
    // The table of the first track is said to begin with chunk 2, of which nothing but a rule takes notice.
    let bad = good.setting("moov/trak/mdia/minf/stbl/stsc", at: 8) { u32(2) }
    let mended = try verdict(bad, good)
    #expect(mended.closing == nil)
    #expect(mended.findings.filter { $0.aspect == .problems }.map(\.sentence) == ["1 gone: chunk-runs-disordered"])
    #expect(!mended.regressions.contains(.problems))
    #expect(try verdict(good, bad).regressions.contains(.problems))
    #expect(try verdict(good, good).closing?.hasPrefix("viewer: no change") == true)
  }

  /// Eight samples of two bytes: of a file that lacks the last five bytes three are not there, and their bytes are no
  /// others.
  @Test func whatOneFileLacksIsNoOther() throws {
    let file = try Film().document().tree.file
    let whole = (0..<file.byteCount).map { file.bytes.byte(at: $0) ?? 0 }
    func samples(_ before: [UInt8], _ after: [UInt8]) throws -> [String] {
      told(try verdict(before, after)).filter { $0.hasPrefix("samples ") }
    }
    let cut = Array(whole.dropLast(5))
    #expect(
      try samples(whole, cut) == ["samples changed: video 3 of 8 samples, from 6 (0.500 s) on, are not in the file any more"])
    #expect(try samples(cut, whole) == ["samples changed: video 3 of 8 samples, from 6 (0.500 s) on, are in the file now"])
    #expect(
      try samples(cut, Array(whole.dropLast(7))) == [
        "samples not checked: video sample 6 is not all in the files",
        "samples changed: video sample 5 of 8 (0.400 s) is not in the file any more",
      ])
  }

  /// What a limit left out of the first file tells of who read it: it is no error that the second has no more.
  @Test func whatALimitLeftOutIsNotMended() throws {
    let bytes = try Files.bytes("encoded/h264-aac.mp4")
    var limits = Limits()
    limits.nodes = 20
    let before = try MediaFile.open(ByteSource(copying: bytes), limits: limits)
    let verdict = try #require(Comparison(before, Files.open(bytes), rules: .media).verdict)
    #expect(before.problems.kept.contains { $0.kind.id.description == "node-limit" })
    #expect(!verdict.findings.contains { $0.sentence.contains("gone: node-limit") })
    #expect(verdict.closing == nil)
  }

  private func counted(_ verdict: Verdict) -> [String] {
    verdict.subjects.map {
      "\($0.name) \($0.counts) \($0.sameCount ?? -1) same, \($0.comparedBytes) bytes"
    }
  }

  /// The places of the bytes in `mdat` atoms at the top.
  private func media(_ document: Document) -> [Range<Int>] {
    document.tree.children(of: nil).compactMap { index -> Range<Int>? in
      let node = document.tree[index]
      guard node.type == "mdat", node.end <= UInt64(document.tree.file.byteCount) else { return nil }
      return Int(node.start) + Int(node.headerSize)..<Int(node.end)
    }.filter { !$0.isEmpty }
  }

  /// With another atom behind one of them two files do not differ in media alone.
  @Test(arguments: Corpus.files().filter { !$0.hasPrefix("fuzz") && !$0.hasPrefix("inputs") })
  func whatIsFoundIsWhatGoingThroughAllFinds(_ file: String) throws {
    let before = try Files.bytes(file)
    let behind = atoms { atom("free") { u8(1, 2, 3) } }
    // Some are no files, some end in an atom that would take in what comes behind it.
    guard before.count < 100_000, let document = try? Files.open(before + behind),
      let last = Array(document.tree.children(of: nil)).last,
      document.tree[last].start == UInt64(before.count)
    else { return }
    let places = media(document).flatMap {
      [$0.lowerBound, $0.lowerBound + $0.count / 2, $0.upperBound - 1]
    }
    guard !places.isEmpty else { return }
    for changed in [places[places.count / 2...places.count / 2], places[...]] {
      var after = before
      for place in changed { after[place] ^= 0x10 }
      let near = try verdict(before, after)
      let longer = atoms { atom("free") { u8(1, 2, 3, 4) } }
      let far = try verdict(before + behind, after + longer)
      #expect(told(near) == told(far))
      #expect(counted(near) == counted(far))
      let back = try verdict(after, before)
      #expect(counted(back) == counted(near))
    }
  }

  /// What a sample held may stand near it as well; it is read from where it was read nevertheless.
  @Test func whoStaysInItsPlaceIsNotReadFromOtherBytes() throws {
    let same = Array(repeating: UInt8(7), count: 102)
    var other = same
    other[101] = 8
    #expect(
      told(try verdict(sound(same), sound(other))).first
        == "samples changed: audio 32 of 160 samples, from 129 (0.128 s) on, are others")
  }

  // MARK: Packets

  /// 160 samples of QuickTime sound in three packets of 34 bytes, 64 samples each but the last.
  private func sound(_ media: [UInt8], front: Bool = true) -> [UInt8] {
    func moov(_ offset: UInt32) -> Piece {
      Parts.movie {
        Parts.track {
          Parts.media(handler: "soun") {
            atom("ima4") {
              zeros(6); u16(1); u16(1); u16(0); u32(0)
              u16(1); u16(16); i16(-1); u16(0); u32(8_000 << 16)
              u32(64, 34, 34, 2)
            }
          } tables: {
            atom("stts", version: 0) { u32(1); u32(160, 1) }
            atom("stsc", version: 0) { u32(1); u32(1, 160, 1) }
            atom("stsz", version: 0) { u32(1, 160) }
            atom("stco", version: 0) { u32(1, offset) }
          }
        }
      }
    }
    let start = Parts.fileType("qt  ", "qt  ")
    let data = atom("mdat") { bytes(media) }
    let offset = start.bytes.count + 8 + (front ? moov(0).bytes.count : 0)
    return atoms {
      start
      if front { moov(UInt32(offset)) }
      data
      if !front { moov(UInt32(offset)) }
    }
  }

  private static let packets = (0..<102).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 5) }

  @Test func packetsInAnotherPlaceAreTheSameMedia() throws {
    let verdict = try verdict(sound(Self.packets), sound(Self.packets, front: false))
    #expect(verdict.media == "same media")
    #expect(counted(verdict) == ["audio (before: 160, after: 160) 160 same, 204 bytes"])
  }

  @Test(arguments: [true, false])
  func samplesOfAPacketAreCounted(_ isInPlace: Bool) throws {
    var other = Self.packets
    other[40] ^= 1
    let verdict = try verdict(sound(Self.packets), sound(other, front: isInPlace))
    #expect(
      told(verdict).first
        == "samples changed: audio 64 of 160 samples, from 65 (0.064 s) on, are others")
    #expect(verdict.subjects.map(\.sameCount) == [96])
  }
}
