import ByteReading
import Structure
import Testing

/// The grammar of paths.
@Suite struct PathTests {
  /// A path taken apart, in a form that a test can hold beside it.
  private func parts(_ text: String) throws(PathError) -> String {
    let path = try Path(text)
    if let offset = path.offset { return "offset \(offset)" }
    var result: [String] =
      switch path.anchor {
      case .top: ["top"]
      case .anywhere: ["anywhere"]
      case .either: []
      }
    for step in path.steps {
      var text = step.isDeep ? "…" : ""
      switch step.name {
      case .any: text += "any"
      case .code(let code): text += "'\(code.key)'"
      case .word(let word): text += "word \(word)"
      case .uuid(let type): text += "uuid \(type.high) \(type.low)"
      }
      for selector in step.selectors {
        switch selector {
        case .index(let number): text += " #\(number)"
        case .last: text += " #last"
        case .word(let word): text += " <\(word)>"
        case .key(let key, let value): text += " <\(key):\(value)>"
        }
      }
      result.append(text)
    }
    for part in path.field?.parts ?? [] {
      var text = ".\(part.name)"
      for index in part.indexes {
        switch index {
        case .one(let number): text += " #\(number)"
        case .range(let first, let last): text += " #\(first)–\(last)"
        case .last: text += " #last"
        case .all: text += " #all"
        }
      }
      result.append(text)
    }
    return result.joined(separator: ", ")
  }

  @Test(
    arguments: [
      // Anchors and depth.
      ("moov", "'moov'"),
      ("/moov", "top, 'moov'"),
      ("//moov", "anywhere, …'moov'"),
      ("/…/moov", "anywhere, …'moov'"),
      ("/.../moov", "anywhere, …'moov'"),
      ("moov//stsz", "'moov', …'stsz'"),
      ("moov/…/stsz", "'moov', …'stsz'"),
      ("moov/.../stsz", "'moov', …'stsz'"),
      ("moov/*/mdia", "'moov', any, 'mdia'"),
      ("//*", "anywhere, …any"),
      // Selectors.
      (
        "moov/trak[vide]/mdia/minf/stbl/stsd",
        "'moov', 'trak' <vide>, 'mdia', 'minf', 'stbl', 'stsd'"
      ),
      ("moov/trak[2]", "'moov', 'trak' #2"),
      ("trak[soun][2]", "'trak' <soun> #2"),
      ("trak[last]", "'trak' #last"),
      ("trak[id=2]", "'trak' <id:2>"),
      ("trak['text']", "'trak' <text>"),
      ("trak['a]b']", "'trak' <a]b>"),
      ("*[3]", "any #3"),
      ("TXXX[description='comment']", "'TXXX' <description:comment>"),
      ("TXXX[description='it\\'s']", "'TXXX' <description:it's>"),
      ("TXXX[description='a\\\\b']", "'TXXX' <description:a\\b>"),
      ("COMM[language=eng][2]", "'COMM' <language:eng> #2"),
      ("ID3v2[2]/TXXX[3]", "word ID3v2 #2, 'TXXX' #3"),
      ("raw[2]", "word raw #2"),
      // Types.
      ("moov/udta/@nam", "'moov', 'udta', '@nam'"),
      ("moov/udta/©nam", "'moov', 'udta', '@nam'"),
      ("moov/udta/\\xa9nam", "'moov', 'udta', '@nam'"),
      ("\\x40PRM", "'\\x40PRM'"),
      ("@PRM", "'@PRM'"),
      ("'url '", "'url '"),
      ("'.mp3'", "'.mp3'"),
      ("'a/b['", "'a/b['"),
      ("'@0xa'", "'@0xa'"),
      ("'it\\'s'", "'it's'"),
      ("'a\\\\b '", "'a\\\\b '"),
      ("FORM/'ID3 '/ID3v2/TIT2", "'FORM', 'ID3 ', word ID3v2, 'TIT2'"),
      ("!mov", "'!mov'"),
      ("a-_+", "'a-_+'"),
      ("uuid:00000000000000010000000000000002", "uuid 1 2"),
      ("//uuid:00000000-0000-0001-0000-000000000002", "anywhere, …uuid 1 2"),
      ("uuid:FFFFFFFFFFFFFFFF000000000000000a[2]", "uuid 18446744073709551615 10 #2"),
      // Offsets.
      ("@0x662d", "offset 26157"),
      ("@0x662D", "offset 26157"),
      ("@0xffffffffffffffff", "offset 18446744073709551615"),
      // Fields.
      ("//stsz.sample_count", "anywhere, …'stsz', .sample_count"),
      (
        "/moof[last]/traf/tfdt.baseMediaDecodeTime",
        "top, 'moof' #last, 'traf', 'tfdt', .baseMediaDecodeTime"
      ),
      ("TIT2.text", "'TIT2', .text"),
      ("//avcC.sequenceParameterSets[1]", "anywhere, …'avcC', .sequenceParameterSets #1"),
      (
        "avcC.sequenceParameterSets[1].sequenceParameterSetNALUnit",
        "'avcC', .sequenceParameterSets #1, .sequenceParameterSetNALUnit"
      ),
      ("stsz.entries[1..10]", "'stsz', .entries #1–10"),
      ("stsz.entries[*].entry_size", "'stsz', .entries #all, .entry_size"),
      ("stsz.entries[last]", "'stsz', .entries #last"),
      ("mvhd.reserved[2]", "'mvhd', .reserved #2"),
      ("moov.trak[1].mdia", "'moov', .trak #1, .mdia"),
    ])
  func aPathIsUnderstood(_ text: String, _ expected: String) throws {
    #expect(try parts(text) == expected)
  }

