import Structure

extension ContextKey {
  static let handler = ContextKey(1, "handler")
  static let brandIsQuickTime = ContextKey(2, "brandIsQuickTime")
  static let stsdVersion = ContextKey(3, "stsdVersion")
  static let perSampleIVSize = ContextKey(4, "perSampleIVSize")
  static let sampleCount = ContextKey(5, "sampleCount")
  static let channelCount = ContextKey(6, "channelCount")
  static let auxSampleCount = ContextKey(7, "auxSampleCount")
}
