import ByteReading
import Structure

/// What protection systems put into their headers; it has no box of its own.
enum ProtectionPayloads: SyntaxFamily {
  static let tables: [Syntax] = []

  /// `DataSize` bytes for the system that `SystemID` names.
  static func data() -> Row {
    when(.remaining(0)) {
      within(.field("DataSize"), "Data", if: isWidevine) { widevine() }
      within(.field("DataSize"), "Data", if: isPlayReady) { playReady() }
      within(.field("DataSize"), "Data", if: isFairPlay) { boxes(in: "boxes") }
      within(.field("DataSize"), "Data", if: isMarlin) { boxes(in: "boxes") }
      bytes(
        .field("DataSize"), "Data",
        if: .not(.any([isWidevine, isPlayReady, isFairPlay, isMarlin])))
    }
  }

  // Conditions compare the first eight bytes of an identifier.
  private static let isWidevine: Condition = .equal("SystemID", ProtectionNames.widevine)
  private static let isPlayReady: Condition = .equal("SystemID", 0x9A04_F079_9840_4286)
  private static let isFairPlay: Condition = .equal("SystemID", 0x94CE_86FB_07FF_4F43)
  private static let isMarlin: Condition = .equal("SystemID", 0x5E62_9AF5_38DA_4063)

  // MARK: Widevine

  /// `WidevinePsshData`, a message of Protocol Buffers: fields in any order, each a number, a wire
  /// type and a value. All numbers that are defined fit the first byte; others go on in the next.
  private static func widevine() -> Row {
    list(.remaining, "fields") {
      uint(5, "field_number", .names(widevineFields))
      uint(3, "wire_type", .names(wireTypes))
      leb128("field_number_rest", if: .bits("field_number", 0x10))
      when(.equal("wire_type", 0)) {
        leb128("algorithm", .names([0: "not encrypted", 1: "AES-CTR"]), if: isField(1))
        leb128("crypto_period_index", if: isField(7))
        // The code as one number; without it 'cenc' is meant.
        leb128("protection_scheme", .names(ProtectionNames.schemes), if: isField(9))
        leb128("crypto_period_seconds", .unit("s"), if: isField(10))
        leb128(
          "type", .names([0: "single", 1: "entitlement", 2: "entitled key"]), if: isField(11))
        leb128("key_sequence", if: isField(12))
        leb128("value", if: .not(.oneOf("field_number", [1, 7, 9, 10, 11, 12])))
      }
      when(.equal("wire_type", 2)) {
        leb128("size", .bytes)
        when(isField(2)) {
          uuid("key_id", if: .equal("size", 16))
          bytes(.field("size"), "key_id", .hex, if: .notEqual("size", 16))
        }
        string(.utf8, .bytes(.field("size")), "provider", if: isField(3))
        bytes(.field("size"), "content_id", .hex, if: isField(4))
        string(.utf8, .bytes(.field("size")), "track_type", if: isField(5))
        string(.utf8, .bytes(.field("size")), "policy", if: isField(6))
        bytes(.field("size"), "grouped_license", .hex, if: isField(8))
        bytes(.field("size"), "group_id", .hex, if: isField(13))
        within(.field("size"), "entitled_key", if: isField(14)) { entitledKey() }
        string(.utf8, .bytes(.field("size")), "video_feature", if: isField(15))
        bytes(
          .field("size"), "value",
          if: .not(.oneOf("field_number", [2, 3, 4, 5, 6, 8, 13, 14, 15])))
      }
      bytes(8, "value", .hex, if: .equal("wire_type", 1))
      bytes(4, "value", .hex, if: .equal("wire_type", 5))
      bytes(.remaining, "value", if: .oneOf("wire_type", [3, 4, 6, 7]))
    }
  }

  /// `WidevinePsshData.EntitledKey`.
  private static func entitledKey() -> Row {
    list(.remaining, "fields") {
      uint(
        5, "key_field_number",
        .names([
          1: "entitlement_key_id", 2: "key_id", 3: "key", 4: "iv", 5: "entitlement_key_size_bytes",
        ]))
      uint(3, "key_wire_type", .names(wireTypes))
      leb128("number", if: .equal("key_wire_type", 0))
      when(.equal("key_wire_type", 2)) {
        leb128("key_field_size", .bytes)
        bytes(.field("key_field_size"), "value", .hex)
      }
      bytes(.remaining, "value", if: .not(.oneOf("key_wire_type", [0, 2])))
    }
  }

  private static func isField(_ number: UInt64) -> Condition { .equal("field_number", number) }

  private static let widevineFields: Names = [
    1: "algorithm", 2: "key_ids", 3: "provider", 4: "content_id", 5: "track_type", 6: "policy",
    7: "crypto_period_index", 8: "grouped_license", 9: "protection_scheme",
    10: "crypto_period_seconds", 11: "type", 12: "key_sequence", 13: "group_ids",
    14: "entitled_keys", 15: "video_feature",
  ]

  private static let wireTypes: Names = [
    0: "varint", 1: "64-bit", 2: "length-delimited", 5: "32-bit",
  ]

  // MARK: PlayReady

  /// The PlayReady Object, little-endian (PlayReady Header Specification §2).
  static func playReady() -> Row {
    when(.remaining(0)) {
      uint(32, "Length", .bytes).little
      uint(16, "RecordCount").little
      list(.field("RecordCount"), "Records") {
        uint(16, "RecordType", .names(playReadyRecords)).little
        uint(16, "RecordLength", .bytes).little
        string(
          .utf16LE, .bytes(.field("RecordLength")), "WRMHEADER", if: .equal("RecordType", 1))
        bytes(.field("RecordLength"), "RecordValue", if: .notEqual("RecordType", 1))
      }
    }
  }

  private static let playReadyRecords: Names = [
    1: "rights management header", 2: "reserved", 3: "embedded license store",
  ]

  // MARK: Boxes

  /// Boxes that only their system knows, one after another.
  private static func boxes(in name: StaticString) -> Row {
    list(.remaining, name) {
      when(.all([.remaining(64), .not(.next(29, 0, offset: 0))])) {
        uint(32, "box_size", .bytes)
        code("box_type")
        bytes(.field("box_size", plus: -8), "box_data")
      }
      when(.any([.not(.remaining(64)), .next(29, 0, offset: 0)])) {
        bytes(.remaining, "data")
      }
    }
  }
}
