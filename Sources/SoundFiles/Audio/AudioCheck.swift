package import ByteReading
import MediaFacts
package import Structure

extension Document {
  /// Looks at every frame of the audio in the file, keeps what they amount to for ``AudioStream``, and
  /// names claims that they contradict: counts, sizes and checksums of the first frame, lengths in
  /// tags, bytes that are no frame.
  ///
  /// `progress` is called now and then with how many bytes of how many were looked at.
  ///
  /// - Complexity: O(*n*) in the number of frames, and in the bytes of the file where a checksum of
  ///   the sound is held against it.
  ///
  /// - Parameters:
  ///   - isThorough: Whether checksums are held against the sound.
  ///   - tags: The tags that stand one behind another where a range of a source begins, which
  ///     holds no frame: this module knows none.
  package func countAudio(
    isThorough: Bool = true,
    tags: (_ source: ByteSource, _ range: Range<Int>) -> [Range<Int>] = { _, _ in [] },
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) {
    guard let counts = audioCounts(progress, { !mayCountMore() }), !counts.isEmpty else { return }
    describeAudio(counts)
    for (index, count) in counts.all {
      let source = source(of: tree[index])
      for gap in count.gaps { noteOther(gap, tags(source, gap), at: index) }
      AudioClaims(self, index, count, isThorough: isThorough).check()
    }
    problems.sort(in: tree)
  }

  /// The bytes between tags that are frames of audio.
  ///
  /// - Complexity: O(*n*) in the first nodes at the top.
  package var audioByteCount: UInt64 {
    tree.children(of: nil).prefix(4_096).reduce(0) { sum, index in
      let node = tree[index]
      guard !node.isRaw, tree.catalogue(of: node) === Catalogue.audio else { return sum }
      // Nodes at the top lie behind each other in the file.
      return sum &+ node.size
    }
  }

  /// Looks at every frame of the audio in the file and keeps what they amount to for ``AudioStream``;
  /// claims are not held against it.
  ///
  /// - Parameter isCancelled: Is asked every 4,096 frames, and every MiB of bytes that are none,
  ///   whether to stop; what was counted until then is forgotten.
  /// - Returns: Whether all frames were looked at.
  /// - Complexity: O(*n*) in the number of frames.
  @discardableResult
  package func countAudioFrames(isCancelled: () -> Bool = { false }) -> Bool {
    guard let counts = audioCounts({ _, _ in }, { isCancelled() || !mayCountMore() })
    else { return false }
    if !counts.isEmpty { describeAudio(counts) }
    return true
  }

  /// Charges for 4,096 frames, or a MiB of bytes that are none.
  private func mayCountMore() -> Bool {
    work.charge(4_096, for: "there are no steps left for all frames of sound")
  }

  /// What the frames of each stream amount to; `nil` when it was cancelled.
  private func audioCounts(
    _ progress: (Int, Int) -> Void, _ isCancelled: () -> Bool
  ) -> ValuesByNode<AudioCount>? {
    var counts = ValuesByNode<AudioCount>()
    for index in tree.children(of: nil) where isStream(index) {
      guard let count = audioCount(at: index, progress, isCancelled) else { return nil }
      counts[index] = count
    }
    return counts
  }

  /// Whether a node is a stream of frames.
  private func isStream(_ index: NodeIndex) -> Bool {
    guard !tree[index].isRaw, let code = tree.program(of: tree[index])?.syntax.code else { return false }
    return code.isSame(as: "mpga") || code.isSame(as: "adts")
  }

  private func audioCount(
    at index: NodeIndex, _ progress: (Int, Int) -> Void, _ isCancelled: () -> Bool
  ) -> AudioCount? {
    tree.program(of: tree[index])?.syntax.code.isSame(as: "mpga") ?? false
      ? AudioCount.mpeg(self, at: index, progress, isCancelled)
      : AudioCount.adts(self, at: index, progress, isCancelled)
  }

