import Structure

/// A place in a table whose rows are runs: a count, and what so many samples have in common.
struct RunCursor: Sendable {
  private var counts: ColumnWindow
  private var row = -1
  /// The samples left in the run, the one the cursor stands at among them.
  private(set) var left: UInt64 = 0
  /// The row of the run that the cursor stands in; the last one when it is past them.
  var current: Int { row }
  /// Whether all runs are passed.
  private(set) var isPast: Bool

  init(_ counts: StoredColumn?) {
    self.counts = ColumnWindow(counts)
    isPast = counts == nil
    settle()
  }

  /// Goes to the next row that has samples when there are none left in this one.
  private mutating func settle() {
    while left == 0, !isPast {
      guard row &+ 1 < counts.count else {
        isPast = true
        return
      }
      row &+= 1
      left = counts[row]
    }
  }

  /// Goes on by `count` samples, at most those that are left in the run.
  mutating func advance(by count: UInt64 = 1) {
    // Behind the last run none are left.
    if left > count {
      left &-= count
      return
    }
    guard !isPast else { return }
    left &-= min(left, count)
    if left == 0 { settle() }
  }
}

/// A place in a table that names samples, for who asks for them one after another.
struct NamedSamples: Sendable {
  private var rows: ColumnWindow
  /// The row that may name a sample to come.
  private var row = 0
  /// What it names; the largest number there is behind the last row.
  private var next: UInt64 = 0
  /// Whether there is a table.
  var isPresent: Bool { rows.isPresent }

  init(_ column: StoredColumn?) {
    rows = ColumnWindow(column)
    next = rows.count > 0 ? rows[0] : .max
  }

  /// Whether one of the rows, from that on where the last call ended, names a sample; those before it are
  /// passed.
  mutating func holds(_ number: UInt64) -> Bool {
    while next < number {
      row &+= 1
      next = row < rows.count ? rows[row] : .max
    }
    return next == number
  }

  /// How many samples from `number` on are not named, where those before it were asked for.
  func distance(from number: UInt64) -> Int { next <= number ? 0 : Int(clamping: next &- number) }
}

/// A place in the sample table of a track: makes one sample after another, each in O(1) memory.
struct TableCursor: Sendable {
  private let tables: SampleTables
  /// The samples that there are.
  private let count: Int
  /// Samples of sound that share a packet, and the bytes of one; `nil` when each has its own.
  private let packet: (samples: Int, bytes: UInt64)?
  /// The size that all samples have, 0 when ``sizes`` says it of each.
  private let commonSize: UInt64
  private var sizes: ColumnWindow
  private var timeDeltas: ColumnWindow
  private var sampleOffsets: ColumnWindow
  private var firstChunks: ColumnWindow
  private var samplesPerChunk: ColumnWindow
  private var chunkDescriptions: ColumnWindow
  private var chunkOffsets: ColumnWindow
  private var syncSamples: NamedSamples
  private var partialSyncSamples: NamedSamples
  private var dependencies: ColumnWindow
  /// The number of samples passed.
  private(set) var passed = 0
  /// The decode time of the next sample.
  private(set) var decodeTime: Int64 = 0

  private var times: RunCursor
  private var delta: UInt64 = 0
  private var deltaRow = -1
  private var offsets: RunCursor

  /// The chunk of the next sample, from 1; past the last when there are no more.
  private var chunk = 0
  private var chunkRow = 0
  /// The first chunk behind those that this row describes, and how many samples each of these has.
  private var rowEnd: UInt64 = 0
  private var samplesOfChunk: UInt64 = 0
  /// The samples of that chunk that are left.
  private var leftInChunk: UInt64 = 0
  /// Where the next sample begins, as far as its chunk says it.
  private var position: UInt64?
  private var description = -1
  private var place = DataPlace.file

