import ByteReading
import Structure

/// What must hold between the tables that put samples into chunks.
enum ChunkRules {
  static let rules: [Rule] = [
    Rule(
      "chunk-runs-disordered", .error, "run {row} begins with chunk {found}",
      expected: "runs that begin with chunk 1 and increase", "14496-12 §8.7.4",
      why:
        "Runs say how many samples the chunks from a certain one on have; they must be in order.",
      players: "They put samples into wrong chunks, and decode noise.",
      mend: "Sort the runs; the first is for chunk 1.", of: "stsc", test: runs),
    Rule(
      "chunk-run-beyond", .warning, "a run begins with chunk {number} of {total}",
      "14496-12 §8.7.4",
      why: "There is no such chunk: the table of offsets is too short, or this one is left over.",
      players: "Chromium does not read the file, Firefox may pass the track over; others ignore the run.",
      mend: "Remove the run, or bring the offsets back.", of: "stsc", test: beyond),
    Rule(
      "chunk-samples-differ", .error,
      "puts {found} samples into chunks, the track has {expected}", "14496-12 §8.7.4",
      why: "Each sample lies in a chunk: the tables of sizes, runs and offsets must agree.",
      players: "They lose the samples at the end, or put them into wrong places.",
      mend: "Write the three tables again from the same list of samples.", of: "stsc",
      test: samples),
    Rule(
      "description-index-invalid", .error,
      "samples use description {number}, there are {total}", "14496-12 §8.7.4",
      why: "Samples name the description they are coded by; this one is not there.",
      players: "They use the first, or refuse the track.",
      mend: "Set sample_description_index to a number from 1 on.", of: "stsc trex tfhd",
      test: descriptions),
    Rule(
      "data-reference-invalid", .error,
      "the media is in data reference {number}, there are {total}", "14496-12 §8.5.2",
      why: "The data reference says which file the samples are in.",
      players: "Most look in this file anyhow.",
      mend: "Set data_reference_index to 1, and let 'dref' have an entry for this file.",
      of: "stsd", test: references),
  ]

  // MARK: Runs

