import ByteReading
import Corpus
import Structure
import Testing

@testable import ID3

/// The bytes of each type of frame, what its fields hold, and what the outline says of it.
@Suite struct FrameTests {
  @Test(arguments: FrameCase.all) func fieldsHaveTheirValues(frame: FrameCase) throws {
    #expect(frame.reading == frame.lines + "\n")
  }

  /// Text of ISO-8859-1 alone, which most frames are: its bytes, and what the outline says.
  @Test(arguments: TextCase.all) func textIsTold(frame: TextCase) throws {
    let code = try #require(FourCC(key: frame.code))
    let bytes = [0] + Array(frame.text.utf8)
    #expect(
      FrameReading(code, version: frame.version, bytes).lines == """
        0 encoding 0 (ISO-8859-1)
        1 text "\(frame.text)"
        = \(frame.summary)

        """)
  }

  /// A frame that was added is read, whether or not it has a case above: its payload is made from its
  /// own table.
  @Test(arguments: 0..<FrameReading.catalogue.count)
  func everyTableReadsWhatIsMadeForIt(_ number: Int) throws {
    let program = try #require(FrameReading.catalogue.program(number))
    let code = program.syntax.code
    let specimens = Specimens(of: program).all
    #expect(!specimens.isEmpty, "nothing can be made for \(code)")
    // What stands for many types is read as one that has no table of its own.
    let isForMany = code.description.hasSuffix("*")
    let type = isForMany ? "\(code.description.prefix(1))ZZZ" : code.description
    var isSummarised = false
    for parent in program.syntax.parents.description.split(separator: " ") {
      let tag = try #require(FourCC(key: parent))
      for specimen in specimens {
        let reading = FrameReading(
          try #require(FourCC(key: type)), version: tag.rawValue & 0xFF, specimen.bytes)
        let lines = reading.lines
        #expect(!lines.isEmpty && !lines.contains("! "), "\(code) in \(parent):\n\(lines)")
        if lines.hasPrefix("= ") || lines.contains("\n= ") { isSummarised = true }
      }
    }
    // A view reads nothing of a type that it does not list, without a word.
    guard case .written = program.syntax.summary else { return }
    #expect(
      isSummarised,
      "\(code): its summary says nothing of any payload; is it in the list of the view it reads?")
  }

  /// What has another code in a later version is called the same there.
  @Test func successorsAreThere() {
    let tables = FrameReading.catalogue.tables
    for table in tables where table.successor.utf8CodeUnitCount > 0 {
      let successor = tables.first { $0.code.description == table.successor.description }
      #expect(successor != nil, "\(table.code)")
      guard table.code.utf8CodeUnitCount == 3 else { continue }
      #expect(successor?.title.description == table.title.description, "\(table.code)")
      #expect(table.parents.description == "ID3\\x02")
    }
    // One that has none is called as no frame of a later version is, but for the two of MusicMatch:
    // nobody says that they hold the same.
    var namesakes: [String] = []
    for table in tables
    where table.code.utf8CodeUnitCount == 3 && table.successor.utf8CodeUnitCount == 0 {
      let later = tables.first {
        $0.code.utf8CodeUnitCount == 4 && $0.title.description == table.title.description
      }
      if let later { namesakes.append("\(table.code) \(later.code)") }
    }
    #expect(namesakes == ["CM1 NCON"])
  }

  /// A frame that version 2 calls otherwise is one with that of later versions; what version 4 has in the place of
  /// another frame, or of parts of a moment, is not.
  @Test func namesOfVersionsAreOneFrames() throws {
    for table in FrameReading.catalogue.tables
    where table.code.utf8CodeUnitCount == 3 && table.successor.utf8CodeUnitCount > 0 {
      let old = try #require(FourCC(key: table.code.description))
      let new = try #require(FourCC(key: table.successor.description))
      let isOne = FrameGenerations.all.contains { $0.contains(old) && $0.contains(new) }
      #expect(isOne, "\(table.code)")
    }
    let lasts: [(FourCC, FourCC)] = [
      ("TT2", "TIT2"), ("TYE", "TDRC"), ("TDA", "TDAT"), ("TIME", "TIME"), ("IPL", "TIPL"), ("RVA", "RVAD"),
      ("XRVA", "RVA2"), ("EQU", "EQUA"), ("PIC", "APIC"), ("CM1", "CM1"),
    ]
    for (name, last) in lasts { #expect(FrameGenerations.last(of: name) == last, "\(name.key)") }
  }

  @Test func everyFrameHasATitleAndAClause() {
    for table in FrameReading.catalogue.tables {
      #expect(table.title.utf8CodeUnitCount > 0 && table.clause.utf8CodeUnitCount > 0)
      #expect(table.parents.utf8CodeUnitCount > 0, "\(table.code)")
    }
    #expect(FrameReading.catalogue.count >= 180)
  }
}

/// One frame: its type, the major version of its tag, its bytes, and what is said of them.
struct FrameCase: Sendable, CustomTestStringConvertible {
  let code: String
  let version: UInt32
  let bytes: String
  let lines: String

  init(_ code: String, _ version: UInt32, _ bytes: String, _ lines: String) {
    self.code = code
    self.version = version
    self.bytes = bytes
    self.lines = lines
  }

  var reading: String {
    FrameReading(FourCC(key: code) ?? FourCC(0), version: version, content(bytes)).lines
  }
  var testDescription: String { "\(code) in version \(version)" }

  static let all = identified + timed + sounding + held + written

