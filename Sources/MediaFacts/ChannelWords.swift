import ByteReading

/// Channels of sound as people read them.
package enum ChannelWords {
  /// `mono`, `stereo`, `5.1`, `6 channels`: the layout where the file says one; of more than two channels a
  /// count says none.
  ///
  /// - Parameters:
  ///   - count: The channels.
  ///   - layout: How they are arranged; `nil` where nothing says it.
  package static func words(_ count: UInt64, layout: String?) -> String {
    if let layout { return layout }
    switch count {
    case 1: return "mono"
    case 2: return "stereo"
    default:
      var text = ByteWriter()
      text.put(grouped: count)
      text.put(" channels")
      return text.string
    }
  }
}