  init(_ tables: SampleTables) {
    self.tables = tables
    count = tables.count
    packet = tables.packet
    commonSize = tables.commonSize
    sizes = ColumnWindow(tables.sizes)
    timeDeltas = ColumnWindow(tables.timeDeltas)
    sampleOffsets = ColumnWindow(tables.offsets)
    firstChunks = ColumnWindow(tables.firstChunks)
    samplesPerChunk = ColumnWindow(tables.samplesPerChunk)
    chunkDescriptions = ColumnWindow(tables.chunkDescriptions)
    chunkOffsets = ColumnWindow(tables.chunkOffsets)
    syncSamples = NamedSamples(tables.syncSamples)
    partialSyncSamples = NamedSamples(tables.partialSyncSamples)
    dependencies = ColumnWindow(tables.dependencies)
    times = RunCursor(tables.timeCounts)
    offsets = RunCursor(tables.offsetCounts)
    if tables.count > 0 { openChunk() }
  }

  // MARK: Chunks

  /// Goes to the next chunk that holds samples.
  private mutating func openChunk() {
    guard samplesPerChunk.isPresent, firstChunks.count > 0 else { return endChunks() }
    while leftInChunk == 0 {
      guard chunk < chunkOffsets.count else { return endChunks() }
      chunk &+= 1
      if UInt64(chunk) >= rowEnd { openRow() }
      leftInChunk = samplesOfChunk
    }
    position = chunkOffsets[chunk &- 1]
  }

  /// Goes to the row that describes the chunk.
  private mutating func openRow() {
    while chunkRow &+ 1 < firstChunks.count, firstChunks[chunkRow &+ 1] <= UInt64(chunk) {
      chunkRow &+= 1
    }
    rowEnd = chunkRow &+ 1 < firstChunks.count ? firstChunks[chunkRow &+ 1] : .max
    samplesOfChunk = samplesPerChunk[chunkRow]
    let number = Int(truncatingIfNeeded: chunkDescriptions[chunkRow])
    if number != description {
      description = number
      place = tables.place(of: number)
    }
  }

  private mutating func endChunks() {
    position = nil
    chunk = 0
    description = 0
    leftInChunk = .max
  }

  /// Passes whole chunks as long as `count` samples, and gives how many remain.
  private mutating func skipChunks(_ count: Int) -> Int {
    var count = count
    while count > 0, position != nil {
      guard UInt64(count) >= leftInChunk else { return count }
      count &-= Int(leftInChunk)
      leftInChunk = 0
      // Chunks that one row describes are passed together.
      let last = min(chunkOffsets.count, Int(clamping: rowEnd) &- 1)
      let each = samplesOfChunk
      if last > chunk, each > 0 {
        let passed = min(Int(clamping: UInt64(count) / each), last &- chunk)
        chunk &+= passed
        count &-= Int(clamping: UInt64(passed) &* each)
      }
      openChunk()
    }
    return count
  }

  // MARK: Samples

  /// The next sample, or `nil` after the last.
  mutating func next() -> Sample? {
    guard var sample = nextPlaced() else { return nil }
    let number = UInt64(sample.number)
    let count = UInt64(sample.count)
    if sampleOffsets.isPresent, !offsets.isPast {
      sample.compositionOffset = Int64(bitPattern: sampleOffsets[offsets.current])
      offsets.advance(by: count)
    }
    if syncSamples.isPresent { sample.isSync = syncSamples.holds(number) }
    if partialSyncSamples.isPresent { sample.isPartialSync = partialSyncSamples.holds(number) }
    if dependencies.isPresent {
      sample.dependencies.rawValue = UInt8(truncatingIfNeeded: dependencies[sample.number &- 1]) & tables.dependencyBits
    }
    sample.duration = count == 1 ? passTime() : passTime(count)
    return sample
  }

  /// The same, where that is known already of which tables are not about places: it has the times and the marks of
  /// `other`, a sample of the same number of tables with the same. Who asks so asks so for all.
  mutating func next(timedAs other: Sample) -> Sample? {
    guard var sample = nextPlaced() else { return nil }
    sample.decodeTime = other.decodeTime
    sample.compositionOffset = other.compositionOffset
    sample.duration = other.duration
    sample.isSync = other.isSync
    sample.isPartialSync = other.isPartialSync
    sample.dependencies = other.dependencies
    return sample
  }

