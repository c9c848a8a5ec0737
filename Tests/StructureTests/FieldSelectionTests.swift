import ByteReading
import Structure
import Testing

/// Field paths on a table with everything nested.
@Suite struct FieldSelectionTests: TableSuite {
  private static let bytes: [UInt8] =
    [1, 0, 0]  // timescale, reserved
    + [2, 3, 0, 4]  // outer: a, inner: deep, reserved, b
    + [2, 10, 1, 7, 20, 0]  // count, items: (kind, has, value), (kind, has)
    + [3, 0, 1, 2, 0, 3, 4, 0, 5, 6]  // rows, entries: (size, pair x y)
    + [8, 9]  // values

  private static var table: Program {
    program {
      uint(8, "timescale")
      reserved(8)
      reserved(8)
      group("outer_group") {
        uint(8, "a")
        group("inner") {
          uint(8, "deep_name")
          reserved(8)
        }
        uint(8, "b")
      }
      uint(8, "count")
      list(.field("count"), "items") {
        uint(8, "kind")
        uint(8, "has")
        when(.equal("has", 1)) { uint(8, "value") }
      }
      uint(8, "rows")
      table(.field("rows"), "entries") {
        uint(16, "entry_size")
        uint(8, "other")
      }
      array(.remaining, "values", of: uint(8, "v"))
    }
  }

  /// What the path lets through, without braces.
  private static func select(_ path: String) throws -> [String] {
    let field = try #require(try Path("test.\(path)").field)
    let source = ByteSource(copying: bytes)
    var cursor = ByteCursor(source.bytes)
    var walker = Walker()
    var selection = FieldSelection(field, sink: Recording())
    walker.walk(table, &cursor, context: NoContext(), into: &selection)
    let hasMatched = selection.hasMatched
    let lines = selection.finish().lines
    #expect(hasMatched == !lines.isEmpty, "\(path)")
    return lines.map { String($0.drop { $0 == " " }) }.filter { !$0.hasPrefix("}") }
  }

  @Test(
    arguments: [
      // A name, at any depth and compared without case and underscores.
      ("timescale", ["timescale @0+1 = 1"]),
      ("TimeScale", ["timescale @0+1 = 1"]),
      ("deep_name", ["deep_name @4+1 = 3"]),
      ("deepname", ["deep_name @4+1 = 3"]),
      ("nothing", []),
      ("b", ["b @6+1 = 4"]),
      // Nested, in full and by the last names.
      ("outer_group.inner.deep_name", ["deep_name @4+1 = 3"]),
      ("inner.deep_name", ["deep_name @4+1 = 3"]),
      ("outerGroup.a", ["a @3+1 = 2"]),
      ("inner.a", []),
      ("timescale.a", []),
      // A group with all that is in it.
      ("inner", ["inner {", "deep_name @4+1 = 3", "reserved @5+1 = 0"]),
      ("outer_group.inner", ["inner {", "deep_name @4+1 = 3", "reserved @5+1 = 0"]),
      // Names that occur twice in one scope.
      ("reserved[1]", ["reserved @1+1 = 0", "reserved @5+1 = 0"]),
      ("reserved[2]", ["reserved @2+1 = 0"]),
      ("reserved[3]", []),
      ("reserved[1..2]", ["reserved @1+1 = 0", "reserved @2+1 = 0", "reserved @5+1 = 0"]),
      ("inner.reserved", ["reserved @5+1 = 0"]),
      // Lists and their items.
      (
        "items",
        [
          "items: list of 2 {", "items[0] {", "kind @8+1 = 10", "has @9+1 = 1", "value @10+1 = 7",
          "items[1] {", "kind @11+1 = 20", "has @12+1 = 0",
        ]
      ),
      ("items[1]", ["items[0] {", "kind @8+1 = 10", "has @9+1 = 1", "value @10+1 = 7"]),
      ("items[2]", ["items[1] {", "kind @11+1 = 20", "has @12+1 = 0"]),
      ("items[last].kind", ["kind @11+1 = 20"]),
      ("items[3]", []),
      ("items[*].kind", ["kind @8+1 = 10", "kind @11+1 = 20"]),
      ("items[1..9].kind", ["kind @8+1 = 10", "kind @11+1 = 20"]),
      ("items.kind", ["kind @8+1 = 10", "kind @11+1 = 20"]),
      ("items[2].value", []),
      ("kind", ["kind @8+1 = 10", "kind @11+1 = 20"]),
      // Tables, their rows and their columns.
      ("entries", ["entries @14+9: 3 of 3 rows of 24 bits (1 2) (3 4) (5 6)"]),
      ("entries[2]", ["entries @17+3: 1 of 1 rows of 24 bits (3 4)"]),
      ("entries[last]", ["entries @20+3: 1 of 1 rows of 24 bits (5 6)"]),
      ("entries[2..3]", ["entries @17+6: 2 of 2 rows of 24 bits (3 4) (5 6)"]),
      ("entries[2..99]", ["entries @17+6: 2 of 2 rows of 24 bits (3 4) (5 6)"]),
      ("entries[*].entry_size", ["entries @14+9: 3 of 3 rows of 24 bits (1) (3) (5)"]),
      ("entries.other", ["entries @14+9: 3 of 3 rows of 24 bits (2) (4) (6)"]),
      ("entries[2].other", ["entries @17+3: 1 of 1 rows of 24 bits (4)"]),
      ("entries[2].nothing", []),
      ("entrysize", ["entries @14+9: 3 of 3 rows of 24 bits (1) (3) (5)"]),
      ("values", ["values @23+2: 2 of 2 rows of 8 bits (8) (9)"]),
      ("values[2]", ["values @24+1: 1 of 1 rows of 8 bits (9)"]),
    ] as [(String, [String])])
  static func aPathLetsThrough(_ path: String, _ expected: [String]) throws {
    #expect(try select(path) == expected)
  }