  /// Texts with descriptions, languages and owners, and addresses.
  private static let identified: [FrameCase] = [
    FrameCase(
      "UFID", 3, "'http://musicbrainz.org' 00 'a1b2c3'",
      """
      0 owner "http://musicbrainz.org"
      23 identifier "a1b2c3"
      = http://musicbrainz.org = "a1b2c3"
      """),
    FrameCase(
      "UFID", 4, "'http://example.org/id' 00 01 02 ff",
      """
      0 owner "http://example.org/id"
      22 identifier 0102ff
      = http://example.org/id = 0102ff
      """),
    FrameCase(
      "UFI", 2, "'http://example.org/id' 00 00 00 00 07",
      """
      0 owner "http://example.org/id"
      22 identifier 00000007
      = http://example.org/id = 00000007
      """),
    FrameCase(
      "TXXX", 4, "00 'comment' 00 'Recorded at Van Gelder Studio'",
      """
      0 encoding 0 (ISO-8859-1)
      1 description "comment"
      9 value "Recorded at Van Gelder Studio"
      = comment = "Recorded at Van Gelder Studio"
      """),
    FrameCase(
      "TXXX", 4, "03 'MOOD' 00 'calm' 00 'slow' 00",
      """
      0 encoding 3 (UTF-8)
      1 description "MOOD"
      6 value "calm"
      11 value "slow"
      = MOOD = "calm", "slow"
      """),
    FrameCase(
      "TXXX", 3, "01 fffe 6100 0000 fffe e900 6200",
      """
      0 encoding 1 (UTF-16)
      1 description "a"
      7 value "éb"
      = a = "éb"
      """),
    FrameCase(
      "TXX", 2, "00 'QuodLibet' 00 'yes'",
      """
      0 encoding 0 (ISO-8859-1)
      1 description "QuodLibet"
      11 value "yes"
      = QuodLibet = "yes"
      """),
    FrameCase(
      "TIPL", 4, "03 'producer' 00 'A' 00 'mix' 00 'B'",
      """
      0 encoding 3 (UTF-8)
      people
        [1]
          1 involvement "producer"
          10 name "A"
        [2]
          12 involvement "mix"
          16 name "B"
      = producer = "A", mix = "B"
      """),
    FrameCase(
      "TMCL", 4, "00 'bass' 00 'C' 00 'drums' 00 'D' 00",
      """
      0 encoding 0 (ISO-8859-1)
      people
        [1]
          1 instrument "bass"
          6 name "C"
        [2]
          8 instrument "drums"
          14 name "D"
      = bass = "C", drums = "D"
      """),
    FrameCase(
      "IPLS", 3, "01 fffe 4100 0000 fffe 4200 0000",
      """
      0 encoding 1 (UTF-16)
      people
        [1]
          1 involvement "A"
          7 name "B"
      = A = "B"
      """),
    FrameCase(
      "IPL", 2, "00 'engineer' 00 'E'",
      """
      0 encoding 0 (ISO-8859-1)
      people
        [1]
          1 involvement "engineer"
          10 name "E"
      = engineer = "E"
      """),
    FrameCase(
      "USLT", 3, "00 'eng' 'verse' 00 'First line' 0a 'Second line'",
      """
      0 encoding 0 (ISO-8859-1)
      1 language "eng"
      4 description "verse"
      10 text "First line\\nSecond line"
      = verse (eng) = "First line…"
      """),
    FrameCase(
      "USLT", 4, "01 'deu' fffe 0000 fffe 4100 0a00 4200",
      """
      0 encoding 1 (UTF-16)
      1 language "deu"
      4 description ""
      8 text "A\\nB"
      = "A…" (deu)
      """),
    FrameCase(
      "USLT", 4, "00 'eng' 00 'First' 0a 'more' 00 'Second'",
      """
      0 encoding 0 (ISO-8859-1)
      1 language "eng"
      4 description ""
      5 text "First\\nmore"
      16 text "Second"
      = "First…", "Second" (eng)
      """),
    FrameCase(
      "ULT", 2, "00 'eng' 00 'Only line'",
      """
      0 encoding 0 (ISO-8859-1)
      1 language "eng"
      4 description ""
      5 text "Only line"
      = "Only line" (eng)
      """),
    FrameCase(
      "SYLT", 3, "00 'eng' 02 01 'song' 00 'Stran' 00 00000000 'gers' 00 000001f4",
      """
      0 encoding 0 (ISO-8859-1)
      1 language "eng"
      4 time_format 2 (milliseconds)
      5 content_type 1 (lyrics)
      6 description "song"
      events
        [1]
          11 text "Stran"
          17 time 0
        [2]
          21 text "gers"
          26 time 500 (0.500 s)
      = lyrics (eng): "Stran", "gers"
      """),
    FrameCase(
      "SYLT", 4, "01 'eng' 01 05 fffe 0000 fffe 4100 0000 0000000a 4200 0000 00000014",
      """
      0 encoding 1 (UTF-16)
      1 language "eng"
      4 time_format 1 (MPEG frames)
      5 content_type 5 (chord)
      6 description ""
      events
        [1]
          10 text "A"
          16 time 10
        [2]
          20 text "B"
          24 time 20
      = chord (eng): "A", "B"
      """),
    FrameCase(
      "SLT", 2, "00 'XXX' 02 00 00 'Hi' 00 000003e8",
      """
      0 encoding 0 (ISO-8859-1)
      1 language "XXX"
      4 time_format 2 (milliseconds)
      5 content_type 0 (other)
      6 description ""
      events
        [1]
          7 text "Hi"
          10 time 1,000 (1.000 s)
      = other (XXX): "Hi"
      """),
    FrameCase(
      "COMM", 3, "00 'eng' 00 'A note'",
      """
      0 encoding 0 (ISO-8859-1)
      1 language "eng"
      4 description ""
      5 text "A note"
      = "A note" (eng)
      """),
    FrameCase(
      "COMM", 4,
      """
      00 'eng' 'iTunSMPB' 00 ' 00000000 00000240 000004BC 0000000000015904 00000000'
      """,
      """
      0 encoding 0 (ISO-8859-1)
      1 language "eng"
      4 description "iTunSMPB"
      13 text " 00000000 00000240 000004BC 0000000000015904 00000000"
      = iTunSMPB (eng) = 88,324 samples, less 576 + 1,212
      """),
    FrameCase(
      "COMM", 3,
      """
      00 'eng' 'iTunNORM' 00
      ' 000000C8 000000DC 00000700 00000800 00000000 00000001 00007FFF 00006000 0000000A 0000000B'
      """,
      """
      0 encoding 0 (ISO-8859-1)
      1 language "eng"
      4 description "iTunNORM"
      13 text " 000000C8 000000DC 00000700 00000800 00000000 00000001 00007FFF 00006000 0000000A 0000000B"
      = iTunNORM (eng) = power 200 and 220, peaks 32,767 and 24,576
      """),
    FrameCase(
      "COM", 2, "01 000000 feff 0000 feff 00e9",
      """
      0 encoding 1 (UTF-16)
      1 language ""
      4 description ""
      8 text "é"
      = "é"
      """),
    FrameCase(
      "USER", 4, "00 'eng' 'Free for personal use'",
      """
      0 encoding 0 (ISO-8859-1)
      1 language "eng"
      4 text "Free for personal use"
      = "Free for personal use" (eng)
      """),
    FrameCase(
      "WCOM", 3, "'http://example.org/buy'",
      """
      0 url "http://example.org/buy"
      = "http://example.org/buy"
      """),
    FrameCase(
      "WCOP", 4, "'http://example.org/rights' 00",
      """
      0 url "http://example.org/rights"
      = "http://example.org/rights"
      """),
    FrameCase(
      "WOAF", 3, "'http://example.org/file'",
      """
      0 url "http://example.org/file"
      = "http://example.org/file"
      """),
    FrameCase(
      "WOAR", 4, "'http://example.org/artist'",
      """
      0 url "http://example.org/artist"
      = "http://example.org/artist"
      """),
    FrameCase(
      "WOAS", 3, "'http://example.org/film'",
      """
      0 url "http://example.org/film"
      = "http://example.org/film"
      """),
    FrameCase(
      "WORS", 4, "'http://example.org/radio'",
      """
      0 url "http://example.org/radio"
      = "http://example.org/radio"
      """),
    FrameCase(
      "WPAY", 3, "'http://example.org/pay'",
      """
      0 url "http://example.org/pay"
      = "http://example.org/pay"
      """),
    FrameCase(
      "WPUB", 4, "'http://example.org/label'",
      """
      0 url "http://example.org/label"
      = "http://example.org/label"
      """),
    FrameCase(
      "WXXX", 3, "00 'shop' 00 'http://example.org/'",
      """
      0 encoding 0 (ISO-8859-1)
      1 description "shop"
      6 url "http://example.org/"
      = shop = "http://example.org/"
      """),
    FrameCase(
      "WXXX", 4, "03 00 'http://example.org/'",
      """
      0 encoding 3 (UTF-8)
      1 description ""
      2 url "http://example.org/"
      = "http://example.org/"
      """),
    FrameCase(
      "WFED", 4, "00 'http://example.org/feed'",
      """
      0 encoding 0 (ISO-8859-1)
      1 url "http://example.org/feed"
      = "http://example.org/feed"
      """),
    FrameCase(
      "WFED", 3, "'http://example.org/feed'",
      """
      0 url "http://example.org/feed"
      = "http://example.org/feed"
      """),
    FrameCase(
      "WAF", 2, "'http://example.org/file'",
      """
      0 url "http://example.org/file"
      = "http://example.org/file"
      """),
    FrameCase(
      "WAR", 2, "'http://example.org/artist'",
      """
      0 url "http://example.org/artist"
      = "http://example.org/artist"
      """),
    FrameCase(
      "WAS", 2, "'http://example.org/film'",
      """
      0 url "http://example.org/film"
      = "http://example.org/film"
      """),
    FrameCase(
      "WCM", 2, "'http://example.org/buy'",
      """
      0 url "http://example.org/buy"
      = "http://example.org/buy"
      """),
    FrameCase(
      "WCP", 2, "'http://example.org/rights'",
      """
      0 url "http://example.org/rights"
      = "http://example.org/rights"
      """),
    FrameCase(
      "WPB", 2, "'http://example.org/label'",
      """
      0 url "http://example.org/label"
      = "http://example.org/label"
      """),
    FrameCase(
      "WXX", 2, "00 'shop' 00 'http://example.org/'",
      """
      0 encoding 0 (ISO-8859-1)
      1 description "shop"
      6 url "http://example.org/"
      = shop = "http://example.org/"
      """),
    FrameCase(
      "WFD", 2, "00 'http://example.org/feed'",
      """
      0 encoding 0 (ISO-8859-1)
      1 url "http://example.org/feed"
      = "http://example.org/feed"
      """),
    FrameCase(
      "W000", 3, "'http://example.org/'",
      """
      0 url "http://example.org/"
      = "http://example.org/"
      """),
  ]

