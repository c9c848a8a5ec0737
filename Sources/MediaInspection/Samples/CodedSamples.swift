import Atoms
import ByteReading
import MediaFacts
import Structure

/// A sample whose bytes are in a file. The runtime would have to make the type of several values with a range among them.
struct PlacedSample {
  let sample: Sample
  let range: Range<Int>
  let source: ByteSource
}

/// A sample that was held against the coding of its track.
struct CodedSample: Sendable {
  let number: Int
  let range: Range<Int>
  let fit: NALUnits.Fit

  /// The beginning of its bytes.
  var place: Extent { Extent(byteOffset: range.lowerBound, byteCount: min(16, range.count)) }
}

/// Whether samples are what their coding makes: offsets that lead elsewhere, and samples that were overwritten, are
/// found by their beginnings, of which as few are read as answer.
extension SampleTrack {
  /// The first sample, held against its coding; `nil` where its bytes do not tell it.
  ///
  /// Where one sample alone tells nothing, the first ones are looked at.
  func findCodedBeginning() -> CodedSample? {
    guard units != nil else { return beginnings }
    guard let first = firstTelling, let units = units(ofDescription: first.sample.description) else { return nil }
    return CodedSample(number: first.sample.number, range: first.range, fit: units.fit(first.range, of: first.source))
  }

  /// The start code of a byte stream in a unit of the first sample of AVC that tells how samples are coded; `nil` where
  /// there is none among the first bytes of its units, and in tracks that are protected, where any bytes may stand.
  var startCodeInUnit: (sample: Int, extent: Extent)? {
    guard description.protectedShare(in: home.tree) == .none, let first = firstTelling,
      let units = units(ofDescription: first.sample.description),
      let place = units.startCode(inUnitsOf: first.range, of: first.source)
    else { return nil }
    return (first.sample.number, Extent(byteOffset: place, byteCount: 3))
  }

  /// A sample behind the first that is not made of units, of the first ones of some chunks; the first where all
  /// are, `nil` where nothing tells it.
  ///
  /// - Complexity: O(*n*) in the chunks.
  func findCodedLater() -> CodedSample? {
    guard units != nil, let first = firstTelling else { return nil }
    guard let units = units(ofDescription: first.sample.description), units.fit(first.range, of: first.source).isAsSaid
    else { return nil }
    if let later = firstLater(behind: first, where: { !$0.fit($1, of: $2).isAsSaid }) {
      return CodedSample(number: later.sample.number, range: later.range, fit: .not)
    }
    return CodedSample(number: first.sample.number, range: first.range, fit: .asSaid)
  }

  /// Where the length of a unit without a byte stands, in the first samples that tell something or in the first ones of
  /// some chunks behind; `nil` where none of these has one.
  ///
  /// - Complexity: O(*n*) in the chunks.
  func findEmptyUnit() -> (sample: Int, extent: Extent)? {
    guard units != nil, let first = firstTelling else { return nil }
    func emptyUnit(in looked: PlacedSample, by units: NALUnits) -> (sample: Int, extent: Extent)? {
      guard units.fit(looked.range, of: looked.source) == .withEmpty,
        let length = units.lengthOfEmptyUnit(in: looked.range, of: looked.source)
      else { return nil }
      return (looked.sample.number, Extent(byteOffset: length.lowerBound, byteCount: length.count))
    }
    var description = first.sample.description
    var units = units(ofDescription: description)
    var samples = samples()
    for _ in 0..<Self.samplesLooked {
      guard let sample = samples.next() else { return nil }
      guard let range = place(of: sample) else { continue }
      let source = documents[sample.file].tree.file
      if sample.description != description {
        description = sample.description
        units = self.units(ofDescription: description)
      }
      guard Self.tells(range, source), let units else { continue }
      let looked = PlacedSample(sample: sample, range: range, source: source)
      if let found = emptyUnit(in: looked, by: units) { return found }
    }
    let later = firstLater(behind: first) { $0.fit($1, of: $2) == .withEmpty }
    return later.flatMap { later in
      self.units(ofDescription: later.sample.description).flatMap { emptyUnit(in: later, by: $0) }
    }
  }

  /// The first sample that is wanted among those behind `first` that are looked at: the first ones of some chunks.
  ///
  /// - Complexity: O(*n*) in the chunks.
  private func firstLater(
    behind first: PlacedSample, where isWanted: (_ units: NALUnits, _ range: Range<Int>, _ source: ByteSource) -> Bool
  ) -> PlacedSample? {
    // Most samples are of one description.
    var description = first.sample.description
    var units = units(ofDescription: description)
    return self.first(of: laterFirsts) { sample in
      guard sample.size > 0, let range = place(of: sample) else { return nil }
      let source = documents[sample.file].tree.file
      if sample.description != description {
        description = sample.description
        units = self.units(ofDescription: description)
      }
      guard Self.tells(range, source), let units, isWanted(units, range, source) else { return nil }
      return PlacedSample(sample: sample, range: range, source: source)
    }
  }

