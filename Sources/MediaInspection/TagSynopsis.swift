import ByteReading
import ID3
import MediaFacts
import SoundFiles
import Structure

/// What is said of a file of tags and sound as a whole.
struct TagSynopsis {
  private(set) var synopsis = Synopsis()
  /// What the first frame of a stream of sound says of the program that wrote it.
  private var encoder: (node: NodeIndex, name: String, place: Extent)?

  init(_ document: Document) {
    let tree = document.tree
    tellOther(tree)
    for index in tree.children(of: nil) {
      guard let stream = AudioStream(document, at: index) else { continue }
      record(stream, at: index)
      encoder = stream.information?.encoder.map { (index, $0.name, $0.place) }
      break
    }
    record(SoundFormat(document), document)
    for index in tree.indices.prefix(4_096) where tree[index].marks.contains(.named) {
      guard synopsis.tags.count < 8 else { break }
      if let tag = Self.tag(at: index, tree) { synopsis.tags.append(tag) }
    }
    synopsis.writer = writer(of: document)
  }

  /// The program that encoded the sound, as its first frame, tags and chunks say it, in the order of the file.
  ///
  /// What an encoder left in frames is not read.
  private func writer(of document: Document) -> Fact<Writer> {
    let tree = document.tree
    let unread = synopsis.sound == nil ? [] : [Unread(.media)]
    var found: [Fact<Writer>.Claim] = []
    func add(_ text: String?, _ source: FactSource) {
      // Some fill a field of nine bytes with blanks.
      guard let name = text?.split(separator: " ").map(String.init).joined(by: " "), !name.isEmpty,
        !found.contains(where: { $0.value.name == name })
      else { return }
      found.append(.init(Writer(name, .encoder), from: source))
    }
    for index in tree.children(of: nil).prefix(64) {
      if let encoder, encoder.node == index {
        add(encoder.name, FactSource(index, StreamInformation[.encoder].name, extent: encoder.place))
      } else if tree[index].type.isID3v2Tag, let frame = tree.child("TSSE", of: index) ?? tree.child("TSS", of: index) {
        let fields = document.view(TextFrame.self, of: frame)
        add(fields.text(.text, style: .verbatim), FactSource(frame, TextFrame[.text].name, extent: fields.content(.text)))
      }
    }
    if let form = tree.waveForm {
      for list in tree.children(of: form).prefix(64) where tree[list].type == "LIST" {
        guard let entry = tree.child("ISFT", of: list) else { continue }
        let fields = document.view(WAVInformation.self, of: entry)
        add(fields.text(.text, style: .verbatim), FactSource(entry, WAVInformation[.text].name, extent: fields.content(.text)))
      }
    }
    guard let first = found.first else { return Fact(unread: unread) }
    return Fact(first.value, from: first.source, claims: Array(found.dropFirst()), unread: unread)
  }

  /// Which tag begins at a node, and how long it is.
  private static func tag(at index: NodeIndex, _ tree: Tree) -> Synopsis.Tag? {
    let node = tree[index]
    guard let syntax = tree.program(of: node)?.syntax,
      tree.catalogue(of: node)?.nodeKind.isSame(as: "tag") == true,
      syntax.parents.isSame(as: "file")
    else { return nil }
    return Synopsis.Tag(
      name: syntax.name,
      version: node.type.isID3v2Tag ? node.type.byte(3) : nil, size: node.size,
      isAtStart: node.start == 0 && node.source == 0, node: index)
  }

  /// Says what a file is whose sound is of no format that is known here, or that has none.
  private mutating func tellOther(_ tree: Tree) {
    let start = tree.children(of: nil).first { tree[$0].marks.contains(.raw) }
    synopsis.format = .tags
    synopsis.formatName = "tags only"
    guard let start else { return }
    let name = Signature.name(ofStreamIn: tree.file.bytes, at: Int(tree[start].start))
    synopsis.formatName = name ?? "unknown format"
  }

  /// Says what kind of file of chunks it is, and what its sound is.
  private mutating func record(_ format: SoundFormat?, _ document: Document) {
    let tree = document.tree
    guard let top = tree.soundForm else { return }
    let reader = NodeReader(document)
    switch tree[top].type {
    case "FORM":
      synopsis.variant = reader.view(AIFFForm.self, of: top).code(.formType)
      let isCompressed = synopsis.variant == "AIFC"
      (synopsis.format, synopsis.formatName) = (.aiff, isCompressed ? "AIFF-C" : "AIFF")
    case "RIFF": (synopsis.format, synopsis.formatName) = (.wav, "WAV")
    case "RF64": (synopsis.format, synopsis.formatName) = (.wav, "WAV (RF64)")
    case "BW64": (synopsis.format, synopsis.formatName) = (.wav, "WAV (BW64)")
    case "DSD ": (synopsis.format, synopsis.formatName) = (.dsf, "DSF")
    case "FRM8": (synopsis.format, synopsis.formatName) = (.dsdiff, "DSDIFF")
    default:
      guard format != nil else { return }
      (synopsis.format, synopsis.formatName) = (.tta, "TTA")
    }
    guard let format else { return }
    if let duration = format.duration {
      synopsis.duration = DurationFact(
        value: duration.value, timescale: duration.timescale, source: .chunks,
        claims: (format.claimedSamples ?? format.promisedSamples).map { claimed in
          let source: DurationFact.Source = format.claimedSamples == nil ? .soundChunk : .commonChunk
          let claim = DurationFact.Claim(source, value: claimed, timescale: duration.timescale)
          // What nobody hears is a problem of the file, and no other length.
          let difference = max(claimed, duration.value) - min(claimed, duration.value)
          return difference > duration.timescale / 100 ? [claim] : []
        } ?? [])
    }
    var sound = Synopsis.Sound(node: format.node ?? top)
    sound.coding = format.coding
    (sound.sampleRate, sound.channels) = (format.frequency, format.channels)
    sound.channelLayout = format.channelLayout
    sound.bits = format.bits
    // Of plain sound it is what channels and bits come to.
    if format.blockSize == nil, let rate = format.byteRate, rate > 0 {
      (sound.bitRate, sound.hasConstantRate) = (rate.saturatingMultiply(8), false)
    }
    synopsis.sound = sound
  }

  /// Says what kind of file the first stream of audio makes it, how long and at what rate it plays.
  private mutating func record(_ stream: AudioStream, at index: NodeIndex) {
    switch stream.format {
    case let format where format.hasPrefix("AAC"):
      (synopsis.format, synopsis.formatName) = (.aac, "AAC (ADTS)")
    case let format where format.hasSuffix("Layer I"):
      (synopsis.format, synopsis.formatName) = (.mp1, "MP1")
    case let format where format.hasSuffix("Layer II"):
      (synopsis.format, synopsis.formatName) = (.mp2, "MP2")
    default: (synopsis.format, synopsis.formatName) = (.mp3, "MP3")
    }
    synopsis.duration = stream.duration?.fact
    var sound = Synopsis.Sound(node: index)
    sound.coding = stream.format
    sound.sampleRate = UInt64(stream.samplingFrequency)
    sound.mayHaveSBR = stream.mayHaveSBR
    sound.channels = stream.channelCount.map { UInt64($0) }
    sound.bitRate = stream.bitRate.map { UInt64($0) }
    (sound.hasConstantRate, sound.isSampled) = (stream.hasConstantRate, stream.isSampled)
    synopsis.sound = sound
  }
}
