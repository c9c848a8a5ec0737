import Atoms
import ByteReading
package import Structure

/// How samples of a coding begin that are not made of NAL units, where their first bytes tell it: offsets that lead
/// elsewhere, and samples that were overwritten, are found by it.
package struct SampleBeginning: Sendable {
  private enum Coding: Equatable {
    /// A frame of these bytes, of which those of the mask count.
    case word(UInt64, mask: UInt64, at: Int)
    /// Elements of AAC, of which the first with sound is of this kind (14496-3 table 4.85).
    case elements(sound: UInt64)
    case av1, opus, vp8, vp9
  }

  /// A sample that is looked at.
  struct Seen {
    let range: Range<Int>
    let isSync: Bool
    let source: ByteSource

    /// Whether its bytes are zeros, of as many as a frame of AAC has: no channel has more than 768.
    var isOfZeros: Bool {
      let count = UInt64(min(range.count, 8 * 768))
      var window = ByteWindow(source)
      let start = UInt64(range.lowerBound)
      return window.zeros(in: start..<start &+ count) == count
    }
  }

  private let coding: Coding
  /// Whether one channel is said to be: who decodes it decodes a pair as well.
  private var isOneChannel = false
  /// Whether one sample is enough to tell that its bytes are another's. Of the others many beginnings are possible,
  /// and only several samples together say it.
  package var isSure: Bool {
    switch coding {
    case .elements, .opus: false
    default: true
    }
  }

  /// - Parameters:
  ///   - entry: A sample entry that says nothing of protection.
  ///   - document: The file.
  /// - Returns: `nil` for codings whose samples may begin with any byte, or are not known to this type.
  package init?(entry: NodeIndex, in document: Document) {
    let tree = document.tree
    switch tree[entry].type {
    case "av01": coding = .av1
    case "vp09": coding = .vp9
    case "vp08": coding = .vp8
    case "Opus":
      // Packets of several streams begin with another kind of length.
      guard let box = tree.child("dOps", of: entry),
        document.view(OpusConfiguration.self, of: box).number(.ChannelMappingFamily) == 0
      else { return nil }
      coding = .opus
    // Sync code and a reserved bit (FLAC, frame header).
    case "fLaC": coding = .word(0xFFF8, mask: 0xFFFE, at: 0)
    case "apcn", "apch", "apcs", "apco", "ap4h", "ap4x": coding = .word(0x6963_7066, mask: 0xFFFF_FFFF, at: 4)
    case "jpeg", "mjpa": coding = .word(0xFFD8, mask: 0xFFFF, at: 0)
    case ".mp3": coding = .word(0xFFE0, mask: 0xFFE0, at: 0)
    case "mp4a":
      guard let box = tree.child("esds", of: entry) else { return nil }
      let view = document.view(ElementaryStream.self, of: box)
      guard let kind = view.number(.objectTypeIndication) else { return nil }
      switch kind {
      case 0x40, 0x66...0x68:
        // Only these objects are made of elements that name themselves.
        if kind == 0x40, ![1, 2, 3, 4, 5, 29].contains(view.number(.audioObjectType) ?? 0) { return nil }
        // A pair of channels, or one.
        let channels = view.number(.channelConfiguration)
        isOneChannel = channels == 1
        switch channels {
        case 2: coding = .elements(sound: 1)
        case 1, 3, 4, 5, 6, 7: coding = .elements(sound: 0)
        default: return nil
        }
      default: return nil
      }
    default: return nil
    }
  }

  /// Whether a sample begins as its coding does; `nil` where this one does not tell.
  ///
  /// - Complexity: O(1); of AV1 the headers of 64 units at most are read.
  func fits(_ sample: Range<Int>, isSync: Bool, of source: ByteSource) -> Bool? {
    let bytes = source.bytes
    guard let first = bytes.byte(at: sample.lowerBound) else { return nil }
    switch coding {
    case .word(let word, let mask, let place):
      let size = mask > 0xFFFF ? 4 : 2
      guard place &+ size <= sample.count, let found = bytes.bigEndian(at: sample.lowerBound &+ place, count: size)
      else { return false }
      return found & mask == word
    case .elements(let sound): return Self.soundElement(in: sample, bytes) == sound
    case .vp8:
      guard isSync else { return nil }
      guard sample.count > 5 else { return false }
      return first & 1 == 0 && bytes.bigEndian(at: sample.lowerBound &+ 3, count: 3) == 0x9D012A
    case .vp9:
      if first >> 6 != 2 { return false }
      // The sync code stands behind the first byte, unless the profile takes another bit.
      guard isSync, first >> 4 & 3 != 3, first & 0x0C == 0 else { return isSync && first & 0x04 != 0 ? false : nil }
      return bytes.bigEndian(at: sample.lowerBound &+ 1, count: 3) == 0x498342
    case .av1: return Self.isMadeOfUnits(sample, bytes)
    case .opus: return Self.isPacket(sample, bytes)
    }
  }

  /// The first element of AAC that is neither data nor fill; `nil` where those lead out of the sample
  /// (14496-3 tables 4.3, 4.10 and 4.11).
  private static func soundElement(in sample: Range<Int>, _ bytes: RawSpan) -> UInt64? {
    var bits = ByteCursor(bytes, over: Extent(byteOffset: sample.lowerBound, byteCount: sample.count))
    do throws(ReadError) {
      for _ in 0..<8 {
        let element = try bits.read(bits: 3)
        switch element {
        case 4:
          _ = try bits.read(bits: 4)
          let isAligned = try bits.read(bits: 1) == 1
          var count = try bits.read(bits: 8)
          if count == 255 { count += try bits.read(bits: 8) }
          if isAligned { try bits.skip(bits: (8 &- bits.position & 7) & 7) }
          try bits.skip(bits: Int(count) * 8)
        case 6:
          var count = try bits.read(bits: 4)
          if count == 15 { count = try bits.read(bits: 8) + 14 }
          try bits.skip(bits: Int(count) * 8)
        default: return element
        }
      }
    } catch {
      return nil
    }
    return nil
  }

  /// Whether the frames of a packet of Opus end where the sample does (RFC 6716 3.2 and 3.4).
  private static func isPacket(_ sample: Range<Int>, _ bytes: RawSpan) -> Bool {
    let start = sample.lowerBound
    guard let first = bytes.byte(at: start) else { return false }
    let (config, rest) = (Int(first >> 3), sample.count &- 1)
    // In 2.5 ms.
    let length = config < 12 ? [4, 8, 16, 24][config & 3] : config < 16 ? 4 &<< (config & 1) : 1 &<< (config & 3)
    switch first & 3 {
    case 0: return rest <= 1_275
    case 1: return rest & 1 == 0 && rest <= 2_550 && length * 2 <= 48
    case 2:
      guard let low = bytes.byte(at: start &+ 1), rest > 0 else { return false }
      var size = Int(low)
      var used = 1
      if low >= 252 {
        guard rest > 1, let high = bytes.byte(at: start &+ 2) else { return false }
        size += Int(high) * 4
        used = 2
      }
      return used + size <= rest && rest - used - size <= 1_275 && length * 2 <= 48
    default:
      guard rest > 0, let count = bytes.byte(at: start &+ 1).map({ Int($0 & 63) }) else { return false }
      return count > 0 && count * length <= 48
    }
  }

  /// Whether the open bitstream units of a sample end where it does (AV1 5.3.1).
  private static func isMadeOfUnits(_ sample: Range<Int>, _ bytes: RawSpan) -> Bool {
    var at = sample.lowerBound
    for _ in 0..<64 {
      if at == sample.upperBound { return true }
      // 0 and 9 to 14 are reserved, 15 is padding.
      guard let header = bytes.byte(at: at), header & 0x81 == 0, (1...8).contains(header >> 3) || header >> 3 == 15
      else { return false }
      at = at &+ (header & 4 != 0 ? 2 : 1)
      // The last one may leave out its size.
      if header & 2 == 0 { return at <= sample.upperBound }
      var size = 0
      for place in 0..<8 {
        guard at < sample.upperBound, let byte = bytes.byte(at: at), place < 5 else { return false }
        at &+= 1
        size |= Int(byte & 0x7F) &<< (7 &* place)
        if byte & 0x80 == 0 { break }
      }
      guard size <= sample.upperBound &- at else { return false }
      at &+= size
    }
    return true
  }

  /// Whether a sample of AAC is of zeros, as what lies elsewhere or was never written often is: no element ends it, for
  /// the one that does is of ones (14496-3 table 4.85).
  func isEndless(_ sample: Seen) -> Bool {
    guard case .elements = coding else { return false }
    return sample.isOfZeros
  }

  /// Whether samples that were looked at are those of the coding; `nil` where too few were.
  ///
  /// - Parameter samples: Where they lie, and whether decoding may begin at them: 16 at most.
  func fits(_ samples: [Seen]) -> Bool? {
    if coding == .opus {
      guard samples.count >= 8 else { return nil }
      // How a packet is coded hardly changes: of other bytes each begins otherwise.
      var counts = [Int](repeating: 0, count: 32)
      for each in samples {
        if let first = each.source.bytes.byte(at: each.range.lowerBound) { counts[Int(first >> 3)] += 1 }
      }
      if (counts.max() ?? 0) * 4 <= samples.count { return false }
    }
    var (fitting, all) = (0, 0)
    for each in samples {
      guard let fits = fits(each.range, isSync: each.isSync, of: each.source) else { continue }
      if isSure { return fits }
      all += 1
      if fits, !isEndless(each) { fitting += 1 }
    }
    // How so few begin tells nothing. None of them is sound where the first is of zeros, and no other begins as sound does.
    if all < 4 { return fitting == 0 && samples.first.map(isEndless) == true ? false : nil }
    if fitting * 4 >= all * 3 { return true }
    // Of bytes that are none of the coding some begin otherwise.
    return isOneChannel && samples.allSatisfy { Self.soundElement(in: $0.range, $0.source.bytes) == 1 }
  }
}
