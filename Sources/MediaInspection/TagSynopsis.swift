import ByteReading
import ID3
import MediaFacts
import SoundFiles
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
      guard synopsis.remarks.count < 8 else { break }
      if let remark = Self.remark(on: index, tree) { synopsis.remarks.append(remark) }
    }
  }

  /// Which tag begins at a node, and how long it is: `ID3v2.3.0 (2,428 bytes at the start)`.
  private static func remark(on index: Int, _ tree: Tree) -> String? {
    let node = tree[index]
    guard let syntax = tree.program(of: node)?.syntax,
      tree.catalogue(of: node)?.nodeKind.isSame(as: "tag") == true,
      syntax.parents.isSame(as: "file")
    else { return nil }
    var text = ByteWriter()
    text.put(syntax.name)
    if syntax.name.isSame(as: "ID3v2") {
      text.put(".")
      text.put(decimal: UInt64(node.type.byte(3)))
      text.put(".0")
    }
    text.put(" (")
    text.put(grouped: node.size)
    text.put(node.size == 1 ? " byte" : " bytes")
    text.put(node.start == 0 && node.source == 0 ? " at the start)" : ")")
    return text.string
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
      synopsis.variant = reader.code("formType")
      let isCompressed = synopsis.variant == "AIFC"
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
      synopsis.duration = DurationFact(value: duration.value, timescale: duration.timescale)
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
      let claims = duration.fact.claimTexts.joined(separator: "; ")
      synopsis.facts.append(claims.isEmpty ? duration.text : "\(duration.text) (\(claims))")
      synopsis.duration = duration.fact
    }
    if let rate = stream.bitRateText { synopsis.facts.append(rate) }
  }
}
