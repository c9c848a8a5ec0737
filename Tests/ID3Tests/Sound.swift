import ByteReading
import Structure

@testable import SoundFiles

/// A document of the audio in `bytes`, as the scanner of tags would make it of what is between them.
func audioDocument(_ bytes: [UInt8], limits: Limits = Limits()) -> Document {
  let builder = TreeBuilder(ByteSource(copying: bytes), limits: limits)
  builder.add(.audio)
  AudioScanner.scan(0..<UInt64(bytes.count), into: builder)
  return Document(builder.finish(), limits: limits, problems: builder.problems)
}

/// `count` frames that begin with the 32 bits `header` and hold `filler`.
func frames(_ count: Int, _ header: UInt32, filler: UInt8 = 0) -> [UInt8] {
  let size = MPEGAudioHeader(header)?.byteCount ?? 0
  let frame = header.bigEndianBytes + Array(repeating: filler, count: max(0, size - 4))
  return Array(repeating: frame, count: count).flatMap { $0 }
}

/// `count` ADTS frames of LC at 44,100 Hz, stereo, of `size` bytes each.
func adtsFrames(_ count: Int, size: Int = 64) -> [UInt8] {
  let header: [UInt8] = [
    0xFF, 0xF1, 0x50, 0x80 | UInt8(size >> 11), UInt8(truncatingIfNeeded: size >> 3),
    UInt8(truncatingIfNeeded: size << 5) | 0x1F, 0xFC,
  ]
  let frame = header + Array(repeating: 0x21, count: size - 7)
  return Array(repeating: frame, count: count).flatMap { $0 }
}

extension UInt32 {
  var bigEndianBytes: [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: self >> UInt32(24 - 8 * $0)) }
  }
}

/// The names of the problems, in order.
func kinds(_ document: Document) -> [String] {
  document.problems.kept.map { $0.kind.id.description }
}

/// What the outline says of the node at `index`.
func summary(_ document: Document, _ index: NodeIndex) -> String {
  var text = ByteWriter()
  NodeReader(document).putSummary(of: index, to: &text)
  return text.string
}

/// Writes down fields as `name=value`, `(` and `)` around groups.
struct FieldWords: FieldSink {
  var words: [String] = []
  var covered: [Range<Int>] = []
  var faults: [String] = []
  var countsLists: Bool { true }

  mutating func field(_ field: borrowing FieldReading) {
    if field.extent.isByteAligned { covered.append(field.extent.byteOffset..<field.extent.byteEnd) }
    var text = ByteWriter()
    text.put(value: field, .field)
    words.append("\(field.name)=\(text.string)")
  }

  mutating func begin(_ group: borrowing GroupReading) {
    switch group.kind {
    case .list: words.append("\(group.name) \(group.count) [")
    case .item: words.append("\(group.index + 1)(")
    case .group: words.append("\(group.name)(")
    }
  }

  mutating func end(_ group: borrowing GroupReading) {
    words.append(group.kind == .list ? "]" : ")")
  }

  mutating func table(_ table: borrowing TableReading) {
    covered.append(table.extent.byteOffset..<table.extent.byteEnd)
    words.append("\(table.name)×\(table.count)")
  }

  mutating func note(_ fault: Fault) { faults.append(fault.kind.id.description) }
}

func fields(_ document: Document, _ index: NodeIndex) -> FieldWords {
  var walker = Walker()
  var sink = FieldWords()
  document.walk(index, &walker, into: &sink)
  return sink
}