  @Test static func rowsThatAreNotThereDoNotMatch() throws {
    let field = try #require(try Path("test.entries[9]").field)
    let source = ByteSource(copying: bytes)
    var cursor = ByteCursor(source.bytes)
    var walker = Walker()
    var selection = FieldSelection(field, sink: Recording())
    walker.walk(table, &cursor, context: NoContext(), into: &selection)
    let hasMatched = selection.hasMatched
    #expect(!hasMatched)
  }

  @Test static func theRowsOfARangeKnowTheirPlace() throws {
    struct First: FieldSink {
      var index = -1
      mutating func field(_ field: borrowing FieldReading) {}
      mutating func table(_ table: borrowing TableReading) { index = table.firstIndex }
    }
    let field = try #require(try Path("test.entries[2..3]").field)
    let source = ByteSource(copying: bytes)
    var cursor = ByteCursor(source.bytes)
    var walker = Walker()
    var selection = FieldSelection(field, sink: First())
    walker.walk(table, &cursor, context: NoContext(), into: &selection)
    #expect(selection.finish().index == 1)
  }

  /// Columns that are called the same, or stand side by side, and a table beside a field of its name.
  private static var repeating: Program {
    program {
      table(2, "entries") {
        reserved(8)
        uint(8, "kind")
        reserved(8)
        array(2, "color", of: uint(8, "part"))
      }
      array(1, "value", of: uint(8, "v"))
      bytes(.remaining, "value")
    }
  }

  @Test(
    arguments: [
      ("entries[1].reserved[1]", ["entries @0+5: 1 of 1 rows of 40 bits (1)"]),
      ("entries[2].reserved[2]", ["entries @5+5: 1 of 1 rows of 40 bits (8)"]),
      ("entries[2].reserved", ["entries @5+5: 1 of 1 rows of 40 bits (6)"]),
      ("entries[1].reserved[3]", []),
      ("entries[1].kind[1]", ["entries @0+5: 1 of 1 rows of 40 bits (2)"]),
      ("entries[1].color[2]", ["entries @0+5: 1 of 1 rows of 40 bits (5)"]),
      ("entries[2].color", ["entries @5+5: 1 of 1 rows of 40 bits (9)"]),
      ("value[1][1]", ["value @10+1: 1 of 1 rows of 8 bits (11)"]),
    ] as [(String, [String])])
  func ofThoseThatAreCalledTheSameOneIsMeant(path: String, expected: [String]) throws {
    let field = try #require(try Path("test.\(path)").field)
    let source = ByteSource(copying: Array(1...12))
    var cursor = ByteCursor(source.bytes)
    var walker = Walker()
    var selection = FieldSelection(field, sink: Recording())
    walker.walk(Self.repeating, &cursor, context: NoContext(), into: &selection)
    let lines = selection.finish().lines.map { String($0.drop { $0 == " " }) }
    #expect(lines == expected)
  }

  /// Lists that are called the same, in one level: the palettes of HEVC.
  private static var palettes: Program {
    program {
      list(2, "palette") { uint(8, "color") }
      list(2, "palette") { uint(8, "color") }
    }
  }

  @Test(
    arguments: [
      ("palette[1][2].color", ["color @1+1 = 2"]),
      ("palette[2][1].color", ["color @2+1 = 3"]),
      ("palette[2][1]", ["palette[0] {", "color @2+1 = 3"]),
      ("palette[2][last].color", ["color @3+1 = 4"]),
      ("palette[*][1].color", ["color @0+1 = 1", "color @2+1 = 3"]),
      ("palette[3][1].color", []),
      ("palette[2][3].color", []),
      // Of one index the items of each list are counted.
      ("palette[1].color", ["color @0+1 = 1", "color @2+1 = 3"]),
    ] as [(String, [String])])
  func ofListsThatAreCalledTheSameOneIsMeant(path: String, expected: [String]) throws {
    let field = try #require(try Path("test.\(path)").field)
    let source = ByteSource(copying: [1, 2, 3, 4])
    var cursor = ByteCursor(source.bytes)
    var walker = Walker()
    var selection = FieldSelection(field, sink: Recording())
    walker.walk(Self.palettes, &cursor, context: NoContext(), into: &selection)
    let lines = selection.finish().lines.map { String($0.drop { $0 == " " }) }
    #expect(lines.filter { !$0.hasPrefix("}") } == expected)
  }
}
