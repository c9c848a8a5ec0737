import CommandLineSupport
import MediaInspection
import Structure

extension DumpSettings {
  /// How files play, how renditions lie beside each other, and what a gate lets pass.
  static var playsOptions: [CommandOption<DumpSettings>] {
    [
      CommandOption(
        "plays", value: .optional("PLAYER", .known(.players), alone: "the players that files are for"), group: .judge,
        gist: "where it plays",
        summary: "Tell whether it plays, where, and why not.",
        details: """
          PLAYER is one of --plays=list, several with commas between them, or a file of rules of your \
          own (./our-tv.rules). Exit code 1 when the file is damaged, or one of those that are named does \
          not play it, with --junit and --sarif one of all; with --strict also when it plays with loss, depends on something, or is not known. --explain ID says more of a rule.
          """, isRepeatable: true, onlyOne: "report"
      ) { settings, value in
        var names: [String] = []
        if case .plays(let earlier) = settings.report { names = earlier }
        settings.report = .plays(
          names + (value ?? "").split(separator: ",").map(String.init))
      },
      CommandOption(
        "junit", group: .write, gist: "results as JUnit",
        summary: "Write results of --plays or --check as JUnit's XML.",
        onlyOne: "format"
      ) { settings, _ in settings.form = .junit },
      CommandOption(
        "sarif", group: .write, gist: "results as SARIF",
        summary: "Write results of --plays or --check as a SARIF log.",
        onlyOne: "format"
      ) { settings, _ in settings.form = .sarif },
      CommandOption(
        "align", group: .judge,
        gist: "compare renditions",
        summary: "Lay renditions beside each other: boundaries, gaps, drift, keyframes.",
        details: """
          Each file is a rendition, and so is an initialization segment with the media segments that \
          follow it; lists (.m3u8, .mpd) are read as lists of local files, and one that has one rendition \
          is judged alone. Renditions of a manifest with several periods are compared within each, and when a period \
          begins with when the one before it ends; a last segment that this cuts is a note. Lists of I-frames are held \
          against the keyframes of their rendition, of which they may have fewer. Exit code 1 when boundaries lie further apart than --tolerance, when there are \
          gaps, overlaps or segments without a keyframe, or when something could not be read. --svg draws \
          the boundaries side by side.
          """, onlyOne: "report"
      ) { settings, _ in settings.report = .alignment },
      CommandOption(
        "tolerance", value: .required("TIME"), group: .judge,
        gist: "gap still allowed",
        summary: "How far apart boundaries may lie in --align: 10ms, 0.5s, 2t for ticks.",
        fallback: "0, and of sound from pictures 100 ms, or less than one of its frames where these are longer"
      ) { settings, value throws(UsageError) in
        guard let tolerance = Tolerance(value ?? "") else {
          throw UsageError("'\(value ?? "")' is no tolerance", nextStep: "use 10ms, 0.5s or 2t")
        }
        settings.tolerance = tolerance
      },
      CommandOption(
        "rule", value: .required("ID", .known(.rules)), group: .judge,
        gist: "judge these rules",
        summary: "List, count and judge the problems of these rules alone.",
        details: """
          With --check; several with commas between them, --explain lists all. The answer says how \
          many rules were not asked, and whether the file is damaged so that those that were asked may \
          not have seen what they judge; with --strict that is exit code 1.
          """, isRepeatable: true
      ) { settings, value throws(UsageError) in try settings.policy.ask(for: value ?? "") },
      CommandOption(
        "baseline", value: .required("FILE", .file), group: .judge,
        gist: "problems accepted",
        summary: "Accept the problems that FILE knows; new ones count, gone ones are told.",
        details: """
          With --check. --accept writes FILE from what is found. A problem is known by its rule, its path and \
          what it says: another number counts, and is told with the one that was known. A line that ends with the name \
          of the file accepts whatever is said there. Of more than --max-problems keeps of a rule, the others are known by \
          their number. Files are named as they are seen from the folder of FILE.
          """
      ) { settings, value in settings.policy.baselineFile = value },
      CommandOption(
        "accept", group: .judge, summary: "Write all problems that are found into --baseline FILE.",
        listing: .hidden
      ) { settings, _ in settings.policy.isWritten = true },
      CommandOption(
        "severities", value: .required("FILE", .file), group: .judge,
        gist: "how bad rules are",
        summary: "Take from FILE how bad it is to break which rule.",
        details: "A line is RULE error, RULE warning, RULE note or RULE off; # begins a comment."
      ) { settings, value in settings.policy.severityFile = value },
    ]
  }
}
