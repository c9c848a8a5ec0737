import ByteReading
import Structure

/// Data sets of IPTC-IIM, what agencies and editors say of a picture (IIM 4.2 §§1.5, 5, 6).
enum IIMTables: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("IIM ", "IPTC-IIM", "IIM 4.2 §1.5", in: "file", name: "IPTC") {
      rows()
      bytes(.remaining, "padding")
    }
  ]

  /// Data sets, as many as there are.
  static func rows() -> Row {
    following({ IIMCharacters() }) {
      list(.remaining, "data_sets") {
        when(.all([.next(8, UInt64(IIMReader.mark), offset: 0), .remaining(40)])) {
          uint(8, "tag_marker", .expected(UInt64(IIMReader.mark)))
          uint(8, "record_number", .names(IIMNames.records)).column
          uint(8, "data_set_number", .names(IIMNames.envelope), if: .equal("record_number", 1)).column
          uint(8, "data_set_number", .names(IIMNames.application), if: .equal("record_number", 2)).column
          uint(8, "data_set_number", if: .not(.oneOf("record_number", [1, 2]))).column
          flag("is_extended")
          uint(15, "octet_count", .bytes)
          when(.equal("is_extended", 0)) { value() }
          when(.equal("is_extended", 1)) {
            when(.oneOf("octet_count", [1, 2, 3, 4, 5, 6, 7, 8])) {
              uint(.field("octet_count", times: 8), "extended_octet_count", .bytes)
              bytes(.field("extended_octet_count"), "data").column
            }
          }
        }
      }
    }
  }

  private static func value() -> Row {
    when(.remaining(0)) {
      when(.all([.equal("octet_count", 3), isCharacterSet])) {
        uint(24, "character_set", .names([IIMReader.utf8: "UTF-8"])).column
      }
      bytes(.field("octet_count"), "character_set", if: .all([.not(.equal("octet_count", 3)), isCharacterSet]))
      uint(16, "value", if: .all([.equal("octet_count", 2), isNumber])).column
      bytes(.field("octet_count"), "data", if: .all([.not(.equal("octet_count", 2)), isNumber]))
      when(.all([isText, .atLeast("octet_count", 1)])) {
        string(.utf8, .bytes(.field("octet_count")), "value", if: .equal("followed", 1)).column
        string(.latin1, .bytes(.field("octet_count")), "value", if: .not(.equal("followed", 1))).column
      }
      bytes(
        .field("octet_count"), "data", .perhapsText,
        if: .all([.not(isText), .not(isNumber), .not(isCharacterSet)])
      ).column
    }
  }

  private static var isCharacterSet: Condition {
    .all([.equal("record_number", 1), .equal("data_set_number", 90)])
  }

  private static var isNumber: Condition {
    .any(
      IIMNames.describedRecords.map {
        .all([.equal("record_number", $0), .oneOf("data_set_number", IIMNames.numbers(of: $0))])
      })
  }

  private static var isText: Condition {
    .any(
      IIMNames.describedRecords.map {
        .all([
          .equal("record_number", $0),
          .not(.oneOf("data_set_number", IIMNames.numbers(of: $0) + IIMNames.bytes(of: $0))),
        ])
      })
  }
}

/// Remembers whether texts are UTF-8: ``number`` is 1 then.
struct IIMCharacters: FieldFollower {
  private(set) var number: UInt64 = 0
  let second: UInt64 = 0

  mutating func read(_ name: StaticString, _ value: UInt64) {
    if name.isSame(as: "character_set") { number = value == IIMReader.utf8 ? 1 : 0 }
  }
}
