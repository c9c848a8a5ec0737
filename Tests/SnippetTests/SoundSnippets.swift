import AtomTools
import SoundFiles

// snippet: stream
/// What the frames of each stream of a sound file are.
func streams(of path: String) throws -> [String] {
  let document = try MediaFile.open(path: path)
  return document.tree.children(of: nil).compactMap { node in
    AudioStream(document, at: node).map { "\($0.format), \($0.samplingFrequency) Hz" }
  }
}
// end
