import ByteReading
import MediaFacts
import MediaReports
import StructureDiff
import StructureRendering

/// Writes outcomes as one page of HTML that needs nothing else, not even scripts: of a pair the verdict,
/// both trees as one and the bytes of both; of several a table first, in which equal changes stand
/// together.
struct DiffPage {
  let tool: String
  let version: String
  /// The bytes that a page may have, 128 KiB at least; what ends it is kept free.
  let limit: Int
  private static let reserve = 64 << 10

  func write(_ outcomes: [DiffOutcome], to output: inout ByteWriter) {
    let title =
      outcomes.count == 1
      ? "\(outcomes[0].before.name) → \(outcomes[0].after.name)" : "\(outcomes.count) files"
    output.put("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
    output.put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    output.put("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
    output.put("style-src 'unsafe-inline'; img-src data:\">\n<title>")
    output.put(markup: "\(title) — \(tool)")
    output.put("</title>\n<style>\n")
    PageShell.putStyle(to: &output)
    output.put(Self.style)
    output.put("</style>\n")
    let widths = outcomes.count == 1 ? Self.widths : Self.fewWidths
    if outcomes.contains(where: { $0.page.drawing != nil }) {
      Self.putStyle(of: widths, edges: outcomes.count == 1 ? 24 : 52, to: &output)
    }
    output.put("</head>\n<body class=\"diff\">\n<header><h1>")
    output.put(markup: title)
    output.put("</h1></header>\n")
    var addresses = DiffAddresses()
    if outcomes.count == 1 {
      putPair(outcomes[0], number: 0, widths, &addresses, to: &output)
    } else {
      putIndex(outcomes, widths, &addresses, to: &output)
    }
    output.put("<footer><span>")
    output.put(markup: "\(tool) \(version)")
    output.put("</span></footer>\n</body></html>\n")
  }

  private func hasRoom(_ output: borrowing ByteWriter, for count: Int = 0) -> Bool {
    output.count + count < limit - Self.reserve
  }

  // MARK: Several

  /// Outcomes that are alike, by what they say.
  private func groups(of outcomes: [DiffOutcome]) -> [[DiffOutcome]] {
    var places: [[[UInt8]]: Int] = [:]
    var groups: [[DiffOutcome]] = []
    for outcome in outcomes {
      let words = [outcome.verdict.rawValue, outcome.mediaVerdict].map { Array($0.utf8) }
      let key = words + outcome.changes.map(\.key)
      if let place = places[key], outcome.verdict != .failed {
        groups[place].append(outcome)
      } else {
        places[key] = groups.count
        groups.append([outcome])
      }
    }
    // What differs comes first, and of that what most files have.
    return groups.sorted { ($0[0].code == 0 ? 1 : 0, -$0.count) < ($1[0].code == 0 ? 1 : 0, -$1.count) }
  }

  private func putIndex(
    _ outcomes: [DiffOutcome], _ widths: [Int], _ addresses: inout DiffAddresses, to output: inout ByteWriter
  ) {
    output.put("<main><p class=\"verdict\">")
    output.put(markup: DiffSummary.title(of: outcomes))
    output.put("</p>\n<table><thead><tr><th scope=\"col\">files</th><th scope=\"col\">what changed</th>")
    output.put("<th scope=\"col\">media</th></tr></thead><tbody>\n")
    let groups = groups(of: outcomes)
    let places = groups.map { $0.map { addresses.take(file: Self.name(of: $0)) } }
    for (number, group) in groups.enumerated() {
      guard hasRoom(output) else {
        output.put("<tr><td colspan=\"3\">")
        output.put(markup: "\(groups.count - number) groups more are not in this page.")
        output.put("</td></tr>\n")
        break
      }
      output.put("<tr><td>")
      for (place, outcome) in group.prefix(20).enumerated() {
        if place > 0 { output.put("<br>") }
        output.put("<a")
        // What has no changes has no other place.
        if outcome.code == 0 { DiffAddresses.put(id: places[number][place], to: &output) }
        DiffAddresses.put(link: places[number][place], to: &output)
        output.put(">")
        output.put(markup: Self.name(of: outcome))
        output.put("</a>")
      }
      if group.count > 20 { output.put(markup: " and \(group.count - 20) more") }
      output.put("</td><td>")
      output.put(markup: Self.words(group[0]))
      output.put("</td><td>")
      output.put(markup: Self.media(group[0]))
      output.put("</td></tr>\n")
    }
    output.put("</tbody></table>\n")
    for (number, group) in groups.enumerated() where group[0].code != 0 {
      guard hasRoom(output) else {
        output.put("<p class=\"s1\">The changes of the other groups are not in this page.</p>\n")
        break
      }
      output.put("<h2")
      DiffAddresses.put(id: places[number][0], to: &output)
      output.put(">")
      for other in places[number].dropFirst() where hasRoom(output) {
        output.put("<a")
        DiffAddresses.put(id: other, to: &output)
        output.put("></a>")
      }
      let others = group.count == 1 ? "" : ", and \(group.count - 1) alike"
      output.put(markup: "\(group[0].before.name) → \(group[0].after.name)\(others)")
      output.put("</h2>\n")
      addresses.enter(places[number][0])
      putPair(group[0], number: number, widths, &addresses, to: &output)
    }
    output.put("</main>\n")
  }

  /// What a file is called.
  private static func name(of outcome: DiffOutcome) -> String {
    outcome.verdict == .removed && !outcome.isSnapshot ? outcome.before.name : outcome.after.name
  }

  /// What became of a file, in one line.
  private static func words(_ outcome: DiffOutcome) -> String {
    switch outcome.verdict {
    case .equal: return outcome.unproved ?? outcome.words
    case .written: return "snapshot written"
    case .new: return "no snapshot"
    case .added: return "file added"
    case .removed: return outcome.isSnapshot ? "file gone, its snapshot is there" : "file removed"
    case .failed: return outcome.message
    case .differs: break
    }
    let count = outcome.changes.count
    let briefs = outcome.changes.prefix(4).map(\.brief).joined(separator: ", ")
    return "\(count) \(count == 1 ? "change" : "changes"): \(briefs)\(count > 4 ? ", …" : "")"
  }

  private static func media(_ outcome: DiffOutcome) -> String {
    outcome.mediaVerdict.isEmpty ? "not compared" : outcome.mediaVerdict
  }

  // MARK: A pair

  /// A picture is drawn for these widths, of which the window shows the widest that it has room for: the
  /// page has no script that could draw it apart. Of many pairs there are fewer.
  private static let widths = [264, 360, 480, 640, 860, 1_150, 1_450, 1_900]
  private static let fewWidths = [264, 560, 860, 1_150, 1_450]

  /// Shows of the drawings of each picture the widest that has room beside edges and a scrollbar.
  private static func putStyle(of widths: [Int], edges: Int, to output: inout ByteWriter) {
    Drawing.putStyle(to: &output)
    output.put("<style>.drawn>svg{display:none}")
    for (place, width) in widths.enumerated() {
      output.put("@media ")
      if place > 0 { output.put("(min-width:\(width + edges)px)") }
      if place > 0, place + 1 < widths.count { output.put(" and ") }
      if place + 1 < widths.count { output.put("(max-width:\(widths[place + 1] + edges - 1).98px)") }
      output.put("{.drawn>:nth-child(\(place + 1)){display:block}}")
    }
    output.put("</style>\n")
  }

  /// Puts a picture in each of these widths, or says that it has no room.
  private func put(_ drawing: Drawing, _ widths: [Int], to output: inout ByteWriter) {
    var drawn = ByteWriter()
    for width in widths { drawing.putSVG(width: width, isStyled: false, to: &drawn) }
    guard hasRoom(output, for: drawn.count) else {
      output.put("<p class=\"s1\">The picture of this pair is not in this page.</p>\n")
      return
    }
    output.put("<div class=\"drawn\">")
    output.put(drawn)
    output.put("</div>\n")
  }

  private func putPair(
    _ outcome: DiffOutcome, number: Int, _ widths: [Int], _ addresses: inout DiffAddresses,
    to output: inout ByteWriter
  ) {
    output.put("<section class=\"pair\">\n")
    if let verdict = outcome.aspects { putVerdict(DiffVerdict(verdict), to: &output) }
    output.put("<dl class=\"aspects\">")
    putAspect("structure", Self.words(outcome), to: &output)
    putAspect("media", Self.media(outcome), to: &output)
    for line in outcome.playback { putAspect("playback", line, to: &output) }
    for group in outcome.consequences { putAspect("follows", group.sentence, to: &output) }
    for line in outcome.digests + outcome.notes { putAspect("note", line, to: &output) }
    for (name, side) in [("A", outcome.before), ("B", outcome.after)] {
      var words = side.name
      if let count = side.byteCount {
        var text = ByteWriter()
        text.put(count, "byte", "bytes")
        words += ", \(text.string)"
      }
      if !side.formatName.isEmpty { words += ", \(side.formatName)" }
      if !side.problemCount.isEmpty { words += ", \(side.problemCount)" }
      putAspect(name, words, to: &output)
    }
    output.put("</dl>\n")
    if let drawing = outcome.page.drawing { put(drawing, widths, to: &output) }
    guard outcome.verdict != .failed else {
      output.put("</section>\n")
      return
    }
    if outcome.page.rows.isEmpty {
      putItems(outcome.changes, "changes", to: &output)
      putItems(outcome.following, "what follows", to: &output)
    } else {
      DiffPageTree(outcome: outcome, number: number).write(&addresses, to: &output) { hasRoom($0) }
    }
    output.put("</section>\n")
  }

  /// What changed for whoever plays or reads the file, as the form for a terminal says it.
  private func putVerdict(_ verdict: DiffVerdict, to output: inout ByteWriter) {
    output.put("<dl class=\"aspects verdict\">")
    for line in verdict.lines {
      output.put("<dt>")
      output.put(markup: line.label)
      switch line.state {
      case .changed: output.put("</dt><dd class=\"del\">")
      case .notChecked: output.put("</dt><dd class=\"chg\">")
      case .equivalent, .same: output.put("</dt><dd>")
      }
      output.put(markup: line.text)
      output.put("</dd>")
    }
    output.put("</dl>\n")
    guard let closing = verdict.verdict.closing else { return }
    output.put("<p class=\"closing\">")
    output.put(markup: closing)
    output.put("</p>\n")
  }

  private func putAspect(_ name: StaticString, _ text: String, to output: inout ByteWriter) {
    putAspect(name.description, text, to: &output)
  }

  private func putAspect(_ name: String, _ text: String, to output: inout ByteWriter) {
    output.put("<dt>")
    output.put(markup: name)
    output.put("</dt><dd>")
    output.put(markup: text)
    output.put("</dd>")
  }

  /// Changes without a tree: what a snapshot says.
  private func putItems(_ items: [DiffItem], _ name: String, to output: inout ByteWriter) {
    guard !items.isEmpty else { return }
    output.put("<h3>")
    output.put(markup: name)
    output.put("</h3>\n<ul class=\"items\">")
    for (number, item) in items.enumerated() {
      guard hasRoom(output) else {
        output.put("<li>")
        output.put(markup: "\(items.count - number) more are not in this page")
        output.put("</li>")
        break
      }
      output.put("<li><code>")
      output.put(markup: item.place)
      output.put("</code> ")
      output.put(markup: item.body)
      if item.line > 0 { output.put(markup: ", line \(item.line) of the snapshot") }
      output.put("</li>\n")
    }
    output.put("</ul>\n")
  }

  /// What this page has besides the style of all pages. Three radio buttons choose what is shown.
  private static let style: StaticString = """
    body.diff{padding:0 0 30px}.diff header{position:static}.diff h2,.diff h3{font-size:15px;margin:18px 14px 4px}
    .diff main{padding:8px 14px}.verdict{font-size:16px;font-weight:650;margin:8px 0}
    .diff table{border-collapse:collapse;width:100%}.diff td,.diff th{padding:3px 10px 3px 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}
    .diff th{overflow-wrap:normal}.diff td:first-child{min-width:15ch}.diff td:last-child{overflow-wrap:break-word}.diff a{color:inherit}.aspects{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:2px 14px;margin:10px 14px}
    .aspects.verdict{font-size:14px;font-weight:400}.closing{margin:4px 14px}
    .aspects dt{color:var(--quiet)}.aspects dd{margin:0;overflow-wrap:anywhere}.drawn{overflow-x:auto;margin:0 4px}.diff .drawn svg{background:none}
    .shown{display:inline-flex;gap:4px;margin:8px 14px;padding:0;border:0}.shown label{padding:2px 10px;border:1px solid var(--line);border-radius:7px;cursor:pointer}
    .pair>input{position:absolute;opacity:0}.pair>input:focus-visible~.shown{outline:2px solid var(--chosen)}
    .pair>.c:checked~.shown .lc,.pair>.f:checked~.shown .lf,.pair>.a:checked~.shown .la{background:var(--chosen);color:var(--on-chosen)}
    .pair>.c:checked~.rows .inf,.pair>.c:checked~.rows .ina,.pair>.f:checked~.rows .ina{display:none}
    .pair>.f:checked~.rows .oc,.pair>.a:checked~.rows .oc,.pair>.c:checked~.rows .of,.pair>.a:checked~.rows .of{display:none}
    .rows{margin:0 14px;font:12.5px/22px var(--mono)}.rows summary,.rows .leaf{display:grid;grid-template-columns:2ch minmax(0,1fr) 24ch 24ch;gap:8px;align-items:baseline}
    .rows summary{cursor:pointer}.rows span{white-space:pre-wrap;overflow-wrap:anywhere}.rows .leaf,.rows summary{border-bottom:1px solid var(--line);padding-left:14px}.rows summary{list-style:none;position:relative}
    .rows summary::before{content:"▸";position:absolute;left:0;color:var(--quiet)}.rows details[open]>summary::before{content:"▾"}
    .rows b{font-weight:650}.rows .t{color:var(--quiet)}.rows .p{color:var(--quiet);text-align:right;white-space:pre;overflow:hidden}
    .add{background:color-mix(in srgb,var(--ascii) 16%,transparent)}.del{background:color-mix(in srgb,var(--error) 14%,transparent)}
    .chg{background:color-mix(in srgb,var(--warning) 14%,transparent)}.more{color:var(--quiet);padding-left:30px}
    .what{margin:4px 0 8px 30px}.what li{list-style:none;overflow-wrap:anywhere}.what .t{font-style:italic}
    .sides{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:14px;margin:2px 0 12px 30px}.sides pre{margin:0;overflow-x:auto;line-height:18px}
    .sides mark{background:var(--field);color:var(--on-field)}
    .rows>details:has(:target){display:block!important}.rows>.leaf:has(:target){display:grid!important}
    .rows :is(details:has(>:target)>summary,.leaf:has(:target),li:has(>:target)){background:var(--field);color:var(--on-field)}
    .rows a[href]{text-decoration:none}.rows a[href]:hover{text-decoration:underline}.rows a[id]{scroll-margin-top:5em}
    .diff :is(h2,td):is(:target,:has(>:target)){background:var(--field);color:var(--on-field)}
    @media(max-width:760px){.rows summary,.rows .leaf{grid-template-columns:2ch minmax(0,1fr)}.rows .p{display:none}.sides{grid-template-columns:minmax(0,1fr);margin-left:8px}}
    @media print{.shown{display:none}}

    """
}
