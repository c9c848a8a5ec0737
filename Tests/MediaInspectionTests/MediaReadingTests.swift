import Atoms
import ByteReading
import Corpus
import Structure
import Testing

@testable import MediaInspection

/// Which rules read media, as they say: of files that differ in nothing else, all others find the same, so that a
/// comparison need not ask them.
@Suite struct MediaReadingTests {
  /// What is wrong with a file, as a comparison tells one problem from another.
  private struct Found: Equatable {
    let id: String
    let severity: Diagnostic.Severity
    let node: NodeIndex?

    init(_ problem: Diagnostic) {
      (id, severity, node) = (problem.kind.id.description, problem.severity, problem.node)
    }
  }

  private static func found(in document: Document) -> [Found] {
    MediaFile.checked(document, isThorough: true).problems.kept.map(Found.init)
  }

  private static let ofMedia = Set(Rule.all.filter(\.readsMedia).map { $0.kind.id.description })

  /// What `mdat`s hold, in the order of the file.
  private static func media(of document: Document) -> [Range<Int>] {
    document.tree.children(of: nil).compactMap { index in
      let node = document.tree[index]
      guard node.type == "mdat", !node.isRaw, node.subtreeEnd == index.next, node.end > node.payloadStart else {
        return nil
      }
      return Int(node.payloadStart)..<Int(node.end)
    }
  }

  /// Other media of the same length: all of it, or a byte of it.
  private static func changed(_ bytes: [UInt8], _ media: [Range<Int>], _ number: Int) -> [UInt8] {
    var random = Xorshift(seed: UInt64(number) + 1)
    var changed = bytes
    if number == 0 {
      for range in media { for place in range { changed[place] ^= UInt8.random(in: 1...255, using: &random) } }
    } else {
      let range = media[Int.random(in: media.indices, using: &random)]
      // What is read is most often where samples begin: the first of them does so at the beginning.
      let place = number == 1 ? range.lowerBound : Int.random(in: range, using: &random)
      changed[place] ^= UInt8.random(in: 1...255, using: &random)
    }
    return changed
  }

  @Test func otherRulesFindTheSameWhateverTheMediaAre() throws {
    var compared = (pairs: 0, proved: 0, others: 0)
    for path in Corpus.files().map(Corpus.path(of:)) + Corpus.sampleFiles.map(Corpus.path(ofSample:)) {
      let source = try ByteSource.open(path: path)
      guard source.byteCount < 1 << 20, let before = try? MediaFile.open(source), before.context is AtomContext
      else { continue }
      let media = Self.media(of: before)
      if media.isEmpty { continue }
      let bytes = (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
      let known = Self.found(in: before)
      for number in 0..<4 {
        let after = try MediaFile.open(ByteSource(copying: Self.changed(bytes, media, number)))
        guard let difference = MediaDifference(before, after, within: .max), difference.leavesFields(of: before.tree)
        else { continue }
        compared.pairs += 1
        let found = Self.found(in: after)
        #expect(
          known.filter { !Self.ofMedia.contains($0.id) } == found.filter { !Self.ofMedia.contains($0.id) },
          "\(path), \(number)")
        if known != found { compared.others += 1 }
        if ComparedMovies().haveSameProblems(before, after, within: .max) {
          compared.proved += 1
          #expect(known == found, "\(path), \(number)")
        }
      }
    }
    // Most of them are proved; some media break a rule that the first did not.
    #expect(compared.pairs > 400 && compared.proved > compared.pairs / 2 && compared.others > 20, "\(compared)")
  }

  /// Exif that lies among media, and whose nodes are shown, is looked at by rules of fields.
  @Test func fieldsAmongMediaAreNoMedia() throws {
    func file(at offset: UInt32) -> [UInt8] {
      atoms {
        atom("ftyp") { hex("68656963 00000000 6D696631 68656963") }
        atom("meta", version: 0) {
          atom("iloc", version: 1) { hex("4400"); u16(1); u16(1, 0, 0, 1); u32(offset, 26) }
          atom("iinf", version: 0) { u16(1); atom("infe", version: 2) { u16(1, 0); text("Exif\0") } }
        }
        atom("mdat") { u32(2); hex("ABCD 4949 2A00 08000000 0000 00000000"); zeros(6); hex("0102") }
      }
    }
    let before = file(at: UInt32(file(at: 0).count - 28))
    func open(_ bytes: [UInt8]) throws -> Document {
      MediaFile.openingItems(of: try MediaFile.open(ByteSource(copying: bytes)))
    }
    let document = try open(before)
    #expect(try !document.nodes("//infe/Exif/TIFF").isEmpty)
    // The directory begins elsewhere; the last byte belongs to no item.
    for (place, isOfMedia) in [(before.count - 16, false), (before.count - 1, true)] {
      var bytes = before
      bytes[place] ^= 2
      let difference = try MediaDifference(document, open(bytes), within: .max)
      #expect(difference?.leavesFields(of: document.tree) ?? false == isOfMedia, "\(place)")
    }
  }
}
