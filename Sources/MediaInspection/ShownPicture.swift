package import Atoms
import ByteReading
package import MediaFacts
package import Structure

/// The size of a track's pictures as they are shown, and what makes it another than that of the coded
/// ones.
package struct ShownPicture {
  package private(set) var width: UInt64
  package private(set) var height: UInt64
  /// The sides of a pixel, when they differ.
  package private(set) var pixels: (across: UInt64, down: UInt64)?
  /// How pictures are turned.
  package private(set) var turn = Playback.Orientation.upright

  /// `nil` for tracks without pictures.
  package init?(_ codec: Codec?, _ track: AtomContext.Track, _ reader: NodeReader) {
    guard let codec, let width = codec.width, let height = codec.height, width > 0, height > 0
    else { return nil }
    self.width = width
    self.height = height
    let tree = reader.tree
    if let entry = track.sampleEntry, let ratio = tree.child("pasp", of: entry) {
      let ratio = reader.view(PixelAspectRatio.self, of: ratio)
      if let across = ratio.number(.hSpacing), let down = ratio.number(.vSpacing),
        across > 0, down > 0, across != down, across < 1 << 20, down < 1 << 20
      {
        self.width = (width * across + down / 2) / down
        pixels = (across, down)
      }
    }
    guard let header = tree.child("tkhd", of: track.node) else { return }
    let matrix: [Int64] =
      reader.view(TrackHeader.self, of: header).withTable(.matrix) { table in
        (0..<min(table.count, 9)).map { Int64(bitPattern: table.raw(row: $0, column: 0)) }
      } ?? []
    guard matrix.count == 9 else { return }
    if matrix[0] == 0, matrix[4] == 0, matrix[1] != 0, matrix[3] != 0 {
      (self.width, self.height) = (self.height, self.width)
      turn =
        matrix[1] > 0 && matrix[3] < 0
        ? .clockwise
        : matrix[1] < 0 && matrix[3] > 0 ? .anticlockwise : .mirroredAndTurned
    } else if matrix[0] < 0 || matrix[4] < 0 {
      turn = matrix[0] < 0 && matrix[4] < 0 ? .upsideDown : .mirrored
    }
  }
}

extension MediaFile {
  /// How the pictures of the first tracks of video are shown, with the numbers of the tracks; 8 at most.
  package static func shownPictures(of document: Document) -> [(id: UInt64, picture: ShownPicture)] {
    guard let atoms = document.context as? AtomContext else { return [] }
    let reader = NodeReader(document)
    var found: [(id: UInt64, picture: ShownPicture)] = []
    for track in atoms.tracks where track.handler == "vide" && found.count < 8 {
      guard let entry = track.sampleEntry,
        let picture = ShownPicture(Codec(entry: entry, in: document), track, reader)
      else { continue }
      found.append((track.id, picture))
    }
    return found
  }
}
