package import ByteReading

/// What each page is the same in: style, script, and the places that the script fills.
package enum PageShell {
  /// At most the bytes of style, script and frame; those that are written are fewer than 40 KiB, which a
  /// test holds.
  static var byteCount: Int { style.utf8CodeUnitCount + script.utf8CodeUnitCount + 4_096 }

  package static func putStyle(to output: inout ByteWriter) {
    put(lines: style, Idle(before: ByteSet("{};:,"), after: ByteSet("{}")), to: &output)
  }

  package static func putScript(to output: inout ByteWriter) { output.put(bytes: shortScript.rawBytes) }

  /// The script without what a browser does not need, made once.
  private static let shortScript: [UInt8] = {
    var text = ByteWriter()
    let signs = ByteSet("{}()[];,=<>?:&|*+-!")
    put(lines: script, Idle(before: signs, after: signs), to: &text)
    return ScriptNames.shortened(text.array)
  }()

  /// Some of the characters of ASCII, a bit each.
  struct ByteSet {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ characters: StaticString) {
      let bytes = characters.rawBytes
      for place in 0..<bytes.byteCount {
        guard let byte = bytes.byte(at: place) else { continue }
        if byte < 64 { low |= 1 &<< UInt64(byte) } else { high |= 1 &<< UInt64(byte & 63) }
      }
    }

    private init(low: UInt64, high: UInt64) {
      self.low = low
      self.high = high
    }

    /// Letters, digits and `_`.
    static var letters: ByteSet { ByteSet(low: 0x03FF_0000_0000_0000, high: 0x07FF_FFFE_87FF_FFFE) }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
      let bits = byte < 64 ? low : byte < 128 ? high : 0
      return bits &>> UInt64(byte & 63) & 1 == 1
    }
  }

  /// The bytes beside which blanks and ends of lines mean nothing.
  private struct Idle {
    let before: ByteSet
    let after: ByteSet

    @inline(__always)
    func isIdle(_ one: UInt8, _ other: UInt8) -> Bool { before.contains(one) || after.contains(other) }
  }

  /// Puts lines of the sources without what is there for those who read it in the sources: blanks at the
  /// beginning, comments (`//` behind a blank or at the beginning, lines of `/* */`), empty lines, and
  /// blanks and ends of lines between signs that mean nothing there, and a `;` before a closing brace. No
  /// text in them goes on over a line, each statement that needs a `;` has one, and no sign of reckoning
  /// follows another (`a + +b`).
  ///
  /// Each page begins with it, so it looks at a byte once.
  private static func put(lines text: StaticString, _ idle: Idle, to output: inout ByteWriter) {
    let text = Array(text.description.utf8)
    let (file, bytes) = (text.span, text.rawBytes)
    let (blank, newline) = (UInt8(ascii: " "), UInt8(ascii: "\n"))
    let letters = ByteSet.letters
    let (semicolon, brace, slash) = (UInt8(ascii: ";"), UInt8(ascii: "}"), UInt8(ascii: "/"))
    /// The last byte of what was put, which is put itself when the next line is known if it is a `;`.
    var end: UInt8?
    var at = 0
    while at < file.count {
      while at < file.count, file[at] == blank { at += 1 }
      guard at < file.count else { break }
      let first = file[at]
      let second = at + 1 < file.count ? file[at + 1] : newline
      let isComment = first == slash && (second == slash || second == UInt8(ascii: "*"))
      guard first != newline, !isComment else {
        while at < file.count, file[at] != newline { at += 1 }
        at += 1
        continue
      }
      if end == semicolon {
        if first != brace { output.put(semicolon) }
      } else if let end, !idle.isIdle(end, first) {
        output.put(newline)
      }
      let start = output.count
      var quotes = Quotes()
      var before = blank
      /// The last byte of this line that was put; 0 before the first.
      var last: UInt8 = 0
      while at < file.count, file[at] != newline {
        let byte = file[at]
        at += 1
        if letters.contains(byte) {
          // Most of a file are letters, many at a time.
          let first = at - 1
          while at < file.count, letters.contains(file[at]) { at += 1 }
          output.put(bytes: bytes.extracting(first..<at))
          quotes.passLetter()
          last = file[at - 1]
          before = last
          continue
        }
        if !quotes.isText {
          if byte == blank || byte == slash {
            let after = at < file.count && file[at] != newline ? file[at] : blank
            if byte == slash, after == slash, before == blank {
              while at < file.count, file[at] != newline { at += 1 }
              break
            }
            if byte == blank, idle.isIdle(before, after) {
              before = blank
              continue
            }
          } else if byte == brace, last == semicolon {
            output.truncate(to: output.count - 1)
          }
          quotes.pass(byte)
        } else {
          quotes.pass(byte)
        }
        output.put(byte)
        before = byte
        last = byte
      }
      at += 1
      while last == blank, output.count > start {
        output.truncate(to: output.count - 1)
        last = output.contents.byte(at: output.count - 1) ?? 0
      }
      end = last
      if last == semicolon { output.truncate(to: output.count - 1) }
    }
    if end == semicolon { output.put(semicolon) }
    output.put(newline)
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
    /// Whether what comes is text.
    private(set) var isText = false

    @inline(__always)
    mutating func pass(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "{"),
        UInt8(ascii: "}"):
        passSign(byte)
        isText = if case .text? = parts.last { true } else { false }
      default:
        // Nothing else opens or closes anything.
        isEscaped = false
      }
      isBehindDollar = byte == UInt8(ascii: "$")
    }

    /// The same for a letter, which opens and closes nothing.
    @inline(__always)
    mutating func passLetter() {
      isEscaped = false
      isBehindDollar = false
    }

    @inline(never)
    private mutating func passSign(_ byte: UInt8) {
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
    placeholder="name, value, path, 0x1f, 00 00 03 e8"><span id="found" aria-live="polite"></span>\
    <button id="only" type="button" aria-pressed="false">only these</button></form><div id="strip" aria-hidden="true"></div></header>
    <section id="pictures"><div role="tablist" aria-label="Pictures and problems"></div>\
    <div id="picture" role="tabpanel" tabindex="0"></div></section>
    <div id="tree" role="tree" tabindex="0" aria-label="Structure"><div class="node head" aria-hidden="true"><span class="at">offset</span>\
    <span class="name"><span class="fold"></span>name</span><span class="size">size</span></div><div role="presentation"></div></div>
    <div id="right"><div id="about"></div><div id="fields" role="region" aria-label="Fields"></div>\
    <div id="bytes" role="region" aria-label="Bytes" tabindex="0"><div></div></div></div>
    <footer><span id="numbers"></span><span class="keys"><kbd>/</kbd> search</span><span class="keys"><kbd>?</kbd> keys</span>\
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
