import ID3
import MediaInspection
import Structure

/// The frames that say a day and a time of day beside one that says a year, as tags have them before version 4
/// (ID3v2.2.0 §4.2.1, ID3v2.3.0 §4.2.1).
struct MomentFrames {
  /// The places of the first of each among the items, by their tags.
  private(set) var days = ValuesByNode<Int>()
  private(set) var clocks = ValuesByNode<Int>()

  init(_ items: [MetadataItem]) {
    for (place, item) in items.enumerated() {
      switch Self.part(item) {
      case .day? where days[item.container] == nil: days[item.container] = place
      case .clock? where clocks[item.container] == nil: clocks[item.container] = place
      default: break
      }
    }
  }

  /// What of a moment an item says; `nil` for one that is no such frame.
  static func part(_ item: MetadataItem) -> DateFrames.Part? {
    guard item.keySpace == .id3, case .code(let code) = item.key else { return nil }
    return DateFrames.part(of: code)
  }
}
