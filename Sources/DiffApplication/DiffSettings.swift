package import CommandLineSupport
import MediaFacts
package import Structure
package import StructureDiff

/// What a call of the diff tool asks for.
package struct DiffSettings: CommonSettings {
  /// What is written to the output.
  package enum Format: Sendable {
    case text, unified, columns, stat, json, yaml, summary, markdown, junit, sarif, html
  }

  /// What is done.
  package enum Action: Sendable { case compare, inspect, join, samples, verify, update, review, unused }

  /// What does not count.
  package enum Profile: String, Sendable, CaseIterable {
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
  package struct Rule: Sendable {
    package var path: Path
    package var text: String
  }

  package var action = Action.compare
  package var format = Format.text
  /// The profile that was given; `nil` when none was.
  package var profile: Profile?
  package var ignored: [Rule] = []
  package var only: [Rule] = []
  package var why: [Rule] = []
  /// How far apart numbers may lie.
  package var tolerances: [(rule: Rule, amount: Tolerance)] = []
  /// Files of rules to read instead of `.atomdiff`.
  package var ruleFiles: [String] = []
  package var showsConfiguration = false
  package var showsAll = false
  package var showsDigests = false
  package var showsBytes = false
  /// Whether files of other names are paired when they hold the same media.
  package var findsRenames = false
  /// Whether snapshots that are missing are a fault, and none is written.
  package var isCI = false
  /// The folder of the snapshots; `nil` when they lie beside their files.
  package var snapshotFolder: String?
  /// Whether annotations for GitHub are written to standard error.
  package var annotates = false
  /// Files that reports are written to besides the output.
  package var junitFile: String?
  /// Where the page goes; `nil` for the output.
  package var pageFile: String?
  /// The bytes that a page may have, and whether that was given.
  package var pageLimit = 5_000_000
  package var hasPageLimit = false
  package var sarifFile: String?

  package var color = ColorChoice.auto
  package var isASCII = false
  package var width: Int?
  package var usesPager = true
  package var isQuiet = false
  package var isVerbose = false
  package var isRecursive = false
  package var extensions: [String] = []
  package var jobs: Int?
  /// Of each file: two share what one may cost.
  package var isSandboxed = true
  package var via = ViaOptions()
  package var limits: Limits = {
    var limits = Limits()
    limits.nodes /= 2
    limits.inflated /= 2
    return limits
  }()
  package var printsSchema = false
  package var gitSetup: String?
  package var exitsZero = false
  /// Whether the exit code is that of a gate for regressions.
  var isGate = false

  package init() {}

  /// Whether what changed is printed somewhere, even when no report is printed.
  var isReported: Bool {
    annotates || junitFile != nil || sarifFile != nil || pageFile != nil || !why.isEmpty
  }
}

extension DiffSettings {
  /// The options of the diff tool.
  package static var options: [CommandOption<DiffSettings>] {
    show + snapshots + write
      + lookOptions(verbose: "Name the files that are equal as well.")
      + judge
      + fileOptions(
        recursive: "Compare directories, files paired by their names from there on.",
        jobs: "Compare N pairs at a time.") + renames + viaOptions
      + limitOptions + [gitOption]
  }

  private static var show: [CommandOption<DiffSettings>] {
    [
      CommandOption(
        "interactive", "i", group: .show,
        gist: "browse tree, bytes",
        summary: "Step through what differs on the terminal: trees, fields, bytes.",
        details: """
          ]c is the next change, o the other file, ? shows the keys and q leaves; the exit code is 2 \
          where a file could not be read, else 0, whatever was seen.
          """
      ) { settings, _ in
        settings.action = .inspect
        // So that no program can be started behind the walls of the sandbox, unless git is asked.
        settings.usesPager = false
      },
      CommandOption(
        "join", group: .show,
        gist: "can they be joined",
        summary: "Say whether B can go on where A ends, without encoding; exit 1 when not.",
        details: """
          Track by track: whether one sample entry describes both, all samples are there, the \
          second begins with a sync sample, and timescales can be made one. --json and --yaml say \
          the same (schema atomtools.joining/1).
          """, onlyOne: "action"
      ) { settings, _ in settings.action = .join },
      CommandOption(
        "samples", group: .show, gist: "samples that differ",
        summary: "List the samples that differ: inserted, dropped, replaced, reordered.",
        details: """
          Samples are found by their bytes, track by track: number, time, size, whether decoding may \
          start there, digest before and after. Exit 1 when some differ. --json and --yaml say the \
          same (schema atomtools.samplediff/1).
          """, onlyOne: "action"
      ) { settings, _ in settings.action = .samples },
      CommandOption(
        "all", group: .show, gist: "what follows, too",
        summary: "List what follows as well.",
        details: "It is marked with = and does not count."
      ) { settings, _ in settings.showsAll = true },
      CommandOption(
        "why", value: .required("PATH", .known(.paths)), group: .show,
        gist: "why a node changed",
        summary: "Explain the changes of an atom or a field.", isRepeatable: true
      ) { settings, value throws(UsageError) in settings.why.append(try rule(value)) },
      CommandOption(
        "only", value: .required("PATH", .known(.paths)), group: .show, gist: "compare these alone",
        summary: "Compare only this.",
        isRepeatable: true
      ) { settings, value throws(UsageError) in settings.only.append(try rule(value)) },
      CommandOption(
        "ignore", "I", value: .required("PATH", .known(.paths)), group: .show, gist: "leave these out",
        summary: "Leave this out.",
        details: """
          moov/udta is an atom with all in it, //btrt.avgBitrate a field. A rule that means \
          nothing in any file is reported.
          """, isRepeatable: true
      ) { settings, value throws(UsageError) in settings.ignored.append(try rule(value)) },
      CommandOption(
        "tolerance", value: .required("PATH=±N"), group: .show,
        gist: "allowed difference",
        summary: "Take numbers for equal that are at most N apart.",
        details: """
          In the units of the field: --tolerance '//mdhd.duration=±1'. With ±1ms (s, us, ns) times \
          in any timescale, with ±0.1% a share of the larger number.
          """,
        isRepeatable: true
      ) { settings, value throws(UsageError) in
        let text = value ?? ""
        guard let sign = text.lastIndex(of: "="),
          let amount = Tolerance(text[text.index(after: sign)...])
        else {
          throw UsageError(
            "'\(text)' is no tolerance", nextStep: "use PATH=±N, PATH=±1ms or PATH=±0.1%")
        }
        settings.tolerances.append((try rule(String(text[..<sign])), amount))
      },
      CommandOption(
        "hex", "x", group: .show, gist: "bytes beside fields",
        summary: "Show the bytes of fields that changed."
      ) { settings, _ in settings.showsBytes = true },
      CommandOption(
        "digest", value: .optional("ALGORITHM", .words(["sha256"]), alone: "sha256"), group: .show,
        gist: "hash the media",
        summary: "Compare media of any length, and show its digests.",
        details: """
          Of all media data, of each atom of it, and of the samples of each track in the order in \
          which they are decoded. ffmpeg -c copy -f streamhash gives the same for a track.
          """
      ) { settings, _ in settings.showsDigests = true },
    ]
  }

  private static var renames: [CommandOption<DiffSettings>] {
    [
      CommandOption(
        "rename", group: .files,
        gist: "pair moved files",
        summary: "With -r, pair files of other names whose media is the same (SHA-256).",
        details: "Files of the same bytes are paired first."
      ) { settings, _ in settings.findsRenames = true }
    ]
  }

  private static let snapshotGroup = OptionGroup("Snapshots")

  private static var snapshots: [CommandOption<DiffSettings>] {
    [
      CommandOption(
        "verify", group: snapshotGroup,
        gist: "compare to snapshots",
        summary: "Compare files with their snapshots, FILE.atoms; exit 1 when one differs.",
        details: """
          A snapshot that is missing is written, unless --ci is given. The profile is the one that \
          stands in the snapshot.
          """, onlyOne: "action"
      ) { settings, _ in settings.action = .verify },
      CommandOption(
        "update", group: snapshotGroup,
        gist: "write snapshots",
        summary: "Write snapshots of files; comments in those that are there stay.",
        fallback: "profile reproducible, or that of the snapshot that is there", onlyOne: "action"
      ) { settings, _ in settings.action = .update },
      CommandOption(
        "review", group: snapshotGroup,
        gist: "decide on changes",
        summary: "Ask about each change against snapshots: accept, reject, ignore from now on.",
        details: """
          A change that several files have is asked once. Answers are lines of standard input. The \
          snapshots of files without a rejected change are written, and what is ignored is a rule \
          of .atomdiff then. Exit 1 when a change was rejected or left.
          """, onlyOne: "action"
      ) { settings, _ in
        settings.action = .review
        settings.usesPager = false
      },
      CommandOption(
        "unused", group: snapshotGroup,
        gist: "orphaned snapshots",
        summary: "List snapshots in directories whose file is gone; exit 1 when there are any.",
        onlyOne: "action"
      ) { settings, _ in settings.action = .unused },
      CommandOption(
        "ci", group: snapshotGroup, gist: "missing ones fail",
        summary: "Write nothing; a missing snapshot is exit code 1."
      ) { settings, _ in settings.isCI = true },
      CommandOption(
        "snapshots", value: .required("DIR", .file), group: snapshotGroup,
        gist: "where they stand",
        summary: "Keep snapshots in DIR, under the names of their files."
      ) { settings, value in settings.snapshotFolder = value },
    ]
  }

  private static var write: [CommandOption<DiffSettings>] {
    [
      CommandOption(
        "unified", "U", group: .write, gist: "like diff -u",
        summary: "Write as diff -u does, one hunk a change.",
        onlyOne: "format"
      ) { settings, _ in settings.format = .unified },
      CommandOption(
        "side-by-side", "y", group: .write, gist: "two columns",
        summary: "Write two columns, 130 wide when piped.",
        onlyOne: "format"
      ) { settings, _ in settings.format = .columns },
      CommandOption(
        "stat", group: .write, gist: "one line a pair",
        summary: "Write one line of numbers a pair.", onlyOne: "format"
      ) { settings, _ in settings.format = .stat },
      CommandOption(
        "json", "j", group: .write,
        gist: "one JSON document",
        summary: "Write JSON (schema atomtools.diff/1), a line a pair.", onlyOne: "format"
      ) { settings, _ in settings.format = .json },
      CommandOption(
        "yaml", group: .write, gist: "the same as YAML",
        summary: "Write YAML: what --json says, a document a pair.",
        onlyOne: "format"
      ) { settings, _ in settings.format = .yaml },
      CommandOption(
        "summary", value: .optional("FORM", .words(["text", "markdown"]), alone: "text"),
        group: .write, gist: "report for CI pages",
        summary: "Write what all pairs came to.",
        details: "markdown is what a step summary of GitHub Actions takes.", onlyOne: "format"
      ) { settings, value in settings.format = value == "markdown" ? .markdown : .summary },
      CommandOption(
        "github", group: .write,
        summary: "Write annotations for GitHub Actions to standard error: at most ten.",
        details: "They name the second file, or the line of the snapshot.", listing: .hidden
      ) { settings, _ in settings.annotates = true },
      CommandOption(
        "junit", value: .optional("FILE", .file, alone: "written to the output"), group: .write,
        gist: "results as JUnit",
        summary: "Write test results in JUnit's XML, a case a pair.", listing: .hidden
      ) { settings, value in
        if let file = named(value) { settings.junitFile = file } else { settings.format = .junit }
      },
      CommandOption(
        "sarif", value: .optional("FILE", .file, alone: "written to the output"), group: .write,
        gist: "results as SARIF",
        summary: "Write a SARIF 2.1.0 log, a result a change.", listing: .hidden
      ) { settings, value in
        if let file = named(value) { settings.sarifFile = file } else { settings.format = .sarif }
      },
      CommandOption(
        "html", value: .optional("FILE", .file, alone: "written to the output"), group: .write,
        gist: "page for a browser",
        summary: "Write a page to look at in a browser: one tree of both files, and its bytes.",
        details: """
          It says what changed and what follows, and shows the bytes of both beside each other. Of \
          several pairs it begins with a table, in which equal changes stand together.
          """, onlyOne: "format"
      ) { settings, value in
        settings.format = .html
        settings.pageFile = named(value)
      },
      CommandOption(
        "html-max", value: .required("SIZE", .number((128 << 10)...(1 << 30))), group: .write,
        gist: "size limit of pages",
        summary: "Write a page of at most SIZE bytes: 800K, 20M.",
        details: """
          What does not fit is left out, and the page says so: pictures, rows of the tree, groups of \
          equal changes.
          """, fallback: "5M"
      ) { settings, value in
        settings.pageLimit = value.flatMap { Int($0) } ?? settings.pageLimit
        settings.hasPageLimit = true
      },
      schemaOption(of: "--json and --yaml"),
    ]
  }

  /// The file that a report is written to; `nil` for the standard output, which is called `-`, too.
  private static func named(_ value: String?) -> String? { value == "-" ? nil : value }

  private static var judge: [CommandOption<DiffSettings>] {
    [
      CommandOption(
        "profile",
        value: .required("NAME", .words(Profile.allCases.map(\.rawValue))), group: .judge,
        gist: "what counts",
        summary: "What counts as a change.",
        details: """
          exact leaves nothing out and counts what follows; reproducible leaves out times, names \
          of encoders and padding; media compares samples, timing and sample descriptions only, \
          tags user data, metadata and ID3 only.
          """, fallback: "default: what does not follow from another change"
      ) { settings, value in settings.profile = Profile(rawValue: value ?? "") },
      CommandOption(
        "ignore-file", value: .required("FILE", .file), group: .judge,
        gist: "rules from a file",
        summary: "Read rules from FILE instead of .atomdiff at the root of the repository.",
        details: """
          A line is profile NAME, ignore PATH, tolerate PATH ±N (or ±0.5 ms, ±0.1 %), or expect and \
          what --expect of atomdump takes; [PATTERN] begins rules for files whose names it means, # a comment.
          """, isRepeatable: true
      ) { settings, value in settings.ruleFiles.append(value ?? "") },
      CommandOption(
        "show-config", group: .judge, summary: "Tell which rules were read, and from where.",
        listing: .hidden
      ) { settings, _ in settings.showsConfiguration = true },
      CommandOption(
        "gate", group: .judge,
        gist: "fail on regressions",
        summary: "Exit 1 only for other samples or times, new problems, and what is gone.",
        details: Verdict.gateWords + """
           A file that is gone closes it, one that came does not. It goes by the verdict, of which -I and --profile \
          leave nothing out. --digest reads samples that were not checked.
          """
      ) { settings, _ in settings.isGate = true },
      exitZeroOption,
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
