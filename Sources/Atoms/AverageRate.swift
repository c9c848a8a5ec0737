internal import ByteReading
internal import MediaFacts
internal import Structure

/// The bit rate of a track whose samples are all in tables, from their bytes and how long they last.
enum AverageRate {
  /// How long the samples last by.
  enum Duration: CaseIterable {
    /// The sum of their durations.
    case samples
    /// What the header of the media says: writers that make the last one longer keep that.
    case header
  }

  /// Computes the rate for an atom in a sample entry, in bits a second, rounded down.
  ///
  /// - Parameters:
  ///   - node: The atom, the only one of its type in the only sample entry of its track.
  ///   - document: The file.
  ///   - duration: How long the samples last by.
  /// - Returns: The rate; `nil` where a part of it is missing.
  /// - Complexity: O(*n*) in the rows of the tables.
  static func rate(
    of node: NodeIndex, _ document: Document, by duration: Duration
  ) -> Derivation.Outcome? {
    let tree = document.tree
    // An average over a track says nothing of one of several entries.
    guard let entry = tree.parent(of: node), let list = tree.parent(of: entry), tree[list].type == "stsd",
      tree.firstChild(of: list) == entry, tree[entry].subtreeEnd == tree[list].subtreeEnd,
      tree.child(tree[node].type, of: entry) == node, let stbl = tree.parent(of: list),
      let minf = tree.parent(of: stbl), let mdia = tree.parent(of: minf),
      let header = tree.child("mdhd", of: mdia), let stts = tree.child("stts", of: stbl),
      let stsz = tree.child("stsz", of: stbl) ?? tree.child("stz2", of: stbl)
    else { return nil }
    let media = document.view(MediaHeader.self, of: header)
    let times = document.view(TimeToSample.self, of: stts)
    let sizes = document.view(SampleSizes.self, of: stsz)
    let ticks: UInt64?
    switch duration {
    case .header: ticks = media.number(.duration)
    case .samples:
      ticks = times.column(.sample_count, of: .entries).flatMap { counts in
        times.column(.sample_delta, of: .entries)?.sum(times: counts)
      }
    }
    guard let ticks, ticks > 0, let timescale = media.number(.timescale), timescale > 0,
      let count = sizes.number(.sample_count)
    else { return nil }
    let bytes: UInt64
    if let each = sizes.number(.sample_size), each > 0 {
      let (product, isPast) = each.multipliedReportingOverflow(by: count)
      guard !isPast else { return nil }
      bytes = product
    } else {
      guard let column = sizes.column(.entry_size, of: .entries), UInt64(column.count) == count,
        column.declared == column.count
      else { return nil }
      bytes = column.sum(of: 0..<column.count)
    }
    let (bits, isPast) = bytes.multipliedReportingOverflow(by: 8)
    let product = bits.multipliedFullWidth(by: timescale)
    // No quotient of 64 bits.
    guard !isPast, product.high < ticks else { return nil }
    return Derivation.Outcome(
      ticks.dividingFullWidth(product).quotient, from: duration == .header ? [stsz, header] : [stsz, stts])
  }
}
