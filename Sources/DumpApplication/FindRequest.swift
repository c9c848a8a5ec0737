import ByteReading
import CommandLineSupport
import MediaFacts
import MediaReports
import Structure
import StructureRendering

extension DumpSettings {
  /// The option that searches.
  static var findOptions: [CommandOption<DumpSettings>] {
    [
      CommandOption(
        "find", value: .required("WHAT"), group: .show,
        gist: "search everything",
        summary: "List where WHAT is: text, a number (=1000), or bytes (0x6d6f6f76, or as text 'moov).",
        details: """
          Text is searched for in types, titles, names of fields and values, in capitals or not when \
          it has none; a number in fields and rows of tables; bytes in the whole file, also as a \
          hexdump has them (6d 6f 6f 76). Exit 1 when nothing matches.
          """, onlyOne: "report"
      ) { settings, value throws(UsageError) in
        let text = value ?? ""
        guard !text.isEmpty else {
          throw UsageError("--find needs something to search for", nextStep: "text, =NUMBER or 0xHEX")
        }
        if let digits = Needle.oddDigits(of: text) {
          throw UsageError(
            "--find \(text): \(digits) \(digits == 1 ? "digit is" : "digits are") no bytes, which have two each",
            nextStep: "0x0\(text.dropFirst(2)) for bytes, =\(text) for a number")
        }
        if text.hasPrefix("="), Needle(text) == .text(SearchText(text)), Double(text.dropFirst()) != nil {
          throw UsageError(
            "--find \(text): a number that is searched for is whole", nextStep: "as text: --find \"\(text.dropFirst())\"")
        }
        settings.report = .list(.find(Needle(text), text: text))
      }
    ]
  }

  /// What is searched for, as it was written; `nil` for other reports.
  var wanted: String? {
    if case .list(.find(_, let text)) = report { text } else { nil }
  }
}

extension DumpFile {
  private static let hitColumns: [ListColumn] = [
    ListColumn(.offset, title: "offset"),
    ListColumn(.size),
    ListColumn(.path, title: "path", isLeft: true),
    ListColumn(.value, title: "value", isLeft: true),
  ]

  /// Lists where something is.
  ///
  /// - Returns: How many places there are.
  func find(
    _ needle: Needle, _ opened: Opened, _ options: RenderOptions, to output: inout ByteWriter,
    talk: inout ByteWriter
  ) -> Int {
    let hits = HitList(listForm, of: opened, options: options, isAlone: isAlone, to: take(&output))
    var finder = Finder(needle, in: opened.document)
    let shown = isAlone ? progress(through: finder, for: needle, opened) : nil
    while finder.advance(nodes: 256, { hits.add($0) }) { shown?.show(finder.passed) }
    shown?.clear()
    let left = hits.count == 0 ? opened.document.unsearchedBytes(by: needle) : nil
    output = hits.finish(besides: left)
    if finder.hasLeftOut {
      say("of texts the first \(Finder.textLimit) characters were looked at", of: opened, &talk)
    }
    if let left { say(left, unsearchedBy: needle, opened, &talk) }
    return hits.count
  }

  private func progress(through finder: borrowing Finder, for needle: Needle, _ opened: Opened) -> Progress {
    if case .bytes = needle { return Progress(ofBytes: finder.total, in: opened.name) }
    return Progress(of: finder.total, opened.document.nodeWord.description + "s")
  }

  /// Says what nobody looked into: that nothing matches holds for the rest alone.
  private func say(
    _ left: UnsearchedBytes, unsearchedBy needle: Needle, _ opened: Opened, _ talk: inout ByteWriter
  ) {
    guard let wanted = settings.wanted else { return }
    let next = needle.nextSearch(wanted).map { "; " + $0 } ?? ""
    say("not searched: \(opened.document.words(of: left))\(next)", of: opened, &talk)
  }

  /// Hits that are written as they come: of people's the first are gathered for the widths of columns.
  private final class HitList {
    private static let gathered = 200

    private let form: ListRenderer.Form
    private let opened: Opened
    private var options: RenderOptions
    private let isAlone: Bool
    private var output: ByteWriter?
    private var list: ListRenderer?
    private var rows: [[ListValue]] = []
    private(set) var count = 0

    init(
      _ form: ListRenderer.Form, of opened: Opened, options: RenderOptions, isAlone: Bool,
      to output: consuming ByteWriter
    ) {
      self.form = form
      self.opened = opened
      self.options = options
      self.isAlone = isAlone
      self.output = consume output
    }

