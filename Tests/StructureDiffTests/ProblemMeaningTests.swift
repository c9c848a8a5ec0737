import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// What only one of two files breaks, where no field that says how it is played is another.
@Suite struct ProblemMeaningTests {
  private func told(_ before: [UInt8], _ after: [UInt8]) throws -> [String] {
    let comparison = try Comparison(Files.open(before), Files.open(after), rules: .media)
    return try #require(comparison.verdict).findings.map { "\($0.aspect.rawValue) \($0.state.rawValue): \($0.sentence)" }
  }

  /// Where the letters of a box stand for the `nth` time.
  private func place(of type: String, _ nth: Int = 1, in bytes: [UInt8]) throws -> Int {
    let letters = Array(type.utf8)
    let places = (0..<bytes.count - 4).filter { bytes[$0..<$0 + 4].elementsEqual(letters) }
    return try #require(places.dropFirst(nth - 1).first)
  }

  /// Of ten samples the table has times for nine: players stop there, or go on as they like.
  @Test func timesOfFewerSamplesAreNotChecked() throws {
    let whole = try Files.bytes("encoded/h264-aac.mp4")
    var short = whole
    // Behind the type: version and flags, the number of entries, and how many samples the first is about.
    let count = try place(of: "stts", in: whole) + 4 + 8
    #expect(Array(whole[count..<count + 4]) == [0, 0, 0, 10])
    short[count + 3] = 9
    let words = "'stts' has times for more or fewer samples than there"
    let found = try told(whole, short)
    for aspect in ["times", "start and end"] { #expect(found.contains("\(aspect) not checked: \(words) are"), "\(found)") }
    #expect(!found.contains { $0.contains("tables of samples written otherwise") }, "\(found)")
    #expect(try told(short, whole).contains("times not checked: \(words) were"))
  }

  /// Free space in front of the second fragment: 'mfra' and 'sidx' say what they said, and lead beside it.
  @Test(arguments: [
    ("encoded/bento4-fragments.mp4", "'mfra' leads to no fragment at places", "no 'mfra' leads beside a fragment any more"),
    ("encoded/dash-sidx.mp4", "'sidx' leads to no segment at places", "no 'sidx' leads beside a segment any more"),
  ])
  func anIndexThatLeadsBesideIsSeeking(file: String, words: String, back: String) throws {
    let before = try Files.bytes(file)
    var after = before
    let isIndexed = file.contains("sidx")
    let start = try place(of: "moof", isIndexed ? 1 : 2, in: before) - 4
    after.insert(contentsOf: atoms { atom("free") { u32(0, 0) } }, at: start)
    let found = try told(before, after)
    #expect(found.contains("seeking changed: \(words)"), "\(found)")
    #expect(try told(after, before).contains("seeking changed: \(back)"))
    #expect(try told(before, before).isEmpty)
  }

  /// A file that is cut off plays less, though its tables say what they said.
  @Test func howFarACutFilePlaysIsItsEnd() throws {
    let whole = try Files.bytes("encoded/bento4-plain.mp4")
    let (cut, shorter) = (Array(whole.dropLast(1_103)), Array(whole.dropLast(1_603)))
    func ends(_ before: [UInt8], _ after: [UInt8]) throws -> [String] {
      try told(before, after).filter { $0.hasPrefix("start and end changed: plays") }
    }
    let found = try ends(whole, cut)
    #expect(found.count == 1 && found[0].hasSuffix(" (was to the end)"), "\(found)")
    #expect(try ends(cut, whole).first?.hasPrefix("start and end changed: plays to the end (was ") == true)
    #expect(try ends(cut, shorter).count == 1)
    #expect(try ends(cut, cut).isEmpty)
    // Where all of the media is gone no box is cut, and the tables alone lead nowhere.
    let bare = Array(whole.prefix(try place(of: "mdat", in: whole) - 4))
    #expect(try ends(whole, bare).count == 1 && ends(bare, whole).count == 1)
  }

  /// Edits lead to no table of samples.
  @Test func anotherSpeedIsNoTable() throws {
    let before = try Files.bytes("encoded/bento4-plain.mp4")
    var after = before
    // Version and flags, the number of edits, a duration and a time stand in front of the rate.
    let rate = try place(of: "elst", in: before) + 4 + 8 + 8
    #expect(Array(before[rate..<rate + 4]) == [0, 1, 0, 0])
    after[rate + 1] = 2
    let found = try told(before, after)
    #expect(!found.contains { $0.contains("tables of samples written otherwise") }, "\(found)")
    #expect(found.contains { $0.hasPrefix("times changed: ") && $0.contains("plays at 2 times its speed") }, "\(found)")
  }
}
