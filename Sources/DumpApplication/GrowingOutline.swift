import ByteReading
import CommandLineSupport
import MediaFacts
import MediaInspection
import Structure
import StructureRendering

/// The rows of a file that is not all there yet, as what they are of becomes whole.
///
/// Each time all that is there is gone through anew, since a fragment means what the movie says. Who is
/// called often does it the less often the longer it takes: a tenth of the time at most.
struct GrowingOutline {
  /// What was made of the bytes that are there.
  enum Answer {
    case shown
    /// They are no atoms.
    case isOther
    /// They are not those that were there before: what is shown next is shown from the beginning.
    case isAnother
  }

  private let options: RenderOptions
  private let limits: Limits
  private var file = GrowingFile()
  /// Where the nodes end that were shown.
  private(set) var end: UInt64 = 0
  /// How many bytes there were of the one that is not whole, when that was said.
  private var said: (part: GrowingFile.Part, count: UInt64)?
  private var hasTitles = false
  /// The moment before which nothing is gone through.
  private var next: UInt64 = 0
  /// Whether it was said that what follows is not shown.
  private var isLost = false

  /// - Parameters:
  ///   - settings: How deep nodes are shown, one level unless that is said, and what they may cost.
  ///   - width: The columns of a line; `nil` for any number.
  init(_ settings: DumpSettings, width: Int?, hasColor: Bool = false) {
    var options = settings.render
    options.depth = settings.hasDepth ? settings.render.depth : 1
    // Below the rows, and beside them, the report has these.
    (options.fields, options.hex, options.preview) = (.none, nil, 0)
    options.width = width
    options.height = nil
    options.hasColor = hasColor
    self.options = options
    limits = settings.limits
  }

  /// The milliseconds until it is time to look again; 0 when it is.
  var pause: Int {
    let now = monotonicNanoseconds()
    return next > now ? Int((next - now) / 1_000_000) + 1 : 0
  }

  /// Begins anew, with another file.
  mutating func restart() {
    file = GrowingFile()
    (end, said, isLost) = (0, nil, false)
  }

  /// Writes rows of what is new.
  ///
  /// - Parameters:
  ///   - source: All that is there.
  ///   - isEnd: Whether nothing can come any more, so that the last row says how much there is.
  mutating func show(_ source: ByteSource, isEnd: Bool = false, to output: inout ByteWriter) -> Answer {
    let start = monotonicNanoseconds()
    defer { next = start &+ (monotonicNanoseconds() &- start) &* 10 }
    switch GrowingFile.isMadeOfAtoms(source) {
    case nil: return .shown
    case false?: return .isOther
    case true?: break
    }
    guard file.advance(through: source, limits: limits) else {
      restart()
      return .isAnother
    }
    var limits = limits
    limits.memory = Memory()
    if file.end > end {
      render(file.document(of: source, limits: limits), to: &output) { [end] outline, hasTitles in
        outline.renderRows(from: end, hasTitles: hasTitles)
      }
      end = file.end
    }
    if let part = file.part { render(part, of: source, limits, isEnd: isEnd, to: &output) }
    if !isLost, let reason = reasonToStop(in: source) {
      isLost = true
      output.put(hex: end, digits: 8)
      output.put("  ")
      output.put(reason)
      output.put(": what follows is not shown\n")
    }
    return .shown
  }

  /// Why nothing behind the last whole atom is shown, although there are bytes; `nil` when that is only since
  /// they are no header yet.
  private func reasonToStop(in source: ByteSource) -> StaticString? {
    if file.isLost { return "no atom begins here" }
    let start = Int(clamping: file.end)
    // Zeros may be room that somebody made, and will write to.
    guard file.part == nil, source.byteCount - start >= 16,
      (0..<8).contains(where: { source.bytes.byte(at: start + $0) != 0 })
    else { return nil }
    return "there are as many atoms as are read (--max-nodes)"
  }

