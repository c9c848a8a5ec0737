import ByteReading
import MediaFacts
import Structure

/// Text, people, times and sound.
extension FrameSummaries {
  // MARK: Text

  static func text(_ reader: NodeReader, _ output: inout ByteWriter) {
    if reader.view(UnknownFrame.self).isOfItsTable {
      put(.text, of: reader.view(UnknownFrame.self), to: &output)
    } else {
      put(.text, of: reader.view(TextFrame.self), to: &output)
    }
  }

  /// Writes the values of a text frame as what they stand for.
  static func values(
    of kind: TextKind
  ) -> @Sendable (NodeReader, inout ByteWriter) -> Void {
    if case .text = kind { return text }
    return { reader, output in
      putEach(.text, of: reader.view(TextFrame.self), to: &output) { field, output in
        var short = ByteWriter()
        let outcome = short.put(
          text: field.contentBytes, encoding: field.encoding, style: .name, limit: 64)
        let characters = Array(short.string.utf8)
        // What was escaped is none of the forms that a kind has.
        let isPlain =
          outcome.isValid && !outcome.isTruncated && outcome.characters == characters.count
        if !isPlain || !kind.put(characters, to: &output) {
          output.put(value: field, .summary)
        }
      }
    }
  }

  static func address(_ reader: NodeReader, _ output: inout ByteWriter) {
    if reader.view(UnknownFrame.self).isOfItsTable {
      put(.url, of: reader.view(UnknownFrame.self), to: &output)
    } else {
      put(.url, of: reader.view(AddressFrame.self), to: &output)
    }
  }

  /// Writes the values of a row as people read them.
  static func put<Fields: FieldView>(
    _ field: Fields.Field, of view: View<Fields>, to output: inout ByteWriter
  ) {
    putEach(field, of: view, to: &output) { field, output in output.put(value: field, .summary) }
  }

  /// `comment = "Recorded at Van Gelder Studio"`
  static func userText(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(UserText.self)
    if fields.putName(.description, to: &output) { output.put(" = ") }
    put(.value, of: fields, to: &output)
  }

  static func userAddress(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(AddressFrame.self)
    if fields.putName(.description, to: &output) { output.put(" = ") }
    put(.url, of: fields, to: &output)
  }

  static func comment(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(Comment.self)
    let hasName = fields.putName(.description, to: &output)
    if hasName { putLanguage(.language, of: fields, to: &output) }
    if hasName { output.put(" = ") }
    switch fields.text(.description) {
    case "iTunSMPB": if putGapless(fields, &output) { return }
    case "iTunNORM": if putNormalisation(fields, &output) { return }
    default: break
    }
    put(.text, of: fields, to: &output)
    if !hasName { putLanguage(.language, of: fields, to: &output) }
  }

  /// ` (eng)`
  static func putLanguage<Fields: FieldView>(
    _ language: Fields.Field, of view: View<Fields>, to output: inout ByteWriter
  ) {
    guard view.hasCharacters(language) else { return }
    output.put(" (")
    view.putName(language, to: &output)
    output.put(")")
  }

  /// What iTunes says of samples before and behind the sound: zero, delay, padding, samples.
  static func putGapless(_ comment: View<Comment>, _ output: inout ByteWriter) -> Bool {
    let words = hexadecimalWords(comment)
    guard words.count >= 4 else { return false }
    output.put(grouped: words[3])
    output.put(" samples, less ")
    output.put(grouped: words[1])
    output.put(" + ")
    output.put(grouped: words[2])
    return true
  }

  /// What iTunes says of loudness: ten words, left and right side by side. The first are powers in
  /// thousandths of a watt, the seventh and eighth the peaks of 16-bit samples.
  static func putNormalisation(
    _ comment: View<Comment>, _ output: inout ByteWriter
  ) -> Bool {
    let words = hexadecimalWords(comment)
    guard words.count >= 8 else { return false }
    output.put("power ")
    output.put(grouped: words[0])
    output.put(" and ")
    output.put(grouped: words[1])
    output.put(", peaks ")
    output.put(grouped: words[6])
    output.put(" and ")
    output.put(grouped: words[7])
    return true
  }

  static func hexadecimalWords(_ comment: View<Comment>) -> [UInt64] {
    guard let text = comment.text(.text), text.utf8.count < 256 else { return [] }
    return text.split(separator: " ").compactMap { UInt64($0, radix: 16) }
  }

  /// The first line of each text.
  static func lyrics(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(Comment.self)
    let hasName = fields.putName(.description, to: &output)
    if hasName {
      putLanguage(.language, of: fields, to: &output)
      output.put(" = ")
    }
    putEach(.text, of: fields, to: &output) { field, output in putFirstLine(of: field, to: &output) }
    if !hasName { putLanguage(.language, of: fields, to: &output) }
  }

