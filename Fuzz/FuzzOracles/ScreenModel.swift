/// A terminal as far as the inspector's painter uses one: what is written to it is seen in its cells.
///
/// It shares nothing with the painter but the sequences of ECMA-48, so that both have to agree.
struct ScreenModel {
  let columns: Int
  let rows: Int
  private(set) var cells: [UInt32]
  private var x = 0
  private var y = 0
  /// What was written that no such terminal understands, or that lies outside it.
  private(set) var fault: String?

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: 0x20, count: columns * rows)
  }

  /// Takes what is written to the terminal.
  mutating func write(_ bytes: [UInt8]) {
    var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\u{1B}" else {
        put(scalar)
        continue
      }
      guard scalars.popFirst() == "[" else {
        fault = "an escape that begins no control sequence"
        return
      }
      var parameters = ""
      while let next = scalars.first, (0x20...0x3F).contains(next.value) {
        parameters.unicodeScalars.append(next)
        scalars.removeFirst()
      }
      guard let final = scalars.popFirst() else {
        fault = "a control sequence without an end"
        return
      }
      act(final, parameters)
    }
  }

  private mutating func act(_ final: Unicode.Scalar, _ parameters: String) {
    switch final {
    case "H":
      let numbers = parameters.split(separator: ";").compactMap { Int($0) }
      guard numbers.count == 2, (1...rows).contains(numbers[0]) else {
        fault = "the cursor is sent to \(parameters)"
        return
      }
      y = numbers[0] - 1
      x = numbers[1] - 1
    case "J": cells = Array(repeating: 0x20, count: columns * rows)
    case "m", "h", "l": break
    default: fault = "\(parameters)\(final) is not understood"
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if value < 0x20 || (0x7F..<0xA0).contains(value) {
      fault = "a control character, \(value), is written"
      return
    }
    let width = Self.width(scalar)
    if width == 0 { return }
    guard x >= 0, x + width <= columns else {
      fault = "\(value) is written to column \(x) of \(columns)"
      return
    }
    cells[y * columns + x] = value
    if width == 2 { cells[y * columns + x + 1] = 0 }
    x += width
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    return WideCharacters.contains(scalar.value) ? 2 : 1
  }
}
