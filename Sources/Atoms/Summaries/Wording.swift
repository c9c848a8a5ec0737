import ByteReading
import MediaFacts
import Structure

extension ByteWriter {
  /// A comma, if anything was written since there were `start` bytes.
  mutating func separate(since start: Int) {
    if total > start { put(", ") }
  }

  /// `2.000 s`; ticks alone when nothing says how many there are in a second.
  mutating func put(seconds ticks: UInt64, per timescale: UInt64) {
    guard timescale != 0 else {
      put(grouped: ticks)
      put(" ticks")
      return
    }
    put(clock: ticks, per: timescale)
  }

  /// `0x28`.
  mutating func put(offset: UInt64) {
    put("0x")
    put(hex: offset, digits: 1)
  }

  /// `1920×1080`.
  mutating func put(_ width: UInt64, by height: UInt64) {
    put(decimal: width)
    put("×")
    put(decimal: height)
  }

  /// Numbers after a word in the singular or plural: `track 3`, `tracks 1, 2, 3`.
  mutating func put(list numbers: [UInt64], _ one: StaticString, _ many: StaticString) {
    put(numbers.count == 1 ? one : many)
    put(" ")
    for (index, number) in numbers.prefix(8).enumerated() {
      if index > 0 { put(", ") }
      put(decimal: number)
    }
    if numbers.count > 8 { put(", …") }
  }

  /// A number with at most three decimals, those at the end that are zero left out.
  mutating func put(short number: Double) {
    guard number.isFinite, abs(number) < 1e15 else { return put(real: number) }
    let thousandths = Int64((abs(number) * 1_000).rounded())
    if number < 0, thousandths > 0 { put("-") }
    put(grouped: thousandths / 1_000)
    var fraction = thousandths % 1_000
    guard fraction > 0 else { return }
    var digits = 3
    while fraction % 10 == 0 {
      fraction /= 10
      digits -= 1
    }
    put(".")
    put(decimal: UInt64(fraction), zeroPaddedTo: digits)
  }

  /// `115 kbit/s`, `12.3 Mbit/s`.
  mutating func put(bitRate rate: Double) {
    guard rate.isFinite, rate >= 0, rate < 1e15 else { return }
    if rate >= 10_000_000 {
      put(short: (rate / 100_000).rounded() / 10)
      put(" Mbit/s")
    } else if rate >= 1_000 {
      put(grouped: UInt64((rate / 1_000).rounded()))
      put(" kbit/s")
    } else {
      put(grouped: UInt64(rate.rounded()))
      put(" bit/s")
    }
  }

  /// What people call so many channels: `mono`, `5.1` where a layout is known, `3 channels`.
  mutating func put(channels count: UInt64, layout: String? = nil) {
    put(ChannelWords.words(count, layout: layout))
  }

  /// What is known of the rate and the channels of sound, behind its name: ` 48000 Hz stereo`.
  mutating func put(soundOf codec: Codec) {
    if let rate = codec.sampleRate {
      put(" ")
      put(short: rate)
      put(" Hz")
    }
    if let channels = codec.channels {
      put(" ")
      put(channels: channels, layout: codec.layout)
    }
  }
}

extension NodeReader {
  /// What is known of other atoms.
  var atoms: AtomContext? { provider as? AtomContext }

  /// Ticks per second of the movie, 0 when nothing says it.
  var movieTimescale: UInt64 { atoms?.movieTimescale ?? 0 }

  /// Ticks per second of the media, 0 when nothing says it.
  var mediaTimescale: UInt64 { context(.mediaTimescale) ?? 0 }

  /// The type of the node around this one, `file` at the top.
  var parentType: FourCC {
    tree.parent(of: index).map { tree[$0].type } ?? Catalogue.file
  }

  /// The sample entry around the open node.
  var sampleEntry: NodeIndex? {
    var at = tree.parent(of: index)
    while let here = at, let parent = tree.parent(of: here) {
      if tree[parent].type == "stsd" { return here }
      at = parent
    }
    return nil
  }

  /// A reader of the first child of this type.
  func child(_ type: FourCC) -> NodeReader? { tree.child(type, of: index).map { reading($0) } }

  /// The size that the node's header claims, when it is not the size it has.
  var declaredSize: UInt64? {
    let node = node
    guard node.marks.contains(.clamped) else { return nil }
    let bytes = document.source(of: node).bytes
    guard let size = bytes.bigEndian(at: Int(node.start), count: 4) else { return nil }
    return size == 1 ? bytes.bigEndian(at: Int(node.start) + 8, count: 8) : size
  }
}

extension View {
  /// The numbers in the first column of a table of at most ``Summaries/rows`` rows.
  func numbers(_ table: Fields.Field) -> [UInt64] {
    withTable(table) { table in
      guard table.stride > 0, table.count <= Summaries.rows else { return [] }
      return (0..<table.count).map { table.raw(row: $0, column: 0) }
    } ?? []
  }
}
