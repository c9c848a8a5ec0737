import ByteReading
import Structure

/// What must hold between chunks, the samples in them, and the file.
enum ChunkRules {
  static let rules: [Rule] = [
    Rule(
      .chunkBeyondEnd, "14496-12 §8.7.5",
      why: "These samples are not in the file: it was cut off, or the offsets are wrong.",
      players: "They stop where the media ends, or play noise.",
      mend: "Get the whole file; if it is whole, the offsets were not moved along with the media.",
      by: .shared(placement)),
    Rule(
      .chunkCrossesEnd, "14496-12 §8.7.5",
      why: "Samples at the end of these chunks are not in the file.",
      players: "They stop there.",
      mend: "Get the whole file, or remove the samples that are missing from all tables.",
      by: .shared(placement)),
    Rule(
      .chunkOutsideMedia, "14496-12 §8.1.1",
      why: "Media lies in media data; these chunks begin elsewhere, perhaps in the movie itself.",
      players: "They decode whatever is there.",
      mend: "Correct the offsets: most often the media was moved and the table was not.",
      by: .shared(placement)),
    Rule(
      .chunksUnordered, "14496-12 §8.7.5",
      why: "Chunks in the order of time make reading straight on possible.",
      players: "They jump about in the file, which is slow over a network.",
      mend: "Write the media again in order.", isThorough: true, by: .shared(placement)),
    Rule(
      "chunk-runs-disordered", .error, "run {other} begins with chunk {present}",
      expected: "runs that begin with chunk 1 and increase", "14496-12 §8.7.4",
      why:
        "Runs say how many samples the chunks from a certain one on have; they must be in order.",
      players: "They put samples into wrong chunks, and decode noise.",
      mend: "Sort the runs; the first is for chunk 1.", of: "stsc", test: runs),
    Rule(
      "chunk-run-beyond", .warning, "a run begins with chunk {present} of {promised}",
      "14496-12 §8.7.4",
      why: "There is no such chunk: the table of offsets is too short, or this one is left over.",
      players: "They ignore the run.",
      mend: "Remove the run, or bring the offsets back.", of: "stsc", test: beyond),
    Rule(
      "chunk-samples-differ", .error,
      "puts {present} samples into chunks, the track has {promised}", "14496-12 §8.7.4",
      why: "Each sample lies in a chunk: the tables of sizes, runs and offsets must agree.",
      players: "They lose the samples at the end, or put them into wrong places.",
      mend: "Write the three tables again from the same list of samples.", of: "stsc",
      test: samples),
    Rule(
      "description-index-invalid", .error,
      "samples use description {present}, there are {promised}", "14496-12 §8.7.4",
      why: "Samples name the description they are coded by; this one is not there.",
      players: "They use the first, or refuse the track.",
      mend: "Set sample_description_index to a number from 1 on.", of: "stsc",
      test: descriptions),
    Rule(
      "data-reference-invalid", .error,
      "the media is in data reference {present}, there are {promised}", "14496-12 §8.5.2",
      why: "The data reference says which file the samples are in.",
      players: "Most look in this file anyhow.",
      mend: "Set data_reference_index to 1, and let 'dref' have an entry for this file.",
      of: "stsd", test: references),
  ]

  /// Whether the samples of the chunks at `chunks` are in this file, not in another.
  static func isInThisFile(_ document: Document, chunks: Int) -> Bool {
    let tree = document.tree
    guard let table = tree.parent(of: chunks), let information = tree.parent(of: table),
      let data = tree.child("dinf", of: information), let references = tree.child("dref", of: data)
    else { return true }
    var wanted: UInt64 = 1
    if let descriptions = tree.child("stsd", of: table),
      let entry = tree.firstChild(of: descriptions), tree[entry].size >= 16
    {
      let source = document.source(of: tree[entry])
      wanted = source.bytes.bigEndian(at: Int(tree[entry].payloadStart) + 6, count: 2) ?? 1
    }
    var number: UInt64 = 0
    for child in tree.children(of: references) where !tree[child].isRaw {
      number += 1
      guard number == wanted, tree[child].size >= UInt64(tree[child].headerSize) + 4 else {
        continue
      }
      let source = document.source(of: tree[child])
      return (source.bytes.bigEndian(at: Int(tree[child].payloadStart), count: 4) ?? 1) & 1 == 1
    }
    return true
  }

  private static let placement = Rule.Pass("chunks") { examination in
    guard let atoms = examination.atoms else { return }
    let tree = examination.tree
    // Media data, in the order of the file.
    var media: [Range<UInt64>] = []
    for index in tree.children(of: nil).prefix(65_536)
    where tree[index].type == "mdat" || tree[index].type == "idat" || tree[index].type == "imda" {
      media.append(tree[index].payloadStart..<max(tree[index].payloadStart, tree[index].end))
    }
    for track in atoms.tracks {
      guard let table = tree.sampleTable(of: track.node),
        let chunks = tree.child("stco", of: table) ?? tree.child("co64", of: table),
        isInThisFile(examination.document, chunks: chunks)
      else { continue }
      place(examination, chunks, in: table, track, media)
    }
  }

