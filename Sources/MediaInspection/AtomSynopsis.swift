import Atoms
import ByteReading
package import MediaFacts
package import Structure

/// What is said of a file of atoms as a whole.
package struct AtomSynopsis {
  package private(set) var synopsis = Synopsis()
  private let document: Document
  private let atoms: AtomContext
  private let tracks: [TrackFacts]

  package init(_ document: Document) {
    self.document = document
    atoms = document.context as? AtomContext ?? AtomContext(document)
    tracks = atoms.tracks.map { TrackFacts($0, in: document) }
    nameFormat()
    describeMovie()
    synopsis.tracks = tracks.map(track)
    tell()
  }

  // MARK: Format

  private mutating func nameFormat() {
    let tree = document.tree
    let type = tree.child("ftyp", of: nil) ?? tree.child("styp", of: nil)
    var brands: [FourCC] = []
    if let type {
      let source = document.source(of: tree[type])
      let payload = tree[type].payload
      for position in stride(from: payload.byteOffset, to: payload.byteEnd &- 3, by: 4) {
        // The second word is a version.
        if position == payload.byteOffset + 4 { continue }
        guard let word = source.bytes.bigEndian(at: position, count: 4), brands.count < 64
        else { break }
        brands.append(FourCC(UInt32(truncatingIfNeeded: word)))
      }
    }
    synopsis.brand = brands.first
    (synopsis.format, synopsis.formatName) = Self.format(brands, type.map { tree[$0].type }, tree)
    synopsis.mediaType = { [brands, format = synopsis.format] document in
      MediaTypes.mediaType(of: document, brands: brands, format: format)
    }
  }

  /// The format for machines and for people.
  private static func format(_ brands: [FourCC], _ type: FourCC?, _ tree: Tree) -> (String, String)
  {
    guard let major = brands.first else {
      if tree.child("moov", of: nil) != nil || tree.child("mdat", of: nil) != nil
        || tree.child("pnot", of: nil) != nil
      {
        return tree.child("moof", of: nil) != nil
          ? ("mp4", "MP4 segment") : ("quicktime", "QuickTime movie")
      }
      if tree.child("moof", of: nil) != nil { return ("mp4", "MP4 segment") }
      return ("isobmff", "ISO base media file")
    }
    let key = major.key
    if key.hasPrefix("M4A") { return ("mp4", "M4A audio") }
    switch key {
    case "qt  ": return ("quicktime", "QuickTime movie")
    case "M4B ": return ("mp4", "M4B audiobook")
    case "M4P ": return ("mp4", "M4P protected audio")
    case "M4V ", "M4VH", "M4VP": return ("mp4", "M4V video")
    case "F4V ", "f4v ": return ("mp4", "F4V video")
    case "F4A ": return ("mp4", "F4A audio")
    case "heic", "heix", "heim", "heis": return ("heif", "HEIC image")
    case "hevc", "hevx", "hevm", "hevs": return ("heif", "HEIC image sequence")
    case "avif": return ("heif", "AVIF image")
    case "avis": return ("heif", "AVIF image sequence")
    case "jp2 ": return ("jp2", "JPEG 2000 image")
    case "jpx ": return ("jp2", "JPEG 2000 image (JPX)")
    case "jpm ": return ("jp2", "JPEG 2000 compound image")
    case "jph ": return ("jp2", "High-throughput JPEG 2000 image")
    case "mjp2": return ("mj2", "Motion JPEG 2000 movie")
    case "jxl ": return ("jxl", "JPEG XL image")
    case "jxs ": return ("heif", "JPEG XS image")
    case "crx ": return ("cr3", "Canon CR3 image")
    case "mif1", "mif2", "mif3", "miaf", "1pic":
      if brands.contains("avif") { return ("heif", "AVIF image") }
      if brands.contains("heic") || brands.contains("heix") { return ("heif", "HEIC image") }
      return ("heif", "HEIF image")
    case "msf1":
      if brands.contains("avis") { return ("heif", "AVIF image sequence") }
      if brands.contains("hevc") { return ("heif", "HEIC image sequence") }
      return ("heif", "HEIF image sequence")
    default: break
    }
    let name = trimmed(key).isEmpty || major.rawValue == 0 ? "" : " (\(trimmed(key)))"
    if type == "styp" { return ("mp4", "MP4 segment\(name)") }
    if key.hasPrefix("3gp") || key.hasPrefix("3gr") || key.hasPrefix("3gs") || key.hasPrefix("3ge")
    {
      return ("3gp", "3GPP\(name)")
    }
    if key.hasPrefix("3g2") { return ("3g2", "3GPP2\(name)") }
    if tree.child("moov", of: nil) == nil, tree.child("meta", of: nil) != nil,
      brands.contains("mif1")
    {
      return ("heif", "HEIF image\(name)")
    }
    return ("mp4", "MP4\(name)")
  }

  /// A brand without the blanks at its end.
  private static func trimmed(_ key: String) -> String {
    var key = key
    while key.hasSuffix(" ") { key.removeLast() }
    return key
  }

  // MARK: Movie

  private mutating func describeMovie() {
    let tree = document.tree
    let movie = tree.child("moov", of: nil)
    if movie != nil, let header = movieHeader() {
      let fields = document.view(MovieHeader.self, of: header)
      if let value = fields.number(.duration), let timescale = fields.number(.timescale),
        timescale != 0,
        value != ((fields.number(.version) ?? 0) == 0 ? 0xFFFF_FFFF : UInt64.max)
      {
        synopsis.duration = DurationFact(value: value, timescale: timescale)
      }
    }
    var media: Int?
    if tree.countAtTop("moof") > 0 { synopsis.isFragmented = true }
    if tree.countAtTop("mdat") > 0 {
      for index in tree.children(of: nil)
      where tree[index].type == "mdat" && tree[index].size > 16 {
        media = index
        break
      }
    }
    if let movie, tree.child("mvex", of: movie) != nil { synopsis.isFragmented = true }
    if let movie, let media { synopsis.isFastStart = movie < media }
  }

  private func movieHeader() -> Int? {
    let tree = document.tree
    for index in tree.indices.prefix(4_096) where tree[index].type == "mvhd" && !tree[index].isRaw {
      return index
    }
    return nil
  }

  private func track(_ facts: TrackFacts) -> Synopsis.Track {
    var track = Synopsis.Track(
      id: facts.track.id, handler: facts.track.handler ?? FourCC(0), node: facts.track.node)
    track.codec = facts.codec?.type
    track.width = facts.codec?.width
    track.height = facts.codec?.height
    track.sampleRate = facts.codec?.sampleRate
    track.channels = facts.codec?.channels
    track.samples = facts.track.sampleCount
    track.language = facts.language
    return track
  }

  // MARK: Words

  private mutating func tell() {
    let tree = document.tree
    let isDamaged = document.problems.errors > 0
    let fragments = tree.countAtTop("moof")
    if let duration = synopsis.duration, duration.value > 0 {
      var text = ByteWriter()
      text.put(seconds: duration.value, per: duration.timescale, digits: 3)
      text.put(" s")
      synopsis.facts.append(text.string)
      let seconds = Double(duration.value) / Double(duration.timescale)
      if !isDamaged, fragments == 0, seconds > 0 {
        synopsis.facts.append(Self.bitRate(Double(tree.file.byteCount) * 8 / seconds))
      }
    }
    if fragments > 0 {
      synopsis.facts.append(Self.count(fragments, "fragment", "fragments"))
      if !tracks.isEmpty {
        let kinds = tracks.prefix(8).map(\.kind).joined(separator: ", ")
        synopsis.facts.append(Self.count(tracks.count, "track", "tracks") + ": " + kinds)
      }
      return
    }
    if isDamaged {
      if !tracks.isEmpty {
        synopsis.facts.append(Self.count(tracks.count, "track", "tracks"))
      }
      return
    }
    if synopsis.isFastStart == false { synopsis.facts.append("not fast start") }
    if let writer = Self.writer(of: document) { synopsis.facts.append("by " + writer.name) }
    let items = itemFacts()
    synopsis.facts += items
    let line = tracks.prefix(6).map(line).joined(separator: " · ")
    if !line.isEmpty {
      synopsis.lines.append(
        tracks.count > 6 ? line + " · … \(tracks.count - 6) more" : line)
    }
  }

  /// `video H.264 160×120 24 fps`, `audio AAC-LC 44.1 kHz mono`, `timecode 01:00:00:00`.
  private func line(of facts: TrackFacts) -> String {
    var text = ByteWriter()
    text.put(facts.kind)
    if let timecode = facts.timecode {
      text.put(" ")
      text.put(timecode)
      return text.string
    }
    if let codec = facts.codec {
      text.put(codec.isEncrypted ? " encrypted " : " ")
      text.put(codec.name)
      if let width = codec.width, let height = codec.height, width > 0 {
        text.put(" ")
        text.put(decimal: width)
        text.put("×")
        text.put(decimal: height)
      }
      if let range = codec.dynamicRange {
        text.put(" ")
        text.put(range)
      }
      if let rate = codec.sampleRate {
        text.put(" ")
        text.put(Self.short(rate / 1_000))
        text.put(" kHz")
      }
      if let channels = codec.channels {
        text.put(" ")
        switch channels {
        case 1: text.put("mono")
        case 2: text.put("stereo")
        case 6: text.put("5.1")
        case 8: text.put("7.1")
        default:
          text.put(grouped: channels)
          text.put(" channels")
        }
      }
    }
    if let rate = facts.frameRate {
      text.put(facts.hasVariableRate ? " about " : " ")
      text.put(Self.short(rate))
      text.put(" fps")
    }
    return text.string
  }

  /// The program that wrote the file, as the movie's user data and iTunes list tell it, and the atom
  /// that says so.
  package static func writer(of document: Document) -> (name: String, node: Int)? {
    let tree = document.tree
    guard let movie = tree.child("moov", of: nil), let data = tree.child("udta", of: movie)
    else { return nil }
    let list = tree.child("meta", of: data).flatMap { tree.child("ilst", of: $0) }
    let reader = NodeReader(document)
    for field in ["encoder", "encodedBy"] as [StaticString] {
      for key in MetadataField.codes(of: field) {
        guard let parent = key.isITunes ? list : data, let item = tree.child(key.code, of: parent)
        else { continue }
        reader.open(tree.child("data", of: item) ?? item)
        let name = reader.text(ofFieldNamed: "text") ?? reader.text(ofFieldNamed: "value")
        if let name, !name.isEmpty { return (String(name.prefix(60)), item) }
      }
    }
    return nil
  }

  /// What is said of a file of images: the size of the primary one and how many items there are.
  private func itemFacts() -> [String] {
    let tree = document.tree
    guard let metadata = tree.child("meta", of: nil), let list = tree.child("iinf", of: metadata)
    else { return [] }
    let reader = NodeReader(document)
    var facts: [String] = []
    if let size = primarySize(metadata, reader) {
      facts.append("\(size.width)×\(size.height)")
    }
    if let count = reader.view(ItemInformation.self, of: list).number(.entry_count) {
      facts.append(Self.count(Int(clamping: count), "item", "items"))
    }
    return facts
  }

  private func primarySize(
    _ metadata: Int, _ reader: NodeReader
  ) -> (width: UInt64, height: UInt64)? {
    let tree = document.tree
    guard let primary = tree.child("pitm", of: metadata),
      let properties = tree.child("iprp", of: metadata),
      let container = tree.child("ipco", of: properties),
      let associations = tree.child("ipma", of: properties)
    else { return nil }
    guard let id = reader.view(PrimaryItem.self, of: primary).number(.item_ID) else { return nil }
    let boxes = Array(tree.children(of: container).prefix(32_767))
    let numbers = ItemAssociations(associations, in: document).properties(of: [id])
    for number in numbers[id] ?? [] {
      guard number >= 1, number <= boxes.count, tree[boxes[number - 1]].type == "ispe"
      else { continue }
      let size = reader.view(ImageSize.self, of: boxes[number - 1])
      guard let width = size.number(.image_width), let height = size.number(.image_height)
      else { return nil }
      return (width, height)
    }
    return nil
  }

  private static func count(_ count: Int, _ one: String, _ many: String) -> String {
    var text = ByteWriter()
    text.put(grouped: count)
    return text.string + " " + (count == 1 ? one : many)
  }

  private static func bitRate(_ rate: Double) -> String {
    var text = ByteWriter()
    if rate >= 10_000_000 {
      text.put(Self.short((rate / 100_000).rounded() / 10))
      text.put(" Mbit/s")
    } else {
      text.put(grouped: UInt64((rate / 1_000).rounded()))
      text.put(" kbit/s")
    }
    return text.string
  }

  /// A number with at most three decimals.
  private static func short(_ number: Double) -> String {
    guard number >= 0, number < 1e12 else { return "?" }
    let thousandths = UInt64((number * 1_000).rounded())
    var text = ByteWriter()
    text.put(grouped: thousandths / 1_000)
    var fraction = thousandths % 1_000
    guard fraction > 0 else { return text.string }
    var digits = 3
    while fraction % 10 == 0 { (fraction, digits) = (fraction / 10, digits - 1) }
    text.put(".")
    text.put(decimal: fraction, zeroPaddedTo: digits)
    return text.string
  }
}
