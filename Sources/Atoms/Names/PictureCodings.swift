package import ByteReading

extension FourCC {
  /// Whether samples of pictures of this coding are nothing but pixels.
  package var isPixels: Bool { Self.pixels.contains(self) }

  /// Whether samples of this coding have no room for messages, of light, views or projections, beside the picture: pixels,
  /// still images, and frames whose headers have fields of their own alone.
  package var hasNoMessages: Bool { isPixels || Self.withoutMessages.contains(self) }

  private static let pixels: [FourCC] = [
    "raw ", "2vuy", "2Vuy", "yuv2", "yuvs", "v210", "v216", "v308", "v408", "v410", "b16g", "b32a", "b48r", "b64a", "r210",
    "R10k", "BGRA", "ABGR", "RGBA", "uncv", "rle ", "8BPS", "smc ", "rpza",
  ]
  private static let withoutMessages: [FourCC] = [
    "apcn", "apch", "apcs", "apco", "ap4h", "ap4x", "jpeg", "mjp2", "png ", "dvc ", "dvcp", "dv5n", "dv5p", "vp08", "vp09",
  ]
}
