/// Captions that stand in the coded pictures themselves (CTA-708, ATSC A/53 Part 4 §6.2.3), as far as the pictures that
/// were read have them.
public struct CaptionData: Sendable, Equatable {
  /// What kind of captions.
  public enum Kind: String, Sendable, CaseIterable {
    /// CEA-608 in the first field: channels CC1 and CC2.
    case field1 = "cea608-field1"
    /// CEA-608 in the second field: channels CC3 and CC4.
    case field2 = "cea608-field2"
    /// CEA-708.
    case digital = "cea708"
  }

  /// The kinds that have valid bytes, in the order of ``Kind``.
  public var kinds: [Kind]
  /// Whether all of these bytes are padding: room is kept, and the pictures that were read have no text.
  public var isPadding: Bool

  /// Captions in pictures.
  ///
  /// - Parameters:
  ///   - kinds: The kinds that have valid bytes.
  ///   - isPadding: Whether all of these bytes are padding.
  public init(_ kinds: [Kind], isPadding: Bool) {
    self.kinds = kinds
    self.isPadding = isPadding
  }
}
