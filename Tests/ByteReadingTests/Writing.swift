import ByteReading

extension RawSpan {
  /// The bytes as an array, to be compared and shown.
  var array: [UInt8] {
    var array: [UInt8] = []
    array.reserveCapacity(byteCount)
    for offset in 0..<byteCount { if let byte = byte(at: offset) { array.append(byte) } }
    return array
  }
}

/// What `body` puts into a writer in memory.
func written(_ body: (inout ByteWriter) -> Void) -> String {
  var writer = ByteWriter()
  body(&writer)
  return String(decoding: writer.contents.array, as: UTF8.self)
}

/// Numbers of all magnitudes that a table of powers or a shift could get wrong.
var telling: [UInt64] {
  var numbers: [UInt64] = [0, .max]
  for bit in 0..<64 {
    for step in 0...2 { numbers.append((1 << UInt64(bit)) &+ UInt64(step) &- 1) }
  }
  var power: UInt64 = 1
  for _ in 0..<20 {
    numbers += [power &- 1, power, power &+ 1]
    power &*= 10
  }
  var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  for _ in 0..<20_000 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    numbers.append(state >> (state & 63))
  }
  return numbers
}
