import MediaInspection

/// Segments of a list that were not read: those one behind the other are one finding, however many they are.
struct MissingSegments {
  private struct Run {
    let first: Int
    var last: Int
    /// The name of the first, as the list has it.
    let name: String
    let reason: String
    /// How long they last, as the list says it; `nil` where it does not.
    var seconds: Double?
  }

  private var runs: [Run] = []
  /// The segments behind those of the runs that are kept.
  private var more = 0

  /// Adds one.
  ///
  /// - Parameters:
  ///   - part: What the list says of it.
  ///   - number: Its number in the list, from 1; they are added in their order.
  ///   - reason: Why it was not read.
  mutating func add(_ part: RenditionList.Part, number: Int, because reason: String) {
    if more == 0, let last = runs.last, last.last == number - 1, last.reason == reason {
      runs[runs.count - 1].last = number
      runs[runs.count - 1].seconds = last.seconds.flatMap { sum in part.seconds.map { sum + $0 } }
    } else if runs.count < 3 {
      runs.append(Run(first: number, last: number, name: part.reference, reason: reason, seconds: part.seconds))
    } else {
      more += 1
    }
  }

  /// Those that the list says not to be there.
  var gaps: [RenditionFinding] {
    let told = runs.map { run in
      let count = run.last - run.first + 1
      let words = count == 1 ? "segment \(run.first) is not there" : "\(count) segments are not there, from segment \(run.first) on"
      return RenditionFinding(.unread, "\(words): \(run.reason)", milliseconds: Self.believed(run.seconds).map { $0 * 1_000 } ?? 0)
    }
    let rest = more == 0 ? [] : [RenditionFinding(.unread, "\(more) more \(more == 1 ? "segment is" : "segments are") not there")]
    return told + rest
  }

  /// A length that a list may have, in seconds; `nil` for what is none.
  private static func believed(_ seconds: Double?) -> Double? {
    seconds.flatMap { $0.isFinite && $0 > 0 ? $0.inWholeMilliseconds : nil }
  }

  var findings: [RenditionFinding] {
    let told = runs.map { run in
      guard run.last > run.first else { return "'\(run.name)' was not read: \(run.reason)" }
      let length = Self.believed(run.seconds).map { ", \($0) s together," } ?? ""
      return "\(run.last - run.first + 1) segments\(length) were not read, from segment \(run.first) ('\(run.name)') on: \(run.reason)"
    }
    let rest = more == 0 ? [] : [more == 1 ? "1 more segment was not read" : "\(more) more segments were not read"]
    return (told + rest).map { RenditionFinding(.unread, $0) }
  }
}
