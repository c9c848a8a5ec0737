import MediaInspection
import MediaMetadata
import Testing

/// Numbers that look random and are the same each time.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}

/// Positions: words of iTunes, texts of ID3.
@Suite struct MetadataPositionTests {
  @Test func wordsOfATrack() {
    #expect(
      MetadataPosition(iTunes: [0, 0, 0, 3, 0, 12, 0, 0]) == MetadataPosition(number: 3, total: 12))
    // Zero is absent.
    #expect(MetadataPosition(iTunes: [0, 0, 0, 3, 0, 0, 0, 0])?.total == nil)
    #expect(MetadataPosition(iTunes: [0, 0, 0, 0, 0, 12, 0, 0])?.number == nil)
    #expect(MetadataPosition(number: 3, total: 12).trackBytes == [0, 0, 0, 3, 0, 12, 0, 0])
  }

  @Test func wordsOfADisc() {
    #expect(
      MetadataPosition(iTunes: [0, 0, 1, 0, 1, 2]) == MetadataPosition(number: 256, total: 258))
    #expect(MetadataPosition(number: 256, total: 258).discBytes == [0, 0, 1, 0, 1, 2])
    // Some writers stop behind the number.
    #expect(MetadataPosition(iTunes: [0, 0, 0, 1]) == MetadataPosition(number: 1, total: nil))
    for bytes in [[], [0], [0, 1], [0, 0, 1], [0, 0, 0, 1, 0]] as [[UInt8]] {
      #expect(MetadataPosition(iTunes: bytes) == nil, "\(bytes)")
    }
    #expect(MetadataPosition(number: 65_536, total: nil).discBytes == nil)
  }

  @Test func textsOfID3() {
    #expect(MetadataPosition("7") == MetadataPosition(number: 7, total: nil))
    #expect(MetadataPosition("7/") == MetadataPosition(number: 7, total: nil))
    #expect(MetadataPosition("/12") == MetadataPosition(number: nil, total: 12))
    #expect(MetadataPosition("07/12") == MetadataPosition(number: 7, total: 12))
    #expect(MetadataPosition(" 7 / 12 ") == MetadataPosition(number: 7, total: 12))
    #expect(MetadataPosition("0/0") == MetadataPosition(number: nil, total: nil))
    for text in ["A1", "", "/", "7/12/1", "-1", "1.5", "99999999999999999999"] {
      #expect(MetadataPosition(text) == nil, "\(text)")
    }
  }

  @Test func whatIsWrittenIsRead() throws {
    var numbers = Numbers(state: 1)
    for _ in 0..<2_000 {
      let position = MetadataPosition(
        number: UInt64.random(in: 0...0xFFFF, using: &numbers)
          * UInt64.random(
            in: 0...1, using: &numbers),
        total: UInt64.random(in: 0...0xFFFF, using: &numbers)
          * UInt64.random(
            in: 0...1, using: &numbers))
      #expect(MetadataPosition(iTunes: try #require(position.trackBytes)) == position)
      #expect(MetadataPosition(iTunes: try #require(position.discBytes)) == position)
      #expect(MetadataPosition(position.text) == position)
    }
  }
}

/// Genres: numbers of iTunes, the forms of each version of ID3, names.
@Suite struct MetadataGenreTests {
  @Test func numbersOfITunesAreOneHigher() {
    #expect(MetadataGenre(iTunes: [0, 18]) == .music(17))
    #expect(MetadataGenre(iTunes: [0, 18])?.name == "Rock")
    #expect(MetadataGenre(iTunes: [0, 1])?.name == "Blues")
    #expect(MetadataGenre(iTunes: [0, 0]) == nil)
    #expect(MetadataGenre(iTunes: [1, 0]) == .music(255))
    #expect(MetadataGenre(iTunes: [1, 1]) == nil)
    #expect(MetadataGenre(iTunes: [18]) == nil)
    #expect(MetadataGenre.music(0).iTunesBytes == [0, 1])
    #expect(MetadataGenre.text("Rock").iTunesBytes == nil)
  }

  @Test func allNumbersOfITunesAreRead() throws {
    for number in 0...255 as ClosedRange<UInt8> {
      let genre = MetadataGenre.music(number)
      #expect(MetadataGenre(iTunes: try #require(genre.iTunesBytes)) == genre)
    }
  }

