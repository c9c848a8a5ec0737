import ByteReading
import StructureDiff

/// Writes outcomes as `diff -u` does, a hunk a change.
struct DiffUnified {
  let look: DiffLook

  private func paint(
    _ color: StaticString, _ output: inout ByteWriter, _ body: (inout ByteWriter) -> Void
  ) {
    if look.hasColor {
      output.put("\u{1B}[")
      output.put(color)
      output.put("m")
    }
    body(&output)
    if look.hasColor { output.put("\u{1B}[0m") }
  }

  func write(_ outcome: DiffOutcome, to output: inout ByteWriter) {
    switch outcome.verdict {
    case .added:
      output.put("--- /dev/null\n+++ \(outcome.after.name)\n@@ file @@\n+added\n")
      return
    case .removed:
      output.put("--- \(outcome.before.name)\n+++ /dev/null\n@@ file @@\n-removed\n")
      return
    default: break
    }
    let remarks = outcome.listed.isEmpty ? outcome.remarks : []
    if outcome.listed.isEmpty, remarks.isEmpty { return }
    output.put("--- ")
    output.put(outcome.before.name)
    output.put("\n+++ ")
    output.put(outcome.after.name)
    output.put("\n")
    // Whoever applies a patch passes over lines like these.
    for remark in remarks { output.put("# \(remark)\n") }
    writeHunks(outcome, to: &output)
  }

  /// Writes the hunks without the names of the files.
  func writeHunks(_ outcome: DiffOutcome, to output: inout ByteWriter) {
    for item in outcome.listed { put(item, to: &output) }
  }

  private func put(_ item: DiffItem, to output: inout ByteWriter) {
    paint("36", &output) { output in
      output.put("@@ ")
      output.put(item.path.isEmpty ? "file" : item.path)
      output.put(" @@")
      if item.reason != nil { output.put(" follows") }
      if item.kind == .moved, !item.others.isEmpty {
        output.put(" and ")
        output.put(grouped: item.others.count)
        output.put(" more")
      } else if !item.others.isEmpty {
        output.put(item.movesAlike ? " moved alike in " : " same in ")
        output.put(grouped: item.others.count)
        output.put(item.others.count == 1 ? " more field" : " more fields")
      }
    }
    output.put("\n")
    func line(_ sign: StaticString, _ label: String, _ text: String) {
      if text.isEmpty { return }
      paint(sign.isSame(as: "-") ? "31" : "32", &output) { output in
        output.put(sign)
        if !label.isEmpty {
          output.put(label)
          output.put(" ")
        }
        output.put(text)
      }
      output.put("\n")
    }
    switch item.kind {
    case .added, .removed, .changed:
      line("-", item.field, item.old)
      line("+", item.field, item.new)
    case .moved: line("+", "", item.body)
    case .rows:
      if item.reason != nil { line("+", item.field, item.body) }
      for row in item.rows {
        if let number = row.before { line("-", "\(item.field)[\(number + 1)]", row.old) }
        if let number = row.after { line("+", "\(item.field)[\(number + 1)]", row.new) }
      }
      if item.rowsLeft > 0 { output.put(" … \(item.rowsLeft) more rows\n") }
    }
  }
}
