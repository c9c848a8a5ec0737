import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// One byte that says how the rest is called or counted is one change.
@Suite struct IdentityTests {
  /// A file of the corpus, and the same with `edit` made where each of the four letters stand.
  private func compare(
    _ file: String, _ letters: String, most: Int = .max,
    _ edit: (inout [UInt8], _ place: Int) -> Void
  ) throws -> Comparison {
    let bytes = try Files.bytes(file)
    var edited = bytes
    var count = 0
    for place in bytes.indices.dropLast(4)
    where bytes[place..<place + 4].elementsEqual(letters.utf8) && count < most {
      edit(&edited, place)
      count += 1
    }
    #expect(count > 0)
    return Comparison(try Files.open(bytes), try Files.open(edited), rules: .media)
  }

  private func told(_ comparison: Comparison) -> [String] {
    let words = ChangeWords(comparison)
    return comparison.changes.map {
      "\(words.path(of: $0)).\($0.field) \($0.old) → \($0.new)"
    }
  }

  /// What stands in the sample entry is where it was.
  @Test func theTypeOfASampleEntryIsAField() throws {
    let comparison = try compare("encoded/hevc-hev1.mp4", "hev1", most: 1) { bytes, place in
      bytes.replaceSubrange(place..<place + 4, with: Array("hvc1".utf8))
    }
    #expect(
      told(comparison) == ["moov/trak[vide]/mdia/minf/stbl/stsd/hev1.type hev1 → hvc1"])
    #expect(comparison.verdict?.state(of: .setup) == .changed)
    #expect(comparison.verdict?.state(of: .samples) == .same)
  }

  /// Behind version and flags of `esds` stand a tag, a length whose bytes but the last are above 0x7F, and `ES_ID`.
  @Test func theNumberOfAStreamIsNoBitRate() throws {
    let comparison = try compare("encoded/h264-aac.mp4", "esds", most: 1) { bytes, place in
      var length = place + 9
      while bytes[length] > 0x7F { length += 1 }
      bytes[length + 2] += 1
    }
    #expect(comparison.verdict?.findings(of: .setup, .equivalent).map(\.sentence) == ["stream IDs"])
    #expect(told(comparison).count == 1 && told(comparison).first?.contains("ES_ID") == true)
  }

  /// `mfhd`: 4 bytes of version and flags, then the number, all five of which are greater by 5.
  @Test func numbersThatAreAllGreaterAreOneChange() throws {
    let comparison = try compare("mockups/frag.mp4", "mfhd") { bytes, place in
      bytes[place + 11] += 5
    }
    #expect(told(comparison) == ["moof[seq=1]/mfhd.sequence_number 1 → 6"])
    #expect(comparison.changes.first?.others.count == 4)
    #expect(comparison.changes.first?.note == "greater by 5 in each")
    // The others hold 2, 3, 4 and 5: they are not the same change.
    let change = try #require(comparison.changes.first)
    #expect(
      ChangeWords(comparison).body(of: change).hasSuffix(
        "1 → 6 (greater by 5 in each)   (moved alike in 4 more atoms)"))
  }

  /// The first of five fragments gets number 77: the others are where they were, and this one, too.
  @Test func oneNumberOfAFragmentIsOneChange() throws {
    let comparison = try compare("mockups/frag.mp4", "mfhd", most: 1) { bytes, place in
      bytes[place + 11] = 77
    }
    #expect(told(comparison) == ["moof[seq=1]/mfhd.sequence_number 1 → 77"])
    #expect(comparison.verdict?.state(of: .samples) == .same)
  }

  /// The size of the second `data` of `covr` says 5,000, then 4,278,195,080; 16 bytes are there.
  @Test func aSizeThatIsCutOffIsTold() throws {
    let bytes = try Files.bytes("broken/items-without-room.m4a")
    var edited = bytes
    #expect(edited[107] == 0)
    edited[107] = 0xFF
    let comparison = Comparison(try Files.open(bytes), try Files.open(edited), rules: .media)
    #expect(
      told(comparison) == ["moov/udta/meta/ilst/covr/data[2].size 5,000 → 4,278,195,080"])
    #expect(comparison.verdict?.isOfEqualBytes == false)
  }

  // MARK: Tolerances

  @Test(arguments: [
    ("±1", Tolerance.units(1)), ("12", .units(12)), ("±1ms", .nanoseconds(1_000_000)),
    ("±1.5ms", .nanoseconds(1_500_000)), ("±0.02s", .nanoseconds(20_000_000)),
    ("±20us", .nanoseconds(20_000)), ("±0.1%", .partsPerMillion(1_000)),
    ("±5%", .partsPerMillion(50_000)), ("±0.1 %", .partsPerMillion(1_000)),
    ("±1 ms", .nanoseconds(1_000_000)),
  ])
  func tolerancesAreRead(_ text: String, _ meant: Tolerance) {
    #expect(Tolerance(text) == meant)
  }

  @Test(arguments: [
    "", "±", "±x", "1.5", "±1m", "-1", "±1  ms", "±1 ", "±.5s", "±1.s", "±0.00001%", "±1e3", "±1..2s",
    "99999999999999999999", "±99999999999s",
  ])
  func whatIsNoToleranceIsRefused(_ text: String) { #expect(Tolerance(text) == nil, "\(text)") }

  /// The duration of the movie is 2,000 at 1,000 a second: 16 bytes behind the name.
  @Test(arguments: [
    (Tolerance.units(3), 3, true), (.units(2), 3, false), (.nanoseconds(3_000_000), 3, true),
    (.nanoseconds(2_999_999), 3, false), (.partsPerMillion(1_500), 3, true),
    (.partsPerMillion(1_000), 3, false),
  ])
  func timesMayDifferByATolerance(_ tolerance: Tolerance, _ more: Int, _ isSame: Bool) throws {
    let bytes = try Files.bytes("mockups/slow.mp4")
    let place = try #require(
      bytes.indices.dropLast(4).first { bytes[$0..<$0 + 4].elementsEqual("mvhd".utf8) })
    var edited = bytes
    let duration = edited[place + 20..<place + 24].reduce(0) { $0 << 8 | Int($1) }
    #expect(duration == 2_000)
    edited[place + 22] = UInt8((duration + more) >> 8)
    edited[place + 23] = UInt8((duration + more) & 0xFF)
    var options = Comparison.Options()
    options.tolerance = { $0.field.description == "duration" ? [tolerance] : [] }
    let result = Comparison(
      try Files.open(bytes), try Files.open(edited), rules: .media, options: options)
    #expect(result.changes.isEmpty == isSame, "\(told(result))")
    // What may differ is told to those who play the file all the same.
    #expect(result.verdict?.state(of: .startAndEnd) == .changed)
  }
}
