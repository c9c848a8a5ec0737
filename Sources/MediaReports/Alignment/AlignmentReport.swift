package import ByteReading
package import MediaInspection
package import StructureRendering

/// Writes how renditions lie beside each other, for people and for programs.
package struct AlignmentReport {
  let alignment: Alignment
  private let tolerance: Double?
  private let isInTicks: Bool
  let options: RenderOptions

  /// - Parameters:
  ///   - alignment: What is written.
  ///   - tolerance: How far boundaries may lie apart, in ms or ticks; `nil` for as far as the ``Latitude`` of each two.
  package init(
    _ alignment: Alignment, tolerance: Double?, isInTicks: Bool, options: RenderOptions
  ) {
    self.alignment = alignment
    self.tolerance = tolerance
    self.isInTicks = isInTicks
    self.options = options
  }

  /// Whether everything was read, nothing is missing, and no boundary lies too far from its partner.
  package var passes: Bool {
    alignment.uncomparedCount == 0 && alignment.incomparable.isEmpty
      && alignment.renditions.allSatisfy { $0.findings.allSatisfy { !isBad($0) } }
      && !alignment.pairs.contains(where: isBad)
      && !((tolerance == nil ? alignment.widestBeyondLatitude : alignment.widest).map {
        isTooFar($0.distance, $0.latitude)
      } ?? false)
  }

  /// Whether boundaries lie farther apart than they may.
  func isTooFar(_ distance: Alignment.Distance, _ latitude: Latitude) -> Bool {
    tolerance.map { distance.exceeds($0, inTicks: isInTicks) } ?? !latitude.allows(distance)
  }

  /// What is tolerated where sound is not the reason.
  private var allowance: Double { tolerance ?? 0 }

  /// Whether boundaries of two lie too far apart, or one has a boundary that the other has not.
  func isBad(_ pair: Alignment.Pair) -> Bool {
    pair.largest.map { isTooFar($0, pair.latitude) } ?? false
      || pair.partners.indices.contains { pair.partners[$0] == nil && isBad(alone: $0, of: 0, in: pair) }
      || pair.unmatched.contains { isBad(alone: $0, of: pair.other, in: pair) }
  }

  /// Whether a boundary of one of two is missing in the other: not that of a last piece that is no longer than what is
  /// tolerated.
  func isBad(alone number: Int, of place: Int, in pair: Alignment.Pair) -> Bool {
    !alignment.renditions[place].isWithin(tolerance ?? pair.latitude.ofLastPiece, inTicks: isInTicks, from: number)
  }

  func isBad(_ finding: RenditionFinding) -> Bool {
    switch finding.kind {
    case .gap, .overlap, .end, .keyframeElsewhere:
      isInTicks ? Double(finding.ticks) > allowance : finding.milliseconds > allowance
    case .noKeyframe, .discontinuity, .range, .unread, .periodLacks: true
    // Manifests round when periods begin.
    case .periodGap, .periodOverlap: finding.milliseconds > max(RenditionList.rounding, isInTicks ? 0 : allowance)
    case .length, .otherEnd: finding.milliseconds > max(500, isInTicks ? 0 : allowance)
    }
  }

  // MARK: Text

  package func write(to output: inout ByteWriter) {
    for (place, rendition) in alignment.renditions.enumerated() {
      put("\(Alignment.letter(place))  ", described(rendition), to: &output)
    }
    output.put("\n")
    writeRows(to: &output)
    for pair in alignment.pairs { put("", verdict(of: pair), to: &output) }
    writeOthers(to: &output)
    for list in alignment.keyframeLists { put("", verdict(of: list), to: &output) }
    for sentence in uncompared { put("", sentence, to: &output) }
    for remark in alignment.remarks { put("", "note: " + remark, to: &output) }
    for (place, rendition) in alignment.renditions.enumerated() {
      let letter = Alignment.letter(place)
      let shown = rendition.findings.prefix(limit(12))
      for finding in shown { put("\(letter): ", sentence(of: finding, in: rendition), to: &output) }
      let more = rendition.findings.count - shown.count + rendition.omitted
      let place = shown.count < rendition.findings.count ? " (-n all)" : ", none of them worse"
      if more > 0 { put("\(letter): ", "and \(more) more\(place)", to: &output) }
    }
    let isPart = alignment.renditions.contains { !$0.others.isEmpty }
    guard alignment.renditions.count > 1 else { return put("", "one rendition: it was compared with no other", to: &output) }
    put("", passes ? isPart ? "aligned, as far as tracks were compared" : "aligned" : "not aligned", to: &output)
  }

  /// The rows that are written where nothing else was asked for.
  package static let usualRows = 24

  /// How many of other lines are written, `usual` of them beside the usual rows, and no fewer: these say what is wrong.
  private func limit(_ usual: Int) -> Int {
    guard let rows = options.limit else { return .max }
    return max(usual, rows / Self.usualRows * usual)
  }

  /// The pairs without the first that lie apart, the widest first.
  private func writeOthers(to output: inout ByteWriter) {
    let apart = alignment.spreads.filter { $0.distance.ticks != 0 }
      .sorted { $0.distance.milliseconds.magnitude > $1.distance.milliseconds.magnitude }
    let shown = apart.prefix(limit(Self.shownOthers))
    for spread in shown {
      let letters = [spread.first, spread.second].map { Alignment.letter($0) }.joined(separator: " and ")
      put("", letters + ": largest misalignment " + words(of: spread.distance, spread.latitude), to: &output)
    }
    if apart.count > shown.count {
      put("", "and \(apart.count - shown.count) more pairs that lie no farther apart (-n all)", to: &output)
    }
    if alignment.uncomparedOthers > 0 {
      let widest = alignment.widest.map { "; none lies farther apart than " + words(of: $0.distance, $0.latitude) } ?? ""
      put("", "\(alignment.uncomparedOthers) pairs are left out: there are too many boundaries" + widest, to: &output)
    }
  }

  /// Pairs without the first that have a line.
  private static let shownOthers = 6

  private func described(_ rendition: Rendition) -> String {
    guard let track = rendition.track else { return "\(rendition.name): \(rendition.isRead ? "no samples" : "not read")" }
    let count = rendition.boundaries.count
    let from = rendition.boundaries.first.map { time($0.time, rendition.timescale) } ?? "?"
    let unit = count == 1 ? String(rendition.unit.description.dropLast()) : rendition.unit.description
    let scale = rendition.timescale > 0 ? "\(rendition.timescaleWords) ticks a second" : "timescale not known"
    return "\(rendition.name): \(track.name), \(count) \(unit), \(scale), "
      + "from \(from) to \(time(rendition.end, rendition.timescale))"
  }

  private func time(_ ticks: Int64, _ scale: UInt64) -> String {
    guard scale > 0 else { return "?" }
    return milliseconds(Double(ticks) / Double(scale)) + " s"
  }

  /// The rows that are shown: those that differ, and the first of those that do not.
  private func writeRows(to output: inout ByteWriter) {
    guard let first = alignment.renditions.first, first.track != nil, !first.boundaries.isEmpty,
      !alignment.pairs.isEmpty || alignment.renditions.dropFirst().allSatisfy(\.isOfKeyframes)
    else { return }
    let limit = options.limit ?? .max
    var rows: [Int] = []
    for (number, boundary) in first.boundaries.enumerated() {
      let differs = alignment.pairs.contains { pair in
        guard let partner = pair.partners[number] else { return true }
        return alignment.renditions[pair.other].boundaries[partner].isSync != boundary.isSync
          || distance(number, partner, pair).milliseconds != 0
      } || !boundary.isSync
      if rows.count < limit, differs || rows.count < limit / 2 || first.boundaries.count <= limit { rows.append(number) }
    }
    func cells(_ number: Int) -> [String] {
      let boundary = first.boundaries[number]
      return [
        time(boundary.time, first.timescale), boundary.offset.map { "0x" + String($0, radix: 16) } ?? "-",
        boundary.isSync ? "K" : "-",
      ] + alignment.pairs.prefix(Self.columns).map { cell(number, $0) }
    }
    let titles = ["A time", "offset", "key"] + alignment.pairs.prefix(Self.columns).map { Alignment.letter($0.other) }
    var widths = titles.map(\.count)
    for number in rows { for (column, cell) in cells(number).enumerated() { widths[column] = max(widths[column], cell.count) } }
    put(row: "#", titles, widths, to: &output)
    for number in rows { put(row: String(number + 1), cells(number), widths, to: &output) }
    let hidden = first.boundaries.count - rows.count
    let more = alignment.pairs.isEmpty ? "more" : "more that are the same or behind these"
    if hidden > 0 { put("       ", "\(hidden) \(more) (-n all)", to: &output) }
    if alignment.pairs.count > Self.columns { put("       ", "columns for A to D alone (--json has all)", to: &output) }
    output.put("\n")
  }

  /// The renditions beside the first that rows have columns of.
  private static let columns = 3

  /// Writes a row; columns that the page has no room for stand below, behind the number.
  private func put(row number: String, _ cells: [String], _ widths: [Int], to output: inout ByteWriter) {
    let page = max(40, options.width ?? 80)
    var line = padded(left: number, 5)
    for (column, cell) in cells.enumerated() {
      if line.count + 2 + widths[column] > page, line.count > 5 {
        output.put(trimmed(line) + "\n")
        line = padded("", 5)
      }
      line += "  " + padded(cell, widths[column])
    }
    output.put(trimmed(line) + "\n")
  }

  private func trimmed(_ line: String) -> String { String(line.reversed().drop { $0 == " " }.reversed()) }

  func distance(_ number: Int, _ partner: Int, _ pair: Alignment.Pair) -> Alignment.Distance {
    let (a, b) = (alignment.renditions[0], alignment.renditions[pair.other])
    return Alignment.Distance(
      from: a.boundaries[number].time, a.timescale, to: b.boundaries[partner].time,
      b.timescale, boundary: number)
  }

  private func cell(_ number: Int, _ pair: Alignment.Pair) -> String {
    guard let partner = pair.partners[number] else { return "none" }
    let found = distance(number, partner, pair)
    let key = alignment.renditions[pair.other].boundaries[partner].isSync ? "K" : "-"
    return found.ticks == 0 ? "the same \(key)" : "\(shown(found)) \(key)"
  }

  /// `+1 tick, 0.08 ms`
  func shown(_ distance: Alignment.Distance) -> String {
    let sign = distance.ticks > 0 ? "+" : ""
    return "\(sign)\(milliseconds(distance.milliseconds)) ms"
  }

  func milliseconds(_ value: Double) -> String {
    guard value.magnitude < 1e12 else { return "?" }
    let thousandths = Int64((value * 1_000).rounded())
    let digits = String(thousandths.magnitude % 1_000 + 1_000).dropFirst()
    return (thousandths < 0 ? "-" : "") + "\(thousandths.magnitude / 1_000)." + digits
  }

  func verdict(of pair: Alignment.Pair) -> String {
    let letter = Alignment.letter(pair.other)
    var parts: [String] = []
    if let largest = pair.largest {
      if largest.ticks == 0 {
        parts.append("no boundary is misaligned")
      } else {
        parts.append("largest misalignment " + words(of: largest, pair.latitude))
      }
      if let drift = pair.drift, drift.ticks != 0 {
        parts.append("drift \(milliseconds(drift.milliseconds)) ms from the first to the last")
      }
    } else {
      parts.append("no boundary of the one lies beside one of the other")
    }
    let missing = pair.partners.indices.filter { pair.partners[$0] == nil }
    if !missing.isEmpty { parts.append("\(missing.count) of A without one in \(letter)" + lastPiece(missing, of: 0, in: pair)) }
    if !pair.unmatched.isEmpty {
      let other = alignment.renditions[pair.other]
      let times = pair.unmatched.prefix(4).map { time(other.boundaries[$0].time, other.timescale) }
      let more = pair.unmatched.count - times.count
      parts.append(
        "\(pair.unmatched.count) of \(letter) without one in A, at \(times.joined(separator: ", "))"
          + (more > 0 ? " and \(more) more" : "") + lastPiece(pair.unmatched, of: pair.other, in: pair))
    }
    return "A and \(letter): " + parts.joined(separator: "; ")
  }

  /// Why a boundary that one of two alone has is none too many, where it is the only one.
  private func lastPiece(_ numbers: [Int], of place: Int, in pair: Alignment.Pair) -> String {
    guard tolerance == nil, numbers.count == 1, let number = numbers.first, !isBad(alone: number, of: place, in: pair),
      case let scale = alignment.renditions[place].timescale, scale > 0
    else { return "" }
    let ticks = alignment.renditions[place].boundaries[number].ticks
    return ", a last piece of \(milliseconds(Double(ticks) * 1_000 / Double(scale))) ms"
  }

  /// `D has 5 of the 10 keyframes of A, in files of its own; 1 of its entries is at none`
  func verdict(of list: KeyframeList) -> String {
    let (own, other) = (Alignment.letter(list.list), Alignment.letter(list.rendition))
    let count =
      list.listed == list.keyframes && list.keyframes > 1 ? "all \(list.keyframes)" : "\(list.listed) of the \(list.keyframes)"
    var text = "\(own) has \(count) keyframes of \(other)" + (list.isOfOwnFiles ? ", in files of its own" : "")
    if list.elsewhere > 0 { text += "; \(list.elsewhere) of its entries \(list.elsewhere == 1 ? "is" : "are") at none" }
    if let largest = list.largest { text += ", \(milliseconds(largest.milliseconds.magnitude)) ms from the nearest at most" }
    return text
  }

  /// `80 ticks of 1/1000 s = 80.000 ms at boundary 3`, and how it is to be taken.
  private func words(of distance: Alignment.Distance, _ latitude: Latitude) -> String {
    "\(distance.ticks) \(distance.ticks.magnitude == 1 ? "tick" : "ticks") of 1/\(distance.scale) s"
      + " = \(milliseconds(distance.milliseconds)) ms at boundary \(distance.boundary + 1)" + reason(distance, latitude)
  }

  /// What sound is the reason for.
  private func reason(_ distance: Alignment.Distance, _ latitude: Latitude) -> String {
    if latitude.isWithinFrame(distance) ?? false { return ", less than a frame of sound" }
    // A call that says what it tolerates needs no other reason, nor do frames that are longer.
    guard tolerance == nil, latitude.apart > 0, latitude.apart == latitude.ofLastPiece else { return "" }
    return ", \(latitude.allows(distance) ? "no more" : "more") than the \(Int(latitude.apart)) ms that sound and pictures may lie apart"
  }

  /// What was not compared; nothing when all was.
  var uncompared: [String] {
    let places = alignment.incomparable
    let renditions = alignment.renditions
    func sentence(_ chosen: [Int], _ one: StaticString, _ many: StaticString) -> String? {
      guard !chosen.isEmpty else { return nil }
      let letters = chosen.prefix(8).map { Alignment.letter($0) }
      let more = chosen.count - letters.count
      return "not compared: \(letters.joined(separator: ", "))\(more > 0 ? " and \(more) more" : "") "
        + (chosen.count == 1 ? "\(one)" : "\(many)")
    }
    var found = [
      sentence(places.filter { !renditions[$0].isRead }, "was not read", "were not read"),
      sentence(places.filter { renditions[$0].isRead && renditions[$0].track == nil }, "has no samples", "have no samples"),
      sentence(places.filter { renditions[$0].track != nil }, "has no timescale that is known", "have no timescale that is known"),
    ].compactMap(\.self)
    let count = alignment.uncomparedCount
    if count > 0 {
      found.append("the last \(count == 1 ? "rendition was" : "\(count) renditions were") not compared: there are too many boundaries")
    }
    return found
  }

  func sentence(of finding: RenditionFinding, in rendition: Rendition) -> String {
    var text = finding.message
    if let time = finding.time, rendition.track != nil { text += " at " + self.time(time, rendition.timescale) }
    if finding.milliseconds > 0 { text += ": \(milliseconds(finding.milliseconds)) ms" }
    if let offset = finding.offset { text += ", 0x" + String(offset, radix: 16) }
    return text + " [\(finding.kind.rawValue.text)]"
  }

  func put(_ title: String, _ text: String, to output: inout ByteWriter) {
    let width = max(40, options.width ?? 80)
    for (number, line) in Folding.lines(of: text, width: width - max(2, title.count)).enumerated() {
      output.put(number == 0 ? title : String(repeating: " ", count: max(2, title.count)))
      output.put(line)
      output.put("\n")
    }
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func padded(left text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
