public import ByteReading
import MediaFacts
public import Structure

/// A column of a list: described once, for text, records and JSON.
public struct ListColumn: Sendable {
  /// What machines call it: the key in JSON.
  public let name: StaticString
  /// What people read above it; nothing when it is for machines alone.
  public let title: StaticString?
  /// Whether text stands at the left of its column, as words do.
  public let isLeft: Bool
  /// Whether machines get it.
  public let isForMachines: Bool

  public init(
    _ name: StaticString, title: StaticString? = nil, isLeft: Bool = false,
    isForMachines: Bool = true
  ) {
    self.name = name
    self.title = title
    self.isLeft = isLeft
    self.isForMachines = isForMachines
  }
}

/// A value in a list.
public enum ListValue: Sendable {
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
public struct ListFile {
  public let document: Document
  /// Its path as given.
  public let path: [UInt8]
  /// What people call it, escaped.
  public let name: String

  public init(_ document: Document, path: [UInt8], name: String) {
    self.document = document
    self.path = path
    self.name = name
  }
}

/// Writes rows one after another: as a table for people, as records, or as JSON.
///
/// What a list says is in its rows; headings and remarks are for people alone.
public struct ListRenderer: ~Copyable {
  /// How a list is written.
  public enum Form: Sendable {
    case text
    /// TAB-separated records.
    case plain
    /// One document, or one document on one line.
    case document, line
    /// A line of JSON for the file and for each row.
    case rows
  }

  private let form: Form
  /// What a row is, in JSON.
  private let kind: StaticString
  private let columns: [ListColumn]
  private let prefix: String
  private let digits: Int
  /// The files that rows are of, when there are several.
  private var files: [ListFile] = []
  /// The file of the row before, for people.
  private var lastFile: Int?
  private var page: Page
  private var json: JSONText
  /// A line that is being made.
  private var line = ByteWriter()
  private var widths: [Int]
  private var hasBegun = false

  /// A list of `kind`, called so in JSON, whose rows have `columns`.
  public init(
    _ form: Form, kind: StaticString, columns: [ListColumn], _ document: Document,
    _ options: RenderOptions, output: consuming ByteWriter
  ) {
    self.form = form
    self.kind = kind
    self.columns = columns
    prefix = options.recordPrefix
    var digits = 1
    while digits < 16, UInt64(document.tree.file.byteCount) &>> UInt64(digits * 4) > 0 {
      digits += 1
    }
    self.digits = max(8, digits)
    widths = Array(repeating: 0, count: columns.count)
    switch form {
    case .text, .plain:
      page = Page(options, output: output)
      json = JSONText(ByteWriter(), isPretty: false)
    case .document, .line, .rows:
      page = Page(options, output: ByteWriter())
      json = JSONText(output, isPretty: form == .document && options.isPretty)
    }
  }

  /// Whether rows are read by people.
  public var isForPeople: Bool { form == .text }
  /// Whether nobody reads what is written any more.
  public var hasFailed: Bool { page.output.hasFailed || json.output.hasFailed }

  /// Gives back where it wrote to.
  public consuming func finish() -> ByteWriter {
    switch form {
    case .text, .plain: page.output
    case .document, .line, .rows: json.finish()
    }
  }

  // MARK: The file

  /// Begins the list of these files; rows of several say which they are of.
  public mutating func begin(_ files: [ListFile], _ options: RenderOptions) {
    guard let first = files.first else { return }
    if files.count > 1 { self.files = files }
    guard form != .text, form != .plain else { return }
    json.open(0x7B)
    if form == .rows {
      json.member("kind", word: "file")
    } else {
      json.line(2)
    }
    json.member("schema", word: PublishedSchema.listName)
    member("list")
    json.put(word: kind)
    member("tool")
    json.putTool(options)
    member("file")
    put(first)
    if files.count > 1 {
      member("segments")
      json.openArray()
      for file in files.dropFirst() {
        json.comma()
        put(file)
      }
      json.closeArray()
    }
    if form == .rows {
      json.close(0x7D, 0)
      json.breakRecord()
    } else {
      member("rows")
      json.open(0x5B)
    }
  }

