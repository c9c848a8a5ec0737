/// A part of a payload that no table divides.
public struct PayloadPart: Sendable {
  /// The offset of its first byte in the file.
  public var start: Int
  /// The offset after its last byte.
  public var end: Int
  /// What it is: `track 1 sample 1`.
  public var name: String
  /// What is in it: `SEI, IDR`; may be empty.
  public var note: String

  /// A part of a payload.
  ///
  /// - Parameters:
  ///   - start: The offset of its first byte in the file.
  ///   - end: The offset after its last byte.
  ///   - name: What it is.
  ///   - note: What is in it; may be empty.
  public init(start: Int, end: Int, name: String, note: String) {
    self.start = start
    self.end = end
    self.name = name
    self.note = note
  }
}

/// Passes the parts of payloads that no table divides: the samples in media data.
public protocol PayloadParts: Sendable {
  /// The number of parts in the payload of the node at an index; 0 when it has none.
  ///
  /// - Parameter node: The node.
  /// - Returns: How many parts there are.
  func count(in node: NodeIndex) -> Int
  /// Passes `body` the parts with these numbers, from 0, in the order of the file, until it returns
  /// false.
  ///
  /// - Parameters:
  ///   - wanted: Which of the parts, from 0; what lies past the last one is left out.
  ///   - node: The node.
  ///   - body: What takes each part, and says whether it wants the next.
  func pass(_ wanted: Range<Int>, in node: NodeIndex, _ body: (PayloadPart) -> Bool)
}
