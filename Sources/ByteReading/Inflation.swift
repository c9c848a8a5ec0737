internal import CZlib

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What surrounds compressed bytes.
package enum CompressedFormat: Sendable {
  /// RFC 1950: two bytes of header, an Adler-32 at the end.
  case zlib
  /// RFC 1951: neither header nor checksum.
  case rawDeflate
  /// RFC 1952: a header with a name and a time, a CRC-32 at the end. One member is read.
  case gzip
}

/// What came of compressed bytes.
package struct Inflated: Equatable, Sendable {
  /// The bytes, as far as they could be had.
  package var bytes: [UInt8] = []
  /// Whether the compressed data came to its end and its checksum, if any, is right.
  package var isComplete = false
  /// Whether there are more bytes than the limit allowed.
  package var isLimited = false
  /// The compressed bytes used.
  package var consumed = 0
  /// What is wrong, when neither complete nor limited.
  package var errorMessage: String?
}

/// Decompresses `bytes`, to at most `limit` bytes.
///
/// The memory used follows the bytes that come out, not a size that a file claims.
package func inflate(_ bytes: RawSpan, format: CompressedFormat, limit: Int) -> Inflated {
  var made: [UInt8] = []
  var result = inflate(bytes, format: format, limit: limit) { piece in
    made += piece
    return true
  }
  result.bytes = made
  return result
}

extension ByteSource {
  /// Decompresses `bytes`, to at most `limit` bytes, into a source of their own.
  ///
  /// The memory used is that of the bytes that come out; ``Inflated/bytes`` stays empty. When `memory`
  /// has no more, those are read that came out so far.
  package static func inflating(
    _ bytes: RawSpan, format: CompressedFormat, limit: Int, memory: Memory = Memory()
  ) -> (source: ByteSource, outcome: Inflated) {
    var memory = InflatedMemory(memory)
    let outcome = inflate(bytes, format: format, limit: limit) { memory.append($0) }
    return (memory.finish(), outcome)
  }

  /// Decompresses what HTTP calls `deflate`, to at most `limit` bytes: a zlib stream (RFC 9110 §8.4.1.2), or what stands in
  /// one alone, as many write it.
  package static func inflating(
    contentOf bytes: RawSpan, limit: Int, memory: Memory = Memory()
  ) -> (source: ByteSource, outcome: Inflated) {
    // RFC 1950 §2.2: the method is 8, and 31 divides the header.
    if let header = bytes.bigEndian(at: 0, count: 2), header >> 8 & 0xF == 8, header % 31 == 0 {
      let wrapped = inflating(bytes, format: .zlib, limit: limit, memory: memory)
      if wrapped.source.byteCount > 0 { return wrapped }
    }
    return inflating(bytes, format: .rawDeflate, limit: limit, memory: memory)
  }

  /// Puts pieces of `bytes` one behind the other, to at most `limit` bytes, into a source of their own.
  ///
  /// - Returns: `nil` when they are more, or not all of them are there, or `memory` has no more.
  package static func joining(
    _ pieces: [Range<Int>], of bytes: RawSpan, limit: Int, memory: Memory = Memory()
  ) -> ByteSource? {
    var total = 0
    for piece in pieces {
      guard piece.lowerBound >= 0, piece.upperBound <= bytes.byteCount, piece.count <= limit &- total
      else { return nil }
      total &+= piece.count
    }
    var memory = InflatedMemory(memory)
    for piece in pieces {
      var at = piece.lowerBound
      while at < piece.upperBound {
        let end = min(piece.upperBound, at &+ 16_384)
        let part = (at..<end).map { bytes.byte(at: $0) ?? 0 }
        guard memory.append(part[...]) else { return nil }
        at = end
      }
    }
    return memory.finish()
  }
}

/// Memory that grows in place where the system can do that.
@safe
private struct InflatedMemory: ~Copyable {
  private var start: UnsafeMutableRawPointer?
  private var count = 0
  private var capacity = 0
  private let memory: Memory

  init(_ memory: Memory) {
    self.memory = memory
    unsafe start = nil
  }

  deinit {
    unsafe free(start)
    memory.giveBack(capacity)
  }

  /// Adds bytes, or returns false when there is no memory for them.
  mutating func append(_ bytes: ArraySlice<UInt8>) -> Bool {
    if count &+ bytes.count > capacity {
      let room = max(capacity &+ min(capacity, 16 << 20), count &+ bytes.count)
      guard
        let larger = unsafe memory.reallocate(
          start, from: capacity, to: room, for: "bytes that are compressed")
      else { return false }
      unsafe start = larger
      capacity = room
    }
    guard let start = unsafe start else { return bytes.isEmpty }
    unsafe bytes.withUnsafeBytes { source in
      // There is room for them behind `count`, as made sure above.
      if let first = source.baseAddress {
        unsafe (start + count).copyMemory(from: first, byteCount: source.count)
      }
    }
    count &+= bytes.count
    return true
  }

  /// The source that owns the memory from here on.
  mutating func finish() -> ByteSource {
    guard let bytes = unsafe start else { return ByteSource(copying: []) }
    let source = unsafe ByteSource(
      owning: bytes, byteCount: count, share: (memory, capacity))
    unsafe start = nil
    capacity = 0
    return source
  }
}

