import ByteReading
import MediaFacts
import SoundFiles
import Structure

/// Compares sound that is no track of a movie.
enum SoundProof {
  static func add(
    _ before: Document, _ after: Document, to proofs: inout MediaProofs, _ budget: inout UInt64
  ) {
    let (x, y) = (FrameProof.nodes(of: before), FrameProof.nodes(of: after))
    guard !x.isEmpty || !y.isEmpty else {
      compareUnknown(before, after, to: &proofs, &budget)
      return
    }
    var subject = Verdict.Subject("audio", numbers: (nil, nil))
    defer { proofs.subjects.append(subject) }
    // What a header says is to be left out of the sound makes it another length, whatever the frames are.
    var length = LengthProof.words(before, after, of: "audio")
    var isLengthKnown = true
    defer {
      if !isLengthKnown {
        proofs.findings.append(Verdict.Finding(.startAndEnd, .notChecked, "not all frames are known"))
      } else if let length {
        proofs.findings.append(Verdict.Finding(.startAndEnd, .changed, length))
      }
    }
    func add(_ state: Verdict.State, _ text: String) {
      proofs.findings.append(Verdict.Finding(.samples, state, text, subject: "audio"))
    }
    if let words = ends(before, x.first, after, y.first) {
      proofs.findings.append(Verdict.Finding(.startAndEnd, .changed, words))
    }
    guard x.count == y.count else {
      if !x.isEmpty, !y.isEmpty { proofs.findings += FrameProof(before, after).findings }
      return add(.changed, x.isEmpty ? "is new" : y.isEmpty ? "is gone" : "lies in other parts")
    }
    for (p, q) in zip(x, y) {
      let (a, b) = (sound(p, before), sound(q, after))
      let need = a.count.saturatingAdd(b.count)
      guard need <= budget else {
        // What headers of frames say is among the bytes that were not read.
        if AudioStream(before, at: p) != nil || AudioStream(after, at: q) != nil {
          for aspect in [Verdict.Aspect.times, .setup, .sound] {
            proofs.findings.append(Verdict.Finding(aspect, .notChecked, "inside frames", subject: "audio"))
          }
          isLengthKnown = false
        }
        return add(.notChecked, "\(a.count) bytes; --digest reads all")
      }
      budget -= need
      subject.comparedBytes = subject.comparedBytes.saturatingAdd(need)
      switch a.isSame(as: b) {
      case true?: continue
      case nil: return add(.notChecked, "what is known of its bytes proves nothing")
      case false?:
        let frames = FrameProof(before, after)
        proofs.findings += frames.findings
        let more = frames.more
        // A first frame is believed while nobody counts: of other sound the frames are counted.
        if let old = counted(before), let new = counted(after) {
          let words = LengthProof.words(old, new, of: "audio")
          length = x.count == 1 ? words : words ?? length
          // Frames that came or went are of no account to a header that does not count them.
          if length == nil, let more, more != 0, x.count > 1 {
            length = "audio lasts \(more.magnitude) frame\(more.magnitude == 1 ? "" : "s") \(more > 0 ? "longer" : "less")"
          }
        } else {
          isLengthKnown = false
        }
        return add(.changed, frames.words ?? MomentProof.words(a, b) ?? "has other bytes")
      }
    }
    // The same frames are as long as before, whatever the first of them promises.
    if length != nil {
      if let old = counted(before), let new = counted(after) {
        length = LengthProof.words(old, new, of: "audio").map { $0 + LengthProof.claim(old, new) }
      } else {
        isLengthKnown = false
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

  /// The bytes of a node that are sound: all but the frame that says something of the others, which plays
  /// nothing.
  static func sound(_ node: NodeIndex, _ document: Document) -> JoinedBytes {
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
    let copy = Document(copying: document)
    guard MediaFile.countFrames(of: copy, isCancelled: { false }) else { return nil }
    // A snapshot has the headers of frames: these are all of them where no other bytes are between them.
    let isWhole =
      document.tree.file.absentParts == nil
      || FrameProof.nodes(of: copy).allSatisfy { AudioStream(copy, at: $0)?.count.map { $0.otherBytes == 0 } ?? true }
    return isWhole ? copy : nil
  }
}
