import ByteReading

extension FixedPlaces {
  /// The number in `part` at bit `at`; `nil` when the box ends before it does.
  @inline(__always)
  func number(_ part: Part, at: Int, in box: Box, _ bytes: RawSpan) -> UInt64? {
    let width = Int(box.word &>> 24 != 0 ? part.laterBits : part.bits)
    guard width <= box.end &- at else { return nil }
    if width == 32, at & 7 == 0, !part.isSigned, !part.isLittle, !part.isSyncsafe {
      return bytes.bigEndian32(at: at &>> 3).map(UInt64.init)
    }
    let raw = Walker.number(
      bytes, at: at, width: width, isSigned: part.isSigned, isLittle: part.isLittle)
    return part.isSyncsafe ? raw.withoutEighthBits : raw
  }

  /// The rows of the table with this slot.
  struct Rows {
    let start: Int
    let stride: Int
    let declared: Int
    let count: Int
  }

  enum FoundRows {
    case rows(Rows)
    case absent, unknown
  }

  func rows(slot: UInt16, in box: Box, _ bytes: RawSpan) -> FoundRows {
    guard slot == tableSlot, slot != Step.noSlot else { return .unknown }
    if isUnknown(box) || !tablePresence.holds(box.word) { return .absent }
    let isLater = box.word &>> 24 != 0
    var at = box.start &+ Int(isLater ? loose.laterBits : loose.bits)
    for index in firstLoose..<parts.count where parts[index].presence.holds(box.word) {
      at &+= Int(isLater ? parts[index].laterBits : parts[index].bits)
    }
    guard at <= box.end,
      case .at(let place, let part) = place(
        Int16(counter), slot: parts[counter].slot, in: box),
      let number = number(part, at: place, in: box, bytes)
    else { return .absent }
    var stride = 0
    for column in columns where column.presence.holds(box.word) {
      stride &+= Int(isLater ? column.laterBits : column.bits)
    }
    guard stride > 0 else { return .unknown }
    let declared = Int(clamping: number)
    return .rows(
      Rows(
        start: at, stride: stride, declared: declared,
        count: min(declared, (box.end &- at) / stride)))
  }
}
