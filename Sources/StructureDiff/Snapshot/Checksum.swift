internal import ByteReading

/// A CRC-32 of parts that come one after another.
struct Checksum {
  private var value: UInt32 = 0
  private var pending: [UInt8] = []

  mutating func add(_ number: UInt64) {
    var rest = number.byteSwapped
    for _ in 0..<8 {
      pending.append(UInt8(truncatingIfNeeded: rest))
      rest &>>= 8
    }
    if pending.count >= 1 << 14 { flush() }
  }

  mutating func add(_ bytes: RawSpan) {
    flush()
    value = crc32(of: bytes, continuing: value)
  }

  /// Text and where it ends.
  mutating func add(_ text: String) {
    pending += text.utf8
    pending.append(0)
    if pending.count >= 1 << 14 { flush() }
  }

  mutating func add(byte: UInt8) { pending.append(byte) }

  mutating func add(bytes: [UInt8]) {
    pending += bytes
    if pending.count >= 1 << 14 { flush() }
  }

  private mutating func flush() {
    guard !pending.isEmpty else { return }
    let bytes = pending
    value = crc32(of: bytes.rawBytes, continuing: value)
    pending.removeAll(keepingCapacity: true)
  }

  /// Eight hexadecimal digits.
  var text: String {
    var copy = self
    copy.flush()
    var text = ByteWriter()
    text.put(hex: UInt64(copy.value), digits: 8)
    return text.string
  }
}
