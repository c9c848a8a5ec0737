import ByteReading
import MediaFacts
import SoundFiles
import Structure

/// Compares the frames of two files without tracks: their bytes, and what their headers say of how they are decoded.
struct FrameProof {
  private let before: Document
  private let after: Document
  /// The frames that hold sound, in the order of each file.
  private let x: [SoundFrame]
  private let y: [SoundFrame]
  /// Whether frames were left out, of which a file may have others.
  private let isCut: Bool

  /// - Complexity: O(*n*) in the bytes of both.
  init(_ before: Document, _ after: Document) {
    (self.before, self.after) = (before, after)
    let (old, new) = (Self.frames(before), Self.frames(after))
    (x, y, isCut) = (old.list, new.list, old.isCut || new.isCut)
  }

  /// How many more frames the second file has; `nil` where not all of them are known.
  var more: Int? { isCut ? nil : y.count - x.count }

  // MARK: Bytes

  /// What became of the bytes of the frames; `nil` where a file has none, or not all are known.
  var words: String? {
    if isCut || x.isEmpty || y.isEmpty { return nil }
    func isSame(_ one: SoundFrame, _ other: SoundFrame) -> Bool {
      before.tree.file.hasSameBytes(in: one.range, as: after.tree.file, in: other.range)
    }
    var head = 0
    while head < x.count, head < y.count, isSame(x[head], y[head]) { head += 1 }
    if head == x.count, head == y.count { return "has other bytes beside its frames" }
    if x.count == y.count {
      let count = (head..<x.count).count { !isSame(x[$0], y[$0]) }
      return "\(count) of \(x.count) frames \(count == 1 ? "is another" : "are others"), from \(head + 1) on"
    }
    var tail = 0
    let common = min(x.count, y.count)
    while tail < common, isSame(x[x.count - 1 - tail], y[y.count - 1 - tail]) { tail += 1 }
    let counts = (common, max(x.count, y.count))
    let isLess = y.count < x.count
    let cut =
      CutPlace(head: head, tail: tail, counts: counts, prefersFront: true)
      ?? (isLess ? Self.place(of: (after, y), in: (before, x)) : Self.place(of: (before, x), in: (after, y)))
    let words = cut.flatMap { cut in
      ProofWords.missing(cut, ("frame", "frames"), isGone: isLess) { (isLess ? x : y).timeWords(of: $0) }
    }
    return words ?? "\(x.count) → \(y.count) frames, " + ProofWords.same(head, min(tail, common - head))
  }

  /// Where all frames of a file stand in one with more.
  ///
  /// - Complexity: O(*n*) in their bytes.
  private static func place(
    of shorter: (document: Document, frames: [SoundFrame]), in longer: (document: Document, frames: [SoundFrame])
  ) -> CutPlace? {
    let (mine, theirs) = (shorter.document.tree.file, longer.document.tree.file)
    func keys(_ file: ByteSource, _ frames: [SoundFrame], _ body: (UInt64) -> Bool) {
      for frame in frames where !body(file.mixed(frame.coded, into: UInt64(clamping: frame.byteCount))) { return }
    }
    // What a snapshot shows of the start of a stream divides the frames there otherwise than those behind it.
    let isKnownByParts = mine.parts != nil || theirs.parts != nil
    func shown(_ frames: [SoundFrame]) -> Int {
      let end = (frames.first?.offset ?? 0).saturatingAdd(Self.shownSize)
      return frames.prefix { $0.offset < end }.count
    }
    return CutPlace(
      shorter: { keys(mine, shorter.frames, $0) }, longer: { keys(theirs, longer.frames, $0) },
      counts: (shorter.frames.count, longer.frames.count), evidence: .coded,
      unknown: isKnownByParts ? max(shown(shorter.frames), shown(longer.frames)) : 0
    ) { place in
      for (frame, other) in zip(shorter.frames, longer.frames.dropFirst(place)) {
        let isSame = mine.comparison(of: frame.range, with: theirs, other.range)
        guard isSame == true else { return isSame }
      }
      return true
    }
  }

  // MARK: Headers

  /// What headers say otherwise: the coding, the rate, the channels, and how long each frame lasts; what else is in
  /// frames, such as their loudness, is not looked at.
  var findings: [Verdict.Finding] {
    var found: [Verdict.Finding] = []
    if isCut {
      found = [Verdict.Aspect.times, .setup, .sound].map {
        Verdict.Finding($0, .notChecked, "not all frames are known", subject: "audio")
      }
    }
    if x.isEmpty || y.isEmpty { return found }
    func add(_ aspects: [Verdict.Aspect], _ words: String?) {
      guard let words else { return }
      for aspect in aspects {
        var finding = Verdict.Finding(aspect, .changed, words, subject: "audio")
        finding.isDecoding = aspect == .setup
        found.append(finding)
      }
    }
    add([.setup], change(of: { Int($0.coding.number) }, in: { $0.coding.fullName }))
    add([.setup, .sound], change(of: \.samplingFrequency, in: { $0.samplingFrequency.grouped + " Hz" }))
    add(
      [.setup, .sound],
      change(of: { $0.isDual ? -1 : Int($0.channelCount) }) {
        switch $0.channelCount {
        case 0: "channels that the sound says"
        case 1: "1 channel"
        default: $0.isDual ? "2 channels of their own" : "\($0.channelCount) channels"
        }
      })
    add([.times], times)
    found.append(Verdict.Finding(.sound, .notChecked, "inside samples", subject: "audio"))
    return found
  }