  private static let runs: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let found: (Extent, UInt64, Int)? =
      examination.withRows(.entries, of: SampleToChunk.self, at: index) { table in
        guard let firsts = table.rows(of: .first_chunk, in: SampleToChunk.self)
        else { return nil }
        var last: UInt64 = 0
        for row in 0..<table.count {
          let first = firsts[row]
          if row == 0 ? first != 1 : first <= last {
            return (table.extent(ofRow: row), first, row + 1)
          }
          last = first
        }
        return nil
      } ?? nil
    guard let (extent, chunk, row) = found else { return }
    examination.report(index, .found(chunk), .row(UInt64(row)), extent: extent)
  }

  /// The number of chunks that the table beside the one at `index` lists.
  private static func chunkCount(_ examination: Examination, _ index: NodeIndex) -> (
    UInt64, NodeIndex
  )? {
    let tree = examination.tree
    guard let table = tree.parent(of: index),
      let chunks = tree.child("stco", of: table) ?? tree.child("co64", of: table)
    else { return nil }
    return examination.view(ChunkOffsets.self, of: chunks).number(.entry_count).map { ($0, chunks) }
  }

  private static let beyond: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    guard let (chunks, offsets) = chunkCount(examination, index) else { return }
    let found: (Extent, UInt64)? =
      examination.withRows(.entries, of: SampleToChunk.self, at: index) { table in
        guard let firsts = table.rows(of: .first_chunk, in: SampleToChunk.self)
        else { return nil }
        for row in 0..<table.count where firsts[row] > chunks {
          return (table.extent(ofRow: row), firsts[row])
        }
        return nil
      } ?? nil
    guard let (extent, chunk) = found else { return }
    let place = examination.report(
      index, .number(chunk), .total(chunks), extent: extent, because: [offsets])
    examination.fold(place, underAny: "chunk-runs-disordered", of: index)
  }

  private static let samples: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let (chunks, offsets) = chunkCount(examination, index),
      let samples = examination.atoms?.track(at: index)?.sampleCount,
      examination.problem("chunk-runs-disordered", of: index) == nil
    else { return }
    let sum: UInt64? =
      examination.withRows(.entries, of: SampleToChunk.self, at: index) { table in
        guard let firsts = table.rows(of: .first_chunk, in: SampleToChunk.self),
          let perChunk = table.rows(of: .samples_per_chunk, in: SampleToChunk.self)
        else { return nil }
        var sum: UInt64 = 0
        for row in 0..<table.count {
          let first = firsts[row]
          let next = row + 1 < table.count ? firsts[row + 1] : chunks &+ 1
          guard next > first, first <= chunks else { break }
          let (run, overflow) = (min(next, chunks &+ 1) &- first).multipliedReportingOverflow(
            by: perChunk[row])
          let (total, isTooLarge) = sum.addingReportingOverflow(run)
          if overflow || isTooLarge { return UInt64.max }
          sum = total
        }
        return sum
      } ?? nil
    guard let sum, sum != samples else { return }
    let sizes = tree.parent(of: index).flatMap { tree.child("stsz", of: $0) }
    // The last chunk may be shorter than its run says in files of old writers; only too few is a loss.
    examination.report(
      index, .found(sum), .expected(samples), because: [offsets] + (sizes.map { [$0] } ?? []))
  }

  private static let descriptions: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let tree = examination.tree
    if tree[index].type != "stsc" { return description(ofFragments: index, examination) }
    guard let table = tree.parent(of: index), let descriptions = tree.child("stsd", of: table)
    else { return }
    var count: UInt64 = 0
    for entry in tree.children(of: descriptions) where !tree[entry].isRaw { count += 1 }
    let found: (Extent, UInt64)? =
      examination.withRows(.entries, of: SampleToChunk.self, at: index) { table in
        guard let descriptions = table.rows(of: .sample_description_index, in: SampleToChunk.self)
        else { return nil }
        for row in 0..<table.count {
          let number = descriptions[row]
          if number == 0 || number > count { return (table.extent(ofRow: row), number) }
        }
        return nil
      } ?? nil
    guard let (extent, number) = found else { return }
    let place = examination.report(
      index, .number(number), .total(count), extent: extent, because: [descriptions])
    examination.fold(place, underAny: "sample-description-missing", of: descriptions)
  }

  /// So many descriptions are counted for each fragment.
  private static let descriptionLimit: UInt64 = 64

  /// What samples of fragments use when nothing else is said (14496-12 §8.8.3, §8.8.7).
  private static func description(ofFragments index: NodeIndex, _ examination: Examination) {
    let tree = examination.tree
    let isUsual = tree[index].type == "trex"
    let (id, number): (UInt64?, UInt64?)
    if isUsual {
      let view = examination.view(TrackExtends.self, of: index)
      (id, number) = (view.number(.track_ID), view.number(.default_sample_description_index))
    } else {
      let view = examination.view(TrackFragmentHeader.self, of: index)
      (id, number) = (view.number(.track_ID), view.number(.sample_description_index))
    }
    guard let id, let number, let track = examination.atoms?.track(id: id),
      let entry = track.sampleEntry, let descriptions = tree.parent(of: entry)
    else { return }
    // Some write 0 where each fragment says its own.
    if number == 0, isUsual, !isAskedFor(id, examination) { return }
    var count: UInt64 = 0
    for entry in tree.children(of: descriptions) where !tree[entry].isRaw {
      count += 1
      if count == number || count == descriptionLimit { return }
    }
    let place =
      isUsual
      ? examination.view(TrackExtends.self, of: index).content(.default_sample_description_index)
      : examination.view(TrackFragmentHeader.self, of: index).content(.sample_description_index)
    guard let place else { return }
    examination.report(index, .number(number), .total(count), extent: place, because: [descriptions])
  }

  /// Whether one of the first fragments leaves it to `trex` which description its samples of a track use.
  private static func isAskedFor(_ id: UInt64, _ examination: Examination) -> Bool {
    let tree = examination.tree
    // 'trex' may be there very often.
    let fragments = tree.children(of: nil).prefix(64).filter { tree[$0].type == "moof" }
    for fragment in fragments.prefix(8) {
      for part in tree.children(of: fragment).prefix(8) where tree[part].type == "traf" {
        guard let header = tree.child("tfhd", of: part) else { continue }
        let view = examination.view(TrackFragmentHeader.self, of: header)
        if view.number(.track_ID) == id, view.number(.sample_description_index) == nil { return true }
      }
    }
    return false
  }

  private static let references: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let tree = examination.tree
    guard let table = tree.parent(of: index), let information = tree.parent(of: table),
      let data = tree.child("dinf", of: information), let references = tree.child("dref", of: data)
    else { return }
    var count: UInt64 = 0
    for entry in tree.children(of: references) where !tree[entry].isRaw { count += 1 }
    for entry in tree.children(of: index) where !tree[entry].isRaw {
      guard let (number, field) = examination.dataReference(of: entry) else { continue }
      if number == 0 || number > count {
        examination.report(
          entry, .number(number), .total(count), field: field,
          because: [references])
      }
    }
  }
}
