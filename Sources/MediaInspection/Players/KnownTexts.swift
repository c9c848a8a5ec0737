import ByteReading

/// Values by text, in the order of the texts' fingerprints: what reads a catalogue at each start holds
/// few of them, for which the runtime would have to make the types of a dictionary.
///
/// - Complexity: O(log *n*) to look one up.
struct KnownTexts<Value> {
  private var entries: [(fingerprint: UInt64, text: Substring, value: Value)] = []

  subscript(text: Substring) -> Value? {
    get {
      let fingerprint = text.fingerprint
      var place = place(of: fingerprint)
      while place < entries.count, entries[place].fingerprint == fingerprint {
        if entries[place].text == text { return entries[place].value }
        place += 1
      }
      return nil
    }
    set {
      guard let newValue else { return }
      let fingerprint = text.fingerprint
      var place = place(of: fingerprint)
      while place < entries.count, entries[place].fingerprint == fingerprint {
        if entries[place].text == text {
          entries[place].value = newValue
          return
        }
        place += 1
      }
      entries.insert((fingerprint, text, newValue), at: place)
    }
  }

  /// The place of the first entry whose fingerprint is not less.
  private func place(of fingerprint: UInt64) -> Int {
    (0..<entries.count).partitionPoint { entries[$0].fingerprint < fingerprint }
  }
}