  private mutating func put(_ file: ListFile) {
    json.openObject()
    json.key("path")
    let path = file.path
    json.put(text: path.rawBytes)
    json.member("size", file.document.tree.file.byteCount)
    json.member("format", text: file.document.synopsis.format)
    if let brand = file.document.synopsis.brand {
      json.key("brand")
      json.put(code: brand)
    }
    json.closeObject()
  }

  /// Ends the list.
  public mutating func end() {
    guard form == .document || form == .line else { return }
    json.close(0x5D, 2)
    json.close(0x7D, 0)
    json.output.put(0x0A)
  }

  private mutating func member(_ name: StaticString) {
    if form != .rows { json.line(2) }
    json.key(name)
  }

  // MARK: For people

  /// A line above a table, with an empty one in front unless it is the first.
  public mutating func heading(_ text: String) {
    guard form == .text else { return }
    if hasBegun { page.end() }
    hasBegun = true
    page.put(ShownText(text).text, .strong)
    page.end()
  }

  /// A line of its own.
  public mutating func remark(_ text: String) {
    guard form == .text else { return }
    hasBegun = true
    page.put(ShownText(text).text)
    page.end()
  }

  /// Makes columns as wide as these rows need, and writes the titles.
  ///
  /// A row that comes later and needs more room moves what stands behind it.
  public mutating func titles(for rows: [[ListValue]]) {
    guard form == .text else { return }
    let last = columns.indices.last { columns[$0].title != nil }
    for column in columns.indices {
      guard let title = columns[column].title else { continue }
      var width = displayWidth(of: title.description)
      widths[column] = width
      // Nothing stands behind words that end the row.
      if column == last, columns[column].isLeft { continue }
      for row in rows where column < row.count {
        line.removeAll()
        put(row[column])
        width = max(width, ByteReading.columns(of: line.contents))
      }
      widths[column] = width
    }
    line.removeAll()
    if hasBegun { page.end() }
    hasBegun = true
    lastFile = nil
    for column in columns.indices {
      guard let title = columns[column].title else { continue }
      pad(column) { $0.put(title) }
    }
    put(ink: .faint)
  }

  /// A line that says what is left out.
  public mutating func omitted(_ rows: UInt64, _ hint: String) {
    guard form == .text else { return }
    line.removeAll()
    line.put("  … ")
    line.put(grouped: rows)
    line.put(" more")
    if !hint.isEmpty {
      line.put(" (")
      line.put(hint)
      line.put(")")
    }
    put(ink: .faint)
  }

  // MARK: Rows

  /// Writes a row: a value for each column; of several files it is told which it is of.
  public mutating func row(_ values: [ListValue], file: Int? = nil) {
    switch form {
    case .text:
      if let file, file != lastFile, files.indices.contains(file) {
        lastFile = file
        line.removeAll()
        line.put("  ")
        line.put(text: files[file].name, style: .shown)
        line.put(":")
        put(ink: .faint)
      }
      line.removeAll()
      // Where the words that end the row begin.
      var words: Int?
      for column in columns.indices where columns[column].title != nil && column < values.count {
        words = nil
        if columns[column].isLeft {
          line.putSpaces(2)
          let start = line.count
          words = start
          put(values[column])
          let used = columnsOfLine(from: start)
          line.putSpaces(widths[column] - used)
        } else {
          putRight(values[column], widths[column])
        }
      }
      if let words { wrap(from: words) }
      put(ink: .plain)
    case .plain:
      var isFirst = true
      if !files.isEmpty {
        let place = file ?? 0
        page.output.put(text: files[place < files.count ? place : 0].name, style: .record)
        isFirst = false
      } else if !prefix.isEmpty {
        page.output.put(prefix)
        isFirst = false
      }
      for column in columns.indices where columns[column].isForMachines && column < values.count {
        if !isFirst { page.output.put(0x09) }
        isFirst = false
        record(values[column])
      }
      page.output.put(0x0A)
    case .document, .line, .rows:
      if form != .rows { json.line(4) }
      json.openObject()
      if form == .rows { json.member("kind", word: kind) }
      if let file, files.indices.contains(file) {
        let path = files[file].path
        json.key("file")
        json.put(text: path.rawBytes)
      }
      for column in columns.indices where columns[column].isForMachines && column < values.count {
        member(columns[column].name, values[column])
      }
      json.closeObject()
      if form == .rows { json.breakRecord() }
    }
  }

