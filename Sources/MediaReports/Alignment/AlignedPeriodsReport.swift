package import ByteReading
package import MediaInspection
package import StructureRendering

/// Writes how the renditions of a call lie beside each other, period by period where a manifest has several.
package struct AlignedPeriodsReport: RecordReport {
  package typealias Key = AlignmentKey

  private let periods: AlignedPeriods
  private let parts: [AlignmentReport]
  private let options: RenderOptions

  /// - Parameters:
  ///   - periods: What is written.
  ///   - tolerance: How far boundaries may lie apart, in ms or ticks; `nil` for as far as the ``Latitude`` of each two.
  package init(_ periods: AlignedPeriods, tolerance: Double?, isInTicks: Bool, options: RenderOptions) {
    (self.periods, self.options) = (periods, options)
    parts = periods.parts.map { AlignmentReport($0, tolerance: tolerance, isInTicks: isInTicks, options: options) }
  }

  /// Whether all parts pass, and nothing else was to be compared.
  package var passes: Bool { !periods.isMixed && parts.allSatisfy(\.passes) }

  /// The pictures of all parts.
  package var drawings: [Drawing] {
    parts.compactMap { part in
      guard var drawing = part.drawing else { return nil }
      if let period = part.alignment.period { drawing.title = "period \(period.number), " + drawing.title }
      return drawing
    }
  }

  package func write(to output: inout ByteWriter) {
    for part in parts {
      if let period = part.alignment.period { part.put("", title(of: period, part), to: &output) }
      part.write(to: &output)
      if !isAlone { output.put("\n") }
    }
    guard !isAlone, let last = parts.last else { return }
    for note in periods.notes { last.put("", "note: " + note, to: &output) }
    if periods.isMixed { last.put("", "not compared: renditions of periods with those that have none", to: &output) }
    let bad = parts.filter { !$0.passes }.compactMap(\.alignment.period?.number)
    let more = bad.count > 8 ? " and \(bad.count - 8) more" : ""
    let count = parts.count { $0.alignment.period != nil }
    let words = count == 1 ? "1 period" : "\(count) periods"
    let numbers = bad.prefix(8).map { "\($0)" }.joined(separator: ", ") + more
    let verdict = passes ? "\(words), all aligned" : bad.isEmpty ? "not aligned" : "\(words): not aligned in \(numbers)"
    last.put("", verdict, to: &output)
  }

  /// Whether there are no periods that are told apart.
  private var isAlone: Bool { parts.count == 1 && parts[0].alignment.period == nil }

  /// `period 2 'ad', from 8.000 s to 16.000 s`
  private func title(of period: MediaPeriod, _ part: AlignmentReport) -> String {
    let start = period.start.map { "from \(part.milliseconds($0)) s" } ?? "whose start is not known"
    let end = period.start.flatMap { start in period.seconds.map { " to \(part.milliseconds(start + $0)) s" } } ?? ""
    return "period \(period.number)\(period.id.isEmpty ? "" : " '\(period.id)'"), \(start)\(end)"
  }

  package func write<Encoding: RecordEncoding>(to records: inout RecordWriter<Encoding, AlignmentKey>) {
    records.openDocument(PublishedSchema.alignment.name, options)
    records.key(.aligned, .line(2))
    records.put(passes)
    records.key(.renditions, .line(2))
    records.openArray(.lines)
    for part in parts { for rendition in part.alignment.renditions { part.put(rendition, to: &records) } }
    records.closeArray(.line(2))
    records.key(.pairs, .line(2))
    records.openArray(.lines)
    forEachPart { part, base in
      for pair in part.alignment.pairs { part.put(pair, from: base, to: &records) }
      for pair in part.alignment.others { part.put(pair, from: base, to: &records) }
    }
    records.closeArray(.line(2))
    writePeriods(to: &records)
    writeWidest(to: &records)
    let uncompared = parts.reduce(0) { $0 + $1.alignment.uncomparedCount }
    if uncompared > 0 {
      records.key(.notCompared, .line(2))
      records.put(count: uncompared)
    }
    let pairs = parts.reduce(0) { $0 + $1.alignment.uncomparedOthers }
    if pairs > 0 {
      records.key(.pairsNotCompared, .line(2))
      records.put(count: pairs)
    }
    if parts.contains(where: { !$0.alignment.keyframeLists.isEmpty }) {
      records.key(.keyframeLists, .line(2))
      records.openArray(.lines)
      forEachPart { part, base in
        for list in part.alignment.keyframeLists { part.put(list, from: base, to: &records) }
      }
      records.closeArray(.line(2))
    }
    records.key(.remarks, .line(2))
    records.put(texts: parts.flatMap(\.alignment.remarks) + periods.notes)
    records.closeDocument()
  }

  /// Goes through the parts, with the place among all renditions of the first of each.
  private func forEachPart(_ body: (AlignmentReport, Int) -> Void) {
    var base = 0
    for part in parts {
      body(part, base)
      base += part.alignment.renditions.count
    }
  }

  private func writePeriods<Encoding: RecordEncoding>(to records: inout RecordWriter<Encoding, AlignmentKey>) {
    guard !isAlone else { return }
    records.key(.periods, .line(2))
    records.openArray(.lines)
    for part in parts {
      guard let period = part.alignment.period else { continue }
      records.element(.line(4))
      records.openObject()
      records.member(.number, period.number)
      if !period.id.isEmpty { records.member(.id, text: period.id) }
      for (key, value) in [(AlignmentKey.start, period.start), (.duration, period.seconds)] {
        guard let value else { continue }
        records.key(key)
        records.put(real: value)
      }
      records.member(.aligned, part.passes)
      records.closeObject()
    }
    records.closeArray(.line(2))
  }

  private func writeWidest<Encoding: RecordEncoding>(to records: inout RecordWriter<Encoding, AlignmentKey>) {
    var widest: (base: Int, spread: Alignment.Spread, part: AlignmentReport)?
    forEachPart { part, base in
      guard let spread = part.alignment.widest,
        spread.distance.milliseconds.magnitude > widest?.spread.distance.milliseconds.magnitude ?? -1
      else { return }
      widest = (base, spread, part)
    }
    guard let (base, spread, part) = widest else { return }
    records.key(.widest, .line(2))
    records.openObject()
    records.member(.first, base + spread.first)
    records.member(.second, base + spread.second)
    part.put(spread.distance, to: &records)
    records.closeObject()
  }
}