    /// - Returns: Whether anybody reads what is written.
    func add(_ place: FoundPlace) -> Bool {
      count += 1
      let row = row(place)
      if list == nil {
        rows.append(row)
        guard form != .text || rows.count >= Self.gathered else { return true }
        begin()
        return list?.hasFailed != true
      }
      list?.row(row)
      return list?.hasFailed != true
    }

    private func row(_ place: FoundPlace) -> [ListValue] {
      [
        place.offset.map { .offset($0) } ?? .absent, .number(place.byteCount),
        .shown(ShownText(place.path)),
        form == .text ? .shown(ShownText(place.marked)) : .text(FileText(place.value)),
      ]
    }

    private func begin(besides left: UnsearchedBytes? = nil) {
      guard var output = output.take() else { return }
      if !isAlone {
        if form == .text {
          DumpFile.heading(opened.name, options, to: &output)
        } else if form == .plain {
          options.recordPrefix = opened.cell
        }
      }
      var list = ListRenderer(
        form, kind: "hit", columns: DumpFile.hitColumns, opened.document, options, output: output)
      var file = opened.listed
      file.unsearched = left
      list.begin([file], options)
      if !rows.isEmpty { list.titles(for: rows.map { isUsual($0) ? $0 : Array($0.prefix(2)) + [.absent, .absent] }) }
      for row in rows { list.row(row) }
      rows = []
      self.list = consume list
    }

    /// Whether a row's path is no reason to move all values to lines of their own.
    private func isUsual(_ row: [ListValue]) -> Bool {
      guard let width = options.width, case .shown(let path) = row[2] else { return true }
      return path.text.utf8.count <= max(16, width / 2)
    }

    /// Gives back where it wrote to.
    ///
    /// - Parameter left: What was not looked into of a file without hits.
    func finish(besides left: UnsearchedBytes?) -> ByteWriter {
      // Of a file without hits machines are given an empty list.
      if list == nil, count > 0 || form != .text { begin(besides: left) }
      guard var list = list.take() else { return output.take() ?? ByteWriter() }
      list.end()
      return list.finish()
    }
  }
}

extension FoundPlace {
  /// The bytes before and behind a match that are shown, less those of a character that would be cut.
  private static let around = 120
  /// The bytes of a character: letters are told apart in so many more, as one may have no end.
  private static let longest = 4

  /// The value with what was searched for between `«` and `»`, escaped, behind the name of the field where that is what
  /// was searched for; of a long text what stands around it, and how long it is.
  fileprivate var marked: String {
    var text = ByteWriter()
    if !nameMatch.isEmpty {
      text.put(name, marking: nameMatch, name.startIndex..<name.endIndex)
      text.put("  ")
    }
    let all = value.utf8
    let match = (match ?? 0..<0).clamped(to: 0..<all.count)
    let (low, high) = (value.index(atByte: match.lowerBound), value.index(atByte: match.upperBound))
    var (from, to) = (value.startIndex, value.endIndex)
    if match.lowerBound > Self.around {
      let start = value.index(atByte: match.lowerBound - Self.around)
      let far = value.index(atByte: max(0, match.lowerBound - Self.around - Self.longest))
      from = value[far..<low].indices.dropFirst().first { $0 >= start } ?? low
    }
    if all.count - match.upperBound > Self.around {
      let limit = value.index(atByte: match.upperBound + Self.around)
      let far = value.index(atByte: min(all.count, match.upperBound + Self.around + Self.longest))
      to = value[high..<far].indices.last { $0 <= limit } ?? high
    }
    if from > value.startIndex { text.put("…") }
    text.put(value, marking: match, from..<to)
    if to < value.endIndex { text.put("…") }
    if from > value.startIndex || to < value.endIndex {
      text.put(" (of ")
      text.put(grouped: UInt64(value.unicodeScalars.count))
      text.put(" characters)")
    }
    return text.string
  }
}

extension String {
  /// - Parameter byte: A place in its bytes of UTF-8, or their end.
  fileprivate func index(atByte byte: Int) -> Index { utf8.index(startIndex, offsetBy: byte) }
}

extension ByteWriter {
  /// Puts a part of a text, escaped, with `match` of all of its bytes between `«` and `»`, which lies in the part.
  fileprivate mutating func put(_ text: String, marking match: Range<Int>, _ part: Range<String.Index>) {
    let (low, high) = (text.index(atByte: match.lowerBound), text.index(atByte: match.upperBound))
    put(text: String(text[part.lowerBound..<low]), style: .name)
    if !match.isEmpty { put("«") }
    put(text: String(text[low..<high]), style: .name)
    if !match.isEmpty { put("»") }
    put(text: String(text[high..<part.upperBound]), style: .name)
  }
}