  /// The least room in which words are worth wrapping; with less they begin on a line of their own.
  private static let leastRoom = 24

  /// Breaks a line that is too long for the page between words, below the first of which, at byte
  /// `start`, others stand; leaves the last piece in the line.
  private mutating func wrap(from start: Int) {
    var count = line.count
    while count > start, line.contents.byte(at: count - 1) == 0x20 { count -= 1 }
    line.truncate(to: count)
    guard count > start, let width = page.width, columnsOfLine(from: 0) > width else { return }
    var text = ByteWriter()
    text.put(bytes: line.contents.extracting(start..<count))
    line.truncate(to: start)
    var indent = columnsOfLine(from: 0)
    var isEmpty = true
    let words = text.array.split(separator: 0x20).map { Array($0) }
    let widest = words.map { ByteReading.columns(of: $0.rawBytes) }.max() ?? 0
    // A word that is cut off here may fit on a line of its own.
    if width - indent < max(Self.leastRoom, min(widest, width - min(10, width / 4))) {
      put(ink: .plain)
      indent = min(10, width / 4)
      line.removeAll()
      line.putSpaces(indent)
    }
    var used = indent
    for word in words {
      let needed = ByteReading.columns(of: word.rawBytes)
      if !isEmpty, used + 1 + needed > width {
        put(ink: .plain)
        line.removeAll()
        line.putSpaces(indent)
        used = indent
        isEmpty = true
      }
      if !isEmpty { line.put(0x20) }
      line.put(bytes: word.rawBytes)
      used += needed + (isEmpty ? 0 : 1)
      isEmpty = false
    }
  }

  /// Writes the line.
  private mutating func put(ink: Ink) {
    var count = line.count
    while count > 0, line.contents.byte(at: count - 1) == 0x20 { count -= 1 }
    line.truncate(to: count)
    if page.isDirect {
      page.output.put(line)
      page.output.put(0x0A)
    } else {
      page.scratch.removeAll()
      page.scratch.put(line)
      page.putScratch(ink)
      page.end()
    }
  }

  private func columnsOfLine(from start: Int) -> Int {
    ByteReading.columns(of: line.contents.extracting(start..<line.count))
  }

  private mutating func pad(_ column: Int, _ body: (inout ByteWriter) -> Void) {
    var text = ByteWriter()
    body(&text)
    let room = widths[column] - ByteReading.columns(of: text.contents)
    line.putSpaces(columns[column].isLeft ? 2 : 2 + room)
    line.put(text)
    if columns[column].isLeft { line.putSpaces(room) }
  }

  /// A value at the right of its column.
  private mutating func putRight(_ value: ListValue, _ width: Int) {
    switch value {
    case .number(let number):
      line.putSpaces(2)
      line.put(grouped: number, width: width)
    case .offset(let offset):
      line.putSpaces(2 + width - digits)
      line.put(hex: offset, digits: digits)
    default:
      let start = line.count
      put(value)
      let used = line.count - start
      guard used < width + 2 else { return }
      // Numbers are ASCII: a column is a byte. What is not is measured.
      var text = ByteWriter()
      text.put(bytes: line.contents.extracting(start..<line.count))
      line.truncate(to: start)
      line.putSpaces(2 + width - ByteReading.columns(of: text.contents))
      line.put(text)
    }
  }

