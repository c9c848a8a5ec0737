import ByteReading
import Corpus
import FuzzOracles
import MediaInspection
import Structure
import Testing

/// Expectations are understood, tell files apart, and can be made from a file.
@Suite struct ExpectationTests {
  private func failure(_ line: String, in bytes: [UInt8] = Files.film) throws -> String? {
    let expectation = try #require(try Expectation(line: line, number: 1))
    return expectation.failure(in: try opened(bytes))?.message
  }

  @Test(
    arguments: [
      "expect moov/trak[vide]/mdia/mdhd.timescale >= 600",
      "expect moov/trak[vide]/mdia/mdhd.timescale = 1000   # the same",
      "expect moov/trak[vide]/mdia/mdhd.timescale=0x3e8",
      "expect ftyp.major_brand = 'isom'",
      "expect ftyp.major_brand = isom",
      "expect ftyp.major_brand != 'mp42'",
      "expect //tkhd.width = 64",
      "expect //tkhd.width < 64.5",
      "expect //mvhd.rate = 1.0",
      "expect //hdlr.name = 'Handler'",
      "expect //hdlr.name matches 'Ha*er'",
      "expect //hdlr.name matches \"?andler\"",
      "expect //hdlr.handler_type = video",
      "expect //avcC.AVCProfileIndication = Baseline",
      "expect //stsz.entries[*].entry_size <= 5",
      "expect //stsz.entries[2].entry_size = 4",
      "expect moov/udta absent",
      "expect //stsz.unknown absent",
      "expect //stsz.entries",
      "expect moov/trak/tkhd exists",
      "expect 'url '",
      "  expect moov  # a comment",
    ]) func theyHold(line: String) throws
  {
    #expect(try failure(line) == nil)
    #expect(try search(line) == search(line, byValues: true))
  }

  /// What a search for one value comes to, with and without the numbers and codes that somebody keeps.
  private func search(_ line: String, byValues: Bool = false) throws -> String {
    let expectation = try #require(try Expectation(line: line, number: 1))
    let document = try opened(Files.film)
    let values: ((NodeIndex) -> PlainValues)? = byValues ? { NodeReader(document).plainValues(at: $0) } : nil
    return "\(expectation.search(in: document, by: values))"
  }

  @Test(
    arguments: [
      ("expect moov/trak[vide]/mdia/mdhd.timescale > 1000", "is 1,000"),
      ("expect ftyp.major_brand = 'mp42'", "is 'isom'"),
      ("expect //hdlr.name matches 'ha*'", "is \"Handler\""),
      ("expect //stsz.entries[*].entry_size < 5", "is 5"),
      ("expect moov/udta", "there is no such node"),
      ("expect moov/udta.x = 1", "there is no such node"),
      ("expect //stsz.unknown = 1", "there is no such field"),
      ("expect moov absent", "there is one"),
      ("expect //stsz.sample_count absent", "there is such a field"),
      ("expect //hdlr.name < 3", "is \"Handler\""),
    ]) func theyDoNotHold(line: String, message: String) throws
  {
    #expect(try failure(line) == message)
    #expect(try search(line) == search(line, byValues: true))
  }

