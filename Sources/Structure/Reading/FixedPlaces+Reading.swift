import ByteReading

extension FixedPlaces {
  /// The number in part `place` at bit `at`; `nil` when the box ends before it does.
  @inline(__always)
  func number(_ place: Int, at: Int, in box: Box, _ bytes: RawSpan) -> UInt64? {
    let part = parts[place]
    let width = Int(box.word &>> 24 != 0 ? part.laterBits : part.bits)
    guard width <= box.end &- at else { return nil }
    if at & 7 == 0, width & 7 == 0, width > 0, !part.isLittle, !part.isSyncsafe {
      if width == 32, !part.isSigned { return bytes.bigEndian32(at: at &>> 3).map(UInt64.init) }
      let raw = bytes.bigEndian(at: at &>> 3, count: width &>> 3) ?? 0
      return Walker.adjusted(raw, width: width, isSigned: part.isSigned, isLittle: false)
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

extension Document {
  /// A field that stands in the place which version and flags decide.
  enum FieldInPlace {
    case field(Capture.Field, Program)
    /// The node has none, or its fields have to be read to know of it.
    case absent, unknown
  }

  /// The number of the first field with this slot, where it says something alone and its place is known.
  func field(inPlace slot: UInt16, of index: NodeIndex) -> FieldInPlace {
    let node = tree[index]
    guard !node.marks.contains(.coded), let program = tree.program(of: node),
      let view = program.view
    else { return .unknown }
    let source = tree.bytes(of: node.source)
    let number = view.places.part(ofSlot: slot)
    guard number >= 0, let box = view.places.box(uncodedPayload(of: index, node), in: source.bytes)
    else { return .unknown }
    switch view.places.place(number, slot: slot, in: box) {
    case .at(let at, let place) where view.places.parts[place].standsAlone:
      let part = view.places.parts[place]
      guard let raw = view.places.number(place, at: at, in: box, source.bytes) else { return .absent }
      let extent = Extent(start: at, count: Int(box.word &>> 24 != 0 ? part.laterBits : part.bits))
      return .field(
        Capture.Field(
          row: Int(part.row), slot: slot, extent: extent, content: extent, raw: raw, encoding: .utf8,
          scale: 0), program)
    case .absent: return .absent
    default: return .unknown
    }
  }
}
