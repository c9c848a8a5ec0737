import Atoms
import ByteReading
import MediaFacts
import Structure

/// What the first sample of a track says of all its pictures: read when somebody asks for more than boxes
/// say.
struct FirstPicture {
  private let track: SampleTrack
  /// The sample entry of its first samples, and how it says that these are coded.
  private let entry: NodeIndex
  private let type: FourCC

  /// `nil` for tracks of no pictures, and for those whose samples are protected.
  init?(_ track: SampleTrack) {
    guard track.handler == "vide", let entry = track.description.shownEntry(in: track.home),
      track.description.protectedShare(in: track.home.tree) == .none
    else { return nil }
    self.track = track
    self.entry = entry
    type = track.home.codec(of: entry).type
  }

  /// Adds to `facts` what it says besides, or otherwise.
  ///
  /// - Complexity: O(*n*) in the units of the configuration; of samples one is read, at most 64 KiB of it, and where its
  ///   pictures may have fields the headers of the units of eight.
  func add(to facts: inout Facts.Track) {
    addPacking(to: &facts)
    addFrame(to: &facts)
    addMessages(to: &facts)
  }

  /// Where the first sample lies that has bytes, and the node around it, of the file that the movie is in.
  private var sample: (range: Range<Int>, node: NodeIndex)? {
    let tree = track.home.tree
    guard let first = track.firstWithBytes, first.file == 0,
      let start = first.offset, let end = first.end, start < end, end <= UInt64(tree.file.byteCount),
      let node = tree.children(of: nil).first(where: {
        tree[$0].payloadStart <= start && start < tree[$0].start.saturatingAdd(tree[$0].size)
      })
    else { return nil }
    return (Int(start)..<Int(end), node)
  }

  /// Where the first samples lie, up to one that is not all in the file of the movie, or has another sample entry.
  private var samples: [Range<Int>] {
    let end = UInt64(track.home.tree.file.byteCount)
    var found: [Range<Int>] = []
    var description: Int?
    for sample in track.samples().prefix(AVCFields.pictures) {
      guard sample.file == 0, description == nil || sample.description == description, let first = sample.offset,
        let last = sample.end, first <= last, last <= end
      else { break }
      description = sample.description
      found.append(Int(first)..<Int(last))
    }
    return found
  }

  private static func source(_ node: NodeIndex, _ range: Range<Int>) -> FactSource {
    FactSource(node, extent: Extent(byteOffset: range.lowerBound, byteCount: range.count))
  }

  // MARK: Views

  /// How two views share a picture, where no box says it: as messages in the configuration do, or those in
  /// front of the first picture.
  private func addPacking(to facts: inout Facts.Track) {
    guard let stereo = facts.shape?.stereo, stereo.answer == .notRead || stereo.value?.views == .unplaced,
      let units = NALUnits(entry: entry, in: track.home)
    else { return }
    let file = track.home.tree.file
    if let box = track.home.tree.child("hvcC", of: entry), track.home.tree[box].source == 0 {
      let lengths = NodeReader(track.home).view(HEVCConfiguration.self, of: box).contents(.nalUnitLength)
      for place in lengths.prefix(256) {
        guard let length = file.bytes.bigEndian(at: place.byteOffset, count: 2),
          place.byteEnd &+ Int(length) <= file.byteCount
        else { continue }
        let unit = place.byteEnd..<place.byteEnd &+ Int(length)
        if let found = units.packing(ofUnit: unit, of: file) {
          facts.shape?.stereo = Fact(found, from: Self.source(box, unit))
          return
        }
      }
    }
    guard let sample, let (found, unit) = units.packing(in: sample.range, of: file) else { return }
    facts.shape?.stereo = Fact(found, from: Self.source(sample.node, unit))
  }

  // MARK: Light and captions

  /// Whether pictures of this type have messages that are read here.
  static func hasMessages(_ type: FourCC) -> Bool { messageTypes.contains(type) }

  private static let messageTypes: [FourCC] = [
    "avc1", "avc2", "avc3", "avc4", "hvc1", "hev1", "hvc2", "hev2", "hvc3", "hev3", "dva1", "dvav", "dvh1", "dvhe",
    "av01", "dav1",
  ]