  @Test func numbersAreComparedExactly() throws {
    let large = atoms {
      atom("moof") { atom("traf") { atom("tfdt", version: 1) { u64(0xFFFF_FFFF_FFFF_FFFE) } } }
    }
    #expect(
      try failure("expect //tfdt.baseMediaDecodeTime = 18446744073709551614", in: large) == nil)
    #expect(
      try failure("expect //tfdt.baseMediaDecodeTime < 18446744073709551615", in: large) == nil)
    #expect(try failure("expect //tfdt.baseMediaDecodeTime > -1", in: large) == nil)
  }

  @Test(
    arguments: [
      ("\n\nexspect moov", 3, 1, "a line begins with 'expect', not with 'exspect'"),
      ("expect", 1, 7, "a path is missing"),
      ("expect moov[0]", 1, 13, "'moov[0]' is not a path: indexes start at 1"),
      (
        "expect a.b >> 3", 1, 12, "'>>' is not understood: use = != < <= > >= in exists absent matches"
      ),
      ("expect a.b ~ 3", 1, 12, "'~' is not understood: use = != < <= > >= in exists absent matches"),
      ("expect moov = 3", 1, 8, "'=' compares a field: PATH.field"),
      ("expect a.b =", 1, 13, "a value is missing"),
      ("expect a.b = # 3", 1, 14, "a value is missing"),
      ("expect a.b < 'x'", 1, 14, "'<' compares numbers"),
      ("expect a.b = 'x", 1, 14, "a quote is not closed"),
      ("expect a.b = 3 4", 1, 16, "'4' is too much"),
    ]) func linesThatAreNotUnderstoodAreNamed(
      text: String, line: Int, column: Int, message: String
    )
  {
    #expect(throws: ExpectationError(line: line, column: column, message: message)) {
      try Expectation.all(in: text)
    }
  }

  @Test func emptyLinesAndCommentsSayNothing() throws {
    let list = try Expectation.all(in: "# all\r\n\r\n  \nexpect moov\r\n\texpect ftyp # \n")
    #expect(list.map(\.text) == ["expect moov", "expect ftyp"])
    #expect(list.map(\.line) == [4, 5])
  }

  @Test func textIsComparedWithItsEscapesResolved() throws {
    let file = Files.tagged { atom("@nam") { Files.value(1, text("a 'b' \"c\"\n\u{1F600}é")) } }
    #expect(
      try failure(#"expect //@nam/data.value = 'a \'b\' "c"\n\ud83d\ude00é'"#, in: file) == nil)
    #expect(try failure(#"expect //@nam/data.value matches '*\n??'"#, in: file) == nil)
  }

  /// The key of a code has escapes of its own, which those of an expectation are not.
  @Test(arguments: ["2722 5c2f", "a95c 7861", "5c5c 2701"])
  func codesAreReadBackAsTheyAreWritten(code: String) throws {
    let document = try opened(
      atoms {
        atom("ftyp") {
          hex(code)
          zeros(4)
        }
      })
    var text = ByteWriter()
    document.putExpectations(to: &text)
    let all = try Expectation.all(in: text.string)
    #expect(!all.isEmpty)
    for expectation in all {
      let failure = expectation.failure(in: document)
      #expect(failure == nil, "\(expectation.text)")
    }
  }

  /// What is written from a file holds in it, whatever the file is.
  @Test(arguments: Corpus.files()) func aFileIsAsItWasWritten(name: String) throws {
    guard let document = try? MediaFile.open(Corpus.open(name)) else { return }
    var text = ByteWriter()
    document.putExpectations(to: &text, limit: 400)
    // Those that stand in comments hold as well.
    let all = text.string.split(separator: "\n").map { line in
      line.hasPrefix("# expect") ? String(line.dropFirst(2)) : String(line)
    }.joined(separator: "\n")
    for expectation in try Expectation.all(in: all) {
      let failure = expectation.failure(in: document)
      #expect(failure == nil, "\(expectation.text): \(failure?.message ?? "")")
    }
  }

  /// Of a film that is cut in its movie, and of one of which a limit left most out, nobody knows what is absent.
  @Test func whatWasNotReadIsNotKnownToBeAbsent() throws {
    var few = Limits()
    few.nodes = 5
    let whole = try opened(Files.film)
    let cut = try opened(Array(Files.film.dropLast(40)))
    let limited = try MediaFile.open(ByteSource(copying: Files.film), limits: few)
    for line in ["expect moov/udta absent", "expect //ilst absent", "expect moov/mvhd.unknown absent"] {
      let expectation = try #require(try Expectation(line: line, number: 1))
      #expect(MediaFile.failure(of: expectation, in: whole) == nil, "\(line)")
      for (document, rule) in [(cut, "file-truncated"), (limited, "node-limit")] {
        let message = MediaFile.failure(of: expectation, in: document)?.message ?? ""
        #expect(message.hasPrefix("none was found, but not all was seen: ") && message.contains(rule), "\(line): \(message)")
      }
    }
    // What was read is as it is.
    let header = try #require(try Expectation(line: "expect moov/mvhd.timescale = 1000", number: 1))
    #expect(MediaFile.failure(of: header, in: cut) == nil)
  }

  @Test func stepsAreWrittenByIdentity() throws {
    let document = try opened(corpus: "mockups/movie.mov")
    let paths = IdentityPaths(document)
    let headers = document.tree.indices.filter { document.tree[$0].type == "tkhd" }
    #expect(
      headers.map { paths.path(of: $0) } == [
        "moov/trak[vide]/tkhd", "moov/trak[soun]/tkhd", "moov/trak[tmcd]/tkhd",
      ])
  }

  /// A path by identity finds the node that it was made for, and no other.
  @Test(arguments: Corpus.files()) func identityPathsFindTheirNode(name: String) throws {
    guard let document = try? MediaFile.open(Corpus.open(name)) else { return }
    let paths = IdentityPaths(document)
    for index in document.tree.indices.prefix(200) {
      let text = paths.path(of: index)
      #expect(try Path("/" + text).nodes(in: document) == [index], "\(text)")
    }
  }

  @Test func anExpectationFileIsReadyToEdit() throws {
    let document = try opened(Files.film)
    var text = ByteWriter()
    document.putExpectations(to: &text)
    let lines = text.string.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(8) == [
        "expect ftyp.major_brand = 'isom'", "expect ftyp.minor_version = 512", "expect mdat",
        "expect moov/mvhd.version = 0", "expect moov/mvhd.flags = 0",
        "# expect moov/mvhd.creation_time = 3792916800",
        "# expect moov/mvhd.modification_time = 3792916800",
        "expect moov/mvhd.timescale = 1000",
      ])
    #expect(lines.contains("expect moov/trak[vide]/mdia/mdhd.timescale = 1000"))
    #expect(lines.contains("# expect moov/trak[vide]/mdia/mdhd.duration = 400"))
  }
}
