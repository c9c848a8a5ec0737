// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import Foundation
import MediaInspection
import Structure
import StructureDiff
import Testing

/// What is told of a pair, so that both directions can be compared.
enum Told {
  /// A field without the numbers of items, which are those of the first file; of several moments that
  /// are the same the first file says which is told.
  private static func unnumbered(_ change: Change) -> String {
    change.isMoment ? "" : change.field.description.filter { !$0.isNumber }
  }

  /// A change as it is told.
  static func straight(_ change: Change) -> String {
    "\(change.kind) \(unnumbered(change)) \(change.old) / \(change.new) \(change.places.count)"
      + " \(change.rowCounts.changed) \(change.rowCounts.added) \(change.rowCounts.removed)"
  }

  /// The same change seen from the other side.
  static func mirrored(_ change: Change) -> String {
    let kind: Change.Kind =
      switch change.kind {
      case .added: .removed
      case .removed: .added
      default: change.kind
      }
    return "\(kind) \(unnumbered(change)) \(change.new) / \(change.old) \(change.places.count)"
      + " \(change.rowCounts.changed) \(change.rowCounts.removed) \(change.rowCounts.added)"
  }

  /// What is different between one direction and the mirror of the other.
  static func asymmetry(_ a: Document, _ b: Document) -> [String] {
    let there = Files.compare(a, b)
    let back = Files.compare(b, a)
    let x = there.changes.map(mirrored).sorted()
    let y = back.changes.map(straight).sorted()
    var found = Array(Set(x).symmetricDifference(y)).sorted()
    if x.count != y.count { found.append("\(x.count) and \(y.count) changes") }
    let (p, q) = (there.consequences.count, back.consequences.count)
    if p != q { found.append("\(p) and \(q) consequences") }
    return found
  }
}

/// The whole corpus: nothing traps, nothing differs from itself, and both directions agree.
@Suite struct CorpusPairTests {
  static let folders = ["broken", "encoded", "made"]

  @Test(arguments: folders)
  func neighboursAreMirrors(folder: String) throws {
    let names = Corpus.files(in: Corpus.path(of: folder))
    #expect(names.count > 10)
    var last: Document?
    for name in names {
      guard let document = try? Files.open(folder + "/" + name) else { continue }
      let same = Files.compare(document, try Files.open(folder + "/" + name))
      #expect(same.changes.isEmpty && same.consequences.isEmpty, "\(name)")
      if let last {
        let found = Told.asymmetry(last, document)
        #expect(found.isEmpty, "\(name): \(found.prefix(4))")
      }
      last = document
    }
  }
}

/// Rows of unequal number, which can be aligned in several ways that are as good.
@Suite struct RowMirrorTests {
  /// An image whose first item has these properties: essential, and the number of each.
  private static func image(_ associations: [UInt8]) throws -> Document {
    try Files.open(
      atoms {
        Parts.fileType("mif1")
        atom("meta", version: 0) {
          atom("hdlr", version: 0) {
            u32(0); code("pict"); zeros(13)
          }
          atom("iprp") {
            atom("ipma", version: 0) {
              u32(1); u16(1); u8(UInt8(associations.count)); bytes(associations)
            }
          }
        }
      })
  }

  /// What two AV1 images have: the last two of four are in the other order in the one with five.
  @Test(
    arguments: [
      ([1, 2, 0x83, 4], [1, 2, 4, 0x83, 5]), ([1, 2, 5, 0x86, 7], [1, 2, 0x83, 4]),
      ([3, 1, 2], [1, 2, 3, 1]), ([1, 2, 3, 4], [2, 1, 4, 3]), ([1, 1, 2], [2, 1, 2, 1, 1]),
    ] as [([UInt8], [UInt8])])
  func bothDirectionsAlignTheSameRows(a: [UInt8], b: [UInt8]) throws {
    let (first, second) = (try Self.image(a), try Self.image(b))
    #expect(Told.asymmetry(first, second).isEmpty)
    func rows(_ from: Document, _ to: Document) -> [[Int?]] {
      Files.compare(from, to).changes.flatMap(\.rows).map { [$0.before, $0.after] }
    }
    func sorted(_ rows: [[Int?]]) -> [String] { rows.map { "\($0)" }.sorted() }
    #expect(sorted(rows(first, second)) == sorted(rows(second, first).map { Array($0.reversed()) }))
  }
}

