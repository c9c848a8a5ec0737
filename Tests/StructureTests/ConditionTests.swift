import ByteReading
import Structure
import Testing

/// What decides whether a row is there, and what other boxes say.
@Suite struct ConditionTests: TableSuite {
  private static let size = ContextKey(1, "size")
  private static let count = ContextKey(2, "count")

  /// Whether a row under this condition is read, after `first` and `second` of one byte each.
  private static func holds(
    _ condition: Condition, _ bytes: [UInt8], context: [ContextKey: UInt64] = [:]
  ) -> Bool {
    events(bytes, context: context) {
      uint(8, "first")
      uint(8, "second")
      uint(8, "there", if: condition)
    }.contains("there @2+1")
  }

  @Test static func eachConditionHolds() {
    let bytes: [UInt8] = [5, 6, 0xAB, 0xCD]
    for condition in [
      .equal("first", 5), .notEqual("first", 6), .oneOf("first", [1, 5]), .atLeast("first", 5),
      .atLeast("second", 5), .bits("first", 4), .bits("second", 7), .remaining(16), .remaining(0),
      .next(8, 0xAB, offset: 0), .next(8, 0xCD, offset: 8), .next(4, 0xB, offset: 4),
      .not(.equal("first", 6)), .not(.not(.equal("first", 5))),
      .all([.equal("first", 5), .equal("second", 6)]), .all([]),
      .any([.equal("first", 9), .equal("second", 6)]),
      .any([.all([.equal("first", 5), .not(.equal("second", 6))]), .oneOf("second", [6])]),
    ] as [Condition] {
      #expect(holds(condition, bytes), "\(condition)")
    }
  }

  @Test static func eachConditionFails() {
    let bytes: [UInt8] = [5, 6, 0xAB, 0xCD]
    for condition in [
      .equal("first", 6), .notEqual("first", 5), .oneOf("first", [1, 2]), .oneOf("first", []),
      .atLeast("first", 6), .bits("first", 2), .bits("first", 0), .remaining(17),
      .next(8, 0xAC, offset: 0), .next(8, 0, offset: 16), .next(16, 0xABCD, offset: 8),
      .not(.equal("first", 5)), .all([.equal("first", 5), .equal("second", 7)]), .any([]),
      .any([.equal("first", 9), .all([.equal("second", 6), .equal("first", 6)])]),
    ] as [Condition] {
      #expect(!holds(condition, bytes), "\(condition)")
    }
  }

  /// A one and zeros to the end, whole bytes of them, too, and no more than are asked for.
  @Test static func anEndIsAOneAndZeros() {
    #expect(holds(.ending(8), [5, 6, 0x80]) && holds(.ending(8), [5, 6, 0x80, 0]) == false)
    #expect(holds(.ending(16), [5, 6, 0x80, 0]) && holds(.ending(64), [5, 6, 0x80] + [UInt8](repeating: 0, count: 7)))
    #expect(!holds(.ending(64), [5, 6, 0x80] + [UInt8](repeating: 0, count: 8)))
    for bytes in [[5, 6], [5, 6, 0], [5, 6, 0xC0], [5, 6, 0x40], [5, 6, 0x80, 1]] as [[UInt8]] {
      #expect(!holds(.ending(64), bytes), "\(bytes)")
    }
  }

