import Atoms
import ByteReading
import Structure

extension Differential {
  /// A field of a box at a fixed place of its payload.
  private struct Place {
    let name: String
    let offset: Int
    let width: Int

    init(_ name: String, _ offset: Int, _ width: Int = 4) {
      (self.name, self.offset, self.width) = (name, offset, width)
    }
  }

  /// Where fields stand by the specification, for versions 0 and 1.
  private static let fields: [String: [[Place]]] = [
    "mvhd": [
      [Place("timescale", 12), Place("duration", 16)],
      [Place("timescale", 20), Place("duration", 24, 8)],
    ],
    "mdhd": [
      [Place("timescale", 12), Place("duration", 16), Place("language", 20, 2)],
      [Place("timescale", 20), Place("duration", 24, 8), Place("language", 32, 2)],
    ],
    "tkhd": [
      [Place("track_ID", 12), Place("duration", 20), Place("layer", 32, 2)],
      [Place("track_ID", 20), Place("duration", 28, 8), Place("layer", 44, 2)],
    ],
    "trex": [
      [
        Place("track_ID", 4), Place("default_sample_description_index", 8),
        Place("default_sample_duration", 12), Place("default_sample_size", 16),
      ]
    ],
    "tfhd": [[Place("track_ID", 4)]],
    "tfdt": [[Place("baseMediaDecodeTime", 4)], [Place("baseMediaDecodeTime", 4, 8)]],
    "mfhd": [[Place("sequence_number", 4)]],
  ]

  /// The columns of tables behind a count, each of 32 bits.
  private static let columns: [String: [String]] = [
    "stts": ["sample_count", "sample_delta"],
    "ctts": ["sample_count", "sample_offset"],
    "stsc": ["first_chunk", "samples_per_chunk", "sample_description_index"],
    "stss": ["sample_number"],
    "stco": ["chunk_offset"],
  ]

  /// The first field that has not the name, or the number, of the bytes where it has to stand.
  static func firstOtherField(
    _ box: NaiveReader.Box, _ index: NodeIndex, _ reader: NaiveReader, _ document: Document,
    _ tally: inout Tally
  ) -> String? {
    let places = fields[box.type]
    let names = columns[box.type]
    guard places != nil || names != nil, let version = reader.number(box.payload, 1),
      !document.tree[index].isRaw
    else { return nil }
    var walker = Walker()
    var found = NumbersByName()
    document.walk(index, &walker, into: &found)
    // What has faults is read as far as it goes.
    guard !found.hasFault else { return nil }
    if let places, version < places.count {
      for place in places[version] where box.payload + place.offset + place.width <= box.end {
        guard let number = reader.number(box.payload + place.offset, place.width) else { continue }
        tally.fields += 1
        guard let value = found.numbers[place.name], Self.mask(value, place.width)
          == Self.mask(UInt64(bitPattern: Int64(number)), place.width)
        else {
          return "'\(box.type)' at \(box.start): \(place.name) is \(number), not "
            + (found.numbers[place.name].map { "\($0)" } ?? "there")
        }
      }
    }
    if let names, version == 0, let count = reader.number(box.payload + 4, 4) {
      for row in 0..<min(count, 16)
      where box.payload + 8 + (row + 1) * 4 * names.count <= box.end && row < found.rows.count {
        for (column, name) in names.enumerated() {
          let at = box.payload + 8 + 4 * (row * names.count + column)
          guard let number = reader.number(at, 4) else { continue }
          tally.fields += 1
          guard let value = found.rows[row][name], Self.mask(value, 4) == UInt64(number) else {
            return "'\(box.type)' at \(box.start), row \(row): \(name) is \(number), not "
              + (found.rows[row][name].map { "\($0)" } ?? "there")
          }
        }
      }
    }
    return nil
  }

  /// The bits of a number that a field of `width` bytes has.
  private static func mask(_ value: UInt64, _ width: Int) -> UInt64 {
    width >= 8 ? value : value & (1 << UInt64(8 * width) - 1)
  }

  /// What the walker reads, by the names that are printed.
  private struct NumbersByName: FieldSink {
    var numbers: [String: UInt64] = [:]
    var rows: [[String: UInt64]] = []
    var hasFault = false

    mutating func field(_ field: borrowing FieldReading) {
      if numbers[field.name.description] == nil { numbers[field.name.description] = field.raw }
    }

    mutating func table(_ table: borrowing TableReading) {
      for row in 0..<min(table.count, 16) {
        var values: [String: UInt64] = [:]
        for column in table.columns.indices {
          let field = table.field(row: row, column: column)
          values[field.name.description] = field.raw
        }
        rows.append(values)
      }
    }

    mutating func note(_ fault: Fault) { hasFault = true }
  }
}
