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

  package static func putScript(to output: inout ByteWriter) { output.put(bytes: shortScript.rawBytes) }

  /// The script without what a browser does not need, made once.
  private static let shortScript: [UInt8] = {
    var text = ByteWriter()
    put(lines: script, to: &text) { isSign($0) || isSign($1) }
    return ScriptNames.shortened(text.array)
  }()

  /// Whether blanks beside a byte mean nothing in a script.
  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "&"), UInt8(ascii: "|"),
      UInt8(ascii: "*"):
      true
    default: false
    }
  }

  /// Puts the lines of a file without what is there for those who read it in the sources: blanks at the
  /// beginning, comments (`//` behind a blank or at the beginning, lines of `/* */`), empty lines, and
  /// blanks and ends of lines between signs that mean nothing there, and a `;` before a closing brace. No
  /// text in these files goes on over a line, and each statement that needs a `;` has one.
  @inline(__always)
  private static func put(
    lines file: [UInt8], to output: inout ByteWriter, isIdle: (_ before: UInt8, _ after: UInt8) -> Bool
  ) {
    let blank = UInt8(ascii: " ")
    let (semicolon, brace) = (UInt8(ascii: ";"), UInt8(ascii: "}"))
    var end: UInt8?
    var kept: [UInt8] = []
    for line in file.split(separator: UInt8(ascii: "\n")) {
      let line = line.drop { $0 == blank }
      if line.starts(with: "/*".utf8), line.suffix(2).elementsEqual("*/".utf8) { continue }
      kept.removeAll(keepingCapacity: true)
      var quotes = Quotes()
      var before = blank
      for place in line.indices {
        let byte = line[place]
        let after = place + 1 < line.endIndex ? line[place + 1] : blank
        let isComment = byte == after && byte == UInt8(ascii: "/") && before == blank
        if isComment, !quotes.isText { break }
        quotes.pass(byte)
        if byte == brace, !quotes.isText, kept.last == semicolon { kept.removeLast() }
        if byte != blank || quotes.isText || !isIdle(before, after) { kept.append(byte) }
        before = byte
      }
      while kept.last == blank { kept.removeLast() }
      guard let first = kept.first else { continue }
      if end == semicolon {
        if first != brace { output.put(semicolon) }
      } else if let end, !isIdle(end, first) {
        output.put("\n")
      }
      end = kept.last
      if end == semicolon { kept.removeLast() }
      output.put(bytes: kept.rawBytes)
    }
    if end == semicolon { output.put(semicolon) }
    output.put("\n")
  }

  /// Whether a place of a line is text or code: texts in quotes, and code in `${}` in those in backticks.
  struct Quotes {
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

    @inline(__always)
    mutating func pass(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "{"),
        UInt8(ascii: "}"):
        passSign(byte)
      default:
        // Nothing else opens or closes anything.
        isEscaped = false
        isBehindDollar = byte == UInt8(ascii: "$")
      }
    }

    @inline(never)
    private mutating func passSign(_ byte: UInt8) {
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
    </div><form id="search" role="search" onsubmit="return false"><input id="q" aria-label="Search" type="search" autocomplete="off" spellcheck="false" \
    placeholder="name, value, path, 0x1f or hex: 00 01"><span id="found" aria-live="polite"></span>\
    <button id="only" type="button" aria-pressed="false">only these</button></form><div id="strip" aria-hidden="true"></div></header>
    <section id="pictures"><div role="tablist" aria-label="Pictures and problems"></div>\
    <div id="picture" role="tabpanel" tabindex="0"></div></section>
    <div id="tree" role="tree" tabindex="0" aria-label="Structure"><div class="node head" aria-hidden="true"><span class="at">offset</span>\
    <span class="name"><span class="fold"></span>name</span><span class="size">size</span></div><div role="presentation"></div></div>
    <div id="right"><div id="about"></div><div id="fields" role="region" aria-label="Fields"></div>\
    <div id="bytes" role="region" aria-label="Bytes" tabindex="0"><div></div></div></div>
    <footer><span id="numbers"></span><span class="keys"><kbd>/</kbd> search</span><span class="keys"><kbd>!</kbd> next problem</span>\
    <span class="keys"><kbd>?</kbd> keys</span>\
    <span class="hidden" id="said" role="status"></span><span>
    """

  private static let dialog: StaticString = """
    <dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">Keys</h2><dl>
    <dt>↑ ↓</dt><dd>the row before, after</dd>
    <dt>PgUp PgDn Home End</dt><dd>a page, the first row, the last</dd>
    <dt>→ ←</dt><dd>open, and in; close, and out</dd>
    <dt>[ ]</dt><dd>to what stands beside it</dd>
    <dt>*</dt><dd>open everything inside</dd>
    <dt>a–z</dt><dd>the next row that begins so</dd>
    <dt>Enter, Esc</dt><dd>to the fields, the tree</dd>
    <dt>← → Enter</dt><dd>another picture; in one the next mark, its bytes</dd>
    <dt>← → ↑ ↓</dt><dd>in the bytes: the field beside, above, below</dd>
    <dt>/</dt><dd>search; n the next place, N the one before</dd>
    <dt>f</dt><dd>only what is found, or all</dd>
    <dt>g</dt><dd>go to an offset</dd>
    <dt>!</dt><dd>the next problem</dd>
    <dt>y Y c</dt><dd>copy the path, the bytes, the command that prints this</dd>
    </dl><form method="dialog"><button>Close</button></form></dialog>
    """
}
