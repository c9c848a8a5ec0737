/// What the outline says of frames where a template cannot say it. Each function writes nothing when
/// there is nothing to say.
enum FrameSummaries {
  /// Values and items that are shown; the rest are counted.
  static let shown = 4
}
