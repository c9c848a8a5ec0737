import ByteReading
import Structure

/// What items are called by their types (MP4RA, item types).
enum ItemNames {
  static let itemTypes: Names = .codes([
    "auvd": "auxiliary video descriptor", "av01": "AV1 image", "avc1": "AVC image",
    "Exif": "Exif", "evc1": "EVC image", "grid": "image grid", "hvc1": "HEVC image",
    "hvc2": "HEVC image with extractors", "hvt1": "HEVC tile", "iden": "image identity",
    "iovl": "image overlay", "iptc": "IPTC", "j2k1": "JPEG 2000 image", "jpeg": "JPEG image",
    "jxs1": "JPEG XS image", "lhv1": "layered HEVC image", "lvc1": "LCEVC image",
    "mint": "data integrity", "mime": "MIME type", "mski": "mask", "rgan": "regions",
    "vvc1": "VVC image", "unci": "uncompressed image", "it35": "T.35 message",
    "nnr1": "neural network", "tili": "tiled image", "tmap": "tone map", "uri ": "URI", "sato": "sample transform",
  ])
}
