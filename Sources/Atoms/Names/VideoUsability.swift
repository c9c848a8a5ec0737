/// What numbers of the usability information of pictures stand for.
package enum VideoUsability {
  /// The sides of a pixel that `aspect_ratio_idc` stands for, from 1 on (ITU-T H.273 §8.6).
  private static let sides: [(across: UInt64, down: UInt64)] = [
    (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11), (15, 11),
    (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
  ]

  /// The sides of a pixel.
  ///
  /// - Parameter code: An `aspect_ratio_idc`.
  /// - Returns: `nil` where it is given next, not specified or reserved.
  package static func pixelSides(_ code: UInt64) -> (across: UInt64, down: UInt64)? {
    guard code >= 1, code <= UInt64(sides.count) else { return nil }
    return sides[Int(code) - 1]
  }
}
