import ByteReading
import SoundFiles
import Structure

/// How the sound of a file of RIFF is coded.
struct WAVCoding {
  /// What lists of players have behind the format: nothing for integers of up to 32 bits, else `-float`, `-alaw`,
  /// `-ulaw`, `-mp3`, and `-other` for what no browser is known to play.
  let key: String
  /// For people: `WAV of Microsoft ADPCM, 4 bits`.
  let name: String
  /// The bits of a sample as it stands, of integers; 0 for others.
  let bits: UInt64
  /// The node that says it.
  let node: NodeIndex
  /// Whether Chromium was seen to refuse it, or codings like it.
  var isOther: Bool { key == "-other" }

  /// - Returns: `nil` when the file is no such one, or does not say it.
  init?(_ document: Document) {
    let tree = document.tree
    guard let top = tree.waveForm, let node = tree.child("fmt ", of: top) else { return nil }
    let format = document.view(WAVFormat.self, of: node)
    guard let tag = format.number(.wFormatTag) else { return nil }
    let isExtensible = tag == 0xFFFE
    let bits = format.number(.wBitsPerSample) ?? 0
    // Without a format of its own it is not known what an extensible one is.
    switch (isExtensible ? format.number(.subFormat) ?? 0 : tag, bits) {
    case (1, 1...32): key = ""
    case (3, 32): key = "-float"
    case (6, 8): key = "-alaw"
    case (7, 8): key = "-ulaw"
    case (0x55, _): key = "-mp3"
    default: key = "-other"
    }
    self.bits = key.isEmpty ? bits : 0
    var text = ByteWriter()
    text.put("WAV of ")
    if !format.put(isExtensible ? .subFormat : .wFormatTag, to: &text) { text.put("an unknown coding") }
    name = text.string + (bits > 0 ? ", \(bits) bits" : "")
    self.node = node
  }
}