  static func putFirstLine<Fields: FieldView>(
    _ field: Fields.Field, of view: View<Fields>, to output: inout ByteWriter
  ) {
    view.withField(field) { field in putFirstLine(of: field, to: &output) }
  }

  private static func putFirstLine(of field: borrowing FieldReading, to output: inout ByteWriter) {
    let bytes = field.contentBytes
    var line = firstLine(of: bytes, isWide: field.encoding.isWide)
    // Some writers fill fields with blanks.
    while !field.encoding.isWide, line > 0, bytes.byte(at: line - 1) == UInt8(ascii: " ") {
      line -= 1
    }
    output.put("\"")
    let outcome = output.put(
      text: bytes.extracting(0..<line), encoding: field.encoding, style: .text, limit: 256)
    output.put(outcome.isTruncated || line < bytes.byteCount ? "…\"" : "\"")
  }

  /// The bytes before the first end of a line.
  static func firstLine(of bytes: RawSpan, isWide: Bool) -> Int {
    let step = isWide ? 2 : 1
    var offset = 0
    while offset < min(bytes.byteCount, 4_096) {
      let first = bytes.byte(at: offset)
      let second = isWide ? bytes.byte(at: offset + 1) : 0
      for end in [0x0A, 0x0D] as [UInt8]
      where first == end && second == 0 || isWide && first == 0 && second == end {
        return offset
      }
      offset += step
    }
    return bytes.byteCount
  }

  static func people(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(People.self)
    var roles: [String] = []
    for role in [.involvement, .instrument] as [People.Field] {
      fields.withEach(role) { field in
        var text = ByteWriter()
        text.put(text: field.contentBytes, encoding: field.encoding, style: .name, limit: 80)
        roles.append(text.string)
        return roles.count < reader.listedValues
      }
    }
    var index = 0
    fields.withEach(.name) { field in
      if index > 0 { output.put(", ") }
      if index < roles.count, !roles[index].isEmpty {
        output.put(roles[index])
        output.put(" = ")
      }
      output.put(value: field, .summary)
      index += 1
      return index < reader.listedValues
    }
    putRest(of: fields.count(.people), after: index, to: &output)
  }

  static func synchronisedLyrics(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(SynchronisedLyrics.self)
    fields.put(.content_type, to: &output)
    putLanguage(.language, of: fields, to: &output)
    var index = 0
    fields.withEach(.text) { field in
      output.put(index == 0 ? ": " : ", ")
      output.put(value: field, .summary)
      index += 1
      return index < reader.listedValues
    }
    putRest(of: fields.count(.events), after: index, to: &output)
  }

  // MARK: Time

  /// Of an event in more than one byte what the others say stands behind the name of the first: `(0x17)`.
  static func events(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(EventTimings.self)
    var more: [String] = []
    fields.withEach(.event_continued) { field in
      var text = ByteWriter()
      text.put(value: field, .summary)
      more.append(text.string)
      return more.count < reader.listedValues
    }
    var next = more[...]
    putTimed(.event, at: .time, .events, of: fields, to: &output) { field, output in
      output.put(value: field, .summary)
      if field.raw == 0xFF, let code = next.popFirst() { output.put(" (\(code))") }
    }
  }

  /// `120 bpm at 0.000 s, 265 bpm at 1.000 s`
  static func tempi(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(Tempi.self)
    var more: [UInt64] = []
    fields.withEach(.tempo_continued) { field in
      more.append(field.raw)
      return true
    }
    putTimed(.tempo, at: .time, .tempi, of: fields, to: &output) { field, output in
      guard field.raw > 1 else { return output.put(value: field, .summary) }
      let continued = field.raw == 0xFF && !more.isEmpty ? more.removeFirst() : 0
      output.put(decimal: field.raw + continued)
      output.put(" bpm")
    }
  }

  /// `intro start at 0.500 s, …`
  static func putTimed<Fields: FieldView>(
    _ field: Fields.Field, at time: Fields.Field, _ list: Fields.Field, of view: View<Fields>,
    to output: inout ByteWriter,
    _ put: (borrowing FieldReading, inout ByteWriter) -> Void = {
      $1.put(value: $0, .summary)
    }
  ) {
    var times: [String] = []
    view.withEach(time) { field in
      var text = ByteWriter()
      text.put(value: field, .summary)
      times.append(text.string)
      return times.count < view.reader.listedValues
    }
    var index = 0
    view.withEach(field) { field in
      if index > 0 { output.put(", ") }
      put(field, &output)
      if index < times.count {
        output.put(" at ")
        output.put(times[index])
      }
      index += 1
      return index < view.reader.listedValues
    }
    putRest(of: view.count(list), after: index, to: &output)
  }