  /// Times, and places in the sound.
  private static let timed: [FrameCase] = [
    FrameCase(
      "ETCO", 3, "02 02 00000000 03 000001f4 e5 00000400",
      """
      0 time_format 2 (milliseconds)
      events
        [1]
          1 event 2 (intro start)
          2 time 0
        [2]
          6 event 3 (main part start)
          7 time 500 (0.500 s)
        [3]
          11 event 229 (synchronisation 5)
          12 time 1,024 (1.024 s)
      = intro start at 0.000 s, main part start at 0.500 s, synchronisation 5 at 1.024 s
      """),
    FrameCase(
      "ETCO", 4, "01 ff 17 0000000a fd 0000000b",
      """
      0 time_format 1 (MPEG frames)
      events
        [1]
          1 event 255 (one more byte of events)
          2 event_continued 0x17
          3 time 10
        [2]
          7 event 253 (audio end)
          8 time 11
      = one more byte of events (0x17) at 10, audio end at 11
      """),
    // The event is the byte behind all those that are FF.
    FrameCase(
      "ETCO", 4, "02 03 00000064 ff ff 01 00000190 04 000001f4",
      """
      0 time_format 2 (milliseconds)
      events
        [1]
          1 event 3 (main part start)
          2 time 100 (0.100 s)
        [2]
          6 event 255 (one more byte of events)
          7 event_continued 0x0100
          9 time 400 (0.400 s)
        [3]
          13 event 4 (outro start)
          14 time 500 (0.500 s)
      = main part start at 0.100 s, one more byte of events (0x0100) at 0.400 s, outro start at 0.500 s
      """),
    FrameCase(
      "ETC", 2, "02 08 000003e8",
      """
      0 time_format 2 (milliseconds)
      events
        [1]
          1 event 8 (interlude start)
          2 time 1,000 (1.000 s)
      = interlude start at 1.000 s
      """),
    FrameCase(
      "MLLT", 3, "000a 000100 000064 08 08 05 03 06 04",
      """
      0 frames_between_reference 10
      2 bytes_between_reference 256
      5 milliseconds_between_reference 100 (0.100 s)
      8 bits_for_bytes_deviation 8
      9 bits_for_milliseconds_deviation 8
      references
        [1] bytes_deviation 5, milliseconds_deviation 3 (0.003 s)
        [2] bytes_deviation 6, milliseconds_deviation 4 (0.004 s)
      = 2 references, one in 10 frames
      """),
    FrameCase(
      "MLLT", 4, "0005 000200 0000c8 0c 04 1234 5678",
      """
      0 frames_between_reference 5
      2 bytes_between_reference 512
      5 milliseconds_between_reference 200 (0.200 s)
      8 bits_for_bytes_deviation 12
      9 bits_for_milliseconds_deviation 4
      references
        [1] bytes_deviation 291, milliseconds_deviation 4 (0.004 s)
        [2] bytes_deviation 1,383, milliseconds_deviation 8 (0.008 s)
      = 2 references, one in 5 frames
      """),
    FrameCase(
      "MLL", 2, "0001 000001 000001 10 10 00010002",
      """
      0 frames_between_reference 1
      2 bytes_between_reference 1
      5 milliseconds_between_reference 1 (0.001 s)
      8 bits_for_bytes_deviation 16
      9 bits_for_milliseconds_deviation 16
      references
        [1] bytes_deviation 1, milliseconds_deviation 2 (0.002 s)
      = 1 reference, one in 1 frame
      """),
    FrameCase(
      "SYTC", 3, "02 78 00000000 ff0a 000003e8 01 000007d0",
      """
      0 time_format 2 (milliseconds)
      tempi
        [1]
          1 tempo 120
          2 time 0
        [2]
          6 tempo 255
          7 tempo_continued 10
          8 time 1,000 (1.000 s)
        [3]
          12 tempo 1 (a single stroke)
          13 time 2,000 (2.000 s)
      = 120 bpm at 0.000 s, 265 bpm at 1.000 s, a single stroke at 2.000 s
      """),
    FrameCase(
      "STC", 2, "01 00 00000005",
      """
      0 time_format 1 (MPEG frames)
      tempi
        [1]
          1 tempo 0 (beat-free)
          2 time 5
      = beat-free at 5
      """),
    FrameCase(
      "POSS", 4, "02 00001388",
      """
      0 time_format 2 (milliseconds)
      1 position 5,000 (5.000 s)
      = 5.000 s
      """),
    FrameCase(
      "POSS", 3, "01 000a",
      """
      0 time_format 1 (MPEG frames)
      1 position 10 MPEG frames
      = 10 MPEG frames
      """),
    FrameCase(
      "SEEK", 4, "00001000",
      """
      0 minimum_offset 4,096
      = the next tag 4,096 bytes behind this one or later
      """),
    FrameCase(
      "ASPI", 4, "00000100 00010000 0003 08 00 55 aa",
      """
      0 indexed_data_start 256
      4 indexed_data_length 65,536
      8 number_of_index_points 3
      10 bits_per_index_point 8
      index_points
        [1] fraction 0
        [2] fraction 85
        [3] fraction 170
      = 3 points
      """),
    FrameCase(
      "ASPI", 4, "00000000 00000100 0002 10 0000 8000",
      """
      0 indexed_data_start 0
      4 indexed_data_length 256
      8 number_of_index_points 2
      10 bits_per_index_point 16
      index_points
        [1] fraction 0
        [2] fraction 32,768
      = 2 points
      """),
    FrameCase(
      "CHAP", 3, "'ch0' 00 00000000 00002710 ffffffff ffffffff",
      """
      0 element_id "ch0"
      4 start_time 0
      8 end_time 10,000 (10.000 s)
      12 start_offset 4,294,967,295 (not used)
      16 end_offset 4,294,967,295 (not used)
      = ch0, 0.000 s – 10.000 s
      """),
    FrameCase(
      "CTOC", 4, "'toc' 00 03 02 'ch0' 00 'ch1' 00",
      """
      0 element_id "toc"
      4 flags 0x03 (top level, ordered)
      5 entry_count 2
      child_element_ids
        [1]
          6 child_element_id "ch0"
        [2]
          10 child_element_id "ch1"
      = toc: ch0, ch1, top level, ordered
      """),
  ]

