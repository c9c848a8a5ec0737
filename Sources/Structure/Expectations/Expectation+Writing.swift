public import ByteReading

extension Document {
  /// Writes what this file is like as expectations, a line each, ready to be edited.
  ///
  /// What differs from one file to the next, times, sizes, places and counts, stands in comments.
  /// Tables are left out, and so are bytes that no field names.
  ///
  /// - Parameters:
  ///   - output: Where the lines are written to.
  ///   - limit: The nodes that are written at most.
  /// - Complexity: O(*n*) in the number of nodes, of which at most `limit` are written.
  public func putExpectations(to output: inout ByteWriter, limit: Int = 20_000) {
    let paths = IdentityPaths(self)
    var walker = Walker()
    var written = 0
    for index in tree.indices where !tree[index].isRaw {
      guard written < limit else {
        output.put("# Only the first ")
        output.put(grouped: limit)
        output.put(" are written.\n")
        return
      }
      written += 1
      var sink = Writing()
      walk(index, &walker, into: &sink)
      let path = paths.path(of: index)
      let names = sink.names
      var hasLine = false
      for field in sink.fields where names[field.name.foldedName] == 1 {
        if field.varies { output.put("# ") }
        output.put("expect ")
        output.put(path)
        output.put(".")
        output.put(field.name)
        output.put(" = ")
        output.put(field.value)
        output.put("\n")
        if !field.varies { hasLine = true }
      }
      // What holds others is there when they are.
      if !hasLine, tree.firstChild(of: index) == nil {
        output.put("expect ")
        output.put(path)
        output.put("\n")
      }
    }
  }
}

/// Remembers fields with what they say, as an expectation compares it.
private struct Writing: FieldSink {
  struct Field {
    let name: String
    let value: String
    /// Whether it is likely to be otherwise in the next file.
    let varies: Bool
  }

  private(set) var fields: [Field] = []
  /// How often each name occurs, without case and underscores, as paths compare names; one that
  /// occurs twice cannot be written alone.
  private(set) var names: [String: Int] = [:]

  private mutating func count(_ name: String) { names[name.foldedName, default: 0] += 1 }

  mutating func begin(_ group: borrowing GroupReading) {
    if !group.name.description.isEmpty { count(group.name.description) }
  }

  mutating func table(_ table: borrowing TableReading) {
    count(table.name.description)
    for column in table.columns { count(table.program.rows[column.row].name.description) }
  }

  mutating func field(_ field: borrowing FieldReading) {
    let row = field.definition
    let name = row.name.description
    if field.isGap || name.isEmpty { return }
    count(name)
    if case .reserved = row.kind { return }
    guard fields.count < 256 else { return }
    var text = ByteWriter()
    switch row.kind {
    case .uint, .int, .expGolomb, .leb128, .byteSum, .float, .fixed:
      if field.extent.count > 64 { return }
      text.put(value: field, .raw)
      if case .fixed(_, let fraction, let signed) = row.kind {
        text = ByteWriter()
        text.put(fixedPoint(field.raw, fraction, signed))
      } else if case .float(let bits) = row.kind {
        let number = floatingPoint(field.raw, bits: bits)
        guard number.isFinite else { return }
        text = ByteWriter()
        text.put(number)
      } else if case .int = row.kind {
        text = ByteWriter()
        text.put(decimal: Int64(bitPattern: field.raw))
      } else if case .expGolomb(signed: true) = row.kind {
        text = ByteWriter()
        text.put(decimal: Int64(bitPattern: field.raw))
      } else {
        text = ByteWriter()
        text.put(decimal: field.raw)
      }
    case .code:
      text.put("'")
      // A key string keeps its own escapes, but for a backslash, which ends one.
      let key = FourCC(UInt32(truncatingIfNeeded: field.raw)).key
      text.put(Self.quoted(key.replacing("\\\\", with: "\\\\\\\\")))
      text.put("'")
    case .string:
      var content = ByteWriter()
      let outcome = content.put(
        text: field.contentBytes, encoding: field.encoding, style: .json, limit: 256)
      // What is not text in its encoding cannot be written as text.
      guard outcome.isValid, !outcome.isTruncated else { return }
      text.put("'")
      text.put(Self.quoted(content.string))
      text.put("'")
    case .uuid: text.put(uuid: field.contentBytes)
    case .bytes:
      // What is all of an atom is its payload, not something to expect.
      if field.program.isOpaque { return }
      guard field.content.isByteAligned, (1...64).contains(field.content.byteCount) else { return }
      text.put("'")
      text.put(hexBytes: field.contentBytes, separator: nil)
      text.put("'")
    default: return
    }
    fields.append(Field(name: name, value: text.string, varies: Self.varies(row)))
  }

  /// Text with its quotes escaped; its other escapes are those of JSON already.
  private static func quoted(_ text: String) -> String {
    text.replacingScalars { $0 == "'" ? "\\'" : nil }
  }

  private static func varies(_ row: Row) -> Bool {
    if row.traits.contains(.volatile) { return true }
    switch row.meaning {
    case .ticks, .duration, .secondsSince1904, .microsecondsSince1904, .ntp, .fileOffset, .bytes:
      return true
    case .unit(let unit): return unit.isSame(as: "bit/s")
    default: break
    }
    let name = row.name.description
    return name.hasSuffix("count") || name.hasSuffix("Count") || name.hasSuffix("_ID")
  }
}