  /// Passes the place of the next sample, which it has alone of all that is known of it, and when it is decoded.
  @inline(__always)
  private mutating func nextPlaced() -> Sample? {
    guard passed < self.count else { return nil }
    var count = 1
    var size = commonSize
    if let packet {
      count = max(1, min(packet.samples, min(self.count &- passed, Int(clamping: leftInChunk))))
      size = packet.bytes
    } else if sizes.isPresent {
      size = sizes[passed]
    }
    var sample = Sample(
      number: passed &+ 1, offset: position.flatMap { place.offset($0) }, size: size,
      decodeTime: decodeTime, compositionOffset: 0, duration: 0, isSync: true,
      dependencies: Sample.Dependencies(rawValue: 0), description: description, chunk: chunk)
    sample.count = count
    passed &+= count
    leftInChunk &-= min(leftInChunk, UInt64(count))
    position = position?.saturatingAdd(size)
    if leftInChunk == 0 { openChunk() }
    return sample
  }

  /// Puts the next samples, as many as `most`, over those of `list`; false, and none is passed, when there are no
  /// more, or when more is known of them than ``PlainSample`` says.
  mutating func next(_ most: Int, into list: inout [PlainSample]) -> Bool {
    guard packet == nil, !partialSyncSamples.isPresent, !dependencies.isPresent, passed < count else { return false }
    list.removeAll(keepingCapacity: true)
    let stop = passed &+ min(most, count &- passed)
    while passed < stop {
      let size = sizes.isPresent ? sizes[passed] : commonSize
      let time = decodeTime
      var sample = PlainSample(
        number: passed &+ 1, chunk: chunk, offset: position.flatMap { place.offset($0) }, size: size, decodeTime: time,
        time: time, duration: 0, isSync: true, isHidden: false)
      if sampleOffsets.isPresent, !offsets.isPast {
        let offset = Int64(bitPattern: sampleOffsets[offsets.current])
        sample.isHidden = offset == Int64(Int32.min)
        if !sample.isHidden { sample.time = time.saturatingAdd(offset) }
        offsets.advance()
      }
      if syncSamples.isPresent { sample.isSync = syncSamples.holds(UInt64(passed &+ 1)) }
      sample.duration = passTime()
      list.append(sample)
      passed &+= 1
      leftInChunk &-= min(leftInChunk, 1)
      position = position?.saturatingAdd(size)
      if leftInChunk == 0 { openChunk() }
    }
    return true
  }

  /// Whether each sample is shown when it is decoded.
  var isShownInOrder: Bool { !sampleOffsets.isPresent }

  /// Passes those behind `sample`, the one that was made last, that differ from it in number and size
  /// alone and lie behind it in its chunk; `nil` when there are none.
  mutating func run(from sample: Sample, most: Int, before end: UInt64) -> SampleRun? {
    guard packet == nil, sample.chunk == chunk, position != nil, !sampleOffsets.isPresent,
      !partialSyncSamples.isPresent, !dependencies.isPresent, let start = sample.offset,
      timeDeltas[times.current] == sample.duration
    else { return nil }
    var more = min(most &- 1, count &- passed, Int(clamping: leftInChunk))
    if !times.isPast { more = min(more, Int(clamping: times.left)) }
    if syncSamples.isPresent {
      guard !sample.isSync else { return nil }
      more = min(more, syncSamples.distance(from: UInt64(passed &+ 1)))
    }
    guard more > 0 else { return nil }
    var run = SampleRun(sample)
    if commonSize > 0 {
      run.byteCount = commonSize.saturatingMultiply(UInt64(more)).saturatingAdd(sample.size)
    } else {
      let found = tables.sizes?.total(of: passed..<passed &+ more) ?? (sum: 0, greatest: 0, row: 0)
      run.byteCount = found.sum.saturatingAdd(sample.size)
      if found.greatest > sample.size { run.largest = (found.row &+ 1, found.greatest) }
    }
    let (time, isTooLate) = sample.decodeTime.addingReportingOverflow(
      Int64(clamping: sample.duration.saturatingMultiply(UInt64(more &+ 1))))
    guard start.saturatingAdd(run.byteCount) <= end, run.byteCount < .max, !isTooLate, time < .max else {
      return nil
    }
    run.count = more &+ 1
    run.lastNumber = passed &+ more
    run.lastDecodeTime = time &- Int64(clamping: sample.duration)
    times.advance(by: UInt64(more))
    decodeTime = time
    passed &+= more
    leftInChunk &-= min(leftInChunk, UInt64(more))
    position = position?.saturatingAdd(run.byteCount &- sample.size)
    if leftInChunk == 0 { openChunk() }
    return run
  }