  /// How it sounds, and counters.
  private static let sounding: [FrameCase] = [
    FrameCase(
      "RVA2", 4, "'track' 00 01 fc00 10 7fff 02 0200 00",
      """
      0 identification "track"
      channels
        [1]
          6 type_of_channel 1 (master volume)
          7 volume_adjustment -1,024 (-2.0 dB)
          9 bits_representing_peak 16
          10 peak_volume 32,767
        [2]
          12 type_of_channel 2 (front right)
          13 volume_adjustment 512 (1.0 dB)
          15 bits_representing_peak 0
      = track = master volume -2.00 dB, front right 1.00 dB
      """),
    FrameCase(
      "XRVA", 3, "'album' 00 01 0480 08 80",
      """
      0 identification "album"
      channels
        [1]
          6 type_of_channel 1 (master volume)
          7 volume_adjustment 1,152 (2.25 dB)
          9 bits_representing_peak 8
          10 peak_volume 128
      = album = master volume 2.25 dB
      """),
    FrameCase(
      "RVAD", 3, "03 10 0064 0032 7fff 7ffe",
      """
      0 increment 0x03 (right up, left up)
      1 bits_used 16
      2 relative_volume_change_right 100
      4 relative_volume_change_left 50
      6 peak_volume_right 32,767
      8 peak_volume_left 32,766
      = right +100, left +50 of 16 bits
      """),
    FrameCase(
      "RVAD", 3, "15 08 01 02 03 04 05 06 07 08 09 0a",
      """
      0 increment 0x15 (right up, right back up, centre up)
      1 bits_used 8
      2 relative_volume_change_right 1
      3 relative_volume_change_left 2
      4 peak_volume_right 3
      5 peak_volume_left 4
      6 relative_volume_change_right_back 5
      7 relative_volume_change_left_back 6
      8 peak_volume_right_back 7
      9 peak_volume_left_back 8
      10 relative_volume_change_centre 9
      11 peak_volume_centre 10
      = right +1, left -2, right back +5, left back -6, centre +9 of 8 bits
      """),
    FrameCase(
      "RVA", 2, "01 10 0001 0002",
      """
      0 increment 0x01 (right up)
      1 bits_used 16
      2 relative_volume_change_right 1
      4 relative_volume_change_left 2
      = right +1, left -2 of 16 bits
      """),
    FrameCase(
      "RGAD", 3, "3f7fbe77 2c20 4e3a",
      """
      0 peak_amplitude 0.9990000128746033
      radio_gain
        4 name 1 (radio)
        4 originator 3 (automatic)
        4 sign 0 (plus)
        4 adjustment 32 (3.2 dB)
      audiophile_gain
        6 name 2 (audiophile)
        6 originator 3 (automatic)
        6 sign 1 (minus)
        6 adjustment 58 (5.8 dB)
      = radio 3.20 dB, audiophile -5.80 dB, peak 0.999
      """),
    FrameCase(
      "EQU2", 4, "01 'car' 00 0064 0200 07d0 fe00",
      """
      0 interpolation_method 1 (linear)
      1 identification "car"
      adjustments
        [1] frequency 100 (50.0 Hz), volume_adjustment 512 (1.0 dB)
        [2] frequency 2,000 (1000.0 Hz), volume_adjustment -512 (-1.0 dB)
      = car, 2 frequencies
      """),
    FrameCase(
      "EQUA", 3, "10 8064 0200 07d0 0100",
      """
      0 adjustment_bits 16
      adjustments
        [1] increment 1, frequency 100 Hz, adjustment 512
        [2] increment 0, frequency 2,000 Hz, adjustment 256
      = 2 frequencies
      """),
    FrameCase(
      "EQU", 2, "0c 0064 0123",
      """
      0 adjustment_bits 12
      adjustments
        [1] increment 0, frequency 100 Hz, adjustment 291
      = 1 frequency
      """),
    FrameCase(
      "RVRB", 3, "0064 00c8 05 06 10 20 30 40 50 60",
      """
      0 reverb_left 100 ms
      2 reverb_right 200 ms
      4 reverb_bounces_left 5
      5 reverb_bounces_right 6
      6 reverb_feedback_left_to_left 16
      7 reverb_feedback_left_to_right 32
      8 reverb_feedback_right_to_right 48
      9 reverb_feedback_right_to_left 64
      10 premix_left_to_right 80
      11 premix_right_to_left 96
      = left 100 ms, right 200 ms
      """),
    FrameCase(
      "REV", 2, "0001 0002 01 02 03 04 05 06 07 08",
      """
      0 reverb_left 1 ms
      2 reverb_right 2 ms
      4 reverb_bounces_left 1
      5 reverb_bounces_right 2
      6 reverb_feedback_left_to_left 3
      7 reverb_feedback_left_to_right 4
      8 reverb_feedback_right_to_right 5
      9 reverb_feedback_right_to_left 6
      10 premix_left_to_right 7
      11 premix_right_to_left 8
      = left 1 ms, right 2 ms
      """),
    FrameCase(
      "PCNT", 3, "0000002a",
      """
      0 counter 42
      = 42
      """),
    FrameCase(
      "PCNT", 4, "0102030405060708 09",
      """
      0 counter 0x010203040506070809
      = 0x010203040506070809
      """),
    FrameCase(
      "CNT", 2, "00000001",
      """
      0 counter 1
      = 1
      """),
    FrameCase(
      "POPM", 3, "'no@email' 00 c4 00000003",
      """
      0 email "no@email"
      9 rating 196
      10 counter 3
      = rating 196 of 255 (4 stars), played 3 times, no@email
      """),
    FrameCase(
      "POPM", 4, "'x@example.org' 00 00",
      """
      0 email "x@example.org"
      14 rating 0 (unknown)
      = not rated, x@example.org
      """),
    FrameCase(
      "POP", 2, "00 80 0000000000",
      """
      0 email ""
      1 rating 128
      2 counter 0
      = rating 128 of 255 (3 stars), played 0 times
      """),
    FrameCase(
      "RBUF", 3, "001000 01 00002000",
      """
      0 buffer_size 4,096
      3 reserved 0
      3 embedded_info 1
      4 offset_to_next_tag 8,192
      = 4,096 bytes
      """),
    FrameCase(
      "BUF", 2, "000400 00",
      """
      0 buffer_size 1,024
      3 reserved 0
      3 embedded_info 0
      = 1,024 bytes
      """),
  ]

