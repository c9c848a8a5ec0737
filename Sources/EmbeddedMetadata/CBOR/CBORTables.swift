import ByteReading
import Structure

/// Values that hold values, in as few bytes as they need (RFC 8949).
enum CBORTables: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("CBOR", "CBOR", "8949 §3", in: "file", name: "CBOR") {
      // A sequence of values, most often of one (RFC 8742).
      list(.remaining, "sequence") { group("item") { item } }
    }
  ]

  /// A major type, its argument, and what these two say that follows.
  private static var item: Row {
    // A value that is promised has a byte at least.
    when(.remaining(0)) {
      uint(3, "major_type", .names(majorTypes)).column
      uint(5, "additional_information", .names(widths), if: .any(isLonger))
      uint(5, "argument", if: .all([isShort, .notEqual("major_type", 7)])).column
      uint(5, "simple", .names(simple), if: .all([isShort, .equal("major_type", 7)])).column
      when(.notEqual("major_type", 7)) {
        uint(8, "argument", if: .equal("additional_information", 24)).column
        uint(16, "argument", if: .equal("additional_information", 25)).column
        uint(32, "argument", if: .equal("additional_information", 26)).column
        uint(64, "argument", if: .equal("additional_information", 27)).column
      }
      when(.equal("major_type", 7)) {
        uint(8, "simple", .names(simple), if: .equal("additional_information", 24)).column
        uint(16, "half", .hex, if: .equal("additional_information", 25)).column
        float(32, "float", if: .equal("additional_information", 26)).column
        float(64, "float", if: .equal("additional_information", 27)).column
      }
      contents
      indefinite
    }
  }

  private static var contents: Row {
    when(.notEqual("additional_information", 31)) {
      bytes(.field("argument"), "bytes", if: .equal("major_type", 2)).column
      string(.utf8, .bytes(.field("argument")), "text", if: .equal("major_type", 3)).column
      list(.field("argument"), "items", if: .equal("major_type", 4)) { again("item") }
      list(.field("argument"), "entries", if: .equal("major_type", 5)) { entry }
      group("tagged", if: .equal("major_type", 6)) { again("item") }
    }
  }

  /// As many as there are before a byte that says that there are no more (§3.2).
  private static var indefinite: Row {
    when(
      .all([.equal("additional_information", 31), .oneOf("major_type", [2, 3, 4, 5])])
    ) {
      list(.remaining, "items", if: .oneOf("major_type", [2, 3, 4])) {
        when(.not(.next(8, 0xFF, offset: 0))) { again("item") }
      }
      list(.remaining, "entries", if: .equal("major_type", 5)) {
        when(.not(.next(8, 0xFF, offset: 0))) { entry }
      }
      uint(8, "break", .expected(0xFF))
    }
  }

  private static var entry: Row {
    when(.remaining(0)) {
      group("key") { again("item") }
      group("value") { again("item") }
    }
  }

  /// Whether the five bits behind the major type are the argument. Where they are 24 or more they say how long
  /// it is, and were read as `additional_information`.
  private static var isShort: Condition { .equal("additional_information", 0) }

  private static var isLonger: [Condition] { (24...31).map { .next(5, $0, offset: 0) } }

  private static let majorTypes: Names = [
    0: "unsigned", 1: "negative, -1 less the argument", 2: "bytes", 3: "text", 4: "array",
    5: "map", 6: "tag", 7: "simple or float",
  ]
  private static let widths: Names = [
    24: "1 byte", 25: "2 bytes", 26: "4 bytes", 27: "8 bytes", 31: "until a break",
  ]
  private static let simple: Names = [20: "false", 21: "true", 22: "null", 23: "undefined"]
}
