package import ByteReading
package import Structure

/// A column of a list: described once, for text, records and JSON.
package struct ListColumn: Sendable {
  /// What machines call it; `nil` when it is for people alone.
  package let key: DumpKey?
  /// What people read above it; `nil` when it is for machines alone.
  package let title: StaticString?
  /// Whether text stands at the left of its column, as words do.
  package let isLeft: Bool

  package init(_ key: DumpKey, title: StaticString? = nil, isLeft: Bool = false) {
    self.key = key
    self.title = title
    self.isLeft = isLeft
  }

  /// A column for people alone.
  package init(title: StaticString, isLeft: Bool = false) {
    key = nil
    self.title = title
    self.isLeft = isLeft
  }
}

/// A value in a list.
package enum ListValue: Sendable {
  /// Nothing is known, or nothing is there.
  case absent
  case number(UInt64)
  case signed(Int64)
  /// A number with a fraction.
  case real(Double)
  /// A position in the file.
  case offset(UInt64)
  /// Ticks, and how many there are in a second; 0 when nothing says it.
  case time(Int64, per: UInt64)
  case flag(Bool)
  case code(FourCC)
  /// A word of ours.
  case word(StaticString)
  /// Text that may hold anything; it is escaped as the form wants it.
  case text(String)
  /// Text in which nothing is left to escape but for JSON: key strings, paths.
  case shown(ShownText)
  /// Several texts that may hold anything.
  case texts([String])
}

/// A file that rows are of.
package struct ListFile {
  package let document: Document
  /// Its path as given.
  package let path: [UInt8]
  /// What people call it, escaped.
  package let name: String

  package init(_ document: Document, path: [UInt8], name: String) {
    self.document = document
    self.path = path
    self.name = name
  }
}

/// The values of a row, one for each column: in plain bits, with the texts beside them.
///
/// Who writes many rows fills the same one again, so that nothing is counted or taken of the heap for
/// a row.
package struct ListRow: Sendable {
  /// A value; text is a place in `texts`.
  @usableFromInline
  enum Cell: Sendable {
    case absent
    case number(UInt64)
    case signed(Int64)
    case real(Double)
    case offset(UInt64)
    case time(Int64, per: UInt64)
    case flag(Bool)
    case code(FourCC)
    case word(StaticString)
    case text(Int)
    case shown(Int)
    case texts(Range<Int>)
  }

  @usableFromInline var cells: [Cell] = []
  @usableFromInline var texts: [String] = []

  package init() {}

  package init(_ values: [ListValue]) {
    for value in values { append(value) }
  }

  /// Adds the value of the next column.
  @inlinable @inline(__always)
  package mutating func append(_ value: ListValue) {
    switch value {
    case .absent: cells.append(.absent)
    case .number(let number): cells.append(.number(number))
    case .signed(let number): cells.append(.signed(number))
    case .real(let number): cells.append(.real(number))
    case .offset(let offset): cells.append(.offset(offset))
    case .time(let ticks, let timescale): cells.append(.time(ticks, per: timescale))
    case .flag(let flag): cells.append(.flag(flag))
    case .code(let code): cells.append(.code(code))
    case .word(let word): cells.append(.word(word))
    case .text(let text):
      cells.append(.text(texts.count))
      texts.append(text)
    case .shown(let shown):
      cells.append(.shown(texts.count))
      texts.append(shown.text)
    case .texts(let all):
      cells.append(.texts(texts.count..<texts.count + all.count))
      texts += all
    }
  }

  /// Forgets the values and keeps the room for as many.
  @inlinable
  package mutating func removeAll() {
    cells.removeAll(keepingCapacity: true)
    if !texts.isEmpty { texts.removeAll(keepingCapacity: true) }
  }
}