  static func locations(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(LocationTable.self)
    put(fields.count(.references), "reference", "references", to: &output)
    guard let frames = fields.number(.frames_between_reference) else { return }
    output.put(", one in ")
    output.put(grouped: frames)
    output.put(frames == 1 ? " frame" : " frames")
  }

  static func seekPoints(_ reader: NodeReader, _ output: inout ByteWriter) {
    put(reader.view(SeekPoints.self).count(.index_points), "point", "points", to: &output)
  }

  /// `ch0, 0.000 s – 10.000 s, "Introduction"`
  static func chapter(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(Chapter.self)
    fields.putName(.element_id, to: &output)
    if fields.number(.end_time) != nil {
      output.put(", ")
      fields.put(.start_time, to: &output)
      output.put(" – ")
      fields.put(.end_time, to: &output)
    }
    putTitle(in: reader, &output)
  }

  static func contents(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(TableOfContents.self)
    fields.putName(.element_id, to: &output)
    var index = 0
    fields.withEach(.child_element_id) { field in
      output.put(index == 0 ? ": " : ", ")
      output.put(text: field.contentBytes, encoding: field.encoding, style: .name, limit: 80)
      index += 1
      return index < reader.listedValues
    }
    putRest(of: fields.count(.child_element_ids), after: index, to: &output)
    if let flags = fields.number(.flags), flags != 0 {
      output.put(", ")
      fields.put(.flags, to: &output)
    }
    putTitle(in: reader, &output)
  }

  /// The title among the frames in this one.
  static func putTitle(in reader: NodeReader, _ output: inout ByteWriter) {
    guard
      let title = reader.tree.child("TIT2", of: reader.index)
        ?? reader.tree.child("TT2", of: reader.index)
    else { return }
    output.put(", ")
    text(reader.reading(title), &output)
  }

  // MARK: Sound

  /// `track = master volume -6.02 dB`
  static func volumes(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(VolumeAdjustment.self)
    if fields.putName(.identification, to: &output) { output.put(" = ") }
    var changes: [Int64] = []
    fields.withEach(.volume_adjustment) { field in
      changes.append(Int64(bitPattern: field.raw))
      return changes.count < reader.listedValues
    }
    var index = 0
    fields.withEach(.type_of_channel) { field in
      if index > 0 { output.put(", ") }
      output.put(value: field, .summary)
      if index < changes.count {
        output.put(" ")
        output.put(hundredths: changes[index] * 100, per: 512)
        output.put(" dB")
      }
      index += 1
      return index < reader.listedValues
    }
    putRest(of: fields.count(.channels), after: index, to: &output)
  }

  static func oldVolumes(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(OldVolumeAdjustment.self)
    guard let up = fields.number(.increment) else { return }
    let channels: [(OldVolumeAdjustment.Field, StaticString, UInt64)] = [
      (.relative_volume_change_right, "right", 0x1), (.relative_volume_change_left, "left", 0x2),
      (.relative_volume_change_right_back, "right back", 0x4),
      (.relative_volume_change_left_back, "left back", 0x8),
      (.relative_volume_change_centre, "centre", 0x10),
      (.relative_volume_change_bass, "bass", 0x20),
    ]
    var isFirst = true
    for (field, name, bit) in channels {
      guard let change = fields.number(field) else { continue }
      if !isFirst { output.put(", ") }
      isFirst = false
      output.put(name)
      output.put(" ")
      if change != 0 { output.put(up & bit != 0 ? "+" : "-") }
      output.put(grouped: change)
    }
    if !isFirst, let bits = fields.number(.bits_used) {
      output.put(" of ")
      output.put(decimal: bits)
      output.put(bits == 1 ? " bit" : " bits")
    }
  }

  static func replayGain(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(ReplayGain.self)
    var signs: [UInt64] = []
    fields.withEach(.sign) { field in
      signs.append(field.raw)
      return true
    }
    var index = 0
    fields.withEach(.adjustment) { field in
      output.put(index == 0 ? "radio " : ", audiophile ")
      let gain = Int64(field.raw) * 100
      output.put(hundredths: index < signs.count && signs[index] == 1 ? -gain : gain, per: 10)
      output.put(" dB")
      index += 1
      return true
    }
    guard index > 0, let peak = fields.real(.peak_amplitude) else { return }
    output.put(", peak ")
    output.put("\(Float(peak))")
  }

  static func equalisation(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(Equalisation.self)
    if fields.putName(.identification, to: &output) { output.put(", ") }
    put(fields.count(.adjustments), "frequency", "frequencies", to: &output)
  }