  /// `1 channel → 2 channels`, with the frame where not all are others; `nil` where frames of the same number have the
  /// same, and no other frame has what none of the other file has.
  private func change(of key: (SoundFrame) -> Int, in words: (SoundFrame) -> String) -> String? {
    let common = min(x.count, y.count)
    var count = 0
    var first: Int?
    for place in 0..<common where key(x[place]) != key(y[place]) {
      count += 1
      if first == nil { first = place }
    }
    if let first {
      var text = words(x[first]) + " → " + words(y[first])
      let isAlike = count == common && (0..<common).allSatisfy { key(x[$0]) == key(x[first]) && key(y[$0]) == key(y[first]) }
      if !isAlike {
        text += " in frame \((first + 1).grouped)"
        if count > 1 { text += "; \((count - 1).grouped) more are others" }
      }
      return text
    }
    let isLonger = y.count > x.count
    let known = Set((isLonger ? x : y).map(key))
    guard let other = (isLonger ? y : x).dropFirst(common).first(where: { !known.contains(key($0)) }) else { return nil }
    return "\(isLonger ? "new" : "gone"): frames with " + words(other)
  }

  /// `each frame lasts 21.3 ms, not 23.2 ms`.
  private var times: String? {
    var count = 0
    var first: Int?
    let common = min(x.count, y.count)
    for place in 0..<common {
      let (a, b) = (x[place], y[place])
      if a.sampleCount &* b.samplingFrequency == b.sampleCount &* a.samplingFrequency { continue }
      count += 1
      if first == nil { first = place }
    }
    guard let first else { return nil }
    let lengths = ProofWords.change(x[first].length, y[first].length)
    func isAlike(_ frames: [SoundFrame]) -> Bool {
      frames.prefix(common).allSatisfy {
        $0.sampleCount == frames[first].sampleCount && $0.samplingFrequency == frames[first].samplingFrequency
      }
    }
    if count == common, isAlike(x), isAlike(y) { return "each frame lasts " + lengths }
    return "frame \((first + 1).grouped) lasts " + lengths
      + (count > 1 ? "; \((count - 1).grouped) more are others" : "")
  }

  // MARK: Frames

  /// The nodes that hold sound.
  static func nodes(of document: Document) -> [NodeIndex] {
    document.tree.indices.filter { MediaFile.isMedia($0, document) }
  }

  /// Bytes of a frame of sound that its header takes at most, which snapshots have of each.
  static let headerSize = 12
  /// Bytes at the start of a stream that snapshots have.
  static let shownSize = 1_024
  /// Frames that are distinguished.
  private static let limit = 1 << 20

  /// The frames that hold sound.
  private static func frames(_ document: Document) -> (list: [SoundFrame], isCut: Bool) {
    let share = MemoryShare(document.memory, for: "there is no memory for telling frames apart")
    var found: [SoundFrame] = []
    var isCut = false
    let count = document.tree.file.byteCount
    // Those hold no sound, but what an encoder says of the others.
    let silent = Set(nodes(of: document).compactMap { document.informationFrame(at: $0)?.lowerBound })
    document.forEachSoundFrame { frame in
      if silent.contains(frame.offset) { return true }
      guard found.count < limit, frame.range.upperBound <= count, share.grow(by: MemoryLayout<SoundFrame>.stride)
      else {
        isCut = true
        return false
      }
      found.append(frame)
      return true
    }
    return (found, isCut)
  }
}

extension SoundFrame {
  /// Where its bytes lie in the file.
  fileprivate var range: Range<Int> { offset..<offset.saturatingAdd(byteCount) }

  /// The bytes behind those that a snapshot has of each frame: behind the start of a file these are known by one digest.
  fileprivate var coded: Range<Int> {
    byteCount > FrameProof.headerSize ? offset.saturatingAdd(FrameProof.headerSize)..<range.upperBound : range
  }

  /// How long it plays, in nanoseconds.
  fileprivate var length: Int64 { MovieTime.nanoseconds(Int64(clamping: sampleCount), UInt64(clamping: samplingFrequency)) }
}

extension [SoundFrame] {
  /// When one is heard: `4.702 s`.
  ///
  /// - Complexity: O(*n*) in the frames before it.
  fileprivate func timeWords(of place: Int) -> String {
    // Lengths are added as they are: each may be rounded.
    var time: Int64 = 0
    var (samples, rate): (Int, Int) = (0, 0)
    for frame in prefix(place) {
      if frame.samplingFrequency != rate {
        time = time.saturatingAdd(Self.nanoseconds(samples, rate))
        (samples, rate) = (0, frame.samplingFrequency)
      }
      samples = samples.saturatingAdd(frame.sampleCount)
    }
    return ProofWords.time(time.saturatingAdd(Self.nanoseconds(samples, rate)))
  }

  private static func nanoseconds(_ samples: Int, _ rate: Int) -> Int64 {
    rate > 0 ? MovieTime.nanoseconds(Int64(clamping: samples), UInt64(clamping: rate)) : 0
  }
}