/// How hard zlib looks for what is alike: of many bytes the last percent costs more time than all before it.
private func level(forBytes count: Int) -> Int32 { count <= 1 << 16 ? 9 : count <= 1 << 20 ? 6 : 4 }

/// The bytes compressed as a zlib stream (RFC 1950), as small as zlib makes them, or nearly so where they are many;
/// `nil` when there is no memory for it.
///
/// - Complexity: O(*n*) in the bytes.
package func deflated(_ bytes: RawSpan) -> [UInt8]? {
  let bound = compressBound(UInt(bytes.byteCount))
  guard let room = Int(exactly: bound) else { return nil }
  var made = [UInt8](repeating: 0, count: max(1, room))
  var count = bound
  let status = unsafe bytes.withUnsafeBytes { source in
    unsafe made.withUnsafeMutableBufferPointer { target -> Int32 in
      guard let output = target.baseAddress else { return Z_MEM_ERROR }
      // zlib reads no byte of an empty source, for which any address will do.
      let input = unsafe source.baseAddress.map { unsafe $0.assumingMemoryBound(to: UInt8.self) }
      // Both counts are those of the memory.
      return unsafe compress2(
        output, &count, input ?? UnsafePointer(output), UInt(source.count), level(forBytes: source.count))
    }
  }
  guard status == Z_OK, let written = Int(exactly: count), written <= made.count else { return nil }
  made.removeLast(made.count &- written)
  return made
}

/// Decompresses `bytes` and gives what comes out to `take` piece by piece; when that returns false,
/// there is no memory.
private func inflate(
  _ bytes: RawSpan, format: CompressedFormat, limit: Int, take: (ArraySlice<UInt8>) -> Bool
) -> Inflated {
  var result = Inflated()
  var count = 0
  let limit = max(0, limit)
  var stream = unsafe z_stream()
  let windowBits: Int32 =
    switch format {
    case .zlib: 15
    case .rawDeflate: -15
    case .gzip: 31
    }
  let size = unsafe Int32(MemoryLayout<z_stream>.size)
  guard unsafe inflateInit2_(&stream, windowBits, ZLIB_VERSION, size) == Z_OK else {
    result.errorMessage = "zlib could not be started"
    return result
  }
  defer { unsafe inflateEnd(&stream) }
  let room = 1 << 16
  var piece = [UInt8](repeating: 0, count: room)
  var fed = 0
  while true {
    // One byte past the limit shows whether there is more.
    let left = limit &- count
    let wanted = left >= room ? room : left &+ 1
    let input = min(bytes.byteCount &- fed, Mappings.step)
    let status = unsafe bytes.withUnsafeBytes { source in
      unsafe piece.withUnsafeMutableBufferPointer { target in
        // zlib does not write to its input. Both counts are those of the memory: `input` lies in
        // the span behind `fed`, and `wanted` is at most `room`.
        unsafe stream.next_in = source.baseAddress.map { address in
          unsafe UnsafeMutablePointer(
            mutating: (address + fed).assumingMemoryBound(to: UInt8.self))
        }
        unsafe stream.avail_in = UInt32(truncatingIfNeeded: input)
        unsafe stream.next_out = target.baseAddress
        unsafe stream.avail_out = UInt32(truncatingIfNeeded: wanted)
        return unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
      }
    }
    let used = unsafe input &- Int(stream.avail_in)
    let made = unsafe wanted &- Int(stream.avail_out)
    if fed / Mappings.step != (fed &+ used) / Mappings.step {
      Mappings.all.giveBack(bytes.extracting(first: fed))
    }
    fed &+= used
    guard take(piece[..<min(made, left)]) else {
      result.errorMessage = "no memory"
      break
    }
    count &+= min(made, left)
    if made > left {
      result.isLimited = true
      break
    }
    if status == Z_STREAM_END {
      result.isComplete = true
      break
    }
    if status != Z_OK && status != Z_BUF_ERROR {
      result.errorMessage = unsafe message(of: stream, status)
      break
    }
    if used == 0, made == 0 {
      result.errorMessage = "the compressed data ends early"
      break
    }
  }
  result.consumed = fed
  return result
}

private func message(of stream: z_stream, _ status: Int32) -> String {
  if status == Z_NEED_DICT { return "a preset dictionary is needed" }
  // zlib's messages are constants that end with a zero.
  if let text = unsafe stream.msg { return unsafe String(cString: text) }
  return status == Z_MEM_ERROR ? "no memory" : "zlib error \(status)"
}

/// The CRC-32 of `bytes` (ISO 3309, as in gzip and PNG), or of what had the CRC-32 `start` and
/// `bytes` after it.
///
/// - Complexity: O(*n*).
package func crc32(of bytes: RawSpan, continuing start: UInt32 = 0) -> UInt32 {
  var value = UInt(start)
  bytes.forEachPiece { piece, _ in
    unsafe piece.withUnsafeBytes { buffer in
      if let start = buffer.baseAddress {
        // A piece has no more bytes than 32 bits can say, and all of them are there.
        value = unsafe crc32(
          value, start.assumingMemoryBound(to: UInt8.self), UInt32(buffer.count))
      }
    }
    return true
  }
  return UInt32(truncatingIfNeeded: value)
}
