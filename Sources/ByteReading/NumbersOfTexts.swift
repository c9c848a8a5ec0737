/// A number for each text, for a few thousand of them at most.
///
/// A process that looks up a few texts alone does not pay for what the runtime has to make before a dictionary of a
/// type is first used, which is as much as ten boxes take.
///
/// - Complexity: O(log *n*) to look one up, O(*n*) to add one.
package struct NumbersOfTexts: Sendable {
  /// In the order of the fingerprints.
  private var entries: [Entry] = []

  private struct Entry {
    let fingerprint: UInt64
    let text: Substring
    let number: Int
  }

  /// No texts.
  package init() {}

  /// How many texts have one.
  package var count: Int { entries.count }

  /// The number of a text; `nil` when it has none.
  package func number(of text: Substring) -> Int? {
    let fingerprint = text.fingerprint
    var place = place(of: fingerprint)
    while place < entries.count, entries[place].fingerprint == fingerprint {
      if entries[place].text == text { return entries[place].number }
      place += 1
    }
    return nil
  }

  /// Adds a text that has no number yet.
  package mutating func add(_ text: Substring, number: Int) {
    let fingerprint = text.fingerprint
    entries.insert(Entry(fingerprint: fingerprint, text: text, number: number), at: place(of: fingerprint))
  }

  /// The place of the first entry whose fingerprint is not less.
  private func place(of fingerprint: UInt64) -> Int {
    (0..<entries.count).partitionPoint { entries[$0].fingerprint < fingerprint }
  }
}
