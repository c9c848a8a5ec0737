/// A digest by SHA-256 (FIPS 180-4), of bytes that come in pieces of any length.
///
/// ```swift
/// var hash = SHA256()
/// hash.update(source.bytes)
/// hash.digest.description    // "ba7816bf8f01cfea…"
/// ```
public struct SHA256: Sendable {
  /// The 32 bytes of a digest.
  public struct Digest: Hashable, Sendable, CustomStringConvertible {
    /// Its eight words, the first one first.
    let words: SIMD8<UInt32>

    /// All of it, as 64 hexadecimal digits.
    public var description: String {
      var text = ByteWriter()
      text.put(digest: self)
      return text.string
    }

    /// Its 32 bytes.
    public var bytes: [UInt8] {
      (0..<32).map { UInt8(truncatingIfNeeded: words[$0 / 4] &>> UInt32(24 &- 8 &* ($0 % 4))) }
    }
  }

  /// The state before the first block (§5.3.3).
  private static let initial: SIMD8<UInt32> = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
    0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  private var state = initial
  /// Bytes that do not fill a block yet: fewer than 64.
  private var pending: [UInt8] = []
  /// The bytes that were given.
  public private(set) var byteCount: UInt64 = 0

  /// A digest of no bytes yet.
  public init() { pending.reserveCapacity(64) }

  /// Adds bytes.
  ///
  /// - Parameter bytes: The bytes, which follow those that were added before.
  /// - Complexity: O(*n*) in the bytes; nothing is kept of them but what does not fill 64.
  public mutating func update(_ bytes: RawSpan) {
    byteCount &+= UInt64(bytes.byteCount)
    var at = 0
    var state = state
    defer { self.state = state }
    if !pending.isEmpty {
      while pending.count < 64, let byte = bytes.byte(at: at) {
        pending.append(byte)
        at &+= 1
      }
      guard pending.count == 64 else { return }
      Self.compress(&state, pending.rawBytes, from: 0, blocks: 1)
      pending.removeAll(keepingCapacity: true)
    }
    let blocks = (bytes.byteCount &- at) / 64
    Self.compress(&state, bytes, from: at, blocks: blocks)
    at &+= blocks &* 64
    while let byte = bytes.byte(at: at) {
      pending.append(byte)
      at &+= 1
    }
  }

  /// The digest of the bytes so far; more may follow.
  public var digest: Digest { Self.digest(state, pending.rawBytes, of: byteCount) }

  /// The digest of `byteCount` bytes, of which all but the last, fewer than 64, were worked through.
  private static func digest(_ state: SIMD8<UInt32>, _ rest: RawSpan, of byteCount: UInt64) -> Digest {
    var state = state
    // A one, zeros, and the number of bits (§5.1.1).
    var last = [UInt8](repeating: 0, count: rest.byteCount < 56 ? 64 : 128)
    for place in 0..<rest.byteCount { last[place] = rest.byte(at: place) ?? 0 }
    last[rest.byteCount] = 0x80
    let bits = byteCount &<< 3
    for place in 0..<8 {
      last[last.count &- 8 &+ place] = UInt8(truncatingIfNeeded: bits &>> UInt64(56 &- 8 &* place))
    }
    compress(&state, last.rawBytes, from: 0, blocks: last.count / 64)
    return Digest(words: state)
  }

  /// The digest of `bytes`.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: The digest, 32 bytes (FIPS 180-4 §6.2).
  public static func digest(of bytes: RawSpan) -> Digest {
    var state = initial
    let blocks = bytes.byteCount / 64
    compress(&state, bytes, from: 0, blocks: blocks)
    return digest(state, bytes.extracting(blocks &* 64..<bytes.byteCount), of: UInt64(bytes.byteCount))
  }

  // MARK: Blocks

  @inline(__always)
  private static func word(_ bytes: RawSpan, _ at: Int) -> UInt32 { bytes.bigEndian32(at: at) ?? 0 }

  /// Rotates to the right; `count` is 1...31.
  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  /// The word of the schedule that takes the place of the one 16 rounds ago (§6.2.2, step 1).
  @inline(__always)
  private static func extend(_ word: inout UInt32, _ next: UInt32, _ ninth: UInt32, _ last: UInt32)
  {
    let small = rotate(next, 7) ^ rotate(next, 18) ^ next &>> 3
    let great = rotate(last, 17) ^ rotate(last, 19) ^ last &>> 10
    word = word &+ small &+ ninth &+ great
  }