  /// What no box says of light, and captions, as messages in the configuration of the decoder do, or those in front of
  /// the first slice of the first sample: where these say no such thing, later ones may.
  private func addMessages(to facts: inout Facts.Track) {
    guard Self.hasMessages(type) else { return }
    let document = track.home
    let tree = document.tree
    for child in tree.children(of: entry).prefix(64) where ["hvcC", "av1C"].contains(tree[child].type) {
      var messages = PictureMessages()
      var walker = Walker()
      document.walk(child, &walker, into: &messages)
      Self.add(messages, at: child, to: &facts)
    }
    guard let sample else { return }
    let file = tree.file
    // Units of AV1 say how long they are, and pictures among them are passed over.
    let units = NALUnits(entry: entry, in: document)
    guard let range = units == nil ? sample.range : units?.prefix(of: sample.range, of: file), !range.isEmpty
    else { return }
    // Most files have no others, and the tables of all take longer than the rest.
    if let units, !units.mayHaveMessages(besides: Self.idleMessages(facts), in: range, of: file) { return }
    if type == "av01" || type == "dav1", !AV1Units.mayHaveMetadata(in: range, of: file) { return }
    guard let layout = SampleLayout(entry: entry, of: track) else { return }
    var messages = PictureMessages()
    layout.walk(range, of: document, into: &messages)
    Self.add(messages, at: sample.node, to: &facts)
  }

  /// Types of messages that say nothing of light that is not known, and hold no captions: buffering_period, pic_timing,
  /// user_data_unregistered, recovery_point (14496-10 §D.1, 23008-2 §D.2).
  private static func idleMessages(_ known: Facts.Track) -> [Int] {
    var types = [0, 1, 5, 6]
    // mastering_display_colour_volume, content_light_level_info: configurations have the same in front.
    if known.masteringDisplay?.answer != .notRead { types.append(137) }
    if known.contentLight?.answer != .notRead { types.append(144) }
    return types
  }

  private static func add(_ messages: PictureMessages, at node: NodeIndex, to facts: inout Facts.Track) {
    func fill<Value>(_ fact: inout Fact<Value>?, _ found: (value: Value, extent: Extent)?) {
      guard let found, fact?.answer == .notRead else { return }
      fact = Fact(found.value, from: FactSource(node, extent: found.extent))
    }
    fill(&facts.dynamicMetadata, messages.dynamicMetadata)
    fill(&facts.captions, messages.captions)
    fill(&facts.contentLight, messages.contentLight)
    fill(&facts.masteringDisplay, messages.masteringDisplay)
    if let (transfer, extent) = messages.preferredTransfer {
      facts.colour = facts.colour.map { Self.preferring(transfer, FactSource(node, extent: extent), over: $0) }
    }
  }

  /// Colours with HLG as a claim where a message prefers it to the transfer of usual displays for which the stream is
  /// coded, too; a stream that is coded otherwise is left as it is.
  private static func preferring(_ transfer: UInt64, _ source: FactSource, over known: Fact<Colour>) -> Fact<Colour> {
    guard let value = known.value, let place = known.source, let own = value.points else { return known }
    var points = own
    points.transfer = transfer
    guard points.isHybrid(insteadOf: own), !known.claims.contains(where: { $0.value.points == points }) else { return known }
    return Fact(
      value, from: place, claims: known.claims + [.init(Colour(points: points), from: source)], unread: known.unread)
  }

  // MARK: Frames with headers

  private static let codings: [FourCC] = ["apco", "apcs", "apcn", "apch", "ap4h", "ap4x"]

  /// The header of the first frame, when samples of this type have one, and where it stands.
  private func frame(of coding: FourCC) -> (ProResFrame, FactSource)? {
    guard Self.codings.contains(coding), let sample,
      let frame = ProResFrame(sample.range, of: track.home.tree.file)
    else { return nil }
    return (frame, Self.source(sample.node, frame.place))
  }

  /// The colours of pictures of this type, of which boxes say what is `known`.
  private func colour(_ known: Fact<Colour>, of coding: FourCC) -> Fact<Colour> {
    guard let (frame, source) = frame(of: coding), let points = frame.points else { return known }
    return Self.joined(known, points, source)
  }