  @Test func formsOfID3() {
    let expected: [(values: [String], genres: [MetadataGenre])] = [
      // ID3v2.3.0 §4.2.1
      (["(17)"], [.music(17)]), (["(4)(9)"], [.music(4), .music(9)]),
      (["(4)Eurodisco"], [.music(4), .text("Eurodisco")]), (["(17)Rock"], [.music(17)]),
      (["(RX)"], [.remix]), (["(51)(CR)"], [.music(51), .cover]),
      (["((Bracketed)"], [.text("(Bracketed)")]),
      (["(4)((I think...)"], [.music(4), .text("(I think...)")]),
      (["Eurodisco"], [.text("Eurodisco")]), (["rock"], [.music(17)]),
      // ID3v2.4.0 frames §4.2.3
      (["21"], [.music(21)]),
      (["21", "RX", "Eurodisco"], [.music(21), .remix, .text("Eurodisco")]),
      (["CR"], [.cover]),
      // Numbers that the list does not have, and texts that only look like references.
      (["255"], [.music(255)]), (["256"], [.text("256")]), (["(256)"], [.text("(256)")]),
      (["(Rock)"], [.text("(Rock)")]), (["(17"], [.text("(17")]), ([""], []), ([], []),
    ]
    for (values, genres) in expected {
      #expect(MetadataGenre.genres(inID3: values) == genres, "\(values)")
    }
    #expect(MetadataGenre.music(255).name == "255")
  }

  @Test func namesAreLookedForInOneListFirst() {
    #expect(MetadataGenre(named: "Comedy") == .music(57))
    #expect(MetadataGenre(named: "Comedy", hasVideo: true) == .video(4000))
    #expect(MetadataGenre(named: "Reality TV") == .video(4007))
    #expect(MetadataGenre(named: "Blues", hasVideo: true) == .music(0))
    #expect(MetadataGenre(named: " hip-hop ") == .music(7))
    #expect(MetadataGenre(named: "Something else") == .text("Something else"))
    for (spelling, number) in [
      ("Jazz-Funk", 29), ("Jazz+Funk", 29), ("AlternRock", 40), ("Alt. Rock", 40), ("Gangsta", 59),
      ("Fast Fusion", 84), ("Bebob", 85), ("A Capella", 123), ("Negerpunk", 133),
    ] as [(String, UInt8)] {
      #expect(MetadataGenre(named: spelling) == .music(number), "\(spelling)")
    }
  }

  @Test func whatIsWrittenIsRead() throws {
    var numbers = Numbers(state: 2)
    let texts = ["Eurodisco", "(Bracketed)", "Ünïcode", "((two", "A/B", "12 inch"]
    for _ in 0..<2_000 {
      var genres: [MetadataGenre] = []
      for _ in 0..<Int.random(in: 0...4, using: &numbers) {
        let genre: MetadataGenre =
          switch Int.random(in: 0...9, using: &numbers) {
          case 0: .remix
          case 1: .cover
          case 2: .video(4000 + UInt16.random(in: 0...11, using: &numbers))
          default: .music(UInt8.random(in: 0...255, using: &numbers))
          }
        // The names of shows that are music as well are read as music outside of video.
        if case .video = genre, MetadataGenre(named: genre.name) != genre { continue }
        if case .video = genre { continue }
        genres.append(genre)
      }
      if Bool.random(using: &numbers) {
        genres.append(.text(texts[Int.random(in: 0..<texts.count, using: &numbers)]))
      }
      #expect(MetadataGenre.genres(inID3: MetadataGenre.valuesForID3v24(genres)) == genres)
      let text = try #require(MetadataGenre.textForID3v23(genres))
      #expect(MetadataGenre.genres(inID3: [text]) == genres, "\(text)")
    }
    #expect(MetadataGenre.textForID3v23([.text("One"), .text("Two")]) == nil)
  }
}

/// Dates of every form.
@Suite struct MetadataDateTests {
  @Test func formsThatTagsAreWrittenIn() {
    let expected = [
      ("2004", "2004"), ("2004-05", "2004-05"), ("2004-05-01", "2004-05-01"),
      ("2004-05-01T12", "2004-05-01T12"), ("2004-05-01T12:30", "2004-05-01T12:30"),
      ("2004-05-01T12:30:45", "2004-05-01T12:30:45"),
      ("2004-05-01T07:00:00Z", "2004-05-01T07:00:00Z"),
      ("2019-07-04T15:01:33+0200", "2019-07-04T15:01:33+02:00"),
      ("2019-07-04T15:01:33-07:30", "2019-07-04T15:01:33-07:30"),
      ("2019-07-04T15:01:33.5+02", "2019-07-04T15:01:33.5+02:00"),
      ("2023:05:09 12:41:46", "2023-05-09T12:41:46"), ("2004/05/01", "2004-05-01"),
      (" 2004 ", "2004"), ("2004\0\0", "2004"), ("2000-02-29", "2000-02-29"),
    ]
    for (text, form) in expected {
      #expect(MetadataDate(text)?.text == form, "\(text)")
    }
  }

