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

// snippet: exif
/// What Exif says of a picture, by the names of its tags.
func exif(of path: String) throws -> [String] {
  let document = try MediaFile.open(path: path)
  return MediaFile.metadata(of: document)
    .filter { $0.keySpace == .exif }
    .compactMap { item in item.stringValue.map { "\(item.keyString): \($0)" } }
}
// end
