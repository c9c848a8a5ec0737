import ByteReading
import MediaFacts
import Structure

/// Colour profiles (ICC.1:2022, and the older texts of ICC.1:2001-04); names are those of the ICC's `icProfileHeader.h`.
///
/// Tags point to values, which several may share: ``ICCFinder`` says what lies where, and rows describe it in the order
/// of the file.
enum ICCTables: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "ICC ", "ICC profile", "ICC.1:2022 §7", in: "file", name: "ICC", summary: .function(summary)
    ) { profile() }
  ]

  /// `RGB display, version 4.3`.
  private static let summary: @Sendable (NodeReader, inout ByteWriter) -> Void = { node, output in
    let bytes = node.document.source(of: node.node).bytes
    let extent = node.node.extent
    guard let profile = ICCBytes(bytes, from: extent.byteOffset, to: min(extent.byteEnd, bytes.byteCount)),
      let space = profile.code(at: 16), let kind = profile.code(at: 12), let major = profile.number(at: 8, count: 1),
      let minor = profile.number(at: 9, count: 1)
    else { return }
    func put(_ code: FourCC, _ names: Names, _ output: inout ByteWriter) {
      if let name = names[UInt64(code.rawValue)] { output.put(name) } else { output.put(quoted: code) }
    }
    put(space, ICCNames.spaces, &output)
    output.put(" ")
    put(kind, ICCNames.classes, &output)
    output.put(", version ")
    output.put(decimal: major)
    output.put(".")
    output.put(decimal: minor &>> 4)
  }

  /// A whole profile.
  static func profile() -> Row {
    when(.remaining(1_056)) {
      header()
      parts("parts", foundBy: { ICCFinder() }) {
        group("tag_table", if: isPart(.tags)) {
          uint(32, "count")
          list(.field("count"), "tags") {
            code("sig", .names(ICCNames.tags)).column
            uint(32, "offset", .pointer(ICCText.value)).column
            uint(32, "size", .bytes).column
          }
        }
        bytes(.remaining, "padding", if: isPart(.padding))
        bytes(.remaining, "unused", if: isPart(.unused))
        value()
      }
    }
  }

  private static func isPart(_ kind: ICCLayout.Kind) -> Condition { .equal("part_kind", kind.rawValue) }

  private static func header() -> Row {
    group("header") {
      uint(32, "size", .bytes)
      code("cmmId")
      uint(8, "version_major")
      uint(4, "version_minor")
      uint(4, "version_bug_fix")
      bytes(2, "version_reserved")
      code("deviceClass", .names(ICCNames.classes))
      code("colorSpace", .names(ICCNames.spaces))
      code("pcs", .names(ICCNames.spaces))
      group("date") { moment() }
      code("magic")
      code("platform", .names(ICCNames.platforms))
      uint(32, "flags", .flags([1: "embedded", 2: "for these data alone"]))
      code("manufacturer")
      code("model")
      uint(
        64, "attributes", .flags([1: "transparency", 2: "matte", 4: "negative", 8: "black and white"]))
      uint(32, "renderingIntent", .names(ICCNames.intents))
      group("illuminant") { tristimulus() }
      code("creator")
      bytes(16, "profileID")
      bytes(28, "reserved")
    }
  }

  /// `dateTimeNumber` (§4.2).
  private static func moment() -> Row {
    when(.remaining(96)) {
      uint(16, "year")
      uint(16, "month")
      uint(16, "day")
      uint(16, "hours")
      uint(16, "minutes")
      uint(16, "seconds")
    }
  }

  /// `XYZNumber` (§4.14).
  private static func tristimulus() -> Row {
    when(.remaining(96)) {
      fixed(16, 16, "X").column
      fixed(16, 16, "Y").column
      fixed(16, 16, "Z").column
    }
  }

  /// The value of a tag: its type, and what that says.
  private static func value() -> Row {
    when(isPart(.value)) {
      code("type", .pointer(ICCText.tags), if: .remaining(32)).column
      bytes(4, "type_reserved", if: .remaining(32))
      numbers()
      texts()
      curves()
      lookUps()
      conditions()
      bytes(.remaining, "data", if: .not(.oneOf("type", known)))
      languages()
    }
  }

  private static func isType(_ types: FourCC...) -> Condition {
    .oneOf("type", types.map { UInt64($0.rawValue) })
  }

  private static var known: [UInt64] { ICCNames.types.entries.map(\.value).filter { !undescribed.contains($0) } }

  /// Types that have a name, and no rows.
  private static let undescribed: [UInt64] = ["dict", "mpet", "ui64"].map { (code: FourCC) in UInt64(code.rawValue) }

  private static func numbers() -> Row {
    when(isType("XYZ ", "sf32", "uf32", "ui08", "ui16", "ui32", "sig ", "cicp", "dtim", "data", "chrm", "clro")) {
      when(.all([isType("XYZ "), .not(.remaining(192))])) { tristimulus() }
      table(.remaining, "values", if: .all([isType("XYZ "), .remaining(192)])) {
        fixed(16, 16, "X")
        fixed(16, 16, "Y")
        fixed(16, 16, "Z")
      }
      array(.remaining, "values", if: isType("sf32"), of: fixed(16, 16, "value"))
      array(.remaining, "values", if: isType("uf32"), of: ufixed(16, 16, "value"))
      array(.remaining, "values", if: isType("ui08"), of: uint(8, "value"))
      array(.remaining, "values", if: isType("ui16"), of: uint(16, "value"))
      array(.remaining, "values", if: isType("ui32"), of: uint(32, "value"))
      code("signature", .names(ICCNames.technologies), if: isType("sig ")).column
      when(isType("cicp")) {
        uint(8, "ColourPrimaries", .colour(.primaries)).column
        uint(8, "TransferCharacteristics", .colour(.transfer)).column
        uint(8, "MatrixCoefficients", .colour(.matrix)).column
        uint(8, "VideoFullRangeFlag").column
      }
      when(isType("dtim")) { moment() }
      when(isType("data")) {
        uint(32, "dataFlag", .names([0: "text", 1: "binary"]))
        bytes(.remaining, "data", .perhapsText)
      }
      when(isType("chrm")) {
        uint(16, "channels")
        uint(16, "colorant", .names(ICCNames.colorants))
        table(.field("channels"), "chromaticities") {
          ufixed(16, 16, "x")
          ufixed(16, 16, "y")
        }
      }
      when(isType("clro")) {
        uint(32, "count")
        array(.field("count"), "order", of: uint(8, "colorant"))
      }
    }
  }

  private static func texts() -> Row {
    when(isType("text", "desc", "mmod", "clrt", "ncl2", "pseq")) {
      string(.latin1, .bytes(.remaining), "text", if: isType("text")).column
      when(isType("desc")) { description() }
      when(isType("mmod")) {
        code("manufacturer")
        uint(32, "model", .hex)
        uint(32, "serialNumber", .hex)
        uint(32, "manufactureDate", .hex)
        bytes(.remaining, "reserved")
      }
      when(isType("clrt")) {
        uint(32, "count")
        list(.field("count"), "colorants") {
          string(.latin1, .bytes(32), "name").column
          array(3, "pcs", of: uint(16, "pcs"))
        }
      }
      when(isType("ncl2")) {
        uint(32, "vendorFlag", .hex)
        uint(32, "count")
        uint(32, "nDeviceCoords")
        string(.latin1, .bytes(32), "prefix")
        string(.latin1, .bytes(32), "suffix")
        list(.field("count"), "colours") {
          string(.latin1, .bytes(32), "root").column
          array(3, "pcsCoords", of: uint(16, "pcsCoord"))
          array(.field("nDeviceCoords"), "deviceCoords", of: uint(16, "deviceCoord"))
        }
      }
      when(isType("pseq")) {
        uint(32, "count")
        bytes(.remaining, "data")
      }
    }
  }

  /// `textDescriptionType` of older profiles: the text three times over, two of which writers leave out.
  private static func description() -> Row {
    when(.remaining(32)) {
      uint(32, "ascii_count", .bytes)
      string(.latin1, .bytes(.field("ascii_count")), "description").column
      when(.remaining(64)) {
        uint(32, "unicode_language")
        uint(32, "unicode_count")
        string(.utf16BE, .bytes(.field("unicode_count", times: 2)), "unicode_description")
        when(.remaining(24)) {
          uint(16, "scriptcode")
          uint(8, "mac_count", .bytes)
          string(.macRoman, .bytes(67), "mac_description", if: .remaining(536))
        }
      }
      bytes(.remaining, "padding")
    }
  }

  private static func curves() -> Row {
    when(isType("curv", "para")) {
      when(isType("curv")) {
        uint(32, "count")
        ufixed(8, 8, "gamma", if: .equal("count", 1)).column
        array(.field("count"), "values", if: .atLeast("count", 2), of: uint(16, "value"))
      }
      when(isType("para")) {
        uint(16, "function", .names(ICCNames.curves))
        bytes(2, "function_reserved")
        fixed(16, 16, "g").column
        when(.atLeast("function", 1)) {
          fixed(16, 16, "a").column
          fixed(16, 16, "b").column
        }
        fixed(16, 16, "c", if: .atLeast("function", 2)).column
        fixed(16, 16, "d", if: .atLeast("function", 3)).column
        fixed(16, 16, "e", if: .equal("function", 4))
        fixed(16, 16, "f", if: .equal("function", 4))
      }
    }
  }

  private static func lookUps() -> Row {
    when(isType("mft1", "mft2", "mAB ", "mBA ")) {
      uint(8, "inputChan").column
      uint(8, "outputChan").column
      when(isType("mft1", "mft2")) {
        uint(8, "clutPoints").column
        bytes(1, "pad")
        array(9, "matrix", of: fixed(16, 16, "e"))
        when(isType("mft2")) {
          uint(16, "inputEnt")
          uint(16, "outputEnt")
          array(.product(.field("inputChan"), .field("inputEnt")), "inputTable", of: uint(16, "entry"))
        }
        array(.field("inputChan", times: 256), "inputTable", if: isType("mft1"), of: uint(8, "entry"))
        bytes(.remaining, "clutTable_and_outputTable")
      }
      when(isType("mAB ", "mBA ")) {
        bytes(2, "pad")
        uint(32, "offsetB", .bytes)
        uint(32, "offsetMatrix", .bytes)
        uint(32, "offsetM", .bytes)
        uint(32, "offsetCLUT", .bytes)
        uint(32, "offsetA", .bytes)
        bytes(.remaining, "elements")
      }
    }
  }

  private static func conditions() -> Row {
    when(isType("meas", "view")) {
      when(isType("meas")) {
        uint(32, "stdObserver", .names(ICCNames.observers))
        group("backing") { tristimulus() }
        uint(32, "geometry", .names(ICCNames.geometries))
        ufixed(16, 16, "flare")
        uint(32, "illuminantType", .names(ICCNames.illuminants))
      }
      when(isType("view")) {
        group("illuminant") { tristimulus() }
        group("surround") { tristimulus() }
        uint(32, "illuminantType", .names(ICCNames.illuminants))
      }
    }
  }

  /// `multiLocalizedUnicodeType` (§10.15). It stands behind all other rows, since what its finder knows of a part takes
  /// the place of what is known of the part around it.
  private static func languages() -> Row {
    when(isType("mluc")) {
      parts("texts", foundBy: { ICCTextFinder() }) {
        when(.equal("part_kind", ICCTextFinder.Kind.records.rawValue)) {
          uint(32, "record_count")
          uint(32, "record_size", .expected(12))
          list(.field("record_count"), "records") {
            string(.latin1, .bytes(2), "language").column
            string(.latin1, .bytes(2), "country").column
            uint(32, "length", .bytes)
            uint(32, "offset", .pointer(ICCText.text)).column
          }
        }
        string(
          .utf16BE, .bytes(.remaining), "text", if: .equal("part_kind", ICCTextFinder.Kind.text.rawValue)
        ).column
        bytes(.remaining, "unused", if: .equal("part_kind", ICCTextFinder.Kind.unused.rawValue))
      }
    }
  }
}
