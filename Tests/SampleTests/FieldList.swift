import ByteReading
import Foundation
import Structure

/// One value that we tell of a node: a field, or a cell of a table.
struct FieldValue {
  /// The node it belongs to.
  let node: NodeIndex
  let name: String
  /// The names of the groups, lists and tables around it, outermost first.
  let groups: [String]
  var extent: Extent
  let isGap: Bool
  let isReserved: Bool
  /// Whether its number is an Exp-Golomb or LEB128 code, not the bits as they are.
  let isCoded: Bool
  let meaning: Meaning
  var value: Value

  enum Value: Equatable {
    /// A number as stored, sign-extended when it is signed.
    case number(UInt64, isSigned: Bool)
    case real(Double)
    /// A fixed-point number, and as stored.
    case fixed(Double, UInt64)
    /// The four bytes of a code.
    case code([UInt8])
    case text(String)
    case bytes([UInt8])
  }

  /// The bits as an unsigned number, when there are at most 64 and they are one.
  var bits: UInt64? {
    guard extent.count <= 64 else { return nil }
    let mask: UInt64 = extent.count == 64 ? .max : (1 << UInt64(extent.count)) - 1
    switch value {
    case .number(let raw, _):
      return isCoded ? nil : raw & mask
    case .fixed(_, let raw): return raw & mask
    case .code(let bytes), .bytes(let bytes):
      guard bytes.count * 8 == extent.count else { return nil }
      return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    case .real, .text: return nil
    }
  }

  /// The number that `part`, which lies in the field, holds of it; nothing when the field is not a
  /// number or reserved.
  func bits(of part: Extent) -> UInt64? {
    guard part.start >= extent.start, part.end <= extent.end, part.count <= 64 else { return nil }
    if isReserved, case .bytes(let bytes) = value {
      return (part.start..<part.end).reduce(0) { result, bit in
        let (byte, place) = (bytes[(bit - extent.start) / 8], (bit - extent.start) % 8)
        return result << 1 | UInt64(byte >> (7 - UInt8(place)) & 1)
      }
    }
    guard case .number = value, let bits else { return nil }
    let mask: UInt64 = part.count == 64 ? .max : (1 << UInt64(part.count)) - 1
    return bits >> UInt64(extent.end - part.end) & mask
  }

  /// What failures show.
  var summary: String {
    let text =
      switch value {
      case .bytes(let bytes): "\(bytes.count) bytes \(Agreement.hex(Array(bytes.prefix(16))))"
      default: "\(value)"
      }
    return "\((groups + [name]).joined(separator: ".")) = \(text)"
  }
}

/// All that is told of a document's fields.
struct FieldList: ~Copyable {
  let document: Document
  /// The values of each node, its header first.
  private(set) var values: [[FieldValue]] = []
  /// The groups of each node that have a name, with their bytes.
  private(set) var groups: [[(name: String, bytes: [UInt8])]] = []

  init(_ document: Document) {
    self.document = document
    var walker = Walker()
    for index in document.tree.indices {
      var sink = Sink(node: index)
      if !document.tree[index].isRaw { document.walkHeader(index, &walker, into: &sink) }
      document.walk(index, &walker, into: &sink)
      values.append(sink.values)
      groups.append(sink.named)
    }
  }

  /// Writes down all it is told.
  private struct Sink: FieldSink {
    let node: NodeIndex
    var values: [FieldValue] = []
    var groups: [String] = []
    var named: [(name: String, bytes: [UInt8])] = []

    mutating func field(_ field: borrowing FieldReading) {
      add(field, name: field.name.description, in: groups)
    }

    mutating func begin(_ group: borrowing GroupReading) {
      if group.kind != .item { groups.append(group.name.description) }
    }

    mutating func end(_ group: borrowing GroupReading) {
      guard group.kind != .item else { return }
      groups.removeLast()
      if group.kind == .group, group.extent.isByteAligned, group.extent.count <= 1 << 20 {
        let bytes = (group.extent.byteOffset..<group.extent.byteEnd).compactMap {
          group.bytes.byte(at: $0)
        }
        named.append((group.name.description, bytes))
      }
    }

    mutating func table(_ table: borrowing TableReading) {
      let name = table.name.description
      let isUnnamed = table.definition.isArray
      for row in 0..<table.count {
        for column in table.columns.indices {
          let cell = table.field(row: row, column: column)
          let cellName = isUnnamed ? name : cell.name.description
          add(cell, name: cellName, in: groups + [name])
          // The last column of a matrix is of 2.30 bits, the others of 16.16 (14496-12 §8.2.2.2).
          if case .matrix = table.definition.meaning, row % 3 == 2 {
            values[values.count - 1].value = .fixed(
              Double(Int32(truncatingIfNeeded: cell.raw)) / 0x4000_0000, cell.raw)
          }
        }
      }
    }

    private mutating func add(
      _ field: borrowing FieldReading, name: String, in groups: [String]
    ) {
      let row = field.definition
      let content = bytes(of: field)
      var (isCoded, isReserved) = (false, false)
      let value: FieldValue.Value
      switch row.kind {
      case .expGolomb(let isSigned):
        isCoded = true
        value = .number(field.raw, isSigned: isSigned)
      case .leb128, .byteSum:
        isCoded = true
        value = .number(field.raw, isSigned: false)
      case .int: value = .number(field.raw, isSigned: true)
      case .uint:
        value =
          field.extent.count > 64 ? .bytes(content) : .number(field.raw, isSigned: false)
      case .reserved:
        isReserved = true
        value =
          field.extent.count > 64 ? .bytes(content) : .number(field.raw, isSigned: false)
      case .float(32):
        value = .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: field.raw))))
      case .float: value = .real(Double(bitPattern: field.raw))
      case .fixed(_, let fraction, let signed):
        let number = signed ? Double(Int64(bitPattern: field.raw)) : Double(field.raw)
        value = .fixed(number / Double(UInt64(1) << UInt64(fraction)), field.raw)
      case .code: value = .code(content)
      case .string:
        var text = ByteWriter()
        text.put(text: field.contentBytes, encoding: field.encoding, style: .json)
        value = .text(plain(text.string))
      default: value = .bytes(content)
      }
      values.append(
        FieldValue(
          node: node, name: name, groups: groups, extent: field.extent, isGap: field.isGap,
          isReserved: isReserved,
          isCoded: isCoded, meaning: row.meaning, value: value))
    }

    /// Text as it was before it was escaped for JSON.
    private func plain(_ escaped: String) -> String {
      let data = Data("\"\(escaped)\"".utf8)
      let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      return value as? String ?? escaped
    }

    private func bytes(of field: borrowing FieldReading) -> [UInt8] {
      guard field.content.isByteAligned, field.content.count <= 1 << 20 else { return [] }
      return (field.content.byteOffset..<field.content.byteEnd).compactMap {
        field.bytes.byte(at: $0)
      }
    }
  }
}
