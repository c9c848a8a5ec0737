import ByteReading
import CommandLineSupport
import Corpus
import MediaInspection
package import Structure
import TerminalInspector

/// What is promised of the inspector, whatever is typed and whatever the file is.
///
/// An input is a line of bytes as a terminal sends them, the keys, and behind it the file; without a file,
/// one that has most of what there is to see. What the world would do for an effect is not done.
package enum InspectorPromises {
  /// The first promise that the keys and the file in `bytes` break; `nil` when all are kept.
  static func firstBroken(by bytes: [UInt8]) -> String? {
    let line = Array(bytes.prefix { $0 != 0x0A })
    let rest = Array(bytes.dropFirst(line.count + 1))
    let source = rest.isEmpty ? example : ByteSource(copying: rest)
    let document: Document
    do throws(MediaFileError) {
      document = try MediaFile.open(source, limits: Promises.limits)
    } catch {
      // Keys are decoded whatever the file is.
      var decoder = InputDecoder()
      _ = decoder.take(line)
      _ = decoder.timeOut()
      return nil
    }
    MediaFile.check(document)
    return firstBroken(byKeys: line, in: [document])
  }

  private static let example: ByteSource =
    (try? Corpus.open("mockups/frag.mp4")) ?? ByteSource(copying: [])

  /// The sizes that a screen has in turn, each for some events.
  private static let sizes = [(80, 24), (120, 40), (50, 12), (40, 8), (10, 3), (1, 1), (200, 60)]

  /// The first promise that is broken while `keys` are typed.
  ///
  /// - Parameter documents: What is shown; two are compared.
  package static func firstBroken(
    byKeys keys: [UInt8], in documents: [Document], isASCII: Bool = false
  ) -> String? {
    let files = documents.map { ($0, FilePath("input")) }
    var state = State(
      files: files, pairing: documents.count == 2 ? Pairing(documents[0], documents[1]) : nil,
      columns: 80, rows: 24, isASCII: isASCII)
    var painter = Painter(theme: Theme(depth: .full))
    var screen = ScreenModel(columns: state.columns, rows: state.rows)
    var decoder = InputDecoder()
    var number = 0
    // Keys arrive in pieces, as they do from a slow line.
    var events: [Event] = []
    for piece in 0..<(keys.count + 6) / 7 {
      events += decoder.take(Array(keys[piece * 7..<min(keys.count, piece * 7 + 7)]))
    }
    events += decoder.timeOut()
    for event in [Event.tick] + events.prefix(400) {
      _ = state.reduce(event)
      if number % 17 == 16 {
        let (columns, rows) = sizes[number / 17 % sizes.count]
        _ = state.reduce(.resize(columns: columns, rows: rows))
        screen = ScreenModel(columns: state.columns, rows: state.rows)
        painter.forget()
      }
      // A search is let go on for a while, as if nobody typed.
      if state.isWorking, number % 3 == 0 { for _ in 0..<8 { _ = state.reduce(.tick) } }
      number += 1
      if let broken = state.broken ?? firstBroken(in: state, &painter, &screen, isASCII) {
        return "after \(number) events, the last \(event): \(broken)"
      }
    }
    return nil
  }

  /// What is wrong with the picture of a state.
  private static func firstBroken(
    in state: State, _ painter: inout Painter, _ screen: inout ScreenModel, _ isASCII: Bool
  ) -> String? {
    var grid = Grid(columns: state.columns, rows: state.rows)
    state.paint(into: &grid)
    var again = Grid(columns: state.columns, rows: state.rows)
    state.paint(into: &again)
    if grid != again { return "the same state is painted in two ways" }
    for (place, cell) in grid.cells.enumerated() {
      let value = cell.scalar
      if value != 0,
        value < 0x20 || (0x7F..<0xA0).contains(value) || InvisibleScalars.contains(value)
      {
        return "cell \(place) holds \(value)"
      }
      if isASCII, value >= 0x7F { return "cell \(place) holds \(value), which is not ASCII" }
      if value == 0,
        place % grid.columns == 0 || !WideCharacters.contains(grid.cells[place - 1].scalar)
      {
        return "cell \(place) is half of nothing"
      }
    }
    if let caret = grid.caret, caret.x >= grid.columns || caret.y >= grid.rows || caret.x < 0 {
      return "the caret is at \(caret)"
    }
    screen.write(painter.bytes(for: grid))
    if let fault = screen.fault { return fault }
    for (place, cell) in grid.cells.enumerated() where screen.cells[place] != cell.scalar {
      return "cell \(place) shows \(screen.cells[place]) instead of \(cell.scalar)"
    }
    return nil
  }
}

/// Characters that take two columns.
enum WideCharacters {
  static func contains(_ scalar: UInt32) -> Bool {
    guard let scalar = Unicode.Scalar(scalar) else { return false }
    var text = String(Character(scalar))
    return text.withUTF8 { columns(of: unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer($0))) }
      == 2
  }
}
