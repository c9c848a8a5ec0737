import ByteReading
import StructureDiff

/// Writes outcomes in two columns, the first file on the left.
struct DiffColumns {
  let look: DiffLook

  /// The columns of a line when nobody says how many there are, as with `diff -y`.
  private static let width = 130

  func write(_ outcome: DiffOutcome, to output: inout ByteWriter) {
    if outcome.verdict == .added || outcome.verdict == .removed {
      row(
        outcome.verdict == .added ? "" : outcome.before.name, " ",
        outcome.verdict == .added ? outcome.after.name : "", to: &output)
      return
    }
    let remarks = outcome.listed.isEmpty ? outcome.remarks : []
    if outcome.listed.isEmpty, remarks.isEmpty { return }
    row(outcome.before.name, " ", outcome.after.name, to: &output)
    for remark in remarks { output.put(fitted(remark, look.width ?? Self.width) + "\n") }
    var heading: String?
    for item in outcome.listed {
      if item.heading != heading {
        heading = item.heading
        let title = item.heading.isEmpty ? "" : item.heading
        if !title.isEmpty {
          output.put(fitted(title, look.width ?? Self.width))
          output.put("\n")
        }
      }
      let sign =
        switch item.kind {
        case .added: ">"
        case .removed: "<"
        default: "|"
        }
      switch item.kind {
      case .moved:
        row("  " + item.label, sign, "  \(item.label)  \(item.body)", to: &output)
      case .rows where item.rows.isEmpty:
        row("  \(item.label)  \(item.body)", sign, "", to: &output)
      case .rows:
        for change in item.rows {
          let sign = change.before == nil ? ">" : change.after == nil ? "<" : "|"
          row(
            change.before.map { "  \(item.label)[\($0 + 1)]  \(change.old)" } ?? "", sign,
            change.after.map { "  \(item.label)[\($0 + 1)]  \(change.new)" } ?? "", to: &output)
        }
        if item.rowsLeft > 0 { output.put("  … \(item.rowsLeft) more rows\n") }
      case .added, .removed, .changed:
        let isNode = item.field.isEmpty
        row(
          item.old.isEmpty && item.kind != .removed ? "" : "  \(item.label)  \(item.old)",
          item.reason == nil ? sign : "=",
          item.new.isEmpty && item.kind != .added
            ? "" : "  \(isNode || item.old.isEmpty ? item.label + "  " : "")\(item.new)", to: &output)
      }
    }
  }

  /// As much of a text as has room, in the characters that it is shown in: in ASCII they are wider, the sign of what is left
  /// out as well.
  private func fitted(_ text: String, _ width: Int) -> String {
    guard look.isASCII else { return text.fitted(to: width) }
    let text = text.inASCII
    return text.utf8.count <= width ? text : text.fitted(to: width - 2).inASCII
  }

  private func row(_ left: String, _ sign: String, _ right: String, to output: inout ByteWriter) {
    let half = max(8, ((look.width ?? Self.width) - 3) / 2)
    let text = fitted(left, half)
    var written = ByteWriter()
    written.put(text)
    output.put(text)
    let last = fitted(right, half)
    if sign != " " || !last.isEmpty {
      output.putSpaces(half - columns(of: written.contents) + 1)
      output.put(sign)
      if !last.isEmpty {
        output.put(" ")
        output.put(last)
      }
    }
    output.put("\n")
  }
}
