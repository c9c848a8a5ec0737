import ByteReading
import CommandLineSupport
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureRendering

extension DumpFile {
  /// The report for people.
  func text(
    _ opened: Opened, _ options: RenderOptions, to output: inout ByteWriter,
    talk: inout ByteWriter, endsOnScreen: Bool
  ) {
    let document = opened.document
    var outcome = OutlineRenderer.Outcome()
    if settings.report == .check {
      check(opened, options, to: &output, talk: &talk)
      return
    }
    if options.selection.isActive {
      if !isAlone, options.hex != .xxd {
        Self.heading(opened.name, options, to: &output)
      }
      var nodes = NodeRenderer(
        document, options, output: take(&output),
        parts: options.hex == .fields ? MediaParts(document) : nil)
      for (node, field) in options.selection.nodes { nodes.render(node, field: field) }
      output = nodes.finish()
      if options.hex != .xxd { media(at: settings.paths.compactMap(\.offset), in: document, options, &output) }
      return
    }
    if options.hex != .xxd {
      var outline = OutlineRenderer(document, options, output: take(&output))
      outcome = outline.render(
        name: opened.name, heading: OutlineRenderer.Heading(of: document))
      output = outline.finish()
    }
    if options.hex != nil {
      if options.hex != .xxd { output.put("\n") }
      var nodes = NodeRenderer(
        document, options, output: take(&output),
        parts: options.hex == .fields ? MediaParts(document) : nil)
      for index in document.tree.indices {
        nodes.renderInDump(index)
      }
      output = nodes.finish()
      if options.hex == .xxd { return }
    }
    if settings.showsDigests { digests(opened, &output) }
    if document.problems.errors + document.problems.warnings > 0
      || settings.isVerbose && document.problems.notes > 0
    {
      output.put("\n")
      problems(document, options, &output)
    }
    footer(document, outcome, options, to: &output, talk: &talk, endsOnScreen: endsOnScreen)
  }

  /// The name of a file above what is said of it, where there are several, and an empty line.
  static func heading(_ name: String, _ options: RenderOptions, to output: inout ByteWriter) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var page = Page(options, output: taken)
    page.put(ShownText(name + ":"))
    page.end()
    page.end()
    output = page.finish()
  }

  func problems(
    _ document: Document, _ options: RenderOptions, _ output: inout ByteWriter,
    heading: String? = nil
  ) {
    var renderer = ProblemRenderer(
      document, options, hasNotes: settings.isVerbose || document.problems.asked != nil, output: take(&output))
    if let heading { renderer.heading(heading) }
    renderer.render()
    output = renderer.finish()
  }

  /// The problems alone, with the name of the file when there are several.
  func check(
    _ opened: Opened, _ options: RenderOptions, to output: inout ByteWriter,
    talk: inout ByteWriter
  ) {
    let problems = opened.document.problems
    // Who asks for a rule wants to see what breaks it, however bad that is.
    let hasNotes = settings.isVerbose || problems.asked != nil
    let isSound = problems.errors + problems.warnings == 0 && !(hasNotes && problems.notes > 0)
    if isSound {
      if isAlone || problems.asked?.hidden != nil {
        talk.put(opened.name)
        talk.put(": ")
        talk.put(problems.summary(hasNotes: hasNotes))
        if problems.notes > 0 {
          talk.put(", ")
          talk.put(grouped: problems.notes)
          talk.put(problems.notes == 1 ? " note (-v)" : " notes (-v)")
        }
        talk.put("\n")
      }
      return
    }
    self.problems(
      opened.document, options, &output,
      heading: "\(opened.name): \(problems.summary(hasNotes: hasNotes))")
    if !isAlone { output.put("\n") }
  }

  /// The last line: what was shown, and the verdict. On the screen it ends the report, else it is
  /// talk.
  func footer(
    _ document: Document, _ outcome: OutlineRenderer.Outcome, _ options: RenderOptions,
    to output: inout ByteWriter, talk: inout ByteWriter, endsOnScreen: Bool
  ) {
    var left = ByteWriter()
    let kind = document.nodeWord
    if outcome.shown < outcome.total {
      left.put(grouped: outcome.shown)
      left.put(" of ")
    }
    if outcome.shown == outcome.total, !outcome.kinds.isEmpty {
      for (number, kind) in outcome.kinds.enumerated() {
        if number > 0 { left.put(", ") }
        left.put(grouped: kind.count)
        left.put(" ")
        left.put(kind.name)
        if kind.count != 1 { left.put("s") }
      }
    } else {
      left.put(grouped: outcome.total)
      left.put(" ")
      left.put(kind)
      if outcome.total != 1 { left.put("s") }
    }
    if outcome.shown < outcome.total {
      left.put(" shown")
      if outcome.folded > 0 {
        left.put(", ")
        left.put(grouped: outcome.folded)
        left.put(" ")
        left.put(outcome.foldedName)
        if outcome.folded != 1 { left.put("s") }
        left.put(" folded")
      }
      left.put(" (-d all)")
    }
    var right = document.problems.summary(hasNotes: settings.isVerbose)
    if !settings.isVerbose, document.problems.notes > 0 {
      var notes = ByteWriter()
      notes.put(grouped: document.problems.notes)
      right += ", \(notes.string) note\(document.problems.notes == 1 ? "" : "s") (-v)"
    }
    if let unchecked = document.problems.unchecked { right += " (\(unchecked) not checked: --check)" }
    if document.problems.areChecked,
      !MediaFile.countsFrames(of: document, isAsked: countsFrames)
    {
      right += " (frames of audio not checked: --check)"
    }
    let width = min(options.width ?? 80, 120)
    let gap = width - left.count - right.utf8.count
    if let columns = options.width, left.count + 2 + right.utf8.count > columns {
      // What does not fit into the line of a terminal has one of its own.
      left.put("\n")
    } else {
      left.putSpaces(max(2, gap))
    }
    left.put(right)
    left.put("\n")
    if endsOnScreen {
      output.put("\n")
      output.put(left)
    } else if isAlone {
      talk.put(left)
    }
  }
}
