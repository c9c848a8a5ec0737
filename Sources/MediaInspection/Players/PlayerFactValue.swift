import ByteReading
import Structure

/// What a fact came to: a number, and where; or why it is not known.
struct PlayerFactValue {
  var number: Int64?
  var node: NodeIndex?
  var extent: Extent?
  /// Why it could not be decided.
  var unread: StaticString?

  /// There is no such thing here: no condition on it holds.
  static let absent = PlayerFactValue()

  init() {}

  init(_ number: some BinaryInteger, _ node: NodeIndex? = nil, _ extent: Extent? = nil) {
    self.number = Int64(clamping: number)
    self.node = node
    self.extent = extent
  }

  init(_ isSo: Bool, _ node: NodeIndex? = nil, _ extent: Extent? = nil) {
    self.init(isSo ? 1 : 0, node, extent)
  }

  init(unread: StaticString) { self.unread = unread }
}
