import ByteReading
import MediaFacts
import SoundFiles
import Structure

/// Compares sound that is no track of a movie.
enum SoundProof {
  static func add(
    _ before: Document, _ after: Document, to proofs: inout MediaProofs, _ budget: inout UInt64
  ) {
    let (x, y) = (nodes(before), nodes(after))
    guard !x.isEmpty || !y.isEmpty else {
      compareUnknown(before, after, to: &proofs, &budget)
      return
    }
    var subject = Verdict.Subject("audio", numbers: (nil, nil))
    defer { proofs.subjects.append(subject) }
    // What a header says is to be left out of the sound makes it another length, whatever the frames are.
    var length = LengthProof.words(before, after, of: "audio")
    defer { if let length { proofs.findings.append(Verdict.Finding(.startAndEnd, .changed, length)) } }
    func add(_ state: Verdict.State, _ text: String) {
      proofs.findings.append(Verdict.Finding(.samples, state, text, subject: "audio"))
    }
    if let words = ends(before, x.first, after, y.first) {
      proofs.findings.append(Verdict.Finding(.startAndEnd, .changed, words))
    }
    guard x.count == y.count else {
      return add(.changed, x.isEmpty ? "is new" : y.isEmpty ? "is gone" : "lies in other parts")
    }
    for (p, q) in zip(x, y) {
      let (a, b) = (sound(p, before), sound(q, after))
      let need = a.count.saturatingAdd(b.count)
      guard need <= budget else {
        return add(.notChecked, "\(a.count) bytes; --digest reads all")
      }
      budget -= need
      subject.comparedBytes = subject.comparedBytes.saturatingAdd(need)
      switch a.isSame(as: b) {
      case true?: continue
      case nil: return add(.notChecked, "what is known of its bytes proves nothing")
      case false?:
        let (words, more) = frames(before, after)
        // A first frame is believed while nobody counts: of other sound the frames are counted.
        var isCounted = false
        if let old = counted(before), let new = counted(after) {
          length = LengthProof.words(old, new, of: "audio") ?? length
          isCounted = x.count == 1
        }
        // Frames that came or went are of no account to a header that does not count them.
        if length == nil, more != 0, !isCounted {
          length = "audio lasts \(more.magnitude) frame\(more.magnitude == 1 ? "" : "s") \(more > 0 ? "longer" : "less")"
        }
        return add(.changed, words)
      }
    }
  }

  /// What becomes of the padding at the end for who goes by the size of the file, tags and all; `nil` where it is the
  /// same.
  private static func ends(_ before: Document, _ p: NodeIndex?, _ after: Document, _ q: NodeIndex?) -> String? {
    guard let p, let q, let old = padding(before, p), let new = padding(after, q), old.isPlayed != new.isPlayed
    else { return nil }
    return "the last \(max(old.samples, new.samples)) samples of padding are \(new.isPlayed ? "played" : "left out") "
      + "where the size of the file is gone by (FFmpeg)"
  }

  private static func padding(_ document: Document, _ node: NodeIndex) -> (samples: UInt64, isPlayed: Bool)? {
    guard let information = AudioStream(document, at: node)?.information,
      let frame = document.informationFrame(at: node), information.samplesLeftOutBySize > 0
    else { return nil }
    let behind = document.tree.file.byteCount - frame.lowerBound - 4
    return (information.samplesLeftOutBySize, information.looksLikeSeveral(UInt64(clamping: behind)))
  }

  /// Compares files in which no sound was found, and which may have some all the same: they are more than tags, or
  /// have bytes that no table describes.
  private static func compareUnknown(
    _ before: Document, _ after: Document, to proofs: inout MediaProofs, _ budget: inout UInt64
  ) {
    let (a, b) = (unknownBytes(before), unknownBytes(after))
    func add(_ state: Verdict.State, _ text: String) {
      proofs.findings.append(Verdict.Finding(.samples, state, text))
    }
    if a.ranges.isEmpty, b.ranges.isEmpty {
      if before.synopsis.format != .tags || after.synopsis.format != .tags { add(.notChecked, "no sound was found") }
      return
    }
    let need = a.count.saturatingAdd(b.count)
    guard need <= budget else { return add(.notChecked, "no sound was found, and \(need) bytes may be some; --digest reads all") }
    budget -= need
    switch a.isSame(as: b) {
    case true?: return
    case nil: add(.notChecked, "no sound was found")
    case false?: add(.changed, "the bytes that no table describes, where sound may be, are others")
    }
  }

