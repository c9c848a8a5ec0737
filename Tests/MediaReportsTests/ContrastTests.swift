import ByteReading
import Foundation
import StructureRendering
import Testing

@testable import MediaReports

/// Colours of pages and pictures, computed from the styles themselves: contrast as WCAG 2.1 §1.4.3 and
/// §1.4.11 ask for it, in both themes.
@Suite struct ContrastTests {
  /// A colour by its parts, 0...1.
  struct Colour {
    var red: Double
    var green: Double
    var blue: Double

    init(_ red: Double, _ green: Double, _ blue: Double) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    init?(_ hex: some StringProtocol) {
      guard hex.count == 6, let value = Int(hex, radix: 16) else { return nil }
      func part(_ shift: Int) -> Double { Double(value >> shift & 0xFF) / 255 }
      self.init(part(16), part(8), part(0))
    }

    /// The relative luminance (WCAG 2.1, definitions).
    var luminance: Double {
      func linear(_ part: Double) -> Double {
        part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    func contrast(to other: Colour) -> Double {
      let (high, low) = (max(luminance, other.luminance), min(luminance, other.luminance))
      return (high + 0.05) / (low + 0.05)
    }

    /// The colour where this one lies over another, so opaque.
    func over(_ ground: Colour, _ opacity: Double) -> Colour {
      Colour(
        red * opacity + ground.red * (1 - opacity), green * opacity + ground.green * (1 - opacity),
        blue * opacity + ground.blue * (1 - opacity))
    }
  }

  /// The variables of the page, light and dark.
  private func variables() throws -> [[String: Colour]] {
    let style = "\(PageShell.style)"
    let halves = style.components(separatedBy: "@media screen and (prefers-color-scheme: dark)")
    #expect(halves.count == 2)
    return try halves.map { half in
      let root = try #require(half.components(separatedBy: ":root {").dropFirst().first)
      let block = root.prefix { $0 != "}" }
      var found: [String: Colour] = [:]
      for part in block.split(separator: ";") {
        let pair = part.split(separator: ":").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        guard pair.count == 2, pair[1].hasPrefix("#") else { continue }
        found[pair[0].replacing("--", with: "")] = Colour(pair[1].dropFirst())
      }
      return found
    }
  }

  @Test func textOfPagesIsReadable() throws {
    let pairs: [(String, [String])] = [
      ("text", ["page", "side", "around"]), ("quiet", ["page", "side"]),
      ("on-chosen", ["chosen"]), ("on-field", ["field"]),
      ("error", ["page", "side"]), ("warning", ["page", "side"]), ("note", ["page", "side"]),
      ("zero", ["page", "around"]), ("ascii", ["page", "around"]), ("high", ["page", "around"]),
      ("control", ["page", "around"]),
    ]
    for (theme, colours) in zip(["light", "dark"], try variables()) {
      for (text, grounds) in pairs {
        for ground in grounds {
          let contrast = try #require(colours[text]).contrast(to: #require(colours[ground]))
          #expect(contrast >= 4.5, "\(text) on \(ground), \(theme): \(contrast)")
        }
      }
    }
  }

  /// The fills of a style, by their classes.
  private func fills(in style: Substring) -> [String: Colour] {
    var found: [String: Colour] = [:]
    for rule in style.components(separatedBy: "}") {
      let parts = rule.components(separatedBy: "{")
      guard parts.count >= 2, let fill = parts[parts.count - 1].range(of: "fill:#") else { continue }
      let body = parts[parts.count - 1]
      let colour = Colour(body[fill.upperBound...].prefix(6))
      let name = parts[parts.count - 2].components(separatedBy: ".").last ?? ""
      if body.hasPrefix("fill:#") || name.count <= 2 { found[name] = colour }
    }
    return found
  }

  @Test func picturesAreSeenInBothThemes() throws {
    let style = Drawing.style.description
    let dark = try #require(style.range(of: "@media screen and (prefers-color-scheme:dark)"))
    let themes = [fills(in: style[..<dark.lowerBound]), fills(in: style[dark.upperBound...])]
    let pages = try variables()
    for (number, fills) in themes.enumerated() {
      // Pictures stand on the page, or alone on what the browser has.
      let canvas = try #require(number == 0 ? Colour("ffffff") : Colour("121212"))
      let page = try #require(pages[number]["page"])
      let text = try #require(number == 0 ? Colour("1b1c1f") : Colour("ececf0"))
      let label = try #require(fills["w"])
      for owner in (0..<Drawing.colourCount).map({ "o\($0)" }) + ["e"] {
        let colour = try #require(fills[owner], "\(owner)")
        for ground in [canvas, page] {
          #expect(colour.contrast(to: ground) >= 3, "\(owner), theme \(number)")
          // Letters stand in it, and in what is pale.
          #expect(label.contrast(to: colour) >= 4.5, "letters in \(owner), theme \(number)")
          for opacity in [0.35, 0.45, 0.2] {
            let pale = colour.over(ground, opacity)
            #expect(text.contrast(to: pale) >= 4.5, "letters in pale \(owner), theme \(number)")
          }
        }
      }
    }
  }
}
