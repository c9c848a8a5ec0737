package import ByteReading
import Structure

/// What a piece of text is, so that it has a colour where there are colours.
package enum Ink: Sendable {
  case plain, strong, faint, error, warning, note, value, label

  /// The sequence that begins it (ECMA-48 §8.3.117). Only the eight basic colours and their weights,
  /// so that the terminal's own palette decides, light or dark.
  package var sequence: StaticString {
    switch self {
    case .plain: "\u{1B}[0m"
    case .strong: "\u{1B}[1m"
    case .faint: "\u{1B}[2m"
    case .error: "\u{1B}[1;31m"
    case .warning: "\u{1B}[1;33m"
    case .note: "\u{1B}[1;36m"
    case .value: "\u{1B}[32m"
    case .label: "\u{1B}[36m"
    }
  }
}

/// The signs that drawings are made of, in UTF-8 or in ASCII.
struct Signs: Sendable {
  let branch: StaticString
  let last: StaticString
  let trunk: StaticString
  let ellipsis: StaticString
  let dash: StaticString

  init(isASCII: Bool) {
    branch = isASCII ? "|- " : "├─ "
    last = isASCII ? "`- " : "└─ "
    trunk = isASCII ? "|  " : "│  "
    ellipsis = isASCII ? "..." : "…"
    dash = isASCII ? "-" : "—"
  }
}