  /// Passes the time of one sample and gives it.
  private mutating func passTime() -> UInt64 {
    if times.current != deltaRow {
      deltaRow = times.current
      delta = timeDeltas[deltaRow]
    }
    // When the table ends early the last duration goes on, as in players.
    times.advance()
    decodeTime = decodeTime.saturatingAdd(delta)
    return delta
  }

  /// Passes the time of `count` samples and gives it.
  private mutating func passTime(_ count: UInt64) -> UInt64 {
    var count = count
    var total: UInt64 = 0
    while count > 0 {
      let each = timeDeltas[times.current]
      let here = times.isPast ? count : min(count, times.left)
      let ticks = each.saturatingMultiply(here)
      total = total.saturatingAdd(ticks)
      times.advance(by: here)
      count &-= here
    }
    decodeTime = decodeTime.saturatingAdd(total)
    return total
  }

  /// Goes on to the sample with this number, unless it was passed.
  mutating func skip(to first: Int) { skip(max(0, first &- 1 &- passed)) }

  /// Passes `count` samples without making them.
  ///
  /// Of QuickTime sound it passes whole packets, as many as end before.
  ///
  /// - Complexity: O(*r* + *s*) in the runs of the tables and the samples of one chunk.
  mutating func skip(_ count: Int) {
    var count = min(count, self.count &- passed)
    guard count > 0 else { return }
    var rest = skipChunks(count)
    if let packet, position != nil {
      // A packet is not entered in its middle.
      let over = rest % packet.samples
      rest &-= over
      count &-= over
    }
    _ = passTime(UInt64(count))
    var left = UInt64(count)
    while left > 0, !offsets.isPast {
      let here = min(left, offsets.left)
      offsets.advance(by: here)
      left &-= here
    }
    passed &+= count
    if rest > 0, let start = position {
      position = start.saturatingAdd(tables.byteCount(of: passed &- rest..<passed))
      leftInChunk &-= min(leftInChunk, UInt64(rest))
      if leftInChunk == 0 { openChunk() }
    }
  }

  // MARK: Whole chunks

  /// The rest of the chunk that the next sample lies in, as one piece; `nil` after the last.
  ///
  /// - Parameter isTimed: Whether anybody asks when it is decoded, and for how long; else both are 0.
  mutating func nextChunk(isTimed: Bool = true) -> Chunk? {
    guard passed < self.count else { return nil }
    let count = min(self.count &- passed, Int(clamping: leftInChunk))
    let bytes =
      count == 1 && packet == nil && commonSize == 0
      ? sizes[passed] : tables.byteCount(of: passed..<passed &+ count)
    var chunk = Chunk(
      number: chunk, firstSample: passed &+ 1, sampleCount: count,
      offset: position.flatMap { place.offset($0) }, byteCount: bytes, decodeTime: decodeTime,
      description: description)
    passed &+= count
    if isTimed { chunk.duration = passTime(UInt64(count)) }
    leftInChunk = 0
    position = nil
    openChunk()
    return chunk
  }
}

/// Samples of one track that lie behind each other: a chunk of the sample table, or a `trun`.
public struct Chunk: Sendable, BitwiseCopyable {
  /// Its number: of the chunk in the track, of the `trun` in its `traf`; from 1, 0 for samples that
  /// no chunk holds.
  public var number: Int
  /// The number of its first sample.
  public var firstSample: Int
  /// How many samples it has.
  public var sampleCount: Int
  /// The offset of its first byte in the file; `nil` when there is no chunk, or it is in another
  /// file.
  public var offset: UInt64?
  /// The bytes of all its samples, the largest number there is when that is more.
  public var byteCount: UInt64
  /// When its first sample is decoded, in ticks of the media.
  public var decodeTime: Int64
  /// The ticks of all its samples.
  public var duration: UInt64 = 0
  /// The sample entry that its samples need, from 1.
  public var description: Int
  /// The `moof` it belongs to, from 1 in the order of its file; 0 for chunks of the sample table.
  public var fragment = 0
  /// The file that its offset is in: its place in ``MovieSamples/documents``.
  public var file = 0

  /// The offset after its last byte.
  public var end: UInt64? { offset.map { $0.saturatingAdd(byteCount) } }
}
