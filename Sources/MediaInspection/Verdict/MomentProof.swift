import ByteReading
import SoundFiles
import Structure

/// Compares sound of which each moment has as many bytes, such as PCM of WAV and AIFF.
enum MomentProof {
  /// `1 of 132,300 moments is another, at 0.011 s`, `the last 1,000 of 132,300 moments are gone`; `nil` where moments
  /// have other sizes, and of bytes that are not there.
  ///
  /// - Complexity: O(*n*) in the bytes.
  static func words(_ a: JoinedBytes, _ b: JoinedBytes) -> String? {
    guard let x = SoundFormat(a.document), let y = SoundFormat(b.document), x.samplesOfBlock == 1, y.samplesOfBlock == 1,
      let size = x.blockSize.flatMap({ Int(exactly: $0) }), size > 0, x.blockSize == y.blockSize,
      let p = range(a), let q = range(b)
    else { return nil }
    let (mine, others) = (a.document.tree.file.bytes.extracting(p), b.document.tree.file.bytes.extracting(q))
    func isSame(_ one: Int, _ other: Int) -> Bool {
      mine.extracting(one &* size..<one &* size &+ size)
        .hasSameBytes(as: others.extracting(other &* size..<other &* size &+ size))
    }
    let (old, new) = (p.count / size, q.count / size)
    let common = min(old, new)
    guard common > 0 else { return nil }
    var head = 0
    while head < common, isSame(head, head) { head += 1 }
    if old == new {
      if head == common { return nil }
      let count = (head..<common).count { !isSame($0, $0) }
      let share = "\(count.grouped) of \(new.grouped) \(new == 1 ? "moment" : "moments")"
      var place = "moment \((head + 1).grouped)"
      if let rate = x.frequency, rate > 0, rate == y.frequency {
        place = ProofWords.time(MovieTime.nanoseconds(Int64(clamping: head), rate))
      }
      return share + (count == 1 ? " is another, at \(place)" : " are others, from \(place) on")
    }
    let away = max(old, new) - common
    if head == common {
      let what = away == 1 ? "last" : "last \(away.grouped)"
      let verb = away == 1 ? "is" : "are"
      return "the \(what) of \(max(old, new).grouped) moments \(verb) \(new < old ? "gone" : "new")"
    }
    var tail = 0
    while tail < common - head, isSame(old - 1 - tail, new - 1 - tail) { tail += 1 }
    return "\(old.grouped) → \(new.grouped) moments, " + ProofWords.same(head, tail)
  }

  /// Where sound lies that is all there, in one piece.
  private static func range(_ sound: JoinedBytes) -> Range<Int>? {
    let file = sound.document.tree.file
    guard file.absentParts == nil, sound.ranges.count == 1, let only = sound.ranges.first,
      let start = Int(exactly: only.lowerBound), let end = Int(exactly: only.upperBound), end <= file.byteCount
    else { return nil }
    return start..<end
  }
}
