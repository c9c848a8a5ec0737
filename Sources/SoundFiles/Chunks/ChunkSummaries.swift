import ByteReading
public import Structure

/// What the outline says of chunks that tell how sound is stored.
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

  static let markers = counting("markers", one: "marker")
  static let comments = counting("comments", one: "comment")
  static let points = counting("points", one: "point")
  static let loops = counting("loops", one: "loop")

  /// `1 marker`, `2 markers`: the rows of the table or list `many`.
  private static func counting(
    _ many: StaticString, one: StaticString
  ) -> @Sendable (NodeReader, inout ByteWriter) -> Void {
    { reader, output in
      guard let count = reader.count(many) else { return }
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
  public internal(set) var channels: UInt64?
  /// Samples per second.
  public internal(set) var frequency: UInt64?
  public internal(set) var bits: UInt64?
  /// The number of samples of each channel.
  public internal(set) var samples: UInt64?
  /// Bytes per second, where the file says it.
  public internal(set) var byteRate: UInt64?

  /// The sound of a file of chunks; nothing when it is none or no chunk says it.
  ///
  /// - Complexity: O(*n*) in the number of chunks at the top and directly in a form.
  public init?(_ document: Document) {
    let tree = document.tree
    let reader = NodeReader(document)
    guard let top = tree.children(of: nil).first(where: { !tree[$0].isRaw }) else { return nil }
    switch tree[top].type {
    case "FORM":
      guard let common = tree.child("COMM", of: top) else { return nil }
      reader.open(common)
      self.init(common: reader)
    case "RIFF", "RF64", "BW64":
      guard let format = tree.child("fmt ", of: top) else { return nil }
      reader.open(format)
      self.init(format: reader)
      let data = tree.child("data", of: top).map { tree[$0].payload.byteCount }
      if let fact = tree.child("fact", of: top), reader.code("wFormatTag") != FourCC(1) {
        reader.open(fact)
        samples = reader.number("dwSampleLength")
      } else if let data, let byteRate, byteRate > 0, let frequency {
        let (product, overflow) = UInt64(data).multipliedReportingOverflow(by: frequency)
        samples = overflow ? nil : product / byteRate
      }
    case "DSD ":
      guard let format = tree.child("fmt ", of: nil) else { return nil }
      reader.open(format)
      self.init(dsf: reader)
    case "FRM8":
      guard let properties = tree.child("PROP", of: top) else { return nil }
      self.init(coding: "DSD", bits: 1)
      if let rate = tree.child("FS  ", of: properties) {
        reader.open(rate)
        frequency = reader.number("sampleRate")
      }
      if let list = tree.child("CHNL", of: properties) {
        reader.open(list)
        channels = reader.number("numChannels")
      }
      if let data = tree.child("DSD ", of: top), let channels, channels > 0 {
        samples = UInt64(tree[data].payload.byteCount) * 8 / channels
      }
    default:
      guard let stream = tree.children(of: nil).first(where: { tree[$0].type == "TTA1" })
      else { return nil }
      reader.open(stream)
      self.init(tta: reader)
    }
  }

  private init(coding: String, bits: UInt64) {
    self.coding = coding
    self.bits = bits
  }

  init(common reader: NodeReader) {
    channels = reader.number("numChannels")
    samples = reader.number("numSampleFrames")
    bits = reader.number("sampleSize")
    frequency = reader.real("sampleRate").flatMap { UInt64(exactly: $0.rounded()) }
    coding = reader.code("compressionType") == "NONE" ? "" : reader.name("compressionType") ?? ""
  }

  init(format reader: NodeReader) {
    coding =
      reader.name("subFormat", unless: "PCM") ?? reader.name("wFormatTag", unless: "PCM") ?? ""
    if coding == "extensible" { coding = "" }
    channels = reader.number("nChannels")
    frequency = reader.number("nSamplesPerSec")
    bits = reader.number("wBitsPerSample").flatMap { $0 == 0 ? nil : $0 }
    byteRate = reader.number("nAvgBytesPerSec")
  }

  init(dsf reader: NodeReader) {
    coding = "DSD"
    channels = reader.number("channel_num")
    frequency = reader.number("sampling_frequency")
    bits = reader.number("bits_per_sample")
    samples = reader.number("sample_count")
  }

  init(tta reader: NodeReader) {
    coding = "TTA"
    channels = reader.number("num_channels")
    frequency = reader.number("sample_rate")
    bits = reader.number("bits_per_sample")
    samples = reader.number("data_length")
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
      text.put(seconds: duration.value, per: duration.timescale, digits: 3)
      text.put(" s")
      parts.append(text.string)
    }
    return parts.joined(separator: ", ")
  }

  /// `44,100 Hz stereo`
  public var soundText: String? {
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

extension NodeReader {
  /// The name of the value in a field, unless it is `common`.
  fileprivate func name(_ field: StaticString, unless common: String = "") -> String? {
    var text = ByteWriter()
    guard put(field, to: &text) else { return nil }
    let name = text.string
    return name == common ? nil : name
  }
}
