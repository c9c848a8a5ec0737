import Atoms
import ByteReading
import Structure

/// What a specification of a delivery asks of a track of video, as the boxes around its samples say it.
package struct DeliveredPicture {
  /// Which samples of chroma there are, and the bits of one; `nil` where nothing says it.
  package private(set) var chroma: String?
  package private(set) var bits: UInt64?
  /// The shape of the whole picture, after the pixel aspect ratio and the clean aperture, in lowest terms.
  package private(set) var shape: (across: UInt64, down: UInt64)?
  /// The part that is meant to be seen, in pixels; `nil` when it is all of it.
  package private(set) var aperture: (width: Double, height: Double)?
  /// Pictures a second as a fraction in lowest terms; `nil` when samples differ in length.
  package private(set) var rate: (numerator: UInt64, denominator: UInt64)?

  /// - Parameter track: A track of video.
  /// - Complexity: O(*n*) in the boxes of one sample entry; of samples the first two are looked at.
  package init?(_ track: SampleTrack) {
    let document = track.home
    let tree = document.tree
    guard track.handler == "vide", let entry = track.description.shownEntry(in: document), tree.indices.contains(entry) else {
      return nil
    }
    let codec = document.codec(of: entry)
    let reader = NodeReader(document)
    sampling(of: codec, entry, reader)
    geometry(of: codec, entry, reader)
    var samples = track.samples()
    let (first, second) = (samples.next(), samples.next())
    if let length = first?.duration, length > 0, track.timescale > 0, second.map({ $0.duration == length }) ?? true {
      rate = Self.lowest(track.timescale, UInt64(length))
    }
  }

  private mutating func sampling(of codec: Codec, _ entry: NodeIndex, _ reader: NodeReader) {
    let tree = reader.tree
    switch codec.type {
    case "apco", "apcs", "apcn", "apch": (chroma, bits) = ("4:2:2", 10)
    case "ap4h", "ap4x": (chroma, bits) = ("4:4:4", 12)
    default: break
    }
    if let box = tree.child("hvcC", of: entry) {
      let fields = reader.view(HEVCConfiguration.self, of: box)
      chroma = fields.number(.chroma_format_idc).flatMap(Self.chroma)
      bits = fields.number(.bit_depth_luma_minus8).map { $0 &+ 8 }
    } else if let box = tree.child("avcC", of: entry) {
      let fields = reader.view(AVCConfiguration.self, of: box)
      let profile = fields.number(.AVCProfileIndication)
      // Profiles before High have no such fields: all are 4:2:0 of 8 bits (14496-10 §7.4.2.1.1).
      chroma = fields.number(.chroma_format_idc).flatMap(Self.chroma) ?? profile.flatMap { $0 < 100 ? "4:2:0" : nil }
      switch profile {
      case 66, 77, 88, 100: bits = 8
      default: bits = nil
      }
    } else if let box = tree.child("ADHR", of: entry) {
      switch reader.view(AvidCompression.self, of: box).number(.compression_ID) {
      // Of 10 or 12 bits, which the samples say.
      case 1270: chroma = "4:4:4"
      case 1271: chroma = "4:2:2"
      case 1272, 1273, 1274: (chroma, bits) = ("4:2:2", 8)
      default: break
      }
    } else if let box = tree.child("av1C", of: entry) {
      let fields = reader.view(AV1Configuration.self, of: box)
      if let depth = fields.bitDepth { bits = depth }
      if let across = fields.number(.chroma_subsampling_x), let down = fields.number(.chroma_subsampling_y) {
        chroma = across == 0 ? "4:4:4" : down == 0 ? "4:2:2" : "4:2:0"
      }
    }
  }

  private static func chroma(_ format: UInt64) -> String? {
    switch format {
    case 0: "monochrome"
    case 1: "4:2:0"
    case 2: "4:2:2"
    case 3: "4:4:4"
    default: nil
    }
  }

  private mutating func geometry(of codec: Codec, _ entry: NodeIndex, _ reader: NodeReader) {
    let tree = reader.tree
    guard let width = codec.width, let height = codec.height, width > 0, height > 0 else { return }
    var size = (width: Double(width), height: Double(height))
    if let box = tree.child("clap", of: entry) {
      let fields = reader.view(CleanAperture.self, of: box)
      if let w = fields.number(.cleanApertureWidthN), let wd = fields.number(.cleanApertureWidthD), wd > 0,
        let h = fields.number(.cleanApertureHeightN), let hd = fields.number(.cleanApertureHeightD), hd > 0
      {
        let seen = (width: Double(w) / Double(wd), height: Double(h) / Double(hd))
        if seen != size, seen.width > 0, seen.height > 0 {
          aperture = seen
          size = seen
        }
      }
    }
    var (across, down): (UInt64, UInt64) = (1, 1)
    if let sides = ShownPicture.sides(entry, reader), sides.across < 1 << 20, sides.down < 1 << 20 {
      (across, down) = sides
    }
    let shape = size.width * Double(across) / (size.height * Double(down))
    guard shape.isFinite, shape > 0 else { return }
    // Clean apertures are cut so that the shape is a usual one but for a pixel or two.
    for usual in [(16, 9), (4, 3), (1, 1), (9, 16), (3, 2), (21, 9)] as [(UInt64, UInt64)]
    where abs(shape / (Double(usual.0) / Double(usual.1)) - 1) < 0.004 {
      self.shape = (usual.0, usual.1)
      return
    }
    if let width = UInt64(exactly: size.width), let height = UInt64(exactly: size.height), width < 1 << 32, height < 1 << 32 {
      self.shape = Self.lowest(width * across, height * down)
    }
  }

  /// A fraction in lowest terms.
  private static func lowest(_ a: UInt64, _ b: UInt64) -> (UInt64, UInt64) {
    var (x, y) = (a, b)
    while y != 0 { (x, y) = (y, x % y) }
    return x == 0 ? (a, b) : (a / x, b / x)
  }
}
