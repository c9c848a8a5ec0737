package import ByteReading
import Structure

/// What an image is that goes with another one (23008-12 §6.5.8, §6.10.1).
package enum AuxiliaryImage: String, Sendable {
  case alpha, depth
  /// How much brighter each part is on a screen of high dynamic range.
  case gainMap = "HDR gain map"
  case other = "auxiliary image"

  /// What `auxC` means by a URN.
  package init(named urn: String) {
    switch urn {
    case "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
      "urn:mpeg:avc:2015:auxid:1":
      self = .alpha
    case "urn:mpeg:mpegB:cicp:systems:auxiliary:depth", "urn:mpeg:hevc:2015:auxid:2",
      "urn:mpeg:avc:2015:auxid:2":
      self = .depth
    case "urn:com:apple:photo:2020:aux:hdrgainmap", "urn:com:samsung:photo:2024:aux:hdrgainmap": self = .gainMap
    default: self = .other
    }
  }
}

/// How the pictures in items are coded.
package enum ImageCoding {
  /// `HEVC` for `hvc1`; the type itself when it has no name.
  package static func name(of type: FourCC) -> String {
    // What a file of JPEG 2000 alone has is a box.
    if type == "jp2c" { return "JPEG 2000" }
    guard let name = ItemNames.itemTypes[UInt64(type.rawValue)]?.description else { return type.key }
    return name.hasSuffix(" image") ? String(name.dropLast(6)) : name
  }
}