  private static func place(
    _ examination: Examination, _ chunks: Int, in table: Int, _ track: AtomContext.Track,
    _ media: [Range<UInt64>]
  ) {
    let end = UInt64(examination.tree.file.byteCount)
    // Rows that are missing do not make those that are there right.
    let limit = examination.rowLimit
    examination.reader.open(chunks)
    let offsets: [UInt64] =
      examination.reader.withTable("entries") { table in
        guard table.count <= limit, table.columns.count == 1 else { return [] }
        return (0..<table.count).map { table.raw(row: $0, column: 0) }
      } ?? []
    guard !offsets.isEmpty else { return }
    var beyond: UInt64 = 0
    var outside: UInt64 = 0
    var firstOutside: UInt64 = 0
    var unordered: UInt64 = 0
    var last: UInt64 = 0
    var near = 0
    for offset in offsets {
      if offset < last { unordered += 1 }
      last = offset
      if offset >= end {
        beyond += 1
        continue
      }
      if near < media.count, media[near].contains(offset) { continue }
      if let place = media.firstIndex(where: { $0.contains(offset) }) {
        near = place
      } else {
        outside += 1
        if outside == 1 { firstOutside = offset }
      }
    }
    let count = UInt64(offsets.count)
    let cause = examination.truncation
    if beyond > 0 {
      examination.report(
        .chunkBeyondEnd, chunks, promised: beyond, present: count, other: end, following: cause)
    }
    let crossing = crossing(offsets, end, examination, table, track)
    if crossing > 0 {
      examination.report(
        .chunkCrossesEnd, chunks, promised: crossing, present: count, other: end, following: cause)
    }
    // Without media data nothing can be said of where media should be.
    if outside > 0, !media.isEmpty, (track.sampleCount ?? 0) > 0 {
      examination.report(
        .chunkOutsideMedia, chunks, promised: outside, present: count, other: firstOutside,
        following: cause)
    }
    if unordered > 0, examination.isThorough {
      examination.report(.chunksUnordered, chunks, promised: unordered, present: count)
    }
  }

  /// The number of chunks that begin before the end of the file and go on past it.
  private static func crossing(
    _ offsets: [UInt64], _ end: UInt64, _ examination: Examination, _ table: Int,
    _ track: AtomContext.Track
  ) -> UInt64 {
    let tree = examination.tree
    let reader = examination.reader
    let limit = examination.rowLimit
    guard let runs = tree.child("stsc", of: table),
      let sizes = tree.child("stsz", of: table) ?? tree.child("stz2", of: table)
    else { return 0 }
    reader.open(runs)
    let perChunk: [(first: UInt64, samples: UInt64)] =
      reader.withTable("entries") { table in
        guard table.count <= limit, table.columns.count == 3 else { return [] }
        return (0..<table.count).map {
          (table.raw(row: $0, column: 0), table.raw(row: $0, column: 1))
        }
      } ?? []
    guard !perChunk.isEmpty else { return 0 }
    reader.open(sizes)
    let common = reader.number("sample_size") ?? 0
    let count = reader.number("sample_count") ?? 0
    // QuickTime counts the samples of sound one by one, and a size of 1 means nothing there
    // (QTFF, Sound Sample Descriptions).
    if common > 0, track.handler == "soun" { return 0 }
    let each: [UInt64] =
      common > 0
      ? []
      : reader.withTable("entries") { table in
        guard table.count <= limit, table.columns.count == 1 else { return [] }
        return (0..<table.count).map { table.raw(row: $0, column: 0) }
      } ?? []
    guard common > 0 || !each.isEmpty else { return 0 }
    var sample: UInt64 = 0
    var run = 0
    var found: UInt64 = 0
    for (index, offset) in offsets.enumerated() {
      while run + 1 < perChunk.count, perChunk[run + 1].first <= UInt64(index + 1) { run += 1 }
      let inChunk = min(perChunk[run].samples, count &- min(count, sample))
      var size: UInt64 = 0
      if common > 0 {
        size = inChunk.multipliedReportingOverflow(by: common).partialValue
      } else {
        guard sample + inChunk <= UInt64(each.count) else { return found }
        for place in Int(sample)..<Int(sample + inChunk) { size += each[place] }
      }
      sample += inChunk
      if offset < end, size > end - offset { found += 1 }
    }
    return found
  }

  // MARK: Runs