  /// What the frames amount to of the stream that the node at `index` is: counted anew where nobody did yet.
  ///
  /// - Returns: `nil` where it is no stream of frames, or there are no steps left for them.
  /// - Complexity: O(*n*) in the number of frames.
  package func frameCount(at index: NodeIndex) -> AudioCount? {
    guard isStream(index) else { return nil }
    return (context as? AudioContext)?.counts[index] ?? audioCount(at: index, { _, _ in }, { !mayCountMore() })
  }

  /// Holds claims about the audio against each other that are in place already: no frame is
  /// counted.
  package func checkAudioClaims() {
    for index in tree.children(of: nil).prefix(4_096) where !tree[index].isRaw {
      guard let code = tree.program(of: tree[index])?.syntax.code,
        code.isSame(as: "mpga") || code.isSame(as: "adts")
      else { continue }
      AudioClaims(self, index, nil, isThorough: false).check()
    }
  }
}

extension Document {
  /// Where the frame of the sound in the node at `index` lies that holds no sound, but what an encoder says
  /// of the others; `nil` when there is none.
  ///
  /// - Complexity: O(*n*) in the bytes before the first frame.
  package func informationFrame(at index: NodeIndex) -> Range<Int>? {
    let node = tree[index]
    guard !node.isRaw, tree.program(of: node)?.syntax.code.isSame(as: "mpga") ?? false else {
      return nil
    }
    var finder = InformationFrameFinder()
    return finder.next(
      in: source(of: node).bytes, from: node.extent.byteOffset, to: node.extent.byteEnd)
  }
}

extension Document {
  /// Names bytes that are no frame: the tags with which they begin, and the rest.
  fileprivate func noteOther(_ gap: Range<Int>, _ tags: [Range<Int>], at index: NodeIndex) {
    func note(_ finding: Finding, _ range: Range<Int>) {
      problems.add(
        Diagnostic(
          finding, node: index,
          extent: Extent(byteOffset: range.lowerBound, byteCount: range.count)), within: limits)
    }
    var rest = gap
    for tag in tags where tag.lowerBound == rest.lowerBound && tag.upperBound <= rest.upperBound {
      note(.tagInAudio(length: UInt64(tag.count)), tag)
      rest = tag.upperBound..<rest.upperBound
    }
    if !rest.isEmpty { note(.audioSyncLost(length: UInt64(rest.count)), rest) }
    faulty.insert(index)
  }
}

extension AudioCount {
  /// What all frames amount to; `nil` when it was cancelled.
  static func mpeg(
    _ document: Document, at index: NodeIndex, _ progress: (Int, Int) -> Void,
    _ isCancelled: () -> Bool
  ) -> AudioCount? {
    let extent = document.tree[index].extent
    let source = document.source(of: document.tree[index])
    let bytes = source.bytes
    var information = InformationFrameFinder()
    let silent =
      information.next(in: bytes, from: extent.byteOffset, to: extent.byteEnd)?.lowerBound
    var count = AudioCount()
    let isWhole = count.add(
      FrameFinder<MPEGAudioHeader>(gap: .audioSyncLost), in: source, extent: extent,
      progress: progress, isCancelled: isCancelled
    ) { frame, header, count in
      guard frame.lowerBound != silent else { return false }
      count.leastBitRate = min(count.leastBitRate, header.bitRate)
      count.greatestBitRate = max(count.greatestBitRate, header.bitRate)
      count.add(header.samplesPerFrame, at: header.samplingFrequency)
      return true
    }
    return isWhole ? count : nil
  }

  /// What all frames amount to; `nil` when it was cancelled.
  static func adts(
    _ document: Document, at index: NodeIndex, _ progress: (Int, Int) -> Void,
    _ isCancelled: () -> Bool
  ) -> AudioCount? {
    let source = document.source(of: document.tree[index])
    var count = AudioCount()
    let isWhole = count.add(
      FrameFinder<ADTSHeader>(gap: .audioSyncLost), in: source, extent: document.tree[index].extent,
      progress: progress, isCancelled: isCancelled
    ) { _, header, count in
      count.add(header.samplesPerFrame, at: header.samplingFrequency)
      return true
    }
    return isWhole ? count : nil
  }

