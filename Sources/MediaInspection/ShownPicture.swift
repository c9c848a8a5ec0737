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
    guard var matrix = reader.view(TrackHeader.self, of: header).withTable(.matrix, { Matrix($0) }) ?? nil else { return }
    // Behind that of the track comes that of the movie (14496-12 §8.2.2).
    if let movie = tree.child("mvhd", of: tree.parent(of: track.node)),
      let whole = reader.view(MovieHeader.self, of: movie).withTable(.matrix, { Matrix($0) }) ?? nil
    {
      matrix = matrix.followed(by: whole)
    }
    if matrix.a == 0, matrix.d == 0, matrix.b != 0, matrix.c != 0 {
      (self.width, self.height) = (self.height, self.width)
      turn =
        matrix.b > 0 && matrix.c < 0
        ? .clockwise
        : matrix.b < 0 && matrix.c > 0 ? .anticlockwise : .mirroredAndTurned
    } else if matrix.a < 0 || matrix.d < 0 {
      turn = matrix.a < 0 && matrix.d < 0 ? .upsideDown : .mirrored
    }
  }

  /// What of a matrix turns and mirrors, in 16.16 (14496-12 §6.2.2).
  private struct Matrix {
    var a, b, c, d: Int64

    /// `nil` for one that is cut off, or has nothing but zeros, which nobody means.
    init?(_ table: borrowing TableReading) {
      guard table.count >= 9 else { return nil }
      a = Int64(bitPattern: table.raw(row: 0, column: 0))
      b = Int64(bitPattern: table.raw(row: 1, column: 0))
      c = Int64(bitPattern: table.raw(row: 3, column: 0))
      d = Int64(bitPattern: table.raw(row: 4, column: 0))
      if a | b | c | d == 0 { return nil }
    }

    /// That of both, one after the other: their numbers have 32 bits, so that no product is too large.
    func followed(by other: Matrix) -> Matrix {
      func product(_ x: Int64, _ y: Int64) -> Int64 { (x &* y) >> 16 }
      var both = self
      both.a = product(a, other.a) &+ product(b, other.c)
      both.b = product(a, other.b) &+ product(b, other.d)
      both.c = product(c, other.a) &+ product(d, other.c)
      both.d = product(c, other.b) &+ product(d, other.d)
      return both
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
