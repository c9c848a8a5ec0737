import ByteReading
import MediaFacts
public import Structure

/// What the outline says of chunks that describe how sound is stored.
enum ChunkSummaries {
  /// `2 channels, 44,100 Hz, 16 bits, 44,100 samples, 1.000 s`
  static let common: @Sendable (NodeReader, inout ByteWriter) -> Void = { reader, output in
    put(SoundFormat(common: reader), to: &output)
  }

  /// `PCM, 2 channels, 44,100 Hz, 16 bits`
  static let format: @Sendable (NodeReader, inout ByteWriter) -> Void = { reader, output in
    put(SoundFormat(format: reader), to: &output)
  }

  static let dsf: @Sendable (NodeReader, inout ByteWriter) -> Void = { reader, output in
    put(SoundFormat(dsf: reader), to: &output)
  }

  static let tta: @Sendable (NodeReader, inout ByteWriter) -> Void = { reader, output in
    put(SoundFormat(tta: reader), to: &output)
  }

  static let markers = counting(AIFFMarkers.self, .markers, one: "marker", many: "markers")
  static let comments = counting(AIFFComments.self, .comments, one: "comment", many: "comments")
  static let points = counting(WAVCuePoints.self, .points, one: "point", many: "points")
  static let peaks = counting(WAVPeaks.self, .peaks, one: "peak", many: "peaks")
  static let loops = counting(WAVSampler.self, .loops, one: "loop", many: "loops")

  /// A text as it is, `bitmap` for a picture.
  static let display: @Sendable (NodeReader, inout ByteWriter) -> Void = { reader, output in
    let fields = reader.view(WAVDisplay.self)
    let hasText = fields.text(.text).map { !$0.isEmpty } ?? false
    fields.put(hasText ? .text : .type, to: &output)
  }

  /// `1 marker`, `2 markers`: the rows of a table or list.
  private static func counting<Fields: FieldView>(
    _ type: Fields.Type, _ list: Fields.Field, one: StaticString, many: StaticString
  ) -> @Sendable (NodeReader, inout ByteWriter) -> Void {
    { reader, output in
      guard let count = reader.view(type).count(list) else { return }
      output.put(grouped: count)
      output.put(" ")
      output.put(count == 1 ? one : many)
    }
  }

  private static func put(_ format: SoundFormat, to output: inout ByteWriter) {
    output.put(format.text)
  }
}

/// How sound is stored in a file of chunks, and how long it plays.
public struct SoundFormat: Sendable {
  /// The coding, where it is not plain PCM.
  public internal(set) var coding = ""
  /// The number of channels; `nil` where the file does not say.
  public internal(set) var channels: UInt64?
  /// How more than two channels are arranged, where the file says it: `5.1`.
  public internal(set) var channelLayout: String?
  /// Samples per second.
  public internal(set) var frequency: UInt64?
  /// The bits of a sample of one channel; `nil` where the file does not say.
  public internal(set) var bits: UInt64?
  /// The number of samples of each channel.
  public internal(set) var samples: UInt64?
  /// The number of samples that a header claims, where the sound itself was counted and has another.
  package private(set) var claimedSamples: UInt64?
  /// The number of samples that the size of a chunk of WAV comes to whose end is not there; `nil` where another one says
  /// how many there are, and where who wrote it may not have known the size.
  package private(set) var promisedSamples: UInt64?
  /// Whether the chunk of the sound of WAV or AIFF goes on behind what it stands in.
  package private(set) var isCut = false
  /// Whether a 'fact' says the number of samples that the bytes of sound with as many for each come to.
  package private(set) var isRepeatedByFact = false
  /// The bytes of a sample of all channels, of codings whose samples have as many each.
  package private(set) var blockSize: UInt64?
  /// The samples of each channel that are coded in such a block; a header counts blocks.
  package private(set) var samplesOfBlock: UInt64 = 1
  /// Bytes per second, where the file says it.
  public internal(set) var byteRate: UInt64?
  /// The chunk that says how the sound is stored.
  package private(set) var node: NodeIndex?

