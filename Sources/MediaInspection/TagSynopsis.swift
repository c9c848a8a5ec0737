import ByteReading
import ID3
import Structure

/// What is said of a file of tags and sound as a whole.
struct TagSynopsis {
  private(set) var synopsis = Synopsis()

  init(_ document: Document) {
    let tree = document.tree
    tellOther(tree)
    for index in tree.children(of: nil) {
      guard let stream = AudioStream(document, at: index) else { continue }
      tell(stream)
      break
    }
    tell(SoundFormat(document), document)
    for index in tree.indices.prefix(4_096) where tree[index].marks.contains(.named) {
      guard let program = tree.program(of: tree[index]),
        program.syntax.name.description == "ID3v2"
      else { continue }
      var text = ByteWriter()
      text.put("ID3v2.")
      text.put(decimal: UInt64(tree[index].type.byte(3)))
      text.put(".0 (")
      text.put(grouped: tree[index].size)
      text.put(tree[index].start == 0 ? " bytes at the start)" : " bytes)")
      guard synopsis.remarks.count < 8 else { break }
      synopsis.remarks.append(text.string)
    }
  }

  /// Says what a file is whose sound is of no format that is known here, or that has none.
  private mutating func tellOther(_ tree: Tree) {
    let start = tree.children(of: nil).first { tree[$0].marks.contains(.raw) }
    synopsis.format = "tags"
    synopsis.formatName = "tags only"
    guard let start else { return }
    let name = Signature.name(ofStreamIn: tree.file.bytes, at: Int(tree[start].start))
    synopsis.formatName = name ?? "unknown format"
  }

  /// Says what kind of file of chunks it is, and what its sound is.
  private mutating func tell(_ format: SoundFormat?, _ document: Document) {
    let tree = document.tree
    guard let top = tree.children(of: nil).first(where: { !tree[$0].isRaw }) else { return }
    let reader = NodeReader(document)
    reader.open(top)
    switch tree[top].type {
    case "FORM":
      let isCompressed = reader.code("formType") == "AIFC"
      (synopsis.format, synopsis.formatName) = ("aiff", isCompressed ? "AIFF-C" : "AIFF")
    case "RIFF": (synopsis.format, synopsis.formatName) = ("wav", "WAV")
    case "RF64": (synopsis.format, synopsis.formatName) = ("wav", "WAV (RF64)")
    case "BW64": (synopsis.format, synopsis.formatName) = ("wav", "WAV (BW64)")
    case "DSD ": (synopsis.format, synopsis.formatName) = ("dsf", "DSF")
    case "FRM8": (synopsis.format, synopsis.formatName) = ("dsdiff", "DSDIFF")
    default:
      guard format != nil else { return }
      (synopsis.format, synopsis.formatName) = ("tta", "TTA")
    }
    guard let format else { return }
    if let duration = format.duration {
      synopsis.duration = duration
      var text = ByteWriter()
      text.put(seconds: duration.value, per: duration.timescale, digits: 3)
      text.put(" s")
      synopsis.facts.append(text.string)
    }
    if let sound = format.soundText { synopsis.facts.append(sound) }
    if let bits = format.bits { synopsis.facts.append(bits == 1 ? "1 bit" : "\(bits) bits") }
  }

  /// Says what kind of file the first stream of audio makes it, how long and at what rate it plays.
  private mutating func tell(_ stream: AudioStream) {
    switch stream.format {
    case let format where format.hasPrefix("AAC"):
      (synopsis.format, synopsis.formatName) = ("aac", "AAC (ADTS)")
    case let format where format.hasSuffix("Layer I"):
      (synopsis.format, synopsis.formatName) = ("mp1", "MP1")
    case let format where format.hasSuffix("Layer II"):
      (synopsis.format, synopsis.formatName) = ("mp2", "MP2")
    default: (synopsis.format, synopsis.formatName) = ("mp3", "MP3")
    }
    if let duration = stream.duration {
      synopsis.facts.append(duration.text)
      if !duration.isEstimate { synopsis.duration = (duration.value, duration.timescale) }
    }
    if let rate = stream.bitRateText { synopsis.facts.append(rate) }
  }
}
