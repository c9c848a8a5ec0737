import ByteReading

/// Where the colour profile of a picture lies that does not stand in it as it is.
enum PictureProfile {
  /// In several segments of JPEG, in their order (ICC.1 Annex B.4).
  case pieces([Range<Int>])
  /// In a chunk of PNG, as a zlib stream (PNG §11.3.2.3).
  case compressed(Range<Int>)

  /// - Parameters:
  ///   - bytes: All bytes of the source.
  ///   - range: Those of the picture.
  /// - Complexity: O(*n*) in the bytes.
  init?(_ bytes: RawSpan, _ range: Range<Int>) {
    if PNGFinder.begins(bytes, at: range.lowerBound, before: range.upperBound) {
      guard let data = Self.chunk(bytes, range) else { return nil }
      self = .compressed(data)
    } else {
      guard let pieces = Self.segments(bytes, range) else { return nil }
      self = .pieces(pieces)
    }
  }

  private static func chunk(_ bytes: RawSpan, _ range: Range<Int>) -> Range<Int>? {
    var at = range.lowerBound &+ PNGFinder.headCount
    while let data = PNGFinder.data(bytes, at: at, before: range.upperBound) {
      let type = bytes.bigEndian(at: at &+ 4, count: 4)
      // `iCCP` stands before `IDAT`.
      if type == 0x4944_4154 { return nil }
      if type == 0x6943_4350 {
        // A name of 79 characters at most, its end, and a method.
        for end in data.prefix(80) where bytes.byte(at: end) == 0 {
          guard end &+ 2 <= data.upperBound, bytes.byte(at: end &+ 1) == 0 else { return nil }
          return end &+ 2..<data.upperBound
        }
        return nil
      }
      at = data.upperBound &+ 4
    }
    return nil
  }

  /// The pieces of a profile that has more than one; `nil` unless each of them is there, once.
  private static func segments(_ bytes: RawSpan, _ range: Range<Int>) -> [Range<Int>]? {
    var finder = JPEGFinder()
    var pieces: [(number: UInt8, range: Range<Int>)] = []
    var promised: UInt8?
    var position = range.lowerBound
    while let part = finder.next(in: bytes, from: position, to: range.upperBound), !part.isEmpty {
      position = part.upperBound
      // A marker, a length, twelve characters, the number of the piece and how many there are.
      guard bytes.bigEndian(at: part.lowerBound, count: 2) == 0xFFE2, part.count > 18,
        bytes.extracting(part.dropFirst(4)).begins(with: "ICC_PROFILE\0"),
        let number = bytes.byte(at: part.lowerBound &+ 16), let count = bytes.byte(at: part.lowerBound &+ 17)
      else { continue }
      guard number > 0, number <= count, promised == nil || promised == count, pieces.count < Int(count)
      else { return nil }
      promised = count
      pieces.append((number, part.dropFirst(18)))
    }
    guard let promised, promised > 1, pieces.count == Int(promised) else { return nil }
    pieces.sort { $0.number < $1.number }
    guard pieces.enumerated().allSatisfy({ Int($1.number) == $0 + 1 }) else { return nil }
    return pieces.map(\.range)
  }
}