/// The same for real files, when a folder of them is named: neighbours in their order, and files of one
/// kind that stand further apart.
@Suite(.enabled(if: !Corpus.sampleFolders.isEmpty, "ATOMTOOLS_SAMPLES names no folder"))
struct SamplePairTests {
  static func files() -> [String] {
    Corpus.sampleFolders.flatMap { folder in
      let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      return all.map { folder + "/" + $0 }.filter {
        let size = (try? FileManager.default.attributesOfItem(atPath: $0)[.size]) as? Int ?? 0
        return size > 0 && size <= 64 << 20
      }.sorted()
    }
  }

  static func open(_ path: String) -> Document? {
    guard let source = try? ByteSource.open(path: path) else { return nil }
    return try? MediaFile.open(source)
  }

  @Test func pairsAreMirrors() {
    let files = Self.files()
    var compared = 0
    for (place, path) in files.enumerated() {
      guard let document = Self.open(path) else { continue }
      if let again = Self.open(path) {
        let same = Files.compare(document, again)
        #expect(same.changes.isEmpty && same.consequences.isEmpty, "\(path)")
      }
      let kind = (path as NSString).pathExtension
      let like = files[(place + 1)...].dropFirst(4).first {
        ($0 as NSString).pathExtension == kind
      }
      for other in [place + 1 < files.count ? files[place + 1] : nil, like].compactMap({ $0 }) {
        guard let partner = Self.open(other) else { continue }
        let found = Told.asymmetry(document, partner)
        #expect(found.isEmpty, "\(path) \(other): \(found.prefix(4))")
        compared += 1
      }
    }
    #expect(compared > 50)
  }
}

/// Each byte of a file that is changed is told, unless it says the same in another way.
@Suite struct MutationTests {
  static let files = [
    "mockups/b.mp4", "mockups/movie.mov", "mockups/frag.mp4", "mockups/track.mp3",
    "encoded/image.avif", "encoded/dash-sidx.mp4", "encoded/encrypted-fragmented.mp4",
    "encoded/chapters.mov", "encoded/tagged.aiff", "encoded/udta.mov", "encoded/hevc-hdr10.mp4",
  ]

  @Test(arguments: files)
  func aChangedByteIsTold(file: String) throws {
    let original = try Files.bytes(file)
    let before = try Files.open(original)
    // Bytes of structure, spread over the file, and a few of media.
    let media = before.tree.indices.filter { MediaFile.isMedia($0, before) }
      .map { before.tree[$0].payload.byteOffset..<before.tree[$0].payload.byteEnd }
    var places = original.indices.filter { place in
      !media.contains { $0.contains(place) } || place % 997 == 3
    }
    let wanted = 150
    let step = max(1, places.count / wanted)
    places = places.enumerated().filter { $0.offset % step == file.utf8.count % step }.map(
      \.element)
    #expect(places.count >= min(100, original.count / 2))
    var told = 0
    for place in places {
      for bit: UInt8 in [0x01, 0x40] {
        var bytes = original
        bytes[place] ^= bit
        guard let after = try? Files.open(bytes) else { continue }
        let result = Files.compare(before, after)
        let isTold =
          !result.changes.isEmpty
          || !result.consequences.isEmpty
            && result.consequences.allSatisfy {
              if case .encoding = $0.cause { true } else { false }
            }
        #expect(isTold, "\(file): byte \(place) ^ \(bit)")
        told += 1
      }
    }
    #expect(told > places.count)
  }
}
