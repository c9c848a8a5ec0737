import Atoms
import ByteReading
package import MediaFacts
import Structure

extension SampleTrack {
  /// What people call the coding of a sample entry, and the pixels of its pictures; `nil` when there is no entry of this
  /// number.
  ///
  /// - Parameter number: From 1; of 256 at most.
  package func coding(ofEntry number: Int) -> (name: String, size: Playback.Size?, isEncrypted: Bool)? {
    let entries = description.sampleEntries(in: home.tree)
    guard entries.indices.contains(number - 1) else { return nil }
    let codec = home.codec(of: entries[number - 1])
    let size = codec.width.flatMap { width in codec.height.map { Playback.Size(width: width, height: $0) } }
    let isEncrypted = Codec.protected.contains(home.tree[entries[number - 1]].type)
    return (codec.name.isEmpty ? codec.type.key : codec.name, size, isEncrypted)
  }

  /// Whether its samples are numbers of sound, coded each by itself, whichever entry they lead to.
  ///
  /// - Complexity: O(*n*) in the sample entries, of 256 at most.
  package var isSoundByTheSample: Bool {
    let entries = description.sampleEntries(in: home.tree)
    // 'raw ' is a coding of pictures as well.
    return description.kind == "audio" && !entries.isEmpty
      && entries.allSatisfy { home.codec(of: $0).type.isSoundByTheSample }
  }

  /// Whether each sample leads to a sample entry that says nothing of protection, and there are samples.
  ///
  /// - Complexity: O(*n*) in the chunks, and in the sample entries, of 256 at most.
  package var isClear: Bool {
    let tree = home.tree
    let isProtected = description.sampleEntries(in: tree).map { Codec.protected.contains(tree[$0].type) }
    var hasSamples = false
    for chunk in chunks where chunk.sampleCount > 0 {
      let place = chunk.description &- 1
      guard isProtected.indices.contains(place), !isProtected[place] else { return false }
      hasSamples = true
    }
    return hasSamples
  }
}
