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
    synopsis.finestTimescale = tracks.reduce(0) { max($0, $1.track.timescale) }
    synopsis.writer = Self.writer(of: document)
    describeImage()
  }

  // MARK: Format

  private mutating func nameFormat() {
    let (brands, format, name) = Self.format(of: document)
    synopsis.brand = brands.first
    synopsis.brands = brands
    (synopsis.format, synopsis.formatName) = (format, name)
    synopsis.mediaType = { [brands, format] document in
      MediaTypes.mediaType(of: document, brands: brands, format: format)
    }
  }

  /// The format of a file and its brands, which are looked at alone: rules ask for it that need no more.
  static func format(of document: Document) -> (brands: [FourCC], format: Format.Kind, name: String) {
    let tree = document.tree
    let type = tree.child("ftyp", of: nil) ?? tree.child("styp", of: nil)
    let brands = type.map { document.view(FileType.self, of: $0).brands(atMost: 64) } ?? []
    let (format, name) = format(brands, type.map { tree[$0].type }, tree)
    return (brands, format, name)
  }

  /// The format for machines and for people.
  private static func format(
    _ brands: [FourCC], _ type: FourCC?, _ tree: Tree
  ) -> (Format.Kind, String) {
    guard let major = brands.first else {
      if tree.child("moov", of: nil) != nil || tree.child("mdat", of: nil) != nil
        || tree.child("pnot", of: nil) != nil
      {
        return tree.child("moof", of: nil) != nil
          ? (.mp4, "MP4 segment") : (.quickTime, "QuickTime movie")
      }
      if tree.child("moof", of: nil) != nil { return (.mp4, "MP4 segment") }
      return (.isoBaseMedia, "ISO base media file")
    }
    let key = major.key
    if key.hasPrefix("M4A") { return (.mp4, "M4A audio") }
    switch key {
    case "qt  ": return (.quickTime, "QuickTime movie")
    case "M4B ": return (.mp4, "M4B audiobook")
    case "M4P ": return (.mp4, "M4P protected audio")
    case "M4V ", "M4VH", "M4VP": return (.mp4, "M4V video")
    case "F4V ", "f4v ": return (.mp4, "F4V video")
    case "F4A ": return (.mp4, "F4A audio")
    case "heic", "heix", "heim", "heis": return (.heif, "HEIC image")
    case "hevc", "hevx", "hevm", "hevs": return (.heif, "HEIC image sequence")
    case "avif": return (.heif, "AVIF image")
    case "avis": return (.heif, "AVIF image sequence")
    case "jp2 ": return (.jpeg2000, "JPEG 2000 image")
    case "jpx ": return (.jpeg2000, "JPEG 2000 image (JPX)")
    case "jpm ": return (.jpeg2000, "JPEG 2000 compound image")
    case "jph ": return (.jpeg2000, "High-throughput JPEG 2000 image")
    case "mjp2": return (.motionJPEG2000, "Motion JPEG 2000 movie")
    case "jxl ": return (.jpegXL, "JPEG XL image")
    case "jxs ": return (.heif, "JPEG XS image")
    case "crx ": return (.canonRaw, "Canon CR3 image")
    case "mif1", "mif2", "mif3", "miaf", "1pic":
      if brands.contains("avif") { return (.heif, "AVIF image") }
      if brands.contains("heic") || brands.contains("heix") { return (.heif, "HEIC image") }
      return (.heif, "HEIF image")
    case "msf1":
      if brands.contains("avis") { return (.heif, "AVIF image sequence") }
      if brands.contains("hevc") { return (.heif, "HEIC image sequence") }
      return (.heif, "HEIF image sequence")
    default: break
    }
    let name = trimmed(key).isEmpty || major.rawValue == 0 ? "" : " (\(trimmed(key)))"
    if type == "styp" { return (.mp4, "MP4 segment\(name)") }
    if key.hasPrefix("3gp") || key.hasPrefix("3gr") || key.hasPrefix("3gs") || key.hasPrefix("3ge")
    {
      return (.mobile3GPP, "3GPP\(name)")
    }
    if key.hasPrefix("3g2") { return (.mobile3GPP2, "3GPP2\(name)") }
    if tree.child("moov", of: nil) == nil, tree.child("meta", of: nil) != nil,
      brands.contains("mif1")
    {
      return (.heif, "HEIF image\(name)")
    }
    return (.mp4, "MP4\(name)")
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
    synopsis.fragments = tree.countAtTop("moof")
    synopsis.isFragmented =
      synopsis.fragments > 0 || movie.map { tree.child("mvex", of: $0) != nil } ?? false
    synopsis.duration = MovieDuration(document, atoms).fact
    guard let movie, tree.countAtTop("mdat") > 0 else { return }
    let media = tree.children(of: nil).first {
      tree[$0].type == "mdat" && tree[$0].size > 16
    }
    if let media { synopsis.fastStart = Fact(movie < media, from: FactSource(movie)) }
  }

  private func track(_ facts: TrackFacts) -> Synopsis.Track {
    var track = Synopsis.Track(
      id: facts.track.id, handler: facts.track.handler ?? FourCC(0), node: facts.track.node)
    track.kind = facts.track.kind
    track.codec = facts.codec?.type
    track.codecName = facts.codec?.name
    track.profile = facts.codec?.profile
    track.dynamicRange = facts.codec?.dynamicRange
    track.protectedShare = facts.track.protectedShare(in: document.tree)
    track.frameRate = facts.frameRate
    track.hasVariableRate = facts.hasVariableRate
    track.isRateOfFirstFragments = facts.isRateOfFirstFragments
    track.timecode = facts.timecode
    track.isEnabled = facts.isEnabled
    track.width = facts.codec?.width
    track.height = facts.codec?.height
    track.sampleRate = facts.codec?.sampleRate
    track.channels = facts.codec?.channels
    track.channelLayout = facts.codec?.layout
    track.samples = facts.track.sampleCount
    track.language = facts.languageCode
    return track
  }

  // MARK: Writer

  /// The program that wrote the file: the first tag for an encoder in the movie's user data and iTunes
  /// list, or its QuickTime metadata; where none says it, what a packager left in a tag, then names of handlers that
  /// name their writer.
  ///
  /// What an encoder left in samples is not read.
  static func writer(of document: Document) -> Fact<Writer> {
    let tree = document.tree
    var found: [Fact<Writer>.Claim] = []
    func add(_ name: String?, _ part: Writer.Part, _ source: FactSource) {
      guard let name, found.count < 16 else { return }
      let writer = Writer(name, part)
      if !writer.name.isEmpty, !found.contains(where: { $0.value.name == writer.name }) {
        found.append(.init(writer, from: source))
      }
    }
    let unread = tree.countAtTop("mdat") > 0 ? [Unread(.media)] : []
    guard let movie = tree.movie else { return Fact(unread: unread) }
    let reader = NodeReader(document)
    let data = tree.child("udta", of: movie)
    if let data {
      let list = tree.child("meta", of: data).flatMap { tree.child("ilst", of: $0) }
      for field in ["encoder", "encodedBy"] as [StaticString] {
        for key in MetadataField.codes(of: field) {
          guard let parent = key.isITunes ? list : data, let item = tree.child(key.code, of: parent)
          else { continue }
          reader.open(tree.child("data", of: item) ?? item)
          let name: StaticString = reader.content("text") != nil ? "text" : "value"
          add(
            reader.text(ofFieldNamed: name.description, style: .verbatim), .encoder,
            FactSource(item, name.description, extent: reader.content(name)))
        }
      }
    }
    for metadata in [data, movie].compactMap({ $0 }).compactMap({ tree.child("meta", of: $0) }) {
      for item in namedItems(in: metadata, document) {
        reader.open(tree.child("data", of: item) ?? item)
        add(
          reader.text(ofFieldNamed: "value", style: .verbatim), .encoder,
          FactSource(item, "value", extent: reader.content("value")))
      }
    }
    if found.isEmpty, let (name, source) = packager(in: movie, reader) { add(name, .encoder, source) }
    if found.isEmpty {
      for track in (document.context as? AtomContext)?.tracks.prefix(16) ?? [] {
        guard let media = tree.child("mdia", of: track.node), let handler = tree.child("hdlr", of: media) else { continue }
        let fields = reader.view(HandlerReference.self, of: handler)
        guard let name = fields.text(.name, style: .verbatim), namesWriter(name) else { continue }
        let trimmed = String(name.reversed().drop { $0 == " " || $0 == "\0" }.reversed())
        add(trimmed, .handler, FactSource(handler, "name", extent: fields.content(.name)))
      }
    }
    guard let first = found.first else { return Fact(unread: unread) }
    return Fact(first.value, from: first.source, claims: Array(found.dropFirst()), unread: unread)
  }

  /// Whether the name of a handler has the name of its writer in it; most say of which media it is alone.
  private static func namesWriter(_ name: String) -> Bool {
    writersOfHandlers.contains { name.hasBytes(of: $0) }
  }

  private static let writersOfHandlers = [
    "GPAC", "Bento4", "Core Media", "Apple ", "mp4ff", "L-SMASH", "Google Inc.", "GoPro", "USP ", "Mainconcept",
  ]

  /// What a packager says of itself in a tag of the movie: `shaka-packager v2.4.3`, in the owner and the data of a `PRIV`.
  private static func packager(in movie: NodeIndex, _ reader: NodeReader) -> (name: String, source: FactSource)? {
    let tree = reader.document.tree
    guard let metadata = tree.child("meta", of: movie) else { return nil }
    for node in tree.descendants(of: metadata).prefix(64) where tree[node].type == "PRIV" {
      reader.open(node)
      guard let owner = reader.text(ofFieldNamed: "owner", style: .verbatim), let program = owner.split(separator: "/").last,
        program.hasSuffix("-packager"), let data = reader.content("data"), data.byteCount <= 64
      else { continue }
      let bytes = reader.document.source(of: tree[node]).bytes.extracting(data.byteOffset..<data.byteEnd)
      return ("\(program) \(String(copying: bytes))", FactSource(node, "data", extent: data))
    }
    return nil
  }

  /// The items of QuickTime metadata whose keys are names of what encoded, in the order of these. The software of a
  /// camera is said with that.
  private static func namedItems(in metadata: NodeIndex, _ document: Document) -> [NodeIndex] {
    let tree = document.tree
    guard let atoms = document.context as? AtomContext, let keys = tree.child("keys", of: metadata),
      let list = tree.child("ilst", of: metadata)
    else { return [] }
    struct Named {
      let name: String
      let item: NodeIndex
    }
    var named: [Named] = []
    for item in tree.children(of: list).prefix(256) where tree[item].type.rawValue < 0x1_0000 {
      guard let extent = atoms.key(Int(tree[item].type.rawValue), in: keys), extent.byteCount <= 64 else { continue }
      let bytes = document.source(of: tree[keys]).bytes
      named.append(Named(name: String(copying: bytes.extracting(extent.byteOffset..<extent.byteEnd)), item: item))
    }
    let ofCamera = MetadataField.metadataKeys(of: "make") + MetadataField.metadataKeys(of: "model")
    let isOfCamera = named.contains { ofCamera.contains($0.name) }
    let software = "com.apple.quicktime.software"
    let encoders = MetadataField.metadataKeys(of: "encoder") + MetadataField.metadataKeys(of: "encodedBy")
    let wanted = encoders.filter { $0 != software } + (isOfCamera ? [] : [software])
    return wanted.flatMap { name in named.filter { $0.name == name }.map(\.item) }
  }

  // MARK: Images

  /// What is said of a file of images: the size of the primary one and how many items there are.
  private mutating func describeImage() {
    let tree = document.tree
    let reader = NodeReader(document)
    var image = Synopsis.Image()
    guard let metadata = tree.child("meta", of: nil), let list = tree.child("iinf", of: metadata) else {
      if let header = tree.child("jp2h", of: nil), let box = tree.child("ihdr", of: header) {
        let said = reader.view(JPEG2000Header.self, of: box)
        (image.width, image.height) = (said.number(.WIDTH), said.number(.HEIGHT))
        synopsis.image = image
        return
      }
      if synopsis.format == .jpegXL, let header = JPEGXLHeader(document) {
        (image.width, image.height) = (header.width, header.height)
        synopsis.image = image
        return
      }
      guard let box = tree.child("mini", of: nil) else { return }
      // It has no list of items.
      let said = reader.view(MinimizedImageData.self, of: box)
      guard let width = said.number(.width_minus1), let height = said.number(.height_minus1) else { return }
      (image.width, image.height) = (width.saturatingAdd(1), height.saturatingAdd(1))
      synopsis.image = image
      return
    }
    if let size = primarySize(metadata, reader) { (image.width, image.height) = size }
    image.items = reader.view(ItemInformation.self, of: list).number(.entry_count)
    synopsis.image = image
  }

  private func primarySize(
    _ metadata: NodeIndex, _ reader: NodeReader
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
}
