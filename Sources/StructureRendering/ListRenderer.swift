package import ByteReading
import MediaFacts
package import Structure

/// Writes rows one after another: as a table for people, as records, or as JSON.
///
/// What a list says is in its rows; headings and remarks are for people alone.
package struct ListRenderer: ~Copyable {
  /// How a list is written.
  package enum Form: Sendable {
    case text
    /// TAB-separated records.
    case plain
    /// One document, or one document on one line.
    case document, line
    /// A line of JSON for the file and for each row.
    case rows
    /// One document in YAML.
    case yaml
  }

  private let form: Form
  /// What a row is, in JSON.
  private let kind: StaticString
  private let columns: [ListColumn]
  private let prefix: String
  private let options: RenderOptions
  private let digits: Int
  /// The files that rows are of, when there are several.
  private var files: [ListFile] = []
  /// The file of which something was not read, or else the first.
  private var doubtful: ListFile?
  /// The file of the row before, for people.
  private var lastFile: Int?
  private var page: Page
  private var json: RecordWriter<JSONEncoding, DumpKey>
  private var yaml: RecordWriter<YAMLEncoding, DumpKey>
  private var records: RecordWriter<TabEncoding, DumpKey>
  /// A line that is being made.
  private var line = ByteWriter()
  private var widths: [Int]
  /// Columns before which a row goes on in the next line, because the page has no room for them.
  private var breaks: [Int] = []
  private var hasBegun = false

  /// A list of `kind`, called so in JSON, whose rows have `columns`.
  package init(
    _ form: Form, kind: StaticString, columns: [ListColumn], _ document: Document,
    _ options: RenderOptions, output: consuming ByteWriter
  ) {
    self.form = form
    self.kind = kind
    self.columns = columns
    prefix = options.recordPrefix
    self.options = options
    var digits = 1
    while digits < 16, UInt64(document.tree.file.byteCount) &>> UInt64(digits * 4) > 0 {
      digits += 1
    }
    self.digits = max(8, digits)
    widths = Array(repeating: 0, count: columns.count)
    var text = ByteWriter()
    var tab = ByteWriter()
    var lines = ByteWriter()
    var blocks = ByteWriter()
    switch form {
    case .text: text = output
    case .plain: tab = output
    case .document, .line, .rows: lines = output
    case .yaml: blocks = output
    }
    page = Page(options, output: text)
    records = RecordWriter(TabEncoding(), DumpKey.self, tab)
    let encoding = JSONEncoding(isPretty: form == .document && options.isPretty)
    json = RecordWriter(encoding, DumpKey.self, lines)
    yaml = RecordWriter(YAMLEncoding(), DumpKey.self, blocks)
  }

  /// Whether rows are read by people.
  package var isForPeople: Bool { form == .text }
  /// Whether nobody reads what is written any more. It is asked behind each row, as something that may change the
  /// renderer: what may not is given all of it each time.
  package var hasFailed: Bool {
    mutating get {
      switch form {
      case .text: page.output.hasFailed
      case .plain: records.output.hasFailed
      case .document, .line, .rows: json.output.hasFailed
      case .yaml: yaml.output.hasFailed
      }
    }
  }

  /// Gives back where it wrote to.
  package consuming func finish() -> ByteWriter {
    switch form {
    case .text: page.output
    case .plain: records.finish()
    case .document, .line, .rows: json.finish()
    case .yaml: yaml.finish()
    }
  }

  // MARK: The file

  /// Begins the list of these files; rows of several say which they are of.
  package mutating func begin(_ files: [ListFile], _ options: RenderOptions) {
    guard let first = files.first else { return }
    if files.count > 1 { self.files = files }
    doubtful = files.first { !$0.unread.isEmpty } ?? first
    let head = ListHead(kind: kind, first: first, segments: files.dropFirst(), options: options)
    switch form {
    case .text, .plain: break
    case .document, .line: head.write(isLine: false, to: &json)
    case .rows: head.write(isLine: true, to: &json)
    case .yaml: head.write(isLine: false, to: &yaml)
    }
  }

  /// Ends the list.
  package mutating func end() {
    switch form {
    case .text, .plain, .rows: break
    case .document, .line:
      json.closeArray(.line(2))
      json.closeDocument()
    case .yaml:
      yaml.closeArray(.line(2))
      yaml.closeDocument()
    }
  }

  // MARK: For people

  /// A line above a table, with an empty one in front unless it is the first.
  package mutating func heading(_ text: String) {
    guard form == .text else { return }
    if hasBegun { page.end() }
    hasBegun = true
    page.put(ShownText(text), .strong)
    page.end()
  }

  /// A line of its own.
  package mutating func remark(_ text: String) {
    guard form == .text else { return }
    hasBegun = true
    page.put(ShownText(text))
    page.end()
  }

  /// A line that says that there is none of what is listed, as far as that is known, and what there is instead.
  package mutating func none(_ words: StaticString, besides: String = "") {
    remark((doubtful?.none(words) ?? words.description) + besides)
  }

  /// Makes columns as wide as these rows need, and writes the titles.
  ///
  /// A row that comes later and needs more room moves what stands behind it.
  package mutating func titles(for rows: [[ListValue]]) {
    guard form == .text else { return }
    let last = columns.indices.last { columns[$0].title != nil }
    for column in columns.indices {
      guard let title = columns[column].title else { continue }
      var width = displayWidth(of: title.description)
      widths[column] = width
      // No column stands behind words that end the row.
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
    plan()
    for column in columns.indices {
      guard let title = columns[column].title else { continue }
      if breaks.contains(column) { goOn(ink: .faint) }
      pad(column) { $0.put(title) }
    }
    put(ink: .faint)
  }

  /// The columns before the second and later lines of a row.
  private static let continuation = 6

  /// Decides which columns stand in which line of a row, so that none is wider than the page.
  private mutating func plan() {
    breaks.removeAll()
    guard let width = page.width else { return }
    var used = 0
    let last = columns.indices.last { columns[$0].title != nil }
    for column in columns.indices where columns[column].title != nil {
      // Words that end a row are wrapped in the room there is.
      if column == last, columns[column].isLeft { continue }
      if used > Self.continuation, used + 2 + widths[column] > width {
        breaks.append(column)
        used = Self.continuation
      }
      used += 2 + widths[column]
    }
  }

  /// Ends a line of a row and begins the next one.
  private mutating func goOn(ink: Ink) {
    put(ink: ink)
    line.removeAll()
    line.putSpaces(Self.continuation)
  }

  /// A line that says what is left out.
  package mutating func omitted(_ rows: UInt64, _ hint: String) {
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

  /// Writes a row: a value for each column; of several files the row says which it is of. Fields stand below the
  /// row, or in it as `fields`; records of one line a row have no room for them.
  package mutating func row(_ values: [ListValue], file: Int? = nil, fields: ListFields? = nil) {
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
        if breaks.contains(column) { goOn(ink: .plain) }
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
      if let words, let last = values.last, case .lines(let lines) = last {
        put(lines: lines.dropFirst(), from: words)
      } else if let words {
        wrap(from: words)
      }
      put(ink: .plain)
      if let fields { lines(of: fields) }
    case .plain:
      records.openObject()
      if !files.isEmpty {
        let place = file ?? 0
        records.cell(text: files[place < files.count ? place : 0].name)
      } else if !prefix.isEmpty {
        records.cell()
        records.output.put(prefix)
      }
      Self.put(values, columns, isLine: false, to: &records)
      records.closeObject()
    case .document, .line:
      json.element(.line(4))
      Self.put(values, columns, of: source(of: file), fields: fields, options: options, as: JSONEncoding(isPretty: false), to: &json)
    case .yaml:
      yaml.element(.line(4))
      Self.put(values, columns, of: source(of: file), fields: fields, options: options, as: YAMLEncoding(), to: &yaml)
    case .rows:
      Self.put(
        values, columns, of: source(of: file), kind: kind, fields: fields, options: options, as: JSONEncoding(isPretty: false), to: &json)
      json.endRecord()
    }
  }

  /// Writes fields one a line, each with its offset and size.
  private mutating func lines(of fields: ListFields) {
    var output = ByteWriter()
    swap(&output, &page.output)
    var lines = FieldLines(page: Page(options, output: output), options: options, tree: fields.document.tree)
    lines.margin = .outline(OutlineColumns(offset: digits), guides: "")
    fields.walk(into: &lines)
    swap(&page.output, &lines.page.output)
  }

  /// What people call the file with this number, when rows say which they are of.
  package func name(ofFile place: Int) -> String? { source(of: place)?.name }

  /// The file with this number, when rows say which they are of.
  private func source(of file: Int?) -> ListFile? {
    guard let file, files.indices.contains(file) else { return nil }
    return files[file]
  }

  /// Puts a row as an object; in a line of its own it says of what `kind` it is.
  private static func put<Encoding: RecordEncoding>(
    _ values: [ListValue], _ columns: [ListColumn], of file: ListFile?, kind: StaticString? = nil,
    fields: ListFields?, options: RenderOptions, as encoding: Encoding,
    to records: inout RecordWriter<Encoding, DumpKey>
  ) {
    records.openObject()
    if let kind { records.member(.kind, word: kind) }
    if let file {
      records.key(.file)
      records.put(text: file.path.rawBytes)
    }
    put(values, columns, isLine: kind != nil, to: &records)
    if let fields {
      records.key(.fields)
      records.openArray()
      // The fields are written by the writer of the row.
      var inner = JSONFields(ByteWriter(), options, encoding)
      inner.indent = 6
      swap(&inner.text, &records)
      fields.walk(into: &inner)
      swap(&inner.text, &records)
      records.closeArray()
    }
    records.closeObject()
  }

  /// Puts the members of a row; what is absent or empty has no key.
  @inline(__always)
  private static func put<Encoding: RecordEncoding>(
    _ values: [ListValue], _ columns: [ListColumn], isLine: Bool,
    to records: inout RecordWriter<Encoding, DumpKey>
  ) {
    for column in columns.indices where column < values.count {
      guard var key = columns[column].key else { continue }
      // A line says in `kind` what it is.
      if isLine, case .kind = key { key = .rowKind }
      put(values[column], as: key, to: &records)
    }
  }

  private static func put<Encoding: RecordEncoding>(
    _ value: ListValue, as key: DumpKey, to records: inout RecordWriter<Encoding, DumpKey>
  ) {
    switch value {
    case .absent: records.absent(key)
    case .number(let number), .identifier(let number), .offset(let number): records.member(key, number)
    case .signed(let number):
      records.key(key)
      records.put(signed: number)
    case .real(let number):
      records.key(key)
      records.put(real: number)
    case .time(let ticks, let timescale):
      records.key(key)
      records.put(ticks: ticks, per: timescale)
    case .flag(let flag): records.member(key, flag)
    case .code(let code):
      records.key(key)
      records.put(code: code)
    case .word(let word):
      if word.isEmpty { records.absent(key) } else { records.member(key, word: word) }
    case .text(let text):
      if text.isEmpty { records.absent(key) } else { records.member(key, text: text) }
    case .shown(let shown):
      if shown.text.isEmpty { records.absent(key) } else { records.member(key, shown: shown) }
    case .texts(let texts), .lines(let texts): records.member(key, texts: texts)
    }
  }

  /// The least room in which words are worth wrapping; with less they begin on a line of their own.
  private static let leastRoom = 24

  /// Writes a line whose last words begin at byte `start`, and the others below them; leaves the last in the line.
  private mutating func put(lines: ArraySlice<FileText>, from start: Int) {
    let indent = wrap(from: start)
    for text in lines {
      put(ink: .plain)
      line.removeAll()
      line.putSpaces(indent)
      line.put(text, style: .name)
      wrap(from: indent)
    }
  }

  /// Breaks a line that is too long for the page between words, below the first of which, at byte
  /// `start`, others stand; leaves the last piece in the line.
  ///
  /// - Returns: The column in which the words begin.
  @discardableResult
  private mutating func wrap(from start: Int) -> Int {
    var count = line.count
    while count > start, line.contents.byte(at: count - 1) == UInt8(ascii: " ") { count -= 1 }
    line.truncate(to: count)
    var start = min(start, count)
    if page.isASCII {
      // Signs may be wider there, so that they decide whether the line has room.
      let front = line.contents.extracting(0..<start).inASCII
      let text = line.contents.extracting(start..<count).inASCII
      line.removeAll()
      line.put(front)
      line.put(text)
      start = front.count
    }
    var indent = ByteReading.columns(of: line.contents.extracting(0..<start))
    guard line.count > start, let width = page.width, columnsOfLine(from: 0) > width else { return indent }
    var text = ByteWriter()
    text.put(bytes: line.contents.extracting(start..<line.count))
    line.truncate(to: start)
    let words = text.array
    // A word that is cut off here may fit on a line of its own.
    let least = max(Self.leastRoom, min(Self.widest(of: words.rawBytes), width - min(10, width / 4)))
    if width - indent < least {
      put(ink: .plain)
      indent = min(10, width / 4)
      line.removeAll()
      line.putSpaces(indent)
    }
    let pieces = Folding.pieces(of: words.rawBytes, width: width - indent, hanging: 0).pieces
    for (number, piece) in pieces.enumerated() {
      if number > 0 {
        put(ink: .plain)
        line.removeAll()
        line.putSpaces(indent)
      }
      line.put(bytes: words.rawBytes.extracting(piece.bytes))
    }
    return indent
  }

  /// The columns of the widest word of a text.
  private static func widest(of text: RawSpan) -> Int {
    var widest = 0
    var word = text.unbrokenWords(from: 0, room: 0)
    while !word.isEmpty {
      widest = max(widest, ByteReading.columns(of: text.extracting(word)))
      word = text.unbrokenWords(from: word.upperBound, room: 0)
    }
    return widest
  }

  /// Writes the line.
  private mutating func put(ink: Ink) {
    var count = line.count
    while count > 0, line.contents.byte(at: count - 1) == UInt8(ascii: " ") { count -= 1 }
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
    case .identifier(let number): line.put(decimal: number)
    case .signed(let number): line.put(grouped: number)
    case .real(let number): line.put(number.description)
    case .offset(let offset): line.put(hex: offset, digits: digits)
    case .time(let ticks, let timescale): put(ticks, per: timescale)
    case .flag(let flag): line.put(flag ? "yes" : "no")
    case .code(let code): line.put(key: code)
    case .word(let word): line.put(word)
    case .text(let text): line.put(text, style: .name)
    case .shown(let shown): line.put(shown.text)
    case .lines(let lines):
      if let first = lines.first { line.put(first, style: .name) }
    case .texts(let texts):
      for (index, text) in texts.enumerated() {
        if index > 0 { line.put(", ") }
        line.put(text, style: .name)
      }
    }
  }

  private mutating func put(_ ticks: Int64, per timescale: UInt64) {
    if ticks < 0 { line.put("-") }
    if timescale == 0 {
      line.put(grouped: ticks.magnitude)
      line.put(" ticks")
    } else {
      line.put(clock: ticks.magnitude, per: timescale)
    }
  }
}

/// The terminal columns of text of our own.
private func displayWidth(of text: String) -> Int {
  var writer = ByteWriter()
  writer.put(text)
  return ByteReading.columns(of: writer.contents)
}
