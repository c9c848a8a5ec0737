import ByteReading
import Structure

/// The rules that say of bytes that they are not there, or not where they should be.
enum LossRules {
  /// Of samples: what leads to them leads nowhere.
  static let ofSamples: [StaticString] = [
    "chunk-beyond-end", "chunk-crosses-end", "run-outside-media", "chunk-outside-media",
  ]
  /// Of boxes, and so of all that is in them.
  static let ofBoxes: [StaticString] = ["file-truncated", "atom-exceeds-parent", "chunk-exceeds-parent"]

  /// Whether a rule is why samples lack bytes.
  static func hasReason(_ rule: StaticString) -> Bool {
    (ofSamples + ofBoxes).contains { $0.isSame(as: rule) }
  }

  /// The same of a rule by its name.
  static func hasReason(_ rule: String) -> Bool { (ofSamples + ofBoxes).contains { $0.description == rule } }
}
