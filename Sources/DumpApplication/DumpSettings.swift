package import CommandLineSupport
package import MediaFacts
import MediaInspection
import MediaReports
package import Structure
package import StructureRendering

/// What a call of a dump tool asks for: a report, the form that it is written in, what is asked of it
/// besides, and how files are read and looked at.
package struct DumpSettings: CommonSettings {
  /// What is said.
  package enum Report: Sendable, Equatable {
    /// All nodes, or with paths those that they mean.
    case outline
    /// Whatever a person looks at, on a terminal.
    case inspection
    /// Nodes as they are written to the file, or arrive.
    case follow
    /// The problems of the file.
    case check
    /// The file as a whole.
    case about
    /// What the file says of persons, places and devices.
    case privacy
    /// The file without what it shows, plays and says, written to another.
    case skeleton
    /// A line a file.
    case table
    /// What files are made of.
    case stats
    /// How files play for these players, which are named or stand in files of rules; for those that a
    /// file is usually played by when there are none.
    case plays([String])
    /// How renditions and segments lie beside each other.
    case alignment
    /// A list of what the file holds.
    case list(ListRequest)
    /// A picture of what the file is like, or all that it has.
    case plot(PlotChoice?)
    /// Which expectations do not hold.
    case expectations
    /// What the file is like, as expectations.
    case expectationsOf
    /// The types that are known, of this name; all for an empty one. It needs no file.
    case catalogue(String)
    /// What the rule of this id is about, or `list` for all rules. It needs no file.
    case explanation(String)
  }

  package var report = Report.outline
  package var form = ReportForm.text
  package var paths: [Path] = []
  /// The paths as they were written, for messages.
  package var pathTexts: [String] = []
  /// The initialization segment of the media segments that are listed.
  package var initialization: String?
  /// Whether `--limit` was given: lists have another default than tables.
  package var hasLimit = false
  /// Whether `--depth` was given.
  package var hasDepth = false
  /// Fields, bytes, depth and rows; width and colour are filled in when the terminal is known.
  package var render = RenderOptions()
  package var limits = Limits()
  package var isSandboxed = true
  package var via = ViaOptions()
  /// How files are read, whatever they look like; `nil` to go by their content.
  package var reading: MediaFacts.Format?
  /// The bytes at the start of files that are passed over.
  package var skipped = 0
  /// Whether items that are no images get nodes.
  package var opensItems = false
  /// Whether `--depth all` was given, so that a terminal folds nothing.
  package var unfoldsAll = false
  /// Where a report goes that is a file of its own: the name of a file or a directory; `nil` for the
  /// output.
  package var outputPlace: String?
  /// What pictures or the page of a file are called in a directory, by its path: of files that would have one name.
  package var outputNames: [[UInt8]: [UInt8]] = [:]
  /// The files of the call, which are not written over.
  package var inputs: Set<FileStatus.Identity> = []
  /// The bytes that a page may have, and whether that was given.
  package var pageLimit = 5_000_000
  package var hasPageLimit = false
  /// Whether digests of the media are printed.
  package var showsDigests = false
  /// Whether `--no-check` was given.
  package var skipsRules = false
  /// Files of expectations, and after they were read what stands in them.
  package var expectationFiles: [String] = []
  package var expectations: [(file: String, list: [Expectation])] = []
  /// What is to be said of files of rules and expectations before others are read.
  package var remarks: [String] = []
  /// The columns and the order of a table of files.
  package var table = TableRequest()
  /// Players and rules, read before files are.
  var playerRules = PlayerCatalogue()
  /// The players that the call names, by their identifiers.
  var players: [String] = []
  /// How far boundaries may lie apart in an alignment.
  var tolerance: Tolerance?
  /// What is known of problems, and how bad rules are to break.
  var policy = ProblemPolicy()
  /// Whether samples are read for what they give away.
  package var isDeep = false
  package var isStrict = false
  package var isQuiet = false
  package var isVerbose: Bool {
    get { render.saysMediaType }
    set { render.saysMediaType = newValue }
  }
  package var isASCII: Bool {
    get { render.isASCII }
    set { render.isASCII = newValue }
  }
  package var exitsZero = false
  package var color = ColorChoice.auto
  package var width: Int?
  package var usesPager = true
  package var isRecursive = false
  package var extensions: [String] = []
  package var jobs: Int?
  package var printsSchema = false
  package var gitSetup: String?

  package init() {}
}

