import Atoms
import ByteReading
import Corpus
import FuzzOracles
import ID3
import SoundFiles
import Structure
import Testing

/// What code consults of the tables of each format, by names that rows have.
@Suite struct FieldViewTests {
  /// Each catalogue whose tables code consults by view: of tags and of what is embedded it reads all fields.
  static let catalogues = Catalogue.ofFormats.filter { !["tags", "embedded"].contains($0.name) }

  /// A row that is renamed, or a name that is misspelt, is reported here with view and table.
  @Test(arguments: catalogues.map(\.name))
  func eachNameOfEachViewIsARows(of name: String) throws {
    let catalogue = try #require(Self.catalogues.first { $0.name == name }).catalogue
    for fault in catalogue.faultsOfViews { Issue.record("\(fault)") }
    #expect(!catalogue.fieldViews.isEmpty, "nothing of the format is consulted")
  }

  /// What stands in a fixed place is what the walker reads there, in each payload that can be made for
  /// a table, cut off at each byte, and with other versions and flags; and each field of each view is
  /// read in one of them.
  @Test(arguments: catalogues.map(\.name))
  func fieldsAreThoseOfTheWalker(in name: String) throws {
    let catalogue = try #require(Self.catalogues.first { $0.name == name }).catalogue
    var tally = Tally()
    for view in catalogue.fieldViews {
      tally.found = []
      check(view, catalogue, &tally)
      let missing = tally.names.subtracting(tally.found).subtracting(Self.unmade["\(view)"] ?? [])
      #expect(
        missing.isEmpty, "\(view): no payload has \(missing.sorted().joined(separator: ", "))")
    }
    print("views: \(tally.checked) values of \(name) held against the walker")
  }

  /// Fields that payloads made from a table alone do not have, by view: they stand in descriptors, in
  /// parameter sets and in other parts that no field counts, or behind text that has to be a certain
  /// one. Their names are held against the rows all the same, and files of the corpus have them.
  private static let unmade: [String: Set<String>] = [
    "ElementaryStream": [
      "audioObjectTypeExt", "codec_id", "extensionSamplingFrequency", "extensionSamplingFrequencyIndex",
      "profile_and_level_indication", "psPresentFlag", "sbrPresentFlag", "start_code", "audio_element_type",
      "loudspeaker_layout", "video_signal_type", "video_range", "colour_description", "colour_primaries",
      "transfer_characteristics", "matrix_coefficients", "interlaced",
    ],
    "AC4Configuration": ["dsi_presentation_ch_mode"],
    "HEVCConfiguration": [
      "colour_description_present_flag", "colour_primaries", "conf_win_bottom_offset",
      "conf_win_left_offset", "conf_win_right_offset", "conf_win_top_offset", "matrix_coeffs",
      "pic_height_in_luma_samples", "pic_width_in_luma_samples", "transfer_characteristics",
      "video_full_range_flag", "video_signal_type_present_flag", "vps_extension",
    ],
    "ProtectionSystemBox": [
      "WRMHEADER", "content_id", "crypto_period_index", "key_id", "policy", "protection_scheme",
      "provider",
    ],
    "AudioEntry": ["bytes_per_frame", "samples_per_packet"],
    "UserDataText": ["texts"], "DataEntry": ["file_name", "volume_name"],
    "StreamInformation": [
      "encoder", "encoder_delay", "encoder_padding", "gain", "identifier", "music_crc", "music_length", "name",
      "number_of_bytes", "number_of_frames", "peak", "sign", "tag_crc",
    ],
    "CompactDisc": ["first_track", "last_track"], "AttachedPicture": ["url"],
    "OwnedData": ["packet", "timestamp", "value"], "TagItem": ["filename"],
  ]

  private struct Tally {
    var checked = 0
    /// The names of the view at hand, and those that were read.
    var names: Set<String> = []
    var found: Set<String> = []
  }

  private func check<V: FieldView>(_ view: V.Type, _ catalogue: Catalogue, _ tally: inout Tally) {
    tally.names = Set(V.Field.allCases.map(\.rawValue))
    var tables = 0
    for number in 0..<catalogue.count {
      guard let program = catalogue.program(number), isRead(number, of: catalogue, by: view)
      else { continue }
      tables += 1
      // The tables of a family are nearly all alike.
      if !view.families.isEmpty, tables > 12, number % 16 != 0 { continue }
      for specimen in Specimens(of: program).all {
        let isFull = program.syntax.versions != nil
        for payload in variants(of: specimen.bytes, isFull: isFull, rows: program.rows.count) {
          compare(view, catalogue, number, payload, specimen.context, &tally)
        }
      }
    }
  }

  /// Whether fields of the table are known to the view.
  private func isRead<V: FieldView>(
    _ number: Int, of catalogue: Catalogue, by view: V.Type
  ) -> Bool {
    guard let document = Self.document(of: [], catalogue, number, nil) else { return false }
    return document.view(view, of: NodeIndex(0)).isOfItsTable
  }

  /// The payload whole, cut off, longer, and with other versions and flags; of long tables, which
  /// nothing stands in a fixed place of, fewer.
  private func variants(of bytes: [UInt8], isFull: Bool, rows: Int) -> [[UInt8]] {
    let isLong = rows > 60
    var all = [bytes, bytes + [0, 0, 0, 1, 0, 0, 0, 2]]
    for count in stride(from: 0, to: min(bytes.count, 96), by: isLong ? 13 : 1) {
      all.append(Array(bytes[..<count]))
    }
    guard isFull, bytes.count >= 4, !isLong else { return all }
    let tail = bytes[4...] + [UInt8](repeating: 7, count: 24)
    for version in [0, 1, 2, 3, 255] as [UInt8] {
      for flags in [0, 1, 2, 3, 4, 8, 0x10, 0x20, 0x39, 0x100, 0x200, 0x301, 0xF05, 0x2_0000] {
        all.append(
          [version, UInt8(flags >> 16), UInt8(flags >> 8 & 0xFF), UInt8(flags & 0xFF)] + tail)
      }
    }
    return all
  }

  private func compare<V: FieldView>(
    _ view: V.Type, _ catalogue: Catalogue, _ number: Int, _ payload: [UInt8],
    _ context: some ContextSource & Sendable, _ tally: inout Tally
  ) {
    guard let program = catalogue.program(number),
      let document = Self.document(of: payload, catalogue, number, Context(source: context))
    else { return }
    var walker = Walker()
    var sink = FirstFields()
    document.walk(NodeIndex(0), &walker, into: &sink)
    let found = NodeReader(document).view(view, of: NodeIndex(0))
    let bare = document.view(view, of: NodeIndex(0))
    for field in V.Field.allCases {
      let name = field.rawValue
      let expected = sink.fields[name]
      if found.number(field) != expected || bare.number(field) != expected {
        Issue.record(
          "\(view).\(name): \(String(describing: found.number(field))), the walker reads \(String(describing: expected)) in \(program.syntax.code) \(payload)"
        )
        return
      }
      // Who writes a field is passed the same, whether it stands in a fixed place or was walked to.
      var passed: FirstFields.Reading?
      found.withField(field) { passed = FirstFields.Reading($0) }
      if passed != sink.readings[name] {
        Issue.record("\(view).\(name): passed other than the walker does in \(program.syntax.code) \(payload)")
        return
      }
      let isColumn = sink.tables.values.contains { $0.columns[name]?.isEmpty == false }
      if expected != nil || isColumn || sink.lists[name] != nil { tally.found.insert(name) }
      tally.checked += 1
      if let table = sink.tables[name] {
        tally.found.insert(name)
        #expect(found.count(field) == table.count, "\(view).\(name) \(payload)")
        for column in V.Field.allCases {
          let values = found.column(column, of: field)
          let wanted = table.columns[column.rawValue]
          if let wanted, !wanted.isEmpty { tally.found.insert(column.rawValue) }
          #expect(values?.declared == wanted.map { _ in table.declared })
          let read = values.map { values in (0..<min(4, values.count)).map { values[$0] } }
          #expect(read == wanted, "\(view).\(name).\(column) \(payload)")
          tally.checked += 1
        }
      } else {
        #expect(
          found.count(field) == sink.lists[name] ?? sink.values[name], "\(view).\(name) \(payload)")
      }
    }
  }

  /// A file of one node, which this table describes.
  private static func document(
    of payload: [UInt8], _ catalogue: Catalogue, _ number: Int, _ context: (any ContextProvider)?
  ) -> Document? {
    let bytes =
      [0, 0, 0, UInt8(truncatingIfNeeded: payload.count), 0x6E, 0x6F, 0x64, 0x65] + payload
    let builder = TreeBuilder(ByteSource(copying: bytes))
    let table = builder.add(table: number, of: catalogue)
    guard
      builder.append(
        Node(
          start: 0, size: UInt64(bytes.count), type: "node", table: table, depth: 0, headerSize: 8))
        != nil
    else { return nil }
    let document = Document(builder.finish(), limits: Limits())
    document.context = context
    return document
  }

  /// Answers what a made payload was made for.
  private final class Context: ContextProvider {
    let source: any ContextSource & Sendable
    init(source: any ContextSource & Sendable) { self.source = source }
    func value(of key: ContextKey, at node: NodeIndex) -> UInt64? { source.value(of: key) }
  }
}