  /// One round (§6.2.2, step 3): `d` and `h` change, the other names move along at the next call.
  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, _ sum: UInt32
  ) {
    let choice = g ^ (e & (f ^ g))
    let majority = (a & b) | (c & (a | b))
    h = h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ choice &+ sum
    d = d &+ h
    h = h &+ (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ majority
  }

  /// Works through `blocks` blocks of 64 bytes.
  ///
  /// The rounds are written out, so that the working variables and the schedule stay in registers and
  /// the constants in the instructions.
  private static func compress(
    _ state: inout SIMD8<UInt32>, _ bytes: RawSpan, from start: Int, blocks: Int
  ) {
    var at = start
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for _ in 0..<max(0, blocks) {
      let (a0, b0, c0, d0, e0, f0, g0, h0) = (a, b, c, d, e, f, g, h)
      var w0 = word(bytes, at &+ 0)
      var w1 = word(bytes, at &+ 4)
      var w2 = word(bytes, at &+ 8)
      var w3 = word(bytes, at &+ 12)
      var w4 = word(bytes, at &+ 16)
      var w5 = word(bytes, at &+ 20)
      var w6 = word(bytes, at &+ 24)
      var w7 = word(bytes, at &+ 28)
      var w8 = word(bytes, at &+ 32)
      var w9 = word(bytes, at &+ 36)
      var w10 = word(bytes, at &+ 40)
      var w11 = word(bytes, at &+ 44)
      var w12 = word(bytes, at &+ 48)
      var w13 = word(bytes, at &+ 52)
      var w14 = word(bytes, at &+ 56)
      var w15 = word(bytes, at &+ 60)
      round(a, b, c, &d, e, f, g, &h, w0 &+ 0x428A_2F98)
      round(h, a, b, &c, d, e, f, &g, w1 &+ 0x7137_4491)
      round(g, h, a, &b, c, d, e, &f, w2 &+ 0xB5C0_FBCF)
      round(f, g, h, &a, b, c, d, &e, w3 &+ 0xE9B5_DBA5)
      round(e, f, g, &h, a, b, c, &d, w4 &+ 0x3956_C25B)
      round(d, e, f, &g, h, a, b, &c, w5 &+ 0x59F1_11F1)
      round(c, d, e, &f, g, h, a, &b, w6 &+ 0x923F_82A4)
      round(b, c, d, &e, f, g, h, &a, w7 &+ 0xAB1C_5ED5)
      round(a, b, c, &d, e, f, g, &h, w8 &+ 0xD807_AA98)
      round(h, a, b, &c, d, e, f, &g, w9 &+ 0x1283_5B01)
      round(g, h, a, &b, c, d, e, &f, w10 &+ 0x2431_85BE)
      round(f, g, h, &a, b, c, d, &e, w11 &+ 0x550C_7DC3)
      round(e, f, g, &h, a, b, c, &d, w12 &+ 0x72BE_5D74)
      round(d, e, f, &g, h, a, b, &c, w13 &+ 0x80DE_B1FE)
      round(c, d, e, &f, g, h, a, &b, w14 &+ 0x9BDC_06A7)
      round(b, c, d, &e, f, g, h, &a, w15 &+ 0xC19B_F174)
      extend(&w0, w1, w9, w14)
      round(a, b, c, &d, e, f, g, &h, w0 &+ 0xE49B_69C1)
      extend(&w1, w2, w10, w15)
      round(h, a, b, &c, d, e, f, &g, w1 &+ 0xEFBE_4786)
      extend(&w2, w3, w11, w0)
      round(g, h, a, &b, c, d, e, &f, w2 &+ 0x0FC1_9DC6)
      extend(&w3, w4, w12, w1)
      round(f, g, h, &a, b, c, d, &e, w3 &+ 0x240C_A1CC)
      extend(&w4, w5, w13, w2)
      round(e, f, g, &h, a, b, c, &d, w4 &+ 0x2DE9_2C6F)
      extend(&w5, w6, w14, w3)
      round(d, e, f, &g, h, a, b, &c, w5 &+ 0x4A74_84AA)
      extend(&w6, w7, w15, w4)
      round(c, d, e, &f, g, h, a, &b, w6 &+ 0x5CB0_A9DC)
      extend(&w7, w8, w0, w5)
      round(b, c, d, &e, f, g, h, &a, w7 &+ 0x76F9_88DA)
      extend(&w8, w9, w1, w6)
      round(a, b, c, &d, e, f, g, &h, w8 &+ 0x983E_5152)
      extend(&w9, w10, w2, w7)
      round(h, a, b, &c, d, e, f, &g, w9 &+ 0xA831_C66D)
      extend(&w10, w11, w3, w8)
      round(g, h, a, &b, c, d, e, &f, w10 &+ 0xB003_27C8)
      extend(&w11, w12, w4, w9)
      round(f, g, h, &a, b, c, d, &e, w11 &+ 0xBF59_7FC7)
      extend(&w12, w13, w5, w10)
      round(e, f, g, &h, a, b, c, &d, w12 &+ 0xC6E0_0BF3)
      extend(&w13, w14, w6, w11)
      round(d, e, f, &g, h, a, b, &c, w13 &+ 0xD5A7_9147)
      extend(&w14, w15, w7, w12)
      round(c, d, e, &f, g, h, a, &b, w14 &+ 0x06CA_6351)
      extend(&w15, w0, w8, w13)
      round(b, c, d, &e, f, g, h, &a, w15 &+ 0x1429_2967)
      extend(&w0, w1, w9, w14)
      round(a, b, c, &d, e, f, g, &h, w0 &+ 0x27B7_0A85)
      extend(&w1, w2, w10, w15)
      round(h, a, b, &c, d, e, f, &g, w1 &+ 0x2E1B_2138)
      extend(&w2, w3, w11, w0)
      round(g, h, a, &b, c, d, e, &f, w2 &+ 0x4D2C_6DFC)
      extend(&w3, w4, w12, w1)
      round(f, g, h, &a, b, c, d, &e, w3 &+ 0x5338_0D13)
      extend(&w4, w5, w13, w2)
      round(e, f, g, &h, a, b, c, &d, w4 &+ 0x650A_7354)
      extend(&w5, w6, w14, w3)
      round(d, e, f, &g, h, a, b, &c, w5 &+ 0x766A_0ABB)
      extend(&w6, w7, w15, w4)
      round(c, d, e, &f, g, h, a, &b, w6 &+ 0x81C2_C92E)
      extend(&w7, w8, w0, w5)
      round(b, c, d, &e, f, g, h, &a, w7 &+ 0x9272_2C85)
      extend(&w8, w9, w1, w6)
      round(a, b, c, &d, e, f, g, &h, w8 &+ 0xA2BF_E8A1)
      extend(&w9, w10, w2, w7)
      round(h, a, b, &c, d, e, f, &g, w9 &+ 0xA81A_664B)
      extend(&w10, w11, w3, w8)
      round(g, h, a, &b, c, d, e, &f, w10 &+ 0xC24B_8B70)
      extend(&w11, w12, w4, w9)
      round(f, g, h, &a, b, c, d, &e, w11 &+ 0xC76C_51A3)
      extend(&w12, w13, w5, w10)
      round(e, f, g, &h, a, b, c, &d, w12 &+ 0xD192_E819)
      extend(&w13, w14, w6, w11)
      round(d, e, f, &g, h, a, b, &c, w13 &+ 0xD699_0624)
      extend(&w14, w15, w7, w12)
      round(c, d, e, &f, g, h, a, &b, w14 &+ 0xF40E_3585)
      extend(&w15, w0, w8, w13)
      round(b, c, d, &e, f, g, h, &a, w15 &+ 0x106A_A070)
      extend(&w0, w1, w9, w14)
      round(a, b, c, &d, e, f, g, &h, w0 &+ 0x19A4_C116)
      extend(&w1, w2, w10, w15)
      round(h, a, b, &c, d, e, f, &g, w1 &+ 0x1E37_6C08)
      extend(&w2, w3, w11, w0)
      round(g, h, a, &b, c, d, e, &f, w2 &+ 0x2748_774C)
      extend(&w3, w4, w12, w1)
      round(f, g, h, &a, b, c, d, &e, w3 &+ 0x34B0_BCB5)
      extend(&w4, w5, w13, w2)
      round(e, f, g, &h, a, b, c, &d, w4 &+ 0x391C_0CB3)
      extend(&w5, w6, w14, w3)
      round(d, e, f, &g, h, a, b, &c, w5 &+ 0x4ED8_AA4A)
      extend(&w6, w7, w15, w4)
      round(c, d, e, &f, g, h, a, &b, w6 &+ 0x5B9C_CA4F)
      extend(&w7, w8, w0, w5)
      round(b, c, d, &e, f, g, h, &a, w7 &+ 0x682E_6FF3)
      extend(&w8, w9, w1, w6)
      round(a, b, c, &d, e, f, g, &h, w8 &+ 0x748F_82EE)
      extend(&w9, w10, w2, w7)
      round(h, a, b, &c, d, e, f, &g, w9 &+ 0x78A5_636F)
      extend(&w10, w11, w3, w8)
      round(g, h, a, &b, c, d, e, &f, w10 &+ 0x84C8_7814)
      extend(&w11, w12, w4, w9)
      round(f, g, h, &a, b, c, d, &e, w11 &+ 0x8CC7_0208)
      extend(&w12, w13, w5, w10)
      round(e, f, g, &h, a, b, c, &d, w12 &+ 0x90BE_FFFA)
      extend(&w13, w14, w6, w11)
      round(d, e, f, &g, h, a, b, &c, w13 &+ 0xA450_6CEB)
      extend(&w14, w15, w7, w12)
      round(c, d, e, &f, g, h, a, &b, w14 &+ 0xBEF9_A3F7)
      extend(&w15, w0, w8, w13)
      round(b, c, d, &e, f, g, h, &a, w15 &+ 0xC671_78F2)
      (a, b, c, d) = (a &+ a0, b &+ b0, c &+ c0, d &+ d0)
      (e, f, g, h) = (e &+ e0, f &+ f0, g &+ g0, h &+ h0)
      at &+= 64
    }
    state = [a, b, c, d, e, f, g, h]
  }
}

extension ByteWriter {
  /// Writes a digest as hexadecimal digits: the first `bytes` of its 32 bytes.
  ///
  /// - Parameters:
  ///   - digest: The digest.
  ///   - bytes: How many of its bytes, 0...32.
  public mutating func put(digest: SHA256.Digest, bytes: Int = 32) {
    for byte in digest.bytes.prefix(bytes) { put(hex: UInt64(byte), digits: 2) }
  }
}