  /// The sound of a file of chunks; `nil` when it is none or no chunk says it.
  ///
  /// - Complexity: O(*n*) in the number of chunks at the top and directly in a form.
  ///
  /// - Parameter document: The file.
  public init?(_ document: Document) {
    let tree = document.tree
    let reader = NodeReader(document)
    guard let top = tree.soundForm else { return nil }
    switch tree[top].type {
    case "FORM":
      guard let common = tree.child("COMM", of: top) else { return nil }
      reader.open(common)
      self.init(common: reader)
      node = common
      if let sound = tree.child("SSND", of: top) { count(sound, in: document) }
    case "RIFF", "RF64", "BW64":
      guard let format = tree.child("fmt ", of: top) else { return nil }
      reader.open(format)
      self.init(format: reader)
      node = format
      let sound = tree.child("data", of: top)
      let data = sound.map { UInt64(tree[$0].payload.byteCount) }
      isCut = sound.map { tree[$0].marks.contains(.clamped) } ?? false
      let promised = isCut ? sound.flatMap { Self.size(ofSoundAt: $0, in: top, tree) } : nil
      if let data, let blockSize, blockSize > 0 {
        // What has no blocks of several samples is as long as its bytes, whatever a header says of their rate.
        samples = samples(of: data)
        promisedSamples = promised.flatMap { samples(of: $0) }
        let fact = tree.child("fact", of: top)
        isRepeatedByFact = fact.map { reader.view(WAVFact.self, of: $0).number(.dwSampleLength) == samples } ?? false
      } else if let fact = tree.child("fact", of: top) {
        samples = reader.view(WAVFact.self, of: fact).number(.dwSampleLength)
      } else if let data {
        samples = samples(of: data)
        promisedSamples = promised.flatMap { samples(of: $0) }
      }
    case "DSD ":
      guard let format = tree.child("fmt ", of: nil) else { return nil }
      reader.open(format)
      self.init(dsf: reader)
      node = format
    case "FRM8":
      guard let properties = tree.child("PROP", of: top) else { return nil }
      self.init(coding: "DSD", bits: 1)
      node = properties
      if let rate = tree.child("FS  ", of: properties) {
        frequency = reader.view(DSDIFFRate.self, of: rate).number(.sampleRate)
      }
      if let list = tree.child("CHNL", of: properties) {
        channels = reader.view(DSDIFFChannels.self, of: list).number(.numChannels)
      }
      if let data = tree.child("DSD ", of: top), let channels, channels > 0 {
        samples = UInt64(tree[data].payload.byteCount) * 8 / channels
      }
    default:
      guard let stream = tree.children(of: nil).first(where: { tree[$0].type == "TTA1" })
      else { return nil }
      reader.open(stream)
      self.init(tta: reader)
      node = stream
    }
  }

  /// The samples that so many bytes of WAV come to.
  private func samples(of bytes: UInt64) -> UInt64? {
    if let blockSize, blockSize > 0 { return bytes / blockSize }
    guard let byteRate, byteRate > 0, let frequency else { return nil }
    let (product, overflow) = bytes.multipliedReportingOverflow(by: frequency)
    return overflow ? nil : product / byteRate
  }

  /// The bytes that a chunk of WAV says that it has (EBU Tech 3306 §3); `nil` for the largest numbers, which programs
  /// leave that do not know it while they write.
  private static func size(ofSoundAt sound: NodeIndex, in form: NodeIndex, _ tree: Tree) -> UInt64? {
    let bytes = tree.file.bytes
    guard let size = bytes.littleEndian(at: Int(tree[sound].start) + 4, count: 4) else { return nil }
    guard size == 0xFFFF_FFFF else { return size < 0x7FFF_F000 ? size : nil }
    guard let sizes = tree.child("ds64", of: form) else { return nil }
    return bytes.littleEndian(at: Int(tree[sizes].payloadStart) + 8, count: 8).flatMap { $0 == .max ? nil : $0 }
  }

  /// Counts the samples of an AIFF file of which each has as many bytes.
  private mutating func count(_ sound: NodeIndex, in document: Document) {
    isCut = document.tree[sound].marks.contains(.clamped)
    guard let blockSize, blockSize > 0 else { return }
    let bytes = UInt64(document.tree[sound].payload.byteCount)
    let start = document.bytesBeforeSamples(of: sound)
    let blocks = start > bytes ? 0 : (bytes - start) / blockSize
    let found = blocks.multipliedReportingOverflow(by: samplesOfBlock)
    if found.overflow { return }
    // Some writers count samples of what is coded in blocks.
    if let samples, samples != found.partialValue, samples / samplesOfBlock != found.partialValue {
      claimedSamples = samples
    }
    samples = found.partialValue
  }

  private init(coding: String, bits: UInt64) {
    self.coding = coding
    self.bits = bits
  }

  init(common reader: NodeReader) {
    let fields = reader.view(AIFFCommon.self)
    channels = fields.number(.numChannels)
    samples = fields.number(.numSampleFrames)
    bits = fields.number(.sampleSize)
    frequency = fields.real(.sampleRate).flatMap { UInt64(exactly: $0.rounded()) }
    let compression = fields.code(.compressionType)
    coding = compression == "NONE" ? "" : fields.name(of: .compressionType) ?? ""
    switch AIFFPacking(compression) {
    case .plain: blockSize = Self.blockSize(channels, bits)
    case .eightBits: blockSize = Self.blockSize(channels, 8)
    case .blocks:
      blockSize = Self.blockSize(channels, 8).map { $0 * 34 }
      samplesOfBlock = 64
      // Until the sound is found.
      samples = samples.map { $0 * samplesOfBlock }
    case nil: break
    }
  }

