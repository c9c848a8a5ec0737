package import ByteReading

/// What each page is the same in: style, script, and the places that the script fills.
///
/// `report.css` and `report.js` beside this file are embedded when the package is built.
package enum PageShell {
  private static let style = PackageResources.report_css
  private static let script = PackageResources.report_js

  /// The bytes of style, script and frame; 40 KiB at most, which a test holds.
  static var byteCount: Int { style.count + script.count + 4_096 }

  package static func putStyle(to output: inout ByteWriter) { output.put(bytes: style.rawBytes) }
  static func putScript(to output: inout ByteWriter) { output.put(bytes: script.rawBytes) }

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
