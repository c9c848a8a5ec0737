import CommandLineSupport

/// What a call can ask for.
package enum ReportKind: String, CaseIterable, Sendable {
  /// The tree of all nodes, or their bytes.
  case outline
  /// The nodes that `-p` means, with their fields.
  case fields
  /// Nodes, fields and bytes on a terminal, for a person to look around in.
  case inspection
  /// Nodes of a file that grows.
  case follow
  case check, about, privacy, skeleton, table, stats, plays, alignment
  case samples, chunks, timeline, moment, map, plot
  case items, common, chapters, imageItems, artwork, find
  case expectations, expectationsOf
  case catalogue, explanation

  /// The option that asks for it, as it is written; `nil` for what a call without options writes.
  package var option: String? {
    switch self {
    case .outline: nil
    case .fields: "-p"
    case .inspection: "-i"
    case .follow: "--follow"
    case .check: "--check"
    case .about: "--about"
    case .privacy: "--privacy"
    case .skeleton: "--skeleton"
    case .table: "--table"
    case .stats: "--stats"
    case .plays: "--plays"
    case .alignment: "--align"
    case .samples: "--samples"
    case .chunks: "--chunks"
    case .timeline: "--timeline"
    case .moment: "--at"
    case .map: "--map"
    case .plot: "--plot"
    case .items: "-m"
    case .common: "-m=common"
    case .chapters: "--chapters"
    case .imageItems: "--items"
    case .artwork: "--artwork"
    case .find: "--find"
    case .expectations: "--expect"
    case .expectationsOf: "--expect-from"
    case .catalogue: "--boxes"
    case .explanation: "--explain"
    }
  }
}

/// How a report is written.
package enum ReportForm: String, CaseIterable, Sendable {
  case text, json, tree, line, nodes, yaml, plain, html, svg, textconv, xxd, raw, payload, junit, sarif

  /// The option that asks for it, as it is written; `nil` for text.
  package var option: String? {
    switch self {
    case .text: nil
    case .json: "--json"
    case .tree: "--json=tree"
    case .line: "--jsonl"
    case .nodes: "--jsonl=node"
    case .yaml: "--yaml"
    case .plain: "--plain"
    case .html: "--html"
    case .svg: "--svg"
    case .textconv: "--textconv"
    case .xxd: "-x=xxd"
    case .raw: "--raw"
    case .payload: "--payload"
    case .junit: "--junit"
    case .sarif: "--sarif"
    }
  }
}

/// What is asked of a report besides: which nodes, how much of them.
package enum ReportDetail: String, CaseIterable, Sendable {
  case path, fields, rawFields, hex, hexDump, preview, depth, limit, bytes, digest, initialization,
    pageLimit, via, tolerance, deep

  /// The option that asks for it, as it is written.
  package var option: String {
    switch self {
    case .path: "-p"
    case .fields: "-f"
    case .rawFields: "-f=raw"
    case .hex: "-x"
    case .hexDump: "-x=dump"
    case .preview: "-X"
    case .depth: "-d"
    case .limit: "-n"
    case .bytes: "--bytes"
    case .digest: "--digest"
    case .initialization: "--init"
    case .pageLimit: "--html-max"
    case .via: "--via"
    case .tolerance: "--tolerance"
    case .deep: "--deep"
    }
  }
}