  /// The bytes of a sample of all channels, each of whole bytes; `nil` where the numbers are none of a recording.
  static func blockSize(_ channels: UInt64?, _ bits: UInt64?) -> UInt64? {
    guard let channels, let bits, (1...65_535).contains(channels), (1...64).contains(bits) else { return nil }
    return channels * ((bits + 7) / 8)
  }

  init(format reader: NodeReader) {
    let fields = reader.view(WAVFormat.self)
    coding =
      fields.name(of: .subFormat, unless: "PCM") ?? fields.name(of: .wFormatTag, unless: "PCM")
      ?? ""
    if coding == "extensible" { coding = "" }
    channels = fields.number(.nChannels)
    channelLayout = fields.number(.dwChannelMask).flatMap { Self.layout(of: $0, channels) }
    frequency = fields.number(.nSamplesPerSec)
    bits = fields.number(.wBitsPerSample).flatMap { $0 == 0 ? nil : $0 }
    byteRate = fields.number(.nAvgBytesPerSec)
    let tag = fields.number(.wFormatTag)
    // PCM, floating point, A-law and μ-law.
    let kind = tag == 0xFFFE ? fields.number(.subFormat) : tag
    let isPlain = kind.map { [1, 3, 6, 7].contains($0) } ?? false
    // Decoders go by channels and bits, not by what a header says of both together.
    blockSize = isPlain ? Self.blockSize(channels, bits) ?? fields.number(.nBlockAlign) : nil
  }

  /// What the loudspeakers of a mask are called together (Microsoft, WAVEFORMATEXTENSIBLE); `nil` for those without a
  /// name, and where they are not as many as channels.
  private static func layout(of mask: UInt64, _ channels: UInt64?) -> String? {
    guard UInt64(mask.nonzeroBitCount) == channels else { return nil }
    switch mask {
    case 0x7: return "3.0"
    case 0xB: return "2.1"
    case 0xF: return "3.1"
    case 0x33, 0x603: return "quad"
    case 0x107: return "4.0"
    case 0x37, 0x607: return "5.0"
    case 0x3F, 0x60F: return "5.1"
    case 0x13F, 0x70F: return "6.1"
    case 0x63F: return "7.1"
    case 0xFF: return "7.1 (front)"
    default: return nil
    }
  }

  init(dsf reader: NodeReader) {
    let fields = reader.view(DSFFormat.self)
    coding = "DSD"
    channels = fields.number(.channel_num)
    frequency = fields.number(.sampling_frequency)
    bits = fields.number(.bits_per_sample)
    samples = fields.number(.sample_count)
  }

  init(tta reader: NodeReader) {
    let fields = reader.view(TTAHeader.self)
    coding = "TTA"
    channels = fields.number(.num_channels)
    frequency = fields.number(.sample_rate)
    bits = fields.number(.bits_per_sample)
    samples = fields.number(.data_length)
  }

  /// The length, in samples, and samples per second.
  public var duration: (value: UInt64, timescale: UInt64)? {
    guard let samples, let frequency, frequency > 0 else { return nil }
    return (samples, frequency)
  }

  /// `A-law, 44,100 Hz stereo, 16 bits, 1.000 s`
  var text: String {
    var parts: [String] = coding.isEmpty ? [] : [coding]
    if let sound = soundText { parts.append(sound) }
    if let bits {
      parts.append("\(bits) bit\(bits == 1 ? "" : "s")")
    }
    if let duration {
      var text = ByteWriter()
      text.put(clock: duration.value, per: duration.timescale)
      parts.append(text.string)
    }
    return parts.joined(separator: ", ")
  }

  /// `44,100 Hz stereo`
  var soundText: String? {
    guard let frequency else { return nil }
    var text = ByteWriter()
    text.put(grouped: frequency)
    text.put(" Hz")
    switch channels {
    case nil: break
    case 1: text.put(" mono")
    case 2: text.put(" stereo")
    case let count?:
      text.put(" ")
      text.put(grouped: count)
      text.put(" channels")
    }
    return text.string
  }
}

extension View {
  /// The name of the value in a field, unless it is `common`.
  fileprivate func name(of field: Fields.Field, unless common: String = "") -> String? {
    var text = ByteWriter()
    guard put(field, to: &text) else { return nil }
    let name = text.string
    return name == common ? nil : name
  }
}

extension Tree {
  /// Where the sound of a file begins that is no movie: the form of a file of chunks, its first chunk, or a stream; `nil`
  /// where nothing but tags of ID3v2 was read.
  ///
  /// - Complexity: O(*n*) in the nodes at the top.
  package var soundForm: NodeIndex? {
    children(of: nil).first { !self[$0].isRaw && !self[$0].type.isID3v2Tag }
  }

  /// The form of a WAV file, however long its sizes are (RIFF; EBU Tech 3306; ITU-R BS.2088); `nil` in other files.
  ///
  /// - Complexity: O(*n*) in the nodes at the top.
  package var waveForm: NodeIndex? {
    children(of: nil).first { ["RIFF", "RF64", "BW64"].contains(self[$0].type) && !self[$0].isRaw }
  }
}
