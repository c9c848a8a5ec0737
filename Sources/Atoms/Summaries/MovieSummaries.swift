import ByteReading
import MediaFacts
import Structure

extension Summaries {
  // MARK: Top of the file

  static func fileType(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(FileType.self)
    guard let brand = fields.code(.major_brand) else { return }
    output.put(quoted: brand)
    if let version = fields.number(.minor_version), version != 0 {
      output.put(" version ")
      output.put(offset: version)
    }
    fields.withTable(.compatible_brands) { table in
      var isFirst = true
      for row in 0..<min(32, table.count) {
        // Some writers fill the list with zeros.
        let brand = FourCC(UInt32(truncatingIfNeeded: table.raw(row: row, column: 0)))
        guard brand.rawValue != 0 else { continue }
        output.put(isFirst ? ", compatible " : " ")
        output.put(quoted: brand)
        isFirst = false
      }
      if table.count > 32 { output.put(" …") }
    }
  }

  static func mediaData(_ node: NodeReader, _ output: inout ByteWriter) {
    let present = UInt64(max(0, node.node.payload.byteCount))
    if let declared = node.declaredSize, declared > node.node.size {
      output.put(grouped: present)
      output.put(" of ")
      output.put(grouped: declared - UInt64(node.node.headerSize))
      output.put(" bytes present")
    } else if present > 0 {
      output.put(present, "byte", "bytes")
      output.put(" of media")
      if node.node.marks.contains(.toEnd) { output.put(", to the end of the file") }
    }
  }

  /// Text that a writer left in free space.
  static func freeSpace(_ node: NodeReader, _ output: inout ByteWriter) {
    let payload = node.node.payload
    let count = min(payload.byteCount, 80)
    guard count >= 4 else { return }
    let source = node.document.source(of: node.node)
    guard payload.byteOffset + count <= source.byteCount else { return }
    let bytes = source.bytes.extracting(payload.byteOffset..<payload.byteOffset + count)
    var length = 0
    while length < count, let byte = bytes.byte(at: length), byte.isPrintable {
      length += 1
    }
    guard length >= 4, length == count || bytes.byte(at: length) == 0 else { return }
    output.put("\"")
    output.put(text: bytes.extracting(0..<length), encoding: .ascii, style: .text)
    if length == 80 { output.put("…") }
    output.put("\"")
  }

  // MARK: Movie

  static func movie(_ node: NodeReader, _ output: inout ByteWriter) {
    let tree = node.tree
    let start = output.total
    if tree.child("cmov", of: node.index) != nil { output.put("compressed") }
    var tracks = 0
    for child in tree.children(of: node.index) where tree[child].type == "trak" { tracks += 1 }
    let fragments = tree.countAtTop("moof")
    var media: NodeIndex?
    if tree.countAtTop("mdat") > 0 {
      media = tree.children(of: nil).first { tree[$0].type == "mdat" && tree[$0].size > 16 }
    }
    let hasSamples = node.atoms?.tracks.contains { ($0.sampleCount ?? 0) > 0 } ?? false
    let isFragmented = fragments > 0 || tree.child("mvex", of: node.index) != nil
    if isFragmented, !hasSamples {
      output.separate(since: start)
      output.put("no samples here")
      if fragments > 0 {
        output.put("; ")
        output.put(fragments, "fragment", "fragments")
        output.put(fragments == 1 ? " follows" : " follow")
      }
      return
    }
    if tracks > 0 || total(output, since: start) == 0 {
      output.separate(since: start)
      output.put(tracks, "track", "tracks")
    }
    if let media, tree[node.index].source == 0 {
      output.put(media < node.index ? ", after the media" : ", before the media")
    }
    if fragments > 0 {
      output.put("; ")
      output.put(fragments, "fragment", "fragments")
      output.put(fragments == 1 ? " follows" : " follow")
    }
  }

  private static func total(_ output: borrowing ByteWriter, since start: Int) -> Int {
    output.total - start
  }

  static func movieHeader(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(MovieHeader.self)
    duration(
      fields.number(.duration), per: fields.number(.timescale), fields.number(.version), &output)
    if let next = fields.number(.next_track_ID) {
      output.put(", next track ID ")
      output.put(decimal: next)
    }
    if let rate = fields.number(.rate), rate != 0x1_0000 {
      output.put(", rate ")
      output.put(short: fixedPoint(rate, 16, true))
    }
  }

  /// `2.000 s (2,000 / 1,000)` of a header with a duration in ticks of its own timescale.
  private static func duration(
    _ duration: UInt64?, per timescale: UInt64?, _ version: UInt64?, _ output: inout ByteWriter
  ) {
    guard let timescale, let duration else { return }
    let unknown: UInt64 = (version ?? 0) == 0 ? 0xFFFF_FFFF : .max
    if duration == unknown {
      output.put("unknown duration, timescale ")
      output.put(grouped: timescale)
      return
    }
    output.put(seconds: duration, per: timescale)
    output.put(" (")
    output.put(grouped: duration)
    output.put(" / ")
    output.put(grouped: timescale)
    output.put(")")
  }

