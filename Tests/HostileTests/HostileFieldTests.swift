import ByteReading
import CommandLineSupport
import Corpus
import DumpApplication
import Foundation
import FuzzOracles
import MediaFacts
import MediaInspection
import Structure
import Testing

/// Every field of text in every file that is made here, and in every table that a file can be made
/// around, holds what would do harm: nothing of it acts on a screen in any report, in any form.
@Suite struct HostileFieldTests {
  /// ESC, a line feed, text that runs backwards, what nobody sees, and what is no UTF-8.
  static let attack = Array("\u{1B}\n\u{202E}\u{FEFF}".utf8) + [0xFF]

  private static let tool = Tool<DumpSettings>(
    name: "atomdump", summary: "", version: "0", usage: [],
    options: DumpSettings.options(pathDetails: "") + DumpSettings.listOptions
      + DumpSettings.metadataOptions + DumpSettings.catalogueOptions)

  private static let reports = HostileTextTests.calls.compactMap { call in
    (try? DumpReport(DumpProgram(tool), call)).map { (call, $0) }
  }

  /// Files with text, one for each folder and beginning of a name, so that all tables occur.
  static let files = Corpus.files().filter {
    $0.hasPrefix("made/") || $0.hasPrefix("mockups/") || $0.hasPrefix("encoded/")
  }

  /// Each report of every third file, beginning at another file each; of all in the long run.
  @Test(arguments: Array(files.enumerated()).map { ($0.offset, $0.element) })
  func textOfFilesActsOnNoScreen(number: Int, name: String) throws {
    let source = try Corpus.open(name)
    guard let document = try? MediaFile.open(source) else { return }
    let isLong = ProcessInfo.processInfo.environment["ATOMTOOLS_LONG"] != nil
    try Self.check(Self.hostile(document, source), name, stride: isLong ? 1 : 3, offset: number)
  }

  /// Boxes of one table each, made from the table, in boxes that it may stand in.
  @Test(arguments: 0..<8)
  func textOfTablesActsOnNoScreen(part: Int) throws {
    var count = 0
    for number in stride(from: part, to: MediaFile.atoms.count, by: 8) {
      let table = MediaFile.atoms.table(number)
      guard let type = MediaFile.atoms.entries(of: number).first?.type, type.rawValue != 0,
        !table.isForManyTypes
      else { continue }
      for program in MediaFile.atoms.programs(of: number) {
        for specimen in Specimens(of: program).all {
          for bytes in Self.files(around: type, specimen.bytes, table) {
            let source = ByteSource(copying: bytes)
            guard let document = try? MediaFile.open(source, as: .isoBaseMedia) else { continue }
            let hostile = Self.hostile(document, source)
            guard hostile != bytes else { continue }
            count += 1
            try Self.check(hostile, "\(type.key) \(specimen.choice)", stride: 5, offset: count)
          }
        }
      }
    }
    #expect(count > 3, "no table of this part has text")
  }

  /// The bytes of a file whose text fields are all overwritten.
  static func hostile(_ document: Document, _ source: ByteSource) -> [UInt8] {
    var bytes = (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
    var walker = Walker()
    for index in document.tree.indices where document.tree[index].source == 0 {
      var sink = TextFields()
      document.walk(index, &walker, into: &sink)
      for (number, extent) in sink.extents.enumerated() {
        // Short fields begin with another byte each.
        for place in extent.byteOffset..<max(extent.byteOffset, extent.byteEnd)
        where place < bytes.count {
          bytes[place] = attack[(place - extent.byteOffset + number) % attack.count]
        }
      }
    }
    return bytes
  }

  /// Files with a box in the parent that it may stand in, whose own fields are made as well; sample
  /// entries and metadata items are what they are only in their own places.
  private static func files(around type: FourCC, _ payload: [UInt8], _ table: Syntax) -> [[UInt8]] {
    let box = atom(type) { Piece(payload) }.bytes
    let parents = table.parents.description.listedTypes
    if let handler = table.handlers.description.listedTypes.first {
      return [media(FourCC(key: handler) ?? "vide", box)]
    }
    guard let parent = parents.first.flatMap({ FourCC(key: $0) }), parent != Catalogue.file,
      parent != .uuid
    else { return [box] }
    let places: [FourCC] = ["file", "ilst", "stsd", "dref"]
    let programs = Set(
      places.compactMap {
        MediaFile.atoms.table(for: parent, in: $0, handler: nil, extendedType: nil)
      }
    ).sorted().compactMap { MediaFile.atoms.program($0) }
    guard !programs.isEmpty else { return [atom(parent) { Piece(box) }.bytes] }
    return programs.flatMap { program in
      Specimens(of: program).everything.prefix(1).flatMap { specimen in
        let file = atom(parent) { Piece(specimen.bytes + box) }.bytes
        return [file, atom("ilst") { Piece(file) }.bytes]
      }
    }
  }

  private static func media(_ handler: FourCC, _ box: [UInt8]) -> [UInt8] {
    atoms {
      atom("mdia") {
        atom("hdlr", version: 0) {
          u32(0)
          code(handler)
          zeros(13)
        }
        atom("minf") {
          atom("stbl") {
            atom("stsd", version: 0) {
              u32(1)
              Piece(box)
            }
          }
        }
      }
    }
  }

  static func check(_ bytes: [UInt8], _ name: String, stride: Int = 1, offset: Int = 0) throws {
    let source = ByteSource(copying: bytes)
    // A box alone is not recognised by its first bytes.
    guard
      let document = (try? MediaFile.open(source))
        ?? (try? MediaFile.open(source, as: .isoBaseMedia))
    else { return }
    MediaFile.check(document, isThorough: true)
    for (place, (call, report)) in reports.enumerated() where (place + offset) % stride == 0 {
      var output = ByteWriter()
      var talk = ByteWriter()
      _ = report.write(
        on: document, of: source, name: String(decoding: attack, as: UTF8.self), to: &output,
        talk: &talk)
      let harm =
        OutputText.firstHarm(in: output.array, hasTabs: call.contains("--plain"))
        ?? OutputText.firstHarm(in: talk.array)
        ?? (call.contains { $0.hasPrefix("--json") } && output.count > 0
          ? OutputText.firstFault(inJSON: output.array) : nil)
      #expect(harm == nil, "\(call) of \(name)")
    }
  }
}

/// Remembers where text is.
private struct TextFields: FieldSink {
  var extents: [Extent] = []

  mutating func field(_ field: borrowing FieldReading) {
    if case .string = field.definition.kind { extents.append(field.content) }
  }

  mutating func table(_ table: borrowing TableReading) {
    for (column, place) in table.columns.enumerated() {
      guard case .string = table.program.rows[place.row].kind else { continue }
      for row in 0..<min(table.count, 100) {
        extents.append(table.field(row: row, column: column).content)
      }
    }
  }
}
