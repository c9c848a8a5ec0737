import Foundation

/// Commands and what they wrote, as they would stand on a terminal.
///
/// A line that begins with `$ ` is a command for the shell. Below it stands what it wrote: standard
/// output; then standard error, each line after `! `; then `? N` when the exit code is not 0. Lines
/// that begin with `#: ` in front of a command are remarks.
struct Transcript {
  /// One command.
  struct Entry {
    /// Remarks and empty lines in front of the command, with the ends of their lines.
    var remarks: String
    var command: String
    /// All below the command, up to the next empty line and command.
    var result: String
  }

  var entries: [Entry] = []
  /// What stands behind the last result.
  private var ending = ""

  init(_ text: String) {
    var remarks = ""
    var current: Entry?
    for line in text.components(separatedBy: "\n").dropLast() {
      if line.hasPrefix("$ ") {
        if let current { entries.append(current) }
        current = Entry(remarks: remarks, command: String(line.dropFirst(2)), result: "")
        remarks = ""
      } else if line.hasPrefix("#: ") || !remarks.isEmpty || current == nil {
        remarks += line + "\n"
      } else {
        current?.result += line + "\n"
      }
    }
    if let current { entries.append(current) }
    ending = remarks
    // One empty line parts a result from the next command.
    for index in entries.indices.dropLast()
    where entries[index].result.hasSuffix("\n\n")
      || entries[index].result == "\n"
    {
      entries[index].result.removeLast()
    }
  }

  /// The transcript as text: what it was made of.
  var text: String {
    entries.map { $0.remarks + "$ " + $0.command + "\n" + $0.result }.joined(separator: "\n")
      + ending
  }
}

extension Run {
  /// The run as it stands in a transcript.
  var transcript: String {
    var result = text
    if !result.isEmpty, !result.hasSuffix("\n") { result += "\n\\ no end of line\n" }
    if !errors.isEmpty {
      for line in (errorText.hasSuffix("\n") ? String(errorText.dropLast()) : errorText)
        .components(separatedBy: "\n")
      {
        result += "! " + line + "\n"
      }
    }
    if code != 0 { result += "? \(code)\n" }
    if tookTooLong { result += "\\ took too long\n" }
    return result
  }
}

/// The first line in which two texts differ, both ways, for people.
func firstDifference(_ expected: String, _ found: String) -> String? {
  guard expected != found else { return nil }
  let a = expected.components(separatedBy: "\n")
  let b = found.components(separatedBy: "\n")
  for index in 0..<max(a.count, b.count) {
    let (old, new) = (index < a.count ? a[index] : nil, index < b.count ? b[index] : nil)
    if old != new {
      return "line \(index + 1)\n  - \(old ?? "(nothing)")\n  + \(new ?? "(nothing)")"
    }
  }
  return nil
}
