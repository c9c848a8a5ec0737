import ByteReading

/// Values by text: what reads a catalogue at each start holds few of them.
///
/// - Complexity: O(log *n*) to look one up.
struct KnownTexts<Value> {
  private var numbers = NumbersOfTexts()
  private var values: [Value] = []

  subscript(text: Substring) -> Value? {
    get { numbers.number(of: text).map { values[$0] } }
    set {
      guard let newValue else { return }
      if let number = numbers.number(of: text) {
        values[number] = newValue
      } else {
        numbers.add(text, number: values.count)
        values.append(newValue)
      }
    }
  }
}