  /// Writes how much of the last one is there, when nobody said it, there is twice as much since, or more and
  /// that was the end.
  private mutating func render(
    _ part: GrowingFile.Part, of source: ByteSource, _ limits: Limits, isEnd: Bool, to output: inout ByteWriter
  ) {
    let count = Self.count(of: part, in: source)
    if let said, said.part == part, isEnd ? count == said.count : count / 2 < said.count { return }
    said = (part, count)
    let nothing = MediaFile.read(source.keeping(first: 0), as: .isoBaseMedia, limits: limits)
    render(nothing, to: &output) { outline, hasTitles in
      outline.renderPart(
        part.type, at: part.start, size: part.byteCount, having: count, hasTitles: hasTitles)
    }
  }

  /// How many bytes of a part are there.
  private static func count(of part: GrowingFile.Part, in source: ByteSource) -> UInt64 {
    let count = UInt64(source.byteCount)
    return count - min(part.start, count)
  }

  /// What is missing at the end of a file that does not grow any more; `nil` when it ends where an atom does,
  /// or nobody knows.
  func missing(of source: ByteSource) -> String? {
    guard let part = file.part, let size = part.byteCount else { return nil }
    var text = ByteWriter()
    text.put("ends within '")
    text.put(key: part.type)
    text.put("' at 0x")
    text.put(hex: part.start, digits: 1)
    text.put(": ")
    text.put(grouped: Self.count(of: part, in: source))
    text.put(" of its ")
    text.put(grouped: size)
    text.put(" bytes are there")
    return text.string
  }

  private mutating func render(
    _ document: Document, to output: inout ByteWriter,
    _ body: (inout OutlineRenderer, _ hasTitles: Bool) -> Void
  ) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var outline = OutlineRenderer(document, options, output: taken)
    body(&outline, !hasTitles)
    hasTitles = true
    output = outline.finish()
  }
}

extension DumpFile {
  /// The milliseconds that input has to come within for nothing to be shown of it before its report.
  private static let patience = 500

  /// The bytes of standard input.
  ///
  /// While they are waited for, what came is shown on standard error: the report needs all of them, its first
  /// line does. On a terminal the report takes the place of these rows.
  func openInput() throws(SourceError) -> ByteSource {
    let input = StandardStream.input.rawValue
    guard showsArrival else { return try ByteSource.open(descriptor: input) }
    let isTerminal = StandardStream.error.isTerminal
    let terminal = Terminal.current(color: settings.color)
    var outline = GrowingOutline(settings, width: isTerminal ? terminal.columns : settings.width)
    var lineCount = 0
    var seen = 0
    let start = monotonicNanoseconds()
    var isOther = false
    let source = try ByteSource.open(descriptor: input, waiting: { count, source in
      if isOther || count == seen { return nil }
      let waited = Int((monotonicNanoseconds() &- start) / 1_000_000)
      let left = max(Self.patience - waited, outline.pause)
      if left > 0 { return left }
      // Without room for a look there is none; the report says why.
      guard let source = try? source() else { return nil }
      seen = count
      var rows = ByteWriter()
      if case .isOther = outline.show(source, to: &rows) { isOther = true }
      let bytes = rows.array
      lineCount += bytes.count { $0 == UInt8(ascii: "\n") }
      _ = StandardStream.error.write(bytes)
      return nil
    })
    if isTerminal, lineCount > 0 {
      // What went out of sight stays above.
      _ = StandardStream.error.write("\u{1B}[\(min(lineCount, max(1, terminal.rows - 1)))A\r\u{1B}[J")
    }
    return source
  }

  /// Whether input is shown as it arrives: where an outline is for a person.
  private var showsArrival: Bool {
    isAlone && settings.kind == .outline && settings.form == .text && !settings.isQuiet
      && settings.render.hex != .xxd && settings.skipped == 0 && settings.reading == nil
  }
}
