package import CommandLineSupport

/// How roles look on a terminal.
package struct Theme: Equatable, Sendable {
  /// The colours that a terminal has.
  package enum Depth: Sendable, CaseIterable { case none, basic, palette, full }

  package var depth: Depth
  /// Whether the background is light.
  package var isLight = false

  package init(depth: Depth, isLight: Bool = false) {
    self.depth = depth
    self.isLight = isLight
  }

  /// The colours of the terminal that the environment describes.
  package init(color: ColorChoice, environment: Environment) {
    self.init(depth: .none)
    guard Terminal.wantsColor(color, isTerminal: true, environment: environment) else { return }
    let word = environment["COLORTERM"]?.lowercased() ?? ""
    if word == "truecolor" || word == "24bit" {
      depth = .full
    } else if environment["TERM"]?.contains("256color") == true {
      depth = .palette
    } else if color == .always || !Self.isMonochrome(environment["TERM"] ?? "") {
      depth = .basic
    }
  }

  /// Whether a terminal of this name shows no colours, so that a cursor of another colour is not seen:
  /// DEC's up to the VT420, and what terminfo calls monochrome.
  private static func isMonochrome(_ name: String) -> Bool {
    name.hasSuffix("-m") || name.hasSuffix("-mono")
      || (name.hasPrefix("vt") && !name.hasPrefix("vt525"))
  }

  /// A colour for each depth: one of the 16, one of the 256, red, green and blue.
  private struct Ink {
    var basic: Int
    var palette: Int
    var full: (Int, Int, Int)
  }

  /// The parameters of the sequence that begins a role, after a reset (ECMA-48 §8.3.117).
  package func parameters(of role: Role) -> String {
    let weight = Self.weight(of: role, hasColor: depth != .none)
    guard depth != .none else { return weight }
    var parts = weight.isEmpty ? [] : [weight]
    if let ink = front(role) { parts.append(code(ink, isBack: false)) }
    if let ink = back(role) { parts.append(code(ink, isBack: true)) }
    return parts.joined(separator: ";")
  }

  /// Weights tell roles apart without colour: reverse for the cursor, underlined for what is chosen in
  /// other panes.
  private static func weight(of role: Role, hasColor: Bool) -> String {
    switch role {
    case .plain, .note, .value, .label: ""
    case .strong, .title, .error, .warning: "1"
    case .faint, .frame: hasColor ? "" : "2"
    case .cursor: hasColor ? "" : "7"
    case .otherCursor: hasColor ? "" : "1;4"
    case .inNode: hasColor ? "" : "1"
    case .inField: hasColor ? "" : "7"
    case .match: hasColor ? "1" : "1;7"
    case .added, .removed, .changed: hasColor ? "" : "1"
    }
  }

  private func front(_ role: Role) -> Ink? {
    switch role {
    case .plain, .strong, .otherCursor: nil
    case .faint, .frame:
      isLight
        ? Ink(basic: 90, palette: 242, full: (105, 105, 112))
        : Ink(basic: 90, palette: 245, full: (140, 142, 150))
    case .label:
      isLight
        ? Ink(basic: 36, palette: 24, full: (0, 90, 130))
        : Ink(basic: 36, palette: 116, full: (130, 200, 220))
    case .value, .added:
      isLight
        ? Ink(basic: 32, palette: 22, full: (0, 100, 40))
        : Ink(basic: 32, palette: 114, full: (140, 205, 140))
    case .error, .removed:
      isLight
        ? Ink(basic: 31, palette: 124, full: (180, 0, 20))
        : Ink(basic: 91, palette: 210, full: (255, 130, 130))
    case .warning, .changed:
      isLight
        ? Ink(basic: 33, palette: 94, full: (130, 80, 0))
        : Ink(basic: 93, palette: 221, full: (245, 205, 90))
    case .note, .title:
      isLight
        ? Ink(basic: 34, palette: 25, full: (20, 80, 170))
        : Ink(basic: 96, palette: 117, full: (130, 190, 255))
    case .cursor: Ink(basic: 97, palette: 231, full: (255, 255, 255))
    case .inField, .match: Ink(basic: 30, palette: 16, full: (0, 0, 0))
    case .inNode: nil
    }
  }

  private func back(_ role: Role) -> Ink? {
    switch role {
    case .cursor: Ink(basic: 44, palette: 25, full: (20, 80, 170))
    case .otherCursor:
      isLight
        ? Ink(basic: 47, palette: 254, full: (222, 226, 236))
        : Ink(basic: 100, palette: 238, full: (62, 66, 78))
    case .inNode:
      // Of 16 colours none is pale enough beside the text of the terminal.
      depth == .basic
        ? nil
        : isLight
          ? Ink(basic: 47, palette: 255, full: (238, 240, 246))
          : Ink(basic: 40, palette: 235, full: (38, 41, 49))
    case .inField:
      isLight
        ? Ink(basic: 46, palette: 153, full: (170, 210, 250))
        : Ink(basic: 46, palette: 116, full: (130, 200, 220))
    case .match: Ink(basic: 43, palette: 221, full: (245, 205, 90))
    default: nil
    }
  }

  private func code(_ ink: Ink, isBack: Bool) -> String {
    switch depth {
    case .none: ""
    case .basic: "\(ink.basic)"
    case .palette: "\(isBack ? 48 : 38);5;\(ink.palette)"
    case .full: "\(isBack ? 48 : 38);2;\(ink.full.0);\(ink.full.1);\(ink.full.2)"
    }
  }
}
