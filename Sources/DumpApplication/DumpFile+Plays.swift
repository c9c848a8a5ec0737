import ByteReading
import CommandLineSupport
import MediaInspection
import MediaReports
import Structure
import StructureRendering

extension DumpFile {
  /// Says how a file plays.
  func play(
    _ opened: Opened, options: RenderOptions, to output: inout ByteWriter, result: inout Result
  ) {
    let judgement = PlayerJudgement(
      opened.document, name: opened.path == [UInt8(ascii: "-")] ? nil : opened.path,
      by: settings.playerRules, behind: .ofProject)
    let players =
      settings.players.isEmpty
      ? judgement.listed : settings.players.compactMap { settings.playerRules.player($0) }
    // What is passed over a player would read.
    let place = settings.skipped > 0 ? " from 0x\(String(settings.skipped, radix: 16)) on" : ""
    let report = PlaysReport(
      opened.document, path: opened.path, name: opened.name + place,
      verdicts: judgement.verdicts(for: players),
      placesNotes: settings.hasOneDocument || settings.form.document(isPretty: options.isPretty) != nil)
    // Without names a person asks; with names, when it is strict, and where a program reads it, it is a gate. A
    // damaged file is one whoever asks.
    let isGate = !settings.players.isEmpty || settings.isStrict || [.junit, .sarif].contains(settings.form)
    let isRefused = isGate && !report.passes(isStrict: settings.isStrict)
    result.code = isRefused || opened.document.problems.errors > 0 ? 1 : 0
    // What is wrong with the file is said as of any report.
    result.isExplained = opened.document.problems.errors == 0
    if settings.isQuiet { return }
    switch settings.form {
    case .junit, .sarif: result.plays = report
    default:
      if let form = settings.form.document(isPretty: options.isPretty) {
        PlaysRecords(report, options: options).write(as: form, to: &output)
      } else {
        PlaysText(report, options: options).write(to: &output)
      }
    }
  }
}

extension DumpSettings {
  /// Whether the report is one document for all files.
  var hasOneDocument: Bool { !isQuiet && (form == .junit || form == .sarif) }

  /// Writes what is one document for all files, with those that were not read.
  func put(_ results: [DumpFile.Result], unread: [UnreadFile] = [], to output: inout ByteWriter) {
    guard hasOneDocument else { return }
    let unread = unread + results.compactMap(\.unread)
    switch report {
    case .plays:
      let reports = results.compactMap(\.plays)
      if form == .junit {
        PlaysJUnit(tool: render.toolName, isStrict: isStrict).write(reports, unread: unread, to: &output)
      } else {
        PlaysReport.log(of: reports, unread: unread, tool: render.toolName, version: render.toolVersion)
          .write(as: .json(isPretty: render.isPretty), to: &output)
      }
    default:
      let reports = results.compactMap(\.check)
      if form == .junit {
        CheckJUnit(tool: render.toolName).write(reports, unread: unread, to: &output)
      } else {
        CheckReport.log(of: reports, unread: unread, tool: render.toolName, version: render.toolVersion)
          .write(as: .json(isPretty: render.isPretty), to: &output)
      }
    }
  }

  /// Reads rules, and finds the players that are named.
  ///
  /// - Throws: `UsageError` when a file of rules is not understood, or a name is nobody's.
  mutating func readPlayers(_ names: [String]) throws(UsageError) {
    playerRules = .ofOwnRules
    for name in names {
      guard name.contains("/") || name.hasSuffix(".rules") else {
        guard let meant = playerRules.players(named: name) else {
          let known = playerRules.players.map(\.id) + playerRules.groups.map(\.name)
          let near = nearest(to: name, among: known)
          throw UsageError(
            "there is no player '\(name)'",
            nextStep: near.map { "did you mean '\($0)'?" } ?? "--plays=list names all")
        }
        players += meant.filter { !players.contains($0) }
        continue
      }
      let file = FilePath(name)
      let known = playerRules.rules.count
      let declared = playerRules.players.count
      let mentioned = playerRules.mentions.count
      let text = try file.readText()
      do throws(PlayerRuleError) {
        try playerRules.read(text, from: file.display)
      } catch {
        throw UsageError("\(file.display):\(error.line):\(error.column): \(error.message)")
      }
      var written = WrittenPaths()
      for mention in playerRules.mentions.dropFirst(mentioned) {
        try written.look(up: mention.path, at: "\(file.display):\(mention.line):\(mention.column)")
      }
      remarks += written.remarks
      // A file that makes no player of its own is about those that its rules name.
      var meant = playerRules.players.dropFirst(declared).map(\.id)
      if meant.isEmpty {
        for rule in playerRules.rules.dropFirst(known) {
          for player in rule.effects.flatMap(\.players) where !meant.contains(player) {
            meant.append(player)
          }
        }
      }
      players += meant.filter { !players.contains($0) }
    }
  }
}

extension DumpProgram {
  /// Reads the files of rules that the call names, or says what is wrong with them.
  func readRules(_ settings: inout DumpSettings) -> String? {
    do throws(UsageError) {
      if case .plays(let names) = settings.report { try settings.readPlayers(names) }
      try settings.policy.read(isCheck: settings.report == .check)
      settings.remarks += settings.policy.remarks
      return nil
    } catch {
      return "\(error)"
    }
  }
}
