public import Structure

/// What a call of the diff tool asks for.
public struct DiffSettings: Sendable {
  /// What is written.
  public enum Format: Sendable { case text, unified, stat, json, github }

  /// What does not count.
  public enum Profile: String, Sendable, CaseIterable {
    /// Nothing; what follows counts as well.
    case exact
    /// Nothing but what follows.
    case standard = "default"
    /// Times, names of encoders, padding.
    case reproducible
    /// All but media: samples, timing, sample descriptions.
    case media
    /// All but tags.
    case tags
  }

  /// A path that was given, and how it was written.
  public struct Rule: Sendable {
    public var path: Path
    public var text: String
  }

  public var format = Format.text
  public var profile = Profile.standard
  public var ignored: [Rule] = []
  public var only: [Rule] = []
  public var why: [Rule] = []
  public var showsAll = false
  public var showsDigests = false
  public var isQuiet = false
  public var color = ColorChoice.auto

  public init() {}

  /// Whether every change counts.
  var countsAll: Bool {
    (profile == .standard || profile == .exact) && ignored.isEmpty && only.isEmpty && why.isEmpty
  }
}

extension DiffSettings {
  /// The options of the diff tool.
  public static var options: [CommandOption<DiffSettings>] {
    [
      CommandOption(
        "all", group: .show, summary: "List what follows as well.",
        details: "It is marked with = and does not count."
      ) { settings, _ in settings.showsAll = true },
      CommandOption(
        "why", value: .required("PATH"), group: .show,
        summary: "Explain the changes of an atom or a field.", isRepeatable: true
      ) { settings, value throws(UsageError) in settings.why.append(try rule(value)) },
      CommandOption(
        "only", value: .required("PATH"), group: .show, summary: "Compare only this.",
        isRepeatable: true
      ) { settings, value throws(UsageError) in settings.only.append(try rule(value)) },
      CommandOption(
        "ignore", "I", value: .required("PATH"), group: .show, summary: "Leave this out.",
        details: """
          moov/udta is an atom with all in it, //btrt.avgBitrate a field. A rule that means \
          nothing in either file is reported.
          """, isRepeatable: true
      ) { settings, value throws(UsageError) in settings.ignored.append(try rule(value)) },
      CommandOption(
        "digest", value: .optional("ALGORITHM", .words(["sha256"]), alone: "sha256"), group: .show,
        summary: "Compare media of any length, and show its digests.",
        details: """
          Of all media data, of each atom of it, and of the samples of each track in the order in \
          which they are decoded. ffmpeg -c copy -f streamhash gives the same for a track.
          """
      ) { settings, _ in settings.showsDigests = true },
      CommandOption(
        "profile",
        value: .required("NAME", .words(Profile.allCases.map(\.rawValue))), group: .judge,
        summary: "What counts as a change.",
        details: """
          exact leaves nothing out and counts what follows; reproducible leaves out times, names \
          of encoders and padding; media compares samples, timing and sample descriptions only, \
          tags user data, metadata and ID3 only.
          """, fallback: "default: what does not follow from another change"
      ) { settings, value in settings.profile = Profile(rawValue: value ?? "") ?? .standard },
      CommandOption(
        "unified", "U", group: .write, summary: "Write as diff -u does, one hunk a change.",
        onlyOne: "format"
      ) { settings, _ in settings.format = .unified },
      CommandOption(
        "stat", group: .write, summary: "Write one line of numbers.", onlyOne: "format"
      ) { settings, _ in settings.format = .stat },
      CommandOption(
        "json", "j", group: .write, summary: "Write JSON (schema atomtools.diff/1).",
        onlyOne: "format"
      ) { settings, _ in settings.format = .json },
      CommandOption(
        "github", group: .write,
        summary: "Write annotations for GitHub Actions: one a change, at most ten.",
        details: "They name the second file.", listing: .hidden, onlyOne: "format"
      ) { settings, _ in settings.format = .github },
      CommandOption(
        "color", value: .required("WHEN", .words(["auto", "always", "never"])), group: .look,
        summary: "Use colour.", fallback: "auto: on a terminal, unless NO_COLOR is set"
      ) { settings, value in settings.color = ColorChoice(rawValue: value ?? "") ?? .auto },
      CommandOption(
        "quiet", "q", group: .look,
        summary: "Print no report, only errors of the call; the exit code is the answer."
      ) { settings, _ in settings.isQuiet = true },
    ]
  }

  private static func rule(_ value: String?) throws(UsageError) -> Rule {
    let text = value ?? ""
    do throws(PathError) {
      return Rule(path: try Path(text), text: text)
    } catch {
      throw UsageError(
        "'\(text)' is not a path: \(error.message) (at character \(error.position + 1))")
    }
  }
}
