package import ByteReading

/// What each page is the same in: style, script, and the places that the script fills.
///
/// `report.css` and `report.js` beside this file are embedded when the package is built.
package enum PageShell {
  private static let style = PackageResources.report_css
  private static let script = PackageResources.report_js

  /// At most the bytes of style, script and frame; those that are written are fewer than 40 KiB, which a
  /// test holds.
  static var byteCount: Int { style.count + script.count + 4_096 }

  package static func putStyle(to output: inout ByteWriter) {
    put(lines: style, to: &output) { before, after in
      // Beside a bracket, or behind what separates declarations.
      "{}".utf8.contains(after) || "{};:,".utf8.contains(before)
    }
  }

  package static func putScript(to output: inout ByteWriter) {
    let signs = "{}()[];,=<>?:&|*".utf8
    put(lines: script, to: &output) { signs.contains($0) || signs.contains($1) }
  }

  /// Puts the lines of a file without what is there for those who read it in the sources: blanks at the
  /// beginning, lines of comment (`//`, `/* */`), empty lines, and blanks between signs that mean nothing
  /// there. No text in these files goes on over a line.
  private static func put(
    lines file: [UInt8], to output: inout ByteWriter, isIdle: (_ before: UInt8, _ after: UInt8) -> Bool
  ) {
    let blank = UInt8(ascii: " ")
    for line in file.split(separator: UInt8(ascii: "\n")) {
      let line = line.drop { $0 == blank }
      let isComment =
        line.starts(with: "//".utf8)
        || line.starts(with: "/*".utf8) && line.suffix(2).elementsEqual("*/".utf8)
      guard let last = line.last, !isComment else { continue }
      var quotes = Quotes()
      var before = blank
      for (byte, after) in zip(line, line.dropFirst()) {
        quotes.pass(byte)
        if byte != blank || quotes.isText || !isIdle(before, after) { output.put(byte) }
        before = byte
      }
      output.put(last)
      output.put("\n")
    }
  }

  /// Whether a place of a line is text or code: texts in quotes, and code in `${}` in those in backticks.
  private struct Quotes {
    /// What is open, the innermost last: the quote of a text; of code in a text the brackets open in it.
    private enum Part {
      case text(UInt8)
      case code(brackets: Int)
    }

    private var parts: [Part] = []
    private var isEscaped = false
    private var isBehindDollar = false

    var isText: Bool {
      if case .text? = parts.last { true } else { false }
    }

    mutating func pass(_ byte: UInt8) {
      defer { isBehindDollar = byte == UInt8(ascii: "$") }
      if isEscaped {
        isEscaped = false
        return
      }
      switch (parts.last, byte) {
      case (.text, UInt8(ascii: "\\")): isEscaped = true
      case (.text(let quote), _) where quote == byte: parts.removeLast()
      case (.text(UInt8(ascii: "`")), UInt8(ascii: "{")) where isBehindDollar:
        parts.append(.code(brackets: 0))
      case (.text, _): break
      case (_, UInt8(ascii: "\"")), (_, UInt8(ascii: "'")), (_, UInt8(ascii: "`")):
        parts.append(.text(byte))
      case (.code(let brackets), UInt8(ascii: "{")):
        parts[parts.count - 1] = .code(brackets: brackets + 1)
      case (.code(0), UInt8(ascii: "}")): parts.removeLast()
      case (.code(let brackets), UInt8(ascii: "}")):
        parts[parts.count - 1] = .code(brackets: brackets - 1)
      default: break
      }
    }
  }

  /// What stands between the headline and the name of the tool.
  static func putBody(to output: inout ByteWriter) { output.put(body) }

  static func putDialog(to output: inout ByteWriter) { output.put(dialog) }

  private static let body: StaticString = """
    <form id="search" role="search" onsubmit="return false"><label class="hidden" for="q">Search</label>\
    <input id="q" type="search" autocomplete="off" spellcheck="false" \
    placeholder="name, value, path, 0x1f or hex: 00 01"><span id="found" aria-live="polite"></span></form></header>
    <section id="pictures" aria-label="Pictures and problems"><div role="tablist" aria-label="Pictures and problems"></div>\
    <div id="picture" role="tabpanel" tabindex="0"></div></section>
    <div id="tree" role="tree" tabindex="0" aria-label="Structure"><div role="presentation"></div></div>
    <div id="right"><div id="about"></div><div id="fields" role="region" aria-label="Fields"></div>\
    <div id="bytes" role="region" aria-label="Bytes" tabindex="0"><div></div></div></div>
    <footer><span id="numbers"></span><span class="keys"><kbd>/</kbd> search</span><span class="keys"><kbd>!</kbd> next problem</span>\
    <span class="keys"><kbd>y</kbd> copy path</span><span class="keys"><kbd>?</kbd> keys</span>\
    <span class="hidden" id="said" role="status"></span><span>
    """

  private static let dialog: StaticString = """
    <dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">Keys</h2><dl>
    <dt><kbd>↑</kbd> <kbd>↓</kbd></dt><dd>the row before and after</dd>
    <dt><kbd>→</kbd> <kbd>←</kbd></dt><dd>open, and to the first inside; close, and to what is around</dd>
    <dt><kbd>*</kbd></dt><dd>open everything inside</dd>
    <dt><kbd>Enter</kbd></dt><dd>to the fields; <kbd>Esc</kbd> back to the tree</dd>
    <dt><kbd>/</kbd></dt><dd>search; <kbd>n</kbd> and <kbd>N</kbd> to the next and the previous place</dd>
    <dt><kbd>g</kbd></dt><dd>go to an offset</dd>
    <dt><kbd>!</kbd></dt><dd>the next problem</dd>
    <dt><kbd>y</kbd> <kbd>Y</kbd> <kbd>c</kbd></dt><dd>copy the path, the bytes, the command that prints this</dd>
    </dl><form method="dialog"><button>Close</button></form></dialog>
    """
}
