/// What the bits of a field are, for whoever shows them again in other ways.
package enum FieldShape: UInt8, BitwiseCopyable, Sendable {
  case number, date, reserved, float, text, bytes

  init(_ row: Row) {
    if case .secondsSince1904 = row.meaning {
      self = .date
      return
    }
    switch row.kind {
    case .reserved: self = .reserved
    case .float: self = .float
    case .string: self = .text
    case .bytes: self = .bytes
    default: self = .number
    }
  }
}