  @Test(
    arguments: [
      ("", "the path is empty", 0),
      ("/", "a type is missing at the end", 1),
      ("//", "a type is missing at the end", 2),
      ("moov/", "a type is missing at the end", 5),
      ("moov//", "a type is missing at the end", 6),
      ("moov///trak", "a type is missing before '/'", 6),
      ("[1]", "a type is missing before '['", 0),
      ("moov/[1]", "a type is missing before '['", 5),
      (".text", "a type is missing before '.'", 0),
      ("''", "a type is missing at the end", 2),
      ("'url ", "a quote is not closed", 0),
      ("moov/'ur\\'", "a quote is not closed", 5),
      ("url /x", "' ' is not understood here", 3),
      ("moov/trak[0]", "indexes start at 1", 10),
      ("moov/trak[00]", "indexes start at 1", 10),
      ("a[b", "a selector is not closed with ']'", 3),
      ("trak[1", "a selector is not closed with ']'", 6),
      ("trak[id=2", "a selector is not closed with ']'", 9),
      ("trak['a'b]", "a selector is not closed with ']'", 8),
      ("trak[]", "a selector is empty", 5),
      ("trak['']", "a selector is empty", 5),
      ("trak[=2]", "a selector is empty", 5),
      ("x[1..2]", "a range selects rows of a field, not nodes", 2),
      ("moov.", "the name of a field is missing", 5),
      ("moov..x", "the name of a field is missing", 5),
      ("moov.[1]", "the name of a field is missing", 5),
      ("stsz.entries[0]", "indexes start at 1", 13),
      ("stsz.entries[]", "an index is a number, 'last' or '*'", 13),
      ("stsz.entries[x]", "an index is a number, 'last' or '*'", 13),
      ("stsz.entries[1", "an index is not closed with ']'", 14),
      ("stsz.entries[1..]", "a range needs a second number", 16),
      ("stsz.entries[5..4]", "a range ends before it begins", 16),
      ("stsz.entries[1..4", "an index is not closed with ']'", 17),
      ("stsz.entries/x", "'/' is not understood here", 12),
      ("uuid:1234", "'uuid:' takes 32 hexadecimal digits", 9),
      ("trak[1]x", "'x' is not understood here", 7),
    ])
  func aMistakeIsPlaced(_ text: String, _ message: String, _ position: Int) {
    do throws(PathError) {
      _ = try Path(text)
      Issue.record("'\(text)' is a path")
    } catch {
      #expect(error.message == message)
      #expect(error.position == position)
    }
  }

