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

  /// - Complexity: O(*n*) in the bytes of both.
  init(_ before: Document, _ after: Document) {
    (self.before, self.after) = (before, after)
    (x, y) = (Self.frames(before), Self.frames(after))
  }

  /// How many more frames the second file has.
  var more: Int { y.count - x.count }

  // MARK: Bytes

  /// What became of the bytes of the frames; `nil` where a file has none.
  var words: String? {
    if x.isEmpty || y.isEmpty { return nil }
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
    while tail < min(x.count, y.count) - head, isSame(x[x.count - 1 - tail], y[y.count - 1 - tail]) { tail += 1 }
    return "\(x.count) → \(y.count) frames, " + Self.same(head, tail)
  }

  /// `the first 20 and the last 110 the same`, `none the same`.
  static func same(_ head: Int, _ tail: Int) -> String {
    let same = [(head, "first"), (tail, "last")].filter { $0.0 > 0 }
      .map { $0.0 == 1 ? "the \($0.1) one" : "the \($0.1) \(grouped($0.0))" }
    return same.isEmpty ? "none the same" : same.joined(separator: " and ") + " the same"
  }

  static func grouped(_ number: Int) -> String {
    var text = ByteWriter()
    text.put(grouped: number)
    return text.string
  }

  // MARK: Headers

  /// What headers say otherwise: the coding, the rate, the channels, and how long each frame lasts; what else is in
  /// frames, such as their loudness, is not looked at.
  var findings: [Verdict.Finding] {
    if x.isEmpty || y.isEmpty { return [] }
    var found: [Verdict.Finding] = []
    func add(_ aspects: [Verdict.Aspect], _ words: String?) {
      guard let words else { return }
      for aspect in aspects {
        var finding = Verdict.Finding(aspect, .changed, words, subject: "audio")
        finding.isDecoding = aspect == .setup
        found.append(finding)
      }
    }
    add([.setup], change(of: { Int($0.coding.number) }, in: { $0.coding.fullName }))
    add([.setup, .sound], change(of: \.samplingFrequency, in: { Self.grouped($0.samplingFrequency) + " Hz" }))
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
      if count < common {
        text += " in frame \(Self.grouped(first + 1))"
        if count > 1 { text += " and \(Self.grouped(count - 1)) more" }
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
    if count == common { return "each frame lasts " + lengths }
    return "frame \(Self.grouped(first + 1)) lasts " + lengths + (count > 1 ? "; and \(Self.grouped(count - 1)) more" : "")
  }

  // MARK: Frames

  /// Frames that are distinguished.
  private static let limit = 1 << 20

  /// The frames that hold sound.
  private static func frames(_ document: Document) -> [SoundFrame] {
    let share = MemoryShare(document.memory, for: "there is no memory for telling frames apart")
    var found: [SoundFrame] = []
    let count = document.tree.file.byteCount
    let silent = SoundProof.silentFrames(document)
    document.forEachSoundFrame { frame in
      if silent.contains(frame.offset) { return true }
      guard found.count < limit, frame.range.upperBound <= count, share.grow(by: MemoryLayout<SoundFrame>.stride)
      else { return false }
      found.append(frame)
      return true
    }
    return found
  }
}

extension SoundFrame {
  /// Where its bytes lie in the file.
  fileprivate var range: Range<Int> { offset..<offset.saturatingAdd(byteCount) }

  /// How long it plays, in nanoseconds.
  fileprivate var length: Int64 { MovieTime.nanoseconds(Int64(clamping: sampleCount), UInt64(clamping: samplingFrequency)) }
}