  private static let runs: @Sendable (Examination, Int) -> Void = { examination, index in
    let found: (Extent, UInt64, Int)? =
      examination.withRows(of: index) { table in
        guard table.columns.count == 3 else { return nil }
        var last: UInt64 = 0
        for row in 0..<table.count {
          let first = table.raw(row: row, column: 0)
          if row == 0 ? first != 1 : first <= last {
            return (table.extent(ofRow: row), first, row + 1)
          }
          last = first
        }
        return nil
      } ?? nil
    guard let (extent, chunk, row) = found else { return }
    examination.report(index, extent: extent, present: chunk, other: UInt64(row))
  }

  /// The number of chunks that the table beside the one at `index` lists.
  private static func chunkCount(_ examination: Examination, _ index: Int) -> (UInt64, Int)? {
    let tree = examination.tree
    guard let table = tree.parent(of: index),
      let chunks = tree.child("stco", of: table) ?? tree.child("co64", of: table)
    else { return nil }
    return examination.number("entry_count", of: chunks).map { ($0, chunks) }
  }

  private static let beyond: @Sendable (Examination, Int) -> Void = { examination, index in
    guard let (chunks, offsets) = chunkCount(examination, index) else { return }
    let found: (Extent, UInt64)? =
      examination.withRows(of: index) { table in
        guard table.columns.count == 3 else { return nil }
        for row in 0..<table.count where table.raw(row: row, column: 0) > chunks {
          return (table.extent(ofRow: row), table.raw(row: row, column: 0))
        }
        return nil
      } ?? nil
    guard let (extent, chunk) = found else { return }
    let place = examination.report(
      index, extent: extent, promised: chunks, present: chunk, because: [offsets])
    examination.fold(place, underAny: "chunk-runs-disordered", of: index)
  }

  private static let samples: @Sendable (Examination, Int) -> Void = { examination, index in
    let tree = examination.tree
    guard let (chunks, offsets) = chunkCount(examination, index),
      let samples = examination.atoms?.track(at: index)?.sampleCount,
      examination.problem("chunk-runs-disordered", of: index) == nil
    else { return }
    let sum: UInt64? =
      examination.withRows(of: index) { table in
        guard table.columns.count == 3 else { return nil }
        var sum: UInt64 = 0
        for row in 0..<table.count {
          let first = table.raw(row: row, column: 0)
          let next = row + 1 < table.count ? table.raw(row: row + 1, column: 0) : chunks &+ 1
          guard next > first, first <= chunks else { break }
          let (run, overflow) = (min(next, chunks &+ 1) &- first).multipliedReportingOverflow(
            by: table.raw(row: row, column: 1))
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
      index, promised: samples, present: sum, because: [offsets] + (sizes.map { [$0] } ?? []))
  }

  private static let descriptions: @Sendable (Examination, Int) -> Void = { examination, index in
    let tree = examination.tree
    guard let table = tree.parent(of: index), let descriptions = tree.child("stsd", of: table)
    else { return }
    var count: UInt64 = 0
    for entry in tree.children(of: descriptions) where !tree[entry].isRaw { count += 1 }
    let found: (Extent, UInt64)? =
      examination.withRows(of: index) { table in
        guard table.columns.count == 3 else { return nil }
        for row in 0..<table.count {
          let number = table.raw(row: row, column: 2)
          if number == 0 || number > count { return (table.extent(ofRow: row), number) }
        }
        return nil
      } ?? nil
    guard let (extent, number) = found else { return }
    let place = examination.report(
      index, extent: extent, promised: count, present: number, because: [descriptions])
    examination.fold(place, underAny: "sample-description-missing", of: descriptions)
  }

  private static let references: @Sendable (Examination, Int) -> Void = { examination, index in
    let tree = examination.tree
    guard let table = tree.parent(of: index), let information = tree.parent(of: table),
      let data = tree.child("dinf", of: information), let references = tree.child("dref", of: data)
    else { return }
    var count: UInt64 = 0
    for entry in tree.children(of: references) where !tree[entry].isRaw { count += 1 }
    for entry in tree.children(of: index) where !tree[entry].isRaw {
      guard let number = examination.number("data_reference_index", of: entry) else { continue }
      if number == 0 || number > count {
        examination.report(
          entry, field: "data_reference_index", promised: count, present: number,
          because: [references])
      }
    }
  }
}

extension Diagnostic.Kind {
  static let chunkBeyondEnd = Self(
    "chunk-beyond-end", .error, "{promised} of {present} chunks start at or after 0x{other:x}",
    expected: "offsets of chunks inside the file")
  static let chunkCrossesEnd = Self(
    "chunk-crosses-end", .error, "{promised} of {present} chunks cross the end of the file",
    expected: "chunks that end inside the file")
  static let chunkOutsideMedia = Self(
    "chunk-outside-media", .error,
    "{promised} of {present} chunks do not start in media data, the first at 0x{other:x}",
    expected: "offsets of chunks in 'mdat'")
  static let chunksUnordered = Self(
    "chunks-unordered", .note, "{promised} of {present} chunks start before the one before them")
}