/// The first field, table and list of each name.
private struct FirstFields: FieldSink {
  struct Rows {
    let declared: Int
    let count: Int
    var columns: [String: [UInt64]] = [:]
  }

  /// All that is passed of a field.
  struct Reading: Equatable {
    let row: Int
    let extent: Extent
    let content: Extent
    let raw: UInt64
    let scale: UInt64

    init(_ field: borrowing FieldReading) {
      (row, extent, content) = (field.row, field.extent, field.content)
      (raw, scale) = (field.raw, field.scale)
    }
  }

  var fields: [String: UInt64] = [:]
  var readings: [String: Reading] = [:]
  var tables: [String: Rows] = [:]
  var lists: [String: Int] = [:]
  /// How many values the first row of this name stands for, of rows that may stand for several.
  var values: [String: Int] = [:]
  private var lastRow = -1
  private var firstRows: [String: Int] = [:]

  mutating func field(_ field: borrowing FieldReading) {
    let name = field.name.description
    if fields[name] == nil {
      fields[name] = field.raw
      readings[name] = Reading(field)
    }
    if case .string(_, .values) = field.definition.kind {
      if lastRow != field.row, firstRows[name] == nil { firstRows[name] = field.row }
      if firstRows[name] == field.row { values[name, default: 0] += 1 }
    }
    lastRow = field.row
  }

  mutating func table(_ table: borrowing TableReading) {
    let name = table.name.description
    guard tables[name] == nil else { return }
    var rows = Rows(
      declared: table.declared, count: table.stride == 0 ? table.declared : table.count)
    for column in table.columns.indices {
      let name = table.program.rows[table.columns[column].row].name.description
      if rows.columns[name] != nil { continue }
      rows.columns[name] = (0..<min(4, table.count)).map { table.raw(row: $0, column: column) }
    }
    tables[name] = rows
  }

  mutating func end(_ group: borrowing GroupReading) {
    let name = group.name.description
    if group.kind == .list, lists[name] == nil { lists[name] = group.count }
  }

  mutating func wants(item index: Int, of count: Int) -> Bool { index < 16 }
  var stopsAtUnwanted: Bool { true }
}