  static func track(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let atoms = node.atoms, let track = atoms.track(at: node.index), track.node == node.index
    else { return }
    let facts = TrackFacts(track, in: node.document)
    output.put("track ")
    output.put(decimal: track.id)
    output.put(" ")
    output.put(facts.kind)
    if let codec = facts.codec, track.handler != "tmcd" {
      output.put(codec.isEncrypted ? ", encrypted " : ", ")
      output.put(codec.name)
      if let width = codec.width, let height = codec.height, width > 0 {
        output.put(" ")
        output.put(width, by: height)
      }
      if let range = codec.dynamicRange {
        output.put(" ")
        output.put(range.words)
      }
      output.put(soundOf: codec)
    }
    if let rate = facts.frameRate {
      output.put(facts.hasVariableRate ? ", about " : ", ")
      output.put(short: rate)
      output.put(" fps")
      if facts.isRateOfFirstFragments { output.put(SteadyRate.ofFirst) }
    }
    if let timecode = facts.timecode {
      output.put(", ")
      output.put(timecode)
    } else if let duration = track.duration, duration != 0, duration != 0xFFFF_FFFF,
      duration != .max, atoms.movieTimescale != 0
    {
      output.put(", ")
      output.put(seconds: duration, per: atoms.movieTimescale)
    }
    if let language = facts.language, language != "und", track.handler != "tmcd",
      atoms.tracks.count(where: { $0.handler == track.handler }) > 1
    {
      output.put(", ")
      output.put(text: language, style: .name, limit: 40)
    }
    if !facts.isEnabled, track.handler != "tmcd" { output.put(", disabled") }
  }

  static func trackHeader(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(TrackHeader.self)
    guard let id = fields.number(.track_ID) else { return }
    output.put("ID ")
    output.put(decimal: id)
    let flags = fields.number(.flags) ?? 0
    output.put(flags & 1 == 1 ? ", enabled" : ", disabled")
    if flags & 2 != 0 { output.put(", in movie") }
    if flags & 4 != 0 { output.put(", in preview") }
    if flags & 8 != 0 {
      output.put(
        node.context(.brandIsQuickTime) == 1 ? ", in poster" : ", size is an aspect ratio")
    }
    geometry(node, &output)
  }

  /// What the matrix and the size do to the pictures.
  private static func geometry(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(TrackHeader.self)
    let values = fields.numbers(.matrix).map { Int64(bitPattern: $0) }
    guard values.count == 9 else { return }
    let one: Int64 = 0x1_0000
    let width = (fields.number(.width) ?? 0) &>> 16
    let height = (fields.number(.height) ?? 0) &>> 16
    let linear = [values[0], values[1], values[3], values[4]]
    let isPlain = values[2] == 0 && values[5] == 0 && values[8] == 0x4000_0000
    if values.allSatisfy({ $0 == 0 }) {
      output.put(", matrix all zeros")
      return
    }
    let turn: StaticString?
    var isUpright = true
    switch linear {
    case [one, 0, 0, one]: turn = nil
    case [0, one, -one, 0]: (turn, isUpright) = ("rotated 90° clockwise", false)
    case [-one, 0, 0, -one]: turn = "rotated 180°"
    case [0, -one, one, 0]: (turn, isUpright) = ("rotated 90° anticlockwise", false)
    case [-one, 0, 0, one]: turn = "mirrored left to right"
    case [one, 0, 0, -one]: turn = "mirrored top to bottom"
    case [0, one, one, 0], [0, -one, -one, 0]:
      (turn, isUpright) = ("mirrored and rotated 90°", false)
    default:
      output.put(", matrix")
      for value in linear {
        output.put(" ")
        output.put(short: Double(value) / 65_536)
      }
      return
    }
    guard isPlain else {
      output.put(", matrix with perspective")
      return
    }
    if let turn {
      output.put(", ")
      output.put(turn)
      if width > 0, height > 0 {
        output.put(" → shown ")
        isUpright ? output.put(width, by: height) : output.put(height, by: width)
      }
      return
    }
    if values[6] != 0 || values[7] != 0 {
      output.put(", moved by ")
      output.put(short: Double(values[6]) / 65_536)
      output.put(", ")
      output.put(short: Double(values[7]) / 65_536)
    }
    size(node, width: width, height: height, to: &output)
  }

  /// `1440×1080, pixels 4:3, shown 1920×1080` when the track's size is not that of its pictures.
  private static func size(
    _ node: NodeReader, width: UInt64, height: UInt64, to output: inout ByteWriter
  ) {
    guard width > 0, height > 0, let entry = node.atoms?.track(at: node.index)?.shownEntry(in: node.document)
    else { return }
    let picture = node.view(VisualEntry.self, of: entry)
    guard picture.number(.horizresolution) != nil, let coded = picture.number(.width),
      let lines = picture.number(.height), coded > 0, lines > 0,
      coded != width || lines != height
    else { return }
    output.put(", ")
    output.put(coded, by: lines)
    if let pixels = node.tree.child("pasp", of: entry).map({
      node.view(PixelAspectRatio.self, of: $0)
    }), let across = pixels.number(.hSpacing), let down = pixels.number(.vSpacing), across != down {
      output.put(", pixels ")
      output.put(decimal: across)
      output.put(":")
      output.put(decimal: down)
    }
    output.put(", shown ")
    output.put(width, by: height)
  }