  @Test static func codesAreCompared() {
    let text = events(ascii("abcdefgh")) {
      code("type")
      uint(8, "a", if: .code("type", "abcd"))
      uint(8, "b", if: .code("type", "abce"))
      uint(8, "c", if: .nextCode("fgh!"))
      uint(8, "d", if: .not(.nextCode("gh  ", offset: 8)))
    }
    #expect(
      text == """
        type @0+4 = 'abcd'
        a @4+1 = 101
        d @5+1 = 102
        extra_bytes @6+2 = 6768
        """)
  }

  @Test static func versionsAndFlagsAreCompared() {
    let text = events([1, 0, 0, 6, 1, 2, 3, 4], versions: 0...2) {
      uint(8, "old", if: .version(0))
      uint(8, "new", if: .versionAtLeast(1))
      uint(8, "flagged", if: .flag(2))
      uint(8, "unflagged", if: .flag(1))
      uint(8, "either", if: .flag(5))
    }
    #expect(
      text == """
        version @0+1 = 1
        flags @1+3 = 6
        new @4+1 = 1
        flagged @5+1 = 2
        either @6+1 = 3
        extra_bytes @7+1 = 04
        """)
  }

  @Test static func aLaterVersionIsNotRead() {
    let text = events([3, 0, 0, 1, 9, 9], versions: 0...2) { uint(8, "a") }
    #expect(
      text == """
        version @0+1 = 3
        ! version-unknown version found 3, limit 2
        flags @1+3 = 1
        extra_bytes @4+2 = 0909
        """)
  }

  @Test static func anEarlierVersionIsReadAsFarAsItGoes() {
    let text = events([0, 0, 0, 1, 9], versions: 1...2) { uint(8, "a") }
    #expect(
      text == """
        version @0+1 = 0
        ! version-unknown version found 0, limit 2
        flags @1+3 = 1
        a @4+1 = 9
        """)
  }

  @Test static func flagsHaveNamesWhereTheTableGivesThem() {
    let program = program(versions: 0...0) {
      flags([1: "enabled"])
      uint(8, "a")
    }
    #expect(program.rows.map(\.name.description) == ["version", "flags", "a", "extra_bytes"])
    guard case .flags(let names) = program.rows[1].meaning else {
      Issue.record("flags have no names")
      return
    }
    #expect(names()[1]?.description == "enabled")
  }

  @Test static func whatAnotherBoxSaysDecides() {
    #expect(holds(.context(size, 4), [1, 2, 3], context: [size: 4]))
    #expect(!holds(.context(size, 4), [1, 2, 3], context: [size: 5]))
    #expect(!holds(.context(size, 0), [1, 2, 3]))
    #expect(holds(.not(.context(size, 0)), [1, 2, 3]))
    #expect(!holds(.context(size, 4), [1, 2, 3], context: [count: 4]))
  }

  @Test static func whatAnotherBoxSaysCounts() {
    let rows: @Sendable () -> [Row] = {
      [
        uint(8, "rows"),
        bytes(.context(size), "key"),
        array(.product(.field("rows"), .context(count)), "grid", of: uint(8, "v")),
        uint(8, "next"),
      ]
    }
    func read(_ context: [ContextKey: UInt64]) -> String {
      let table = Syntax("test", "Test", "made up", rows: rows)
      let program = Catalogue(nodeKind: "node", header: table, families: []).header
      return record([2, 9, 1, 2, 3, 4, 7], program, Known(values: context)).text
    }
    #expect(
      read([size: 1, count: 2]) == """
        rows @0+1 = 2
        key @1+1 = 09
        grid @2+4: 4 of 4 rows of 8 bits (1) (2) (3) (4)
        next @6+1 = 7
        """)
    #expect(
      read([size: 1]) == """
        rows @0+1 = 2
        key @1+1 = 09
        ! context-missing extra_bytes
        extra_bytes @2+5 = 0102030407
        """)
    #expect(
      read([:]) == """
        rows @0+1 = 2
        ! context-missing extra_bytes
        extra_bytes @1+6 = 090102030407
        """)
    #expect(
      read([size: .max, count: .max]) == """
        rows @0+1 = 2
        ! fields-truncated extra_bytes needed 9223372036854775807, left 48
        extra_bytes @1+6 = 090102030407
        """)
  }

  @Test static func aListThatNeedsAnotherBoxSaysSoOnce() {
    let text = events([2, 1, 2]) {
      uint(8, "count")
      list(.field("count"), "items") { bytes(.context(size), "key") }
    }
    #expect(
      text == """
        count @0+1 = 2
        items: list of 2 {
          items[0] {
          } @1+0
        } @1+0, 0 items
        ! context-missing extra_bytes
        extra_bytes @1+2 = 0102
        """)
  }

  // MARK: Where children begin

  @Test static func childrenBeginWhereRowsEnd() {
    #expect(program { uint(8, "a") }.childStart == .none)
    #expect(program { boxes() }.childStart == .constant(0))
    #expect(program(versions: 0...0) { boxes() }.childStart == .constant(4))
    let table = program(versions: 0...0) {
      uint(32, "a")
      reserved(16)
      code("b")
      uuid("c")
      fixed(16, 16, "d")
      float(64, "e")
      string(.utf8, .fixedPascal(32), "f")
      string(.utf8, .bytes(3), "g")
      bytes(5, "h")
      array(9, "i", of: int(32, "v"))
      group("j") { uint(8, "k") }
      boxes()
    }
    let sizes = [4, 4, 2, 4, 16, 4, 8, 32, 3, 5, 36, 1]
    #expect(table.childStart == .constant(sizes.reduce(0, +)))
  }

  @Test static func childrenMayBeginAnywhere() {
    #expect(
      program(versions: 0...1) {
        uint(32, v1: 64, "a")
        boxes()
      }.childStart == .variable)
    #expect(
      program {
        uint(8, "a", if: .remaining(8))
        boxes()
      }.childStart == .variable)
    #expect(
      program {
        string(.utf8, .terminated, "a")
        boxes()
      }.childStart == .variable)
    #expect(
      program {
        when(.remaining(64)) { boxes() }
      }.childStart == .variable)
    #expect(
      program {
        uint(4, "a")
        alignment()
        boxes()
      }.childStart == .variable)
  }

  /// Where boxes begin in these bytes.
  private static func start(_ bytes: [UInt8], _ program: Program) -> Int? {
    let source = ByteSource(copying: bytes)
    var cursor = ByteCursor(source.bytes)
    var walker = Walker()
    return walker.boxesStart(program, &cursor, context: NoContext())
  }

  @Test static func theRowsTellWhereBoxesBegin() {
    let program = program {
      uint(8, "count")
      bytes(.field("count"), "data")
      when(.equal("count", 2)) { boxes() }
    }
    #expect(start([2, 1, 1, 9, 9], program) == 24)
    #expect(start([2, 1, 1], program) == 24)
    #expect(start([2, 1], program) == nil)
    #expect(start([1, 1], program) == nil)
    #expect(start([], program) == nil)
  }

  /// Where boxes begin when only the first `seen` of these bytes can be looked at.
  private static func start(_ bytes: [UInt8], seeing seen: Int, _ program: Program) -> Int? {
    let source = ByteSource(copying: Array(bytes.prefix(seen)))
    var cursor = ByteCursor(source.bytes)
    var walker = Walker()
    return walker.boxesStart(
      program, &cursor, context: NoContext(), unseen: (bytes.count - seen) * 8)
  }

  private static let looks: [Program] = [
    program {
      uint(8, "count")
      table(.field("count"), "rows") { uint(16, "a") }
      boxes()
    },
    program {
      string(.utf8, .terminated, "text")
      boxes()
    },
    program {
      string(.utf8, .pascal, "text")
      boxes()
    },
    program {
      uint(8, "count")
      within(.field("count"), "part") { bytes(.remaining, "data") }
      boxes()
    },
    program {
      when(.nextCode("abcd", offset: 16)) {
        uint(8, "a")
        boxes()
      }
      when(.not(.nextCode("abcd", offset: 16))) {
        uint(16, "b")
        boxes()
      }
    },
    program {
      uint(8, "a")
      uint(8, "more", if: .remaining(64))
      boxes()
    },
    program {
      array(.remaining, "all", if: .next(8, 9, offset: 0), of: uint(24, "value"))
      boxes()
    },
    program {
      list(.remaining, "all", if: .next(8, 9, offset: 0)) { uint(8, "value") }
      boxes()
    },
  ]

  /// A short look answers what a whole one does, or nothing.
  @Test static func aShortLookHasNoOtherAnswer() {
    var answers = 0
    for (number, program) in looks.enumerated() {
      for bytes in [
        [5, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 1, 2, 3], [2, 1] + ascii("abcd") + [1, 2, 3, 4],
        ascii("abcdefgh") + [0, 1, 2], [9, 9, 9, 9, 9, 9, 9, 9],
      ] as [[UInt8]] {
        let whole = start(bytes, program)
        for seen in 0..<bytes.count {
          guard let short = start(bytes, seeing: seen, program) else { continue }
          answers += 1
          #expect(short == whole, "table \(number), \(bytes) by \(seen)")
        }
      }
    }
    #expect(answers > 20)
  }

  /// What decided where boxes begin decides the same when the fields before them are read.
  @Test static func fieldsAreReadByWhatFollowsThem() {
    let program = program {
      when(.nextCode("abcd", offset: 16)) {
        uint(16, "short")
        boxes()
      }
      when(.not(.nextCode("abcd", offset: 16))) {
        uint(24, "long")
        boxes()
      }
      uint(8, "never")
    }
    let bytes: [UInt8] = [1, 2] + ascii("abcd") + [7]
    #expect(start(bytes, program) == 16)
    let source = ByteSource(copying: bytes)
    for (beyond, expected) in [
      (40, "short @0+2 = 258"), (32, "short @0+2 = 258"),
      // Too little to see the code: three bytes are wanted, two are there.
      (24, "! fields-truncated extra_bytes needed 24, left 16\nextra_bytes @0+2 = 0102"),
    ] {
      var cursor = ByteCursor(source.bytes, over: Extent(byteOffset: 0, byteCount: 2))
      var walker = Walker()
      var sink = Recording()
      walker.walk(program, &cursor, context: NoContext(), beyond: beyond, into: &sink)
      #expect(sink.text == expected)
    }
  }

  /// A part of its own sees nothing but itself.
  @Test static func partsDoNotLookBehindTheirEnd() {
    let program = program {
      within(2, "part") {
        uint(8, "a", if: .remaining(24))
        uint(8, "b", if: .next(24, 0x010203, offset: 0))
        bytes(.remaining, "data")
      }
      boxes()
    }
    let source = ByteSource(copying: [1, 2, 3, 4])
    var cursor = ByteCursor(source.bytes, over: Extent(byteOffset: 0, byteCount: 2))
    var walker = Walker()
    var sink = Recording()
    walker.walk(program, &cursor, context: NoContext(), beyond: 16, into: &sink)
    #expect(sink.lines.filter { $0.contains(" = ") } == ["  data @0+2 = 0102"])
  }

  @Test static func departuresAreReported() {
    let text = events([1, 2, 3]) {
      uint(8, "a", if: .not(.next(8, 1, offset: 0)))
      departure(.extraBytes, if: .next(8, 1, offset: 0)) { uint(16, "b") }
      uint(8, "c")
    }
    #expect(text == "b @0+2 = 258\n! extra-bytes\nc @2+1 = 3")
  }

  @Test static func usedBitsAreThoseOfSoundRows() {
    func used(_ bytes: [UInt8], _ program: Program) -> Int? {
      let source = ByteSource(copying: bytes)
      var cursor = ByteCursor(source.bytes)
      var walker = Walker()
      return walker.usedBits(program, &cursor, context: NoContext())
    }
    let counted = program {
      uint(8, "count")
      table(.field("count"), "entries") { uint(16, "a") }
    }
    #expect(used([1, 0, 2, 9], counted) == 24)
    #expect(used([2, 0, 2, 9], counted) == nil)
    #expect(used([], counted) == nil)
    #expect(used([1, 2], program { boxes() }) == nil)
  }

  // MARK: Cut everywhere

  /// A table with everything in it.
  private static var everything: Program {
    program(versions: 0...1) {
      flags([1: "more"])
      uint(8, v1: 16, "time", .ticks(.media))
      uint(4, "nibble")
      flag("is")
      reserved(2)
      reservedOnes(1)
      int(16, "signed").little
      fixed(8, 8, "fixed")
      float(32, "float")
      code("type")
      uuid("identifier")
      uint(72, "wide")
      ue("golomb")
      se("signed_golomb")
      alignment()
      leb128("leb")
      string(.utf8, .terminated, "text")
      string(.utf8OrUTF16, .terminated, "wide_text")
      string(.macRoman, .pascal, "pascal")
      string(.utf8, .fixedPascal(4), "field")
      uint(8, "count")
      bytes(.field("count"), "data")
      list(.field("count"), "items") {
        uint(8, "has")
        when(.equal("has", 1)) { uint(8, "value") }
        group("group") { uint(8, "inner", if: .notEqual("has", 1)) }
      }
      table(.field("count"), "entries") {
        uint(8, v1: 16, "a")
        uint(.field("count", times: 4), "b")
      }
      array(.product(.field("count"), 2), "array", of: uint(8, "v"))
      within(4, "part", escaped: true) {
        uint(12, "x")
        ue("y")
      }
      descriptor(4, "descriptor") {
        uint(8, "z")
        descriptors()
      }
      uint(8, "more", if: .flag(1))
      uint(1, "bit")
      bytes(.context(size), "rest")
      string(.utf8, .rest, "end")
    }
  }

  private static let bytes: [UInt8] = Array(
    [
      [1, 0, 0, 1], [0, 9], [0x51], [1, 2], [3, 4], big(0x3F80_0000, 4), ascii("abcd"),
      big(1, 8), big(2, 8), [1, 2, 3, 4, 5, 6, 7, 8, 9], [0b0101_0000], [0x80, 1],
      ascii("text\0"), [0xFE, 0xFF, 0, 0x61, 0, 0], [2, 0x8A, 0x8A], [2, 0x61, 0x62, 0],
      [2], [7, 8], [1, 5, 0, 6], [0, 1, 2, 0, 3, 4], [1, 2, 3, 4], [0, 0, 3, 0x80],
      [4, 0x80, 4, 1, 5, 1, 9], [3], [0xFF, 0xEE, 0xDD, 0xCC],
    ].joined())

  @Test static func everythingIsReadWhenItIsThere() {
    let recording = record(bytes, everything, Known(values: [size: 1]))
    #expect(!recording.text.contains("! fields-truncated"), "\(recording.text)")
    #expect(recording.text.contains("more @\(bytes.count - 5)+1 = 3"), "\(recording.text)")
    #expect(tile(recording.leaves, bytes.count), "\(recording.text)")
  }

  @Test static func leavesTileWhereverItIsCut() {
    let program = everything
    for context in [Known(values: [size: 1]), Known(), Known(values: [size: .max])] {
      for count in 0...bytes.count {
        let recording = record(Array(bytes[..<count]), program, context)
        #expect(tile(recording.leaves, count), "\(count) bytes: \(recording.text)")
      }
    }
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  static func leavesTileWhateverTheBytesAre(_ seed: UInt64) {
    let program = everything
    var numbers = Seeded(seed)
    for _ in 0..<20 {
      var bytes = bytes
      for _ in 0..<Int.random(in: 1...6, using: &numbers) {
        let at = Int.random(in: 0..<bytes.count, using: &numbers)
        let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &numbers)]
        bytes[at] = values.randomElement(using: &numbers) ?? 0
      }
      let recording = record(bytes, program, Known(values: [size: numbers.next() % 4]))
      #expect(tile(recording.leaves, bytes.count), "\(bytes): \(recording.text)")
      #expect(record(bytes, program).text == record(bytes, program).text)
    }
  }
}
