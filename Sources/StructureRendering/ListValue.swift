package import ByteReading

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
  /// No value is known, or there is none.
  case absent
  case number(UInt64)
  /// A number by which something is known, and which counts nothing: without commas.
  case identifier(UInt64)
  case signed(Int64)
  /// A number with a fraction.
  case real(Double)
  /// A position in the file.
  case offset(UInt64)
  /// Ticks, and how many there are in a second; 0 when that is not known.
  case time(Int64, per: UInt64)
  case flag(Bool)
  case code(FourCC)
  /// A word of ours.
  case word(StaticString)
  /// Text that may hold anything; it is escaped as the form wants it.
  case text(FileText)
  /// Text in which no character is left to escape but for JSON: key strings, paths.
  case shown(ShownText)
  /// Several texts that may hold anything.
  case texts([FileText])
  /// Text that may hold anything, by its lines: at the end of a row each of them has a line of its own.
  case lines([FileText])
}