  /// Bytes that are looked through for a frame in one go.
  private static var searchStep: Int { 1 << 20 }

  /// Goes through all frames; `body` says whether one holds sound.
  ///
  /// - Returns: Whether it came to the end before it was cancelled.
  private mutating func add<Header: StreamHeader>(
    _ finder: FrameFinder<Header>, in source: ByteSource, extent: Extent,
    progress: (Int, Int) -> Void, isCancelled: () -> Bool,
    _ body: (_ frame: Range<Int>, _ header: Header, _ count: inout AudioCount) -> Bool
  ) -> Bool {
    var finder = finder
    if let absent = source.absentParts { finder.leaveOut(absent) }
    let bytes = source.bytes
    let start = extent.byteOffset
    let end = extent.byteEnd
    var position = start
    var steps = 0
    // Pages of a large file are given back behind the frames.
    var kept = start
    func giveBack(upTo place: Int) {
      Mappings.all.giveBack(bytes.extracting(kept..<max(kept, place)))
      kept = max(kept, place)
    }
    while position < end {
      var frame: Range<Int>?
      var from = position
      while true {
        let (stop, isBeyond) = from.addingReportingOverflow(Self.searchStep)
        finder.searchEnd = isBeyond ? end : min(end, stop)
        frame = finder.next(in: bytes, from: from, to: end)
        if frame != nil || finder.searchEnd >= end { break }
        // The last byte may begin a header.
        from = finder.searchEnd &- 1
        giveBack(upTo: from)
        if isCancelled() { return false }
      }
      let gap = position..<(frame?.lowerBound ?? end)
      if !gap.isEmpty { add(gap: gap) }
      guard let frame, let header = Header.at(frame.lowerBound, in: bytes, before: end)
      else { break }
      position = frame.upperBound
      steps &+= 1
      if steps & 0xFFF == 0 {
        giveBack(upTo: position)
        if isCancelled() { return false }
        progress(position - start, end - start)
      }
      lastStart = frame.lowerBound
      if let size = header.frameByteCount, size > frame.count {
        missing = size - frame.count
        continue
      }
      self.end = frame.upperBound
      if body(frame, header, &self) {
        frames &+= 1
        self.bytes &+= UInt64(frame.count)
      }
    }
    if leastBitRate == .max { leastBitRate = 0 }
    progress(end - start, end - start)
    return true
  }
}

/// What is claimed about a stream, held against what is there.
private struct AudioClaims {
  let document: Document
  let index: NodeIndex
  /// What was counted; `nil` when frames are not looked at.
  let count: AudioCount?
  /// Whether a checksum is held against the sound.
  let isThorough: Bool
  let reader: NodeReader

  init(_ document: Document, _ index: NodeIndex, _ count: AudioCount?, isThorough: Bool) {
    self.document = document
    self.index = index
    self.count = count
    self.isThorough = isThorough
    reader = NodeReader(document).reading(index, items: 0)
  }

  func check() {
    guard let stream = AudioStream(document, at: index) else { return }
    if let information = stream.information, !information.isTrusted {
      note(
        .audioSizeDiffers(claimed: information.bytes ?? 0, found: document.tree[index].size),
        extent(of: .number_of_bytes))
    }
    if let count {
      counted(count, stream)
      checksums()
    }
    length(stream)
  }

  private func note(
    _ finding: Finding, _ extent: Extent, at node: NodeIndex? = nil
  ) {
    document.problems.add(
      Diagnostic(
        finding, node: node ?? index, extent: extent), within: document.limits)
    let node = node ?? index
    if finding.kind.severity > .note { document.faulty.insert(node) }
  }

  private func extent(of field: StreamInformation.Field) -> Extent {
    var extent = document.tree[index].extent
    reader.view(StreamInformation.self).withField(field) { extent = $0.extent }
    return extent
  }