  /// Pictures, files, and data of others.
  private static let held: [FrameCase] = [
    FrameCase(
      "APIC", 3,
      """
      00 'image/jpeg' 00 00 00 ffd8 ffe0 0004 0000 ffc0 000b 08 0040 0030 01 011100
      """,
      """
      0 encoding 0 (ISO-8859-1)
      1 mime_type "image/jpeg"
      12 picture_type 0 (Other)
      13 description ""
      14 data 21 bytes, JPEG 48×64
      = image/jpeg 48×64, 21 bytes, type 0 (Other)
      """),
    FrameCase(
      "APIC", 4,
      """
      03 'image/png' 00 03 'front' 00 89504e470d0a1a0a 0000000d 49484452 00000010 00000020
      """,
      """
      0 encoding 3 (UTF-8)
      1 mime_type "image/png"
      11 picture_type 3 (Front cover)
      12 description "front"
      18 data 24 bytes, PNG 16×32
      = image/png 16×32, 24 bytes, type 3 (Front cover), "front"
      """),
    FrameCase(
      "APIC", 3, "00 '-->' 00 04 00 'http://example.org/back.jpg'",
      """
      0 encoding 0 (ISO-8859-1)
      1 mime_type "-->"
      5 picture_type 4 (Back cover)
      6 description ""
      7 url "http://example.org/back.jpg"
      = --> "http://example.org/back.jpg", type 4 (Back cover)
      """),
    FrameCase(
      "PIC", 2, "00 'JPG' 03 'cover' 00 'GIF89a' 0a00 1400",
      """
      0 encoding 0 (ISO-8859-1)
      1 image_format "JPG"
      4 picture_type 3 (Front cover)
      5 description "cover"
      11 data 10 bytes, GIF 10×20
      = JPG 10×20, 10 bytes, type 3 (Front cover), "cover"
      """),
    FrameCase(
      "PIC", 2, "00 '-->' 00 00 'http://example.org/a.png'",
      """
      0 encoding 0 (ISO-8859-1)
      1 image_format "-->"
      4 picture_type 0 (Other)
      5 description ""
      6 url "http://example.org/a.png"
      = --> "http://example.org/a.png", type 0 (Other)
      """),
    FrameCase(
      "GEOB", 3, "00 'text/plain' 00 'a.txt' 00 'notes' 00 'hello'",
      """
      0 encoding 0 (ISO-8859-1)
      1 mime_type "text/plain"
      12 filename "a.txt"
      18 description "notes"
      24 object 5 bytes
      = text/plain, "a.txt", "notes", 5 bytes
      """),
    FrameCase(
      "GEOB", 4, "01 'application/x' 00 fffe 6100 0000 fffe 0000 010203",
      """
      0 encoding 1 (UTF-16)
      1 mime_type "application/x"
      15 filename "a"
      21 description ""
      25 object 3 bytes
      = application/x, "a", 3 bytes
      """),
    FrameCase(
      "GEO", 2, "00 00 00 00 ff",
      """
      0 encoding 0 (ISO-8859-1)
      1 mime_type ""
      2 filename ""
      3 description ""
      4 object 1 byte
      = 1 byte
      """),
    FrameCase(
      "ATXT", 4, "00 'audio/mpeg' 00 01 'spoken title' 00 fffb",
      """
      0 encoding 0 (ISO-8859-1)
      1 mime_type "audio/mpeg"
      12 flags 0x01 (scrambled)
      13 equivalent_text "spoken title"
      26 audio fffb
      = audio/mpeg, "spoken title", fffb
      """),
    FrameCase(
      "MCDI", 3, "0012 01 02 00 14 01 00 00000000 00 14 aa 00 00009c40",
      """
      0 toc_data_length 18
      2 first_track 1
      3 last_track 2
      tracks
        [1] reserved 0, adr 1, control 0x4 (data), track_number 1, reserved 0, start_address 0 sectors
        [2] reserved 0, adr 1, control 0x4 (data), track_number 170 (lead-out), reserved 0, start_address 40,000 sectors
      = 2 tracks
      """),
    FrameCase(
      "MCDI", 4, "3100 2b00",
      """
      0 cd_toc "1+"
      = "1+"
      """),
    FrameCase(
      "MCDI", 3, "'2+96+3C2F'",
      """
      0 cd_toc "2+96+3C2F"
      = "2+96+3C2F"
      """),
    FrameCase(
      "MCI", 2, "000a 01 01 00 10 aa 00 00000100",
      """
      0 toc_data_length 10
      2 first_track 1
      3 last_track 1
      tracks
        [1] reserved 0, adr 1, control 0x0, track_number 170 (lead-out), reserved 0, start_address 256 sectors
      = 1 track
      """),
    FrameCase(
      "AENC", 3, "'someone@example.org' 00 0001 0064 abcd",
      """
      0 owner "someone@example.org"
      20 preview_start 1 frames
      22 preview_length 100 frames
      24 encryption_info abcd
      = "someone@example.org", preview of 100 frames
      """),
    FrameCase(
      "CRA", 2, "'someone@example.org' 00 0000 0000",
      """
      0 owner "someone@example.org"
      20 preview_start 0 frames
      22 preview_length 0 frames
      = "someone@example.org", preview of 0 frames
      """),
    FrameCase(
      "CRM", 2, "'someone@example.org' 00 'lyrics' 00 010203",
      """
      0 owner "someone@example.org"
      20 content "lyrics"
      27 encrypted_data 010203
      = someone@example.org = lyrics, 010203
      """),
    FrameCase(
      "CDM", 2, "7a 00000064 789c",
      """
      0 compression_method 122 (zlib)
      1 decompressed_size 100
      5 compressed_data 789c
      = zlib, 100 bytes of frames
      """),
    FrameCase(
      "LINK", 3, "'TIT2' 'http://example.org/a.mp3' 00",
      """
      0 frame_id 'TIT2'
      4 url "http://example.org/a.mp3"
      = TIT2 in "http://example.org/a.mp3"
      """),
    FrameCase(
      "LINK", 4, "'APIC' 'other.mp3' 00 'cover'",
      """
      0 frame_id 'APIC'
      4 url "other.mp3"
      14 additional_data "cover"
      = APIC in "other.mp3", "cover"
      """),
    FrameCase(
      "LNK", 2, "'TT2' 'other.mp3' 00",
      """
      0 frame_id "TT2"
      3 url "other.mp3"
      = TT2 in "other.mp3"
      """),
    FrameCase(
      "OWNE", 3, "00 'USD10.00' 00 '20240501' 'Shop'",
      """
      0 encoding 0 (ISO-8859-1)
      1 price_paid "USD10.00"
      10 date_of_purchase "20240501"
      18 seller "Shop"
      = USD10.00 on 2024-05-01, "Shop"
      """),
    FrameCase(
      "COMR", 3,
      """
      00 'USD10.00/EUR9.00' 00 '20251231' 'http://example.org/' 00 03 'Seller' 00 'Album'
      00 'image/png' 00 89504e470d0a1a0a
      """,
      """
      0 encoding 0 (ISO-8859-1)
      1 price "USD10.00/EUR9.00"
      18 valid_until "20251231"
      26 contact_url "http://example.org/"
      46 received_as 3 (file over the internet)
      47 seller "Seller"
      54 description "Album"
      60 picture_mime_type "image/png"
      70 seller_logo 8 bytes, PNG
      = USD10.00/EUR9.00 until 2025-12-31, file over the internet, "Seller", "Album"
      """),
    FrameCase(
      "COMR", 4, "01 00 '20251231' 00 01 fffe 5300 0000 fffe 0000",
      """
      0 encoding 1 (UTF-16)
      1 price ""
      2 valid_until "20251231"
      10 contact_url ""
      11 received_as 1 (standard CD album)
      12 seller "S"
      18 description ""
      = until 2025-12-31, standard CD album, "S"
      """),
    FrameCase(
      "ENCR", 3, "'http://example.org/enc' 00 80 'key'",
      """
      0 owner "http://example.org/enc"
      23 method_symbol 0x80
      24 encryption_data "key"
      = 0x80 = http://example.org/enc, "key"
      """),
    FrameCase(
      "GRID", 4, "'http://example.org/grp' 00 91 00",
      """
      0 owner "http://example.org/grp"
      23 group_symbol 0x91
      24 group_dependent_data 00
      = 0x91 = http://example.org/grp, 00
      """),
    FrameCase(
      "SIGN", 4, "91 01020304",
      """
      0 group_symbol 0x91
      1 signature 01020304
      = group 0x91, 01020304
      """),
    FrameCase(
      "PRIV", 4, "'com.apple.streaming.transportStreamTimestamp' 00 0000000000015f90",
      """
      0 owner "com.apple.streaming.transportStreamTimestamp"
      45 timestamp 90,000 (1.000 s)
      = com.apple.streaming.transportStreamTimestamp = 1.000 s
      """),
    FrameCase(
      "PRIV", 3, "'PeakValue' 00 ff7f0000",
      """
      0 owner "PeakValue"
      10 value 32,767
      = PeakValue = 32,767
      """),
    FrameCase(
      "PRIV", 3, "'AverageLevel' 00 e8030000",
      """
      0 owner "AverageLevel"
      13 value 1,000
      = AverageLevel = 1,000
      """),
    FrameCase(
      "PRIV", 3, "'WM/Provider' 00 4100 4d00 4700 0000",
      """
      0 owner "WM/Provider"
      12 value "AMG"
      = WM/Provider = "AMG"
      """),
    FrameCase(
      "PRIV", 3, "'WM/UniqueFileIdentifier' 00 4100 0000",
      """
      0 owner "WM/UniqueFileIdentifier"
      24 value "A"
      = WM/UniqueFileIdentifier = "A"
      """),
    FrameCase(
      "PRIV", 3, "'WM/MediaClassPrimaryID' 00 bc7d60d123e3e24b86a148a42a28441e",
      """
      0 owner "WM/MediaClassPrimaryID"
      23 data bc7d60d123e3e24b86a148a42a28441e
      = WM/MediaClassPrimaryID = bc7d60d123e3e24b86a148a42a28441e
      """),
    FrameCase(
      "PRIV", 4, "'XMP' 00 '<x/>'",
      """
      0 owner "XMP"
      4 packet "<x/>"
      = XMP = 4 bytes of XMP
      """),
    FrameCase(
      "PRIV", 4, "'someone' 00 'plain'",
      """
      0 owner "someone"
      8 data "plain"
      = someone = "plain"
      """),
    FrameCase(
      "PCST", 3, "00000000",
      """
      0 value 0 (podcast)
      = podcast
      """),
    FrameCase(
      "PCS", 2, "00000000",
      """
      0 value 0 (podcast)
      = podcast
      """),
    FrameCase(
      "ITNU", 3, "00000000",
      """
      0 data 00000000
      = 00000000
      """),
    FrameCase(
      "ITU", 2, "00000000",
      """
      0 data 00000000
      = 00000000
      """),
    FrameCase(
      "NCON", 3, "0102",
      """
      0 data 0102
      = 0102
      """),
    FrameCase(
      "CM1", 2, "00",
      """
      0 data 00
      = 00
      """),
    FrameCase(
      "XHD3", 3, "0102",
      """
      0 data 0102
      = 0102
      """),
    FrameCase(
      "XOLY", 3, "0102",
      """
      0 data 0102
      = 0102
      """),
  ]