  static func editList(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(EditListEntries.self)
    let movie = node.movieTimescale
    let media = node.mediaTimescale
    let isLong = (fields.number(.version) ?? 0) >= 1
    fields.withTable(.entries) { table in
      guard table.count > 0,
        let durations = table.column(.edit_duration, in: EditListEntries.self),
        let times = table.column(.media_time, in: EditListEntries.self),
        let rates = table.column(.media_rate_integer, in: EditListEntries.self),
        let fractions = table.column(.media_rate_fraction, in: EditListEntries.self)
      else {
        output.put("no edits")
        return
      }
      if table.count > 3 {
        output.put(table.count, "edit", "edits")
        guard table.count <= rows else { return }
        var sum: UInt64 = 0
        for row in 0..<table.count {
          sum = sum.addingReportingOverflow(table.raw(row: row, column: durations)).partialValue
        }
        output.put(", ")
        output.put(seconds: sum, per: movie)
        return
      }
      if table.count > 1 {
        output.put(table.count, "edit", "edits")
        output.put(": ")
      }
      for row in 0..<table.count {
        if row > 0 { output.put(", then ") }
        let duration = table.raw(row: row, column: durations)
        let from = EditListEntries.mediaTime(table.raw(row: row, column: times))
        let rate =
          Double(Int64(bitPattern: table.raw(row: row, column: rates)))
          + Double(table.raw(row: row, column: fractions) & 0xFFFF) / 65_536
        let isOpen = duration == 0 || duration == (isLong ? .max : 0xFFFF_FFFF)
        guard let from else {
          output.put(seconds: duration, per: movie)
          output.put(" empty")
          continue
        }
        output.put(rate == 0 ? "holds " : "plays ")
        if isOpen { output.put("all") } else { output.put(seconds: duration, per: movie) }
        output.put(rate == 0 ? " at " : " from ")
        if from < 0 { output.put("-") }
        output.put(seconds: from.magnitude, per: media)
        if from != 0, media != 0 {
          output.put(" (")
          output.put(grouped: from)
          output.put(")")
        }
        if rate != 0, rate != 1 {
          output.put(" at rate ")
          output.put(short: rate)
        }
      }
    }
  }

  static func trackReference(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(TrackReference.self)
    let ids = fields.numbers(.track_IDs).filter { $0 != 0 }
    output.put("→ ")
    if ids.isEmpty { output.put("none") } else { output.put(list: ids, "track", "tracks") }
    guard ids.count == 1, let atoms = node.atoms, !atoms.tracks.isEmpty else { return }
    output.put(" (")
    if let track = atoms.track(id: ids[0]) {
      put(track: track, node.document, &output)
    } else {
      output.put("no such track")
    }
    output.put(")")
  }

  // MARK: Media

  static func mediaHeader(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(MediaHeader.self)
    duration(
      fields.number(.duration), per: fields.number(.timescale), fields.number(.version), &output)
    guard fields.number(.language) != nil else { return }
    output.put(", language ")
    fields.put(.language, to: &output)
  }

  static func handler(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(HandlerReference.self)
    let start = output.total
    if let component = fields.code(.pre_defined), component.rawValue != 0 {
      output.put(quoted: component)
    }
    if let handler = fields.code(.handler_type) {
      if output.total > start { output.put(" ") }
      output.put(quoted: handler)
    }
    if fields.hasText(.name) {
      output.put(" ")
      fields.put(.name, to: &output)
    }
  }

  static func mediaInformation(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(MediaInformationHeader.self)
    let start = output.total
    if let mode = fields.number(.graphicsmode), mode != 0 {
      output.put("graphics mode ")
      fields.put(.graphicsmode, to: &output)
    }
    if let balance = fields.number(.balance), balance != 0 {
      output.separate(since: start)
      output.put("balance ")
      output.put(short: fixedPoint(balance, 8, true))
    }
  }

  static func entryCount(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(DataReferenceList.self)
    guard let count = fields.number(.entry_count) else { return }
    output.put(count, "entry", "entries")
  }

  static func sampleDescriptions(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(SampleDescriptions.self)
    guard let count = fields.number(.entry_count), count != 1 else { return }
    output.put(count, "entry", "entries")
  }

  static func dataEntry(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(DataEntry.self)
    if (fields.number(.flags) ?? 0) & 1 == 1 {
      output.put("same file")
      return
    }
    for name in [.location, .name, .file_name] as [DataEntry.Field] where fields.hasText(name) {
      fields.put(name, to: &output)
      return
    }
  }

  /// What a `meta` holds, by its handler.
  static func metadata(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let handler = node.child("hdlr")?.view(HandlerReference.self).code(.handler_type)
    else { return }
    if let name = Media.handlers[UInt64(handler.rawValue)] {
      output.put(name)
    } else {
      output.put(quoted: handler)
    }
  }
}
