import ByteReading

/// The size of atoms whose version and flags decide it, with at most one table at the end.
///
/// An atom that has exactly this size, of plain numbers and a version that is known, cannot be at
/// fault: it need not be read. Most atoms of fragments are such, and a shape is asked for each of them:
/// as an object it is not copied for that.
final class FixedShape {
  private struct Part {
    /// The flags of which one must be set; 0 when the field is always there.
    let mask: UInt64
    /// Its bits in version 0 and in later ones.
    let bits: Int
    let laterBits: Int
  }

  private let versions: ClosedRange<UInt8>
  private var parts: [Part] = []
  /// The part that counts the rows of the table, -1 for none.
  private var counter = -1
  private var tableMask: UInt64 = 0
  private var columns: [Part] = []

  /// The shape of a table that has one.
  init?(_ program: Program) {
    guard let versions = program.syntax.versions, versions.lowerBound == 0 else { return nil }
    self.versions = versions
    var names: [String] = []
    var isEnded = false
    // Version and flags stand first in every such table.
    for index in program.rows.indices.dropFirst(2)
    where program.enclosing[index] < 0 && index != program.gapRow {
      let row = program.rows[index]
      guard !isEnded else { return nil }
      if case .table(.field(let count, times: 1, plus: 0), let rows) = row.kind {
        guard let place = names.lastIndex(of: count.description), let mask = Self.mask(row)
        else { return nil }
        counter = place
        tableMask = mask
        for inner in rows() {
          guard let part = Self.part(inner) else { return nil }
          columns.append(part)
        }
        isEnded = true
        continue
      }
      guard let part = Self.part(row) else { return nil }
      parts.append(part)
      names.append(row.name.description)
    }
    if counter >= 0, parts[counter].bits != 32 || parts[counter].laterBits != 32 { return nil }
  }

  private static func mask(_ row: Row) -> UInt64? {
    switch row.condition {
    case nil: 0
    case .bits(let name, let mask) where name.isSame(as: "flags"): mask
    default: nil
    }
  }

  private static func part(_ row: Row) -> Part? {
    guard let mask = mask(row) else { return nil }
    if case .expected = row.meaning { return nil }
    switch row.kind {
    case .uint(.bits(let bits)), .int(.bits(let bits)):
      return Part(mask: mask, bits: bits, laterBits: bits)
    case .uint(.versioned(let bits, let later)), .int(.versioned(let bits, let later)):
      return Part(mask: mask, bits: bits, laterBits: later)
    case .code: return Part(mask: mask, bits: 32, laterBits: 32)
    default: return nil
    }
  }

  /// Whether `payload` is exactly as long as its version, flags and count say.
  func fits(_ payload: Extent, _ bytes: RawSpan) -> Bool {
    guard payload.count >= 32, let word = bytes.bigEndian(at: payload.byteOffset, count: 4),
      word &>> 24 <= UInt64(versions.upperBound)
    else { return false }
    let isLater = word &>> 24 != 0
    var size = 32
    var count = 0
    for index in parts.indices {
      let part = parts[index]
      guard part.mask == 0 || word & part.mask != 0 else { continue }
      if index == counter {
        guard size & 7 == 0, size + 32 <= payload.count,
          let number = bytes.bigEndian(at: payload.byteOffset + size / 8, count: 4)
        else { return false }
        count = Int(number)
      }
      size += isLater ? part.laterBits : part.bits
    }
    guard counter >= 0, tableMask == 0 || word & tableMask != 0 else {
      return size == payload.count
    }
    var stride = 0
    for column in columns where column.mask == 0 || word & column.mask != 0 {
      stride += isLater ? column.laterBits : column.bits
    }
    // A count has 32 bits and a row a few hundred.
    return size + count * stride == payload.count
  }
}
