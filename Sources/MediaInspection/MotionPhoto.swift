import Atoms
import ByteReading
import MediaFacts
package import Structure

/// The film beside a still picture that was taken with it, a movie of its own in `mpvd` (Motion Photo format 1.0).
package struct MotionPhoto {
  /// The box that it stands in.
  package let node: NodeIndex
  /// The bytes of that, its header left out.
  package let byteCount: UInt64
  /// How long its header says that it plays, in seconds; `nil` where it does not.
  package private(set) var seconds: Double?
  /// What the first of its sample entries of pictures says.
  package private(set) var coding: String?
  package private(set) var size: (width: UInt64, height: UInt64)?

  /// Nodes of it that are looked at.
  private static let limit = 4_096

  /// `nil` for a file without one.
  ///
  /// - Complexity: O(*n*) in the first 4,096 nodes of the film.
  package init?(_ document: Document) {
    let tree = document.tree
    guard let film = tree.child("mpvd", of: nil) else { return nil }
    node = film
    byteCount = UInt64(max(0, tree[film].payload.byteCount))
    for index in tree.descendants(of: film).prefix(Self.limit) where !tree[index].isRaw {
      switch tree[index].type {
      case "mvhd" where seconds == nil:
        let header = document.view(MovieHeader.self, of: index)
        guard let ticks = header.number(.duration), let scale = header.number(.timescale), ticks > 0, scale > 0,
          ticks < 0xFFFF_FFFF
        else { continue }
        seconds = Double(ticks) / Double(scale)
      case "stsd" where coding == nil:
        guard let entry = tree.firstChild(of: index) else { continue }
        let codec = Codec(entry: entry, in: document)
        guard let width = codec.width, let height = codec.height else { continue }
        (coding, size) = (codec.name, (width, height))
      default: continue
      }
    }
  }
}