  /// A value for people.
  private mutating func put(_ value: ListValue) {
    switch value {
    case .absent: line.put(page.signs.dash)
    case .number(let number): line.put(grouped: number)
    case .signed(let number): line.put(grouped: number)
    case .real(let number): line.put(number.description)
    case .offset(let offset): line.put(hex: offset, digits: digits)
    case .time(let ticks, let timescale): put(ticks, per: timescale)
    case .flag(let flag): line.put(flag ? "yes" : "no")
    case .code(let code): line.put(key: code)
    case .word(let word): line.put(word)
    case .text(let text): line.put(text: text, style: .name)
    case .shown(let shown): line.put(shown.text)
    case .texts(let texts):
      for (index, text) in texts.enumerated() {
        if index > 0 { line.put(", ") }
        line.put(text: text, style: .name)
      }
    }
  }

  private mutating func put(_ ticks: Int64, per timescale: UInt64) {
    if ticks < 0 { line.put("-") }
    if timescale == 0 {
      line.put(grouped: ticks.magnitude)
      line.put(" ticks")
    } else {
      line.put(seconds: ticks.magnitude, per: timescale, digits: 3)
      line.put(" s")
    }
  }

  /// A value in a record.
  private mutating func record(_ value: ListValue) {
    switch value {
    case .absent: break
    case .number(let number), .offset(let number): page.output.put(decimal: number)
    case .signed(let number): page.output.put(decimal: number)
    case .real(let number): page.output.put(number.description)
    case .time(let ticks, let timescale):
      if ticks < 0 { page.output.put("-") }
      guard timescale != 0 else { return page.output.put(decimal: ticks.magnitude) }
      page.output.put(seconds: ticks.magnitude, per: timescale, digits: 6)
    case .flag(let flag): page.output.put(flag ? "1" : "0")
    case .code(let code): page.output.put(key: code)
    case .word(let word): page.output.put(word)
    case .text(let text): page.output.put(text: text, style: .record)
    case .shown(let shown): page.output.put(shown.text)
    case .texts(let texts):
      for (index, text) in texts.enumerated() {
        if index > 0 { page.output.put("; ") }
        page.output.put(text: text, style: .record)
      }
    }
  }

  /// A value in JSON; what is absent or empty is left out.
  private mutating func member(_ name: StaticString, _ value: ListValue) {
    switch value {
    case .absent: break
    case .number(let number), .offset(let number): json.member(name, number)
    case .signed(let number):
      json.key(name)
      json.put(signed: number)
    case .time(let ticks, let timescale):
      json.key(name)
      guard timescale != 0 else { return json.output.put("null") }
      if ticks < 0 { json.output.put("-") }
      json.output.put(seconds: ticks.magnitude, per: timescale, digits: 6)
    case .flag(let flag): json.member(name, flag)
    case .code(let code):
      json.key(name)
      json.put(code: code)
    case .word(let word): if word.utf8CodeUnitCount > 0 { json.member(name, word: word) }
    case .text(let text): if !text.isEmpty { json.member(name, text: text) }
    case .shown(let shown): if !shown.text.isEmpty { json.member(name, text: shown.text) }
    case .texts(let texts):
      json.key(name)
      json.openArray()
      for text in texts {
        json.comma()
        let bytes = Array(text.utf8)
        json.put(text: bytes.rawBytes)
      }
      json.closeArray()
    case .real(let number):
      json.key(name)
      json.output.put(number)
    }
  }
}

/// The terminal columns of text of our own.
private func displayWidth(of text: String) -> Int {
  var writer = ByteWriter()
  writer.put(text)
  return ByteReading.columns(of: writer.contents)
}