  @Test func otherTextsAreNoDates() {
    for text in [
      "", "04", "20045", "2004-13", "2004-00", "2004-05-32", "2001-02-29", "1900-02-29",
      "2004-05-01T24", "2004-05-01T12:60", "May 2004", "2004-5-1", "2004-05-01T12:30:45+2500",
      "2004-05-01 and more", "2004-05/01", "19xx",
    ] {
      #expect(MetadataDate(text) == nil, "\(text)")
    }
  }

  @Test func threeFramesOfID3v23AreOneDate() {
    #expect(
      MetadataDate(year: "1999", dayAndMonth: "3112", clock: "2359")?.text == "1999-12-31T23:59")
    #expect(MetadataDate(year: "1999", dayAndMonth: "3112", clock: nil)?.text == "1999-12-31")
    #expect(MetadataDate(year: "1999", dayAndMonth: nil, clock: "2359")?.text == "1999")
    // What is no day or no time does not count.
    #expect(MetadataDate(year: "1999", dayAndMonth: "3113", clock: "2359")?.text == "1999")
    #expect(MetadataDate(year: "1999", dayAndMonth: "3112", clock: "2560")?.text == "1999-12-31")
    #expect(MetadataDate(year: "99", dayAndMonth: "3112", clock: "2359") == nil)
  }

  @Test func secondsSince1904AreDates() {
    #expect(MetadataDate(secondsSince1904: 0)?.text == "1904-01-01T00:00:00Z")
    // 2024-03-10 12:00:00 UTC
    #expect(MetadataDate(secondsSince1904: 3_792_916_800)?.text == "2024-03-10T12:00:00Z")
    #expect(MetadataDate(secondsSince1904: 2_082_844_800)?.text == "1970-01-01T00:00:00Z")
    #expect(MetadataDate(secondsSince1904: 0xFFFF_FFFF)?.text == "2040-02-06T06:28:15Z")
    #expect(MetadataDate(secondsSince1904: .max) == nil)
  }

  /// A date of any precision.
  private func date(_ numbers: inout Numbers) throws -> MetadataDate {
    let parts = Int.random(in: 0...6, using: &numbers)
    func part(_ index: Int, _ range: ClosedRange<Int>) -> Int? {
      let number = Int.random(in: range, using: &numbers)
      return parts >= index ? number : nil
    }
    return try #require(
      MetadataDate(
        year: Int.random(in: 0...9_999, using: &numbers), month: part(1, 1...12),
        day: part(2, 1...28), hour: part(3, 0...23), minute: part(4, 0...59),
        second: part(5, 0...59), nanosecond: part(6, 0...999_999_999),
        zone: part(3, -1_439...1_439).flatMap { Bool.random(using: &numbers) ? $0 : nil }))
  }

  @Test func whatIsWrittenIsRead() throws {
    var numbers = Numbers(state: 3)
    for _ in 0..<5_000 {
      let date = try date(&numbers)
      #expect(MetadataDate(date.text) == date, "\(date.text)")
      let frames = date.framesOf23
      let short = try #require(
        MetadataDate(
          year: frames.year, dayAndMonth: frames.dayAndMonth, clock: frames.clock))
      #expect(short.agrees(with: date))
      #expect(short.day == date.day && (date.minute == nil || short.minute == date.minute))
    }
  }

  @Test func framesOfID3v24AreUTC() {
    #expect(MetadataDate("2019-07-04T15:01:33+0200")?.frameOf24 == "2019-07-04T13:01:33")
    #expect(MetadataDate("2019-07-04T15:01:33Z")?.frameOf24 == "2019-07-04T15:01:33")
    #expect(MetadataDate("2019-07-04T01:00+0200")?.frameOf24 == nil)
    #expect(MetadataDate("2019-07")?.frameOf24 == "2019-07")
  }

  /// Cameras write the zone of a locale behind the second.
  @Test func zonesMayHaveANameBeforeThem() throws {
    #expect(MetadataDate("2024:04:22 14:38:09GMT+2") == MetadataDate("2024-04-22T14:38:09+02:00"))
    #expect(MetadataDate("2024-04-22T14:38:09.526GMT+02:00") == MetadataDate("2024-04-22T14:38:09.526+02:00"))
    #expect(MetadataDate("2024-04-22 14:38:09 UTC") == MetadataDate("2024-04-22T14:38:09Z"))
    #expect(MetadataDate("2024-04-22T14:38:09+2") == nil && MetadataDate("2024-04-22T14:38:09GMTX") == nil)
  }

  @Test func datesAgreeWhenOneSaysMore() throws {
    let day = try #require(MetadataDate("2004-05-01"))
    #expect(day.agrees(with: try #require(MetadataDate("2004"))))
    #expect(!day.agrees(with: try #require(MetadataDate("2004-06"))))
    #expect(!day.agrees(with: try #require(MetadataDate("2003"))))
  }
}