  /// `rating 196 of 255 (4 stars), played 3 times, someone@example.org`
  static func popularity(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(Popularimeter.self)
    if let rating = fields.number(.rating) {
      if rating == 0 {
        output.put("not rated")
      } else {
        output.put("rating ")
        output.put(decimal: rating)
        output.put(" of 255")
      }
      // The numbers that Windows Media Player writes.
      switch rating {
      case 1: output.put(" (1 star)")
      case 64: output.put(" (2 stars)")
      case 128: output.put(" (3 stars)")
      case 196: output.put(" (4 stars)")
      case 255: output.put(" (5 stars)")
      default: break
      }
    }
    if let plays = fields.number(.counter) {
      output.put(", played ")
      output.put(grouped: plays)
      output.put(plays == 1 ? " time" : " times")
    }
    if fields.hasCharacters(.email) {
      output.put(", ")
      fields.putName(.email, to: &output)
    }
  }

  // MARK: Parts

  /// Writes the values of a row that stands for several, with commas, the last ones by their count.
  static func putEach<Fields: FieldView>(
    _ field: Fields.Field, of view: View<Fields>, to output: inout ByteWriter,
    _ put: (borrowing FieldReading, inout ByteWriter) -> Void
  ) {
    var index = 0
    view.withEach(field) { field in
      if index > 0 { output.put(", ") }
      put(field, &output)
      index += 1
      return index < view.reader.listedValues
    }
    putRest(of: view.count(field), after: index, to: &output)
  }

  /// `, … 12 in all`
  static func putRest(of count: Int?, after told: Int, to output: inout ByteWriter) {
    guard let count, count > told else { return }
    output.put(", … ")
    output.put(grouped: count)
    output.put(" in all")
  }

  static func put(
    _ count: Int?, _ one: StaticString, _ many: StaticString, to output: inout ByteWriter
  ) {
    let count = count ?? 0
    output.put(grouped: count)
    output.put(" ")
    output.put(count == 1 ? one : many)
  }

  /// Names bare, texts in quotes, bytes by their number; with commas, what is empty left out.
  static func putList<Fields: FieldView>(
    _ names: [Fields.Field], _ others: [Fields.Field], of view: View<Fields>,
    to output: inout ByteWriter
  ) {
    let start = output.total
    for name in names where view.hasCharacters(name) {
      if output.total > start { output.put(", ") }
      view.putName(name, to: &output)
    }
    for field in others where view.hasCharacters(field) {
      if output.total > start { output.put(", ") }
      view.put(field, to: &output)
    }
  }

  /// Eight digits as a day, or the text as it is.
  static func putDay<Fields: FieldView>(
    _ day: Fields.Field, of view: View<Fields>, to output: inout ByteWriter
  ) {
    guard let text = view.text(day), text.utf8.count == 8,
      Array(text.utf8).number != nil
    else {
      view.put(day, to: &output)
      return
    }
    let (year, month, date) = (text.prefix(4), text.dropFirst(4).prefix(2), text.suffix(2))
    output.put("\(year)-\(month)-\(date)")
  }
}

extension View {
  /// Writes text without quotes, as names stand.
  ///
  /// - Returns: Whether there is any.
  @discardableResult
  func putName(_ field: Fields.Field, to output: inout ByteWriter) -> Bool {
    var hasText = false
    withField(field) { field in
      hasText =
        output.put(
          text: field.contentBytes, encoding: field.encoding, style: .name, limit: 80
        ).characters > 0
    }
    return hasText
  }

  /// Whether the first field of this name is text of one character or more, or bytes.
  func hasCharacters(_ field: Fields.Field) -> Bool {
    var hasText = false
    withField(field) { field in
      guard case .string = field.definition.kind else {
        hasText = field.content.count > 0
        return
      }
      var text = ByteWriter()
      hasText =
        text.put(
          text: field.contentBytes, encoding: field.encoding, style: .name, limit: 1
        ).characters > 0
    }
    return hasText
  }
}

extension TextEncoding {
  /// Whether characters have two bytes.
  var isWide: Bool {
    switch self {
    case .utf16, .utf16BE, .utf16LE: true
    default: false
    }
  }
}

extension ByteWriter {
  /// A quotient with two decimals: `-6.02`.
  mutating func put(hundredths numerator: Int64, per denominator: Int64) {
    let half = denominator / 2
    let rounded = (numerator.magnitude + half.magnitude) / denominator.magnitude
    if numerator < 0, rounded > 0 { put("-") }
    put(grouped: rounded / 100)
    put(".")
    put(decimal: rounded % 100, zeroPaddedTo: 2)
  }
}