  /// Text of other encodings, and of several values.
  private static let written: [FrameCase] = [
    FrameCase(
      "TIT2", 3, "01 fffe 4200 0000 fffe 4300",
      """
      0 encoding 1 (UTF-16)
      1 text "B"
      7 text "C"
      = "B", "C"
      """),
    FrameCase(
      "TIT3", 4, "03 'Op. 1'",
      """
      0 encoding 3 (UTF-8)
      1 text "Op. 1"
      = "Op. 1"
      """),
    FrameCase(
      "TALB", 4, "03 c3a9",
      """
      0 encoding 3 (UTF-8)
      1 text "é"
      = "é"
      """),
    FrameCase(
      "TPE1", 4, "03 'A' 00 'B' 00",
      """
      0 encoding 3 (UTF-8)
      1 text "A"
      3 text "B"
      = "A", "B"
      """),
    FrameCase(
      "TPE1", 4, "03 '1' 00 '2' 00 '3' 00 '4' 00 '5'",
      """
      0 encoding 3 (UTF-8)
      1 text "1"
      3 text "2"
      5 text "3"
      7 text "4"
      9 text "5"
      = "1", "2", "3", "4", … 5 in all
      """),
    FrameCase(
      "TLAN", 4, "00 'eng' 00 'deu'",
      """
      0 encoding 0 (ISO-8859-1)
      1 text "eng"
      5 text "deu"
      = eng, deu
      """),
    FrameCase(
      "TCON", 4, "00 '21' 00 'RX' 00 'Something'",
      """
      0 encoding 0 (ISO-8859-1)
      1 text "21"
      4 text "RX"
      7 text "Something"
      = Ska (21), remix (RX), "Something"
      """),
    FrameCase(
      "TRK", 2, "01 feff 0033 002f 0034 0000",
      """
      0 encoding 1 (UTF-16)
      1 text "3/4"
      = 3 of 4
      """),
  ]
}

