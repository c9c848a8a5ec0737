import MediaInspection

/// The samples of a track that follow one another in the file, joined into runs so that there are not
/// many more than fit a picture.
///
/// - Complexity: O(1) a sample; the memory is that of the runs.
struct SampleRuns {
  /// Samples that lie behind each other.
  struct Run {
    /// The first and the last in the order of decoding.
    var first: Int
    var last: Int
    /// From where to where in the file they lie.
    var low: UInt64
    var high: UInt64
    /// When the first and the last of them are decoded, in ticks of the media.
    var from: Int64
    var to: Int64
    /// What holds the first, where runs end with it.
    var place: SampleSeries.Place?
    /// Whether it lies in every other place.
    var isPale = false
  }

  private(set) var runs: [Run] = []
  private let perRun: Int
  private let limit: Int
  /// Whether a run ends with the chunk or the fragment that holds it.
  let hasPlaces: Bool
  private var open: Run?
  private var count = 0
  private var isPale = true

  /// Begins runs of about `promised` samples, of which `limit` end where samples do not follow one
  /// another.
  init(of promised: Int, limit: Int, hasPlaces: Bool) {
    self.limit = max(1, limit)
    perRun = max(1, promised / max(1, limit))
    self.hasPlaces = hasPlaces
  }

  /// Goes on to the next in the order of decoding; those in other files, or in none, have no place here.
  mutating func add(_ element: SampleSeries.Element) {
    guard let offset = element.offset else { return }
    let end = offset.saturatingAdd(element.size)
    if hasPlaces, open?.place != element.place {
      flush()
      isPale.toggle()
    }
    if let run = open {
      // A step ends where samples do not follow one another in the file.
      let isApart = offset < run.high || offset - run.high > 1 << 20
      if count == perRun || isApart && runs.count < limit { flush() }
    }
    count += 1
    if var run = open {
      run.high = max(run.high, end)
      run.low = min(run.low, offset)
      run.to = element.decodeTime
      run.last = element.number
      open = run
      return
    }
    open = Run(
      first: element.number, last: element.number, low: offset, high: end, from: element.decodeTime,
      to: element.decodeTime, place: hasPlaces ? element.place : nil, isPale: hasPlaces && isPale)
  }

  /// How many more go into the run that is open, or into the next one.
  var room: Int { count == 0 || count >= perRun ? perRun : perRun - count }

  /// Goes on to some that lie behind each other in one chunk, of which `element` is the first: no more
  /// than there is ``room`` for.
  mutating func add(_ element: SampleSeries.Element, of run: SampleRun) {
    add(element)
    guard var open, run.count > 1, let offset = element.offset else { return }
    count += run.count - 1
    open.high = max(open.high, offset.saturatingAdd(run.byteCount))
    open.to = run.lastDecodeTime
    open.last = run.lastNumber
    self.open = open
  }

  /// No more samples come.
  mutating func finish() { flush() }

  private mutating func flush() {
    if let open { runs.append(open) }
    open = nil
    count = 0
  }
}
