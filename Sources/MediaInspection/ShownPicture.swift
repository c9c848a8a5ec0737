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
  /// Degrees by which they are turned clockwise, 0 to 359, rounded; `nil` where a matrix does more than turn.
  package private(set) var degrees: UInt64? = 0
  /// What else a matrix does to them: `turned by 45°`; `nil` when it does no such thing.
  package private(set) var change: String?
  /// Who says another size: `'tkhd' says 640×480`.
  package private(set) var claims: [String] = []

  /// `nil` for tracks without pictures.
  package init?(_ codec: Codec?, _ track: AtomContext.Track, _ reader: NodeReader) {
    guard let codec, let width = codec.width, let height = codec.height, width > 0, height > 0
    else { return nil }
    self.width = width
    self.height = height
    let tree = reader.tree
    if let entry = track.shownEntry(in: reader.document), let sides = Self.sides(entry, reader), sides.across != sides.down,
      sides.across < 1 << 20, sides.down < 1 << 20
    {
      self.width = (width * sides.across + sides.down / 2) / sides.down
      pixels = sides
    }
    guard let header = tree.child("tkhd", of: track.node) else { return }
    let plain = (width: self.width, height: self.height)
    claim(codec: (width, height), plain: plain, track, header: header, by: reader)
    guard var matrix = reader.view(TrackHeader.self, of: header).withTable(.matrix, { Matrix($0) }) ?? nil else { return }
    // Behind that of the track comes that of the movie (14496-12 §8.2.2).
    if let movie = tree.child("mvhd", of: tree.parent(of: track.node)),
      let whole = reader.view(MovieHeader.self, of: movie).withTable(.matrix, { Matrix($0) }) ?? nil
    {
      matrix = matrix.followed(by: whole)
    }
    let isStraight = matrix.b == 0 && matrix.c == 0
    let isQuarter = matrix.a == 0 && matrix.d == 0
    if isStraight || isQuarter {
      // How much longer the sides become.
      let across = (isStraight ? matrix.a : matrix.b).magnitude
      let down = (isStraight ? matrix.d : matrix.c).magnitude
      if across > 0, down > 0, across != 65_536 || down != 65_536 {
        self.width = plain.width.scaled(by: across, over: 65_536)
        self.height = plain.height.scaled(by: down, over: 65_536)
        let percents = (across.scaled(by: 100, over: 65_536), down.scaled(by: 100, over: 65_536))
        change = percents.0 == percents.1 ? "scaled to \(percents.0) %" : "scaled to \(percents.0) % × \(percents.1) %"
      } else if across == 0 || down == 0 {
        change = "a matrix that leaves no area"
        degrees = nil
      }
    } else {
      change = matrix.words
      degrees = matrix.degrees.map { UInt64($0 < 0 ? $0 + 360 : $0) % 360 }
      // The smallest upright size that holds all of it.
      func side(_ across: Int64, _ down: Int64) -> UInt64 {
        plain.width.scaled(by: across.magnitude, over: 65_536)
          .saturatingAdd(plain.height.scaled(by: down.magnitude, over: 65_536))
      }
      (self.width, self.height) = (side(matrix.a, matrix.c), side(matrix.b, matrix.d))
    }
    if isQuarter, matrix.b != 0, matrix.c != 0 {
      (self.width, self.height) = (self.height, self.width)
      turn =
        matrix.b > 0 && matrix.c < 0
        ? .clockwise
        : matrix.b < 0 && matrix.c > 0 ? .anticlockwise : .mirroredAndTurned
    } else if isStraight, matrix.a < 0 || matrix.d < 0 {
      turn = matrix.a < 0 && matrix.d < 0 ? .upsideDown : .mirrored
    }
    if turn != .upright, degrees != nil { degrees = turn.degrees }
  }

  /// The sides of a pixel: as `pasp` says it, and without one as the bitstream does.
  static func sides(_ entry: NodeIndex, _ reader: NodeReader) -> (across: UInt64, down: UInt64)? {
    guard let box = reader.tree.child("pasp", of: entry) else {
      return CodedPixels(of: entry, reader.document).flatMap { $0.isSaid ? ($0.across, $0.down) : nil }
    }
    let ratio = reader.view(PixelAspectRatio.self, of: box)
    guard let across = ratio.number(.hSpacing), let down = ratio.number(.vSpacing), across > 0, down > 0 else {
      return nil
    }
    return (across, down)
  }

  /// Takes what the track header and `clap` say of the size, where it is another one than that of the coded pictures
  /// and what their pixels make of it.
  private mutating func claim(
    codec: (width: UInt64, height: UInt64), plain: (width: UInt64, height: UInt64), _ track: AtomContext.Track,
    header: NodeIndex, by reader: NodeReader
  ) {
    func isNear(_ a: (width: UInt64, height: UInt64), _ b: (width: UInt64, height: UInt64)) -> Bool {
      max(a.width, b.width) - min(a.width, b.width) <= 1 && max(a.height, b.height) - min(a.height, b.height) <= 1
    }
    var part = plain
    if let entry = track.shownEntry(in: reader.document), let box = reader.tree.child("clap", of: entry) {
      let fields = reader.view(CleanAperture.self, of: box)
      if let across = fields.number(.cleanApertureWidthN), let acrossBelow = fields.number(.cleanApertureWidthD),
        let down = fields.number(.cleanApertureHeightN), let downBelow = fields.number(.cleanApertureHeightD),
        acrossBelow > 0, downBelow > 0
      {
        let clean = (width: across / acrossBelow, height: down / downBelow)
        if !isNear(clean, codec) { claims.append("'clap' shows \(clean.width)×\(clean.height) of it") }
        part = (pixels.map { clean.width.scaled(by: $0.across, over: $0.down) } ?? clean.width, clean.height)
      }
    }
    let fields = reader.view(TrackHeader.self, of: header)
    guard let across = fields.real(.width), let down = fields.real(.height), across >= 1, down >= 1, across < 65_536,
      down < 65_536
    else { return }
    let said = (width: UInt64(across.rounded()), height: UInt64(down.rounded()))
    if !isNear(said, plain), !isNear(said, codec), !isNear(said, part) {
      claims.append("'tkhd' says \(said.width)×\(said.height)")
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

    /// Degrees clockwise, −180 to 180, rounded; `nil` when it does more than turn.
    var degrees: Int? {
      // A turn has the same two numbers in both rows, one of them with its sign changed.
      let tolerance: Int64 = 256
      guard (a - d).magnitude <= tolerance, (b + c).magnitude <= tolerance else { return nil }
      return Int(Self.degrees(across: Double(a), down: Double(b)).rounded())
    }

    /// `turned by 45°`, or that it does more than turn.
    var words: String {
      guard let degrees else { return "slanted by its matrix" }
      let length = (Double(a) * Double(a) + Double(b) * Double(b)).squareRoot() / 65_536
      let scale = abs(length - 1) > 0.01 ? ", scaled to \(UInt64(min(1e6, (length * 100).rounded()))) %" : ""
      return "turned by \(degrees.magnitude)° \(degrees < 0 ? "anticlockwise" : "clockwise")" + scale
    }

    /// The angle of an arrow, clockwise as pictures have their lines downwards, −180 to 180.
    private static func degrees(across: Double, down: Double) -> Double {
      let length = (across * across + down * down).squareRoot()
      guard length > 0 else { return 0 }
      // Half of the angle, halved again until the series needs few terms.
      var tangent = down.magnitude / (length + across.magnitude)
      for _ in 0..<3 { tangent = tangent / (1 + (1 + tangent * tangent).squareRoot()) }
      let square = tangent * tangent
      let sharp = tangent * (1 - square / 3 + square * square / 5) * 16 * 180 / Double.pi
      let wide = across < 0 ? 180 - sharp : sharp
      return down < 0 ? -wide : wide
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
      guard let entry = track.shownEntry(in: document),
        let picture = ShownPicture(document.codec(of: entry), track, reader)
      else { continue }
      found.append((track.id, picture))
    }
    return found
  }
}
