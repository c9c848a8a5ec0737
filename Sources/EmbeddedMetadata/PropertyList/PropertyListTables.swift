import ByteReading
import Structure

/// Property lists, binary and as text (`CFBinaryPList.c` and `PropertyList-1.0.dtd` of Apple).
///
/// References of a binary list lead forward and back: ``PropertyListFinder`` says what lies where, and a
/// reference says what it is to.
enum PropertyListTables: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("bpls", "Binary property list", "Apple, CFBinaryPList", in: "file", name: "plist") {
      string(.latin1, .bytes(6), "magic")
      string(.latin1, .bytes(2), "version")
      parts("parts", foundBy: { PropertyListFinder() }) {
        object()
        when(isPart(.offsets)) {
          array(
            .field("part_first"), "offsets", of: uint(.field("part_second"), "offset", .pointer(there)))
        }
        trailer()
        bytes(.remaining, "unused", if: isPart(.unused))
      }
    },
    Syntax("xpls", "Property list", "Apple, PropertyList-1.0.dtd", in: "file", name: "plist") {
      parts("parts", foundBy: { PropertyListTextFinder() }) { XMPTables.pieces() }
    },
  ]

  private static func object() -> Row {
    when(isPart(.object)) {
      uint(4, "type", .names(types)).column
      uint(4, "simple", .names(simple), if: .equal("type", 0)).column
      uint(4, "size", if: .notEqual("type", 0))
      when(.all([.equal("size", 15), .oneOf("type", [4, 5, 6, 7, 10, 11, 12, 13])])) {
        uint(4, "count_type", .expected(1))
        uint(4, "count_size", .names([0: "1 byte", 1: "2 bytes", 2: "4 bytes", 3: "8 bytes"]))
        uint(8, "count", if: .equal("count_size", 0))
        uint(16, "count", if: .equal("count_size", 1))
        uint(32, "count", if: .equal("count_size", 2))
        uint(64, "count", if: .equal("count_size", 3))
      }
      numbers()
      float(64, "seconds_since_2001", if: .equal("type", 3)).column
      bytes(.field("part_first"), "data", if: .equal("type", 4)).column
      string(.latin1, .bytes(.field("part_first")), "text", if: .equal("type", 5)).column
      string(.utf16BE, .bytes(.field("part_first", times: 2)), "text", if: .equal("type", 6)).column
      string(.utf8, .bytes(.field("part_first")), "text", if: .equal("type", 7)).column
      uint(.field("size", times: 8, plus: 8), "UID", if: .equal("type", 8)).column
      references("objects", "object", [10, 11, 12])
      references("keys", "key", [13])
      references("values", "value", [13])
    }
  }

  private static func numbers() -> Row {
    when(.oneOf("type", [1, 2])) {
      when(.equal("type", 1)) {
        uint(8, "value", if: .equal("size", 0)).column
        uint(16, "value", if: .equal("size", 1)).column
        uint(32, "value", if: .equal("size", 2)).column
        int(64, "value", if: .equal("size", 3)).column
        bytes(16, "value", if: .equal("size", 4)).column
      }
      float(32, "value", if: .all([.equal("type", 2), .equal("size", 2)])).column
      float(64, "value", if: .all([.equal("type", 2), .equal("size", 3)])).column
    }
  }

  private static func references(
    _ name: StaticString, _ each: StaticString, _ types: [UInt64]
  ) -> Row {
    when(.oneOf("type", types)) {
      // A line that shows an object has room for what some refer to.
      list(.field("part_first"), name, if: .not(.atLeast("part_first", 33))) {
        uint(.field("part_second"), each, .pointer(referred)).column
      }
      list(.field("part_first"), name, if: .atLeast("part_first", 33)) {
        uint(.field("part_second"), each, .pointer(referred))
      }
    }
  }

  private static func trailer() -> Row {
    group("trailer", if: isPart(.trailer)) {
      bytes(5, "unused")
      uint(8, "sort_version")
      uint(8, "offset_size", .bytes)
      uint(8, "reference_size", .bytes)
      uint(64, "object_count").column
      uint(64, "top_object").column
      uint(64, "offset_table_offset", .hex)
    }
  }

  private static func isPart(_ kind: PropertyListLayout.Kind) -> Condition {
    .equal("part_kind", kind.rawValue)
  }

  private static let types: Names = [
    0: "simple", 1: "integer", 2: "real", 3: "date", 4: "data", 5: "ASCII text", 6: "UTF-16 text",
    7: "UTF-8 text", 8: "UID", 10: "array", 11: "ordered set", 12: "set", 13: "dictionary",
  ]
  private static let simple: Names = [0: "null", 8: "false", 9: "true", 15: "fill"]

  // MARK: What numbers lead to

  private static let referred = PointedText("number of an object") { bytes, field, base, output in
    let place = PropertyListPlace(packed: base)
    guard let list = PropertyListBytes(bytes, place.range),
      let number = list.number(at: field &- list.start, count: list.referenceWidth),
      number < UInt64(list.objectCount), let offset = list.offset(of: Int(number)),
      let object = list.object(at: offset)
    else { return }
    put(object, in: list, &output)
  }

  private static let there = PointedText("offset from the beginning") { bytes, field, base, output in
    let place = PropertyListPlace(packed: base)
    guard let list = PropertyListBytes(bytes, place.range),
      let offset = list.number(at: field &- list.start, count: list.offsetWidth),
      offset >= UInt64(PropertyListBytes.headerCount), offset < UInt64(list.count),
      let object = list.object(at: Int(offset))
    else { return }
    put(object, in: list, &output)
  }

  /// Characters of a text that a number leads to, as many numbers may to the same; the text itself is an
  /// object of its own.
  private static let textLimit = 256

  private static func put(
    _ object: PropertyListObject, in list: borrowing PropertyListBytes, _ output: inout ByteWriter
  ) {
    if let encoding = object.encoding {
      output.put("\"")
      let outcome = output.put(
        text: list.bytes.extracting(list.absolute(object.values)), encoding: encoding, style: .text,
        limit: textLimit)
      if outcome.isTruncated { output.put("…") }
      output.put("\"")
      return
    }
    switch object.kind {
    case .array, .orderedSet, .set, .dictionary, .data:
      output.put(types[UInt64(object.kind.rawValue)] ?? "")
      output.put(" of ")
      output.put(grouped: object.count)
      if object.kind == .data { output.put(object.count == 1 ? " byte" : " bytes") }
    default:
      if let text = PropertyListValue(object, in: list).text { output.put(text: text, style: .name) }
    }
  }
}