extension DumpSettings {
  /// The list that is asked for, when one is.
  package var list: ListRequest? { if case .list(let request) = report { request } else { nil } }

  /// Whether rules run: text for git diff prints no problems, and has to be quick; a skeleton prints none, and
  /// is made without reading media.
  var runsRules: Bool { !skipsRules && form != .textconv && report != .skeleton }

  /// The row of the table of reports that the call is in.
  package var kind: ReportKind {
    switch report {
    case .outline: paths.isEmpty ? .outline : .fields
    case .inspection: .inspection
    case .follow: .follow
    case .check: .check
    case .about: .about
    case .privacy: .privacy
    case .skeleton: .skeleton
    case .table: .table
    case .stats: .stats
    case .plays: .plays
    case .alignment: .alignment
    case .list(let request): request.kind
    case .plot: .plot
    case .expectations: .expectations
    case .expectationsOf: .expectationsOf
    case .catalogue: .catalogue
    case .explanation: .explanation
    }
  }

  /// What the call asks of the report besides.
  package var details: [ReportDetail] {
    var details: [ReportDetail] = []
    if !paths.isEmpty { details.append(.path) }
    switch render.fields {
    case .none: break
    case .all: details.append(.fields)
    case .raw: details.append(.rawFields)
    }
    switch render.hex {
    case .fields?: details.append(.hex)
    case .dump?: details.append(.hexDump)
    case .xxd?, nil: break
    }
    if render.preview > 0 { details.append(.preview) }
    if hasDepth { details.append(.depth) }
    if hasLimit { details.append(.limit) }
    if render.bytes != .usual { details.append(.bytes) }
    if showsDigests { details.append(.digest) }
    if initialization != nil { details.append(.initialization) }
    if hasPageLimit { details.append(.pageLimit) }
    if via.command != nil { details.append(.via) }
    if tolerance != nil { details.append(.tolerance) }
    if isDeep { details.append(.deep) }
    return details
  }

  /// What is asked for that says what rules found, or reads no file; `nil` when nothing is.
  private var optionThatNeedsRules: String? {
    switch kind {
    case .check, .catalogue, .explanation: kind.option
    // A page has problems beside its pictures, and no place to say that nobody looked for them.
    default: form == .html ? form.option : nil
    }
  }

  /// Why the parts of the call do not go together; `nil` when they do.
  var refusal: String? {
    if let tableRefusal { return tableRefusal }
    let isXXD = render.hex == .xxd
    if isXXD, let option = form.option {
      let forms = ReportTable.cells(of: kind).flatMap(\.forms).filter { $0 != .xxd }
      return CommandLineSupport.refusal(
        of: "-x=xxd", with: option, having: forms.contains(form) ? ["-x"] : [])
    }
    if printsSchema {
      let forms: [ReportForm] = [.text, .json, .tree, .line, .nodes, .yaml]
      let option = forms.contains(form) ? details.first?.option : form.option
      guard let option = option ?? (isXXD ? "-x=xxd" : nil) else { return nil }
      return CommandLineSupport.refusal(
        of: option, with: "--schema", having: forms.compactMap(\.option))
    }
    if skipsRules, let option = optionThatNeedsRules {
      return CommandLineSupport.refusal(of: "--no-check", with: option, having: [])
    }
    if via.command != nil, report == .inspection {
      return "-i looks where one goes, --via fetches beforehand what is looked at: "
        + "--skeleton=OUT with --via writes the structure, then -i OUT"
    }
    if via.command != nil, report == .follow {
      return "--via does not go with --follow: what a program prints is followed so: "
        + "COMMAND | \(render.toolName) --follow -"
    }
    return ReportTable.refusal(of: kind, in: isXXD ? .xxd : form, with: details)
  }
}

extension ReportForm {
  /// The form of a document for machines, when it is one.
  func document(isPretty: Bool) -> RecordForm? {
    switch self {
    case .json, .tree: .json(isPretty: isPretty)
    case .line, .nodes: .json(isPretty: false)
    case .yaml: .yaml
    case .text, .plain, .html, .svg, .textconv, .xxd, .raw, .payload, .junit, .sarif: nil
    }
  }
}
