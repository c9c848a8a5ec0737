/// Text that may stand on a screen: whatever it was made of, no character in it acts on a terminal, hides, or
/// begins a line.
///
/// Lists take text in two types, and neither reaches an output without an escaper: text of a file,
/// which is escaped by the rules of the form that it is written in, and this, which was put together
/// from words of ours and from paths, names and sentences in which text of the file is escaped already.
/// What was forgotten there is caught here.
public struct ShownText: Hashable, Sendable {
  /// The text, escaped.
  public let text: String

  /// The text with all escaped that could do harm, and what was escaped before as it is.
  ///
  /// - Parameter text: The text.
  public init(_ text: String) {
    let isPlain = text.utf8.allSatisfy { $0.isPrintable }
    guard !isPlain else {
      self.text = text
      return
    }
    var writer = ByteWriter()
    writer.put(text: text, style: .shown)
    self.text = writer.string
  }
}

/// Text of a file, or of whoever named a file, which may hold anything.
///
/// Its characters cannot be asked for: only writers that escape take it. So a report that would print a
/// cell as it stands in the file does not compile.
public struct FileText: Hashable, Sendable {
  fileprivate let text: String

  /// Text of a file.
  ///
  /// - Parameter text: The text as it is in the file.
  public init(_ text: String) { self.text = text }

  /// Whether it has no characters.
  public var isEmpty: Bool { text.isEmpty }
}

extension ByteWriter {
  /// Writes text of a file, with all escaped that could do harm in this place.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - style: Where the text stands, which decides what could do harm.
  public mutating func put(_ text: FileText, style: EscapeStyle) {
    put(text: text.text, style: style)
  }
}

/// The characters that nobody sees and noncharacters: text that holds one is not what it seems.
///
/// Those that change how their neighbours look are not among them: joiners (U+200C, U+200D), which
/// scripts and emoji need, and variation selectors.
package enum InvisibleScalars {
  /// Whether a scalar is one of them.
  ///
  /// - Parameter scalar: The value of the Unicode scalar.
  /// - Returns: Whether it is one of them.
  package static func contains(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0xAD: false
    // Soft hyphen, grapheme joiner, fillers, inherent vowels, vowel separator.
    case 0xAD, 0x034F, 0x115F...0x1160, 0x17B4...0x17B5, 0x180E, 0x3164, 0xFFA0: true
    // Spaces without width, the word joiner, invisible operators, deprecated controls.
    case 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF, 0xFFF0...0xFFFB: true
    case 0xFDD0...0xFDEF: true
    // Controls of shorthand and of music, tags.
    case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE00FF, 0xE01F0...0xE0FFF: true
    default: scalar & 0xFFFE == 0xFFFE
    }
  }
}
