// swift-format-ignore-file: DoNotUseSemicolons

import Atoms
import ByteReading
import Corpus
import MediaFacts
import MediaReports
import Structure
import StructureDiff
import Testing

@testable import MediaInspection

/// A file that differs from another one in its media alone has the nodes of that one, and is not scanned: whatever is
/// asked of it is what a scan would have found.
@Suite struct BorrowedNodesTests {
  /// What `mdat`s at the top hold, in the order of the file.
  private static func media(of document: Document) -> [Range<Int>] {
    document.tree.children(of: nil).compactMap { index in
      let node = document.tree[index]
      guard node.type == "mdat", !node.isRaw, node.end > node.payloadStart else { return nil }
      return Int(node.payloadStart)..<Int(node.end)
    }
  }

  /// Changes some bytes: all media, some of them, the first or the last, or one that is none of media.
  private static func change(_ bytes: inout [UInt8], _ media: [Range<Int>], _ number: Int) {
    var random = Xorshift(seed: UInt64(number) + 1)
    func other() -> UInt8 { UInt8.random(in: 1...255, using: &random) }
    switch number {
    case 0: for range in media { for place in range { bytes[place] ^= other() } }
    case 1: for range in media { bytes[range.lowerBound] ^= other() }
    case 2: bytes[media[media.count - 1].upperBound - 1] ^= other()
    case 3: bytes[media[media.count / 2].lowerBound] ^= other()
    case 4:
      // What lies in fragments and tables is structure, and what lies in one `mdat` may be that of another film.
      bytes[Int.random(in: bytes.indices, using: &random)] ^= other()
    default: bytes[media[0].lowerBound - 5] ^= other()
    }
  }

  private struct Said: Equatable {
    let lines: [String]
    let counted: [String]
    let states: [MediaFacts.Verdict.State?]
    let findings: [String]
    let problems: [String]

    init(_ comparison: Comparison) {
      let words = ChangeWords(comparison)
      lines = comparison.changes.map { words.line(for: $0) }
      counted = comparison.counted.map { "\($0.count) \($0.noun)\($0.remark)" }
      states = MediaFacts.Verdict.Aspect.allCases.map { comparison.verdict?.state(of: $0) }
      findings = comparison.verdict?.findings.map { "\($0.aspect) \($0.state) \($0.text)" } ?? []
      problems = comparison.newProblems.list.map { "\($0.kind.id) \($0.node?.number ?? -1)" }
    }
  }

  @Test func allThatIsSaidIsWhatAScanFinds() throws {
    var counts = (borrowed: 0, scanned: 0, moved: 0)
    for path in Corpus.files().map(Corpus.path(of:)) + Corpus.sampleFiles.map(Corpus.path(ofSample:)) {
      let source = try ByteSource.open(path: path)
      guard source.byteCount < 1 << 18, let before = try? MediaFile.open(source), before.context is AtomContext
      else { continue }
      let media = Self.media(of: before)
      if media.isEmpty { continue }
      let all = (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
      for number in 0..<6 {
        var bytes = all
        Self.change(&bytes, media, number)
        let file = ByteSource(copying: bytes)
        guard let scanned = try? MediaFile.open(file) else { continue }
        let opened = try MediaFile.open(file, limits: Limits(), besides: before)
        guard let borrowed = opened.borrowed else {
          counts.scanned += 1
          continue
        }
        counts.borrowed += 1
        #expect(!borrowed.others.isEmpty, "\(path), \(number)")
        #expect(
          opened.tree.count == scanned.tree.count
            && opened.tree.indices.allSatisfy { opened.tree[$0].isSame(as: scanned.tree[$0]) }, "\(path), \(number)")
        #expect(opened.synopsis.formatName == scanned.synopsis.formatName)
        #expect(opened.synopsis.duration?.seconds == scanned.synopsis.duration?.seconds)
        #expect(opened.problems.counts.isEmpty && scanned.problems.counts.isEmpty, "\(path), \(number)")
        let said = Said(Comparison(before, opened, rules: .media))
        #expect(said == Said(Comparison(before, scanned, rules: .media)), "\(path), \(number)")
        if said.lines.count > 1 { counts.moved += 1 }
      }
    }
    // Most that differ in media alone are not scanned; what differs elsewhere is.
    #expect(counts.borrowed > 200 && counts.scanned > 100, "\(counts)")
  }

  /// Whatever differs beside the media, or may be found by them, is looked for.
  @Test(arguments: [
    // Another atom at the top, a known atom of another type within one, a size, media in front.
    ("66747970", "66747971"), ("6D766864", "6D766865"), ("0000000C 6D646174", "0000000B 6D646174"),
  ])
  func whatElseDiffersIsScanned(_ was: String, _ now: String) throws {
    func file(_ from: String, _ to: String) -> [UInt8] {
      let bytes = atoms {
        atom("ftyp") { hex("69736F6D 00000000 69736F6D") }
        atom("moov") { atom("mvhd", version: 0) { zeros(96) } }
        atom("mdat") { hex("01020304") }
        atom("free") {}
      }
      let (wanted, other) = (atoms { hex(from) }, atoms { hex(to) })
      guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: wanted) }) else { return bytes }
      return bytes[..<place] + other + bytes[(place + wanted.count)...]
    }
    let before = try MediaFile.open(ByteSource(copying: file("", "")))
    let after = try MediaFile.open(ByteSource(copying: file(was, now)), limits: Limits(), besides: before)
    #expect(after.borrowed == nil)
    let media = try MediaFile.open(
      ByteSource(copying: file("01020304", "01020305")), limits: Limits(), besides: before)
    #expect(media.borrowed?.others == [before.tree.children(of: nil).map(\.self)[2]])
  }
}

extension Node {
  fileprivate func isSame(as other: Node) -> Bool {
    start == other.start && size == other.size && type == other.type && depth == other.depth && table == other.table
      && source == other.source && headerSize == other.headerSize && marks == other.marks
      && subtreeEnd == other.subtreeEnd
  }
}
