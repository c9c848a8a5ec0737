import ByteReading
import MediaFacts

extension TrackProof {
  /// What is noted while samples of the same number are held against each other.
  struct Walk {
    var compared = 0
    var same = 0
    var others = MarkedSamples()
    /// Those of them that are not all in the second file, or were not in the first, and the rest: these have other bytes.
    var missing = MarkedSamples()
    var arrived = MarkedSamples()
    var altered = MarkedSamples()
    /// How far behind their places the bytes are read, where all agree: 0 for no such place.
    var readShift: Int64?
    var isReadElsewhere = true
    /// Whether others stand where they stood: then what is near may be what it likes, unless all of them
    /// are others because their bytes moved.
    var staysInPlace = false
    var sizes = MarkedSamples()
    /// Those of another size that were not read.
    var unreadSizes = MarkedSamples()
    /// Samples of the same units that are wrapped otherwise, and what only one of them has.
    var rewrapped = MarkedSamples()
    var wrapping: NALUnits.Wrapping = []
    /// Samples of the same units that hold an empty one as well, now or no longer.
    var emptied = MarkedSamples()
    var filled = MarkedSamples()
    /// Samples whose bytes differ, and of which the snapshot does not say what a decoder is given.
    var unknown = MarkedSamples()
    var lostSync = MarkedSamples()
    var newSync = MarkedSamples()
    var dependencies = DependencyChanges()
    var starts = StartChanges()
    /// Whether samples lead to sample entries of other numbers.
    var hasOtherEntries = false
    /// Whether a sample that is not known to be the same has parameter sets in one of the files, by which those behind
    /// it are decoded.
    var hasSets = false
    /// Where all of the others lie.
    var holders: SampleHolders
    var unread: String?
    /// Whether that is because neither file has the bytes, or there are too many of them: what their tables say can be
    /// compared all the same.
    var comparesTables = false
    /// How far the last sample lies from where it lay, modulo 2⁶⁴.
    var move: UInt64 = 0
    /// Samples that follow one that moved otherwise than those before it and is another, and moved as far: the first runs of
    /// them, and how many there are in how many others.
    private(set) var strays: [Stray] = []
    private(set) var furtherStrays = (count: 0, runs: 0)
    /// The run that begins where the next sample moved as far as the last one.
    private var nextStray: Stray?
    /// Whether the last sample was in a run or the one in front of it, and whether that run is the last of ``strays``.
    private var (isAstray, isListed) = (false, false)
    /// How far those before them moved.
    private var rest: UInt64 = 0
    /// The bytes that may be read of samples of another size and of those that moved otherwise than those before them, when
    /// all are too many.
    var reserve: UInt64 = 0
    var tallies = SampleTallies()
    var times: TrackTimes
    var ticks = TickTimes()

    init(_ times: TrackTimes, _ holders: SampleHolders) { (self.times, self.holders) = (times, holders) }

    /// Samples of which the one in front of the first was read: it is another.
    struct Stray {
      let first: Int
      /// By how many bytes more than those before all runs that one moved.
      let by: Int64
      var count = 0
      var last = 0
      var time: Int64 = 0

      /// `the 9 behind sample 151, up to sample 160 (15.900 s), are read as far off (+100 bytes)`.
      func words(hasClock: Bool) -> String {
        let place = "sample \(last.grouped)" + (hasClock ? " (\(ProofWords.time(time)))" : "")
        let head = "behind sample \(first.grouped)"
        return (count == 1 ? "the one \(head), \(place), is" : "the \(count.grouped) \(head), up to \(place), are")
          + " read as far off (\(by > 0 ? "+" : "")\(by.grouped) \(by.magnitude == 1 ? "byte" : "bytes"))"
      }
    }

    /// Notes that a sample was read, which moved by `move`, otherwise than those before it: whether it is another.
    mutating func noteMoved(_ sample: Sample, by move: UInt64, isOther: Bool) {
      if !isAstray { rest = self.move }
      isAstray = isOther
      nextStray = isOther ? Stray(first: sample.number, by: Int64(bitPattern: move &- rest)) : nil
    }

    /// Notes a sample that moved as far as the one before it.
    mutating func noteFollowing(_ sample: Sample) {
      guard isAstray else { return }
      if let nextStray {
        isListed = strays.count < Self.strayLimit
        if isListed { strays.append(nextStray) } else { furtherStrays.runs += 1 }
        self.nextStray = nil
      }
      guard isListed, let place = strays.indices.last else {
        furtherStrays.count += sample.count
        return
      }
      strays[place].count += sample.count
      (strays[place].last, strays[place].time) = (sample.number, times.time(of: sample))
    }

    /// `; the 9 behind sample 151, up to sample 160 (15.900 s), are read as far off (+100 bytes)` of each run, and of those
    /// that are not named `; so are 12 behind 3 others`.
    func wordsOfStrays(hasClock: Bool) -> String {
      let text = strays.map { "; " + $0.words(hasClock: hasClock) }.joined()
      let (count, runs) = furtherStrays
      if count == 0 { return text }
      return text + "; so \(count == 1 ? "is" : "are") \(count.grouped) behind \(runs.grouped) \(runs == 1 ? "other" : "others")"
    }

    /// Runs of samples that are told.
    private static let strayLimit = 4
  }
}