  /// What comes of the first of these samples, whose numbers rise, of which something does.
  private func first<Found>(of numbers: [Int], _ look: (Sample) -> Found?) -> Found? {
    // Samples of the tables are gone on to; who begins among fragments finds out where.
    var samples = samples()
    let isOfTables = fragmentedCount == 0
    for number in numbers {
      if isOfTables { samples.skip(to: number) } else { samples = self.samples(from: number) }
      if let sample = samples.next(), let found = look(sample) { return found }
    }
    return nil
  }

  /// The numbers of the samples that begin chunks and runs of fragments behind the first: of 32 to 64 that are spread over
  /// the track, and of the last. Each costs a read, of a file that may be far away.
  ///
  /// - Complexity: O(*n*) in the chunks, none of whose samples are read.
  var laterFirsts: [Int] {
    var found: [Int] = []
    var (step, passed, last) = (1, 0, 0)
    var chunks = Chunks(self, isTimed: false)
    while let chunk = chunks.next() {
      if chunk.firstSample == 1 { continue }
      (passed, last) = (passed + 1, chunk.firstSample)
      // How many runs there are is known behind the last of them alone.
      guard passed.isMultiple(of: step) else { continue }
      found.append(last)
      if found.count == 2 * Self.chunksLooked {
        found = stride(from: 1, to: found.count, by: 2).map { found[$0] }
        step *= 2
      }
    }
    if passed > 0, found.last != last { found.append(last) }
    return found
  }

  /// A sample of AAC of zeros, among the first ones, the first ones of some chunks and others behind: none ends it, and no
  /// decoder has sound for it. `nil` where none of these is one, and where all that are looked at are other bytes than sound.
  ///
  /// - Complexity: O(*n*) in the chunks.
  func findSoundOfZeros() -> CodedSample? {
    guard units == nil, description.protectedShare(in: home.tree) == .none, let entry = description.sampleEntry,
      home.tree[entry].type == "mp4a"
    else { return nil }
    // Most samples have other bytes, and nobody asks how they are coded.
    lazy var form = SampleBeginning(entry: entry, in: home)
    lazy var isCodedAsSaid = codedBeginning?.fit.isAsSaid ?? true
    func zeros(_ sample: Sample) -> CodedSample? {
      guard sample.size > 0, sample.description <= 1, let range = place(of: sample) else { return nil }
      let source = documents[sample.file].tree.file
      let seen = SampleBeginning.Seen(range: range, isSync: true, source: source)
      guard !source.isAbsent(range), seen.isOfZeros, form?.isEndless(seen) ?? false, isCodedAsSaid else { return nil }
      return CodedSample(number: sample.number, range: range, fit: .not)
    }
    var samples = samples()
    for _ in 0..<16 {
      guard let sample = samples.next() else { return nil }
      if let found = zeros(sample) { return found }
    }
    if let found = first(of: laterFirsts, zeros) { return found }
    // Few chunks hold all samples of some files.
    guard fragmentedCount == 0, self.count > 16 else { return nil }
    let parts = Self.chunksLooked
    return first(of: (1...parts).map { max(1, self.count / parts * $0 + self.count % parts * $0 / parts) }, zeros)
  }

  /// The first sample that tells something, of as many as are looked at.
  private var firstTelling: PlacedSample? {
    // Without `prefix`, whose type the runtime would have to make.
    var samples = samples()
    for _ in 0..<Self.samplesLooked {
      guard let sample = samples.next() else { break }
      guard let range = place(of: sample) else { continue }
      let source = documents[sample.file].tree.file
      if Self.tells(range, source) { return PlacedSample(sample: sample, range: range, source: source) }
    }
    return nil
  }

  /// The first samples of which one is looked at.
  private static let samplesLooked = 64

  /// Whether a sample is there and as long as a length and a unit.
  private static func tells(_ range: Range<Int>, _ source: ByteSource) -> Bool {
    range.count > 4 && !source.isAbsent(range)
  }

  /// The later chunks of which the first sample is looked at.
  private static let chunksLooked = 32

  /// The first sample that has bytes.
  var firstSample: PlacedSample? {
    guard let sample = samples().first(where: { $0.size > 0 }), let range = place(of: sample) else { return nil }
    return PlacedSample(sample: sample, range: range, source: documents[sample.file].tree.file)
  }

  /// How samples begin that are not made of units with their lengths before them.
  private var beginnings: CodedSample? {
    guard description.protectedShare(in: home.tree) == .none, let entry = description.sampleEntry,
      let form = SampleBeginning(entry: entry, in: home)
    else { return nil }
    var found: [SampleBeginning.Seen] = []
    var number: Int?
    var samples = samples()
    for _ in 0..<Self.samplesLooked {
      guard found.count < (form.isSure ? 1 : 16), let sample = samples.next() else { break }
      // Sample entries may be of several codings.
      guard sample.size > 0, sample.description <= 1, let range = place(of: sample) else { continue }
      let source = documents[sample.file].tree.file
      if source.isAbsent(range) { return nil }
      if number == nil { number = sample.number }
      found.append(SampleBeginning.Seen(range: range, isSync: sample.isSync, source: source))
    }
    guard let number, let place = found.first?.range, let fits = form.fits(found) else { return nil }
    return CodedSample(number: number, range: place, fit: fits ? .asSaid : .not)
  }
}