  /// A mark that combines with a quote or a backslash makes one character of both, and yet two scalars.
  @Test(arguments: ["'\u{301}", "\\\u{301}]", "a'\u{338}=b", "]\u{301}"])
  func marksOnQuotesOpenNothing(text: String) throws {
    for selector in [Path.Selector.word(text), .key("name", text), .key(text, "x")] {
      let path = try Path("moov[\(selector)]")
      #expect(path.steps.first?.selectors == [selector], "\(path)")
    }
  }

  @Test func threeSpellingsAreOnePath() throws {
    let path = try Path("@nam")
    #expect(try Path("©nam") == path)
    #expect(try Path("\\xa9nam") == path)
    #expect(try Path("\\xA9nam") == path)
    #expect(try Path("\\x40nam") != path)
  }

  @Test func onlyDigitsMakeAnOffset() throws {
    #expect(try Path("@0x10").offset == 16)
    for text in ["'@0x10'", "@0x", "@0xg", "@0x+1", "@0x10000000000000000", "/@0x1"] {
      let path = try? Path(text)
      #expect(path?.offset == nil, "\(text)")
    }
  }

  @Test func hugeNumbersSaturate() throws {
    let path = try Path("trak[99999999999999999999].entries[1..99999999999999999999]")
    #expect(path.steps[0].selectors == [.index(.max)])
    #expect(path.field?.parts[0].indexes == [.range(1, .max)])
  }

  @Test func dotsAreReadAsSteps() throws {
    #expect(try Path("moov.trak[1].mdia").withDotsAsSteps == Path("moov/trak[1]/mdia"))
    #expect(try Path("//moov.trak[last]").withDotsAsSteps == Path("//moov/trak[last]"))
    #expect(try Path("moov/mvhd.timescale").withDotsAsSteps == nil)
    #expect(try Path("moov.trak[1..2]").withDotsAsSteps == nil)
    #expect(try Path("moov/trak").withDotsAsSteps == nil)
    #expect(try Path("@0x10").withDotsAsSteps == nil)
    #expect(
      try Path("moov.trak[2].mdia.size").readingsWithDotsAsSteps == [
        Path("moov/trak[2]/mdia/size"), Path("moov/trak[2]/mdia.size"), Path("moov/trak[2].mdia.size"),
      ])
    #expect(try Path("moov.mvhd.timescale").readingsWithDotsAsSteps == [Path("moov/mvhd.timescale")])
    #expect(try Path("moov/trak").readingsWithDotsAsSteps.isEmpty)
  }

  @Test(
    arguments: [
      (0x6D6F_6F76, "moov"), (0xA96E_616D, "@nam"), (0x4050_524D, "'\\x40PRM'"),
      (0x7572_6C20, "'url '"), (0x2E6D_7033, "'.mp3'"), (0x6974_2773, "'it\\'s'"),
      (0x615C_6220, "'a\\\\b '"), (0xA930_7861, "'@0xa'"), (0xA930_7867, "@0xg"),
      (0x0000_0001, "'\\x00\\x00\\x00\\x01'"), (0x2A2A_2A2A, "'****'"),
    ])
  func aTypeIsWrittenAsItIsRead(_ code: Int, _ expected: String) throws {
    let code = FourCC(UInt32(code))
    var text = ByteWriter()
    text.put(step: code)
    #expect(text.string == expected)
    let path = try Path(text.string)
    #expect(path.steps.map(\.name) == [.code(code)])
  }
}