  private func counted(_ count: AudioCount, _ stream: AudioStream) {
    // Where no frame follows, the bytes that are no frame are reported.
    if let promised = stream.information?.frames, promised != count.frames, count.frames > 0 {
      note(
        .audioFramesDiffer(claimed: promised, found: count.frames), extent(of: .number_of_frames))
    }
    if count.missing > 0 {
      let end = document.tree[index].extent.byteEnd
      note(
        .audioFrameCut(
          needed: UInt64(end - count.lastStart + count.missing), left: UInt64(end - count.lastStart)
        ), Extent(byteOffset: count.lastStart, byteCount: end - count.lastStart))
    }
    if stream.information?.name == AudioStream.info, count.leastBitRate != count.greatestBitRate {
      note(
        .audioRateVaries(
          least: UInt64(count.leastBitRate / 1_000), most: UInt64(count.greatestBitRate / 1_000)),
        extent(of: .identifier))
    }
    if count.samples.count > 1 {
      note(
        .audioFrequencyVaries(
          first: UInt64(count.samples[0].frequency), second: UInt64(count.samples[1].frequency)),
        document.tree[index].extent)
    }
  }

  /// What `TLEN` and `iTunSMPB` say of the length.
  private func length(_ stream: AudioStream) {
    guard let duration = stream.duration, !duration.isEstimate, !duration.claims.isEmpty else { return }
    let tagged = (document.context as? AudioContext)?.tagged ?? AudioStream.TaggedLength(document)
    if let claim = duration.claim(of: .tlen), let node = tagged.lengthNode,
      let present = UInt64(exactly: (duration.seconds * 1_000).rounded())
    {
      note(
        .audioLengthDiffers(claimed: claim.value, found: present), document.tree[node].extent,
        at: node)
    }
    if let claim = duration.claim(of: .gapless), let node = tagged.samplesNode,
      let present = UInt64(exactly: (duration.seconds * Double(claim.timescale)).rounded())
    {
      note(
        .audioGaplessDiffers(claimed: claim.value, found: present), document.tree[node].extent,
        at: node)
    }
  }

  /// The sums that LAME leaves: of its own header, and of the sound, all of which that reads.
  private func checksums() {
    let source = document.source(of: document.tree[index])
    let bytes = source.bytes
    let start = document.tree[index].extent.byteOffset
    var information = InformationFrameFinder()
    guard
      let frame = information.next(
        in: bytes, from: start, to: document.tree[index].extent.byteEnd)
    else { return }
    if let promised = reader.view(StreamInformation.self).number(.tag_crc), promised != 0 {
      let extent = extent(of: .tag_crc)
      let place = extent.byteOffset..<extent.byteEnd
      let present = CRC16.sum(of: bytes, in: start..<place.lowerBound)
      // LAME sums what stands before; libavformat always 190 bytes, with zeros for these two and
      // behind a shorter frame.
      let other = CRC16.sum(
        of: bytes, in: start..<start + 190,
        zeros: [(place.lowerBound, place.upperBound), (frame.upperBound, start + 190)])
      if UInt64(present) != promised, UInt64(other) != promised {
        note(.audioTagSumDiffers(claimed: promised, found: UInt64(present)), extent)
      }
    }
    guard let length = reader.view(StreamInformation.self).number(.music_length), length > 0,
      let promised = reader.view(StreamInformation.self).number(.music_crc), promised != 0
    else { return }
    let size = UInt64(document.tree[index].size)
    guard length <= size else {
      note(.audioSizeDiffers(claimed: length, found: size), extent(of: .music_length))
      return
    }
    guard frame.upperBound < start + Int(length) else { return }
    guard isThorough else {
      document.problems.uncheckedSums += 1
      return
    }
    let present = CRC16.sum(of: bytes, in: frame.upperBound..<start + Int(length))
    if UInt64(present) != promised {
      note(.audioSumDiffers(claimed: promised, found: UInt64(present)), extent(of: .music_crc))
    }
  }
}

