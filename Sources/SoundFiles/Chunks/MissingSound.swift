package import ByteReading
package import Structure

/// Why a file of WAV or AIFF has no sound that anybody could play.
package struct MissingSound {
  package enum Reason {
    /// A chunk is not there: the sound, or what says how it is stored.
    case chunk(FourCC)
    /// The chunk of the sound has no bytes of it.
    case noBytes
    /// The header has no channels, or no rate.
    case noChannels, noRate
  }
  package let reason: Reason
  /// The chunk that shows it: where one is not there, the form.
  package let node: NodeIndex

  /// - Parameter format: How the sound of the document is stored, where a chunk says it.
  /// - Returns: `nil` for files of other kinds, and of a file that has sound.
  /// - Complexity: O(*n*) in the number of chunks at the top and directly in the form.
  package init?(_ document: Document, _ format: SoundFormat?) {
    let tree = document.tree
    guard let form = tree.soundForm else { return nil }
    let chunks: (header: FourCC, sound: FourCC)
    switch tree[form].type {
    case "FORM": chunks = ("COMM", "SSND")
    case "RIFF", "RF64", "BW64": chunks = ("fmt ", "data")
    default: return nil
    }
    guard let header = tree.child(chunks.header, of: form), let format else {
      self.init(reason: .chunk(chunks.header), node: form)
      return
    }
    guard let sound = tree.child(chunks.sound, of: form) else {
      self.init(reason: .chunk(chunks.sound), node: form)
      return
    }
    // Two numbers stand in front of the samples of 'SSND'.
    if tree[sound].payload.byteCount <= (chunks.sound == "SSND" ? 8 : 0) {
      self.init(reason: .noBytes, node: sound)
    } else if format.channels == 0 {
      self.init(reason: .noChannels, node: header)
    } else if format.frequency == 0 {
      self.init(reason: .noRate, node: header)
    } else {
      return nil
    }
  }

  private init(reason: Reason, node: NodeIndex) {
    self.reason = reason
    self.node = node
  }
}
