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
    var descriptions = MarkedSamples()
    var description = (before: 0, after: 0)
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
    /// The bytes that may be read of samples of another size and of those that moved otherwise than those before them, when
    /// all are too many.
    var reserve: UInt64 = 0
    var syncs = (before: SyncTimes(), after: SyncTimes())
    var lengths = (before: SampleLengths(), after: SampleLengths())
    var times: TrackTimes
    var ticks = TickTimes()

    init(_ times: TrackTimes, _ holders: SampleHolders) { (self.times, self.holders) = (times, holders) }
  }
}
