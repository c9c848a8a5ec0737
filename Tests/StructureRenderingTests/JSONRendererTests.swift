import ByteReading
import Foundation
import MediaInspection
import Structure
import StructureRendering
import Testing

@Suite struct JSONRendererTests {
  /// A file type, free space in a movie, and nothing else.
  let tiny =
    atom("ftyp", Array("qt  ".utf8), number(0x200, 4), Array("qt  a\"\\b".utf8))
    + atom("moov", atom("free", [1, 2, 3]))

  @Test func aTinyFileIsWrittenWhole() {
    let expected = #"""
      {
        "schema": "atomtools.dump/1",
        "tool": { "name": "atomdump", "version": "1.0.0" },
        "file": { "path": "tiny.mov", "size": 43, "format": "quicktime", "brand": "qt  " },
        "summary": { "fragmented": false, "mimeType": "video/quicktime" },
        "tracks": [],
        "checked": false,
        "nodes": [
          { "path": "ftyp", "kind": "atom", "type": "ftyp", "offset": 0, "size": 24, "headerSize": 8, "depth": 0,
            "fields": [
              { "name": "major_brand", "offset": 8, "size": 4, "value": "qt  ", "display": "QuickTime", "hex": "71742020" },
              { "name": "minor_version", "offset": 12, "size": 4, "value": 512 },
              { "name": "compatible_brands", "offset": 16, "size": 8, "value": ["qt  ","a\"\\\\b"], "display": "'qt  ' (QuickTime) 'a\"\\\\b'" } ] },
          { "path": "moov", "kind": "atom", "type": "moov", "offset": 24, "size": 19, "headerSize": 8, "depth": 0,
            "fields": [] },
          { "path": "moov/free", "kind": "atom", "type": "free", "offset": 32, "size": 11, "headerSize": 8, "depth": 1,
            "fields": [
              { "name": "data", "offset": 40, "size": 3, "value": { "size": 3, "hex": "010203", "truncated": false } } ] }
        ],
        "problems": []
      }

      """#
    #expect(json(document(tiny)) { $0.isPretty = true } == expected)
  }

  /// That nobody looked for problems is said; that somebody did is usual, and not.
  @Test func whatWasNotCheckedSaysSo() throws {
    let checked = document(tiny)
    MediaFile.check(checked)
    #expect(try parsed(json(checked))["checked"] == nil)
    #expect(try parsed(json(document(tiny)))["checked"] as? Bool == false)
    let unruled = document(tiny)
    MediaFile.check(unruled, runsRules: false)
    #expect(try parsed(json(unruled))["checked"] as? Bool == false)
  }

  @Test func nestedNodesAreChildren() throws {
    let text = json(document(tiny)) { $0.isNested = true }
    let end = #"""
      "type":"moov","offset":24,"size":19,"headerSize":8,"depth":0,"fields":[],"children":[\#
      {"path":"moov/free","kind":"atom","type":"free","offset":32,"size":11,"headerSize":8,\#
      "depth":1,"fields":[{"name":"data","offset":40,"size":3,"value":{"size":3,\#
      "hex":"010203","truncated":false}}]}]}],"problems":[]}

      """#
    #expect(text.hasSuffix(end))
    #expect(try parsed(text).nodes.count == 2)
  }

  @Test func linesAreOneForEachNode() throws {
    let lines = json(document(tiny), .nodes).split(separator: "\n")
    let kinds = try lines.map { try parsed(String($0))["kind"] as? String }
    #expect(kinds == ["file", "atom", "atom", "atom"])
  }

  @Test func aLineIsADocument() throws {
    let text = json(document(tiny), .line) { $0.isPretty = true }
    #expect(text.split(separator: "\n").count == 1)
    #expect(try parsed(text).nodes.count == 3)
  }

  @Test func headersAreFieldsOnlyWithBytes() throws {
    let plain = try parsed(json(document(tiny))).node("ftyp")
    #expect(plain.field("size").isEmpty)
    let node = try parsed(json(document(tiny)) { $0.hex = .fields }).node("ftyp")
    #expect(node.field("size").text("hex") == "00000018")
    #expect(node.field("type").text("value") == "ftyp")
    #expect(node.field("minor_version").text("hex") == "00000200")
    #expect(node.field("compatible_brands").text("hex") == "7174202061225c62")
  }

  /// Version, flags that are set, group and length; type and size are members of the node.
  @Test func headersOfTagsSayWhatNoMemberSays() throws {
    let frame = Array("TXXX".utf8) + number(10, 4) + [0, 0x41, 0x81] + number(5, 4) + [3, 0x6B, 0, 0x76, 0x77]
    let plain = Array("TIT2".utf8) + number(2, 4) + [0, 0, 3, 0x54]
    let tag = Array("ID3".utf8) + [4, 0, 0] + number(frame.count + plain.count, 4) + frame + plain
    let found = try parsed(json(document(tag)))
    func names(_ path: String) -> [String] {
      (found.node(path)["fields"] as? [[String: Any]] ?? []).compactMap { $0.text("name") }
    }
    #expect(names("ID3v2") == ["version"])
    #expect(names("ID3v2/TXXX").prefix(3) == ["flags", "group_identifier", "data_length"])
    #expect(names("ID3v2/TIT2").first == "encoding")
  }

  @Test func textOfTheFileCannotBreakOut() throws {
    let name: [UInt8] = Array("</script>\"\\\u{1}\u{7F}\u{2028}".utf8) + [0xFF, 0xC3]
    let hdlr = atom("hdlr", number(0, 8), Array("vide".utf8), number(0, 12), name, [0])
    let bytes =
      atom("ftyp", Array("isom".utf8), number(0, 4))
      + atom("moov", atom("meta", number(0, 4), hdlr))
    let text = json(document(bytes))
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(text.contains(#"</script>\"\\\u0001\u007f\u2028"#))
    let field = try parsed(text).node("moov/meta/hdlr").field("name")
    #expect(field.text("value") == "</script>\"\\\u{1}\u{7F}\u{2028}\u{FFFD}\u{FFFD}")
    #expect(field.text("encoding") == "utf-8")
    #expect(field.text("hex")?.hasSuffix("ffc300") == true)
  }

  @Test func strangeTypesKeepTheirBytes() throws {
    let bytes: [UInt8] =
      atom("ftyp", Array("isom".utf8), number(0, 4)) + number(8, 4) + [0xA9, 0x6E, 0x61, 0x6D]
      + number(8, 4) + [0x40, 0x5C, 0x22, 0x00]
    let nodes = try parsed(json(document(bytes))).nodes.dropFirst()
    #expect(nodes.map { $0.text("type") } == ["@nam", #"\x40\\"\x00"#])
    #expect(nodes.map { $0.text("typeHex") } == ["a96e616d", "405c2200"])
    #expect(nodes.map { $0.text("path") } == ["@nam", #"'\x40\\"\x00'"#])
  }

  @Test func aTypeThatBeginsWithAnAtSignKeepsItsEscape() throws {
    let text = json(document(atom("moov", atom("udta", number(8, 4) + Array("@PRM".utf8)))))
    #expect(text.contains(#""type":"\\x40PRM""#), "\(text)")
    _ = try parsed(text)
  }

  @Test func largeIntegersAreStrings() throws {
    let stbl = atom(
      "stbl",
      atom(
        "co64", number(0, 4), number(4, 4), number((1 << 53) - 1), number(1 << 53), number(.max),
        number(7)))
    let text = json(document(atom("moov", atom("trak", atom("mdia", atom("minf", stbl))))))
    #expect(
      text.contains(
        #""rows":[[9007199254740991],["9007199254740992"],["18446744073709551615"],[7]],"#
          + #""stats":[{"min":7,"max":"18446744073709551615"}]"#), "\(text)")
  }

  @Test func numbersThatAreNoneAreNull() throws {
    // The coordinates of a channel are 32-bit floats: not a number, infinity, one.
    let chnl = atom(
      "chan", number(0, 4), number(0, 4), number(0, 4), number(1, 4), number(0, 4), number(0, 4),
      [0x7F, 0xC0, 0, 0, 0x7F, 0x80, 0, 0, 0x3F, 0x80, 0, 0])
    let text = json(document(atom("moov", chnl)))
    #expect(text.contains("[[0,0,null,null,1.0]]"), "\(text)")
    _ = try parsed(text)
  }

  @Test func fixedPointNumbersAreExact() throws {
    let tkhd = atom(
      "tkhd", number(0, 20), number(0, 4), number(0, 12), [0xFF, 0x80, 0, 0], number(0, 36),
      [0, 0, 0, 1], [0, 1, 0x80, 0])
    let text = json(document(atom("moov", atom("trak", tkhd))))
    #expect(text.contains(#""value":0.0000152587890625,"raw":1"#), "\(text)")
    #expect(text.contains(#""value":1.5,"raw":98304"#), "\(text)")
    #expect(text.contains(#""value":-0.5,"raw":-128"#), "\(text)")
  }

  @Test func longTablesAreCutInTheMiddle() throws {
    let sizes = (1...9).flatMap { number($0 * 10, 4) }
    let stbl = atom("stbl", atom("stsz", number(0, 4), number(0, 4), number(12, 4), sizes))
    let file = document(atom("moov", atom("trak", atom("mdia", atom("minf", stbl)))))
    let path = "moov/trak/mdia/minf/stbl/stsz"
    for (limit, rows, omitted) in [
      (6, [10, 20, 30, 70, 80, 90], [4, 6]), (3, [10, 20, 90], [3, 8]), (0, [], [1, 9]),
      (9, [10, 20, 30, 40, 50, 60, 70, 80, 90], nil),
    ] as [(Int, [Int], [Int]?)] {
      let field = try parsed(json(file) { $0.limit = limit }).node(path).field("entries")
      let table = field["table"] as? [String: Any] ?? [:]
      #expect((table["rows"] as? [[Int]])?.map { $0.first ?? 0 } == rows, "limit \(limit)")
      #expect(table["omitted"] as? [Int] == omitted, "limit \(limit)")
      #expect(table.int("count") == 9)
      #expect(table.int("declared") == 12)
      #expect(table.int("stride") == 4)
      let stats = (table["stats"] as? [[String: Int]])?.first
      #expect(stats == ["min": 10, "max": 90, "sum": 450], "limit \(limit)")
    }
  }

  @Test func depthFoldsWhatIsBeneath() throws {
    let nodes = try parsed(json(document(tiny)) { $0.depth = 1 }).nodes
    #expect(nodes.map { $0.text("path") } == ["ftyp", "moov"])
    #expect(nodes.map { $0.int("folded") } == [nil, 1])
  }

  @Test func aSelectionBringsItsSubtree() throws {
    let bytes = tiny + atom("moov", atom("trak", atom("free")), atom("free")) + atom("free")
    let file = document(bytes)
    func shown(_ paths: [String], depth: Int? = nil) throws -> [String?] {
      let found = try paths.flatMap { try Path($0).nodes(in: file) }.sorted()
      let text = json(file) {
        $0.selection.isActive = true
        $0.selection.nodes = found.map { ($0, nil) }
        $0.depth = depth
      }
      return try parsed(text).nodes.map { $0.text("path") }
    }
    #expect(
      try shown(["moov[2]"]) == ["moov[2]", "moov[2]/trak", "moov[2]/trak/free", "moov[2]/free"])
    #expect(try shown(["moov[2]"], depth: 1) == ["moov[2]"])
    #expect(
      try shown(["moov[2]", "moov[2]/trak/free"], depth: 1) == ["moov[2]", "moov[2]/trak/free"])
    #expect(
      try shown(["moov[2]", "moov[2]/trak"]) == [
        "moov[2]", "moov[2]/trak", "moov[2]/trak/free", "moov[2]/free",
      ])
    #expect(try shown(["moov[1]/free", "free"]) == ["moov[1]/free", "free"])
    #expect(try shown([]) == [])
  }

  @Test func selectedFieldsStandAlone() throws {
    let sizes = (1...9).flatMap { number($0 * 10, 4) }
    let stbl = atom("stbl", atom("stsz", number(0, 4), number(0, 4), number(9, 4), sizes))
    let file = document(atom("moov", atom("trak", atom("mdia", atom("minf", stbl)))))
    func fields(_ text: String) throws -> String {
      let path = try Path(text)
      let written = json(file) {
        $0.selection.isActive = true
        $0.selection.nodes = path.nodes(in: file).map { ($0, path.field) }
      }
      return written.split(separator: "\"fields\":").last.map(String.init) ?? ""
    }
    #expect(
      try fields("//stsz.sample_count").hasPrefix(
        #"[{"name":"sample_count","offset":56,"size":4,"value":9}]}]"#))
    let rows = try fields("//stsz.entries[2..3]")
    #expect(rows.contains(#""offset":64,"size":8,"table":{"count":2,"declared":2"#), "\(rows)")
    #expect(rows.contains(#""rows":[[20],[30]],"first":2,"stats""#), "\(rows)")
  }

  @Test func sizesThatLieAreTold() throws {
    let bytes = number(40, 4) + Array("moov".utf8) + number(64, 4) + Array("free".utf8) + [1, 2]
    let root = try parsed(json(document(bytes)))
    #expect(root.node("moov").int("size") == 18)
    #expect(root.node("moov").int("declaredSize") == 40)
    let problems = root["problems"] as? [[String: Any]] ?? []
    let first = problems.first ?? [:]
    #expect(first.text("id") == "file-truncated")
    #expect(
      first.text("message") == "needs 40 bytes, the file ends after 18 of them: 22 bytes are missing")
    #expect(first.text("path") == "moov")
    #expect(first.int("count") == 1)
    #expect(problems.last?.text("id") == "atom-exceeds-parent")
    #expect(problems.last?.text("path") == "moov/free")
  }

  @Test func problemsThatWereNotKeptAreCounted() throws {
    let file = document(atom("free"))
    let kind = Diagnostic.Kind(
      "a-kind", .note,
      "{claimed}, {claimed:x}, {left|bits}, {length|bits}; {node} {type} in {parent} of {size}; {field}; {what}"
    )
    for index in 0..<60 {
      file.problems.add(
        Diagnostic(
          Finding(kind, .claimed(1234), .left(3), .length(8)), node: NodeIndex(0),
          extent: Extent(start: index * 8, count: 4)),
        within: file.limits)
    }
    let problems = try parsed(json(file))["problems"] as? [[String: Any]] ?? []
    #expect(problems.count == 50)
    #expect(problems.map { $0.int("count") ?? 0 }.reduce(0, +) == 60)
    #expect(problems.last?.int("count") == 11)
    #expect(
      problems.first?.text("message")
        == "1,234, 4d2, 3 bits, 1 byte; atom free in file of 8; a field; {what}")
  }

  @Test func bytesOfAPayloadAreCut() throws {
    let data = Array(repeating: UInt8(0xAB), count: 300)
    func value(_ bytes: RenderOptions.ByteDetail) throws -> [String: Any] {
      let node = try parsed(
        json(document(atom("mdat", data))) {
          $0.bytes = bytes
          $0.limit = nil
        }
      ).node("mdat")
      return node.field("data")["value"] as? [String: Any] ?? [:]
    }
    #expect(try value(.usual).text("hex")?.count == 512)
    #expect(try value(.usual)["truncated"] as? Bool == true)
    #expect(try value(.all).text("hex")?.count == 600)
    #expect(try value(.all)["truncated"] as? Bool == false)
  }
}