/// Which report has which forms, and what can be asked of each: a call is done as it stands here, or
/// refused by a sentence that is made from this.
package enum ReportTable {
  /// Forms of a report that take the same details.
  package struct Cell: Sendable {
    package let forms: [ReportForm]
    package fileprivate(set) var details: [ReportDetail]
    /// Details that change what rows or fields are shown, and need a detail that shows some.
    let needsFields: [ReportDetail]
    /// Details of which only one can be given.
    let onlyOne: [ReportDetail]

    init(
      _ forms: [ReportForm], _ details: [ReportDetail] = [], needsFields: [ReportDetail] = [],
      onlyOne: [ReportDetail] = []
    ) {
      self.forms = forms
      self.details = details
      self.needsFields = needsFields
      self.onlyOne = onlyOne
    }
  }

  /// The forms of a report, and the details that they take.
  package static func cells(of report: ReportKind) -> [Cell] {
    guard isMadeTwice(report) else { return ownCells(of: report) }
    return ownCells(of: report).map { cell in
      var cell = cell
      cell.details.append(.via)
      return cell
    }
  }

  /// Whether a report may be made any number of times before it is shown, as is one of a file that is
  /// fetched in parts: it asks nobody, and reads the files of the call.
  private static func isMadeTwice(_ report: ReportKind) -> Bool {
    switch report {
    case .inspection, .follow, .catalogue, .explanation: false
    default: true
    }
  }

  /// The forms of a report of a file of this system.
  private static func ownCells(of report: ReportKind) -> [Cell] {
    switch report {
    case .outline:
      [
        Cell(
          [.text],
          [.path, .fields, .rawFields, .hex, .hexDump, .preview, .depth, .limit, .bytes, .digest],
          needsFields: [.limit, .bytes]),
        Cell(
          [.json, .tree, .line, .nodes, .yaml], [.path, .fields, .hex, .depth, .limit, .bytes, .digest]),
        Cell(
          [.plain], [.path, .fields, .rawFields, .hex, .depth, .limit, .bytes],
          needsFields: [.hex, .limit, .bytes]),
        Cell([.html], [.pageLimit]),
        Cell([.textconv], [.path, .fields, .depth, .limit]),
        Cell([.xxd, .raw, .payload], [.path]),
      ]
    case .fields:
      [
        Cell(
          [.text], [.path, .fields, .rawFields, .hex, .hexDump, .limit, .bytes],
          onlyOne: [.rawFields, .hexDump]),
        Cell([.json, .tree, .line, .nodes, .yaml], [.path, .fields, .hex, .depth, .limit, .bytes]),
        Cell(
          [.plain], [.path, .fields, .rawFields, .hex, .depth, .limit, .bytes],
          needsFields: [.hex, .limit, .bytes]),
        Cell([.textconv], [.path, .fields, .depth, .limit]),
        Cell([.xxd, .raw, .payload], [.path]),
      ]
    case .inspection: [Cell([.text], [.path])]
    case .follow: [Cell([.text], [.depth])]
    case .check:
      [
        Cell([.text, .junit, .sarif]),
        Cell([.json, .tree, .line, .nodes, .yaml], [.path, .fields, .hex, .depth, .limit, .bytes]),
      ]
    // As lines it is a table with all columns.
    case .about: [Cell([.text, .json, .line, .yaml], [.digest]), Cell([.plain])]
    case .table: [Cell([.text, .json, .line, .plain])]
    case .privacy: [Cell([.text, .json, .line, .yaml, .plain], [.deep])]
    case .skeleton: [Cell([.text])]
    case .stats: [Cell([.text, .json, .line, .yaml, .plain])]
    case .plays: [Cell([.text, .json, .line, .yaml, .junit, .sarif])]
    case .alignment: [Cell([.text], [.limit, .tolerance]), Cell([.json, .line, .yaml, .svg], [.tolerance])]
    case .samples: [Cell(lists, [.fields, .limit, .initialization]), Cell([.raw], [.initialization])]
    case .chunks, .timeline, .map: [Cell(lists, [.limit, .initialization])]
    case .moment: [Cell(lists, [.initialization])]
    case .plot: [Cell([.text, .json, .line, .yaml, .svg])]
    case .items, .common, .chapters, .imageItems, .artwork, .find: [Cell(lists)]
    case .expectations: [Cell([.text, .json, .line, .yaml])]
    case .expectationsOf, .explanation: [Cell([.text])]
    case .catalogue: [Cell([.text, .json, .line, .yaml, .plain])]
    }
  }

  /// The forms of lists.
  private static let lists: [ReportForm] = [.text, .json, .line, .nodes, .yaml, .plain]

  /// Whether a report in a form has a detail always, so that asking for it changes nothing: documents
  /// have fields, and so have the bytes of nodes.
  package static func isAlways(
    _ detail: ReportDetail, in form: ReportForm, beside details: [ReportDetail]
  ) -> Bool {
    guard detail == .fields else { return false }
    switch form {
    case .json, .tree, .line, .nodes, .yaml, .textconv: return true
    case .text:
      return details.contains(.path) && details.contains { $0 == .hex || $0 == .hexDump }
    case .plain, .html, .svg, .xxd, .raw, .payload, .junit, .sarif: return false
    }
  }

  /// The options of the one or two reports that alone have a form; none when more have it.
  private static func onlyReports(in form: ReportForm) -> [String] {
    let having = ReportKind.allCases.filter { cells(of: $0).contains { $0.forms.contains(form) } }
    let options = having.compactMap(\.option)
    return having.count <= 2 && options.count == having.count ? options.map { "\($0)" } : []
  }

  /// Why a report is not written in this form with these details; `nil` when it is.
  package static func refusal(
    of report: ReportKind, in form: ReportForm, with details: [ReportDetail]
  ) -> String? {
    let cells = cells(of: report)
    guard let cell = cells.first(where: { $0.forms.contains(form) }) else {
      // A form of one other report, asked for where no report is: what is missing is that report.
      let others = report == .outline ? onlyReports(in: form) : []
      if let other = others.first, let option = form.option {
        return others.count == 1
          ? "\(option) is a form of \(other): give it with \(other)"
          : "\(option) is a form of \(others[0]) and \(others[1]): give it with one of them"
      }
      let forms = cells.flatMap(\.forms).compactMap(\.option)
      return CommandLineSupport.refusal(
        of: form.option ?? "text", with: report.option ?? "the outline", having: forms)
    }
    // How files are read is no help to who asks how they are shown.
    let known = cell.details.filter { $0 != .via }.map(\.option)
    for detail in details {
      guard !cell.details.contains(detail) else { continue }
      // Whose fault it is: the report never has it, or this form of it has it not.
      let isOfReport = cells.contains { $0.details.contains(detail) }
      let other = (isOfReport ? form.option : nil) ?? report.option ?? form.option ?? "the outline"
      return CommandLineSupport.refusal(
        of: detail.option, with: other, having: known.filter { $0 != other })
    }
    let alone = details.filter { cell.onlyOne.contains($0) }
    if alone.count > 1 {
      return CommandLineSupport.refusal(
        of: alone[0].option, with: alone[1].option,
        having: known.filter { !cell.onlyOne.map(\.option).contains($0) })
    }
    let shows: [ReportDetail] = [.fields, .rawFields, .hex, .hexDump]
      .filter { cell.details.contains($0) && !cell.needsFields.contains($0) }
    for detail in details where cell.needsFields.contains(detail) {
      if details.contains(where: { shows.contains($0) }) { continue }
      let other = [form.option, report.option].compactMap(\.self).first
      let place = other.map { " with \($0)" } ?? ""
      return
        "\(detail.option) is about fields\(place): give it with \(joined(shows.map(\.option), by: "or"))"
    }
    return nil
  }
}