/// A text frame in ISO-8859-1 of one value.
struct TextCase: Sendable, CustomTestStringConvertible {
  let code: String
  let version: UInt32
  let text: String
  let summary: String

  init(_ code: String, _ version: UInt32, _ text: String, _ summary: String) {
    self.code = code
    self.version = version
    self.text = text
    self.summary = summary
  }

  var testDescription: String { code }

  static let all: [TextCase] = [
    TextCase("TIT1", 3, "Symphony", "\"Symphony\""),
    TextCase("TIT2", 3, "Blue Train", "\"Blue Train\""),
    TextCase("TOAL", 3, "First", "\"First\""),
    TextCase("TRCK", 3, "1/5", "1 of 5"),
    TextCase("TPOS", 4, "02", "2"),
    TextCase("TSST", 4, "Disc of light", "\"Disc of light\""),
    TextCase("TSRC", 3, "USBN20100001", "USBN20100001"),
    TextCase("TPE2", 3, "Band", "\"Band\""),
    TextCase("TPE3", 3, "Conductor", "\"Conductor\""),
    TextCase("TPE4", 3, "Remixer", "\"Remixer\""),
    TextCase("TOPE", 3, "Somebody", "\"Somebody\""),
    TextCase("TEXT", 3, "Poet", "\"Poet\""),
    TextCase("TOLY", 3, "Old poet", "\"Old poet\""),
    TextCase("TCOM", 3, "A/B", "\"A/B\""),
    TextCase("TENC", 3, "Me", "\"Me\""),
    TextCase("TBPM", 3, "120", "120"),
    TextCase("TLEN", 3, "215040", "3:35.040"),
    TextCase("TKEY", 3, "Cbm", "Cbm"),
    TextCase("TKEY", 4, "o", "off key"),
    TextCase("TCON", 3, "(17)", "Rock (17)"),
    TextCase("TCON", 3, "(4)(9)", "Disco (4), Metal (9)"),
    TextCase("TCON", 3, "(4)Eurodisco", "Disco (4), \"Eurodisco\""),
    TextCase("TCON", 3, "((live)", "\"((live)\""),
    TextCase("TCON", 3, "Jazz", "\"Jazz\""),
    TextCase("TFLT", 3, "MPG/3", "MPEG audio (MPG/3)"),
    TextCase("TMED", 3, "(DIG/A)", "other digital media (DIG/A)"),
    TextCase("TMED", 4, "CD", "compact disc (CD)"),
    TextCase("TMOO", 4, "calm", "\"calm\""),
    TextCase("TCOP", 3, "2024 Somebody", "\"2024 Somebody\""),
    TextCase("TPRO", 4, "2024 Somebody", "\"2024 Somebody\""),
    TextCase("TPUB", 3, "Label", "\"Label\""),
    TextCase("TOWN", 3, "Owner", "\"Owner\""),
    TextCase("TRSN", 3, "Radio", "\"Radio\""),
    TextCase("TRSO", 3, "Radio Ltd", "\"Radio Ltd\""),
    TextCase("TOFN", 3, "a.mp3", "\"a.mp3\""),
    TextCase("TDLY", 3, "500", "0.500 s"),
    TextCase("TDEN", 4, "2024-05-01T10:11:12", "2024-05-01T10:11:12"),
    TextCase("TDOR", 4, "1959", "1959"),
    TextCase("TDRC", 4, "2024-05", "2024-05"),
    TextCase("TDRL", 4, "2024-05-01/2024-06-01", "2024-05-01/2024-06-01"),
    TextCase("TDTG", 4, "yesterday", "\"yesterday\""),
    TextCase("TSSE", 3, "Lavf59.27.100", "\"Lavf59.27.100\""),
    TextCase("TSOA", 4, "Album, The", "\"Album, The\""),
    TextCase("TSOP", 4, "Artist, The", "\"Artist, The\""),
    TextCase("TSOT", 4, "Title, The", "\"Title, The\""),
    TextCase("TDAT", 3, "3112", "31 December"),
    TextCase("TIME", 3, "2359", "23:59"),
    TextCase("TORY", 3, "1958", "1958"),
    TextCase("TRDA", 3, "4th-7th June", "\"4th-7th June\""),
    TextCase("TSIZ", 3, "1234567", "1,234,567 bytes"),
    TextCase("TYER", 3, "1958", "1958"),
    TextCase("TCMP", 3, "1", "yes"),
    TextCase("TSO2", 3, "Band, The", "\"Band, The\""),
    TextCase("TSOC", 3, "Bach, J. S.", "\"Bach, J. S.\""),
    TextCase("TCAT", 3, "News", "\"News\""),
    TextCase("TDES", 3, "What it is about", "\"What it is about\""),
    TextCase("TGID", 3, "guid-1", "\"guid-1\""),
    TextCase("TKWD", 3, "news,daily", "\"news,daily\""),
    TextCase("MVNM", 3, "Allegro", "\"Allegro\""),
    TextCase("MVIN", 3, "1/4", "1 of 4"),
    TextCase("MVCN", 3, "4", "4"),
    TextCase("GRP1", 3, "Workout", "\"Workout\""),
    TextCase("XDOR", 3, "1959-01-02", "1959-01-02"),
    TextCase("XSOA", 3, "Album, The", "\"Album, The\""),
    TextCase("XSOP", 3, "Artist, The", "\"Artist, The\""),
    TextCase("XSOT", 3, "Title, The", "\"Title, The\""),
    TextCase("TAL", 2, "Album", "\"Album\""),
    TextCase("TBP", 2, "128.5", "128.5"),
    TextCase("TCM", 2, "Composer", "\"Composer\""),
    TextCase("TCO", 2, "(13)", "Pop (13)"),
    TextCase("TCR", 2, "1999 Somebody", "\"1999 Somebody\""),
    TextCase("TDA", 2, "0102", "1 February"),
    TextCase("TDY", 2, "0", "0.000 s"),
    TextCase("TEN", 2, "Me", "\"Me\""),
    TextCase("TFT", 2, "MPG", "MPEG audio (MPG)"),
    TextCase("TIM", 2, "0000", "00:00"),
    TextCase("TKE", 2, "F#", "F#"),
    TextCase("TLA", 2, "ger", "ger"),
    TextCase("TLE", 2, "1000", "1.000 s"),
    TextCase("TMT", 2, "VID/PAL/VHS", "video (VID/PAL/VHS)"),
    TextCase("TOA", 2, "Somebody", "\"Somebody\""),
    TextCase("TOF", 2, "a.mp3", "\"a.mp3\""),
    TextCase("TOL", 2, "Old poet", "\"Old poet\""),
    TextCase("TOR", 2, "1958", "1958"),
    TextCase("TOT", 2, "First", "\"First\""),
    TextCase("TP1", 2, "Artist", "\"Artist\""),
    TextCase("TP2", 2, "Band", "\"Band\""),
    TextCase("TP3", 2, "Conductor", "\"Conductor\""),
    TextCase("TP4", 2, "Remixer", "\"Remixer\""),
    TextCase("TPA", 2, "1/2", "1 of 2"),
    TextCase("TPB", 2, "Label", "\"Label\""),
    TextCase("TRC", 2, "USBN20100001", "USBN20100001"),
    TextCase("TRD", 2, "May", "\"May\""),
    TextCase("TSI", 2, "1", "1 byte"),
    TextCase("TSS", 2, "Encoder 1", "\"Encoder 1\""),
    TextCase("TT1", 2, "Group", "\"Group\""),
    TextCase("TT2", 2, "Title", "\"Title\""),
    TextCase("TT3", 2, "Subtitle", "\"Subtitle\""),
    TextCase("TXT", 2, "Poet", "\"Poet\""),
    TextCase("TYE", 2, "1999", "1999"),
    TextCase("TSA", 2, "Album, The", "\"Album, The\""),
    TextCase("TSP", 2, "Artist, The", "\"Artist, The\""),
    TextCase("TST", 2, "Title, The", "\"Title, The\""),
    TextCase("TS2", 2, "Band, The", "\"Band, The\""),
    TextCase("TSC", 2, "Bach, J. S.", "\"Bach, J. S.\""),
    TextCase("TCP", 2, "0", "no"),
    TextCase("TCT", 2, "News", "\"News\""),
    TextCase("TDR", 2, "2001-02", "2001-02"),
    TextCase("TDS", 2, "What it is about", "\"What it is about\""),
    TextCase("TID", 2, "guid-1", "\"guid-1\""),
    TextCase("TKW", 2, "news", "\"news\""),
    TextCase("MVN", 2, "Allegro", "\"Allegro\""),
    TextCase("MVI", 2, "1", "1"),
    TextCase("GP1", 2, "Workout", "\"Workout\""),
    TextCase("TOP", 2, "no document knows it", "\"no document knows it\""),
  ]
}