/// The sum that LAME writes: x¹⁶ + x¹⁵ + x² + 1, least significant bit first, from 0.
enum CRC16 {
  private static let table: [UInt16] = (0..<256).map { index in
    var value = UInt16(index)
    for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xA001 : value >> 1 }
    return value
  }

  /// The sum of the bytes in `range`, as far as they are there; those in `zeros` count as 0.
  static func sum(
    of bytes: RawSpan, in range: Range<Int>, zeros: [(lower: Int, upper: Int)] = []
  ) -> UInt16 {
    var sum: UInt16 = 0
    let table = table
    var at = max(0, range.lowerBound)
    while at < range.upperBound {
      var byte = bytes.byte(at: at) ?? 0
      for zero in zeros where at >= zero.lower && at < zero.upper { byte = 0 }
      sum = sum &>> 8 ^ table[Int((sum ^ UInt16(byte)) & 0xFF)]
      at &+= 1
    }
    return sum
  }
}

extension Diagnostic.Kind {
  static let audioFramesDiffer = Self(
    "audio-frames-differ", .warning, "the first frame promises {claimed} frames, {found} follow",
    action: "the length is that of the {found} frames")
  static let audioFrameCut = Self(
    "audio-frame-cut", .warning, "the last frame has {needed} bytes, {left} are there",
    action: "not counted")
  static let audioRateVaries = Self(
    "audio-rate-varies", .note,
    "'Info' says that the bit rate is constant; it is {least} to {most} kbit/s")
  static let audioFrequencyVaries = Self(
    "audio-frequency-varies", .note,
    "frames of {first} Hz, and others of {second} Hz")
  static let audioLengthDiffers = Self(
    "audio-length-differs", .warning, "TLEN is {claimed} ms, the audio has {found} ms")
  static let audioGaplessDiffers = Self(
    "audio-gapless-differs", .warning, "iTunSMPB counts {claimed} samples, the audio has {found}")
  static let audioSizeDiffers = Self(
    "audio-size-differs", .warning,
    "the first frame promises {claimed} bytes of audio, {found} are there")
  static let audioTagSumDiffers = Self(
    "audio-tag-crc-differs", .warning,
    "tag_crc is 0x{claimed:x}, the bytes before it give 0x{found:x}")
  static let audioSumDiffers = Self(
    "audio-crc-differs", .warning, "music_crc is 0x{claimed:x}, the audio gives 0x{found:x}")
}

/// What each of these kinds says, under its names.
extension Finding {
  static func audioFramesDiffer(claimed: UInt64, found: UInt64) -> Self {
    Self(.audioFramesDiffer, .claimed(claimed), .found(found))
  }
  static func audioFrameCut(needed: UInt64, left: UInt64) -> Self {
    Self(.audioFrameCut, .needed(needed), .left(left))
  }
  static func audioRateVaries(least: UInt64, most: UInt64) -> Self {
    Self(.audioRateVaries, .least(least), .most(most))
  }
  static func audioFrequencyVaries(first: UInt64, second: UInt64) -> Self {
    Self(.audioFrequencyVaries, .first(first), .second(second))
  }
  static func audioGaplessDiffers(claimed: UInt64, found: UInt64) -> Self {
    Self(.audioGaplessDiffers, .claimed(claimed), .found(found))
  }
  static func audioLengthDiffers(claimed: UInt64, found: UInt64) -> Self {
    Self(.audioLengthDiffers, .claimed(claimed), .found(found))
  }
  static func audioSizeDiffers(claimed: UInt64, found: UInt64) -> Self {
    Self(.audioSizeDiffers, .claimed(claimed), .found(found))
  }
  static func audioTagSumDiffers(claimed: UInt64, found: UInt64) -> Self {
    Self(.audioTagSumDiffers, .claimed(claimed), .found(found))
  }
  static func audioSumDiffers(claimed: UInt64, found: UInt64) -> Self {
    Self(.audioSumDiffers, .claimed(claimed), .found(found))
  }
}
