import ByteReading
import MediaFacts
import Structure

extension Document {
  /// Holds what a file of chunks claims of its sound against the chunk that has it.
  ///
  /// - Complexity: O(*n*) in the chunks at the top and directly in a form.
  package func checkChunkClaims() {
    let format = SoundFormat(self)
    if let missing = MissingSound(self, format) { note(missing) }
    defer { problems.sort(in: tree) }
    guard let format, let node = format.node else { return }
    if let claimed = format.claimedSamples, let found = format.samples {
      var extent = tree[node].extent
      view(AIFFCommon.self, of: node).withField(.numSampleFrames) { extent = $0.extent }
      let unit = format.samplesOfBlock
      let place = noteClaim(.soundLengthDiffers(claimed: claimed / unit, found: found / unit), extent, node)
      // A chunk of sound that is cut off has fewer.
      if let place, let cause = cutOff, claimed > found { problems.fold(place, under: cause) }
    }
    let fields = view(WAVFormat.self, of: node)
    if let size = fields.number(.nBlockAlign), let kind = fields.number(.wFormatTag),
      let channels = fields.number(.nChannels), let bits = fields.number(.wBitsPerSample),
      [1, 3, 6, 7].contains(kind == 0xFFFE ? fields.number(.subFormat) ?? kind : kind),
      let expected = SoundFormat.blockSize(channels, bits), size != expected
    {
      var extent = tree[node].extent
      fields.withField(.nBlockAlign) { extent = $0.extent }
      noteClaim(.blockSizeDiffers(found: size, expected: expected, channels: channels), extent, node)
    }
    if let top = tree.parent(of: node), tree[node].type == "fmt ", let sound = tree.child("data", of: top),
      tree[sound].start < tree[node].start
    {
      noteClaim(.formatBehindSound(offset: tree[sound].start), tree[node].extent, node)
    }
    if tree[node].type == "TTA1" { checkFrames(of: node) }
    checkTagPointer()
  }

  /// What is left out of a file that is cut off follows from that.
  private func note(_ missing: MissingSound) {
    let place = noteClaim(.soundMissing(missing.reason), tree[missing.node].extent, missing.node)
    if let place, let cause = cutOff { problems.fold(place, under: cause) }
  }

  /// The problem of a chunk that goes on behind what it stands in.
  private var cutOff: Int? { problems.kept.firstIndex { $0.kind.id.isSame(as: "chunk-exceeds-parent") } }

  /// Holds the sizes of the frames of True Audio against the bytes that are there.
  private func checkFrames(of stream: NodeIndex) {
    let fields = view(TTAHeader.self, of: stream)
    guard let sizes = fields.column(.value, of: .frame_sizes) else { return }
    let needed = sizes.sum(of: 0..<sizes.count)
    let there = fields.content(.frames) ?? Extent(byteOffset: tree[stream].extent.byteEnd, byteCount: 0)
    guard needed > UInt64(there.byteCount) else { return }
    noteClaim(.framesCut(needed: needed, left: UInt64(there.byteCount)), there, stream)
  }

  /// Holds the place where DSF says that its tag is against where one is.
  private func checkTagPointer() {
    guard let start = tree.child("DSD ", of: nil), tree.child("fmt ", of: nil) != nil,
      let pointer = view(DSFStart.self, of: start).number(.metadata_pointer)
    else { return }
    let tag = tree.children(of: nil).first { tree[$0].type.isID3v2Tag }
    let found = tag.map { tree[$0].start } ?? 0
    guard pointer != found else { return }
    var extent = tree[start].extent
    view(DSFStart.self, of: start).withField(.metadata_pointer) { extent = $0.extent }
    noteClaim(
      tag == nil ? .tagPointerLost(claimed: pointer) : .tagPointerDiffers(claimed: pointer, found: found), extent, start)
  }

  @discardableResult
  private func noteClaim(_ finding: Finding, _ extent: Extent, _ node: NodeIndex) -> Int? {
    faulty.insert(node)
    return problems.add(Diagnostic(finding, node: node, extent: extent), within: limits)
  }
}

extension Diagnostic.Kind {
  static let soundMissing = Self("sound-missing", .warning, "no '{wanted}'", expected: "'{wanted}' in the form")
  fileprivate static let soundEmpty = Self("sound-missing", .warning, "no bytes of sound")
  fileprivate static let soundWithoutChannels = Self("sound-missing", .warning, "sound of 0 channels")
  fileprivate static let soundWithoutRate = Self("sound-missing", .warning, "sound of 0 samples per second")
  static let soundLengthDiffers = Self(
    "sound-length-differs", .warning, "numSampleFrames is {claimed}, the sound has {found}")
  static let blockSizeDiffers = Self(
    "block-size-differs", .warning,
    "nBlockAlign is {found}, a sample of all {count} channels takes {expected} bytes")
  static let formatBehindSound = Self(
    "format-behind-sound", .warning, "stands behind the sound that it describes, which begins at 0x{offset:x}")
  static let framesCut = Self(
    "sound-frames-cut", .error, "the table has frames of {needed|bytes}, {left} are there")
  static let tagPointerDiffers = Self(
    "tag-pointer-differs", .warning, "metadata_pointer is 0x{claimed:x}, the tag stands at 0x{found:x}")
  fileprivate static let tagPointerLost = Self(
    "tag-pointer-differs", .warning, "metadata_pointer is 0x{claimed:x}, where no tag is")
}

extension Finding {
  static func soundMissing(_ reason: MissingSound.Reason) -> Self {
    switch reason {
    case .chunk(let type): Self(.soundMissing, .wanted(type))
    case .noBytes: Self(.soundEmpty)
    case .noChannels: Self(.soundWithoutChannels)
    case .noRate: Self(.soundWithoutRate)
    }
  }
  static func soundLengthDiffers(claimed: UInt64, found: UInt64) -> Self {
    Self(.soundLengthDiffers, .claimed(claimed), .found(found))
  }
  static func blockSizeDiffers(found: UInt64, expected: UInt64, channels: UInt64) -> Self {
    Self(.blockSizeDiffers, .found(found), .expected(expected), .count(channels))
  }
  static func formatBehindSound(offset: UInt64) -> Self { Self(.formatBehindSound, .offset(offset)) }
  static func framesCut(needed: UInt64, left: UInt64) -> Self { Self(.framesCut, .needed(needed), .left(left)) }
  static func tagPointerDiffers(claimed: UInt64, found: UInt64) -> Self {
    Self(.tagPointerDiffers, .claimed(claimed), .found(found))
  }
  fileprivate static func tagPointerLost(claimed: UInt64) -> Self { Self(.tagPointerLost, .claimed(claimed)) }
}