  /// Whether samples of a coding are MPEG-2: those of QuickTime, of XDCAM and HDV by the beginning of their types, and
  /// those whose descriptor says it.
  private static func isMPEG2(_ coding: Coding) -> Bool {
    let type = coding.type
    return type == "m2v1" || type == "mp2v" || ["xdv", "xd5", "xdh", "hdv", "mx3", "mx4", "mx5"].contains(String(type.key.prefix(3)))
      || type == "mp4v" && coding.string?.hasPrefix("mp4v.6") == true
  }

  /// Which field is first, as the first picture says it.
  private func addFields(to facts: inout Facts.Track) {
    guard let known = facts.shape?.scanning, known.value?.order == nil, known.value?.kind != .progressive,
      let sample
    else { return }
    if let kind = known.value?.kind, let fields = AVCFields(samples, entry: entry, in: track.home) {
      let source = Self.source(sample.node, fields.place)
      // That each picture says it is no other word than what all of these say.
      facts.shape?.scanning =
        kind == .mixed ? Fact(fields.scanning, from: source, claims: known.claims) : Self.joined(known, fields.scanning, source)
      return
    }
    guard let coding = facts.codings.first(where: { $0.source.node == entry }), Self.isMPEG2(coding),
      let frame = MPEG2Frame(sample.range, of: track.home.tree.file) else { return }
    facts.shape?.scanning = Self.joined(known, frame.scanning, Self.source(sample.node, frame.place))
  }

  /// How pictures of DNxHD and DNxHR are kept, which no box says of all of them.
  private func addAvid(to facts: inout Facts.Track) {
    let tree = track.home.tree
    guard type == "AVdn" || type == "AVdh", let sample,
      let frame = DNxHDFrame(sample.range, of: tree.file)
    else { return }
    let source = Self.source(sample.node, frame.place)
    if let own = frame.scanning, let known = facts.shape?.scanning {
      facts.shape?.scanning = Self.joined(known, own, source)
    }
    // How many bits an opacity has is not known.
    if frame.hasOpacity { return }
    let compression = tree.child("ADHR", of: entry).flatMap {
      NodeReader(track.home).view(AvidCompression.self, of: $0).number(.compression_ID)
    }
    let expected: CodedPicture.Chroma? =
      switch compression {
      case 1270: .full
      case 1271, 1272, 1273, 1274: .half
      default: nil
      }
    var coded = CodedPicture(frame.chroma, opacityBits: 0, isUnexpected: expected.map { $0 != frame.chroma } ?? false)
    coded.bits = UInt64(frame.bits)
    coded.size = .init(width: UInt64(frame.width), height: UInt64(frame.height))
    let codec = track.home.codec(of: entry)
    coded.hasOtherSize = codec.width != coded.size?.width || codec.height != coded.size?.height
    facts.coded = Fact(coded, from: source)
  }

  private func addFrame(to facts: inout Facts.Track) {
    addFields(to: &facts)
    addAvid(to: &facts)
    guard !facts.codings.isEmpty, let (frame, source) = frame(of: type) else { return }
    let expected: CodedPicture.Chroma = type == "ap4h" || type == "ap4x" ? .full : .half
    facts.coded = Fact(
      CodedPicture(frame.chroma, opacityBits: frame.opacityBits, isUnexpected: frame.chroma != expected),
      from: source)
    if let known = facts.shape?.scanning { facts.shape?.scanning = Self.joined(known, frame.scanning, source) }
    facts.colour = facts.colour.map { colour($0, of: type) }
  }

  /// What a box says comes first; a frame fills in what it leaves out, and is a claim where it says otherwise.
  private static func joined(_ known: Fact<Scanning>, _ own: Scanning, _ source: FactSource) -> Fact<Scanning> {
    guard let value = known.value, let place = known.source else { return Fact(own, from: source) }
    if value.kind == own.kind, value.order == nil { return Fact(own, from: source, claims: known.claims) }
    if value == own { return known }
    return Fact(value, from: place, claims: known.claims + [.init(own, from: source)], unread: known.unread)
  }

  private static func joined(_ known: Fact<Colour>, _ own: Colour.Points, _ source: FactSource) -> Fact<Colour> {
    guard let value = known.value, let place = known.source else {
      return Fact(Colour(points: own), from: source)
    }
    guard let points = value.points, points.contradicts(own) else { return known }
    return Fact(
      value, from: place, claims: known.claims + [.init(Colour(points: own), from: source)], unread: known.unread)
  }
}