/// Writes lines for people: in colour or not, in UTF-8 or ASCII, folded to a width or not.
///
/// A line that is too long goes on in the next one, below ``hang()``; one of an outline is cut, when
/// ``cut()`` says so.
package struct Page: ~Copyable {
  let signs: Signs
  package let hasColor: Bool
  let isASCII: Bool
  let width: Int?
  /// Where lines go when they are done.
  package var output: ByteWriter
  /// The line that is being written, without its colours.
  private var line = ByteWriter()
  /// Which bytes of the line have a colour, in order.
  private var inks: [(start: Int, end: Int, ink: Ink)] = []
  /// The column that the rest of the line stands below when it is folded; `nil` for two behind its
  /// beginning.
  private var hanging: Int?
  /// Whether what is too long for the page is left out, as an outline does with the end of a row.
  private var cutsLine = false
  /// The columns of the line up to its byte `measured`.
  private var counted = 0
  private var measured = 0
  private var isCut = false
  /// A piece of text that is measured before it goes into the line.
  var scratch = ByteWriter()

  package init(_ options: RenderOptions, output: consuming ByteWriter) {
    self.output = output
    signs = Signs(isASCII: options.isASCII)
    hasColor = options.hasColor
    isASCII = options.isASCII
    width = options.width
    isDirect = width == nil && !hasColor && !isASCII
  }

  /// Gives back where it wrote to.
  package consuming func finish() -> ByteWriter { output }

  /// Whether no text has to be measured or translated, so that text may go straight into the line,
  /// and whole lines straight to `output`.
  let isDirect: Bool

  /// The columns that the line has so far.
  ///
  /// It is asked as something that may change the page: what may not is given all of it, hundreds of bytes, for each ask.
  ///
  /// - Complexity: O(*n*) in what was put into the line since it was last measured.
  var columns: Int {
    mutating get {
      guard measured < line.count else { return counted }
      return counted &+ ByteReading.columns(of: line.contents.extracting(measured..<line.count))
    }
  }

  /// Says that the line has `columns` columns.
  private mutating func count(_ columns: Int) {
    counted = columns
    measured = line.count
  }

  /// Puts constant text into the line.
  package mutating func put(_ text: StaticString, _ ink: Ink = .plain) {
    if isDirect { return line.put(text) }
    scratch.removeAll()
    scratch.put(text)
    putScratch(ink)
  }

  /// Puts text in which no character is left that could do harm.
  package mutating func put(_ text: ShownText, _ ink: Ink = .plain) {
    if isDirect { return line.put(text.text) }
    scratch.removeAll()
    scratch.put(text.text)
    putScratch(ink)
  }

  /// Puts text of our own that was put together: guides, titles, names of tables. Text that comes from
  /// a file or a call goes through ``ShownText``, or through an escaper.
  mutating func put(own text: String, _ ink: Ink = .plain) {
    if isDirect { return line.put(text) }
    scratch.removeAll()
    scratch.put(text)
    putScratch(ink)
  }

  /// Puts what `body` writes into the line, cut at `limit` columns or at the width.
  ///
  /// - Parameter body: Adds to what may hold the beginning of the line.
  @inline(__always)
  package mutating func put(
    _ ink: Ink = .plain, limit: Int? = nil, _ body: (inout ByteWriter) -> Void
  ) {
    if isDirect, limit == nil { return body(&line) }
    scratch.removeAll()
    body(&scratch)
    putScratch(ink, limit: limit)
  }

  /// Puts an offset of at least `digits` hexadecimal digits into the line.
  ///
  /// One in bytes that were derived, which is no place in the file, begins with a plus sign instead of
  /// its first digit.
  mutating func put(offset: UInt64, digits: Int, isDerived: Bool) {
    putASCII(.faint) {
      if isDerived {
        $0.put("+")
        $0.put(hex: offset, digits: digits - 1)
      } else {
        $0.put(hex: offset, digits: digits)
      }
    }
  }

  /// Puts what `body` writes into the line, which is ASCII of our own: its bytes are its columns.
  @inline(__always)
  mutating func putASCII(_ ink: Ink = .plain, _ body: (inout ByteWriter) -> Void) {
    guard isDirect else { return put(ink, body) }
    let start = line.count
    body(&line)
    if measured == start { count(counted &+ line.count &- start) }
  }

  /// Puts what `body` writes into the line, and measures it at once, for lines whose columns are asked
  /// for again and again.
  @inline(__always)
  mutating func putMeasured(_ ink: Ink = .plain, _ body: (inout ByteWriter) -> Void) {
    guard isDirect else { return put(ink, body) }
    let start = line.count
    body(&line)
    if measured == start { count(columns) }
  }

  /// Puts where the byte at `offset` in source `source` lies: in the file, if that is known.
  mutating func put(offset: UInt64, in source: UInt16, of tree: Tree, digits: Int) {
    let place = source == 0 ? offset : tree.fileOffset(of: offset, in: source)
    put(offset: place ?? offset, digits: digits, isDerived: place == nil)
  }

  /// Puts spaces up to column `column`, counted from 0.
  package mutating func pad(to column: Int) {
    let columns = columns
    guard columns < column, !isCut else { return }
    line.putSpaces(column - columns)
    count(column)
  }

  package mutating func space(_ count: Int) {
    guard isDirect else { return pad(to: columns + count) }
    putASCII { $0.putSpaces(count) }
  }

  /// Makes what the line says from here on stand below this column when it is folded.
  package mutating func hang() {
    if width != nil { hanging = columns }
  }

  /// Makes the line one that is cut, with a sign at its end, when it is too long.
  mutating func cut() { cutsLine = true }

  /// Moves `scratch` into the line.
  ///
  /// - Parameter known: Its columns, where somebody knows them.
  mutating func putScratch(_ ink: Ink = .plain, limit: Int? = nil, columns known: Int? = nil) {
    guard !isCut, scratch.count > 0 else { return }
    if isDirect, limit == nil {
      let isCounted = measured == line.count
      line.put(scratch)
      if let known, isCounted { count(counted &+ known) }
      return
    }
    if isASCII {
      let drawn = scratch.contents.inASCII
      scratch = drawn
    }
    var room = limit ?? .max
    var columns = columns
    if cutsLine, let width { room = min(room, width - columns) }
    let wanted = ByteReading.columns(of: scratch.contents)
    if wanted > room, limit == nil {
      let freed = freeColumns(isASCII ? 3 - room : 1 - room)
      room += freed
      columns -= freed
    }
    let start = line.count
    if wanted <= room {
      line.put(scratch)
      columns += wanted
    } else {
      let mark = isASCII ? 3 : 1
      let kept = ByteReading.prefix(of: scratch.contents, columns: max(0, room - mark))
      scratch.truncate(to: kept)
      line.put(scratch)
      if room >= mark { line.put(signs.ellipsis) }
      columns += max(0, room)
      if limit == nil || columns >= width ?? .max { isCut = true }
    }
    if hasColor, ink != .plain { inks.append((start, line.count, ink)) }
    count(columns)
  }

  /// Takes `count` spaces back from the end of the line, for the sign that the rest is cut; gives how
  /// many were there.
  private mutating func freeColumns(_ count: Int) -> Int {
    guard count > 0, line.count - Self.countWithoutSpaces(line) >= count else { return 0 }
    line.truncate(to: line.count - count)
    return count
  }

  /// Ends the line and writes it, without spaces at its end.
  package mutating func end() {
    // Where nothing is folded nothing is measured.
    let isLong = !cutsLine && width.map { columns > $0 } ?? false
    line.truncate(to: Self.countWithoutSpaces(line))
    if isLong, let width, ByteReading.columns(of: line.contents) > width {
      fold(width)
    } else if inks.isEmpty {
      output.put(line)
      output.put(UInt8(ascii: "\n"))
    } else {
      write(0..<line.count)
    }
    line.removeAll()
    inks.removeAll(keepingCapacity: true)
    count(0)
    isCut = false
    cutsLine = false
    hanging = nil
  }

  /// Writes the line in as many as it needs.
  private mutating func fold(_ width: Int) {
    var start = 0
    while start < line.count, line.contents.byte(at: start) == UInt8(ascii: " ") { start += 1 }
    let folded = Folding.pieces(of: line.contents, width: width, hanging: hanging ?? start + 2)
    for (number, piece) in folded.pieces.enumerated() {
      if number > 0 { output.putSpaces(folded.indent) }
      write(piece.bytes)
    }
  }

  /// Writes a part of the line, in its colours, and ends it.
  private mutating func write(_ part: Range<Int>) {
    var text = ByteWriter()
    swap(&text, &line)
    var at = part.lowerBound
    for (start, end, ink) in inks {
      let colored = (start..<end).clamped(to: part)
      if colored.isEmpty { continue }
      output.put(bytes: text.contents.extracting(at..<colored.lowerBound))
      output.put(ink.sequence)
      output.put(bytes: text.contents.extracting(colored))
      output.put(Ink.plain.sequence)
      at = colored.upperBound
    }
    output.put(bytes: text.contents.extracting(at..<part.upperBound))
    output.put(UInt8(ascii: "\n"))
    swap(&text, &line)
  }

  /// The length of a line without the spaces at its end.
  private static func countWithoutSpaces(_ line: borrowing ByteWriter) -> Int {
    var count = line.count
    while count > 0, line.contents.byte(at: count - 1) == UInt8(ascii: " ") { count -= 1 }
    return count
  }
}
