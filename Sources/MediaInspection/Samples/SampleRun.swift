/// Samples of one chunk that lie behind each other and differ in number and size alone, of which the first
/// is known.
package struct SampleRun: Sendable {
  /// How many there are, with the first.
  package internal(set) var count = 1
  /// The bytes of all of them.
  package internal(set) var byteCount: UInt64
  /// The first of those with the most bytes.
  package internal(set) var largest: (number: Int, size: UInt64)
  package internal(set) var lastNumber: Int
  /// When the last is decoded, in ticks of the media.
  package internal(set) var lastDecodeTime: Int64

  init(_ first: Sample) {
    byteCount = first.size
    largest = (first.number, first.size)
    lastNumber = first.number
    lastDecodeTime = first.decodeTime
  }
}
