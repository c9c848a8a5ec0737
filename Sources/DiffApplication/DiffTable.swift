import CommandLineSupport

extension DiffSettings.Format: CaseIterable {
  package static var allCases: [DiffSettings.Format] {
    [.text, .unified, .columns, .stat, .json, .yaml, .summary, .markdown, .junit, .sarif, .html]
  }

  /// The option that asks for it, as it is written; `nil` for text.
  package var option: String? {
    switch self {
    case .text: nil
    case .unified: "-U"
    case .columns: "-y"
    case .stat: "--stat"
    case .json: "--json"
    case .yaml: "--yaml"
    case .summary: "--summary"
    case .markdown: "--summary=markdown"
    case .junit: "--junit"
    case .sarif: "--sarif"
    case .html: "--html"
    }
  }

  /// What can be asked of a comparison in this form besides.
  package var details: [DiffSettings.Detail] {
    switch self {
    case .text: [.all, .why, .hex]
    case .json, .yaml, .junit: [.all, .hex]
    case .unified, .columns, .markdown, .sarif: [.all]
    case .html: [.pageLimit]
    case .stat, .summary: []
    }
  }
}

extension DiffSettings {
  /// What is asked of a comparison besides.
  package enum Detail: String, CaseIterable, Sendable {
    case all, why, hex, only, ci, snapshots, rename, pageLimit, via

    /// The option that asks for it, as it is written.
    package var option: String {
      switch self {
      case .hex: "-x"
      case .pageLimit: "--html-max"
      default: "--\(rawValue)"
      }
    }
  }

  /// What the call asks for besides.
  private var details: [Detail] {
    var details: [Detail] = []
    if showsAll { details.append(.all) }
    if !why.isEmpty { details.append(.why) }
    if showsBytes { details.append(.hex) }
    if !only.isEmpty { details.append(.only) }
    if isCI { details.append(.ci) }
    if snapshotFolder != nil { details.append(.snapshots) }
    if findsRenames { details.append(.rename) }
    if hasPageLimit { details.append(.pageLimit) }
    if via.command != nil { details.append(.via) }
    return details
  }

  /// Why the parts of the call do not go together; `nil` when they do.
  package var refusal: String? {
    let hasForms = action != .unused && action != .review && action != .inspect && !action.isReport
    for detail in details where Detail.ofForms.contains(detail) && hasForms {
      guard !format.details.contains(detail) else { continue }
      if detail == .pageLimit { return "--html-max is about pages: give it with --html" }
      guard let option = format.option else { continue }
      return CommandLineSupport.refusal(
        of: detail.option, with: option, having: format.details.map(\.option))
    }
    if !hasForms, !action.isReport, let option = format.option {
      return CommandLineSupport.refusal(
        of: option, with: action.option ?? "", having: action.details.map(\.option))
    }
    for detail in details where !action.details.contains(detail) {
      let actions = Action.allCases.filter { $0.details.contains(detail) }
      let names = actions.compactMap(\.option)
      guard let option = action.option else {
        return "\(detail.option) is about snapshots: give it with \(joined(names, by: "or"))"
      }
      // What has nothing of this kind stands alone; else what it has is no advice for who asked for another.
      if action.details.isEmpty, actions.contains(.compare) {
        return CommandLineSupport.refusal(of: detail.option, with: option, having: [])
      }
      // A comparison has no option that could be named.
      let others = actions.map { $0.option ?? "a comparison of two files" }
      return CommandLineSupport.refusal(of: detail.option, with: option, goingWith: others)
    }
    if action.isReport, let refusal = reportRefusal { return refusal }
    if via.command == nil, let refusal = via.refusal(operandCount: 0, isRecursive: false) { return refusal }
    if findsRenames, !isRecursive { return "--rename is about directories: give it with -r" }
    return nil
  }
}

extension DiffSettings {
  /// Why the operands are not those of a call with `--via`; `nil` when they are.
  func viaRefusal(_ operands: [FilePath]) -> String? {
    guard let command = via.command else { return nil }
    if isRecursive { return "-r is not for --via: no program lists directories" }
    guard operands.count == (command.takesOperand ? 2 : 1) else {
      return command.takesOperand
        ? "{} of --via stands for either of two operands: give two"
        : "the command of --via reads the first file: give the other, or {} in it and two"
    }
    if command.takesOperand, via.size != nil { return "--size is that of one file" }
    return nil
  }
}

extension DiffSettings {
  /// What a comparison has and another report of two files has not; `nil` when nothing of it is asked for.
  private var reportRefusal: String? {
    let forms = ["--json", "--yaml"]
    let name = action.option ?? ""
    if let option = format.option, !forms.contains(option) {
      return CommandLineSupport.refusal(of: option, with: name, having: forms)
    }
    let others: [(isGiven: Bool, option: String)] = [
      (profile != nil, "--profile"), (!ignored.isEmpty, "--ignore"), (!tolerances.isEmpty, "--tolerance"),
      (!ruleFiles.isEmpty, "--ignore-file"), (showsDigests, "--digest"), (isGate, "--gate"),
      (isRecursive, "-r"), (annotates, "--github"), (junitFile != nil, "--junit"),
      (sarifFile != nil, "--sarif"),
    ]
    return others.first(where: \.isGiven).map {
      CommandLineSupport.refusal(of: $0.option, with: name, having: forms)
    }
  }
}

extension DiffSettings.Detail {
  /// Those that a form has or has not.
  fileprivate static let ofForms: [DiffSettings.Detail] = [.all, .why, .hex, .pageLimit]
}

extension DiffSettings.Action: CaseIterable {
  package static var allCases: [DiffSettings.Action] {
    [.compare, .inspect, .join, .samples, .verify, .update, .review, .unused]
  }

  /// Whether it writes a report of its own about two files.
  var isReport: Bool { self == .join || self == .samples }

  /// The option that asks for it; `nil` for what a call without options does.
  package var option: String? {
    switch self {
    case .compare: nil
    case .inspect: "-i"
    case .join: "--join"
    case .samples: "--samples"
    case .verify: "--verify"
    case .update: "--update"
    case .review: "--review"
    case .unused: "--unused"
    }
  }

  /// What can be asked besides.
  package var details: [DiffSettings.Detail] {
    switch self {
    case .compare: [.all, .why, .hex, .only, .rename, .pageLimit, .via]
    case .inspect, .join, .samples: []
    case .verify: [.all, .hex, .ci, .snapshots, .pageLimit]
    case .update: [.all, .hex, .snapshots, .pageLimit]
    case .review, .unused: [.snapshots]
    }
  }
}
