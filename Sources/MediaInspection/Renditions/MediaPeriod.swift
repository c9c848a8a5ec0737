/// A part of a presentation that has representations of its own (23009-1 §5.3.2): times in them are counted from its start.
package struct MediaPeriod: Sendable, Equatable {
  /// In the manifest, from 1.
  package let number: Int
  /// Empty where there is none.
  package let id: String
  /// When it begins, in seconds; `nil` where nothing says it.
  package internal(set) var start: Double?
  /// How long it lasts, in seconds.
  package internal(set) var seconds: Double?
  /// Whether the one in front of it stands elsewhere, and was not read.
  package internal(set) var isBehindUnread = false
  /// Whether it may have representations that were not read.
  package internal(set) var isPart = false

  package init(number: Int, id: String, start: Double? = nil, seconds: Double? = nil) {
    (self.number, self.id, self.start, self.seconds) = (number, id, start, seconds)
  }
}