  /// What no table describes.
  private static func unknownBytes(_ document: Document) -> JoinedBytes {
    let tree = document.tree
    let ranges = tree.children(of: nil).compactMap { index -> Range<UInt64>? in
      guard tree[index].isRaw, !tree[index].marks.contains(.padding) else { return nil }
      return tree[index].start..<max(tree[index].start, tree[index].end)
    }
    return JoinedBytes(document: document, ranges: ranges[...])
  }

  private static func nodes(_ document: Document) -> [NodeIndex] {
    document.tree.indices.filter { MediaFile.isMedia($0, document) }
  }

  /// The bytes of a node that are sound: all but the frame that says something of the others, which plays
  /// nothing.
  private static func sound(_ node: NodeIndex, _ document: Document) -> JoinedBytes {
    let payload = document.tree[node].payload
    let end = max(payload.byteOffset, payload.byteEnd)
    var start = payload.byteOffset
    if document.tree[node].type == "SSND" {
      start = min(end, Int(clamping: UInt64(start).saturatingAdd(document.bytesBeforeSamples(of: node))))
    }
    var ranges = [UInt64(start)..<UInt64(end)]
    if let frame = document.informationFrame(at: node), frame.lowerBound >= start,
      frame.upperBound <= end
    {
      ranges = [
        UInt64(start)..<UInt64(frame.lowerBound), UInt64(frame.upperBound)..<UInt64(end),
      ].filter { !$0.isEmpty }
    }
    return JoinedBytes(document: document, ranges: ranges[...])
  }

  /// The file with the length of its frames, whatever the first of them promises; `nil` where not all of them are there,
  /// or could be looked at.
  private static func counted(_ document: Document) -> Document? {
    guard document.tree.file.absentParts == nil else { return nil }
    let copy = Document(copying: document)
    return MediaFile.countFrames(of: copy, isCancelled: { false }) ? copy : nil
  }

  /// What became of the frames, where there are any, and how many more there are now.
  private static func frames(_ before: Document, _ after: Document) -> (words: String, more: Int) {
    let (x, y) = (ranges(before), ranges(after))
    guard !x.isEmpty, !y.isEmpty else { return ("has other bytes", 0) }
    return (words(of: before, x, and: after, y), y.count - x.count)
  }

  private static func words(of before: Document, _ x: [Range<Int>], and after: Document, _ y: [Range<Int>]) -> String {
    func isSame(_ place: Int) -> Bool {
      before.tree.file.hasSameBytes(in: x[place], as: after.tree.file, in: y[place])
    }
    var head = 0
    while head < x.count, head < y.count, isSame(head) { head += 1 }
    if head == x.count, head == y.count { return "has other bytes beside its frames" }
    if x.count == y.count {
      let count = (head..<x.count).count { !isSame($0) }
      return "\(count) of \(x.count) frames \(count == 1 ? "is another" : "are others"), from \(head + 1) on"
    }
    let (countX, countY) = (x.count, y.count)
    var tail = 0
    while tail < min(countX, countY) - head,
      before.tree.file.hasSameBytes(
        in: x[countX - 1 - tail], as: after.tree.file, in: y[countY - 1 - tail])
    {
      tail += 1
    }
    let same = [(head, "first"), (tail, "last")].filter { $0.0 > 0 }
      .map { $0.0 == 1 ? "the \($0.1) one" : "the \($0.1) \($0.0)" }
    return "\(countX) → \(countY) frames, "
      + (same.isEmpty ? "none the same" : same.joined(separator: " and ") + " the same")
  }

  /// Frames that are distinguished.
  private static let limit = 1 << 20

  /// Where the frames lie.
  private static func ranges(_ document: Document) -> [Range<Int>] {
    let share = MemoryShare(document.memory, for: "there is no memory for telling frames apart")
    var found: [Range<Int>] = []
    let count = document.tree.file.byteCount
    let silent = Set(nodes(document).compactMap { document.informationFrame(at: $0)?.lowerBound })
    MediaFile.forEachSoundFrame(of: document) { frame, _ in
      if let start = frame.offset, silent.contains(Int(clamping: start)) { return }
      guard found.count < limit, let start = frame.offset, let end = frame.end, start <= end,
        end <= UInt64(count), share.grow(by: MemoryLayout<Range<Int>>.stride)
      else { return }
      found.append(Int(start)..<Int(end))
    }
    return found
  }
}
